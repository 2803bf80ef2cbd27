//! Short forms: of all bases of a space of weightings, one whose members have few terms.
//!
//! The length of a weighting is the number of contents that count, where a cell may count for all
//! other contents instead (that only adds a constant). Small spaces are searched completely:
//! sorting all members by length and taking each that is independent of those before gives a
//! shortest basis. In larger spaces members are added to each other as long as something becomes
//! shorter.

use crate::analyze::change::{Unknown, Unknowns};
use crate::analyze::gf2::{BitVector, System};

/// A space of this dimension is still searched completely.
const SMALL: usize = 12;

/// Finds short forms.
#[derive(Clone, Debug)]
pub(super) struct Shortener {
    unknowns: usize,
    /// Unknowns that count together: the first, and how many; those of one cell, or a single one.
    blocks: Vec<(usize, usize)>,
}

impl Shortener {
    pub(super) fn new(unknowns: &Unknowns) -> Self {
        let mut blocks: Vec<(usize, usize)> = Vec::new();
        let mut last_cell = None;
        for (number, unknown) in unknowns.list.iter().enumerate() {
            let cell = match unknown {
                Unknown::Held(cell, _) => Some(*cell),
                _ => None,
            };
            match blocks.last_mut() {
                Some((_, length)) if cell.is_some() && cell == last_cell => *length += 1,
                _ => blocks.push((number, 1)),
            }
            last_cell = cell;
        }
        Shortener { unknowns: unknowns.list.len(), blocks }
    }

    /// Short members of the space that are independent modulo the trivial ones and together with
    /// these generate it.
    pub(super) fn basis(&self, trivial: &[BitVector], space: &[BitVector]) -> Vec<BitVector> {
        let trivial_rows = || {
            let mut rows = System::new(self.unknowns);
            trivial.iter().for_each(|row| _ = rows.insert(row.clone(), false));
            rows
        };
        let only_trivial = trivial_rows();
        let mut rows = trivial_rows();
        let members = space.iter().map(|member| only_trivial.reduced(member));
        let mut basis: Vec<BitVector> =
            members.filter(|member| rows.insert(member.clone(), false)).collect();
        if basis.is_empty() {
            return basis;
        }
        if basis.len() + trivial.len() <= SMALL {
            let zero = BitVector::zero(self.unknowns);
            let mut all = sums(&zero, &[basis.as_slice(), trivial].concat());
            all.sort_by_cached_key(|member| (self.length(member), member.clone()));
            let mut rows = trivial_rows();
            all.retain(|member| rows.insert(member.clone(), false));
            return all;
        }
        loop {
            let mut shorter = false;
            for index in 0..basis.len() {
                let others = basis.iter().enumerate().filter(|(other, _)| *other != index);
                let others = others.map(|(_, member)| member).chain(trivial);
                let best = self.step(&basis[index], others);
                if let Some(best) = best {
                    basis[index] = best;
                    shorter = true;
                }
            }
            if !shorter {
                break;
            }
        }
        basis.sort_by_cached_key(|member| (self.length(member), member.clone()));
        basis
    }

    /// A short member of `one` plus the space of the others.
    pub(super) fn shortest(&self, one: &BitVector, others: &[BitVector]) -> BitVector {
        if others.len() <= SMALL {
            let all = sums(one, others).into_iter();
            let shortest = all.min_by_key(|member| (self.length(member), member.clone()));
            return shortest.unwrap_or_else(|| one.clone());
        }
        let mut member = one.clone();
        while let Some(shorter) = self.step(&member, others.iter()) {
            member = shorter;
        }
        member
    }

    /// The shortest that adding one of the others gives, if it is shorter than before.
    fn step<'a>(
        &self,
        member: &BitVector,
        others: impl Iterator<Item = &'a BitVector>,
    ) -> Option<BitVector> {
        let sums = others.map(|other| member.plus(other));
        let best = sums.min_by_key(|sum| self.length(sum))?;
        (self.length(&best) < self.length(member)).then_some(best)
    }

    fn length(&self, weights: &BitVector) -> usize {
        let block = |&(first, length): &(usize, usize)| {
            let ones = (first..first + length).filter(|unknown| weights.get(*unknown)).count();
            if length == 1 { ones } else { ones.min(length + 1 - ones) }
        };
        self.blocks.iter().map(block).sum()
    }
}

/// `one` plus every sum of some of the others.
fn sums(one: &BitVector, others: &[BitVector]) -> Vec<BitVector> {
    let mut all = vec![one.clone()];
    for other in others {
        let with: Vec<BitVector> = all.iter().map(|sum| sum.plus(other)).collect();
        all.extend(with);
    }
    all
}
