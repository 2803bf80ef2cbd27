//! Expressions as Rust, with no more parentheses than needed.

use super::{is_lent, type_name};
use crate::emit::symbol;
use crate::ir::{Expr, Kind, Operator, Type};

/// An expression; parameters in `lent` are references already.
pub(super) fn print(expr: &Expr, lent: &[String]) -> String {
    let text = Printer { lent }.expr(expr, Binding::Loosest);
    // What was lent is copied to become a value.
    let is_lent = matches!(&*expr.kind, Kind::Name(name) if lent.contains(name));
    if is_lent { format!("*{text}") } else { text }
}

/// How tightly the parts of an expression hold together, the loosest first; as in the reference of
/// Rust.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Loosest,
    OrElse,
    AndThen,
    Comparison,
    Or,
    Xor,
    And,
    Shift,
    Sum,
    Product,
    Cast,
    Prefix,
    Postfix,
}

fn binding(operator: Operator) -> Binding {
    match operator {
        Operator::OrElse => Binding::OrElse,
        Operator::AndThen => Binding::AndThen,
        Operator::Equal | Operator::NotEqual | Operator::Less | Operator::AtMost => {
            Binding::Comparison
        }
        Operator::Or => Binding::Or,
        Operator::Xor => Binding::Xor,
        Operator::And => Binding::And,
        Operator::Shl | Operator::Shr => Binding::Shift,
        Operator::Add | Operator::Sub => Binding::Sum,
        Operator::Mul | Operator::Div | Operator::Rem => Binding::Product,
    }
}

/// The binding that a right-hand side must have: operators of one binding are read from the left.
fn tighter(binding: Binding) -> Binding {
    match binding {
        Binding::Loosest => Binding::OrElse,
        Binding::OrElse => Binding::AndThen,
        Binding::AndThen => Binding::Comparison,
        Binding::Comparison => Binding::Or,
        Binding::Or => Binding::Xor,
        Binding::Xor => Binding::And,
        Binding::And => Binding::Shift,
        Binding::Shift => Binding::Sum,
        Binding::Sum => Binding::Product,
        Binding::Product => Binding::Cast,
        Binding::Cast => Binding::Prefix,
        Binding::Prefix | Binding::Postfix => Binding::Postfix,
    }
}

struct Printer<'a> {
    lent: &'a [String],
}

impl Printer<'_> {
    /// An expression that must hold together at least so tightly.
    fn expr(&self, expr: &Expr, at_least: Binding) -> String {
        let (text, binding) = self.bare(expr);
        if binding < at_least { format!("({text})") } else { text }
    }

    fn bare(&self, expr: &Expr) -> (String, Binding) {
        let tight = |expr: &Expr| self.expr(expr, Binding::Postfix);
        match &*expr.kind {
            Kind::Number(value) if expr.ty == Type::Bool => {
                ((*value != 0).to_string(), Binding::Postfix)
            }
            Kind::Number(value) => (number(*value), Binding::Postfix),
            Kind::Set(set, width) => (bits(*set, *width), Binding::Postfix),
            Kind::Name(name) => (name.clone(), Binding::Postfix),
            Kind::Field(of, name) => (format!("{}.{name}", tight(of)), Binding::Postfix),
            Kind::Item(of, index) => {
                let index = match (&index.ty, index.value()) {
                    (Type::Index, _) | (_, Some(_)) => self.expr(index, Binding::Loosest),
                    _ => format!("{} as usize", self.expr(index, Binding::Cast)),
                };
                (format!("{}[{index}]", tight(of)), Binding::Postfix)
            }
            Kind::Not(of) => (format!("!{}", self.expr(of, Binding::Prefix)), Binding::Prefix),
            Kind::Binary(operator, left, right) => {
                let binding = binding(*operator);
                // Comparisons cannot be chained at all.
                let left_at_least =
                    if binding == Binding::Comparison { tighter(binding) } else { binding };
                let mut left_text = self.operand(*operator, left, left_at_least);
                // After a cast, `<` would begin a list of type arguments.
                let ends_with_cast = left_text.ends_with(&format!(" as {}", type_name(&left.ty)));
                if ends_with_cast && matches!(operator, Operator::Less | Operator::Shl) {
                    left_text = format!("({left_text})");
                }
                let right = self.operand(*operator, right, tighter(binding));
                (format!("{left_text} {} {right}", symbol(*operator)), binding)
            }
            Kind::CountOnes(of) => {
                (format!("{}.count_ones()", self.receiver(of)), Binding::Postfix)
            }
            Kind::TrailingZeros(of) => {
                (format!("{}.trailing_zeros()", self.receiver(of)), Binding::Postfix)
            }
            Kind::Convert(of) if of.ty == Type::Bool => {
                let inner = self.expr(of, Binding::Loosest);
                (format!("{}::from({inner})", type_name(&expr.ty)), Binding::Postfix)
            }
            // Types that only other languages tell apart.
            Kind::Convert(of) if type_name(&of.ty) == type_name(&expr.ty) => self.bare(of),
            Kind::Convert(of) => {
                let inner = self.expr(of, Binding::Cast);
                (format!("{inner} as {}", type_name(&expr.ty)), Binding::Cast)
            }
            Kind::Choose(condition, then, otherwise) => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|part| self.expr(part, Binding::Loosest));
                (format!("if {condition} {{ {then} }} else {{ {otherwise} }}"), Binding::Loosest)
            }
            Kind::Call(name, arguments) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| self.argument(argument)).collect();
                (format!("{name}({})", arguments.join(", ")), Binding::Postfix)
            }
            Kind::Filled(element) => {
                let Type::Array(_, length) = expr.ty else {
                    unreachable!("only arrays are filled")
                };
                let element = self.expr(element, Binding::Loosest);
                (format!("[{element}; {length}]"), Binding::Postfix)
            }
            Kind::ZeroState => ("State::default()".to_owned(), Binding::Postfix),
            Kind::EmptyList => ("Vec::new()".to_owned(), Binding::Postfix),
            Kind::Length(of) => (format!("{}.len()", tight(of)), Binding::Postfix),
            Kind::Saturating(operator, left, right) => {
                let [left, right] = [left, right].map(|side| self.expr(side, Binding::Loosest));
                let name = if *operator == Operator::Mul { "mul" } else { "add" };
                (format!("i64::saturating_{name}({left}, {right})"), Binding::Postfix)
            }
            Kind::Filtered(name, condition, then) => {
                let lent: Vec<String> = self.lent.iter().chain([name]).cloned().collect();
                let condition = Printer { lent: &lent }.expr(condition, Binding::Loosest);
                let then = match &*then.kind {
                    Kind::Noting(flag, None) => {
                        format!("{} = true;", self.expr(flag, Binding::Loosest))
                    }
                    _ => format!("{}({name});", self.expr(then, Binding::Loosest)),
                };
                (format!("&mut |{name}: &State| if {condition} {{ {then} }}"), Binding::Loosest)
            }
            Kind::Noting(flag, then) => {
                let flag = self.expr(flag, Binding::Loosest);
                let text = match then {
                    None => format!("&mut |_: &State| {flag} = true"),
                    Some(then) => {
                        let then = self.expr(then, Binding::Loosest);
                        format!("&mut |next: &State| {{ {flag} = true; {then}(next); }}")
                    }
                };
                (text, Binding::Loosest)
            }
        }
    }

    /// One side of an operator. Bits mixed with other operators have parentheses, because few
    /// people know all the bindings.
    fn operand(&self, operator: Operator, side: &Expr, at_least: Binding) -> String {
        let is_bits =
            |operator: Operator| (Binding::Or..=Binding::Shift).contains(&binding(operator));
        let is_mixed = match *side.kind {
            Kind::Binary(inner, ..) => {
                let arithmetic = binding(operator) > Binding::Comparison;
                inner != operator && (is_bits(operator) || is_bits(inner) && arithmetic)
            }
            _ => false,
        };
        let (text, binding) = self.bare(side);
        if is_mixed || binding < at_least { format!("({text})") } else { text }
    }

    /// What a method is called on, which must tell its type.
    fn receiver(&self, of: &Expr) -> String {
        match is_untyped(of) {
            true => self.expr(&with_type(of), Binding::Postfix),
            false => self.expr(of, Binding::Postfix),
        }
    }

    fn argument(&self, argument: &Expr) -> String {
        let text = self.expr(argument, Binding::Loosest);
        let is_reference = matches!(&*argument.kind, Kind::Name(name) if self.lent.contains(name));
        let is_closure = matches!(&*argument.kind, Kind::Noting(..) | Kind::Filtered(..));
        if is_lent(&argument.ty) && !is_reference && !is_closure {
            format!("&{text}")
        } else {
            text
        }
    }
}

/// Whether an expression has nothing in it that tells its type: literals do not.
pub(super) fn is_untyped(expr: &Expr) -> bool {
    match &*expr.kind {
        Kind::Number(_) => expr.ty != Type::Bool,
        Kind::Set(..) => true,
        Kind::Not(of) => is_untyped(of),
        Kind::Filled(of) => is_untyped(of),
        Kind::Binary(Operator::Shl | Operator::Shr, left, _) => is_untyped(left),
        Kind::Binary(_, left, right) => {
            expr.ty != Type::Bool && is_untyped(left) && is_untyped(right)
        }
        Kind::Choose(_, then, otherwise) => is_untyped(then) && is_untyped(otherwise),
        Kind::Convert(of) => {
            of.ty != Type::Bool && type_name(&of.ty) == type_name(&expr.ty) && is_untyped(of)
        }
        Kind::EmptyList => true,
        Kind::Name(_)
        | Kind::Field(..)
        | Kind::Item(..)
        | Kind::CountOnes(_)
        | Kind::TrailingZeros(_)
        | Kind::Call(..)
        | Kind::ZeroState
        | Kind::Length(_)
        | Kind::Saturating(..)
        | Kind::Noting(..)
        | Kind::Filtered(..) => false,
    }
}

/// An expression that is untyped, with a type at its first literal.
fn with_type(expr: &Expr) -> Expr {
    let suffixed = |text: String| Kind::Name(format!("{text}_{}", type_name(&expr.ty)));
    let kind = match &*expr.kind {
        Kind::Number(value) => suffixed(number(*value)),
        Kind::Set(set, width) => suffixed(bits(*set, *width)),
        Kind::Not(of) => Kind::Not(with_type(of)),
        Kind::Binary(operator, left, right) => {
            Kind::Binary(*operator, with_type(left), right.clone())
        }
        Kind::Choose(condition, then, otherwise) => {
            Kind::Choose(condition.clone(), with_type(then), otherwise.clone())
        }
        Kind::Convert(of) => Kind::Convert(with_type(of)),
        other => other.clone(),
    };
    Expr { ty: expr.ty.clone(), kind: kind.into() }
}

/// A number, with its digits in groups if there are many.
pub(super) fn number(value: u128) -> String {
    let digits = value.to_string();
    if digits.len() <= 4 { digits } else { grouped(&digits, 3) }
}

/// A set of cells: one bit per cell if the board is small.
fn bits(set: u128, width: usize) -> String {
    if width <= 48 {
        format!("0b{}", grouped(&format!("{set:0width$b}"), 4))
    } else {
        format!("0x{}", grouped(&format!("{set:0digits$x}", digits = width.div_ceil(4)), 4))
    }
}

fn grouped(digits: &str, size: usize) -> String {
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(size) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Expr {
        Expr::name(Type::U64, name)
    }

    #[test]
    fn parentheses_stand_where_they_must() {
        let (a, b, c) = (named("a"), named("b"), named("c"));
        let cases = [
            ((&a + &b) * &c, "(a + b) * c"),
            (&a + &b * &c, "a + b * c"),
            (&a - (&b - &c), "a - (b - c)"),
            (&a - &b - &c, "a - b - c"),
            ((&a & &b).equals(0), "a & b == 0"),
            (a.to(Type::U32).less(7), "(a as u32) < 7"),
            (a.to(Type::U32) << 7, "(a as u32) << 7"),
            ((&a + &b).to(Type::U32), "(a + b) as u32"),
            (!(&a | &b), "!(a | b)"),
            (&a & (&b - 1), "a & (b - 1)"),
            ((&a & &b) | &c, "(a & b) | c"),
            (&a | &b | &c, "a | b | c"),
            (a.equals(&b).to(Type::U64), "u64::from(a == b)"),
            (a.or_if_not(&a.less(&b), &c) + 1, "(if a < b { a } else { c }) + 1"),
        ];
        for (expr, text) in cases {
            assert_eq!(print(&expr, &[]), text);
        }
    }

    #[test]
    fn methods_are_called_on_what_has_a_type() {
        let number = |number: u32| Expr::number(Type::U32, number);
        let bits = |of: Expr| Expr { ty: Type::U32, kind: Kind::CountOnes(of).into() };
        let either = number(1).or_if_not(&named("a").less(7), &number(2));
        let set = Expr::set(Type::U32, 5, 4);
        let cases = [
            (bits(number(0)), "0_u32.count_ones()"),
            (bits(set.clone()), "0b0101_u32.count_ones()"),
            (bits(set << named("a")), "(0b0101_u32 << a).count_ones()"),
            (bits(either), "(if a < 7 { 1_u32 } else { 2 }).count_ones()"),
            (bits(named("a") & 3), "(a & 3).count_ones()"),
        ];
        for (expr, text) in cases {
            assert_eq!(print(&expr, &[]), text);
        }
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(number(9_999), "9999");
        assert_eq!(number(10_000), "10_000");
        assert_eq!(bits(5, 6), "0b00_0101");
        assert_eq!(bits(255, 64), "0x0000_0000_0000_00ff");
    }
}
