//! The texts are true: every example of the language reference compiles, is confirmed or is
//! refused as stated there, and every path that a text names exists.
//!
//! A fenced block tagged `gdl` is a whole game; its expectations are confirmed by the interpreter.
//! `gdl-warning` and `gdl-error` blocks are games about which the compiler says exactly what the
//! `text` block after them shows.

use gdl::model::{Expect, Model};
use gdl::{Code, Params, Severity, Source, Style};
use gdl_runtime::Silent;
use gdl_runtime::interp::{Interp, SolveOptions, check_expectations, solve};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Examples are small; a larger state space is a mistake.
const STATE_LIMIT: u64 = 200_000;

/// The name under which examples are compiled; it stands in their messages.
const EXAMPLE_NAME: &str = "game.gdl";

/// Texts whose paths are checked, besides the pages in `docs/`.
const TEXTS: [&str; 5] =
    ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "editors/README.md", "shaders/README.md"];

/// The language reference, where positions in examples look like paths.
const REFERENCE: &str = "docs/language.md";

/// The most rows of the map of folders.
const MAP_ROWS: usize = 25;

/// The most characters of a line of prose.
const MOST_COLUMNS: usize = 160;

/// The manifests of the workspace.
const MANIFESTS: [&str; 13] = [
    "Cargo.toml",
    "crosscheck/Cargo.toml",
    "gdl/Cargo.toml",
    "gdl/bench/Cargo.toml",
    "gdl/code/Cargo.toml",
    "gdl/lang/Cargo.toml",
    "gdl/layout/Cargo.toml",
    "gdl/plan/Cargo.toml",
    "gdl/word-parallel/Cargo.toml",
    "macros/Cargo.toml",
    "runtime/Cargo.toml",
    "shipped/Cargo.toml",
    "solver/Cargo.toml",
];

/// The examples that the page about the library shows, in its order. They are compiled with the
/// tests.
const EXAMPLES: [&str; 5] = [
    "examples/own_game.rs",
    "examples/pancakes.rs",
    "examples/hexapawn.rs",
    "examples/on_gpu.rs",
    "examples/solver.rs",
];

#[test]
fn examples_compile_without_a_message() {
    for block in examples() {
        let message = compile(&block, &Params::new()).map(|(_, warnings)| warnings);
        assert_eq!(message, Ok(String::new()), "line {}", block.line);
    }
}

#[test]
fn examples_are_in_the_canonical_layout() {
    for block in examples().into_iter().filter(|block| !block.text.contains("\"Spacing is free\""))
    {
        let ast = gdl::parse(&Source::new(EXAMPLE_NAME, block.text.as_str())).expect("it compiles");
        assert_eq!(gdl::print(&ast), block.text, "line {}", block.line);
    }
}

#[test]
fn expectations_of_examples_hold() {
    for block in examples() {
        for expect in model(&block, &Params::new()).expects {
            confirm(&block, &expect);
        }
    }
}

#[test]
fn refused_examples_are_refused_with_the_message_shown() {
    for (block, shown) in with_messages("gdl-error") {
        let message = compile(&block, &Params::new()).map(|_| ());
        assert_eq!(message, Err(shown.text), "line {}", block.line);
    }
}

#[test]
fn warned_examples_get_the_warning_shown() {
    for (block, shown) in with_messages("gdl-warning") {
        let message = compile(&block, &Params::new()).map(|(_, warnings)| warnings);
        assert_eq!(message, Ok(shown.text), "line {}", block.line);
    }
}

#[test]
fn the_reference_lists_the_reserved_words() {
    let text = read("docs/language.md");
    let listed: Vec<&str> =
        text.lines().filter(|line| line.starts_with("> `")).flat_map(backquoted).collect();
    let mut reserved = gdl::KEYWORDS.to_vec();
    reserved.sort_unstable();
    assert_eq!(listed, reserved);
}

#[test]
fn the_reference_lists_every_warning() {
    let text = read("docs/language.md");
    for code in Code::ALL.iter().filter(|code| code.severity() == Severity::Warning) {
        assert!(text.contains(&format!("`{}`", code.word())), "`{}` is not explained", code.word());
    }
}

#[test]
fn references_within_the_language_reference_lead_somewhere() {
    let text = read("docs/language.md");
    let anchors: BTreeSet<String> =
        text.lines().filter(|line| line.starts_with('#')).map(anchor).collect();
    for target in text.split("](#").skip(1).filter_map(|rest| rest.split_once(')')) {
        assert!(anchors.contains(target.0), "no heading for `#{}`", target.0);
    }
}

#[test]
fn paths_in_the_texts_exist() {
    for name in texts() {
        let text = read(&name);
        let folder = Path::new(&name).parent().expect("a file is in a folder");
        let linked = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split_once(')'))
            .map(|(target, _)| target)
            .filter(|target| !target.contains("://"));
        for target in linked {
            let target = target.split('#').next().unwrap_or_default();
            assert!(root().join(folder).join(target).exists(), "{name} links to `{target}`");
        }
        let quoted = text.lines().flat_map(backquoted).flat_map(str::split_whitespace);
        let is_reference = name == REFERENCE;
        for path in quoted.filter(|word| looks_like_a_path(word) && !is_reference) {
            let path = path.split(['*', '#']).next().unwrap_or_default();
            assert!(root().join(path).exists(), "{name} names `{path}`");
        }
    }
}

#[test]
fn the_map_is_short() {
    let map = section("ARCHITECTURE.md", "## Where is what?");
    // The first two rows are the heading.
    let rows: Vec<&str> = map.lines().filter(|line| line.starts_with('|')).skip(2).collect();
    assert!((10..=MAP_ROWS).contains(&rows.len()), "{} rows", rows.len());
    for row in rows {
        let named = row.split('|').nth(1).map(|cell| backquoted(cell).collect::<Vec<_>>());
        let named = named.unwrap_or_default();
        assert!(!named.is_empty(), "no folder: {row}");
        for folder in named {
            assert!(root().join(folder).is_dir(), "`{folder}` is no folder");
        }
    }
}

#[test]
fn recipes_name_files_that_exist() {
    let text = section("ARCHITECTURE.md", "## How do I add ...?");
    let recipes: Vec<&str> = text.split("\n**").skip(1).collect();
    assert_eq!(recipes.len(), 6);
    for recipe in recipes {
        let paths: Vec<&str> = backquoted(recipe).filter(|word| word.contains('/')).collect();
        assert!(paths.len() >= 4, "few files: {recipe}");
        for path in paths {
            assert!(root().join(path).exists(), "there is no `{path}`");
        }
    }
}

#[test]
fn lines_of_prose_are_short() {
    // Lines of the changelog are left as they were written.
    for name in texts().into_iter().filter(|name| name != "CHANGELOG.md") {
        let text = read(&name);
        let mut is_prose = true;
        for (number, line) in (1..).zip(text.lines()) {
            is_prose ^= line.starts_with("```");
            let columns = line.chars().count();
            let may_be_long = !is_prose || line.starts_with('|');
            assert!(may_be_long || columns <= MOST_COLUMNS, "{name}:{number}: {columns} columns");
        }
    }
}

#[test]
fn the_readme_shows_the_first_game() {
    let game = read("games/frogs.gdl");
    let body: Vec<&str> = game
        .lines()
        .skip_while(|line| line.trim().is_empty() || line.trim_start().starts_with("//"))
        .collect();
    let blocks = blocks("README.md");
    let shown = blocks.iter().find(|block| block.tag == "gdl").expect("README.md shows a game");
    assert_eq!(shown.text.trim_end(), body.join("\n").trim_end());
}

#[test]
fn the_readme_shows_the_true_output() {
    let blocks = blocks("README.md");
    let shown = blocks.iter().find(|block| block.tag == "text").expect("README.md shows an output");
    let run = Command::new(env!("CARGO_BIN_EXE_gamec"))
        .args(["solve", "games/frogs.gdl"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("gamec runs");
    assert!(run.status.success());
    let output = without_seconds(&String::from_utf8(run.stdout).expect("the output is text"));
    let shown = without_seconds(&shown.text);
    let mut rest = output.as_str();
    for part in shown.split("...\n") {
        let (_, after) = rest.split_once(part).unwrap_or_else(|| panic!("not printed:\n{part}"));
        rest = after;
    }
    assert_eq!(rest, "", "more is printed at the end");
}

#[test]
fn continuous_integration_runs_the_commands_of_the_readme() {
    let script = read(".ci/run");
    let blocks = blocks("README.md");
    let commands = blocks.iter().find(|block| block.tag == "sh").expect("README.md shows commands");
    assert_eq!(commands.text.lines().count(), 2, "two commands to begin with");
    for command in commands.text.lines() {
        let command = command.split('#').next().unwrap_or_default().trim();
        assert!(script.contains(command), "`{command}` is not in .ci/run");
    }
}

#[test]
fn the_page_about_the_library_shows_the_examples() {
    let mut shown = blocks("docs/library.md");
    shown.retain(|block| block.tag == "rust");
    let shown: Vec<String> = shown.into_iter().map(|block| block.text).collect();
    assert_eq!(shown, EXAMPLES.map(read));
}

/// The commands of the page about databases, one after the other in a folder of their own.
#[test]
fn the_commands_of_the_page_about_databases_run() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs-database");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("games")).expect("a folder can be made");
    fs::write(folder.join("games/hexapawn.gdl"), read("games/hexapawn.gdl")).expect("written");
    let blocks = blocks("docs/database.md");
    let commands = blocks.iter().find(|block| block.tag == "sh").expect("the page has commands");
    let mut count = 0;
    for line in commands.text.lines() {
        let (command, _) = line.split_once('#').expect("every command is explained");
        let mut words = command.split_whitespace();
        assert_eq!(words.next(), Some("gamec"), "{line}");
        let output = Command::new(env!("CARGO_BIN_EXE_gamec"))
            .args(words)
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty(), "{line}");
        count += 1;
    }
    assert_eq!(count, 9);
}

#[test]
fn every_dependency_has_a_reason() {
    let table = section("docs/decisions.md", "## Dependencies");
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let explained: BTreeSet<&str> =
        rows.filter_map(|row| row.split('|').nth(1)).flat_map(backquoted).collect();
    let mut used = BTreeSet::new();
    for manifest in MANIFESTS {
        let text = read(manifest);
        let mut in_dependencies = false;
        for line in text.lines() {
            if line.starts_with('[') {
                in_dependencies = line.trim_end_matches(']').ends_with("dependencies");
            } else if let Some((name, _)) = line
                .split_once([' ', '.', '='])
                .filter(|_| in_dependencies && !line.starts_with('#'))
                && !name.is_empty()
            {
                assert!(explained.contains(name), "{manifest}: no reason for `{name}`");
                used.insert(name.to_owned());
            }
        }
    }
    for name in explained {
        assert!(used.contains(name), "no crate depends on `{name}`");
    }
}

/// The macros run the language while gamec is built, and gamec runs it afterwards. Both use one
/// compiled copy only if the features and the settings of every package in it are the same.
#[test]
fn the_language_is_compiled_once() {
    let twice = packages(&["--duplicates", "--depth", "0", "--edges", "no-dev"]);
    let used = packages(&["--package", "gdl", "--edges", "normal,no-proc-macro"]);
    let manifest = read("Cargo.toml");
    let (_, settings) = manifest
        .split_once("[profile.release.package]")
        .expect("packages have settings of their own");
    for name in used {
        assert!(!twice.contains(&name), "`{name}` has different features for the macros");
        assert!(
            settings.contains(&format!("\n{name} = {{ opt-level = ")),
            "Cargo.toml: no `opt-level` for `{name}`"
        );
    }
}

/// The names of the packages that `cargo tree` lists.
fn packages(args: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--locked", "--prefix", "none", "--format", "{p}"])
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("names of packages are text");
    text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn the_language_crates_do_no_input_or_output() {
    let mut folders: Vec<_> = ["", "lang/", "layout/", "plan/", "word-parallel/", "code/"]
        .map(|stage| root().join(format!("gdl/{stage}src")))
        .into();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder can be listed") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source file can be read");
            for forbidden in
                ["std::fs", "std::io", "std::env", "std::process", "std::net", "println!", "print!"]
            {
                assert!(!text.contains(forbidden), "{} uses {forbidden}", path.display());
            }
        }
    }
}

/// A fenced block of a text.
struct Block {
    tag: String,
    text: String,
    line: usize,
}

fn blocks(path: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in read(path).lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(tag)) => {
                open = Some(Block { tag: tag.to_owned(), text: String::new(), line: index + 1 })
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{path}: a block is not closed");
    blocks
}

fn examples() -> Vec<Block> {
    let mut examples = blocks("docs/language.md");
    examples.retain(|block| block.tag == "gdl");
    examples
}

/// The blocks with this tag of the language reference, each with the message shown after it.
fn with_messages(tag: &str) -> Vec<(Block, Block)> {
    let mut pairs = Vec::new();
    let mut blocks = blocks("docs/language.md").into_iter().peekable();
    while let Some(block) = blocks.next() {
        if block.tag == tag {
            let shown = blocks.next_if(|next| next.tag == "text");
            pairs.push((block, shown.expect("the message is shown after the game")));
        }
    }
    assert!(!pairs.is_empty(), "no `{tag}` block");
    pairs
}

/// The model and the warnings, or the errors, as text.
fn compile(block: &Block, params: &Params) -> Result<(Model, String), String> {
    let source = Source::new(EXAMPLE_NAME, block.text.as_str());
    match gdl::compile(&source, params) {
        Ok((model, warnings)) => Ok((model, warnings.render(&source, Style::Plain))),
        Err(errors) => Err(errors.render(&source, Style::Plain)),
    }
}

fn model(block: &Block, params: &Params) -> Model {
    compile(block, params).unwrap_or_else(|errors| panic!("line {}:\n{errors}", block.line)).0
}

/// Compiles the example as the expectation wants it, solves it, and looks at the expectation.
fn confirm(block: &Block, expect: &Expect) {
    let model = model(block, &expect.params.iter().cloned().collect());
    let interp = Interp::with_start(&model, expect.start.unwrap_or(0)).expect("the start exists");
    let tier = (!expect.tier.is_empty()).then(|| expect.tier.clone());
    let options = SolveOptions { tier, state_limit: STATE_LIMIT, ..SolveOptions::default() };
    let solution = solve(&interp, &options, &mut Silent)
        .unwrap_or_else(|error| panic!("line {}: {error}", block.line));
    let report = check_expectations(&interp, &solution);
    let failed: Vec<&str> = report.failed.iter().map(|failure| failure.message.as_str()).collect();
    assert!(failed.is_empty(), "line {}: {failed:?}", block.line);
    let checked = !report.unchecked.iter().any(|unchecked| unchecked.span == expect.span);
    assert!(checked, "line {}: an expectation was not looked at", block.line);
}

/// Times differ from run to run.
fn without_seconds(output: &str) -> String {
    let lines = output.lines().map(|line| match line.rsplit_once(", ") {
        Some((start, time)) if time.ends_with(" s") => format!("{start}\n"),
        _ => format!("{line}\n"),
    });
    lines.collect()
}

/// What stands between backquotes on a line.
fn backquoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Paths of this repository have a folder or a known ending, and no placeholder in capitals.
fn looks_like_a_path(word: &str) -> bool {
    let endings = [".md", ".rs", ".toml", ".gdl", ".pest", ".json"];
    let is_path_character = |c: char| c.is_ascii_alphanumeric() || "/._-*".contains(c);
    let has_place = word.contains('/') && !word.starts_with('/')
        || endings.iter().any(|ending| word.ends_with(ending));
    has_place
        && word.chars().all(is_path_character)
        && !word.contains("NAME")
        && !word.contains("FILE")
        && word.len() > 4
}

/// The anchor that a heading gets.
fn anchor(heading: &str) -> String {
    let title = heading.trim_start_matches('#').trim().to_lowercase();
    title
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// The texts of the project: those at the top, and all pages in `docs/`.
fn texts() -> Vec<String> {
    let pages = fs::read_dir(root().join("docs")).expect("there are pages");
    let names = pages.map(|page| page.expect("an entry").file_name().into_string());
    let mut names: Vec<String> =
        names.map(|name| format!("docs/{}", name.expect("a plain name"))).collect();
    names.sort();
    TEXTS.into_iter().map(str::to_owned).chain(names).collect()
}

/// The part of a text below a heading, up to the next one of its level.
fn section(path: &str, heading: &str) -> String {
    let text = read(path);
    let (_, below) = text
        .split_once(&format!("\n{heading}\n"))
        .unwrap_or_else(|| panic!("{path}: no heading `{heading}`"));
    below.split("\n## ").next().unwrap_or_default().to_owned()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
