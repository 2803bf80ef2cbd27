//! The lines of a table in memory: zeros that the system has not touched yet, on large pages where
//! it has them.
//!
//! Large pages matter here as they do not where one state is looked at a time: a sweep reads a
//! dozen lines for each one that it writes, far apart from each other, and with pages of 4 KiB
//! most of the time goes into finding out where these are; and fresh memory comes 512 pages at
//! once.

#![allow(unsafe_code, reason = "asking for large pages is a call to the system; see `advise`")]

use super::Line;
use crate::SolveError;
use crate::engine::zeros;
use std::ops::{Deref, DerefMut};

/// Lines in memory.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// A few words more than the lines have, so that these can begin where the processor's own
    /// lines do.
    words: Vec<u64>,
    length: usize,
}

impl Lines {
    /// Creates `length` empty lines.
    pub(crate) fn new(length: u64) -> Result<Self, SolveError> {
        let refused = || SolveError::TableMemory { needed: length.saturating_mul(64), limit: None };
        let length = usize::try_from(length).map_err(|_| refused())?;
        let words = length.checked_mul(8).and_then(|words| words.checked_add(7));
        let words = zeros(words.ok_or_else(refused)?).ok_or_else(refused)?;
        advise(&words);
        Ok(Lines { words, length })
    }

    /// Number of bytes of `length` lines.
    pub(crate) fn bytes(length: u64) -> u64 {
        length.saturating_mul(64)
    }
}

impl Deref for Lines {
    type Target = [Line];

    fn deref(&self) -> &[Line] {
        // SAFETY: a line is eight words, and any words will do.
        let (_, lines, _) = unsafe { self.words.align_to::<Line>() };
        &lines[..self.length]
    }
}

impl DerefMut for Lines {
    fn deref_mut(&mut self) -> &mut [Line] {
        // SAFETY: as above, and any lines are words.
        let (_, lines, _) = unsafe { self.words.align_to_mut::<Line>() };
        &mut lines[..self.length]
    }
}

/// Asks the system for large pages for memory that has not been touched.
#[cfg(target_os = "linux")]
fn advise(words: &[u64]) {
    const PAGE: usize = 1 << 21;
    let range = words.as_ptr_range();
    let (first, end) = (range.start.addr().next_multiple_of(PAGE), range.end.addr());
    let length = end.saturating_sub(first) / PAGE * PAGE;
    if length == 0 {
        return;
    }
    let start = range.start.cast::<u8>().wrapping_add(first - range.start.addr());
    // SAFETY: the range lies inside of the slice, and the advice changes nothing but how the
    // system backs it. If the system refuses, pages stay small.
    let _ = unsafe { libc::madvise(start.cast_mut().cast(), length, libc::MADV_HUGEPAGE) };
}

/// Other systems decide for themselves.
#[cfg(not(target_os = "linux"))]
fn advise(_: &[u64]) {}
