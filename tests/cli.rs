//! The command line as its users see it: exit codes, what goes where, and a clear message for
//! every wrong input.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

mod bad_input;
mod bench;
mod commands;
mod concurrent;
mod counting;
mod formatting;
#[cfg(unix)]
mod interrupting;
mod keeping;
#[cfg(unix)]
mod limits;
mod lying;
mod on_disk;
mod playing;
mod querying;
mod solving;
mod streams;
mod users_files;
mod verifying;
#[cfg(not(feature = "gpu"))]
mod without_gpu;
mod word_parallel;

/// A puzzle that is solved in a moment.
const FROGS: &str = "\
game \"Frogs\"

board  { f f . t t }
pieces f = frog, t = toad

move slide: [any | empty]         -> [empty | any]
move jump:  [p:any | any | empty] -> [empty | _ | p]

goal { t t . f f }
expect positions = 30
expect solution = 8
";

/// A game for two that is solved in a moment.
const HEXAPAWN: &str = "\
game \"Hexapawn\"

players white facing n, black facing s
board {
    b b b
    . . .
    w w w
}
pieces  w = pawn of white, b = pawn of black

move step along fwd:      [my pawn | empty]  -> [empty | my pawn]
move take along fwd_diag: [my pawn | theirs] -> [empty | my pawn]

win when some my pawn in edge fwd
stuck loses
expect positions = 135
expect value = loss
";

/// Sliding tiles with parameters.
const TILES: &str = "\
game \"Tiles\"

param  rows = 2, cols = 2

board  grid(rows, cols)
pieces 1 .. rows*cols - 1
start  empty, 1 .. rows*cols - 1
goal   start

move slide: [any | empty] -> [empty | any]
expect positions = 12
expect positions = 360 with cols = 3
";

/// A folder for one test, empty at its beginning.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(test);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    /// The path of a file.
    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("test paths are text").to_owned()
    }

    /// Writes a file; gives its path.
    fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, contents).expect("a file can be written");
        path.to_str().expect("test paths are text").to_owned()
    }

    /// Runs `gamec` here.
    fn gamec(&self, args: &[&str]) -> Ran {
        Ran::new(command().args(args).current_dir(&self.0).output().expect("gamec starts"))
    }

    /// Runs `gamec` here with a text as its standard input.
    fn gamec_with_input(&self, args: &[&str], input: &str) -> Ran {
        let mut child = command()
            .args(args)
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("gamec starts");
        let (mut pipe, input) = (child.stdin.take().expect("a pipe"), input.to_owned());
        // Both pipes have to be looked after at once, or each side waits for the other.
        let writer = std::thread::spawn(move || pipe.write_all(input.as_bytes()));
        let output = child.wait_with_output().expect("gamec ends");
        writer.join().expect("no panic").expect("gamec reads");
        Ran::new(output)
    }
}

fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_gamec"))
}

/// What a run left behind.
#[derive(Debug)]
struct Ran {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Ran {
    fn new(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("gamec writes text");
        Ran {
            code: output.status.code().expect("gamec ends by itself"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// Standard output of a run that went well and had nothing to remark.
    #[track_caller]
    fn ok(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""), "{}", self.stdout);
        self.stdout
    }

    /// Standard output of a run that went well, as JSON.
    #[track_caller]
    fn json(self) -> Value {
        parse_json(&self.ok())
    }

    /// Standard error of a run that failed with this code and wrote no result.
    #[track_caller]
    fn failed(self, code: i32) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (code, ""), "{}", self.stderr);
        assert!(
            !self.stderr.contains("panicked") && !self.stderr.contains('\u{1b}'),
            "{}",
            self.stderr
        );
        self.stderr
    }
}

#[track_caller]
fn parse_json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

/// The keys of a JSON object in their order.
#[track_caller]
fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}
