//! Counters: bounded numbers, one for all or one for each player.

use super::{Ctx, Statements};
use crate::ast::Rel;
use crate::diagnostic::Code;
use crate::model::{Counter, CounterId, MAX_COUNTER, PlayerId};
use crate::source::Span;

/// The most counters, so that the number of one fits in a byte.
const MAX_COUNTERS: usize = 64;

/// Resolves all `counter` statements.
pub(super) fn counters(ctx: &mut Ctx<'_>, statements: &Statements<'_>) {
    for (name, value, each) in &statements.counters {
        if *each && ctx.needs_players("each", name.span).is_none() {
            continue;
        }
        let Some(initial) = ctx.natural(value, &[]) else { continue };
        let Ok(initial) = u8::try_from(initial) else {
            let message = format!("a counter holds at most {MAX_COUNTER}, but this is {initial}");
            ctx.report(ctx.error(Code::TooLarge, value.span, message));
            continue;
        };
        let owners = if *each { ctx.sides().into_iter().map(Some).collect() } else { vec![None] };
        for owner in owners {
            ctx.counters.push(Counter { name: name.node.clone(), owner, initial });
        }
        if ctx.counters.len() > MAX_COUNTERS {
            ctx.report(ctx.error(
                Code::TooLarge,
                name.span,
                format!("there are more than {MAX_COUNTERS} counters"),
            ));
            return;
        }
    }
}

impl Ctx<'_> {
    /// The counter `name` as `me` sees it. The name is known to be a counter's.
    pub(super) fn counter(
        &mut self,
        rel: Option<Rel>,
        name: &str,
        span: Span,
        me: PlayerId,
    ) -> Option<CounterId> {
        self.uses(name);
        let first = self.counters.iter().position(|counter| counter.name == name)?;
        let offset = match (rel, self.counters[first].owner) {
            (None, None) => 0,
            (Some(_), None) => {
                let message = format!("the counter `{name}` is the same for all players");
                let diagnostic = self.error(Code::NotOwned, span, message);
                self.report(
                    diagnostic.help(format!("write `{name}` alone, or declare it with `each`")),
                );
                return None;
            }
            (None | Some(Rel::My), Some(_)) => me.index(),
            (Some(Rel::Their), Some(_)) => self.opponent(me, span)?.index(),
        };
        Some(CounterId(u8::try_from(first + offset).expect("at most MAX_COUNTERS counters")))
    }
}
