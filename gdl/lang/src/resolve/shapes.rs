//! Shapes: families of cell sets.

use super::{Ctx, Statements};
use crate::ast::ShapeTerm;
use crate::diagnostic::Code;
use crate::model::{CellId, CellSet, PlayerId, Shape, ShapeId};
use crate::words::nearest;
use std::collections::BTreeSet;

/// The most shapes, so that the number of one fits in a byte.
const MAX_SHAPES: usize = 255;

/// Resolves all `shape` statements. A broken shape stays, without instances, so that its uses are
/// not called unknown.
pub(super) fn shapes(ctx: &mut Ctx<'_>, statements: &Statements<'_>) {
    for (name, terms) in &statements.shapes {
        let mut instances = BTreeSet::new();
        for term in *terms {
            if let Some(found) = ctx.instances(term) {
                if found.is_empty() {
                    let message = format!("shape `{}` has no instance on this board", name.node);
                    ctx.report(
                        ctx.error(Code::ShapeFitsNowhere, term.span.span, message)
                            .label("nothing matches"),
                    );
                }
                instances.extend(found);
            }
        }
        if ctx.shapes.len() == MAX_SHAPES {
            ctx.report(ctx.error(
                Code::TooLarge,
                name.span,
                format!("there are more than {MAX_SHAPES} shapes"),
            ));
            return;
        }
        ctx.shapes
            .push(Shape { name: name.node.clone(), instances: instances.into_iter().collect() });
    }
}

impl Ctx<'_> {
    /// The shape called `name`.
    pub(super) fn shape_id(&self, name: &str) -> Option<ShapeId> {
        let index = self.shapes.iter().position(|shape| shape.name == name)?;
        Some(ShapeId(u8::try_from(index).expect("at most MAX_SHAPES shapes")))
    }

    fn instances(&mut self, term: &ShapeTerm) -> Option<BTreeSet<CellSet>> {
        let sizes = match term.name.node.as_str() {
            "line" | "square" => 1,
            "face" => 0,
            other => {
                let known = ["line", "square", "face"];
                let diagnostic = self.error(
                    Code::UnknownShape,
                    term.name.span,
                    format!("no shape is made by `{other}`"),
                );
                let help = match nearest(other, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "shapes are: line(k), square(k), face".to_owned(),
                };
                self.report(diagnostic.help(help));
                return None;
            }
        };
        if term.args.len() != sizes {
            let expected = if sizes == 1 { "one size in parentheses" } else { "no size" };
            let message = format!("`{}` takes {expected}", term.name.node);
            self.report(self.error(Code::WrongArguments, term.span.span, message));
            return None;
        }
        if term.along.is_some() && term.name.node != "line" {
            let message = format!("`{}` has no direction", term.name.node);
            self.report(
                self.error(Code::WrongArguments, term.span.span, message)
                    .help("only `line` takes `along`"),
            );
            return None;
        }
        if sizes == 0 {
            return Some(
                self.board.faces.iter().map(|face| face.iter().copied().collect()).collect(),
            );
        }
        let size = self.natural(&term.args[0], &[])?;
        if size == 0 {
            self.report(self.error(
                Code::WrongArguments,
                term.span.span,
                "a shape has at least one cell",
            ));
            return None;
        }
        if term.name.node == "square" {
            return Some(self.squares(size));
        }
        // A shape is the same for everybody, so its directions are seen by nobody in particular.
        let directions = self.directions(term.along.as_ref(), PlayerId(0))?;
        let lines = directions.iter().flat_map(|direction| {
            self.board.ids().filter_map(|cell| self.run(cell, *direction, size))
        });
        Some(
            lines
                .map(|cells| cells.into_iter().collect::<CellSet>())
                .filter(|cells| cells.len() == size)
                .collect(),
        )
    }

    /// The `size` cells from `start` on in a direction, if there are that many.
    pub(super) fn run(&self, start: CellId, direction: usize, size: usize) -> Option<Vec<CellId>> {
        let next = &self.board.directions[direction].next;
        let mut cells = vec![start];
        while cells.len() < size.min(crate::model::MAX_CELLS + 1) {
            cells.push(next[cells.last()?.index()]?);
        }
        (cells.len() == size).then_some(cells)
    }

    fn squares(&self, size: usize) -> BTreeSet<CellSet> {
        let direction =
            |name: &str| self.board.directions.iter().position(|direction| direction.name == name);
        let (Some(east), Some(south)) = (direction("e"), direction("s")) else {
            return BTreeSet::new();
        };
        let square = |corner: CellId| -> Option<CellSet> {
            let left = self.run(corner, south, size)?;
            let rows: Option<Vec<Vec<CellId>>> =
                left.into_iter().map(|cell| self.run(cell, east, size)).collect();
            Some(rows?.into_iter().flatten().collect())
        };
        self.board.ids().filter_map(square).collect()
    }
}
