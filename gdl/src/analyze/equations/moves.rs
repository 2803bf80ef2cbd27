//! The equations of every move: rules, steps, bodies, consequences, passing, turns of the ring.

use super::{Equations, Form, Unknown, Unknowns};
use crate::analyze::bounds::{Bounds, Certainty};
use crate::analyze::contents::can_fire;
use crate::analyze::parity::{Arrangement, needed_contents};
use crate::model::{
    Action, Alternative, Body, Carry, CellId, CellSet, Cond, ContentSet, CounterId, Effect, Model,
    Move, PlayerId, Rule, Sow, Step, Stuck, Write,
};
use std::collections::BTreeSet;

/// Writes down the equations of a game.
pub(in crate::analyze) fn equations(
    model: &Model,
    bounds: &Bounds<'_>,
    arrangements: &[Arrangement],
) -> Equations {
    let unknowns = Unknowns::new(model, &bounds.possible, arrangements);
    let mut ctx = Ctx {
        model,
        bounds,
        arrangements,
        unknowns,
        kept: BTreeSet::new(),
        moved: BTreeSet::new(),
    };
    for one in &model.moves {
        ctx.add_move(one);
    }
    if model.stuck == Some(Stuck::Passes) {
        for player in 0..model.sides() {
            let player = PlayerId(u8::try_from(player).expect("few players"));
            ctx.moved.insert(ctx.turn_passes(player));
        }
    }
    if model.same_rotations {
        let cells: Vec<CellId> = model.board.ids().collect();
        let next = cells.iter().cycle().skip(1);
        let turned: Vec<Carry> =
            cells.iter().zip(next).map(|(&to, &from)| Carry { from, to, turn: 0 }).collect();
        let change = ctx.permute(&turned);
        ctx.add_kept(change.kept);
        ctx.add_kept([change.form]);
    }
    let Ctx { unknowns, kept, moved, .. } = ctx;
    Equations { unknowns, kept: kept.into_iter().collect(), moved: moved.into_iter().collect() }
}

/// Whether any effect changes a counter.
pub(super) fn changes(model: &Model, counter: CounterId) -> bool {
    model
        .effects()
        .any(|effect| matches!(effect, Effect::Count { counter: it, .. } if *it == counter))
}

/// What all functions below look at, and the equations so far.
#[derive(Debug)]
struct Ctx<'a> {
    model: &'a Model,
    bounds: &'a Bounds<'a>,
    arrangements: &'a [Arrangement],
    unknowns: Unknowns,
    kept: BTreeSet<Form>,
    moved: BTreeSet<Form>,
}

/// The change of the weight by some part of a move.
#[derive(Debug, Default)]
struct Change {
    /// The change, for one choice of rules and contents.
    form: Form,
    /// What must be 0 so that all other choices give the same.
    kept: Vec<Form>,
    /// Whether the same player moves again.
    again: bool,
}

impl Change {
    /// Both, one after the other.
    fn then(&mut self, next: Change) {
        self.form.add(&next.form, 1);
        self.kept.extend(next.kept);
        self.again |= next.again;
    }

    /// One or the other; both must be the same.
    fn or(first: Option<Change>, second: Change) -> Change {
        let Some(mut first) = first else { return second };
        first.kept.push(second.form.minus(&first.form));
        first.kept.extend(second.kept);
        first
    }
}

impl Ctx<'_> {
    fn add_kept(&mut self, forms: impl IntoIterator<Item = Form>) {
        self.kept.extend(forms.into_iter().filter(|form| !form.is_zero()));
    }

    /// The change of the weight when the turn goes on from this player.
    fn turn_passes(&self, player: PlayerId) -> Form {
        let next = self.unknowns.form(Unknown::Mover(self.model.next_player(player)));
        next.minus(&self.unknowns.form(Unknown::Mover(player)))
    }

    fn never(&self, condition: Option<&Cond>) -> bool {
        condition.is_some_and(|it| self.bounds.cond(it) == Certainty::Never)
    }

    fn add_move(&mut self, one: &Move) {
        if self.never(one.guard.as_ref()) {
            return;
        }
        let passes = self.turn_passes(one.player);
        let (main, repeated) = self.body(&one.body);
        if main.is_empty() {
            return;
        }
        let may_move_again = main.iter().any(|change| change.again);
        for mut change in main {
            if !change.again {
                change.form.add(&passes, 1);
            }
            self.add_kept(change.kept);
            self.moved.insert(change.form);
        }
        let afters = one.afters.iter().map(|index| &self.model.afters[*index]);
        let afters = afters.filter(|after| !self.never(after.condition.as_ref()));
        let mut extras: Vec<Vec<Change>> = afters
            .map(|after| after.body.iter().filter_map(|it| self.alternative(it)).collect())
            .collect();
        extras.push(repeated);
        let agains = extras.iter().filter(|list| list.iter().any(|change| change.again)).count();
        for change in extras.into_iter().flatten() {
            self.add_kept(change.kept);
            if change.again {
                // The turn had passed on before, and now it has not.
                self.add_kept([change.form.minus(&passes)]);
            }
            if !change.again || may_move_again || agains > 1 {
                self.add_kept([change.form]);
            }
        }
    }

    /// The changes that a body can make, and those that may follow any number of times.
    fn body(&self, body: &Body) -> (Vec<Change>, Vec<Change>) {
        let all = |list: &[&Alternative]| {
            list.iter().filter_map(|alternative| self.alternative(alternative)).collect()
        };
        match body {
            Body::Once(alternatives) => (all(&Vec::from_iter(alternatives)), Vec::new()),
            Body::Chain(alternatives) => {
                let follows = |next: &&Alternative| {
                    alternatives.iter().any(|first| self.can_follow(first, next))
                };
                let repeated: Vec<&Alternative> = alternatives.iter().filter(follows).collect();
                (all(&Vec::from_iter(alternatives)), all(&repeated))
            }
            Body::Settle(settles) => {
                let rules = settles.iter().flat_map(|settle| &settle.rules);
                let repeated: Vec<Change> = rules.filter_map(|rule| self.rule(rule)).collect();
                let happens = if repeated.is_empty() { None } else { Some(Change::default()) };
                (happens.into_iter().collect(), repeated)
            }
        }
    }

    /// Whether a chain can go on with `next` after `first`.
    fn can_follow(&self, first: &Alternative, next: &Alternative) -> bool {
        let Some(Action::Rewrite(rules)) = next.steps.first().map(|step| &step.action) else {
            return true;
        };
        let [Step { action: Action::Rewrite(before), .. }] = first.steps.as_slice() else {
            return true;
        };
        before.iter().filter(|rule| self.fires(rule)).any(|before| {
            rules.iter().any(|rule| {
                before.here.is_some()
                    && before.here == rule.source
                    && rule.needs.iter().all(|(cell, contents)| {
                        !self.left_by(before, *cell).intersection(*contents).is_empty()
                    })
            })
        })
    }

    /// What a rule can leave on a cell.
    fn left_by(&self, rule: &Rule, cell: CellId) -> ContentSet {
        match rule.writes.iter().find(|(written, _)| *written == cell) {
            Some((_, Write::Put(content))) => ContentSet::only(*content),
            Some((_, Write::Copy(from))) => self.fitting(rule, *from),
            None => self.fitting(rule, cell),
        }
    }

    /// Nothing if it can never happen.
    fn alternative(&self, alternative: &Alternative) -> Option<Change> {
        let mut total = Change::default();
        for step in &alternative.steps {
            total.then(self.action(&step.action)?);
            for effect in &step.effects {
                total.then(self.effect(effect));
            }
        }
        Some(total)
    }

    fn action(&self, action: &Action) -> Option<Change> {
        match action {
            Action::Nothing => Some(Change::default()),
            Action::Rewrite(rules) => rules
                .iter()
                .filter_map(|rule| self.rule(rule))
                .fold(None, |first, next| Some(Change::or(first, next))),
            Action::Permute(carries) => Some(self.permute(carries)),
            Action::Sow(sowings) => sowings
                .iter()
                .filter_map(|sow| self.sow(sow))
                .fold(None, |first, next| Some(Change::or(first, next))),
            // Any heap may be taken, and seeds that leave the board must weigh nothing.
            Action::Harvest(_) => {
                let seeds = self.model.board.ids().map(Unknown::Seed);
                let kept = seeds.map(|seed| self.unknowns.form(seed)).collect();
                Some(Change { kept, ..Change::default() })
            }
        }
    }

    fn effect(&self, effect: &Effect) -> Change {
        match effect {
            Effect::Again => Change { again: true, ..Change::default() },
            Effect::Score(_) => Change::default(),
            Effect::Count { counter, change } => {
                let unit = self.unknowns.form(Unknown::Counter(*counter));
                let change = self.bounds.value(change);
                if change.low != change.high {
                    return Change { kept: vec![unit], ..Change::default() };
                }
                let mut form = Form::default();
                form.add(&unit, change.low);
                Change { form, ..Change::default() }
            }
        }
    }

    /// Whether a rule can ever fit.
    fn fires(&self, rule: &Rule) -> bool {
        let possible = &self.bounds.possible;
        can_fire(rule, possible) && !self.arrangements.iter().any(|it| it.rules_out(rule, possible))
    }

    /// What a cell can hold when a rule fits. What surely stands on another cell of the same arrangement does not stand here.
    fn fitting(&self, rule: &Rule, cell: CellId) -> ContentSet {
        let possible = &self.bounds.possible;
        let mut contents = needed_contents(rule, possible, cell);
        if let Some(arrangement) = self.arrangements.iter().find(|it| it.cells.contains(cell)) {
            for (other, _) in rule.needs.iter().filter(|(other, _)| *other != cell) {
                let held = needed_contents(rule, possible, *other);
                if arrangement.cells.contains(*other) && held.len() == 1 {
                    contents = contents.without(held);
                }
            }
        }
        contents
    }

    fn rule(&self, rule: &Rule) -> Option<Change> {
        if !self.fires(rule) {
            return None;
        }
        let mut change = Change::default();
        let mut read = CellSet::EMPTY;
        for &(cell, write) in &rule.writes {
            read.insert(cell);
            match write {
                Write::Copy(from) => read.insert(from),
                Write::Put(content) => {
                    change.form.add(&self.unknowns.form(Unknown::Held(cell, content)), 1);
                }
            }
        }
        for cell in read.iter() {
            let copied = rule.writes.iter().filter(|(_, write)| *write == Write::Copy(cell));
            let copied: Vec<CellId> = copied.map(|(to, _)| *to).collect();
            let lost = rule.writes.iter().any(|(written, _)| *written == cell);
            let mut choices = self.fitting(rule, cell).iter().map(|content| {
                let mut form = Form::default();
                for to in &copied {
                    form.add(&self.unknowns.form(Unknown::Held(*to, content)), 1);
                }
                if lost {
                    form.add(&self.unknowns.form(Unknown::Held(cell, content)), -1);
                }
                form
            });
            // No choice is left: the rule asks for more of a content than there is.
            let first = choices.next()?;
            change.kept.extend(choices.map(|choice| choice.minus(&first)));
            change.form.add(&first, 1);
        }
        for (number, arrangement) in self.arrangements.iter().enumerate() {
            if arrangement.rule_is_odd(rule, &self.bounds.possible) == Some(true) {
                change.form.add(&self.unknowns.form(Unknown::Sign(number)), 1);
            }
        }
        Some(change)
    }

    fn permute(&self, carries: &[Carry]) -> Change {
        let mut change = Change::default();
        for carry in carries {
            if self.model.heap {
                let seed = |cell| self.unknowns.form(Unknown::Seed(cell));
                change.kept.push(seed(carry.to).minus(&seed(carry.from)));
            }
            let mut choices = self.bounds.possible[carry.from.index()].iter().map(|content| {
                let arrived = self.unknowns.form(Unknown::Held(carry.to, content));
                arrived.minus(&self.unknowns.form(Unknown::Held(carry.from, content)))
            });
            let first = choices.next().unwrap_or_default();
            change.kept.extend(choices.map(|choice| choice.minus(&first)));
            change.form.add(&first, 1);
        }
        for (number, arrangement) in self.arrangements.iter().enumerate() {
            if arrangement.carries_are_odd(carries) == Some(true) {
                change.form.add(&self.unknowns.form(Unknown::Sign(number)), 1);
            }
        }
        change
    }

    /// The first seed makes the change; every further one, as many as there can be, must change nothing.
    fn sow(&self, sow: &Sow) -> Option<Change> {
        let most = usize::try_from(self.bounds.counts.get(1)?.high).unwrap_or(usize::MAX);
        let seed = |cell| self.unknowns.form(Unknown::Seed(cell));
        let further = sow.path.len().saturating_add(1).min(most);
        let mut changes = sow
            .path
            .iter()
            .cycle()
            .take(further)
            .map(|to| seed(*to).minus(&seed(sow.from)));
        let form = changes.next()?;
        Some(Change { form, kept: changes.collect(), again: false })
    }
}
