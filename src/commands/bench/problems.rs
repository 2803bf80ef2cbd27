//! The problems of `gamec bench strategy`: shipped games in several sizes, and games of odd
//! shapes.

/// A question about a game, as arguments of `gamec solve`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem {
    pub(super) name: &'static str,
    pub(super) text: &'static str,
    pub(super) arguments: &'static [&'static str],
}

/// A problem about a shipped game, or about one of this benchmark's own.
macro_rules! problem {
    ($name:literal, $file:literal $(, $argument:literal)*) => {
        Problem { name: $name, text: include_str!($file), arguments: &[$($argument),*] }
    };
}

pub(super) const PROBLEMS: &[Problem] = &[
    problem!("awari 1", "../../../games/awari.gdl", "-D", "seeds=1"),
    problem!("burnt pancakes 5", "../../../games/burnt-pancakes.gdl", "-D", "n=5"),
    problem!("burnt pancakes 6", "../../../games/burnt-pancakes.gdl"),
    problem!("burnt pancakes 7", "../../../games/burnt-pancakes.gdl", "-D", "n=7"),
    problem!("chinese checkers", "../../../games/chinese-checkers.gdl"),
    problem!("connect four 4x4", "../../../games/connect-four.gdl", "-D", "rows=4", "-D", "cols=4"),
    problem!("connect four 5x4", "../../../games/connect-four.gdl", "-D", "rows=5", "-D", "cols=4"),
    problem!("dots and boxes 1x2", "../../../games/dots-and-boxes.gdl", "-D", "rows=1"),
    problem!("dots and boxes 2x2", "../../../games/dots-and-boxes.gdl"),
    problem!("dots and boxes 2x3", "../../../games/dots-and-boxes.gdl", "-D", "cols=3"),
    problem!("fore and aft", "../../../games/fore-and-aft.gdl"),
    problem!("fox and 3 geese", "../../../games/fox-and-geese.gdl", "--tier", "goose=3"),
    problem!("fox and 5 geese", "../../../games/fox-and-geese.gdl", "--tier", "goose=5"),
    problem!("frogs", "../../../games/frogs.gdl"),
    problem!("hexapawn", "../../../games/hexapawn.gdl"),
    problem!("klotski", "../../../games/klotski.gdl"),
    problem!("nine men's morris 3-3", "../../../games/nine-mens-morris.gdl", "-D", "men=3"),
    problem!("morris tier 3-3", "../../../games/nine-mens-morris.gdl", "--tier", "white=3,black=3"),
    problem!("morris tier 4-3", "../../../games/nine-mens-morris.gdl", "--tier", "white=4,black=3"),
    problem!("pancakes 7", "../../../games/pancakes.gdl", "-D", "n=7"),
    problem!("pancakes 9", "../../../games/pancakes.gdl", "-D", "n=9"),
    problem!("pancakes 11", "../../../games/pancakes.gdl", "-D", "n=11"),
    problem!("peg solitaire", "../../../games/peg-solitaire.gdl"),
    problem!("peg triangle", "../../../games/peg-triangle.gdl"),
    problem!("pocket cube", "../../../games/pocket-cube.gdl"),
    problem!("rush hour", "../../../games/rush-hour.gdl"),
    problem!("sliding tiles 2x3", "../../../games/sliding-tiles.gdl", "-D", "rows=2"),
    problem!("sliding tiles 3x3", "../../../games/sliding-tiles.gdl"),
    problem!(
        "sliding tiles 2x5",
        "../../../games/sliding-tiles.gdl",
        "-D",
        "rows=2",
        "-D",
        "cols=5"
    ),
    problem!("sliding tiles 3x4", "../../../games/sliding-tiles.gdl", "-D", "cols=4"),
    problem!("three men's morris", "../../../games/three-mens-morris.gdl"),
    problem!("tic-tac-toe", "../../../games/tic-tac-toe.gdl"),
    problem!("tilt", "../../../games/tilt.gdl"),
    problem!("tilt, the long way", "../../../games/tilt.gdl", "--start", "long way"),
    problem!("topspin 8", "../../../games/topspin.gdl", "-D", "n=8"),
    problem!("topspin 9", "../../../games/topspin.gdl"),
    problem!("topspin 10", "../../../games/topspin.gdl", "-D", "n=10"),
    problem!("topspin 11", "../../../games/topspin.gdl", "-D", "n=11"),
    problem!("ball sort", "games/ball-sort.gdl"),
    problem!("beads", "games/beads.gdl"),
    problem!("chocolate", "games/chocolate.gdl"),
    problem!("crossing", "games/crossing.gdl"),
    problem!("four in a row 4x4", "games/four-in-a-square.gdl"),
    problem!("four in a row 4x3", "games/four-in-a-square.gdl", "-D", "cols=3"),
    problem!("lamps", "games/lamps.gdl"),
    problem!("necklace 8", "games/necklace.gdl", "-D", "n=8"),
    problem!("necklace 9", "games/necklace.gdl"),
    problem!("race", "games/race.gdl"),
    problem!("seeds 2", "games/seeds.gdl", "-D", "seeds=2"),
    problem!("seeds 3", "games/seeds.gdl"),
    problem!("transpositions 8", "games/transpositions.gdl", "-D", "n=8"),
    problem!("transpositions 9", "games/transpositions.gdl"),
    problem!("two robots", "games/two-robots.gdl"),
    problem!("warehouse", "games/warehouse.gdl"),
];
