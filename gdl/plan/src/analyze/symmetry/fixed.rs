//! Which symmetries keep the start and the goal.
//!
//! Pieces that the rules do not tell apart may change their names on the way: a position is
//! compared as the set of its groups of cells with equal pieces, each group with the class of its
//! pieces.

use super::atoms::{Atom, Atoms, then};
use super::game::Game;
use super::refine::Structure;
use super::terms::{Term, Terms, index};
use super::turns::TurnMap;
use super::{rotations, words};
use crate::model::{CellId, Cond, Content, Goal, Start};
use std::collections::BTreeMap;

/// The classes of contents that the rules do not tell apart: a number for each content.
pub(super) type Classes = Vec<usize>;

/// Finds the classes: exchanging any two contents of one changes nothing. Only contents of one
/// color are exchanged.
pub(super) fn interchangeable(
    terms: &Terms,
    below: &[Term],
    atoms: Atoms,
    color: &dyn Fn(Content) -> u32,
    keeps: &dyn Fn(&[Term]) -> bool,
) -> Classes {
    // What refinement tells apart need not be tried.
    let structure = Structure::new(terms, below, |term| match atoms.atom(term) {
        Atom::Content(content) => color(content),
        Atom::Cell(_) | Atom::Player(_) | Atom::Counter(_) => 0,
    });
    let partition = structure.partition();
    let kind = |content: Content| {
        let place = structure.place(atoms.content(content));
        (color(content), place.map(|place| partition.class(place)))
    };
    let mut classes: Classes = (0..atoms.contents).collect();
    for content in 0..atoms.contents {
        let same = (0..content).filter(|first| classes[*first] == *first).find(|first| {
            let (one, other) = (words::content(*first), words::content(content));
            kind(one) == kind(other) && keeps(&atoms.exchange(one, other))
        });
        if let Some(first) = same {
            classes[content] = first;
        }
    }
    classes
}

/// How many members of its class come before a content.
pub(super) fn rank(classes: &Classes, content: Content) -> u32 {
    let content = usize::from(content.0);
    let before = classes[..content].iter().filter(|class| **class == classes[content]);
    u32::try_from(before.count()).expect("there are few contents")
}

impl Game<'_> {
    /// Whether a symmetry keeps this start. The player to move is not looked at.
    pub(super) fn keeps_start(
        &self,
        map: &[Term],
        turns: Option<&TurnMap>,
        classes: &Classes,
        start: &Start,
    ) -> bool {
        let model = self.terrain.model;
        let counters =
            model.counters.iter().zip(self.atoms.all().rev().take(model.counters.len()).rev());
        for (counter, atom) in counters {
            match self.atoms.atom(map[index(atom)]) {
                Atom::Counter(image)
                    if model.counters[image.index()].initial == counter.initial => {}
                _ => return false,
            }
        }
        let held: Vec<(CellId, u8)> = model.board.ids().zip(start.cells.iter().copied()).collect();
        if model.heap {
            return held.iter().all(|(cell, number)| {
                start.cells[self.atoms.cell_image(map, *cell).index()] == *number
            });
        }
        self.keeps_held(map, turns, classes, &held)
    }

    /// Whether a symmetry keeps the goal, as far as that is known.
    pub(super) fn keeps_goal(
        &self,
        map: &[Term],
        turns: Option<&TurnMap>,
        classes: &Classes,
    ) -> bool {
        let model = self.terrain.model;
        match &model.goal {
            None => true,
            Some(Goal::Start) => {
                model.starts.iter().all(|start| self.keeps_start(map, turns, classes, start))
            }
            Some(Goal::When(cond)) => {
                let as_written = self.goal.is_some_and(|goal| {
                    self.turned(map).iter().any(|map| {
                        self.terms.carries(&self.terms.below(&[goal]), map, [(goal, goal)])
                    })
                });
                // A condition says "unturned" of single cells only.
                let unturned =
                    turns.is_none_or(|turns| turns.shifts.iter().all(|shift| *shift == 0));
                match cond {
                    Cond::Exactly(held) if !model.heap && turns.is_none() => {
                        as_written || self.keeps_held(map, None, classes, held)
                    }
                    _ => as_written && unturned,
                }
            }
        }
    }

    /// Whether a symmetry keeps what these cells hold, unturned, up to the names of pieces and,
    /// where they do not count, turns of the ring.
    fn keeps_held(
        &self,
        map: &[Term],
        turns: Option<&TurnMap>,
        classes: &Classes,
        held: &[(CellId, u8)],
    ) -> bool {
        let groups = groups(held, classes, |cell| cell, |content| content);
        self.turned(map).iter().any(|map| {
            let image = |cell: CellId| self.atoms.cell_image(map, cell);
            let images =
                self::groups(held, classes, image, |held| self.atoms.content_image(map, held));
            images == groups
        }) && turns.is_none_or(|turns| {
            // Where a piece's turns are counted from is part of its name.
            let shift = |cell: &CellId| turns.shifts[cell.index()];
            groups
                .iter()
                .all(|(_, cells)| cells.windows(2).all(|pair| shift(&pair[0]) == shift(&pair[1])))
        })
    }

    /// The symmetry, and with `same rotations` all that differ from it by a turn of the ring.
    fn turned(&self, map: &[Term]) -> Vec<Vec<Term>> {
        let ways = if self.terrain.model.same_rotations { self.atoms.cells } else { 1 };
        (0..ways).map(|by| then(&rotations::rotation(self.atoms, by), map)).collect()
    }
}

/// The cells that hold equal pieces together, with the class of the piece.
fn groups(
    held: &[(CellId, u8)],
    classes: &Classes,
    cell_image: impl Fn(CellId) -> CellId,
    content_image: impl Fn(Content) -> Content,
) -> Vec<(usize, Vec<CellId>)> {
    let mut groups: BTreeMap<Content, Vec<CellId>> = BTreeMap::new();
    for (cell, content) in held {
        groups.entry(content_image(Content(*content))).or_default().push(cell_image(*cell));
    }
    let mut groups: Vec<(usize, Vec<CellId>)> = groups
        .into_iter()
        .map(|(content, mut cells)| {
            cells.sort_unstable();
            (classes[usize::from(content.0)], cells)
        })
        .collect();
    groups.sort_unstable();
    groups
}
