//! The arrangement of the pieces on the cells that can change, as one number.
//!
//! An arrangement joins one of the families of [`crate::layout`] to the contents of a game: contents become the symbols or colors that
//! the family numbers. It works on the contents of the cells of one part, in reading order.

use crate::layout::canonical_times_free::CanonicalTimesFree;
use crate::layout::chain::ColorChain;
use crate::layout::composition::Composition;
use crate::layout::multinomial::Multinomial;
use crate::layout::partition::BlankPermutations;
use crate::layout::permutation::Permutations;
use crate::layout::raw::{RawBits, RawCells};
use crate::model::MAX_CELLS;

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
    /// Every content has a fixed number of cells; one content up to symmetry, the others as sets of what is left.
    Orbits {
        /// The content of each color; the first is what the others leave, the second is the one up to symmetry.
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

    /// How many cells hold a content in every arrangement; none if that differs.
    pub(crate) fn count(&self, content: u8) -> Option<usize> {
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

    /// The number of an arrangement, none if it holds something that the layout does not know. Its counts and sign must be right.
    pub fn rank(&self, cells: &[u8]) -> Option<u64> {
        let mut buffer = [0; MAX_CELLS];
        Some(match self {
            Arrangement::Permutation { symbols, ranks } => {
                ranks.rank(numbers_of(cells, symbols, &mut buffer)?)
            }
            Arrangement::Blank { symbols, ranks } => {
                ranks.rank(numbers_of(cells, symbols, &mut buffer)?)
            }
            Arrangement::Ring { symbols, ranks } => {
                let (first, others) = symbols.split_first()?;
                let (leading, rest) = cells.split_first()?;
                if leading != first {
                    return None;
                }
                ranks.rank(numbers_of(rest, others, &mut buffer)?)
            }
            Arrangement::Colors { colors, ranks } => {
                ranks.rank(numbers_of(cells, colors, &mut buffer)?)
            }
            Arrangement::Chain { colors, ranks } => {
                let mut sets = [0_u128; MAX_COLORS];
                color_sets(cells, colors, &mut sets)?;
                ranks.rank(&sets[..colors.len() - 1])
            }
            Arrangement::Orbits { colors, ranks } => {
                let mut sets = [0_u128; MAX_COLORS];
                color_sets(cells, colors, &mut sets)?;
                ranks.rank(&sets[..colors.len() - 1])
            }
            Arrangement::Raw(ranks) => ranks.rank(cells),
            Arrangement::Bits { contents, ranks } => {
                let set = (0..cells.len()).filter(|cell| cells[*cell] == contents[1]);
                ranks.rank(set.fold(0_u128, |set, cell| set | 1 << cell))
            }
            Arrangement::Heaps(ranks) => ranks.rank(cells),
        })
    }

    /// The smallest number of the arrangements that are the same up to the symmetries of this numbering, if it divides by any.
    pub fn canonical_rank(&self, cells: &[u8]) -> Option<u64> {
        let Arrangement::Orbits { colors, ranks } = self else { return self.rank(cells) };
        let mut sets = [0_u128; MAX_COLORS];
        color_sets(cells, colors, &mut sets)?;
        Some(ranks.canonical_rank(&sets[..colors.len() - 1]))
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
