//! Moves and their consequences, written out for every player and every value of their parameters.

use super::condition::{Here, View};
use super::{Ctx, Statements};
use crate::ast::{self, At, Directions, Modifier, Right, Scope};
use crate::diagnostic::Code;
use crate::model::{Action, After, Alternative, Body, Cond, Move, PlayerId, Rule, Settle, Step};
use crate::source::Span;
use std::collections::BTreeMap;

/// The most instances of one move by its parameters.
const MAX_INSTANCES: u128 = 10_000;

/// As many letters of a move take about as much memory as a ground rule.
const TEXT_OF_A_RULE: usize = 64;

/// As many cells that a permutation carries, or consequences of a move, take about as much memory as a ground rule.
const PARTS_OF_A_RULE: usize = 8;

/// Resolves all moves and consequences.
pub(super) fn moves(ctx: &mut Ctx<'_>, statements: &Statements<'_>) -> (Vec<Move>, Vec<After>) {
    let mut moves = Vec::new();
    let mut broken = false;
    for (declared, span) in &statements.moves {
        match ctx.move_instances(declared, *span) {
            Some(instances) => moves.extend(instances),
            None => broken = true,
        }
    }
    if !broken {
        everybody_moves(ctx, statements, &moves);
    }
    let mut afters = Vec::new();
    for (after, span) in &statements.afters {
        ctx.consequence(after, *span, statements, &mut moves, &mut afters);
    }
    (moves, afters)
}

fn everybody_moves(ctx: &mut Ctx<'_>, statements: &Statements<'_>, moves: &[Move]) {
    if statements.moves.is_empty() {
        let diagnostic = ctx.error(Code::NoMoves, statements.first, "this game has no moves");
        ctx.report(
            diagnostic
                .label("no `move` statement")
                .help("write one:  move slide: [any | empty] -> [empty | any]"),
        );
        return;
    }
    for player in ctx.sides() {
        if moves.iter().all(|declared| declared.player != player) {
            let name =
                ctx.players.get(player.index()).map_or("the player", |player| player.name.as_str());
            let message = format!("{name} has no moves");
            let span = statements.players.map_or(statements.first, |(span, _)| span);
            let diagnostic = ctx.error(Code::NoMoves, span, message);
            ctx.report(diagnostic.help("every `move` says `by` another player"));
        }
    }
}

/// The modifiers of a move.
struct Modifiers<'a> {
    along: Option<&'a Directions>,
    players: Vec<PlayerId>,
    when: Option<&'a At<ast::Cond>>,
    chain: Option<Span>,
    must: bool,
    settle: Option<Span>,
}

/// One instance of a move: who makes it, with which values, in which directions.
struct Instance<'a> {
    view: View<'a>,
    along: Option<&'a Directions>,
}

/// The two sides of a rewrite, read from left to right, and where it stands.
struct Rewrite<'a> {
    left: &'a [At<ast::Group>],
    right: &'a Right,
    span: Span,
}

impl Ctx<'_> {
    fn modifiers<'a>(&mut self, declared: &'a ast::Move) -> Option<Modifiers<'a>> {
        let mut found = Modifiers {
            along: None,
            players: self.sides(),
            when: None,
            chain: None,
            must: false,
            settle: None,
        };
        let mut seen = Vec::new();
        for modifier in &declared.modifiers {
            let kind = std::mem::discriminant(&modifier.node);
            if seen.contains(&kind) {
                let message = format!("`{}` is said twice", self.source.slice(modifier.span));
                let diagnostic = self.error(Code::DuplicateStatement, modifier.span, message);
                self.report(
                    diagnostic.help("join conditions with `and`, list directions in one `along`"),
                );
                return None;
            }
            seen.push(kind);
            match &modifier.node {
                Modifier::Along(along) => found.along = Some(along),
                Modifier::By(name) => found.players = vec![self.player(name)?],
                Modifier::When(cond) => found.when = Some(cond),
                Modifier::Chain => found.chain = Some(modifier.span),
                Modifier::Must => found.must = true,
                Modifier::Settle => found.settle = Some(modifier.span),
            }
        }
        if let (Some(chain), Some(_)) = (found.chain, found.settle) {
            self.report(self.error(
                Code::SettleForm,
                chain,
                "a move that settles cannot be a chain",
            ));
            return None;
        }
        Some(found)
    }

    fn move_instances(&mut self, declared: &ast::Move, span: Span) -> Option<Vec<Move>> {
        let modifiers = self.modifiers(declared)?;
        let names: Vec<&str> =
            declared.params.iter().map(|param| param.name.node.as_str()).collect();
        if let Some(param) =
            declared.params.iter().find(|param| self.names.kind(&param.name.node).is_some())
        {
            let message = format!("`{}` already has a meaning", param.name.node);
            self.report(
                self.error(Code::DuplicateName, param.name.span, message)
                    .label("choose another name"),
            );
            return None;
        }
        let instances = self.argument_lists(declared)?;
        // An instance has its own copy of all that is written in it.
        let text = usize::try_from(span.end - span.start).unwrap_or(usize::MAX);
        let size = instances.len().saturating_mul(1 + text / TEXT_OF_A_RULE);
        let size = size.saturating_mul(modifiers.players.len());
        self.take_room(size, span, "written out for every player and parameter, this is too much")?;
        let mut fits = Fits::default();
        let mut moves = Vec::new();
        for player in &modifiers.players {
            for args in &instances {
                let locals: Vec<(String, i64)> =
                    names.iter().map(|name| (*name).to_owned()).zip(args.iter().copied()).collect();
                let view = View { me: *player, locals: &locals, here: Here::Unknown };
                let instance = Instance { view, along: modifiers.along };
                let guard = match modifiers.when {
                    Some(cond) => Some(self.cond(cond, view)?),
                    None => None,
                };
                let body = self.body_of(declared, &modifiers, &instance, &mut fits)?;
                moves.push(Move {
                    name: declared.name.node.clone(),
                    args: args.clone(),
                    player: *player,
                    guard,
                    must: modifiers.must,
                    body,
                    afters: Vec::new(),
                    span,
                });
            }
        }
        self.report_unfit(declared, &fits);
        Some(moves)
    }

    /// The values of the parameters of all instances of a move; how many these are is known before they are listed.
    fn argument_lists(&mut self, declared: &ast::Move) -> Option<Vec<Vec<i64>>> {
        let mut ranges = Vec::new();
        let mut count = 1_u128;
        for param in &declared.params {
            let (from, to) = self.ends_of(&param.range, &[])?;
            count = count.saturating_mul((from..=to).count() as u128);
            ranges.push(from..=to);
        }
        if count > MAX_INSTANCES {
            let name = &declared.name;
            let message = format!(
                "move `{}` has {count} instances; at most {MAX_INSTANCES} are possible",
                name.node
            );
            let diagnostic = self
                .error(Code::TooLarge, name.span, message)
                .label("one for each combination of the values of its parameters")
                .help("give the parameters smaller ranges");
            self.report(diagnostic);
            return None;
        }
        let mut lists: Vec<Vec<i64>> = vec![Vec::new()];
        for range in ranges {
            let longer = |list: &Vec<i64>| {
                let list = list.clone();
                range.clone().map(move |value| [list.as_slice(), &[value]].concat())
            };
            lists = lists.iter().flat_map(longer).collect();
        }
        Some(lists)
    }

    fn body_of(
        &mut self,
        declared: &ast::Move,
        modifiers: &Modifiers<'_>,
        instance: &Instance<'_>,
        fits: &mut Fits,
    ) -> Option<Body> {
        if modifiers.settle.is_some() {
            return self.settle(&declared.body, instance, fits).map(Body::Settle);
        }
        let alternatives = self.alternatives(&declared.body, instance, fits)?;
        match modifiers.chain {
            Some(chain) => {
                self.check_chain(declared, chain, instance)?;
                Some(Body::Chain(alternatives))
            }
            None => Some(Body::Once(alternatives)),
        }
    }

    fn alternatives(
        &mut self,
        body: &[ast::Alternative],
        instance: &Instance<'_>,
        fits: &mut Fits,
    ) -> Option<Vec<Alternative>> {
        let mut alternatives: Vec<Option<Alternative>> = Vec::new();
        for alternative in body {
            let mut steps: Vec<Option<Step>> = Vec::new();
            let mut view = instance.view;
            for step in &alternative.steps {
                steps.push(self.step(step, &mut view, instance.along, fits));
            }
            let steps: Option<Vec<Step>> = steps.into_iter().collect();
            alternatives
                .push(steps.map(|steps| Alternative { otherwise: alternative.otherwise, steps }));
        }
        alternatives.into_iter().collect()
    }

    /// One step. Whether `here` is known afterwards is noted in `view`.
    fn step(
        &mut self,
        step: &At<ast::Step>,
        view: &mut View<'_>,
        along: Option<&Directions>,
        fits: &mut Fits,
    ) -> Option<Step> {
        let action = match &step.node.action {
            None => Action::Nothing,
            Some(action) => match &action.node {
                ast::Action::Rewrite { left, arrow, right } => {
                    self.no_heap(action.span)?;
                    let rewrite = Rewrite { left, right, span: action.span };
                    if let Right::Illegal(word) = right {
                        let diagnostic = self.error(
                            Code::SettleForm,
                            word.span,
                            "`illegal` stands only in a move that settles",
                        );
                        self.report(
                            diagnostic.help("to forbid a position, write:  illegal when ..."),
                        );
                        return None;
                    }
                    let rules =
                        self.rewrite(&rewrite, *arrow, &Instance { view: *view, along }, fits)?;
                    if rules.iter().all(|rule| rule.here.is_some()) {
                        view.here = Here::Known;
                    } else if view.here == Here::Unknown {
                        view.here = Here::NotUnique(action.span);
                    }
                    Action::Rewrite(rules)
                }
                ast::Action::Reverse { range, turn } => {
                    self.reverse(range, turn.as_ref(), *view)?
                }
                ast::Action::Cycle { cells, turn, times } => {
                    self.cycle(cells, turn, times.as_ref(), *view)?
                }
                ast::Action::Sow { cell, along, skip } => {
                    let sow = self.sow(cell, along, skip.as_ref(), *view)?;
                    view.here = Here::Known;
                    sow
                }
                ast::Action::Harvest { along, condition } => {
                    self.harvest(along, condition, *view)?
                }
            },
        };
        let parts = match &action {
            Action::Permute(carries) => carries.len(),
            // Where each cell leads to.
            Action::Harvest(_) => self.board.cells.len(),
            Action::Sow(sowings) => sowings.len() * self.board.cells.len(),
            // Counted where it was laid on the board.
            Action::Rewrite(_) | Action::Nothing => 0,
        };
        let label = "written out for every player and parameter, this is too much";
        self.take_room(parts / PARTS_OF_A_RULE, step.span, label)?;
        let effects: Vec<Option<_>> =
            step.node.effects.iter().map(|effect| self.effect(effect, *view)).collect();
        let effects: Option<Vec<_>> = effects.into_iter().collect();
        Some(Step { action, effects: effects? })
    }

    fn no_heap(&mut self, span: Span) -> Option<()> {
        if !self.heap {
            return Some(());
        }
        let diagnostic = self.error(Code::HeapRewrite, span, "heaps cannot be rewritten");
        self.report(diagnostic.help("heaps change by `sow` and `harvest`"));
        None
    }

    fn rewrite(
        &mut self,
        rewrite: &Rewrite<'_>,
        arrow: ast::Arrow,
        instance: &Instance<'_>,
        fits: &mut Fits,
    ) -> Option<Vec<Rule>> {
        let mut rules = self.one_way(rewrite, instance, fits)?;
        if let (ast::Arrow::Both, Right::Groups(groups)) = (arrow, rewrite.right) {
            let back = Rewrite {
                left: groups,
                right: &Right::Groups(rewrite.left.to_vec()),
                span: rewrite.span,
            };
            for rule in self.one_way(&back, instance, fits)? {
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        fits.count(rewrite.span, rules.len());
        Some(rules)
    }

    fn one_way(
        &mut self,
        rewrite: &Rewrite<'_>,
        instance: &Instance<'_>,
        fits: &mut Fits,
    ) -> Option<Vec<Rule>> {
        let me = instance.view.me;
        let pattern = self.pattern(rewrite.left, rewrite.right, rewrite.span, instance.view)?;
        let directions = self.directions(instance.along, me)?;
        let rules = self.ground(&pattern, &directions, rewrite.span)?;
        if let (Some(Directions::Named(words)), [rows]) =
            (instance.along, pattern.groups.as_slice())
            && rows.iter().sum::<usize>() > 1
            && words.len() > 1
        {
            for word in words {
                let directions = self.direction(word, me)?;
                let rules_before = self.rules;
                let found = self.ground(&pattern, &directions, rewrite.span)?.len();
                self.rules = rules_before;
                *fits.along.entry(word.span).or_default() += found;
            }
        }
        Some(rules)
    }

    /// Reports patterns that fit nowhere and directions in which nothing fits.
    fn report_unfit(&mut self, declared: &ast::Move, fits: &Fits) {
        for span in fits.rewrites.iter().filter(|(_, count)| **count == 0).map(|(span, _)| *span) {
            let message = if fits.rewrites.len() == 1 {
                format!("move `{}` can never be made on this board", declared.name.node)
            } else {
                format!(
                    "this alternative of move `{}` fits nowhere on this board",
                    declared.name.node
                )
            };
            self.report(
                self.error(Code::FitsNowhere, span, message)
                    .label("no place where its pattern fits"),
            );
        }
        for (span, _) in fits.along.iter().filter(|(_, count)| **count == 0) {
            let word = self.source.slice(*span);
            let message =
                format!("move `{}` never fits in the direction `{word}`", declared.name.node);
            self.report(self.error(Code::DirectionNeverFits, *span, message));
        }
    }

    /// Every alternative of a chain is one rewrite whose travelling piece is known.
    fn check_chain(
        &mut self,
        declared: &ast::Move,
        chain: Span,
        instance: &Instance<'_>,
    ) -> Option<()> {
        for alternative in &declared.body {
            let rewrite = match alternative.steps.as_slice() {
                [step] => step.node.action.as_ref(),
                _ => None,
            };
            let pattern = match rewrite.map(|action| (&action.node, action.span)) {
                Some((ast::Action::Rewrite { left, arrow: ast::Arrow::To, right }, span)) => {
                    self.pattern(left, right, span, instance.view)
                }
                _ => None,
            };
            let Some(pattern) = pattern else {
                let span = alternative.steps.first().map_or(chain, |step| step.span);
                let diagnostic = self.error(
                    Code::ChainForm,
                    span,
                    "each alternative of a chain is one rewrite with `->`",
                );
                self.report(diagnostic.other(chain, "because of this"));
                return None;
            };
            if pattern.traveller.here.is_none() || !pattern.traveller.certain {
                let span = rewrite.map_or(chain, |action| action.span);
                let diagnostic =
                    self.error(Code::ChainForm, span, "a chain must know which piece goes on");
                let diagnostic =
                    diagnostic.label("which piece travels?").other(chain, "because of this");
                self.report(diagnostic.help("name it:  [p:any | any | empty] -> [empty | _ | p]"));
                return None;
            }
        }
        Some(())
    }

    fn settle(
        &mut self,
        body: &[ast::Alternative],
        instance: &Instance<'_>,
        fits: &mut Fits,
    ) -> Option<Vec<Settle>> {
        let mut rewrites = Vec::new();
        for alternative in body {
            let step = match alternative.steps.as_slice() {
                [step] if !alternative.otherwise && step.node.effects.is_empty() => step,
                steps => {
                    let span = steps.first().map_or(Span::default(), |step| step.span);
                    self.settle_form(span);
                    return None;
                }
            };
            match step.node.action.as_ref().map(|action| (&action.node, action.span)) {
                Some((ast::Action::Rewrite { left, arrow: ast::Arrow::To, right }, span))
                    if left.len() == 1
                        && left[0].node.rows.len() == 1
                        && left[0].node.rows[0].len() > 1 =>
                {
                    rewrites.push((left, right, span));
                }
                _ => {
                    self.settle_form(step.span);
                    return None;
                }
            }
        }
        self.no_heap(
            body.first()
                .and_then(|first| first.steps.first())
                .map_or(Span::default(), |step| step.span),
        )?;
        let directions = self.directions(instance.along, instance.view.me)?;
        let mut settles = Vec::new();
        for direction in directions {
            let name = self.board.directions[direction].name.clone();
            let mut settle = Settle { direction: name, rules: Vec::new(), forbidden: Vec::new() };
            for (left, right, span) in &rewrites {
                let pattern = self.pattern(left, right, *span, instance.view)?;
                let rules = self.ground(&pattern, &[direction], *span)?;
                fits.count(*span, rules.len());
                match right {
                    Right::Illegal(_) => settle.forbidden.extend(rules),
                    Right::Groups(_) => settle.rules.extend(rules),
                }
            }
            settles.push(settle);
        }
        Some(settles)
    }

    fn settle_form(&mut self, span: Span) {
        let diagnostic = self.error(
            Code::SettleForm,
            span,
            "a move that settles consists of rewrites of one row",
        );
        self.report(diagnostic.help(
            "[piece | empty] -> [empty | piece]  without `and`, `/`, `then`, `else` or effects",
        ));
    }

    /// A consequence, for every player whose moves can have it.
    fn consequence(
        &mut self,
        after: &ast::After,
        span: Span,
        statements: &Statements<'_>,
        moves: &mut [Move],
        afters: &mut Vec<After>,
    ) -> Option<()> {
        if let Scope::Moves(names) = &after.scope {
            for name in names {
                if statements.moves.iter().all(|(declared, _)| declared.name.node != name.node) {
                    self.unknown_move(name, statements);
                    return None;
                }
            }
        }
        let concerns = |declared: &Move| match &after.scope {
            Scope::Any(_) => true,
            Scope::Moves(names) => names.iter().any(|name| name.node == declared.name),
        };
        let mut fits = Fits::default();
        for player in self.sides() {
            let of_player = |declared: &&Move| declared.player == player && concerns(declared);
            if !moves.iter().any(|declared| of_player(&declared)) {
                continue;
            }
            let vague =
                moves.iter().filter(of_player).find(|declared| !fills_one_cell(&declared.body));
            let here = vague.map_or(Here::Known, |declared| Here::NotUnique(declared.span));
            let view = View { me: player, locals: &[], here };
            let condition: Option<Cond> = match &after.condition {
                Some(cond) => Some(self.cond(cond, view)?),
                None => None,
            };
            let body =
                self.alternatives(&after.body, &Instance { view, along: None }, &mut fits)?;
            let concerned = moves.iter().filter(of_player).count();
            let label = "with all moves that it follows, this is too much";
            self.take_room(concerned / PARTS_OF_A_RULE, span, label)?;
            for declared in
                moves.iter_mut().filter(|declared| declared.player == player && concerns(declared))
            {
                declared.afters.push(afters.len());
            }
            afters.push(After { player, condition, body, span });
        }
        for rewrite in fits.rewrites.iter().filter(|(_, count)| **count == 0).map(|(span, _)| *span)
        {
            let diagnostic = self.error(
                Code::FitsNowhere,
                rewrite,
                "this consequence can never happen on this board",
            );
            self.report(diagnostic.label("no place where its pattern fits"));
        }
        Some(())
    }

    fn unknown_move(&mut self, name: &ast::Name, statements: &Statements<'_>) {
        let known: Vec<&str> =
            statements.moves.iter().map(|(declared, _)| declared.name.node.as_str()).collect();
        let help = match crate::words::nearest(&name.node, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("moves are: {}", known.join(", ")),
        };
        let diagnostic =
            self.error(Code::UnknownMove, name.span, format!("no move called `{}`", name.node));
        self.report(diagnostic.label("unknown move").help(help));
    }
}

/// How often the parts of a move fit on the board, over all players and parameters.
#[derive(Default)]
struct Fits {
    rewrites: BTreeMap<Span, usize>,
    along: BTreeMap<Span, usize>,
}

impl Fits {
    fn count(&mut self, rewrite: Span, rules: usize) {
        *self.rewrites.entry(rewrite).or_default() += rules;
    }
}

/// Whether every result of a move has a cell `here`.
fn fills_one_cell(body: &Body) -> bool {
    let fills = |step: &Step| match &step.action {
        Action::Rewrite(rules) => rules.iter().all(|rule| rule.here.is_some()),
        Action::Sow(_) => true,
        Action::Nothing | Action::Permute(_) | Action::Harvest(_) => false,
    };
    match body {
        Body::Once(alternatives) | Body::Chain(alternatives) => {
            alternatives.iter().all(|alternative| alternative.steps.iter().any(fills))
        }
        Body::Settle(_) => false,
    }
}
