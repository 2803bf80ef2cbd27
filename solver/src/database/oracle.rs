//! What a database says about positions.

use super::places::Place;
use super::{Opened, failure};
use crate::answers::Answers;
use crate::error::Error;
use gdl::model::State;
use gdl_runtime::values::{Claims, Evaluation};
use std::sync::Mutex;

/// Answers questions from a database.
#[derive(Debug)]
pub struct Oracle<'a> {
    opened: &'a Opened,
    /// The first thing that was wrong with the file.
    fault: Mutex<Option<Error>>,
}

impl<'a> Oracle<'a> {
    /// The answers of a database.
    pub fn new(opened: &'a Opened) -> Self {
        Oracle { opened, fault: Mutex::new(None) }
    }

    /// What was wrong with the file, if something was: then answers have been left out.
    pub fn fault(self) -> Result<(), Error> {
        let fault = self.fault.into_inner();
        fault.unwrap_or_else(|poisoned| poisoned.into_inner()).map_or(Ok(()), Err)
    }

    fn known_at(&self, place: Place) -> Result<Option<Evaluation>, Error> {
        let Opened { reader, about, .. } = self.opened;
        let number = reader.number(place.table, place.entry).map_err(failure)?;
        Ok(about.label.holds.known(number, about.tables[place.table].bits))
    }
}

impl Answers for Oracle<'_> {
    fn known(&self, state: &State) -> Result<Option<Evaluation>, Error> {
        let place = self.opened.places.place(state);
        place.map_or(Ok(None), |place| self.known_at(place))
    }
}

impl Claims for Oracle<'_> {
    fn value(&self, state: &State) -> Option<Evaluation> {
        self.known(state).unwrap_or_else(|failure| {
            if let Ok(mut fault) = self.fault.lock() {
                fault.get_or_insert(failure);
            }
            None
        })
    }
}
