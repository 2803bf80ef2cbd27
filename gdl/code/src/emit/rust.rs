//! Printing [`Module`]s as Rust: no dependencies, no `unsafe`, laid out as rustfmt would where
//! that is easy.

mod expr;
mod identity;
mod notation;
mod rules;

use super::{COMMENT_WIDTH, symbol, wrapped};
use crate::ir::{
    Contents, Field, Function, Kind, Module, Statement, Table, Type, any, changes, mentions,
};
use expr::{is_untyped, number, print};
use std::fmt::Write;

pub use identity::identity;
pub use notation::notation;
pub use rules::{given, rules};

/// The module as the text of a Rust module.
pub fn rust(module: &Module) -> String {
    let mut printer = Printer::default();
    for line in &module.doc {
        for line in wrapped(line, COMMENT_WIDTH) {
            printer.line(format!("//! {line}").trim_end());
        }
    }
    for constant in &module.constants {
        printer.gap();
        printer.doc(&constant.doc);
        let (ty, value) = (type_name(&constant.value.ty), print(&constant.value, &[]));
        printer.line(&format!("pub const {}: {ty} = {value};", constant.name));
    }
    printer.state(&module.state);
    printer.zero_state(&module.state);
    printer.tables(module);
    for function in &module.functions {
        printer.function(function);
    }
    printer.text
}

/// How a type is written.
fn type_name(ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::U8 => "u8".to_owned(),
        Type::U16 => "u16".to_owned(),
        Type::U32 => "u32".to_owned(),
        Type::U64 | Type::Rank => "u64".to_owned(),
        Type::U128 => "u128".to_owned(),
        Type::I64 => "i64".to_owned(),
        Type::Index => "usize".to_owned(),
        Type::Array(element, length) => format!("[{}; {length}]", type_name(element)),
        Type::List(element) => format!("Vec<{}>", type_name(element)),
        Type::State => "State".to_owned(),
        Type::Tables => "Tables".to_owned(),
        Type::Visitor => "impl FnMut(&State)".to_owned(),
        Type::Nothing => "()".to_owned(),
    }
}

/// Whether values of a type are lent to functions.
fn is_lent(ty: &Type) -> bool {
    matches!(ty, Type::Array(..) | Type::State | Type::Tables | Type::Visitor)
}

/// Whether the bits of a variable are counted.
fn counts_bits(body: &[Statement], name: &str) -> bool {
    any(body, &mut |expr| match &*expr.kind {
        Kind::CountOnes(of) | Kind::TrailingZeros(of) => {
            matches!(&*of.kind, Kind::Name(counted) if counted == name)
        }
        _ => false,
    })
}

/// Text with indentation.
#[derive(Default)]
struct Printer {
    text: String,
    depth: usize,
    /// The parameters of the function being printed that are lent to it.
    lent: Vec<String>,
}

impl Printer {
    fn line(&mut self, line: &str) {
        let indentation = if line.is_empty() { 0 } else { 4 * self.depth };
        writeln!(self.text, "{:indentation$}{line}", "").expect("strings grow");
    }

    /// An empty line between items.
    fn gap(&mut self) {
        if !self.text.is_empty() {
            self.line("");
        }
    }

    fn doc(&mut self, doc: &str) {
        let width = COMMENT_WIDTH - 4 * self.depth;
        for line in doc.lines().flat_map(|line| wrapped(line, width)) {
            self.line(format!("/// {line}").trim_end());
        }
    }

    fn indented(&mut self, head: &str, body: impl FnOnce(&mut Self)) {
        self.line(head);
        self.depth += 1;
        body(self);
        self.depth -= 1;
        self.line("}");
    }

    fn state(&mut self, fields: &[Field]) {
        self.gap();
        self.doc("A position.");
        // `Default` is not derived: the standard library has it for short arrays only.
        let has_notes = fields.iter().any(|field| field.is_note);
        let compared = if has_notes { "" } else { ", PartialEq, Eq, Hash" };
        self.line(&format!("#[derive(Clone, Copy, Debug{compared})]"));
        self.indented("pub struct State {", |printer| {
            for field in fields {
                printer.doc(&field.doc);
                printer.line(&format!("pub {}: {},", field.name, type_name(&field.ty)));
            }
        });
        if has_notes {
            self.comparison(fields);
        }
    }

    /// What is derived otherwise, without the fields that are no part of a position.
    fn comparison(&mut self, fields: &[Field]) {
        let parts: Vec<&str> =
            fields.iter().filter(|field| !field.is_note).map(|field| field.name.as_str()).collect();
        self.gap();
        self.indented("impl PartialEq for State {", |printer| {
            printer.indented("fn eq(&self, other: &Self) -> bool {", |printer| {
                let same = parts.iter().map(|part| format!("self.{part} == other.{part}"));
                printer.line(&same.collect::<Vec<_>>().join(" && "));
            });
        });
        self.gap();
        self.line("impl Eq for State {}");
        self.gap();
        self.indented("impl std::hash::Hash for State {", |printer| {
            let head = "fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {";
            printer.indented(head, |printer| {
                for part in &parts {
                    printer.line(&format!("self.{part}.hash(hasher);"));
                }
            });
        });
    }

    fn zero_state(&mut self, fields: &[Field]) {
        self.gap();
        self.indented("impl Default for State {", |printer| {
            printer.doc("Everything 0.");
            printer.indented("fn default() -> Self {", |printer| {
                printer.indented("State {", |printer| {
                    for Field { name, ty, .. } in fields {
                        let zero = match ty {
                            Type::Array(_, length) => format!("[0; {length}]"),
                            _ => "0".to_owned(),
                        };
                        printer.line(&format!("{name}: {zero},"));
                    }
                });
            });
        });
    }

    fn tables(&mut self, module: &Module) {
        for table in &module.tables {
            if let Contents::Listed(entries, in_a_line) = &table.contents {
                self.listed(table, entries, *in_a_line);
            }
        }
        if !module.has_tables() {
            return;
        }
        let computed: Vec<&Table> = module
            .tables
            .iter()
            .filter(|table| !matches!(table.contents, Contents::Listed(..)))
            .collect();
        let ty = |table: &Table| format!("[{}; {}]", type_name(&table.element), table.length);
        self.gap();
        self.doc("Lookup tables that are computed once.");
        self.line("#[derive(Clone, Debug)]");
        self.indented("pub struct Tables {", |printer| {
            for table in &computed {
                printer.doc(&table.doc);
                printer.line(&format!("{}: Box<{}>,", table.name, ty(table)));
            }
        });
        let is_given = |table: &&&Table| matches!(table.contents, Contents::Given(_));
        let parameters: Vec<String> = computed
            .iter()
            .filter(is_given)
            .map(|table| format!("{}: Box<{}>", table.name, ty(table)))
            .collect();
        self.gap();
        self.indented("impl Tables {", |printer| {
            printer.doc("Computes them.");
            let head = format!("pub fn new({}) -> Self {{", parameters.join(", "));
            printer.indented(&head, |printer| printer.compute(&computed));
        });
        if computed.iter().all(|table| is_given(&table)) {
            return;
        }
        self.gap();
        self.doc("A table of zeros, which would be too large for the stack.");
        let head = "fn zeros<T: Copy + Default, const N: usize>() -> Box<[T; N]> {";
        self.indented(head, |printer| {
            printer.line("let zeros = vec![T::default(); N].into_boxed_slice();");
            printer.line("zeros.try_into().ok().expect(\"the length is N\")");
        });
    }

    /// The body of the function that makes the tables.
    fn compute(&mut self, tables: &[&Table]) {
        let changes = tables.iter().any(|table| matches!(table.contents, Contents::Computed(_)));
        let head = if changes { "let mut tables = Tables {" } else { "Tables {" };
        self.line(head);
        self.depth += 1;
        for table in tables {
            let value = if matches!(table.contents, Contents::Given(_)) { "" } else { ": zeros()" };
            self.line(&format!("{}{value},", table.name));
        }
        self.depth -= 1;
        self.line(if changes { "};" } else { "}" });
        for table in tables {
            if let Contents::Computed(body) = &table.contents {
                self.statements(body, false);
            }
        }
        if changes {
            self.line("tables");
        }
    }

    fn listed(&mut self, table: &Table, entries: &[u64], in_a_line: usize) {
        self.gap();
        self.doc(&table.doc);
        let element = type_name(&table.element);
        let head = format!("static {}: [{element}; {}] = [", table.name, entries.len());
        let row = |row: &[u64]| {
            row.iter().map(|entry| number((*entry).into())).collect::<Vec<_>>().join(", ")
        };
        let one_line = format!("{head}{}];", row(entries));
        if one_line.len() <= 100 {
            self.line(&one_line);
            return;
        }
        self.line(&head);
        self.depth += 1;
        for entries in entries.chunks(in_a_line) {
            self.line(&format!("{},", row(entries)));
        }
        self.depth -= 1;
        self.line("];");
    }

    fn function(&mut self, function: &Function) {
        self.gap();
        self.doc(&function.doc);
        self.lent = function
            .parameters
            .iter()
            .filter(|(_, ty)| is_lent(ty))
            .map(|(name, _)| name.clone())
            .collect();
        let parameters: Vec<String> = function
            .parameters
            .iter()
            .map(|(name, ty)| {
                let unused = if mentions(&function.body, name) { "" } else { "_" };
                let lent = match ty {
                    Type::Visitor => "&mut ",
                    _ if is_lent(ty) => "&",
                    _ => "",
                };
                format!("{unused}{name}: {lent}{}", type_name(ty))
            })
            .collect();
        let public = if function.public { "pub " } else { "" };
        self.line("#[inline]");
        let result = match &function.result {
            Type::Nothing => String::new(),
            ty => format!(" -> {}", type_name(ty)),
        };
        let head = format!("{public}fn {}({}){result} {{", function.name, parameters.join(", "));
        self.indented(&head, |printer| printer.statements(&function.body, true));
    }

    /// Statements; the last one may be the result of the function.
    fn statements(&mut self, statements: &[Statement], whole_function: bool) {
        for (position, statement) in statements.iter().enumerate() {
            let after = &statements[position + 1..];
            self.statement(statement, whole_function && after.is_empty(), after);
        }
    }

    fn statement(&mut self, statement: &Statement, is_last: bool, after: &[Statement]) {
        let lent = self.lent.clone();
        match statement {
            Statement::Let { name, value } => {
                let mutable = if changes(after, name) { "mut " } else { "" };
                // A literal alone does not tell its type.
                let is_literal = matches!(*value.kind, Kind::Number(_) | Kind::Filled(_));
                let annotation = match is_literal || is_untyped(value) {
                    true => format!(": {}", type_name(&value.ty)),
                    false => String::new(),
                };
                self.line(&format!("let {mutable}{name}{annotation} = {};", print(value, &lent)));
            }
            Statement::Set { place, operator, value } => {
                let operator = operator.map_or("", symbol);
                self.line(&format!("{} {operator}= {};", print(place, &lent), print(value, &lent)));
            }
            Statement::If { condition, then, otherwise } => {
                self.line(&format!("if {} {{", print(condition, &lent)));
                self.block(then);
                if !otherwise.is_empty() {
                    self.line("} else {");
                    self.block(otherwise);
                }
                self.line("}");
            }
            Statement::For { name, from, to, down, body } => {
                // Literals alone do not tell their type, and a method needs to know it.
                let suffix = match (from.value(), to.value()) {
                    (Some(_), Some(_)) if counts_bits(body, name) => {
                        format!("_{}", type_name(&to.ty))
                    }
                    _ => String::new(),
                };
                let range = format!("{}..{}{suffix}", print(from, &lent), print(to, &lent));
                let range = if *down { format!("({range}).rev()") } else { range };
                self.indented(&format!("for {name} in {range} {{"), |printer| {
                    printer.statements(body, false);
                });
            }
            Statement::While { condition, body } => {
                self.indented(&format!("while {} {{", print(condition, &lent)), |printer| {
                    printer.statements(body, false);
                });
            }
            Statement::Return(value) if is_last => self.line(&print(value, &lent)),
            Statement::Return(value) => self.line(&format!("return {};", print(value, &lent))),
            Statement::Do(call) => self.line(&format!("{};", print(call, &lent))),
            Statement::Push(list, value) => {
                self.line(&format!("{}.push({});", print(list, &lent), print(value, &lent)));
            }
            Statement::Note(text) => self.line(&format!("// {text}")),
        }
    }

    fn block(&mut self, statements: &[Statement]) {
        self.depth += 1;
        self.statements(statements, false);
        self.depth -= 1;
    }
}
