//! Any bytes as the text of a game: it is compiled and looked at in every way that does not play
//! it, or there are messages.

#![no_main]

use gdl_runtime::interp::{Interp, position_text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let source = gdl::Source::new("fuzz.gdl", text);
    match gdl::compile(&source, &gdl::Params::new()) {
        Err(messages) => drop(messages.render(&source, gdl::Style::Plain)),
        Ok((model, _)) => {
            if let Ok(tree) = gdl::parse(&source) {
                let layout = gdl::print(&tree);
                let again = gdl::Source::new("fuzz.gdl", layout);
                assert!(gdl::compile(&again, &gdl::Params::new()).is_ok(), "{}", again.text());
            }
            let interp = Interp::new(&model);
            for play in interp.moves(&interp.start()) {
                let _ = position_text(&model, &play.state);
            }
        }
    }
});
