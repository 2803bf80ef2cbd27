//! How the graphics processor is used.

use super::error::GpuError;
use crate::engine::{Goal, SearchKind};

/// The smallest workgroup.
pub(super) const SMALLEST_WORKGROUP: u32 = 32;

/// The largest workgroup: more do not fit on every device.
pub(super) const LARGEST_WORKGROUP: u32 = 256;

/// How the device is used, whatever it is used for. Results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GpuOptions {
    /// Number of invocations of a workgroup: a power of two from 32 to 256.
    pub workgroup: u32,
    /// The most bytes that tables may take on the device; what it has if none.
    pub memory_limit: Option<u64>,
    /// The most bytes of a part of a table; what one binding can hold if none.
    pub part_bytes: Option<u64>,
    /// Whether the table stays on the host. If none, it does when the device cannot hold it.
    pub streamed: Option<bool>,
    /// For how many successors of a position there is room at first. Those of a position with more
    /// are generated again for each such number of them, and the next layer has more room.
    pub slots: u32,
    /// How many positions are visited at once at the most; a guess by the kind of the device if
    /// none.
    pub invocations: Option<u32>,
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GpuSearchOptions {
    /// What to store for each index.
    pub coding: Coding,
    /// Whether each position stands for all its symmetric images, and counts as often.
    pub canonical: bool,
    /// Whether goals matter. Without layers they do not.
    pub goal: Goal,
    /// After how many layers to stop; a search without layers does not.
    pub max_layers: Option<u64>,
    /// Whether the table is wanted.
    pub keep_table: bool,
    /// The device.
    pub gpu: GpuOptions,
}

/// What a search stores for each index: see [`SearchKind`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coding {
    /// Two bits: new, open in this or the next layer, closed.
    #[default]
    TwoBit,
    /// One bit, for games whose phase alternates.
    OneBit,
    /// One bit, for games whose phase counts moves; cleared when a position is expanded.
    OneBitByLayer,
    /// One bit, without layers.
    Reachability,
}

/// How to find values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GpuValueOptions {
    /// Whether each position stands for all its symmetric images: an index that no canonical
    /// position has is left out, and positions count as often as they have images.
    pub canonical: bool,
    /// Whether the table is wanted.
    pub keep_table: bool,
    /// The device.
    pub gpu: GpuOptions,
}

impl Default for GpuOptions {
    fn default() -> Self {
        GpuOptions {
            workgroup: 64,
            memory_limit: None,
            part_bytes: None,
            streamed: None,
            slots: 32,
            invocations: None,
        }
    }
}

impl Default for GpuSearchOptions {
    fn default() -> Self {
        GpuSearchOptions {
            coding: Coding::TwoBit,
            canonical: false,
            goal: Goal::Note,
            max_layers: None,
            keep_table: false,
            gpu: GpuOptions::default(),
        }
    }
}

impl Default for GpuValueOptions {
    fn default() -> Self {
        GpuValueOptions { canonical: false, keep_table: true, gpu: GpuOptions::default() }
    }
}

impl GpuOptions {
    /// Refuses workgroups that a device with this limit cannot run.
    pub(super) fn check(&self, device_limit: u32) -> Result<(), GpuError> {
        let most = LARGEST_WORKGROUP.min(device_limit);
        let size = self.workgroup;
        if size.is_power_of_two() && (SMALLEST_WORKGROUP..=most).contains(&size) {
            Ok(())
        } else {
            Err(GpuError::Workgroup { size, most })
        }
    }
}

impl From<&SearchKind> for Coding {
    /// Layers are always cleared, and there are no distances.
    fn from(kind: &SearchKind) -> Self {
        match kind {
            SearchKind::TwoBit | SearchKind::Distances => Coding::TwoBit,
            SearchKind::OneBit => Coding::OneBit,
            SearchKind::OneBitByLayer(_) => Coding::OneBitByLayer,
            SearchKind::Reachability => Coding::Reachability,
        }
    }
}

impl Coding {
    /// Number of bits of an entry.
    pub fn bits(self) -> u32 {
        match self {
            Coding::TwoBit => 2,
            Coding::OneBit | Coding::OneBitByLayer | Coding::Reachability => 1,
        }
    }
}
