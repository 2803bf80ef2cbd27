//! The ways to rename pieces that no rule tells apart.
//!
//! The symmetries of the rules are listed up to such names, each with the pieces of a class in
//! their order. Each of them followed by each renaming gives all symmetries, so what is left of
//! these when only those stay that keep a start and a goal is a group again.

use crate::analyze::symmetry::Symmetry;
use crate::facts::Facts;
use crate::model::{ContentSet, Model, PieceId};

/// The most renamings that are tried with every symmetry.
const MOST_RENAMINGS: usize = 24;

/// What each piece is called afterwards.
pub(super) type Renaming = Vec<PieceId>;

/// All renamings of pieces that can stand somewhere, first the one that changes nothing; only that
/// one if they are too many.
pub(super) fn renamings(model: &Model, facts: &Facts) -> Vec<Renaming> {
    let unchanged: Renaming =
        (0..model.pieces.len()).map(|piece| PieceId(u8::try_from(piece).expect("few"))).collect();
    // Of equal rings, those that keep the start are chosen among the turned ones; with other names
    // they need not be a group.
    if model.heap || model.same_rotations {
        return vec![unchanged];
    }
    let occurring = facts.terrain.possible.iter().copied().reduce(ContentSet::union);
    let occurs = |piece: &PieceId| occurring.is_some_and(|all| all.contains(piece.content()));
    let mut all = vec![unchanged.clone()];
    for class in &facts.symmetries.interchangeable {
        let class: Vec<PieceId> = class.iter().copied().filter(|piece| occurs(piece)).collect();
        // Each piece of the class in turn takes one of the names that the later ones have: every
        // order comes up once.
        for (first, one) in class.iter().enumerate() {
            let exchanged = |renaming: &Renaming, other: &PieceId| {
                let mut renaming = renaming.clone();
                renaming.swap(one.index(), other.index());
                renaming
            };
            let others = &class[first..];
            all = others
                .iter()
                .flat_map(|other| {
                    all.iter().map(|renaming| exchanged(renaming, other)).collect::<Vec<_>>()
                })
                .collect();
            if all.len() > MOST_RENAMINGS {
                return vec![unchanged];
            }
        }
    }
    all
}

/// A symmetry, then a renaming.
pub(super) fn renamed(symmetry: &Symmetry, renaming: &Renaming) -> Symmetry {
    let pieces = symmetry.pieces.iter().map(|piece| renaming[piece.index()]).collect();
    Symmetry { pieces, ..symmetry.clone() }
}
