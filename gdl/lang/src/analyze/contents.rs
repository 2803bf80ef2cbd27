//! What each cell can ever hold.
//!
//! A fixed point from the starts: a rule fires if each of its cells can hold something it needs,
//! and what it writes becomes possible. The result holds at least everything that really occurs.

use crate::domain::{Domain, mix};
use crate::model::{
    Action, Alternative, Body, CellId, CellSet, Content, ContentSet, Model, Move, Rule, Write,
};

/// The possible contents of every cell, by cell, from any start of the game.
pub fn possible_contents(model: &Model) -> Vec<ContentSet> {
    let mut possible = vec![ContentSet::NONE; model.board.cells.len()];
    for start in &model.starts {
        for (cell, held) in possible.iter_mut().zip(&start.cells) {
            let content = Content(if model.heap { (*held).min(1) } else { *held });
            *cell = cell.union(ContentSet::only(content));
        }
    }
    spread_all(model, possible, CellSet::EMPTY)
}

/// The possible contents of every cell, by cell, in a domain.
pub fn possible_in(model: &Model, domain: &Domain) -> Vec<ContentSet> {
    spread_all(model, domain.held(model), domain.free())
}

/// The cells with pieces that can be turned in different ways, by the possible contents: where
/// other pieces can stand too, and where a move brings a piece, even if it is always the same one.
pub fn turning_cells(model: &Model, possible: &[ContentSet]) -> CellSet {
    let copied = |rule: &Rule| {
        let copies = rule.writes.iter().filter(|(_, write)| matches!(write, Write::Copy(_)));
        copies.map(|(cell, _)| *cell).collect::<CellSet>()
    };
    let brought = model.actions().map(|action| match action {
        Action::Permute(carries) => carries.iter().map(|carry| carry.to).collect(),
        Action::Rewrite(rules) => rules.iter().map(copied).fold(CellSet::EMPTY, CellSet::union),
        Action::Nothing | Action::Sow(_) | Action::Harvest(_) => CellSet::EMPTY,
    });
    let settled = model.settles().flat_map(|settle| &settle.rules).map(copied);
    let brought = brought.chain(settled).fold(CellSet::EMPTY, CellSet::union);
    let turns = |contents: &ContentSet| {
        contents
            .iter()
            .filter_map(Content::piece)
            .any(|piece| model.pieces[piece.index()].turns > 1)
    };
    let can_turn = |cell: &CellId| {
        let contents = &possible[cell.index()];
        turns(contents) && (contents.len() > 1 || brought.contains(*cell))
    };
    model.board.ids().filter(can_turn).collect()
}

/// Adds all that rules can write, until nothing is new. What one of the `free` cells can hold, all
/// of them can.
fn spread_all(model: &Model, mut possible: Vec<ContentSet>, free: CellSet) -> Vec<ContentSet> {
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
        mix(free, &mut possible);
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

/// Whether a move can ever change something: by a rule that can fire, or by a consequence where
/// the move itself has nothing to do, as settling may. Moves other than rewrites always can.
/// Guards are not looked at.
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
