//! Printing what joins a module to the engines: the type `Game` and its `impl Rules`.
//!
//! The module itself knows no trait, so that it can be read and compiled alone. What is printed here goes after it, into the same Rust module:
//!
//! ```text
//! /// The game: its rules, and the tables they need.
//! pub struct Game {
//!     tables: Tables,
//! }
//!
//! impl Game {
//!     pub fn new(given: &[&[u64]]) -> Option<Self> { ... }
//!     pub fn position(cells: &[u8], turns: &[u8], counters: &[u8], mover: u8) -> Option<State> { ... }
//! }
//!
//! impl crate::rules::Rules for Game { ... }
//! ```

use super::{Printer, type_name};
use crate::ir::{Contents, Module, Table, Type};

/// `Game` and its `impl Rules`, for a module with moves; `rules` is the path of the trait.
pub fn rules(module: &Module, rules: &str) -> String {
    let mut printer = Printer::default();
    let tables = module.has_tables();
    printer.line("");
    printer.doc("The game: its rules, and the tables they need.");
    printer.line("#[derive(Clone, Debug)]");
    if tables {
        printer.indented("pub struct Game {", |printer| printer.line("tables: Tables,"));
    } else {
        printer.line("pub struct Game;");
    }
    printer.gap();
    printer.indented("impl Game {", |printer| {
        new(printer, module);
        printer.gap();
        position(printer, module);
    });
    printer.gap();
    printer
        .indented(&format!("impl {rules} for Game {{"), |printer| implementation(printer, module));
    printer.text
}

/// The numbers of the tables that are handed over, in the order in which `Game::new` takes them.
pub fn given(module: &Module) -> Vec<&[u64]> {
    given_tables(module).map(|(_, entries)| entries).collect()
}

fn given_tables(module: &Module) -> impl Iterator<Item = (&Table, &[u64])> {
    module.tables.iter().filter_map(|table| match &table.contents {
        Contents::Given(entries) => Some((table, entries.as_slice())),
        Contents::Listed(..) | Contents::Computed(_) => None,
    })
}

/// The function that makes the game.
fn new(printer: &mut Printer, module: &Module) {
    let given: Vec<&Table> = given_tables(module).map(|(table, _)| table).collect();
    printer.doc(
        "Makes the game, with the tables that are not listed or computed; none if they do not fit.",
    );
    printer.indented("pub fn new(given: &[&[u64]]) -> Option<Self> {", |printer| {
        let names: Vec<&str> = given.iter().map(|table| table.name.as_str()).collect();
        printer.line(&format!("let [{}] = given else {{ return None }};", names.join(", ")));
        for table in &given {
            let name = &table.name;
            let entries = match &table.element {
                Type::U64 => format!("{name}.to_vec()"),
                element => format!(
                    "{name}.iter().map(|entry| {}::try_from(*entry).ok()).collect::<Option<Vec<_>>>()?",
                    type_name(element)
                ),
            };
            printer.line(&format!("let {name} = {entries}.into_boxed_slice().try_into().ok()?;"));
        }
        printer.line(&match module.has_tables() {
            true => format!("Some(Game {{ tables: Tables::new({}) }})", names.join(", ")),
            false => "Some(Game)".to_owned(),
        });
    });
}

/// The function that makes a position from its parts.
fn position(printer: &mut Printer, module: &Module) {
    let has = |name: &str| module.state.iter().any(|field| field.name == name);
    let is_counter = |name: &str| !["cells", "turns", "mover"].contains(&name);
    let counters: Vec<&str> = module
        .state
        .iter()
        .filter(|field| field.ty == Type::U8 && is_counter(&field.name))
        .map(|field| field.name.as_str())
        .collect();
    let (turned, moved) = (has("turns"), has("mover"));
    let counted = !counters.is_empty();
    let unused = |used: bool| if used { "" } else { "_" };
    printer.doc(
        "A position: what stands on each cell that can change and how far it is turned, the counters, whose turn it is. None if the numbers of \
         these do not fit.",
    );
    let head = format!(
        "pub fn position(cells: &[u8], {}turns: &[u8], {}counters: &[u8], {}mover: u8) -> Option<State> {{",
        unused(turned),
        unused(counted),
        unused(moved),
    );
    printer.indented(&head, |printer| {
        printer.line("let mut state = State::default();");
        printer.indented("if cells.len() != CELLS {", |printer| printer.line("return None;"));
        printer.indented("for (cell, content) in cells.iter().enumerate() {", |printer| {
            printer.line("state = with_content(&state, cell, *content);");
        });
        if turned {
            printer.line("state.turns = turns.try_into().ok()?;");
        }
        if counted {
            let fields: Vec<String> = counters.iter().map(|name| format!("state.{name}")).collect();
            let fields = fields.join(", ");
            printer.line(&format!("[{fields}] = counters.try_into().ok()?;"));
        }
        if moved {
            printer.line("state.mover = mover;");
        }
        printer.line("Some(state)");
    });
}

/// The functions of the trait: those of the module, with the tables they take. What the module does not have, the trait knows better.
fn implementation(printer: &mut Printer, module: &Module) {
    printer.line("type State = State;");
    if module.functions.iter().any(|function| function.name == "predecessors") {
        printer.gap();
        printer.line("const KNOWS_PREDECESSORS: bool = true;");
    }
    printer.gap();
    printer.line("#[inline]");
    printer.indented("fn size(&self) -> u64 {", |printer| printer.line("SIZE"));
    for (name, taken, result) in [
        ("rank", "state: &State", " -> u64"),
        ("unrank", "index: u64", " -> State"),
        ("successors", "state: &State, visit: &mut impl FnMut(&State)", ""),
        ("predecessors", "state: &State, visit: &mut impl FnMut(&State)", ""),
        ("phase", "state: &State", " -> u64"),
        ("is_goal", "state: &State", " -> bool"),
        ("canonical", "state: &State", " -> State"),
        ("orbit", "state: &State", " -> u64"),
    ] {
        let Some(function) = module.functions.iter().find(|it| it.name == name) else { continue };
        let arguments: Vec<&str> = function
            .parameters
            .iter()
            .map(|(name, ty)| if *ty == Type::Tables { "&self.tables" } else { name.as_str() })
            .collect();
        let end = if result.is_empty() { ";" } else { "" };
        printer.gap();
        printer.line("#[inline]");
        printer.indented(&format!("fn {name}(&self, {taken}){result} {{"), |printer| {
            printer.line(&format!("{name}({}){end}", arguments.join(", ")));
        });
    }
}
