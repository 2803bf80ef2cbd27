//! Values in words, for people, and as JSON.

use super::rated::Rated;
use super::{has_no_goal, is_puzzle};
use crate::text::counted;
use gdl::model::Model;
use gdl_runtime::interp::position_text;
use gdl_runtime::values::{Evaluation, Outcome};
use serde_json::{Value as Json, json};

/// A move with its value.
pub fn move_json(model: &Model, rated: &Rated) -> Json {
    json!({
        "move": rated.play.text,
        "position": position_text(model, &rated.play.state),
        "value": value_json(model, rated.known),
        "plies": rated.known.and_then(|known| known.plies),
    })
}

/// What a position is worth to the player to move: `won in 5 plies`, `drawn`, `+3 points`; of a
/// puzzle `8 moves to the goal`.
pub fn position_words(model: &Model, known: Option<Evaluation>) -> String {
    let Some(known) = known else { return "not known".to_owned() };
    if !is_puzzle(model) {
        return match (known.outcome, known.plies) {
            (Outcome::Margin(margin), _) => points(margin),
            (Outcome::Win, Some(0)) => "won already".to_owned(),
            (Outcome::Loss, Some(0)) => "lost already".to_owned(),
            _ => known.to_string(),
        };
    }
    match (known.outcome, known.plies) {
        (_, Some(moves)) if has_no_goal(model) => {
            format!("{} from the start", counted(moves, "move"))
        }
        (Outcome::Win, Some(0)) => "solved".to_owned(),
        (Outcome::Win, Some(moves)) => format!("{} to the goal", counted(moves, "move")),
        (Outcome::Win, None) => "can be solved".to_owned(),
        _ => "cannot be solved".to_owned(),
    }
}

/// What a move leads to, for the player who makes it: `wins in 5 plies`, `draws`, `+3 points`; of
/// a puzzle what [`position_words`] says about the position after it.
pub fn move_words(model: &Model, known: Option<Evaluation>) -> String {
    let Some(Evaluation { outcome, plies }) = known else { return "not known".to_owned() };
    if is_puzzle(model) {
        let after = Evaluation { outcome, plies: plies.map(|plies| plies.saturating_sub(1)) };
        return position_words(model, Some(after));
    }
    let verb = match outcome {
        Outcome::Win => "wins",
        Outcome::Loss => "loses",
        Outcome::Draw => "draws",
        Outcome::Margin(margin) => return points(margin),
    };
    match plies {
        None => verb.to_owned(),
        Some(1) => format!("{verb} in 1 ply"),
        Some(plies) => format!("{verb} in {plies} plies"),
    }
}

/// How many points more than the other: `+3 points`, `-1 point`, `0 points`.
fn points(margin: i64) -> String {
    let noun = if margin.unsigned_abs() == 1 { "point" } else { "points" };
    format!("{} {noun}", Evaluation::new(Outcome::Margin(margin)))
}

/// One word or number: `win`, `loss`, `draw`, a margin; of a puzzle `win` if it can be solved,
/// else `loss`.
pub fn value_word(model: &Model, known: Evaluation) -> String {
    match outcome_for_people(model, known.outcome) {
        Outcome::Win => "win".to_owned(),
        Outcome::Loss => "loss".to_owned(),
        Outcome::Draw => "draw".to_owned(),
        Outcome::Margin(margin) => margin.to_string(),
    }
}

/// What a position is worth in the words of the documentation. Tables keep what cannot be solved
/// as they keep draws, but there is no draw in a puzzle.
pub fn outcome_for_people(model: &Model, outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Draw if is_puzzle(model) => Outcome::Loss,
        outcome => outcome,
    }
}

/// A value as JSON: a string, or a number where the scores decide.
pub fn value_json(model: &Model, known: Option<Evaluation>) -> Json {
    match known.map(|known| (known.outcome, known)) {
        None => Json::Null,
        Some((Outcome::Margin(margin), _)) => Json::from(margin),
        Some((_, known)) => Json::from(value_word(model, known)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_points() {
        let texts = [3, 1, 0, -1, -2].map(points);
        assert_eq!(texts, ["+3 points", "+1 point", "0 points", "-1 point", "-2 points"]);
    }
}
