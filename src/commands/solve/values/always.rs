//! Tables for those who want them, however few the positions of the game are.

use super::question::{Choices, planned};
use super::{Compile, Planned, Prepared, has_values};
use crate::asked;
use crate::commands::solve::refusal::{Refusal, impossible};
use crate::failure::Message;
use crate::table::counted;
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
        let planned = Planned::always(interp, choices, options)?;
        let depth = choices.bits != Some(2);
        planned.prepared(interp, Compile::IfPossible, depth, threads, options)
    }

    /// The same with plies, for tables with at most so many entries.
    pub(in crate::commands) fn at_most(
        most: u64,
        interp: &Interp<'_>,
        choices: Choices,
        threads: usize,
        options: &SolveOptions,
    ) -> Result<Self, Refusal> {
        let planned = Planned::always(interp, choices, options)?;
        let Planned { structure, question, .. } = &planned;
        let below = structure.below(&[question.tier()]);
        let entries: u64 = below.iter().map(|tier| structure.tiers[*tier].indices).sum();
        if entries > most {
            let text = format!("its tables have {}", counted(entries, "position"));
            return Err(Refusal::TooLarge(Message { text, help: None }));
        }
        planned.prepared(interp, Compile::IfPossible, true, threads, options)
    }
}

impl Planned {
    pub(super) fn always(
        interp: &Interp<'_>,
        choices: Choices,
        options: &SolveOptions,
    ) -> Result<Self, Refusal> {
        let model = interp.model();
        has_values(model)?;
        let facts =
            asked::facts(interp, options, choices.family).map_err(|error| impossible(&error))?;
        let (plan, question) = planned(interp, &facts, choices, options)?;
        let structure = Structure::new(model, &plan);
        Ok(Planned { plan, question, structure })
    }
}
