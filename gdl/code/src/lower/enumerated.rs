//! Positions that were enumerated: a sorted list of keys, see [`crate::plan::enumerated`].
//!
//! The digits of a key are packed into as few 64-bit words as they need. Words are compared from
//! the first to the last, so keys keep the order of their digits, whatever the number of words.

use super::context::Context;
use super::place;
use crate::ir::{Code, Expr, Operator, Type};
use crate::plan::enumerated::{Enumerated, Field, Place};

/// Digits of one word of a key that lie beside each other in a position.
struct Run<'a> {
    fields: &'a [Field],
    /// The number of the first field.
    first: usize,
}

/// Adds `rank` and `unrank`.
pub(super) fn lower(context: &mut Context<'_>) {
    let tiers: Vec<&Enumerated> =
        context.hash.tiers().iter().filter_map(|tier| tier.enumerated.as_ref()).collect();
    let fields = united(&tiers);
    let words = words(&fields);
    let keys = tiers.iter().flat_map(|tier| keys(tier, &fields, &words)).collect();
    let doc = "The keys of all positions, tier by tier in order, each in a row.";
    let keys = context.given("keys", doc, keys);
    let tables = Digits::new(context, &fields);
    let (first, end) = if context.has_tiers() {
        let starts = super::digits::starts(context);
        let tier = context.call("tier_of", &[context.state()]);
        (starts.at(&tier).to(Type::Index), starts.at(tier + 1).to(Type::Index))
    } else {
        let count = usize::try_from(context.hash.size()).expect("the keys are in memory");
        (place(0), place(count))
    };
    let (state, index) = (context.state(), Expr::name(Type::Rank, "index"));
    let width = u64::try_from(words.len()).expect("few words");
    let body = Code::block(|code| {
        let mut parts = Vec::new();
        for (number, word) in words.iter().enumerate() {
            let key = code.name(&format!("key_{}", number + 1), Expr::number(Type::U64, 0_u32));
            for run in word {
                each(code, run, false, |code, field, offset| {
                    let held = slot(context, &state, run.fields[0].place, offset);
                    let digit = tables.digit(&field, held);
                    code.set(&key, &key * tables.radix(&field) + digit);
                });
            }
            parts.push(key);
        }
        let low = code.name("low", first);
        let high = code.name("high", end);
        code.repeat((&low + 1).less(&high), |code| {
            let middle = code.name("middle", (&low + &high) / 2);
            let mut at_most: Option<Expr> = None;
            for (number, part) in parts.iter().enumerate().rev() {
                let here = keys.at(&middle * width + place(number));
                at_most = Some(match at_most {
                    None => here.at_most(part),
                    Some(later) => later.or_if_not(&here.equals(part), &here.less(part)),
                });
            }
            code.either(
                at_most.expect("a key has words"),
                |code| code.set(&low, &middle),
                |code| code.set(&high, &middle),
            );
        });
        code.give(low.to(Type::Rank));
    });
    let mut parameters = context.tables_argument();
    parameters.push(state.clone());
    let doc = "The index of a position: its place in the list of all that can be reached.";
    context.function("rank", doc, &parameters, Type::Rank, body);
    let body = Code::block(|code| {
        let state = code.name("state", Expr::zero_state());
        let row = code.name("row", index.to(Type::Index) * width);
        for (number, word) in (0_u64..).zip(&words) {
            let rest = code.name(&format!("key_{}", number + 1), keys.at(&row + number));
            for run in word.iter().rev() {
                each(code, run, true, |code, field, offset| {
                    let digit = &rest % tables.radix(&field);
                    let slot = slot(context, &state, run.fields[0].place, offset);
                    code.set(&slot, tables.value(&field, digit));
                    code.update(&rest, Operator::Div, tables.radix(&field));
                });
            }
        }
        code.give(state);
    });
    *parameters.last_mut().expect("the position") = index;
    context.function("unrank", "The position with an index.", &parameters, Type::State, body);
    if context.has_tiers() {
        inside_tiers(context);
    }
}

/// Adds `rank_in_tier` and `unrank_in_tier`: the tiers lie one after the other.
fn inside_tiers(context: &mut Context<'_>) {
    let first = super::digits::starts(context).at(context.tier()).to(Type::Rank);
    let (state, index) = (context.state(), Expr::name(Type::Rank, "index"));
    let mut parameters = context.tables_argument();
    parameters.extend([context.tier(), state.clone()]);
    let body = Code::block(|code| code.give(context.call("rank", &[state]) - &first));
    let doc = "The index of a position inside its tier.";
    context.function("rank_in_tier", doc, &parameters, Type::Rank, body);
    *parameters.last_mut().expect("the position") = index.clone();
    let body = Code::block(|code| code.give(context.call("unrank", &[first + index])));
    let doc = "The position with an index inside a tier.";
    context.function("unrank_in_tier", doc, &parameters, Type::State, body);
}

/// Writes code for every field of a run. `body` gets the number of the field, and how far it lies
/// after the first of the run.
fn each(
    code: &mut Code,
    run: &Run<'_>,
    down: bool,
    body: impl FnOnce(&mut Code, Expr, Option<Expr>),
) {
    if run.fields.len() == 1 {
        return body(code, place(run.first), None);
    }
    let with_field = |code: &mut Code, offset: Expr| {
        let field = if run.first == 0 { offset.clone() } else { &offset + run.first as u64 };
        body(code, field, Some(offset));
    };
    if down {
        code.count_down("number", 0, place(run.fields.len()), with_field);
    } else {
        code.count("number", 0, place(run.fields.len()), with_field);
    }
}

/// The part of a position that a field tells: the place itself, or so far after it.
fn slot(context: &Context<'_>, state: &Expr, place_of: Place, offset: Option<Expr>) -> Expr {
    let position = |cell| {
        let position = context.hash.position(cell);
        let first = place(position.expect("keys tell cells that can change"));
        offset.map_or(first.clone(), |offset| offset + first)
    };
    match place_of {
        Place::Cell(cell) => context.layout.cells(state).at(position(cell)),
        Place::Turn(cell) => context.layout.turns(state).at(position(cell)),
        Place::Counter(counter) => context.layout.counter(state, counter),
        Place::Mover => context.layout.mover(state).expect("only a puzzle has one mover"),
    }
}

/// Tables of the digits and their values, by field.
struct Digits {
    radices: Expr,
    digits: Expr,
    values: Expr,
    width: u64,
}

impl Digits {
    fn new(context: &mut Context<'_>, fields: &[Field]) -> Self {
        let largest = fields.iter().filter_map(|field| field.values.last()).max();
        let width = largest.map_or(1, |largest| usize::from(*largest) + 1);
        let radices = fields.iter().map(radix).collect();
        let mut digits = vec![0; width * fields.len()];
        let mut values = vec![0; width * fields.len()];
        for (number, field) in fields.iter().enumerate() {
            for (digit, value) in field.values.iter().enumerate() {
                digits[number * width + usize::from(*value)] = digit as u64;
                values[number * width + digit] = u64::from(*value);
            }
        }
        Digits {
            radices: context.listed(
                "RADICES",
                "How many values each digit of a key has.",
                radices,
                20,
            ),
            digits: context.listed(
                "DIGITS",
                "The digit of each value, by place in the key.",
                digits,
                width,
            ),
            values: context.listed(
                "VALUES",
                "The value of each digit, by place in the key.",
                values,
                width,
            ),
            width: u64::try_from(width).expect("at most 256"),
        }
    }

    fn radix(&self, field: &Expr) -> Expr {
        self.radices.at(field).to(Type::U64)
    }

    fn digit(&self, field: &Expr, value: Expr) -> Expr {
        self.digits.at(field * self.width + value.to(Type::Index)).to(Type::U64)
    }

    fn value(&self, field: &Expr, digit: Expr) -> Expr {
        self.values.at(field * self.width + digit.to(Type::Index)).to(Type::U8)
    }
}

fn radix(field: &Field) -> u64 {
    u64::try_from(field.values.len()).expect("at most 256")
}

/// The fields of all tiers, each with the values of any. More values do not change the order of
/// keys.
fn united(tiers: &[&Enumerated]) -> Vec<Field> {
    let mut fields = tiers[0].fields.clone();
    for tier in &tiers[1..] {
        for (field, other) in fields.iter_mut().zip(&tier.fields) {
            field.values.extend(&other.values);
        }
    }
    for field in &mut fields {
        field.values.sort_unstable();
        field.values.dedup();
    }
    fields
}

/// The keys of a tier as words, in order.
fn keys(tier: &Enumerated, fields: &[Field], words: &[Vec<Run<'_>>]) -> Vec<u64> {
    let mut keys = Vec::new();
    for index in 0..tier.size() {
        let own = tier.digits(index);
        let digit = |number: usize| {
            let value = tier.fields[number].values[usize::from(own[number])];
            let digit = fields[number].values.iter().position(|known| *known == value);
            u64::try_from(digit.expect("all values are known")).expect("at most 256")
        };
        for word in words {
            let numbers = word.iter().flat_map(|run| run.first..run.first + run.fields.len());
            keys.push(numbers.fold(0, |key, number| key * radix(&fields[number]) + digit(number)));
        }
    }
    keys
}

/// The fields in words of 64 bits. A mover who is always the first player is no digit: puzzles
/// have no other, and states begin with it.
fn words(fields: &[Field]) -> Vec<Vec<Run<'_>>> {
    let mut words: Vec<Vec<Run<'_>>> = vec![Vec::new()];
    let mut size = 1_u128;
    for (number, field) in fields.iter().enumerate() {
        if field.place == Place::Mover && field.values == [0] {
            continue;
        }
        let mut larger = size * u128::from(radix(field));
        if larger > u128::from(u64::MAX) {
            words.push(Vec::new());
            larger = radix(field).into();
        }
        size = larger;
        let word = words.last_mut().expect("there is a word");
        let same_kind = |run: &&mut Run<'_>| {
            matches!(
                (run.fields[0].place, field.place),
                (Place::Cell(_), Place::Cell(_)) | (Place::Turn(_), Place::Turn(_))
            )
        };
        match word.last_mut().filter(same_kind) {
            Some(run) => run.fields = &fields[run.first..=number],
            None => word.push(Run { fields: &fields[number..=number], first: number }),
        }
    }
    words
}
