//! A game of one's own, solved in twenty lines.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

mod frogs {
    gdl_runtime::gdl! { r#"
        game "Frogs and toads"
        board  { f f f f . t t t t }
        pieces f = frog, t = toad
        move slide: [any | empty]         -> [empty | any]
        move jump:  [p:any | any | empty] -> [empty | _ | p]
    "# }
}

fn main() -> Result<(), gdl_runtime::SolveError> {
    let found = frogs::game().solve()?;
    for (depth, states) in found.layers.iter().enumerate() {
        println!("{depth:5} {states:9}");
    }
    println!("{} positions, depth {}", found.states, found.layers.len() - 1);
    Ok(())
}
