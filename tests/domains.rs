//! Questions about other positions than those of play from the start: compiled code finds what the
//! interpreter finds.
//!
//! A file in `tests/domains/` is a game with questions in comments: `ask:` and `keep:` with the
//! arguments of `gamec solve`. What is kept in a database must also pass `gamec verify`.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What both must say alike.
const COMPARED: [&str; 8] = ["states", "layers", "depth", "value", "plies", "won", "lost", "drawn"];

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/domains");
    let files = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("readable").path()).collect();
    files.sort();
    files
}

/// The questions of a file, as arguments.
fn questions(text: &str, word: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("// "));
    let asked = lines.filter_map(|line| line.strip_prefix(word)?.strip_prefix(':'));
    let arguments = |line: &str| {
        // A position has blanks in it, so it takes the rest of the line.
        let (options, position) = match line.split_once("--from ") {
            Some((options, position)) => (options, Some(format!("--from={position}"))),
            None => (line, None),
        };
        options.split_whitespace().map(str::to_owned).chain(position).collect()
    };
    asked.map(|line| arguments(line.trim())).collect()
}

fn gamec(args: &[&str], more: &[String]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gamec"));
    command.args(args).args(more).output().expect("gamec starts")
}

#[track_caller]
fn stdout(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    String::from_utf8(output.stdout.clone()).expect("gamec writes text")
}

fn found(file: &str, on: &str, question: &[String]) -> Vec<Value> {
    let output = gamec(&["solve", file, "--on", on, "--json"], question);
    let json: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
    COMPARED.iter().map(|field| json[*field].clone()).collect()
}

#[test]
fn compiled_code_finds_what_the_interpreter_finds() {
    let mut asked = 0;
    for file in files() {
        let text = fs::read_to_string(&file).expect("it is text");
        let file = file.to_str().expect("its name is text");
        for question in questions(&text, "ask") {
            // A layout and symmetries are only asked of compiled code.
            let plain = match question.first().map(String::as_str) {
                Some("--hash" | "--symmetry") => question[2..].to_vec(),
                _ => question.clone(),
            };
            let [expected, actual] = [("interp", &plain), ("native", &question)]
                .map(|(on, question)| found(file, on, question));
            // Values are found without layers on tables.
            let is_compared = |(_, actual): &(&Value, &Value)| match actual {
                Value::Array(layers) => !layers.is_empty(),
                actual => !actual.is_null(),
            };
            for (expected, actual) in expected.iter().zip(&actual).filter(is_compared) {
                assert_eq!(actual, expected, "{file} {question:?}");
            }
            asked += 1;
        }
    }
    assert!(asked > 20, "{asked}");
}

#[test]
fn what_is_kept_is_verified() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("domains");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    let mut kept = 0;
    for file in files() {
        let text = fs::read_to_string(&file).expect("it is text");
        let file = file.to_str().expect("its name is text");
        for question in questions(&text, "keep") {
            let database = folder.join(format!("{kept}.db"));
            let database = database.to_str().expect("its name is text");
            stdout(&gamec(&["solve", file, "-o", database], &question));
            let verified = stdout(&gamec(&["verify", database], &[]));
            assert!(verified.contains("against their moves: all right"), "{file}\n{verified}");
            stdout(&gamec(&["verify", database, "--sample", "100"], &[]));
            kept += 1;
        }
    }
    assert!(kept >= 8, "{kept}");
}
