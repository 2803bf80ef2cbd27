//! A search on a graphics processor: the code of the game is part of the program.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use gdl_runtime::Silent;
use gdl_runtime::gpu::{self, Gpu, GpuError, GpuSearchOptions};

mod pancakes {
    gdl_runtime::game!("games/pancakes.gdl", n = 9, wgsl = true);
}

fn main() -> Result<(), GpuError> {
    let wgsl = pancakes::Game::WGSL;
    let gpu = Gpu::open(None)?;
    let options = GpuSearchOptions::default();
    let found = gpu::search(&gpu, &wgsl.into(), &[wgsl.start], &options, &mut Silent)?;
    for (depth, states) in found.layers.iter().enumerate() {
        println!("{depth:5} {states:9}");
    }
    println!("{} positions on {}", found.states, gpu.info().name);
    Ok(())
}
