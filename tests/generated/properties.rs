//! What generated code reads off a position, against the facts and the interpreter: how far a game
//! has come, and whether it is solved.

use super::positions::{Asked, Expected, Question, agree};
use gdl::model::State;

/// The questions about a game.
pub(super) fn questions(asked: &Asked<'_>, states: &[State]) -> Vec<Question> {
    assert_eq!((asked.has)("is_goal"), asked.model.goal.is_some());
    let known = states.iter().filter_map(|state| Some((state, asked.known(state)?)));
    let mut questions = Vec::new();
    for (state, known) in known {
        let written = asked.written(&known);
        let goal = asked.interp.is_goal(state).to_string();
        let phase = phase(asked, state);
        assert_eq!((asked.has)("phase"), phase.is_some());
        let goal = asked.model.goal.as_ref().map(|_| ("goal", goal));
        for (subject, answer) in
            [goal, phase.map(|phase| ("phase", phase.to_string()))].into_iter().flatten()
        {
            questions.push(Question {
                text: format!("{subject} {written}"),
                expected: Expected::Text(answer),
            });
        }
    }
    questions
}

/// The number of moves made, or whether it is odd.
fn phase(asked: &Asked<'_>, state: &State) -> Option<i64> {
    let layers = asked.facts.layers.number.as_ref();
    match (layers, asked.facts.potentials.alternating.as_ref()) {
        (Some(number), _) => Some((number.weights.value(state) - number.at_start) / number.change),
        (None, Some(it)) => Some(i64::from(it.potential.is_odd(state) != it.odd_at_start)),
        (None, None) => None,
    }
}

#[test]
fn phases_agree_with_the_facts() {
    agree("phase");
}

#[test]
fn goals_agree_with_the_interpreter() {
    agree("goal");
}
