//! Laying a pattern on the board: one ground rule for every place and direction where it fits.

use super::Ctx;
use super::pattern::{Become, Pattern};
use crate::diagnostic::Code;
use crate::model::{BoardKind, CellId, InOrOut, InShape, Rule, Write};
use crate::source::Span;
use std::collections::BTreeSet;

/// The most ground rules a game may have.
const MAX_RULES: usize = 200_000;

/// Where the cells of a group lie; none for one beyond the edge.
type Placement = Vec<Option<CellId>>;

impl Ctx<'_> {
    /// All ground rules of a pattern in these directions.
    pub(super) fn ground(
        &mut self,
        pattern: &Pattern,
        directions: &[usize],
        span: Span,
    ) -> Option<Vec<Rule>> {
        let mut first = 0;
        let mut choices: Vec<Vec<Placement>> = Vec::new();
        for rows in &pattern.groups {
            choices.push(self.placements(pattern, rows, first, directions, span)?);
            first += rows.iter().sum::<usize>();
        }
        let count =
            choices.iter().try_fold(1_usize, |count, choice| count.checked_mul(choice.len()));
        let count = count.unwrap_or(usize::MAX);
        self.check_room(count, span, "written out for every place, this is too much")?;
        let mut rules = Vec::new();
        let mut known = BTreeSet::new();
        for number in 0..count {
            let mut rest = number;
            let mut cells = Vec::new();
            for choice in &choices {
                cells.extend_from_slice(&choice[rest % choice.len()]);
                rest /= choice.len();
            }
            let on_board: BTreeSet<CellId> = cells.iter().flatten().copied().collect();
            if on_board.len() != cells.iter().flatten().count() {
                continue;
            }
            let rule = rule(pattern, &cells);
            if known.insert(rule.clone()) {
                rules.push(rule);
            }
        }
        self.rules += rules.len();
        Some(rules)
    }

    /// Checks that there is room for `count` more ground rules, before they are made.
    fn check_room(&mut self, count: usize, span: Span, label: &str) -> Option<()> {
        let total = self.rules.saturating_add(count);
        if total <= MAX_RULES {
            return Some(());
        }
        let message =
            format!("this game has {total} ground rules; at most {MAX_RULES} are possible");
        let diagnostic = self.error(Code::TooLarge, span, message).label(label);
        self.report(
            diagnostic.help(
                "smaller ranges of parameters, fewer cells joined by `and`, or a smaller board",
            ),
        );
        None
    }

    /// Takes room for what is not laid on the board but takes the memory of `count` ground rules.
    pub(super) fn take_room(&mut self, count: usize, span: Span, label: &str) -> Option<()> {
        self.check_room(count, span, label)?;
        self.rules += count;
        Some(())
    }

    /// Every place where a group of the pattern can lie. Its first cell is number `first` of the
    /// pattern.
    fn placements(
        &mut self,
        pattern: &Pattern,
        rows: &[usize],
        first: usize,
        directions: &[usize],
        span: Span,
    ) -> Option<Vec<Placement>> {
        let fits = |index: usize, cell: CellId| {
            let need = &pattern.needs[first + index];
            !need.contents.is_empty() && need.cells.contains(cell)
        };
        if rows == [1] {
            return Some(
                self.board
                    .ids()
                    .filter(|cell| fits(0, *cell))
                    .map(|cell| vec![Some(cell)])
                    .collect(),
            );
        }
        if rows.len() > 1 && !matches!(self.board.kind, BoardKind::Square | BoardKind::Drawn) {
            let diagnostic = self.error(
                Code::PatternShape,
                span,
                "a pattern of several rows needs a board of square cells",
            );
            self.report(diagnostic.help("write one row, or join groups with `and`"));
            return None;
        }
        let mut placements = Vec::new();
        for direction in directions {
            for start in self.board.ids() {
                let placed = self.laid(rows, start, *direction);
                let fitting = placed.into_iter().filter(|placement| {
                    placement.iter().enumerate().all(|(index, cell)| match cell {
                        Some(cell) => fits(index, *cell),
                        None => pattern.needs[first + index].edge,
                    })
                });
                placements.extend(fitting);
            }
        }
        Some(placements)
    }

    /// The cells of rows that begin at `start` and run in a direction, each next row a quarter
    /// turn clockwise from it. The last cell of a row may lie beyond the edge.
    fn laid(&self, rows: &[usize], start: CellId, direction: usize) -> Option<Placement> {
        let across = &self.board.directions[direction].next;
        // Only boards with the whole compass, in clockwise order, have patterns of several rows.
        let down = &self.board.directions[(direction + 2) % self.board.directions.len()].next;
        let mut placement = Vec::new();
        let mut row_start = start;
        let mut above: Option<Vec<CellId>> = None;
        for (index, length) in rows.iter().enumerate() {
            if index > 0 {
                row_start = down[row_start.index()]?;
            }
            let mut row = vec![row_start];
            let mut beyond = false;
            while row.len() < *length && !beyond {
                match across[row.last()?.index()] {
                    Some(cell) => row.push(cell),
                    None => beyond = true,
                }
            }
            if row.len() + usize::from(beyond) != *length {
                return None;
            }
            if let Some(above) = &above
                && !above.iter().zip(&row).all(|(upper, lower)| down[upper.index()] == Some(*lower))
            {
                return None;
            }
            placement.extend(row.iter().copied().map(Some));
            if beyond {
                placement.push(None);
            }
            above = Some(row);
        }
        Some(placement)
    }
}

/// The ground rule of a pattern that lies on these cells.
fn rule(pattern: &Pattern, cells: &[Option<CellId>]) -> Rule {
    let mut rule = Rule {
        needs: Vec::new(),
        in_shape: Vec::new(),
        writes: Vec::new(),
        here: None,
        source: None,
    };
    for (index, cell) in cells.iter().enumerate() {
        let Some(cell) = *cell else { continue };
        rule.needs.push((cell, pattern.needs[index].contents));
        if let Some((shape, side)) = pattern.needs[index].shape {
            rule.in_shape.push(InShape { cell, shape, negated: side == InOrOut::Out });
        }
        match pattern.becomes.get(index) {
            Some(Become::Put(content)) => rule.writes.push((cell, Write::Put(*content))),
            Some(Become::Copy(source)) => {
                let source = cells[*source].expect(
                    "only the last cell of a row lies beyond the edge, and it is not copied",
                );
                rule.writes.push((cell, Write::Copy(source)));
            }
            Some(Become::Keep) | None => {}
        }
    }
    rule.here = pattern.traveller.here.and_then(|index| cells[index]);
    rule.source = pattern.traveller.source.and_then(|index| cells[index]);
    rule
}
