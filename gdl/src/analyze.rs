//! What follows from the ground rules alone: one property per file.

pub mod bounds;
pub mod contents;
