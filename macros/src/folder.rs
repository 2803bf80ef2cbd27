//! All puzzles of a folder at once, to be found by their code.

use crate::arguments::Arguments;
use crate::{compile, expand, text};
use gdl_code::emit::rust::identity;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::fs;
use syn::{Error, LitStr, Result};

/// A module for each puzzle of the folder, and the list `GAMES`. What is right but has no
/// numbering without play is left out.
pub(crate) fn items(folder: &LitStr) -> Result<TokenStream> {
    let mut modules = Vec::new();
    let mut list = Vec::new();
    for name in names(folder)? {
        let arguments = Arguments::only(LitStr::new(&name, folder.span()));
        let model = compile::model(&text::file(&arguments.text)?.source, &arguments)?;
        // Values are found by code of the machine's compiler, so nobody would use this.
        if !model.players.is_empty() {
            continue;
        }
        let Ok(compiled) = compile::lower(model, 0, None) else { continue };
        let module = format_ident!("game_{}", modules.len());
        let code = expand::code(&compiled);
        let doc = &compiled.model.title;
        let identity = identity(&compiled.module);
        modules.push(quote! {
            #[doc = #doc]
            mod #module {
                #code

                pub(super) fn sweep() -> ::std::boxed::Box<dyn ::gdl_runtime::engine::Sweep> {
                    static GAME: ::std::sync::LazyLock<Game> = ::std::sync::LazyLock::new(game);
                    ::std::boxed::Box::new(::gdl_runtime::engine::PerState(&*GAME))
                }
            }
        });
        list.push(quote! { (#identity, #module::sweep) });
    }
    let length = list.len();
    Ok(quote! {
        #(#modules)*

        /// The games by their code.
        const GAMES: [(::core::primitive::u128, fn() -> ::std::boxed::Box<dyn ::gdl_runtime::engine::Sweep>); #length] =
            [#(#list),*];
    })
}

/// The games of a folder as the program would name them, in order.
fn names(folder: &LitStr) -> Result<Vec<String>> {
    let failed =
        |error| Error::new(folder.span(), format!("cannot read `{}`: {error}", folder.value()));
    let mut names = Vec::new();
    for entry in fs::read_dir(text::from_crate(&folder.value())).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let name = name.to_string_lossy();
        if name.ends_with(".gdl") {
            names.push(format!("{}/{name}", folder.value()));
        }
    }
    names.sort();
    Ok(names)
}
