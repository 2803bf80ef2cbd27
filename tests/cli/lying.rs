//! Databases and checkpoints whose checksums are right and whose text lies: refused with a reason,
//! and nothing is believed before it was looked at.

use super::querying::{database, shipped};
use super::{Folder, HEXAPAWN, TILES};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// A number of a file.
fn number(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize
}

/// The text of a database.
fn text_of(bytes: &[u8]) -> Value {
    let [tables, length] = [40, 44].map(|at| number(bytes, at));
    serde_json::from_slice(&bytes[80 + 12 * tables..][..length]).expect("JSON")
}

/// The same database with another text and with checksums that are right, by `docs/database.md`.
pub(super) fn with_text(bytes: &[u8], text: &str) -> Vec<u8> {
    let [old, tables] = [number(bytes, 4) + 8, number(bytes, 40)];
    let length = u32::try_from(80 + 12 * tables + text.len() + 32).expect("short");
    let mut rest = bytes[old..].to_vec();
    let frames = number(&rest, rest.len() - 9);
    let index = rest.len() - (17 + 12 * frames);
    rest[index + 8..index + 12].copy_from_slice(&length.to_le_bytes());
    let mut head = bytes[..80 + 12 * tables].to_vec();
    head[4..8].copy_from_slice(&(length - 8).to_le_bytes());
    head[24..32].copy_from_slice(&(u64::from(length) + rest.len() as u64).to_le_bytes());
    head[44..48].copy_from_slice(&u32::try_from(text.len()).expect("short").to_le_bytes());
    head[48..80].copy_from_slice(blake3::hash(&rest[index..]).as_bytes());
    head.extend(text.as_bytes());
    let hash = blake3::hash(&head);
    head.extend(hash.as_bytes());
    head.extend(rest);
    head
}

/// Numbers that make no sense anywhere.
fn wild_numbers() -> Vec<Value> {
    vec![json!(null), json!(-1), json!(128), json!(u64::MAX), json!([])]
}

/// Lies about everything that a text says, each with its name.
fn lies(text: &Value) -> Vec<(String, Value)> {
    let mut lies = Vec::new();
    let mut lie = |name: String, change: &dyn Fn(&mut Value)| {
        let mut changed = text.clone();
        change(&mut changed);
        if changed != *text {
            lies.push((name, changed));
        }
    };
    for (key, value) in text.as_object().expect("an object") {
        if !value.is_null() {
            lie(format!("no {key}"), &|text| {
                text.as_object_mut().expect("an object").remove(key);
            });
        }
        for wild in wild_numbers() {
            lie(format!("{key} = {wild}"), &|text| text[key] = wild.clone());
        }
        if let Some(list) = value.as_array().filter(|list| !list.is_empty()) {
            let list = list.clone();
            lie(format!("{key} cut short"), &|text| text[key] = json!(list[..list.len() - 1]));
            lie(format!("{key} twice"), &|text| text[key] = json!([&list[..], &list[..]].concat()));
            lie(format!("{key} backward"), &|text| {
                text[key] = json!(list.iter().rev().collect::<Vec<_>>());
            });
            for wild in wild_numbers() {
                lie(format!("{key}[0] = {wild}"), &|text| text[key][0] = wild.clone());
            }
        }
    }
    for key in ["tier", "key", "bits", "counts"] {
        for wild in
            wild_numbers().into_iter().chain([json!([1]), json!(vec![u64::MAX; 13]), json!(16)])
        {
            lie(format!("tables[0].{key} = {wild}"), &|text| text["tables"][0][key] = wild.clone());
        }
    }
    for holds in ["values", "values-without-depth", "margins", "distances"] {
        lie(format!("holds {holds}"), &|text| text["holds"] = json!(holds));
    }
    lie("exchanged".to_owned(), &|text| text["exchanged"] = json!(text["exchanged"] != true));
    lie("from".to_owned(), &|text| text["from"] = json!("no position"));
    lie("tier".to_owned(), &|text| text["tier"] = json!({ "nothing": 1 }));
    lie("params".to_owned(), &|text| text["params"] = json!({ "cols": 7, "nothing": 1 }));
    lie("start".to_owned(), &|text| text["start"] = json!(7));
    lie("layout".to_owned(), &|text| text["layout"] = json!("sets"));
    lie("game".to_owned(), &|text| text["game"] = json!(""));
    lie("many layers".to_owned(), &|text| text["layers"] = json!(vec![1; 300]));
    lie("large layers".to_owned(), &|text| text["layers"] = json!([u64::MAX, u64::MAX, 1]));
    lies
}

#[test]
fn databases_whose_text_lies_are_refused() {
    let folder = Folder::new("databases_whose_text_lies_are_refused");
    let tiles = database(&folder, "tiles", TILES, &["-D", "cols=3"]);
    let hexapawn = database(&folder, "hexapawn", HEXAPAWN, &[]);
    let fox = shipped(&folder, "fox-and-geese", &["--tier", "goose=1"]);
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/fox-and-geese.gdl");
    let game = game.to_str().expect("a text");
    let solves: [&[&str]; 3] = [
        &["solve", "tiles.gdl", "-D", "cols=3"],
        &["solve", "hexapawn.gdl", "--on", "interp"],
        &["solve", game, "--tier", "goose=1", "--on", "interp"],
    ];
    let lie = folder.path("lie.db");
    for (file, solve) in [tiles, hexapawn, fox].iter().zip(solves) {
        let bytes = fs::read(file).expect("it is there");
        let text = text_of(&bytes);
        assert!(with_text(&bytes, &serde_json::to_string(&text).expect("JSON")) == bytes);
        for (name, text) in lies(&text) {
            let lying = with_text(&bytes, &text.to_string());
            fs::write(&lie, &lying).expect("written");
            let see = |arguments: &[&str]| {
                let ran = folder.gamec(arguments);
                let said = format!("{file}: {name}: {arguments:?}: {}", ran.stderr);
                assert!([0, 1, 2].contains(&ran.code), "{said}");
                assert!(!ran.stderr.contains("panicked"), "{said}");
                assert_eq!(ran.code == 0, !ran.stderr.contains("error: "), "{said}");
                ran.code
            };
            let is_refused = see(&["info", &lie]) == 1;
            // A title changes nothing but what is told, and so does an exchange of players whose
            // positions have no images.
            let is_harmless = ["made_by", "title", "exchanged"].iter().any(|it| name.contains(it));
            if !is_refused {
                for command in ["stats", "query", "line", "find"] {
                    see(&[command, &lie]);
                }
                see(&["verify", &lie, "--sample", "3"]);
                let verified = see(&["verify", &lie]);
                assert!(is_harmless || verified != 0 || is_about_counts(&name), "{file}: {name}");
            }
            let mut solve = solve.to_vec();
            solve.extend(["-o", &lie]);
            see(&solve);
            assert!(fs::read(&lie).expect("there") == lying, "{name}: it is left as it was");
        }
    }
}

/// Counts of positions are told as the search has told them; what they say is right or wrong is
/// for `verify` to find out by solving.
fn is_about_counts(name: &str) -> bool {
    name.contains("counts") || name.contains("backward")
}

/// What a table must be is in the header, so one that is missing is noticed, also in files of
/// version 1, which do not say it.
#[test]
fn databases_that_lack_tables_are_refused() {
    let folder = Folder::new("databases_that_lack_tables_are_refused");
    let lacking = |name: &str, bytes: &[u8], text: &Value| {
        // The last table is left out, with its blocks and all that belongs to them.
        let mut text = text.clone();
        let tables = text["tables"].as_array_mut().expect("a list");
        tables.pop().expect("there are tables");
        let path = folder.file(name, without_last_table(bytes, &text.to_string()));
        let ran = folder.gamec(&["info", &path]);
        assert_eq!(ran.code, 1, "{name}: {}", ran.stderr);
        assert!(ran.stderr.contains("it lacks the table of tier"), "{name}: {}", ran.stderr);
        for command in ["verify", "query", "stats"] {
            assert_eq!(folder.gamec(&[command, &path]).code, 1, "{name}: {command}");
        }
        path
    };
    let fox = shipped(&folder, "fox-and-geese", &["--tier", "goose=2"]);
    let bytes = fs::read(&fox).expect("it is there");
    let text = text_of(&bytes);
    assert!(text["tables"].as_array().is_some_and(|tables| tables.len() > 1), "{text}");
    let path = lacking("lacking.db", &bytes, &text);
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/fox-and-geese.gdl");
    let solve = ["solve", game.to_str().expect("a text"), "--tier", "goose=2", "--on", "interp"];
    let again: Vec<&str> = solve.into_iter().chain(["-o", path.as_str()]).collect();
    let refused = folder.gamec(&again);
    assert_eq!(refused.code, 1, "{}", refused.stderr);
    assert!(refused.stderr.contains("lacks the table of tier"), "{}", refused.stderr);
    let forced: Vec<&str> = again.into_iter().chain(["--force"]).collect();
    assert_eq!(folder.gamec(&forced).code, 0);
    assert!(fs::read(&path).expect("there") == bytes, "it is made anew");

    let mut first = bytes.clone();
    let mut text = text;
    text.as_object_mut().expect("an object").remove("tiers");
    first[16] = 1;
    lacking("lacking-1.db", &first, &text);
    folder.file("first.db", with_text(&first, &text.to_string()));
    assert_eq!(folder.gamec(&["verify", "first.db"]).code, 0);
    assert_eq!(folder.gamec(&["repack", "first.db", "-o", "packed.db"]).code, 0);
    assert_eq!(folder.gamec(&["verify", "packed.db"]).code, 0);
}

/// A database without its last table, with another text and right checksums. The table must have
/// one block.
fn without_last_table(bytes: &[u8], text: &str) -> Vec<u8> {
    let tables = number(bytes, 40);
    let mut bytes = bytes.to_vec();
    let frames = number(&bytes, bytes.len() - 9);
    let index = bytes.len() - (17 + 12 * frames);
    let last = index + 8 + 12 * (frames - 1);
    let block = number(&bytes, last);
    bytes.drain(last..last + 12);
    let (end, less) = (bytes.len() - 9, u32::try_from(frames - 1).expect("few"));
    bytes[end..end + 4].copy_from_slice(&less.to_le_bytes());
    bytes[index + 4..index + 8].copy_from_slice(&(12 * less + 9).to_le_bytes());
    bytes.drain(index - block..index);
    // The last entry of the list of tables.
    let place = 80 + 12 * (tables - 1);
    bytes.drain(place..place + 12);
    let shorter = u32::try_from(number(&bytes, 4) - 12).expect("short");
    bytes[4..8].copy_from_slice(&shorter.to_le_bytes());
    bytes[40..44].copy_from_slice(&u32::try_from(tables - 1).expect("few").to_le_bytes());
    with_text(&bytes, text)
}

/// The files of an unfinished search can lie as well. A lie may make the result wrong, as nothing
/// else knows better; but nothing fails without a message.
#[test]
#[cfg(debug_assertions)]
fn checkpoints_whose_text_lies_do_no_harm() {
    let folder = Folder::new("checkpoints_whose_text_lies_do_no_harm");
    let game = ["games/fox-and-geese.gdl", "--tier", "goose=1", "--on", "interp"];
    let searches: [(&str, &[&str], u32); 3] = [
        ("lines", &["games/pancakes.gdl", "-D", "n=6", "--hash", "lift"], 40),
        (
            "layers",
            &["games/pancakes.gdl", "-D", "n=6", "--no-word-parallel", "--on", "native"],
            40,
        ),
        ("tiers", &game, 22),
    ];
    for (name, arguments, call) in searches {
        let file = folder.path(name);
        let mut all = vec!["solve"];
        all.extend(arguments);
        all.extend(["-o", &file, "--checkpoint", "0"]);
        let run = |fault: Option<u32>| {
            let mut command = super::command();
            command.args(&all).current_dir(env!("CARGO_MANIFEST_DIR"));
            fault.map(|call| command.env("GAMEC_FAULT", call.to_string()));
            super::Ran::new(command.output().expect("it runs"))
        };
        let left = run(Some(call));
        assert_eq!(left.code, 2, "{name}: {}", left.stderr);
        let partial = folder.0.join(format!("{name}.partial"));
        let whole: Vec<(std::path::PathBuf, Vec<u8>)> = fs::read_dir(&partial)
            .expect("it was left")
            .map(|entry| entry.expect("readable").path())
            .map(|path| (path.clone(), fs::read(path).expect("readable")))
            .collect();
        assert!(whole.len() > 2, "{name}: something was kept");
        for (path, bytes) in &whole {
            if path.ends_with("gamec.lock") || path.to_string_lossy().ends_with(".unfinished") {
                continue;
            }
            for (lie, text) in checkpoint_lies(&text_of(bytes)) {
                let _ = fs::create_dir(&partial);
                whole.iter().for_each(|(path, bytes)| fs::write(path, bytes).expect("written"));
                fs::write(path, with_text(bytes, &text.to_string())).expect("written");
                let ran = run(None);
                let said = format!("{}: {lie}: {}", path.display(), ran.stderr);
                assert!([0, 1, 2].contains(&ran.code), "{said}");
                assert!(!ran.stderr.contains("panicked"), "{said}");
                let _ = fs::remove_file(&file);
            }
        }
    }
}

/// Lies about the numbers of a checkpoint.
#[cfg(debug_assertions)]
fn checkpoint_lies(text: &Value) -> Vec<(String, Value)> {
    let mut lies = Vec::new();
    for key in text.as_object().expect("an object").keys() {
        for wild in wild_numbers() {
            let mut changed = text.clone();
            changed[key] = wild.clone();
            lies.push((format!("{key} = {wild}"), changed));
        }
        for at in 0..text[key].as_array().map_or(0, Vec::len) {
            for wild in [json!(0), json!(70_000), json!(u64::MAX)] {
                let mut changed = text.clone();
                changed[key][at] = wild.clone();
                lies.push((format!("{key}[{at}] = {wild}"), changed));
            }
        }
    }
    lies
}
