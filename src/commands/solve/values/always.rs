//! Tables for those who want them, however few the positions of the game are.

use super::question::{Choices, planned};
use super::{Compile, Planned, Prepared, has_values};
use crate::commands::solve::refusal::Refusal;
use gdl::facts::analyze;
use gdl_runtime::interp::{Interp, SolveOptions};
use gdl_runtime::values::Structure;

impl Prepared {
    /// Prepares a game for so many threads. Without a compiler the interpreter runs the rules.
    pub(in crate::commands) fn always(
        interp: &Interp<'_>,
        choices: Choices,
        threads: usize,
        options: &SolveOptions,
    ) -> Result<Self, Refusal> {
        let model = interp.model();
        has_values(model)?;
        let facts = analyze(model, &model.starts[interp.start_index()]);
        let (plan, question) = planned(interp, &facts, choices, options)?;
        let structure = Structure::new(model, &facts, &plan.hash);
        let planned = Planned { facts, plan, question, structure };
        let depth = choices.bits != Some(2);
        planned.prepared(model, Compile::IfPossible, depth, threads, options)
    }
}
