//! A search that was stopped, wherever that was, goes on and finds the same; what does not belong
//! to it is not used.

use super::super::made_up::Scattered;
use super::folder::Folder;
use super::{Expected, LayerRecorder};
use gdl_runtime::disk::Disk;
use gdl_runtime::engine::{
    Goal, PerState, Rules, Search, SearchKind, SearchOptions, View, search_on_disk,
};
use gdl_runtime::scratch::{DiskTable, Scratch};
use gdl_runtime::{Layer, Observer, Silent, SolveError};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Rules that note which states are expanded.
struct Counted {
    rules: Scattered,
    expanded: Vec<AtomicBool>,
}

impl Counted {
    fn new(size: u64) -> Self {
        let rules = Scattered { size, moves: vec![(1, 1), (3, 5), (7, 11), (2, 0)] };
        Counted { rules, expanded: (0..size).map(|_| AtomicBool::new(false)).collect() }
    }

    fn search(
        &self,
        options: &SearchOptions,
        scratch: &Scratch,
        observer: &mut dyn Observer,
    ) -> Result<(Search, DiskTable), SolveError> {
        self.expanded.iter().for_each(|state| state.store(false, Ordering::Relaxed));
        search_on_disk(&PerState(self), &[0], options, scratch, observer)
    }

    /// How many different states the last search has expanded.
    fn expanded(&self) -> u64 {
        self.expanded.iter().filter(|state| state.load(Ordering::Relaxed)).count() as u64
    }
}

impl Rules for Counted {
    type State = u64;

    fn size(&self) -> u64 {
        self.rules.size
    }

    fn rank(&self, state: &u64) -> u64 {
        *state
    }

    fn unrank(&self, index: u64) -> u64 {
        index
    }

    fn successors(&self, state: &u64, visit: &mut impl FnMut(&u64)) {
        self.expanded[usize::try_from(*state).expect("it is small")].store(true, Ordering::Relaxed);
        self.rules.successors(state, visit);
    }

    fn is_goal(&self, state: &u64) -> bool {
        self.rules.is_goal(state)
    }
}

/// Stops when it is asked for the last of `asks` times, and keeps the layers that it is told.
struct Impatient {
    asks: usize,
    layers: Vec<u64>,
}

impl Observer for Impatient {
    fn layer(&mut self, layer: Layer) {
        self.layers.push(layer.states);
    }

    fn cancelled(&mut self) -> bool {
        self.asks = self.asks.saturating_sub(1);
        self.asks == 0
    }
}

#[test]
fn a_search_that_was_stopped_goes_on() {
    for (kind, goal) in [
        (SearchKind::TwoBit, Goal::Ignore),
        (SearchKind::Distances, Goal::Note),
        (SearchKind::TwoBit, Goal::Stop),
    ] {
        let rules = Counted::new(30_000);
        let options = SearchOptions { kind, goal, threads: 2, ..SearchOptions::default() };
        let expected = Expected::new(&PerState(&rules), &[0], &options);
        let all = expected.found.explored;
        let mut shorter = 0;
        for asks in 1.. {
            let folder = Folder::new();
            let scratch = folder.settling(Disk::new(), 30_000);
            let mut observer = Impatient { asks, layers: Vec::new() };
            let stopped = match rules.search(&options, &scratch, &mut observer) {
                Ok(_) => break,
                Err(stopped) => stopped,
            };
            let SolveError::Cancelled { layers, .. } = stopped else { panic!("{stopped}") };
            assert_eq!(layers, observer.layers);
            let mut later = LayerRecorder::default();
            let (found, table) = rules.search(&options, &scratch, &mut later).expect("it goes on");
            expected.agrees(&format!("stopped when asked {asks} times"), &found, &table);
            assert_eq!(later.0, expected.layers);
            // The layer in which it was stopped is repeated, and no other.
            let known: u64 = layers.split_last().map_or(0, |(_, before)| before.iter().sum());
            assert!(rules.expanded() <= all - known, "{asks}: {} of {all}", rules.expanded());
            shorter += u64::from(rules.expanded() < all);
            drop(table);
            let (found, table) = rules.search(&options, &scratch, &mut Silent).expect("finished");
            assert_eq!(rules.expanded(), 0, "all is known");
            expected.agrees("once more", &found, &table);
        }
        assert!(shorter > 5, "{shorter} runs went on");
    }
}

/// A run is stopped in the first layer, the next in the second, and so on.
#[test]
fn a_search_goes_on_again_and_again() {
    let rules = Counted::new(30_000);
    for kind in [SearchKind::TwoBit, SearchKind::Distances] {
        let options = SearchOptions { kind, threads: 1, ..SearchOptions::default() };
        let expected = Expected::new(&PerState(&rules), &[0], &options);
        let folder = Folder::new();
        let scratch = folder.settling(Disk::new(), 30_000);
        let mut rounds = 0;
        loop {
            let mut observer = UpTo { depth: rounds, is_there: false };
            match rules.search(&options, &scratch, &mut observer) {
                Ok((found, table)) => {
                    expected.agrees("many rounds", &found, &table);
                    break;
                }
                Err(SolveError::Cancelled { .. }) => rounds += 1,
                Err(error) => panic!("{error}"),
            }
            assert!(rounds < 1_000, "it gets nowhere");
        }
        assert!(rounds > 5, "{rounds} rounds");
    }
}

/// Stops when it is told of the layer of this depth.
struct UpTo {
    depth: usize,
    is_there: bool,
}

impl Observer for UpTo {
    fn layer(&mut self, layer: Layer) {
        self.is_there = layer.depth == self.depth;
    }

    fn cancelled(&mut self) -> bool {
        self.is_there
    }
}

/// A search that was stopped in the middle, in a folder.
fn stopped(rules: &Counted, options: &SearchOptions, scratch: &Scratch) {
    let mut observer = UpTo { depth: 5, is_there: false };
    let stopped = rules.search(options, scratch, &mut observer);
    assert!(matches!(stopped, Err(SolveError::Cancelled { .. })));
}

fn named(scratch: &Scratch, name: &str) -> std::path::PathBuf {
    let path = scratch.file(name);
    assert!(path.exists(), "{name} is there");
    path
}

/// What was left is damaged in some way; then the search begins anew and finds all.
#[test]
fn what_cannot_be_used_is_not_used() {
    let rules = Counted::new(30_000);
    let options = SearchOptions::default();
    let expected = Expected::new(&PerState(&rules), &[0], &options);
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 7] = [
        ("layers", |path| fs::write(path, "").expect("it can be written")),
        ("layers", |path| fs::write(path, "garbage".repeat(500)).expect("it can be written")),
        ("layers", |path| {
            let bytes = fs::read(path).expect("it can be read");
            fs::write(path, &bytes[..bytes.len() / 2]).expect("it can be written");
        }),
        ("layers", |path| {
            let mut bytes = fs::read(path).expect("it can be read");
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(path, bytes).expect("it can be written");
        }),
        ("table-2", |path| fs::remove_file(path).expect("it is there")),
        ("table-2", |path| {
            let bytes = fs::read(path).expect("it can be read");
            fs::write(path, &bytes[..bytes.len() - 1]).expect("it can be written");
        }),
        ("table-2", |path| fs::write(path, "").expect("it can be written")),
    ];
    for (number, (file, damage)) in damages.into_iter().enumerate() {
        let folder = Folder::new();
        let scratch = folder.settling(Disk::new(), 30_000);
        stopped(&rules, &options, &scratch);
        damage(&named(&scratch, file));
        let (found, table) = rules.search(&options, &scratch, &mut Silent).expect("it begins");
        expected.agrees(&format!("damage {number} of {file}"), &found, &table);
        assert_eq!(rules.expanded(), expected.found.explored, "damage {number} of {file}");
    }
}

#[test]
fn a_table_with_other_contents_is_an_error() {
    let rules = Counted::new(30_000);
    let options = SearchOptions::default();
    let folder = Folder::new();
    let scratch = folder.settling(Disk::new(), 30_000);
    stopped(&rules, &options, &scratch);
    let path = named(&scratch, "table-2");
    let bytes = fs::read(&path).expect("it can be read");
    fs::write(&path, bytes.iter().map(|byte| byte ^ 1).collect::<Vec<u8>>()).expect("writable");
    let error = rules.search(&options, &scratch, &mut Silent).expect_err("all is wrong");
    let SolveError::Storage { message } = error else { panic!("{error}") };
    assert!(message.contains(&path.display().to_string()), "{message}");
    assert!(message.contains("is damaged"), "{message}");
}

/// What another search left under the same name does not matter, be it of another label or with
/// other options.
#[test]
fn other_searches_are_not_gone_on_with() {
    let rules = Counted::new(30_000);
    let options = SearchOptions::default();
    let expected = Expected::new(&PerState(&rules), &[0], &options);
    let folder = Folder::new();
    let scratch = folder.settling(Disk::new(), 30_000);
    let path = folder.path().to_owned();
    let other = Scratch::new(Disk::new(), path, 30_000, "another search".to_owned())
        .with_interval(Duration::ZERO);
    stopped(&Counted::new(30_000), &options, &other);
    fs::rename(other.folder(), scratch.folder()).expect("it can be renamed");
    // The lock belongs to the folder, whatever its name is.
    drop(other);
    let (found, table) = rules.search(&options, &scratch, &mut Silent).expect("it begins");
    expected.agrees("another label", &found, &table);
    assert_eq!(rules.expanded(), expected.found.explored);
    for other in [
        SearchOptions { kind: SearchKind::Distances, ..options.clone() },
        SearchOptions { goal: Goal::Note, ..options.clone() },
        SearchOptions { view: View::UpToSymmetry, ..options.clone() },
        SearchOptions { hardest: 3, ..options.clone() },
    ] {
        stopped(&rules, &other, &scratch);
        let (found, table) = rules.search(&options, &scratch, &mut Silent).expect("it begins");
        expected.agrees("other options", &found, &table);
        assert_eq!(rules.expanded(), expected.found.explored);
    }
    stopped(&Counted::new(30_001), &options, &scratch);
    let (found, table) = rules.search(&options, &scratch, &mut Silent).expect("it begins");
    expected.agrees("another size", &found, &table);
}

/// Other numbers of threads and more memory do not matter; with less, it is said.
#[test]
fn a_search_goes_on_with_other_means() {
    let rules = Counted::new(30_000);
    let options = SearchOptions { threads: 1, ..SearchOptions::default() };
    let expected = Expected::new(&PerState(&rules), &[0], &options);
    let folder = Folder::new();
    let scratch = |memory| folder.settling(Disk::new(), memory);
    stopped(&rules, &options, &scratch(20_000));
    let error = rules.search(&options, &scratch(8_000), &mut Silent).expect_err("too little");
    let SolveError::Storage { message } = error else { panic!("{error}") };
    assert!(message.contains("was begun with more memory"), "{message}");
    let options = SearchOptions { threads: 3, ..options };
    let (found, table) = rules.search(&options, &scratch(1 << 20), &mut Silent).expect("enough");
    expected.agrees("more memory", &found, &table);
    assert!(rules.expanded() < expected.found.explored);
}
