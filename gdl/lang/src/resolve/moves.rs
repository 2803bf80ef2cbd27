//! Moves and their consequences, written out for every player and every value of their parameters.

use super::view::{Here, View};
use super::{Ctx, Statements};
use crate::ast::{self, At, Directions, Modifier};
use crate::diagnostic::Code;
use crate::model::{After, Body, Move, PlayerId};
use crate::source::Span;
use std::collections::BTreeMap;

mod chain;
mod consequences;
mod settling;
mod steps;

/// The most instances of one move by its parameters.
const MAX_INSTANCES: u128 = 10_000;

/// As many letters of a move take about as much memory as a ground rule.
const TEXT_OF_A_RULE: usize = 64;

/// As many cells that a permutation carries, or consequences of a move, take about as much memory
/// as a ground rule.
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

    /// The values of the parameters of all instances of a move; how many these are is known before
    /// they are listed.
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
