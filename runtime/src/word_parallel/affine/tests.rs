//! The layers of a sweep are those of a search that looks at one position at a time.

use crate::word_parallel::{WordParallelOptions, search_word_parallel};
use crate::{NoCheckpoint, Silent};
use gdl::domain::Domain;
use gdl::facts::{Facts, analyze};
use gdl::model::{CellId, Content, ContentSet, Model, PlayerId, State};
use gdl::plan::Numbering;
use gdl::word_parallel::affine::Affine;
use gdl::word_parallel::rewrite::{Becomes, Rewrite};
use gdl::word_parallel::{WordParallelGame, WordParallelLayout};
use std::collections::BTreeMap;

const EMPTY: Content = Content(0);
const PEG: Content = Content(1);

fn compiled(text: &str) -> Model {
    let source = gdl::Source::new("test.gdl", format!("game \"t\" {text}"));
    gdl::compile(&source, &gdl::Params::new()).expect("a game").0
}

/// The depth of everything that can be reached, position by position.
fn plain(game: &WordParallelGame<'_>) -> BTreeMap<Vec<u8>, usize> {
    let start = game.start.cells.clone();
    let mut depths = BTreeMap::from([(start.clone(), 0)]);
    let mut layer = vec![start];
    for depth in 1.. {
        let mut next = Vec::new();
        for cells in &layer {
            for rewrite in &game.rewrites {
                let fits =
                    |(cell, set): &(CellId, ContentSet)| set.contains(Content(cells[cell.index()]));
                if !rewrite.needs.iter().all(fits) {
                    continue;
                }
                let mut made = cells.clone();
                for (cell, becomes) in &rewrite.writes {
                    made[cell.index()] = match becomes {
                        Becomes::Put(content) => content.0,
                        Becomes::Copy(from, _) => cells[from.index()],
                    };
                }
                if !depths.contains_key(&made) {
                    depths.insert(made.clone(), depth);
                    next.push(made);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    depths
}

/// Compares a search with a plain one: layers, distances, the hardest positions, and the nearest
/// of some goals.
fn compare(game: &WordParallelGame<'_>, affine: Affine) {
    let depths = plain(game);
    let mut layers = vec![0_u64; depths.values().max().map_or(0, |last| last + 1)];
    depths.values().for_each(|depth| layers[*depth] += 1);
    let layout = WordParallelLayout::Affine(affine);
    let mut state = game.start.clone();
    let start = layout.rank(&state).expect("the start has an index");
    for threads in [1, 2] {
        let options = WordParallelOptions {
            threads,
            hardest: 3,
            distances: true,
            ..WordParallelOptions::default()
        };
        let goals: Vec<u64> = (0..layout.size()).filter(|index| index % 5 == 3).collect();
        let found = search_word_parallel(
            game,
            &layout,
            &[start],
            &goals,
            &options,
            &mut NoCheckpoint,
            &mut Silent,
        )
        .expect("found");
        assert_eq!(found.layers, layers);
        let table = found.table.expect("distances");
        let mut nearest = None;
        let mut hardest = Vec::new();
        for index in 0..layout.size() {
            layout.unrank(index, &mut state);
            assert_eq!(layout.rank(&state), Some(index));
            assert_eq!(layout.index(layout.place(index)), Some(index));
            let depth = depths.get(&state.cells).copied();
            let distance = table.distance(layout.place(index));
            assert_eq!(distance, depth.map(|depth| depth as u64), "{index}");
            if let Some(depth) = depth {
                hardest.extend((depth + 1 == layers.len()).then_some(index));
                if index % 5 == 3 && nearest.is_none_or(|(least, _)| depth < least) {
                    nearest = Some((depth, index));
                }
            }
        }
        assert_eq!(found.goal.map(|(depth, _)| depth), nearest.map(|(depth, _)| depth));
        assert_eq!(found.hardest.len(), hardest.len().min(3));
        assert!(found.hardest.iter().all(|index| hardest.contains(index)));
    }
    let gaps = (0..layout.places()).filter(|place| layout.index(*place).is_none()).count() as u64;
    assert_eq!(layout.places() - gaps, layout.size());
}

/// Whether the layers are made in one sweep.
fn check(text: &str) -> bool {
    let model = compiled(text);
    let facts = analyze(&model, Domain::start(&model, 0));
    let game = WordParallelGame::new(&model, &facts).expect("rewrites");
    let layout = Affine::new(&game).expect("bits");
    let once = layout.is_ordered() && layout.depth.is_some();
    compare(&game, layout);
    once
}

const JUMPS: &str = "pieces o = peg goal start
    move jump: [peg | peg | empty] -> [empty | empty | peg]";

#[test]
fn jumps_are_found() {
    assert!(check(&format!("board {{ o o . o o o }} {JUMPS}")));
    assert!(!check(&format!("board {{ o o . o o o o o o o o o o o }} {JUMPS}")));
    let cross = "
          o o
        o o o o
        o o . o
          o o
    ";
    assert!(check(&format!("board {{{cross}}} {JUMPS}")));
    let square = "
        o o o o
        o o . o
        o o o o
        o o o o
    ";
    check(&format!("board {{{square}}} {JUMPS}"));
    let triangle = "
        .
       o o
      o o o
     o o o o
    o o o o o
    ";
    check(&format!("board {{{triangle}}} links hex {JUMPS}"));
}

/// Jumps in two of four directions leave many lines with an order.
#[test]
fn one_sweep_over_many_lines_finds_all() {
    let square = "
        o o o o
        o o . o
        o o o o
        o o o o
    ";
    let jumps = JUMPS.replace("jump:", "jump along e s:");
    assert!(check(&format!("board {{{square}}} {jumps}")));
    let long = "board { o o o o . o o o o o o o o o o o }";
    assert!(check(&format!("{long} {}", JUMPS.replace("jump:", "jump along w:"))));
}

#[test]
fn moves_that_can_be_undone_are_found() {
    let slides = "pieces o = frog goal start move slide: [frog | empty] -> [empty | frog]";
    assert!(!check(&format!("board {{ o o . . . o . }} {slides}")));
    let grid = "
        o . . .
        o o . .
        . . o .
    ";
    assert!(!check(&format!("board {{{grid}}} {slides}")));
    let lights = "pieces o = light goal start
        move out: [light | any] -> [empty | any]
        move on: [empty | light] -> [light | light]";
    let grid = "
        o . .
        . o .
        . . o
    ";
    check(&format!("board {{{grid}}} {lights}"));
}

/// What one of two kinds of pieces leaves behind on a cell, the other cannot hold.
#[test]
fn cells_with_other_contents_are_bits_too() {
    let text = "board { a b a b a . b a b a b } pieces a = ant, b = bee goal start
        move swap: [ant | bee] -> [bee | ant]";
    assert!(!check(text));
}

/// A number between 0 and `end` (xorshift).
fn random(seed: &mut u64, end: u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 20) % end
}

/// A rewrite of two or three cells; `falls` is by how much the number of pegs does, if that
/// matters.
fn random_rewrite(seed: &mut u64, cells: u64, falls: Option<i64>) -> Option<Rewrite> {
    let length = 2 + random(seed, 2);
    let mut chosen: Vec<u64> = (0..length).map(|_| random(seed, cells)).collect();
    chosen.sort_unstable();
    chosen.dedup();
    let cell = |number: u64| CellId(u8::try_from(number).expect("few cells"));
    let (mut needs, mut writes, mut change) = (Vec::new(), Vec::new(), 0);
    for number in chosen {
        let (old, new) = (random(seed, 2), random(seed, 2));
        let content = |bit: u64| if bit == 1 { PEG } else { EMPTY };
        needs.push((cell(number), ContentSet::only(content(old))));
        if old != new {
            writes.push((cell(number), Becomes::Put(content(new))));
            change += new.cast_signed() - old.cast_signed();
        }
    }
    let fits = falls.is_none_or(|falls| change == -falls) && !writes.is_empty();
    fits.then_some(Rewrite { number: 0, player: PlayerId(0), needs, writes })
}

fn random_games(text: &str, cases: u64, falls: Option<i64>, change: impl Fn(&mut Facts)) -> usize {
    let mut once = 0;
    for case in 0..cases {
        let mut seed = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(case + 1);
        let cells = 4 + case % 10;
        let board = "o ".repeat(usize::try_from(cells).expect("few cells"));
        let mut model = compiled(&format!("board {{ {board} }} pieces o = peg {text}"));
        let mut facts = analyze(&model, Domain::start(&model, 0));
        change(&mut facts);
        for content in &mut model.starts[0].cells {
            *content = u8::from(random(&mut seed, 3) > 0);
        }
        let number = 3 + random(&mut seed, 2 * cells);
        let mut rewrites = Vec::new();
        while (rewrites.len() as u64) < number {
            rewrites.extend(random_rewrite(&mut seed, cells, falls));
        }
        let game = WordParallelGame {
            rewrites,
            ..WordParallelGame::new(&model, &facts).expect("rewrites")
        };
        // Some of them cannot move at all.
        let Ok(layout) = Affine::new(&game) else { continue };
        once += usize::from(layout.is_ordered() && layout.depth.is_some());
        compare(&game, layout);
    }
    once
}

#[test]
fn random_rewrites_are_found() {
    let text = "goal start move take: [peg] -> [empty] move put: [empty] -> [peg]";
    random_games(text, 200, None, |_| {});
}

/// The number of pegs tells the layer, and often there is an order.
#[test]
fn random_rewrites_that_take_a_peg_are_found() {
    let text = "goal start move take: [peg] -> [empty]";
    let once = random_games(text, 200, Some(1), |_| {});
    assert!(once > 20, "{once}");
    let layered = random_games(text, 50, Some(1), |facts| facts.layers.number = None);
    assert_eq!(layered, 0);
}

/// Starts with different numbers of pegs are in the first layer all the same.
#[test]
fn starts_of_several_layers_are_searched_layer_by_layer() {
    let model = compiled(&format!("board {{ o o . o o o o o }} {JUMPS}"));
    let facts = analyze(&model, Domain::start(&model, 0));
    let game = WordParallelGame::new(&model, &facts).expect("rewrites");
    let layout = WordParallelLayout::Affine(Affine::new(&game).expect("bits"));
    let options = WordParallelOptions { threads: 1, ..WordParallelOptions::default() };
    let mut state = State::at_start(&model, &model.starts[0]);
    let first = layout.rank(&state).expect("an index");
    let search = |starts: &[u64]| {
        search_word_parallel(&game, &layout, starts, &[], &options, &mut NoCheckpoint, &mut Silent)
            .expect("found")
    };
    let alone = search(&[first]);
    state.cells[..3].copy_from_slice(&[0, 0, 1]);
    let second = layout.rank(&state).expect("an index");
    let both = search(&[first, second]);
    assert_eq!(both.states, alone.states);
    assert_eq!(both.layers[0], 2);
    assert!(both.layers.len() < alone.layers.len() + 1);
}
