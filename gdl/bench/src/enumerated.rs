//! Enumerated sets: one key in 25, narrow and wide.

use super::measure::Bench;
use gdl_layout::LayoutError;
use gdl_layout::reachable::{Reachable, ReachableStrings};

/// Every 25th number below 2^22, each shifted a little.
fn keys() -> impl Iterator<Item = u128> {
    (0..1 << 22_u32).step_by(25).map(|key: u128| key ^ (key.wrapping_mul(0x9e37) & 15))
}

pub(super) fn reachable(bench: &mut Bench) -> Result<(), LayoutError> {
    for (text, shift) in [("a bit for every key", 0), ("keys of 82 bits", 60)] {
        let layout = Reachable::new(keys().map(|key| key << shift).collect())?;
        let text = format!("{text}, {} KiB", layout.bytes() / 1024);
        let rank = |key: &u128| layout.rank(*key).unwrap_or(u64::MAX);
        bench.line(text, layout.size(), |index| layout.select(index), rank);
    }
    Ok(())
}

pub(super) fn reachable_strings(bench: &mut Bench) -> Result<(), LayoutError> {
    let strings = keys().map(|key| key.to_be_bytes()[8..].to_vec()).collect();
    let layout = ReachableStrings::new(strings)?;
    let text = format!("strings of 8 bytes, {} KiB", layout.bytes() / 1024);
    let unrank = |index, string: &mut [u8]| string.copy_from_slice(layout.select(index));
    let rank = |string: &[u8]| layout.rank(string).unwrap_or(u64::MAX);
    bench.slices(text, layout.size(), 8, unrank, rank);
    Ok(())
}
