//! The family `multinomial`: every kind has a fixed number, ranked cell by cell
//! ([`crate::layout::multinomial`]).

use super::{HashFamily, Refusal};
use crate::layout::multinomial::Multinomial;
use crate::plan::arrangement::{Arrangement, Colors};
use crate::plan::hash::Hash;
use crate::plan::subject::{Subject, ZoneCounts};

pub(super) struct Multinomials;

impl HashFamily for Multinomials {
    fn hash(&self, subject: &Subject<'_>) -> Result<Hash, Refusal> {
        let slots = subject.slots()?;
        subject.refuse_rotations()?;
        subject.by_zone(slots, |_, counts| arrange(counts))
    }

    fn nanoseconds(&self, cells: f64, _: f64) -> f64 {
        2.0 * cells
    }

    fn is_by_zone(&self) -> bool {
        true
    }
}

/// Numbers what stands in a zone cell by cell.
pub(super) fn arrange(counts: ZoneCounts) -> Result<Arrangement, Refusal> {
    let ZoneCounts { contents: colors, numbers } = counts;
    Ok(Arrangement::Colors(Colors { colors, ranks: Multinomial::new(&numbers)? }))
}
