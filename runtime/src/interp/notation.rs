//! Positions as one line of text that can be read back.
//!
//! First the cells, row by row from the top, rows separated by `/`. If every piece has a glyph and
//! nothing turns, the glyphs stand together (`bbb/.../www`); otherwise they are separated by
//! commas, with a `'` for every turn (`3',.,1`), and heaps are numbers. Then the player to move,
//! if there are players, and the counters, with a value for each player where each has one:
//! `bbb/.../www white hand=2,3`.

use super::position_error::PositionError;
use gdl::comes_to_rest;
use gdl::domain::Domain;
use gdl::model::State;
use gdl::model::{Content, Model, Piece, PlayerId};
use std::ops::Range;

/// The text of a position.
pub fn position_text(model: &Model, state: &State) -> String {
    let separator = if is_compact(model) { "" } else { "," };
    let row_text = |row: Range<usize>| {
        let words: Vec<String> = row.map(|cell| cell_word(model, state, cell)).collect();
        words.join(separator)
    };
    let rows: Vec<String> = rows(model).into_iter().map(row_text).collect();
    let mut text = rows.join("/");
    if let Some(player) = model.players.get(state.mover.index()) {
        text.push(' ');
        text.push_str(&player.name);
    }
    for (name, counters) in counter_groups(model) {
        let values: Vec<String> =
            counters.iter().map(|&index| state.counters[index].to_string()).collect();
        text.push_str(&format!(" {name}={}", values.join(",")));
    }
    text
}

/// Reads the text of a position. The player to move and the counters may be left out: then it is
/// the first player's turn, and the counters are as at the start.
pub fn parse_position(model: &Model, text: &str) -> Result<State, PositionError> {
    let mut words = text.split_whitespace();
    let board = words.next().ok_or(PositionError::Empty)?;
    let mut state = State {
        cells: Vec::with_capacity(model.board.cells.len()),
        turns: Vec::new(),
        counters: model.counters.iter().map(|counter| counter.initial).collect(),
        mover: PlayerId(0),
    };
    parse_cells(model, board, &mut state)?;
    let mut has_mover = false;
    let mut counters_seen = Vec::new();
    for word in words {
        if let Some((name, values)) = word.split_once('=') {
            parse_counter(model, name, values, &mut state)?;
            if counters_seen.contains(&name) {
                return Err(PositionError::TwoCounters { name: name.to_owned() });
            }
            counters_seen.push(name);
        } else {
            state.mover = parse_player(model, word)?;
            if std::mem::replace(&mut has_mover, true) {
                return Err(PositionError::TwoPlayers { word: word.to_owned() });
            }
        }
    }
    comes_to_rest(model, &Domain::position(0, state.clone()))
        .map_err(|message| PositionError::Endless { message })?;
    Ok(state)
}

/// What stands on a cell, as in the text of a position.
pub(super) fn cell_word(model: &Model, state: &State, cell: usize) -> String {
    let value = state.cells[cell];
    if model.heap {
        return value.to_string();
    }
    let mut word = Content(value)
        .piece()
        .map_or_else(|| ".".to_owned(), |piece| piece_word(&model.pieces[piece.index()]));
    for _ in 0..state.turns.get(cell).copied().unwrap_or(0) {
        word.push('\'');
    }
    word
}

/// The counters by name, in order of declaration: the indices of each.
pub(super) fn counter_groups(model: &Model) -> Vec<(&str, Vec<usize>)> {
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    for (index, counter) in model.counters.iter().enumerate() {
        match groups.iter_mut().find(|(name, _)| *name == counter.name) {
            Some((_, group)) => group.push(index),
            None => groups.push((&counter.name, vec![index])),
        }
    }
    groups
}

/// Whether the cells of a row stand together.
fn is_compact(model: &Model) -> bool {
    let is_short = |piece: &Piece| glyph(piece).is_some() || piece.label.chars().count() == 1;
    let plain = |piece: &Piece| piece.turns <= 1 && is_short(piece);
    !model.heap && model.pieces.iter().all(plain)
}

/// The glyph, or the label if there is none or it would be mistaken for something else.
fn piece_word(piece: &Piece) -> String {
    glyph(piece).map_or_else(|| piece.label.clone(), String::from)
}

/// The glyph, unless it would be mistaken for something else.
fn glyph(piece: &Piece) -> Option<char> {
    piece.glyph.filter(|glyph| !"/,'.".contains(*glyph))
}

/// Whether a word stands for a piece.
fn is_word_of(word: &str, piece: &Piece) -> bool {
    match glyph(piece) {
        Some(glyph) => word.chars().eq([glyph]),
        None => word == piece.label,
    }
}

/// The cells of each row.
fn rows(model: &Model) -> Vec<Range<usize>> {
    let cells = &model.board.cells;
    let mut begin = 0;
    let by_row = cells.chunk_by(|one, other| one.row == other.row).map(|row| {
        begin += row.len();
        begin - row.len()..begin
    });
    by_row.collect()
}

fn parse_cells(model: &Model, text: &str, state: &mut State) -> Result<(), PositionError> {
    let rows = rows(model);
    let parts: Vec<&str> = text.split('/').collect();
    if parts.len() != rows.len() {
        return Err(PositionError::Rows { expected: rows.len(), found: parts.len() });
    }
    let turning = model.pieces.iter().any(|piece| piece.turns > 1);
    let is_compact = is_compact(model);
    let mut words: Vec<&str> = Vec::new();
    for ((number, part), cells) in (1..).zip(parts).zip(rows) {
        words.clear();
        if is_compact {
            let letters = part.char_indices();
            words.extend(letters.map(|(at, letter)| &part[at..at + letter.len_utf8()]));
        } else {
            words.extend(part.split(','));
        }
        if words.len() != cells.len() {
            return Err(PositionError::Cells {
                row: number,
                expected: cells.len(),
                found: words.len(),
            });
        }
        for (column, word) in (1..).zip(&words) {
            let (value, turn) = parse_cell(model, word, number, column)?;
            state.cells.push(value);
            if turning {
                state.turns.push(turn);
            }
        }
    }
    Ok(())
}

fn parse_cell(
    model: &Model,
    word: &str,
    row: usize,
    column: usize,
) -> Result<(u8, u8), PositionError> {
    if model.heap {
        let heap = if word == "." { Some(0) } else { word.parse().ok() };
        let heap =
            heap.ok_or_else(|| PositionError::Heap { word: word.to_owned(), row, column })?;
        return Ok((heap, 0));
    }
    let name = word.trim_end_matches('\'');
    let turn = word.len() - name.len();
    if word == "." {
        return Ok((0, 0));
    }
    let known = || model.pieces.iter().zip(1..);
    let Some((piece, content)) = known().find(|(piece, _)| is_word_of(name, piece)) else {
        let known = known().map(|(piece, _)| piece_word(piece)).chain([".".to_owned()]).collect();
        return Err(PositionError::Piece { word: word.to_owned(), row, column, known });
    };
    match u8::try_from(turn) {
        Ok(turn) if turn < piece.turns.max(1) => Ok((content, turn)),
        _ => Err(PositionError::Turn {
            word: word.to_owned(),
            row,
            column,
            orientations: piece.turns.max(1),
        }),
    }
}

fn parse_player(model: &Model, word: &str) -> Result<PlayerId, PositionError> {
    let place = (0..).zip(&model.players).find(|(_, player)| player.name == word);
    place.map(|(index, _)| PlayerId(index)).ok_or_else(|| PositionError::Player {
        word: word.to_owned(),
        known: model.players.iter().map(|player| player.name.clone()).collect(),
    })
}

fn parse_counter(
    model: &Model,
    name: &str,
    values: &str,
    state: &mut State,
) -> Result<(), PositionError> {
    let groups = counter_groups(model);
    let Some((_, counters)) = groups.iter().find(|(known, _)| *known == name) else {
        let known = groups.iter().map(|(known, _)| (*known).to_owned()).collect();
        return Err(PositionError::Counter { name: name.to_owned(), known });
    };
    let words: Vec<&str> = values.split(',').collect();
    if words.len() != counters.len() {
        let (expected, found) = (counters.len(), words.len());
        return Err(PositionError::CounterValues { name: name.to_owned(), expected, found });
    }
    for (&index, word) in counters.iter().zip(words) {
        let wrong = || PositionError::CounterRange { name: name.to_owned(), word: word.to_owned() };
        state.counters[index] = word.parse().map_err(|_| wrong())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::toy::{counter, duel, row};
    use super::*;
    use gdl::model::Counter;

    fn round_trip(model: &Model, text: &str) {
        let state = parse_position(model, text).unwrap();
        assert_eq!(position_text(model, &state), text);
    }

    fn error(model: &Model, text: &str) -> String {
        parse_position(model, text).unwrap_err().to_string()
    }

    fn two_rows() -> Model {
        let mut model = duel("ab.ab.");
        for cell in &mut model.board.cells[3..] {
            cell.row = 1;
        }
        let each = |owner| Counter { owner: Some(PlayerId(owner)), ..counter("hand", 3) };
        model.counters = vec![each(0), each(1), counter("clock", 7)];
        model
    }

    fn turning() -> Model {
        let mut model = row("abc");
        model.pieces.iter_mut().for_each(|piece| piece.turns = 3);
        model.pieces[2].glyph = None;
        "12".clone_into(&mut model.pieces[2].label);
        model
    }

    #[test]
    fn positions_can_be_read_back() {
        round_trip(&row("ab."), "b.a");
        round_trip(&two_rows(), "ab./..b black hand=0,255 clock=1");
        round_trip(&turning(), "a'',.,12'");
        let mut heap = duel("...");
        heap.heap = true;
        round_trip(&heap, "12,0,255 white");
    }

    #[test]
    fn mover_and_counters_may_be_left_out() {
        let model = two_rows();
        let state = parse_position(&model, "ab./ab.").unwrap();
        assert_eq!(position_text(&model, &state), "ab./ab. white hand=3,3 clock=7");
        let state = parse_position(&model, "  ab./ab.  clock=2 black ").unwrap();
        assert_eq!(position_text(&model, &state), "ab./ab. black hand=3,3 clock=2");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let model = two_rows();
        assert_eq!(error(&model, " "), "the position is empty");
        assert_eq!(
            error(&model, "ab."),
            "the board has 2 rows, but the position has 1: rows are separated by `/`"
        );
        assert_eq!(error(&model, "ab./ab"), "row 2 has 3 cells, but the position has 2 there");
        assert_eq!(error(&model, "ab./axb"), "`x` in row 2, cell 2 is no piece: use `a`, `b`, `.`");
        assert_eq!(
            error(&model, "ab./ab. green"),
            "no player called `green`: players are `white`, `black`"
        );
        assert_eq!(
            error(&model, "ab./ab. black white"),
            "did not expect `white`: the player to move is already given"
        );
        assert_eq!(
            error(&model, "ab./ab. feet=1"),
            "no counter called `feet`: counters are `hand`, `clock`"
        );
        assert_eq!(
            error(&model, "ab./ab. hand=1"),
            "counter `hand` has 2 values, but the position has 1"
        );
        assert_eq!(error(&model, "ab./ab. clock=1 clock=2"), "counter `clock` is given twice");
        assert_eq!(
            error(&model, "ab./ab. hand=1,256"),
            "`256` is no value for counter `hand`: it must be a number from 0 to 255"
        );
        assert_eq!(
            error(&row("ab"), "ab white"),
            "did not expect `white` after the cells: the game has no players"
        );
        assert_eq!(
            error(&turning(), "a''',.,."),
            "`a'''` in row 1, cell 1 is turned too far: the piece has 3 orientations"
        );
        assert_eq!(
            error(&turning(), ".',.,."),
            "`.'` in row 1, cell 1 is no piece: use `a`, `b`, `12`, `.`"
        );
        let mut heap = duel("...");
        heap.heap = true;
        assert_eq!(error(&heap, "1,300,2"), "`300` in row 1, cell 2 is no number from 0 to 255");
    }
}
