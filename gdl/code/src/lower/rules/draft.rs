//! A move in the making: the position so far, and what is known about it.

use super::view::Here;
use crate::ir::{Code, Expr};
use crate::lower::context::Context;

/// What a step has led to.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// The position, a variable.
    pub(super) next: Expr,
    /// The cell that the step filled, if that is asked for.
    pub(super) here: Here,
    /// Whether the board differs from the one before the step.
    pub(super) change: Change,
}

/// Whether something has changed.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Certain,
    Never,
    /// If this is true.
    If(Expr),
    /// Only the two positions tell.
    Unknown,
}

/// Where rules are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookup<'a> {
    /// The position.
    pub(super) state: &'a Expr,
    /// What tables are named after.
    pub(super) name: &'a str,
    /// Whether a content stands on one cell only where all positions between moves are so.
    pub(super) unique: bool,
    /// The cell, or one of the cells, that the piece must come from.
    pub(super) from: Option<&'a Expr>,
    /// Whether only the cell that is filled counts, so that the position need not be made.
    pub(super) only_here: bool,
}

/// Writes what is done with a draft.
pub(super) type Results<'r> = &'r mut dyn FnMut(&mut Context<'_>, &mut Code, Draft);
