//! What is written is read again.

use super::*;
use crate::database::read_everything;
use proptest::prelude::*;
use std::thread;

/// Reads a database in all ways, and compares with what was written.
fn compare(reader: &Reader, tables: &[Table], options: BlockOptions) {
    assert_eq!(reader.about(), ABOUT);
    assert_eq!(reader.options(), options);
    let shapes: Vec<TableShape> = tables.iter().map(Table::shape).collect();
    assert_eq!(reader.tables(), shapes);
    for (table, written) in tables.iter().enumerate() {
        assert_eq!(numbers(reader, table).expect("it is whole"), written.numbers);
        for (entry, number) in (0..).zip(&written.numbers) {
            assert_eq!(reader.number(table, entry).as_ref(), Ok(number));
        }
    }
    let total: u64 = shapes.iter().map(|shape| shape.entries).sum();
    assert_eq!(read_everything(reader), Ok(total));
}

#[test]
fn odd_sizes_of_all_packings() {
    let folder = Folder::new();
    let path = folder.path("a.db");
    for packing in Packing::ALL {
        let block =
            SMALL_BLOCKS.block_bytes as usize / packing.group().bytes * packing.group().numbers;
        for entries in [0, 1, 2, 4, 5, 6, block - 1, block, block + 1, 3 * block, 3 * block + 7] {
            let tables = [Table::in_runs(packing, entries)];
            let bytes =
                write(&Disk::new(), &path, &tables, SMALL_BLOCKS, 997).expect("it is written");
            let reader = Reader::open(&path).expect("it is whole");
            assert_eq!(reader.bytes(), bytes);
            assert_eq!(reader.blocks(), entries.div_ceil(block) as u64);
            assert_eq!(reader.table_bytes(0) > 0, entries > 0);
            compare(&reader, &tables, SMALL_BLOCKS);
        }
    }
    assert_eq!(folder.names(), ["a.db"]);
}

#[test]
fn a_database_without_tables() {
    let bytes = bytes_of(&[], SMALL_BLOCKS);
    compare(&reader(bytes).expect("it is whole"), &[], SMALL_BLOCKS);
}

#[test]
fn several_tables_and_block_sizes() {
    let tables = small_tables();
    for block_bytes in [10, 14, 20].map(|power| 1 << power) {
        let options = BlockOptions { block_bytes, level: 1 };
        compare(&reader(bytes_of(&tables, options)).expect("it is whole"), &tables, options);
    }
}

/// The checksums of zstd's own frames, and the size of the content, are there: `zstd -d` checks
/// the one and `zstd -l` shows the other.
#[test]
fn zstd_unpacks_the_file() {
    let tables = small_tables();
    let mut packed = Vec::new();
    for table in &tables {
        table.packing.pack(&table.numbers, &mut packed);
    }
    let bytes = bytes_of(&tables, SMALL_BLOCKS);
    assert_eq!(zstd::decode_all(&bytes[..]).expect("these are frames"), packed);
}

#[test]
fn pieces_and_threads_do_not_show() {
    let tables: Vec<Table> =
        [Packing::Trits, Packing::Words].map(|packing| Table::in_runs(packing, 100_000)).to_vec();
    let bytes = bytes_of(&tables, SMALL_BLOCKS);
    let folder = Folder::new();
    for (threads, piece) in [(1, 1), (1, 7), (3, 4096), (4, 99_999)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let path = folder.path("a.db");
        pool.install(|| write(&Disk::new(), &path, &tables, SMALL_BLOCKS, piece)).expect("written");
        assert_eq!(
            fs::read(&path).expect("it is there"),
            bytes,
            "{threads} threads, {piece} at once"
        );
    }
}

#[test]
fn copying_is_writing() {
    let tables = small_tables();
    let options = BlockOptions { block_bytes: 1 << 12, level: 7 };
    let shapes: Vec<TableShape> = tables.iter().map(Table::shape).collect();
    let folder = Folder::new();
    let path = folder.path("b.db");
    for from in [SMALL_BLOCKS, options] {
        let from = reader(bytes_of(&tables, from)).expect("it is whole");
        let mut writer = Writer::create(&Disk::new(), &path, ABOUT, &shapes, options)
            .expect("it can be created");
        for table in 0..tables.len() {
            writer.copy(&from, table).expect("the tables are alike");
        }
        writer.finish().expect("all is there");
        assert_eq!(fs::read(&path).expect("it is there"), bytes_of(&tables, options));
    }
}

#[test]
fn copying_and_writing_in_turns() {
    let tables = small_tables();
    let from = reader(bytes_of(&tables, SMALL_BLOCKS)).expect("it is whole");
    let shapes: Vec<TableShape> = tables.iter().map(Table::shape).collect();
    let folder = Folder::new();
    let path = folder.path("b.db");
    let mut writer = Writer::create(&Disk::new(), &path, ABOUT, &shapes, SMALL_BLOCKS)
        .expect("it can be created");
    writer.write(&tables[0].numbers).expect("the numbers fit");
    writer.copy(&from, 1).expect("the tables are alike");
    writer.write(&tables[3].numbers).expect("the numbers fit");
    writer.copy(&from, 4).expect("the tables are alike");
    writer.write(&tables[5].numbers).expect("the numbers fit");
    writer.finish().expect("all is there");
    assert_eq!(fs::read(&path).expect("it is there"), bytes_of(&tables, SMALL_BLOCKS));
}

/// Other packings are possible as long as they can hold the numbers.
#[test]
fn a_copy_may_be_packed_in_another_way() {
    let table = Table::in_runs(Packing::Trits, 6007);
    let from = reader(bytes_of(std::slice::from_ref(&table), SMALL_BLOCKS)).expect("it is whole");
    let tables = [Table { packing: Packing::Words, ..table }];
    let folder = Folder::new();
    let path = folder.path("b.db");
    let mut writer = Writer::create(&Disk::new(), &path, ABOUT, &[tables[0].shape()], SMALL_BLOCKS)
        .expect("it can be created");
    writer.copy(&from, 0).expect("it fits");
    writer.finish().expect("all is there");
    assert_eq!(fs::read(&path).expect("it is there"), bytes_of(&tables, SMALL_BLOCKS));
}

#[test]
fn threads_read_the_same_numbers() {
    let table = Table::in_runs(Packing::Trits, 100_000);
    // Room for two of twenty blocks, so that they are driven out all the time.
    let reader = reader(bytes_of(std::slice::from_ref(&table), SMALL_BLOCKS))
        .expect("it is whole")
        .with_cache(2048);
    thread::scope(|scope| {
        for thread in 0..4 {
            let (reader, table) = (&reader, &table);
            scope.spawn(move || {
                let mut random = thread;
                for _ in 0..5000 {
                    let entry = next_random(&mut random) % 100_000;
                    let number = table.numbers[usize::try_from(entry).expect("small")];
                    assert_eq!(reader.number(0, entry), Ok(number));
                }
            });
        }
    });
}

#[test]
fn checking_reports_and_can_be_stopped() {
    let reader = reader(bytes_of(&[Table::in_runs(Packing::Bytes, 600 << 10)], SMALL_BLOCKS))
        .expect("it is whole");
    let mut reports = Vec::new();
    let checked = reader.check(&mut |done, of| {
        reports.push((done, of));
        true
    });
    assert_eq!(checked, Ok(()));
    assert_eq!(reports, [(0, 600), (256, 600), (512, 600), (600, 600)]);
    let mut calls = 0;
    let stopped = reader.check(&mut |done, _| {
        calls += 1;
        done == 0
    });
    assert_eq!((stopped, calls), (Ok(()), 2));
}

#[test]
fn what_cannot_be_done_is_refused() {
    let folder = Folder::new();
    let path = folder.path("a.db");
    let shape = TableShape { entries: 3, packing: Packing::Trits };
    let create = |tables: &[TableShape], options| {
        Writer::create(&Disk::new(), &path, ABOUT, tables, options)
    };
    let what = |error| match error {
        DatabaseError::Refused { what, .. } => what,
        other => panic!("{other}"),
    };
    let huge = [TableShape { entries: u64::MAX, packing: Packing::LongWords }; 2];
    let odd_blocks = BlockOptions { block_bytes: 1000, level: 3 };
    let wrong_level = BlockOptions { level: 23, ..SMALL_BLOCKS };
    let mut said = vec![
        what(create(&huge[..1], SMALL_BLOCKS).expect_err("too large")),
        what(create(&huge, SMALL_BLOCKS).expect_err("too large")),
        what(create(&[shape], odd_blocks).expect_err("no power of two")),
        what(create(&[shape], wrong_level).expect_err("no level")),
    ];
    let writer = || create(&[shape], SMALL_BLOCKS).expect("it can be created");
    for numbers in [&[0][..], &[4], &[1, 2, 3, 1]] {
        let mut writer = writer();
        said.push(what(writer.write(numbers).expect_err("not these numbers")));
        said.push(what(writer.finish().expect_err("a write has failed")));
    }
    said.push(what(writer().finish().expect_err("numbers are missing")));
    let other =
        reader(bytes_of(&[Table::in_runs(Packing::Trits, 4)], SMALL_BLOCKS)).expect("whole");
    said.push(what(writer().copy(&other, 0).expect_err("another size")));
    said.push(what(writer().copy(&other, 1).expect_err("no such table")));
    said.push(what(other.number(1, 0).expect_err("no such table")));
    said.push(what(other.number(0, 4).expect_err("no such entry")));
    said.push(what(other.read(0, 1, &mut [0; 4]).expect_err("no such entry")));
    said.push(what(other.read(0, u64::MAX, &mut [0; 4]).expect_err("no such entry")));
    let expected = [
        "its tables are too large for blocks of this size",
        "its tables are too large for blocks of this size",
        "blocks have a power of two of bytes from 1024 to 1048576, not 1000",
        "levels of compression are numbers from 1 to 22, not 23",
        "table 0 cannot hold the number 0",
        "something could not be written to it before",
        "table 0 cannot hold the number 4",
        "something could not be written to it before",
        "it gets more numbers than its tables have",
        "something could not be written to it before",
        "table 0 lacks 3 numbers",
        "no table with 4 numbers comes next, so none can be copied",
        "there is no table 1",
        "there is no table 1",
        "table 0 has 4 entries and no entry 4",
        "table 0 has 4 entries and no entry 4",
        "table 0 has 4 entries and no entry 18446744073709551615",
    ];
    assert_eq!(said, expected);
    assert_eq!(folder.names(), [""; 0], "nothing remains");
}

fn any_table() -> impl Strategy<Value = Table> {
    (prop::sample::select(Packing::ALL.to_vec()), prop::collection::vec(any::<u32>(), 0..3000))
        .prop_map(|(packing, mut numbers)| {
            for number in &mut numbers {
                let count = u64::from(packing.largest() - packing.smallest()) + 1;
                let small = u64::from(*number) % count;
                *number = packing.smallest() + u32::try_from(small).expect("below the largest");
            }
            Table { packing, numbers }
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn any_tables_are_read_as_written(
        tables in prop::collection::vec(any_table(), 0..5),
        piece in 1_usize..5000,
        power in 10_u32..13,
        range in any::<(u64, u64)>(),
    ) {
        let options = BlockOptions { block_bytes: 1_u32 << power, level: 1 };
        let folder = Folder::new();
        let path = folder.path("a.db");
        write(&Disk::new(), &path, &tables, options, piece).expect("it is written");
        let reader = Reader::open(&path).expect("it is whole");
        compare(&reader, &tables, options);
        for (table, written) in tables.iter().enumerate() {
            let entries = written.numbers.len() as u64;
            let first = range.0 % (entries + 1);
            let count = range.1 % (entries - first + 1);
            let mut row = vec![0; usize::try_from(count).expect("small")];
            reader.read(table, first, &mut row).expect("it is whole");
            let first = usize::try_from(first).expect("small");
            prop_assert_eq!(&row[..], &written.numbers[first..first + row.len()]);
        }
    }
}
