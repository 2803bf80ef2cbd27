//! Searches on lines find what a plain search finds.

use super::*;
use crate::engine::Search;
use crate::engine::workers::Workers;
use crate::word_parallel::{WordParallelOptions, search_word_parallel};
use crate::{NoCheckpoint, Progress, Silent};
use bitvec::bitvec;
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl::model::{Content, Model};
use gdl::word_parallel::WordParallelLayout;
use gdl::word_parallel::rewrite::Becomes;
use gdl::{Params, Source, compile};

const PANCAKES: &str = "board row(8) pieces 1 .. 8 start 1 .. 8 goal start
    move flip(k in 2 .. 8): reverse 1 .. k";
const TILES: &str = "board grid(2, 4) pieces 1 .. 7 start empty, 1 .. 7 goal start
    move slide: [any | empty] -> [empty | any]";
const RING: &str = "board ring(9) pieces 1 .. 9 start 1 .. 9 goal start same rotations
    move flip(i in 1 .. 9): reverse i .. i + 3";
const BURNT: &str = "board row(5) pieces 1 .. 5 turns 2 start 1 .. 5 goal start
    move flip(k in 1 .. 5): reverse 1 .. k turn 1";
const REPEATED: &str = "board grid(2, 4) pieces 1 .. 4, a = ant goal start
    start empty, 1 .. 4, ant, ant, ant
    move slide: [any | empty] -> [empty | any]";

fn model(text: &str) -> Model {
    let source = Source::new("test.gdl", format!("game \"t\" {text}"));
    compile(&source, &Params::new()).expect("a game").0
}

/// Calls with a game and its layout.
fn with_layout<T>(text: &str, call: impl FnOnce(&WordParallelGame<'_>, &Lift) -> T) -> T {
    let model = model(text);
    let facts = analyze(&model, Domain::start(&model, 0));
    let game = WordParallelGame::new(&model, &facts).expect("rewrites");
    call(&game, &Lift::new(&game).expect("a layout"))
}

/// The indices that one move leads to, by plain rewriting.
fn successors(game: &WordParallelGame<'_>, lift: &Lift, index: u64) -> Vec<u64> {
    let mut state = game.start.clone();
    lift.unrank(index, &mut state);
    let content = |cell: usize| Content(state.cells[cell]);
    let can = game.rewrites.iter().filter(|rewrite| {
        rewrite.needs.iter().all(|(cell, contents)| contents.contains(content(cell.index())))
    });
    let made = can.map(|rewrite| {
        let mut next = state.clone();
        for (cell, becomes) in &rewrite.writes {
            match becomes {
                Becomes::Put(put) => next.cells[cell.index()] = put.0,
                Becomes::Copy(from, turn) => {
                    next.cells[cell.index()] = content(from.index()).0;
                    if let Some(turned) = next.turns.get_mut(cell.index()) {
                        *turned = (state.turns[from.index()] + turn) % 2;
                    }
                }
            }
        }
        lift.rank(&next).expect("the layout has it")
    });
    made.collect()
}

/// The layers, by plain search.
fn layers(game: &WordParallelGame<'_>, lift: &Lift, starts: &[u64]) -> Vec<Vec<u64>> {
    let mut known = bitvec![0; usize::try_from(lift.size()).expect("small")];
    let mut is_new = |index: &u64| !known.replace(usize::try_from(*index).expect("small"), true);
    assert!(starts.iter().all(&mut is_new), "starts differ");
    let mut layers = vec![starts.to_vec()];
    loop {
        let open = layers.last().expect("there is a first layer").iter();
        let reached = open.flat_map(|index| successors(game, lift, *index));
        let mut next: Vec<u64> = reached.collect();
        next.retain(&mut is_new);
        if next.is_empty() {
            return layers;
        }
        layers.push(next);
    }
}

fn counts(layers: &[Vec<u64>]) -> Vec<u64> {
    layers.iter().map(|layer| layer.len() as u64).collect()
}

fn start(game: &WordParallelGame<'_>, lift: &Lift) -> u64 {
    lift.rank(game.start).expect("the layout has the start")
}

fn search(
    game: &WordParallelGame<'_>,
    lift: &Lift,
    starts: &[u64],
    options: &WordParallelOptions,
) -> Search {
    let layout = WordParallelLayout::Lift(lift.clone());
    search_word_parallel(game, &layout, starts, &[], options, &mut NoCheckpoint, &mut Silent)
        .expect("enough memory")
}

#[test]
fn every_state_has_the_distance_of_a_plain_search() {
    for text in [PANCAKES, TILES, RING, BURNT, REPEATED] {
        with_layout(text, |game, lift| {
            let starts = [start(game, lift)];
            let plain = layers(game, lift, &starts);
            for threads in [1, 2] {
                let options = WordParallelOptions {
                    threads,
                    hardest: 3,
                    distances: true,
                    ..WordParallelOptions::default()
                };
                let found = search(game, lift, &starts, &options);
                assert_eq!(found.layers, counts(&plain), "{text}");
                let table = found.table.expect("distances were wanted");
                for (depth, layer) in plain.iter().enumerate() {
                    for index in layer {
                        let distance = table.distance(lift.place(*index));
                        assert_eq!(distance, Some(depth as u64), "{text}");
                    }
                }
                let last = plain.last().expect("there is a layer");
                assert_eq!(found.hardest.len(), last.len().min(3));
                assert!(found.hardest.iter().all(|index| last.contains(index)), "{text}");
            }
        });
    }
}

/// Starts whose words have different colors, or the other color.
#[test]
fn any_starts_will_do() {
    with_layout(TILES, |game, lift| {
        let first = start(game, lift);
        let second = successors(game, lift, first)[0];
        for starts in [vec![first, second], vec![second]] {
            let plain = layers(game, lift, &starts);
            let options = WordParallelOptions {
                threads: 1,
                hardest: 0,
                distances: false,
                ..WordParallelOptions::default()
            };
            assert_eq!(search(game, lift, &starts, &options).layers, counts(&plain));
        }
    });
}

/// A table into which some layers were put goes on with the next.
#[test]
fn a_search_goes_on_from_any_layer() {
    for text in [PANCAKES, TILES] {
        with_layout(text, |game, lift| {
            let plain = layers(game, lift, &[start(game, lift)]);
            for depth in 1..plain.len() - 1 {
                let mut table = LiftTable::new(game, lift).expect("enough memory");
                for index in plain[..=depth].iter().flatten() {
                    table.open(lift.place(*index));
                }
                table.ready().expect("enough memory");
                let workers = Workers::new(1).expect("a thread");
                let before = Progress { states: 0, depth, layer_done: 0.0, size: 0, bytes: 0 };
                let finder = crate::word_parallel::Finder::default();
                let observer = &mut Silent;
                let mut step =
                    WordParallelStep { workers: &workers, before, observer, depth, finder };
                let layer = table.step(&mut step).expect("nobody stops it");
                assert_eq!(layer.states, plain[depth + 1].len() as u64, "{text}");
                assert!(plain[depth + 1].iter().all(|index| table.is_reached(lift.place(*index))));
            }
        });
    }
}
