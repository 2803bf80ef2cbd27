//! What the environment says about compiled code: which compiler makes it, if one does, and where
//! it is kept.

use crate::error::Message;
use gdl_runtime::disk::{Disk, Fault};
use gdl_runtime::native::{Cache, DEFAULT_LIMIT};
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// The Rust compiler: `RUSTC`, as for cargo, or `rustc` where programs are found.
pub fn compiler() -> OsString {
    given("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// Whether generated code is evaluated instead of compiled: `GAMEC_EVALUATE` is set. It is slow,
/// but there at once, which checks of very small games need, and it notices every overflow.
pub fn evaluates() -> bool {
    given("GAMEC_EVALUATE").is_some()
}

/// The folder of compiled code: `GAMEC_CACHE`, or `gamec` in the user's cache folder.
pub fn cache() -> Result<Cache, Message> {
    let users = || match given("XDG_CACHE_HOME").map(PathBuf::from) {
        // The standard says that other paths count for nothing.
        Some(folder) if folder.is_absolute() => Some(folder),
        _ => Some(PathBuf::from(given("HOME")?).join(".cache")),
    };
    let folder = match given("GAMEC_CACHE") {
        Some(folder) => Some(PathBuf::from(folder)),
        None => users().map(|folder| folder.join("gamec")),
    };
    let folder = folder.ok_or_else(|| Message {
        text: "there is no folder to keep compiled code in".to_owned(),
        help: Some("set `GAMEC_CACHE` to one".to_owned()),
    })?;
    Ok(Cache::new(folder, DEFAULT_LIMIT))
}

/// A variable that is set and not empty.
fn given(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

/// The disk that results are written to.
pub fn disk() -> Disk {
    fault().map_or_else(Disk::new, Disk::failing)
}

/// The fault that a test wants the disk to have: `GAMEC_FAULT` is the number of a call that fails,
/// with all after it.
#[cfg(debug_assertions)]
fn fault() -> Option<Fault> {
    let at = given("GAMEC_FAULT")?.to_str()?.parse().ok()?;
    Some(Fault { at, kind: std::io::ErrorKind::StorageFull, lasting: true })
}

#[cfg(not(debug_assertions))]
fn fault() -> Option<Fault> {
    None
}
