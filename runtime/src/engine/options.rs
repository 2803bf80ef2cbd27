//! How to search: with which entries, on how many threads, in how much memory.

use super::entries::largest;
use super::list;
use super::table::{Flags, Table};
use super::task::{After, Orders, View};
use std::ops::Range;

/// What a search stores for each index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SearchKind {
    /// Two bits: new, open in this or the next layer, closed. For every game.
    #[default]
    TwoBit,
    /// One bit, for games whose [`phase`](super::Rules::phase) alternates. Layers that are not
    /// small expand all earlier states of their phase again.
    OneBit,
    /// One bit, for games whose phase is the number of moves made.
    OneBitByLayer(Layers),
    /// One bit, for every game: what can be reached, without distances. Sweeps until nothing is
    /// new (Edelkamp, Messerschmidt, Sulewski, Yücel 2009, section 3).
    Reachability,
    /// The distance of every state: one byte, and two or four from depth 255 or 65535 on.
    Distances,
}

/// What [`SearchKind::OneBitByLayer`] keeps of earlier layers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Layers {
    /// Nothing: a bit is taken away when its state is expanded.
    #[default]
    Cleared,
    /// Everything: the table tells what was reached.
    Kept,
    /// Nothing, and the indices of each layer lie in a range of their own, listed by phase. Each
    /// range gets a table when its layer comes, and only two of them are in memory.
    Ranges(Vec<Range<u64>>),
}

/// Whether a search looks out for goals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// No.
    #[default]
    Ignore,
    /// The nearest is noted.
    Note,
    /// The search ends with the layer of the nearest.
    Stop,
}

/// When something is done that can save time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Use {
    /// When it is expected to.
    #[default]
    Auto,
    /// Wherever it is possible.
    Always,
    /// Never.
    Never,
}

/// How to search.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// What to store.
    pub kind: SearchKind,
    /// How the rules are looked at. With [`View::Backward`], which is for rules that know
    /// predecessors, distances lead to the starts instead of from them.
    pub view: View,
    /// Number of threads; 0 for one for each processor.
    pub threads: usize,
    /// The most bytes.
    pub memory_limit: Option<u64>,
    /// How many states of the last layer are wanted.
    pub hardest: usize,
    /// Whether goals matter.
    pub goal: Goal,
    /// Whether the graph has no directions: if a move leads from one state to another, another
    /// move leads back. It must hold for all indices, also for those that are never reached.
    pub undirected: bool,
    /// Whether small layers are kept as lists.
    pub lists: Use,
    /// Whether layers of graphs without directions are found by looking at what is not reached.
    pub pull: Use,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            kind: SearchKind::TwoBit,
            view: View::AsIs,
            threads: 0,
            memory_limit: None,
            hardest: 16,
            goal: Goal::Ignore,
            undirected: false,
            lists: Use::Auto,
            pull: Use::Auto,
        }
    }
}

impl SearchKind {
    /// Returns the kind of search for an engine of a plan. `ranges` are the indices of each layer,
    /// by phase, if they lie together. Engines for values search for what can be reached first.
    #[cfg(feature = "interp")]
    pub fn planned(engine: gdl::plan::Engine, ranges: Option<Vec<Range<u64>>>) -> Self {
        use gdl::plan::Engine;
        match engine {
            Engine::OneBitByLayer => {
                SearchKind::OneBitByLayer(ranges.map_or(Layers::Cleared, Layers::Ranges))
            }
            Engine::OneBit => SearchKind::OneBit,
            Engine::Reachability => SearchKind::Reachability,
            Engine::TwoBit | Engine::RetrogradeWithDepth | Engine::Retrograde | Engine::Scores => {
                SearchKind::TwoBit
            }
        }
    }

    /// Number of bits of an entry, at the beginning.
    pub fn bits(&self) -> u32 {
        match self {
            SearchKind::TwoBit => 2,
            SearchKind::OneBit | SearchKind::OneBitByLayer(_) | SearchKind::Reachability => 1,
            SearchKind::Distances => 8,
        }
    }

    /// Whether it finds states by the chunks in which they were claimed. Where old states are
    /// expanded again, they are everywhere.
    pub(super) fn has_flags(&self) -> bool {
        !matches!(self, SearchKind::OneBit | SearchKind::Reachability)
    }
}

impl SearchOptions {
    /// Number of bytes that a search of `size` indices takes, besides a few hundred thousand:
    /// tables, flags and lists. With [`SearchKind::Distances`] the table doubles if states are 255
    /// moves away.
    pub fn bytes(&self, size: u64) -> u64 {
        self.bytes_with(size, self.kind.bits())
    }

    /// Number of bytes that a search of `size` indices takes with entries of `bits` bits.
    pub(super) fn bytes_with(&self, size: u64, bits: u32) -> u64 {
        self.tables(size, bits).saturating_add(list::bytes(self.room(size)))
    }

    /// What the sweep of a layer is to do, from starts with this phase.
    pub(super) fn orders(&self, depth: u64, first_phase: u64) -> Orders {
        let orders = Orders::new(self.view, self.kind.bits());
        let phase = first_phase + depth;
        match &self.kind {
            SearchKind::TwoBit => {
                let open = 1 + depth % 2;
                Orders { open, mark: largest::<2>() - open, after: After::Close, ..orders }
            }
            SearchKind::OneBit => Orders { phase_mask: 1, phase: phase % 2, ..orders },
            SearchKind::OneBitByLayer(Layers::Cleared) => {
                Orders { phase_mask: u64::MAX, phase, after: After::Clear, ..orders }
            }
            SearchKind::OneBitByLayer(Layers::Kept) => {
                Orders { phase_mask: u64::MAX, phase, ..orders }
            }
            SearchKind::OneBitByLayer(Layers::Ranges(_)) | SearchKind::Reachability => orders,
            SearchKind::Distances => Orders { open: depth + 1, mark: depth + 2, ..orders },
        }
    }

    /// How many states a list has room for.
    pub(super) fn room(&self, size: u64) -> u64 {
        match (self.lists, &self.kind) {
            (Use::Never, _) | (_, SearchKind::Reachability) => 0,
            (Use::Always, _) => size,
            (Use::Auto, kind) => list::room(self.tables(size, kind.bits()), size),
        }
    }

    /// Number of bytes of the tables that are in memory at once, and of their flags.
    fn tables(&self, size: u64, bits: u32) -> u64 {
        let bytes = |size: u64| {
            let table = Table::bytes(size, bits);
            table.saturating_add(if self.kind.has_flags() { Flags::bytes(table) } else { 0 })
        };
        match &self.kind {
            SearchKind::OneBitByLayer(Layers::Ranges(ranges)) => {
                let of_range = |range: &Range<u64>| bytes(range.end.saturating_sub(range.start));
                let alone = ranges.first().map_or(0, of_range);
                let pairs = ranges.windows(2).map(|pair| pair.iter().map(of_range).sum());
                pairs.max().unwrap_or(alone)
            }
            _ => bytes(size),
        }
    }
}
