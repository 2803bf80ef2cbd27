//! Whether a condition holds in a position of a puzzle with single, unturned pieces.

use crate::model::{CellId, CellSet, Cond, Content, ContentSet, Model, Region, Value};

/// Whether the condition holds; none if it asks for more than what stands where.
pub(super) fn holds(model: &Model, cells: &[u8], cond: &Cond) -> Option<bool> {
    let stands =
        |cell: CellId, contents: ContentSet| contents.contains(Content(cells[cell.index()]));
    let all = |set: CellSet, contents: ContentSet| set.iter().all(|cell| stands(cell, contents));
    Some(match cond {
        Cond::And(parts) => {
            let parts: Option<Vec<bool>> =
                parts.iter().map(|part| holds(model, cells, part)).collect();
            parts?.into_iter().all(|part| part)
        }
        Cond::Or(parts) => {
            let parts: Option<Vec<bool>> =
                parts.iter().map(|part| holds(model, cells, part)).collect();
            parts?.into_iter().any(|part| part)
        }
        Cond::Not(part) => !holds(model, cells, part)?,
        Cond::All { cells, contents } => all(*cells, *contents),
        Cond::Some { contents, region: Region { cells, shape: None } } => {
            cells.iter().any(|cell| stands(cell, *contents))
        }
        Cond::Shape { shape, contents } => {
            let instances = &model.shapes[shape.index()].instances;
            instances.iter().any(|instance| all(*instance, *contents))
        }
        Cond::Compare { left, op, right } => op.holds(&value(cells, left)?, &value(cells, right)?),
        Cond::Exactly(held) => held.iter().all(|(cell, held)| cells[cell.index()] == *held),
        Cond::Some { .. } | Cond::Here(_) => return None,
    })
}

fn value(cells: &[u8], value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Count { contents, region: Region { cells: set, shape: None } } => {
            let counted = set.iter().filter(|cell| contents.contains(Content(cells[cell.index()])));
            i64::try_from(counted.count()).ok()
        }
        Value::Sum(terms) => terms.iter().try_fold(0, |sum: i64, (factor, term)| {
            sum.checked_add(factor.checked_mul(self::value(cells, term)?)?)
        }),
        Value::Product(factors) => factors
            .iter()
            .try_fold(1, |product: i64, factor| product.checked_mul(self::value(cells, factor)?)),
        Value::Quotient(dividend, divisor) => self::value(cells, dividend)?.checked_div(*divisor),
        Value::Counter(_)
        | Value::Count { .. }
        | Value::CountHere { .. }
        | Value::Shapes { .. } => None,
    }
}
