//! Word-parallel searches: layers, distances, goals and the farthest positions as the interpreter
//! finds them, on shipped games, on tables of the literature and on rules that nobody thought of.

mod random;
mod tables;

use crate::shipped;
use gdl::domain::Domain;
use gdl::facts::{Facts, analyze};
use gdl::model::{CellId, Content, ContentSet, Model, State};
use gdl::plan::{Numbering, Refusal};
use gdl::word_parallel::affine::Affine;
use gdl::word_parallel::goals::goals;
use gdl::word_parallel::lift::Lift;
use gdl::word_parallel::product::Product;
use gdl::word_parallel::{WordParallelGame, WordParallelLayout};
use gdl_runtime::engine::Search;
use gdl_runtime::interp::{ExploreOptions, Interp, Nearest, SolveOptions, explore, solve};
use gdl_runtime::word_parallel::{WordParallelOptions, search_word_parallel};
use gdl_runtime::{NoCheckpoint, Silent};
use std::collections::{BTreeMap, BTreeSet};

/// Games with more positions than this are left to the tables of the literature.
const FEW_POSITIONS: usize = 400_000;

/// A game and what follows from its rules.
struct Game {
    name: String,
    model: Model,
    facts: Facts,
}

/// A layout with its name.
type Named = (&'static str, WordParallelLayout);

impl Game {
    fn new(name: &str, model: Model) -> Self {
        let facts = analyze(&model, Domain::start(&model, 0));
        Game { name: name.to_owned(), model, facts }
    }

    /// A game from its text; none if the text makes no sense, such as a goal that no move leads
    /// to.
    fn from_text(name: &str, text: &str) -> Option<Self> {
        let source = gdl::Source::new(name, text);
        let (model, _) = gdl::compile(&source, &gdl::Params::new()).ok()?;
        Some(Game::new(name, model))
    }

    fn word_parallel(&self) -> Result<WordParallelGame<'_>, Refusal> {
        WordParallelGame::new(&self.model, &self.facts)
    }

    /// Every word-parallel layout that fits.
    fn layouts(&self) -> Vec<Named> {
        let Ok(game) = self.word_parallel() else { return Vec::new() };
        if !self.model.players.is_empty() {
            return Vec::new();
        }
        let all: [(&str, Result<WordParallelLayout, Refusal>); 4] = [
            ("affine", Affine::new(&game).map(WordParallelLayout::Affine)),
            ("product", Product::new(&game).map(WordParallelLayout::Product)),
            ("product, one to one", Product::one_to_one(&game).map(WordParallelLayout::Product)),
            ("lift", Lift::new(&game).map(WordParallelLayout::Lift)),
        ];
        all.into_iter().filter_map(|(name, layout)| Some((name, layout.ok()?))).collect()
    }

    /// Searches everything from the start.
    fn search(&self, layout: &WordParallelLayout, options: &WordParallelOptions) -> Search {
        let game = self.word_parallel().expect("it has a layout");
        let interp = Interp::new(&self.model);
        let start = layout.find(&interp.start()).expect("the layout has the start");
        let goals = goals(&game, layout, &|state| interp.is_goal(state)).unwrap_or_default();
        search_word_parallel(
            &game,
            layout,
            &[start],
            &goals,
            options,
            &mut NoCheckpoint,
            &mut Silent,
        )
        .unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// Compares every layout with the interpreter; gives their names. None if there are too many
    /// positions.
    fn agrees(&self) -> Option<Vec<&'static str>> {
        let interp = Interp::new(&self.model);
        let layouts = self.layouts();
        if layouts.is_empty() {
            return Some(Vec::new());
        }
        let depths = depths(&interp)?;
        let game = self.word_parallel().expect("it has layouts");
        let moves: u64 = depths.keys().map(|state| ways(&game, state)).sum();
        let found = solve(&interp, &SolveOptions::default(), &mut Silent).expect("it is small");
        for (name, layout) in &layouts {
            let what = format!("{} by {name}", self.name);
            self.numbers_are_right(layout, depths.keys(), &what);
            for (threads, distances) in [(1, false), (1, true), (2, true)] {
                let options =
                    WordParallelOptions { threads, hardest: depths.len(), distances, moves: true };
                let search = self.search(layout, &options);
                assert_eq!(search.layers, found.layers, "{what} on {threads} threads");
                assert_eq!(search.moves, Some(moves), "{what}: the moves of all positions");
                if let Nearest::At(depth) = found.nearest {
                    assert_eq!(search.goal.map(|(depth, _)| depth), Some(depth), "{what}");
                }
                let last = depths.iter().filter(|(_, depth)| **depth + 1 == found.layers.len());
                let last: BTreeSet<u64> =
                    last.filter_map(|(state, _)| layout.find(state)).collect();
                assert_eq!(search.hardest, last.into_iter().collect::<Vec<_>>(), "{what}");
                if let Some(table) = search.table {
                    for (state, depth) in &depths {
                        let place = layout.place(layout.find(state).expect("it is numbered"));
                        assert_eq!(table.distance(place), Some(*depth as u64), "{what}");
                    }
                }
            }
        }
        Some(layouts.into_iter().map(|(name, _)| name).collect())
    }

    /// Tries index to state and back, index to place and back, and that play stays inside.
    fn numbers_are_right<'a>(
        &self,
        layout: &WordParallelLayout,
        reached: impl Iterator<Item = &'a State>,
        what: &str,
    ) {
        let mut state = State::at_start(&self.model, &self.model.starts[0]);
        let mut places = BTreeSet::new();
        for index in 0..layout.size().min(100_000) {
            layout.unrank(index, &mut state);
            assert_eq!(layout.rank(&state), Some(index), "{what}: {state:?}");
            let place = layout.place(index);
            assert!(place < layout.places(), "{what}");
            assert_eq!(layout.index(place), Some(index), "{what}");
            assert!(places.insert(place), "{what}: two states have a place");
        }
        for state in reached {
            assert!(layout.find(state).is_some(), "{what}: {state:?}");
        }
    }
}

/// How many rewrites can be made in a position.
fn ways(game: &WordParallelGame<'_>, state: &State) -> u64 {
    let holds = |(cell, contents): &(CellId, ContentSet)| {
        contents.contains(Content(state.cells[cell.index()]))
    };
    game.rewrites.iter().filter(|rewrite| rewrite.needs.iter().all(holds)).count() as u64
}

/// The depth of every position; none if there are too many.
fn depths(interp: &Interp<'_>) -> Option<BTreeMap<State, usize>> {
    let mut depths = BTreeMap::from([(interp.start(), 0)]);
    let mut layer = vec![interp.start()];
    for depth in 1.. {
        let mut next = Vec::new();
        for state in layer.iter().flat_map(|state| interp.successors(state)) {
            if !depths.contains_key(&state.state) {
                depths.insert(state.state.clone(), depth);
                next.push(state.state);
            }
        }
        if next.is_empty() {
            return Some(depths);
        }
        if depths.len() > FEW_POSITIONS {
            return None;
        }
        layer = next;
    }
    None
}

#[test]
fn shipped_puzzles_have_the_layers_of_the_interpreter() {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for name in shipped::names() {
        let game = Game::new(&name, shipped::model(&name, &[]));
        let few = ExploreOptions { state_limit: FEW_POSITIONS as u64, ..ExploreOptions::default() };
        let mut roots = [Interp::new(&game.model).start()].into_iter();
        if explore(&Interp::new(&game.model), &mut roots, &few, &mut Silent).is_ok() {
            seen.extend(game.agrees().unwrap_or_default());
        }
    }
    assert_eq!(seen, BTreeSet::from(["affine", "product", "product, one to one", "lift"]));
}
