//! What positions are worth: retrograde analysis of games for two, tier by tier.
//!
//! Every position gets its value for the player to move: won or lost, with the number of plies if
//! both play as well as they can (a win as soon, a loss as late as possible), or drawn; where the
//! scores decide, the best margin. [`solve_values`] finds them for the tiers that are wanted and
//! all that these depend on. A game gives [`Rules`](crate::engine::Rules) and a [`Structure`]; a
//! [`Worker`] does the parts of the work, by default one position at a time
//! ([`PerState`](crate::engine::PerState)).
//!
//! A puzzle is the same with one player who always goes on: a win is a way to the goal, and its
//! plies are the distance. All positions get one, whether or not they can be reached from the
//! start.
//!
//! | file | subject |
//! |---|---|
//! | `coding`, `slots` | what an entry means, and where it is |
//! | `lookup` | from a position to its entry: symmetry, exchange of the players |
//! | `reach`, `initialize`, `spread`, `margins`, `tally` | the jobs that find values |
//! | `listing` | moves as lists, for tables that are not in memory |
//! | `check` | the job that checks them, another way |
//! | `work`, `jobs`, `worker` | what is ordered and done |
//! | `keep`, `keeping`, `solved_tiers` | values outside of memory |
//! | `outside`, `on_disk` | tiers whose tables do not fit into memory |
//! | `game_values` | values that are asked with positions, in memory or in a database |
//! | `options`, `structure`, `tables`, `search` | what is asked, tiers, memory, and jobs done by all threads |
//! | `solve`, `solve_unit`, `checking`, `result` | the driver: in which order, one unit, checking it, what comes out |

mod check;
mod checking;
pub mod coding;
mod evaluation;
mod game_values;
mod initialize;
pub mod jobs;
mod keep;
mod keeping;
pub mod listing;
mod longest;
mod lookup;
mod margins;
mod on_disk;
mod options;
mod outside;
#[cfg(feature = "interp")]
mod planned;
mod reach;
mod result;
mod search;
mod slots;
mod solve;
mod solve_unit;
mod solved_tiers;
mod spread;
mod structure;
mod tables;
mod tallied;
mod tally;
#[cfg(all(test, feature = "interp"))]
mod tests;
pub mod work;
mod worker;

// The files of the jobs are also compiled into libraries, where the rules are beside them.
use crate::engine::rules;

pub use checking::check_values;
#[cfg(feature = "interp")]
pub use evaluation::Claims;
pub use evaluation::{Evaluation, Outcome};
pub use game_values::{Description, GameValues, ValuedGame, ValuedMove};
pub use keep::{Keeper, KeptTier, ReadNumbers};
pub use keeping::load_values;
pub use longest::{Farthest, Longest, TierIndex};
pub use options::ValueOptions;
pub use result::{Checked, TierValues, Unsolved, Values, Why};
pub use slots::Slots;
pub use solve::{solve_and_keep_values, solve_values};
pub use structure::{Structure, TierShape};
pub use worker::Worker;
