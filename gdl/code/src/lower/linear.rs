//! Raw bits without those that linear invariants determine, see [`crate::layout::raw`].

use super::Family;
use super::colors::Colors;
use super::context::Context;
use super::sets::parameter;
use crate::ir::{Code, Expr, Operator, Type};
use crate::plan::arrangement::{Arrangement, Bits};

/// Adds `rank_pieces` and `unrank_pieces`.
pub(super) fn lower(context: &mut Context<'_>, family: &Family<'_>) {
    let Arrangement::Bits(Bits { contents, ranks }) = family.tiers[0] else {
        unreachable!("tiers are of one family")
    };
    let colors = Colors { contents: contents.to_vec(), cells: family.cells };
    let (ty, width) = (colors.set_type(), family.cells);
    let of_set = |cells: u128| Expr::set(ty.clone(), cells, width);
    let input = parameter(context, family);
    let body = Code::block(|code| {
        let set = colors.read(context, code, &input, contents[1]);
        let runs = ranks
            .runs()
            .iter()
            .map(|run| (&set & of_set(run.cells)) >> u64::from(run.shift))
            .map(|run| if ty == Type::U64 { run } else { run.to(Type::Rank) });
        let index = runs.reduce(|index, run| index | run);
        code.give(index.map_or_else(|| Code::index(0), |index| index.to(Type::Rank)));
    });
    let left_out = ranks.determined().len();
    let doc = match left_out {
        0 => "The set of occupied cells as a number.".to_owned(),
        _ => format!(
            "The set of occupied cells as a number, without {left_out} cells that follow from the others."
        ),
    };
    let suffix = &family.suffix;
    context.helper(&format!("rank_pieces{suffix}"), &doc, &[input], Type::Rank, body);

    let index = Expr::name(Type::Rank, "index");
    let body = Code::block(|code| {
        let packed = if ty == Type::U64 {
            index.to(ty.clone())
        } else {
            code.name("packed", index.to(ty.clone()))
        };
        let runs =
            ranks.runs().iter().map(|run| (&packed << u64::from(run.shift)) & of_set(run.cells));
        let occupied = runs.reduce(|set, run| set | run).unwrap_or_else(|| of_set(0));
        let set = code.name("occupied", occupied);
        if left_out > 0 {
            code.note("Each of the other cells is a parity of those.");
        }
        for determined in ranks.determined() {
            let parity = (&set & of_set(determined.parity_of)).count_ones() & 1;
            let bit = if determined.flipped { parity ^ 1 } else { parity };
            let cell = u64::try_from(determined.cell).expect("at most MAX_CELLS");
            code.update(&set, Operator::Or, bit.to(ty.clone()) << cell);
        }
        colors.give(context, code, &[set]);
    });
    let result = colors.result(context);
    let doc = "The position of the pieces with a number.";
    context.helper(&format!("unrank_pieces{suffix}"), doc, &[index], result, body);
}
