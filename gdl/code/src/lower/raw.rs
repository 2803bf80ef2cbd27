//! Each cell a digit: mixed radix over what each cell can hold.

use super::context::Context;
use super::{Family, place};
use crate::ir::{Code, Expr, Operator, Type};
use crate::plan::arrangement::{Arrangement, Raw};

/// Adds `rank_pieces` and `unrank_pieces`.
pub(super) fn lower(context: &mut Context<'_>, family: &Family<'_>) {
    let Arrangement::Raw(Raw(ranks)) = family.tiers[0] else {
        unreachable!("tiers are of one family")
    };
    let suffix = &family.suffix;
    let contents = ranks.contents();
    let width = contents.iter().flatten().max().map_or(1, |largest| usize::from(*largest) + 1);
    let radices: Vec<u64> =
        contents.iter().map(|held| u64::try_from(held.len()).expect("few contents")).collect();
    let same = contents.windows(2).all(|two| two[0] == two[1]);
    let mut first = (0..).zip(contents.first().into_iter().flatten());
    let plain = same && first.all(|(number, content)| number == *content);
    let mut numbers = vec![0_u64; width * contents.len()];
    let mut held = vec![0_u64; width * contents.len()];
    for (cell, contents) in contents.iter().enumerate() {
        for (number, content) in contents.iter().enumerate() {
            numbers[cell * width + usize::from(*content)] = u64::try_from(number).expect("few");
            held[cell * width + number] = u64::from(*content);
        }
    }
    let row = u64::try_from(width).expect("few contents");
    let (numbers, held) = if plain {
        (None, None)
    } else {
        let doc = "By cell and content: its number among what the cell can hold.";
        let numbers = context.listed(&format!("NUMBERS{suffix}"), doc, numbers, width);
        let doc = "By cell and number: what the cell holds.";
        (Some(numbers), Some(context.listed(&format!("HELD{suffix}"), doc, held, width)))
    };
    let radix = if same {
        None
    } else {
        let doc = "How many different contents each cell can hold.";
        Some(context.listed(&format!("CONTENTS{suffix}"), doc, radices.clone(), 20))
    };
    let radix_of = |cell: &Expr| match &radix {
        Some(radix) => radix.at(cell).to(Type::Rank),
        // There is no cell where nothing can change.
        None => Code::index(radices.first().copied().unwrap_or(1)),
    };
    let cells_type = Type::array(Type::U8, family.cells);
    let cells = Expr::name(cells_type.clone(), "cells");
    let body = Code::block(|code| {
        let index = code.name("index", Code::index(0));
        code.count("cell", 0, place(family.cells), |code, cell| {
            let digit = match &numbers {
                Some(numbers) => numbers.at(&cell * row + cells.at(&cell).to(Type::Index)),
                None => cells.at(&cell),
            };
            code.set(&index, &index * radix_of(&cell) + digit.to(Type::Rank));
        });
        code.give(index);
    });
    let doc = "The number of what stands on the cells.";
    context.helper(&format!("rank_pieces{suffix}"), doc, &[cells], Type::Rank, body);
    let index = Expr::name(Type::Rank, "index");
    let body = Code::block(|code| {
        let cells = code.name("cells", Expr::filled(Expr::number(Type::U8, 0_u32), family.cells));
        let rest = code.name("rest", &index);
        code.count_down("cell", 0, place(family.cells), |code, cell| {
            let digit = &rest % radix_of(&cell);
            let content = match &held {
                Some(held) => held.at(&cell * row + digit.to(Type::Index)).to(Type::U8),
                None => digit.to(Type::U8),
            };
            code.set(&cells.at(&cell), content);
            code.update(&rest, Operator::Div, radix_of(&cell));
        });
        code.give(cells);
    });
    let name = format!("unrank_pieces{suffix}");
    context.helper(&name, "What stands on the cells with a number.", &[index], cells_type, body);
}
