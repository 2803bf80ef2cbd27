//! A game from a file, watched while it is searched: the stacks of pancakes that are hardest to
//! sort.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use gdl_runtime::engine::{Rules, SearchOptions};
use gdl_runtime::{Layer, Observer, SolveError};

mod pancakes {
    gdl_runtime::game!("games/pancakes.gdl", n = 9);
}

/// Prints every layer as soon as it is known.
struct Printer;

impl Observer for Printer {
    fn layer(&mut self, layer: Layer) {
        println!("{:5} {:9}", layer.depth, layer.states);
    }
}

fn main() -> Result<(), SolveError> {
    let game = pancakes::game();
    let options = SearchOptions { threads: 2, hardest: 3, ..pancakes::Game::options() };
    let found = game.search(&options, &mut Printer)?;
    println!("{}: {} positions, among the hardest", pancakes::Game::TITLE, found.states);
    for index in found.hardest {
        println!("{}", game.unrank(index));
    }
    Ok(())
}
