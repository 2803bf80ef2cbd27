//! Players, pieces and classes, and the words for what stands on a cell.

use super::names::Kind;
use super::{Ctx, Statements};
use crate::ast::{At, Atom, PieceDecl, Rel};
use crate::diagnostic::Code;
use crate::model::{Content, ContentSet, MAX_PIECES, Piece, PieceId, Player, PlayerId};
use crate::source::Span;
use crate::words::nearest;

/// The most players.
const MAX_PLAYERS: usize = 16;

/// What a class stands for, as far as it is worked out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Class {
    /// Worked out.
    Known(ContentSet),
    /// Wrong in itself; reported.
    Broken,
}

/// Resolves `players`.
pub(super) fn players(ctx: &mut Ctx<'_>, statements: &Statements<'_>) {
    let Some((span, list)) = statements.players else { return };
    if list.len() == 1 {
        let diagnostic = ctx.error(Code::OnePlayer, span, "a game has two players or more");
        ctx.report(
            diagnostic.label("only one").help("a puzzle for one has no `players` statement"),
        );
    }
    if list.len() > MAX_PLAYERS {
        let message =
            format!("there are {} players; at most {MAX_PLAYERS} are possible", list.len());
        ctx.report(ctx.error(Code::TooLarge, span, message));
        return;
    }
    for declared in list {
        if ctx.players.iter().any(|player| player.name == declared.name.node) {
            let message = format!("there is already a player called `{}`", declared.name.node);
            ctx.report(
                ctx.error(Code::DuplicateName, declared.name.span, message).label("declared again"),
            );
            continue;
        }
        let facing = declared.facing.as_ref().map(|facing| facing.node.clone());
        ctx.players.push(Player { name: declared.name.node.clone(), facing });
    }
}

/// Resolves `pieces` and `class`.
pub(super) fn pieces(ctx: &mut Ctx<'_>, statements: &Statements<'_>) {
    for pieces in &statements.pieces {
        let turns = match pieces.turns {
            Some(expr) => match ctx.natural(expr, &[]) {
                Some(turns @ 2..=255) => u8::try_from(turns).expect("just checked"),
                Some(turns) => {
                    let message = format!("a piece has 2 to 255 orientations, not {turns}");
                    ctx.report(ctx.error(Code::TooLarge, expr.span, message));
                    1
                }
                None => 1,
            },
            None => 1,
        };
        for declared in pieces.list {
            ctx.piece(declared, turns);
        }
    }
    if let Some(pieces) = statements.pieces.first() {
        if ctx.heap && ctx.pieces.len() > 1 {
            let diagnostic =
                ctx.error(Code::HeapAlone, pieces.span, "a board of heaps has one kind of piece");
            ctx.report(diagnostic.label("a heap and other pieces"));
        }
    } else {
        let diagnostic = ctx.error(Code::NoPieces, statements.first, "this game has no pieces");
        ctx.report(diagnostic.label("no `pieces` statement").help("declare them:  pieces o = peg"));
    }
    ctx.label_pieces();
    for (name, _) in &statements.classes {
        ctx.class(&name.node, statements, 0);
    }
}

impl Ctx<'_> {
    fn piece(&mut self, declared: &PieceDecl, turns: u8) {
        match declared {
            PieceDecl::Glyph { glyph, kind, owner } => {
                if matches!(glyph.node, '.' | '?') {
                    let message = format!(
                        "`{}` cannot be a piece: it has a meaning of its own in pictures",
                        glyph.node
                    );
                    self.report(self.error(Code::ReservedGlyph, glyph.span, message));
                }
                let owner = match owner {
                    Some(name) => match self.player(name) {
                        Some(player) => Some(player),
                        None => return,
                    },
                    None => None,
                };
                if let Some(known) =
                    self.pieces.iter().find(|piece| piece.glyph == Some(glyph.node))
                {
                    let message = format!("`{}` already stands for `{}`", glyph.node, known.label);
                    self.report(
                        self.error(Code::DuplicateName, glyph.span, message)
                            .label("one character, one piece"),
                    );
                    return;
                }
                let clashes = |piece: &Piece| {
                    let unowned = piece.owner.is_none() || owner.is_none();
                    piece.kind == kind.node && (unowned || piece.owner == owner)
                };
                if self.pieces.iter().any(clashes) {
                    let message = format!("the piece `{}` is declared twice", kind.node);
                    let diagnostic =
                        self.error(Code::DuplicateName, kind.span, message).label("declared again");
                    self.report(diagnostic.help("a kind may be declared again for another owner:  w = pawn of white, b = pawn of black"));
                    return;
                }
                self.add_piece(
                    Piece {
                        kind: kind.node.clone(),
                        owner,
                        glyph: Some(glyph.node),
                        turns,
                        label: kind.node.clone(),
                    },
                    kind.span,
                );
            }
            PieceDecl::Heap(kind) => {
                self.heap = true;
                let kind_name = kind.node.clone();
                self.add_piece(
                    Piece {
                        kind: kind_name.clone(),
                        owner: None,
                        glyph: None,
                        turns,
                        label: kind_name,
                    },
                    kind.span,
                );
            }
            PieceDecl::Family(range) => {
                let Some((from, to)) = self.ends_of(range, &[]) else { return };
                for number in from..=to {
                    let kind = number.to_string();
                    if self.pieces.iter().any(|piece| piece.kind == kind) {
                        let message = format!("the piece `{kind}` is declared twice");
                        self.report(self.error(Code::DuplicateName, range.span(), message));
                        return;
                    }
                    let glyph =
                        u32::try_from(number).ok().and_then(|digit| char::from_digit(digit, 10));
                    let piece =
                        Piece { kind: kind.clone(), owner: None, glyph, turns, label: kind };
                    if self.add_piece(piece, range.span()).is_none() {
                        return;
                    }
                }
            }
        }
    }

    fn add_piece(&mut self, piece: Piece, span: Span) -> Option<()> {
        if self.pieces.len() == MAX_PIECES {
            let message = format!("there are more than {MAX_PIECES} pieces");
            self.report(
                self.error(Code::TooLarge, span, message).label("too many kinds of pieces"),
            );
            return None;
        }
        self.pieces.push(piece);
        Some(())
    }

    /// Gives every piece a name no other piece has.
    fn label_pieces(&mut self) {
        for index in 0..self.pieces.len() {
            let piece = &self.pieces[index];
            let Some(owner) = piece.owner else { continue };
            if self.pieces.iter().filter(|other| other.kind == piece.kind).count() == 1 {
                continue;
            }
            let owner_name = &self.players[owner.index()].name;
            let owned = self.pieces.iter().filter(|other| other.owner == Some(owner)).count();
            self.pieces[index].label = if owned == 1 {
                owner_name.clone()
            } else {
                format!("{owner_name}_{}", self.pieces[index].kind)
            };
        }
    }

    /// Works out a class, and first the classes it is made of.
    fn class(&mut self, name: &str, statements: &Statements<'_>, depth: usize) -> Class {
        if let Some(class) = self.classes.get(name) {
            return *class;
        }
        let Some((declared, atoms)) =
            statements.classes.iter().find(|(declared, _)| declared.node == name)
        else {
            return Class::Broken;
        };
        self.classes.insert(name.to_owned(), Class::Broken);
        if depth > statements.classes.len() {
            return Class::Broken;
        }
        let mut set = ContentSet::NONE;
        let mut broken = false;
        for atom in *atoms {
            if let Atom::Named { rel: None, name: inner } = &atom.node
                && self.names.kind(inner) == Some(Kind::Class)
            {
                self.uses(inner);
                let circular =
                    inner == name || matches!(self.classes.get(inner), Some(Class::Broken));
                match self.class(inner, statements, depth + 1) {
                    Class::Known(inner) => set = set.union(inner),
                    Class::Broken => {
                        if circular {
                            let message = format!("the class `{name}` is made of itself");
                            self.report(self.error(Code::Circular, declared.span, message));
                        }
                        broken = true;
                    }
                }
                continue;
            }
            if !matches!(atom.node, Atom::Named { rel: None, .. } | Atom::Empty | Atom::Any) {
                let diagnostic = self.error(
                    Code::ClassOfPlayer,
                    atom.span,
                    "a class is the same for every player",
                );
                self.report(
                    diagnostic
                        .label("depends on whose turn it is")
                        .help("list kinds of pieces; write `my` where the class is used"),
                );
                broken = true;
                continue;
            }
            match self.contents(atom, PlayerId(0)) {
                Some(contents) => set = set.union(contents),
                None => broken = true,
            }
        }
        let class = if broken { Class::Broken } else { Class::Known(set) };
        self.classes.insert(name.to_owned(), class);
        class
    }

    /// What a word for contents means to `me`. `edge` has no meaning here.
    pub(super) fn contents(&mut self, atom: &At<Atom>, me: PlayerId) -> Option<ContentSet> {
        match &atom.node {
            Atom::Empty => Some(ContentSet::EMPTY_CELL),
            Atom::Any => Some(ContentSet::all_pieces(self.pieces.len())),
            Atom::Wild => {
                Some(ContentSet::all_pieces(self.pieces.len()).union(ContentSet::EMPTY_CELL))
            }
            Atom::Mine => self.owned(Rel::My, "mine", atom.span, me),
            Atom::Theirs => self.owned(Rel::Their, "theirs", atom.span, me),
            Atom::Edge => {
                let diagnostic =
                    self.error(Code::MisplacedEdge, atom.span, "`edge` has no meaning here");
                self.report(
                    diagnostic
                        .help("`edge` ends a row of cells:  [empty | any or edge] -> [mine | _]"),
                );
                None
            }
            Atom::Named { rel, name } => self.named_contents(*rel, name, atom.span, me),
        }
    }

    /// The pieces of `me` or of the others.
    fn owned(&mut self, rel: Rel, word: &str, span: Span, me: PlayerId) -> Option<ContentSet> {
        self.needs_players(word, span)?;
        let set = self.pieces_where(|piece| {
            piece.owner.is_some_and(|owner| (owner == me) == (rel == Rel::My))
        });
        if set.is_empty() {
            let whose = if rel == Rel::My {
                self.players[me.index()].name.clone()
            } else {
                "the opponent".to_owned()
            };
            let diagnostic = self.error(
                Code::OwnsNothing,
                span,
                format!("`{word}` means nothing: {whose} owns no pieces"),
            );
            self.report(diagnostic.help("say whose a piece is:  pieces w = man of white"));
            return None;
        }
        Some(set)
    }

    fn pieces_where(&self, holds: impl Fn(&Piece) -> bool) -> ContentSet {
        let ids = (0_u8..).map(PieceId).zip(&self.pieces);
        ids.filter(|(_, piece)| holds(piece)).map(|(id, _)| id.content()).collect()
    }

    fn named_contents(
        &mut self,
        rel: Option<Rel>,
        name: &str,
        span: Span,
        me: PlayerId,
    ) -> Option<ContentSet> {
        self.uses(name);
        let all = match self.names.kind(name) {
            Some(Kind::Class) => match self.classes.get(name) {
                Some(Class::Known(set)) => *set,
                _ => return None,
            },
            _ => self.pieces_where(|piece| piece.kind == name),
        };
        if all.is_empty() {
            self.unknown_piece(name, span);
            return None;
        }
        let Some(rel) = rel else { return Some(all) };
        let word = if rel == Rel::My { "my" } else { "their" };
        self.needs_players(word, span)?;
        let owner_of =
            |content: Content| content.piece().and_then(|piece| self.pieces[piece.index()].owner);
        if all.iter().all(|content| owner_of(content).is_none()) {
            let diagnostic = self.error(
                Code::NotOwned,
                span,
                format!("`{word} {name}` means nothing: nobody owns a `{name}`"),
            );
            self.report(
                diagnostic.help(format!("write `{name}` alone, or say whose it is in `pieces`")),
            );
            return None;
        }
        let wanted = |content: &Content| {
            owner_of(*content).is_some_and(|owner| (owner == me) == (rel == Rel::My))
        };
        let set: ContentSet = all.iter().filter(wanted).collect();
        if set.is_empty() {
            self.player_lacks(rel, name, span, me);
            return None;
        }
        Some(set)
    }

    fn player_lacks(&mut self, rel: Rel, name: &str, span: Span, me: PlayerId) {
        let lacking = match rel {
            Rel::My => me,
            Rel::Their => self.sides().into_iter().find(|player| *player != me).unwrap_or(me),
        };
        let player = self.players[lacking.index()].name.clone();
        let owner =
            self.pieces.iter().find(|piece| piece.kind == name).and_then(|piece| piece.owner);
        let owner = owner.map_or("the other player".to_owned(), |owner| {
            self.players[owner.index()].name.clone()
        });
        let diagnostic =
            self.error(Code::PlayerLacksKind, span, format!("{player} has no `{name}`"));
        let diagnostic = diagnostic.label(format!("only {owner} has one"));
        let help = format!(
            "did you forget a piece `{name} of {player}`? or say who may do this:  by {owner}"
        );
        self.report(diagnostic.help(help));
    }

    fn unknown_piece(&mut self, name: &str, span: Span) {
        // A kind whose declaration is broken was reported already.
        if self.names.kind(name) == Some(Kind::Piece) {
            return;
        }
        let diagnostic = self
            .error(Code::UnknownPiece, span, format!("no piece or class called `{name}`"))
            .label("unknown name");
        let mut known: Vec<&str> = Vec::new();
        for piece in &self.pieces {
            if !known.contains(&piece.kind.as_str()) {
                known.push(&piece.kind);
            }
        }
        known.extend(self.names.of_kinds(&[Kind::Class]));
        let drawn = self
            .pieces
            .iter()
            .find(|piece| piece.glyph.is_some_and(|glyph| name == glyph.to_string()));
        let help = match (drawn, nearest(name, known.iter().copied())) {
            (Some(piece), _) => format!(
                "`{name}` is the character of `{}` in pictures; write `{}`",
                piece.kind, piece.kind
            ),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) => format!("pieces are: {}", known.join(", ")),
        };
        self.report(diagnostic.help(help));
    }
}
