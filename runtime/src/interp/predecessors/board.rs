//! Undoing what a step does on the board: rewriting, permuting, sowing, harvesting.

use super::TooManyCandidates;
use super::undo::Undo;
use crate::interp::condition::View;
use gdl::model::{Carry, CellId, Content, ContentSet, Harvest, PieceId, Rule, Sow, State, Write};
use std::collections::BTreeMap;

/// What stands on a cell: a content or the size of a heap, and how far it is turned.
type Held = (u8, u8);

impl Undo<'_> {
    /// The positions in which a rule fits and gives this one.
    pub(super) fn rewrite(
        &mut self,
        rule: &Rule,
        result: &State,
    ) -> Result<Vec<State>, TooManyCandidates> {
        let Some(known) = known(rule, result) else { return Ok(Vec::new()) };
        let mut states = vec![result.clone()];
        for &(cell, _) in &rule.writes {
            let needs = rule.needs.iter().find(|(need, _)| *need == cell);
            let choices = match known.get(&cell) {
                Some(held) => vec![*held],
                None => self.all_held(result, needs.map(|(_, contents)| *contents)),
            };
            self.spend(states.len().saturating_mul(choices.len()))?;
            let with = |state: &State| {
                let state = state.clone();
                choices.iter().map(move |held| holding(state.clone(), cell, *held))
            };
            states = states.iter().flat_map(with).collect();
        }
        let model = self.model;
        states.retain(|state| View { model, state, here: None }.fits(rule));
        Ok(states)
    }

    /// Everything that a cell with one of these contents can hold.
    fn all_held(&self, state: &State, contents: Option<ContentSet>) -> Vec<Held> {
        let pieces = self.model.pieces.len();
        let any = ContentSet::all_pieces(pieces).union(ContentSet::EMPTY_CELL);
        let turning = !state.turns.is_empty();
        let turns = |content: Content| {
            let orientations = |piece: PieceId| self.model.pieces[piece.index()].turns.max(1);
            content.piece().filter(|_| turning).map_or(1, orientations)
        };
        let mut held = Vec::new();
        for content in contents.unwrap_or(any).intersection(any).iter() {
            if self.model.heap && content != Content::EMPTY {
                held.extend((1..=u8::MAX).map(|size| (size, 0)));
            } else {
                held.extend((0..turns(content)).map(|turn| (content.0, turn)));
            }
        }
        held
    }

    /// The position that a permutation carries to this one.
    pub(super) fn permutation(&self, carries: &[Carry], result: &State) -> State {
        let mut before = result.clone();
        for carry in carries {
            let (content, turn) = held(result, carry.to);
            let piece = Content(content).piece();
            let orientations = piece.map_or(1, |piece| self.model.pieces[piece.index()].turns);
            let all = u16::from(orientations.max(1));
            let back = (u16::from(turn) + all - u16::from(carry.turn) % all) % all;
            let turn = u8::try_from(back).expect("smaller than a number of orientations");
            before = holding(before, carry.from, (content, turn));
        }
        before
    }

    /// The positions that a sowing may lead from, with the cell that got the last piece.
    pub(super) fn sowing(&self, sow: &Sow, result: &State) -> Vec<(State, CellId)> {
        let mut found = Vec::new();
        let mut before = result.clone();
        // The heap was emptied before it got pieces back, so these are all it holds.
        let mut returned = 0;
        for (pieces, &cell) in (1..=u8::MAX).zip(sow.path.iter().cycle()) {
            if cell == sow.from {
                returned += 1;
            } else {
                let heap = &mut before.cells[cell.index()];
                let Some(less) = heap.checked_sub(1) else { break };
                *heap = less;
            }
            if result.cells[sow.from.index()] == returned {
                found.push((holding(before.clone(), sow.from, (pieces, 0)), cell));
            }
        }
        found
    }

    /// The positions that a harvest may lead from, wherever it began.
    pub(super) fn harvest(
        &mut self,
        harvest: &Harvest,
        result: &State,
    ) -> Result<Vec<State>, TooManyCandidates> {
        let mut found = vec![result.clone()];
        for begin in self.model.board.ids() {
            let next = |cell: &CellId| harvest.next[cell.index()];
            let way: Vec<CellId> = std::iter::successors(Some(begin), next)
                .take(self.model.board.cells.len())
                .collect();
            for taken in 1..=way.len() {
                let mut states = vec![result.clone()];
                for &cell in way[..taken].iter().rev() {
                    states = states
                        .iter()
                        .flat_map(|state| self.given_back(harvest, state, cell))
                        .collect();
                    self.spend(states.len())?;
                }
                found.append(&mut states);
            }
        }
        Ok(found)
    }

    /// The heaps that would have been taken from a cell which is empty now.
    fn given_back(&self, harvest: &Harvest, state: &State, cell: CellId) -> Vec<State> {
        if state.cells[cell.index()] != 0 {
            return Vec::new();
        }
        let taken = |state: &State| {
            View { model: self.model, state, here: Some(cell) }.holds(&harvest.condition)
        };
        (0..=u8::MAX).map(|size| holding(state.clone(), cell, (size, 0))).filter(taken).collect()
    }
}

/// What the written cells held before, as far as copies tell; none if the rule cannot have given
/// this position.
fn known(rule: &Rule, result: &State) -> Option<BTreeMap<CellId, Held>> {
    let mut known = BTreeMap::new();
    for &(cell, write) in &rule.writes {
        let now = held(result, cell);
        match write {
            Write::Put(content) if now != (content.0, 0) => return None,
            Write::Put(_) => {}
            Write::Copy(from) if rule.writes.iter().any(|(written, _)| *written == from) => {
                if *known.entry(from).or_insert(now) != now {
                    return None;
                }
            }
            Write::Copy(from) if held(result, from) != now => return None,
            Write::Copy(_) => {}
        }
    }
    Some(known)
}

fn held(state: &State, cell: CellId) -> Held {
    (state.cells[cell.index()], state.turns.get(cell.index()).copied().unwrap_or(0))
}

fn holding(mut state: State, cell: CellId, (content, turn): Held) -> State {
    state.cells[cell.index()] = content;
    if let Some(place) = state.turns.get_mut(cell.index()) {
        *place = turn;
    }
    state
}
