//! A kernel that lists and visits the positions of a table, with all its buffers, and the sweeps
//! it makes.
//!
//! A sweep goes over chunks of the table: scan, prepare, expand, three dispatches each. A chunk,
//! or some if they are small, is one submission, and while the device works on it the next one is
//! sent: never more, so that a search can be stopped soon. When all are done the counters are
//! read, nothing else.

use super::Game;
use super::buffers::{
    Counts, Orders, Outbox, SLOT_WORDS, bind, orders, orders_stride, storage, tables,
};
use super::device::Gpu;
use super::error::GpuError;
use super::options::GpuOptions;
use super::program::{Layout, Program};
use super::readback::{mapped_words, staging};
use super::table::{DeviceTable, Visit};
use super::text::{Kernel, Settings};
use std::ops::Range;

/// How many entries one submission may visit; a chunk may have more.
const TOGETHER: u64 = 1 << 20;

/// Told what share of a sweep is done, and asked whether to stop.
pub(super) type Watch<'a> = &'a mut dyn FnMut(f64) -> bool;

/// A kernel with all its buffers.
pub(super) struct Rig<'a> {
    pub(super) gpu: &'a Gpu,
    game: &'a Game,
    options: &'a GpuOptions,
    pub(super) table: DeviceTable,
    layout: Layout,
    scan: wgpu::ComputePipeline,
    prepare: wgpu::ComputePipeline,
    expand: wgpu::ComputePipeline,
    /// For values only.
    invert: Option<wgpu::ComputePipeline>,
    tables: wgpu::Buffer,
    outbox: Outbox,
    orders: wgpu::Buffer,
    list: wgpu::Buffer,
    counters: wgpu::Buffer,
    groups: wgpu::Buffer,
    staging: wgpu::Buffer,
    bound: wgpu::BindGroup,
    bound_groups: wgpu::BindGroup,
    stamps: Option<Stamps>,
    seconds: f64,
}

/// What a sweep has done.
pub(super) struct Swept {
    pub(super) counts: Counts,
    /// For each chunk of the table: whether something was claimed in it.
    pub(super) marked: Vec<bool>,
}

/// When the device began and ended a sweep.
struct Stamps {
    queries: wgpu::QuerySet,
    buffer: wgpu::Buffer,
}

/// Number of bytes of two timestamps.
const STAMPS_BYTES: u64 = 16;

impl<'a> Rig<'a> {
    /// Compiles a kernel for a game and a table.
    pub(super) fn new(
        gpu: &'a Gpu,
        game: &'a Game,
        options: &'a GpuOptions,
        (kernel, settings): (Kernel, Settings<'_>),
        table: DeviceTable,
    ) -> Result<Self, GpuError> {
        let settings = Settings { table: Some(&table.shape), ..settings };
        let program = Program::new(gpu, kernel, game, &settings)?;
        let layout = Layout::new(gpu, table.parts.len());
        let chunks = table.shape.chunks();
        let counters = storage(gpu, "counters", 4 * counter_words(chunks))?;
        let groups = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("groups"),
            size: 12,
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::INDIRECT,
            mapped_at_creation: false,
        });
        let bound_groups = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &layout.groups,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: groups.as_entire_binding() }],
        });
        let tables = tables(gpu, game)?;
        let outbox = Outbox::new(gpu, game, options, options.slots)?;
        let orders = orders(gpu, chunks)?;
        let list = storage(gpu, "list", 4 * table.shape.chunk_entries())?;
        let staging = staging(gpu, 4 * counter_words(chunks) + STAMPS_BYTES)?;
        let buffers = [&tables, &outbox.buffer, &orders, &list, &counters];
        let bound = bind_all(gpu, &layout, buffers, &table);
        let invert = match kernel {
            Kernel::Values => Some(program.entry(gpu, &layout, "kernel_invert")?),
            _ => None,
        };
        Ok(Rig {
            scan: program.entry(gpu, &layout, "kernel_scan")?,
            prepare: program.entry(gpu, &layout, "kernel_prepare")?,
            expand: program.entry(gpu, &layout, "kernel_expand")?,
            stamps: gpu.info().has_timestamps.then(|| Stamps::new(gpu)),
            gpu,
            game,
            options,
            table,
            invert,
            layout,
            tables,
            outbox,
            orders,
            list,
            counters,
            groups,
            staging,
            bound,
            bound_groups,
            seconds: 0.0,
        })
    }

    /// How long the device was busy with sweeps, if it tells.
    pub(super) fn seconds(&self) -> Option<f64> {
        self.stamps.as_ref().map(|_| self.seconds)
    }

    /// Visits entries; none if it was stopped. There must not be more visits than chunks.
    pub(super) fn sweep(
        &mut self,
        visits: &[Visit],
        orders: &Orders,
        watch: Watch<'_>,
    ) -> Result<Option<Swept>, GpuError> {
        if visits.is_empty() {
            let marked = vec![false; self.table.shape.chunks()];
            return Ok(Some(Swept { counts: Counts::default(), marked }));
        }
        self.write_orders(visits, orders);
        let mut encoder = self.encoder();
        let [slots, marks] = self.counted(visits.len());
        for part in [slots, marks] {
            encoder.clear_buffer(&self.counters, part.start, Some(part.end - part.start));
        }
        let mut before = self.gpu.queue.submit([encoder.finish()]);
        let together = (TOGETHER / self.table.shape.chunk_entries()).max(1);
        let together = usize::try_from(together).expect("a few");
        for (number, some) in visits.chunks(together).enumerate() {
            let done = number * together;
            let submitted = self.submit(some, done, visits.len());
            self.gpu.wait(Some(before))?;
            before = submitted;
            if watch(done as f64 / visits.len() as f64) {
                self.gpu.wait(None)?;
                return Ok(None);
            }
        }
        self.read(visits.len()).map(Some)
    }

    /// Turns a table that a search with two bits has left into one of values: what was not reached
    /// is not asked for.
    pub(super) fn invert(&self) -> Result<(), GpuError> {
        let invert = self.invert.as_ref().expect("a kernel for values");
        let chunks = 0..self.table.shape.chunks();
        let visits: Vec<_> = chunks.map(|chunk| self.table.shape.chunk(chunk)).collect();
        self.write_orders(&visits, &Orders::default());
        let mut encoder = self.encoder();
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(invert);
        for (slot, visit) in visits.iter().enumerate() {
            pass.set_bind_group(0, &self.bound, &[self.offset(slot)]);
            pass.dispatch_workgroups(visit.words.div_ceil(self.options.workgroup), 1, 1);
        }
        drop(pass);
        self.gpu.queue.submit([encoder.finish()]);
        self.gpu.wait(None)
    }

    /// Sends the orders of visits.
    fn write_orders(&self, visits: &[Visit], orders: &Orders) {
        let orders = Orders { marks: marks_at(self.table.shape.chunks()), ..*orders };
        let stride = usize::try_from(orders_stride(self.gpu)).expect("a few bytes");
        let mut bytes = Vec::with_capacity(stride * visits.len());
        for (slot, visit) in visits.iter().enumerate() {
            bytes.extend(orders.bytes(visit, self.game.size, slot, &self.outbox));
            bytes.resize(stride * (slot + 1), 0);
        }
        if !bytes.is_empty() {
            self.gpu.queue.write_buffer(&self.orders, 0, &bytes);
        }
    }

    /// Where the orders of a visit are.
    fn offset(&self, slot: usize) -> u32 {
        u32::try_from(orders_stride(self.gpu) * slot as u64).expect("orders are small")
    }

    /// Sends the work of some visits, the first of which comes after `before` of `all` of a sweep.
    fn submit(&self, visits: &[Visit], before: usize, all: usize) -> wgpu::SubmissionIndex {
        let (is_first, is_last) = (before == 0, before + visits.len() == all);
        let mut encoder = self.encoder();
        let timestamp_writes = self.stamps.as_ref().filter(|_| is_first || is_last).map(|stamps| {
            wgpu::ComputePassTimestampWrites {
                query_set: &stamps.queries,
                beginning_of_pass_write_index: is_first.then_some(0),
                end_of_pass_write_index: is_last.then_some(1),
            }
        });
        let descriptor = wgpu::ComputePassDescriptor { label: None, timestamp_writes };
        let mut pass = encoder.begin_compute_pass(&descriptor);
        for (slot, visit) in (before..).zip(visits) {
            pass.set_bind_group(0, &self.bound, &[self.offset(slot)]);
            pass.set_pipeline(&self.scan);
            pass.dispatch_workgroups(visit.words.div_ceil(self.options.workgroup), 1, 1);
            pass.set_pipeline(&self.prepare);
            pass.set_bind_group(1, &self.bound_groups, &[]);
            pass.dispatch_workgroups(1, 1, 1);
            pass.set_pipeline(&self.expand);
            pass.dispatch_workgroups_indirect(&self.groups, 0);
        }
        drop(pass);
        self.gpu.queue.submit([encoder.finish()])
    }

    /// Reads what a sweep of `visits` visits has counted.
    fn read(&mut self, visits: usize) -> Result<Swept, GpuError> {
        let [slots, marks] = self.counted(visits);
        let mut encoder = self.encoder();
        let mut bytes = 0;
        for part in [&slots, &marks] {
            let length = part.end - part.start;
            encoder.copy_buffer_to_buffer(&self.counters, part.start, &self.staging, bytes, length);
            bytes += length;
        }
        if let Some(stamps) = &self.stamps {
            encoder.resolve_query_set(&stamps.queries, 0..2, &stamps.buffer, 0);
            encoder.copy_buffer_to_buffer(&stamps.buffer, 0, &self.staging, bytes, STAMPS_BYTES);
            bytes += STAMPS_BYTES;
        }
        self.gpu.queue.submit([encoder.finish()]);
        let mut words = mapped_words(self.gpu, &self.staging, bytes)?;
        let mut marked = words.split_off(visits * SLOT_WORDS);
        if let [begin_low, begin_high, end_low, end_high] =
            marked.split_off(self.table.shape.chunks())[..]
        {
            let wide = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
            let ticks = wide(end_low, end_high).saturating_sub(wide(begin_low, begin_high));
            let period = f64::from(self.gpu.queue.get_timestamp_period());
            self.seconds += ticks as f64 * period / 1e9;
        }
        let counts = Counts::sum(&words)?;
        if self.outbox.grow(self.gpu, self.game, self.options, counts.most)? {
            let buffers =
                [&self.tables, &self.outbox.buffer, &self.orders, &self.list, &self.counters];
            self.bound = bind_all(self.gpu, &self.layout, buffers, &self.table);
        }
        Ok(Swept { counts, marked: marked.into_iter().map(|mark| mark != 0).collect() })
    }

    /// The bytes of the counters of `visits` visits, and of the marks.
    fn counted(&self, visits: usize) -> [Range<u64>; 2] {
        let chunks = self.table.shape.chunks();
        let slots = 4 * (visits * SLOT_WORDS) as u64;
        [0..slots, 4 * u64::from(marks_at(chunks))..4 * counter_words(chunks)]
    }

    fn encoder(&self) -> wgpu::CommandEncoder {
        self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default())
    }
}

impl Stamps {
    fn new(gpu: &Gpu) -> Self {
        let queries = gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
            label: None,
            ty: wgpu::QueryType::Timestamp,
            count: 2,
        });
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("timestamps"),
            size: STAMPS_BYTES,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        Stamps { queries, buffer }
    }
}

/// The number of words of the counters of `chunks` chunks, and of their marks.
fn counter_words(chunks: usize) -> u64 {
    (chunks * (SLOT_WORDS + 1)) as u64
}

/// Where the marks begin.
fn marks_at(chunks: usize) -> u32 {
    u32::try_from(chunks * SLOT_WORDS).expect("chunks are few")
}

fn bind_all(
    gpu: &Gpu,
    layout: &Layout,
    buffers: [&wgpu::Buffer; 5],
    table: &DeviceTable,
) -> wgpu::BindGroup {
    let all: Vec<&wgpu::Buffer> = buffers.into_iter().chain(&table.parts).collect();
    bind(gpu, layout, &all)
}
