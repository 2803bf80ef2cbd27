//! Sets of cells ranked by split tables: the cells in groups, one lookup for each, see
//! [`crate::layout::split`].
//!
//! The tables hold for every number of cells and pieces of a game at once: in colexicographic
//! order the sets of fewer cells come first, and what a group adds depends on how many pieces are
//! left for it and the groups below, not on the whole.

mod guide;
mod pack;
mod widths;

use super::colors::Colors;
use super::context::{Context, Style};
use super::place;
use crate::ir::{Code, Expr, Operator, Type, mentions};
use crate::layout::counting;
use guide::Guide;

pub(super) use pack::pack;

/// How wide the highest group is at least if it has a guide.
const GUIDED_WIDTH: usize = 8;

/// The functions `rank_set` and `unrank_set`.
pub(super) struct Split {
    suffix: String,
    /// Whether ranking needs to know how many cells a set has.
    rank_takes_count: bool,
}

/// A group of cells above the lowest one.
struct Group {
    start: usize,
    width: usize,
    /// The fewest pieces that can be left for it and those below.
    first_row: usize,
    table: Expr,
}

impl Split {
    /// Adds the functions for sets of these shapes (cells, chosen); none if there are none.
    pub(super) fn lower(
        context: &mut Context<'_>,
        shapes: &[(usize, usize)],
        colors: &Colors,
        suffix: &str,
    ) -> Option<Self> {
        let cells = shapes.iter().map(|(cells, _)| *cells).max()?;
        let fewest = shapes.iter().map(|(_, chosen)| *chosen).min()?;
        let most = shapes.iter().map(|(_, chosen)| *chosen).max()?;
        let largest = shapes
            .iter()
            .map(|(cells, chosen)| {
                u64::try_from(counting::binomial(*cells, *chosen)).expect("at most the size")
            })
            .max()?;
        let rows = most - fewest + 1;
        let widths = match context.style {
            Style::Fast | Style::Plain => widths::few(cells, (most, rows)),
            Style::Small => widths::short(cells, (most, rows), largest),
        };
        let pascal = pascal(context, cells, most, suffix);
        let lowest = widths[0];
        let names = ["middle", "higher", "highest", "top", "uppermost"];
        let mut groups = Vec::new();
        let mut start = lowest;
        for (number, width) in widths[1..].iter().enumerate() {
            let is_highest = number + 2 == widths.len();
            let first_row = if is_highest { fewest } else { 0 };
            let name = match names.get(number) {
                _ if is_highest => "high".to_owned(),
                Some(name) => (*name).to_owned(),
                None => format!("group_{}", number + 2),
            };
            let table = group_table(
                context,
                &pascal,
                Shape { start, width: *width, first_row, most, largest },
                &format!("{name}{suffix}"),
            );
            groups.push(Group { start, width: *width, first_row, table });
            start += width;
        }
        groups.reverse();
        let low = lowest_table(context, lowest, suffix);
        let mut split = Split { suffix: suffix.to_owned(), rank_takes_count: false };
        split.add_rank(context, colors, &groups, &low, lowest);
        let guide = groups
            .first()
            .filter(|group| group.width >= GUIDED_WIDTH && context.style != Style::Small)
            .map(|group| Guide::new(context, group, most, largest, suffix));
        split.add_unrank(context, colors, (&groups, guide.as_ref()), lowest, suffix);
        Some(split)
    }

    /// The rank of a set with `count` cells.
    pub(super) fn rank(&self, context: &Context<'_>, set: Expr, count: &Expr) -> Expr {
        let name = format!("rank_set{}", self.suffix);
        if self.rank_takes_count {
            context.call(&name, &[set, count.clone()])
        } else {
            context.call(&name, &[set])
        }
    }

    /// The set of `count` cells with the rank `index`.
    pub(super) fn unrank(&self, context: &Context<'_>, index: Expr, count: &Expr) -> Expr {
        let name = format!("unrank_set{}", self.suffix);
        context.call(&name, &[index, count.clone()])
    }

    fn add_rank(
        &mut self,
        context: &mut Context<'_>,
        colors: &Colors,
        groups: &[Group],
        low: &Expr,
        lowest: usize,
    ) {
        let set = Expr::name(colors.set_type(), "set");
        let count = Expr::name(Type::U32, "count");
        let body = Code::block(|code| {
            let lowest_pattern = pattern(&set, 0, lowest, colors.cells);
            let mut index = low.at(lowest_pattern).to(Type::Rank);
            let mut left = count.clone();
            for (number, group) in groups.iter().enumerate() {
                let is_last = number + 1 == groups.len();
                let mut bits = pattern(&set, group.start, group.width, colors.cells);
                if !is_last {
                    bits = code.name(&format!("pattern_{}", number + 1), bits);
                }
                index = index + group.at(&left, &bits).to(Type::Rank);
                if !is_last {
                    left = code.name(&format!("left_{}", number + 1), &left - bits.count_ones());
                }
            }
            code.give(index);
        });
        let doc = "The number of smaller sets with as many cells.";
        self.rank_takes_count = mentions(&body, "count");
        let parameters = if self.rank_takes_count { vec![set, count] } else { vec![set] };
        context.helper(&format!("rank_set{}", self.suffix), doc, &parameters, Type::Rank, body);
    }

    fn add_unrank(
        &self,
        context: &mut Context<'_>,
        colors: &Colors,
        (groups, guide): (&[Group], Option<&Guide>),
        lowest: usize,
        suffix: &str,
    ) {
        let (sorted, starts) = sorted_patterns(context, lowest, suffix);
        let ty = colors.set_type();
        let index = Expr::name(Type::Rank, "index");
        let count = Expr::name(Type::U32, "count");
        let body = Code::block(|code| {
            let mut set: Option<Expr> = None;
            let mut left = count.clone();
            let rest = if groups.is_empty() { index.clone() } else { code.name("rest", &index) };
            for (number, group) in groups.iter().enumerate() {
                let bits = match (number, guide) {
                    (0, Some(guide)) => guide.find(code, group, &left, &rest),
                    _ => halve(code, group, &left, &rest, number),
                };
                code.update(&rest, Operator::Sub, group.at(&left, &bits).to(Type::Rank));
                left = code.name(&format!("left_{}", number + 1), &left - bits.count_ones());
                let start = u64::try_from(group.start).expect("at most MAX_CELLS");
                let part = bits.to(ty.clone()) << start;
                set = Some(match set {
                    Some(set) => set | part,
                    None => part,
                });
            }
            let at = starts.at(left.to(Type::Index)).to(Type::Index) + rest.to(Type::Index);
            let low = sorted.at(at).to(ty.clone());
            code.give(match set {
                Some(set) => set | low,
                None => low,
            });
        });
        let doc = "The set of so many cells that has a number of smaller ones.";
        context.helper(&format!("unrank_set{}", self.suffix), doc, &[index, count], ty, body);
    }
}

/// Writes the code that finds the last pattern which does not count more than what is left of an
/// index, bit by bit.
fn halve(code: &mut Code, group: &Group, left: &Expr, rest: &Expr, number: usize) -> Expr {
    let bits = code.name(&format!("pattern_{}", number + 1), place(0));
    let name = format!("bit_{}", number + 1);
    code.count_down(&name, 0, place(group.width), |code, bit| {
        let bit = Expr::number(Type::Index, 1_u32) << bit.to(Type::U32);
        let larger = code.name("larger", &bits | bit);
        let smaller_sets = group.at(left, &larger).to(Type::Rank);
        code.when(smaller_sets.at_most(rest), |code| code.set(&bits, &larger));
    });
    bits
}

impl Group {
    /// How many sets have a smaller pattern in this group, with `left` pieces left for it and those
    /// below.
    fn at(&self, left: &Expr, pattern: &Expr) -> Expr {
        let width = u64::try_from(self.width).expect("at most MAX_CELLS");
        let first = u64::try_from(self.first_row).expect("at most MAX_CELLS");
        let Type::Array(_, length) = self.table.ty else { unreachable!("a table is an array") };
        if length == 1 << self.width {
            return self.table.at(pattern);
        }
        self.table.at(((left.to(Type::Index) - first) << width) | pattern)
    }
}

/// The bits of a group as a number.
fn pattern(set: &Expr, start: usize, width: usize, cells: usize) -> Expr {
    let shifted = set >> u64::try_from(start).expect("at most MAX_CELLS");
    if start + width >= cells {
        return shifted.to(Type::Index);
    }
    let mask = u64::try_from((1_u128 << width) - 1).expect("groups are narrow");
    (shifted & mask).to(Type::Index)
}

/// The binomials that the tables add up.
fn pascal(context: &mut Context<'_>, cells: usize, most: usize, suffix: &str) -> (Expr, u64) {
    let row = most + 1;
    let entries = (0..=cells)
        .flat_map(|n| {
            (0..row).map(move |k| u64::try_from(counting::binomial(n, k)).unwrap_or(u64::MAX))
        })
        .collect();
    let doc = "The binomial coefficients: a row for each number of cells.";
    let table = context.listed(&format!("BINOMIALS{suffix}"), doc, entries, row.min(10));
    (table, u64::try_from(row).expect("few cells"))
}

struct Shape {
    start: usize,
    width: usize,
    first_row: usize,
    most: usize,
    largest: u64,
}

/// Adds the table of a group above the lowest one.
fn group_table(
    context: &mut Context<'_>,
    (pascal, row): &(Expr, u64),
    shape: Shape,
    name: &str,
) -> Expr {
    let Shape { start, width, first_row, most, largest } = shape;
    let rows = most - first_row + 1;
    let element = if largest > u64::from(u32::MAX) { Type::U64 } else { Type::U32 };
    let wide = element.clone();
    let doc = format!(
        "How many sets have smaller bits in the cells {start} to {}, by pieces left for these and the cells below.",
        start + width - 1
    );
    let (first, start) =
        (u64::try_from(first_row).expect("few"), u64::try_from(start).expect("few"));
    let shift = u64::try_from(width).expect("few");
    context.computed(name, &doc, element, rows << width, |_, code, table| {
        code.count("left", first, place(most + 1), |code, left| {
            let sum = code.name("sum", Code::index(0));
            code.count("pattern", 0, place(1 << width), |code, pattern| {
                let here = table.at(((&left - first) << shift) | &pattern);
                code.set(&here, sum.to(wide.clone()));
                let ones = code.name("ones", pattern.count_ones().to(Type::Index));
                code.when(ones.at_most(&left), |code| {
                    let below = pascal.at(Expr::number(Type::Index, start * row) + (&left - &ones));
                    code.update(&sum, Operator::Add, below.to(Type::Rank));
                });
            });
        });
    })
}

/// Adds the table of the lowest group: how many smaller patterns have as many cells.
fn lowest_table(context: &mut Context<'_>, width: usize, suffix: &str) -> Expr {
    let doc = format!("How many smaller patterns of the {width} lowest cells have as many cells.");
    let largest = u64::try_from(counting::binomial(width, width / 2)).expect("small");
    let element = Type::holding(largest);
    context.computed(
        &format!("low{suffix}"),
        &doc,
        element.clone(),
        1 << width,
        |_, code, table| {
            let seen =
                code.name("seen", Expr::filled(Expr::number(element.clone(), 0_u32), width + 1));
            code.count("pattern", 0, place(1 << width), |code, pattern| {
                let ones = code.name("ones", pattern.count_ones().to(Type::Index));
                code.set(&table.at(&pattern), seen.at(&ones));
                code.update(&seen.at(&ones), Operator::Add, Expr::number(element, 1_u32));
            });
        },
    )
}

/// Adds the patterns of the lowest group sorted by number of cells, and where each number begins.
fn sorted_patterns(context: &mut Context<'_>, width: usize, suffix: &str) -> (Expr, Expr) {
    let mut start = 0;
    let mut starts = Vec::new();
    for ones in 0..=width {
        starts.push(start);
        start += u64::try_from(counting::binomial(width, ones)).expect("small");
    }
    let doc = "Where the patterns with each number of cells begin.";
    let starts = context.listed(&format!("LOW_STARTS{suffix}"), doc, starts, 18);
    let doc = format!("The patterns of the {width} lowest cells, by number of cells.");
    let element = Type::holding(u64::try_from((1_u128 << width) - 1).expect("small"));
    let sorted = context.computed(
        &format!("low_sorted{suffix}"),
        &doc,
        element.clone(),
        1 << width,
        |_, code, table| {
            let next = code.name("next", Expr::filled(place(0), width + 1));
            code.count("pattern", 0, place(1 << width), |code, pattern| {
                let ones = code.name("ones", pattern.count_ones().to(Type::Index));
                let at = starts.at(&ones).to(Type::Index) + next.at(&ones);
                code.set(&table.at(at), pattern.to(element));
                code.update(&next.at(&ones), Operator::Add, place(1));
            });
        },
    );
    (sorted, starts)
}
