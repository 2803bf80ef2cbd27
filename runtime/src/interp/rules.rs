//! What a game means: the moves of a position, its end and its goal.
//!
//! The successors of a position are found in this order:
//!
//! 1. if an end holds, there are none;
//! 2. every move of the player to move whose guard holds gives the results of its body;
//! 3. each consequence in turn replaces a result of which its condition is true by the results of
//!    its own body, if there are any;
//! 4. results that are forbidden, or are the position itself, are dropped;
//! 5. if a move that must be made has a result, the other moves are dropped;
//! 6. the turn goes to the next player, except after `again`; equal results are one.
//!
//! Without a result, `stuck` decides.

use super::action::{Scope, Tracing, Turn};
use super::condition::View;
use super::draft::{Draft, DraftSet, Mark};
use super::label::{distinct_texts, move_text};
use super::rotation::{rotated, smallest};
use gdl::ast::Verdict;
use gdl::model::State;
use gdl::model::{Action, Alternative, Body, Effect, Goal, Model, Move, PlayerId, Stuck};

/// A game that can be played, from one of its starts.
#[derive(Clone, Debug)]
pub struct Interp<'m> {
    model: &'m Model,
    start_index: usize,
    start: State,
    /// The moves of each player: indices into the model's.
    moves: Vec<Vec<usize>>,
    /// Number of players with a score: none if nothing scores.
    scores: usize,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// How it is written.
    pub text: String,
    /// The position it leads to.
    pub state: State,
    /// What each player gains by it; empty in a game without scores.
    pub gains: Vec<i64>,
}

/// Where a legal move leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The position.
    pub state: State,
    /// What each player gains; empty in a game without scores.
    pub gains: Vec<i64>,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This player has won.
    Won(PlayerId),
    /// This player has lost.
    Lost(PlayerId),
    /// Nobody has.
    Draw,
    /// The scores decide, after adding this for each player.
    Score(Vec<i64>),
}

/// What there is to do in a position.
#[derive(Debug)]
pub(super) enum Expansion {
    /// Nothing: the game is over.
    Over(Ending),
    /// These moves; none in a dead end of a puzzle.
    Moves(Vec<Draft>),
}

impl<'m> Interp<'m> {
    /// The game from its first start.
    pub fn new(model: &'m Model) -> Self {
        Self::with_start(model, 0).expect("a model has at least one start")
    }

    /// The game from the start with the number `start`, if there is one.
    pub fn with_start(model: &'m Model, start: usize) -> Option<Self> {
        let state = State::at_start(model, model.starts.get(start)?);
        let moves_of = |player: usize| {
            let own =
                model.moves.iter().enumerate().filter(|(_, one)| one.player.index() == player);
            own.map(|(index, _)| index).collect()
        };
        let mut interp = Self {
            model,
            start_index: start,
            start: state,
            moves: (0..model.sides()).map(moves_of).collect(),
            scores: if has_scores(model) { model.sides() } else { 0 },
        };
        interp.start = interp.canonical(interp.start.clone());
        Some(interp)
    }

    /// The game.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// Which of the model's starts this is.
    pub fn start_index(&self) -> usize {
        self.start_index
    }

    /// The start position.
    pub fn start(&self) -> State {
        self.start.clone()
    }

    /// The position that stands for all that count as the same; the position itself unless the
    /// game says `same rotations`.
    pub fn canonical(&self, state: State) -> State {
        if self.model.same_rotations { smallest(&state) } else { state }
    }

    /// The legal moves with their texts. None if the game is over, or in a puzzle nothing can be
    /// done.
    pub fn moves(&self, state: &State) -> Vec<Play> {
        let Expansion::Moves(drafts) = self.expand(state, Tracing::On) else { return Vec::new() };
        let texts = distinct_texts(drafts.iter().map(|draft| move_text(self.model, &draft.trace)));
        let plays = drafts.into_iter().zip(texts);
        plays.map(|(draft, text)| Play { text, state: draft.state, gains: draft.gains }).collect()
    }

    /// Where the legal moves lead, in the order of [`Interp::moves`].
    pub fn successors(&self, state: &State) -> Vec<Successor> {
        let Expansion::Moves(drafts) = self.expand(state, Tracing::Off) else { return Vec::new() };
        drafts
            .into_iter()
            .map(|draft| Successor { state: draft.state, gains: draft.gains })
            .collect()
    }

    /// How the game has ended in this position, if it has.
    pub fn outcome(&self, state: &State) -> Option<Ending> {
        match self.expand(state, Tracing::Off) {
            Expansion::Over(outcome) => Some(outcome),
            Expansion::Moves(_) => None,
        }
    }

    /// Whether a puzzle is solved.
    pub fn is_goal(&self, state: &State) -> bool {
        let reached = |state: &State| match &self.model.goal {
            None => false,
            Some(Goal::Start) => state.same_position(&self.start),
            Some(Goal::When(condition)) => self.view(state).holds(condition),
        };
        reached(state)
            || self.model.same_rotations
                && (1..state.cells.len()).any(|by| reached(&rotated(state, by)))
    }

    /// Whether moves or the end can change scores.
    pub(crate) fn has_scores(&self) -> bool {
        self.scores > 0
    }

    /// What there is to do, with or without traces.
    pub(super) fn expand(&self, state: &State, tracing: Tracing) -> Expansion {
        if let Some(outcome) = self.ended(state) {
            return Expansion::Over(outcome);
        }
        let drafts = self.legal(state, tracing);
        if !drafts.is_empty() {
            return Expansion::Moves(drafts);
        }
        match self.model.stuck {
            None => Expansion::Moves(Vec::new()),
            Some(Stuck::Loses) => Expansion::Over(Ending::Lost(state.mover)),
            Some(Stuck::Wins) => Expansion::Over(Ending::Won(state.mover)),
            Some(Stuck::Draws) => Expansion::Over(Ending::Draw),
            Some(Stuck::ByScore) => Expansion::Over(Ending::Score(self.finish(state))),
            Some(Stuck::Passes) if self.others_can_move(state) => {
                Expansion::Moves(vec![self.pass(state, tracing)])
            }
            Some(Stuck::Passes) => Expansion::Over(Ending::Draw),
        }
    }

    /// The first end that holds. Each is tested for the player who moved last, then for the others
    /// in turn order.
    pub(crate) fn ended(&self, state: &State) -> Option<Ending> {
        let view = self.view(state);
        for end in &self.model.ends {
            let sides = self.model.sides();
            let mut player = state.mover;
            for _ in 1..sides {
                player = self.model.next_player(player);
            }
            for _ in 0..sides {
                if end.when.iter().any(|(whose, when)| *whose == player && view.holds(when)) {
                    return Some(match end.verdict {
                        Verdict::Win => Ending::Won(player),
                        Verdict::Lose => Ending::Lost(player),
                        Verdict::Draw => Ending::Draw,
                    });
                }
                player = self.model.next_player(player);
            }
        }
        None
    }

    /// The results of the mover's own moves; ends and `stuck` are not looked at.
    fn legal(&self, state: &State, tracing: Tracing) -> Vec<Draft> {
        let mut results = DraftSet::default();
        if !self.model.same_rotations {
            for draft in self.results(state, tracing) {
                results.insert(draft);
            }
            return results.into_list();
        }
        for by in 0..state.cells.len() {
            for mut draft in self.results(&rotated(state, by), tracing) {
                draft.state = smallest(&draft.state);
                if by > 0 && tracing == Tracing::On {
                    draft.trace.push(Mark::Turned(by));
                }
                results.insert(draft);
            }
        }
        results.into_list()
    }

    /// Steps 2 to 6 for a position as it stands. The turn has passed on in the results, and only
    /// position and gains tell them apart.
    fn results(&self, state: &State, tracing: Tracing) -> Vec<Draft> {
        let turn = Turn { model: self.model, mover: state.mover, tracing };
        let base = self.unchanged(state);
        let mut results = Vec::new();
        let mut forced = 0;
        for &index in &self.moves[state.mover.index()] {
            let one = &self.model.moves[index];
            if one.guard.as_ref().is_some_and(|guard| !self.view(state).holds(guard))
                || forced > 0 && !one.must
            {
                continue;
            }
            let first = results.len();
            if tracing == Tracing::On {
                let begun = Draft { trace: vec![Mark::Move(index)], ..base.clone() };
                turn.body(&one.body, &begun, &mut results);
            } else {
                turn.body(&one.body, &base, &mut results);
            }
            self.consequences(&turn, one, first, &mut results);
            self.drop_illegal(state, first, &mut results);
            if one.must && results.len() > first {
                results.drain(forced..first);
                forced = results.len();
            }
        }
        for draft in &mut results {
            if !draft.again {
                draft.state.mover = self.model.next_player(state.mover);
            }
            draft.here = None;
            draft.again = false;
        }
        results
    }

    /// Replaces each result from `first` on by what its consequences make of it.
    fn consequences(&self, turn: &Turn<'_>, one: &Move, first: usize, results: &mut Vec<Draft>) {
        for &index in &one.afters {
            let after = &self.model.afters[index];
            let before = results.split_off(first);
            for mut draft in before {
                let view = View { model: self.model, state: &draft.state, here: draft.here };
                let none = results.len();
                if after.condition.as_ref().is_none_or(|condition| view.holds(condition)) {
                    if turn.tracing == Tracing::On {
                        draft.trace.push(Mark::Consequence);
                    }
                    turn.alternatives(&after.body, &draft, Scope::Consequence, results);
                }
                if results.len() == none {
                    results.push(draft);
                }
            }
        }
    }

    /// Drops the results from `first` on that are forbidden or change nothing but where a ring
    /// begins whose rotations are the same.
    fn drop_illegal(&self, state: &State, first: usize, results: &mut Vec<Draft>) {
        let original = self.model.same_rotations.then(|| smallest(state));
        let is_unchanged = |result: &State| match &original {
            Some(original) => smallest(result).same_position(original),
            None => result.same_position(state),
        };
        let forbidden = |draft: &Draft| {
            let view = View { model: self.model, state: &draft.state, here: draft.here };
            self.model
                .illegal
                .iter()
                .any(|illegal| illegal.player == state.mover && view.holds(&illegal.when))
        };
        let mut index = 0;
        results.retain(|draft| {
            index += 1;
            index <= first || !is_unchanged(&draft.state) && !forbidden(draft)
        });
    }

    fn others_can_move(&self, state: &State) -> bool {
        let mut other = state.clone();
        for _ in 1..self.model.sides() {
            other.mover = self.model.next_player(other.mover);
            if !self.legal(&other, Tracing::Off).is_empty() {
                return true;
            }
        }
        false
    }

    fn pass(&self, state: &State, tracing: Tracing) -> Draft {
        let mut draft = self.unchanged(state);
        draft.state.mover = self.model.next_player(state.mover);
        if tracing == Tracing::On {
            draft.trace.push(Mark::Pass);
        }
        draft
    }

    /// What each player gets when the game stops.
    pub(crate) fn finish(&self, state: &State) -> Vec<i64> {
        let mut payoffs = vec![0; self.model.sides()];
        for payoff in &self.model.finish {
            let amount = self.view(state).value(&payoff.amount);
            let sum: &mut i64 = &mut payoffs[payoff.player.index()];
            *sum = sum.saturating_add(amount);
        }
        payoffs
    }

    fn unchanged(&self, state: &State) -> Draft {
        Draft {
            state: state.clone(),
            here: None,
            gains: vec![0; self.scores],
            again: false,
            trace: Vec::new(),
        }
    }

    fn view<'a>(&self, state: &'a State) -> View<'a>
    where
        'm: 'a,
    {
        View { model: self.model, state, here: None }
    }
}

fn has_scores(model: &Model) -> bool {
    let scoring = |list: &[Alternative]| {
        list.iter().flat_map(|alternative| &alternative.steps).any(|step| {
            matches!(step.action, Action::Harvest(_))
                || step.effects.iter().any(|effect| matches!(effect, Effect::Score(_)))
        })
    };
    let in_body = |body: &Body| match body {
        Body::Once(list) | Body::Chain(list) => scoring(list),
        Body::Settle(_) => false,
    };
    model.stuck == Some(Stuck::ByScore)
        || model.moves.iter().any(|one| in_body(&one.body))
        || model.afters.iter().any(|after| scoring(&after.body))
}

#[cfg(test)]
mod tests;
