//! Hashes by formula: permutations, multinomials, sets, heaps and raw cells, tier by tier and zone
//! by zone.

use super::arrangement::Arrangement;
use super::family::{Family, Refusal};
use super::hash::{Hash, NewTier, TierStates};
use super::known::{KnownZone, SignRule};
use super::subject::{Slot, Subject, ZoneCounts};
use super::zone_hash::ZoneHash;
use crate::analyze::counts::{Trend, What};
use crate::layout::chain::ColorChain;
use crate::layout::composition::{Composition, Total};
use crate::layout::multinomial::Multinomial;
use crate::layout::partition::BlankPermutations;
use crate::layout::permutation::{Order, Permutations, Sign};
use crate::layout::raw::{RawBits, RawCells};
use crate::layout::split::SharedSplits;
use std::cmp::Reverse;
use std::collections::BTreeMap;

impl Subject<'_> {
    /// One block for each tier: the numbers of all pieces are known there.
    pub(super) fn tiered(&self, family: Family) -> Result<Hash, Refusal> {
        let slots = self.slots()?;
        let families = self.families(family, &slots)?;
        let turnings = self
            .zones
            .iter()
            .zip(&self.known.zones)
            .map(|(zone, known)| self.turning(zone, known.turn_sum));
        let turnings = turnings.collect::<Result<Vec<_>, _>>()?;
        let orders: Vec<Vec<u8>> =
            (0..self.zones.len()).map(|zone| color_order(&slots, zone)).collect();
        let mut shared = SharedSplits::default();
        let mut tiers = Vec::new();
        for Slot { key, movers, zones } in slots {
            let mut hashes = Vec::new();
            for (number, counts) in zones.into_iter().enumerate() {
                let known = &self.known.zones[number];
                let follows = match &known.sign {
                    SignRule::Follows(link) if is_permutation(families[number]) => {
                        Some(link.clone())
                    }
                    _ => None,
                };
                let arrangement = match families[number] {
                    Family::Sets => {
                        let numbers = counts.numbers_of(&orders[number]);
                        let colors = orders[number].clone();
                        let ranks = ColorChain::sharing(&numbers, &mut shared)?;
                        Arrangement::Chain { colors, ranks }
                    }
                    family => self.arranged(family, known, counts)?,
                };
                hashes.push(ZoneHash {
                    cells: self.zones[number].cells.clone(),
                    arrangement,
                    turning: turnings[number].clone(),
                    follows,
                });
            }
            tiers.push(NewTier { key, movers, states: TierStates::Zones(hashes) });
        }
        Ok(Hash::new(self.frame(self.facts.tiers.key.clone()), tiers)?)
    }

    /// The family for each zone: the one asked for where it can number the zone, cell by cell
    /// elsewhere.
    fn families(&self, family: Family, slots: &[Slot]) -> Result<Vec<Family>, Refusal> {
        let rotations = self.model.same_rotations;
        if !is_permutation(family) {
            return match rotations {
                true => Err(Refusal::NotMadeForIt("positions are the same up to rotation")),
                false => Ok(vec![family; self.zones.len()]),
            };
        }
        // One piece of code serves all tiers, so these must have the same pieces.
        let different = |zone: usize| {
            let of = |slot: &'_ Slot| slot.zones[zone].clone();
            let first = slots.first().map(of).unwrap_or_default();
            slots.iter().map(of).all(|counts| {
                counts.contents == first.contents
                    && counts.numbers.iter().all(|number| *number == 1)
            })
        };
        let zones = 0..self.zones.len();
        let worth = |zone: usize| different(zone) && self.zones[zone].cells.len() > 1;
        // On a ring where nothing can change there is no zone at all.
        if !zones.clone().any(worth) || rotations && !different(0) {
            return Err(Refusal::NotMadeForIt("some pieces are alike"));
        }
        Ok(zones.map(|zone| if different(zone) { family } else { Family::Multinomial }).collect())
    }

    /// One block for everything: the numbers of pieces may be any.
    pub(super) fn untiered(&self, family: Family) -> Result<Hash, Refusal> {
        if self.model.heap {
            return Err(Refusal::NotMadeForIt("cells hold numbers, not pieces"));
        }
        if self.model.same_rotations {
            return Err(Refusal::NotMadeForIt("positions are the same up to rotation"));
        }
        let possible = self.cells.iter().map(|cell| self.facts.terrain.possible[cell.index()]);
        let contents: Vec<Vec<u8>> =
            possible.map(|contents| contents.iter().map(|content| content.0).collect()).collect();
        let arrangement = if family == Family::Raw {
            Arrangement::Raw(RawCells::new(&contents)?)
        } else {
            let two = contents
                .first()
                .filter(|first| first.len() == 2 && contents.iter().all(|other| other == *first));
            let Some([off, on]) = two.map(Vec::as_slice) else {
                return Err(Refusal::NotMadeForIt("cells can hold more than two things"));
            };
            let all = if contents.len() == 128 { u128::MAX } else { (1 << contents.len()) - 1 };
            let ranks = RawBits::new(all, &self.known.bit_invariants)?;
            Arrangement::Bits { contents: [*off, *on], ranks }
        };
        let states = TierStates::Zones(vec![self.whole(arrangement)?]);
        let only = NewTier { key: Vec::new(), movers: self.everybody(), states };
        Ok(Hash::new(self.frame(Vec::new()), vec![only])?)
    }

    fn arranged(
        &self,
        family: Family,
        known: &KnownZone,
        ZoneCounts { contents, numbers }: ZoneCounts,
    ) -> Result<Arrangement, Refusal> {
        if family == Family::Multinomial {
            return Ok(Arrangement::Colors {
                colors: contents,
                ranks: Multinomial::new(&numbers)?,
            });
        }
        self.permuted(family, known, contents)
    }

    fn permuted(
        &self,
        family: Family,
        known: &KnownZone,
        symbols: Vec<u8>,
    ) -> Result<Arrangement, Refusal> {
        let order = if family == Family::MyrvoldRuskey {
            Order::MyrvoldRuskey
        } else {
            Order::Lexicographic
        };
        if self.model.same_rotations {
            if family == Family::Blank {
                return Err(Refusal::NotMadeForIt("positions are the same up to rotation"));
            }
            let ranks = Permutations::new(symbols.len() - 1, order, self.known.ring_sign)?;
            return Ok(Arrangement::Ring { symbols, ranks });
        }
        // What follows from other zones is numbered as if it were even.
        let sign = match &known.sign {
            SignRule::Fixed(sign) => Some(*sign),
            SignRule::Follows(_) => Some(Sign::Even),
            SignRule::Unknown | SignRule::ByPlace { .. } => None,
        };
        if family != Family::Blank || symbols.len() < 2 {
            let ranks = Permutations::new(symbols.len(), order, sign)?;
            return Ok(Arrangement::Permutation { ranks, symbols });
        }
        let (piece, signs) = match (&known.sign, sign) {
            (SignRule::ByPlace { content, signs }, _) => (content.0, signs.clone()),
            (_, Some(sign)) => (symbols[0], vec![sign; symbols.len()]),
            (_, None) => (symbols[0], Vec::new()),
        };
        let symbol = symbols.iter().position(|symbol| *symbol == piece);
        let symbol = symbol.ok_or(Refusal::NotMadeForIt("no piece stands apart"))?;
        let symbol = u8::try_from(symbol).expect("at most MAX_PIECES");
        Ok(Arrangement::Blank {
            ranks: BlankPermutations::new(symbols.len(), symbol, order, &signs)?,
            symbols,
        })
    }

    /// One block for each number of seeds.
    pub(super) fn heaps(&self) -> Result<Hash, Refusal> {
        if !self.model.heap {
            return Err(Refusal::NotMadeForIt("cells hold pieces, not numbers"));
        }
        if self.model.same_rotations {
            return Err(Refusal::NotMadeForIt("positions are the same up to rotation"));
        }
        let mut tiers = Vec::new();
        for (key, movers) in self.keys()? {
            let seeds = self.seeds(&key).and_then(|seeds| usize::try_from(seeds).ok());
            let seeds = seeds.ok_or(Refusal::NotMadeForIt("the number of seeds is not fixed"))?;
            let pits = self.model.board.cells.len();
            let ranks = Composition::new(pits, seeds, Total::Exactly)?;
            let states = TierStates::Zones(vec![self.whole(Arrangement::Heaps(ranks))?]);
            tiers.push(NewTier { key, movers, states });
        }
        Ok(Hash::new(self.frame(self.facts.tiers.key.clone()), tiers)?)
    }

    /// The number of seeds in a tier, if it is fixed.
    fn seeds(&self, key: &[i64]) -> Option<i64> {
        let is_seeds = |what: &What| matches!(what, What::Content(_));
        if let Some(position) = self.facts.tiers.key.iter().position(is_seeds) {
            return Some(key[position]);
        }
        let mut quantities = self.facts.counts.quantities.iter();
        let seeds = quantities.find(|quantity| is_seeds(&quantity.what))?;
        (seeds.trend == Trend::Constant).then_some(seeds.range.low)
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

/// Whether a family numbers permutations.
fn is_permutation(family: Family) -> bool {
    matches!(family, Family::Permutation | Family::MyrvoldRuskey | Family::Blank)
}
