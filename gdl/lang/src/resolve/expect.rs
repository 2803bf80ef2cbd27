//! Facts that a file claims about its game.

use super::names::Kind;
use super::{Ctx, Statements};
use crate::ast;
use crate::diagnostic::Code;
use crate::model::{Expect, ExpectValue, Fact};
use crate::source::Span;
use crate::words::nearest;

/// Resolves all `expect` statements.
pub(super) fn expects(ctx: &mut Ctx<'_>, statements: &Statements<'_>) -> Vec<Expect> {
    statements.expects.iter().filter_map(|(expect, span)| ctx.expect(expect, *span)).collect()
}

impl Ctx<'_> {
    fn expect(&mut self, expect: &ast::Expect, span: Span) -> Option<Expect> {
        let fact = self.fact(&expect.fact);
        let value = self.expected(fact, &expect.value);
        match fact {
            Some(Fact::Value) => self.needs_players("value", expect.fact.span)?,
            Some(Fact::Solution) if !self.players.is_empty() => {
                let diagnostic = self.error(
                    Code::UnknownFact,
                    expect.fact.span,
                    "a game with players has no solution",
                );
                self.report(diagnostic.help("expect value = win"));
                return None;
            }
            _ => {}
        }
        let start = match &expect.start {
            Some(name) => Some(self.start_named(name)?),
            None => None,
        };
        let mut tier = Vec::new();
        for bind in &expect.tier {
            let known = self.pieces.iter().any(|piece| piece.label == bind.name.node)
                || self.names.kind(&bind.name.node) == Some(Kind::Counter);
            if !known {
                let counters = self.names.of_kinds(&[Kind::Counter]);
                let labels: Vec<&str> =
                    self.pieces.iter().map(|piece| piece.label.as_str()).chain(counters).collect();
                let message = format!("no piece or counter called `{}`", bind.name.node);
                let help = format!("known are: {}", labels.join(", "));
                self.report(self.error(Code::UnknownPiece, bind.name.span, message).help(help));
                return None;
            }
            tier.push((bind.name.node.clone(), self.number(&bind.value, &[])?));
        }
        let mut params = Vec::new();
        for bind in &expect.params {
            if self.names.kind(&bind.name.node) != Some(Kind::Param) {
                let message = format!("no parameter called `{}`", bind.name.node);
                self.report(
                    self.error(Code::UnknownParameter, bind.name.span, message)
                        .label("unknown parameter"),
                );
                return None;
            }
            params.push((bind.name.node.clone(), self.number(&bind.value, &[])?));
        }
        Some(Expect { fact: fact?, op: expect.op, value: value?, tier, start, params, span })
    }

    fn fact(&mut self, word: &ast::Name) -> Option<Fact> {
        if let Some((_, fact)) = Fact::ALL.iter().find(|(name, _)| *name == word.node) {
            return Some(*fact);
        }
        let known = Fact::ALL.map(|(name, _)| name);
        let diagnostic = self.error(
            Code::UnknownFact,
            word.span,
            format!("nothing is known about `{}`", word.node),
        );
        let help = match nearest(&word.node, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("facts are: {}", known.join(", ")),
        };
        self.report(diagnostic.label("unknown fact").help(help));
        None
    }

    fn expected(
        &mut self,
        fact: Option<Fact>,
        value: &ast::At<ast::ExpectValue>,
    ) -> Option<ExpectValue> {
        let words: &[&str] = match fact? {
            Fact::Value => &["win", "loss", "draw"],
            Fact::Solution => &["none"],
            _ => &[],
        };
        let word = match &value.node {
            ast::ExpectValue::Number(number) => return Some(ExpectValue::Number(*number)),
            ast::ExpectValue::Word(word) | ast::ExpectValue::Text(word) => word,
        };
        if words.contains(&word.as_str()) {
            return Some(ExpectValue::Word(word.clone()));
        }
        let diagnostic = self.error(
            Code::UnknownFact,
            value.span,
            format!("`{word}` cannot be compared with this fact"),
        );
        let numbers = if words.is_empty() {
            "a number".to_owned()
        } else {
            format!("{} or a number", words.join(", "))
        };
        self.report(diagnostic.label(format!("expected {numbers}")));
        None
    }

    fn start_named(&mut self, name: &ast::At<String>) -> Option<usize> {
        let found = self.starts.iter().position(|start| start.name.as_deref() == Some(&name.node));
        if found.is_none() {
            let known: Vec<&str> =
                self.starts.iter().filter_map(|start| start.name.as_deref()).collect();
            let diagnostic = self.error(
                Code::UnknownStart,
                name.span,
                format!("no start called \"{}\"", name.node),
            );
            self.report(diagnostic.label("unknown start").help(match known.as_slice() {
                [] => "the start of this game has no name".to_owned(),
                known => format!("starts are: {}", known.join(", ")),
            }));
        }
        found
    }
}
