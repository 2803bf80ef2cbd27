//! The examples compile in a crate of somebody else's: outside the workspace, with nothing but the
//! dependencies that `docs/library.md` names.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The examples, and what they need besides the macros.
const EXAMPLES: [(&str, &str); 5] = [
    ("own_game", ""),
    ("pancakes", ""),
    ("hexapawn", "database"),
    ("solver", "database"),
    ("on_gpu", "gpu"),
];

#[test]
fn the_examples_compile_outside_of_the_workspace() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fresh-crate");
    for name in ["src/bin", "games"] {
        fs::create_dir_all(folder.join(name)).expect("a folder can be made");
    }
    // A graphics processor takes as much to compile as all else.
    let features = if cfg!(feature = "gpu") { &["database", "gpu"][..] } else { &["database"] };
    for (name, feature) in EXAMPLES {
        let file = format!("{name}.rs");
        let copy = folder.join("src/bin").join(&file);
        if feature.is_empty() || features.contains(&feature) {
            fs::copy(root.join("examples").join(&file), copy).expect("an example can be copied");
        } else {
            let _ = fs::remove_file(copy);
        }
    }
    for game in ["pancakes", "hexapawn"] {
        let file = format!("games/{game}.gdl");
        fs::copy(root.join(&file), folder.join(&file)).expect("a game can be copied");
    }
    let quoted: Vec<String> = features.iter().map(|feature| format!("\"{feature}\"")).collect();
    let (path, features) = (root.display(), quoted.join(", "));
    // With these settings most dependencies are there already, compiled for the tests.
    let own = fs::read_to_string(root.join("Cargo.toml")).expect("a file can be read");
    let from = own.find("[profile.dev]").expect("it has settings for development");
    let to = own.find("[profile.release]").expect("it has settings for releases");
    let profile = &own[from..to];
    let manifest = format!(
        "[package]\n\
         name = \"somebody\"\n\
         version = \"1.0.0\"\n\
         edition = \"2024\"\n\
         \n\
         [dependencies]\n\
         gdl-runtime = {{ path = '{path}/runtime', features = [\"macros\", {features}] }}\n\
         gdl-solver = {{ path = '{path}/solver' }}\n\
         \n\
         [lints.rust]\n\
         warnings = \"deny\"\n\
         \n\
         [workspace]\n\
         \n\
         {profile}"
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("a file can be written");
    // The same versions of everything, which are there already.
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("a file can be copied");
    let output = Command::new(env!("CARGO"))
        .args(["build", "--offline", "--bins", "--target-dir"])
        .arg(folder.parent().and_then(Path::parent).expect("the folder of all that is compiled"))
        .current_dir(&folder)
        .output()
        .expect("cargo can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn every_example_is_compiled() {
    let mut names: Vec<String> = EXAMPLES.map(|(name, _)| format!("{name}.rs")).into();
    names.sort();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let entries = fs::read_dir(folder).expect("the examples are there");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut there: Vec<String> =
        entries.map(|entry| name(entry).into_string().expect("plain names")).collect();
    there.sort();
    assert_eq!(there, names);
}
