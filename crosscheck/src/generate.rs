//! Small games that nobody thought of, over the whole language.
//!
//! A game is a text that follows from its seed alone. Most texts are games; some make no sense to
//! the compiler, such as a move that fits nowhere, and are passed over by code that asks for games.

mod board;
mod condition;
mod ends;
mod moves;
mod names;
mod pieces;

use crate::random::Random;
use board::Board;
use pieces::Pieces;
use std::collections::BTreeSet;

/// A text, and what of the language it uses.
#[derive(Clone, Debug)]
pub struct Game {
    /// The text.
    pub text: String,
    /// What it uses.
    pub features: BTreeSet<&'static str>,
}

/// The game of a seed.
pub fn game(seed: u64) -> Game {
    Maker::new(seed).game()
}

/// Makes a game.
struct Maker {
    random: Random,
    features: BTreeSet<&'static str>,
    /// Statements, each perhaps of several lines.
    statements: Vec<String>,
    players: Vec<String>,
    /// Whether players look somewhere.
    facing: bool,
    board: Board,
    pieces: Pieces,
    classes: Vec<String>,
    counters: Vec<Counter>,
    shapes: Vec<String>,
    /// The names of areas, and whether each player has an own part.
    areas: Vec<(String, bool)>,
    move_names: Vec<String>,
    /// Whether points decide.
    by_score: bool,
    /// Whether the same player can move twice.
    again: bool,
    names: names::Names,
}

/// A counter.
#[derive(Clone, Debug)]
struct Counter {
    name: String,
    initial: usize,
}

impl Maker {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let names = names::Names::new(&mut random);
        Maker {
            random,
            features: BTreeSet::new(),
            statements: Vec::new(),
            players: Vec::new(),
            facing: false,
            board: Board::default(),
            pieces: Pieces::default(),
            classes: Vec::new(),
            counters: Vec::new(),
            shapes: Vec::new(),
            areas: Vec::new(),
            move_names: Vec::new(),
            by_score: false,
            again: false,
            names,
        }
    }

    fn game(mut self) -> Game {
        if self.names.adversarial {
            self.feature("adversarial names");
        }
        self.make_players();
        self.make_board();
        self.make_pieces();
        self.make_starts();
        self.make_words();
        self.make_moves();
        self.make_consequences();
        self.make_ends();
        let players = match self.players.len() {
            0 => "one player",
            2 => "two players",
            _ => "three players",
        };
        self.feature(players);
        Game { text: self.statements.join("\n") + "\n", features: self.features }
    }

    fn feature(&mut self, name: &'static str) {
        self.features.insert(name);
    }

    fn say(&mut self, statement: impl Into<String>) {
        self.statements.push(statement.into());
    }

    fn is_puzzle(&self) -> bool {
        self.players.is_empty()
    }

    fn make_players(&mut self) {
        let number = match self.random.below(100) {
            0..48 => 0,
            48..96 => 2,
            _ => 3,
        };
        for _ in 0..number {
            let name = self.names.player(&mut self.random);
            self.players.push(name);
        }
    }

    /// Classes, counters, shapes and areas.
    fn make_words(&mut self) {
        self.by_score = self.players.len() == 2 && self.random.percent(20);
        let counters = self.random.pick(&[0, 0, 0, 0, 1, 1, 2]);
        for _ in 0..counters {
            let name = self.names.word(&mut self.random);
            let initial = self.random.below(4);
            let each = !self.is_puzzle() && self.random.percent(60);
            self.say(format!("counter {name} = {initial}{}", if each { " each" } else { "" }));
            self.counters.push(Counter { name, initial });
            self.feature("counters");
        }
        self.make_class();
        if self.board.has_directions() && self.random.percent(30) {
            let name = self.names.word(&mut self.random);
            let member = match self.random.below(4) {
                0 if self.board.is_square() => "square(2)".to_owned(),
                1 if self.board.is_square() => "line(2) or square(2)".to_owned(),
                2 => "line(3)".to_owned(),
                _ => "line(2)".to_owned(),
            };
            self.say(format!("shape {name} = {member}"));
            self.shapes.push(name);
            self.feature("shapes");
        } else if self.board.is_edges() {
            let name = self.names.word(&mut self.random);
            self.say(format!("shape {name} = face"));
            self.shapes.push(name);
            self.feature("shapes");
        }
        if self.random.percent(30) {
            let name = self.names.word(&mut self.random);
            let owned = self.players.len() == 2 && self.random.percent(50);
            let set = if owned {
                let (one, other) = (self.plain_set(), self.plain_set());
                let (first, second) = (&self.players[0], &self.players[1]);
                format!("{one} of {first}, {other} of {second}")
            } else {
                self.plain_set()
            };
            self.say(format!("area {name} = {set}"));
            self.areas.push((name, owned));
            self.feature("areas");
        }
    }

    fn make_class(&mut self) {
        let kinds = self.pieces.kinds();
        if kinds.len() < 2 || !self.random.percent(25) {
            return;
        }
        let name = self.names.word(&mut self.random);
        let (one, other) = (self.random.pick(&kinds), self.random.pick(&kinds));
        if one != other {
            self.say(format!("class {name} = {one} or {other}"));
            self.classes.push(name);
            self.feature("classes");
        }
    }
}
