//! The conversation: lines in, and after each of them what there is to say; for people, or an
//! object of JSON for each turn.

use super::screen;
use crate::failure::Failure;
use crate::output;
use gdl::model::{Model, State};
use gdl_runtime::interp::{Play, position_text};
use serde_json::json;
use std::io::{self, BufRead, IsTerminal, Read};

/// The longest line that is read.
const LONGEST_LINE: u64 = 1 << 16;

/// How it is talked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// For people at a terminal.
    Terminal,
    /// For people who read it later: what was typed is part of it.
    Transcript,
    /// One object for each turn.
    Json,
}

/// A conversation on standard input and output.
pub(super) struct Talk {
    manner: Manner,
    /// What is to be said with the next turn.
    said: String,
    /// What is to be said after the board.
    concluded: String,
    /// Whether the board is to be shown.
    is_shown: bool,
}

impl Talk {
    /// A conversation that has not begun.
    pub(super) fn new(json: bool) -> Self {
        let manner = match (json, io::stdin().is_terminal()) {
            (true, _) => Manner::Json,
            (false, true) => Manner::Terminal,
            (false, false) => Manner::Transcript,
        };
        Talk { manner, said: String::new(), concluded: String::new(), is_shown: false }
    }

    /// Says something with the next turn.
    pub(super) fn say(&mut self, text: &str) {
        self.said.push_str(text);
    }

    /// Says something below the board, with the next turn.
    pub(super) fn conclude(&mut self, text: &str) {
        self.concluded.push_str(text);
    }

    /// Shows the board with the next turn.
    pub(super) fn show(&mut self) {
        self.is_shown = true;
    }

    /// Says all there is to say, and reads a line; none at the end of the input.
    pub(super) fn next_line(
        &mut self,
        model: &Model,
        state: &State,
        points: &[i64],
        plays: &[Play],
        prompt: &str,
    ) -> Result<Option<String>, Failure> {
        let said = std::mem::take(&mut self.said);
        let concluded = std::mem::take(&mut self.concluded);
        let is_shown = std::mem::take(&mut self.is_shown);
        if self.manner == Manner::Json {
            let moves: Vec<&str> = plays.iter().map(|play| play.text.as_str()).collect();
            let mover = model.players.get(state.mover.index()).map(|player| &player.name);
            let turn = json!({
                "said": said.lines().chain(concluded.lines()).collect::<Vec<_>>(),
                "position": position_text(model, state),
                "mover": mover,
                "points": points,
                "moves": moves,
            });
            output::write_more(&format!("{turn}\n"))?;
        } else {
            let board = match is_shown {
                true => {
                    let board = screen::board(model, state, points, plays.is_empty());
                    format!("{board}\n{}", screen::moves(plays))
                }
                false => String::new(),
            };
            output::write_more(&format!("{said}{board}{concluded}{prompt}"))?;
        }
        let line = read_line()?;
        match (&line, self.manner) {
            (Some(line), Manner::Transcript) => output::write_more(&format!("{line}\n"))?,
            (None, Manner::Terminal | Manner::Transcript) => output::write_more("\n")?,
            _ => {}
        }
        Ok(line)
    }
}

fn read_line() -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let mut stdin = io::stdin().lock().take(LONGEST_LINE);
    stdin
        .read_until(b'\n', &mut bytes)
        .map_err(|error| Failure::machine(format!("cannot read standard input: {error}")))?;
    if bytes.is_empty() {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()))
}
