//! Heaps with a fixed sum: separators between the heaps, see [`crate::layout::composition`].

use super::context::Context;
use super::{Family, place};
use crate::ir::{Code, Expr, Operator, Type};
use crate::layout::counting;
use crate::plan::arrangement::{Arrangement, Heaps};

/// Adds `rank_pieces` and `unrank_pieces`.
pub(super) fn lower(context: &mut Context<'_>, family: &Family<'_>) {
    let sums: Vec<u64> = family
        .tiers
        .iter()
        .map(|arrangement| match arrangement {
            Arrangement::Heaps(Heaps(ranks)) => u64::try_from(ranks.seeds()).expect("at most 255"),
            other => unreachable!("tiers are of one family, not {other:?}"),
        })
        .collect();
    let most = usize::try_from(sums.iter().copied().max().unwrap_or(0)).expect("at most 255");
    let row = most + 1;
    let free = family.cells - 1;
    let added = |pit: usize, before: usize| {
        u64::try_from(counting::binomial(before + pit, pit + 1)).expect("at most the size")
    };
    let entries =
        (0..free).flat_map(|pit| (0..row).map(move |before| added(pit, before))).collect();
    let doc = "By cell, and how many stand on it and the cells before: the number of arrangements with fewer of them.";
    let fewer = context.listed("FEWER", doc, entries, row.min(12));
    let total = context.by_tier("TOTAL", "How many stand on all cells", sums, Type::Index);
    let cells_type = Type::array(Type::U8, family.cells);
    let cells = Expr::name(cells_type.clone(), "cells");
    let stride = u64::try_from(row).expect("at most 256");
    let body = Code::block(|code| {
        let index = code.name("index", Code::index(0));
        let sum = code.name("sum", place(0));
        code.count("cell", 0, place(free), |code, cell| {
            code.update(&sum, Operator::Add, cells.at(&cell).to(Type::Index));
            code.update(&index, Operator::Add, fewer.at(&cell * stride + &sum).to(Type::Rank));
        });
        code.give(index);
    });
    let doc = "The number of the heights of all heaps. The last heap is what the others leave.";
    context.helper("rank_pieces", doc, &[cells], Type::Rank, body);

    let index = Expr::name(Type::Rank, "index");
    let body = Code::block(|code| {
        let cells = code.name("cells", Expr::filled(Expr::number(Type::U8, 0_u32), family.cells));
        let rest = code.name("rest", &index);
        let after = code.name("after", total);
        code.note("From the last cell to the first, the most that can stand there and before.");
        code.count_down("cell", 0, place(free), |code, cell| {
            let sum = code.name("sum", &after);
            let here = fewer.at(&cell * stride + &sum).to(Type::Rank);
            code.repeat(rest.less(&here), |code| {
                code.update(&sum, Operator::Sub, place(1));
            });
            code.update(&rest, Operator::Sub, here);
            code.set(&cells.at(&cell + 1), (&after - &sum).to(Type::U8));
            code.set(&after, &sum);
        });
        code.set(&cells.at(place(0)), after.to(Type::U8));
        code.give(cells);
    });
    context.helper("unrank_pieces", "The heights with a number.", &[index], cells_type, body);
}
