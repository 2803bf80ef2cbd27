//! Disks that fail, at every single call that changes something.

use super::*;
use crate::disk::{Existing, Fault};
use std::io::ErrorKind;

/// Writes a database beside others.
fn copy_and_write(disk: &Disk, path: &Path, tables: &[Table]) -> Result<u64, DatabaseError> {
    let from = reader(bytes_of(tables, SMALL_BLOCKS))?;
    let shapes: Vec<TableShape> = tables.iter().map(Table::shape).collect();
    let mut writer = Writer::create(disk, path, ABOUT, &shapes, SMALL_BLOCKS)?;
    writer.write(&tables[0].numbers)?;
    for table in 1..tables.len() {
        writer.copy(&from, table)?;
    }
    writer.finish()
}

/// Whatever fails, the name has what it had before or all of the new file, and nothing else
/// remains. If all later calls fail as well, removing the temporary file does too; then it is not
/// a database.
#[test]
fn a_write_that_fails_leaves_what_was_there() {
    let tables = small_tables();
    let whole = bytes_of(&tables, SMALL_BLOCKS);
    let counting = Disk::new();
    let folder = Folder::new();
    let path = folder.path("a.db");
    copy_and_write(&counting, &path, &tables).expect("nothing fails");
    let calls = counting.calls();
    assert!(calls > 8, "{calls} calls");
    for before in [None, Some(b"older".to_vec())] {
        for (at, lasting) in (0..calls).flat_map(|at| [(at, false), (at, true)]) {
            let folder = Folder::new();
            let path = folder.path("a.db");
            if let Some(before) = &before {
                fs::write(&path, before).expect("a file");
            }
            let disk = Disk::failing(Fault { at, kind: ErrorKind::StorageFull, lasting });
            let error = copy_and_write(&disk, &path, &tables).expect_err("a call fails");
            assert!(matches!(&error, DatabaseError::Io { .. }), "{error}");
            // The last call makes the name safe; the file is complete by then.
            let expected = if at + 1 == calls { Some(&whole) } else { before.as_ref() };
            assert_eq!(fs::read(&path).ok().as_ref(), expected, "call {at} of {calls}");
            for name in folder.names().iter().filter(|name| *name != "a.db") {
                assert!(lasting, "call {at}: `{name}` remains");
                let opened = Reader::open(&folder.path(name));
                // Only naming is left to be done once the header is there.
                assert!(opened.is_err() || at + 3 >= calls, "call {at}: `{name}` is a database");
            }
        }
    }
}

#[test]
fn what_is_not_finished_is_removed() {
    let folder = Folder::new();
    let path = folder.path("a.db");
    let shape = TableShape { entries: 1 << 20, packing: Packing::Bytes };
    let mut writer = Writer::create(&Disk::new(), &path, ABOUT, &[shape], SMALL_BLOCKS)
        .expect("it can be created");
    writer.write(&[1; 1 << 19]).expect("the numbers fit");
    assert_eq!(folder.names().len(), 1);
    drop(writer);
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn what_a_crash_left_is_removed_by_the_next_writer() {
    let folder = Folder::new();
    let path = folder.path("a.db");
    let kept = ["b.db", ".a.db.17-0.unfinished", ".b.db.0123456789abcdef.unfinished"];
    for name in kept.into_iter().chain([".a.db.0123456789abcdef.unfinished"]) {
        fs::write(folder.path(name), "").expect("a file");
    }
    write(&Disk::new(), &path, &small_tables(), SMALL_BLOCKS, 1000).expect("it is written");
    assert_eq!(folder.names(), [kept[1], kept[2], "a.db", "b.db"]);
}

#[test]
fn a_file_that_has_got_the_name_meanwhile_stays() {
    let folder = Folder::new();
    let path = folder.path("a.db");
    let writer = Writer::create(&Disk::new(), &path, ABOUT, &[], SMALL_BLOCKS);
    let writer = writer.expect("it can be created").with_existing(Existing::Keep);
    fs::write(&path, "a user's").expect("a file");
    let error = writer.finish().expect_err("the name is taken");
    assert!(error.to_string().contains("another file has got this name"), "{error}");
    assert_eq!(fs::read(&path).expect("it is there"), b"a user's");
    assert_eq!(folder.names(), ["a.db"]);
}

#[test]
fn two_writers_of_one_file_do_not_disturb_each_other() {
    let folder = Folder::new();
    let path = folder.path("a.db");
    let tables = small_tables();
    let shapes: Vec<TableShape> = tables.iter().map(Table::shape).collect();
    let create = || Writer::create(&Disk::new(), &path, ABOUT, &shapes, SMALL_BLOCKS);
    let mut writers = [create().expect("it can be created"), create().expect("it can be created")];
    for table in &tables {
        for writer in &mut writers {
            writer.write(&table.numbers).expect("the numbers fit");
        }
    }
    for writer in writers {
        writer.finish().expect("all is there");
        assert_eq!(fs::read(&path).expect("it is there"), bytes_of(&tables, SMALL_BLOCKS));
    }
}

#[test]
fn folders_and_missing_folders_are_errors() {
    let folder = Folder::new();
    let create = |path: &Path| {
        let created = Writer::create(&Disk::new(), path, ABOUT, &[], SMALL_BLOCKS);
        created.map(drop).expect_err("no file can be there").to_string()
    };
    let name = folder.0.display();
    assert_eq!(create(&folder.0), format!("the database `{name}`: this is the name of a folder"));
    let said = create(&folder.path("missing/a.db"));
    assert!(said.starts_with(&format!("cannot create `{name}/missing/a.db`: ")), "{said}");
}
