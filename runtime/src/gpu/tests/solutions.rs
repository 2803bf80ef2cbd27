//! Values.

use super::super::{Gpu, GpuError, GpuOptions, GpuValueOptions, values};
use super::games::{Toy, at, graph, mirrored_graph, random_graph, subtraction};
use super::{gpu_or_skip, ways};
use crate::values::work::ValueCounts;
use crate::{Observer, Progress, Silent};
use std::iter;
use std::ops::Range;

/// All positions as one tier.
fn whole(toy: &Toy) -> Vec<Range<u64>> {
    iter::once(0..toy.game.size).collect()
}

fn count(values: &[u32], tier: Range<u64>, is_asked: impl Fn(u64) -> bool) -> ValueCounts {
    let mut counts = ValueCounts::default();
    for place in tier.filter(|place| is_asked(*place)) {
        match values[at(place)] {
            1 => counts.won += 1,
            2 => counts.lost += 1,
            _ => counts.drawn += 1,
        }
    }
    counts
}

/// Compares a game with the plain computation, all of it and what is reached from the last
/// position.
fn compare(gpu: &Gpu, toy: &Toy, tiers: &[Range<u64>], stuck: u32, way: GpuOptions) {
    let expected = toy.values(stuck);
    let options = GpuValueOptions { gpu: way, ..GpuValueOptions::default() };
    let found = values(gpu, &toy.game, tiers, stuck, None, &options, &mut Silent).expect("it runs");
    let counts: Vec<_> =
        tiers.iter().map(|tier| count(&expected, tier.clone(), |_| true)).collect();
    assert_eq!(found.tiers, counts, "{way:?}");
    let table = found.table.expect("it was wanted");
    let read: Vec<u32> = (0..toy.game.size).map(|index| table.get(index)).collect();
    assert_eq!(read, expected);

    let start = [toy.game.size - 1];
    let reached = toy.distances(&start);
    let found = values(gpu, &toy.game, tiers, stuck, Some(&start), &options, &mut Silent);
    let found = found.expect("it runs");
    let is_asked = |place| reached.contains_key(&place);
    let counts: Vec<_> =
        tiers.iter().map(|tier| count(&expected, tier.clone(), is_asked)).collect();
    assert_eq!(found.tiers, counts, "{way:?}");
    let table = found.table.expect("it was wanted");
    for place in 0..toy.game.size {
        let value = if is_asked(place) { expected[at(place)] } else { 3 };
        assert_eq!(table.get(place), value);
    }
}

#[test]
fn who_takes_the_last_of_a_multiple_of_four_wins() {
    let Some(gpu) = gpu_or_skip() else { return };
    let toy = subtraction(200);
    let options = GpuValueOptions::default();
    let found =
        values(&gpu, &toy.game, &whole(&toy), 2, None, &options, &mut Silent).expect("it runs");
    let table = found.table.expect("it was wanted");
    for heap in 0..=200 {
        let value = if heap % 4 == 0 { 2 } else { 1 };
        assert_eq!((table.get(2 * heap), table.get(2 * heap + 1)), (value, value), "{heap}");
    }
    for way in ways() {
        for stuck in 1..=3 {
            compare(&gpu, &toy, &whole(&toy), stuck, way);
        }
    }
}

#[test]
fn cycles_are_draws_and_a_player_may_move_twice() {
    let Some(gpu) = gpu_or_skip() else { return };
    // 0 is lost. 1 and 2 go round; 3 can leave the round for a win. 4 is moved on by the same
    // player to 3, 5 by the other. 6 cannot but lose.
    let moves = vec![vec![], vec![2], vec![1], vec![1, 0], vec![3], vec![3], vec![5, 3]];
    let toy = graph(moves, vec![2, 0, 0, 0, 0, 0, 0], vec![0, 1, 0, 1, 1, 0, 0]);
    assert_eq!(toy.values(3), [2, 0, 0, 1, 1, 2, 2]);
    for way in ways() {
        compare(&gpu, &toy, &whole(&toy), 3, way);
    }
}

#[test]
fn random_games_have_the_values_of_plain_rounds() {
    let Some(gpu) = gpu_or_skip() else { return };
    for seed in 1..=4 {
        let toy = random_graph(1500, seed);
        for way in ways() {
            let stuck = u32::try_from(1 + seed % 3).expect("small");
            compare(&gpu, &toy, &[0..0, 0..500, 500..1000, 1000..1500], stuck, way);
            compare(&gpu, &toy, &whole(&toy), stuck, way);
        }
    }
}

#[test]
fn a_position_can_stand_for_its_mirror_image() {
    let Some(gpu) = gpu_or_skip() else { return };
    for seed in 1..=3 {
        let toy = mirrored_graph(900, seed);
        let expected = toy.values(2);
        for way in ways() {
            let options =
                GpuValueOptions { canonical: true, gpu: way, ..GpuValueOptions::default() };
            let tiers = [0..300, 300..900, 900..1800];
            let found = values(&gpu, &toy.game, &tiers, 2, None, &options, &mut Silent);
            let found = found.expect("it runs");
            let twice = |counts: ValueCounts| ValueCounts {
                won: 2 * counts.won,
                lost: 2 * counts.lost,
                drawn: 2 * counts.drawn,
            };
            let counts =
                tiers[..2].iter().map(|tier| twice(count(&expected, tier.clone(), |_| true)));
            assert_eq!(found.tiers[..2], counts.collect::<Vec<_>>());
            assert_eq!(found.tiers[2], ValueCounts::default());
            let table = found.table.expect("it was wanted");
            for place in 0..1800 {
                let value = if place < 900 { expected[at(place)] } else { 3 };
                assert_eq!(table.get(place), value);
            }

            let starts = [1799, 450];
            let reached = toy.distances(&starts);
            let found = values(&gpu, &toy.game, &tiers, 2, Some(&starts), &options, &mut Silent);
            let is_asked =
                |place| reached.contains_key(&place) || reached.contains_key(&(1799 - place));
            let counts =
                tiers[..2].iter().map(|tier| twice(count(&expected, tier.clone(), is_asked)));
            assert_eq!(found.expect("it runs").tiers[..2], counts.collect::<Vec<_>>());
        }
    }
}

#[test]
fn twenty_runs_have_the_same_values() {
    let Some(gpu) = gpu_or_skip() else { return };
    let toy = random_graph(12_000, 31);
    let expected = toy.values(2);
    for workgroup in [32, 64, 128, 256] {
        for _ in 0..5 {
            let way = GpuOptions { workgroup, ..GpuOptions::default() };
            let options = GpuValueOptions { gpu: way, ..GpuValueOptions::default() };
            let found =
                values(&gpu, &toy.game, &[0..4000, 4000..12_000], 2, None, &options, &mut Silent);
            let table = found.expect("it runs").table.expect("it was wanted");
            assert!((0..12_000).all(|index| table.get(index) == expected[at(index)]));
        }
    }
}

#[test]
fn values_of_a_table_that_does_not_fit_are_an_error() {
    let Some(gpu) = gpu_or_skip() else { return };
    let small = GpuOptions { memory_limit: Some(200), ..GpuOptions::default() };
    let options = GpuValueOptions { gpu: small, ..GpuValueOptions::default() };
    let toy = random_graph(1500, 3);
    let found = values(&gpu, &toy.game, &whole(&toy), 2, None, &options, &mut Silent);
    assert_eq!(found, Err(GpuError::TableTooLarge { needed: 376, limit: 200 }));
}

#[test]
fn an_observer_stops_the_search_for_values() {
    struct After(usize);
    impl Observer for After {
        fn progress(&mut self, progress: &Progress) {
            self.0 = self.0.max(progress.depth);
        }
        fn cancelled(&mut self) -> bool {
            self.0 == 2
        }
    }
    let Some(gpu) = gpu_or_skip() else { return };
    let toy = random_graph(1500, 9);
    let tiers = [0..500, 500..1000, 1000..1500];
    let options = GpuValueOptions::default();
    let found = values(&gpu, &toy.game, &tiers, 2, None, &options, &mut After(0));
    assert_eq!(found, Err(GpuError::Cancelled { states: 1000, layers: Vec::new() }));
    let found = values(&gpu, &toy.game, &tiers, 2, Some(&[1499]), &options, &mut After(2));
    assert!(matches!(found, Err(GpuError::Cancelled { layers, .. }) if layers.is_empty()));
}
