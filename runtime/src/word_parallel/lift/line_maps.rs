//! Which lines of a word a move takes to which lines of another.
//!
//! A line map has for each line of a word the line of the source that leads to it, and by what the
//! numbers of the rows inside of the line are changed (an exclusive or). There are few different
//! ones: one for each permutation of the row class that moves bring about, and, if pieces are
//! turned, for each way to turn them all.

use gdl::word_parallel::lift::Lift;
use std::collections::HashMap;

/// The line maps, by number: 0 is none at all.
pub(super) struct LineMaps<'a> {
    lift: &'a Lift,
    /// Number of lines of a word.
    pub(super) lines: usize,
    /// The maps, one after the other: by line the line of the source, times 4, and what the rows'
    /// numbers are changed by.
    pub(super) maps: Vec<u32>,
    /// By permutation of ranks, and by move if pieces are turned.
    numbers: HashMap<(u32, u32), u16>,
}

impl<'a> LineMaps<'a> {
    /// No map yet but the one that takes lines as they are.
    pub(super) fn new(lift: &'a Lift) -> Self {
        let lines = usize::try_from(lift.lines_of_word()).expect("few lines");
        let maps = (0_u32..).take(lines).map(|line| 4 * line).collect();
        let mut numbers = HashMap::new();
        let stays =
            (0..lift.rows().pieces()).fold(0_u32, |key, rank| key | narrow(rank) << (4 * rank));
        if !lift.turnings().any() {
            numbers.insert((stays, 0), 0);
        }
        LineMaps { lift, lines, maps, numbers }
    }

    /// The number of the line map for a permutation of ranks and a move.
    pub(super) fn number(&mut self, row_key: u32, one: u32) -> u16 {
        let one = if self.lift.turnings().any() { one } else { 0 };
        if let Some(number) = self.numbers.get(&(row_key, one)) {
            return *number;
        }
        let made = self.make(row_key, one);
        let same = self.maps.chunks_exact(self.lines).position(|map| map == made);
        let number = same.unwrap_or(self.maps.len() / self.lines);
        if same.is_none() {
            self.maps.extend(made);
        }
        let number = u16::try_from(number).expect("few line maps");
        self.numbers.insert((row_key, one), number);
        number
    }

    fn make(&self, row_key: u32, one: u32) -> Vec<u32> {
        let (rows, turnings) = (self.lift.rows(), self.lift.turnings());
        let pieces = rows.pieces();
        let per_line = narrow(rows.per_line());
        let lines = narrow(self.lines) / u32::try_from(turnings.size()).expect("few turnings");
        let mut labels = vec![0; pieces];
        let by_order: Vec<u32> = (0..lines)
            .map(|line| {
                let first = rows.labels((line * per_line) as usize);
                for (rank, label) in labels.iter_mut().enumerate() {
                    *label = first[(row_key >> (4 * rank) & 15) as usize];
                }
                let row = rows.row(&labels);
                row / per_line * 4 + row % per_line
            })
            .collect();
        let one = &self.lift.moves()[one as usize];
        let turned = (0..turnings.size()).flat_map(|turning| {
            let source =
                if turnings.any() { turnings.source(turning, &one.from, &one.turns) } else { 0 };
            let before = u32::try_from(source).expect("few turnings") * lines * 4;
            by_order.iter().map(move |entry| before + entry)
        });
        turned.collect()
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("a small number")
}
