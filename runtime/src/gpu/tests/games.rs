//! Games as WGSL text, and the same games in Rust.

use super::super::Game;
use std::collections::{BTreeMap, VecDeque};

/// A game on numbers: a position is its index, and what it tells is in the tables or computed from
/// it.
pub(super) struct Toy {
    pub(super) game: Game,
    /// The successors of each position.
    pub(super) moves: Vec<Vec<u64>>,
    /// How it has ended for the player to move.
    pub(super) verdicts: Vec<u32>,
    pub(super) movers: Vec<u32>,
}

/// What the functions of a game return, as WGSL expressions of `state.place`; moves are
/// statements.
struct Text {
    is_wide: bool,
    moves: &'static str,
    verdict: &'static str,
    mover: &'static str,
    phase: &'static str,
    is_goal: &'static str,
    canonical: &'static str,
    orbit: &'static str,
}

const PLAIN: Text = Text {
    is_wide: false,
    moves: "",
    verdict: "0u",
    mover: "0u",
    phase: "0u",
    is_goal: "false",
    canonical: "state.place",
    orbit: "1u",
};

impl Text {
    fn game(&self, size: u64, tables: Vec<u32>) -> Game {
        let Text { is_wide, moves, verdict, mover, phase, is_goal, canonical, orbit } = self;
        let (rank, parts, of_parts, low) = if *is_wide {
            ("vec2<u32>", "index", "parts", "index.x")
        } else {
            ("u32", "vec2<u32>(index, 0u)", "parts.x", "index")
        };
        let from_place = if *is_wide { "vec2<u32>(state.place, 0u)" } else { "state.place" };
        let text = format!(
            "
@group(0) @binding(0) var<storage, read> tables: array<u32>;
alias Rank = {rank};
fn rank_parts(index: Rank) -> vec2<u32> {{ return {parts}; }}
fn rank_of_parts(parts: vec2<u32>) -> Rank {{ return {of_parts}; }}
struct State {{ place: u32, other: u32 }}
const STATE_WORDS: u32 = 2u;
fn write_state(state: State, at: u32, stride: u32) {{
    outbox[at] = state.place;
    outbox[at + stride] = state.other;
}}
fn read_state(at: u32, stride: u32) -> State {{ return State(outbox[at], outbox[at + stride]); }}
fn rank(state: State) -> Rank {{
    let spoiled = state.place * u32(state.other != ~state.place);
    return {from_place} + Rank(spoiled);
}}
fn unrank(index: Rank) -> State {{ return at_place({low}); }}
fn at_place(place: u32) -> State {{ return State(place, ~place); }}
fn successors(state: State) {{
    let place = state.place;
    {moves}
}}
fn verdict(state: State) -> u32 {{ return {verdict}; }}
fn mover(state: State) -> u32 {{ return {mover}; }}
fn phase(state: State) -> u32 {{ return {phase}; }}
fn is_goal(state: State) -> bool {{ return {is_goal}; }}
fn canonical(state: State) -> State {{ return at_place({canonical}); }}
fn orbit(state: State) -> u32 {{ return {orbit}; }}
var<private> list_overflow: bool;
"
        );
        Game { text, tables, size, state_words: 2 }
    }
}

/// The corners of a cube: a move goes along an edge, the phase is the parity of the ones, the goal
/// is to have all.
pub(super) fn cube(dimensions: u32, is_wide: bool) -> Game {
    let text = Text {
        is_wide,
        moves: "for (var edge = 0u; edge < tables[0]; edge += 1u) { keep(at_place(place ^ (1u << edge))); }",
        phase: "countOneBits(state.place) & 1u",
        is_goal: "countOneBits(state.place) == tables[0]",
        ..PLAIN
    };
    text.game(1 << dimensions, vec![dimensions])
}

/// The corners of a cube with moves that only set bits, so that the phase counts them.
pub(super) fn rising_cube(dimensions: u32) -> Game {
    let text = Text {
        moves: "for (var edge = 0u; edge < tables[0]; edge += 1u) {
        if ((place >> edge & 1u) == 0u) { keep(at_place(place | (1u << edge))); }
    }",
        phase: "countOneBits(state.place)",
        ..PLAIN
    };
    text.game(1 << dimensions, vec![dimensions])
}

/// The corners of a cube where a corner and its opposite are symmetric.
pub(super) fn folded_cube(dimensions: u32) -> Game {
    let text = Text {
        moves: "for (var edge = 0u; edge < tables[0]; edge += 1u) { keep(at_place(place ^ (1u << edge))); }",
        canonical: "min(state.place, (1u << tables[0]) - 1u - state.place)",
        orbit: "2u",
        ..PLAIN
    };
    text.game(1 << dimensions, vec![dimensions])
}

/// A ring of `size` places, of which few are reached: moves go on by a step or two, but not past
/// a place.
pub(super) fn ring(size: u64) -> Game {
    let text = "
@group(0) @binding(0) var<storage, read> tables: array<u32>;
alias Rank = vec2<u32>;
fn rank_parts(index: Rank) -> vec2<u32> { return index; }
fn rank_of_parts(parts: vec2<u32>) -> Rank { return parts; }
struct State { low: u32, high: u32 }
const STATE_WORDS: u32 = 2u;
fn write_state(state: State, at: u32, stride: u32) {
    outbox[at] = state.low;
    outbox[at + stride] = state.high;
}
fn read_state(at: u32, stride: u32) -> State { return State(outbox[at], outbox[at + stride]); }
fn rank(state: State) -> Rank { return vec2<u32>(state.low, state.high); }
fn unrank(index: Rank) -> State { return State(index.x, index.y); }
fn successors(state: State) {
    for (var step = 1u; step <= 2u; step += 1u) {
        let low = state.low + step;
        let next = State(low, state.high + u32(low < step));
        if (next.high == 0u || next.low < tables[0]) { keep(next); }
    }
}
fn verdict(state: State) -> u32 { return 0u; }
fn mover(state: State) -> u32 { return 0u; }
fn phase(state: State) -> u32 { return 0u; }
fn is_goal(state: State) -> bool { return false; }
fn canonical(state: State) -> State { return state; }
fn orbit(state: State) -> u32 { return 1u; }
var<private> list_overflow: bool;
";
    Game { text: text.to_owned(), tables: vec![100], size, state_words: 2 }
}

/// A graph by a table: for each position its mover, its verdict, and where its moves begin in the
/// list of all moves.
pub(super) fn graph(moves: Vec<Vec<u64>>, verdicts: Vec<u32>, movers: Vec<u32>) -> Toy {
    let size = moves.len();
    let narrow = |number: usize| u32::try_from(number).expect("a small graph");
    let mut tables = Vec::new();
    let mut targets = Vec::new();
    for place in 0..size {
        let first = 4 * size + targets.len();
        tables.extend([movers[place], verdicts[place], narrow(first), narrow(moves[place].len())]);
        targets
            .extend(moves[place].iter().map(|next| u32::try_from(*next).expect("a small graph")));
    }
    tables.extend(targets);
    let text = Text {
        moves: "let first = tables[4u * place + 2u];
    for (var number = 0u; number < tables[4u * place + 3u]; number += 1u) { keep(at_place(tables[first + number])); }",
        verdict: "tables[4u * state.place + 1u]",
        mover: "tables[4u * state.place]",
        ..PLAIN
    };
    Toy { game: text.game(size as u64, tables), moves, verdicts, movers }
}

/// A graph by chance; about one position in eight has ended. Moves stay among positions with the
/// same or a smaller number in thirds, so that there are three tiers.
pub(super) fn random_graph(size: u64, seed: u64) -> Toy {
    let mut chance = Chance(seed);
    let third = size / 3;
    let (mut moves, mut verdicts, mut movers) = (Vec::new(), Vec::new(), Vec::new());
    for place in 0..size {
        let verdict = [0, 0, 0, 0, 0, 1, 2, 3][at(chance.below(8))];
        let end = if place < third {
            third
        } else if place < 2 * third {
            2 * third
        } else {
            size
        };
        let number = if verdict == 0 { chance.below(5) } else { 0 };
        moves.push((0..number).map(|_| chance.below(end)).collect());
        verdicts.push(verdict);
        movers.push(u32::try_from(chance.below(2)).expect("0 or 1"));
    }
    graph(moves, verdicts, movers)
}

/// A line of heaps: one, two or three are taken; who cannot has lost. The second player is to move
/// in odd positions.
pub(super) fn subtraction(heaps: u64) -> Toy {
    let size = 2 * (heaps + 1);
    let moves = |place: u64| {
        (1..=3)
            .filter(|take| *take <= place / 2)
            .map(|take| (place / 2 - take) * 2 + (1 - place % 2))
            .collect()
    };
    let movers = (0..size).map(|place| u32::from(place % 2 == 1)).collect();
    graph((0..size).map(moves).collect(), vec![0; usize::try_from(size).expect("small")], movers)
}

/// A graph by chance and its mirror image: place and mirrored place are symmetric, and moves lead
/// to either of them.
pub(super) fn mirrored_graph(half: u64, seed: u64) -> Toy {
    let Toy { moves, verdicts, movers, .. } = random_graph(half, seed);
    let mut chance = Chance(seed);
    let mirror = |place: u64| 2 * half - 1 - place;
    let swap = |next: u64| if chance.below(2) == 0 { next } else { mirror(next) };
    let mut moves: Vec<Vec<u64>> = {
        let mut swap = swap;
        moves.into_iter().map(|nexts| nexts.into_iter().map(&mut swap).collect()).collect()
    };
    for place in (0..moves.len()).rev() {
        moves.push(moves[place].iter().map(|next| mirror(*next)).collect());
    }
    let both = |mut numbers: Vec<u32>| {
        numbers.extend_from_within(..);
        let half = numbers.len() / 2;
        numbers[half..].reverse();
        numbers
    };
    let mut toy = graph(moves, both(verdicts), both(movers));
    let canonical = "canonical(state: State) -> State { return at_place(min(state.place, LAST - state.place)); }";
    let canonical = canonical.replace("LAST", &format!("{}u", 2 * half - 1));
    toy.game.text = toy
        .game
        .text
        .replace("canonical(state: State) -> State { return at_place(state.place); }", &canonical)
        .replace(
            "orbit(state: State) -> u32 { return 1u; }",
            "orbit(state: State) -> u32 { return 2u; }",
        );
    toy
}

/// An index into a list.
pub(super) fn at(index: u64) -> usize {
    usize::try_from(index).expect("a small graph")
}

/// How many corners of a cube are so far away: the binomial coefficients.
pub(super) fn binomials(n: u64) -> Vec<u64> {
    (0..n).fold(vec![1], |row, _| {
        let inner = row.windows(2).map(|pair| pair[0] + pair[1]);
        [1].into_iter().chain(inner).chain([1]).collect()
    })
}

/// Numbers that look random and are the same in every run (Marsaglia 2003).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

impl Toy {
    /// The distances from some positions, by an ordinary search.
    pub(super) fn distances(&self, starts: &[u64]) -> BTreeMap<u64, usize> {
        let mut distances: BTreeMap<u64, usize> = starts.iter().map(|start| (*start, 0)).collect();
        let mut queue: VecDeque<u64> = distances.keys().copied().collect();
        while let Some(place) = queue.pop_front() {
            for next in &self.moves[at(place)] {
                let distance = distances[&place] + 1;
                distances.entry(*next).or_insert_with(|| {
                    queue.push_back(*next);
                    distance
                });
            }
        }
        distances
    }

    /// How many positions there are at each distance.
    pub(super) fn layers(&self, starts: &[u64]) -> Vec<u64> {
        let mut layers = Vec::new();
        for distance in self.distances(starts).into_values() {
            layers.resize(layers.len().max(distance + 1), 0);
            layers[distance] += 1;
        }
        layers
    }

    /// The value of every position, 0 for draws: rounds over everything until nothing changes,
    /// each with what the round before knew.
    pub(super) fn values(&self, stuck: u32) -> Vec<u32> {
        let mut values = vec![0; self.moves.len()];
        loop {
            let next: Vec<u32> =
                (0..values.len()).map(|place| self.value(place, stuck, &values)).collect();
            if next == values {
                return values;
            }
            values = next;
        }
    }

    fn value(&self, place: usize, stuck: u32, known: &[u32]) -> u32 {
        let end = match (self.verdicts[place], self.moves[place].is_empty()) {
            (0, false) => {
                let prospects: Vec<u32> = self.moves[place]
                    .iter()
                    .map(|next| {
                        match (known[at(*next)], self.movers[at(*next)] == self.movers[place]) {
                            (0, _) => 0,
                            (value, true) => value,
                            (value, false) => 3 - value,
                        }
                    })
                    .collect();
                return if prospects.contains(&1) {
                    1
                } else if prospects.iter().all(|prospect| *prospect == 2) {
                    2
                } else {
                    0
                };
            }
            (0, true) => stuck,
            (verdict, _) => verdict,
        };
        if end == 3 { 0 } else { end }
    }
}
