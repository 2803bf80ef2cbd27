//! Layouts for sweeps that move many states at once.
//!
//! A table of bits has one bit, a *place*, for each state. If states are numbered so that a move takes the states of one *line* (64 bytes of the table) to
//! those of another in a fixed way, one instruction moves 64 to 512 of them. There are three such layouts, each made for other rules:
//!
//! | layout | made for | a line |
//! |---|---|---|
//! | [`affine`] | cells with two contents; a move flips the same cells wherever it is made | all values of nine cells |
//! | [`product`] | one empty cell that wanders; the rest of the board stands still while it is in one region | the contents of the other region |
//! | [`lift`] | pieces that change places | four orders of some pieces, and for each all orders of five others |
//!
//! Each numbers states like the other layouts (`rank`, `unrank`, without gaps); besides, every index has a place in the table, which does have gaps. What
//! is done on the tables is the runtime's part: nothing of this is code that is generated for a game.

use crate::facts::Facts;
use crate::model::{CellId, Content, ContentSet, Model, State};
use crate::plan::Refusal;
use serde::Serialize;

pub mod affine;
pub mod goals;
pub mod lift;
pub mod product;
pub mod rewrite;
pub mod single;

use affine::Affine;
use lift::Lift;
use product::Product;
use rewrite::{Rewrite, rewrites};

/// Number of places of a line: 64 bytes.
pub const LINE_PLACES: u64 = 512;

/// A game as these layouts see it.
#[derive(Clone, Debug)]
pub struct WideGame<'a> {
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

impl<'a> WideGame<'a> {
    /// Looks at a game that begins with this start; refuses games whose moves are more than rewrites.
    pub fn new(model: &'a Model, facts: &'a Facts) -> Result<Self, Refusal> {
        let cells = crate::plan::changing_cells(model, facts);
        let rewrites = rewrites(model, facts)?;
        let start = facts.domain.example();
        Ok(WideGame { model, start, facts, cells, rewrites })
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
pub enum Wide {
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
    /// Number of operations on 32 bytes (a load with an OR, a shuffle, a masked shift) that one layer takes for each state, if all lines take part.
    pub operations_per_state: f64,
    /// How many rewrites are done in which way.
    pub kinds: Vec<(Kind, usize)>,
    /// What else there is to say, a sentence each.
    pub notes: Vec<String>,
}

/// How a rewrite is done on whole lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A line is added to another as it is.
    WholeLines,
    /// A line is masked and shifted, and added to another.
    ShiftedLines,
    /// States move inside a line.
    InsideLines,
    /// The bits of a line are permuted, then it is added to another.
    PermutedLines,
    /// Tiles of 64 by 64 bits are transposed.
    Transposed,
}

impl Wide {
    /// Number of indices: each has a state.
    pub fn size(&self) -> u64 {
        match self {
            Wide::Affine(layout) => layout.size(),
            Wide::Product(layout) => layout.size(),
            Wide::Lift(layout) => layout.size(),
        }
    }

    /// Number of places of the table, a multiple of [`LINE_PLACES`].
    pub fn places(&self) -> u64 {
        match self {
            Wide::Affine(layout) => layout.places(),
            Wide::Product(layout) => layout.places(),
            Wide::Lift(layout) => layout.places(),
        }
    }

    /// The index of a state; none if the layout does not have it.
    pub fn rank(&self, state: &State) -> Option<u64> {
        match self {
            Wide::Affine(layout) => layout.rank(state),
            Wide::Product(layout) => layout.rank(state),
            Wide::Lift(layout) => layout.rank(state),
        }
    }

    /// The index of a state if it is that state's, or one that stands for it by symmetry. A state that breaks an invariant looks like another one to
    /// [`rank`](Self::rank), and has none.
    pub fn find(&self, state: &State) -> Option<u64> {
        let index = self.rank(state)?;
        let mut found = state.clone();
        self.unrank(index, &mut found);
        (found == *state || self.is_up_to_symmetry()).then_some(index)
    }

    /// By how many symmetries the states are divided, the trivial one included.
    pub fn symmetries(&self) -> u64 {
        match self {
            Wide::Product(layout) => layout.symmetries(),
            Wide::Affine(_) | Wide::Lift(_) => 1,
        }
    }

    /// Whether an index stands for several states.
    pub fn is_up_to_symmetry(&self) -> bool {
        self.symmetries() > 1
    }

    /// Writes the cells and turns of the state with an index; what never changes stays as it is.
    pub fn unrank(&self, index: u64, state: &mut State) {
        match self {
            Wide::Affine(layout) => layout.unrank(index, state),
            Wide::Product(layout) => layout.unrank(index, state),
            Wide::Lift(layout) => layout.unrank(index, state),
        }
    }

    /// The place of an index.
    pub fn place(&self, index: u64) -> u64 {
        match self {
            Wide::Affine(layout) => layout.place(index),
            Wide::Product(layout) => layout.place(index),
            Wide::Lift(layout) => layout.place(index),
        }
    }

    /// The index of a place; none if it is a gap.
    pub fn index(&self, place: u64) -> Option<u64> {
        match self {
            Wide::Affine(layout) => layout.index(place),
            Wide::Product(layout) => layout.index(place),
            Wide::Lift(layout) => layout.index(place),
        }
    }

    /// What a search is expected to cost.
    pub fn cost(&self) -> Cost {
        match self {
            Wide::Affine(layout) => layout.cost(),
            Wide::Product(layout) => layout.cost(),
            Wide::Lift(layout) => layout.cost(),
        }
    }
}
