//! What is shown of values, and what runs where nothing is said.

use super::{FOX_AND_GEESE, HEXAPAWN, SMALL_MORRIS, TIC_TAC_TOE, solve, solve_with};
use std::ffi::OsStr;

#[test]
fn small_games_are_left_to_the_interpreter_and_large_ones_compiled() {
    assert_eq!(solve(&format!("--json {TIC_TAC_TOE}")).json()["on"], "interpreter");
    let five = solve(&format!("--json {FOX_AND_GEESE} --tier goose=5")).json();
    assert_eq!((&five["on"], &five["engine"]), (&"compiled".into(), &"tier".into()));
    let wide = solve("--json games/connect-four.gdl -D rows=5 -D cols=4 --limit-states 2000000");
    assert_eq!(wide.json()["on"], "interpreter", "few positions of a huge table can be reached");
}

#[test]
fn without_a_compiler_the_interpreter_runs_the_rules() {
    let question = format!("--json --bits 8 {FOX_AND_GEESE} --tier goose=4");
    let compiled = solve(&format!("--on native {question}")).json();
    let found = solve_with(OsStr::new("/nowhere/rustc"), &question);
    assert_eq!(found.code, 0);
    assert_eq!(found.stderr.lines().count(), 1, "{}", found.stderr);
    assert!(found.stderr.contains("the interpreter runs this game: no Rust compiler"));
    let report = found.report();
    assert_eq!((&compiled["on"], &report["on"]), (&"compiled".into(), &"interpreter".into()));
    for key in ["states", "won", "lost", "drawn", "value", "plies", "line", "tiers", "longest"] {
        assert_eq!(compiled[key], report[key], "{key}");
    }
}

#[test]
fn tables_show_what_is_longest_and_symmetric() {
    let text = solve(&format!("--on native {FOX_AND_GEESE} --tier goose=4")).stdout;
    for part in [
        "goose  positions  won  lost      drawn  longest win  longest loss\n",
        "    4  2,373,360   36     4  2,373,320            1             0\n",
        "up to symmetry:\ngoose  symmetries  positions  won  lost    drawn\n",
        "\nlongest win, 1 ply: ",
        "\nlongest loss, 0 plies: ",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let plain = solve(&format!("--on native --symmetry off {FOX_AND_GEESE} --tier goose=1")).stdout;
    assert!(!plain.contains("up to symmetry"), "{plain}");
}

#[test]
fn many_tiers_are_shown_if_they_are_wanted() {
    let question = format!("--on native {SMALL_MORRIS} -D men=6");
    let few = solve(&question).stdout;
    let all = solve(&format!("{question} --all-tiers")).stdout;
    assert!(few.contains("with fewer positions: `--all-tiers`\n"), "{few}");
    assert!(!all.contains("with fewer positions"), "{all}");
    assert!(all.lines().count() > few.lines().count());
}

#[test]
fn questions_that_tables_cannot_answer_are_told() {
    let unknown = solve(&format!("--on native {FOX_AND_GEESE} --tier hen=1"));
    assert_eq!((unknown.code, unknown.stdout.as_str()), (1, ""));
    assert!(unknown.stderr.contains("no piece or counter called `hen`"), "{}", unknown.stderr);
    let lopsided = solve(&format!("--on native --hash orbits {FOX_AND_GEESE}"));
    assert_eq!(lopsided.code, 1);
    assert!(lopsided.stderr.contains("for play from a symmetric position"), "{}", lopsided.stderr);
    let bits = solve(&format!("--on native --bits 5 {HEXAPAWN}"));
    assert!(bits.code == 1 && bits.stderr.contains("take 2"), "{}", bits.stderr);
}
