//! Breadth-first search: everything that can be reached, layer by layer.
//!
//! In: the states to begin with. Out: all states in the order they were found, how many there are
//! at each distance, a way back from each of them and, if wanted, every move as an edge of a
//! graph.
//!
//! Time: every state is expanded once. Memory: a [`StateStore`], 4 bytes a state for the way back,
//! and with edges 8 bytes a state and 4 bytes (12 with scores) a move.

use super::action::Tracing;
use super::measure::{Measure, Trend};
use super::rules::{Ending, Expansion, Interp};
use super::store::StateStore;
use crate::engine::breadth_first::{Advanced, LayeredTable, OpenLayer, Request, Step, drive};
use crate::engine::workers::Stopped;
use crate::{Observer, Progress, SolveError};
use gdl::model::State;

/// What a search may use and what it keeps.
#[derive(Clone, Copy, Debug)]
pub struct ExploreOptions {
    /// The most states.
    pub state_limit: u64,
    /// The most bytes.
    pub memory_limit: Option<u64>,
    /// What is kept.
    pub keep: Keep,
}

impl Default for ExploreOptions {
    fn default() -> Self {
        Self { state_limit: StateStore::MOST, memory_limit: None, keep: Keep::States }
    }
}

/// What a search keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The states and a way back from each.
    States,
    /// The moves too.
    Graph,
}

/// The way back ends here.
const NONE: u32 = u32::MAX;

/// The observer is asked once in this many states.
const POLL: u32 = 1024;

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The states in the order they were found.
    pub states: StateStore,
    /// How many there are at each distance from the first.
    pub layers: Vec<u64>,
    /// How many moves there are in all.
    pub successors: u64,
    /// The first state found that is the goal of a puzzle: none is nearer.
    pub goal: Option<u32>,
    /// The moves, if they were to be kept.
    pub graph: Option<Graph>,
    parents: Vec<u32>,
    trend: Trend,
}

/// The moves between the states of a search.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Where the moves of each state begin in `targets`, and where the last ends.
    pub first: Vec<usize>,
    /// Where each move leads.
    pub targets: Vec<u32>,
    /// What each move brings the player who makes it, less what it brings the others; empty in a
    /// game without scores.
    pub margins: Vec<i64>,
    /// The states in which the game is over, in order.
    pub over: Vec<(u32, Ending)>,
    /// The states that are the goal of a puzzle, in order.
    pub goals: Vec<u32>,
}

impl Graph {
    /// The numbers of a state's moves.
    pub fn moves(&self, state: u32) -> std::ops::Range<usize> {
        self.first[state as usize]..self.first[state as usize + 1]
    }

    fn bytes(&self) -> usize {
        8 * self.first.capacity() + 4 * self.targets.capacity() + 8 * self.margins.capacity()
    }
}

impl Exploration {
    /// The states on the way found from the beginning to this one, which is the last.
    pub fn way_to(&self, state: u32) -> Vec<u32> {
        let mut way = vec![state];
        let mut place = self.parents[state as usize];
        while place != NONE {
            way.push(place);
            place = self.parents[place as usize];
        }
        way.reverse();
        way
    }

    /// The piece counts and counters that changed in one direction only.
    pub(super) fn one_way(&self) -> Vec<Measure> {
        self.trend.one_way()
    }

    fn bytes(&self) -> usize {
        self.states.bytes()
            + 4 * self.parents.capacity()
            + self.graph.as_ref().map_or(0, Graph::bytes)
    }
}

/// Finds everything that can be reached from the given states.
pub fn explore(
    interp: &Interp<'_>,
    roots: &mut dyn Iterator<Item = State>,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Result<Exploration, SolveError> {
    let mut search = Search {
        interp,
        limit: options.state_limit.min(StateStore::MOST),
        memory_limit: options.memory_limit,
        found: Exploration {
            states: StateStore::new(interp.model()),
            layers: Vec::new(),
            successors: 0,
            goal: None,
            graph: (options.keep == Keep::Graph).then(Graph::default),
            parents: Vec::new(),
            trend: Trend::new(interp.model()),
        },
        expanded: 0,
        numbers: Vec::new(),
    };
    for (index, root) in (0_u32..).zip(roots) {
        search.poll(index, observer)?;
        let root = interp.canonical(root);
        let (number, is_new) = search.found.states.insert(&root);
        if is_new {
            search.add(&root, number, NONE)?;
        }
    }
    let found = drive(&mut search, &Request::default(), observer)?;
    if let Some(graph) = &mut search.found.graph {
        graph.first.push(graph.targets.len());
    }
    Ok(Exploration { layers: found.layers, ..search.found })
}

struct Search<'a, 'm> {
    interp: &'a Interp<'m>,
    limit: u64,
    memory_limit: Option<u64>,
    found: Exploration,
    /// How many states are expanded: those of all layers before the open one.
    expanded: usize,
    /// Room for the numbers of a state's successors.
    numbers: Vec<(u32, bool)>,
}

impl Search<'_, '_> {
    fn expand(&mut self, index: u32, state: &State) -> Result<(), SolveError> {
        if let Some(graph) = &mut self.found.graph {
            graph.first.push(graph.targets.len());
            if self.interp.is_goal(state) {
                graph.goals.push(index);
            }
        }
        let drafts = match self.interp.expand(state, Tracing::Off) {
            Expansion::Moves(drafts) => drafts,
            Expansion::Over(outcome) => {
                if let Some(graph) = &mut self.found.graph {
                    graph.over.push((index, outcome));
                }
                return Ok(());
            }
        };
        let mut numbers = std::mem::take(&mut self.numbers);
        self.found.states.insert_all(drafts.iter().map(|draft| &draft.state), &mut numbers);
        self.found.trend.from(self.interp.model(), state);
        for (draft, &(target, is_new)) in drafts.iter().zip(&numbers) {
            self.found.successors += 1;
            self.found.trend.to(self.interp.model(), &draft.state);
            if is_new {
                self.add(&draft.state, target, index)?;
            }
            if let Some(graph) = &mut self.found.graph {
                graph.targets.push(target);
                if self.interp.has_scores() {
                    graph.margins.push(margin(&draft.gains, state.mover.index()));
                }
            }
        }
        self.numbers = numbers;
        Ok(())
    }

    /// Notes a new state and where it was found from.
    fn add(&mut self, state: &State, index: u32, parent: u32) -> Result<(), SolveError> {
        if self.found.parents.len() as u64 >= self.limit {
            return Err(SolveError::StateLimit { limit: self.limit });
        }
        self.found.parents.push(parent);
        if self.found.goal.is_none() && self.interp.is_goal(state) {
            self.found.goal = Some(index);
        }
        Ok(())
    }

    fn poll(&self, index: u32, observer: &mut dyn Observer) -> Result<(), SolveError> {
        if !index.is_multiple_of(POLL) {
            return Ok(());
        }
        let states = self.found.parents.len() as u64;
        observer.progress(&Progress { states, ..Progress::default() });
        if observer.cancelled() {
            return Err(Stopped { states }.into());
        }
        match self.memory_limit {
            Some(limit) if self.found.bytes() as u64 > limit => {
                Err(SolveError::MemoryLimit { limit })
            }
            _ => Ok(()),
        }
    }

    fn open_layer(&self) -> OpenLayer {
        OpenLayer::new((self.found.parents.len() - self.expanded) as u64, false)
    }
}

impl LayeredTable for Search<'_, '_> {
    type Error = SolveError;

    fn extent(&self) -> (u64, u64) {
        (self.limit, self.found.bytes() as u64)
    }

    fn first_layer(&mut self) -> Result<OpenLayer, SolveError> {
        Ok(self.open_layer())
    }

    fn advance(&mut self, step: &mut Step<'_>) -> Result<Advanced, SolveError> {
        let layer = self.expanded..self.found.parents.len();
        let before = self.found.successors;
        let mut state = self.interp.start();
        for index in layer.clone() {
            let index = u32::try_from(index).expect("the number of states is limited");
            self.poll(index, step.observer)?;
            self.found.states.read(index, &mut state);
            self.expand(index, &state)?;
        }
        self.expanded = layer.end;
        let successors = self.found.successors - before;
        Ok(Advanced {
            states: layer.len() as u64,
            successors,
            moves: Some(successors),
            goal: None,
            next: self.open_layer(),
        })
    }
}

/// What a player gains, less what the others do.
pub(crate) fn margin(gains: &[i64], player: usize) -> i64 {
    let signed = gains
        .iter()
        .enumerate()
        .map(|(index, &gain)| if index == player { gain } else { gain.saturating_neg() });
    signed.fold(0, i64::saturating_add)
}
