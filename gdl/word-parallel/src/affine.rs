//! The affine layout: cells with two contents, and moves that flip the same cells wherever they
//! are made.
//!
//! Positions are vectors of bits, and a move adds a fixed vector if some bits are as it needs
//! them. Linear invariants leave as many dimensions as there are independent vectors: in peg
//! solitaire 29 of 33. Nine of the free bits, the *low* ones, are the place of a state inside a
//! line of 512, the others tell the line. Then a rewrite leads from lines to lines: the high bits
//! tell which lines it joins, a mask which places of them, and the low bits that it flips move
//! these by one shift and an exchange of words. A rewrite that looks at no low bit is a plain OR.
//!
//! If some weight of the high bits falls with every rewrite, lines are numbered by it, and one
//! sweep over them finds all that can be reached; see [`numbering`]. If besides the position tells
//! how many moves were made, the layers can be counted afterwards.
//!
//! Cost: one bit for each sum of the vectors, and a second table where layers are made one by one.

pub mod bit_roles;
pub mod exact;
mod low;
pub mod numbering;
pub mod preconditions;

use super::{Cost, Kind, LINE_PLACES, WordParallelGame};
use crate::model::{Content, State};
use crate::plan::Refusal;
use bit_roles::{BitRoles, Pattern};
use exact::{Bit, BitGame, Exact};
use numbering::{HighWeights, Numbering};
use std::sync::OnceLock;

/// LIMIT: most bits of a line's number.
const MOST_HIGH: usize = 31;

/// LIMIT: most high bits that are determined.
const MOST_DETERMINED: usize = 12;

/// The layout.
#[derive(Clone, Debug)]
pub struct Affine {
    /// The cells that vary.
    pub bits: Vec<Bit>,
    /// Which bit is what.
    pub roles: BitRoles,
    /// Everything that a move can do.
    pub rewrites: Vec<LineRewrite>,
    /// If one pass over the rewrites that stay inside a line, in their order, finds all that they
    /// lead to.
    pub inside_once: bool,
    /// The number of moves made, if a position tells.
    pub depth: Option<DepthWeights>,
    weights: Option<HighWeights>,
    numbering: OnceLock<Numbering>,
}

/// A rewrite, as seen from the line that it leads to: all patterns are of what it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRewrite {
    /// How it is done.
    pub kind: Kind,
    /// What the place in the line must be.
    pub low: Pattern,
    /// What the determined low bits must be.
    pub determined_low: Pattern,
    /// What the free high bits must be.
    pub high: Pattern,
    /// What the determined high bits must be.
    pub determined_high: Pattern,
    /// The bits of the place that flip.
    pub flip_low: u64,
    /// The free high bits that flip.
    pub flip_high: u64,
}

/// How many moves were made: a sum of weights of the bits that are set, divided by `change`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DepthWeights {
    /// The sum if no bit is set.
    pub base: i64,
    /// By free low bit.
    pub low: Vec<i64>,
    /// By determined low bit.
    pub determined_low: Vec<i64>,
    /// By free high bit.
    pub high: Vec<i64>,
    /// By determined high bit.
    pub determined_high: Vec<i64>,
    /// What every move adds to the sum; not 0.
    pub change: i64,
    /// No game is longer.
    pub most_moves: usize,
}

impl Affine {
    /// The layout of a game.
    pub fn new(game: &WordParallelGame<'_>) -> Result<Self, Refusal> {
        let BitGame { bits, start, rewrites } = BitGame::new(game)?;
        let invariants = bit_roles::invariants(&rewrites, bits.len(), start);
        let choice = low::choose(&rewrites, bits.len(), &invariants);
        // A bit that many rewrites flip is rather determined: it needs no shift.
        let mut order: Vec<u32> = (0..64).take(bits.len()).collect();
        let flips = |bit: u32| rewrites.iter().filter(|it| it.flip >> bit & 1 == 1).count();
        order.sort_by_key(|bit| (choice.low >> bit & 1 == 0, std::cmp::Reverse(flips(*bit))));
        let roles = BitRoles::new(choice.low, &order, &invariants);
        if roles.free_high.len() > MOST_HIGH {
            return Err(Refusal::NotMadeForIt("there are too many positions"));
        }
        if roles.determined_high.len() > MOST_DETERMINED {
            return Err(Refusal::NotMadeForIt("too many cells follow from others"));
        }
        let (ordered, inside_once) = in_order(rewrites, choice.low);
        let weights = choice.weights.map(|weights| HighWeights {
            free: roles.free_high.iter().map(|bit| weights[*bit as usize]).collect(),
            determined: roles.determined_high.iter().map(|it| weights[it.bit as usize]).collect(),
        });
        Ok(Affine {
            rewrites: ordered.iter().map(|it| LineRewrite::new(it, choice.low, &roles)).collect(),
            inside_once,
            depth: DepthWeights::new(game, &bits, &roles),
            bits,
            roles,
            weights,
            numbering: OnceLock::new(),
        })
    }

    /// Number of indices: each has a state.
    pub fn size(&self) -> u64 {
        1 << (self.roles.free_high.len() + self.roles.free_low.len())
    }

    /// Number of places of the table.
    pub fn places(&self) -> u64 {
        LINE_PLACES << self.roles.free_high.len()
    }

    /// The index of a state; none if the layout does not have it.
    pub fn rank(&self, state: &State) -> Option<u64> {
        let mut position = 0;
        for (number, bit) in self.bits.iter().enumerate() {
            let value = bit.value(Content(state.cells[bit.cell.index()]))?;
            position |= u64::from(value) << number;
        }
        let (low, high) = self.roles.place(position)?;
        Some(self.numbering().line(high) << self.roles.free_low.len() | low)
    }

    /// Writes the cells of the state with an index.
    pub fn unrank(&self, index: u64, state: &mut State) {
        let low_bits = self.roles.free_low.len();
        let high = self.numbering().high(index >> low_bits);
        let position = self.roles.position(index & ((1 << low_bits) - 1), high);
        for (number, bit) in self.bits.iter().enumerate() {
            let content = bit.contents[usize::from(position >> number & 1 == 1)];
            state.cells[bit.cell.index()] = content.0;
        }
    }

    /// The place of an index.
    pub fn place(&self, index: u64) -> u64 {
        let low_bits = self.roles.free_low.len();
        (index >> low_bits) * LINE_PLACES + (index & ((1 << low_bits) - 1))
    }

    /// The index of a place; none if it is a gap.
    pub fn index(&self, place: u64) -> Option<u64> {
        let (line, low) = (place / LINE_PLACES, place % LINE_PLACES);
        let low_bits = self.roles.free_low.len();
        (place < self.places() && low < 1 << low_bits).then_some(line << low_bits | low)
    }

    /// The number of moves that were made if a place is reached, if a state tells.
    pub fn depth(&self, place: u64) -> Option<usize> {
        let depth = self.depth.as_ref()?;
        let high = self.numbering().high(place / LINE_PLACES);
        let low = place % LINE_PLACES;
        let value = |it: &bit_roles::Determined| u64::from(it.value(low, high));
        let code = |list: &[bit_roles::Determined]| {
            list.iter().enumerate().fold(0, |all, (number, it)| all | value(it) << number)
        };
        let sum = depth.of_line(high, code(&self.roles.determined_high))
            + depth.of_place(low, code(&self.roles.determined_low));
        depth.moves(sum)
    }

    /// Whether one sweep over the lines, level by level, finds everything.
    pub fn is_ordered(&self) -> bool {
        self.weights.is_some()
    }

    /// The order of the lines; worked out when it is first asked for.
    pub fn numbering(&self) -> &Numbering {
        self.numbering.get_or_init(|| {
            let none = || HighWeights {
                free: vec![0; self.roles.free_high.len()],
                determined: vec![0; self.roles.determined_high.len()],
            };
            Numbering::new(&self.roles, &self.weights.clone().unwrap_or_else(none))
        })
    }

    /// What a search is expected to cost.
    pub fn cost(&self) -> Cost {
        let once = self.is_ordered() && self.depth.is_some();
        let tables = if once { 1 } else { 2 };
        let of_kind = |kind| (kind, self.rewrites.iter().filter(|it| it.kind == kind).count());
        let kinds = [Kind::UnchangedLines, Kind::ShiftedLines, Kind::InsideLines].map(of_kind);
        let operations: f64 = self.rewrites.iter().map(LineRewrite::operations).sum();
        let states = 2.0_f64.powf(self.roles.free_low.len() as f64);
        let determined = self.roles.determined_low.len() + self.roles.determined_high.len();
        let mut notes = Vec::new();
        if determined > 0 {
            notes.push(format!("{determined} of {} cells follow from the others", self.bits.len()));
        }
        if once {
            notes.push("a single sweep over the table makes all layers".to_owned());
        }
        Cost {
            bytes: tables * self.places() / 8,
            operations_per_state: (4.0 + operations) / states,
            kinds: kinds.into_iter().filter(|(_, number)| *number > 0).collect(),
            notes,
        }
    }
}

impl LineRewrite {
    fn new(rewrite: &Exact, low: u64, roles: &BitRoles) -> Self {
        let made = (rewrite.value ^ rewrite.flip) & rewrite.mask;
        let [free_low, determined_low, high, determined_high] = roles.patterns(rewrite.mask, made);
        LineRewrite {
            kind: low::kind(rewrite, low),
            low: free_low,
            determined_low,
            high,
            determined_high,
            flip_low: bit_roles::gather(rewrite.flip, &roles.free_low),
            flip_high: bit_roles::gather(rewrite.flip, &roles.free_high),
        }
    }

    /// Number of operations on 32 bytes for each line, on average.
    fn operations(&self) -> f64 {
        let needs = self.high.mask.count_ones() + self.determined_high.mask.count_ones();
        let each = if self.kind == Kind::UnchangedLines { 2.0 } else { 8.0 };
        each * 0.5_f64.powf(f64::from(needs))
    }
}

impl DepthWeights {
    fn new(game: &WordParallelGame<'_>, bits: &[Bit], roles: &BitRoles) -> Option<Self> {
        let number = game.facts.layers.number.as_ref()?;
        let weights = &number.weights;
        if !(weights.heaps.is_empty() && weights.counters.is_empty() && weights.movers.is_empty()) {
            return None;
        }
        let weight = |cell, content| {
            let held = weights.cells.iter().filter(|it| it.0 == cell && it.1 == content);
            held.map(|(_, _, weight)| weight).sum::<i64>()
        };
        let state = game.start;
        let at_start = |bit: &Bit| weight(bit.cell, Content(state.cells[bit.cell.index()]));
        let clear = |bit: &Bit| weight(bit.cell, bit.contents[0]);
        let set = |bit: u32| {
            let Bit { cell, contents: [clear, set] } = bits[bit as usize];
            weight(cell, set) - weight(cell, clear)
        };
        Some(DepthWeights {
            base: bits.iter().map(|bit| clear(bit) - at_start(bit)).sum(),
            low: roles.free_low.iter().map(|bit| set(*bit)).collect(),
            determined_low: roles.determined_low.iter().map(|it| set(it.bit)).collect(),
            high: roles.free_high.iter().map(|bit| set(*bit)).collect(),
            determined_high: roles.determined_high.iter().map(|it| set(it.bit)).collect(),
            change: number.change,
            most_moves: usize::try_from(number.most_moves()).ok()?,
        })
    }

    /// What the high bits add to the sum, and what is always added.
    pub fn of_line(&self, high: u64, determined: u64) -> i64 {
        self.base
            + numbering::sum(&self.high, high)
            + numbering::sum(&self.determined_high, determined)
    }

    /// What the low bits add to the sum.
    pub fn of_place(&self, low: u64, determined: u64) -> i64 {
        numbering::sum(&self.low, low) + numbering::sum(&self.determined_low, determined)
    }

    /// The number of moves for a sum; none if no position that is reached has it.
    pub fn moves(&self, sum: i64) -> Option<usize> {
        (sum % self.change == 0).then(|| usize::try_from(sum / self.change).ok())?
    }
}

/// The rewrites in an order in which one pass over those that stay inside a line finds all that
/// they lead to, and whether there is one.
///
/// If a rewrite can follow another it comes later, unless it makes no difference which of them is
/// first. Every sequence of them can then be put into this order by exchanging neighbors; and none
/// occurs twice, for it undoes what it needs.
fn in_order(rewrites: Vec<Exact>, low: u64) -> (Vec<Exact>, bool) {
    let inside = |it: &Exact| low::kind(it, low) == Kind::InsideLines;
    let (mut left, mut ordered): (Vec<Exact>, Vec<Exact>) = rewrites.into_iter().partition(inside);
    let follows = |first: &Exact, second: &Exact| {
        let made = first.value ^ first.flip;
        let possible = (made ^ second.value) & first.mask & second.mask == 0;
        let apart = first.flip & second.mask == 0 && second.flip & first.mask == 0;
        possible && !apart
    };
    while !left.is_empty() {
        let comes_first =
            |second: &Exact| !left.iter().any(|first| first != second && follows(first, second));
        match left.iter().position(comes_first) {
            Some(next) => ordered.push(left.remove(next)),
            None => {
                ordered.extend(left);
                return (ordered, false);
            }
        }
    }
    (ordered, true)
}
