//! The properties of ground rules that messages about a game need: one per file.
//!
//! All others are in the crate `gdl-plan`, in a module of the same name that has these as well.

pub mod bounds;
pub mod contents;
pub mod counts;
