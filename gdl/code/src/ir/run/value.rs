//! What code works with while it is run.

use std::sync::Arc;

/// A value. Long ones are shared until they change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// What a function gives that only does something.
    Nothing,
    /// A number without a sign; 1 if something is true and 0 if not.
    Number(u128),
    /// A number with a sign.
    Signed(i64),
    /// An array of numbers.
    Array(Arc<Vec<u128>>),
    /// A list.
    List(Arc<Vec<Value>>),
    /// A position: its fields in order.
    State(Arc<Vec<Value>>),
    /// The tables.
    Tables,
    /// Something that positions are shown to.
    Visitor(Visitor),
}

/// Something that positions are shown to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visitor {
    /// It keeps them for the host that runs the code.
    Collector,
    /// One that code has made: its number, and where the variables of that code begin.
    Made {
        /// Its number in the program.
        number: usize,
        /// The place of the first variable.
        base: usize,
    },
}

impl Value {
    pub(super) const COLLECTOR: Value = Value::Visitor(Visitor::Collector);

    /// A number.
    pub fn number(number: impl Into<u128>) -> Self {
        Value::Number(number.into())
    }

    /// An array of numbers.
    pub fn array(elements: impl IntoIterator<Item = u128>) -> Self {
        Value::Array(Arc::new(elements.into_iter().collect()))
    }

    /// The number.
    ///
    /// # Panics
    /// If it is no number without a sign.
    pub fn as_number(&self) -> u128 {
        match self {
            Value::Number(number) => *number,
            other => panic!("{other:?} is no number"),
        }
    }

    /// The number with a sign.
    ///
    /// # Panics
    /// If it is no number with a sign.
    pub fn as_signed(&self) -> i64 {
        match self {
            Value::Signed(number) => *number,
            other => panic!("{other:?} is no number with a sign"),
        }
    }

    /// The elements of an array.
    ///
    /// # Panics
    /// If it is no array.
    pub fn elements(&self) -> &[u128] {
        match self {
            Value::Array(elements) => elements,
            other => panic!("{other:?} is no array"),
        }
    }

    pub(super) fn fields(&self) -> &[Value] {
        match self {
            Value::State(fields) => fields,
            other => panic!("{other:?} is no position"),
        }
    }

    pub(super) fn fields_mut(&mut self) -> &mut [Value] {
        match self {
            Value::State(fields) => Arc::<Vec<Value>>::make_mut(fields),
            other => panic!("{other:?} is no position"),
        }
    }
}
