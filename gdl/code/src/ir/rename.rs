//! Other names for what is in a module.

use super::{Contents, Expr, Kind, Module, Statement, Type};

/// What a name is looked up among.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Space {
    /// The fields of a position.
    Fields,
    /// Everything else: constants, tables, functions, parameters and variables.
    Values,
}

/// Replaces every name of a module by what `rename` makes of it. It is asked for the fields of a
/// position first, then in the order of the module.
pub(crate) fn rename(module: &mut Module, rename: &mut dyn FnMut(Space, &str) -> String) {
    let mut renaming = Renaming { rename };
    for field in &mut module.state {
        renaming.field(&mut field.name);
    }
    for constant in &mut module.constants {
        renaming.value(&mut constant.name);
        renaming.expr(&mut constant.value);
    }
    for table in &mut module.tables {
        renaming.value(&mut table.name);
        if let Contents::Computed(body) = &mut table.contents {
            renaming.block(body);
        }
    }
    for function in &mut module.functions {
        renaming.value(&mut function.name);
        for (name, _) in &mut function.parameters {
            renaming.value(name);
        }
        renaming.block(&mut function.body);
    }
    if let Some(notation) = &mut module.notation {
        for (field, _) in notation.counters.iter_mut().flat_map(|(_, fields)| fields) {
            renaming.field(field);
        }
    }
}

struct Renaming<'a> {
    rename: &'a mut dyn FnMut(Space, &str) -> String,
}

impl Renaming<'_> {
    fn field(&mut self, name: &mut String) {
        *name = (self.rename)(Space::Fields, name);
    }

    fn value(&mut self, name: &mut String) {
        *name = (self.rename)(Space::Values, name);
    }

    fn block(&mut self, statements: &mut [Statement]) {
        for statement in statements {
            match statement {
                Statement::Let { name, value } => {
                    self.expr(value);
                    self.value(name);
                }
                Statement::Return(value) | Statement::Do(value) => self.expr(value),
                Statement::Set { place, value, .. } | Statement::Push(place, value) => {
                    self.expr(place);
                    self.expr(value);
                }
                Statement::If { condition, then, otherwise } => {
                    self.expr(condition);
                    self.block(then);
                    self.block(otherwise);
                }
                Statement::While { condition, body } => {
                    self.expr(condition);
                    self.block(body);
                }
                Statement::For { name, from, to, body, .. } => {
                    self.expr(from);
                    self.expr(to);
                    self.value(name);
                    self.block(body);
                }
                Statement::Note(_) => {}
            }
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        let mut kind = Kind::clone(&expr.kind);
        match &mut kind {
            Kind::Number(_) | Kind::Set(..) | Kind::ZeroState | Kind::EmptyList => return,
            Kind::Name(name) => self.value(name),
            Kind::Field(of, name) => {
                self.expr(of);
                if of.ty == Type::Tables { self.value(name) } else { self.field(name) }
            }
            Kind::Not(of)
            | Kind::CountOnes(of)
            | Kind::TrailingZeros(of)
            | Kind::Convert(of)
            | Kind::Length(of)
            | Kind::Filled(of) => self.expr(of),
            Kind::Item(left, right)
            | Kind::Binary(_, left, right)
            | Kind::Saturating(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            Kind::Filtered(name, left, right) => {
                self.value(name);
                self.expr(left);
                self.expr(right);
            }
            Kind::Choose(condition, then, otherwise) => {
                for part in [condition, then, otherwise] {
                    self.expr(part);
                }
            }
            Kind::Noting(flag, then) => {
                self.expr(flag);
                then.iter_mut().for_each(|then| self.expr(then));
            }
            Kind::Call(name, arguments) => {
                self.value(name);
                arguments.iter_mut().for_each(|argument| self.expr(argument));
            }
        }
        expr.kind = kind.into();
    }
}
