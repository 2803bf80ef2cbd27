//! Positions as text in generated code, against the interpreter's notation.

use super::positions::{Asked, Expected, Question, agree};
use gdl::model::State;
use gdl_runtime::interp::{parse_position, position_text};

/// The questions about a game: the texts of some positions, and what is made of texts with
/// something wrong.
pub(super) fn questions(asked: &Asked<'_>, states: &[State]) -> Vec<Question> {
    let mut questions = Vec::new();
    for state in states.iter().step_by(10).filter_map(|state| asked.known(state)) {
        let text = position_text(asked.model, &state);
        questions.push(Question {
            text: format!("text {}", asked.written(&state)),
            expected: Expected::Text(text.clone()),
        });
        let shorter = &text[..text.len() - 1];
        let twice = format!("{text} {}", text.split(' ').next_back().unwrap_or_default());
        let turned = text.replacen('.', "'", 1);
        let changed = text.replacen(['1', 'a', '.'], "?", 1);
        let without_mover = text.split(' ').next().unwrap_or_default();
        for text in [&text, shorter, &twice, &turned, &changed, without_mover, "/", ""] {
            let read = parse_position(asked.model, text).ok();
            // Code has no place for what cannot be.
            let is_known = |state: &State| asked.known(state).is_some();
            let expected = match &read {
                None => "wrong".to_owned(),
                Some(state) if is_known(state) => {
                    asked.written(&asked.known(state).expect("it is known"))
                }
                Some(_) => continue,
            };
            let same = read.as_ref().is_none_or(|read| {
                asked.model.same_rotations || asked.known(read).as_ref() == Some(read)
            });
            if same {
                let text = format!("read {text}");
                questions.push(Question { text, expected: Expected::Text(expected) });
            }
        }
    }
    questions
}

#[test]
fn texts_are_those_of_the_interpreter() {
    agree("text");
}

#[test]
fn texts_are_read_as_the_interpreter_reads_them() {
    agree("read");
}
