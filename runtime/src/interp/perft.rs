//! Counting move sequences, to compare move generators with each other.
//!
//! Positions that are reached in several ways are expanded once per length, with the number of
//! ways to them.

use super::rules::Interp;
use super::store::StateStore;
use crate::{Layer, Observer, Progress, SolveError};
use gdl::model::State;

/// How far to count.
#[derive(Clone, Copy, Debug)]
pub struct PerftOptions {
    /// The longest sequences.
    pub depth: u32,
    /// The most positions at one length.
    pub state_limit: u64,
}

impl Default for PerftOptions {
    fn default() -> Self {
        Self { depth: 0, state_limit: StateStore::MOST }
    }
}

/// The number of move sequences of each length from 0 to the given one. Sequences end where the
/// game does; if there are none of some length, the list ends with that 0.
pub fn perft(
    interp: &Interp<'_>,
    from: &State,
    options: &PerftOptions,
    observer: &mut dyn Observer,
) -> Result<Vec<u64>, SolveError> {
    let limit = options.state_limit.min(StateStore::MOST);
    let mut states = StateStore::new(interp.model());
    states.insert(&interp.canonical(from.clone()));
    let mut ways = vec![1_u64];
    let mut counts = vec![1];
    let mut total = 1;
    for depth in 1..=options.depth {
        let overflow = || SolveError::CountOverflow { depth };
        let mut next = StateStore::new(interp.model());
        let mut next_ways: Vec<u64> = Vec::new();
        for ((state, &ways), index) in states.iter().zip(&ways).zip(0_u64..) {
            if index % 1024 == 0 {
                let states = total + next.len() as u64;
                observer.progress(&Progress { states, ..Progress::default() });
                if observer.cancelled() {
                    return Err(SolveError::Cancelled { states: total, layers: counts });
                }
            }
            for successor in interp.successors(&state) {
                let (place, is_new) = next.insert(&successor.state);
                if is_new {
                    if next_ways.len() as u64 >= limit {
                        return Err(SolveError::StateLimit { limit });
                    }
                    next_ways.push(0);
                }
                let sum = &mut next_ways[place as usize];
                *sum = sum.checked_add(ways).ok_or_else(overflow)?;
            }
        }
        let count = next_ways
            .iter()
            .try_fold(0_u64, |sum, &ways| sum.checked_add(ways))
            .ok_or_else(overflow)?;
        total += next.len() as u64;
        observer.layer(Layer { depth: depth as usize, states: next.len() as u64, total });
        counts.push(count);
        if count == 0 {
            break;
        }
        (states, ways) = (next, next_ways);
    }
    Ok(counts)
}
