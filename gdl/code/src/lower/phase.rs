//! How far a game has come, as far as a position tells: what one-bit searches go by.
//!
//! If some number changes by the same amount with every move ([`crate::analyze::layers`]), the
//! phase is the number of moves made. Else, if some property is there and not there in turn
//! ([`crate::analyze::potential`]), it is 1 after an odd number of moves and 0 after an even one.
//! If nothing of the kind is known, there is no function.

use super::context::Context;
use super::{potential, weights};
use crate::analyze::layers::LayerNumber;
use crate::facts::Facts;
use crate::ir::{Code, Type};

/// Adds the function `phase`, if the position tells.
pub(super) fn lower(context: &mut Context<'_>, facts: &Facts) {
    let state = context.state();
    if let Some(number) = &facts.layers.number {
        let LayerNumber { weights, change, at_start, .. } = number;
        let sign = change.signum();
        let lowered = weights::Lowered::new(context, weights, sign, "PHASE_WEIGHTS");
        let body = Code::block(|code| {
            let moves = lowered.sum(context, code, -sign * at_start);
            code.give(moves / change.unsigned_abs());
        });
        let doc = format!("How many moves were made since the start: {} tells.", weights.text);
        context.function("phase", &doc, &[state], Type::Rank, body);
    } else if let Some(alternating) = &facts.potentials.alternating {
        let lowered = potential::Lowered::new(context, &alternating.potential, "PHASE_COUNTS");
        let body = Code::block(|code| {
            let odd = lowered.odd(context, code, alternating.odd_at_start);
            code.give(odd.to(Type::Rank));
        });
        let doc = "Whether the number of moves made since the start is odd: 1 or 0.";
        context.function("phase", doc, &[state], Type::Rank, body);
    }
}
