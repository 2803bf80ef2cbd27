//! `gamec verify`: values, checked another way than they were found.

use crate::args::{VerifyArgs, thread_count};
use crate::failure::{Failure, Message};
use crate::progress::Terminal;
use crate::{interrupt, load, output};
use findings::{Findings, Subject};
use gdl_runtime::interp::Interp;
use gdl_solver::database::{Opened, is_database};
use gdl_solver::{
    Choices, Limits, Problem, Question, VerifyOptions, machine, verify, verify_database,
};

mod file;
mod findings;

/// Solves the game and checks what was found, or checks a database; fails if something is wrong.
pub(crate) fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let limits = Limits {
        memory: args.memory.or(Limits::default().memory),
        threads: thread_count(args.threads),
        ..Limits::default()
    };
    let options = VerifyOptions { samples: args.sample, seed: args.seed };
    match is_database(&args.plan.game.file) {
        true => run_database(args, &limits, options),
        false => run_game(args, &limits, options),
    }
}

fn run_game(args: &VerifyArgs, limits: &Limits, options: VerifyOptions) -> Result<(), Failure> {
    let model = load::game(&args.plan.game, args.json)?;
    let start = load::start(&model, args.plan.start.as_deref())?;
    let interp = Interp::with_start(&model, start)
        .ok_or_else(|| Failure::input("this game has no such start"))?;
    let tier = (!args.tier.is_empty()).then(|| args.tier.clone());
    let question = Question { tier, ..Question::default() };
    let problem = Problem { interp: &interp, question };
    let choices = Choices {
        family: args.plan.family,
        bits: args.plan.bits,
        symmetry: args.symmetry.into(),
        ..Choices::default()
    };
    let found = verify(&problem, limits, &choices, options, &Terminal::new(args.json))?;
    let subject = Subject { model: &model, start, tier: problem.question.tier.as_deref() };
    let peak_memory_bytes = machine::peak_bytes();
    let findings = Findings { found, subject, seed: args.seed, peak_memory_bytes };
    if args.json {
        output::write_json(&findings.json())?;
    } else {
        output::write(&findings.text())?;
    }
    check_interrupted("interrupted before all samples were checked")?;
    Ok(findings.found.verdict()?)
}

fn run_database(args: &VerifyArgs, limits: &Limits, options: VerifyOptions) -> Result<(), Failure> {
    if args.plan.decide() || !args.tier.is_empty() || args.plan.start.is_some() {
        return Err(Failure::input_with_help(
            "a database says by itself what it holds",
            "leave out `--hash`, `--bits`, `--tier` and `--start`",
        ));
    }
    let opened = Opened::open(&args.plan.game.file)?;
    let found = verify_database(&opened, limits, options, &Terminal::new(args.json))?;
    if args.json {
        output::write_json(&file::json(&args.plan.game.file, &opened, &found))?;
    } else {
        output::write(&file::text(&args.plan.game.file, &opened, &found))?;
    }
    check_interrupted("interrupted before everything was checked")?;
    file::verdict(&found)
}

fn check_interrupted(text: &str) -> Result<(), Failure> {
    match interrupt::requested() {
        true => Err(Failure::Interrupted(Message::new(text))),
        false => Ok(()),
    }
}
