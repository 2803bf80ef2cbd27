//! Different contents ([`crate::layout::permutation`], [`crate::layout::partition`]).

use super::{Arrange, numbers_of, translate};
use crate::layout::partition::BlankPermutations;
use crate::layout::permutation::Permutations;
use crate::model::MAX_CELLS;

/// All contents are different.
#[derive(Clone, Debug)]
pub struct Permutation {
    /// The content of each symbol.
    pub symbols: Vec<u8>,
    /// The numbering of the symbols.
    pub ranks: SymbolRanks,
}

/// How different symbols are numbered.
#[derive(Clone, Debug)]
pub enum SymbolRanks {
    /// All together.
    Together(Permutations),
    /// One of them selects the block.
    Blank(BlankPermutations),
    /// Those of a ring after the first, which comes first.
    Ring(Permutations),
}

impl Arrange for Permutation {
    fn size(&self) -> u64 {
        match &self.ranks {
            SymbolRanks::Together(ranks) | SymbolRanks::Ring(ranks) => ranks.size(),
            SymbolRanks::Blank(ranks) => ranks.size(),
        }
    }

    fn contents(&self, _: usize) -> &[u8] {
        &self.symbols
    }

    fn count(&self, content: u8) -> Option<usize> {
        Some(usize::from(self.symbols.contains(&content)))
    }

    fn rank(&self, cells: &[u8]) -> Option<u64> {
        let mut buffer = [0; MAX_CELLS];
        let mut numbers = |cells: &[u8], symbols: &[u8], rank: &dyn Fn(&[u8]) -> u64| {
            Some(rank(different(numbers_of(cells, symbols, &mut buffer)?)?))
        };
        match &self.ranks {
            SymbolRanks::Together(ranks) => {
                numbers(cells, &self.symbols, &|numbers| ranks.rank(numbers))
            }
            SymbolRanks::Blank(ranks) => {
                numbers(cells, &self.symbols, &|numbers| ranks.rank(numbers))
            }
            SymbolRanks::Ring(ranks) => {
                let (first, others) = self.symbols.split_first()?;
                let rest = cells.strip_prefix(&[*first])?;
                numbers(rest, others, &|numbers| ranks.rank(numbers))
            }
        }
    }

    fn unrank(&self, index: u64, cells: &mut [u8]) {
        match &self.ranks {
            SymbolRanks::Together(ranks) => {
                ranks.unrank(index, cells);
            }
            SymbolRanks::Blank(ranks) => ranks.unrank(index, cells),
            SymbolRanks::Ring(ranks) => {
                ranks.unrank(index, &mut cells[1..]);
                cells[1..].iter_mut().for_each(|symbol| *symbol += 1);
                cells[0] = 0;
            }
        }
        translate(cells, &self.symbols);
    }

    fn is_permutation(&self) -> bool {
        true
    }
}

/// Numbers below their number, if no two are equal.
fn different(numbers: &[u8]) -> Option<&[u8]> {
    let all = numbers.iter().fold(0_u128, |all, number| all | 1 << number);
    (all.count_ones() as usize == numbers.len()).then_some(numbers)
}
