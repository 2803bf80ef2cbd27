//! The choice among word-parallel layouts, and whether any of them is good.
//!
//! They compete with each other by what a layer costs, and with searches that look at one state at
//! a time by memory: a table that is much larger, because the layout has many states that are
//! never reached, takes longer to go through than its moves take one by one.

use crate::affine::Affine;
use crate::facts::Facts;
use crate::lift::Lift;
use crate::model::Model;
use crate::plan::{
    Candidate, Enumerate, Family, Numbering, Plan, PlanError, PlanOptions, Refusal, bits_per_state,
    plan, plan_with_numbering, plan_with_play,
};
use crate::product::Product;
use crate::single::SinglePiece;
use crate::words::bytes_text;
use crate::{Cost, Kind, WordParallelGame, WordParallelLayout};
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// Nanoseconds of an operation on 32 bytes, roughly: most of them wait for the second cache.
const NANOSECONDS: f64 = 0.1;

/// With more operations than this for each position and layer, looking at one position at a time
/// is as fast.
const MOST_OPERATIONS: f64 = 8.0;

/// A table may be this many times as large as the one for one state at a time.
const MOST_BYTES: u64 = 16;

/// The layouts of a game: for searches that look at one position at a time, and for word-parallel
/// ones.
#[derive(Clone, Debug, Serialize)]
pub struct Layouts {
    /// The plan. Word-parallel layouts that were tried are the last of its candidates.
    #[serde(flatten)]
    pub plan: Plan,
    /// The word-parallel search.
    pub word_parallel: WordParallelPlan,
}

/// Whether a search can be word-parallel, and how.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WordParallelPlan {
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
        layout: Arc<WordParallelLayout>,
        /// The layout that gives every state an index of its own, if this family is asked for.
        #[serde(skip)]
        one_to_one: Option<Arc<WordParallelLayout>>,
    },
    /// It is a game for two, and who wins can be found word-parallel ([`SinglePiece`]).
    Values {
        /// For how many positions with one instruction.
        positions: usize,
    },
    /// It cannot, or it would not be faster.
    Refused {
        /// Why.
        reason: String,
    },
}

impl Layouts {
    /// Plans a game for the domain of the facts, in a word-parallel layout if one is asked for.
    /// `play` enumerates the positions, if that is asked for or nothing else is small.
    ///
    /// # Errors
    ///
    /// Fails if the layout that is asked for does not fit, or none does.
    pub fn new(
        model: &Model,
        facts: &Facts,
        options: PlanOptions,
        play: Option<&dyn Enumerate>,
    ) -> Result<Self, PlanError> {
        let Some(family) = options.family.filter(|family| family.is_word_parallel()) else {
            let plan = match play {
                Some(play) => plan_with_play(model, facts, options, play)?,
                None => plan(model, facts, options)?,
            };
            return Ok(Layouts { plan, word_parallel: WordParallelPlan::NotTried });
        };
        let own = one_to_one(model, facts, family);
        let numbering = own.clone().map(|layout| layout as Arc<dyn Numbering>);
        let plan = plan_with_numbering(model, facts, options, numbering)?;
        let tried = Candidates::new(model, facts, &[family]);
        Ok(tried.beside(plan, |tried| tried.best(None, own.ok())))
    }

    /// Looks for a word-parallel layout that is better than the plan, if none is asked for.
    #[must_use]
    pub fn with_word_parallel(self, model: &Model) -> Self {
        let Layouts { plan, word_parallel: WordParallelPlan::NotTried } = self else { return self };
        let facts = Arc::clone(&plan.facts);
        let others = plan.candidates.iter().filter_map(|candidate| candidate.bytes).min();
        let tried = Candidates::new(model, &facts, &Family::WORD_PARALLEL);
        tried.beside(plan, |tried| {
            for_values(model, &facts).unwrap_or_else(|| tried.best(others, None))
        })
    }
}

/// A layout that fits.
struct Fitting {
    family: Family,
    layout: Arc<WordParallelLayout>,
    cost: Cost,
}

/// The word-parallel layouts, those that fit and those that do not.
struct Candidates {
    fitting: Vec<Fitting>,
    refusals: Vec<(Family, Refusal)>,
    rewrites: usize,
}

impl Candidates {
    /// Tries these families.
    fn new(model: &Model, facts: &Facts, families: &[Family]) -> Self {
        let mut found = Candidates { fitting: Vec::new(), refusals: Vec::new(), rewrites: 0 };
        let game = game(model, facts);
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

    /// Puts them behind the candidates of a plan.
    fn beside(&self, mut plan: Plan, choose: impl FnOnce(&Self) -> WordParallelPlan) -> Layouts {
        let first = plan.candidates.len();
        let fitting = self.fitting.iter().map(|fits| Candidate {
            family: fits.family,
            entries: Some(fits.layout.size()),
            largest_tier: Some(fits.layout.size()),
            bytes: Some(fits.cost.bytes),
            bits_per_state: bits_per_state(fits.cost.bytes.into(), plan.reachable),
            cost: fits.nanoseconds(),
            refusal: None,
        });
        let refused = self.refusals.iter().map(|(family, refusal)| Candidate {
            family: *family,
            entries: None,
            largest_tier: None,
            bytes: None,
            bits_per_state: None,
            cost: 0.0,
            refusal: Some(refusal.to_string()),
        });
        plan.candidates.extend(fitting.chain(refused));
        plan.candidates[first..].sort_by_key(|candidate| candidate.family);
        Layouts { plan, word_parallel: choose(self) }
    }

    /// Returns the best of them, if it is better than tables with `others` bytes for one state at
    /// a time; in any case if there is nothing to compare with.
    fn best(
        &self,
        others: Option<u64>,
        one_to_one: Option<Arc<WordParallelLayout>>,
    ) -> WordParallelPlan {
        let operations = |fits: &&Fitting| fits.cost.operations_per_state;
        let best = self.fitting.iter().min_by(|a, b| operations(a).total_cmp(&operations(b)));
        let Some(best) = best else {
            let reasons: Vec<String> = self.refusals.iter().map(|(_, it)| it.to_string()).collect();
            let is_same = reasons.windows(2).all(|pair| pair[0] == pair[1]);
            let reason = match reasons.first() {
                Some(reason) if is_same => reason.clone(),
                _ => "none of these layouts is made for such rules".to_owned(),
            };
            return WordParallelPlan::Refused { reason };
        };
        let Fitting { family, layout, cost } = best;
        if let Some(reason) = others.and_then(|others| best.drawback(others)) {
            return WordParallelPlan::Refused { reason };
        }
        WordParallelPlan::Used {
            family: *family,
            cost: cost.clone(),
            rewrites: self.rewrites,
            layout: Arc::clone(layout),
            one_to_one,
        }
    }
}

impl Fitting {
    /// Returns why it would not be faster than a search with tables of `others` bytes for one
    /// state at a time, if that is so.
    fn drawback(&self, others: u64) -> Option<String> {
        let Fitting { family, cost, .. } = self;
        let (name, each) = (family.name(), cost.operations_per_state);
        if each > MOST_OPERATIONS {
            return Some(format!(
                "`{name}` takes {each:.1} operations for each position and layer"
            ));
        }
        let (own, enough) = (bytes_text(cost.bytes), bytes_text(others));
        let is_large = cost.bytes / MOST_BYTES > others;
        is_large.then(|| format!("`{name}` takes {own}, and {enough} are enough for one at a time"))
    }

    /// Returns the nanoseconds that a layer takes for each position, roughly.
    fn nanoseconds(&self) -> f64 {
        self.cost.operations_per_state * NANOSECONDS
    }
}

/// Returns how the values of a game for two are found, if that can be word-parallel.
fn for_values(model: &Model, facts: &Facts) -> Option<WordParallelPlan> {
    let game = WordParallelGame::new(model, facts).ok()?;
    let layout = SinglePiece::new(&game).ok()?;
    Some(WordParallelPlan::Values { positions: layout.cells.len() })
}

/// Returns the layout of a family that gives every state an index of its own.
fn one_to_one(
    model: &Model,
    facts: &Facts,
    family: Family,
) -> Result<Arc<WordParallelLayout>, Refusal> {
    let game = game(model, facts)?;
    let layout = match family {
        Family::Product => WordParallelLayout::Product(Product::one_to_one(&game)?),
        _ => layout(&game, family)?,
    };
    Ok(Arc::new(layout))
}

fn game<'a>(model: &'a Model, facts: &'a Facts) -> Result<WordParallelGame<'a>, Refusal> {
    if !model.players.is_empty() {
        return Err(Refusal::NotMadeForIt("a game for two has values, not layers"));
    }
    WordParallelGame::new(model, facts)
}

fn layout(game: &WordParallelGame<'_>, family: Family) -> Result<WordParallelLayout, Refusal> {
    match family {
        Family::Affine => Affine::new(game).map(WordParallelLayout::Affine),
        Family::Product => Product::new(game).map(WordParallelLayout::Product),
        _ => Lift::new(game).map(WordParallelLayout::Lift),
    }
}

impl fmt::Display for Layouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let family = match &self.word_parallel {
            WordParallelPlan::Used { family, .. } => Some(*family),
            _ => None,
        };
        self.plan.write(f, &self.word_parallel, family)
    }
}

impl fmt::Display for WordParallelPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordParallelPlan::NotTried => Ok(()),
            WordParallelPlan::Values { positions } => writeln!(
                f,
                "with `--tier` and `--bits 2` who wins is found for up to {positions} positions at once"
            ),
            WordParallelPlan::Refused { reason } => {
                writeln!(f, "a search looks at one position at a time: {reason}")
            }
            WordParallelPlan::Used { family, cost, rewrites, .. } => {
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
            Kind::UnchangedLines => "add a line to another as it is",
            Kind::ShiftedLines => "add a line to another, masked or shifted",
            Kind::InsideLines => "move positions inside a line",
            Kind::PermutedLines => "add a line to another with its positions in another order",
            Kind::Transposed => "exchange rows and columns, in tiles of 64 by 64 positions",
        })
    }
}
