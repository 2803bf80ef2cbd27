//! A guide to the table of the highest group: by the leading bits of an index, between which
//! patterns to look.
//!
//! Without it unranking halves the whole table, and every step waits for memory; with it a step or
//! two are left.

use super::Group;
use crate::ir::{Code, Expr, Operator, Type};
use crate::lower::context::Context;
use crate::lower::place;

/// The most bits of an index that the guide looks at.
const MOST_BITS: usize = 12;

/// A table of patterns by leading bits.
pub(super) struct Guide {
    table: Expr,
    /// How many bits of an index it does not look at.
    shift: u64,
    /// The length of a row: one for each value of the leading bits, and one more.
    row: u64,
}

impl Guide {
    /// Adds the table for the highest group, in which indices are at most `largest` and sets have
    /// at most `most` cells.
    pub(super) fn new(
        context: &mut Context<'_>,
        group: &Group,
        most: usize,
        largest: u64,
        suffix: &str,
    ) -> Self {
        let bits = usize::try_from(u64::BITS - largest.leading_zeros()).expect("at most 64");
        let leading = bits.min(group.width).min(MOST_BITS);
        let shift = u64::try_from(bits - leading).expect("at most 64");
        let buckets = (1_usize << leading) + 1;
        let row = u64::try_from(buckets).expect("small");
        let rows = most - group.first_row + 1;
        let first = u64::try_from(group.first_row).expect("few cells");
        let element = Type::holding((1 << group.width) - 1);
        let doc = "The last pattern of the highest cells that does not count more, by leading bits of an index.";
        let name = format!("guide{suffix}");
        let wide = element.clone();
        let table = context.computed(&name, doc, element, rows * buckets, |_, code, table| {
            code.count("left", first, place(most + 1), |code, left| {
                let pattern = code.name("pattern", place(0));
                code.count("bucket", 0, place(buckets), |code, bucket| {
                    let value = code.name("value", bucket.to(Type::Rank) << shift);
                    let next = group.at(&left.to(Type::U32), &(&pattern + 1)).to(Type::Rank);
                    let in_table = (&pattern + 1).less(place(1 << group.width));
                    code.repeat(in_table.and_then(&next.at_most(&value)), |code| {
                        code.update(&pattern, Operator::Add, place(1));
                    });
                    let at = (&left - first) * row + &bucket;
                    code.set(&table.at(at), pattern.to(wide.clone()));
                });
            });
        });
        Guide { table, shift, row }
    }

    /// Writes the code that finds the last pattern which does not count more than an index.
    pub(super) fn find(&self, code: &mut Code, group: &Group, left: &Expr, index: &Expr) -> Expr {
        let bucket = (index >> self.shift).to(Type::Index);
        let Type::Array(_, length) = self.table.ty else { unreachable!("a table is an array") };
        let first = u64::try_from(group.first_row).expect("few cells");
        let bucket = if u64::try_from(length).expect("small") == self.row {
            bucket
        } else {
            (left.to(Type::Index) - first) * self.row + bucket
        };
        let bucket = code.name("bucket", bucket);
        let low = code.name("low", self.table.at(&bucket).to(Type::Index));
        let high = code.name("high", self.table.at(&bucket + 1).to(Type::Index) + 1);
        code.repeat((&low + 1).less(&high), |code| {
            let middle = code.name("middle", (&low + &high) / 2);
            code.either(
                group.at(left, &middle).to(Type::Rank).at_most(index),
                |code| code.set(&low, &middle),
                |code| code.set(&high, &middle),
            );
        });
        low
    }
}
