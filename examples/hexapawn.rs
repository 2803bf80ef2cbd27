//! A game for two: what it is worth, best play, and a database of it.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use gdl_runtime::SolveError;
use gdl_runtime::values::GameValues;
use std::env::temp_dir;
use std::process::id;

mod hexapawn {
    gdl_runtime::game!("games/hexapawn.gdl");
}

fn main() -> Result<(), SolveError> {
    let game = hexapawn::game();
    let values = game.solve_values()?;
    for best in values.line(&game.start(), 100)? {
        println!("{}", best.state);
    }
    let path = temp_dir().join(format!("hexapawn-{}.db", id()));
    println!("{} bytes in {}", values.write(&path)?, path.display());
    let kept = GameValues::open(&game, &path)?;
    for it in kept.moves(&game.start())? {
        println!("{}: {}", it.state, it.value.map_or("not known".to_owned(), |it| it.to_string()));
    }
    Ok(())
}
