//! Runs games: positions, moves, searches and values.
//!
//! The feature `interp` is the reference interpreter, in the module of the same name. It works on the language crate's `Model` itself, with
//! plain states and an ordinary hash table, and shares nothing with any faster execution, so that those can be compared with it.
//!
//! Everything that takes long reports to an [`Observer`] and can be cancelled through it; nothing here prints or does other I/O.

#![forbid(unsafe_code)]

mod error;
#[cfg(feature = "interp")]
pub mod interp;
mod observe;

pub use error::SolveError;
pub use observe::{Layer, Observer, Silent};
