//! The atoms of a game's terms: cells, contents, players and counters, in this order; and
//! permutations of them.

use super::terms::{Label, Term, Terms, index};
use crate::model::{CellId, Content, ContentSet, CounterId, Model, PlayerId};

/// Where the atoms of each kind begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Atoms {
    pub(super) cells: usize,
    pub(super) contents: usize,
    pub(super) players: usize,
    pub(super) counters: usize,
}

/// What an atom stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Atom {
    /// The players come first: a chain of stabilisers begins with those that keep them.
    Player(PlayerId),
    Cell(CellId),
    Content(Content),
    Counter(CounterId),
}

/// A permutation of the atoms: the image of each.
pub(super) type AtomMap = Vec<Term>;

impl Atoms {
    /// Makes the atoms of a game.
    pub(super) fn new(model: &Model, terms: &mut Terms) -> Self {
        let atoms = Atoms {
            cells: model.board.cells.len(),
            contents: model.pieces.len() + 1,
            players: model.sides(),
            counters: model.counters.len(),
        };
        let kinds = [
            ("cell", atoms.cells),
            ("content", atoms.contents),
            ("player", atoms.players),
            ("counter", atoms.counters),
        ];
        for (word, count) in kinds {
            for _ in 0..count {
                terms.atom(Label(word, 0));
            }
        }
        atoms
    }

    /// Number of atoms.
    pub(super) fn len(self) -> usize {
        self.cells + self.contents + self.players + self.counters
    }

    pub(super) fn cell(self, cell: CellId) -> Term {
        Term::from(cell.0)
    }

    pub(super) fn content(self, content: Content) -> Term {
        term(self.cells) + Term::from(content.0)
    }

    pub(super) fn player(self, player: PlayerId) -> Term {
        term(self.cells + self.contents) + Term::from(player.0)
    }

    pub(super) fn counter(self, counter: CounterId) -> Term {
        term(self.cells + self.contents + self.players) + Term::from(counter.0)
    }

    /// What this atom stands for.
    pub(super) fn atom(self, atom: Term) -> Atom {
        let mut number = index(atom);
        let small = |number: usize| u8::try_from(number).expect("there are few atoms of a kind");
        if number < self.cells {
            return Atom::Cell(CellId(small(number)));
        }
        number -= self.cells;
        if number < self.contents {
            return Atom::Content(Content(small(number)));
        }
        number -= self.contents;
        if number < self.players {
            return Atom::Player(PlayerId(small(number)));
        }
        Atom::Counter(CounterId(small(number - self.players)))
    }

    /// All atoms.
    pub(super) fn all(self) -> std::ops::Range<Term> {
        0..term(self.len())
    }

    /// The permutation that moves nothing.
    pub(super) fn identity(self) -> AtomMap {
        self.all().collect()
    }

    /// The permutation that exchanges two contents and nothing else.
    pub(super) fn exchange(self, one: Content, other: Content) -> AtomMap {
        let mut map = self.identity();
        map.swap(index(self.content(one)), index(self.content(other)));
        map
    }

    /// The image of a cell.
    pub(super) fn cell_image(self, map: &[Term], cell: CellId) -> CellId {
        match self.atom(map[index(self.cell(cell))]) {
            Atom::Cell(image) => image,
            other => unreachable!("a cell became {other:?}"),
        }
    }

    /// The image of a content.
    pub(super) fn content_image(self, map: &[Term], content: Content) -> Content {
        match self.atom(map[index(self.content(content))]) {
            Atom::Content(image) => image,
            other => unreachable!("a content became {other:?}"),
        }
    }

    /// The image of a set of contents.
    pub(super) fn contents_image(self, map: &[Term], contents: ContentSet) -> ContentSet {
        contents.iter().map(|content| self.content_image(map, content)).collect()
    }
}

/// First one permutation, then the other.
pub(super) fn then(first: &[Term], second: &[Term]) -> AtomMap {
    first.iter().map(|image| second[index(*image)]).collect()
}

fn term(number: usize) -> Term {
    Term::try_from(number).expect("there are few atoms")
}
