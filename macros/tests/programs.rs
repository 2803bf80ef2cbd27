//! Programs with games in them.

use gdl_runtime::engine::Rules;
use std::env;
use std::fs;

/// A stack of pancakes.
mod stack {
    gdl_runtime::game!("tests/ui/stack.gdl");
}

/// The same stack with another number of pancakes, numbered otherwise.
mod settings {
    gdl_runtime::game!("tests/ui/stack.gdl", n = 5, hash = "myrvold-ruskey",);
}

/// Two starts.
mod starts {
    gdl_runtime::gdl! {
        r#"
            game "Hops"
            board  row(4)
            pieces a = ant, b = bug
            start "apart" { a . . b }
            start "alone" { a . . . }
            move step: [any | empty] -> [empty | any]
        "#,
        start = "alone"
    }
}

#[test]
fn settings_are_used() {
    assert_eq!((stack::SIZE, settings::SIZE, starts::SIZE), (24, 120, 4));
    let (lexicographic, other) = (stack::game(), settings::game());
    assert_eq!(lexicographic.start().cells, [1, 2, 3, 4]);
    assert_eq!(lexicographic.unrank(1).cells, [1, 2, 4, 3]);
    assert_ne!(other.unrank(1).cells, [1, 2, 3, 5, 4]);
}

#[test]
fn games_are_solved() {
    let layers = stack::game().solve().expect("it is small").layers;
    assert_eq!(layers, [1, 3, 6, 11, 3]);
    let layers = starts::game().solve().expect("it is small").layers;
    assert_eq!(layers, [1, 1, 1, 1]);
    assert_eq!((stack::Game::TITLE, starts::Game::TITLE), ("A stack", "Hops"));
}

/// A puzzle with a goal.
mod frogs {
    gdl_runtime::game!("../games/frogs.gdl");
}

/// Two players, and WGSL.
mod race {
    gdl_runtime::gdl! {
        r#"
            game "Race"
            players white facing e, black facing w
            board  { w . . . b }
            pieces w = runner of white, b = runner of black
            move run along fwd: [my runner | empty] -> [empty | my runner]
            stuck loses
        "#,
        wgsl = true
    }
}

#[test]
fn games_for_two_have_values() {
    let game = race::game();
    let values = game.solve_values().expect("it is small");
    let start = values.value(&game.start()).expect("memory does not fail");
    assert_eq!(start.map(|value| value.to_string()).as_deref(), Some("won in 3 plies"));
    let line = values.line(&game.start(), 10).expect("memory does not fail");
    let line: Vec<String> = line.iter().map(|step| step.state.to_string()).collect();
    assert_eq!(line, [".w..b black", ".w.b. white", "..wb. black"]);
    assert!(race::Game::WGSL.text.contains("fn successors("));
}

#[test]
fn puzzles_with_a_goal_have_distances() {
    let game = frogs::game();
    let values = game.solve_values().expect("it is small");
    let start = values.value(&game.start()).expect("memory does not fail");
    assert_eq!(start.and_then(|value| value.plies), Some(15));
    let line = values.line(&game.start(), 100).expect("memory does not fail");
    assert_eq!(line.len(), 15);
    assert!(line.last().is_some_and(|step| game.is_goal(&step.state)));
    assert_eq!(values.counts().total(), 140);
}

#[test]
fn positions_are_written_and_read() {
    let start = starts::game().start();
    assert_eq!(start.to_string(), "a...");
    assert_eq!("a...".parse(), Ok(start));
    assert!("a..".parse::<starts::State>().is_err());
}

/// Cargo compiles a program again when a file changes that the compiler has listed beside it.
#[test]
fn the_program_depends_on_the_file() {
    let program = env::current_exe().expect("this is a program");
    let files = fs::read_to_string(program.with_extension("d")).expect("the compiler lists files");
    assert!(files.contains("stack.gdl"), "{files}");
}
