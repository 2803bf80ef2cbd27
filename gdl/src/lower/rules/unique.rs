//! Contents that stand on exactly one cell.

use crate::plan::Hash;
use crate::plan::arrangement::Arrangement;

/// Whether exactly one cell holds this content in every position that has an index.
pub(super) fn is_unique(hash: &Hash, content: u8) -> bool {
    hash.tiers().iter().all(|tier| {
        let parts = tier.parts.iter().filter(|part| match &part.arrangement {
            Arrangement::Permutation { symbols, .. }
            | Arrangement::Blank { symbols, .. }
            | Arrangement::Ring { symbols, .. } => symbols.contains(&content),
            Arrangement::Colors { colors, ranks } => colors
                .iter()
                .zip(ranks.counts())
                .any(|(color, count)| *color == content && *count == 1),
            Arrangement::Chain { colors, ranks } => {
                let counts = ranks.colors().iter().map(|set| set.chosen());
                let rest = ranks.cells() - counts.clone().sum::<usize>();
                let counts = [rest].into_iter().chain(counts);
                colors.iter().zip(counts).any(|(color, count)| *color == content && count == 1)
            }
            Arrangement::Orbits { .. }
            | Arrangement::Raw(_)
            | Arrangement::Bits { .. }
            | Arrangement::Heaps(_) => false,
        });
        parts.count() == 1
    })
}
