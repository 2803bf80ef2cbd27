//! Contents as sets of cells in generated code.

use super::context::Context;
use super::place;
use super::state::{Form, ones};
use crate::ir::{Code, Expr, Operator, Type};

/// Contents that are kept or numbered as sets of cells; the first is what the others leave.
pub(super) struct Colors {
    pub(super) contents: Vec<u8>,
    /// Number of cells.
    pub(super) cells: usize,
}

impl Colors {
    /// The type of a set.
    pub(super) fn set_type(&self) -> Type {
        Type::with_bits(self.cells)
    }

    /// The set of all cells.
    pub(super) fn all(&self) -> Expr {
        Expr::set(self.set_type(), ones(self.cells), self.cells)
    }

    /// Writes the code for the cells that hold a content.
    pub(super) fn read(
        &self,
        context: &Context<'_>,
        code: &mut Code,
        input: &Expr,
        content: u8,
    ) -> Expr {
        if context.form() == Form::Sets {
            return context.layout.set_or_rest(input, content);
        }
        let ty = self.set_type();
        let set = code.name(&format!("set_{content}"), Expr::number(ty.clone(), 0_u32));
        code.count("cell", 0, place(self.cells), |code, cell| {
            let here = input.at(&cell).equals(u64::from(content)).to(ty);
            code.update(&set, Operator::Or, here << cell.to(Type::U32));
        });
        set
    }

    /// What the functions that write pieces give.
    pub(super) fn result(&self, context: &Context<'_>) -> Type {
        match context.form() {
            Form::Sets => Type::State,
            Form::Cells => Type::array(Type::U8, self.cells),
        }
    }

    /// Writes the code that gives the pieces, from the sets of all contents but the first.
    pub(super) fn give(&self, context: &Context<'_>, code: &mut Code, sets: &[Expr]) {
        let rest = || match sets.iter().cloned().reduce(|union, set| union | set) {
            Some(union) => self.all() & !union,
            None => self.all(),
        };
        if context.form() == Form::Sets {
            let state = code.name("state", Expr::zero_state());
            for (content, set) in self.contents[1..].iter().zip(sets) {
                if let Some(field) = context.layout.set(&state, *content) {
                    code.set(&field, set);
                }
            }
            if let Some(field) = context.layout.set(&state, self.contents[0]) {
                code.set(&field, rest());
            }
            return code.give(state);
        }
        let first = Expr::number(Type::U8, self.contents[0]);
        let cells = code.name("cells", Expr::filled(first, self.cells));
        code.count("cell", 0, place(self.cells), |code, cell| {
            for (content, set) in self.contents[1..].iter().zip(sets) {
                let here = (set >> cell.to(Type::U32)) & 1;
                code.when(here.differs(0), |code| {
                    code.set(&cells.at(&cell), Expr::number(Type::U8, *content));
                });
            }
        });
        code.give(cells);
    }
}
