//! One color up to symmetry, the others as sets of the cells that are left, see
//! [`crate::layout::canonical_times_free`].
//!
//! Where symmetries keep the canonical set of the first color, equivalent positions can have
//! several indices; [`class`] finds the smallest. Such sets are few, and the table that gives the
//! symmetry of a set marks them, so that nothing else need be read for all others.

mod class;

use super::colors::Colors;
use super::context::Context;
use super::sets::{Links, parameter};
use super::split::{self, Split};
use super::{Family, place};
use crate::ir::{Code, Expr, Operator, Type};
use crate::layout::canonical_times_free::CanonicalTimesFree;
use crate::layout::counting;
use crate::plan::arrangement::{Arrangement, Orbits as UpToSymmetry};

/// With more symmetries than this there is no table of those that keep a set.
const MOST_KEEPERS: usize = 32;

/// The tables for the first color.
struct Orbits {
    /// By set, in one entry, as the table is large and each look costs time: from the lowest bit,
    /// a symmetry that makes the set canonical; whether symmetries keep that canonical set; the
    /// number of the orbit, over all sizes of sets.
    entries: Expr,
    /// What marks sets with symmetries of their own: a power of 2, larger than the number of any
    /// symmetry.
    kept: u64,
    /// How many symmetries there are.
    order: usize,
    /// By orbit: its canonical set.
    representatives: Expr,
    /// By orbit: the symmetries that keep it, as bits; none if they are too many.
    keepers: Option<Expr>,
    /// Where the sets and the orbits of a tier's size begin.
    first_set: Expr,
    first_orbit: Expr,
}

/// Adds `rank_pieces` and `unrank_pieces`.
pub(super) fn lower(context: &mut Context<'_>, family: &Family<'_>) {
    let tiers: Vec<&CanonicalTimesFree<u128>> =
        family.tiers.iter().map(|tier| ranks(tier)).collect();
    let Arrangement::Orbits(UpToSymmetry { colors: contents, .. }) = family.tiers[0] else {
        unreachable!("tiers are of one family")
    };
    let colors = Colors { contents: contents.clone(), cells: family.cells };
    let first: Vec<(usize, usize)> =
        tiers.iter().map(|tier| (family.cells, tier.first().chosen())).collect();
    let others = |number: usize| {
        tiers
            .iter()
            .map(|tier| {
                let set = &tier.others()[number];
                (set.cells(), set.chosen())
            })
            .collect()
    };
    let mut shapes = vec![first.clone()];
    shapes.extend((0..contents.len() - 2).map(others));
    let links = Links::new(context, contents, shapes, &family.suffix);
    let split = Split::lower(context, &links.shapes(true), &colors, &family.suffix)
        .expect("there are sets");
    split::pack(context, &colors);
    apply(context, &colors, tiers[0]);
    let orbits = tables(context, &colors, &split, &tiers);
    let count = links.count(0);
    let input = parameter(context, family);
    let body = Code::block(|code| {
        let set = colors.read(context, code, &input, contents[1]);
        let at =
            code.name("at", &orbits.first_set + split.rank(context, set, &count).to(Type::Index));
        let entry = code.name("entry", orbits.entries.at(&at));
        let orbit = code.name("orbit", orbits.orbit(&entry));
        let element = code.name("element", orbits.element(&entry));
        let free = code.name("free", colors.all() & !orbits.representatives.at(&orbit));
        let index = code.name("index", orbit.to(Type::Rank) - &orbits.first_orbit);
        for (position, content) in contents[2..].iter().enumerate() {
            let link = position + 1;
            let set = colors.read(context, code, &input, *content);
            let image = context.call("apply", &[element.clone(), set]);
            let image = code.name(links.name(link), image);
            let packed = context.call("pack", &[image.clone(), free.clone()]);
            let value = split.rank(context, packed, &links.count(link));
            code.set(&index, &index * links.size(link) + value);
            if link + 1 < contents.len() - 1 {
                code.update(&free, Operator::And, !image);
            }
        }
        code.give(index);
    });
    let doc = "The number of the arrangement after the symmetry that makes the first kind's cells canonical.";
    context.helper(
        &format!("rank_pieces{}", family.suffix),
        doc,
        std::slice::from_ref(&input),
        Type::Rank,
        body,
    );
    if family.suffix.is_empty() {
        class::lower(
            context,
            &input,
            &class::Lowered { colors: &colors, links: &links, split: &split, orbits: &orbits },
        );
    }

    let index = Expr::name(Type::Rank, "index");
    let body = Code::block(|code| {
        let values = links.digits(code, &index);
        let orbit = (&values[0] + &orbits.first_orbit).to(Type::Index);
        let first = code.name(links.name(0), orbits.representatives.at(orbit));
        let free = code.name("free", colors.all() & !&first);
        let mut sets = vec![first];
        for (link, value) in values.iter().enumerate().skip(1) {
            let packed = split.unrank(context, value.clone(), &links.count(link));
            let set = context.call("spread", &[packed, free.clone()]);
            let set = code.name(links.name(link), set);
            if link + 1 < contents.len() - 1 {
                code.update(&free, Operator::And, !&set);
            }
            sets.push(set);
        }
        colors.give(context, code, &sets);
    });
    let doc = "The arrangement with a number; the first kind's cells are canonical.";
    let name = format!("unrank_pieces{}", family.suffix);
    context.helper(&name, doc, &[index], colors.result(context), body);
}

fn ranks(arrangement: &Arrangement) -> &CanonicalTimesFree<u128> {
    match arrangement {
        Arrangement::Orbits(UpToSymmetry { ranks, .. }) => ranks,
        other => unreachable!("tiers are of one family, not {other:?}"),
    }
}

/// Adds the function `apply`: the image of a set under a symmetry, byte by byte.
fn apply(context: &mut Context<'_>, colors: &Colors, ranks: &CanonicalTimesFree<u128>) {
    let group = ranks.first().group();
    let cells = colors.cells;
    let images: Vec<u64> =
        group.elements().iter().flatten().map(|image| u64::from(*image)).collect();
    let order = group.elements().len();
    let inverses = (0..order).map(|element| group.inverse(element) as u64).collect();
    let listed =
        context.listed("SYMMETRIES", "Where each symmetry carries each cell.", images, cells);
    context.listed("INVERSES", "The inverse of each symmetry.", inverses, 20);
    let bytes = cells.div_ceil(8);
    let ty = colors.set_type();
    let doc =
        "By symmetry, byte of the cells and bits of this byte: where the symmetry carries them.";
    let (row, width) = (u64::try_from(bytes).expect("few"), u64::try_from(cells).expect("few"));
    let images =
        context.computed("images", doc, ty.clone(), order * bytes * 256, |_, code, table| {
            code.count("element", 0, place(order), |code, element| {
                code.count("cell", 0, place(cells), |code, cell| {
                    let image = listed.at(&element * width + &cell).to(Type::U32);
                    let bit = code.name("bit", Expr::number(ty.clone(), 1_u32) << image);
                    let first = (&element * row + (&cell / 8)) << 8;
                    let first = code.name("first", first);
                    code.count("bits", 0, place(256), |code, bits| {
                        let has = (&bits >> (&cell % 8)) & 1;
                        code.when(has.differs(0), |code| {
                            code.update(&table.at(&first + &bits), Operator::Or, &bit);
                        });
                    });
                });
            });
        });
    let (element, set) = (Expr::name(Type::Index, "element"), Expr::name(ty.clone(), "set"));
    let body = Code::block(|code| {
        let result = code.name("result", Expr::number(ty.clone(), 0_u32));
        code.count("byte", 0, place(bytes), |code, byte| {
            let bits = ((&set >> (&byte * 8).to(Type::U32)) & 255).to(Type::Index);
            let image = images.at(((&element * row + &byte) << 8) | bits);
            code.update(&result, Operator::Or, image);
        });
        code.give(result);
    });
    let doc = "Where a symmetry carries a set of cells.";
    context.helper("apply", doc, &[element, set], ty, body);
}

/// Adds the tables of orbits, for all sizes of sets that tiers have.
fn tables(
    context: &mut Context<'_>,
    colors: &Colors,
    split: &Split,
    tiers: &[&CanonicalTimesFree<u128>],
) -> Orbits {
    let mut sizes: Vec<(usize, u64)> =
        tiers.iter().map(|tier| (tier.first().chosen(), tier.first().size())).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let sets =
        |chosen: usize| u64::try_from(counting::binomial(colors.cells, chosen)).expect("checked");
    // An entry of 0 is one that is not known yet, so orbits are numbered from 1.
    let (mut set_starts, mut orbit_starts) = (vec![0], vec![1]);
    for (chosen, orbits) in &sizes {
        set_starts.push(set_starts[set_starts.len() - 1] + sets(*chosen));
        orbit_starts.push(orbit_starts[orbit_starts.len() - 1] + orbits);
    }
    let index = |tier: &&CanonicalTimesFree<u128>| {
        sizes.iter().position(|(chosen, _)| *chosen == tier.first().chosen()).expect("listed")
    };
    let of_tiers = |starts: &[u64]| tiers.iter().map(|tier| starts[index(tier)]).collect();
    let first_set = context.by_tier(
        "FIRST_SET",
        "Where the sets of the first kind begin",
        of_tiers(&set_starts),
        Type::Index,
    );
    let first_orbit = context.by_tier(
        "FIRST_ORBIT",
        "Where their orbits begin",
        of_tiers(&orbit_starts),
        Type::Rank,
    );
    let counts = sizes.iter().map(|(chosen, _)| *chosen as u64).collect();
    let counts = context.listed("SET_COUNTS", "How many cells the sets have.", counts, 20);
    let starts = context.listed(
        "SET_STARTS",
        "Where the sets with so many cells begin.",
        set_starts.clone(),
        8,
    );
    let length = |starts: &[u64]| usize::try_from(starts[starts.len() - 1]).expect("tables fit");
    let (all_sets, all_orbits) = (length(&set_starts), length(&orbit_starts));
    let ty = colors.set_type();
    let order = tiers[0].first().group().elements().len();
    let inverses = Expr::name(Type::array(Type::holding(order as u64 - 1), order), "INVERSES");
    let kept = (order as u64).next_power_of_two();
    let entry_type = Type::holding((all_orbits as u64 + 1) * 2 * kept);
    let representatives = context.computed(
        "representatives",
        "By orbit: its canonical set, the smallest. Orbits are numbered from 1.",
        ty,
        all_orbits,
        |_, _, _| {},
    );
    let doc = format!(
        "By set: {} times the number of its orbit, plus {kept} if symmetries keep its canonical set, plus a symmetry that makes it canonical.",
        2 * kept
    );
    let keepers = (order <= MOST_KEEPERS).then(|| {
        let doc = "By orbit: the symmetries that keep its canonical set, as bits, without the one that changes nothing.";
        let ty = Type::holding(u64::MAX >> (64 - order));
        context.computed("keepers", doc, ty, all_orbits, |_, _, _| {})
    });
    let length = all_sets;
    let entries =
        context.computed("orbits", &doc, entry_type.clone(), length, |context, code, entries| {
            let next = code.name("next", Expr::number(entry_type.clone(), 1_u32));
            code.count("size", 0, place(sizes.len()), |code, size| {
                let count = code.name("count", counts.at(&size).to(Type::U32));
                let first = code.name("first", starts.at(&size).to(Type::Index));
                code.count("at", &first, starts.at(&size + 1).to(Type::Index), |code, at| {
                    code.when(entries.at(&at).equals(0), |code| {
                        let set = split.unrank(context, (&at - &first).to(Type::Rank), &count);
                        let set = code.name("set", set);
                        code.set(&representatives.at(next.to(Type::Index)), &set);
                        let orbit = code.name("orbit", &next * (2 * kept));
                        let images = code.name("images", place(0));
                        let image_at = |code: &mut Code, element: &Expr| {
                            let image = context.call("apply", &[element.clone(), set.clone()]);
                            let image = code.name("image", image);
                            let rank = split.rank(context, image, &count).to(Type::Index);
                            code.name("image_at", &first + rank)
                        };
                        code.count("element", 0, place(order), |code, element| {
                            let image_at = image_at(code, &element);
                            code.when(entries.at(&image_at).equals(0), |code| {
                                let inverse = inverses.at(element).to(entry_type.clone());
                                code.set(&entries.at(&image_at), &orbit | inverse);
                                code.update(&images, Operator::Add, place(1));
                            });
                        });
                        code.when(images.less(place(order)), |code| {
                            code.count("element", 0, place(order), |code, element| {
                                let image_at = image_at(code, &element);
                                let mark = Expr::number(entry_type.clone(), kept);
                                code.update(&entries.at(&image_at), Operator::Or, mark);
                                if let Some(keepers) = &keepers {
                                    let keeps = element.differs(0).and_then(&image_at.equals(&at));
                                    code.when(keeps, |code| {
                                        let keepers = keepers.at(next.to(Type::Index));
                                        let one = Expr::number(keepers.ty.clone(), 1_u32);
                                        code.update(
                                            &keepers,
                                            Operator::Or,
                                            one << element.to(Type::U32),
                                        );
                                    });
                                }
                            });
                        });
                        let one = Expr::number(entry_type.clone(), 1_u32);
                        code.update(&next, Operator::Add, one);
                    });
                });
            });
        });
    Orbits { entries, kept, order, representatives, keepers, first_set, first_orbit }
}

impl Orbits {
    /// The number of the orbit in an entry.
    fn orbit(&self, entry: &Expr) -> Expr {
        (entry >> u64::from((2 * self.kept).trailing_zeros())).to(Type::Index)
    }

    /// The symmetry in an entry.
    fn element(&self, entry: &Expr) -> Expr {
        (entry & (self.kept - 1)).to(Type::Index)
    }

    /// Whether an entry says that symmetries keep the canonical set.
    fn is_kept(&self, entry: &Expr) -> Expr {
        (entry & self.kept).differs(0)
    }
}
