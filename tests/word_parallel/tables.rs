//! Tables of the literature that are too large for the interpreter.

use super::Game;
use crate::golden::golden;
use crate::shipped;
use gdl_runtime::word_parallel::WordParallelOptions;

/// The layers of a shipped game by a layout.
fn layers(game: &str, params: &[(&str, i64)], wanted: &str) -> Vec<u64> {
    let game = Game::new(game, shipped::model(game, params));
    let layouts = game.layouts();
    let layout = layouts.iter().find(|(name, _)| *name == wanted);
    let (_, layout) = layout.unwrap_or_else(|| panic!("{}: no layout {wanted}", game.name));
    game.search(layout, &WordParallelOptions { threads: 2, ..WordParallelOptions::default() })
        .layers
}

#[test]
fn pancakes() {
    for n in [10, 11] {
        let table = golden(&format!("pancake-{n}"));
        assert_eq!(layers("pancakes", &[("n", n)], "lift"), table, "{n}");
    }
}

#[test]
fn topspin() {
    for n in [11, 12] {
        let table = golden(&format!("topspin-{n}-4"));
        assert_eq!(layers("topspin", &[("n", n)], "lift"), table, "{n}");
    }
}

#[test]
fn sliding_tiles() {
    for (rows, cols) in [(3, 4), (4, 3)] {
        let table = golden(&format!("sliding-tile-{rows}x{cols}"));
        let params = [("rows", rows), ("cols", cols)];
        assert_eq!(layers("sliding-tiles", &params, "lift"), table, "{rows} x {cols}");
    }
}

#[test]
fn peg_solitaire() {
    assert_eq!(layers("peg-solitaire", &[], "affine"), golden("peg-solitaire-33"));
}
