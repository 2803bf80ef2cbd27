//! What a step does on the board: rewriting, permuting, sowing, harvesting.
//!
//! Each function takes a draft and adds the drafts it leads to; none if it cannot be done.

use super::condition::View;
use super::draft::{Draft, Mark, Rewritten};
use gdl::model::State;
use gdl::model::{Action, Carry, CellId, Content, Harvest, Model, PlayerId, Rule, Sow, Write};

/// A player making a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a> {
    pub(super) model: &'a Model,
    pub(super) mover: PlayerId,
    /// Whether the drafts carry a trace.
    pub(super) tracing: Tracing,
}

/// Whether what happens is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tracing {
    On,
    Off,
}

/// Which rules may be used, and what becomes of `here`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scope {
    /// A move: any rule; `here` follows what is filled.
    Move,
    /// Going on with a chain: only rules that take the piece on this cell.
    Chain(CellId),
    /// A consequence: any rule; `here` stays what the move filled.
    Consequence,
}

impl Turn<'_> {
    /// Adds everything the action can lead to.
    pub(super) fn act(
        &self,
        action: &Action,
        from: &Draft,
        scope: Scope,
        results: &mut Vec<Draft>,
    ) {
        match action {
            Action::Nothing => results.push(from.clone()),
            Action::Rewrite(rules) => {
                let view = View { model: self.model, state: &from.state, here: from.here };
                for rule in rules {
                    let allowed = match scope {
                        Scope::Move | Scope::Consequence => true,
                        Scope::Chain(source) => rule.source == Some(source),
                    };
                    if allowed && view.fits(rule) {
                        results.push(self.rewrite(rule, from, scope));
                    }
                }
            }
            Action::Permute(carries) => results.push(self.permute(carries, from)),
            Action::Sow(sowings) => {
                results.extend(sowings.iter().filter_map(|sow| self.sow(sow, from, scope)))
            }
            Action::Harvest(harvest) => results.push(self.harvest(harvest, from)),
        }
    }

    fn rewrite(&self, rule: &Rule, from: &Draft, scope: Scope) -> Draft {
        let mut draft = from.clone();
        apply(rule, &from.state, &mut draft.state);
        set_here(&mut draft, rule.here, scope);
        if self.tracing == Tracing::On {
            draft.trace.push(Mark::Rewrite(describe(rule, &from.state, &draft.state)));
        }
        draft
    }

    /// Carries contents to other cells, all at once.
    fn permute(&self, carries: &[Carry], from: &Draft) -> Draft {
        let mut draft = from.clone();
        for carry in carries {
            let (source, target) = (carry.from.index(), carry.to.index());
            let content = from.state.cells[source];
            draft.state.cells[target] = content;
            if let Some(&turn) = from.state.turns.get(source) {
                let orientations = Content(content)
                    .piece()
                    .map_or(1, |piece| self.model.pieces[piece.index()].turns);
                let turned =
                    (u16::from(turn) + u16::from(carry.turn)) % u16::from(orientations.max(1));
                draft.state.turns[target] =
                    u8::try_from(turned).expect("smaller than a number of orientations");
            }
        }
        draft
    }

    /// Empties a heap and puts its pieces one by one along the path. No result if the heap is
    /// empty or another becomes too large.
    fn sow(&self, sow: &Sow, from: &Draft, scope: Scope) -> Option<Draft> {
        let pieces = from.state.cells[sow.from.index()];
        if pieces == 0 {
            return None;
        }
        let mut draft = from.clone();
        draft.state.cells[sow.from.index()] = 0;
        let mut last = None;
        for (_, &cell) in (0..pieces).zip(sow.path.iter().cycle()) {
            let heap = &mut draft.state.cells[cell.index()];
            *heap = heap.checked_add(1)?;
            last = Some(cell);
        }
        set_here(&mut draft, Some(last?), scope);
        if self.tracing == Tracing::On {
            draft.trace.push(Mark::Sow(sow.from));
        }
        Some(draft)
    }

    /// From `here` on, takes whole heaps into the mover's score while the condition holds, at most
    /// once around the board.
    fn harvest(&self, harvest: &Harvest, from: &Draft) -> Draft {
        let mut draft = from.clone();
        let mut place = from.here;
        for _ in 0..self.model.board.cells.len() {
            let Some(cell) = place else { break };
            if !(View { model: self.model, state: &draft.state, here: place })
                .holds(&harvest.condition)
            {
                break;
            }
            let heap = std::mem::take(&mut draft.state.cells[cell.index()]);
            add_gain(&mut draft, self.mover, i64::from(heap));
            place = harvest.next[cell.index()];
        }
        draft
    }
}

/// Makes the writes of a rule; copies read the position before it.
pub(super) fn apply(rule: &Rule, before: &State, after: &mut State) {
    for &(cell, write) in &rule.writes {
        let (content, turn) = match write {
            Write::Put(content) => (content.0, 0),
            Write::Copy(from) => {
                (before.cells[from.index()], before.turns.get(from.index()).copied().unwrap_or(0))
            }
        };
        after.cells[cell.index()] = content;
        if let Some(place) = after.turns.get_mut(cell.index()) {
            *place = turn;
        }
    }
}

/// Adds to a player's gains.
pub(super) fn add_gain(draft: &mut Draft, player: PlayerId, amount: i64) {
    if let Some(gain) = draft.gains.get_mut(player.index()) {
        *gain = gain.saturating_add(amount);
    }
}

fn set_here(draft: &mut Draft, here: Option<CellId>, scope: Scope) {
    match scope {
        Scope::Move | Scope::Chain(_) => draft.here = here.or(draft.here),
        Scope::Consequence => {}
    }
}

/// What the text of the move tells about a rule. A piece has travelled if an equal one has arrived
/// on another cell; of several that it could be, the first in the pattern counts.
fn describe(rule: &Rule, before: &State, after: &State) -> Rewritten {
    let changed = |cell: &CellId| before.cells[cell.index()] != after.cells[cell.index()];
    let written = || rule.needs.iter().map(|&(cell, _)| cell).filter(changed);
    let unread = rule.writes.iter().map(|&(cell, _)| cell).filter(changed);
    let unread = unread.filter(|cell| rule.needs.iter().all(|(need, _)| need != cell));
    let cells: Vec<CellId> = written().chain(unread).collect();
    let mut arrived: Vec<u8> =
        cells.iter().map(|cell| after.cells[cell.index()]).filter(|&piece| piece != 0).collect();
    let mut source = rule.source;
    let mut captured = Vec::new();
    let mut others = Vec::new();
    // The known source claims its piece first.
    if let Some(source) = source {
        claim(&mut arrived, before.cells[source.index()]);
    }
    for cell in cells {
        let lost = before.cells[cell.index()];
        if after.cells[cell.index()] != 0 || rule.source == Some(cell) {
            others.push(cell);
        } else if claim(&mut arrived, lost) {
            others.push(cell);
            let arrived_here = rule.here.is_some_and(|here| after.cells[here.index()] == lost);
            if source.is_none() && arrived_here {
                source = Some(cell);
            }
        } else {
            captured.push(cell);
        }
    }
    Rewritten { source, here: rule.here, captured, changed: others }
}

/// Takes one such piece off the list, if there is one.
fn claim(arrived: &mut Vec<u8>, piece: u8) -> bool {
    let place = arrived.iter().position(|&other| other == piece);
    if let Some(place) = place {
        arrived.swap_remove(place);
    }
    place.is_some()
}
