//! The positions before a position in generated code, against the interpreter.

use super::positions::{Asked, Expected, Question, about, agree};
use gdl::model::State;
use std::collections::BTreeSet;

/// The questions about a game: every position before some, as far as the layout numbers it.
pub(super) fn questions(asked: &Asked<'_>, states: &[State]) -> Vec<Question> {
    if !(asked.has)("predecessors") {
        return Vec::new();
    }
    let hash = &asked.plan.hash;
    let several_share = asked.model.same_rotations || hash.is_up_to_symmetry();
    let is_numbered = |state: &State| {
        let index = hash.rank(state);
        index.is_some_and(|index| several_share || hash.unrank(index) == *state)
    };
    let mut questions = Vec::new();
    for state in states.iter().step_by(3).filter_map(|state| asked.known(state)) {
        let Ok(before) = asked.interp.predecessors(&state) else { continue };
        let before =
            before.into_iter().filter(is_numbered).map(|before| match asked.model.same_rotations {
                true => asked.written(&asked.known(&before).expect("it is numbered")),
                false => asked.written(&before),
            });
        let before: BTreeSet<String> = before.collect();
        questions.push(Question {
            text: format!("predecessors {}", asked.written(&state)),
            expected: Expected::Text(before.into_iter().collect::<Vec<_>>().join(";")),
        });
    }
    questions
}

#[test]
fn predecessors_agree_with_the_interpreter() {
    agree("predecessors");
}

/// One game of each kind: moves that undo each other, captures, placing, consequences.
#[test]
fn most_games_know_what_comes_before() {
    let answers = about("predecessors");
    let games = ["Sliding tiles", "Peg solitaire", "Connect four", "Hexapawn", "Nine men's morris"];
    for game in games {
        assert!(answers.iter().any(|answer| answer.title.starts_with(game)), "{game}");
    }
}
