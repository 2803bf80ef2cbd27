//! Which engine a search takes: the plan's, or one that fits into memory; and if none does, what
//! would.

use crate::error::Message;
use crate::problem::Symmetry;
use gdl::analyze::inverse::Inverse;
use gdl::facts::Facts;
use gdl::plan::{Engine, Plan};
use gdl::words::bytes_text;
use gdl_runtime::engine::{Goal, SearchKind, SearchOptions, View};

/// What is wanted of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wishes {
    /// Number of threads.
    pub(crate) threads: usize,
    /// Whether only one of symmetric positions is looked at.
    pub(crate) symmetry: Symmetry,
    /// Whether a shortest solution is wanted, which takes distances.
    pub(crate) line: bool,
    /// Whether the number of bits of an entry is decided.
    pub(crate) bits_are_decided: bool,
    /// How many positions of the last layer are wanted.
    pub(crate) hardest: usize,
    /// The most bytes.
    pub(crate) memory_limit: Option<u64>,
    /// Whether a table that does not fit into them may lie on disk.
    pub(crate) has_scratch: bool,
}

/// How a planned game is searched.
#[derive(Debug)]
pub(crate) struct Fitted {
    /// How the engine is called.
    pub(crate) options: SearchOptions,
    /// Whether the table lies on disk.
    pub(crate) on_disk: bool,
    /// What the user should know about it.
    pub(crate) note: Option<String>,
}

/// The first engine that is sound, wanted and fits; a message if there is none.
pub(crate) fn fit(plan: &Plan, wishes: Wishes) -> Result<Fitted, Message> {
    let size = plan.hash.size();
    let wanted = Wanted { plan, facts: &plan.facts, wishes };
    let fits = |options: &SearchOptions| {
        wishes.memory_limit.is_none_or(|limit| options.bytes(size) <= limit)
    };
    let first = wanted.options(plan.engine);
    if fits(&first) {
        return Ok(Fitted { options: first, on_disk: false, note: None });
    }
    // An engine without distances is another question, so it is never chosen unasked.
    let smaller = plan.smaller.filter(|engine| *engine == Engine::OneBit);
    let smaller = smaller.filter(|_| !wishes.bits_are_decided && !wishes.line);
    if let Some(engine) = smaller {
        let options = wanted.options(engine);
        if fits(&options) {
            let note = format!(
                "the table would take {} with {} bits for each entry, so it has one: {engine}",
                bytes_text(first.bytes(size)),
                plan.engine.bits(),
            );
            return Ok(Fitted { options, on_disk: false, note: Some(note) });
        }
    }
    if wishes.has_scratch {
        let options = wanted.options(Engine::TwoBit);
        let note = format!("{}: it lies on disk", wanted.too_much(&options));
        return Ok(Fitted { options, on_disk: true, note: Some(note) });
    }
    Err(wanted.nothing_fits(&first))
}

struct Wanted<'a> {
    plan: &'a Plan,
    facts: &'a Facts,
    wishes: Wishes,
}

impl Wanted<'_> {
    fn options(&self, planned: Engine) -> SearchOptions {
        self.options_with(planned, self.wishes.line)
    }

    fn options_with(&self, planned: Engine, line: bool) -> SearchOptions {
        let Wanted { plan, facts, wishes } = self;
        let kind = match line {
            true => SearchKind::Distances,
            false => SearchKind::planned(planned, plan.hash.layer_ranges(facts)),
        };
        let has_distances = kind != SearchKind::Reachability;
        let divided = plan.hash.quotient().order() > 1;
        let view = match wishes.symmetry {
            // Entries that stand for several positions must be counted so.
            _ if plan.hash.is_up_to_symmetry() => View::UpToSymmetry,
            Symmetry::On if divided => View::UpToSymmetry,
            Symmetry::Auto if plan.symmetry.saves_time => View::UpToSymmetry,
            Symmetry::Auto | Symmetry::On | Symmetry::Off => View::AsIs,
        };
        SearchOptions {
            kind,
            view,
            threads: wishes.threads,
            memory_limit: wishes.memory_limit,
            hardest: wishes.hardest,
            goal: if has_distances { Goal::Note } else { Goal::Ignore },
            undirected: facts.inverse == Inverse::Undirected,
            ..SearchOptions::default()
        }
    }

    /// That a table does not fit.
    fn too_much(&self, options: &SearchOptions) -> String {
        format!(
            "the table takes {}, and {} may be used",
            bytes_text(options.bytes(self.plan.hash.size())),
            bytes_text(self.wishes.memory_limit.unwrap_or(u64::MAX))
        )
    }

    /// How much is missing, and what would fit.
    fn nothing_fits(&self, first: &SearchOptions) -> Message {
        let Wanted { plan, wishes, .. } = self;
        let limit = wishes.memory_limit.unwrap_or(u64::MAX);
        let size = plan.hash.size();
        let text = self.too_much(first);
        let mut ways = Vec::new();
        if wishes.line {
            let without = self.options_with(plan.engine, false);
            ways.push(("without `--line`".to_owned(), without.bytes(size)));
        }
        if let Some(smaller) = plan.smaller.filter(|_| !wishes.bits_are_decided && !wishes.line) {
            let what = if smaller == Engine::Reachability { " (without distances)" } else { "" };
            let options = self.options(smaller);
            ways.push((format!("`--bits {}`{what}", smaller.bits()), options.bytes(size)));
        }
        if let Some(entries) = plan.symmetry.entries.filter(|_| !plan.symmetry.used) {
            let options = SearchOptions { kind: SearchKind::TwoBit, ..first.clone() };
            ways.push(("`--hash orbits`".to_owned(), options.bytes(entries)));
        }
        let mut help: Vec<String> = ways
            .into_iter()
            .map(|(way, bytes)| {
                let fits = if bytes <= limit { ", which fits" } else { "" };
                format!("{way} takes {}{fits}", bytes_text(bytes))
            })
            .collect();
        help.push("`--scratch FOLDER` lets it lie on disk".to_owned());
        help.push("`--memory` sets the limit".to_owned());
        Message { text, help: Some(help.join("; ")) }
    }
}
