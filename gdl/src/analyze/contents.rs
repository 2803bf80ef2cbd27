//! What each cell can ever hold.
//!
//! A fixed point from the starts: a rule fires if each of its cells can hold something it needs, and what it writes becomes possible. The
//! result holds at least everything that really occurs.

use crate::model::{Action, Alternative, Body, Content, ContentSet, Model, Move, Rule, Write};

/// The possible contents of every cell, by cell, from any start of the game.
pub fn possible_contents(model: &Model) -> Vec<ContentSet> {
    possible_from(model, model.starts.iter().map(|start| start.cells.as_slice()))
}

/// The possible contents of every cell, by cell, from these positions.
pub fn possible_from<'a>(
    model: &Model,
    positions: impl IntoIterator<Item = &'a [u8]>,
) -> Vec<ContentSet> {
    let mut possible: Vec<ContentSet> = vec![ContentSet::NONE; model.board.cells.len()];
    for cells in positions {
        for (cell, value) in cells.iter().enumerate() {
            let content = Content(if model.heap { (*value).min(1) } else { *value });
            possible[cell] = possible[cell].union(ContentSet::only(content));
        }
    }
    loop {
        let before = possible.clone();
        for action in model.actions() {
            spread_action(action, &mut possible);
        }
        for settle in model.settles() {
            for rule in &settle.rules {
                spread(rule, &mut possible);
            }
        }
        if model.same_rotations {
            let all = possible.iter().fold(ContentSet::NONE, |all, contents| all.union(*contents));
            possible.fill(all);
        }
        if possible == before {
            return possible;
        }
    }
}

/// Whether the cells of a rule can hold what it needs.
pub fn can_fire(rule: &Rule, possible: &[ContentSet]) -> bool {
    rule.needs
        .iter()
        .all(|(cell, contents)| !possible[cell.index()].intersection(*contents).is_empty())
}

/// Whether a move can ever change something: by a rule that can fire, or by a consequence where the move itself has nothing to do, as
/// settling may. Moves other than rewrites always can. Guards are not looked at.
pub fn can_happen(model: &Model, one: &Move, possible: &[ContentSet]) -> bool {
    let fires = |rules: &[Rule]| rules.iter().any(|rule| can_fire(rule, possible));
    let any = |list: &[Alternative]| {
        list.iter().any(|alternative| {
            alternative.steps.iter().all(|step| match &step.action {
                Action::Rewrite(rules) => fires(rules),
                Action::Nothing | Action::Permute(_) | Action::Sow(_) | Action::Harvest(_) => true,
            })
        })
    };
    match &one.body {
        Body::Once(alternatives) | Body::Chain(alternatives) => any(alternatives),
        Body::Settle(settles) => {
            settles.iter().any(|settle| fires(&settle.rules))
                || one.afters.iter().any(|after| any(&model.afters[*after].body))
        }
    }
}

fn spread_action(action: &Action, possible: &mut [ContentSet]) {
    match action {
        Action::Nothing => {}
        Action::Rewrite(rules) => {
            for rule in rules {
                spread(rule, possible);
            }
        }
        Action::Permute(carries) => {
            let before = possible.to_vec();
            for carry in carries {
                possible[carry.to.index()] =
                    possible[carry.to.index()].union(before[carry.from.index()]);
            }
        }
        // Seeds go round and round: every cell can be empty or not.
        Action::Sow(_) | Action::Harvest(_) => {
            possible.fill(ContentSet::EMPTY_CELL.union(ContentSet::all_pieces(1)))
        }
    }
}

fn spread(rule: &Rule, possible: &mut [ContentSet]) {
    if !can_fire(rule, possible) {
        return;
    }
    let before: Vec<(usize, ContentSet)> = rule
        .needs
        .iter()
        .map(|(cell, contents)| (cell.index(), possible[cell.index()].intersection(*contents)))
        .collect();
    for (cell, write) in &rule.writes {
        let written = match write {
            Write::Put(content) => ContentSet::only(*content),
            Write::Copy(source) => {
                let needed = before.iter().find(|(cell, _)| *cell == source.index());
                needed.map_or(possible[source.index()], |(_, contents)| *contents)
            }
        };
        possible[cell.index()] = possible[cell.index()].union(written);
    }
}
