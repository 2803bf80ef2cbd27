//! Buffers that all kernels use: the tables of the game, room for successors, orders and counters.

use super::Game;
use super::device::Gpu;
use super::error::GpuError;
use super::options::GpuOptions;
use super::program::{Layout, ORDERS_BYTES};
use super::table::FIRST_PART;
use super::table::Visit;

/// The most bytes of room for successors; a device may allow less.
const OUTBOX_BYTES: u64 = 1 << 28;

/// Number of words of the counters of a chunk: see `orders.wgsl`.
pub(super) const SLOT_WORDS: usize = 18;

/// Where the number of listed positions is among them.
pub(super) const LISTED: usize = 0;

/// Room for what moves lead to.
#[derive(Debug)]
pub(super) struct Outbox {
    pub(super) buffer: wgpu::Buffer,
    /// For how many successors each invocation has room.
    pub(super) slots: u32,
    /// How many workgroups have room.
    pub(super) groups: u32,
}

/// What a dispatch is told besides the chunk: see `orders.wgsl`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Orders {
    pub(super) open: u32,
    pub(super) mark: u32,
    pub(super) phase_mask: u32,
    pub(super) phase: u32,
    pub(super) marks: u32,
    pub(super) stuck: u32,
    pub(super) is_first: bool,
    pub(super) room: u32,
}

/// What was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) listed: u64,
    pub(super) expanded: u64,
    pub(super) claimed: u64,
    pub(super) goals: u64,
    pub(super) most: u32,
    pub(super) states: u64,
    pub(super) successors: u64,
    pub(super) moves: u64,
    pub(super) won: u64,
    pub(super) lost: u64,
    pub(super) sent: u64,
}

impl Outbox {
    /// Creates room for `slots` successors of each position, or for as many as fit.
    pub(super) fn new(
        gpu: &Gpu,
        game: &Game,
        options: &GpuOptions,
        slots: u32,
    ) -> Result<Self, GpuError> {
        let limit = OUTBOX_BYTES
            .min(gpu.limits.max_storage_buffer_binding_size)
            .min(gpu.limits.max_buffer_size);
        let words = game.state_words.max(1) as u64;
        let slot_bytes = 4 * words * u64::from(options.workgroup);
        let slots = u64::from(slots.max(1)).min((limit / slot_bytes).max(1));
        let groups = u64::from(gpu.invocations(options) / options.workgroup)
            .min(u64::from(gpu.most_groups()))
            .min(limit / (slot_bytes * slots))
            .max(1);
        let narrow = |number: u64| u32::try_from(number).expect("a number of 32 bits or less");
        let buffer = storage(gpu, "outbox", groups * slots * slot_bytes)?;
        Ok(Outbox { buffer, slots: narrow(slots), groups: narrow(groups) })
    }

    /// Makes more room if a position had more successors than there was room for. Whether it did.
    pub(super) fn grow(
        &mut self,
        gpu: &Gpu,
        game: &Game,
        options: &GpuOptions,
        most: u32,
    ) -> Result<bool, GpuError> {
        if most <= self.slots {
            return Ok(false);
        }
        let larger = Outbox::new(gpu, game, options, most.next_power_of_two())?;
        let grows = larger.slots > self.slots;
        if grows {
            *self = larger;
        }
        Ok(grows)
    }
}

impl Orders {
    /// As the device reads them.
    pub(super) fn bytes(&self, visit: &Visit, size: u64, slot: usize, outbox: &Outbox) -> Vec<u8> {
        let [first_low, first_high] = halves(visit.first);
        let [size_low, size_high] = halves(size);
        let words = [
            first_low,
            first_high,
            size_low,
            size_high,
            visit.first_word,
            visit.words,
            visit.begin,
            visit.end,
            u32::try_from(slot).expect("as many as chunks"),
            outbox.slots,
            self.open,
            self.mark,
            self.phase_mask,
            self.phase,
            self.marks,
            outbox.groups,
            self.stuck,
            u32::from(self.is_first),
            self.room,
            2,
        ];
        words.iter().flat_map(|word| word.to_ne_bytes()).collect()
    }
}

impl Counts {
    /// Adds the counters of all chunks of a sweep.
    pub(super) fn sum(slots: &[u32]) -> Result<Self, GpuError> {
        const LIST_OVERFLOW: u32 = 1;
        const OUTSIDE: u32 = 2;
        const CUT_SHORT: u32 = 4;
        let mut sum = Counts::default();
        for slot in slots.chunks_exact(SLOT_WORDS) {
            let wide = |at: usize| u64::from(slot[at]) | u64::from(slot[at + 1]) << 32;
            if slot[5] & CUT_SHORT != 0 {
                return Err(GpuError::CutShort);
            }
            if slot[5] & LIST_OVERFLOW != 0 {
                return Err(GpuError::ListOverflow);
            }
            if slot[5] & OUTSIDE != 0 {
                return Err(GpuError::IndexOutside);
            }
            sum.listed += u64::from(slot[LISTED]);
            sum.expanded += u64::from(slot[1]);
            sum.claimed += u64::from(slot[2]);
            sum.goals += u64::from(slot[3]);
            sum.most = sum.most.max(slot[4]);
            sum.states += wide(6);
            sum.successors += wide(8);
            sum.moves += wide(10);
            sum.won += wide(12);
            sum.lost += wide(14);
            sum.sent += u64::from(slot[16]);
        }
        Ok(sum)
    }
}

/// A buffer that kernels change.
pub(super) fn storage(
    gpu: &Gpu,
    label: &'static str,
    bytes: u64,
) -> Result<wgpu::Buffer, GpuError> {
    let usage =
        wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
    create(gpu, label, bytes, usage)
}

/// The tables of a game.
pub(super) fn tables(gpu: &Gpu, game: &Game) -> Result<wgpu::Buffer, GpuError> {
    let needed = 4 * game.tables.len().max(1) as u64;
    let limit = gpu.limits.max_storage_buffer_binding_size.min(gpu.limits.max_buffer_size);
    if needed > limit {
        return Err(GpuError::TableTooLarge { needed, limit });
    }
    let buffer = storage(gpu, "tables", needed)?;
    let bytes: Vec<u8> = game.tables.iter().flat_map(|word| word.to_ne_bytes()).collect();
    if !bytes.is_empty() {
        gpu.queue.write_buffer(&buffer, 0, &bytes);
    }
    Ok(buffer)
}

/// Creates room for the orders of `chunks` chunks.
pub(super) fn orders(gpu: &Gpu, chunks: usize) -> Result<wgpu::Buffer, GpuError> {
    let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
    create(gpu, "orders", orders_stride(gpu) * chunks.max(1) as u64, usage)
}

/// From where to where the orders of chunks are apart.
pub(super) fn orders_stride(gpu: &Gpu) -> u64 {
    let alignment = u64::from(gpu.limits.min_uniform_buffer_offset_alignment);
    ORDERS_BYTES.next_multiple_of(alignment)
}

/// Buffers in the order of their bindings, the orders third; those from the sixth on are parts of
/// tables.
pub(super) fn bind(gpu: &Gpu, layout: &Layout, buffers: &[&wgpu::Buffer]) -> wgpu::BindGroup {
    debug_assert!(buffers.len() >= FIRST_PART);
    let entries: Vec<_> = buffers
        .iter()
        .enumerate()
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding: u32::try_from(binding).expect("few bindings"),
            resource: if binding == 2 {
                orders_of_a_chunk(buffer)
            } else {
                buffer.as_entire_binding()
            },
        })
        .collect();
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout.buffers,
        entries: &entries,
    })
}

/// The orders of the first chunk; those of others are chosen by an offset.
fn orders_of_a_chunk(buffer: &wgpu::Buffer) -> wgpu::BindingResource<'_> {
    let size = wgpu::BufferSize::new(ORDERS_BYTES);
    wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset: 0, size })
}

fn create(
    gpu: &Gpu,
    label: &'static str,
    size: u64,
    usage: wgpu::BufferUsages,
) -> Result<wgpu::Buffer, GpuError> {
    gpu.allocate(size, || {
        gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size,
            usage,
            mapped_at_creation: false,
        })
    })
}

/// The low and the high word of a number.
pub(super) fn halves(number: u64) -> [u32; 2] {
    #[expect(clippy::cast_possible_truncation, reason = "the halves are what is wanted")]
    [number as u32, (number >> 32) as u32]
}
