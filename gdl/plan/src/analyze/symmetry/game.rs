//! A whole game as one term.
//!
//! Moves that differ in what they do only, with the same player, guard and consequences, are one
//! move with more alternatives; names and the order of statements do not count where they do not
//! matter for what can happen. The goal and the starts are terms of their own: they are no rules.

use super::atoms::Atoms;
use super::plain::{Terrain, reads_here};
use super::terms::{Term, Terms};
use super::turns::PureTurns;
use crate::ast::Verdict;
use crate::model::{Body, Content, ContentSet, End, Goal, Model, Move, PlayerId};
use std::collections::BTreeMap;

/// A game's terms.
#[derive(Clone, Debug)]
pub(super) struct Game<'m> {
    pub(super) terrain: Terrain<'m>,
    pub(super) terms: Terms,
    pub(super) atoms: Atoms,
    /// All rules.
    pub(super) root: Term,
    /// Everything the rules are made of, in order.
    pub(super) below: Vec<Term>,
    /// The part of the rules that speaks of how the game ends.
    pub(super) ends: Term,
    /// The condition that solves a puzzle.
    pub(super) goal: Option<Term>,
    /// The equations for turns, if they are solved apart from the terms.
    pub(super) turns: Option<PureTurns>,
}

/// The terms of the rules of a game in which equal ways to do something count several times.
#[derive(Clone, Debug)]
pub(super) struct CountedRules {
    pub(super) terms: Terms,
    pub(super) root: Term,
    pub(super) below: Vec<Term>,
}

/// Terms in the making.
#[derive(Debug)]
pub(super) struct Builder<'m> {
    pub(super) terrain: Terrain<'m>,
    pub(super) terms: Terms,
    pub(super) atoms: Atoms,
    /// Whether the cell a rule fills matters after it.
    pub(super) reads_here: bool,
    /// Turns are reduced by this: a multiple of every piece's number of orientations.
    pub(super) modulus: u32,
    /// Whether terms tell how far a piece is turned.
    pub(super) turns_in_terms: bool,
    /// Whether terms tell in how many ways something can be done.
    pub(super) counts_ways: bool,
}

/// The terms of the rules; only of moves that `wanted` picks, with these possible contents.
pub(super) fn game<'m>(
    model: &'m Model,
    possible: &[ContentSet],
    wanted: &dyn Fn(&Move) -> bool,
) -> Game<'m> {
    let turns = PureTurns::new(model, wanted);
    let mut builder = Builder::new(model, possible, turns.is_none());
    let (root, ends) = builder.rules(wanted);
    let goal = match &model.goal {
        Some(Goal::When(cond)) => Some(builder.cond(Some(cond))),
        Some(Goal::Start) | None => None,
    };
    let Builder { terrain, terms, atoms, .. } = builder;
    let below = terms.below(&[root]);
    Game { terrain, terms, atoms, root, below, ends, goal, turns }
}

impl CountedRules {
    /// Builds the terms anew for the rules of a game.
    pub(super) fn new(
        game: &Game<'_>,
        possible: &[ContentSet],
        wanted: &dyn Fn(&Move) -> bool,
    ) -> Self {
        let mut builder = Builder::new(game.terrain.model, possible, game.turns.is_none());
        builder.counts_ways = true;
        let (root, _) = builder.rules(wanted);
        let terms = builder.terms;
        let below = terms.below(&[root]);
        CountedRules { terms, root, below }
    }
}

impl<'m> Builder<'m> {
    /// No terms yet but the atoms.
    pub(super) fn new(model: &'m Model, possible: &[ContentSet], turns_in_terms: bool) -> Self {
        let mut terms = Terms::default();
        let atoms = Atoms::new(model, &mut terms);
        Builder {
            terrain: Terrain::new(model, possible),
            terms,
            atoms,
            reads_here: reads_here(model),
            modulus: super::turns::modulus(model),
            turns_in_terms,
            counts_ways: false,
        }
    }

    /// A term of ways to do something, in no order.
    pub(super) fn ways(&mut self, word: &'static str, parts: Vec<Term>) -> Term {
        if self.counts_ways { self.terms.bag(word, parts) } else { self.terms.set(word, parts) }
    }

    /// All rules, and the part of them that speaks of how the game ends.
    pub(super) fn rules(&mut self, wanted: &dyn Fn(&Move) -> bool) -> (Term, Term) {
        let play = self.play(wanted);
        let ends = self.ends();
        let spoken = self.terms.list("rules", vec![play, ends]);
        let fixed = self.fixed_cells(spoken);
        (self.terms.list("rules", vec![play, ends, fixed]), ends)
    }

    /// Moves, what they must not do, and whose turn it is.
    fn play(&mut self, wanted: &dyn Fn(&Move) -> bool) -> Term {
        let model = self.terrain.model;
        let mut moves = Vec::new();
        for one in model.moves.iter().filter(|one| wanted(one)) {
            self.add_move(one, &mut moves);
        }
        if model.same_rotations {
            self.add_rotations(&mut moves);
        }
        let mut illegal = Vec::new();
        for one in &model.illegal {
            let pair = vec![self.atoms.player(one.player), self.cond(Some(&one.when))];
            illegal.push(self.terms.list("illegal", pair));
        }
        let players = (0..model.sides()).map(|player| {
            PlayerId(u8::try_from(player).expect("the number of players is limited"))
        });
        let order = players.map(|player| {
            let pair = [player, model.next_player(player)].map(|player| self.atoms.player(player));
            self.terms.list("next player", pair.to_vec())
        });
        let order = order.collect();
        let order = self.terms.set("turn order", order);
        let parts = vec![self.grouped(moves), self.terms.set("illegal", illegal), order];
        self.terms.list("play", parts)
    }

    /// Moves with the same heading become one with all their alternatives.
    fn grouped(&mut self, moves: Vec<(Term, Term)>) -> Term {
        let mut grouped: BTreeMap<Term, Vec<Term>> = BTreeMap::new();
        for (heading, alternative) in moves {
            grouped.entry(heading).or_default().push(alternative);
        }
        let mut parts = Vec::new();
        for (heading, alternatives) in grouped {
            let alternatives = self.ways("alternatives", alternatives);
            parts.push(self.terms.list("move", vec![heading, alternatives]));
        }
        self.terms.set("moves", parts)
    }

    /// Adds pairs of what a move depends on and one thing it can do.
    fn add_move(&mut self, one: &Move, moves: &mut Vec<(Term, Term)>) {
        let mut heading = vec![self.atoms.player(one.player), self.cond(one.guard.as_ref())];
        heading.push(self.terms.number("must", i64::from(one.must)));
        for after in &one.afters {
            heading.push(self.after(&self.terrain.model.afters[*after]));
        }
        let heading = self.terms.list("heading", heading);
        match &one.body {
            Body::Once(list) if list.iter().all(|alternative| !alternative.otherwise) => {
                for alternative in list {
                    let each = self.alternative(alternative, false);
                    moves.extend(each.into_iter().map(|each| (heading, each)));
                }
            }
            Body::Once(list) => {
                let parts = self.alternatives(list, false);
                moves.push((heading, self.terms.list("in order", parts)));
            }
            Body::Chain(list) => {
                let parts = self.alternatives(list, true);
                moves.push((heading, self.terms.list("chain", parts)));
            }
            Body::Settle(directions) => {
                for settle in directions {
                    let parts = [&settle.rules, &settle.forbidden].map(|rules| {
                        let rules = self.rewrites(rules, false);
                        self.terms.set("rules", rules)
                    });
                    moves.push((heading, self.terms.list("settle", parts.to_vec())));
                }
            }
        }
    }

    /// `same rotations`: whatever can be done can be done after any turn of the ring. Where more
    /// than the moves decides what can be done, they are left alone.
    fn add_rotations(&mut self, moves: &mut Vec<(Term, Term)>) {
        let model = self.terrain.model;
        let decided = !model.players.is_empty() || !model.illegal.is_empty();
        if decided || model.moves.iter().any(|one| one.must) {
            return;
        }
        let mut rotated = Vec::new();
        for by in 1..self.atoms.cells {
            let map = super::rotations::rotation(self.atoms, by);
            for &(heading, alternative) in moves.iter() {
                rotated
                    .push((self.terms.image(heading, &map), self.terms.image(alternative, &map)));
            }
        }
        moves.append(&mut rotated);
    }

    /// The ends in file order, those in a row that say the same of the same player in no order;
    /// and the payoffs. What happens to a player who cannot move is the same for all players, so
    /// no permutation can change it.
    fn ends(&mut self) -> Term {
        let ends = &self.terrain.model.ends;
        let mut runs: Vec<Vec<Term>> = Vec::new();
        for (number, end) in ends.iter().enumerate() {
            let verdict = match end.verdict {
                Verdict::Win => "win",
                Verdict::Lose => "lose",
                Verdict::Draw => "draw",
            };
            let mut parts = Vec::new();
            for (player, when) in &end.when {
                let pair = vec![self.atoms.player(*player), self.cond(Some(when))];
                parts.push(self.terms.list("for", pair));
            }
            let term = self.terms.set(verdict, parts);
            match runs.last_mut() {
                Some(run) if same_outcome(&ends[number - 1], end) => run.push(term),
                _ => runs.push(vec![term]),
            }
        }
        let runs = runs.into_iter().map(|run| self.terms.set("ends", run)).collect();
        let runs = self.terms.list("ends", runs);
        let mut finish = Vec::new();
        for payoff in &self.terrain.model.finish {
            let pair = vec![self.atoms.player(payoff.player), self.value(&payoff.amount)];
            finish.push(self.terms.list("payoff", pair));
        }
        let finish = self.terms.bag("finish", finish);
        self.terms.list("ends", vec![runs, finish])
    }

    /// Cells that never change but matter: those the rules speak of, and those with a piece the
    /// rules speak of.
    fn fixed_cells(&mut self, rules: Term) -> Term {
        let below = self.terms.below(&[rules]);
        let spoken_of = |term: Term| below.binary_search(&term).is_ok();
        let mut parts = Vec::new();
        for (cell, fixed) in self.terrain.model.board.ids().zip(self.terrain.fixed.clone()) {
            let Some(fixed) = fixed else { continue };
            let piece = fixed != Content::EMPTY && spoken_of(self.atoms.content(fixed));
            if piece || spoken_of(self.atoms.cell(cell)) {
                parts.push(self.held(cell, fixed.0));
            }
        }
        if self.terrain.model.same_rotations {
            parts.push(super::rotations::ring(self.atoms, &mut self.terms));
        }
        self.terms.set("fixed", parts)
    }
}

/// Whether it makes no difference which of two ends decides.
fn same_outcome(one: &End, other: &End) -> bool {
    one.verdict == other.verdict
        && match (one.when.as_slice(), other.when.as_slice()) {
            _ if one.verdict == Verdict::Draw => true,
            ([(player, _)], [(other, _)]) => player == other,
            _ => false,
        }
}
