//! The cut: which cells are in which region.
//!
//! Moves inside of a region cost one operation for a whole line; moves from one to the other cost
//! a transposed matrix. So the cut should be one that few moves cross, and the regions should be
//! about as large as each other, as the tables of moves grow with the larger one. The search is a
//! simple one: the cells that are nearest to some cell are a region, for each cell and several
//! sizes; the best of these are improved by exchanging cells as long as that helps. Boards of
//! these puzzles have few cells, and a cut that is not the best costs time only.

use super::moves::{BlankMove, CellMask};
use super::symmetry::BoardMap;

/// The two regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regions {
    /// The cells of each.
    pub cells: [CellMask; 2],
    /// With a symmetry that exchanges the regions: the cells of the first region that it keeps
    /// there; none without.
    pub middle: Option<CellMask>,
}

/// How a move is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Everything that changes is in one region.
    Inside,
    /// The empty cell goes to the other region, and one piece comes from there.
    Crossing,
    /// Its image under the symmetry that exchanges the regions is done instead.
    AsImage,
    /// It changes both regions otherwise.
    Impossible,
}

impl Regions {
    /// The region of a cell.
    pub fn of(&self, cell: u8) -> usize {
        usize::from(self.cells[1] >> cell & 1 == 1)
    }

    /// How a move is done.
    pub fn kind(&self, one: &BlankMove) -> MoveKind {
        let (here, there) = (self.of(one.from), self.of(one.to));
        if self.middle.is_some_and(|_| here == 1) {
            return MoveKind::AsImage;
        }
        if one.changed() & !self.cells[here] == 0 {
            return MoveKind::Inside;
        }
        if self.middle.is_some_and(|middle| middle >> one.from & 1 == 1) && there == 1 {
            return MoveKind::AsImage;
        }
        let comes = |(to, from): &&(u8, u8)| self.of(*to) == here && self.of(*from) != here;
        if here != there && one.carries.iter().filter(comes).count() == 1 {
            MoveKind::Crossing
        } else {
            MoveKind::Impossible
        }
    }
}

/// Finds cuts for some moves.
pub(super) struct Cutter<'a> {
    moves: &'a [BlankMove],
    /// The cells that each move touches.
    touched: Vec<CellMask>,
    /// By cell: the cells that the empty cell can go to or come from.
    neighbors: Vec<CellMask>,
}

/// What a cut is compared by: moves that it makes impossible, then a weight of those that cross it
/// and of the difference in size.
type Badness = (usize, usize);

/// How many of the cuts that were found first are improved.
const IMPROVED: usize = 3;

impl<'a> Cutter<'a> {
    pub(super) fn new(cells: usize, moves: &'a [BlankMove]) -> Self {
        let mut neighbors = vec![0; cells];
        for one in moves {
            neighbors[usize::from(one.from)] |= 1 << one.to;
            neighbors[usize::from(one.to)] |= 1 << one.from;
        }
        let touched = moves.iter().map(BlankMove::touched).collect();
        Cutter { moves, touched, neighbors }
    }

    /// The best cut that was found, with no regard to symmetries; none if each makes some move
    /// impossible.
    pub(super) fn cut(&self) -> Option<Regions> {
        let cells = self.neighbors.len();
        let half = cells / 2;
        let sizes = half.saturating_sub(cells / 8).max(1)..=half;
        let mut found = Vec::new();
        for seed in 0..cells {
            let order = self.order(seed);
            for size in sizes.clone().filter(|size| *size > 0) {
                let second = order[..size].iter().fold(0, |mask, cell| mask | 1 << cell);
                found.push(self.regions(second, None));
            }
        }
        let steps = |regions: &Regions| {
            let mut all = Vec::new();
            let members = |mask: CellMask| (0..cells).filter(move |cell| mask >> cell & 1 == 1);
            let second = regions.cells[1];
            for here in members(second) {
                let swapped =
                    members(regions.cells[0]).map(|there| second ^ 1 << here ^ 1 << there);
                all.extend(swapped);
                all.push(second ^ 1 << here);
            }
            all.extend(members(regions.cells[0]).map(|there| second | 1 << there));
            let size = |mask: &CellMask| sizes.contains(&(mask.count_ones() as usize));
            all.retain(size);
            all
        };
        self.best(found, None, &steps)
    }

    /// The best cut that was found whose regions a symmetry exchanges; cells that it does not move
    /// are in the first region.
    pub(super) fn exchanged_by(&self, map: &BoardMap) -> Option<Regions> {
        let cells = self.neighbors.len();
        let fixed = map.fixed_cells();
        let mut found = Vec::new();
        for seed in (0..cells).filter(|cell| fixed >> cell & 1 == 0) {
            let mut second: CellMask = 0;
            for cell in self.order(seed) {
                if (fixed | second) >> cell & 1 == 0 && second >> map.cells[cell] & 1 == 0 {
                    second |= 1 << cell;
                }
            }
            found.push(self.regions(second, Some(fixed)));
        }
        let steps = |regions: &Regions| {
            let second = regions.cells[1];
            let members = (0..cells).filter(move |cell| second >> cell & 1 == 1);
            members.map(|cell| second ^ 1 << cell ^ 1 << map.cells[cell]).collect()
        };
        self.best(found, Some(fixed), &steps)
    }

    /// Improves the best of some cuts step by step.
    fn best(
        &self,
        mut found: Vec<Regions>,
        middle: Option<CellMask>,
        steps: &dyn Fn(&Regions) -> Vec<CellMask>,
    ) -> Option<Regions> {
        found.sort_by_cached_key(|regions| (self.badness(regions), regions.cells));
        found.dedup();
        found.truncate(IMPROVED);
        for regions in &mut found {
            loop {
                let better = steps(regions).into_iter().map(|cells| self.regions(cells, middle));
                let Some(better) = better.min_by_key(|it| self.badness(it)) else { break };
                if self.badness(&better) >= self.badness(regions) {
                    break;
                }
                *regions = better;
            }
        }
        found.into_iter().min_by_key(|it| self.badness(it)).filter(|it| self.badness(it).0 == 0)
    }

    fn regions(&self, second: CellMask, middle: Option<CellMask>) -> Regions {
        let all = CellMask::MAX >> (128 - self.neighbors.len());
        Regions { cells: [all & !second, second], middle }
    }

    fn badness(&self, regions: &Regions) -> Badness {
        let [first, second] = regions.cells;
        let (mut impossible, mut weight) = (0, 0);
        for (one, touched) in self.moves.iter().zip(&self.touched) {
            if touched & first == 0 || touched & second == 0 {
                continue;
            }
            match regions.kind(one) {
                MoveKind::Inside => weight += 1,
                MoveKind::Crossing => weight += 4,
                MoveKind::AsImage => {}
                MoveKind::Impossible => impossible += 1,
            }
        }
        let difference = first.count_ones().abs_diff(second.count_ones());
        (impossible, weight + difference as usize)
    }

    /// The cells in the order of their distance from one of them; those that cannot be reached
    /// last.
    fn order(&self, seed: usize) -> Vec<usize> {
        let mut order = vec![seed];
        let mut seen: CellMask = 1 << seed;
        let mut at = 0;
        while order.len() < self.neighbors.len() {
            if at == order.len() {
                let next = (!seen).trailing_zeros() as usize;
                seen |= 1 << next;
                order.push(next);
            }
            let mut new = self.neighbors[order[at]] & !seen;
            seen |= new;
            while new != 0 {
                order.push(new.trailing_zeros() as usize);
                new &= new - 1;
            }
            at += 1;
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The empty cell changes places with a neighbor.
    fn slides(pairs: &[(u8, u8)]) -> Vec<BlankMove> {
        let slide = |from: u8, to: u8| {
            let mut carries = vec![(to, from), (from, to)];
            carries.sort_unstable();
            BlankMove { from, to, carries, needs: Vec::new() }
        };
        pairs.iter().flat_map(|(a, b)| [slide(*a, *b), slide(*b, *a)]).collect()
    }

    #[test]
    fn two_rings_with_a_bridge_are_cut_at_the_bridge() {
        // The rings are 0, 2, 4, 6 and 1, 3, 5, 7.
        let pairs = [(0, 2), (2, 4), (4, 6), (6, 0), (1, 3), (3, 5), (5, 7), (7, 1), (6, 1)];
        let moves = slides(&pairs);
        let regions = Cutter::new(8, &moves).cut().expect("a cut");
        assert!(regions.cells.contains(&0b0101_0101), "{regions:?}");
    }

    #[test]
    fn a_symmetry_gets_regions_that_it_exchanges() {
        let moves = slides(&[(0, 1), (1, 2), (2, 3), (3, 4)]);
        let mirror = BoardMap { cells: vec![4, 3, 2, 1, 0], kinds: vec![1, 0] };
        let regions = Cutter::new(5, &moves).exchanged_by(&mirror).expect("a cut");
        assert_eq!(regions.middle, Some(0b00100));
        assert!([0b00011, 0b11000].contains(&regions.cells[1]));
        assert_eq!(mirror.image(regions.cells[1]) | 0b00100, regions.cells[0]);
    }
}
