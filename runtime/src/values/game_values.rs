//! What the positions of a game are worth, to be asked with positions.

#[cfg(feature = "database")]
mod file;

use super::Slots;
use super::evaluation::{Evaluation, Outcome};
use super::lookup::Lookup;
use super::options::ValueOptions;
use super::result::{Values, Why};
use super::solve::solve_values;
use super::structure::Structure;
use super::work::{Job, Tier, ValueCounts, Work};
use super::worker::Worker;
use crate::engine::{PerState, Rules};
use crate::{Observer, SolveError};
use std::cmp::Reverse;
use std::fmt;

/// A game whose positions have values: two play, or it is a puzzle with a goal.
///
/// Modules that `game!` and `gdl!` make implement it where best play is defined.
pub trait ValuedGame: Rules<State: PartialEq> + Sized {
    /// The game, and how its positions are numbered.
    const DESCRIPTION: Description;

    /// The tier of the start, and the index of the start inside it.
    const BEGINNING: (usize, u64);

    /// Returns the tiers.
    fn structure() -> Structure;

    /// Returns how values are found: with plies, of all that play from the start reaches, on all
    /// processors.
    fn value_options() -> ValueOptions {
        ValueOptions {
            depth: true,
            tiers: vec![Self::BEGINNING.0],
            from: Some(Self::BEGINNING),
            keep: true,
            ..ValueOptions::default()
        }
    }
}

/// What a game is, and how its positions are numbered: enough to tell whether a database is about
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description {
    /// The title.
    pub title: &'static str,
    /// The whole text.
    pub text: &'static str,
    /// The values of its parameters, by name.
    pub params: &'static [(&'static str, i64)],
    /// The number of the start that play begins with.
    pub start: usize,
    /// The name of the layout that numbers its positions.
    pub layout: &'static str,
    /// What tells this numbering from others; empty without the feature `database`.
    pub fingerprint: &'static str,
}

/// What the positions of a game are worth: found by a search, or kept in a file.
///
/// ```
/// # #[cfg(feature = "macros")]
/// # fn main() -> Result<(), gdl_runtime::SolveError> {
/// use gdl_runtime::values::Outcome;
///
/// mod race {
///     gdl_runtime::gdl! { r#"
///         game "Race"
///         players white facing e, black facing w
///         board  { w . . . b }
///         pieces w = runner of white, b = runner of black
///         move run along fwd: [my runner | empty] -> [empty | my runner]
///         stuck loses
///     "# }
/// }
///
/// let game = race::game();
/// let values = game.solve_values()?;
/// let start = values.value(&game.start())?.expect("the start has a value");
/// assert_eq!((start.outcome, start.plies), (Outcome::Win, Some(3)));
/// assert_eq!(values.line(&game.start(), 10)?.len(), 3);
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "macros"))]
/// # fn main() {}
/// ```
pub struct GameValues<'a, G> {
    game: &'a G,
    structure: Structure,
    tables: Tables,
    /// Whether they are those of play from the start of the game.
    from_start: bool,
    /// The tiers without their tables: where positions stand does not depend on these.
    places: Vec<Tier<'static>>,
}

/// Where values are.
enum Tables {
    /// Where a search has left them.
    Solved(Box<Values>),
    /// In a file.
    #[cfg(feature = "database")]
    Kept(Box<file::KeptTables>),
}

/// A position after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedMove<S> {
    /// The position.
    pub state: S,
    /// What the move is worth to the player who makes it; none if that is not known.
    pub value: Option<Evaluation>,
}

impl<'a, G: ValuedGame> GameValues<'a, G> {
    /// Finds the values of positions. `game.values` of a module does this.
    ///
    /// # Errors
    ///
    /// If tables do not fit into memory and there is no folder for them, the machine fails, or the
    /// observer stops it.
    pub fn solve(
        game: &'a G,
        options: &ValueOptions,
        observer: &mut dyn Observer,
    ) -> Result<Self, SolveError> {
        let (structure, worker) = (G::structure(), PerState(game));
        let values = solve_values(&worker, &structure, options, observer)?;
        let too_large = values.unsolved.iter().find_map(|unsolved| match unsolved.why {
            Why::Memory { needed, limit } => Some(SolveError::TableMemory { needed, limit }),
            Why::TooDeep | Why::EndlessScore | Why::Below(_) => None,
        });
        if let Some(error) = too_large {
            return Err(error);
        }
        let from_start = options.from == Some(G::BEGINNING) && options.tiers == [G::BEGINNING.0];
        let exchange = options.exchanges(worker.abilities());
        Ok(GameValues::new(
            game,
            structure,
            Tables::Solved(Box::new(values)),
            (from_start, exchange),
        ))
    }

    fn new(
        game: &'a G,
        structure: Structure,
        tables: Tables,
        (from_start, exchange): (bool, bool),
    ) -> Self {
        let place = |tier: usize| {
            let (slots, shift) = structure.slots(tier, exchange);
            let (values, exchange) =
                (Slots::NONE, exchange && structure.tiers[tier].mirror.is_some());
            Tier { values, reached: values, fresh: values, slots, shift, exchange }
        };
        let places = (0..structure.tiers.len()).map(place).collect();
        GameValues { game, structure, tables, from_start, places }
    }

    /// Returns what a position of the game is worth to the player to move; none if that is not
    /// known, as of positions that play does not reach.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn value(&self, state: &G::State) -> Result<Option<Evaluation>, SolveError> {
        let Some(place) = self.place(state) else { return Ok(None) };
        let number = match &self.tables {
            Tables::Solved(values) => {
                let number = values.kept_number(place, G::SCORES);
                if let (None, Some(trouble)) = (number, values.trouble()) {
                    return Err(trouble.clone());
                }
                number.map(|(number, bits)| (u32::from(number), bits))
            }
            #[cfg(feature = "database")]
            Tables::Kept(tables) => tables.number(place)?,
        };
        Ok(number.and_then(|(number, bits)| Evaluation::of_number(number, bits, G::SCORES)))
    }

    /// Returns the tier and the slot of a position; none if no slot is its own.
    fn place(&self, state: &G::State) -> Option<(usize, u64)> {
        let tier = self.game.tier(state);
        let shape = self.places.get(tier)?;
        let orders = self.structure.orders(Job::Tally, (tier, tier), 0);
        let place = Lookup::new(self.game, &Work { orders, tiers: &self.places }).place(state);
        let is_there = place.slot < self.places[place.tier].slots;
        let has_own_slot = self.structure.divided_by == 1 && !shape.exchange;
        (is_there && (!has_own_slot || self.game.unrank_in_tier(place.tier, place.slot) == *state))
            .then_some((place.tier, place.slot))
    }

    /// Returns the moves in a position with their values, the best first: a win as soon, a loss as
    /// late as possible, or the larger margin.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn moves(&self, state: &G::State) -> Result<Vec<ValuedMove<G::State>>, SolveError> {
        let mut after = Vec::new();
        self.game.successors(state, &mut |next| after.push((next.clone(), self.game.gain(next))));
        let mut moves: Vec<ValuedMove<G::State>> = Vec::new();
        for (next, gain) in after {
            let goes_on = self.game.mover(&next) == self.game.mover(state);
            let value = self.value(&next)?.map(|value| before(value, i64::from(gain), goes_on));
            let found = ValuedMove { state: next, value };
            if !moves.contains(&found) {
                moves.push(found);
            }
        }
        moves.sort_by_key(|it| Reverse(rating(it.value)));
        Ok(moves)
    }

    /// Returns a best move; none if there is no move, or the values of some are not known.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn best(&self, state: &G::State) -> Result<Option<ValuedMove<G::State>>, SolveError> {
        let moves = self.moves(state)?;
        let all_known = moves.iter().all(|it| it.value.is_some());
        Ok(moves.into_iter().next().filter(|_| all_known))
    }

    /// Returns best play from a position: to the end, to a position that comes again, or as many
    /// moves as are wanted; of a puzzle a shortest way to the goal, if there is one.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn line(
        &self,
        from: &G::State,
        most: usize,
    ) -> Result<Vec<ValuedMove<G::State>>, SolveError> {
        let mut line: Vec<ValuedMove<G::State>> = Vec::new();
        let mut visited = vec![from.clone()];
        while line.len() < most {
            let state = visited.last().expect("it has the beginning");
            if self.structure.puzzle && self.game.is_goal(state) {
                break;
            }
            let moves = self.moves(state)?;
            let Some(best) = moves.first().and_then(|best| best.value) else { break };
            let is_unsolvable = self.structure.puzzle && best.outcome != Outcome::Win;
            if is_unsolvable || moves.iter().any(|it| it.value.is_none()) {
                break;
            }
            // Where equal values do not tell what comes nearer to the end, new positions may.
            let mut equal = moves.iter().filter(|it| it.value == Some(best));
            let new = equal.find(|it| !visited.contains(&it.state));
            let next = new.unwrap_or(&moves[0]).clone();
            let comes_again = visited.contains(&next.state);
            visited.push(next.state.clone());
            line.push(next);
            if comes_again {
                break;
            }
        }
        Ok(line)
    }

    /// Returns how many positions are won, lost and drawn for the player to move.
    pub fn counts(&self) -> ValueCounts {
        match &self.tables {
            Tables::Solved(values) => {
                let tiers = values.wanted.iter().filter_map(|tier| values.tier(*tier));
                tiers.fold(ValueCounts::default(), |sum, tier| {
                    sum.and(tier.positions[0]).and(tier.positions[1])
                })
            }
            #[cfg(feature = "database")]
            Tables::Kept(tables) => tables.counts(),
        }
    }

    /// Returns whether they are those of all that play from the start of the game reaches.
    pub fn is_from_start(&self) -> bool {
        self.from_start
    }

    /// Returns all that the search has found, tier by tier; none if the values are in a file.
    pub fn solved(&self) -> Option<&Values> {
        match &self.tables {
            Tables::Solved(values) => Some(&**values),
            #[cfg(feature = "database")]
            Tables::Kept(_) => None,
        }
    }
}

/// Better is greater. What is not known is worse than all else.
fn rating(value: Option<Evaluation>) -> Option<(i64, i64)> {
    let Evaluation { outcome, plies } = value?;
    let plies = i64::from(plies.unwrap_or(0));
    Some(match outcome {
        Outcome::Win => (1, -plies),
        Outcome::Draw => (0, 0),
        Outcome::Loss => (-1, plies),
        Outcome::Margin(margin) => (margin, 0),
    })
}

/// The value of a move that brings `gain` points, from the value of the position after it.
fn before(after: Evaluation, gain: i64, goes_on: bool) -> Evaluation {
    let outcome = match (after.outcome, goes_on) {
        (Outcome::Margin(rest), true) => Outcome::Margin(gain + rest),
        (Outcome::Margin(rest), false) => Outcome::Margin(gain - rest),
        (Outcome::Win, false) => Outcome::Loss,
        (Outcome::Loss, false) => Outcome::Win,
        (outcome, _) => outcome,
    };
    Evaluation { outcome, plies: after.plies.map(|plies| plies.saturating_add(1)) }
}

impl<G> fmt::Debug for GameValues<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameValues").field("structure", &self.structure).finish_non_exhaustive()
    }
}
