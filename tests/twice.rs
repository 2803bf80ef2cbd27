//! Compiling twice gives the same bytes: every stage of every shipped game, in two processes at
//! once.

use crate::run::{Ran, gamec};
use crate::shipped;

#[test]
fn every_stage_is_the_same_a_second_time() {
    let mut outputs = 0;
    for name in shipped::names() {
        let file = format!("games/{name}.gdl");
        for stage in ["model", "facts", "plan"] {
            let emit = || gamec(&["emit", stage, &file]);
            let (first, second) = std::thread::scope(|scope| {
                let other = scope.spawn(emit);
                (emit(), other.join().expect("it runs"))
            });
            let all = |ran: Ran| (ran.status, ran.stdout, ran.stderr);
            let (first, second) = (all(first), all(second));
            assert_eq!(first, second, "{stage} of {file}");
            outputs += usize::from(first.0 == 0 && !first.1.is_empty());
        }
    }
    assert!(outputs > 2 * shipped::names().len(), "only {outputs} stages print something");
}
