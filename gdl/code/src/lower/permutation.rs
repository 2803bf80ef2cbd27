//! Permutations, in the order of a dictionary or of Myrvold and Ruskey; apart from one piece, or
//! from the first of a ring.
//!
//! See [`crate::layout::permutation`], [`crate::layout::myrvold_ruskey`] and
//! [`crate::layout::partition`].

mod halves;
mod lexicographic;
mod myrvold_ruskey;
mod selected;

use super::context::Context;
use super::{Family, place};
use crate::ir::{Code, Expr, Operator, Type};
use crate::layout::partition::BlankPermutations;
use crate::layout::permutation::{Order, Permutations, Sign};
use crate::plan::arrangement::{Arrangement, Permutation, SymbolRanks};

/// Adds `rank_pieces` and `unrank_pieces`.
pub(super) fn lower(context: &mut Context<'_>, family: &Family<'_>) {
    // The numbers of pieces and of cells, which lists hold while a permutation is ranked.
    context.note_in_cells(u64::try_from(family.cells).expect("few cells").saturating_sub(1));
    // Distinct pieces have no counts that tiers could tell apart, so all tiers are alike.
    let Arrangement::Permutation(Permutation { symbols, ranks }) = family.tiers[0] else {
        unreachable!("tiers are of one family")
    };
    match ranks {
        SymbolRanks::Together(ranks) => {
            let symbols = Symbols::new(context, symbols, &family.suffix);
            let shape = Shape::new(ranks, ranks.sign().map(SignOf::Fixed));
            order(context, family, &shape, &symbols, "pieces");
        }
        SymbolRanks::Blank(ranks) => {
            let signs: Vec<Option<Sign>> = ranks.rest().iter().map(Permutations::sign).collect();
            let sign = match signs[0] {
                Some(first) if signs.iter().all(|sign| *sign == signs[0]) => {
                    Some(SignOf::Fixed(first))
                }
                known => known.map(|_| SignOf::Parameter),
            };
            let shape = Shape::new(&ranks.rest()[0], sign);
            order(context, family, &shape, &Symbols::plain(), "others");
            let symbols = Symbols::new(context, symbols, &family.suffix);
            apart(context, family, &symbols, ranks);
        }
        SymbolRanks::Ring(ranks) => {
            let shape = Shape::new(ranks, ranks.sign().map(SignOf::Fixed));
            order(context, family, &shape, &Symbols::plain(), "others");
            let symbols = Symbols::new(context, symbols, &family.suffix);
            ring(context, family, &symbols);
        }
    }
}

/// What is known about the sign of a permutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SignOf {
    Fixed(Sign),
    /// The caller tells, by a parameter `odd` that is 0 or 1.
    Parameter,
}

/// Permutations as the orders see them.
struct Shape {
    length: usize,
    order: Order,
    sign: Option<SignOf>,
}

impl Shape {
    fn new(ranks: &Permutations, sign: Option<SignOf>) -> Self {
        Shape { length: ranks.length(), order: ranks.order(), sign }
    }

    /// The wanted sign as 0 or 1.
    fn wanted(&self) -> Option<Expr> {
        Some(match self.sign? {
            SignOf::Fixed(sign) => Expr::number(Type::U32, u64::from(sign == Sign::Odd)),
            SignOf::Parameter => Expr::name(Type::U32, "odd"),
        })
    }

    /// What unranking takes besides the index.
    fn parameters(&self, index: &Expr) -> Vec<Expr> {
        let odd = (self.sign == Some(SignOf::Parameter)).then(|| Expr::name(Type::U32, "odd"));
        [index.clone()].into_iter().chain(odd).collect()
    }
}

/// How contents are numbered 0, 1, 2, ...
struct Symbols {
    /// What is taken off a content, if that is all.
    offset: Option<u64>,
    numbers: Option<Expr>,
    contents: Option<Expr>,
}

impl Symbols {
    /// The contents are the numbers.
    fn plain() -> Self {
        Symbols { offset: Some(0), numbers: None, contents: None }
    }

    fn new(context: &mut Context<'_>, symbols: &[u8], suffix: &str) -> Self {
        if (symbols[0]..).zip(symbols).all(|(next, symbol)| next == *symbol) {
            return Symbols { offset: Some(u64::from(symbols[0])), ..Symbols::plain() };
        }
        let width = symbols.iter().max().map_or(1, |largest| usize::from(*largest) + 1);
        let mut numbers = vec![0; width];
        for (number, symbol) in (0..).zip(symbols) {
            numbers[usize::from(*symbol)] = number;
        }
        let contents = symbols.iter().map(|symbol| u64::from(*symbol)).collect();
        Symbols {
            offset: None,
            numbers: Some(context.listed(
                &format!("NUMBERS{suffix}"),
                "The number of each content among those here.",
                numbers,
                20,
            )),
            contents: Some(context.listed(
                &format!("CONTENTS{suffix}"),
                "The content with each number.",
                contents,
                20,
            )),
        }
    }

    /// The number of a content.
    fn number(&self, content: Expr) -> Expr {
        match (&self.numbers, self.offset) {
            (Some(numbers), _) => numbers.at(content.to(Type::Index)).to(Type::U8),
            (None, offset) => content - offset.unwrap_or(0),
        }
    }

    /// The content with a number.
    fn content(&self, number: Expr) -> Expr {
        match (&self.contents, self.offset) {
            (Some(contents), _) => contents.at(number.to(Type::Index)).to(Type::U8),
            (None, offset) => number + offset.unwrap_or(0),
        }
    }
}

/// Adds the functions that number permutations in one of the orders.
fn order(
    context: &mut Context<'_>,
    family: &Family<'_>,
    shape: &Shape,
    symbols: &Symbols,
    of: &str,
) {
    match shape.order {
        Order::Lexicographic => lexicographic::lower(context, family, shape, symbols, of),
        Order::MyrvoldRuskey => myrvold_ruskey::lower(context, family, shape, symbols, of),
    }
}

/// Adds the functions for a piece that stands apart: its place leads, then the others in their
/// order.
fn apart(
    context: &mut Context<'_>,
    family: &Family<'_>,
    symbols: &Symbols,
    ranks: &BlankPermutations,
) {
    let suffix = &family.suffix;
    let length = family.cells;
    let cells_type = Type::array(Type::U8, length);
    let cells = Expr::name(cells_type.clone(), "cells");
    let zero = Expr::number(Type::U8, 0_u32);
    let blank = u64::from(ranks.blank());
    let others_size = ranks.partition().rest_size();
    let body = Code::block(|code| {
        let others = code.name("others", Expr::filled(zero.clone(), length - 1));
        let place_apart = code.name("place", place(0));
        let next = code.name("next", place(0));
        code.count("cell", 0, place(length), |code, cell| {
            let number = code.name("number", symbols.number(cells.at(&cell)));
            code.either(
                number.equals(blank),
                |code| code.set(&place_apart, &cell),
                |code| {
                    let closed = if blank == 0 {
                        &number - 1
                    } else {
                        let above = Expr::number(Type::U8, blank).less(&number);
                        &number - above.to(Type::U8)
                    };
                    code.set(&others.at(&next), closed);
                    code.update(&next, Operator::Add, place(1));
                },
            );
        });
        let order = context.call(&format!("rank_others{suffix}"), &[others]);
        code.give(place_apart.to(Type::Rank) * others_size + order);
    });
    let doc =
        "The number of the arrangement: the place of one piece, then the order of the others.";
    context.helper(&format!("rank_pieces{suffix}"), doc, &[cells], Type::Rank, body);

    let signs: Option<Vec<u64>> =
        ranks.rest().iter().map(|rest| Some(u64::from(rest.sign()? == Sign::Odd))).collect();
    let signs = signs.filter(|signs| signs.iter().any(|sign| *sign != signs[0])).map(|signs| {
        let doc = "Whether the others are an odd permutation, by the place of the one.";
        context.listed(&format!("ODD{suffix}"), doc, signs, 20)
    });
    let index = Expr::name(Type::Rank, "index");
    let body = Code::block(|code| {
        let place_apart = code.name("place", (&index / others_size).to(Type::Index));
        let mut arguments = vec![&index % others_size];
        arguments.extend(signs.map(|signs| signs.at(&place_apart).to(Type::U32)));
        let others =
            code.name("others", context.call(&format!("unrank_others{suffix}"), &arguments));
        let first = symbols.content(Expr::number(Type::U8, blank));
        let cells = code.name("cells", Expr::filled(first, length));
        code.count("number", 0, place(length - 1), |code, number| {
            let other = code.name("other", others.at(&number));
            let opened = if blank == 0 {
                &other + 1
            } else {
                let from = Expr::number(Type::U8, blank).at_most(&other);
                &other + from.to(Type::U8)
            };
            let shifted = place_apart.at_most(&number).to(Type::Index);
            code.set(&cells.at(&number + shifted), symbols.content(opened));
        });
        code.give(cells);
    });
    let name = format!("unrank_pieces{suffix}");
    context.helper(&name, "The arrangement with a number.", &[index], cells_type, body);
}

/// Adds the functions for a ring that is turned so that the first piece comes first.
fn ring(context: &mut Context<'_>, family: &Family<'_>, symbols: &Symbols) {
    let suffix = &family.suffix;
    let length = family.cells;
    let cells_type = Type::array(Type::U8, length);
    let cells = Expr::name(cells_type.clone(), "cells");
    let body = Code::block(|code| {
        let zero = Expr::number(Type::U8, 0_u32);
        let others = code.name("others", Expr::filled(zero, length - 1));
        code.count("cell", 1, place(length), |code, cell| {
            code.set(&others.at(&cell - 1), symbols.number(cells.at(&cell)) - 1);
        });
        code.give(context.call(&format!("rank_others{suffix}"), &[others]));
    });
    let doc = "The number of the arrangement of a ring that begins with the first piece.";
    context.helper(&format!("rank_pieces{suffix}"), doc, &[cells], Type::Rank, body);
    let index = Expr::name(Type::Rank, "index");
    let body = Code::block(|code| {
        let call = context.call(&format!("unrank_others{suffix}"), std::slice::from_ref(&index));
        let others = code.name("others", call);
        let first = symbols.content(Expr::number(Type::U8, 0_u32));
        let cells = code.name("cells", Expr::filled(first, length));
        code.count("cell", 1, place(length), |code, cell| {
            code.set(&cells.at(&cell), symbols.content(others.at(&cell - 1) + 1));
        });
        code.give(cells);
    });
    let name = format!("unrank_pieces{suffix}");
    context.helper(&name, "The ring with a number.", &[index], cells_type, body);
}

/// How many cells have a digit that can differ. With a known sign the last of them follows from
/// the others.
fn counted(shape: &Shape) -> usize {
    shape.length.saturating_sub(if shape.sign.is_some() { 2 } else { 1 })
}
