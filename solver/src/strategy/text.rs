//! A strategy in words.

use super::{Alternative, Reason, Strategy};
use crate::problem::Execution;
use crate::text::counted;
use gdl::plan::Family;
use std::fmt;

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", name(self.execution, self.layout), self.engine)?;
        let mut parts = vec![self.prediction.to_string()];
        match self.bits {
            Some(1) => parts.push("1 bit for each entry".to_owned()),
            Some(bits) => parts.push(format!("{bits} bits for each entry")),
            None => {}
        }
        if self.symmetries > 1 {
            parts.push(format!("{} symmetries", self.symmetries));
        }
        parts.push(counted(self.threads, "thread"));
        if self.on_disk {
            parts.push("tables on disk".to_owned());
        }
        writeln!(f, "{}", parts.join(", "))?;
        writeln!(f, "{}", self.reason)?;
        self.notes.iter().try_for_each(|note| writeln!(f, "{note}"))?;
        self.alternatives.iter().try_for_each(|it| writeln!(f, "{it}"))
    }
}

impl fmt::Display for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = name(self.execution, self.layout);
        match (&self.prediction, &self.refusal) {
            (Some(prediction), _) => write!(f, "instead of {name}: {prediction}"),
            (None, refusal) => {
                let refusal = refusal.as_deref().and_then(|it| it.lines().next());
                write!(f, "not {name}: {}", refusal.unwrap_or("not possible"))
            }
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Fastest => f.write_str("the fastest that fits into memory"),
            Reason::Few(all) => write!(f, "play reaches only {}", counted(*all, "position")),
            Reason::Decided => f.write_str("as you decided"),
            Reason::Only => f.write_str("nothing else can answer this"),
        }
    }
}

fn name(execution: Execution, layout: Option<Family>) -> String {
    match layout {
        Some(layout) => format!("{}, layout `{}`", execution.name(), layout.name()),
        None => execution.name().to_owned(),
    }
}
