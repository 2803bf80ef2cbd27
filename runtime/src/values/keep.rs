//! Keeping values outside of memory: so that another run can go on, and for later questions.
//!
//! What is kept of a tier is what its entries [say](super::coding) when it is solved, without what
//! was only needed on the way:
//!
//! | number | meaning |
//! |---|---|
//! | 0 | no position has this slot, or none that can be reached |
//! | `1 + 2 d` | the player to move wins with the `d`-th ply |
//! | `2 + 2 d` | she loses with the `d`-th ply |
//! | the largest that an entry can hold | a draw |
//!
//! Without depths `d` is 0, and a draw is 3. Where the scores decide, a number is the margin plus
//! 2^15.

use super::tallied::Tallied;
use crate::{Checkpointer, NoCheckpoint, SolveError};

/// Gives the numbers of slots from a first one on.
pub type ReadNumbers<'a> = &'a mut dyn FnMut(u64, &mut [u16]) -> Result<(), SolveError>;

/// Keeps values. Every method may fail with [`SolveError::Storage`].
pub trait Keeper: Checkpointer {
    /// What is kept of a tier; none if it is not solved yet.
    fn kept(&mut self, tier: usize) -> Result<Option<KeptTier>, SolveError>;

    /// Reads numbers of a tier that is kept, from a slot on.
    fn read(&mut self, tier: usize, first: u64, numbers: &mut [u16]) -> Result<(), SolveError>;

    /// Keeps a tier that is solved. Its numbers are asked for in order, some at a time, perhaps
    /// more than once.
    fn keep(
        &mut self,
        tier: usize,
        kept: &KeptTier,
        read: ReadNumbers<'_>,
    ) -> Result<(), SolveError>;
}

/// What is known about the table of a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptTier {
    /// Number of slots.
    pub slots: u64,
    /// How many bits an entry had: 2, 8 or 16.
    pub bits: u32,
    /// The counts, for [`Values`](super::Values).
    pub counts: Vec<u64>,
}

impl KeptTier {
    /// Whether these can be the counts of a table: as many as there must be, of positions that
    /// there can be.
    pub fn is_sound(&self) -> bool {
        matches!(self.bits, 2 | 8 | 16)
            && Tallied::from_numbers(&self.counts, self.bits)
                .is_some_and(|tallied| tallied.is_sound(self.slots))
    }
}

impl Keeper for NoCheckpoint {
    fn kept(&mut self, _tier: usize) -> Result<Option<KeptTier>, SolveError> {
        Ok(None)
    }

    fn read(&mut self, tier: usize, _first: u64, _numbers: &mut [u16]) -> Result<(), SolveError> {
        Err(SolveError::Storage { message: format!("nothing is kept of tier {tier}") })
    }

    fn keep(
        &mut self,
        _tier: usize,
        _kept: &KeptTier,
        _read: ReadNumbers<'_>,
    ) -> Result<(), SolveError> {
        Ok(())
    }
}
