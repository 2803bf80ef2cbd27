//! Disks that are full, read-only or gone: an error that says so, and another run goes on.

use super::super::made_up::{Cube, Scattered};
use super::folder::Folder;
use super::{Expected, LayerRecorder};
use gdl_runtime::disk::{Disk, Fault};
use gdl_runtime::engine::{PerState, SearchKind, SearchOptions, Sweep, View, search_on_disk};
use gdl_runtime::{Observer, Silent, SolveError};
use std::fs;
use std::io::ErrorKind;

/// Every call that changes something fails in turn, every other one with all that follow. That is
/// an error, or does not matter; the next run gives what a run without failures gives.
fn every_call_fails(sweep: &dyn Sweep, options: &SearchOptions, memory: u64) {
    let expected = Expected::new(sweep, &[0], options);
    let good = Disk::new();
    let folder = Folder::new();
    let scratch = folder.settling(good.clone(), memory);
    let done = search_on_disk(sweep, &[0], options, &scratch, &mut Silent);
    let (_, table) = done.expect("nothing fails");
    assert!(table.options().parts() > 1, "it is cut");
    let calls = good.calls();
    assert!((40..400).contains(&calls), "{calls} calls");
    let mut errors = 0;
    for at in 0..calls {
        let lasting = at % 2 == 0;
        let title = format!("call {at} of {calls} fails");
        let folder = Folder::new();
        let fault = Fault { at, kind: ErrorKind::StorageFull, lasting };
        let scratch = folder.settling(Disk::failing(fault), memory);
        match search_on_disk(sweep, &[0], options, &scratch, &mut Silent) {
            Ok((found, table)) => expected.agrees(&title, &found, &table),
            Err(SolveError::Storage { message }) => {
                errors += 1;
                let path = folder.path().display().to_string();
                let reason = ErrorKind::StorageFull.to_string();
                assert!(message.contains(&path) && message.contains(&reason), "{message}");
            }
            Err(error) => panic!("{title}: {error}"),
        }
        // The next run is one of another process, so this one is over.
        drop(scratch);
        let scratch = folder.settling(Disk::new(), memory);
        let mut layers = LayerRecorder::default();
        let done = search_on_disk(sweep, &[0], options, &scratch, &mut layers);
        let (found, table) = done.unwrap_or_else(|error| panic!("{title}: {error}"));
        expected.agrees(&title, &found, &table);
        assert_eq!(layers.0, expected.layers, "{title}");
    }
    // Only the removal of a file that is of no use may fail unseen.
    assert!(errors >= calls - 3, "{errors} errors of {calls} calls");
}

#[test]
fn every_call_fails_with_two_bits() {
    let rules = Scattered { size: 12_000, moves: vec![(3, 5), (7, 11), (2, 1), (5, 2)] };
    let options = SearchOptions { threads: 1, ..SearchOptions::default() };
    every_call_fails(&PerState(&rules), &options, 8_000);
}

#[test]
fn every_call_fails_with_distances() {
    let rules = Cube { dimensions: 13, rising: false };
    // With one thread, as how often two of them write is not always the same.
    let options =
        SearchOptions { kind: SearchKind::Distances, threads: 1, ..SearchOptions::default() };
    every_call_fails(&PerState(&rules), &options, 12_000);
    let options = SearchOptions { view: View::UpToSymmetry, ..options };
    every_call_fails(&PerState(&rules), &options, 12_000);
}

/// Calls of all kinds fail while entries get more bits.
#[test]
fn every_call_fails_when_entries_get_wider() {
    let ring = Scattered { size: 258, moves: vec![(1, 1)] };
    let options = SearchOptions { kind: SearchKind::Distances, ..SearchOptions::default() };
    let expected = Expected::new(&PerState(&ring), &[0], &options);
    let run = |disk: Disk, folder: &Folder| {
        let scratch = folder.settling(disk, 40_000);
        search_on_disk(&PerState(&ring), &[0], &options, &scratch, &mut Silent)
    };
    let good = Disk::new();
    run(good.clone(), &Folder::new()).expect("nothing fails");
    for at in good.calls() - 45..good.calls() {
        let folder = Folder::new();
        let fault = Fault { at, kind: ErrorKind::PermissionDenied, lasting: true };
        let _ = run(Disk::failing(fault), &folder);
        let (found, table) = run(Disk::new(), &folder).expect("nothing fails");
        expected.agrees(&format!("call {at}"), &found, &table);
        assert_eq!(table.options().bits, 16);
    }
}

/// Takes the folder away after some layers.
struct Thief<'a> {
    folder: &'a Folder,
    layers: usize,
}

impl Observer for Thief<'_> {
    fn layer(&mut self, layer: gdl_runtime::Layer) {
        if layer.depth == self.layers {
            fs::remove_dir_all(self.folder.path()).expect("it is there");
        }
    }
}

#[test]
fn a_folder_that_vanishes_is_an_error() {
    let rules = Scattered { size: 40_000, moves: vec![(1, 1), (3, 5), (7, 11), (2, 0)] };
    let options = SearchOptions::default();
    for layers in [0, 3] {
        let folder = Folder::new();
        let scratch = folder.settling(Disk::new(), 20_000);
        let mut thief = Thief { folder: &folder, layers };
        let done = search_on_disk(&PerState(&rules), &[0], &options, &scratch, &mut thief);
        let Err(SolveError::Storage { message }) = done else { panic!("the folder is gone") };
        assert!(message.contains(&folder.path().display().to_string()), "{message}");
    }
}
