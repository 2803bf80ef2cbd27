//! Domains: the positions that a question is about, and for which facts hold.
//!
//! A fact about a game is a fact about some of its positions. That a counter never exceeds 3 may
//! be true of play from the start and false of other placements of the pieces; code that leaves
//! out a rule because of it is right for the first and wrong for the second. So `Facts` carry the
//! domain they were derived for, a `Plan` carries its facts, and code that runs a plan asks about
//! the domain of that plan: there is no way to join a plan with the facts of another domain.
//!
//! A domain is closed: no move leads out of it. It is given by where play begins, and everything
//! the analyses derive is an induction over the moves from there.

use crate::model::{CellId, CellSet, Content, ContentSet, Model, PlayerId, State};
use serde::Serialize;
use std::collections::BTreeMap;

/// The positions of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    /// The start of the file that the question belongs to, by number: `goal start` means this one.
    pub start: usize,
    /// Where play begins.
    pub origin: Origin,
}

/// Where play begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In one position.
    Position(State),
    /// In any placement of the pieces of a tier, or of a tier that follows it.
    Placements(Placements),
}

/// Every placement of the pieces of a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placements {
    /// One of them. All have its counters, and its contents outside of `free`.
    pub example: State,
    /// The cells on which pieces are placed.
    pub free: CellSet,
    /// Whose turn it can be.
    pub movers: Vec<PlayerId>,
    /// Whose turn it can be in the tiers of play from the start, so that a tier that follows has
    /// the positions that it has when it is asked for itself.
    pub played: Vec<(Numbers, Vec<PlayerId>)>,
}

/// What a quantity counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum What {
    /// Cells with this content; on a heap board, pieces.
    Content(Content),
    /// A counter, by number.
    Counter(u8),
}

impl What {
    /// The number in a position; `heap` says whether cells hold numbers of pieces.
    pub fn of(self, heap: bool, state: &State) -> i64 {
        match self {
            What::Counter(counter) => i64::from(state.counters[usize::from(counter)]),
            What::Content(_) if heap => state.cells.iter().map(|height| i64::from(*height)).sum(),
            What::Content(content) => {
                let count = state.cells.iter().filter(|held| **held == content.0).count();
                i64::try_from(count).expect("at most MAX_CELLS")
            }
        }
    }
}

/// Numbers of pieces and counters that make a tier.
pub type Numbers = Vec<(What, i64)>;

impl Domain {
    /// What play reaches from a start of the file.
    ///
    /// # Panics
    ///
    /// If the game has no start with this number.
    pub fn start(model: &Model, start: usize) -> Self {
        Domain::position(start, State::at_start(model, &model.starts[start]))
    }

    /// What play reaches from a position.
    pub fn position(start: usize, position: State) -> Self {
        Domain { start, origin: Origin::Position(position) }
    }

    /// Every placement of the pieces of a tier, and of the tiers that follow it.
    pub fn placements(start: usize, placements: Placements) -> Self {
        Domain { start, origin: Origin::Placements(placements) }
    }

    /// Returns the position that play begins with, if it is one.
    pub fn beginning(&self) -> Option<&State> {
        match &self.origin {
            Origin::Position(state) => Some(state),
            Origin::Placements(_) => None,
        }
    }

    /// Returns a position of the domain: the beginning, or one of the placements.
    pub fn example(&self) -> &State {
        match &self.origin {
            Origin::Position(state) => state,
            Origin::Placements(placements) => &placements.example,
        }
    }

    /// The cells on which every content of the domain's placements may stand; none if play begins
    /// in one position.
    pub(crate) fn free(&self) -> CellSet {
        match &self.origin {
            Origin::Position(_) => CellSet::EMPTY,
            Origin::Placements(placements) => placements.free,
        }
    }

    /// The pieces that stay where they are when the others are placed; none if play begins in one
    /// position.
    pub fn terrain(&self) -> ContentSet {
        let Origin::Placements(Placements { example, free, .. }) = &self.origin else {
            return ContentSet::NONE;
        };
        let cells = example.cells.iter().zip(0..).filter(|(_, cell)| !free.contains(CellId(*cell)));
        cells.map(|(content, _)| Content(*content)).collect()
    }

    /// The players who can be to move where play begins.
    pub fn movers(&self) -> &[PlayerId] {
        match &self.origin {
            Origin::Position(state) => std::slice::from_ref(&state.mover),
            Origin::Placements(placements) => &placements.movers,
        }
    }

    /// The movers of tiers of play from the start, by the values of a key; none if play begins in
    /// one position.
    pub fn played_movers(&self, model: &Model, key: &[What]) -> BTreeMap<Vec<i64>, Vec<PlayerId>> {
        let Origin::Placements(placements) = &self.origin else { return BTreeMap::new() };
        let example = |what: &What| what.of(model.heap, &placements.example);
        let mut movers = BTreeMap::new();
        for (numbers, players) in &placements.played {
            // A number that is in no key of these placements never changes in them.
            let fits =
                numbers.iter().all(|(what, number)| key.contains(what) || example(what) == *number);
            let number = |what: &What| {
                let own = numbers.iter().find(|(own, _)| own == what);
                own.map_or_else(|| example(what), |(_, number)| *number)
            };
            if fits {
                movers.insert(key.iter().map(number).collect(), players.clone());
            }
        }
        movers
    }

    /// What each cell can hold where play begins.
    pub(crate) fn held(&self, model: &Model) -> Vec<ContentSet> {
        let content = |held: u8| Content(if model.heap { held.min(1) } else { held });
        let cells = self.example().cells.iter();
        let mut held: Vec<ContentSet> =
            cells.map(|held| ContentSet::only(content(*held))).collect();
        mix(self.free(), &mut held);
        held
    }
}

/// Lets every one of some cells hold what any of them can hold.
pub(crate) fn mix(cells: CellSet, held: &mut [ContentSet]) {
    let all = cells.iter().map(|cell| held[cell.index()]).fold(ContentSet::NONE, ContentSet::union);
    cells.iter().for_each(|cell| held[cell.index()] = all);
}
