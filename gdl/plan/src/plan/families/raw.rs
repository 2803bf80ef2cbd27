//! The family `raw`: every cell is a digit ([`crate::layout::raw`]).

use super::{HashFamily, Refusal};
use crate::layout::raw::RawCells;
use crate::plan::arrangement::{Arrangement, Raw};
use crate::plan::hash::Hash;
use crate::plan::subject::Subject;

pub(super) struct DigitCells;

impl HashFamily for DigitCells {
    fn hash(&self, subject: &Subject<'_>) -> Result<Hash, Refusal> {
        let ranks = RawCells::new(&subject.possible_contents()?)?;
        subject.in_one_block(Arrangement::Raw(Raw(ranks)))
    }

    fn nanoseconds(&self, cells: f64, _: f64) -> f64 {
        0.3 * cells
    }

    fn uses_counts(&self) -> bool {
        false
    }
}
