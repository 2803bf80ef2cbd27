//! A short number for a long text: FNV-1a with 128 bits.
//!
//! Glenn Fowler, Landon Curt Noll, Phong Vo, "The FNV Non-Cryptographic Hash Algorithm" (RFC
//! 9923). It tells texts and damaged files apart; it does not protect against somebody who looks
//! for a collision, who could as well write into the folders of the user.

/// The number of no bytes.
const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;

const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// The number of some bytes.
pub(crate) fn checksum(bytes: &[u8]) -> u128 {
    bytes.iter().fold(BASIS, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(PRIME))
}

/// The number of some texts in this order; where one ends and the next begins counts.
pub(crate) fn checksum_of_all(texts: &[&str]) -> u128 {
    let mut bytes = Vec::new();
    for text in texts {
        bytes.extend_from_slice(&(text.len() as u64).to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
    }
    checksum(&bytes)
}

#[cfg(test)]
mod tests {
    use super::{checksum, checksum_of_all};

    /// From the test vectors of RFC 9923.
    #[test]
    fn known_values() {
        assert_eq!(checksum(b""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(checksum(b"a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
        assert_eq!(checksum(b"foobar"), 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }

    #[test]
    fn the_border_between_texts_counts() {
        assert_ne!(checksum_of_all(&["ab", "c"]), checksum_of_all(&["a", "bc"]));
    }
}
