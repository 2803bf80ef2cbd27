//! Pieces that never move: walls, holes and the like, found from the rules.
//!
//! What a cell can ever hold is approximated from above: a rule can be applied if each of its cells can hold something that fits, whatever the
//! other cells hold. A piece is terrain if no cell that can hold it can ever hold anything else.

use gdl::model::{Action, Alternative, Body, CellId, Content, ContentSet, Model, Rule, Write};

/// The pieces that never move or change, starting from these contents. Heaps are never terrain.
pub(super) fn terrain(model: &Model, start: &[u8]) -> ContentSet {
    if model.heap {
        return ContentSet::NONE;
    }
    let possible = possible_contents(model, start);
    let is_terrain = |piece: Content| {
        let mut holding = possible.iter().filter(|contents| contents.contains(piece));
        holding.all(|contents| contents.len() == 1)
    };
    let present =
        start.iter().map(|&content| Content(content)).filter(|&content| content != Content::EMPTY);
    present.filter(|&piece| is_terrain(piece)).collect()
}

/// What each cell can ever hold, or more.
fn possible_contents(model: &Model, start: &[u8]) -> Vec<ContentSet> {
    let mut possible: Vec<ContentSet> =
        start.iter().map(|&content| ContentSet::only(Content(content))).collect();
    loop {
        let before = possible.clone();
        for one in &model.moves {
            match &one.body {
                Body::Once(list) | Body::Chain(list) => widen_by_alternatives(list, &mut possible),
                Body::Settle(directions) => {
                    directions
                        .iter()
                        .flat_map(|settle| &settle.rules)
                        .for_each(|rule| widen(rule, &mut possible));
                }
            }
        }
        for after in &model.afters {
            widen_by_alternatives(&after.body, &mut possible);
        }
        if possible == before {
            return possible;
        }
    }
}

fn widen_by_alternatives(list: &[Alternative], possible: &mut [ContentSet]) {
    for step in list.iter().flat_map(|alternative| &alternative.steps) {
        match &step.action {
            Action::Rewrite(rules) => rules.iter().for_each(|rule| widen(rule, possible)),
            Action::Permute(carries) => {
                for carry in carries {
                    let carried = possible[carry.from.index()];
                    add(possible, carry.to, carried);
                }
            }
            Action::Nothing | Action::Sow(_) | Action::Harvest(_) => {}
        }
    }
}

fn widen(rule: &Rule, possible: &mut [ContentSet]) {
    let fitting =
        |cell: CellId, contents: ContentSet| possible[cell.index()].intersection(contents);
    if rule.needs.iter().any(|&(cell, contents)| fitting(cell, contents).is_empty()) {
        return;
    }
    let needed = |cell: CellId| {
        let need = rule.needs.iter().find(|(needed, _)| *needed == cell);
        need.map_or(possible[cell.index()], |&(_, contents)| fitting(cell, contents))
    };
    let written: Vec<(CellId, ContentSet)> = rule
        .writes
        .iter()
        .map(|&(cell, write)| match write {
            Write::Put(content) => (cell, ContentSet::only(content)),
            Write::Copy(from) => (cell, needed(from)),
        })
        .collect();
    for (cell, contents) in written {
        add(possible, cell, contents);
    }
}

fn add(possible: &mut [ContentSet], cell: CellId, contents: ContentSet) {
    possible[cell.index()] = possible[cell.index()].union(contents);
}
