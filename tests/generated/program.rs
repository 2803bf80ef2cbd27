//! A program made of generated code, which answers questions about positions and their numbers.

use gdl::emit::rust::rust;
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
}

impl Program {
    pub(super) fn new(name: &'static str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("generated-{name}"));
        std::fs::create_dir_all(&folder).expect("the folder for tests can be written");
        Program { name, folder, modules: Vec::new() }
    }

    /// Adds the code of a hash; gives its number.
    pub(super) fn add(&mut self, module: &Module) -> usize {
        let number = self.modules.len();
        let mut text = format!("mod game_{number} {{\n{}", rust(module));
        text.push_str(&self.glue(module, number));
        text.push_str("}\n");
        self.modules.push(text);
        number
    }

    /// The function that answers a question about one game.
    fn glue(&self, module: &Module, number: usize) -> String {
        let is_tables = |ty: &Type| *ty == Type::Tables;
        let rank = module.functions.iter().find(|function| function.name == "rank").unwrap();
        let takes_tables = rank.parameters.iter().any(|(_, ty)| is_tables(ty));
        let tables = if takes_tables { "tables, " } else { "" };
        let mut given = Vec::new();
        for table in &module.tables {
            if let Contents::Given(entries) = &table.contents {
                let file = self.folder.join(format!("{number}-{}", table.name));
                let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_le_bytes()).collect();
                std::fs::write(&file, bytes).expect("the folder for tests can be written");
                given.push(format!("super::given({file:?}).try_into().unwrap()"));
            }
        }
        let counters: Vec<&str> = module
            .state
            .iter()
            .filter(|field| field.ty == Type::U8 && field.name != "mover")
            .map(|field| field.name.as_str())
            .collect();
        let has = |name: &str| module.state.iter().any(|field| field.name == name);
        let mut text = String::new();
        if takes_tables {
            let given = given.join(", ");
            writeln!(text, "static TABLES: std::sync::LazyLock<Tables> =").unwrap();
            writeln!(text, "    std::sync::LazyLock::new(|| Tables::new({given}));").unwrap();
        }
        writeln!(text, "pub fn answer(words: &[&str]) -> String {{").unwrap();
        if takes_tables {
            writeln!(text, "let tables = &*TABLES;").unwrap();
        }
        writeln!(text, "match words[0] {{\n\"all\" => {{").unwrap();
        writeln!(text, "assert_eq!(SIZE.to_string(), words[1]);").unwrap();
        writeln!(text, "let step: usize = words[2].parse().unwrap();").unwrap();
        writeln!(text, "for index in (0..SIZE).step_by(step) {{").unwrap();
        writeln!(text, "let back = rank({tables}&unrank({tables}index));").unwrap();
        writeln!(
            text,
            "if back != index {{ return format!(\"{{index}} came back as {{back}}\"); }}"
        )
        .unwrap();
        writeln!(text, "}}\n\"all\".to_owned()\n}}\n\"unrank\" => {{").unwrap();
        writeln!(text, "let state = unrank({tables}words[1].parse().unwrap());").unwrap();
        writeln!(
            text,
            "let cells: Vec<u8> = (0..CELLS).map(|cell| content(&state, cell)).collect();"
        )
        .unwrap();
        let turns = if has("turns") { "state.turns.to_vec()" } else { "vec![0; CELLS]" };
        let mover = if has("mover") { "state.mover" } else { "0" };
        let values: Vec<String> = counters.iter().map(|name| format!("state.{name}")).collect();
        let values = values.join(", ");
        writeln!(text, "super::written(&cells, &{turns}, &[{values}], {mover})\n}}").unwrap();
        if module.functions.iter().any(|function| function.name == "successors") {
            let takes = module.functions.iter().find(|function| function.name == "successors");
            let takes = takes.is_some_and(|it| it.parameters.iter().any(|(_, ty)| is_tables(ty)));
            let first = if takes { "tables, " } else { "" };
            writeln!(text, "\"successors\" => {{").unwrap();
            writeln!(text, "let state = unrank({tables}words[1].parse().unwrap());").unwrap();
            writeln!(text, "let mut found = std::collections::BTreeSet::new();").unwrap();
            writeln!(
                text,
                "successors({first}&state, &mut |next| _ = found.insert(rank({tables}next)));"
            )
            .unwrap();
            writeln!(text, "found.iter().map(u64::to_string).collect::<Vec<_>>().join(\",\")\n}}")
                .unwrap();
        }
        writeln!(text, "_ => {{\nlet lists = super::read(&words[1..]);").unwrap();
        writeln!(text, "let mut state = State::default();").unwrap();
        writeln!(
            text,
            "for cell in 0..CELLS {{ state = with_content(&state, cell, lists[0][cell]); }}"
        )
        .unwrap();
        if has("turns") {
            writeln!(text, "state.turns.copy_from_slice(&lists[1]);").unwrap();
        }
        for (position, name) in counters.iter().enumerate() {
            writeln!(text, "state.{name} = lists[2][{position}];").unwrap();
        }
        if has("mover") {
            writeln!(text, "state.mover = lists[3][0];").unwrap();
        }
        writeln!(text, "rank({tables}&state).to_string()\n}}\n}}\n}}").unwrap();
        text
    }

    /// Compiles and runs the program; gives its answers.
    pub(super) fn run(&self, questions: &[String]) -> Vec<String> {
        let source = self.folder.join("main.rs");
        let mut text = self.modules.concat();
        text.push_str(FRAME);
        let arms: String = (0..self.modules.len())
            .map(|number| format!("{number} => game_{number}::answer(&words[1..]),\n"))
            .collect();
        text.push_str(&MAIN.replace("ARMS", &arms));
        std::fs::write(&source, text).expect("the folder for tests can be written");
        let binary = self.folder.join(self.name);
        let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let compiled = Command::new(compiler)
            .args(["--edition", "2024", "-O", "-C", "overflow-checks=on", "-D", "warnings", "-o"])
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

/// A state as the program reads and writes it: contents and turns of the numbered cells, counters, mover.
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
