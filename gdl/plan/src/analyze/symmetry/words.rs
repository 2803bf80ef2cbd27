//! Symmetries in words.

use super::{Duality, Symmetries, Symmetry};
use crate::model::{Board, BoardKind, Cell, CellId, CellSet, Content, Model, PieceId};

/// The most symmetries that are named one by one.
const MOST_NAMED: usize = 8;

/// A content by number.
pub(super) fn content(number: usize) -> Content {
    Content(u8::try_from(number).expect("at most MAX_PIECES"))
}

/// Everything that was found, one sentence each; of the starts only these are spoken of.
pub(super) fn sentences(
    model: &Model,
    found: &Symmetries,
    moved: CellSet,
    starts: &[usize],
) -> Vec<String> {
    let mut sentences = Vec::new();
    for class in &found.interchangeable {
        let labels = list(class.iter().map(|piece| label(model, piece.content())));
        sentences.push(format!("{labels} are interchangeable: no rule tells them apart"));
    }
    if model.same_rotations {
        sentences.push(
            "turns of the ring make no difference already, so they are not counted as symmetries"
                .to_owned(),
        );
    }
    let at_least = if found.complete { "" } else { "at least " };
    match found.order {
        Some(1) if !found.complete => sentences.push("no symmetry is known".to_owned()),
        Some(1) => sentences.push("no turn or reflection of the board keeps all rules".to_owned()),
        order => {
            let order = number(order);
            let with = "leaving everything as it is included";
            sentences.push(format!("{at_least}{order} symmetries keep all rules, {with}"));
        }
    }
    if found.order_with_swaps != found.order {
        let order = number(found.order_with_swaps);
        sentences.push(format!("{at_least}{order} do if the players may change places as well"));
    }
    if found.order_with_swaps != Some(1) {
        sentences.extend(kinds(model, found, moved));
        sentences.extend(kept(model, found, starts));
    }
    if let Some(duality) = &found.duality {
        sentences.extend(dual(model, duality, moved));
    }
    sentences
}

/// The symmetries by name if there are few, otherwise some that make all others.
fn kinds(model: &Model, found: &Symmetries, moved: CellSet) -> Option<String> {
    let few = found.elements.as_deref().filter(|all| all.len() <= MOST_NAMED);
    let (intro, named) = match few {
        Some(all) => ("they are", &all[1..]),
        None => ("all come from", found.generators.as_slice()),
    };
    let mut names: Vec<String> =
        named.iter().map(|symmetry| name(model, symmetry, moved)).collect();
    if names.len() > MOST_NAMED {
        let others = names.split_off(MOST_NAMED).len();
        names.push(format!("{others} others"));
    }
    (!names.is_empty()).then(|| format!("{intro} {}", names.join("; ")))
}

/// How many keep the starts and the goal.
fn kept(model: &Model, found: &Symmetries, starts: &[usize]) -> Vec<String> {
    let Some(elements) = &found.elements else { return Vec::new() };
    let keeping = |keeps: &dyn Fn(&Symmetry) -> bool| {
        elements.iter().filter(|element| keeps(element)).count()
    };
    let renamed = if found.interchangeable.is_empty() { "" } else { ", up to the names of pieces" };
    let mut sentences = Vec::new();
    for &number in starts {
        let name =
            model.starts[number].name.as_ref().map_or(String::new(), |name| format!(" {name:?}"));
        let count = keeping(&|element| element.keeps_start[number]);
        sentences.push(format!("{count} of these keep the start{name}{renamed}"));
    }
    if model.goal.is_some() {
        let count = keeping(&|element| element.keeps_goal);
        sentences.push(format!("{count} of these keep the goal{renamed}"));
    }
    sentences
}

fn dual(model: &Model, duality: &Duality, moved: CellSet) -> Vec<String> {
    let mut parts: Vec<String> = contents_name(model, &duality.contents).into_iter().collect();
    parts.extend(cells_name(&model.board, &duality.cells, moved));
    let what = parts.join(" together with ");
    let mut sentences = vec![format!("{what} turns every move into a move backwards")];
    if duality.start_to_goal.iter().all(|goal| *goal) {
        sentences.push("it turns the start into a solved position".to_owned());
    }
    sentences
}

/// A symmetry in words.
fn name(model: &Model, symmetry: &Symmetry, moved: CellSet) -> String {
    let mut parts: Vec<String> =
        cells_name(&model.board, &symmetry.cells, moved).into_iter().collect();
    let mut contents = vec![Content::EMPTY];
    contents.extend(symmetry.pieces.iter().map(|piece| piece.content()));
    let owner = |piece: usize| model.pieces[piece].owner;
    // That the players' pieces go with them is clear.
    let by_owner = (0..symmetry.pieces.len()).all(|piece| {
        let image = symmetry.pieces[piece].index();
        image == piece
            || model.pieces[piece].kind == model.pieces[image].kind
                && owner(piece).map(|player| symmetry.players[player.index()]) == owner(image)
                && owner(piece) != owner(image)
    });
    if !by_owner {
        parts.extend(contents_name(model, &contents));
    }
    if !symmetry.keeps_players() {
        parts.push("exchanging the players".to_owned());
    }
    parts.join(" and ")
}

/// A permutation of contents in words; none if nothing changes.
fn contents_name(model: &Model, contents: &[Content]) -> Option<String> {
    let cycles = cycles(contents.len(), |index| usize::from(contents[index].0));
    let named = cycles.iter().map(|cycle| {
        // The empty cell comes last.
        let pieces = cycle.iter().filter(|index| **index > 0);
        let ordered = pieces.chain(cycle.iter().filter(|index| **index == 0));
        let labels: Vec<String> = ordered.map(|index| label(model, content(*index))).collect();
        match labels.as_slice() {
            [one, other] => format!("exchanging {one} and {other}"),
            labels => format!("replacing {} in turn", labels.join(" by ")),
        }
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| named.join(", "))
}

/// A permutation of cells in words; none if nothing moves.
fn cells_name(board: &Board, cells: &[CellId], moved: CellSet) -> Option<String> {
    let moved: Vec<CellId> = moved.iter().collect();
    if moved.iter().all(|cell| cells[cell.index()] == *cell) {
        return None;
    }
    let is = |image: &dyn Fn(usize) -> Option<CellId>| {
        moved.iter().all(|cell| image(cell.index()) == Some(cells[cell.index()]))
    };
    if board.kind == BoardKind::Ring {
        let count = cells.len();
        let at = |number: usize| Some(CellId(u8::try_from(number % count).ok()?));
        let first = cells[0].index();
        if is(&|index| at(index + first)) {
            return Some(format!("a turn of the ring by {first}"));
        }
        if is(&|index| at(first + count - index)) {
            return Some("a reflection of the ring".to_owned());
        }
    }
    if board.kind != BoardKind::Points {
        let squares = SQUARE.iter().filter(|_| board.kind != BoardKind::Hex);
        let known = UPRIGHT.iter().chain(squares);
        let known = known.chain(HEXAGONAL.iter().filter(|_| board.kind == BoardKind::Hex));
        let places = places(board, &moved);
        for (name, [a, b, c, d]) in known {
            let fits = moved.iter().all(|cell| {
                let (x, y) = places[cell.index()];
                let (image_x, image_y) = places[cells[cell.index()].index()];
                (a * x + b * y, c * x + d * y) == (2 * image_x, 2 * image_y)
            });
            if fits {
                return Some((*name).to_owned());
            }
        }
    }
    Some(by_cycles(board, cells))
}

/// Turns and reflections: names and twice their matrices; `x` grows to the right and `y`
/// downwards, from the centre of the board.
const UPRIGHT: [(&str, [i64; 4]); 3] = [
    ("a left-right reflection", [-2, 0, 0, 2]),
    ("a top-bottom reflection", [2, 0, 0, -2]),
    ("a half turn", [-2, 0, 0, -2]),
];

/// More turns and reflections, for boards of squares.
const SQUARE: [(&str, [i64; 4]); 4] = [
    ("a quarter turn", [0, -2, 2, 0]),
    ("a quarter turn back", [0, 2, -2, 0]),
    ("a reflection in a falling diagonal", [0, 2, 2, 0]),
    ("a reflection in a rising diagonal", [0, -2, -2, 0]),
];

/// More turns and reflections, for boards of hexagons, whose cells in a row lie two columns apart.
const HEXAGONAL: [(&str, [i64; 4]); 8] = [
    ("a sixth of a turn", [1, -3, 1, 1]),
    ("a third of a turn", [-1, -3, 1, -1]),
    ("a third of a turn back", [-1, 3, -1, -1]),
    ("a sixth of a turn back", [1, 3, -1, 1]),
    ("a reflection in a falling line", [1, 3, 1, -1]),
    ("a reflection in a rising line", [1, -3, -1, -1]),
    ("a reflection in a steeply falling line", [-1, 3, 1, 1]),
    ("a reflection in a steeply rising line", [-1, -3, -1, 1]),
];

/// Where the cells lie, seen from the centre of those that matter, in units that make it whole
/// numbers.
fn places(board: &Board, moved: &[CellId]) -> Vec<(i64, i64)> {
    let place = |cell: &Cell| (i64::from(cell.column), i64::from(cell.row));
    let of = |cell: &CellId| place(&board.cells[cell.index()]);
    let count = i64::try_from(moved.len()).expect("at most MAX_CELLS");
    let sum_x: i64 = moved.iter().map(|cell| of(cell).0).sum();
    let sum_y: i64 = moved.iter().map(|cell| of(cell).1).sum();
    let seen = |cell: &Cell| (count * place(cell).0 - sum_x, count * place(cell).1 - sum_y);
    board.cells.iter().map(seen).collect()
}

/// The cells that change places, as many as are worth reading.
fn by_cycles(board: &Board, cells: &[CellId]) -> String {
    let cycles = cycles(cells.len(), |index| cells[index].index());
    let name = |index: &usize| board.cells[*index].name.clone();
    let pairs = cycles.iter().all(|cycle| cycle.len() == 2);
    let (verb, joint) = if pairs { ("exchanging", " with ") } else { ("moving", " to ") };
    let mut named: Vec<String> =
        cycles.iter().map(|cycle| cycle.iter().map(name).collect::<Vec<_>>().join(joint)).collect();
    if named.len() > 4 {
        let others = named.split_off(3).len();
        named.push(format!("{others} more"));
    }
    format!("{verb} {}", list(named.into_iter()))
}

/// The cycles of a permutation that are longer than one.
fn cycles(count: usize, image: impl Fn(usize) -> usize) -> Vec<Vec<usize>> {
    let mut seen = vec![false; count];
    let mut cycles = Vec::new();
    for first in 0..count {
        let mut cycle = Vec::new();
        let mut next = first;
        while !std::mem::replace(&mut seen[next], true) {
            cycle.push(next);
            next = image(next);
        }
        if cycle.len() > 1 {
            cycles.push(cycle);
        }
    }
    cycles
}

fn label(model: &Model, content: Content) -> String {
    let piece = content.piece().map(PieceId::index);
    piece.map_or("empty".to_owned(), |piece| model.pieces[piece].label.clone())
}

fn number(order: Option<u128>) -> String {
    order.map_or("more than 10^38".to_owned(), |order| order.to_string())
}

fn list(words: impl Iterator<Item = String>) -> String {
    let mut words: Vec<String> = words.collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} and {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}
