//! A move that was undone, made again: whether its consequences lead here.
//!
//! If no consequence changed the board, the position after the move itself is the one that was
//! asked about, but for whose turn it is. So it is enough to look at the consequences in this
//! position, instead of making all moves of the position before:
//!
//! ```text
//! fn made_3(state, before, here, visit) {
//!     let mut found = false;
//!     after_1(before, state, here, |next| if next == state { found = true });
//!     if found { visit(before); }
//! }
//! ```

use super::conclude::consequences;
use super::{Steps, consequences_ask_here, consequences_keep_board};
use crate::ir::{Code, Expr, Type};
use crate::lower::context::Context;
use crate::lower::rules::draft::{Change, Draft};

use crate::lower::rules::view::{Here, here_parameter};
use crate::lower::rules::visitor;
use crate::lower::state::cell_name;
use crate::model::PlayerId;

/// A move that is undone, and what it must fulfil.
#[derive(Clone, Debug)]
pub(in crate::lower::rules) struct Made<'a> {
    /// What functions are called.
    pub(in crate::lower::rules) name: String,
    /// What follows the move itself.
    pub(in crate::lower::rules) steps: Steps<'a>,
    /// Who is to move after it, if consequences may have changed that.
    pub(in crate::lower::rules) mover: Option<PlayerId>,
    /// What must hold in the position `before`.
    pub(in crate::lower::rules) check: Expr,
}

impl Made<'_> {
    /// Whether consequences ask for the cell that the move filled.
    pub(in crate::lower::rules) fn asks_here(&self, context: &Context<'_>) -> bool {
        consequences_ask_here(context.model, self.steps.player, self.steps.afters)
    }

    /// Writes the test of a position that came out when the move was undone.
    pub(in crate::lower::rules) fn conclude(
        &self,
        context: &mut Context<'_>,
        code: &mut Code,
        state: &Expr,
        draft: Draft,
    ) {
        let certain = matches!(draft.change, Change::Certain)
            && consequences_keep_board(context.model, self.steps.afters);
        let name = self.function(context, certain, &draft.here);
        let mut arguments = vec![state.clone(), draft.next];
        if let (true, Here::At(here)) = (self.asks_here(context), draft.here) {
            arguments.push(here);
        }
        arguments.push(visitor());
        let call = context.call(&name, &arguments);
        code.run(call);
    }

    /// The name of the function, which is made if it is not there yet.
    fn function(&self, context: &mut Context<'_>, certain: bool, here: &Here) -> String {
        let asks = self.asks_here(context);
        let mut name = self.name.clone();
        if certain {
            name.push_str("_surely");
        }
        if let (true, Here::Fixed(cell)) = (asks, here) {
            name.push_str(&format!("_at_{}", cell_name(context.model, *cell)));
        }
        if context.has_function(&name) {
            return name;
        }
        let parameter = (asks && matches!(here, Here::At(_))).then(|| here_parameter(context));
        let here = match &parameter {
            Some(parameter) => Here::At(parameter.clone()),
            None => here.clone(),
        };
        let consequences = consequences(context, &self.steps, certain, &here);
        let state = context.state();
        let [before, next] = ["before", "next"].map(|name| Expr::name(Type::State, name));
        let body = Code::block(|code| {
            let test = |code: &mut Code| {
                let found = code.name("found", Expr::truth(false));
                let mut moved = state.clone();
                if let Some(player) = self.mover {
                    moved = code.name("moved", state.clone());
                    let mover = context.layout.mover(&moved).expect("there are two players");
                    code.set(&mover, Expr::number(Type::U8, player.0));
                }
                let mut arguments = Vec::new();
                arguments.extend((!certain).then(|| before.clone()));
                arguments.push(moved);
                arguments.extend(parameter.clone());
                arguments.push(found.noting(None).filtered("next", &next.equals(&state)));
                code.run(context.call(&consequences, &arguments));
                code.when(found, |code| {
                    code.run(Expr::call(Type::Nothing, "visit", vec![before.clone()]));
                });
            };
            if self.check.value() == Some(1) {
                test(code)
            } else {
                code.when(self.check.clone(), test)
            }
        });
        let mut parameters = vec![state, before.clone()];
        parameters.extend(parameter.clone());
        parameters.push(visitor());
        let doc = format!(
            "Shows a position before if what follows the move leads here: {}",
            self.steps.doc
        );
        context.helper(&name, &doc, &parameters, Type::Nothing, body);
        name
    }
}
