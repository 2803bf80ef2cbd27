//! From the plan of a game to code.
//!
//! [`lower`] turns a [`Plan`](plan::Plan) into a module of a small typed language, [`ir`], which
//! [`emit`] prints as Rust or as WGSL. Plans come from the crate `gdl-plan`.
//! This crate does no I/O.

#![forbid(unsafe_code)]

pub mod emit;
pub mod ir;
pub mod lower;

// The stages before these, so that every stage has one path in all crates of the compiler.
#[cfg(test)]
use gdl_lang::{Params, Source, compile, domain};
use gdl_lang::{Span, ast, model};
use gdl_layout as layout;
use gdl_plan::{analyze, facts, plan};
