//! Rigid blocks: pieces that always stand side by side and move together.
//!
//! For every piece and direction the analysis keeps the set of what can ever stand beside it. It
//! begins with the first position and adds what rules make possible: inside a rule both neighbours
//! are known; across its border the outer neighbour is whatever could stand beside what was there
//! before. If beside `left` there is always `right` to the east, and beside `right` always `left`
//! to the west, the two are one block.

use super::contents::can_fire;
use super::inverse::{Exact, exact_count, exact_rewrites};
use crate::domain::Domain;
use crate::model::{Action, CellId, Content, ContentSet, Model, PieceId, Rule, State};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Two pieces that always stand side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    /// One piece.
    pub piece: PieceId,
    /// The direction from it to the other.
    pub direction: String,
    /// The other piece.
    pub other: PieceId,
}

/// A block: a piece and where the others stand, seen from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Block {
    /// The pieces of the block, the first in order of declaration first.
    pub pieces: Vec<PieceId>,
    /// How they hang together.
    pub links: Vec<Link>,
}

/// The rigid blocks of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Blocks {
    /// Blocks of two pieces or more.
    pub blocks: Vec<Block>,
    /// The labels of all pieces, for printing.
    labels: Vec<String>,
}

/// What can stand beside each content, by direction and content. Bit 63 stands for the end of the
/// board.
type Beside = Vec<Vec<ContentSet>>;

/// The most exact rewrites that are looked at.
const MAX_EXACT: usize = 100_000;

/// The end of the board as a content.
const EDGE: ContentSet = ContentSet(1 << 63);

/// Finds the rigid blocks of a game.
pub fn blocks(model: &Model, domain: &Domain, possible: &[ContentSet]) -> Blocks {
    let labels = model.pieces.iter().map(|piece| piece.label.clone()).collect();
    let plain = !model.heap
        && !model.actions().any(|action| matches!(action, Action::Permute(_)))
        && !model.same_rotations;
    if !plain || model.board.directions.is_empty() {
        return Blocks { blocks: Vec::new(), labels };
    }
    let Some(start) = domain.beginning() else { return Blocks { blocks: Vec::new(), labels } };
    let beside = what_stands_beside(model, start, possible).unwrap_or_default();
    Blocks { blocks: join(model, &links(model, &beside)), labels }
}

/// None if there are too many exact rewrites to look at.
fn what_stands_beside(model: &Model, start: &State, possible: &[ContentSet]) -> Option<Beside> {
    let contents = model.pieces.len() + 1;
    let mut beside: Beside = vec![vec![ContentSet::NONE; contents]; model.board.directions.len()];
    for (direction, sets) in model.board.directions.iter().zip(&mut beside) {
        for (cell, next) in direction.next.iter().enumerate() {
            let neighbour =
                next.map_or(EDGE, |next| ContentSet::only(Content(start.cells[next.index()])));
            let set = &mut sets[usize::from(start.cells[cell])];
            *set = set.union(neighbour);
        }
    }
    let rewrites = model.actions().filter_map(|action| match action {
        Action::Rewrite(rules) => Some(rules),
        Action::Nothing | Action::Permute(_) | Action::Sow(_) | Action::Harvest(_) => None,
    });
    let rules: Vec<&Rule> =
        rewrites.chain(model.settles().map(|settle| &settle.rules)).flatten().collect();
    let rules: Vec<&Rule> = rules.into_iter().filter(|rule| can_fire(rule, possible)).collect();
    let count =
        rules.iter().fold(0_usize, |count, rule| count.saturating_add(exact_count(rule, possible)));
    if count > MAX_EXACT {
        return None;
    }
    let exact: Vec<Exact> = rules.iter().flat_map(|rule| exact_rewrites(rule, possible)).collect();
    loop {
        let before = beside.clone();
        for rewrite in &exact {
            spread(model, rewrite, &mut beside);
        }
        if beside == before {
            return Some(beside);
        }
    }
}

/// Adds the neighbours that an exact rewrite makes possible.
fn spread(model: &Model, rewrite: &[(CellId, Content, Content)], beside: &mut Beside) {
    let changed: BTreeMap<CellId, (Content, Content)> =
        rewrite.iter().map(|(cell, before, after)| (*cell, (*before, *after))).collect();
    for (index, direction) in model.board.directions.iter().enumerate() {
        for (cell, (before, after)) in &changed {
            match direction.next[cell.index()] {
                None => add(beside, index, *after, EDGE),
                Some(next) => match changed.get(&next) {
                    Some((_, neighbour)) => {
                        add(beside, index, *after, ContentSet::only(*neighbour))
                    }
                    // The neighbour stays; it is one that could stand beside what was here before.
                    None => {
                        let known = beside[index][usize::from(before.0)].without(EDGE);
                        add(beside, index, *after, known);
                    }
                },
            }
        }
        // A cell outside whose neighbour changes: what could stand beside the old content may
        // now stand beside the new one.
        for (cell, next) in direction.next.iter().enumerate() {
            let outside = CellId(u8::try_from(cell).expect("at most MAX_CELLS"));
            let Some((before, after)) = next.and_then(|next| changed.get(&next)) else { continue };
            if changed.contains_key(&outside) || before == after {
                continue;
            }
            for set in &mut beside[index] {
                if set.contains(*before) {
                    *set = set.union(ContentSet::only(*after));
                }
            }
        }
    }
}

fn add(beside: &mut Beside, direction: usize, content: Content, neighbours: ContentSet) {
    let set = &mut beside[direction][usize::from(content.0)];
    *set = set.union(neighbours);
}

/// Pairs of pieces each of which is the only thing that can stand beside the other.
fn links(model: &Model, beside: &Beside) -> Vec<Link> {
    let mut links = Vec::new();
    if beside.is_empty() {
        return links;
    }
    for (index, direction) in model.board.directions.iter().enumerate() {
        let Some(back) = opposite(&direction.name) else { continue };
        let Some(back) = model.board.directions.iter().position(|other| other.name == back) else {
            continue;
        };
        for piece in (0..model.pieces.len())
            .map(|piece| PieceId(u8::try_from(piece).expect("at most MAX_PIECES")))
        {
            let only = |direction: usize, piece: PieceId| {
                beside[direction][usize::from(piece.content().0)]
            };
            let Some(other) = single_piece(only(index, piece)) else { continue };
            if single_piece(only(back, other)) == Some(piece) && other > piece {
                links.push(Link { piece, direction: direction.name.clone(), other });
            }
        }
    }
    links
}

fn single_piece(contents: ContentSet) -> Option<PieceId> {
    if contents.intersection(EDGE) == EDGE {
        None
    } else {
        contents.single().and_then(Content::piece)
    }
}

fn opposite(direction: &str) -> Option<&'static str> {
    const PAIRS: [(&str, &str); 5] =
        [("n", "s"), ("e", "w"), ("ne", "sw"), ("nw", "se"), ("next", "prev")];
    PAIRS.iter().find_map(|(one, other)| match direction {
        it if it == *one => Some(*other),
        it if it == *other => Some(*one),
        _ => None,
    })
}

/// Joins linked pieces to blocks.
fn join(model: &Model, links: &[Link]) -> Vec<Block> {
    let mut leader: Vec<usize> = (0..model.pieces.len()).collect();
    for link in links {
        let (from, to) = (leader[link.other.index()], leader[link.piece.index()]);
        for it in &mut leader {
            if *it == from {
                *it = to;
            }
        }
    }
    let mut blocks: BTreeMap<usize, Block> = BTreeMap::new();
    for (piece, leader) in leader.iter().enumerate() {
        let block = blocks
            .entry(*leader)
            .or_insert_with(|| Block { pieces: Vec::new(), links: Vec::new() });
        block.pieces.push(PieceId(u8::try_from(piece).expect("at most MAX_PIECES")));
    }
    for link in links {
        if let Some(block) = blocks.values_mut().find(|block| block.pieces.contains(&link.piece)) {
            block.links.push(link.clone());
        }
    }
    blocks.into_values().filter(|block| block.pieces.len() > 1).collect()
}

impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for block in &self.blocks {
            let names: Vec<&str> =
                block.pieces.iter().map(|piece| self.labels[piece.index()].as_str()).collect();
            writeln!(f, "{} always move together as one block", names.join(", "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::contents::possible_contents;
    use crate::{Params, Source, compile};

    fn blocks_of(text: &str) -> Vec<String> {
        let source = Source::new("test.gdl", text);
        let (model, _) = compile(&source, &Params::new()).expect("a right game");
        let start = Domain::start(&model, 0);
        blocks(&model, &start, &possible_contents(&model))
            .to_string()
            .lines()
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn cars_are_blocks() {
        let found = blocks_of(
            "board { L R . . }\npieces L = left, R = right\n\
             move east along e: [left | right | empty] <-> [empty | left | right]\n",
        );
        assert_eq!(found, ["left, right always move together as one block"]);
    }

    #[test]
    fn pieces_that_can_part_are_no_block() {
        let found = blocks_of(
            "board { L R . . }\npieces L = left, R = right\n\
             move east along e: [left | right | empty] <-> [empty | left | right]\n\
             move away along e: [right | empty] -> [empty | right]\n",
        );
        assert_eq!(found, Vec::<String>::new());
    }
}
