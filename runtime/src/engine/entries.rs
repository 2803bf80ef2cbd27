//! Entries of a table: small numbers side by side in words of 64 bits.
//!
//! The number of bits of an entry is a power of two, so entries never lie across words. All of a
//! word are compared at once: a word that differs from the wanted number in no bit of an entry is
//! zero there, and entries that are zero are found without carries between them (Warren, *Hacker's
//! Delight*, 2nd edition, section 6-1).
//!
//! This file stands on its own: it is also compiled, together with [`Rules`](super::Rules), into
//! libraries for a single game.

/// Number of words of a chunk: a page of memory.
pub const CHUNK_WORDS: usize = 1 << 9;

/// The lowest bit of every entry of a word.
pub const fn low_bits<const BITS: u32>() -> u64 {
    if BITS == 64 { 1 } else { u64::MAX / ((1 << BITS) - 1) }
}

/// The largest number that an entry can hold.
pub const fn largest<const BITS: u32>() -> u64 {
    u64::MAX >> (64 - BITS)
}

/// The lowest bits of the entries of a word that hold this number.
#[inline]
pub fn equal<const BITS: u32>(word: u64, number: u64) -> u64 {
    let differing = word ^ (low_bits::<BITS>() * number);
    let below_high = low_bits::<BITS>() * (largest::<BITS>() >> 1);
    let high_if_zero = !(((differing & below_high) + below_high) | differing | below_high);
    high_if_zero >> (BITS - 1)
}

/// The word that holds the entry with this position, and the lowest bit of the entry in it.
#[inline]
pub fn place<const BITS: u32>(position: u64) -> (usize, u32) {
    let per_word = u64::from(64 / BITS);
    let word = usize::try_from(position / per_word).expect("the table is in memory");
    let entry = u32::try_from(position % per_word).expect("less than 64");
    (word, entry * BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds_what_a_loop_finds<const BITS: u32>() {
        let mut word = 0x0123_4567_89ab_cdef_u64;
        for round in 0..20_000_u64 {
            // Few different entries, so that neighbours are often equal.
            let sparse = word & word.rotate_left(17) & word.rotate_left(31);
            for number in
                [0, 1, largest::<BITS>() - 1, largest::<BITS>(), round & largest::<BITS>()]
            {
                let entry = |at: u32| sparse >> (at * BITS) & largest::<BITS>();
                let expected = (0..64 / BITS).filter(|at| entry(*at) == number);
                let expected: u64 = expected.map(|at| 1 << (at * BITS)).sum();
                assert_eq!(equal::<BITS>(sparse, number), expected, "{sparse:x} {number}");
            }
            word = word
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
        }
    }

    #[test]
    fn entries_of_every_width_are_compared() {
        finds_what_a_loop_finds::<1>();
        finds_what_a_loop_finds::<2>();
        finds_what_a_loop_finds::<8>();
        finds_what_a_loop_finds::<16>();
        finds_what_a_loop_finds::<32>();
    }
}
