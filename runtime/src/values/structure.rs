//! The tiers of a game as the search for values sees them.

use super::work::{Job, Orders};
use bitvec::bitvec;

/// The tiers of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// The tiers; each comes after all that can follow it.
    pub tiers: Vec<TierShape>,
    /// How many symmetries the layout divides positions by; 1 if every position has an index of
    /// its own.
    pub divided_by: u64,
    /// Whether a move can be made in as many ways in every symmetric position, those with the
    /// players exchanged included.
    pub keeps_ways: bool,
    /// What it means for the player to move if she cannot: 1 she wins, 2 she loses, 3 a draw.
    pub stuck: u32,
    /// Whether it is a puzzle.
    pub puzzle: bool,
}

/// One tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierShape {
    /// The numbers that make it, by name.
    pub key: Vec<(String, i64)>,
    /// Number of indices.
    pub indices: u64,
    /// Whether the lowest digit of an index says which of the two players is to move.
    pub has_mover_digit: bool,
    /// Whether the first player can be to move.
    pub first_moves: bool,
    /// Whether the second player can be to move.
    pub second_moves: bool,
    /// The tiers that can follow it, itself left out.
    pub next: Vec<usize>,
    /// The tier that it becomes when the players change places, perhaps itself; none if they
    /// cannot, or if it becomes nothing that is numbered.
    pub mirror: Option<usize>,
}

/// Tiers that are solved together: one, or one and what it becomes when the players change places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// The tiers that have a table.
    pub(super) tables: Vec<usize>,
    /// The tier that each of them is the mirror of.
    pub(super) mirrors: Vec<usize>,
    /// The units that can follow it.
    pub(super) next: Vec<usize>,
}

impl Structure {
    /// The tier that a tier becomes when the players change places, if they may.
    fn mirror(&self, tier: usize, exchange: bool) -> Option<usize> {
        self.tiers[tier].mirror.filter(|_| exchange)
    }

    /// The units, each after all that can follow it, and the unit of each tier.
    pub(super) fn units(&self, exchange: bool) -> (Vec<Unit>, Vec<usize>) {
        let members = |tier: usize| match self.mirror(tier, exchange) {
            Some(mirror) if mirror != tier => vec![tier.min(mirror), tier.max(mirror)],
            _ => vec![tier],
        };
        let mut sorted = Sorted { of: vec![None; self.tiers.len()], order: Vec::new() };
        for tier in 0..self.tiers.len() {
            sorted.add(self, &members, tier);
        }
        let unit_of: Vec<usize> =
            sorted.of.iter().map(|unit| unit.expect("every tier was added")).collect();
        let unit = |first: &usize| {
            let mut tables = members(*first);
            let mut next: Vec<usize> = tables
                .iter()
                .flat_map(|tier| &self.tiers[*tier].next)
                .map(|next| unit_of[*next])
                .collect();
            next.sort_unstable();
            next.dedup();
            tables.retain(|tier| {
                self.mirror(*tier, exchange).is_none() || self.tiers[*tier].first_moves
            });
            let mirrors =
                tables.iter().map(|tier| self.mirror(*tier, exchange).unwrap_or(*tier)).collect();
            Unit { tables, mirrors, next }
        };
        (sorted.order.iter().map(unit).collect(), unit_of)
    }

    /// Number of slots of a tier, and how many bits of an index a slot leaves out, if the players
    /// may change places or not.
    pub fn slots(&self, tier: usize, exchange: bool) -> (u64, u32) {
        let shape = &self.tiers[tier];
        let is_halved = shape.has_mover_digit && self.mirror(tier, exchange).is_some();
        let shift = u32::from(is_halved);
        (shape.indices >> shift, shift)
    }

    /// The orders for a job on a tier that is the mirror of another, or its own.
    pub fn orders(&self, job: Job, (tier, mirror): (usize, usize), depth: u32) -> Orders {
        Orders {
            job,
            tier: tier as u64,
            mirror: mirror as u64,
            depth,
            stuck: self.stuck,
            divided_by: self.divided_by,
            keeps_ways: self.keeps_ways,
            puzzle: self.puzzle,
        }
    }

    /// The tiers that have a table when some tiers are solved with all that can follow them, if
    /// the players may change places or not.
    pub fn tables(&self, solved: &[usize], exchange: bool) -> Vec<usize> {
        let (units, unit_of) = self.units(exchange);
        let below = self.below(solved);
        let tables = below.iter().flat_map(|tier| &units[unit_of[*tier]].tables);
        let mut tables: Vec<usize> = tables.copied().collect();
        tables.sort_unstable();
        tables.dedup();
        tables
    }

    /// The tiers that play from some tiers can come to, themselves included, each after all that
    /// can follow it.
    pub fn below(&self, from: &[usize]) -> Vec<usize> {
        let mut is_below = bitvec![0; self.tiers.len()];
        from.iter().for_each(|tier| is_below.set(*tier, true));
        for tier in (0..self.tiers.len()).rev() {
            if is_below[tier] {
                self.tiers[tier].next.iter().for_each(|next| is_below.set(*next, true));
            }
        }
        is_below.iter_ones().collect()
    }
}

/// Units in an order in which each comes after all that can follow it.
struct Sorted {
    /// The unit of each tier that has one already.
    of: Vec<Option<usize>>,
    /// The first tier of each unit.
    order: Vec<usize>,
}

impl Sorted {
    /// Adds the unit of a tier after those that can follow it.
    fn add(&mut self, structure: &Structure, members: &impl Fn(usize) -> Vec<usize>, tier: usize) {
        if self.of[tier].is_some() {
            return;
        }
        let tiers = members(tier);
        for next in tiers.iter().flat_map(|member| &structure.tiers[*member].next) {
            self.add(structure, members, *next);
        }
        tiers.iter().for_each(|member| self.of[*member] = Some(self.order.len()));
        self.order.push(tier);
    }
}
