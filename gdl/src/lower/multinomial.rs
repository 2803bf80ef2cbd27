//! Strings of contents with given counts in the order of a dictionary, see [`crate::layout::multinomial`].
//!
//! What a cell adds depends on what is left to be placed only, so one table serves all tiers: each tier begins in a row of its own.

use super::context::Context;
use super::{Family, place};
use crate::ir::{Code, Expr, Operator, Type};
use crate::plan::arrangement::Arrangement;

/// Adds `rank_pieces` and `unrank_pieces`.
pub(super) fn lower(context: &mut Context<'_>, family: &Family<'_>) {
    let suffix = &family.suffix;
    let counts: Vec<Vec<usize>> = family.tiers.iter().map(|tier| counts(tier)).collect();
    let width = counts.iter().map(Vec::len).max().unwrap_or(0);
    let most: Vec<usize> = (0..width)
        .map(|content| {
            counts.iter().filter_map(|counts| counts.get(content)).copied().max().unwrap_or(0)
        })
        .collect();
    // The contents that occur at all are the colors; a content that a tier lacks adds nothing there.
    let colors: Vec<usize> = (0..width).filter(|content| most[*content] > 0).collect();
    let mut steps = Vec::new();
    let mut rows = 1;
    for color in &colors {
        steps.push(rows);
        rows *= most[*color] + 1;
    }
    let number = |number: usize| u64::try_from(number).expect("tables are small");
    let first_row = |counts: &Vec<usize>| {
        let left = |content: usize| counts.get(content).copied().unwrap_or(0);
        colors.iter().zip(&steps).map(|(color, step)| number(left(*color) * step)).sum()
    };
    let first_rows = counts.iter().map(first_row).collect();
    let doc = "The row in which a string begins: everything is left";
    let first_row = context.by_tier(&format!("FIRST_ROW{suffix}"), doc, first_rows, Type::Index);
    let doc = "What one cell with each content counts in the number of the row.";
    let steps_listed = context.listed(
        &format!("STEPS{suffix}"),
        doc,
        steps.iter().map(|step| number(*step)).collect(),
        20,
    );
    let most_listed = {
        let doc = "How many cells hold each content at most.";
        let most = colors.iter().map(|color| number(most[*color])).collect();
        context.listed(&format!("MOST{suffix}"), doc, most, 20)
    };
    let smaller = table(context, family, (&steps_listed, &most_listed), colors.len(), rows);
    let plain = colors.iter().enumerate().all(|(number, content)| *content == number + colors[0]);
    let offset = number(colors[0]);
    let (numbers, contents) = if plain {
        (None, None)
    } else {
        let mut numbers = vec![0; width];
        for (position, content) in colors.iter().enumerate() {
            numbers[*content] = number(position);
        }
        let contents = colors.iter().map(|content| number(*content)).collect();
        let numbers = context.listed(
            &format!("NUMBERS{suffix}"),
            "The number of each content among those here.",
            numbers,
            20,
        );
        (
            Some(numbers),
            Some(context.listed(
                &format!("CONTENTS{suffix}"),
                "The content with each number.",
                contents,
                20,
            )),
        )
    };
    let cells_type = Type::array(Type::U8, family.cells);
    let cells = Expr::name(cells_type.clone(), "cells");
    let columns = number(colors.len());
    let body = Code::block(|code| {
        let index = code.name("index", Code::index(0));
        let row = code.name("row", &first_row);
        code.count("cell", 0, place(family.cells), |code, cell| {
            let held = cells.at(&cell).to(Type::Index);
            let color = match &numbers {
                Some(numbers) => numbers.at(held).to(Type::Index),
                None => held - offset,
            };
            let color = code.name("color", color);
            code.update(&index, Operator::Add, smaller.at(&row * columns + &color).to(Type::U64));
            code.update(&row, Operator::Sub, steps_listed.at(color).to(Type::Index));
        });
        code.give(index);
    });
    let doc = "The number of smaller arrangements with the same pieces, read as words.";
    context.helper(&format!("rank_pieces{suffix}"), doc, &[cells], Type::U64, body);

    let index = Expr::name(Type::U64, "index");
    let body = Code::block(|code| {
        let cells = code.name("cells", Expr::filled(Expr::number(Type::U8, 0_u32), family.cells));
        let rest = code.name("rest", &index);
        let row = code.name("row", &first_row);
        code.count("cell", 0, place(family.cells), |code, cell| {
            code.note("The last content that does not count more than what is left.");
            let color = code.name("color", place(colors.len() - 1));
            let here = smaller.at(&row * columns + &color).to(Type::U64);
            code.repeat(rest.less(&here), |code| code.update(&color, Operator::Sub, place(1)));
            code.update(&rest, Operator::Sub, here);
            code.update(&row, Operator::Sub, steps_listed.at(&color).to(Type::Index));
            let content = match &contents {
                Some(contents) => contents.at(&color).to(Type::U8),
                None => color.to(Type::U8) + offset,
            };
            code.set(&cells.at(&cell), content);
        });
        code.give(cells);
    });
    let name = format!("unrank_pieces{suffix}");
    context.helper(&name, "The arrangement with a number.", &[index], cells_type, body);
}

/// How many cells hold each content in a tier, by content.
fn counts(arrangement: &Arrangement) -> Vec<usize> {
    let Arrangement::Colors { colors, ranks } = arrangement else {
        unreachable!("tiers are of one family")
    };
    let width = colors.iter().max().map_or(0, |largest| usize::from(*largest) + 1);
    let mut counts = vec![0; width];
    for (content, count) in colors.iter().zip(ranks.counts()) {
        counts[usize::from(*content)] = *count;
    }
    counts
}

/// Adds the table: by row (what is left) and content, the number of words that begin with a smaller content.
fn table(
    context: &mut Context<'_>,
    family: &Family<'_>,
    (steps, most): (&Expr, &Expr),
    colors: usize,
    rows: usize,
) -> Expr {
    let suffix = &family.suffix;
    let columns = u64::try_from(colors).expect("few contents");
    let cells = place(family.cells);
    let ways = format!("ways{suffix}");
    let doc = "How many words there are with what is left, by row.";
    let left = |row: &Expr, color: &Expr| {
        (row / steps.at(color).to(Type::Index)) % (most.at(color).to(Type::Index) + 1)
    };
    let ways = context.computed(&ways, doc, Type::U64, rows, |_, code, ways| {
        code.set(&ways.at(place(0)), Code::index(1));
        code.count("row", 1, place(rows), |code, row| {
            let total = code.name("total", place(0));
            code.count("color", 0, place(colors), |code, color| {
                code.update(&total, Operator::Add, left(&row, &color));
            });
            code.note("More than there are cells cannot be left.");
            code.when(total.at_most(&cells), |code| {
                code.count("color", 0, place(colors), |code, color| {
                    code.when(left(&row, &color).differs(0), |code| {
                        let before = ways.at(&row - steps.at(&color).to(Type::Index));
                        code.update(&ways.at(&row), Operator::Add, before);
                    });
                });
            });
        });
    });
    let doc = "By row (what is left to be placed) and content: how many words begin with a smaller content.";
    context.computed(
        &format!("smaller{suffix}"),
        doc,
        Type::U64,
        rows * colors,
        |_, code, table| {
            code.count("row", 0, place(rows), |code, row| {
                let sum = code.name("sum", Code::index(0));
                code.count("color", 0, place(colors), |code, color| {
                    code.set(&table.at(&row * columns + &color), &sum);
                    code.when(left(&row, &color).differs(0), |code| {
                        let before = ways.at(&row - steps.at(&color).to(Type::Index));
                        code.update(&sum, Operator::Add, before);
                    });
                });
            });
        },
    )
}
