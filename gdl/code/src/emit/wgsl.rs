//! Printing [`Module`]s as WGSL, the language of GPUs, with the names and the order of the Rust.
//!
//! The text is one half of a shader: the kernels that work on a table are the other. It declares
//! the table of lookup tables, a position, and the functions of [`FUNCTIONS`], whatever the game;
//! it uses `outbox`, an array of words where positions are put down, and `keep`, which takes a
//! position that a move leads to.
//!
//! - All lookup tables are one storage buffer: constant arrays that are indexed by a variable are
//!   copied by most drivers.
//! - Positions are numbers in registers: see `wgsl/kept.rs`.
//! - A position is shown by a call of `visit`: see `wgsl/statement.rs`.

mod expr;
mod kept;
mod names;
mod statement;

use crate::ir::{Contents, Expr, Field, Function, Kind, Module, Statement, Table, Type, any, run};
use expr::Scope;
use kept::{Kept, Widths};
use names::name;
use statement::Printer;
use std::collections::{BTreeMap, BTreeSet};

/// The functions of the Rust that every game has in WGSL; where it has nothing of the kind they
/// are trivial.
///
/// Besides, `mover` says whose turn it is, `rank_parts` and `rank_of_parts` take an index apart
/// and join it, and `write_state` and `read_state` put positions into the outbox and take them
/// out.
pub const FUNCTIONS: [&str; 8] =
    ["unrank", "rank", "successors", "verdict", "phase", "is_goal", "canonical", "orbit"];

/// A game as WGSL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wgsl {
    /// The text.
    pub text: String,
    /// What the buffer `tables` holds.
    pub tables: Vec<u32>,
    /// Number of indices.
    pub size: u64,
    /// How many words a position takes in the outbox.
    pub state_words: usize,
}

/// How numbers of 64 bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wide {
    /// As two words: on any device.
    #[default]
    Words,
    /// As the device's own.
    Native,
}

/// The module of a game as WGSL.
pub fn wgsl(module: &Module, wide: Wide) -> Wgsl {
    let size = module.size();
    let widths = Widths::new(module, size);
    let functions = needed(module);
    let tables = used_tables(module, &functions);
    let (contents, placed) = placed(module, &tables, widths);
    let names: Vec<String> = tables.iter().map(|table| table.name.clone()).collect();
    let scope = Scope { widths, tables: &names, renamed: BTreeMap::new() };
    let mut printer = Printer::new(scope);
    for line in &module.doc {
        printer.comment(if line.is_empty() { " " } else { line });
    }
    printer.line("");
    printer.comment("Number of indices.");
    printer.line(&match widths.rank_is_wide {
        false => format!("const SIZE: u32 = {size}u;"),
        true => {
            format!("const SIZE = vec2<u32>({}u, {}u);", size & 0xffff_ffff, size >> 32)
        }
    });
    let state_words = state(&mut printer, module, widths);
    lookup_tables(&mut printer, &tables, &placed);
    for function in &functions {
        let called = if is_narrowed(function, widths) {
            format!("wide_{}", function.name)
        } else {
            name(&function.name)
        };
        printer.function(function, &called);
    }
    for function in &functions {
        if is_narrowed(function, widths) {
            let call = format!("wide_{0}(state)", function.name);
            let head = format!("fn {}(state: State) -> u32 {{", function.name);
            printer.line("");
            printer.indented(&head, |printer| printer.line(&format!("return wide_low({call});")));
        }
    }
    missing(&mut printer, module, &functions);
    let printed = Printed { state: &module.state, tables: &tables, functions: &functions };
    let text = printer.text + &prelude(&printed, widths, wide);
    Wgsl { text, tables: contents, size, state_words }
}

/// Whether a function is about an index but its result is small.
fn is_narrowed(function: &Function, widths: Widths) -> bool {
    widths.rank_is_wide && matches!(function.name.as_str(), "phase" | "orbit")
}

/// The functions that are asked for, and those that they call.
fn needed(module: &Module) -> Vec<&Function> {
    let mut needed: BTreeSet<&str> = FUNCTIONS.into_iter().collect();
    for function in module.functions.iter().rev() {
        if needed.contains(function.name.as_str()) {
            for other in &module.functions {
                if crate::ir::calls(&function.body, other) {
                    needed.insert(&other.name);
                }
            }
        }
    }
    module.functions.iter().filter(|function| needed.contains(function.name.as_str())).collect()
}

/// The tables that these functions look into.
fn used_tables<'a>(module: &'a Module, functions: &[&Function]) -> Vec<&'a Table> {
    let is_used = |table: &&Table| {
        functions.iter().any(|function| {
            any(&function.body, &mut |expr| match &*expr.kind {
                Kind::Name(name) => *name == table.name,
                Kind::Field(of, name) => of.ty == Type::Tables && *name == table.name,
                _ => false,
            })
        })
    };
    module.tables.iter().filter(is_used).collect()
}

/// The words of the tables one after the other, and where each begins.
fn placed(module: &Module, tables: &[&Table], widths: Widths) -> (Vec<u32>, Vec<usize>) {
    let needs_code = tables.iter().any(|table| matches!(table.contents, Contents::Computed(_)));
    let computed = if needs_code { run::tables(module) } else { Vec::new() };
    let mut words = Vec::new();
    let mut starts = Vec::new();
    for table in tables {
        starts.push(words.len());
        let entries = match &table.contents {
            Contents::Listed(entries, _) | Contents::Given(entries) => entries,
            Contents::Computed(_) => {
                let at = module.tables.iter().position(|other| other.name == table.name);
                &computed[at.expect("a table of the module")]
            }
        };
        for entry in entries {
            let halves = [entry & 0xffff_ffff, entry >> 32]
                .map(|half| u32::try_from(half).expect("32 bits"));
            let is_wide = widths.kept(&table.element) == Kept::Wide;
            words.extend(&halves[..if is_wide { 2 } else { 1 }]);
        }
    }
    // A buffer is never empty.
    if words.is_empty() {
        words.push(0);
    }
    (words, starts)
}

/// Prints where the tables lie.
fn lookup_tables(printer: &mut Printer<'_>, tables: &[&Table], starts: &[usize]) {
    printer.line("");
    printer.comment("All lookup tables, one after the other.");
    printer.line("@group(0) @binding(0) var<storage, read> tables: array<u32>;");
    for (table, start) in tables.iter().zip(starts) {
        printer.line("");
        printer.comment(&table.doc);
        if let Contents::Listed(entries, in_a_line) = &table.contents {
            for row in entries.chunks(*in_a_line).take(24) {
                let row: Vec<String> = row.iter().map(u64::to_string).collect();
                printer.comment(&format!("    {}", row.join(" ")));
            }
        }
        printer.line(&format!("const {}: u32 = {start}u;", table.name.to_uppercase()));
    }
}

/// Prints the position type and how it is written as words; gives how many.
fn state(printer: &mut Printer<'_>, module: &Module, widths: Widths) -> usize {
    printer.line("");
    printer.comment("A position.");
    printer.indented("struct State {", |printer| {
        for field in &module.state {
            printer.comment(&field.doc);
            printer.line(&format!("{}: {},", name(&field.name), widths.type_name(&field.ty)));
        }
    });
    let words = Words::new(&module.state, widths);
    let count = words.in_words.len();
    printer.line("");
    printer.comment("How many words a position takes in the outbox.");
    printer.line(&format!("const STATE_WORDS: u32 = {count}u;"));
    printer.line("");
    printer.comment("Puts a position into the outbox, a word every `stride` places.");
    printer.indented("fn write_state(state: State, at: u32, stride: u32) {", |printer| {
        for (word, text) in words.in_words.iter().enumerate() {
            printer.line(&format!("outbox[{}] = {text};", place_of(word)));
        }
    });
    printer.line("");
    printer.comment("Reads it again.");
    printer.indented("fn read_state(at: u32, stride: u32) -> State {", |printer| {
        for word in 0..count {
            printer.line(&format!("let word_{word} = outbox[{}];", place_of(word)));
        }
        printer.line("var state: State;");
        for (field, text) in module.state.iter().zip(&words.of_fields) {
            printer.line(&format!("state.{} = {text};", name(&field.name)));
        }
        printer.line("return state;");
    });
    let same: Vec<String> = module
        .state
        .iter()
        .filter(|field| !field.is_note)
        .map(|Field { name: field, ty, .. }| {
            let field = name(field);
            match widths.kept(ty) {
                Kept::Wide => format!("wide_equal(one.{field}, other.{field})"),
                Kept::Huge => format!("huge_equal(one.{field}, other.{field})"),
                Kept::Cells(length) => format!("cells_{length}_equal(one.{field}, other.{field})"),
                _ => format!("one.{field} == other.{field}"),
            }
        })
        .collect();
    printer.line("");
    printer.comment("Whether two positions are the same.");
    printer.indented("fn same_state(one: State, other: State) -> bool {", |printer| {
        let same = if same.is_empty() { "true".to_owned() } else { same.join(" && ") };
        printer.line(&format!("return {same};"));
    });
    count
}

/// Where a word of a position lies in the outbox.
fn place_of(word: usize) -> String {
    match word {
        0 => "at".to_owned(),
        1 => "at + stride".to_owned(),
        _ => format!("at + {word}u * stride"),
    }
}

/// A position as words: sets and cells as they are, and small numbers four to a word.
struct Words {
    /// By word, what it is of the position `state`.
    in_words: Vec<String>,
    /// By field, what it is of the words `word_0`, `word_1`, ...
    of_fields: Vec<String>,
}

impl Words {
    fn new(fields: &[Field], widths: Widths) -> Self {
        let mut words = Words { in_words: Vec::new(), of_fields: Vec::new() };
        let mut small: Vec<String> = Vec::new();
        let large = fields.iter().filter(|field| field.ty != Type::U8);
        let first_small: usize = large.map(|field| widths.words(&field.ty)).sum();
        for field in fields {
            let of = format!("state.{}", name(&field.name));
            let start = words.in_words.len();
            match widths.kept(&field.ty) {
                Kept::Word if field.ty == Type::U8 => {
                    let (word, shift) = (first_small + small.len() / 4, 8 * (small.len() % 4));
                    small.push(if shift == 0 { of } else { format!("({of} << {shift}u)") });
                    words.of_fields.push(match shift {
                        0 => format!("word_{word} & 0xffu"),
                        _ => format!("(word_{word} >> {shift}u) & 0xffu"),
                    });
                }
                Kept::Word => {
                    words.in_words.push(of);
                    words.of_fields.push(format!("word_{start}"));
                }
                Kept::Wide => {
                    words.in_words.extend([format!("wide_low({of})"), format!("wide_high({of})")]);
                    words.of_fields.push(format!("wide(word_{start}, word_{})", start + 1));
                }
                Kept::Huge => {
                    words.in_words.extend(["x", "y", "z", "w"].map(|part| format!("{of}.{part}")));
                    let parts: Vec<String> =
                        (start..start + 4).map(|word| format!("word_{word}")).collect();
                    words.of_fields.push(format!("vec4<u32>({})", parts.join(", ")));
                }
                Kept::Cells(length) => {
                    let count = widths.words(&field.ty);
                    for word in 0..count {
                        words.in_words.push(widths.word_of_cells(&of, length, word));
                    }
                    let parts: Vec<String> =
                        (start..start + count).map(|word| format!("word_{word}")).collect();
                    words.of_fields.push(widths.cells_of_words(length, &parts));
                }
                Kept::Bool | Kept::Signed | Kept::Plain => {
                    unreachable!("no part of a position: {field:?}")
                }
            }
        }
        words.in_words.extend(small.chunks(4).map(|four| four.join(" | ")));
        words
    }
}

/// Prints what a game does not have, and what it has under another name.
fn missing(printer: &mut Printer<'_>, module: &Module, functions: &[&Function]) {
    let has = |name: &str| functions.iter().any(|function| function.name == name);
    let trivial = [
        ("verdict", "u32", "0u", "The game has no ends but that nobody can move."),
        ("phase", "u32", "0u", "Nothing is known that every move changes."),
        ("is_goal", "bool", "false", "There is no goal."),
        ("canonical", "State", "state", "There is no symmetry."),
        ("orbit", "u32", "1u", "There is no symmetry."),
    ];
    for (name, result, value, why) in trivial {
        if !has(name) {
            printer.line("");
            printer.comment(why);
            let head = format!("fn {name}(state: State) -> {result} {{");
            printer.indented(&head, |printer| printer.line(&format!("return {value};")));
        }
    }
    let has_mover = module.state.iter().any(|field| field.name == "mover");
    printer.line("");
    printer.comment("Whose turn it is.");
    printer.indented("fn mover(state: State) -> u32 {", |printer| {
        printer.line(if has_mover { "return state.mover;" } else { "return 0u;" });
    });
}

/// What the functions use besides each other.
fn prelude(printed: &Printed<'_>, widths: Widths, wide: Wide) -> String {
    let rank = match widths.rank_is_wide {
        true => include_str!("wgsl/rank_wide.wgsl"),
        false => include_str!("wgsl/rank_narrow.wgsl"),
    };
    let mut text = format!("\n{}\n{rank}", include_str!("wgsl/visit.wgsl"));
    let uses = |kept: Kept| printed.use_type(&|ty| widths.kept(ty) == kept);
    if uses(Kept::Signed) {
        text += "\n";
        text += include_str!("wgsl/signed.wgsl");
    }
    if widths.rank_is_wide || uses(Kept::Wide) {
        text += "\n";
        text += match wide {
            Wide::Words => include_str!("wgsl/wide.wgsl"),
            Wide::Native => include_str!("wgsl/wide_native.wgsl"),
        };
        text +=
            "\nfn wide_at(at: u32) -> Wide {\n    return wide(tables[at], tables[at + 1u]);\n}\n";
    }
    if uses(Kept::Huge) {
        text += "\n";
        text += include_str!("wgsl/huge.wgsl");
    }
    for length in 0..=crate::model::MAX_CELLS {
        if uses(Kept::Cells(length)) {
            text += &widths.cells_prelude(length);
        }
    }
    text
}

/// What is printed of a module.
struct Printed<'a> {
    state: &'a [Field],
    tables: &'a [&'a Table],
    functions: &'a [&'a Function],
}

impl Printed<'_> {
    /// Whether a type occurs anywhere in it.
    fn use_type(&self, wanted: &dyn Fn(&Type) -> bool) -> bool {
        let is_table = |expr: &Expr| match &*expr.kind {
            Kind::Name(name) => self.tables.iter().any(|table| table.name == *name),
            Kind::Field(of, _) => of.ty == Type::Tables,
            _ => false,
        };
        let found = |expr: &Expr| wanted(&expr.ty) && !is_table(expr);
        let in_code = |body: &[Statement]| any(body, &mut |expr: &Expr| found(expr));
        self.state.iter().any(|field| wanted(&field.ty))
            || self.tables.iter().any(|table| wanted(&table.element))
            || self.functions.iter().any(|function| {
                wanted(&function.result)
                    || function.parameters.iter().any(|(_, ty)| wanted(ty))
                    || in_code(&function.body)
            })
    }
}
