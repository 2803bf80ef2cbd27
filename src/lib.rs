//! The command line of gamec.
//!
//! Results go to standard output, messages and progress to standard error. Exit codes: 0 done, 1
//! the input is wrong, 2 the machine is (input and output, memory). A command writes its results
//! at its end, so that a failed one leaves standard output empty.
//!
//! A library of its own, so that it is compiled beside the engines; a binary waits for all
//! libraries.

#![forbid(unsafe_code)]

use args::{Args, Command};
use clap::Parser;
use std::process::ExitCode;

mod args;
mod commands;
mod failure;
mod interrupt;
mod json;
mod load;
mod output;
mod plot;
mod progress;
mod read;
mod report;
mod table;

/// Runs the command that the arguments of this process ask for.
pub fn run() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    interrupt::keep_large_writes_errors();
    let json = args.wants_json();
    let result = match args.command {
        Command::Check(args) => commands::check::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Emit(args) => commands::emit::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Audit(args) => commands::audit::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Show(args) => commands::show::run(&args),
        Command::Moves(args) => commands::moves::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Query(args) => commands::query::run(&args),
        Command::Line(args) => commands::line::run(&args),
        Command::Find(args) => commands::find::run(&args),
        Command::Stats(args) => commands::stats::run(&args),
        Command::Info(args) => commands::info::run(&args),
        Command::Repack(args) => commands::repack::run(&args),
        Command::Cache(args) => commands::cache::run(&args),
        Command::Gpus(args) => commands::gpus::run(&args),
        Command::New(args) => commands::new::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            report::failure(&failure, json);
            ExitCode::from(failure.exit_code())
        }
    }
}

/// A wrong flag is a wrong input; `--help` and `--version` are no errors.
fn usage(error: &clap::Error) -> ExitCode {
    // If the message cannot be written there is nobody to tell.
    let _ = error.print();
    if error.use_stderr() { ExitCode::from(1) } else { ExitCode::SUCCESS }
}
