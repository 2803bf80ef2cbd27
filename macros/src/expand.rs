//! From the code of a game to the items that a macro stands for.
//!
//! They are what `gamec emit rust` prints, the type `Game` with its `impl Rules`, how positions
//! are written, and what a program needs besides:
//!
//! ```text
//! pub use code::*;
//!
//! mod code { ... }
//!
//! pub fn game() -> Game { ... }
//!
//! impl Game {
//!     pub const TITLE: &str = "Frogs and toads";
//!     pub const START: u64 = 64;
//!     pub fn start(&self) -> State { ... }
//!     pub fn options() -> SearchOptions { ... }
//!     pub fn search(&self, options: &SearchOptions, observer: &mut dyn Observer)
//!         -> Result<Search, SolveError> { ... }
//!     pub fn solve(&self) -> Result<Search, SolveError> { ... }
//! }
//! ```
//!
//! What positions are worth is in `valued`.
//!
//! Generated code is printed as text, for people; here the text is read again. Its items have no
//! names but their own and those of the standard library, and the macro's own are behind
//! `::gdl_runtime`.

use crate::arguments::Arguments;
use crate::compile::{Compiled, DeviceCode, compile, device_code};
use crate::valued;
use gdl_code::emit::rust;
use gdl_code::emit::wgsl::Wgsl;
use gdl_lang::Source;
use gdl_plan::analyze::inverse::Inverse;
use proc_macro2::TokenStream;
use quote::quote;
use std::ops::Range;
use syn::Result;

/// The path of the trait `Rules` as a program sees it.
const RULES_PATH: &str = "::gdl_runtime::engine::Rules";

/// The code of a game, and the function that makes it.
pub(crate) fn code(compiled: &Compiled) -> TokenStream {
    let module = &compiled.module;
    module_and_maker(compiled, &(rust::rust(module) + &rust::rules(module, RULES_PATH)))
}

/// Compiles a game and returns all its items. The text is that of the source without anything that
/// stands before it.
pub(crate) fn items(text: &str, source: &Source, arguments: &Arguments) -> Result<TokenStream> {
    let compiled = compile(source, arguments)?;
    let device = arguments.wants_wgsl().then(|| device_code(&compiled, arguments)).transpose()?;
    let searched = searched(&compiled);
    let valued = valued::items(text, &compiled);
    let wgsl = device.as_ref().map(wgsl);
    Ok(quote! { #searched #valued #wgsl })
}

/// The game as WGSL.
fn wgsl(code: &DeviceCode) -> TokenStream {
    let DeviceCode { wgsl: Wgsl { text, tables, size, state_words }, start, tiers, stuck } = code;
    let tiers = tiers.iter().map(|Range { start, end }| quote!(#start..#end));
    quote! {
        impl Game {
            /// The game as WGSL, for graphics processors.
            pub const WGSL: ::gdl_runtime::Wgsl = ::gdl_runtime::Wgsl {
                text: #text,
                tables: &[#(#tables),*],
                size: #size,
                state_words: #state_words,
                start: #start,
                tiers: &[#(#tiers),*],
                stuck: #stuck,
            };
        }
    }
}

/// The code of a game with what searches need.
fn searched(compiled: &Compiled) -> TokenStream {
    let module = &compiled.module;
    let text = rust::rust(module) + &rust::rules(module, RULES_PATH) + &rust::notation(module);
    let code = module_and_maker(compiled, &text);
    let title = &compiled.model.title;
    let start = compiled.start;
    let undirected = compiled.facts.inverse == Inverse::Undirected;
    let goal = match compiled.model.goal {
        Some(_) => quote!(Note),
        None => quote!(Ignore),
    };
    quote! {
        #code

        impl Game {
            /// The title of the game.
            pub const TITLE: &str = #title;

            /// The index of the start.
            pub const START: u64 = #start;

            /// The position at the start.
            pub fn start(&self) -> State {
                ::gdl_runtime::engine::Rules::unrank(self, Self::START)
            }

            /// How this game is searched, with what is known about it; on all processors.
            pub fn options() -> ::gdl_runtime::engine::SearchOptions {
                ::gdl_runtime::engine::SearchOptions {
                    undirected: #undirected,
                    goal: ::gdl_runtime::engine::Goal::#goal,
                    ..::core::default::Default::default()
                }
            }

            /// Finds everything that can be reached from the start.
            pub fn search(
                &self,
                options: &::gdl_runtime::engine::SearchOptions,
                observer: &mut dyn ::gdl_runtime::Observer,
            ) -> ::core::result::Result<::gdl_runtime::engine::Search, ::gdl_runtime::SolveError> {
                let sweep = ::gdl_runtime::engine::PerState(self);
                ::gdl_runtime::engine::search(&sweep, &[Self::START], options, observer)
            }

            /// Finds everything that can be reached from the start, with [`Game::options`] and
            /// nobody watching.
            pub fn solve(
                &self,
            ) -> ::core::result::Result<::gdl_runtime::engine::Search, ::gdl_runtime::SolveError> {
                self.search(&Self::options(), &mut ::gdl_runtime::Silent)
            }
        }
    }
}

/// The text of a module as a module, and the function that makes its game.
fn module_and_maker(compiled: &Compiled, text: &str) -> TokenStream {
    let code: TokenStream = text.parse().expect("generated code is made of the tokens of Rust");
    let given = rust::given(&compiled.module).into_iter().map(|table| quote!(&[#(#table),*]));
    quote! {
        pub use code::*;

        #[allow(clippy::all, reason = "generated code is written to be read beside the game")]
        mod code { #code }

        /// Makes the game, with its tables.
        pub fn game() -> Game {
            Game::new(&[#(#given),*]).expect("these are the tables that the code was made for")
        }
    }
}
