//! `same rotations`: positions that differ by a turn of the ring are one.
//!
//! A map of positions then makes sense only if it carries turns of the ring to turns of the ring.
//! It does if it carries "`m` steps on" to "`n` steps on", perhaps with `n` other than `m`; so the
//! families of pairs of cells at each distance that generates all turns are part of the game's
//! term.

use super::atoms::{AtomMap, Atoms};
use super::terms::{Term, Terms};

/// The permutation of the atoms that turns the ring by `by` cells.
pub(super) fn rotation(atoms: Atoms, by: usize) -> AtomMap {
    let mut map = atoms.identity();
    map[..atoms.cells].rotate_left(by % atoms.cells);
    map
}

/// The ring, as the set of its ways to go round in equal steps.
pub(super) fn ring(atoms: Atoms, terms: &mut Terms) -> Term {
    let mut ways = Vec::new();
    for step in (1..atoms.cells).filter(|step| greatest_common_divisor(*step, atoms.cells) == 1) {
        let images = rotation(atoms, step);
        let cells = atoms.identity().into_iter().zip(images).take(atoms.cells);
        let pairs = cells.map(|(cell, next)| terms.list("ring", vec![cell, next])).collect();
        ways.push(terms.set("ring", pairs));
    }
    terms.set("ring", ways)
}

/// The smallest of the permutations that differ from this one by a turn of the ring first.
pub(super) fn smallest_turned(atoms: Atoms, map: &[Term]) -> AtomMap {
    let turned = (0..atoms.cells).map(|by| super::atoms::then(&rotation(atoms, by), map));
    turned.min().expect("a ring has cells")
}

fn greatest_common_divisor(mut one: usize, mut other: usize) -> usize {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}
