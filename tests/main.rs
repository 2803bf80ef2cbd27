//! The tests of the whole: games, numbers, agreement of independent programs.

mod agreement;
mod cli;
mod diagnostics;
mod docs;
mod editor;
mod explain;
mod facts;
mod fmt;
mod fuzz;
mod golden;
mod independent;
mod layouts;
mod potentials;
mod run;
mod shipped;
mod symmetry;
