//! The orders of five pieces as the bits of a *row*, 16 bytes.
//!
//! A move takes the order `y` of the pieces, read cell by cell, to another order of the same
//! pieces: it composes with a permutation of *ranks* (the first of them, the second, ...) on one
//! side. So a group that acts on the other side, on the *labels*, commutes with every move: moves
//! take its cosets to cosets, and in the same way everywhere up to a factor of that group. Here it
//! is the dihedral group of order 8, the symmetries of a square whose corners are the labels 0
//! to 3. Its 15 cosets are the bytes of a row, and its elements the bits of a byte. A move is then
//! one shuffle of bytes, and in every byte a multiplication with an element of the group.
//!
//! The group is written with three generators: every element is `z^a u^b v^c` with bits `a`, `b`
//! and `c`, where `z`, the half turn, commutes with all, and `v u = z u v`. Its number is
//! `a + 2 b + 4 c`. A multiplication with `z` from the right then swaps bits next to each other,
//! with `u` bits at distance 2 (and, in one half of the byte, at distance 1), with `v` bits at
//! distance 4: three masked swaps at most, and none if the element is 1.
//!
//! Which element of each coset comes first decides how many swaps the usual moves take: see
//! `FIRST`.

/// The most pieces whose orders are bits.
pub const MOST_PIECES: usize = 5;
/// Number of bytes of a row that are used.
const COSETS: usize = 15;
/// Number of orders of five pieces.
const ORDERS: usize = 120;

/// By rank, in the order of cells: the label of a piece.
pub type Order = [u8; MOST_PIECES];

/// The three generators, by label.
const GENERATORS: [Order; 3] = [[2, 3, 0, 1, 4], [1, 0, 3, 2, 4], [2, 1, 0, 3, 4]];

/// By coset, in the order of their smallest orders: the element that leads from the smallest order
/// to the one that comes first.
///
/// Found by simulated annealing. What was to be small: the number of swaps of the bit moves of a
/// chain through the reversals of the first 2, 3, 4 and 5 pieces (6 here; a choice at random has
/// 12), and of those that take one piece past some neighbors (2 on the average).
const FIRST: [usize; COSETS] = [1, 4, 6, 2, 0, 7, 5, 0, 5, 4, 2, 1, 0, 7, 5];

/// The orders of up to five pieces, and their bits. Fewer pieces are five of which the last stay
/// in place.
#[derive(Clone, Debug)]
pub struct Orders {
    pieces: usize,
    /// By bit.
    orders: Vec<Order>,
    /// By number of an order: its bit.
    bits: Vec<u8>,
    /// The bits that are used, in order.
    used: Vec<u8>,
}

/// How the bits of a row move: out of each byte's source, then by swaps inside of the byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitMove {
    /// By byte: where it comes from; the unused last one stays.
    pub bytes: [u8; 16],
    /// For the distances 1, 2 and 4, in this order: the lower bits of the pairs that are swapped,
    /// by byte.
    pub swaps: [[u8; 16]; 3],
}

impl Orders {
    /// Creates the orders of `pieces` pieces, at most five.
    pub fn new(pieces: usize) -> Self {
        let group: Vec<Order> = (0..8_usize)
            .map(|element| {
                let factors = (0..3).filter(|factor| element >> factor & 1 == 1);
                factors.fold(IDENTITY, |product, factor| after(&product, &GENERATORS[factor]))
            })
            .collect();
        let mut orders: Vec<Order> = Vec::with_capacity(ORDERS);
        let mut bits = vec![u8::MAX; ORDERS];
        for number in 0..ORDERS {
            if bits[number] != u8::MAX {
                continue;
            }
            let smallest = order_with(number);
            let first = after(&group[FIRST[orders.len() / 8]], &smallest);
            for element in &group {
                let order = after(element, &first);
                bits[number_of(&order)] = u8::try_from(orders.len()).expect("120 orders");
                orders.push(order);
            }
        }
        let moves_only =
            |order: &Order| (pieces..MOST_PIECES).all(|rank| usize::from(order[rank]) == rank);
        let used = (0_u8..).zip(&orders).filter(|(_, order)| moves_only(order));
        let used = used.map(|(bit, _)| bit).collect();
        Orders { pieces, orders, bits, used }
    }

    /// Number of pieces.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// Number of orders.
    pub fn size(&self) -> u64 {
        self.used.len() as u64
    }

    /// The bits that are used, in order.
    pub fn used(&self) -> &[u8] {
        &self.used
    }

    /// The bit of an order.
    pub fn bit(&self, order: &Order) -> u8 {
        self.bits[number_of(order)]
    }

    /// The order of a bit that is used.
    pub fn order(&self, bit: u8) -> &Order {
        &self.orders[usize::from(bit)]
    }

    /// How bits move when each order gets what stood at its composition with `ranks`: new `y` is
    /// old `y[ranks[0]], y[ranks[1]], ...`
    pub fn bit_move(&self, ranks: &Order) -> BitMove {
        let mut result = BitMove { bytes: [0; 16], swaps: [[0; 16]; 3] };
        result.bytes[COSETS] = 15;
        for coset in 0..COSETS {
            let source = self.bit(&after(&self.orders[8 * coset], ranks));
            result.bytes[coset] = source / 8;
            let masks = swaps(source % 8);
            for (all, mask) in result.swaps.iter_mut().zip(masks) {
                all[coset] = mask;
            }
        }
        result
    }
}

/// The swaps, at distances 1, 2 and 4 in this order, that bring the product of every element with
/// this one to the place of the element.
///
/// The product of `z^a u^b v^c` and `z^d u^e v^f` is `z^(a + d + c e) u^(b + e) v^(c + f)`. The
/// swaps at distances 2 and 4 come later, so that what is `c` in the end is still `c + f` when
/// bits at distance 1 are swapped.
fn swaps(factor: u8) -> [u8; 3] {
    let [d, e, f] = [0, 1, 2].map(|bit| factor >> bit & 1);
    let near = [0_u8, 2, 4, 6].into_iter().filter(|low| d ^ ((low >> 2 ^ f) & e) == 1);
    [near.fold(0, |mask, low| mask | 1 << low), 0b0011_0011 * e, 0b0000_1111 * f]
}

/// Every piece in its place.
pub const IDENTITY: Order = [0, 1, 2, 3, 4];

/// The composition: `first[second[0]], first[second[1]], ...`
pub fn after(first: &Order, second: &Order) -> Order {
    second.map(|rank| first[usize::from(rank)])
}

/// What undoes an order.
pub fn inverse(order: &Order) -> Order {
    let mut undone = IDENTITY;
    for (rank, label) in (0_u8..).zip(order) {
        undone[usize::from(*label)] = rank;
    }
    undone
}

/// The number of an order among all in lexicographic order.
fn number_of(order: &Order) -> usize {
    let smaller =
        |rank: usize| order[rank + 1..].iter().filter(|label| **label < order[rank]).count();
    (0..MOST_PIECES).fold(0, |number, rank| number * (MOST_PIECES - rank) + smaller(rank))
}

/// The order with a number.
fn order_with(number: usize) -> Order {
    let mut left: Vec<u8> = IDENTITY.to_vec();
    let mut orders = ORDERS;
    let mut rest = number;
    std::array::from_fn(|rank| {
        orders /= MOST_PIECES - rank;
        let label = left.remove(rest / orders);
        rest %= orders;
        label
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a bit move does to a row.
    fn moved(row: u128, bit_move: &BitMove) -> u128 {
        let bytes = row.to_le_bytes();
        let mut moved = bit_move.bytes.map(|from| bytes[usize::from(from)]);
        for (stage, masks) in bit_move.swaps.iter().enumerate() {
            let distance = 1 << stage;
            for (byte, mask) in moved.iter_mut().zip(masks) {
                let pairs = (*byte ^ *byte >> distance) & mask;
                *byte ^= pairs | pairs << distance;
            }
        }
        u128::from_le_bytes(moved)
    }

    #[test]
    fn bits_and_orders_invert_each_other() {
        for (pieces, size) in [(0, 1), (1, 1), (2, 2), (3, 6), (4, 24), (5, 120)] {
            let orders = Orders::new(pieces);
            assert_eq!(orders.size(), size);
            for bit in orders.used() {
                assert_eq!(orders.bit(orders.order(*bit)), *bit);
            }
        }
    }

    #[test]
    fn bit_moves_compose_orders() {
        let orders = Orders::new(5);
        for number in 0..ORDERS {
            let ranks = order_with(number);
            assert_eq!(number_of(&ranks), number);
            assert_eq!(after(&ranks, &inverse(&ranks)), IDENTITY);
            let bit_move = orders.bit_move(&ranks);
            for bit in orders.used() {
                let source = orders.bit(&after(orders.order(*bit), &ranks));
                assert_eq!(moved(1 << source, &bit_move), 1 << bit);
            }
        }
    }
}
