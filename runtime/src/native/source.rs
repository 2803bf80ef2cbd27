//! The text of the crate that becomes the library of a game.
//!
//! It is one file: the generated module, the trait and the hot loops of the engines as they are
//! compiled into gamec itself, and the functions that the library exports. It needs nothing but
//! the standard library.

use super::border::Label;

/// The path of the trait `Rules` as the generated module of a game sees it.
pub const RULES_PATH: &str = "crate::rules::Rules";

/// What the crate holds besides the game, by module.
const SHARED: [(&str, &str); 21] = [
    ("rules", include_str!("../engine/rules.rs")),
    ("entries", include_str!("../engine/entries.rs")),
    ("task", include_str!("../engine/task.rs")),
    ("view", include_str!("../engine/view.rs")),
    ("select", include_str!("../engine/select.rs")),
    ("batch", include_str!("../engine/batch.rs")),
    ("kernel", include_str!("../engine/kernel.rs")),
    ("coding", include_str!("../values/coding.rs")),
    ("slots", include_str!("../values/slots.rs")),
    ("work", include_str!("../values/work.rs")),
    ("lookup", include_str!("../values/lookup.rs")),
    ("reach", include_str!("../values/reach.rs")),
    ("initialize", include_str!("../values/initialize.rs")),
    ("spread", include_str!("../values/spread.rs")),
    ("margins", include_str!("../values/margins.rs")),
    ("tally", include_str!("../values/tally.rs")),
    ("listing", include_str!("../values/listing.rs")),
    ("check", include_str!("../values/check.rs")),
    ("jobs", include_str!("../values/jobs.rs")),
    ("border", include_str!("border.rs")),
    ("shim", include_str!("shim.rs")),
];

/// The crate with a game: the text of a module with `Game`, which implements the trait at
/// [`RULES_PATH`].
pub fn source(game: &str) -> String {
    let mut text = String::new();
    for (name, contents) in [("game", game)].into_iter().chain(SHARED) {
        text.push_str(&format!("mod {name} {{\n{contents}}}\n\n"));
    }
    text
}

/// The crate with its label.
pub(super) fn labelled(source: &str, label: Label) -> String {
    let Label { high, low } = label;
    format!(
        "{source}const LABEL: border::Label = border::Label {{ high: {high:#x}, low: {low:#x} }};\n"
    )
}
