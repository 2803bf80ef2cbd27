//! `gamec verify FILE` for databases: every block, and every value against those after its moves.

use super::distances;
use crate::args::{VerifyArgs, thread_count};
use crate::failure::{Failure, Message};
use crate::progress::{Progress, Terminal};
use crate::{interrupt, json, output};
use gdl::plan::PlanOptions;
use gdl::words::bytes_text;
use gdl_runtime::SolveError;
use gdl_runtime::interp::{
    Interp, SampleOptions, SampleReport, Samples, check_samples, parse_position, position_text,
};
use gdl_runtime::values::{ValueOptions, check_values, load_values};
use gdl_runtime::{Observer, Progress as Reached};
use gdl_solver::compiled::compiled;
use gdl_solver::database::{Finished, Holds, Opened, Oracle, failure};
use gdl_solver::text::{counted, grouped};
use gdl_solver::values::{prepare, tables_of};
use gdl_solver::{Choices, Error, Expected, Limits, Problem, Question, Wants, machine};
use serde::Serialize;

/// What was found.
#[derive(Debug, Serialize)]
struct Findings {
    file: String,
    game: String,
    params: serde_json::Map<String, serde_json::Value>,
    bytes: u64,
    blocks: u64,
    /// How many values were compared with those after their moves; none if only samples were.
    checked: Option<u64>,
    samples: Option<u64>,
    wrong: u64,
    first_wrong: Option<String>,
}

/// Checks a database.
pub(super) fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let path = &args.plan.game.file;
    if args.plan.decide() || !args.tier.is_empty() || args.plan.start.is_some() {
        return Err(Failure::input_with_help(
            "a database says by itself what it holds",
            "leave out `--hash`, `--bits`, `--tier` and `--start`",
        ));
    }
    let opened = Opened::open(path)?;
    let blocks = check_blocks(&opened, args)?;
    let file = File { opened: &opened, interp: &opened.interp(), args };
    let mut findings = Findings {
        file: path.display().to_string(),
        game: opened.model.title.clone(),
        params: json::params(&opened.model),
        bytes: opened.reader.bytes(),
        blocks,
        checked: None,
        samples: None,
        wrong: 0,
        first_wrong: None,
    };
    match (args.sample, opened.about.label.holds) {
        (Some(samples), _) => file.check_samples(samples, &mut findings)?,
        (None, Holds::Distances) => file.check_distances(&mut findings)?,
        (None, _) => file.check_values(&mut findings)?,
    }
    if args.json {
        output::write_json(&findings)?;
    } else {
        output::write(&text(&findings))?;
    }
    if interrupt::requested() {
        let text = "interrupted before everything was checked".to_owned();
        return Err(Failure::Interrupted(Message { text, help: None }));
    }
    match (findings.wrong, &findings.first_wrong) {
        (0, _) => Ok(()),
        (wrong, first) => {
            let first = first.as_deref().unwrap_or("not known");
            Err(Failure::input(format!("{} wrong; the first: {first}", counted(wrong, "value"))))
        }
    }
}

/// Reads every block; gives how many there are.
fn check_blocks(opened: &Opened, args: &VerifyArgs) -> Result<u64, Failure> {
    let mut progress = Progress::new(args.json, Some(Expected::Samples));
    let mut blocks = 0;
    let mut go_on = |done: u64, all: u64| {
        blocks = all;
        progress.progress(&Reached { states: done, size: all, ..Reached::default() });
        !progress.cancelled()
    };
    opened.reader.check(&mut go_on).map_err(failure)?;
    if interrupt::requested() {
        let text = "interrupted before all blocks were read".to_owned();
        return Err(Failure::Interrupted(Message { text, help: None }));
    }
    Ok(blocks)
}

fn text(findings: &Findings) -> String {
    let Findings { file, game, blocks, bytes, .. } = findings;
    let mut text = format!(
        "{file}: {game}\n{} ({}): all as they were written\n",
        counted(*blocks, "block"),
        bytes_text(*bytes)
    );
    let wrong = |wrong: u64| {
        if wrong == 0 { "all right".to_owned() } else { format!("{} wrong", grouped(wrong)) }
    };
    if let Some(checked) = findings.checked {
        let checked = counted(checked, "position");
        text.push_str(&format!("{checked} against their moves: {}\n", wrong(findings.wrong)));
    }
    if let Some(samples) = findings.samples {
        let samples = counted(samples, "sample");
        text.push_str(&format!("{samples} by the interpreter: {}\n", wrong(findings.wrong)));
    }
    text
}

/// A database that is checked.
struct File<'a> {
    opened: &'a Opened,
    interp: &'a Interp<'a>,
    args: &'a VerifyArgs,
}

impl File<'_> {
    fn memory_limit(&self) -> Option<u64> {
        self.args.memory.or_else(machine::free_bytes)
    }

    /// Checks all distances.
    fn check_distances(&self, findings: &mut Findings) -> Result<(), Failure> {
        let Opened { model, plan, .. } = self.opened;
        let mut numbers = distances::load(self.opened, self.memory_limit())?;
        if !distances::has_layers(&numbers, &self.opened.about.layers) {
            return Err(Failure::input("the layers of the database are not those of its numbers"));
        }
        let coded;
        let plan = if plan.family.is_word_parallel() {
            // Code that looks at one position at a time numbers them in another way.
            let wanted = PlanOptions { one_to_one: true, ..PlanOptions::default() };
            coded = gdl::plan::plan(model, &plan.facts, wanted)
                .map_err(|error| Failure::input(error.to_string()))?;
            numbers = distances::renumbered(&plan.hash, &numbers, &coded.hash);
            &coded
        } else {
            plan
        };
        let module = gdl::lower::game(model, plan);
        let sweep = compiled(&module, plan.hash.size(), &Terminal::new(self.args.json))
            .map_err(Failure::Machine)?;
        let Some(start) = plan.hash.rank(&self.interp.start()) else {
            return Err(Failure::input("the start has no number"));
        };
        let found = distances::check(&*sweep, start, &numbers);
        findings.checked = Some(found.positions);
        findings.wrong = found.wrong;
        findings.first_wrong =
            found.first.map(|index| position_text(model, &plan.hash.unrank(index)));
        Ok(())
    }

    /// Checks all values.
    fn check_values(&self, findings: &mut Findings) -> Result<(), Failure> {
        let Opened { model, places, about, .. } = self.opened;
        let from = match &about.label.from {
            Some(text) => Some(parse_position(model, text).map_err(|error| {
                Failure::input(format!("the position it begins with is wrong: {error}"))
            })?),
            None => None,
        };
        let tier: Option<Vec<(String, i64)>> =
            about.label.tier.clone().map(|tier| tier.into_iter().collect());
        let problem = Problem {
            interp: self.interp,
            question: Question { from, tier, wants: Wants::Values, ..Question::default() },
        };
        let limits = Limits {
            memory: self.memory_limit(),
            threads: thread_count(self.args.threads),
            ..Limits::default()
        };
        let choices = Choices {
            bits: (about.label.holds == Holds::ValuesWithoutDepth).then_some(2),
            ..Choices::default()
        };
        let terminal = Terminal::new(self.args.json);
        let foreign = |_| Failure::input("the tables of this database are not those of its game");
        let planned =
            tables_of(self.opened, &problem, &limits, &choices, &terminal).map_err(foreign)?;
        let ready = prepare(&planned, &problem, &limits, &choices, &terminal)?;
        let mut finished = Finished::of(self.opened);
        let checked = ready.with_worker(self.interp, |worker| {
            let options = ValueOptions { keep: true, ..planned.options.clone() };
            let mut progress = Progress::new(self.args.json, Some(planned.expected()));
            let structure = &planned.structure;
            let (mut values, marks) =
                load_values(worker, structure, &options, &mut finished, &mut progress)?;
            let checked = check_values(worker, structure, &options, &mut values, &mut progress)?;
            Ok::<_, SolveError>((marks, checked, values))
        });
        let (marks, checked, values) = checked.map_err(Error::from)?;
        findings.checked = Some(checked.positions);
        findings.wrong = marks.wrong + checked.wrong;
        findings.first_wrong = marks.first.or(checked.first).map(|(tier, slot)| {
            let index = places.hash.tier_start(tier) + (slot << values.shift(tier));
            position_text(model, &places.hash.unrank(index))
        });
        if let Some(tier) = checked.missing.first() {
            return Err(Failure::input(format!("the database has no table for tier {tier}")));
        }
        Ok(())
    }

    /// Checks some positions with the interpreter.
    fn check_samples(&self, samples: u64, findings: &mut Findings) -> Result<(), Failure> {
        let Opened { model, places, about, .. } = self.opened;
        if model.players.is_empty() && model.goal.is_none() {
            return Err(Failure::input("without a goal the interpreter has nothing to compare"));
        }
        let sources: Vec<Samples<'_>> = match &about.label.tier {
            None => {
                let from = about.label.from.as_deref();
                let from = from.and_then(|text| parse_position(model, text).ok());
                vec![Samples::Play(from.unwrap_or_else(|| self.interp.start()))]
            }
            Some(_) => {
                let tiers = about.tables.iter().rev().map(|table| table.tier);
                let numbered = tiers.filter(|tier| places.hash.tier_size(*tier) > 0);
                numbered.map(|tier| Samples::Tier(&places.hash, tier)).collect()
            }
        };
        let oracle = Oracle::new(self.opened);
        let options = SampleOptions { samples, seed: self.args.seed, ..SampleOptions::default() };
        let mut progress = Progress::new(self.args.json, Some(Expected::Samples));
        let report: SampleReport =
            check_samples(self.interp, &oracle, &sources, &options, &mut progress);
        oracle.fault()?;
        findings.samples = Some(report.checked_inclusive);
        findings.wrong = report.wrong;
        findings.first_wrong = report.failures.first().map(ToString::to_string);
        Ok(())
    }
}
