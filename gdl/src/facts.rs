//! Everything that follows from the rules of a game, collected. Stage 3 of the walk: it cannot fail.
//!
//! The facts stand beside the model, never inside it. Each comes from one file in [`crate::analyze`] and prints its own reason.

use crate::analyze::blocks::{Blocks, blocks};
use crate::analyze::bounds::Bounds;
use crate::analyze::conserved::{Conserved, conserved};
use crate::analyze::counts::{Counts, counts};
use crate::analyze::falling::{Falling, falling};
use crate::analyze::inverse::{Inverse, inverse};
use crate::analyze::layers::{Layers, layers};
use crate::analyze::orientation::{Orientation, orientation};
use crate::analyze::parity::{Parity, parity};
use crate::analyze::potential::{Potentials, potentials};
use crate::analyze::symmetry::{Symmetries, symmetries};
use crate::analyze::terrain::{Terrain, terrain};
use crate::analyze::tiers::{Tiers, tiers};
use crate::analyze::turn_order::{Turns, turns};
use crate::model::{Model, Start};
use serde::Serialize;
use std::fmt;

/// What is known about a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Facts {
    /// What each cell can hold.
    pub terrain: Terrain,
    /// Pieces that move as one.
    pub blocks: Blocks,
    /// How numbers change.
    pub counts: Counts,
    /// Which tiers there are.
    pub tiers: Tiers,
    /// Which moves are even or odd permutations.
    pub parity: Parity,
    /// What stays even or odd, and what alternates.
    pub potentials: Potentials,
    /// What changes by the same amount with every move.
    pub layers: Layers,
    /// What falls with every move, though not always by the same.
    pub falling: Falling,
    /// Weighted sums that never change.
    pub conserved: Conserved,
    /// The symmetries of the rules.
    pub symmetries: Symmetries,
    /// How the sums of turns change.
    pub orientation: Orientation,
    /// Whether moves can be undone.
    pub inverse: Inverse,
    /// Whose turn it is.
    pub turns: Turns,
}

/// Works out everything that follows from the rules when the game begins with this start.
pub fn analyze(model: &Model, start: &Start) -> Facts {
    let bounds = Bounds::from_starts(model, std::slice::from_ref(start));
    let counts = counts(model, &bounds);
    let parity = parity(model, start, &bounds);
    let layers = layers(model, start, &bounds);
    Facts {
        potentials: potentials(model, start, &bounds, &parity),
        falling: falling(model, start, &bounds, &layers),
        layers,
        conserved: conserved(model, start, &bounds),
        symmetries: symmetries(model),
        orientation: orientation(model, &bounds),
        parity,
        terrain: terrain(model, &bounds.possible),
        blocks: blocks(model, &bounds.possible),
        tiers: tiers(model, start, &bounds, &counts),
        inverse: inverse(model, &bounds.possible),
        turns: turns(model),
        counts,
    }
}

impl Facts {
    /// The facts by subject: a heading and sentences. Subjects about which there is nothing to say are left out.
    pub fn subjects(&self) -> Vec<(&'static str, String)> {
        let texts =
            |parts: &[&dyn fmt::Display]| parts.iter().map(ToString::to_string).collect::<String>();
        let all = [
            ("the board", texts(&[&self.terrain, &self.blocks])),
            ("the pieces", texts(&[&self.counts, &self.tiers, &self.conserved])),
            ("even and odd", texts(&[&self.parity, &self.potentials, &self.orientation])),
            ("the moves", texts(&[&self.turns, &self.inverse, &self.layers, &self.falling])),
            ("symmetry", self.symmetries.to_string()),
        ];
        all.into_iter().filter(|(_, text)| !text.is_empty()).collect()
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (subject, text)) in self.subjects().into_iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            writeln!(f, "{subject}")?;
            for line in text.lines() {
                writeln!(f, "  {line}")?;
            }
        }
        Ok(())
    }
}
