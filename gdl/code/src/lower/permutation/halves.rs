//! Unranking a permutation in two halves that are looked up.
//!
//! The leading digits decide which pieces stand on the first cells and which are left, in order:
//! one entry of the table `front`. The other digits decide in which order those are put down: one
//! entry of `back`. So a chain of divisions, one for each cell, becomes one division and two
//! lookups. Neighbouring indices share the entry of `front`.

use super::{Shape, Symbols};
use crate::ir::{Code, Expr, Operator, Statement, Type};
use crate::layout::counting;
use crate::lower::context::Context;
use crate::lower::{Family, place};

/// Bits of a number in a list of pieces.
const NIBBLE: u64 = 4;

/// Bits of a number in an entry of `back`: its list has at most eight pieces.
const SELECTOR: u64 = 3;

/// Where the pieces on the first cells begin in an entry of `front`; below are those left.
const PLACED: u64 = 32;

/// The bit of an entry of `front` that says whether its digits have an odd sum.
const FRONT_ODD: u64 = 63;

/// The bit of an entry of `back` that says whether its digits have an odd sum.
const BACK_ODD: u64 = 31;

/// How a permutation is divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Halves {
    length: usize,
    /// How many cells `front` decides.
    front: usize,
}

impl Halves {
    /// The division with the smallest tables; none if the loop over all digits is as good, or the
    /// tables too large.
    pub(super) fn of(length: usize) -> Option<Self> {
        if !(8..=12).contains(&length) {
            return None;
        }
        let divided = (0..length).map(|front| Halves { length, front });
        let fitting = divided.filter(|halves| halves.back() <= 8 && halves.front <= 7);
        fitting.min_by_key(|halves| halves.front_size() * 8 + halves.back_size() * 4)
    }

    /// How many cells `back` decides.
    fn back(self) -> usize {
        self.length - self.front
    }

    fn front_size(self) -> u64 {
        let size = counting::factorial(self.length) / counting::factorial(self.back());
        u64::try_from(size).expect("small")
    }

    fn back_size(self) -> u64 {
        u64::try_from(counting::factorial(self.back())).expect("small")
    }
}

/// The body of the function that unranks, and the tables it needs.
pub(super) fn unrank(
    context: &mut Context<'_>,
    family: &Family<'_>,
    shape: &Shape,
    symbols: &Symbols,
    halves: Halves,
) -> Vec<Statement> {
    let Halves { length, front } = halves;
    let suffix = &family.suffix;
    let doc = format!(
        "By the leading digits: the pieces on the first {front} cells, above those that are left; the highest bit if the digits have an odd sum."
    );
    let size = usize::try_from(halves.front_size()).expect("small");
    let front_table =
        context.computed(&format!("front{suffix}"), &doc, Type::U64, size, |_, code, table| {
            fill(code, table, length, front, |code, entry, piece, cell| {
                code.update(entry, Operator::Or, piece << (cell.to(Type::U32) * NIBBLE + PLACED));
            });
        });
    let back = halves.back();
    let doc = format!(
        "By the other digits: which of the {back} pieces that are left comes next; the highest bit if the digits have an odd sum."
    );
    let size = usize::try_from(halves.back_size()).expect("small");
    let back_table =
        context.computed(&format!("back{suffix}"), &doc, Type::U32, size, |_, code, table| {
            fill(code, table, back, back, |code, entry, piece, cell| {
                code.update(entry, Operator::Or, piece << (cell.to(Type::U32) * SELECTOR));
            });
        });
    let index = Expr::name(Type::Rank, "index");
    let folded = shape.wanted();
    Code::block(|code| {
        let doubled = if folded.is_some() { &index * 2 } else { index };
        let number = code.name("number", doubled.to(Type::U32));
        let back_size = halves.back_size();
        let ahead = (&number / back_size).to(Type::Index);
        let first = code.name("first", front_table.at(ahead));
        let rest = code.name("rest", (&number % back_size).to(Type::Index));
        if let Some(wanted) = folded {
            code.note("The last but one digit is 0 so far; it is 1 if the sign is wrong.");
            let odd = (&first >> FRONT_ODD).to(Type::U32) ^ (back_table.at(&rest) >> BACK_ODD);
            code.update(&rest, Operator::Or, (odd ^ wanted).to(Type::Index));
        }
        let last = code.name("last", back_table.at(&rest));
        let cells = code.name("cells", Expr::filled(Expr::number(Type::U8, 0_u32), length));
        code.count("cell", 0, place(front), |code, cell| {
            let piece = &first >> (cell.to(Type::U32) * NIBBLE + PLACED);
            code.set(&cells.at(&cell), symbols.content((piece & 15).to(Type::U8)));
        });
        code.count("cell", 0, place(back), |code, cell| {
            let next = (&last >> (cell.to(Type::U32) * SELECTOR)) & 7;
            let piece = &first >> (next * NIBBLE);
            code.set(&cells.at(&cell + place(front)), symbols.content((piece & 15).to(Type::U8)));
        });
        code.give(cells);
    })
}

/// Writes the code that fills a table: for each number below its length, the first `chosen` of
/// `length` pieces that its digits choose.
///
/// An entry begins with the pieces left, if there are any, and the sum of the digits modulo 2 in
/// its highest bit; `put` adds a piece.
fn fill(
    code: &mut Code,
    table: &Expr,
    length: usize,
    chosen: usize,
    put: impl Fn(&mut Code, &Expr, Expr, &Expr),
) {
    let (element, entries) = match &table.ty {
        Type::Array(element, entries) => ((**element).clone(), *entries),
        other => unreachable!("a table is an array, not {other:?}"),
    };
    let list = (0..length).fold(0_u128, |list, number| list | (number as u128) << (number * 4));
    code.count("number", 0, place(entries), |code, number| {
        let digits = code.name("digits", Expr::filled(Expr::number(Type::U32, 0_u32), chosen));
        let rest = code.name("rest", &number);
        code.count_down("cell", 0, place(chosen), |code, cell| {
            let choices = code.name("choices", place(length) - &cell);
            code.set(&digits.at(&cell), (&rest % &choices).to(Type::U32));
            code.update(&rest, Operator::Div, choices);
        });
        let left = code.name("left", Expr::set(Type::U64, list, 49));
        let entry = code.name("entry", Expr::number(element.clone(), 0_u32));
        let sum = code.name("sum", Expr::number(Type::U32, 0_u32));
        code.count("cell", 0, place(chosen), |code, cell| {
            let digit = digits.at(&cell);
            code.update(&sum, Operator::Add, &digit);
            let shift = code.name("shift", digit * NIBBLE);
            put(code, &entry, ((&left >> &shift) & 15).to(element.clone()), &cell);
            let below = code.name("below", (Expr::number(Type::U64, 1_u32) << shift) - 1);
            code.set(&left, (&left & &below) | ((&left >> NIBBLE) & !below));
        });
        let highest = if element == Type::U64 { FRONT_ODD } else { BACK_ODD };
        let odd = (sum & 1).to(element.clone()) << highest;
        let left = if chosen < length { left.to(element) | odd } else { odd };
        code.set(&table.at(&number), entry | left);
    });
}
