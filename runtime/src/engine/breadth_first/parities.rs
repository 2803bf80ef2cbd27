//! Sums over the layers of even and of odd depth, for searches that expand old layers again.

/// Sums over the layers of even and of odd depth.
///
/// With one bit for each index and a phase that alternates, a sweep expands all earlier layers of
/// the same parity together with the open one. What was counted before is taken off.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Parities([Sum; 2]);

/// What some layers have in all.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    entries: u64,
    states: u64,
    moves: u64,
}

impl Parities {
    /// Adds the entries of a layer; returns those of all layers of its parity.
    pub(crate) fn open(&mut self, depth: usize, entries: u64) -> u64 {
        self.0[depth % 2].entries += entries;
        self.0[depth % 2].entries
    }

    /// Adds the positions and moves of a layer that was expanded alone.
    pub(crate) fn add(&mut self, depth: usize, states: u64, moves: u64) {
        self.0[depth % 2].states += states;
        self.0[depth % 2].moves += moves;
    }

    /// Returns the positions and moves of a layer that was expanded with all earlier layers of its
    /// parity, and adds them.
    pub(crate) fn newest(&mut self, depth: usize, states: u64, moves: u64) -> (u64, u64) {
        let sum = self.0[depth % 2];
        self.add(depth, states - sum.states, moves - sum.moves);
        (states - sum.states, moves - sum.moves)
    }
}
