//! `gamec new`: a commented game to start from.

use crate::args::NewArgs;
use crate::failure::Failure;
use crate::output;
use gdl_runtime::disk::Existing;
use gdl_solver::environment;
use std::io;
use std::path::Path;

/// The game; `TITLE` stands for its name.
const TEMPLATE: &str = include_str!("new/template.gdl");

/// Writes the game beside what is there already; never over it.
pub(crate) fn run(args: &NewArgs) -> Result<(), Failure> {
    let name = args.name.strip_suffix(".gdl").unwrap_or(&args.name);
    let stem = Path::new(name).file_name().and_then(|stem| stem.to_str()).unwrap_or_default();
    let title = title(stem).ok_or_else(|| {
        Failure::input_with_help(
            format!("`{}` cannot be the name of a game", args.name),
            "use letters and digits, such as `my-game`",
        )
    })?;
    let file = format!("{name}.gdl");
    let text = TEMPLATE.replace("TITLE", &title);
    let path = Path::new(&file);
    let written = environment::disk().write_file(path, text.as_bytes(), Existing::Keep);
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::IsADirectory => Failure::input_with_help(
            format!("`{file}` exists already"),
            "choose another name, or remove the file first",
        ),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            Failure::input(format!("there is no folder for `{file}`"))
        }
        _ => Failure::machine(format!("cannot write `{file}`: {error}")),
    })?;
    output::write(&format!("wrote {file}; now try:  gamec solve {file}\n"))
}

/// `my-game` as a title: `My game`. None if it has nothing to read.
fn title(stem: &str) -> Option<String> {
    let readable =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | ' ' | '\'');
    if !stem.chars().all(readable) || !stem.chars().any(char::is_alphanumeric) {
        return None;
    }
    let words = stem.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    let first = letters.next()?;
    Some(first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn titles_are_readable() {
        assert_eq!(title("my-first_game").as_deref(), Some("My first game"));
        assert_eq!(title("peg"), Some("Peg".to_owned()));
        assert_eq!(title("--"), None);
        assert_eq!(title("a\"b"), None);
    }
}
