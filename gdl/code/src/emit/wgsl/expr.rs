//! Expressions as WGSL. Operators of different kinds are kept apart by parentheses: WGSL demands
//! it of most.

use super::kept::{Kept, Widths};
use super::names::name;
use crate::emit::symbol;
use crate::ir::{Expr, Kind, Operator, Type, part};
use std::collections::BTreeMap;

/// What expressions need to know of the module.
#[derive(Clone, Debug)]
pub(super) struct Scope<'a> {
    pub(super) widths: Widths,
    /// The tables, by name.
    pub(super) tables: &'a [String],
    /// Variables that had to be renamed.
    pub(super) renamed: BTreeMap<String, String>,
}

impl Scope<'_> {
    pub(super) fn kept(&self, ty: &Type) -> Kept {
        self.widths.kept(ty)
    }

    /// A variable.
    pub(super) fn variable(&self, variable: &str) -> String {
        self.renamed.get(variable).cloned().unwrap_or_else(|| name(variable))
    }

    /// An expression.
    pub(super) fn expr(&self, expr: &Expr) -> String {
        match &*expr.kind {
            Kind::Number(number) => self.literal(&expr.ty, *number, false),
            Kind::Set(number, _) => self.literal(&expr.ty, *number, true),
            Kind::Name(variable) => self.variable(variable),
            Kind::Field(of, field) => format!("{}.{}", self.operand(of), name(field)),
            Kind::Item(of, at) => self.item(of, at, &expr.ty),
            Kind::Not(of) => self.not(of),
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right),
            Kind::CountOnes(of) => match self.kept(&of.ty) {
                Kept::Wide => format!("wide_ones({})", self.expr(of)),
                Kept::Huge => format!("huge_ones({})", self.expr(of)),
                _ => format!("countOneBits({})", self.expr(of)),
            },
            Kind::TrailingZeros(of) => match self.kept(&of.ty) {
                Kept::Wide => format!("wide_zeros({})", self.expr(of)),
                Kept::Huge => format!("huge_zeros({})", self.expr(of)),
                _ => format!("countTrailingZeros({})", self.expr(of)),
            },
            Kind::Convert(of) => self.convert(of, &expr.ty),
            Kind::Choose(condition, then, otherwise) => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|part| self.expr(part));
                match self.kept(&expr.ty) {
                    Kept::Wide => format!("wide_choose({otherwise}, {then}, {condition})"),
                    _ => format!("select({otherwise}, {then}, {condition})"),
                }
            }
            Kind::Call(function, arguments) => self.call(function, arguments),
            Kind::Filled(element) => {
                let element = self.expr(element);
                match (&expr.ty, self.kept(&expr.ty)) {
                    (_, Kept::Cells(length)) => format!("cells_{length}_filled({element})"),
                    (Type::Array(_, length), _) => {
                        let all = vec![element; *length].join(", ");
                        format!("{}({all})", self.widths.type_name(&expr.ty))
                    }
                    (other, _) => unreachable!("only arrays are filled: {other:?}"),
                }
            }
            Kind::ZeroState => "State()".to_owned(),
            Kind::Length(of) => format!("{}_length", self.operand(of)),
            Kind::Saturating(operator, left, right) => self.binary(*operator, left, right),
            Kind::EmptyList | Kind::Noting(..) | Kind::Filtered(..) => {
                unreachable!("no value of WGSL: {expr:?}")
            }
        }
    }

    /// A call; tables and visitors are there for all.
    pub(super) fn call(&self, function: &str, arguments: &[Expr]) -> String {
        let arguments: Vec<String> = arguments
            .iter()
            .filter(|argument| !matches!(argument.ty, Type::Tables | Type::Visitor))
            .map(|argument| self.expr(argument))
            .collect();
        let function = if function == "visit" { "visit".to_owned() } else { name(function) };
        format!("{function}({})", arguments.join(", "))
    }

    /// An expression that stands beside an operator.
    fn operand(&self, expr: &Expr) -> String {
        let text = self.expr(expr);
        let is_infix = match &*expr.kind {
            Kind::Binary(..) => !is_call(&text),
            Kind::Convert(_) => text.contains(' ') && !is_call(&text),
            _ => false,
        };
        if is_infix { format!("({text})") } else { text }
    }

    pub(super) fn literal(&self, ty: &Type, number: u128, hexadecimal: bool) -> String {
        let word = |shift: u32| {
            let word = (number >> shift) & 0xffff_ffff;
            if hexadecimal { format!("{word:#x}u") } else { format!("{word}u") }
        };
        match self.kept(ty) {
            Kept::Bool => (number != 0).to_string(),
            Kept::Wide => format!("wide({}, {})", word(0), word(32)),
            Kept::Huge => {
                format!("vec4<u32>({}, {}, {}, {})", word(0), word(32), word(64), word(96))
            }
            Kept::Signed => match i32::try_from(number) {
                Ok(small) => format!("{small}i"),
                Err(_) => "signed_too_large()".to_owned(),
            },
            Kept::Word | Kept::Cells(_) | Kept::Plain => word(0),
        }
    }

    fn item(&self, of: &Expr, at: &Expr, element: &Type) -> String {
        let index = self.operand(at);
        if let Some(table) = self.table(of) {
            return match self.kept(element) {
                Kept::Wide => format!("wide_at({table} + 2u * {index})"),
                Kept::Bool | Kept::Word | Kept::Plain if index == "0u" => {
                    format!("tables[{table}]")
                }
                _ => format!("tables[{table} + {index}]"),
            };
        }
        match self.kept(&of.ty) {
            Kept::Cells(length) => {
                format!("cells_{length}_get({}, {})", self.expr(of), self.expr(at))
            }
            _ => format!("{}[{}]", self.operand(of), self.expr(at)),
        }
    }

    /// The name of a table, if that is what it is.
    fn table(&self, of: &Expr) -> Option<String> {
        let named = match &*of.kind {
            Kind::Name(table) => table,
            Kind::Field(tables, table) if tables.ty == Type::Tables => table,
            _ => return None,
        };
        self.tables.contains(named).then(|| named.to_uppercase())
    }

    fn not(&self, of: &Expr) -> String {
        let inner = self.operand(of);
        match of.ty {
            Type::Bool => format!("!{inner}"),
            Type::U8 => format!("(~{inner} & 0xffu)"),
            Type::U16 => format!("(~{inner} & 0xffffu)"),
            _ => format!("~{inner}"),
        }
    }

    fn convert(&self, of: &Expr, ty: &Type) -> String {
        let inner = self.expr(of);
        let word = match self.kept(&of.ty) {
            Kept::Bool if *ty == Type::Bool => inner.clone(),
            Kept::Bool | Kept::Signed => format!("u32({inner})"),
            Kept::Wide => format!("wide_low({inner})"),
            Kept::Huge => format!("{}.x", self.operand(of)),
            Kept::Word | Kept::Cells(_) | Kept::Plain => inner.clone(),
        };
        match (self.kept(&of.ty), self.kept(ty)) {
            (Kept::Wide, Kept::Wide) | (Kept::Huge, Kept::Huge) => inner,
            (Kept::Huge, Kept::Wide) => {
                format!("wide({word}, {}.y)", self.operand(of))
            }
            (Kept::Wide, Kept::Huge) => {
                format!("vec4<u32>(wide_low({inner}), wide_high({inner}), 0u, 0u)")
            }
            (_, Kept::Wide) => format!("wide({word}, 0u)"),
            (_, Kept::Huge) => format!("vec4<u32>({word}, 0u, 0u, 0u)"),
            (_, Kept::Signed) => format!("i32({word})"),
            // What does not fit is cut off.
            _ if *ty == Type::U8 && of.ty.bits() > 8 => format!("({} & 0xffu)", self.parted(&word)),
            _ if *ty == Type::U16 && of.ty.bits() > 16 => {
                format!("({} & 0xffffu)", self.parted(&word))
            }
            _ => word,
        }
    }

    fn parted(&self, text: &str) -> String {
        if text.contains(' ') && !is_call(text) { format!("({text})") } else { text.to_owned() }
    }

    pub(super) fn binary(&self, operator: Operator, left: &Expr, right: &Expr) -> String {
        let kept = self.kept(&left.ty);
        let prefix = match kept {
            Kept::Wide => "wide",
            Kept::Huge => "huge",
            Kept::Cells(length) => {
                let [left, right] = [left, right].map(|side| self.expr(side));
                let equal = format!("cells_{length}_equal({left}, {right})");
                return if operator == Operator::Equal { equal } else { format!("!{equal}") };
            }
            Kept::Plain => {
                let [left, right] = [left, right].map(|side| self.expr(side));
                let equal = format!("same_state({left}, {right})");
                return if operator == Operator::Equal { equal } else { format!("!{equal}") };
            }
            Kept::Signed => "signed",
            Kept::Bool | Kept::Word => "",
        };
        let call = |function: &str, left: &str, right: &str| {
            format!("{prefix}_{function}({left}, {right})")
        };
        if kept == Kept::Signed
            && !matches!(operator, Operator::Add | Operator::Sub | Operator::Mul)
        {
            return format!("{} {} {}", self.operand(left), symbol(operator), self.operand(right));
        }
        let is_bitwise = matches!(operator, Operator::And | Operator::Or | Operator::Xor);
        if !prefix.is_empty() && !is_bitwise {
            let [a, b] = [left, right].map(|side| self.expr(side));
            let amount = || match self.kept(&right.ty) {
                Kept::Word => b.clone(),
                _ => self.convert(right, &Type::U32),
            };
            match operator {
                Operator::Add => return call("add", &a, &b),
                Operator::Sub => return call("sub", &a, &b),
                Operator::Mul => return call("mul", &a, &b),
                Operator::Div => return call("div", &a, &b),
                Operator::Rem => return call("rem", &a, &b),
                Operator::Shl => return call("shl", &a, &amount()),
                Operator::Shr => return call("shr", &a, &amount()),
                Operator::Equal => return call("equal", &a, &b),
                Operator::NotEqual => return format!("!{}", call("equal", &a, &b)),
                Operator::Less => return call("less", &a, &b),
                Operator::AtMost => return format!("!{}", call("less", &b, &a)),
                Operator::And
                | Operator::Or
                | Operator::Xor
                | Operator::AndThen
                | Operator::OrElse => {
                    unreachable!("an operator of WGSL: {operator:?}")
                }
            }
        }
        if matches!(operator, Operator::Shl | Operator::Shr) {
            return format!(
                "{} {} {}",
                self.operand(left),
                symbol(operator),
                self.operand(&right.to(Type::U32))
            );
        }
        // A row of one operator needs no parentheses on the left.
        let sign = sign(operator, right);
        let chains = ["+", "*", "&", "|", "^", "&&", "||"].contains(&sign)
            && matches!(&*left.kind, Kind::Binary(inner, _, last) if self::sign(*inner, last) == sign);
        let left_text = if chains { self.expr(left) } else { self.operand(left) };
        format!("{left_text} {sign} {}", self.operand(right))
    }
}

/// The sign of an operator with this on its right. What can be looked at in any case is: a branch
/// takes longer, and compilers of shaders take long over many of them.
fn sign(operator: Operator, right: &Expr) -> &'static str {
    let is_long = || part(right, &mut |it| matches!(*it.kind, Kind::Call(..)));
    match operator {
        // There is no exclusive or of truths.
        Operator::Xor if right.ty == Type::Bool => "!=",
        Operator::AndThen if !is_long() => "&",
        Operator::OrElse if !is_long() => "|",
        _ => symbol(operator),
    }
}

/// Whether a text is a name, a call or an element, perhaps with a sign, so that it needs no
/// parentheses beside an operator.
fn is_call(text: &str) -> bool {
    let Some(open) = text.find(['(', '[']) else { return !text.contains(' ') };
    if text[..open].contains(' ') {
        return false;
    }
    let mut depth = 0_usize;
    for (place, letter) in text.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => {
                depth -= 1;
                if depth == 0 {
                    return place + 1 == text.len();
                }
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Module;

    fn print(expr: &Expr) -> String {
        let module = Module {
            doc: Vec::new(),
            constants: Vec::new(),
            state: Vec::new(),
            tables: Vec::new(),
            functions: Vec::new(),
            largest_in_cells: 15,
            notation: None,
        };
        let widths = Widths::new(&module, 100);
        Scope { widths, tables: &["WEIGHTS".to_owned()], renamed: BTreeMap::new() }.expr(expr)
    }

    #[test]
    fn operators_of_different_kinds_are_kept_apart() {
        let [a, b, c] = ["a", "b", "c"].map(|name| Expr::name(Type::U32, name));
        assert_eq!(print(&(&a + &b + &c)), "a + b + c");
        assert_eq!(print(&(&a + (&b + &c))), "a + (b + c)");
        assert_eq!(print(&((&a & &b) | &c)), "(a & b) | c");
        assert_eq!(print(&(&a - &b - &c)), "(a - b) - c");
        assert_eq!(print(&(&a << &b).less(&c)), "(a << b) < c");
        assert_eq!(print(&(!&a & &b)), "~a & b");
    }

    #[test]
    fn what_is_short_is_looked_at_in_any_case() {
        let [a, b, c] = ["a", "b", "c"].map(|name| Expr::name(Type::Bool, name));
        let long = Expr::call(Type::Bool, "long", vec![]);
        assert_eq!(print(&a.and_then(&b).and_then(&c)), "a & b & c");
        assert_eq!(print(&a.and_then(&long).and_then(&b)), "(a && long()) & b");
        assert_eq!(print(&a.and_then(&b).or_else(&long)), "(a & b) || long()");
        assert_eq!(print(&(&a ^ &b ^ &c)), "(a != b) != c");
    }

    #[test]
    fn numbers_have_32_bits() {
        let [wide, other] = ["wide_1", "wide_2"].map(|name| Expr::name(Type::U64, name));
        assert_eq!(print(&((&wide & &other) << 3)), "wide_shl(wide_1 & wide_2, 3u)");
        assert_eq!(print(&wide.at_most(&other)), "!wide_less(wide_2, wide_1)");
        assert_eq!(print(&wide.to(Type::U32)), "wide_low(wide_1)");
        assert_eq!(print(&Expr::set(Type::U64, 1_u128 << 33, 40)), "wide(0x0u, 0x2u)");
        let index = Expr::name(Type::Rank, "index");
        assert_eq!(print(&(index.to(Type::U8) + 1)), "(index & 0xffu) + 1u");
    }

    #[test]
    fn tables_and_cells_are_words() {
        let place = Expr::name(Type::Index, "place");
        let weights = Expr::name(Type::array(Type::U16, 7), "WEIGHTS");
        assert_eq!(print(&weights.at(&place + 1)), "tables[WEIGHTS + (place + 1u)]");
        let cells = Expr::name(Type::array(Type::U8, 9), "cells");
        assert_eq!(print(&cells.at(&place)), "cells_9_get(cells, place)");
        assert_eq!(print(&cells.differs(&cells)), "!cells_9_equal(cells, cells)");
    }
}
