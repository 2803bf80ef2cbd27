//! The gamec game-description language: from the text of a game to its ground rules.
//!
//! The walk has one value per stage and one function per arrow: [`Source`] ->
//! [`parse`](fn@parse) -> [`ast::Ast`] -> [`resolve`](fn@resolve) -> [`model::Model`]. This crate
//! does no I/O. The stages that follow are in the crates `gdl-plan` and `gdl-code`; the crate
//! `gdl` has them all.

#![forbid(unsafe_code)]

pub mod analyze;
pub mod ast;
pub mod diagnostic;
pub mod domain;
pub mod model;
mod parse;
mod print;
mod resolve;
mod source;
pub mod words;

pub use diagnostic::{Code, Diagnostic, Diagnostics, Severity, Style};
pub use parse::{KEYWORDS, parse};
pub use print::print;
pub use resolve::{Params, comes_to_rest, resolve};
pub use source::{MAX_SOURCE_BYTES, Source, Span};

/// Parses and resolves a game.
pub fn compile(
    source: &Source,
    params: &Params,
) -> Result<(model::Model, Diagnostics), Diagnostics> {
    let ast = parse(source)?;
    resolve(source, &ast, params)
}
