//! Programs that do not compile, and what the compiler says about them.

use std::fs;
use std::path::Path;

#[test]
fn mistakes_are_reported_at_their_place() {
    let programs = Path::new("tests/ui");
    // The programs are compiled in a crate of trybuild's, and paths begin at the folder of the
    // crate.
    let compiled_in =
        Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("tests/trybuild/gdl-macros");
    let games = compiled_in.join(programs);
    fs::create_dir_all(&games).expect("the target folder can be written");
    for entry in fs::read_dir(programs).expect("the programs are there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|extension| extension == "gdl") {
            let copy = games.join(path.file_name().expect("a file has a name"));
            fs::copy(&path, copy).expect("a game can be copied");
        }
    }
    trybuild::TestCases::new().compile_fail(programs.join("*.rs"));
}
