//! Small games built by hand, for tests that must not depend on how game files are read.
//!
//! All are on a row or ring of numbered cells with the pieces `a`, `b`, `c` ...; contents are
//! given as in position texts (`ab.`).

use gdl::model::State;
use gdl::model::{
    Action, Alternative, Board, BoardKind, Body, Canvas, Cell, CellId, CellSet, Cond, Content,
    ContentSet, Counter, Effect, InShape, Model, Move, Piece, Player, PlayerId, Region, Rule,
    Start, Step, Write,
};
use gdl::{Source, Span};

/// A puzzle on a row with this start and no moves.
pub(super) fn row(start: &str) -> Model {
    let cells: Vec<u8> = start.bytes().map(content).collect();
    let kinds = cells.iter().copied().max().unwrap_or(0).max(2);
    let cell = |index: usize| Cell { name: (index + 1).to_string(), column: small(index), row: 0 };
    Model {
        source: Source::new("toy", ""),
        title: "Toy".to_owned(),
        params: Vec::new(),
        players: Vec::new(),
        board: Board {
            kind: BoardKind::Row,
            cells: (0..cells.len()).map(cell).collect(),
            directions: Vec::new(),
            links: Vec::new(),
            faces: Vec::new(),
            canvas: Canvas {
                lines: vec![" ".repeat(2 * cells.len() - 1)],
                places: (0..cells.len()).map(|index| (0, 2 * index)).collect(),
            },
        },
        pieces: (b'a'..).take(usize::from(kinds)).map(|glyph| piece(glyph, None)).collect(),
        heap: false,
        counters: Vec::new(),
        shapes: Vec::new(),
        starts: vec![Start { name: None, cells }],
        goal: None,
        same_rotations: false,
        moves: Vec::new(),
        afters: Vec::new(),
        illegal: Vec::new(),
        ends: Vec::new(),
        stuck: None,
        finish: Vec::new(),
        expects: Vec::new(),
    }
}

/// A row for two players, `white` with the pieces `a` and `black` with the pieces `b`.
pub(super) fn duel(start: &str) -> Model {
    let mut model = row(start);
    model.players =
        ["white", "black"].map(|name| Player { name: name.to_owned(), facing: None }).to_vec();
    model.pieces =
        (b'a'..).zip([0, 1]).map(|(glyph, owner)| piece(glyph, Some(PlayerId(owner)))).collect();
    model.stuck = Some(gdl::model::Stuck::Loses);
    model
}

/// A counter for everybody.
pub(super) fn counter(name: &str, initial: u8) -> Counter {
    Counter { name: name.to_owned(), owner: None, initial }
}

/// A rule that turns the contents `left`, beginning at a cell (from 0), into `right`. `here` is
/// the cell that gets a piece, `source` the one that loses the same.
pub(super) fn rule(at: u8, left: &str, right: &str) -> Rule {
    let cells = (at..).map(CellId);
    let sides = || cells.clone().zip(left.bytes().map(content)).zip(right.bytes().map(content));
    let changed = || sides().filter(|((_, before), after)| before != after);
    let arrival = changed().find(|(_, after)| *after != 0);
    let here = arrival.map(|((cell, _), _)| cell);
    let source = arrival.and_then(|(_, piece)| changed().find(|((_, before), _)| *before == piece));
    Rule {
        needs: sides()
            .map(|((cell, before), _)| (cell, ContentSet::only(Content(before))))
            .collect(),
        in_shape: Vec::<InShape>::new(),
        writes: changed().map(|((cell, _), after)| (cell, Write::Put(Content(after)))).collect(),
        here,
        source: source.map(|((cell, _), _)| cell),
    }
}

/// The rule at every place of a board of `cells` cells, in both directions.
pub(super) fn everywhere(cells: u8, left: &str, right: &str) -> Vec<Rule> {
    let reversed = |text: &str| text.chars().rev().collect::<String>();
    let length = u8::try_from(left.len()).expect("short");
    let mut rules: Vec<Rule> = (0..=cells - length).map(|at| rule(at, left, right)).collect();
    rules.extend((0..=cells - length).map(|at| rule(at, &reversed(left), &reversed(right))));
    rules
}

/// A move of a player.
pub(super) fn play(name: &str, player: u8, body: Body) -> Move {
    Move {
        name: name.to_owned(),
        args: Vec::new(),
        player: PlayerId(player),
        guard: None,
        must: false,
        body,
        afters: Vec::new(),
        span: Span::default(),
    }
}

/// One alternative of one step.
pub(super) fn alternative(rules: Vec<Rule>, effects: Vec<Effect>) -> Alternative {
    Alternative { otherwise: false, steps: vec![Step { action: Action::Rewrite(rules), effects }] }
}

/// An alternative after `else`.
pub(super) fn otherwise(rules: Vec<Rule>) -> Alternative {
    Alternative { otherwise: true, ..alternative(rules, Vec::new()) }
}

/// A body of one rewrite.
pub(super) fn once(rules: Vec<Rule>) -> Body {
    Body::Once(vec![alternative(rules, Vec::new())])
}

/// That some cell holds this.
pub(super) fn some(glyph: u8, cells: &[u8]) -> Cond {
    Cond::Some {
        contents: ContentSet::only(Content(content(glyph))),
        region: Region {
            cells: cells.iter().map(|&cell| CellId(cell)).collect::<CellSet>(),
            shape: None,
        },
    }
}

/// A state of a model in which nothing turns, with its counters as at the start.
pub(super) fn state(model: &Model, cells: &str, mover: u8) -> State {
    State {
        cells: cells.bytes().map(content).collect(),
        turns: Vec::new(),
        counters: model.counters.iter().map(|counter| counter.initial).collect(),
        mover: PlayerId(mover),
    }
}

/// The contents of a state, as in position texts.
pub(super) fn cells(state: &State) -> String {
    let glyph = |&content: &u8| if content == 0 { '.' } else { char::from(b'a' + content - 1) };
    state.cells.iter().map(glyph).collect()
}

fn content(glyph: u8) -> u8 {
    if glyph == b'.' { 0 } else { glyph - b'a' + 1 }
}

fn piece(glyph: u8, owner: Option<PlayerId>) -> Piece {
    let name = char::from(glyph).to_string();
    Piece { kind: name.clone(), owner, glyph: Some(char::from(glyph)), turns: 1, label: name }
}

fn small(number: usize) -> u16 {
    u16::try_from(number).expect("few cells")
}
