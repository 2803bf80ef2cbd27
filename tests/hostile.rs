//! Hostile inputs: texts, positions, arguments and databases that no command may stumble over.
//! `tests/hostile/README.md` says what the files are.

use crosscheck::hostile::{Corpus, Report};
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

#[test]
fn every_command_meets_hostile_inputs_with_a_message() {
    let corpus = Corpus {
        program: PathBuf::from(env!("CARGO_BIN_EXE_gamec")),
        root: PathBuf::from(env!("CARGO_MANIFEST_DIR")),
        folder: Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile"),
        jobs: available_parallelism().map_or(2, usize::from),
    };
    let Report { cases, failures, .. } = corpus.run().expect("files can be written");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(cases.values().sum::<usize>() >= 150, "{cases:?}");
}
