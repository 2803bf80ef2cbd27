//! Unranking a permutation from its first cell to the last, with nothing kept but the pieces that
//! are left.
//!
//! The digits come from the highest down by division by their weights, so no list of them is
//! needed; a quotient is found bit by bit. Each is looked up at once: the pieces left are the bits
//! of a word, and the bit with a given number below it is found by halving, counting the bits of
//! the lower half. For a word of 16 bits these are four steps. D. E. Knuth, The Art of Computer
//! Programming 4A, 7.1.3, calls it selection.
//!
//! With a known sign the digit of the last but one cell is 0 or 1, whichever makes the sum of all
//! digits, the number of inversions, even or odd.

use super::{Shape, Symbols, counted};
use crate::ir::{Code, Expr, Operator, Statement, Type};
use crate::lower::place;

/// The body of the function that unranks; `weights` are what the digits count.
pub(super) fn unrank(shape: &Shape, symbols: &Symbols, weights: &Expr) -> Vec<Statement> {
    let length = shape.length;
    let index = Expr::name(Type::Rank, "index");
    let folded = shape.wanted().filter(|_| length > 1);
    Code::block(|code| {
        let cells = code.name("cells", Expr::filled(Expr::number(Type::U8, 0_u32), length));
        let rest = code.name("rest", &index);
        let left = code.name("left", Expr::set(Type::U32, (1 << length) - 1, length));
        let inversions =
            folded.is_some().then(|| code.name("inversions", Expr::number(Type::U32, 0_u32)));
        code.count("cell", 0, place(counted(shape)), |code, cell| {
            let weight = code.name("weight", weights.at(&cell).to(Type::Rank));
            let smaller = divided(code, &rest, &weight, length);
            if let Some(inversions) = &inversions {
                code.update(inversions, Operator::Add, &smaller);
            }
            let number = select(code, &left, &smaller, length);
            code.set(&cells.at(&cell), symbols.content(number.to(Type::U8)));
            code.update(&left, Operator::Xor, Expr::number(Type::U32, 1_u32) << number);
        });
        let mut last = left.trailing_zeros();
        if let (Some(inversions), Some(wanted)) = (inversions, folded) {
            code.note("Two are left; the larger comes first if that makes the sign right.");
            let low = code.name("low", last);
            let high = code.name("high", (&left & (&left - 1)).trailing_zeros());
            let odd = code.name("odd_so_far", (inversions & 1).differs(wanted));
            let first = high.or_if_not(&odd, &low).to(Type::U8);
            code.set(&cells.at(place(length - 2)), symbols.content(first));
            last = low.or_if_not(&odd, &high);
        }
        code.set(&cells.at(place(length - 1)), symbols.content(last.to(Type::U8)));
        code.give(cells);
    })
}

/// Writes the code that divides by a weight, bit by bit of the quotient, which is below `length`;
/// leaves the remainder in `rest`. Devices divide by a few dozen operations, and 64 bits by
/// hundreds.
fn divided(code: &mut Code, rest: &Expr, weight: &Expr, length: usize) -> Expr {
    let quotient = code.name("smaller", Expr::number(Type::U32, 0_u32));
    code.count_down("halving", 0, Expr::number(Type::U32, halvings(length)), |code, halving| {
        let part = code.name("part", weight << &halving);
        code.when(part.at_most(rest), |code| {
            code.update(rest, Operator::Sub, part);
            code.update(&quotient, Operator::Or, Expr::number(Type::U32, 1_u32) << &halving);
        });
    });
    quotient
}

/// The number of halvings that tell all numbers below `length` apart.
fn halvings(length: usize) -> u64 {
    u64::from(length.next_power_of_two().trailing_zeros())
}

/// Writes the code that finds the place of the bit with `smaller` bits below it, among the lowest
/// `length`; changes `smaller`.
fn select(code: &mut Code, left: &Expr, smaller: &Expr, length: usize) -> Expr {
    let number = code.name("number", Expr::number(Type::U32, 0_u32));
    code.count_down("halving", 0, Expr::number(Type::U32, halvings(length)), |code, halving| {
        let half = code.name("half", Expr::number(Type::U32, 1_u32) << &halving);
        let lower = (left >> &number) & ((Expr::number(Type::U32, 1_u32) << &half) - 1);
        let below = code.name("below", lower.count_ones());
        code.when(below.at_most(smaller), |code| {
            code.update(smaller, Operator::Sub, &below);
            code.update(&number, Operator::Add, &half);
        });
    });
    number
}
