//! The layout for puzzles whose moves carry pieces from cell to cell: a word of classes, and the
//! orders inside of the classes.
//!
//! Pieces are put into classes. A state is then
//!
//! - a [word](words): the class of what stands on each position;
//! - the order of the pieces of the row class, read position by position: a [row](rows), a
//!   multiple of 16 bytes;
//! - the order of the pieces of the bit class, five if there are as many: a [bit](orders) of the
//!   row;
//! - if pieces can be turned, the [turns](turnings) of all positions, which are part of the row.
//!
//! A move takes a word to another, and composes each of the orders with a permutation that depends
//! on the word and the move alone. So all states with the same word and row move together, 120 at
//! a time, and a move takes the lines of a word to lines of another word.
//!
//! What it costs: a bit for each state, eight unused ones for 120, and a table of the words. One
//! layer takes, for each line of 480 states, a load and an OR for each move into its word, and
//! some permutations of bits. The idea to lift a search along a quotient of a Cayley graph is that
//! of voltage graphs (Gross and Tucker, Topological Graph Theory, 1987, chapter 2): the words are
//! the vertices of the quotient, and the permutations its voltages.

use super::{Cost, Kind, LINE_PLACES, WordParallelGame};
use crate::model::{CellId, Content, ContentSet, State};
use crate::plan::Refusal;
use carry::{Carries, is_odd};
use classes::{Classes, alike, counts};
use orders::Orders;
use rows::Rows;
use turnings::Turnings;
use words::{WordMove, Words};

mod carry;
mod classes;
pub mod orders;
pub mod rows;
pub mod turnings;
mod ways;
pub mod words;

/// Number of places of a row.
const ROW_PLACES: u64 = 128;
/// The most lines of a word.
const MOST_LINES: u64 = 1 << 17;

/// The layout. Its larger parts are boxed, so that it is no larger than other layouts next to it.
#[derive(Clone, Debug)]
pub struct Lift {
    /// By position: its cell.
    cells: Vec<CellId>,
    /// On a ring up to rotation: what stands on the first cell, which is no position.
    anchor: Option<Content>,
    classes: Box<Classes>,
    moves: Vec<WordMove>,
    words: Box<Words>,
    turnings: Turnings,
    rows: Box<Rows>,
    orders: Box<Orders>,
    /// Whether the start is an odd arrangement of its pieces.
    start_odd: bool,
}

impl Lift {
    /// The layout of a game.
    pub fn new(game: &WordParallelGame<'_>) -> Result<Self, Refusal> {
        let carries = Carries::new(game)?;
        let turnings = Turnings::new(game.model, &carries)?;
        let alike = alike(&carries);
        let sign = tells_signs(&carries, &alike);
        let classes = Classes::new(&carries, &alike, sign)?;
        let folded = sign && classes.row_pieces.len() >= 2;
        let moves: Vec<WordMove> =
            carries.moves.iter().map(|carry| WordMove::new(carry, &classes.sets)).collect();
        let symbol = |held: &Content| classes.symbol(*held).expect("every content has a class");
        let start: Vec<u8> = carries.held.iter().map(symbol).collect();
        let words = Words::new(&start, &classes.counts, classes.minor, &moves)?;
        let rows = Rows::new(classes.row_pieces.len(), folded)?;
        if turnings.size() * rows.lines() > MOST_LINES {
            return Err(Refusal::NotMadeForIt(
                "the pieces of one word have too many orders and turns",
            ));
        }
        let held: Vec<u8> = carries.held.iter().map(|held| held.0).collect();
        Ok(Lift {
            orders: Box::new(Orders::new(classes.bit_pieces.len())),
            start_odd: is_odd(&held),
            cells: carries.cells,
            anchor: carries.anchor,
            classes: Box::new(classes),
            moves,
            words: Box::new(words),
            turnings,
            rows: Box::new(rows),
        })
    }

    /// Number of indices: each has a state.
    pub fn size(&self) -> u64 {
        self.words.size() * self.rows_of_word() * self.orders.size()
    }

    /// Number of places of the table.
    pub fn places(&self) -> u64 {
        self.words.size() * self.lines_of_word() * LINE_PLACES
    }

    /// The index of a state; none if the layout does not have it.
    pub fn rank(&self, state: &State) -> Option<u64> {
        let held = self.held(state)?;
        let symbols: Option<Vec<u8>> = held.iter().map(|held| self.classes.symbol(*held)).collect();
        let symbols = symbols?;
        let count = |symbol: usize| symbols.iter().filter(|it| usize::from(**it) == symbol).count();
        if !(0..self.classes.counts.len())
            .all(|symbol| count(symbol) == self.classes.counts[symbol])
        {
            return None;
        }
        let word = self.words.index(self.words.packing().word(symbols.iter().copied()))?;
        let row_labels = labels(&held, &self.classes.row_pieces)?;
        let order_labels = labels(&held, &self.classes.bit_pieces)?;
        if self.rows.folded() && self.is_odd(&held) != self.words.is_odd(word) {
            return None;
        }
        let labels: Vec<u8> =
            row_labels.iter().map(|label| self.rows.label(usize::from(*label))).collect();
        let mut order = orders::IDENTITY;
        order[..order_labels.len()].copy_from_slice(&order_labels);
        let turns: Vec<u8> = if self.turnings.any() {
            self.cells.iter().map(|cell| state.turns[cell.index()]).collect()
        } else {
            vec![0; self.cells.len()]
        };
        let turning = self.turnings.number(&turns)?;
        let row = turning * self.rows.size() + u64::from(self.rows.row(&labels));
        let used = self.orders.used().binary_search(&self.orders.bit(&order)).ok()?;
        Some((word as u64 * self.rows_of_word() + row) * self.orders.size() + used as u64)
    }

    /// Writes the cells and turns of the state with an index.
    pub fn unrank(&self, index: u64, state: &mut State) {
        let (index, order) = (index / self.orders.size(), index % self.orders.size());
        let (word, row) = (narrow(index / self.rows_of_word()), index % self.rows_of_word());
        let (turning, row) = (row / self.rows.size(), narrow(row % self.rows.size()));
        let order = self.orders.order(self.orders.used()[narrow(order)]);
        let (mut in_row, mut in_order) = (self.rows.labels(row).iter(), order.iter());
        let packed = self.words.all()[word];
        let mut held: Vec<Content> = (0_u8..)
            .take(self.cells.len())
            .map(|position| {
                let symbol = self.words.packing().symbol(packed, position);
                if symbol == self.classes.bits {
                    let label = in_order.next().expect("as many as the class has");
                    self.classes.bit_pieces[usize::from(*label)]
                } else if Some(symbol) == self.classes.rows {
                    let label = in_row.next().expect("as many as the class has");
                    self.classes.row_pieces[usize::from(*label)]
                } else {
                    self.classes.sets[usize::from(symbol)].single().expect("a single content")
                }
            })
            .collect();
        self.unfold(word, &mut held);
        if let Some(anchor) = self.anchor {
            state.cells[0] = anchor.0;
        }
        for (cell, held) in self.cells.iter().zip(&held) {
            state.cells[cell.index()] = held.0;
        }
        if self.turnings.any() {
            let mut turns = vec![0; self.cells.len()];
            self.turnings.turns(turning, &mut turns);
            for (cell, turn) in self.cells.iter().zip(turns) {
                state.turns[cell.index()] = turn;
            }
        }
    }

    /// The place of an index.
    pub fn place(&self, index: u64) -> u64 {
        let (row, order) = (index / self.orders.size(), index % self.orders.size());
        let per_line = self.rows.per_line() as u64;
        let bit = u64::from(self.orders.used()[narrow(order)]);
        row / per_line * LINE_PLACES + row % per_line * ROW_PLACES + bit
    }

    /// The index of a place; none if it is a gap.
    pub fn index(&self, place: u64) -> Option<u64> {
        let per_line = self.rows.per_line() as u64;
        let (line, in_line) = (place / LINE_PLACES, place % LINE_PLACES);
        let (row, bit) = (in_line / ROW_PLACES, (in_line % ROW_PLACES).to_le_bytes()[0]);
        if row >= per_line || place >= self.places() {
            return None;
        }
        let order = self.orders.used().binary_search(&bit).ok()?;
        Some((line * per_line + row) * self.orders.size() + order as u64)
    }

    /// What a search is expected to cost.
    pub fn cost(&self) -> Cost {
        let tables = if self.words.first_color().is_some() { 1 } else { 2 };
        let moves = self.words.moves() as f64 / self.words.size() as f64;
        let ordered = 1 << self.classes.bits | self.classes.rows.map_or(0, |rows| 1 << rows);
        let permuted = self.moves.iter().filter(|one| !one.keeps_order(ordered)).count();
        let kinds =
            [(Kind::UnchangedLines, self.moves.len() - permuted), (Kind::PermutedLines, permuted)];
        // A permutation of bits takes a shuffle and one or two swaps of six operations; sources
        // that need the same one share it.
        let permutations = (moves * permuted as f64 / self.moves.len() as f64).min(4.0);
        let halves = 2.0 * (moves + 10.0 * permutations + 4.0);
        let states = (self.rows.per_line() as u64 * self.orders.size()) as f64;
        let notes = [
            format!(
                "{} words of {} lines, {} states each",
                self.words.size(),
                self.lines_of_word(),
                self.rows_of_word() * self.orders.size()
            ),
            match tables {
                1 => "each move changes the color of the word: one table is enough".to_owned(),
                _ => "words have no two colors: the table is there twice".to_owned(),
            },
        ];
        Cost {
            bytes: self.places() / 8 * tables + self.words.size() * 16 + self.words.moves() * 8,
            operations_per_state: halves / states,
            kinds: kinds.into_iter().filter(|(_, moves)| *moves > 0).collect(),
            notes: notes.to_vec(),
        }
    }

    /// The moves, as words see them.
    pub fn moves(&self) -> &[WordMove] {
        &self.moves
    }

    /// The words.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// The turns of all positions.
    pub fn turnings(&self) -> &Turnings {
        &self.turnings
    }

    /// The orders of the row class.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The orders of the bit class.
    pub fn orders(&self) -> &Orders {
        &self.orders
    }

    /// The symbol of the bit class.
    pub fn bit_symbol(&self) -> u8 {
        self.classes.bits
    }

    /// The symbol of the row class, if it has any pieces.
    pub fn row_symbol(&self) -> Option<u8> {
        self.classes.rows
    }

    /// Number of lines of a word.
    pub fn lines_of_word(&self) -> u64 {
        self.turnings.size() * self.rows.lines()
    }

    fn rows_of_word(&self) -> u64 {
        self.turnings.size() * self.rows.size()
    }

    /// What stands on the positions of a state, turned until the anchor is on the first cell.
    fn held(&self, state: &State) -> Option<Vec<Content>> {
        let content = |cell: usize| Content(state.cells[cell]);
        let Some(anchor) = self.anchor else {
            return Some(self.cells.iter().map(|cell| content(cell.index())).collect());
        };
        let first = state.cells.iter().position(|held| *held == anchor.0)?;
        let size = state.cells.len();
        Some((1..size).map(|step| content((first + step) % size)).collect())
    }

    /// Whether an arrangement has not the sign of the start.
    fn is_odd(&self, held: &[Content]) -> bool {
        let held: Vec<u8> = held.iter().map(|held| held.0).collect();
        is_odd(&held) != self.start_odd
    }

    /// Tells the two folded pieces apart.
    fn unfold(&self, word: usize, held: &mut [Content]) {
        if !self.rows.folded() {
            return;
        }
        let [.., piece, other] = self.classes.row_pieces.as_slice() else { return };
        let at: Vec<usize> = (0..held.len()).filter(|at| held[*at] == *piece).collect();
        held[at[1]] = *other;
        if self.is_odd(held) != self.words.is_odd(word) {
            held.swap(at[0], at[1]);
        }
    }
}

/// Whether the sign of an arrangement follows from what moves look at, which contents that are
/// alike are all the same for.
fn tells_signs(carries: &Carries, alike: &[ContentSet]) -> bool {
    let held = &carries.held;
    let distinct = held.iter().all(|one| held.iter().filter(|other| *other == one).count() == 1);
    if !distinct {
        return false;
    }
    let moves: Vec<WordMove> =
        carries.moves.iter().map(|carry| WordMove::new(carry, alike)).collect();
    let symbol = |held: &Content| alike.iter().position(|set| set.contains(*held));
    let start: Vec<u8> =
        held.iter().filter_map(symbol).map(|symbol| symbol.to_le_bytes()[0]).collect();
    let words = Words::new(&start, &counts(carries, alike), None, &moves);
    words.is_ok_and(|words| words.tell_signs())
}

/// By rank: which of these pieces it is; none if one comes twice.
fn labels(held: &[Content], pieces: &[Content]) -> Option<Vec<u8>> {
    let label = |held: &Content| pieces.iter().position(|piece| piece == held);
    let labels: Vec<u8> =
        held.iter().filter_map(label).map(|label| label.to_le_bytes()[0]).collect();
    let all = (0_u8..).take(pieces.len()).all(|label| labels.contains(&label));
    all.then_some(labels)
}

/// A number that a table has room for.
fn narrow(number: u64) -> usize {
    usize::try_from(number).expect("a table has room for it")
}

#[cfg(test)]
mod tests;
