//! Blocks that were unpacked lately.
//!
//! Bounded, and divided into shards with a lock each, so that threads seldom wait for each other.
//! Who has to go is found by the *clock* (Corbató, "A paging experiment with the Multics system",
//! 1969): a hand goes round the places, spares a block that was asked for since it last came by,
//! and takes the place of one that was not. That keeps what is asked for often, at the cost of one
//! bit.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most shards that there are.
const SHARDS: usize = 16;

/// The fewest blocks of a shard, where there is more than one shard.
const BLOCKS_PER_SHARD: usize = 4;

/// Blocks that were unpacked lately.
#[derive(Debug)]
pub(super) struct Cache {
    shards: Vec<Mutex<Shard>>,
}

/// Some places for blocks, and who is there.
#[derive(Debug)]
struct Shard {
    places: Vec<Place>,
    /// How many places there may be.
    most: usize,
    /// Which block is where.
    found: HashMap<usize, usize>,
    hand: usize,
}

/// A block in the cache.
#[derive(Debug)]
struct Place {
    block: usize,
    packed: Vec<u8>,
    /// Whether it was asked for since the hand came by.
    is_used: bool,
}

impl Cache {
    /// Creates a cache for `bytes` bytes of blocks; without room for one block it keeps none.
    pub(super) fn new(bytes: usize, block_bytes: usize) -> Self {
        let blocks = bytes / block_bytes.max(1);
        let shards = (blocks / BLOCKS_PER_SHARD).clamp(1, SHARDS);
        let shard = |_| {
            let most = blocks / shards;
            Mutex::new(Shard { places: Vec::new(), most, found: HashMap::new(), hand: 0 })
        };
        Cache { shards: (0..shards).map(shard).collect() }
    }

    /// What somebody makes of a block, if it is here.
    pub(super) fn with<R>(&self, block: usize, look: impl FnOnce(&[u8]) -> R) -> Option<R> {
        let mut shard = self.shard(block);
        let place = *shard.found.get(&block)?;
        let place = shard.places.get_mut(place)?;
        place.is_used = true;
        Some(look(&place.packed))
    }

    /// Keeps a block.
    pub(super) fn keep(&self, block: usize, packed: Vec<u8>) {
        self.shard(block).keep(block, packed);
    }

    fn shard(&self, block: usize) -> MutexGuard<'_, Shard> {
        let shard = &self.shards[block % self.shards.len()];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shard {
    fn keep(&mut self, block: usize, packed: Vec<u8>) {
        // Another thread may have unpacked it at the same time.
        if self.most == 0 || self.found.contains_key(&block) {
            return;
        }
        let place = Place { block, packed, is_used: false };
        if self.places.len() < self.most {
            self.found.insert(block, self.places.len());
            self.places.push(place);
            return;
        }
        while self.places[self.hand].is_used {
            self.places[self.hand].is_used = false;
            self.hand = (self.hand + 1) % self.most;
        }
        self.found.remove(&self.places[self.hand].block);
        self.found.insert(block, self.hand);
        self.places[self.hand] = place;
        self.hand = (self.hand + 1) % self.most;
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;

    #[test]
    fn it_stays_within_its_bounds_and_keeps_what_is_used() {
        let cache = Cache::new(100 * 10, 10);
        let is_here = |block| cache.with(block, |packed| packed.to_vec()).is_some();
        cache.keep(7, vec![7; 10]);
        for block in 1000..5000 {
            assert!(is_here(7), "asked for all the time");
            cache.keep(block, vec![0; 10]);
        }
        let kept = (0..5000).filter(|block| is_here(*block)).count();
        assert!((90..=100).contains(&kept), "{kept}");
        assert_eq!(cache.with(7, <[u8]>::to_vec), Some(vec![7; 10]));
    }

    #[test]
    fn without_room_nothing_is_kept() {
        let cache = Cache::new(9, 10);
        cache.keep(0, vec![0; 10]);
        assert_eq!(cache.with(0, <[u8]>::len), None);
    }
}
