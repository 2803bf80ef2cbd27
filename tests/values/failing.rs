//! Tiers that cannot be solved are named, and what could be is shown.

use super::{FOX_AND_GEESE, counts, solve};

#[test]
fn what_does_not_fit_is_named_after_the_rest() {
    let question = format!("--on native {FOX_AND_GEESE} --tier goose=5 --memory 30KiB");
    let text = solve(&question);
    assert_eq!(text.code, 2, "{}", text.stderr);
    assert!(text.stdout.contains("\n    2     32,736    0     0  32,736\n"), "{}", text.stdout);
    let [first, second, help] = &text.stderr.lines().collect::<Vec<_>>()[..] else {
        panic!("{}", text.stderr);
    };
    assert!(first.starts_with("error: not solved: goose=3: "), "{first}");
    assert!(first.contains("are needed, and 30 KiB may be used"), "{first}");
    assert_eq!(*second, "nor were these, which lead to them: goose=4; goose=5");
    assert!(help.contains("--bits 2") && help.contains("--memory"), "{help}");
    let json = solve(&format!("--json {question}"));
    assert_eq!(json.code, 2);
    let tiers = json.report()["tiers"].as_array().cloned().expect("a list");
    assert_eq!(tiers.len(), 3, "those that were solved");
    assert_eq!(counts(&tiers[2]), [0, 0, 32_736]);
}
