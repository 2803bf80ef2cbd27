//! The kinds of claims that are made about a game.

use std::fmt;

/// What is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// What each cell can hold.
    Contents,
    /// Which pieces stand side by side.
    Blocks,
    /// Which numbers stay, fall or rise.
    Trends,
    /// Between which bounds numbers stay.
    Ranges,
    /// That there is a tier for every position.
    Tiers,
    /// Which tiers come after which.
    TierOrder,
    /// Whose turn it can be in a tier.
    TierMovers,
    /// Whether the turn always passes on.
    TurnOrder,
    /// How many moves a player has at most.
    FanOut,
    /// Linear invariants over two elements.
    Invariants,
    /// What changes with every move.
    Alternation,
    /// Which moves are even or odd permutations.
    Signs,
    /// What changes by the same amount with every move.
    LayerNumber,
    /// What falls with every move.
    Falling,
    /// Weighted sums that never change.
    Sums,
    /// How sums of turns change.
    TurnSums,
    /// Maps that keep the moves.
    Symmetries,
    /// Maps that keep the moves in a tier.
    TierSymmetries,
    /// A map that turns moves round.
    Duality,
    /// The representative of a representative.
    CanonicalIdempotent,
    /// The representatives of positions that symmetries map to each other.
    CanonicalOrbits,
    /// That moves are undone by moves.
    TakenBack,
    /// Predecessors against successors.
    Predecessors,
    /// That positions have an index.
    Indexed,
    /// Index to position.
    IndexBack,
    /// Position to index.
    EntryIndex,
    /// Moves from entries.
    EntryMoves,
}

impl Claim {
    /// Every claim with its words.
    pub const ALL: [(Claim, &'static str); 27] = [
        (Claim::Contents, "cells hold only what they can"),
        (Claim::Blocks, "what moves as one stays together"),
        (Claim::Trends, "numbers change as claimed"),
        (Claim::Ranges, "numbers stay in their range"),
        (Claim::Tiers, "every position belongs to a tier"),
        (Claim::TierOrder, "tiers follow each other as claimed"),
        (Claim::TierMovers, "a tier has the movers it claims"),
        (Claim::TurnOrder, "the players move in turn"),
        (Claim::FanOut, "a player has no more moves than claimed"),
        (Claim::Invariants, "what is even stays even"),
        (Claim::Alternation, "what alternates alternates"),
        (Claim::Signs, "moves are even and odd permutations as claimed"),
        (Claim::LayerNumber, "what counts the moves counts them"),
        (Claim::Falling, "what falls with every move falls"),
        (Claim::Sums, "sums stay as they are"),
        (Claim::TurnSums, "sums of turns change as claimed"),
        (Claim::Symmetries, "symmetries keep the moves"),
        (Claim::TierSymmetries, "symmetries of a tier keep its moves"),
        (Claim::Duality, "the duality turns moves round"),
        (Claim::CanonicalIdempotent, "a canonical form is its own canonical form"),
        (Claim::CanonicalOrbits, "symmetric positions have one canonical form"),
        (Claim::TakenBack, "moves can be taken back"),
        (Claim::Predecessors, "predecessors invert successors"),
        (Claim::Indexed, "positions have an index in the table"),
        (Claim::IndexBack, "the index of a position gives it back"),
        (Claim::EntryIndex, "every entry is a position with that index"),
        (Claim::EntryMoves, "moves lead from entries to entries"),
    ];
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words =
            Self::ALL.iter().find(|(claim, _)| claim == self).map_or("", |(_, words)| words);
        f.write_str(words)
    }
}
