//! Layers and distances, compared with a search that looks at one state at a time and knows
//! nothing of rows and columns.

use super::ProductTable;
use crate::engine::Search;
use crate::word_parallel::vector::Processor;
use crate::word_parallel::{WordParallelOptions, WordParallelSearch, search_word_parallel};
use crate::{NoCheckpoint, Silent, SolveError};
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl::model::{Model, State};
use gdl::plan::Numbering;
use gdl::word_parallel::product::Product;
use gdl::word_parallel::rewrite::{Becomes, Rewrite};
use gdl::word_parallel::{WordParallelGame, WordParallelLayout};
use gdl::{Params, Source, compile};
use std::collections::BTreeMap;

/// A game; none if the text is none, as when a move fits nowhere on the board.
fn model(text: &str) -> Option<Model> {
    compile(&Source::new("test.gdl", text), &Params::new()).ok().map(|(model, _)| model)
}

fn after(rewrite: &Rewrite, state: &State) -> Option<State> {
    let held = |cell: gdl::model::CellId| state.cells[cell.index()];
    let fits =
        rewrite.needs.iter().all(|(cell, set)| set.contains(gdl::model::Content(held(*cell))));
    fits.then(|| {
        let mut next = state.clone();
        for (cell, becomes) in &rewrite.writes {
            next.cells[cell.index()] = match becomes {
                Becomes::Put(content) => content.0,
                Becomes::Copy(from, _) => held(*from),
            };
        }
        next
    })
}

/// The distance of every state that can be reached, and the layers.
fn plain_search(game: &WordParallelGame<'_>) -> (BTreeMap<State, u64>, Vec<u64>) {
    let start = game.start.clone();
    let mut found = BTreeMap::from([(start.clone(), 0)]);
    let (mut newest, mut layers) = (vec![start], Vec::new());
    while !newest.is_empty() {
        layers.push(newest.len() as u64);
        let mut next = Vec::new();
        for state in &newest {
            for image in game.rewrites.iter().filter_map(|rewrite| after(rewrite, state)) {
                if !found.contains_key(&image) {
                    found.insert(image.clone(), layers.len() as u64);
                    next.push(image);
                }
            }
        }
        newest = next;
    }
    (found, layers)
}

/// Compares both searches; says which symmetries the layout made use of, or nothing if there is no
/// layout.
fn compare(text: &str) -> Option<String> {
    let model = model(text)?;
    let facts = analyze(&model, Domain::start(&model, 0));
    let game = WordParallelGame::new(&model, &facts).expect("rewrites");
    let layouts = [Product::one_to_one(&game), Product::new(&game)];
    let [Ok(one_to_one), Ok(best)] = layouts else { return None };
    assert!(one_to_one.symmetries() == 1);
    let notes = best.cost().notes[1..].join("; ");
    let (found, layers) = plain_search(&game);
    for product in [one_to_one, best] {
        let layout = WordParallelLayout::Product(product);
        let start = layout.rank(&State::at_start(&model, &model.starts[0])).expect("an index");
        for threads in [1, 2] {
            let options = WordParallelOptions {
                threads,
                hardest: 0,
                distances: true,
                ..WordParallelOptions::default()
            };
            let search = search_word_parallel(
                &game,
                &layout,
                &[start],
                &[],
                &options,
                &mut NoCheckpoint,
                &mut Silent,
            );
            let search = search.expect("a small table");
            assert_eq!(search.layers, layers, "{text}\n{:?}", layout.cost());
            let table = search.table.expect("distances");
            for (state, distance) in &found {
                let place = layout.place(layout.rank(state).expect("an index"));
                assert_eq!(table.distance(place), Some(*distance), "{text}\n{state:?}");
            }
            let WordParallelLayout::Product(product) = &layout else { unreachable!("it is one") };
            let indices = table.reached().map(|place| product.index(place).expect("no gap"));
            let states: u64 = indices.map(|index| product.images(index)).sum();
            assert_eq!(states, found.len() as u64);
        }
    }
    Some(notes)
}

const SLIDE: &str = "move slide: [any | empty] -> [empty | any]\n";
const JUMP: &str = "move jump: [p:any | any | empty] -> [empty | _ | p]\n";

fn puzzle(board: &str, moves: &str) -> String {
    format!(
        "game \"t\"\nboard {{\n{board}}}\npieces a = ant, b = bee, c = cat, d = dog\n{moves}goal start\n"
    )
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        usize::try_from((self.0 >> 33) % limit as u64).expect("less than the limit")
    }
}

#[test]
fn boards_of_many_shapes_have_the_right_layers() {
    let boards = [
        "a a b b . c\n",
        "a a . b b\n",
        "a b a\nb . a\nb a b\n",
        "a a a . \na b b a\n",
        "  a\na . b\n  b\n",
        "a a   b b\na . c b b\na a   b b\n",
        "a b c\nd . d\n",
        "a a b b\n. b b a\n",
        "a a a\n. a a\n",
    ];
    let mut taken = 0;
    for board in boards {
        for moves in [SLIDE, &format!("{SLIDE}{JUMP}")] {
            taken += usize::from(compare(&puzzle(board, moves)).is_some());
        }
    }
    assert_eq!(taken, 18);
}

#[test]
fn rules_of_many_kinds_have_the_right_layers() {
    let rules = [
        "move one: [ant | empty] -> [empty | ant]\n",
        "move two along e: [ant | empty] -> [empty | ant]\n",
        "move three along w s: [bee | empty] -> [empty | bee]\n",
        "move four: [p:any | bee | empty] -> [empty | _ | p]\n",
        "move five: [bee | any | empty] -> [empty | _ | bee]\n",
        "move six: [p:any | empty | ant] -> [empty | p | _]\n",
        "move seven: [p:any | q:any | empty] -> [empty | p | q]\n",
        "move eight: [p:any | q:any | empty] -> [q | empty | p]\n",
        "move nine along e: [p:ant or bee | any | any | empty] -> [empty | _ | _ | p]\n",
        SLIDE,
        JUMP,
    ];
    let mut dice = Dice(7);
    let mut taken = 0;
    for _ in 0..120 {
        let (rows, columns) = ([1, 2, 2, 3, 3][dice.below(5)], 3 + dice.below(2));
        let kinds = 1 + dice.below(4);
        let empty = dice.below(rows * columns);
        let mut board = String::new();
        for cell in 0..rows * columns {
            let piece = ["a", "b", "c", "d"][dice.below(kinds)];
            // Few pieces of the last kinds, so that there are not too many states; and some cells
            // are missing.
            let piece =
                if dice.below(3) > 0 { ["a", "b"][dice.below(kinds.min(2))] } else { piece };
            let piece = if dice.below(7) == 0 { " " } else { piece };
            board += if cell == empty { "." } else { piece };
            board += if cell % columns == columns - 1 { "\n" } else { " " };
        }
        let mut chosen: Vec<usize> =
            (0..1 + dice.below(3)).map(|_| dice.below(rules.len())).collect();
        chosen.sort_unstable();
        chosen.dedup();
        let moves: String = chosen.iter().map(|rule| rules[*rule]).collect();
        taken += usize::from(compare(&puzzle(&board, &moves)).is_some());
    }
    assert!(taken > 60, "{taken}");
}

#[test]
fn symmetries_of_many_kinds_have_the_right_layers() {
    let boards = [
        // Exchanged with a middle, exchanged without, a middle of several cells, columns divided.
        ("a a . b b\n", "exchanges"),
        ("a a a\na a . b b\n    b b b\n", "exchanges"),
        ("a a b\na . b\na b b\n", "exchanges"),
        ("a c b\na . b\na c b\n", "exchanges"),
        ("a a   b b\na a . b b\na a   b b\n", "divide"),
        ("a b a\n. b b\na b a\n", "exchanges"),
        ("a a\na . b\n  b b\n", "exchanges"),
    ];
    for (board, sort) in boards {
        let notes = [SLIDE, &format!("{SLIDE}{JUMP}")].map(|moves| compare(&puzzle(board, moves)));
        for note in notes {
            let note = note.expect("a layout");
            assert!(note.contains(sort), "{board}: {note}");
        }
    }
}

#[test]
fn random_boards_with_symmetries_have_the_right_layers() {
    let mut dice = Dice(11);
    let (mut exchanged, mut divided) = (0, 0);
    for _ in 0..40 {
        // Half of a board, then its image: turned or reflected, with the kinds exchanged or not.
        let rows = 1 + dice.below(3);
        let columns = if rows == 3 { 2 } else { 2 + dice.below(2) };
        let (turned, renamed) = (dice.below(2) == 0, dice.below(2) == 0);
        let mut half = vec![vec!['a'; columns]; rows];
        for cell in half.iter_mut().flatten() {
            *cell = ['a', 'b', 'b', 'a', 'a', 'b', ' '][dice.below(7)];
        }
        let image = |cell: char| match cell {
            'a' if renamed => 'b',
            'b' if renamed => 'a',
            _ => cell,
        };
        let mut board = String::new();
        for row in 0..rows {
            let other = if turned { rows - 1 - row } else { row };
            let middle = if 2 * row + 1 == rows { '.' } else { ' ' };
            let right = half[other].iter().rev().map(|cell| image(*cell));
            let cells = half[row].iter().copied().chain([middle]).chain(right);
            board += &cells.map(String::from).collect::<Vec<_>>().join(" ");
            board += "\n";
        }
        if !board.contains('.') {
            continue;
        }
        let moves = [SLIDE.to_owned(), format!("{SLIDE}{JUMP}")];
        let notes = compare(&puzzle(&board, &moves[dice.below(2)])).unwrap_or_default();
        exchanged += usize::from(notes.contains("exchanges"));
        divided += usize::from(notes.contains("divide"));
    }
    assert!(exchanged >= 5 && divided >= 1, "{exchanged} exchanged, {divided} divided");
}

#[test]
fn all_processors_find_the_same() {
    let model = model(&puzzle("a a a\na a . b b\n    b b b\n", SLIDE)).expect("a game");
    let facts = analyze(&model, Domain::start(&model, 0));
    let game = WordParallelGame::new(&model, &facts).expect("rewrites");
    let layout = Product::new(&game).expect("a layout");
    let start = layout.rank(&State::at_start(&model, &model.starts[0])).expect("an index");
    let layers = [Processor::best(), Processor::Any].map(|processor| {
        let mut table = ProductTable::new(&game, &layout).expect("a small table");
        table.processor = processor;
        let (starts, options) = ([layout.place(start)], WordParallelOptions::default());
        let found = search(&mut table, &starts, &options);
        found.expect("a small table").layers
    });
    assert_eq!(layers[0], layers[1]);
}

#[test]
fn fore_and_aft_has_its_layers() {
    let text = include_str!("../../../../games/fore-and-aft.gdl");
    let model = model(text).expect("a game");
    let facts = analyze(&model, Domain::start(&model, 0));
    let game = WordParallelGame::new(&model, &facts).expect("rewrites");
    let layers = [
        1, 8, 12, 14, 32, 58, 121, 178, 284, 494, 794, 1143, 1700, 2386, 3223, 4242, 5677, 7330,
        8722, 10084, 11501, 12879, 13997, 14804, 15433, 14981, 14015, 12849, 11666, 10439, 9334,
        7858, 6075, 4651, 3459, 2682, 1990, 1401, 914, 557, 348, 202, 137, 66, 32, 4, 11, 2,
    ];
    for product in [Product::one_to_one(&game), Product::new(&game)] {
        let layout = WordParallelLayout::Product(product.expect("a layout"));
        let start = layout.rank(&State::at_start(&model, &model.starts[0])).expect("an index");
        let options = WordParallelOptions {
            threads: 1,
            hardest: 10,
            distances: false,
            ..WordParallelOptions::default()
        };
        let search = search_word_parallel(
            &game,
            &layout,
            &[start],
            &[],
            &options,
            &mut NoCheckpoint,
            &mut Silent,
        );
        let search = search.expect("a small table");
        assert_eq!(search.layers, layers);
    }
}

/// A tier with one row for each empty cell and 7560 columns: 15 strips, two bundles. There are too
/// many states to look at one at a time, so a layout up to symmetry and one without are compared.
#[test]
fn many_columns_have_the_right_layers() {
    let board = "a b a c a\nd a . a d\na b a c a\n";
    let model = model(&puzzle(board, &format!("{SLIDE}{JUMP}"))).expect("a game");
    let facts = analyze(&model, Domain::start(&model, 0));
    let game = WordParallelGame::new(&model, &facts).expect("rewrites");
    let options = WordParallelOptions { threads: 2, moves: true, ..WordParallelOptions::default() };
    let [one_to_one, best] = [Product::one_to_one(&game), Product::new(&game)].map(|product| {
        let product = product.expect("a layout");
        let mut table = ProductTable::new(&game, &product).expect("a small table");
        let strips = table.matrices.iter().map(|it| it.strips.len()).max();
        let bundles = table.matrices.iter().map(|it| it.bundles.len()).max();
        let start = product.rank(&State::at_start(&model, &model.starts[0])).expect("an index");
        let starts = [product.place(start)];
        let found = search(&mut table, &starts, &options);
        (product.symmetries(), strips, bundles, found.expect("a small table"))
    });
    assert_eq!((one_to_one.0, one_to_one.1, one_to_one.2), (1, Some(15), Some(2)));
    assert!(best.0 > 1, "{best:?}");
    // 14! / (8! 2! 2! 2!) arrangements for each empty cell.
    assert_eq!(one_to_one.3.states, 15 * 270_270);
    assert_eq!(one_to_one.3.layers, best.3.layers);
    assert_eq!(one_to_one.3.moves, best.3.moves);
}

fn search(
    table: &mut ProductTable<'_>,
    starts: &[u64],
    options: &WordParallelOptions,
) -> Result<Search, SolveError> {
    WordParallelSearch::new(table, starts, &[], options, &mut NoCheckpoint)?.run(&mut Silent)
}
