//! Right tables pass, and every kind of error that is planted is found.

use super::*;
use crate::Silent;
use crate::interp::games::{FOX_AND_GEESE, HEXAPAWN, HOPS, TIC_TAC_TOE, compiled};
use crate::interp::{ExploreOptions, Keep, evaluate, explore, movers, parse_position};
use crate::values::coding::Decided;
use gdl::domain::Domain;
use gdl::plan::{PlanOptions, plan};
use std::collections::BTreeMap;

/// Who makes a third stroke draws again; who cannot draw has lost.
const AGAIN: &str = "players left, right board row(6) pieces | = stroke shape three = line(3)
    move draw: [empty] -> [stroke]
    after draw if here in three: again
    stuck loses";

const DOTS_AND_BOXES: &str =
    "players left, right board edges(1, 2) pieces | = stroke shape box = face
    move draw: [empty] -> [stroke]
    after draw if here in box: score += count(box at here), again
    stuck by score";

/// A table by position.
#[derive(Clone)]
struct Table(BTreeMap<State, Evaluation>);

impl Claims for Table {
    fn value(&self, state: &State) -> Option<Evaluation> {
        self.0.get(state).copied()
    }
}

/// The values of all that can be reached, by the interpreter's own search.
fn solved(interp: &Interp<'_>, roots: Vec<State>) -> Table {
    let options = ExploreOptions { keep: Keep::Graph, ..ExploreOptions::default() };
    let found = explore(interp, &mut roots.into_iter(), &options, &mut Silent).expect("small");
    let graph = found.graph.expect("it is kept");
    let verdicts = evaluate(&graph, &movers(&found.states));
    let known = |verdict: Decided| match verdict {
        Decided::Won(plies) => Evaluation::after(Outcome::Win, plies),
        Decided::Lost(plies) => Evaluation::after(Outcome::Loss, plies),
        Decided::Neither => Evaluation::new(Outcome::Draw),
    };
    Table(found.states.iter().zip(verdicts.into_iter().map(known)).collect())
}

fn from_start(interp: &Interp<'_>, table: &dyn Claims, options: &SampleOptions) -> SampleReport {
    check_samples(interp, table, &[Samples::Play(interp.start())], options, &mut Silent)
}

#[test]
fn right_tables_pass_with_and_without_plies() {
    for text in [TIC_TAC_TOE, HEXAPAWN, AGAIN, HOPS] {
        let model = compiled(text, &[]);
        let interp = Interp::new(&model);
        let table = solved(&interp, vec![interp.start()]);
        let options = SampleOptions { samples: 300, ..SampleOptions::default() };
        let report = from_start(&interp, &table, &options);
        assert_eq!(report.failures, []);
        assert_eq!(
            (report.checked_inclusive, report.checked_exclusive, report.wrong),
            (300, 300, 0)
        );
        assert!(report.proven_exclusive > 30, "{}", report.proven_exclusive);
        let without =
            table.0.into_iter().map(|(state, known)| (state, Evaluation::new(known.outcome)));
        let report_without = from_start(&interp, &Table(without.collect()), &options);
        assert_eq!(report_without, report);
    }
}

#[test]
fn every_planted_error_is_found() {
    let model = compiled(HEXAPAWN, &[]);
    let interp = Interp::new(&model);
    let table = solved(&interp, vec![interp.start()]);
    // Play meets every position many times.
    let options = SampleOptions { samples: 1_500, plies: 0, ..SampleOptions::default() };
    for (state, known) in table.0.iter().step_by(9) {
        let flipped = if known.outcome == Outcome::Win { Outcome::Loss } else { Outcome::Win };
        let plies = known.plies.expect("no position of hexapawn is a draw");
        for wrong in [
            Some(Evaluation { outcome: flipped, ..*known }),
            Some(Evaluation::new(flipped)),
            Some(Evaluation::new(Outcome::Draw)),
            Some(Evaluation { plies: Some(plies + 2), ..*known }),
            None,
        ] {
            let mut planted = table.clone();
            match wrong {
                Some(wrong) => drop(planted.0.insert(state.clone(), wrong)),
                None => drop(planted.0.remove(state)),
            }
            let report = from_start(&interp, &planted, &options);
            let position = position_text(&model, state);
            let found = report.failures.iter().any(|failure| {
                failure.position == position && failure.claimed == wrong
                    || failure.expected == Expected::AnyValueOf(position.clone())
            });
            assert!(found, "{position} is {known}, and the table says {wrong:?}");
        }
    }
}

#[test]
fn failures_say_what_is_wrong() {
    let model = compiled(TIC_TAC_TOE, &[]);
    let interp = Interp::new(&model);
    let state = parse_position(&model, "xx./oo./... X").expect("a position");
    let texts = |table: &dyn Claims, from: &State| {
        let options = SampleOptions { samples: 1, ..SampleOptions::default() };
        let sources = [Samples::Play(from.clone())];
        let report = check_samples(&interp, table, &sources, &options, &mut Silent);
        report.failures.iter().map(SampleFailure::to_string).collect::<Vec<String>>()
    };
    let mut table = solved(&interp, vec![state.clone()]);
    assert_eq!(texts(&table, &state), Vec::<String>::new());
    table.0.insert(state.clone(), Evaluation::after(Outcome::Win, 3));
    assert_eq!(
        texts(&table, &state),
        ["xx./oo./... X: won in 3 plies, but won in 1 ply by the values after its moves"]
    );
    table.0.insert(state.clone(), Evaluation::new(Outcome::Draw));
    assert_eq!(
        texts(&table, &state),
        ["xx./oo./... X: drawn, but won in 1 ply by the values after its moves"]
    );
    table.0.remove(&interp.successors(&state)[0].state);
    assert_eq!(
        texts(&table, &state),
        ["xx./oo./... X: drawn, but a move leads to xxx/oo./... O, which has no value"]
    );
    table.0.clear();
    assert_eq!(
        texts(&table, &state),
        ["xx./oo./... X: no value, but it is a position of the game"]
    );
}

/// Says the same about all positions with as many pieces.
struct ByPieces(fn(usize) -> Evaluation);

impl Claims for ByPieces {
    fn value(&self, state: &State) -> Option<Evaluation> {
        Some(self.0(state.cells.iter().filter(|held| **held != 0).count()))
    }
}

#[test]
fn lies_that_support_each_other_are_found_by_search() {
    let model = compiled(TIC_TAC_TOE, &[]);
    let interp = Interp::new(&model);
    let options = SampleOptions { samples: 1, ..SampleOptions::default() };
    let failures = |from: State, lies: &ByPieces| {
        let sources = [Samples::Play(from)];
        let report = check_samples(&interp, lies, &sources, &options, &mut Silent);
        assert_eq!((report.checked_exclusive, report.proven_exclusive), (1, 0));
        report.failures.into_iter().map(|failure| failure.expected).collect::<Vec<Expected>>()
    };
    let state = parse_position(&model, "xx./oo./... X").expect("a position");
    let all_drawn = ByPieces(|_| Evaluation::new(Outcome::Draw));
    assert_eq!(
        failures(state.clone(), &all_drawn),
        [Expected::Proven(Evaluation::after(Outcome::Win, 1))]
    );
    let later = ByPieces(|pieces| {
        Evaluation::after(
            [Outcome::Win, Outcome::Loss][pieces % 2],
            20 - u32::try_from(pieces).unwrap_or(0),
        )
    });
    assert_eq!(failures(state, &later), [Expected::Proven(Evaluation::after(Outcome::Win, 1))]);
    let soon = ByPieces(|pieces| {
        Evaluation::after(
            [Outcome::Win, Outcome::Loss][pieces % 2],
            3 - u32::try_from(pieces).unwrap_or(0),
        )
    });
    // Four plies from the empty board are too many positions for the search.
    assert_eq!(failures(interp.start(), &soon), [Expected::NotWithin(3)]);
}

#[test]
fn tiers_are_drawn_from_as_a_whole() {
    let model = compiled(FOX_AND_GEESE, &[]);
    let interp = Interp::new(&model);
    let facts = gdl::facts::analyze(&model, Domain::start(&model, 0));
    let plan = plan(&model, &facts, PlanOptions::default()).expect("it is small");
    let hash = &plan.hash;
    let mut table = solved(&interp, (0..hash.size()).map(|index| hash.unrank(index)).collect());
    let sources: Vec<Samples<'_>> =
        (0..hash.tiers().len()).map(|tier| Samples::Tier(hash, tier)).collect();
    let options = SampleOptions { samples: 400, ..SampleOptions::default() };
    let check = |table: &Table, sources: &[Samples<'_>]| {
        check_samples(&interp, table, sources, &options, &mut Silent)
    };
    assert_eq!(check(&table, &sources).failures, []);
    let geese = |state: &State| state.cells.iter().filter(|held| **held == 1).count();
    table.0.retain(|state, _| geese(state) != 2);
    let missing = check(&table, &sources);
    assert_eq!(missing.failures.len(), MOST_FAILURES);
    assert!(missing.wrong > 100, "a quarter of the samples, and those with a move there");
    let tier = hash.tiers().iter().position(|tier| tier.key == [1]).expect("one goose");
    assert_eq!(check(&table, &[Samples::Tier(hash, tier)]).wrong, 0);
    assert_eq!(check(&table, &[]).checked_inclusive, 0);
}

/// The best margin, by trying everything.
fn best_margin(interp: &Interp<'_>, state: &State, known: &mut Table) -> i64 {
    if let Some(Evaluation { outcome: Outcome::Margin(margin), .. }) = known.value(state) {
        return margin;
    }
    let mover = state.mover.index();
    let by_move = interp.successors(state).into_iter().map(|next| {
        let rest = best_margin(interp, &next.state, known);
        let rest = if next.state.mover == state.mover { rest } else { -rest };
        next.gains[mover] - next.gains[1 - mover] + rest
    });
    let margin = by_move.max().unwrap_or(0);
    known.0.insert(state.clone(), Evaluation::new(Outcome::Margin(margin)));
    margin
}

#[test]
fn margins_are_checked_too() {
    let model = compiled(DOTS_AND_BOXES, &[]);
    let interp = Interp::new(&model);
    let mut table = Table(BTreeMap::new());
    best_margin(&interp, &interp.start(), &mut table);
    let options = SampleOptions { samples: 200, ..SampleOptions::default() };
    let report = from_start(&interp, &table, &options);
    assert_eq!(report.failures, []);
    assert!(report.proven_exclusive > 50);
    table.0.insert(interp.start(), Evaluation::new(Outcome::Margin(2)));
    let failures = from_start(&interp, &table, &options).failures;
    assert!(failures[0].to_string().ends_with(": +2, but 0 by the values after its moves"));
}

#[test]
fn puzzles_are_won_by_one_player_who_always_goes_on() {
    let model = compiled(
        "board { f f . t t } pieces f = frog, t = toad
        move slide: [any | empty] -> [empty | any]
        move jump:  [p:any | any | empty] -> [empty | _ | p]
        goal { t t . f f }",
        &[],
    );
    let interp = Interp::new(&model);
    let mut roots = std::iter::once(interp.start());
    let found = explore(&interp, &mut roots, &ExploreOptions::default(), &mut Silent);
    let states: Vec<State> = found.expect("small").states.iter().collect();
    let mut table = Table(BTreeMap::new());
    for plies in 0.. {
        let before = table.0.clone();
        for state in states.iter().filter(|state| !before.contains_key(*state)) {
            let next = || interp.successors(state).into_iter();
            if interp.is_goal(state) || next().any(|next| before.contains_key(&next.state)) {
                table.0.insert(state.clone(), Evaluation::after(Outcome::Win, plies));
            }
        }
        if table.0.len() == before.len() {
            break;
        }
    }
    let options = SampleOptions { samples: 100, ..SampleOptions::default() };
    assert_eq!(table.value(&interp.start()), Some(Evaluation::after(Outcome::Win, 8)));
    assert_eq!(from_start(&interp, &table, &options).failures, []);
    table.0.insert(interp.start(), Evaluation::after(Outcome::Win, 7));
    assert!(from_start(&interp, &table, &options).wrong > 0);
}

/// Stops after this number of questions.
struct Impatient(u64);

impl Observer for Impatient {
    fn cancelled(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

#[test]
fn equal_seeds_give_equal_samples_until_it_is_stopped() {
    let model = compiled(HOPS, &[]);
    let interp = Interp::new(&model);
    let nothing = Table(BTreeMap::new());
    let texts = |seed| {
        let options = SampleOptions { samples: 15, seed, ..SampleOptions::default() };
        let failures = from_start(&interp, &nothing, &options).failures;
        failures.into_iter().map(|failure| failure.position).collect::<Vec<String>>()
    };
    assert_eq!(texts(7), texts(7));
    assert_ne!(texts(7), texts(8));
    let sources = [Samples::Play(interp.start())];
    let options = SampleOptions::default();
    let report = check_samples(&interp, &nothing, &sources, &options, &mut Impatient(4));
    assert_eq!((report.checked_inclusive, report.wrong), (3, 3));
}
