//! The threads of a search, and the observer who watches them.
//!
//! A layer is a list of *parts*; the threads of a pool share it, each taking parts that lie
//! together. Meanwhile the caller's own thread waits and asks the observer now and then, so an
//! observer needs no locks, and a search is asked to stop between two parts.

use super::task::Counts;
use crate::{Observer, Progress, SolveError};
use rayon::ThreadPool;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

/// How often the observer is asked during a layer.
const POLL: Duration = Duration::from_millis(50);

/// A single part of at most this many words or states is done by the caller's thread: to wake
/// another takes longer.
const SHORT: usize = 32;

/// What a part of some work has done.
pub(crate) trait Partial: Default + Send {
    /// What two parts have done.
    fn and(self, other: Self) -> Self;

    /// How many states became known with it.
    fn new_states(&self) -> u64;
}

impl Partial for Counts {
    fn and(self, other: Self) -> Self {
        Counts::and(self, other)
    }

    fn new_states(&self) -> u64 {
        self.claimed
    }
}

/// The threads.
#[derive(Debug)]
pub(crate) struct Workers {
    pool: ThreadPool,
}

/// The observer wants the search to stop; `states` states are known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped {
    pub(crate) states: u64,
}

impl From<Stopped> for SolveError {
    fn from(Stopped { states }: Stopped) -> Self {
        SolveError::Cancelled { states, layers: Vec::new() }
    }
}

impl Workers {
    /// Creates `threads` threads; 0 for one for each processor.
    pub(crate) fn new(threads: usize) -> Result<Self, SolveError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(Workers { pool: pool.map_err(|_| SolveError::Threads { threads })? })
    }

    /// Number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// The sum over all parts of some work, which is so short that nobody is told how far it is.
    #[cfg(feature = "interp")]
    pub(crate) fn sum(
        &self,
        parts: &[Range<usize>],
        work: &(dyn Fn(Range<usize>) -> u64 + Sync),
    ) -> u64 {
        self.pool.install(|| parts.par_iter().map(|part| work(part.clone())).sum())
    }

    /// Does all parts of some work, while the observer is told how far it is: what was known
    /// before, and what was claimed since.
    pub(crate) fn run<T: Partial>(
        &self,
        parts: &[Range<usize>],
        work: &(dyn Fn(Range<usize>) -> T + Sync),
        before: Progress,
        observer: &mut dyn Observer,
    ) -> Result<T, Stopped> {
        if observer.cancelled() {
            return Err(Stopped { states: before.states });
        }
        if let [part] = parts
            && part.len() <= SHORT
        {
            return Ok(work(part.clone()));
        }
        let [states, done] = [before.states, 0].map(AtomicU64::new);
        let stop = AtomicBool::new(false);
        let work_on = |part: &Range<usize>| {
            if stop.load(Ordering::Relaxed) {
                return T::default();
            }
            let counts = work(part.clone());
            states.fetch_add(counts.new_states(), Ordering::Relaxed);
            done.fetch_add(1, Ordering::Relaxed);
            counts
        };
        let work_on = &work_on;
        let (sender, receiver) = sync_channel(1);
        let counts = self.pool.in_place_scope(|scope| {
            // The sender moves into the task, so that a panic there ends the waiting.
            scope.spawn(move |_| {
                let counts = parts.par_iter().map(work_on).reduce(T::default, T::and);
                // The receiver waits below until this has come.
                sender.send(counts).expect("somebody waits for the counts");
            });
            loop {
                match receiver.recv_timeout(POLL) {
                    Ok(counts) => return Some(counts),
                    // Then the sweep has panicked, and the scope passes that on.
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                observer.progress(&Progress {
                    states: states.load(Ordering::Relaxed),
                    layer_done: done.load(Ordering::Relaxed) as f64 / parts.len() as f64,
                    ..before
                });
                if observer.cancelled() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let states = states.into_inner();
        let stopped = stop.into_inner();
        if stopped { Err(Stopped { states }) } else { Ok(counts.expect("the work has ended")) }
    }
}

/// Cuts a range into parts of at most `longest`.
pub(crate) fn cut(whole: Range<usize>, longest: usize) -> Vec<Range<usize>> {
    let end = whole.end;
    whole.step_by(longest).map(|first| first..end.min(first + longest)).collect()
}
