//! Ctrl-C and its like: the first one asks a search to stop, to say what it knows and to keep what
//! it has; the second one ends the program.
//!
//! A program that is told to end (`kill`, a system that shuts down, a terminal that is closed)
//! stops in the same way. What is started with `nohup` does not mind its terminal.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

static LISTENING: Once = Once::new();

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Whether the first signal ends the program already.
static AT_ONCE: AtomicBool = AtomicBool::new(false);

/// The exit code of the signal that has come; Ctrl-C until then.
static EXIT_CODE: AtomicU8 = AtomicU8::new(130);

/// From now on the user can interrupt. Without this, Ctrl-C ends the program at once.
pub(crate) fn listen() {
    AT_ONCE.store(false, Ordering::Relaxed);
    LISTENING.call_once(system::listen);
}

/// From now on Ctrl-C ends the program at once, as there is no search to stop.
pub(crate) fn end_at_once() {
    AT_ONCE.store(true, Ordering::Relaxed);
}

/// Whether the user wants the search to stop.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// The exit code of a program that was interrupted, as shells have it.
pub(crate) fn exit_code() -> u8 {
    EXIT_CODE.load(Ordering::Relaxed)
}

/// Lets a write beyond the largest size of a file be an error, where it would end the program.
pub(crate) fn keep_large_writes_errors() {
    system::keep_large_writes_errors();
}

/// Notes a signal; `exit` ends the program if it is the second, or nobody waits for the first.
fn note(code: u8, exit: impl Fn(i32)) {
    EXIT_CODE.store(code, Ordering::Relaxed);
    if REQUESTED.swap(true, Ordering::Relaxed) || AT_ONCE.load(Ordering::Relaxed) {
        exit(code.into());
    }
}

#[cfg(unix)]
mod system {
    use super::note;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::{flag, low_level};
    use std::sync::{Arc, mpsc};
    use std::thread;

    /// One thread takes all signals: handlers of two signals can run at once in two threads, and
    /// neither would be the second. Where it cannot be started, a signal goes on to end the
    /// program at once.
    pub(super) fn listen() {
        let (registered, ready) = mpsc::channel();
        let listener = move || {
            let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter();
            let wanted = wanted.filter(|signal| *signal != SIGHUP || !is_ignored(*signal));
            let Ok(mut signals) = Signals::new(wanted) else { return };
            let _ = registered.send(());
            for signal in signals.forever() {
                note(128 + u8::try_from(signal).unwrap_or(0), |code| low_level::exit(code));
            }
        };
        if thread::Builder::new().name("signals".to_owned()).spawn(listener).is_ok() {
            let _ = ready.recv();
        }
    }

    pub(super) fn keep_large_writes_errors() {
        // If it is not possible, such a write ends the program as before.
        let _ = flag::register(SIGXFSZ, Arc::default());
    }

    /// Whether the process that started the program wants a signal to be ignored; also where nobody
    /// can tell.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
    }
}

#[cfg(not(unix))]
mod system {
    use super::note;
    use std::process::exit;

    pub(super) fn listen() {
        // Where there is no way to listen, Ctrl-C goes on to end the program at once.
        let _ = ctrlc::set_handler(|| note(130, |code| exit(code)));
    }

    pub(super) fn keep_large_writes_errors() {}
}
