//! Compiled code: the same layers as the interpreter, and a cache that nothing breaks.

use gdl_runtime::native::{Cache, Compiler, DEFAULT_LIMIT};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

mod agreement;
mod caching;
mod engines;
mod refusals;
mod results;

/// A puzzle with few positions in a large table, so that it is compiled without being asked for.
const WIDE: &str = "\
game \"Wide\"

board  { f f f f f f f f f f f f . . . . . . . . . . . . }
pieces f = frog

move hop along e: [frog | frog | empty | empty] -> [empty | empty | frog | frog]
expect positions = 924
expect depth = 36
";

/// The compiler of this machine.
fn rustc() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// The cache that tests share which do not look at it.
pub(crate) fn shared() -> (Compiler, Cache) {
    let compiler = Compiler::find(&rustc()).expect("there is a compiler where tests run");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("native").join("shared");
    (compiler, Cache::new(folder, DEFAULT_LIMIT))
}

/// A folder for one test, with a game in it and an empty cache.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("native").join(test);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder can be made");
        std::fs::write(path.join("wide.gdl"), WIDE).expect("a file can be written");
        Folder(path)
    }

    fn cache(&self) -> PathBuf {
        self.0.join("cache")
    }

    /// The names of everything in the cache.
    fn cached(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.cache()).into_iter().flatten();
        let name = |entry: std::fs::DirEntry| entry.file_name().into_string().expect("plain names");
        entries.map(|entry| name(entry.expect("the folder can be read"))).collect()
    }

    /// The only library of the cache.
    #[track_caller]
    fn library(&self) -> PathBuf {
        let cached = self.cached();
        assert_eq!(cached.len(), 1, "{cached:?}");
        self.cache().join(&cached[0])
    }

    /// The program, about to run here.
    fn command(&self, arguments: &[&str], rustc: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gamec"));
        command.args(arguments).current_dir(&self.0);
        command.env("GAMEC_CACHE", self.cache()).env("RUSTC", rustc);
        command
    }

    /// Runs the program: exit code, standard output without times, standard error.
    fn gamec(&self, arguments: &[&str], rustc: impl AsRef<OsStr>) -> (i32, String, String) {
        let output = self.command(arguments, rustc).output().expect("gamec starts");
        let text = |bytes| String::from_utf8(bytes).expect("gamec writes text");
        let code = output.status.code().expect("gamec ends by itself");
        (code, without_times(&text(output.stdout)), text(output.stderr))
    }

    /// Runs the program, which must have nothing to remark: standard output without times.
    #[track_caller]
    fn ok(&self, arguments: &[&str]) -> String {
        let (code, stdout, stderr) = self.gamec(arguments, rustc());
        assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
        stdout
    }
}

/// Times differ from run to run.
fn without_times(text: &str) -> String {
    let lines = text.lines().map(|line| match line.rsplit_once(", ") {
        Some((rest, time)) if time.ends_with(" s") => format!("{rest}\n"),
        _ => format!("{line}\n"),
    });
    lines.collect()
}
