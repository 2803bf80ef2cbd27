//! Numbering the cells of a set afresh: among the cells that are free, as `pext` and `pdep` of
//! some processors do.
//!
//! A few bits are done at a time by a table: by mask and bits.

use crate::ir::{Code, Expr, Operator, Type};
use crate::lower::colors::Colors;
use crate::lower::context::{Context, Style};
use crate::lower::place;

/// Adds the functions `pack` and `spread`, which number the cells of a set afresh: byte by byte,
/// or by fours where tables are short.
pub(in crate::lower) fn pack(context: &mut Context<'_>, colors: &Colors) {
    let ty = colors.set_type();
    let (width, unit, units) = match context.style {
        Style::Fast | Style::Plain => (8, "byte", "bytes"),
        Style::Small => (4, "nibble", "nibbles"),
    };
    let steps = colors.cells.div_ceil(usize::try_from(width).expect("small"));
    let length = 1 << (2 * width);
    let doc = format!(
        "The bits of a {unit} that lie in another {unit}, moved together: by mask and {unit}."
    );
    let name = format!("packed_{units}");
    let packed = context.computed(&name, &doc, Type::U8, length, |_, code, table| {
        fill(code, table, (width, unit), true);
    });
    let doc =
        format!("The lowest bits of a {unit}, moved to the bits of another: by mask and {unit}.");
    let name = format!("spread_{units}");
    let spread = context.computed(&name, &doc, Type::U8, length, |_, code, table| {
        fill(code, table, (width, unit), false);
    });
    let set = Expr::name(ty.clone(), "set");
    let free = Expr::name(ty.clone(), "free");
    let ones = (1 << width) - 1;
    let entry = |table: &Expr, mask: &Expr, bits: Expr| {
        table.at((mask.to(Type::Index) << width) | bits.to(Type::Index)).to(ty.clone())
    };
    let body = Code::block(|code| {
        let result = code.name("result", Expr::number(ty.clone(), 0_u32));
        let place_of = code.name("shift", Expr::number(Type::U32, 0_u32));
        code.count(unit, 0, Expr::number(Type::U32, steps as u64), |code, step| {
            let mask = code.name("mask", (&free >> (&step * width)) & ones);
            let bits = (&set >> (&step * width)) & ones;
            code.update(&result, Operator::Or, entry(&packed, &mask, bits) << &place_of);
            code.update(&place_of, Operator::Add, mask.count_ones());
        });
        code.give(result);
    });
    let doc = "A set of free cells, as a set of the numbers that they have among the free ones.";
    context.helper("pack", doc, &[set.clone(), free.clone()], ty.clone(), body);
    let body = Code::block(|code| {
        let result = code.name("result", Expr::number(ty.clone(), 0_u32));
        let rest = code.name("rest", &set);
        code.count(unit, 0, Expr::number(Type::U32, steps as u64), |code, step| {
            let mask = code.name("mask", (&free >> (&step * width)) & ones);
            let bits = entry(&spread, &mask, &rest & ones);
            code.update(&result, Operator::Or, bits << (&step * width));
            code.update(&rest, Operator::Shr, mask.count_ones());
        });
        code.give(result);
    });
    let doc = "The free cells with these numbers among the free ones.";
    context.helper("spread", doc, &[set, free], ty, body);
}

/// Writes the code for the table of packed or spread bits, `width` at a time.
fn fill(code: &mut Code, table: &Expr, (width, unit): (u64, &str), packed: bool) {
    let one = || Expr::number(Type::Index, 1_u32);
    let values = place(1 << width);
    code.count("mask", 0, values.clone(), |code, mask| {
        code.count(unit, 0, values, |code, bits| {
            let result = code.name("result", place(0));
            let number = code.name("number", Expr::number(Type::U32, 0_u32));
            code.count("bit", 0, Expr::number(Type::U32, width), |code, bit| {
                let in_mask = (&mask >> &bit) & 1;
                code.when(in_mask.differs(0), |code| {
                    let (from, to) = if packed { (&bit, &number) } else { (&number, &bit) };
                    let value = ((&bits >> from) & one()) << to;
                    code.update(&result, Operator::Or, value);
                    code.update(&number, Operator::Add, Expr::number(Type::U32, 1_u32));
                });
            });
            code.set(&table.at((&mask << width) | &bits), result.to(Type::U8));
        });
    });
}
