//! Code for devices with small memories, run without a device: the same numbers as the layouts,
//! the same moves and ends as the interpreter.
//!
//! [`Machine`] runs what an emitter prints, and panics where code breaks what the language asks of
//! it: so these are also tests that nothing overflows 32 bits where an index does not, and that
//! arrays of bytes hold no larger number than the module says.

use super::moves::{compiled, made_up, played, some_positions, verdict};
use super::program::written;
use crate::shipped::{self, ShortPlay};
use gdl::domain::Domain;
use gdl::facts::{Facts, analyze};
use gdl::ir::run::{Machine, Value};
use gdl::ir::{Module, Type};
use gdl::model::{Model, State};
use gdl::plan::{Family, Plan, PlanOptions, plan, plan_with_play};
use gdl_runtime::interp::Interp;
use std::collections::BTreeSet;

/// The most that all tables of a game may take where positions are numbered, in bytes.
const TABLE_BYTES: usize = 1 << 15;

/// How many indices between the first and the last are tried.
const INDICES: u64 = 40;

/// How many positions of a game are compared, of shipped ones and in every layout of small ones.
const POSITIONS: usize = 60;
const POSITIONS_BY_LAYOUT: usize = 12;

/// A game as code that is run.
struct Running<'a> {
    title: String,
    model: &'a Model,
    plan: &'a Plan,
    module: Module,
    machine: Machine,
}

impl<'a> Running<'a> {
    fn new(model: &'a Model, plan: &'a Plan) -> Self {
        let module = gdl::lower::device_game(model, plan);
        let machine = Machine::new(&module);
        let title = format!("{}, layout {}", model.title, plan.family.name());
        Running { title, model, plan, module, machine }
    }

    /// The fields that hold counters, in order.
    fn counters(&self) -> impl Iterator<Item = &str> {
        let is_counter = |field: &&gdl::ir::Field| field.ty == Type::U8 && field.name != "mover";
        self.module.state.iter().filter(is_counter).map(|field| field.name.as_str())
    }

    fn has_field(&self, name: &str) -> bool {
        self.module.state.iter().any(|field| field.name == name)
    }

    /// A position as code has it.
    fn value(&self, state: &State) -> Value {
        let cells = self.plan.hash.cells();
        let mut value = self.machine.zero_state();
        for (position, cell) in (0_u32..).zip(cells) {
            let held = Value::number(state.cells[cell.index()]);
            value = self.machine.call("with_content", &[value, Value::number(position), held]);
        }
        if self.has_field("turns") {
            let turns = cells.iter().map(|cell| u128::from(state.turns[cell.index()]));
            self.machine.set_field(&mut value, "turns", Value::array(turns));
        }
        for (counter, name) in state.counters.iter().zip(self.counters()) {
            self.machine.set_field(&mut value, name, Value::number(*counter));
        }
        if self.has_field("mover") {
            self.machine.set_field(&mut value, "mover", Value::number(state.mover.0));
        }
        value
    }

    /// A position of the code, written as the interpreter's are.
    fn written(&self, value: &Value) -> String {
        let cells = self.plan.hash.cells();
        let numbers =
            |numbers: Vec<u128>| numbers.iter().map(u128::to_string).collect::<Vec<_>>().join(",");
        let held = (0..cells.len() as u64).map(|cell| {
            self.machine.call("content", &[value.clone(), Value::number(cell)]).as_number()
        });
        let field = |name: &str| self.machine.field(value, name);
        let turns = match self.has_field("turns") {
            true => field("turns").elements().to_vec(),
            false => vec![0; cells.len()],
        };
        let counters = self.counters().map(|name| field(name).as_number()).collect();
        let mover = if self.has_field("mover") { field("mover").as_number() } else { 0 };
        [held.collect(), turns, counters, vec![mover]].map(numbers).join(" ")
    }

    /// Tries indices at the ends, at the borders of tiers and between: to a position and back.
    fn numbers_agree(&self) {
        let hash = &self.plan.hash;
        let size = hash.size();
        let mut indices = BTreeSet::from([0, size - 1]);
        let mut start = 0;
        for tier in (0..hash.tiers().len()).step_by(hash.tiers().len().div_ceil(10)) {
            start += hash.tier_size(tier);
            indices.extend([start - 1, start].into_iter().filter(|index| *index < size));
        }
        let mut random = 1_u64;
        for _ in 0..INDICES {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_041);
            indices.insert((random >> 1) % size);
        }
        for index in indices {
            let state = hash.unrank(index);
            let value = self.machine.call("unrank", &[Value::number(index)]);
            let text = written(&state, hash.cells());
            assert_eq!(self.written(&value), text, "{}: unrank({index})", self.title);
            let rank = self.machine.call("rank", std::slice::from_ref(&value));
            let expected = hash.rank(&state).expect("it has an index");
            assert_eq!(rank, Value::number(expected), "{}: rank({text})", self.title);
        }
    }

    /// Compares moves, ends, goals and symmetries of a position with the interpreter.
    fn moves_agree(&self, interp: &Interp<'_>, unstuck: &Interp<'_>, state: &State) {
        let hash = &self.plan.hash;
        let Some(index) = hash.rank(state) else { return };
        let state = hash.unrank(index);
        let value = self.value(&state);
        let argument = std::slice::from_ref(&value);
        let text = written(&state, hash.cells());
        let title = &self.title;
        assert_eq!(self.written(&value), text, "{title}");
        let shown = self.machine.shown("successors", argument);
        let given: BTreeSet<String> = shown.iter().map(|next| self.written(next)).collect();
        let next: Vec<State> =
            interp.successors(&state).into_iter().map(|next| next.state).collect();
        let expected = next.iter().map(|next| written(next, hash.cells())).collect();
        assert_eq!(given, expected, "{title}: moves of {text}");
        let ranks = shown.iter().map(|next| self.machine.call("rank", std::slice::from_ref(next)));
        let ranks: BTreeSet<Value> = ranks.collect();
        let expected = next.iter().map(|next| hash.rank(next).expect("moves stay among indices"));
        assert_eq!(ranks, expected.map(Value::number).collect(), "{title}: ranks after {text}");
        if self.machine.has("verdict") {
            let expected = Value::number(verdict(self.model, &state, unstuck.outcome(&state)));
            assert_eq!(self.machine.call("verdict", argument), expected, "{title}: {text}");
        }
        if self.machine.has("is_goal") {
            let expected = Value::number(u32::from(interp.is_goal(&state)));
            assert_eq!(self.machine.call("is_goal", argument), expected, "{title}: {text}");
        }
        if self.machine.has("canonical") {
            let canonical = self.machine.call("canonical", argument);
            let again = self.machine.call("canonical", std::slice::from_ref(&canonical));
            assert_eq!(again, canonical, "{title}: {text}");
            let orbit = |value: &Value| self.machine.call("orbit", std::slice::from_ref(value));
            assert_eq!(orbit(&value), orbit(&canonical), "{title}: {text}");
        }
    }
}

/// Compares the code of a game in one layout.
fn agree(model: &Model, plan: &Plan, states: &[State]) {
    let running = Running::new(model, plan);
    running.numbers_agree();
    let unstuck = Model { stuck: None, ..model.clone() };
    let (interp, unstuck) = (Interp::new(model), Interp::new(&unstuck));
    states.iter().for_each(|state| running.moves_agree(&interp, &unstuck, state));
}

/// Compares the code of a game in every one of these layouts that fits; gives those.
pub(super) fn agree_in_layouts(model: &Model, families: &[Family]) -> BTreeSet<Family> {
    let states = spread(some_positions(&Interp::new(model)), POSITIONS_BY_LAYOUT);
    let facts = analyze(model, Domain::start(model, 0));
    let mut seen = BTreeSet::new();
    for family in families {
        if let Some(plan) = planned(model, &facts, *family) {
            agree(model, &plan, &states);
            seen.insert(*family);
        }
    }
    seen
}

/// The families that number positions rather than list them, which takes a search of the whole
/// game.
fn numbering() -> Vec<Family> {
    Family::CODED.into_iter().filter(|family| *family != Family::Reachable).collect()
}

/// About `count` of some positions, the first and the last among them.
fn spread(states: Vec<State>, count: usize) -> Vec<State> {
    let step = states.len().div_ceil(count).max(1);
    let last = states.last().cloned();
    states.into_iter().step_by(step).chain(last).collect()
}

/// The plan with a family, if it fits; only one of them needs positions that were played.
fn planned(model: &Model, facts: &Facts, family: Family) -> Option<Plan> {
    let options = PlanOptions { family: Some(family), ..PlanOptions::default() };
    match family {
        Family::Reachable => {
            plan_with_play(model, facts, options, &ShortPlay(&Interp::new(model))).ok()
        }
        _ => plan(model, facts, options).ok(),
    }
}

/// The plan for a device, where every position has an index of its own.
fn device_plan(model: &Model, facts: &Facts) -> Plan {
    let options = PlanOptions { one_to_one: true, ..PlanOptions::default() };
    let plan = plan_with_play(model, facts, options, &Interp::new(model));
    plan.expect("every shipped game has a plan")
}

#[test]
fn code_of_every_game_agrees() {
    for name in shipped::names() {
        let model = shipped::model(&name, &[]);
        let states = spread(played(&Interp::new(&model)), POSITIONS);
        let facts = analyze(&model, Domain::start(&model, 0));
        agree(&model, &device_plan(&model, &facts), &states);
    }
}

#[test]
fn code_of_every_family_agrees() {
    let games = [
        ("pancakes", vec![("n", 6)]),
        ("pancakes", vec![("n", 12)]),
        ("pancakes", vec![("n", 17)]),
        ("burnt-pancakes", vec![("n", 4)]),
        ("sliding-tiles", vec![]),
        ("sliding-tiles", vec![("rows", 4), ("cols", 4)]),
        ("topspin", vec![]),
        ("topspin", vec![("n", 8)]),
        ("pocket-cube", vec![]),
        ("frogs", vec![]),
        ("hexapawn", vec![]),
        ("peg-triangle", vec![]),
        ("tic-tac-toe", vec![]),
        ("three-mens-morris", vec![]),
        ("dots-and-boxes", vec![]),
        ("tilt", vec![]),
        ("awari", vec![("seeds", 1)]),
    ];
    let mut seen = BTreeSet::new();
    for (name, params) in games {
        seen.extend(agree_in_layouts(&shipped::model(name, &params), &numbering()));
    }
    assert_eq!(seen, numbering().into_iter().collect());
    for name in ["frogs", "hexapawn", "tilt", "tic-tac-toe"] {
        let listed = agree_in_layouts(&shipped::model(name, &[]), &[Family::Reachable]);
        assert_eq!(listed, BTreeSet::from([Family::Reachable]), "{name}");
    }
}

#[test]
fn code_of_made_up_games_agrees() {
    for (name, text) in made_up() {
        let model = compiled(&name, &text);
        let mut seen = agree_in_layouts(&model, &numbering());
        if seen.is_empty() {
            seen = agree_in_layouts(&model, &[Family::Reachable]);
        }
        assert!(!seen.is_empty(), "no layout fits {name}");
    }
}

#[test]
fn tables_of_numbered_positions_are_short() {
    let mut tried = 0;
    for name in shipped::names() {
        let model = shipped::model(&name, &[]);
        let facts = analyze(&model, Domain::start(&model, 0));
        let sizes = |plan: &Plan| {
            let module = gdl::lower::device_game(&model, plan);
            let bytes = module.tables.iter().map(|table| table.length * table.element.bits() / 8);
            bytes.sum::<usize>()
        };
        let short = numbering().into_iter().filter(|family| *family != Family::Orbits);
        for plan in short.filter_map(|family| planned(&model, &facts, family)) {
            let bytes = sizes(&plan);
            assert!(bytes <= TABLE_BYTES, "{name} by {}: {bytes}", plan.family.name());
            tried += 1;
        }
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn bytes_are_as_large_as_a_game_needs() {
    let largest = |name: &str, params: &[(&str, i64)]| {
        let model = shipped::model(name, params);
        let facts = analyze(&model, Domain::start(&model, 0));
        gdl::lower::device_game(&model, &device_plan(&model, &facts)).largest_in_cells
    };
    assert_eq!(largest("pancakes", &[("n", 9)]), 9, "cells hold 1 to 9");
    assert_eq!(largest("sliding-tiles", &[("rows", 4), ("cols", 4)]), 15);
    assert_eq!(largest("awari", &[("seeds", 1)]), 12, "twelve seeds may lie in one house");
    assert_eq!(largest("peg-solitaire", &[]), 1);
}
