//! Printing generated code. An emitter decides nothing: what it prints was decided by the plan and
//! lowered to [`crate::ir`].

pub mod rust;
pub mod wgsl;

use crate::ir::Operator;

/// How wide comments are.
const COMMENT_WIDTH: usize = 96;

/// A line broken between words.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        let last = lines.last_mut().expect("there is a line");
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// The sign of an operator, in both languages.
fn symbol(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "+",
        Operator::Sub => "-",
        Operator::Mul => "*",
        Operator::Div => "/",
        Operator::Rem => "%",
        Operator::And => "&",
        Operator::Or => "|",
        Operator::Xor => "^",
        Operator::Shl => "<<",
        Operator::Shr => ">>",
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::Less => "<",
        Operator::AtMost => "<=",
        Operator::AndThen => "&&",
        Operator::OrElse => "||",
    }
}
