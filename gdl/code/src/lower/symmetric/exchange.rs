//! The players change places: the image of a position under one symmetry of the rules that
//! exchanges two players.
//!
//! It has the value of the position itself, so a tier and the tier of its images need be solved
//! only once. Of all such symmetries the one is taken that moves the fewest cells, mostly none.
//! There need not be an index for every image: where a tier is entered by one player only, its
//! images are positions that nobody can reach. [`crate::plan::Hash::mirror`] tells which tiers
//! have images with indices; if none has, there is no function.

use super::on_sets::{element, image, permute};
use crate::ir::{Code, Expr, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::lower::state::Form;
use crate::plan::quotient::StateMap;

/// Adds the function `exchanged`, if it is of use.
pub(super) fn lower(context: &mut Context<'_>) {
    let hash = context.hash;
    let Some(map) = hash.quotient().exchange() else { return };
    if !(0..hash.tiers().len()).any(|tier| hash.mirror(tier).is_some()) {
        return;
    }
    let state = context.state();
    let body = match context.form() {
        Form::Sets => {
            let element = element(context, map);
            let name = "exchanged_cells";
            let function = permute(context, &element.cells, name).then_some(name);
            Code::block(|code| {
                let image = image(context, code, (&state, &element, "image"), function);
                code.give(image);
            })
        }
        Form::Cells => on_cells(context, map),
    };
    let doc = "The image of a position under a symmetry that exchanges the players. It need not have an index.";
    context.function("exchanged", doc, &[state], Type::State, body);
}

/// The body of the function where positions are kept cell by cell. Nothing turns.
fn on_cells(context: &mut Context<'_>, map: &StateMap) -> Vec<crate::ir::Statement> {
    let cells = &context.hash.cells;
    let number = |number: usize| u64::try_from(number).expect("few cells");
    let sources: Vec<u64> = cells
        .iter()
        .map(|cell| {
            let source = cells.iter().position(|source| map.cells[source.index()] == cell.0);
            number(source.expect("what can change goes where something can change"))
        })
        .collect();
    let moves = (0..).zip(&sources).any(|(cell, source)| cell != *source);
    let sources = moves.then(|| {
        let doc = "By cell: where what it holds comes from if the players change places.";
        context.listed("EXCHANGED_CELLS", doc, sources, context.layout.cells)
    });
    let contents = (!map.contents.is_empty()).then(|| {
        let becomes = map.contents.iter().map(|content| u64::from(*content)).collect();
        let doc = "What each content becomes if the players change places.";
        context.listed("EXCHANGED_CONTENTS", doc, becomes, 20)
    });
    let state = context.state();
    Code::block(|code| {
        let image = code.name("image", state.clone());
        code.count("cell", 0, place(context.layout.cells), |code, cell| {
            let source = match &sources {
                Some(sources) => sources.at(&cell).to(Type::Index),
                None => cell.clone(),
            };
            let held = context.layout.cells(&state).at(source);
            let held = match &contents {
                Some(contents) => contents.at(held.to(Type::Index)).to(Type::U8),
                None => held,
            };
            code.set(&context.layout.cells(&image).at(cell), held);
        });
        for (counter, to) in map.counters.iter().enumerate() {
            if counter != *to {
                let value = context.layout.counter(&state, counter);
                code.set(&context.layout.counter(&image, *to), value);
            }
        }
        let mover = context.layout.mover(&image).expect("there are two players");
        code.set(&mover, Expr::number(Type::U8, 1_u32) - &mover);
        code.give(image);
    })
}
