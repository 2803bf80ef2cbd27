//! From the ground rules of a game to numbers for its positions.
//!
//! [`facts::analyze`] derives what holds in a [`Domain`](domain::Domain) of positions, and
//! [`plan::plan`](fn@plan::plan) chooses a perfect hash of them and an engine. Ground rules come
//! from the crate `gdl-lang`, families of perfect hashes from `gdl-layout`; the crate `gdl-code`
//! makes code of plans, and `gdl-word-parallel` has numberings of its own. This crate does no
//! I/O.

#![forbid(unsafe_code)]

pub mod analyze;
pub mod facts;
pub mod plan;

// The stages before these, so that every stage has one path in all crates of the compiler.
#[cfg(test)]
use gdl_lang::{Params, Source, Style, compile};
use gdl_lang::{ast, domain, model, words};
use gdl_layout as layout;
