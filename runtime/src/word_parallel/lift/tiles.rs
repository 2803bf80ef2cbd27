//! The lines of one word, a few at a time: the inner loop of a search.
//!
//! For a *tile* of four lines, the lines of all sources are joined in registers, and their bits
//! moved on the way. So what it costs to look up a step is spread over 2000 places. A tile with
//! nothing left to add is passed over.

use super::bits::BitMove;
use crate::word_parallel::vector::Machine;
use crate::word_parallel::{Finder, Line, NewLayer};

/// How many lines are made together: as many as the registers of a processor hold.
const TILE: usize = 4;

/// A step for a word, looked up.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    /// What is joined.
    pub(super) lines: Taken<'a>,
    /// How the bits of all that was joined are moved then.
    pub(super) bit_move: Option<&'a BitMove>,
}

/// Which lines of a source are joined.
#[derive(Clone, Copy)]
pub(super) enum Taken<'a> {
    /// None: what it has was added before.
    Nothing,
    /// Each as it is.
    Same(&'a [Line]),
    /// Those of a line map.
    Mapped(&'a [Line], &'a [u32]),
}

/// A word that is to be made.
pub(super) struct Word<'a> {
    /// What leads to it.
    pub(super) steps: &'a [Source<'a>],
    /// Lines that the next word needs.
    pub(super) ahead: &'a [&'a [Line]],
    /// Its lines as they were before, if they are not there already.
    pub(super) old: Option<&'a [Line]>,
    /// The places of a line that have a state.
    pub(super) used: &'a Line,
    /// The number of its first line.
    pub(super) number: usize,
    /// What is done with new states.
    pub(super) finder: Finder<'a>,
}

impl Word<'_> {
    /// Makes all lines; how many states are new, and whether nothing is left to add.
    #[inline(always)]
    pub(super) fn make<M: Machine>(
        &self,
        machine: M,
        lines: &mut [Line],
        layer: &mut NewLayer,
    ) -> (u64, bool) {
        let zero = machine.load(&[0; 4]);
        let mut total = Accumulator { count: zero, all: halves(machine, &Line::FULL) };
        let (tiles, rest) = lines.as_chunks_mut::<TILE>();
        let mut first = 0;
        for tile in tiles {
            self.tile::<M, TILE, 8>(machine, first, tile, &mut total, layer);
            first += TILE;
        }
        for line in rest {
            self.tile::<M, 1, 2>(machine, first, std::array::from_mut(line), &mut total, layer);
            first += 1;
        }
        let mut counts = [0; 4];
        machine.store(total.count, &mut counts);
        let used = halves(machine, self.used);
        let full = machine.covers(total.all[0], used[0]) && machine.covers(total.all[1], used[1]);
        (counts.iter().sum(), full)
    }

    /// Makes some lines; `HALVES` is twice their number.
    #[inline(always)]
    fn tile<M: Machine, const LINES: usize, const HALVES: usize>(
        &self,
        machine: M,
        first: usize,
        lines: &mut [Line; LINES],
        total: &mut Accumulator<M>,
        layer: &mut NewLayer,
    ) {
        if let Some(old) = self.old {
            lines.copy_from_slice(&old[first..][..LINES]);
        }
        for ahead in self.ahead {
            for line in &ahead[first..][..LINES] {
                machine.expect(line);
            }
        }
        let used = halves(machine, self.used);
        let mut all = halves(machine, &lines[0]);
        for line in &lines[1..] {
            let next = halves(machine, line);
            all = [machine.and(all[0], next[0]), machine.and(all[1], next[1])];
        }
        if machine.covers(all[0], used[0]) && machine.covers(all[1], used[1]) {
            return;
        }
        let mut joined = [machine.load(&[0; 4]); HALVES];
        for source in self.steps {
            join::<M, LINES, HALVES>(machine, source, first, &mut joined);
            if let Some(bit_move) = source.bit_move {
                move_bits(machine, bit_move, &mut joined);
            }
        }
        for (at, line) in lines.iter_mut().enumerate() {
            let (words, _) = line.0.as_chunks_mut::<4>();
            for (side, words) in words.iter_mut().enumerate() {
                let (old, new) = (machine.load(words), &mut joined[2 * at + side]);
                let made = machine.or(old, *new);
                *new = machine.without(*new, old);
                total.all[side] = machine.and(total.all[side], made);
                machine.store(made, words);
            }
        }
        total.count = machine.add(total.count, machine.count(&joined));
        if self.finder.looks(layer) {
            for at in 0..LINES {
                let mut new = Line::EMPTY;
                let (words, _) = new.0.as_chunks_mut::<4>();
                machine.store(joined[2 * at], &mut words[0]);
                machine.store(joined[2 * at + 1], &mut words[1]);
                self.finder.note(self.number + first + at, &new, layer);
            }
        }
    }
}

/// What the lines of a word have brought so far.
struct Accumulator<M: Machine> {
    /// How many states are new, in four sums.
    count: M::Half,
    /// What is set in all lines, but for those that were full before.
    all: [M::Half; 2],
}

/// The halves of a line.
#[inline(always)]
fn halves<M: Machine>(machine: M, line: &Line) -> [M::Half; 2] {
    let (words, _) = line.0.as_chunks::<4>();
    [machine.load(&words[0]), machine.load(&words[1])]
}

/// Adds the lines that a source has for those from `first` on.
#[inline(always)]
fn join<M: Machine, const LINES: usize, const HALVES: usize>(
    machine: M,
    source: &Source<'_>,
    first: usize,
    joined: &mut [M::Half; HALVES],
) {
    match source.lines {
        Taken::Nothing => {}
        Taken::Same(lines) => {
            for (at, line) in lines[first..][..LINES].iter().enumerate() {
                let [low, high] = halves(machine, line);
                joined[2 * at] = machine.or(joined[2 * at], low);
                joined[2 * at + 1] = machine.or(joined[2 * at + 1], high);
            }
        }
        Taken::Mapped(lines, map) => {
            for (at, entry) in map[first..][..LINES].iter().enumerate() {
                let exchange = (entry & 3) as usize;
                let (rows, _) = lines[(entry >> 2) as usize].0.as_chunks::<2>();
                let row = |number: usize| &rows[number ^ exchange];
                joined[2 * at] = machine.or(joined[2 * at], machine.join(row(0), row(1)));
                joined[2 * at + 1] = machine.or(joined[2 * at + 1], machine.join(row(2), row(3)));
            }
        }
    }
}

/// Moves the bits of all rows.
#[inline(always)]
fn move_bits<M: Machine, const HALVES: usize>(
    machine: M,
    bit_move: &BitMove,
    joined: &mut [M::Half; HALVES],
) {
    let bytes = machine.load(&bit_move.bytes);
    for half in joined.iter_mut() {
        *half = machine.shuffle(*half, bytes);
    }
    if let Some(mask) = &bit_move.swaps[0] {
        swap::<M, 1, HALVES>(machine, mask, joined);
    }
    if let Some(mask) = &bit_move.swaps[1] {
        swap::<M, 2, HALVES>(machine, mask, joined);
    }
    if let Some(mask) = &bit_move.swaps[2] {
        swap::<M, 4, HALVES>(machine, mask, joined);
    }
}

/// Swaps the bits of a mask with those at a distance from them.
#[inline(always)]
fn swap<M: Machine, const DISTANCE: i32, const HALVES: usize>(
    machine: M,
    mask: &[u64; 4],
    joined: &mut [M::Half; HALVES],
) {
    let mask = machine.load(mask);
    for half in joined.iter_mut() {
        let differ = machine.xor(*half, machine.shift_down::<DISTANCE>(*half));
        let low = machine.and(differ, mask);
        let both = machine.xor(low, machine.shift_up::<DISTANCE>(low));
        *half = machine.xor(*half, both);
    }
}
