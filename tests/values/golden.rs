//! Numbers that others have found.

use super::{FOX_AND_GEESE, NINE_MENS_MORRIS, counts, solve};

/// Positions up to symmetry; in R. Gasser, *Solving nine men's morris* (1996), and found again by
/// others since. With three men each everybody flies, so that the rings of the board can change
/// places as well: 48 symmetries instead of 16.
#[test]
fn nine_mens_morris_with_few_men() {
    let report = solve(&format!("--json --on native {NINE_MENS_MORRIS} --tier white=3,black=3"));
    let report = report.json();
    let tiers = report["tiers"].as_array().expect("a list");
    let three = tiers.last().expect("the one that was asked for");
    assert_eq!((&three["key"]["white man"], &three["key"]["black man"]), (&3.into(), &3.into()));
    let classes = &three["classes"];
    assert_eq!((&classes["symmetries"], &classes["states"]), (&48.into(), &56_922.into()));
    assert_eq!(counts(classes), [47_167, 9_659, 96]);
    assert_eq!(report["longest"]["loss"]["plies"], 26);
}

/// In R. Gasser's thesis (1995), appendix A: won, lost and drawn up to 16 symmetries, both players
/// to move unless they have equally many men.
#[test]
fn nine_mens_morris_with_three_or_four_men() {
    let report = solve(&format!("--json --on native {NINE_MENS_MORRIS} --tier white=4,black=4"));
    let report = report.json();
    let tiers = report["tiers"].as_array().expect("a list");
    for (white, black, expected) in [
        (4, 3, [177_678, 3_095, 1_340_023]),
        (3, 4, [177_678, 3_095, 1_340_023]),
        (4, 4, [159, 29, 3_225_409]),
    ] {
        let is_meant = |tier: &&serde_json::Value| {
            let key = &tier["key"];
            (&key["white man"], &key["black man"]) == (&white.into(), &black.into())
        };
        let tier = tiers.iter().find(is_meant).expect("it was solved");
        assert_eq!(counts(&tier["classes"]), expected, "{white} against {black}");
    }
}

/// A general solver with rules written in C has found as many positions, and a draw.
#[test]
fn six_mens_morris_from_the_empty_board() {
    let report = solve("--json games/six-mens-morris.gdl").json();
    assert_eq!((&report["on"], &report["value"]), (&"compiled".into(), &"draw".into()));
    assert_eq!(report["states"], 42_372_745);
    assert_eq!(counts(&report), [23_392_364, 15_520_996, 3_459_385]);
    assert_eq!(report["expectations"]["failed"], serde_json::json!([]));
}

/// The smallest member of the family on the large board: the first player wins; with four men it
/// is a draw.
#[test]
fn few_men_on_the_large_board() {
    let value = |men: u32| solve(&format!("--json {NINE_MENS_MORRIS} -D men={men}")).json();
    let three = value(3);
    assert_eq!((&three["value"], &three["states"]), (&"win".into(), &5_801_605.into()));
    assert_eq!(value(4)["value"], "draw");
}

/// Won for the geese in all: 0, 0, 0, 40.
#[test]
fn fox_and_geese_with_few_geese() {
    let report = solve(&format!("--json --on native {FOX_AND_GEESE} --tier goose=4")).json();
    let tiers = report["tiers"].as_array().expect("a list");
    let decided = tiers.iter().map(|tier| {
        let [won, lost, _] = counts(tier);
        won + lost
    });
    assert_eq!(decided.collect::<Vec<_>>(), [0, 0, 0, 0, 40]);
    assert_eq!(counts(&report), [36, 4, 2_373_320], "won with geese to move, lost for the fox");
    assert_eq!(report["expectations"]["passed"].as_array().map(Vec::len), Some(3));
}
