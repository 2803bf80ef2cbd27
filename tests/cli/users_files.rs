//! Files and folders of a user's: nothing is ever removed or replaced that gamec has not made.

use super::keeping::{PUZZLE, with_file};
use super::{FROGS, Folder, HEXAPAWN, TILES};
use crate::run::gamec;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder with a file in it that nobody may touch.
fn users_folder(path: &str) -> PathBuf {
    fs::create_dir(path).expect("made");
    let file = Path::new(path).join("chapter-1.txt");
    fs::write(&file, "years of work").expect("written");
    file
}

fn is_untouched(file: &Path) -> bool {
    fs::read(file).is_ok_and(|text| text == b"years of work")
}

#[test]
fn a_folder_with_the_name_of_a_checkpoint_stays() {
    let folder = Folder::new("a_folder_with_the_name_of_a_checkpoint_stays");
    for (name, game) in [("frogs", FROGS), ("hexapawn", HEXAPAWN), ("tiles", TILES)] {
        let game = folder.file(&format!("{name}.gdl"), game);
        let kept = users_folder(&folder.path(&format!("{name}.partial")));
        for arguments in
            [&["solve", &game, "-o", name][..], &["solve", &game, "-o", name, "--force"]]
        {
            let message = folder.gamec(arguments).failed(1);
            assert!(message.contains(&format!("{name}.partial")), "{message}");
            assert!(message.contains("is not a folder of gamec's"), "{message}");
            assert!(is_untouched(&kept) && !Path::new(&folder.path(name)).exists());
        }
        // With a complete database nothing is to be done there.
        let elsewhere = folder.path(&format!("{name}-elsewhere"));
        assert_eq!(folder.gamec(&["solve", &game, "-o", &elsewhere]).code, 0);
        fs::rename(&elsewhere, folder.path(name)).expect("moved");
        assert_eq!(folder.gamec(&["solve", &game, "-o", name]).code, 0);
        assert!(is_untouched(&kept));
    }
}

#[test]
#[cfg(unix)]
fn links_and_files_with_the_name_of_a_checkpoint_stay() {
    let folder = Folder::new("links_and_files_with_the_name_of_a_checkpoint_stay");
    let game = folder.file("frogs.gdl", FROGS);
    fs::create_dir(folder.path("elsewhere")).expect("made");
    std::os::unix::fs::symlink(folder.path("elsewhere"), folder.path("link.partial"))
        .expect("made");
    folder.file("file.partial", "years of work");
    for name in ["link", "file"] {
        let message = folder.gamec(&["solve", &game, "-o", name]).failed(1);
        assert!(message.contains("is not a folder of gamec's"), "{message}");
    }
    assert!(is_untouched(Path::new(&folder.path("file.partial"))));
    assert_eq!(fs::read_dir(folder.path("elsewhere")).expect("there").count(), 0);
}

/// Leaves a search unfinished: the disk is full at some call.
#[cfg(debug_assertions)]
fn leave_unfinished(arguments: &[&str], call: u32) {
    let mut command = super::command();
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.env("GAMEC_FAULT", call.to_string()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
#[cfg(debug_assertions)]
fn what_a_user_puts_into_a_checkpoint_stays() {
    let folder = Folder::new("what_a_user_puts_into_a_checkpoint_stays");
    let file = folder.path("kept");
    let arguments = ["solve", "games/pancakes.gdl", "-D", "n=6", "-o", &file, "--checkpoint", "0"];
    leave_unfinished(&arguments, 30);
    let note = Path::new(&file).with_file_name("kept.partial").join("notes.txt");
    fs::write(&note, "years of work").expect("written");
    let refused = gamec(&arguments);
    assert_eq!(refused.status, 1);
    assert!(refused.stderr.contains("`notes.txt` is in it"), "{}", refused.stderr);
    assert!(is_untouched(&note));
    fs::remove_file(&note).expect("there");
    let ran = gamec(&arguments);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("goes on with what is kept in"), "{}", ran.stderr);
    assert!(!Path::new(&file).with_file_name("kept.partial").exists());
}

/// Another search under the same name, which was begun with `--force`, is worth as much as the
/// complete one.
#[test]
#[cfg(debug_assertions)]
fn a_complete_database_leaves_the_checkpoint_of_another_search() {
    let folder = Folder::new("a_complete_database_leaves_the_checkpoint_of_another_search");
    let file = folder.path("kept");
    let small = ["solve", "games/pancakes.gdl", "-D", "n=5", "-o", &file];
    let large = ["solve", "games/pancakes.gdl", "-D", "n=6", "-o", &file, "--checkpoint", "0"];
    assert_eq!(gamec(&small).status, 0);
    leave_unfinished(&with_file(&large, &["--force"]), 30);
    let ran = gamec(&small);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("is complete already"), "{}", ran.stderr);
    let ran = gamec(&with_file(&large, &["--force"]));
    assert!(ran.stderr.contains("goes on with what is kept in"), "{}", ran.stderr);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
}

#[test]
#[cfg(debug_assertions)]
fn what_is_in_a_scratch_folder_stays() {
    let folder = Folder::new("what_is_in_a_scratch_folder_stays");
    let scratch = folder.path("scratch");
    let note = users_folder(&scratch);
    let arguments = with_file(&PUZZLE, &["--memory", "16KiB", "--scratch", &scratch]);
    leave_unfinished(&arguments, 60);
    let of_search = fs::read_dir(&scratch).expect("there").map(|it| it.expect("readable").path());
    let mut of_search = of_search.filter(|path| path.is_dir());
    let of_search = of_search.next().expect("the search has a folder");
    let other = of_search.join("chapter-2.txt");
    fs::write(&other, "years of work").expect("written");
    let ran = gamec(&arguments);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("is not a folder of gamec's"), "{}", ran.stderr);
    assert!(is_untouched(&other));
    fs::remove_file(&other).expect("there");
    // Without its mark nobody knows whose it is.
    let mark = of_search.join("gamec.lock");
    let text = fs::read(&mark).expect("there");
    fs::remove_file(&mark).expect("there");
    let ran = gamec(&arguments);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("is not a folder of gamec's"), "{}", ran.stderr);
    fs::write(&mark, text).expect("written");
    let ran = gamec(&arguments);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(!of_search.exists() && is_untouched(&note));
}

#[test]
fn pictures_of_others_stay() {
    let folder = Folder::new("pictures_of_others_stay");
    let game = folder.file("frogs.gdl", FROGS);
    assert_eq!(folder.gamec(&["solve", &game, "-o", "frogs.db"]).code, 0);
    for name in ["thesis.svg", "thesis.png"] {
        let picture = folder.file(name, "years of work");
        let solve = ["solve", &game, "--plot", name];
        let stats = ["stats", "frogs.db", "--plot", name];
        for command in [&solve, &stats] {
            let message = folder.gamec(command).failed(1);
            assert!(message.contains(name) && message.contains("--force"), "{message}");
            assert!(is_untouched(Path::new(&picture)));
        }
        for command in [&solve, &stats] {
            let ran = folder.gamec(&with_file(command, &["--force"]));
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            // What gamec has drawn it draws again.
            assert_eq!(folder.gamec(command).code, 0);
            assert_eq!(folder.gamec(command).code, 0);
        }
    }
}

#[test]
fn other_commands_replace_nothing() {
    let folder = Folder::new("other_commands_replace_nothing");
    let game = folder.file("frogs.gdl", FROGS);
    assert_eq!(folder.gamec(&["solve", &game, "-o", "frogs.db"]).code, 0);
    let database = fs::read(folder.path("frogs.db")).expect("there");
    let file = folder.file("thesis", "years of work");
    let message = folder.gamec(&["repack", "frogs.db", "-o", "thesis"]).failed(1);
    assert!(message.contains("--force"), "{message}");
    folder.gamec(&["solve", &game, "-o", "thesis"]).failed(1);
    folder.file("thesis.gdl", "years of work");
    let message = folder.gamec(&["new", "thesis"]).failed(1);
    assert!(message.contains("exists already"), "{message}");
    fs::create_dir(folder.path("a-folder.gdl")).expect("made");
    folder.gamec(&["new", "a-folder"]).failed(1);
    for name in ["thesis", "thesis.gdl"] {
        assert!(is_untouched(Path::new(&folder.path(name))), "{name}");
    }
    fs::create_dir(folder.path("a-folder")).expect("made");
    for arguments in [
        &["solve", &game, "-o", "a-folder"][..],
        &["solve", &game, "-o", "a-folder", "--force"],
        &["repack", "frogs.db", "-o", "a-folder", "--force"],
    ] {
        let ran = folder.gamec(arguments);
        assert!([1, 2].contains(&ran.code) && ran.stderr.contains("a-folder"), "{}", ran.stderr);
    }
    // What is not drawn, formatted or packed anew is as it was.
    assert!(fs::read(folder.path("frogs.db")).expect("there") == database);
    fs::write(&file, "years of work").expect("written");
    assert_eq!(folder.gamec(&["solve", &game, "-o", "thesis", "--force"]).code, 0);
    assert!(fs::read(&file).expect("there") == database);
}

/// Names of temporary files are none that a user would think of, but some might.
#[test]
fn nothing_is_left_beside_what_was_written() {
    let folder = Folder::new("nothing_is_left_beside_what_was_written");
    let game = folder.file("frogs.gdl", FROGS);
    folder.file(".frogs.db.17-0.unfinished", "years of work");
    folder.file(".frogs.db.0123456789abcdef.unfinished", "left by a crash");
    assert_eq!(folder.gamec(&["solve", &game, "-o", "frogs.db", "--plot", "frogs.svg"]).code, 0);
    assert_eq!(folder.gamec(&["repack", "frogs.db", "-o", "small.db"]).code, 0);
    assert_eq!(folder.gamec(&["new", "other"]).code, 0);
    assert_eq!(folder.gamec(&["fmt", "other.gdl"]).code, 0);
    let names = fs::read_dir(&folder.0).expect("there");
    let mut names: Vec<_> = names.map(|it| it.expect("readable").file_name()).collect();
    names.sort();
    let expected = [
        ".frogs.db.17-0.unfinished",
        "frogs.db",
        "frogs.gdl",
        "frogs.svg",
        "other.gdl",
        "small.db",
    ];
    assert_eq!(names, expected);
}
