//! Can every move be undone by a move?
//!
//! A rule with sets of contents stands for many *exact* rewrites, one for each choice of contents:
//! these cells hold this before and that after. The moves of a puzzle can be undone if with every
//! exact rewrite its mirror image is one as well, and with every permutation its inverse. Then the
//! graph of positions is undirected: distances are the same both ways.

use super::bounds::Bounds;
use super::contents::can_fire;
use crate::model::{
    Action, Body, Carry, CellId, Content, ContentSet, Model, Rule, Write, turn_modulus,
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Whether moves can be undone, and why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Inverse {
    /// Every move is undone by a move.
    Undirected,
    /// Some move is undone by no other.
    Directed,
    /// The turn passes to another player, so a move cannot be taken back at once.
    Players,
    /// There is more to a move than a rewrite or permutation of cells (conditions, effects,
    /// consequences, chains, settling, sowing).
    NotPlain,
    /// There are too many exact rewrites to compare.
    TooMany,
    /// No move can ever be made, so there is nothing to undo.
    NoMoves,
}

/// The most exact rewrites that are compared.
const MAX_EXACT: usize = 2_000_000;

/// What a cell holds before and after.
pub(super) type Exact = Vec<(CellId, Content, Content)>;

/// Decides whether every move can be undone.
pub fn inverse(model: &Model, bounds: &Bounds<'_>) -> Inverse {
    let possible = &bounds.possible;
    if bounds.moves().next().is_none() {
        return Inverse::NoMoves;
    }
    if !model.players.is_empty() {
        return Inverse::Players;
    }
    let mut rules: Vec<&Rule> = Vec::new();
    let mut permutations: BTreeSet<BTreeMap<CellId, (CellId, u8)>> = BTreeSet::new();
    for declared in &model.moves {
        let plain = declared.guard.is_none()
            && declared.afters.is_empty()
            && !declared.must
            && model.illegal.is_empty();
        let Body::Once(alternatives) = &declared.body else { return Inverse::NotPlain };
        for alternative in alternatives {
            let [step] = alternative.steps.as_slice() else { return Inverse::NotPlain };
            if !plain || alternative.otherwise || !step.effects.is_empty() {
                return Inverse::NotPlain;
            }
            match &step.action {
                Action::Rewrite(list) => {
                    rules.extend(list.iter().filter(|rule| can_fire(rule, possible)))
                }
                Action::Permute(carries) => drop(permutations.insert(as_map(carries))),
                Action::Nothing | Action::Sow(_) | Action::Harvest(_) => return Inverse::NotPlain,
            }
        }
    }
    if rules.iter().any(|rule| !rule.in_shape.is_empty()) {
        return Inverse::NotPlain;
    }
    let mut exact: BTreeSet<Exact> = BTreeSet::new();
    for rule in rules {
        let count = exact_count(rule, possible);
        if exact.len().saturating_add(count) > MAX_EXACT {
            return Inverse::TooMany;
        }
        exact.extend(exact_rewrites(rule, possible));
    }
    let undone = |rewrite: &Exact| {
        let back: Exact =
            rewrite.iter().map(|(cell, before, after)| (*cell, *after, *before)).collect();
        exact.contains(&back)
    };
    let turns = u8::try_from(turn_modulus(&model.pieces)).unwrap_or(1);
    let undone_permutation = |permutation: &BTreeMap<CellId, (CellId, u8)>| {
        let back = |(from, (to, turn)): (&CellId, &(CellId, u8))| {
            (*to, (*from, (turns - turn % turns) % turns))
        };
        permutations.contains(&permutation.iter().map(back).collect())
    };
    if exact.iter().all(undone) && permutations.iter().all(undone_permutation) {
        Inverse::Undirected
    } else {
        Inverse::Directed
    }
}

fn as_map(carries: &[Carry]) -> BTreeMap<CellId, (CellId, u8)> {
    carries.iter().map(|carry| (carry.from, (carry.to, carry.turn))).collect()
}

/// How many exact rewrites a rule stands for.
pub(super) fn exact_count(rule: &Rule, possible: &[ContentSet]) -> usize {
    let choices = rule
        .needs
        .iter()
        .map(|(cell, contents)| contents.intersection(possible[cell.index()]).len());
    choices.fold(1, usize::saturating_mul)
}

/// The exact rewrites of a rule, cells in order.
pub(super) fn exact_rewrites(rule: &Rule, possible: &[ContentSet]) -> Vec<Exact> {
    let mut all: Vec<Vec<(CellId, Content)>> = vec![Vec::new()];
    for (cell, contents) in &rule.needs {
        let contents = contents.intersection(possible[cell.index()]);
        let extended = |held: &Vec<(CellId, Content)>| {
            let held = held.clone();
            contents
                .iter()
                .map(move |content| [held.as_slice(), &[(*cell, content)]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(extended).collect();
    }
    let exact = |held: Vec<(CellId, Content)>| {
        let before =
            |cell: CellId| held.iter().find(|(at, _)| *at == cell).map(|(_, content)| *content);
        let after = |cell: CellId, content: Content| match rule
            .writes
            .iter()
            .find(|(written, _)| *written == cell)
        {
            None => content,
            Some((_, Write::Put(put))) => *put,
            Some((_, Write::Copy(source))) => {
                before(*source).expect("a copied cell is part of the pattern")
            }
        };
        let mut exact: Exact =
            held.iter().map(|(cell, content)| (*cell, *content, after(*cell, *content))).collect();
        exact.sort();
        exact
    };
    all.into_iter().map(exact).collect()
}

impl fmt::Display for Inverse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}",
            match self {
                Inverse::Undirected =>
                    "every move can be taken back by a move, so distances are the same both ways",
                Inverse::Directed => "some moves cannot be taken back",
                Inverse::Players =>
                    "after a move it is the other player's turn, so nothing is taken back at once",
                Inverse::NotPlain =>
                    "moves have conditions or consequences; whether they can be taken back is not decided",
                Inverse::TooMany =>
                    "there are too many rules to say whether every move can be taken back",
                Inverse::NoMoves => "no move can ever be made from the start",
            }
        )
    }
}
