//! The longest wins and losses.

/// The longest win and the longest loss of some positions; where the scores decide, those by the
/// largest margin. `P` tells where a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest<P> {
    /// The win; of a puzzle, the longest solution.
    pub win: Option<Farthest<P>>,
    /// The loss.
    pub loss: Option<Farthest<P>>,
}

/// A position that is far from its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Farthest<P> {
    /// Number of moves to the end; where the scores decide, the margin without its sign.
    pub plies: u32,
    /// The position.
    pub position: P,
}

/// A position of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TierIndex {
    /// The tier, which can be the one that a tier becomes when the players change places.
    pub tier: usize,
    /// The index inside the tier.
    pub index: u64,
}

impl<P> Default for Longest<P> {
    fn default() -> Self {
        Longest { win: None, loss: None }
    }
}

impl<P: Clone> Longest<P> {
    /// Takes the longer ones of both; of equally long ones those that were there before.
    pub fn extend(&mut self, other: &Longest<P>) {
        extend(&mut self.win, other.win.as_ref());
        extend(&mut self.loss, other.loss.as_ref());
    }
}

fn extend<P: Clone>(known: &mut Option<Farthest<P>>, other: Option<&Farthest<P>>) {
    let Some(other) = other else { return };
    if known.as_ref().is_none_or(|known| known.plies < other.plies) {
        *known = Some(other.clone());
    }
}
