//! Where the bars, lines and words of a histogram stand, in pixels from the upper left corner.

use super::{Histogram, Kind};
use gdl_solver::text::grouped;

/// The space around the bars.
const LEFT: u32 = 170;
const RIGHT: u32 = 20;
const TOP: u32 = 50;
const BOTTOM: u32 = 60;

/// The height of the highest bar.
const HEIGHT: u32 = 320;

/// The width that bars share if they can.
const WIDTH: u32 = 640;

/// The least width of a bar with the gap after it.
const NARROWEST: u32 = 3;

/// Number of lines across.
const LINES: u32 = 4;

/// The room that a number below the bars takes.
const NUMBER_WIDTH: u32 = 48;

/// The side of the squares that explain colors, and the room for a word beside one.
const SQUARE: u32 = 12;
const WORD_WIDTH: u32 = 80;

/// A histogram that is laid out.
#[derive(Debug)]
pub(super) struct Chart {
    /// Its size.
    pub(super) width: u32,
    pub(super) height: u32,
    /// One for each number and kind.
    pub(super) bars: Vec<Bar>,
    /// Squares beside the names of kinds.
    pub(super) squares: Vec<Bar>,
    /// Thin lines across, from left to right.
    pub(super) lines: Vec<Line>,
    /// Words and numbers.
    pub(super) labels: Vec<Label>,
}

/// A bar, as a rectangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bar {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
    /// The kind, which has its color.
    pub(super) kind: usize,
    /// What it stands for.
    pub(super) text: String,
}

/// A line across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) y: u32,
}

/// Text on a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// The point that `side` is about, and the middle of its height.
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) side: Side,
    pub(super) text: String,
}

/// Where the text stands with respect to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// It begins there.
    Right,
    /// Its middle is there.
    Middle,
    /// It ends there.
    Left,
}

impl Chart {
    /// Lays out a histogram.
    pub(super) fn new(histogram: &Histogram<'_>) -> Self {
        let Histogram { title, axis, first, kinds, .. } = histogram;
        let places = kinds.iter().map(|kind| kind.counts.len()).max().unwrap_or(0);
        let count = u32::try_from(places).expect("numbers are few");
        let step = (WIDTH / count.max(1)).clamp(NARROWEST, 40);
        let across = (step * count).max(240);
        let counted = |kind: &Kind, place: usize| kind.counts.get(place).copied().unwrap_or(0);
        let sum = |place| kinds.iter().map(|kind| counted(kind, place)).sum::<u64>();
        let largest = (0..places).map(sum).max().unwrap_or(0).max(1);
        let mut chart = Chart {
            width: LEFT + across + RIGHT,
            height: TOP + HEIGHT + BOTTOM,
            bars: Vec::new(),
            squares: Vec::new(),
            lines: Vec::new(),
            labels: vec![Label {
                x: LEFT,
                y: TOP / 2,
                side: Side::Right,
                text: (*title).to_owned(),
            }],
        };
        for (place, number) in (0..places).zip(*first..) {
            let left = LEFT + u32::try_from(place).unwrap_or(0) * step;
            let mut below = 0;
            for (index, kind) in kinds.iter().enumerate() {
                let states = counted(kind, place);
                if states == 0 && kinds.len() > 1 {
                    continue;
                }
                let foot = share(below, largest);
                // What is not nothing can be seen.
                let height = (share(below + states, largest) - foot).max(u32::from(states > 0));
                below += states;
                let text = bar_text(histogram, number, kind, states);
                let top = TOP + HEIGHT - foot - height;
                chart.bars.push(Bar { left, top, width: step - 1, height, kind: index, text });
            }
        }
        chart.scale(largest, across);
        chart.numbers(*first, count, step);
        let below = Label {
            x: LEFT + across / 2,
            y: TOP + HEIGHT + 42,
            side: Side::Middle,
            text: (*axis).to_owned(),
        };
        chart.labels.push(below);
        if kinds.len() > 1 {
            chart.legend(kinds);
        }
        chart
    }

    /// The names of the kinds, each with a square of its color, on the right above the bars.
    fn legend(&mut self, kinds: &[Kind]) {
        let mut right = self.width - RIGHT;
        for (index, kind) in kinds.iter().enumerate().rev() {
            let left = right - WORD_WIDTH;
            let (top, text) = (TOP / 2 - SQUARE / 2, String::new());
            self.squares.push(Bar { left, top, width: SQUARE, height: SQUARE, kind: index, text });
            self.labels.push(Label {
                x: left + SQUARE + 6,
                y: TOP / 2,
                side: Side::Right,
                text: kind.name.to_owned(),
            });
            right = left;
        }
    }

    /// The lines across, with the numbers of positions they stand for.
    fn scale(&mut self, largest: u64, across: u32) {
        let mut lowest_number = None;
        for line in 0..=LINES {
            let states = part(largest, line);
            // A small number of positions has fewer lines.
            if lowest_number == Some(states) {
                continue;
            }
            lowest_number = Some(states);
            let y = TOP + HEIGHT - share(states, largest);
            self.lines.push(Line { left: LEFT, right: LEFT + across, y });
            self.labels.push(Label { x: LEFT - 8, y, side: Side::Left, text: grouped(states) });
        }
    }

    /// The numbers below the bars, as many as there is room for.
    fn numbers(&mut self, first: i64, count: u32, step: u32) {
        let every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
            .into_iter()
            .find(|every| *every * step >= NUMBER_WIDTH)
            .unwrap_or(2000);
        let is_round = |number: &i64| number % i64::from(every) == 0;
        let numbered = (0..count).zip(first..).filter(|(_, number)| is_round(number));
        let labels = numbered.map(|(place, number)| Label {
            x: LEFT + place * step + (step - 1) / 2,
            y: TOP + HEIGHT + 16,
            side: Side::Middle,
            text: number.to_string(),
        });
        self.labels.extend(labels.collect::<Vec<_>>());
    }
}

/// What a bar stands for: `depth 3: 14 positions`, `plies 3: 5 positions won`.
fn bar_text(histogram: &Histogram<'_>, number: i64, kind: &Kind, states: u64) -> String {
    let noun = histogram.nouns[usize::from(states != 1)];
    let text = format!("{} {number}: {} {noun} {}", histogram.axis, grouped(states), kind.name);
    text.trim_end().to_owned()
}

/// The height of a bar for `states` positions.
fn share(states: u64, largest: u64) -> u32 {
    let height = u128::from(states) * u128::from(HEIGHT) / u128::from(largest);
    u32::try_from(height).expect("no bar is higher than the highest")
}

/// The number at a line, of those that cut `largest` into equal parts.
fn part(largest: u64, line: u32) -> u64 {
    let part = u128::from(largest) * u128::from(line) / u128::from(LINES);
    u64::try_from(part).expect("a part of the largest")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_high_as_their_layers() {
        let chart = Chart::new(&Histogram::layers("Frogs", &[1, 50, 100, 0]));
        let heights: Vec<u32> = chart.bars.iter().map(|bar| bar.height).collect();
        assert_eq!(heights, [HEIGHT / 100, HEIGHT / 2, HEIGHT, 0]);
        assert!(chart.bars.iter().all(|bar| bar.top + bar.height == TOP + HEIGHT));
    }

    #[test]
    fn a_layer_of_one_can_be_seen() {
        let chart = Chart::new(&Histogram::layers("Frogs and toads", &[1, 1_000_000_000_000]));
        assert_eq!(chart.bars[0].height, 1);
    }

    #[test]
    fn many_layers_make_a_wide_picture() {
        let chart = Chart::new(&Histogram::layers("A long way", &vec![7; 1000]));
        let last = chart.bars.last().unwrap();
        assert!(last.left + last.width < chart.width);
        let depths = chart.labels.iter().filter(|label| label.y == TOP + HEIGHT + 16);
        assert!(depths.count() >= 20);
    }

    #[test]
    fn kinds_stand_on_each_other() {
        let kind = |name, counts: &[u64]| Kind { name, counts: counts.to_vec() };
        let chart = Chart::new(&Histogram {
            kinds: vec![kind("won", &[10, 30]), kind("lost", &[10, 10])],
            first: -1,
            ..Histogram::layers("Margins", &[])
        });
        let heights: Vec<u32> = chart.bars.iter().map(|bar| bar.height).collect();
        assert_eq!(heights, [HEIGHT / 4, HEIGHT / 4, HEIGHT / 4 * 3, HEIGHT / 4]);
        assert_eq!(chart.bars[1].top + chart.bars[1].height, chart.bars[0].top);
        assert_eq!(chart.bars[1].text, "depth -1: 10 positions lost");
        assert_eq!(chart.squares.len(), 2);
    }

    #[test]
    fn few_positions_have_few_lines() {
        let chart = Chart::new(&Histogram::layers("One", &[1, 2]));
        let numbers: Vec<&str> = chart
            .labels
            .iter()
            .filter(|label| label.side == Side::Left)
            .map(|label| label.text.as_str())
            .collect();
        assert_eq!(numbers, ["0", "1", "2"]);
    }
}
