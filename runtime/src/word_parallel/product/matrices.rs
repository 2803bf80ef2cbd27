//! What a sweep has to know about each matrix: where rows come from, which places of a line are
//! columns, and how many states they stand for.

use crate::SolveError;
use crate::word_parallel::line::{Line, PLACES};
use gdl::word_parallel::product::Product;
use gdl::word_parallel::product::arrange::next_arrangement;
use gdl::word_parallel::product::columns::Columns;
use gdl::word_parallel::product::moves::{BlankMove, KindMask};
use gdl::word_parallel::product::tiers::Tier;
use gdl::word_parallel::product::transfer::Transfer;
use std::ops::Range;

/// The most strips of a bundle: one for each bit of a flag.
pub(super) const BUNDLE_STRIPS: usize = 8;

/// A matrix of the layout.
#[derive(Debug)]
pub(super) struct Matrix {
    /// The tables of its moves, by plane.
    pub(super) planes: Vec<Plane>,
    /// Number of rows of a plane.
    pub(super) plane_rows: usize,
    /// Its strips.
    pub(super) strips: Vec<Strip>,
    /// Its bundles of strips.
    pub(super) bundles: Range<usize>,
    /// The line of its first row and strip.
    pub(super) first_line: usize,
    /// The first line of the newest states that are kept.
    pub(super) first_kept: usize,
    /// How many planes have their newest states kept.
    pub(super) kept: usize,
}

/// The rows with the same empty cell.
#[derive(Debug)]
pub(super) struct Plane {
    /// How many rows each row comes from.
    pub(super) degree: usize,
    /// These, row by row, as rows of the matrix. Where a move cannot have been made there is the
    /// row itself.
    pub(super) sources: Vec<u32>,
    /// Moves that look at the columns.
    pub(super) masked: Vec<Masked>,
    /// Which of the planes it is whose newest states are kept.
    pub(super) kept: Option<usize>,
    /// For how many states each of its states stands.
    pub(super) images: u64,
}

/// A move that looks at the columns.
#[derive(Debug)]
pub(super) struct Masked {
    /// The row that each row comes from.
    pub(super) sources: Vec<u32>,
    /// By strip: the columns that will do.
    pub(super) columns: Vec<Line>,
}

/// A strip of columns.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    /// The places that are columns.
    pub(super) columns: Line,
    /// How many columns most of them stand for.
    pub(super) images: u64,
    /// Those that stand for fewer, and for how many fewer.
    pub(super) fewer: Vec<(Line, u64)>,
}

/// The matrices with the empty cell in one region.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// Their numbers.
    pub(super) matrices: Range<usize>,
    /// By plane: which of the planes it is that moves of the empty cell from the other region lead
    /// to.
    pub(super) entered: Vec<Option<usize>>,
    /// By plane: which of the planes it is that images of new states are in.
    pub(super) imaged: Vec<Option<usize>>,
}

/// Some strips of a matrix, the work of one thread.
#[derive(Clone, Debug)]
pub(super) struct Bundle {
    /// The side of the matrix.
    pub(super) side: usize,
    /// The matrix.
    pub(super) matrix: usize,
    /// The strips.
    pub(super) strips: Range<usize>,
}

impl Matrix {
    /// Number of rows.
    pub(super) fn rows(&self) -> usize {
        self.planes.len() * self.plane_rows
    }

    /// Number of rows of a strip whose newest states are kept.
    pub(super) fn kept_rows(&self) -> usize {
        self.kept * self.plane_rows
    }
}

impl Strip {
    /// How many columns some places stand for.
    #[inline(always)]
    pub(super) fn weigh(&self, places: &Line, count: u64) -> u64 {
        let fewer = self.fewer.iter().map(|(columns, less)| less * (*places & *columns).count());
        self.images * count - fewer.sum::<u64>()
    }
}

/// All matrices of a layout.
#[derive(Debug)]
pub(super) struct Matrices {
    /// Side by side.
    pub(super) matrices: Vec<Matrix>,
    /// Their strips.
    pub(super) bundles: Vec<Bundle>,
    /// Their sides.
    pub(super) sides: Vec<Side>,
}

/// All matrices of a layout.
pub(super) fn matrices(product: &Product) -> Result<Matrices, SolveError> {
    let (mut all, mut bundles, mut sides) = (Vec::new(), Vec::new(), Vec::new());
    let mut first_kept = 0;
    let transfers = product.transfers();
    for side in 0..product.sides().len() {
        let first_matrix = all.len();
        let from_here = transfers.iter().filter(|transfer| transfer.source == side);
        let mut kept: Vec<u8> = from_here.map(|transfer| transfer.empty_before).collect();
        kept.sort_unstable();
        kept.dedup();
        let tiers = product.sides()[side].tiers.iter();
        for (tier, columns) in tiers.zip(product.columns(side)) {
            let builder = Builder { product, side, tier, columns };
            let strips: Vec<Strip> =
                (0..columns.numbers.len().div_ceil(PLACES)).map(|it| builder.strip(it)).collect();
            let first_bundle = bundles.len();
            for first in (0..strips.len()).step_by(BUNDLE_STRIPS) {
                let strips = first..strips.len().min(first + BUNDLE_STRIPS);
                bundles.push(Bundle { side, matrix: all.len(), strips });
            }
            let planes = (0..product.sides()[side].row_cells.len())
                .map(|plane| builder.plane(plane, &kept))
                .collect();
            let plane_rows = fits(tier.plane_rows)?;
            let matrix = Matrix {
                planes,
                plane_rows,
                strips,
                bundles: first_bundle..bundles.len(),
                first_line: fits(tier.first_line)?,
                first_kept,
                kept: kept.len(),
            };
            first_kept += kept.len() * plane_rows * matrix.strips.len();
            all.push(matrix);
        }
        let numbered = |is_image: bool| {
            let cells = &product.sides()[side].row_cells;
            let leads = |cell: u8, transfer: &Transfer| {
                transfer.target == side
                    && transfer.is_image == is_image
                    && transfer.empty_after == cell
            };
            let mut numbers = 0..;
            let wanted = cells.iter().map(|cell| transfers.iter().any(|it| leads(*cell, it)));
            wanted.map(|wanted| wanted.then(|| numbers.next()).flatten()).collect()
        };
        sides.push(Side {
            matrices: first_matrix..all.len(),
            entered: numbered(false),
            imaged: numbered(true),
        });
    }
    Ok(Matrices { matrices: all, bundles, sides })
}

fn fits(number: u64) -> Result<usize, SolveError> {
    usize::try_from(number).map_err(|_| SolveError::TableMemory { needed: number, limit: None })
}

struct Builder<'a> {
    product: &'a Product,
    side: usize,
    tier: &'a Tier,
    columns: &'a Columns,
}

impl Builder<'_> {
    fn strip(&self, strip: usize) -> Strip {
        let images = &self.columns.images[strip * PLACES..];
        let images = &images[..images.len().min(PLACES)];
        let most = images.iter().copied().max().unwrap_or(1);
        let mut made = Strip { columns: Line::EMPTY, images: u64::from(most), fewer: Vec::new() };
        for (place, images) in images.iter().enumerate() {
            made.columns.set(place);
            let less = u64::from(most - images);
            if less == 0 {
                continue;
            }
            let at = made.fewer.iter().position(|it| it.1 == less).unwrap_or_else(|| {
                made.fewer.push((Line::EMPTY, less));
                made.fewer.len() - 1
            });
            made.fewer[at].0.set(place);
        }
        made
    }

    fn plane(&self, plane: usize, kept: &[u8]) -> Plane {
        let side = &self.product.sides()[self.side];
        let empty = side.row_cells[plane];
        let into = self.product.inside(self.side).filter(|one| one.to == empty);
        let looks =
            |one: &&BlankMove| one.needs.iter().any(|(cell, _)| side.column_cells.contains(cell));
        let (looking, plain): (Vec<&BlankMove>, Vec<&BlankMove>) = into.partition(looks);
        let masked = looking.into_iter().map(|one| Masked {
            sources: self.sources(plane, &[one]),
            columns: self.columns_for(one),
        });
        Plane {
            degree: plain.len(),
            sources: self.sources(plane, &plain),
            masked: masked.collect(),
            kept: kept.iter().position(|cell| *cell == empty),
            images: self.product.images_of_plane(plane),
        }
    }

    /// Row by row, where some moves that lead to a plane come from.
    fn sources(&self, plane: usize, moves: &[&BlankMove]) -> Vec<u32> {
        let side = &self.product.sides()[self.side];
        let arranger = self.product.arranger();
        let cells = side.row_cells.as_slice();
        let empty = cells[plane];
        let moves: Vec<RowMove> = moves.iter().map(|one| RowMove::new(one, cells)).collect();
        let occupied: Vec<usize> =
            cells.iter().filter(|cell| **cell != empty).map(|cell| usize::from(*cell)).collect();
        let mut board = vec![0; self.product.cells()];
        let mut kinds = vec![0; occupied.len()];
        arranger.unrank(self.tier.row_stock, 0, &mut kinds);
        let first_row = plane as u64 * self.tier.plane_rows;
        let mut sources = Vec::new();
        for row in first_row..first_row + self.tier.plane_rows {
            for (cell, kind) in occupied.iter().zip(&kinds) {
                board[*cell] = *kind;
            }
            for one in &moves {
                let source = if one.needs.iter().all(|(cell, set)| set >> board[*cell] & 1 == 1) {
                    let held = one.comes_from.iter().map(|cell| board[*cell]);
                    one.plane * self.tier.plane_rows + arranger.rank(self.tier.row_stock, held)
                } else {
                    row
                };
                sources.push(u32::try_from(source).expect("few rows"));
            }
            next_arrangement(&mut kinds);
        }
        sources
    }

    /// By strip, the columns that suit a move.
    fn columns_for(&self, one: &BlankMove) -> Vec<Line> {
        let cells = &self.product.sides()[self.side].column_cells;
        columns_that_suit(self.product, cells, self.tier, self.columns, &one.needs)
    }
}

/// By strip, the columns of a tier that are as needed, as far as that is about the cells of
/// columns.
pub(super) fn columns_that_suit(
    product: &Product,
    cells: &[u8],
    tier: &Tier,
    columns: &Columns,
    needs: &[(u8, KindMask)],
) -> Vec<Line> {
    let mut kinds = vec![0; cells.len()];
    let mut lines = vec![Line::EMPTY; columns.numbers.len().div_ceil(PLACES)];
    for (column, number) in columns.numbers.iter().enumerate() {
        product.arranger().unrank(tier.column_stock, u64::from(*number), &mut kinds);
        let suits = |(cell, set): &(u8, KindMask)| {
            let at = cells.iter().position(|it| it == cell);
            at.is_none_or(|at| set >> kinds[at] & 1 == 1)
        };
        if needs.iter().all(suits) {
            lines[column / PLACES].set(column % PLACES);
        }
    }
    lines
}

/// A move inside of the region of the rows, seen from where it leads to.
struct RowMove {
    /// The plane it comes from.
    plane: u64,
    /// For each occupied cell before the move, in order: where its piece is afterwards.
    comes_from: Vec<usize>,
    /// What must stand where afterwards, which is what stood elsewhere before.
    needs: Vec<(usize, KindMask)>,
}

impl RowMove {
    fn new(one: &BlankMove, cells: &[u8]) -> Self {
        let after = |cell: u8| {
            let carried = one.carries.iter().find(|(_, from)| *from == cell);
            usize::from(carried.map_or(cell, |(to, _)| *to))
        };
        let occupied = cells.iter().filter(|cell| **cell != one.from);
        let needs = one.needs.iter().filter(|(cell, _)| cells.contains(cell));
        let plane = cells.iter().position(|cell| *cell == one.from).expect("a cell of the region");
        RowMove {
            plane: plane as u64,
            comes_from: occupied.map(|cell| after(*cell)).collect(),
            needs: needs.map(|(cell, set)| (after(*cell), *set)).collect(),
        }
    }
}
