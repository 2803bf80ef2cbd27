//! `gamec bench`: how fast searches are, the layouts they number positions with, and databases.

use crate::args::{BenchArgs, BenchOn, BenchSubject};
use crate::failure::Failure;

mod database;
#[cfg(feature = "gpu")]
mod gpu;
mod hash;
mod problems;
mod puzzles;
mod run;
mod strategy;
mod values;

/// Measures what is asked for.
pub(crate) fn run(args: &BenchArgs) -> Result<(), Failure> {
    if args.on == BenchOn::Gpu {
        return on_gpu(args);
    }
    match args.subject {
        BenchSubject::Hash => hash::run(args),
        BenchSubject::Database => database::run(args),
        BenchSubject::Strategy => strategy::run(args),
        BenchSubject::Small => puzzles::run(args, puzzles::SMALL, values::SMALL),
        BenchSubject::Large => puzzles::run(args, puzzles::LARGE, values::LARGE),
    }
}

#[cfg(feature = "gpu")]
fn on_gpu(args: &BenchArgs) -> Result<(), Failure> {
    match args.subject {
        BenchSubject::Hash => Err(Failure::input("layouts are not measured on their own there")),
        BenchSubject::Database => Err(Failure::input("databases are not measured there")),
        BenchSubject::Strategy => Err(Failure::input("strategies are compared on the CPU")),
        BenchSubject::Small => gpu::run(args, puzzles::SMALL),
        BenchSubject::Large => gpu::run(args, puzzles::LARGE),
    }
}

#[cfg(not(feature = "gpu"))]
fn on_gpu(_: &BenchArgs) -> Result<(), Failure> {
    Err(Failure::Input(crate::failure::Message::without_gpu()))
}
