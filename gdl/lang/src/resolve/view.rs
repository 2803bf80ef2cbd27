//! From where a condition, a number or a set of cells is looked at.

use super::number::Locals;
use crate::model::PlayerId;
use crate::source::Span;

/// From where a condition, number or set is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    /// Who `my` and `mine` are.
    pub(super) me: PlayerId,
    /// The parameters of the move.
    pub(super) locals: &'a Locals,
    /// Whether `here` is known.
    pub(super) here: Here,
}

/// Whether a move has filled a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Here {
    Known,
    Unknown,
    /// The move that stands there does not fill exactly one cell.
    NotUnique(Span),
}

impl View<'_> {
    /// A position by itself, seen by `me`.
    pub(super) fn new(me: PlayerId) -> View<'static> {
        View { me, locals: &[], here: Here::Unknown }
    }
}
