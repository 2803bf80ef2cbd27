//! Ground rules over the cells that can change, with what is known about their contents.

use super::unique::is_unique;
use crate::facts::Facts;
use crate::model::{CellId, Content, ContentSet, Model, Rule, ShapeId, Write};
use crate::plan::Hash;

/// A ground rule over numbered cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FlatRule {
    /// The cells it looks at or changes, with what they can hold when it applies. Cells are
    /// numbers among those that can change.
    pub(super) slots: Vec<Slot>,
    /// What it asks about shapes on cells that never change.
    pub(super) fixed: Vec<(CellId, InShape)>,
    /// The cell it fills.
    pub(super) here: Option<Spot>,
    /// The slot that the piece comes from which it fills the cell with.
    pub(super) source: Option<usize>,
}

/// A cell of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) cell: usize,
    /// What the cell holds before.
    pub(super) needs: ContentSet,
    /// Whether that must be tested: it can hold other things as well.
    pub(super) tested: bool,
    /// The shapes it must lie in, or must not.
    pub(super) in_shape: Vec<InShape>,
    /// What it holds afterwards, if that changes.
    pub(super) becomes: Option<Becomes>,
}

/// A cell must, or must not, lie in a completed shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct InShape {
    pub(super) shape: ShapeId,
    pub(super) negated: bool,
}

/// A place in a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spot {
    /// One of its slots.
    Slot(usize),
    /// A cell that never changes.
    Fixed(CellId),
}

/// What a cell becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Becomes {
    /// This.
    Content(u8),
    /// What another slot of the rule held.
    Slot(usize),
}

/// What is kept of rules, because it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// That a content stands on one cell only, which holds between moves.
    pub(super) unique: bool,
    /// Rules that change nothing.
    pub(super) unchanging: bool,
    /// The cell that is filled.
    pub(super) here: bool,
    /// The cell the piece comes from.
    pub(super) source: bool,
}

impl FlatRule {
    /// The rule, if it can ever apply.
    pub(super) fn new(
        (model, hash): (&Model, &Hash),
        facts: &Facts,
        rule: &Rule,
        kept: Kept,
    ) -> Option<Self> {
        let mut cells: Vec<CellId> = rule.needs.iter().map(|(cell, _)| *cell).collect();
        let mut add = |cell: CellId| {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        };
        for (cell, write) in &rule.writes {
            add(*cell);
            if let Write::Copy(from) = write {
                add(*from);
            }
        }
        rule.in_shape.iter().for_each(|need| add(need.cell));
        let possible = |cell: CellId| facts.terrain.possible[cell.index()];
        let needs = |cell: CellId| {
            let stated = rule.needs.iter().find(|(needed, _)| *needed == cell);
            stated.map_or(possible(cell), |(_, contents)| contents.intersection(possible(cell)))
        };
        if cells.iter().any(|cell| needs(*cell).is_empty()) {
            return None;
        }
        let position = |cell: CellId| hash.position(cell);
        let dynamic: Vec<CellId> =
            cells.iter().copied().filter(|cell| position(*cell).is_some()).collect();
        let slot_of = |cell: CellId| dynamic.iter().position(|slot| *slot == cell);
        let becomes = |cell: CellId| {
            let (_, write) = rule.writes.iter().find(|(written, _)| *written == cell)?;
            Some(match write {
                Write::Put(content) => Becomes::Content(content.0),
                Write::Copy(from) => match slot_of(*from) {
                    Some(slot) => Becomes::Slot(slot),
                    // What never changes is known.
                    None => Becomes::Content(hash.board_content(*from)),
                },
            })
        };
        let in_shape = |cell: CellId| {
            let asked = rule.in_shape.iter().filter(move |need| need.cell == cell);
            asked.map(|need| InShape { shape: need.shape, negated: need.negated })
        };
        // The only piece of its kind stands on one cell of the rule, so not on the others.
        let only = dynamic.iter().filter(|_| kept.unique).find_map(|cell| {
            let content = needs(*cell).single()?;
            is_unique(hash, content.0).then_some((*cell, ContentSet::only(content)))
        });
        // Searches also ask about indices that play does not lead to, and these must not look as
        // if it did.
        let held = |cell: CellId| possible(cell).union(hash.numbered(cell));
        let elsewhere = |cell: CellId| match only {
            Some((place, content)) if place != cell => held(cell).without(content),
            _ => held(cell),
        };
        let slots = dynamic
            .iter()
            .map(|cell| Slot {
                cell: position(*cell).expect("it can change"),
                needs: needs(*cell).intersection(elsewhere(*cell)),
                tested: needs(*cell).intersection(elsewhere(*cell)) != elsewhere(*cell),
                in_shape: in_shape(*cell).collect(),
                becomes: becomes(*cell),
            })
            .collect();
        let still = cells.iter().filter(|cell| slot_of(**cell).is_none());
        let fixed = still.flat_map(|cell| in_shape(*cell).map(move |need| (*cell, need))).collect();
        let here = rule.here.filter(|_| kept.here);
        let here = here.map(|cell| slot_of(cell).map_or(Spot::Fixed(cell), Spot::Slot));
        let source = rule.source.filter(|_| kept.source).and_then(slot_of);
        let flat = FlatRule { slots, fixed, here, source };
        let flat = flat.with_known_contents(turning(model, hash));
        let applies = flat.slots.iter().all(|slot| !slot.needs.is_empty());
        (applies && (kept.unchanging || flat.changes())).then_some(flat)
    }

    /// Whether it can change something.
    fn changes(&self) -> bool {
        self.slots.iter().any(|slot| slot.becomes.is_some())
    }

    /// Whether a cell that it writes to becomes something else, whatever stands there.
    pub(super) fn surely_changes(&self) -> bool {
        self.slots.iter().any(|slot| match slot.becomes {
            None => false,
            Some(Becomes::Content(content)) => !slot.needs.contains(Content(content)),
            Some(Becomes::Slot(from)) => self.slots[from].needs.intersection(slot.needs).is_empty(),
        })
    }

    /// Copies of what is known are constants, and what stays the same is no change. Pieces that
    /// turn are never known altogether.
    fn with_known_contents(mut self, turning: ContentSet) -> Self {
        let known = |slot: &Slot| {
            let content = slot.needs.single().filter(|content| !turning.contains(*content))?;
            Some(content.0)
        };
        let known: Vec<Option<u8>> = self.slots.iter().map(known).collect();
        for (number, slot) in self.slots.iter_mut().enumerate() {
            if let Some(Becomes::Slot(from)) = slot.becomes {
                if from == number {
                    slot.becomes = None;
                } else if let Some(content) = known[from] {
                    slot.becomes = Some(Becomes::Content(content));
                }
            }
            if let (Some(Becomes::Content(content)), Some(known)) = (slot.becomes, known[number])
                && content == known
            {
                slot.becomes = None;
            }
        }
        self
    }

    /// The rule for each combination of contents that it carries or overwrites. Nothing turns
    /// where positions are kept as sets.
    pub(super) fn spelled_out(self, kept: Kept) -> Vec<FlatRule> {
        let copied = |number: usize| {
            self.slots.iter().any(|slot| slot.becomes == Some(Becomes::Slot(number)))
        };
        let unknown = (0..self.slots.len()).find(|number| {
            let slot = &self.slots[*number];
            slot.needs.single().is_none() && (copied(*number) || slot.becomes.is_some())
        });
        let Some(unknown) = unknown else { return vec![self] };
        let variants = self.slots[unknown].needs.iter().map(|content| {
            let mut rule = self.clone();
            rule.slots[unknown].needs = ContentSet::only(content);
            rule.slots[unknown].tested = true;
            rule.with_known_contents(ContentSet::NONE)
        });
        let some = variants.filter(|rule| kept.unchanging || rule.changes());
        some.flat_map(|rule| rule.spelled_out(kept)).collect()
    }
}

/// The pieces that can be turned.
fn turning(model: &Model, hash: &Hash) -> ContentSet {
    let turn = |content: Content| {
        let piece = content.piece();
        piece.is_some_and(|piece| model.pieces[piece.index()].turns > 1)
    };
    let pieces = ContentSet::all_pieces(if hash.turning { model.pieces.len() } else { 0 });
    pieces.iter().filter(|content| turn(*content)).collect()
}
