//! Values on tables, as `gamec solve` finds them: the same numbers in every way to find them, and
//! those of the literature.

use serde_json::Value;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

mod asked;
mod failing;
mod golden;
mod on_disk;
mod same;

const TIC_TAC_TOE: &str = "games/tic-tac-toe.gdl";
const HEXAPAWN: &str = "games/hexapawn.gdl";
const THREE_MENS_MORRIS: &str = "games/three-mens-morris.gdl";
const SMALL_MORRIS: &str = "tests/values/small-morris.gdl";
const FOX_AND_GEESE: &str = "games/fox-and-geese.gdl";
const NINE_MENS_MORRIS: &str = "games/nine-mens-morris.gdl";

/// What `gamec solve` said.
struct Solved {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Solved {
    /// The result, which must be without a remark.
    #[track_caller]
    fn json(&self) -> Value {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""), "{}", self.stdout);
        self.report()
    }

    /// The result, whatever else was said.
    #[track_caller]
    fn report(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|_| panic!("no JSON: {}", self.stderr))
    }
}

/// Runs `gamec solve` in the project's folder, with arguments that are separated by spaces; what
/// is in quotes is one.
fn solve(arguments: &str) -> Solved {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    solve_with(&rustc, arguments)
}

/// Runs `gamec solve` with this compiler.
fn solve_with(rustc: &OsStr, arguments: &str) -> Solved {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("native").join("shared");
    let output = Command::new(env!("CARGO_BIN_EXE_gamec"))
        .arg("solve")
        .args(words(arguments))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("GAMEC_CACHE", cache)
        .env("RUSTC", rustc)
        .output()
        .expect("gamec starts");
    let text = |bytes| String::from_utf8(bytes).expect("gamec writes text");
    Solved {
        code: output.status.code().expect("gamec ends by itself"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

fn words(arguments: &str) -> Vec<&str> {
    let words = |(number, part): (usize, _)| match number % 2 {
        0 => str::split_whitespace(part).collect(),
        _ => vec![part],
    };
    arguments.split('\'').enumerate().flat_map(words).collect()
}

/// Won, lost and drawn.
fn counts(of: &Value) -> [u64; 3] {
    ["won", "lost", "drawn"].map(|key| of[key].as_u64().expect("a number"))
}
