//! The user's Rust compiler: whether there is one, which one it is, and how it makes a library.

use super::error::{LEAST_MINOR, NativeError};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// How libraries are compiled. One unit of code, because a game is small and should be optimised
/// as a whole; lints are for who writes gamec. Straight code stays as it is: turned into vectors,
/// the digits of a permutation go through memory and wait for it (measured on sliding tiles: 22
/// instead of 27 nanoseconds for each successor without).
const OPTIONS: [&str; 14] = [
    "--crate-type=cdylib",
    "--crate-name=game",
    "--edition=2024",
    "--cap-lints=allow",
    "-Copt-level=3",
    "-Ccodegen-units=1",
    "-Cno-vectorize-slp",
    "-Cpanic=abort",
    "-Cstrip=symbols",
    "-Cembed-bitcode=no",
    "-Cdebuginfo=0",
    "-Cdebug-assertions=off",
    "-Coverflow-checks=off",
    NATIVE,
];

/// Code for the processor that is here.
const NATIVE: &str = "-Ctarget-cpu=native";

/// A Rust compiler.
#[derive(Clone, Debug)]
pub struct Compiler {
    program: OsString,
    /// What two compilers differ in: version, system, and what the processor can do.
    identity: String,
}

impl Compiler {
    /// Asks a program, such as `rustc`, what it is.
    pub fn find(program: &OsStr) -> Result<Self, NativeError> {
        // Both questions at once: each takes some 30 ms.
        let version = ask(program, &["-vV"])?;
        let processor = ask(program, &["--print=cfg", NATIVE])?;
        let version = version()?;
        let processor = processor()?;
        let release = version.lines().find_map(|line| line.strip_prefix("release: "));
        let release = release.unwrap_or("of unknown version");
        if is_old(release) {
            return Err(NativeError::OldCompiler { release: release.to_owned() });
        }
        Ok(Compiler { program: program.to_owned(), identity: version + &processor })
    }

    /// What libraries depend on besides their source.
    pub(super) fn identity(&self) -> String {
        format!("{}\n{}", OPTIONS.join(" "), self.identity)
    }

    /// Compiles a crate in an empty folder; gives the library in it.
    pub(super) fn compile(&self, source: &str, folder: &Path) -> Result<PathBuf, NativeError> {
        let file = folder.join("game.rs");
        let cache = |error| NativeError::Cache { path: file.clone(), error };
        std::fs::write(&file, source).map_err(cache)?;
        let library = folder.join("library");
        // Paths get into the library; so it is the same in any folder. It is compiled from where
        // the compiler was asked, because rustup chooses a compiler by the folder.
        let mut remap = OsString::from("--remap-path-prefix=");
        remap.push(folder);
        remap.push("=.");
        let output = Command::new(&self.program)
            .args(OPTIONS)
            .arg(remap)
            .arg("-o")
            .arg(&library)
            .arg(&file)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| no_compiler(&self.program, &error))?;
        if output.status.success() {
            return Ok(library);
        }
        Err(NativeError::NotCompiled {
            message: String::from_utf8_lossy(&output.stderr).trim_end().to_owned(),
        })
    }
}

/// Starts to ask; the function that is given waits for the answer.
fn ask(
    program: &OsStr,
    arguments: &[&str],
) -> Result<impl FnOnce() -> Result<String, NativeError>, NativeError> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().map_err(|error| no_compiler(program, &error))?;
    let program = program.to_owned();
    Ok(move || {
        let Output { status, stdout, stderr } =
            child.wait_with_output().map_err(|error| no_compiler(&program, &error))?;
        if status.success() {
            return Ok(String::from_utf8_lossy(&stdout).into_owned());
        }
        // Such as rustup without a toolchain.
        let message = String::from_utf8_lossy(&stderr);
        let reason = message.lines().next().unwrap_or("it fails and does not say why").to_owned();
        Err(NativeError::NoCompiler { program, reason })
    })
}

fn no_compiler(program: &OsStr, error: &std::io::Error) -> NativeError {
    NativeError::NoCompiler { program: program.to_owned(), reason: error.to_string() }
}

/// Whether a compiler is known to be too old.
fn is_old(release: &str) -> bool {
    let mut numbers = release.split('.').map(str::parse::<u32>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => major < 1 || major == 1 && minor < LEAST_MINOR,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Compiler, is_old};
    use crate::native::NativeError;

    #[test]
    fn old_compilers_are_known_by_their_number() {
        let old = ["1.87.0", "1.9.0", "0.12.0"];
        let new = ["1.88.0", "1.95.0-nightly", "2.0.0", "of unknown version"];
        assert!(old.into_iter().all(is_old) && !new.into_iter().any(is_old));
    }

    #[test]
    fn a_missing_compiler_has_an_error_of_its_own() {
        let found = Compiler::find("/nowhere/rustc".as_ref());
        assert!(matches!(found, Err(NativeError::NoCompiler { .. })), "{found:?}");
        let fails = Compiler::find("false".as_ref());
        assert!(matches!(fails, Err(NativeError::NoCompiler { .. })), "{fails:?}");
    }
}
