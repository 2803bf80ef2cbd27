//! The sweep over a strip: rows get what moves lead to them, and what was collected from other
//! matrices.
//!
//! Nothing is written to the lines of a strip before all of its rows are done, so every row gets
//! what was reached before, and the layers are exact with a single table. New lines wait in a list
//! meanwhile, which is as long as there are rows that change.

use super::collect::{Flags, Incoming};
use super::matrices::{Matrix, Plane, Strip};
use crate::word_parallel::{Finder, Line, NewLayer};

/// What a thread needs besides the table.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) incoming: Incoming,
    /// By row: in which strips of the bundle something new may come from the rows it comes from.
    pub(super) active: Vec<u8>,
    /// Rows of a plane that are looked at.
    rows: Vec<u32>,
    /// Rows that change.
    changed: Vec<u32>,
    /// What these become.
    lines: Vec<Line>,
}

/// A strip that is swept.
pub(super) struct Swept<'a> {
    pub(super) matrix: &'a Matrix,
    pub(super) strip: &'a Strip,
    /// Its number in the matrix.
    pub(super) number: usize,
    /// Its bit in the flags of its bundle.
    pub(super) bit: u8,
    /// The number of its first line in the table.
    pub(super) first_line: usize,
    /// Its lines.
    pub(super) lines: &'a mut [Line],
    /// The lines of planes that transfers begin with.
    pub(super) kept: &'a mut [Line],
    /// The flags of its bundle: rows that change.
    pub(super) flags: &'a mut Flags,
    /// By row: the strips in which all columns are reached.
    pub(super) full: &'a mut [u8],
}

/// By row: in which strips of a bundle something new may come to it.
#[inline(always)]
pub(super) fn find_active(matrix: &Matrix, new: &[u8], full: &[u8], active: &mut Vec<u8>) {
    active.clear();
    active.resize(matrix.rows(), 0);
    for (number, plane) in matrix.planes.iter().enumerate() {
        let rows = number * matrix.plane_rows..(number + 1) * matrix.plane_rows;
        let active = &mut active[rows.clone()];
        if plane.degree > 0 {
            for (active, sources) in active.iter_mut().zip(plane.sources.chunks_exact(plane.degree))
            {
                *active = sources.iter().fold(0, |all, source| all | new[*source as usize]);
            }
        }
        for masked in &plane.masked {
            for (active, source) in active.iter_mut().zip(&masked.sources) {
                *active |= new[*source as usize];
            }
        }
        for (active, full) in active.iter_mut().zip(&full[rows]) {
            *active &= !full;
        }
    }
}

/// Adds what one move inside of the region leads to, and what has come from elsewhere.
#[inline(always)]
pub(super) fn sweep(
    swept: &mut Swept<'_>,
    scratch: &mut Scratch,
    finder: Finder<'_>,
    layer: &mut NewLayer,
) {
    scratch.changed.clear();
    scratch.lines.clear();
    for (number, plane) in swept.matrix.planes.iter().enumerate() {
        let first = number * swept.matrix.plane_rows;
        let active = &scratch.active[first..first + swept.matrix.plane_rows];
        let slot = scratch.incoming.slots[number].filter(|_| scratch.incoming.any);
        let came = slot.map(|slot| {
            let rows = slot * swept.matrix.plane_rows..(slot + 1) * swept.matrix.plane_rows;
            (&mut scratch.incoming.lines[rows.clone()], &mut scratch.incoming.came[rows])
        });
        list_rows(active, swept.bit, came.as_ref().map(|(_, came)| &**came), &mut scratch.rows);
        let sweeper = PlaneSweep { plane, first, rows: &scratch.rows };
        let out = (&mut scratch.changed, &mut scratch.lines);
        match plane.degree {
            2 => sweeper.sweep::<2>(swept, came, out, finder, layer),
            3 => sweeper.sweep::<3>(swept, came, out, finder, layer),
            4 => sweeper.sweep::<4>(swept, came, out, finder, layer),
            5 => sweeper.sweep::<5>(swept, came, out, finder, layer),
            6 => sweeper.sweep::<6>(swept, came, out, finder, layer),
            _ => sweeper.sweep::<ANY>(swept, came, out, finder, layer),
        }
    }
    for (row, line) in scratch.changed.iter().zip(&scratch.lines) {
        swept.lines[*row as usize] = *line;
    }
    scratch.incoming.any = false;
}

/// Lists the rows of a plane that something new may come to.
#[inline(always)]
fn list_rows(active: &[u8], bit: u8, came: Option<&[bool]>, rows: &mut Vec<u32>) {
    rows.clear();
    let mut eights = active.chunks_exact(8);
    let bits = u64::from_ne_bytes([bit; 8]);
    let mut row = 0;
    match came {
        None => {
            for eight in &mut eights {
                let word = u64::from_ne_bytes(eight.try_into().expect("eight bytes"));
                if word & bits != 0 {
                    rows.extend(
                        (row..row + 8).zip(eight).filter(|it| it.1 & bit != 0).map(|it| it.0),
                    );
                }
                row += 8;
            }
            rows.extend(
                (row..).zip(eights.remainder()).filter(|it| it.1 & bit != 0).map(|it| it.0),
            );
        }
        Some(came) => {
            let both = active.iter().zip(came);
            let wanted = both.zip(0..).filter(|((active, came), _)| **came || **active & bit != 0);
            rows.extend(wanted.map(|(_, row)| row));
        }
    }
}

/// Stands for any number of moves that lead to a row.
const ANY: usize = usize::MAX;

struct PlaneSweep<'a> {
    plane: &'a Plane,
    /// Its first row.
    first: usize,
    /// The rows of it that are looked at.
    rows: &'a [u32],
}

impl PlaneSweep<'_> {
    #[inline(always)]
    fn sweep<const DEGREE: usize>(
        &self,
        swept: &mut Swept<'_>,
        mut came: Option<(&mut [Line], &mut [bool])>,
        (changed, lines): (&mut Vec<u32>, &mut Vec<Line>),
        finder: Finder<'_>,
        layer: &mut NewLayer,
    ) {
        let degree = if DEGREE == ANY { self.plane.degree } else { DEGREE };
        let all = &*swept.lines;
        let kept = self.plane.kept.map(|kept| kept * swept.matrix.plane_rows);
        let (mut entries, mut columns) = (0, 0);
        for row in self.rows {
            let row = *row as usize;
            let old = all[self.first + row];
            let mut reached = old;
            for source in &self.plane.sources[row * degree..(row + 1) * degree] {
                reached |= all[*source as usize];
            }
            for masked in &self.plane.masked {
                reached |= all[masked.sources[row] as usize] & masked.columns[swept.number];
            }
            if let Some((lines, came)) = &mut came
                && came[row]
            {
                reached |= lines[row];
                lines[row] = Line::EMPTY;
                came[row] = false;
            }
            let new = reached.without(old);
            if new.is_empty() {
                continue;
            }
            let at = self.first + row;
            changed.push(u32::try_from(at).expect("few rows"));
            lines.push(reached);
            swept.flags.rows[at] |= swept.bit;
            if reached == swept.strip.columns {
                swept.full[at] |= swept.bit;
            }
            if let Some(first) = kept {
                swept.kept[first + row] = new;
            }
            let count = new.count();
            entries += count;
            columns += swept.strip.weigh(&new, count);
            finder.note(swept.first_line + at, &new, layer);
        }
        if entries > 0 {
            swept.flags.any |= swept.bit;
        }
        layer.entries += entries;
        layer.states += columns * self.plane.images;
    }
}

/// Adds the images of new states that have come. They belong to the layer that was just made. Rows
/// that change are marked in `flags`.
#[inline(always)]
pub(super) fn add_images(
    swept: &mut Swept<'_>,
    incoming: &mut Incoming,
    finder: Finder<'_>,
    layer: &mut NewLayer,
) {
    let plane_rows = swept.matrix.plane_rows;
    for (number, plane) in swept.matrix.planes.iter().enumerate() {
        let Some(slot) = incoming.slots[number] else { continue };
        for row in 0..plane_rows {
            let from = slot * plane_rows + row;
            if !std::mem::take(&mut incoming.came[from]) {
                continue;
            }
            let at = number * plane_rows + row;
            let line = &mut swept.lines[at];
            let new = std::mem::take(&mut incoming.lines[from]).without(*line);
            if new.is_empty() {
                continue;
            }
            *line |= new;
            swept.flags.rows[at] |= swept.bit;
            swept.flags.any |= swept.bit;
            if *line == swept.strip.columns {
                swept.full[at] |= swept.bit;
            }
            let count = new.count();
            layer.entries += count;
            layer.states += swept.strip.weigh(&new, count) * plane.images;
            finder.note(swept.first_line + at, &new, layer);
        }
    }
    incoming.any = false;
}
