//! What conditions are asked about: a position, and the cell `here`.

use super::gains;
use crate::ir::{Expr, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::lower::state::Form;
use crate::model::{Action, CellId, Cond, Effect, Model, Step, Value};

/// The cell that a move has filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Here {
    /// There is none, or nobody asks for it.
    Nowhere,
    /// The number of a cell; a set with this cell alone where positions are kept as sets.
    At(Expr),
    /// A cell that never changes: it was filled with what it held.
    Fixed(CellId),
}

/// A position with the cell `here`.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    pub(super) state: &'a Expr,
    pub(super) here: &'a Here,
}

impl<'a> View<'a> {
    /// A position alone.
    pub(super) fn of(state: &'a Expr) -> Self {
        View { state, here: &Here::Nowhere }
    }
}

/// The parameter `here`.
pub(super) fn here_parameter(context: &Context<'_>) -> Expr {
    Expr::name(here_type(context), "here")
}

/// The type of the parameter `here`.
pub(super) fn here_type(context: &Context<'_>) -> Type {
    match context.form() {
        Form::Sets => context.layout.set_type(),
        Form::Cells => Type::Index,
    }
}

/// Where a piece stands that cannot go on: on none of the cells.
pub(super) fn nowhere(context: &Context<'_>) -> Expr {
    match context.form() {
        Form::Sets => Expr::number(context.layout.set_type(), 0_u32),
        Form::Cells => place(context.layout.cells),
    }
}

/// Whether what a step does asks for `here`, effects apart.
pub(super) fn action_asks_here(step: &Step) -> bool {
    matches!(step.action, Action::Harvest(_))
}

/// Whether the effects of a step ask for `here`.
pub(super) fn effects_ask_here(model: &Model, effects: &[Effect]) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Again => false,
        Effect::Score(payoff) => gains::is_kept(model) && value_asks_here(&payoff.amount),
        Effect::Count { change, .. } => value_asks_here(change),
    })
}

/// Whether a condition asks for `here`.
pub(super) fn asks_here(condition: &Cond) -> bool {
    match condition {
        Cond::And(parts) | Cond::Or(parts) => parts.iter().any(asks_here),
        Cond::Not(part) => asks_here(part),
        Cond::Here(_) => true,
        Cond::Compare { left, right, .. } => value_asks_here(left) || value_asks_here(right),
        Cond::All { .. } | Cond::Some { .. } | Cond::Shape { .. } | Cond::Exactly(_) => false,
    }
}

fn value_asks_here(value: &Value) -> bool {
    match value {
        Value::CountHere { .. } => true,
        Value::Shapes { at_here, .. } => *at_here,
        Value::Number(_) | Value::Counter(_) | Value::Count { .. } => false,
        Value::Sum(terms) => terms.iter().any(|(_, term)| value_asks_here(term)),
        Value::Product(factors) => factors.iter().any(value_asks_here),
        Value::Quotient(dividend, _) => value_asks_here(dividend),
    }
}
