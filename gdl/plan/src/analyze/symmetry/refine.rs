//! Colour refinement: what can be told apart by looking at neighbours, neighbours of neighbours
//! and so on.
//!
//! The terms below a root are a graph: a term is joined to its parts, and a joint knows the place
//! of the part if order counts. A partition of the terms into classes is refined until any two
//! terms of a class have equally many joints of each sort to each class. Terms of different
//! classes are not exchanged by any symmetry that respects the partition at the beginning.
//!
//! The order of classes, and the *trace* of a refinement, depend on structure only, not on the
//! numbers of terms. So if a symmetry carries one partition to another, it carries the k-th class
//! to the k-th class, and the traces are equal. Sums of joints are compared by 64-bit sums of
//! mixed numbers: a collision would leave two terms together, which costs time and is never wrong.
//!
//! Cost: O(joints * log(terms)) for a whole refinement, and little for a small change (Hopcroft's
//! "all but the largest part").

use super::terms::{Arity, Label, Term, Terms, index};
use std::collections::{BTreeMap, VecDeque};

/// A class that came out of a split, as a run: where it begins and how long it is.
type Run = (u32, u32);

/// A term among those below the root.
pub(super) type Place = u32;

/// The graph of the terms below a root.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    /// The terms, in order.
    pub(super) terms: Vec<Term>,
    /// Where the joints of each begin in `joints`; one more at the end.
    first: Vec<usize>,
    /// The other end and the sort of each joint.
    joints: Vec<(Place, u64)>,
    /// Classes at the beginning: members of each.
    classes: Vec<Vec<Place>>,
}

/// An ordered partition of the terms.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    /// The terms, class by class.
    order: Vec<Place>,
    /// Where each term stands in `order`.
    position: Vec<u32>,
    /// Where the class of each term begins in `order`.
    class: Vec<u32>,
    /// The length of the class that begins here.
    length: Vec<u32>,
    classes: usize,
}

impl Structure {
    /// The graph of these terms; they are everything below some root. Atoms with different colours
    /// are never exchanged.
    pub(super) fn new(terms: &Terms, below: &[Term], color: impl Fn(Term) -> u32) -> Self {
        let place = |term: Term| below.binary_search(&term).expect("parts are below the root too");
        let mut joints: Vec<Vec<(Place, u64)>> = vec![Vec::new(); below.len()];
        let mut colors: BTreeMap<(Label, usize, u32), Vec<Place>> = BTreeMap::new();
        for (number, term) in below.iter().enumerate() {
            let node = terms.node(*term);
            let own = narrow(number);
            for (position, part) in node.parts.iter().enumerate() {
                let sort = if node.arity == Arity::List { 2 * narrow(position) + 2 } else { 0 };
                let part = place(*part);
                joints[number].push((narrow(part), mix(u64::from(sort))));
                joints[part].push((own, mix(u64::from(sort + 1))));
            }
            let color = if node.arity == Arity::Atom { color(*term) } else { 0 };
            colors.entry((node.label, node.parts.len(), color)).or_default().push(own);
        }
        let mut first = vec![0];
        for list in &joints {
            first.push(first[first.len() - 1] + list.len());
        }
        Structure {
            terms: below.to_vec(),
            first,
            joints: joints.concat(),
            classes: colors.into_values().collect(),
        }
    }

    /// Where a term stands among these, if it does.
    pub(super) fn place(&self, term: Term) -> Option<Place> {
        self.terms.binary_search(&term).ok().map(narrow)
    }

    fn joints(&self, place: Place) -> &[(Place, u64)] {
        let place = index(place);
        &self.joints[self.first[place]..self.first[place + 1]]
    }

    /// The coarsest stable partition.
    pub(super) fn partition(&self) -> Partition {
        let mut partition = Partition {
            order: self.classes.concat(),
            position: vec![0; self.terms.len()],
            class: vec![0; self.terms.len()],
            length: vec![0; self.terms.len()],
            classes: self.classes.len(),
        };
        let mut start = 0;
        let mut open = VecDeque::new();
        for members in &self.classes {
            partition.length[index(start)] = narrow(members.len());
            for (member, position) in members.iter().zip(start..) {
                partition.position[index(*member)] = position;
                partition.class[index(*member)] = start;
            }
            open.push_back(start);
            start += narrow(members.len());
        }
        partition.refine(self, open);
        partition
    }
}

impl Partition {
    /// The class of a term: where it begins.
    pub(super) fn class(&self, place: Place) -> u32 {
        self.class[index(place)]
    }

    /// The terms of the class that begins here.
    pub(super) fn members(&self, class: u32) -> &[Place] {
        let start = index(class);
        &self.order[start..start + index(self.length[start])]
    }

    /// The term that stands where another stands in an equally refined partition.
    pub(super) fn image(&self, place: Place, other: &Partition) -> Place {
        other.order[index(self.position[index(place)])]
    }

    /// Gives a term a class of its own, refines, and returns the trace.
    pub(super) fn single_out(&mut self, structure: &Structure, place: Place) -> u64 {
        let start = self.class(place);
        let length = self.length[index(start)];
        if length > 1 {
            self.exchange(index(start), index(self.position[index(place)]));
            self.length[index(start)] = 1;
            self.length[index(start) + 1] = length - 1;
            for position in start + 1..start + length {
                self.class[index(self.order[index(position)])] = start + 1;
            }
            self.classes += 1;
        }
        mix(u64::from(start)) ^ self.refine(structure, VecDeque::from([start]))
    }

    /// Splits classes until they are stable; `open` are the classes that may tell others apart.
    fn refine(&mut self, structure: &Structure, mut open: VecDeque<u32>) -> u64 {
        let mut waiting = vec![false; self.order.len()];
        open.iter().for_each(|class| waiting[index(*class)] = true);
        let mut sums: Vec<u64> = vec![0; self.order.len()];
        let mut touched: Vec<Place> = Vec::new();
        let mut trace = 0;
        while let Some(splitter) = open.pop_front() {
            if self.classes == self.order.len() {
                break;
            }
            waiting[index(splitter)] = false;
            for member in self.members(splitter) {
                for (other, sort) in structure.joints(*member) {
                    let sum = &mut sums[index(*other)];
                    if *sum == 0 {
                        touched.push(*other);
                    }
                    *sum = sum.wrapping_add(*sort);
                }
            }
            touched.sort_unstable_by_key(|place| {
                (self.class[index(*place)], sums[index(*place)], *place)
            });
            touched.dedup();
            trace = mix(trace ^ u64::from(splitter));
            let mut rest = touched.as_slice();
            while let Some(first) = rest.first() {
                let class = self.class(*first);
                let count = rest.partition_point(|place| self.class(*place) == class);
                let (own, others) = rest.split_at(count);
                let runs = self.split(class, own, &sums, &mut trace);
                queue(&runs, &mut waiting, &mut open);
                rest = others;
            }
            for place in touched.drain(..) {
                sums[index(place)] = 0;
            }
        }
        trace
    }

    /// Splits a class by sums: untouched members first, then by increasing sum. Returns the runs
    /// and continues the trace.
    fn split(&mut self, class: u32, touched: &[Place], sums: &[u64], trace: &mut u64) -> Vec<Run> {
        let length = self.length[index(class)];
        let untouched = length - narrow(touched.len());
        let mut runs: Vec<Run> = Vec::new();
        if untouched > 0 {
            runs.push((class, untouched));
        }
        let mut start = class + untouched;
        let mut rest = touched;
        while let Some(first) = rest.first() {
            let sum = sums[index(*first)];
            let count = rest.partition_point(|place| sums[index(*place)] == sum);
            *trace = mix(*trace ^ sum ^ mix(u64::from(start)));
            runs.push((start, narrow(count)));
            start += narrow(count);
            rest = &rest[count..];
        }
        if runs.len() == 1 {
            return runs;
        }
        // From the back, so that no member that was placed is moved again.
        for (member, position) in touched.iter().rev().zip((0..class + length).rev()) {
            self.exchange(index(position), index(self.position[index(*member)]));
        }
        self.classes += runs.len() - 1;
        for (start, count) in &runs {
            self.length[index(*start)] = *count;
            for position in *start..start + count {
                self.class[index(self.order[index(position)])] = *start;
            }
        }
        runs
    }

    fn exchange(&mut self, one: usize, other: usize) {
        self.order.swap(one, other);
        self.position[index(self.order[one])] = narrow(one);
        self.position[index(self.order[other])] = narrow(other);
    }
}

/// After a split: all runs but the largest can tell others apart, or all if the whole had still
/// to be looked at.
fn queue(runs: &[Run], waiting: &mut [bool], open: &mut VecDeque<u32>) {
    let largest = if waiting[index(runs[0].0)] {
        runs[0].0
    } else {
        let longest = runs.iter().map(|(_, count)| *count).max();
        let largest = runs.iter().find(|(_, count)| Some(*count) == longest);
        largest.map_or(0, |(start, _)| *start)
    };
    for (start, _) in runs {
        if *start != largest {
            waiting[index(*start)] = true;
            open.push_back(*start);
        }
    }
}

/// A well-spread number for a number (the last step of the generator splitmix64).
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("fewer terms than memory has bytes")
}
