//! Breadth-first search with the table on the host, for tables that the device cannot hold.
//!
//! The host looks for open positions and sends them to the device, which moves and ranks and sends
//! the indices of all successors back; the host claims them. (Edelkamp, Sulewski, Yücel 2010: the
//! graphics processor does what costs most, and the bits stay where there is room for them.) Eight
//! bytes come back for each successor, so the way between the two decides how fast it is.
//!
//! PERF: the host waits while the device works, and the other way round.

use super::Game;
use super::buffers::{Counts, LISTED, Orders, Outbox, SLOT_WORDS, bind, orders, storage, tables};
use super::device::Gpu;
use super::error::GpuError;
use super::layers::Layers;
use super::outcome::GpuSearch;
use super::program::{Layout, Program};
use super::readback::{GpuTable, read_words};
use super::table::Visit;
use super::text::Kernel;
use crate::Observer;
use crate::engine::breadth_first::{Advanced, LayeredTable, OpenLayer, Step, drive};
use crate::engine::workers::Stopped;
use std::mem;
use std::ops::Range;

/// How many words of the table are searched for open positions at once.
const CHUNK_WORDS: usize = 1 << 16;

/// Number of entries of a word.
const ENTRIES: u64 = 16;

/// The longest list that is sent: with so few, no number of successors passes 32 bits.
const LONGEST_LIST: u32 = 1 << 18;

/// For how many successors there is room at first.
const ROOM: u32 = 1 << 20;

/// A search on its way.
pub(super) struct Streamed<'a> {
    gpu: &'a Gpu,
    game: &'a Game,
    layers: Layers<'a>,
    table: GpuTable,
    /// For each chunk of the table: whether something was claimed in it for the next layer.
    marked: Vec<bool>,
    layout: Layout,
    expand: wgpu::ComputePipeline,
    tables: wgpu::Buffer,
    outbox: Outbox,
    orders: wgpu::Buffer,
    list: wgpu::Buffer,
    counters: wgpu::Buffer,
    successors: wgpu::Buffer,
    room: u32,
    /// How many positions are sent at once.
    longest: usize,
}

impl<'a> Streamed<'a> {
    /// A search that has the starts.
    pub(super) fn new(
        gpu: &'a Gpu,
        game: &'a Game,
        starts: &[u64],
        layers: Layers<'a>,
    ) -> Result<Self, GpuError> {
        let options = layers.options;
        let bytes = 4 * game.size.div_ceil(ENTRIES);
        let mut table = GpuTable::zeros(2, game.size).ok_or(GpuError::HostMemory { bytes })?;
        let mut marked = vec![false; table.words().len().div_ceil(CHUNK_WORDS)];
        for start in starts {
            let (word, shift) = table.place(*start);
            table.words_mut()[word] |= 1 << shift;
            marked[word / CHUNK_WORDS] = true;
        }
        let layout = Layout::new(gpu, 1);
        let program = Program::new(gpu, Kernel::Stream, game, &options.settings())?;
        let outbox = Outbox::new(gpu, game, &options.gpu, options.gpu.slots)?;
        let room = match options.gpu.memory_limit {
            Some(limit) => u32::try_from(limit / 8).unwrap_or(ROOM).clamp(1, ROOM),
            None => ROOM,
        };
        let longest = LONGEST_LIST.min(gpu.invocations(&options.gpu).saturating_mul(gpu.rounds()));
        Ok(Streamed {
            expand: program.entry(gpu, &layout, "kernel_expand")?,
            tables: tables(gpu, game)?,
            orders: orders(gpu, 1)?,
            list: storage(gpu, "list", 4 * u64::from(longest))?,
            counters: storage(gpu, "counters", 4 * SLOT_WORDS as u64)?,
            successors: storage(gpu, "successors", 8 * u64::from(room))?,
            longest: usize::try_from(longest).expect("a short list"),
            gpu,
            game,
            layers,
            table,
            marked,
            layout,
            outbox,
            room,
        })
    }

    /// Searches until a layer is empty.
    pub(super) fn run(mut self, observer: &mut dyn Observer) -> Result<GpuSearch, GpuError> {
        let request = self.layers.request();
        let found = drive(&mut self, &request, observer)?;
        let is_wanted = self.layers.options.keep_table;
        let table = is_wanted.then_some(self.table);
        Ok(GpuSearch { table, streamed: true, ..GpuSearch::new(found, self.layers.expanded) })
    }

    /// Lists the open positions of some words, counted from the first, and closes them.
    fn open_entries(&mut self, words: Range<usize>, open: u32) -> Vec<u32> {
        let mut list = Vec::new();
        for (number, word) in (0..).zip(&mut self.table.words_mut()[words]) {
            let low = *word & 0x5555_5555;
            let high = *word >> 1 & 0x5555_5555;
            let mut chosen = if open == 1 { low & !high } else { high & !low };
            *word |= chosen * 3;
            while chosen != 0 {
                list.push(number * 16 + chosen.trailing_zeros() / 2);
                chosen &= chosen - 1;
            }
        }
        list
    }

    /// Expands listed positions, as many at once as there is room for their successors.
    fn expand(
        &mut self,
        first_word: usize,
        list: &[u32],
        orders: &Orders,
        layer: &mut Counts,
    ) -> Result<(), GpuError> {
        let mut rest = list;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(self.longest));
            let counts = self.send(first_word, now, orders)?;
            if counts.sent > u64::from(self.room) {
                self.shorten(now.len(), counts.sent)?;
                continue;
            }
            let claimed = self.claim(counts.sent, orders.mark)?;
            layer.expanded += counts.expanded;
            layer.claimed += claimed;
            layer.goals += counts.goals;
            layer.states += counts.states;
            layer.successors += counts.successors;
            layer.moves += counts.moves;
            self.outbox.grow(self.gpu, self.game, &self.layers.options.gpu, counts.most)?;
            rest = later;
        }
        Ok(())
    }

    /// Sends fewer positions from now on, or makes room if one is too many.
    fn shorten(&mut self, listed: usize, sent: u64) -> Result<(), GpuError> {
        if listed == 1 {
            self.room = u32::try_from(sent.next_power_of_two()).expect("moves of one position");
            self.successors = storage(self.gpu, "successors", 8 * u64::from(self.room))?;
        } else {
            let fits = listed as u64 * u64::from(self.room) / sent;
            self.longest = usize::try_from(fits).expect("less than there were").max(1);
        }
        Ok(())
    }

    /// Lets the device expand positions.
    fn send(&self, first_word: usize, list: &[u32], orders: &Orders) -> Result<Counts, GpuError> {
        let gpu = self.gpu;
        let visit =
            Visit { first_word: 0, words: 0, first: first_word as u64 * ENTRIES, begin: 0, end: 0 };
        let orders = Orders { room: self.room, ..*orders };
        let orders = orders.bytes(&visit, self.game.size, 0, &self.outbox);
        gpu.queue.write_buffer(&self.orders, 0, &orders);
        let bytes: Vec<u8> = list.iter().flat_map(|entry| entry.to_ne_bytes()).collect();
        gpu.queue.write_buffer(&self.list, 0, &bytes);
        let listed = u32::try_from(list.len()).expect("a list of a chunk");
        let mut counters = [0_u32; SLOT_WORDS];
        counters[LISTED] = listed;
        let counters: Vec<u8> = counters.iter().flat_map(|word| word.to_ne_bytes()).collect();
        gpu.queue.write_buffer(&self.counters, 0, &counters);
        let buffers = [
            &self.tables,
            &self.outbox.buffer,
            &self.orders,
            &self.list,
            &self.counters,
            &self.successors,
        ];
        let bound = bind(gpu, &self.layout, &buffers);
        let mut encoder =
            gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_bind_group(0, &bound, &[0]);
        pass.set_pipeline(&self.expand);
        let groups = listed.div_ceil(self.layers.options.gpu.workgroup);
        pass.dispatch_workgroups(groups.min(self.outbox.groups), 1, 1);
        drop(pass);
        gpu.queue.submit([encoder.finish()]);
        Counts::sum(&read_words(gpu, &self.counters, 0, 4 * SLOT_WORDS as u64)?)
    }

    /// Claims the successors that were sent back; how many are new.
    fn claim(&mut self, sent: u64, mark: u32) -> Result<u64, GpuError> {
        if sent == 0 {
            return Ok(0);
        }
        let mut claimed = 0;
        let words = read_words(self.gpu, &self.successors, 0, 8 * sent)?;
        for index in words.chunks_exact(2) {
            let index = u64::from(index[0]) | u64::from(index[1]) << 32;
            let (place, shift) = self.table.place(index);
            let word = &mut self.table.words_mut()[place];
            if *word >> shift & 3 == 0 {
                *word |= mark << shift;
                self.marked[place / CHUNK_WORDS] = true;
                claimed += 1;
            }
        }
        Ok(claimed)
    }
}

impl LayeredTable for Streamed<'_> {
    type Error = GpuError;

    fn extent(&self) -> (u64, u64) {
        (self.layers.size, 4 * self.layers.size.div_ceil(ENTRIES))
    }

    fn first_layer(&mut self) -> Result<OpenLayer, GpuError> {
        Ok(self.layers.open())
    }

    fn advance(&mut self, step: &mut Step<'_>) -> Result<Advanced, GpuError> {
        let orders = self.layers.orders(step.depth);
        let mut layer = Counts::default();
        let words = self.table.words().len();
        let nothing = vec![false; self.marked.len()];
        let marked = mem::replace(&mut self.marked, nothing);
        for chunk in (0..marked.len()).filter(|chunk| marked[*chunk]) {
            if step.is_cancelled(chunk as f64 / marked.len() as f64) {
                return Err(Stopped { states: step.before.states }.into());
            }
            let first = chunk * CHUNK_WORDS;
            let list = self.open_entries(first..words.min(first + CHUNK_WORDS), orders.open);
            self.expand(first, &list, &orders, &mut layer)?;
        }
        self.layers.advance(step.depth, &layer)
    }
}
