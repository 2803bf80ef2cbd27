//! Numbers, conditions and the words they are made of, each on one line.
//!
//! Parentheses stand only where the tree would come back differently without them: sums and
//! products are flat, so a sum in a sum can only have come from parentheses.

use crate::ast::{At, Atom, Cond, Expr, Factor, InSet, Name, Quantifier, Range, Rel, SetRef, Sign};

/// A number.
pub(super) fn expr(expr: &Expr) -> String {
    match expr {
        Expr::Number(number) => number.to_string(),
        Expr::Name { rel, name } => named(*rel, name),
        Expr::Count { atom: counted, inset: place, at_here } => {
            let place = place.as_deref().map(inset).unwrap_or_default();
            let here = if *at_here { " at here" } else { "" };
            format!("count({}{place}{here})", atom(&counted.node))
        }
        Expr::Sum(terms) => {
            let mut text = String::new();
            for (index, (sign, term)) in terms.iter().enumerate() {
                match sign {
                    _ if index == 0 => {}
                    Sign::Plus => text.push_str(" + "),
                    Sign::Minus => text.push_str(" - "),
                }
                text.push_str(&parenthesized(
                    self::expr(&term.node),
                    matches!(term.node, Expr::Sum(_)),
                ));
            }
            text
        }
        Expr::Product(factors) => {
            let mut text = String::new();
            for (index, (operator, factor)) in factors.iter().enumerate() {
                match operator {
                    _ if index == 0 => {}
                    Factor::Times => text.push('*'),
                    Factor::Over => text.push('/'),
                }
                let inner = matches!(factor.node, Expr::Sum(_) | Expr::Product(_));
                text.push_str(&parenthesized(self::expr(&factor.node), inner));
            }
            text
        }
    }
}

/// `from .. to`
pub(super) fn range(range: &Range) -> String {
    format!("{} .. {}", expr(&range.from.node), expr(&range.to.node))
}

/// A condition.
pub(super) fn cond(cond: &Cond) -> String {
    match cond {
        Cond::Or(list) => joined(list, " or ", |inner| matches!(inner, Cond::Or(_))),
        Cond::And(list) => {
            joined(list, " and ", |inner| matches!(inner, Cond::Or(_) | Cond::And(_)))
        }
        Cond::Not(inner) => {
            let inner_text = self::cond(&inner.node);
            format!(
                "not {}",
                parenthesized(
                    inner_text,
                    matches!(inner.node, Cond::Or(_) | Cond::And(_) | Cond::Not(_))
                )
            )
        }
        Cond::All { set, atom: word } => {
            format!("all {} is {}", set_ref(&set.node), atom(&word.node))
        }
        Cond::Shape { quantifier: word, shape, atom: filling } => {
            format!("{} {} is {}", quantifier(*word), shape.node, atom(&filling.node))
        }
        Cond::Exists { quantifier: word, atom: what, inset: place } => {
            let place = place.as_ref().map(inset).unwrap_or_default();
            format!("{} {}{place}", quantifier(*word), atom(&what.node))
        }
        Cond::Here(place) => format!("here{}", inset(place)),
        Cond::Compare { left, op, right } => {
            format!("{} {} {}", expr(&left.node), op.symbol(), expr(&right.node))
        }
        Cond::Within { value, range: bounds } => {
            format!("{} in {}", expr(&value.node), range(bounds))
        }
    }
}

/// A word for what stands on a cell.
pub(super) fn atom(atom: &Atom) -> String {
    match atom {
        Atom::Empty => "empty".to_owned(),
        Atom::Any => "any".to_owned(),
        Atom::Mine => "mine".to_owned(),
        Atom::Theirs => "theirs".to_owned(),
        Atom::Edge => "edge".to_owned(),
        Atom::Wild => "_".to_owned(),
        Atom::Named { rel, name } => named(*rel, name),
    }
}

/// Words joined by `or`.
pub(super) fn atoms(list: &[At<Atom>]) -> String {
    list.iter().map(|word| atom(&word.node)).collect::<Vec<_>>().join(" or ")
}

/// ` in SET` or ` not in SET`, with the blank before it.
pub(super) fn inset(place: &InSet) -> String {
    let negation = if place.negated { " not" } else { "" };
    format!("{negation} in {}", set_ref(&place.set.node))
}

/// A set of cells.
pub(super) fn set_ref(set: &SetRef) -> String {
    match set {
        SetRef::Edge(direction) => format!("edge {}", direction.node),
        SetRef::Row(number) => format!("row {}", expr(&number.node)),
        SetRef::Column(number) => format!("column {}", expr(&number.node)),
        SetRef::Range(cells) => range(cells),
        SetRef::Number(cell) => cell.to_string(),
        SetRef::Named { rel, name } => named(*rel, name),
    }
}

/// A word, perhaps with `my` or `their` before it.
pub(super) fn named(rel: Option<Rel>, name: &str) -> String {
    match rel {
        None => name.to_owned(),
        Some(Rel::My) => format!("my {name}"),
        Some(Rel::Their) => format!("their {name}"),
    }
}

/// Names with blanks between them.
pub(super) fn names(list: &[Name], separator: &str) -> String {
    list.iter().map(|name| name.node.as_str()).collect::<Vec<_>>().join(separator)
}

fn quantifier(word: Quantifier) -> &'static str {
    match word {
        Quantifier::Some => "some",
        Quantifier::No => "no",
    }
}

fn joined(list: &[At<Cond>], word: &str, needs_parentheses: impl Fn(&Cond) -> bool) -> String {
    let part = |inner: &At<Cond>| parenthesized(cond(&inner.node), needs_parentheses(&inner.node));
    list.iter().map(part).collect::<Vec<_>>().join(word)
}

fn parenthesized(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}
