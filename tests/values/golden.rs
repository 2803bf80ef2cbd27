//! Numbers that others have found.

use super::{FOX_AND_GEESE, NINE_MENS_MORRIS, counts, solve};

/// Positions up to symmetry; in R. Gasser, *Solving nine men's morris* (1996), and found again by others since. With three men each everybody flies,
/// so that the rings of the board can change places as well: 48 symmetries instead of 16.
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
