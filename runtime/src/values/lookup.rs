//! Where the entry of a position is, and what it says.
//!
//! Where the players can change places, only positions with the first player to move are stored;
//! any other stands where its exchanged image does, in the tier that is the mirror of its own. A
//! tier that has no mirror with numbered positions stores both. Values are those of the player to
//! move, so they are the same.
//!
//! This file stands on its own: it is also compiled into libraries for a single game.

use super::coding::{Coding, Decided};
use super::rules::Rules;
use super::work::{Tier, Work};

/// The tables of a game, seen from one tier.
#[derive(Debug)]
pub(super) struct Lookup<'a, R> {
    pub(super) rules: &'a R,
    pub(super) work: &'a Work<'a>,
    pub(super) own: usize,
    mirror: usize,
}

/// The slot of a tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) tier: usize,
    pub(super) slot: u64,
}

/// What a move means for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prospect {
    /// It wins with this ply.
    Wins(u32),
    /// It loses with this ply.
    Loses(u32),
    /// Neither.
    Neither,
}

impl<'a, R: Rules> Lookup<'a, R> {
    /// The tables, seen from the tier of some work.
    pub(super) fn new(rules: &'a R, work: &'a Work<'a>) -> Self {
        let [own, mirror] = [work.orders.tier, work.orders.mirror]
            .map(|tier| usize::try_from(tier).expect("tiers are few"));
        Lookup { rules, work, own, mirror }
    }

    /// The tables of a tier.
    #[inline]
    pub(super) fn tier(&self, tier: usize) -> &'a Tier<'a> {
        &self.work.tiers[tier]
    }

    /// How its values are coded.
    #[inline]
    pub(super) fn coding(&self, tier: usize) -> Coding {
        Coding::new(self.tier(tier).values.bits)
    }

    /// The position of a slot of the own tier; none if another slot or another position stands for
    /// it.
    #[inline]
    pub(super) fn position(&self, slot: u64) -> Option<R::State> {
        let orders = &self.work.orders;
        let index = slot << self.tier(self.own).shift;
        let state = self.rules.unrank_in_tier(self.own, index);
        let first_moves = !self.is_exchanged(self.own, &state);
        let stands_for_all =
            orders.divided_by == 1 || self.rules.class_in_tier(self.own, &state) == index;
        (first_moves && stands_for_all).then_some(state)
    }

    /// Where a position of any tier stands.
    #[inline]
    pub(super) fn place(&self, state: &R::State) -> Place {
        let tier = self.rules.tier(state);
        if self.is_exchanged(tier, state) {
            let image = self.rules.exchanged(state);
            self.place_in(self.rules.tier(&image), &image)
        } else {
            self.place_in(tier, state)
        }
    }

    /// Where a position of the own tier stands.
    #[inline]
    pub(super) fn place_inside(&self, state: &R::State) -> Place {
        if self.is_exchanged(self.own, state) {
            self.place_in(self.mirror, &self.rules.exchanged(state))
        } else {
            self.place_in(self.own, state)
        }
    }

    /// Where the position after a move stands, and whether it is in the own tier as the position
    /// before.
    #[inline]
    pub(super) fn place_after(&self, state: &R::State, next: &R::State) -> (Place, bool) {
        let inside = self.rules.same_tier(state, next);
        (if inside { self.place_inside(next) } else { self.place(next) }, inside)
    }

    #[inline]
    fn is_exchanged(&self, tier: usize, state: &R::State) -> bool {
        R::EXCHANGES_PLAYERS && self.tier(tier).exchange && self.rules.mover(state) == 1
    }

    #[inline]
    fn place_in(&self, tier: usize, state: &R::State) -> Place {
        Place { tier, slot: self.rules.class_in_tier(tier, state) >> self.tier(tier).shift }
    }

    /// The count for a position of the own tier with `moves` moves inside it that are not known to
    /// be bad.
    #[inline]
    pub(super) fn count(&self, state: &R::State, moves: u64) -> u64 {
        // The size of a class takes time.
        let orders = &self.work.orders;
        let class_size = match orders.keeps_ways && orders.divided_by > 1 {
            true => self.rules.class_size(self.own, state),
            false => orders.divided_by,
        };
        if self.is_countable(class_size) { moves } else { 1 }
    }

    /// Whether the moves of a position of the own tier may be counted, whose class is of this
    /// size.
    #[inline]
    pub(super) fn is_countable(&self, class_size: u64) -> bool {
        let orders = &self.work.orders;
        orders.keeps_ways && (orders.divided_by == 1 || class_size == orders.divided_by)
    }

    /// What the table says.
    #[inline]
    pub(super) fn decided(&self, place: Place) -> Decided {
        self.coding(place.tier).read(self.tier(place.tier).values.get(place.slot))
    }

    /// How the game has ended in a position: 0 not yet, 1 won, 2 lost, 3 drawn for the player to
    /// move.
    #[inline]
    pub(super) fn end(&self, state: &R::State) -> u32 {
        if self.work.orders.puzzle {
            u32::from(self.rules.is_goal(state))
        } else {
            self.rules.verdict(state)
        }
    }

    /// Whether the same player is to move in two positions.
    #[inline]
    pub(super) fn same_mover(&self, one: &R::State, other: &R::State) -> bool {
        self.rules.mover(one) == self.rules.mover(other)
    }
}

/// What a move means to a position with this value, if the same player goes on or not.
#[inline]
pub(super) fn prospect(value: Decided, same_mover: bool) -> Prospect {
    match (value, same_mover) {
        (Decided::Lost(plies), false) | (Decided::Won(plies), true) => Prospect::Wins(plies + 1),
        (Decided::Won(plies), false) | (Decided::Lost(plies), true) => Prospect::Loses(plies + 1),
        (Decided::Neither, _) => Prospect::Neither,
    }
}
