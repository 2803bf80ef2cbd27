//! What a player sees: board, moves, values, endings.

use gdl::model::{Model, PlayerId, State};
use gdl_runtime::interp::{Ending, Play, draw_position};
use gdl_solver::answers::is_puzzle;
use gdl_solver::answers::line::{End, Line};
use gdl_solver::answers::rated::{Rated, rating};
use gdl_solver::answers::words::move_words;
use gdl_solver::text::counted;

/// The width that the list of moves takes at most.
const WIDTH: usize = 78;

/// The commands, for people.
pub(super) const HELP: &str = "\
A move: its number, its notation, or as much of that as is clear.
  hint            every move with its value, the best first
  value           what this position is worth to the player to move
  solution        best play from here to the end; of a puzzle a shortest solution
  back [N]        take back your last move, with the answer to it
  auto            let the computer make this move for you
  auto all        let the computer play everything to the end
  switch [WHO]    change sides; or play a certain player, `both` or `none`
  coach on|off    say when a move was not the best
  moves, board    show the moves, or the board, again
  position [TEXT] show this position as text; or go on with another one
  shuffle [N]     begin a puzzle after N random moves
  new             begin again
  quit            leave
";

/// The board with the points so far. When it is over, nobody is to move.
pub(super) fn board(model: &Model, state: &State, points: &[i64], is_over: bool) -> String {
    let mut text = format!("\n{}", draw_position(model, state));
    if is_over {
        text = text.replace(&format!("\n{} to move\n", name(model, state.mover)), "\n");
    }
    if !points.is_empty() {
        text.push_str(&format!("points: {}\n", points_text(model, points)));
    }
    text
}

/// The moves with their numbers, in columns.
pub(super) fn moves(plays: &[Play]) -> String {
    in_columns(&plays.iter().map(|play| play.text.as_str()).collect::<Vec<_>>())
}

fn in_columns(texts: &[&str]) -> String {
    let digits = texts.len().to_string().len();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let columns = (WIDTH / (digits + width + 4)).max(1);
    let numbered: Vec<(usize, &str)> = (1..).zip(texts.iter().copied()).collect();
    let row = |row: &[(usize, &str)]| {
        let cells = row.iter().map(|(number, text)| format!("{number:>digits$}. {text:width$}"));
        format!("  {}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    numbered.chunks(columns).map(row).collect()
}

/// Every move with its number among `plays` and its value, the best marked.
pub(super) fn hints(model: &Model, plays: &[Play], rated: &[Rated]) -> String {
    let best = rated.first().and_then(|rated| rating(rated.known));
    let digits = plays.len().to_string().len();
    let width = plays.iter().map(|play| play.text.chars().count()).max().unwrap_or(0);
    let row = |rated: &Rated| {
        let number = plays.iter().position(|play| play == &rated.play).map_or(0, |index| index + 1);
        let is_best = best.is_some() && rating(rated.known) == best;
        let mark = if is_best { '*' } else { ' ' };
        let words = move_words(model, rated.known);
        format!("{mark} {number:>digits$}. {:width$}  {words}\n", rated.play.text)
    };
    rated.iter().map(row).collect()
}

/// Best play, with numbers.
pub(super) fn line(model: &Model, line: &Line) -> String {
    if is_puzzle(model) && line.end == End::Over {
        let texts: Vec<&str> = line.moves.iter().map(|it| it.play.text.as_str()).collect();
        let length = counted(texts.len(), "move");
        return format!("a shortest solution, {length}:\n{}", in_columns(&texts));
    }
    let digits = line.moves.len().to_string().len();
    let width = line.moves.iter().map(|it| it.play.text.chars().count()).max().unwrap_or(0);
    let rows = (1..).zip(&line.moves).map(|(number, rated): (usize, &Rated)| {
        let words = move_words(model, rated.known);
        format!("  {number:>digits$}. {:width$}  {words}\n", rated.play.text)
    });
    let end = match line.end {
        End::Over => "",
        End::Repeats => "  ... and so on: the last position was here before\n",
        End::Unknown => "  ... what comes next is not known\n",
        End::Nowhere => "There is no way to the goal from here.\n",
        End::Cut => "  ... and so on\n",
    };
    rows.collect::<String>() + end
}

/// The name of a player; nothing in a puzzle.
pub(super) fn name(model: &Model, player: PlayerId) -> &str {
    model.players.get(player.index()).map_or("", |player| player.name.as_str())
}

/// How a game has ended, with all points.
pub(super) fn ending(model: &Model, outcome: &Ending, points: &[i64]) -> String {
    match outcome {
        Ending::Won(player) => format!("{} has won.\n", name(model, *player)),
        Ending::Lost(player) => format!("{} has lost.\n", name(model, *player)),
        Ending::Draw => "The game is drawn.\n".to_owned(),
        Ending::Score(payoffs) => {
            // There are no points before the first move.
            let points = points.iter().copied().chain(std::iter::repeat(0));
            let sums: Vec<i64> =
                payoffs.iter().zip(points).map(|(one, other)| one.saturating_add(other)).collect();
            let most = sums.iter().max().copied().unwrap_or(0);
            let leading: Vec<usize> = (0..sums.len()).filter(|it| sums[*it] == most).collect();
            let verdict = match leading[..] {
                [leader] => {
                    let second =
                        (0..sums.len()).filter(|it| *it != leader).map(|it| sums[it]).max();
                    let by = second.map_or(most, |second| most.saturating_sub(second));
                    let leader = model.players.get(leader).map_or("", |player| &player.name);
                    format!("{leader} has won by {}", counted(by.unsigned_abs(), "point"))
                }
                _ => "nobody has more than the other".to_owned(),
            };
            format!("The game is over: {}; {verdict}.\n", points_text(model, &sums))
        }
    }
}

fn points_text(model: &Model, points: &[i64]) -> String {
    let each = model.players.iter().zip(points);
    each.map(|(player, points)| format!("{} {points}", player.name)).collect::<Vec<_>>().join(", ")
}
