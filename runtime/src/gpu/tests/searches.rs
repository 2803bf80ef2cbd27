//! Searches and single positions.

use super::super::{Coding, GpuError, GpuOptions, GpuSearchOptions, look, search};
use super::games::{at, binomials, cube, folded_cube, graph, random_graph, ring, rising_cube};
use super::{gpu_or_skip, ways};
use crate::engine::Goal;
use crate::{Layer, Observer, Silent};

#[test]
fn the_layers_of_a_cube_are_binomial_coefficients_in_every_coding_and_way() {
    let Some(gpu) = gpu_or_skip() else { return };
    let dimensions = 12;
    let expected = binomials(u64::from(dimensions));
    for is_wide in [false, true] {
        let game = cube(dimensions, is_wide);
        for way in ways() {
            for coding in [Coding::TwoBit, Coding::OneBit] {
                let options = GpuSearchOptions { coding, gpu: way, ..GpuSearchOptions::default() };
                let found = search(&gpu, &game, &[0], &options, &mut Silent).expect("it runs");
                assert_eq!(found.layers, expected, "{coding:?} {way:?}");
                assert_eq!(found.states, 1 << dimensions);
                assert_eq!(found.goal_depth, Some(u64::from(dimensions)));
                assert_eq!(found.moves, Some(u64::from(dimensions) << dimensions));
                assert_eq!(found.gpu_seconds.is_some(), gpu.info().has_timestamps);
                assert!(!found.streamed);
            }
        }
    }
}

#[test]
fn reachability_finds_all_corners() {
    let Some(gpu) = gpu_or_skip() else { return };
    for way in ways() {
        let options = GpuSearchOptions {
            coding: Coding::Reachability,
            keep_table: true,
            gpu: way,
            ..GpuSearchOptions::default()
        };
        let found = search(&gpu, &cube(11, false), &[5], &options, &mut Silent).expect("it runs");
        assert_eq!((found.states, found.explored), (2048, 2048));
        assert!(found.layers.is_empty());
        let table = found.table.expect("it was wanted");
        assert!((0..2048).all(|index| table.get(index) == 1));
    }
}

#[test]
fn one_bit_by_layer_clears_what_it_leaves() {
    let Some(gpu) = gpu_or_skip() else { return };
    for way in ways() {
        let options = GpuSearchOptions {
            coding: Coding::OneBitByLayer,
            keep_table: true,
            gpu: way,
            ..GpuSearchOptions::default()
        };
        let found =
            search(&gpu, &rising_cube(12), &[0b11], &options, &mut Silent).expect("it runs");
        assert_eq!(found.layers, binomials(10));
        assert_eq!(found.expanded, 1024);
        assert!(found.table.expect("it was wanted").words().iter().all(|word| *word == 0));
    }
}

#[test]
fn directed_graphs_have_the_layers_of_a_plain_search() {
    let Some(gpu) = gpu_or_skip() else { return };
    for seed in 1..=6 {
        let toy = random_graph(3000, seed);
        let starts = [2999, 2500, 2999, 1200];
        let distances = toy.distances(&starts);
        for way in ways() {
            for streamed in [false, true] {
                let options = GpuSearchOptions {
                    keep_table: true,
                    gpu: GpuOptions { streamed: Some(streamed), ..way },
                    ..GpuSearchOptions::default()
                };
                let found =
                    search(&gpu, &toy.game, &starts, &options, &mut Silent).expect("it runs");
                assert_eq!(found.layers, toy.layers(&starts), "{seed} {way:?}");
                assert_eq!(found.streamed, streamed);
                let table = found.table.expect("it was wanted");
                for index in 0..3000 {
                    let expected = if distances.contains_key(&index) { 3 } else { 0 };
                    assert_eq!(table.get(index), expected, "{index}");
                }
            }
        }
    }
}

#[test]
fn twenty_runs_find_the_same() {
    let Some(gpu) = gpu_or_skip() else { return };
    let toy = random_graph(20_000, 77);
    for workgroup in [32, 64, 128, 256] {
        let gpu_options = GpuOptions { workgroup, ..GpuOptions::default() };
        let options =
            GpuSearchOptions { gpu: gpu_options, keep_table: true, ..GpuSearchOptions::default() };
        for _ in 0..5 {
            let found = search(&gpu, &toy.game, &[19_999], &options, &mut Silent).expect("it runs");
            assert_eq!(found.layers, toy.layers(&[19_999]));
        }
    }
}

#[test]
fn a_table_with_more_than_a_chunk_is_searched_chunk_by_chunk() {
    let Some(gpu) = gpu_or_skip() else { return };
    let options = GpuSearchOptions { max_layers: Some(4), ..GpuSearchOptions::default() };
    let found = search(&gpu, &cube(24, false), &[1 << 23], &options, &mut Silent).expect("it runs");
    assert_eq!(found.layers, [1, 24, 276, 2024]);
    assert_eq!(found.moves, None);
    assert_eq!(found.expanded, 301);
}

#[test]
fn a_table_of_more_than_32_bits_is_streamed_when_the_device_is_too_small() {
    let Some(gpu) = gpu_or_skip() else { return };
    let size = (1 << 32) + 100;
    let start = (1 << 32) - 50;
    let options = GpuSearchOptions {
        gpu: GpuOptions { memory_limit: Some(1 << 20), ..GpuOptions::default() },
        ..GpuSearchOptions::default()
    };
    let found = search(&gpu, &ring(size), &[start], &options, &mut Silent).expect("it runs");
    assert!(found.streamed);
    assert_eq!(found.states, 150);
    assert_eq!(found.layers.len(), 76);
    assert!(found.layers[1..75].iter().all(|layer| *layer == 2));
}

#[test]
fn a_table_of_more_than_32_bits_is_searched_on_a_device_that_can_hold_it() {
    let Some(gpu) = gpu_or_skip() else { return };
    let start = (1 << 32) - 50;
    let options = GpuSearchOptions { coding: Coding::Reachability, ..GpuSearchOptions::default() };
    match search(&gpu, &ring((1 << 32) + 100), &[start], &options, &mut Silent) {
        Ok(found) => assert_eq!((found.states, found.explored, found.streamed), (150, 150, false)),
        Err(error) => assert!(
            matches!(error, GpuError::TableTooLarge { .. } | GpuError::OutOfMemory { .. }),
            "{error}"
        ),
    }
}

#[test]
fn counts_may_pass_32_bits() {
    let Some(gpu) = gpu_or_skip() else { return };
    let mut game = folded_cube(11);
    game.text = game.text.replace("return 2u;", "return 10000000u;");
    let options = GpuSearchOptions { canonical: true, ..GpuSearchOptions::default() };
    let found = search(&gpu, &game, &[0], &options, &mut Silent).expect("it runs");
    assert_eq!((found.states, found.moves), (1024 * 10_000_000, Some(11 * 1024 * 10_000_000)));
}

#[test]
fn a_streamed_search_makes_room_for_many_successors() {
    let Some(gpu) = gpu_or_skip() else { return };
    let mut moves = vec![Vec::new(); 100];
    moves[7] = (0..100).collect();
    moves[8] = vec![7, 9];
    let toy = graph(moves, vec![0; 100], vec![0; 100]);
    let options = GpuSearchOptions {
        gpu: GpuOptions { memory_limit: Some(24), slots: 1, ..GpuOptions::default() },
        ..GpuSearchOptions::default()
    };
    let found = search(&gpu, &toy.game, &[8], &options, &mut Silent).expect("it runs");
    assert!(found.streamed);
    assert_eq!(found.layers, [1, 2, 97]);
    assert_eq!(found.successors, 102);
}

#[test]
fn symmetric_corners_are_expanded_once_and_counted_twice() {
    let Some(gpu) = gpu_or_skip() else { return };
    let game = folded_cube(11);
    for way in ways() {
        for streamed in [false, true] {
            let options = GpuSearchOptions {
                canonical: true,
                gpu: GpuOptions { streamed: Some(streamed), ..way },
                ..GpuSearchOptions::default()
            };
            let found = search(&gpu, &game, &[0x7ff], &options, &mut Silent).expect("it runs");
            let expected: Vec<u64> = binomials(11)[..6].iter().map(|corners| 2 * corners).collect();
            assert_eq!(found.layers, expected);
            assert_eq!((found.states, found.explored), (2048, 1024));
            assert_eq!(found.moves, Some(2048 * 11));
            assert_eq!(found.successors, 1024 * 11);
        }
    }
}

#[test]
fn a_search_can_end_with_the_layer_of_the_goal() {
    let Some(gpu) = gpu_or_skip() else { return };
    let options = GpuSearchOptions { goal: Goal::Stop, ..GpuSearchOptions::default() };
    let found = search(&gpu, &cube(10, false), &[0b11], &options, &mut Silent).expect("it runs");
    assert_eq!(found.goal_depth, Some(8));
    assert_eq!(found.layers, binomials(10)[..9]);
}

#[test]
fn observers_hear_of_layers_and_stop_a_search() {
    struct Impatient(Vec<Layer>);
    impl Observer for Impatient {
        fn layer(&mut self, layer: Layer) {
            self.0.push(layer);
        }
        fn cancelled(&mut self) -> bool {
            self.0.len() == 3
        }
    }
    let Some(gpu) = gpu_or_skip() else { return };
    for streamed in [false, true] {
        let options = GpuSearchOptions {
            gpu: GpuOptions { streamed: Some(streamed), ..GpuOptions::default() },
            ..GpuSearchOptions::default()
        };
        let mut observer = Impatient(Vec::new());
        let found = search(&gpu, &cube(10, false), &[0], &options, &mut observer);
        assert_eq!(found, Err(GpuError::Cancelled { states: 56, layers: vec![1, 10, 45] }));
        assert_eq!(observer.0[2], Layer { depth: 2, states: 45, total: 56 });
    }
}

#[test]
fn positions_tell_the_same_as_in_the_graph() {
    let Some(gpu) = gpu_or_skip() else { return };
    let mut moves: Vec<Vec<u64>> = random_graph(900, 5).moves;
    moves[17] = (0..200).collect();
    let toy = graph(moves, vec![0; 900], (0..900).map(|place| place % 2).collect());
    let indices: Vec<u64> = (0..900).rev().collect();
    let reports = look(&gpu, &toy.game, &indices).expect("it runs");
    for (index, look) in indices.iter().zip(reports) {
        assert_eq!((look.index, look.canonical, look.orbit), (*index, *index, 1));
        assert_eq!(look.successors, toy.moves[at(*index)]);
        assert_eq!(u64::from(look.mover), index % 2);
        assert!(!look.is_goal);
    }
    let reports = look(&gpu, &folded_cube(6), &[3, 60]).expect("it runs");
    assert_eq!((reports[0].canonical, reports[1].canonical, reports[1].orbit), (3, 3, 2));
    let reports = look(&gpu, &cube(6, true), &[7, 63]).expect("it runs");
    assert_eq!((reports[0].phase, reports[0].is_goal, reports[1].is_goal), (1, false, true));
    assert_eq!(reports[0].successors, [6, 5, 3, 15, 23, 39]);
}
