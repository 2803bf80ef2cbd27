//! Interpreted rules against brute force over everything that a hash numbers.

use super::*;
use crate::interp::games::{FOX_AND_GEESE, HEXAPAWN, TIC_TAC_TOE, compiled};
use gdl::domain::Domain;
use gdl::plan::{Family, PlanOptions, plan};
use gdl::word_parallel::Layouts;
use std::collections::BTreeMap;

const THREE_MENS_MORRIS: &str = "players white, black board grid(3, 3)
    pieces w = man of white, b = man of black counter hand = 3 each
    shape three = line(3) along all
    move place when hand > 0: [empty] -> [mine], hand -= 1
    move slide when hand = 0: [mine | empty] -> [empty | mine]
    win when some three is mine stuck loses";

const DOTS_AND_BOXES: &str =
    "players left, right board edges(1, 2) pieces | = stroke shape box = face
    move draw: [empty] -> [stroke]
    after draw if here in box: score += count(box at here), again
    stuck by score";

const AWARI: &str = "players south, north board ring(6)
    area home = 1 .. 3 of south, 4 .. 6 of north
    pieces seed heap start 1 each
    move sow:
        sow [seed in my home] along next skip source
        then harvest along prev while here in their home and count(seed at here) in 2 .. 3
    illegal when no seed in their home
    finish score += count(seed in my home) stuck by score";

/// What is above the row never moves: the board has cells that no position numbers.
const SLIDING_UNDER_A_ROOF: &str = "players white, black
    board {
        x . x
        w . b
    }
    pieces w = man of white, b = man of black, x = tile
    move slide along e w: [mine | empty] -> [empty | mine]
    stuck passes";

const GAMES: [&str; 7] = [
    TIC_TAC_TOE,
    THREE_MENS_MORRIS,
    HEXAPAWN,
    FOX_AND_GEESE,
    DOTS_AND_BOXES,
    AWARI,
    SLIDING_UNDER_A_ROOF,
];

/// Larger hashes are left out.
const MOST_ENTRIES: u64 = 60_000;

/// Shows each of the small hashes of a game; gives their number.
fn each_hash(text: &str, show: impl Fn(&Interpreted<'_, '_, true, true, true>)) -> usize {
    let model = compiled(text, &[]);
    let interp = Interp::new(&model);
    let facts = gdl::facts::analyze(&model, Domain::start(&model, 0));
    let planned = Family::ALL.into_iter().filter_map(|family| {
        let options = PlanOptions { family: Some(family), ..PlanOptions::default() };
        Some(Layouts::new(&model, &facts, options, None).ok()?.plan)
    });
    let hashes = planned.map(|plan| plan.hash).filter(|hash| hash.size() <= MOST_ENTRIES);
    hashes.map(|hash| show(&Interpreted { interp: &interp, hash: &hash, facts: &facts })).count()
}

/// All positions that a hash numbers.
fn numbered(rules: &Interpreted<'_, '_, true, true, true>) -> BTreeSet<State> {
    let states = (0..rules.size()).map(|index| rules.unrank(index).state);
    states.flat_map(|state| rules.hash.class_members(&state)).collect()
}

#[test]
fn a_class_holds_as_many_positions_as_it_says() {
    for text in GAMES {
        let symmetric = std::cell::Cell::new(false);
        let hashes = each_hash(text, |rules| {
            let mut classes: BTreeMap<(usize, u64), Vec<Reached>> = BTreeMap::new();
            for state in numbered(rules) {
                let reached = Reached::from(state);
                let tier = rules.tier(&reached);
                let class = rules.class_in_tier(tier, &reached);
                assert!(class < rules.hash.tier_size(tier));
                classes.entry((tier, class)).or_default().push(reached);
            }
            for ((tier, class), members) in classes {
                let standing = rules.unrank_in_tier(tier, class);
                assert!(members.contains(&standing));
                assert_eq!(rules.class_size(tier, &standing), members.len() as u64);
                assert!(members.iter().all(|one| rules.same_tier(one, &standing)));
                symmetric.set(symmetric.get() | (members.len() > 1));
            }
        });
        assert!(hashes > 0, "no hash is small enough:\n{text}");
        assert!(symmetric.get() || [HEXAPAWN, AWARI, SLIDING_UNDER_A_ROOF].contains(&text));
    }
}

#[test]
fn play_never_returns_to_a_tier() {
    for text in GAMES {
        each_hash(text, |rules| {
            for index in 0..rules.size() {
                let before = rules.unrank(index);
                rules.successors(&before, &mut |next| {
                    assert!(rules.tier(next) <= rules.tier(&before));
                });
            }
        });
    }
}

#[test]
fn predecessors_invert_successors_inside_a_tier() {
    for text in GAMES {
        each_hash(text, |rules| {
            let all = numbered(rules);
            let mut before: BTreeMap<State, BTreeSet<State>> = BTreeMap::new();
            for state in &all {
                for next in rules.interp.successors(state) {
                    if rules.hash.tier_of(&next.state) == rules.hash.tier_of(state) {
                        before.entry(next.state).or_default().insert(state.clone());
                    }
                }
            }
            for (position, state) in all.iter().enumerate() {
                let expected = before.remove(state).unwrap_or_default();
                let mut found = BTreeSet::new();
                let reached = Reached::from(state.clone());
                rules.tier_predecessors(&reached, &mut |one| {
                    found.insert(one.state.clone());
                });
                assert_eq!(found, expected);
                if position.is_multiple_of(all.len() / 3 + 1) {
                    let mut tried = BTreeSet::new();
                    rules.tier_predecessors_by_trying(state, &mut |one| {
                        tried.insert(one.state.clone());
                    });
                    assert_eq!(tried, expected);
                }
            }
        });
    }
}

#[test]
fn what_would_only_look_like_a_position_is_not_numbered() {
    each_hash(SLIDING_UNDER_A_ROOF, |rules| {
        let start = rules.interp.start();
        assert!(rules.is_numbered(&start));
        let mut other = start.clone();
        other.cells[0] = 0;
        assert!(!rules.is_numbered(&other));
    });
}

#[test]
fn verdicts_are_ends_and_not_being_stuck() {
    for text in GAMES {
        each_hash(text, |rules| {
            for state in numbered(rules) {
                let told = rules.verdict(&state.clone().into());
                let by_stuck = match rules.interp.model().stuck {
                    Some(Stuck::Loses) => Some(Ending::Lost(state.mover)),
                    Some(Stuck::Draws | Stuck::Passes) => Some(Ending::Draw),
                    Some(Stuck::ByScore) => Some(Ending::Score(rules.interp.finish(&state))),
                    Some(Stuck::Wins) | None => None,
                };
                let has_won = |player| if player == state.mover { 1 } else { 2 };
                match rules.interp.outcome(&state) {
                    None => assert_eq!(told, 0),
                    Some(over) if told == 0 => assert_eq!(Some(over), by_stuck),
                    Some(Ending::Won(player)) => assert_eq!(told, has_won(player)),
                    Some(Ending::Lost(player)) => assert_eq!(told, 3 - has_won(player)),
                    Some(Ending::Draw) => assert_eq!(told, 3),
                    Some(Ending::Score(_)) => panic!("no end is decided by points"),
                }
            }
        });
    }
    let verdict = |text: &str, position: &str| {
        let model = compiled(text, &[]);
        let state = crate::interp::parse_position(&model, position).expect("a position");
        let found = std::cell::Cell::new(None);
        each_hash(text, |rules| {
            let told = rules.verdict(&state.clone().into());
            assert!(found.get().is_none_or(|before| before == told));
            found.set(Some(told));
        });
        found.get()
    };
    assert_eq!(verdict(TIC_TAC_TOE, "xxx/oo./... O"), Some(2));
    assert_eq!(verdict(TIC_TAC_TOE, "xxx/oo./... X"), Some(1));
    assert_eq!(verdict(TIC_TAC_TOE, "xox/oox/xxo O"), Some(0), "the board is full");
    assert_eq!(verdict(FOX_AND_GEESE, ".../.F./... fox"), Some(3));
}

#[test]
fn exchanging_the_players_keeps_moves_and_ends() {
    for text in GAMES {
        each_hash(text, |rules| {
            if rules.hash.quotient().exchanged(&rules.interp.start()).is_none() {
                return;
            }
            for state in numbered(rules) {
                let reached = Reached::from(state);
                let image = rules.exchanged(&reached);
                assert_eq!(rules.mover(&image), 1 - rules.mover(&reached));
                assert_eq!(rules.verdict(&image), rules.verdict(&reached));
                assert_eq!(rules.final_gain(&image), rules.final_gain(&reached));
                let next = |from: &Reached| {
                    let mut next = BTreeSet::new();
                    rules.successors(from, &mut |one| {
                        next.insert((one.state.clone(), one.gain));
                    });
                    next
                };
                let images = next(&reached).into_iter().map(|(state, gain)| {
                    let image = rules.exchanged(&Reached { state, gain });
                    (image.state, image.gain)
                });
                assert_eq!(images.collect::<BTreeSet<(State, i32)>>(), next(&image));
            }
        });
    }
}

#[test]
fn points_are_told_with_the_position_they_led_to() {
    let gains = |text: &str, position: &str| {
        let model = compiled(text, &[]);
        let state = crate::interp::parse_position(&model, position).expect("a position");
        let found = std::cell::RefCell::new(BTreeSet::new());
        each_hash(text, |rules| {
            rules.successors(&state.clone().into(), &mut |next| {
                found.borrow_mut().insert(rules.gain(next));
            });
        });
        found.into_inner()
    };
    let model = compiled(DOTS_AND_BOXES, &[]);
    let empty = crate::interp::position_text(&model, &Interp::new(&model).start());
    assert_eq!(gains(DOTS_AND_BOXES, &empty), BTreeSet::from([0]));
    let full = empty.replace('.', "|");
    let one_left: BTreeSet<i32> = full
        .match_indices('|')
        .flat_map(|(at, _)| gains(DOTS_AND_BOXES, &format!("{}.{}", &full[..at], &full[at + 1..])))
        .collect();
    assert_eq!(one_left, BTreeSet::from([1, 2]), "the edge between the boxes closes both");
    assert_eq!(gains(AWARI, "0,0,1,1,0,1 south"), BTreeSet::from([2]));
    each_hash(AWARI, |rules| {
        let model = rules.interp.model();
        for (position, expected) in [("0,1,3,1,0,0 south", 3), ("0,1,3,1,0,0 north", -3)] {
            let state = crate::interp::parse_position(model, position).expect("a position");
            assert_eq!(rules.final_gain(&state.into()), expected);
        }
    });
}

/// What the rules that are handed out claim: that players can change places, that moves can be
/// undone, and that points decide.
struct Claims;

impl Work for Claims {
    type Output = (bool, bool, bool);

    fn with<R: Rules<State = Reached>>(self, _rules: &R) -> Self::Output {
        (R::EXCHANGES_PLAYERS, R::KNOWS_TIER_PREDECESSORS, R::SCORES)
    }
}

#[test]
fn rules_claim_what_is_true_of_the_game() {
    let claims = |text: &str| {
        let model = compiled(text, &[]);
        let facts = gdl::facts::analyze(&model, Domain::start(&model, 0));
        let plan = plan(&model, &facts, PlanOptions::default()).expect("a small game");
        Interpreted::new(&Interp::new(&model), &plan).knowing(Claims)
    };
    let expected = [
        (false, true, false), // each tier of tic-tac-toe is entered by one player
        (true, true, false),
        (true, true, false),
        (false, true, false),
        (true, false, true),
        (true, false, true),
        (false, true, false), // sliding: the position tells whose turn it is, and an image tells the same
    ];
    assert_eq!(GAMES.map(claims), expected);
    let tilting = "players A, B board row(4) pieces a = ant of A, b = bee of B
        start ant, empty, empty, bee
        move tilt along next prev settle: [mine | empty] -> [empty | mine] stuck passes";
    assert!(!claims(tilting).1);
}
