//! What tables claim about a position.

use super::book::Book;
use gdl::model::State;
use gdl_runtime::values::coding::Decided;
use gdl_runtime::values::{Claims, Evaluation, Outcome};

/// The claims of tables.
#[derive(Debug)]
pub(crate) struct TableClaims<'a> {
    book: &'a Book<'a>,
    has_plies: bool,
}

impl<'a> TableClaims<'a> {
    /// The claims of tables with plies or without.
    pub(crate) fn new(book: &'a Book<'a>, has_plies: bool) -> Self {
        TableClaims { book, has_plies }
    }
}

impl Claims for TableClaims<'_> {
    fn value(&self, state: &State) -> Option<Evaluation> {
        if self.book.worker.abilities().scores {
            return self.book.margin(state).map(|margin| Evaluation::new(Outcome::Margin(margin)));
        }
        let known = |outcome, plies| Evaluation { outcome, plies: self.has_plies.then_some(plies) };
        Some(match self.book.decided(state)? {
            Decided::Won(plies) => known(Outcome::Win, plies),
            Decided::Lost(plies) => known(Outcome::Loss, plies),
            Decided::Neither => Evaluation::new(Outcome::Draw),
        })
    }
}
