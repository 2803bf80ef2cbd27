//! What the file itself says about the number of positions.

use crate::ast::Relation;
use crate::model::{Expect, ExpectValue, Fact, Model, Param};

/// The number of reachable positions, if the file states it for the parameters in use.
pub(super) fn positions(model: &Model) -> Option<u64> {
    let stated = |expect: &&Expect| {
        let params = if expect.params.is_empty() {
            !model.has_other_params()
        } else {
            let given = |param: &Param| {
                expect.params.iter().find(|(name, _)| *name == param.name).map(|(_, value)| *value)
            };
            model.params.iter().all(|param| param.value == given(param).unwrap_or(param.default))
        };
        expect.fact == Fact::Positions
            && expect.op == Relation::Equal
            && expect.tier.is_empty()
            && expect.start.is_none()
            && params
    };
    model.expects.iter().find(stated).and_then(|expect| match expect.value {
        ExpectValue::Number(number) => u64::try_from(number).ok(),
        ExpectValue::Word(_) => None,
    })
}
