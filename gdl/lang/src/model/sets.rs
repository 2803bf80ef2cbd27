//! Sets of cells and of contents as bit masks.

use super::{CellId, Content, PieceId};
use serde::{Serialize, Serializer};
use std::fmt;

/// A set of cells.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet(pub u128);

impl CellSet {
    /// No cells.
    pub const EMPTY: CellSet = CellSet(0);

    /// Whether the cell belongs to it.
    pub fn contains(self, cell: CellId) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: CellId) {
        self.0 |= 1 << cell.0;
    }

    /// Whether there are no cells.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of cells.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The cells of either.
    #[must_use]
    pub fn union(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }

    /// The cells of both.
    #[must_use]
    pub fn intersection(self, other: CellSet) -> CellSet {
        CellSet(self.0 & other.0)
    }

    /// The cells of this one that are not in the other.
    #[must_use]
    pub fn without(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }

    /// The cells in order.
    pub fn iter(self) -> impl Iterator<Item = CellId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let cell = u8::try_from(rest.trailing_zeros()).expect("at most 128");
            (rest != 0).then(|| {
                rest &= rest - 1;
                CellId(cell)
            })
        })
    }
}

impl FromIterator<CellId> for CellSet {
    fn from_iter<I: IntoIterator<Item = CellId>>(cells: I) -> Self {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| cell.0)).finish()
    }
}

impl Serialize for CellSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// A set of contents.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentSet(pub u64);

impl ContentSet {
    /// No contents.
    pub const NONE: ContentSet = ContentSet(0);
    /// Only the empty cell.
    pub const EMPTY_CELL: ContentSet = ContentSet(1);

    /// Only this content.
    pub fn only(content: Content) -> Self {
        ContentSet(1 << content.0)
    }

    /// All of the first `pieces` pieces, not the empty cell.
    pub fn all_pieces(pieces: usize) -> Self {
        (0..pieces)
            .map(|piece| PieceId(u8::try_from(piece).expect("at most MAX_PIECES")).content())
            .collect()
    }

    /// Whether the content belongs to it.
    pub fn contains(self, content: Content) -> bool {
        self.0 >> content.0 & 1 == 1
    }

    /// Whether it has no contents.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of contents.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The only content, if there is just one.
    pub fn single(self) -> Option<Content> {
        (self.len() == 1)
            .then(|| Content(u8::try_from(self.0.trailing_zeros()).expect("at most 63")))
    }

    /// The contents of either.
    #[must_use]
    pub fn union(self, other: ContentSet) -> ContentSet {
        ContentSet(self.0 | other.0)
    }

    /// The contents of both.
    #[must_use]
    pub fn intersection(self, other: ContentSet) -> ContentSet {
        ContentSet(self.0 & other.0)
    }

    /// The contents of this one that are not in the other.
    #[must_use]
    pub fn without(self, other: ContentSet) -> ContentSet {
        ContentSet(self.0 & !other.0)
    }

    /// The contents in order.
    pub fn iter(self) -> impl Iterator<Item = Content> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let content = u8::try_from(rest.trailing_zeros()).expect("at most 64");
            (rest != 0).then(|| {
                rest &= rest - 1;
                Content(content)
            })
        })
    }
}

impl FromIterator<Content> for ContentSet {
    fn from_iter<I: IntoIterator<Item = Content>>(contents: I) -> Self {
        contents
            .into_iter()
            .fold(ContentSet::NONE, |set, content| set.union(ContentSet::only(content)))
    }
}

impl fmt::Debug for ContentSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|content| content.0)).finish()
    }
}

impl Serialize for ContentSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
