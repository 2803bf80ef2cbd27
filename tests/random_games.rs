//! Games that nobody thought of, through every engine: `cargo run --release -p crosscheck` does
//! the same for as long as one likes.

use crosscheck::campaign::{Campaign, Counterexample};
use crosscheck::compare::Difference;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread::available_parallelism;

/// The first seed; a difference says which one it was.
const SEED: u64 = 1_000_000;

#[test]
fn random_games_are_the_same_in_every_engine() {
    let campaign = Campaign {
        program: PathBuf::from(env!("CARGO_BIN_EXE_gamec")),
        folder: Path::new(env!("CARGO_TARGET_TMPDIR")).join("random-games"),
        seed: SEED,
        games: Some(150),
        time: None,
        jobs: available_parallelism().map_or(2, usize::from),
        thorough: false,
        compiled: 75,
        positions: 150,
        shrink: true,
    };
    let differences = Mutex::new(String::new());
    let tell = |found: &Counterexample| {
        let Counterexample { seed, difference, text } = found;
        let commands = difference.commands.join("\n");
        let Difference { signature, detail, .. } = difference;
        let text = format!("seed {seed}: {signature}\n{detail}\n{text}\n{commands}\n");
        differences.lock().expect("no panic").push_str(&text);
    };
    let statistics = campaign.run(&tell).expect("files can be written");
    let differences = differences.into_inner().expect("no panic");
    assert_eq!(statistics.different, 0, "{statistics}\n{differences}");
    assert!(statistics.games >= 150 && statistics.same >= 400, "{statistics}");
}
