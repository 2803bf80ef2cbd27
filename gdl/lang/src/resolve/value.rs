//! Numbers read off a position, and the effects that use them.

use super::Ctx;
use super::names::Kind;
use super::view::View;
use crate::ast::{self, Assign, AssignOp, At, Atom, Expr, Factor, Rel, Sign, Target};
use crate::diagnostic::Code;
use crate::model::{Effect, Payoff, Value};
use crate::words::nearest;

impl Ctx<'_> {
    /// A number as it is seen from somewhere.
    pub(super) fn value(&mut self, expr: &At<Expr>, view: View<'_>) -> Option<Value> {
        match &expr.node {
            Expr::Number(_) => self.number(expr, view.locals).map(Value::Number),
            Expr::Name { rel, name } if self.names.kind(name) == Some(Kind::Counter) => {
                self.counter(*rel, name, expr.span, view.me).map(Value::Counter)
            }
            Expr::Name { rel: None, name } if self.is_number(name, view) => {
                self.number(expr, view.locals).map(Value::Number)
            }
            Expr::Name { name, .. } => {
                self.unknown_number(name, expr);
                None
            }
            Expr::Count { atom, inset, at_here } => {
                if *at_here {
                    self.known_here(view, expr.span)?;
                }
                if let Atom::Named { rel: None, name } = &atom.node
                    && self.names.kind(name) == Some(Kind::Shape)
                    && inset.is_none()
                {
                    self.uses(name);
                    return Some(Value::Shapes { shape: self.shape_id(name)?, at_here: *at_here });
                }
                let contents = self.contents(atom, view.me);
                let region = self.region(inset.as_deref(), view)?;
                let contents = contents?;
                Some(if *at_here {
                    Value::CountHere { contents, region }
                } else {
                    Value::Count { contents, region }
                })
            }
            Expr::Sum(parts) => {
                let mut terms = Vec::new();
                for (sign, part) in parts {
                    terms.push((if *sign == Sign::Plus { 1 } else { -1 }, self.value(part, view)?));
                }
                Some(folded_sum(terms))
            }
            Expr::Product(parts) => self.product(parts, view),
        }
    }

    fn product(&mut self, parts: &[(Factor, At<Expr>)], view: View<'_>) -> Option<Value> {
        let mut total = Value::Number(1);
        for (factor, part) in parts {
            let value = self.value(part, view)?;
            total = match (factor, total, value) {
                (Factor::Times, Value::Number(1), value) => value,
                (Factor::Times, Value::Number(left), Value::Number(right)) => {
                    Value::Number(left.saturating_mul(right))
                }
                (Factor::Times, Value::Product(mut factors), value) => {
                    factors.push(value);
                    Value::Product(factors)
                }
                (Factor::Times, total, value) => Value::Product(vec![total, value]),
                (Factor::Over, Value::Number(left), Value::Number(right)) if right > 0 => {
                    Value::Number(left / right)
                }
                (Factor::Over, total, Value::Number(right)) if right > 0 => {
                    Value::Quotient(Box::new(total), right)
                }
                (Factor::Over, _, _) => {
                    let diagnostic = self.error(
                        Code::DivisionByZero,
                        part.span,
                        "a divisor must be a positive number that is known now",
                    );
                    self.report(diagnostic);
                    return None;
                }
            };
        }
        Some(total)
    }

    fn is_number(&self, name: &str, view: View<'_>) -> bool {
        view.locals.iter().any(|(local, _)| local == name)
            || self.names.kind(name) == Some(Kind::Param)
    }

    fn unknown_number(&mut self, name: &str, expr: &At<Expr>) {
        let known: Vec<&str> = self.names.of_kinds(&[Kind::Param, Kind::Counter]).collect();
        let near = nearest(name, known.iter().copied());
        let (message, help) = match self.names.kind(name) {
            Some(Kind::Piece | Kind::Class) => (
                format!("`{name}` is a piece, not a number"),
                Some(format!("write `count({name})`")),
            ),
            Some(Kind::Area | Kind::Shape) => (format!("`{name}` is a place, not a number"), None),
            _ => (
                format!("no parameter or counter called `{name}`"),
                near.map(|near| format!("did you mean `{near}`?"))
                    .or_else(|| Some(format!("declare it:  counter {name} = 3"))),
            ),
        };
        let diagnostic =
            self.error(Code::UnknownParameter, expr.span, message).label("not a number");
        self.report(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
    }

    /// An effect as it is seen from somewhere.
    pub(super) fn effect(&mut self, effect: &At<ast::Effect>, view: View<'_>) -> Option<Effect> {
        match &effect.node {
            ast::Effect::Again => {
                self.needs_players("again", effect.span)?;
                Some(Effect::Again)
            }
            ast::Effect::Assign(assign) => match &assign.target.node {
                Target::Score => self.payoff(assign, view).map(Effect::Score),
                Target::Counter(name) => {
                    if self.names.kind(name) != Some(Kind::Counter) {
                        self.unknown_counter(name, assign);
                        return None;
                    }
                    let counter = self.counter(assign.rel, name, assign.target.span, view.me)?;
                    Some(Effect::Count { counter, change: self.change(assign, view)? })
                }
            },
        }
    }

    /// A change of a score as it is seen from somewhere.
    pub(super) fn payoff(&mut self, assign: &Assign, view: View<'_>) -> Option<Payoff> {
        self.needs_players("score", assign.target.span)?;
        let player = match assign.rel {
            None | Some(Rel::My) => view.me,
            Some(Rel::Their) => self.opponent(view.me, assign.target.span)?,
        };
        Some(Payoff { player, amount: self.change(assign, view)? })
    }

    fn change(&mut self, assign: &Assign, view: View<'_>) -> Option<Value> {
        let value = self.value(&assign.value, view)?;
        Some(match assign.op {
            AssignOp::Add => value,
            AssignOp::Subtract => folded_sum(vec![(-1, value)]),
        })
    }

    fn unknown_counter(&mut self, name: &str, assign: &Assign) {
        let known: Vec<&str> = self.names.of_kinds(&[Kind::Counter]).collect();
        let help = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => format!("declare it:  counter {name} = 9 each"),
            None => format!("counters are: {}", known.join(", ")),
        };
        let diagnostic = self.error(
            Code::UnknownCounter,
            assign.target.span,
            format!("no counter called `{name}`"),
        );
        self.report(diagnostic.label("unknown counter").help(help));
    }
}

/// The sum, as one number if all its terms are known.
fn folded_sum(terms: Vec<(i64, Value)>) -> Value {
    let mut constant = 0_i64;
    let mut rest = Vec::new();
    for (factor, value) in terms {
        match value {
            Value::Number(number) => {
                constant = constant.saturating_add(factor.saturating_mul(number))
            }
            value => rest.push((factor, value)),
        }
    }
    if rest.is_empty() {
        return Value::Number(constant);
    }
    if constant != 0 {
        rest.push((1, Value::Number(constant)));
    }
    Value::Sum(rest)
}
