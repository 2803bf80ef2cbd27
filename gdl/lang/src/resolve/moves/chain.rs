//! Chains: what each of their alternatives must be.

use super::super::Ctx;
use super::Instance;
use crate::ast;
use crate::diagnostic::Code;
use crate::source::Span;

impl Ctx<'_> {
    /// Every alternative of a chain is one rewrite whose travelling piece is known.
    pub(super) fn check_chain(
        &mut self,
        declared: &ast::Move,
        chain: Span,
        instance: &Instance<'_>,
    ) -> Option<()> {
        for alternative in &declared.body {
            let rewrite = match alternative.steps.as_slice() {
                [step] => step.node.action.as_ref(),
                _ => None,
            };
            let pattern = match rewrite.map(|action| (&action.node, action.span)) {
                Some((ast::Action::Rewrite { left, arrow: ast::Arrow::To, right }, span)) => {
                    self.pattern(left, right, span, instance.view)
                }
                _ => None,
            };
            let Some(pattern) = pattern else {
                let span = alternative.steps.first().map_or(chain, |step| step.span);
                let diagnostic = self.error(
                    Code::ChainForm,
                    span,
                    "each alternative of a chain is one rewrite with `->`",
                );
                self.report(diagnostic.other(chain, "because of this"));
                return None;
            };
            if pattern.traveller.here.is_none() || !pattern.traveller.certain {
                let span = rewrite.map_or(chain, |action| action.span);
                let diagnostic =
                    self.error(Code::ChainForm, span, "a chain must know which piece goes on");
                let diagnostic =
                    diagnostic.label("which piece travels?").other(chain, "because of this");
                self.report(diagnostic.help("name it:  [p:any | any | empty] -> [empty | _ | p]"));
                return None;
            }
        }
        Some(())
    }
}
