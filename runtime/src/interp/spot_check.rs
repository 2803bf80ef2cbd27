//! Compiled code and layouts against the interpreter, on a sample, before every search and after
//! it.
//!
//! Generated code, a hash and the symmetries of a plan are right if the compiler is. Its mistakes
//! must not depend on luck to be seen, so every search on a table compares what it runs with the
//! interpreter on some hundred positions of its domain: their indices, the indices after their
//! moves, whether they are goals, and how many positions are symmetric to them. Afterwards the
//! first layers are counted again. That finds what is wrong in many positions. The whole game is
//! compared where it is small, and by `gamec verify` and `gamec audit`.

use super::notation::position_text;
use super::rules::Interp;
use crate::SolveError;
use crate::engine::{Sweep, View, neighbours};
use gdl::domain::Origin;
use gdl::layout::random::Random;
use gdl::model::State;
use gdl::plan::{Hash, Plan};
use hashbrown::HashSet;
use std::collections::BTreeSet;

/// Number of positions that are compared.
const SAMPLES: usize = 200;

/// After this many moves, random play begins again.
const LONGEST_PLAY: usize = 60;

/// The most moves of a position that is compared; counting the moves of chains can take long.
const MOST_MOVES: usize = 2_000;

/// The most positions of layers that are counted again.
const COUNTED: usize = 5_000;

/// Compares the numbers of a plan and the code that runs on them with the interpreter.
///
/// # Errors
///
/// [`SolveError::Disagreement`] with the first position on which they differ.
pub fn spot_check(
    interp: &Interp<'_>,
    plan: &Plan,
    from: &State,
    sweep: &dyn Sweep,
    view: View,
) -> Result<(), SolveError> {
    let check = Check { interp, plan, sweep, view };
    if sweep.size() != plan.hash.size() {
        return Err(check.disagreement(from, "the number of its table's entries"));
    }
    for state in sample(interp, plan, from) {
        check.index(&state)?;
        check.moves(&state)?;
        check.looks(&state)?;
    }
    Ok(())
}

/// Compares the numbers of a plan with the interpreter.
///
/// # Errors
///
/// [`SolveError::Disagreement`] with the first position that has no number of its own.
pub fn spot_check_numbers(
    interp: &Interp<'_>,
    plan: &Plan,
    from: &State,
    find: &dyn Fn(&State) -> Option<u64>,
    position: &dyn Fn(u64) -> State,
) -> Result<(), SolveError> {
    for state in sample(interp, plan, from) {
        let found = find(&state).map(position);
        let is_same = |found: &State| {
            *found == state || plan.hash.quotient().images(&state).any(|image| image == *found)
        };
        if !found.as_ref().is_some_and(is_same) {
            return Err(disagreement(interp, plan, &state, "its index"));
        }
    }
    Ok(())
}

/// Counts the first layers again.
///
/// # Errors
///
/// [`SolveError::Disagreement`] if the interpreter finds more or fewer positions at some distance.
pub fn check_first_layers(
    interp: &Interp<'_>,
    plan: &Plan,
    from: &State,
    layers: &[u64],
) -> Result<(), SolveError> {
    let from = interp.canonical(from.clone());
    let mut seen: HashSet<State> = HashSet::from_iter([from.clone()]);
    let mut layer = vec![from.clone()];
    let mut found = 1;
    for (depth, counted) in layers.iter().enumerate() {
        if *counted != layer.len() as u64 {
            let what = format!("the number of positions after {depth} moves from it");
            return Err(disagreement(interp, plan, &from, &what));
        }
        let mut next = Vec::new();
        for state in &layer {
            for successor in interp.successors(state) {
                if seen.insert(successor.state.clone()) {
                    next.push(successor.state);
                }
            }
            if found + next.len() > COUNTED {
                return Ok(());
            }
        }
        found += next.len();
        layer = next;
    }
    if layer.is_empty() {
        Ok(())
    } else {
        Err(disagreement(interp, plan, &from, "the number of moves that lead farthest from it"))
    }
}

/// What is compared.
struct Check<'a> {
    interp: &'a Interp<'a>,
    plan: &'a Plan,
    sweep: &'a dyn Sweep,
    view: View,
}

impl Check<'_> {
    fn disagreement(&self, state: &State, what: &str) -> SolveError {
        disagreement(self.interp, self.plan, state, what)
    }

    fn hash(&self) -> &Hash {
        &self.plan.hash
    }

    /// The one index of a position, or of those that the layout takes for the same.
    fn class(&self, state: &State) -> Option<u64> {
        let index = self.hash().class(state)?;
        self.hash().class_members(&self.hash().unrank(index)).contains(state).then_some(index)
    }

    fn index(&self, state: &State) -> Result<(), SolveError> {
        match self.class(state) {
            Some(index) if index < self.hash().size() => Ok(()),
            _ => Err(self.disagreement(state, "its index")),
        }
    }

    fn moves(&self, state: &State) -> Result<(), SolveError> {
        let successors = self.interp.successors(state);
        if successors.len() > MOST_MOVES {
            return Ok(());
        }
        let classes = successors.iter().map(|successor| self.class(&successor.state));
        let Some(mut expected) = classes.collect::<Option<BTreeSet<u64>>>() else {
            return Err(self.disagreement(state, "the index of a position after a move"));
        };
        let index = self.hash().class(state).expect("it was looked up before");
        let found = neighbours(self.sweep, index, View::AsIs);
        let mut found: BTreeSet<u64> = match self.hash().is_up_to_symmetry() {
            true => found.iter().filter_map(|it| self.class(&self.hash().unrank(*it))).collect(),
            false => found.into_iter().collect(),
        };
        // Where turned rings are the same, a turn of the ring is a move that changes nothing. A
        // puzzle can do without it.
        if self.interp.model().players.is_empty() {
            found.remove(&index);
            expected.remove(&index);
        }
        if found == expected { Ok(()) } else { Err(self.disagreement(state, "its moves")) }
    }

    fn looks(&self, state: &State) -> Result<(), SolveError> {
        let look = self.sweep.inspect(self.hash().class(state).expect("it was looked up before"));
        let model = self.interp.model();
        if model.goal.is_some() && look.is_goal != self.interp.is_goal(state) {
            return Err(self.disagreement(state, "whether it is a goal"));
        }
        if self.view == View::UpToSymmetry {
            let images: BTreeSet<State> = self.hash().quotient().images(state).collect();
            if look.orbit != images.len() as u64 {
                return Err(self.disagreement(state, "how many positions are symmetric to it"));
            }
            if !images.contains(&self.hash().unrank(look.canonical)) {
                return Err(self.disagreement(state, "which position stands for it"));
            }
        }
        Ok(())
    }
}

/// Returns positions of a domain, each once. Of a small game these are fewer than [`SAMPLES`].
fn sample(interp: &Interp<'_>, plan: &Plan, from: &State) -> Vec<State> {
    let mut play = Sample::new(interp, plan, from);
    let mut seen = HashSet::new();
    let mut states: Vec<State> = (0..SAMPLES).map(|_| play.next()).collect();
    states.retain(|state| seen.insert(state.clone()));
    states
}

/// Positions of a domain: random play from where it begins, over and over.
struct Sample<'a> {
    interp: &'a Interp<'a>,
    plan: &'a Plan,
    from: State,
    state: State,
    moves: usize,
    random: Random,
}

impl<'a> Sample<'a> {
    fn new(interp: &'a Interp<'a>, plan: &'a Plan, from: &State) -> Self {
        let from = interp.canonical(from.clone());
        Sample { interp, plan, state: from.clone(), from, moves: 0, random: Random(1) }
    }

    fn next(&mut self) -> State {
        let current = self.state.clone();
        let mut next = self.interp.successors(&current);
        self.moves += 1;
        self.state = if next.is_empty() || self.moves.is_multiple_of(LONGEST_PLAY) {
            self.beginning()
        } else {
            let chosen = self.random.below(next.len() as u64);
            next.swap_remove(usize::try_from(chosen).expect("a few moves")).state
        };
        current
    }

    /// Where play begins again; among placements, in any position of the table.
    fn beginning(&mut self) -> State {
        match self.plan.facts.domain.origin {
            Origin::Position(_) => self.from.clone(),
            Origin::Placements(_) => {
                let hash = &self.plan.hash;
                self.interp.canonical(hash.unrank(self.random.below(hash.size())))
            }
        }
    }
}

fn disagreement(interp: &Interp<'_>, plan: &Plan, state: &State, what: &str) -> SolveError {
    let model = interp.model();
    SolveError::Disagreement {
        game: model.title.clone(),
        layout: plan.family.name().to_owned(),
        position: position_text(model, state),
        what: what.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::PerState;
    use crate::engine::task::{Counts, Inspection, Order, Task};
    use crate::interp::Interpreted;
    use crate::interp::games::compiled;
    use gdl::domain::Domain;
    use gdl::facts::analyze;
    use gdl::plan::{PlanOptions, plan};
    use std::ops::Range;
    use std::sync::atomic::Ordering;

    const FROGS: &str = "board { f f . t t } pieces f = frog, t = toad
        move slide: [any | empty] -> [empty | any]
        move jump: [p:any | any | empty] -> [empty | _ | p]
        goal { t t . f f }";

    /// A mistake in code.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Lie {
        None,
        Size,
        Move,
        Goal,
        Orbit,
        Canonical,
    }

    /// Right code with a mistake in it.
    struct Lying<'a> {
        code: &'a dyn Sweep,
        lie: Lie,
    }

    impl Sweep for Lying<'_> {
        fn size(&self) -> u64 {
            self.code.size() + u64::from(self.lie == Lie::Size)
        }

        fn knows_predecessors(&self) -> bool {
            self.code.knows_predecessors()
        }

        fn inspect(&self, index: u64) -> Inspection {
            let look = self.code.inspect(index);
            Inspection {
                is_goal: look.is_goal != (self.lie == Lie::Goal && index == 7),
                orbit: look.orbit + u64::from(self.lie == Lie::Orbit),
                canonical: match self.lie {
                    Lie::Canonical => (look.canonical + 1) % self.code.size(),
                    _ => look.canonical,
                },
                ..look
            }
        }

        fn sweep(&self, task: &Task<'_>, part: Range<usize>) -> Counts {
            let counts = self.code.sweep(task, part);
            if self.lie == Lie::Move && task.orders.order == Order::Collect {
                task.claimed[0].store(0, Ordering::Relaxed);
            }
            counts
        }
    }

    fn checked(lie: Lie) -> Result<(), SolveError> {
        let model = compiled(FROGS, &[]);
        let interp = Interp::new(&model);
        let facts = analyze(&model, Domain::start(&model, 0));
        let plan = plan(&model, &facts, PlanOptions::default()).expect("it fits");
        assert!(plan.hash.quotient().order() > 1, "it is symmetric");
        let rules = Interpreted::new(&interp, &plan);
        let code = Lying { code: &PerState(&rules), lie };
        spot_check(&interp, &plan, &interp.start(), &code, View::UpToSymmetry)
    }

    #[test]
    fn every_kind_of_mistake_is_found() {
        assert_eq!(checked(Lie::None), Ok(()));
        let found = [Lie::Size, Lie::Move, Lie::Goal, Lie::Orbit, Lie::Canonical].map(|lie| {
            let error = checked(lie).expect_err("a mistake is found");
            error.to_string()
        });
        assert!(found[1].contains("disagree about its moves"), "{found:?}");
        assert!(found[2].contains("whether it is a goal"), "{found:?}");
        assert!(found[3].contains("how many positions are symmetric"), "{found:?}");
    }

    #[test]
    fn first_layers_are_counted_again() {
        let model = compiled(FROGS, &[]);
        let interp = Interp::new(&model);
        let facts = analyze(&model, Domain::start(&model, 0));
        let plan = plan(&model, &facts, PlanOptions::default()).expect("it fits");
        let options = crate::interp::SolveOptions::default();
        let layers = crate::interp::solve(&interp, &options, &mut crate::Silent).unwrap().layers;
        let check = |layers: &[u64]| check_first_layers(&interp, &plan, &interp.start(), layers);
        assert_eq!(check(&layers), Ok(()));
        assert!(check(&layers[..layers.len() - 1]).is_err(), "a layer is missing");
        for depth in 0..layers.len() {
            let mut wrong = layers.clone();
            wrong[depth] += 1;
            assert!(check(&wrong).is_err(), "{depth}");
        }
    }
}
