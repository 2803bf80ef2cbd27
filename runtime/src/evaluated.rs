//! The rules of a game by its generated code, which is evaluated and not compiled.
//!
//! About a hundred times as slow as the same code compiled, but there at once: a check of a small
//! game does not wait for a compiler. It runs the very functions that a compiler would get, with
//! the same engines on top, so what is wrong here is wrong there, and overflow or an index outside
//! of an array is always noticed.

use crate::engine::task::{Counts, Inspection, Task};
use crate::engine::{PerState, Rules, Sweep};
use crate::values::Worker;
use crate::values::listing::List;
use crate::values::work::{Abilities, Done, Work};
use gdl::ir::run::{Machine, Value};
use gdl::ir::{Function, Module, Type};
use std::fmt;
use std::ops::Range;

/// A game whose generated code is evaluated.
pub struct Evaluated {
    machine: Machine,
    size: u64,
    calls: Calls,
    /// The field of a position that says whose turn it is.
    mover: Option<String>,
    /// The field that says what the last move has brought.
    note: Option<String>,
}

/// The functions of the code that do what [`Rules`] ask for; none if the trait knows better.
#[derive(Default)]
struct Calls {
    rank: Option<Call>,
    unrank: Option<Call>,
    successors: Option<Call>,
    predecessors: Option<Call>,
    phase: Option<Call>,
    is_goal: Option<Call>,
    canonical: Option<Call>,
    orbit: Option<Call>,
    tier: Option<Call>,
    same_tier: Option<Call>,
    unrank_in_tier: Option<Call>,
    class_in_tier: Option<Call>,
    class_size: Option<Call>,
    verdict: Option<Call>,
    exchanged: Option<Call>,
    tier_predecessors: Option<Call>,
    final_gain: Option<Call>,
}

/// A function, and which of its possible arguments it takes.
struct Call {
    name: String,
    takes: Vec<String>,
}

impl Call {
    fn new(function: &Function) -> Self {
        let given = function.parameters.iter();
        let given = given.filter(|(_, ty)| !matches!(ty, Type::Tables | Type::Visitor));
        Call { name: function.name.clone(), takes: given.map(|(name, _)| name.clone()).collect() }
    }

    /// Those of the arguments that it takes, by their names, in its order.
    fn arguments(&self, given: &[(&str, Value)]) -> Vec<Value> {
        let argument = |name: &String| {
            let found = given.iter().find(|(known, _)| known == name);
            found.expect("functions name what they take as the rules do").1.clone()
        };
        self.takes.iter().map(argument).collect()
    }
}

impl Evaluated {
    /// Makes the code of a game with moves ready.
    ///
    /// # Panics
    /// If the code is wrong.
    pub fn new(module: &Module, size: u64) -> Self {
        let find = |name: &str| module.functions.iter().find(|function| function.name == name);
        let call = |name: &str| find(name).map(Call::new);
        // Without tiers, what comes before is in the same one.
        let all_in_tier = find("tier_of").is_none();
        let calls = Calls {
            rank: call("rank"),
            unrank: call("unrank"),
            successors: call("successors"),
            predecessors: call("predecessors"),
            phase: call("phase"),
            is_goal: call("is_goal"),
            canonical: call("canonical"),
            orbit: call("orbit"),
            tier: call("tier_of"),
            same_tier: call("same_tier"),
            unrank_in_tier: call("unrank_in_tier"),
            class_in_tier: call("class_in_tier")
                .or_else(|| call("class"))
                .or_else(|| call("rank_in_tier")),
            class_size: call("class_size"),
            verdict: call("verdict"),
            exchanged: call("exchanged"),
            tier_predecessors: call("tier_predecessors")
                .or_else(|| call("predecessors").filter(|_| all_in_tier)),
            final_gain: call("final_gain"),
        };
        let field = |is_it: fn(&gdl::ir::Field) -> bool| {
            module.state.iter().find(|field| is_it(field)).map(|field| field.name.clone())
        };
        Evaluated {
            machine: Machine::new(module),
            size,
            calls,
            mover: field(|field| field.name == "mover"),
            note: field(|field| field.is_note),
        }
    }

    fn call(&self, call: &Call, given: &[(&str, Value)]) -> Value {
        self.machine.call(&call.name, &call.arguments(given))
    }

    /// What a function says about a position; none if there is no such function.
    fn about(&self, call: Option<&Call>, state: &Value) -> Option<Value> {
        Some(self.call(call?, &[("state", state.clone())]))
    }

    fn show(&self, call: Option<&Call>, state: &Value, visit: &mut impl FnMut(&Value)) {
        let Some(call) = call else { return };
        let shown = self.machine.shown(&call.name, &call.arguments(&[("state", state.clone())]));
        shown.iter().for_each(visit);
    }

    /// What it claims to know, for searches.
    fn claims_of_searches(&self) -> u32 {
        if self.calls.predecessors.is_some() { PREDECESSORS } else { 0 }
    }

    /// What it claims to know, for values.
    fn claims_of_values(&self) -> u32 {
        let claim = |is_known: bool, claim: u32| if is_known { claim } else { 0 };
        claim(self.calls.exchanged.is_some(), EXCHANGES)
            | claim(self.calls.tier_predecessors.is_some(), IN_TIER)
            | claim(self.calls.final_gain.is_some(), SCORES)
    }
}

impl fmt::Debug for Evaluated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluated").field("size", &self.size).finish_non_exhaustive()
    }
}

/// It can change the places of the players.
const EXCHANGES: u32 = 1;
/// It knows what comes before inside a tier.
const IN_TIER: u32 = 2;
/// Points decide.
const SCORES: u32 = 4;
/// It knows what comes before.
const PREDECESSORS: u32 = 8;

/// The game with what it claims to know, which an engine must be told when it is compiled.
struct Claiming<'a, const CLAIMS: u32>(&'a Evaluated);

impl<const CLAIMS: u32> Rules for Claiming<'_, CLAIMS> {
    type State = Value;

    fn size(&self) -> u64 {
        self.0.size
    }

    fn rank(&self, state: &Value) -> u64 {
        index(self.0.about(self.0.calls.rank.as_ref(), state), 0)
    }

    fn unrank(&self, index: u64) -> Value {
        let call = self.0.calls.unrank.as_ref().expect("every module numbers positions");
        self.0.call(call, &[("index", Value::number(index))])
    }

    fn successors(&self, state: &Value, visit: &mut impl FnMut(&Value)) {
        self.0.show(self.0.calls.successors.as_ref(), state, visit);
    }

    const KNOWS_PREDECESSORS: bool = CLAIMS & PREDECESSORS != 0;

    fn predecessors(&self, state: &Value, visit: &mut impl FnMut(&Value)) {
        self.0.show(self.0.calls.predecessors.as_ref(), state, visit);
    }

    fn phase(&self, state: &Value) -> u64 {
        index(self.0.about(self.0.calls.phase.as_ref(), state), 0)
    }

    fn is_goal(&self, state: &Value) -> bool {
        index(self.0.about(self.0.calls.is_goal.as_ref(), state), 0) != 0
    }

    fn canonical(&self, state: &Value) -> Value {
        self.0.about(self.0.calls.canonical.as_ref(), state).unwrap_or_else(|| state.clone())
    }

    fn orbit(&self, state: &Value) -> u64 {
        index(self.0.about(self.0.calls.orbit.as_ref(), state), 1)
    }

    fn tier(&self, state: &Value) -> usize {
        let tier = index(self.0.about(self.0.calls.tier.as_ref(), state), 0);
        usize::try_from(tier).expect("tiers are few")
    }

    fn same_tier(&self, one: &Value, other: &Value) -> bool {
        match &self.0.calls.same_tier {
            None => self.tier(one) == self.tier(other),
            Some(call) => {
                let given = [("one", one.clone()), ("other", other.clone())];
                self.0.call(call, &given).as_number() != 0
            }
        }
    }

    fn unrank_in_tier(&self, tier: usize, index: u64) -> Value {
        match &self.0.calls.unrank_in_tier {
            None => self.unrank(index),
            Some(call) => self.0.call(call, &[in_tier(tier), ("index", Value::number(index))]),
        }
    }

    fn class_in_tier(&self, tier: usize, state: &Value) -> u64 {
        match &self.0.calls.class_in_tier {
            None => self.rank(state),
            Some(call) => {
                index(Some(self.0.call(call, &[in_tier(tier), ("state", state.clone())])), 0)
            }
        }
    }

    fn class_size(&self, tier: usize, state: &Value) -> u64 {
        let call = self.0.calls.class_size.as_ref();
        let size = call.map(|it| self.0.call(it, &[in_tier(tier), ("state", state.clone())]));
        index(size, 1)
    }

    fn mover(&self, state: &Value) -> u32 {
        let field = |name: &String| self.0.machine.field(state, name).as_number();
        self.0.mover.as_ref().map_or(0, |name| u32::try_from(field(name)).expect("few players"))
    }

    fn verdict(&self, state: &Value) -> u32 {
        let verdict = index(self.0.about(self.0.calls.verdict.as_ref(), state), 0);
        u32::try_from(verdict).expect("a verdict is a small number")
    }

    const EXCHANGES_PLAYERS: bool = CLAIMS & EXCHANGES != 0;

    fn exchanged(&self, state: &Value) -> Value {
        self.0.about(self.0.calls.exchanged.as_ref(), state).unwrap_or_else(|| state.clone())
    }

    const KNOWS_TIER_PREDECESSORS: bool = CLAIMS & IN_TIER != 0;

    fn tier_predecessors(&self, state: &Value, visit: &mut impl FnMut(&Value)) {
        self.0.show(self.0.calls.tier_predecessors.as_ref(), state, visit);
    }

    const SCORES: bool = CLAIMS & SCORES != 0;

    fn gain(&self, next: &Value) -> i32 {
        self.0.note.as_ref().map_or(0, |name| points(self.0.machine.field(next, name)))
    }

    fn final_gain(&self, state: &Value) -> i32 {
        self.0.about(self.0.calls.final_gain.as_ref(), state).map_or(0, |gain| points(&gain))
    }
}

fn in_tier(tier: usize) -> (&'static str, Value) {
    ("tier", Value::number(tier as u64))
}

/// A number that code gives, or else another.
fn index(value: Option<Value>, otherwise: u64) -> u64 {
    value.map_or(otherwise, |value| {
        u64::try_from(value.as_number()).expect("code gives at most 64 bits")
    })
}

/// More points than fit are as good as the most that do.
fn points(value: &Value) -> i32 {
    let clamped = value.as_signed().clamp(i32::MIN.into(), i32::MAX.into());
    i32::try_from(clamped).expect("it fits now")
}

impl Sweep for Evaluated {
    fn size(&self) -> u64 {
        self.size
    }

    fn knows_predecessors(&self) -> bool {
        self.claims_of_searches() == PREDECESSORS
    }

    fn inspect(&self, index: u64) -> Inspection {
        PerState(&Claiming::<0>(self)).inspect(index)
    }

    fn sweep(&self, task: &Task<'_>, part: Range<usize>) -> Counts {
        match self.claims_of_searches() {
            PREDECESSORS => PerState(&Claiming::<PREDECESSORS>(self)).sweep(task, part),
            _ => PerState(&Claiming::<0>(self)).sweep(task, part),
        }
    }
}

/// Does something with the worker that claims what is so.
macro_rules! claiming {
    ($game:expr, $worker:ident => $work:expr) => {
        match $game.claims_of_values() {
            1 => claiming!($game, 1, $worker => $work),
            2 => claiming!($game, 2, $worker => $work),
            3 => claiming!($game, 3, $worker => $work),
            4 => claiming!($game, 4, $worker => $work),
            5 => claiming!($game, 5, $worker => $work),
            6 => claiming!($game, 6, $worker => $work),
            7 => claiming!($game, 7, $worker => $work),
            _ => claiming!($game, 0, $worker => $work),
        }
    };
    ($game:expr, $claims:literal, $worker:ident => $work:expr) => {{
        let rules = Claiming::<$claims>($game);
        let $worker = PerState(&rules);
        $work
    }};
}

impl Worker for Evaluated {
    fn abilities(&self) -> Abilities {
        claiming!(self, worker => worker.abilities())
    }

    fn place(&self, work: &Work<'_>, tier: usize, index: u64) -> (usize, u64) {
        claiming!(self, worker => worker.place(work, tier, index))
    }

    fn work(&self, work: &Work<'_>, slots: Range<u64>) -> Done {
        claiming!(self, worker => worker.work(work, slots))
    }

    fn list(&self, work: &Work<'_>, list: &List<'_>) -> Done {
        claiming!(self, worker => worker.list(work, list))
    }
}
