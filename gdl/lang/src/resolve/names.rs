//! The names a file declares, so that nothing is declared twice and a use of a broken declaration
//! is not called unknown.

use super::{Ctx, Statements};
use crate::ast::{Name, PieceDecl};
use crate::diagnostic::Code;
use crate::source::Span;
use std::collections::BTreeMap;

/// What a name stands for. Players and moves have name spaces of their own: they stand only where
/// nothing else can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Param,
    Piece,
    Class,
    Counter,
    Shape,
    Area,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Param => "a parameter",
            Kind::Piece => "a piece",
            Kind::Class => "a class",
            Kind::Counter => "a counter",
            Kind::Shape => "a shape",
            Kind::Area => "an area",
        }
    }
}

/// All declared names but those of players and moves.
#[derive(Debug, Default)]
pub(super) struct Names {
    declared: BTreeMap<String, (Kind, Span)>,
}

impl Names {
    /// What a name stands for.
    pub(super) fn kind(&self, name: &str) -> Option<Kind> {
        self.declared.get(name).map(|(kind, _)| *kind)
    }

    /// The names of these kinds, in alphabetical order.
    pub(super) fn of_kinds<'a>(&'a self, kinds: &'a [Kind]) -> impl Iterator<Item = &'a str> {
        self.declared
            .iter()
            .filter(|(_, (kind, _))| kinds.contains(kind))
            .map(|(name, _)| name.as_str())
    }
}

/// Enters every declared name and reports those declared twice.
pub(super) fn declare(ctx: &mut Ctx<'_>, statements: &Statements<'_>) {
    for bind in &statements.params {
        ctx.declare(&bind.name, Kind::Param);
    }
    for pieces in &statements.pieces {
        for piece in pieces.list {
            match piece {
                // A kind may have several owners, which `pieces` looks into.
                PieceDecl::Glyph { kind, .. }
                    if ctx.names.kind(&kind.node) == Some(Kind::Piece) => {}
                PieceDecl::Glyph { kind, .. } => ctx.declare(kind, Kind::Piece),
                PieceDecl::Heap(kind) => ctx.declare(kind, Kind::Piece),
                PieceDecl::Family(_) => {}
            }
        }
    }
    for (name, _) in &statements.classes {
        ctx.declare(name, Kind::Class);
    }
    for (name, _, _) in &statements.counters {
        ctx.declare(name, Kind::Counter);
    }
    for (name, _) in &statements.shapes {
        ctx.declare(name, Kind::Shape);
    }
    for (name, _, _) in &statements.areas {
        ctx.declare(name, Kind::Area);
    }
    duplicate_moves(ctx, statements);
}

/// Warns of declarations that nothing uses.
pub(super) fn unused(ctx: &mut Ctx<'_>, statements: &Statements<'_>) {
    let params = statements.params.iter().map(|bind| (&bind.name, "parameter"));
    let classes = statements.classes.iter().map(|(name, _)| (*name, "class"));
    let counters = statements.counters.iter().map(|(name, _, _)| (*name, "counter"));
    let shapes = statements.shapes.iter().map(|(name, _)| (*name, "shape"));
    let areas = statements.areas.iter().map(|(name, _, _)| (*name, "area"));
    for (name, kind) in params.chain(classes).chain(counters).chain(shapes).chain(areas) {
        if !ctx.used.contains(&name.node) {
            ctx.report(ctx.error(
                Code::UnusedName,
                name.span,
                format!("nothing uses the {kind} `{}`", name.node),
            ));
        }
    }
}

impl Ctx<'_> {
    fn declare(&mut self, name: &Name, kind: Kind) {
        if let Some((earlier, span)) = self.names.declared.get(&name.node).copied() {
            let message = format!("`{}` is already {}", name.node, earlier.word());
            let diagnostic =
                self.error(Code::DuplicateName, name.span, message).label("declared again");
            self.report(diagnostic.other(span, "declared here"));
            return;
        }
        self.names.declared.insert(name.node.clone(), (kind, name.span));
    }
}

fn duplicate_moves(ctx: &mut Ctx<'_>, statements: &Statements<'_>) {
    let mut moves: BTreeMap<&str, Span> = BTreeMap::new();
    for (declared, _) in &statements.moves {
        if let Some(earlier) = moves.get(declared.name.node.as_str()) {
            let message = format!("there is already a move called `{}`", declared.name.node);
            let diagnostic =
                ctx.error(Code::DuplicateName, declared.name.span, message).label("declared again");
            let diagnostic = diagnostic.other(*earlier, "declared here");
            ctx.report(
                diagnostic.help("one move may have several alternatives, one below the other"),
            );
        } else {
            moves.insert(&declared.name.node, declared.name.span);
        }
    }
}
