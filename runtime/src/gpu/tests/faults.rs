//! What goes wrong, and that it is said.

use super::super::{Coding, GpuError, GpuOptions, GpuSearchOptions, accept, search};
use super::games::{binomials, cube, folded_cube, random_graph, ring, rising_cube};
use super::gpu_or_skip;
use crate::Silent;

#[test]
fn a_phase_that_does_not_count_moves_is_noticed() {
    let Some(gpu) = gpu_or_skip() else { return };
    let options = GpuSearchOptions { coding: Coding::OneBitByLayer, ..GpuSearchOptions::default() };
    let found = search(&gpu, &cube(5, false), &[0], &options, &mut Silent);
    assert_eq!(found, Err(GpuError::WrongLayer { depth: 2, expanded: 0, expected: 11 }));
}

#[test]
fn what_does_not_fit_is_an_error_where_it_cannot_be_streamed() {
    let Some(gpu) = gpu_or_skip() else { return };
    let small = GpuOptions { memory_limit: Some(100), ..GpuOptions::default() };
    let game = cube(12, false);
    let options = GpuSearchOptions {
        coding: Coding::Reachability,
        gpu: small,
        ..GpuSearchOptions::default()
    };
    let found = search(&gpu, &game, &[0], &options, &mut Silent);
    assert_eq!(found, Err(GpuError::TableTooLarge { needed: 512, limit: 100 }));
    let never = GpuOptions { streamed: Some(false), ..small };
    let options = GpuSearchOptions { gpu: never, ..GpuSearchOptions::default() };
    let found = search(&gpu, &game, &[0], &options, &mut Silent);
    assert_eq!(found, Err(GpuError::TableTooLarge { needed: 1024, limit: 100 }));
}

#[test]
fn no_starts_reach_nothing_and_wrong_ones_are_errors() {
    let Some(gpu) = gpu_or_skip() else { return };
    let game = cube(5, false);
    let found =
        search(&gpu, &game, &[], &GpuSearchOptions::default(), &mut Silent).expect("it runs");
    assert_eq!((found.layers, found.states), (vec![], 0));
    let found = search(&gpu, &game, &[32], &GpuSearchOptions::default(), &mut Silent);
    assert_eq!(found, Err(GpuError::NoSuchIndex { index: 32, size: 32 }));
}

#[test]
fn moves_out_of_the_table_are_errors() {
    let Some(gpu) = gpu_or_skip() else { return };
    let mut game = cube(5, false);
    game.size = 20;
    for streamed in [false, true] {
        let options = GpuSearchOptions {
            gpu: GpuOptions { streamed: Some(streamed), ..GpuOptions::default() },
            ..GpuSearchOptions::default()
        };
        let found = search(&gpu, &game, &[0], &options, &mut Silent);
        assert_eq!(found, Err(GpuError::IndexOutside));
    }
}

#[test]
fn a_list_of_the_game_that_is_too_short_is_an_error() {
    let Some(gpu) = gpu_or_skip() else { return };
    let mut game = cube(5, false);
    game.text = game.text.replace(
        "let place = state.place;",
        "let place = state.place; list_overflow = place == 9u;",
    );
    let found = search(&gpu, &game, &[0], &GpuSearchOptions::default(), &mut Silent);
    assert_eq!(found, Err(GpuError::ListOverflow));
}

#[test]
fn loops_that_the_driver_ends_early_are_noticed() {
    let Some(gpu) = gpu_or_skip() else { return };
    let mut game = cube(6, false);
    let long = "let place = state.place; var sum = place;
    for (var round = 0u; round < 100000u * u32(place == 9u); round += 1u) { sum = sum * 5u + tables[0]; }
    if (place == 9u && sum == 7u) { return; }";
    game.text = game.text.replace("let place = state.place;", long);
    match search(&gpu, &game, &[0], &GpuSearchOptions::default(), &mut Silent) {
        Ok(found) => assert_eq!(found.layers, binomials(6)),
        Err(error) => assert_eq!(error, GpuError::CutShort),
    }
}

#[test]
fn a_text_with_a_mistake_is_shown() {
    let Some(gpu) = gpu_or_skip() else { return };
    let mut game = cube(5, false);
    game.text = game.text.replace("return at_place(", "return no_such_function(");
    let found = search(&gpu, &game, &[0], &GpuSearchOptions::default(), &mut Silent);
    let Err(GpuError::Shader { kernel: "search", message, excerpt }) = found else {
        panic!("not accepted: {found:?}")
    };
    assert!(message.contains("no_such_function"), "{message}");
    let pointed = excerpt.lines().find(|line| line.starts_with('>')).expect("a line is pointed at");
    assert!(pointed.contains("no_such_function"), "{excerpt}");
}

#[test]
fn texts_are_accepted_or_not_without_a_device() {
    let games = [cube(5, false), cube(30, true), rising_cube(4), folded_cube(3), ring(1 << 33)];
    for game in games {
        assert_eq!(accept(&game), Ok(()));
    }
    let mut game = random_graph(30, 1).game;
    assert_eq!(accept(&game), Ok(()));
    game.text = game.text.replace(
        "is_goal(state: State) -> bool { return false",
        "is_goal(state: State) -> bool { return 0u",
    );
    let refused = accept(&game).expect_err("a number is no truth value").to_string();
    assert!(refused.contains("does not accept the kernel `search`"), "{refused}");
    assert!(refused.contains("fn is_goal(state: State) -> bool { return 0u"), "{refused}");
}

#[test]
fn workgroups_that_are_not_possible_are_errors() {
    let Some(gpu) = gpu_or_skip() else { return };
    for workgroup in [0, 16, 48, 512] {
        let options = GpuSearchOptions {
            gpu: GpuOptions { workgroup, ..GpuOptions::default() },
            ..GpuSearchOptions::default()
        };
        let found = search(&gpu, &cube(5, false), &[0], &options, &mut Silent);
        assert!(matches!(found, Err(GpuError::Workgroup { size, .. }) if size == workgroup));
    }
}

#[test]
fn a_device_that_is_gone_is_an_error() {
    let Some(gpu) = gpu_or_skip() else { return };
    gpu.device.destroy();
    for streamed in [false, true] {
        let options = GpuSearchOptions {
            gpu: GpuOptions { streamed: Some(streamed), ..GpuOptions::default() },
            ..GpuSearchOptions::default()
        };
        let found = search(&gpu, &cube(5, false), &[0], &options, &mut Silent);
        assert!(matches!(found, Err(GpuError::Lost { .. })), "{found:?}");
    }
}
