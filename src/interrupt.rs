//! Ctrl-C and its like: the first one asks a search to stop, to say what it knows and to keep what it has; the second one ends the program.
//!
//! A program that is told to end (`kill`, a system that shuts down, a terminal that is closed) stops in the same way. What is started with `nohup` does not mind its
//! terminal.

use std::sync::Once;
use std::sync::atomic::Ordering;

static LISTENING: Once = Once::new();

/// From now on the user can interrupt. Without this, Ctrl-C ends the program at once.
pub(crate) fn listen() {
    system::AT_ONCE.store(false, Ordering::Relaxed);
    LISTENING.call_once(system::listen);
}

/// From now on Ctrl-C ends the program at once, as there is no search to stop.
pub(crate) fn end_at_once() {
    system::AT_ONCE.store(true, Ordering::Relaxed);
}

/// Whether the user wants the search to stop.
pub(crate) fn requested() -> bool {
    system::REQUESTED.load(Ordering::Relaxed)
}

/// The exit code of a program that was interrupted, as shells have it.
pub(crate) fn exit_code() -> u8 {
    system::exit_code()
}

/// Lets a write beyond the largest size of a file be an error, where it would end the program.
pub(crate) fn keep_large_writes_errors() {
    system::keep_large_writes_errors();
}

#[cfg(unix)]
mod system {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::flag;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::{Arc, LazyLock};

    pub(super) static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

    /// Whether nobody waits for the first signal.
    pub(super) static AT_ONCE: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

    /// The signal that has come.
    static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

    /// Signals are only noted, so no thread has to be there for them. Where one cannot be noted, it goes on to end the program at once.
    pub(super) fn listen() {
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            if signal == SIGHUP && is_ignored(signal) {
                continue;
            }
            let number = usize::try_from(signal).unwrap_or_default();
            // What is registered first is done first: only the second signal finds the note of the first.
            let _ = flag::register_conditional_shutdown(signal, 128 + signal, AT_ONCE.clone())
                .and_then(|_| {
                    flag::register_conditional_shutdown(signal, 128 + signal, REQUESTED.clone())
                })
                .and_then(|_| flag::register_usize(signal, SIGNAL.clone(), number))
                .and_then(|_| flag::register(signal, REQUESTED.clone()));
        }
    }

    pub(super) fn exit_code() -> u8 {
        let signal = SIGNAL.load(Ordering::Relaxed);
        128 + u8::try_from(signal).ok().filter(|it| (1..64).contains(it)).unwrap_or(2)
    }

    pub(super) fn keep_large_writes_errors() {
        // If it is not possible, such a write ends the program as before.
        let _ = flag::register(SIGXFSZ, Arc::default());
    }

    /// Whether whoever started the program wants a signal to be ignored; also where nobody can tell.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
    }
}

#[cfg(not(unix))]
mod system {
    use std::process::exit;
    use std::sync::atomic::{AtomicBool, Ordering};

    pub(super) static REQUESTED: AtomicBool = AtomicBool::new(false);

    /// Whether nobody waits for the first Ctrl-C.
    pub(super) static AT_ONCE: AtomicBool = AtomicBool::new(false);

    pub(super) fn listen() {
        let handler = || {
            if REQUESTED.swap(true, Ordering::Relaxed) || AT_ONCE.load(Ordering::Relaxed) {
                exit(exit_code().into());
            }
        };
        // Where there is no way to listen, Ctrl-C goes on to end the program at once.
        let _ = ctrlc::set_handler(handler);
    }

    pub(super) fn exit_code() -> u8 {
        130
    }

    pub(super) fn keep_large_writes_errors() {}
}
