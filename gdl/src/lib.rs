//! The gamec game-description language: from the text of a game to its rules, a plan and code.
//!
//! The walk has one value per stage and one function per arrow: [`Source`] ->
//! [`parse`](fn@parse) -> [`ast::Ast`] -> [`resolve`](fn@resolve) -> [`model::Model`] ->
//! [`facts::analyze`] -> [`facts::Facts`] -> [`plan::plan`](fn@plan::plan) -> [`plan::Plan`] ->
//! [`lower`] -> [`ir::Module`] -> [`emit`].
//!
//! Each part of the walk is a crate of its own: `gdl-lang` up to the ground rules, `gdl-plan` up
//! to the plan, with the perfect hashes of `gdl-layout`, and `gdl-code` up to the printed code.
//! `gdl-word-parallel` looks for a second layout beside the plan, for [`word_parallel`] searches.
//! This one re-exports them, so that its users need not know which stage is where.

#![forbid(unsafe_code)]

pub use gdl_code::{emit, ir, lower};
pub use gdl_lang::{
    Code, Diagnostic, Diagnostics, KEYWORDS, MAX_SOURCE_BYTES, Params, Severity, Source, Span,
    Style, ast, comes_to_rest, compile, diagnostic, domain, model, parse, print, resolve, words,
};
pub use gdl_layout as layout;
pub use gdl_plan::{analyze, facts, plan};
pub use gdl_word_parallel as word_parallel;
