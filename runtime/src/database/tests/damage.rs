//! Files that are not as they were written.

use super::*;

/// What is wrong with a file that is opened and read in one go; nothing if nothing is.
fn fault(bytes: Vec<u8>) -> Option<DatabaseError> {
    reader(bytes).and_then(|reader| reader.check(&mut |_, _| true)).err()
}

/// Bits that are flipped together: each alone, some, all.
const PATTERNS: [u8; 11] = [1, 2, 4, 8, 16, 32, 64, 128, 0x55, 0x7e, 0xff];

/// Every single byte in several ways: what is read afterwards is an error or what was written. All
/// that is looked at when a file is opened is in the header and the seek table, so a database with
/// a byte changed in a block can be opened, and all other blocks can be read.
#[test]
fn every_changed_byte_is_found_or_changes_nothing() {
    let tables = small_tables();
    let bytes = bytes_of(&tables, SMALL_BLOCKS);
    let whole = reader(bytes.clone()).expect("it is whole");
    let blocks = frames(&whole);
    let (mut found, mut harmless) = (0, 0);
    for place in 0..bytes.len() {
        let block =
            blocks.iter().position(|(begin, end, _)| (*begin..*end).contains(&(place as u64)));
        for pattern in PATTERNS {
            let mut changed = bytes.clone();
            changed[place] ^= pattern;
            let opened = reader(changed);
            let Some(block) = block else {
                assert!(opened.is_err(), "byte {place}, {pattern:#04x}");
                found += 1;
                continue;
            };
            let opened = opened.expect("blocks are not looked at");
            let table_of_block = blocks[block].2;
            for (table, written) in tables.iter().enumerate() {
                match numbers(&opened, table) {
                    Ok(numbers) => {
                        assert_eq!(numbers, written.numbers, "byte {place}, {pattern:#04x}");
                        harmless += usize::from(table == table_of_block);
                    }
                    Err(DatabaseError::Damaged { what, .. }) => {
                        assert_eq!(table, table_of_block);
                        assert!(
                            what.starts_with(&format!("block {block}, of table {table}: ")),
                            "{what}"
                        );
                        found += 1;
                    }
                    Err(other) => panic!("{other}"),
                }
            }
        }
    }
    assert_eq!(found + harmless, bytes.len() * PATTERNS.len());
    assert!(harmless * 100 < found, "{harmless} of {found}");
}

/// The parts of every block in the file, and its table.
fn frames(reader: &Reader) -> Vec<(u64, u64, usize)> {
    let mut frames = Vec::new();
    let mut place = 0;
    for (table, shape) in reader.tables().iter().enumerate() {
        for block in reader.table_blocks(table).expect("a table") {
            let bytes = reader.frame(block).expect("it is whole").len() as u64;
            if place == 0 {
                let all: u64 =
                    (0..reader.tables().len()).map(|table| reader.table_bytes(table)).sum();
                let index = 8 + 12 * (reader.blocks() + 1) + 9;
                place = reader.bytes() - index - all;
            }
            frames.push((place, place + bytes, table));
            place += bytes;
        }
        assert!(shape.entries > 0 || reader.table_bytes(table) == 0);
    }
    frames
}

#[test]
fn every_truncated_file_is_refused() {
    let tables = small_tables();
    let bytes = bytes_of(&tables, SMALL_BLOCKS);
    let head = 80 + 12 * tables.len() + ABOUT.len() + 32;
    for length in 0..bytes.len() {
        match reader(bytes[..length].to_vec()).expect_err("it is cut off") {
            DatabaseError::NotADatabase { .. } => assert!(length < 16, "{length}"),
            DatabaseError::Damaged { what, .. } => {
                let expected = match length {
                    0..16 => panic!("the magic number is cut off"),
                    length if length < head => "it ends within its header".to_owned(),
                    length => format!("it has {length} bytes instead of {}", bytes.len()),
                };
                assert_eq!(what, expected, "{length}");
            }
            other => panic!("{length}: {other}"),
        }
    }
}

#[test]
fn bytes_after_the_end_are_found() {
    let mut bytes = bytes_of(&small_tables(), SMALL_BLOCKS);
    bytes.push(0);
    let what = format!("it has {} bytes instead of {}", bytes.len(), bytes.len() - 1);
    assert_eq!(fault(bytes), Some(DatabaseError::damaged(Path::new("a.db"), what)));
}

/// Two blocks of the same size and length that change places are each whole; the seek table tells
/// that they are not the ones that were there.
#[test]
fn exchanged_blocks_are_found() {
    let numbers: Vec<u32> = (0..2048).map(|entry| 7 + u32::from(entry >= 1024)).collect();
    let bytes = bytes_of(&[Table { packing: Packing::Bytes, numbers }], SMALL_BLOCKS);
    let blocks = frames(&reader(bytes.clone()).expect("it is whole"));
    let [(begin, middle, _), (_, end, _)] = blocks[..] else { panic!("two blocks") };
    let [begin, middle, end] =
        [begin, middle, end].map(|place| usize::try_from(place).expect("small"));
    assert_eq!(middle - begin, end - middle);
    let mut changed = bytes;
    changed[begin..end].rotate_left(middle - begin);
    let what = "block 0, of table 0: its checksum is not the one in the seek table";
    assert_eq!(fault(changed), Some(DatabaseError::damaged(Path::new("a.db"), what)));
}

#[test]
fn files_that_are_something_else() {
    let folder = Folder::new();
    let path = folder.path("a.db");
    assert_eq!(
        Reader::open(&path).expect_err("there is none").to_string(),
        format!("there is no file `{}`", path.display())
    );
    for content in [&b""[..], b"game \"Frogs\"", &[0; 4096], b"\x28\xb5\x2f\xfd"] {
        fs::write(&path, content).expect("a file");
        assert_eq!(
            Reader::open(&path).expect_err("it is something else").to_string(),
            format!("`{}` is not a database: it does not begin like one", path.display())
        );
    }
    assert!(matches!(Reader::open(&folder.0), Err(DatabaseError::Io { doing: "read", .. })));
}

/// Nothing but the magic numbers is looked at before the version.
#[test]
fn newer_versions_are_known_as_such() {
    let bytes = bytes_of(&[], SMALL_BLOCKS);
    let mut newer = bytes[..20].to_vec();
    newer[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    newer[16..20].copy_from_slice(&7_u32.to_le_bytes());
    assert_eq!(
        reader(newer).expect_err("it is newer").to_string(),
        "`a.db` is a database of version 7, and this program reads none after version 2"
    );
    let mut none = bytes;
    none[16] = 0;
    assert_eq!(
        reader(none).expect_err("there is no version 0").to_string(),
        "the database `a.db` is damaged: no database has version 0"
    );
}

#[test]
fn a_file_that_becomes_shorter_while_it_is_read() {
    let folder = Folder::new();
    let path = folder.path("a.db");
    fs::write(&path, bytes_of(&small_tables(), SMALL_BLOCKS)).expect("a file");
    let reader = Reader::open(&path).expect("it is whole");
    fs::File::options()
        .write(true)
        .open(&path)
        .and_then(|file| file.set_len(300))
        .expect("shorter");
    let what = "it has become shorter while it was read";
    assert_eq!(reader.number(5, 200), Err(DatabaseError::damaged(&path, what)));
}
