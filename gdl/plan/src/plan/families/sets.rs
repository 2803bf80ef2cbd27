//! The family `sets`: every kind has a fixed number, one set of cells after the other
//! ([`crate::layout::chain`], [`crate::layout::split`]).

use super::{HashFamily, Refusal};
use crate::layout::chain::ColorChain;
use crate::layout::split::SharedSplits;
use crate::plan::arrangement::{Arrangement, Chain};
use crate::plan::hash::Hash;
use crate::plan::subject::{Slot, Subject};
use std::cmp::Reverse;
use std::collections::BTreeMap;

pub(super) struct Sets;

impl HashFamily for Sets {
    fn hash(&self, subject: &Subject<'_>) -> Result<Hash, Refusal> {
        let slots = subject.slots()?;
        subject.refuse_rotations()?;
        let orders: Vec<Vec<u8>> =
            (0..subject.zones.len()).map(|zone| color_order(&slots, zone)).collect();
        let mut shared = SharedSplits::default();
        subject.by_zone(slots, |zone, counts| {
            let colors = orders[zone].clone();
            let ranks = ColorChain::sharing(&counts.numbers_of(&colors), &mut shared)?;
            Ok(Arrangement::Chain(Chain { colors, ranks }))
        })
    }

    fn nanoseconds(&self, _: f64, kinds: f64) -> f64 {
        5.0 * kinds
    }

    fn is_by_zone(&self) -> bool {
        true
    }
}

/// The contents of a zone in the order in which all tiers number them: what the others leave, then
/// what is there once, then the others.
///
/// What is left should be frequent, so that the others are small sets; a single piece at the
/// beginning is a factor of its own.
pub(super) fn color_order(slots: &[Slot], zone: usize) -> Vec<u8> {
    let mut totals: BTreeMap<u8, usize> = BTreeMap::new();
    for counts in slots.iter().map(|slot| &slot.zones[zone]) {
        for (content, number) in counts.contents.iter().zip(&counts.numbers) {
            *totals.entry(*content).or_default() += number;
        }
    }
    let is_single =
        |content: u8| slots.iter().all(|slot| slot.zones[zone].numbers_of(&[content]) == [1]);
    let rest = totals.iter().max_by_key(|(content, total)| (**total, Reverse(**content)));
    let Some(rest) = rest.map(|(content, _)| *content) else { return Vec::new() };
    let mut others: Vec<u8> = totals.into_keys().filter(|content| *content != rest).collect();
    others.sort_by_key(|content| (!is_single(*content), *content));
    [rest].into_iter().chain(others).collect()
}
