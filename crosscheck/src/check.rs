//! What is asked about a game: questions, and ways to answer them.

use crate::random::Random;

/// What an answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Play from a start, by number.
    Start(usize),
    /// Play from a position: one that play from the start leads to, or any.
    From {
        /// Which one.
        seed: u64,
        /// Whether it need not be one that play leads to.
        outside: bool,
    },
    /// All placements with certain counts.
    Tier {
        /// Which ones.
        seed: u64,
    },
}

/// Which command answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `gamec solve`.
    Solve,
    /// `gamec solve -o`, then `query`, `verify`, `info` and `stats`.
    Database,
    /// `gamec verify` of the game.
    Verify,
    /// `gamec audit`.
    Audit,
    /// `gamec fmt`: the same game in canonical layout.
    Format,
}

/// A question and the way to answer it.
#[derive(Clone, Debug)]
pub struct Check {
    /// What is asked.
    pub asked: Asked,
    /// Which command answers.
    pub kind: Kind,
    /// Its options.
    pub options: Vec<String>,
    /// Whether generated code is evaluated; else a compiler makes it.
    pub evaluate: bool,
}

/// What is known about a game before it is asked about.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Whether nobody plays against anybody.
    pub puzzle: bool,
    /// How many starts.
    pub starts: usize,
    /// Whether cells hold numbers of pieces.
    pub heap: bool,
    /// Whether all pieces are different, and there are several.
    pub numbered: bool,
    /// Whether cells hold one of two things at most.
    pub two_contents: bool,
    /// Whether numbers of pieces or counters change in one direction only.
    pub tiers: bool,
}

/// The layouts of `--hash` that make sense for any game.
const LAYOUTS: [&str; 6] = ["multinomial", "sets", "sets", "orbits", "raw", "reachable"];

/// Those for pieces that are all different.
const ORDERS: [&str; 3] = ["permutation", "myrvold-ruskey", "blank"];

/// The word-parallel ones.
const WORD_PARALLEL: [&str; 3] = ["affine", "product", "lift"];

/// Entries of tables beyond this take too long to be evaluated.
const LIMIT: &str = "1000";

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

impl Check {
    fn new(asked: Asked, kind: Kind, options: &str) -> Self {
        Check { asked, kind, options: words(options), evaluate: true }
    }

    /// What it does, in a few words, for statistics.
    pub fn name(&self) -> String {
        let asked = match self.asked {
            Asked::Start(0) => "start",
            Asked::Start(_) => "another start",
            Asked::From { outside: false, .. } => "from inside",
            Asked::From { outside: true, .. } => "from outside",
            Asked::Tier { .. } => "tier",
        };
        let kind = match self.kind {
            Kind::Solve => "solve",
            Kind::Database => "database",
            Kind::Verify => "verify",
            Kind::Audit => "audit",
            Kind::Format => "fmt",
        };
        let code = if self.evaluate { "" } else { ", compiled" };
        format!("{asked}: {kind}{code}")
    }

    /// Its options one by one, for statistics.
    pub fn ways(&self) -> Vec<String> {
        let mut ways: Vec<String> = Vec::new();
        for option in &self.options {
            match ways.last_mut() {
                Some(last) if !option.starts_with("--") => *last += &format!(" {option}"),
                _ => ways.push(option.clone()),
            }
        }
        let is_shown = |way: &String| {
            ["--hash", "--on", "--symmetry", "--bits", "--threads", "--scratch", "--line"]
                .iter()
                .any(|shown| way.starts_with(shown))
        };
        ways.retain(is_shown);
        ways
    }
}

/// The checks of a game: all kinds of questions, each answered in ways that the seed chooses.
pub fn checks(about: About, random: &mut Random, thorough: bool) -> Vec<Check> {
    let start = Asked::Start(0);
    let mut checks = vec![Check::new(start, Kind::Solve, &native(about, random, false))];
    let mut add = |asked, kind, options: &str| checks.push(Check::new(asked, kind, options));
    let some = |random: &mut Random, percent| thorough || random.percent(percent);
    if some(random, 70) {
        add(start, Kind::Solve, &native(about, random, true));
    }
    if some(random, 40) {
        add(start, Kind::Solve, &native(about, random, true));
    }
    if about.puzzle && some(random, 50) {
        add(start, Kind::Solve, &format!("--hash {}", random.pick(&WORD_PARALLEL)));
    }
    if about.starts > 1 {
        let other = Asked::Start(1 + random.below(about.starts - 1));
        add(other, Kind::Solve, &native(about, random, false));
    }
    let outside = Asked::From { seed: random.number(), outside: true };
    add(outside, Kind::Solve, &native(about, random, false));
    if some(random, 30) {
        let outside = Asked::From { seed: random.number(), outside: true };
        add(outside, Kind::Solve, &native(about, random, true));
    }
    if some(random, 30) {
        let inside = Asked::From { seed: random.number(), outside: false };
        add(inside, Kind::Solve, &native(about, random, true));
    }
    let tiers = if about.tiers { 100 } else { 6 };
    if some(random, tiers * 6 / 10) {
        add(Asked::Tier { seed: random.number() }, Kind::Solve, &native(about, random, false));
    }
    if some(random, tiers * 3 / 10) {
        add(Asked::Tier { seed: random.number() }, Kind::Solve, &native(about, random, true));
    }
    if some(random, 35) {
        let asked = match random.below(5) {
            0 if about.tiers => Asked::Tier { seed: random.number() },
            1 => Asked::From { seed: random.number(), outside: true },
            _ => start,
        };
        let options = if random.percent(50) { database(random) } else { String::new() };
        add(asked, Kind::Database, &options);
    }
    if some(random, 25) {
        let by_tier = about.tiers && random.percent(40);
        let asked = if by_tier { Asked::Tier { seed: random.number() } } else { start };
        let options = if random.percent(40) { layout(about, random) } else { String::new() };
        add(asked, Kind::Verify, &options);
    }
    if some(random, 35) {
        let options = if random.percent(40) { layout(about, random) } else { String::new() };
        add(start, Kind::Audit, &format!("--moves 100 --sample 10 --entries 300 {options}"));
    }
    if some(random, 15) {
        add(start, Kind::Format, "");
    }
    checks
}

/// Options for a search by generated code; plain, or in a certain way.
fn native(about: About, random: &mut Random, chosen: bool) -> String {
    let mut options = format!("--on native --limit-states {LIMIT}");
    options += random.pick(&["", "", " --threads 1", " --threads 2"]);
    if !chosen {
        return options;
    }
    options += " ";
    if random.percent(65) {
        options += &layout(about, random);
    }
    options += random.pick(&["", "", "", " --symmetry on", " --symmetry off"]);
    let bits = if about.puzzle { [" --bits 1", " --bits 2"] } else { [" --bits 2", " --bits 8"] };
    if random.percent(40) {
        options += random.pick(&bits);
    }
    if !options.contains("--bits") {
        options += random.pick(&["", "", "", " --scratch scratch --memory 4KiB"]);
    }
    if about.puzzle && !options.contains("--bits") {
        options += random.pick(&["", "", " --line"]);
    }
    options
}

fn database(random: &mut Random) -> String {
    let ways = ["--on native", "--on native --bits 2", "--on interp", "--symmetry on --on native"];
    random.pick(&ways).to_owned()
}

fn layout(about: About, random: &mut Random) -> String {
    let layout = match random.below(10) {
        0..6 if about.heap => "heaps",
        0..5 if about.numbered => random.pick(&ORDERS),
        6..8 if about.two_contents => "bits",
        _ => random.pick(&LAYOUTS),
    };
    format!("--hash {layout}")
}
