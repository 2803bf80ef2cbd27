//! Games in compiled code: those that are part of this program, and those that the user's compiler
//! makes.

use crate::cost::WORTH_COMPILING;
use crate::environment;
use crate::error::Message;
use crate::reporter::Reporter;
use gdl::ir::Module;
use gdl_runtime::Evaluated;
use gdl_runtime::engine::Sweep;
use gdl_runtime::native::{self, Compiler, NativeError, NativeGame};
use gdl_runtime::values::Worker;

/// The game of a module with moves, whose positions have `size` indices.
pub(crate) fn compiled(
    module: &Module,
    size: u64,
    reporter: &dyn Reporter,
) -> Result<Box<dyn Sweep>, Message> {
    if environment::evaluates() {
        return Ok(Box::new(Evaluated::new(module, size)));
    }
    let shipped = || gdl_shipped::find(module);
    let here = || by_compiler(module, reporter).map(|game| Box::new(game) as Box<dyn Sweep>);
    if size < WORTH_COMPILING {
        shipped().map_or_else(here, Ok)
    } else {
        here().or_else(|message| shipped().ok_or(message))
    }
}

/// Returns whether the compiler has to make the code of a module whose positions have `size`
/// indices, or whether it is there already.
///
/// # Errors
///
/// If it has to and there is no compiler.
pub(crate) fn must_be_compiled(module: &Module, size: u64) -> Result<bool, Message> {
    if environment::evaluates() {
        return Ok(false);
    }
    let is_shipped = gdl_shipped::find(module).is_some();
    match compiler_is_there() {
        _ if is_shipped && size < WORTH_COMPILING => Ok(false),
        Err(_) if is_shipped => Ok(false),
        found => found.map(|()| true),
    }
}

/// Looks for the compiler.
///
/// # Errors
///
/// If there is none.
pub(crate) fn compiler_is_there() -> Result<(), Message> {
    if environment::evaluates() {
        return Ok(());
    }
    Compiler::find(&environment::compiler()).map(drop).map_err(Message::from)
}

/// Code for searches and for values.
pub(crate) trait Code: Sweep + Worker {}

impl<T: Sweep + Worker> Code for T {}

/// The game of a module with moves, for values.
pub(crate) fn both(
    module: &Module,
    size: u64,
    reporter: &dyn Reporter,
) -> Result<Box<dyn Code>, Message> {
    if environment::evaluates() {
        return Ok(Box::new(Evaluated::new(module, size)));
    }
    Ok(Box::new(by_compiler(module, reporter)?))
}

/// The game of a module with moves, by the compiler of this machine.
///
/// A cache that cannot be used is no reason not to run: the code is compiled for this run alone,
/// and a note says why.
fn by_compiler(module: &Module, reporter: &dyn Reporter) -> Result<NativeGame, Message> {
    let compiler = Compiler::find(&environment::compiler()).map_err(Message::from)?;
    let unkept = |reason: &str| {
        reporter.note(&format!("compiled code is not kept: {reason}"));
        native::compile_unkept(module, &compiler).map_err(Message::from)
    };
    let cache = match environment::cache() {
        Ok(cache) => cache,
        Err(message) => return unkept(&message.text),
    };
    match native::compile(module, &compiler, &cache) {
        Err(error @ (NativeError::Cache { .. } | NativeError::Untrusted { .. })) => {
            unkept(&Message::from(error).on_one_line())
        }
        game => game.map_err(Message::from),
    }
}
