//! Tiers with more symmetries than the game: they keep moves and values there, and nothing is
//! claimed where a later tier breaks them.

use super::{check_state, of_cells};
use crate::independent::Dice;
use crate::shipped;
use gdl::analyze::symmetry::by_tier::TierSymmetries;
use gdl::domain::Domain;
use gdl::facts::{Facts, analyze};
use gdl::model::{Model, PlayerId, State};
use gdl::{Params, Source, Style};
use gdl_runtime::Silent;
use gdl_runtime::interp::{Interp, SolveOptions, solve};
use std::collections::BTreeSet;

fn facts(model: &Model) -> Facts {
    analyze(model, Domain::start(model, 0))
}

fn compiled(text: &str) -> Model {
    let source = Source::new("test.gdl", text);
    match gdl::compile(&source, &Params::new()) {
        Ok((model, _)) => model,
        Err(errors) => panic!("{}", errors.render(&source, Style::Plain)),
    }
}

/// What the tier with this key has more than the whole game.
fn in_tier<'a>(facts: &'a Facts, key: &[i64]) -> Option<&'a TierSymmetries> {
    let tier = facts.tiers.tiers.iter().position(|tier| tier.key == key).expect("there is one");
    facts.symmetries_by_tier.of_tier(tier)
}

/// A position with `men` men of each player and none in hand.
fn placed(interp: &Interp<'_>, men: usize, dice: &mut Dice) -> State {
    let mut state = interp.start();
    let cells = state.cells.len();
    state.cells.fill(0);
    state.counters.fill(0);
    for number in 0..2 * men {
        let free: Vec<usize> = (0..cells).filter(|cell| state.cells[*cell] == 0).collect();
        state.cells[free[dice.below(free.len())]] = if number < men { 1 } else { 2 };
    }
    state.mover = PlayerId(u8::from(dice.below(2) == 1));
    state
}

#[test]
fn three_flying_men_each_have_48_symmetries() {
    let model = shipped::model("nine-mens-morris", &[]);
    let facts = facts(&model);
    assert_eq!(facts.symmetries_by_tier.whole, Some(16));
    let flying = in_tier(&facts, &[0, 0, 3, 3]).expect("nobody slides");
    assert_eq!((flying.order, flying.elements.as_ref().map(Vec::len)), (Some(48), Some(48)));
    assert!(in_tier(&facts, &[0, 0, 4, 3]).is_none(), "white slides");
    assert!(in_tier(&facts, &[9, 9, 0, 0]).is_none(), "men will slide");
    let text = facts.to_string();
    let sentence = "such as hand of white = 0, hand of black = 0, white man = 3, black man = 3: \
                    48 board symmetries instead of 16";
    assert!(text.contains(sentence), "{text}");
    let interp = Interp::new(&model);
    let mut dice = Dice::new(0x0303);
    for cells in flying.elements.iter().flatten() {
        let symmetry = of_cells(&model, cells);
        let state = placed(&interp, 3, &mut dice);
        check_state("three against three", &interp, &facts.symmetries, &symmetry, &state);
    }
}

/// Four men each on nine points. Who has three left flies, and who has fewer loses.
const SMALL: &str = "players white, black
    board {
        w-w-b
        | | |
        w-.-b
        | | |
        w-b-b
    } links drawn
    pieces w = man of white, b = man of black
    shape mill = line(3)
    move slide when count(mine) > 3: [mine | empty]     -> [empty | mine]
    move fly   when count(mine) = 3: [mine] and [empty] -> [empty] and [mine]
    after any move if here in mill: [theirs] -> [empty]
    lose when count(mine) < 3 stuck loses";

#[test]
fn symmetries_of_a_tier_keep_values() {
    let model = compiled(SMALL);
    let facts = facts(&model);
    assert_eq!(facts.symmetries_by_tier.whole, Some(8));
    let flying = in_tier(&facts, &[3, 3]).expect("nobody slides");
    assert_eq!(flying.order, Some(72), "rows and columns in any order, and the diagonal");
    assert_eq!(flying.tiers.len(), 1, "in all others somebody slides");
    let interp = Interp::new(&model);
    let value = |state: &State| {
        let options = SolveOptions { from: Some(state.clone()), ..SolveOptions::default() };
        solve(&interp, &options, &mut Silent).expect("it is small").value.expect("two players")
    };
    let mut dice = Dice::new(0x0707);
    let mut values = BTreeSet::new();
    for _ in 0..12 {
        let state = placed(&interp, 3, &mut dice);
        let own = value(&state);
        values.insert(own.to_string());
        for cells in &flying.generators {
            let symmetry = of_cells(&model, cells);
            check_state("flying", &interp, &facts.symmetries, &symmetry, &state);
            assert_eq!(value(&symmetry.image(&model, &state)), own, "{cells:?} in {state:?}");
        }
    }
    assert!(values.len() > 1, "only {values:?}");
}

#[test]
fn a_later_tier_breaks_the_symmetry_of_an_earlier_one() {
    // Now four men fly and three slide: captures lead from flying to sliding.
    let text = SMALL
        .replace("> 3:", "= 3:")
        .replace("when count(mine) = 3: [mine] and", "when count(mine) > 3: [mine] and");
    let facts = facts(&compiled(&text));
    assert!(in_tier(&facts, &[4, 4]).is_none());
    assert!(facts.symmetries_by_tier.groups.is_empty(), "{}", facts.symmetries_by_tier);
}

#[test]
fn an_end_breaks_the_symmetry_of_its_tier() {
    // Who flies to the corner wins: what is left is the reflection in the diagonal through it, and
    // orders of the other rows and columns.
    let text = format!("{SMALL} win when some mine in a1 and count(mine) = 3");
    let facts = facts(&compiled(&text));
    assert_eq!(facts.symmetries_by_tier.whole, Some(2));
    let flying = in_tier(&facts, &[3, 3]).expect("nobody slides");
    assert_eq!(flying.order, Some(8));
}
