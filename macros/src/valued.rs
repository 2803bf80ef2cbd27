//! What a module needs so that its positions have values: `impl ValuedGame`, and short names for
//! it.
//!
//! ```text
//! impl ValuedGame for Game { ... }
//!
//! impl Game {
//!     pub fn value_options() -> ValueOptions { ... }
//!     pub fn values(&self, options: &ValueOptions, observer: &mut dyn Observer)
//!         -> Result<GameValues<'_, Game>, SolveError> { ... }
//!     pub fn solve_values(&self) -> Result<GameValues<'_, Game>, SolveError> { ... }
//! }
//! ```

use crate::compile::Compiled;
use gdl_lang::model::Stuck;
use gdl_plan::plan::Hash;
use gdl_plan::plan::structure::{Structure, TierShape, beginning, why_no_values};
use proc_macro2::TokenStream;
use quote::quote;

/// Returns the items, if best play is defined and the layout numbers what it needs.
pub(crate) fn items(text: &str, compiled: &Compiled) -> Option<TokenStream> {
    let Compiled { model, facts, plan, module, start_number, .. } = compiled;
    let knows_scores = module.functions.iter().any(|function| function.name == "final_gain");
    let lacks_scores = model.stuck == Some(Stuck::ByScore) && !knows_scores;
    if why_no_values(model).is_some() || lacks_scores {
        return None;
    }
    let (tier, index) = beginning(&plan.hash, facts.domain.example())?;
    let structure = structure(&Structure::new(model, plan));
    let params = model.params.iter().map(|param| {
        let (name, value) = (&param.name, param.value);
        quote!((#name, #value))
    });
    let (title, layout, fingerprint) = (&model.title, plan.family.name(), fingerprint(&plan.hash));
    Some(quote! {
        impl ::gdl_runtime::values::ValuedGame for Game {
            const DESCRIPTION: ::gdl_runtime::values::Description =
                ::gdl_runtime::values::Description {
                    title: #title,
                    text: #text,
                    params: &[#(#params),*],
                    start: #start_number,
                    layout: #layout,
                    fingerprint: #fingerprint,
                };

            const BEGINNING: (::core::primitive::usize, ::core::primitive::u64) = (#tier, #index);

            fn structure() -> ::gdl_runtime::values::Structure {
                #structure
            }
        }

        impl Game {
            /// Returns how values are found: with plies, of all that play from the start reaches,
            /// on all processors.
            pub fn value_options() -> ::gdl_runtime::values::ValueOptions {
                <Self as ::gdl_runtime::values::ValuedGame>::value_options()
            }

            /// Finds what positions are worth.
            ///
            /// # Errors
            ///
            /// If tables do not fit into memory, the machine fails, or the observer stops it.
            pub fn values(
                &self,
                options: &::gdl_runtime::values::ValueOptions,
                observer: &mut dyn ::gdl_runtime::Observer,
            ) -> ::core::result::Result<
                ::gdl_runtime::values::GameValues<'_, Self>,
                ::gdl_runtime::SolveError,
            > {
                ::gdl_runtime::values::GameValues::solve(self, options, observer)
            }

            /// Finds what all positions that play reaches are worth, with
            /// [`Game::value_options`] and nobody watching.
            ///
            /// # Errors
            ///
            /// If tables do not fit into memory, or the machine fails.
            pub fn solve_values(
                &self,
            ) -> ::core::result::Result<
                ::gdl_runtime::values::GameValues<'_, Self>,
                ::gdl_runtime::SolveError,
            > {
                self.values(&Self::value_options(), &mut ::gdl_runtime::Silent)
            }
        }
    })
}

/// The tiers as an expression.
fn structure(structure: &Structure) -> TokenStream {
    let Structure { tiers, divided_by, keeps_ways, stuck, puzzle } = structure;
    let tiers = tiers.iter().map(|tier| {
        let TierShape { key, indices, has_mover_digit, can_move: [first, second], next, mirror } =
            tier;
        let key =
            key.iter().map(|(name, number)| quote!((::std::string::String::from(#name), #number)));
        let mirror = match mirror {
            Some(tier) => quote!(::core::option::Option::Some(#tier)),
            None => quote!(::core::option::Option::None),
        };
        quote! {
            ::gdl_runtime::values::TierShape {
                key: ::std::vec![#(#key),*],
                indices: #indices,
                has_mover_digit: #has_mover_digit,
                first_moves: #first,
                second_moves: #second,
                next: ::std::vec![#(#next),*],
                mirror: #mirror,
            }
        }
    });
    quote! {
        ::gdl_runtime::values::Structure {
            tiers: ::std::vec![#(#tiers),*],
            divided_by: #divided_by,
            keeps_ways: #keeps_ways,
            stuck: #stuck,
            puzzle: #puzzle,
        }
    }
}

/// What tells the numbering from others, as databases have it.
#[cfg(feature = "database")]
fn fingerprint(hash: &Hash) -> String {
    let mut hasher = blake3::Hasher::new();
    hash.sample(&mut |bytes| {
        hasher.update(bytes);
    });
    hasher.finalize().to_hex().to_string()
}

/// Nobody needs it.
#[cfg(not(feature = "database"))]
fn fingerprint(_hash: &Hash) -> String {
    String::new()
}
