//! Indices and places of states.

use super::Product;
use super::columns::NO_COLUMN;
use super::symmetry::BoardMap;
use super::tiers::Tier;
use crate::LINE_PLACES;
use crate::model::{Content, State};

impl Product {
    /// The index of a state, or of the image of it that is stored; none if it has other pieces.
    pub fn rank(&self, state: &State) -> Option<u64> {
        let mut board = Vec::with_capacity(self.cells.len());
        let mut empty = None;
        for (number, cell) in (0_u8..).zip(&self.cells) {
            let content = Content(state.cells[cell.index()]);
            if content == Content::EMPTY && empty.replace(number).is_some() {
                return None;
            }
            let kind = if content == Content::EMPTY { Some(0) } else { self.pieces.kind(content) };
            board.push(u8::try_from(kind?).expect("a kind"));
        }
        let mut empty = empty?;
        for (kind, count) in (0_u8..).zip(&self.pieces.counts) {
            let held = board.iter().filter(|held| **held == kind).count();
            if held != usize::from(*count) + usize::from(kind == 0) {
                return None;
            }
        }
        if let Some(exchange) = self.exchange.as_ref().filter(|_| self.regions.of(empty) == 1) {
            (board, empty) = image(&board, empty, exchange);
        }
        self.column_maps.iter().find_map(|map| {
            let (board, empty) = image(&board, empty, map);
            self.rank_stored(&board, empty)
        })
    }

    /// The index of a state that is stored.
    fn rank_stored(&self, board: &[u8], empty: u8) -> Option<u64> {
        let number = self.regions.of(empty);
        let side = &self.sides[number];
        let kinds = |cells: &[u8]| -> Vec<u8> {
            let held = cells.iter().filter(|cell| **cell != empty);
            held.map(|cell| board[usize::from(*cell)]).collect()
        };
        let (row, column) = (kinds(&side.row_cells), kinds(&side.column_cells));
        let stock = self.arranger.stock_of(column.iter().copied());
        let at = side.tier_of(stock)?;
        let tier = &side.tiers[at];
        let column = self.arranger.rank(stock, column);
        let column = self.columns(number)[at].positions[usize::try_from(column).ok()?];
        let plane = side.plane(empty)? as u64;
        let row = plane * tier.plane_rows + self.arranger.rank(tier.row_stock, row);
        (column != NO_COLUMN).then(|| tier.index(row, u64::from(column)))
    }

    /// Writes the cells of the state with an index.
    pub fn unrank(&self, index: u64, state: &mut State) {
        let (number, at) = self.tier_where(|tier| tier.first_index <= index);
        let (side, tier) = (&self.sides[number], &self.sides[number].tiers[at]);
        let (row, column) = tier.row_and_column(tier.place(index)).expect("an index has a place");
        let plane = usize::try_from(row / tier.plane_rows).expect("a plane");
        let mut put = |cell: u8, content: Content| {
            state.cells[self.cells[usize::from(cell)].index()] = content.0;
        };
        put(side.row_cells[plane], Content::EMPTY);
        let column = self.columns(number)[at].numbers[usize::try_from(column).expect("a column")];
        let mut kinds = vec![0; side.column_cells.len()];
        self.arranger.unrank(tier.column_stock, u64::from(column), &mut kinds);
        for (cell, kind) in side.column_cells.iter().zip(&kinds) {
            put(*cell, self.pieces.contents[usize::from(*kind)]);
        }
        let mut kinds = vec![0; side.row_cells.len() - 1];
        self.arranger.unrank(tier.row_stock, row % tier.plane_rows, &mut kinds);
        let occupied = side.row_cells.iter().enumerate().filter(|(at, _)| *at != plane);
        for ((_, cell), kind) in occupied.zip(&kinds) {
            put(*cell, self.pieces.contents[usize::from(*kind)]);
        }
    }

    /// The place of an index.
    pub fn place(&self, index: u64) -> u64 {
        let (side, tier) = self.tier_where(|tier| tier.first_index <= index);
        self.sides[side].tiers[tier].place(index)
    }

    /// The index of a place; none if it is a gap.
    pub fn index(&self, place: u64) -> Option<u64> {
        let (side, tier) = self.tier_where(|tier| tier.first_line * LINE_PLACES <= place);
        let tier = &self.sides[side].tiers[tier];
        let (row, column) = tier.row_and_column(place)?;
        Some(tier.index(row, column))
    }

    /// How many states an index stands for. Over all indices this makes the number of all states.
    pub fn images(&self, index: u64) -> u64 {
        let (number, at) = self.tier_where(|tier| tier.first_index <= index);
        let tier = &self.sides[number].tiers[at];
        let (row, column) = tier.row_and_column(tier.place(index)).expect("an index has a place");
        let plane = usize::try_from(row / tier.plane_rows).expect("a plane");
        let column = usize::try_from(column).expect("a column");
        self.images_of_plane(plane) * u64::from(self.columns(number)[at].images[column])
    }

    /// The side and the number of the last tier that begins before something.
    fn tier_where(&self, begins_before: impl Fn(&Tier) -> bool) -> (usize, usize) {
        let side = usize::from(self.sides.len() > 1 && begins_before(&self.sides[1].tiers[0]));
        (side, self.sides[side].tiers.partition_point(begins_before) - 1)
    }
}

/// The image of what stands on each cell, and of the empty cell.
fn image(board: &[u8], empty: u8, map: &BoardMap) -> (Vec<u8>, u8) {
    let mut image = vec![0; board.len()];
    for (to, kind) in map.cells.iter().zip(board) {
        image[usize::from(*to)] = map.kinds[usize::from(*kind)];
    }
    (image, map.cells[usize::from(empty)])
}
