//! A database that is complete, as the keeper of a search: whatever would be searched is there
//! already.

use super::about::lacking;
use super::checkpoint::read_narrow;
use super::{About, Label, Opened, failure};
use crate::error::Error;
use gdl_runtime::database::{DatabaseError, Reader};
use gdl_runtime::values::{Keeper, KeptTier, ReadNumbers};
use gdl_runtime::{Checkpointer, SolveError};
use std::path::Path;
use std::sync::Arc;

/// A complete database.
#[derive(Debug)]
pub struct Finished {
    /// What it is about.
    pub about: About,
    /// The file.
    pub reader: Arc<Reader>,
}

impl Finished {
    /// The database of a search that needs the tables of these tiers, if it is there; a failure if
    /// something else has its name, unless that may be replaced.
    pub fn find(
        path: &Path,
        label: &Label,
        tiers: &[usize],
        replace: bool,
    ) -> Result<Option<Self>, Error> {
        let refused = |reason: &str| {
            Error::input_with_help(
                format!("`{}` is there already, and {reason}", path.display()),
                "give another name, or `--force` to replace it",
            )
        };
        let reader = match Reader::open(path) {
            Err(DatabaseError::Missing { .. }) => return Ok(None),
            Err(_) if replace => return Ok(None),
            Err(DatabaseError::NotADatabase { .. }) => return Err(refused("it is no database")),
            reader => reader.map_err(failure)?,
        };
        let about = match About::read(path, &reader) {
            Err(_) if replace => return Ok(None),
            about => about?,
        };
        let missing = || {
            let has_table = |tier: &usize| about.tables.iter().any(|table| table.tier == *tier);
            tiers.iter().find(|tier| !has_table(tier)).map(|tier| lacking(*tier))
        };
        match label.difference(&about.label).or_else(missing) {
            None => Ok(Some(Finished { about, reader: Arc::new(reader) })),
            Some(_) if replace => Ok(None),
            Some(difference) => Err(refused(&difference)),
        }
    }

    /// A database that is open: another file that gets its name meanwhile changes nothing.
    pub fn of(opened: &Opened) -> Self {
        Finished { about: opened.about.clone(), reader: Arc::clone(&opened.reader) }
    }

    fn table(&self, tier: usize) -> Option<usize> {
        self.about.tables.iter().position(|table| table.tier == tier)
    }
}

impl Checkpointer for Finished {}

impl Keeper for Finished {
    fn kept(&mut self, tier: usize) -> Result<Option<KeptTier>, SolveError> {
        let table = self.table(tier);
        Ok(table.map(|table| self.about.tables[table].kept(self.reader.tables()[table].entries)))
    }

    fn read(&mut self, tier: usize, first: u64, numbers: &mut [u16]) -> Result<(), SolveError> {
        let Some(table) = self.table(tier) else {
            return Err(SolveError::Storage { message: format!("there is no tier {tier}") });
        };
        read_narrow(&self.reader, table, first, numbers)
    }

    fn keep(
        &mut self,
        _tier: usize,
        _kept: &KeptTier,
        _read: ReadNumbers<'_>,
    ) -> Result<(), SolveError> {
        Ok(())
    }
}
