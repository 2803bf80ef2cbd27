//! Conditions and numbers as terms.
//!
//! `and`, `or`, sums and products have no order; comparisons are written with `=`, `!=`, `<` and
//! `<=` only; what the terrain decides is decided.

use super::game::Builder;
use super::terms::Term;
use crate::ast::Relation;
use crate::model::{CellId, CellSet, Cond, Content, ContentSet, InOrOut, Region, ShapeId, Value};

/// A condition, or its value if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Always,
    Never,
    Open(Term),
}

impl Builder<'_> {
    /// The term of a condition; none is always true.
    pub(super) fn cond(&mut self, cond: Option<&Cond>) -> Term {
        match cond.map_or(Known::Always, |cond| self.known(cond)) {
            Known::Always => self.terms.number("holds", 1),
            Known::Never => self.terms.number("holds", 0),
            Known::Open(term) => term,
        }
    }

    fn known(&mut self, cond: &Cond) -> Known {
        match cond {
            Cond::And(parts) => self.join("and", parts, Known::Always, Known::Never),
            Cond::Or(parts) => self.join("or", parts, Known::Never, Known::Always),
            Cond::Not(part) => match self.known(part) {
                Known::Always => Known::Never,
                Known::Never => Known::Always,
                Known::Open(term) => Known::Open(self.terms.list("not", vec![term])),
            },
            Cond::All { cells, contents } => self.all(*cells, *contents),
            Cond::Some { contents, region } => self.some(*contents, region),
            Cond::Shape { shape, contents } => {
                let parts = vec![self.shape(*shape), self.contents(*contents)];
                Known::Open(self.terms.list("shape is", parts))
            }
            Cond::Here(region) => {
                let region = self.region(region);
                Known::Open(self.terms.list("here", vec![region]))
            }
            Cond::Compare { left, op, right } => {
                let (left, right) = (self.value(left), self.value(right));
                Known::Open(match op {
                    Relation::Equal => self.terms.bag("=", vec![left, right]),
                    Relation::NotEqual => self.terms.bag("!=", vec![left, right]),
                    Relation::Less => self.terms.list("<", vec![left, right]),
                    Relation::AtMost => self.terms.list("<=", vec![left, right]),
                    Relation::Greater => self.terms.list("<", vec![right, left]),
                    Relation::AtLeast => self.terms.list("<=", vec![right, left]),
                })
            }
            Cond::Exactly(cells) => self.exactly(cells),
        }
    }

    /// `neutral` parts are left out, a `decisive` one decides.
    fn join(
        &mut self,
        word: &'static str,
        parts: &[Cond],
        neutral: Known,
        decisive: Known,
    ) -> Known {
        let mut open = Vec::new();
        for part in parts {
            match self.known(part) {
                known if known == neutral => {}
                known if known == decisive => return decisive,
                Known::Open(term) if self.terms.node(term).label.0 == word => {
                    open.extend_from_slice(&self.terms.node(term).parts.clone());
                }
                Known::Open(term) => open.push(term),
                Known::Always | Known::Never => unreachable!("one is neutral, one decides"),
            }
        }
        open.sort_unstable();
        open.dedup();
        match open.as_slice() {
            [] => neutral,
            [only] => Known::Open(*only),
            _ => Known::Open(self.terms.set(word, open)),
        }
    }

    fn all(&mut self, cells: CellSet, contents: ContentSet) -> Known {
        let mut open = Vec::new();
        for cell in cells.iter() {
            match self.terrain.fixed[cell.index()] {
                Some(fixed) if !contents.contains(fixed) => return Known::Never,
                Some(_) => {}
                None => open.push(self.atoms.cell(cell)),
            }
        }
        if open.is_empty() {
            return Known::Always;
        }
        let parts = vec![self.terms.set("cells", open), self.contents(contents)];
        Known::Open(self.terms.list("all", parts))
    }

    fn some(&mut self, contents: ContentSet, region: &Region) -> Known {
        let region = self.without_others(contents, region);
        let certain = |cell: CellId| self.terrain.fixed[cell.index()].is_some();
        if region.shape.is_none() && region.cells.iter().any(certain) {
            return Known::Always;
        }
        if region.cells.is_empty() {
            return Known::Never;
        }
        let parts = vec![self.contents(contents), self.region(&region)];
        Known::Open(self.terms.list("some", parts))
    }

    fn exactly(&mut self, cells: &[(CellId, u8)]) -> Known {
        let mut open = Vec::new();
        for (cell, held) in cells {
            match self.terrain.fixed[cell.index()] {
                Some(fixed) if fixed.0 != *held => return Known::Never,
                Some(fixed) if self.terrain.is_plain(fixed) => {}
                _ => open.push(self.held(*cell, *held)),
            }
        }
        if open.is_empty() {
            return Known::Always;
        }
        Known::Open(self.terms.set("exactly", open))
    }

    /// A cell with what it holds: a content, or a number on a heap board.
    pub(super) fn held(&mut self, cell: CellId, held: u8) -> Term {
        let what = if self.terrain.model.heap {
            self.terms.number("heap", i64::from(held))
        } else {
            self.atoms.content(Content(held))
        };
        self.terms.list("holds", vec![self.atoms.cell(cell), what])
    }

    pub(super) fn contents(&mut self, contents: ContentSet) -> Term {
        let parts = contents.iter().map(|content| self.atoms.content(content)).collect();
        self.terms.set("contents", parts)
    }

    pub(super) fn cells(&mut self, cells: CellSet) -> Term {
        let parts = cells.iter().map(|cell| self.atoms.cell(cell)).collect();
        self.terms.set("cells", parts)
    }

    pub(super) fn shape(&mut self, shape: ShapeId) -> Term {
        let instances = &self.terrain.model.shapes[shape.index()].instances;
        let instances = instances.iter().map(|instance| self.cells(*instance)).collect();
        self.terms.bag("shape", instances)
    }

    fn region(&mut self, region: &Region) -> Term {
        let mut parts = vec![self.cells(region.cells)];
        if let Some((shape, side)) = region.shape {
            parts.push(self.shape(shape));
            parts.push(self.terms.number("inside", i64::from(side == InOrOut::In)));
        }
        self.terms.list("region", parts)
    }

    /// The region without the terrain that never holds any of these.
    fn without_others(&self, contents: ContentSet, region: &Region) -> Region {
        let other = |cell: &CellId| {
            let fixed = self.terrain.fixed[cell.index()];
            fixed.is_some_and(|fixed| !contents.contains(fixed))
        };
        let others: CellSet = region.cells.iter().filter(other).collect();
        Region { cells: region.cells.without(others), shape: region.shape }
    }

    pub(super) fn value(&mut self, value: &Value) -> Term {
        match value {
            Value::Number(number) => self.terms.number("number", *number),
            Value::Counter(counter) => self.atoms.counter(*counter),
            Value::Count { contents, region } => {
                let region = self.without_others(*contents, region);
                let parts = vec![self.contents(*contents), self.region(&region)];
                self.terms.list("count", parts)
            }
            Value::CountHere { contents, region } => {
                let parts = vec![self.contents(*contents), self.region(region)];
                self.terms.list("count here", parts)
            }
            Value::Shapes { shape, at_here } => {
                let here = self.terms.number("at here", i64::from(*at_here));
                let parts = vec![self.shape(*shape), here];
                self.terms.list("count shapes", parts)
            }
            Value::Sum(terms) => {
                let mut parts = Vec::new();
                for (factor, term) in terms {
                    let product = vec![self.terms.number("number", *factor), self.value(term)];
                    parts.push(self.terms.list("times", product));
                }
                self.terms.bag("sum", parts)
            }
            Value::Product(factors) => {
                let parts = factors.iter().map(|factor| self.value(factor)).collect();
                self.terms.bag("product", parts)
            }
            Value::Quotient(dividend, divisor) => {
                let parts = vec![self.value(dividend), self.terms.number("number", *divisor)];
                self.terms.list("quotient", parts)
            }
        }
    }
}
