//! What happens to the lines of a run: the lines that lead to them are moved, masked and added.
//!
//! Rewrite by rewrite: whether it leads to a run tell the run's upper half and its determined
//! bits, and then it comes from lines of one other run. Which lines of the one lead to which of
//! the other depends only on the classes of the lower halves, and is listed beforehand. So the
//! inner loop is a list of pairs of lines, and nothing is decided inside of it: the processor can
//! fetch lines far ahead, which counts more than anything else, since most lines come from memory.
//!
//! A rewrite that flips low bits needs them all, so the places it makes differ from those it comes
//! from by the same number: one shift inside the words, and an exchange of whole words. What the
//! shift carries from elsewhere the mask takes away.

use crate::word_parallel::Line;
use gdl::word_parallel::Kind;
use gdl::word_parallel::affine::bit_roles::{BitRoles, Pattern, code, is_odd};
use gdl::word_parallel::affine::numbering::{Numbering, Run};
use gdl::word_parallel::affine::{Affine, LineRewrite};
use std::ops::Range;

/// A loop for each number of words that change places: inside of it the number is a constant.
macro_rules! by_words {
    ($words:expr, $name:ident => $body:block) => {
        match $words {
            0 => {
                const $name: usize = 0;
                $body
            }
            1 => {
                const $name: usize = 1;
                $body
            }
            2 => {
                const $name: usize = 2;
                $body
            }
            3 => {
                const $name: usize = 3;
                $body
            }
            4 => {
                const $name: usize = 4;
                $body
            }
            5 => {
                const $name: usize = 5;
                $body
            }
            6 => {
                const $name: usize = 6;
                $body
            }
            _ => {
                const $name: usize = 7;
                $body
            }
        }
    };
}

/// All tables.
#[derive(Debug)]
pub(super) struct Kernel {
    pub(super) numbering: Numbering,
    roles: BitRoles,
    /// The rewrites that lead from line to line, then those that stay inside.
    moves: Vec<Move>,
    inside: usize,
    /// By lower half: its share in the determined low bits.
    lower_codes: Vec<u16>,
    /// Places in two classes: of a line that a rewrite leads to, and of the one it comes from.
    pairs: Vec<(u16, u16)>,
    /// For each rewrite that shifts a mask for each value of the determined low bits.
    masks: Vec<Line>,
    inside_once: bool,
}

/// A rewrite.
#[derive(Clone, Debug)]
struct Move {
    upper: Pattern,
    determined: Pattern,
    flip_upper: u32,
    /// By class of the lines it leads to: the class of the lines it comes from, and the pairs.
    sources: Vec<(u32, Range<usize>)>,
    shift: Option<Shift>,
}

/// How the places of a line move.
#[derive(Clone, Copy, Debug, Default)]
struct Shift {
    left: u32,
    right: u32,
    /// Words with numbers that differ by this change places.
    words: usize,
    /// Its first mask.
    mask: usize,
}

/// The lines of a run while they are made.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) lines: Vec<Line>,
    /// The determined low bits of each line, as far as the place in it does not matter.
    pub(super) codes: Vec<u16>,
}

/// By value of the determined low bits, as far as the place in a line does not matter: the places
/// that are as some patterns say.
pub(super) fn places_that_fit(roles: &BitRoles, low: Pattern, determined: Pattern) -> Vec<Line> {
    let places = |code: u64| {
        let mut places = Line::EMPTY;
        for place in 0..1_usize << roles.free_low.len() {
            let bits = roles.determined_low.iter().enumerate();
            let value = bits.fold(code, |value, (number, it)| {
                value ^ u64::from(is_odd(it.low & place as u64)) << number
            });
            if low.fits(place as u64) && determined.fits(value) {
                places.set(place);
            }
        }
        places
    };
    (0..1 << roles.determined_low.len()).map(places).collect()
}

impl Kernel {
    /// The tables of a layout.
    pub(super) fn new(layout: &Affine) -> Self {
        let numbering = layout.numbering().clone();
        let inside = |it: &&LineRewrite| it.kind == Kind::InsideLines;
        let mut kernel = Kernel {
            roles: layout.roles.clone(),
            moves: Vec::new(),
            inside: layout.rewrites.len() - layout.rewrites.iter().filter(inside).count(),
            lower_codes: lower_codes(layout, &numbering),
            pairs: Vec::new(),
            masks: Vec::new(),
            inside_once: layout.inside_once,
            numbering,
        };
        // Those inside come last, in their order.
        let mut rewrites: Vec<&LineRewrite> = layout.rewrites.iter().collect();
        rewrites.sort_by_key(|it| it.kind);
        for rewrite in rewrites {
            let one = kernel.one(rewrite);
            kernel.moves.push(one);
        }
        kernel
    }

    fn one(&mut self, rewrite: &LineRewrite) -> Move {
        let bits = self.numbering.lower_bits;
        let lower = (1 << bits) - 1;
        // Halves have at most 31 bits together.
        let narrow = |bits: u64| u32::try_from(bits).expect("half of the bits of a line");
        let Pattern { mask, value } = rewrite.high;
        let needs = Pattern { mask: mask & lower, value: value & lower };
        Move {
            upper: Pattern { mask: mask >> bits, value: value >> bits },
            determined: rewrite.determined_high,
            flip_upper: narrow(rewrite.flip_high >> bits),
            sources: self.sources(needs, narrow(rewrite.flip_high & lower)),
            shift: (rewrite.kind != Kind::UnchangedLines).then(|| self.shift(rewrite)),
        }
    }

    /// By class: where a rewrite comes from. All members that fit have the same weight and share
    /// before it, too.
    fn sources(&mut self, needs: Pattern, flip: u32) -> Vec<(u32, Range<usize>)> {
        let mut sources = Vec::new();
        let narrow = |place: u32| u16::try_from(place).expect("a lower half has few bits");
        for class in &self.numbering.classes {
            let (begin, mut from) = (self.pairs.len(), 0);
            for (place, member) in (0..).zip(&class.members) {
                if needs.fits(u64::from(*member)) {
                    let (class, source) = self.numbering.lower[(member ^ flip) as usize];
                    from = class;
                    self.pairs.push((place, narrow(source)));
                }
            }
            sources.push((from, begin..self.pairs.len()));
        }
        sources
    }

    fn shift(&mut self, rewrite: &LineRewrite) -> Shift {
        let mask = self.masks.len();
        let made = rewrite.low.value & rewrite.flip_low & 63;
        let moved = made.cast_signed() - (rewrite.flip_low & 63 ^ made).cast_signed();
        // Less than 64, up or down.
        let distance = u32::try_from(moved.unsigned_abs()).expect("places of a word");
        let (left, right) = if moved > 0 { (distance, 0) } else { (0, distance) };
        let words = usize::try_from(rewrite.flip_low >> 6).expect("eight words");
        self.masks.extend(places_that_fit(&self.roles, rewrite.low, rewrite.determined_low));
        Shift { left, right, words, mask }
    }

    /// Begins with the lines of a run as they are.
    #[inline(always)]
    pub(super) fn enter(&self, run: Run, lines: &[Line], scratch: &mut Scratch) {
        let upper = u64::from(run.upper) << self.numbering.lower_bits;
        let code = u16::try_from(code(&self.roles.determined_low, upper)).expect("a few bits");
        let members = &self.numbering.classes[run.class as usize].members;
        scratch.lines.clear();
        scratch.lines.extend_from_slice(lines);
        scratch.codes.clear();
        scratch.codes.extend(members.iter().map(|lower| code ^ self.lower_codes[*lower as usize]));
    }

    /// The rewrites that lead to a run, from the first line of which run.
    fn leading_to(&self, run: Run, moves: Range<usize>) -> impl Iterator<Item = (&Move, usize)> {
        let determined = self.numbering.determined(run);
        let fits = move |it: &&Move| {
            it.upper.fits(u64::from(run.upper))
                && it.determined.fits(determined)
                && !it.sources[run.class as usize].1.is_empty()
        };
        self.moves[moves].iter().filter(fits).map(move |it| {
            let class = it.sources[run.class as usize].0 as usize;
            (it, self.numbering.first((run.upper ^ it.flip_upper) as usize, class) as usize)
        })
    }

    /// Whether some run from which a rewrite leads to this one has a property. Runs are given by
    /// their first lines.
    pub(super) fn any_source(&self, run: Run, is: impl Fn(usize) -> bool) -> bool {
        self.leading_to(run, 0..self.moves.len()).any(|(_, first)| is(first))
    }

    /// Adds everything that one rewrite leads to from other lines.
    #[inline(always)]
    pub(super) fn pull(&self, run: Run, lines: &[Line], scratch: &mut Scratch) {
        for (one, first) in self.leading_to(run, 0..self.inside) {
            let pairs = &self.pairs[one.sources[run.class as usize].1.clone()];
            match one.shift {
                Some(shift) => self.shifted(shift, pairs, &lines[first..], scratch),
                None => {
                    let lines = &lines[first..];
                    for (to, from) in pairs {
                        scratch.lines[usize::from(*to)] |= lines[usize::from(*from)];
                    }
                }
            }
        }
    }

    /// Adds everything that one rewrite inside of a line leads to.
    #[inline(always)]
    pub(super) fn inside(&self, run: Run, lines: &[Line], scratch: &mut Scratch) {
        for (one, first) in self.leading_to(run, self.inside..self.moves.len()) {
            let pairs = &self.pairs[one.sources[run.class as usize].1.clone()];
            let shift = one.shift.unwrap_or_default();
            self.shifted(shift, pairs, &lines[first..], scratch);
        }
    }

    /// Adds everything that any number of rewrites inside of a line leads to.
    #[inline(always)]
    pub(super) fn close(&self, run: Run, scratch: &mut Scratch) {
        loop {
            let mut changed = Line::EMPTY;
            for (one, _) in self.leading_to(run, self.inside..self.moves.len()) {
                let pairs = &self.pairs[one.sources[run.class as usize].1.clone()];
                let shift = one.shift.unwrap_or_default();
                changed |= self.in_place(shift, pairs, scratch);
            }
            if self.inside_once || changed.is_empty() {
                return;
            }
        }
    }

    #[inline(always)]
    fn shifted(&self, shift: Shift, pairs: &[(u16, u16)], lines: &[Line], scratch: &mut Scratch) {
        let masks = &self.masks[shift.mask..][..1 << self.roles.determined_low.len()];
        by_words!(shift.words, WORDS => {
            for (to, from) in pairs {
                let (to, from) = (usize::from(*to), usize::from(*from));
                let mask = &masks[usize::from(scratch.codes[to])];
                scratch.lines[to] |= moved::<WORDS>(&lines[from], shift, mask);
            }
        });
    }

    /// What is new, of all lines together.
    #[inline(always)]
    fn in_place(&self, shift: Shift, pairs: &[(u16, u16)], scratch: &mut Scratch) -> Line {
        let masks = &self.masks[shift.mask..][..1 << self.roles.determined_low.len()];
        let mut changed = Line::EMPTY;
        by_words!(shift.words, WORDS => {
            for (at, _) in pairs {
                let mask = &masks[usize::from(scratch.codes[usize::from(*at)])];
                let line = &mut scratch.lines[usize::from(*at)];
                let more = moved::<WORDS>(line, shift, mask);
                changed |= more.without(*line);
                *line |= more;
            }
        });
        changed
    }

    /// Number of bytes.
    pub(super) fn bytes(&self) -> u64 {
        let tables = self.masks.len() * 64 + self.pairs.len() * 4 + self.lower_codes.len() * 2;
        tables as u64 + self.numbering.bytes()
    }
}

/// Moves the places of a line, and keeps those under a mask.
#[inline(always)]
fn moved<const WORDS: usize>(line: &Line, shift: Shift, mask: &Line) -> Line {
    // Both are less than 64; one of them is 0.
    let word = |number: usize| {
        line.0[number ^ WORDS].wrapping_shl(shift.left).wrapping_shr(shift.right) & mask.0[number]
    };
    Line([word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7)])
}

/// By lower half: its share in the determined low bits. What is constant the upper half
/// contributes.
fn lower_codes(layout: &Affine, numbering: &Numbering) -> Vec<u16> {
    let determined = &layout.roles.determined_low;
    let constant = code(determined, 0);
    let share = |lower: u64| u16::try_from(code(determined, lower) ^ constant);
    (0..1 << numbering.lower_bits).map(|lower| share(lower).expect("a few bits")).collect()
}
