//! How the weight of a position changes with every move, as linear equations in unknown weights.
//!
//! A *weighting* gives a number to each content of each cell, to each seed of a heap, to each unit of a counter, to the player whose turn it
//! is, and to the sign of each arrangement (see [`super::parity`]; that one makes sense modulo 2 only). The weight of a position is the sum.
//! This module writes down what it means that every move changes the weight by one and the same number `b`; [`super::potential`] solves the
//! equations over GF(2), [`super::layers`] over the rational numbers.
//!
//! When a rule fits, each of its cells holds one of the contents it needs. The change of the weight is then a sum over these cells of
//! `h(x)`, a number that depends on the content `x` of the cell alone: minus the weight of `x` there if the cell is overwritten, plus the
//! weight of `x` on every cell that gets a copy. A sum of independent terms is constant exactly if every term is; so `h(x) = h(y)` for all
//! `x` and `y` that fit, and the sum is fixed. That is exact if contents vary independently, and never claims too much otherwise.
//!
//! Steps joined by `then` have a fixed change each, which add up to `b`. What may or may not happen after that, a consequence or the next
//! jump of a chain, must change nothing.
//!
//! One content of each cell, its *reference*, has weight 0: adding a constant to all contents of a cell adds a constant to all positions.

use super::parity::Arrangement;
use crate::model::{CellId, Content, ContentSet, CounterId, Model, PlayerId};
use std::collections::{BTreeMap, BTreeSet};

mod moves;

pub(super) use moves::equations;

/// A weight to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unknown {
    /// Of a content on a cell.
    Held(CellId, Content),
    /// Of one seed on a cell.
    Seed(CellId),
    /// Of one unit of a counter.
    Counter(CounterId),
    /// Of its being this player's turn; the first player's weight is 0.
    Mover(PlayerId),
    /// Of the sign of the arrangement with this number.
    Sign(usize),
}

/// The unknown weights of a game, numbered.
#[derive(Clone, Debug)]
pub(super) struct Unknowns {
    /// By number.
    pub(super) list: Vec<Unknown>,
    numbers: BTreeMap<Unknown, usize>,
    /// The possible contents of each cell that can change; on a heap board and for other cells none.
    pub(super) contents: Vec<ContentSet>,
}

impl Unknowns {
    /// The weights of a game: none for cells and counters that never change.
    fn new(model: &Model, possible: &[ContentSet], arrangements: &[Arrangement]) -> Self {
        let changing = |contents: &ContentSet| !model.heap && contents.len() > 1;
        let contents: Vec<ContentSet> = possible
            .iter()
            .map(|contents| if changing(contents) { *contents } else { ContentSet::NONE })
            .collect();
        let mut list = Vec::new();
        for cell in model.board.ids() {
            if model.heap {
                list.push(Unknown::Seed(cell));
            }
            // The reference is the first content, so the empty cell wherever it is possible.
            let weighted = contents[cell.index()].iter().skip(1);
            list.extend(weighted.map(|content| Unknown::Held(cell, content)));
        }
        let counters = (0..model.counters.len()).map(|counter| {
            CounterId(u8::try_from(counter).expect("the number of counters is limited"))
        });
        list.extend(
            counters.filter(|counter| moves::changes(model, *counter)).map(Unknown::Counter),
        );
        let players = (1..model.sides()).map(|player| u8::try_from(player).expect("few players"));
        list.extend(players.map(|player| Unknown::Mover(PlayerId(player))));
        // The sign of two pieces is just where the first of them stands.
        let signs = arrangements.iter().enumerate().filter(|(_, it)| it.cells.len() > 2);
        list.extend(signs.map(|(number, _)| Unknown::Sign(number)));
        let numbers = list.iter().enumerate().map(|(number, it)| (*it, number)).collect();
        Unknowns { list, numbers, contents }
    }

    /// The weight of one thing, as a form; nothing if it is 0 or never changes.
    pub(super) fn form(&self, unknown: Unknown) -> Form {
        Form(self.numbers.get(&unknown).map(|number| (*number, 1)).into_iter().collect())
    }

    /// The numbers of the weights for which `weight` gives a number other than 0. A weight of a reference content is taken off all others.
    pub(super) fn weights(&self, weight: impl Fn(Unknown) -> i64) -> Form {
        let relative = |unknown: &Unknown| match unknown {
            Unknown::Held(cell, _) => {
                let reference = self.contents[cell.index()].iter().next();
                weight(*unknown) - reference.map_or(0, |it| weight(Unknown::Held(*cell, it)))
            }
            _ => weight(*unknown),
        };
        let weights = self.list.iter().map(relative).enumerate();
        Form(weights.filter(|(_, weight)| *weight != 0).collect())
    }
}

/// A linear form in the unknown weights: numbers of unknowns with coefficients other than 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Form(BTreeMap<usize, i64>);

impl Form {
    /// The terms in order.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, i64)> + '_ {
        self.0.iter().map(|(unknown, factor)| (*unknown, *factor))
    }

    /// Adds a multiple of another form.
    pub(super) fn add(&mut self, other: &Form, factor: i64) {
        for (unknown, coefficient) in other.terms() {
            let sum = self.0.entry(unknown).or_insert(0);
            *sum += factor * coefficient;
            if *sum == 0 {
                self.0.remove(&unknown);
            }
        }
    }

    /// The form applied to numbers in the place of the unknowns.
    pub(super) fn at(&self, weights: &Form) -> i64 {
        self.terms().map(|(unknown, factor)| factor * weights.0.get(&unknown).unwrap_or(&0)).sum()
    }

    fn minus(&self, other: &Form) -> Form {
        let mut difference = self.clone();
        difference.add(other, -1);
        difference
    }

    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
}

/// What weights must satisfy so that every move changes the weight of the position by `b`.
#[derive(Clone, Debug)]
pub(super) struct Equations {
    /// The unknown weights.
    pub(super) unknowns: Unknowns,
    /// Forms that must be 0.
    pub(super) kept: Vec<Form>,
    /// Forms that must be `b`.
    pub(super) moved: Vec<Form>,
}

impl Equations {
    /// Whether these weights satisfy all equations, for a change of `b` by every move.
    pub(super) fn hold(&self, weights: &Form, b: i64) -> bool {
        self.kept.iter().all(|form| form.at(weights) == 0)
            && self.moved.iter().all(|form| form.at(weights) == b)
    }

    /// The same modulo 2.
    pub(super) fn hold_modulo_2(&self, weights: &Form, b: i64) -> bool {
        self.kept.iter().all(|form| form.at(weights) % 2 == 0)
            && self.moved.iter().all(|form| (form.at(weights) - b) % 2 == 0)
    }

    /// The equations for weightings that are sums of multiples of these: each equation as its values at them, with its right-hand side.
    /// Without repetition.
    pub(super) fn within(&self, span: &[Form]) -> BTreeSet<(Vec<i64>, bool)> {
        let values = |form: &Form| span.iter().map(|weights| form.at(weights)).collect();
        let kept = self.kept.iter().map(|form| (values(form), false));
        kept.chain(self.moved.iter().map(|form| (values(form), true))).collect()
    }
}
