//! Reading what the device has written.

use super::device::Gpu;
use super::error::GpuError;
use super::table::DeviceTable;
use std::sync::mpsc;
use std::time::Duration;

/// The most bytes that are read at once.
const PIECE: u64 = 1 << 26;

/// The entries of a table, as they were on the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GpuTable {
    bits: u32,
    size: u64,
    words: Vec<u32>,
}

impl GpuTable {
    /// A table of zeros; none if there is not enough memory.
    pub(super) fn zeros(bits: u32, size: u64) -> Option<Self> {
        let words = usize::try_from(size.div_ceil(u64::from(32 / bits)).max(1)).ok()?;
        // `vec!` would end the program; it leaves memory alone that the system gives as zeros.
        Vec::<u32>::new().try_reserve_exact(words).ok()?;
        Some(GpuTable { bits, size, words: vec![0; words] })
    }

    /// Number of bits of an entry.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Number of entries.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The entries, from the lowest bits of the first word on.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    pub(super) fn words_mut(&mut self) -> &mut [u32] {
        &mut self.words
    }

    /// An entry.
    ///
    /// # Panics
    ///
    /// If the index is not below the size.
    pub fn get(&self, index: u64) -> u32 {
        assert!(index < self.size, "an index below the size");
        let (word, shift) = self.place(index);
        self.words[word] >> shift & ((1 << self.bits) - 1)
    }

    /// The word of an index, and by how many bits its entry is shifted there.
    pub(super) fn place(&self, index: u64) -> (usize, u32) {
        let entries = u64::from(32 / self.bits);
        let word = usize::try_from(index / entries).expect("the words are in memory");
        (word, u32::try_from(index % entries).expect("below 32") * self.bits)
    }
}

impl DeviceTable {
    /// Reads the whole table.
    pub(super) fn read(&self, gpu: &Gpu) -> Result<GpuTable, GpuError> {
        let mut table =
            GpuTable { bits: self.shape.bits(), size: self.shape.size(), words: Vec::new() };
        for part in &self.parts {
            let mut offset = 0;
            while offset < part.size() {
                let bytes = PIECE.min(part.size() - offset);
                table.words.extend(read_words(gpu, part, offset, bytes)?);
                offset += bytes;
            }
        }
        Ok(table)
    }
}

/// Reads words of a buffer.
pub(super) fn read_words(
    gpu: &Gpu,
    buffer: &wgpu::Buffer,
    offset: u64,
    bytes: u64,
) -> Result<Vec<u32>, GpuError> {
    let staging = staging(gpu, bytes)?;
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    encoder.copy_buffer_to_buffer(buffer, offset, &staging, 0, bytes);
    gpu.queue.submit([encoder.finish()]);
    mapped_words(gpu, &staging, bytes)
}

/// A buffer that the host can read.
pub(super) fn staging(gpu: &Gpu, bytes: u64) -> Result<wgpu::Buffer, GpuError> {
    gpu.allocate(bytes, || {
        gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("staging"),
            size: bytes,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    })
}

/// How long a device that is done may take to say so.
const TELLING: Duration = Duration::from_secs(60);

/// The first words of a buffer that the host can read, when the device has done everything.
pub(super) fn mapped_words(
    gpu: &Gpu,
    staging: &wgpu::Buffer,
    bytes: u64,
) -> Result<Vec<u32>, GpuError> {
    let (sender, receiver) = mpsc::channel();
    staging.map_async(wgpu::MapMode::Read, 0..bytes, move |mapped| {
        // Nobody listens any more if waiting has failed.
        let _ = sender.send(mapped);
    });
    gpu.wait(None)?;
    let lost = |message: String| GpuError::Lost { message };
    // The device is done, but another thread that waited for it may just be telling us so.
    let mapped = receiver.recv_timeout(TELLING).map_err(|error| lost(error.to_string()))?;
    mapped.map_err(|error| lost(error.to_string()))?;
    let view = staging.get_mapped_range(0..bytes).map_err(|error| lost(error.to_string()))?;
    let word = |bytes: &[u8]| u32::from_ne_bytes(bytes.try_into().expect("four bytes"));
    let words = view.chunks_exact(4).map(word).collect();
    drop(view);
    staging.unmap();
    Ok(words)
}
