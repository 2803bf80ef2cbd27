//! `gamec bench hash` and `gamec bench database`: everything is measured, and what is measured is
//! true.

use super::{Folder, keys};
use serde_json::Value;

/// The families in the order of the report.
const FAMILIES: [&str; 16] = [
    "permutation",
    "myrvold-ruskey",
    "blank",
    "binomial",
    "split",
    "piece-and-set",
    "multinomial",
    "chain",
    "bits",
    "raw",
    "heaps",
    "radix",
    "orientations",
    "orbits",
    "reachable",
    "reachable-strings",
];

#[test]
fn every_family_is_measured() {
    let folder = Folder::new("bench");
    let report = folder.gamec(&["bench", "hash", "--quick", "--json"]).json();
    assert_eq!(keys(&report), ["families", "comparison"]);
    let lines = report["families"].as_array().expect("a list");
    let mut families: Vec<&str> =
        lines.iter().map(|line| line["family"].as_str().expect("a name")).collect();
    families.dedup();
    assert_eq!(families, FAMILIES);
    for line in lines {
        assert_eq!(keys(line), ["family", "instance", "entries", "rank_ns", "unrank_ns"]);
        assert!(line["rank_ns"].as_f64().is_some_and(|time| time > 0.0), "{line}");
        let unrank = &line["unrank_ns"];
        assert!(unrank.is_null() || unrank.as_f64().is_some_and(|time| time > 0.0), "{line}");
    }
    let entries = |family: &str| {
        let line = lines.iter().find(|line| line["family"] == family).expect("it is there");
        line["entries"].as_u64()
    };
    assert_eq!(entries("split"), entries("binomial"));
    assert_eq!(entries("binomial"), Some(1_166_803_110), "16 of 33 cells");
    assert_eq!(entries("permutation"), Some(479_001_600), "12!");
    let comparison = &report["comparison"];
    assert_eq!(keys(comparison), ["loop_ns", "split_ns", "ratio"]);
    let number = |key: &str| comparison[key].as_f64().expect("a number");
    assert!((number("ratio") - number("loop_ns") / number("split_ns")).abs() < 1e-9);
}

#[test]
fn one_family_can_be_measured_alone() {
    let folder = Folder::new("bench_family");
    let text = folder.gamec(&["bench", "hash", "--quick", "--family", "heaps"]).ok();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[1].starts_with("heaps              48 seeds in 12 pits"), "{text}");
    let report = folder.gamec(&["bench", "hash", "--quick", "--family", "raw", "--json"]).json();
    assert_eq!(report["comparison"], Value::Null);
    let stderr = folder.gamec(&["bench", "hash", "--family", "heap"]).failed(1);
    assert!(stderr.contains("did you mean `heaps`?"), "{stderr}");
}

#[test]
fn databases_are_measured() {
    let folder = Folder::new("bench_database");
    let report = folder.gamec(&["bench", "database", "--quick", "--json"]).json();
    assert_eq!(keys(&report), ["databases"]);
    let lines = report["databases"].as_array().expect("a list");
    let blocks = |line: &Value| line["block_bytes"].as_u64().expect("a number");
    let sizes: Vec<u64> = lines.iter().map(blocks).collect();
    assert_eq!(sizes, [4096, 16384, 65536, 4096, 16384, 65536]);
    for line in lines {
        assert_eq!(
            keys(line),
            [
                "numbers",
                "positions",
                "block_bytes",
                "bits_per_position",
                "written_per_second",
                "read_per_second",
                "cold_us",
                "warm_us"
            ]
        );
        let number = |key: &str| line[key].as_f64().expect("a number");
        assert_eq!(line["positions"], 1 << 17);
        assert!(number("warm_us") > 0.0 && number("warm_us") < number("cold_us"), "{line}");
        let packed_bits = if line["numbers"] == "with plies" { 8.0 } else { 1.6 };
        assert!(number("bits_per_position") < packed_bits, "{line}");
    }
}
