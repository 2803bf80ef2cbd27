//! How a position is written in one line.

/// What the text of a position is made of: the cells row by row, the player to move, the counters
/// by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The rows of the board from the top.
    pub rows: Vec<Vec<NotedCell>>,
    /// By content, what it is called; the contents that can stand on a cell are among these.
    pub words: Vec<String>,
    /// By content, in how many ways it can be turned.
    pub turns: Vec<u8>,
    /// How the words of a row are kept apart.
    pub cells: NotedCells,
    /// The names of the players; none in a puzzle.
    pub players: Vec<String>,
    /// The counters, by name: the field of the position and the value at the start of each.
    pub counters: Vec<(String, Vec<(String, u8)>)>,
}

/// A cell in the text of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotedCell {
    /// One that can change, by its number.
    Changing(usize),
    /// One that always holds this.
    Fixed(u8),
}

/// How the cells of a row are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotedCells {
    /// A letter for each, without anything between them.
    Letters,
    /// A word for each, with commas between them.
    Words,
    /// A number for each, with commas between them.
    Heaps,
}
