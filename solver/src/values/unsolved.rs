//! Tiers that have no values, in words.

use crate::error::Message;
use gdl::words::bytes_text;
use gdl_runtime::values::{Structure, Values, Why};

/// The most tiers that are named.
const MOST_NAMED: usize = 12;

/// Which tiers could not be solved and why; none if all were.
pub(crate) fn message(structure: &Structure, values: &Values) -> Option<Message> {
    let mut failed = Vec::new();
    let mut waiting = Vec::new();
    for unsolved in &values.unsolved {
        let name = name(structure, unsolved.tier);
        match reason(&unsolved.why) {
            Some(reason) => failed.push(format!("{name}: {reason}")),
            None => waiting.push(name),
        }
    }
    if failed.is_empty() {
        return None;
    }
    let mut text = format!("not solved: {}", list(failed));
    if !waiting.is_empty() {
        text.push_str(&format!("\nnor were these, which lead to them: {}", list(waiting)));
    }
    let help = "`--bits 2` takes less memory, without plies; `--memory` sets the limit".to_owned();
    let is_memory = values.unsolved.iter().any(|it| matches!(it.why, Why::Memory { .. }));
    Some(Message { text, help: is_memory.then_some(help) })
}

/// Why a tier was not solved; none if only others are to blame.
fn reason(why: &Why) -> Option<String> {
    Some(match why {
        Why::Memory { needed, limit: Some(limit) } => {
            format!("{} are needed, and {} may be used", bytes_text(*needed), bytes_text(*limit))
        }
        Why::Memory { needed, limit: None } => {
            format!("{} are needed, and there is not so much memory", bytes_text(*needed))
        }
        Why::TooDeep => "its plies do not fit into 16 bits".to_owned(),
        Why::EndlessScore => "a score can grow inside it, so perhaps for ever".to_owned(),
        Why::Below(_) => return None,
    })
}

fn list(mut texts: Vec<String>) -> String {
    if texts.len() > MOST_NAMED {
        let more = texts.len() - MOST_NAMED;
        texts.truncate(MOST_NAMED);
        texts.push(format!("and {more} more"));
    }
    texts.join("; ")
}

/// A tier by its numbers.
pub(crate) fn name(structure: &Structure, tier: usize) -> String {
    let key = &structure.tiers[tier].key;
    if key.is_empty() {
        return "the only tier".to_owned();
    }
    key.iter().map(|(label, number)| format!("{label}={number}")).collect::<Vec<_>>().join(", ")
}
