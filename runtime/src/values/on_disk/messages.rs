//! What is sent to partitions that are not in memory, and what it does there.
//!
//! *News* go from a position that is decided to one before it. A *request* goes from a position to
//! one after it, and asks what that is worth; the *answer* comes back, and says what the move
//! means. Entries get answers in any order, some at a time, so an answer changes an entry in a way
//! in which the order does not matter: a win is the shortest of all; without a win, a move that
//! holds the game decides; then moves that are still open are counted; and if all moves lose, the
//! loss is the longest of all.
//!
//! For this an entry that waits for answers is a loss from the beginning, which the answers take
//! back. Its ply is larger than those that are final, so that nobody takes it for decided. An
//! entry of 0 ([`WITHOUT_ROOM`]) stands for the same where there is no such ply.

use crate::values::coding::{Coding, Decided, UNKNOWN};
use crate::values::lookup::{Prospect, prospect};

/// A position whose count is used up, or one that is lost with a ply for which there is no room.
pub(super) const WITHOUT_ROOM: u64 = UNKNOWN;

/// What a position before another learns: whether a move wins now, or one more is bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct News {
    /// The slot inside its partition.
    pub(super) local: u32,
    pub(super) wins: bool,
}

/// Who asks, and what the answer depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asker {
    /// The slot among those of the unit.
    pub(super) address: u64,
    /// Whether the moves of the position may be counted.
    pub(super) is_countable: bool,
    /// Whether the move stays in the tier.
    pub(super) inside: bool,
    /// Whether the same player is to move after it.
    pub(super) same_mover: bool,
}

/// What a move means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It wins with this ply.
    Wins(u32),
    /// It loses with this ply.
    Loses(u32),
    /// It does neither.
    Holds,
    /// That is not known yet.
    Open {
        /// Whether it may be counted.
        is_countable: bool,
    },
}

/// What a message does to an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// It gets a new entry.
    Becomes(u64),
    /// It would become a win for which there is no room.
    NoRoom,
}

impl News {
    #[inline]
    pub(super) fn record(self) -> u32 {
        self.local << 1 | u32::from(self.wins)
    }

    #[inline]
    pub(super) fn read(record: u32) -> Self {
        News { local: record >> 1, wins: record & 1 == 1 }
    }

    /// What it does to an entry, after the ply that is propagated.
    #[inline]
    pub(super) fn effect(self, coding: Coding, entry: u64, told_on: u32) -> Effect {
        if self.wins {
            return win(coding, entry, told_on + 1, false);
        }
        let is_closed = entry == WITHOUT_ROOM || entry == coding.not_lost();
        if is_closed || coding.is_decided(entry) {
            return Effect::None;
        }
        Effect::Becomes(coding.one_less(entry).unwrap_or(WITHOUT_ROOM))
    }
}

impl Asker {
    #[inline]
    pub(super) fn record(self) -> u64 {
        let flags = [self.is_countable, self.inside, self.same_mover];
        flags.into_iter().fold(self.address, |word, flag| word << 1 | u64::from(flag))
    }

    #[inline]
    pub(super) fn read(record: u64) -> Self {
        let flag = |bit: u32| record >> bit & 1 == 1;
        Asker { address: record >> 3, is_countable: flag(2), inside: flag(1), same_mover: flag(0) }
    }

    /// The answer if the position after the move has this value, as far as depths are final.
    #[inline]
    pub(super) fn answer(self, value: Decided, final_depth: u32) -> Answer {
        let value = match value {
            Decided::Won(plies) | Decided::Lost(plies) if self.inside && plies > final_depth => {
                Decided::Neither
            }
            value => value,
        };
        match prospect(value, self.same_mover) {
            Prospect::Wins(plies) => Answer::Wins(plies),
            Prospect::Loses(plies) => Answer::Loses(plies),
            Prospect::Neither if self.inside => Answer::Open { is_countable: self.is_countable },
            Prospect::Neither => Answer::Holds,
        }
    }
}

impl Answer {
    /// The answer to a slot inside its partition.
    #[inline]
    pub(super) fn record(self, local: u32) -> u64 {
        let (kind, plies) = match self {
            Answer::Wins(plies) => (0, plies),
            Answer::Loses(plies) => (1, plies),
            Answer::Holds => (2, 0),
            Answer::Open { is_countable } => (3 + u64::from(is_countable), 0),
        };
        u64::from(local) << 32 | u64::from(plies) << 3 | kind
    }

    #[inline]
    pub(super) fn read(record: u64) -> (u32, Self) {
        let [local, word] = [record >> 32, record & u64::from(u32::MAX)]
            .map(|half| u32::try_from(half).expect("half of a word"));
        let plies = word >> 3;
        let answer = match word & 7 {
            0 => Answer::Wins(plies),
            1 => Answer::Loses(plies),
            2 => Answer::Holds,
            kind => Answer::Open { is_countable: kind == 4 },
        };
        (local, answer)
    }

    /// What it does to an entry that waits for answers.
    #[inline]
    pub(super) fn effect(self, coding: Coding, entry: u64) -> Effect {
        let value = coding.read(entry);
        let loses_so_far = entry == WITHOUT_ROOM || matches!(value, Decided::Lost(_));
        let is_open = !loses_so_far && value == Decided::Neither && entry != coding.not_lost();
        match (self, value) {
            (Answer::Wins(plies), _) => win(coding, entry, plies, true),
            (Answer::Loses(plies), Decided::Lost(now)) if plies > now => {
                Effect::Becomes(coding.lost(plies).unwrap_or(WITHOUT_ROOM))
            }
            (Answer::Holds, _) if loses_so_far || is_open => Effect::Becomes(coding.not_lost()),
            (Answer::Open { .. }, _) if loses_so_far => Effect::Becomes(coding.left(1)),
            (Answer::Open { is_countable: true }, _) if is_open => {
                Effect::Becomes(coding.left(coding.not_lost() - entry + 1))
            }
            _ => Effect::None,
        }
    }
}

/// A win sooner than what is known replaces it; a loss only if it was not final.
#[inline]
fn win(coding: Coding, entry: u64, plies: u32, over_loss: bool) -> Effect {
    let Some(won) = coding.won(plies) else { return Effect::NoRoom };
    match coding.read(entry) {
        Decided::Won(now) if now <= plies => Effect::None,
        Decided::Lost(_) if !over_loss => Effect::None,
        _ => Effect::Becomes(won),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWERS: [Answer; 8] = [
        Answer::Wins(9),
        Answer::Wins(40),
        Answer::Loses(8),
        Answer::Loses(30),
        Answer::Loses(200),
        Answer::Holds,
        Answer::Open { is_countable: true },
        Answer::Open { is_countable: true },
    ];

    fn applied(coding: Coding, first: u64, answers: &[Answer]) -> u64 {
        answers.iter().fold(first, |entry, answer| match answer.effect(coding, entry) {
            Effect::None => entry,
            Effect::Becomes(entry) => entry,
            Effect::NoRoom => panic!("there is room for all wins"),
        })
    }

    /// All orders of some answers.
    fn orders(answers: &[Answer]) -> Vec<Vec<Answer>> {
        if answers.is_empty() {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for at in 0..answers.len() {
            let mut rest = answers.to_vec();
            let first = rest.remove(at);
            all.extend(orders(&rest).into_iter().map(|mut order| {
                order.push(first);
                order
            }));
        }
        all
    }

    #[test]
    fn records_are_read_as_they_were_written() {
        for answer in ANSWERS.into_iter().chain([Answer::Open { is_countable: false }]) {
            assert_eq!(Answer::read(answer.record(77)), (77, answer));
        }
        for number in 0..8 {
            let flag = |bit: u32| number >> bit & 1 == 1;
            let [is_countable, inside, same_mover] = [0, 1, 2].map(flag);
            let address = (1 << 50) + 3;
            let asker = Asker { address, is_countable, inside, same_mover };
            assert_eq!(Asker::read(asker.record()), asker);
        }
        for wins in [false, true] {
            let updates = News { local: (1 << 31) - 1, wins };
            assert_eq!(News::read(updates.record()), updates);
        }
    }

    /// Every set of answers to a position comes to what all its moves come to, in every order.
    #[test]
    fn the_order_of_answers_does_not_matter() {
        for bits in [8, 16] {
            let coding = Coding::new(bits);
            let first = coding.lost(7).unwrap();
            for set in 1_u32..1 << ANSWERS.len() {
                let chosen: Vec<Answer> = (0..ANSWERS.len())
                    .filter(|at| set >> at & 1 == 1)
                    .map(|at| ANSWERS[at])
                    .collect();
                if chosen.len() > 5 {
                    continue;
                }
                let plies = |answer: &Answer| match answer {
                    Answer::Wins(plies) => Some(*plies),
                    _ => None,
                };
                let loss = |answer: &Answer| match answer {
                    Answer::Loses(plies) => Some(*plies),
                    _ => None,
                };
                let open = chosen.iter().filter(|it| matches!(it, Answer::Open { .. })).count();
                let expected = if let Some(plies) = chosen.iter().filter_map(plies).min() {
                    coding.won(plies).unwrap()
                } else if chosen.contains(&Answer::Holds) {
                    coding.not_lost()
                } else if open > 0 {
                    coding.left(open as u64)
                } else {
                    let longest = chosen.iter().filter_map(loss).max().unwrap();
                    coding.lost(longest).unwrap_or(WITHOUT_ROOM)
                };
                for order in orders(&chosen) {
                    assert_eq!(applied(coding, first, &order), expected, "{order:?}");
                }
            }
        }
    }

    #[test]
    fn what_may_not_be_counted_counts_as_one() {
        let coding = Coding::new(8);
        let open = Answer::Open { is_countable: false };
        assert_eq!(applied(coding, coding.lost(3).unwrap(), &[open; 4]), coding.left(1));
    }

    #[test]
    fn news_count_down_and_win() {
        let coding = Coding::new(8);
        let [bad, good] = [false, true].map(|wins| News { local: 0, wins });
        let mut entry = coding.left(2);
        for expected in [Effect::Becomes(coding.left(1)), Effect::Becomes(WITHOUT_ROOM)] {
            let effect = bad.effect(coding, entry, 4);
            assert_eq!(effect, expected);
            if let Effect::Becomes(next) = effect {
                entry = next;
            }
        }
        assert_eq!(bad.effect(coding, entry, 4), Effect::None);
        let won = |plies| coding.won(plies).unwrap();
        for open in [entry, coding.left(3), coding.not_lost(), won(6)] {
            assert_eq!(good.effect(coding, open, 4), Effect::Becomes(won(5)));
        }
        for decided in [won(5), won(2), coding.lost(3).unwrap()] {
            assert_eq!(good.effect(coding, decided, 4), Effect::None);
        }
        assert_eq!(good.effect(coding, coding.left(1), 95), Effect::NoRoom);
    }
}
