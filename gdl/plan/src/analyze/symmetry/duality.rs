//! Dualities: maps of cells and contents that turn every move into a move backwards.
//!
//! In peg solitaire a jump fills one hole and empties two; read backwards it empties one and fills
//! two, so exchanging pegs and holes makes jumps of jumps backwards. Such a map lets a search from
//! the goal use the results of a search from the start.
//!
//! Each rule of a puzzle is turned round: it needs what it leaves behind and writes what it
//! needed. That works where every overwritten content is known or has been copied. Then the sets
//! of rules and of rules turned round are two terms, and a symmetry of both together is looked for
//! that exchanges them; empty cells may become pieces.

use super::atoms::{Atom, AtomMap};
use super::fixed::{interchangeable, rank};
use super::game::Builder;
use super::plain::{PlainRule, Terrain};
use super::refine::Structure;
use super::search::Search;
use super::terms::Term;
use super::{Duality, evaluate, rotations, words};
use crate::model::{
    Action, Body, Carry, CellId, Content, ContentSet, Goal, Model, Move, PlayerId, Rule, State,
    Write, turn_modulus,
};
use std::collections::BTreeSet;

/// Finds a duality of a puzzle with plain moves that cannot simply be taken back. Where they can,
/// every symmetry is one already, so then only maps are looked for that change empty cells.
pub(super) fn duality(
    model: &Model,
    possible: &[ContentSet],
    wanted: &dyn Fn(&Move) -> bool,
) -> Option<Duality> {
    let mut builder = Builder::new(model, possible, true);
    let (forward, backward) = both_ways(&mut builder, wanted)?;
    let terms = builder.terms;
    let atoms = builder.atoms;
    let roots = [forward, backward];
    let below = terms.below(&roots);
    let keeps = |map: &[Term], pairs: [(Term, Term); 2]| terms.carries(&below, map, pairs);
    let classes = interchangeable(&terms, &below, atoms, &|_| 0, &|map| {
        keeps(map, [(forward, forward), (backward, backward)])
    });
    let reverses = |map: &[Term]| keeps(map, [(forward, backward), (backward, forward)]);
    let color = |term: Term, cells_stay: bool| match atoms.atom(term) {
        Atom::Cell(cell) if cells_stay => u32::from(cell.0) + 1,
        Atom::Content(content) => rank(&classes, content),
        Atom::Cell(_) | Atom::Player(_) | Atom::Counter(_) => 0,
    };
    let (from, targets): (Term, Vec<Term>) = if forward == backward {
        let empty = atoms.content(Content::EMPTY);
        let pieces = (1..atoms.contents).map(|piece| atoms.content(words::content(piece)));
        (empty, pieces.collect())
    } else {
        (forward, vec![backward])
    };
    let found: Option<AtomMap> = [true, false].into_iter().find_map(|cells_stay| {
        let structure = Structure::new(&terms, &below, |term| color(term, cells_stay));
        let mut search = Search::new(&structure, atoms, &[from], &reverses);
        targets.iter().find_map(|target| search.carrying_first_to(*target))
    });
    let map = found?;
    let cells: Vec<CellId> = model.board.ids().map(|cell| atoms.cell_image(&map, cell)).collect();
    let contents: Vec<Content> = (0..atoms.contents)
        .map(|content| atoms.content_image(&map, words::content(content)))
        .collect();
    let never_changes = |cell: &CellId| builder.terrain.fixed[cell.index()].is_some();
    let fixed = model.board.ids().filter(never_changes).collect();
    let mut duality = Duality { cells, contents, fixed, start_to_goal: Vec::new() };
    for start in &model.starts {
        let image = State {
            cells: start.cells.clone(),
            turns: Vec::new(),
            counters: Vec::new(),
            mover: PlayerId(0),
        };
        let image = duality.image(&image).cells;
        duality.start_to_goal.push(match &model.goal {
            Some(Goal::When(cond)) => evaluate::holds(model, &image, cond) == Some(true),
            Some(Goal::Start) => image == start.cells,
            None => false,
        });
    }
    Some(duality)
}

/// The terms of all rules forward and backward, if all can be turned round.
fn both_ways(builder: &mut Builder<'_>, wanted: &dyn Fn(&Move) -> bool) -> Option<(Term, Term)> {
    let model = builder.terrain.model;
    let ruled_out = !model.players.is_empty()
        || model.heap
        || !model.counters.is_empty()
        || !model.illegal.is_empty();
    if ruled_out {
        return None;
    }
    let mut rules: BTreeSet<PlainRule> = BTreeSet::new();
    let mut ways: [Vec<Term>; 2] = Default::default();
    for one in model.moves.iter().filter(|one| wanted(one)) {
        let Body::Once(alternatives) = &one.body else { return None };
        if one.guard.is_some() || one.must || !one.afters.is_empty() {
            return None;
        }
        for alternative in alternatives {
            let [step] = alternative.steps.as_slice() else { return None };
            if alternative.otherwise || !step.effects.is_empty() {
                return None;
            }
            match &step.action {
                Action::Rewrite(list) => add_plain(&builder.terrain, list, &mut rules)?,
                Action::Permute(carries) => {
                    let fixed = |cell: CellId| builder.terrain.fixed[cell.index()].is_some();
                    if carries.iter().any(|carry| fixed(carry.from) || fixed(carry.to)) {
                        return None;
                    }
                    let inverse = turned_round(carries, turn_modulus(&model.pieces));
                    ways[0].push(builder.permute(carries));
                    ways[1].push(builder.permute(&inverse));
                }
                Action::Nothing | Action::Sow(_) | Action::Harvest(_) => return None,
            }
        }
    }
    for rule in &rules {
        let inverse = inverse(&builder.terrain, rule)?;
        ways[0].push(builder.rule(rule));
        ways[1].push(builder.rule(&inverse));
    }
    let [forward, backward] = ways.map(|mut way| {
        if model.same_rotations {
            let images = (1..builder.atoms.cells)
                .map(|by| rotations::rotation(builder.atoms, by))
                .flat_map(|map| {
                    way.iter().map(|rule| builder.terms.image(*rule, &map)).collect::<Vec<_>>()
                });
            let images: Vec<Term> = images.collect();
            way.extend(images);
        }
        let rules = builder.terms.set("rules", way);
        // A map makes sense only if it carries turns of the ring to turns of the ring.
        let ring = model.same_rotations.then(|| rotations::ring(builder.atoms, &mut builder.terms));
        builder.terms.list("way", std::iter::once(rules).chain(ring).collect())
    });
    Some((forward, backward))
}

/// Adds rules that speak of unturned pieces only and change something.
fn add_plain(terrain: &Terrain<'_>, list: &[Rule], rules: &mut BTreeSet<PlainRule>) -> Option<()> {
    if turn_modulus(&terrain.model.pieces) > 1 || list.iter().any(|rule| !rule.in_shape.is_empty())
    {
        return None;
    }
    let plain = list.iter().filter_map(|rule| terrain.plain(rule));
    rules.extend(plain.map(|rule| PlainRule { here: None, source: None, ..rule }));
    Some(())
}

/// A rule that needs what this one leaves and writes what this one needs, if that is a rule.
fn inverse(terrain: &Terrain<'_>, rule: &PlainRule) -> Option<PlainRule> {
    let needed = |cell: &CellId| rule.needs.get(cell).copied().unwrap_or(terrain.all_contents());
    let mut needs = rule.needs.clone();
    let mut writes = std::collections::BTreeMap::new();
    for (cell, write) in &rule.writes {
        let after = match write {
            Write::Put(content) => ContentSet::only(*content),
            // Two equal contents somewhere cannot be asked for by a rule.
            Write::Copy(from) if !rule.writes.contains_key(from) => return None,
            Write::Copy(from) => needed(from),
        };
        if terrain.all_contents().without(after).is_empty() {
            needs.remove(cell);
        } else {
            needs.insert(*cell, after);
        }
        let copies: Vec<&CellId> = rule
            .writes
            .iter()
            .filter(|(_, write)| **write == Write::Copy(*cell))
            .map(|(copy, _)| copy)
            .collect();
        let before = match (needed(cell).single(), copies.as_slice()) {
            (Some(content), []) => Write::Put(content),
            (_, [copy]) => Write::Copy(**copy),
            _ => return None,
        };
        writes.insert(*cell, before);
    }
    let in_shape = rule.in_shape.clone();
    Some(PlainRule { needs, in_shape, writes, here: None, source: None })
}

fn turned_round(carries: &[Carry], modulus: usize) -> Vec<Carry> {
    let back = |turn: u8| {
        let turn = (modulus - usize::from(turn) % modulus) % modulus;
        u8::try_from(turn).expect("smaller than the modulus")
    };
    carries
        .iter()
        .map(|carry| Carry { from: carry.to, to: carry.from, turn: back(carry.turn) })
        .collect()
}
