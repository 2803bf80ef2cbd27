//! Games on a graphics processor, against the CPU: single positions, layers, values, the commands.
//!
//! Mesa's software driver will do; `scripts/install-vulkan` has it installed. Without any device
//! these tests say that they were skipped, and where the environment variable `GAMEC_REQUIRE_GPU`
//! is set they fail.

mod agreement;
mod commands;
mod kernels;
mod layers;
mod steady;
mod values;

use crate::wgsl::Planned;
use gdl::emit::wgsl::{Wgsl, Wide};
use gdl_runtime::gpu::{Game, Gpu};
use gdl_runtime::interp::Interp;

/// The game as a device gets it.
fn game(planned: &Planned, wide: Wide) -> Game {
    let Wgsl { text, tables, size, state_words } = planned.code(wide);
    Game { text, tables, size, state_words }
}

/// The game as this device gets it.
fn game_for(gpu: &Gpu, planned: &Planned) -> Game {
    game(planned, if gpu.info().has_64_bit_integers { Wide::Native } else { Wide::Words })
}

/// The index of the start.
fn start(planned: &Planned) -> u64 {
    let start = Interp::new(&planned.model).start();
    planned.plan.hash.rank(&start).expect("the start has an index")
}
