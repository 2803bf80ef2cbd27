//! Fox and geese by hand, in two versions: the published one and the traditional one.
//!
//! Points are numbered in reading order of the cross:
//!
//! ```text
//!          0  1  2
//!          3  4  5
//!    6  7  8  9 10 11 12
//!   13 14 15 16 17 18 19
//!   20 21 22 23 24 25 26
//!         27 28 29
//!         30 31 32
//! ```

use super::Position;
use std::collections::BTreeSet;

/// The straight lines drawn on the board, point by point.
const LINES: [&[usize]; 20] = [
    &[0, 1, 2],
    &[3, 4, 5],
    &[6, 7, 8, 9, 10, 11, 12],
    &[13, 14, 15, 16, 17, 18, 19],
    &[20, 21, 22, 23, 24, 25, 26],
    &[27, 28, 29],
    &[30, 31, 32],
    &[6, 13, 20],
    &[7, 14, 21],
    &[0, 3, 8, 15, 22, 27, 30],
    &[1, 4, 9, 16, 23, 28, 31],
    &[2, 5, 10, 17, 24, 29, 32],
    &[11, 18, 25],
    &[12, 19, 26],
    &[0, 4, 10, 18, 26],
    &[8, 16, 24],
    &[6, 14, 22, 28, 32],
    &[2, 4, 8, 14, 20],
    &[10, 16, 22],
    &[12, 18, 24, 28, 30],
];

/// The row of each point, from the top; the geese of the traditional game walk to higher rows.
const ROW: [u8; 33] = [
    0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 6, 6,
    6,
];

/// Which rules are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Version {
    /// Geese step in all directions, the fox makes one jump a turn; over when the last goose is
    /// gone.
    Published,
    /// Geese never retreat, the fox may go on jumping; over with fewer than four geese.
    Traditional,
}

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Side {
    Geese,
    Fox,
}

/// A position of fox and geese.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FoxAndGeese {
    version: Version,
    goose: [bool; 33],
    fox: usize,
    mover: Side,
}

impl FoxAndGeese {
    /// Thirteen geese on the upper points, the fox in the centre.
    pub(crate) fn start(version: Version) -> Self {
        let upper: Vec<usize> = (0..13).collect();
        Self::placed(version, &upper, 16, Side::Geese)
    }

    /// These geese and this fox.
    pub(crate) fn placed(version: Version, geese: &[usize], fox: usize, mover: Side) -> Self {
        let mut goose = [false; 33];
        for &point in geese {
            goose[point] = true;
        }
        assert!(!goose[fox], "fox and goose on one point");
        Self { version, goose, fox, mover }
    }

    /// Number of geese left.
    pub(crate) fn geese(&self) -> usize {
        self.goose.iter().filter(|there| **there).count()
    }

    fn is_over(&self) -> bool {
        match self.version {
            Version::Published => self.geese() == 0,
            Version::Traditional => self.geese() < 4,
        }
    }

    fn is_empty(&self, point: usize) -> bool {
        !self.goose[point] && self.fox != point
    }

    fn goose_moves(&self, results: &mut BTreeSet<Self>) {
        for (from, to) in steps() {
            let retreats = ROW[to] < ROW[from];
            let allowed = self.version == Version::Published || !retreats;
            if allowed && self.goose[from] && self.is_empty(to) {
                let mut next = self.clone();
                next.goose[from] = false;
                next.goose[to] = true;
                next.mover = Side::Fox;
                results.insert(next);
            }
        }
    }

    fn fox_moves(&self, results: &mut BTreeSet<Self>) {
        for (from, to) in steps() {
            if from == self.fox && self.is_empty(to) {
                results.insert(Self { fox: to, mover: Side::Geese, ..self.clone() });
            }
        }
        self.fox_jumps(results);
    }

    fn fox_jumps(&self, results: &mut BTreeSet<Self>) {
        for line in LINES {
            for triple in line.windows(3) {
                for (from, over, to) in
                    [(triple[0], triple[1], triple[2]), (triple[2], triple[1], triple[0])]
                {
                    if from == self.fox && self.goose[over] && self.is_empty(to) {
                        let mut next = Self { fox: to, mover: Side::Geese, ..self.clone() };
                        next.goose[over] = false;
                        if self.version == Version::Traditional {
                            next.fox_jumps(results);
                        }
                        results.insert(next);
                    }
                }
            }
        }
    }
}

impl Position for FoxAndGeese {
    fn successors(&self) -> BTreeSet<Self> {
        let mut results = BTreeSet::new();
        if !self.is_over() {
            match self.mover {
                Side::Geese => self.goose_moves(&mut results),
                Side::Fox => self.fox_moves(&mut results),
            }
        }
        results
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for point in 0..33 {
            if point > 0 && ROW[point] != ROW[point - 1] {
                text.push('/');
            }
            text.push(match (self.fox == point, self.goose[point]) {
                (true, _) => 'F',
                (false, true) => 'g',
                (false, false) => '.',
            });
        }
        text.push_str(match self.mover {
            Side::Geese => " geese",
            Side::Fox => " fox",
        });
        text
    }
}

/// All steps from a point to a neighbour.
fn steps() -> impl Iterator<Item = (usize, usize)> {
    LINES
        .into_iter()
        .flat_map(|line| line.windows(2).flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]))
}

#[test]
fn the_cross_has_72_links() {
    let links: BTreeSet<(usize, usize)> = steps().collect();
    assert_eq!(links.len(), 2 * (52 + 20));
}
