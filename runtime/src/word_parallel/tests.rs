//! A search that is stopped, wherever that is, goes on in another table and finds the same.

use super::{WordParallelOptions, search_word_parallel};
use crate::engine::Search;
use crate::{Checkpointer, Observer, Resumed, Silent, SolveError, Stage, Unfinished};
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl::model::State;
use gdl::plan::{Numbering, Refusal};
use gdl::word_parallel::affine::Affine;
use gdl::word_parallel::lift::Lift;
use gdl::word_parallel::product::Product;
use gdl::word_parallel::{WordParallelGame, WordParallelLayout};
use gdl::{Params, Source, compile};
use std::sync::atomic::Ordering;

const PANCAKES: &str = "board row(6) pieces 1 .. 6 start 1 .. 6 goal start
    move flip(k in 2 .. 6): reverse 1 .. k";
const TILES: &str = "board grid(2, 3) pieces 1 .. 5 start empty, 1 .. 5 goal start
    move slide: [any | empty] -> [empty | any]";
const FROGS: &str = "board {
      f f f
      f f . t t
          t t t
    } pieces f = frog, t = toad goal start
    move slide: [any | empty] -> [empty | any]
    move jump: [p:any | any | empty] -> [empty | _ | p]";
/// Jumps both ways: lines have no order, and layers are made one by one.
const PEGS: &str = "board { o o . o o o o o o o o o o o } pieces o = peg goal start
    move jump: [peg | peg | empty] -> [empty | empty | peg]";
/// Jumps in two directions: one sweep makes all layers.
const FEW_DIRECTIONS: &str = "board {
      o o o o
      o o o o
      o o o o
      o o o .
    } pieces o = peg goal start
    move jump along e s: [peg | peg | empty] -> [empty | empty | peg]";

/// Keeps in memory what it gets, and asks for it after every layer.
#[derive(Default)]
struct Memory(Option<Resumed>);

impl Checkpointer for Memory {
    fn is_due(&mut self) -> bool {
        true
    }

    fn save(&mut self, _: Stage, unfinished: Unfinished<'_>) -> Result<(), SolveError> {
        let words = unfinished.tables.iter().map(|table| {
            table.iter().map(|word| word.load(Ordering::Relaxed)).collect::<Vec<u64>>()
        });
        self.0 = Some(Resumed { numbers: unfinished.numbers.to_vec(), tables: words.collect() });
        Ok(())
    }

    fn restore(&mut self, _: Stage, _: &[usize], _: u64) -> Result<Option<Resumed>, SolveError> {
        Ok(self.0.clone())
    }
}

/// Stops when it is asked for the last of this number of times.
struct Impatient(usize);

impl Observer for Impatient {
    fn cancelled(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

/// Stops a search at every place, and compares what it finds when it goes on; says how often
/// layers were kept.
fn compare(
    text: &str,
    layout: impl Fn(&WordParallelGame<'_>) -> Result<WordParallelLayout, Refusal>,
) -> usize {
    let source = Source::new("test.gdl", format!("game \"t\" {text}"));
    let (model, _) = compile(&source, &Params::new()).expect("a game");
    let facts = analyze(&model, Domain::start(&model, 0));
    let game = WordParallelGame::new(&model, &facts).expect("rewrites");
    let layout = layout(&game).expect("a layout");
    let start = layout.rank(&State::at_start(&model, &model.starts[0])).expect("an index");
    let goals: Vec<u64> = (0..layout.size()).filter(|index| index % 3 == 2).collect();
    let options = WordParallelOptions { threads: 2, hardest: 10_000, distances: true, moves: true };
    let search = |checkpointer: &mut Memory, observer: &mut dyn Observer| {
        search_word_parallel(&game, &layout, &[start], &goals, &options, checkpointer, observer)
    };
    let whole = search(&mut Memory::default(), &mut Silent).expect("a small table");
    assert!(whole.goal.is_some() && whole.moves.is_some(), "{text}");
    let mut kept = 0;
    for asks in 1.. {
        let mut memory = Memory::default();
        match search(&mut memory, &mut Impatient(asks)) {
            Ok(_) => break,
            Err(SolveError::Cancelled { .. }) => {}
            Err(error) => panic!("{text}: {error}"),
        }
        kept += usize::from(memory.0.is_some());
        let rest = search(&mut memory, &mut Silent).expect("a small table");
        agrees(&whole, &rest, layout.places(), &format!("{text}, stopped at {asks}"));
    }
    kept
}

fn agrees(whole: &Search, rest: &Search, places: u64, what: &str) {
    assert_eq!(whole.layers, rest.layers, "{what}");
    assert_eq!((whole.states, whole.explored), (rest.states, rest.explored), "{what}");
    assert_eq!(whole.goal, rest.goal, "{what}");
    assert_eq!(whole.moves, rest.moves, "{what}");
    assert_eq!(whole.hardest, rest.hardest, "{what}");
    let [whole, rest] = [whole, rest].map(|it| it.table.as_ref().expect("distances"));
    for place in 0..places {
        assert_eq!(whole.distance(place), rest.distance(place), "{what}");
    }
}

#[test]
fn pancakes_and_tiles_go_on() {
    let lift = |game: &WordParallelGame<'_>| Lift::new(game).map(WordParallelLayout::Lift);
    assert!(compare(PANCAKES, lift) >= 7);
    assert!(compare(TILES, lift) >= 21);
}

#[test]
fn frogs_go_on() {
    assert!(
        compare(FROGS, |game| Product::one_to_one(game).map(WordParallelLayout::Product)) >= 10
    );
    let up_to_symmetry = |game: &WordParallelGame<'_>| {
        let product = Product::new(game)?;
        assert!(product.symmetries() > 1);
        Ok(WordParallelLayout::Product(product))
    };
    assert!(compare(FROGS, up_to_symmetry) >= 10);
}

#[test]
fn pegs_go_on() {
    assert!(compare(PEGS, |game| Affine::new(game).map(WordParallelLayout::Affine)) >= 5);
}

/// One sweep keeps nothing, and begins again.
#[test]
fn sweeps_over_all_layers_begin_again() {
    assert_eq!(
        compare(FEW_DIRECTIONS, |game| Affine::new(game).map(WordParallelLayout::Affine)),
        0
    );
}

/// Without the number of moves that a position tells, layers are made one by one.
#[test]
fn pegs_without_numbers_go_on() {
    let unnumbered = |game: &WordParallelGame<'_>| {
        let mut layout = Affine::new(game)?;
        layout.depth = None;
        Ok(WordParallelLayout::Affine(layout))
    };
    assert!(compare(FEW_DIRECTIONS, unnumbered) >= 3);
}
