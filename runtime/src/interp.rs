//! The reference interpreter: what a game means, word for word, on the resolved
//! [`Model`](gdl::model::Model).
//!
//! A position is a [`State`]; [`Interp`] says which moves it has, whether it is over and whether
//! it is the goal. On top of that stand a breadth-first search ([`explore`](fn@explore)), values
//! for two players and whole solutions ([`solve`](fn@solve)), the counting of move sequences
//! ([`perft`](fn@perft)), and texts and drawings of positions.
//!
//! ```
//! use gdl_runtime::Silent;
//! use gdl_runtime::interp::{Interp, SolveOptions, position_text, solve};
//!
//! let text = "
//!     board  { f f . t t }
//!     pieces f = frog, t = toad
//!     move slide: [any | empty]         -> [empty | any]
//!     move jump:  [p:any | any | empty] -> [empty | _ | p]
//!     goal   { t t . f f }
//! ";
//! let source = gdl::Source::new("frogs.gdl", text);
//! let (model, _warnings) = gdl::compile(&source, &gdl::Params::new()).expect("a correct game");
//! let interp = Interp::new(&model);
//!
//! let moves: Vec<String> =
//!     interp.moves(&interp.start()).into_iter().map(|play| play.text).collect();
//! assert_eq!(moves, ["slide b1-c1", "slide d1-c1", "jump a1-c1", "jump e1-c1"]);
//!
//! let solved = solve(&interp, &SolveOptions::default(), &mut Silent).expect("few positions");
//! assert_eq!((solved.states, solved.depth), (30, Some(8)));
//! let line = solved.solution.expect("the goal can be reached");
//! assert_eq!(line.len(), 8);
//! assert_eq!(position_text(&model, &line[7].state), "tt.ff");
//! ```
//!
//! It is slow but sure: no move generator is specialised, no position is numbered cleverly. A
//! state of `n` cells is kept in about `n * log2(pieces + 1) / 8` bytes plus some 12 for the hash
//! table and the way back.

mod action;
mod audit;
mod body;
mod components;
mod condition;
mod draft;
mod draw;
mod enumerate;
mod evaluate;
mod expect;
mod explore;
mod interpreted;
mod label;
mod line;
mod measure;
mod notation;
mod perft;
mod placement;
mod position_error;
mod predecessors;
mod rotation;
mod rules;
mod sample;
mod score;
mod solve;
mod spot_check;
mod store;
mod tiers;
mod valued;

#[cfg(test)]
pub(crate) mod games;
#[cfg(test)]
mod toy;

pub use audit::{AuditOptions, Check, Claim, audit};
pub use draw::{draw_names, draw_position};
#[cfg(test)]
pub(crate) use evaluate::{evaluate, movers};
pub use expect::{
    ExpectationFailure, ExpectationReport, Unchecked, UncheckedReason, check_expectations,
    check_expectations_of_rules,
};
pub(crate) use explore::margin;
pub use explore::{Exploration, ExploreOptions, Graph, Keep, explore};
pub use gdl::model::State;
pub use interpreted::{Interpreted, Reached, Work};
pub use line::{LineStep, line_along, line_by_distance};
pub use notation::{parse_position, position_text};
pub use perft::{PerftOptions, perft};
pub use placement::{tier_domain, tier_positions};
pub use position_error::PositionError;
pub use predecessors::{MOST_CANDIDATES, TooManyCandidates};
pub use rules::{Ending, Interp, Play, Successor};
pub use sample::{Expected, SampleFailure, SampleOptions, SampleReport, Samples, check_samples};
pub use solve::{Nearest, NoValue, Solution, SolveOptions, solve};
pub use spot_check::{check_first_layers, spot_check, spot_check_numbers};
pub use store::StateStore;
pub use tiers::{Classes, Counts, Tier};
pub use valued::{Valued, value_all};
