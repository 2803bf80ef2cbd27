//! The seek table of zstd's seekable format: the sizes and checksums of all frames, in a last
//! frame that decoders skip.
//!
//! Twelve bytes for each frame, the header included: its size, that of its content, and the lower
//! half of the content's XXH64. Then the number of frames, a byte that says that there are
//! checksums, and a magic number.

use super::blocks::Blocks;
use super::head::{Fields, skippable};

/// The magic number of the frame.
const FRAME_MAGIC: u32 = 0x184D_2A5E;

/// The last bytes of a seekable file.
const SEEKABLE_MAGIC: u32 = 0x8F92_EAB1;

/// The byte that says that frames have checksums.
const HAS_CHECKSUMS: u8 = 0x80;

/// The lower half of XXH64 of nothing, which is what the header unpacks to.
const CHECKSUM_OF_NOTHING: u32 = 0x51D8_E999;

/// Bytes before, for and after the frames.
const BEFORE: u64 = 8;
const FRAME: u64 = 12;
const AFTER: u64 = 9;

/// A frame with a block in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// How many bytes it has.
    pub(super) bytes: u32,
    /// The lower half of XXH64 of its content.
    pub(super) checksum: u32,
}

/// Where the frames of all blocks are.
#[derive(Debug)]
pub(super) struct Index {
    /// Where each begins, and where the last one ends.
    places: Vec<u64>,
    checksums: Vec<u32>,
}

/// Bytes of a seek table, the frame around it included.
pub(super) fn index_bytes(blocks: usize) -> u64 {
    BEFORE + FRAME * (blocks as u64 + 1) + AFTER
}

/// The bytes of a seek table; none if there are too many frames.
pub(super) fn write_index(head_bytes: u32, blocks: &Blocks, frames: &[Frame]) -> Option<Vec<u8>> {
    let mut bytes =
        skippable(FRAME_MAGIC, u32::try_from(index_bytes(blocks.count()) - BEFORE).ok()?);
    let mut frame = |numbers: [u32; 3]| bytes.extend(numbers.map(u32::to_le_bytes).concat());
    frame([head_bytes, 0, CHECKSUM_OF_NOTHING]);
    for (packed, Frame { bytes, checksum }) in blocks.packed_bytes().zip(frames) {
        frame([*bytes, u32::try_from(packed).ok()?, *checksum]);
    }
    bytes.extend(u32::try_from(blocks.count() + 1).ok()?.to_le_bytes());
    bytes.push(HAS_CHECKSUMS);
    bytes.extend(SEEKABLE_MAGIC.to_le_bytes());
    Some(bytes)
}

impl Index {
    /// Reads a seek table; none unless it is that of these blocks, after a header of this length.
    pub(super) fn read(bytes: &[u8], head_bytes: u32, blocks: &Blocks) -> Option<Self> {
        let count = blocks.count();
        let length = index_bytes(count);
        let mut fields = Fields(bytes);
        let begins_well = bytes.len() as u64 == length
            && fields.number() == FRAME_MAGIC
            && u64::from(fields.number()) == length - BEFORE
            && [fields.number(), fields.number(), fields.number()]
                == [head_bytes, 0, CHECKSUM_OF_NOTHING];
        if !begins_well {
            return None;
        }
        let mut place = u64::from(head_bytes);
        let mut index =
            Index { places: Vec::with_capacity(count + 1), checksums: Vec::with_capacity(count) };
        index.places.push(place);
        for packed in blocks.packed_bytes() {
            place = place.checked_add(u64::from(fields.number()))?;
            index.places.push(place);
            if usize::try_from(fields.number()) != Ok(packed) {
                return None;
            }
            index.checksums.push(fields.number());
        }
        let ends_well = usize::try_from(fields.number()) == Ok(count + 1)
            && fields.take() == [HAS_CHECKSUMS]
            && fields.number() == SEEKABLE_MAGIC;
        ends_well.then_some(index)
    }

    /// Where the last block ends.
    pub(super) fn end(&self) -> u64 {
        self.places.last().copied().unwrap_or(0)
    }

    /// Where the frame of a block is; none if there is no such block.
    pub(super) fn place(&self, block: usize) -> Option<(u64, Frame)> {
        let begin = *self.places.get(block)?;
        let end = *self.places.get(block.checked_add(1)?)?;
        let bytes = u32::try_from(end - begin).ok()?;
        Some((begin, Frame { bytes, checksum: *self.checksums.get(block)? }))
    }

    /// Bytes of all frames from one block up to another.
    pub(super) fn bytes_between(&self, first: usize, end: usize) -> u64 {
        let place = |block: usize| self.places.get(block).copied().unwrap_or(self.end());
        place(end).saturating_sub(place(first))
    }
}
