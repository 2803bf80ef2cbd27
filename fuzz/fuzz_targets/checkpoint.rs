//! Any numbers as what was kept of a search: it goes on, or there is an error.
//!
//! What a checkpoint is made of, its files, is what `database` is about.

#![no_main]

use gdl_runtime::engine::{PerState, Rules, SearchKind, SearchOptions, search_with_checkpoints};
use gdl_runtime::{Checkpointer, Resumed, Silent, SolveError, Stage};
use libfuzzer_sys::fuzz_target;

/// The corners of a cube with six dimensions; a move goes along an edge.
struct Cube;

impl Rules for Cube {
    type State = u64;

    fn size(&self) -> u64 {
        64
    }

    fn rank(&self, corner: &u64) -> u64 {
        *corner
    }

    fn unrank(&self, index: u64) -> u64 {
        index
    }

    fn successors(&self, corner: &u64, visit: &mut impl FnMut(&u64)) {
        (0..6).for_each(|edge| visit(&(corner ^ 1 << edge)));
    }
}

/// Somebody who has kept just anything.
struct Liar<'a>(&'a [u8]);

impl Liar<'_> {
    fn number(&mut self) -> u64 {
        let (taken, rest) = self.0.split_at(self.0.len().min(8));
        self.0 = rest;
        let mut bytes = [0; 8];
        bytes[..taken.len()].copy_from_slice(taken);
        u64::from_le_bytes(bytes)
    }

    /// A short length.
    fn length(&mut self) -> u64 {
        let (taken, rest) = self.0.split_at(self.0.len().min(1));
        self.0 = rest;
        taken.first().map_or(0, |byte| u64::from(byte % 24))
    }
}

impl Checkpointer for Liar<'_> {
    fn restore(&mut self, _: Stage, _: &[usize], _: u64) -> Result<Option<Resumed>, SolveError> {
        let numbers = (0..self.length()).map(|_| self.number()).collect();
        let tables = (0..self.length() % 3)
            .map(|_| (0..self.length()).map(|_| self.number()).collect())
            .collect();
        Ok(Some(Resumed { numbers, tables }))
    }
}

fuzz_target!(|bytes: &[u8]| {
    let options = SearchOptions { kind: SearchKind::Distances, threads: 1, ..SearchOptions::default() };
    let _ = search_with_checkpoints(&PerState(&Cube), &[0], &options, &mut Liar(bytes), &mut Silent);
});
