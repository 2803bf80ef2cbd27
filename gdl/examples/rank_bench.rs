//! Nanoseconds per rank and unrank for every family of layouts, and the ratio to the plain loop of its group.
//!
//! Each line ranks, then unranks, the same random members again and again; the fastest round counts. The time is that of
//! independent calls one after the other, as in a sweep. Run it with `cargo run --release -p gdl --example rank_bench`.

#![allow(clippy::print_stdout, reason = "a program that prints its measurements")]

use gdl::layout::binomial::Binomial;
use gdl::layout::chain::ColorChain;
use gdl::layout::composition::{Composition, Total};
use gdl::layout::multinomial::Multinomial;
use gdl::layout::orbit::CanonicalTimesFree;
use gdl::layout::partition::{BlankPermutations, PieceAndSet};
use gdl::layout::permutation::{self, Order, Permutations, Sign, Tables};
use gdl::layout::radix::{FixedSum, MixedRadix};
use gdl::layout::raw::{Invariant, RawBits};
use gdl::layout::reachable::Reachable;
use gdl::layout::split::SplitBinomial;
use gdl::layout::symmetry::SymmetryGroup;
use gdl::layout::{LayoutError, myrvold_ruskey};
use std::hint::black_box;
use std::time::Instant;

const MEMBERS: usize = 1 << 15;
const SECONDS: f64 = 0.08;

fn main() -> Result<(), LayoutError> {
    println!("{:<54}{:>9}{:>9}{:>8}{:>8}", "family", "rank ns", "unrank", "ratio", "ratio");
    permutations(12)?;
    sets(33, 16)?;
    colors()?;
    partitions()?;
    others()?;
    symmetric()
}

/// Prints a line, with ratios to the first line of its group.
struct Group {
    first: Option<(f64, f64)>,
}

impl Group {
    fn new() -> Self {
        println!();
        Group { first: None }
    }

    /// Measures ranking the members made from random indices, and unranking those indices.
    fn line<T>(
        &mut self,
        name: &str,
        size: u64,
        member: impl Fn(u64) -> T,
        rank: impl Fn(&T) -> u64,
        mut unrank: impl FnMut(u64) -> u64,
    ) {
        let indices = random_indices(size);
        let members: Vec<T> = indices.iter().map(|index| member(*index)).collect();
        for (index, member) in indices.iter().zip(&members) {
            assert_eq!(rank(member), *index, "{name}: rank inverts unrank");
        }
        let rank = best(|| {
            for member in &members {
                black_box(rank(black_box(member)));
            }
        });
        let unrank = best(|| {
            for index in &indices {
                black_box(unrank(black_box(*index)));
            }
        });
        let (first_rank, first_unrank) = *self.first.get_or_insert((rank, unrank));
        let (rank_ratio, unrank_ratio) = (first_rank / rank, first_unrank / unrank);
        println!("{name:<54}{rank:>9.2}{unrank:>9.2}{rank_ratio:>8.1}{unrank_ratio:>8.1}");
    }
}

/// The time per member of the fastest of many rounds: other programs only make a round slower.
fn best(mut round: impl FnMut()) -> f64 {
    let begin = Instant::now();
    let mut best = f64::INFINITY;
    while begin.elapsed().as_secs_f64() < SECONDS {
        let start = Instant::now();
        round();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best * 1e9 / MEMBERS as f64
}

/// The splitmix generator.
fn random_indices(size: u64) -> Vec<u64> {
    let mut state = 1_u64;
    let next = |_| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % size
    };
    (0..MEMBERS).map(next).collect()
}

fn permutations(length: usize) -> Result<(), LayoutError> {
    let mut group = Group::new();
    let tables = Tables::new(length)?;
    let all = Permutations::new(length, Order::Lexicographic, None)?;
    let made = |index: u64| {
        let mut permutation = vec![0; length];
        permutation::unrank(index, &mut permutation);
        permutation
    };
    let mut buffer = vec![0; length];
    let mut unrank = |index| {
        permutation::unrank(index, &mut buffer);
        u64::from(buffer[0])
    };
    let name = |text: &str| format!("{length} elements, {text}");
    group.line(&name("lexicographic"), all.size(), made, |it| permutation::rank(it), &mut unrank);
    group.line(&name("by tables"), all.size(), made, |it| tables.rank(it), &mut unrank);
    for (order, sign, text) in [
        (Order::Lexicographic, Some(Sign::Even), "lexicographic folded"),
        (Order::MyrvoldRuskey, None, "Myrvold-Ruskey"),
        (Order::MyrvoldRuskey, Some(Sign::Even), "Myrvold-Ruskey folded"),
    ] {
        let layout = Permutations::new(length, order, sign)?;
        let made = |index: u64| {
            let mut permutation = vec![0; length];
            layout.unrank(index, &mut permutation);
            permutation
        };
        let mut buffer = vec![0; length];
        let unrank = |index| {
            layout.unrank(index, &mut buffer);
            u64::from(buffer[0])
        };
        group.line(&name(text), layout.size(), made, |it| layout.rank(it), unrank);
    }
    // Myrvold-Ruskey with the inverse at hand, as when the state is kept with it.
    let made = |index: u64| {
        let (mut permutation, mut inverse) = ([0; 20], [0; 20]);
        myrvold_ruskey::unrank(index, &mut permutation[..length]);
        for (element, position) in permutation[..length].iter().zip(0..) {
            inverse[usize::from(*element)] = position;
        }
        (permutation, inverse)
    };
    let rank = |(permutation, inverse): &([u8; 20], [u8; 20])| {
        let (mut permutation, mut inverse) = (*permutation, *inverse);
        myrvold_ruskey::rank(&mut permutation[..length], &mut inverse[..length])
    };
    let mut buffer = [0; 20];
    let unrank = |index| {
        myrvold_ruskey::unrank(index, &mut buffer[..length]);
        u64::from(buffer[0])
    };
    group.line(&name("Myrvold-Ruskey, inverse given"), all.size(), made, rank, unrank);
    Ok(())
}

fn sets(cells: usize, chosen: usize) -> Result<(), LayoutError> {
    let mut group = Group::new();
    let plain = Binomial::new(cells, chosen)?;
    let member = |index| plain.unrank::<u64>(index);
    let name = |text: &str| format!("{chosen} of {cells} cells, {text}");
    group.line(&name("plain loop"), plain.size(), member, |set| plain.rank(*set), member);
    let cut = |parts: usize| -> Vec<usize> {
        (0..parts).map(|part| (cells + parts - 1 - part) / parts).collect()
    };
    for widths in [cut(2), cut(3), cut(4)] {
        let layout = SplitBinomial::with_groups(cells, chosen, &widths)?;
        let kilobytes = layout.table_bytes() / 1024;
        let text = name(&format!("split {widths:?} ({kilobytes} KiB)"));
        let unrank = |index| layout.unrank::<u64>(index);
        group.line(&text, layout.size(), member, |set| layout.rank(*set), unrank);
    }
    Ok(())
}

fn colors() -> Result<(), LayoutError> {
    for counts in [vec![1, 15, 15], vec![6, 9, 9], vec![7, 3, 3, 3, 3, 3, 3]] {
        let mut group = Group::new();
        let walk = Multinomial::new(&counts)?;
        let member = |index| {
            let mut string = vec![0; walk.cells()];
            walk.unrank(index, &mut string);
            string
        };
        let mut buffer = vec![0; walk.cells()];
        let unrank = |index| {
            walk.unrank(index, &mut buffer);
            u64::from(buffer[0])
        };
        let name = format!("colors {counts:?}, ");
        group.line(&(name.clone() + "walk"), walk.size(), member, |it| walk.rank(it), unrank);
        let chain = ColorChain::new(&counts)?;
        let member = |index| {
            let mut sets = vec![0_u64; counts.len() - 1];
            chain.unrank(index, &mut sets);
            sets
        };
        let mut buffer = vec![0_u64; counts.len() - 1];
        let unrank = |index| {
            chain.unrank(index, &mut buffer);
            buffer[0]
        };
        group.line(&(name + "chain of sets"), chain.size(), member, |it| chain.rank(it), unrank);
    }
    Ok(())
}

fn partitions() -> Result<(), LayoutError> {
    for (cells, chosen) in [(31, 15), (33, 13)] {
        let layout = PieceAndSet::new(cells, (1 << cells) - 1, chosen)?;
        Group::new().line(
            &format!("a piece and {chosen} of {} cells", cells - 1),
            layout.size(),
            |index| layout.unrank::<u64>(index),
            |(cell, set)| layout.rank(*cell, *set),
            |index| layout.unrank::<u64>(index).1,
        );
    }
    let mut group = Group::new();
    let signs: Vec<Sign> = (0..12).map(|cell| Sign::of(cell / 4 + cell % 4)).collect();
    for order in [Order::Lexicographic, Order::MyrvoldRuskey] {
        let layout = BlankPermutations::new(12, 0, order, &signs)?;
        let member = |index| {
            let mut permutation = vec![0; 12];
            layout.unrank(index, &mut permutation);
            permutation
        };
        let mut buffer = vec![0; 12];
        let unrank = |index| {
            layout.unrank(index, &mut buffer);
            u64::from(buffer[0])
        };
        let name = format!("blank and 11 tiles, {order:?} folded");
        group.line(&name, layout.size(), member, |it| layout.rank(it), unrank);
    }
    Ok(())
}

fn others() -> Result<(), LayoutError> {
    let mut group = Group::new();
    let seeds = Composition::new(12, 48, Total::Exactly)?;
    let member = |index| {
        let mut pits = vec![0; 12];
        seeds.unrank(index, &mut pits);
        pits
    };
    let mut buffer = vec![0; 12];
    let unrank = |index| {
        seeds.unrank(index, &mut buffer);
        u64::from(buffer[0])
    };
    group.line("48 seeds in 12 pits", seeds.size(), member, |it| seeds.rank(it), unrank);

    let mut group = Group::new();
    let turns = FixedSum::new(3, &[1; 8], 0)?;
    let member = |index| {
        let mut digits = vec![0; 8];
        turns.unrank(index, &mut digits);
        digits
    };
    let mut buffer = vec![0; 8];
    let unrank = |index| {
        turns.unrank(index, &mut buffer);
        u64::from(buffer[0])
    };
    group.line("orientations of 8 corners", turns.size(), member, |it| turns.rank(it), unrank);
    let mut group = Group::new();
    let radix = MixedRadix::new(&[10, 10, 10, 2])?;
    let member = |index| {
        let mut digits = vec![0; 4];
        radix.unrank(index, &mut digits);
        digits
    };
    let mut buffer = vec![0; 4];
    let unrank = |index| {
        radix.unrank(index, &mut buffer);
        buffer[0]
    };
    group.line("mixed radix, 4 digits", radix.size(), member, |it| radix.rank(it), unrank);

    let mut group = Group::new();
    let masks = [0x0db6_db6d_u128, 0x1b6d_b6db, 0x1_5555_5555, 0x1_3333_3333];
    let invariants: Vec<Invariant> =
        masks.iter().map(|cells| Invariant { cells: *cells, odd: false }).collect();
    let raw = RawBits::new((1 << 33) - 1, &invariants)?;
    let unrank = |index| raw.unrank::<u64>(index);
    group.line("33 raw bits, 4 invariants", raw.size(), unrank, |it| raw.rank(*it), unrank);

    let lists = [("4 % of 2^24 keys", 25, 0), ("wide keys", 25, 60)];
    for (text, step, shift) in lists {
        let keys: Vec<u128> = (0..1 << 24_u32)
            .step_by(step)
            .map(|key: u128| (key ^ (key.wrapping_mul(0x9e37) & 15)) << shift)
            .collect();
        let set = Reachable::new(keys)?;
        Group::new().line(
            &format!("enumerated, {text} ({} KiB)", set.bytes() / 1024),
            set.size(),
            |index| set.select(index),
            |key| set.rank(*key).unwrap_or(u64::MAX),
            |index| u64::try_from(set.select(index) >> shift).unwrap_or(0),
        );
    }
    Ok(())
}

fn symmetric() -> Result<(), LayoutError> {
    let mut group = Group::new();
    let map = |image: fn(u8, u8) -> (u8, u8)| -> Vec<u8> {
        let points = (0..24).map(|point| image(point / 8, point % 8));
        points.map(|(ring, position)| 8 * ring + position % 8).collect()
    };
    let turn = map(|ring, position| (ring, position + 2));
    let mirror = map(|ring, position| (ring, 8 - position));
    let inside_out = map(|ring, position| (2 - ring, position));
    let symmetries: SymmetryGroup<u64> = SymmetryGroup::new(24, &[turn, mirror, inside_out])?;
    let layout = CanonicalTimesFree::new(symmetries.clone(), 8, 7)?;
    let member = |index| layout.unrank(index);
    let unrank = |index| layout.unrank(index).1;
    let rank = |(first, second): &(u64, u64)| layout.rank(*first, *second);
    group.line("morris 8-7, canonical x free", layout.size(), member, rank, unrank);
    let indices = random_indices(layout.size());
    let members: Vec<(u64, u64)> = indices.iter().map(|index| member(*index)).collect();
    let canonical = best(|| {
        for (first, second) in &members {
            black_box(layout.canonical_rank(*first, black_box(*second)));
        }
    });
    println!("{:<54}{canonical:>9.2}", "morris 8-7, smallest index of its orbit");
    let smallest = best(|| {
        for (first, _) in &members {
            black_box(symmetries.canonical(black_box(*first)));
        }
    });
    println!("{:<54}{smallest:>9.2}", "morris, smallest of 16 images of a set");
    Ok(())
}
