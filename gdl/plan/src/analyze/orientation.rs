//! Sums of turns: by how much each move turns all pieces together.
//!
//! For every number of orientations `k` that pieces have, the turns of all these pieces are added
//! up modulo `k`; play begins with some sum. If every move changes it by a multiple of some
//! divisor `d` of `k`, the sum modulo `d` never changes; with `d = k` the turn of the last piece
//! follows from the others. On the pocket cube each quarter turn of a face turns its corners by 0
//! or by 1 + 2 + 1 + 2 thirds: the sum stays 0 modulo 3. A flip of j burnt pancakes changes the
//! sum by j, so there it tells nothing.
//!
//! All changes that a move can make are collected as a set of residues, cell by cell, as if the
//! contents of cells were independent. Passing is a move that changes nothing. Where no move can
//! be made there is nothing to say.

use super::bounds::Bounds;
use super::contents::can_fire;
use super::fold::MoveFold;
use super::parity::needed_contents;
use crate::domain::Domain;
use crate::model::{Carry, CellSet, Content, ContentSet, Model, Rule, State, Stuck, Write};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// The sum of the turns of all pieces with the same number of orientations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnSum {
    /// How many orientations these pieces have.
    pub orientations: u8,
    /// The pieces, as contents.
    pub pieces: ContentSet,
    /// By how much moves can change the sum, modulo the number of orientations; empty if no move
    /// can be made.
    pub changes: Vec<u8>,
    /// The largest divisor of the number of orientations modulo which the sum never changes.
    pub divisor: u8,
    /// The sum where play begins, modulo the divisor.
    pub first: u8,
}

impl TurnSum {
    /// By how much every move changes the sum, if all change it by the same.
    pub fn fixed_change(&self) -> Option<u8> {
        match self.changes.as_slice() {
            [change] => Some(*change),
            _ => None,
        }
    }

    /// The sum for a position, modulo the number of orientations.
    pub fn value(&self, state: &State) -> u8 {
        let turned = state.cells.iter().zip(&state.turns);
        let turns = turned.filter(|(held, _)| self.pieces.contains(Content(**held)));
        let sum: usize = turns.map(|(_, turn)| usize::from(*turn)).sum();
        u8::try_from(sum % usize::from(self.orientations)).expect("smaller than the modulus")
    }
}

/// The sums of turns of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Orientation {
    /// One for each number of orientations above 1, in order.
    pub sums: Vec<TurnSum>,
}

/// Works out how moves change the sums of turns.
pub fn orientation(model: &Model, domain: &Domain, bounds: &Bounds<'_>) -> Orientation {
    let Some(start) = domain.beginning() else { return Orientation { sums: Vec::new() } };
    let moduli: BTreeSet<u8> = model.pieces.iter().map(|piece| piece.turns).collect();
    let sums = moduli.into_iter().filter(|modulus| *modulus > 1).map(|modulus| {
        let turning = |content: &Content| {
            content.piece().is_some_and(|piece| model.pieces[piece.index()].turns == modulus)
        };
        let pieces: ContentSet =
            ContentSet::all_pieces(model.pieces.len()).iter().filter(turning).collect();
        let ctx = Ctx { bounds, modulus: u16::from(modulus), pieces };
        let mut changes: Residues =
            bounds.moves().filter_map(|one| ctx.whole_move(model, one)).flatten().collect();
        if model.stuck == Some(Stuck::Passes) && !changes.is_empty() {
            changes.insert(0);
        }
        let changes: Vec<u8> = changes
            .into_iter()
            .map(|change| u8::try_from(change).expect("smaller than the modulus"))
            .collect();
        let divisor = changes.iter().fold(modulus, |divisor, change| {
            let mut pair = (divisor, *change);
            while pair.1 > 0 {
                pair = (pair.1, pair.0 % pair.1);
            }
            pair.0
        });
        let sum = TurnSum { orientations: modulus, pieces, changes, divisor, first: 0 };
        TurnSum { first: sum.value(start) % divisor, ..sum }
    });
    Orientation { sums: sums.collect() }
}

/// Residues modulo the number of orientations.
type Residues = BTreeSet<u16>;

/// What all functions below look at.
#[derive(Clone, Copy, Debug)]
struct Ctx<'a> {
    bounds: &'a Bounds<'a>,
    modulus: u16,
    pieces: ContentSet,
}

impl Ctx<'_> {
    fn sums(&self, one: &Residues, two: &Residues) -> Residues {
        one.iter()
            .flat_map(|left| two.iter().map(move |right| (left + right) % self.modulus))
            .collect()
    }
}

impl MoveFold for Ctx<'_> {
    type Outcome = Residues;

    fn nothing(&self) -> Residues {
        Residues::from([0])
    }

    fn then(&self, first: &Residues, next: &Residues) -> Residues {
        self.sums(first, next)
    }

    fn or(&self, mut one: Residues, other: Residues) -> Residues {
        one.extend(other);
        one
    }

    fn repeated(&self, first: Residues, further: &Residues) -> Residues {
        let mut all = first;
        loop {
            let more = self.sums(&all, further);
            if more.is_subset(&all) {
                return all;
            }
            all.extend(more);
        }
    }

    /// Each carried piece turns as far as the carry says, if it is one of these pieces.
    fn permute(&self, carries: &[Carry]) -> Option<Residues> {
        Some(carries.iter().fold(self.nothing(), |total, carry| {
            let possible = self.bounds.possible[carry.from.index()];
            let mut turns = Residues::new();
            if !possible.intersection(self.pieces).is_empty() {
                turns.insert(u16::from(carry.turn) % self.modulus);
            }
            if !possible.without(self.pieces).is_empty() {
                turns.insert(0);
            }
            self.sums(&total, &turns)
        }))
    }

    /// A rule turns nothing, but what it removes or doubles can have been turned in any way.
    fn rule(&self, rule: &Rule) -> Option<Residues> {
        let possible = &self.bounds.possible;
        can_fire(rule, possible).then_some(())?;
        let mut read = CellSet::EMPTY;
        for (cell, write) in &rule.writes {
            read.insert(*cell);
            if let Write::Copy(from) = write {
                read.insert(*from);
            }
        }
        let mut total = Residues::from([0]);
        for cell in read.iter() {
            let copies =
                rule.writes.iter().filter(|(_, write)| *write == Write::Copy(cell)).count();
            let lost = rule.writes.iter().any(|(written, _)| *written == cell);
            let held = needed_contents(rule, possible, cell).intersection(self.pieces);
            if copies != usize::from(lost) && !held.is_empty() {
                total = (0..self.modulus).collect();
            }
        }
        Some(total)
    }
}

impl fmt::Display for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sum in self.sums.iter().filter(|sum| !sum.changes.is_empty()) {
            let TurnSum { orientations, divisor, .. } = sum;
            let all = format!("the turns of all pieces with {orientations} orientations");
            match *divisor {
                other if sum.first > 0 => {
                    writeln!(f, "{all} always add up to {} modulo {other}", sum.first)?
                }
                1 => writeln!(f, "{all} can add up to anything")?,
                same if same == *orientations => writeln!(
                    f,
                    "{all} always add up to a multiple of {same}: the turn of the last piece follows from the others"
                )?,
                other => writeln!(f, "{all} always add up to a multiple of {other}")?,
            }
            if let Some(change) = sum.fixed_change().filter(|change| *change != 0) {
                writeln!(f, "every move changes the sum by {change}, modulo {orientations}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Params, Source, compile};

    fn sums(text: &str) -> Vec<TurnSum> {
        let source = Source::new("test.gdl", text);
        let (model, _) = compile(&source, &Params::new()).expect("a game");
        orientation(&model, &Domain::start(&model, 0), &Bounds::new(&model)).sums
    }

    fn sum(text: &str) -> TurnSum {
        let [sum] = sums(text).try_into().expect("pieces of one kind of orientations");
        sum
    }

    const ROW: &str = "game \"t\" board row(4) pieces 1 .. 4 turns 4 start 1 .. 4 goal start ";

    #[test]
    fn a_cube_keeps_the_sum() {
        let cube =
            "game \"t\" board points(A, B, C, D, E) pieces 1 .. 5 turns 3 start 1 .. 5 goal start
            move U(q in 1 .. 3): cycle A B C D times q
            move R(q in 1 .. 3): cycle A B C E turn 1 2 1 2 times q";
        let sum = sum(cube);
        assert_eq!((sum.divisor, sum.fixed_change()), (3, Some(0)));
    }

    #[test]
    fn one_more_third_breaks_it() {
        let cube =
            "game \"t\" board points(A, B, C, D, E) pieces 1 .. 5 turns 3 start 1 .. 5 goal start
            move U(q in 1 .. 3): cycle A B C D times q
            move R(q in 1 .. 3): cycle A B C E turn 1 2 1 1 times q";
        let sum = sum(cube);
        assert_eq!((sum.divisor, sum.changes), (1, vec![0, 1, 2]));
    }

    #[test]
    fn flips_of_any_number_keep_nothing() {
        let sum = sum(&format!("{ROW} move flip(k in 1 .. 4): reverse 1 .. k turn 1"));
        assert_eq!((sum.divisor, sum.changes), (1, vec![0, 1, 2, 3]));
    }

    #[test]
    fn even_turns_keep_the_sum_even() {
        let sum = sum(&format!(
            "{ROW} move a: reverse 1 .. 3 turn 2 move b: reverse 1 .. 2 turn 1 move c: cycle 1 2 3 4"
        ));
        assert_eq!((sum.divisor, sum.changes), (2, vec![0, 2]));
    }

    #[test]
    fn a_fixed_change_is_seen() {
        let sum =
            sum(&format!("{ROW} move a: reverse 1 .. 3 turn 1 move b: cycle 1 2 4 turn 1 1 1"));
        assert_eq!((sum.divisor, sum.fixed_change()), (1, Some(3)));
    }

    #[test]
    fn passing_turns_nothing() {
        let game = "game \"t\" players A, B board row(3) pieces 1 .. 3 turns 4 start 1 .. 3
            move a when count(any) > 1: reverse 1 .. 3 turn 1 stuck ";
        assert_eq!(sum(&format!("{game} draws")).fixed_change(), Some(3));
        let passing = sum(&format!("{game} passes"));
        assert_eq!((passing.fixed_change(), passing.changes), (None, vec![0, 3]));
    }

    #[test]
    fn nothing_is_said_where_nothing_can_be_done() {
        let game =
            "game \"t\" players A, B board row(3) pieces 1 .. 3 turns 4 start 1 .. 3 stuck passes
            move step along next: [any | empty] -> [empty | any]";
        let source = Source::new("test.gdl", game);
        let (model, _) = compile(&source, &Params::new()).expect("a game");
        let found = orientation(&model, &Domain::start(&model, 0), &Bounds::new(&model));
        assert_eq!((found.sums[0].changes.len(), found.to_string().as_str()), (0, ""));
    }

    #[test]
    fn carrying_keeps_turns_and_removing_loses_them() {
        let start = "game \"t\" board row(4) pieces a = one, b = two turns 4 start one, two, empty, empty goal some one in 4
            move spin: cycle 1 2 turn 2 2 move step along next prev: [any | empty] -> [empty | any] ";
        assert_eq!(sum(start).divisor, 2);
        assert_eq!(sum(&format!("{start} move drop: [any | empty] -> [empty | empty]")).divisor, 1);
    }
}
