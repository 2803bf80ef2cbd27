//! The hot loops of breadth-first search on a table with a few bits for each index.
//!
//! An entry of 0 is a new state. What other entries mean is said by the
//! [`Orders`](super::task::Orders) of a sweep: which entry the states have that it expands, which
//! entry their new successors get, and what becomes of an entry afterwards.
//!
//! | entries | states of the layer | new states get | afterwards |
//! |---|---|---|---|
//! | two bits | 1 or 2 in turn | 2 or 1 | 3: closed |
//! | 8, 16, 32 bits | the depth + 1 | the depth + 2 | stay: they tell the distance |
//! | one bit, if the phase alternates | 1, and the phase of the layer | 1 | stay, and are expanded again in the next layer but one |
//! | one bit, if the phase counts moves | 1, and the phase of the layer | 1 | 0: they cannot come again; or stay |
//!
//! With two bits (and with distances) every state is expanded once. (Cooperman and Finkelstein
//! 1992 store the depth modulo 3 in two bits instead; a sweep then finds the layers three, six,
//! ... before its own again and expands them again.)
//!
//! **Several threads may sweep different parts of one table at once.** During a sweep an entry can
//! only change from 0 to the mark `n` of the next layer, when it is claimed, or from the mark `m`
//! of the layer to what it is afterwards. So
//!
//! - an entry with mark `m` never appears during the sweep where `m` and `n` differ: a word that
//!   has been read once tells all that is to be expanded in it; with one bit, where they do not,
//!   the phase tells the layers apart;
//! - an entry that was read as 0 is 0 or `n` when it is claimed a moment later, never `m`:
//!   `fetch_or` with `n` is right in both cases, and it says to exactly one thread that the entry
//!   was 0 before: counts are exact;
//! - closing is `fetch_or` with `n` as well, on entries that are `m`, and clearing is `fetch_and`
//!   on bits that nobody sets: whatever happens to other entries of the word at the same time is
//!   kept.
//!
//! No order between different words is needed inside a sweep, so all operations are relaxed.
//! Between two sweeps somebody waits for all threads.
//!
//! A *pull* visits new states instead, and claims those that have a successor in the layer. In a
//! graph without directions that gives the same layers. What is claimed meanwhile has another mark
//! than the layer, or another phase, and does not disturb.
//!
//! **Cache misses** are the cost of a successor that is cheap to rank. Indices are collected in a
//! batch; the batch is first read in one pass, in which loads do not depend on each other and
//! overlap, and what looks new is then claimed in a second pass, while its words are in the cache.
//! `fetch_or` is a barrier for the processor, so it must not stand between the loads; and most
//! successors are not new and need none.
//!
//! **Rules and entries meet in batches only.** The code of a game is compiled once for each
//! [`View`], whatever the entries are, and the loops over entries once for each number of bits,
//! whatever the game is.
//!
//! This file stands on its own: it is also compiled, together with [`Rules`], into libraries for a
//! single game.

use super::batch::Batch;
use super::rules::Rules;
use super::select::{CHOSEN, clear, select};
use super::task::{After, Counts, Inspection, NO_INDEX, Task, View};
use super::view::{AS_IS, BACKWARD, UP_TO_SYMMETRY, Viewed};
use std::ops::Range;

/// Does a part of a task: a range of words, or of the positions of a list.
pub fn sweep<R: Rules>(rules: &R, task: &Task<'_>, part: Range<usize>) -> Counts {
    match task.orders.view {
        View::AsIs => expand(&Viewed::<R, AS_IS>(rules), task, part),
        View::UpToSymmetry => expand(&Viewed::<R, UP_TO_SYMMETRY>(rules), task, part),
        View::Backward => {
            assert!(R::KNOWS_PREDECESSORS, "the rules know predecessors");
            expand(&Viewed::<R, BACKWARD>(rules), task, part)
        }
    }
}

/// What the state with an index tells.
pub fn inspect<R: Rules>(rules: &R, index: u64) -> Inspection {
    let state = rules.unrank(index);
    Inspection {
        phase: rules.phase(&state),
        canonical: rules.rank(&rules.canonical(&state)),
        orbit: rules.orbit(&state),
        is_goal: rules.is_goal(&state),
    }
}

fn expand<R: Rules>(rules: &R, task: &Task<'_>, part: Range<usize>) -> Counts {
    let orders = &task.orders;
    let mut batch = Batch::new(task);
    let mut filled = 0;
    let mut rest = part;
    let mut chosen = [0; CHOSEN];
    let [mut expanded, mut states, mut moves] = [0; 3];
    let mut goal = NO_INDEX;
    loop {
        let visited = select(task, &mut rest, &mut chosen);
        if visited == 0 {
            break;
        }
        let mut kept = 0;
        for position in 0..visited {
            let index = chosen[position];
            let state = rules.unrank(index);
            if orders.phase_mask != 0 && rules.phase(&state) & orders.phase_mask != orders.phase {
                continue;
            }
            chosen[kept] = index;
            kept += 1;
            if orders.goals && rules.is_goal(&state) {
                goal = goal.min(index);
            }
            filled = batch.begin(filled, index);
            let before = batch.generated(filled);
            rules.successors(&state, &mut |next| filled = batch.push(filled, rules.rank(next)));
            let orbit = rules.orbit(&state);
            states += orbit;
            moves += orbit * (batch.generated(filled) - before);
        }
        expanded += kept as u64;
        if orders.after == After::Clear {
            clear(task, &chosen[..kept]);
        }
    }
    let done = batch.finish(filled);
    Counts { expanded, states, moves, found: goal.min(done.found), ..done }
}
