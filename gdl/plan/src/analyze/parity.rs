//! Even and odd: the sign of every move as a permutation of pieces that are all different.
//!
//! An [`Arrangement`] is a set of cells on which every possible content occurs exactly once, for
//! ever: cells that can hold a common content belong together, the start has one of each, and
//! every rule carries what it takes to another cell of the set. At most one of these contents is
//! the empty cell, which counts as a piece here. The sign of a position is the parity of the
//! number of pairs of cells whose contents are in the wrong order; a rule that permutes the cells
//! with an even number of exchanges keeps it, an odd one changes it.
//!
//! With several arrangements (say corners and edges) each has a sign of its own. Passing is a move
//! that leaves every piece where it is, an even permutation.

use super::bounds::Bounds;
use super::contents::can_fire;
use super::fold::MoveFold;
use crate::domain::Domain;
use crate::model::{
    Action, Carry, CellId, CellSet, Content, ContentSet, Model, PlayerId, Rule, State, Stuck, Write,
};
use serde::Serialize;
use std::fmt;

/// Cells whose contents are all different, in every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Arrangement {
    /// The cells.
    pub cells: CellSet,
    /// What stands on them, each exactly once; as many as there are cells.
    pub contents: ContentSet,
}

impl Arrangement {
    /// Whether the contents, read in the order of the cells, are an odd permutation.
    pub fn is_odd(&self, cells: &[u8]) -> bool {
        let held: Vec<u8> = self.cells.iter().map(|cell| cells[cell.index()]).collect();
        let wrong = |(index, first): (usize, &u8)| {
            held[index + 1..].iter().filter(|second| *second < first).count()
        };
        held.iter().enumerate().map(wrong).sum::<usize>() % 2 == 1
    }

    /// Whether a rule is an odd permutation of these cells. Nothing if it is no permutation of
    /// them.
    pub fn rule_is_odd(&self, rule: &Rule, possible: &[ContentSet]) -> Option<bool> {
        let needed = |cell: CellId| needed_contents(rule, possible, cell);
        let mut carried: Vec<(CellId, CellId)> = Vec::new();
        for &(to, write) in rule.writes.iter().filter(|(to, _)| self.cells.contains(*to)) {
            let from = match write {
                Write::Copy(from) => from,
                // The only one of its kind: it must have stood on a cell that surely held it.
                Write::Put(content) => rule
                    .needs
                    .iter()
                    .map(|(cell, _)| *cell)
                    .filter(|cell| self.cells.contains(*cell))
                    .find(|cell| needed(*cell).single() == Some(content))?,
            };
            if !self.cells.contains(from) {
                return None;
            }
            carried.push((from, to));
        }
        is_odd_permutation(&carried)
    }

    /// Whether carrying contents is an odd permutation of these cells. Nothing if it is no
    /// permutation of them.
    pub fn carries_are_odd(&self, carries: &[Carry]) -> Option<bool> {
        let inside = |cell: CellId| self.cells.contains(cell);
        let touching = carries.iter().filter(|carry| inside(carry.from) || inside(carry.to));
        let carried: Vec<(CellId, CellId)> = touching.map(|carry| (carry.from, carry.to)).collect();
        carried.iter().all(|(from, to)| inside(*from) && inside(*to)).then_some(())?;
        is_odd_permutation(&carried)
    }

    /// Whether a rule asks for the same content twice, which there is only once.
    pub fn rules_out(&self, rule: &Rule, possible: &[ContentSet]) -> bool {
        let mut seen = ContentSet::NONE;
        for (cell, _) in rule.needs.iter().filter(|(cell, _)| self.cells.contains(*cell)) {
            if let Some(content) = needed_contents(rule, possible, *cell).single() {
                if seen.contains(content) {
                    return true;
                }
                seen = seen.union(ContentSet::only(content));
            }
        }
        false
    }
}

/// The sign of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Sign {
    /// Always an even permutation.
    Even,
    /// Always an odd permutation.
    Odd,
    /// Sometimes this, sometimes that.
    Either,
}

/// The sign of one move of the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveSign {
    /// Its name.
    pub name: String,
    /// The values of its parameters.
    pub args: Vec<i64>,
    /// Whose move it is.
    pub player: PlayerId,
    /// Its sign.
    pub sign: Sign,
}

/// The signs of all moves on one arrangement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ArrangementSigns {
    /// The arrangement.
    pub arrangement: Arrangement,
    /// The moves that can ever be made.
    pub moves: Vec<MoveSign>,
    /// All of them together, and passing.
    pub all: Sign,
    /// The sign of a turn of the ring by one cell, where turned positions count as the same.
    pub rotation: Option<Sign>,
}

/// What is known about signs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parity {
    /// The arrangements; none if the pieces are not all different or do not only change places.
    pub arrangements: Vec<ArrangementSigns>,
}

/// Works out the sign of every move.
pub fn parity(model: &Model, domain: &Domain, bounds: &Bounds<'_>) -> Parity {
    // Placements have no signs in common.
    let Some(start) = domain.beginning() else { return Parity { arrangements: Vec::new() } };
    let possible = &bounds.possible;
    let mut arrangements = Vec::new();
    for arrangement in candidates(model, start, possible) {
        let ctx = Ctx { model, bounds, arrangement: &arrangement };
        if !ctx.only_permuted() {
            continue;
        }
        let moves: Vec<MoveSign> = bounds
            .moves()
            .filter_map(|one| {
                let sign = ctx.whole_move(model, one)?;
                let (name, args) = (one.name.clone(), one.args.clone());
                Some(MoveSign { name, args, player: one.player, sign })
            })
            .collect();
        let passes = (model.stuck == Some(Stuck::Passes)).then_some(Sign::Even);
        let all = moves.iter().map(|one| one.sign).chain(passes).reduce(Sign::or);
        let all = all.unwrap_or(Sign::Even);
        let turned = arrangement.cells.len() % 2 == 0;
        let rotation = model.same_rotations.then(|| Sign::of(turned));
        arrangements.push(ArrangementSigns { arrangement, moves, all, rotation });
    }
    Parity { arrangements }
}

/// What a cell can hold when a rule fits.
pub(super) fn needed_contents(rule: &Rule, possible: &[ContentSet], cell: CellId) -> ContentSet {
    let need = rule.needs.iter().find(|(needed, _)| *needed == cell);
    need.map_or(possible[cell.index()], |(_, contents)| {
        contents.intersection(possible[cell.index()])
    })
}

/// Sets of cells that share no content with other cells and hold each of theirs once at the start.
fn candidates(model: &Model, start: &State, possible: &[ContentSet]) -> Vec<Arrangement> {
    if model.heap {
        return Vec::new();
    }
    let mut groups: Vec<Arrangement> = Vec::new();
    for cell in model.board.ids().filter(|cell| possible[cell.index()].len() > 1) {
        let mut group = Arrangement { cells: CellSet::EMPTY, contents: possible[cell.index()] };
        group.cells.insert(cell);
        // Groups are disjoint, so one pass finds everything that the new cell joins.
        groups.retain(|other| {
            let apart = other.contents.intersection(possible[cell.index()]).is_empty();
            if !apart {
                group.cells = group.cells.union(other.cells);
                group.contents = group.contents.union(other.contents);
            }
            apart
        });
        groups.push(group);
    }
    groups.sort_by_key(|group| group.cells.0.trailing_zeros());
    groups.retain(|group| {
        let held = group.cells.iter().map(|cell| Content(start.cells[cell.index()]));
        group.cells.len() == group.contents.len() && held.collect::<ContentSet>() == group.contents
    });
    groups
}

/// Whether the pairs (from, to) are an odd permutation. Nothing if they are no permutation.
fn is_odd_permutation(carried: &[(CellId, CellId)]) -> Option<bool> {
    let mut from: Vec<CellId> = carried.iter().map(|(from, _)| *from).collect();
    let mut to: Vec<CellId> = carried.iter().map(|(_, to)| *to).collect();
    from.sort_unstable();
    to.sort_unstable();
    let distinct = to.windows(2).all(|pair| pair[0] != pair[1]);
    (distinct && from == to).then_some(())?;
    // A cycle of k cells is k - 1 exchanges, so the sign is the parity of cells minus cycles.
    let mut seen = CellSet::EMPTY;
    let mut cycles = 0;
    for &(start, _) in carried {
        cycles += usize::from(!seen.contains(start));
        let mut cell = start;
        while !seen.contains(cell) {
            seen.insert(cell);
            let next = carried.iter().find(|(from, _)| *from == cell);
            cell = next.map_or(start, |(_, to)| *to);
        }
    }
    Some((carried.len() - cycles) % 2 == 1)
}

impl Sign {
    fn of(odd: bool) -> Self {
        if odd { Sign::Odd } else { Sign::Even }
    }

    /// One or the other is done.
    fn or(self, other: Sign) -> Sign {
        if self == other { self } else { Sign::Either }
    }
}

/// What all functions below look at.
#[derive(Clone, Copy, Debug)]
struct Ctx<'a> {
    model: &'a Model,
    bounds: &'a Bounds<'a>,
    arrangement: &'a Arrangement,
}

impl Ctx<'_> {
    fn fires(&self, rule: &Rule) -> bool {
        let possible = &self.bounds.possible;
        can_fire(rule, possible) && !self.arrangement.rules_out(rule, possible)
    }

    /// Whether every rule is a permutation of the arrangement.
    fn only_permuted(&self) -> bool {
        let permutes = |rule: &Rule| {
            !self.fires(rule) || self.arrangement.rule_is_odd(rule, &self.bounds.possible).is_some()
        };
        self.model.actions().all(|action| match action {
            Action::Nothing => true,
            Action::Rewrite(rules) => rules.iter().all(permutes),
            Action::Permute(carries) => self.arrangement.carries_are_odd(carries).is_some(),
            Action::Sow(_) | Action::Harvest(_) => false,
        }) && self.model.settles().flat_map(|settle| &settle.rules).all(permutes)
    }
}

impl MoveFold for Ctx<'_> {
    type Outcome = Sign;

    fn nothing(&self) -> Sign {
        Sign::Even
    }

    fn rule(&self, rule: &Rule) -> Option<Sign> {
        let odd = || self.arrangement.rule_is_odd(rule, &self.bounds.possible);
        self.fires(rule).then(odd)?.map(Sign::of)
    }

    fn permute(&self, carries: &[Carry]) -> Option<Sign> {
        self.arrangement.carries_are_odd(carries).map(Sign::of)
    }

    fn then(&self, first: &Sign, next: &Sign) -> Sign {
        match (first, next) {
            (Sign::Either, _) | (_, Sign::Either) => Sign::Either,
            _ => Sign::of(first != next),
        }
    }

    fn or(&self, one: Sign, other: Sign) -> Sign {
        one.or(other)
    }

    fn repeated(&self, first: Sign, further: &Sign) -> Sign {
        if *further == Sign::Even { first } else { Sign::Either }
    }
}

impl fmt::Display for Parity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for signs in &self.arrangements {
            let count = signs.arrangement.cells.len();
            let what = if signs.arrangement.contents.contains(Content::EMPTY) {
                format!("{} different pieces and one empty cell", count - 1)
            } else {
                format!("{count} different pieces")
            };
            writeln!(f, "{what} only change places: a position is a permutation of them")?;
            match signs.all {
                _ if signs.moves.is_empty() => {}
                Sign::Even => writeln!(f, "every move is an even permutation")?,
                Sign::Odd => writeln!(f, "every move is an odd permutation")?,
                Sign::Either => writeln!(f, "some moves are even permutations, some are odd")?,
            }
            match signs.rotation {
                Some(Sign::Even) => {
                    writeln!(f, "turning the ring by one cell is an even permutation")?
                }
                Some(Sign::Odd) => {
                    writeln!(f, "turning the ring by one cell is an odd permutation")?
                }
                Some(Sign::Either) | None => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
