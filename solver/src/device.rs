//! Graphics processors: opening one, and games as their code.

use crate::error::Message;
use gdl::emit::wgsl::{Wgsl, Wide, wgsl};
use gdl::model::Model;
use gdl::plan::Plan;
use gdl_runtime::gpu::{Game, Gpu, GpuError};

/// The device with a number, or the best.
pub fn open(number: Option<usize>) -> Result<Gpu, Message> {
    Gpu::open(number).map_err(|error| {
        let help = match error {
            GpuError::NoDevice => Some(
                "install a Vulkan driver; on Debian, `apt-get install mesa-vulkan-drivers` has one that runs on any machine",
            ),
            GpuError::NoSuchDevice { .. } => Some("`gamec gpus` lists them"),
            _ => None,
        };
        Message { text: error.to_string(), help: help.map(str::to_owned) }
    })
}

/// A game as code for this device.
pub fn game(model: &Model, plan: &Plan, gpu: &Gpu) -> Game {
    let wide = if gpu.info().has_64_bit_integers { Wide::Native } else { Wide::Words };
    let Wgsl { text, tables, size, state_words } =
        wgsl(&gdl::lower::device_game(model, plan), wide);
    Game { text, tables, size, state_words }
}
