//! Files that no writer wrote: never a panic, never more memory than the file justifies.

use super::*;
use crate::database::read_everything;
use proptest::prelude::*;
use std::sync::LazyLock;

static SMALL: LazyLock<Vec<u8>> = LazyLock::new(|| bytes_of(&small_tables(), SMALL_BLOCKS));

/// Writes the checksums of header and seek table anew, so that what is behind them is looked at.
fn seal(bytes: &mut [u8]) {
    let Some(field) = bytes.get(4..8) else { return };
    let head = u32::from_le_bytes(field.try_into().expect("four bytes")) as usize + 8;
    let blocks = SMALL_BLOCKS_COUNT;
    let index = 8 + 12 * (blocks + 1) + 9;
    if head < 80 + 32 || bytes.len() < head.saturating_add(index) {
        return;
    }
    let index_hash = blake3::hash(&bytes[bytes.len() - index..]);
    bytes[48..80].copy_from_slice(index_hash.as_bytes());
    let length = (bytes.len() as u64).to_le_bytes();
    bytes[24..32].copy_from_slice(&length);
    let head_hash = blake3::hash(&bytes[..head - 32]);
    bytes[head - 32..head].copy_from_slice(head_hash.as_bytes());
}

/// How many blocks the small database has.
const SMALL_BLOCKS_COUNT: usize = 8;

#[test]
fn sealing_changes_nothing_that_is_whole() {
    let mut sealed = SMALL.clone();
    seal(&mut sealed);
    assert_eq!(sealed, *SMALL);
    assert_eq!(reader(sealed).expect("it is whole").blocks(), SMALL_BLOCKS_COUNT as u64);
}

/// Fields of the header and the seek table with numbers that are wrong, and checksums that are
/// right. A lie that is believed changes none of the sizes by more than fits into the same blocks.
#[test]
fn lies_with_right_checksums_are_found() {
    let wrong = [0, 1, 2, 5, 0x3ff, 0x400, 0x401, 0x7fff_ffff, 0x8000_0000, u32::MAX];
    let count = SMALL.len();
    let index = 8 + 12 * (SMALL_BLOCKS_COUNT + 1) + 9;
    let fields = (16..24).chain(32..48).chain(80..152).chain(count - index..count - 4);
    let (mut found, mut believed) = (0, 0);
    for (place, number) in fields.flat_map(|place| wrong.map(|number| (place, number))) {
        let mut bytes = SMALL.clone();
        bytes[place..place + 4].copy_from_slice(&u32::to_le_bytes(number));
        if bytes == *SMALL {
            continue;
        }
        seal(&mut bytes);
        match reader(bytes).and_then(|reader| read_everything(&reader)) {
            Ok(total) => {
                // Blocks of the small database have some thousand numbers each.
                assert!(total < 16_000, "{number} at {place}: {total} numbers");
                believed += 1;
            }
            Err(_) => found += 1,
        }
    }
    assert!(believed * 20 < found, "{believed} are believed, {found} are found");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn random_bytes_are_no_database(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(reader(bytes).is_err());
    }

    #[test]
    fn changed_databases_are_read_without_a_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in any::<prop::sample::Index>(),
        is_cut in prop::bool::weighted(0.2),
        is_sealed in any::<bool>(),
    ) {
        let mut bytes = SMALL.clone();
        if is_cut {
            bytes.truncate(cut.index(bytes.len()) + 1);
        }
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if is_sealed {
            seal(&mut bytes);
        }
        let read = reader(bytes).and_then(|reader| read_everything(&reader));
        if let Ok(count) = read {
            prop_assert!(count < 20_000);
        }
    }

    /// A header of the right form with any numbers in it, and nothing behind it that would justify
    /// them.
    #[test]
    fn any_header_with_a_right_checksum(
        fields in prop::collection::vec(any::<u8>(), 28),
        tables in prop::collection::vec((any::<u64>(), 0_u32..6), 0..4),
        is_plausible in any::<bool>(),
        rest in prop::collection::vec(any::<u8>(), 0..100),
    ) {
        let mut bytes = SMALL[..20].to_vec();
        bytes.extend(0x0102_0304_u32.to_le_bytes());
        bytes.extend(fields);
        if is_plausible {
            bytes[32..36].copy_from_slice(&1024_u32.to_le_bytes());
        }
        bytes[40..44].copy_from_slice(&u32::try_from(tables.len()).expect("few").to_le_bytes());
        bytes[44..48].copy_from_slice(&0_u32.to_le_bytes());
        bytes.extend([0; 32]);
        for (entries, packing) in &tables {
            bytes.extend(entries.to_le_bytes());
            bytes.extend(packing.to_le_bytes());
        }
        bytes.extend([0; 32]);
        let head = bytes.len();
        bytes[4..8].copy_from_slice(&u32::try_from(head - 8).expect("short").to_le_bytes());
        bytes.extend(rest);
        let length = (bytes.len() as u64).to_le_bytes();
        bytes[24..32].copy_from_slice(&length);
        let hash = blake3::hash(&bytes[..head - 32]);
        bytes[head - 32..head].copy_from_slice(hash.as_bytes());
        prop_assert!(reader(bytes).is_err());
    }
}
