//! Sweeps over the table: one that makes all layers, level by level, and one that makes the next
//! layer from another table.
//!
//! Both give each thread parts of neighboring runs. A part is the only one that writes its lines,
//! and none of the lines that are read is written meanwhile.

use super::depths::{AllLayers, Depths};
use super::kernel::{Kernel, Scratch};
use crate::engine::workers::{Partial, Stopped};
use crate::word_parallel::vector::{self, Machine, Task};
use crate::word_parallel::{Finder, Line, NewLayer, WordParallelStep};
use std::ops::Range;
use std::sync::Mutex;

/// Parts of a level or table have about this number of lines.
const PART: usize = 2048;

/// Everything that can be reached from what is set, in one sweep over lines whose order fits.
pub(super) fn all_layers(
    kernel: &Kernel,
    depths: &Depths,
    lines: &mut [Line],
    step: &mut WordParallelStep<'_>,
) -> Result<Vec<NewLayer>, Stopped> {
    let mut layers = AllLayers::default();
    let Some(first) = lines.iter().position(|line| !line.is_empty()) else { return Ok(layers.0) };
    let first = kernel.numbering.run_of(first as u64);
    for level in kernel.numbering.levels.iter().filter(|level| level.end > first) {
        let begin = kernel.numbering.lines(level.start).start;
        let (earlier, rest) = lines.split_at_mut(begin);
        let parts = parts(kernel, level.clone());
        let slices = slices(kernel, &parts, rest);
        let finder = step.finder;
        let work = |runs: Range<usize>| {
            let part = parts.partition_point(|it| it.start < runs.start);
            let lines = &mut slices[part].lock().expect("no part panics");
            vector::run(OneLevel { kernel, depths, finder, runs, earlier, lines })
        };
        let mut before = step.before;
        before.states += layers.new_states();
        layers = layers.and(step.workers.run(&parts, &work, before, step.observer)?);
    }
    Ok(layers.0)
}

/// What a sweep for one layer has made.
#[derive(Debug, Default)]
pub(super) struct Made {
    pub(super) layer: NewLayer,
    /// The runs that have changed.
    pub(super) changed: Vec<usize>,
}

/// Everything that one move more leads to: from one table into another, which holds what was
/// reached a layer before. `changed` are the runs in which the two differ.
pub(super) fn one_layer(
    kernel: &Kernel,
    (now, next): (&[Line], &mut [Line]),
    changed: &[bool],
    step: &mut WordParallelStep<'_>,
) -> Result<Made, Stopped> {
    let parts = parts(kernel, 0..kernel.numbering.runs.len());
    let slices = slices(kernel, &parts, next);
    let finder = step.finder;
    let work = |runs: Range<usize>| {
        let part = parts.partition_point(|it| it.start < runs.start);
        let lines = &mut slices[part].lock().expect("no part panics");
        vector::run(OneLayer { kernel, now, changed, finder, runs, lines })
    };
    step.workers.run(&parts, &work, step.before, step.observer)
}

/// Cuts runs into parts that are worth the trouble.
fn parts(kernel: &Kernel, runs: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut first, mut lines) = (runs.start, 0);
    for run in runs.clone() {
        lines += kernel.numbering.lines(run).len();
        if lines >= PART || run + 1 == runs.end {
            parts.push(first..run + 1);
            (first, lines) = (run + 1, 0);
        }
    }
    parts
}

/// The lines of each part; `rest` begins with those of the first.
fn slices<'a>(
    kernel: &Kernel,
    parts: &[Range<usize>],
    mut rest: &'a mut [Line],
) -> Vec<Mutex<&'a mut [Line]>> {
    let numbering = &kernel.numbering;
    let mut slices = Vec::new();
    for part in parts {
        let length = numbering.lines(part.end - 1).end - numbering.lines(part.start).start;
        let slice;
        (slice, rest) = rest.split_at_mut(length);
        slices.push(Mutex::new(slice));
    }
    slices
}

/// Some runs of a level.
struct OneLevel<'a> {
    kernel: &'a Kernel,
    depths: &'a Depths,
    finder: Finder<'a>,
    runs: Range<usize>,
    /// The lines of the levels before.
    earlier: &'a [Line],
    /// The lines of these runs.
    lines: &'a mut [Line],
}

impl Task for OneLevel<'_> {
    type Output = AllLayers;

    #[inline(always)]
    fn run<M: Machine>(self, _machine: M) -> AllLayers {
        let OneLevel { kernel, depths, finder, runs, earlier, lines } = self;
        let mut layers = AllLayers::default();
        let mut scratch = Scratch::default();
        let begin = kernel.numbering.lines(runs.start).start;
        for number in runs {
            let run = kernel.numbering.runs[number];
            let all = kernel.numbering.lines(number);
            let lines = &mut lines[all.start - begin..all.end - begin];
            kernel.enter(run, lines, &mut scratch);
            kernel.pull(run, earlier, &mut scratch);
            kernel.close(run, &mut scratch);
            let sum = depths.of_run(run, kernel.numbering.determined(run));
            let members = &kernel.numbering.classes[run.class as usize].members;
            for (offset, made) in scratch.lines.iter().enumerate() {
                if !made.is_empty() {
                    lines[offset] = *made;
                    let place = (members[offset], scratch.codes[offset]);
                    depths.count(sum, place, (all.start + offset, made), &finder, &mut layers);
                }
            }
        }
        layers
    }
}

/// Some runs, for one layer.
struct OneLayer<'a> {
    kernel: &'a Kernel,
    now: &'a [Line],
    changed: &'a [bool],
    finder: Finder<'a>,
    runs: Range<usize>,
    /// The lines of these runs, as they were a layer before.
    lines: &'a mut [Line],
}

impl Task for OneLayer<'_> {
    type Output = Made;

    #[inline(always)]
    fn run<M: Machine>(self, _machine: M) -> Made {
        let OneLayer { kernel, now, changed, finder, runs, lines } = self;
        let mut made = Made::default();
        let mut scratch = Scratch::default();
        let begin = kernel.numbering.lines(runs.start).start;
        let has_changed = |first: usize| changed[kernel.numbering.run_of(first as u64)];
        for number in runs {
            let run = kernel.numbering.runs[number];
            if !changed[number] && !kernel.any_source(run, has_changed) {
                continue;
            }
            let all = kernel.numbering.lines(number);
            let old = &now[all.clone()];
            kernel.enter(run, old, &mut scratch);
            kernel.pull(run, now, &mut scratch);
            kernel.inside(run, now, &mut scratch);
            lines[all.start - begin..all.end - begin].copy_from_slice(&scratch.lines);
            let before = made.layer.entries;
            for (line, (reached, old)) in all.zip(scratch.lines.iter().zip(old)) {
                let new = reached.without(*old);
                let states = new.count();
                if states > 0 {
                    made.layer.states += states;
                    made.layer.entries += states;
                    finder.note(line, &new, &mut made.layer);
                }
            }
            if made.layer.entries > before {
                made.changed.push(number);
            }
        }
        made
    }
}

impl Partial for Made {
    fn and(mut self, mut other: Self) -> Self {
        self.layer = self.layer.and(other.layer);
        self.changed.append(&mut other.changed);
        self
    }

    fn new_states(&self) -> u64 {
        self.layer.new_states()
    }
}
