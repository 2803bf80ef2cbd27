//! Positions that are found by playing.

use super::{Game, are_different, unrank_inverts_rank};
use gdl::model::State;
use gdl::plan::{Enumerate, Family, PlanError, PlanOptions, plan_with_play};

#[test]
fn games_with_rigid_blocks_are_enumerated() {
    for (name, positions) in [("klotski", 25_955), ("rush-hour", 3_982)] {
        let game = Game::shipped(name, &[]);
        let plan = game.played(None).expect("it fits");
        assert_eq!((plan.family, plan.hash.size()), (Family::Reachable, positions));
        unrank_inverts_rank(name, plan.family, &plan.hash);
        are_different(name, plan.family, &plan.hash, &game.states());
    }
}

#[test]
fn states_outside_of_the_set_have_no_index() {
    let game = Game::shipped("klotski", &[]);
    let plan = game.played(None).expect("it fits");
    let mut state = plan.hash.unrank(0);
    // Half of a block alone is no position.
    let lonely = state.cells.iter().position(|held| *held != 0).expect("there are pieces");
    state.cells[lonely] = 0;
    assert_eq!(plan.hash.rank(&state), None);
    state.cells[lonely] = 63;
    assert_eq!(plan.hash.rank(&state), None);
}

#[test]
fn enumerated_positions_keep_their_tiers() {
    let game = Game::shipped("hexapawn", &[]);
    let plan = game.played(Some(Family::Reachable)).expect("it is small");
    let formula = game.planned(None).expect("it fits");
    assert!(plan.hash.tiers().len() > 1);
    for state in game.states() {
        let key = |hash: &gdl::plan::Hash| {
            hash.tier_of(&state).map(|tier| &hash.tiers()[tier].key).cloned()
        };
        assert_eq!(key(&plan.hash), key(&formula.hash));
    }
    unrank_inverts_rank("hexapawn", plan.family, &plan.hash);
}

/// Finds nothing but that there is too much.
struct Endless;

impl Enumerate for Endless {
    fn visit(&self, _: &State, _limit: u64, _show: &mut dyn FnMut(&State)) -> bool {
        false
    }
}

#[test]
fn what_is_not_enumerated_says_why() {
    let game = Game::shipped("klotski", &[]);
    let refusal = |plan: gdl::plan::Plan| {
        plan.candidates
            .iter()
            .find(|candidate| candidate.family == Family::Reachable)?
            .refusal
            .clone()
    };
    let not_played = game.planned(None).and_then(refusal);
    let not_tried = "not tried: the positions would have to be found by playing";
    assert_eq!(not_played.as_deref(), Some(not_tried));
    let options = PlanOptions::default();
    let plan = plan_with_play(&game.model, &game.facts, options, &Endless);
    let endless = refusal(plan.expect("the others fit"));
    assert_eq!(endless.as_deref(), Some("more than 2000000 positions can be reached"));
    let options = PlanOptions { family: Some(Family::Reachable), ..PlanOptions::default() };
    let plan = plan_with_play(&game.model, &game.facts, options, &Endless);
    assert!(matches!(plan, Err(PlanError::Refused { family: Family::Reachable, .. })));
}

#[test]
fn large_games_are_not_played() {
    for name in ["nine-mens-morris", "awari", "peg-french", "frogs-and-toads"] {
        let game = Game::shipped(name, &[]);
        let options = PlanOptions::default();
        let never = Never;
        plan_with_play(&game.model, &game.facts, options, &never)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// Must not be asked.
struct Never;

impl Enumerate for Never {
    fn visit(&self, _: &State, _limit: u64, _show: &mut dyn FnMut(&State)) -> bool {
        panic!("this game is too large to enumerate")
    }
}

/// Two kings that step to a neighbor: the colors of their cells tell whose turn it is.
const KINGS: &str = "
    players white, black
    board {
        K . .
        . . .
        . . k
    }
    pieces K = king of white, k = king of black
    move step: [mine | empty] -> [empty | mine]
    stuck  loses
";

/// The same game in which a king may also step diagonally.
const FREE_KINGS: &str = "
    players white, black
    board {
        K . .
        . . .
        . . k
    }
    pieces K = king of white, k = king of black
    move step: [mine | empty] -> [empty | mine]
    move slip along diag: [mine | empty] -> [empty | mine]
    stuck  loses
";

#[test]
fn the_mover_is_no_digit_where_the_position_tells() {
    for (text, movers) in [(KINGS, 1), (FREE_KINGS, 2)] {
        let game = Game::made_up(text);
        let states = game.states();
        for family in [Family::Multinomial, Family::Sets, Family::Raw] {
            let plan = game.planned(Some(family)).expect("it fits");
            let arrangements = if family == Family::Raw { 19_683 } else { 72 };
            assert_eq!(plan.hash.size(), arrangements * movers, "{}", family.name());
            unrank_inverts_rank("made-up", family, &plan.hash);
            are_different("made-up", family, &plan.hash, &states);
        }
    }
}
