//! Running generated code without a compiler: what its tables hold, and what its functions give.
//!
//! This is for hosts that hand tables over to a device, and for tests; it takes about a hundred
//! times as long as the same code in Rust. Names are resolved once (`run/resolve.rs`), then the
//! code is walked (`run/walk.rs`). What the language leaves to the author of the code is checked
//! here: that no sum overflows, no difference is negative, no index lies outside, and that arrays
//! of bytes hold no number above [`Module::largest_in_cells`]. A [`Machine`] panics where that is
//! broken, because the code is wrong then, not its input.

mod arithmetic;
mod resolve;
mod value;
mod walk;

use super::{Contents, Module, Type};
use resolve::{Program, Unit};
use walk::Walk;

pub use value::Value;

/// The contents of all tables of a module, in order.
///
/// # Panics
/// If code computes a table with entries of more than 64 bits, or is wrong.
pub fn tables(module: &Module) -> Vec<Vec<u64>> {
    let narrow = |entry: &u128| u64::try_from(*entry).expect("an entry has at most 64 bits");
    let tables = Machine::new(module).tables;
    tables.iter().map(|table| table.iter().map(narrow).collect()).collect()
}

/// A module that can be run.
#[derive(Debug)]
pub struct Machine {
    program: Program,
    tables: Vec<Vec<u128>>,
}

impl Machine {
    /// Makes the code ready and computes its tables.
    ///
    /// # Panics
    /// If the code that computes them is wrong.
    pub fn new(module: &Module) -> Self {
        let program = Program::new(module);
        let mut tables = Vec::new();
        for table in &module.tables {
            tables.push(match &table.contents {
                Contents::Listed(entries, _) | Contents::Given(entries) => {
                    entries.iter().copied().map(u128::from).collect()
                }
                Contents::Computed(_) => vec![0; table.length],
            });
        }
        for unit in &program.computing {
            let mut walk = Walk::computing(&program, tables);
            walk.run(unit, Vec::new());
            tables = walk.into_tables();
        }
        Machine { program, tables }
    }

    /// Whether there is a function with this name.
    pub fn has(&self, function: &str) -> bool {
        self.program.functions.iter().any(|unit| unit.name == function)
    }

    /// What a function gives. Its arguments are all but the tables, which are always at hand, and
    /// a visitor.
    ///
    /// # Panics
    /// If there is no such function, the arguments are not its own, or the code is wrong.
    pub fn call(&self, function: &str, arguments: &[Value]) -> Value {
        self.run(function, arguments).0
    }

    /// The positions that a function shows, in order.
    ///
    /// # Panics
    /// As [`Machine::call`] does.
    pub fn shown(&self, function: &str, arguments: &[Value]) -> Vec<Value> {
        self.run(function, arguments).1
    }

    fn run(&self, function: &str, arguments: &[Value]) -> (Value, Vec<Value>) {
        let unit = self.program.functions.iter().find(|unit| unit.name == function);
        let unit = unit.unwrap_or_else(|| panic!("there is no function `{function}`"));
        let mut walk = Walk::reading(&self.program, &self.tables);
        let result = walk.run(unit, self.all_arguments(unit, arguments));
        (result, walk.into_shown())
    }

    /// The arguments of a function with tables and visitor among them.
    fn all_arguments(&self, unit: &Unit, arguments: &[Value]) -> Vec<Value> {
        let mut given = arguments.iter();
        let mut all = Vec::new();
        for ty in &unit.parameters {
            all.push(match ty {
                Type::Tables => Value::Tables,
                Type::Visitor => Value::COLLECTOR,
                _ => given.next().expect("an argument for each parameter").clone(),
            });
        }
        assert!(given.next().is_none(), "`{}` takes fewer arguments", unit.name);
        all
    }

    /// A position with everything 0.
    pub fn zero_state(&self) -> Value {
        self.program.zero_state.clone()
    }

    /// A field of a position.
    ///
    /// # Panics
    /// If positions have no such field.
    pub fn field<'a>(&self, state: &'a Value, name: &str) -> &'a Value {
        &state.fields()[self.program.field(name)]
    }

    /// Gives a field of a position another value.
    ///
    /// # Panics
    /// If positions have no such field, or it holds something of another kind.
    pub fn set_field(&self, state: &mut Value, name: &str, value: Value) {
        let field = &mut state.fields_mut()[self.program.field(name)];
        let same = std::mem::discriminant(field) == std::mem::discriminant(&value);
        assert!(same, "`{name}` is not {value:?}");
        *field = value;
    }
}

#[cfg(test)]
mod tests;
