//! The same numbers as the book has them: for every cell, the words with a smaller content there
//! are counted one content after the other.
//!
//! S. Edelkamp, D. Sulewski, C. Yücel 2010 and the works before it rank so. It takes a few hundred
//! operations where the table of [`multinomial`](super) takes a few dozen. It is there to be
//! compared with, and for small memories where that table is too long.

use super::Colors;
use crate::ir::{Code, Expr, Operator, Type};
use crate::layout::counting;
use crate::lower::context::{Context, Style};
use crate::lower::{Family, place};

/// Adds `rank_pieces` and `unrank_pieces`.
pub(super) fn lower(context: &mut Context<'_>, family: &Family<'_>, colors: &Colors) {
    let suffix = &family.suffix;
    let kinds = colors.contents.len();
    arrangements(context, family, kinds);
    let ways = format!("arrangements{suffix}");
    let counts: Vec<Expr> = (0..kinds)
        .map(|color| {
            let by_tier = colors.counts.iter().map(|counts| counts[color]).collect();
            let doc = "How many cells hold a content";
            context.by_tier(&format!("COUNT_{color}{suffix}"), doc, by_tier, count_type(context))
        })
        .collect();
    let one = Expr::number(count_type(context), 1_u32);
    if context.style == Style::Small {
        colors.most().into_iter().for_each(|most| context.note_in_cells(most));
    }
    let everything = |code: &mut Code| {
        let none = Expr::number(one.ty.clone(), 0_u32);
        let left = code.name("left", Expr::filled(none, kinds));
        for (color, count) in counts.iter().enumerate() {
            code.set(&left.at(place(color)), count);
        }
        left
    };
    let cells_type = Type::array(Type::U8, family.cells);
    let cells = Expr::name(cells_type.clone(), "cells");
    let body = Code::block(|code| {
        let left = everything(code);
        let index = code.name("index", Code::index(0));
        code.count("cell", 0, place(family.cells), |code, cell| {
            let color = code.name("color", colors.number(cells.at(&cell)));
            code.count("smaller", 0, &color, |code, smaller| {
                code.when(left.at(&smaller).differs(0), |code| {
                    code.update(&left.at(&smaller), Operator::Sub, &one);
                    let ways = context.call(&ways, std::slice::from_ref(&left));
                    code.update(&index, Operator::Add, ways);
                    code.update(&left.at(&smaller), Operator::Add, &one);
                });
            });
            code.update(&left.at(&color), Operator::Sub, &one);
        });
        code.give(index);
    });
    let doc = "The number of smaller arrangements with the same pieces, read as words.";
    context.helper(&format!("rank_pieces{suffix}"), doc, &[cells], Type::Rank, body);

    let index = Expr::name(Type::Rank, "index");
    let body = Code::block(|code| {
        let cells = code.name("cells", Expr::filled(Expr::number(Type::U8, 0_u32), family.cells));
        let left = everything(code);
        let rest = code.name("rest", &index);
        code.count("cell", 0, place(family.cells), |code, cell| {
            let color = code.name("color", place(0));
            let found = code.name("found", Expr::truth(false));
            code.repeat(!&found, |code| {
                let here = code.name("here", Code::index(0));
                code.when(left.at(&color).differs(0), |code| {
                    code.update(&left.at(&color), Operator::Sub, &one);
                    code.set(&here, context.call(&ways, std::slice::from_ref(&left)));
                });
                code.either(
                    rest.less(&here),
                    |code| code.set(&found, Expr::truth(true)),
                    |code| {
                        code.update(&rest, Operator::Sub, &here);
                        code.when(here.differs(0), |code| {
                            code.update(&left.at(&color), Operator::Add, &one);
                        });
                        code.update(&color, Operator::Add, place(1));
                    },
                );
            });
            code.set(&cells.at(&cell), colors.content(&color));
        });
        code.give(cells);
    });
    let name = format!("unrank_pieces{suffix}");
    context.helper(&name, "The arrangement with a number.", &[index], cells_type, body);
}

/// The type of how many cells are left for a content. Devices keep lists of bytes in words, and
/// read longer ones slowly.
fn count_type(context: &Context<'_>) -> Type {
    if context.style == Style::Small { Type::U8 } else { Type::Index }
}

/// Adds the function that counts the words with what is left.
fn arrangements(context: &mut Context<'_>, family: &Family<'_>, kinds: usize) {
    let width = family.cells + 1;
    let is_small = context.style == Style::Small;
    let most = family.tiers.iter().map(|tier| tier.size()).max().unwrap_or(0);
    let binomials = (0..width).flat_map(|all| (0..width).map(move |chosen| (all, chosen)));
    let binomials = binomials
        .map(|(all, chosen)| {
            // What does not fit is never asked for: it would be more than there are indices.
            let ways = u64::try_from(counting::binomial(all, chosen)).unwrap_or(u64::MAX);
            if is_small && ways > most { 0 } else { ways }
        })
        .collect();
    let doc = "In how many ways so many of all cells can be chosen.";
    let suffix = if is_small { family.suffix.to_uppercase() } else { String::new() };
    let binomials = context.listed(&format!("ALL_BINOMIALS{suffix}"), doc, binomials, width);
    let left = Expr::name(Type::array(count_type(context), kinds), "left");
    let of = |color: &Expr| left.at(color).to(Type::Index);
    let body = Code::block(|code| {
        let total = code.name("total", place(0));
        code.count("color", 0, place(kinds), |code, color| {
            code.update(&total, Operator::Add, of(&color));
        });
        let ways = code.name("ways", Code::index(1));
        code.count("color", 0, place(kinds), |code, color| {
            let row = &total * u64::try_from(width).expect("few cells");
            let here = binomials.at(row + of(&color));
            code.update(&ways, Operator::Mul, here.to(Type::Rank));
            code.update(&total, Operator::Sub, of(&color));
        });
        code.give(ways);
    });
    let doc = "How many words there are with what is left.";
    context.helper(&format!("arrangements{}", family.suffix), doc, &[left], Type::Rank, body);
}
