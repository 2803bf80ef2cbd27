//! The moves of a puzzle that only carry contents from cell to cell, as permutations of
//! *positions*.
//!
//! A position is one of the cells that can change. If positions that differ by a turn of the ring
//! are one, the ring is turned until the content with the smallest number, the *anchor*, stands on
//! the first cell; then that cell is no position, and each move is followed by such a turn.

use crate::WordParallelGame;
use crate::model::{CellId, Content, ContentSet};
use crate::plan::Refusal;
use crate::rewrite::{Becomes, Rewrite};

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Carry {
    /// By position: the position that its content comes from.
    pub(super) from: Vec<u8>,
    /// By position: how far its new content turns on the way.
    pub(super) turns: Vec<u8>,
    /// What must stand where, by position in order.
    pub(super) needs: Vec<(u8, ContentSet)>,
}

/// A puzzle whose moves are permutations of positions.
#[derive(Clone, Debug)]
pub(super) struct Carries {
    /// By position: the cell. On a ring up to rotation these are the cells after the first.
    pub(super) cells: Vec<CellId>,
    /// On a ring up to rotation: what is turned to the first cell.
    pub(super) anchor: Option<Content>,
    /// By position: what stands there at the start, after that turn.
    pub(super) held: Vec<Content>,
    /// The moves, without those that do nothing.
    pub(super) moves: Vec<Carry>,
}

impl Carries {
    /// Takes the moves of a game apart; refuses those that are no permutations.
    pub(super) fn new(game: &WordParallelGame<'_>) -> Result<Self, Refusal> {
        if !game.model.players.is_empty() {
            return refuse("two players play against each other");
        }
        if game.rewrites.is_empty() {
            return refuse("no move can ever be made");
        }
        let mut moves = Vec::new();
        for rewrite in &game.rewrites {
            moves.extend(of_rewrite(game, rewrite)?);
        }
        moves.sort_unstable();
        moves.dedup();
        let held = |cell: &CellId| Content(game.start.cells[cell.index()]);
        let whole = Carries {
            cells: game.cells.clone(),
            anchor: None,
            held: game.cells.iter().map(held).collect(),
            moves,
        };
        if game.model.same_rotations { whole.on_ring(game) } else { Ok(whole) }
    }

    /// These moves with the anchor on the first cell.
    fn on_ring(&self, game: &WordParallelGame<'_>) -> Result<Self, Refusal> {
        let size = self.cells.len();
        if size != game.model.board.cells.len() {
            return refuse("a part of the ring never changes");
        }
        let anchor = *self.held.iter().min().expect("a board has cells");
        if self.held.iter().filter(|held| **held == anchor).count() != 1 {
            return refuse("no content tells how far the ring is turned");
        }
        let turned = self.moves.iter().map(|carry| carry.on_turned_ring());
        if !turned.into_iter().all(|carry| self.moves.binary_search(&carry).is_ok()) {
            return refuse("moves are not the same all round the ring");
        }
        let mut moves: Vec<Carry> =
            self.moves.iter().filter_map(|carry| carry.followed_by_turn(anchor)).collect();
        moves.sort_unstable();
        moves.dedup();
        let first = self.held.iter().position(|held| *held == anchor).expect("it was found");
        let after = |step: usize| self.held[(first + step) % size];
        Ok(Carries {
            cells: self.cells[1..].to_vec(),
            anchor: Some(anchor),
            held: (1..size).map(after).collect(),
            moves,
        })
    }
}

impl Carry {
    /// Whether it is an odd permutation.
    pub(super) fn is_odd(&self) -> bool {
        is_odd(&self.from)
    }

    /// Whether anything changes.
    fn changes(&self) -> bool {
        let stays = |(to, from): (usize, &u8)| usize::from(*from) == to;
        !self.from.iter().enumerate().all(stays) || self.turns.iter().any(|turn| *turn != 0)
    }

    /// The same move one cell further round the ring.
    fn on_turned_ring(&self) -> Self {
        let size = self.from.len();
        let next = |position: u8| narrow((usize::from(position) + 1) % size);
        let mut from: Vec<u8> = self.from.iter().map(|from| next(*from)).collect();
        from.rotate_right(1);
        let mut turns = self.turns.clone();
        turns.rotate_right(1);
        let needs = self.needs.iter().map(|(position, contents)| (next(*position), *contents));
        let mut needs: Vec<(u8, ContentSet)> = needs.collect();
        needs.sort_unstable();
        Carry { from, turns, needs }
    }

    /// The same move made with the anchor on the first cell, and the ring turned back afterwards;
    /// none if it cannot be made then, or changes nothing. Turns of the anchor itself get lost:
    /// pieces that can be turned are refused on such a ring.
    fn followed_by_turn(&self, anchor: Content) -> Option<Self> {
        let size = self.from.len();
        let first = self.from.iter().position(|from| *from == 0)?;
        let cell = |step: usize| (first + step) % size;
        let held =
            |(position, contents): &(u8, ContentSet)| *position != 0 || contents.contains(anchor);
        if !self.needs.iter().all(held) {
            return None;
        }
        let others = self.needs.iter().filter(|(position, _)| *position != 0);
        let carry = Carry {
            from: (1..size).map(|step| self.from[cell(step)] - 1).collect(),
            turns: (1..size).map(|step| self.turns[cell(step)]).collect(),
            needs: others.map(|(position, contents)| (position - 1, *contents)).collect(),
        };
        carry.changes().then_some(carry)
    }
}

/// Whether a permutation of the numbers from 0 on is odd.
pub(super) fn is_odd(permutation: &[u8]) -> bool {
    let after = |(first, high): (usize, &u8)| {
        permutation[first + 1..].iter().filter(|low| *low < high).count()
    };
    permutation.iter().enumerate().map(after).sum::<usize>() % 2 == 1
}

/// A rewrite as a permutation of positions; none if it can never be made, or changes nothing.
fn of_rewrite(game: &WordParallelGame<'_>, rewrite: &Rewrite) -> Result<Option<Carry>, Refusal> {
    let Some(carried) = rewrite.as_permutation() else {
        return refuse("a move does more than carry contents from cell to cell");
    };
    let turns = |content: &Content| {
        content.piece().is_some_and(|piece| game.model.pieces[piece.index()].turns > 1)
    };
    let puts = rewrite.writes.iter().filter_map(|(_, becomes)| match becomes {
        Becomes::Put(content) => Some(*content),
        Becomes::Copy(..) => None,
    });
    if puts.into_iter().any(|content| turns(&content)) {
        return refuse("a move puts down a piece that can be turned");
    }
    let position = |cell: CellId| game.cells.iter().position(|at| *at == cell).map(narrow);
    let mut carry = Carry {
        from: (0..game.cells.len()).map(narrow).collect(),
        turns: vec![0; game.cells.len()],
        needs: Vec::new(),
    };
    for (to, from, turn) in carried {
        let (Some(to), Some(from)) = (position(to), position(from)) else {
            return refuse("a move changes a cell that never changes");
        };
        carry.from[usize::from(to)] = from;
        carry.turns[usize::from(to)] = turn;
    }
    for (cell, contents) in &rewrite.needs {
        if let Some(position) = position(*cell) {
            carry.needs.push((position, *contents));
        } else if !contents.contains(Content(game.start.cells[cell.index()])) {
            return Ok(None);
        }
    }
    Ok(carry.changes().then_some(carry))
}

fn refuse<T>(reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::NotMadeForIt(reason))
}

/// The number of a position.
fn narrow(position: usize) -> u8 {
    u8::try_from(position).expect("at most MAX_CELLS cells")
}
