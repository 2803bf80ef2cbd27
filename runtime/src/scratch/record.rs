//! What waits in buckets: numbers, and pairs of them, as bytes.

/// Something that takes always the same number of bytes, little-endian.
pub trait Record: Copy {
    /// Number of bytes.
    const BYTES: usize;

    /// Adds its bytes.
    fn put(self, bytes: &mut Vec<u8>);

    /// Reads it from exactly [`BYTES`](Self::BYTES) bytes.
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Record for $number {
            const BYTES: usize = size_of::<$number>();

            #[inline]
            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn get(bytes: &[u8]) -> Self {
                <$number>::from_le_bytes(bytes.try_into().expect("exactly its bytes"))
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64);

impl<A: Record, B: Record> Record for (A, B) {
    const BYTES: usize = A::BYTES + B::BYTES;

    #[inline]
    fn put(self, bytes: &mut Vec<u8>) {
        self.0.put(bytes);
        self.1.put(bytes);
    }

    #[inline]
    fn get(bytes: &[u8]) -> Self {
        let (first, second) = bytes.split_at(A::BYTES);
        (A::get(first), B::get(second))
    }
}
