//! Numbers read off a position, as expressions.
//!
//! Numbers may be negative in the language. A comparison of sums is rearranged so that both sides
//! have positive terms only; what is left, products, quotients and very large numbers, is computed
//! with a sign.

use super::{holds, set_in, shapes, tests_in};
use crate::ast::Relation;
use crate::ir::{Expr, Operator, Type};
use crate::lower::context::Context;
use crate::lower::place;
use crate::lower::rules::view::{Here, View};
use crate::lower::state::Form;
use crate::model::{Cond, Content, ContentSet, MAX_COUNTER, Region, Value};

/// Compares two numbers.
pub(super) fn compare(
    context: &mut Context<'_>,
    view: View<'_>,
    (left, right): (&Value, &Value),
    op: Relation,
) -> Expr {
    let mut sum = Linear::default();
    let is_linear = sum.add(left, 1).and_then(|()| sum.add(right, -1)).is_some();
    let [left, right] = if is_linear && sum.fits(context) {
        sum.sides(context, view)
    } else {
        [signed(context, view, left).0, signed(context, view, right).0]
    };
    match op {
        Relation::Equal => left.equals(right),
        Relation::NotEqual => left.differs(right),
        Relation::Less => left.less(right),
        Relation::AtMost => left.at_most(right),
        Relation::Greater => right.less(left),
        Relation::AtLeast => right.at_most(left),
    }
}

/// A sum of counts and counters with factors.
#[derive(Default)]
struct Linear {
    constant: i64,
    terms: Vec<(i64, Value)>,
}

impl Linear {
    /// Adds a value `factor` times; none if it is no sum or too large.
    fn add(&mut self, value: &Value, factor: i64) -> Option<()> {
        match value {
            Value::Number(number) => {
                self.constant = self.constant.checked_add(factor.checked_mul(*number)?)?;
            }
            Value::Counter(_)
            | Value::Count { .. }
            | Value::CountHere { .. }
            | Value::Shapes { .. } => self.terms.push((factor, value.clone())),
            Value::Sum(terms) => {
                for (own, term) in terms {
                    self.add(term, factor.checked_mul(*own)?)?;
                }
            }
            Value::Product(_) | Value::Quotient(..) => return None,
        }
        Some(())
    }

    /// Whether the terms of one sign fit 32 bits.
    fn fits(&self, context: &Context<'_>) -> bool {
        let terms = self.terms.iter().map(|(factor, term)| (*factor, most(context, term)));
        let all = terms.chain([(self.constant, 1)]).try_fold(0_u64, |all, (factor, most)| {
            all.checked_add(factor.unsigned_abs().checked_mul(most)?)
        });
        all.is_some_and(|all| u32::try_from(all).is_ok())
    }

    /// The positive terms, and the negative ones without their sign.
    fn sides(&self, context: &mut Context<'_>, view: View<'_>) -> [Expr; 2] {
        let mut sides = [Expr::number(Type::U32, 0_u32), Expr::number(Type::U32, 0_u32)];
        let mut add = |factor: i64, value: Expr| {
            let side = &mut sides[usize::from(factor < 0)];
            *side = &*side + value * factor.unsigned_abs();
        };
        for (factor, term) in &self.terms {
            add(*factor, read(context, view, term));
        }
        add(self.constant.signum(), Expr::number(Type::U32, self.constant.unsigned_abs()));
        sides
    }
}

/// The most that something read off a position can be.
fn most(context: &Context<'_>, value: &Value) -> u64 {
    match value {
        Value::Shapes { shape, .. } => context.model.shapes[shape.index()].instances.len() as u64,
        // There are at most 128 cells, and at most 255 pieces in heaps; empty heaps count one
        // each.
        _ => 2 * MAX_COUNTER.unsigned_abs(),
    }
}

/// A count or a counter.
fn read(context: &mut Context<'_>, view: View<'_>, value: &Value) -> Expr {
    match value {
        Value::Counter(counter) => {
            context.layout.counter(view.state, counter.index()).to(Type::U32)
        }
        Value::Count { contents, region } => count(context, view.state, *contents, region),
        Value::CountHere { contents, region } => count_here(context, view, *contents, region),
        Value::Shapes { shape, at_here } => shapes::completed(context, view, *shape, *at_here),
        other => unreachable!("no term of a sum: {other:?}"),
    }
}

/// How many cells of a region hold one of some contents, or how many pieces stand in its heaps.
fn count(context: &mut Context<'_>, state: &Expr, contents: ContentSet, region: &Region) -> Expr {
    let zero = Expr::number(Type::U32, 0_u32);
    let tests = tests_in(context, state, contents, region);
    let (known, asked): (Vec<Expr>, Vec<Expr>) =
        tests.into_iter().partition(|test| test.value() == Some(1));
    if context.model.heap {
        return heaps(context, state, contents, region);
    }
    let tested = asked.into_iter().fold(zero, |sum, test| sum + test.to(Type::U32));
    let counted = match context.form() {
        Form::Sets => set_in(context, state, contents, region).count_ones() + tested,
        Form::Cells => tested,
    };
    counted + Expr::number(Type::U32, known.len() as u64)
}

/// How many pieces stand in the heaps of a region; an empty one counts as one if empty cells are
/// asked for.
fn heaps(context: &mut Context<'_>, state: &Expr, contents: ContentSet, region: &Region) -> Expr {
    let mut sum = Expr::number(Type::U32, 0_u32);
    for cell in region.cells.iter() {
        let number = context.hash.position(cell).expect("every heap can change");
        let heap = context.layout.cells(state).at(place(number));
        let amount = amount(&heap, contents);
        let inside = region.shape.map(|_| {
            let only = Region { cells: [cell].into_iter().collect(), ..*region };
            let anything = ContentSet::EMPTY_CELL.union(ContentSet::all_pieces(1));
            let mut tests = tests_in(context, state, anything, &only);
            tests.pop().unwrap_or_else(|| Expr::truth(false))
        });
        sum = match inside {
            None => sum + amount,
            Some(inside) => sum + amount.or_if_not(&inside, &Expr::number(Type::U32, 0_u32)),
        };
    }
    sum
}

/// What a heap adds to a count of some contents.
fn amount(heap: &Expr, contents: ContentSet) -> Expr {
    let [empty, pieces] = [0, 1].map(|content| contents.contains(Content(content)));
    let none = Expr::number(Type::U32, 0_u32);
    match (empty, pieces) {
        (false, false) => none,
        (false, true) => heap.to(Type::U32),
        (true, false) => heap.equals(0).to(Type::U32),
        (true, true) => heap.to(Type::U32) + heap.equals(0).to(Type::U32),
    }
}

/// How much the cell `here` alone adds to such a count.
fn count_here(
    context: &mut Context<'_>,
    view: View<'_>,
    contents: ContentSet,
    region: &Region,
) -> Expr {
    let inside = super::lower_at(context, view, &Cond::Here(*region));
    let none = Expr::number(Type::U32, 0_u32);
    let held = match view.here {
        Here::Nowhere => return none,
        Here::Fixed(cell) => {
            Expr::truth(contents.contains(Content(context.hash.board_content(*cell))))
        }
        Here::At(here) => match context.form() {
            Form::Sets => {
                let everywhere = context.hash.cells.iter().copied().collect();
                let everywhere = Region { cells: everywhere, shape: None };
                (set_in(context, view.state, contents, &everywhere) & here).differs(0)
            }
            Form::Cells => {
                let held = context.layout.cells(view.state).at(here);
                if context.model.heap {
                    let amount = amount(&held, contents);
                    return if inside.value() == Some(1) {
                        amount
                    } else {
                        amount.or_if_not(&inside, &none)
                    };
                }
                holds(context, &held, contents)
            }
        },
    };
    inside.and_then(&held).to(Type::U32)
}

/// A number with a sign, and its bounds. Bounds that 64 bits do not hold are cut, as the number
/// itself is.
pub(in crate::lower::rules) fn signed(
    context: &mut Context<'_>,
    view: View<'_>,
    value: &Value,
) -> (Expr, (i128, i128)) {
    let literal = |number: i64| (constant(number), (i128::from(number), i128::from(number)));
    match value {
        Value::Number(number) => literal(*number),
        Value::Sum(terms) => {
            let mut sum = literal(0);
            for (factor, term) in terms {
                let term = signed(context, view, term);
                sum = combine(Operator::Add, sum, combine(Operator::Mul, literal(*factor), term));
            }
            sum
        }
        Value::Product(factors) => {
            let mut product = literal(1);
            for factor in factors {
                let factor = signed(context, view, factor);
                product = combine(Operator::Mul, product, factor);
            }
            product
        }
        Value::Quotient(dividend, divisor) => {
            let (dividend, (low, high)) = signed(context, view, dividend);
            let by = i128::from(*divisor);
            (dividend / constant(*divisor), (low / by, high / by))
        }
        read_off => {
            let most = i128::from(most(context, read_off));
            (read(context, view, read_off).to(Type::I64), (0, most))
        }
    }
}

/// The sum or product of two numbers with their bounds.
fn combine(
    operator: Operator,
    (left, (low, high)): (Expr, (i128, i128)),
    (right, (other_low, other_high)): (Expr, (i128, i128)),
) -> (Expr, (i128, i128)) {
    let ends = match operator {
        Operator::Mul => {
            [low * other_low, low * other_high, high * other_low, high * other_high].to_vec()
        }
        _ => [low + other_low, high + other_high].to_vec(),
    };
    let low = ends.iter().copied().min().expect("there are ends");
    let high = ends.iter().copied().max().expect("there are ends");
    let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
    if low < least || high > most {
        let cut = (low.clamp(least, most), high.clamp(least, most));
        return (left.saturating(operator, &right), cut);
    }
    let value = if operator == Operator::Mul { left * right } else { left + right };
    (value, (low, high))
}

/// A literal with a sign.
fn constant(number: i64) -> Expr {
    let zero = Expr::number(Type::I64, 0_u32);
    match number {
        0.. => Expr::number(Type::I64, number.unsigned_abs()),
        i64::MIN => zero - i64::MAX.unsigned_abs() - 1,
        _ => zero - number.unsigned_abs(),
    }
}
