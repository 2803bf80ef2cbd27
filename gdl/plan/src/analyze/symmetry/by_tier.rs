//! Symmetries of a tier that the whole game does not have.
//!
//! A tier fixes the numbers of its key, and with them many guards and ends: with three men each
//! and none in hand, nobody slides in nine men's morris, everybody flies. Rules that cannot apply
//! need not be kept, so such a tier can have more symmetries than the game: the morris board has
//! 16, but 48 keep its mills.
//!
//! What a symmetry of a tier is for: the values of a tier are found from those of the tiers that
//! follow it, and positions that a symmetry exchanges shall have equal values, so that one of them
//! stands for all. Here is why that holds. Let `g` permute the cells and leave players, pieces and
//! counters alone. Then a position and its image have the same key, so they are in the same tier.
//! Call `g` *good* in a tier if
//!
//! 1. it keeps all rules that can apply there: the moves of every player whose guards the key does
//!    not rule out, with their guards unless the key makes them true, with consequences and
//!    forbidden results as they are (they are tested after the numbers have changed), the ends as
//!    far as the key leaves them open, and the goal of a puzzle; if the key alone says that the
//!    game is over, only the ends; and
//! 2. it is good in every tier that can follow.
//!
//! By 1 the moves from the image of a position lead to the images of its successors, and ends and
//! being stuck agree; so `g` maps the graph of the tier onto itself. Moves that stay inside lead
//! to positions of which the same is claimed; moves that leave the tier lead, by 2, to positions
//! with equal values. Values are determined by this graph and by the values of what lies behind it
//! (endless play included), so they are equal too. A tier that is over by its key has hardly any
//! rules and asks for little: three men against two is lost whatever the board looks like, so
//! captures from three against three break no symmetry.
//!
//! Symmetries of the whole game that exchange players and keep the key come on top: together with
//! those given here they make the whole group of the tier.
//!
//! Cost: tiers with equal sets of rules in themselves and below are one case, and a case that has
//! a case without gain below it gains nothing. So few groups are searched for, however many tiers
//! there are.

use super::MOST_LISTED;
use super::atoms::{Atom, Atoms};
use super::game::Builder;
use super::plain::Terrain;
use super::refine::Structure;
use super::search::Search;
use super::terms::{Term, index};
use crate::analyze::bounds::{Bounds, Certainty};
use crate::analyze::counts::What;
use crate::analyze::tiers::Tiers;
use crate::domain::Domain;
use crate::model::{CellId, Cond, ContentSet, Goal, Model, Start};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// LIMIT: with more cases than this no tier is looked at.
const MOST_CASES: usize = 64;

/// Where each cell goes.
pub type CellMap = Vec<CellId>;

/// Tiers with more symmetries than the whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TierSymmetries {
    /// The tiers, by number.
    pub tiers: Vec<usize>,
    /// How many permutations of the cells keep everything that matters there; none if the number
    /// does not fit.
    pub order: Option<u128>,
    /// Some that make all others: where each cell goes. Players, pieces and counters stay.
    pub generators: Vec<CellMap>,
    /// All of them in order, if there are at most [`MOST_LISTED`].
    pub elements: Option<Vec<CellMap>>,
    /// One of the tiers in words.
    example: String,
}

/// The symmetries of all tiers that have more than the whole game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SymmetriesByTier {
    /// How many permutations of the cells keep the rules of the whole game, everything else
    /// staying as it is.
    pub whole: Option<u128>,
    /// The tiers that have more.
    pub groups: Vec<TierSymmetries>,
}

impl SymmetriesByTier {
    /// What a tier has more than the whole game.
    pub fn of_tier(&self, tier: usize) -> Option<&TierSymmetries> {
        self.groups.iter().find(|group| group.tiers.contains(&tier))
    }
}

/// Finds the tiers that have more symmetries than the whole game.
pub fn symmetries_by_tier(
    model: &Model,
    domain: &Domain,
    bounds: &Bounds<'_>,
    tiers: &Tiers,
) -> SymmetriesByTier {
    let mut found = SymmetriesByTier::default();
    // Where turned positions are one, a permutation of the cells is not yet a map of positions.
    if model.same_rotations || tiers.tiers.len() < 2 {
        return found;
    }
    let rules = Rules::new(model, bounds, tiers);
    // Cases with few sets of rules come first.
    let mut cases: BTreeMap<(usize, &BTreeSet<usize>), Vec<usize>> = BTreeMap::new();
    for (tier, below) in rules.below.iter().enumerate() {
        if !rules.sets[rules.own[tier]].over && !below.contains(&WHOLE) {
            cases.entry((below.len(), below)).or_default().push(tier);
        }
    }
    if cases.is_empty() || cases.len() > MOST_CASES {
        return found;
    }
    let ctx = Ctx { model, start: &model.starts[domain.start], possible: &bounds.possible };
    let Some(whole) = ctx.group(&[&rules.sets[WHOLE]]).order else { return found };
    found.whole = Some(whole);
    let mut without_gain: Vec<&BTreeSet<usize>> = Vec::new();
    for ((_, case), members) in cases {
        if without_gain.iter().any(|fewer| fewer.is_subset(case)) {
            continue;
        }
        let together: Vec<&Decided> = case.iter().map(|number| &rules.sets[*number]).collect();
        let group = ctx.group(&together);
        if group.order.is_none_or(|order| whole < order) {
            add(&mut found.groups, group, members);
        } else {
            without_gain.push(case);
        }
    }
    for group in &mut found.groups {
        group.tiers.sort_unstable();
        group.example = example(tiers, &group.tiers);
    }
    found
}

/// The number of the rules of the whole game, with nothing decided.
const WHOLE: usize = 0;

/// The rules of all tiers.
struct Rules {
    /// The different sets of rules.
    sets: Vec<Decided>,
    /// The number of the rules of each tier.
    own: Vec<usize>,
    /// For each tier the numbers of its rules and of those of all tiers that can ever follow.
    below: Vec<BTreeSet<usize>>,
}

impl Rules {
    fn new(model: &Model, bounds: &Bounds<'_>, tiers: &Tiers) -> Self {
        let whole = decided(model, bounds, false);
        let mut numbers = BTreeMap::from([(whole.clone(), WHOLE)]);
        let mut rules = Rules { sets: vec![whole], own: Vec::new(), below: Vec::new() };
        // Tiers come after all that can follow them.
        for tier in &tiers.tiers {
            let set = decided(model, &bounds.at(&tiers.key, &tier.key), true);
            let own = *numbers.entry(set).or_insert_with_key(|set| {
                rules.sets.push(set.clone());
                rules.sets.len() - 1
            });
            let next = tier.next.iter().flat_map(|next| &rules.below[*next]);
            let below = next.copied().chain([own]).collect();
            rules.own.push(own);
            rules.below.push(below);
        }
        rules
    }
}

/// Adds tiers with their group to others that have the same.
fn add(groups: &mut Vec<TierSymmetries>, new: TierSymmetries, tiers: Vec<usize>) {
    let same = |group: &&mut TierSymmetries| {
        group.generators == new.generators
            || new.elements.is_some() && group.elements == new.elements
    };
    match groups.iter_mut().find(same) {
        Some(group) => group.tiers.extend(tiers),
        None => groups.push(TierSymmetries { tiers, ..new }),
    }
}

/// What the key of a tier leaves open of the rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Decided {
    /// The moves that may be made, by number, and whether their guards are open.
    moves: Vec<(usize, bool)>,
    /// The ends that may hold: the number of the end, and for each of its conditions whether it is
    /// known.
    ends: Vec<(usize, Vec<Option<bool>>)>,
    /// Whether the game is over for sure.
    over: bool,
}

/// Decides guards and ends within bounds, or leaves all of them open.
fn decided(model: &Model, bounds: &Bounds<'_>, decide: bool) -> Decided {
    let certain = |cond: &Cond| match bounds.cond(cond) {
        Certainty::Always if decide => Some(true),
        Certainty::Never if decide => Some(false),
        _ => None,
    };
    let mut ends = Vec::new();
    let mut over = false;
    for (number, end) in model.ends.iter().enumerate() {
        let known: Vec<Option<bool>> = end.when.iter().map(|(_, cond)| certain(cond)).collect();
        over = known.contains(&Some(true));
        if known.iter().any(|known| *known != Some(false)) {
            ends.push((number, known));
        }
        if over {
            break;
        }
    }
    let guard = |number: usize| model.moves[number].guard.as_ref().map(certain);
    let moves = (0..model.moves.len()).filter_map(|number| match guard(number) {
        Some(Some(false)) => None,
        Some(None) => Some((number, true)),
        Some(Some(true)) | None => Some((number, false)),
    });
    let moves = if over { Vec::new() } else { moves.collect() };
    Decided { moves, ends, over }
}

/// The rules that are left.
fn remaining(model: &Model, decided: &Decided) -> Model {
    let mut rest = model.clone();
    let moves = decided.moves.iter().map(|(number, open)| {
        let mut one = model.moves[*number].clone();
        one.guard = one.guard.filter(|_| *open);
        one
    });
    rest.moves = moves.collect();
    let ends = decided.ends.iter().map(|(number, known)| {
        let mut end = model.ends[*number].clone();
        let conditions = end.when.into_iter().zip(known);
        let conditions = conditions.filter_map(|((player, cond), known)| match known {
            Some(false) => None,
            Some(true) => Some((player, Cond::And(Vec::new()))),
            None => Some((player, cond)),
        });
        end.when = conditions.collect();
        end
    });
    rest.ends = ends.collect();
    if decided.over {
        rest.illegal.clear();
        rest.finish.clear();
    }
    rest
}

struct Ctx<'a> {
    model: &'a Model,
    start: &'a Start,
    possible: &'a [ContentSet],
}

impl Ctx<'_> {
    /// The permutations of cells that keep each of these sets of rules, the goal, and what cells
    /// can hold; for no tiers yet.
    fn group(&self, together: &[&Decided]) -> TierSymmetries {
        let models: Vec<Model> =
            together.iter().map(|decided| remaining(self.model, decided)).collect();
        let mut builder = Builder::new(self.model, self.possible, true);
        let mut parts = vec![self.goal(&mut builder)];
        for model in &models {
            builder.terrain = Terrain::new(model, self.possible);
            parts.push(builder.rules(&|_| true).0);
        }
        let root = builder.terms.list("tiers", parts);
        let (terms, atoms) = (&builder.terms, builder.atoms);
        let below = terms.below(&[root]);
        let color = |term: Term| match atoms.atom(term) {
            Atom::Cell(cell) => {
                let alike = |other: &ContentSet| *other == self.possible[cell.index()];
                self.possible.iter().position(alike).map_or(0, narrow)
            }
            Atom::Player(_) | Atom::Content(_) | Atom::Counter(_) => narrow(index(term)),
        };
        let structure = Structure::new(terms, &below, color);
        let keeps = |map: &[Term]| {
            atoms.all().zip(map).all(|(atom, image)| color(atom) == color(*image))
                && terms.carries(&below, map, [(root, root)])
        };
        let group = Search::new(&structure, atoms, &[], &keeps).group();
        let generators = group.levels.iter().flat_map(|level| &level.generators);
        let order = group.order(0);
        let few = order.is_some_and(|order| order <= MOST_LISTED);
        let elements = few.then(|| {
            let all: BTreeSet<CellMap> =
                group.elements(atoms).iter().map(|map| cells(atoms, map)).collect();
            all.into_iter().collect()
        });
        TierSymmetries {
            tiers: Vec::new(),
            order,
            generators: generators.map(|map| cells(atoms, map)).collect(),
            elements,
            example: String::new(),
        }
    }

    fn goal(&self, builder: &mut Builder<'_>) -> Term {
        match &self.model.goal {
            None => builder.cond(None),
            Some(Goal::When(cond)) => builder.cond(Some(cond)),
            Some(Goal::Start) => {
                let cells = self.model.board.ids().zip(&self.start.cells);
                let held = cells.map(|(cell, held)| builder.held(cell, *held)).collect();
                builder.terms.set("start", held)
            }
        }
    }
}

fn cells(atoms: Atoms, map: &[Term]) -> CellMap {
    let cells = atoms.all().take(atoms.cells).map(|cell| atoms.atom(map[index(cell)]));
    cells
        .map(|image| match image {
            Atom::Cell(image) => image,
            other => unreachable!("a cell became {other:?}"),
        })
        .collect()
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("there are few atoms")
}

/// The numbers of one of the tiers, each with its name: one with small counters, and of these one
/// with many pieces.
fn example(tiers: &Tiers, among: &[usize]) -> String {
    let order = |tier: &&usize| -> (i64, i64) {
        let sum = |counters: bool| -> i64 {
            let numbers = tiers.key.iter().zip(&tiers.tiers[**tier].key);
            let wanted = numbers.filter(|(what, _)| matches!(what, What::Counter(_)) == counters);
            wanted.map(|(_, value)| *value).sum()
        };
        (-sum(true), sum(false))
    };
    let chosen = among.iter().max_by_key(order).map(|tier| &tiers.tiers[*tier]);
    let names = tiers.labels.iter().flatten();
    let values = chosen.into_iter().flat_map(|tier| &tier.key).zip(names);
    values.map(|(value, name)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for SymmetriesByTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number =
            |order: Option<u128>| order.map_or("more than 10^38".to_owned(), |it| it.to_string());
        for group in &self.groups {
            let place = match group.tiers.len() {
                1 => format!("in the tier {}", group.example),
                many => format!("in {many} tiers, such as {}", group.example),
            };
            writeln!(
                f,
                "{place}: {} board symmetries instead of {}, because fewer rules apply there",
                number(group.order),
                number(self.whole)
            )?;
        }
        Ok(())
    }
}
