//! The positions of a tier, one after the other ([`gdl::analyze::tiers::placed`]).

use super::rules::Interp;
use crate::SolveError;
use gdl::analyze::contents::{possible_in, turning_cells};
use gdl::analyze::tiers::placed::{self, PlacedError};
use gdl::comes_to_rest;
use gdl::domain::{Domain, Placements as Placed};
use gdl::model::State;
use gdl::model::{CellId, CellSet, Content, Model, PlayerId};

/// The positions of a tier, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Placements<'m> {
    model: &'m Model,
    /// The next position; none when all have been given.
    next: Option<State>,
    /// The cells the pieces are placed on.
    free: Vec<usize>,
    /// The cells whose pieces are placed in all orientations.
    turning: CellSet,
}

/// The positions of a tier, and how many there are (before those that count as the same are taken
/// together).
pub(super) fn placements<'m>(
    interp: &Interp<'m>,
    tier: &[(String, i64)],
) -> Result<(impl Iterator<Item = State> + use<'m>, u128), SolveError> {
    let model = interp.model();
    let placed = placed(interp, tier)?;
    let domain = Domain::placements(interp.start_index(), placed.clone());
    let turning = turning_cells(model, &possible_in(model, &domain));
    let Placed { mut example, free, movers, .. } = placed;
    let free: Vec<usize> = free.iter().map(CellId::index).collect();
    let arranged = match model.heap {
        true => {
            let total: usize = example.cells.iter().map(|heap| usize::from(*heap)).sum();
            choose((total + example.cells.len()).saturating_sub(1), total)
        }
        false => {
            let placed: Vec<u8> = free.iter().map(|cell| example.cells[*cell]).collect();
            // Where different pieces are placed every cell turns, so every arrangement has equally
            // many orientations.
            let turns = turning.iter().map(|cell| orientations(model, example.cells[cell.index()]));
            turns.fold(arrangements(&placed), |ways, turns| ways.saturating_mul(u128::from(turns)))
        }
    };
    // Going through all players begins with the first.
    example.mover = PlayerId(0);
    let size = arranged.saturating_mul(movers.len() as u128);
    let all = Placements { model, next: Some(example), free, turning };
    Ok((all.filter(move |state| movers.contains(&state.mover)), size))
}

/// How many positions a tier has, before those that count as the same are taken together.
///
/// # Errors
///
/// If no tier has these numbers.
pub fn tier_positions(interp: &Interp<'_>, tier: &[(String, i64)]) -> Result<u128, SolveError> {
    Ok(placements(interp, tier)?.1)
}

/// The domain of a tier that is given by numbers.
///
/// # Errors
///
/// If no tier has these numbers.
pub fn tier_domain(interp: &Interp<'_>, tier: &[(String, i64)]) -> Result<Domain, SolveError> {
    Ok(Domain::placements(interp.start_index(), placed(interp, tier)?))
}

fn placed(interp: &Interp<'_>, tier: &[(String, i64)]) -> Result<Placed, SolveError> {
    let (model, start) = (interp.model(), interp.start_index());
    let placed = placed::placements(model, start, tier).map_err(|error| match error {
        PlacedError::Unknown { name: label, known } => SolveError::TierLabel { label, known },
        PlacedError::OutOfRange { name: label, number: count, most } => {
            SolveError::TierCount { label, count, most }
        }
    })?;
    comes_to_rest(model, &Domain::placements(start, placed.clone()))
        .map_err(|message| SolveError::TierEndless { message })?;
    Ok(placed)
}

impl Iterator for Placements<'_> {
    type Item = State;

    fn next(&mut self) -> Option<State> {
        let current = self.next.take()?;
        let mut next = current.clone();
        let more = next_mover(self.model, &mut next)
            || next_turns(self.model, self.turning, &mut next)
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
fn next_turns(model: &Model, turning: CellSet, state: &mut State) -> bool {
    if state.turns.is_empty() {
        return false;
    }
    for cell in turning.iter().map(CellId::index) {
        let turn = &mut state.turns[cell];
        if *turn + 1 < orientations(model, state.cells[cell]) {
            *turn += 1;
            return true;
        }
        *turn = 0;
    }
    false
}

/// The next arrangement of the contents of the free cells in lexicographic order, or false after
/// the last.
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

/// The first distribution of `total` pieces on the heaps: as far in front as they may stand.
fn first_heaps(total: usize, cells: &mut [u8]) {
    let mut rest = total;
    for heap in cells {
        *heap = u8::try_from(rest).unwrap_or(u8::MAX);
        rest -= usize::from(*heap);
    }
}

/// The next distribution of the same number of pieces in reverse lexicographic order, or false
/// after the last.
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
fn arrangements(contents: &[u8]) -> u128 {
    let mut ways = 1_u128;
    let mut placed = 0;
    for run in contents.chunk_by(|one, other| one == other) {
        placed += run.len();
        ways = ways.saturating_mul(choose(placed, run.len()));
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
        // In play, which nobody can go on with, it is always the first player's turn.
        assert_eq!(texts(&model, &[]).unwrap().len(), 15);
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
