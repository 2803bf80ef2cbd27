//! The family `bits`: every cell is a bit, and invariants remove some ([`crate::layout::raw`]).

use super::{HashFamily, Refusal};
use crate::layout::raw::RawBits;
use crate::plan::arrangement::{Arrange, Arrangement};
use crate::plan::hash::Hash;
use crate::plan::subject::Subject;

pub(super) struct BitCells;

impl HashFamily for BitCells {
    fn hash(&self, subject: &Subject<'_>) -> Result<Hash, Refusal> {
        let contents = subject.possible_contents()?;
        let two = contents
            .first()
            .filter(|first| first.len() == 2 && contents.iter().all(|other| other == *first));
        let Some([off, on]) = two.map(Vec::as_slice) else {
            return Err(Refusal::NotMadeForIt("cells can hold more than two things"));
        };
        let all = if contents.len() == 128 { u128::MAX } else { (1 << contents.len()) - 1 };
        let ranks = RawBits::new(all, &subject.known.bit_invariants)?;
        subject.in_one_block(Arrangement::Bits(Bits { contents: [*off, *on], ranks }))
    }

    fn nanoseconds(&self, _: f64, _: f64) -> f64 {
        1.0
    }

    fn uses_counts(&self) -> bool {
        false
    }

    fn advantage(&self, subject: &Subject<'_>, _: &dyn HashFamily) -> Option<String> {
        match subject.known.bit_invariants.len() {
            0 => None,
            1 => Some("a sum modulo 2 never changes".to_owned()),
            sums => Some(format!("{sums} sums modulo 2 never change")),
        }
    }

    fn saving(&self, subject: &Subject<'_>) -> Option<String> {
        let sums = subject.known.bit_invariants.len();
        (sums > 0).then(|| format!("{sums} of the cells follow from the others"))
    }
}

/// A bit for each cell, some of which follow from the others.
#[derive(Clone, Debug)]
pub struct Bits {
    /// The contents for 0 and 1.
    pub contents: [u8; 2],
    /// The numbering.
    pub ranks: RawBits,
}

impl Arrange for Bits {
    fn size(&self) -> u64 {
        self.ranks.size()
    }

    fn contents(&self, _: usize) -> &[u8] {
        &self.contents
    }

    fn count(&self, _: u8) -> Option<usize> {
        None
    }

    fn rank(&self, cells: &[u8]) -> Option<u64> {
        if !cells.iter().all(|cell| self.contents.contains(cell)) {
            return None;
        }
        let set = (0..cells.len()).filter(|cell| cells[*cell] == self.contents[1]);
        Some(self.ranks.rank(set.fold(0_u128, |set, cell| set | 1 << cell)))
    }

    fn unrank(&self, index: u64, cells: &mut [u8]) {
        let set: u128 = self.ranks.unrank(index);
        for (cell, content) in cells.iter_mut().enumerate() {
            *content = self.contents[usize::from(set >> cell & 1 == 1)];
        }
    }

    fn is_by_sets(&self) -> bool {
        true
    }
}
