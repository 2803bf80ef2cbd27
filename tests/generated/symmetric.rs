//! Positions up to symmetry in generated code: images that belong together have one that stands
//! for them, and they are counted.

use super::positions::{Asked, Expected, Question, about};
use gdl::model::State;
use std::collections::{BTreeMap, BTreeSet};

/// The questions about a game: on some positions, with all their images. Code may divide by fewer
/// symmetries than there are, so that all images have an index; then the images fall into several
/// classes. In a puzzle there is just one.
pub(super) fn questions(asked: &Asked<'_>, states: &[State]) -> Vec<Question> {
    if !(asked.has)("canonical") {
        return Vec::new();
    }
    let mut questions = Vec::new();
    for state in states.iter().step_by(10) {
        let text = |image: State| match asked.model.same_rotations {
            true => asked.written(&asked.known(&image).expect("puzzles number every image")),
            false => asked.written(&image),
        };
        let images: BTreeSet<String> = asked.plan.hash.quotient().images(state).map(text).collect();
        let all_together = asked.model.players.is_empty();
        questions.extend(images.iter().map(|image| Question {
            text: format!("canonical {image}"),
            expected: Expected::Image { images: images.clone(), all_together },
        }));
    }
    questions
}

#[test]
fn one_image_stands_for_its_class_and_the_class_is_counted() {
    let answers = about("canonical");
    for name in ["Connect four", "Hexapawn", "Klotski", "Peg solitaire", "Tic-tac-toe"] {
        assert!(answers.iter().any(|answer| answer.title.starts_with(name)), "{name}");
    }
    let mut answers = answers.as_slice();
    while let Some(first) = answers.first() {
        let Expected::Image { images, all_together } = &first.question.expected else {
            panic!("these are about images");
        };
        // The questions about the images of one position follow each other.
        let (own, others) = answers.split_at(images.len());
        let mut classes: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
        for answer in own {
            let (canonical, orbit) = answer.given.rsplit_once(' ').expect("an image and a number");
            let (_, image) = answer.question.text.split_once(' ').expect("a subject and an image");
            classes.entry(canonical).or_default().push((image, orbit));
        }
        let title = &first.title;
        assert!(!all_together || classes.len() == 1, "{title}: {classes:?}");
        for (canonical, class) in classes {
            assert!(class.iter().any(|(image, _)| *image == canonical), "{title}: {class:?}");
            let size = class.len().to_string();
            assert!(class.iter().all(|(_, orbit)| *orbit == size), "{title}: {class:?}");
        }
        answers = others;
    }
}
