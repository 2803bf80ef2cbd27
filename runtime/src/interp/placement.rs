//! All positions of a tier: every way to place its pieces, for every player to move.
//!
//! A tier is given by numbers of pieces and values of counters ([`gdl::analyze::tiers::named`]). What is not given is as at the start, unless play
//! never comes to such a tier but to another one with what is given: then it is as late in play as possible. Terrain stays where it is, unless
//! its number is given too. Pieces that turn are placed in every orientation.

use super::rules::Interp;
use super::terrain::terrain;
use crate::SolveError;
use gdl::analyze::bounds::Bounds;
use gdl::analyze::counts::{What, counts};
use gdl::analyze::tiers::named::{known_names, meant, named_tier};
use gdl::analyze::tiers::tiers;
use gdl::model::State;
use gdl::model::{Content, ContentSet, MAX_COUNTER, Model, PlayerId};

/// The positions of a tier, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Placements<'m> {
    model: &'m Model,
    /// The next position; none when all have been given.
    next: Option<State>,
    /// The cells the pieces are placed on.
    free: Vec<usize>,
}

/// The positions of a tier, and how many there are (before those that count as the same are taken together).
pub(super) fn placements<'m>(
    interp: &Interp<'m>,
    tier: &[(String, i64)],
) -> Result<(Placements<'m>, u128), SolveError> {
    let model = interp.model();
    let mut state = interp.start();
    let fixed = terrain(model, &state.cells);
    let mut wanted = Wanted { terrain: fixed, counts: Vec::new() };
    for (what, count) in not_given(interp, tier) {
        wanted.apply(what, count, &mut state);
    }
    for (label, count) in tier {
        let meant = meant(model, label);
        if meant.is_empty() {
            let known = known_names(model);
            return Err(SolveError::TierLabel { label: label.clone(), known });
        }
        for what in meant {
            if let What::Counter(_) = what {
                bounded(label, *count, MAX_COUNTER)?;
            }
            wanted.apply(what, *count, &mut state);
        }
    }
    let free: Vec<usize> = (0..state.cells.len())
        .filter(|&cell| !wanted.terrain.contains(Content(state.cells[cell])))
        .collect();
    if model.heap {
        let most = i64::try_from(free.len()).map_or(i64::MAX, |cells| cells * MAX_COUNTER);
        let sum = state.cells.iter().map(|&heap| i64::from(heap)).sum();
        let total = wanted.count(Content(1)).unwrap_or(sum);
        let total = bounded(&model.pieces[0].label, total, most)?;
        let size = first_heaps(total, &mut state.cells);
        return Ok((
            Placements { model, next: Some(state), free },
            size.saturating_mul(model.sides() as u128),
        ));
    }
    let mut contents: Vec<u8> = Vec::new();
    for (piece, content) in model.pieces.iter().zip(1..) {
        if wanted.terrain.contains(Content(content)) {
            continue;
        }
        let at_start = free.iter().filter(|&&cell| state.cells[cell] == content).count();
        let count =
            wanted.count(Content(content)).unwrap_or(i64::try_from(at_start).unwrap_or(i64::MAX));
        let room = i64::try_from(free.len() - contents.len()).unwrap_or(i64::MAX);
        let count = bounded(&piece.label, count, room)?;
        contents.extend(std::iter::repeat_n(content, count));
    }
    contents.resize(free.len(), 0);
    contents.sort_unstable();
    for (&cell, &content) in free.iter().zip(&contents) {
        state.cells[cell] = content;
    }
    let size = arrangements(model, &contents).saturating_mul(model.sides() as u128);
    Ok((Placements { model, next: Some(state), free }, size))
}

/// What a tier asks for.
struct Wanted {
    terrain: ContentSet,
    counts: Vec<(Content, i64)>,
}

/// The numbers that are not as at the start although they are not given.
fn not_given(interp: &Interp<'_>, given: &[(String, i64)]) -> Vec<(What, i64)> {
    let model = interp.model();
    let start = &model.starts[interp.start_index()];
    let bounds = Bounds::from_starts(model, std::slice::from_ref(start));
    let tiers = tiers(model, start, &bounds, &counts(model, &bounds));
    let meant = named_tier(model, start, &tiers, given).ok();
    let Some(tier) = meant.and_then(|number| tiers.tiers.get(number)) else { return Vec::new() };
    let at_start = |what: &What| what.of(model.heap, &interp.start());
    let numbers = tiers.key.iter().copied().zip(tier.key.iter().copied());
    numbers.filter(|(what, value)| at_start(what) != *value).collect()
}

impl Wanted {
    /// Asks for a number; that of a counter must be one it can have.
    fn apply(&mut self, what: What, count: i64, state: &mut State) {
        match what {
            What::Content(content) => {
                self.counts.push((content, count));
                self.terrain = self.terrain.without(ContentSet::only(content));
            }
            What::Counter(counter) => {
                let value = u8::try_from(count).expect("at most MAX_COUNTER");
                state.counters[usize::from(counter)] = value;
            }
        }
    }

    fn count(&self, piece: Content) -> Option<i64> {
        self.counts.iter().rev().find(|(content, _)| *content == piece).map(|&(_, count)| count)
    }
}

fn bounded(label: &str, count: i64, most: i64) -> Result<usize, SolveError> {
    match usize::try_from(count) {
        Ok(number) if count <= most => Ok(number),
        _ => Err(SolveError::TierCount { label: label.to_owned(), count, most }),
    }
}

impl Iterator for Placements<'_> {
    type Item = State;

    fn next(&mut self) -> Option<State> {
        let current = self.next.take()?;
        let mut next = current.clone();
        let more = next_mover(self.model, &mut next)
            || next_turns(self.model, &mut next)
            || if self.model.heap {
                next_heaps(&mut next.cells)
            } else {
                next_arrangement(&mut next.cells, &self.free)
            };
        if more {
            self.next = Some(next);
        }
        Some(current)
    }
}

/// The next player, or back to the first and false.
fn next_mover(model: &Model, state: &mut State) -> bool {
    state.mover = model.next_player(state.mover);
    state.mover != PlayerId(0)
}

/// The next orientations, or back to nothing turned and false.
fn next_turns(model: &Model, state: &mut State) -> bool {
    for (turn, &content) in state.turns.iter_mut().zip(&state.cells) {
        if *turn + 1 < orientations(model, content) {
            *turn += 1;
            return true;
        }
        *turn = 0;
    }
    false
}

/// The next arrangement of the contents of the free cells in lexicographic order, or false after the last.
fn next_arrangement(cells: &mut [u8], free: &[usize]) -> bool {
    let Some(rise) =
        (1..free.len()).rev().find(|&place| cells[free[place - 1]] < cells[free[place]])
    else {
        return false;
    };
    let pivot = cells[free[rise - 1]];
    let larger = (rise..free.len()).rev().find(|&place| cells[free[place]] > pivot).unwrap_or(rise);
    cells.swap(free[rise - 1], free[larger]);
    let (mut left, mut right) = (rise, free.len() - 1);
    while left < right {
        cells.swap(free[left], free[right]);
        left += 1;
        right -= 1;
    }
    true
}

/// The first distribution of so many pieces on the heaps: as far in front as they may stand. Gives the number of distributions, or more.
fn first_heaps(total: usize, cells: &mut [u8]) -> u128 {
    let mut rest = total;
    for heap in cells.iter_mut() {
        *heap = u8::try_from(rest).unwrap_or(u8::MAX);
        rest -= usize::from(*heap);
    }
    choose((total + cells.len()).saturating_sub(1), total)
}

/// The next distribution of the same number of pieces in reverse lexicographic order, or false after the last.
fn next_heaps(cells: &mut [u8]) -> bool {
    let mut behind = 0_usize;
    for place in (0..cells.len()).rev() {
        let room = (cells.len() - place - 1) * usize::from(u8::MAX);
        if cells[place] > 0 && behind < room {
            cells[place] -= 1;
            first_heaps(behind + 1, &mut cells[place + 1..]);
            return true;
        }
        behind += usize::from(cells[place]);
    }
    false
}

/// In how many ways the contents can be arranged and turned.
fn arrangements(model: &Model, contents: &[u8]) -> u128 {
    let mut ways = 1_u128;
    let mut placed = 0;
    for run in contents.chunk_by(|one, other| one == other) {
        placed += run.len();
        ways = ways.saturating_mul(choose(placed, run.len()));
        for &content in run {
            ways = ways.saturating_mul(u128::from(orientations(model, content)));
        }
    }
    ways
}

fn orientations(model: &Model, content: u8) -> u8 {
    Content(content).piece().map_or(1, |piece| model.pieces[piece.index()].turns.max(1))
}

/// Binomial coefficient, or the largest number if it does not fit.
fn choose(from: usize, take: usize) -> u128 {
    let take = take.min(from - take) as u128;
    let from = from as u128;
    (1..=take)
        .try_fold(1_u128, |product, step| Some(product.checked_mul(from - take + step)? / step))
        .unwrap_or(u128::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::games::compiled;
    use super::super::notation::position_text;
    use super::super::toy::{counter, duel, everywhere, once, play, row};
    use super::*;

    fn texts(model: &Model, tier: &[(&str, i64)]) -> Result<Vec<String>, SolveError> {
        let tier: Vec<(String, i64)> =
            tier.iter().map(|(label, count)| ((*label).to_owned(), *count)).collect();
        let (states, size) = placements(&Interp::new(model), &tier)?;
        let texts: Vec<String> = states.map(|state| position_text(model, &state)).collect();
        assert_eq!(texts.len() as u128, size);
        let mut distinct = texts.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), texts.len());
        Ok(texts)
    }

    #[test]
    fn terrain_stays_and_the_rest_is_placed_in_every_way() {
        let mut model = row("ac.b");
        model.moves = vec![play("step", 0, once(everywhere(4, "a.", ".a")))];
        // Behind the wall `a` can move no more than `b` and `c`.
        assert_eq!(texts(&model, &[]).unwrap(), ["ac.b"]);
        model.moves.push(play("jump", 0, once(everywhere(4, "ac.", ".ca"))));
        assert_eq!(texts(&model, &[]).unwrap(), [".cab", "ac.b"]);
        assert_eq!(texts(&model, &[("a", 2)]).unwrap(), ["acab"]);
        assert_eq!(texts(&model, &[("b", 0)]).unwrap(), [".c.a", ".ca.", "ac.."]);
    }

    #[test]
    fn every_player_and_every_orientation() {
        let mut model = duel("ab.");
        model.moves = vec![play(
            "step",
            0,
            once([everywhere(3, "a.", ".a"), everywhere(3, "b.", ".b")].concat()),
        )];
        assert_eq!(texts(&model, &[]).unwrap().len(), 6 * 2);
        model.pieces[1].turns = 3;
        assert_eq!(texts(&model, &[("a", 0)]).unwrap().len(), 3 * 3 * 2);
        model.counters = vec![counter("hand", 1)];
        assert!(texts(&model, &[("hand", 4)]).unwrap().iter().all(|text| text.ends_with("hand=4")));
    }

    #[test]
    fn heaps_are_filled_in_every_way() {
        let mut model = duel("aab");
        model.heap = true;
        model.pieces.truncate(1);
        assert_eq!(texts(&model, &[]).unwrap().len(), 2 * 15);
        assert_eq!(texts(&model, &[("a", 0)]).unwrap(), ["0,0,0 white", "0,0,0 black"]);
        assert_eq!(
            placements(&Interp::new(&model), &[("a".to_owned(), 763)]).unwrap().0.count(),
            2 * 6
        );
    }

    #[test]
    fn what_is_not_given_is_as_late_as_possible_if_play_never_sees_it_as_at_the_start() {
        let model = compiled(
            "players white, black board row(5) pieces w = man of white, b = man of black
            counter hand = 2 each
            move place when hand > 0: [empty] -> [mine], hand -= 1
            move slide when hand = 0: [mine | empty] -> [empty | mine]
            stuck loses",
            &[],
        );
        for tier in [&[("white", 2), ("black", 2)][..], &[("man", 2)], &[("hand", 0)]] {
            let texts = texts(&model, tier).unwrap();
            assert_eq!(texts.len(), 2 * 30);
            assert!(texts.iter().all(|text| text.ends_with("hand=0,0")), "{texts:?}");
        }
        assert_eq!(texts(&model, &[("man", 0)]).unwrap()[0], "..... white hand=2,2");
        // Play comes to no such tier.
        let texts = texts(&model, &[("white man", 1), ("black man", 3)]).unwrap();
        assert_eq!((texts.len(), &texts[0][..]), (2 * 20, ".wbbb white hand=2,2"));
    }

    #[test]
    fn a_tier_that_is_not_possible_is_refused() {
        let model = duel("ab.");
        let message =
            |label: &str, count| texts(&model, &[(label, count)]).unwrap_err().to_string();
        assert_eq!(
            message("goat", 1),
            "no piece or counter called `goat`: a tier is given by a, b, white, black"
        );
        assert_eq!(message("a", 4), "`a` cannot be 4: there is room for 0 to 2");
        assert_eq!(message("b", -1), "`b` cannot be -1: there is room for 0 to 2");
    }
}
