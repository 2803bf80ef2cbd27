//! Best play from a position, by what tables say.

use super::book::Book;
use super::claims::TableClaims;
use crate::answers::Claimed;
use crate::answers::line::{LONGEST, best_line as best_by};
use gdl::model::State;
use gdl_runtime::interp::{Interp, LineStep};

/// Best play by tables that have plies or margins.
pub(super) fn best_line(interp: &Interp<'_>, book: &Book<'_>, from: &State) -> Vec<LineStep> {
    let claims = TableClaims::new(book, true);
    // Tables in memory always answer.
    let Ok(line) = best_by(interp, &Claimed(&claims), from, LONGEST) else { return Vec::new() };
    line.moves.into_iter().map(|rated| rated.play.into()).collect()
}
