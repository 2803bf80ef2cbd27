//! Positions drawn for a terminal, on the board's own canvas.
//!
//! A canvas column that holds cells is made as wide as its widest word; strokes that run across it
//! are drawn out. Where cells have names such as `b3`, the letters stand below and the numbers on
//! the left; on a row or ring the numbers of the cells stand below.

use super::notation::{cell_word, counter_groups};
use gdl::model::State;
use gdl::model::{BoardKind, Cell, Content, Model};

/// The board with what stands on it, then the player to move and the counters in words.
pub fn draw_position(model: &Model, state: &State) -> String {
    let words: Vec<String> =
        (0..model.board.cells.len()).map(|cell| drawn_word(model, state, cell)).collect();
    let names = model.board.cells.iter().map(|cell| cell.name.as_str());
    let mut text = match model.board.kind {
        BoardKind::Points => named_list(names, &words),
        BoardKind::Row | BoardKind::Ring => Sheet::new(model, words).with_legend(names).text(),
        BoardKind::Square | BoardKind::Hex | BoardKind::Drawn | BoardKind::Edges => {
            let letters = names
                .map(|name| name.trim_end_matches(|character: char| character.is_ascii_digit()));
            Sheet::new(model, words)
                .with_legend(letters)
                .with_row_numbers(&model.board.cells)
                .text()
        }
    };
    if let Some(player) = model.players.get(state.mover.index()) {
        text.push_str(&format!("{} to move\n", player.name));
    }
    for (name, counters) in counter_groups(model) {
        let value = |&index: &usize| match model.counters[index].owner {
            Some(owner) => {
                format!("{} {}", model.players[owner.index()].name, state.counters[index])
            }
            None => state.counters[index].to_string(),
        };
        let values: Vec<String> = counters.iter().map(value).collect();
        text.push_str(&format!("{name}: {}\n", values.join(", ")));
    }
    text
}

/// The board with the name of each cell.
pub fn draw_names(model: &Model) -> String {
    let names: Vec<String> = model.board.cells.iter().map(|cell| cell.name.clone()).collect();
    match model.board.kind {
        BoardKind::Points => names.join(" ") + "\n",
        BoardKind::Square
        | BoardKind::Hex
        | BoardKind::Drawn
        | BoardKind::Row
        | BoardKind::Ring
        | BoardKind::Edges => Sheet::new(model, names).text(),
    }
}

/// What is drawn for a cell. Edges of boxes are lines if there is only one kind of them, and blank
/// where there is none.
fn drawn_word(model: &Model, state: &State, cell: usize) -> String {
    let is_empty = Content(state.cells[cell]) == Content::EMPTY;
    match model.board.kind {
        BoardKind::Edges if is_empty => " ".to_owned(),
        BoardKind::Edges if model.pieces.len() == 1 && !model.heap => {
            let is_level = model.board.cells[cell].row.is_multiple_of(2);
            if is_level { "-" } else { "|" }.to_owned()
        }
        _ => cell_word(model, state, cell),
    }
}

fn named_list<'a>(names: impl Iterator<Item = &'a str> + Clone, words: &[String]) -> String {
    let width = names.clone().map(|name| name.chars().count()).max().unwrap_or(0) + 1;
    let line = |(name, word): (&str, &String)| format!("{:width$} {word}\n", format!("{name}:"));
    names.zip(words).map(line).collect()
}

/// A canvas with a word for every cell.
struct Sheet<'a> {
    lines: Vec<Vec<char>>,
    places: &'a [(usize, usize)],
    words: Vec<String>,
    /// Whether strokes join the cells; words then stand on the left of their columns, where the
    /// strokes are.
    has_strokes: bool,
    /// What stands below each canvas column.
    legend: Vec<String>,
    /// What stands left of each canvas line.
    row_numbers: Vec<String>,
}

impl<'a> Sheet<'a> {
    fn new(model: &'a Model, words: Vec<String>) -> Self {
        let canvas = &model.board.canvas;
        let lines: Vec<Vec<char>> =
            canvas.lines.iter().map(|line| line.chars().collect()).collect();
        let has_strokes = lines.iter().flatten().any(|character| *character != ' ');
        Self {
            lines,
            places: &canvas.places,
            words,
            has_strokes,
            legend: Vec::new(),
            row_numbers: Vec::new(),
        }
    }

    /// Puts a word for each cell below its column, if all cells of the column agree.
    fn with_legend<'b>(mut self, words: impl Iterator<Item = &'b str>) -> Self {
        let mut legend: Vec<String> = Vec::new();
        for (&(_, column), word) in self.places.iter().zip(words) {
            legend.resize(legend.len().max(column + 1), String::new());
            if legend[column].is_empty() {
                word.clone_into(&mut legend[column]);
            } else if legend[column] != word {
                return self;
            }
        }
        self.legend = legend;
        self
    }

    /// Puts the number in the cells' names left of each line, if all cells of the line agree.
    fn with_row_numbers(mut self, cells: &[Cell]) -> Self {
        let mut numbers = vec![String::new(); self.lines.len()];
        for (&(line, _), cell) in self.places.iter().zip(cells) {
            let number =
                cell.name.trim_start_matches(|character: char| !character.is_ascii_digit());
            if numbers[line].is_empty() {
                number.clone_into(&mut numbers[line]);
            } else if numbers[line] != number {
                return self;
            }
        }
        self.row_numbers = numbers;
        self
    }

    fn text(&self) -> String {
        let widths = self.widths();
        let margin = self.row_numbers.iter().map(String::len).max().unwrap_or(0);
        let mut text = String::new();
        for (number, line) in self.lines.iter().enumerate() {
            let left = self.row_numbers.get(number).map_or("", String::as_str);
            push_line(&mut text, margin, left, &self.line(number, line, &widths));
        }
        if !self.legend.is_empty() {
            let below = self
                .legend
                .iter()
                .zip(&widths)
                .map(|(word, &width)| self.aligned(word, width, ' '));
            push_line(&mut text, margin, "", &below.collect::<String>());
        }
        text
    }

    /// How wide each canvas column becomes.
    fn widths(&self) -> Vec<usize> {
        let columns = self.lines.iter().map(Vec::len).max().unwrap_or(0);
        let widest = self
            .words
            .iter()
            .chain(&self.legend)
            .map(|word| word.chars().count())
            .max()
            .unwrap_or(1);
        let mut widths = vec![1; columns.max(self.legend.len())];
        for &(_, column) in self.places {
            widths[column] = widest;
        }
        widths
    }

    fn line(&self, number: usize, line: &[char], widths: &[usize]) -> String {
        let word_at = |column: usize| {
            let cell = self.places.iter().position(|&place| place == (number, column))?;
            Some(self.words[cell].as_str())
        };
        let mut text = String::new();
        for (column, (&stroke, &width)) in line.iter().zip(widths).enumerate() {
            let beside =
                [column.checked_sub(1), Some(column + 1)].into_iter().flatten().map(word_at);
            let is_level = match word_at(column) {
                Some(word) => word == "-",
                None => {
                    stroke == '-'
                        || stroke == ' ' && beside.into_iter().any(|word| word == Some("-"))
                }
            };
            let next = line.get(column + 1).copied().unwrap_or(' ');
            let fill = if matches!(next, '-' | '+') { '-' } else { ' ' };
            if self.has_strokes && is_level {
                text.extend(std::iter::repeat_n('-', width));
            } else if let Some(word) = word_at(column) {
                text.push_str(&self.aligned(word, width, fill));
            } else {
                let fill = if stroke == '+' { fill } else { ' ' };
                text.push_str(&self.aligned(&stroke.to_string(), width, fill));
            }
        }
        text
    }

    fn aligned(&self, word: &str, width: usize, fill: char) -> String {
        let filling = std::iter::repeat_n(fill, width.saturating_sub(word.chars().count()))
            .collect::<String>();
        if self.has_strokes { format!("{word}{filling}") } else { format!("{filling}{word}") }
    }
}

fn push_line(text: &mut String, margin: usize, left: &str, line: &str) {
    let line = if margin == 0 { line.to_owned() } else { format!("{left:>margin$} {line}") };
    text.push_str(line.trim_end());
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::super::games::compiled;
    use super::super::notation::parse_position;
    use super::*;

    fn drawn(game: &str, position: &str) -> String {
        let model = compiled(game, &[]);
        draw_position(&model, &parse_position(&model, position).unwrap())
    }

    #[test]
    fn numbers_widen_the_columns() {
        let tiles = "board grid(3, 4) pieces 1 .. 11 start empty, 1 .. 11 goal start \
                     move slide: [any | empty] -> [empty | any]";
        let expected = ["3  1  .  2  3", "2  4  5  6  7", "1  8  9 10 11", "   a  b  c  d", ""];
        assert_eq!(drawn(tiles, "1,.,2,3/4,5,6,7/8,9,10,11"), expected.join("\n"));
        let pancakes = "board row(3) pieces 1 .. 3 turns 2 start 1 .. 3 goal start \
                        move flip(k in 1 .. 3): reverse 1 .. k turn 1";
        assert_eq!(drawn(pancakes, "3',2',1"), "3' 2'  1\n 1  2  3\n");
    }

    const MORRIS: &str = "players white, black
        board {
            .---.---.
            |   |   |
            | .-.-. |
            | |   | |
            .-.   .-.
            | |   | |
            | .-.-. |
            |   |   |
            .---.---.
        } links drawn
        pieces w = man of white, b = man of black
        counter hand = 6 each
        move place when hand > 0: [empty] -> [mine], hand -= 1
        stuck loses";

    #[test]
    fn strokes_join_the_cells() {
        let expected = [
            "5 w---.---.",
            "  |   |   |",
            "4 | .-.-. |",
            "  | |   | |",
            "3 .-b   .-.",
            "  | |   | |",
            "2 | .-.-. |",
            "  |   |   |",
            "1 .---.---.",
            "  a b c d e",
            "white to move",
            "hand: white 5, black 6",
            "",
        ];
        assert_eq!(drawn(MORRIS, "w../.../.b../.../... white hand=5,6"), expected.join("\n"));
        let names = [
            "a5----c5----e5",
            "|     |     |",
            "|  b4-c4-d4 |",
            "|  |     |  |",
            "a3-b3    d3-e3",
            "|  |     |  |",
            "|  b2-c2-d2 |",
            "|     |     |",
            "a1----c1----e1",
            "",
        ];
        assert_eq!(draw_names(&compiled(MORRIS, &[])), names.join("\n"));
    }

    #[test]
    fn edges_are_lines() {
        let game = "players left, right board edges(1, 2) pieces | = stroke \
                    move draw: [empty] -> [stroke] stuck draws";
        let expected =
            ["3 +---+   +", "2     |   |", "1 +   +---+", "  a b c d e", "right to move", ""];
        assert_eq!(drawn(game, "|./.||/.| right"), expected.join("\n"));
        let names = "+  b3 +  d3 +\na2    c2    e2\n+  b1 +  d1 +\n";
        assert_eq!(draw_names(&compiled(game, &[])), names);
    }

    #[test]
    fn points_are_listed() {
        let game = "board points(A, Long) pieces 1 .. 2 turns 3 start 1 .. 2 goal start move swap: cycle A Long turn 1 2";
        assert_eq!(drawn(game, "2'/1''"), "A:    2'\nLong: 1''\n");
        assert_eq!(draw_names(&compiled(game, &[])), "A Long\n");
    }

    #[test]
    fn staggered_cells_keep_their_columns() {
        let game = "board {
               o
              o o
             . o o
            } links hex
            pieces o = peg
            move jump: [peg | peg | empty] -> [empty | empty | peg]
            goal count(peg) = 1";
        assert_eq!(drawn(game, "o/oo/.oo"), "3   o\n2  o o\n1 . o o\n  abcde\n");
    }
}
