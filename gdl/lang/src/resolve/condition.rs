//! Conditions, as one player sees them.

use super::Ctx;
use super::names::Kind;
use super::view::{Here, View};
use crate::ast::{self, At, Quantifier, Relation};
use crate::diagnostic::Code;
use crate::model::{Cond, Region};
use crate::source::Span;

impl Ctx<'_> {
    /// A condition as it is seen from somewhere.
    pub(super) fn cond(&mut self, cond: &At<ast::Cond>, view: View<'_>) -> Option<Cond> {
        match &cond.node {
            ast::Cond::Or(parts) => self.conds(parts, view).map(Cond::Or),
            ast::Cond::And(parts) => self.conds(parts, view).map(Cond::And),
            ast::Cond::Not(inner) => Some(Cond::Not(Box::new(self.cond(inner, view)?))),
            ast::Cond::All { set, atom } => {
                let contents = self.contents(atom, view.me);
                let set = self.set(set, view)?;
                let super::areas::Set::Cells(cells) = set else {
                    let diagnostic = self.error(
                        Code::UnknownPlace,
                        cond.span,
                        "`all` needs a fixed set of cells, not a shape",
                    );
                    self.report(diagnostic.help("write  some SHAPE is ...  for a completed shape"));
                    return None;
                };
                Some(Cond::All { cells, contents: contents? })
            }
            ast::Cond::Shape { quantifier, shape, atom } => {
                let contents = self.contents(atom, view.me);
                let shape = self.shape_named(shape)?;
                Some(quantified(*quantifier, Cond::Shape { shape, contents: contents? }))
            }
            ast::Cond::Exists { quantifier, atom, inset } => {
                let contents = self.contents(atom, view.me);
                let region = self.region(inset.as_ref(), view)?;
                Some(quantified(*quantifier, Cond::Some { contents: contents?, region }))
            }
            ast::Cond::Here(inset) => {
                self.known_here(view, cond.span)?;
                let region: Region = self.region(Some(inset), view)?;
                Some(Cond::Here(region))
            }
            ast::Cond::Compare { left, op, right } => {
                let left = self.value(left, view);
                let right = self.value(right, view);
                Some(Cond::Compare { left: left?, op: *op, right: right? })
            }
            ast::Cond::Within { value, range } => {
                let value = self.value(value, view);
                let from = self.value(&range.from, view)?;
                let to = self.value(&range.to, view)?;
                let value = value?;
                Some(Cond::And(vec![
                    Cond::Compare { left: value.clone(), op: Relation::AtLeast, right: from },
                    Cond::Compare { left: value, op: Relation::AtMost, right: to },
                ]))
            }
        }
    }

    fn conds(&mut self, parts: &[At<ast::Cond>], view: View<'_>) -> Option<Vec<Cond>> {
        // All parts are looked at even if one is wrong, so that all mistakes are found.
        let parts: Vec<Option<Cond>> = parts.iter().map(|part| self.cond(part, view)).collect();
        parts.into_iter().collect()
    }

    /// Reports `here` where no move has filled a cell.
    pub(super) fn known_here(&mut self, view: View<'_>, span: Span) -> Option<()> {
        let diagnostic = match view.here {
            Here::Known => return Some(()),
            Here::Unknown => self
                .error(Code::HereUnknown, span, "`here` has no meaning in this place")
                .label("no move has just filled a cell")
                .help("`here` stands in `after ... if` and `harvest ... while`"),
            Here::NotUnique(culprit) => self
                .error(Code::HereNotUnique, span, "`here` is not clear")
                .label("which cell?")
                .other(culprit, "this does not fill exactly one cell"),
        };
        self.report(diagnostic);
        None
    }

    fn shape_named(&mut self, name: &ast::Name) -> Option<crate::model::ShapeId> {
        if self.names.kind(&name.node) == Some(Kind::Shape) {
            self.uses(&name.node);
            return self.shape_id(&name.node);
        }
        let known: Vec<&str> = self.names.of_kinds(&[Kind::Shape]).collect();
        let help = match crate::words::nearest(&name.node, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => format!("declare it:  shape {} = line(3)", name.node),
            None => format!("shapes are: {}", known.join(", ")),
        };
        let diagnostic =
            self.error(Code::UnknownShape, name.span, format!("no shape called `{}`", name.node));
        self.report(diagnostic.label("unknown shape").help(help));
        None
    }
}

fn quantified(quantifier: Quantifier, cond: Cond) -> Cond {
    match quantifier {
        Quantifier::Some => cond,
        Quantifier::No => Cond::Not(Box::new(cond)),
    }
}
