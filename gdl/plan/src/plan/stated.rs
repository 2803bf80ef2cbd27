//! What the file itself says about the number of positions.

use crate::ast::Relation;
use crate::domain::Domain;
use crate::model::{Expect, ExpectValue, Fact, Model, Param};

/// The number of positions of a domain, if it is play from the first start and the file states it
/// for the parameters in use.
pub(super) fn positions(model: &Model, domain: &Domain) -> Option<u64> {
    if *domain != Domain::start(model, 0) {
        return None;
    }
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
