//! The little language that generated code is lowered to, and that every emitter prints.
//!
//! A [`Module`] is a position type, lookup tables and functions over unsigned integers, bit sets,
//! arrays and loops: what Rust and WGSL both have. It is typed, so that an emitter for a language
//! without 64-bit integers knows where it meets them, and it has no names but those that will be
//! printed. What is decided (a layout, a table or a loop, the name of a field) is decided before;
//! an emitter only prints.
//!
//! Expressions are made with the operators of Rust, statements with a [`Code`]; both fold
//! constants, so what is trivial does not reach the output.

mod build;
mod expr;
mod notation;
mod rename;
pub mod run;
mod walk;

pub use build::Code;
pub use expr::{Expr, Kind, Operator};
pub use notation::{Notation, NotedCell, NotedCells};
pub(crate) use rename::{Space, rename};
pub use walk::{any, calls, changes, mentions, part};

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// True or false.
    Bool,
    /// 8 bits.
    U8,
    /// 16 bits, in tables only.
    U16,
    /// 32 bits.
    U32,
    /// 64 bits.
    U64,
    /// 128 bits.
    U128,
    /// The index of a position, or what makes it up: 64 bits, or 32 in a language that has no more
    /// where there are few enough positions.
    Rank,
    /// 64 bits with a sign.
    I64,
    /// A number that arrays are indexed with: at least 32 bits.
    Index,
    /// This number of values of a type.
    Array(Box<Type>, usize),
    /// Values of a type, as many as are added. Only where no bound is known: WGSL will need one.
    List(Box<Type>),
    /// A position.
    State,
    /// All lookup tables that are computed.
    Tables,
    /// A function that takes a position and gives nothing.
    Visitor,
    /// No value: what a function gives that only does something.
    Nothing,
}

impl Type {
    /// An array.
    pub fn array(element: Type, length: usize) -> Type {
        Type::Array(Box::new(element), length)
    }

    /// The smallest integer type with at least `bits` bits.
    pub fn with_bits(bits: usize) -> Type {
        match bits {
            0..=32 => Type::U32,
            33..=64 => Type::U64,
            _ => Type::U128,
        }
    }

    /// The smallest integer type of a table that holds this number.
    pub fn holding(largest: u64) -> Type {
        match largest {
            0..=0xff => Type::U8,
            0x100..=0xffff => Type::U16,
            0x1_0000..=0xffff_ffff => Type::U32,
            _ => Type::U64,
        }
    }

    /// How many bits a number has; 0 for what is no number.
    pub fn bits(&self) -> usize {
        match self {
            Type::U8 => 8,
            Type::U16 => 16,
            Type::U32 | Type::Index => 32,
            Type::U64 | Type::Rank | Type::I64 => 64,
            Type::U128 => 128,
            Type::Bool
            | Type::Array(..)
            | Type::List(_)
            | Type::State
            | Type::Tables
            | Type::Visitor
            | Type::Nothing => 0,
        }
    }
}

/// Something done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A name for a value; it is a variable if it changes later.
    Let {
        /// The name.
        name: String,
        /// The value.
        value: Expr,
    },
    /// A new value for a variable, a field or an element; with an operator, the old value combined
    /// with it.
    Set {
        /// What changes.
        place: Expr,
        /// How the old value is combined.
        operator: Option<Operator>,
        /// The value.
        value: Expr,
    },
    /// One of two things.
    If {
        /// Which.
        condition: Expr,
        /// If it holds.
        then: Vec<Statement>,
        /// If not.
        otherwise: Vec<Statement>,
    },
    /// Once for each number from `from` up to but not including `to`, or downwards.
    For {
        /// The number.
        name: String,
        /// The first.
        from: Expr,
        /// One more than the last.
        to: Expr,
        /// Whether from the last to the first.
        down: bool,
        /// What is done.
        body: Vec<Statement>,
    },
    /// As long as a condition holds.
    While {
        /// The condition.
        condition: Expr,
        /// What is done.
        body: Vec<Statement>,
    },
    /// The result of the function.
    Return(Expr),
    /// A call of a function without a result.
    Do(Expr),
    /// One more value on a list.
    Push(Expr, Expr),
    /// A reason, for people who read the output.
    Note(String),
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// What it gives, for people.
    pub doc: String,
    /// Its name.
    pub name: String,
    /// Names and types of what it takes. Positions and tables are lent, numbers are copied.
    pub parameters: Vec<(String, Type)>,
    /// The type of its result.
    pub result: Type,
    /// What it does.
    pub body: Vec<Statement>,
    /// Whether others may call it; else it is there for those that may be.
    pub public: bool,
}

/// Numbers to look up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What its entries mean, for people.
    pub doc: String,
    /// Its name: in capitals if it is listed.
    pub name: String,
    /// The type of an entry.
    pub element: Type,
    /// Number of entries.
    pub length: usize,
    /// Where the entries come from.
    pub contents: Contents,
}

/// Where the entries of a table come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// They are listed, this number of them in a line.
    Listed(Vec<u64>, usize),
    /// They are computed once, by code that finds the tables so far as `tables`, this one full of
    /// zeros.
    Computed(Vec<Statement>),
    /// They are too many to list: who makes the tables hands these numbers over.
    Given(Vec<u64>),
}

/// A named number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// What it is, for people.
    pub doc: String,
    /// Its name, in capitals.
    pub name: String,
    /// Its value.
    pub value: Expr,
}

/// A field of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// What it holds, for people.
    pub doc: String,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether it is no part of the position but a note about how it came about, which comparisons
    /// leave out.
    pub is_note: bool,
}

/// Generated code of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// What it is, for people: lines of text.
    pub doc: Vec<String>,
    /// Named numbers.
    pub constants: Vec<Constant>,
    /// What a position is made of.
    pub state: Vec<Field>,
    /// Lookup tables; one that is computed may use those before it.
    pub tables: Vec<Table>,
    /// The functions; each uses only those before it.
    pub functions: Vec<Function>,
    /// The largest number that an array of bytes can hold: contents of cells, turns, numbers of
    /// pieces. Languages without bytes pack them tighter if it is small.
    pub largest_in_cells: u64,
    /// How positions are written, if that is part of it.
    pub notation: Option<Notation>,
}

impl Module {
    /// Number of indices.
    pub fn size(&self) -> u64 {
        let size = self.constants.iter().find(|constant| constant.name == "SIZE");
        let size = size.and_then(|constant| constant.value.value()).expect("every module says it");
        u64::try_from(size).expect("an index has 64 bits")
    }

    /// Whether functions need tables that are not listed.
    pub fn has_tables(&self) -> bool {
        self.tables.iter().any(|table| !matches!(table.contents, Contents::Listed(..)))
    }
}
