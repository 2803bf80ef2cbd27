//! Actions other than rewrites: permutations of cells, sowing and harvesting.

use super::Ctx;
use super::areas::Set;
use super::view::{Here, View};
use crate::ast::{At, CellPattern, Cond, Expr, Name, Range, Skip};
use crate::diagnostic::Code;
use crate::model::{Action, BoardKind, Carry, CellId, CellSet, Harvest, Sow, turn_modulus};
use crate::source::Span;

/// The most often a cycle may be repeated.
const MAX_TIMES: usize = 10_000;

impl Ctx<'_> {
    /// `reverse a .. b turn k`
    pub(super) fn reverse(
        &mut self,
        range: &Range,
        turn: Option<&At<Expr>>,
        view: View<'_>,
    ) -> Option<Action> {
        let (from, to) = self.ends_of(range, view.locals)?;
        let count = i64::try_from(self.board.cells.len()).expect("at most MAX_CELLS");
        if to - from >= count {
            let message = format!("cannot reverse {} cells on a board of {count}", to - from + 1);
            self.report(self.error(Code::UnknownPlace, range.span(), message));
            return None;
        }
        let ring = self.board.kind == BoardKind::Ring;
        let number = |index: i64| if ring { (index - 1).rem_euclid(count) + 1 } else { index };
        let cells: Option<Vec<CellId>> =
            (from..=to).map(|index| self.cell_number(number(index), range.span())).collect();
        let cells = cells?;
        let turn = match turn {
            Some(turn) => self.turn(turn, view)?,
            None => 0,
        };
        let carries = cells.iter().zip(cells.iter().rev()).map(|(from, to)| Carry {
            from: *from,
            to: *to,
            turn,
        });
        Some(permutation(carries))
    }

    fn turn(&mut self, turn: &At<Expr>, view: View<'_>) -> Option<u8> {
        let amount = self.natural(turn, view.locals)?;
        let modulus = self.turn_modulus(turn.span)?;
        Some(u8::try_from(amount % modulus).expect("the modulus is at most 255"))
    }

    /// The least number of turns after which every piece looks as before. Reports turns of pieces
    /// that cannot turn.
    fn turn_modulus(&mut self, span: Span) -> Option<usize> {
        let modulus = turn_modulus(&self.pieces);
        match modulus {
            1 => {
                let diagnostic = self.error(Code::NoTurns, span, "no piece of this game can turn");
                self.report(
                    diagnostic
                        .help("say how many orientations pieces have:  pieces 1 .. 7 turns 3"),
                );
                None
            }
            256 => {
                self.report(self.error(
                    Code::TooLarge,
                    span,
                    "the pieces have too many different orientations",
                ));
                None
            }
            modulus => Some(modulus),
        }
    }

    /// `cycle A B C turn 1 2 1 times q`
    pub(super) fn cycle(
        &mut self,
        names: &[Name],
        turns: &[At<u64>],
        times: Option<&At<Expr>>,
        view: View<'_>,
    ) -> Option<Action> {
        let mut cells = Vec::new();
        for name in names {
            let Some(cell) = self.board.cell(&name.node) else {
                let diagnostic = self.error(
                    Code::UnknownPlace,
                    name.span,
                    format!("no cell called `{}`", name.node),
                );
                let known: Vec<&str> =
                    self.board.cells.iter().map(|cell| cell.name.as_str()).take(12).collect();
                let help = format!(
                    "cells are: {}{}",
                    known.join(", "),
                    if known.len() == 12 { " ..." } else { "" }
                );
                self.report(diagnostic.label("unknown cell").help(help));
                return None;
            };
            if cells.contains(&cell) {
                let message = format!("`{}` stands twice in this cycle", name.node);
                self.report(self.error(Code::DuplicateName, name.span, message));
                return None;
            }
            cells.push(cell);
        }
        let span = names[0].span.to(names[names.len() - 1].span);
        if cells.len() < 2 {
            self.report(self.error(Code::WrongArguments, span, "a cycle has at least two cells"));
            return None;
        }
        if !turns.is_empty() && turns.len() != cells.len() {
            let message = format!("{} cells but {} turns", cells.len(), turns.len());
            let diagnostic = self.error(Code::WrongArguments, turns[0].span, message);
            self.report(diagnostic.help("give one turn for the piece leaving each cell"));
            return None;
        }
        let modulus = if turns.is_empty() { 1 } else { self.turn_modulus(turns[0].span)? };
        let small = |turn: u64| {
            usize::try_from(turn % u64::try_from(modulus).expect("at most 255"))
                .expect("at most 255")
        };
        let turns: Vec<usize> = if turns.is_empty() {
            vec![0; cells.len()]
        } else {
            turns.iter().map(|turn| small(turn.node)).collect()
        };
        let times = match times {
            Some(expr) => match self.natural(expr, view.locals)? {
                times if times <= MAX_TIMES => times,
                times => {
                    self.report(self.error(
                        Code::TooLarge,
                        expr.span,
                        format!("{times} times is too often"),
                    ));
                    return None;
                }
            },
            None => 1,
        };
        let carry = |start: usize| {
            let path = (start..start + times).map(|index| turns[index % cells.len()]);
            let turn = u8::try_from(path.sum::<usize>() % modulus).expect("at most 255");
            Carry { from: cells[start], to: cells[(start + times) % cells.len()], turn }
        };
        Some(permutation((0..cells.len()).map(carry)))
    }

    /// `sow [cell] along d skip S`
    pub(super) fn sow(
        &mut self,
        cell: &At<CellPattern>,
        along: &Name,
        skip: Option<&Skip>,
        view: View<'_>,
    ) -> Option<Action> {
        self.needs_heap("sow", cell.span)?;
        for atom in &cell.node.atoms {
            self.contents(atom, view.me)?;
        }
        let sources = match &cell.node.inset {
            None => self.every_cell(),
            Some(inset) => self.fixed(&inset.set, inset.negated, view)?,
        };
        let direction = self.one_direction(along, view)?;
        let skipped = match skip {
            Some(Skip::Set(set)) => self.fixed(set, false, view)?,
            _ => CellSet::EMPTY,
        };
        let mut sows = Vec::new();
        for from in sources.iter() {
            let next = &self.board.directions[direction].next;
            let mut path = Vec::new();
            let mut cell = next[from.index()];
            while let Some(at) = cell.filter(|at| *at != from && path.len() <= next.len()) {
                path.push(at);
                cell = next[at.index()];
            }
            if cell != Some(from) {
                let message = format!("sowing along `{}` runs off the board", along.node);
                self.report(
                    self.error(Code::SowRunsOff, along.span, message)
                        .help("seeds are sown round a ring:  board ring(12)"),
                );
                return None;
            }
            if !matches!(skip, Some(Skip::Source(_))) {
                path.push(from);
            }
            path.retain(|cell| !skipped.contains(*cell));
            if path.is_empty() {
                self.report(self.error(
                    Code::EmptySet,
                    along.span,
                    "sowing passes over every cell",
                ));
                return None;
            }
            sows.push(Sow { from, path });
        }
        Some(Action::Sow(sows))
    }

    /// `harvest along d while C`
    pub(super) fn harvest(
        &mut self,
        along: &Name,
        condition: &At<Cond>,
        view: View<'_>,
    ) -> Option<Action> {
        self.needs_heap("harvest", along.span)?;
        self.needs_players("harvest", along.span)?;
        self.known_here(view, along.span)?;
        let direction = self.one_direction(along, view)?;
        let condition = self.cond(condition, View { here: Here::Known, ..view })?;
        Some(Action::Harvest(Harvest {
            next: self.board.directions[direction].next.clone(),
            condition,
        }))
    }

    fn one_direction(&mut self, word: &Name, view: View<'_>) -> Option<usize> {
        match self.direction(word, view.me)?.as_slice() {
            [direction] => Some(*direction),
            _ => {
                let message = format!("`{}` is more than one direction", word.node);
                self.report(self.error(Code::UnknownDirection, word.span, message));
                None
            }
        }
    }

    fn needs_heap(&mut self, word: &str, span: Span) -> Option<()> {
        if self.heap {
            return Some(());
        }
        let diagnostic =
            self.error(Code::NeedsHeap, span, format!("`{word}` needs a board of heaps"));
        self.report(diagnostic.help("declare one:  pieces seed heap"));
        None
    }

    /// Cells that do not depend on the position.
    fn fixed(
        &mut self,
        set: &At<crate::ast::SetRef>,
        negated: bool,
        view: View<'_>,
    ) -> Option<CellSet> {
        match self.set(set, view)? {
            Set::Cells(cells) if negated => Some(self.every_cell().without(cells)),
            Set::Cells(cells) => Some(cells),
            Set::Shape(_) => {
                self.report(self.error(
                    Code::UnknownPlace,
                    set.span,
                    "a shape is not a fixed set of cells",
                ));
                None
            }
        }
    }
}

/// The permutation without what stays as it is.
fn permutation(carries: impl Iterator<Item = Carry>) -> Action {
    Action::Permute(carries.filter(|carry| carry.from != carry.to || carry.turn != 0).collect())
}
