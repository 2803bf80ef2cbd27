//! A number that tells the code of games apart.
//!
//! It is made from the printed text without its comments, and from the tables that are handed
//! over. So two files that say the same in other words, or under another name, have the same code
//! if the compiler makes the same of them; and nothing else has.

use super::{given, rust};
use crate::ir::Module;

/// FNV-1a with 128 bits (Fowler, Noll, Vo; RFC 9923): the number of no bytes, and the factor.
const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// The number of a module.
pub fn identity(module: &Module) -> u128 {
    let text = rust(module);
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    // The end of a line is part of it, so that no two lists of lines have the same bytes.
    let code = text.lines().filter(is_code).flat_map(|line| line.bytes().chain([b'\n']));
    let tables = given(module);
    let lengths_and_entries =
        tables.iter().flat_map(|table| [&[table.len() as u64], *table].concat());
    code.chain(lengths_and_entries.flat_map(u64::to_le_bytes))
        .fold(BASIS, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::identity;
    use crate::domain::Domain;
    use crate::facts::analyze;
    use crate::lower;
    use crate::plan::{PlanOptions, plan};
    use crate::{Params, Source, compile};

    const GAME: &str = "game \"Hops\"\nboard { a . b }\npieces a = ant, b = bug\nmove step: [any | empty] -> [empty | any]\n";

    fn of(name: &str, text: &str) -> u128 {
        let source = Source::new(name, text);
        let (model, _) = compile(&source, &Params::new()).expect("the game is right");
        let facts = analyze(&model, Domain::start(&model, 0));
        let plan = plan(&model, &facts, PlanOptions::default()).expect("it is small");
        identity(&lower::hash(&model, &plan))
    }

    #[test]
    fn names_of_files_and_comments_do_not_count() {
        let commented = format!("// A game.\n{GAME}");
        assert_eq!(of("hops.gdl", GAME), of("copy.gdl", &commented));
    }

    #[test]
    fn another_board_counts() {
        let longer = GAME.replace("a . b", "a . . b");
        assert_ne!(of("hops.gdl", GAME), of("hops.gdl", &longer));
    }
}
