//! The place of the procedural macro `game!`, which will turn a `.gdl` file into a Rust module at compile time.
//!
//! Nothing is exported yet: games run through the interpreter of `gdl-runtime`.
