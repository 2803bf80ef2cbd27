//! Values that a search has found, checked with the interpreter on a sample, so that a mistake of
//! the compiler is seen.

use gdl::plan::Plan;
use gdl_runtime::interp::{Interp, SampleOptions, Samples, check_samples};
use gdl_runtime::values::Claims;
use gdl_runtime::{Silent, SolveError};

/// The number of positions that are checked after every search for values.
const CHECKED: u64 = 200;

/// Checks the values of some positions.
pub(crate) fn check_some(
    interp: &Interp<'_>,
    plan: &Plan,
    claims: &dyn Claims,
    sources: &[Samples<'_>],
) -> Result<(), SolveError> {
    let options = SampleOptions { samples: CHECKED, positions: 100, ..Default::default() };
    let report = check_samples(interp, claims, sources, &options, &mut Silent);
    match report.failures.first() {
        None => Ok(()),
        Some(failure) => Err(SolveError::Disagreement {
            game: interp.model().title.clone(),
            layout: plan.family.name().to_owned(),
            position: failure.to_string(),
            what: "a value".to_owned(),
        }),
    }
}
