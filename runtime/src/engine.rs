//! Breadth-first search on tables of bits, for games whose positions are numbered.
//!
//! A game gives [`Rules`]: numbers of positions and moves, and what else it knows of them. A
//! [`Sweep`] does tasks on a part of the table, by default one state at a time ([`PerState`]).
//! [`search`](fn@search) drives it layer by layer, on several threads.
//!
//! [`SearchOptions`] say what is stored for each index ([`SearchKind`]), whether states are taken
//! up to symmetry or moves backward ([`View`]), whether a goal is looked for ([`Goal`]), and what
//! the caller knows about the graph. [`SearchOptions::bytes`] tells beforehand how much memory a
//! search takes. With [`SearchKind::Distances`] the table answers [`distance`](Table::distance),
//! and [`line`](fn@line) gives a shortest way to any state.
//!
//! | wanted | engine | needs |
//! |---|---|---|
//! | layers | [`SearchKind::TwoBit`] | nothing |
//! | layers, in half the memory | [`SearchKind::OneBit`] | a phase that alternates |
//! | layers, in half the memory and without work done twice | [`SearchKind::OneBitByLayer`] | a phase that counts moves |
//! | only how many | [`SearchKind::Reachability`] | nothing |
//! | distances, a shortest line | [`SearchKind::Distances`] | nothing |
//!
//! ```
//! use gdl_runtime::Silent;
//! use gdl_runtime::engine::{SearchKind, PerState, Rules, SearchOptions, line, search};
//!
//! /// The corners of a cube with this many dimensions; a move goes along an edge.
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
//! let options = SearchOptions { kind: SearchKind::Distances, ..SearchOptions::default() };
//! let found = search(&PerState(&cube), &[0], &options, &mut Silent)?;
//! assert_eq!(found.layers, [1, 4, 6, 4, 1]);
//! assert_eq!(found.hardest, [0b1111]);
//!
//! let table = found.table.expect("distances are kept");
//! assert_eq!(table.distance(0b0101), Some(2));
//! let way = line(&PerState(&cube), &table, 0b0101, &options, &mut Silent)?;
//! assert_eq!(way.as_deref(), Some([0, 0b0001, 0b0101].as_slice()));
//! # Ok::<(), gdl_runtime::SolveError>(())
//! ```

mod batch;
pub(crate) mod breadth_first;
pub mod entries;
mod in_memory;
pub mod kernel;
mod line;
mod list;
mod on_disk;
mod options;
mod reach;
pub(crate) mod rules;
mod search;
mod select;
mod store;
mod sweep;
mod table;
pub mod task;
mod view;
pub(crate) mod workers;

pub use breadth_first::Search;
#[cfg(feature = "interp")]
pub(crate) use line::walk_back;
pub use line::{line, line_on_disk};
pub use on_disk::search_on_disk;
pub use options::{Goal, Layers, SearchKind, SearchOptions, Use};
pub use rules::Rules;
pub use search::{search, search_with_checkpoints};
pub use sweep::{PerState, Sweep, neighbours};
pub use table::Table;
pub(crate) use table::zeros;
pub use task::View;
