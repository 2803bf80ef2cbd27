//! Everything that a move can do, in one form: what must stand where, and what each cell becomes.
//!
//! A ground rule is a rewrite as it is. A permutation is one that needs nothing. Moves with
//! conditions on the whole position, consequences, chains, settling, sowing or counters are none:
//! they are left to engines that look at one position at a time.

use crate::analyze::contents::can_fire;
use crate::facts::Facts;
use crate::model::{
    Action, Body, CellId, Content, ContentSet, Effect, Model, PlayerId, Rule, Step, Write,
};
use crate::plan::Refusal;

/// What must stand where, and what each cell becomes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rewrite {
    /// Which of the model's moves it belongs to.
    pub number: usize,
    /// Who may make it.
    pub player: PlayerId,
    /// The contents that a cell must have one of, by cell in order; cells that may hold whatever
    /// they can hold are left out.
    pub needs: Vec<(CellId, ContentSet)>,
    /// What becomes of cells, by cell in order; each cell at most once, and none that stays what
    /// it is.
    pub writes: Vec<(CellId, Becomes)>,
}

/// What a cell becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Becomes {
    /// This, unturned.
    Put(Content),
    /// What stood on that cell before, turned further by this number.
    Copy(CellId, u8),
}

impl Rewrite {
    /// What a cell must hold: one of these.
    pub fn needed(&self, cell: CellId) -> Option<ContentSet> {
        self.needs.iter().find(|(at, _)| *at == cell).map(|(_, contents)| *contents)
    }

    /// What a cell becomes; none if it stays what it is.
    pub fn written(&self, cell: CellId) -> Option<Becomes> {
        self.writes.iter().find(|(at, _)| *at == cell).map(|(_, becomes)| *becomes)
    }

    /// The cells that it looks at or changes, in order.
    pub fn cells(&self) -> Vec<CellId> {
        let needs = self.needs.iter().map(|(cell, _)| *cell);
        let writes = self.writes.iter().flat_map(|(cell, becomes)| match becomes {
            Becomes::Put(_) => [*cell, *cell],
            Becomes::Copy(from, _) => [*cell, *from],
        });
        let mut cells: Vec<CellId> = needs.chain(writes).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// If it only carries contents from cell to cell: for each cell that changes, in order, where
    /// its content comes from and how far it turns. An empty cell or a piece that is put where one
    /// was needed elsewhere has come from there.
    pub fn as_permutation(&self) -> Option<Vec<(CellId, CellId, u8)>> {
        let mut left: Vec<CellId> = self.writes.iter().map(|(cell, _)| *cell).collect();
        let mut carried = Vec::new();
        for (cell, becomes) in &self.writes {
            if let Becomes::Copy(from, turn) = becomes {
                left.remove(left.iter().position(|at| at == from)?);
                carried.push((*cell, *from, *turn));
            }
        }
        for (cell, becomes) in &self.writes {
            if let Becomes::Put(content) = becomes {
                let comes = |at: &CellId| self.needed(*at) == Some(ContentSet::only(*content));
                let from = left.remove(left.iter().position(comes)?);
                carried.push((*cell, from, 0));
            }
        }
        carried.sort_unstable();
        Some(carried)
    }
}

/// Everything that the moves of a game can do, as far as it can happen.
pub fn rewrites(model: &Model, facts: &Facts) -> Result<Vec<Rewrite>, Refusal> {
    let refuse = |reason| Err(Refusal::NotMadeForIt(reason));
    if model.heap {
        return refuse("cells hold numbers, not pieces");
    }
    if !model.counters.is_empty() {
        return refuse("counters are part of a position");
    }
    if !model.illegal.is_empty() {
        return refuse("some moves are not legal because of where they lead");
    }
    let mut all = Vec::new();
    for (number, one) in model.moves.iter().enumerate() {
        if one.guard.is_some() || one.must {
            return refuse("whether a move may be made depends on more than the cells it changes");
        }
        if !one.afters.is_empty() {
            return refuse("moves have consequences");
        }
        let Body::Once(alternatives) = &one.body else {
            return refuse("a move goes on until it cannot, or as often as the player likes");
        };
        for alternative in alternatives {
            let [Step { action, effects }] = alternative.steps.as_slice() else {
                return refuse("a move does several things, one after the other");
            };
            if alternative.otherwise {
                return refuse("a move counts only if others cannot be made");
            }
            if effects.iter().any(|effect| !matches!(effect, Effect::Score(_))) {
                return refuse("moves have effects besides the board");
            }
            let made: Vec<Rewrite> = match action {
                Action::Rewrite(rules) if rules.iter().any(|rule| !rule.in_shape.is_empty()) => {
                    return refuse("a move looks at completed shapes");
                }
                Action::Rewrite(rules) => {
                    let possible = rules.iter().filter(|it| can_fire(it, &facts.terrain.possible));
                    possible.map(|rule| of_rule(rule, number, one.player, facts)).collect()
                }
                Action::Permute(carries) => {
                    let writes = carries.iter().filter(|it| it.from != it.to || it.turn != 0);
                    let writes = writes.map(|it| (it.to, Becomes::Copy(it.from, it.turn)));
                    vec![sorted(Rewrite {
                        number,
                        player: one.player,
                        needs: Vec::new(),
                        writes: writes.collect(),
                    })]
                }
                Action::Nothing | Action::Sow(_) | Action::Harvest(_) => {
                    return refuse("a move is none that rewrites cells");
                }
            };
            all.extend(made);
        }
    }
    Ok(all)
}

fn of_rule(rule: &Rule, number: usize, player: PlayerId, facts: &Facts) -> Rewrite {
    let possible = |cell: CellId| facts.terrain.possible[cell.index()];
    let needs = rule.needs.iter().map(|(cell, set)| (*cell, set.intersection(possible(*cell))));
    let all: Vec<(CellId, ContentSet)> = needs.collect();
    let held = |cell: CellId| all.iter().find(|(at, _)| *at == cell).map(|(_, set)| *set);
    let writes = rule.writes.iter().map(|(cell, write)| match write {
        Write::Put(content) => (*cell, Becomes::Put(*content)),
        Write::Copy(from) => (*cell, Becomes::Copy(*from, 0)),
    });
    let changes = |(cell, becomes): &(CellId, Becomes)| match becomes {
        Becomes::Put(content) => held(*cell) != Some(ContentSet::only(*content)),
        Becomes::Copy(from, turn) => from != cell || *turn != 0,
    };
    let writes = writes.filter(changes).collect();
    let needs = all.iter().copied().filter(|(cell, set)| *set != possible(*cell)).collect();
    sorted(Rewrite { number, player, needs, writes })
}

fn sorted(mut rewrite: Rewrite) -> Rewrite {
    rewrite.needs.sort_unstable();
    rewrite.writes.sort_unstable();
    rewrite
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::facts::analyze;
    use crate::{Params, Source, compile};

    fn of(text: &str) -> Result<Vec<Rewrite>, Refusal> {
        let source = Source::new("test.gdl", format!("game \"t\" {text}"));
        let (model, _) = compile(&source, &Params::new()).expect("a game");
        rewrites(&model, &analyze(&model, Domain::start(&model, 0)))
    }

    #[test]
    fn slides_and_permutations_carry_contents() {
        let slides = of("board { a . b } pieces a = ant, b = bee goal start
            move slide: [any | empty] -> [empty | any]")
        .expect("rewrites");
        assert_eq!(slides.len(), 4);
        let cell = CellId;
        assert_eq!(
            slides[0].as_permutation(),
            Some(vec![(cell(0), cell(1), 0), (cell(1), cell(0), 0)])
        );
        let flips = of("board row(3) pieces 1 .. 3 start 1 .. 3 goal start
            move flip(k in 2 .. 3): reverse 1 .. k")
        .expect("rewrites");
        assert_eq!(
            flips[1].as_permutation(),
            Some(vec![(cell(0), cell(2), 0), (cell(2), cell(0), 0)])
        );
    }

    #[test]
    fn a_jump_that_takes_a_piece_is_no_permutation() {
        let jumps = of("board { o o . } pieces o = peg goal start
            move jump: [peg | peg | empty] -> [empty | empty | peg]")
        .expect("rewrites");
        assert_eq!(jumps.len(), 2);
        assert_eq!(jumps[0].as_permutation(), None);
        assert_eq!(jumps[0].writes.len(), 3);
    }

    #[test]
    fn conditions_on_the_position_are_refused() {
        let guarded = of("board { a . } pieces a = ant goal start
            move slide when count(ant) = 1: [any | empty] -> [empty | any]");
        assert!(guarded.is_err());
    }
}
