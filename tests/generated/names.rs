//! Names of authors that are also words of generated code, or that differ only in capitals or `_`.
//!
//! The words that are tried are read off the generated text itself: whatever code comes to use, it
//! cannot collide with a name of an author.

use super::device::agree_in_layouts;
use crate::wgsl::{Planned, accepted};
use gdl::domain::Domain;
use gdl::emit::rust;
use gdl::emit::wgsl::Wide;
use gdl::facts::analyze;
use gdl::model::Model;
use gdl::plan::{Family, PlanOptions, plan};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// How many counters a game has, and how many other names.
const COUNTERS: usize = 56;
const SHAPES: usize = 4;
const PIECES: usize = 3;
const PLAYERS: usize = 2;
const NAMES: usize = COUNTERS + SHAPES + PIECES + PLAYERS;

/// Words of the language, which cannot be names.
const RESERVED: &str = "after again all along and any area at board by chain class count counter \
    cycle draw each edge else empty expect facing finish game goal harvest heap here if illegal in \
    is links lose mine move must my no not of or param pieces players reverse same score settle \
    shape skip some source sow start stuck their theirs then times turn turns when while win";

/// A game with many names in all roles that reach generated code.
fn game(names: &[String]) -> String {
    let (counters, rest) = names.split_at(COUNTERS);
    let (shapes, rest) = rest.split_at(SHAPES);
    let (pieces, players) = rest.split_at(PIECES);
    let mut text = format!("players {}\nboard grid(3, 3)\n", players.join(", "));
    let [free, own, other] = pieces else { unreachable!("there are three") };
    let [one, two] = players else { unreachable!("there are two") };
    writeln!(text, "pieces x = {own} of {one}, y = {other} of {two}, z = {free}").unwrap();
    text.push_str("start {\n x x z\n . . .\n z y y\n}\n");
    for counter in counters {
        writeln!(text, "counter {counter} = 0").unwrap();
    }
    for (shape, directions) in shapes.iter().zip(["e", "s", "e s", "se"]) {
        writeln!(text, "shape {shape} = line(2) along {directions}").unwrap();
    }
    let [first, second, third] = [&counters[0], &counters[1], &counters[2]];
    writeln!(text, "move a when {first} < 2: [mine | empty] -> [empty | mine], {first} += 1")
        .unwrap();
    writeln!(
        text,
        "move b when {second} < 2: [mine] and [{free}] -> [{free}] and [mine], {second} += 1"
    )
    .unwrap();
    writeln!(text, "move c when {third} < 1: [mine | theirs] -> [mine | empty], {third} += 1")
        .unwrap();
    writeln!(text, "after a if here in {}: {first} += 1", shapes[0]).unwrap();
    writeln!(
        text,
        "after b if count({}) > 1 or some {} is {own}: {second} += 1",
        shapes[1], shapes[2]
    )
    .unwrap();
    writeln!(text, "win when some {} is mine\nstuck loses", shapes[3]).unwrap();
    text
}

/// The model of a text.
fn compiled(text: &str) -> Model {
    super::compiled("names.gdl", text)
}

fn numbered(prefix: &str) -> Vec<String> {
    (0..NAMES).map(|number| format!("{prefix}{number}")).collect()
}

/// The code of a game in a layout.
fn rust_code(model: &Model, family: Family) -> Option<String> {
    let facts = analyze(model, Domain::start(model, 0));
    let options = PlanOptions { family: Some(family), ..PlanOptions::default() };
    let plan = plan(model, &facts, options).ok()?;
    let module = gdl::lower::game(model, &plan);
    let rules = rust::rules(&module, "crate::Rules");
    Some(rust::rust(&module) + &rules + &rust::notation(&module))
}

/// All words of a text, and what is left of them if something is taken off before or after a `_`.
fn words(text: &str, words: &mut BTreeSet<String>) {
    let reserved: BTreeSet<&str> = RESERVED.split_whitespace().collect();
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    for line in code {
        for word in line.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_') {
            let parts: Vec<&str> = word.split('_').collect();
            let wholes = (0..parts.len()).flat_map(|from| [&parts[from..], &parts[..=from]]);
            for part in wholes.map(|part| part.join("_").to_lowercase()) {
                let is_name = part.starts_with(|first: char| first.is_ascii_lowercase());
                if is_name && !reserved.contains(part.as_str()) {
                    words.insert(part);
                }
            }
        }
    }
}

/// Every word of generated code as the name of a counter, and of something else.
#[test]
fn words_of_generated_code_can_be_names() {
    let families = [Family::Sets, Family::Multinomial];
    let plain = compiled(&game(&numbered("name")));
    let mut all = BTreeSet::new();
    for family in families {
        words(&rust_code(&plain, family).expect("it fits"), &mut all);
        let device =
            Planned::by(compiled(&game(&numbered("name"))), Some(family)).expect("it fits");
        words(&device.code(Wide::Words).text, &mut all);
    }
    all.retain(|word| !word.starts_with("name"));
    assert!(all.len() > 200, "{}", all.len());
    let mut all: Vec<String> = all.into_iter().collect();
    let mut program = String::from("#![allow(warnings)]\n");
    let rules = include_str!("../../runtime/src/engine/rules.rs");
    writeln!(program, "mod rules {{ {rules} }}\nuse rules::Rules;").unwrap();
    let rounds = all.len().div_ceil(COUNTERS);
    for round in 0..rounds {
        let names: Vec<String> = all.iter().take(NAMES).cloned().collect();
        all.rotate_left(COUNTERS);
        let family = families[round % families.len()];
        let code = rust_code(&compiled(&game(&names)), family).expect("it fits");
        writeln!(program, "mod game_{round} {{\n{code}}}").unwrap();
        accepted(&Planned::by(compiled(&game(&names)), Some(family)).expect("it fits"));
    }
    compiles("words", &program);
}

/// Names that are the same up to capitals and `_`, of everything at once.
#[test]
fn names_may_differ_in_capitals_only() {
    let alike: Vec<String> = (0..NAMES)
        .map(|number| {
            let letter = |bit: usize, letter: char| match number >> bit & 1 {
                1 => letter.to_ascii_uppercase(),
                _ => letter,
            };
            let tail = "_".repeat(number >> 4);
            ['a', 'b', 'c', 'd']
                .into_iter()
                .enumerate()
                .map(|(bit, it)| letter(bit, it))
                .chain(tail.chars())
                .collect()
        })
        .collect();
    let model = compiled(&game(&alike));
    for family in [Family::Sets, Family::Multinomial] {
        rust_code(&model, family).expect("it fits");
        accepted(&Planned::by(compiled(&game(&alike)), Some(family)).expect("it fits"));
    }
    let shapes = "players x, y board grid(3, 3) links all pieces a = man of x, b = man of y
         shape pair = line(2) along e shape Pair = line(2) along s shape pair_ = line(3)
         move put: [empty] -> [mine]
         after put if here in pair: [theirs] -> [empty]
         after put if here in Pair: again
         win x when some pair_ is my man stuck draws";
    let tiers = "board points(a, A, b, B) pieces a = ant, b = Ant, c = aNt start ant, Ant, aNt, empty counter n = 0 counter N = 0
         move go when n < 3: [ant] and [empty] -> [empty] and [ant], n += 1
         move Go when N < 3: [Ant] and [empty] -> [empty] and [Ant], N += 1
         move gone: [aNt] -> [empty]";
    for text in [shapes, tiers] {
        agree_in_layouts(&compiled(text), &[Family::Sets, Family::Multinomial, Family::Raw]);
    }
}

/// The program must compile. What it does is compared elsewhere.
fn compiles(name: &str, program: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("names");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join(format!("{name}.rs"));
    std::fs::write(&file, program).expect("a file can be written");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--cap-lints=allow", "-o"])
        .arg(folder.join(format!("{name}.rmeta")))
        .arg(&file)
        .output()
        .expect("there is a compiler where tests run");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}", message.lines().take(30).collect::<Vec<_>>().join("\n"));
}
