//! How a game ends: outcomes, stuck players, scores; and what no move may lead to.

use super::statements::Outcome;
use super::view::View;
use super::{Ctx, Statements};
use crate::ast::{Effect, StuckRule, Target, Verdict};
use crate::diagnostic::Code;
use crate::model::{End, Illegal, Payoff, Stuck};
use crate::words::nearest;

/// Resolves `illegal when`, for each player who may have moved.
pub(super) fn illegal(ctx: &mut Ctx<'_>, statements: &Statements<'_>) -> Vec<Illegal> {
    let mut all = Vec::new();
    for cond in &statements.illegal {
        for player in ctx.sides() {
            let Some(when) = ctx.cond(cond, View::new(player)) else { break };
            all.push(Illegal { player, when });
        }
    }
    all
}

/// Resolves `win`, `lose` and `draw`.
pub(super) fn ends(ctx: &mut Ctx<'_>, statements: &Statements<'_>) -> Vec<End> {
    let again = has_again(statements);
    let mut all = Vec::new();
    for Outcome { verdict, player, when: cond, span } in &statements.outcomes {
        let word = ctx.source.slice(verdict.span);
        if ctx.needs_players(word, verdict.span).is_none() {
            continue;
        }
        let players = match player {
            Some(name) => match ctx.player(name) {
                Some(player) => vec![player],
                None => continue,
            },
            None => ctx.sides(),
        };
        let mut when = Vec::new();
        for player in players {
            let Some(cond) = ctx.cond(cond, View::new(player)) else { break };
            when.push((player, cond));
        }
        if again && when.len() > 1 && verdict.node != Verdict::Draw {
            let message = format!("`{word} when` could hold for several players at once");
            let names: Vec<String> = ctx
                .players
                .iter()
                .map(|player| format!("{word} {} when ...", player.name))
                .collect();
            let diagnostic = ctx
                .error(Code::EndsUnordered, *span, message)
                .label("for whom does it count first?");
            let diagnostic =
                diagnostic.note("because of `again`, a position does not tell who moved last");
            ctx.report(diagnostic.help(format!(
                "write one rule for each player, the one that counts first above:  {}",
                names.join("  ")
            )));
        }
        all.push(End { verdict: verdict.node, when, span: *span });
    }
    all
}

/// Whether anything in the file gives a player another turn.
fn has_again(statements: &Statements<'_>) -> bool {
    let bodies = statements.moves.iter().map(|(declared, _)| &declared.body);
    let bodies = bodies.chain(statements.afters.iter().map(|(after, _)| &after.body));
    let mut effects = bodies
        .flatten()
        .flat_map(|alternative| &alternative.steps)
        .flat_map(|step| &step.node.effects);
    effects.any(|effect| effect.node == Effect::Again)
}

/// Resolves `stuck`, which every game with players must have.
pub(super) fn stuck(ctx: &mut Ctx<'_>, statements: &Statements<'_>) -> Option<Stuck> {
    let choices = "stuck loses   stuck draws   stuck wins   stuck passes   stuck by score";
    let Some((span, rule)) = statements.stuck else {
        if !ctx.players.is_empty() {
            let message = "this game does not say what happens to a player who cannot move";
            let diagnostic =
                ctx.error(Code::NoStuck, statements.first, message).label("no `stuck` statement");
            ctx.report(diagnostic.help(format!("add one of:  {choices}")));
        }
        return None;
    };
    ctx.needs_players("stuck", span)?;
    let word = match rule {
        StuckRule::ByScore(_) => return Some(Stuck::ByScore),
        StuckRule::Word(word) => word,
    };
    let known = [
        ("loses", Stuck::Loses),
        ("draws", Stuck::Draws),
        ("wins", Stuck::Wins),
        ("passes", Stuck::Passes),
    ];
    if let Some((_, stuck)) = known.iter().find(|(name, _)| *name == word.node) {
        return Some(*stuck);
    }
    let diagnostic =
        ctx.error(Code::UnknownStuck, word.span, format!("a stuck player cannot `{}`", word.node));
    let help = match nearest(&word.node, known.iter().map(|(name, _)| *name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("one of:  {choices}"),
    };
    ctx.report(diagnostic.help(help));
    None
}

/// Resolves `finish`, for each player.
pub(super) fn finish(ctx: &mut Ctx<'_>, statements: &Statements<'_>) -> Vec<Payoff> {
    let mut all = Vec::new();
    for assign in &statements.finish {
        if assign.node.target.node != Target::Score {
            let diagnostic = ctx.error(
                Code::FinishScore,
                assign.node.target.span,
                "`finish` can only change the score",
            );
            ctx.report(diagnostic.help("finish score += count(mine)"));
            continue;
        }
        for player in ctx.sides() {
            let Some(payoff) = ctx.payoff(&assign.node, View::new(player)) else { break };
            all.push(payoff);
        }
    }
    all
}
