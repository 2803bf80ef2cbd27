//! The kernel: a range of words, each with everything that moves into it.

use super::program::Program;
use super::tiles::{Source, Taken, Word};
use crate::word_parallel::vector::{Machine, Task};
use crate::word_parallel::{Finder, Line, NewLayer};

/// Words at most this many lines away have been read shortly before, and are still at hand.
const NEAR_LINES: usize = 6144;

/// Words of a table, and what is known of them.
#[derive(Debug)]
pub(super) struct Words<'a> {
    /// The number of the first one.
    pub(super) first: usize,
    /// Their lines.
    pub(super) lines: &'a [Line],
    /// By word: whether the last step has added something.
    pub(super) changed: &'a [bool],
    /// By word: whether nothing is left to add.
    pub(super) full: &'a [bool],
}

/// Words of a table to be written, and what is known of them.
#[derive(Debug)]
pub(super) struct WordsMut<'a> {
    pub(super) first: usize,
    pub(super) lines: &'a mut [Line],
    pub(super) changed: &'a mut [bool],
    pub(super) full: &'a mut [bool],
}

/// The part of a step that makes some words.
pub(super) struct StepTask<'a, 'b> {
    pub(super) program: &'a Program,
    pub(super) finder: Finder<'a>,
    /// What moves lead from.
    pub(super) sources: &'a Words<'a>,
    /// What has the same words as the target, but as they were before; none if the target has them
    /// itself.
    pub(super) before: Option<&'a Words<'a>>,
    /// The number of the first word of the side that the target is a part of.
    pub(super) side: usize,
    /// What moves lead to.
    pub(super) target: &'b mut WordsMut<'a>,
}

impl Task for StepTask<'_, '_> {
    type Output = NewLayer;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> NewLayer {
        let StepTask { program, finder, sources, before, side, target } = self;
        let size = program.lines;
        let mut layer = NewLayer::default();
        let (mut steps, mut ahead) = (Vec::new(), Vec::new());
        for (at, lines) in target.lines.chunks_exact_mut(size).enumerate() {
            let word = target.first + at;
            let old = before.map(|before| before.word(word, size));
            let full = before.map_or(target.full[at], |before| before.full[word - before.first]);
            if !full {
                sources.look_up(program, word, &mut steps);
            }
            if full || steps.is_empty() {
                if before.is_some_and(|before| before.has_changed(word)) {
                    lines.copy_from_slice(old.expect("it is what was before"));
                }
                target.changed[at] = false;
                target.full[at] = full;
                continue;
            }
            ahead.clear();
            if at + 1 < target.full.len() {
                sources.look_ahead(program, word + 1, side, &mut ahead);
            }
            let made = Word {
                steps: &steps,
                ahead: &ahead,
                old,
                used: &program.used,
                number: word * size,
                finder,
            };
            let (states, full) = made.make(machine, lines, &mut layer);
            layer.states += states;
            layer.entries += states;
            target.changed[at] = states != 0;
            target.full[at] = full;
        }
        layer
    }
}

impl<'a> Words<'a> {
    #[inline(always)]
    fn word(&self, word: usize, size: usize) -> &'a [Line] {
        &self.lines[(word - self.first) * size..][..size]
    }

    #[inline(always)]
    fn has_changed(&self, word: usize) -> bool {
        self.changed[word - self.first]
    }

    /// Looks up the steps for a word that these words are the sources of; none if nothing has
    /// changed since the word was made last. What has not changed was added then, and is left out.
    #[inline(always)]
    fn look_up(&self, program: &'a Program, word: usize, steps: &mut Vec<Source<'a>>) {
        steps.clear();
        for op in program.ops(word) {
            let source = op.source as usize;
            let lines = match op.line_map {
                _ if !self.has_changed(source) => Taken::Nothing,
                0 => Taken::Same(self.word(source, program.lines)),
                map => Taken::Mapped(self.word(source, program.lines), program.line_map(map)),
            };
            let is_first = steps.is_empty();
            let nothing = matches!(lines, Taken::Nothing);
            if nothing && (is_first || op.bit_move == 0) {
                continue;
            }
            let bit_move = (op.bit_move != 0).then(|| &program.bit_moves[usize::from(op.bit_move)]);
            steps.push(Source { lines, bit_move });
        }
    }

    /// The sources of a word that are not near enough to be at hand. Words in the same place of
    /// two sides are near each other.
    #[inline(always)]
    fn look_ahead(
        &self,
        program: &'a Program,
        word: usize,
        side: usize,
        ahead: &mut Vec<&'a [Line]>,
    ) {
        let near = NEAR_LINES / program.lines;
        for op in program.ops(word) {
            let source = op.source as usize;
            let distance = (source - self.first).abs_diff(word - side);
            if distance > near && self.has_changed(source) {
                ahead.push(self.word(source, program.lines));
            }
        }
    }
}
