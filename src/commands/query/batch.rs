//! Many questions at once: a position on each line of standard input, an answer on each line of
//! standard output, in the same order.
//!
//! Lines are read until there are enough of them to share among the threads, or no more for now,
//! so that a program can also ask one question and wait for its answer.

use super::parsed;
use crate::failure::Failure;
use crate::output;
use gdl_runtime::interp::Interp;
use gdl_solver::answers::Answers;
use gdl_solver::answers::words::{value_json, value_word};
use gdl_solver::database::Oracle;
use rayon::prelude::*;
use serde_json::json;
use std::io::{self, BufRead, BufReader};
use std::sync::atomic::{AtomicBool, Ordering};

/// How many bytes are read at once.
const BUFFER: usize = 1 << 20;

/// The longest line that is read.
const LONGEST_LINE: usize = 1 << 16;

/// How many lines a thread takes at a time.
const LINES: usize = 256;

/// Answers all lines, as long as somebody reads the answers; fails at the end if one of them was
/// no position.
pub(super) fn run(interp: &Interp<'_>, oracle: &Oracle<'_>, json: bool) -> Result<(), Failure> {
    let mut input = BufReader::with_capacity(BUFFER, io::stdin().lock());
    let responder = Responder { interp, oracle, json, has_failed: AtomicBool::new(false) };
    let mut pending: Vec<u8> = Vec::new();
    loop {
        let bytes = input
            .fill_buf()
            .map_err(|error| Failure::machine(format!("cannot read standard input: {error}")))?;
        let count = bytes.len();
        pending.extend_from_slice(bytes);
        input.consume(count);
        let is_over = count == 0;
        let complete = match pending.iter().rposition(|byte| *byte == b'\n') {
            _ if is_over => pending.len(),
            Some(last) => last + 1,
            None if pending.len() > LONGEST_LINE => {
                return Err(Failure::input("a line is too long to be a position"));
            }
            None => continue,
        };
        let rest = pending.split_off(complete);
        output::write_more(&responder.answer_all(&pending)?)?;
        pending = rest;
        if is_over {
            break;
        }
    }
    if responder.has_failed.into_inner() { Err(Failure::Reported) } else { Ok(()) }
}

struct Responder<'a> {
    interp: &'a Interp<'a>,
    oracle: &'a Oracle<'a>,
    json: bool,
    has_failed: AtomicBool,
}

impl Responder<'_> {
    /// The answers to whole lines.
    fn answer_all(&self, bytes: &[u8]) -> Result<String, Failure> {
        let text = String::from_utf8_lossy(bytes);
        let lines: Vec<&str> = text.lines().collect();
        let answers: Result<Vec<String>, Failure> = lines
            .par_chunks(LINES)
            .map(|lines| {
                let mut answers = String::new();
                for line in lines {
                    self.answer(line, &mut answers)?;
                }
                Ok(answers)
            })
            .collect();
        Ok(answers?.concat())
    }

    /// Adds the answer to a line. What stands after a tab is left out, so that answers can be
    /// questions.
    fn answer(&self, line: &str, answers: &mut String) -> Result<(), Failure> {
        let text = line.split('\t').next().unwrap_or_default().trim();
        let state = match parsed(self.interp, text) {
            Ok(state) => state,
            Err(message) => {
                self.has_failed.store(true, Ordering::Relaxed);
                answers.push_str(&match self.json {
                    true => json!({ "position": text, "error": message }).to_string(),
                    false => format!("{text}\terror\t{message}"),
                });
                answers.push('\n');
                return Ok(());
            }
        };
        let known = self.oracle.known(&state)?;
        let plies = known.and_then(|known| known.plies);
        if self.json {
            let answer = json!({ "position": text, "value": value_json(self.interp.model(), known), "plies": plies });
            answers.push_str(&answer.to_string());
        } else {
            let value = known
                .map_or_else(|| "none".to_owned(), |known| value_word(self.interp.model(), known));
            let plies = plies.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
            for part in [text, "\t", &value, "\t", &plies] {
                answers.push_str(part);
            }
        }
        answers.push('\n');
        Ok(())
    }
}
