//! Names: plain ones, and those that generated code might already use.

use crate::random::Random;

/// Gives every name once.
#[derive(Clone, Debug)]
pub(super) struct Names {
    words: Vec<&'static str>,
    players: Vec<&'static str>,
    moves: Vec<&'static str>,
    pub(super) adversarial: bool,
}

const PLAIN: [&str; 12] =
    ["ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay", "kite", "lynx"];

const PLAYERS: [&str; 4] = ["red", "blue", "green", "white"];

const MOVES: [&str; 8] = ["step", "hop", "leap", "shift", "put", "take", "turn_it", "go"];

/// Words of Rust, of generated code and of each other.
const ADVERSARIAL: [&str; 72] = [
    "fn",
    "type",
    "self",
    "Self",
    "state",
    "State",
    "steps",
    "starts",
    "most",
    "tier_keys",
    "image_places",
    "image_contents",
    "rank",
    "unrank",
    "cells",
    "CELLS",
    "SIZE",
    "mover",
    "Game",
    "successors",
    "predecessors",
    "u8",
    "u64",
    "Vec",
    "Some",
    "None",
    "Ok",
    "Box",
    "a_b",
    "a__b",
    "aB",
    "AB",
    "ab",
    "Ab",
    "_x",
    "x",
    "X",
    "_",
    "__",
    "loop",
    "ref",
    "mut",
    "dyn",
    "async",
    "await",
    "impl",
    "trait",
    "crate",
    "super",
    "mod",
    "use",
    "tables",
    "Tables",
    "visit",
    "next",
    "index",
    "tier",
    "turns_",
    "content",
    "with_content",
    "phase",
    "is_goal",
    "canonical",
    "orbit",
    "verdict",
    "exchanged",
    "position",
    "count_ones",
    "e",
    "n",
    "abstract",
    "union",
];

impl Names {
    pub(super) fn new(random: &mut Random) -> Self {
        let adversarial = random.percent(12);
        let (mut words, mut players, mut moves) = if adversarial {
            (ADVERSARIAL.to_vec(), ADVERSARIAL.to_vec(), ADVERSARIAL.to_vec())
        } else {
            (PLAIN.to_vec(), PLAYERS.to_vec(), MOVES.to_vec())
        };
        random.shuffle(&mut words);
        random.shuffle(&mut players);
        random.shuffle(&mut moves);
        Names { words, players, moves, adversarial }
    }

    /// A name for a piece, class, counter, shape or area.
    pub(super) fn word(&mut self, _: &mut Random) -> String {
        self.words.pop().unwrap_or("spare").to_owned()
    }

    pub(super) fn player(&mut self, _: &mut Random) -> String {
        self.players.pop().unwrap_or("spare").to_owned()
    }

    pub(super) fn a_move(&mut self, random: &mut Random) -> String {
        self.moves.pop().map_or_else(|| format!("m{}", random.below(1000)), str::to_owned)
    }
}
