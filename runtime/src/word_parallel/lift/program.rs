//! What is to be done for each word, as tables.
//!
//! For each word there is a list of [`Op`]s: join the lines of a source, then move the bits of
//! what was joined so far. The lines of a source are taken through a [line map](super::line_maps).

use super::bits::{BitMove, BitMoves};
use super::line_maps::LineMaps;
use crate::word_parallel::Line;
use gdl::word_parallel::lift::Lift;
use gdl::word_parallel::lift::orders::Order;
use gdl::word_parallel::lift::words::{Packing, WordMove};

/// One step for a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Op {
    /// The word whose lines are joined.
    pub(super) source: u32,
    /// The line map; 0 takes lines as they are.
    pub(super) line_map: u16,
    /// How the bits of all that was joined are moved afterwards; 0 if not at all.
    pub(super) bit_move: u16,
}

/// What is to be done for all words.
#[derive(Debug)]
pub(super) struct Program {
    /// Number of lines of a word.
    pub(super) lines: usize,
    /// Number of words.
    pub(super) words: usize,
    /// Where the places are that have a state, in every line.
    pub(super) used: Line,
    ops: Vec<Op>,
    /// By word: where its steps begin.
    first: Vec<u32>,
    /// The line maps, one after the other.
    line_maps: Vec<u32>,
    /// By number.
    pub(super) bit_moves: Vec<BitMove>,
}

/// A move that leads to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Arrow {
    target: u32,
    bits: u8,
    source: u32,
    line_map: u16,
}

impl Program {
    /// Writes the program of a layout.
    pub(super) fn new(lift: &Lift) -> Self {
        let mut bit_moves = BitMoves::new(lift.orders());
        let mut line_maps = LineMaps::new(lift);
        let words = lift.words().all().len();
        let arrows = by_target(&arrows(lift, &mut bit_moves, &mut line_maps), words);
        let mut ops = Vec::with_capacity(arrows.len());
        let mut first = vec![0];
        let mut rest = arrows.as_slice();
        for word in 0..words {
            let count = rest.iter().take_while(|arrow| arrow.target as usize == word).count();
            let (here, later) = rest.split_at(count);
            rest = later;
            push_ops(here, &mut bit_moves, &mut ops);
            first.push(u32::try_from(ops.len()).expect("fewer than 2^32 moves between words"));
        }
        Program {
            lines: line_maps.lines,
            words,
            used: used(lift),
            ops,
            first,
            line_maps: line_maps.maps,
            bit_moves: bit_moves.moves,
        }
    }

    /// The steps for a word.
    #[inline]
    pub(super) fn ops(&self, word: usize) -> &[Op] {
        &self.ops[self.first[word] as usize..self.first[word + 1] as usize]
    }

    /// A line map.
    #[inline]
    pub(super) fn line_map(&self, number: u16) -> &[u32] {
        &self.line_maps[usize::from(number) * self.lines..][..self.lines]
    }

    /// Number of bytes of all tables.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&*self.ops) + size_of_val(&*self.first) + size_of_val(&*self.line_maps)) as u64
    }
}

/// The places of a line that have a state.
fn used(lift: &Lift) -> Line {
    let mut used = Line::EMPTY;
    for row in 0..lift.rows().per_line() {
        for bit in lift.orders().used() {
            used.set(128 * row + usize::from(*bit));
        }
    }
    used
}

/// Writes the steps for the moves that lead to one word.
fn push_ops(arrows: &[Arrow], bit_moves: &mut BitMoves, ops: &mut Vec<Op>) {
    let set = arrows.iter().fold(0_u128, |set, arrow| set | 1 << arrow.bits) & !1;
    let chain = bit_moves.chain(set);
    for (at, bits) in chain.iter().chain([&0]).enumerate() {
        let begin = ops.len();
        for arrow in arrows.iter().filter(|arrow| arrow.bits == *bits) {
            ops.push(Op { source: arrow.source, line_map: arrow.line_map, bit_move: 0 });
        }
        // Moves between words can be the same; they are sorted.
        let mut kept = begin;
        for next in begin..ops.len() {
            if next == begin || ops[next] != ops[kept - 1] {
                ops[kept] = ops[next];
                kept += 1;
            }
        }
        ops.truncate(kept);
        if *bits != 0 {
            let next = chain.get(at + 1).copied().unwrap_or(0);
            let last = ops.last_mut().expect("a permutation of the set has a source");
            last.bit_move = bit_moves.link(*bits, next);
        }
    }
}

/// The moves between words, by source.
fn arrows(lift: &Lift, bit_moves: &mut BitMoves, line_maps: &mut LineMaps<'_>) -> Vec<Arrow> {
    let words = lift.words();
    let packing = words.packing();
    let (bits, rows) = (lift.bit_symbol(), lift.row_symbol().unwrap_or(u8::MAX));
    let mut arrows = Vec::with_capacity(words.all().len() * 3);
    let mut known_bits = vec![u8::MAX; 1 << 15];
    for (source, word) in (0_u32..).zip(words.all()) {
        let ranks = Ranks::new(packing, *word, bits, rows);
        for (number, one) in (0_u32..).zip(lift.moves()) {
            let Some(next) = packing.moved(*word, one) else { continue };
            let target = words.index(next).expect("words are closed under moves");
            let (bit_key, row_key) = ranks.permuted(one);
            let known = &mut known_bits[bit_key as usize];
            if *known == u8::MAX {
                *known = bit_moves.number(order(bit_key));
            }
            let line_map = line_maps.number(row_key, number);
            let arrow = Arrow {
                target: u32::try_from(target).expect("few words"),
                bits: *known,
                source,
                line_map,
            };
            if arrow.target != source || arrow.bits != 0 || line_map != 0 {
                arrows.push(arrow);
            }
        }
    }
    arrows
}

/// Sorts by target, and what leads to the same one by its bits; a counting sort.
fn by_target(arrows: &[Arrow], words: usize) -> Vec<Arrow> {
    let mut ends = vec![0_usize; words + 1];
    for arrow in arrows {
        ends[arrow.target as usize + 1] += 1;
    }
    for word in 0..words {
        ends[word + 1] += ends[word];
    }
    let begins = ends.clone();
    let mut sorted = vec![Arrow { target: 0, bits: 0, source: 0, line_map: 0 }; arrows.len()];
    for arrow in arrows {
        let place = &mut ends[arrow.target as usize];
        sorted[*place] = *arrow;
        *place += 1;
    }
    for word in 0..words {
        sorted[begins[word]..begins[word + 1]].sort_unstable();
    }
    sorted
}

/// The permutation of five ranks, three bits each.
fn order(key: u32) -> Order {
    std::array::from_fn(|rank| (key >> (3 * rank) & 7).to_le_bytes()[0])
}

/// Which piece of its class stands on each position of a word: the first, the second, ...
struct Ranks {
    /// By position: 1 if it belongs to the bit class, 2 if to the row class.
    class: [u8; 64],
    /// By position: the rank, times the number of bits of an entry of a packed permutation.
    shift: [u8; 64],
    /// Number of pieces of the bit class.
    bits: u32,
}

impl Ranks {
    fn new(packing: Packing, word: u64, bits: u8, rows: u8) -> Self {
        let mut ranks = Ranks { class: [0; 64], shift: [0; 64], bits: 0 };
        let (mut bit_shift, mut row_shift) = (0, 0);
        for position in 0..packing.positions() {
            let symbol = packing.symbol(word, position.to_le_bytes()[0]);
            if symbol == bits {
                (ranks.class[position], ranks.shift[position]) = (1, bit_shift);
                bit_shift += 3;
                ranks.bits += 1;
            } else if symbol == rows {
                (ranks.class[position], ranks.shift[position]) = (2, row_shift);
                row_shift += 4;
            }
        }
        ranks
    }

    /// What a move does to the ranks of the bit class (three bits each) and of the row class (four
    /// bits each): for each piece, by its rank before, the rank after.
    fn permuted(&self, one: &WordMove) -> (u32, u32) {
        // The ranks of a bit class with fewer than five pieces go on with those that stay.
        let mut bits = (self.bits..5).fold(0, |key, rank| key | rank << (3 * rank));
        let (mut rows, mut next_bit, mut next_row) = (0, 0, 0);
        for from in &one.from {
            let from = usize::from(*from) & 63;
            match self.class[from] {
                1 => {
                    bits |= next_bit << self.shift[from];
                    next_bit += 1;
                }
                2 => {
                    rows |= next_row << self.shift[from];
                    next_row += 1;
                }
                _ => {}
            }
        }
        (bits, rows)
    }
}
