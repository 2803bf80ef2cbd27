//! The counts of a database as a picture: by plies, by moves to the goal, or by margin.

use super::Counted;
use super::show::Stats;
use crate::failure::Failure;
use crate::plot::{Histogram, Kind};
use gdl_solver::answers::{has_no_goal, is_puzzle};

/// The most bars.
const MOST: usize = 20_000;

/// What is drawn.
pub(super) fn picture<'a>(stats: &Stats<'a>) -> Result<Histogram<'a>, Failure> {
    let model = &stats.opened.model;
    let (margins, plies) = (&stats.all.margins, stats.all.plies());
    let span = match (margins.first_key_value(), margins.last_key_value()) {
        (Some((first, _)), Some((last, _))) => Some((*first, *last)),
        _ => plies.last_key_value().map(|(last, _)| (0, i64::from(*last))),
    };
    let Some((first, last)) = span else {
        return Err(Failure::input("there are no plies, moves or margins here to draw"));
    };
    let count = usize::try_from(last - first).ok().filter(|count| *count < MOST);
    let Some(count) = count else {
        return Err(Failure::input(format!("no picture has more than {MOST} bars")));
    };
    let counts = |of: &dyn Fn(i64) -> u64| (first..=last).take(count + 1).map(of).collect();
    let kind = |name: &'static str, of: &dyn Fn(i64) -> u64| Kind { name, counts: counts(of) };
    let decided = |number: i64| {
        let at = u32::try_from(number).ok().and_then(|number| plies.get(&number));
        at.copied().unwrap_or_default()
    };
    let (axis, kinds) = if !margins.is_empty() {
        let at = |number: i64| margins.get(&number).copied().unwrap_or(0);
        ("margin", vec![kind("", &at)])
    } else if is_puzzle(model) {
        let axis = if has_no_goal(model) { "depth" } else { "moves" };
        (axis, vec![kind("", &|number| decided(number).0)])
    } else {
        let won = kind("won", &|number| decided(number).0);
        ("plies", vec![won, kind("lost", &|number| decided(number).1)])
    };
    let nouns = match stats.counted {
        Counted::Positions => ["position", "positions"],
        Counted::Entries => ["entry", "entries"],
    };
    Ok(Histogram { title: &model.title, axis, first, nouns, kinds })
}
