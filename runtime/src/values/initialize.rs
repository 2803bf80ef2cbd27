//! The initialization of every position of a tier: whether the game is over, and where moves lead
//! that leave the tier.
//!
//! What lies behind is known already. A move out of the tier that wins decides the position,
//! though a shorter win inside may come later; one that neither wins nor loses says that the
//! position is not lost. If no move stays inside, all is decided at once: that is the whole work
//! in tiers whose every move leaves them, such as the placing of men.
//!
//! All positions are counted here, as draws: what becomes of them is counted [at the
//! end](super::tally), where draws need not be looked at again.
//!
//! This file stands on its own: it is also compiled into libraries for a single game.

use super::coding::{Coding, Decided, UNKNOWN};
use super::lookup::{Lookup, Prospect, prospect};
use super::rules::Rules;
use super::tally::count;
use super::work::{Done, Tier};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// Looks at a range of slots, which begins where a word begins.
pub(super) fn initialize<R: Rules>(lookup: &Lookup<'_, R>, slots: Range<u64>) -> Done {
    let tier = lookup.tier(lookup.own);
    let mut initializer =
        Initializer { lookup, coding: lookup.coding(lookup.own), done: Done::default() };
    let has_fresh = !tier.fresh.words.is_empty();
    let per_word = tier.values.per_word();
    let mut slot = slots.start;
    while slot < slots.end {
        let end = slots.end.min(slot + per_word);
        let mut word = 0;
        let mut shift = 0;
        for slot in slot..end {
            let entry = initializer.entry(tier, slot);
            word |= entry << shift;
            shift += tier.values.bits;
            if has_fresh && initializer.coding.is_decided(entry) {
                tier.fresh.mark(slot);
            }
        }
        let number = usize::try_from(slot / per_word).expect("the words are in memory");
        tier.values.words[number].store(word, Ordering::Relaxed);
        slot = end;
    }
    initializer.done
}

struct Initializer<'a, R> {
    lookup: &'a Lookup<'a, R>,
    coding: Coding,
    done: Done,
}

impl<R: Rules> Initializer<'_, R> {
    /// The first entry of a slot. One that nobody asks for gets an entry that nothing changes and
    /// nothing follows from.
    fn entry(&mut self, tier: &Tier<'_>, slot: u64) -> u64 {
        let unused = self.coding.not_lost();
        if !tier.is_asked(slot) {
            return unused;
        }
        let Some(state) = self.lookup.position(slot) else { return unused };
        self.done.slots += 1;
        count(self.lookup, &mut self.done, &state, Decided::Neither);
        match self.lookup.end(&state) {
            0 => self.by_moves(&state),
            end => self.ended(end),
        }
    }

    fn by_moves(&mut self, state: &R::State) -> u64 {
        let lookup = self.lookup;
        let (mut moves, mut inside, mut holds) = (0, 0, false);
        let (mut win, mut loss) = (u32::MAX, 0);
        lookup.rules.successors(state, &mut |next| {
            moves += 1;
            if lookup.rules.same_tier(state, next) {
                inside += 1;
                return;
            }
            let value = lookup.decided(lookup.place(next));
            match prospect(value, lookup.same_mover(state, next)) {
                Prospect::Wins(plies) => win = win.min(plies),
                Prospect::Loses(plies) => loss = loss.max(plies),
                Prospect::Neither => holds = true,
            }
        });
        self.done.moves += moves;
        self.done.stays |= inside > 0;
        if moves == 0 {
            self.ended(self.lookup.work.orders.stuck)
        } else if win < u32::MAX {
            self.given(self.coding.won(win), win)
        } else if holds {
            self.coding.not_lost()
        } else if inside > 0 {
            self.coding.left(lookup.count(state, inside))
        } else {
            self.given(self.coding.lost(loss), loss)
        }
    }

    /// The entry of a position in which the game is over.
    fn ended(&mut self, end: u32) -> u64 {
        match end {
            1 => self.given(self.coding.won(0), 0),
            2 => self.given(self.coding.lost(0), 0),
            _ => self.coding.not_lost(),
        }
    }

    fn given(&mut self, entry: Option<u64>, plies: u32) -> u64 {
        self.done.changed += 1;
        self.done.deepest = self.done.deepest.max(plies);
        self.done.overflow |= entry.is_none();
        entry.unwrap_or(UNKNOWN)
    }
}
