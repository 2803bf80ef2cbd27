//! The binary of gamec.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    gamec::run()
}
