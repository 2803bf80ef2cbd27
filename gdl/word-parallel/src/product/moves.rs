//! Moves as the empty cell sees them: where it stands before and after, which pieces are carried
//! along, and which kinds must stand where.
//!
//! From here on cells are numbers in the list of cells that change, and pieces are *kinds*:
//! numbers in the list of pieces that stand on them. As only one cell is empty, a condition that
//! some piece stands on another cell says nothing, and moves that differ only in the kind that
//! they ask for on one cell are one move.

use crate::WordParallelGame;
use crate::model::{CellId, Content, ContentSet};
use crate::plan::Refusal;

/// A set of cells, by number.
pub type CellMask = u128;

/// A set of kinds, by number.
pub type KindMask = u64;

/// The pieces of a game: what its kinds are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// The content of each kind.
    pub contents: Vec<Content>,
    /// How many there are of each.
    pub counts: Vec<u8>,
}

/// A move of the empty cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlankMove {
    /// The empty cell before the move.
    pub from: u8,
    /// The empty cell after the move.
    pub to: u8,
    /// For each cell that changes, in order: where what it then holds comes from, the empty cell
    /// included.
    pub carries: Vec<(u8, u8)>,
    /// The kinds that a cell must hold one of before the move, by cell in order, where not all
    /// will do.
    pub needs: Vec<(u8, KindMask)>,
}

impl Pieces {
    /// The pieces of a game with a single empty cell.
    pub(super) fn new(game: &WordParallelGame<'_>) -> Result<Self, Refusal> {
        if !game.model.players.is_empty() {
            return Err(Refusal::NotMadeForIt("there are two players"));
        }
        if game.model.same_rotations {
            return Err(Refusal::NotMadeForIt("turned rings count as the same"));
        }
        if game.model.pieces.iter().any(|piece| piece.turns > 1) {
            return Err(Refusal::NotMadeForIt("pieces turn"));
        }
        if game.count_at_start(Content::EMPTY) != 1 {
            return Err(Refusal::NotMadeForIt("there is not exactly one empty cell"));
        }
        let mut pieces = Pieces { contents: Vec::new(), counts: Vec::new() };
        for number in 0..game.model.pieces.len() {
            let content = Content(u8::try_from(number + 1).expect("at most MAX_PIECES"));
            let count = game.count_at_start(content);
            if count > 0 {
                pieces.contents.push(content);
                pieces.counts.push(u8::try_from(count).expect("at most MAX_CELLS"));
            }
        }
        if pieces.contents.is_empty() {
            return Err(Refusal::NotMadeForIt("there are no pieces to move"));
        }
        Ok(pieces)
    }

    /// Number of kinds.
    pub fn kinds(&self) -> usize {
        self.contents.len()
    }

    /// The kind of a content; none if it stands on no cell that changes.
    pub fn kind(&self, content: Content) -> Option<usize> {
        self.contents.iter().position(|it| *it == content)
    }

    /// All kinds.
    pub(super) fn all(&self) -> KindMask {
        KindMask::MAX >> (64 - self.kinds())
    }

    pub(super) fn mask(&self, contents: ContentSet) -> KindMask {
        let wanted = (0..self.kinds()).filter(|kind| contents.contains(self.contents[*kind]));
        wanted.fold(0, |mask, kind| mask | 1 << kind)
    }
}

impl BlankMove {
    /// The cells that it changes.
    pub fn changed(&self) -> CellMask {
        self.carries.iter().fold(0, |mask, (to, _)| mask | 1 << to)
    }

    /// The cells that it looks at or changes.
    pub fn touched(&self) -> CellMask {
        self.needs.iter().fold(self.changed(), |mask, (cell, _)| mask | 1 << cell)
    }

    /// Where what a cell holds after the move comes from.
    pub fn source(&self, cell: u8) -> u8 {
        self.carries.iter().find(|(to, _)| *to == cell).map_or(cell, |(_, from)| *from)
    }
}

/// All moves of a game, in order.
pub(super) fn blank_moves(
    game: &WordParallelGame<'_>,
    pieces: &Pieces,
) -> Result<Vec<BlankMove>, Refusal> {
    let number = |cell: CellId| {
        let found = game.cells.binary_search(&cell).ok();
        found.map(|number| u8::try_from(number).expect("at most MAX_CELLS"))
    };
    let mut moves = Vec::new();
    for rewrite in &game.rewrites {
        let carried = rewrite.as_permutation();
        let Some(carried) = carried.filter(|all| all.iter().all(|(.., turn)| *turn == 0)) else {
            return Err(Refusal::NotMadeForIt("a move does not only carry pieces around"));
        };
        let empty = |cell: CellId| rewrite.needed(cell) == Some(ContentSet::EMPTY_CELL);
        let Some((to, from, _)) = carried.iter().find(|(_, from, _)| empty(*from)) else {
            return Err(Refusal::NotMadeForIt("a move does not take place at the empty cell"));
        };
        // A cell that never changes gets what it has: what it passes on has come to it from
        // elsewhere.
        let origin = |mut cell: CellId| loop {
            if let Some(number) = number(cell) {
                return number;
            }
            let carried = carried.iter().find(|(to, ..)| *to == cell);
            cell = carried.expect("what is carried from a cell is carried to one").1;
        };
        let carries =
            carried.iter().filter_map(|(to, from, _)| Some((number(*to)?, origin(*from))));
        let place = |cell: CellId| number(cell).expect("the empty cell changes");
        let asked = rewrite.needs.iter().filter(|(cell, _)| cell != from);
        let asked = asked.filter_map(|(cell, set)| Some((number(*cell)?, pieces.mask(*set))));
        let asked: Vec<(u8, KindMask)> = asked.collect();
        // A second empty cell, or a piece that is nowhere: this never happens.
        if asked.iter().any(|(_, kinds)| *kinds == 0) {
            continue;
        }
        moves.push(BlankMove {
            from: place(*from),
            to: place(*to),
            carries: carries.filter(|(to, from)| to != from).collect(),
            needs: asked.into_iter().filter(|(_, kinds)| *kinds != pieces.all()).collect(),
        });
    }
    if moves.is_empty() {
        return Err(Refusal::NotMadeForIt("the empty cell never moves"));
    }
    moves.sort_unstable();
    moves.dedup();
    while join_two(&mut moves, pieces.all()) {}
    Ok(moves)
}

/// Makes one move of two that differ only in what they ask of one cell; false if there are no
/// such.
fn join_two(moves: &mut Vec<BlankMove>, all: KindMask) -> bool {
    for second in 1..moves.len() {
        for first in 0..second {
            let (one, other) = (&moves[first], &moves[second]);
            if one.carries != other.carries || one.needs.len() != other.needs.len() {
                continue;
            }
            let pairs = || one.needs.iter().zip(&other.needs);
            let differing: Vec<usize> =
                pairs().enumerate().filter(|(_, (a, b))| a != b).map(|(at, _)| at).collect();
            let same_cells = pairs().all(|(a, b)| a.0 == b.0);
            let (true, [at]) = (same_cells, differing.as_slice()) else { continue };
            let (at, kinds) = (*at, other.needs[*at].1);
            moves.remove(second);
            let joined = &mut moves[first].needs;
            joined[at].1 |= kinds;
            if joined[at].1 == all {
                joined.remove(at);
            }
            return true;
        }
    }
    false
}
