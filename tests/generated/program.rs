//! A program made of generated code, which answers questions about positions and their numbers.

use gdl::emit::rust::{notation, rules, rust};
use gdl::ir::{Contents, Module, Type};
use gdl::model::{CellId, State};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A program in the making.
pub(super) struct Program {
    name: &'static str,
    folder: PathBuf,
    modules: Vec<String>,
    /// Whether games are also asked through the trait that engines use; compiling that takes time.
    by_rules: bool,
}

impl Program {
    pub(super) fn new(name: &'static str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("generated-{name}"));
        std::fs::create_dir_all(&folder).expect("the folder for tests can be written");
        Program { name, folder, modules: Vec::new(), by_rules: false }
    }

    /// Creates a program in which games are also asked through the trait that engines use.
    pub(super) fn by_rules(name: &'static str) -> Self {
        Program { by_rules: true, ..Program::new(name) }
    }

    /// Adds the code of a hash; gives its number.
    pub(super) fn add(&mut self, module: &Module) -> usize {
        let number = self.modules.len();
        let mut code = rust(module) + &notation(module);
        if self.by_rules {
            code.push_str(&rules(module, "crate::rules::Rules"));
        }
        // Who asks only some questions has no use for the other functions.
        let unused = if self.by_rules { "" } else { "#[allow(dead_code)]\n" };
        let mut text = format!("{unused}mod game_{number} {{\n{code}");
        text.push_str(&self.glue(module, number));
        text.push_str("}\n");
        self.modules.push(text);
        number
    }

    /// The functions that answer questions about one game.
    fn glue(&self, module: &Module, number: usize) -> String {
        let mut given = Vec::new();
        for table in &module.tables {
            if let Contents::Given(entries) = &table.contents {
                let file = self.folder.join(format!("{number}-{}", table.name));
                let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_le_bytes()).collect();
                std::fs::write(&file, bytes).expect("the folder for tests can be written");
                given.push(format!("super::given({file:?}).try_into().unwrap()"));
            }
        }
        let mut text = String::new();
        if module.has_tables() {
            let given = given.join(", ");
            writeln!(text, "static TABLES: std::sync::LazyLock<Tables> =").unwrap();
            writeln!(text, "    std::sync::LazyLock::new(|| Tables::new({given}));").unwrap();
        }
        if self.by_rules {
            let given = given.iter().map(|given| given.replace(".try_into().unwrap()", ""));
            let given = given.map(|given| format!("&{given}")).collect::<Vec<_>>().join(", ");
            writeln!(text, "static GAME: std::sync::LazyLock<Game> =").unwrap();
            writeln!(text, "    std::sync::LazyLock::new(|| Game::new(&[{given}]).unwrap());")
                .unwrap();
        }
        text.push_str(&reading_and_writing(module));
        writeln!(text, "pub fn answer(words: &[&str]) -> String {{").unwrap();
        if module.has_tables() {
            writeln!(text, "let tables = &*TABLES;").unwrap();
        }
        let arms: Vec<String> = ANSWERS
            .iter()
            .filter(|(question, _)| match *question {
                "text" | "read" => module.notation.is_some(),
                "tier" | "position" => self.by_rules,
                "gains" | "final_gain" => self.by_rules && has(module, "final_gain"),
                _ => has(module, function_of(question)),
            })
            .map(|(question, answer)| {
                format!("{question:?} => {{{}}}", with_tables(module, answer))
            })
            .collect();
        let arms = arms.join("\n");
        writeln!(text, "match words[0] {{\n{arms}\nother => panic!(\"{{other}}\"),\n}}\n}}")
            .unwrap();
        text
    }

    /// Compiles and runs the program; gives its answers.
    pub(super) fn run(&self, questions: &[String]) -> Vec<String> {
        let source = self.folder.join("main.rs");
        let mut text = self.modules.concat();
        text.push_str(FRAME);
        if self.by_rules {
            text.push_str(RULES);
        }
        let arms: String = (0..self.modules.len())
            .map(|number| format!("{number} => game_{number}::answer(&words[1..]),\n"))
            .collect();
        text.push_str(&MAIN.replace("ARMS", &arms));
        std::fs::write(&source, text).expect("the folder for tests can be written");
        let binary = self.folder.join(self.name);
        let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let compiled = Command::new(compiler)
            .args([
                "--edition",
                "2024",
                "-C",
                if self.by_rules { "opt-level=1" } else { "opt-level=3" },
            ])
            .args(["-C", "overflow-checks=on", "-D", "warnings", "-o"])
            .arg(&binary)
            .arg(&source)
            .output()
            .expect("there is a compiler where tests run");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        let mut child = Command::new(&binary)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program was just made");
        let mut input = child.stdin.take().expect("piped");
        let all = questions.join("\n");
        let writer = std::thread::spawn(move || input.write_all(all.as_bytes()));
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("no panic").expect("the program reads everything");
        assert!(output.status.success(), "the generated code panicked");
        String::from_utf8(output.stdout).expect("digits").lines().map(str::to_owned).collect()
    }
}

/// The questions and the code that answers them. `FUNCTION(` stands for a call of that function,
/// with the tables if it takes them.
const ANSWERS: &[(&str, &str)] = &[
    (
        "all",
        r#"
assert_eq!(SIZE.to_string(), words[1]);
let step: usize = words[2].parse().unwrap();
for index in (0..SIZE).step_by(step) {
    let back = RANK(&UNRANK(index));
    if back != index { return format!("{index} came back as {back}"); }
}
"all".to_owned()
"#,
    ),
    ("rank", "RANK(&read_state(&words[1..])).to_string()"),
    ("unrank", "write_state(&UNRANK(words[1].parse().unwrap()))"),
    (
        "successors",
        r#"
let mut found = std::collections::BTreeSet::new();
SUCCESSORS(&UNRANK(words[1].parse().unwrap()), &mut |next| _ = found.insert(RANK(next)));
found.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
"#,
    ),
    (
        "moves",
        r#"
let mut found = std::collections::BTreeSet::new();
SUCCESSORS(&read_state(&words[1..]), &mut |next| _ = found.insert(write_state(next)));
found.into_iter().collect::<Vec<_>>().join(";")
"#,
    ),
    ("verdict", "VERDICT(&read_state(&words[1..])).to_string()"),
    (
        "predecessors",
        r#"
let mut found = std::collections::BTreeSet::new();
PREDECESSORS(&read_state(&words[1..]), &mut |before| _ = found.insert(write_state(before)));
found.into_iter().collect::<Vec<_>>().join(";")
"#,
    ),
    ("text", "read_state(&words[1..]).to_string()"),
    (
        "read",
        r#"
match words[1..].join(" ").parse::<State>() {
    Ok(state) => write_state(&state),
    Err(NotAPosition) => "wrong".to_owned(),
}
"#,
    ),
    ("tier", "crate::in_tiers::check(&*GAME, &words[1..])"),
    (
        "gains",
        r#"
use crate::rules::Rules as _;
let mut found = std::collections::BTreeSet::new();
GAME.successors(&read_state(&words[1..]), &mut |next| {
    let text = write_state(next);
    found.insert(format!("{text}={}", GAME.gain(next)));
    GAME.successors(next, &mut |later| {
        found.insert(format!("{text}/{}={}", write_state(later), GAME.gain(later)));
    });
});
found.into_iter().collect::<Vec<_>>().join(";")
"#,
    ),
    (
        "final_gain",
        r#"
use crate::rules::Rules as _;
GAME.final_gain(&read_state(&words[1..])).to_string()
"#,
    ),
    ("position", "format!(\"{:?}\", Game::position(&[], &[], &[], 0))"),
    ("phase", "PHASE(&read_state(&words[1..])).to_string()"),
    ("goal", "IS_GOAL(&read_state(&words[1..])).to_string()"),
    (
        "canonical",
        r#"
let state = read_state(&words[1..]);
format!("{} {}", write_state(&CANONICAL(&state)), ORBIT(&state))
"#,
    ),
];

/// The function that a question is about.
fn function_of(question: &str) -> &str {
    match question {
        "all" => "rank",
        "goal" => "is_goal",
        "moves" => "successors",
        other => other,
    }
}

fn has(module: &Module, function: &str) -> bool {
    module.functions.iter().any(|known| known.name == function)
}

/// The code of an answer with the calls filled in.
fn with_tables(module: &Module, answer: &str) -> String {
    let mut text = answer.to_owned();
    // Names within names come last.
    let mut functions: Vec<_> = module.functions.iter().filter(|it| it.public).collect();
    functions.sort_by_key(|function| std::cmp::Reverse(function.name.len()));
    for function in functions {
        let takes_tables = function.parameters.iter().any(|(_, ty)| *ty == Type::Tables);
        let tables = if takes_tables { "tables, " } else { "" };
        let call = format!("{}(", function.name.to_uppercase());
        text = text.replace(&call, &format!("{}({tables}", function.name));
    }
    text
}

/// The functions that read and write a position of a game as text.
fn reading_and_writing(module: &Module) -> String {
    let counters: Vec<&str> = module
        .state
        .iter()
        .filter(|field| field.ty == Type::U8 && field.name != "mover")
        .map(|field| field.name.as_str())
        .collect();
    let has = |name: &str| module.state.iter().any(|field| field.name == name);
    let turns = if has("turns") { "state.turns.to_vec()" } else { "vec![0; CELLS]" };
    let mover = if has("mover") { "state.mover" } else { "0" };
    let values: Vec<String> = counters.iter().map(|name| format!("state.{name}")).collect();
    let values = values.join(", ");
    let mut set = String::new();
    if has("turns") {
        set.push_str("state.turns.copy_from_slice(&lists[1]);\n");
    }
    for (position, name) in counters.iter().enumerate() {
        writeln!(set, "state.{name} = lists[2][{position}];").unwrap();
    }
    if has("mover") {
        set.push_str("state.mover = lists[3][0];\n");
    }
    format!(
        r#"
fn write_state(state: &State) -> String {{
    let cells: Vec<u8> = (0..CELLS).map(|cell| content(state, cell)).collect();
    super::written(&cells, &{turns}, &[{values}], {mover})
}}
fn read_state(words: &[&str]) -> State {{
    let lists = super::read(words);
    let mut state = State::default();
    for cell in 0..CELLS {{ state = with_content(&state, cell, lists[0][cell]); }}
    {set}
    state
}}
"#
    )
}

/// A state as the program reads and writes it: contents and turns of the numbered cells, counters,
/// mover.
pub(super) fn written(state: &State, cells: &[CellId]) -> String {
    let pick = |from: &[u8]| -> Vec<u8> {
        cells.iter().map(|cell| from.get(cell.index()).copied().unwrap_or(0)).collect()
    };
    let lists =
        [pick(&state.cells), pick(&state.turns), state.counters.clone(), vec![state.mover.0]];
    lists.map(|list| list.iter().map(u8::to_string).collect::<Vec<_>>().join(",")).join(" ")
}

/// What all games of the program share.
const FRAME: &str = r#"
fn written(cells: &[u8], turns: &[u8], counters: &[u8], mover: u8) -> String {
    let lists = [cells, turns, counters, &[mover]];
    lists.map(|list| list.iter().map(u8::to_string).collect::<Vec<_>>().join(",")).join(" ")
}

fn read(words: &[&str]) -> Vec<Vec<u8>> {
    let numbers = |word: &str| word.split(',').filter(|it| !it.is_empty()).map(|it| it.parse().unwrap()).collect();
    words.iter().map(|word| numbers(word)).collect()
}

#[allow(dead_code)]
fn given(file: &str) -> Box<[u64]> {
    let bytes = std::fs::read(file).unwrap();
    bytes.chunks(8).map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap())).collect()
}
"#;

/// What they share to be asked through the trait that engines use.
const RULES: &str = concat!(
    "#[allow(dead_code)]\nmod rules {\n",
    include_str!("../../runtime/src/engine/rules.rs"),
    "}\n#[allow(dead_code)]\nmod in_tiers {\n",
    include_str!("in_tiers.rs"),
    "}\n",
);

const MAIN: &str = r#"
fn main() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        let answer = match words[0].parse::<usize>().unwrap() {
ARMS            _ => unreachable!(),
        };
        println!("{answer}");
    }
}
"#;
