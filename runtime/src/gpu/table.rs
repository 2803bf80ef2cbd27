//! A table of bits on the device: how it is cut, and its buffers.
//!
//! A table is an array of words of 32 bits, with 16 or 32 entries each. *Parts* are what it is cut
//! into because a binding has a limit: a power of two of words, each part a buffer of its own.
//! *Chunks* are what it is cut into because a dispatch should end soon: drivers take a device for
//! lost that is busy for seconds. A chunk lies inside a part, and entries are counted from its
//! first, so that 32 bits are enough for them whatever the table is.

use super::device::Gpu;
use super::error::GpuError;
use super::options::GpuOptions;
use std::collections::BTreeMap;
use std::ops::Range;

/// The fewest entries of a chunk where parts have as many.
const FEWEST_ENTRIES: u64 = 1 << 12;

/// The most entries of a chunk, and of a list.
const MOST_ENTRIES: u64 = 1 << 22;

/// The binding of a table's first part.
pub(super) const FIRST_PART: usize = 5;

/// How many buffers a kernel uses besides tables: all bindings before them but the orders, which
/// are no storage.
const OTHER_BUFFERS: usize = FIRST_PART - 1;

/// How a table is cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    size: u64,
    bits: u32,
    words: u64,
    part_words: u64,
    chunk_words: u64,
}

/// Entries of a chunk that are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Visit {
    pub(super) first_word: u32,
    pub(super) words: u32,
    /// The index of its first entry.
    pub(super) first: u64,
    /// The first entry and the one after the last, counted from its first.
    pub(super) begin: u32,
    pub(super) end: u32,
}

/// A table on the device.
#[derive(Debug)]
pub(super) struct DeviceTable {
    pub(super) shape: Shape,
    pub(super) parts: Vec<wgpu::Buffer>,
}

impl Shape {
    /// Cuts a table into parts that fit on a device.
    pub(super) fn new(
        size: u64,
        bits: u32,
        gpu: &Gpu,
        options: &GpuOptions,
    ) -> Result<Self, GpuError> {
        let entries = u64::from(32 / bits);
        let words = size.div_ceil(entries).max(1);
        let limits = &gpu.limits;
        let part_bytes = limits
            .max_storage_buffer_binding_size
            .min(limits.max_buffer_size)
            .min(options.part_bytes.unwrap_or(u64::MAX));
        let part_words = 1 << (part_bytes / 4).max(1).ilog2();
        let bindings = usize::try_from(limits.max_storage_buffers_per_shader_stage)
            .expect("a number of bindings");
        let free = bindings.saturating_sub(OTHER_BUFFERS) as u64;
        let limit = free
            .saturating_mul(4 * part_words)
            .min(options.memory_limit.unwrap_or(u64::MAX))
            .min(4 << 32);
        let needed = words.saturating_mul(4);
        if needed > limit {
            return Err(GpuError::TableTooLarge { needed, limit });
        }
        let visited = u64::from(gpu.invocations(options)) * u64::from(gpu.rounds());
        Ok(Shape::cut(size, bits, part_words, visited))
    }

    /// Cuts a table into parts of `part_words` words, a power of two, and chunks of about
    /// `chunk_entries` entries.
    pub(super) fn cut(size: u64, bits: u32, part_words: u64, chunk_entries: u64) -> Self {
        let entries = u64::from(32 / bits);
        let chunk_entries: u64 = 1 << chunk_entries.clamp(FEWEST_ENTRIES, MOST_ENTRIES).ilog2();
        let chunk_words = (chunk_entries / entries).min(part_words);
        Shape { size, bits, words: size.div_ceil(entries).max(1), part_words, chunk_words }
    }

    pub(super) fn size(&self) -> u64 {
        self.size
    }

    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// Number of entries of a word.
    pub(super) fn entries(&self) -> u64 {
        u64::from(32 / self.bits)
    }

    pub(super) fn bytes(&self) -> u64 {
        4 * self.words
    }

    pub(super) fn parts(&self) -> usize {
        usize::try_from(self.words.div_ceil(self.part_words)).expect("as few as bindings")
    }

    pub(super) fn part_words(&self) -> u64 {
        self.part_words
    }

    pub(super) fn chunk_words(&self) -> u64 {
        self.chunk_words
    }

    pub(super) fn chunks(&self) -> usize {
        usize::try_from(self.words.div_ceil(self.chunk_words)).expect("they are in memory")
    }

    /// The most entries that a chunk has.
    pub(super) fn chunk_entries(&self) -> u64 {
        self.chunk_words.min(self.words) * self.entries()
    }

    /// The words of a part.
    pub(super) fn part(&self, part: usize) -> Range<u64> {
        let first = part as u64 * self.part_words;
        first..(first + self.part_words).min(self.words)
    }

    /// A whole chunk.
    pub(super) fn chunk(&self, chunk: usize) -> Visit {
        let first_word = chunk as u64 * self.chunk_words;
        let words = self.chunk_words.min(self.words - first_word);
        self.visit(first_word..first_word + words, 0..self.size)
    }

    /// The chunk of an index.
    pub(super) fn chunk_of(&self, index: u64) -> usize {
        usize::try_from(index / self.entries() / self.chunk_words).expect("they are in memory")
    }

    /// All of a range of indices, chunk by chunk.
    pub(super) fn visits(&self, range: Range<u64>) -> Vec<Visit> {
        if range.is_empty() {
            return Vec::new();
        }
        let words = range.start / self.entries()..range.end.div_ceil(self.entries());
        let chunks = self.chunk_of(range.start)..=self.chunk_of(range.end - 1);
        let cut = |chunk| {
            let first = chunk as u64 * self.chunk_words;
            let of_chunk = first.max(words.start)..(first + self.chunk_words).min(words.end);
            self.visit(of_chunk, range.clone())
        };
        chunks.map(cut).collect()
    }

    /// The entries of some words of a chunk that have an index in a range.
    fn visit(&self, words: Range<u64>, range: Range<u64>) -> Visit {
        let narrow = |number: u64| u32::try_from(number).expect("the word of a table");
        let first = words.start * self.entries();
        let entries = (words.end - words.start) * self.entries();
        let relative = |index: u64| narrow(index.saturating_sub(first).min(entries));
        Visit {
            first_word: narrow(words.start),
            words: narrow(words.end - words.start),
            first,
            begin: relative(range.start),
            end: relative(range.end),
        }
    }
}

impl DeviceTable {
    /// A table of zeros.
    pub(super) fn new(gpu: &Gpu, shape: Shape) -> Result<Self, GpuError> {
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST;
        let create = |part| {
            let words = shape.part(part);
            gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("table"),
                size: 4 * (words.end - words.start),
                usage,
                mapped_at_creation: false,
            })
        };
        let parts =
            gpu.allocate(shape.bytes(), || (0..shape.parts()).map(create).collect::<Vec<_>>())?;
        Ok(DeviceTable { shape, parts })
    }

    /// Writes the entries of some indices into a table that has no others.
    pub(super) fn write(&self, gpu: &Gpu, indices: &[u64], entry: u32) {
        let mut words = BTreeMap::new();
        for index in indices {
            let shift = u32::try_from(index % self.shape.entries()).expect("below 32");
            *words.entry(index / self.shape.entries()).or_insert(0) |=
                entry << (shift * self.shape.bits);
        }
        for (word, value) in words {
            let part = usize::try_from(word / self.shape.part_words).expect("few parts");
            let offset = 4 * (word % self.shape.part_words);
            gpu.queue.write_buffer(&self.parts[part], offset, &u32::to_ne_bytes(value));
        }
    }
}
