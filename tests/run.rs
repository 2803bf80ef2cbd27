//! Running the program under test from the root of the project.

use std::process::Command;

/// What a run of the program gave.
pub(crate) struct Ran {
    /// The exit code.
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs `gamec` with these arguments.
pub(crate) fn gamec(arguments: &[&str]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_gamec"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs");
    Ran {
        status: output.status.code().expect("not killed"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}
