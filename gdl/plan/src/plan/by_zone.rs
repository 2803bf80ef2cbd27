//! Hashes by formula, tier by tier and zone by zone, or in one block.

use super::arrangement::Arrangement;
use super::family::Refusal;
use super::hash::{Hash, NewTier, TierStates};
use super::known::SignRule;
use super::subject::{Slot, Subject, ZoneCounts};
use super::zone_hash::ZoneHash;

impl Subject<'_> {
    /// Makes one block for each tier, in which the numbers of all pieces are known. `arrange`
    /// numbers what stands on the cells of a zone.
    pub(super) fn by_zone(
        &self,
        slots: Vec<Slot>,
        mut arrange: impl FnMut(usize, ZoneCounts) -> Result<Arrangement, Refusal>,
    ) -> Result<Hash, Refusal> {
        let zones = self.zones.iter().zip(&self.known.zones);
        let turnings = zones.map(|(zone, known)| self.turning(zone, known.turn_sum));
        let turnings = turnings.collect::<Result<Vec<_>, _>>()?;
        let mut tiers = Vec::new();
        for Slot { key, movers, zones } in slots {
            let mut hashes = Vec::new();
            for (number, counts) in zones.into_iter().enumerate() {
                let arrangement = arrange(number, counts)?;
                let follows = match &self.known.zones[number].sign {
                    SignRule::Follows(link) if arrangement.is_permutation() => Some(link.clone()),
                    _ => None,
                };
                let cells = self.zones[number].cells.clone();
                hashes.push(ZoneHash {
                    cells,
                    arrangement,
                    turning: turnings[number].clone(),
                    follows,
                });
            }
            tiers.push(NewTier { key, movers, states: TierStates::Zones(hashes) });
        }
        Ok(Hash::new(self.frame(self.facts.tiers.key.clone()), tiers)?)
    }

    /// Makes one block for everything: the numbers of pieces may be any.
    pub(super) fn in_one_block(&self, arrangement: Arrangement) -> Result<Hash, Refusal> {
        let states = TierStates::Zones(vec![self.whole(arrangement)?]);
        let only = NewTier { key: Vec::new(), movers: self.everybody(), states };
        Ok(Hash::new(self.frame(Vec::new()), vec![only])?)
    }

    /// Returns what each cell can hold.
    ///
    /// # Errors
    ///
    /// If cells hold numbers, or if positions are the same up to rotation.
    pub(super) fn possible_contents(&self) -> Result<Vec<Vec<u8>>, Refusal> {
        if self.model.heap {
            return Err(Refusal::NotMadeForIt("cells hold numbers, not pieces"));
        }
        self.refuse_rotations()?;
        let possible = self.cells.iter().map(|cell| self.facts.terrain.possible[cell.index()]);
        Ok(possible.map(|held| held.iter().map(|content| content.0).collect()).collect())
    }

    /// An error if positions are the same up to rotation.
    pub(super) fn refuse_rotations(&self) -> Result<(), Refusal> {
        match self.model.same_rotations {
            true => Err(Refusal::NotMadeForIt("positions are the same up to rotation")),
            false => Ok(()),
        }
    }
}
