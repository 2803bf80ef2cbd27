//! A reader that knows nothing but `docs/database.md`, and uses nothing of ours: what that page
//! says is so.

use super::*;
use crate::database::VERSION;

/// Takes bytes off the front.
fn take<'a>(bytes: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (taken, rest) = bytes.split_at(count);
    *bytes = rest;
    taken
}

fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
}

/// The numbers of a table, by the table of packings on the page.
fn unpack(packing: usize, entries: usize, bytes: &[u8]) -> Vec<u32> {
    let small = |number: usize| u32::try_from(number).expect("32 bits at most");
    let digit = |entry: usize| match packing {
        0 => usize::from(bytes[entry / 5]) / [1, 3, 9, 27, 81][entry % 5] % 3 + 1,
        1 => usize::from(bytes[entry / 4]) / [1, 4, 16, 64][entry % 4] % 4,
        2 => usize::from(bytes[entry]),
        3 => number(&bytes[2 * entry..][..2]),
        4 => number(&bytes[4 * entry..][..4]),
        _ => panic!("no packing has the code {packing}"),
    };
    (0..entries).map(|entry| small(digit(entry))).collect()
}

/// Number of bytes of `entries` numbers.
fn packed_bytes(packing: usize, entries: usize) -> usize {
    match packing {
        0 => entries.div_ceil(5),
        1 => entries.div_ceil(4),
        2 => entries,
        3 => 2 * entries,
        _ => 4 * entries,
    }
}

#[test]
fn the_page_describes_the_format() {
    let options = BlockOptions { block_bytes: 2048, level: 5 };
    let tables = small_tables();
    let file = bytes_of(&tables, options);

    let mut header = &file[..];
    assert_eq!(take(&mut header, 4), [0x50, 0x2a, 0x4d, 0x18]);
    let header_bytes = number(take(&mut header, 4)) + 8;
    assert_eq!(take(&mut header, 8), [0x89, b'G', b'D', b'L', 0x0d, 0x0a, 0x1a, 0x0a]);
    assert_eq!(number(take(&mut header, 4)), VERSION as usize);
    assert_eq!(take(&mut header, 4), [4, 3, 2, 1]);
    assert_eq!(number(take(&mut header, 8)), file.len());
    let block_bytes = number(take(&mut header, 4));
    assert_eq!(block_bytes, 2048);
    assert_eq!(number(take(&mut header, 4)), 5);
    let table_count = number(take(&mut header, 4));
    let about_bytes = number(take(&mut header, 4));
    let index_hash = take(&mut header, 32);
    let shape = |bytes: &[u8]| (number(&bytes[..8]), number(&bytes[8..]));
    let shapes: Vec<(usize, usize)> =
        take(&mut header, 12 * table_count).chunks(12).map(shape).collect();
    assert_eq!(take(&mut header, about_bytes), ABOUT.as_bytes());
    assert_eq!(take(&mut header, 32), blake3::hash(&file[..header_bytes - 32]).as_bytes());
    assert_eq!(file.len() - header.len(), header_bytes);

    let blocks: Vec<usize> = shapes
        .iter()
        .map(|(entries, packing)| packed_bytes(*packing, *entries).div_ceil(block_bytes))
        .collect();
    let block_count: usize = blocks.iter().sum();
    let index_place = file.len() - (17 + 12 * (block_count + 1));
    let mut index = &file[index_place..];
    assert_eq!(blake3::hash(index).as_bytes(), index_hash);
    assert_eq!(take(&mut index, 4), [0x5e, 0x2a, 0x4d, 0x18]);
    assert_eq!(number(take(&mut index, 4)), 12 * (block_count + 1) + 9);
    let mut place = number(take(&mut index, 4));
    assert_eq!(place, header_bytes);
    assert_eq!(take(&mut index, 8), [0, 0, 0, 0, 0x99, 0xe9, 0xd8, 0x51]);

    for (((entries, packing), count), written) in shapes.into_iter().zip(blocks).zip(&tables) {
        let mut packed = Vec::new();
        for _ in 0..count {
            let frame = &file[place..][..number(take(&mut index, 4))];
            place += frame.len();
            let block = zstd::decode_all(frame).expect("a whole frame");
            assert_eq!(number(take(&mut index, 4)), block.len());
            assert_eq!(take(&mut index, 4), &frame[frame.len() - 4..]);
            packed.extend(block);
        }
        assert_eq!(packed.len(), packed_bytes(packing, entries));
        assert_eq!(unpack(packing, entries, &packed), written.numbers);
    }
    assert_eq!(place, index_place);
    assert_eq!(number(take(&mut index, 4)), block_count + 1);
    assert_eq!(index, [0x80, 0xb1, 0xea, 0x92, 0x8f]);
}
