//! Every kernel with every game, without a device.

use super::game;
use crate::shipped;
use crate::wgsl::{Planned, hard};
use gdl::emit::wgsl::Wide;
use gdl_runtime::gpu::accept;

#[test]
fn every_kernel_is_accepted_with_every_game() {
    let shipped = shipped::names().into_iter().map(|name| Planned::shipped(&name, &[]));
    for planned in shipped.chain(hard().into_iter().map(|(planned, _)| planned)) {
        let accepted = accept(&game(&planned, Wide::Words));
        accepted.unwrap_or_else(|error| panic!("{}: {error}", planned.title()));
    }
}
