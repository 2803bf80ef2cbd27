//! Random boards and rules: every layout that fits must agree with the interpreter.

use super::Game;
use gdl::layout::random::Random;
use std::collections::BTreeMap;

/// How many layouts were compared, by name.
type Seen = BTreeMap<&'static str, usize>;

/// Compares `games` games that are made up; those whose text makes no sense are left out.
fn compare(games: usize, seed: u64, make: fn(&mut Random) -> String) -> Seen {
    let mut random = Random(seed);
    let mut seen = Seen::new();
    for number in 0..games {
        let text = make(&mut random);
        let name = format!("random {seed}/{number}\n{text}");
        let Some(game) = Game::from_text(&name, &text) else { continue };
        for name in game.agrees().unwrap_or_default() {
            *seen.entry(name).or_default() += 1;
        }
    }
    seen
}

/// One of several.
fn pick<'a>(random: &mut Random, from: &[&'a str]) -> &'a str {
    from[usize::try_from(random.below(from.len() as u64)).expect("a short list")]
}

/// A picture of `rows` rows and `columns` columns, some corners cut off, with cells by weight.
fn picture(
    random: &mut Random,
    rows: u64,
    columns: u64,
    cell: impl Fn(&mut Random) -> char,
) -> String {
    let mut lines: Vec<String> = Vec::new();
    let (top, bottom) = (random.below(2), random.below(2));
    for row in 0..rows {
        let cut = if row == 0 {
            top
        } else if row + 1 == rows {
            bottom
        } else {
            0
        };
        let cells: Vec<String> = (cut..columns).map(|_| cell(random).to_string()).collect();
        lines.push("  ".repeat(usize::try_from(cut).expect("0 or 1")) + &cells.join(" "));
    }
    format!("{{\n{}\n}}", lines.join("\n"))
}

/// Pegs and holes, with jumps, steps and pairs that appear or vanish.
fn pegs(random: &mut Random) -> String {
    let (rows, columns) = (2 + random.below(2), 3 + random.below(3));
    let board = picture(random, rows, columns, |random| {
        pick(random, &["o", "o", "."]).chars().next().expect("a cell")
    });
    let rules = [
        "[peg | peg | empty] -> [empty | empty | peg]",
        "[peg | empty] -> [empty | peg]",
        "[peg | peg] -> [empty | empty]",
        "[empty | empty] -> [peg | peg]",
        "[peg | empty | peg] -> [peg | peg | peg]",
        "[peg | peg | empty] -> [empty | peg | peg]",
    ];
    let along = ["", " along e", " along orth", " along n"];
    let mut text = format!("game \"pegs\" board {board} pieces o = peg goal count(peg) = 2\n");
    for number in 0..1 + random.below(3) {
        let (rule, along) = (pick(random, &rules), pick(random, &along));
        text.push_str(&format!("move m{number}{along}: {rule}\n"));
    }
    text
}

/// One empty cell among pieces of a few kinds, with slides and jumps, some for one kind or one
/// direction only.
fn one_blank(random: &mut Random) -> String {
    let (rows, columns) = (2 + random.below(2), 3 + random.below(2));
    let kinds = if random.below(2) == 0 { vec!["a", "b"] } else { vec!["a", "b", "c"] };
    let board = picture(random, rows, columns, |random| {
        pick(random, &kinds).chars().next().expect("a cell")
    });
    // The last cell is the empty one.
    let blank = board.rfind(char::is_alphabetic).expect("there are cells");
    let board = board[..blank].to_owned() + "." + &board[blank + 1..];
    let rules = [
        "[any | empty] -> [empty | any]",
        "[p:any | any | empty] -> [empty | _ | p]",
        "[ant | empty] -> [empty | ant]",
        "[p:any | bee | empty] -> [empty | _ | p]",
        "[bee | _ | empty] -> [empty | _ | bee]",
    ];
    let pieces: Vec<&str> = ["a = ant", "b = bee", "c = cat"][..kinds.len()].to_vec();
    let along = ["", "", " along e", " along orth", " along diag"];
    let mut text = format!(
        "game \"blank\" board {board} pieces {} goal start\nmove slide: [any | empty] -> [empty | any]\n",
        pieces.join(", ")
    );
    for number in 0..random.below(3) {
        let (rule, along) = (pick(random, &rules), pick(random, &along));
        text.push_str(&format!("move m{number}{along}: {rule}\n"));
    }
    text
}

/// Numbered pieces on a row or ring, with reversals and cycles.
fn permutations(random: &mut Random) -> String {
    let n = 6 + random.below(3);
    let (board, same) = match random.below(3) {
        0 => (format!("ring({n})"), ""),
        1 => (format!("ring({n})"), " same rotations"),
        _ => (format!("row({n})"), ""),
    };
    let mut text =
        format!("game \"order\" board {board} pieces 1 .. {n} start 1 .. {n} goal start{same}\n");
    if !same.is_empty() {
        let k = 2 + random.below(n - 2);
        return text + &format!("move turn(i in 1 .. {n}): reverse i .. i + {}\n", k - 1);
    }
    for number in 0..1 + random.below(3) {
        let mut cells: Vec<u64> = (1..=n).collect();
        for place in (1..cells.len()).rev() {
            let other = usize::try_from(random.below(place as u64 + 1)).expect("a place");
            cells.swap(place, other);
        }
        let length = usize::try_from(2 + random.below(n - 2)).expect("a few");
        let cycle: Vec<String> = cells[..length].iter().map(u64::to_string).collect();
        let from = 1 + random.below(n - 1);
        let to = from + 1 + random.below(n - from);
        text.push_str(&match random.below(2) {
            0 => format!("move m{number}: cycle {}\n", cycle.join(" ")),
            _ => format!("move m{number}: reverse {from} .. {to}\n"),
        });
    }
    text
}

/// Numbered pieces and one empty cell: boards of any shape.
fn tiles(random: &mut Random) -> String {
    let (rows, columns) = (2, 3 + random.below(2));
    let board = picture(random, rows, columns, |_| '.');
    let cells = board.matches('.').count();
    let jump = match random.below(2) {
        0 => "",
        _ => "move jump: [p:any | any | empty] -> [empty | _ | p]\n",
    };
    let pieces = cells - 1;
    format!(
        "game \"tiles\" board {board} pieces 1 .. {pieces} start 1 .. {pieces}, empty goal start\nmove slide: [any | empty] -> [empty | any]\n{jump}"
    )
}

#[test]
fn boards_of_pegs() {
    let seen = compare(300, 1, pegs);
    assert!(seen["affine"] >= 80, "{seen:?}");
}

#[test]
fn boards_with_one_empty_cell() {
    let seen = compare(120, 2, one_blank);
    assert!(seen["product"] >= 60 && seen["product, one to one"] >= 60, "{seen:?}");
}

#[test]
fn rows_and_rings_of_numbered_pieces() {
    let seen = compare(80, 3, permutations);
    assert!(seen["lift"] >= 40, "{seen:?}");
}

#[test]
fn boards_of_tiles() {
    let seen = compare(40, 4, tiles);
    assert!(seen["lift"] >= 10, "{seen:?}");
}
