//! Looking through code.

use super::{Expr, Function, Kind, Statement};

/// Whether a name is used anywhere in these statements.
pub fn mentions(statements: &[Statement], name: &str) -> bool {
    any(statements, &mut |expr| match &*expr.kind {
        Kind::Name(known) | Kind::Call(known, _) => known == name,
        _ => false,
    })
}

/// Whether a function is called anywhere in these statements.
pub fn calls(statements: &[Statement], function: &Function) -> bool {
    any(
        statements,
        &mut |expr| matches!(&*expr.kind, Kind::Call(known, _) if *known == function.name),
    )
}

/// Whether a variable, or a part of it, gets a new value in these statements.
pub fn changes(statements: &[Statement], name: &str) -> bool {
    let is_changed = |statement: &Statement| match statement {
        Statement::Set { place, .. } | Statement::Push(place, _) => root(place) == Some(name),
        Statement::Do(call) => part(
            call,
            &mut |expr| matches!(&*expr.kind, Kind::Noting(flag, _) if root(flag) == Some(name)),
        ),
        _ => false,
    };
    // From another variable with this name on, the name is that one's.
    let hides = |statement: &&Statement| matches!(statement, Statement::Let { name: other, .. } if other == name);
    statements.iter().take_while(|statement| !hides(statement)).any(|statement| {
        is_changed(statement) || blocks(statement).into_iter().any(|block| changes(block, name))
    })
}

/// Whether anything in these statements, or in parts of their expressions, is found.
pub fn any(statements: &[Statement], found: &mut dyn FnMut(&Expr) -> bool) -> bool {
    statements.iter().any(|statement| {
        let direct = match statement {
            Statement::Let { value, .. } | Statement::Return(value) | Statement::Do(value) => {
                vec![value]
            }
            Statement::Set { place, value, .. } | Statement::Push(place, value) => {
                vec![place, value]
            }
            Statement::If { condition, .. } | Statement::While { condition, .. } => vec![condition],
            Statement::For { from, to, .. } => vec![from, to],
            Statement::Note(_) => Vec::new(),
        };
        direct.into_iter().any(|expr| part(expr, found))
            || blocks(statement).into_iter().any(|block| any(block, found))
    })
}

/// The statements inside a statement.
fn blocks(statement: &Statement) -> Vec<&[Statement]> {
    match statement {
        Statement::If { then, otherwise, .. } => vec![then, otherwise],
        Statement::For { body, .. } | Statement::While { body, .. } => vec![body],
        Statement::Let { .. }
        | Statement::Set { .. }
        | Statement::Return(_)
        | Statement::Do(_)
        | Statement::Push(..)
        | Statement::Note(_) => Vec::new(),
    }
}

/// The variable that a place is, or is a part of.
fn root(place: &Expr) -> Option<&str> {
    match &*place.kind {
        Kind::Name(name) => Some(name),
        Kind::Field(of, _) | Kind::Item(of, _) => root(of),
        _ => None,
    }
}

/// Whether an expression or a part of it is found.
pub fn part(expr: &Expr, found: &mut dyn FnMut(&Expr) -> bool) -> bool {
    if found(expr) {
        return true;
    }
    match &*expr.kind {
        Kind::Name(_) | Kind::Number(_) | Kind::Set(..) | Kind::ZeroState | Kind::EmptyList => {
            false
        }
        Kind::Field(of, _)
        | Kind::Not(of)
        | Kind::CountOnes(of)
        | Kind::TrailingZeros(of)
        | Kind::Convert(of)
        | Kind::Length(of)
        | Kind::Filled(of) => part(of, found),
        Kind::Item(left, right)
        | Kind::Filtered(_, left, right)
        | Kind::Binary(_, left, right)
        | Kind::Saturating(_, left, right) => part(left, found) || part(right, found),
        Kind::Choose(condition, then, otherwise) => {
            [condition, then, otherwise].into_iter().any(|one| part(one, found))
        }
        Kind::Noting(flag, then) => {
            part(flag, found) || then.as_ref().is_some_and(|then| part(then, found))
        }
        Kind::Call(_, arguments) => arguments.iter().any(|argument| part(argument, found)),
    }
}
