//! Small games made up at random: few cells, few pieces, and every construct of the language that
//! moves something or decides who moves.
//!
//! Most texts are games; those that the compiler refuses (a settling that does not come to rest, a
//! chain that does not say who travels) are passed over by the test. What is rare in real games is
//! common here: settling with nothing to do before a consequence, passing, moving again,
//! consequences that undo the move, counters that block a move.

/// Words that must all occur in games that have a move, so that no construct is lost without
/// notice.
pub(super) const WORDS: &str = "again after chain must: settle then else passes wins illegal win lose cycle \
    reverse times turns rotations each sow harvest line(2) when and A, C by";

/// Random numbers by xorshift.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// A number below this one.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound).expect("small")).expect("small")
    }

    /// One of these.
    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    /// The text in one of `cases` cases, else nothing.
    fn rarely(&mut self, cases: usize, text: &str) -> String {
        if self.below(cases) == 0 { text.to_owned() } else { String::new() }
    }
}

/// What cells and directions are called.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Board {
    /// Numbers; `next` and `prev`.
    Row,
    /// Numbers without an end; `next` and `prev`.
    Ring,
    /// Letters and numbers; compass directions.
    Grid,
}

/// What the pieces are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pieces {
    /// Two kinds that belong to nobody.
    Plain,
    /// A kind for each player, and a stone.
    Owned,
    /// All different, with orientations.
    Numbered,
}

/// A game in the making.
struct Maker<'a> {
    random: &'a mut Random,
    cells: usize,
    board: Board,
    players: usize,
    pieces: Pieces,
    /// Whether pieces can turn.
    turning: bool,
}

/// The text of a small game made up at random; not all of them make sense.
pub(super) fn made_up(random: &mut Random) -> String {
    if random.below(10) == 0 {
        return heaps(random);
    }
    let boards = ["row(4)", "ring(4)", "grid(2, 2)", "ring(5)", "grid(2, 3)", "row(5)"];
    let name = random.of(&boards);
    let cells = match name {
        "ring(5)" | "row(5)" => 5,
        "grid(2, 3)" => 6,
        _ => 4,
    };
    let players = [0, 0, 2, 2, 2, 3][random.below(6)];
    let pieces = match random.below(5) {
        0 | 1 => Pieces::Plain,
        2 | 3 if players > 0 => Pieces::Owned,
        2 => Pieces::Plain,
        _ => Pieces::Numbered,
    };
    let board = match &name[..2] {
        "ro" => Board::Row,
        "ri" => Board::Ring,
        _ => Board::Grid,
    };
    let turning = pieces == Pieces::Numbered && random.below(4) > 0;
    Maker { random, cells, board, players, pieces, turning }.game(name)
}

impl Maker<'_> {
    fn game(&mut self, board: &str) -> String {
        let mut text = format!("game \"t\" board {board} ");
        text += match self.players {
            0 => "goal start ",
            2 => "players A, B ",
            _ => "players A, B, C ",
        };
        if self.players > 0 {
            let ways = ["loses", "passes", "passes", "draws", "wins"];
            text += &format!("stuck {} ", self.random.of(&ways));
            text += &self.ends();
        }
        text += &self.start();
        text += &format!("counter n = {} ", self.random.below(7));
        if self.players > 0 {
            text += "counter hand = 2 each ";
        }
        text += "shape pair = line(2) ";
        for index in 0..=self.random.below(3) {
            text += &self.declared_move(index);
        }
        for _ in 0..[0, 0, 1, 1, 2][self.random.below(5)] {
            let which = self.random.of(&["any move", "any move", "m0"]);
            let condition = self.random.of(&[
                "",
                "",
                "if n > 3",
                "if some any in column 1",
                "if count(any) > 2",
                "if here in pair",
            ]);
            text += &format!("after {which} {condition}: {} ", self.body());
        }
        text += &self.random.rarely(8, "illegal when count(any) = 1 ");
        text
    }

    fn ends(&mut self) -> String {
        let ends: &[&str] = if self.pieces == Pieces::Owned {
            &[
                "win when no theirs ",
                "lose when count(mine) < 1 ",
                "win A when some mine in column 1 ",
            ]
        } else {
            &["draw when n = 0 ", "win A when n = 1 ", "lose A when some any in column 1 "]
        };
        let end = self.random.of(ends).to_owned();
        self.random.rarely(3, &end)
    }

    fn start(&mut self) -> String {
        match self.pieces {
            Pieces::Numbered => {
                let turns = self.random.of(&["turns 2", "turns 3", "turns 4"]);
                let turns = if self.turning { turns } else { "" };
                let empty = self.random.below(2);
                let blank = "empty, ".repeat(empty);
                let last = self.cells - empty;
                let mut text =
                    format!("pieces 1 .. {} {turns} start {blank}1 .. {last} ", self.cells);
                if self.board == Board::Ring {
                    text += &self.random.rarely(2, "same rotations ");
                }
                text
            }
            Pieces::Plain => {
                let cells = self.listed(&["man", "boy", "empty", "empty"]);
                format!("pieces a = man, b = boy start {cells} ")
            }
            Pieces::Owned => {
                let cells = self.listed(&["man", "boy", "stone", "empty", "empty"]);
                let third = if self.players == 3 { ", c = cat of C" } else { "" };
                format!("pieces a = man of A, b = boy of B{third}, s = stone start {cells} ")
            }
        }
    }

    fn listed(&mut self, contents: &[&str]) -> String {
        let all: Vec<&str> = (0..self.cells).map(|_| self.random.of(contents)).collect();
        all.join(", ")
    }

    /// Words for pieces of the game, `_` not among them.
    fn atoms(&self) -> &'static [&'static str] {
        match self.pieces {
            Pieces::Numbered => &["any", "1", "2"],
            Pieces::Plain => &["any", "man", "boy"],
            Pieces::Owned => &["any", "mine", "theirs", "stone"],
        }
    }

    fn declared_move(&mut self, index: usize) -> String {
        let mut conditions = vec!["when n > 2", "when n = 0", "when count(any) > 1"];
        if self.players > 0 {
            conditions.push("when hand > 0");
        }
        let when = self.random.of(&conditions);
        let when = self.random.rarely(3, when);
        let by = if self.players > 0 && index > 0 {
            self.random.rarely(4, "by A")
        } else {
            String::new()
        };
        let must = self.random.rarely(8, "must");
        let head = format!("move m{index} {by} {when}");
        match self.random.below(12) {
            0 | 1 => format!("{head} {} settle {must}: {} ", self.along(), self.settled()),
            2 | 3 => format!("{head} chain {must}: {} ", self.hop()),
            4 if self.pieces == Pieces::Numbered && self.board != Board::Grid => {
                let turn = if self.turning { self.random.of(&["", "turn 1"]) } else { "" };
                format!("move m{index}(k in 2 .. 3) {by} {when} {must}: reverse 1 .. k {turn} ")
            }
            _ => {
                let mut text = format!("{head} {must}: {} ", self.body());
                if self.random.below(5) == 0 {
                    let other = self.random.of(&["else ", ""]);
                    text += &format!("{other}{} ", self.rewrite());
                }
                text
            }
        }
    }

    fn along(&mut self) -> &'static str {
        match self.board {
            Board::Ring => "along next",
            Board::Row => self.random.of(&["", "along next"]),
            Board::Grid => self.random.of(&["", "along e", "along e s"]),
        }
    }

    /// The rules of a settling.
    fn settled(&mut self) -> String {
        let atom = self.random.of(self.atoms());
        let takes = [
            "[1 | 2] -> [empty | 2]",
            "[man | boy] -> [empty | boy]",
            "[stone | mine] -> [empty | mine]",
        ];
        let stops = ["[1 | 2] -> illegal", "[man | boy] -> illegal", "[stone | mine] -> illegal"];
        let kind = match self.pieces {
            Pieces::Numbered => 0,
            Pieces::Plain => 1,
            Pieces::Owned => 2,
        };
        let slides = format!("[{atom} | empty] -> [empty | {atom}]");
        match self.random.below(4) {
            0 => takes[kind].to_owned(),
            1 => format!("{slides} {}", stops[kind]),
            _ => slides,
        }
    }

    /// A rule that says which piece goes on.
    fn hop(&mut self) -> String {
        let who = self.random.of(self.atoms());
        let over = self.random.of(&[self.atoms(), &["empty", "_"]].concat());
        let put = if self.pieces == Pieces::Numbered { "1" } else { "man" };
        let left = self.random.of(&["_", "empty", "empty", put]);
        let effects: &[&str] = if self.players > 0 {
            &["", "", ", n -= 1", ", again", ", hand -= 1"]
        } else {
            &["", ", n -= 1"]
        };
        let effect = self.random.of(effects);
        match self.random.below(4) {
            0 => format!("[p:{who} | empty] -> [empty | p]{effect}"),
            _ => format!("[p:{who} | {over} | empty] -> [empty | {left} | p]{effect}"),
        }
    }

    fn body(&mut self) -> String {
        let mut steps = vec![self.step()];
        while self.random.below(4) == 0 {
            steps.push(self.step());
        }
        let effects: &[&str] = if self.players > 0 {
            &[
                "",
                "",
                ", n -= 1",
                ", n -= 2",
                ", again",
                ", n -= count(any)",
                ", hand -= 1",
                ", hand -= 2",
            ]
        } else {
            &["", "", ", n -= 1", ", n -= 2", ", n += 1", ", n -= count(any in column 1)"]
        };
        steps.join(" then ") + self.random.of(effects)
    }

    fn step(&mut self) -> String {
        let numbered = self.pieces == Pieces::Numbered;
        match self.random.below(if numbered { 4 } else { 16 }) {
            0 if self.board != Board::Grid => {
                let turn =
                    if self.turning { self.random.of(&["", " turn 1", " turn 2"]) } else { "" };
                let length = 2 + self.random.below(self.cells - 1);
                format!("reverse 1 .. {length}{turn}")
            }
            0 | 1 => {
                let turn = if self.turning {
                    self.random.of(&["", " turn 1 0 2", " turn 1 1 1"])
                } else {
                    ""
                };
                let times = self.random.of(&["", " times 2"]);
                let cells = if self.board == Board::Grid { "a1 b1 b2" } else { "1 2 4" };
                format!("cycle {cells}{turn}{times}")
            }
            2 => self.random.of(&["n -= 1", "n -= 1", "n += 1", "n -= n"]).to_owned(),
            _ => self.rewrite(),
        }
    }

    fn rewrite(&mut self) -> String {
        let (atoms, put): (&[&str], &[&str]) = match self.pieces {
            Pieces::Numbered => (&["any", "empty", "_", "1", "2", "empty"], &["_", "empty", "1"]),
            Pieces::Plain => {
                let atoms = &["any", "empty", "_", "man", "boy", "empty", "man not in pair"];
                (atoms, &["_", "empty", "man", "boy"])
            }
            Pieces::Owned => {
                let atoms = &["mine", "theirs", "empty", "empty", "stone", "_", "mine in pair"];
                (atoms, &["_", "empty", "mine", "stone"])
            }
        };
        if self.random.below(6) == 0 {
            let atom = self.random.of(self.atoms());
            return format!("[p:{atom}] and [empty] -> [empty] and [p]");
        }
        let length = 1 + self.random.below(3);
        let names = ["p", "q", "r"];
        let left: Vec<&str> = (0..length).map(|_| self.random.of(atoms)).collect();
        let named: Vec<String> =
            left.iter().zip(names).map(|(it, name)| format!("{name}:{it}")).collect();
        let mut right: Vec<&str> = names[..length].to_vec();
        for _ in 0..=length {
            let (one, two) = (self.random.below(length), self.random.below(length));
            right.swap(one, two);
        }
        if self.random.below(2) == 0 {
            right[self.random.below(length)] = self.random.of(put);
        }
        // A name that is not used on the right is not allowed on the left.
        let used = |name: &str| right.contains(&name);
        let cells = named.iter().zip(names).zip(&left);
        let left: Vec<&str> =
            cells.map(|((named, name), atom)| if used(name) { named } else { *atom }).collect();
        format!("[{}] -> [{}]", left.join(" | "), right.join(" | "))
    }
}

/// A small game with heaps.
fn heaps(random: &mut Random) -> String {
    let (board, cells) = [("ring(4)", 4), ("ring(3)", 3)][random.below(2)];
    let start: Vec<&str> = (0..cells).map(|_| random.of(&["0", "0", "1", "2"])).collect();
    let players =
        random.of(&["players A, B stuck by score", "players A, B stuck passes", "goal start"]);
    let skip = random.of(&["", "skip source"]);
    let along = random.of(&["next", "prev"]);
    let scored = if players.starts_with('g') { 1000 } else { 3 };
    let harvest = random.rarely(scored, "then harvest along prev while count(seed at here) = 2");
    let effects: &[&str] =
        if players.starts_with('g') { &["", ", n -= 1"] } else { &["", ", n -= 1", ", again"] };
    let effect = random.of(effects);
    let after = random.rarely(4, "after m if count(seed at here) = 1: n -= 1");
    let passing = random.rarely(4, "move wait when n > 1: n -= 1");
    format!(
        "game \"t\" {players} board {board} pieces seed heap start {} counter n = 9
        move m: sow [seed] along {along} {skip} {harvest} {effect} {passing} {after}",
        start.join(", ")
    )
}
