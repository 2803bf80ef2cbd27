//! Games as Rust code: `game!` compiles a game file while a program is compiled, `gdl!` a game
//! written in the program.
//!
//! Programs get both from `gdl-runtime`, whose feature `macros` this crate is: the code they stand
//! for needs that crate, and no other.
//!
//! Everything is decided and printed by the crates of the language, as for `gamec emit rust`. Here
//! its arguments are read (`arguments`), the text is found (`text`) and compiled with all mistakes
//! at their places (`compile`), and the code becomes items (`expand`).

#![forbid(unsafe_code)]

mod arguments;
mod compile;
mod expand;
mod folder;
mod text;
mod valued;

use arguments::Arguments;
use proc_macro::TokenStream;
use quote::quote;
use syn::{LitStr, parse_macro_input};

/// Compiles a game file.
///
/// The path begins at the folder of the crate's `Cargo.toml`. The items are those of one game, so
/// they want a module of their own:
///
/// ```
/// mod frogs {
///     gdl_runtime::game!("../games/frogs.gdl");
/// }
///
/// let found = frogs::game().solve()?;
/// assert_eq!(found.states, 140);
/// # Ok::<(), gdl_runtime::SolveError>(())
/// ```
///
/// Settings follow the path: numbers for the game's parameters, `start = "..."` for one of its
/// starts, `hash = "..."` for the layout of its positions, with the words that `gamec explain`
/// uses, and `wgsl = true` for the game as code for graphics processors, `Game::WGSL`.
///
/// ```
/// mod pancakes {
///     gdl_runtime::game!("../games/pancakes.gdl", n = 5, hash = "myrvold-ruskey");
/// }
///
/// assert_eq!(pancakes::SIZE, 120);
/// ```
///
/// A game for two has values: what every position is worth if both play as well as they can.
///
/// ```
/// mod hexapawn {
///     gdl_runtime::game!("../games/hexapawn.gdl");
/// }
///
/// let game = hexapawn::game();
/// let values = game.solve_values()?;
/// let start = values.value(&game.start())?.expect("the start has a value");
/// assert_eq!(start.to_string(), "lost in 6 plies");
/// assert_eq!(values.line(&game.start(), 100)?.len(), 6);
/// # Ok::<(), gdl_runtime::SolveError>(())
/// ```
///
/// A mistake in the file is an error of the Rust compiler, with the place in the file. The program
/// is compiled again when the file changes.
#[proc_macro]
pub fn game(input: TokenStream) -> TokenStream {
    let arguments = parse_macro_input!(input as Arguments);
    let expand = || {
        let file = text::file(&arguments.text)?;
        let items = expand::items(file.source.text(), &file.source, &arguments)?;
        let path = file.path.display().to_string();
        // What is included is watched.
        Ok(quote! { const _: &[::core::primitive::u8] = ::core::include_bytes!(#path); #items })
    };
    expand().unwrap_or_else(|error: syn::Error| error.into_compile_error()).into()
}

/// Compiles a game that is written in the program.
///
/// ```
/// mod hops {
///     gdl_runtime::gdl! { r#"
///         game "Hops"
///         board  { a . . b }
///         pieces a = ant, b = bug
///         move step: [any | empty] -> [empty | any]
///     "# }
/// }
///
/// let found = hops::game().solve()?;
/// assert_eq!(found.layers, [1, 2, 3]);
/// # Ok::<(), gdl_runtime::SolveError>(())
/// ```
///
/// It takes the settings that [`game!`] takes.
#[proc_macro]
pub fn gdl(input: TokenStream) -> TokenStream {
    let arguments = parse_macro_input!(input as Arguments);
    let expand = || {
        let source = text::inline(&arguments.text)?;
        expand::items(&arguments.text.value(), &source, &arguments)
    };
    expand().unwrap_or_else(|error: syn::Error| error.into_compile_error()).into()
}

/// Compiles every puzzle of a folder, each in a module of its own, and lists them in `GAMES`: the
/// number that tells the code of each apart (`gdl_code::emit::rust::identity`), and a function
/// that makes a sweep for the engines. Parameters are those of the file, the start is the first.
///
/// Games for two are left out, because gamec has the compiler of the machine make code for their
/// values, and so is what no layout numbers before it is played.
///
/// This is how gamec holds the games that are shipped with it; other programs name the games they
/// want.
#[proc_macro]
pub fn games(input: TokenStream) -> TokenStream {
    let folder = parse_macro_input!(input as LitStr);
    folder::items(&folder).unwrap_or_else(|error| error.into_compile_error()).into()
}
