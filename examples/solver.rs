//! A game that is not known before the program runs: solved, kept in a database and asked about.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use gdl_solver::answers::Answers;
use gdl_solver::answers::line::{LONGEST, best_line};
use gdl_solver::answers::rated::{best_first, rated_moves};
use gdl_solver::answers::words::{move_words, position_words};
use gdl_solver::database::{Opened, Oracle};
use gdl_solver::gdl::Params;
use gdl_solver::runtime::interp::Interp;
use gdl_solver::{
    Choices, KeepOptions, Limits, Problem, Quiet, Wants, choose, compile_game, run_and_keep,
};
use std::env::{args, temp_dir};
use std::{error::Error, fs, process};

fn main() -> Result<(), Box<dyn Error>> {
    let path = args().nth(1).unwrap_or("games/tic-tac-toe.gdl".to_owned());
    let model = compile_game(&path, &fs::read_to_string(&path)?, &Params::new())?;
    let interp = Interp::new(&model);
    let mut problem = Problem::new(&interp);
    problem.question.wants = Wants::Database;
    let (limits, choices) = (Limits::default(), Choices::default());
    let strategy = choose(&problem, &limits, &choices, &Quiet)?;
    let file = temp_dir().join(format!("{}.db", process::id()));
    let keep = KeepOptions::new(&file);
    run_and_keep(&strategy, keep, &problem, &limits, &choices, &Quiet)?;

    let opened = Opened::open(&file)?;
    let (interp, oracle) = (opened.interp(), Oracle::new(&opened));
    let start = interp.start();
    println!("{}", position_words(&opened.model, oracle.known(&start)?));
    let mut moves = rated_moves(&interp, &oracle, &start)?;
    best_first(&mut moves);
    for it in moves {
        println!("{}: {}", it.play.text, move_words(&opened.model, it.known));
    }
    println!("{} moves to the end", best_line(&interp, &oracle, &start, LONGEST)?.moves.len());
    Ok(())
}
