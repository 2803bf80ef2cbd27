//! What a library is made from, as one number.

use super::Compiler;
use super::border::Label;
use std::fmt;

/// A BLAKE3 hash of all that a library is made from: the version of gamec, the compiler with its
/// options, and the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(blake3::Hash);

impl Key {
    /// The key of the library that a compiler makes of a source.
    pub(super) fn new(source: &str, compiler: &Compiler) -> Self {
        Key::of(&[env!("CARGO_PKG_VERSION"), &compiler.identity(), source])
    }

    /// The key of some texts; where one ends and the next begins counts.
    fn of(texts: &[&str]) -> Self {
        let mut hasher = blake3::Hasher::new();
        for text in texts {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        Key(hasher.finalize())
    }

    /// The checksum of a library with this key.
    pub(super) fn checksum(&self, library: &[u8]) -> impl fmt::Display + use<> {
        blake3::keyed_hash(self.0.as_bytes(), library).to_hex()
    }

    /// The beginning of the key, by which a library says what it is when it has been loaded.
    pub(super) fn label(&self) -> Label {
        let (words, _) = self.0.as_bytes().as_chunks::<8>();
        Label { high: u64::from_be_bytes(words[0]), low: u64::from_be_bytes(words[1]) }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_hex())
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn everything_counts() {
        assert_ne!(Key::of(&["ab", "c"]), Key::of(&["a", "bc"]));
        assert_ne!(Key::of(&["ab"]), Key::of(&["ac"]));
        let checksum = |key: &Key, bytes: &[u8]| key.checksum(bytes).to_string();
        let key = Key::of(&["source"]);
        assert_ne!(checksum(&key, b"library"), checksum(&key, b"Library"));
        assert_ne!(checksum(&key, b"library"), checksum(&Key::of(&["other"]), b"library"));
        assert_eq!(key.to_string().len(), 64);
    }

    #[test]
    fn the_label_begins_the_key() {
        let key = Key::of(&["source"]);
        let label = key.label();
        assert!(key.to_string().starts_with(&format!("{:016x}{:016x}", label.high, label.low)));
    }
}
