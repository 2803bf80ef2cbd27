//! The columns of a tier in their order.
//!
//! Of columns that are images of each other one is stored, the first in dictionary order. The
//! order of those that are stored is one that sweeps like: columns with fewer images first, so
//! that few lines have places of different weight; then by what stands on the cells that pieces
//! come to and leave from when the empty cell crosses, so that most words of a line are moved as a
//! whole; then by how far in the pieces of higher kinds stand, so that places of a line are
//! reached at about the same time, and lines are empty or full as often as possible.

use super::Product;
use super::arrange::next_arrangement;

/// What is no column: it is not stored.
pub const NO_COLUMN: u32 = u32::MAX;

/// How many cells between the regions are looked at for the order.
const MOST_CELLS: usize = 4;

/// The columns of a tier.
#[derive(Clone, Debug)]
pub struct Columns {
    /// The numbers of the arrangements that are stored.
    pub numbers: Vec<u32>,
    /// How many arrangements each of them stands for, itself included.
    pub images: Vec<u32>,
    /// By number of an arrangement: its column, or [`NO_COLUMN`].
    pub positions: Vec<u32>,
}

/// The columns of all tiers of a side.
pub(super) fn columns_of_side(product: &Product, side: usize) -> Vec<Columns> {
    let sorter = Sorter::new(product, side);
    let tiers = product.sides[side].tiers.iter();
    tiers.map(|tier| sorter.columns(tier.column_stock, tier.columns)).collect()
}

struct Sorter<'a> {
    product: &'a Product,
    /// The cells of the columns.
    cells: &'a [u8],
    /// By symmetry: for each cell of the columns, the place in the list of the one that it comes
    /// from.
    images: Vec<Vec<usize>>,
    /// Places in the list of the cells that pieces come to and leave from.
    between: Vec<usize>,
    /// How far each cell is from the other region.
    depths: Vec<u32>,
}

impl<'a> Sorter<'a> {
    fn new(product: &'a Product, side: usize) -> Self {
        let cells = product.sides[side].column_cells.as_slice();
        let place = |cell: u8| cells.iter().position(|it| *it == cell);
        let images = product.column_maps.iter().map(|map| {
            let back = map.inverse();
            let from = |cell: &u8| place(back.cells[usize::from(*cell)]);
            cells.iter().map(|cell| from(cell).expect("a cell of the region")).collect()
        });
        let mut between: Vec<usize> = Vec::new();
        for transfer in product.transfers() {
            let (into, out) = transfer.coupled_columns(product);
            let mine = |of: usize, list: Vec<u8>| if of == side { list } else { Vec::new() };
            let both = [mine(transfer.target, into), mine(transfer.source, out)].concat();
            between.extend(both.into_iter().filter_map(place));
        }
        between.sort_unstable();
        between.dedup();
        between.truncate(MOST_CELLS);
        Sorter { product, cells, images: images.collect(), between, depths: depths(product, cells) }
    }

    fn columns(&self, stock: u32, stored: u64) -> Columns {
        let arranger = &self.product.arranger;
        let total = usize::try_from(arranger.total(stock)).expect("a table was planned");
        let mut arrangement = vec![0; self.cells.len()];
        arranger.unrank(stock, 0, &mut arrangement);
        let mut sorted = Vec::new();
        for number in 0..u32::try_from(total).expect("a table was planned") {
            if let Some(images) = self.images_of_first(stock, number, &arrangement) {
                let kinds = self.between.iter().map(|at| arrangement[*at]);
                let between = kinds.fold(0_u32, |code, kind| code << 8 | u32::from(kind));
                let weights = arrangement.iter().zip(&self.depths);
                let inner: u32 = weights.map(|(kind, depth)| u32::from(*kind) * depth).sum();
                sorted.push((images, between, inner, number));
            }
            next_arrangement(&mut arrangement);
        }
        sorted.sort_unstable();
        assert_eq!(sorted.len() as u64, stored, "as many columns as were counted");
        let mut positions = vec![NO_COLUMN; total];
        for (position, (.., number)) in (0..).zip(&sorted) {
            positions[*number as usize] = position;
        }
        Columns {
            numbers: sorted.iter().map(|(.., number)| *number).collect(),
            images: sorted.iter().map(|(images, ..)| *images).collect(),
            positions,
        }
    }

    /// How many images an arrangement has, if it is the first of them.
    fn images_of_first(&self, stock: u32, number: u32, arrangement: &[u8]) -> Option<u32> {
        let mut same = 0;
        for image in &self.images {
            let image = image.iter().map(|from| arrangement[*from]);
            let other = self.product.arranger.rank(stock, image);
            if other < u64::from(number) {
                return None;
            }
            same += u32::from(other == u64::from(number));
        }
        Some(u32::try_from(self.images.len()).expect("few symmetries") / same)
    }
}

/// How far cells of a region are from the other one, as the empty cell goes.
fn depths(product: &Product, cells: &[u8]) -> Vec<u32> {
    let mut depths = vec![u32::MAX; product.cells.len()];
    for (cell, depth) in (0_u8..).zip(&mut depths) {
        if !cells.contains(&cell) {
            *depth = 0;
        }
    }
    for reached in 0..u32::try_from(product.cells.len()).expect("at most MAX_CELLS") {
        for one in &product.moves {
            for (here, there) in [(one.from, one.to), (one.to, one.from)] {
                if depths[usize::from(here)] == reached {
                    let there = &mut depths[usize::from(there)];
                    *there = (*there).min(reached + 1);
                }
            }
        }
    }
    let known = |cell: &u8| Some(depths[usize::from(*cell)]).filter(|depth| *depth < u32::MAX);
    cells.iter().map(|cell| known(cell).unwrap_or(0)).collect()
}
