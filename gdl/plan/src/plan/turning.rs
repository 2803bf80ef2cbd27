//! How the turns of pieces are numbered, zone by zone.

use crate::layout::radix::FixedSum;

/// How the turns of the pieces on some cells are numbered.
#[derive(Clone, Debug)]
pub enum Turning {
    /// Nothing turns.
    None,
    /// Every cell holds a piece with this many orientations, and their sum is fixed.
    All(FixedSum),
    /// Every cell holds a piece with this many orientations, and their sum is not fixed.
    Free {
        /// The number of orientations.
        modulus: u8,
        /// The number of all turns.
        size: u64,
    },
}

impl Turning {
    /// Number of ways to turn the pieces.
    pub fn size(&self) -> u64 {
        match self {
            Turning::None => 1,
            Turning::All(sum) => sum.size(),
            Turning::Free { size, .. } => *size,
        }
    }

    /// The number of the turns of the cells.
    pub fn rank(&self, turns: &[u8]) -> u64 {
        match self {
            Turning::None => 0,
            Turning::All(sum) => sum.rank(turns),
            Turning::Free { modulus, .. } => {
                turns.iter().fold(0, |index, turn| index * u64::from(*modulus) + u64::from(*turn))
            }
        }
    }

    /// Writes the turns of the cells.
    pub fn unrank(&self, index: u64, turns: &mut [u8]) {
        match self {
            Turning::None => turns.fill(0),
            Turning::All(sum) => sum.unrank(index, turns),
            Turning::Free { modulus, .. } => {
                let mut rest = index;
                for turn in turns.iter_mut().rev() {
                    *turn =
                        u8::try_from(rest % u64::from(*modulus)).expect("less than the modulus");
                    rest /= u64::from(*modulus);
                }
            }
        }
    }
}
