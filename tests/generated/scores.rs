//! Points in generated code, against the interpreter: what moves bring, two moves one after the
//! other, and what the end adds.

use super::moves::{compiled, made_up, some_positions};
use super::plan;
use super::program::{Program, written};
use crate::shipped;
use gdl::model::{Model, State};
use gdl::plan::Family;
use gdl_runtime::interp::{Ending, Interp};
use std::collections::BTreeSet;

/// How many positions of a game and layout are compared.
const COMPARED: usize = 200;

/// What a player gets, less what the others do.
fn margin(gains: &[i64], state: &State) -> i64 {
    let own = |player: usize| player == state.mover.index();
    gains.iter().enumerate().map(|(player, gain)| if own(player) { *gain } else { -gain }).sum()
}

/// Every pair of moves with the position in between, the last position and what the second move
/// brings.
fn gains(interp: &Interp<'_>, state: &State, write: &dyn Fn(&State) -> String) -> String {
    let mut found = BTreeSet::new();
    for next in interp.successors(state) {
        let gain = margin(&next.gains, state);
        found.insert(format!("{}={gain}", write(&next.state)));
        for later in interp.successors(&next.state) {
            let gain = margin(&later.gains, &next.state);
            found.insert(format!("{}/{}={gain}", write(&next.state), write(&later.state)));
        }
    }
    found.into_iter().collect::<Vec<_>>().join(";")
}

#[test]
fn gains_agree_with_the_interpreter() {
    let mut models: Vec<Model> =
        vec![shipped::model("awari", &[("seeds", 1)]), shipped::model("dots-and-boxes", &[])];
    models.extend(made_up().iter().map(|(name, text)| compiled(name, text)));
    let mut program = Program::by_rules("scores");
    let (mut questions, mut answers) = (Vec::new(), Vec::new());
    let mut titles = Vec::new();
    let mut ends = 0;
    for model in &models {
        let interp = Interp::new(model);
        let states = some_positions(&interp);
        for family in Family::CODED {
            let Some(plan) = plan(model, Some(family)) else { continue };
            let module = gdl::lower::game(model, &plan);
            if !module.functions.iter().any(|function| function.name == "final_gain") {
                continue;
            }
            let number = program.add(&module);
            titles.push(model.title.as_str());
            let write = |state: &State| written(state, plan.hash.cells());
            for state in states.iter().step_by(states.len().div_ceil(COMPARED)) {
                if plan.hash.rank(state).is_none() {
                    continue;
                }
                questions.push(format!("{number} gains {}", write(state)));
                answers.push(gains(&interp, state, &write));
            }
            for state in &states {
                if let Some(Ending::Score(payoffs)) = interp.outcome(state) {
                    questions.push(format!("{number} final_gain {}", write(state)));
                    answers.push(margin(&payoffs, state).to_string());
                    ends += 1;
                }
            }
        }
    }
    titles.dedup();
    assert_eq!(titles, ["Awari", "Dots and boxes", "Boxes", "Points", "Small awari"]);
    assert!(ends > 10, "{ends} ends");
    let given = program.run(&questions);
    assert_eq!(given.len(), answers.len());
    for ((question, answer), given) in questions.iter().zip(&answers).zip(&given) {
        assert_eq!(given, answer, "{question}");
    }
}
