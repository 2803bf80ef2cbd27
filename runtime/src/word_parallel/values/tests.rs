//! Values are those of a solver that looks at one position at a time, and of the published tables.

use super::{TierValues, WordParallelValueOptions, WordParallelValues, word_parallel_values};
use crate::Silent;
use crate::interp::{Ending, Interp};
use crate::values::work::ValueCounts;
use crate::values::{Farthest, Longest};
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl::model::{Model, PlayerId, State};
use gdl::word_parallel::WordParallelGame;
use gdl::word_parallel::single::SinglePiece;
use std::collections::BTreeMap;

const GAME: &str = include_str!("../../../../games/fox-and-geese.gdl");

fn compiled(text: &str) -> Model {
    let source = gdl::Source::new("test.gdl", text);
    gdl::compile(&source, &gdl::Params::new()).expect("a game").0
}

fn layout(model: &Model) -> SinglePiece {
    let facts = analyze(model, Domain::start(model, 0));
    let game = WordParallelGame::new(model, &facts).expect("rewrites");
    SinglePiece::new(&game).expect("a single piece")
}

fn values(layout: &SinglePiece, most: usize, threads: usize) -> WordParallelValues {
    word_parallel_values(layout, &WordParallelValueOptions { threads, most }, &mut Silent)
        .expect("values")
}

/// A value for the player to move: whether she wins, and in how many plies; none while it is open.
type Value = Option<(bool, u32)>;

/// Works out the values by rounds over all positions, each with its successors.
fn plain(model: &Model, layout: &SinglePiece, numbers: &[usize]) -> Vec<TierValues<()>> {
    let interp = Interp::new(model);
    let mut values: BTreeMap<State, Value> = BTreeMap::new();
    let mut successors: BTreeMap<State, Vec<State>> = BTreeMap::new();
    for set in 0..=layout.all() {
        for (place, cell) in layout.cells.iter().enumerate() {
            if set >> place & 1 == 1 || !numbers.contains(&(set.count_ones() as usize)) {
                continue;
            }
            for mover in [0, 1] {
                let mut state = interp.start();
                for (bit, cell) in layout.cells.iter().enumerate() {
                    let content = layout.contents[usize::from(set >> bit & 1 == 1)];
                    state.cells[cell.index()] = content.0;
                }
                state.cells[cell.index()] = layout.single.0;
                state.mover = PlayerId(mover);
                let value = match interp.outcome(&state) {
                    Some(Ending::Won(player)) => Some((player.0 == mover, 0)),
                    Some(Ending::Lost(player)) => Some((player.0 != mover, 0)),
                    _ => None,
                };
                let next = interp.successors(&state).into_iter().map(|it| it.state).collect();
                successors.insert(state.clone(), next);
                values.insert(state, value);
            }
        }
    }
    for plies in 1.. {
        let value = |(state, next): (&State, &Vec<State>)| {
            let open = values[state].is_none() && !next.is_empty();
            let known: Vec<Value> = next.iter().map(|it| values[it]).collect();
            let won = known.iter().any(|it| it.is_some_and(|(won, _)| !won));
            let lost = known.iter().all(|it| it.is_some_and(|(won, _)| won));
            (open && (won || lost)).then(|| (state.clone(), Some((won, plies))))
        };
        let new: Vec<(State, Value)> = successors.iter().filter_map(value).collect();
        if new.is_empty() {
            break;
        }
        values.extend(new);
    }
    let mut tiers: Vec<TierValues<()>> =
        numbers.iter().map(|number| TierValues::empty(*number, 2)).collect();
    for (state, value) in values {
        let number = state.cells.iter().filter(|it| **it == layout.contents[1].0).count();
        let tier = tiers.iter_mut().find(|it| it.tier == number).expect("a tier");
        let counts = &mut tier.positions[state.mover.index()];
        let farthest = |plies| Some(Farthest { plies, position: () });
        match value {
            None => counts.drawn += 1,
            Some((true, plies)) => {
                counts.won += 1;
                tier.longest.extend(&Longest { win: farthest(plies), loss: None });
            }
            Some((false, plies)) => {
                counts.lost += 1;
                tier.longest.extend(&Longest { win: None, loss: farthest(plies) });
            }
        }
    }
    tiers
}

#[test]
fn published_numbers_of_fox_and_geese() {
    let layout = layout(&compiled(GAME));
    let found = values(&layout, 4, 2);
    let for_geese: Vec<u64> =
        found.tiers.iter().map(|it| it.positions[0].won + it.positions[1].lost).collect();
    assert_eq!(for_geese, [0, 0, 0, 0, 40]);
    let ValueCounts { won, lost, drawn, .. } = found.tiers[4].positions[0];
    assert_eq!((won, lost), (36, 0));
    assert_eq!(found.tiers[4].positions[1].lost, 4);
    assert_eq!(drawn + found.tiers[4].positions[1].drawn, 2_373_320);
}

/// A board of nine cells: all numbers of geese, both players, and the plies.
#[test]
fn small_boards_are_solved_as_one_position_at_a_time() {
    let board = "board {
        g-g-g
        |\\\\|/|
        .-.-F
        |/|\\\\|
        .-.-.
    } links drawn
    pieces g = goose of geese, F = fox of fox";
    let moves = "move walk by geese: [goose | empty] -> [empty | goose]
        move run by fox: [fox | empty] -> [empty | fox]
        move hunt by fox: [fox | goose | empty] -> [empty | empty | fox]";
    let endings = [
        "draw when no goose stuck loses",
        "draw when no goose stuck wins",
        "draw when no goose stuck draws",
        "win fox when count(goose) < 2 stuck loses",
        "stuck loses",
    ];
    for ending in endings {
        let text =
            format!("game \"t\" players geese, fox {board} {moves} {ending}").replace("\\\\", "\\");
        let model = compiled(&text);
        let layout = layout(&model);
        let numbers: Vec<usize> = (0..=5).collect();
        let expected = plain(&model, &layout, &numbers);
        for threads in [1, 2] {
            assert_eq!(values(&layout, 5, threads).tiers, expected, "{ending}");
        }
    }
}

/// Nothing is ever taken, so other numbers of pieces do not matter; and a goose that steps
/// backward does so without looking.
#[test]
fn games_without_captures_have_one_tier() {
    let text = "game \"t\" players geese, fox board {
        g g . .
        . . F .
        . . . .
    }
    pieces g = goose of geese, F = fox of fox
    move walk by geese: [goose | empty] -> [empty | goose]
    move run by fox: [fox | empty] -> [empty | fox]
    move swap by fox: [fox | goose] -> [goose | fox]
    stuck loses";
    let model = compiled(text);
    let layout = layout(&model);
    for number in [2, 4] {
        let expected = plain(&model, &layout, &[number]);
        assert_eq!(values(&layout, number, 1).tiers, expected);
    }
}
