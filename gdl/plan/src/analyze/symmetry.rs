//! Symmetries: ways to map the board, the players and the pieces so that the rules stay the same.
//!
//! A symmetry is a permutation of the cells with a permutation of the players, of the pieces and
//! of the counters that maps the whole set of ground rules, ends, payoffs and forbidden positions
//! onto itself. Then it maps successors to successors. The goal of a puzzle and its starts are not
//! rules: each symmetry says whether it keeps them. Cells that never change keep what they hold.
//!
//! The game becomes a *term* in which order counts only where it matters; a symmetry is a
//! permutation of its atoms that maps the term to itself. Refinement by neighbours and a chain of
//! stabilisers find the whole group without enumerating it (McKay and Piperno, *Practical graph
//! isomorphism II*, 2014, describe the method), and every symmetry found is tested on the term.
//!
//! Pieces that no rule tells apart (numbered tiles, frogs and toads that may do the same) could be
//! renamed in a great many ways. They are reported as classes, and symmetries are counted up to
//! such renaming: each is given with pieces of a class in their order.

use super::contents::possible_contents;
use crate::model::{
    CellId, CellSet, Content, ContentSet, CounterId, Model, Move, PieceId, PlayerId, Start,
};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

mod actions;
mod atoms;
pub mod by_tier;
mod conditions;
mod duality;
mod evaluate;
mod exact;
mod fixed;
mod game;
mod images;
mod plain;
mod refine;
mod rotations;
mod search;
mod terms;
#[cfg(test)]
mod tests;
mod turns;
mod words;

pub(crate) use exact::ExactGoal;
pub use turns::TurnMap;

use atoms::{Atom, AtomMap};
use fixed::{Classes, interchangeable, rank};
use game::{CountedRules, Game};
use refine::Structure;
use search::{Group, Search};
use terms::{Term, index};

/// The most symmetries that are listed one by one.
pub const MOST_LISTED: u128 = 4096;

/// A permutation of cells, players, pieces and counters that keeps the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Symmetry {
    /// Where each cell goes.
    pub cells: Vec<CellId>,
    /// Who each player becomes.
    pub players: Vec<PlayerId>,
    /// What each piece becomes.
    pub pieces: Vec<PieceId>,
    /// Which counter takes the value of each.
    pub counters: Vec<CounterId>,
    /// How turned pieces turn, if they do.
    pub turns: Option<TurnMap>,
    /// For each start: whether it keeps what stands there and the counters, up to the names of
    /// interchangeable pieces. The player to move changes like all players.
    pub keeps_start: Vec<bool>,
    /// Whether it is known to keep the goal, up to the names of interchangeable pieces; true if
    /// there is none.
    pub keeps_goal: bool,
    /// Whether what a cell can ever hold becomes what the cell it goes to can ever hold.
    pub keeps_contents: bool,
}

/// A map that turns every move into a move backwards. Cells that never change are left alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Duality {
    /// Where each cell goes.
    pub cells: Vec<CellId>,
    /// What each content becomes; contents may change places with the empty cell.
    pub contents: Vec<Content>,
    /// The cells that never change.
    pub fixed: CellSet,
    /// For each start: whether it becomes a position that solves the puzzle.
    pub start_to_goal: Vec<bool>,
}

/// The symmetries of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Symmetries {
    /// How many keep the players; none if the number does not fit.
    pub order: Option<u128>,
    /// How many there are with those that exchange players.
    pub order_with_swaps: Option<u128>,
    /// Some that make all others.
    pub generators: Vec<Symmetry>,
    /// All of them, if there are at most [`MOST_LISTED`]: first the one that changes nothing, then
    /// the others that keep the players.
    pub elements: Option<Vec<Symmetry>>,
    /// Classes of pieces that no rule tells apart, where there is more than one in a class.
    pub interchangeable: Vec<Vec<PieceId>>,
    /// A map that turns moves into moves backwards.
    pub duality: Option<Duality>,
    /// With `same rotations`: the turns of the ring, which make no difference and are not counted
    /// above.
    pub rotations: Option<usize>,
    /// Whether these are all for sure; if not, the search was cut short.
    pub complete: bool,
    /// Whether what can be done in several ways can be done in as many ways in a symmetric
    /// position. The rules are sets, so it need not.
    pub keeps_ways: bool,
    /// The symmetries in words, line by line.
    reasons: Vec<String>,
}

impl fmt::Display for Symmetries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reasons.iter().try_for_each(|reason| writeln!(f, "{reason}"))
    }
}

/// The symmetries of a game.
pub fn symmetries(model: &Model) -> Symmetries {
    symmetries_of_rules(model, &|_| true)
}

/// The symmetries of a game in which only some of the moves are made, as in a tier where the
/// guards of the others never hold.
pub fn symmetries_of_rules(model: &Model, moves: &dyn Fn(&Move) -> bool) -> Symmetries {
    symmetries_within(model, &possible_contents(model), moves)
}

/// The symmetries of a game in which only some of the moves are made, and each cell has these
/// possible contents, as from a single start. Cells with one possible content are terrain.
pub fn symmetries_within(
    model: &Model,
    possible: &[ContentSet],
    moves: &dyn Fn(&Move) -> bool,
) -> Symmetries {
    let game = game::game(model, possible, moves);
    let sound = !model.same_rotations || turns_keep_ends(&game);
    let keeps = |map: &[Term]| {
        sound
            && game.terms.carries(&game.below, map, [(game.root, game.root)])
            && game.turns.as_ref().is_none_or(|turns| turns.solve(game.atoms, map).is_some())
    };
    let turns = |content: Content| {
        content.piece().map_or(0, |piece| u32::from(model.pieces[piece.index()].turns.max(1)))
    };
    let classes = interchangeable(&game.terms, &game.below, game.atoms, &turns, &keeps);
    let structure = Structure::new(&game.terms, &game.below, |term| match game.atoms.atom(term) {
        Atom::Content(content) => turns(content) * 64 + rank(&classes, content),
        Atom::Cell(_) | Atom::Player(_) | Atom::Counter(_) => 0,
    });
    let first = game.atoms.player(PlayerId(0));
    let group = if sound {
        Search::new(&structure, game.atoms, &[first], &keeps).group()
    } else {
        Group::trivial(first)
    };
    let turned = (0..game.atoms.cells).map(|by| rotations::rotation(game.atoms, by));
    let rotations = model.same_rotations.then(|| turned.filter(|map| keeps(map)).count().max(1));
    let mut generators = group.levels.iter().flat_map(|level| &level.generators).peekable();
    let keeps_ways = generators.peek().is_none() || {
        let CountedRules { terms, root, below } = CountedRules::new(&game, possible, moves);
        generators.all(|map| terms.carries(&below, map, [(root, root)]))
    };
    let facts = Facts { game: &game, possible, classes: &classes, rotations, keeps_ways };
    let duality = duality::duality(model, possible, moves);
    facts.symmetries(&group, duality)
}

/// What a symmetry is described with.
struct Facts<'a> {
    game: &'a Game<'a>,
    possible: &'a [ContentSet],
    classes: &'a Classes,
    /// With `same rotations`: how many turns of the ring are among the symmetries.
    rotations: Option<usize>,
    keeps_ways: bool,
}

impl Facts<'_> {
    fn symmetries(&self, group: &Group, duality: Option<Duality>) -> Symmetries {
        let model = self.game.terrain.model;
        // Those that differ by a turn of the ring are the same map of positions.
        let divided = |order: Option<u128>| {
            let turns = u128::try_from(self.rotations.unwrap_or(1)).expect("a number of cells");
            order.map(|order| order / turns)
        };
        let few = group.order(0).is_some_and(|order| order <= MOST_LISTED);
        let elements = few.then(|| self.list(group.elements(self.game.atoms)));
        // What is listed is listed once for each map of positions, so it is counted there.
        let counted = |keep_players: bool| {
            let listed = elements.as_ref()?.iter();
            let kept = listed.filter(|one| !keep_players || one.keeps_players());
            u128::try_from(kept.count()).ok()
        };
        let nothing = self.action(&self.game.atoms.identity());
        let generators = group.levels.iter().flat_map(|level| level.generators.clone());
        let generators: Vec<AtomMap> =
            generators.filter(|map| self.action(map) != nothing).collect();
        let mut symmetries = Symmetries {
            order: counted(true).or_else(|| divided(group.order(1))),
            order_with_swaps: counted(false).or_else(|| divided(group.order(0))),
            generators: self.list(generators),
            elements,
            interchangeable: self.interchangeable(),
            duality,
            rotations: model.same_rotations.then_some(self.game.atoms.cells),
            complete: group.complete,
            keeps_ways: self.keeps_ways,
            reasons: Vec::new(),
        };
        // With `same rotations`, turns of the ring come out as this.
        symmetries.generators.retain(|one| !self.is_identity(one));
        let spoken_of = model
            .board
            .ids()
            .filter(|cell| self.game.below.binary_search(&self.game.atoms.cell(*cell)).is_ok());
        // Other starts may have other terrain.
        let fits = |start: &Start| {
            let number = |held: u8| Content(if model.heap { held.min(1) } else { held });
            let cells = start.cells.iter().zip(self.possible);
            cells.into_iter().all(|(held, possible)| possible.contains(number(*held)))
        };
        let starts: Vec<usize> =
            (0..model.starts.len()).filter(|start| fits(&model.starts[*start])).collect();
        symmetries.reasons = words::sentences(model, &symmetries, spoken_of.collect(), &starts);
        symmetries
    }

    /// The symmetries in order; of those that differ by a turn of the ring only the first, where
    /// turns make no difference.
    fn list(&self, mut maps: Vec<AtomMap>) -> Vec<Symmetry> {
        if self.game.terrain.model.same_rotations {
            for map in &mut maps {
                *map = rotations::smallest_turned(self.game.atoms, map);
            }
        }
        let key = |map: &AtomMap| {
            let (cells, others) = map.split_at(self.game.atoms.cells);
            let (contents, others) = others.split_at(self.game.atoms.contents);
            (others.to_vec(), cells.to_vec(), contents.to_vec())
        };
        maps.sort_by_cached_key(key);
        // Those that differ only by where they carry terrain are the same map of positions.
        let mut seen = BTreeSet::new();
        maps.retain(|map| seen.insert(self.action(map)));
        maps.iter().map(|map| self.symmetry(map)).collect()
    }

    /// What a map does to positions: the images of all atoms but of terrain, and of contents that
    /// only stand there.
    fn action(&self, map: &AtomMap) -> Vec<Term> {
        let terrain = &self.game.terrain;
        let is_terrain = |cell: CellId| {
            terrain.fixed[cell.index()].is_some_and(|content| terrain.is_plain(content))
        };
        let changing = || self.game.terrain.model.board.ids().filter(|cell| !is_terrain(*cell));
        let held = changing().map(|cell| self.possible[cell.index()]);
        let held = held.fold(ContentSet::NONE, ContentSet::union);
        let acts = |atom: &Term| match self.game.atoms.atom(*atom) {
            Atom::Cell(cell) => !is_terrain(cell),
            Atom::Content(content) => self.game.terrain.model.heap || held.contains(content),
            Atom::Player(_) | Atom::Counter(_) => true,
        };
        self.game.atoms.all().filter(acts).map(|atom| map[index(atom)]).collect()
    }

    fn symmetry(&self, map: &AtomMap) -> Symmetry {
        let (game, model) = (self.game, self.game.terrain.model);
        let mut symmetry = Symmetry {
            cells: Vec::new(),
            players: Vec::new(),
            pieces: Vec::new(),
            counters: Vec::new(),
            turns: game.turns.as_ref().and_then(|turns| turns.solve(game.atoms, map)),
            keeps_start: Vec::new(),
            keeps_goal: false,
            keeps_contents: false,
        };
        for atom in game.atoms.all() {
            match game.atoms.atom(map[index(atom)]) {
                Atom::Cell(image) => symmetry.cells.push(image),
                Atom::Content(image) => symmetry.pieces.extend(image.piece()),
                Atom::Player(image) => symmetry.players.push(image),
                Atom::Counter(image) => symmetry.counters.push(image),
            }
        }
        let turns = symmetry.turns.as_ref();
        symmetry.keeps_start = model
            .starts
            .iter()
            .map(|start| game.keeps_start(map, turns, self.classes, start))
            .collect();
        symmetry.keeps_goal = game.keeps_goal(map, turns, self.classes);
        symmetry.keeps_contents =
            symmetry.cells.iter().zip(self.possible).all(|(cell, contents)| {
                self.possible[cell.index()] == game.atoms.contents_image(map, *contents)
            });
        symmetry
    }

    fn is_identity(&self, symmetry: &Symmetry) -> bool {
        symmetry.keeps_players()
            && symmetry.cells.iter().zip(0..).all(|(cell, number)| cell.0 == number)
            && symmetry.pieces.iter().zip(0..).all(|(piece, number)| piece.0 == number)
            && symmetry.counters.iter().zip(0..).all(|(counter, number)| counter.0 == number)
    }

    fn interchangeable(&self) -> Vec<Vec<PieceId>> {
        let class_of = |class: usize| -> Vec<PieceId> {
            let members = self.classes.iter().enumerate().filter(|(_, of)| **of == class);
            members.filter_map(|(content, _)| words::content(content).piece()).collect()
        };
        (0..self.classes.len()).map(class_of).filter(|class| class.len() > 1).collect()
    }
}

/// Whether, in a game with `same rotations`, the ends hold in a position whenever they hold in the
/// position turned. If not, they depend on which of the equal positions is written down, and
/// nothing can be said about them.
fn turns_keep_ends(game: &Game<'_>) -> bool {
    let below = game.terms.below(&[game.ends]);
    game.terms.carries(&below, &rotations::rotation(game.atoms, 1), [(game.ends, game.ends)])
}
