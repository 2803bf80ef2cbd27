//! Equivalent positions in the layout `orbits`: the smallest of their indices, and how many they
//! are.
//!
//! After the symmetry that makes the first color canonical, equivalent positions differ by the
//! symmetries that keep the canonical set alone. So the class of a position is the smallest number
//! over these, and the number of different positions in it is the number of symmetries divided by
//! the number of those that keep all of its colors (orbits and stabilizers). Mostly there are none
//! but the one that changes nothing.

use super::Orbits;
use crate::ir::{Code, Expr, Operator, Type};
use crate::lower::colors::Colors;
use crate::lower::context::Context;
use crate::lower::place;
use crate::lower::sets::Links;
use crate::lower::split::Split;

/// What the numbering consists of, lowered already.
pub(super) struct Lowered<'a> {
    pub(super) colors: &'a Colors,
    pub(super) links: &'a Links,
    pub(super) split: &'a Split,
    pub(super) orbits: &'a Orbits,
}

/// A position after the symmetry that makes its first color canonical.
struct Turned {
    /// The entry of the first color in the table of symmetries.
    entry: Expr,
    orbit: Expr,
    /// The number of its orbit, from that of the tier's first.
    number: Expr,
    canonical: Expr,
    /// The images of the other colors.
    others: Vec<Expr>,
}

/// Adds `class_pieces` and `class_size_pieces`.
pub(super) fn lower(context: &mut Context<'_>, input: &Expr, lowered: &Lowered<'_>) {
    let Lowered { colors, orbits, .. } = lowered;
    let apply = |element: &Expr, set: &Expr| context.call("apply", &[element.clone(), set.clone()]);
    // Writes what is done for each symmetry but the first that keeps the canonical set.
    let each_keeping = |code: &mut Code, turned: &Turned, body: &dyn Fn(&mut Code, &Expr)| {
        code.when(orbits.is_kept(&turned.entry), |code| {
            let Some(keepers) = &orbits.keepers else {
                code.count("other", 1, place(orbits.order), |code, other| {
                    let keeps = apply(&other, &turned.canonical).equals(&turned.canonical);
                    code.when(keeps, |code| body(code, &other));
                });
                return;
            };
            let keepers = code.name("keepers", keepers.at(&turned.orbit).to(Type::U32));
            code.repeat(keepers.differs(0), |code| {
                let other = code.name("other", keepers.trailing_zeros().to(Type::Index));
                code.update(&keepers, Operator::And, &keepers - 1);
                body(code, &other);
            });
        });
    };
    let class = Code::block(|code| {
        let turned = turn(context, code, input, lowered);
        let all = colors.all();
        let free = code.name("free", all & !&turned.canonical);
        let index = number(context, code, lowered, (&turned, &free), None);
        let index = code.name("least", index);
        each_keeping(code, &turned, &|code, other| {
            let free = code.name("left", &free);
            let image = number(context, code, lowered, (&turned, &free), Some(other));
            code.when(image.less(&index), |code| code.set(&index, &image));
        });
        code.give(index);
    });
    let size = Code::block(|code| {
        let turned = turn(context, code, input, lowered);
        let same = code.name("same", Code::index(1));
        each_keeping(code, &turned, &|code, other| {
            let kept = turned.others.iter().map(|set| apply(other, set).equals(set));
            let kept = kept.fold(Expr::truth(true), |all, kept| all.and_then(&kept));
            code.update(&same, Operator::Add, kept.to(Type::Rank));
        });
        code.give(Expr::number(Type::Rank, orbits.order as u64) / same);
    });
    let parameters = std::slice::from_ref(input);
    let doc = "The smallest number of the arrangement and its images.";
    context.helper("class_pieces", doc, parameters, Type::Rank, class);
    let doc = "How many different arrangements are images of the arrangement, itself included.";
    context.helper("class_size_pieces", doc, parameters, Type::Rank, size);
}

/// Writes the code that makes the first color canonical.
fn turn(context: &Context<'_>, code: &mut Code, input: &Expr, lowered: &Lowered<'_>) -> Turned {
    let Lowered { colors, links, split, orbits } = lowered;
    let set = colors.read(context, code, input, colors.contents[1]);
    let rank = split.rank(context, set, &links.count(0)).to(Type::Index);
    let at = code.name("at", &orbits.first_set + rank);
    let entry = code.name("entry", orbits.entries.at(&at));
    let orbit = code.name("orbit", orbits.orbit(&entry));
    let element = code.name("element", orbits.element(&entry));
    let canonical = code.name("canonical", orbits.representatives.at(&orbit));
    let mut others = Vec::new();
    for (position, content) in colors.contents[2..].iter().enumerate() {
        let set = colors.read(context, code, input, *content);
        let image = context.call("apply", &[element.clone(), set]);
        others.push(code.name(links.name(position + 1), image));
    }
    let number = orbit.to(Type::Rank) - &orbits.first_orbit;
    Turned { entry, orbit, number, canonical, others }
}

/// Writes the code for the number of a position, or of its image under a symmetry that keeps the
/// canonical set. `free` is used up.
fn number(
    context: &Context<'_>,
    code: &mut Code,
    Lowered { links, split, .. }: &Lowered<'_>,
    (turned, free): (&Turned, &Expr),
    other: Option<&Expr>,
) -> Expr {
    let mut index = turned.number.clone();
    let mut free = free.clone();
    for (position, set) in turned.others.iter().enumerate() {
        let link = position + 1;
        let set = match other {
            None => set.clone(),
            Some(other) => {
                let image = context.call("apply", &[other.clone(), set.clone()]);
                code.name(&format!("{}_image", links.name(link)), image)
            }
        };
        let packed = context.call("pack", &[set.clone(), free.clone()]);
        index = index * links.size(link) + split.rank(context, packed, &links.count(link));
        if link < turned.others.len() {
            let name = format!("free_after_{}", links.name(link));
            free = code.name(&name, free & !set);
        }
    }
    let name = if other.is_some() { "image_index" } else { "index" };
    code.name(name, index)
}
