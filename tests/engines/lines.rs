//! Goals that are noted, and shortest ways.

use super::made_up::{Cube, Scattered};
use super::on_disk::folder::Folder;
use super::plain::by_sets;
use gdl_runtime::Silent;
use gdl_runtime::disk::Disk;
use gdl_runtime::engine::{
    Goal, Layers, PerState, Rules, SearchKind, SearchOptions, Sweep, Table, Use, View, line,
    line_on_disk, neighbours, search, search_on_disk,
};

fn directed() -> Scattered {
    Scattered { size: 4_001, moves: vec![(3, 5), (7, 11), (2, 0)] }
}

/// The nearest goal has the depth and the index that plain sets say, whatever the engine.
#[test]
fn the_nearest_goal_is_noted() {
    fn check<R: Rules>(rules: &R, start: u64, undirected: bool, engines: &[SearchKind]) {
        let layers = by_sets(rules, &[start]).layers;
        let goals = layers
            .iter()
            .map(|layer| layer.iter().find(|index| rules.is_goal(&rules.unrank(**index))).copied());
        let nearest = goals.enumerate().find_map(|(depth, goal)| Some((depth, goal?)));
        let (depth, _) = nearest.expect("there is a goal");
        assert!(depth > 1 && depth + 1 < layers.len());
        let sizes: Vec<u64> = layers.iter().map(|layer| layer.len() as u64).collect();
        for kind in engines {
            for lists in [Use::Auto, Use::Never] {
                let options = SearchOptions {
                    kind: kind.clone(),
                    goal: Goal::Note,
                    undirected,
                    lists,
                    ..SearchOptions::default()
                };
                let noted = search(&PerState(rules), &[start], &options, &mut Silent);
                let noted = noted.expect("it is small");
                assert_eq!((noted.goal, &noted.layers), (nearest, &sizes), "{options:?}");
                let options = SearchOptions { goal: Goal::Stop, ..options };
                let stopped = search(&PerState(rules), &[start], &options, &mut Silent);
                let stopped = stopped.expect("it is small");
                assert_eq!(stopped.goal, nearest, "{options:?}");
                assert_eq!(stopped.layers, sizes[..=depth], "{options:?}");
                assert_eq!(stopped.moves, None, "{options:?}");
            }
        }
    }
    let engines = [
        SearchKind::TwoBit,
        SearchKind::Distances,
        SearchKind::OneBit,
        SearchKind::OneBitByLayer(Layers::Cleared),
        SearchKind::OneBitByLayer(Layers::Kept),
    ];
    check(&directed(), 1, false, &engines[..2]);
    check(&Cube { dimensions: 10, rising: false }, 0, true, &engines[..3]);
    check(&Cube { dimensions: 10, rising: true }, 0, false, &engines);
}

/// Every state of the way is one move further than the one before.
fn check_ways(sweep: &dyn Sweep, start: u64, options: &SearchOptions) {
    let found = search(sweep, &[start], options, &mut Silent).expect("it is small");
    let table: Table = found.table.expect("distances are kept");
    let folder = Folder::new();
    let scratch = folder.scratch(Disk::new(), 6_000);
    let two_threads = SearchOptions { threads: 2, ..options.clone() };
    let (_, table_on_disk) =
        search_on_disk(sweep, &[start], &two_threads, &scratch, &mut Silent).expect("it is small");
    let is_backward = options.view == View::Backward;
    let mut unreached = 0;
    for to in (0..sweep.size()).step_by(13) {
        let way = line(sweep, &table, to, options, &mut Silent).expect("nobody stops it");
        let on_disk = line_on_disk(sweep, &table_on_disk, to, options, &mut Silent);
        assert_eq!(on_disk.expect("nobody stops it"), way);
        let to = if options.view == View::UpToSymmetry { sweep.inspect(to).canonical } else { to };
        let Some(way) = way else {
            assert!(!table.is_reached(to));
            unreached += 1;
            continue;
        };
        assert_eq!((way.first(), way.last()), (Some(&start), Some(&to)));
        assert_eq!(Some(way.len() as u64 - 1), table.distance(to));
        for pair in way.windows(2) {
            let view = if is_backward { View::AsIs } else { options.view };
            let [from, to] = if is_backward { [pair[1], pair[0]] } else { [pair[0], pair[1]] };
            assert!(neighbours(sweep, from, view).contains(&to), "{from} to {to}");
        }
    }
    assert!(unreached < sweep.size() / 13);
}

#[test]
fn lines_are_shortest_ways() {
    let options = SearchOptions { kind: SearchKind::Distances, ..SearchOptions::default() };
    check_ways(&PerState(&directed()), 1, &options);
    let one_thread = SearchOptions { threads: 1, ..options.clone() };
    check_ways(&PerState(&directed()), 77, &one_thread);
    let cube = Cube { dimensions: 9, rising: false };
    for rules in [cube, Cube { dimensions: 9, rising: true }] {
        for (view, undirected) in [
            (View::AsIs, false),
            (View::AsIs, !rules.rising),
            (View::UpToSymmetry, false),
            (View::UpToSymmetry, !rules.rising),
        ] {
            let options = SearchOptions { view, undirected, ..options.clone() };
            check_ways(&PerState(&rules), 0, &options);
        }
        let options = SearchOptions { view: View::Backward, ..options.clone() };
        check_ways(&PerState(&rules), rules.size() - 1, &options);
    }
}

#[test]
fn there_is_no_line_without_distances() {
    let rules = directed();
    let options = SearchOptions::default();
    let found = search(&PerState(&rules), &[1], &options, &mut Silent).expect("it is small");
    let table = found.table.expect("it is kept");
    let way = line(&PerState(&rules), &table, 1, &options, &mut Silent).expect("nobody stops it");
    assert_eq!(way, None);
}

#[test]
fn backward_distances_lead_to_the_start() {
    let rules = Cube { dimensions: 8, rising: true };
    let goal = 0b1101_0110;
    let options = SearchOptions {
        kind: SearchKind::Distances,
        view: View::Backward,
        ..SearchOptions::default()
    };
    let found = search(&PerState(&rules), &[goal], &options, &mut Silent).expect("it is small");
    let table = found.table.expect("distances are kept");
    for from in 0..rules.size() {
        let distance = by_sets(&rules, &[from]).layers.iter().position(|it| it.contains(&goal));
        assert_eq!(table.distance(from), distance.map(|distance| distance as u64), "{from}");
    }
}

/// More successors than anybody expects of one state.
#[test]
fn all_neighbours_are_listed() {
    let moves = (0..700).map(|summand| (1, summand / 2)).collect();
    let rules = Scattered { size: 1_000, moves };
    let found = neighbours(&PerState(&rules), 900, View::AsIs);
    let mut expected: Vec<u64> = (0..350).map(|summand| (900 + summand) % 1_000).collect();
    expected.sort_unstable();
    assert_eq!(found, expected);
}
