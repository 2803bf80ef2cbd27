//! Solves games: from a question to a strategy, a solution, and a database that can be asked.
//!
//! A [`Problem`] is a game and a [`Question`] about it; with [`Limits`] and [`Choices`] it gives a
//! [`Strategy`] ([`choose`]), which says what will run and how long it will take. Following it
//! ([`run`](fn@run), [`run_and_keep`]) gives an [`Answer`], and perhaps a
//! [database](mod@database), which answers questions about positions ([`answers`]).

#![forbid(unsafe_code)]

pub mod answers;
mod at_once;
pub mod compiled;
mod cost;
pub mod database;
#[cfg(feature = "gpu")]
pub mod device;
pub mod environment;
mod error;
mod facts;
pub mod fitting;
mod game;
#[cfg(feature = "gpu")]
mod gpu;
mod keep;
mod line;
pub mod machine;
mod measure;
mod probe;
mod problem;
mod refusal;
mod reporter;
pub mod run;
mod sampled;
mod scratch;
mod search;
mod solution;
mod solve;
mod strategy;
pub mod text;
mod values;
mod verify;
mod word_parallel;
mod word_parallel_values;

// Their types are in signatures here, so users of this crate need no other.
pub use gdl;
pub use gdl_runtime as runtime;

pub use at_once::with_answers;
pub use cost::{LONG, Prediction, seconds_text};
pub use error::{Error, Message};
pub use game::compile_game;
pub use keep::{KeepOptions, run_and_keep};
pub use measure::{MeasuredValues, measure_values};
pub use problem::{Choices, Execution, Limits, Problem, Question, Symmetry, Wants};
pub use reporter::{Expected, Quiet, Reporter};
pub use solution::Answer;
pub use solve::{choose, run, solve};
pub use strategy::{Alternative, Reason, Strategy};
pub use verify::{
    Again, Fault, Verified, VerifiedDatabase, VerifyOptions, verify, verify_database,
};
