//! What symmetries do to cells and kinds, and which of them a cut can use.
//!
//! Two sorts help. One that *exchanges* the regions makes half of the table unnecessary: what
//! happens while the empty cell is in the second region is the image of what happens while it is
//! in the first. Symmetries that keep both regions and all kinds divide the *columns*: of columns
//! that are images of each other only the first is stored, with all its rows; what stands in
//! another one is found in its image.

use super::moves::{CellMask, Pieces};
use crate::WordParallelGame;
use crate::plan::quotient::Quotient;

/// A symmetry: where each cell goes, and what each kind becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMap {
    /// Where each cell goes.
    pub cells: Vec<u8>,
    /// What each kind becomes.
    pub kinds: Vec<u8>,
}

impl BoardMap {
    /// The one that changes nothing.
    pub fn identity(cells: usize, kinds: usize) -> Self {
        let all = |length: usize| (0..=u8::MAX).take(length).collect();
        BoardMap { cells: all(cells), kinds: all(kinds) }
    }

    /// First the other, then this.
    #[must_use]
    pub fn after(&self, other: &BoardMap) -> Self {
        let through = |first: &[u8], second: &[u8]| {
            first.iter().map(|middle| second[usize::from(*middle)]).collect()
        };
        BoardMap {
            cells: through(&other.cells, &self.cells),
            kinds: through(&other.kinds, &self.kinds),
        }
    }

    /// The way back.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let back = |map: &[u8]| {
            let mut back = vec![0; map.len()];
            for (from, to) in (0..).zip(map) {
                back[usize::from(*to)] = from;
            }
            back
        };
        BoardMap { cells: back(&self.cells), kinds: back(&self.kinds) }
    }

    /// Where a set of cells goes.
    pub fn image(&self, cells: CellMask) -> CellMask {
        let members = (0..self.cells.len()).filter(|cell| cells >> cell & 1 == 1);
        members.fold(0, |image, cell| image | 1 << self.cells[cell])
    }

    /// Whether every kind stays what it is.
    pub fn keeps_kinds(&self) -> bool {
        self.kinds.iter().zip(0..).all(|(to, kind)| *to == kind)
    }

    /// Whether two times it is nothing.
    pub fn is_own_inverse(&self) -> bool {
        *self == self.inverse()
    }

    /// The cells that stay where they are.
    pub fn fixed_cells(&self) -> CellMask {
        let fixed = self.cells.iter().zip(0_u8..).filter(|(to, cell)| *to == cell);
        fixed.fold(0, |mask, (_, cell)| mask | 1 << cell)
    }

    /// The lengths of the cycles in which it moves some cells that it keeps together.
    pub(super) fn cycles_within(&self, cells: CellMask) -> Vec<usize> {
        let mut left = cells;
        let mut cycles = Vec::new();
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let (mut at, mut length) = (first, 0);
            while left >> at & 1 == 1 {
                left &= !(1 << at);
                at = usize::from(self.cells[at]);
                length += 1;
            }
            cycles.push(length);
        }
        cycles
    }
}

/// The symmetries of a game that keep its start and its goal. The first changes nothing.
pub(super) fn board_maps(game: &WordParallelGame<'_>, pieces: &Pieces) -> Vec<BoardMap> {
    let quotient = Quotient::new(game.model, game.facts);
    let map = |map: &crate::plan::quotient::StateMap| -> Option<BoardMap> {
        let cell = |cell: &crate::model::CellId| {
            let to = crate::model::CellId(map.cells[cell.index()]);
            u8::try_from(game.cells.binary_search(&to).ok()?).ok()
        };
        let kind = |content: &crate::model::Content| {
            let to = map.contents.get(usize::from(content.0)).copied().unwrap_or(content.0);
            u8::try_from(pieces.kind(crate::model::Content(to))?).ok()
        };
        Some(BoardMap {
            cells: game.cells.iter().map(cell).collect::<Option<_>>()?,
            kinds: pieces.contents.iter().map(kind).collect::<Option<_>>()?,
        })
    };
    let mut maps = vec![BoardMap::identity(game.cells.len(), pieces.kinds())];
    for map in quotient.maps().iter().filter_map(map) {
        if !maps.contains(&map) {
            maps.push(map);
        }
    }
    maps
}

/// The symmetries that keep all kinds and these sets of cells, at most `most`. The first changes
/// nothing.
pub(super) fn keeping(maps: &[BoardMap], sets: &[CellMask], most: usize) -> Vec<BoardMap> {
    let keeps =
        |map: &&BoardMap| map.keeps_kinds() && sets.iter().all(|cells| map.image(*cells) == *cells);
    let mut kept: Vec<BoardMap> = maps.iter().filter(keeps).cloned().collect();
    if kept.len() > most {
        // A group of two, which is better than none.
        let (identity, others) = kept.split_first().expect("the first changes nothing");
        let one = others.iter().find(|map| map.is_own_inverse());
        kept = std::iter::once(identity).chain(one).cloned().collect();
    }
    kept
}
