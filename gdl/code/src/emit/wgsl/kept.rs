//! How values are kept in WGSL, which has 32 bits.
//!
//! | in the little language | in WGSL |
//! |---|---|
//! | numbers of up to 32 bits, indices of arrays | `u32` |
//! | an index of a position | `u32` if there are few enough positions, else as 64 bits |
//! | 64 bits | `Wide`: two words, or the device's own |
//! | 128 bits | `Huge`: four words |
//! | an array of bytes: what stands on the cells | words with 4 or 8 bits for each cell |
//!
//! Arrays that are indexed by a variable are memory for most drivers, and slow; words are
//! registers. Numbers with a sign are read off positions and small: 32 bits do, and code that
//! meets a larger one says that its result is worth nothing.

use crate::ir::{Module, Type};
use std::fmt::Write;

/// From this number of positions on an index has two words: up to there its double fits in one.
const NARROW: u64 = 1 << 31;

/// How a value is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    Bool,
    Word,
    Signed,
    Wide,
    Huge,
    /// This number of packed cells.
    Cells(usize),
    /// Anything else: positions, arrays of numbers.
    Plain,
}

/// What the numbers of a module fit in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    /// Whether an index of a position has two words.
    pub(super) rank_is_wide: bool,
    /// Number of bits of a packed cell.
    cell: usize,
}

impl Widths {
    pub(super) fn new(module: &Module, size: u64) -> Self {
        let cell = if module.largest_in_cells < 16 { 4 } else { 8 };
        Widths { rank_is_wide: size > NARROW, cell }
    }

    pub(super) fn kept(self, ty: &Type) -> Kept {
        match ty {
            Type::Bool => Kept::Bool,
            Type::U8 | Type::U16 | Type::U32 | Type::Index => Kept::Word,
            Type::Rank if self.rank_is_wide => Kept::Wide,
            Type::Rank => Kept::Word,
            Type::U64 => Kept::Wide,
            Type::U128 => Kept::Huge,
            Type::I64 => Kept::Signed,
            Type::Array(element, length) if **element == Type::U8 => Kept::Cells(*length),
            Type::Array(..)
            | Type::List(_)
            | Type::State
            | Type::Tables
            | Type::Visitor
            | Type::Nothing => Kept::Plain,
        }
    }

    /// How a type is written.
    pub(super) fn type_name(self, ty: &Type) -> String {
        match (self.kept(ty), ty) {
            (Kept::Bool, _) => "bool".to_owned(),
            (Kept::Word, _) => "u32".to_owned(),
            (Kept::Signed, _) => "i32".to_owned(),
            (Kept::Wide, Type::Rank) => "Rank".to_owned(),
            (Kept::Wide, _) => "Wide".to_owned(),
            (Kept::Huge, _) => "Huge".to_owned(),
            (Kept::Cells(length), _) => self.cells_name(length),
            (Kept::Plain, Type::Array(element, length)) => {
                format!("array<{}, {length}>", self.type_name(element))
            }
            (Kept::Plain, Type::State) => "State".to_owned(),
            (Kept::Plain, other) => unreachable!("no value of WGSL: {other:?}"),
        }
    }

    /// How many words a value takes; none if it has no fixed place in words.
    pub(super) fn words(self, ty: &Type) -> usize {
        match self.kept(ty) {
            Kept::Bool | Kept::Word | Kept::Signed => 1,
            Kept::Wide => 2,
            Kept::Huge => 4,
            Kept::Cells(length) => self.cell_words(length),
            Kept::Plain => unreachable!("positions are made of numbers: {ty:?}"),
        }
    }

    fn cell_words(self, length: usize) -> usize {
        (length * self.cell).div_ceil(32).max(1)
    }

    fn cells_name(self, length: usize) -> String {
        match self.cell_words(length) {
            1 => "u32".to_owned(),
            words @ 2..=4 => format!("vec{words}<u32>"),
            _ => format!("Cells{length}"),
        }
    }

    /// An expression for one of the words of packed cells.
    pub(super) fn word_of_cells(self, cells: &str, length: usize, word: usize) -> String {
        let component = ["x", "y", "z", "w"][word % 4];
        match self.cell_words(length) {
            1 => cells.to_owned(),
            2..=4 => format!("{cells}.{component}"),
            _ => format!("{cells}.part_{}.{component}", word / 4),
        }
    }

    /// Packed cells made of these words.
    pub(super) fn cells_of_words(self, length: usize, words: &[String]) -> String {
        match words.len() {
            1 => words[0].clone(),
            2..=4 => format!("vec{}<u32>({})", words.len(), words.join(", ")),
            _ => {
                let part = |part: &[String]| {
                    let missing = vec!["0u".to_owned(); 4 - part.len()];
                    format!("vec4<u32>({})", [part.to_vec(), missing].concat().join(", "))
                };
                let parts: Vec<String> = words.chunks(4).map(part).collect();
                format!("{}({})", self.cells_name(length), parts.join(", "))
            }
        }
    }

    /// The functions for packed cells of a length.
    pub(super) fn cells_prelude(self, length: usize) -> String {
        let (bits, words, ty) = (self.cell, self.cell_words(length), self.cells_name(length));
        let (in_word, mask) = (32 / bits, (1 << bits) - 1);
        let (to_word, in_mask) = (in_word.ilog2(), in_word - 1);
        let shift = format!("(at & {in_mask}u) * {bits}u");
        let ones = if bits == 4 { "0x11111111u" } else { "0x01010101u" };
        let mut text = format!("\n// {length} cells with {bits} bits each.\n");
        if words > 4 {
            let parts: Vec<String> = (0..words.div_ceil(4))
                .map(|part| format!("    part_{part}: vec4<u32>,\n"))
                .collect();
            write!(text, "struct {ty} {{\n{}}}\n", parts.concat()).expect("strings grow");
        }
        let numbers = |from: usize, count: usize| {
            (from..from + count).map(|word| format!("{word}u")).collect::<Vec<_>>().join(", ")
        };
        // The word that holds a cell, and the cells with another word.
        let (word, changed) = match words {
            1 => ("cells".to_owned(), "(cells & ~mask) | value".to_owned()),
            2..=4 => (
                format!("cells[at >> {to_word}u]"),
                format!(
                    "select(cells, (cells & vec{words}<u32>(~mask)) | vec{words}<u32>(value), vec{words}<u32>({}) == vec{words}<u32>(at >> {to_word}u))",
                    numbers(0, words)
                ),
            ),
            _ => {
                let parts = words.div_ceil(4);
                let chosen = (1..parts).fold("cells.part_0".to_owned(), |chosen, part| {
                    format!("select({chosen}, cells.part_{part}, at >= {}u)", part * 4 * in_word)
                });
                let changed: Vec<String> = (0..parts)
                    .map(|part| {
                        format!(
                            "select(cells.part_{part}, (cells.part_{part} & vec4<u32>(~mask)) | vec4<u32>(value), vec4<u32>({}) == vec4<u32>(at >> {to_word}u))",
                            numbers(4 * part, 4)
                        )
                    })
                    .collect();
                (
                    format!("({chosen})[(at >> {to_word}u) & 3u]"),
                    format!("{ty}({})", changed.join(", ")),
                )
            }
        };
        let filled = vec![format!("content * {ones}"); words];
        let equal: Vec<String> = (0..words)
            .map(|word| {
                let [one, other] = ["one", "other"].map(|it| self.word_of_cells(it, length, word));
                format!("{one} == {other}")
            })
            .collect();
        let filled = self.cells_of_words(length, &filled);
        let equal = equal.join(" && ");
        write!(
            text,
            "fn cells_{length}_get(cells: {ty}, at: u32) -> u32 {{
    return ({word} >> ({shift})) & {mask}u;
}}

fn cells_{length}_with(cells: {ty}, at: u32, content: u32) -> {ty} {{
    let mask = {mask}u << ({shift});
    let value = content << ({shift});
    return {changed};
}}

fn cells_{length}_filled(content: u32) -> {ty} {{
    return {filled};
}}

fn cells_{length}_equal(one: {ty}, other: {ty}) -> bool {{
    return {equal};
}}
"
        )
        .expect("strings grow");
        text
    }
}
