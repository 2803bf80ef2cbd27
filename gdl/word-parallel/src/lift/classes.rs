//! Which pieces are told apart where: the classes.
//!
//! Contents that a move's needs tell apart never share a class. What occurs several times, and
//! what is alone in what it may do, is a symbol of its own. Of the other pieces five become the
//! *bit class* and some more the *row class*; what is left over has symbols of its own. How many
//! are in the row class makes the difference between many small words and few large ones: a word's
//! lines, and those of the words it leads to, should fit in the fast memory of a core together,
//! and be so many that it does not matter what it costs to look up where they are.

use super::carry::Carries;
use super::orders::MOST_PIECES;
use super::rows::rows_per_line;
use crate::layout::counting::multinomial;
use crate::model::{Content, ContentSet};
use crate::plan::Refusal;

/// The most pieces of a row class: more orders are more lines than a line map should have.
const MOST_ROW_PIECES: usize = 8;
/// How many bytes a word's lines should have, as a power of 2.
const GOOD_BYTES: f64 = 13.5;
/// The most words that there should be.
const GOOD_WORDS: u128 = 200_000;

/// The classes of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Classes {
    /// By symbol: the contents.
    pub(super) sets: Vec<ContentSet>,
    /// By symbol: how often it occurs in a word.
    pub(super) counts: Vec<usize>,
    /// The symbol of the bit class.
    pub(super) bits: u8,
    /// The pieces of the bit class, by label.
    pub(super) bit_pieces: Vec<Content>,
    /// The symbol of the row class, if it has any pieces.
    pub(super) rows: Option<u8>,
    /// The pieces of the row class, by label; if two are folded, they are the last.
    pub(super) row_pieces: Vec<Content>,
    /// A symbol that occurs once, and that moves tell from all others.
    pub(super) minor: Option<u8>,
}

/// The contents that no move's needs tell apart.
pub(super) fn alike(carries: &Carries) -> Vec<ContentSet> {
    let all: ContentSet = carries.held.iter().copied().collect();
    let mut sets = vec![all];
    for (_, needed) in carries.moves.iter().flat_map(|carry| &carry.needs) {
        let split = |set: ContentSet| [set.intersection(*needed), set.without(*needed)];
        sets = sets.into_iter().flat_map(split).filter(|set| !set.is_empty()).collect();
    }
    sets
}

/// How often contents of each set stand on the board.
pub(super) fn counts(carries: &Carries, sets: &[ContentSet]) -> Vec<usize> {
    let count = |set: &ContentSet| carries.held.iter().filter(|held| set.contains(**held)).count();
    sets.iter().map(count).collect()
}

impl Classes {
    /// Chooses the classes for contents that are [`alike`]; `sign` says whether two pieces may be
    /// folded.
    pub(super) fn new(
        carries: &Carries,
        alike: &[ContentSet],
        sign: bool,
    ) -> Result<Self, Refusal> {
        let is_single =
            |content: &Content| carries.held.iter().filter(|held| *held == content).count() == 1;
        // The distinct pieces among contents that are alike; one alone cannot be ordered.
        let pools = alike.iter().map(|set| set.iter().filter(is_single).collect());
        let mut pools: Vec<Vec<Content>> = pools.filter(|pool: &Vec<_>| pool.len() > 1).collect();
        pools.sort_by_key(|pool| std::cmp::Reverse(pool.len()));
        if pools.is_empty() {
            return Err(Refusal::NotMadeForIt("no two pieces are distinct and move alike"));
        }
        let mut first = pools.remove(0);
        // Two pieces can be folded in a row only: a small game leaves them over for it.
        let bits = if sign { first.len().saturating_sub(2).max(1) } else { first.len() };
        pools.push(first.split_off(bits.min(MOST_PIECES)));
        let mut second = pools.into_iter().max_by_key(Vec::len).expect("one was pushed");
        let badness = |pieces: &usize| {
            let sets = sets_of(carries, &first, &second[..*pieces]);
            badness(&counts(carries, &sets), *pieces, sign && *pieces >= 2)
        };
        let pieces = (0..=second.len().min(MOST_ROW_PIECES))
            .min_by(|left, right| badness(left).total_cmp(&badness(right)));
        second.truncate(pieces.expect("a range that is not empty"));
        Ok(Classes::of(carries, alike, first, second))
    }

    fn of(
        carries: &Carries,
        alike: &[ContentSet],
        bit_pieces: Vec<Content>,
        row_pieces: Vec<Content>,
    ) -> Self {
        let sets = sets_of(carries, &bit_pieces, &row_pieces);
        let counts = counts(carries, &sets);
        let symbol = |pieces: &[Content]| {
            let holds = |set: &ContentSet| pieces.first().is_some_and(|piece| set.contains(*piece));
            let at = sets.iter().position(holds)?;
            Some(u8::try_from(at).expect("at most 64 contents"))
        };
        let alone = |symbol: &usize| counts[*symbol] == 1 && alike.contains(&sets[*symbol]);
        let minor = (0..sets.len()).find(alone);
        Classes {
            bits: symbol(&bit_pieces).expect("a bit class has pieces"),
            rows: symbol(&row_pieces),
            minor: minor.map(|symbol| u8::try_from(symbol).expect("at most 64 contents")),
            sets,
            counts,
            bit_pieces,
            row_pieces,
        }
    }

    /// The symbol of a content; none if there is no such content.
    pub(super) fn symbol(&self, content: Content) -> Option<u8> {
        let symbol = self.sets.iter().position(|set| set.contains(content))?;
        Some(u8::try_from(symbol).expect("at most 64 contents"))
    }
}

/// The sets of contents that have a symbol each: single contents in order, then the row class and
/// the bit class.
fn sets_of(carries: &Carries, bits: &[Content], rows: &[Content]) -> Vec<ContentSet> {
    let [bits, rows] = [bits, rows].map(|pieces| pieces.iter().copied().collect::<ContentSet>());
    let all: ContentSet = carries.held.iter().copied().collect();
    let singles = all.without(bits).without(rows);
    let sets = singles.iter().map(ContentSet::only).chain([rows, bits]);
    sets.filter(|set| !set.is_empty()).collect()
}

/// How far a choice is from what it should be.
fn badness(counts: &[usize], pieces: usize, folded: bool) -> f64 {
    let words = multinomial(counts);
    let orders: usize = (1..=pieces).product::<usize>() >> usize::from(folded);
    let lines = orders / rows_per_line(pieces, folded);
    let (words_log, bytes_log) = ((words as f64).log2(), (64.0 * lines as f64).log2());
    let too_many = if words > GOOD_WORDS { 100.0 + words_log } else { 0.0 };
    // The whole table has the same size whatever the choice, but for lines that are not filled,
    // and for pieces that are not folded.
    let table_log = words_log + bytes_log;
    (bytes_log - GOOD_BYTES).abs() + 2.0 * table_log + too_many
}
