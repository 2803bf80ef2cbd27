//! Tables for those who want them, however few the positions of the game are.

use super::question::{Choices, planned};
use super::{Prepared, compiled, has_values};
use crate::commands::solve::refusal::Refusal;
use gdl::facts::analyze;
use gdl_runtime::interp::{Interp, SolveOptions};
use gdl_runtime::values::{Structure, ValueOptions};

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
        let (game, note) = match compiled(model, &facts, &plan) {
            Ok(game) => (Some(game), None),
            Err(message) => {
                let reason = message.text.lines().next().unwrap_or_default();
                (None, Some(format!("the interpreter runs this game: {reason}")))
            }
        };
        let options = ValueOptions {
            depth: choices.bits != Some(2),
            threads,
            memory_limit: options.memory_limit,
            tiers: vec![question.tier()],
            from: question.beginning(),
            ..ValueOptions::default()
        };
        Ok(Prepared { facts, plan, structure, question, game, note, options })
    }
}
