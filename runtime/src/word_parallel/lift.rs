//! The table for puzzles whose moves carry pieces from cell to cell: see the
//! [layout](gdl::word_parallel::lift).
//!
//! A [program](program) says for each word which lines of which other words lead to its lines, and
//! how; a [kernel](kernel) does it. Everything that was ever reached stays set, so a step adds to
//! each word all that moves lead to from what is set elsewhere; what was not set before is the
//! next layer.
//!
//! If every move changes the color of the word, the states of a layer all have words of one color,
//! and the words of the other color are only read: each color is an array of lines, and steps go
//! to and fro. Otherwise there are two tables, and a step makes the next one out of the other. A
//! word none of whose sources has changed in the step before is left as it is.

mod bits;
mod kernel;
mod line_maps;
mod program;
#[cfg(test)]
mod tests;
mod tiles;

use super::line::PLACES;
use super::vector;
use super::{Line, Lines, NewLayer, WordParallelStep, WordParallelTable};
use crate::SolveError;
use crate::engine::workers::{Stopped, Workers, cut};
use gdl::word_parallel::WordParallelGame;
use gdl::word_parallel::lift::Lift;
use kernel::{StepTask, Words, WordsMut};
use program::Program;
use std::ops::Range;
use std::sync::Mutex;

/// How many parts a step has for each thread, so that all end at about the same time.
const PARTS_OF_THREAD: usize = 16;
/// How many words have their moves counted at a time.
const WORDS_COUNTED: usize = 64;

/// The table of a search.
pub(super) struct LiftTable<'a> {
    game: &'a WordParallelGame<'a>,
    layout: &'a Lift,
    program: Program,
    sides: [Side; 2],
    use_of_sides: UseOfSides,
}

/// What the two arrays are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UseOfSides {
    /// The words of each color. The start is on this side.
    Colors { start: usize },
    /// All words twice; this side is what was reached, the other is overwritten.
    Copies { current: usize },
}

/// Some words, and what is known of them.
#[derive(Debug, Default)]
struct Side {
    /// Their numbers.
    words: Range<usize>,
    lines: Lines,
    /// By word: whether the last step has added something.
    changed: Vec<bool>,
    /// By word: whether nothing is left to add.
    full: Vec<bool>,
}

impl<'a> LiftTable<'a> {
    /// An empty table.
    pub(super) fn new(
        game: &'a WordParallelGame<'_>,
        layout: &'a Lift,
    ) -> Result<Self, SolveError> {
        let program = Program::new(layout);
        let words = program.words;
        let ranges = layout.words().first_color().map(|first| [0..first, first..words]);
        let use_of_sides = match ranges {
            Some(_) => UseOfSides::Colors { start: 0 },
            None => UseOfSides::Copies { current: 0 },
        };
        let [left, right] = ranges.unwrap_or([0..words, 0..words]);
        let sides = [Side::new(left, program.lines)?, Side::new(right, program.lines)?];
        Ok(LiftTable { game, layout, program, sides, use_of_sides })
    }

    /// The side on which a word is, and the number of a line there.
    fn side(&self, line: usize) -> (usize, usize) {
        let word = line / self.program.lines;
        let side = match self.use_of_sides {
            UseOfSides::Colors { .. } => usize::from(self.sides[1].words.contains(&word)),
            UseOfSides::Copies { current } => current,
        };
        (side, line - self.sides[side].words.start * self.program.lines)
    }

    /// Keeps all words twice instead of by color.
    fn copy(&mut self) -> Result<(), SolveError> {
        let (lines, words) = (self.program.lines, self.program.words);
        let mut both = [Side::new(0..words, lines)?, Side::new(0..words, lines)?];
        for part in std::mem::take(&mut self.sides) {
            both[0].lines[part.words.start * lines..][..part.lines.len()]
                .copy_from_slice(&part.lines);
            both[0].changed[part.words].copy_from_slice(&part.changed);
        }
        self.sides = both;
        self.use_of_sides = UseOfSides::Copies { current: 0 };
        Ok(())
    }
}

impl Side {
    fn new(words: Range<usize>, lines: usize) -> Result<Self, SolveError> {
        let count = words.len();
        Ok(Side {
            lines: Lines::new((count * lines) as u64)?,
            words,
            changed: vec![false; count],
            full: vec![false; count],
        })
    }

    fn words(&self) -> Words<'_> {
        let Side { words, lines, changed, full } = self;
        Words { first: words.start, lines, changed, full }
    }

    /// Ranges of words, and these words, to be written independently of each other.
    fn parts(&mut self, length: usize, lines: usize) -> Vec<Mutex<WordsMut<'_>>> {
        let first = (self.words.start..).step_by(length);
        let lines = self.lines.chunks_mut(length * lines);
        let flags = self.changed.chunks_mut(length).zip(self.full.chunks_mut(length));
        let parts = first.zip(lines).zip(flags).map(|((first, lines), (changed, full))| {
            Mutex::new(WordsMut { first, lines, changed, full })
        });
        parts.collect()
    }
}

impl WordParallelTable for LiftTable<'_> {
    fn places(&self) -> u64 {
        (self.program.words * self.program.lines * PLACES) as u64
    }

    fn bytes(&self) -> u64 {
        let lines: usize = self.sides.iter().map(|side| side.lines.len()).sum();
        Lines::bytes(lines as u64) + self.program.bytes()
    }

    fn open(&mut self, place: u64) {
        let place = usize::try_from(place).expect("a place of the table");
        let (side, line) = self.side(place / PLACES);
        self.sides[side].lines[line].set(place % PLACES);
        self.sides[side].changed[line / self.program.lines] = true;
    }

    fn is_reached(&self, place: u64) -> bool {
        let place = usize::try_from(place).expect("a place of the table");
        let (side, line) = self.side(place / PLACES);
        self.sides[side].lines[line].has(place % PLACES)
    }

    /// Finds out which color the start has. Where words of both colors are open, because starts
    /// have both or some layers were made before, the layers do not alternate between the colors,
    /// and all words are kept twice.
    fn ready(&mut self) -> Result<(), SolveError> {
        if let UseOfSides::Colors { start } = &mut self.use_of_sides {
            match [0, 1].map(|side: usize| self.sides[side].changed.contains(&true)) {
                [true, true] => self.copy()?,
                [_, second] => *start = usize::from(second),
            }
        }
        Ok(())
    }

    fn moves(&self, workers: &Workers) -> Option<u64> {
        let ways = self.layout.ways(self.game)?;
        let size = self.program.lines;
        let count = |side: &Side| {
            let of_word = |at: usize| {
                let lines = &side.lines[at * size..(at + 1) * size];
                ways[side.words.start + at] * lines.iter().map(Line::count).sum::<u64>()
            };
            let parts = cut(0..side.words.len(), WORDS_COUNTED);
            workers.sum(&parts, &|words| words.map(of_word).sum())
        };
        Some(match self.use_of_sides {
            UseOfSides::Colors { .. } => self.sides.iter().map(count).sum(),
            UseOfSides::Copies { current } => count(&self.sides[current]),
        })
    }

    fn step(&mut self, step: &mut WordParallelStep<'_>) -> Result<NewLayer, Stopped> {
        let [left, right] = &mut self.sides;
        let from_left = match self.use_of_sides {
            UseOfSides::Colors { start } => (start + step.depth).is_multiple_of(2),
            UseOfSides::Copies { current } => current == 0,
        };
        let (source, target) = if from_left { (left, right) } else { (right, left) };
        let copies = matches!(self.use_of_sides, UseOfSides::Copies { .. });
        let words = target.words.clone();
        let length = words.len().div_ceil(PARTS_OF_THREAD * step.workers.threads()).max(1);
        let ranges = cut(words.clone(), length);
        let sources = source.words();
        let before = copies.then_some(&sources);
        let parts = target.parts(length, self.program.lines);
        let (program, finder, sources) = (&self.program, step.finder, &sources);
        let work = |range: Range<usize>| {
            let part = &parts[(range.start - words.start) / length];
            let mut target = part.lock().expect("no other thread has this part");
            vector::run(StepTask {
                program,
                finder,
                sources,
                before,
                side: words.start,
                target: &mut target,
            })
        };
        let layer = step.workers.run(&ranges, &work, step.before, step.observer)?;
        if let UseOfSides::Copies { current } = &mut self.use_of_sides {
            *current = 1 - *current;
        }
        Ok(layer)
    }
}
