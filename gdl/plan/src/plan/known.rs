//! What the layouts need to know beyond counts: signs, sums of turns, linear invariants.

use super::zone::Zone;
use super::zone_hash::SignLink;
use crate::analyze::orientation::TurnSum;
use crate::analyze::parity::{Arrangement, Sign as MoveSign};
use crate::analyze::potential::Invariant as LinearInvariant;
use crate::facts::Facts;
use crate::layout::permutation::Sign;
use crate::layout::raw::Invariant;
use crate::model::{CellId, Content, ContentSet, Model};
use std::collections::BTreeMap;

/// What is known about the sign of an arrangement, read as a permutation of the cells of a zone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum SignRule {
    /// Nothing.
    #[default]
    Unknown,
    /// It is always the same.
    Fixed(Sign),
    /// It follows from the place of one piece (or of the empty cell).
    ByPlace {
        /// The piece.
        content: Content,
        /// The sign, by cell of the zone.
        signs: Vec<Sign>,
    },
    /// It follows from the signs of zones before it.
    Follows(SignLink),
}

impl SignRule {
    /// Says what is known.
    pub(super) fn words(&self, model: &Model) -> Option<String> {
        match self {
            SignRule::Unknown => None,
            SignRule::Fixed(_) => Some("arrangements are always even, or always odd".to_owned()),
            SignRule::Follows(_) => Some(
                "whether a zone is evenly or oddly arranged follows from the other zones"
                    .to_owned(),
            ),
            SignRule::ByPlace { content, .. } => {
                let piece = content.piece().map(|piece| &model.pieces[piece.index()].label);
                let name = piece.map_or("the empty cell".to_owned(), |label| format!("`{label}`"));
                Some(format!(
                    "whether the arrangement is even or odd follows from the place of {name}"
                ))
            }
        }
    }
}

/// What is known about one zone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct KnownZone {
    /// The sign of the arrangement.
    pub(super) sign: SignRule,
    /// The sum of all turns, if it never changes.
    pub(super) turn_sum: Option<u8>,
}

/// Facts in the form that layouts take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// By zone.
    pub(super) zones: Vec<KnownZone>,
    /// On a ring up to rotation: the sign of the pieces after the first.
    pub(super) ring_sign: Option<Sign>,
    /// Linear invariants of the set of occupied cells.
    pub(super) bit_invariants: Vec<Invariant>,
}

impl Known {
    /// Takes from the facts what layouts need, for the cells of a hash and their zones.
    pub(super) fn new(model: &Model, facts: &Facts, cells: &[CellId], zones: &[Zone]) -> Self {
        let arrangement = |zone: &Zone| {
            facts.parity.arrangements.iter().find(|signs| signs.arrangement.cells == zone.set)
        };
        let arrangements: Vec<Option<Arrangement>> =
            zones.iter().map(|zone| arrangement(zone).map(|signs| signs.arrangement)).collect();
        let links = sign_links(&arrangements, facts);
        let known = |(number, zone): (usize, &Zone)| KnownZone {
            sign: sign_rule(number, arrangements[number], &links, facts, cells, zone),
            turn_sum: fixed_turn_sum(facts, cells, zone),
        };
        Known {
            zones: zones.iter().enumerate().map(known).collect(),
            ring_sign: zones
                .first()
                .and_then(arrangement)
                .filter(|whole| {
                    model.same_rotations
                        && whole.all == MoveSign::Even
                        && whole.rotation == Some(MoveSign::Even)
                })
                .map(|whole| sign(whole.arrangement.is_odd(&facts.domain.example().cells))),
            bit_invariants: facts
                .potentials
                .invariants
                .iter()
                .filter_map(|invariant| bit_invariant(invariant, facts, cells))
                .collect(),
        }
    }
}

/// The sum of the turns of a zone, if no move changes it and the pieces that it counts turn
/// nowhere else.
fn fixed_turn_sum(facts: &Facts, cells: &[CellId], zone: &Zone) -> Option<u8> {
    let here = |sum: &&TurnSum| !sum.pieces.intersection(zone.contents).is_empty();
    let sum = facts.orientation.sums.iter().find(here)?;
    let elsewhere = cells
        .iter()
        .filter(|cell| !zone.set.contains(**cell))
        .any(|cell| !facts.terrain.possible[cell.index()].intersection(sum.pieces).is_empty());
    // What never turns is counted by the sum and is not in the zone; nothing of it is turned.
    (sum.divisor == sum.orientations && !elsewhere).then_some(sum.first)
}

fn sign(odd: bool) -> Sign {
    if odd { Sign::Odd } else { Sign::Even }
}

/// How the sign of a zone's arrangement follows from an invariant, if it does.
fn sign_rule(
    number: usize,
    own: Option<Arrangement>,
    links: &SignLinks,
    facts: &Facts,
    cells: &[CellId],
    zone: &Zone,
) -> SignRule {
    match links.get(&number) {
        Some((0, odd)) => return SignRule::Fixed(sign(*odd)),
        Some((zones, odd)) => {
            let zones = (0..number).filter(|zone| zones >> zone & 1 == 1).collect();
            return SignRule::Follows(SignLink { zones, opposite: *odd });
        }
        None => {}
    }
    let Some(own) = own else { return SignRule::Unknown };
    let placed = facts.potentials.invariants.iter().filter(|invariant| {
        invariant.potential.signs == [own] && looks_at_cells_and_signs(invariant)
    });
    placed.filter_map(|invariant| by_place(invariant, cells, zone)).next().unwrap_or_default()
}

/// By zone: the zones before it whose signs give its sign, as a set, and whether it is the
/// opposite of their product.
type SignLinks = BTreeMap<usize, (u128, bool)>;

/// Solves the invariants that are sums of signs for the last zone of each, by elimination.
fn sign_links(arrangements: &[Option<Arrangement>], facts: &Facts) -> SignLinks {
    let mut links = SignLinks::new();
    for invariant in &facts.potentials.invariants {
        let potential = &invariant.potential;
        let zone =
            |sign: &Arrangement| arrangements.iter().position(|it| it.as_ref() == Some(sign));
        let zones: Option<Vec<usize>> = potential.signs.iter().map(zone).collect();
        let (Some(zones), true) = (zones, looks_at_cells_and_signs(invariant)) else { continue };
        if !potential.cells.is_empty() {
            continue;
        }
        let mut set = zones.iter().fold(0_u128, |set, zone| set ^ 1 << zone);
        let mut odd = invariant.odd;
        while let Some(last) = set.checked_ilog2() {
            let last = usize::try_from(last).expect("fewer than 128 zones");
            set ^= 1 << last;
            if let Some((others, opposite)) = links.get(&last) {
                set ^= others;
                odd ^= opposite;
            } else {
                links.insert(last, (set, odd));
                break;
            }
        }
    }
    links
}

/// Whether an invariant looks neither at heaps nor at counters nor at the mover.
fn looks_at_cells_and_signs(invariant: &LinearInvariant) -> bool {
    let potential = &invariant.potential;
    potential.heaps.is_empty() && potential.counters.is_empty() && potential.movers.is_empty()
}

/// The sign by the place of the one content that the invariant looks at, if it is one of the zone.
fn by_place(invariant: &LinearInvariant, cells: &[CellId], zone: &Zone) -> Option<SignRule> {
    let counted = &invariant.potential.cells;
    let (_, contents) = counted.first()?;
    let content = contents.single()?;
    let here = |(cell, other): &(CellId, ContentSet)| other == contents && zone.set.contains(*cell);
    if !counted.iter().all(here) {
        return None;
    }
    let on = |cell: CellId| counted.iter().any(|(counted, _)| *counted == cell);
    let signs = zone.cells.iter().map(|position| sign(invariant.odd != on(cells[*position])));
    Some(SignRule::ByPlace { content, signs: signs.collect() })
}

/// An invariant of the set of cells that hold the larger of two contents, if it is one.
fn bit_invariant(
    invariant: &LinearInvariant,
    facts: &Facts,
    cells: &[CellId],
) -> Option<Invariant> {
    let potential = &invariant.potential;
    let only_cells = potential.signs.is_empty()
        && potential.heaps.is_empty()
        && potential.counters.is_empty()
        && potential.movers.is_empty();
    if !only_cells {
        return None;
    }
    let mut mask = 0_u128;
    let mut odd = invariant.odd;
    for (cell, contents) in &potential.cells {
        let possible: Vec<Content> = facts.terrain.possible[cell.index()].iter().collect();
        let [off, on] = possible.as_slice() else { return None };
        let position = cells.iter().position(|dynamic| dynamic == cell)?;
        mask ^= 1 << position;
        if *contents == ContentSet::only(*off) {
            // Counting the empty cells instead turns the parity round once for each cell.
            odd = !odd;
        } else if *contents != ContentSet::only(*on) {
            return None;
        }
    }
    Some(Invariant { cells: mask, odd })
}
