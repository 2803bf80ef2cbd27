//! Numbers that are known when the game is compiled.

use super::names::Kind;
use super::{Ctx, Params, Statements};
use crate::ast::{At, Expr, Factor, Range, Sign};
use crate::diagnostic::Code;
use crate::model::Param;
use crate::words::nearest;

/// The parameters of a move with the values of one instance.
pub(super) type Locals = [(String, i64)];

/// The largest number of values a span may have.
const MAX_SPAN: i64 = 10_000;

/// Evaluates the parameters in file order and applies the given values.
pub(super) fn params(ctx: &mut Ctx<'_>, statements: &Statements<'_>, given: &Params) {
    for bind in &statements.params {
        let default = ctx.number(&bind.value, &[]);
        let value = given.get(&bind.name.node).copied().or(default);
        if value.is_some_and(|value| value < 0) {
            let message = format!("`{}` would be negative", bind.name.node);
            ctx.report(
                ctx.error(Code::NotANatural, bind.name.span, message)
                    .label("parameters are natural numbers"),
            );
        }
        // A broken parameter was reported; go on with 0 so that its uses are not.
        let (value, default) = (value.unwrap_or(0), default.unwrap_or(0));
        ctx.params.push(Param { name: bind.name.node.clone(), value, default });
    }
    for name in
        given.keys().filter(|name| statements.params.iter().all(|bind| bind.name.node != **name))
    {
        let span = statements.params.first().map_or(statements.first, |bind| bind.name.span);
        let known: Vec<&str> =
            statements.params.iter().map(|bind| bind.name.node.as_str()).collect();
        let diagnostic = ctx.error(
            Code::UnknownParameter,
            span,
            format!("this game has no parameter called `{name}`"),
        );
        let help = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "it has no parameters".to_owned(),
            None => format!("its parameters are: {}", known.join(", ")),
        };
        ctx.report(diagnostic.help(help));
    }
}

impl Ctx<'_> {
    /// The value of a number that must be known now.
    pub(super) fn number(&mut self, expr: &At<Expr>, locals: &Locals) -> Option<i64> {
        match &expr.node {
            Expr::Number(number) => self.fits(i64::try_from(*number).ok(), expr),
            Expr::Name { rel: None, name } => self.known(name, expr, locals),
            Expr::Name { rel: Some(_), .. } | Expr::Count { .. } => {
                let message = "this must be a number that is known before the game begins";
                let diagnostic = self
                    .error(Code::NotConstant, expr.span, message)
                    .label("changes during the game");
                self.report(diagnostic);
                None
            }
            Expr::Sum(parts) => {
                let mut total = 0_i64;
                for (sign, part) in parts {
                    let value = self.number(part, locals)?;
                    let next = match sign {
                        Sign::Plus => total.checked_add(value),
                        Sign::Minus => total.checked_sub(value),
                    };
                    total = self.fits(next, expr)?;
                }
                Some(total)
            }
            Expr::Product(parts) => {
                let mut total = 1_i64;
                for (factor, part) in parts {
                    let value = self.number(part, locals)?;
                    if *factor == Factor::Over && value == 0 {
                        self.report(self.error(
                            Code::DivisionByZero,
                            part.span,
                            "division by zero",
                        ));
                        return None;
                    }
                    let next = match factor {
                        Factor::Times => total.checked_mul(value),
                        Factor::Over => total.checked_div(value),
                    };
                    total = self.fits(next, expr)?;
                }
                Some(total)
            }
        }
    }

    /// A number that must not be negative.
    pub(super) fn natural(&mut self, expr: &At<Expr>, locals: &Locals) -> Option<usize> {
        let number = self.number(expr, locals)?;
        let natural = usize::try_from(number).ok();
        if natural.is_none() {
            let message = format!("this is {number}, but it must not be negative");
            self.report(self.error(Code::NotANatural, expr.span, message));
        }
        natural
    }

    /// The ends of a span with at least one value.
    pub(super) fn ends_of(&mut self, range: &Range, locals: &Locals) -> Option<(i64, i64)> {
        let from = self.number(&range.from, locals);
        let to = self.number(&range.to, locals);
        let (from, to) = (from?, to?);
        if from > to {
            let message = format!("the span {from} .. {to} is empty");
            self.report(
                self.error(Code::EmptySpan, range.span(), message)
                    .help("the smaller number comes first"),
            );
            return None;
        }
        if to.saturating_sub(from) >= MAX_SPAN {
            let message = format!("the span {from} .. {to} has more than {MAX_SPAN} numbers");
            self.report(self.error(Code::TooLarge, range.span(), message));
            return None;
        }
        Some((from, to))
    }

    fn fits(&mut self, number: Option<i64>, expr: &At<Expr>) -> Option<i64> {
        if number.is_none() {
            self.report(self.error(Code::TooLarge, expr.span, "this number is too large"));
        }
        number
    }

    /// A parameter of the game or of the move.
    fn known(&mut self, name: &str, expr: &At<Expr>, locals: &Locals) -> Option<i64> {
        if let Some((_, value)) = locals.iter().find(|(local, _)| local == name) {
            return Some(*value);
        }
        if let Some(value) =
            self.params.iter().find(|param| param.name == name).map(|param| param.value)
        {
            self.uses(name);
            return Some(value);
        }
        match self.names.kind(name) {
            Some(Kind::Param) => {
                let message = format!("`{name}` is used before it has a value");
                let diagnostic = self.error(Code::UnknownParameter, expr.span, message);
                self.report(diagnostic.help("declare the parameter above the one that uses it"));
            }
            Some(Kind::Counter) => {
                let message = "this must be a number that is known before the game begins";
                self.report(
                    self.error(Code::NotConstant, expr.span, message)
                        .label("a counter changes during the game"),
                );
            }
            _ => {
                let diagnostic = self.error(
                    Code::UnknownParameter,
                    expr.span,
                    format!("no parameter called `{name}`"),
                );
                let near = nearest(name, self.params.iter().map(|param| param.name.as_str()))
                    .map(str::to_owned);
                let help = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("declare it:  param {name} = 3"),
                };
                self.report(diagnostic.label("unknown name").help(help));
            }
        }
        None
    }
}
