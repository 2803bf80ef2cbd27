//! Contents that stand on exactly one cell.

use crate::plan::Hash;

/// Whether exactly one of the cells that can change holds this content, in every position that has
/// an index.
pub(super) fn is_unique(hash: &Hash, content: u8) -> bool {
    // Zones share nothing but empty cells, so these must be counted over all of them.
    hash.tiers().iter().all(|tier| {
        let counts = tier.zones.iter().map(|zone| zone.arrangement.count(content));
        counts.sum::<Option<usize>>() == Some(1)
    })
}
