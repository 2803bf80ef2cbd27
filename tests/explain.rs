//! What `gamec explain` says about every shipped game: facts, reasons and the table of layouts, as snapshots.

use crate::run::gamec;
use crate::shipped;

#[test]
fn games_are_explained_as_recorded() {
    for name in shipped::names() {
        let file = format!("games/{name}.gdl");
        let output = gamec(&["explain", &file]);
        assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{file}");
        insta::with_settings!({
            description => format!("gamec explain {file}"),
            omit_expression => true,
            snapshot_path => "snapshots/explain",
            prepend_module_to_snapshot => false,
        }, {
            insta::assert_snapshot!(name, output.stdout);
        });
    }
}

#[test]
fn a_layout_that_does_not_fit_is_refused_with_the_reason() {
    let output = gamec(&["emit", "plan", "games/pancakes.gdl", "--hash", "bits"]);
    assert_eq!(output.status, 1);
    assert_eq!(output.stdout, "");
    assert_eq!(
        output.stderr,
        "error: the layout `bits` does not fit: cells can hold more than two things\n"
    );
    let unknown = gamec(&["explain", "games/pancakes.gdl", "--hash", "permutations"]);
    assert_eq!(unknown.status, 1);
    assert!(unknown.stderr.contains("did you mean `permutation`?"), "{}", unknown.stderr);
    let bits = gamec(&["emit", "plan", "games/hexapawn.gdl", "--bits", "1"]);
    assert_eq!(bits.status, 1);
    let why = "a table with 1-bit entries does not work for this game: won, lost, drawn and not known take 2";
    assert!(bits.stderr.contains(why), "{}", bits.stderr);
}

#[test]
fn an_audit_of_a_game_passes() {
    let output = gamec(&["audit", "games/hexapawn.gdl", "--moves", "200"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    assert!(output.stdout.contains("ok      symmetries keep the moves"), "{}", output.stdout);
    assert!(!output.stdout.contains("FAILED"), "{}", output.stdout);
    let json = gamec(&["audit", "games/frogs.gdl", "--moves", "50", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    let checks = report["checks"].as_array().expect("a list");
    assert!(checks.len() > 5 && checks.iter().all(|check| check["failure"].is_null()), "{report}");
}
