//! Games in compiled code: those that are part of this program, and those that the user's compiler makes.

use crate::environment;
use crate::failure::Message;
use crate::report;
use gdl::ir::Module;
use gdl_runtime::engine::{Evaluated, Sweep};
use gdl_runtime::native::{self, Compiler, Distrust, NativeError, NativeGame};
use gdl_runtime::values::Worker;
use std::sync::Once;

/// From so many indices on, code for the processor that is here is worth the half second that making it takes.
const WORTH_COMPILING: u64 = 20_000_000;

/// The game of a module with moves, whose positions have so many indices.
pub(crate) fn compiled(module: &Module, size: u64) -> Result<Box<dyn Sweep>, Message> {
    if environment::evaluates() {
        return Ok(Box::new(Evaluated::new(module, size)));
    }
    let shipped = || gdl_shipped::find(module);
    let here = || by_compiler(module).map(|game| Box::new(game) as Box<dyn Sweep>);
    if size < WORTH_COMPILING {
        shipped().map_or_else(here, Ok)
    } else {
        here().or_else(|message| shipped().ok_or(message))
    }
}

/// Code for searches and for values.
pub(crate) trait Code: Sweep + Worker {}

impl<T: Sweep + Worker> Code for T {}

/// The game of a module with moves, for values.
pub(crate) fn both(module: &Module, size: u64) -> Result<Box<dyn Code>, Message> {
    if environment::evaluates() {
        return Ok(Box::new(Evaluated::new(module, size)));
    }
    Ok(Box::new(by_compiler(module)?))
}

/// The game of a module with moves, by the compiler of this machine.
///
/// A cache that cannot be used is no reason not to run: the code is compiled for this run alone, and a note says why.
fn by_compiler(module: &Module) -> Result<NativeGame, Message> {
    let compiler = Compiler::find(&environment::compiler()).map_err(message)?;
    let unkept = |reason: &str| {
        note_once(&format!("compiled code is not kept: {reason}"));
        native::compile_unkept(module, &compiler).map_err(message)
    };
    let cache = match environment::cache() {
        Ok(cache) => cache,
        Err(message) => return unkept(&message.text),
    };
    match native::compile(module, &compiler, &cache) {
        Err(error @ (NativeError::Cache { .. } | NativeError::Untrusted { .. })) => {
            unkept(&message(error).on_one_line())
        }
        game => game.map_err(message),
    }
}

/// Shows a note, unless one was shown before: commands that compile several games would repeat it.
fn note_once(text: &str) {
    static SHOWN: Once = Once::new();
    SHOWN.call_once(|| report::note_anywhere(text));
}

/// What is wrong, and what to do about it.
pub(crate) fn message(error: NativeError) -> Message {
    let help = match &error {
        NativeError::NoCompiler { .. } | NativeError::OldCompiler { .. } => {
            Some("the variable RUSTC names another compiler; https://rustup.rs has one".to_owned())
        }
        NativeError::Cache { .. } => {
            Some("the variable GAMEC_CACHE names another folder".to_owned())
        }
        NativeError::Untrusted { path, reason: Distrust::Writable } => {
            let path = path.display();
            Some(format!(
                "`chmod go-w {path}`, or let the variable GAMEC_CACHE name another folder"
            ))
        }
        NativeError::Untrusted { .. } => {
            Some("the variable GAMEC_CACHE names another folder, which must be your own".to_owned())
        }
        NativeError::NotCompiled { .. }
        | NativeError::NotLoaded { .. }
        | NativeError::WrongLibrary
        | NativeError::WrongTables => None,
    };
    Message { text: error.to_string(), help }
}
