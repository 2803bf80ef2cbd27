//! Writing statements.

use super::walk::mentions;
use super::{Expr, Operator, Statement, Type};

/// Statements in the making.
#[derive(Debug, Default)]
pub struct Code {
    statements: Vec<Statement>,
}

impl Code {
    /// The statements that `write` writes, without names that nobody uses: no expression does
    /// anything but give a value.
    pub fn block(write: impl FnOnce(&mut Code)) -> Vec<Statement> {
        let mut code = Code::default();
        write(&mut code);
        code.used()
    }

    /// Its statements, without names that nothing mentions.
    // Not part of `block`, which is compiled once for each of its many callers.
    fn used(self) -> Vec<Statement> {
        let mut kept: Vec<Statement> = Vec::new();
        for statement in self.statements.into_iter().rev() {
            let used = match &statement {
                Statement::Let { name, .. } => mentions(&kept, name),
                _ => true,
            };
            if used {
                kept.push(statement);
            }
        }
        kept.reverse();
        kept
    }

    /// A name for a value, or a variable if it changes later.
    pub fn name(&mut self, name: &str, value: impl Into<Expr>) -> Expr {
        let value = value.into();
        let expr = Expr::name(value.ty.clone(), name);
        self.statements.push(Statement::Let { name: name.to_owned(), value });
        expr
    }

    /// A new value for something.
    pub fn set(&mut self, place: &Expr, value: impl Into<Expr>) {
        let value = value.into();
        assert_eq!(place.ty, value.ty, "{place:?} gets {value:?}");
        self.statements.push(Statement::Set { place: place.clone(), operator: None, value });
    }

    /// The old value combined with another.
    pub fn update(&mut self, place: &Expr, operator: Operator, value: impl Into<Expr>) {
        let value = value.into();
        let is_shift = matches!(operator, Operator::Shl | Operator::Shr);
        assert!(is_shift || place.ty == value.ty, "{place:?} {operator:?} {value:?}");
        let nothing = matches!(operator, Operator::Add | Operator::Sub | Operator::Or)
            && value.value() == Some(0)
            || matches!(operator, Operator::Mul | Operator::Div) && value.value() == Some(1);
        if nothing {
            return;
        }
        self.statements.push(Statement::Set {
            place: place.clone(),
            operator: Some(operator),
            value,
        });
    }

    /// Something done if a condition holds.
    pub fn when(&mut self, condition: Expr, then: impl FnOnce(&mut Code)) {
        self.either(condition, then, |_| {});
    }

    /// One of two things done.
    pub fn either(
        &mut self,
        condition: Expr,
        then: impl FnOnce(&mut Code),
        otherwise: impl FnOnce(&mut Code),
    ) {
        self.statements.push(Statement::If {
            condition,
            then: Code::block(then),
            otherwise: Code::block(otherwise),
        });
    }

    /// Once for each number from `from` up to but not including `to`.
    pub fn count(
        &mut self,
        name: &str,
        from: impl Into<Expr>,
        to: impl Into<Expr>,
        body: impl FnOnce(&mut Code, Expr),
    ) {
        self.each(name, (from.into(), to.into()), false, body);
    }

    /// Once for each number from the last below `to` down to `from`.
    pub fn count_down(
        &mut self,
        name: &str,
        from: impl Into<Expr>,
        to: impl Into<Expr>,
        body: impl FnOnce(&mut Code, Expr),
    ) {
        self.each(name, (from.into(), to.into()), true, body);
    }

    fn each(
        &mut self,
        name: &str,
        (from, to): (Expr, Expr),
        down: bool,
        body: impl FnOnce(&mut Code, Expr),
    ) {
        let number = Expr::name(to.ty.clone(), name);
        let body = Code::block(|code| body(code, number));
        self.statements.push(Statement::For { name: name.to_owned(), from, to, down, body });
    }

    /// As long as a condition holds.
    pub fn repeat(&mut self, condition: Expr, body: impl FnOnce(&mut Code)) {
        self.statements.push(Statement::While { condition, body: Code::block(body) });
    }

    /// A call of a function that only does something.
    pub fn run(&mut self, call: Expr) {
        self.statements.push(Statement::Do(call));
    }

    /// One more value on a list.
    pub fn push(&mut self, list: &Expr, value: impl Into<Expr>) {
        let value = value.into();
        assert_eq!(list.ty, Type::List(Box::new(value.ty.clone())), "{list:?} gets {value:?}");
        self.statements.push(Statement::Push(list.clone(), value));
    }

    /// The result of the function.
    pub fn give(&mut self, value: impl Into<Expr>) {
        self.statements.push(Statement::Return(value.into()));
    }

    /// A reason, for people who read the output.
    pub fn note(&mut self, text: impl Into<String>) {
        self.statements.push(Statement::Note(text.into()));
    }

    /// A number of the type of indices of positions.
    pub fn index(number: u64) -> Expr {
        Expr::number(Type::Rank, number)
    }
}
