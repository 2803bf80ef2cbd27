//! A way through indices as moves.

use gdl::model::State;
use gdl::plan::Plan;
use gdl_runtime::engine::Sweep;
use gdl_runtime::interp::{Interp, LineStep, line_along};

/// The moves along a way that begins with a position. Each index is that of the next position or
/// of an image of it, so positions of the line are told by what stands for them.
pub(crate) fn line(
    interp: &Interp<'_>,
    sweep: &dyn Sweep,
    plan: &Plan,
    from: State,
    way: &[u64],
) -> Vec<LineStep> {
    let stands_for = |index: u64| sweep.inspect(index).canonical;
    line_along(interp, &from, &way[1..], |state, next| {
        let index = plan.hash.rank(state).expect("the table has every position of the line");
        index == *next || stands_for(index) == stands_for(*next)
    })
}
