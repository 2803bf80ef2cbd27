//! Values: literals, names, operators, with their types.

use super::Type;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Not, Rem, Shl, Shr, Sub};
use std::rc::Rc;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// Its type.
    pub ty: Type,
    /// How it is made.
    pub kind: Rc<Kind>,
}

/// How a value is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number(u128),
    /// A set of cells as a number, shown with this number of bits.
    Set(u128, usize),
    /// A variable, parameter, constant or table.
    Name(String),
    /// A field of a position, or a table among the computed ones.
    Field(Expr, String),
    /// An element of an array, list or table.
    Item(Expr, Expr),
    /// All bits (or the truth) turned round.
    Not(Expr),
    /// Two values combined. Both have the same type, except that a shift goes by any number.
    Binary(Operator, Expr, Expr),
    /// The number of bits set.
    CountOnes(Expr),
    /// The place of the lowest bit that is set.
    TrailingZeros(Expr),
    /// The same number in another type; what does not fit is cut off.
    Convert(Expr),
    /// One of two values.
    Choose(Expr, Expr, Expr),
    /// The result of a function.
    Call(String, Vec<Expr>),
    /// An array with this in all places.
    Filled(Expr),
    /// A position with everything 0.
    ZeroState,
    /// A list of nothing.
    EmptyList,
    /// How many values a list has.
    Length(Expr),
    /// A sum or product that stays at the largest or smallest number where it would go beyond.
    Saturating(Operator, Expr, Expr),
    /// A visitor that makes a variable true, then shows the position to another visitor, if there
    /// is one.
    Noting(Expr, Option<Expr>),
    /// A visitor that calls the position by a name and shows it to another visitor if a condition
    /// holds.
    Filtered(String, Expr, Expr),
}

/// How two values are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// Sum; it never overflows.
    Add,
    /// Difference; it is never negative unless the type has a sign.
    Sub,
    /// Product; it never overflows.
    Mul,
    /// Quotient, rounded towards zero.
    Div,
    /// Remainder.
    Rem,
    /// Bits set in both, or both true.
    And,
    /// Bits set in one, or one true.
    Or,
    /// Bits set in exactly one.
    Xor,
    /// Bits moved up.
    Shl,
    /// Bits moved down.
    Shr,
    /// Equal.
    Equal,
    /// Not equal.
    NotEqual,
    /// Less.
    Less,
    /// Less or equal.
    AtMost,
    /// Both true; the second is not looked at if the first is false.
    AndThen,
    /// One true; the second is not looked at if the first is true.
    OrElse,
}

impl Operator {
    fn is_comparison(self) -> bool {
        matches!(self, Operator::Equal | Operator::NotEqual | Operator::Less | Operator::AtMost)
    }
}

impl Expr {
    fn new(ty: Type, kind: Kind) -> Self {
        Expr { ty, kind: Rc::new(kind) }
    }

    /// A number.
    pub fn number(ty: Type, number: impl Into<u128>) -> Self {
        Self::new(ty, Kind::Number(number.into()))
    }

    /// A set of cells, shown with `width` bits.
    pub fn set(ty: Type, set: u128, width: usize) -> Self {
        Self::new(ty, Kind::Set(set, width))
    }

    /// Something with a name.
    pub fn name(ty: Type, name: impl Into<String>) -> Self {
        Self::new(ty, Kind::Name(name.into()))
    }

    /// The result of a function.
    pub fn call(ty: Type, name: &str, arguments: Vec<Expr>) -> Self {
        Self::new(ty, Kind::Call(name.to_owned(), arguments))
    }

    /// An array with this in all places.
    pub fn filled(element: Expr, length: usize) -> Self {
        let ty = Type::array(element.ty.clone(), length);
        Self::new(ty, Kind::Filled(element))
    }

    /// A position with everything 0.
    pub fn zero_state() -> Self {
        Self::new(Type::State, Kind::ZeroState)
    }

    /// A list of nothing.
    pub fn empty_list(element: Type) -> Self {
        Self::new(Type::List(Box::new(element)), Kind::EmptyList)
    }

    /// How many values this list has.
    #[must_use]
    pub fn length(&self) -> Self {
        Self::new(Type::Index, Kind::Length(self.clone()))
    }

    /// A visitor that makes this variable true, then shows the position to another visitor, if
    /// there is one.
    #[must_use]
    pub fn noting(&self, then: Option<Expr>) -> Self {
        Self::new(Type::Visitor, Kind::Noting(self.clone(), then))
    }

    /// A visitor that shows a position, called by this name, to this visitor if a condition holds.
    #[must_use]
    pub fn filtered(&self, name: &str, condition: &Expr) -> Self {
        if condition.value() == Some(1) {
            return self.clone();
        }
        let kind = Kind::Filtered(name.to_owned(), condition.clone(), self.clone());
        Self::new(Type::Visitor, kind)
    }

    /// The sum or product of two numbers with a sign, held within their bounds.
    #[must_use]
    pub fn saturating(&self, operator: Operator, other: &Expr) -> Self {
        assert_eq!((&self.ty, &other.ty), (&Type::I64, &Type::I64), "numbers with a sign");
        Self::new(Type::I64, Kind::Saturating(operator, self.clone(), other.clone()))
    }

    /// The number, if it is one that is known.
    pub fn value(&self) -> Option<u128> {
        match *self.kind {
            Kind::Number(number) | Kind::Set(number, _) => Some(number),
            _ => None,
        }
    }

    /// A field of this position, or one of these tables.
    #[must_use]
    pub fn field(&self, name: &str, ty: Type) -> Self {
        Self::new(ty, Kind::Field(self.clone(), name.to_owned()))
    }

    /// The element of this array or table at a place.
    #[must_use]
    pub fn at(&self, index: impl Into<Expr>) -> Self {
        let (Type::Array(element, _) | Type::List(element)) = &self.ty else {
            panic!("only arrays and lists have elements, not {:?}", self.kind);
        };
        Self::new((**element).clone(), Kind::Item(self.clone(), index.into()))
    }

    /// The same number in another type.
    #[must_use]
    pub fn to(&self, ty: Type) -> Self {
        if ty == self.ty {
            return self.clone();
        }
        match *self.kind {
            Kind::Number(number) => Self::number(ty, number),
            Kind::Set(set, width) => Self::set(ty, set, width),
            _ => Self::new(ty, Kind::Convert(self.clone())),
        }
    }

    /// How many bits are set.
    #[must_use]
    pub fn count_ones(&self) -> Self {
        if let Some(number) = self.value() {
            return Self::number(Type::U32, number.count_ones());
        }
        Self::new(Type::U32, Kind::CountOnes(self.clone()))
    }

    /// The place of the lowest bit that is set.
    #[must_use]
    pub fn trailing_zeros(&self) -> Self {
        Self::new(Type::U32, Kind::TrailingZeros(self.clone()))
    }

    /// This if a condition holds, else the other.
    #[must_use]
    pub fn or_if_not(&self, condition: &Expr, other: &Expr) -> Self {
        let kind = Kind::Choose(condition.clone(), self.clone(), other.clone());
        Self::new(self.ty.clone(), kind)
    }

    /// Whether both are equal.
    #[must_use]
    pub fn equals(&self, other: impl Into<Operand>) -> Self {
        self.combine(Operator::Equal, other.into())
    }

    /// Whether they differ.
    #[must_use]
    pub fn differs(&self, other: impl Into<Operand>) -> Self {
        self.combine(Operator::NotEqual, other.into())
    }

    /// Whether this is less.
    #[must_use]
    pub fn less(&self, other: impl Into<Operand>) -> Self {
        self.combine(Operator::Less, other.into())
    }

    /// Whether this is at most the other.
    #[must_use]
    pub fn at_most(&self, other: impl Into<Operand>) -> Self {
        self.combine(Operator::AtMost, other.into())
    }

    /// Whether both are true.
    #[must_use]
    pub fn and_then(&self, other: &Expr) -> Self {
        self.combine(Operator::AndThen, other.into())
    }

    /// Whether one of both is true.
    #[must_use]
    pub fn or_else(&self, other: &Expr) -> Self {
        self.combine(Operator::OrElse, other.into())
    }

    /// Whether something is true.
    pub fn truth(value: bool) -> Self {
        Self::number(Type::Bool, u32::from(value))
    }

    fn combine(&self, operator: Operator, other: Operand) -> Self {
        let is_shift = matches!(operator, Operator::Shl | Operator::Shr);
        let other = match other {
            Operand::Literal(number) if is_shift => Expr::number(Type::U32, number),
            Operand::Literal(number) => Expr::number(self.ty.clone(), number),
            Operand::Expr(other) => other,
        };
        assert!(is_shift || self.ty == other.ty, "{operator:?} of {self:?} and {other:?}");
        let ty = match operator {
            Operator::AndThen | Operator::OrElse => Type::Bool,
            _ if operator.is_comparison() => Type::Bool,
            _ => self.ty.clone(),
        };
        if let Some(simple) = simplified(operator, self, &other) {
            return simple;
        }
        Self::new(ty, Kind::Binary(operator, self.clone(), other))
    }
}

/// What an operation comes to if one side is trivial or both are known.
///
/// Literals have no types in Rust, so an operation on nothing but literals would have the type
/// that Rust takes for granted.
fn simplified(operator: Operator, left: &Expr, right: &Expr) -> Option<Expr> {
    let known = |number: Option<u128>| Some(Expr::number(left.ty.clone(), number?));
    let set = |bits: u128| match (&*left.kind, &*right.kind) {
        (Kind::Set(_, width), _) | (_, Kind::Set(_, width)) => {
            Some(Expr::set(left.ty.clone(), bits, *width))
        }
        _ => Some(Expr::number(left.ty.clone(), bits)),
    };
    // Numbers with a sign are not kept as what they are.
    let truth = |holds: bool| (left.ty != Type::I64).then(|| Expr::truth(holds));
    match (operator, left.value(), right.value()) {
        (Operator::Add, Some(left), Some(right)) => known(left.checked_add(right)),
        (Operator::Mul, Some(left), Some(right)) => known(left.checked_mul(right)),
        (Operator::Sub, Some(left), Some(right)) => known(left.checked_sub(right)),
        (
            Operator::Add
            | Operator::Sub
            | Operator::Or
            | Operator::Xor
            | Operator::Shl
            | Operator::Shr,
            _,
            Some(0),
        )
        | (Operator::Mul | Operator::Div, _, Some(1)) => Some(left.clone()),
        (Operator::And, Some(left), Some(right)) => set(left & right),
        (Operator::Or, Some(left), Some(right)) => set(left | right),
        (Operator::Xor, Some(left), Some(right)) => set(left ^ right),
        (Operator::And, Some(0), _) | (Operator::And, _, Some(0)) => known(Some(0)),
        (Operator::Equal, Some(left), Some(right)) => truth(left == right),
        (Operator::NotEqual, Some(left), Some(right)) => truth(left != right),
        (Operator::Less, Some(left), Some(right)) => truth(left < right),
        (Operator::AtMost, Some(left), Some(right)) => truth(left <= right),
        (Operator::Add | Operator::Or | Operator::Xor, Some(0), _)
        | (Operator::Mul, Some(1), _) => Some(right.clone()),
        (Operator::AndThen, Some(1), _) | (Operator::OrElse, Some(0), _) => Some(right.clone()),
        (Operator::AndThen, Some(0), _)
        | (Operator::OrElse, Some(1), _)
        | (Operator::AndThen, _, Some(1))
        | (Operator::OrElse, _, Some(0)) => Some(left.clone()),
        (Operator::Mul, Some(0), _) | (Operator::Mul, _, Some(0)) | (Operator::Rem, _, Some(1)) => {
            known(Some(0))
        }
        _ => None,
    }
}

/// The right-hand side of an operator: an expression, or a literal of the type of the left-hand
/// side.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A literal.
    Literal(u128),
    /// An expression.
    Expr(Expr),
}

impl From<u64> for Operand {
    fn from(number: u64) -> Self {
        Operand::Literal(number.into())
    }
}

impl From<Expr> for Operand {
    fn from(expr: Expr) -> Self {
        Operand::Expr(expr)
    }
}

impl From<&Expr> for Operand {
    fn from(expr: &Expr) -> Self {
        Operand::Expr(expr.clone())
    }
}

impl From<u64> for Expr {
    fn from(number: u64) -> Self {
        Expr::number(Type::Index, number)
    }
}

impl From<&Expr> for Expr {
    fn from(expr: &Expr) -> Self {
        expr.clone()
    }
}

macro_rules! operators {
    ($($name:ident $method:ident $operator:ident,)*) => {$(
        impl<T: Into<Operand>> $name<T> for Expr {
            type Output = Expr;
            fn $method(self, other: T) -> Expr {
                self.combine(Operator::$operator, other.into())
            }
        }

        impl<T: Into<Operand>> $name<T> for &Expr {
            type Output = Expr;
            fn $method(self, other: T) -> Expr {
                self.combine(Operator::$operator, other.into())
            }
        }
    )*};
}

operators! {
    Add add Add,
    Sub sub Sub,
    Mul mul Mul,
    Div div Div,
    Rem rem Rem,
    BitAnd bitand And,
    BitOr bitor Or,
    BitXor bitxor Xor,
    Shl shl Shl,
    Shr shr Shr,
}

impl Not for Expr {
    type Output = Expr;
    fn not(self) -> Expr {
        !&self
    }
}

impl Not for &Expr {
    type Output = Expr;
    fn not(self) -> Expr {
        match (&self.ty, self.value(), &*self.kind) {
            (Type::Bool, Some(value), _) => Expr::truth(value == 0),
            (Type::Bool, None, Kind::Not(of)) => of.clone(),
            // Indices have another width in other languages.
            (Type::U8 | Type::U16 | Type::U32 | Type::U64 | Type::U128, Some(value), kind) => {
                let all = u128::MAX >> (128 - self.ty.bits());
                match kind {
                    Kind::Set(_, width) => Expr::set(self.ty.clone(), !value & all, *width),
                    _ => Expr::number(self.ty.clone(), !value & all),
                }
            }
            _ => Expr::new(self.ty.clone(), Kind::Not(self.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_trivial_is_left_out() {
        let x = Expr::name(Type::U64, "x");
        assert_eq!(&x + 0, x);
        assert_eq!(&x * 1, x);
        assert_eq!(&x * Operand::Literal(0), Expr::number(Type::U64, 0_u32));
        assert_eq!(Expr::number(Type::U64, 6_u32) * 7, Expr::number(Type::U64, 42_u32));
        assert!(matches!(*(&x + 1).kind, Kind::Binary(Operator::Add, ..)));
        assert_eq!(x.to(Type::U64), x);
    }

    #[test]
    fn what_is_known_is_computed() {
        let set = |bits: u32| Expr::set(Type::U32, bits.into(), 6);
        let number = |number: u32| Expr::number(Type::U32, number);
        assert_eq!((number(0) & set(0b11_1111)).count_ones(), number(0));
        assert_eq!((set(0b110) & set(0b011)).count_ones(), number(1));
        assert_eq!(Expr::name(Type::U32, "x") & number(0), number(0));
        assert_eq!(!number(1), number(u32::MAX - 1));
        assert_eq!(number(3).less(4), Expr::truth(true));
        assert_eq!(number(3).equals(4), Expr::truth(false));
        let below = Expr::number(Type::I64, 0_u32) - 1;
        assert!(matches!(*below.kind, Kind::Binary(..)), "a number with a sign");
    }

    #[test]
    #[should_panic(expected = "Add of")]
    fn types_must_agree() {
        let _ = Expr::name(Type::U64, "x") + Expr::name(Type::U32, "y");
    }
}
