//! What generated code says about positions of all games: one program that is asked everything,
//! once.
//!
//! The questions and what is expected come from the files of the subjects; each of them looks at
//! its own answers.

use super::program::{Program, written};
use super::{before, notation, properties, reached, symmetric};
use crate::shipped::{self, ShortPlay};
use gdl::domain::Domain;
use gdl::facts::{Facts, analyze};
use gdl::model::{Model, State};
use gdl::plan::{Family, Plan, PlanOptions, plan_with_play};
use gdl_runtime::interp::Interp;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A game that is asked about.
pub(super) struct Asked<'a> {
    pub(super) model: &'a Model,
    pub(super) facts: &'a Facts,
    pub(super) plan: &'a Plan,
    pub(super) interp: &'a Interp<'a>,
    /// Whether the code has a function.
    pub(super) has: &'a dyn Fn(&str) -> bool,
}

impl Asked<'_> {
    /// The position as code knows it: one of those that count as the same.
    pub(super) fn known(&self, state: &State) -> Option<State> {
        let hash = &self.plan.hash;
        Some(hash.unrank(hash.rank(state)?))
    }

    /// A position as the program reads and writes it.
    pub(super) fn written(&self, state: &State) -> String {
        written(state, self.plan.hash.cells())
    }
}

/// Something asked about a position.
pub(super) struct Question {
    /// The subject, then the position.
    pub(super) text: String,
    pub(super) expected: Expected,
}

/// What is expected.
#[derive(Clone)]
pub(super) enum Expected {
    /// This answer.
    Text(String),
    /// One of these symmetric images, the same for all that belong together; all of them do, or
    /// not.
    Image { images: BTreeSet<String>, all_together: bool },
}

/// A question with what the code of a game says.
pub(super) struct Answer {
    /// The game and its layout.
    pub(super) title: String,
    pub(super) question: Question,
    pub(super) given: String,
}

/// All answers about a subject, with the games that have any; there are some.
pub(super) fn about(subject: &str) -> Vec<&'static Answer> {
    let own = |answer: &&Answer| answer.question.text.split(' ').next() == Some(subject);
    let answers: Vec<&Answer> = ANSWERS.iter().filter(own).collect();
    assert!(!answers.is_empty(), "nothing was asked about {subject}");
    answers
}

/// Whether all answers about a subject are as expected.
pub(super) fn agree(subject: &str) {
    for Answer { title, question, given } in about(subject) {
        match &question.expected {
            Expected::Text(expected) => assert_eq!(given, expected, "{title}: {}", question.text),
            Expected::Image { .. } => panic!("{subject} is about texts"),
        }
    }
}

/// The small games that are tried with every layout.
fn small() -> Vec<(&'static str, Vec<(&'static str, i64)>)> {
    vec![
        ("pancakes", vec![("n", 5)]),
        ("burnt-pancakes", vec![("n", 3)]),
        ("sliding-tiles", vec![]),
        ("topspin", vec![]),
        ("frogs", vec![]),
        ("hexapawn", vec![]),
        ("peg-triangle", vec![]),
        ("tic-tac-toe", vec![]),
        ("three-mens-morris", vec![]),
        ("dots-and-boxes", vec![]),
    ]
}

static ANSWERS: LazyLock<Vec<Answer>> = LazyLock::new(|| {
    let mut program = Program::new("positions");
    let mut asked_about: Vec<(String, usize, Question)> = Vec::new();
    let chosen = shipped::names().into_iter().map(|name| (shipped::model(&name, &[]), vec![None]));
    let all = small().into_iter().map(|(name, params)| {
        (shipped::model(name, &params), Family::CODED.into_iter().map(Some).collect())
    });
    for (model, families) in chosen.chain(all) {
        let facts = analyze(&model, Domain::start(&model, 0));
        let interp = Interp::new(&model);
        let states = reached(&interp);
        for family in families {
            let options = PlanOptions { family, ..PlanOptions::default() };
            let plan = plan_with_play(&model, &facts, options, &ShortPlay(&interp));
            let Ok(plan) = plan else { continue };
            let module = gdl::lower::game(&model, &plan);
            let number = program.add(&module);
            let has = |name: &str| module.functions.iter().any(|it| it.name == name);
            let asked =
                Asked { model: &model, facts: &facts, plan: &plan, interp: &interp, has: &has };
            let title = format!("{}, layout {}", model.title, plan.family.name());
            let questions = [
                properties::questions(&asked, &states),
                symmetric::questions(&asked, &states),
                before::questions(&asked, &states),
                notation::questions(&asked, &states),
            ];
            let numbered = questions.into_iter().flatten();
            asked_about.extend(numbered.map(|question| (title.clone(), number, question)));
        }
    }
    let text =
        |(_, number, question): &(String, usize, Question)| format!("{number} {}", question.text);
    let given = program.run(&asked_about.iter().map(text).collect::<Vec<_>>());
    assert_eq!(given.len(), asked_about.len());
    let answers = asked_about.into_iter().zip(given);
    answers.map(|((title, _, question), given)| Answer { title, question, given }).collect()
});
