//! Pieces numbered color by color: each a set of the cells that those before leave, see
//! [`crate::layout::chain`].
//!
//! A color with one piece needs no tables: its rank is how many free cells lie before it.

use super::Family;
use super::colors::Colors;
use super::context::Context;
use super::split::{self, Split};
use super::state::{Form, content_name, label};
use crate::ir::{Code, Expr, Operator, Type};
use crate::layout::counting;
use crate::model::Content;
use crate::plan::arrangement::{Arrangement, Chain};

/// What the functions for pieces take: the position if it is made of sets, else what stands on the
/// cells.
pub(super) fn parameter(context: &Context<'_>, family: &Family<'_>) -> Expr {
    match context.form() {
        Form::Sets => context.state(),
        Form::Cells => Expr::name(Type::array(Type::U8, family.cells), "cells"),
    }
}

/// The colors but the first, each a set of the cells that those before it leave, over all tiers.
pub(super) struct Links {
    links: Vec<Link>,
}

struct Link {
    content: u8,
    /// What its set is called.
    name: String,
    /// By tier: how many cells are free, and how many of them it takes.
    shape: Vec<(usize, usize)>,
    /// How many sets there are, and how many cells each has.
    size: Expr,
    count: Expr,
}

impl Link {
    fn is_single(&self) -> bool {
        self.shape.iter().all(|(_, chosen)| *chosen == 1)
    }
}

impl Links {
    /// The colors with their shapes by tier.
    pub(super) fn new(
        context: &mut Context<'_>,
        contents: &[u8],
        shapes: Vec<Vec<(usize, usize)>>,
        suffix: &str,
    ) -> Self {
        let mut links = Vec::new();
        for (content, shape) in contents[1..].iter().zip(shapes) {
            let label = label(context.model, Content(*content));
            let name = content_name(context.model, Content(*content));
            let title = format!("{}{}", name.to_uppercase(), suffix.to_uppercase());
            let size = |(cells, chosen): &(usize, usize)| {
                u64::try_from(counting::binomial(*cells, *chosen)).expect("at most the size")
            };
            let sizes = shape.iter().map(size).collect();
            let counts = shape
                .iter()
                .map(|(_, chosen)| u64::try_from(*chosen).expect("few cells"))
                .collect();
            let doc = format!("Number of sets of cells with `{label}`");
            let size = context.by_tier(&format!("{title}_SETS"), &doc, sizes, Type::Rank);
            let doc = format!("Number of cells with `{label}`");
            let count = context.by_tier(&format!("{title}_COUNT"), &doc, counts, Type::U32);
            links.push(Link { content: *content, name, shape, size, count });
        }
        Links { links }
    }

    /// The shapes of the sets of all colors, or of those with more than one piece.
    pub(super) fn shapes(&self, single_too: bool) -> Vec<(usize, usize)> {
        let links = self.links.iter().filter(|link| single_too || !link.is_single());
        links.flat_map(|link| link.shape.iter().copied()).collect()
    }

    /// How many cells the sets of a color have.
    pub(super) fn count(&self, link: usize) -> Expr {
        self.links[link].count.clone()
    }

    /// How many sets a color has, given those before.
    pub(super) fn size(&self, link: usize) -> &Expr {
        &self.links[link].size
    }

    /// What the set of a color is called.
    pub(super) fn name(&self, link: usize) -> &str {
        &self.links[link].name
    }

    /// Writes the code that takes an index apart into the ranks of the sets.
    pub(super) fn digits(&self, code: &mut Code, index: &Expr) -> Vec<Expr> {
        if self.links.len() < 2 {
            return vec![index.clone(); self.links.len()];
        }
        let rest = code.name("rest", index);
        let mut digits = Vec::new();
        for link in self.links[1..].iter().rev() {
            digits.push(code.name(&format!("{}_rank", link.name), &rest % &link.size));
            code.update(&rest, Operator::Div, link.size.clone());
        }
        digits.push(rest);
        digits.reverse();
        digits
    }
}

/// Adds `rank_pieces` and `unrank_pieces`.
pub(super) fn lower(context: &mut Context<'_>, family: &Family<'_>) {
    let Arrangement::Chain(Chain { colors: contents, .. }) = family.tiers[0] else {
        unreachable!("tiers are of one family")
    };
    let colors = Colors { contents: contents.clone(), cells: family.cells };
    let shape = |number: usize| {
        let color = |arrangement: &&Arrangement| match arrangement {
            Arrangement::Chain(Chain { ranks, .. }) => {
                let color = &ranks.colors()[number];
                (color.cells(), color.chosen())
            }
            other => unreachable!("tiers are of one family, not {other:?}"),
        };
        family.tiers.iter().map(color).collect()
    };
    let shapes = (0..contents.len() - 1).map(shape).collect();
    let links = Links::new(context, contents, shapes, &family.suffix);
    let split = Split::lower(context, &links.shapes(false), &colors, &family.suffix);
    // The first color lies on all cells, and a set after one piece only closes its gap; else cells
    // are numbered afresh.
    let first_is_single = links.links.first().is_some_and(Link::is_single);
    let gaps = if first_is_single { 2 } else { 1 };
    if links.links.len() > gaps {
        split::pack(context, &colors);
    }
    rank(context, family, &colors, &links, split.as_ref());
    unrank(context, family, &colors, &links, split.as_ref());
}

fn rank(
    context: &mut Context<'_>,
    family: &Family<'_>,
    colors: &Colors,
    links: &Links,
    split: Option<&Split>,
) {
    let input = parameter(context, family);
    let body = Code::block(|code| {
        let mut total: Option<Expr> = None;
        let mut before = Before::Nothing;
        for link in &links.links {
            let set = colors.read(context, code, &input, link.content);
            let value = if link.is_single() {
                let below = match &before {
                    Before::Nothing => &set - 1,
                    Before::Piece(_) | Before::Sets(_) => (&set - 1) & before.free(colors),
                };
                below.count_ones().to(Type::Rank)
            } else {
                let packed = match &before {
                    Before::Nothing => set.clone(),
                    Before::Piece(piece) => {
                        code.note("The cells above the piece before move down by one.");
                        let above = code.name(&format!("{}_above", link.name), &set & !(piece - 1));
                        (&set ^ &above) | (above >> 1)
                    }
                    Before::Sets(_) => context.call("pack", &[set.clone(), before.free(colors)]),
                };
                split.expect("there are sets").rank(context, packed, &link.count)
            };
            total = Some(match total {
                None => value,
                Some(total) => total * &link.size + value,
            });
            before = before.and(set, link.is_single());
        }
        code.give(total.unwrap_or_else(|| Code::index(0)));
    });
    let name = format!("rank_pieces{}", family.suffix);
    let doc =
        "The number of the arrangement: each kind is a set of the cells that those before leave.";
    context.helper(&name, doc, &[input], Type::Rank, body);
}

/// What the colors before take.
enum Before {
    Nothing,
    Piece(Expr),
    Sets(Expr),
}

impl Before {
    fn and(self, set: Expr, is_single: bool) -> Self {
        match self {
            Before::Nothing if is_single => Before::Piece(set),
            Before::Nothing => Before::Sets(set),
            Before::Piece(taken) | Before::Sets(taken) => Before::Sets(taken | set),
        }
    }

    /// The cells that are left.
    fn free(&self, colors: &Colors) -> Expr {
        match self {
            Before::Nothing => colors.all(),
            Before::Piece(taken) | Before::Sets(taken) => colors.all() & !taken,
        }
    }
}

fn unrank(
    context: &mut Context<'_>,
    family: &Family<'_>,
    colors: &Colors,
    links: &Links,
    split: Option<&Split>,
) {
    let index = Expr::name(Type::Rank, "index");
    let ty = colors.set_type();
    let body = Code::block(|code| {
        let values = links.digits(code, &index);
        let mut before = Before::Nothing;
        let mut sets = Vec::new();
        for (link, value) in links.links.iter().zip(values) {
            let packed = if link.is_single() {
                Expr::number(ty.clone(), 1_u32) << value.to(Type::U32)
            } else {
                split.expect("there are sets").unrank(context, value, &link.count)
            };
            let set = match &before {
                Before::Nothing => packed,
                Before::Piece(piece) => {
                    let packed = code.name(&format!("{}_packed", link.name), packed);
                    let above = code.name(&format!("{}_above", link.name), &packed & !(piece - 1));
                    (packed ^ &above) | (above << 1)
                }
                Before::Sets(_) => context.call("spread", &[packed, before.free(colors)]),
            };
            let set = code.name(&link.name, set);
            before = before.and(set.clone(), link.is_single());
            sets.push(set);
        }
        colors.give(context, code, &sets);
    });
    let name = format!("unrank_pieces{}", family.suffix);
    context.helper(&name, "The arrangement with a number.", &[index], colors.result(context), body);
}
