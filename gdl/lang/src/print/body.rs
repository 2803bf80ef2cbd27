//! Moves and their consequences.
//!
//! A move with one alternative of one step is a line; such moves under one another form a table
//! with columns for the name, the modifiers, the pattern and the arrow. Any other body goes below
//! its head, an alternative to a line, with the arrows under one another.

use super::condition::{atoms, cond, expr, inset, names, range, set_ref};
use super::page::{Page, pad, width};
use super::statement::{assign, directions};
use crate::ast::{
    Action, After, Alternative, Arrow, At, CellPattern, Effect, Group, Item, Modifier, Move,
    ParamIn, Right, Scope, Skip, Step, Stmt,
};

/// How far a body stands to the right of its head.
const INDENT: usize = 4;

/// The line of each move that fits in one, aligned with its neighbours; none for other statements.
pub(super) fn aligned_moves(items: &[Item]) -> Vec<Option<String>> {
    let mut lines = Vec::with_capacity(items.len());
    for table in items.chunk_by(|above, below| {
        one_line_move(above).is_some()
            && one_line_move(below).is_some()
            && !below.blank
            && below.before.is_empty()
    }) {
        let rows: Vec<(&Move, &Step)> = table.iter().filter_map(one_line_move).collect();
        if rows.is_empty() {
            lines.extend(table.iter().map(|_| None));
            continue;
        }
        let with_modifiers = rows.iter().filter(|(it, _)| !it.modifiers.is_empty());
        let name_width = with_modifiers.map(|(it, _)| width(&move_name(it))).max().unwrap_or(0);
        let heads: Vec<String> = rows.iter().map(|(it, _)| move_head(it, name_width)).collect();
        let head_width = heads.iter().map(|head| width(head)).max().unwrap_or(0);
        let bodies = aligned(&rows.iter().map(|(_, step)| columns("", step)).collect::<Vec<_>>());
        lines.extend(
            heads
                .iter()
                .zip(bodies)
                .map(|(head, body)| Some(format!("{} {body}", pad(head, head_width)))),
        );
    }
    lines
}

/// Writes a move with its body below it.
pub(super) fn write_move(page: &mut Page, it: &Move) {
    page.line(move_head(it, 0));
    write_body(page, &it.body);
}

/// Writes a consequence.
pub(super) fn write_after(page: &mut Page, it: &After) {
    let scope = match &it.scope {
        Scope::Any(_) => "any move".to_owned(),
        Scope::Moves(list) => names(list, ", "),
    };
    let condition = it
        .condition
        .as_ref()
        .map(|condition| format!(" if {}", cond(&condition.node)))
        .unwrap_or_default();
    let head = format!("after {scope}{condition}:");
    match one_step(&it.body) {
        Some(step) => {
            page.line(format!("{head} {}", aligned(&[columns("", step)]).concat()));
        }
        None => {
            page.line(head);
            write_body(page, &it.body);
        }
    }
}

/// The move and its step, if it fits in a line.
fn one_line_move(item: &Item) -> Option<(&Move, &Step)> {
    match &item.stmt.node {
        Stmt::Move(it) => Some((it, one_step(&it.body)?)),
        _ => None,
    }
}

/// The only step of the only alternative, if there are no comments inside.
fn one_step(body: &[Alternative]) -> Option<&Step> {
    match body {
        [Alternative { before, otherwise: false, steps, after: None }] if before.is_empty() => {
            match steps.as_slice() {
                [step] => Some(&step.node),
                _ => None,
            }
        }
        _ => None,
    }
}

/// `name(k in 1 .. n)`
fn move_name(it: &Move) -> String {
    let param = |param: &ParamIn| format!("{} in {}", param.name.node, range(&param.range));
    match it.params.as_slice() {
        [] => it.name.node.clone(),
        params => {
            format!("{}({})", it.name.node, params.iter().map(param).collect::<Vec<_>>().join(", "))
        }
    }
}

/// Everything up to the colon.
fn move_head(it: &Move, name_width: usize) -> String {
    let mut head = format!("move {}", move_name(it));
    if !it.modifiers.is_empty() {
        head = pad(&head, "move ".len() + name_width);
    }
    for modifier in &it.modifiers {
        head.push(' ');
        head.push_str(&match &modifier.node {
            Modifier::Along(list) => format!("along {}", directions(list)),
            Modifier::By(player) => format!("by {}", player.node),
            Modifier::When(when) => format!("when {}", cond(&when.node)),
            Modifier::Chain => "chain".to_owned(),
            Modifier::Must => "must".to_owned(),
            Modifier::Settle => "settle".to_owned(),
        });
    }
    head + ":"
}

/// Writes alternatives, each on a line of its own; further steps below the first.
fn write_body(page: &mut Page, body: &[Alternative]) {
    let first_steps = body.iter().map(|alternative| {
        let word = if alternative.otherwise { "else " } else { "" };
        alternative
            .steps
            .first()
            .map_or(Columns::Plain(String::new()), |step| columns(word, &step.node))
    });
    let lines = aligned(&first_steps.collect::<Vec<_>>());
    let then_indent = if body.len() == 1 { INDENT } else { 2 * INDENT };
    for (alternative, line) in body.iter().zip(lines) {
        page.comments(INDENT, &alternative.before);
        page.line(format!("{:INDENT$}{line}", ""));
        for step in alternative.steps.iter().skip(1) {
            page.line(format!(
                "{:then_indent$}then {}",
                "",
                aligned(&[columns("", &step.node)]).concat()
            ));
        }
        page.comment_at_end(alternative.after.as_ref());
    }
}

/// The parts of a step that stand under one another in neighbouring lines.
enum Columns {
    /// Pattern, arrow, and the rest.
    Rewrite([String; 3]),
    /// Cells, turns, repetitions, and effects.
    Cycle([String; 4]),
    /// A text of its own.
    Plain(String),
}

/// A step, with a word before it.
fn columns(word: &str, step: &Step) -> Columns {
    let effects: Vec<String> =
        step.effects.iter().map(|effect| effect_text(&effect.node)).collect();
    let Some(action) = &step.action else {
        return Columns::Plain(format!("{word}{}", effects.join(", ")));
    };
    let effects: String = effects.iter().map(|effect| format!(", {effect}")).collect();
    match &action.node {
        Action::Rewrite { left, arrow, right } => {
            let arrow = match arrow {
                Arrow::To => "->",
                Arrow::Both => "<->",
            };
            let right = match right {
                Right::Illegal(_) => "illegal".to_owned(),
                Right::Groups(list) => groups(list),
            };
            Columns::Rewrite([
                format!("{word}{}", groups(left)),
                arrow.to_owned(),
                right + &effects,
            ])
        }
        Action::Cycle { cells, turn, times } => {
            let turn = turn.iter().map(|by| by.node.to_string()).collect::<Vec<_>>().join(" ");
            let turn = if turn.is_empty() { turn } else { format!("turn {turn}") };
            let times = times
                .as_ref()
                .map(|times| format!("times {}", expr(&times.node)))
                .unwrap_or_default();
            Columns::Cycle([format!("{word}cycle {}", names(cells, " ")), turn, times, effects])
        }
        Action::Reverse { range: cells, turn } => {
            let turn =
                turn.as_ref().map(|by| format!(" turn {}", expr(&by.node))).unwrap_or_default();
            Columns::Plain(format!("{word}reverse {}{turn}{effects}", range(cells)))
        }
        Action::Sow { cell: pattern, along, skip } => {
            let skip = match skip {
                None => String::new(),
                Some(Skip::Source(_)) => " skip source".to_owned(),
                Some(Skip::Set(set)) => format!(" skip {}", set_ref(&set.node)),
            };
            Columns::Plain(format!(
                "{word}sow [{}] along {}{skip}{effects}",
                cell(&pattern.node),
                along.node
            ))
        }
        Action::Harvest { along, condition } => Columns::Plain(format!(
            "{word}harvest along {} while {}{effects}",
            along.node,
            cond(&condition.node)
        )),
    }
}

/// The texts of steps that stand under one another.
fn aligned(rows: &[Columns]) -> Vec<String> {
    let rewrites = |row: &Columns| {
        if let Columns::Rewrite(parts) = row {
            Some(parts.each_ref().map(|part| width(part)))
        } else {
            None
        }
    };
    let cycles = |row: &Columns| {
        if let Columns::Cycle(parts) = row {
            Some(parts.each_ref().map(|part| width(part)))
        } else {
            None
        }
    };
    let [left_width, arrow_width, _] = widest(rows.iter().filter_map(rewrites));
    let [cells_width, turn_width, ..] = widest(rows.iter().filter_map(cycles));
    let text = |row: &Columns| match row {
        Columns::Rewrite([left, arrow, right]) => {
            format!("{left:left_width$} {arrow:>arrow_width$} {right}")
        }
        Columns::Cycle([cells, turn, times, effects]) => {
            let gap = if turn_width == 0 { "" } else { " " };
            let text = format!("{cells:cells_width$}{gap}{turn:turn_width$} {times}");
            text.trim_end().to_owned() + effects
        }
        Columns::Plain(text) => text.clone(),
    };
    rows.iter().map(text).collect()
}

/// The largest width of each column.
fn widest<const N: usize>(rows: impl Iterator<Item = [usize; N]>) -> [usize; N] {
    rows.fold([0; N], |widest, row| std::array::from_fn(|column| widest[column].max(row[column])))
}

fn effect_text(effect: &Effect) -> String {
    match effect {
        Effect::Again => "again".to_owned(),
        Effect::Assign(it) => assign(it),
    }
}

fn groups(list: &[At<Group>]) -> String {
    let row = |row: &Vec<At<CellPattern>>| {
        row.iter().map(|pattern| cell(&pattern.node)).collect::<Vec<_>>().join(" | ")
    };
    let group = |group: &At<Group>| {
        format!("[{}]", group.node.rows.iter().map(row).collect::<Vec<_>>().join(" / "))
    };
    list.iter().map(group).collect::<Vec<_>>().join(" and ")
}

fn cell(pattern: &CellPattern) -> String {
    let variable =
        pattern.variable.as_ref().map(|name| format!("{}:", name.node)).unwrap_or_default();
    let place = pattern.inset.as_ref().map(inset).unwrap_or_default();
    format!("{variable}{}{place}", atoms(&pattern.atoms))
}
