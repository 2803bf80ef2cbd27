//! What a program made of generated code checks about the positions of a tier, through the trait
//! that engines use.

use crate::rules::Rules;
use std::fmt::Debug;

/// Checks every `step`-th position of a tier: `words` say its number, its size, the step, and the
/// tier of the images if the players change places.
pub fn check<R: Rules>(game: &R, words: &[&str]) -> String
where
    R::State: PartialEq + Debug,
{
    let numbers: Vec<u64> = words.iter().map(|word| word.parse().unwrap()).collect();
    let [tier, size, step, mirror @ ..] = numbers.as_slice() else { panic!("{words:?}") };
    let tier = usize::try_from(*tier).unwrap();
    let mut positions = 0;
    let mut edges = 0;
    for index in (0..*size).step_by(usize::try_from(*step).unwrap()) {
        let state = game.unrank_in_tier(tier, index);
        assert_eq!(game.tier(&state), tier, "{state:?}");
        positions += in_class(game, (tier, index), &state);
        edges += moves(game, tier, &state);
        if let [mirror] = mirror {
            exchanged(game, usize::try_from(*mirror).unwrap(), &state);
        }
    }
    format!(
        "{positions} {}",
        if R::KNOWS_TIER_PREDECESSORS { edges.to_string() } else { "unknown".to_owned() }
    )
}

/// How many positions an index stands for: none if another stands for them.
fn in_class<R: Rules>(game: &R, (tier, index): (usize, u64), state: &R::State) -> u64
where
    R::State: PartialEq + Debug,
{
    let class = game.class_in_tier(tier, state);
    assert!(class <= index, "{state:?}");
    let size = game.class_size(tier, state);
    let other = game.unrank_in_tier(tier, class);
    assert_eq!(
        (game.class_in_tier(tier, &other), game.class_size(tier, &other)),
        (class, size),
        "{state:?}"
    );
    if class == index { size } else { 0 }
}

/// The moves that stay in the tier, from both sides; gives their number.
fn moves<R: Rules>(game: &R, tier: usize, state: &R::State) -> u64
where
    R::State: PartialEq + Debug,
{
    let mut after = Vec::new();
    game.successors(state, &mut |next| {
        assert_eq!(game.verdict(state), 0, "{state:?}");
        assert_eq!(game.same_tier(state, next), game.tier(next) == tier, "{state:?} to {next:?}");
        assert!(game.tier(next) <= tier, "{state:?} to {next:?}");
        if game.same_tier(state, next) && R::KNOWS_TIER_PREDECESSORS {
            after.push(next.clone());
        }
    });
    for next in &after {
        let moves = after.iter().filter(|other| *other == next).count();
        let mut undone = 0;
        game.tier_predecessors(next, &mut |before| undone += usize::from(before == state));
        assert!(undone >= moves, "{next:?} comes from {state:?} {moves} times, not {undone}");
    }
    game.tier_predecessors(state, &mut |before| {
        assert!(game.same_tier(before, state), "{before:?} to {state:?}");
        let mut found = false;
        game.successors(before, &mut |next| found |= next == state);
        assert!(found, "{before:?} does not lead to {state:?}");
        let class = game.class_in_tier(tier, before);
        let known = game.unrank_in_tier(tier, class);
        let stands_for = game.class_in_tier(tier, &known) == class;
        let is_itself = game.class_size(tier, before) > 1 || known == *before;
        assert!(stands_for && is_itself, "{before:?} has no index");
    });
    after.len() as u64
}

/// The players change places: nothing else changes.
fn exchanged<R: Rules>(game: &R, mirror: usize, state: &R::State)
where
    R::State: PartialEq + Debug,
{
    assert!(R::EXCHANGES_PLAYERS);
    let image = game.exchanged(state);
    assert_eq!(game.tier(&image), mirror, "{state:?}");
    assert_eq!(game.mover(&image), 1 - game.mover(state), "{state:?}");
    assert_eq!(game.verdict(&image), game.verdict(state), "{state:?}");
    let tier = game.tier(state);
    let back = game.exchanged(&image);
    assert_eq!(game.class_in_tier(tier, &back), game.class_in_tier(tier, state), "{state:?}");
    assert_eq!(game.class_size(mirror, &image), game.class_size(tier, state), "{state:?}");
    let class = game.class_in_tier(mirror, &image);
    assert_eq!(game.class_in_tier(mirror, &game.unrank_in_tier(mirror, class)), class, "{state:?}");
    let mut after = Vec::new();
    game.successors(&image, &mut |next| after.push(format!("{next:?}")));
    let mut images = Vec::new();
    game.successors(state, &mut |next| images.push(format!("{:?}", game.exchanged(next))));
    after.sort();
    images.sort();
    after.dedup();
    images.dedup();
    assert_eq!(after, images, "{state:?}");
}
