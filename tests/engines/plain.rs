//! Breadth-first search with plain sets, and the comparison of every engine with it.

use gdl_runtime::Silent;
use gdl_runtime::engine::{
    Layers, PerState, Rules, Search, SearchKind, SearchOptions, Sweep, Use, View, search,
};
use std::collections::BTreeSet;
use std::ops::Range;

/// What plain sets find.
pub(crate) struct Plain {
    pub(crate) layers: Vec<BTreeSet<u64>>,
    pub(crate) moves: u64,
}

/// What engines may be told about a graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// The phase alternates, or counts moves.
    pub(crate) alternates: bool,
    /// The phase counts moves.
    pub(crate) counts_moves: bool,
    /// The indices of each phase lie in these ranges.
    pub(crate) ranges: Option<Vec<Range<u64>>>,
    /// There are no directions.
    pub(crate) undirected: bool,
    /// There are symmetries that keep the starts.
    pub(crate) symmetric: bool,
}

/// The layers and the number of moves, by sets of indices.
pub(crate) fn by_sets<R: Rules>(rules: &R, starts: &[u64]) -> Plain {
    let mut seen: BTreeSet<u64> = starts.iter().copied().collect();
    let mut layers = vec![seen.clone()];
    let mut moves = 0;
    loop {
        let mut next = BTreeSet::new();
        for &index in layers.last().expect("there is a layer") {
            rules.successors(&rules.unrank(index), &mut |state| {
                moves += 1;
                let index = rules.rank(state);
                if seen.insert(index) {
                    next.insert(index);
                }
            });
        }
        if next.is_empty() {
            return Plain { layers, moves };
        }
        layers.push(next);
    }
}

/// Every engine in every way that is sound, with 1 and 2 threads, finds what plain sets find.
pub(crate) fn compare<R: Rules>(title: &str, rules: &R, starts: &[u64], known: &Known) {
    let plain = by_sets(rules, starts);
    for options in all_options(known) {
        let found = search(&PerState(rules), starts, &options, &mut Silent).expect("it is small");
        agree(&format!("{title}: {options:?}"), &PerState(rules), &plain, &options, &found);
    }
}

/// Every sound combination.
pub(crate) fn all_options(known: &Known) -> Vec<SearchOptions> {
    let mut engines = vec![SearchKind::TwoBit, SearchKind::Distances, SearchKind::Reachability];
    if known.alternates || known.counts_moves {
        engines.push(SearchKind::OneBit);
    }
    if known.counts_moves {
        engines.push(SearchKind::OneBitByLayer(Layers::Cleared));
        engines.push(SearchKind::OneBitByLayer(Layers::Kept));
        let ranges = known.ranges.clone().map(Layers::Ranges);
        engines.extend(ranges.map(SearchKind::OneBitByLayer));
    }
    let views: &[View] =
        if known.symmetric { &[View::AsIs, View::UpToSymmetry] } else { &[View::AsIs] };
    let pulls: &[Use] = if known.undirected {
        &[Use::Auto, Use::Always, Use::Never]
    } else {
        &[Use::Auto, Use::Always]
    };
    let mut all = Vec::new();
    for kind in engines {
        for &view in views {
            for &pull in pulls {
                for lists in [Use::Auto, Use::Always, Use::Never] {
                    for threads in [1, 2] {
                        all.push(SearchOptions {
                            kind: kind.clone(),
                            view,
                            threads,
                            hardest: usize::MAX,
                            undirected: known.undirected,
                            lists,
                            pull,
                            ..SearchOptions::default()
                        });
                    }
                }
            }
        }
    }
    all
}

/// Everything that a search says is what plain sets say.
pub(crate) fn agree(
    title: &str,
    sweep: &dyn Sweep,
    plain: &Plain,
    options: &SearchOptions,
    found: &Search,
) {
    let is_symmetric = options.view == View::UpToSymmetry;
    let stands = |index: &&u64| !is_symmetric || sweep.inspect(**index).canonical == **index;
    let layers: Vec<BTreeSet<u64>> = plain
        .layers
        .iter()
        .map(|layer| layer.iter().filter(stands).copied().collect::<BTreeSet<u64>>())
        .collect();
    let sizes: Vec<u64> = plain.layers.iter().map(|layer| layer.len() as u64).collect();
    let has_layers = options.kind != SearchKind::Reachability;
    assert_eq!(found.layers, if has_layers { sizes.clone() } else { Vec::new() }, "{title}");
    assert_eq!(found.states, sizes.iter().sum::<u64>(), "{title}");
    assert_eq!(
        found.explored,
        layers.iter().map(|layer| layer.len() as u64).sum::<u64>(),
        "{title}"
    );
    let can_pull = options.undirected
        && !is_symmetric
        && matches!(options.kind, SearchKind::TwoBit | SearchKind::OneBit | SearchKind::Distances);
    match options.pull {
        Use::Auto => {}
        Use::Always if can_pull => assert_eq!(found.pulled, layers.len(), "{title}"),
        Use::Always | Use::Never => assert_eq!(found.pulled, 0, "{title}"),
    }
    match options.lists {
        Use::Auto => {}
        Use::Always if has_layers => {
            assert_eq!(found.listed, layers.len() - found.pulled, "{title}");
        }
        Use::Always | Use::Never => assert_eq!(found.listed, 0, "{title}"),
    }
    let moves = (found.pulled == 0).then_some(plain.moves);
    assert_eq!(found.moves, moves, "{title}");
    let last = layers.last().expect("there is a layer");
    let is_told = match options.kind {
        SearchKind::Reachability => false,
        SearchKind::OneBit => options.lists == Use::Always || !found.hardest.is_empty(),
        SearchKind::TwoBit | SearchKind::OneBitByLayer(_) | SearchKind::Distances => true,
    };
    assert!(found.hardest.iter().eq(last.iter().filter(|_| is_told)), "{title}");
    let forgets =
        matches!(options.kind, SearchKind::OneBitByLayer(Layers::Cleared | Layers::Ranges(_)));
    assert_eq!(found.table.is_none(), forgets, "{title}");
    if let Some(table) = &found.table {
        let reached: BTreeSet<u64> = layers.iter().flatten().copied().collect();
        assert!(table.reached().eq(reached.iter().copied()), "{title}");
        for (depth, layer) in (0_u64..).zip(&layers) {
            let distance = (options.kind == SearchKind::Distances).then_some(depth);
            assert!(layer.iter().all(|index| table.distance(*index) == distance), "{title}");
        }
    }
}
