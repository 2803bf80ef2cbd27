//! What stands between the parentheses of a macro: a text, then settings.
//!
//! ```text
//! "games/pancakes.gdl", n = 11, start = "shuffled", hash = "sets", wgsl = true
//! ```
//!
//! A setting with a number is a parameter of the game; one with a text is a choice that `gamec`
//! has an option for, and one with `true` or `false` says what the module has. So a game may have
//! a parameter called `hash`.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, LitBool, LitInt, LitStr, Result, Token};

/// The names of the settings that are texts.
const CHOICES: [&str; 2] = ["start", "hash"];

/// What stands between the parentheses.
pub(crate) struct Arguments {
    /// The path of a game, or the game itself.
    pub(crate) text: LitStr,
    /// Values of parameters.
    pub(crate) params: Vec<(Ident, i64)>,
    /// The start the game begins with.
    pub(crate) start: Option<LitStr>,
    /// The family of layouts that numbers its positions.
    pub(crate) hash: Option<LitStr>,
    /// Whether the module has the game as WGSL.
    pub(crate) wgsl: Option<LitBool>,
}

impl Arguments {
    /// A text without settings.
    pub(crate) fn only(text: LitStr) -> Self {
        Arguments { text, params: Vec::new(), start: None, hash: None, wgsl: None }
    }

    /// Returns whether the module has the game as WGSL.
    pub(crate) fn wants_wgsl(&self) -> bool {
        self.wgsl.as_ref().is_some_and(LitBool::value)
    }

    /// The place of a parameter's name.
    pub(crate) fn place_of_param(&self, name: &str) -> Option<Span> {
        let param = self.params.iter().find(|(param, _)| param.unraw() == name);
        param.map(|(param, _)| param.span())
    }

    fn setting(&mut self, input: ParseStream<'_>) -> Result<()> {
        let name = input.call(Ident::parse_any)?;
        input.parse::<Token![=]>()?;
        if input.peek(LitInt) {
            let value = input.parse::<LitInt>()?.base10_parse()?;
            if self.place_of_param(&name.unraw().to_string()).is_some() {
                return Err(given_twice(&name));
            }
            self.params.push((name, value));
            return Ok(());
        }
        if input.peek(LitBool) {
            if name != "wgsl" {
                let message = format!("there is no setting `{name}` with `true` or `false`");
                let help = "these are given for `wgsl`, texts for `start` and `hash`";
                return Err(Error::new(name.span(), format!("{message}\n\nhelp: {help}")));
            }
            return match self.wgsl.replace(input.parse()?) {
                Some(_) => Err(given_twice(&name)),
                None => Ok(()),
            };
        }
        if !input.peek(LitStr) {
            let message = "expected a number, the value of a parameter, a text in quotes, \
                           `true` or `false`";
            return Err(input.error(message));
        }
        let value = input.parse()?;
        let choice = match name.to_string().as_str() {
            "start" => &mut self.start,
            "hash" => &mut self.hash,
            _ => return Err(unknown_choice(&name)),
        };
        match choice.replace(value) {
            Some(_) => Err(given_twice(&name)),
            None => Ok(()),
        }
    }
}

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut arguments = Arguments::only(input.parse()?);
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            // A comma may stand at the end.
            if !input.is_empty() {
                arguments.setting(input)?;
            }
        }
        Ok(arguments)
    }
}

fn given_twice(name: &Ident) -> Error {
    Error::new(name.span(), format!("`{name}` is given twice"))
}

fn unknown_choice(name: &Ident) -> Error {
    let help = match gdl_lang::words::nearest(&name.to_string(), CHOICES) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "texts are given for `start` and `hash`, numbers for parameters".to_owned(),
    };
    Error::new(name.span(), format!("there is no setting `{name}` with a text\n\nhelp: {help}"))
}
