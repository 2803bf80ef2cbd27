//! Games as WGSL, the language of graphics processors, as the macros give them.

use std::ops::Range;

/// A game as WGSL: what `game!` makes of it with `wgsl = true`.
///
/// The text is that of `gamec emit wgsl`: one half of a shader, which needs no extensions. Kernels
/// are the other half, such as those of `gpu`, for which this becomes a `gpu::Game` (feature
/// `gpu`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wgsl {
    /// The text.
    pub text: &'static str,
    /// What the buffer `tables` holds.
    pub tables: &'static [u32],
    /// Number of indices.
    pub size: u64,
    /// How many words a position takes.
    pub state_words: usize,
    /// The index of the start.
    pub start: u64,
    /// The indices of each tier; each comes after all that can follow it.
    pub tiers: &'static [Range<u64>],
    /// What it means for the player to move if she cannot: 1 she wins, 2 she loses, 3 a draw.
    pub stuck: u32,
}

#[cfg(feature = "gpu")]
impl From<Wgsl> for crate::gpu::Game {
    fn from(wgsl: Wgsl) -> Self {
        let Wgsl { text, tables, size, state_words, .. } = wgsl;
        crate::gpu::Game { text: text.to_owned(), tables: tables.to_vec(), size, state_words }
    }
}
