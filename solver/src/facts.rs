//! From a question to the facts that hold for it.
//!
//! A question is about what play reaches from a position, or about all placements of a tier.
//! Facts about play from the start of the file are true of another position only if it looks like
//! one of play's own ([`Facts::admit`]); else the game is analyzed again for that question.

use crate::problem::Question;
use gdl::domain::Domain;
use gdl::facts::{Facts, analyze};
use gdl::plan::Family;
use gdl_runtime::SolveError;
use gdl_runtime::interp::{Interp, tier_domain};

/// Works out what is known about the positions of a question; `family` is the layout that was
/// asked for, if any.
///
/// # Errors
///
/// If no position has the numbers of the tier.
pub(crate) fn of_question(
    interp: &Interp<'_>,
    question: &Question,
    family: Option<Family>,
) -> Result<Facts, SolveError> {
    let (model, start) = (interp.model(), interp.start_index());
    if let Some(tier) = &question.tier {
        return Ok(analyze(model, tier_domain(interp, tier)?));
    }
    let from = question.from.as_ref().filter(|from| **from != interp.start());
    let of_start = analyze(model, Domain::start(model, start));
    Ok(match from {
        // Positions that are enumerated are those of play itself.
        Some(from) if family == Some(Family::Reachable) || !of_start.admit(model, from) => {
            analyze(model, Domain::position(start, from.clone()))
        }
        _ => of_start,
    })
}
