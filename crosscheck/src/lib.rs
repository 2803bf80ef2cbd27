//! Random games through everything: each is solved by the interpreter, which is the reference, and
//! by every other way that gamec has, and the answers must be the same. A difference is made small
//! and shown with the commands that show it again.
//!
//! [`generate`] makes games from seeds, [`check`] chooses what is asked about one,
//! [`reference`](mod@reference) finds the right answers, [`command`] asks gamec, [`compare`]
//! compares ([`refusal`] says what need not be answered), [`shrink`](mod@shrink) makes small,
//! [`campaign`] does all this for many games.
//!
//! [`hostile`] is about inputs that are no games, or nasty ones: the corpus in `tests/hostile/`.
//!
//! gamec itself is run as a program, so that nothing between the command line and the answer is
//! left out. With `GAMEC_EVALUATE` it evaluates generated code, which takes milliseconds where a
//! compiler takes seconds; some games go through the compiler nevertheless.

pub mod campaign;
pub mod check;
pub mod command;
pub mod compare;
pub mod generate;
pub mod hostile;
pub mod random;
pub mod reference;
pub mod refusal;
pub mod shrink;
pub mod statistics;
