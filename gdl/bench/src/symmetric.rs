//! Up to symmetry: nine men's morris with 8 and 7 men, and the 16 symmetries of its board.

use super::measure::Bench;
use gdl_layout::LayoutError;
use gdl_layout::canonical_times_free::CanonicalTimesFree;
use gdl_layout::orbit::SetOrbits;
use gdl_layout::symmetry::SymmetryGroup;
use std::sync::Arc;

pub(super) fn orbits(bench: &mut Bench) -> Result<(), LayoutError> {
    let group = morris()?;
    let white = Arc::new(SetOrbits::new(group.clone(), 8)?);
    let layout = CanonicalTimesFree::new(white, &[7])?;
    let unrank = |index| {
        let mut sets = [0_u64; 2];
        layout.unrank(index, &mut sets);
        sets
    };
    let size = layout.size();
    bench.line("8 and 7 men", size, unrank, |sets| layout.rank(sets));
    bench.rank_only("the smallest index of an orbit", size, unrank, |sets| {
        layout.canonical_rank(sets)
    });
    bench.rank_only("the smallest of 16 images of a set", size, unrank, |[white, _]| {
        group.canonical(*white).0
    });
    Ok(())
}

/// Three rings of eight points: turns, reflections, and the inner ring for the outer.
fn morris() -> Result<SymmetryGroup<u64>, LayoutError> {
    let map = |image: fn(u8, u8) -> (u8, u8)| -> Vec<u8> {
        let points = (0..24).map(|point| image(point / 8, point % 8));
        points.map(|(ring, position)| 8 * ring + position % 8).collect()
    };
    let turn = map(|ring, position| (ring, position + 2));
    let mirror = map(|ring, position| (ring, 8 - position));
    let inside_out = map(|ring, position| (2 - ring, position));
    SymmetryGroup::new(24, &[turn, mirror, inside_out])
}
