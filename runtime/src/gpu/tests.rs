//! Games written by hand in WGSL, against plain computations: every kernel, in every way a device
//! can be used.

mod faults;
mod games;
mod searches;
mod solutions;

use super::{Gpu, GpuOptions};

/// The device, or none if the test is skipped, which it says.
fn gpu_or_skip() -> Option<Gpu> {
    Gpu::for_tests()
}

/// Ways to use a device that must not change a result: sizes of workgroups, several parts, no room
/// for successors, few invocations.
fn ways() -> Vec<GpuOptions> {
    let plain = GpuOptions::default();
    vec![
        plain,
        GpuOptions { workgroup: 32, slots: 1, ..plain },
        GpuOptions { workgroup: 128, part_bytes: Some(64), slots: 3, ..plain },
        GpuOptions { workgroup: 256, invocations: Some(1), ..plain },
    ]
}
