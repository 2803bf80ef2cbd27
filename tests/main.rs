//! The tests of the whole: games, numbers, agreement of independent programs.

mod agreement;
mod cli;
mod compiled_in;
mod degenerate;
mod diagnostics;
mod docs;
mod domains;
mod editor;
mod engines;
mod explain;
mod facts;
mod fmt;
mod fresh_crate;
mod fuzz;
mod generated;
mod golden;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(unix)]
mod hostile;
mod independent;
mod layouts;
mod look_alikes;
mod native;
mod potentials;
mod programs;
mod random_games;
mod run;
mod shipped;
mod structure;
mod symmetry;
mod twice;
mod values;
mod wgsl;
mod word_parallel;
