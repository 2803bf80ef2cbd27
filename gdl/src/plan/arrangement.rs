//! The arrangement of the pieces on the cells that can change, as one number.
//!
//! An arrangement joins one of the families of [`crate::layout`] to the contents of a game: contents become the symbols or colors that
//! the family numbers. It works on the contents of the dynamic cells, in reading order.

use crate::layout::LayoutError;
use crate::layout::chain::ColorChain;
use crate::layout::composition::Composition;
use crate::layout::multinomial::Multinomial;
use crate::layout::partition::BlankPermutations;
use crate::layout::permutation::Permutations;
use crate::layout::raw::{RawBits, RawCells};

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
            Arrangement::Raw(ranks) => ranks.size(),
            Arrangement::Bits { ranks, .. } => ranks.size(),
            Arrangement::Heaps(ranks) => ranks.size(),
        }
    }

    /// The number of an arrangement. It must be one that the layout holds.
    pub fn rank(&self, cells: &[u8]) -> u64 {
        match self {
            Arrangement::Permutation { symbols, ranks } => ranks.rank(&numbers_of(cells, symbols)),
            Arrangement::Blank { symbols, ranks } => ranks.rank(&numbers_of(cells, symbols)),
            Arrangement::Ring { symbols, ranks } => {
                let rest: Vec<u8> =
                    numbers_of(&cells[1..], symbols).into_iter().map(|symbol| symbol - 1).collect();
                ranks.rank(&rest)
            }
            Arrangement::Colors { colors, ranks } => ranks.rank(&numbers_of(cells, colors)),
            Arrangement::Chain { colors, ranks } => {
                let mut sets = [0_u128; MAX_COLORS];
                for (cell, content) in cells.iter().enumerate() {
                    if let Some(set) = number_of(*content, colors).checked_sub(1) {
                        sets[usize::from(set)] |= 1 << cell;
                    }
                }
                ranks.rank(&sets[..colors.len() - 1])
            }
            Arrangement::Raw(ranks) => ranks.rank(cells),
            Arrangement::Bits { contents, ranks } => {
                let set = (0..cells.len()).filter(|cell| cells[*cell] == contents[1]);
                ranks.rank(set.fold(0_u128, |set, cell| set | 1 << cell))
            }
            Arrangement::Heaps(ranks) => ranks.rank(cells),
        }
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
                for (cell, content) in cells.iter_mut().enumerate() {
                    let set = sets[..colors.len() - 1].iter().position(|set| set >> cell & 1 == 1);
                    *content = colors[set.map_or(0, |set| set + 1)];
                }
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

/// Why a family cannot number a game, or the numbering.
pub type Fitted = Result<Arrangement, LayoutError>;

/// The number of a content in a list that holds it.
fn number_of(content: u8, contents: &[u8]) -> u8 {
    let number =
        contents.iter().position(|known| *known == content).expect("the layout holds this content");
    u8::try_from(number).expect("at most MAX_COLORS")
}

fn numbers_of(cells: &[u8], contents: &[u8]) -> Vec<u8> {
    cells.iter().map(|content| number_of(*content, contents)).collect()
}

fn translate(cells: &mut [u8], contents: &[u8]) {
    for content in cells {
        *content = contents[usize::from(*content)];
    }
}
