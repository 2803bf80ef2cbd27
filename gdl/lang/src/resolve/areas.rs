//! Areas and other sets of cells.

use super::names::Kind;
use super::view::View;
use super::{Ctx, Statements};
use crate::ast::{AreaSet, AreaTerm, At, Atom, InSet, Rel, SetRef};
use crate::diagnostic::Code;
use crate::model::{BoardKind, Cell, CellId, CellSet, Content, InOrOut, PlayerId, Region, ShapeId};
use crate::source::Span;
use crate::words::nearest;

/// A named set of cells.
#[derive(Clone, Debug)]
pub(super) enum Area {
    /// One for all players.
    Common(CellSet),
    /// One for each player.
    Each(Vec<CellSet>),
    /// Wrong in itself; reported.
    Broken,
}

/// What `in` refers to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Set {
    /// Fixed cells.
    Cells(CellSet),
    /// The cells of completed instances.
    Shape(ShapeId),
}

/// Resolves all `area` statements.
pub(super) fn areas(ctx: &mut Ctx<'_>, statements: &Statements<'_>) {
    for (name, _, _) in &statements.areas {
        ctx.area(&name.node, statements);
    }
}

impl Ctx<'_> {
    /// Works out an area, and first the areas it is made of.
    fn area(&mut self, name: &str, statements: &Statements<'_>) {
        if self.areas.contains_key(name) {
            return;
        }
        let Some((_, terms, span)) =
            statements.areas.iter().find(|(declared, _, _)| declared.node == name)
        else {
            return;
        };
        self.areas.insert(name.to_owned(), Area::Broken);
        for term in *terms {
            if let AreaSet::Set(At { node: SetRef::Named { name: inner, .. }, span }) = &term.set
                && self.names.kind(inner) == Some(Kind::Area)
            {
                if matches!(self.areas.get(inner), Some(Area::Broken)) {
                    self.report(self.error(
                        Code::Circular,
                        *span,
                        format!("the area `{name}` is made of itself"),
                    ));
                    return;
                }
                self.area(inner, statements);
            }
        }
        let owned = terms.iter().any(|term| term.of.is_some() || depends_on_player(&term.set));
        let area = if owned {
            self.area_of_each(terms, *span)
        } else {
            self.area_cells(terms, None, *span).map(Area::Common)
        };
        if let Some(area) = area {
            self.areas.insert(name.to_owned(), area);
        }
    }

    fn area_of_each(&mut self, terms: &[AreaTerm], span: Span) -> Option<Area> {
        self.needs_players("of", span)?;
        let sets: Option<Vec<CellSet>> = self
            .sides()
            .into_iter()
            .map(|player| self.area_cells(terms, Some(player), span))
            .collect();
        Some(Area::Each(sets?))
    }

    /// The cells of an area for a player (or for everybody).
    fn area_cells(
        &mut self,
        terms: &[AreaTerm],
        player: Option<PlayerId>,
        span: Span,
    ) -> Option<CellSet> {
        let me = player.unwrap_or(PlayerId(0));
        let mut cells = CellSet::EMPTY;
        for term in terms {
            if let Some(of) = &term.of
                && Some(self.player(of)?) != player
            {
                continue;
            }
            cells = cells.union(match &term.set {
                AreaSet::Start(atom) => self.start_cells(atom, me)?,
                AreaSet::Set(set) => match self.set(set, View::new(me))? {
                    Set::Cells(cells) => cells,
                    Set::Shape(_) => {
                        let diagnostic = self.error(
                            Code::UnknownPlace,
                            set.span,
                            "a shape is not a fixed set of cells",
                        );
                        self.report(diagnostic.label("depends on what stands where"));
                        return None;
                    }
                },
            });
        }
        if cells.is_empty() {
            let whose = player.map_or(String::new(), |player| {
                format!(" for {}", self.players[player.index()].name)
            });
            self.report(self.error(Code::EmptySet, span, format!("this area has no cells{whose}")));
            return None;
        }
        Some(cells)
    }

    /// The cells that hold something at the (first) start.
    fn start_cells(&mut self, atom: &At<Atom>, me: PlayerId) -> Option<CellSet> {
        let contents = self.contents(atom, me)?;
        let heap = self.heap;
        let start = self.starts.first()?;
        let holds =
            |value: &u8| contents.contains(Content(if heap { (*value).min(1) } else { *value }));
        Some(
            (0_u8..)
                .map(CellId)
                .zip(&start.cells)
                .filter(|(_, value)| holds(value))
                .map(|(cell, _)| cell)
                .collect(),
        )
    }

    /// All cells of the board.
    pub(super) fn every_cell(&self) -> CellSet {
        self.board.ids().collect()
    }

    /// The cells `in` (or `not in`) something; everywhere if nothing is given.
    pub(super) fn region(&mut self, inset: Option<&InSet>, view: View<'_>) -> Option<Region> {
        let everywhere = self.every_cell();
        let Some(inset) = inset else { return Some(Region { cells: everywhere, shape: None }) };
        Some(match self.set(&inset.set, view)? {
            Set::Cells(cells) if inset.negated => {
                Region { cells: everywhere.without(cells), shape: None }
            }
            Set::Cells(cells) => Region { cells, shape: None },
            Set::Shape(shape) => {
                let side = if inset.negated { InOrOut::Out } else { InOrOut::In };
                Region { cells: everywhere, shape: Some((shape, side)) }
            }
        })
    }

    /// What a set means to the player who looks at it.
    pub(super) fn set(&mut self, set: &At<SetRef>, view: View<'_>) -> Option<Set> {
        let cells = match &set.node {
            SetRef::Edge(word) => {
                let directions = self.direction(word, view.me)?;
                let at_edge = |cell: &CellId| {
                    directions.iter().any(|direction| {
                        self.board.directions[*direction].next[cell.index()].is_none()
                    })
                };
                self.board.ids().filter(at_edge).collect()
            }
            SetRef::Row(number) => {
                let wanted = self.number(number, view.locals)?;
                let rows =
                    self.board.cells.iter().map(|cell| i64::from(cell.row) + 1).max().unwrap_or(0);
                self.cells_where(|row, _| rows - row == wanted)
            }
            SetRef::Column(number) => {
                let wanted = self.number(number, view.locals)?;
                self.cells_where(|_, column| column + 1 == wanted)
            }
            SetRef::Range(range) => {
                let (from, to) = self.ends_of(range, view.locals)?;
                let cells: Option<CellSet> =
                    (from..=to).map(|number| self.cell_number(number, set.span)).collect();
                cells?
            }
            SetRef::Number(number) => {
                let number = i64::try_from(*number).unwrap_or(i64::MAX);
                [self.cell_number(number, set.span)?].into_iter().collect()
            }
            SetRef::Named { rel, name } => return self.named_set(*rel, name, set.span, view.me),
        };
        if cells.is_empty() {
            self.report(
                self.error(Code::EmptySet, set.span, "this board has no such cells")
                    .label("nothing matches"),
            );
            return None;
        }
        Some(Set::Cells(cells))
    }

    fn cells_where(&self, holds: impl Fn(i64, i64) -> bool) -> CellSet {
        let wanted = |cell: &CellId| {
            let place = &self.board.cells[cell.index()];
            holds(i64::from(place.row), i64::from(place.column))
        };
        self.board.ids().filter(wanted).collect()
    }

    /// A cell by its number, on boards whose cells are numbered.
    pub(super) fn cell_number(&mut self, number: i64, span: Span) -> Option<CellId> {
        if !matches!(self.board.kind, BoardKind::Row | BoardKind::Ring) {
            let diagnostic =
                self.error(Code::UnknownPlace, span, "the cells of this board have no numbers");
            let example =
                self.board.cells.first().map_or("a1".to_owned(), |cell| cell.name.clone());
            self.report(diagnostic.help(format!("cells are called like `{example}`")));
            return None;
        }
        let cell = self.board.cell(&number.to_string());
        if cell.is_none() {
            let message =
                format!("there is no cell {number}; the board has {}", self.board.cells.len());
            self.report(self.error(Code::UnknownPlace, span, message));
        }
        cell
    }

    fn named_set(&mut self, rel: Option<Rel>, name: &str, span: Span, me: PlayerId) -> Option<Set> {
        self.uses(name);
        match self.names.kind(name) {
            Some(Kind::Area) => self.named_area(rel, name, span, me).map(Set::Cells),
            Some(Kind::Shape) => {
                if rel.is_some() {
                    let message = format!("the shape `{name}` belongs to nobody");
                    self.report(
                        self.error(Code::NotOwned, span, message)
                            .help(format!("write `{name}` alone")),
                    );
                    return None;
                }
                self.shape_id(name).map(Set::Shape)
            }
            _ => {
                let cell = self
                    .board
                    .cell(name)
                    .or_else(|| matches!(name, "centre" | "center").then(|| self.centre())?);
                match cell {
                    Some(cell) if rel.is_none() => Some(Set::Cells([cell].into_iter().collect())),
                    _ => {
                        self.unknown_place(name, span);
                        None
                    }
                }
            }
        }
    }

    fn named_area(
        &mut self,
        rel: Option<Rel>,
        name: &str,
        span: Span,
        me: PlayerId,
    ) -> Option<CellSet> {
        match (self.areas.get(name).cloned()?, rel) {
            (Area::Broken, _) => None,
            (Area::Common(cells), None) => Some(cells),
            (Area::Common(_), Some(_)) => {
                let message = format!("the area `{name}` is the same for all players");
                self.report(
                    self.error(Code::NotOwned, span, message).help(format!("write `{name}` alone")),
                );
                None
            }
            (Area::Each(_), None) => {
                let message = format!("every player has an area `{name}`; whose is meant?");
                self.report(
                    self.error(Code::NotOwned, span, message)
                        .help(format!("write `my {name}` or `their {name}`")),
                );
                None
            }
            (Area::Each(cells), Some(Rel::My)) => Some(cells[me.index()]),
            (Area::Each(cells), Some(Rel::Their)) => Some(cells[self.opponent(me, span)?.index()]),
        }
    }

    /// The cell in the middle of the board.
    fn centre(&self) -> Option<CellId> {
        let places = || self.board.cells.iter().map(|cell| (cell.column, cell.row));
        let across = places().map(|place| place.0).min()? + places().map(|place| place.0).max()?;
        let down = places().map(|place| place.1).min()? + places().map(|place| place.1).max()?;
        self.board
            .ids()
            .zip(places())
            .find(|(_, place)| (2 * place.0, 2 * place.1) == (across, down))
            .map(|(cell, _)| cell)
    }

    fn unknown_place(&mut self, name: &str, span: Span) {
        let diagnostic =
            self.error(Code::UnknownPlace, span, format!("no area, shape or cell called `{name}`"));
        let declared: Vec<&str> = self.names.of_kinds(&[Kind::Area, Kind::Shape]).collect();
        let help = match nearest(name, declared.iter().copied().chain(["centre"])) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let cell =
                    |cell: Option<&Cell>| cell.map_or("?", |cell| cell.name.as_str()).to_owned();
                let (first, last) = (cell(self.board.cells.first()), cell(self.board.cells.last()));
                let declared = if declared.is_empty() {
                    String::new()
                } else {
                    format!("{} and ", declared.join(", "))
                };
                format!("known are: {declared}the cells {first} to {last}")
            }
        };
        self.report(diagnostic.label("unknown place").help(help));
    }
}

/// Whether the cells depend on whose area it is.
fn depends_on_player(set: &AreaSet) -> bool {
    match set {
        AreaSet::Start(atom) => {
            matches!(atom.node, Atom::Mine | Atom::Theirs | Atom::Named { rel: Some(_), .. })
        }
        AreaSet::Set(set) => match &set.node {
            SetRef::Edge(word) => {
                let relative = ["fwd", "back", "left", "right", "sides"];
                relative.iter().any(|prefix| word.node.starts_with(prefix))
            }
            SetRef::Named { rel, .. } => rel.is_some(),
            _ => false,
        },
    }
}
