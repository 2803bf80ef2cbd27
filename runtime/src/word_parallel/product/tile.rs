//! Tiles: 64 words of 64 places, transposed.

/// Exchanges rows and columns: place `column` of word `row` becomes place `row` of word `column`.
///
/// Squares of half the size are exchanged, then those inside of them, down to single places
/// (Warren, *Hacker's Delight*, section 7-3).
#[inline(always)]
pub(super) fn transpose(tile: &mut [u64; 64]) {
    exchange::<32>(tile, 0x0000_0000_ffff_ffff);
    exchange::<16>(tile, 0x0000_ffff_0000_ffff);
    exchange::<8>(tile, 0x00ff_00ff_00ff_00ff);
    exchange::<4>(tile, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<2>(tile, 0x3333_3333_3333_3333);
    exchange::<1>(tile, 0x5555_5555_5555_5555);
}

/// Exchanges the upper right and the lower left square of each square of twice the size.
#[inline(always)]
fn exchange<const SIZE: usize>(tile: &mut [u64; 64], low: u64) {
    for square in tile.chunks_exact_mut(2 * SIZE) {
        let (upper, lower) = square.split_at_mut(SIZE);
        for (upper, lower) in upper.iter_mut().zip(lower) {
            let other = (*upper >> SIZE ^ *lower) & low;
            *lower ^= other;
            *upper ^= other << SIZE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut seed = 1_u64;
        let mut tile = [0; 64];
        for word in &mut tile {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            *word = seed ^ seed >> 29;
        }
        let before = tile;
        transpose(&mut tile);
        for (row, after) in tile.iter().enumerate() {
            for (column, before) in before.iter().enumerate() {
                assert_eq!(after >> column & 1, before >> row & 1);
            }
        }
    }
}
