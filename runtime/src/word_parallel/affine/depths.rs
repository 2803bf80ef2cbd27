//! Which places of a line belong to which layer, where a position tells.

use crate::engine::workers::Partial;
use crate::word_parallel::{Finder, Line, NewLayer};
use gdl::word_parallel::affine::bit_roles::is_odd;
use gdl::word_parallel::affine::numbering::Run;
use gdl::word_parallel::affine::{Affine, DepthWeights};

/// LIMIT: with more layers than this, distances do not fit into the bytes that a sweep over all
/// layers has for them.
const MOST_LAYERS: usize = 250;

/// What tells the layer of a place: a sum of what the halves of the high bits, the determined bits
/// and the place contribute.
#[derive(Debug)]
pub(super) struct Depths {
    weights: DepthWeights,
    /// By lower half.
    lower: Vec<i64>,
    lower_bits: u32,
    /// For each value of the determined low bits: the places by what they contribute.
    places: Vec<Vec<(i64, Line)>>,
}

/// All layers together.
#[derive(Debug, Default)]
pub(super) struct AllLayers(pub(super) Vec<NewLayer>);

impl Depths {
    /// The tables of a layout; none if positions do not tell their layers, or there are too many.
    pub(super) fn new(layout: &Affine) -> Option<Self> {
        let weights = layout.depth.clone().filter(|it| it.most_moves <= MOST_LAYERS)?;
        let lower_bits = layout.numbering().lower_bits;
        let base = weights.of_line(0, 0);
        let lower = (0..1 << lower_bits).map(|lower| weights.of_line(lower, 0) - base).collect();
        let determined = &layout.roles.determined_low;
        let places = (0..1_u64 << determined.len()).map(|code| {
            let mut found: Vec<(i64, Line)> = Vec::new();
            for place in 0..1_u64 << layout.roles.free_low.len() {
                let value = determined.iter().enumerate().fold(code, |value, (number, it)| {
                    value ^ u64::from(is_odd(it.low & place)) << number
                });
                let sum = weights.of_place(place, value);
                let at = found.iter().position(|it| it.0 == sum).unwrap_or_else(|| {
                    found.push((sum, Line::EMPTY));
                    found.len() - 1
                });
                // There are 512 places.
                found[at].1.set(usize::try_from(place).expect("a place of a line"));
            }
            found
        });
        Some(Depths { places: places.collect(), weights, lower, lower_bits })
    }

    /// The part of the sum that is the same for all lines of a run.
    pub(super) fn of_run(&self, run: Run, determined: u64) -> i64 {
        self.weights.of_line(u64::from(run.upper) << self.lower_bits, determined)
    }

    /// Counts the places of a line that is not empty.
    #[inline(always)]
    pub(super) fn count(
        &self,
        sum: i64,
        (lower, code): (u32, u16),
        (number, line): (usize, &Line),
        finder: &Finder<'_>,
        layers: &mut AllLayers,
    ) {
        let AllLayers(layers) = layers;
        let sum = sum + self.lower[lower as usize];
        for (more, places) in &self.places[usize::from(code)] {
            let here = *line & *places;
            let states = here.count();
            if states == 0 {
                continue;
            }
            // Only positions that moves lead to are set.
            let depth = self.weights.moves(sum + more).expect("the number of moves made");
            if depth == 0 {
                continue;
            }
            if layers.len() < depth {
                layers.resize_with(depth, NewLayer::default);
            }
            let layer = &mut layers[depth - 1];
            layer.states += states;
            layer.entries += states;
            finder.at_depth(depth).note(number, &here, layer);
        }
    }
}

impl Partial for AllLayers {
    fn and(self, other: Self) -> Self {
        let (AllLayers(mut long), AllLayers(mut short)) = (self, other);
        if long.len() < short.len() {
            std::mem::swap(&mut long, &mut short);
        }
        for (layer, other) in long.iter_mut().zip(short) {
            *layer = std::mem::take(layer).and(other);
        }
        AllLayers(long)
    }

    fn new_states(&self) -> u64 {
        self.0.iter().map(Partial::new_states).sum()
    }
}
