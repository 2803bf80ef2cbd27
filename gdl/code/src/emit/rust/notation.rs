//! Printing how positions are written: `impl Display` and `impl FromStr` for `State`.
//!
//! What is printed here goes after the module, into the same Rust module. Libraries that only
//! search do not need it:
//!
//! ```text
//! pub use notation::NotAPosition;
//!
//! /// How positions are written.
//! mod notation {
//!     impl std::fmt::Display for State { ... }           "bbb/.../www white"
//!     pub struct NotAPosition;
//!     impl std::str::FromStr for State { ... }
//! }
//! ```

use super::Printer;
use crate::ir::{Module, Notation, NotedCell, NotedCells};

/// How positions are written, for a module that knows; else nothing.
pub fn notation(module: &Module) -> String {
    let mut printer = Printer::default();
    let Some(notation) = &module.notation else { return printer.text };
    let about = About {
        notation,
        turning: module.state.iter().any(|field| field.name == "turns"),
        fixed: notation.rows.iter().flatten().any(|cell| matches!(cell, NotedCell::Fixed(_))),
        ring: module.functions.iter().any(|function| function.name == "turned"),
    };
    printer.line("");
    printer.line("pub use notation::NotAPosition;");
    printer.gap();
    printer.doc("How positions are written.");
    printer.indented("mod notation {", |printer| {
        let turned = if about.ring { ", turned" } else { "" };
        printer.line(&format!("use super::{{State, content{turned}, with_content}};"));
        printer.gap();
        tables(printer, &about);
        printer.gap();
        printer.indented("impl std::fmt::Display for State {", |printer| {
            printer.doc("The position in one line.");
            let head = "fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {";
            printer.indented(head, |printer| write(printer, &about));
        });
        printer.gap();
        error(printer);
        printer.gap();
        printer.indented("impl std::str::FromStr for State {", |printer| {
            printer.line("type Err = NotAPosition;");
            printer.gap();
            printer.doc(
                "Reads a position. The player to move and the counters may be left out: then they are as at the start.",
            );
            let head = "fn from_str(text: &str) -> Result<Self, NotAPosition> {";
            printer.indented(head, |printer| read(printer, &about));
        });
        if notation.cells != NotedCells::Heaps {
            printer.gap();
            read_cell(printer, &about);
        }
    });
    printer.text
}

/// What the text depends on.
struct About<'a> {
    notation: &'a Notation,
    /// Whether positions say how far pieces are turned.
    turning: bool,
    /// Whether some cells never change.
    fixed: bool,
    /// Whether turned rings are the same, so that a position that is read must be turned as the
    /// code wants it.
    ring: bool,
}

fn tables(printer: &mut Printer, about: &About<'_>) {
    let Notation { rows, words, turns, players, cells, .. } = about.notation;
    if about.fixed {
        printer.doc("A cell in the text of a position.");
        printer.line("#[derive(Clone, Copy)]");
        printer.indented("enum Noted {", |printer| {
            printer.doc("One that can change.");
            printer.line("Changing(usize),");
            printer.doc("One that always holds this.");
            printer.line("Fixed(u8),");
        });
        printer.gap();
    }
    let element = if about.fixed { "Noted" } else { "usize" };
    printer.doc("The rows of the board.");
    printer.line(&format!("static ROWS: [&[{element}]; {}] = [", rows.len()));
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .map(|cell| match cell {
                NotedCell::Changing(cell) if !about.fixed => cell.to_string(),
                NotedCell::Changing(cell) => format!("Noted::Changing({cell})"),
                NotedCell::Fixed(content) => format!("Noted::Fixed({content})"),
            })
            .collect();
        printer.line(&format!("    &[{}],", cells.join(", ")));
    }
    printer.line("];");
    if *cells != NotedCells::Heaps {
        printer.gap();
        printer.doc("What each content is called.");
        list(printer, "WORDS", words);
    }
    if about.turning {
        printer.gap();
        printer.doc("In how many ways each content can be turned.");
        let numbers: Vec<String> = turns.iter().map(u8::to_string).collect();
        printer.line(&format!("static WAYS: [u8; {}] = [{}];", turns.len(), numbers.join(", ")));
    }
    if !players.is_empty() {
        printer.gap();
        printer.doc("The players in turn order.");
        list(printer, "PLAYERS", players);
    }
}

fn list(printer: &mut Printer, name: &str, words: &[String]) {
    let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    printer.line(&format!("static {name}: [&str; {}] = [{}];", words.len(), words.join(", ")));
}

/// The body of `fmt`.
fn write(printer: &mut Printer, about: &About<'_>) {
    let Notation { cells, players, counters, .. } = about.notation;
    printer.indented("for (number, row) in ROWS.iter().enumerate() {", |printer| {
        printer.indented("if number > 0 {", |printer| printer.line("f.write_str(\"/\")?;"));
        let head = match cells {
            NotedCells::Letters => "for cell in *row {",
            NotedCells::Words | NotedCells::Heaps => {
                "for (column, cell) in row.iter().enumerate() {"
            }
        };
        printer.indented(head, |printer| {
            if *cells != NotedCells::Letters {
                printer.indented("if column > 0 {", |printer| printer.line("f.write_str(\",\")?;"));
            }
            if about.fixed {
                printer.line("let held = match *cell {");
                printer.line("    Noted::Changing(cell) => content(self, cell),");
                printer.line("    Noted::Fixed(content) => content,");
                printer.line("};");
            } else {
                printer.line("let held = content(self, *cell);");
            }
            printer.line(match cells {
                NotedCells::Heaps => "write!(f, \"{held}\")?;",
                NotedCells::Letters | NotedCells::Words => {
                    "f.write_str(WORDS[usize::from(held)])?;"
                }
            });
            if about.turning {
                let turn = |printer: &mut Printer, cell: &str| {
                    printer.indented(&format!("for _ in 0..self.turns[{cell}] {{"), |printer| {
                        printer.line("f.write_str(\"'\")?;");
                    });
                };
                if about.fixed {
                    let head = "if let Noted::Changing(cell) = *cell {";
                    printer.indented(head, |printer| turn(printer, "cell"));
                } else {
                    turn(printer, "*cell");
                }
            }
        });
    });
    if !players.is_empty() {
        let mover = if players.len() > 1 { "usize::from(self.mover)" } else { "0" };
        printer.line(&format!("write!(f, \" {{}}\", PLAYERS[{mover}])?;"));
    }
    for (name, fields) in counters {
        let holes: Vec<&str> = fields.iter().map(|_| "{}").collect();
        let values: Vec<String> = fields.iter().map(|(field, _)| format!("self.{field}")).collect();
        let (holes, values) = (holes.join(","), values.join(", "));
        printer.line(&format!("write!(f, \" {name}={holes}\", {values})?;"));
    }
    printer.line("Ok(())");
}

/// The type of what can go wrong.
fn error(printer: &mut Printer) {
    printer.doc("A text that is no position of this game.");
    printer.line("#[derive(Clone, Copy, Debug, PartialEq, Eq)]");
    printer.line("pub struct NotAPosition;");
    printer.gap();
    printer.indented("impl std::fmt::Display for NotAPosition {", |printer| {
        let head = "fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {";
        printer.indented(head, |printer| {
            printer.line("f.write_str(\"this is no position of the game\")");
        });
    });
    printer.gap();
    printer.line("impl std::error::Error for NotAPosition {}");
}

/// The body of `from_str`.
fn read(printer: &mut Printer, about: &About<'_>) {
    let Notation { cells, players, counters, .. } = about.notation;
    let has_more = !players.is_empty() || !counters.is_empty();
    printer.line("let mut state = State::default();");
    for (field, initial) in counters.iter().flat_map(|(_, fields)| fields) {
        printer.line(&format!("state.{field} = {initial};"));
    }
    printer.line("let mut words = text.split_whitespace();");
    printer.line("let mut rows = words.next().ok_or(NotAPosition)?.split('/');");
    printer.indented("for row in ROWS {", |printer| {
        printer.line("let text = rows.next().ok_or(NotAPosition)?;");
        printer.line(match cells {
            NotedCells::Letters => {
                "let mut cells = text.char_indices().map(|(at, it)| &text[at..at + it.len_utf8()]);"
            }
            NotedCells::Words | NotedCells::Heaps => "let mut cells = text.split(',');",
        });
        printer.indented("for cell in row {", |printer| {
            printer.line("let word = cells.next().ok_or(NotAPosition)?;");
            read_and_place(printer, about);
        });
        printer.indented("if cells.next().is_some() {", |printer| {
            printer.line("return Err(NotAPosition);");
        });
    });
    printer.indented("if rows.next().is_some() {", |printer| {
        printer.line("return Err(NotAPosition);");
    });
    if has_more {
        read_rest(printer, about);
    } else {
        printer.indented("if words.next().is_some() {", |printer| {
            printer.line("return Err(NotAPosition);");
        });
    }
    printer.line(if about.ring { "Ok(turned(&state))" } else { "Ok(state)" });
}

/// What is done with the word of a cell.
fn read_and_place(printer: &mut Printer, about: &About<'_>) {
    printer.line(match (about.notation.cells, about.turning) {
        (NotedCells::Heaps, _) => {
            "let held = if word == \".\" { 0 } else { word.parse().map_err(|_| NotAPosition)? };"
        }
        (_, true) => "let (held, turn) = read_cell(word)?;",
        (_, false) => "let held = read_cell(word)?;",
    });
    let turn = |printer: &mut Printer, cell: &str| {
        if about.turning {
            printer.line(&format!("state.turns[{cell}] = turn;"));
        }
    };
    // What cannot stand on any cell has no place in a position.
    let put = |printer: &mut Printer, cell: &str| {
        printer.line(&format!("state = with_content(&state, {cell}, held);"));
        turn(printer, cell);
        printer.indented(&format!("if content(&state, {cell}) != held {{"), |printer| {
            printer.line("return Err(NotAPosition);");
        });
    };
    if !about.fixed {
        put(printer, "*cell");
        return;
    }
    printer.indented("match *cell {", |printer| {
        printer.indented("Noted::Changing(cell) => {", |printer| put(printer, "cell"));
        let unturned = if about.turning { " && turn == 0" } else { "" };
        printer.line(&format!("Noted::Fixed(content) if content == held{unturned} => {{}}"));
        printer.line("Noted::Fixed(_) => return Err(NotAPosition),");
    });
}

/// The player to move and the counters, each at most once.
fn read_rest(printer: &mut Printer, about: &About<'_>) {
    let Notation { players, counters, .. } = about.notation;
    if !players.is_empty() {
        printer.line("let mut has_mover = false;");
    }
    if !counters.is_empty() {
        printer.line(&format!("let mut given = [false; {}];", counters.len()));
    }
    printer.indented("for word in words {", |printer| {
        if !counters.is_empty() {
            printer.indented("if let Some((name, values)) = word.split_once('=') {", |printer| {
                printer.line("let mut values = values.split(',');");
                printer.line("let mut next = || -> Result<u8, NotAPosition> {");
                printer.line("    let value = values.next().ok_or(NotAPosition)?;");
                printer.line("    value.parse().map_err(|_| NotAPosition)");
                printer.line("};");
                printer.line("let number = match name {");
                printer.depth += 1;
                for (number, (name, fields)) in counters.iter().enumerate() {
                    printer.indented(&format!("{name:?} => {{"), |printer| {
                        for (field, _) in fields {
                            printer.line(&format!("state.{field} = next()?;"));
                        }
                        printer.line(&number.to_string());
                    });
                }
                printer.line("_ => return Err(NotAPosition),");
                printer.depth -= 1;
                printer.line("};");
                let twice =
                    "if std::mem::replace(&mut given[number], true) || values.next().is_some() {";
                printer.indented(twice, |printer| printer.line("return Err(NotAPosition);"));
                printer.line("continue;");
            });
        }
        if players.is_empty() {
            printer.line("return Err(NotAPosition);");
            return;
        }
        let found = "PLAYERS.iter().position(|player| *player == word)";
        let name = if players.len() > 1 { "mover" } else { "_mover" };
        printer.line(&format!("let {name} = {found}.ok_or(NotAPosition)?;"));
        if players.len() > 1 {
            printer.line("state.mover = u8::try_from(mover).map_err(|_| NotAPosition)?;");
        }
        printer.indented("if std::mem::replace(&mut has_mover, true) {", |printer| {
            printer.line("return Err(NotAPosition);");
        });
    });
}

/// The function that reads the word of a cell.
fn read_cell(printer: &mut Printer, about: &About<'_>) {
    if about.turning {
        printer.doc("What a word says about a cell: what stands there, and how far it is turned.");
        printer.indented("fn read_cell(word: &str) -> Result<(u8, u8), NotAPosition> {", |printer| {
            printer.line("let name = word.trim_end_matches('\\'');");
            printer.line("let held = WORDS.iter().position(|known| *known == name).ok_or(NotAPosition)?;");
            printer.line("let turn = u8::try_from(word.len() - name.len()).map_err(|_| NotAPosition)?;");
            printer.indented("if turn >= WAYS[held] {", |printer| {
                printer.line("return Err(NotAPosition);");
            });
            printer.line("Ok((u8::try_from(held).map_err(|_| NotAPosition)?, turn))");
        });
    } else {
        printer.doc("What a word says about a cell: what stands there.");
        printer.indented("fn read_cell(word: &str) -> Result<u8, NotAPosition> {", |printer| {
            printer.line(
                "let held = WORDS.iter().position(|known| *known == word).ok_or(NotAPosition)?;",
            );
            printer.line("u8::try_from(held).map_err(|_| NotAPosition)");
        });
    }
}
