//! Permutations in the order of a dictionary: digits are how many smaller ones come later.

use super::halves::{self, Halves};
use super::{Shape, Symbols, counted, selected};
use crate::ir::{Code, Expr, Operator, Statement, Type};
use crate::layout::counting;
use crate::lower::context::{Context, Style};
use crate::lower::{Family, place};

/// Adds `rank_...` and `unrank_...`.
pub(super) fn lower(
    context: &mut Context<'_>,
    family: &Family<'_>,
    shape: &Shape,
    symbols: &Symbols,
    of: &str,
) {
    let length = shape.length;
    let cells_type = Type::array(Type::U8, length);
    let cells = Expr::name(cells_type.clone(), of);
    let counted = counted(shape);
    let weights = weights(context, family, shape, of);
    let body = Code::block(|code| {
        let used = code.name("used", Expr::number(Type::U32, 0_u32));
        let index = code.name("index", Code::index(0));
        code.count("cell", 0, place(counted), |code, cell| {
            let number = code.name("number", symbols.number(cells.at(&cell)).to(Type::U32));
            let bit = code.name("bit", Expr::number(Type::U32, 1_u32) << &number);
            let smaller = (&used & (&bit - 1)).count_ones();
            let digit = code.name("digit", (number - smaller).to(Type::Rank));
            if context.style == Style::Small {
                // By Horner's rule no weight is looked up: on devices that takes longer than a
                // product.
                let choices = (place(length) - &cell).to(Type::Rank);
                code.set(&index, &index * choices + digit);
            } else {
                code.update(&index, Operator::Add, digit * weights.at(&cell).to(Type::Rank));
            }
            code.update(&used, Operator::Or, bit);
        });
        code.give(index);
    });
    let doc = "The number of the permutation in the order of a dictionary.";
    context.helper(&format!("rank_{of}{}", family.suffix), doc, &[cells], Type::Rank, body);

    let index = Expr::name(Type::Rank, "index");
    let body = match Halves::of(length) {
        _ if context.style == Style::Small => selected::unrank(shape, symbols, &weights),
        Some(halves) => halves::unrank(context, family, shape, symbols, halves),
        None => unrank_by_digits(shape, symbols, &index),
    };
    let name = format!("unrank_{of}{}", family.suffix);
    let doc = "The permutation with a number.";
    context.helper(&name, doc, &shape.parameters(&index), cells_type, body);
}

/// The body of the function that unranks digit by digit.
fn unrank_by_digits(shape: &Shape, symbols: &Symbols, index: &Expr) -> Vec<Statement> {
    let length = shape.length;
    let folded = shape.wanted().filter(|_| length > 1);
    Code::block(|code| {
        let digits = code.name("digits", Expr::filled(Expr::number(Type::U32, 0_u32), length));
        let doubled = if folded.is_some() { index * 2 } else { index.clone() };
        let rest = code.name("rest", doubled);
        let inversions =
            folded.is_some().then(|| code.name("inversions", Expr::number(Type::U32, 0_u32)));
        code.count_down("cell", 0, place(length), |code, cell| {
            let choices = code.name("choices", (place(length) - &cell).to(Type::Rank));
            let digit = code.name("digit", (&rest % &choices).to(Type::U32));
            code.set(&digits.at(&cell), &digit);
            if let Some(inversions) = &inversions {
                code.update(inversions, Operator::Add, digit);
            }
            code.update(&rest, Operator::Div, choices);
        });
        if let (Some(inversions), Some(wanted)) = (&inversions, &folded) {
            code.note("The last but one digit is 0 so far; it is 1 if the sign is wrong.");
            let wrong = (inversions & 1) ^ wanted;
            code.set(&digits.at(place(length - 2)), wrong);
        }
        place_digits(code, shape, symbols, &digits);
    })
}

/// Writes the code that puts down, for each digit, the piece with that many smaller ones left.
///
/// The pieces left are a list packed into one number.
fn place_digits(code: &mut Code, shape: &Shape, symbols: &Symbols, digits: &Expr) {
    let length = shape.length;
    let (bits, ty) = if length <= 16 { (4_u64, Type::U64) } else { (5, Type::U128) };
    let all = (0..length).fold(0_u128, |list, number| {
        list | (number as u128) << (usize::try_from(bits).expect("small") * number)
    });
    let cells = code.name("cells", Expr::filled(Expr::number(Type::U8, 0_u32), length));
    code.note("The numbers that are left, packed together.");
    let width = length * usize::try_from(bits).expect("small");
    let left = code.name("left", Expr::set(ty.clone(), all, width.max(49)));
    code.count("cell", 0, place(length), |code, cell| {
        let shift = code.name("shift", digits.at(&cell) * bits);
        let number = ((&left >> &shift) & ((1 << bits) - 1)).to(Type::U8);
        code.set(&cells.at(&cell), symbols.content(number));
        let below = code.name("below", (Expr::number(ty, 1_u32) << shift) - 1);
        code.set(&left, (&left & &below) | ((&left >> bits) & !below));
    });
    code.give(cells);
}

/// A table of what each digit counts. With a known sign all weights are halved: what is left out
/// counted 1.
fn weights(context: &mut Context<'_>, family: &Family<'_>, shape: &Shape, of: &str) -> Expr {
    let half = if shape.sign.is_some() { 2 } else { 1 };
    let weight = |cell: usize| {
        let weight = counting::factorial(shape.length - 1 - cell) / half;
        u64::try_from(weight).expect("checked when made")
    };
    let doc = "How many permutations a smaller piece on each cell leaves behind.";
    let name = format!("WEIGHTS_{}{}", of.to_uppercase(), family.suffix);
    context.listed(&name, doc, (0..counted(shape)).map(weight).collect(), 8)
}
