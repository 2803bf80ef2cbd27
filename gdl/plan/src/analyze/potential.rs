//! What stays even or odd, and what alternates: all linear properties modulo 2, by one
//! elimination.
//!
//! A [`Potential`] is a sum modulo 2 over the cells (1 if the cell holds one of some contents),
//! the counters, the player to move and the signs of arrangements. `change.rs` says what it means
//! that every move changes it by `b`: for `b = 0` the solutions are the *invariants*, for `b = 1`
//! the *move-alternating* properties. In peg solitaire every jump changes three holes in a row, so
//! the invariants are the sets of holes that meet every three in a row evenly: a space of
//! dimension 4. In sliding tiles the sign of the arrangement and the color of the empty cell
//! change together, so their sum is invariant and the color alone alternates.
//!
//! Invariants that only repeat that the number of some piece never changes are left out. Of the
//! rest a basis with short terms is given: it is independent modulo those, so a table of all
//! subsets of the cells needs one bit less for each of them.

use super::bounds::Bounds;
use super::change::{Changes, Equations, Form, Unknown, Unknowns};
use super::gf2::{BitVector, System};
use super::parity::{Arrangement, Parity};
use crate::domain::Domain;
use crate::model::{
    CellId, CellSet, Content, ContentSet, CounterId, Model, PieceId, PlayerId, State,
};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

mod short;
mod text;

use short::Shortener;
pub(super) use text::{content_name, counter_name, place};

/// LIMIT: with more unknown weights than this nothing is looked for. No game of ordinary size
/// comes near.
const MOST_UNKNOWNS: usize = 6000;

/// A sum modulo 2 that can be read off a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Potential {
    /// Each of these cells counts if it holds one of these contents.
    pub cells: Vec<(CellId, ContentSet)>,
    /// On a heap board, the pieces on these cells count.
    pub heaps: CellSet,
    /// These counters count with their values.
    pub counters: Vec<CounterId>,
    /// It counts if it is the turn of one of these.
    pub movers: Vec<PlayerId>,
    /// Each of these counts if it is an odd permutation.
    pub signs: Vec<Arrangement>,
}

impl Potential {
    /// Whether the sum is odd.
    pub fn is_odd(&self, state: &State) -> bool {
        let held = |(cell, contents): &&(CellId, ContentSet)| {
            contents.contains(Content(state.cells[cell.index()]))
        };
        let cells = self.cells.iter().filter(held).count();
        let heaps = self.heaps.iter().map(|cell| usize::from(state.cells[cell.index()]));
        let counters =
            self.counters.iter().map(|counter| usize::from(state.counters[counter.index()]));
        let signs = self.signs.iter().filter(|it| it.is_odd(&state.cells)).count();
        let mover = usize::from(self.movers.contains(&state.mover));
        let sum = cells + heaps.sum::<usize>() + counters.sum::<usize>() + signs + mover;
        sum % 2 == 1
    }
}

/// A sum modulo 2 that never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Invariant {
    /// The sum.
    pub potential: Potential,
    /// Whether it is odd at the start, and so for ever.
    pub odd: bool,
    /// The property in words.
    pub text: String,
}

/// A sum modulo 2 that changes with every move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Alternating {
    /// The sum.
    pub potential: Potential,
    /// What kind of property it is.
    pub form: AlternatingForm,
    /// Whether it is odd at the start.
    pub odd_at_start: bool,
    /// The property in words.
    pub text: String,
}

/// Kinds of alternating properties, the simplest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum AlternatingForm {
    /// The number of cells with this content is even or odd; cells that never change are left out.
    Count(Content),
    /// A counter is even or odd.
    Counter(CounterId),
    /// The only cell with this content is one of some cells.
    Place(Content),
    /// Whose turn it is.
    Mover,
    /// The sum of some numbers of pieces, counters and the turn.
    Numbers,
    /// The pieces are an even or odd permutation.
    Sign,
    /// Anything else.
    General,
}

/// All invariants and one alternating property.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Potentials {
    /// A basis of the invariants, apart from those that only say that the number of some piece is
    /// constant.
    pub invariants: Vec<Invariant>,
    /// The simplest property that changes with every move, if there is one.
    pub alternating: Option<Alternating>,
}

impl Potentials {
    /// The invariant from which, in a game for two, it follows whose turn it is.
    pub fn mover_follows(&self) -> Option<&Invariant> {
        self.invariants.iter().find(|invariant| !invariant.potential.movers.is_empty())
    }
}

/// Finds all invariants and an alternating property.
pub fn potentials(
    model: &Model,
    domain: &Domain,
    bounds: &Bounds<'_>,
    parity: &Parity,
) -> Potentials {
    // Placements are not all even or all odd.
    let Some(start) = domain.beginning() else { return Potentials::default() };
    let arrangements: Vec<Arrangement> =
        parity.arrangements.iter().map(|signs| signs.arrangement).collect();
    let changes = Changes::new(model, bounds, &arrangements);
    let unknowns = &changes.unknowns;
    if unknowns.list.len() > MOST_UNKNOWNS || changes.moves.is_empty() {
        return Potentials::default();
    }
    let equations = &changes.equations();
    let ctx = Ctx { model, start, bounds, arrangements: &arrangements, unknowns, equations };
    let system = ctx.eliminated();
    let shortener = Shortener::new(unknowns);
    let trivial = ctx.trivial();
    let basis = shortener.basis(&trivial, &system.null_space());
    let alternating = ctx.alternating(&system, &shortener, &[trivial, basis.clone()].concat());
    let invariants = basis.iter().map(|weights| {
        let potential = ctx.potential(weights);
        let odd = potential.is_odd(start);
        let text = text::invariant(model, bounds, start, &potential, odd);
        Invariant { potential, odd, text }
    });
    Potentials { invariants: invariants.collect(), alternating }
}

/// The contents of a game that can stand on cells, pieces first, then the empty cell.
pub(super) fn contents(model: &Model) -> impl Iterator<Item = Content> {
    let pieces = u8::try_from(model.pieces.len()).expect("at most MAX_PIECES");
    (0..pieces).map(|piece| PieceId(piece).content()).chain([Content::EMPTY])
}

/// What all functions below look at.
#[derive(Clone, Copy, Debug)]
struct Ctx<'a> {
    model: &'a Model,
    start: &'a State,
    bounds: &'a Bounds<'a>,
    arrangements: &'a [Arrangement],
    unknowns: &'a Unknowns,
    equations: &'a Equations,
}

impl Ctx<'_> {
    fn bits(&self, form: &Form) -> BitVector {
        let mut bits = BitVector::zero(self.unknowns.list.len());
        for (unknown, factor) in form.terms() {
            if factor % 2 != 0 {
                bits.flip(unknown);
            }
        }
        bits
    }

    fn eliminated(&self) -> System {
        let kept = self.equations.kept.iter().map(|form| (self.bits(form), false));
        let moved = self.equations.moved.iter().map(|form| (self.bits(form), true));
        let distinct: BTreeSet<(BitVector, bool)> = kept.chain(moved).collect();
        let mut system = System::new(self.unknowns.list.len());
        for (row, right) in distinct {
            system.insert(row, right);
        }
        system
    }

    /// What only says that a number of pieces or a counter never changes.
    fn trivial(&self) -> Vec<BitVector> {
        let counts = contents(self.model).map(|content| self.unknowns.count(content));
        let counters = self.unknowns.counters().map(|(_, form)| form);
        counts
            .chain(counters)
            .filter(|form| self.equations.hold(form, 0))
            .map(|form| self.bits(&form))
            .filter(|bits| !bits.is_zero())
            .collect()
    }

    /// The simplest alternating property; `invariants` may be added to it.
    fn alternating(
        &self,
        system: &System,
        shortener: &Shortener,
        invariants: &[BitVector],
    ) -> Option<Alternating> {
        let general = system.particular()?;
        let simple = self.simple_alternating(shortener);
        let (form, weights) = simple.unwrap_or_else(|| {
            (AlternatingForm::General, shortener.shortest(&general, invariants))
        });
        let potential = self.potential(&weights);
        let odd_at_start = potential.is_odd(self.start);
        let text = text::alternating(self.model, self.bounds, self.start, &potential);
        Some(Alternating { potential, form, odd_at_start, text })
    }

    fn simple_alternating(&self, shortener: &Shortener) -> Option<(AlternatingForm, BitVector)> {
        let unknowns = self.unknowns;
        let alternates = |form: &Form| self.equations.hold_modulo_2(form, 1);
        let found = |form: AlternatingForm, weights: &Form| Some((form, self.bits(weights)));
        let counts: Vec<(Content, Form)> =
            contents(self.model).map(|content| (content, self.unknowns.count(content))).collect();
        if let Some((content, form)) = counts.iter().find(|(_, form)| alternates(form)) {
            return found(AlternatingForm::Count(*content), form);
        }
        if let Some((counter, form)) = self.unknowns.counters().find(|(_, form)| alternates(form)) {
            return found(AlternatingForm::Counter(counter), &form);
        }
        let empty_first = counts.iter().rev().take(1).chain(counts.iter().rev().skip(1).rev());
        for (content, _) in empty_first.filter(|(content, form)| {
            self.equations.hold(form, 0) && text::is_single(self.start, self.bounds, *content)
        }) {
            let places = self.model.board.ids().map(|place| {
                unknowns.weights(|unknown| i64::from(unknown == Unknown::Held(place, *content)))
            });
            if let Some(weights) = self.within(shortener, &places.collect::<Vec<_>>()) {
                return Some((AlternatingForm::Place(*content), weights));
            }
        }
        let movers: Vec<Form> = unknowns.movers().collect();
        if let Some(weights) = self.within(shortener, &movers) {
            return Some((AlternatingForm::Mover, weights));
        }
        let numbers = counts.into_iter().map(|(_, form)| form);
        let numbers = numbers.chain(self.unknowns.counters().map(|(_, form)| form)).chain(movers);
        if let Some(weights) = self.within(shortener, &numbers.collect::<Vec<_>>()) {
            return Some((AlternatingForm::Numbers, weights));
        }
        let signs: Vec<Form> = unknowns.signs().collect();
        Some((AlternatingForm::Sign, self.within(shortener, &signs)?))
    }

    /// A short alternating sum of these weightings, if there is one.
    fn within(&self, shortener: &Shortener, span: &[Form]) -> Option<BitVector> {
        let mut system = System::new(span.len());
        for (values, right) in self.equations.within(span) {
            let mut row = BitVector::zero(span.len());
            values
                .iter()
                .enumerate()
                .filter(|(_, value)| *value % 2 != 0)
                .for_each(|(index, _)| row.flip(index));
            system.insert(row, right);
        }
        let sum = |choice: BitVector| {
            let zero = BitVector::zero(self.unknowns.list.len());
            choice.ones().fold(zero, |sum, index| sum.plus(&self.bits(&span[index])))
        };
        let solution = sum(system.particular()?);
        let others: Vec<BitVector> = system.null_space().into_iter().map(sum).collect();
        Some(shortener.shortest(&solution, &others))
    }

    /// The potential with these weights. A cell that counts for more than half of its contents
    /// counts for the others instead.
    fn potential(&self, weights: &BitVector) -> Potential {
        let unknowns = self.unknowns;
        let mut held = vec![ContentSet::NONE; unknowns.contents.len()];
        let mut potential = Potential {
            cells: Vec::new(),
            heaps: CellSet::EMPTY,
            counters: Vec::new(),
            movers: Vec::new(),
            signs: Vec::new(),
        };
        for number in weights.ones() {
            match unknowns.list[number] {
                Unknown::Held(cell, content) => {
                    let contents = &mut held[cell.index()];
                    *contents = contents.union(ContentSet::only(content));
                }
                Unknown::Seed(cell) => potential.heaps.insert(cell),
                Unknown::Counter(counter) => potential.counters.push(counter),
                Unknown::Mover(player) => potential.movers.push(player),
                Unknown::Sign(number) => potential.signs.push(self.arrangements[number]),
            }
        }
        for cell in self.model.board.ids() {
            let counting = held[cell.index()];
            let others = unknowns.contents[cell.index()].without(counting);
            if !counting.is_empty() {
                let fewer = if others.len() < counting.len() { others } else { counting };
                potential.cells.push((cell, fewer));
            }
        }
        potential
    }
}

impl fmt::Display for Potentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// More invariants than this are not listed one by one.
        const LISTED: usize = 8;
        for invariant in self.invariants.iter().take(LISTED) {
            writeln!(f, "{}", invariant.text)?;
        }
        if self.invariants.len() > LISTED {
            writeln!(f, "and {} more of this kind", self.invariants.len() - LISTED)?;
        }
        match &self.alternating {
            Some(alternating) => writeln!(f, "{}", alternating.text),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
