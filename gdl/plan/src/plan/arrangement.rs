//! The arrangement of the pieces on the cells that can change, as one number.
//!
//! An arrangement joins a layout of [`crate::layout`] to the contents of a game: contents become
//! the symbols or colors that the layout numbers. It works on the contents of the cells of one
//! zone, in reading order.

mod bits;
mod chain;
mod colors;
mod heaps;
mod orbits;
mod permutation;
mod raw;

pub use bits::Bits;
pub use chain::Chain;
pub use colors::Colors;
pub use heaps::Heaps;
pub use orbits::Orbits;
pub use permutation::{Permutation, SymbolRanks};
pub use raw::Raw;

use crate::model::MAX_CELLS;
use std::fmt::Debug;
use std::ops::Deref;

/// The most colors a state can have in a chain of sets: enough for every content.
const MAX_COLORS: usize = 64;

/// How the contents of the dynamic cells are numbered.
///
/// What they have in common is in [`Arrange`], to which it dereferences; generated code is made
/// for each of them.
#[derive(Clone, Debug)]
pub enum Arrangement {
    /// All contents are different.
    Permutation(Permutation),
    /// Every content has a fixed number of cells; ranked cell by cell.
    Colors(Colors),
    /// Every content has a fixed number of cells; ranked set by set.
    Chain(Chain),
    /// Every content has a fixed number of cells; one content up to symmetry, the others as sets
    /// of what is left.
    Orbits(Orbits),
    /// Each cell is a digit.
    Raw(Raw),
    /// Each cell is a bit, and some bits follow from the others.
    Bits(Bits),
    /// Heaps with a fixed sum.
    Heaps(Heaps),
}

/// What numbers the contents of cells.
pub trait Arrange: Debug {
    /// Returns the number of arrangements.
    fn size(&self) -> u64;

    /// Returns what a cell can hold, by its number; nothing for heaps.
    fn contents(&self, cell: usize) -> &[u8];

    /// Returns how many cells hold a content in every arrangement; none if that differs.
    fn count(&self, content: u8) -> Option<usize>;

    /// Returns the number of an arrangement; none if it holds something that the layout does not
    /// know, or not as many of everything as the layout has. Its sign must be right.
    fn rank(&self, cells: &[u8]) -> Option<u64>;

    /// Returns the smallest number of the arrangements that are the same up to the symmetries of
    /// this numbering, if it divides by any.
    fn canonical_rank(&self, cells: &[u8]) -> Option<u64> {
        self.rank(cells)
    }

    /// Writes the arrangement with a number.
    fn unrank(&self, index: u64, cells: &mut [u8]);

    /// Returns whether all contents are different.
    fn is_permutation(&self) -> bool {
        false
    }

    /// Returns whether every arrangement of its contents has a number, perhaps up to symmetry.
    fn has_all(&self) -> bool {
        false
    }

    /// Returns whether contents are numbered as sets of cells.
    fn is_by_sets(&self) -> bool {
        false
    }
}

impl Deref for Arrangement {
    type Target = dyn Arrange;

    fn deref(&self) -> &Self::Target {
        match self {
            Arrangement::Permutation(it) => it,
            Arrangement::Colors(it) => it,
            Arrangement::Chain(it) => it,
            Arrangement::Orbits(it) => it,
            Arrangement::Raw(it) => it,
            Arrangement::Bits(it) => it,
            Arrangement::Heaps(it) => it,
        }
    }
}

/// The number of a content in a list.
fn number_of(content: u8, contents: &[u8]) -> Option<u8> {
    let number = contents.iter().position(|known| *known == content)?;
    Some(u8::try_from(number).expect("at most MAX_COLORS"))
}

/// The numbers of what some cells hold.
fn numbers_of<'b>(
    cells: &[u8],
    contents: &[u8],
    buffer: &'b mut [u8; MAX_CELLS],
) -> Option<&'b [u8]> {
    for (number, content) in buffer.iter_mut().zip(cells) {
        *number = number_of(*content, contents)?;
    }
    Some(&buffer[..cells.len()])
}

/// Replaces numbers by what they stand for.
fn translate(cells: &mut [u8], contents: &[u8]) {
    for content in cells {
        *content = contents[usize::from(*content)];
    }
}

/// Collects the cells of each color but the first.
fn color_sets(cells: &[u8], colors: &[u8], sets: &mut [u128; MAX_COLORS]) -> Option<()> {
    for (cell, content) in cells.iter().enumerate() {
        if let Some(set) = number_of(*content, colors)?.checked_sub(1) {
            sets[usize::from(set)] |= 1 << cell;
        }
    }
    Some(())
}

/// Writes the color of each cell.
fn color_cells(sets: &[u128; MAX_COLORS], colors: &[u8], cells: &mut [u8]) {
    for (cell, content) in cells.iter_mut().enumerate() {
        let set = sets[..colors.len() - 1].iter().position(|set| set >> cell & 1 == 1);
        *content = colors[set.map_or(0, |set| set + 1)];
    }
}
