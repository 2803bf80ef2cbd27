//! Counts the moves of everything that is reached: the rows tell how many rewrites fit that look
//! at nothing else, or at the same things in the columns.

use super::ProductTable;
use super::matrices::{Strip, columns_that_suit};
use crate::engine::workers::{Workers, cut};
use crate::word_parallel::Line;
use gdl::word_parallel::product::arrange::next_arrangement;
use gdl::word_parallel::product::moves::KindMask;
use gdl::word_parallel::product::preconditions::Precondition;
use std::collections::BTreeMap;

/// What must stand where.
type Needs = Vec<(u8, KindMask)>;

/// Rewrites of a plane that need the same of the columns.
struct Group {
    /// By strip: the columns that will do.
    columns: Vec<Line>,
    /// By row: how many of them can be made.
    rewrites: Vec<u64>,
}

/// How many moves all states have together that are reached, images included.
pub(super) fn count(table: &ProductTable<'_>, workers: &Workers) -> u64 {
    let needed = table.layout.preconditions(table.game);
    let mut planes = Vec::new();
    for (side, it) in table.sides.iter().enumerate() {
        for tier in 0..it.matrices.len() {
            let all = 0..table.layout.sides()[side].row_cells.len();
            planes.extend(all.map(|plane| Place { side, tier, plane }));
        }
    }
    let parts = cut(0..planes.len(), 1);
    let moves = workers.sum(&parts, &|part| part.map(|at| planes[at].moves(table, &needed)).sum());
    // Every symmetry was counted.
    moves / table.layout.symmetries()
}

/// The rows with one empty cell, of one matrix.
struct Place {
    side: usize,
    tier: usize,
    plane: usize,
}

impl Place {
    /// The moves of all its states, those of their images under all symmetries taken together.
    fn moves(&self, table: &ProductTable<'_>, needed: &BTreeMap<Precondition, u64>) -> u64 {
        let matrix = &table.matrices[table.sides[self.side].matrices.start + self.tier];
        let plane_images = matrix.planes[self.plane].images;
        let groups = self.groups(table, needed);
        let mut moves = 0;
        for (number, strip) in matrix.strips.iter().enumerate() {
            let first = matrix.first_line + number * matrix.rows() + self.plane * matrix.plane_rows;
            let lines = &table.lines[first..first + matrix.plane_rows];
            for group in &groups {
                for (line, rewrites) in lines.iter().zip(&group.rewrites) {
                    if *rewrites > 0 {
                        moves += rewrites * weight(strip, *line & group.columns[number]);
                    }
                }
            }
        }
        moves * plane_images
    }

    fn groups(&self, table: &ProductTable<'_>, needed: &BTreeMap<Precondition, u64>) -> Vec<Group> {
        let side = &table.layout.sides()[self.side];
        let columns = &table.layout.columns(self.side)[self.tier];
        let empty = side.row_cells[self.plane];
        let mut by_columns: BTreeMap<Needs, Vec<(Needs, u64)>> = BTreeMap::new();
        for (one, rewrites) in needed.iter().filter(|(one, _)| one.empty == empty) {
            let in_rows = |(cell, _): &(u8, KindMask)| side.row_cells.contains(cell);
            let (rows, columns) = one.needs.iter().partition(|it| in_rows(it));
            by_columns.entry(columns).or_default().push((rows, *rewrites));
        }
        let group = |(needs, rows): (Needs, Vec<(Needs, u64)>)| Group {
            columns: columns_that_suit(
                table.layout,
                &side.column_cells,
                &side.tiers[self.tier],
                columns,
                &needs,
            ),
            rewrites: self.rewrites(table, &rows),
        };
        by_columns.into_iter().map(group).collect()
    }

    /// By row: how many of these rewrites can be made.
    fn rewrites(&self, table: &ProductTable<'_>, rows: &[(Needs, u64)]) -> Vec<u64> {
        let side = &table.layout.sides()[self.side];
        let tier = &side.tiers[self.tier];
        let empty = side.row_cells[self.plane];
        let occupied: Vec<u8> =
            side.row_cells.iter().copied().filter(|cell| *cell != empty).collect();
        let at = |cell: u8| occupied.iter().position(|it| *it == cell);
        // A kind on the empty cell is needed by none.
        let rows: Vec<(Vec<(usize, KindMask)>, u64)> = rows
            .iter()
            .filter_map(|(needs, rewrites)| {
                let needs = needs.iter().map(|(cell, set)| Some((at(*cell)?, *set)));
                Some((needs.collect::<Option<_>>()?, *rewrites))
            })
            .collect();
        let mut kinds = vec![0; occupied.len()];
        table.layout.arranger().unrank(tier.row_stock, 0, &mut kinds);
        let mut counts = Vec::new();
        for _ in 0..tier.plane_rows {
            let holds = |(at, set): &(usize, KindMask)| set >> kinds[*at] & 1 == 1;
            let possible = rows.iter().filter(|(needs, _)| needs.iter().all(holds));
            counts.push(possible.map(|(_, rewrites)| rewrites).sum());
            next_arrangement(&mut kinds);
        }
        counts
    }
}

fn weight(strip: &Strip, places: Line) -> u64 {
    strip.weigh(&places, places.count())
}
