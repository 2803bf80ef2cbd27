//! The family `multinomial`: every kind has a fixed number, ranked cell by cell
//! ([`crate::layout::multinomial`]).

use super::{HashFamily, Refusal};
use crate::layout::multinomial::Multinomial;
use crate::model::MAX_CELLS;
use crate::plan::arrangement::{Arrange, Arrangement, MAX_COLORS, numbers_of, translate};
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

/// Strings with a fixed number of each color.
#[derive(Clone, Debug)]
pub struct Colors {
    /// The content of each color.
    pub colors: Vec<u8>,
    /// The numbering.
    pub ranks: Multinomial,
}

impl Arrange for Colors {
    fn size(&self) -> u64 {
        self.ranks.size()
    }

    fn contents(&self, _: usize) -> &[u8] {
        &self.colors
    }

    fn count(&self, content: u8) -> Option<usize> {
        let color = self.colors.iter().position(|own| *own == content);
        Some(color.map_or(0, |color| self.ranks.counts()[color]))
    }

    fn rank(&self, cells: &[u8]) -> Option<u64> {
        let mut buffer = [0; MAX_CELLS];
        let numbers = numbers_of(cells, &self.colors, &mut buffer)?;
        let mut counts = [0_usize; MAX_COLORS];
        numbers.iter().for_each(|number| counts[usize::from(*number)] += 1);
        let fits = counts[..self.colors.len()] == *self.ranks.counts();
        fits.then(|| self.ranks.rank(numbers))
    }

    fn unrank(&self, index: u64, cells: &mut [u8]) {
        self.ranks.unrank(index, cells);
        translate(cells, &self.colors);
    }

    fn has_all(&self) -> bool {
        true
    }
}
