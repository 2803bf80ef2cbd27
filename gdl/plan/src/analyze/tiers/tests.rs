use super::*;
use crate::analyze::counts::counts;
use crate::{Params, Source, compile};

fn found(text: &str) -> Tiers {
    let source = Source::new("test.gdl", format!("game \"t\" {text}"));
    let (model, _) = compile(&source, &Params::new()).expect("a game");
    let bounds = Bounds::new(&model);
    tiers(&model, &Domain::start(&model, 0), &bounds, &counts(&model, &bounds))
}

/// The keys of the tiers that can follow the one with this key, in order.
fn next(tiers: &Tiers, key: &[i64]) -> Vec<Vec<i64>> {
    let tier = tiers.tiers.iter().find(|tier| tier.key == key).expect("there is such a tier");
    let mut next: Vec<Vec<i64>> =
        tier.next.iter().map(|number| tiers.tiers[*number].key.clone()).collect();
    next.sort();
    next
}

/// One against two; `jump` is followed by what kind of move it is.
fn jumps(kind: &str) -> Tiers {
    found(&format!(
        "players A, B board row(6) pieces a = king of A, b = man of B
        start empty, king, man, empty, man, empty stuck loses lose when no mine
        move step: [mine | empty] -> [empty | mine]
        move jump by A {kind}: [p:king | man | empty] -> [empty | empty | p]"
    ))
}

#[test]
fn a_chain_passes_through_several_tiers() {
    assert_eq!(next(&jumps(""), &[2]), [[1]]);
    assert_eq!(next(&jumps("chain"), &[2]), [[0], [1]]);
}

#[test]
fn settling_passes_through_several_tiers_and_may_leave_everything() {
    let balls = "board row(4) pieces b = ball, h = hole start ball, ball, ball, hole goal start
        move tilt along next settle: [ball | empty] -> [empty | ball] [ball | hole] -> [empty | hole] ";
    assert_eq!(next(&found(balls), &[3]), [[0], [1], [2]]);
    let counted = found(&format!("{balls} counter n = 1 after tilt: n -= 1"));
    assert!(next(&counted, &[0, 1]).contains(&vec![0, 0]), "no ball is left to roll");
}

#[test]
fn nobody_is_to_move_who_cannot_be() {
    let placing = "players A, B board row(3) pieces s = stone move put: [empty] -> [stone] stuck ";
    assert!(found(&format!("{placing} draws")).key_tells_mover());
    assert!(!found(&format!("{placing} passes")).key_tells_mover());
}

#[test]
fn too_many_changes_are_given_up_soon() {
    let hands = "players A, B, C board row(4) pieces 1 .. 4 start empty, 1 .. 3 stuck loses
        counter hand = 2 each move hop chain: [p:any | empty] -> [empty | p], hand += 1";
    assert_eq!(found(hands).tiers, [], "a chain may count to 255");
}
