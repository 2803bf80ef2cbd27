//! Digits: contents of cells, heaps, counters, orientations.

use super::measure::Bench;
use gdl_layout::LayoutError;
use gdl_layout::composition::{Composition, Total};
use gdl_layout::radix::{FixedSum, MixedRadix};
use gdl_layout::raw::RawCells;

pub(super) fn raw(bench: &mut Bench) -> Result<(), LayoutError> {
    let layout = RawCells::new(&vec![vec![0, 1, 2]; 24])?;
    let unrank = |index, cells: &mut [u8]| layout.unrank(index, cells);
    bench.slices("24 cells, 3 contents", layout.size(), 24, unrank, |cells| layout.rank(cells));
    Ok(())
}

pub(super) fn heaps(bench: &mut Bench) -> Result<(), LayoutError> {
    let layout = Composition::new(12, 48, Total::Exactly)?;
    let unrank = |index, pits: &mut [u8]| layout.unrank(index, pits);
    bench.slices("48 seeds in 12 pits", layout.size(), 12, unrank, |pits| layout.rank(pits));
    Ok(())
}

pub(super) fn radix(bench: &mut Bench) -> Result<(), LayoutError> {
    let layout = MixedRadix::new(&[10, 10, 10, 2])?;
    let unrank = |index, digits: &mut [u64]| layout.unrank(index, digits);
    bench.slices("4 digits", layout.size(), 4, unrank, |digits| layout.rank(digits));
    Ok(())
}

pub(super) fn orientations(bench: &mut Bench) -> Result<(), LayoutError> {
    let layout = FixedSum::new(3, &[1; 8], 0)?;
    let unrank = |index, turns: &mut [u8]| layout.unrank(index, turns);
    bench.slices("8 corners", layout.size(), 8, unrank, |turns| layout.rank(turns));
    Ok(())
}
