//! `gamec show`: the board with the names of its cells, and the start.

use crate::args::ShowArgs;
use crate::failure::Failure;
use crate::{load, output};
use gdl_runtime::interp::{Interp, draw_names, draw_position, position_text};
use serde::Serialize;

/// Draws the game.
pub(crate) fn run(args: &ShowArgs) -> Result<(), Failure> {
    let model = load::game(&args.game, args.json)?;
    let states = (0..model.starts.len())
        .filter_map(|index| Some(Interp::with_start(&model, index)?.start()));
    let starts: Vec<StartDrawing> = states
        .zip(&model.starts)
        .map(|(state, start)| StartDrawing {
            name: start.name.clone(),
            position: position_text(&model, &state),
            drawing: draw_position(&model, &state),
        })
        .collect();
    let names = draw_names(&model);
    if args.json {
        let cells = model.board.cells.iter().map(|cell| cell.name.clone()).collect();
        return output::write_json(&Drawings {
            game: model.title.clone(),
            params: crate::json::params(&model),
            cells,
            names,
            starts,
        });
    }
    let mut text = format!("{}\n\n{names}", model.title);
    for start in starts {
        let title = start.name.map_or("start".to_owned(), |name| format!("start \"{name}\""));
        text.push_str(&format!("\n{title}: {}\n\n{}", start.position, start.drawing));
    }
    output::write(&text)
}

/// What is drawn.
#[derive(Debug, Serialize)]
struct Drawings {
    game: String,
    params: serde_json::Map<String, serde_json::Value>,
    cells: Vec<String>,
    names: String,
    starts: Vec<StartDrawing>,
}

#[derive(Debug, Serialize)]
struct StartDrawing {
    name: Option<String>,
    position: String,
    drawing: String,
}
