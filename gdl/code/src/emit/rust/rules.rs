//! Printing what joins a module to the engines: the type `Game` and its `impl Rules`.
//!
//! The module itself knows no trait, so that it can be read and compiled alone. What is printed
//! here goes after it, into the same Rust module:
//!
//! ```text
//! /// The game: its rules, and the tables they need.
//! pub struct Game {
//!     tables: Tables,
//! }
//!
//! impl Game {
//!     pub fn new(given: &[&[u64]]) -> Option<Self> { ... }
//!     pub fn position(cells: &[u8], turns: &[u8], counters: &[u8], mover: u8)
//!         -> Option<State> { ... }
//! }
//!
//! impl crate::rules::Rules for Game { ... }
//! ```

use super::{Printer, type_name};
use crate::ir::{Contents, Function, Module, Table, Type};

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

/// A function of the trait, and the functions of a module that do it, the best first.
struct Provided {
    name: &'static str,
    by: &'static [&'static str],
    takes: &'static [(&'static str, &'static str)],
    result: &'static str,
}

const STATE: (&str, &str) = ("state", "&State");
const VISIT: (&str, &str) = ("visit", "&mut impl FnMut(&State)");
const TIER: (&str, &str) = ("tier", "usize");
const INDEX: (&str, &str) = ("index", "u64");

/// Where there are no tiers, an index inside a tier is an index.
const PROVIDED: &[Provided] = &[
    Provided { name: "rank", by: &["rank"], takes: &[STATE], result: "u64" },
    Provided { name: "unrank", by: &["unrank"], takes: &[INDEX], result: "State" },
    Provided { name: "successors", by: &["successors"], takes: &[STATE, VISIT], result: "" },
    Provided { name: "predecessors", by: &["predecessors"], takes: &[STATE, VISIT], result: "" },
    Provided { name: "phase", by: &["phase"], takes: &[STATE], result: "u64" },
    Provided { name: "is_goal", by: &["is_goal"], takes: &[STATE], result: "bool" },
    Provided { name: "canonical", by: &["canonical"], takes: &[STATE], result: "State" },
    Provided { name: "orbit", by: &["orbit"], takes: &[STATE], result: "u64" },
    Provided { name: "tier", by: &["tier_of"], takes: &[STATE], result: "usize" },
    Provided {
        name: "same_tier",
        by: &["same_tier"],
        takes: &[("one", "&State"), ("other", "&State")],
        result: "bool",
    },
    Provided {
        name: "unrank_in_tier",
        by: &["unrank_in_tier"],
        takes: &[TIER, INDEX],
        result: "State",
    },
    Provided {
        name: "class_in_tier",
        by: &["class_in_tier", "class", "rank_in_tier"],
        takes: &[TIER, STATE],
        result: "u64",
    },
    Provided { name: "class_size", by: &["class_size"], takes: &[TIER, STATE], result: "u64" },
    Provided { name: "verdict", by: &["verdict"], takes: &[STATE], result: "u32" },
    Provided { name: "exchanged", by: &["exchanged"], takes: &[STATE], result: "State" },
    Provided {
        name: "tier_predecessors",
        by: &["tier_predecessors"],
        takes: &[STATE, VISIT],
        result: "",
    },
];

/// The functions of the trait: those of the module, with the tables they take. What the module
/// does not have, the trait knows better.
fn implementation(printer: &mut Printer, module: &Module) {
    let find = |name: &str| module.functions.iter().find(|function| function.name == name);
    let has = |name: &str| find(name).is_some();
    // Without tiers, what comes before is in the same one.
    let all_in_tier = !has("tier_of") && !has("tier_predecessors") && has("predecessors");
    printer.line("type State = State;");
    for (constant, known) in [
        ("KNOWS_PREDECESSORS", has("predecessors")),
        ("KNOWS_TIER_PREDECESSORS", has("tier_predecessors") || all_in_tier),
        ("EXCHANGES_PLAYERS", has("exchanged")),
        ("SCORES", has("final_gain")),
    ] {
        if known {
            printer.gap();
            printer.line(&format!("const {constant}: bool = true;"));
        }
    }
    printer.gap();
    printer.line("#[inline]");
    printer.indented("fn size(&self) -> u64 {", |printer| printer.line("SIZE"));
    for Provided { name, by, takes, result } in PROVIDED {
        let mut function = by.iter().find_map(|name| find(name));
        if *name == "tier_predecessors" && all_in_tier {
            function = find("predecessors");
        }
        let Some(function) = function else { continue };
        let arguments: Vec<&str> = function
            .parameters
            .iter()
            .map(|(name, ty)| if *ty == Type::Tables { "&self.tables" } else { name.as_str() })
            .collect();
        let taken: Vec<String> = takes
            .iter()
            .map(|(name, ty)| {
                let unused = if arguments.contains(name) { "" } else { "_" };
                format!("{unused}{name}: {ty}")
            })
            .collect();
        let (arrow, end) = if result.is_empty() { ("", ";") } else { (" -> ", "") };
        let head = format!("fn {name}(&self, {}){arrow}{result} {{", taken.join(", "));
        let call = format!("{}({}){end}", function.name, arguments.join(", "));
        method(printer, &head, &call);
    }
    if module.state.iter().any(|field| field.name == "mover") {
        method(printer, "fn mover(&self, state: &State) -> u32 {", "u32::from(state.mover)");
    }
    if let (Some(note), Some(_)) =
        (module.state.iter().find(|field| field.is_note), find("final_gain"))
    {
        // More points than fit are as good as the most that do.
        let fitting =
            |points: &str| format!("{points}.clamp(i32::MIN.into(), i32::MAX.into()) as i32");
        let gain = fitting(&format!("next.{}", note.name));
        method(printer, "fn gain(&self, next: &State) -> i32 {", &gain);
        let arguments = if find("final_gain").is_some_and(takes_tables) {
            "&self.tables, state"
        } else {
            "state"
        };
        let gain = fitting(&format!("final_gain({arguments})"));
        method(printer, "fn final_gain(&self, state: &State) -> i32 {", &gain);
    }
}

fn takes_tables(function: &Function) -> bool {
    function.parameters.iter().any(|(_, ty)| *ty == Type::Tables)
}

/// A function of one line.
fn method(printer: &mut Printer, head: &str, line: &str) {
    printer.gap();
    printer.line("#[inline]");
    printer.indented(head, |printer| printer.line(line));
}
