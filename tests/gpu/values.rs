//! What every position of a table is worth, entry by entry, as on the CPU.

use super::game_for;
use crate::generated::{compiled, made_up_turns};
use crate::native::shared;
use crate::wgsl::Planned;
use gdl_runtime::Silent;
use gdl_runtime::engine::{PerState, Sweep};
use gdl_runtime::gpu::{Game, Gpu, GpuValueOptions, GpuValues, values};
use gdl_runtime::interp::{Interp, Interpreted};
use gdl_runtime::native::{self, NativeGame};
use gdl_runtime::values::coding::Decided;
use gdl_runtime::values::work::{Job, ValueCounts, Work};
use gdl_runtime::values::{Structure, ValueOptions, Values, Worker, solve_values};
use std::ops::Range;

#[test]
fn small_games_from_the_start() {
    for name in ["tic-tac-toe", "hexapawn", "three-mens-morris"] {
        let asked = Asked::new(Planned::shipped(name, &[]));
        asked.compare_interpreted(Beginning::Start);
        asked.compare_interpreted(Beginning::Anywhere);
    }
}

/// Players who move again, who must do something, who pass, and consequences of moves.
#[test]
fn made_up_games_from_the_start() {
    for (name, text) in made_up_turns() {
        let asked = Asked::new(Planned::new(compiled(&name, &text)));
        asked.compare_interpreted(Beginning::Start);
    }
}

#[test]
fn fox_and_up_to_four_geese() {
    let asked = Asked::new(Planned::shipped("fox-and-geese", &[]));
    let tier = asked.tier(&[("goose", 4)]);
    let found = asked.compare(&asked.compiled(), None, tier, None);
    if let Some(found) = found {
        let decided = found.tiers.iter().map(|tier| tier.won + tier.lost);
        assert_eq!(decided.collect::<Vec<_>>(), [0, 0, 0, 0, 40], "as it was published");
    }
}

/// Up to symmetry: as they are, the positions with three men each are too many for a test.
#[test]
fn nine_mens_morris_with_three_men_each() {
    let asked = Asked::new(Planned::shipped("nine-mens-morris", &[("men", 3)]));
    let tier = asked.tier(&[
        ("hand of white", 0),
        ("hand of black", 0),
        ("white man", 3),
        ("black man", 3),
    ]);
    let game = asked.compiled();
    let found = asked.compare(&game, Some(&game), tier, None);
    if let Some(found) = found {
        let drawn: u64 = found.tiers.iter().map(|tier| tier.drawn).sum();
        assert!(drawn > 0, "some hold out");
    }
}

/// Which positions are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beginning {
    /// Those that can be reached from the start.
    Start,
    /// All of the start's tier and those below.
    Anywhere,
}

/// A game that is asked about.
struct Asked {
    planned: Planned,
    structure: Structure,
}

impl Asked {
    fn new(planned: Planned) -> Self {
        let structure = Structure::new(&planned.model, &planned.plan);
        Asked { planned, structure }
    }

    /// The number of a tier.
    fn tier(&self, key: &[(&str, i64)]) -> usize {
        let matches = |of: &[(String, i64)]| {
            let mut wanted: Vec<_> = key.to_vec();
            let mut given: Vec<_> = of.iter().map(|(label, it)| (label.as_str(), *it)).collect();
            wanted.sort_unstable();
            given.sort_unstable();
            wanted == given
        };
        let found = self.structure.tiers.iter().position(|tier| matches(&tier.key));
        found.unwrap_or_else(|| {
            let keys: Vec<_> = self.structure.tiers.iter().map(|tier| &tier.key).collect();
            panic!("no tier {key:?} among {keys:?}")
        })
    }

    /// Compares with rules that are interpreted.
    fn compare_interpreted(&self, beginning: Beginning) {
        let Planned { model, plan, .. } = &self.planned;
        let interp = Interp::new(model);
        let rules = Interpreted::new(&interp, plan);
        let start = interp.start();
        let tier = plan.hash.tier_of(&start).expect("the start has a tier");
        let from = plan.hash.rank(&start).filter(|_| beginning == Beginning::Start);
        self.compare(&PerState(&rules), None, tier, from);
    }

    /// Its rules, compiled.
    fn compiled(&self) -> NativeGame {
        let (compiler, cache) = shared();
        let Planned { model, plan, .. } = &self.planned;
        let module = gdl::lower::game(model, plan);
        native::compile(&module, &compiler, &cache).expect("it compiles")
    }

    /// Compares what the device finds with what the worker does; gives what both have found, or
    /// nothing if there is no device. With symmetries, each position stands for its images on the
    /// device.
    fn compare(
        &self,
        worker: &dyn Worker,
        symmetries: Option<&dyn Sweep>,
        tier: usize,
        from: Option<u64>,
    ) -> Option<GpuValues> {
        let gpu = Gpu::for_tests()?;
        let title = &self.planned.model.title;
        let hash = &self.planned.plan.hash;
        let options = ValueOptions {
            tiers: vec![tier],
            from: from.map(|index| (tier, index - hash.tier_start(tier))),
            keep: true,
            ..ValueOptions::default()
        };
        let expected = solve_values(worker, &self.structure, &options, &mut Silent);
        let expected = expected.unwrap_or_else(|error| panic!("{title}: {error}"));
        let numbers = self.structure.below(&[tier]);
        let tiers: Vec<Range<u64>> = numbers
            .iter()
            .map(|tier| hash.tier_start(*tier)..hash.tier_start(*tier) + hash.tier_size(*tier))
            .collect();
        // Whatever follows a tier comes before it, so the table may end with it.
        let size = tiers.iter().map(|tier| tier.end).max().expect("a tier was asked for");
        let game = Game { size, ..game_for(&gpu, &self.planned) };
        let (stuck, starts) = (self.structure.stuck, from.as_slice());
        let from = from.map(|_| starts);
        let options =
            GpuValueOptions { canonical: symmetries.is_some(), ..GpuValueOptions::default() };
        let found = values(&gpu, &game, &tiers, stuck, from, &options, &mut Silent);
        let found = found.unwrap_or_else(|error| panic!("{title}: {error}"));
        let counts: Vec<_> = found.tiers.iter().map(|it| [it.won, it.lost, it.drawn]).collect();
        let expected_counts: Vec<_> =
            numbers.iter().map(|tier| counts_of(&expected, *tier)).collect();
        match symmetries {
            None => assert_eq!(counts, expected_counts, "{title}"),
            // An image can be in another tier, with the players exchanged.
            Some(_) => assert_eq!(summed(&counts), summed(&expected_counts), "{title}"),
        }
        self.agree(worker, symmetries, &expected, &numbers, &found);
        Some(found)
    }

    /// Compares entry by entry.
    fn agree(
        &self,
        worker: &dyn Worker,
        symmetries: Option<&dyn Sweep>,
        expected: &Values,
        numbers: &[usize],
        found: &GpuValues,
    ) {
        let table = found.table.as_ref().expect("it was wanted");
        let hash = &self.planned.plan.hash;
        let views = expected.views();
        for tier in numbers {
            let mirror = expected.mirror(*tier).unwrap_or(*tier);
            let orders = self.structure.orders(Job::Tally, (*tier, mirror), 0);
            let work = Work { orders, tiers: &views };
            for inside in 0..hash.tier_size(*tier) {
                let index = hash.tier_start(*tier) + inside;
                let is_image =
                    symmetries.is_some_and(|sweep| sweep.inspect(index).canonical != index);
                let place = worker.place(&work, *tier, inside);
                let value = match expected.decided(place).expect("tables are kept") {
                    _ if is_image || !views[place.0].is_asked(place.1) => 3,
                    Decided::Won(_) => 1,
                    Decided::Lost(_) => 2,
                    Decided::Neither => 0,
                };
                let title = &self.planned.model.title;
                assert_eq!(table.get(index), value, "{title}: index {inside} of tier {tier}");
            }
        }
    }
}

/// Won, lost and drawn positions of all tiers.
fn summed(tiers: &[[u64; 3]]) -> [u64; 3] {
    [0, 1, 2].map(|value| tiers.iter().map(|tier| tier[value]).sum())
}

/// Won, lost and drawn positions of a tier, regardless of who is to move.
fn counts_of(values: &Values, tier: usize) -> [u64; 3] {
    let [first, second] = values.tier(tier).expect("it was solved").positions;
    let ValueCounts { won, lost, drawn } = first.and(second);
    [won, lost, drawn]
}
