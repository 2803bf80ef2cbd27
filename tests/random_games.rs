//! Games that nobody thought of, through every engine: `cargo run --release -p crosscheck` does the same for as long as one likes.

use crosscheck::campaign::{Campaign, Found};
use std::path::{Path, PathBuf};
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
    let tell = |found: &Found| {
        let Found { seed, difference, text } = found;
        let commands = difference.commands.join("\n");
        eprintln!(
            "seed {seed}: {}\n{}\n{text}\n{commands}\n",
            difference.signature, difference.detail
        );
    };
    let statistics = campaign.run(&tell).expect("files can be written");
    assert_eq!(statistics.different, 0, "{statistics}");
    assert!(statistics.games >= 150 && statistics.same >= 400, "{statistics}");
}
