//! Blocks as frames of zstd, and back.
//!
//! Contexts of zstd are large and slow to make, so those that are not in use are kept for
//! whichever thread wants one next. A frame depends on its block and the level alone.

use super::Packing;
use super::index::Frame;
use std::fmt;
use std::io;
use std::sync::{Mutex, PoisonError};
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::CParameter;

/// The bit that says that a frame ends with a checksum, in the byte after its magic number (RFC
/// 8878, section 3.1.1.1.1).
const HAS_CHECKSUM: u8 = 1 << 2;

/// Things that are made once and used again.
struct Pool<T>(Mutex<Vec<T>>);

impl<T> Pool<T> {
    fn new() -> Self {
        Pool(Mutex::new(Vec::new()))
    }

    /// Does something with one of them.
    fn with<R, E>(
        &self,
        make: impl FnOnce() -> Result<T, E>,
        work: impl FnOnce(&mut T) -> Result<R, E>,
    ) -> Result<R, E> {
        let free = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = free().pop();
        let mut one = match taken {
            Some(one) => one,
            None => make()?,
        };
        let result = work(&mut one);
        free().push(one);
        result
    }
}

/// Makes frames of blocks.
pub(super) struct Compressors {
    level: i32,
    pool: Pool<Compressor<'static>>,
}

impl Compressors {
    pub(super) fn new(level: i32) -> Self {
        Compressors { level, pool: Pool::new() }
    }

    /// The frame of a block.
    pub(super) fn compress(&self, packed: &[u8]) -> io::Result<Vec<u8>> {
        let make = || {
            let mut compressor = Compressor::new(self.level)?;
            compressor.set_parameter(CParameter::ChecksumFlag(true))?;
            compressor.set_parameter(CParameter::ContentSizeFlag(true))?;
            Ok(compressor)
        };
        self.pool.with(make, |compressor| compressor.compress(packed))
    }
}

impl fmt::Debug for Compressors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compressors").field("level", &self.level).finish_non_exhaustive()
    }
}

/// Unpacks frames.
pub(super) struct Decompressors(Pool<Decompressor<'static>>);

impl Decompressors {
    pub(super) fn new() -> Self {
        Decompressors(Pool::new())
    }

    /// The block in a frame, which must be of this many bytes; else what is wrong.
    pub(super) fn decompress(
        &self,
        bytes: &[u8],
        frame: Frame,
        packing: Packing,
        packed_bytes: usize,
    ) -> Result<Vec<u8>, String> {
        let has_checksum = bytes.get(4).is_some_and(|byte| byte & HAS_CHECKSUM != 0);
        if !has_checksum || checksum(bytes) != Some(frame.checksum) {
            return Err("its checksum is not the one in the seek table".to_owned());
        }
        let mut packed = vec![0; packed_bytes];
        let message = |error: io::Error| error.to_string();
        let unpacked = self.0.with(
            || Decompressor::new().map_err(message),
            |decompressor| {
                decompressor.decompress_to_buffer(bytes, &mut packed[..]).map_err(message)
            },
        )?;
        if unpacked != packed_bytes {
            return Err(format!("it unpacks to {unpacked} bytes instead of {packed_bytes}"));
        }
        if !packing.is_valid(&packed) {
            return Err("it has bytes that are no numbers".to_owned());
        }
        Ok(packed)
    }
}

impl fmt::Debug for Decompressors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decompressors").finish_non_exhaustive()
    }
}

/// The checksum with which a frame ends.
pub(super) fn checksum(frame: &[u8]) -> Option<u32> {
    frame.last_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}
