//! Breadth-first search on tables of bits, for games whose positions are numbered.
//!
//! A game gives [`Rules`]: numbers of positions and moves. A [`Sweep`] expands a part of the table, by default one state at a time
//! ([`PerState`]). [`search`](fn@search) drives it layer by layer, on several threads.
//!
//! ```
//! use gdl_runtime::Silent;
//! use gdl_runtime::engine::{PerState, Rules, SearchOptions, search};
//!
//! /// The corners of a cube with so many dimensions; a move goes along an edge.
//! struct Cube(u32);
//!
//! impl Rules for Cube {
//!     type State = u64;
//!
//!     fn size(&self) -> u64 {
//!         1 << self.0
//!     }
//!
//!     fn rank(&self, corner: &u64) -> u64 {
//!         *corner
//!     }
//!
//!     fn unrank(&self, index: u64) -> u64 {
//!         index
//!     }
//!
//!     fn successors(&self, corner: &u64, visit: &mut impl FnMut(&u64)) {
//!         for edge in 0..self.0 {
//!             visit(&(corner ^ 1 << edge));
//!         }
//!     }
//! }
//!
//! let cube = Cube(4);
//! let found = search(&PerState(&cube), &[0], &SearchOptions::default(), &mut Silent)?;
//! assert_eq!(found.layers, [1, 4, 6, 4, 1]);
//! assert_eq!(found.hardest, [0b1111]);
//! # Ok::<(), gdl_runtime::SolveError>(())
//! ```

mod bfs;
#[cfg(feature = "interp")]
mod interpreted;
pub mod kernel;
mod rules;
mod sweep;
mod table;

pub use bfs::{Search, SearchOptions, search};
#[cfg(feature = "interp")]
pub use interpreted::Interpreted;
pub use rules::Rules;
pub use sweep::{PerState, Sweep};
pub use table::Table;
