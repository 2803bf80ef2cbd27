//! Searches and values on a graphics processor, through wgpu: Vulkan, Metal or Direct3D 12,
//! whichever the machine has.
//!
//! A [`Game`] is WGSL text, generated from the same code as the Rust of a game. It is joined to
//! kernels (`shaders/`), which know tables of bits and layers but no game. The table lies on the
//! device and is changed by atomic operations only; the host sends orders for one chunk of the
//! table after another and reads back nothing but counters. Every kernel has a twin on the CPU,
//! which it names, and says why no two invocations get into each other's way.
//!
//! | wanted | function | as on the CPU |
//! |---|---|---|
//! | which devices there are | [`devices`], [`Gpu::open`] | |
//! | layers, reachability, the nearest goal | [`search`](fn@search) | [`engine::search`](fn@crate::engine::search) |
//! | win, loss and draw | [`values`](fn@values) | [`values::solve_values`](crate::values::solve_values) |
//! | whether a text is accepted, without a device | [`accept`](fn@accept) | |
//! | what single positions tell | [`look`](fn@look) | [`engine::neighbours`](crate::engine::neighbours) |
//!
//! A table that one binding cannot hold is cut into parts, each a buffer of its own. A table that
//! the device cannot hold stays on the host: positions are sent to the device, and the indices of
//! their successors come back (Edelkamp, Sulewski, Yücel 2010). Both happens by itself; see
//! [`GpuOptions`].
//!
//! Nothing here panics because of a device: every failure is a [`GpuError`], after which the CPU
//! can take over.
//!
//! ```
//! use gdl_runtime::Silent;
//! use gdl_runtime::gpu::{Game, Gpu, GpuSearchOptions, search};
//!
//! // The corners of a cube with four dimensions; a move goes along an edge.
//! let text = "
//! @group(0) @binding(0) var<storage, read> tables: array<u32>;
//! alias Rank = u32;
//! fn rank_parts(index: Rank) -> vec2<u32> { return vec2<u32>(index, 0u); }
//! fn rank_of_parts(parts: vec2<u32>) -> Rank { return parts.x; }
//! struct State { corner: u32 }
//! const STATE_WORDS: u32 = 1u;
//! fn write_state(state: State, at: u32, stride: u32) { outbox[at] = state.corner; }
//! fn read_state(at: u32, stride: u32) -> State { return State(outbox[at]); }
//! fn rank(state: State) -> Rank { return state.corner; }
//! fn unrank(index: Rank) -> State { return State(index); }
//! fn successors(state: State) {
//!     for (var edge = 0u; edge < 4u; edge += 1u) {
//!         keep(State(state.corner ^ (1u << edge)));
//!     }
//! }
//! fn verdict(state: State) -> u32 { return 0u; }
//! fn mover(state: State) -> u32 { return 0u; }
//! fn phase(state: State) -> u32 { return countOneBits(state.corner) & 1u; }
//! fn is_goal(state: State) -> bool { return state.corner == 15u; }
//! fn canonical(state: State) -> State { return state; }
//! fn orbit(state: State) -> u32 { return 1u; }
//! var<private> list_overflow: bool;
//! ";
//! let cube = Game { text: text.to_owned(), tables: Vec::new(), size: 16, state_words: 1 };
//!
//! // A machine may have no device.
//! if let Ok(gpu) = Gpu::open(None) {
//!     let found = search(&gpu, &cube, &[0], &GpuSearchOptions::default(), &mut Silent)?;
//!     assert_eq!(found.layers, [1, 4, 6, 4, 1]);
//!     assert_eq!(found.goal_depth, Some(4));
//! }
//! # Ok::<(), gdl_runtime::gpu::GpuError>(())
//! ```

mod accept;
mod buffers;
mod device;
mod error;
mod layers;
mod look;
mod options;
mod outcome;
mod program;
mod readback;
mod rig;
mod search;
mod streamed;
mod table;
mod text;
mod values;

#[cfg(test)]
mod tests;

pub use accept::accept;
pub use device::{DeviceInfo, DeviceKind, Gpu, devices};
pub use error::GpuError;
pub use look::{PositionReport, look};
pub use options::{Coding, GpuOptions, GpuSearchOptions, GpuValueOptions};
pub use outcome::GpuSearch;
pub use readback::GpuTable;
pub use search::search;
pub use values::{GpuValues, values};

/// A game as WGSL.
///
/// The text declares, besides functions of its own, everything that the [example](self) has,
/// whether the game has something of the kind or not. `Rank` is `u32`; or `vec2<u32>`, low and
/// high word; or `u64`. `write_state` writes word `i` of a position to `outbox[at + i * stride]`;
/// `successors` calls `keep` for each position that a move leads to, and makes `list_overflow`
/// true if it had to leave some out. All of the text is WGSL without extensions, but for `u64`.
///
/// Functions mean what they mean in [`Rules`](crate::engine::Rules). The kernels declare `outbox`,
/// `keep` and names that begin with `kernel_`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The text.
    pub text: String,
    /// What `tables` holds.
    pub tables: Vec<u32>,
    /// Number of indices.
    pub size: u64,
    /// `STATE_WORDS`.
    pub state_words: usize,
}
