//! Strings of contents with given counts in the order of a dictionary, see
//! [`crate::layout::multinomial`].
//!
//! What a cell adds depends on what is left to be placed only, so one table serves all tiers: each
//! tier begins in a row of its own.

use super::context::{Context, Style};
use super::{Family, place};
use crate::ir::{Code, Expr, Operator, Type};
use crate::plan::arrangement::{Arrangement, Colors as Counted};

mod textbook;

/// The most entries of the table where memories are small.
const SMALL_ENTRIES: u64 = 1 << 11;

/// The contents that occur, as colors 0, 1, 2, ...
struct Colors {
    contents: Vec<usize>,
    /// How many cells each color has, by tier.
    counts: Vec<Vec<u64>>,
    /// What is taken off a content, if that is all.
    offset: Option<u64>,
    numbers: Option<Expr>,
    listed: Option<Expr>,
}

impl Colors {
    fn new(context: &mut Context<'_>, family: &Family<'_>) -> Self {
        let counts: Vec<Vec<u64>> = family.tiers.iter().map(|tier| counts(tier)).collect();
        let width = counts.iter().map(Vec::len).max().unwrap_or(0);
        let of = |counts: &Vec<u64>, content: usize| counts.get(content).copied().unwrap_or(0);
        // A content that a tier lacks adds nothing there.
        let occurs = |content: &usize| counts.iter().any(|counts| of(counts, *content) > 0);
        let contents: Vec<usize> = (0..width).filter(occurs).collect();
        let counts = counts
            .iter()
            .map(|counts| contents.iter().map(|content| of(counts, *content)).collect())
            .collect();
        let first = contents[0];
        if contents.iter().enumerate().all(|(number, content)| *content == number + first) {
            let offset = Some(number(first));
            return Colors { contents, counts, offset, numbers: None, listed: None };
        }
        let mut numbers = vec![0; width];
        for (position, content) in contents.iter().enumerate() {
            numbers[*content] = number(position);
        }
        let suffix = &family.suffix;
        let doc = "The number of each content among those here.";
        let numbers = context.listed(&format!("NUMBERS{suffix}"), doc, numbers, 20);
        let listed = contents.iter().map(|content| number(*content)).collect();
        let doc = "The content with each number.";
        let listed = context.listed(&format!("CONTENTS{suffix}"), doc, listed, 20);
        Colors { contents, counts, offset: None, numbers: Some(numbers), listed: Some(listed) }
    }

    /// How many cells each color has at most.
    fn most(&self) -> Vec<u64> {
        let most = |color: usize| self.counts.iter().map(|counts| counts[color]).max().unwrap_or(0);
        (0..self.contents.len()).map(most).collect()
    }

    /// The number of a content.
    fn number(&self, content: Expr) -> Expr {
        let held = content.to(Type::Index);
        match &self.numbers {
            Some(numbers) => numbers.at(held).to(Type::Index),
            None => held - self.offset.unwrap_or(0),
        }
    }

    /// The content with a number.
    fn content(&self, color: &Expr) -> Expr {
        match &self.listed {
            Some(contents) => contents.at(color).to(Type::U8),
            None => color.to(Type::U8) + self.offset.unwrap_or(0),
        }
    }
}

fn number(number: usize) -> u64 {
    u64::try_from(number).expect("tables are small")
}

/// Adds `rank_pieces` and `unrank_pieces`.
pub(super) fn lower(context: &mut Context<'_>, family: &Family<'_>) {
    let suffix = &family.suffix;
    let colors = Colors::new(context, family);
    if context.style == Style::Plain {
        return textbook::lower(context, family, &colors);
    }
    let mut steps = Vec::new();
    let mut rows = 1;
    for most in colors.most() {
        steps.push(rows);
        rows *= most + 1;
    }
    if context.style == Style::Small && rows * number(colors.contents.len()) > SMALL_ENTRIES {
        return textbook::lower(context, family, &colors);
    }
    let first_row =
        |counts: &Vec<u64>| counts.iter().zip(&steps).map(|(count, step)| count * step).sum();
    let first_rows = colors.counts.iter().map(first_row).collect();
    let doc = "The row in which a string begins: everything is left";
    let first_row = context.by_tier(&format!("FIRST_ROW{suffix}"), doc, first_rows, Type::Index);
    let doc = "What one cell with each content counts in the number of the row.";
    let steps = context.listed(&format!("STEPS{suffix}"), doc, steps, 20);
    let doc = "How many cells hold each content at most.";
    let most = context.listed(&format!("MOST{suffix}"), doc, colors.most(), 20);
    let rows = usize::try_from(rows).expect("tables are small");
    let smaller = table(context, family, (&steps, &most), colors.contents.len(), rows);
    let cells_type = Type::array(Type::U8, family.cells);
    let cells = Expr::name(cells_type.clone(), "cells");
    let columns = number(colors.contents.len());
    let body = Code::block(|code| {
        let index = code.name("index", Code::index(0));
        let row = code.name("row", &first_row);
        code.count("cell", 0, place(family.cells), |code, cell| {
            let color = code.name("color", colors.number(cells.at(&cell)));
            code.update(&index, Operator::Add, smaller.at(&row * columns + &color).to(Type::Rank));
            code.update(&row, Operator::Sub, steps.at(color).to(Type::Index));
        });
        code.give(index);
    });
    let doc = "The number of smaller arrangements with the same pieces, read as words.";
    context.helper(&format!("rank_pieces{suffix}"), doc, &[cells], Type::Rank, body);

    let index = Expr::name(Type::Rank, "index");
    let body = Code::block(|code| {
        let cells = code.name("cells", Expr::filled(Expr::number(Type::U8, 0_u32), family.cells));
        let rest = code.name("rest", &index);
        let row = code.name("row", &first_row);
        code.count("cell", 0, place(family.cells), |code, cell| {
            code.note("The last content that does not count more than what is left.");
            let color = code.name("color", place(colors.contents.len() - 1));
            let here = smaller.at(&row * columns + &color).to(Type::Rank);
            code.repeat(rest.less(&here), |code| code.update(&color, Operator::Sub, place(1)));
            code.update(&rest, Operator::Sub, here);
            code.update(&row, Operator::Sub, steps.at(&color).to(Type::Index));
            code.set(&cells.at(&cell), colors.content(&color));
        });
        code.give(cells);
    });
    let name = format!("unrank_pieces{suffix}");
    context.helper(&name, "The arrangement with a number.", &[index], cells_type, body);
}

/// How many cells hold each content in a tier, by content.
fn counts(arrangement: &Arrangement) -> Vec<u64> {
    let Arrangement::Colors(Counted { colors, ranks }) = arrangement else {
        unreachable!("tiers are of one family")
    };
    let width = colors.iter().max().map_or(0, |largest| usize::from(*largest) + 1);
    let mut counts = vec![0; width];
    for (content, count) in colors.iter().zip(ranks.counts()) {
        counts[usize::from(*content)] = number(*count);
    }
    counts
}

/// Adds the table: by row (what is left) and content, the number of words that begin with a
/// smaller content.
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
    let ways = context.computed(&ways, doc, Type::Rank, rows, |_, code, ways| {
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
        Type::Rank,
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
