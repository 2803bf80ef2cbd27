//! Sets of cells: one kind of pieces, or one kind after the other.

use super::measure::Bench;
use gdl_layout::LayoutError;
use gdl_layout::binomial::Binomial;
use gdl_layout::chain::ColorChain;
use gdl_layout::multinomial::Multinomial;
use gdl_layout::partition::PieceAndSet;
use gdl_layout::raw::{Invariant, RawBits};
use gdl_layout::split::SplitBinomial;

/// The English solitaire board, half full.
const CELLS: usize = 33;
const CHOSEN: usize = 16;

/// The 31-cell frogs, nine men's morris, and six kinds with three pieces each.
const COLORS: [&[usize]; 3] = [&[1, 15, 15], &[6, 9, 9], &[7, 3, 3, 3, 3, 3, 3]];

pub(super) fn binomial(bench: &mut Bench) -> Result<(), LayoutError> {
    let layout = Binomial::new(CELLS, CHOSEN)?;
    let unrank = |index| layout.unrank::<u64>(index);
    bench.line("16 of 33 cells", layout.size(), unrank, |set| layout.rank(*set));
    Ok(())
}

pub(super) fn split(bench: &mut Bench) -> Result<(), LayoutError> {
    for parts in 2..=4 {
        let widths: Vec<usize> =
            (0..parts).map(|part| (CELLS + parts - 1 - part) / parts).collect();
        let layout = SplitBinomial::with_groups(CELLS, CHOSEN, &widths)?;
        let kilobytes = layout.table_bytes() / 1024;
        let text = format!("16 of 33 cells in {parts} groups, {kilobytes} KiB");
        let unrank = |index| layout.unrank::<u64>(index);
        bench.line(text, layout.size(), unrank, |set| layout.rank(*set));
    }
    Ok(())
}

pub(super) fn piece_and_set(bench: &mut Bench) -> Result<(), LayoutError> {
    for (cells, chosen) in [(31, 15), (33, 13)] {
        let layout = PieceAndSet::new(cells, (1 << cells) - 1, chosen)?;
        let text = format!("a piece and {chosen} of {} cells", cells - 1);
        let unrank = |index| layout.unrank::<u64>(index);
        bench.line(text, layout.size(), unrank, |(cell, set)| layout.rank(*cell, *set));
    }
    Ok(())
}

pub(super) fn multinomial(bench: &mut Bench) -> Result<(), LayoutError> {
    for counts in COLORS {
        let layout = Multinomial::new(counts)?;
        let unrank = |index, cells: &mut [u8]| layout.unrank(index, cells);
        let rank = |cells: &[u8]| layout.rank(cells);
        bench.slices(format!("{counts:?}"), layout.size(), layout.cells(), unrank, rank);
    }
    Ok(())
}

pub(super) fn chain(bench: &mut Bench) -> Result<(), LayoutError> {
    for counts in COLORS {
        let layout = ColorChain::new(counts)?;
        let unrank = |index, sets: &mut [u64]| layout.unrank(index, sets);
        let rank = |sets: &[u64]| layout.rank(sets);
        bench.slices(format!("{counts:?}"), layout.size(), counts.len() - 1, unrank, rank);
    }
    Ok(())
}

pub(super) fn bits(bench: &mut Bench) -> Result<(), LayoutError> {
    let invariants = [0x0db6_db6d, 0x1b6d_b6db, 0x1_5555_5555, 0x1_3333_3333]
        .map(|cells| Invariant { cells, odd: false });
    let layout = RawBits::new((1 << CELLS) - 1, &invariants)?;
    let unrank = |index| layout.unrank::<u64>(index);
    bench.line("33 bits, 4 invariants", layout.size(), unrank, |set| layout.rank(*set));
    Ok(())
}
