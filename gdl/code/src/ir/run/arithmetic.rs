//! Numbers as the language has them: with a width, and without overflow.

use super::value::Value;
use crate::ir::{Operator, Type};

/// How numbers of a type behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// True or false.
    Truth,
    /// This number of bits without a sign.
    Unsigned(u32),
    /// What arrays are indexed with: at least 32 bits, so nothing may need more.
    Index,
    /// 64 bits with a sign.
    Signed,
    /// No number.
    Other,
}

impl Sort {
    pub(super) fn of(ty: &Type) -> Self {
        match ty {
            Type::Bool => Sort::Truth,
            Type::I64 => Sort::Signed,
            Type::Index => Sort::Index,
            Type::U8 | Type::U16 | Type::U32 | Type::U64 | Type::U128 | Type::Rank => {
                Sort::Unsigned(u32::try_from(ty.bits()).expect("at most 128"))
            }
            Type::Array(..)
            | Type::List(_)
            | Type::State
            | Type::Tables
            | Type::Visitor
            | Type::Nothing => Sort::Other,
        }
    }

    /// Whether these are numbers without a sign.
    pub(super) fn is_without_sign(self) -> bool {
        matches!(self, Sort::Truth | Sort::Unsigned(_) | Sort::Index)
    }

    /// How many bits numbers have.
    pub(super) fn bits(self) -> u32 {
        match self {
            Sort::Truth => 1,
            Sort::Unsigned(bits) => bits,
            Sort::Index => 32,
            Sort::Signed => 64,
            Sort::Other => 0,
        }
    }

    /// The largest number without a sign.
    pub(super) fn largest(self) -> u128 {
        u128::MAX.checked_shr(128 - self.bits()).unwrap_or(0)
    }
}

/// Two values combined, positions apart.
pub(super) fn binary(
    operator: Operator,
    sort: Sort,
    left: &Value,
    right: &Value,
) -> Result<Value, String> {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            combined(operator, sort, *left, *right).map(Value::Number)
        }
        (Value::Signed(left), Value::Signed(right)) => match compared(operator, *left, *right) {
            Some(holds) => Ok(Value::Number(holds.into())),
            None => signed(operator, *left, *right).map(Value::Signed),
        },
        (Value::Array(left), Value::Array(right)) => match operator {
            Operator::Equal => Ok(Value::Number((left == right).into())),
            Operator::NotEqual => Ok(Value::Number((left != right).into())),
            _ => Err("arrays have no order".to_owned()),
        },
        _ => Err(format!("{operator:?} of {left:?} and {right:?}")),
    }
}

/// A number in another type.
pub(super) fn convert(value: &Value, to: Sort) -> Result<Value, String> {
    match (value, to) {
        (Value::Number(number), Sort::Signed) => {
            let cut = converted(*number, Sort::Unsigned(64))?;
            let bits = u64::try_from(cut).expect("cut to 64 bits");
            Ok(Value::Signed(bits.cast_signed()))
        }
        (Value::Number(number), to) => converted(*number, to).map(Value::Number),
        (Value::Signed(number), Sort::Signed) => Ok(Value::Signed(*number)),
        (Value::Signed(number), to) => {
            let wide = i128::from(*number).cast_unsigned();
            Ok(Value::Number(wide & to.largest()))
        }
        (other, _) => Err(format!("{other:?} is no number")),
    }
}

/// Two numbers without a sign combined; or why that is wrong.
pub(super) fn combined(
    operator: Operator,
    sort: Sort,
    left: u128,
    right: u128,
) -> Result<u128, String> {
    let wrong = || format!("{operator:?} of {left} and {right} does not fit {} bits", sort.bits());
    let fitting =
        |result: Option<u128>| result.filter(|result| *result <= sort.largest()).ok_or_else(wrong);
    let places = || {
        let places = u32::try_from(right).ok().filter(|places| *places < sort.bits());
        places.ok_or_else(wrong)
    };
    Ok(match operator {
        Operator::Add => return fitting(left.checked_add(right)),
        Operator::Sub => return fitting(left.checked_sub(right)),
        Operator::Mul => return fitting(left.checked_mul(right)),
        Operator::Div => return fitting(left.checked_div(right)),
        Operator::Rem => return fitting(left.checked_rem(right)),
        // Nothing may be lost that an index of 64 bits would have kept.
        Operator::Shl if sort == Sort::Index => return fitting(Some(left << places()?)),
        Operator::Shl => (left << places()?) & sort.largest(),
        Operator::Shr => left >> places()?,
        Operator::And | Operator::AndThen => left & right,
        Operator::Or | Operator::OrElse => left | right,
        Operator::Xor => left ^ right,
        Operator::Equal => u128::from(left == right),
        Operator::NotEqual => u128::from(left != right),
        Operator::Less => u128::from(left < right),
        Operator::AtMost => u128::from(left <= right),
    })
}

/// A comparison of two numbers with a sign, if it is one.
fn compared(operator: Operator, left: i64, right: i64) -> Option<bool> {
    Some(match operator {
        Operator::Equal => left == right,
        Operator::NotEqual => left != right,
        Operator::Less => left < right,
        Operator::AtMost => left <= right,
        _ => return None,
    })
}

/// Two numbers with a sign combined; or why that is wrong.
fn signed(operator: Operator, left: i64, right: i64) -> Result<i64, String> {
    let result = match operator {
        Operator::Add => left.checked_add(right),
        Operator::Sub => left.checked_sub(right),
        Operator::Mul => left.checked_mul(right),
        Operator::Div => left.checked_div(right),
        Operator::Rem => left.checked_rem(right),
        _ => None,
    };
    result.ok_or_else(|| format!("{operator:?} of {left} and {right} is no number with a sign"))
}

/// A number without a sign in another type: what does not fit is cut off, but not of an index.
fn converted(number: u128, to: Sort) -> Result<u128, String> {
    match to {
        Sort::Index | Sort::Truth if number > to.largest() => {
            Err(format!("{number} does not fit {} bits", to.bits()))
        }
        _ => Ok(number & to.largest()),
    }
}
