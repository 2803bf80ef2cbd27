//! Runs games: positions, moves, searches and values.
//!
//! [`engine`] searches tables of bits, for games whose positions are numbered; [`values`] finds
//! what their positions are worth, backward from the ends.
//!
//! The feature `interp` is the reference interpreter, in the module of the same name. It works on
//! the language crate's `Model` itself, with plain states and an ordinary hash table, and shares
//! nothing with any faster execution, so that those can be compared with it.
//!
//! With it come `word_parallel` searches, on tables that the language crate has arranged for them.
//!
//! The feature `native` compiles generated code with the user's Rust compiler and loads it: a file
//! nobody has seen runs like a program written for it.
//!
//! The feature `database` writes tables of numbers into files and reads single ones of them.
//!
//! The feature `gpu` searches and finds values on a graphics processor, from the WGSL of a game.
//!
//! The feature `macros` is `game!` and `gdl!`, which compile a game into a program.
//!
//! Everything that takes long reports to an [`Observer`] and can be cancelled through it; nothing
//! here prints. What touches files says so: [`disk`], `database`, `native`.

#![cfg_attr(not(any(feature = "interp", feature = "native")), forbid(unsafe_code))]
#![deny(unsafe_code)]

mod checkpointer;
mod checksum;
#[cfg(feature = "database")]
pub mod database;
pub mod disk;
pub mod engine;
mod error;
#[cfg(feature = "interp")]
mod evaluated;
#[cfg(feature = "gpu")]
pub mod gpu;
#[cfg(feature = "interp")]
pub mod interp;
#[cfg(feature = "native")]
pub mod native;
mod observe;
pub mod scratch;
pub mod values;
mod wgsl;
#[cfg(feature = "interp")]
pub mod word_parallel;

pub use checkpointer::{Checkpointer, NoCheckpoint, Resumed, Stage, Unfinished};
pub use error::SolveError;
#[cfg(feature = "interp")]
pub use evaluated::Evaluated;
#[cfg(feature = "macros")]
pub use gdl_macros::{game, gdl};
pub use observe::{Layer, Observer, Progress, Silent};
pub use wgsl::Wgsl;
