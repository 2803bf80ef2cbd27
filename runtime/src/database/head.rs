//! The header: a frame that decoders of zstd skip, at the beginning of the file.
//!
//! | at | bytes | |
//! |---|---|---|
//! | 0 | 4 | the magic number of a frame that is skipped |
//! | 4 | 4 | bytes of the header after these eight |
//! | 8 | 8 | our own magic number |
//! | 16 | 4 | version of the format |
//! | 20 | 4 | byte order: `04 03 02 01` |
//! | 24 | 8 | bytes of the file |
//! | 32 | 4 | packed bytes in a full block |
//! | 36 | 4 | level of compression |
//! | 40 | 4 | number of tables |
//! | 44 | 4 | bytes of the text about the database |
//! | 48 | 32 | BLAKE3 of the seek table |
//! | 80 | 12 each | tables: 8 bytes for the number of entries, 4 for the packing |
//! | then | | the text, in UTF-8 |
//! | then | 32 | BLAKE3 of all bytes before |
//!
//! What comes before the version is the same in every version, and the version is looked at before
//! anything that might be different.

use super::source::Source;
use super::{BlockOptions, DatabaseError, Packing, TableShape, VERSION, has_block_size};

/// The magic number of frames that are skipped; the format has sixteen of them.
const FRAME_MAGIC: u32 = 0x184D_2A50;

/// Our own magic number, made like that of PNG: not text, and changed by what changes ends of
/// lines.
const MAGIC: [u8; 8] = *b"\x89GDL\r\n\x1a\n";

/// A number whose bytes are all different.
const BYTE_ORDER: u32 = 0x0102_0304;

/// Where the version is.
const VERSION_AT: usize = 16;

/// Bytes before the tables.
const FIXED: usize = 80;

/// Bytes of a table.
const TABLE: usize = 12;

const HASH: usize = blake3::OUT_LEN;

/// What the header says.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) version: u32,
    pub(super) file_bytes: u64,
    pub(super) options: BlockOptions,
    pub(super) index_hash: [u8; HASH],
    pub(super) shapes: Vec<TableShape>,
    pub(super) about: String,
}

impl Head {
    /// How many bytes a header takes; none if it is too long for a frame.
    pub(super) fn length(tables: usize, about: usize) -> Option<u32> {
        let length = tables.checked_mul(TABLE)?.checked_add(about)?.checked_add(FIXED + HASH)?;
        u32::try_from(length).ok()
    }

    /// The bytes of the header; none if there are too many.
    pub(super) fn to_bytes(&self) -> Option<Vec<u8>> {
        let length = Head::length(self.shapes.len(), self.about.len())?;
        let mut payload = Vec::new();
        payload.extend(MAGIC);
        payload.extend(self.version.to_le_bytes());
        payload.extend(BYTE_ORDER.to_le_bytes());
        payload.extend(self.file_bytes.to_le_bytes());
        payload.extend(self.options.block_bytes.to_le_bytes());
        payload.extend(self.options.level.to_le_bytes());
        payload.extend(u32::try_from(self.shapes.len()).ok()?.to_le_bytes());
        payload.extend(u32::try_from(self.about.len()).ok()?.to_le_bytes());
        payload.extend(self.index_hash);
        for TableShape { entries, packing } in &self.shapes {
            payload.extend(entries.to_le_bytes());
            payload.extend(packing.code().to_le_bytes());
        }
        payload.extend(self.about.as_bytes());
        let mut bytes = skippable(FRAME_MAGIC, length - 8);
        bytes.extend(payload);
        let hash = blake3::hash(&bytes);
        bytes.extend(hash.as_bytes());
        Some(bytes)
    }

    /// Reads the header of a file, and how long it is.
    pub(super) fn read(source: &Source) -> Result<(Self, u32), DatabaseError> {
        let ended = || source.damaged("it ends within its header");
        let mut fixed = [0; FIXED];
        let present = usize::try_from(source.length()).map_or(FIXED, |length| length.min(FIXED));
        source.read(0, &mut fixed[..present])?;
        if fixed[..4] != FRAME_MAGIC.to_le_bytes() || fixed[8..VERSION_AT] != MAGIC {
            return Err(DatabaseError::NotADatabase { path: source.path().to_owned() });
        }
        if present < VERSION_AT + 4 {
            return Err(ended());
        }
        let mut fields = Fields(&fixed[VERSION_AT..]);
        let version = match fields.number() {
            0 => return Err(source.damaged("no database has version 0")),
            version @ 1..=VERSION => version,
            version => {
                return Err(DatabaseError::Newer { path: source.path().to_owned(), version });
            }
        };
        if present < FIXED {
            return Err(ended());
        }
        let byte_order = fields.number();
        let file_bytes = fields.long_number();
        let options =
            BlockOptions { block_bytes: fields.number(), level: i32::from_le_bytes(fields.take()) };
        let [tables, about] = [fields.size(), fields.size()];
        let index_hash = fields.take();
        let length = Head::length(tables, about)
            .filter(|length| Fields(&fixed[4..]).number().checked_add(8) == Some(*length))
            .ok_or_else(|| source.damaged("its header has another length than it says"))?;
        if u64::from(length) > source.length() {
            return Err(ended());
        }
        let mut bytes = vec![0; usize::try_from(length).map_err(|_| ended())?];
        source.read(0, &mut bytes)?;
        let (content, hash) = bytes.split_at(bytes.len() - HASH);
        if blake3::hash(content).as_bytes() != hash {
            return Err(source.damaged("the checksum of its header is wrong"));
        }
        if byte_order != BYTE_ORDER || !has_block_size(options.block_bytes) {
            return Err(source.damaged("its header makes no sense"));
        }
        if file_bytes != source.length() {
            let what = format!("it has {} bytes instead of {file_bytes}", source.length());
            return Err(source.damaged(what));
        }
        let (shapes, about) = content[FIXED..].split_at(tables * TABLE);
        let shapes = shapes_of(shapes)
            .ok_or_else(|| source.damaged("a table is packed in an unknown way"))?;
        let about = String::from_utf8(about.to_vec())
            .map_err(|_| source.damaged("the text about it is not UTF-8"))?;
        Ok((Head { version, file_bytes, options, index_hash, shapes, about }, length))
    }
}

fn shapes_of(bytes: &[u8]) -> Option<Vec<TableShape>> {
    let shape = |bytes: &[u8; TABLE]| {
        let mut fields = Fields(bytes);
        let entries = fields.long_number();
        Some(TableShape { entries, packing: Packing::from_code(fields.number())? })
    };
    bytes.as_chunks::<TABLE>().0.iter().map(shape).collect()
}

/// Numbers one after the other; zeros after the last.
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl Fields<'_> {
    pub(super) fn take<const N: usize>(&mut self) -> [u8; N] {
        let (taken, rest) = self.0.split_first_chunk().unwrap_or((&[0; N], &[]));
        self.0 = rest;
        *taken
    }

    pub(super) fn number(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn long_number(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    /// A number of things in memory. Where sizes have fewer bits than the field, no file is so
    /// large.
    fn size(&mut self) -> usize {
        usize::try_from(self.number()).unwrap_or(usize::MAX)
    }
}

/// The first eight bytes of a frame that decoders skip.
pub(super) fn skippable(magic: u32, bytes: u32) -> Vec<u8> {
    [magic, bytes].map(u32::to_le_bytes).concat()
}
