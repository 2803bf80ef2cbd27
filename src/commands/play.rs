//! `gamec play`: a game against the computer, which plays perfectly, or a puzzle with help.
//!
//! It talks line by line, so that it works over any connection and can be driven by a program.
//! Without a database the game is solved at once.

use crate::args::PlayArgs;
use crate::commands::moves::position;
use crate::commands::query::{beginning, what_it_has};
use crate::failure::Failure;
use crate::progress::Terminal;
use crate::{interrupt, load, read, report};
use gdl::model::Model;
use gdl_runtime::interp::{Interp, State};
use gdl_solver::answers::Answers;
use gdl_solver::database::{Opened, Oracle, is_database};
use gdl_solver::with_answers;
use seats::Seats;
use session::{Left, Session, Source};
use std::time::{SystemTime, UNIX_EPOCH};
use talk::Talk;

mod choice;
mod request;
mod screen;
mod seats;
mod session;
mod talk;

/// Plays until the player leaves.
pub(crate) fn run(args: &PlayArgs) -> Result<(), Failure> {
    if read::is_standard_input(&args.file) {
        return Err(Failure::input_with_help(
            "the game cannot come from standard input, which is where moves come from",
            "name a file",
        ));
    }
    if is_database(&args.file) {
        return with_database(args, &Opened::open(&args.file)?);
    }
    let source = read::read(&args.file)?;
    let (model, warnings) = load::resolve(&source, &args.defines)?;
    report::diagnostics(&source, &warnings, args.json);
    let start = load::start(&model, args.start.as_deref())?;
    let interp = Interp::with_start(&model, start)
        .ok_or_else(|| Failure::input("this game has no such start"))?;
    let from = position(&interp, args.from.as_deref())?;
    let mut session = session(args, &interp, from, Source::Search)?;
    let terminal = Terminal::new(args.json);
    loop {
        let root = session.root().clone();
        let left = with_answers(&interp, &root, &terminal, |answers| {
            interrupt::end_at_once();
            session.run(answers)
        });
        match left {
            Ok(Left::Quit) => return Ok(()),
            Ok(Left::Elsewhere) => interrupt::listen(),
            Err(Failure::Machine(reason)) if session.returns(&reason) => {}
            Err(failure) => return Err(failure),
        }
    }
}

fn with_database(args: &PlayArgs, opened: &Opened) -> Result<(), Failure> {
    if !args.defines.define.is_empty() || args.start.is_some() {
        return Err(Failure::input_with_help(
            "a database is about one start, with the parameters that it was made with",
            "`-D` and `--start` are for games; `gamec info` shows what is in a database",
        ));
    }
    let interp = opened.interp();
    let oracle = Oracle::new(opened);
    let from = match &args.from {
        Some(text) => position(&interp, Some(text))?,
        None => beginning(opened, &interp)?,
    };
    if args.from.is_none() && oracle.known(&from)?.is_none() {
        return Err(Failure::input_with_help(
            format!("the start is not in the database, which has {}", what_it_has(opened)),
            "`--from` says where to begin, and `gamec find` lists positions",
        ));
    }
    session(args, &interp, from, Source::Database)?.run(&oracle)?;
    Ok(())
}

/// A game as the user wants it, and the words to begin with.
fn session<'a>(
    args: &PlayArgs,
    interp: &'a Interp<'a>,
    from: State,
    source: Source,
) -> Result<Session<'a>, Failure> {
    let model = interp.model();
    let seats = seats(args, model, &from)?;
    let mut talk = Talk::new(args.json);
    if !args.json {
        let players = seats.sentence(model);
        talk.say(&format!("{}\n{players}`help` says what you can type.\n", model.title));
    }
    // Whatever the time is, it is not the same twice.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.subsec_nanos());
    let seed = args.seed.unwrap_or(u64::from(now));
    Ok(Session::new(interp, from, seats, source, seed, talk))
}

/// Who plays what: the user the player to move, unless she decides otherwise.
fn seats(args: &PlayArgs, model: &Model, from: &State) -> Result<Seats, Failure> {
    match &args.player {
        Some(word) => Seats::parse(model, word).map_err(Failure::input),
        None if model.players.len() > 2 => Ok(Seats::all(model, true)),
        None => Ok(Seats::one(model, from.mover)),
    }
}
