//! `gamec query`: what a database says about positions, and about every move in them.

use crate::args::QueryArgs;
use crate::commands::moves::{outcome_text, position};
use crate::commands::tiers;
use crate::failure::Failure;
use crate::{json, output};
use gdl::model::{Model, State};
use gdl_runtime::interp::{Interp, parse_position, position_text};
use gdl_runtime::values::Evaluation;
use gdl_solver::answers::rated::{Rated, best_first, rated_moves, rating};
use gdl_solver::answers::words::{move_json, move_words, position_words, value_json};
use gdl_solver::answers::{Answers, has_no_goal, is_puzzle};
use gdl_solver::database::{Opened, Oracle};
use serde_json::{Value as Json, json};

mod batch;

/// Answers questions about positions.
pub(crate) fn run(args: &QueryArgs) -> Result<(), Failure> {
    let opened = Opened::open(&args.file)?;
    let interp = opened.interp();
    let oracle = Oracle::new(&opened);
    if args.batch {
        return batch::run(&interp, &oracle, args.json);
    }
    let states: Vec<State> = match args.positions.as_slice() {
        [] => vec![beginning(&opened, &interp)?],
        texts => {
            texts.iter().map(|text| position(&interp, Some(text))).collect::<Result<_, _>>()?
        }
    };
    let asked = Asked { opened: &opened, interp: &interp, oracle: &oracle };
    let answered: Vec<Answered> =
        states.iter().map(|state| asked.answer(state)).collect::<Result<_, _>>()?;
    if args.json {
        let positions: Vec<Json> =
            answered.iter().map(|answered| answered.json(&opened.model)).collect();
        return output::write_json(&json!({
            "game": opened.model.title,
            "params": json::params(&opened.model),
            "positions": positions,
        }));
    }
    let texts: Vec<String> = answered.iter().map(|it| it.text(&opened)).collect();
    output::write(&texts.join("\n"))
}

/// The position that the search of a database began with.
pub(super) fn beginning(opened: &Opened, interp: &Interp<'_>) -> Result<State, Failure> {
    match &opened.about.label.from {
        Some(from) => position(interp, Some(from)),
        None => Ok(interp.start()),
    }
}

/// Which positions a database has.
pub(super) fn what_it_has(opened: &Opened) -> String {
    let label = &opened.about.label;
    let start = opened.model.starts.get(label.start).and_then(|start| start.name.as_ref());
    match (&label.tier, &label.from, start) {
        (Some(tier), ..) => {
            let tier = tiers::text(&tiers::in_order(opened, tier));
            format!("all positions with {tier}, and those that can follow them")
        }
        (None, Some(from), _) => format!("what can be reached from {from}"),
        (None, None, Some(start)) => format!("what can be reached from the start \"{start}\""),
        (None, None, None) => "what can be reached from the start".to_owned(),
    }
}

struct Asked<'a> {
    opened: &'a Opened,
    interp: &'a Interp<'a>,
    oracle: &'a Oracle<'a>,
}

impl Asked<'_> {
    fn answer(&self, state: &State) -> Result<Answered, Failure> {
        let known = self.oracle.known(state)?;
        let mut moves = rated_moves(self.interp, self.oracle, state)?;
        best_first(&mut moves);
        let text = position_text(&self.opened.model, state);
        let has_best = !self.interp.is_goal(state) && !has_no_goal(&self.opened.model);
        let outcome = match is_puzzle(&self.opened.model) {
            true => None,
            false => self.interp.outcome(state).map(|it| outcome_text(&self.opened.model, &it)),
        };
        Ok(Answered { text, mover: state.mover.index(), known, has_best, outcome, moves })
    }
}

/// What is known about a position.
struct Answered {
    text: String,
    mover: usize,
    known: Option<Evaluation>,
    /// Whether some moves are better than others: not where a puzzle is solved.
    has_best: bool,
    /// How a game has ended here, if it has.
    outcome: Option<String>,
    /// The moves, the best first.
    moves: Vec<Rated>,
}

impl Answered {
    fn text(&self, opened: &Opened) -> String {
        let model = &opened.model;
        let value = match self.known {
            Some(known) => position_words(model, Some(known)),
            None => format!("no value: the database has {}", what_it_has(opened)),
        };
        let mut text = format!("{}\n{value}\n", self.text);
        if self.moves.is_empty() {
            let why = self.outcome.as_ref().map_or(String::new(), |it| format!(": {it}"));
            text.push_str(&format!("there are no moves{why}\n"));
            return text;
        }
        text.push('\n');
        let best = self.moves.first().and_then(|rated| rating(rated.known));
        let width = |length: fn(&Rated) -> usize| self.moves.iter().map(length).max().unwrap_or(0);
        let notation = width(|rated| rated.play.text.chars().count());
        let words = |rated: &Rated| move_words(model, rated.known);
        let column = self.moves.iter().map(|rated| words(rated).chars().count()).max().unwrap_or(0);
        for rated in &self.moves {
            let is_best = self.has_best && best.is_some() && rating(rated.known) == best;
            text.push_str(&format!(
                "{} {:notation$}  {:column$}  {}\n",
                if is_best { '*' } else { ' ' },
                rated.play.text,
                words(rated),
                position_text(model, &rated.play.state),
            ));
        }
        text
    }

    fn json(&self, model: &Model) -> Json {
        let with_gains = |rated: &Rated| {
            let mut found = move_json(model, rated);
            found["gains"] = json!(rated.play.gains);
            found
        };
        let moves: Vec<Json> = self.moves.iter().map(with_gains).collect();
        json!({
            "position": self.text,
            "mover": model.players.get(self.mover).map(|player| &player.name),
            "value": value_json(model, self.known),
            "plies": self.known.and_then(|known| known.plies),
            "moves": moves,
        })
    }
}

/// Reads a position for a question; what is wrong with it, in a line.
fn parsed(interp: &Interp<'_>, text: &str) -> Result<State, String> {
    let state = parse_position(interp.model(), text).map_err(|error| error.to_string())?;
    Ok(interp.canonical(state))
}
