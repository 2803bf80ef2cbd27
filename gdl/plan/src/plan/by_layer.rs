//! Layers that are ranges of indices.
//!
//! If the number that counts the moves is part of the key of the tiers, every tier belongs to one
//! layer. Where the tiers of a layer also follow one another, the layer is a range of indices: a
//! search can keep one table for each layer and forget those that are done.

use super::Hash;
use crate::analyze::counts::What;
use crate::analyze::layers::LayerForm;
use crate::facts::Facts;
use std::ops::Range;

impl Hash {
    /// The indices of each layer, by number of moves made since the start; none if some layer is
    /// no range of its own.
    pub fn layer_ranges(&self, facts: &Facts) -> Option<Vec<Range<u64>>> {
        let number = facts.layers.number.as_ref()?;
        let counted = match number.form {
            LayerForm::Count(content) => What::Content(content),
            LayerForm::Counter(counter) => {
                What::Counter(u8::try_from(counter.index()).expect("counters are few"))
            }
            LayerForm::Numbers | LayerForm::General => return None,
        };
        let in_key = self.key.iter().position(|what| *what == counted)?;
        if self.tiers().len() < 2 {
            return None;
        }
        let at_start = counted.of(self.heap, facts.domain.beginning()?);
        let mut ranges: Vec<Range<u64>> = Vec::new();
        let mut first = 0;
        for (tier, it) in self.tiers().iter().enumerate() {
            let end = first + self.tier_size(tier);
            let layer = usize::try_from((it.key[in_key] - at_start) / number.change).ok()?;
            if ranges.len() <= layer {
                ranges.resize(layer + 1, 0..0);
            }
            let range = &mut ranges[layer];
            if range.is_empty() {
                *range = first..end;
            } else if range.end == first {
                range.end = end;
            } else if range.start == end {
                range.start = first;
            } else {
                return None;
            }
            first = end;
        }
        Some(ranges)
    }
}
