//! What symmetries and dualities make of a position.

use super::{Duality, Symmetry};
use crate::model::{Content, Model, State};

impl Symmetry {
    /// Whether every player stays the same.
    pub fn keeps_players(&self) -> bool {
        self.players.iter().zip(0..).all(|(player, number)| player.0 == number)
    }

    /// The position that it makes of this one. With `same rotations` that is one of several equal
    /// ones.
    pub fn image(&self, model: &Model, state: &State) -> State {
        let mut image = state.clone();
        for (cell, (to, &held)) in self.cells.iter().zip(&state.cells).enumerate() {
            image.cells[to.index()] = if model.heap { held } else { self.content(Content(held)).0 };
            if let Some(&turn) = state.turns.get(cell) {
                image.turns[to.index()] = self.turn(model, cell, Content(held), turn);
            }
        }
        for (counter, &value) in self.counters.iter().zip(&state.counters) {
            image.counters[counter.index()] = value;
        }
        image.mover = self.players[state.mover.index()];
        image
    }

    /// What a content becomes.
    pub fn content(&self, content: Content) -> Content {
        content.piece().map_or(Content::EMPTY, |piece| self.pieces[piece.index()].content())
    }

    fn turn(&self, model: &Model, cell: usize, held: Content, turn: u8) -> u8 {
        let Some(map) = &self.turns else { return turn };
        let orientations = held.piece().map_or(1, |piece| model.pieces[piece.index()].turns.max(1));
        let all = u16::from(orientations);
        let turn = u16::from(turn) % all;
        let turn = if map.mirrored { all - turn } else { turn };
        let turned = (turn + u16::from(map.shifts[cell])) % all;
        u8::try_from(turned).expect("smaller than a number of orientations")
    }
}

impl Duality {
    /// The position that it makes of this one.
    pub fn image(&self, state: &State) -> State {
        let mut image = state.clone();
        for (cell, (to, &content)) in self.cells.iter().zip(&state.cells).enumerate() {
            if self.fixed.iter().all(|fixed| fixed.index() != cell) {
                image.cells[to.index()] = self.contents[usize::from(content)].0;
            }
            if let Some(&turn) = state.turns.get(cell) {
                image.turns[to.index()] = turn;
            }
        }
        image
    }
}
