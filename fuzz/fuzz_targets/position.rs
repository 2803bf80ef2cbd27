//! Any text as a position of some games: it is a position that is written as another text of the
//! same one, or there is an error.

#![no_main]

use gdl::model::Model;
use gdl_runtime::interp::{Interp, parse_position, position_text};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// One game for each form that positions have.
const GAMES: [&str; 5] = [
    include_str!("../../games/hexapawn.gdl"),
    include_str!("../../games/sliding-tiles.gdl"),
    include_str!("../../games/burnt-pancakes.gdl"),
    include_str!("../../games/awari.gdl"),
    include_str!("../../games/three-mens-morris.gdl"),
];

static MODELS: LazyLock<Vec<Model>> = LazyLock::new(|| {
    let compiled = |text: &&str| {
        let source = gdl::Source::new("fuzz.gdl", *text);
        gdl::compile(&source, &gdl::Params::new()).expect("shipped games are right").0
    };
    GAMES.iter().map(compiled).collect()
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for model in MODELS.iter() {
        let Ok(state) = parse_position(model, text) else { continue };
        let written = position_text(model, &state);
        assert_eq!(parse_position(model, &written).as_ref(), Ok(&state), "{written}");
        let _ = Interp::new(model).moves(&state);
    }
});
