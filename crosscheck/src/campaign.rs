//! Many games.

use crate::check::{Check, checks};
use crate::command::Place;
use crate::compare::{Difference, Outcome, outcome, without_numbers};
use crate::generate;
use crate::random::Random;
use crate::reference::{Reference, model};
use crate::shrink::shrink;
use crate::statistics::Statistics;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use std::{fs, io};

/// How many games, and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// gamec.
    pub program: PathBuf,
    /// A folder for the files of games that are being checked.
    pub folder: PathBuf,
    /// The seed of the first game; the next has the next.
    pub seed: u64,
    /// Stop after this number of games.
    pub games: Option<u64>,
    /// Stop after this time.
    pub time: Option<Duration>,
    /// How many games at once.
    pub jobs: usize,
    /// Whether each game gets every check.
    pub thorough: bool,
    /// One in this many games goes through the compiler; 0: none does.
    pub compiled: u64,
    /// Games with more positions than this are passed over, but for one of twenty with up to ten
    /// times as many.
    pub positions: u64,
    /// Whether games that show a difference are made smaller.
    pub shrink: bool,
}

/// A difference, as small as it gets.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The seed of the game.
    pub seed: u64,
    /// What is wrong.
    pub difference: Difference,
    /// The smallest text that shows it.
    pub text: String,
}

/// What all jobs share.
struct Shared<'a> {
    campaign: &'a Campaign,
    begun: Instant,
    /// The number of the next seed, and of games so far.
    next: AtomicU64,
    checked: AtomicU64,
    known: Mutex<BTreeSet<String>>,
    statistics: Mutex<Statistics>,
}

impl Campaign {
    /// Checks games until there are enough, or the time is over; tells each new difference at
    /// once.
    ///
    /// # Errors
    /// If the folder cannot be used.
    pub fn run(&self, tell: &(dyn Fn(&Counterexample) + Sync)) -> io::Result<Statistics> {
        let shared = Shared {
            campaign: self,
            begun: Instant::now(),
            next: AtomicU64::new(0),
            checked: AtomicU64::new(0),
            known: Mutex::new(BTreeSet::new()),
            statistics: Mutex::new(Statistics::default()),
        };
        let mut places = Vec::new();
        for job in 0..self.jobs {
            let folder = self.folder.join(format!("job-{job}"));
            fs::create_dir_all(&folder)?;
            places.push(Place { program: self.program.clone(), folder });
        }
        let work = |place: &Place| -> io::Result<()> {
            while !shared.is_over() {
                let seed = self.seed.wrapping_add(shared.next.fetch_add(1, Ordering::Relaxed));
                shared.game(place, seed, tell)?;
            }
            Ok(())
        };
        let results: Vec<io::Result<()>> = thread::scope(|scope| {
            let jobs: Vec<_> = places.iter().map(|place| scope.spawn(|| work(place))).collect();
            let failed = || io::Error::other("a job has panicked");
            jobs.into_iter().map(|job| job.join().unwrap_or_else(|_| Err(failed()))).collect()
        });
        let _ = fs::remove_dir_all(&self.folder);
        results.into_iter().collect::<io::Result<()>>()?;
        let mut statistics = shared.statistics.into_inner().unwrap_or_default();
        statistics.time = shared.begun.elapsed();
        Ok(statistics)
    }
}

impl Shared<'_> {
    fn is_over(&self) -> bool {
        let games = self.checked.load(Ordering::Relaxed);
        let campaign = self.campaign;
        campaign.games.is_some_and(|limit| games >= limit)
            || campaign.time.is_some_and(|limit| self.begun.elapsed() >= limit)
    }

    fn game(&self, place: &Place, seed: u64, tell: &dyn Fn(&Counterexample)) -> io::Result<()> {
        let mut statistics = Statistics { made: 1, ..Statistics::default() };
        let found = self.checked_game(place, seed, &mut statistics)?;
        if let Ok(mut all) = self.statistics.lock() {
            all.add(&statistics);
        }
        for (check, difference, text) in found {
            let is_new = match self.known.lock() {
                Ok(mut known) => known.insert(difference.signature.clone()),
                Err(_) => false,
            };
            if is_new {
                let found = Counterexample { seed, difference, text };
                tell(&if self.campaign.shrink { smaller(place, &check, found) } else { found });
            }
        }
        Ok(())
    }

    fn checked_game(
        &self,
        place: &Place,
        seed: u64,
        statistics: &mut Statistics,
    ) -> io::Result<Vec<(Check, Difference, String)>> {
        let game = generate::game(seed);
        let mut found = Vec::new();
        let mut random = Random::new(!seed);
        let Some(model) = model(&game.text) else { return Ok(found) };
        statistics.valid = 1;
        let limit = self.campaign.positions * if random.percent(5) { 10 } else { 1 };
        let Some(reference) = Reference::new(&model, limit) else { return Ok(found) };
        // Games in which hardly anything happens show little, though they are the most.
        let positions = reference.reached.states.iter().count() as u64;
        if positions < 8 && !random.percent(10) {
            return Ok(found);
        }
        let number = self.checked.fetch_add(1, Ordering::Relaxed);
        statistics.games = 1;
        statistics.positions = positions;
        for feature in &game.features {
            Statistics::count(&mut statistics.features, feature);
        }
        fs::write(place.file("game.gdl"), &game.text)?;
        let mut checks = checks(reference.about(), &mut random, self.campaign.thorough);
        if self.campaign.compiled > 0 && number.is_multiple_of(self.campaign.compiled) {
            checks.push(Check { evaluate: false, ..checks[0].clone() });
        }
        for check in checks {
            let outcome = outcome(place, &reference, &check, &game.text);
            let place = match &outcome {
                Outcome::Skipped => continue,
                Outcome::Same => 0,
                Outcome::Refused(_) => 1,
                Outcome::Different(_) => 2,
            };
            for name in check.ways().into_iter().chain([check.name()]) {
                statistics.checks.entry(name).or_default()[place] += 1;
            }
            match outcome {
                Outcome::Skipped => {}
                Outcome::Same => statistics.same += 1,
                Outcome::Refused(message) => {
                    statistics.refused += 1;
                    Statistics::count(&mut statistics.refusals, &in_general(&message));
                }
                Outcome::Different(difference) => {
                    statistics.different += 1;
                    Statistics::count(&mut statistics.signatures, &difference.signature);
                    found.push((check, difference, game.text.clone()));
                }
            }
        }
        Ok(found)
    }
}

/// The same difference with a smaller game.
fn smaller(place: &Place, check: &Check, found: Counterexample) -> Counterexample {
    let mut last = found.difference;
    let signature = last.signature.clone();
    let text = shrink(&found.text, |text| {
        let Some(difference) = differs(place, check, text) else { return false };
        let is_same = difference.signature == signature;
        if is_same {
            last = difference;
        }
        is_same
    });
    Counterexample { difference: last, text, ..found }
}

fn differs(place: &Place, check: &Check, text: &str) -> Option<Difference> {
    let model = model(text)?;
    let reference = Reference::new(&model, 4_000)?;
    fs::write(place.file("game.gdl"), text).ok()?;
    match outcome(place, &reference, check, text) {
        Outcome::Different(difference) => Some(difference),
        Outcome::Same | Outcome::Refused(_) | Outcome::Skipped => None,
    }
}

/// A message without the names and numbers of this game.
fn in_general(message: &str) -> String {
    let beginning = message.split("; the nearest").next().unwrap_or_default();
    let beginning = beginning.split(": they differ by").next().unwrap_or_default();
    let mut general = String::new();
    for (position, part) in beginning.split('`').enumerate() {
        general += if position % 2 == 1 { "`...`" } else { part };
    }
    let beginning = general.split("no tier has").next().unwrap_or_default().len();
    if beginning < general.len() {
        general.truncate(beginning);
        general += "no tier has ...";
    }
    without_numbers(&general)
}
