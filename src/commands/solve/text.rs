//! What `gamec solve` found, for people.

use crate::json::Run;
use crate::table::table;
use gdl::model::{Model, PlayerId};
use gdl::words::bytes_text;
use gdl_runtime::interp::{
    ExpectationReport, LineStep, Nearest, Solution, UncheckedReason, position_text,
};
use gdl_runtime::values::Outcome;
use gdl_solver::run::{DatabaseRun, GpuRun, NativeRun};
use gdl_solver::text::{counted, grouped};

mod tiers;

/// The number of tiers that are shown unless all are asked for.
const MOST_TIERS: usize = 60;

/// Layers, values, a way to play, tiers, and the expectations.
pub(super) fn text(
    run: &Run<'_>,
    solution: &Solution,
    expectations: &ExpectationReport,
    all_tiers: bool,
) -> String {
    let parts = [
        heading(run, solution),
        layers(&solution.layers),
        result(run, solution),
        line(run.model, solution),
        hardest(run.model, solution),
        tiers::tiers(run.model, solution, if all_tiers { usize::MAX } else { MOST_TIERS }),
        tiers::up_to_symmetry(solution, if all_tiers { usize::MAX } else { MOST_TIERS }),
        tiers::longest(run.model, solution),
        confirmed(expectations),
        run.database.as_ref().map(|it| database(it, solution.states)).unwrap_or_default(),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The number of positions at each depth, as CSV.
pub(super) fn csv(layers: &[u64]) -> String {
    let rows = layers.iter().enumerate().map(|(depth, states)| format!("{depth},{states}\n"));
    "depth,states\n".to_owned() + &rows.collect::<String>()
}

/// The game, its parameters and where it begins.
pub(super) fn title(run: &Run<'_>) -> String {
    let params: Vec<String> =
        run.model.params.iter().map(|param| format!("{} = {}", param.name, param.value)).collect();
    let params =
        if params.is_empty() { String::new() } else { format!(" ({})", params.join(", ")) };
    let start = match (&run.from, &run.start) {
        (Some(from), _) => format!(", from {}", position_text(run.model, from)),
        (None, Some(name)) => format!(", start \"{name}\""),
        (None, None) => String::new(),
    };
    format!("{}{params}{start}", run.model.title)
}

fn heading(run: &Run<'_>, solution: &Solution) -> String {
    let tier = match &solution.tier {
        Some(key) => format!(", all positions with {}", key_text(key)),
        None => String::new(),
    };
    let depth = solution.depth.map(|depth| format!(", depth {depth}")).unwrap_or_default();
    let positions = counted(solution.states, "position");
    // What is read from a file takes no moves.
    let successors = match (solution.successors, solution.generated) {
        (None | Some(0), 0) => String::new(),
        (Some(successors), _) => format!(", {}", counted(successors, "successor")),
        (None, generated) => format!(", {} generated", counted(generated, "move")),
    };
    let seconds = run.wall.as_secs_f64();
    let native = run.native.as_ref().map(native_text).unwrap_or_default();
    let gpu = run.gpu.as_ref().map(gpu_text).unwrap_or_default();
    format!("{}{tier}\n{positions}{depth}{successors}, {seconds:.2} s\n{native}{gpu}", title(run))
}

/// The file that was written.
fn database(run: &DatabaseRun, states: u64) -> String {
    let bits = run.bytes as f64 * 8.0 / states.max(1) as f64;
    format!("kept in {}: {}, {bits:.2} bits for each position\n", run.file, bytes_text(run.bytes))
}

/// How compiled code searched.
fn native_text(run: &NativeRun) -> String {
    let bits = counted(u64::from(run.bits), "bit");
    let threads = counted(run.threads, "thread");
    let memory = bytes_text(run.table_bytes);
    let place = if run.on_disk { " at a time, the rest on disk" } else { "" };
    let symmetries = symmetries_text(run.symmetries, run.explored);
    let what = if run.word_parallel { "word-parallel" } else { "compiled code" };
    format!("{what} on {threads}, {bits} for each entry, {memory}{place}{symmetries}\n")
}

/// How a graphics processor searched.
fn gpu_text(run: &GpuRun) -> String {
    let bits = counted(u64::from(run.bits), "bit");
    let memory = bytes_text(run.table_bytes);
    let place = if run.on_host { " outside of it" } else { "" };
    let busy = run.busy_seconds.map(|it| format!(", busy for {it:.2} s")).unwrap_or_default();
    let symmetries = symmetries_text(run.symmetries, run.explored);
    format!("on {}, {bits} for each entry, {memory}{place}{busy}{symmetries}\n", run.device)
}

fn symmetries_text(symmetries: usize, explored: u64) -> String {
    match symmetries {
        1 => String::new(),
        order => format!(", {} up to {order} symmetries", counted(explored, "position")),
    }
}

/// The number of positions at each depth, as a table; nothing if there are no layers.
pub(super) fn layers(layers: &[u64]) -> String {
    if layers.is_empty() {
        return String::new();
    }
    let row = |(depth, states): (usize, &u64)| vec![depth.to_string(), grouped(*states)];
    table(&["depth", "positions"], &layers.iter().enumerate().map(row).collect::<Vec<_>>())
}

fn result(run: &Run<'_>, solution: &Solution) -> String {
    let model = run.model;
    let mover = run.from.as_ref().map_or(PlayerId(0), |from| from.mover);
    let mut text = match (&solution.value, &solution.no_value) {
        (Some(value), _) => value_text(model, mover, value, solution.plies),
        (None, Some(reason)) => format!("no value: {reason}\n"),
        (None, None) => match solution.nearest {
            Nearest::At(depth) => format!("solution: {}\n", counted(depth, "move")),
            Nearest::Nowhere => "there is no solution\n".to_owned(),
            Nearest::NotSought => String::new(),
        },
    };
    if let Some(counts) = &solution.counts {
        let [won, lost, drawn] = [counts.won, counts.lost, counts.drawn].map(grouped);
        text.push_str(&match model.players.is_empty() {
            true => format!("{won} positions can be solved, {lost} cannot\n"),
            false => format!("for the player to move: {won} won, {lost} lost, {drawn} drawn\n"),
        });
    }
    text
}

/// Who wins with this player to move, in words.
fn value_text(model: &Model, mover: PlayerId, value: &Outcome, plies: Option<u32>) -> String {
    let name = |player: PlayerId| {
        model.players.get(player.index()).map_or("", |player| player.name.as_str())
    };
    let (first, second) = (name(mover), name(model.next_player(mover)));
    let plies = match plies {
        Some(1) => " in 1 ply".to_owned(),
        Some(plies) => format!(" in {plies} plies"),
        None => String::new(),
    };
    match value {
        Outcome::Win => format!("value: win: {first}, who moves first, wins{plies}\n"),
        Outcome::Loss => format!("value: loss: {second}, who moves second, wins{plies}\n"),
        Outcome::Draw => "value: draw\n".to_owned(),
        Outcome::Margin(0) => "value: 0: neither player gets more than the other\n".to_owned(),
        Outcome::Margin(margin) if *margin > 0 => format!(
            "value: +{margin}: {first}, who moves first, gets {margin} more than {second}\n"
        ),
        Outcome::Margin(margin) => {
            format!(
                "value: {margin}: {second}, who moves second, gets {} more than {first}\n",
                margin.unsigned_abs()
            )
        }
    }
}

/// A shortest solution or a best line, with the position after each move.
fn line(model: &Model, solution: &Solution) -> String {
    let steps: &[LineStep] = solution.solution.as_deref().unwrap_or(&solution.line);
    let width = steps.iter().map(|step| step.text.chars().count()).max().unwrap_or(0);
    let digits = steps.len().to_string().len();
    let heading =
        if solution.solution.is_none() && !steps.is_empty() { "best play:\n" } else { "" };
    let rows = steps.iter().enumerate().map(|(index, step)| {
        let number = index + 1;
        format!(
            "  {number:>digits$}. {:width$}  {}\n",
            step.text,
            position_text(model, &step.state)
        )
    });
    heading.to_owned() + &rows.collect::<String>()
}

/// Positions that are farthest from the start.
fn hardest(model: &Model, solution: &Solution) -> String {
    let (Some(last), false) = (solution.layers.last(), solution.hardest.is_empty()) else {
        return String::new();
    };
    let rows = solution.hardest.iter().map(|state| format!("  {}\n", position_text(model, state)));
    let rows: String = rows.collect();
    let depth = solution.depth.unwrap_or(0);
    let shown = match u64::try_from(solution.hardest.len()) {
        Ok(shown) if shown < *last => format!(", {} of {}", grouped(shown), grouped(*last)),
        _ => String::new(),
    };
    format!("hardest, at depth {depth}{shown}:\n{rows}")
}

fn confirmed(report: &ExpectationReport) -> String {
    let mut text = String::new();
    for passed in &report.passed {
        text.push_str(&format!("expect {passed}: ok\n"));
    }
    for (reason, words) in [
        (UncheckedReason::OtherParameters, "about other parameters"),
        (UncheckedReason::OtherStart, "about another start"),
        (UncheckedReason::OtherTier, "about another tier"),
        (UncheckedReason::NotKnown, "about what is not found out"),
    ] {
        let count = report.unchecked.iter().filter(|unchecked| unchecked.reason == reason).count();
        if count > 0 {
            text.push_str(&format!("not checked: {} {words}\n", counted(count, "expectation")));
        }
    }
    text
}

fn key_text(key: &[(String, i64)]) -> String {
    key.iter().map(|(label, number)| format!("{label} = {number}")).collect::<Vec<_>>().join(", ")
}
