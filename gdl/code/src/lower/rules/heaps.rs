//! Heaps: sowing and harvesting.

use super::condition;
use super::draft::{Change, Draft, Results};
use super::gains;
use super::view::{Here, View};
use crate::ir::{Code, Expr, Operator, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::model::{CellId, Harvest, PlayerId, Sow};

/// What the tables of the action with a number are named after.
pub(super) fn title(name: &str, number: usize) -> String {
    let suffix = if number == 1 { String::new() } else { format!("_{number}") };
    format!("{}{suffix}", name.to_uppercase())
}

fn number(context: &Context<'_>, cell: CellId) -> u64 {
    let number = context.hash.position(cell).expect("every heap can change");
    u64::try_from(number).expect("few cells")
}

/// Writes the code of sowings: each empties a heap and puts its pieces one by one along a path,
/// round and round.
///
/// No heap grows beyond a byte, because there are at most 255 pieces on the board.
pub(super) fn sow(
    context: &mut Context<'_>,
    code: &mut Code,
    sowings: &[Sow],
    (state, title): (&Expr, &str),
    results: Results<'_>,
) {
    let sowings: Vec<&Sow> = sowings.iter().filter(|sow| !sow.path.is_empty()).collect();
    if sowings.is_empty() {
        return;
    }
    let heaps: Vec<u64> = sowings.iter().map(|sow| number(context, sow.from)).collect();
    let path = |sow: &&Sow| sow.path.iter().map(|cell| number(context, *cell)).collect::<Vec<_>>();
    let paths: Vec<Vec<u64>> = sowings.iter().map(path).collect();
    let certain = sowings.iter().all(|sow| !sow.path.contains(&sow.from));
    let mut starts = vec![0];
    for path in &paths {
        starts.push(starts.last().expect("not empty") + path.len() as u64);
    }
    let width = paths[0].len();
    let rows = paths.iter().all(|path| path.len() == width);
    let in_a_line = if rows { width } else { 20 };
    let heaps = context.listed(title, "The heaps that can be sown.", heaps, 20);
    let flat = paths.into_iter().flatten().collect();
    let doc = "The cells that each heap is sown on, one after the other.";
    let table = context.listed(&format!("{title}_PATHS"), doc, flat, in_a_line);
    let starts = (!rows).then(|| {
        let doc = "Where the cells that each heap is sown on begin.";
        context.listed(&format!("{title}_STARTS"), doc, starts, 20)
    });
    code.count("row", 0, place(sowings.len()), |code, row| {
        let heap = code.name("heap", heaps.at(&row).to(Type::Index));
        let pieces = context.layout.cells(state).at(&heap);
        let left = code.name("left", pieces);
        code.when(left.differs(0), |code| {
            let next = code.name("next", state.clone());
            let cells = context.layout.cells(&next);
            code.set(&cells.at(&heap), Expr::number(Type::U8, 0_u32));
            let (first, end) = match &starts {
                Some(starts) => {
                    (starts.at(&row).to(Type::Index), starts.at(&row + 1).to(Type::Index))
                }
                None => (&row * width as u64, (&row + 1) * width as u64),
            };
            let (first, end) = (code.name("first", first), code.name("end", end));
            let step = code.name("step", &first);
            code.repeat(left.differs(0), |code| {
                code.when(step.equals(&end), |code| code.set(&step, &first));
                let cell = code.name("cell", table.at(&step).to(Type::Index));
                code.update(&cells.at(&cell), Operator::Add, Expr::number(Type::U8, 1_u32));
                code.update(&step, Operator::Add, place(1));
                code.update(&left, Operator::Sub, Expr::number(Type::U8, 1_u32));
            });
            let change = if certain { Change::Certain } else { Change::Unknown };
            let last = table.at(&step - 1).to(Type::Index);
            results(context, code, Draft { next, here: Here::At(last), change });
        });
    });
}

/// Writes the code of a harvest: from `here` on, heaps are emptied while a condition holds, at
/// most once around the board.
pub(super) fn harvest(
    context: &mut Context<'_>,
    code: &mut Code,
    (harvest, player): (&Harvest, PlayerId),
    (state, here, title): (&Expr, &Here, &str),
    results: Results<'_>,
) {
    let next = code.name("next", state.clone());
    let Here::At(here) = here else {
        return results(context, code, Draft { next, here: Here::Nowhere, change: Change::Never });
    };
    let all = context.layout.cells;
    let nowhere = u64::try_from(all).expect("few cells");
    let after = |cell: &CellId| harvest.next[cell.index()];
    let following: Vec<u64> = context
        .hash
        .cells
        .iter()
        .map(|cell| after(cell).map_or(nowhere, |next| number(context, next)))
        .collect();
    let ends = following.contains(&nowhere);
    let doc = "The heap after each heap that is harvested.";
    let table = context.listed(&format!("{title}_NEXT"), doc, following, 20);
    let heap = code.name("heap", here);
    let left = code.name("left", place(all));
    let view = Here::At(heap.clone());
    let holds =
        condition::lower_at(context, View { state: &next, here: &view }, &harvest.condition);
    let there = if ends { heap.less(place(all)) } else { Expr::truth(true) };
    let going_on = left.differs(0).and_then(&there).and_then(&holds);
    code.repeat(going_on, |code| {
        let cells = context.layout.cells(&next);
        let amount = cells.at(&heap).to(Type::I64);
        gains::add(context, code, (player, player), &next, &amount);
        code.set(&cells.at(&heap), Expr::number(Type::U8, 0_u32));
        code.set(&heap, table.at(&heap).to(Type::Index));
        code.update(&left, Operator::Sub, place(1));
    });
    results(context, code, Draft { next, here: Here::Nowhere, change: Change::Unknown });
}
