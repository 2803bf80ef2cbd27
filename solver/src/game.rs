//! From the text of a game to its rules.

use crate::error::Error;
use gdl::model::Model;
use gdl::{Params, Source, Style};

/// Compiles the text of a game, with values for some of its parameters. The name is that of the
/// file, for messages.
///
/// ```
/// use gdl_solver::gdl::Params;
/// use gdl_solver::runtime::interp::Interp;
/// use gdl_solver::{Choices, Limits, Problem, Quiet, compile_game, solve};
///
/// let text = "
///     game \"Hops\"
///     board  { a . . b }
///     pieces a = ant, b = bug
///     move step: [any | empty] -> [empty | any]
/// ";
/// let model = compile_game("hops.gdl", text, &Params::new())?;
/// let interp = Interp::new(&model);
/// let problem = Problem::new(&interp);
/// let answer = solve(&problem, &Limits::default(), &Choices::default(), &Quiet)?;
/// assert_eq!(answer.solution.layers, [1, 2, 3]);
/// # Ok::<(), gdl_solver::Error>(())
/// ```
///
/// # Errors
///
/// If something is wrong with the game; the message has every mistake with its place.
pub fn compile_game(name: &str, text: &str, params: &Params) -> Result<Model, Error> {
    let source = Source::new(name, text);
    let compiled = gdl::compile(&source, params);
    let (model, _) = compiled.map_err(|diagnostics| {
        Error::input(diagnostics.render(&source, Style::Plain).trim_end())
    })?;
    Ok(model)
}
