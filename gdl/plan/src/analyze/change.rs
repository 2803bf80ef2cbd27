//! How the weight of a position changes with every move, for weights that are still unknown.
//!
//! A *weighting* gives a number to each content of each cell, to each seed of a heap, to each unit
//! of a counter, to the player whose turn it is, and to the sign of each arrangement (see
//! [`super::parity`]; that one makes sense modulo 2 only). The weight of a position is the sum.
//! One content of each cell, its *reference*, has weight 0: adding a constant to all contents of a
//! cell adds a constant to all positions.
//!
//! The change by a move is a linear form in the unknown weights, one for every way in which the
//! move can happen: which rule, and what stood on its cells. A [`Change`] holds all these forms as
//! a tree of sums and choices. Every subject that asks for weights starts from it:
//!
//! - [`super::potential`] and [`super::layers`] want every move to change the weight by one and
//!   the same number `b`. A sum of independent choices is constant exactly if each choice is, so
//!   [`Changes::equations`] is a list of linear equations.
//! - [`super::falling`] wants every move to lower the weight. The largest change is a sum of
//!   largest choices.
//!
//! Choices are made as if they were independent, and conditions are not looked at except where
//! they rule out a move altogether. So all that really happens is in the tree, and possibly more:
//! what is claimed of all forms holds in the game.

use super::bounds::Bounds;
use super::parity::Arrangement;
use crate::model::{CellId, Content, ContentSet, CounterId, Effect, Model, PlayerId};
use std::collections::{BTreeMap, BTreeSet};

mod moves;

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
    /// By number. Those of one cell follow each other.
    pub(super) list: Vec<Unknown>,
    numbers: BTreeMap<Unknown, usize>,
    /// The possible contents of each cell that can change, the reference first; of other cells,
    /// and on a heap board, none.
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
            let weighted = contents[cell.index()].iter().skip(1);
            list.extend(weighted.map(|content| Unknown::Held(cell, content)));
        }
        let changed: BTreeSet<CounterId> = model
            .effects()
            .filter_map(|effect| match effect {
                Effect::Count { counter, .. } => Some(*counter),
                Effect::Again | Effect::Score(_) => None,
            })
            .collect();
        list.extend(changed.into_iter().map(Unknown::Counter));
        let players = (1..model.sides()).map(|player| u8::try_from(player).expect("few players"));
        list.extend(players.map(|player| Unknown::Mover(PlayerId(player))));
        // The sign of two pieces is just where the first of them stands.
        let signs = arrangements.iter().enumerate().filter(|(_, it)| it.cells.len() > 2);
        list.extend(signs.map(|(number, _)| Unknown::Sign(number)));
        let numbers = list.iter().enumerate().map(|(number, it)| (*it, number)).collect();
        Unknowns { list, numbers, contents }
    }

    /// The weight of one thing, as a form: 0 if it is a reference or never changes.
    pub(super) fn form(&self, unknown: Unknown) -> Form {
        Form(self.numbers.get(&unknown).map(|number| (*number, 1)).into_iter().collect())
    }

    /// The weighting in which each thing has the weight that `weight` gives, less that of its
    /// cell's reference.
    pub(super) fn weights(&self, weight: impl Fn(Unknown) -> i64) -> Form {
        let relative = |unknown: &Unknown| match unknown {
            Unknown::Held(cell, _) => {
                let reference = self.contents[cell.index()].iter().next();
                weight(*unknown) - reference.map_or(0, |it| weight(Unknown::Held(*cell, it)))
            }
            Unknown::Seed(_) | Unknown::Counter(_) | Unknown::Mover(_) | Unknown::Sign(_) => {
                weight(*unknown)
            }
        };
        self.list.iter().map(relative).enumerate().collect()
    }

    /// The weighting that counts the cells with this content; on a heap board, the seeds.
    pub(super) fn count(&self, content: Content) -> Form {
        self.weights(|unknown| match unknown {
            Unknown::Held(_, held) => i64::from(held == content),
            Unknown::Seed(_) => i64::from(content != Content::EMPTY),
            Unknown::Counter(_) | Unknown::Mover(_) | Unknown::Sign(_) => 0,
        })
    }

    /// The weightings by a single counter.
    pub(super) fn counters(&self) -> impl Iterator<Item = (CounterId, Form)> + '_ {
        self.list.iter().filter_map(|unknown| match unknown {
            Unknown::Counter(counter) => Some((*counter, self.form(*unknown))),
            _ => None,
        })
    }

    /// The weightings by whose turn it is, one for each player but the first.
    pub(super) fn movers(&self) -> impl Iterator<Item = Form> + '_ {
        let movers = self.list.iter().filter(|unknown| matches!(unknown, Unknown::Mover(_)));
        movers.map(|unknown| self.form(*unknown))
    }

    /// The weightings by a single sign.
    pub(super) fn signs(&self) -> impl Iterator<Item = Form> + '_ {
        let signs = self.list.iter().filter(|unknown| matches!(unknown, Unknown::Sign(_)));
        signs.map(|unknown| self.form(*unknown))
    }
}

/// A linear form in the unknown weights, or a weighting: numbers of unknowns with their
/// coefficients, none of them 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Form(BTreeMap<usize, i64>);

impl Form {
    /// The terms in order.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, i64)> + '_ {
        self.0.iter().map(|(unknown, factor)| (*unknown, *factor))
    }

    /// The coefficient of an unknown.
    pub(super) fn get(&self, unknown: usize) -> i64 {
        self.0.get(&unknown).copied().unwrap_or(0)
    }

    /// Adds a multiple of another form.
    pub(super) fn add(&mut self, other: &Form, factor: i64) {
        for (unknown, coefficient) in other.terms() {
            let sum = self.get(unknown) + factor * coefficient;
            if sum == 0 {
                self.0.remove(&unknown);
            } else {
                self.0.insert(unknown, sum);
            }
        }
    }

    /// The difference of two forms.
    #[must_use]
    pub(super) fn minus(&self, other: &Form) -> Form {
        let mut difference = self.clone();
        difference.add(other, -1);
        difference
    }

    /// The multiple of a form.
    #[must_use]
    pub(super) fn times(&self, factor: i64) -> Form {
        let mut product = Form::default();
        product.add(self, factor);
        product
    }

    /// The form applied to a weighting.
    pub(super) fn at(&self, weights: &Form) -> i64 {
        self.terms().map(|(unknown, factor)| factor * weights.get(unknown)).sum()
    }
}

impl FromIterator<(usize, i64)> for Form {
    fn from_iter<I: IntoIterator<Item = (usize, i64)>>(terms: I) -> Self {
        Form(terms.into_iter().filter(|(_, factor)| *factor != 0).collect())
    }
}

/// All changes that something can make to the weight of a position.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Just this one.
    Fixed(Form),
    /// The sum of one change of each.
    Sum(Vec<Change>),
    /// Any change of any of these, of which there is at least one.
    Choice(Vec<Change>),
    /// A square of forms, by cell and content: the sum of one form of each row that takes one of
    /// each column, because each of the contents stands on just one of the cells.
    Arranged(Vec<Vec<Form>>),
}

impl Change {
    /// One of the changes; `differences` gets what must be 0 so that all others are the same.
    fn constant(&self, differences: &mut BTreeSet<Form>) -> Form {
        match self {
            Change::Fixed(form) => form.clone(),
            Change::Sum(parts) => total(parts.iter().map(|part| part.constant(differences))),
            Change::Choice(parts) => {
                let forms: Vec<Form> =
                    parts.iter().map(|part| part.constant(differences)).collect();
                let first = forms[0].clone();
                differences.extend(forms[1..].iter().map(|form| form.minus(&first)));
                first
            }
            // Two contents may change places, so a sum of rows that does not depend on the order
            // is a number for each row plus one for each column.
            Change::Arranged(rows) => {
                for row in &rows[1..] {
                    differences.extend(
                        row.iter().zip(&rows[0]).map(|(form, above)| {
                            form.minus(&row[0]).minus(&above.minus(&rows[0][0]))
                        }),
                    );
                }
                total(rows.iter().enumerate().map(|(index, row)| row[index].clone()))
            }
        }
    }

    /// Number of forms in the tree.
    pub(super) fn size(&self) -> usize {
        match self {
            Change::Fixed(_) => 1,
            Change::Sum(parts) | Change::Choice(parts) => parts.iter().map(Change::size).sum(),
            Change::Arranged(rows) => rows.len() * rows.len(),
        }
    }

    /// The largest change for these weights, and one that reaches it. Arranged contents are taken
    /// as independent, which may give more.
    pub(super) fn largest(&self, weights: &Form) -> (i64, Form) {
        match self {
            Change::Fixed(form) => (form.at(weights), form.clone()),
            Change::Sum(parts) => {
                let (values, forms): (Vec<i64>, Vec<Form>) =
                    parts.iter().map(|part| part.largest(weights)).unzip();
                (values.iter().sum(), total(forms))
            }
            Change::Choice(parts) => best(parts.iter().map(|part| part.largest(weights))),
            Change::Arranged(rows) => {
                let row_best =
                    |row: &Vec<Form>| best(row.iter().map(|form| (form.at(weights), form.clone())));
                let (values, forms): (Vec<i64>, Vec<Form>) = rows.iter().map(row_best).unzip();
                (values.iter().sum(), total(forms))
            }
        }
    }
}

fn total(forms: impl IntoIterator<Item = Form>) -> Form {
    let mut total = Form::default();
    forms.into_iter().for_each(|form| total.add(&form, 1));
    total
}

/// The first of those with the largest value.
fn best(all: impl Iterator<Item = (i64, Form)>) -> (i64, Form) {
    all.reduce(|best, next| if next.0 > best.0 { next } else { best })
        .expect("a choice has at least one part")
}

/// The changes by everything that can happen in a game.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    /// The unknown weights.
    pub(super) unknowns: Unknowns,
    /// The changes by moves.
    pub(super) moves: Vec<Change>,
    /// The changes by what may or may not happen besides in a move: consequences, further jumps of
    /// a chain, settling, turning the ring.
    pub(super) extras: Vec<Change>,
}

impl Changes {
    /// Collects the changes by everything that can happen in a game.
    pub(super) fn new(model: &Model, bounds: &Bounds<'_>, arrangements: &[Arrangement]) -> Self {
        let unknowns = Unknowns::new(model, &bounds.possible, arrangements);
        moves::changes(model, bounds, arrangements, unknowns)
    }

    /// What it takes that every move changes the weight by `b` and nothing else changes it.
    pub(super) fn equations(&self) -> Equations {
        let mut kept = BTreeSet::new();
        let moved: BTreeSet<Form> =
            self.moves.iter().map(|change| change.constant(&mut kept)).collect();
        let extras: Vec<Form> =
            self.extras.iter().map(|change| change.constant(&mut kept)).collect();
        kept.extend(extras);
        kept.remove(&Form::default());
        Equations { kept: kept.into_iter().collect(), moved: moved.into_iter().collect() }
    }
}

/// What weights must satisfy so that every move changes the weight of the position by `b`.
#[derive(Clone, Debug)]
pub(super) struct Equations {
    /// Forms that must be 0.
    pub(super) kept: Vec<Form>,
    /// Forms that must be `b`.
    pub(super) moved: Vec<Form>,
}

impl Equations {
    /// Whether a weighting satisfies all equations, for a change of `b` by every move.
    pub(super) fn hold(&self, weights: &Form, b: i64) -> bool {
        self.kept.iter().all(|form| form.at(weights) == 0)
            && self.moved.iter().all(|form| form.at(weights) == b)
    }

    /// Whether a weighting satisfies all equations modulo 2, for a change of `b` by every move.
    pub(super) fn hold_modulo_2(&self, weights: &Form, b: i64) -> bool {
        self.kept.iter().all(|form| form.at(weights) % 2 == 0)
            && self.moved.iter().all(|form| (form.at(weights) - b) % 2 == 0)
    }

    /// The equations for sums of multiples of these weightings: the values of each equation at
    /// them, and whether its right-hand side is `b`.
    pub(super) fn within(&self, span: &[Form]) -> BTreeSet<(Vec<i64>, bool)> {
        let values = |form: &Form| span.iter().map(|weights| form.at(weights)).collect();
        let kept = self.kept.iter().map(|form| (values(form), false));
        kept.chain(self.moved.iter().map(|form| (values(form), true))).collect()
    }
}
