//! Positions up to symmetry: which symmetries may be divided out, and what they make of a state.
//!
//! The value of a position of a game is that of its images under every symmetry of the rules, also those that exchange the players: it is
//! counted from the side of the mover. The distances in a puzzle are counted from its start, so there only symmetries help that keep the
//! start and the goal, piece by piece. Pieces that no rule tells apart may change names for that: where two kinds of pieces change places, a
//! half turn of the board that also exchanges the kinds may keep both pictures (`renamings`). All that keep them are a group, and so the
//! positions can be counted by the sizes of their orbits.
//!
//! A symmetry is also left out if it carries a piece where, from this start, it never gets to: its images would have no index.

mod renamings;
#[cfg(test)]
mod tests;

use crate::analyze::symmetry::{ExactGoal, Symmetry};
use crate::facts::Facts;
use crate::model::{Content, ContentSet, Goal, Model, PlayerId, Start, State};
use renamings::{renamed, renamings};

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
    pub(crate) cells: Vec<u8>,
    /// What each content becomes; empty on a heap board.
    pub(crate) contents: Vec<u8>,
    /// By cell, content and turn: the turn on the image of the cell. Empty if nothing turns.
    pub(crate) turns: Vec<Vec<Vec<u8>>>,
    /// Where each counter goes.
    pub(crate) counters: Vec<usize>,
    /// Who each player becomes.
    pub(crate) players: Vec<PlayerId>,
}

impl Quotient {
    /// The symmetries of a game that begins with this start.
    pub(crate) fn new(model: &Model, start: &Start, facts: &Facts) -> Self {
        let elements = facts.symmetries.elements.as_deref().unwrap_or_default();
        let possible = |symmetry: &Symmetry| keeps_possible(model, facts, symmetry);
        let mut maps: Vec<StateMap> = if model.players.is_empty() {
            let puzzle = Puzzle::new(model, start, facts);
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

    /// The symmetry by which two players exchange their places that moves the fewest cells; none if there is none.
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

    /// Whether it moves cells only: every piece, player and counter stays what it is, and nothing turns.
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
    pub(crate) fn image(&self, state: &State) -> State {
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
    start: &'a Start,
    goal: KeptGoal,
}

/// What is asked about the goal.
enum KeptGoal {
    /// Nothing: there is none, or it is the start.
    AsStart,
    /// Whether it stays the same as it is written.
    Exactly(ExactGoal),
    /// What is known of it up to turns of the ring.
    UpToRotation,
    /// Nothing, as no answer is known.
    Unknown,
}

impl<'a> Puzzle<'a> {
    fn new(model: &'a Model, start: &'a Start, facts: &Facts) -> Self {
        let goal = match &model.goal {
            None | Some(Goal::Start) => KeptGoal::AsStart,
            Some(Goal::When(goal)) if !model.same_rotations => {
                KeptGoal::Exactly(ExactGoal::new(model, &facts.terrain.possible, goal))
            }
            // A goal that is kept up to the names of pieces that no rule tells apart is not enough.
            Some(Goal::When(_)) if facts.symmetries.interchangeable.is_empty() => {
                KeptGoal::UpToRotation
            }
            Some(Goal::When(_)) => KeptGoal::Unknown,
        };
        Puzzle { model, start, goal }
    }

    /// Whether it stays the same with its start and its goal, every piece for itself.
    fn is_kept(&self, symmetry: &Symmetry) -> bool {
        let Puzzle { model, start, goal } = self;
        let held = |cell: u8| {
            let held = start.cells[usize::from(cell)];
            if model.heap { held } else { symmetry.content(Content(held)).0 }
        };
        let start_kept =
            symmetry.cells.iter().zip(0..).all(|(to, cell)| start.cells[to.index()] == held(cell));
        let unturned =
            symmetry.turns.as_ref().is_none_or(|map| map.shifts.iter().all(|by| *by == 0));
        let initial = |counter: usize| model.counters[counter].initial;
        let mut counters = symmetry.counters.iter().enumerate();
        let counters_kept =
            counters.all(|(counter, image)| initial(counter) == initial(image.index()));
        start_kept
            && unturned
            && counters_kept
            && match goal {
                KeptGoal::AsStart => true,
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
