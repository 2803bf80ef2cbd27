//! What positions tell on a device is what the interpreter says of them: numbers, moves, ends,
//! goals, phases, images.
//!
//! The positions are those of random play, and indices at the borders and between, reached or not.
//! An index that no play leads to can have a move to a position without an index, which no search
//! ever sees; those are left out. So are indices that no play leads to with more moves than a list
//! of positions holds.

use super::game;
use crate::generated::{compiled, made_up, played, verdict};
use crate::shipped;
use crate::wgsl::{Planned, hard};
use gdl::emit::wgsl::Wide;
use gdl::model::{Model, State};
use gdl_runtime::engine::Rules;
use gdl_runtime::gpu::{Gpu, GpuError, PositionReport, look};
use gdl_runtime::interp::{Interp, Interpreted};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many positions of a game are compared at the least, if it has that many.
const POSITIONS: usize = 300;

/// How many of them are taken from random play, if it comes to that many.
const PLAYED: usize = 200;

/// About how many symmetric images are looked at.
const IMAGES: usize = 200;

/// The most moves of positions that no play leads to, in games in which chains of moves are put
/// into lists: those have room for 64 positions, some of which can be the same.
const MOST_IN_LISTS: usize = 80;

#[test]
fn every_shipped_game_agrees() {
    let games: Vec<Planned> =
        shipped::names().iter().map(|name| Planned::shipped(name, &[])).collect();
    all_agree(&games, POSITIONS);
}

#[test]
fn made_up_games_agree() {
    let is_left_out = |name: &str| name == OVERFLOWING || SLOW.contains(&name);
    let made_up = made_up().into_iter().filter(|(name, _)| !is_left_out(name));
    let made_up = made_up.map(|(name, text)| Planned::new(compiled(&name, &text)));
    let games: Vec<Planned> = made_up.chain(hard().into_iter().map(|(it, _)| it)).collect();
    all_agree(&games, 0);
}

/// A game with products beyond 32 bits.
const OVERFLOWING: &str = "large-numbers";

/// Games whose code takes Mesa's driver more than half a minute to compile: what they ask about
/// shapes is long, and is asked in many places.
const SLOW: [&str; 3] = ["hops-and-captures", "lines-with-a-wall", "shapes-with-walls"];

/// Numbers with a sign have 32 bits on a device; where that is too few, nothing is better than
/// something wrong.
#[test]
fn numbers_that_are_too_large_are_an_error() {
    let Some(gpu) = Gpu::for_tests() else { return };
    let (name, text) = made_up().into_iter().find(|(name, _)| name == OVERFLOWING).expect("a file");
    let planned = Planned::new(compiled(&name, &text));
    let indices: Vec<u64> = (0..planned.plan.hash.size()).collect();
    let found = look(&gpu, &game(&planned, Wide::Words), &indices);
    assert_eq!(found, Err(GpuError::ListOverflow));
}

/// Compares games on two threads, those with the longest code first: compiling it takes most of
/// the time.
fn all_agree(games: &[Planned], positions: usize) {
    let mut order: Vec<&Planned> = games.iter().collect();
    order.sort_by_cached_key(|planned| std::cmp::Reverse(planned.code(Wide::Words).text.len()));
    let next = AtomicUsize::new(0);
    let work = || {
        let Some(gpu) = Gpu::for_tests() else { return };
        while let Some(planned) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            Compared::new(planned).agree(&gpu, positions);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
}

/// A game that is compared.
struct Compared<'a> {
    planned: &'a Planned,
    title: String,
    /// Indices that play leads to, and others.
    reached: Vec<u64>,
    others: Vec<u64>,
    /// By class of symmetric positions that can be reached: the indices of all that have one.
    classes: Vec<Vec<u64>>,
}

impl<'a> Compared<'a> {
    fn new(planned: &'a Planned) -> Self {
        let interp = Interp::new(&planned.model);
        let hash = &planned.plan.hash;
        let states = played(&interp);
        let step = states.len().div_ceil(PLAYED).max(1);
        let states: Vec<State> = states.into_iter().step_by(step).collect();
        let index = |state: &State| hash.rank(state);
        let reached: Vec<u64> =
            states.iter().map(|state| index(state).expect("play has indices")).collect();
        let has_lists = planned.code(Wide::Words).text.contains("_length += 1u;");
        let is_possible = |index: &u64| {
            let next = interp.successors(&hash.unrank(*index));
            let has_room = !has_lists || next.len() <= MOST_IN_LISTS;
            has_room && next.iter().all(|next| hash.rank(&next.state).is_some())
        };
        let others = spread_indices(planned).into_iter().filter(is_possible).collect();
        let in_class = hash.quotient().order();
        let wanted = (IMAGES / in_class).max(2);
        let class = |state: &State| {
            let images: BTreeSet<u64> =
                hash.quotient().images(state).filter_map(|image| index(&image)).collect();
            images.into_iter().collect()
        };
        let some = states.iter().step_by(states.len().div_ceil(wanted).max(1));
        let classes = if in_class > 1 { some.map(class).collect() } else { Vec::new() };
        Compared { planned, title: planned.title(), reached, others, classes }
    }

    /// Compares it on the device, with two words for large numbers and with the device's own.
    fn agree(&self, gpu: &Gpu, positions: usize) {
        let size = self.planned.plan.hash.size();
        let enough = positions.min(usize::try_from(size / 2).unwrap_or(usize::MAX));
        let indices: Vec<u64> = [&self.reached, &self.others, &self.classes.concat()]
            .into_iter()
            .flatten()
            .copied()
            .collect();
        let different: BTreeSet<u64> = indices.iter().copied().collect();
        assert!(different.len() >= enough, "{}: {} of {size}", self.title, different.len());
        let words = game(self.planned, Wide::Words);
        let native = game(self.planned, Wide::Native);
        let mut games = vec![(Wide::Words, &words)];
        if gpu.info().has_64_bit_integers && native != words {
            games.push((Wide::Native, &native));
        }
        for (wide, game) in games {
            let looked = look(gpu, game, &indices);
            let reports = looked.unwrap_or_else(|error| panic!("{} {wide:?}: {error}", self.title));
            self.compare(&indices, &reports);
        }
    }

    fn compare(&self, indices: &[u64], reports: &[PositionReport]) {
        assert_eq!(indices.len(), reports.len());
        let Planned { model, plan, .. } = self.planned;
        let interp = Interp::new(model);
        let rules = Interpreted::new(&interp, plan);
        // A player who is stuck is no end that stands in the file.
        let unstuck = Model { stuck: None, ..model.clone() };
        let unstuck = Interp::new(&unstuck);
        for (number, (index, report)) in indices.iter().zip(reports).enumerate() {
            let state = plan.hash.unrank(*index);
            let title = format!("{}, index {index}", self.title);
            assert_eq!(report.index, *index, "{title}");
            let given: BTreeSet<u64> = report.successors.iter().copied().collect();
            let next = interp.successors(&state).into_iter();
            let expected: BTreeSet<u64> =
                next.map(|next| plan.hash.rank(&next.state).expect("it was looked for")).collect();
            assert_eq!(given, expected, "{title}: moves");
            let end = verdict(model, &state, unstuck.outcome(&state));
            assert_eq!(u64::from(report.verdict), end, "{title}: end");
            assert_eq!(report.mover, u32::from(state.mover.0), "{title}: mover");
            assert_eq!(report.is_goal, interp.is_goal(&state), "{title}: goal");
            if number < self.reached.len() {
                let phase = rules.phase(&state.into());
                assert_eq!(u64::from(report.phase), phase, "{title}: phase");
            }
        }
        let by_index: BTreeMap<u64, _> = indices.iter().copied().zip(reports).collect();
        if plan.hash.quotient().order() == 1 {
            let alone =
                |(index, it): (&u64, &&PositionReport)| (it.canonical, it.orbit) == (*index, 1);
            assert!(by_index.iter().all(alone), "{}: there is no symmetry", self.title);
        }
        for images in &self.classes {
            self.compare_images(images, &by_index);
        }
    }

    /// One image stands for those that belong together, and each knows how many these are. Code
    /// may divide by fewer symmetries than there are, so that all images have an index; then they
    /// fall into several classes. In a puzzle there is just one.
    fn compare_images(&self, images: &[u64], reports: &BTreeMap<u64, &PositionReport>) {
        let mut classes: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for image in images {
            classes.entry(reports[image].canonical).or_default().push(*image);
        }
        let title = &self.title;
        assert!(
            classes.len() == 1 || !self.planned.model.players.is_empty(),
            "{title}: {images:?}"
        );
        for (canonical, class) in classes {
            assert!(class.contains(&canonical), "{title}: {class:?} and {canonical}");
            let size = u32::try_from(class.len()).expect("few symmetries");
            let knows = |image: &u64| reports[image].orbit == size;
            assert!(class.iter().all(knows), "{title}: {class:?}");
        }
    }
}

/// Indices at the borders of everything, and between.
fn spread_indices(planned: &Planned) -> Vec<u64> {
    let hash = &planned.plan.hash;
    let size = hash.size();
    let mut indices = BTreeSet::from([0, size - 1, (1 << 32) - 1, 1 << 32]);
    for tier in (0..hash.tiers().len()).step_by(hash.tiers().len().div_ceil(30)) {
        let (start, entries) = (hash.tier_start(tier), hash.tier_size(tier));
        indices.extend([start, start + entries.saturating_sub(1)]);
    }
    let mut random = 1_u64;
    for _ in 0..POSITIONS {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_041);
        indices.insert((random >> 1) % size);
    }
    indices.retain(|index| *index < size);
    indices.into_iter().collect()
}
