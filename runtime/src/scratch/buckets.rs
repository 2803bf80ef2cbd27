//! Buckets: what is to be done to partitions of a table that are not in memory.
//!
//! Every thread has an [`Outbox`] with a small buffer for each partition. A buffer that is full
//! becomes a *chunk* at the end of one file, no matter whose it is, so that writing is sequential.
//! A list in memory says which chunks belong to which partition. Chunks are of equal length, some
//! tens of thousands of bytes, so reading the chunks of a partition is as good as sequential.
//!
//! Memory: threads times partitions times the bytes of a chunk for the outboxes, and 16 bytes, or
//! 32 while a list grows, for each chunk. The file takes little more than the budget, if its owner
//! empties the buckets when they are [full](Buckets::is_full).

use super::record::Record;
use super::storage;
use super::sum::Sum;
use crate::SolveError;
use crate::disk::{Disk, DiskFile};
use std::io::{self, ErrorKind};
use std::marker::PhantomData;
use std::mem;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// How large buckets are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BucketOptions {
    /// Number of partitions.
    pub parts: usize,
    /// Number of bytes of a chunk: as many whole records as fit, but at least one.
    pub chunk_bytes: usize,
    /// The number of bytes of chunks at which they are full.
    pub budget: u64,
}

/// What waits for each partition.
#[derive(Debug)]
pub struct Buckets<R> {
    disk: Disk,
    file: DiskFile,
    options: BucketOptions,
    /// How many chunks there are in the file.
    written: AtomicU64,
    chunks: Vec<Mutex<Vec<Chunk>>>,
    records: PhantomData<fn(R) -> R>,
}

/// Records of one partition in the file.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    number: u32,
    bytes: u32,
    sum: u64,
}

/// What one thread has not yet put into the buckets.
#[derive(Debug)]
pub struct Outbox<R> {
    buffers: Vec<Vec<u8>>,
    chunk_bytes: usize,
    records: PhantomData<fn(R) -> R>,
}

impl<R: Record> Buckets<R> {
    /// Empty buckets. The file is removed with them.
    pub fn create(disk: &Disk, path: &Path, options: BucketOptions) -> Result<Self, SolveError> {
        let file = disk.create(path).map_err(|error| storage("make the file", path, &error))?;
        let chunk_bytes = (options.chunk_bytes / R::BYTES).max(1) * R::BYTES;
        let options = BucketOptions { chunk_bytes, ..options };
        Ok(Buckets {
            disk: disk.clone(),
            file,
            options,
            written: AtomicU64::new(0),
            chunks: (0..options.parts).map(|_| Mutex::default()).collect(),
            records: PhantomData,
        })
    }

    /// An empty outbox.
    pub fn outbox(&self) -> Outbox<R> {
        let BucketOptions { parts, chunk_bytes, .. } = self.options;
        let buffer = || Vec::with_capacity(chunk_bytes);
        let buffers = (0..parts).map(|_| buffer()).collect();
        Outbox { buffers, chunk_bytes, records: PhantomData }
    }

    /// Puts a record into an outbox; if a buffer is full then, it goes to the file.
    #[inline]
    pub fn put(&self, outbox: &mut Outbox<R>, part: usize, record: R) -> Result<(), SolveError> {
        let buffer = &mut outbox.buffers[part];
        record.put(buffer);
        if buffer.len() < outbox.chunk_bytes { Ok(()) } else { self.write(outbox, part) }
    }

    /// Writes all that is in an outbox to the file.
    pub fn flush(&self, outbox: &mut Outbox<R>) -> Result<(), SolveError> {
        (0..outbox.buffers.len()).try_for_each(|part| self.write(outbox, part))
    }

    /// Whether the buckets should be emptied before much more is put into them.
    pub fn is_full(&self) -> bool {
        let bytes = self.options.chunk_bytes as u64;
        self.written.load(Ordering::Relaxed).saturating_mul(bytes) >= self.options.budget
    }

    /// How many chunks a partition has.
    pub fn chunks(&self, part: usize) -> usize {
        self.lock(part).len()
    }

    /// Reads some chunks of a partition, through a buffer that can be used again; gives all
    /// records of a chunk at once, through an iterator.
    pub fn read(
        &self,
        part: usize,
        chunks: Range<usize>,
        buffer: &mut Vec<u8>,
        mut visit: impl FnMut(&mut dyn Iterator<Item = R>),
    ) -> Result<(), SolveError> {
        self.read_bytes(part, chunks, buffer, |bytes| {
            visit(&mut bytes.chunks_exact(R::BYTES).map(R::get));
        })
    }

    /// Like [`read`](Self::read), but gives the bytes of the records: for loops that must be fast.
    pub fn read_bytes(
        &self,
        part: usize,
        chunks: Range<usize>,
        buffer: &mut Vec<u8>,
        mut visit: impl FnMut(&[u8]),
    ) -> Result<(), SolveError> {
        let chunks: Vec<Chunk> = self.lock(part)[chunks].to_vec();
        for chunk in chunks {
            let length = chunk.bytes as usize;
            if buffer.len() < length {
                buffer.resize(length, 0);
            }
            let read = self.file.read_at(&mut buffer[..length], self.offset(chunk.number));
            read.map_err(|error| storage("read", self.file.path(), &error))?;
            if sum(&buffer[..length]) != chunk.sum {
                let path = self.file.path().display();
                let message = format!("{path} does not hold what was written to it");
                return Err(SolveError::Storage { message });
            }
            visit(&buffer[..length]);
        }
        Ok(())
    }

    /// Shows every record of a partition and empties its bucket.
    pub fn drain(&self, part: usize, mut visit: impl FnMut(R)) -> Result<(), SolveError> {
        let mut buffer = Vec::new();
        let chunks = self.chunks(part);
        self.read(part, 0..chunks, &mut buffer, |records| records.for_each(&mut visit))?;
        self.empty(part);
        Ok(())
    }

    /// Empties the bucket of a partition. Once all are empty, the file is used from its beginning
    /// again.
    pub fn empty(&self, part: usize) {
        let chunks = mem::take(&mut *self.lock(part));
        if !chunks.is_empty() && (0..self.options.parts).all(|part| self.lock(part).is_empty()) {
            self.written.store(0, Ordering::Relaxed);
        }
    }

    fn write(&self, outbox: &mut Outbox<R>, part: usize) -> Result<(), SolveError> {
        let buffer = &mut outbox.buffers[part];
        if buffer.is_empty() {
            return Ok(());
        }
        let failed = |error: io::Error| storage("write", self.file.path(), &error);
        let number = u32::try_from(self.written.fetch_add(1, Ordering::Relaxed));
        let bytes = u32::try_from(buffer.len());
        let (Ok(number), Ok(bytes)) = (number, bytes) else {
            return Err(failed(ErrorKind::FileTooLarge.into()));
        };
        self.file.write_at(buffer, self.offset(number)).map_err(failed)?;
        self.lock(part).push(Chunk { number, bytes, sum: sum(buffer) });
        buffer.clear();
        Ok(())
    }

    fn offset(&self, number: u32) -> u64 {
        u64::from(number) * self.options.chunk_bytes as u64
    }

    fn lock(&self, part: usize) -> std::sync::MutexGuard<'_, Vec<Chunk>> {
        self.chunks[part].lock().expect("no thread panics while it holds a list")
    }
}

impl<R> Drop for Buckets<R> {
    fn drop(&mut self) {
        // If it stays, the next run removes it.
        let _ = self.disk.remove(self.file.path());
    }
}

fn sum(bytes: &[u8]) -> u64 {
    let mut sum = Sum::default();
    sum.add(bytes);
    sum.finish()
}

#[cfg(test)]
mod tests {
    use super::super::tests::Folder;
    use super::*;
    use crate::disk::Fault;

    fn round_trip<R: Record + Ord + std::fmt::Debug>(
        chunk_bytes: usize,
        record: impl Fn(u64) -> R,
    ) {
        let folder = Folder::new();
        let path = folder.0.join("buckets");
        let options = BucketOptions { parts: 5, chunk_bytes, budget: 4_000 };
        let buckets = Buckets::create(&Disk::new(), &path, options).expect("a file can be made");
        let mut expected: Vec<Vec<R>> = vec![Vec::new(); 5];
        let mut outboxes = [buckets.outbox(), buckets.outbox()];
        for round in 0..3 {
            for number in 0..2_000_u64 {
                let part = usize::try_from(number * number % 7 % 4).expect("small");
                let outbox = &mut outboxes[usize::from(number % 3 == 0)];
                buckets.put(outbox, part, record(number + round)).expect("there is room");
                expected[part].push(record(number + round));
            }
            assert!(buckets.is_full());
            for outbox in &mut outboxes {
                buckets.flush(outbox).expect("there is room");
            }
            for (part, expected) in expected.iter_mut().enumerate() {
                let mut found = Vec::new();
                buckets.drain(part, |record| found.push(record)).expect("it is there");
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, *expected);
                expected.clear();
                assert_eq!(buckets.chunks(part), 0);
            }
            assert!(!buckets.is_full());
        }
        drop(buckets);
        assert!(!path.exists());
    }

    #[test]
    fn everything_comes_out_once() {
        for chunk_bytes in [1, 5, 16, 100, 1_000] {
            round_trip(chunk_bytes, |number| u32::try_from(number).expect("small"));
            round_trip(chunk_bytes, |number| number << 40 | 1);
            round_trip(chunk_bytes, |number| (number, 7_u16));
        }
        let narrow = |number: u64| (u8::try_from(number % 251).expect("small"), number);
        round_trip(64, narrow);
    }

    #[test]
    fn damage_is_found() {
        let folder = Folder::new();
        let path = folder.0.join("buckets");
        let options = BucketOptions { parts: 1, chunk_bytes: 64, budget: 1_000 };
        let buckets = Buckets::create(&Disk::new(), &path, options).expect("a file can be made");
        let mut outbox = buckets.outbox();
        for number in 0..20_u64 {
            buckets.put(&mut outbox, 0, number).expect("there is room");
        }
        buckets.flush(&mut outbox).expect("there is room");
        let mut bytes = std::fs::read(&path).expect("it can be read");
        bytes[70] ^= 4;
        std::fs::write(&path, &bytes).expect("it can be written");
        let SolveError::Storage { message } = buckets.drain(0, |_| ()).expect_err("damaged") else {
            panic!("another error")
        };
        assert!(message.contains("does not hold what was written"), "{message}");
        std::fs::write(&path, &bytes[..64]).expect("it can be written");
        assert!(matches!(buckets.drain(0, |_| ()), Err(SolveError::Storage { .. })));
    }

    #[test]
    fn a_full_disk_is_an_error() {
        let folder = Folder::new();
        let options = BucketOptions { parts: 2, chunk_bytes: 8, budget: 1_000 };
        let fault = Fault { at: 3, kind: ErrorKind::StorageFull, lasting: true };
        let path = folder.0.join("buckets");
        let buckets = Buckets::create(&Disk::failing(fault), &path, options).expect("not yet");
        let mut outbox = buckets.outbox();
        let mut put = || buckets.put(&mut outbox, 1, 5_u64);
        assert_eq!([put(), put()], [Ok(()), Ok(())]);
        let SolveError::Storage { message } = put().expect_err("the third is too much") else {
            panic!("another error")
        };
        assert!(message.contains("buckets"), "{message}");
    }
}
