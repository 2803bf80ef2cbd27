//! Breadth-first search with its table on disk: the same as in memory, however it is cut, stopped,
//! or fails.

mod failing;
pub(super) mod folder;
mod going_on;

use super::made_up::{Cube, Scattered};
use crate::shipped;
use folder::Folder;
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl::plan::{PlanOptions, plan};
use gdl_runtime::disk::Disk;
use gdl_runtime::engine::{
    Goal, PerState, Rules, Search, SearchKind, SearchOptions, Sweep, Use, View, search,
    search_on_disk,
};
use gdl_runtime::interp::{Interp, Interpreted};
use gdl_runtime::scratch::DiskTable;
use gdl_runtime::{Layer, Observer, Silent, SolveError};

/// Keeps the layers that it is told.
#[derive(Default)]
struct LayerRecorder(Vec<Layer>);

impl Observer for LayerRecorder {
    fn layer(&mut self, layer: Layer) {
        self.0.push(layer);
    }
}

/// What a search in memory finds, as a search on disk should tell it.
struct Expected {
    found: Search,
    layers: Vec<Layer>,
}

impl Expected {
    fn new(sweep: &dyn Sweep, starts: &[u64], options: &SearchOptions) -> Self {
        let options = SearchOptions { pull: Use::Never, ..options.clone() };
        let mut layers = LayerRecorder::default();
        let found = search(sweep, starts, &options, &mut layers).expect("it is small");
        Expected { found, layers: layers.0 }
    }

    /// All that was found is the same.
    fn agrees(&self, title: &str, found: &Search, table: &DiskTable) {
        let numbers = |it: &Search| (it.states, it.explored, it.successors, it.moves, it.goal);
        assert_eq!(found.layers, self.found.layers, "{title}");
        assert_eq!(numbers(found), numbers(&self.found), "{title}");
        assert_eq!(found.hardest, self.found.hardest, "{title}");
        assert_eq!((found.listed, found.pulled), (0, 0), "{title}");
        let expected = self.found.table.as_ref().expect("it is kept");
        assert_eq!(table.options().size, expected.size(), "{title}");
        for (index, entry) in (0..).zip(entries(table)) {
            assert_eq!(entry != 0, expected.is_reached(index), "{title}: {index}");
            if table.options().bits >= 8 {
                assert_eq!(entry.checked_sub(1), expected.distance(index), "{title}: {index}");
            }
        }
    }
}

/// All entries of a table.
fn entries(table: &DiskTable) -> Vec<u64> {
    let options = table.options();
    let mut entries = Vec::new();
    let mut words: Vec<u64> = Vec::new();
    for part in 0..options.parts() {
        table.read(part, &mut words).expect("it can be read");
        let range = options.range(part);
        let per_word = 64 / options.bits;
        let of_word = |word: &u64| {
            let word = *word;
            (0..per_word)
                .map(move |at| word >> (at * options.bits) & (u64::MAX >> (64 - options.bits)))
        };
        let length = usize::try_from(range.end - range.start).expect("it is small");
        entries.extend(words.iter().flat_map(of_word).take(length));
    }
    entries
}

/// Two bits and distances, with one to three threads and each of `memories`, give what a search in
/// memory gives. The numbers of partitions are given back.
fn compare(
    title: &str,
    sweep: &dyn Sweep,
    starts: &[u64],
    options: &SearchOptions,
    memories: &[u64],
) -> Vec<usize> {
    let mut parts = Vec::new();
    for kind in [SearchKind::TwoBit, SearchKind::Distances] {
        let options = SearchOptions { kind: kind.clone(), ..options.clone() };
        let expected = Expected::new(sweep, starts, &options);
        for threads in [1, 2, 3] {
            for memory in memories {
                let title = format!("{title}: {kind:?}, {threads} threads, {memory} bytes");
                let options = SearchOptions { threads, ..options.clone() };
                let folder = Folder::new();
                let scratch = folder.scratch(Disk::new(), *memory);
                let mut layers = LayerRecorder::default();
                let done = search_on_disk(sweep, starts, &options, &scratch, &mut layers);
                let (found, table) = done.unwrap_or_else(|error| panic!("{title}: {error}"));
                expected.agrees(&title, &found, &table);
                assert_eq!(layers.0, expected.layers, "{title}");
                parts.push(table.options().parts());
                scratch.discard().expect("it can be removed");
                assert!(folder.is_empty());
            }
        }
    }
    parts
}

fn all_hardest() -> SearchOptions {
    SearchOptions { hardest: usize::MAX, ..SearchOptions::default() }
}

#[test]
fn scattered_moves_are_all_found() {
    for size in [1, 2, 31, 32, 33, 64, 65, 16_385] {
        let moves = vec![(1, 1), (3, 5), (7, 11), (2, 0), (2, 0), (1, 0), (5, size - 1)];
        let rules = Scattered { size, moves };
        let title = format!("{size} numbers");
        compare(&title, &PerState(&rules), &[0], &all_hardest(), &[30_000, 1 << 20]);
    }
    let rules = Scattered { size: 200_003, moves: vec![(1, 1), (3, 5), (7, 11), (2, 0)] };
    let memories = [70_000, 200_000, 4 << 20];
    let parts = compare("many numbers", &PerState(&rules), &[0], &all_hardest(), &memories);
    assert!(parts.contains(&1) && parts.iter().any(|parts| *parts > 6), "{parts:?}");
}

#[test]
fn several_starts_are_one_layer() {
    let rules = Scattered { size: 100_003, moves: vec![(1, 1), (2, 0)] };
    let starts = [5, 70_000, 5, 99_999, 70_001];
    compare("starts", &PerState(&rules), &starts, &SearchOptions::default(), &[50_000]);
    compare("no start", &PerState(&rules), &[], &SearchOptions::default(), &[50_000]);
}

#[test]
fn symmetric_states_are_counted() {
    for dimensions in [5, 12, 16] {
        let rules = Cube { dimensions, rising: false };
        for view in [View::AsIs, View::UpToSymmetry, View::Backward] {
            let options = SearchOptions { view, ..all_hardest() };
            let title = format!("a cube of {dimensions}, {view:?}");
            compare(&title, &PerState(&rules), &[0], &options, &[24_000, 60_000]);
        }
    }
}

#[test]
fn goals_are_found() {
    let cube = Cube { dimensions: 14, rising: false };
    let numbers = Scattered { size: 60_000, moves: vec![(1, 1), (3, 5), (7, 11)] };
    for goal in [Goal::Note, Goal::Stop] {
        for view in [View::AsIs, View::UpToSymmetry] {
            let options = SearchOptions { goal, view, ..SearchOptions::default() };
            compare("a cube", &PerState(&cube), &[0], &options, &[24_000]);
        }
        let options = SearchOptions { goal, ..SearchOptions::default() };
        compare("numbers", &PerState(&numbers), &[0], &options, &[30_000]);
    }
}

/// Entries get more bits while the search goes on, twice.
#[test]
fn distances_outgrow_a_byte() {
    let rules = Scattered { size: 5_003, moves: vec![(1, 1), (2, 0), (1, 4_000)] };
    let slow = Scattered { size: 3_000, moves: vec![(1, 1)] };
    for (rules, memory) in [(rules, 20_000), (slow, 20_000)] {
        compare("distances", &PerState(&rules), &[1], &SearchOptions::default(), &[memory]);
    }
    let options =
        SearchOptions { kind: SearchKind::Distances, threads: 1, ..SearchOptions::default() };
    let ring = Scattered { size: 66_000, moves: vec![(1, 1)] };
    let folder = Folder::new();
    let scratch = folder.scratch(Disk::new(), 300_000);
    let done = search_on_disk(&PerState(&ring), &[7], &options, &scratch, &mut Silent);
    let (found, table) = done.expect("there is room");
    assert_eq!(found.layers, vec![1; 66_000]);
    assert_eq!((table.options().bits, found.hardest), (32, vec![6]));
    let distance = |index: u64| Some((index + 66_000 - 7) % 66_000);
    for (index, entry) in (0..).zip(entries(&table)) {
        assert_eq!(entry.checked_sub(1), distance(index));
    }
    assert_eq!(table.distance(6), Ok(Some(65_999)));
}

/// A state has more successors than there is room for at first.
#[test]
fn many_moves_are_all_found() {
    let moves = (0..3_000).map(|move_| (1, move_ * move_)).collect();
    let rules = Scattered { size: 30_000, moves };
    compare("many moves", &PerState(&rules), &[0], &SearchOptions::default(), &[20_000]);
}

/// One folder serves several searches.
#[test]
fn other_searches_do_not_disturb() {
    let folder = Folder::new();
    let scratch = folder.scratch(Disk::new(), 30_000);
    let rules = Scattered { size: 30_000, moves: vec![(1, 1), (3, 5), (7, 11)] };
    let sweep = PerState(&rules);
    for kind in [SearchKind::TwoBit, SearchKind::Distances] {
        for goal in [Goal::Ignore, Goal::Stop] {
            for start in [0, 1] {
                let options =
                    SearchOptions { kind: kind.clone(), goal, ..SearchOptions::default() };
                let expected = Expected::new(&sweep, &[start], &options);
                // The label says nothing of all this.
                let done = search_on_disk(&sweep, &[start], &options, &scratch, &mut Silent);
                let (found, table) = done.expect("there is room");
                expected.agrees("one folder", &found, &table);
            }
        }
    }
}

#[test]
fn too_little_memory_is_refused() {
    let rules = Scattered { size: 1 << 30, moves: vec![(1, 1)] };
    let folder = Folder::new();
    let run = |memory| {
        let scratch = folder.scratch(Disk::new(), memory);
        let options = SearchOptions { threads: 1, ..SearchOptions::default() };
        search_on_disk(&PerState(&rules), &[0], &options, &scratch, &mut Silent).err()
    };
    for memory in [0, 1, 1_000, 100_000] {
        let Some(SolveError::TableMemory { needed, limit }) = run(memory) else {
            panic!("it is too little")
        };
        assert!(limit == Some(memory) && (200_000..4 << 20).contains(&needed), "{needed}");
    }
    assert!(folder.is_empty());
    let options = SearchOptions { view: View::Backward, ..SearchOptions::default() };
    let scratch = folder.scratch(Disk::new(), 1 << 20);
    let done = search_on_disk(&PerState(&rules), &[0], &options, &scratch, &mut Silent);
    assert_eq!(done.err(), Some(SolveError::NoPredecessors));
}

/// Shipped puzzles, by the interpreter's rules.
#[test]
fn puzzles_have_the_same_layers() {
    for (name, params, memory) in [
        ("pancakes", [("n", 7)].as_slice(), 6_000),
        ("burnt-pancakes", &[("n", 4)], 4_000),
        ("frogs", &[], 3_000),
    ] {
        let model = shipped::model(name, params);
        let interp = Interp::new(&model);
        let facts = analyze(&model, Domain::start(&model, 0));
        let planned = plan(&model, &facts, PlanOptions::default()).expect("it has a layout");
        let rules = Interpreted::new(&interp, &planned);
        let starts = [rules.start()];
        let options = SearchOptions { goal: Goal::Note, ..all_hardest() };
        let parts = compare(name, &PerState(&rules), &starts, &options, &[memory, 1 << 20]);
        let is_large = rules.size() > 500;
        assert!(!is_large || parts.iter().any(|parts| *parts > 1), "{name}: {parts:?}");
    }
}
