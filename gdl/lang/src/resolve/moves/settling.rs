//! Moves that settle: rewrites of one row, gathered by direction.

use super::super::Ctx;
use super::{Fits, Instance};
use crate::ast::{self, Right};
use crate::diagnostic::Code;
use crate::model::Settle;
use crate::source::Span;

impl Ctx<'_> {
    pub(super) fn settle(
        &mut self,
        body: &[ast::Alternative],
        instance: &Instance<'_>,
        fits: &mut Fits,
    ) -> Option<Vec<Settle>> {
        let mut rewrites = Vec::new();
        for alternative in body {
            let step = match alternative.steps.as_slice() {
                [step] if !alternative.otherwise && step.node.effects.is_empty() => step,
                steps => {
                    let span = steps.first().map_or(Span::default(), |step| step.span);
                    self.settle_form(span);
                    return None;
                }
            };
            match step.node.action.as_ref().map(|action| (&action.node, action.span)) {
                Some((ast::Action::Rewrite { left, arrow: ast::Arrow::To, right }, span))
                    if left.len() == 1
                        && left[0].node.rows.len() == 1
                        && left[0].node.rows[0].len() > 1 =>
                {
                    rewrites.push((left, right, span));
                }
                _ => {
                    self.settle_form(step.span);
                    return None;
                }
            }
        }
        self.no_heap(
            body.first()
                .and_then(|first| first.steps.first())
                .map_or(Span::default(), |step| step.span),
        )?;
        let directions = self.directions(instance.along, instance.view.me)?;
        let mut settles = Vec::new();
        for direction in directions {
            let name = self.board.directions[direction].name.clone();
            let mut settle = Settle { direction: name, rules: Vec::new(), forbidden: Vec::new() };
            for (left, right, span) in &rewrites {
                let pattern = self.pattern(left, right, *span, instance.view)?;
                let rules = self.ground(&pattern, &[direction], *span)?;
                fits.count(*span, rules.len());
                match right {
                    Right::Illegal(_) => settle.forbidden.extend(rules),
                    Right::Groups(_) => settle.rules.extend(rules),
                }
            }
            settles.push(settle);
        }
        Some(settles)
    }

    fn settle_form(&mut self, span: Span) {
        let diagnostic = self.error(
            Code::SettleForm,
            span,
            "a move that settles consists of rewrites of one row",
        );
        self.report(diagnostic.help(
            "[piece | empty] -> [empty | piece]  without `and`, `/`, `then`, `else` or effects",
        ));
    }
}
