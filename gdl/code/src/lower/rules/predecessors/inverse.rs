//! Moves turned round: what a move writes becomes what its inverse asks for, and the other way
//! round.
//!
//! Everything stays a move of the model, so the code for moves serves both directions. A content
//! that a rule only carries is carried back. What a rule overwrites without carrying it, or
//! carries to two places, is spelled out: one inverse rule for each content the rule allows. Steps
//! are undone from the last to the first, consequences (each of which may not have followed)
//! before the move itself.

use crate::facts::Facts;
use crate::model::{
    Action, Alternative, Body, Carry, CellId, ContentSet, Effect, Model, Move, Rule, Step, Value,
    Write, turn_modulus,
};

/// LIMIT: moves with more inverse rules than this are not undone.
const MOST_RULES: usize = 20_000;

/// A move that undoes another, up to what only the move itself refuses.
pub(super) struct Undo {
    /// The move; its player is who is to move after the move that is undone.
    pub(super) undo: Move,
    /// Whether positions must be tried: not each of them allows the move that is undone.
    pub(super) tried: bool,
}

/// The moves that undo a move; none if there is no compact way.
pub(super) fn inverses(model: &Model, facts: &Facts, declared: &Move) -> Option<Vec<Undo>> {
    let Body::Once(list) = &declared.body else { return None };
    let mut ways: Vec<Vec<&Step>> =
        list.iter().map(|alternative| alternative.steps.iter().collect()).collect();
    for after in &declared.afters {
        let consequences = &model.afters[*after].body;
        let followed = ways.iter().flat_map(|way| {
            consequences.iter().map(|it| way.iter().copied().chain(&it.steps).collect::<Vec<_>>())
        });
        ways.extend(followed.collect::<Vec<_>>());
    }
    let has_shapes = |step: &&Step| match &step.action {
        Action::Rewrite(rules) => rules.iter().any(|rule| !rule.in_shape.is_empty()),
        _ => false,
    };
    let tried = !declared.afters.is_empty()
        || list.iter().any(|alternative| alternative.otherwise || alternative.steps.len() > 1)
        || ways.iter().flatten().any(has_shapes);
    let mut by_mover: [Vec<Alternative>; 2] = [Vec::new(), Vec::new()];
    for way in ways {
        let again = way.iter().any(|step| step.effects.contains(&Effect::Again));
        let mut steps: Vec<Step> =
            way.iter().rev().map(|step| undone(model, facts, step)).collect::<Option<_>>()?;
        if again {
            steps.first_mut()?.effects.push(Effect::Again);
        }
        let alternative = Alternative { otherwise: false, steps };
        // Ways that differ only in what is asked of shapes are undone in the same way.
        let known = &mut by_mover[usize::from(again)];
        if !known.contains(&alternative) {
            known.push(alternative);
        }
    }
    let [passing, again] = by_mover;
    let players = [model.next_player(declared.player), declared.player];
    let undos = [passing, again].into_iter().zip(players).filter(|(list, _)| !list.is_empty());
    Some(
        undos
            .map(|(list, player)| Undo {
                undo: Move {
                    player,
                    guard: None,
                    must: false,
                    body: Body::Once(list),
                    afters: Vec::new(),
                    ..declared.clone()
                },
                tried,
            })
            .collect(),
    )
}

/// The contents whose number a move can change.
pub(super) fn counted(facts: &Facts, undo: &Move) -> ContentSet {
    let mut changed = ContentSet::NONE;
    let steps = undo.body.alternatives().iter().flat_map(|alternative| &alternative.steps);
    for step in steps {
        let Action::Rewrite(rules) = &step.action else { continue };
        for rule in rules {
            let differing = (0_u8..).zip(balance(facts, rule)).filter(|(_, change)| *change != 0);
            changed = differing.fold(changed, |set, (content, _)| {
                set.union(ContentSet::only(crate::model::Content(content)))
            });
        }
    }
    changed
}

/// By content: how many more cells hold it after a rule that is spelled out.
pub(super) fn balance(facts: &Facts, rule: &Rule) -> [i64; 64] {
    let mut change = [0; 64];
    let needs = |cell: CellId| needs(facts, rule, cell).single();
    for (cell, write) in &rule.writes {
        let after = match write {
            Write::Put(content) => Some(*content),
            Write::Copy(from) => needs(*from),
        };
        // What is not known is carried, and there is as much of it as before.
        for (content, by) in [(needs(*cell), -1), (after, 1)] {
            if let Some(content) = content {
                change[usize::from(content.0)] += by;
            }
        }
    }
    change
}

/// The rules that a rule stands for, as far as it can ever apply; see [`spelled_out`].
pub(super) fn exact_rules(facts: &Facts, rule: &Rule) -> Option<Vec<Rule>> {
    if rule.needs.iter().any(|(cell, _)| needs(facts, rule, *cell).is_empty()) {
        return Some(Vec::new());
    }
    spelled_out(facts, rule)
}

/// A step that undoes a step, up to what only the step itself refuses.
pub(super) fn undone(model: &Model, facts: &Facts, step: &Step) -> Option<Step> {
    let action = match &step.action {
        Action::Nothing => Action::Nothing,
        Action::Rewrite(rules) => {
            let mut inverse = Vec::new();
            for rule in rules {
                let exact = exact_rules(facts, rule)?;
                inverse.extend(exact.iter().map(|rule| turned_round(model, facts, rule)));
                if inverse.len() > MOST_RULES {
                    return None;
                }
            }
            Action::Rewrite(inverse.into_iter().collect::<Option<Vec<Rule>>>()?)
        }
        Action::Permute(carries) => {
            let turns =
                u16::try_from(turn_modulus(&model.pieces)).ok().filter(|turns| *turns < 256)?;
            let back = |carry: &Carry| {
                let turn = (turns - u16::from(carry.turn) % turns) % turns;
                Some(Carry { from: carry.to, to: carry.from, turn: u8::try_from(turn).ok()? })
            };
            Action::Permute(carries.iter().map(back).collect::<Option<_>>()?)
        }
        Action::Sow(_) | Action::Harvest(_) => return None,
    };
    let mut effects = Vec::new();
    for effect in &step.effects {
        if let Effect::Count { counter, change } = effect {
            let Value::Number(number) = change else { return None };
            let change = Value::Number(number.checked_neg()?);
            effects.push(Effect::Count { counter: *counter, change });
        }
    }
    Some(Step { action, effects })
}

/// What a cell of a rule can hold before it.
fn needs(facts: &Facts, rule: &Rule, cell: CellId) -> ContentSet {
    let possible = facts.terrain.possible[cell.index()];
    let stated = rule.needs.iter().find(|(needed, _)| *needed == cell);
    stated.map_or(possible, |(_, contents)| contents.intersection(possible))
}

/// How many cells get a copy of what a cell held.
fn copies(rule: &Rule, cell: CellId) -> usize {
    rule.writes.iter().filter(|(_, write)| *write == Write::Copy(cell)).count()
}

/// The rule for each content of every cell whose content does not simply move to another cell.
fn spelled_out(facts: &Facts, rule: &Rule) -> Option<Vec<Rule>> {
    let is_written = |cell: CellId| rule.writes.iter().any(|(written, _)| *written == cell);
    let mut cells: Vec<CellId> = rule.writes.iter().map(|(cell, _)| *cell).collect();
    cells.extend(rule.writes.iter().filter_map(|(_, write)| match write {
        Write::Copy(from) => Some(*from),
        Write::Put(_) => None,
    }));
    cells.sort_unstable();
    cells.dedup();
    let mut rules = vec![rule.clone()];
    for cell in cells {
        let moves_on = is_written(cell) && copies(rule, cell) == 1;
        let contents = needs(facts, rule, cell);
        if moves_on || contents.len() == 1 {
            continue;
        }
        if rules.len().saturating_mul(contents.len()) > MOST_RULES {
            return None;
        }
        let with = |rule: &Rule| {
            let mut rule = rule.clone();
            rule.needs.retain(|(needed, _)| *needed != cell);
            contents.iter().map(move |content| {
                let mut rule = rule.clone();
                rule.needs.push((cell, ContentSet::only(content)));
                rule
            })
        };
        rules = rules.iter().flat_map(with).collect();
    }
    Some(rules)
}

/// The inverse of a rule that is spelled out. None if a piece that can be turned appears or is
/// gone.
fn turned_round(model: &Model, facts: &Facts, rule: &Rule) -> Option<Rule> {
    let can_turn = |contents: ContentSet| {
        let pieces = contents.iter().filter_map(|content| content.piece());
        pieces.into_iter().any(|piece| model.pieces[piece.index()].turns > 1)
    };
    let mut inverse = Rule {
        needs: Vec::new(),
        in_shape: Vec::new(),
        writes: Vec::new(),
        here: rule.here,
        source: None,
    };
    for (cell, write) in &rule.writes {
        let now = match write {
            Write::Put(content) => ContentSet::only(*content),
            Write::Copy(from) => needs(facts, rule, *from),
        };
        if matches!(write, Write::Put(_)) && can_turn(now) {
            return None;
        }
        inverse.needs.push((*cell, now));
        let mut carriers = rule.writes.iter().filter(|(_, write)| *write == Write::Copy(*cell));
        let before = needs(facts, rule, *cell);
        inverse.writes.push((
            *cell,
            match (carriers.next(), before.single()) {
                (Some((carrier, _)), _) => Write::Copy(*carrier),
                (None, Some(content)) if !can_turn(before) => Write::Put(content),
                (None, _) => return None,
            },
        ));
    }
    let is_written = |cell: &CellId| rule.writes.iter().any(|(written, _)| written == cell);
    let kept = rule.needs.iter().filter(|(cell, _)| !is_written(cell));
    inverse.needs.extend(kept.copied());
    Some(inverse)
}
