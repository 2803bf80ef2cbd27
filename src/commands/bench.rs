//! `gamec bench`: how fast searches are, and the layouts they number positions with.

use crate::args::{BenchArgs, BenchSubject};
use crate::failure::Failure;

mod arrangements;
mod enumerated;
mod hash;
mod measure;
mod numbers;
mod puzzles;
mod run;
mod sets;
mod symmetric;
mod values;

/// Measures what is asked for.
pub(crate) fn run(args: &BenchArgs) -> Result<(), Failure> {
    match args.subject {
        BenchSubject::Hash => hash::run(args),
        BenchSubject::Small => puzzles::run(args, puzzles::SMALL, values::SMALL),
        BenchSubject::Large => puzzles::run(args, puzzles::LARGE, values::LARGE),
    }
}
