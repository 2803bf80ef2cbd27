//! Solved tiers in a scratch folder: for searches whose tables do not fit into memory together,
//! where nobody else keeps them.
//!
//! Numbers lie in a table for each tier, in partitions. One partition is in memory, so that
//! reading in order takes little time and little memory. What is here goes with the search:
//! another run begins anew.

use super::keep::{Keeper, KeptTier, ReadNumbers};
use crate::scratch::{DiskTable, Scratch, TableOptions};
use crate::{Checkpointer, SolveError};

/// Number of slots of a partition.
const PART: u64 = 1 << 16;

/// Tiers that are solved. Their folder is removed with them, and if they are complete that of the
/// whole search.
#[derive(Debug)]
pub(super) struct SolvedTiers {
    search: Scratch,
    scratch: Scratch,
    is_complete: bool,
    tiers: Vec<Option<(KeptTier, DiskTable)>>,
    words: Vec<u64>,
    /// The tier and the partition that the words are of.
    at: Option<(usize, usize)>,
}

impl SolvedTiers {
    /// No tiers yet.
    pub(super) fn new(search: &Scratch) -> Result<Self, SolveError> {
        let scratch = search.part(format!("{}: solved tiers", search.label()));
        scratch.prepare()?;
        let search = search.clone();
        Ok(SolvedTiers {
            search,
            scratch,
            is_complete: false,
            tiers: Vec::new(),
            words: Vec::new(),
            at: None,
        })
    }

    /// All that were wanted are solved.
    pub(super) fn complete(self) -> Self {
        let mut complete = self;
        complete.is_complete = true;
        complete
    }

    /// The number of a slot and how many bits it has; none if the tier is not solved.
    pub(super) fn number(
        &mut self,
        (tier, slot): (usize, u64),
    ) -> Result<Option<(u16, u32)>, SolveError> {
        let Some(kept) = self.kept(tier)? else { return Ok(None) };
        let mut number = [0];
        self.read(tier, slot, &mut number)?;
        Ok(Some((number[0], kept.bits)))
    }
}

impl Keeper for SolvedTiers {
    fn kept(&mut self, tier: usize) -> Result<Option<KeptTier>, SolveError> {
        let found = self.tiers.get(tier).and_then(Option::as_ref);
        Ok(found.map(|(kept, _)| kept.clone()))
    }

    fn read(&mut self, tier: usize, first: u64, numbers: &mut [u16]) -> Result<(), SolveError> {
        let SolvedTiers { tiers, words, at, .. } = self;
        let Some((kept, table)) = tiers.get(tier).and_then(Option::as_ref) else {
            return Err(SolveError::Storage { message: format!("nothing is kept of tier {tier}") });
        };
        let last = first.checked_add(numbers.len() as u64);
        if last.is_none_or(|last| last > kept.slots) {
            let message = format!("tier {tier} has only {} slots", kept.slots);
            return Err(SolveError::Storage { message });
        }
        let mask = (1 << kept.bits) - 1;
        for (slot, number) in (first..).zip(numbers) {
            let part = table.options().part_of(slot);
            if *at != Some((tier, part)) {
                *at = None;
                table.read(part, words)?;
                *at = Some((tier, part));
            }
            let bit = slot % PART * u64::from(kept.bits);
            let word = words[usize::try_from(bit / 64).expect("partitions are small")];
            *number = u16::try_from(word >> (bit % 64) & mask).expect("at most 16 bits");
        }
        Ok(())
    }

    fn keep(
        &mut self,
        tier: usize,
        kept: &KeptTier,
        read: ReadNumbers<'_>,
    ) -> Result<(), SolveError> {
        let options = TableOptions { size: kept.slots, bits: kept.bits, part_entries: PART };
        let path = self.scratch.passing_file(&format!("tier-{tier}"));
        let mut table = DiskTable::create(self.scratch.disk(), &path, options)?;
        let mut numbers = vec![0; usize::try_from(PART).expect("partitions are small")];
        self.at = None;
        for part in 0..options.parts() {
            let range = options.range(part);
            let count = usize::try_from(range.end - range.start).expect("partitions are small");
            read(range.start, &mut numbers[..count])?;
            let per_word = usize::try_from(64 / kept.bits).expect("at most 64");
            let pack = |numbers: &[u16]| {
                let packed = numbers.iter().rev();
                packed.fold(0, |word, number| word << kept.bits | u64::from(*number))
            };
            self.words.clear();
            self.words.extend(numbers[..count].chunks(per_word).map(pack));
            table.write(part, &self.words)?;
        }
        if self.tiers.len() <= tier {
            self.tiers.resize_with(tier + 1, || None);
        }
        self.tiers[tier] = Some((kept.clone(), table));
        Ok(())
    }
}

impl Checkpointer for SolvedTiers {}

impl Drop for SolvedTiers {
    fn drop(&mut self) {
        // What stays, the next run removes.
        let _ = if self.is_complete {
            self.search.discard()
        } else {
            self.scratch.discard().and_then(|()| self.search.discard_if_empty())
        };
    }
}
