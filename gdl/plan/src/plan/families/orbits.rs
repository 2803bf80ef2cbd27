//! The family `orbits`: in each tier one kind of piece up to symmetry, the others free
//! ([`crate::layout::canonical_times_free`]).
//!
//! Only symmetries that move cells and leave every piece, player and counter as it is are divided
//! out here, so tiers stay what they are. The kind that is made canonical, the same in all tiers,
//! is the one that leaves the fewest entries among those whose table of sets is small enough.

use super::sets::color_order;
use super::{HashFamily, Refusal};
use crate::layout::LayoutError;
use crate::layout::canonical_times_free::CanonicalTimesFree;
use crate::layout::counting;
use crate::layout::orbit::SetOrbits;
use crate::layout::split::SharedSplits;
use crate::layout::symmetry::SymmetryGroup;
use crate::plan::arrangement::{Arrangement, Orbits};
use crate::plan::hash::{Frame, Hash, NewTier, TierStates};
use crate::plan::subject::{Slot, Subject};
use crate::plan::turning::Turning;
use crate::plan::zone_hash::ZoneHash;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The largest table of sets of the first color.
const MOST_SETS: u128 = 1 << 22;

/// The most symmetries.
const MOST_SYMMETRIES: usize = 512;

/// Every tier, with how often each content occurs and the number of arrangements up to symmetry.
type Tiers = Vec<(Slot, Vec<usize>, u128)>;

/// The symmetries, the contents in order (what the others leave, the one up to symmetry, the
/// others), and the tiers.
struct Symmetric {
    group: SymmetryGroup<u128>,
    contents: Vec<u8>,
    tiers: Tiers,
}

pub(super) struct UpToSymmetry;

impl HashFamily for UpToSymmetry {
    fn hash(&self, subject: &Subject<'_>) -> Result<Hash, Refusal> {
        let Symmetric { group, contents, tiers } = subject.symmetric_tiers()?;
        let mut tables: BTreeMap<usize, Arc<SetOrbits<u128>>> = BTreeMap::new();
        let mut shared = SharedSplits::default();
        let mut made = Vec::new();
        for (Slot { key, movers, .. }, numbers, _) in tiers {
            let first = match tables.get(&numbers[1]) {
                Some(table) => Arc::clone(table),
                None => Arc::new(SetOrbits::new(group.clone(), numbers[1])?),
            };
            tables.insert(numbers[1], Arc::clone(&first));
            let ranks = CanonicalTimesFree::sharing(first, &numbers[2..], &mut shared)?;
            let colors = contents.clone();
            let arrangement = Arrangement::Orbits(Orbits { colors, ranks });
            let cells = subject.zones[0].cells.clone();
            let zone = ZoneHash { cells, arrangement, turning: Turning::None, follows: None };
            made.push(NewTier { key, movers, states: TierStates::Zones(vec![zone]) });
        }
        // The image of a position need not be one that can be reached, so nothing tells its mover.
        let frame = Frame { mover: None, ..subject.frame(subject.facts.tiers.key.clone()) };
        Ok(Hash::new(frame, made)?)
    }

    /// Not measured: put together from its parts.
    fn nanoseconds(&self, _: f64, kinds: f64) -> f64 {
        10.0 * kinds
    }

    fn leaves_out_mover(&self) -> bool {
        false
    }
}

impl Subject<'_> {
    /// The sizes of the tiers of that hash, without its tables.
    pub(in crate::plan) fn orbits_sizes(&self) -> Result<Vec<u64>, Refusal> {
        let tiers = self.symmetric_tiers()?.tiers;
        let counters = self.frame(self.facts.tiers.key.clone()).counters;
        let digits = counters.iter().fold(1_u128, |all, (_, _, values)| all * u128::from(*values));
        let mut sizes = Vec::new();
        let mut total = 0_u128;
        for (slot, _, arrangements) in tiers {
            let movers = u128::try_from(slot.movers.len()).expect("few players");
            let size = arrangements.saturating_mul(digits).saturating_mul(movers);
            total = total.saturating_add(size);
            counting::index_size(total)?;
            sizes.push(counting::index_size(size)?);
        }
        Ok(sizes)
    }

    /// The symmetries and the tiers.
    fn symmetric_tiers(&self) -> Result<Symmetric, Refusal> {
        let slots = self.slots()?;
        if self.model.same_rotations {
            return Err(Refusal::NotMadeForIt("positions are the same up to rotation"));
        }
        if self.model.pieces.iter().any(|piece| piece.turns > 1) {
            return Err(Refusal::NotMadeForIt("pieces turn"));
        }
        if self.zones.len() != 1 {
            return Err(Refusal::NotMadeForIt("the board has zones that share no piece"));
        }
        let group = self.cell_symmetries()?;
        let contents = color_order(&slots, 0);
        if contents.len() < 2 {
            return Err(Refusal::NotMadeForIt("all cells hold the same"));
        }
        best_first(group, &contents, slots)
    }

    /// The symmetries that leave everything but the cells as it is, acting on the cells of the
    /// hash.
    fn cell_symmetries(&self) -> Result<SymmetryGroup<u128>, Refusal> {
        let position = |cell: u8| self.cells.iter().position(|own| own.0 == cell);
        let mut images: Vec<Vec<u8>> = Vec::new();
        for map in self.quotient.maps().iter().filter(|map| map.moves_cells_only()) {
            let image =
                |cell: usize| position(map.cells[cell]).and_then(|at| u8::try_from(at).ok());
            let image: Option<Vec<u8>> =
                self.cells.iter().map(|cell| image(cell.index())).collect();
            images.push(image.ok_or(Refusal::NotMadeForIt("symmetries move the board"))?);
        }
        images.sort_unstable();
        images.dedup();
        match images.len() {
            0 | 1 if self.model.players.is_empty() => Err(Refusal::NotMadeForIt(
                "no symmetry but the trivial one keeps every piece, the start and the goal",
            )),
            0 | 1 => {
                Err(Refusal::NotMadeForIt("no symmetry but the trivial one keeps every piece"))
            }
            order if order > MOST_SYMMETRIES => {
                Err(Refusal::NotMadeForIt("there are too many symmetries for tables"))
            }
            _ => Ok(SymmetryGroup::new(self.cells.len(), &images)?),
        }
    }
}

/// Chooses the content up to symmetry, the same in all tiers: the one that leaves the fewest
/// entries in all.
fn best_first(
    group: SymmetryGroup<u128>,
    order: &[u8],
    slots: Vec<Slot>,
) -> Result<Symmetric, Refusal> {
    let cells = group.cells();
    let mut best: Option<(u128, usize)> = None;
    let mut fewest_sets = u128::MAX;
    let mut orbits: BTreeMap<usize, u128> = BTreeMap::new();
    let mut size = |numbers: &[usize], first: usize| {
        let first_number = numbers[first];
        let orbits = *orbits.entry(first_number).or_insert_with(|| {
            group.orbits(&[cells - first_number, first_number]).unwrap_or(u128::MAX)
        });
        let others = [&numbers[..first], &numbers[first + 1..]].concat();
        orbits.saturating_mul(counting::multinomial(&others))
    };
    for first in 0..order.len() {
        let numbers = || slots.iter().map(|slot| slot.zones[0].numbers_of(order));
        let sets = numbers().map(|numbers| counting::binomial(cells, numbers[first])).max();
        let sets = sets.unwrap_or(0);
        fewest_sets = fewest_sets.min(sets);
        if sets > MOST_SETS {
            continue;
        }
        let total =
            numbers().fold(0, |total: u128, numbers| total.saturating_add(size(&numbers, first)));
        if best.is_none_or(|(smallest, _)| total < smallest) {
            best = Some((total, first));
        }
    }
    let Some((_, first)) = best else {
        return Err(Refusal::Layout(LayoutError::TablesTooLarge { entries: fewest_sets }));
    };
    // What the others leave comes first, unless it is the one up to symmetry; then the next takes
    // its place.
    let rest = usize::from(first == 0);
    let others = order.iter().enumerate().filter(|(at, _)| *at != first && *at != rest);
    let contents: Vec<u8> = [order[rest], order[first]]
        .into_iter()
        .chain(others.map(|(_, content)| *content))
        .collect();
    let tiers = slots
        .into_iter()
        .map(|slot| {
            let numbers = slot.zones[0].numbers_of(&contents);
            let arrangements = size(&numbers, 1);
            (slot, numbers, arrangements)
        })
        .collect();
    Ok(Symmetric { group, contents, tiers })
}
