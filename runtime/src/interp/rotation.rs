//! `same rotations`: positions that differ by a turn of the ring are one, the one whose cells
//! (then turns) come first in order.

use gdl::model::State;

/// The position with the ring turned so that the cell `by` comes first.
pub(super) fn rotated(state: &State, by: usize) -> State {
    let mut turned = state.clone();
    turned.cells.rotate_left(by);
    if !turned.turns.is_empty() {
        turned.turns.rotate_left(by);
    }
    turned
}

/// The rotation that comes first in order.
pub(super) fn smallest(state: &State) -> State {
    let size = state.cells.len();
    let from = |list: &[u8], by: usize, step: usize| list.get((by + step) % size).copied();
    let key = |by: usize| {
        let cells = (0..size).map(move |step| from(&state.cells, by, step));
        cells.chain((0..size).map(move |step| from(&state.turns, by, step)))
    };
    let mut best = 0;
    for by in 1..size {
        if key(by).lt(key(best)) {
            best = by;
        }
    }
    rotated(state, best)
}
