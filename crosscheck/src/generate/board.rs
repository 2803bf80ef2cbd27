//! Boards: pictures with holes and rooms, hexagons, drawn lines, rows, rings, edges and points.

use super::Maker;
use crate::random::Random;

/// What the board is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    #[default]
    Square,
    Hex,
    Drawn,
    Row,
    Ring,
    Edges,
    Points,
}

/// A board.
#[derive(Clone, Debug, Default)]
pub(super) struct Board {
    pub(super) form: Form,
    /// How many cells.
    pub(super) cells: usize,
    /// The characters of a picture; `*` is a cell. Empty if it is no picture.
    pub(super) picture: Vec<String>,
    /// A builder, such as `grid(2, 3)`; none if the picture itself is the board.
    pub(super) builder: Option<String>,
    /// Behind the board.
    pub(super) links: &'static str,
    /// The cells that certainly have these names.
    pub(super) names: Vec<String>,
    rows: usize,
    columns: usize,
    /// The cells of the second of two rooms begin here in each row of the picture.
    pub(super) second_room: Option<usize>,
}

impl Board {
    pub(super) fn is_square(&self) -> bool {
        self.form == Form::Square
    }

    pub(super) fn is_edges(&self) -> bool {
        self.form == Form::Edges
    }

    pub(super) fn has_directions(&self) -> bool {
        !matches!(self.form, Form::Edges | Form::Points)
    }

    pub(super) fn can_be_drawn(&self) -> bool {
        !self.picture.is_empty()
    }
}

impl Maker {
    pub(super) fn make_board(&mut self) {
        let random = &mut self.random;
        let (board, feature) = match random.below(100) {
            0..30 => (square(random), "square board"),
            30..42 => (rooms(random), "rooms"),
            42..52 => (grid(random), "grid"),
            52..62 => (hex(random), "hex board"),
            62..70 => (drawn(random), "drawn board"),
            70..79 => (row(random), "row"),
            79..90 => (ring(random), "ring"),
            90..95 => (edges(random), "edges"),
            _ => (points(random), "points"),
        };
        self.board = board;
        self.feature(feature);
        let can_face = matches!(self.board.form, Form::Square | Form::Row | Form::Ring);
        self.facing = self.players.len() == 2 && can_face && self.random.percent(40);
        if self.is_puzzle() {
            return;
        }
        let ways = if self.board.is_square() { ["n", "s", "e"] } else { ["next", "prev", "next"] };
        let mut players = Vec::new();
        for (player, way) in self.players.iter().zip(ways) {
            let facing = if self.facing { format!(" facing {way}") } else { String::new() };
            players.push(format!("{player}{facing}"));
        }
        if self.facing {
            self.feature("facing");
        }
        self.say(format!("players {}", players.join(", ")));
    }

    /// Directions for `along`; empty for the default.
    pub(super) fn along(&mut self) -> String {
        if !self.random.percent(40) {
            return String::new();
        }
        let ways: &[&str] = match self.board.form {
            Form::Square if self.facing => {
                &["fwd", "sides", "fwd_diag", "orth", "back", "fwd sides", "all"]
            }
            Form::Square => &["e", "n", "orth", "diag", "all", "e w", "s", "ne sw", "n e"],
            Form::Hex => &["e", "w", "ne", "e w", "ne sw", "nw se"],
            Form::Drawn => &["e", "e w", "n s", "orth"],
            Form::Row | Form::Ring if self.facing => &["fwd", "back", "next", "next prev"],
            Form::Row | Form::Ring => &["next", "prev", "next prev"],
            Form::Edges | Form::Points => return String::new(),
        };
        format!(" along {}", self.random.pick(ways))
    }

    /// A set of cells that does not depend on the player.
    pub(super) fn plain_set(&mut self) -> String {
        let Board { form, rows, columns, names, .. } = &self.board;
        let cell = self.random.pick(names);
        match form {
            Form::Square => match self.random.below(6) {
                0 => format!("row {}", self.random.between(1, *rows)),
                1 => format!("column {}", self.random.between(1, *columns)),
                2 => format!("edge {}", self.random.pick(&["n", "e", "s", "w"])),
                3 => "centre".to_owned(),
                _ => cell,
            },
            Form::Row | Form::Ring if self.random.percent(50) => {
                let last = self.random.between(1, names.len());
                format!("{} .. {last}", self.random.between(1, last))
            }
            Form::Hex if self.random.percent(30) => {
                format!("edge {}", self.random.pick(&["e", "w", "ne", "sw"]))
            }
            _ => cell,
        }
    }
}

/// The names of the cells of a picture whose cells stand in every second column.
fn names_of(picture: &[String], step: usize) -> Vec<String> {
    let mut names = Vec::new();
    let last = picture.len();
    for (row, line) in picture.iter().enumerate() {
        for (column, character) in line.chars().enumerate() {
            if character == '*' {
                let letter = char::from(b'a' + u8::try_from(column / step).unwrap_or(0));
                names.push(format!("{letter}{}", last - row));
            }
        }
    }
    names
}

fn finished(form: Form, picture: Vec<String>, step: usize) -> Board {
    let cells = picture.iter().map(|line| line.matches('*').count()).sum();
    let columns = picture.iter().map(|line| line.len().div_ceil(2)).max().unwrap_or(1);
    Board {
        form,
        cells,
        names: names_of(&picture, step),
        rows: picture.len(),
        columns,
        picture,
        ..Board::default()
    }
}

const LINKS: [&str; 8] = ["", "", "", "", " links all", " links diag", " links e s", " links orth"];

fn square(random: &mut Random) -> Board {
    let (rows, columns) = random.pick(&[
        (1, 4),
        (1, 5),
        (1, 6),
        (1, 7),
        (2, 2),
        (2, 3),
        (2, 3),
        (2, 4),
        (3, 2),
        (3, 3),
        (3, 3),
        (4, 2),
    ]);
    let holes = random.pick(&[0, 0, 0, 12, 25]);
    let mut picture = Vec::new();
    for _ in 0..rows {
        let mut line = String::new();
        for column in 0..columns {
            let hole = random.percent(holes);
            line.push(if hole { ' ' } else { '*' });
            line.push_str(if column + 1 < columns { " " } else { "" });
        }
        picture.push(line);
    }
    // A hole everywhere in the first column or row would shift the names of cells.
    if picture.iter().all(|line| line.starts_with(' ')) || !picture[0].contains('*') {
        picture[0].replace_range(0..1, "*");
    }
    if let Some(last) = picture.last_mut().filter(|line| !line.contains('*')) {
        last.replace_range(0..1, "*");
    }
    Board { links: random.pick(&LINKS), ..finished(Form::Square, picture, 2) }
}

/// Two parts that no move joins, unless it moves cells that are not neighbours or jumps.
fn rooms(random: &mut Random) -> Board {
    let rows = random.between(1, 2);
    let (one, other) = (random.between(2, 3), random.between(1, 3));
    let gap = "   ".to_owned() + if random.percent(30) { "  " } else { "" };
    let mut picture = Vec::new();
    for _ in 0..rows {
        picture.push(["* ".repeat(one).trim_end(), &gap, "* ".repeat(other).trim_end()].concat());
    }
    // Single cells outside.
    if random.percent(25) && rows == 2 {
        let width = picture[1].len();
        picture[1].replace_range(width - 1..width, " ");
    }
    let board = finished(Form::Square, picture, 2);
    let second_room = Some(2 * one + gap.len() - 2);
    Board { second_room, links: random.pick(&LINKS[..6]), ..board }
}

fn grid(random: &mut Random) -> Board {
    let (rows, columns) = random.pick(&[(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (1, 5)]);
    let line = vec!["*"; columns].join(" ");
    let board = finished(Form::Square, vec![line; rows], 2);
    let builder = Some(format!("grid({rows}, {columns})"));
    Board { builder, links: random.pick(&LINKS), ..board }
}

fn hex(random: &mut Random) -> Board {
    let shapes: [&[&str]; 6] = [
        &[" * ", "* *"],
        &["  *  ", " * * ", "* * *"],
        &[" * * ", "* * *", " * * "],
        &["* *", " * *"],
        &["* * *", " * *"],
        &[" * *", "* *", " * *"],
    ];
    let picture = random.pick(&shapes).iter().map(|line| (*line).to_owned()).collect();
    Board { links: " links hex", ..finished(Form::Hex, picture, 1) }
}

fn drawn(random: &mut Random) -> Board {
    let shapes: [&[&str]; 7] = [
        &["*-*-*", "| | |", "*-*-*"],
        &["*-*", "|X|", "*-*"],
        &["*---*", "|\\ /", "| *", "|/ \\", "*---*"],
        &["*-*-*", "|   |", "*---*"],
        &["*-*-*-*"],
        &["*-*", "|/|", "*-*-*"],
        &["*-*   *-*", "| |     |", "*-*     *"],
    ];
    let picture: Vec<String> = random.pick(&shapes).iter().map(|line| (*line).to_owned()).collect();
    let board = finished(Form::Drawn, picture, 2);
    // Rows of cells are every second row, if no picture says otherwise.
    let names = vec!["a1".to_owned()];
    Board { links: " links drawn", names, ..board }
}

fn row(random: &mut Random) -> Board {
    numbered(Form::Row, "row", random.between(2, 7))
}

fn ring(random: &mut Random) -> Board {
    numbered(Form::Ring, "ring", random.between(3, 7))
}

fn numbered(form: Form, builder: &str, cells: usize) -> Board {
    Board {
        form,
        cells,
        builder: Some(format!("{builder}({cells})")),
        picture: vec![vec!["*"; cells].join(" ")],
        names: (1..=cells).map(|cell| cell.to_string()).collect(),
        rows: 1,
        columns: cells,
        ..Board::default()
    }
}

fn edges(random: &mut Random) -> Board {
    let (rows, columns) = random.pick(&[(1, 1), (1, 2), (2, 1)]);
    Board {
        form: Form::Edges,
        cells: rows * (columns + 1) + columns * (rows + 1),
        builder: Some(format!("edges({rows}, {columns})")),
        names: vec!["b1".to_owned()],
        ..Board::default()
    }
}

fn points(random: &mut Random) -> Board {
    let cells = random.between(2, 5);
    let names: Vec<String> =
        ["A", "B", "C", "D", "E"][..cells].iter().map(|it| (*it).into()).collect();
    Board {
        form: Form::Points,
        cells,
        builder: Some(format!("points({})", names.join(", "))),
        names,
        ..Board::default()
    }
}
