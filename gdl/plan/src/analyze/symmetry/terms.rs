//! Rules as terms: a value that is equal for two games exactly if they are written alike, whatever
//! the order of what has no order.
//!
//! A term is an *atom* (a cell, a content, a player, a counter), a *list* of terms, or a *bag* of
//! terms, where order does not count. Equal terms are stored once, so a term is a number and
//! comparing two is comparing numbers. A permutation of the atoms carries every term to another;
//! it is a symmetry if it carries the term of the whole game to itself.

use std::collections::BTreeMap;

/// A term: an index into [`Terms`]. What a term is made of has smaller numbers.
pub(super) type Term = u32;

/// What kind of term it is: a word and, where it matters, a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Label(pub(super) &'static str, pub(super) i64);

/// Whether the order of a term's parts matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Arity {
    /// It has no parts and is equal to itself only.
    Atom,
    /// The order matters.
    List,
    /// It does not; equal parts may occur several times.
    Bag,
}

/// A term with its parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Node {
    pub(super) label: Label,
    pub(super) arity: Arity,
    pub(super) parts: Vec<Term>,
}

/// All terms made so far. The atoms come first.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    nodes: Vec<Node>,
    known: BTreeMap<Node, Term>,
}

impl Terms {
    /// A new atom.
    pub(super) fn atom(&mut self, label: Label) -> Term {
        self.push(Node { label, arity: Arity::Atom, parts: Vec::new() })
    }

    /// A term whose parts have an order.
    pub(super) fn list(&mut self, word: &'static str, parts: Vec<Term>) -> Term {
        self.known_or_new(Node { label: Label(word, 0), arity: Arity::List, parts })
    }

    /// A term that is a number.
    pub(super) fn number(&mut self, word: &'static str, number: i64) -> Term {
        let label = Label(word, number);
        self.known_or_new(Node { label, arity: Arity::List, parts: Vec::new() })
    }

    /// A term whose parts have no order; equal ones count several times.
    pub(super) fn bag(&mut self, word: &'static str, mut parts: Vec<Term>) -> Term {
        parts.sort_unstable();
        self.known_or_new(Node { label: Label(word, 0), arity: Arity::Bag, parts })
    }

    /// A term whose parts have no order; equal ones are one.
    pub(super) fn set(&mut self, word: &'static str, mut parts: Vec<Term>) -> Term {
        parts.sort_unstable();
        parts.dedup();
        self.known_or_new(Node { label: Label(word, 0), arity: Arity::Bag, parts })
    }

    /// A term and its parts.
    pub(super) fn node(&self, term: Term) -> &Node {
        &self.nodes[index(term)]
    }

    /// Everything these terms are made of, themselves included, in order.
    pub(super) fn below(&self, roots: &[Term]) -> Vec<Term> {
        let mut found = vec![false; self.nodes.len()];
        let mut open = roots.to_vec();
        while let Some(term) = open.pop() {
            if !std::mem::replace(&mut found[index(term)], true) {
                open.extend_from_slice(&self.nodes[index(term)].parts);
            }
        }
        let terms = (0..).zip(&found);
        terms.filter(|(_, found)| **found).map(|(term, _)| term).collect()
    }

    /// Whether a permutation of the atoms carries each of these terms to the one beside it.
    /// `below` is everything they are made of.
    pub(super) fn carries(
        &self,
        below: &[Term],
        atoms: &[Term],
        pairs: impl IntoIterator<Item = (Term, Term)>,
    ) -> bool {
        let mut images: Vec<Option<Term>> = vec![None; self.nodes.len()];
        for &term in below {
            let image = if index(term) < atoms.len() {
                Some(atoms[index(term)])
            } else {
                let node = &self.nodes[index(term)];
                self.known.get(&mapped(node, |part| images[index(part)].unwrap_or(part))).copied()
            };
            let Some(image) = image else { return false };
            images[index(term)] = Some(image);
        }
        pairs.into_iter().all(|(term, image)| images[index(term)] == Some(image))
    }

    /// The term that a permutation of the atoms makes of this one.
    pub(super) fn image(&mut self, term: Term, atoms: &[Term]) -> Term {
        let mut images: BTreeMap<Term, Term> = BTreeMap::new();
        for part in self.below(&[term]) {
            let image = match atoms.get(index(part)) {
                Some(image) => *image,
                None => {
                    let node = mapped(&self.nodes[index(part)], |part| images[&part]);
                    self.known_or_new(node)
                }
            };
            images.insert(part, image);
        }
        images[&term]
    }

    fn known_or_new(&mut self, node: Node) -> Term {
        match self.known.get(&node) {
            Some(term) => *term,
            None => self.push(node),
        }
    }

    fn push(&mut self, node: Node) -> Term {
        let term = Term::try_from(self.nodes.len()).expect("fewer terms than memory has bytes");
        if node.arity != Arity::Atom {
            self.known.insert(node.clone(), term);
        }
        self.nodes.push(node);
        term
    }
}

/// A term as an index.
pub(super) fn index(term: Term) -> usize {
    usize::try_from(term).expect("an index fits")
}

fn mapped(node: &Node, image: impl Fn(Term) -> Term) -> Node {
    let mut parts: Vec<Term> = node.parts.iter().map(|part| image(*part)).collect();
    if node.arity == Arity::Bag {
        parts.sort_unstable();
    }
    Node { label: node.label, arity: node.arity, parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_counts_in_lists_only() {
        let mut terms = Terms::default();
        let [a, b] = [0, 0].map(|_| terms.atom(Label("cell", 0)));
        assert_ne!(terms.list("pair", vec![a, b]), terms.list("pair", vec![b, a]));
        assert_eq!(terms.bag("pair", vec![a, b]), terms.bag("pair", vec![b, a]));
        assert_ne!(terms.bag("pair", vec![a, a]), terms.set("pair", vec![a, a]));
        assert_ne!(terms.number("n", 1), terms.number("n", 2));
    }

    #[test]
    fn a_permutation_carries_terms_to_terms() {
        let mut terms = Terms::default();
        let [a, b, c] = [0, 0, 0].map(|_| terms.atom(Label("cell", 0)));
        let parts = [[a, b], [b, c], [c, a]].map(|pair| terms.list("next", pair.to_vec()));
        let ring = terms.set("ring", parts.to_vec());
        let below = terms.below(&[ring]);
        assert!(terms.carries(&below, &[b, c, a], [(ring, ring)]));
        assert!(!terms.carries(&below, &[b, a, c], [(ring, ring)]));
        let back = terms.image(ring, &[b, a, c]);
        assert_ne!(back, ring);
        assert_eq!(terms.image(back, &[b, a, c]), ring);
    }
}
