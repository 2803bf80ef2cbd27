//! Consequences of moves, and which moves have them.

use super::super::view::{Here, View};
use super::super::{Ctx, Statements};
use super::{Fits, Instance, PARTS_OF_A_RULE};
use crate::ast::{self, Scope};
use crate::diagnostic::Code;
use crate::model::{Action, After, Body, Cond, Move, Step};
use crate::source::Span;

impl Ctx<'_> {
    /// A consequence, for every player whose moves can have it.
    pub(super) fn consequence(
        &mut self,
        after: &ast::After,
        span: Span,
        statements: &Statements<'_>,
        moves: &mut [Move],
        afters: &mut Vec<After>,
    ) -> Option<()> {
        if let Scope::Moves(names) = &after.scope {
            for name in names {
                if statements.moves.iter().all(|(declared, _)| declared.name.node != name.node) {
                    self.unknown_move(name, statements);
                    return None;
                }
            }
        }
        let concerns = |declared: &Move| match &after.scope {
            Scope::Any(_) => true,
            Scope::Moves(names) => names.iter().any(|name| name.node == declared.name),
        };
        let mut fits = Fits::default();
        for player in self.sides() {
            let of_player = |declared: &&Move| declared.player == player && concerns(declared);
            if !moves.iter().any(|declared| of_player(&declared)) {
                continue;
            }
            let vague =
                moves.iter().filter(of_player).find(|declared| !fills_one_cell(&declared.body));
            let here = vague.map_or(Here::Known, |declared| Here::NotUnique(declared.span));
            let view = View { me: player, locals: &[], here };
            let condition: Option<Cond> = match &after.condition {
                Some(cond) => Some(self.cond(cond, view)?),
                None => None,
            };
            let body =
                self.alternatives(&after.body, &Instance { view, along: None }, &mut fits)?;
            let concerned = moves.iter().filter(of_player).count();
            let label = "with all moves that it follows, this is too much";
            self.take_room(concerned / PARTS_OF_A_RULE, span, label)?;
            for declared in
                moves.iter_mut().filter(|declared| declared.player == player && concerns(declared))
            {
                declared.afters.push(afters.len());
            }
            afters.push(After { player, condition, body, span });
        }
        for rewrite in fits.rewrites.iter().filter(|(_, count)| **count == 0).map(|(span, _)| *span)
        {
            let diagnostic = self.error(
                Code::FitsNowhere,
                rewrite,
                "this consequence can never happen on this board",
            );
            self.report(diagnostic.label("no place where its pattern fits"));
        }
        Some(())
    }

    fn unknown_move(&mut self, name: &ast::Name, statements: &Statements<'_>) {
        let known: Vec<&str> =
            statements.moves.iter().map(|(declared, _)| declared.name.node.as_str()).collect();
        let help = match crate::words::nearest(&name.node, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("moves are: {}", known.join(", ")),
        };
        let diagnostic =
            self.error(Code::UnknownMove, name.span, format!("no move called `{}`", name.node));
        self.report(diagnostic.label("unknown move").help(help));
    }
}

/// Whether every result of a move has a cell `here`.
fn fills_one_cell(body: &Body) -> bool {
    let fills = |step: &Step| match &step.action {
        Action::Rewrite(rules) => rules.iter().all(|rule| rule.here.is_some()),
        Action::Sow(_) => true,
        Action::Nothing | Action::Permute(_) | Action::Harvest(_) => false,
    };
    match body {
        Body::Once(alternatives) | Body::Chain(alternatives) => {
            alternatives.iter().all(|alternative| alternative.steps.iter().any(fills))
        }
        Body::Settle(_) => false,
    }
}
