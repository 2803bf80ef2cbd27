//! Tiers by the numbers that make them, in words and as columns of tables.

use crate::failure::Failure;
use gdl_solver::database::Opened;
use std::collections::BTreeMap;

/// The numbers of a tier by name, in the order of the game.
pub(crate) type Key = [(String, i64)];

/// The numbers that are worth a column: those that are not 0 everywhere.
pub(super) struct Keys<'a> {
    columns: Vec<(usize, &'a str)>,
}

impl<'a> Keys<'a> {
    /// The columns for these tiers, which have the same names.
    pub(super) fn new(tiers: impl Iterator<Item = &'a Key>) -> Self {
        let tiers: Vec<&Key> = tiers.collect();
        let labels = tiers.first().copied().unwrap_or_default();
        let is_used = |column: usize| {
            tiers.iter().any(|key| key.get(column).is_some_and(|(_, number)| *number != 0))
        };
        let columns = labels.iter().enumerate().filter(|(column, _)| is_used(*column));
        Keys { columns: columns.map(|(column, (label, _))| (column, label.as_str())).collect() }
    }

    /// The names above the columns.
    pub(super) fn headings(&self) -> Vec<&'a str> {
        self.columns.iter().map(|(_, label)| *label).collect()
    }

    /// The numbers of a tier.
    pub(super) fn cells(&self, key: &Key) -> Vec<String> {
        let number = |column: usize| key.get(column).map(|(_, number)| number.to_string());
        self.columns.iter().map(|(column, _)| number(*column).unwrap_or_default()).collect()
    }
}

/// The numbers of a tier in the order of the game.
pub(super) fn in_order(opened: &Opened, key: &BTreeMap<String, i64>) -> Vec<(String, i64)> {
    let labels = opened.places.structure.tiers.first().map(|tier| tier.key.as_slice());
    let place = |label: &str| {
        let mut labels = labels.unwrap_or_default().iter();
        labels.position(|(known, _)| known == label).unwrap_or(usize::MAX)
    };
    let mut ordered: Vec<(String, i64)> =
        key.iter().map(|(label, number)| (label.clone(), *number)).collect();
    ordered.sort_by_key(|(label, _)| place(label));
    ordered
}

/// The tiers of a database that have these numbers; all if there are none.
pub(super) fn with_numbers(opened: &Opened, wanted: &Key) -> Result<Vec<usize>, Failure> {
    let tables = &opened.about.tables;
    for (label, _) in wanted {
        let labels = || tables.iter().flat_map(|table| table.key.keys()).map(String::as_str);
        if labels().any(|known| known == label) {
            continue;
        }
        let text = format!("no tier of this database has a number called `{label}`");
        return Err(match gdl::words::nearest(label, labels()) {
            Some(near) => Failure::input_with_help(text, format!("did you mean `{near}`?")),
            None => Failure::input_with_help(text, "`gamec info` lists its tiers"),
        });
    }
    let has_them = |key: &BTreeMap<String, i64>| {
        wanted.iter().all(|(label, number)| key.get(label) == Some(number))
    };
    let found: Vec<usize> =
        tables.iter().filter(|table| has_them(&table.key)).map(|table| table.tier).collect();
    if found.is_empty() && !tables.is_empty() {
        return Err(Failure::input_with_help(
            format!("this database has no tier with {}", text(wanted)),
            "`gamec info` lists its tiers",
        ));
    }
    Ok(found)
}

/// A tier in words: `white=3, black=3`.
pub(super) fn text(key: &Key) -> String {
    let numbers: Vec<String> =
        key.iter().map(|(label, number)| format!("{label}={number}")).collect();
    if numbers.is_empty() { "all".to_owned() } else { numbers.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_always_zero_have_no_column() {
        let key = |hand, man| vec![("hand".to_owned(), hand), ("man".to_owned(), man)];
        let tiers = [key(0, 3), key(0, 0)];
        let keys = Keys::new(tiers.iter().map(Vec::as_slice));
        assert_eq!(keys.headings(), ["man"]);
        assert_eq!(keys.cells(&tiers[0]), ["3"]);
        assert_eq!(text(&tiers[0]), "hand=0, man=3");
    }
}
