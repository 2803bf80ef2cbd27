//! Asking workers about slots: by several threads, a part of a list each.

use crate::engine::workers::{Partial, Workers, cut};
use crate::values::Worker;
use crate::values::listing::{About, List, read};
use crate::values::work::{Orders, Tier, Work};
use crate::{Observer, Progress, SolveError};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many slots a thread takes at a time.
const PIECE: usize = 512;

/// Number of words of an outbox, unless a single position needs more.
const OUTBOX: usize = 1 << 13;

/// Asks workers.
pub(super) struct Inquiry<'a> {
    pub(super) worker: &'a dyn Worker,
    pub(super) workers: &'a Workers,
    pub(super) tiers: &'a [Tier<'a>],
    outboxes: Mutex<Vec<Vec<AtomicU64>>>,
}

/// The reply of workers about the slots of a list.
#[derive(Debug, Default)]
pub(super) struct Reply {
    /// Of pieces of the list, in any order: where in the list they begin, and the words.
    pieces: Vec<(usize, Vec<u64>)>,
    /// How many moves were made or undone for it.
    pub(super) moves: u64,
}

impl Partial for Reply {
    fn and(mut self, mut other: Self) -> Self {
        self.pieces.append(&mut other.pieces);
        Reply { pieces: self.pieces, moves: self.moves + other.moves }
    }

    fn new_states(&self) -> u64 {
        0
    }
}

impl Reply {
    /// What is said about each slot, by its place in the list.
    pub(super) fn slots(&self) -> impl Iterator<Item = (usize, About, &[u64])> {
        self.pieces.iter().flat_map(|(first, words)| {
            (*first..).zip(read(words)).map(|(at, (about, records))| (at, about, records))
        })
    }
}

impl<'a> Inquiry<'a> {
    pub(super) fn new(worker: &'a dyn Worker, workers: &'a Workers, tiers: &'a [Tier<'a>]) -> Self {
        Inquiry { worker, workers, tiers, outboxes: Mutex::default() }
    }

    /// Asks about slots of a tier, when the search is so far.
    pub(super) fn ask(
        &self,
        orders: Orders,
        slots: &[u64],
        reached: Progress,
        observer: &mut dyn Observer,
    ) -> Result<Reply, SolveError> {
        if slots.is_empty() {
            return Ok(Reply::default());
        }
        let work = Work { orders, tiers: self.tiers };
        let parts = cut(0..slots.len(), PIECE);
        let ask = |part: std::ops::Range<usize>| self.piece(&work, part.start, &slots[part]);
        observer.progress(&reached);
        Ok(self.workers.run(&parts, &ask, reached, &mut OnlyStopping(observer))?)
    }

    fn piece(&self, work: &Work<'_>, first: usize, mut slots: &[u64]) -> Reply {
        let lock = || self.outboxes.lock().expect("no thread panics while it has the outboxes");
        let mut outbox = lock().pop().unwrap_or_else(|| room(OUTBOX));
        let mut words = Vec::new();
        let mut moves = 0;
        while !slots.is_empty() {
            let done = self.worker.list(work, &List { slots, outbox: &outbox });
            let [listed, filled] = [done.slots, done.words]
                .map(|number| usize::try_from(number).expect("the lists are in memory"));
            if listed == 0 {
                outbox = room(2 * outbox.len());
            }
            words.extend(outbox[..filled].iter().map(|word| word.load(Ordering::Relaxed)));
            moves += done.moves;
            slots = &slots[listed..];
        }
        lock().push(outbox);
        Reply { pieces: vec![(first, words)], moves }
    }
}

/// Says when to stop, and is not told how far a list is: that is a small part of the search.
struct OnlyStopping<'a>(&'a mut dyn Observer);

impl Observer for OnlyStopping<'_> {
    fn cancelled(&mut self) -> bool {
        self.0.cancelled()
    }
}

fn room(words: usize) -> Vec<AtomicU64> {
    (0..words).map(|_| AtomicU64::new(0)).collect()
}
