//! The tables of transfers: how states get from matrix to matrix.
//!
//! For fixed contents of the cells in the rows that are coupled, a *filling*, every target column
//! has one source row; for fixed contents of those in the columns, a *class*, every source column
//! has one target row. So a tile of 64 target columns of a class and 64 source columns of the same
//! class is 64 words of source lines, transposed.

use gdl::word_parallel::product::Product;
use gdl::word_parallel::product::columns::Columns;
use gdl::word_parallel::product::moves::KindMask;
use gdl::word_parallel::product::tiers::Tier;
use gdl::word_parallel::product::transfer::Transfer;

/// What is no row.
pub(super) const NO_ROW: u32 = u32::MAX;

/// The tables of a transfer.
#[derive(Debug)]
pub(super) struct Crossing {
    /// Whether it leads to images of states and not to successors.
    pub(super) is_image: bool,
    /// The side it begins with.
    pub(super) source_side: usize,
    /// The side it leads to.
    pub(super) target_side: usize,
    /// The plane of the states it begins with.
    pub(super) source_plane: usize,
    /// The plane of the states it leads to.
    pub(super) target_plane: usize,
    /// By tier of the target's side.
    pub(super) targets: Vec<Half>,
    /// By tier of the source's side.
    pub(super) sources: Vec<Half>,
    /// By tier of the target's side, filling and class: the tier of the source's side.
    pub(super) tiers: Vec<Vec<Vec<Option<usize>>>>,
}

/// What becomes of the columns of a tier.
#[derive(Debug)]
pub(super) struct Half {
    /// By filling and column, up to a multiple of 64: the row of the other matrix's plane.
    pub(super) rows: Vec<Vec<u32>>,
    /// By word: the classes of its columns, and which columns have them.
    pub(super) words: Vec<Vec<(usize, u64)>>,
}

impl Half {
    /// The columns of a word that have a class.
    #[inline(always)]
    pub(super) fn columns(&self, word: usize, class: usize) -> u64 {
        let classes = self.words.get(word).map_or(&[][..], Vec::as_slice);
        classes.iter().find(|(it, _)| *it == class).map_or(0, |(_, columns)| *columns)
    }
}

/// Makes the tables of all transfers.
pub(super) fn crossings(product: &Product) -> Vec<Crossing> {
    product.transfers().iter().map(|transfer| Builder::new(product, transfer).build()).collect()
}

/// Finds the class of what stands on the cells of the columns, and in a filling the row; none if
/// there is no such.
type FindRow<'a> = dyn FnMut(&[u8], usize) -> (Option<usize>, Option<u64>) + 'a;

struct Builder<'a> {
    product: &'a Product,
    transfer: &'a Transfer,
    kinds: usize,
    /// By cell: where its content goes.
    goes_to: Vec<u8>,
    /// By kind before: what it is after.
    kinds_after: Vec<u8>,
    /// The coupled cells of the rows, before.
    filled: Vec<u8>,
    /// The coupled cells of the columns, after and before.
    classed: (Vec<u8>, Vec<u8>),
    /// How many pieces there are of each kind.
    counts: Vec<usize>,
}

impl<'a> Builder<'a> {
    fn new(product: &'a Product, transfer: &'a Transfer) -> Self {
        let kinds = product.arranger().kinds();
        let mut goes_to = vec![0; product.cells()];
        for (to, from) in (0..).zip(&transfer.comes_from) {
            goes_to[usize::from(*from)] = to;
        }
        let mut kinds_after = vec![0; kinds];
        for (after, before) in (0..).zip(&transfer.kinds_before) {
            kinds_after[usize::from(*before)] = after;
        }
        Builder {
            product,
            transfer,
            kinds,
            goes_to,
            kinds_after,
            filled: transfer.coupled_rows(product).1,
            classed: transfer.coupled_columns(product),
            counts: product.pieces().counts.iter().map(|count| usize::from(*count)).collect(),
        }
    }

    fn build(&self) -> Crossing {
        let (source, target) = (self.transfer.source, self.transfer.target);
        let plane = |side: usize, cell: u8| self.product.sides()[side].plane(cell);
        let tiers = self.product.sides()[target].tiers.iter().zip(self.product.columns(target));
        let targets: Vec<(Half, Vec<Vec<Option<usize>>>)> =
            tiers.map(|(tier, columns)| self.target(tier, columns)).collect();
        let (targets, tiers) = targets.into_iter().unzip();
        let sources = self.product.sides()[source].tiers.iter().zip(self.product.columns(source));
        Crossing {
            is_image: self.transfer.is_image,
            source_side: source,
            target_side: target,
            source_plane: plane(source, self.transfer.empty_before).expect("a cell of the rows"),
            target_plane: plane(target, self.transfer.empty_after).expect("a cell of the rows"),
            targets,
            sources: sources.map(|(tier, columns)| self.source(tier, columns)).collect(),
            tiers,
        }
    }

    /// Number of fillings, or of classes.
    fn ways(&self, cells: &[u8]) -> usize {
        cells.iter().map(|_| self.kinds).product()
    }

    /// The contents of the coupled cells of the rows before, in a filling.
    fn fill(&self, filling: usize, board: &mut [u8]) {
        let mut left = filling;
        for cell in &self.filled {
            board[usize::from(*cell)] = u8::try_from(left % self.kinds).expect("a kind");
            left /= self.kinds;
        }
    }

    /// The number of what stands on some cells before.
    fn class(&self, board: &[u8]) -> usize {
        let held = self.classed.1.iter().rev().map(|cell| usize::from(board[usize::from(*cell)]));
        held.fold(0, |class, kind| class * self.kinds + kind)
    }

    fn suits(&self, cells: &[u8], board: &[u8]) -> bool {
        let needs = self.transfer.needs.iter().filter(|(cell, _)| cells.contains(cell));
        let met = |(cell, set): &(u8, KindMask)| set >> board[usize::from(*cell)] & 1 == 1;
        needs.into_iter().all(met)
    }

    /// The number of an arrangement, if there are enough pieces.
    fn rank(&self, kinds: &[u8]) -> Option<(u32, u64)> {
        let held = |kind: usize| kinds.iter().filter(|it| usize::from(**it) == kind).count();
        if (0..self.kinds).any(|kind| held(kind) > self.counts[kind]) {
            return None;
        }
        let arranger = self.product.arranger();
        let stock = arranger.stock_of(kinds.iter().copied());
        Some((stock, arranger.rank(stock, kinds.iter().copied())))
    }

    /// From columns after the transfer to rows before it.
    fn target(&self, tier: &Tier, columns: &Columns) -> (Half, Vec<Vec<Option<usize>>>) {
        let source = &self.product.sides()[self.transfer.source];
        let cells = &self.product.sides()[self.transfer.target].column_cells;
        let occupied: Vec<u8> = source
            .row_cells
            .iter()
            .copied()
            .filter(|it| *it != self.transfer.empty_before)
            .collect();
        let (fillings, classes) = (self.ways(&self.filled), self.ways(&self.classed.0));
        let mut tiers = vec![vec![None; classes]; fillings];
        let full = self.product.arranger().full();
        let half = self.half(tier, columns, cells, &mut |kinds, filling| {
            let mut board = vec![0; self.product.cells()];
            for (cell, kind) in cells.iter().zip(kinds) {
                let from = self.transfer.comes_from[usize::from(*cell)];
                board[usize::from(from)] = self.transfer.kinds_before[usize::from(*kind)];
            }
            self.fill(filling, &mut board);
            let held: Vec<u8> = occupied.iter().map(|cell| board[usize::from(*cell)]).collect();
            let class = self.class(&board);
            let ranked = self.rank(&held).filter(|_| self.suits(&occupied, &board));
            if let Some((stock, _)) = ranked {
                tiers[filling][class] = source.tier_of(full - stock);
            }
            (Some(class), ranked.map(|(_, row)| row))
        });
        (half, tiers)
    }

    /// From columns before the transfer to rows after it.
    fn source(&self, tier: &Tier, columns: &Columns) -> Half {
        let cells = &self.product.sides()[self.transfer.source].column_cells;
        let target = &self.product.sides()[self.transfer.target];
        let occupied: Vec<u8> = target
            .row_cells
            .iter()
            .copied()
            .filter(|it| *it != self.transfer.empty_after)
            .collect();
        self.half(tier, columns, cells, &mut |kinds, filling| {
            let mut before = vec![0; self.product.cells()];
            for (cell, kind) in cells.iter().zip(kinds) {
                before[usize::from(*cell)] = *kind;
            }
            self.fill(filling, &mut before);
            let mut after = vec![0; self.product.cells()];
            for (cell, to) in self.goes_to.iter().enumerate() {
                after[usize::from(*to)] = self.kinds_after[usize::from(before[cell])];
            }
            let held: Vec<u8> = occupied.iter().map(|cell| after[usize::from(*cell)]).collect();
            let class = self.suits(cells, &before).then(|| self.class(&before));
            (class, self.rank(&held).map(|(_, row)| row))
        })
    }

    /// The tables of the columns of a tier, given the class and the row of what stands on its
    /// cells in a filling.
    fn half(&self, tier: &Tier, columns: &Columns, cells: &[u8], find: &mut FindRow<'_>) -> Half {
        let length = columns.numbers.len().next_multiple_of(64);
        let mut half = Half {
            rows: vec![vec![NO_ROW; length]; self.ways(&self.filled)],
            words: vec![Vec::new(); length / 64],
        };
        let mut kinds = vec![0; cells.len()];
        for (column, number) in columns.numbers.iter().enumerate() {
            let stock = tier.column_stock;
            self.product.arranger().unrank(stock, u64::from(*number), &mut kinds);
            for filling in 0..half.rows.len() {
                let (class, row) = find(&kinds, filling);
                if let Some(row) = row {
                    half.rows[filling][column] = u32::try_from(row).expect("few rows");
                }
                let (Some(class), 0) = (class, filling) else { continue };
                let word = &mut half.words[column / 64];
                let at = word.iter().position(|it| it.0 == class).unwrap_or_else(|| {
                    word.push((class, 0));
                    word.len() - 1
                });
                word[at].1 |= 1 << (column % 64);
            }
        }
        half
    }
}
