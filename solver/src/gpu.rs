//! Searches on a graphics processor: layers of puzzles, and who wins in games for two.
//!
//! The device has two bits or one for each entry, so it tells no shortest lines and no plies; for
//! small games the interpreter adds them.

use crate::device;
use crate::problem::{Choices, Job, Symmetry};
use crate::refusal::{Refusal, impossible};
use crate::reporter::Expected;
use crate::run::GpuRun;
use crate::sampled::check_some;
use crate::search::{Limited, completed, index};
use crate::solution::Answer;
use crate::values::answer::of_tiers;
use crate::values::{TableValues, Target, has_values};
use gdl::facts::Facts;
use gdl::model::{Model, State, Stuck};
use gdl::plan::{Hash, Plan, PlanOptions, plan_with_play};
use gdl_runtime::engine::SearchKind;
use gdl_runtime::gpu::{
    self, Coding, Game, Gpu, GpuError, GpuOptions, GpuSearch, GpuSearchOptions, GpuTable,
    GpuValueOptions, GpuValues,
};
use gdl_runtime::interp::{Counts, Interp, Nearest, Solution, Tier, check_first_layers};
use gdl_runtime::values::{Claims, Evaluation, Longest, Outcome, Structure};
use gdl_runtime::{Observer, SolveError};
use std::ops::Range;

/// A game on a device.
#[derive(Debug)]
pub(crate) struct GpuSolve {
    gpu: Gpu,
    game: Game,
    plan: Plan,
    options: GpuOptions,
    task: Task,
}

/// What is to be found.
#[derive(Debug)]
enum Task {
    /// The layers of a puzzle from a start.
    Layers { start: u64, coding: Coding, canonical: bool },
    /// Who wins in a tier and in all that can follow it; the structure has these only.
    Values { structure: Structure, target: Target, tier: usize },
}

impl GpuSolve {
    /// Opens the device and plans a search on it.
    pub(crate) fn new(job: Job<'_>, facts: &Facts) -> Result<Self, Refusal> {
        let (model, question) = (job.interp.model(), job.question);
        if question.line || question.hardest > 0 {
            let what = if question.line { "--line" } else { "--hardest" };
            return Err(impossible(&format!("`{what}` is not possible on a graphics processor")));
        }
        let gpu = device::open(job.choices.gpu).map_err(Refusal::Failed)?;
        let (plan, task) =
            if job.asks_for_values() { values(job, facts)? } else { layers(job, facts)? };
        if plan.hash.is_up_to_symmetry() || plan.family.is_word_parallel() {
            return Err(impossible(&"this layout is not possible on a graphics processor"));
        }
        let game = device::game(model, &plan, &gpu);
        let options = GpuOptions {
            workgroup: job.choices.workgroup.unwrap_or(GpuOptions::default().workgroup),
            memory_limit: job.choices.device_memory,
            ..GpuOptions::default()
        };
        Ok(GpuSolve { gpu, game, plan, options, task })
    }
}

/// Plans a search for who wins.
fn values(job: Job<'_>, facts: &Facts) -> Result<(Plan, Task), Refusal> {
    let model = job.interp.model();
    has_values(model)?;
    if model.players.is_empty() {
        return Err(impossible(&"a tier of a puzzle is not solved on a graphics processor"));
    }
    if model.stuck == Some(Stuck::ByScore) {
        return Err(impossible(&"scores are not counted on a graphics processor"));
    }
    let choices = Choices { bits: Some(2), symmetry: Symmetry::Off, ..job.choices.clone() };
    let TableValues { plan, target, structure, .. } =
        TableValues::new(Job { choices: &choices, ..job }, facts)?;
    let tiers = structure.below(&[target.tier()]);
    let tier = tiers.iter().position(|tier| *tier == target.tier()).expect("it is below");
    let plan = Plan { hash: plan.hash.of_tiers(&tiers), ..plan };
    let structure = Structure::new(model, &plan);
    Ok((plan, Task::Values { structure, target, tier }))
}

/// Plans a search for the layers of a puzzle.
fn layers(job: Job<'_>, facts: &Facts) -> Result<(Plan, Task), Refusal> {
    let wanted =
        PlanOptions { family: job.choices.family, bits: job.choices.bits, one_to_one: true };
    let plan = plan_with_play(job.interp.model(), facts, wanted, job.interp)
        .map_err(|error| impossible(&error))?;
    let from = job.from();
    let start = index(&plan, &from)?;
    let is_symmetric = plan.hash.quotient().images(&from).all(|image| image == from);
    let divided = plan.hash.quotient().order() > 1;
    let canonical = job.choices.symmetry == Symmetry::On && divided && is_symmetric;
    let coding = Coding::from(&SearchKind::planned(plan.engine, None));
    Ok((plan, Task::Layers { start, coding, canonical }))
}

impl GpuSolve {
    /// Returns the layout.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the number of bits of an entry.
    pub(crate) fn bits(&self) -> u32 {
        match &self.task {
            Task::Layers { coding, .. } => coding.bits(),
            Task::Values { .. } => 2,
        }
    }

    /// How many positions will be looked at.
    pub(crate) fn expected(&self) -> Expected {
        match self.plan.reachable {
            Some(reachable) => Expected::About(reachable),
            None => Expected::AtMost(self.plan.hash.size()),
        }
    }

    /// Has the device search.
    pub(crate) fn solve(
        &self,
        job: Job<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolveError> {
        let limit = job.limits.states.unwrap_or(u64::MAX);
        let mut limited = Limited { observer, limit, exceeded: false };
        let found = match &self.task {
            Task::Layers { start, coding, canonical } => {
                let wanted = GpuSearchOptions {
                    coding: *coding,
                    canonical: *canonical,
                    gpu: self.options,
                    ..GpuSearchOptions::default()
                };
                gpu::search(&self.gpu, &self.game, &[*start], &wanted, &mut limited)
                    .map(|found| self.layers(job, &found, *canonical))
            }
            Task::Values { structure, target, tier } => {
                let wanted = GpuValueOptions { gpu: self.options, ..GpuValueOptions::default() };
                let tiers: Vec<Range<u64>> =
                    (0..structure.tiers.len()).map(|tier| self.range(tier)).collect();
                let from =
                    target.beginning().map(|(_, index)| [self.plan.hash.tier_start(*tier) + index]);
                let from = from.as_ref().map(<[u64; 1]>::as_slice);
                let stuck = structure.stuck;
                gpu::values(&self.gpu, &self.game, &tiers, stuck, from, &wanted, &mut limited)
                    .map(|found| self.values(job.interp, (structure, target), &found))
            }
        };
        if limited.exceeded {
            return Err(SolveError::StateLimit { limit });
        }
        found.map_err(failure)?
    }

    /// The indices of a tier.
    fn range(&self, tier: usize) -> Range<u64> {
        let start = self.plan.hash.tier_start(tier);
        start..start + self.plan.hash.tier_size(tier)
    }

    /// What a search has found, in the form of all results.
    fn layers(
        &self,
        job: Job<'_>,
        found: &GpuSearch,
        canonical: bool,
    ) -> Result<Answer, SolveError> {
        let Task::Layers { coding, .. } = self.task else { unreachable!("layers were sought") };
        let (interp, from) = (job.interp, job.from());
        if !found.layers.is_empty() {
            check_first_layers(interp, &self.plan, &from, &found.layers)?;
        }
        let completed = completed(job, &self.plan, found.states, &found.layers)?;
        let solution = if let Some(rest) = completed {
            Solution { generated: found.successors, ..rest }
        } else {
            let first_moves = interp.successors(&from).len() as u64;
            let (layers, generated) = (found.layers.clone(), found.successors);
            let mut solution = Solution::counted(found.states, layers, generated, first_moves);
            if interp.model().goal.is_some() && coding != Coding::Reachability {
                solution.nearest = match found.goal_depth {
                    Some(depth) => {
                        Nearest::At(usize::try_from(depth).expect("layers are in memory"))
                    }
                    None => Nearest::Nowhere,
                };
            }
            solution
        };
        let run = GpuRun {
            device: self.gpu.info().name.clone(),
            bits: coding.bits(),
            symmetries: if canonical { self.plan.hash.quotient().order() } else { 1 },
            explored: found.explored,
            table_bytes: found.bytes,
            on_host: found.streamed,
            busy_seconds: found.gpu_seconds,
        };
        Ok(Answer { gpu: Some(run), ..Answer::new(solution) })
    }

    /// What the device says about values, in the form of all results.
    fn values(
        &self,
        interp: &Interp<'_>,
        (structure, target): (&Structure, &Target),
        found: &GpuValues,
    ) -> Result<Answer, SolveError> {
        let table = found.table.as_ref().expect("it was asked for");
        let sources = target.samples(&self.plan.hash, (0..structure.tiers.len()).rev());
        check_some(interp, &self.plan, &GpuClaims { hash: &self.plan.hash, table }, &sources)?;
        let model = interp.model();
        let tiers = (0..structure.tiers.len()).map(|number| {
            let counts = self.counts(model, structure, number, table);
            Tier {
                key: structure.tiers[number].key.clone(),
                states: counts.won + counts.lost + counts.drawn,
                counts: Some(counts),
                longest: Longest::default(),
                classes: None,
            }
        });
        let mut solution = of_tiers(interp, (structure, target), tiers.collect(), true);
        solution.generated = found.successors;
        if let Target::From { state, .. } = target {
            let known = GpuClaims { hash: &self.plan.hash, table }.value(state);
            solution.value = known.map(|known| known.outcome);
        }
        let run = GpuRun {
            device: self.gpu.info().name.clone(),
            bits: 2,
            symmetries: 1,
            explored: found.tiers.iter().map(|tier| tier.won + tier.lost + tier.drawn).sum(),
            table_bytes: found.bytes,
            on_host: false,
            busy_seconds: found.gpu_seconds,
        };
        Ok(Answer { gpu: Some(run), ..Answer::new(solution) })
    }

    /// How many positions of a tier are worth what.
    fn counts(
        &self,
        model: &Model,
        structure: &Structure,
        tier: usize,
        table: &GpuTable,
    ) -> Counts {
        let shape = &structure.tiers[tier];
        let hash = &self.plan.hash;
        let range = self.range(tier);
        let start = range.start;
        // By player to move: drawn, won, lost, not asked for.
        let mut all = [[0_u64; 4]; 2];
        for index in range {
            let mover = match (shape.has_mover_digit, shape.first_moves, shape.second_moves) {
                (true, ..) => usize::from((index - start) % 2 == 1),
                (false, true, true) => usize::from(hash.unrank(index).mover.0),
                (false, _, second) => usize::from(second),
            };
            all[mover][table.get(index) as usize] += 1;
        }
        let [first, second] = all;
        let sum = |code: usize| first[code] + second[code];
        let by = [first[1] + second[2], first[2] + second[1]];
        let won_by = by.into_iter().take(model.players.len()).collect();
        Counts { won: sum(1), lost: sum(2), drawn: sum(0), won_by }
    }
}

/// What the table of a device claims about a position.
struct GpuClaims<'a> {
    hash: &'a Hash,
    table: &'a GpuTable,
}

impl Claims for GpuClaims<'_> {
    fn value(&self, state: &State) -> Option<Evaluation> {
        match self.table.get(self.hash.rank(state)?) {
            0 => Some(Evaluation::new(Outcome::Draw)),
            1 => Some(Evaluation::new(Outcome::Win)),
            2 => Some(Evaluation::new(Outcome::Loss)),
            _ => None,
        }
    }
}

/// The error of a search that an error of a device is.
fn failure(error: GpuError) -> SolveError {
    match error {
        GpuError::Cancelled { states, layers } => SolveError::Cancelled { states, layers },
        other => SolveError::Device { message: other.to_string() },
    }
}
