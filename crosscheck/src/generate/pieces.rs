//! Pieces and starts: kinds with and without owners, numbers, heaps, pieces that never move,
//! unequal numbers.

use super::Maker;
use super::board::Form;

/// The pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    /// Kinds with their characters and owners.
    pub(super) kinds: Vec<Piece>,
    /// The pieces `1 .. n`, if there are such.
    pub(super) numbered: usize,
    /// The name of the only piece if it stands in heaps.
    pub(super) heap: Option<String>,
    pub(super) turns: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) glyph: char,
    pub(super) name: String,
    pub(super) owner: Option<usize>,
    /// Whether no move is made for it.
    pub(super) frozen: bool,
}

impl Pieces {
    /// The different kinds that moves are made for.
    pub(super) fn kinds(&self) -> Vec<String> {
        let mut kinds: Vec<String> = Vec::new();
        for piece in self.kinds.iter().filter(|piece| !piece.frozen) {
            if !kinds.contains(&piece.name) {
                kinds.push(piece.name.clone());
            }
        }
        kinds
    }

    /// The kinds that a player owns.
    pub(super) fn of(&self, player: usize) -> Vec<String> {
        let own = self.kinds.iter().filter(|piece| piece.owner == Some(player));
        own.map(|piece| piece.name.clone()).collect()
    }
}

const GLYPHS: [char; 10] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', '#', 'x'];

impl Maker {
    pub(super) fn make_pieces(&mut self) {
        let is_ring = matches!(self.board.form, Form::Ring | Form::Row | Form::Points);
        if is_ring && self.random.percent(if self.is_puzzle() { 20 } else { 25 }) {
            return self.make_heap();
        }
        if self.is_puzzle() && self.random.percent(if is_ring { 35 } else { 8 }) {
            return self.make_numbered();
        }
        let mut glyphs = GLYPHS.to_vec();
        if self.random.percent(50) {
            glyphs[..8].reverse();
        }
        let mut glyphs = glyphs.into_iter();
        let mut add = |maker: &mut Maker, name: &str, owner: Option<usize>, frozen: bool| {
            let glyph = glyphs.next().unwrap_or('z');
            maker.pieces.kinds.push(Piece { glyph, name: name.to_owned(), owner, frozen });
        };
        if self.is_puzzle() {
            for _ in 0..self.random.pick(&[1, 1, 1, 2, 2, 3]) {
                let name = self.names.word(&mut self.random);
                add(self, &name, None, false);
            }
        } else {
            // A list names kinds, not their owners.
            let shared = self.board.can_be_drawn() && self.random.percent(70);
            for _ in 0..self.random.pick(&[1, 1, 1, 1, 2]) {
                let common = self.names.word(&mut self.random);
                for player in 0..self.players.len() {
                    let own =
                        if shared { common.clone() } else { self.names.word(&mut self.random) };
                    add(self, &own, Some(player), false);
                }
            }
            if shared {
                self.feature("both have the same kinds");
            }
            if self.random.percent(20) {
                let name = self.names.word(&mut self.random);
                add(self, &name, None, false);
                self.feature("pieces of nobody");
            }
        }
        if self.random.percent(18) {
            let name = self.names.word(&mut self.random);
            add(self, &name, None, true);
            self.feature("frozen kind");
        }
        if self.board.can_be_drawn() && self.board.form != Form::Drawn && self.random.percent(4) {
            self.pieces.turns = self.random.between(2, 3);
            self.feature("orientations");
        }
        self.say_pieces();
    }

    fn say_pieces(&mut self) {
        let turns = match self.pieces.turns {
            0 => String::new(),
            turns => format!(" turns {turns}"),
        };
        let mut texts = Vec::new();
        for piece in &self.pieces.kinds {
            let owner = piece.owner.map_or(String::new(), |it| format!(" of {}", self.players[it]));
            texts.push(format!("{} = {}{owner}", piece.glyph, piece.name));
        }
        self.say(format!("pieces {}{turns}", texts.join(", ")));
    }

    fn make_heap(&mut self) {
        let name = self.names.word(&mut self.random);
        self.say(format!("pieces {name} heap"));
        self.pieces.heap = Some(name);
        self.feature("heaps");
    }

    fn make_numbered(&mut self) {
        let spaces = self.random.pick(&[0, 0, 1, 1, 2]);
        self.pieces.numbered = self.board.cells.saturating_sub(spaces).clamp(1, 6);
        let turns = self.random.pick(&[0, 0, 0, 2, 2, 3]);
        self.pieces.turns = turns;
        let turning = if turns > 0 { format!(" turns {turns}") } else { String::new() };
        self.say(format!("pieces 1 .. {}{turning}", self.pieces.numbered));
        self.feature("numbered pieces");
        if turns > 0 {
            self.feature("orientations");
        }
    }

    /// The board statement, and starts.
    pub(super) fn make_starts(&mut self) {
        let starts = if self.random.percent(12) { self.random.between(2, 3) } else { 1 };
        let filled = self.random.between(20, 90);
        let links = self.board.links;
        let drawn = self.board.can_be_drawn() && !self.pieces.kinds.is_empty();
        let builder = self.board.builder.clone();
        if starts > 1 {
            self.feature("several starts");
        }
        if drawn && builder.is_none() && starts == 1 {
            let picture = self.filled_picture(filled);
            return self.say(format!("board {picture}{links}"));
        }
        let board = builder.unwrap_or_else(|| self.picture_of(|_, _| '.'));
        self.say(format!("board {board}{links}"));
        let is_empty = starts == 1 && self.board.builder.is_some() && self.random.percent(25);
        if is_empty && self.pieces.numbered == 0 && self.pieces.heap.is_none() {
            return self.feature("empty start");
        }
        for number in 0..starts {
            let name = if starts > 1 { format!("\"s{number}\" ") } else { String::new() };
            if drawn {
                let picture = self.filled_picture(filled);
                self.say(format!("start {name}{picture}"));
            } else {
                let list = self.listed_start(filled);
                self.say(format!("start {name}{list}"));
            }
        }
    }

    fn picture_of(&self, mut glyph: impl FnMut(usize, usize) -> char) -> String {
        let mut lines = Vec::new();
        for (row, line) in self.board.picture.iter().enumerate() {
            let characters = line.chars().enumerate();
            let shown: String = characters
                .map(
                    |(column, character)| {
                        if character == '*' { glyph(row, column) } else { character }
                    },
                )
                .collect();
            lines.push(format!("    {}", shown.trim_end()));
        }
        format!("{{\n{}\n}}", lines.join("\n"))
    }

    /// A picture with pieces. In rooms, often with pieces of their own.
    fn filled_picture(&mut self, filled: usize) -> String {
        let mut random = self.random.clone();
        let glyphs: Vec<char> = self.pieces.kinds.iter().map(|piece| piece.glyph).collect();
        let separate = random.percent(50) && glyphs.len() > 1;
        let middle = glyphs.len().div_ceil(2);
        let mut weighted: Vec<char> = Vec::new();
        for glyph in &glyphs {
            weighted.extend(vec![*glyph; random.between(1, 3)]);
        }
        // Equal numbers are as interesting as unequal ones.
        let fair = random.percent(40) && self.players.len() == 2;
        let mut turn = 0;
        let picture = self.picture_of(|_, column| {
            if !random.percent(filled) {
                return '.';
            }
            match self.board.second_room {
                Some(second) if separate => {
                    random.pick(if column < second { &glyphs[..middle] } else { &glyphs[middle..] })
                }
                _ if fair => {
                    turn += 1;
                    glyphs[(turn - 1) % glyphs.len()]
                }
                _ => random.pick(&weighted),
            }
        });
        self.random = random;
        picture
    }

    fn listed_start(&mut self, filled: usize) -> String {
        let cells = self.board.cells;
        if self.pieces.heap.is_some() {
            if self.random.percent(40) {
                return format!("{} each", self.random.between(1, 2));
            }
            let heaps: Vec<String> =
                (0..cells).map(|_| self.random.pick(&[0, 0, 1, 1, 2]).to_string()).collect();
            return heaps.join(", ");
        }
        let numbered = self.pieces.numbered;
        if numbered > 0 {
            let mut held: Vec<String> = (1..=numbered).map(|number| number.to_string()).collect();
            held.resize(cells, "empty".to_owned());
            if self.random.percent(50) {
                self.random.shuffle(&mut held);
            }
            return held.join(", ");
        }
        let mut held = Vec::new();
        for _ in 0..cells {
            if !self.random.percent(filled) {
                held.push("empty".to_owned());
                continue;
            }
            let piece = self.random.pick(&self.pieces.kinds);
            held.push(piece.name);
        }
        held.join(", ")
    }
}
