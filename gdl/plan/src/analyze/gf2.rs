//! Linear algebra over GF(2), the field of even and odd, on rows of machine words.
//!
//! A [`System`] takes linear equations one by one and keeps them in reduced echelon form: every
//! row has a pivot column that no other row uses. All right-hand sides are multiples of one number
//! `b`, so that a single elimination answers for both values of it: `b = 0` gives the null space,
//! `b = 1` one particular solution, to which the null space may be added. An equation that needs
//! less than nothing (`0 = b`) rules out `b = 1`.
//!
//! Cost: one exclusive-or of rows per pivot that an equation meets, so at most (equations x rank x
//! unknowns / 64) word operations.

use std::fmt;

/// A vector of bits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BitVector {
    words: Vec<u64>,
}

impl BitVector {
    /// Zeros, as many as asked for.
    pub fn zero(bits: usize) -> Self {
        BitVector { words: vec![0; bits.div_ceil(64)] }
    }

    /// A bit.
    pub fn get(&self, bit: usize) -> bool {
        self.words[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Changes a bit.
    pub fn flip(&mut self, bit: usize) {
        self.words[bit / 64] ^= 1 << (bit % 64);
    }

    /// Adds another vector of the same length.
    pub fn add(&mut self, other: &BitVector) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word ^= other;
        }
    }

    /// The sum of two vectors of the same length.
    #[must_use]
    pub fn plus(&self, other: &BitVector) -> BitVector {
        let mut sum = self.clone();
        sum.add(other);
        sum
    }

    /// Whether all bits are 0.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Whether the two have an odd number of ones in common.
    pub fn dot(&self, other: &BitVector) -> bool {
        let common = self.words.iter().zip(&other.words).fold(0, |sum, (one, two)| sum ^ one & two);
        common.count_ones() % 2 == 1
    }

    /// The places of the ones, in order.
    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    64 * index + bit
                })
            })
        })
    }

    fn first(&self) -> Option<usize> {
        let index = self.words.iter().position(|word| *word != 0)?;
        Some(64 * index + self.words[index].trailing_zeros() as usize)
    }
}

impl fmt::Debug for BitVector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.ones()).finish()
    }
}

/// Linear equations over GF(2) in reduced echelon form.
#[derive(Clone, Debug)]
pub struct System {
    unknowns: usize,
    /// The equations: coefficients, and whether the right-hand side is `b` rather than 0.
    rows: Vec<(BitVector, bool)>,
    /// For each unknown the row that has its pivot there.
    pivots: Vec<Option<usize>>,
    contradiction: bool,
}

impl System {
    /// No equations.
    pub fn new(unknowns: usize) -> Self {
        System { unknowns, rows: Vec::new(), pivots: vec![None; unknowns], contradiction: false }
    }

    /// Adds the equation that the sum of the unknowns in `row` is `b` (if `right` is set) or 0.
    /// Says whether it told something new.
    pub fn insert(&mut self, row: BitVector, right: bool) -> bool {
        let (mut row, mut right) = (row, right);
        for met in self.met(&row) {
            let (other, other_right) = &self.rows[met];
            row.add(other);
            right ^= other_right;
        }
        let Some(pivot) = row.first() else {
            let new = right && !self.contradiction;
            self.contradiction |= right;
            return new;
        };
        for (other, other_right) in &mut self.rows {
            if other.get(pivot) {
                other.add(&row);
                *other_right ^= right;
            }
        }
        self.pivots[pivot] = Some(self.rows.len());
        self.rows.push((row, right));
        true
    }

    /// Number of independent equations.
    pub fn rank(&self) -> usize {
        self.rows.len()
    }

    /// A basis of the solutions for `b = 0`, one for each unknown that is free.
    pub fn null_space(&self) -> Vec<BitVector> {
        let free = (0..self.unknowns).filter(|unknown| self.pivots[*unknown].is_none());
        free.map(|unknown| {
            let mut solution = BitVector::zero(self.unknowns);
            solution.flip(unknown);
            for (index, (row, _)) in self.rows.iter().enumerate() {
                if row.get(unknown) {
                    solution.flip(self.pivot(index));
                }
            }
            solution
        })
        .collect()
    }

    /// A solution for `b = 1` with every free unknown 0, if there is one.
    pub fn particular(&self) -> Option<BitVector> {
        if self.contradiction {
            return None;
        }
        let mut solution = BitVector::zero(self.unknowns);
        for (index, (_, right)) in self.rows.iter().enumerate() {
            if *right {
                solution.flip(self.pivot(index));
            }
        }
        Some(solution)
    }

    /// The vector minus the rows that it meets: two vectors give the same exactly if they differ
    /// by a sum of rows.
    #[must_use]
    pub fn reduced(&self, vector: &BitVector) -> BitVector {
        let mut reduced = vector.clone();
        for met in self.met(vector) {
            reduced.add(&self.rows[met].0);
        }
        reduced
    }

    /// The rows whose pivots the vector has. Adding one of them brings in no other pivot.
    fn met(&self, vector: &BitVector) -> Vec<usize> {
        vector.ones().filter_map(|unknown| self.pivots[unknown]).collect()
    }

    /// The pivot of a row. It is the first one of it: a row is only ever changed to the right of
    /// its pivot.
    fn pivot(&self, row: usize) -> usize {
        self.rows[row].0.first().expect("rows are not zero")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(bits: usize, ones: &[usize]) -> BitVector {
        let mut vector = BitVector::zero(bits);
        ones.iter().for_each(|one| vector.flip(*one));
        vector
    }

    #[test]
    fn bits_are_kept_across_words() {
        let mut one = vector(130, &[0, 63, 64, 129]);
        assert_eq!(one.ones().collect::<Vec<_>>(), [0, 63, 64, 129]);
        assert!(one.dot(&vector(130, &[63, 65])));
        assert!(!one.dot(&vector(130, &[63, 64])));
        one.add(&vector(130, &[0, 1]));
        assert_eq!(one, vector(130, &[1, 63, 64, 129]));
        assert!(one.plus(&one).is_zero());
    }

    #[test]
    fn equations_are_solved_for_both_right_sides() {
        let mut system = System::new(4);
        assert!(system.insert(vector(4, &[0, 1]), true));
        assert!(system.insert(vector(4, &[1, 2]), true));
        assert!(!system.insert(vector(4, &[0, 2]), false), "follows from the others");
        assert_eq!(system.rank(), 2);
        assert_eq!(system.null_space(), [vector(4, &[0, 1, 2]), vector(4, &[3])]);
        let solution = system.particular().expect("a path has two colors");
        assert!(solution.get(0) != solution.get(1) && solution.get(1) != solution.get(2));
    }

    #[test]
    fn a_contradiction_rules_out_one_only() {
        let mut system = System::new(3);
        for edge in [[0, 1], [1, 2], [0, 2]] {
            assert!(system.insert(vector(3, &edge), true));
        }
        assert!(system.particular().is_none(), "a triangle has no two colors");
        assert_eq!(system.null_space(), [vector(3, &[0, 1, 2])]);
    }

    #[test]
    fn null_space_and_rank_add_up_on_random_systems() {
        let mut random = 0x1234_5678_9abc_def1_u64;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        for _ in 0..50 {
            let unknowns = 70;
            let mut system = System::new(unknowns);
            let mut given = Vec::new();
            for _ in 0..60 {
                let picks = (0..3).map(|_| usize::try_from(next() % 70).expect("small"));
                let row = vector(unknowns, &picks.collect::<Vec<_>>());
                let right = next() % 8 == 0;
                system.insert(row.clone(), right);
                given.push((row, right));
            }
            let null_space = system.null_space();
            assert_eq!(system.rank() + null_space.len(), unknowns);
            for solution in &null_space {
                assert!(given.iter().all(|(row, _)| !row.dot(solution)));
            }
            if let Some(solution) = system.particular() {
                assert!(given.iter().all(|(row, right)| row.dot(&solution) == *right));
            }
            assert!(given.iter().all(|(row, _)| system.reduced(row).is_zero()));
        }
    }
}
