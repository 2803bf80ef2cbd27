//! Ctrl-C: the first one asks a search to stop and to say what it knows, the second one ends the program.

use std::process::exit;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a program that was interrupted, as shells have it.
pub(crate) const EXIT_CODE: u8 = 130;

static REQUESTED: AtomicBool = AtomicBool::new(false);
static LISTENING: Once = Once::new();

/// Whether nobody waits for the first Ctrl-C.
static AT_ONCE: AtomicBool = AtomicBool::new(false);

/// From now on the user can interrupt. Without this, Ctrl-C ends the program at once.
pub(crate) fn listen() {
    AT_ONCE.store(false, Ordering::Relaxed);
    LISTENING.call_once(|| {
        let handler = || {
            if REQUESTED.swap(true, Ordering::Relaxed) || AT_ONCE.load(Ordering::Relaxed) {
                exit(EXIT_CODE.into());
            }
        };
        // Where there is no way to listen, Ctrl-C goes on to end the program at once.
        let _ = ctrlc::set_handler(handler);
    });
}

/// From now on Ctrl-C ends the program at once, as there is no search to stop.
pub(crate) fn end_at_once() {
    AT_ONCE.store(true, Ordering::Relaxed);
}

/// Whether the user wants the search to stop.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
