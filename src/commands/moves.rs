//! `gamec moves`: the legal moves in a position.

use crate::args::MovesArgs;
use crate::failure::Failure;
use crate::{load, output, report};
use gdl::model::{Model, PlayerId};
use gdl_runtime::interp::{Ending, Interp, State, parse_position, position_text};
use serde::Serialize;

/// Lists the moves, one to a line.
pub(crate) fn run(args: &MovesArgs) -> Result<(), Failure> {
    let model = load::game(&args.game, args.json)?;
    let interp = Interp::new(&model);
    let state = position(&interp, args.position.as_deref())?;
    let plays = interp.moves(&state);
    let outcome = interp.outcome(&state).map(|outcome| outcome_text(&model, &outcome));
    if args.json {
        let moves = plays.iter().map(|play| MoveReport {
            text: play.text.clone(),
            position: position_text(&model, &play.state),
            gains: play.gains.clone(),
        });
        return output::write_json(&Moves {
            game: model.title.clone(),
            params: crate::json::params(&model),
            position: position_text(&model, &state),
            mover: player_name(&model, state.mover),
            goal: interp.is_goal(&state),
            outcome,
            moves: moves.collect(),
        });
    }
    if plays.is_empty() {
        let why = outcome.as_deref().unwrap_or("this is a dead end");
        report::note(&format!("there are no moves: {why}"), args.json);
    }
    output::write(&plays.iter().map(|play| format!("{}\n", play.text)).collect::<String>())
}

/// The position the user gave, or the start.
pub(crate) fn position(interp: &Interp<'_>, text: Option<&str>) -> Result<State, Failure> {
    let Some(text) = text else { return Ok(interp.start()) };
    let state = parse_position(interp.model(), text).map_err(|error| {
        let example = position_text(interp.model(), &interp.start());
        Failure::input_with_help(
            format!("`{}` is not a position of this game: {error}", beginning(text)),
            format!("the start is  {example}"),
        )
    })?;
    Ok(interp.canonical(state))
}

/// As much of a text as a message quotes: more than a position of the largest board has.
fn beginning(text: &str) -> String {
    const QUOTED: usize = 500;
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The legal moves.
#[derive(Debug, Serialize)]
struct Moves {
    game: String,
    params: serde_json::Map<String, serde_json::Value>,
    position: String,
    mover: Option<String>,
    goal: bool,
    outcome: Option<String>,
    moves: Vec<MoveReport>,
}

#[derive(Debug, Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    text: String,
    position: String,
    gains: Vec<i64>,
}

fn player_name(model: &Model, player: PlayerId) -> Option<String> {
    model.players.get(player.index()).map(|player| player.name.clone())
}

/// How a game has ended, in words.
pub(crate) fn outcome_text(model: &Model, outcome: &Ending) -> String {
    let name = |player: &PlayerId| player_name(model, *player).unwrap_or_default();
    match outcome {
        Ending::Won(player) => format!("{} has won", name(player)),
        Ending::Lost(player) => format!("{} has lost", name(player)),
        Ending::Draw => "the game is drawn".to_owned(),
        Ending::Score(_) => "the scores decide".to_owned(),
    }
}
