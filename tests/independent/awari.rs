//! Awari by hand: pits 0 to 5 are south's, 6 to 11 north's, sown upwards and round.

use super::Position;
use std::collections::BTreeSet;

/// A position of awari. Seeds taken are off the board and do not matter any more.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Awari {
    pits: [u8; 12],
    north_to_move: bool,
}

impl Awari {
    /// The same number of seeds in every pit.
    pub(crate) fn start(seeds: u8) -> Self {
        Self { pits: [seeds; 12], north_to_move: false }
    }

    /// These seeds in the pits.
    pub(crate) fn placed(pits: [u8; 12], north_to_move: bool) -> Self {
        Self { pits, north_to_move }
    }

    /// Seeds on the board.
    pub(crate) fn seeds(&self) -> u32 {
        self.pits.iter().map(|seeds| u32::from(*seeds)).sum()
    }

    /// The position after sowing `pit`, if that is a legal move.
    fn sow(&self, pit: usize) -> Option<Awari> {
        let own = if self.north_to_move { 6..12 } else { 0..6 };
        if !own.contains(&pit) || self.pits[pit] == 0 {
            return None;
        }
        let mut pits = self.pits;
        let mut seeds = pits[pit];
        pits[pit] = 0;
        let mut last = pit;
        while seeds > 0 {
            last = (last + 1) % 12;
            if last != pit {
                pits[last] += 1;
                seeds -= 1;
            }
        }
        while !own.contains(&last) && (pits[last] == 2 || pits[last] == 3) {
            pits[last] = 0;
            last = (last + 11) % 12;
        }
        let bare = (0..12).all(|other| own.contains(&other) || pits[other] == 0);
        if bare {
            return None;
        }
        Some(Awari { pits, north_to_move: !self.north_to_move })
    }
}

impl Position for Awari {
    fn successors(&self) -> BTreeSet<Self> {
        (0..12).filter_map(|pit| self.sow(pit)).collect()
    }

    fn text(&self) -> String {
        let pits: Vec<String> = self.pits.iter().map(u8::to_string).collect();
        let mover = if self.north_to_move { "north" } else { "south" };
        format!("{} {mover}", pits.join(","))
    }
}
