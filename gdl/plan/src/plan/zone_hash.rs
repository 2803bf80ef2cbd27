//! The hash of a zone: what stands on its cells, and how it is turned.
//!
//! The sign of one zone's permutation may follow from those of zones before it: on a cube, corners
//! and edges are both even or both odd permutations. Then only even permutations are numbered;
//! where the sign must be odd, the first two cells are exchanged first.

use super::arrangement::Arrangement;
use super::turning::Turning;
use crate::model::{CellId, MAX_CELLS, State};

/// How cells are numbered on their own.
#[derive(Clone, Debug)]
pub struct ZoneHash {
    /// The cells, as positions among [`Hash::cells`](super::hash::Hash), in reading order.
    pub cells: Vec<usize>,
    /// How what stands on them is numbered.
    pub arrangement: Arrangement,
    /// How its turns are numbered.
    pub turning: Turning,
    /// From which zones the sign of this one follows, if it does.
    pub follows: Option<SignLink>,
}

/// The sign of a zone's permutation as a product of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignLink {
    /// The zones, all before the one that follows from them.
    pub zones: Vec<usize>,
    /// Whether it is the opposite of their product.
    pub opposite: bool,
}

/// Which index of a position is wanted where equivalent positions have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Its own, or that of an equivalent position.
    Any,
    /// The smallest.
    Canonical,
}

/// Room for the cells of a zone.
type Buffer = [u8; MAX_CELLS];

impl ZoneHash {
    /// The numbers of the arrangement and of the turns in a state. `cells` are those of the hash,
    /// `before` the zones before this one. None if the zone cannot look like that.
    pub(super) fn rank(
        &self,
        cells: &[CellId],
        before: &[ZoneHash],
        state: &State,
        form: Form,
    ) -> Option<(u64, u64)> {
        let mut buffer: Buffer = [0; MAX_CELLS];
        let held = self.read(cells, &state.cells, &mut buffer);
        if self.must_be_odd(cells, before, &state.cells) {
            held.swap(0, 1);
        }
        let arrangement = match form {
            Form::Any => self.arrangement.rank(held)?,
            Form::Canonical => self.arrangement.canonical_rank(held)?,
        };
        if matches!(self.turning, Turning::None) {
            return Some((arrangement, 0));
        }
        let turns = self.read(cells, &state.turns, &mut buffer);
        Some((arrangement, self.turning.rank(turns)))
    }

    /// Writes the zone with these numbers into a state that has the zones before this one.
    pub(super) fn unrank(
        &self,
        cells: &[CellId],
        before: &[ZoneHash],
        (arrangement, turning): (u64, u64),
        state: &mut State,
    ) {
        let mut buffer: Buffer = [0; MAX_CELLS];
        let held = &mut buffer[..self.cells.len()];
        self.arrangement.unrank(arrangement, held);
        if self.must_be_odd(cells, before, &state.cells) {
            held.swap(0, 1);
        }
        for (position, content) in self.cells.iter().zip(held) {
            state.cells[cells[*position].index()] = *content;
        }
        if !matches!(self.turning, Turning::None) {
            let turns = &mut buffer[..self.cells.len()];
            self.turning.unrank(turning, turns);
            for (position, turn) in self.cells.iter().zip(turns) {
                state.turns[cells[*position].index()] = *turn;
            }
        }
    }

    fn read<'b>(&self, cells: &[CellId], from: &[u8], buffer: &'b mut Buffer) -> &'b mut [u8] {
        for (slot, position) in buffer.iter_mut().zip(&self.cells) {
            *slot = from[cells[*position].index()];
        }
        &mut buffer[..self.cells.len()]
    }

    /// Whether the zones before this one make its permutation an odd one.
    fn must_be_odd(&self, cells: &[CellId], before: &[ZoneHash], held: &[u8]) -> bool {
        let Some(link) = &self.follows else { return false };
        link.zones.iter().fold(link.opposite, |odd, zone| {
            let mut buffer: Buffer = [0; MAX_CELLS];
            odd != is_odd(before[*zone].read(cells, held, &mut buffer))
        })
    }
}

/// Whether different numbers are in an order of odd sign.
fn is_odd(numbers: &[u8]) -> bool {
    let mut odd = false;
    for (index, first) in numbers.iter().enumerate() {
        for second in &numbers[index + 1..] {
            odd ^= second < first;
        }
    }
    odd
}
