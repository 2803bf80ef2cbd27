//! The choice: every family is tried, and the one with the smallest table is used; of equally
//! small ones the fastest.
//!
//! Two families are special. `orbits` gives several positions one index, and an index takes longer
//! to find. So it is used for games with players if it has at most half the entries of any other,
//! and for puzzles, whose positions are sought from a start that few symmetries keep, only if it
//! is asked for. `reachable` takes playing: it is tried if it is asked for, if nothing else fits,
//! or if everything else is huge ([`HUGE`]) and there is a sign that few positions can be reached:
//! pieces that form rigid blocks, or the file says so.

use super::engine::{self, engine};
use super::enumerated::Enumerate;
use super::families::reachable::MOST_POSITIONS;
use super::family::{Family, Refusal};
use super::fitting::Fitting;
use super::subject::{NOT_TRIED, Subject};
use super::{Candidate, Engine, Plan, PlanError, PlanOptions, SymmetryPlan, reason, stated};
use crate::facts::Facts;
use std::sync::Arc;

/// With more entries than this a layout is huge: a table of one bit takes half a gibibyte.
const HUGE: u64 = 1 << 32;

/// Plans a game; see [`super::plan_with_play`].
pub(super) fn choose(
    subject: Subject<'_>,
    options: PlanOptions,
    play: Option<&dyn Enumerate>,
) -> Result<Plan, PlanError> {
    let Subject { model, facts, .. } = subject;
    let engine = engine(model, facts, options.bits)?;
    let mut fitting = Vec::new();
    let mut refusals = Vec::new();
    let asked = options.family.filter(|family| family.is_word_parallel());
    let tried = Family::CODED.into_iter().filter(|family| *family != Family::Reachable);
    for family in tried.chain(asked) {
        match fit(&subject, family, options) {
            Ok(fits) => fitting.push(fits),
            Err(refusal) => refusals.push((family, refusal)),
        }
    }
    let stated = stated::positions(model, &facts.domain);
    let worth_playing = is_worth_playing(&fitting, facts, options, stated);
    let reachable = match play.filter(|_| worth_playing) {
        Some(play) => subject.reachable(play),
        None => Err(NOT_TRIED),
    };
    match reachable {
        Ok(hash) => fitting.push(Fitting::new(Family::Reachable, hash)),
        Err(refusal) => refusals.push((Family::Reachable, refusal)),
    }
    let (cells, kinds) = (facts.terrain.dynamic.len() as f64, model.pieces.len() as f64);
    let cost = |family: Family| family.nanoseconds(cells, kinds);
    let smaller = |left: &&Fitting, right: &&Fitting| {
        let sizes = left.bytes(engine).cmp(&right.bytes(engine));
        let costs = cost(left.family).total_cmp(&cost(right.family));
        sizes.then(costs)
    };
    let wanted = |fits: &&Fitting| match options.family {
        Some(family) => fits.family == family,
        None => fits.family != Family::Orbits,
    };
    let Some(best) = fitting.iter().filter(wanted).min_by(smaller) else {
        return Err(error(options, refusals));
    };
    let mut family = best.family;
    let may_share = options.family.is_none() && !options.one_to_one && !model.players.is_empty();
    if may_share && orbits_pay(&fitting) {
        let orbits = fitting.iter_mut().find(|fits| fits.family == Family::Orbits);
        if let (Some(orbits), Ok(hash)) = (orbits, Family::Orbits.planned().hash(&subject)) {
            family = Family::Orbits;
            *orbits = Fitting::new(family, hash);
        }
    }
    let enumerated = fitting.iter().find(|fits| fits.family == Family::Reachable);
    let reachable = enumerated.map(|fits| fits.entries).or(stated);
    let candidates = Family::CODED.into_iter().map(|family| {
        let fits = fitting.iter().find(|fits| fits.family == family);
        let refusal = refusals.iter().find(|(refused, _)| *refused == family);
        candidate(family, fits, refusal, engine, reachable, cost(family))
    });
    let candidates: Vec<Candidate> = candidates.collect();
    let reason = match options.family {
        Some(_) => "as asked for".to_owned(),
        None => reason::reason(&subject, family, &fitting),
    };
    let savings = reason::savings(&subject, family);
    let symmetry = symmetry(&subject, family, &fitting);
    let position = fitting.iter().position(|fits| fits.family == family).expect("just found");
    let hash = fitting.swap_remove(position).hash.expect("made for every family that is used");
    let smaller = engine::smaller(model, facts, engine);
    Ok(Plan {
        candidates,
        family,
        reason,
        savings,
        engine,
        smaller,
        reachable,
        symmetry,
        facts: Arc::new(facts.clone()),
        hash,
    })
}

/// Makes the hash of a family; for `orbits` only its sizes unless it was asked for.
fn fit(subject: &Subject<'_>, family: Family, options: PlanOptions) -> Result<Fitting, Refusal> {
    if family != Family::Orbits || options.family == Some(family) {
        let hash = family.planned().hash(subject)?;
        // What a layout assumes is proved elsewhere; that it has what play begins with is seen
        // here.
        return match hash.has(&subject.quotient.canonical_rotation(subject.example)) {
            true => Ok(Fitting::new(family, hash)),
            false => Err(Refusal::NotMadeForIt("it does not number what play begins with")),
        };
    }
    let sizes = subject.orbits_sizes()?;
    let largest_tier = sizes.iter().copied().max().unwrap_or(0);
    Ok(Fitting { family, entries: sizes.iter().sum(), largest_tier, keys: 0, hash: None })
}

/// Whether the layout up to symmetry has at most half the entries of any other.
fn orbits_pay(fitting: &[Fitting]) -> bool {
    let entries = |orbits: bool| {
        let all = fitting.iter().filter(move |fits| (fits.family == Family::Orbits) == orbits);
        all.map(|fits| fits.entries).min()
    };
    entries(true).zip(entries(false)).is_some_and(|(orbits, best)| orbits <= best / 2)
}

/// Whether positions should be enumerated.
fn is_worth_playing(
    fitting: &[Fitting],
    facts: &Facts,
    options: PlanOptions,
    stated: Option<u64>,
) -> bool {
    if let Some(family) = options.family {
        return family == Family::Reachable;
    }
    let formulas = fitting.iter().filter(|fits| fits.family != Family::Orbits);
    let smallest = formulas.map(|fits| fits.entries).min();
    let few = !facts.blocks.blocks.is_empty() || stated.is_some_and(|all| all <= MOST_POSITIONS);
    smallest.is_none_or(|entries| entries > HUGE && few)
}

fn error(options: PlanOptions, mut refusals: Vec<(Family, Refusal)>) -> PlanError {
    let asked = options.family.and_then(|family| {
        let position = refusals.iter().position(|(refused, _)| *refused == family)?;
        Some((family, position))
    });
    match asked {
        Some((family, position)) => {
            PlanError::Refused { family, refusal: refusals.swap_remove(position).1 }
        }
        None => PlanError::NothingFits { refusals },
    }
}

fn candidate(
    family: Family,
    fits: Option<&Fitting>,
    refusal: Option<&(Family, Refusal)>,
    engine: Engine,
    reachable: Option<u64>,
    cost: f64,
) -> Candidate {
    let bytes = fits.map(|fits| fits.bytes(engine));
    Candidate {
        family,
        entries: fits.map(|fits| fits.entries),
        largest_tier: fits.map(|fits| fits.largest_tier),
        bytes: bytes.map(|bytes| u64::try_from(bytes).unwrap_or(u64::MAX)),
        bits_per_state: bytes.and_then(|bytes| bits_per_state(bytes, reachable)),
        cost,
        refusal: refusal.map(|(_, refusal)| refusal.to_string()),
    }
}

/// Returns the bits of a table for each position that can be reached, if their number is known.
pub fn bits_per_state(bytes: u128, reachable: Option<u64>) -> Option<f64> {
    let positions = reachable.filter(|positions| *positions > 0)?;
    // To the hundredth, in whole numbers: a table may have more bytes than a float has digits.
    let hundredths = bytes.saturating_mul(800) / u128::from(positions);
    Some(hundredths as f64 / 100.0)
}

fn symmetry(subject: &Subject<'_>, family: Family, fitting: &[Fitting]) -> SymmetryPlan {
    let maps = subject.quotient.maps();
    let orbits = fitting.iter().find(|fits| fits.family == Family::Orbits);
    SymmetryPlan {
        order: maps.len(),
        cells_only: maps.iter().filter(|map| map.moves_cells_only()).count(),
        entries: orbits.map(|orbits| orbits.entries),
        used: family == Family::Orbits,
        pays: orbits_pay(fitting),
        saves_time: subject.model.players.is_empty() && maps.len() >= LEAST_SYMMETRIES,
    }
}

/// From this number of symmetries on, looking at only one of symmetric positions is worth the time
/// it takes to find out which one that is. Eight make peg solitaire 2.4 times as fast, four the
/// frogs and toads 1.4 times; two were not measured on anything large.
const LEAST_SYMMETRIES: usize = 4;
