//! The words of class symbols that can be reached, numbered.
//!
//! A word has a symbol for each position: the class of what stands there. A move takes words to
//! words, whatever the orders inside of the classes are. All words that can be reached from the
//! start are enumerated here; on the way it is seen whether
//!
//! - words have two *colors*, and each move changes the color. Then a search can do with half the
//!   memory;
//! - the *sign* of an arrangement follows from its word: every move that joins two words is even,
//!   or every one is odd.
//!
//! Words of one color stand together. Inside of a color the last position counts most, and the
//! place of a symbol that occurs once and that moves look at (the empty cell) counts least: moves
//! that change the beginning only, or shift the empty cell, lead to words nearby.

use super::carry::Carry;
use crate::layout::LayoutError;
use crate::layout::multinomial::Multinomial;
use crate::model::ContentSet;

/// The most words that are enumerated, reachable or not.
const MOST_WORDS: usize = 1 << 18;
/// Stands for a word that cannot be reached.
const NONE: u32 = u32::MAX;

/// A move as words see it.
#[derive(Clone, Debug)]
pub struct WordMove {
    /// By position: the position that its content comes from.
    pub from: Vec<u8>,
    /// By position: how far the content turns on its way there.
    pub turns: Vec<u8>,
    /// The symbols, as a set of bits, that must stand somewhere, by position.
    pub needs: Vec<(u8, u64)>,
    /// Whether it is an odd permutation.
    odd: bool,
}

impl WordMove {
    /// A move, for classes that its needs do not split.
    pub(super) fn new(carry: &Carry, classes: &[ContentSet]) -> Self {
        let symbols = |contents: ContentSet| {
            let inside = |symbol: &usize| !classes[*symbol].intersection(contents).is_empty();
            (0..classes.len()).filter(inside).fold(0, |set, symbol| set | 1 << symbol)
        };
        WordMove {
            from: carry.from.clone(),
            turns: carry.turns.clone(),
            needs: carry.needs.iter().map(|(at, contents)| (*at, symbols(*contents))).collect(),
            odd: carry.is_odd(),
        }
    }

    /// Whether pieces with these symbols are in the same order after the move, whatever the word.
    pub(super) fn keeps_order(&self, symbols: u64) -> bool {
        let needed = |position: u8| self.needs.iter().find(|(at, _)| *at == position);
        let can_hold = |position: &u8| needed(*position).is_none_or(|(_, set)| set & symbols != 0);
        let ordered: Vec<u8> = self.from.iter().copied().filter(can_hold).collect();
        ordered.is_sorted() && self.turns.iter().all(|turn| *turn == 0)
    }
}

/// How words are packed: a few bits for each position, the first in the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packing {
    positions: usize,
    width: u32,
}

impl Packing {
    /// Creates the packing for `positions` positions and `symbols` symbols, if a word fits.
    pub(super) fn new(positions: usize, symbols: usize) -> Option<Self> {
        let width = symbols.next_power_of_two().trailing_zeros().max(1);
        let bits = u32::try_from(positions).ok()?.checked_mul(width)?;
        (bits <= 64).then_some(Packing { positions, width })
    }

    /// Number of positions.
    pub fn positions(self) -> usize {
        self.positions
    }

    /// The symbol at a position.
    #[inline]
    pub fn symbol(self, word: u64, position: u8) -> u8 {
        let symbol = word >> (u32::from(position) * self.width) & ((1 << self.width) - 1);
        symbol.to_le_bytes()[0]
    }

    /// The word of some symbols.
    #[inline]
    pub fn word(self, symbols: impl Iterator<Item = u8>) -> u64 {
        let mut shift = 0;
        symbols.fold(0, |word, symbol| {
            let word = word | u64::from(symbol) << shift;
            shift += self.width;
            word
        })
    }

    /// What a move makes of a word; none if it cannot be made.
    #[inline]
    pub fn moved(self, word: u64, one: &WordMove) -> Option<u64> {
        let held = |(at, symbols): &(u8, u64)| symbols >> self.symbol(word, *at) & 1 == 1;
        let can = one.needs.iter().all(held);
        can.then(|| self.word(one.from.iter().map(|from| self.symbol(word, *from))))
    }
}

/// The words, numbered.
#[derive(Clone, Debug)]
pub struct Words {
    packing: Packing,
    /// The symbol whose place counts least.
    minor: Option<u8>,
    /// The strings of all other symbols.
    others: Multinomial,
    /// By number of a word if all could be reached: its index.
    indices: Vec<u32>,
    /// By index: the word.
    words: Vec<u64>,
    /// By index: whether the sign differs from that at the start. Empty if signs do not follow.
    odd: Vec<bool>,
    /// How many words have the color of the start; all, if there is only one color.
    first_color: usize,
    /// Number of moves between words.
    moves: u64,
}

/// What is known of a word while words are enumerated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mark {
    seen: bool,
    color: bool,
    odd: bool,
}

impl Words {
    /// Enumerates the words that can be reached from one that has `counts[s]` of each symbol `s`.
    pub(super) fn new(
        start: &[u8],
        counts: &[usize],
        minor: Option<u8>,
        moves: &[WordMove],
    ) -> Result<Self, LayoutError> {
        let too_long = LayoutError::Impossible { reason: "a word has more than 64 bits" };
        let packing = Packing::new(start.len(), counts.len()).ok_or(too_long)?;
        let mut other_counts = counts.to_vec();
        if let Some(minor) = minor {
            other_counts[usize::from(minor)] = 0;
        }
        let others = Multinomial::new(&other_counts)?;
        let mut words = Words {
            packing,
            minor,
            others,
            indices: Vec::new(),
            words: Vec::new(),
            odd: Vec::new(),
            first_color: 0,
            moves: 0,
        };
        let size = u128::from(words.others.size()) * words.places_of_minor() as u128;
        match usize::try_from(size) {
            Ok(size) if size <= MOST_WORDS => {
                words.enumerate(packing.word(start.iter().copied()), moves, size);
            }
            _ => return Err(LayoutError::TablesTooLarge { entries: size }),
        }
        Ok(words)
    }

    /// How words are packed.
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// The words, by index.
    pub fn all(&self) -> &[u64] {
        &self.words
    }

    /// Number of words.
    pub fn size(&self) -> u64 {
        self.words.len() as u64
    }

    /// How many words, the first ones, have the color of the start, if each move changes the
    /// color.
    pub fn first_color(&self) -> Option<usize> {
        (self.first_color < self.words.len()).then_some(self.first_color)
    }

    /// Number of moves between words.
    pub(super) fn moves(&self) -> u64 {
        self.moves
    }

    /// Whether the sign of an arrangement follows from its word.
    pub(super) fn tell_signs(&self) -> bool {
        !self.odd.is_empty()
    }

    /// Whether the sign with a word differs from that at the start.
    pub(super) fn is_odd(&self, index: usize) -> bool {
        self.odd[index]
    }

    /// The index of a word that has the right counts; none if it cannot be reached.
    #[inline]
    pub fn index(&self, word: u64) -> Option<usize> {
        let index = self.indices[self.number(word)];
        (index != NONE).then_some(index as usize)
    }

    #[inline]
    fn places_of_minor(&self) -> usize {
        if self.minor.is_some() { self.packing.positions } else { 1 }
    }

    /// The number of a word among all that have the same counts.
    #[inline]
    fn number(&self, word: u64) -> usize {
        let mut string = [0_u8; 64];
        let (mut length, mut place) = (0, 0);
        for position in (0..self.packing.positions).rev() {
            let symbol = self.packing.symbol(word, position.to_le_bytes()[0]);
            if Some(symbol) == self.minor {
                place = position;
            } else {
                string[length] = symbol;
                length += 1;
            }
        }
        let number = self.others.rank(&string[..length]);
        usize::try_from(number).expect("few words") * self.places_of_minor() + place
    }

    /// Finds all words that can be reached, of the `size` that have the right counts, and numbers
    /// them.
    fn enumerate(&mut self, start: u64, moves: &[WordMove], size: usize) {
        let mut marks = vec![Mark::default(); size];
        let mut words = vec![0; size];
        let (mut two_colors, mut signs) = (true, true);
        let first = self.number(start);
        marks[first].seen = true;
        words[first] = start;
        let mut open = vec![first];
        while let Some(number) = open.pop() {
            let (word, mark) = (words[number], marks[number]);
            for one in moves {
                let Some(next) = self.packing.moved(word, one) else { continue };
                self.moves += 1;
                let next_number = self.number(next);
                let reached = Mark { seen: true, color: !mark.color, odd: mark.odd ^ one.odd };
                let known = &mut marks[next_number];
                if known.seen {
                    two_colors &= known.color == reached.color;
                    signs &= known.odd == reached.odd;
                } else {
                    *known = reached;
                    words[next_number] = next;
                    open.push(next_number);
                }
            }
        }
        if !two_colors {
            for mark in &mut marks {
                mark.color = false;
            }
        }
        self.indices = vec![NONE; size];
        for color in [false, true] {
            for number in (0..size).filter(|at| marks[*at].seen && marks[*at].color == color) {
                self.indices[number] = u32::try_from(self.words.len()).expect("few words");
                self.words.push(words[number]);
                if signs {
                    self.odd.push(marks[number].odd);
                }
            }
            if !color {
                self.first_color = self.words.len();
            }
        }
    }
}
