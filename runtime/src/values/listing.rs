//! What leads out of positions or into them, as lists: for tables that are not in memory.
//!
//! Other jobs look values up and change them while they make moves. Where the table of a tier lies
//! on disk that would be an access at a random place for each move. So here nothing is looked up:
//! for each slot that is asked about, words in an outbox say which places its moves lead to, or
//! come from. Symmetry and the exchange of players are dealt with here, by `Lookup`, as in all
//! jobs.
//!
//! A slot gets a header of two words and one word for each record:
//!
//! | word | bits | meaning |
//! |---|---|---|
//! | 1 | 0 | whether the slot has a position that is asked for |
//! | | 1, 2 | how the game has ended there: 0 not yet, 1 won, 2 lost, 3 drawn for the player to move |
//! | | 3 | whether moves may be counted (`Lookup::is_countable`) |
//! | | 4 | the mover |
//! | | 8 to 31 | number of moves that stay in the tier |
//! | | 32 to 63 | number of records |
//! | 2 | all | how many positions the class of the slot stands for |
//! | record | 0 | whether the same player is to move |
//! | | 1 | whether the move stays in the tier |
//! | | 2 to 17 | the tier |
//! | | 18 to 63 | the slot |
//!
//! What a job does not need is 0.
//!
//! This file stands on its own: it is also compiled into libraries for a single game.

use super::lookup::{Lookup, Place};
use super::rules::Rules;
use super::work::{Done, Job};
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of words of a header.
const HEADER: usize = 2;

/// Tiers have smaller numbers than this.
pub const MOST_TIERS: u64 = 1 << 16;

/// Slots have smaller numbers than this.
pub const MOST_SLOTS: u64 = 1 << 46;

/// Slots that are asked about, and room for what is said.
#[derive(Clone, Copy, Debug)]
pub struct List<'a> {
    /// The slots, of one tier.
    pub slots: &'a [u64],
    /// Room for headers and records.
    pub outbox: &'a [AtomicU64],
}

/// What is said about a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Whether it has a position that is asked for.
    pub has_position: bool,
    /// How the game has ended there: 0 not yet, 1 won, 2 lost, 3 drawn for the player to move.
    pub end: u32,
    /// Whether moves may be counted.
    pub is_countable: bool,
    /// The mover.
    pub mover: u32,
    /// Number of moves that stay in the tier.
    pub inside: u64,
    /// How many positions the class stands for.
    pub class_size: u64,
}

/// Where a move leads to, or comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The tier.
    pub tier: usize,
    /// The slot.
    pub slot: u64,
    /// Whether the move stays in the tier.
    pub inside: bool,
    /// Whether the same player is to move before and after it.
    pub same_mover: bool,
}

impl About {
    fn words(&self, records: usize) -> [u64; HEADER] {
        let flags = u64::from(self.has_position)
            | u64::from(self.end) << 1
            | u64::from(self.is_countable) << 3
            | u64::from(self.mover) << 4;
        // More moves of one position than fit would be counted as the most that fit: counts may be
        // too small.
        let inside = self.inside.min((1 << 24) - 1);
        [flags | inside << 8 | (records as u64) << 32, self.class_size]
    }

    fn read([first, class_size]: [u64; HEADER]) -> (Self, usize) {
        let about = About {
            has_position: first & 1 == 1,
            end: (first >> 1 & 3) as u32,
            is_countable: first >> 3 & 1 == 1,
            mover: (first >> 4 & 1) as u32,
            inside: first >> 8 & ((1 << 24) - 1),
            class_size,
        };
        (about, (first >> 32) as usize)
    }
}

impl Link {
    fn word(self) -> u64 {
        let flags = u64::from(self.same_mover) | u64::from(self.inside) << 1;
        flags | (self.tier as u64) << 2 | self.slot << 18
    }

    /// What a record says.
    #[inline]
    pub fn read(word: u64) -> Self {
        Link {
            tier: (word >> 2 & (MOST_TIERS - 1)) as usize,
            slot: word >> 18,
            inside: word >> 1 & 1 == 1,
            same_mover: word & 1 == 1,
        }
    }
}

/// What was said about slots, one after the other.
pub fn read(mut words: &[u64]) -> impl Iterator<Item = (About, &[u64])> {
    std::iter::from_fn(move || {
        let (header, rest) = words.split_first_chunk::<HEADER>()?;
        let (about, records) = About::read(*header);
        let (records, rest) = rest.split_at_checked(records)?;
        words = rest;
        Some((about, records))
    })
}

/// Says what is asked about the slots of a list, as far as there is room: how many slots that was,
/// and how many words.
pub(super) fn list<R: Rules>(lookup: &Lookup<'_, R>, list: &List<'_>) -> Done {
    let mut writer = Writer { outbox: list.outbox, at: 0 };
    let mut done = Done::default();
    for slot in list.slots {
        let first = writer.at;
        writer.at += HEADER;
        let mut moves = 0;
        let about = match lookup.work.orders.job {
            Job::Leaving => leaving(lookup, *slot, &mut writer, &mut moves),
            Job::After => after(lookup, *slot, &mut writer, &mut moves),
            Job::Before => before(lookup, *slot, &mut writer, &mut moves),
            _ => size(lookup, *slot),
        };
        if writer.at > list.outbox.len() {
            break;
        }
        let records = writer.at - first - HEADER;
        for (word, header) in list.outbox[first..].iter().zip(about.words(records)) {
            word.store(header, Ordering::Relaxed);
        }
        done.slots += 1;
        done.moves += moves;
        done.words = writer.at as u64;
    }
    done
}

/// The position of a slot if somebody asks for it, and what does not depend on its moves.
fn position<R: Rules>(lookup: &Lookup<'_, R>, slot: u64) -> Option<(R::State, About)> {
    if !lookup.tier(lookup.own).is_asked(slot) {
        return None;
    }
    let state = lookup.position(slot)?;
    let about = About {
        has_position: true,
        mover: lookup.rules.mover(&state),
        class_size: lookup.rules.class_size(lookup.own, &state),
        ..About::default()
    };
    Some((state, about))
}

/// The end or the moves that leave the tier.
fn leaving<R: Rules>(
    lookup: &Lookup<'_, R>,
    slot: u64,
    writer: &mut Writer<'_>,
    moves: &mut u64,
) -> About {
    let Some((state, mut about)) = position(lookup, slot) else { return About::default() };
    about.end = lookup.end(&state);
    if about.end != 0 {
        return about;
    }
    about.is_countable = lookup.is_countable(about.class_size);
    lookup.rules.successors(&state, &mut |next| {
        *moves += 1;
        if lookup.rules.same_tier(&state, next) {
            about.inside += 1;
        } else {
            writer.link(lookup.place(next), false, lookup.same_mover(&state, next));
        }
    });
    if *moves == 0 {
        about.end = lookup.work.orders.stuck;
    }
    about
}

/// All moves.
fn after<R: Rules>(
    lookup: &Lookup<'_, R>,
    slot: u64,
    writer: &mut Writer<'_>,
    moves: &mut u64,
) -> About {
    let Some((state, mut about)) = position(lookup, slot) else { return About::default() };
    about.end = lookup.end(&state);
    about.is_countable = lookup.is_countable(about.class_size);
    lookup.rules.successors(&state, &mut |next| {
        *moves += 1;
        let (place, inside) = lookup.place_after(&state, next);
        about.inside += u64::from(inside);
        writer.link(place, inside, lookup.same_mover(&state, next));
    });
    about
}

/// All ways back inside the tier. Nothing else is asked then.
fn before<R: Rules>(
    lookup: &Lookup<'_, R>,
    slot: u64,
    writer: &mut Writer<'_>,
    moves: &mut u64,
) -> About {
    let Some(state) = lookup.position(slot) else { return About::default() };
    lookup.rules.tier_predecessors(&state, &mut |before| {
        *moves += 1;
        let same_mover = lookup.same_mover(before, &state);
        writer.link(lookup.place_inside(before), true, same_mover);
    });
    About { has_position: true, ..About::default() }
}

/// Only what it stands for.
fn size<R: Rules>(lookup: &Lookup<'_, R>, slot: u64) -> About {
    position(lookup, slot).map(|(_, about)| about).unwrap_or_default()
}

struct Writer<'a> {
    outbox: &'a [AtomicU64],
    /// Where the next word goes, perhaps beyond the end.
    at: usize,
}

impl Writer<'_> {
    #[inline]
    fn link(&mut self, place: Place, inside: bool, same_mover: bool) {
        let Place { tier, slot } = place;
        if let Some(word) = self.outbox.get(self.at) {
            word.store(Link { tier, slot, inside, same_mover }.word(), Ordering::Relaxed);
        }
        self.at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_and_records_are_read_as_they_were_written() {
        let about = About {
            has_position: true,
            end: 2,
            is_countable: true,
            mover: 1,
            inside: 12_345,
            class_size: u64::MAX,
        };
        let largest = usize::try_from(MOST_TIERS - 1).unwrap();
        let links = [
            Link { tier: largest, slot: MOST_SLOTS - 1, inside: false, same_mover: true },
            Link { tier: 0, slot: 77, inside: true, same_mover: false },
        ];
        let mut words = about.words(2).to_vec();
        words.extend(links.map(Link::word));
        words.extend(About::default().words(0));
        let read: Vec<(About, Vec<Link>)> = read(&words)
            .map(|(about, records)| (about, records.iter().map(|it| Link::read(*it)).collect()))
            .collect();
        assert_eq!(read, [(about, links.to_vec()), (About::default(), vec![])]);
    }
}
