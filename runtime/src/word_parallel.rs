//! Word-parallel breadth-first search, on tables of bits whose order the compiler has arranged for
//! it.
//!
//! A table is an array of lines, 64 bytes each. A layout of the language crate says where each
//! state has its bit, its *place*; here is what is done on the lines. All of it works in *pull*
//! form: a line gets everything that moves into it, from lines that are only read meanwhile, so
//! every line has one writer, and there is nothing to lock. The kernels are written once, for all
//! games: what a game is, they are told by tables.
//!
//! [`search_word_parallel`] drives such a table layer by layer, with the same results as the
//! searches of [`engine`](crate::engine).

mod affine;
mod distances;
mod lift;
mod line;
mod memory;
mod planned;
mod product;
mod search;
#[cfg(all(test, feature = "interp"))]
mod tests;
mod values;
mod vector;

pub(crate) use line::Line;
pub(crate) use memory::Lines;
pub use planned::search_word_parallel;
pub use search::WordParallelOptions;
pub(crate) use search::{
    Finder, NewLayer, WordParallelSearch, WordParallelStep, WordParallelTable,
};
pub use values::{WordParallelValueOptions, WordParallelValues, word_parallel_values};
