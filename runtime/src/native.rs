//! Games as machine code: generated Rust is compiled by the user's compiler into a library, once,
//! and loaded.
//!
//! The library holds the rules of one game and the engines' hot loops, compiled together, so that
//! a move costs what it would in a program written for the game by hand. Layers, threads and
//! everything else stay here. [`source()`] makes the crate, [`open`] compiles and loads it,
//! [`Cache`] keeps what was compiled, and a [`NativeGame`] is what the engines sweep with.
//!
//! Without a compiler there is nothing to run natively: [`NativeError::NoCompiler`] says so, and
//! the caller does something else.

mod border;
mod build_folder;
mod cache;
mod compiler;
mod error;
mod key;
mod library;
#[cfg(feature = "interp")]
mod module;
mod source;
mod trust;

pub use cache::{Cache, CacheContents, DEFAULT_LIMIT};
pub use compiler::Compiler;
pub use error::{Distrust, NativeError};
pub use library::{Library, NativeGame, Position};
#[cfg(feature = "interp")]
pub use module::{compile, compile_unkept, index};
pub use source::{RULES_PATH, source};

use build_folder::BuildFolder;
use key::Key;

/// Loads the library with this source; compiles it if it is not in the cache.
///
/// # Errors
///
/// If it cannot be compiled, kept or loaded, or if somebody else could have put something into the
/// cache.
pub fn open(source: &str, compiler: &Compiler, cache: &Cache) -> Result<Library, NativeError> {
    let key = Key::new(source, compiler);
    // Somebody else may clear the cache between looking and loading; then it is made again.
    if let Some(path) = cache.find(&key)?
        && let Ok(library) = Library::load(&path, key.label())
    {
        return Ok(library);
    }
    let made = cache.make(&key, &source::labelled(source, key.label()), compiler)?;
    Library::load(&made, key.label())
}

/// Compiles the library with this source in a folder of its own and loads it. Nothing is kept.
///
/// # Errors
///
/// If it cannot be compiled or loaded, or if there is no folder for temporary files that can be
/// trusted.
pub fn open_unkept(source: &str, compiler: &Compiler) -> Result<Library, NativeError> {
    let key = Key::new(source, compiler);
    let parent = trust::temporary_folder()?;
    let folder = BuildFolder::create_in(&parent)
        .map_err(|error| NativeError::Cache { path: parent, error })?;
    let made = compiler.compile(&source::labelled(source, key.label()), folder.path())?;
    // What is loaded stays when the file goes.
    Library::load(&made, key.label())
}
