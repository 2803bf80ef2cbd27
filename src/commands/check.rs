//! `gamec check`: the messages about every file, expectations about the rules included, then each
//! game in short.

use crate::args::{CheckArgs, DefineArgs};
use crate::failure::Failure;
use crate::report::{self, JsonDiagnostic};
use crate::{load, output, read};
use gdl::model::{Action, Alternative, Body, Model, Move};
use gdl_runtime::interp::check_expectations_of_rules;
use gdl_solver::text;
use serde::Serialize;
use std::path::Path;

/// Checks every file; fails if one of them is wrong.
pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let mut worst = None;
    let mut summaries = String::new();
    let mut reports = Vec::new();
    for file in &args.files {
        let (report, failure) = check(file, &args.defines, args.json);
        summaries.push_str(
            &report.game.as_ref().map(|game| summary_text(&report, game)).unwrap_or_default(),
        );
        reports.push(report);
        if let Some(failure) = failure {
            failure.keep_worst(&mut worst);
        }
    }
    if args.json {
        output::write_json(&reports)?;
    } else if worst.is_none() {
        output::write(&summaries)?;
    }
    worst.map_or(Ok(()), Err)
}

/// What is reported about one file.
#[derive(Debug, Serialize)]
struct FileReport {
    file: String,
    /// Why there is nothing to check: a missing file, one that is not text ...
    error: Option<String>,
    diagnostics: Vec<JsonDiagnostic>,
    game: Option<Summary>,
}

/// A game in short.
#[derive(Debug, Serialize)]
struct Summary {
    title: String,
    params: serde_json::Map<String, serde_json::Value>,
    board: String,
    cells: usize,
    players: Vec<String>,
    pieces: Vec<PieceSummary>,
    moves: Vec<MoveSummary>,
    starts: usize,
    expectations: usize,
    #[serde(skip)]
    warnings: usize,
}

#[derive(Debug, Serialize)]
struct PieceSummary {
    label: String,
    glyph: Option<char>,
    at_start: u64,
}

#[derive(Debug, Serialize)]
struct MoveSummary {
    name: String,
    ground_rules: usize,
}

/// Checks a file. Without `--json`, where messages are part of the result, they are shown at once.
fn check(file: &Path, defines: &DefineArgs, json: bool) -> (FileReport, Option<Failure>) {
    let name = file.display().to_string();
    let mut report = FileReport { file: name, error: None, diagnostics: Vec::new(), game: None };
    let result = read::read(file).and_then(|source| {
        let (model, warnings) = load::resolve(&source, defines)?;
        super::solve::confirm(&model, &check_expectations_of_rules(&model))?;
        Ok((source, model, warnings))
    });
    match result {
        Ok((source, model, warnings)) => {
            report.game = Some(summary(&model, warnings.len()));
            if json {
                report.diagnostics = report::json_diagnostics(&source, &warnings);
            } else {
                report::diagnostics(&source, &warnings, false);
            }
            (report, None)
        }
        Err(failure) => {
            match &failure {
                _ if !json => report::failure(&failure, false),
                Failure::Game(source, diagnostics) => {
                    report.diagnostics = report::json_diagnostics(source, diagnostics);
                }
                Failure::Input(message)
                | Failure::Machine(message)
                | Failure::Interrupted(message) => {
                    report.error = Some(message.text.clone());
                }
                Failure::Unread | Failure::Reported | Failure::ReportedMachine => {}
            }
            (report, Some(failure))
        }
    }
}

fn summary(model: &Model, warnings: usize) -> Summary {
    let start = model.starts.first().map(|start| start.cells.as_slice()).unwrap_or_default();
    let pieces = model.pieces.iter().zip(1_u8..).map(|(piece, content)| PieceSummary {
        label: piece.label.clone(),
        glyph: piece.glyph,
        at_start: if model.heap {
            start.iter().map(|number| u64::from(*number)).sum()
        } else {
            start.iter().map(|cell| u64::from(*cell == content)).sum()
        },
    });
    Summary {
        title: model.title.clone(),
        params: crate::json::params(model),
        board: format!("{:?}", model.board.kind).to_lowercase(),
        cells: model.board.cells.len(),
        players: model.players.iter().map(|player| player.name.clone()).collect(),
        pieces: pieces.collect(),
        moves: move_summaries(model),
        starts: model.starts.len(),
        expectations: model.expects.len(),
        warnings,
    }
}

/// The moves in file order; those of all players and parameters together.
fn move_summaries(model: &Model) -> Vec<MoveSummary> {
    let mut list: Vec<MoveSummary> = Vec::new();
    for it in &model.moves {
        let ground_rules = ground_rules(it);
        match list.iter_mut().find(|known| known.name == it.name) {
            Some(known) => known.ground_rules += ground_rules,
            None => list.push(MoveSummary { name: it.name.clone(), ground_rules }),
        }
    }
    list
}

fn ground_rules(it: &Move) -> usize {
    let in_alternatives = |list: &[Alternative]| -> usize {
        let steps = list.iter().flat_map(|alternative| &alternative.steps);
        steps
            .map(|step| match &step.action {
                Action::Nothing | Action::Harvest(_) => 0,
                Action::Rewrite(rules) => rules.len(),
                Action::Permute(_) => 1,
                Action::Sow(list) => list.len(),
            })
            .sum()
    };
    match &it.body {
        Body::Once(list) | Body::Chain(list) => in_alternatives(list),
        Body::Settle(list) => {
            list.iter().map(|settle| settle.rules.len() + settle.forbidden.len()).sum()
        }
    }
}

fn summary_text(report: &FileReport, game: &Summary) -> String {
    let warnings = match game.warnings {
        0 => "ok".to_owned(),
        count => format!("ok, {}", text::counted(count, "warning")),
    };
    let params: Vec<String> =
        game.params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let moves = game
        .moves
        .iter()
        .map(|it| format!("{} ({})", it.name, text::counted(it.ground_rules, "ground rule")));
    let mut text = format!("{}: {warnings}\n  title    {}\n", report.file, game.title);
    let mut row = |word: &str, value: String| {
        if !value.is_empty() {
            text.push_str(&format!("  {word:<8} {value}\n"));
        }
    };
    row("params", params.join(", "));
    row("board", format!("{}, {}", text::counted(game.cells, "cell"), game.board));
    row("players", game.players.join(", "));
    row("pieces", pieces_text(&game.pieces));
    row("moves", shortened(moves.collect()));
    text
}

/// How many there are of each at the start; numbered pieces, of which there is one each, as a
/// span.
fn pieces_text(pieces: &[PieceSummary]) -> String {
    let numbered = |piece: &PieceSummary| piece.at_start == 1 && piece.label.parse::<u64>().is_ok();
    match pieces {
        [first, .., last] if pieces.iter().all(numbered) => {
            format!("{} .. {}", first.label, last.label)
        }
        _ => shortened(
            pieces
                .iter()
                .map(|piece| format!("{} {}", text::grouped(piece.at_start), piece.label))
                .collect(),
        ),
    }
}

/// A long list in one line: its first entries and how many there are.
fn shortened(list: Vec<String>) -> String {
    const SHOWN: usize = 8;
    match list.len() {
        0..=SHOWN => list.join(", "),
        count => format!("{}, ... ({count} in all)", list[..SHOWN].join(", ")),
    }
}
