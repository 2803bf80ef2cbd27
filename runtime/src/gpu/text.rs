//! The text of a kernel: constants and access to tables, which depend on the device and on what is
//! asked for; the files of `shaders/`; and the game.

use super::Game;
use super::error::GpuError;
use super::table::{FIRST_PART, Shape};
use std::fmt::Write;

const ORDERS: &str = include_str!("../../../shaders/orders.wgsl");
const OUTBOX: &str = include_str!("../../../shaders/outbox.wgsl");
const LIST: &str = include_str!("../../../shaders/list.wgsl");
const EACH: &str = include_str!("../../../shaders/each.wgsl");
const EXPAND: &str = include_str!("../../../shaders/expand.wgsl");
const CLAIM: &str = include_str!("../../../shaders/claim.wgsl");

/// A kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    Search,
    OneBit,
    Stream,
    Values,
    Look,
}

/// What the text of a kernel depends on besides the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings<'a> {
    pub(super) workgroup: u32,
    /// Whether positions stand for their symmetric images.
    pub(super) canonical: bool,
    /// Whether positions are asked if they are a goal.
    pub(super) goals: bool,
    /// Whether bits are cleared when positions are expanded.
    pub(super) clears: bool,
    /// The table, if it is on the device.
    pub(super) table: Option<&'a Shape>,
}

impl Kernel {
    /// Its name, which is that of its file.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kernel::Search => "search",
            Kernel::OneBit => "one_bit",
            Kernel::Stream => "stream",
            Kernel::Values => "values",
            Kernel::Look => "look",
        }
    }

    fn pieces(self) -> &'static [&'static str] {
        const SEARCH: &str = include_str!("../../../shaders/search.wgsl");
        const ONE_BIT: &str = include_str!("../../../shaders/one_bit.wgsl");
        const STREAM: &str = include_str!("../../../shaders/stream.wgsl");
        const VALUES: &str = include_str!("../../../shaders/values.wgsl");
        const LOOK: &str = include_str!("../../../shaders/look.wgsl");
        match self {
            Kernel::Search => &[SEARCH, LIST, EACH, EXPAND, CLAIM, OUTBOX, ORDERS],
            Kernel::OneBit => &[ONE_BIT, LIST, EACH, EXPAND, CLAIM, OUTBOX, ORDERS],
            Kernel::Stream => &[STREAM, EACH, EXPAND, OUTBOX, ORDERS],
            Kernel::Values => &[VALUES, LIST, EACH, OUTBOX, ORDERS],
            Kernel::Look => &[LOOK, EACH, OUTBOX, ORDERS],
        }
    }

    /// Its whole text, for a game.
    pub(super) fn text(self, game: &Game, settings: &Settings<'_>) -> String {
        let mut text = settings.constants();
        if let Some(table) = settings.table {
            text += &access(table);
        }
        for piece in self.pieces() {
            text.push('\n');
            text += piece;
        }
        text.push('\n');
        text + &game.text
    }
}

impl Settings<'_> {
    fn constants(&self) -> String {
        let bits = self.table.map_or(2, Shape::bits);
        let entries = 32 / bits;
        let view = if self.canonical { "canonical(state)" } else { "state" };
        let weight = if self.canonical { "orbit(state)" } else { "1u" };
        let constants = [
            ("WORKGROUP", self.workgroup),
            ("ENTRY_BITS", bits),
            ("ENTRY_MASK", (1 << bits) - 1),
            ("ENTRIES", entries),
            ("ENTRY_SHIFT", entries.ilog2()),
            ("CHUNK_SHIFT", self.table.map_or(0, |table| table.chunk_words().ilog2())),
        ];
        let mut text = String::new();
        for (name, value) in constants {
            writeln!(text, "const KERNEL_{name}: u32 = {value}u;").expect("a string takes it");
        }
        let switches =
            [("GOALS_MATTER", self.goals), ("CLEARS", self.clears), ("CANONICAL", self.canonical)];
        for (name, value) in switches {
            writeln!(text, "const KERNEL_{name}: bool = {value};").expect("a string takes it");
        }
        text += &format!("fn kernel_view(state: State) -> State {{\n    return {view};\n}}\n");
        text += &format!("fn kernel_weight(state: State) -> u32 {{\n    return {weight};\n}}\n");
        text
    }
}

/// Functions that read and change a word of a table. With several parts:
///
/// ```wgsl
/// @group(0) @binding(5) var<storage, read_write> kernel_table_0: array<atomic<u32>>;
/// @group(0) @binding(6) var<storage, read_write> kernel_table_1: array<atomic<u32>>;
///
/// fn kernel_table_or(word: u32, bits: u32) -> u32 {
///     let place = word & 1023u;
///     switch word >> 10u {
///         case 0u: { return atomicOr(&kernel_table_0[place], bits); }
///         default: { return atomicOr(&kernel_table_1[place], bits); }
///     }
/// }
/// ```
fn access(table: &Shape) -> String {
    let parts = table.parts();
    let mut text = String::new();
    for part in 0..parts {
        let binding = FIRST_PART + part;
        text += &format!(
            "@group(0) @binding({binding}) var<storage, read_write> kernel_table_{part}: array<atomic<u32>>;\n"
        );
    }
    for (name, operation) in
        [("load", "atomicLoad"), ("or", "atomicOr"), ("and", "atomicAnd"), ("xor", "atomicXor")]
    {
        let (parameter, argument) =
            if name == "load" { ("", "") } else { (", bits: u32", ", bits") };
        text += &format!("fn kernel_table_{name}(word: u32{parameter}) -> u32 {{\n");
        if parts == 1 {
            text += &format!("    return {operation}(&kernel_table_0[word]{argument});\n}}\n");
            continue;
        }
        text += &format!("    let place = word & {}u;\n", table.part_words() - 1);
        text += &format!("    switch word >> {}u {{\n", table.part_words().ilog2());
        for part in 0..parts {
            let is_last = part + 1 == parts;
            let label = if is_last { "default".to_owned() } else { format!("case {part}u") };
            text += &format!(
                "        {label}: {{ return {operation}(&kernel_table_{part}[place]{argument}); }}\n"
            );
        }
        text += "    }\n}\n";
    }
    text
}

/// How many lines before and after a place an excerpt shows.
const AROUND: usize = 3;

/// The failure that a text is not accepted, with the lines around a place.
pub(super) fn refused(
    kernel: Kernel,
    text: &str,
    message: String,
    line: Option<usize>,
) -> GpuError {
    let mut excerpt = String::new();
    if let Some(line) = line {
        let first = line.saturating_sub(AROUND).max(1);
        let lines = text.lines().enumerate().skip(first - 1).take(line + AROUND + 1 - first);
        for (number, content) in lines.map(|(before, content)| (before + 1, content)) {
            let pointer = if number == line { '>' } else { ' ' };
            writeln!(excerpt, "{pointer}{number:5} | {content}").expect("a string takes it");
        }
    }
    GpuError::Shader { kernel: kernel.name(), message, excerpt }
}
