//! Where the bars, lines and words of a histogram stand, in pixels from the upper left corner.

use crate::table::grouped;

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

/// A histogram.
#[derive(Debug)]
pub(super) struct Chart {
    /// Its size.
    pub(super) width: u32,
    pub(super) height: u32,
    /// One for each layer.
    pub(super) bars: Vec<Bar>,
    /// Thin lines across, from left to right.
    pub(super) lines: Vec<Line>,
    /// Words and numbers.
    pub(super) labels: Vec<Label>,
}

/// A bar, as a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bar {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
    /// What it stands for.
    pub(super) depth: usize,
    pub(super) states: u64,
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
    /// The histogram of layers.
    pub(super) fn new(title: &str, layers: &[u64]) -> Self {
        let count = u32::try_from(layers.len()).expect("layers are few");
        let step = (WIDTH / count.max(1)).clamp(NARROWEST, 40);
        let across = (step * count).max(240);
        let largest = layers.iter().copied().max().unwrap_or(0).max(1);
        let bar = |(depth, left): (usize, u32)| {
            let states = layers[depth];
            let height = share(states, largest);
            Bar { left, top: TOP + HEIGHT - height, width: step - 1, height, depth, states }
        };
        let lefts = (0..count).map(|place| LEFT + place * step);
        let bars: Vec<Bar> = lefts.enumerate().map(bar).collect();
        let mut chart = Chart {
            width: LEFT + across + RIGHT,
            height: TOP + HEIGHT + BOTTOM,
            bars,
            lines: Vec::new(),
            labels: vec![Label { x: LEFT, y: TOP / 2, side: Side::Right, text: title.to_owned() }],
        };
        chart.scale(largest, across);
        chart.depths(step);
        let below = Label {
            x: LEFT + across / 2,
            y: TOP + HEIGHT + 42,
            side: Side::Middle,
            text: "depth".to_owned(),
        };
        chart.labels.push(below);
        chart
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

    /// The depths below the bars, as many as there is room for.
    fn depths(&mut self, step: u32) {
        let every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
            .into_iter()
            .find(|every| *every * step >= NUMBER_WIDTH)
            .unwrap_or(2000);
        let numbered = self.bars.iter().zip(0..).filter(|(_, place)| place % every == 0);
        let labels = numbered.map(|(bar, _)| Label {
            x: bar.left + bar.width / 2,
            y: TOP + HEIGHT + 16,
            side: Side::Middle,
            text: bar.depth.to_string(),
        });
        self.labels.extend(labels.collect::<Vec<_>>());
    }
}

/// The height of a bar. What is not nothing can be seen.
fn share(states: u64, largest: u64) -> u32 {
    let height = u128::from(states) * u128::from(HEIGHT) / u128::from(largest);
    let height = u32::try_from(height).expect("no bar is higher than the highest");
    height.max(u32::from(states > 0))
}

/// So many of the equal parts that the lines make.
fn part(largest: u64, line: u32) -> u64 {
    let part = u128::from(largest) * u128::from(line) / u128::from(LINES);
    u64::try_from(part).expect("a part of the largest")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_high_as_their_layers() {
        let chart = Chart::new("Frogs", &[1, 50, 100, 0]);
        let heights: Vec<u32> = chart.bars.iter().map(|bar| bar.height).collect();
        assert_eq!(heights, [HEIGHT / 100, HEIGHT / 2, HEIGHT, 0]);
        assert!(chart.bars.iter().all(|bar| bar.top + bar.height == TOP + HEIGHT));
    }

    #[test]
    fn a_layer_of_one_can_be_seen() {
        let chart = Chart::new("Frogs and toads", &[1, 1_000_000_000_000]);
        assert_eq!(chart.bars[0].height, 1);
    }

    #[test]
    fn many_layers_make_a_wide_picture() {
        let chart = Chart::new("A long way", &vec![7; 1000]);
        let last = chart.bars.last().unwrap();
        assert!(last.left + last.width < chart.width);
        let depths = chart.labels.iter().filter(|label| label.y == TOP + HEIGHT + 16);
        assert!(depths.count() >= 20);
    }

    #[test]
    fn few_positions_have_few_lines() {
        let chart = Chart::new("One", &[1, 2]);
        let numbers: Vec<&str> = chart
            .labels
            .iter()
            .filter(|label| label.side == Side::Left)
            .map(|label| label.text.as_str())
            .collect();
        assert_eq!(numbers, ["0", "1", "2"]);
    }
}
