//! The arrangement of the pieces on the cells that can change, as one number.
//!
//! An arrangement joins one of the families of [`crate::layout`] to the contents of a game:
//! contents become the symbols or colors that the family numbers. It works on the contents of the
//! cells of one zone, in reading order.

use crate::layout::canonical_times_free::CanonicalTimesFree;
use crate::layout::chain::ColorChain;
use crate::layout::composition::Composition;
use crate::layout::multinomial::Multinomial;
use crate::layout::partition::BlankPermutations;
use crate::layout::permutation::Permutations;
use crate::layout::raw::{RawBits, RawCells};
use crate::layout::split::SplitBinomial;
use crate::model::{Content, ContentSet, MAX_CELLS};
use std::sync::Arc;

/// The most colors a state can have in a chain of sets: enough for every content.
const MAX_COLORS: usize = 64;

/// How the contents of the dynamic cells are numbered.
#[derive(Clone, Debug)]
pub enum Arrangement {
    /// All contents are different: a permutation.
    Permutation {
        /// The content of each symbol.
        symbols: Vec<u8>,
        /// The numbering.
        ranks: Permutations,
    },
    /// All contents are different, and one of them selects the block.
    Blank {
        /// The content of each symbol.
        symbols: Vec<u8>,
        /// The numbering.
        ranks: BlankPermutations,
    },
    /// All contents of a ring are different, turned so that the first symbol comes first.
    Ring {
        /// The content of each symbol.
        symbols: Vec<u8>,
        /// The numbering of the others.
        ranks: Permutations,
    },
    /// Every content has a fixed number of cells; ranked cell by cell.
    Colors {
        /// The content of each color.
        colors: Vec<u8>,
        /// The numbering.
        ranks: Multinomial,
    },
    /// Every content has a fixed number of cells; ranked set by set.
    Chain {
        /// The content of each color; the first is what the others leave.
        colors: Vec<u8>,
        /// The numbering.
        ranks: ColorChain,
    },
    /// Every content has a fixed number of cells; one content up to symmetry, the others as sets
    /// of what is left.
    Orbits {
        /// The content of each color; the first is what the others leave, the second is the one up
        /// to symmetry.
        colors: Vec<u8>,
        /// The numbering.
        ranks: CanonicalTimesFree<u128>,
    },
    /// Each cell is a digit.
    Raw(RawCells),
    /// Each cell is a bit, and some bits follow from the others.
    Bits {
        /// The contents for 0 and 1.
        contents: [u8; 2],
        /// The numbering.
        ranks: RawBits,
    },
    /// Heaps with a fixed sum.
    Heaps(Composition),
}

impl Arrangement {
    /// Number of arrangements.
    pub fn size(&self) -> u64 {
        match self {
            Arrangement::Permutation { ranks, .. } | Arrangement::Ring { ranks, .. } => {
                ranks.size()
            }
            Arrangement::Blank { ranks, .. } => ranks.size(),
            Arrangement::Colors { ranks, .. } => ranks.size(),
            Arrangement::Chain { ranks, .. } => ranks.size(),
            Arrangement::Orbits { ranks, .. } => ranks.size(),
            Arrangement::Raw(ranks) => ranks.size(),
            Arrangement::Bits { ranks, .. } => ranks.size(),
            Arrangement::Heaps(ranks) => ranks.size(),
        }
    }

    /// What a cell, by number, holds in some arrangement; nothing for heaps.
    pub(crate) fn contents(&self, cell: usize) -> ContentSet {
        let held = match self {
            Arrangement::Permutation { symbols, .. }
            | Arrangement::Blank { symbols, .. }
            | Arrangement::Ring { symbols, .. } => symbols,
            Arrangement::Colors { colors, .. }
            | Arrangement::Chain { colors, .. }
            | Arrangement::Orbits { colors, .. } => colors,
            Arrangement::Raw(ranks) => &ranks.contents()[cell],
            Arrangement::Bits { contents, .. } => &contents[..],
            Arrangement::Heaps(_) => &[],
        };
        held.iter().map(|content| Content(*content)).collect()
    }

    /// How many cells hold a content in every arrangement; none if that differs.
    pub fn count(&self, content: u8) -> Option<usize> {
        let of = |contents: &[u8], numbers: &mut dyn Iterator<Item = usize>| {
            let held = contents.iter().zip(numbers).filter(|(own, _)| **own == content);
            held.map(|(_, number)| number).sum()
        };
        match self {
            Arrangement::Permutation { symbols, .. }
            | Arrangement::Blank { symbols, .. }
            | Arrangement::Ring { symbols, .. } => {
                Some(of(symbols, &mut std::iter::repeat_n(1, symbols.len())))
            }
            Arrangement::Colors { colors, ranks } => {
                Some(of(colors, &mut ranks.counts().iter().copied()))
            }
            Arrangement::Chain { colors, ranks } => {
                let sets = ranks.colors().iter().map(|set| set.chosen());
                let rest = ranks.cells() - sets.clone().sum::<usize>();
                Some(of(colors, &mut [rest].into_iter().chain(sets)))
            }
            Arrangement::Orbits { .. }
            | Arrangement::Raw(_)
            | Arrangement::Bits { .. }
            | Arrangement::Heaps(_) => None,
        }
    }

    /// The number of an arrangement; none if it holds something that the layout does not know, or
    /// not as many of everything as the layout has. Its sign must be right.
    pub fn rank(&self, cells: &[u8]) -> Option<u64> {
        let mut buffer = [0; MAX_CELLS];
        Some(match self {
            Arrangement::Permutation { symbols, ranks } => {
                ranks.rank(different(numbers_of(cells, symbols, &mut buffer)?)?)
            }
            Arrangement::Blank { symbols, ranks } => {
                ranks.rank(different(numbers_of(cells, symbols, &mut buffer)?)?)
            }
            Arrangement::Ring { symbols, ranks } => {
                let (first, others) = symbols.split_first()?;
                let (leading, rest) = cells.split_first()?;
                if leading != first {
                    return None;
                }
                ranks.rank(different(numbers_of(rest, others, &mut buffer)?)?)
            }
            Arrangement::Colors { colors, ranks } => {
                let numbers = numbers_of(cells, colors, &mut buffer)?;
                let mut counts = [0_usize; MAX_COLORS];
                numbers.iter().for_each(|number| counts[usize::from(*number)] += 1);
                (counts[..colors.len()] == *ranks.counts()).then(|| ranks.rank(numbers))?
            }
            Arrangement::Chain { colors, ranks } => {
                let mut sets = [0_u128; MAX_COLORS];
                color_sets(cells, colors, &mut sets)?;
                let sets = &sets[..colors.len() - 1];
                have_sizes(sets, ranks.colors()).then(|| ranks.rank(sets))?
            }
            Arrangement::Orbits { colors, ranks } => {
                let mut sets = [0_u128; MAX_COLORS];
                ranks.rank(orbit_sets(cells, colors, ranks, &mut sets)?)
            }
            Arrangement::Raw(ranks) => {
                let mut known = cells.iter().zip(ranks.contents());
                known.all(|(cell, known)| known.contains(cell)).then(|| ranks.rank(cells))?
            }
            Arrangement::Bits { contents, ranks } => {
                if !cells.iter().all(|cell| contents.contains(cell)) {
                    return None;
                }
                let set = (0..cells.len()).filter(|cell| cells[*cell] == contents[1]);
                ranks.rank(set.fold(0_u128, |set, cell| set | 1 << cell))
            }
            Arrangement::Heaps(ranks) => ranks.contains(cells).then(|| ranks.rank(cells))?,
        })
    }

    /// The smallest number of the arrangements that are the same up to the symmetries of this
    /// numbering, if it divides by any.
    pub fn canonical_rank(&self, cells: &[u8]) -> Option<u64> {
        let Arrangement::Orbits { colors, ranks } = self else { return self.rank(cells) };
        let mut sets = [0_u128; MAX_COLORS];
        Some(ranks.canonical_rank(orbit_sets(cells, colors, ranks, &mut sets)?))
    }

    /// Writes the arrangement with a number.
    pub fn unrank(&self, index: u64, cells: &mut [u8]) {
        match self {
            Arrangement::Permutation { symbols, ranks } => {
                ranks.unrank(index, cells);
                translate(cells, symbols);
            }
            Arrangement::Blank { symbols, ranks } => {
                ranks.unrank(index, cells);
                translate(cells, symbols);
            }
            Arrangement::Ring { symbols, ranks } => {
                ranks.unrank(index, &mut cells[1..]);
                cells[1..].iter_mut().for_each(|symbol| *symbol += 1);
                cells[0] = 0;
                translate(cells, symbols);
            }
            Arrangement::Colors { colors, ranks } => {
                ranks.unrank(index, cells);
                translate(cells, colors);
            }
            Arrangement::Chain { colors, ranks } => {
                let mut sets = [0_u128; MAX_COLORS];
                ranks.unrank(index, &mut sets[..colors.len() - 1]);
                color_cells(&sets, colors, cells);
            }
            Arrangement::Orbits { colors, ranks } => {
                let mut sets = [0_u128; MAX_COLORS];
                ranks.unrank(index, &mut sets[..colors.len() - 1]);
                color_cells(&sets, colors, cells);
            }
            Arrangement::Raw(ranks) => ranks.unrank(index, cells),
            Arrangement::Bits { contents, ranks } => {
                let set: u128 = ranks.unrank(index);
                for (cell, content) in cells.iter_mut().enumerate() {
                    *content = contents[usize::from(set >> cell & 1 == 1)];
                }
            }
            Arrangement::Heaps(ranks) => ranks.unrank(index, cells),
        }
    }
}

/// The number of a content in a list.
fn number_of(content: u8, contents: &[u8]) -> Option<u8> {
    let number = contents.iter().position(|known| *known == content)?;
    Some(u8::try_from(number).expect("at most MAX_COLORS"))
}

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

/// Numbers below their number, if no two are equal.
fn different(numbers: &[u8]) -> Option<&[u8]> {
    let all = numbers.iter().fold(0_u128, |all, number| all | 1 << number);
    (all.count_ones() as usize == numbers.len()).then_some(numbers)
}

/// Whether each set has as many cells as the layout of its color wants.
fn have_sizes(sets: &[u128], colors: &[Arc<SplitBinomial>]) -> bool {
    sets.iter().zip(colors).all(|(set, color)| set.count_ones() as usize == color.chosen())
}

/// The cells of each color but the first, if there are as many as the layout wants.
fn orbit_sets<'s>(
    cells: &[u8],
    colors: &[u8],
    ranks: &CanonicalTimesFree<u128>,
    sets: &'s mut [u128; MAX_COLORS],
) -> Option<&'s [u128]> {
    color_sets(cells, colors, sets)?;
    let sets = &sets[..colors.len() - 1];
    let (first, others) = sets.split_first()?;
    let first_fits = first.count_ones() as usize == ranks.first().chosen();
    (first_fits && have_sizes(others, ranks.others())).then_some(sets)
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

fn translate(cells: &mut [u8], contents: &[u8]) {
    for content in cells {
        *content = contents[usize::from(*content)];
    }
}
