//! What gamec may refuse, and for which checks: everything else that it cannot do is a fault.

use crate::check::{Asked, Check, Kind};

/// Messages begin with these where a search is too large, or the rules have no such answer.
const ALWAYS: [&str; 7] = [
    "the tables have ",
    "best play is only defined for one or two players",
    "a puzzle without a goal has no values",
    "compiled code does not count the points of this game",
    "not every move can be undone, so distances from the start say nothing about the way to it",
    "there are more than ",
    "not solved: ",
];

/// Messages that an option accounts for.
const BY_OPTION: [(&str, &str); 13] = [
    ("--hash", "the layout `"),
    ("--hash", "the table takes "),
    ("--on native", "no layout fits:"),
    ("-o", "no layout fits:"),
    ("--bits", "a table with "),
    ("--memory", "the table takes "),
    ("--tier", "this layout does not number all positions of the tier"),
    (
        "--tier",
        "only the interpreter can solve this, and its values cannot be checked: this layout",
    ),
    ("", "only the interpreter can solve this, and its values cannot be checked: no layout fits:"),
    ("--symmetry", "this layout is for play from a symmetric position"),
    ("--hash orbits", "this layout is for play from a symmetric position"),
    ("--line", "the argument '--line' cannot be used with '--tier"),
    ("--tier", "invalid value "),
];

/// Whether a check may be refused with a message.
pub fn is_accepted(check: &Check, message: &str) -> bool {
    let asked = match check.asked {
        Asked::Tier { .. } => "--tier",
        Asked::From { outside: true, .. } => "outside",
        Asked::From { outside: false, .. } | Asked::Start(_) => "",
    };
    let output = if check.kind == Kind::Database { "-o" } else { "" };
    let options = format!("{} {output} {asked}", check.options.join(" "));
    ALWAYS.iter().any(|beginning| message.starts_with(beginning))
        || BY_OPTION
            .iter()
            .any(|(option, beginning)| options.contains(option) && message.starts_with(beginning))
        || asked == "outside" && message == "no play from the start leads to this position"
}
