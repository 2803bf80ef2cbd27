//! Statements other than moves and their consequences: one line each, or a line and a picture.

use super::condition::{atom, atoms, cond, expr, named, names, range, set_ref};
use super::page::pad;
use super::picture;
use crate::ast::{
    AreaSet, AreaTerm, Assign, AssignOp, At, Bind, BoardShape, Directions, Expect, ExpectValue,
    Expr, Goal, PieceDecl, PlayerDecl, ShapeTerm, StartItem, StartWhat, Stmt, StuckRule, Target,
    Verdict,
};

/// The word the statement begins with.
pub(super) fn keyword(stmt: &Stmt) -> &'static str {
    match stmt {
        Stmt::Game(_) => "game",
        Stmt::Param(_) => "param",
        Stmt::Players(_) => "players",
        Stmt::Board { .. } => "board",
        Stmt::Area { .. } => "area",
        Stmt::Pieces { .. } => "pieces",
        Stmt::Class { .. } => "class",
        Stmt::Counter { .. } => "counter",
        Stmt::Shape { .. } => "shape",
        Stmt::Start { .. } => "start",
        Stmt::Goal(_) => "goal",
        Stmt::Same(_) => "same",
        Stmt::Expect(_) => "expect",
        Stmt::Move(_) => "move",
        Stmt::After(_) => "after",
        Stmt::Illegal(_) => "illegal",
        Stmt::Outcome { verdict, .. } => match verdict.node {
            Verdict::Win => "win",
            Verdict::Lose => "lose",
            Verdict::Draw => "draw",
        },
        Stmt::Stuck(_) => "stuck",
        Stmt::Finish(_) => "finish",
    }
}

/// Whether the statement goes over several lines because of its picture.
pub(super) fn has_tall_picture(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Board { shape: BoardShape::Picture(art), .. }
        | Stmt::Start { what: StartWhat::Picture(art), .. }
        | Stmt::Goal(Goal::Picture(art)) => picture::is_tall(&art.node),
        _ => false,
    }
}

/// The text of a statement, its first word padded unless a tall picture follows.
pub(super) fn text(stmt: &Stmt, keyword_width: usize) -> String {
    let width = if has_tall_picture(stmt) { 0 } else { keyword_width };
    format!("{} {}", pad(keyword(stmt), width), rest(stmt))
}

/// What follows the first word. Moves and consequences are written elsewhere ([`super::body`]).
fn rest(stmt: &Stmt) -> String {
    match stmt {
        Stmt::Game(title) => quoted(title),
        Stmt::Param(list) => binds(list),
        Stmt::Players(list) => comma_separated(list, player),
        Stmt::Board { shape, links } => {
            let shape = match shape {
                BoardShape::Picture(art) => picture::text(&art.node),
                BoardShape::Builder { name, args } => format!("{}({})", name.node, exprs(args)),
            };
            match links {
                Some(list) => format!("{shape} links {}", directions(list)),
                None => shape,
            }
        }
        Stmt::Area { name, terms } => {
            format!("{} = {}", name.node, comma_separated(terms, area_term))
        }
        Stmt::Pieces { list, turns } => {
            let list = comma_separated(list, piece);
            match turns {
                Some(number) => format!("{list} turns {}", expr(&number.node)),
                None => list,
            }
        }
        Stmt::Class { name, atoms: list } => format!("{} = {}", name.node, atoms(list)),
        Stmt::Counter { name, value, each } => {
            format!("{} = {}{}", name.node, expr(&value.node), if *each { " each" } else { "" })
        }
        Stmt::Shape { name, terms } => {
            format!(
                "{} = {}",
                name.node,
                terms.iter().map(shape_term).collect::<Vec<_>>().join(" or ")
            )
        }
        Stmt::Start { name, what } => {
            let name = name.as_ref().map(|name| quoted(name) + " ").unwrap_or_default();
            match what {
                StartWhat::Picture(art) => name + &picture::text(&art.node),
                StartWhat::Items(list) => {
                    name + &comma_separated(list, |item| start_item(&item.node))
                }
            }
        }
        Stmt::Goal(Goal::Start(_)) => "start".to_owned(),
        Stmt::Goal(Goal::Picture(art)) => picture::text(&art.node),
        Stmt::Goal(Goal::When(when)) => cond(&when.node),
        Stmt::Same(word) => word.node.clone(),
        Stmt::Expect(it) => expect(it),
        Stmt::Illegal(when) => format!("when {}", cond(&when.node)),
        Stmt::Outcome { player, when, .. } => {
            let player = player.as_ref().map(|name| format!("{} ", name.node)).unwrap_or_default();
            format!("{player}when {}", cond(&when.node))
        }
        Stmt::Stuck(StuckRule::ByScore(_)) => "by score".to_owned(),
        Stmt::Stuck(StuckRule::Word(word)) => word.node.clone(),
        Stmt::Finish(it) => assign(&it.node),
        Stmt::Move(_) | Stmt::After(_) => String::new(),
    }
}

/// `all` or names.
pub(super) fn directions(list: &Directions) -> String {
    match list {
        Directions::All(_) => "all".to_owned(),
        Directions::Named(list) => names(list, " "),
    }
}

/// `my hand -= 1`
pub(super) fn assign(assign: &Assign) -> String {
    let target = match &assign.target.node {
        Target::Score => "score",
        Target::Counter(name) => name,
    };
    let op = match assign.op {
        AssignOp::Add => "+=",
        AssignOp::Subtract => "-=",
    };
    format!("{} {op} {}", named(assign.rel, target), expr(&assign.value.node))
}

fn quoted(text: &At<String>) -> String {
    format!("\"{}\"", text.node)
}

fn comma_separated<T>(list: &[T], text: impl Fn(&T) -> String) -> String {
    list.iter().map(text).collect::<Vec<_>>().join(", ")
}

fn exprs(list: &[At<Expr>]) -> String {
    comma_separated(list, |number| expr(&number.node))
}

fn binds(list: &[Bind]) -> String {
    comma_separated(list, |bind| format!("{} = {}", bind.name.node, expr(&bind.value.node)))
}

fn player(player: &PlayerDecl) -> String {
    match &player.facing {
        Some(direction) => format!("{} facing {}", player.name.node, direction.node),
        None => player.name.node.clone(),
    }
}

fn area_term(term: &AreaTerm) -> String {
    let set = match &term.set {
        AreaSet::Start(word) => format!("start {}", atom(&word.node)),
        AreaSet::Set(set) => set_ref(&set.node),
    };
    match &term.of {
        Some(owner) => format!("{set} of {}", owner.node),
        None => set,
    }
}

fn piece(piece: &PieceDecl) -> String {
    match piece {
        PieceDecl::Glyph { glyph, kind, owner: Some(owner) } => {
            format!("{} = {} of {}", glyph.node, kind.node, owner.node)
        }
        PieceDecl::Glyph { glyph, kind, owner: None } => format!("{} = {}", glyph.node, kind.node),
        PieceDecl::Heap(kind) => format!("{} heap", kind.node),
        PieceDecl::Family(numbers) => range(numbers),
    }
}

fn shape_term(term: &ShapeTerm) -> String {
    let mut text = term.name.node.clone();
    if !term.args.is_empty() {
        text.push_str(&format!("({})", exprs(&term.args)));
    }
    if let Some(along) = &term.along {
        text.push_str(&format!(" along {}", directions(along)));
    }
    text
}

fn start_item(item: &StartItem) -> String {
    match item {
        StartItem::Range(numbers) => range(numbers),
        StartItem::Empty => "empty".to_owned(),
        StartItem::Each(number) => format!("{} each", expr(&number.node)),
        StartItem::Number(number) => number.to_string(),
        StartItem::Name(name) => name.clone(),
    }
}

fn expect(expect: &Expect) -> String {
    let value = match &expect.value.node {
        ExpectValue::Number(number) => number.to_string(),
        ExpectValue::Text(text) => format!("\"{text}\""),
        ExpectValue::Word(word) => word.clone(),
    };
    let mut text = format!("{} {} {value}", expect.fact.node, expect.op.symbol());
    if !expect.tier.is_empty() {
        text.push_str(&format!(" at {}", binds(&expect.tier)));
    }
    if let Some(start) = &expect.start {
        text.push_str(&format!(" from {}", quoted(start)));
    }
    if !expect.params.is_empty() {
        text.push_str(&format!(" with {}", binds(&expect.params)));
    }
    text
}
