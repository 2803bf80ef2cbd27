//! Timing: random members of a layout, ranked and unranked again and again.

use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A measurement in progress.
#[derive(Debug)]
pub(super) struct Bench {
    /// The family that is measured now.
    pub(super) family: &'static str,
    pub(super) lines: Vec<Line>,
    /// Number of members that are ranked in a round.
    members: usize,
    /// How long rounds go on.
    duration: Duration,
}

/// The times of one instance of a family.
#[derive(Debug, Serialize)]
pub struct Line {
    /// The name of the family.
    pub family: &'static str,
    /// The instance, in words.
    pub instance: String,
    /// The number of its members.
    pub entries: u64,
    /// Nanoseconds for ranking a member.
    pub rank_ns: f64,
    /// Nanoseconds for unranking an index; none where only ranking is measured.
    pub unrank_ns: Option<f64>,
}

impl Bench {
    /// A quick measurement shows that everything works; its times say little.
    pub(super) fn new(quick: bool) -> Self {
        let (members, duration) = if quick { (1 << 8, 1) } else { (1 << 15, 80) };
        let duration = Duration::from_millis(duration);
        Bench { family: "", lines: Vec::new(), members, duration }
    }

    /// Measures ranking of members made from random indices, and unranking of these indices.
    pub(super) fn line<T>(
        &mut self,
        instance: impl Into<String>,
        entries: u64,
        unrank: impl Fn(u64) -> T,
        rank: impl Fn(&T) -> u64,
    ) {
        let indices = self.random_indices(entries);
        let members: Vec<T> = indices.iter().map(|index| unrank(*index)).collect();
        for (index, member) in indices.iter().zip(&members) {
            assert_eq!(rank(member), *index, "rank inverts unrank");
        }
        let rank_ns = self.best(|| {
            for member in &members {
                black_box(rank(black_box(member)));
            }
        });
        let unrank_ns = self.best(|| {
            for index in &indices {
                black_box(unrank(black_box(*index)));
            }
        });
        self.push(instance.into(), entries, rank_ns, Some(unrank_ns));
    }

    /// Measures members that are slices of one length. They lie one after the other in memory.
    pub(super) fn slices<D: Copy + Default>(
        &mut self,
        instance: impl Into<String>,
        entries: u64,
        length: usize,
        unrank: impl Fn(u64, &mut [D]),
        rank: impl Fn(&[D]) -> u64,
    ) {
        let indices = self.random_indices(entries);
        let mut members = vec![D::default(); indices.len() * length];
        for (index, member) in indices.iter().zip(members.chunks_exact_mut(length)) {
            unrank(*index, member);
            assert_eq!(rank(member), *index, "rank inverts unrank");
        }
        let rank_ns = self.best(|| {
            for member in members.chunks_exact(length) {
                black_box(rank(black_box(member)));
            }
        });
        let mut buffer = vec![D::default(); length];
        let unrank_ns = self.best(|| {
            for index in &indices {
                unrank(black_box(*index), &mut buffer);
                black_box(&mut buffer);
            }
        });
        self.push(instance.into(), entries, rank_ns, Some(unrank_ns));
    }

    /// Measures a rank that has no inverse: several members share an index.
    pub(super) fn rank_only<T>(
        &mut self,
        instance: impl Into<String>,
        entries: u64,
        member: impl Fn(u64) -> T,
        rank: impl Fn(&T) -> u64,
    ) {
        let indices = self.random_indices(entries);
        let members: Vec<T> = indices.iter().map(|index| member(*index)).collect();
        let rank_ns = self.best(|| {
            for member in &members {
                black_box(rank(black_box(member)));
            }
        });
        self.push(instance.into(), entries, rank_ns, None);
    }

    fn push(&mut self, instance: String, entries: u64, rank_ns: f64, unrank_ns: Option<f64>) {
        self.lines.push(Line { family: self.family, instance, entries, rank_ns, unrank_ns });
    }

    /// Nanoseconds per member in the fastest of many rounds: other programs only make a round
    /// slower.
    fn best(&self, mut round: impl FnMut()) -> f64 {
        let begin = Instant::now();
        let mut best = Duration::MAX;
        while best == Duration::MAX || begin.elapsed() < self.duration {
            let start = Instant::now();
            round();
            best = best.min(start.elapsed());
        }
        let members = u32::try_from(self.members).expect("few members");
        best.as_secs_f64() * 1e9 / f64::from(members)
    }

    /// Indices from the splitmix generator.
    fn random_indices(&self, entries: u64) -> Vec<u64> {
        let mut state = 1_u64;
        let next = |_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (mixed ^ (mixed >> 31)) % entries
        };
        (0..self.members).map(next).collect()
    }
}
