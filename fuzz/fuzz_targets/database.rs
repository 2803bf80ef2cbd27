//! Any bytes as a database: all of it is read, or there is an error.
//!
//! No fuzzer guesses a checksum, so the bytes are also tried with the right ones in the header.

#![no_main]

use gdl_runtime::database::{Reader, read_everything};
use libfuzzer_sys::fuzz_target;
use std::path::Path;

/// Blocks of zeros are compressed to almost nothing, so a small file can have numbers for hours.
const MOST_ENTRIES: u64 = 1 << 22;

fuzz_target!(|bytes: &[u8]| {
    read(bytes.to_vec());
    if let Some(sealed) = seal(bytes.to_vec()) {
        read(sealed);
    }
});

fn read(bytes: Vec<u8>) {
    let Ok(reader) = Reader::from_bytes(Path::new("fuzz.db"), bytes) else { return };
    let entries = reader.tables().iter().map(|table| table.entries).fold(0, u64::saturating_add);
    if entries <= MOST_ENTRIES {
        let _ = read_everything(&reader);
    }
}

/// The same bytes with the length of the file and the checksums of header and seek table in their
/// places, by the table in `docs/database.md`; none if it is too short for them.
fn seal(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let number = |bytes: &[u8]| usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok();
    let length = bytes.len();
    let frames = number(bytes.get(length.checked_sub(9)?..length - 5)?)?;
    let index = length.checked_sub(frames.checked_mul(12)?.checked_add(17)?)?;
    let hashed = number(bytes.get(4..8)?)?.checked_add(8)?.checked_sub(32)?;
    if hashed < 80 || hashed + 32 > index {
        return None;
    }
    let index_hash = blake3::hash(&bytes[index..]);
    bytes[24..32].copy_from_slice(&(length as u64).to_le_bytes());
    bytes[48..80].copy_from_slice(index_hash.as_bytes());
    let hash = blake3::hash(&bytes[..hashed]);
    bytes[hashed..hashed + 32].copy_from_slice(hash.as_bytes());
    Some(bytes)
}
