//! The positions before a position inside its tier: `tier_predecessors`, the inner loop of
//! retrograde analysis.
//!
//! Moves are undone as for `predecessors`, with two differences. Moves that surely leave their
//! tier ([`staying`](super::staying)) have no part, so the captures of most games are gone, and
//! with them nearly all consequences. And a position is not tried with all its moves where less is
//! exact ([`made`](super::made)). What depends on numbers alone that the move does not change is
//! asked once, before the loop.
//!
//! Analyses count moves, so a position is shown at least as often as its moves lead here: every
//! way to make a move is undone on its own.
//!
//! LIMIT: a move that may stay in its tier must be undone in a compact way, see
//! [`predecessors`](super); else there is no function.

use super::inverse::undone;
use super::numbers::Numbers;
use super::staying::{Key, Staying};
use super::{leads_to, numbered, undoing_is_possible};
use crate::analyze::inverse::Inverse;
use crate::facts::Facts;
use crate::ir::{Code, Expr, Statement, Type};
use crate::lower::context::Context;
use crate::lower::names::authored;
use crate::lower::rules::steps::made::Made;
use crate::lower::rules::steps::{StepKind, Steps};
use crate::lower::rules::{condition, doc, undo_body, visitor};
use crate::model::{Action, Alternative, Body, Effect, Move, PlayerId, Step, Stuck};

/// Moves undone: all that are checked in the same way.
struct Undo<'a> {
    /// The move that is undone.
    declared: &'a Move,
    /// The move that undoes it; its player is the other one.
    undo: Move,
    /// Who can be to move afterwards.
    movers: Vec<PlayerId>,
    check: Check,
}

/// How a position that came out is checked.
enum Check {
    /// With the move itself: who is to move after it, consequences aside.
    Made { mover: PlayerId },
    /// With all moves; and whether its tier must be looked at.
    Tried { leaves: bool },
}

/// Adds the function `tier_predecessors`, if there is a compact way and `predecessors` does not do
/// as well.
pub(in crate::lower) fn lower(context: &mut Context<'_>, facts: &Facts) {
    if facts.inverse == Inverse::Undirected || !undoing_is_possible(context) {
        return;
    }
    let Some(undos) = undos(context, facts) else { return };
    let tried = |undo: &Undo<'_>| {
        !undo.declared.afters.is_empty() || has_must(context, undo.declared.player)
    };
    let is_puzzle = context.model.players.is_empty();
    let is_same = is_puzzle && !context.has_tiers() && !undos.iter().any(tried);
    if is_same && context.has_function("predecessors") {
        return;
    }
    let Some(body) = body(context, facts, &undos) else { return };
    let mut parameters = context.tables_argument();
    parameters.extend([context.state(), visitor()]);
    let doc = "Shows every position of the same tier that has an index and from which a move leads to a position; one may come several times.";
    context.function("tier_predecessors", doc, &parameters, Type::Nothing, body);
}

fn has_must(context: &Context<'_>, player: PlayerId) -> bool {
    context.model.moves.iter().any(|declared| declared.must && declared.player == player)
}

/// The moves that undo those which may stay in their tier; none if there is no compact way.
fn undos<'a>(context: &Context<'a>, facts: &Facts) -> Option<Vec<Undo<'a>>> {
    let model = context.model;
    let key = Key { hash: context.hash, facts };
    let mut undos = Vec::new();
    for declared in &model.moves {
        let consequences: Vec<&Alternative> =
            declared.afters.iter().flat_map(|after| &model.afters[*after].body).collect();
        let list = match &declared.body {
            Body::Once(list) => list,
            Body::Chain(links) if key.chain_leaves(links, &consequences) => continue,
            Body::Chain(_) | Body::Settle(_) => return None,
        };
        let plain = !list.iter().any(|alternative| alternative.otherwise);
        let passed = model.next_player(declared.player);
        let plain = plain && declared.afters.iter().all(|after| quiet_once(context, *after));
        // By whether the move itself lets the player move again: what is made, and who can be to
        // move at last.
        let mut made: [(Vec<Alternative>, Vec<PlayerId>); 2] = Default::default();
        // By whether the player moves again at last.
        let mut tried: [Vec<Alternative>; 2] = Default::default();
        let mut leaves = false;
        for (base, following) in ways(context, declared, list) {
            let steps: Vec<&Step> = base.steps.iter().chain(following.iter().copied()).collect();
            let staying = key.staying(&steps);
            if staying == Staying::Never {
                continue;
            }
            let again =
                |steps: &[&Step]| steps.iter().any(|step| step.effects.contains(&Effect::Again));
            let mover = if again(&steps) { declared.player } else { passed };
            let quiet = following.iter().all(|step| keeps_all(step));
            if let ([step], true, true) = (base.steps.as_slice(), plain, quiet)
                && !asks_shapes(step)
            {
                let (list, movers) = &mut made[usize::from(again(&[step]))];
                if following.is_empty() {
                    let steps = vec![undone(model, facts, &key.kept(step))?];
                    list.push(Alternative { otherwise: false, steps });
                }
                if !movers.contains(&mover) {
                    movers.push(mover);
                }
                continue;
            }
            leaves |= staying == Staying::Perhaps;
            let steps = steps.iter().rev().map(|step| undone(model, facts, step));
            let steps = steps.collect::<Option<_>>()?;
            let alternative = Alternative { otherwise: false, steps };
            tried[usize::from(mover == declared.player)].push(alternative);
        }
        let undo = |list: Vec<Alternative>| Move {
            player: passed,
            guard: None,
            must: false,
            body: Body::Once(list),
            afters: Vec::new(),
            ..declared.clone()
        };
        let players = [passed, declared.player];
        for ((list, movers), mover) in made.into_iter().zip(players) {
            if !list.is_empty() {
                let check = Check::Made { mover };
                undos.push(Undo { declared, undo: undo(list), movers, check });
            }
        }
        for (list, mover) in tried.into_iter().zip(players) {
            if !list.is_empty() {
                let check = Check::Tried { leaves };
                undos.push(Undo { declared, undo: undo(list), movers: vec![mover], check });
            }
        }
    }
    Some(undos)
}

/// The ways to make a move: what it does itself, and the steps of the consequences that follow.
fn ways<'a>(
    context: &Context<'a>,
    declared: &'a Move,
    list: &'a [Alternative],
) -> Vec<(&'a Alternative, Vec<&'a Step>)> {
    let mut ways: Vec<(&Alternative, Vec<&Step>)> =
        list.iter().map(|alternative| (alternative, Vec::new())).collect();
    for after in &declared.afters {
        let followed = ways.iter().flat_map(|(base, steps)| {
            context.model.afters[*after]
                .body
                .iter()
                .map(|it| (*base, steps.iter().copied().chain(&it.steps).collect::<Vec<_>>()))
        });
        ways.extend(followed.collect::<Vec<_>>());
    }
    ways
}

/// Whether a consequence leaves everything as it is in one way at most.
fn quiet_once(context: &Context<'_>, after: usize) -> bool {
    let body = &context.model.afters[after].body;
    let quiet = body.iter().filter(|alternative| alternative.steps.iter().all(keeps_all));
    quiet.count() <= 1
}

/// Whether a step changes neither cells nor counters.
fn keeps_all(step: &Step) -> bool {
    matches!(step.action, Action::Nothing)
        && !step.effects.iter().any(|effect| matches!(effect, Effect::Count { .. }))
}

fn asks_shapes(step: &Step) -> bool {
    match &step.action {
        Action::Rewrite(rules) => rules.iter().any(|rule| !rule.in_shape.is_empty()),
        _ => false,
    }
}

/// The body of the function; none if it cannot be told which positions have an index.
fn body(context: &mut Context<'_>, facts: &Facts, undos: &[Undo<'_>]) -> Option<Vec<Statement>> {
    let model = context.model;
    let passes = model.stuck == Some(Stuck::Passes) && model.players.len() > 1;
    let numbers: Vec<Numbers> = undos.iter().map(|it| Numbers::changed(facts, &it.undo)).collect();
    let all = numbers.iter().fold(Numbers::default(), Numbers::or);
    let numbered = numbered::in_tier(context, all.contents, !all.counters.is_empty())?;
    if passes || undos.iter().any(|undo| matches!(undo.check, Check::Tried { .. })) {
        leads_to(context);
    }
    let (state, before) = (context.state(), Expr::name(Type::State, "before"));
    let mut calls: Vec<(Expr, Expr)> = Vec::new();
    for ((order, undo), numbers) in (1..).zip(undos).zip(&numbers) {
        let Undo { declared, movers, check, .. } = undo;
        let player = declared.player;
        let (early, late) = legal(context, undo, numbers);
        let name = format!("undo_in_tier_{order}");
        let doc = format!("Undoes {}", doc(context, declared));
        let parameters = [context.state(), visitor()];
        let may = numbered::may_move(context, player);
        let mut visit = visitor();
        let late = numbered.and_then(&late);
        let body = match check {
            Check::Made { mover } if !declared.afters.is_empty() => {
                let made = Made {
                    name: format!("made_{order}"),
                    steps: Steps {
                        facts,
                        player,
                        name: name.clone(),
                        doc: doc.clone(),
                        kind: StepKind::First,
                        number: 1,
                        list: &[],
                        afters: &declared.afters,
                        certain: false,
                        made: None,
                    },
                    mover: (movers != &[*mover] && model.sides() > 1).then_some(*mover),
                    check: late,
                };
                undo_body(context, facts, &undo.undo, (&name, &doc), Some(&made))
            }
            Check::Made { .. } => {
                visit = visit.filtered("before", &late);
                undo_body(context, facts, &undo.undo, (&name, &doc), None)
            }
            Check::Tried { leaves } => {
                let mut test = numbered.clone();
                if *leaves && context.has_tiers() {
                    let same = context.call("same_tier", &[before.clone(), state.clone()]);
                    test = test.and_then(&same);
                }
                let led = context.call("leads_to", &[before.clone(), state.clone()]);
                visit = visit.filtered("before", &test.and_then(&led));
                undo_body(context, facts, &undo.undo, (&name, &doc), None)
            }
        };
        context.helper(&name, &doc, &parameters, Type::Nothing, body);
        let own = context.layout.mover(&state).map_or(Expr::truth(true), |mover| {
            let tests = movers.iter().map(|player| mover.equals(u64::from(player.0)));
            match movers.len() == model.sides() {
                true => Expr::truth(true),
                false => tests.fold(Expr::truth(false), |one, test| one.or_else(&test)),
            }
        });
        let when = own.and_then(&early).and_then(&may);
        calls.push((when, context.call(&name, &[state.clone(), visit])));
    }
    Some(Code::block(|code| {
        for (when, call) in calls {
            if when.value() == Some(1) {
                code.run(call)
            } else {
                code.when(when, |code| code.run(call))
            }
        }
        if passes {
            let passed = code.name("before", state.clone());
            let mover = context.layout.mover(&passed).expect("there are two players");
            code.set(&mover, Expr::number(Type::U8, 1_u32) - &mover);
            let led = context.call("leads_to", &[passed.clone(), state]);
            let may = numbered::may_move_now(context, &mover);
            code.when(numbered.and_then(&may).and_then(&led), |code| {
                code.run(Expr::call(Type::Nothing, "visit", vec![passed]));
            });
        }
    }))
}

/// What the move itself asks for: of this position, once, and of each position before.
fn legal(context: &mut Context<'_>, undo: &Undo<'_>, numbers: &Numbers) -> (Expr, Expr) {
    let model = context.model;
    let (state, before) = (context.state(), Expr::name(Type::State, "before"));
    let (mut early, mut late) = (Expr::truth(true), Expr::truth(true));
    if matches!(undo.check, Check::Tried { .. }) {
        return (early, late);
    }
    let declared = undo.declared;
    if let Some(guard) = &declared.guard {
        match numbers.decide(context, guard) {
            true => early = early.and_then(&condition::lower(context, &state, guard)),
            false => late = late.and_then(&condition::lower(context, &before, guard)),
        }
    }
    if context.has_function("verdict") {
        let mut whens = model.ends.iter().flat_map(|end| &end.when);
        if whens.all(|(_, when)| numbers.decide(context, when)) {
            let goes_on = goes_on(context, declared.player);
            early = early.and_then(&context.call(&goes_on, std::slice::from_ref(&state)));
        } else {
            let verdict = context.call("verdict", std::slice::from_ref(&before));
            late = late.and_then(&verdict.equals(0));
        }
    }
    if !declared.must && has_must(context, declared.player) {
        let must = must_move(context, declared.player);
        late = late.and_then(&!context.call(&must, &[before]));
    }
    (early, late)
}

/// The name of a function that says whether the game goes on if it is a certain player's turn,
/// which is made if it is not there yet.
fn goes_on(context: &mut Context<'_>, player: PlayerId) -> String {
    let state = context.state();
    let Some(name) = context.model.players.get(player.index()).map(|player| player.name.clone())
    else {
        unreachable!("games with ends have players")
    };
    let name = format!("goes_on_for_{}", authored(&name, "player", player.0));
    if !context.has_function(&name) {
        let body = Code::block(|code| {
            let mut asked = state.clone();
            if context.layout.mover(&state).is_some() {
                asked = code.name("earlier", state.clone());
                let mover = context.layout.mover(&asked).expect("there is a mover");
                code.set(&mover, Expr::number(Type::U8, player.0));
            }
            code.give(context.call("verdict", &[asked]).equals(0));
        });
        let doc = "Whether the game is not over if it is this player's turn.";
        context.helper(&name, doc, &[state], Type::Bool, body);
    }
    name
}

/// The name of a function that says whether a player has a move that must be made, which is made
/// if it is not there yet.
fn must_move(context: &mut Context<'_>, player: PlayerId) -> String {
    let name = format!("must_move_{}", player.0 + 1);
    if !context.has_function(&name) {
        let model = context.model;
        let state = context.state();
        let own = model.moves.iter().enumerate();
        let own = own.filter(|(_, declared)| declared.must && declared.player == player);
        let mut calls = Vec::new();
        for (number, declared) in own {
            let guard = declared.guard.as_ref();
            let guard = guard.map(|guard| condition::lower(context, &state, guard));
            calls.push((format!("move_{}", number + 1), guard));
        }
        let body = Code::block(|code| {
            let found = code.name("found", Expr::truth(false));
            for (name, guard) in calls {
                let call = context.call(&name, &[state.clone(), found.noting(None)]);
                match guard {
                    None => code.run(call),
                    Some(guard) => code.when(guard, |code| code.run(call)),
                }
            }
            code.give(found);
        });
        let doc = "Whether the player to move has a move that must be made.";
        context.helper(&name, doc, &[state], Type::Bool, body);
    }
    name
}
