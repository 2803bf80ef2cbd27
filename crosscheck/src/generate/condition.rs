//! Conditions, numbers and what may stand on a cell.

use super::Maker;

impl Maker {
    /// What may stand on a cell, for a left side or a condition.
    pub(super) fn atom(&mut self) -> String {
        if let Some(heap) = &self.pieces.heap {
            return heap.clone();
        }
        if self.pieces.numbered > 0 {
            return match self.random.below(3) {
                0 => self.random.between(1, self.pieces.numbered).to_string(),
                _ => "any".to_owned(),
            };
        }
        let kinds = self.pieces.kinds();
        let kind = self.random.pick(&kinds);
        let owned = self.pieces.kinds.iter().any(|it| it.name == kind && it.owner.is_some());
        match self.random.below(10) {
            0..2 => "any".to_owned(),
            2 if !self.classes.is_empty() => self.random.pick(&self.classes),
            3..6 if !self.is_puzzle() => "mine".to_owned(),
            6 if !self.is_puzzle() => "theirs".to_owned(),
            7 if owned => format!("my {kind}"),
            8 if owned => format!("their {kind}"),
            _ => kind,
        }
    }

    /// Something that the mover may move.
    pub(super) fn traveller(&mut self) -> String {
        if self.is_puzzle() || self.random.percent(10) {
            return self.atom();
        }
        let kinds = self.pieces.of(0);
        match self.random.below(4) {
            0 if !kinds.is_empty() => format!("my {}", self.random.pick(&kinds)),
            _ => "mine".to_owned(),
        }
    }

    /// Exactly one piece, to be put down.
    pub(super) fn one_piece(&mut self) -> String {
        if self.pieces.numbered > 0 {
            return self.random.between(1, self.pieces.numbered).to_string();
        }
        let neutral: Vec<String> = self
            .pieces
            .kinds
            .iter()
            .filter(|piece| piece.owner.is_none() && !piece.frozen)
            .map(|piece| piece.name.clone())
            .collect();
        if !neutral.is_empty() && (self.is_puzzle() || self.random.percent(30)) {
            return self.random.pick(&neutral);
        }
        let own = self.pieces.of(0);
        match own.as_slice() {
            [] => "any".to_owned(),
            [_] => "mine".to_owned(),
            several => format!("my {}", self.random.pick(several)),
        }
    }

    /// A set of cells, with ` in ` or ` not in ` before it; often nothing.
    pub(super) fn inset(&mut self, percent: usize) -> String {
        if !self.random.percent(percent) {
            return String::new();
        }
        let not = if self.random.percent(25) { " not" } else { "" };
        format!("{not} in {}", self.set())
    }

    pub(super) fn set(&mut self) -> String {
        match self.random.below(8) {
            0..3 if !self.areas.is_empty() => {
                let (name, owned) = self.random.pick(&self.areas);
                match (owned, self.random.percent(60)) {
                    (false, _) => name,
                    (true, true) => format!("my {name}"),
                    (true, false) => format!("their {name}"),
                }
            }
            3 if !self.shapes.is_empty() => self.random.pick(&self.shapes),
            4 if self.facing => "edge fwd".to_owned(),
            _ => self.plain_set(),
        }
    }

    fn relation(&mut self) -> &'static str {
        self.random.pick(&["=", "!=", "<", "<=", ">", ">="])
    }

    fn atom_or_empty(&mut self) -> String {
        if self.random.percent(15) { "empty".to_owned() } else { self.atom() }
    }

    /// A number that changes.
    fn number(&mut self) -> String {
        match self.random.below(6) {
            0..2 if !self.counters.is_empty() => self.random.pick(&self.counters).name.clone(),
            2 if !self.shapes.is_empty() => {
                format!("count({})", self.random.pick(&self.shapes))
            }
            3 => format!("count({}{})", self.atom_or_empty(), self.inset(100)),
            _ => format!("count({})", self.atom_or_empty()),
        }
    }

    /// A condition, which may hold often or never.
    pub(super) fn condition(&mut self) -> String {
        let (mut text, other) = (self.simple_condition(), self.random.below(10));
        if other < 2 {
            let join = if other == 0 { "and" } else { "or" };
            text = format!("{text} {join} {}", self.simple_condition());
        } else if other == 2 {
            text = format!("not ({text})");
        }
        text
    }

    fn simple_condition(&mut self) -> String {
        match self.random.below(9) {
            0 => format!("some {}{}", self.atom_or_empty(), self.inset(60)),
            1 => format!("no {}{}", self.atom_or_empty(), self.inset(60)),
            2 => format!("all {} is {}", self.set(), self.atom_or_empty()),
            3 if !self.shapes.is_empty() => {
                let some = if self.random.percent(70) { "some" } else { "no" };
                format!("{some} {} is {}", self.random.pick(&self.shapes), self.atom())
            }
            4 => {
                let (low, more) = (self.random.below(3), self.random.below(3));
                format!("{} in {low} .. {}", self.number(), low + more)
            }
            5 => {
                let (one, other) = (self.number(), self.number());
                format!("{one} {} {other}", self.relation())
            }
            _ => {
                let limit = self.random.below(5);
                format!("{} {} {limit}", self.number(), self.relation())
            }
        }
    }
}
