//! A layout for games for two with a single piece among many alike, such as a fox among geese.
//!
//! A position is a set of cells, where the many stand, and one cell, where the single piece
//! stands. A *row* is a set, as a word of the table, and the place of the single piece is the bit
//! of the word. So a move of the many takes whole rows to rows, whatever the single piece does
//! meanwhile, and a move of the single piece shifts a row: by the same number of places for all
//! cells from which it moves in that direction. Either handles as many positions at once as there
//! are cells.
//!
//! What the rules look at besides is left out: that nothing stands where the single piece is, and
//! nothing where it goes, follows from the rows having no bits there. Rows are ordered by how many
//! pieces they have, so only those that are asked for are in memory; see [`rows`].
//!
//! Cost: for each player to move and each thing that is kept, 8 bytes for each set. Of 64 places
//! 33 are used on a board of 33 cells.

pub mod rows;

use super::WordParallelGame;
use super::affine::bit_roles::Pattern;
use super::rewrite::{Becomes, Rewrite};
use crate::analyze::bounds::{Bounds, Certainty};
use crate::analyze::counts::What;
use crate::ast::Verdict;
use crate::layout::counting;
use crate::model::{CellId, Content, PlayerId, Stuck};
use crate::plan::Refusal;
use std::collections::BTreeMap;

/// LIMIT: the most cells that a move may look at.
const MOST_CELLS: usize = 5;

/// The layout.
#[derive(Clone, Debug)]
pub struct SinglePiece {
    /// The cells: bits of a set, and places of the single piece.
    pub cells: Vec<CellId>,
    /// The single piece.
    pub single: Content,
    /// What stands on a cell whose bit is clear, and on one whose bit is set.
    pub contents: [Content; 2],
    /// Everything that a move can do.
    pub actions: Vec<Action>,
    /// What becomes of a player who cannot move.
    pub stuck: Verdict,
    /// By the number of the many, and by who is to move: how the game has ended, for the player to
    /// move, if it has.
    pub ended: Vec<[Option<Verdict>; 2]>,
}

/// What a player can do with a set, wherever the single piece stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Who may do it.
    pub player: PlayerId,
    /// What the set must be.
    pub needs: Pattern,
    /// The bits that flip, all of them among those that it needs.
    pub flip: u64,
    /// Where the single piece goes.
    pub slides: Vec<Slide>,
}

/// The single piece goes from each of some cells to the one whose number is larger by `by`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// How much larger.
    pub by: i8,
    /// Where it may come from.
    pub from: u64,
}

/// The actions while they are collected: where the single piece may come from, by player, needs,
/// flips and slide.
type Collected = BTreeMap<(PlayerId, (u64, u64), u64), BTreeMap<i8, u64>>;

impl SinglePiece {
    /// The layout of a game.
    pub fn new(game: &WordParallelGame<'_>) -> Result<Self, Refusal> {
        let refuse = |reason| Err(Refusal::NotMadeForIt(reason));
        let model = game.model;
        if model.players.len() != 2 || model.same_rotations || !model.finish.is_empty() {
            return refuse("it is made for games for two without scores");
        }
        if model.pieces.iter().any(|piece| piece.turns > 1) {
            return refuse("pieces turn");
        }
        if game.cells.len() > 64 {
            return refuse("more than 64 cells change");
        }
        let stuck = match model.stuck {
            Some(Stuck::Loses) => Verdict::Lose,
            Some(Stuck::Draws) => Verdict::Draw,
            Some(Stuck::Wins) => Verdict::Win,
            Some(Stuck::Passes | Stuck::ByScore) | None => {
                return refuse("a player who cannot move neither wins, loses nor draws");
            }
        };
        let (single, contents) = kinds(game)?;
        let mut layout = SinglePiece {
            cells: game.cells.clone(),
            single,
            contents,
            actions: Vec::new(),
            stuck,
            ended: Vec::new(),
        };
        let mut collected = Collected::new();
        for rewrite in &game.rewrites {
            layout.collect(game, rewrite, &mut collected)?;
        }
        let slides = |slides: BTreeMap<i8, u64>| {
            slides.into_iter().map(|(by, from)| Slide { by, from }).collect()
        };
        let actions = collected.into_iter().map(|((player, (mask, value), flip), found)| Action {
            player,
            needs: Pattern { mask, value },
            flip,
            slides: slides(found),
        });
        layout.actions = actions.collect();
        if layout.actions.iter().any(|action| action.change() > 0) {
            return refuse("moves add pieces");
        }
        layout.ended = (0..layout.cells.len())
            .map(|number| layout.ended(game, number))
            .collect::<Result<_, _>>()?;
        Ok(layout)
    }

    /// Number of bytes of the tables for at most `most` of the many.
    pub fn bytes(&self, most: usize) -> u64 {
        self.sets(most).saturating_mul(32)
    }

    /// Number of positions with at most `most` of the many, regardless of who is to move; those
    /// with the single piece on a cell of theirs left out.
    pub fn positions(&self, most: usize) -> u64 {
        let cells = self.cells.len();
        let of = |number: usize| counting::binomial(cells - 1, number);
        let placed = (self.fewest(most)..=most).map(of).fold(0, u128::saturating_add);
        u64::try_from(placed.saturating_mul(2 * cells as u128)).unwrap_or(u64::MAX)
    }

    /// Number of sets of at most `most` cells.
    fn sets(&self, most: usize) -> u64 {
        let of = |number: usize| counting::binomial(self.cells.len(), number);
        let sets = (self.fewest(most)..=most).map(of).fold(0, u128::saturating_add);
        u64::try_from(sets).unwrap_or(u64::MAX)
    }

    /// All cells, as a set.
    pub fn all(&self) -> u64 {
        u64::MAX >> (64 - self.cells.len())
    }

    /// The smallest number of the many that can follow from a number of them.
    pub fn fewest(&self, number: usize) -> usize {
        let falls = self.actions.iter().any(|action| action.change() < 0);
        if falls { 0 } else { number }
    }

    /// Adds every case of a rewrite.
    fn collect(
        &self,
        game: &WordParallelGame<'_>,
        rewrite: &Rewrite,
        collected: &mut Collected,
    ) -> Result<(), Refusal> {
        let refuse = |reason| Err(Refusal::NotMadeForIt(reason));
        let number = |cell: CellId| self.cells.iter().position(|it| *it == cell);
        let touched: Vec<usize> = rewrite.cells().into_iter().filter_map(number).collect();
        if touched.len() > MOST_CELLS {
            return refuse("a move looks at too many cells");
        }
        let kinds = [self.contents[0], self.contents[1], self.single];
        for case in 0..3_usize.pow(u32::try_from(touched.len()).expect("a few cells")) {
            let digit = |place: usize| case / 3_usize.pow(u32::try_from(place).expect("few")) % 3;
            let before = |cell: CellId| {
                let place = number(cell).and_then(|bit| touched.iter().position(|it| *it == bit));
                place.map_or(Content(game.start.cells[cell.index()]), |place| kinds[digit(place)])
            };
            let singles = (0..touched.len()).filter(|place| digit(*place) == 2).count();
            let fits = rewrite.needs.iter().all(|(cell, set)| set.contains(before(*cell)));
            if singles > 1 || !fits {
                continue;
            }
            let after = |cell: CellId| match rewrite.written(cell) {
                None => before(cell),
                Some(Becomes::Put(content)) => content,
                Some(Becomes::Copy(from, _)) => before(from),
            };
            let of = |content: &dyn Fn(CellId) -> Content, kind: Content| {
                let held = touched.iter().filter(|bit| content(self.cells[**bit]) == kind);
                held.fold(0_u64, |all, bit| all | 1 << bit)
            };
            let (from, to) = (of(&before, self.single), of(&after, self.single));
            if from.count_ones() != to.count_ones() {
                return refuse("the single piece comes or goes");
            }
            let (old, new) = (of(&before, self.contents[1]), of(&after, self.contents[1]));
            let flip = old ^ new;
            let looked_at = touched.iter().fold(0_u64, |all, bit| all | 1 << bit);
            // Rows have no bits for single pieces on occupied cells.
            let mask = looked_at & !((from | to) & !flip & !old);
            let slides = collected.entry((rewrite.player, (mask, old & mask), flip)).or_default();
            let by = i32::try_from(to.trailing_zeros()).unwrap_or(0)
                - i32::try_from(from.trailing_zeros()).unwrap_or(0);
            let columns = if from == 0 { self.all() & !looked_at } else { from };
            *slides.entry(i8::try_from(by).expect("at most 64 cells")).or_default() |= columns;
        }
        Ok(())
    }

    /// How the game has ended with a number of the many, by who is to move.
    fn ended(
        &self,
        game: &WordParallelGame<'_>,
        number: usize,
    ) -> Result<[Option<Verdict>; 2], Refusal> {
        let bounds = Bounds::of_domain(game.model, &game.facts.domain);
        let count = i64::try_from(number).expect("at most 64 cells");
        let bounds = bounds.at(&[What::Content(self.contents[1])], &[count]);
        let mut ended = [None; 2];
        for (mover, ended) in ended.iter_mut().enumerate() {
            for end in &game.model.ends {
                // The player who moved last comes first.
                let mut conditions: Vec<_> = end.when.iter().collect();
                conditions.sort_by_key(|(player, _)| player.index() == mover);
                for (player, condition) in conditions {
                    match bounds.cond(condition) {
                        Certainty::Never => {}
                        Certainty::Always if ended.is_none() => {
                            *ended = Some(seen_by(end.verdict, player.index() == mover));
                        }
                        _ if ended.is_some() => {}
                        _ => {
                            let reason = "an end depends on more than how many pieces there are";
                            return Err(Refusal::NotMadeForIt(reason));
                        }
                    }
                }
            }
        }
        Ok(ended)
    }
}

impl Action {
    /// How many pieces it adds; what it takes counts as negative.
    pub fn change(&self) -> i64 {
        let set = |bits: u64| i64::from(bits.count_ones());
        set(self.flip & !self.needs.value) - set(self.flip & self.needs.value)
    }
}

/// A verdict for the player who is to move.
fn seen_by(verdict: Verdict, is_mover: bool) -> Verdict {
    match (verdict, is_mover) {
        (verdict, true) => verdict,
        (Verdict::Win, false) => Verdict::Lose,
        (Verdict::Lose, false) => Verdict::Win,
        (Verdict::Draw, false) => Verdict::Draw,
    }
}

/// The single piece, and the two other contents.
fn kinds(game: &WordParallelGame<'_>) -> Result<(Content, [Content; 2]), Refusal> {
    let refuse = |reason| Err(Refusal::NotMadeForIt(reason));
    let Some(possible) = game.cells.first().map(|cell| game.possible(*cell)) else {
        return refuse("nothing can move");
    };
    if game.cells.iter().any(|cell| game.possible(*cell) != possible) || possible.len() != 3 {
        return refuse("cells do not all hold the same three things");
    }
    let fixed = |content: Content| {
        let cells = game.start.cells.iter().filter(|held| **held == content.0).count();
        cells - game.count_at_start(content)
    };
    let pieces: Vec<Content> = possible.iter().filter(|it| *it != Content(0)).collect();
    let ([one, other], true) =
        (pieces[..].try_into().unwrap_or([Content(0); 2]), pieces.len() == 2)
    else {
        return refuse("no cell is ever empty");
    };
    let (single, many) = match (game.count_at_start(one), game.count_at_start(other)) {
        (_, 1) => (other, one),
        (1, _) => (one, other),
        _ => return refuse("there is no single piece"),
    };
    if fixed(single) > 0 || fixed(many) > 0 {
        return refuse("some pieces never move");
    }
    Ok((single, [Content(0), many]))
}
