//! The two sides of a rewrite, as one player sees them, before they are laid on the board.

use super::Ctx;
use super::areas::Set;
use super::view::View;
use crate::ast::{At, Atom, CellPattern, Group, Right};
use crate::diagnostic::Code;
use crate::model::{CellSet, Content, ContentSet, InOrOut, ShapeId};
use crate::source::Span;

/// A rewrite: cells in the order of writing, and how they lie.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// For each group the lengths of its rows.
    pub(super) groups: Vec<Vec<usize>>,
    /// What must stand on each cell.
    pub(super) needs: Vec<Need>,
    /// What becomes of each cell; nothing if the rewrite says `illegal`.
    pub(super) becomes: Vec<Become>,
    /// The piece that travels.
    pub(super) traveller: Traveller,
}

/// What must stand on a cell.
#[derive(Clone, Debug)]
pub(super) struct Need {
    /// One of these; none of them if only the edge of the board fits.
    pub(super) contents: ContentSet,
    /// Whether the cell may lie beyond the edge.
    pub(super) edge: bool,
    /// Where the cell must lie.
    pub(super) cells: CellSet,
    /// The shape it must (not) be in.
    pub(super) shape: Option<(ShapeId, InOrOut)>,
}

/// What becomes of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Become {
    Keep,
    Put(Content),
    /// What stands on that cell of the pattern.
    Copy(usize),
}

/// The one piece that a rewrite moves or puts down, by cells of the pattern.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Traveller {
    /// The one cell that receives a piece it did not hold.
    pub(super) here: Option<usize>,
    /// The cell it came from; of several equal pieces, the first.
    pub(super) source: Option<usize>,
    /// Whether no other piece could have been the one that travelled.
    pub(super) certain: bool,
}

impl Ctx<'_> {
    /// Resolves a rewrite. `span` is the whole of it.
    pub(super) fn pattern(
        &mut self,
        left: &[At<Group>],
        right: &Right,
        span: Span,
        view: View<'_>,
    ) -> Option<Pattern> {
        let groups: Vec<Vec<usize>> = shape_of(left);
        let left_cells: Vec<&At<CellPattern>> = cells_of(left);
        if let Right::Groups(right) = right {
            self.check_shape(left, right, span)?;
        }
        self.check_variables(&left_cells);
        self.check_edges(left)?;
        let needs: Vec<Option<Need>> =
            left_cells.iter().map(|cell| self.need(cell, view)).collect();
        // A word that is wrong on the left is usually wrong on the right as well: once is enough.
        let needs = needs.into_iter().collect::<Option<Vec<Need>>>()?;
        let becomes = match right {
            Right::Illegal(_) => Vec::new(),
            Right::Groups(right) => {
                let right_cells = cells_of(right);
                self.unused_variables(&left_cells, &right_cells);
                let pairs = right_cells.iter().enumerate();
                let becomes: Vec<Option<Become>> = pairs
                    .map(|(index, cell)| self.becomes(index, cell, &left_cells, view))
                    .collect();
                becomes.into_iter().collect::<Option<Vec<Become>>>()?
            }
        };
        let becomes: Vec<Become> = becomes
            .iter()
            .enumerate()
            .map(|(index, become_)| simplified(index, *become_, &needs))
            .collect();
        let traveller = traveller(&needs, &becomes);
        Some(Pattern { groups, needs, becomes, traveller })
    }

    fn check_shape(&mut self, left: &[At<Group>], right: &[At<Group>], span: Span) -> Option<()> {
        let (left_shape, right_shape) = (shape_of(left), shape_of(right));
        if left_shape == right_shape {
            return Some(());
        }
        let count = |shape: &[Vec<usize>]| shape.iter().flatten().sum::<usize>();
        let (before, after) = (count(&left_shape), count(&right_shape));
        let message = if before == after {
            "the cells on the two sides of `->` are not arranged alike".to_owned()
        } else {
            let plural = if before == 1 { "cell" } else { "cells" };
            format!("{before} {plural} on the left of `->` but {after} on the right")
        };
        let diagnostic = self
            .error(Code::PatternShape, span, message)
            .label("both sides must have the same cells");
        self.report(
            diagnostic
                .help("a move rewrites cells in place; use `_` for a cell that stays as it is"),
        );
        None
    }

    /// A name for a piece must be new.
    fn check_variables(&mut self, cells: &[&At<CellPattern>]) {
        let mut seen: Vec<&str> = Vec::new();
        for variable in cells.iter().filter_map(|cell| cell.node.variable.as_ref()) {
            let known =
                seen.contains(&variable.node.as_str()) || self.names.kind(&variable.node).is_some();
            if known {
                let message = format!("`{}` already has a meaning", variable.node);
                self.report(
                    self.error(Code::DuplicateName, variable.span, message)
                        .label("choose another name"),
                );
            }
            seen.push(&variable.node);
        }
    }

    fn unused_variables(&mut self, left: &[&At<CellPattern>], right: &[&At<CellPattern>]) {
        for variable in left.iter().filter_map(|cell| cell.node.variable.as_ref()) {
            let uses = |atom: &At<Atom>| matches!(&atom.node, Atom::Named { rel: None, name } if *name == variable.node);
            if !right.iter().any(|cell| cell.node.atoms.iter().any(uses)) {
                let message = format!("`{}` is named but not used on the right", variable.node);
                self.report(self.error(Code::UnusedVariable, variable.span, message));
            }
        }
    }

    /// `edge` ends a row.
    fn check_edges(&mut self, groups: &[At<Group>]) -> Option<()> {
        for row in groups.iter().flat_map(|group| &group.node.rows) {
            for (index, cell) in row.iter().enumerate() {
                let edge = cell.node.atoms.iter().find(|atom| atom.node == Atom::Edge);
                if let Some(edge) = edge
                    && (index + 1 < row.len() || index == 0)
                {
                    let diagnostic =
                        self.error(Code::MisplacedEdge, edge.span, "`edge` can only end a row");
                    self.report(diagnostic.help(
                        "the board ends after the last cell of a row:  [empty | any or edge]",
                    ));
                    return None;
                }
            }
        }
        Some(())
    }

    fn need(&mut self, cell: &At<CellPattern>, view: View<'_>) -> Option<Need> {
        let mut contents = ContentSet::NONE;
        let mut edge = false;
        for atom in &cell.node.atoms {
            if atom.node == Atom::Edge {
                edge = true;
            } else {
                contents = contents.union(self.contents(atom, view.me)?);
            }
        }
        let everywhere = self.every_cell();
        let (cells, shape) = match &cell.node.inset {
            None => (everywhere, None),
            Some(inset) => match (self.set(&inset.set, view)?, inset.negated) {
                (Set::Cells(cells), false) => (cells, None),
                (Set::Cells(cells), true) => (everywhere.without(cells), None),
                (Set::Shape(shape), false) => (everywhere, Some((shape, InOrOut::In))),
                (Set::Shape(shape), true) => (everywhere, Some((shape, InOrOut::Out))),
            },
        };
        Some(Need { contents, edge, cells, shape })
    }

    /// What a cell on the right says.
    fn becomes(
        &mut self,
        index: usize,
        cell: &At<CellPattern>,
        left: &[&At<CellPattern>],
        view: View<'_>,
    ) -> Option<Become> {
        if cell.node.inset.is_some() || cell.node.variable.is_some() {
            let diagnostic = self.error(
                Code::RightSide,
                cell.span,
                "the right-hand side only says what the cells become",
            );
            self.report(diagnostic.help("conditions and names stand on the left"));
            return None;
        }
        let [atom] = cell.node.atoms.as_slice() else {
            let message =
                format!("`{}` on the right does not say which piece", self.source.slice(cell.span));
            self.which_piece(message, cell.span);
            return None;
        };
        match &atom.node {
            Atom::Wild => return Some(Become::Keep),
            Atom::Empty => return Some(Become::Put(Content::EMPTY)),
            _ => {}
        }
        let at_edge = left
            .get(index)
            .is_some_and(|cell| cell.node.atoms.iter().any(|atom| atom.node == Atom::Edge));
        if at_edge {
            let diagnostic = self.error(
                Code::MisplacedEdge,
                cell.span,
                "a cell that may lie beyond the edge cannot change",
            );
            self.report(diagnostic.help("write `_` for it on the right"));
            return None;
        }
        if let Atom::Named { rel: None, name } = &atom.node
            && let Some(source) = left
                .iter()
                .position(|cell| cell.node.variable.as_ref().is_some_and(|it| it.node == *name))
        {
            return Some(Become::Copy(source));
        }
        let contents = self.contents(atom, view.me)?;
        let same: Vec<usize> = left
            .iter()
            .enumerate()
            .filter(|(_, cell)| is_word(cell, &atom.node))
            .map(|(index, _)| index)
            .collect();
        match (same.as_slice(), contents.single()) {
            ([source], _) => Some(Become::Copy(*source)),
            (_, Some(content)) => Some(Become::Put(content)),
            ([], None) => {
                let message = format!(
                    "`{}` on the right does not say which piece",
                    self.source.slice(cell.span)
                );
                self.which_piece(message, cell.span);
                None
            }
            (several, None) => {
                let word = self.source.slice(cell.span);
                let message = format!(
                    "`{word}` on the right could be any of {} cells on the left",
                    several.len()
                );
                let diagnostic =
                    self.error(Code::WhichPiece, cell.span, message).label("which one?");
                let help = "name the one that moves, e.g.  [p:any | ... ] -> [ ... | p ], and write `_` for a cell that stays";
                self.report(diagnostic.help(help));
                None
            }
        }
    }

    fn which_piece(&mut self, message: String, span: Span) {
        let diagnostic =
            self.error(Code::WhichPiece, span, message).label("could be several pieces");
        self.report(
            diagnostic
                .help("it must be a single piece, or a word or name that occurs once on the left"),
        );
    }
}

fn cells_of(groups: &[At<Group>]) -> Vec<&At<CellPattern>> {
    groups.iter().flat_map(|group| group.node.rows.iter().flatten()).collect()
}

fn shape_of(groups: &[At<Group>]) -> Vec<Vec<usize>> {
    groups.iter().map(|group| group.node.rows.iter().map(Vec::len).collect()).collect()
}

/// Whether a cell on the left says just this word.
fn is_word(cell: &At<CellPattern>, word: &Atom) -> bool {
    matches!(cell.node.atoms.as_slice(), [atom] if atom.node == *word)
}

/// A cell that becomes what it surely is already stays as it is.
fn simplified(index: usize, becomes: Become, needs: &[Need]) -> Become {
    match becomes {
        Become::Copy(source) if source == index => Become::Keep,
        Become::Put(content) if needs[index].contents.single() == Some(content) => Become::Keep,
        other => other,
    }
}

fn traveller(needs: &[Need], becomes: &[Become]) -> Traveller {
    let receives = |(index, becomes): (usize, &Become)| {
        let piece = match becomes {
            Become::Keep => false,
            Become::Put(content) => *content != Content::EMPTY,
            Become::Copy(source) => needs[*source].contents != ContentSet::EMPTY_CELL,
        };
        piece.then_some(index)
    };
    let mut receivers = becomes.iter().enumerate().filter_map(receives);
    let (Some(here), None) = (receivers.next(), receivers.next()) else {
        return Traveller::default();
    };
    match becomes[here] {
        Become::Copy(source) => Traveller { here: Some(here), source: Some(source), certain: true },
        Become::Put(content) => {
            let loses = |index: &usize| {
                needs[*index].contents.single() == Some(content)
                    && !matches!(becomes[*index], Become::Keep)
            };
            let losers: Vec<usize> = (0..needs.len()).filter(loses).collect();
            Traveller {
                here: Some(here),
                source: losers.first().copied(),
                certain: losers.len() == 1,
            }
        }
        Become::Keep => Traveller::default(),
    }
}
