//! The choice among the layouts for sweeps that move many states at once, and whether any of them is good.
//!
//! They compete with each other by what a layer costs, and with searches that look at one state at a time by memory: a table that is much larger, because
//! the layout has many states that are never reached, takes longer to go through than its moves take one by one.

use super::family::{Family, Refusal};
use super::hash::{Hash, NewTier, TierStates};
use super::subject::Subject;
use crate::wide::affine::Affine;
use crate::wide::lift::Lift;
use crate::wide::product::Product;
use crate::wide::single::SinglePiece;
use crate::wide::{Cost, Kind, Wide, WideGame};
use crate::words::bytes_text;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// Nanoseconds of an operation on 32 bytes, roughly: most of them wait for the second cache.
const NANOSECONDS: f64 = 0.1;

/// With more operations than this for each position and layer, looking at one position at a time is as fast.
const MOST_OPERATIONS: f64 = 8.0;

/// A table may be so many times as large as the one for one state at a time.
const MOST_BYTES: u64 = 16;

/// Whether a search can sweep whole lines, and how.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WholeLines {
    /// Nobody has looked.
    NotTried,
    /// It can.
    Used {
        /// The family.
        family: Family,
        /// What it costs.
        cost: Cost,
        /// How many rewrites the moves are.
        rewrites: usize,
        /// The layout.
        #[serde(skip)]
        layout: Arc<Wide>,
    },
    /// It is a game for two, and who wins can be found for many positions at once ([`SinglePiece`]).
    Values {
        /// For how many.
        positions: usize,
    },
    /// It cannot, or it would not be faster.
    Refused {
        /// Why.
        reason: String,
    },
}

/// A layout that fits.
pub(super) struct Fitting {
    pub(super) family: Family,
    pub(super) layout: Arc<Wide>,
    pub(super) cost: Cost,
}

/// The layouts for whole lines, those that fit and those that do not.
pub(super) struct Candidates {
    pub(super) fitting: Vec<Fitting>,
    pub(super) refusals: Vec<(Family, Refusal)>,
    rewrites: usize,
}

impl Candidates {
    /// Tries these families.
    pub(super) fn new(subject: &Subject<'_>, families: &[Family]) -> Self {
        let mut found = Candidates { fitting: Vec::new(), refusals: Vec::new(), rewrites: 0 };
        let game = game(subject);
        for family in families {
            let layout = match &game {
                Ok(game) => layout(game, *family),
                Err(refusal) => Err(refusal.clone()),
            };
            match layout {
                Ok(layout) => {
                    let cost = layout.cost();
                    let layout = Arc::new(layout);
                    found.fitting.push(Fitting { family: *family, layout, cost });
                }
                Err(refusal) => found.refusals.push((*family, refusal)),
            }
        }
        found.rewrites = game.map_or(0, |game| game.rewrites.len());
        found
    }

    /// The best of them, if it is better than tables with so many bytes for one state at a time; in any case if there is nothing to compare with.
    pub(super) fn best(&self, others: Option<u64>) -> WholeLines {
        let operations = |fits: &&Fitting| fits.cost.operations_per_state;
        let best = self.fitting.iter().min_by(|a, b| operations(a).total_cmp(&operations(b)));
        let Some(best) = best else {
            let reasons: Vec<String> = self.refusals.iter().map(|(_, it)| it.to_string()).collect();
            let is_same = reasons.windows(2).all(|pair| pair[0] == pair[1]);
            let reason = match reasons.first() {
                Some(reason) if is_same => reason.clone(),
                _ => "none of these layouts is made for such rules".to_owned(),
            };
            return WholeLines::Refused { reason };
        };
        let Fitting { family, layout, cost } = best;
        if let Some(reason) = others.and_then(|others| best.drawback(others)) {
            return WholeLines::Refused { reason };
        }
        WholeLines::Used {
            family: *family,
            cost: cost.clone(),
            rewrites: self.rewrites,
            layout: Arc::clone(layout),
        }
    }
}

impl Fitting {
    /// Why it would not be faster than a search with tables of so many bytes for one state at a time, if that is so.
    fn drawback(&self, others: u64) -> Option<String> {
        let Fitting { family, cost, .. } = self;
        let (name, each) = (family.name(), cost.operations_per_state);
        if each > MOST_OPERATIONS {
            return Some(format!(
                "`{name}` takes {each:.1} operations for each position and layer"
            ));
        }
        let (wide, narrow) = (bytes_text(cost.bytes), bytes_text(others));
        let is_large = cost.bytes / MOST_BYTES > others;
        is_large
            .then(|| format!("`{name}` takes {wide}, and {narrow} are enough for one at a time"))
    }

    /// Nanoseconds that a layer takes for each position, roughly.
    pub(super) fn nanoseconds(&self) -> f64 {
        self.cost.operations_per_state * NANOSECONDS
    }
}

/// Whether the values of a game for two can be found so.
pub(super) fn for_values(subject: &Subject<'_>) -> Option<WholeLines> {
    let game = WideGame::new(subject.model, subject.facts).ok()?;
    let layout = SinglePiece::new(&game).ok()?;
    Some(WholeLines::Values { positions: layout.cells.len() })
}

/// The hash of a family for whole lines, which gives every state an index of its own.
pub(super) fn hash(subject: &Subject<'_>, family: Family) -> Result<Hash, Refusal> {
    let game = game(subject)?;
    let layout = match family {
        Family::Product => Wide::Product(Product::one_to_one(&game)?),
        _ => layout(&game, family)?,
    };
    let states = TierStates::Wide(Arc::new(layout));
    let only = NewTier { key: Vec::new(), movers: subject.everybody(), states };
    Ok(Hash::new(subject.frame(Vec::new()), vec![only])?)
}

fn game<'a>(subject: &'a Subject<'_>) -> Result<WideGame<'a>, Refusal> {
    if !subject.model.players.is_empty() {
        return Err(Refusal::NotMadeForIt("a game for two has values, not layers"));
    }
    WideGame::new(subject.model, subject.facts)
}

fn layout(game: &WideGame<'_>, family: Family) -> Result<Wide, Refusal> {
    match family {
        Family::Affine => Affine::new(game).map(Wide::Affine),
        Family::Product => Product::new(game).map(Wide::Product),
        _ => Lift::new(game).map(Wide::Lift),
    }
}

impl fmt::Display for WholeLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WholeLines::NotTried => Ok(()),
            WholeLines::Values { positions } => writeln!(
                f,
                "with `--tier` and `--bits 2` who wins is found for up to {positions} positions at once"
            ),
            WholeLines::Refused { reason } => {
                writeln!(f, "a search looks at one position at a time: {reason}")
            }
            WholeLines::Used { family, cost, rewrites, .. } => {
                let (name, each) = (family.name(), cost.operations_per_state);
                writeln!(
                    f,
                    "a search moves up to 512 positions at once, in the layout `{name}`: {} in all, about {each:.2} operations on 32 bytes for each position and layer",
                    bytes_text(cost.bytes)
                )?;
                for (kind, count) in &cost.kinds {
                    writeln!(f, "{count} of {rewrites} rules {kind}")?;
                }
                cost.notes.iter().try_for_each(|note| writeln!(f, "{note}"))
            }
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::WholeLines => "add a line to another as it is",
            Kind::ShiftedLines => "add a line to another, masked or shifted",
            Kind::InsideLines => "move positions inside a line",
            Kind::PermutedLines => "add a line to another with its positions in another order",
            Kind::Transposed => "exchange rows and columns, in tiles of 64 by 64 positions",
        })
    }
}
