//! Nine men's morris and six men's morris by hand.
//!
//! Points are numbered in reading order of the usual drawing:
//!
//! ```text
//!  0 ------- 1 ------- 2
//!  |   3 --- 4 --- 5   |       0 ----- 1 ----- 2
//!  |   |  6- 7- 8  |   |       |   3 - 4 - 5   |
//!  9--10-11    12-13--14       6 - 7       8 - 9
//!  |   | 15-16-17  |   |       |  10 -11 -12   |
//!  |  18 --19 --20   |        13 ----14 ----15
//! 21 ------22 ------23
//! ```

use super::Position;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The points next to each point.
const NINE_NEIGHBORS: [&[usize]; 24] = [
    &[1, 9],
    &[0, 2, 4],
    &[1, 14],
    &[4, 10],
    &[1, 3, 5, 7],
    &[4, 13],
    &[7, 11],
    &[4, 6, 8],
    &[7, 12],
    &[0, 10, 21],
    &[3, 9, 11, 18],
    &[6, 10, 15],
    &[8, 13, 17],
    &[5, 12, 14, 20],
    &[2, 13, 23],
    &[11, 16],
    &[15, 17, 19],
    &[12, 16],
    &[10, 19],
    &[16, 18, 20, 22],
    &[13, 19],
    &[9, 22],
    &[19, 21, 23],
    &[14, 22],
];

const NINE_MILLS: [[usize; 3]; 16] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [9, 10, 11],
    [12, 13, 14],
    [15, 16, 17],
    [18, 19, 20],
    [21, 22, 23],
    [0, 9, 21],
    [3, 10, 18],
    [6, 11, 15],
    [1, 4, 7],
    [16, 19, 22],
    [8, 12, 17],
    [5, 13, 20],
    [2, 14, 23],
];

const SIX_NEIGHBORS: [&[usize]; 16] = [
    &[1, 6],
    &[0, 2, 4],
    &[1, 9],
    &[4, 7],
    &[1, 3, 5],
    &[4, 8],
    &[0, 7, 13],
    &[3, 6, 10],
    &[5, 9, 12],
    &[2, 8, 15],
    &[7, 11],
    &[10, 12, 14],
    &[8, 11],
    &[6, 14],
    &[11, 13, 15],
    &[9, 14],
];

const SIX_MILLS: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [10, 11, 12],
    [13, 14, 15],
    [0, 6, 13],
    [3, 7, 10],
    [5, 8, 12],
    [2, 9, 15],
];

/// What distinguishes one game of the family from another.
#[derive(Debug)]
struct Variant {
    neighbors: &'static [&'static [usize]],
    mills: &'static [[usize; 3]],
    /// Number of points in each row of the drawing.
    rows: &'static [usize],
    /// Whether a player with three men may go anywhere.
    flying: bool,
}

static NINE: Variant = Variant {
    neighbors: &NINE_NEIGHBORS,
    mills: &NINE_MILLS,
    rows: &[3, 3, 3, 6, 3, 3, 3],
    flying: true,
};
static SIX: Variant =
    Variant { neighbors: &SIX_NEIGHBORS, mills: &SIX_MILLS, rows: &[3, 3, 4, 3, 3], flying: false };

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Color {
    White,
    Black,
}

impl Color {
    fn opponent(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// A position of nine or six men's morris.
#[derive(Clone, Debug)]
pub(crate) struct Morris {
    variant: &'static Variant,
    points: Vec<Option<Color>>,
    /// Men not yet placed: white, black.
    hand: [u8; 2],
    mover: Color,
}

impl Morris {
    /// The empty board of nine men's morris, played with `men` men each.
    pub(crate) fn nine(men: u8) -> Self {
        Self { variant: &NINE, points: vec![None; 24], hand: [men; 2], mover: Color::White }
    }

    /// The empty board of six men's morris.
    pub(crate) fn six() -> Self {
        Self { variant: &SIX, points: vec![None; 16], hand: [6; 2], mover: Color::White }
    }

    /// Nine men's morris with all men placed: these points white, those black.
    pub(crate) fn placed(white: &[usize], black: &[usize], mover: Color) -> Self {
        let mut position = Self { hand: [0; 2], mover, ..Self::nine(0) };
        for &point in white {
            position.points[point] = Some(Color::White);
        }
        for &point in black {
            assert!(position.points[point].is_none(), "two men on point {point}");
            position.points[point] = Some(Color::Black);
        }
        position
    }

    /// Whether the player to move may fly.
    pub(crate) fn is_flying(&self) -> bool {
        self.variant.flying && self.hand[self.mover as usize] == 0 && self.men(self.mover) == 3
    }

    fn men(&self, color: Color) -> usize {
        self.points.iter().filter(|point| **point == Some(color)).count()
    }

    fn in_mill(&self, point: usize) -> bool {
        let color = self.points[point];
        color.is_some()
            && self.variant.mills.iter().any(|mill| {
                mill.contains(&point) && mill.iter().all(|other| self.points[*other] == color)
            })
    }

    /// Whether somebody has too few men to go on.
    fn is_over(&self) -> bool {
        [Color::White, Color::Black]
            .iter()
            .any(|color| self.hand[*color as usize] == 0 && self.men(*color) < 3)
    }

    /// The mover's man now stands on `to`: close mills, take a man, pass the turn.
    fn finish_move(mut self, to: usize, results: &mut BTreeSet<Morris>) {
        let opponent = self.mover.opponent();
        let closed = self.in_mill(to);
        self.mover = opponent;
        if !closed {
            results.insert(self);
            return;
        }
        let victims: Vec<usize> =
            (0..self.points.len()).filter(|point| self.points[*point] == Some(opponent)).collect();
        let open: Vec<usize> =
            victims.iter().copied().filter(|point| !self.in_mill(*point)).collect();
        let victims = if open.is_empty() { victims } else { open };
        if victims.is_empty() {
            results.insert(self);
            return;
        }
        for victim in victims {
            let mut next = self.clone();
            next.points[victim] = None;
            results.insert(next);
        }
    }

    fn key(&self) -> (&[Option<Color>], [u8; 2], Color) {
        (&self.points, self.hand, self.mover)
    }
}

impl Position for Morris {
    fn successors(&self) -> BTreeSet<Self> {
        let mut results = BTreeSet::new();
        if self.is_over() {
            return results;
        }
        let empty: Vec<usize> =
            (0..self.points.len()).filter(|point| self.points[*point].is_none()).collect();
        if self.hand[self.mover as usize] > 0 {
            for to in empty {
                let mut next = self.clone();
                next.hand[self.mover as usize] -= 1;
                next.points[to] = Some(self.mover);
                next.finish_move(to, &mut results);
            }
            return results;
        }
        for from in 0..self.points.len() {
            if self.points[from] != Some(self.mover) {
                continue;
            }
            for &to in &empty {
                if self.is_flying() || self.variant.neighbors[from].contains(&to) {
                    let mut next = self.clone();
                    next.points[from] = None;
                    next.points[to] = Some(self.mover);
                    next.finish_move(to, &mut results);
                }
            }
        }
        results
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut points = self.points.iter();
        for (row, length) in self.variant.rows.iter().enumerate() {
            if row > 0 {
                text.push('/');
            }
            for point in points.by_ref().take(*length) {
                text.push(match point {
                    None => '.',
                    Some(Color::White) => 'w',
                    Some(Color::Black) => 'b',
                });
            }
        }
        let mover = match self.mover {
            Color::White => "white",
            Color::Black => "black",
        };
        write!(text, " {mover} hand={},{}", self.hand[0], self.hand[1]).expect("a string takes it");
        text
    }
}

impl PartialEq for Morris {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Morris {}

impl PartialOrd for Morris {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Morris {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

#[test]
fn neighbors_are_mutual() {
    for variant in [&NINE, &SIX] {
        for (point, neighbors) in variant.neighbors.iter().enumerate() {
            for neighbor in *neighbors {
                assert!(variant.neighbors[*neighbor].contains(&point), "{point} and {neighbor}");
            }
        }
        assert_eq!(variant.rows.iter().sum::<usize>(), variant.neighbors.len());
    }
    assert_eq!(NINE_NEIGHBORS.iter().map(|list| list.len()).sum::<usize>(), 2 * 32);
    assert_eq!(SIX_NEIGHBORS.iter().map(|list| list.len()).sum::<usize>(), 2 * 20);
}

#[test]
fn every_point_of_nine_mens_morris_lies_in_two_mills() {
    for point in 0..24 {
        assert_eq!(NINE_MILLS.iter().filter(|mill| mill.contains(&point)).count(), 2);
    }
}
