//! Positions up to symmetry: which symmetries may be divided out, and what they make of a state.
//!
//! The value of a position of a game is that of its images under every symmetry of the rules, also
//! those that exchange the players: it is counted from the side of the mover. The distances in a
//! puzzle are counted from its start or to its goal, so there only symmetries help that keep both,
//! piece by piece. Pieces that no rule tells apart may change names for that: where two kinds of
//! pieces change places, a half turn of the board that also exchanges the kinds may keep both
//! pictures (`renamings`). All that keep them are a group, and so the positions can be counted by
//! the sizes of their orbits.
//!
//! A symmetry is also left out if it carries a piece where, from this start, it never gets to: its
//! images would have no index.

mod renamings;
#[cfg(test)]
mod tests;

use super::zone::changing_cells;
use crate::analyze::counts::What;
use crate::analyze::symmetry::{ExactGoal, Symmetry};
use crate::domain::{Origin, Placements};
use crate::facts::Facts;
use crate::model::{CellId, Content, ContentSet, Goal, Model, PlayerId, State};
use renamings::{renamed, renamings};
use std::collections::BTreeSet;

/// The symmetries that positions are divided by. The first changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    maps: Vec<StateMap>,
    /// One of those that differ only by where cells go, for each such class.
    beyond_cells: Vec<usize>,
    /// Whether turned rings are the same.
    rotations: bool,
}

/// A symmetry as tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateMap {
    /// Where each cell goes.
    pub cells: Vec<u8>,
    /// What each content becomes; empty on a heap board.
    pub contents: Vec<u8>,
    /// By cell, content and turn: the turn on the image of the cell. Empty if nothing turns.
    pub turns: Vec<Vec<Vec<u8>>>,
    /// Where each counter goes.
    pub counters: Vec<usize>,
    /// Who each player becomes.
    pub players: Vec<PlayerId>,
}

impl Quotient {
    /// The symmetries of the positions of a domain.
    pub fn new(model: &Model, facts: &Facts) -> Self {
        let elements = facts.symmetries.elements.as_deref().unwrap_or_default();
        let possible = |symmetry: &Symmetry| keeps_possible(model, facts, symmetry);
        let mut maps: Vec<StateMap> = if model.players.is_empty() {
            let puzzle = Puzzle::new(model, facts);
            let renamings = renamings(model, facts);
            let all = elements
                .iter()
                .flat_map(|symmetry| renamings.iter().map(|names| renamed(symmetry, names)));
            all.filter(|symmetry| possible(symmetry) && puzzle.is_kept(symmetry))
                .map(|symmetry| StateMap::new(model, &symmetry))
                .collect()
        } else {
            let usable = elements.iter().filter(|symmetry| possible(symmetry));
            usable.map(|symmetry| StateMap::new(model, symmetry)).collect()
        };
        if maps.is_empty() {
            maps.push(StateMap::identity(model));
        }
        // Sizes of orbits are counted in symmetries, so each must stand for another map of
        // positions.
        let acting = Acting::new(model, facts);
        let mut seen = BTreeSet::new();
        maps.retain(|map| acting.is_closed_under(map) && seen.insert(acting.action(map)));
        let beyond_cells = (0..maps.len())
            .filter(|map| {
                maps[..*map].iter().all(|earlier| !maps[*map].differs_in_cells_only(earlier))
            })
            .collect();
        Quotient { maps, beyond_cells, rotations: model.same_rotations }
    }

    /// The symmetries; the first changes nothing.
    pub fn maps(&self) -> &[StateMap] {
        &self.maps
    }

    /// How many there are.
    pub fn order(&self) -> usize {
        self.maps.len()
    }

    /// The images of a state, the state itself first.
    pub fn images(&self, state: &State) -> impl Iterator<Item = State> {
        self.maps.iter().map(move |map| self.image(map, state))
    }

    /// The images of a state up to symmetries that move cells only, the state itself first.
    pub(super) fn images_up_to_cells(&self, state: &State) -> impl Iterator<Item = State> {
        self.beyond_cells.iter().map(move |map| self.image(&self.maps[*map], state))
    }

    /// The images of a state under the symmetries that move cells only, the state itself first.
    pub(super) fn images_by_cells(&self, state: &State) -> impl Iterator<Item = State> {
        let maps = self.maps.iter().filter(|map| map.moves_cells_only());
        maps.map(move |map| self.image(map, state))
    }

    /// The symmetry by which two players exchange their places that moves the fewest cells; none
    /// if there is none.
    pub fn exchange(&self) -> Option<&StateMap> {
        let moved = |map: &&StateMap| {
            let cells = map.cells.iter().zip(0..);
            cells.filter(|(to, cell)| *to != cell).count()
        };
        let exchanging = |map: &&StateMap| map.players == [PlayerId(1), PlayerId(0)];
        self.maps.iter().filter(exchanging).min_by_key(moved)
    }

    /// The image of a state under [that symmetry](Quotient::exchange).
    pub fn exchanged(&self, state: &State) -> Option<State> {
        Some(self.image(self.exchange()?, state))
    }

    /// A state, turned as all states of a ring are whose rotations are the same.
    pub(super) fn canonical_rotation(&self, state: &State) -> State {
        if self.rotations { smallest_rotation(state.clone()) } else { state.clone() }
    }

    fn image(&self, map: &StateMap, state: &State) -> State {
        let image = map.image(state);
        if self.rotations { smallest_rotation(image) } else { image }
    }
}

impl StateMap {
    fn new(model: &Model, symmetry: &Symmetry) -> Self {
        let contents = (0..=u8::try_from(model.pieces.len()).expect("at most MAX_PIECES"))
            .map(|content| symmetry.content(Content(content)).0);
        let orientations = |content: u8| {
            Content(content).piece().map_or(1, |piece| model.pieces[piece.index()].turns.max(1))
        };
        let turned = |cell: usize, content: u8, turn: u8| {
            let Some(map) = &symmetry.turns else { return turn };
            let all = u16::from(orientations(content));
            let turn = if map.mirrored { all - u16::from(turn) } else { u16::from(turn) };
            u8::try_from((turn + u16::from(map.shifts[cell])) % all).expect("less than 256")
        };
        let by_content = |cell: usize| -> Vec<Vec<u8>> {
            let turns = |content: u8| {
                (0..orientations(content)).map(|turn| turned(cell, content, turn)).collect()
            };
            (0..=u8::try_from(model.pieces.len()).expect("at most MAX_PIECES")).map(turns).collect()
        };
        let turning = model.pieces.iter().any(|piece| piece.turns > 1);
        let cells = if turning { model.board.cells.len() } else { 0 };
        StateMap {
            cells: symmetry.cells.iter().map(|cell| cell.0).collect(),
            contents: if model.heap { Vec::new() } else { contents.collect() },
            turns: (0..cells).map(by_content).collect(),
            counters: symmetry.counters.iter().map(|counter| counter.index()).collect(),
            players: symmetry.players.clone(),
        }
    }

    fn identity(model: &Model) -> Self {
        let players = (0..model.sides()).map(|player| u8::try_from(player).expect("few players"));
        StateMap {
            cells: model.board.ids().map(|cell| cell.0).collect(),
            contents: Vec::new(),
            turns: Vec::new(),
            counters: (0..model.counters.len()).collect(),
            players: players.map(PlayerId).collect(),
        }
    }

    /// Where each cell goes.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Whether it moves cells only: every piece, player and counter stays what it is, and nothing
    /// turns.
    pub fn moves_cells_only(&self) -> bool {
        self.turns.is_empty()
            && self.contents.iter().zip(0..).all(|(image, content)| *image == content)
            && self.players.iter().zip(0..).all(|(image, player)| image.0 == player)
            && self.counters.iter().enumerate().all(|(counter, image)| *image == counter)
    }

    fn differs_in_cells_only(&self, other: &StateMap) -> bool {
        self.contents == other.contents
            && self.turns == other.turns
            && self.counters == other.counters
            && self.players == other.players
    }

    /// What becomes of a state.
    pub fn image(&self, state: &State) -> State {
        let mut image = state.clone();
        for (cell, (to, held)) in self.cells.iter().zip(&state.cells).enumerate() {
            let to = usize::from(*to);
            image.cells[to] = self.contents.get(usize::from(*held)).copied().unwrap_or(*held);
            if let (Some(by_content), Some(turn)) = (self.turns.get(cell), state.turns.get(cell)) {
                image.turns[to] = by_content[usize::from(*held)][usize::from(*turn)];
            } else if let Some(turn) = state.turns.get(cell) {
                image.turns[to] = *turn;
            }
        }
        for (value, counter) in state.counters.iter().zip(&self.counters) {
            image.counters[*counter] = *value;
        }
        image.mover = self.players[state.mover.index()];
        image
    }
}

/// What of a position can differ from others of the domain.
struct Acting {
    cells: Vec<CellId>,
    /// The other cells, with the piece that each holds for ever.
    frozen: Vec<(CellId, Content)>,
    contents: ContentSet,
    counters: Vec<usize>,
}

/// What a symmetry does to that: where cells go, what contents become and how they are turned
/// there, where counters go, who players become.
type Action = (Vec<u8>, Vec<u8>, Vec<Vec<Vec<u8>>>, Vec<usize>, Vec<PlayerId>);

impl Acting {
    fn new(model: &Model, facts: &Facts) -> Self {
        let cells = changing_cells(model, facts);
        let held = cells.iter().map(|cell| facts.terrain.possible[cell.index()]);
        let contents = held.fold(ContentSet::NONE, ContentSet::union);
        let varies = |what: &What| match what {
            What::Counter(counter) => Some(usize::from(*counter)),
            What::Content(_) => None,
        };
        let quantities = facts.counts.quantities.iter();
        let varying = quantities.filter(|it| it.range.low < it.range.high);
        let counters = varying.filter_map(|it| varies(&it.what)).collect();
        let others = model.board.ids().filter(|cell| !cells.contains(cell));
        let frozen = others.filter_map(|cell| {
            Some((
                cell,
                facts.terrain.possible[cell.index()].iter().find(|it| it.piece().is_some())?,
            ))
        });
        Acting { frozen: frozen.collect(), cells, contents, counters }
    }

    /// Whether images are numbered too: what changes stays where something changes, and frozen
    /// pieces are not turned.
    fn is_closed_under(&self, map: &StateMap) -> bool {
        let is_turned = |(cell, content): &(CellId, Content)| {
            let by_content = map.turns.get(cell.index());
            by_content.is_some_and(|turns| turns[usize::from(content.0)][0] != 0)
        };
        self.cells.iter().all(|cell| self.cells.contains(&CellId(map.cells[cell.index()])))
            && !self.frozen.iter().any(is_turned)
    }

    fn action(&self, map: &StateMap) -> Action {
        let contents = || self.contents.iter().map(|content| usize::from(content.0));
        let turns = |cell: &CellId| {
            let by_content = map.turns.get(cell.index());
            by_content.map_or(Vec::new(), |turns| contents().map(|it| turns[it].clone()).collect())
        };
        (
            self.cells.iter().map(|cell| map.cells[cell.index()]).collect(),
            contents().filter_map(|content| map.contents.get(content).copied()).collect(),
            self.cells.iter().map(turns).collect(),
            self.counters.iter().map(|counter| map.counters[*counter]).collect(),
            map.players.clone(),
        )
    }
}

/// Whether what a cell can hold becomes what the cell it goes to can hold.
fn keeps_possible(model: &Model, facts: &Facts, symmetry: &Symmetry) -> bool {
    let possible = &facts.terrain.possible;
    let image = |contents: ContentSet| -> ContentSet {
        if model.heap {
            return contents;
        }
        contents.iter().map(|content| symmetry.content(content)).collect()
    };
    symmetry.cells.iter().zip(possible).all(|(to, held)| possible[to.index()] == image(*held))
}

/// A puzzle with what its symmetries must keep.
struct Puzzle<'a> {
    model: &'a Model,
    facts: &'a Facts,
    goal: KeptGoal,
}

/// What is asked about the goal.
enum KeptGoal {
    /// Nothing: there is none.
    None,
    /// Whether it stays the same position.
    Position(State),
    /// Whether it stays the same as it is written.
    Exactly(ExactGoal),
    /// What is known of it up to turns of the ring.
    UpToRotation,
    /// Nothing, as no answer is known.
    Unknown,
}

impl<'a> Puzzle<'a> {
    fn new(model: &'a Model, facts: &'a Facts) -> Self {
        let goal = match &model.goal {
            None => KeptGoal::None,
            Some(Goal::Start) => {
                let start = &model.starts[facts.domain.start];
                KeptGoal::Position(State::at_start(model, start))
            }
            Some(Goal::When(goal)) if !model.same_rotations => {
                KeptGoal::Exactly(ExactGoal::new(model, &facts.terrain.possible, goal))
            }
            // A goal that is kept up to the names of pieces that no rule tells apart is not
            // enough.
            Some(Goal::When(_)) if facts.symmetries.interchangeable.is_empty() => {
                KeptGoal::UpToRotation
            }
            Some(Goal::When(_)) => KeptGoal::Unknown,
        };
        Puzzle { model, facts, goal }
    }

    /// Whether it stays the same with where play begins and its goal, every piece for itself.
    fn is_kept(&self, symmetry: &Symmetry) -> bool {
        let Puzzle { model, facts, goal } = self;
        // A condition says nothing of turns but "unturned".
        let unturned =
            symmetry.turns.as_ref().is_none_or(|map| map.shifts.iter().all(|by| *by == 0));
        let map = StateMap::new(model, symmetry);
        let keeps = |state: &State| map.image(state) == *state;
        let keeps_beginning = match &facts.domain.origin {
            Origin::Position(state) => keeps(state),
            // Terrain is kept by what is possible.
            Origin::Placements(Placements { example, free, .. }) => {
                let image = symmetry.cells.iter().zip(model.board.ids());
                map.image(example).counters == example.counters
                    && image.into_iter().all(|(to, cell)| free.contains(*to) == free.contains(cell))
            }
        };
        unturned
            && keeps_beginning
            && match goal {
                KeptGoal::None => true,
                KeptGoal::Position(goal) => keeps(goal),
                KeptGoal::Exactly(goal) => goal.is_kept(symmetry),
                KeptGoal::UpToRotation => symmetry.keeps_goal,
                KeptGoal::Unknown => false,
            }
    }
}

/// The rotation of a ring whose cells, then turns, come first in order.
fn smallest_rotation(state: State) -> State {
    let rotated = |by: usize| {
        let mut turned = state.clone();
        turned.cells.rotate_left(by);
        if !turned.turns.is_empty() {
            turned.turns.rotate_left(by);
        }
        turned
    };
    (0..state.cells.len()).map(rotated).min().unwrap_or(state)
}
