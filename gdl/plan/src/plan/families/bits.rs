//! The family `bits`: every cell is a bit, and invariants remove some ([`crate::layout::raw`]).

use super::{HashFamily, Refusal};
use crate::layout::raw::RawBits;
use crate::plan::arrangement::{Arrangement, Bits};
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
