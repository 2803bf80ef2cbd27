//! Which states a sweep visits: those with an entry, or those of a list.
//!
//! This file stands on its own: it is also compiled, together with [`Rules`](super::Rules), into
//! libraries for a single game.

use super::entries::{equal, place};
use super::task::{After, Order, Origin, Task};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// How many states are visited at a time: a few words full.
pub(super) const CHOSEN: usize = 256;

/// Takes states from the front of a part of a task, and closes them if that is ordered; gives how
/// many, 0 at the end.
pub(super) fn select(
    task: &Task<'_>,
    rest: &mut Range<usize>,
    chosen: &mut [u64; CHOSEN],
) -> usize {
    match (task.orders.origin, task.orders.bits) {
        (Origin::Entries, 1) => from_entries::<1>(task, rest, chosen),
        (Origin::Entries, 2) => from_entries::<2>(task, rest, chosen),
        (Origin::Entries, 8) => from_entries::<8>(task, rest, chosen),
        (Origin::Entries, 16) => from_entries::<16>(task, rest, chosen),
        (Origin::Entries, _) => from_entries::<32>(task, rest, chosen),
        (Origin::List, bits) => {
            let first = rest.start;
            rest.start = rest.end.min(first + CHOSEN);
            let listed = &task.listed[first..rest.start];
            for (place, index) in chosen.iter_mut().zip(listed) {
                *place = index.load(Ordering::Relaxed);
            }
            // Only states with two bits are closed.
            if bits == 2 && task.orders.after == After::Close {
                close(task, &chosen[..listed.len()]);
            }
            listed.len()
        }
    }
}

fn from_entries<const BITS: u32>(
    task: &Task<'_>,
    rest: &mut Range<usize>,
    chosen: &mut [u64; CHOSEN],
) -> usize {
    let per_word = u64::from(64 / BITS);
    let orders = &task.orders;
    let is_pull = orders.order == Order::Pull;
    let (part, entry) = if is_pull { (task.target, 0) } else { (task.source, orders.open) };
    let mut filled = 0;
    while filled + 64 / BITS as usize <= CHOSEN {
        let Some(position) = rest.next() else { break };
        let word = &part.words[position];
        let mut found = equal::<BITS>(word.load(Ordering::Relaxed), entry);
        if found == 0 {
            continue;
        }
        let before = position as u64 * per_word;
        if is_pull && part.size - before < per_word {
            // Entries beyond the size are 0 and are no states.
            found &= (1 << ((part.size - before) * u64::from(BITS))) - 1;
        } else if orders.after == After::Close {
            word.fetch_or(found * orders.mark, Ordering::Relaxed);
        }
        while found != 0 {
            chosen[filled] = part.first + before + u64::from(found.trailing_zeros() / BITS);
            filled += 1;
            found &= found - 1;
        }
    }
    filled
}

/// Closes the entries of states with two bits.
fn close(task: &Task<'_>, chosen: &[u64]) {
    let entry = |index: u64| {
        let (word, shift) = place::<2>(index - task.source.first);
        (&task.source.words[word], shift)
    };
    // Loads overlap, and then the words are in the cache.
    let read = |sum: u64, index: &u64| sum ^ entry(*index).0.load(Ordering::Relaxed);
    std::hint::black_box(chosen.iter().fold(0, read));
    for &index in chosen {
        let (word, shift) = entry(index);
        word.fetch_or(task.orders.mark << shift, Ordering::Relaxed);
    }
}

/// Takes the entries of states with one bit away.
pub(super) fn clear(task: &Task<'_>, expanded: &[u64]) {
    for &index in expanded {
        let (word, shift) = place::<1>(index - task.source.first);
        task.source.words[word].fetch_and(!(1 << shift), Ordering::Relaxed);
    }
}
