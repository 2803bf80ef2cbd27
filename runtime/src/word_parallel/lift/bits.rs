//! Moves of the bits of rows, as a machine does them, and the cheapest order to do several of
//! them.
//!
//! The rows that lead to a line come through different bit moves. Those that share one are joined
//! first. Then, instead of moving the bits of each group on their own, a *chain* is made: the
//! group at its far end is moved to where the next one is, joined with that, both are moved on,
//! and so to the last, which needs no move. Each link is again a bit move, with the permutation
//! that leads from one to the next, and some permutations are cheaper than others.

use gdl::word_parallel::lift::orders::{IDENTITY, Order, Orders, after, inverse};
use std::collections::HashMap;

/// The longest chain whose best order is looked for among all.
const LONGEST_EXACT: usize = 10;

/// A move of the bits of rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitMove {
    /// Where bytes come from, for two rows.
    pub(super) bytes: [u64; 4],
    /// The lower bits of the pairs that are swapped at the distances 1, 2 and 4, for two rows;
    /// none if no bits are.
    pub(super) swaps: [Option<[u64; 4]>; 3],
}

impl BitMove {
    fn new(orders: &Orders, ranks: &Order) -> Self {
        let parts = orders.bit_move(ranks);
        let doubled = |bytes: [u8; 16]| {
            let (words, _) = bytes.as_chunks::<8>();
            let [low, high] = [words[0], words[1]].map(u64::from_le_bytes);
            [low, high, low, high]
        };
        let used = |mask: [u8; 16]| (mask != [0; 16]).then(|| doubled(mask));
        BitMove { bytes: doubled(parts.bytes), swaps: parts.swaps.map(used) }
    }

    /// Number of operations on half a line.
    fn cost(&self) -> u32 {
        1 + self.swaps.iter().map(|swap| if swap.is_some() { 6 } else { 0 }).sum::<u32>()
    }
}

/// The bit moves of a game, by number: 0 is none at all.
#[derive(Debug)]
pub(super) struct BitMoves {
    orders: Orders,
    /// The permutations that moves bring about, by number.
    ranks: Vec<Order>,
    numbers: HashMap<Order, u8>,
    /// The moves that chains are made of, and their numbers.
    pub(super) moves: Vec<BitMove>,
    links: HashMap<Order, u16>,
    /// The best chain for a set of permutations.
    chains: HashMap<u128, Vec<u8>>,
    costs: HashMap<Order, u32>,
}

impl BitMoves {
    /// None yet.
    pub(super) fn new(orders: &Orders) -> Self {
        BitMoves {
            orders: orders.clone(),
            ranks: vec![IDENTITY],
            numbers: HashMap::from([(IDENTITY, 0)]),
            moves: vec![BitMove::new(orders, &IDENTITY)],
            links: HashMap::from([(IDENTITY, 0)]),
            chains: HashMap::new(),
            costs: HashMap::from([(IDENTITY, 0)]),
        }
    }

    /// The number of a permutation of ranks.
    pub(super) fn number(&mut self, ranks: Order) -> u8 {
        let next = u8::try_from(self.ranks.len()).expect("120 permutations");
        *self.numbers.entry(ranks).or_insert_with(|| {
            self.ranks.push(ranks);
            next
        })
    }

    /// The best order for a set of permutations, given by their numbers: from the one that is done
    /// first to the last before none at all.
    pub(super) fn chain(&mut self, set: u128) -> Vec<u8> {
        if let Some(chain) = self.chains.get(&set) {
            return chain.clone();
        }
        let members: Vec<u8> = (1..128).filter(|number| set >> number & 1 == 1).collect();
        let mut chain = if members.len() <= LONGEST_EXACT {
            self.best_chain(&members)
        } else {
            self.short_chain(members)
        };
        chain.reverse();
        self.chains.insert(set, chain.clone());
        chain
    }

    /// The bit move that leads from a permutation, given by its number, to the next one of a
    /// chain.
    pub(super) fn link(&mut self, from: u8, to: u8) -> u16 {
        let ranks = self.between(to, from);
        let next = u16::try_from(self.moves.len()).expect("120 permutations");
        *self.links.entry(ranks).or_insert_with(|| {
            self.moves.push(BitMove::new(&self.orders, &ranks));
            next
        })
    }

    /// What is to be done after the first for the second, if the first is done anyway.
    fn between(&self, first: u8, second: u8) -> Order {
        let [first, second] = [first, second].map(|number| self.ranks[usize::from(number)]);
        after(&inverse(&first), &second)
    }

    fn cost(&mut self, first: u8, second: u8) -> u32 {
        let ranks = self.between(first, second);
        let orders = &self.orders;
        *self.costs.entry(ranks).or_insert_with(|| BitMove::new(orders, &ranks).cost())
    }

    /// The cheapest order of all, outward from none at all (Held and Karp, 1962: by sets of those
    /// that were visited, and the last of them).
    fn best_chain(&mut self, members: &[u8]) -> Vec<u8> {
        let count = members.len();
        let mut costs = vec![vec![0; count]; count];
        let first: Vec<u32> = members.iter().map(|member| self.cost(0, *member)).collect();
        for (from, row) in costs.iter_mut().enumerate() {
            for (to, cost) in row.iter_mut().enumerate() {
                *cost = self.cost(members[from], members[to]);
            }
        }
        // By set and last member: the cost, and the member before.
        let mut best = vec![vec![(u32::MAX, 0); count]; 1 << count];
        for last in 0..count {
            best[1 << last][last] = (first[last], last);
        }
        for set in 1_usize..1 << count {
            for last in (0..count).filter(|last| set >> last & 1 == 1) {
                let cost = best[set][last].0;
                for next in (0..count).filter(|next| set >> next & 1 == 0) {
                    let entry = &mut best[set | 1 << next][next];
                    *entry = (*entry).min((cost + costs[last][next], last));
                }
            }
        }
        let mut chain = Vec::with_capacity(count);
        let mut set = (1 << count) - 1;
        let mut last = (0..count).min_by_key(|last| best[set][*last].0);
        while let Some(member) = last {
            chain.push(members[member]);
            let before = best[set][member].1;
            set &= !(1 << member);
            last = (set != 0).then_some(before);
        }
        chain.reverse();
        chain
    }

    /// A cheap order: always to the nearest.
    fn short_chain(&mut self, members: Vec<u8>) -> Vec<u8> {
        let (mut left, mut chain, mut last) = (members, Vec::new(), 0);
        while !left.is_empty() {
            let costs: Vec<u32> = left.iter().map(|next| self.cost(last, *next)).collect();
            let nearest = (0..left.len()).min_by_key(|at| costs[*at]).expect("some are left");
            last = left.swap_remove(nearest);
            chain.push(last);
        }
        chain
    }
}
