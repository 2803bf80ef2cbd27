//! The changes by every move: rules, steps, bodies, consequences, passing, turns of the ring.

use super::{Change, Changes, Form, Unknown, Unknowns};
use crate::analyze::bounds::{Bounds, Certainty};
use crate::analyze::contents::can_fire;
use crate::analyze::parity::{Arrangement, needed_contents};
use crate::model::{
    Action, Alternative, Body, Carry, CellId, CellSet, Cond, ContentSet, Effect, Model, Move,
    PlayerId, Rule, Sow, Step, Stuck, Value, Write,
};

/// Collects the changes of a game.
pub(super) fn changes(
    model: &Model,
    bounds: &Bounds<'_>,
    arrangements: &[Arrangement],
    unknowns: Unknowns,
) -> Changes {
    let ctx = Ctx { model, bounds, arrangements, unknowns: &unknowns };
    let (mut moves, mut extras) = (Vec::new(), Vec::new());
    for one in bounds.moves() {
        ctx.add_move(one, &mut moves, &mut extras);
    }
    if model.stuck == Some(Stuck::Passes) && !moves.is_empty() {
        let players = (0..model.sides()).map(|player| u8::try_from(player).expect("few players"));
        moves.extend(players.map(|player| Change::Fixed(ctx.turn_passes(PlayerId(player)))));
    }
    if model.same_rotations {
        let cells: Vec<CellId> = model.board.ids().collect();
        let next = cells.iter().cycle().skip(1);
        let turned: Vec<Carry> =
            cells.iter().zip(next).map(|(&to, &from)| Carry { from, to, turn: 0 }).collect();
        extras.push(ctx.permute(&turned));
    }
    Changes { unknowns, moves, extras }
}

/// What all functions below look at.
#[derive(Clone, Copy, Debug)]
struct Ctx<'a> {
    model: &'a Model,
    bounds: &'a Bounds<'a>,
    arrangements: &'a [Arrangement],
    unknowns: &'a Unknowns,
}

/// The change by one alternative of a body.
#[derive(Clone, Debug)]
struct BodyChange {
    change: Change,
    /// Whether the same player moves again.
    again: bool,
}

impl BodyChange {
    /// The change with that of the turn taken back or not: `passes` is the change when the
    /// turn goes on.
    fn with(&self, passes: &Form, factor: i64) -> Change {
        Change::Sum(vec![self.change.clone(), Change::Fixed(passes.times(factor))])
    }
}

impl Ctx<'_> {
    /// The change of the weight when the turn goes on from this player.
    fn turn_passes(&self, player: PlayerId) -> Form {
        let next = self.unknowns.form(Unknown::Mover(self.model.next_player(player)));
        next.minus(&self.unknowns.form(Unknown::Mover(player)))
    }

    fn never(&self, condition: Option<&Cond>) -> bool {
        condition.is_some_and(|it| self.bounds.cond(it) == Certainty::Never)
    }

    fn add_move(&self, one: &Move, moves: &mut Vec<Change>, extras: &mut Vec<Change>) {
        let passes = self.turn_passes(one.player);
        let (main, repeated) = self.body(one);
        if main.is_empty() {
            return;
        }
        moves.extend(main.iter().map(|one| one.with(&passes, i64::from(!one.again))));
        let afters = one.afters.iter().map(|index| &self.model.afters[*index]);
        let afters = afters.filter(|after| !self.never(after.condition.as_ref()));
        let mut optional: Vec<Vec<BodyChange>> =
            afters.map(|after| self.alternatives(after.body.iter())).collect();
        optional.push(repeated);
        let agains = optional.iter().filter(|list| list.iter().any(|one| one.again)).count();
        let already = agains > 1 || main.iter().any(|one| one.again);
        for one in optional.into_iter().flatten() {
            if one.again {
                // The turn had passed on before, and now it has not.
                extras.push(one.with(&passes, -1));
            }
            if !one.again || already {
                extras.push(one.change);
            }
        }
    }

    /// The changes that the body of a move can make, and those that may follow any number of
    /// times.
    fn body(&self, one: &Move) -> (Vec<BodyChange>, Vec<BodyChange>) {
        match &one.body {
            Body::Once(list) => (self.alternatives(list.iter()), Vec::new()),
            Body::Chain(list) => {
                let follows =
                    |next: &&Alternative| list.iter().any(|first| self.can_follow(first, next));
                let repeated = self.alternatives(list.iter().filter(follows));
                (self.alternatives(list.iter()), repeated)
            }
            Body::Settle(settles) => {
                let rules = settles.iter().flat_map(|settle| &settle.rules);
                let once = |change| BodyChange { change, again: false };
                let repeated: Vec<BodyChange> =
                    rules.filter_map(|rule| self.rule(rule)).map(once).collect();
                // Settling succeeds also if there is nothing to do, and consequences may follow.
                (vec![once(Change::Sum(Vec::new()))], repeated)
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
        let fits_after = |before: &Rule, rule: &Rule| {
            before.here.is_some()
                && before.here == rule.source
                && rule.needs.iter().all(|(cell, contents)| {
                    !self.left_by(before, *cell).intersection(*contents).is_empty()
                })
        };
        before
            .iter()
            .filter(|before| self.fires(before))
            .any(|before| rules.iter().any(|rule| fits_after(before, rule)))
    }

    /// What a rule can leave on a cell.
    fn left_by(&self, rule: &Rule, cell: CellId) -> ContentSet {
        match rule.writes.iter().find(|(written, _)| *written == cell) {
            Some((_, Write::Put(content))) => ContentSet::only(*content),
            Some((_, Write::Copy(from))) => self.fitting(rule, *from),
            None => self.fitting(rule, cell),
        }
    }

    /// Those of the alternatives that can ever happen.
    fn alternatives<'a>(&self, list: impl Iterator<Item = &'a Alternative>) -> Vec<BodyChange> {
        list.flat_map(|alternative| self.alternative(alternative)).collect()
    }

    /// One change for each rule if there is nothing but a choice of rules; otherwise at most one.
    fn alternative(&self, alternative: &Alternative) -> Vec<BodyChange> {
        if let [Step { action: Action::Rewrite(rules), effects }] = alternative.steps.as_slice()
            && effects.is_empty()
        {
            let changes = rules.iter().filter_map(|rule| self.rule(rule));
            return changes.map(|change| BodyChange { change, again: false }).collect();
        }
        self.steps(&alternative.steps).into_iter().collect()
    }

    fn steps(&self, steps: &[Step]) -> Option<BodyChange> {
        let mut parts = Vec::new();
        for step in steps {
            parts.push(self.action(&step.action)?);
            parts.extend(step.effects.iter().map(|effect| self.effect(effect)));
        }
        let mut effects = steps.iter().flat_map(|step| &step.effects);
        let again = effects.any(|effect| matches!(effect, Effect::Again));
        Some(BodyChange { change: Change::Sum(parts), again })
    }

    /// Nothing if it can never happen.
    fn action(&self, action: &Action) -> Option<Change> {
        let choice =
            |list: Vec<Change>| if list.is_empty() { None } else { Some(Change::Choice(list)) };
        match action {
            Action::Nothing => Some(Change::Sum(Vec::new())),
            Action::Rewrite(rules) => {
                choice(rules.iter().filter_map(|rule| self.rule(rule)).collect())
            }
            Action::Permute(carries) => Some(self.permute(carries)),
            Action::Sow(sowings) => choice(sowings.iter().flat_map(|sow| self.sow(sow)).collect()),
            Action::Harvest(_) => Some(self.harvest()),
        }
    }

    fn effect(&self, effect: &Effect) -> Change {
        match effect {
            Effect::Again | Effect::Score(_) => Change::Sum(Vec::new()),
            Effect::Count { counter, change } => {
                self.multiple(&self.unknowns.form(Unknown::Counter(*counter)), change)
            }
        }
    }

    /// A form times each value of the number: enough of them to have all as combinations, and
    /// the largest.
    fn multiple(&self, form: &Form, number: &Value) -> Change {
        let range = self.bounds.value(number);
        // A counter cannot change by more than its own range; such a move is none.
        let [low, high] = [range.low, range.high].map(|number| number.clamp(-256, 256));
        let numbers = [low, high.min(low + 1), high];
        Change::Choice(numbers.map(|number| Change::Fixed(form.times(number))).to_vec())
    }

    /// Whether a rule can ever fit.
    fn fires(&self, rule: &Rule) -> bool {
        let possible = &self.bounds.possible;
        can_fire(rule, possible) && !self.arrangements.iter().any(|it| it.rules_out(rule, possible))
    }

    /// What a cell can hold when a rule fits. What surely stands on another cell of the same
    /// arrangement does not stand here.
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

    /// The change by a rule. When it fits, each of its cells holds one of the contents it needs; a
    /// content adds its weight wherever it is copied to and takes it away if its cell is
    /// overwritten.
    fn rule(&self, rule: &Rule) -> Option<Change> {
        if !self.fires(rule) {
            return None;
        }
        let held = |cell, content| self.unknowns.form(Unknown::Held(cell, content));
        let mut fixed = Form::default();
        let mut read = CellSet::EMPTY;
        for &(cell, write) in &rule.writes {
            read.insert(cell);
            match write {
                Write::Copy(from) => read.insert(from),
                Write::Put(content) => fixed.add(&held(cell, content), 1),
            }
        }
        for (number, arrangement) in self.arrangements.iter().enumerate() {
            if arrangement.rule_is_odd(rule, &self.bounds.possible) == Some(true) {
                fixed.add(&self.unknowns.form(Unknown::Sign(number)), 1);
            }
        }
        let mut parts = vec![Change::Fixed(fixed)];
        for cell in read.iter() {
            let copies = rule.writes.iter().filter(|(_, write)| *write == Write::Copy(cell));
            let copies: Vec<CellId> = copies.map(|(to, _)| *to).collect();
            let lost = rule.writes.iter().any(|(written, _)| *written == cell);
            let choices = self.fitting(rule, cell).iter().map(|content| {
                let mut form = Form::default();
                copies.iter().for_each(|to| form.add(&held(*to, content), 1));
                form.add(&held(cell, content), -i64::from(lost));
                Change::Fixed(form)
            });
            let choices: Vec<Change> = choices.collect();
            if choices.is_empty() {
                return None;
            }
            parts.push(Change::Choice(choices));
        }
        Some(Change::Sum(parts))
    }

    /// A permutation of cells. If it moves all cells of an arrangement, each of its contents is
    /// carried just once.
    fn permute(&self, carries: &[Carry]) -> Change {
        let carried = |carry: &Carry, content| {
            let held = |cell| self.unknowns.form(Unknown::Held(cell, content));
            held(carry.to).minus(&held(carry.from))
        };
        let possible = |cell: CellId| self.bounds.possible[cell.index()];
        let mut parts = Vec::new();
        let mut done = CellSet::EMPTY;
        let all: CellSet = carries.iter().map(|carry| carry.from).collect();
        for (number, arrangement) in self.arrangements.iter().enumerate() {
            if arrangement.carries_are_odd(carries) == Some(true) {
                parts.push(Change::Fixed(self.unknowns.form(Unknown::Sign(number))));
            }
            let everywhere = |cell| possible(cell) == arrangement.contents;
            if arrangement.cells.without(all).is_empty() && arrangement.cells.iter().all(everywhere)
            {
                let inside = carries.iter().filter(|carry| arrangement.cells.contains(carry.from));
                let row = |carry: &Carry| {
                    arrangement.contents.iter().map(|content| carried(carry, content)).collect()
                };
                parts.push(Change::Arranged(inside.map(row).collect()));
                done = done.union(arrangement.cells);
            }
        }
        for carry in carries.iter().filter(|carry| !done.contains(carry.from)) {
            let choices = possible(carry.from).iter().map(|content| carried(carry, content));
            parts.push(Change::Choice(choices.map(Change::Fixed).collect()));
            if self.model.heap {
                let seed = |cell| self.unknowns.form(Unknown::Seed(cell));
                parts.push(self.any_number_of(&seed(carry.to).minus(&seed(carry.from))));
            }
        }
        Change::Sum(parts)
    }

    /// One change for every number of seeds.
    fn sow(&self, sow: &Sow) -> Vec<Change> {
        let seed = |cell| self.unknowns.form(Unknown::Seed(cell));
        let path = sow.path.iter().cycle().take(self.most_seeds());
        let mut total = Form::default();
        path.map(|to| {
            total.add(&seed(*to).minus(&seed(sow.from)), 1);
            Change::Fixed(total.clone())
        })
        .collect()
    }

    /// Any heap may be taken, or left.
    fn harvest(&self) -> Change {
        let seeds = self.model.board.ids().map(|cell| self.unknowns.form(Unknown::Seed(cell)));
        Change::Sum(seeds.map(|seed| self.any_number_of(&seed.times(-1))).collect())
    }

    fn any_number_of(&self, form: &Form) -> Change {
        let most = i64::try_from(self.most_seeds()).unwrap_or(i64::MAX);
        let numbers = [0, 1.min(most), most].map(|number| Change::Fixed(form.times(number)));
        Change::Choice(numbers.to_vec())
    }

    fn most_seeds(&self) -> usize {
        self.bounds.counts.get(1).map_or(0, |seeds| usize::try_from(seeds.high).unwrap_or(0))
    }
}
