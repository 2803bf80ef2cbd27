//! A way through indices as moves.

use gdl::model::State;
use gdl::plan::Plan;
use gdl_runtime::engine::Sweep;
use gdl_runtime::interp::{Interp, LineStep};

/// The moves along a way that begins with a position. Each index is that of the next position or of an image of it, so positions of the line
/// are told by what stands for them.
pub(crate) fn line(
    interp: &Interp<'_>,
    sweep: &dyn Sweep,
    plan: &Plan,
    from: State,
    way: &[u64],
) -> Vec<LineStep> {
    let stands_for = |index: u64| sweep.look(index).canonical;
    let mut steps: Vec<LineStep> = Vec::new();
    for &next in &way[1..] {
        let state = steps.last().map_or(&from, |step| &step.state);
        let leads_there = |state: &State| {
            let index = plan.hash.rank(state).expect("the table has every position of the line");
            index == next || stands_for(index) == stands_for(next)
        };
        let mut plays = interp.moves(state).into_iter();
        let play = plays.find(|play| leads_there(&play.state)).expect("the way follows moves");
        steps.push(LineStep { text: play.text, state: play.state });
    }
    steps
}
