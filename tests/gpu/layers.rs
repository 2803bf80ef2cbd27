//! Whole state spaces, layer by layer: what the device finds is what the CPU finds with the same
//! numbers, and what the literature says.

use super::{game, game_for, start};
use crate::golden::golden;
use crate::native::shared;
use crate::wgsl::Planned;
use gdl::emit::wgsl::Wide;
use gdl::model::State;
use gdl_runtime::engine::{Goal, Search, SearchOptions, Use, View, search as search_on_cpu};
use gdl_runtime::gpu::{Coding, Game, Gpu, GpuSearch, GpuSearchOptions, search};
use gdl_runtime::interp::{ExploreOptions, Interp, SolveOptions, explore, solve};
use gdl_runtime::{Layer, Observer, Silent, SolveError, native};

/// With up to this number of indices a puzzle is searched in every way that is sound.
const SMALL: u64 = 400_000;

#[test]
fn pancakes() {
    for (n, table) in [(8, Some("pancake-8")), (9, Some("pancake-9")), (10, None)] {
        compare("pancakes", &[("n", n)], table);
    }
}

#[test]
fn burnt_pancakes() {
    for n in [5, 6] {
        compare("burnt-pancakes", &[("n", n)], None);
    }
}

#[test]
fn topspin() {
    for n in [9, 10] {
        compare("topspin", &[("n", n), ("k", 4)], None);
    }
}

#[test]
fn sliding_tiles() {
    compare("sliding-tiles", &[("rows", 3), ("cols", 3)], Some("sliding-tile-3x3"));
    compare("sliding-tiles", &[("rows", 2), ("cols", 5)], None);
}

#[test]
fn jumping_puzzles() {
    compare("fore-and-aft", &[], Some("fore-and-aft-17"));
    compare("peg-triangle", &[], None);
}

#[test]
fn pocket_cube() {
    compare("pocket-cube", &[], None);
}

/// Half a thousand million indices: the first layers, and everything that follows from a position
/// with few pegs.
#[test]
fn peg_solitaire_begins_and_ends_as_on_the_cpu() {
    const FIRST: u64 = 9;
    let Some(gpu) = Gpu::for_tests() else { return };
    let planned = Planned::shipped("peg-solitaire", &[]);
    let interp = Interp::new(&planned.model);
    let game = game_for(&gpu, &planned);
    let mut first = First { wanted: FIRST, layers: Vec::new() };
    let stopped = solve(&interp, &SolveOptions::default(), &mut first);
    assert!(matches!(stopped, Err(SolveError::Cancelled { .. })));
    for coding in [Coding::TwoBit, Coding::OneBitByLayer] {
        for canonical in [false, true] {
            let options = GpuSearchOptions {
                coding,
                canonical,
                max_layers: Some(FIRST),
                ..GpuSearchOptions::default()
            };
            let found = search(&gpu, &game, &[start(&planned)], &options, &mut Silent);
            let found = found.expect("it runs");
            assert_eq!(found.layers, first.layers, "{coding:?}, canonical: {canonical}");
        }
    }

    let late = after(&interp, 22);
    let index = planned.plan.hash.rank(&late).expect("play leads there");
    let options = SolveOptions { from: Some(late), ..SolveOptions::default() };
    let expected = solve(&interp, &options, &mut Silent).expect("few pegs have few positions");
    assert!(expected.layers.len() > 3, "{:?}", expected.layers);
    for coding in [Coding::TwoBit, Coding::OneBitByLayer] {
        let options = GpuSearchOptions { coding, ..GpuSearchOptions::default() };
        let found = search(&gpu, &game, &[index], &options, &mut Silent).expect("it runs");
        assert_eq!(found.layers, expected.layers, "{coding:?}");
        assert_eq!(found.moves, expected.successors, "{coding:?}");
    }
}

/// Indices of more than 32 bits: those of fox and geese, of which positions with two geese are the
/// first few.
#[test]
fn positions_of_a_huge_table_are_found() {
    let Some(gpu) = Gpu::for_tests() else { return };
    let planned = Planned::shipped("fox-and-geese", &[]);
    let hash = &planned.plan.hash;
    assert!(hash.size() > 1 << 32);
    let interp = Interp::new(&planned.model);
    let mut two_geese = interp.start();
    let goose = two_geese.cells[0];
    two_geese.cells.iter_mut().filter(|cell| **cell == goose).skip(2).for_each(|cell| *cell = 0);
    let tier = hash.tier_of(&two_geese).expect("play comes to two geese");
    let index = hash.rank(&two_geese).expect("it is a position of the game");
    let mut roots = [two_geese].into_iter();
    let expected = explore(&interp, &mut roots, &ExploreOptions::default(), &mut Silent);
    let expected = expected.expect("it is small");
    // What follows a tier comes before it.
    let size = hash.tier_start(tier) + hash.tier_size(tier);
    for wide in [Wide::Words, Wide::Native] {
        if wide == Wide::Native && !gpu.info().has_64_bit_integers {
            continue;
        }
        let game = Game { size, ..game(&planned, wide) };
        for coding in [Coding::TwoBit, Coding::OneBit, Coding::Reachability] {
            let options = GpuSearchOptions { coding, ..GpuSearchOptions::default() };
            let found = search(&gpu, &game, &[index], &options, &mut Silent).expect("it runs");
            assert_eq!(found.states, expected.layers.iter().sum::<u64>(), "{wide:?} {coding:?}");
            if coding != Coding::Reachability {
                assert_eq!(found.layers, expected.layers, "{wide:?} {coding:?}");
            }
        }
    }
}

/// Keeps the first layers and stops.
struct First {
    wanted: u64,
    layers: Vec<u64>,
}

impl Observer for First {
    fn layer(&mut self, layer: Layer) {
        if !self.cancelled() {
            self.layers.push(layer.states);
        }
    }

    fn cancelled(&mut self) -> bool {
        self.layers.len() as u64 >= self.wanted
    }
}

/// A position after `moves` moves from which most can still follow, at a first glance.
fn after(interp: &Interp<'_>, moves: usize) -> State {
    (0..moves).fold(interp.start(), |state, _| {
        let next = interp.successors(&state).into_iter().map(|next| next.state);
        next.max_by_key(|next| interp.successors(next).len()).expect("the game goes on")
    })
}

/// Compares a puzzle in every coding that is sound for it.
fn compare(name: &str, params: &[(&str, i64)], table: Option<&str>) {
    let Some(gpu) = Gpu::for_tests() else { return };
    let planned = Planned::shipped(name, params);
    let game = game_for(&gpu, &planned);
    let starts = [start(&planned)];
    let on_cpu = |view| by_cpu(&planned, view);
    let expected = on_cpu(View::AsIs);
    if let Some(table) = table {
        assert_eq!(expected.layers, golden(table), "{name}");
    }
    let is_small = game.size <= SMALL;
    let symmetric = is_small && planned.plan.hash.quotient().order() > 1;
    let up_to_symmetry = symmetric.then(|| on_cpu(View::UpToSymmetry));
    for coding in codings(&planned, is_small) {
        let options = GpuSearchOptions { coding, keep_table: true, ..GpuSearchOptions::default() };
        let run = |options: &GpuSearchOptions| {
            let found = search(&gpu, &game, &starts, options, &mut Silent);
            found.unwrap_or_else(|error| panic!("{name} {params:?} {coding:?}: {error}"))
        };
        agree(&format!("{name} {params:?} {coding:?}"), coding, &expected, &run(&options));
        if let Some(expected) = &up_to_symmetry {
            let title = format!("{name} {params:?} {coding:?} up to symmetry");
            let found = run(&GpuSearchOptions { canonical: true, ..options });
            assert!(found.explored < found.states, "{title}");
            agree(&title, coding, expected, &found);
        }
    }
}

/// The codings that are sound; one of them for a large puzzle.
fn codings(planned: &Planned, is_small: bool) -> Vec<Coding> {
    let counts_moves = planned.facts.layers.number.is_some();
    let alternates = counts_moves || planned.facts.potentials.alternating.is_some();
    let mut codings = vec![Coding::TwoBit];
    if is_small {
        codings.push(Coding::Reachability);
        codings.extend(alternates.then_some(Coding::OneBit));
        codings.extend(counts_moves.then_some(Coding::OneBitByLayer));
    }
    codings
}

/// What compiled code finds with the same numbers.
fn by_cpu(planned: &Planned, view: View) -> Search {
    let (compiler, cache) = shared();
    let module = gdl::lower::game(&planned.model, &planned.plan);
    let game = native::compile(&module, &compiler, &cache).expect("it compiles");
    let options =
        SearchOptions { view, goal: Goal::Note, pull: Use::Never, ..SearchOptions::default() };
    search_on_cpu(&game, &[start(planned)], &options, &mut Silent).expect("it runs")
}

#[track_caller]
fn agree(title: &str, coding: Coding, expected: &Search, found: &GpuSearch) {
    let has_layers = coding != Coding::Reachability;
    assert_eq!(found.states, expected.states, "{title}");
    assert_eq!(found.explored, expected.explored, "{title}");
    assert_eq!(found.moves, expected.moves, "{title}");
    assert!(!found.streamed, "{title}");
    if has_layers {
        assert_eq!(found.layers, expected.layers, "{title}");
        let goal = expected.goal.map(|(depth, _)| depth as u64);
        assert_eq!(found.goal_depth, goal, "{title}");
    }
    let reached = expected.table.as_ref().expect("it is kept");
    let table = found.table.as_ref().expect("it was wanted");
    let is_forgotten = coding == Coding::OneBitByLayer;
    let agrees =
        |index: &u64| (table.get(*index) != 0) == (reached.is_reached(*index) && !is_forgotten);
    assert!((0..table.size()).all(|index| agrees(&index)), "{title}: other positions");
}
