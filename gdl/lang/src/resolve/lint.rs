//! What is allowed but can hardly be meant, and what cannot be by the bounds on counts.

use super::Statements;
use crate::analyze::bounds::{Bounds, Certainty, Interval};
use crate::analyze::contents::can_happen;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{
    Action, Body, CellId, Content, Effect, Goal, InShape, Model, Move, PieceId, PlayerId, Rule,
    Stuck, Write,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Reports everything suspicious in a game that is otherwise right.
pub(super) fn lint(model: &Model, statements: &Statements<'_>, diagnostics: &mut Diagnostics) {
    let bounds = Bounds::new(model);
    goal(model, statements, &bounds, diagnostics);
    moves(model, &bounds, diagnostics);
    ends(model, &bounds, diagnostics);
    pieces(model, statements, &bounds, diagnostics);
    players(model, statements, diagnostics);
    scores(model, statements, diagnostics);
    subsumed(model, diagnostics);
}

fn goal(
    model: &Model,
    statements: &Statements<'_>,
    bounds: &Bounds<'_>,
    diagnostics: &mut Diagnostics,
) {
    let (Some(Goal::When(cond)), Some((span, _))) = (&model.goal, statements.goal) else { return };
    if bounds.cond(cond) == Certainty::Never {
        let diagnostic =
            Diagnostic::new(Code::GoalNeverTrue, span, "this goal can never be reached");
        diagnostics.push(diagnostic.note(counts_note(model, bounds)));
    }
}

/// What is known about the numbers of pieces and the counters, for a message.
fn counts_note(model: &Model, bounds: &Bounds<'_>) -> String {
    let text = |interval: &Interval, name: String| {
        if interval.low == interval.high {
            format!("{} {name}", interval.low)
        } else {
            format!("{} to {} {name}", interval.low, interval.high)
        }
    };
    let pieces = model
        .pieces
        .iter()
        .zip(&bounds.counts[1..])
        .map(|(piece, interval)| text(interval, piece.label.clone()));
    let counters = model.counters.iter().zip(&bounds.counters).map(|(counter, interval)| {
        let owner = counter
            .owner
            .map_or(String::new(), |owner| format!(" of {}", model.players[owner.index()].name));
        text(interval, format!("{}{owner}", counter.name))
    });
    let shown: Vec<String> = counters.chain(pieces).take(8).collect();
    format!("from the start on there are always: {}", shown.join(", "))
}

fn moves(model: &Model, bounds: &Bounds<'_>, diagnostics: &mut Diagnostics) {
    let mut by_statement: BTreeMap<Span, Vec<&Move>> = BTreeMap::new();
    for declared in &model.moves {
        by_statement.entry(declared.span).or_default().push(declared);
    }
    for (span, instances) in by_statement {
        let never = |declared: &Move| {
            declared.guard.as_ref().is_some_and(|guard| bounds.cond(guard) == Certainty::Never)
        };
        let name = &instances[0].name;
        if instances.iter().all(|declared| never(declared)) {
            let message = format!("the condition of move `{name}` is never true");
            let diagnostic = Diagnostic::new(Code::GuardNeverTrue, span, message);
            diagnostics.push(diagnostic.note(counts_note(model, bounds)));
        } else if !instances.iter().any(|declared| can_happen(model, declared, &bounds.possible)) {
            let message = format!("move `{name}` can never be made from the start");
            let diagnostic = Diagnostic::new(Code::MoveUnreachable, span, message);
            diagnostics.push(diagnostic.note("what it needs never stands where it needs it"));
        }
    }
}

fn ends(model: &Model, bounds: &Bounds<'_>, diagnostics: &mut Diagnostics) {
    for end in &model.ends {
        if end.when.iter().all(|(_, cond)| bounds.cond(cond) == Certainty::Never) {
            let diagnostic =
                Diagnostic::new(Code::EndNeverTrue, end.span, "this can never be true");
            diagnostics.push(diagnostic.note(counts_note(model, bounds)));
        }
    }
}

fn pieces(
    model: &Model,
    statements: &Statements<'_>,
    bounds: &Bounds<'_>,
    diagnostics: &mut Diagnostics,
) {
    for (piece, id) in model.pieces.iter().zip((0_u8..).map(PieceId)) {
        let content = id.content();
        let span = statements.piece_span(&piece.kind);
        if !model.heap && bounds.possible.iter().all(|possible| !possible.contains(content)) {
            let message = format!("the piece `{}` never appears", piece.label);
            let diagnostic = Diagnostic::new(Code::PieceNeverAppears, span, message);
            diagnostics.push(diagnostic.note("no start holds it and no move puts it down"));
        } else if piece.owner.is_some() && !model.heap && !is_changed(model, content) {
            let message = format!("the piece `{}` has an owner but never moves", piece.label);
            diagnostics.push(Diagnostic::new(Code::PieceNeverMoves, span, message));
        }
    }
}

/// Whether any rule moves, removes or puts down a content.
fn is_changed(model: &Model, content: Content) -> bool {
    let changes = |rule: &Rule| {
        rule.writes.iter().any(|(cell, write)| {
            let held = rule.needs.iter().find(|(needed, _)| needed == cell);
            *write == Write::Put(content)
                || held.is_none_or(|(_, contents)| contents.contains(content))
        })
    };
    let by_action = model.actions().any(|action| match action {
        Action::Rewrite(rules) => rules.iter().any(changes),
        Action::Permute(_) => true,
        Action::Nothing | Action::Sow(_) | Action::Harvest(_) => false,
    });
    by_action || model.settles().any(|settle| settle.rules.iter().any(changes))
}

/// Players with the same kinds of pieces usually begin with the same numbers of them.
fn players(model: &Model, statements: &Statements<'_>, diagnostics: &mut Diagnostics) {
    let kinds = |player: PlayerId| -> BTreeSet<&str> {
        model
            .pieces
            .iter()
            .filter(|piece| piece.owner == Some(player))
            .map(|piece| piece.kind.as_str())
            .collect()
    };
    let [first, second] = [PlayerId(0), PlayerId(1)];
    if model.players.len() != 2 || kinds(first) != kinds(second) || kinds(first).is_empty() {
        return;
    }
    let count = |player: PlayerId, kind: &str, cells: &[u8]| {
        let owned = |held: &&u8| {
            let piece = Content(**held).piece().map(|piece| &model.pieces[piece.index()]);
            piece.is_some_and(|piece| piece.owner == Some(player) && piece.kind == kind)
        };
        cells.iter().filter(owned).count()
    };
    for (index, start) in model.starts.iter().enumerate() {
        for kind in kinds(first) {
            let (of_first, of_second) =
                (count(first, kind, &start.cells), count(second, kind, &start.cells));
            if of_first != of_second {
                let picture = statements.starts.get(index).map(|(_, _, span)| *span);
                let span = picture
                    .or(statements.board.map(|(span, _, _)| span))
                    .unwrap_or(statements.first);
                let (first, second) = (&model.players[0].name, &model.players[1].name);
                let message = format!(
                    "{first} and {second} both have `{kind}` but begin with {of_first} and {of_second} of them"
                );
                diagnostics.push(
                    Diagnostic::new(Code::UnequalPlayers, span, message).label("is a glyph wrong?"),
                );
            }
        }
    }
}

fn scores(model: &Model, statements: &Statements<'_>, diagnostics: &mut Diagnostics) {
    let by_effect = model.effects().any(|effect| matches!(effect, Effect::Score(_)));
    let by_harvest = model.actions().any(|action| matches!(action, Action::Harvest(_)));
    let scored = by_effect || by_harvest || !model.finish.is_empty();
    let Some((span, _)) = statements.stuck else { return };
    match (scored, model.stuck == Some(Stuck::ByScore)) {
        (true, false) => {
            let diagnostic =
                Diagnostic::new(Code::ScoreUnused, span, "scores are counted but decide nothing");
            diagnostics.push(diagnostic.help("stuck by score"));
        }
        (false, true) => {
            diagnostics.push(Diagnostic::new(
                Code::NoScore,
                span,
                "the score decides, but nothing ever changes it",
            ));
        }
        _ => {}
    }
}

/// A move all of whose rules belong to another one adds nothing.
fn subsumed(model: &Model, diagnostics: &mut Diagnostics) {
    // Instances of one statement are often alike, and there may be many: one of each is looked at.
    let plain: BTreeMap<_, &Move> = model
        .moves
        .iter()
        .filter_map(|declared| {
            let guarded = declared.guard.is_some();
            let key = (declared.span, declared.player, guarded, plain_rules(&declared.body)?);
            Some((key, declared))
        })
        .collect();
    let mut by_effect: BTreeMap<_, Vec<(&BTreeSet<&Rule>, &Move)>> = BTreeMap::new();
    for ((_, player, guarded, rules), declared) in &plain {
        for rule in rules.iter().filter(|_| !guarded) {
            by_effect.entry((*player, effect(rule))).or_default().push((rules, declared));
        }
    }
    let mut reported = BTreeSet::new();
    for ((span, player, _, rules), special) in &plain {
        let Some(first) = rules.first() else { continue };
        let candidates = by_effect.get(&(*player, effect(first))).map_or(&[][..], Vec::as_slice);
        let general = candidates.iter().find(|(general, other)| {
            // Of two equal moves only the second is reported.
            other.span < *span
                && other.name != special.name
                && other.must == special.must
                && other.afters == special.afters
                && rules.iter().all(|rule| general.iter().any(|wide| is_wider(wide, rule)))
        });
        if let Some((_, general)) = general
            && reported.insert(*span)
        {
            let message =
                format!("move `{}` does nothing that `{}` does not", special.name, general.name);
            diagnostics.push(
                Diagnostic::new(Code::MoveSubsumed, *span, message).other(general.span, "this one"),
            );
        }
    }
}

/// The rules of a body that is a choice between them and nothing else.
fn plain_rules(body: &Body) -> Option<BTreeSet<&Rule>> {
    let Body::Once(alternatives) = body else { return None };
    let mut all = BTreeSet::new();
    for alternative in alternatives {
        match alternative.steps.as_slice() {
            [step] if step.effects.is_empty() && !alternative.otherwise => match &step.action {
                Action::Rewrite(rules) => all.extend(rules),
                Action::Nothing | Action::Permute(_) | Action::Sow(_) | Action::Harvest(_) => {
                    return None;
                }
            },
            _ => return None,
        }
    }
    Some(all)
}

/// What a rule does and the cells it looks at, whatever must stand there.
fn effect(rule: &Rule) -> (&[(CellId, Write)], &[InShape], Vec<CellId>) {
    (&rule.writes, &rule.in_shape, rule.needs.iter().map(|(cell, _)| *cell).collect())
}

/// Whether a rule does the same as another one wherever that one can be used.
fn is_wider(wide: &Rule, narrow: &Rule) -> bool {
    effect(wide) == effect(narrow)
        && wide
            .needs
            .iter()
            .zip(&narrow.needs)
            .all(|(wide, narrow)| narrow.1.without(wide.1).is_empty())
}
