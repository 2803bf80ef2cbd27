//! What a worker is to do, and what it has done.
//!
//! This file stands on its own: it is also compiled into libraries for a single game. What crosses
//! the border to them has the layout of C.

use super::slots::Slots;

/// What stands for "no such slot".
pub const NO_SLOT: u64 = u64::MAX;

/// What a game can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Abilities {
    /// Whether the players can change places.
    pub exchanges_players: bool,
    /// Whether it knows the positions before a position, inside a tier.
    pub knows_tier_predecessors: bool,
    /// Whether the scores decide.
    pub scores: bool,
}

/// What is to be done with a range of slots of a tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Job {
    /// Marks of positions that can be reached are carried on to their successors.
    Reach,
    /// Every position is looked at for the first time: ends, and moves that leave the tier.
    Initialize,
    /// Decided positions are told to the positions before them.
    Spread,
    /// All positions that are not decided are looked at again: without knowing the positions
    /// before a position.
    Pass,
    /// The margins of scores are computed anew from those before.
    Margins,
    /// The positions are counted by value.
    Tally,
    /// Every value is compared with those of the successors.
    Check,
    /// Claimed wins and losses are proven from ends upward, for tables without depth.
    Prove,
    /// Slots of a list: how the game has ended there, or which moves leave the tier. This and what
    /// follows is done by listing, without a look at any table.
    Leaving,
    /// Slots of a list: all moves.
    After,
    /// Slots of a list: all ways back inside the tier.
    Before,
    /// Slots of a list: how many positions they stand for.
    Sizes,
}

/// What a worker is to do, as far as it takes numbers only.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Orders {
    /// What is to be done.
    pub job: Job,
    /// The tier, by number.
    pub tier: u64,
    /// The tier that becomes this one if the players change places; the same if they do not.
    pub mirror: u64,
    /// The depth of the positions that are propagated; depths up to this are final.
    pub depth: u32,
    /// What it means for the player to move if she cannot: 1 she wins, 2 she loses, 3 a draw.
    pub stuck: u32,
    /// How many symmetries the layout divides positions by; 1 if every position has an index of
    /// its own. Else several indices can belong to symmetric positions, and only one of them is
    /// used.
    pub divided_by: u64,
    /// Whether a move can be made in as many ways in every symmetric position.
    pub keeps_ways: bool,
    /// Whether it is a puzzle: a goal is a win.
    pub puzzle: bool,
}

/// The tables that a worker sees, by tier.
#[derive(Clone, Copy, Debug)]
pub struct Tier<'a> {
    /// The values.
    pub values: Slots<'a>,
    /// Bits: which positions can be reached. Empty if nobody asks.
    pub reached: Slots<'a>,
    /// Bits: which positions are new, for whatever is done.
    pub fresh: Slots<'a>,
    /// Number of slots.
    pub slots: u64,
    /// How many bits of an index are left out in a slot: the mover, where only one is stored.
    pub shift: u32,
    /// Whether only positions with the first player to move are stored, and the players change
    /// places in the others.
    pub exchange: bool,
}

impl Tier<'_> {
    /// Whether a slot is asked for: every one is, unless only what can be reached is.
    #[inline]
    pub fn is_asked(&self, slot: u64) -> bool {
        self.reached.words.is_empty() || self.reached.get(slot) == 1
    }
}

/// What a worker is to do.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a> {
    /// The numbers.
    pub orders: Orders,
    /// The tables of all tiers.
    pub tiers: &'a [Tier<'a>],
}

/// How many positions have which value, for the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct ValueCounts {
    /// Won, or in front.
    pub won: u64,
    /// Lost, or behind.
    pub lost: u64,
    /// Neither.
    pub drawn: u64,
}

/// The longest win or loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct LongestSlot {
    /// Its plies; with scores the largest margin.
    pub plies: u32,
    /// The first slot with it; [`NO_SLOT`] if there is none.
    pub slot: u64,
}

/// What a worker has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Done {
    /// How many slots were looked at.
    pub slots: u64,
    /// How many moves were made or undone.
    pub moves: u64,
    /// How many entries were changed.
    pub changed: u64,
    /// Whether a move stays in the tier.
    pub stays: bool,
    /// The largest depth that was given.
    pub deepest: u32,
    /// Whether a depth had no room.
    pub overflow: bool,
    /// Positions by value, for each player to move.
    pub positions: [ValueCounts; 2],
    /// Positions by value up to symmetry, regardless of who is to move.
    pub classes: ValueCounts,
    /// The longest win.
    pub win: LongestSlot,
    /// The longest loss.
    pub loss: LongestSlot,
    /// How many values are wrong.
    pub wrong: u64,
    /// The first slot with a wrong one.
    pub first_wrong: u64,
    /// How many words of a list were written.
    pub words: u64,
}

impl ValueCounts {
    /// Both together.
    #[must_use]
    pub fn and(self, other: ValueCounts) -> ValueCounts {
        ValueCounts {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
        }
    }

    /// How many there are.
    pub fn total(self) -> u64 {
        self.won + self.lost + self.drawn
    }
}

impl Default for LongestSlot {
    fn default() -> Self {
        LongestSlot { plies: 0, slot: NO_SLOT }
    }
}

impl LongestSlot {
    /// The longer one; of equally long ones the one with the smaller slot.
    #[must_use]
    pub fn or(self, other: LongestSlot) -> LongestSlot {
        let key = |it: &LongestSlot| (it.slot != NO_SLOT, it.plies, u64::MAX - it.slot);
        if key(&other) > key(&self) { other } else { self }
    }
}

impl Default for Done {
    fn default() -> Self {
        Done {
            slots: 0,
            moves: 0,
            changed: 0,
            stays: false,
            deepest: 0,
            overflow: false,
            positions: [ValueCounts::default(); 2],
            classes: ValueCounts::default(),
            win: LongestSlot::default(),
            loss: LongestSlot::default(),
            wrong: 0,
            first_wrong: NO_SLOT,
            words: 0,
        }
    }
}

impl Done {
    /// What two workers have done.
    #[must_use]
    pub fn and(self, other: Done) -> Done {
        let [mine, theirs] = [self.positions, other.positions];
        Done {
            slots: self.slots + other.slots,
            moves: self.moves + other.moves,
            changed: self.changed + other.changed,
            stays: self.stays || other.stays,
            deepest: self.deepest.max(other.deepest),
            overflow: self.overflow || other.overflow,
            positions: [mine[0].and(theirs[0]), mine[1].and(theirs[1])],
            classes: self.classes.and(other.classes),
            win: self.win.or(other.win),
            loss: self.loss.or(other.loss),
            wrong: self.wrong + other.wrong,
            first_wrong: self.first_wrong.min(other.first_wrong),
            words: self.words + other.words,
        }
    }
}
