//! Printing generated code. An emitter decides nothing: what it prints was decided by the plan and lowered to [`crate::ir`].

pub mod rust;
