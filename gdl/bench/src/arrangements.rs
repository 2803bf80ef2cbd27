//! All pieces different: 12 of them, as in the 3x4 sliding puzzle.

use super::measure::Bench;
use gdl_layout::LayoutError;
use gdl_layout::myrvold_ruskey as inverse_given;
use gdl_layout::partition::BlankPermutations;
use gdl_layout::permutation::{self, Order, Permutations, Sign, Tables};

const PIECES: usize = 12;

pub(super) fn permutation(bench: &mut Bench) -> Result<(), LayoutError> {
    permutations(bench, Order::Lexicographic)?;
    let tables = Tables::new(PIECES)?;
    let all = Permutations::new(PIECES, Order::Lexicographic, None)?;
    let unrank = |index, pieces: &mut [u8]| _ = permutation::unrank(index, pieces);
    let rank = |pieces: &[u8]| tables.rank(pieces);
    bench.slices("12 pieces, by tables", all.size(), PIECES, unrank, rank);
    Ok(())
}

pub(super) fn myrvold_ruskey(bench: &mut Bench) -> Result<(), LayoutError> {
    permutations(bench, Order::MyrvoldRuskey)?;
    // As when a state is kept together with its inverse.
    let all = Permutations::new(PIECES, Order::MyrvoldRuskey, None)?;
    let unrank = |index| {
        let (mut pieces, mut places) = ([0; PIECES], [0; PIECES]);
        inverse_given::unrank(index, &mut pieces);
        for (piece, place) in pieces.iter().zip(0..) {
            places[usize::from(*piece)] = place;
        }
        (pieces, places)
    };
    let rank = |(pieces, places): &([u8; PIECES], [u8; PIECES])| {
        let (mut pieces, mut places) = (*pieces, *places);
        inverse_given::rank(&mut pieces, &mut places)
    };
    bench.line("12 pieces, inverse given", all.size(), unrank, rank);
    Ok(())
}

fn permutations(bench: &mut Bench, order: Order) -> Result<(), LayoutError> {
    for (sign, text) in [(None, "12 pieces"), (Some(Sign::Even), "12 pieces, even")] {
        let layout = Permutations::new(PIECES, order, sign)?;
        let unrank = |index, pieces: &mut [u8]| _ = layout.unrank(index, pieces);
        bench.slices(text, layout.size(), PIECES, unrank, |pieces| layout.rank(pieces));
    }
    Ok(())
}

pub(super) fn blank(bench: &mut Bench) -> Result<(), LayoutError> {
    let colors: Vec<Sign> = (0..12).map(|cell| Sign::of(cell / 4 + cell % 4)).collect();
    for (order, text) in [
        (Order::Lexicographic, "11 tiles, lexicographic"),
        (Order::MyrvoldRuskey, "11 tiles, Myrvold-Ruskey"),
    ] {
        let layout = BlankPermutations::new(PIECES, 0, order, &colors)?;
        let unrank = |index, pieces: &mut [u8]| layout.unrank(index, pieces);
        bench.slices(text, layout.size(), PIECES, unrank, |pieces| layout.rank(pieces));
    }
    Ok(())
}
