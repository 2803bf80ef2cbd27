//! Messages on their way: buckets on disk, filled from one thread.

use crate::SolveError;
use crate::disk::Disk;
use crate::scratch::{BucketOptions, Buckets, Outbox, Record};
use std::path::Path;

/// Messages to partitions.
#[derive(Debug)]
pub(super) struct MessageQueue<R> {
    buckets: Buckets<R>,
    outbox: Outbox<R>,
    parts: usize,
    /// Whether something was sent since all was delivered.
    is_used: bool,
    buffer: Vec<u8>,
}

impl<R: Record> MessageQueue<R> {
    pub(super) fn new(
        disk: &Disk,
        path: &Path,
        options: BucketOptions,
    ) -> Result<Self, SolveError> {
        let buckets = Buckets::create(disk, path, options)?;
        let outbox = buckets.outbox();
        Ok(MessageQueue {
            buckets,
            outbox,
            parts: options.parts,
            is_used: false,
            buffer: Vec::new(),
        })
    }

    #[inline]
    pub(super) fn send(&mut self, part: usize, record: R) -> Result<(), SolveError> {
        self.is_used = true;
        self.buckets.put(&mut self.outbox, part, record)
    }

    /// Whether all should be delivered before much more is sent.
    pub(super) fn is_full(&self) -> bool {
        self.buckets.is_full()
    }

    /// The partitions that have got messages. All that was sent can be delivered then.
    pub(super) fn collect(&mut self) -> Result<Vec<usize>, SolveError> {
        if !std::mem::take(&mut self.is_used) {
            return Ok(Vec::new());
        }
        self.buckets.flush(&mut self.outbox)?;
        Ok((0..self.parts).filter(|part| self.buckets.chunks(*part) > 0).collect())
    }

    /// Delivers all messages to a partition.
    pub(super) fn deliver(
        &mut self,
        part: usize,
        mut visit: impl FnMut(R) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let mut visited = Ok(());
        let chunks = 0..self.buckets.chunks(part);
        self.buckets.read_bytes(part, chunks, &mut self.buffer, |bytes| {
            if visited.is_ok() {
                visited = bytes.chunks_exact(R::BYTES).map(R::get).try_for_each(&mut visit);
            }
        })?;
        self.buckets.empty(part);
        visited
    }
}
