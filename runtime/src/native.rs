//! Games as machine code: generated Rust is compiled by the user's compiler into a library, once, and loaded.
//!
//! The library holds the rules of one game and the engines' hot loops, compiled together, so that a move costs what it would in a program
//! written for the game by hand. Layers, threads and everything else stay here. [`source()`] makes the crate, [`open`] compiles and loads it,
//! [`Cache`] keeps what was compiled, and a [`NativeGame`] is what the engines sweep with.
//!
//! Without a compiler there is nothing to run natively: [`NativeError::NoCompiler`] says so, and the caller does something else.

mod border;
mod cache;
mod compiler;
mod error;
mod library;
#[cfg(feature = "interp")]
mod module;
mod source;

pub use cache::{Cache, CacheContents, DEFAULT_LIMIT};
pub use compiler::Compiler;
pub use error::NativeError;
pub use library::{Library, NativeGame, Position};
#[cfg(feature = "interp")]
pub use module::{compile, index};
pub use source::{RULES_PATH, source};

use crate::checksum::checksum_of_all;
use border::Label;

/// Loads the library with this source; compiles it if it is not in the cache.
pub fn open(source: &str, compiler: &Compiler, cache: &Cache) -> Result<Library, NativeError> {
    let version = env!("CARGO_PKG_VERSION");
    let key = checksum_of_all(&[version, &compiler.identity(), source]);
    let [high, low] = [key >> 64, key & u128::from(u64::MAX)]
        .map(|half| u64::try_from(half).expect("half of 128 bits"));
    let label = Label { high, low };
    // Somebody else may clear the cache between looking and loading; then it is made again.
    if let Some(library) = cache.find(key).and_then(|path| Library::load(&path, label).ok()) {
        return Ok(library);
    }
    let made = cache.make(key, &source::labelled(source, label), compiler)?;
    Library::load(&made, label)
}
