//! `gamec line`: best play from a position to its end, from a database.

use crate::args::LineArgs;
use crate::commands::moves::{outcome_text, position};
use crate::commands::query::{beginning, what_it_has};
use crate::failure::Failure;
use crate::{json, output};
use gdl_runtime::interp::{Ending, position_text};
use gdl_solver::answers::line::{End, best_line};
use gdl_solver::answers::rated::Rated;
use gdl_solver::answers::words::{move_json, move_words, position_words, value_json};
use gdl_solver::answers::{Answers, has_no_goal, is_puzzle};
use gdl_solver::database::{Opened, Oracle};
use serde_json::{Value as Json, json};

/// Writes the line.
pub(crate) fn run(args: &LineArgs) -> Result<(), Failure> {
    let opened = Opened::open(&args.file)?;
    let model = &opened.model;
    let interp = opened.interp();
    let oracle = Oracle::new(&opened);
    if has_no_goal(model) {
        return Err(Failure::input("this puzzle has no goal, so no way leads to it"));
    }
    let state = match &args.position {
        Some(text) => position(&interp, Some(text))?,
        None => beginning(&opened, &interp)?,
    };
    let Some(known) = oracle.known(&state)? else {
        let text = position_text(model, &state);
        return Err(Failure::input_with_help(
            format!("{text} has no value"),
            format!("the database has {}; `gamec find` lists positions", what_it_has(&opened)),
        ));
    };
    let line = best_line(&interp, &oracle, &state, args.max)?;
    if args.json {
        let moves: Vec<Json> = line.moves.iter().map(|rated| move_json(model, rated)).collect();
        return output::write_json(&json!({
            "game": model.title,
            "params": json::params(model),
            "position": position_text(model, &state),
            "value": value_json(model, Some(known)),
            "plies": known.plies,
            "line": moves,
            "end": end_word(line.end),
        }));
    }
    let mut text =
        format!("{}\n{}\n", position_text(model, &state), position_words(model, Some(known)));
    let digits = line.moves.len().to_string().len();
    let notation = line.moves.iter().map(|it| it.play.text.chars().count()).max().unwrap_or(0);
    // Every move of a puzzle comes one nearer to the goal, which needs no words.
    let words = |rated: &Rated| match is_puzzle(model) {
        true => String::new(),
        false => format!("{}  ", move_words(model, rated.known)),
    };
    let column = line.moves.iter().map(|it| words(it).chars().count()).max().unwrap_or(0);
    for (number, rated) in (1_usize..).zip(&line.moves) {
        let (after, words) = (position_text(model, &rated.play.state), words(rated));
        let played = &rated.play.text;
        text.push_str(&format!("{number:>digits$}. {played:notation$}  {words:column$}{after}\n"));
    }
    let last = line.moves.last().map_or(&state, |rated| &rated.play.state);
    let outcome = if is_puzzle(model) { None } else { interp.outcome(last) };
    match (line.end, outcome) {
        (End::Over, Some(outcome @ (Ending::Won(_) | Ending::Lost(_) | Ending::Draw))) => {
            text.push_str(&format!("{}\n", outcome_text(model, &outcome)));
        }
        (end, _) => text.push_str(end_sentence(end)),
    }
    output::write(&text)
}

fn end_word(end: End) -> &'static str {
    match end {
        End::Over => "over",
        End::Repeats => "repeats",
        End::Unknown => "unknown",
        End::Nowhere => "nowhere",
        End::Cut => "cut",
    }
}

fn end_sentence(end: End) -> &'static str {
    match end {
        End::Over => "",
        End::Repeats => "and so on: this position was there before\n",
        End::Unknown => "what comes next is not in the database\n",
        End::Nowhere => "there is no way to the goal\n",
        End::Cut => "and so on: `--max` shows more\n",
    }
}
