//! The commands, one file each: arguments in, results on standard output, or a [`Failure`](crate::failure::Failure).

pub(crate) mod audit;
pub(crate) mod bench;
pub(crate) mod cache;
pub(crate) mod check;
pub(crate) mod emit;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod gpus;
pub(crate) mod moves;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod verify;
