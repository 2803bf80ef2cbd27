//! A game as the families see it: each makes a [`Hash`] of it or says why it cannot.

use super::arrangement::Arrangement;
use super::family::Refusal;
use super::hash::{Frame, Hash, NewTier, Numbering, TierStates};
use super::known::Known;
use super::mover::MoverRule;
use super::quotient::Quotient;
use super::turning::Turning;
use super::zone::{Zone, changing_cells, zones};
use super::zone_hash::ZoneHash;
use crate::analyze::counts::{Trend, What};
use crate::facts::Facts;
use crate::layout::counting;
use crate::layout::radix::FixedSum;
use crate::model::{CellId, Content, Model, PlayerId, State};
use std::sync::Arc;

/// A game as the families see it.
pub(super) struct Subject<'a> {
    pub(super) model: &'a Model,
    /// A position of the domain, which has what never changes.
    pub(super) example: &'a State,
    pub(super) facts: &'a Facts,
    /// The cells of the hash.
    pub(super) cells: Vec<CellId>,
    pub(super) zones: Vec<Zone>,
    pub(super) known: Known,
    pub(super) mover: Option<MoverRule>,
    pub(super) quotient: Arc<Quotient>,
    /// The word-parallel layout that is asked for, or why there is none.
    pub(super) numbering: Result<Arc<dyn Numbering>, Refusal>,
}

/// Why positions are not enumerated unless that is worth it or asked for.
pub(super) const NOT_TRIED: Refusal =
    Refusal::NotMadeForIt("not tried: the positions would have to be found by playing");

/// Why word-parallel layouts number nothing here.
const NOT_HERE: Refusal = Refusal::NotMadeForIt("it is for word-parallel searches only");

/// The key of a tier and its movers.
pub(super) type Key = (Vec<i64>, Vec<PlayerId>);

/// A tier before it is numbered: its key, its movers, and how often each content stands on the
/// cells of each zone.
pub(super) struct Slot {
    pub(super) key: Vec<i64>,
    pub(super) movers: Vec<PlayerId>,
    pub(super) zones: Vec<ZoneCounts>,
}

/// The contents that stand on the cells of a zone, in order, with their numbers. Contents that do
/// not occur are left out.
#[derive(Clone, Debug, Default)]
pub(super) struct ZoneCounts {
    pub(super) contents: Vec<u8>,
    pub(super) numbers: Vec<usize>,
}

impl ZoneCounts {
    /// How often each of some contents occurs.
    pub(super) fn numbers_of(&self, contents: &[u8]) -> Vec<usize> {
        let number = |content: &u8| {
            self.contents.iter().position(|own| own == content).map_or(0, |at| self.numbers[at])
        };
        contents.iter().map(number).collect()
    }
}

/// How often each content stands on the cells of a hash.
enum Counts {
    /// It is not always the same.
    NotFixed,
    /// No position has these numbers: there are too few cells for the pieces.
    Impossible,
    /// Always this often, by zone.
    Fixed(Vec<ZoneCounts>),
}

impl<'a> Subject<'a> {
    /// Looks at the positions of the facts' domain.
    pub(super) fn new(model: &'a Model, facts: &'a Facts) -> Self {
        let example = facts.domain.example();
        let cells = changing_cells(model, facts);
        let zones = zones(model, facts, &cells);
        let known = Known::new(model, facts, &cells, &zones);
        let mover = MoverRule::new(model, facts);
        let quotient = Arc::new(Quotient::new(model, facts));
        let numbering = Err(NOT_HERE);
        Subject { model, example, facts, cells, zones, known, mover, quotient, numbering }
    }

    /// The hash of the word-parallel layout that is asked for.
    pub(super) fn word_parallel(&self) -> Result<Hash, Refusal> {
        let states = TierStates::WordParallel(self.numbering.clone()?);
        let only = NewTier { key: Vec::new(), movers: self.everybody(), states };
        Ok(Hash::new(self.frame(Vec::new()), vec![only])?)
    }

    /// Every player who can ever move.
    pub(super) fn everybody(&self) -> Vec<PlayerId> {
        (0..self.model.sides())
            .map(|player| PlayerId(u8::try_from(player).expect("few players")))
            .collect()
    }

    /// The keys of all tiers with their movers.
    pub(super) fn keys(&self) -> Result<Vec<Key>, Refusal> {
        let tiers = &self.facts.tiers;
        if tiers.tiers.is_empty() && !tiers.key.is_empty() {
            return Err(Refusal::NotMadeForIt("there are too many tiers"));
        }
        if tiers.tiers.is_empty() {
            return Ok(vec![(Vec::new(), self.everybody())]);
        }
        Ok(tiers.tiers.iter().map(|tier| (tier.key.clone(), tier.movers.clone())).collect())
    }

    /// The tiers with the numbers of all pieces. Those that no position can have are left out.
    pub(super) fn slots(&self) -> Result<Vec<Slot>, Refusal> {
        if self.model.heap {
            return Err(Refusal::NotMadeForIt("cells hold numbers, not pieces"));
        }
        let mut slots = Vec::new();
        for (key, movers) in self.keys()? {
            match self.counts(&key) {
                Counts::NotFixed => {
                    return Err(Refusal::NotMadeForIt("the numbers of pieces are not fixed"));
                }
                Counts::Impossible => {}
                Counts::Fixed(zones) => slots.push(Slot { key, movers, zones }),
            }
        }
        Ok(slots)
    }

    /// The hash of all cells as one zone.
    pub(super) fn whole(&self, arrangement: Arrangement) -> Result<ZoneHash, Refusal> {
        let cells: Vec<usize> = (0..self.cells.len()).collect();
        let contents = self.zones.iter().map(|zone| zone.contents);
        let everything = Zone {
            set: self.cells.iter().copied().collect(),
            contents: contents.fold(Default::default(), |all, contents| all.union(contents)),
            cells: cells.clone(),
        };
        let sum = match self.known.zones.as_slice() {
            [only] => only.turn_sum,
            _ => None,
        };
        let turning = self.turning(&everything, sum)?;
        Ok(ZoneHash { cells, arrangement, turning, follows: None })
    }

    pub(super) fn frame(&self, key: Vec<What>) -> Frame<'_> {
        let free = |counter: usize| {
            let what =
                What::Counter(u8::try_from(counter).expect("the number of counters is limited"));
            let quantity =
                self.facts.counts.quantities.iter().find(|quantity| quantity.what == what)?;
            let (low, high) = (quantity.range.low, quantity.range.high);
            let low_byte = u8::try_from(low).expect("counters are small");
            let values = u64::try_from(high - low + 1).expect("counters are small");
            (!key.contains(&what)).then_some((counter, low_byte, values))
        };
        Frame {
            model: self.model,
            cells: self.cells.clone(),
            example: self.example.clone(),
            counters: (0..self.model.counters.len()).filter_map(free).collect(),
            mover: self.mover.clone(),
            quotient: Arc::clone(&self.quotient),
            key,
        }
    }

    /// How turns are numbered: all cells must hold pieces with equally many orientations.
    pub(super) fn turning(&self, zone: &Zone, sum: Option<u8>) -> Result<Turning, Refusal> {
        let turns = |content: Content| {
            content.piece().map_or(1, |piece| self.model.pieces[piece.index()].turns)
        };
        let mut moduli: Vec<u8> = zone.contents.iter().map(turns).collect();
        moduli.dedup();
        match (moduli.as_slice(), sum) {
            ([] | [1], _) => Ok(Turning::None),
            ([modulus], Some(sum)) => {
                Ok(Turning::All(FixedSum::new(*modulus, &vec![1; zone.cells.len()], sum)?))
            }
            ([modulus], None) => {
                let size = counting::power((*modulus).into(), zone.cells.len());
                Ok(Turning::Free { modulus: *modulus, size: counting::index_size(size)? })
            }
            _ => Err(Refusal::NotMadeForIt(
                "pieces turn and cells can be empty or hold pieces that turn differently",
            )),
        }
    }

    /// How many cells of each zone hold each content in a tier.
    fn counts(&self, key: &[i64]) -> Counts {
        let on_terrain = |content: Content| {
            let fixed = self.model.board.ids().filter(|cell| !self.cells.contains(cell));
            fixed.filter(|cell| self.example.cells[cell.index()] == content.0).count()
        };
        let mut counts = vec![0; self.model.pieces.len() + 1];
        for quantity in &self.facts.counts.quantities {
            let What::Content(content) = quantity.what else { continue };
            let position = self.facts.tiers.key.iter().position(|what| *what == quantity.what);
            let number = match (position, quantity.trend) {
                (Some(position), _) => key[position],
                (None, Trend::Constant) => quantity.range.low,
                (None, _) => return Counts::NotFixed,
            };
            let number = usize::try_from(number).ok();
            let Some(number) = number.and_then(|number| number.checked_sub(on_terrain(content)))
            else {
                return Counts::Impossible;
            };
            counts[usize::from(content.0)] = number;
        }
        let mut zones = Vec::new();
        for zone in &self.zones {
            let mut of_zone = ZoneCounts::default();
            let mut empty = zone.cells.len();
            for content in zone.contents.iter().filter(|content| *content != Content::EMPTY) {
                let number = counts[usize::from(content.0)];
                let Some(left) = empty.checked_sub(number) else { return Counts::Impossible };
                empty = left;
                if number > 0 {
                    of_zone.contents.push(content.0);
                    of_zone.numbers.push(number);
                }
            }
            if empty > 0 {
                of_zone.contents.insert(0, Content::EMPTY.0);
                of_zone.numbers.insert(0, empty);
            }
            zones.push(of_zone);
        }
        Counts::Fixed(zones)
    }
}
