//! Applying what waits in the buckets: each partition with a bucket that is not empty is read, and
//! the states in its bucket are claimed.

use super::super::workers::Partial;
use super::expand::Scratchpad;
use super::marker::Marker;
use crate::SolveError;
use crate::scratch::{Buckets, Record};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

/// The bucket of the partition that is in memory.
pub(super) struct Application<'a> {
    pub(super) part: usize,
    pub(super) words: &'a [AtomicU64],
    pub(super) bits: u32,
    pub(super) mark: u64,
    pub(super) buckets: &'a Buckets<u32>,
    pub(super) scratchpads: &'a [Mutex<Scratchpad>],
}

/// What was claimed.
#[derive(Debug, Default)]
pub(super) struct Applied {
    pub(super) claimed: u64,
    pub(super) failure: Option<SolveError>,
}

impl Partial for Applied {
    fn and(self, other: Self) -> Self {
        Applied { claimed: self.claimed + other.claimed, failure: self.failure.or(other.failure) }
    }

    fn new_states(&self) -> u64 {
        self.claimed
    }
}

impl Application<'_> {
    /// Claims the states in some chunks of the bucket.
    pub(super) fn apply(&self, chunks: Range<usize>) -> Applied {
        let mut scratchpad = Scratchpad::of_thread(self.scratchpads);
        let claimed = match self.bits {
            2 => self.apply_as::<2>(&mut scratchpad.buffer, chunks),
            8 => self.apply_as::<8>(&mut scratchpad.buffer, chunks),
            16 => self.apply_as::<16>(&mut scratchpad.buffer, chunks),
            _ => self.apply_as::<32>(&mut scratchpad.buffer, chunks),
        };
        match claimed {
            Ok(claimed) => Applied { claimed, failure: None },
            Err(error) => Applied { claimed: 0, failure: Some(error) },
        }
    }

    fn apply_as<const BITS: u32>(
        &self,
        buffer: &mut Vec<u8>,
        chunks: Range<usize>,
    ) -> Result<u64, SolveError> {
        let mut marker = Marker::<BITS>::new(self.words, self.mark);
        self.buckets.read_bytes(self.part, chunks, buffer, |bytes| {
            for position in bytes.chunks_exact(u32::BYTES) {
                marker.push(u32::get(position));
            }
        })?;
        Ok(marker.finish())
    }
}
