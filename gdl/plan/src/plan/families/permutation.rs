//! The families `permutation`, `myrvold-ruskey` and `blank`: all pieces are different
//! ([`crate::layout::permutation`], [`crate::layout::partition`]).

use super::{HashFamily, Refusal, multinomial, of_counts};
use crate::layout::partition::BlankPermutations;
use crate::layout::permutation::{Order, Permutations, Sign};
use crate::plan::arrangement::{Arrangement, Permutation, SymbolRanks};
use crate::plan::hash::Hash;
use crate::plan::known::{KnownZone, SignRule};
use crate::plan::subject::{Slot, Subject};

/// Permutations in some order, perhaps apart from one piece.
pub(super) struct Permuted {
    order: Order,
    /// Whether they are numbered by the place of one piece, then by the others.
    by_place: bool,
    nanoseconds: f64,
}

pub(super) const LEXICOGRAPHIC: Permuted =
    Permuted { order: Order::Lexicographic, by_place: false, nanoseconds: 0.8 };
pub(super) const MYRVOLD_RUSKEY: Permuted =
    Permuted { order: Order::MyrvoldRuskey, by_place: false, nanoseconds: 9.0 };
pub(super) const BLANK: Permuted =
    Permuted { order: Order::Lexicographic, by_place: true, nanoseconds: 1.3 };

impl HashFamily for Permuted {
    /// Zones whose pieces are alike are numbered cell by cell.
    fn hash(&self, subject: &Subject<'_>) -> Result<Hash, Refusal> {
        let slots = subject.slots()?;
        // One piece of code serves all tiers, so these must have the same pieces.
        let different = |zone: usize| {
            let of = |slot: &'_ Slot| slot.zones[zone].clone();
            let first = slots.first().map(of).unwrap_or_default();
            slots.iter().map(of).all(|counts| {
                counts.contents == first.contents
                    && counts.numbers.iter().all(|number| *number == 1)
            })
        };
        let is_different: Vec<bool> = (0..subject.zones.len()).map(different).collect();
        let mut sizes = is_different.iter().zip(&subject.zones);
        // On a ring where nothing can change there is no zone at all.
        if !sizes.any(|(different, zone)| *different && zone.cells.len() > 1)
            || subject.model.same_rotations && !is_different[0]
        {
            return Err(Refusal::NotMadeForIt("some pieces are alike"));
        }
        subject.by_zone(slots, |zone, counts| match is_different[zone] {
            true => self.arrange(subject, &subject.known.zones[zone], counts.contents),
            false => multinomial::arrange(counts),
        })
    }

    fn nanoseconds(&self, cells: f64, _: f64) -> f64 {
        self.nanoseconds * cells
    }

    fn uses_sign(&self, sign: &SignRule) -> bool {
        match sign {
            SignRule::Unknown => false,
            SignRule::Fixed(_) | SignRule::Follows(_) => true,
            SignRule::ByPlace { .. } => self.by_place,
        }
    }

    fn is_by_zone(&self) -> bool {
        true
    }

    fn advantage(&self, subject: &Subject<'_>, other: &dyn HashFamily) -> Option<String> {
        let mut signs = subject.known.zones.iter().map(|zone| &zone.sign);
        let used = signs.find(|sign| self.uses_sign(sign) && !other.uses_sign(sign));
        let used = used.and_then(|sign| sign.words(subject.model));
        used.or_else(|| of_counts(true, other))
    }
}

impl Permuted {
    fn arrange(
        &self,
        subject: &Subject<'_>,
        known: &KnownZone,
        symbols: Vec<u8>,
    ) -> Result<Arrangement, Refusal> {
        if subject.model.same_rotations {
            if self.by_place {
                return Err(Refusal::NotMadeForIt("positions are the same up to rotation"));
            }
            let sign = subject.known.ring_sign;
            let ranks = Permutations::new(symbols.len() - 1, self.order, sign)?;
            return Ok(permutation(symbols, SymbolRanks::Ring(ranks)));
        }
        // What follows from other zones is numbered as if it were even.
        let sign = match &known.sign {
            SignRule::Fixed(sign) => Some(*sign),
            SignRule::Follows(_) => Some(Sign::Even),
            SignRule::Unknown | SignRule::ByPlace { .. } => None,
        };
        if !self.by_place || symbols.len() < 2 {
            let ranks = Permutations::new(symbols.len(), self.order, sign)?;
            return Ok(permutation(symbols, SymbolRanks::Together(ranks)));
        }
        let (piece, signs) = match (&known.sign, sign) {
            (SignRule::ByPlace { content, signs }, _) => (content.0, signs.clone()),
            (_, Some(sign)) => (symbols[0], vec![sign; symbols.len()]),
            (_, None) => (symbols[0], Vec::new()),
        };
        let symbol = symbols.iter().position(|symbol| *symbol == piece);
        let symbol = symbol.ok_or(Refusal::NotMadeForIt("no piece stands apart"))?;
        let symbol = u8::try_from(symbol).expect("at most MAX_PIECES");
        let ranks = BlankPermutations::new(symbols.len(), symbol, self.order, &signs)?;
        Ok(permutation(symbols, SymbolRanks::Blank(ranks)))
    }
}

fn permutation(symbols: Vec<u8>, ranks: SymbolRanks) -> Arrangement {
    Arrangement::Permutation(Permutation { symbols, ranks })
}
