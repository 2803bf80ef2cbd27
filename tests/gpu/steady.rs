//! Nobody gets into anybody's way: the same tables in every run, with every size of workgroups, in
//! one part or several, on the device or on the host.

use super::{game_for, start};
use crate::wgsl::Planned;
use gdl_runtime::Silent;
use gdl_runtime::gpu::{
    Game, Gpu, GpuOptions, GpuSearch, GpuSearchOptions, GpuTable, GpuValueOptions, GpuValues,
    search, values,
};
use gdl_runtime::values::Structure;
use std::ops::Range;

/// How often everything is done.
const RUNS: usize = 20;

/// The sizes of workgroups that are tried in turn.
const WORKGROUPS: [u32; 4] = [32, 64, 128, 256];

/// How the device is used in each run.
fn runs() -> impl Iterator<Item = GpuOptions> {
    let options = |workgroup| GpuOptions { workgroup, ..GpuOptions::default() };
    (0..RUNS).map(move |run| options(WORKGROUPS[run % WORKGROUPS.len()]))
}

/// The entries of a table.
fn entries(table: Option<&GpuTable>) -> Vec<u32> {
    let table = table.expect("it was wanted");
    (0..table.size()).map(|index| table.get(index)).collect()
}

fn layers(gpu: &Gpu, game: &Game, start: u64, options: GpuOptions) -> GpuSearch {
    let wanted = GpuSearchOptions { keep_table: true, gpu: options, ..GpuSearchOptions::default() };
    let found = search(gpu, game, &[start], &wanted, &mut Silent);
    found.unwrap_or_else(|error| panic!("{options:?}: {error}"))
}

#[test]
fn layers_are_the_same_in_every_run() {
    let Some(gpu) = Gpu::for_tests() else { return };
    let planned = Planned::shipped("fore-and-aft", &[]);
    let (game, start) = (game_for(&gpu, &planned), start(&planned));
    let first = layers(&gpu, &game, start, GpuOptions::default());
    let expected = entries(first.table.as_ref());
    assert_eq!((first.states, first.streamed), (218_790, false));
    for options in runs().chain(other_ways(&game)) {
        let found = layers(&gpu, &game, start, options);
        assert_eq!(found.layers, first.layers, "{options:?}");
        assert_eq!((found.successors, found.moves), (first.successors, first.moves));
        assert_eq!(found.goal_depth, first.goal_depth, "{options:?}");
        assert!(entries(found.table.as_ref()) == expected, "{options:?}");
        assert_eq!(found.streamed, options.streamed == Some(true), "{options:?}");
    }
}

/// Several parts, few invocations, no room for successors, and all that on the host.
fn other_ways(game: &Game) -> Vec<GpuOptions> {
    let plain = GpuOptions::default();
    let quarter = Some((game.size / 16).next_power_of_two());
    vec![
        GpuOptions { part_bytes: quarter, ..plain },
        GpuOptions { part_bytes: quarter, workgroup: 256, slots: 1, ..plain },
        GpuOptions { invocations: Some(1), slots: 2, workgroup: 32, ..plain },
        GpuOptions { streamed: Some(true), ..plain },
        GpuOptions { streamed: Some(true), workgroup: 256, slots: 3, ..plain },
    ]
}

#[test]
fn values_are_the_same_in_every_run() {
    let Some(gpu) = Gpu::for_tests() else { return };
    let planned = Planned::shipped("tic-tac-toe", &[]);
    let (game, start) = (game_for(&gpu, &planned), start(&planned));
    let hash = &planned.plan.hash;
    let structure = Structure::new(&planned.model, &planned.plan);
    let tiers: Vec<Range<u64>> = (0..hash.tiers().len())
        .map(|tier| hash.tier_start(tier)..hash.tier_start(tier) + hash.tier_size(tier))
        .collect();
    let solve = |from: Option<&[u64]>, gpu_options: GpuOptions| -> GpuValues {
        let options = GpuValueOptions { gpu: gpu_options, ..GpuValueOptions::default() };
        let found = values(&gpu, &game, &tiers, structure.stuck, from, &options, &mut Silent);
        found.unwrap_or_else(|error| panic!("{gpu_options:?}: {error}"))
    };
    let small_parts = GpuOptions {
        part_bytes: Some((game.size / 16).next_power_of_two()),
        slots: 1,
        ..GpuOptions::default()
    };
    for from in [None, Some(&[start][..])] {
        let first = solve(from, GpuOptions::default());
        let expected = entries(first.table.as_ref());
        for options in runs().chain([small_parts]) {
            let found = solve(from, options);
            assert_eq!(found.tiers, first.tiers, "{options:?}");
            assert!(entries(found.table.as_ref()) == expected, "{options:?}");
        }
    }
}
