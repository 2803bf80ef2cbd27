//! Values are told from decided positions to those before them.
//!
//! In the order of depths: when the positions decided with ply `d` are propagated, everything with
//! a smaller depth has been. The position before a lost one is won with the next ply. The position
//! before a won one may be lost: it counts down the moves that are not known to be bad, and at 0
//! looks at all of them. So a win is as short, and a loss as long as possible. (Gasser,
//! *Harnessing Computational Resources for Efficient Exhaustive Search*, 1995, section 3.5. Where
//! a player moves again after a move, won and lost change their parts.)
//!
//! **Counts** are of moves, and fall once for every way back from a position that became won. Up
//! to symmetry these need not be equally many: if `m` moves lead from a position `p` to images of
//! `s`, and `w` ways back lead from `s` to images of `p`, then `m |Gp| = w |Gs|` with the sizes of
//! the orbits. Where no symmetry keeps `p`, its orbit is the largest there is, so `w` is at least
//! `m`: the count falls often enough, perhaps too often. Any other position gets a count of 1, and
//! so does every position where symmetric ones have moves that can be made in more ways or fewer:
//! two moves that do the same, of which only one has room on one side of the board. When a count
//! is used up all moves are looked at, so one that falls too often is harmless; it never stays too
//! high, so no loss is missed.
//!
//! Several threads do this at once. An entry changes from "not decided" to a value once; a win can
//! become shorter as long as its depth has not been propagated. Depths that are given meanwhile
//! are larger than the one that is propagated, and are not looked at. Whichever of two threads
//! comes later finds what the other has done, or counts something twice, which is harmless.
//!
//! This file stands on its own: it is also compiled into libraries for a single game.

use super::coding::{Coding, Decided};
use super::lookup::{Lookup, Place, Prospect, prospect};
use super::rules::Rules;
use super::work::Done;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// Tells on what is decided in a range of slots, which begins where a word of values and of marks
/// begins.
pub(super) fn spread<R: Rules>(lookup: &Lookup<'_, R>, slots: Range<u64>) -> Done {
    let mut spread = Spread::new(lookup);
    if lookup.coding(lookup.own).has_depth() {
        spread.by_depth(slots);
    } else {
        spread.by_marks(slots);
    }
    spread.done
}

/// Looks again at all positions of a range that are not decided, for games that do not know the
/// positions before a position.
pub(super) fn pass<R: Rules>(lookup: &Lookup<'_, R>, slots: Range<u64>) -> Done {
    let depth = lookup.work.orders.depth;
    let mut spread = Spread::new(lookup);
    let tier = lookup.tier(lookup.own);
    let coding = lookup.coding(lookup.own);
    for slot in slots {
        let open = match coding.read(tier.values.get(slot)) {
            Decided::Neither => true,
            Decided::Won(plies) => coding.has_depth() && plies > depth + 1,
            Decided::Lost(_) => false,
        };
        let open = open && tier.is_asked(slot);
        if let Some(state) = open.then(|| lookup.position(slot)).flatten()
            && lookup.end(&state) == 0
        {
            let place = Place { tier: lookup.own, slot };
            match spread.all_moves(&state) {
                Assessment::Win(plies) => spread.set_won(place, plies),
                Assessment::Loss(plies) => spread.set_lost(place, plies),
                Assessment::Open(_) | Assessment::NotLost => {}
            }
        }
    }
    spread.done
}

struct Spread<'a, R> {
    lookup: &'a Lookup<'a, R>,
    /// What is propagated; smaller depths are final.
    depth: u32,
    done: Done,
}

/// What all moves of a position come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Assessment {
    Win(u32),
    Loss(u32),
    /// This number of moves leads to positions of the tier that are not decided.
    Open(u64),
    /// A move holds the game, whatever else happens.
    NotLost,
}

impl<'a, R: Rules> Spread<'a, R> {
    fn new(lookup: &'a Lookup<'a, R>) -> Self {
        Spread { lookup, depth: lookup.work.orders.depth, done: Done::default() }
    }

    fn by_depth(&mut self, slots: Range<u64>) {
        let values = &self.lookup.tier(self.lookup.own).values;
        let coding = self.lookup.coding(self.lookup.own);
        let entries = [coding.won(self.depth), coding.lost(self.depth)];
        // A depth that has no room does not occur.
        let [won, lost] = entries.map(|entry| entry.unwrap_or(u64::MAX));
        let spread = u64::MAX / coding.not_lost();
        let per_word = values.per_word();
        let words = slots.start / per_word..slots.end.div_ceil(per_word);
        for number in words {
            let at = usize::try_from(number).expect("the words are in memory");
            let word = values.words[at].load(Ordering::Relaxed);
            let has = |entry: u64| has_zero(word ^ entry.wrapping_mul(spread), values.bits);
            if !has(won) && !has(lost) {
                continue;
            }
            for slot in number * per_word..slots.end.min((number + 1) * per_word) {
                let entry = values.get(slot);
                if entry == won || entry == lost {
                    self.tell(slot, coding.read(entry));
                }
            }
        }
    }

    fn by_marks(&mut self, slots: Range<u64>) {
        let tier = self.lookup.tier(self.lookup.own);
        let coding = self.lookup.coding(self.lookup.own);
        tier.fresh.take_marks(slots, |slot| self.tell(slot, coding.read(tier.values.get(slot))));
    }

    /// Tells a value to the positions before the one that has it.
    fn tell(&mut self, slot: u64, value: Decided) {
        let Some(state) = self.lookup.position(slot) else { return };
        self.done.slots += 1;
        let lookup = self.lookup;
        lookup.rules.tier_predecessors(&state, &mut |before| {
            self.done.moves += 1;
            let place = lookup.place_inside(before);
            match prospect(value, lookup.same_mover(before, &state)) {
                Prospect::Wins(plies) => self.set_won(place, plies),
                Prospect::Loses(_) => self.one_less(place, before),
                Prospect::Neither => {}
            }
        });
    }

    /// One move of a position is bad.
    fn one_less(&mut self, place: Place, state: &R::State) {
        let coding = self.lookup.coding(place.tier);
        let values = &self.lookup.tier(place.tier).values;
        let entry = values.get(place.slot);
        if coding.is_decided(entry) || entry == coding.not_lost() {
            return;
        }
        if values.change(place.slot, |entry| coding.one_less(entry)) {
            return;
        }
        let entry = match self.all_moves(state) {
            Assessment::Loss(plies) => return self.set_lost(place, plies),
            Assessment::Win(plies) => return self.set_won(place, plies),
            Assessment::Open(left) => coding.left(self.lookup.count(state, left)),
            Assessment::NotLost => coding.not_lost(),
        };
        let is_open = |now: u64| !coding.is_decided(now) && now != coding.not_lost();
        values.change(place.slot, |now| is_open(now).then_some(entry));
    }

    /// What the moves of a position come to, as far as depths are final.
    fn all_moves(&mut self, state: &R::State) -> Assessment {
        let lookup = self.lookup;
        let final_depth = self.depth;
        let (mut win, mut loss) = (u32::MAX, 0);
        let mut holds = false;
        let (mut moves, mut left) = (0, 0);
        lookup.rules.successors(state, &mut |next| {
            moves += 1;
            let (place, inside) = lookup.place_after(state, next);
            let value = match lookup.decided(place) {
                Decided::Won(plies) | Decided::Lost(plies) if inside && plies > final_depth => {
                    Decided::Neither
                }
                value => value,
            };
            match prospect(value, lookup.same_mover(state, next)) {
                Prospect::Wins(plies) => win = win.min(plies),
                Prospect::Loses(plies) => loss = loss.max(plies),
                Prospect::Neither if inside => left += 1,
                Prospect::Neither => holds = true,
            }
        });
        self.done.moves += moves;
        if win < u32::MAX {
            Assessment::Win(win)
        } else if holds {
            Assessment::NotLost
        } else if left > 0 {
            Assessment::Open(left)
        } else if moves > 0 {
            Assessment::Loss(loss)
        } else {
            // Then the initialization has said all.
            Assessment::NotLost
        }
    }

    fn set_won(&mut self, place: Place, plies: u32) {
        let coding = self.lookup.coding(place.tier);
        self.set(place, coding, coding.won(plies), plies, |entry| {
            // A win that comes sooner replaces one that comes later.
            !coding.is_decided(entry)
                || matches!(coding.read(entry), Decided::Won(now) if now > plies)
        });
    }

    fn set_lost(&mut self, place: Place, plies: u32) {
        let coding = self.lookup.coding(place.tier);
        self.set(place, coding, coding.lost(plies), plies, |entry| !coding.is_decided(entry));
    }

    #[inline]
    fn set(
        &mut self,
        place: Place,
        coding: Coding,
        entry: Option<u64>,
        plies: u32,
        may: impl Fn(u64) -> bool,
    ) {
        let Some(entry) = entry else {
            self.done.overflow = true;
            return;
        };
        let tier = self.lookup.tier(place.tier);
        if tier.values.change(place.slot, |now| may(now).then_some(entry)) {
            self.done.changed += 1;
            self.done.deepest = self.done.deepest.max(plies);
            if !coding.has_depth() && !tier.fresh.words.is_empty() {
                tier.fresh.mark(place.slot);
            }
        }
    }
}

/// Whether one of the lanes of `bits` bits of a word is 0.
#[inline]
pub(super) fn has_zero(word: u64, bits: u32) -> bool {
    let ones = u64::MAX / ((1 << bits) - 1);
    word.wrapping_sub(ones) & !word & (ones << (bits - 1)) != 0
}

#[cfg(test)]
mod tests {
    use super::has_zero;

    #[test]
    fn zeros_are_found_in_every_lane() {
        for bits in [8, 16] {
            for lane in 0..64 / bits {
                let mask = ((1_u64 << bits) - 1) << (lane * bits);
                assert!(has_zero(!mask, bits) && has_zero(0x5151_5151_5151_5151 & !mask, bits));
            }
            assert!(!has_zero(u64::MAX, bits) && !has_zero(u64::MAX / ((1 << bits) - 1), bits));
        }
    }
}
