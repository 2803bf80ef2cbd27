//! A move in the making: the position so far and what else has happened.

use gdl::model::CellId;
use gdl::model::State;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::{BuildHasher, Hash, Hasher};

/// What a move has led to so far. Two drafts are equal if they lead to the same; the trace takes
/// no part in the comparison.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// The position; its mover is the player who is making the move.
    pub(super) state: State,
    /// The cell the move filled last.
    pub(super) here: Option<CellId>,
    /// What each player has gained; empty in a game without scores.
    pub(super) gains: Vec<i64>,
    /// Whether the same player moves again.
    pub(super) again: bool,
    /// What happened, for the text of the move; empty if nobody will ask.
    pub(super) trace: Vec<Mark>,
}

/// Something the text of a move tells.
#[derive(Clone, Debug)]
pub(super) enum Mark {
    /// The move with this number began.
    Move(usize),
    /// A rule was applied.
    Rewrite(Rewritten),
    /// The heap of this cell was sown.
    Sow(CellId),
    /// Everything slid in this direction: the index of the move's direction.
    Settle(usize),
    /// What follows is a consequence of the move.
    Consequence,
    /// The ring was turned by this number of cells before the move.
    Turned(usize),
    /// The turn moved on because nothing could be done.
    Pass,
}

/// What a rule did, as far as the text of a move tells it.
#[derive(Clone, Debug)]
pub(super) struct Rewritten {
    /// Where the piece that travelled stood.
    pub(super) source: Option<CellId>,
    /// Where a piece arrived.
    pub(super) here: Option<CellId>,
    /// The cells that lost a piece which did not travel.
    pub(super) captured: Vec<CellId>,
    /// The other cells that changed.
    pub(super) changed: Vec<CellId>,
}

impl PartialEq for Draft {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
            && self.here == other.here
            && self.gains == other.gains
            && self.again == other.again
    }
}

impl Eq for Draft {}

impl Hash for Draft {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
        self.here.hash(hasher);
        self.gains.hash(hasher);
        self.again.hash(hasher);
    }
}

/// Drafts without repetition, in the order of their first appearance.
#[derive(Debug, Default)]
pub(super) struct DraftSet {
    list: Vec<Draft>,
    table: HashTable<usize>,
    hasher: DefaultHashBuilder,
}

/// Up to this many drafts are compared one by one; a table does not pay before.
const SMALL: usize = 16;

impl DraftSet {
    /// Adds a draft, unless an equal one is there. Says whether it was new.
    pub(super) fn insert(&mut self, draft: Draft) -> bool {
        let Self { list, table, hasher } = self;
        if list.len() < SMALL {
            let new = !list.contains(&draft);
            if new {
                list.push(draft);
            }
            return new;
        }
        let hash_of = |&index: &usize| hasher.hash_one(&list[index]);
        if table.is_empty() {
            for index in 0..list.len() {
                table.insert_unique(hash_of(&index), index, hash_of);
            }
        }
        let hash = hasher.hash_one(&draft);
        if table.find(hash, |&index| list[index] == draft).is_some() {
            return false;
        }
        table.insert_unique(hash, list.len(), |&index| hasher.hash_one(&list[index]));
        list.push(draft);
        true
    }

    /// The drafts so far.
    pub(super) fn list(&self) -> &[Draft] {
        &self.list
    }

    /// The drafts.
    pub(super) fn into_list(self) -> Vec<Draft> {
        self.list
    }
}
