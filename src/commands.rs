//! The commands, one file each: arguments in, results on standard output, or a
//! [`Failure`](crate::failure::Failure).

pub(crate) mod audit;
pub(crate) mod bench;
pub(crate) mod cache;
pub(crate) mod check;
pub(crate) mod emit;
pub(crate) mod explain;
pub(crate) mod find;
pub(crate) mod fmt;
pub(crate) mod gpus;
pub(crate) mod info;
pub(crate) mod line;
pub(crate) mod moves;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod query;
pub(crate) mod repack;
mod scan;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod stats;
mod tiers;
pub(crate) mod verify;
