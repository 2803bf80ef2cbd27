//! Layouts for word-parallel searches, which move many states with one instruction.
//!
//! A table of bits has one bit, a *place*, for each state. If states are numbered so that a move
//! takes the states of one *line* (64 bytes of the table) to those of another in a fixed way, one
//! instruction moves 64 to 512 of them. There are three such layouts, each made for other rules:
//!
//! | layout | made for | a line |
//! |---|---|---|
//! | [`affine`] | cells with two contents; a move flips the same cells wherever it is made | all values of nine cells |
//! | [`product`] | one empty cell that wanders; the rest of the board stands still while it is in one region | the contents of the other region |
//! | [`lift`] | pieces that change places | four orders of some pieces, and for each all orders of five others |
//!
//! Each numbers states like the other layouts (`rank`, `unrank`, without gaps); besides, every
//! index has a place in the table, which does have gaps. [`single`] is for values of games for
//! two. [`Layouts`] joins the plan of a game to the best of these layouts. What is done on the
//! tables is the runtime's part: nothing of this is code that is generated for a game. This crate
//! does no I/O.

#![forbid(unsafe_code)]

use crate::facts::Facts;
use crate::model::{CellId, Content, ContentSet, Model, State};
use crate::plan::{Numbering, Refusal, changing_cells};
use serde::Serialize;

pub mod affine;
mod choice;
pub mod goals;
pub mod lift;
pub mod product;
pub mod rewrite;
pub mod single;

pub use choice::{Layouts, WordParallelPlan};

// The stages before these, so that every stage has one path in all crates of the compiler.
#[cfg(test)]
use gdl_lang::{Params, Source, compile, domain};
use gdl_lang::{ast, model, words};
use gdl_layout as layout;
use gdl_plan::{analyze, facts, plan};

use affine::Affine;
use lift::Lift;
use product::Product;
use rewrite::{Rewrite, rewrites};

/// Number of places of a line: 64 bytes.
pub const LINE_PLACES: u64 = 512;

/// A game as these layouts see it.
#[derive(Clone, Debug)]
pub struct WordParallelGame<'a> {
    /// The game.
    pub model: &'a Model,
    /// Where it begins.
    pub start: &'a State,
    /// What follows from its rules.
    pub facts: &'a Facts,
    /// The cells that can change, in reading order.
    pub cells: Vec<CellId>,
    /// Everything that a move can do, in the order of the file.
    pub rewrites: Vec<Rewrite>,
}

impl<'a> WordParallelGame<'a> {
    /// Looks at a game that begins with this start; refuses games whose moves are more than
    /// rewrites.
    pub fn new(model: &'a Model, facts: &'a Facts) -> Result<Self, Refusal> {
        let cells = changing_cells(model, facts);
        let rewrites = rewrites(model, facts)?;
        let start = facts.domain.example();
        Ok(WordParallelGame { model, start, facts, cells, rewrites })
    }

    /// What a cell can hold.
    pub fn possible(&self, cell: CellId) -> ContentSet {
        self.facts.terrain.possible[cell.index()]
    }

    /// How often a content stands on the cells that can change, at the start.
    pub fn count_at_start(&self, content: Content) -> usize {
        self.cells.iter().filter(|cell| self.start.cells[cell.index()] == content.0).count()
    }
}

/// One of the layouts, for one game.
#[derive(Clone, Debug)]
pub enum WordParallelLayout {
    /// Raw bits.
    Affine(Affine),
    /// Rows and columns.
    Product(Product),
    /// Words of classes, and orders inside the classes.
    Lift(Lift),
}

/// What a layout is expected to cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// Number of bytes of everything that is in memory during a search.
    pub bytes: u64,
    /// Number of operations on 32 bytes (a load with an OR, a shuffle, a masked shift) that one
    /// layer takes for each state, if all lines take part.
    pub operations_per_state: f64,
    /// How many rewrites are done in which way.
    pub kinds: Vec<(Kind, usize)>,
    /// What else there is to say, a sentence each.
    pub notes: Vec<String>,
}

/// How a rewrite is done on lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A line is added to another as it is.
    UnchangedLines,
    /// A line is masked and shifted, and added to another.
    ShiftedLines,
    /// States move inside a line.
    InsideLines,
    /// The bits of a line are permuted, then it is added to another.
    PermutedLines,
    /// Tiles of 64 by 64 bits are transposed.
    Transposed,
}

impl WordParallelLayout {
    /// Number of places of the table, a multiple of [`LINE_PLACES`].
    pub fn places(&self) -> u64 {
        match self {
            WordParallelLayout::Affine(layout) => layout.places(),
            WordParallelLayout::Product(layout) => layout.places(),
            WordParallelLayout::Lift(layout) => layout.places(),
        }
    }

    /// The index of a state if it is that state's, or one that stands for it by symmetry. A state
    /// that breaks an invariant looks like another one to [`rank`](Self::rank), and has none.
    pub fn find(&self, state: &State) -> Option<u64> {
        let index = self.rank(state)?;
        let mut found = state.clone();
        self.unrank(index, &mut found);
        (found == *state || self.is_up_to_symmetry()).then_some(index)
    }

    /// By how many symmetries the states are divided, the trivial one included.
    pub fn symmetries(&self) -> u64 {
        match self {
            WordParallelLayout::Product(layout) => layout.symmetries(),
            WordParallelLayout::Affine(_) | WordParallelLayout::Lift(_) => 1,
        }
    }

    /// Whether an index stands for several states.
    pub fn is_up_to_symmetry(&self) -> bool {
        self.symmetries() > 1
    }

    /// The place of an index.
    pub fn place(&self, index: u64) -> u64 {
        match self {
            WordParallelLayout::Affine(layout) => layout.place(index),
            WordParallelLayout::Product(layout) => layout.place(index),
            WordParallelLayout::Lift(layout) => layout.place(index),
        }
    }

    /// The index of a place; none if it is a gap.
    pub fn index(&self, place: u64) -> Option<u64> {
        match self {
            WordParallelLayout::Affine(layout) => layout.index(place),
            WordParallelLayout::Product(layout) => layout.index(place),
            WordParallelLayout::Lift(layout) => layout.index(place),
        }
    }

    /// What a search is expected to cost.
    pub fn cost(&self) -> Cost {
        match self {
            WordParallelLayout::Affine(layout) => layout.cost(),
            WordParallelLayout::Product(layout) => layout.cost(),
            WordParallelLayout::Lift(layout) => layout.cost(),
        }
    }
}

impl Numbering for WordParallelLayout {
    fn size(&self) -> u64 {
        match self {
            WordParallelLayout::Affine(layout) => layout.size(),
            WordParallelLayout::Product(layout) => layout.size(),
            WordParallelLayout::Lift(layout) => layout.size(),
        }
    }

    fn rank(&self, state: &State) -> Option<u64> {
        match self {
            WordParallelLayout::Affine(layout) => layout.rank(state),
            WordParallelLayout::Product(layout) => layout.rank(state),
            WordParallelLayout::Lift(layout) => layout.rank(state),
        }
    }

    fn unrank(&self, index: u64, state: &mut State) {
        match self {
            WordParallelLayout::Affine(layout) => layout.unrank(index, state),
            WordParallelLayout::Product(layout) => layout.unrank(index, state),
            WordParallelLayout::Lift(layout) => layout.unrank(index, state),
        }
    }
}
