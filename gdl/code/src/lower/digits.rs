//! The index of a position inside its tier: pieces, turns, counters and mover as digits of one
//! number; and the blocks of the tiers.

use super::context::Context;
use super::state::Form;
use super::{Family, arrangement, mover, parity, place, turning};
use crate::analyze::counts::What;
use crate::ir::{Code, Expr, Operator, Type};
use crate::plan::turning::Turning;

/// One digit.
struct Digit {
    kind: DigitKind,
    /// How many values it has.
    radix: Expr,
    /// What its value is called while a position is put together.
    name: String,
}

/// What a digit tells about a position.
enum DigitKind {
    /// The pieces on some cells (all, if there is no list), with the functions for it.
    Pieces { cells: Cells, rank: String, unrank: String, sign: Option<SignOf> },
    /// The turns of these pieces.
    Turns { cells: Cells, rank: String, unrank: String },
    /// A counter, counted from its least value.
    Counter { counter: usize, low: u8 },
    /// The player to move, counted from the first who can be.
    Mover { first: Expr },
    /// The player to move follows from everything else.
    KnownMover,
}

/// From which other zones the sign of a zone follows; see [`crate::plan::zone_hash`].
#[derive(Clone)]
struct SignOf {
    /// Their cells, and the function that tells the sign.
    zones: Vec<(Cells, String)>,
    opposite: bool,
}

/// Cells that are numbered together.
#[derive(Clone)]
struct Cells {
    length: usize,
    /// The table that lists them; none if they are all.
    list: Option<Expr>,
}

/// Adds `rank` and `unrank`.
pub(super) fn lower(context: &mut Context<'_>) {
    let digits = digits(context);
    let fixed = fixed_counters(context);
    let state = context.state();
    let index = Expr::name(Type::Rank, "index");
    let (inside, of_tier) =
        if context.has_tiers() { ("_in_tier", " inside its tier") } else { ("", "") };
    let mut parameters = context.tables_argument();
    if context.has_tiers() {
        parameters.push(context.tier());
    }
    parameters.push(state.clone());
    let body = Code::block(|code| {
        let index = total(context, code, &digits, &state);
        code.give(index);
    });
    let doc = format!("The index of a position{of_tier}.");
    context.function(&format!("rank{inside}"), &doc, &parameters, Type::Rank, body);
    let body = Code::block(|code| {
        let values = values(code, &digits, &index);
        assemble(context, code, &digits, values);
        for (counter, value) in fixed {
            code.set(&context.layout.counter(&state, counter), value);
        }
        if digits.iter().any(|digit| matches!(digit.kind, DigitKind::KnownMover)) {
            let mover = context.layout.mover(&state).expect("there are several players");
            code.set(&mover, context.call("mover_of", std::slice::from_ref(&state)));
        }
        code.give(state);
    });
    *parameters.last_mut().expect("the position") = index;
    let doc = format!("The position with an index{}.", of_tier.replace("its", "a"));
    context.function(&format!("unrank{inside}"), &doc, &parameters, Type::State, body);
    if context.has_function("class_pieces") {
        *parameters.last_mut().expect("the index") = context.state();
        classes(context, digits, &parameters);
    }
    if context.has_tiers() {
        over_all_tiers(context);
    }
}

/// Adds the class of a position, if equivalent positions can have several indices: the smallest of
/// these, and how many positions they are.
fn classes(context: &mut Context<'_>, mut digits: Vec<Digit>, parameters: &[Expr]) {
    let state = context.state();
    for digit in &mut digits {
        if let DigitKind::Pieces { rank, .. } = &mut digit.kind {
            *rank = "class_pieces".to_owned();
        }
    }
    let inside = if context.has_tiers() { "_in_tier" } else { "" };
    let body = Code::block(|code| {
        let index = total(context, code, &digits, &state);
        code.give(index);
    });
    let doc = "The index that stands for a position and all its symmetric images: the smallest of theirs.";
    context.function(&format!("class{inside}"), doc, parameters, Type::Rank, body);
    let body = Code::block(|code| code.give(context.call("class_size_pieces", &[state])));
    let doc = "How many different positions have the index of a position's class, itself included.";
    context.function("class_size", doc, parameters, Type::Rank, body);
}

/// Writes the code that joins the digits of a position.
fn total(context: &Context<'_>, code: &mut Code, digits: &[Digit], state: &Expr) -> Expr {
    let mut total: Option<Expr> = None;
    for digit in digits {
        let value = read(context, code, digit, state);
        total = Some(match total {
            None => value,
            Some(total) => total * &digit.radix + value,
        });
    }
    // Where nothing can change there is one position.
    total.unwrap_or_else(|| Code::index(0))
}

fn digits(context: &mut Context<'_>) -> Vec<Digit> {
    let hash = context.hash;
    let mut digits = Vec::new();
    let mut places: Vec<Cells> = Vec::new();
    let zones = &hash.tiers()[0].zones;
    for (number, zone) in zones.iter().enumerate() {
        let suffix = if number == 0 { String::new() } else { format!("_{}", number + 1) };
        let tiers = hash.tiers().iter().map(|tier| &tier.zones[number].arrangement).collect();
        let family = Family { tiers, cells: zone.cells.len(), suffix: suffix.clone() };
        let sizes = arrangement(context, &family);
        let doc = "Number of arrangements of the pieces";
        let radix = context.by_tier(&format!("ARRANGEMENTS{suffix}"), doc, sizes, Type::Rank);
        let list = (zones.len() > 1).then(|| {
            let numbers = zone.cells.iter().map(|cell| number_of(*cell)).collect();
            let doc = "Cells that are numbered together.";
            context.listed(&format!("ZONE{suffix}"), doc, numbers, 20)
        });
        let cells = Cells { length: zone.cells.len(), list };
        places.push(cells.clone());
        let sign = zone.follows.as_ref().map(|link| SignOf {
            zones: link
                .zones
                .iter()
                .map(|before| {
                    let cells = places[*before].clone();
                    let function = parity::lower(context, cells.length);
                    (cells, function)
                })
                .collect(),
            opposite: link.opposite,
        });
        digits.push(Digit {
            kind: DigitKind::Pieces {
                sign,
                cells: cells.clone(),
                rank: format!("rank_pieces{suffix}"),
                unrank: format!("unrank_pieces{suffix}"),
            },
            radix,
            name: format!("pieces{suffix}"),
        });
        if !matches!(zone.turning, Turning::None) {
            turning::lower(context, &zone.turning, zone.cells.len(), &suffix);
            digits.push(Digit {
                kind: DigitKind::Turns {
                    cells,
                    rank: format!("rank_turns{suffix}"),
                    unrank: format!("unrank_turns{suffix}"),
                },
                radix: Expr::number(Type::Rank, zone.turning.size()),
                name: format!("turns{suffix}"),
            });
        }
    }
    for (counter, low, values) in &hash.counters {
        digits.push(Digit {
            kind: DigitKind::Counter { counter: *counter, low: *low },
            radix: Expr::number(Type::Rank, *values),
            name: context.layout.counter_name(*counter).to_owned(),
        });
    }
    digits.extend(mover_digit(context));
    digits
}

fn number_of(count: usize) -> u64 {
    u64::try_from(count).expect("boards are small")
}

/// Whose turn it is, where there is more than one player.
fn mover_digit(context: &mut Context<'_>) -> Option<Digit> {
    context.layout.mover(&context.state())?;
    if let Some(rule) = &context.hash.mover {
        mover::lower(context, rule);
        return Some(Digit {
            kind: DigitKind::KnownMover,
            radix: Code::index(1),
            name: "mover".to_owned(),
        });
    }
    let mut first = Vec::new();
    let mut radices = Vec::new();
    for tier in context.hash.tiers() {
        // Players of a tier follow each other, so the first tells them all; with two players every
        // list is of this kind.
        let consecutive =
            (tier.movers[0].0..).zip(&tier.movers).all(|(next, mover)| next == mover.0);
        assert!(consecutive, "the players to move in a tier follow each other");
        first.push(u64::from(tier.movers[0].0));
        radices.push(number_of(tier.movers.len()));
    }
    let doc = "The first player who can be to move";
    Some(Digit {
        kind: DigitKind::Mover { first: context.by_tier("FIRST_MOVER", doc, first, Type::U8) },
        radix: context.by_tier("MOVERS", "How many players can be to move", radices, Type::Rank),
        name: "mover".to_owned(),
    })
}

/// Writes the code for the value of a digit.
fn read(context: &Context<'_>, code: &mut Code, digit: &Digit, state: &Expr) -> Expr {
    match &digit.kind {
        DigitKind::Pieces { rank, .. } if context.form() == Form::Sets => {
            context.call(rank, std::slice::from_ref(state))
        }
        DigitKind::Pieces { cells, rank, sign, .. } => {
            let pieces = gather(code, &context.layout.cells(state), cells, &digit.name);
            if let Some(sign) = sign {
                exchange_if_odd(context, code, sign, state, &pieces);
            }
            context.call(rank, &[pieces])
        }
        DigitKind::Turns { cells, rank, .. } => {
            let turns = gather(code, &context.layout.turns(state), cells, &digit.name);
            context.call(rank, &[turns])
        }
        DigitKind::Counter { counter, low } => {
            context.layout.counter(state, *counter).to(Type::Rank) - u64::from(*low)
        }
        DigitKind::KnownMover => Code::index(0),
        DigitKind::Mover { .. } if digit.radix.value() == Some(1) => Code::index(0),
        DigitKind::Mover { first } => {
            let mover = context.layout.mover(state).expect("there are several players");
            (mover - first).to(Type::Rank)
        }
    }
}

/// Writes the code that takes an index apart; gives the digits.
fn values(code: &mut Code, digits: &[Digit], index: &Expr) -> Vec<Expr> {
    let Some((_, others)) = digits.split_first() else { return Vec::new() };
    let has_values = |digit: &&Digit| digit.radix.value() != Some(1);
    if others.iter().filter(has_values).count() == 0 {
        let zeros = others.iter().map(|_| Code::index(0));
        return [index.clone()].into_iter().chain(zeros).collect();
    }
    let rest = code.name("rest", index);
    let mut values = Vec::new();
    for digit in others.iter().rev() {
        if has_values(&digit) {
            values.push(code.name(&digit.name, &rest % &digit.radix));
            code.update(&rest, Operator::Div, digit.radix.clone());
        } else {
            values.push(Code::index(0));
        }
    }
    values.push(rest);
    values.reverse();
    values
}

/// Writes the code that makes a position of the digits.
fn assemble(context: &Context<'_>, code: &mut Code, digits: &[Digit], values: Vec<Expr>) {
    let state = context.state();
    if context.form() == Form::Cells {
        code.name("state", Expr::zero_state());
    }
    for (digit, value) in digits.iter().zip(values) {
        match &digit.kind {
            // The one zone writes all sets.
            DigitKind::Pieces { unrank, .. } if context.form() == Form::Sets => {
                code.name("state", context.call(unrank, &[value]));
            }
            DigitKind::Pieces { cells, unrank, sign: Some(sign), .. } => {
                let name = format!("all_{}", digit.name);
                let pieces = code.name(&name, context.call(unrank, &[value]));
                exchange_if_odd(context, code, sign, &state, &pieces);
                scatter(code, &context.layout.cells(&state), cells, &digit.name, pieces);
            }
            DigitKind::Pieces { cells, unrank, .. } => {
                let pieces = context.call(unrank, &[value]);
                scatter(code, &context.layout.cells(&state), cells, &digit.name, pieces);
            }
            DigitKind::Turns { cells, unrank, .. } => {
                let turns = context.call(unrank, &[value]);
                scatter(code, &context.layout.turns(&state), cells, &digit.name, turns);
            }
            DigitKind::Counter { counter, low } => {
                let counter = context.layout.counter(&state, *counter);
                code.set(&counter, value.to(Type::U8) + u64::from(*low));
            }
            DigitKind::KnownMover => {}
            DigitKind::Mover { first } => {
                let mover = context.layout.mover(&state).expect("there are several players");
                code.set(&mover, value.to(Type::U8) + first);
            }
        }
    }
}

/// Writes the code that exchanges the first two pieces where the other zones make their order an
/// odd one.
fn exchange_if_odd(
    context: &Context<'_>,
    code: &mut Code,
    sign: &SignOf,
    state: &Expr,
    pieces: &Expr,
) {
    let opposite = Expr::number(Type::U32, u64::from(sign.opposite));
    let mut odd = opposite;
    for (number, (cells, function)) in sign.zones.iter().enumerate() {
        let name = format!("before_{}", number + 1);
        let before = gather(code, &context.layout.cells(state), cells, &name);
        odd = odd ^ context.call(function, &[before]);
    }
    code.when(odd.differs(0), |code| {
        let held = code.name("held", pieces.at(place(0)));
        code.set(&pieces.at(place(0)), pieces.at(place(1)));
        code.set(&pieces.at(place(1)), held);
    });
}

/// The elements of an array at some places, or all of them.
fn gather(code: &mut Code, all: &Expr, cells: &Cells, name: &str) -> Expr {
    let Some(list) = &cells.list else { return all.clone() };
    let some = code.name(name, Expr::filled(Expr::number(Type::U8, 0_u32), cells.length));
    code.count("number", 0, place(cells.length), |code, number| {
        code.set(&some.at(&number), all.at(list.at(&number)));
    });
    some
}

/// Puts elements to some places of an array, or to all.
fn scatter(code: &mut Code, all: &Expr, cells: &Cells, name: &str, value: Expr) {
    let Some(list) = &cells.list else { return code.set(all, value) };
    let some = code.name(&format!("these_{name}"), value);
    code.count("number", 0, place(cells.length), |code, number| {
        code.set(&all.at(list.at(&number)), some.at(&number));
    });
}

/// The counters that the tier fixes, with their values.
fn fixed_counters(context: &mut Context<'_>) -> Vec<(usize, Expr)> {
    let hash = context.hash;
    let mut fixed = Vec::new();
    for counter in 0..context.model.counters.len() {
        if hash.counters.iter().any(|(free, _, _)| *free == counter) {
            continue;
        }
        let what = What::Counter(u8::try_from(counter).expect("few counters"));
        let position = hash.key.iter().position(|number| *number == what);
        let value = |key: &Vec<i64>| match position {
            Some(position) => u64::try_from(key[position]).expect("counters are not negative"),
            None => u64::from(hash.initial[counter]),
        };
        let values = hash.tiers().iter().map(|tier| value(&tier.key)).collect();
        let name = context.layout.counter_name(counter).to_uppercase();
        let doc = format!("The counter `{}`", context.model.counters[counter].name);
        fixed.push((counter, context.by_tier(&name, &doc, values, Type::U8)));
    }
    fixed
}

/// Where the tiers begin.
pub(super) fn starts(context: &mut Context<'_>) -> Expr {
    let hash = context.hash;
    let mut starts: Vec<u64> =
        (0..hash.tiers().len()).map(|tier| hash.blocks.start(tier)).collect();
    starts.push(hash.size());
    let doc = "The first index of each tier, and the number of all.";
    context.listed("STARTS", doc, starts, 8)
}

/// Adds `rank` and `unrank` over all tiers.
fn over_all_tiers(context: &mut Context<'_>) {
    let count = context.hash.tiers().len();
    let starts = starts(context);
    let start = |tier: &Expr| starts.at(tier).to(Type::Rank);
    let state = context.state();
    let index = Expr::name(Type::Rank, "index");
    let mut parameters = context.tables_argument();
    parameters.push(state.clone());
    let body = Code::block(|code| {
        let tier = code.name("tier", context.call("tier_of", std::slice::from_ref(&state)));
        code.give(start(&tier) + context.call("rank_in_tier", &[state]));
    });
    context.function("rank", "The index of a position.", &parameters, Type::Rank, body);
    *parameters.last_mut().expect("the position") = index.clone();
    let body = Code::block(|code| {
        let tier = code.name("tier", place(0));
        let after = code.name("after", place(count));
        code.repeat((&tier + 1).less(&after), |code| {
            let middle = code.name("middle", (&tier + &after) / 2);
            code.either(
                start(&middle).at_most(&index),
                |code| code.set(&tier, &middle),
                |code| code.set(&after, &middle),
            );
        });
        code.give(context.call("unrank_in_tier", &[&index - start(&tier)]));
    });
    context.function("unrank", "The position with an index.", &parameters, Type::State, body);
}
