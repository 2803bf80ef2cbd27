//! The families of layouts that can number the positions of a game.
//!
//! A family either makes a [`Hash`] or says why it cannot. The names are those of `--hash`.

use super::arrangement::Arrangement;
use super::hash::{Frame, Hash, Turning};
use super::known::{Known, SignRule};
use crate::analyze::counts::{Trend, What};
use crate::facts::Facts;
use crate::layout::LayoutError;
use crate::layout::chain::ColorChain;
use crate::layout::composition::{Composition, Total};
use crate::layout::multinomial::Multinomial;
use crate::layout::partition::BlankPermutations;
use crate::layout::permutation::{Order, Permutations};
use crate::layout::radix::FixedSum;
use crate::layout::raw::{RawBits, RawCells};
use crate::model::{CellId, Content, Model, PlayerId, Start};
use serde::Serialize;
use std::fmt;

/// A family of layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// All pieces are different: permutations in the order of a dictionary.
    Permutation,
    /// All pieces are different: permutations in the order of Myrvold and Ruskey.
    MyrvoldRuskey,
    /// All pieces are different: by the place of one, then permutations of the others.
    Blank,
    /// Every kind has a fixed number: strings ranked cell by cell.
    Multinomial,
    /// Every kind has a fixed number: one set after the other, by split tables.
    Sets,
    /// Heaps with a fixed sum.
    Heaps,
    /// Every cell is a bit; invariants remove some.
    Bits,
    /// Every cell is a digit.
    Raw,
}

impl Family {
    /// Every family.
    pub const ALL: [Family; 8] = [
        Family::Permutation,
        Family::MyrvoldRuskey,
        Family::Blank,
        Family::Multinomial,
        Family::Sets,
        Family::Heaps,
        Family::Bits,
        Family::Raw,
    ];

    /// Its name in `--hash`.
    pub fn name(self) -> &'static str {
        match self {
            Family::Permutation => "permutation",
            Family::MyrvoldRuskey => "myrvold-ruskey",
            Family::Blank => "blank",
            Family::Multinomial => "multinomial",
            Family::Sets => "sets",
            Family::Heaps => "heaps",
            Family::Bits => "bits",
            Family::Raw => "raw",
        }
    }
}

/// Why a family cannot number a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is made for other games.
    NotMadeForIt(&'static str),
    /// It would be too large.
    Layout(LayoutError),
}

impl From<LayoutError> for Refusal {
    fn from(error: LayoutError) -> Self {
        Refusal::Layout(error)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotMadeForIt(reason) => f.write_str(reason),
            Refusal::Layout(error) => error.fmt(f),
        }
    }
}

/// A game as the families see it.
pub(super) struct Subject<'a> {
    pub(super) model: &'a Model,
    pub(super) start: &'a Start,
    pub(super) facts: &'a Facts,
    pub(super) known: Known,
}

/// A tier before its arrangement is made.
type Slot = (Vec<i64>, Vec<PlayerId>);

impl Subject<'_> {
    /// The hash of a family.
    pub(super) fn hash(&self, family: Family) -> Result<Hash, Refusal> {
        match family {
            Family::Bits | Family::Raw => self.untiered(family),
            _ => self.tiered(family),
        }
    }

    fn cells(&self) -> Vec<CellId> {
        self.facts.terrain.dynamic.iter().collect()
    }

    /// Every player who can ever move.
    fn everybody(&self) -> Vec<PlayerId> {
        (0..self.model.sides())
            .map(|player| PlayerId(u8::try_from(player).expect("few players")))
            .collect()
    }

    /// One block for each tier: the numbers of all pieces are known there.
    fn tiered(&self, family: Family) -> Result<Hash, Refusal> {
        let tiers = &self.facts.tiers;
        let slots: Vec<Slot> = if tiers.tiers.is_empty() {
            if !tiers.key.is_empty() {
                return Err(Refusal::NotMadeForIt("there are too many tiers"));
            }
            vec![(Vec::new(), self.everybody())]
        } else {
            tiers.tiers.iter().map(|tier| (tier.key.clone(), tier.movers.clone())).collect()
        };
        let mut made = Vec::new();
        for (key, movers) in slots {
            let arrangement = if family == Family::Heaps {
                self.heaps(&key)?
            } else {
                self.arranged(family, &key)?
            };
            made.push((key, movers, arrangement));
        }
        Ok(Hash::new(self.frame(tiers.key.clone())?, made)?)
    }

    /// One block for everything: the numbers of pieces may be any.
    fn untiered(&self, family: Family) -> Result<Hash, Refusal> {
        if self.model.heap {
            return Err(Refusal::NotMadeForIt("cells hold numbers, not pieces"));
        }
        if self.model.same_rotations {
            return Err(Refusal::NotMadeForIt("positions are the same up to rotation"));
        }
        let possible =
            self.cells().into_iter().map(|cell| self.facts.terrain.possible[cell.index()]);
        let contents: Vec<Vec<u8>> =
            possible.map(|contents| contents.iter().map(|content| content.0).collect()).collect();
        let arrangement = if family == Family::Raw {
            Arrangement::Raw(RawCells::new(&contents)?)
        } else {
            let two = contents
                .first()
                .filter(|first| first.len() == 2 && contents.iter().all(|other| other == *first));
            let Some([off, on]) = two.map(Vec::as_slice) else {
                return Err(Refusal::NotMadeForIt("cells can hold more than two things"));
            };
            let all = if contents.len() == 128 { u128::MAX } else { (1 << contents.len()) - 1 };
            let ranks = RawBits::new(all, &self.known.bit_invariants)?;
            Arrangement::Bits { contents: [*off, *on], ranks }
        };
        Ok(Hash::new(self.frame(Vec::new())?, vec![(Vec::new(), self.everybody(), arrangement)])?)
    }

    fn frame(&self, key: Vec<What>) -> Result<Frame<'_>, Refusal> {
        let free = |counter: usize| {
            let what =
                What::Counter(u8::try_from(counter).expect("the number of counters is limited"));
            let quantity =
                self.facts.counts.quantities.iter().find(|quantity| quantity.what == what)?;
            let (low, high) = (quantity.range.low, quantity.range.high);
            let low_byte = u8::try_from(low).expect("counters are small");
            let values = u64::try_from(high - low + 1).expect("counters are small");
            (!key.contains(&what)).then_some((counter, low_byte, values))
        };
        Ok(Frame {
            model: self.model,
            cells: self.cells(),
            board: self.start.cells.clone(),
            counters: (0..self.model.counters.len()).filter_map(free).collect(),
            turns: self.turning()?,
            key,
        })
    }

    /// How turns are numbered: all dynamic cells must hold pieces with equally many orientations.
    fn turning(&self) -> Result<Turning, Refusal> {
        let turns = self.model.pieces.iter().map(|piece| piece.turns);
        if turns.clone().all(|turns| turns == 1) {
            return Ok(Turning::None);
        }
        let modulus = self.model.pieces[0].turns;
        let possible =
            self.cells().into_iter().map(|cell| self.facts.terrain.possible[cell.index()]);
        if turns.clone().any(|turns| turns != modulus)
            || possible.into_iter().any(|contents| contents.contains(Content::EMPTY))
        {
            return Err(Refusal::NotMadeForIt(
                "pieces turn and cells can be empty or hold pieces that turn differently",
            ));
        }
        let digits = self.cells().len();
        match self.known.turn_sum {
            Some(sum) => Ok(Turning::All(FixedSum::new(modulus, &vec![1; digits], sum)?)),
            None => {
                let size = crate::layout::counting::power(modulus.into(), digits);
                Ok(Turning::Free { modulus, size: crate::layout::counting::index_size(size)? })
            }
        }
    }

    /// How many dynamic cells hold each content in a tier, empty cells first; none if that is not fixed.
    fn counts(&self, key: &[i64]) -> Option<Vec<usize>> {
        let dynamic = self.facts.terrain.dynamic;
        let on_terrain = |content: Content| {
            let fixed = self.model.board.ids().filter(|cell| !dynamic.contains(*cell));
            fixed.filter(|cell| self.start.cells[cell.index()] == content.0).count()
        };
        let mut counts = vec![0; self.model.pieces.len() + 1];
        for quantity in &self.facts.counts.quantities {
            let What::Content(content) = quantity.what else { continue };
            let position = self.facts.tiers.key.iter().position(|what| *what == quantity.what);
            let number = match (position, quantity.trend) {
                (Some(position), _) => key[position],
                (None, Trend::Constant) => quantity.range.low,
                (None, _) => return None,
            };
            counts[usize::from(content.0)] =
                usize::try_from(number).ok()?.checked_sub(on_terrain(content))?;
        }
        counts[0] = dynamic.len().checked_sub(counts.iter().sum())?;
        Some(counts)
    }

    fn arranged(&self, family: Family, key: &[i64]) -> Result<Arrangement, Refusal> {
        if self.model.heap {
            return Err(Refusal::NotMadeForIt("cells hold numbers, not pieces"));
        }
        let counts =
            self.counts(key).ok_or(Refusal::NotMadeForIt("the numbers of pieces are not fixed"))?;
        let colors: Vec<u8> = (0_u8..)
            .zip(&counts)
            .filter(|(_, count)| **count > 0)
            .map(|(content, _)| content)
            .collect();
        let numbers: Vec<usize> = counts.iter().copied().filter(|count| *count > 0).collect();
        if matches!(family, Family::Multinomial | Family::Sets) {
            if self.model.same_rotations {
                return Err(Refusal::NotMadeForIt("positions are the same up to rotation"));
            }
            return Ok(if family == Family::Multinomial {
                Arrangement::Colors { colors, ranks: Multinomial::new(&numbers)? }
            } else {
                // The most frequent content is what the others leave.
                let mut order: Vec<usize> = (0..colors.len()).collect();
                order.sort_by_key(|color| std::cmp::Reverse(numbers[*color]));
                let colors = order.iter().map(|color| colors[*color]).collect();
                let numbers: Vec<usize> = order.iter().map(|color| numbers[*color]).collect();
                Arrangement::Chain { colors, ranks: ColorChain::new(&numbers)? }
            });
        }
        if numbers.iter().any(|number| *number != 1) {
            return Err(Refusal::NotMadeForIt("some pieces are alike"));
        }
        self.permuted(family, colors)
    }

    fn permuted(&self, family: Family, symbols: Vec<u8>) -> Result<Arrangement, Refusal> {
        let order = if family == Family::MyrvoldRuskey {
            Order::MyrvoldRuskey
        } else {
            Order::Lexicographic
        };
        if self.model.same_rotations {
            if family == Family::Blank {
                return Err(Refusal::NotMadeForIt("positions are the same up to rotation"));
            }
            let ranks = Permutations::new(symbols.len() - 1, order, self.known.ring_sign)?;
            return Ok(Arrangement::Ring { symbols, ranks });
        }
        if family != Family::Blank {
            let sign = match &self.known.sign {
                SignRule::Fixed(sign) => Some(*sign),
                SignRule::Unknown | SignRule::ByPlace { .. } => None,
            };
            return Ok(Arrangement::Permutation {
                ranks: Permutations::new(symbols.len(), order, sign)?,
                symbols,
            });
        }
        let (piece, signs) = match &self.known.sign {
            SignRule::ByPlace { content, signs } => (content.0, signs.clone()),
            SignRule::Fixed(sign) => (symbols[0], vec![*sign; symbols.len()]),
            SignRule::Unknown => (symbols[0], Vec::new()),
        };
        let symbol = symbols.iter().position(|symbol| *symbol == piece);
        let symbol = symbol.ok_or(Refusal::NotMadeForIt("no piece stands apart"))?;
        let symbol = u8::try_from(symbol).expect("at most MAX_PIECES");
        Ok(Arrangement::Blank {
            ranks: BlankPermutations::new(symbols.len(), symbol, order, &signs)?,
            symbols,
        })
    }

    fn heaps(&self, key: &[i64]) -> Result<Arrangement, Refusal> {
        if !self.model.heap {
            return Err(Refusal::NotMadeForIt("cells hold pieces, not numbers"));
        }
        if self.model.same_rotations {
            return Err(Refusal::NotMadeForIt("positions are the same up to rotation"));
        }
        let seeds = match key.first() {
            Some(seeds) => *seeds,
            None => self.start.cells.iter().map(|height| i64::from(*height)).sum(),
        };
        let seeds = usize::try_from(seeds)
            .map_err(|_| Refusal::NotMadeForIt("the number of seeds is not fixed"))?;
        Ok(Arrangement::Heaps(Composition::new(
            self.model.board.cells.len(),
            seeds,
            Total::Exactly,
        )?))
    }
}
