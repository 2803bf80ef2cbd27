//! Rows and columns: for puzzles in which one empty cell wanders among pieces of a few kinds.
//!
//! The cells are cut into two regions. While the empty cell is in one of them, the other stands
//! still. So a state is a *row*, what the region with the empty cell holds, and a *column*, what
//! the other one holds; a move inside of the region takes a row to a row, for all columns at once.
//! When the empty cell crosses, rows become columns, as in a transposed matrix. Only rows and
//! columns that together have all pieces belong together: these are the tiers, and so every state
//! has exactly one entry.
//!
//! | file | what it knows |
//! |---|---|
//! | [`moves`] | what moves do, as the empty cell sees it |
//! | [`arrange`] | numbers of arrangements |
//! | [`cut`] | which cells are in which region |
//! | [`symmetry`] | symmetries that exchange the regions or divide the columns |
//! | [`tiers`] | where matrices, rows and columns have their lines and indices |
//! | [`columns`] | the order of columns |
//! | `numbers` | indices and places of states |
//! | [`transfer`] | how states get from matrix to matrix |
//! | [`preconditions`] | what moves need, to count them |
//!
//! With a symmetry that exchanges the regions only states with the empty cell in the first region
//! are stored; those with the empty cell on a cell that the symmetry keeps there are stored with
//! their images. With symmetries that divide the columns, a stored column has all rows, also those
//! that are images of each other if the column is its own image. So some states that are images of
//! each other have indices of their own, and [`images`](Product::images) tells how many states an
//! index stands for, such that each state is counted once.

use super::{Cost, LINE_PLACES, WordParallelGame};
use crate::model::CellId;
use crate::plan::Refusal;
use std::sync::OnceLock;

pub mod arrange;
pub mod columns;
mod cost;
pub mod cut;
pub mod moves;
mod numbers;
pub mod preconditions;
pub mod symmetry;
#[cfg(test)]
mod tests;
pub mod tiers;
pub mod transfer;

use arrange::Arranger;
use columns::Columns;
use cut::{Cutter, MoveKind, Regions};
use moves::{BlankMove, Pieces};
use symmetry::{BoardMap, board_maps, keeping};
use tiers::Tier;
use transfer::Transfer;

/// The most symmetries that divide the columns.
const MOST_COLUMN_MAPS: usize = 8;
/// The most ways to fill the cells that a symmetry does not move.
const MOST_MIDDLES: u64 = 256;
/// The most rows, and the most columns, of all tiers of a side together: the tables of moves have
/// an entry for each.
const MOST_ROWS: u64 = 1 << 22;

/// The layout.
#[derive(Clone, Debug)]
pub struct Product {
    cells: Vec<CellId>,
    pieces: Pieces,
    moves: Vec<BlankMove>,
    arranger: Arranger,
    regions: Regions,
    /// The matrices: with the empty cell in the first region, and, unless a symmetry exchanges the
    /// regions, in the second.
    sides: Vec<Side>,
    /// The symmetries that divide the columns; the first changes nothing.
    column_maps: Vec<BoardMap>,
    /// The symmetry that exchanges the regions.
    exchange: Option<BoardMap>,
    /// By side and tier.
    columns: OnceLock<Vec<Vec<Columns>>>,
}

/// The states with the empty cell in one of the regions.
#[derive(Clone, Debug)]
pub struct Side {
    /// The cells of that region, in order.
    pub row_cells: Vec<u8>,
    /// The cells of the other one, in order.
    pub column_cells: Vec<u8>,
    /// The matrices.
    pub tiers: Vec<Tier>,
    /// The number of a tier by the pieces in its columns, in order of these.
    by_column_stock: Vec<(u32, usize)>,
}

impl Side {
    /// The tier with these pieces in its columns.
    pub fn tier_of(&self, column_stock: u32) -> Option<usize> {
        let found = self.by_column_stock.binary_search_by_key(&column_stock, |(stock, _)| *stock);
        found.ok().map(|at| self.by_column_stock[at].1)
    }

    /// The plane of an empty cell.
    pub fn plane(&self, cell: u8) -> Option<usize> {
        self.row_cells.iter().position(|it| *it == cell)
    }
}

impl Product {
    /// The layout of a game, up to symmetry where that helps.
    pub fn new(game: &WordParallelGame<'_>) -> Result<Self, Refusal> {
        Self::best(game, &|pieces| board_maps(game, pieces))
    }

    /// The layout of a game in which every state has an index.
    pub fn one_to_one(game: &WordParallelGame<'_>) -> Result<Self, Refusal> {
        Self::best(game, &|pieces| vec![BoardMap::identity(game.cells.len(), pieces.kinds())])
    }

    fn best(
        game: &WordParallelGame<'_>,
        maps: &dyn Fn(&Pieces) -> Vec<BoardMap>,
    ) -> Result<Self, Refusal> {
        let pieces = Pieces::new(game)?;
        let moves = moves::blank_moves(game, &pieces)?;
        let Some(arranger) = Arranger::new(&pieces.counts) else {
            return Err(Refusal::NotMadeForIt("there are too many kinds of pieces"));
        };
        let maps = maps(&pieces);
        let cutter = Cutter::new(game.cells.len(), &moves);
        let mut cuts: Vec<(Regions, Option<&BoardMap>)> = Vec::new();
        cuts.extend(cutter.cut().map(|regions| (regions, None)));
        for map in maps.iter().skip(1).filter(|map| map.is_own_inverse()) {
            let fixed = map.fixed_cells().count_ones();
            let middles = (pieces.kinds() as u64).checked_pow(fixed);
            if middles.is_some_and(|middles| middles <= MOST_MIDDLES) {
                cuts.extend(cutter.exchanged_by(map).map(|regions| (regions, Some(map))));
            }
        }
        if cuts.is_empty() {
            return Err(Refusal::NotMadeForIt("no cut of the board suits the moves"));
        }
        let layouts = cuts.into_iter().filter_map(|(regions, exchange)| {
            let [first, second] = regions.cells;
            let kept = [first, second, regions.middle.unwrap_or(0)];
            let product = Product {
                cells: game.cells.clone(),
                pieces: pieces.clone(),
                moves: moves.clone(),
                arranger: arranger.clone(),
                regions,
                sides: Vec::new(),
                column_maps: keeping(&maps, &kept, MOST_COLUMN_MAPS),
                exchange: exchange.cloned(),
                columns: OnceLock::new(),
            };
            product.with_sides()
        });
        let work = |layout: &Product| layout.cost().operations_per_state;
        layouts
            .min_by(|one, other| work(one).total_cmp(&work(other)))
            .ok_or(Refusal::NotMadeForIt("the tables of its moves would be too large"))
    }

    /// Adds the matrices; none if they are too large.
    fn with_sides(mut self) -> Option<Self> {
        let [first, second] = self.regions.cells;
        let both = [[first, second], [second, first]];
        let (mut lines, mut indices) = (0, 0);
        for regions in both.into_iter().take(if self.exchange.is_some() { 1 } else { 2 }) {
            let mut tiers =
                tiers::tiers(&self.arranger, &self.pieces.counts, regions, &self.column_maps)?;
            let rows = tiers.iter().map(Tier::rows).fold(0, u64::saturating_add);
            let columns = tiers.iter().map(|tier| self.arranger.total(tier.column_stock));
            if rows.max(columns.fold(0, u64::saturating_add)) > MOST_ROWS {
                return None;
            }
            for tier in &mut tiers {
                tier.first_line += lines;
                tier.first_index += indices;
            }
            let last = tiers.last()?;
            (lines, indices) = (last.first_line + last.lines(), last.first_index + last.size());
            let list = |mask: u128| (0_u8..128).filter(|cell| mask >> cell & 1 == 1).collect();
            let stocks = tiers.iter().map(|tier| tier.column_stock);
            let mut by_column_stock: Vec<(u32, usize)> = stocks.zip(0..).collect();
            by_column_stock.sort_unstable();
            let [row_cells, column_cells] = regions.map(list);
            self.sides.push(Side { row_cells, column_cells, tiers, by_column_stock });
        }
        Some(self)
    }

    /// Number of indices: each has a state.
    pub fn size(&self) -> u64 {
        self.last_tier().first_index + self.last_tier().size()
    }

    /// Number of places of the table.
    pub fn places(&self) -> u64 {
        (self.last_tier().first_line + self.last_tier().lines()) * LINE_PLACES
    }

    /// Number of states, those that are stored as images of others included.
    pub fn states(&self) -> u64 {
        (self.cells.len() as u64).saturating_mul(self.arranger.total(self.arranger.full()))
    }

    /// By how many symmetries the states are divided, the trivial one included.
    pub fn symmetries(&self) -> u64 {
        let exchanged = if self.exchange.is_some() { 2 } else { 1 };
        exchanged * self.column_maps.len() as u64
    }

    /// What a search is expected to cost.
    pub fn cost(&self) -> Cost {
        cost::cost(self)
    }

    /// For how many states a state with the empty cell of a plane stands, because the regions are
    /// exchanged.
    pub fn images_of_plane(&self, plane: usize) -> u64 {
        let cell = self.sides[0].row_cells.get(plane);
        let moves = |middle: u128| cell.is_some_and(|cell| middle >> cell & 1 == 0);
        if self.regions.middle.is_some_and(moves) { 2 } else { 1 }
    }

    /// Numbers of arrangements.
    pub fn arranger(&self) -> &Arranger {
        &self.arranger
    }

    /// The kinds of pieces.
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The matrices.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// The columns of the tiers of a side. They are worked out when they are first asked for.
    pub fn columns(&self, side: usize) -> &[Columns] {
        let make = || (0..self.sides.len()).map(|side| columns::columns_of_side(self, side));
        &self.columns.get_or_init(|| make().collect())[side]
    }

    /// The moves of a side that change nothing in its columns; some look at them.
    pub fn inside(&self, side: usize) -> impl Iterator<Item = &BlankMove> {
        let inside = move |one: &&BlankMove| self.regions.of(one.from) == side;
        self.moves.iter().filter(inside).filter(|one| self.regions.kind(one) == MoveKind::Inside)
    }

    /// What takes states from matrix to matrix.
    pub fn transfers(&self) -> Vec<Transfer> {
        transfer::transfers(self)
    }

    /// What is done with states after the empty cell has crossed, so that they are stored ones.
    fn maps_after_crossing(&self) -> Vec<BoardMap> {
        let after = |map: &BoardMap| match &self.exchange {
            Some(exchange) => map.after(exchange),
            None => map.clone(),
        };
        self.column_maps.iter().map(after).collect()
    }

    fn last_tier(&self) -> &Tier {
        self.sides.last().and_then(|side| side.tiers.last()).expect("there are tiers")
    }
}
