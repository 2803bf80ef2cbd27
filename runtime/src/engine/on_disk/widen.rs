//! Entries with twice as many bits, when distances become too large for them.
//!
//! The wider table is another file; the one before stays until the wider is settled. A partition
//! may have half as many entries then.

use super::marker::positions;
use super::shape::Shape;
use crate::SolveError;
use crate::scratch::{DiskTable, Scratch, TableOptions, storage};
use std::sync::atomic::AtomicU64;

/// The name of the file with entries of `bits` bits.
pub(super) fn file_name(bits: u32) -> String {
    format!("table-{bits}")
}

/// The shape with entries twice as wide; none if there is not enough memory.
pub(super) fn wider(table: TableOptions, threads: usize, memory: u64) -> Option<Shape> {
    let TableOptions { size, bits, part_entries } = table;
    let cut = |part_entries| TableOptions { size, bits: 2 * bits, part_entries };
    let halves = || Shape::with(cut(part_entries / 2), threads, memory);
    Shape::with(cut(part_entries), threads, memory).or_else(halves)
}

/// The same table with wider entries, and how often each partition has a certain entry.
pub(super) fn widen(
    table: &DiskTable,
    to: TableOptions,
    counted: u64,
    scratch: &Scratch,
) -> Result<(DiskTable, Vec<u64>), SolveError> {
    let from = table.options();
    let mut wide = DiskTable::create(scratch.disk(), &scratch.file(&file_name(to.bits)), to)?;
    let mut counts = vec![0; to.parts()];
    let mut narrow_words: Vec<u64> = Vec::new();
    let mut words: Vec<AtomicU64> = Vec::new();
    let parts_each = usize::try_from(from.part_entries / to.part_entries).expect("one or two");
    for part in 0..from.parts() {
        if table.places()[part].is_none() {
            continue;
        }
        table.read(part, &mut narrow_words)?;
        let mut wide_words = narrow_words.iter().flat_map(|word| halves(*word, from.bits));
        let first = part * parts_each;
        for (wide_part, count) in (first..).zip(counts[first..].iter_mut().take(parts_each)) {
            let length = to.words(wide_part);
            words.clear();
            words.reserve_exact(length);
            words.extend(wide_words.by_ref().take(length).map(AtomicU64::new));
            *count = positions(&words, to.bits, counted, usize::MAX).count() as u64;
            wide.write(wide_part, &words)?;
        }
    }
    Ok((wide, counts))
}

/// Removes the file with entries of `bits` bits, if it is there.
pub(super) fn remove(scratch: &Scratch, bits: u32) -> Result<(), SolveError> {
    let path = scratch.file(&file_name(bits));
    scratch.disk().remove(&path).map_err(|error| storage("remove", &path, &error))
}

/// The entries of a word, with twice as many bits.
fn halves(word: u64, bits: u32) -> [u64; 2] {
    let per_half = 32 / bits;
    [0, 1].map(|half| {
        let entries = word >> (half * 32);
        let entry = |at: u32| entries >> (at * bits) & (u64::MAX >> (64 - bits));
        (0..per_half).map(|at| entry(at) << (at * 2 * bits)).sum()
    })
}
