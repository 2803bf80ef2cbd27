//! Whether the text of a game is accepted, without a device.
//!
//! Every kernel is joined to the game and given to naga, which is what wgpu gives it to: parsed,
//! and checked for what portable WGSL allows. Nothing is compiled for a device, so a driver can
//! still refuse a text that is accepted here; but no other text is ever run.

use super::Game;
use super::error::GpuError;
use super::table::Shape;
use super::text::{Kernel, Settings, refused};
use wgpu::naga::front::wgsl::parse_str;
use wgpu::naga::valid::{Capabilities, ValidationFlags, Validator};

/// Whether all kernels are accepted with a game: as they are and up to symmetry, on a table in one
/// part and in several.
pub fn accept(game: &Game) -> Result<(), GpuError> {
    for kernel in [Kernel::Search, Kernel::OneBit, Kernel::Stream, Kernel::Values, Kernel::Look] {
        let bits = if kernel == Kernel::OneBit { 1 } else { 2 };
        let words = (game.size.div_ceil(16) / 4).next_power_of_two().clamp(1, 1 << 30);
        let whole = Shape::cut(game.size.min(1 << 32), bits, 1 << 31, 1 << 20);
        let in_parts = Shape::cut(game.size.min(1 << 32), bits, words, 1 << 20);
        for (canonical, table) in [(false, &whole), (true, &in_parts)] {
            let settings = Settings {
                workgroup: 64,
                canonical,
                goals: true,
                clears: true,
                table: matches!(kernel, Kernel::Search | Kernel::OneBit | Kernel::Values)
                    .then_some(table),
            };
            accept_text(kernel, &kernel.text(game, &settings))?;
        }
    }
    Ok(())
}

fn accept_text(kernel: Kernel, text: &str) -> Result<(), GpuError> {
    let line = |place: Option<u32>| place.and_then(|number| usize::try_from(number).ok());
    let module = parse_str(text).map_err(|error| {
        let place = error.location(text).map(|place| place.line_number);
        refused(kernel, text, error.emit_to_string(text), line(place))
    })?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    validator.validate(&module).map(drop).map_err(|error| {
        let place = error.location(text).map(|place| place.line_number);
        refused(kernel, text, error.emit_to_string(text), line(place))
    })
}
