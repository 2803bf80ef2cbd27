//! Running gamec.

use serde_json::Value;
use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// After this time a command counts as hanging.
const HANGS: Duration = Duration::from_secs(300);

/// Where games are tried: the program, and a folder for files.
#[derive(Clone, Debug)]
pub struct Place {
    /// gamec.
    pub program: PathBuf,
    /// A folder that nobody else uses.
    pub folder: PathBuf,
}

/// What a command did.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The exit code; none if a signal or the time ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Ran {
    /// Whether it ended in a way that it never should.
    pub fn has_crashed(&self) -> bool {
        !matches!(self.code, Some(0..=2)) || self.err.contains("panicked at")
    }

    /// The first line of the error message; empty if there is none.
    pub fn message(&self) -> String {
        for line in self.err.lines() {
            if let Some(message) = line.strip_prefix("error: ") {
                return message.to_owned();
            }
            let json: Value = serde_json::from_str(line).unwrap_or_default();
            if let Some(message) = json["error"].as_str() {
                return message.lines().next().unwrap_or_default().to_owned();
            }
        }
        String::new()
    }

    /// The line that says where it panicked, or how it ended.
    pub fn crash(&self) -> String {
        let mut lines = self.err.lines().skip_while(|line| !line.contains("panicked at"));
        match (lines.next(), lines.next()) {
            (Some(at), Some(why)) => {
                let at = at.split("panicked at").nth(1).unwrap_or(at).trim();
                format!("panic at {at} {why}")
            }
            _ => match self.code {
                Some(code) => format!("exit code {code}"),
                None => "killed by a signal, or after five minutes".to_owned(),
            },
        }
    }
}

impl Place {
    /// A file of the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Runs gamec in the folder; `evaluate` without a compiler.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn gamec<S: AsRef<OsStr>>(
        &self,
        arguments: &[S],
        input: &str,
        evaluate: bool,
    ) -> io::Result<Ran> {
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(&self.folder);
        command.env("GAMEC_CACHE", self.file("cache")).env("RUST_BACKTRACE", "0");
        if evaluate {
            command.env("GAMEC_EVALUATE", "1");
        }
        run(&mut command, input, HANGS)
    }

    /// Removes a file or folder, if it is there.
    pub fn remove(&self, name: &str) {
        let path = self.file(name);
        // What is left is overwritten or stays in the temporary folder.
        let _ =
            if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    }
}

/// Runs a program to its end, or kills it after some time.
///
/// # Errors
/// If it cannot be started.
pub fn run(command: &mut Command, input: &str, limit: Duration) -> io::Result<Ran> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let child = Arc::new(Mutex::new(child));
    let (done, wait) = channel::<()>();
    let killed = Arc::clone(&child);
    let watch = thread::spawn(move || {
        if wait.recv_timeout(limit) == Err(RecvTimeoutError::Timeout)
            && let Ok(mut child) = killed.lock()
        {
            // It may have ended by itself just now.
            let _ = child.kill();
        }
    });
    let errors = thread::spawn(move || text_of(stderr));
    let mut stdin = stdin;
    if let Some(pipe) = &mut stdin {
        // Who does not read all of it has its reasons, and they are in the answer.
        let _ = pipe.write_all(input.as_bytes());
    }
    drop(stdin);
    let out = text_of(stdout);
    let err = errors.join().unwrap_or_default();
    let code = match child.lock() {
        Ok(mut child) => child.wait()?.code(),
        Err(_) => None,
    };
    drop(done);
    let _ = watch.join();
    Ok(Ran { code, out, err })
}

fn text_of(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        let _ = pipe.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A command as a user would type it.
pub fn typed(program: &Path, arguments: &[String], evaluate: bool) -> String {
    let quoted = |argument: &String| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=,".contains(&byte);
        if !argument.is_empty() && argument.bytes().all(is_plain) {
            argument.clone()
        } else {
            format!("'{}'", argument.replace('\'', "'\\''"))
        }
    };
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let arguments: Vec<String> = arguments.iter().map(quoted).collect();
    let variable = if evaluate { "GAMEC_EVALUATE=1 " } else { "" };
    format!("{variable}{name} {}", arguments.join(" "))
}
