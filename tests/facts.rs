//! What the compiler claims about a game holds in it: every claim is checked on random walks by the interpreter.

use crate::shipped;
use gdl::analyze::counts::{Trend, What};
use gdl::analyze::inverse::Inverse;
use gdl::facts::{Facts, analyze};
use gdl::model::{Content, Model, State};
use gdl_runtime::interp::Interp;
use std::collections::BTreeMap;

/// A small generator of numbers; the walks need no better one.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound).expect("small")).expect("small")
    }
}

/// Walks at random from the start, beginning again at every end, and shows each move: before and after.
fn walk(interp: &Interp<'_>, steps: usize, mut look: impl FnMut(&State, &State)) {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut state = interp.start();
    for _ in 0..steps {
        let mut next = interp.successors(&state);
        if next.is_empty() {
            state = interp.start();
            continue;
        }
        let chosen = next.swap_remove(numbers.below(next.len())).state;
        look(&state, &chosen);
        state = chosen;
    }
}

fn number(model: &Model, state: &State, what: What) -> i64 {
    match what {
        What::Counter(counter) => i64::from(state.counters[usize::from(counter)]),
        What::Content(_) if model.heap => state.cells.iter().map(|height| i64::from(*height)).sum(),
        What::Content(content) => {
            i64::try_from(state.cells.iter().filter(|held| **held == content.0).count())
                .expect("few cells")
        }
    }
}

/// Every shipped game with its facts.
fn games() -> Vec<(String, Model)> {
    shipped::names().into_iter().map(|name| (name.clone(), shipped::model(&name, &[]))).collect()
}

fn facts(model: &Model) -> Facts {
    analyze(model, &model.starts[0])
}

#[test]
fn cells_hold_only_what_they_can() {
    for (name, model) in games() {
        let facts = facts(&model);
        walk(&Interp::new(&model), 400, |_, after| {
            for (held, possible) in after.cells.iter().zip(&facts.terrain.possible) {
                let content = Content(if model.heap { (*held).min(1) } else { *held });
                assert!(possible.contains(content), "{name}: {after:?}");
            }
        });
    }
}

#[test]
fn numbers_change_as_claimed() {
    for (name, model) in games() {
        let facts = facts(&model);
        walk(&Interp::new(&model), 400, |before, after| {
            for quantity in &facts.counts.quantities {
                let (old, new) =
                    (number(&model, before, quantity.what), number(&model, after, quantity.what));
                let right = match quantity.trend {
                    Trend::Constant => new == old,
                    Trend::Falls => new <= old,
                    Trend::Rises => new >= old,
                    Trend::Free => true,
                };
                assert!(right, "{name}: {} went from {old} to {new}", quantity.label);
                assert!(
                    (quantity.range.low..=quantity.range.high).contains(&new),
                    "{name}: {} is {new}",
                    quantity.label
                );
            }
        });
    }
}

#[test]
fn play_follows_the_tiers() {
    for (name, model) in games() {
        let facts = facts(&model);
        let tiers = &facts.tiers;
        if tiers.tiers.is_empty() {
            assert!(tiers.key.is_empty() || tiers.tiers.is_empty());
            continue;
        }
        let by_key: BTreeMap<&Vec<i64>, usize> =
            tiers.tiers.iter().enumerate().map(|(index, tier)| (&tier.key, index)).collect();
        let key = |state: &State| -> Vec<i64> {
            tiers.key.iter().map(|what| number(&model, state, *what)).collect()
        };
        for (index, tier) in tiers.tiers.iter().enumerate() {
            assert!(
                tier.next.iter().all(|next| *next < index),
                "{name}: a tier comes after all that can follow it"
            );
        }
        // A chain or a settling move may pass through several tiers in one move.
        let one_step =
            !model.moves.iter().any(|declared| !matches!(declared.body, gdl::model::Body::Once(_)));
        walk(&Interp::new(&model), 600, |before, after| {
            let (old, new) = (
                by_key[&key(before)],
                *by_key.get(&key(after)).unwrap_or_else(|| panic!("{name}: {after:?}")),
            );
            assert!(tiers.tiers[new].movers.contains(&after.mover), "{name}: {after:?}");
            let follows =
                old == new || tiers.tiers[old].next.contains(&new) || (!one_step && new < old);
            assert!(follows, "{name}: {before:?} to {after:?}");
        });
    }
}

#[test]
fn undirected_games_can_go_back() {
    let mut undirected = 0;
    for (name, model) in games() {
        if facts(&model).inverse != Inverse::Undirected {
            continue;
        }
        undirected += 1;
        let interp = Interp::new(&model);
        walk(&interp, 60, |before, after| {
            assert!(
                interp.successors(after).iter().any(|back| back.state == *before),
                "{name}: {before:?}"
            );
        });
    }
    assert!(undirected >= 8, "sliding, flipping and hopping puzzles are undirected");
}

#[test]
fn facts_of_the_literature_are_found() {
    let tiers = |name: &str| facts(&shipped::model(name, &[])).tiers.labels;
    assert_eq!(tiers("peg-solitaire"), [["peg"]]);
    assert_eq!(tiers("fox-and-geese"), [["goose"]]);
    assert_eq!(tiers("awari"), [["seed"]]);
    assert_eq!(
        tiers("nine-mens-morris"),
        [["hand of white", "hand of black"], ["white man", "black man"]],
        "Gasser's decomposition: men in hand first, then men on the board"
    );
    assert_eq!(
        facts(&shipped::model("tilt", &[])).terrain.fixed.len(),
        3,
        "two blocks and the hole"
    );
    let blocks = facts(&shipped::model("klotski", &[])).blocks.blocks;
    assert_eq!(blocks.iter().map(|block| block.pieces.len()).collect::<Vec<_>>(), [4, 2, 2]);
}
