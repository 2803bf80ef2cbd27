//! Transfers: what takes states from one matrix to another, so that rows become columns and
//! columns rows.
//!
//! When the empty cell crosses, the region that stood still gets the rows. What it held was the
//! column, so the target row follows from the source column; what the other region holds was the
//! row, so the target column follows from the source row. There are two exceptions. A piece
//! crosses the other way: it was part of the column and is part of the column again. And with a
//! symmetry that exchanges the regions, cells in the middle are part of the rows before and after.
//! For fixed contents of these few *coupled* cells, rows and columns are independent of each
//! other, and the transfer is a transposed matrix.

use super::Product;
use super::cut::MoveKind;
use super::moves::{BlankMove, KindMask};
use super::symmetry::BoardMap;

/// A way from one matrix to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The side of the states it begins with.
    pub source: usize,
    /// The side of the states it leads to.
    pub target: usize,
    /// The empty cell before.
    pub empty_before: u8,
    /// The empty cell after.
    pub empty_after: u8,
    /// By cell: where what it holds after comes from.
    pub comes_from: Vec<u8>,
    /// By kind after: what it was before.
    pub kinds_before: Vec<u8>,
    /// The kinds that a cell must hold one of before.
    pub needs: Vec<(u8, KindMask)>,
    /// Whether it is no move: it leads to the image of a state, which belongs to the same layer.
    pub is_image: bool,
}

impl Transfer {
    /// A move or none, then a symmetry.
    fn new(sides: (usize, usize), empty: u8, one: Option<&BlankMove>, then: &BoardMap) -> Self {
        let back = then.inverse();
        let from = |cell: &u8| one.map_or(*cell, |one| one.source(*cell));
        let after = one.map_or(empty, |one| one.to);
        Transfer {
            source: sides.0,
            target: sides.1,
            empty_before: empty,
            empty_after: then.cells[usize::from(after)],
            comes_from: back.cells.iter().map(from).collect(),
            kinds_before: back.kinds,
            needs: one.map_or_else(Vec::new, |one| one.needs.clone()),
            is_image: one.is_none(),
        }
    }

    /// The cells of the target's columns whose content was in the source's columns; and where that
    /// was.
    pub fn coupled_columns(&self, product: &Product) -> (Vec<u8>, Vec<u8>) {
        let was = &product.sides[self.source].column_cells;
        let is = &product.sides[self.target].column_cells;
        self.coupled(is, was)
    }

    /// The cells of the target's rows whose content, a piece, was in the source's rows; and where
    /// that was.
    pub fn coupled_rows(&self, product: &Product) -> (Vec<u8>, Vec<u8>) {
        let was = &product.sides[self.source].row_cells;
        let is = &product.sides[self.target].row_cells;
        self.coupled(is, was)
    }

    fn coupled(&self, is: &[u8], was: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let from = |cell: &u8| self.comes_from[usize::from(*cell)];
        let mut pairs: Vec<(u8, u8)> = is.iter().map(|cell| (*cell, from(cell))).collect();
        pairs.retain(|(cell, from)| *cell != self.empty_after && was.contains(from));
        pairs.into_iter().unzip()
    }
}

/// All transfers of a layout.
pub(super) fn transfers(product: &Product) -> Vec<Transfer> {
    let mut all = Vec::new();
    for one in &product.moves {
        if product.regions.kind(one) != MoveKind::Crossing {
            continue;
        }
        let here = product.regions.of(one.from);
        let sides = if product.exchange.is_some() { (0, 0) } else { (here, 1 - here) };
        let image = |map: &BoardMap| Transfer::new(sides, one.from, Some(one), map);
        all.extend(product.maps_after_crossing().iter().map(image));
    }
    let middle = product.regions.middle.unwrap_or(0);
    for cell in (0_u8..).take(product.cells.len()).filter(|cell| middle >> cell & 1 == 1) {
        let image = |map: &BoardMap| Transfer::new((0, 0), cell, None, map);
        all.extend(product.maps_after_crossing().iter().map(image));
    }
    all
}
