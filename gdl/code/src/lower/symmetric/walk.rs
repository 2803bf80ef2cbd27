//! A cheap way through all images of a position.
//!
//! Each image but the first is made from an earlier one by some symmetry. Which symmetry leads
//! from one to another is given by the group, so the ways are the edges of a complete graph, and
//! the cheapest tree of ways is found edge by edge (Prim's algorithm). For the eight images on a
//! square board it takes two mirrors, one after the other, and one transposition; never the dear
//! quarter turn.

use std::collections::BTreeMap;

/// A symmetry over the cells that can change, as far as sets see it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Element {
    /// Where each cell goes.
    pub(super) cells: Vec<usize>,
    /// What each content becomes.
    pub(super) contents: Vec<u8>,
    /// Where each counter goes.
    pub(super) counters: Vec<usize>,
    /// Who each player becomes.
    pub(super) players: Vec<u8>,
}

impl Element {
    /// This one, then another.
    fn then(&self, next: &Element) -> Element {
        Element {
            cells: self.cells.iter().map(|to| next.cells[*to]).collect(),
            contents: self.contents.iter().map(|to| next.contents[usize::from(*to)]).collect(),
            counters: self.counters.iter().map(|to| next.counters[*to]).collect(),
            players: self.players.iter().map(|to| next.players[usize::from(*to)]).collect(),
        }
    }

    /// How many different distances cells move: nearly what moving them costs.
    fn cost(&self) -> usize {
        let mut distances: Vec<isize> = self
            .cells
            .iter()
            .enumerate()
            .map(|(cell, to)| to.wrapping_sub(cell).cast_signed())
            .collect();
        distances.sort_unstable();
        distances.dedup();
        if distances == [0] { 0 } else { distances.len() }
    }
}

/// How an image is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The number of the image it is made from; 0 is the position itself.
    pub(super) from: usize,
    /// The number of the symmetry that is applied to that.
    pub(super) by: usize,
}

/// The steps to all images of a group whose first element changes nothing: one for each of the
/// others.
pub(super) fn walk(group: &[Element]) -> Vec<Step> {
    let number: BTreeMap<&Element, usize> = group.iter().zip(0..).collect();
    let mut by_cost: Vec<usize> = (1..group.len()).collect();
    by_cost.sort_by_key(|element| group[*element].cost());
    let mut images = vec![0];
    let mut is_made = vec![false; group.len()];
    is_made[0] = true;
    let mut steps = Vec::new();
    while images.len() < group.len() {
        let mut ways = by_cost.iter().flat_map(|by| (0..images.len()).map(move |from| (*by, from)));
        let found = ways.find_map(|(by, from)| {
            let image = *number.get(&group[images[from]].then(&group[by]))?;
            (!is_made[image]).then_some((Step { from, by }, image))
        });
        // Each element is one step away from the first image, so there is always one.
        let Some((step, image)) = found else { break };
        is_made[image] = true;
        images.push(image);
        steps.push(step);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(side: usize) -> Vec<Element> {
        let element = |image: &dyn Fn(usize, usize) -> (usize, usize)| {
            let cells = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
            Element {
                cells: cells
                    .map(|(row, column)| {
                        let (row, column) = image(row, column);
                        row * side + column
                    })
                    .collect(),
                contents: vec![0, 1],
                counters: Vec::new(),
                players: vec![0],
            }
        };
        let last = side - 1;
        vec![
            element(&|row, column| (row, column)),
            element(&|row, column| (last - row, last - column)),
            element(&|row, column| (column, last - row)),
            element(&|row, column| (last - column, row)),
            element(&|row, column| (row, last - column)),
            element(&|row, column| (last - row, column)),
            element(&|row, column| (column, row)),
            element(&|row, column| (last - column, last - row)),
        ]
    }

    #[test]
    fn every_image_is_made_once_and_quarter_turns_are_not_used() {
        let group = square(5);
        let steps = walk(&group);
        let mut images = vec![group[0].clone()];
        for step in &steps {
            images.push(images[step.from].then(&group[step.by]));
        }
        let distinct: std::collections::BTreeSet<&Element> = images.iter().collect();
        assert_eq!((images.len(), distinct.len()), (8, 8));
        let used: std::collections::BTreeSet<usize> = steps.iter().map(|step| step.by).collect();
        assert_eq!(used.into_iter().collect::<Vec<_>>(), [4, 5, 6]);
    }
}
