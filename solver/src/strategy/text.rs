//! A strategy in words.

use super::{Alternative, Strategy};
use std::fmt;

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", name(self.execution.name(), self.layout))?;
        writeln!(f, ": {}", self.engine)?;
        let mut parts = Vec::new();
        match self.bits {
            Some(1) => parts.push("1 bit for each entry".to_owned()),
            Some(bits) => parts.push(format!("{bits} bits for each entry")),
            None => {}
        }
        if self.symmetries > 1 {
            parts.push(format!("{} symmetries", self.symmetries));
        }
        match self.threads {
            1 => parts.push("1 thread".to_owned()),
            threads => parts.push(format!("{threads} threads")),
        }
        if self.on_disk {
            parts.push("tables on disk".to_owned());
        }
        parts.push(self.prediction.to_string());
        writeln!(f, "{}", parts.join(", "))?;
        self.notes.iter().try_for_each(|note| writeln!(f, "{note}"))?;
        self.alternatives.iter().try_for_each(|it| writeln!(f, "instead of {it}"))
    }
}

impl fmt::Display for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", name(self.execution.name(), self.layout))?;
        match (&self.prediction, &self.refusal) {
            (Some(prediction), _) => write!(f, "{prediction}"),
            (None, Some(refusal)) => f.write_str(refusal.lines().next().unwrap_or_default()),
            (None, None) => f.write_str("not possible"),
        }
    }
}

fn name(execution: &str, layout: Option<gdl::plan::Family>) -> String {
    match layout {
        Some(layout) => format!("{execution}, layout `{}`", layout.name()),
        None => execution.to_owned(),
    }
}
