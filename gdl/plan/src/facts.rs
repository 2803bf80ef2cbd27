//! Everything that follows from the rules of a game, collected. Stage 3 of the walk: it cannot
//! fail.
//!
//! The facts stand beside the model, never inside it. Each comes from one file in
//! [`crate::analyze`] and prints its own reason.

use crate::analyze::blocks::{Blocks, blocks};
use crate::analyze::bounds::Bounds;
use crate::analyze::conserved::{Conserved, conserved};
use crate::analyze::counts::{Counts, What, counts};
use crate::analyze::falling::{Falling, falling};
use crate::analyze::inverse::{Inverse, inverse};
use crate::analyze::layers::{Layers, layers};
use crate::analyze::orientation::{Orientation, TurnSum, orientation};
use crate::analyze::parity::{Arrangement, ArrangementSigns, Parity, parity};
use crate::analyze::potential::{Potentials, potentials};
use crate::analyze::symmetry::by_tier::{SymmetriesByTier, symmetries_by_tier};
use crate::analyze::symmetry::{Symmetries, symmetries_within};
use crate::analyze::terrain::{Terrain, terrain};
use crate::analyze::tiers::{Tiers, tiers};
use crate::analyze::turn_order::{Turns, turns};
use crate::domain::Domain;
use crate::model::{Content, ContentSet, Model, State};
use serde::Serialize;
use std::fmt;

/// What is known about the positions of a domain.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Facts {
    /// The positions that all of this is about.
    #[serde(skip)]
    pub domain: Domain,
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
    /// The tiers that have more of them.
    pub symmetries_by_tier: SymmetriesByTier,
    /// How the sums of turns change.
    pub orientation: Orientation,
    /// Whether moves can be undone.
    pub inverse: Inverse,
    /// Whose turn it is.
    pub turns: Turns,
}

/// Works out everything that follows from the rules for the positions of a domain.
pub fn analyze(model: &Model, domain: Domain) -> Facts {
    let start = &domain;
    let bounds = Bounds::of_domain(model, start);
    let counts = counts(model, &bounds);
    let parity = parity(model, start, &bounds);
    let layers = layers(model, start, &bounds);
    let tiers = tiers(model, start, &bounds, &counts);
    Facts {
        potentials: potentials(model, start, &bounds, &parity),
        falling: falling(model, start, &bounds, &layers),
        layers,
        conserved: conserved(model, start, &bounds),
        symmetries: symmetries_within(model, &bounds.possible, &|_| true),
        orientation: orientation(model, start, &bounds),
        parity,
        terrain: terrain(model, &bounds.possible),
        blocks: blocks(model, start, &bounds.possible),
        symmetries_by_tier: symmetries_by_tier(model, start, &bounds, &tiers),
        tiers,
        inverse: inverse(model, &bounds),
        turns: turns(model, &bounds),
        counts,
        domain,
    }
}

impl Facts {
    /// Whether everything that is known is true of this position as well, so that it may be taken
    /// for one of the domain, whether or not play leads to it.
    pub fn admit(&self, model: &Model, state: &State) -> bool {
        self.hold_in(model, state) && self.blocks.blocks.is_empty()
    }

    /// Whether what layouts and code rely on is true of this position as well. Rigid blocks only
    /// guide the choice of a layout.
    ///
    /// All of it is proved by induction over the moves, so it is true of whatever play reaches
    /// from there, too.
    pub fn hold_in(&self, model: &Model, state: &State) -> bool {
        let content = |held: u8| Content(if model.heap { held.min(1) } else { held });
        let held = state.cells.iter().zip(&self.terrain.possible);
        let number = |what: What| what.of(model.heap, state);
        let tier = || {
            let key: Vec<i64> = self.tiers.key.iter().map(|what| number(*what)).collect();
            self.tiers.tiers.iter().find(|tier| tier.key == key)
        };
        let is_distinct = |signs: &ArrangementSigns| {
            let Arrangement { cells, contents } = signs.arrangement;
            let held = cells.iter().map(|cell| Content(state.cells[cell.index()]));
            held.collect::<ContentSet>() == contents
        };
        let turned = |sum: &TurnSum| sum.value(state) % sum.divisor == sum.first;
        held.into_iter().all(|(held, possible)| possible.contains(content(*held)))
            && self.counts.quantities.iter().all(|it| it.range.contains(number(it.what)))
            && (self.tiers.tiers.is_empty()
                || tier().is_some_and(|tier| tier.movers.contains(&state.mover)))
            && self.potentials.invariants.iter().all(|it| it.potential.is_odd(state) == it.odd)
            && self.conserved.sums.iter().all(|sum| sum.weights.value(state) == sum.value)
            && self.parity.arrangements.iter().all(is_distinct)
            && self.orientation.sums.iter().all(turned)
            && self
                .layers
                .number
                .as_ref()
                .is_none_or(|it| it.range.contains(it.weights.value(state)))
    }

    /// The facts by subject: a heading and sentences. Subjects about which there is nothing to say
    /// are left out.
    pub fn subjects(&self) -> Vec<(&'static str, String)> {
        let texts =
            |parts: &[&dyn fmt::Display]| parts.iter().map(ToString::to_string).collect::<String>();
        let all = [
            ("the board", texts(&[&self.terrain, &self.blocks])),
            ("the pieces", texts(&[&self.counts, &self.tiers, &self.conserved])),
            ("even and odd", texts(&[&self.parity, &self.potentials, &self.orientation])),
            ("the moves", texts(&[&self.turns, &self.inverse, &self.layers, &self.falling])),
            ("symmetry", texts(&[&self.symmetries, &self.symmetries_by_tier])),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::inverse::Inverse;
    use crate::analyze::turn_order::TurnOrder;
    use crate::plan::{Engine, PlanOptions, plan};
    use crate::{Params, Source, compile};

    /// A row on which a man can step, or is blocked for ever.
    fn row(head: &str, cells: &str) -> Model {
        let text = format!(
            "game \"t\" {head} board row(3) pieces a = man start {cells} counter n = 3
            move step along next: [man | empty] -> [empty | man]"
        );
        compile(&Source::new("test.gdl", text), &Params::new()).expect("a game").0
    }

    /// No rule looks at an empty cell, so nothing can take its place.
    #[test]
    fn rules_that_never_look_at_empty_cells_are_analyzed() {
        let text = "game \"t\" board { a b . b a } pieces a = ant, b = bee
            move swap: [ant | bee] -> [bee | ant] goal start";
        let model = compile(&Source::new("test.gdl", text), &Params::new()).expect("a game").0;
        let facts = analyze(&model, Domain::start(&model, 0));
        assert_eq!(facts.inverse, Inverse::Undirected);
    }

    /// What is claimed of all moves.
    fn claims_of_moves(facts: &Facts) -> usize {
        facts.potentials.invariants.len()
            + facts.conserved.sums.len()
            + usize::from(facts.potentials.alternating.is_some())
            + usize::from(facts.layers.number.is_some() || facts.falling.number.is_some())
    }

    #[test]
    fn without_moves_nothing_is_said_of_moves() {
        for head in ["goal start", "players A, B stuck passes", "players A, B stuck loses"] {
            let model = row(head, "man, man, man");
            let facts = analyze(&model, Domain::start(&model, 0));
            let text = facts.to_string();
            assert_eq!(claims_of_moves(&facts), 0, "{text}");
            assert_eq!(facts.inverse, Inverse::NoMoves);
            assert!(!text.contains("every move") && !text.contains("in turn"), "{text}");
            assert!(text.contains("no move can ever be made from the start"), "{text}");
            let moving = row(head, "man, man, empty");
            let facts = analyze(&moving, Domain::start(&moving, 0));
            assert!(claims_of_moves(&facts) > 0, "{facts}");
            assert_ne!(facts.turns.order, TurnOrder::Never);
        }
    }

    #[test]
    fn without_moves_one_bit_is_not_enough() {
        let engine = |cells: &str| {
            let model = row("goal start", cells);
            let facts = analyze(&model, Domain::start(&model, 0));
            plan(&model, &facts, PlanOptions::default()).map(|it| it.engine)
        };
        assert_eq!(engine("man, empty, empty").ok(), Some(Engine::OneBitByLayer));
        assert_ne!(engine("man, man, man").ok(), Some(Engine::OneBitByLayer));
        assert_ne!(engine("man, man, man").ok(), Some(Engine::OneBit));
    }

    /// One start may leave open what another rules out.
    #[test]
    fn a_guard_that_never_holds_from_this_start_is_no_move() {
        let text = "game \"t\" board row(3) pieces 1 .. 3
            start \"two\" 1, 2, empty start \"three\" 1 .. 3 goal start
            move turn when count(any) = 2: reverse 1 .. 3";
        let model = compile(&Source::new("test.gdl", text), &Params::new()).expect("a game").0;
        let [two, three] = [0, 1].map(|start| analyze(&model, Domain::start(&model, start)));
        assert!(two.to_string().contains("every move is an odd permutation"), "{two}");
        assert_eq!((claims_of_moves(&three), three.inverse), (0, Inverse::NoMoves));
        assert!(!three.to_string().contains("every move"), "{three}");
    }
}
