//! Ground rules over the cells that can change, with what is known about their contents.

use crate::facts::Facts;
use crate::model::{CellId, ContentSet, Rule, Write};
use crate::plan::Hash;

/// A ground rule over numbered cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FlatRule {
    /// The cells it looks at or changes, with what they can hold when it applies. Cells are numbers among those that can change.
    pub(super) slots: Vec<Slot>,
}

/// A cell of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) cell: usize,
    /// What the cell holds before.
    pub(super) needs: ContentSet,
    /// Whether that must be tested: it can hold other things as well.
    pub(super) tested: bool,
    /// What it holds afterwards, if that changes.
    pub(super) becomes: Option<Becomes>,
}

/// What a cell becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Becomes {
    /// This.
    Content(u8),
    /// What another slot of the rule held.
    Slot(usize),
}

impl FlatRule {
    /// The rule, if it can ever apply and changes something.
    pub(super) fn new(hash: &Hash, facts: &Facts, rule: &Rule) -> Option<Self> {
        let mut cells: Vec<CellId> = rule.needs.iter().map(|(cell, _)| *cell).collect();
        for (cell, write) in &rule.writes {
            let read = match write {
                Write::Copy(from) => Some(*from),
                Write::Put(_) => None,
            };
            for cell in [Some(*cell), read].into_iter().flatten() {
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
        }
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
        let becomes = |cell: CellId| {
            let (_, write) = rule.writes.iter().find(|(written, _)| *written == cell)?;
            Some(match write {
                Write::Put(content) => Becomes::Content(content.0),
                Write::Copy(from) => match dynamic.iter().position(|slot| slot == from) {
                    Some(slot) => Becomes::Slot(slot),
                    // What never changes is known.
                    None => Becomes::Content(hash.board_content(*from)),
                },
            })
        };
        let slots = dynamic
            .iter()
            .map(|cell| Slot {
                cell: position(*cell).expect("it can change"),
                needs: needs(*cell),
                tested: needs(*cell) != possible(*cell),
                becomes: becomes(*cell),
            })
            .collect();
        let flat = FlatRule { slots }.with_known_contents();
        flat.slots.iter().any(|slot| slot.becomes.is_some()).then_some(flat)
    }

    /// Copies of what is known are constants, and what stays the same is no change.
    fn with_known_contents(mut self) -> Self {
        let known: Vec<Option<u8>> =
            self.slots.iter().map(|slot| slot.needs.single().map(|content| content.0)).collect();
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

    /// The rule for each combination of contents that it carries or overwrites.
    pub(super) fn spelled_out(self) -> Vec<FlatRule> {
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
            rule.with_known_contents()
        });
        let changing = variants.filter(|rule| rule.slots.iter().any(|slot| slot.becomes.is_some()));
        changing.flat_map(FlatRule::spelled_out).collect()
    }
}
