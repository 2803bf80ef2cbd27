//! One search of a puzzle, with its times.

use crate::failure::Failure;
use crate::interrupt;
use gdl::domain::Domain;
use gdl::facts::{Facts, analyze};
use gdl::model::Model;
use gdl::plan::{Family, Plan, PlanOptions, plan};
use gdl::word_parallel::{Layouts, WordParallelGame, WordParallelPlan};
use gdl::{Source, lower};
use gdl_runtime::engine::{SearchKind, SearchOptions, Use, View, search};
use gdl_runtime::interp::Interp;
use gdl_runtime::word_parallel::{WordParallelOptions, search_word_parallel};
use gdl_runtime::{Layer, NoCheckpoint, Observer, SolveError};
use gdl_solver::machine::{Clock, Taken};
use gdl_solver::measure;
use serde::Serialize;

/// A puzzle of the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Puzzle {
    pub(super) name: &'static str,
    pub(super) text: &'static str,
    pub(super) params: &'static [(&'static str, i64)],
}

/// The layouts whose numbers are loops over pieces or cells, the first that fits.
const PLAINEST: [Family; 3] = [Family::MyrvoldRuskey, Family::Multinomial, Family::Raw];

/// In which form a puzzle is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// As the plan says.
    Best,
    /// In the plan's layout, with two bits for each entry and all positions looked at.
    SameSearch,
    /// Like `SameSearch`, in the plainest layout, every layer as a scan of the table.
    Plainest,
    /// As on a graphics processor: short tables, every layer as a scan of the table.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "nothing to compare with"))]
    AsOnDevice,
}

/// When a search ends before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Never,
    /// With the first layer that brings it to this number of positions.
    After(u64),
}

/// A search and its times.
#[derive(Debug, Serialize)]
pub(super) struct Run {
    pub(super) puzzle: &'static str,
    pub(super) layout: &'static str,
    pub(super) states: u64,
    pub(super) layers: Vec<u64>,
    /// How many successors were generated; not known if it was stopped.
    pub(super) successors: Option<u64>,
    pub(super) threads: usize,
    #[serde(flatten)]
    pub(super) taken: Taken,
    /// How many bytes the table took.
    pub(super) bytes: u64,
}

impl Run {
    /// Searches a puzzle.
    pub(super) fn new(
        puzzle: &'static Puzzle,
        shape: Shape,
        threads: usize,
        stop: Stop,
    ) -> Result<Self, Failure> {
        let model = model(puzzle)?;
        let facts = analyze(&model, Domain::start(&model, 0));
        let plan = planned(&model, &facts, shape)?;
        let module = match shape {
            Shape::Best | Shape::SameSearch => lower::game(&model, &plan),
            Shape::Plainest => lower::plain_game(&model, &plan),
            Shape::AsOnDevice => lower::device_game(&model, &plan),
        };
        let sweep = measure::compile(&module, plan.hash.size()).map_err(Failure::Machine)?;
        let options = options(&plan, shape, threads)?;
        let start = plan.hash.rank(&Interp::new(&model).start()).expect("the hash has the start");
        let bytes = options.bytes(plan.hash.size());
        let mut watch = Watch { stop, total: 0 };
        let clock = Clock::start();
        let found = search(&*sweep, &[start], &options, &mut watch);
        let taken = clock.elapsed();
        let (layers, successors) = match found {
            Ok(found) => (found.layers, Some(found.successors)),
            Err(SolveError::Cancelled { layers, .. }) if !interrupt::requested() => (layers, None),
            Err(error) => return Err(gdl_solver::Error::from(error).into()),
        };
        Ok(Run {
            puzzle: puzzle.name,
            layout: plan.family.name(),
            states: layers.iter().sum(),
            layers,
            successors,
            threads,
            taken,
            bytes,
        })
    }

    /// Searches a puzzle word-parallel, if a layout is made for that.
    pub(super) fn word_parallel(
        puzzle: &'static Puzzle,
        threads: usize,
    ) -> Result<Option<Self>, Failure> {
        let model = model(puzzle)?;
        let facts = analyze(&model, Domain::start(&model, 0));
        let layouts = Layouts::new(&model, &facts, PlanOptions::default(), None)
            .map_err(|error| Failure::input(error.to_string()))?
            .with_word_parallel(&model);
        let WordParallelPlan::Used { family, layout, .. } = &layouts.word_parallel else {
            return Ok(None);
        };
        let game = WordParallelGame::new(&model, &facts).expect("it has a layout");
        let starts: Vec<u64> = layout.find(&Interp::new(&model).start()).into_iter().collect();
        let options =
            WordParallelOptions { threads, moves: true, ..WordParallelOptions::default() };
        let mut watch = Watch { stop: Stop::Never, total: 0 };
        let clock = Clock::start();
        let found = search_word_parallel(
            &game,
            layout,
            &starts,
            &[],
            &options,
            &mut NoCheckpoint,
            &mut watch,
        );
        let taken = clock.elapsed();
        let found = found.map_err(gdl_solver::Error::from)?;
        Ok(Some(Run {
            puzzle: puzzle.name,
            layout: family.name(),
            states: found.states,
            layers: found.layers,
            successors: found.moves,
            threads,
            taken,
            bytes: found.bytes,
        }))
    }

    /// Processor time where it is known.
    pub(super) fn seconds(&self) -> f64 {
        self.taken.seconds()
    }

    /// Nanoseconds of processor time for each successor.
    pub(super) fn ns_per_successor(&self) -> Option<f64> {
        Some(self.seconds() * 1e9 / self.successors? as f64)
    }

    /// Bits of the table for each position.
    pub(super) fn bits_per_position(&self) -> f64 {
        self.bytes as f64 * 8.0 / self.states as f64
    }
}

/// The model of an entry of a list.
pub(super) fn model(puzzle: &Puzzle) -> Result<Model, Failure> {
    let source = Source::new(puzzle.name, puzzle.text);
    let params = puzzle.params.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    let compiled = gdl::compile(&source, &params);
    compiled.map(|(model, _)| model).map_err(|diagnostics| Failure::Game(source, diagnostics))
}

/// The plan of a puzzle.
pub(super) fn planned(model: &Model, facts: &Facts, shape: Shape) -> Result<Plan, Failure> {
    let with = |family| plan(model, facts, PlanOptions { family, ..PlanOptions::default() });
    let planned = match shape {
        Shape::Best | Shape::SameSearch | Shape::AsOnDevice => with(None),
        Shape::Plainest => {
            let mut plain = PLAINEST.into_iter().map(|family| with(Some(family)));
            let first = plain.next().expect("there are some");
            first.or_else(|refused| plain.find(Result::is_ok).unwrap_or(Err(refused)))
        }
    };
    planned.map_err(|error| Failure::input(error.to_string()))
}

fn options(plan: &Plan, shape: Shape, threads: usize) -> Result<SearchOptions, Failure> {
    let best = measure::search_options(plan, threads).map_err(Failure::Machine)?;
    Ok(match shape {
        Shape::Best => best,
        Shape::SameSearch => SearchOptions { kind: SearchKind::TwoBit, view: View::AsIs, ..best },
        Shape::Plainest | Shape::AsOnDevice => SearchOptions {
            kind: SearchKind::TwoBit,
            view: View::AsIs,
            lists: Use::Never,
            pull: Use::Never,
            ..best
        },
    })
}

/// Ends a search that has gone far enough, or that the user wants to end.
pub(super) struct Watch {
    pub(super) stop: Stop,
    pub(super) total: u64,
}

impl Observer for Watch {
    fn layer(&mut self, layer: Layer) {
        self.total = layer.total;
    }

    fn cancelled(&mut self) -> bool {
        let enough = matches!(self.stop, Stop::After(most) if self.total >= most);
        enough || interrupt::requested()
    }
}
