//! Tiers by name: `white=3,black=3`.
//!
//! A name stands for one number of a position, or for several that shall be equal. These are tried
//! in turn, and the first that fits is meant:
//!
//! 1. a piece or a counter as it is printed: `goose`, `white man`, `hand of white` or
//!    `white hand`;
//! 2. the name of a counter that each player has, for all of them: `hand`;
//! 3. a player with one kind of pieces, for these: `white`, unless a counter is called so;
//! 4. a kind of pieces, for all who have it: `man`.
//!
//! Numbers that are not given are as at the start, if there is such a tier; else as late in play
//! as possible. So `white=3,black=3` in nine men's morris, where nobody has three men on the board
//! and nine in hand, is the tier in which all hands are empty.

use super::{Tier, Tiers};
use crate::analyze::counts::{What, counter_name, piece_name};
use crate::model::{Content, Model, PlayerId, Start, State};
use std::error::Error;
use std::fmt;

/// The most tiers that a message mentions.
const MOST_NEAR: usize = 3;

/// Why a tier was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TierError {
    /// Nothing has this name.
    Unknown {
        /// The name.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// This number is the same in all positions, or rises and falls: it tells no tiers apart.
    NotInKey {
        /// What it counts.
        name: String,
        /// The numbers that do.
        key: Vec<String>,
    },
    /// There are more tiers than are listed.
    TooMany,
    /// No tier has these numbers.
    None {
        /// The numbers, as they were given.
        wanted: String,
        /// The same numbers in the tiers that come nearest.
        nearest: Vec<String>,
    },
}

impl fmt::Display for TierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TierError::Unknown { name, known } if known.is_empty() => {
                write!(f, "no piece or counter called `{name}`: the game has none")
            }
            TierError::Unknown { name, known } => write!(
                f,
                "no piece or counter called `{name}`: a tier is given by {}",
                known.join(", ")
            ),
            TierError::NotInKey { name, key } if key.is_empty() => {
                write!(f, "`{name}` tells no tiers apart: the game has only one")
            }
            TierError::NotInKey { name, key } => {
                write!(f, "`{name}` tells no tiers apart: they differ by {}", key.join(", "))
            }
            TierError::TooMany => write!(f, "the game has too many tiers to list"),
            TierError::None { wanted, nearest } => {
                write!(f, "no tier has {wanted}; the nearest have {}", nearest.join(" or "))
            }
        }
    }
}

impl Error for TierError {}

/// The numbers that a name stands for; none if there is nothing of that name.
pub fn meant(model: &Model, name: &str) -> Vec<What> {
    for names in [printed_names, labels, owners_first, counter_names, player_names, kind_names] {
        let meant: Vec<What> =
            names(model).into_iter().filter(|(own, _)| own == name).map(|(_, what)| what).collect();
        if !meant.is_empty() {
            return meant;
        }
    }
    Vec::new()
}

/// Every name that stands for something.
pub fn known_names(model: &Model) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for names in [labels, printed_names, counter_names, player_names, kind_names] {
        for (name, _) in names(model) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
    }
    known
}

/// The number of the tier that is meant by some numbers; of those given for the same thing the
/// last counts.
pub fn named_tier(
    model: &Model,
    start: &Start,
    tiers: &Tiers,
    given: &[(String, i64)],
) -> Result<usize, TierError> {
    let at_start = State::at_start(model, start);
    let number_at_start = |what: &What| what.of(model.heap, &at_start);
    let mut wanted: Vec<Option<i64>> = vec![None; tiers.key.len()];
    for (name, number) in given {
        let meant = meant(model, name);
        if meant.is_empty() {
            return Err(TierError::Unknown { name: name.clone(), known: known_names(model) });
        }
        for what in meant {
            match tiers.key.iter().position(|own| *own == what) {
                Some(position) => wanted[position] = Some(*number),
                None if number_at_start(&what) == *number => {}
                None => {
                    let key = tiers.labels.iter().flatten().cloned().collect();
                    return Err(TierError::NotInKey { name: name.clone(), key });
                }
            }
        }
    }
    if tiers.tiers.is_empty() {
        return if tiers.key.is_empty() { Ok(0) } else { Err(TierError::TooMany) };
    }
    let fits = |tier: &Tier| {
        tier.key.iter().zip(&wanted).all(|(value, wanted)| wanted.is_none_or(|it| it == *value))
    };
    let is_as_at_start = |tier: &Tier| {
        let rest = tier.key.iter().zip(&tiers.key).zip(&wanted).filter(|(_, it)| it.is_none());
        rest.into_iter().all(|((value, what), _)| number_at_start(what) == *value)
    };
    let as_at_start = tiers.tiers.iter().position(|tier| fits(tier) && is_as_at_start(tier));
    let latest = || tiers.tiers.iter().position(fits);
    as_at_start.or_else(latest).ok_or_else(|| nothing_fits(tiers, &wanted))
}

fn nothing_fits(tiers: &Tiers, wanted: &[Option<i64>]) -> TierError {
    let labels: Vec<&String> = tiers.labels.iter().flatten().collect();
    let text = |key: &dyn Fn(usize) -> i64| {
        let given = (0..wanted.len()).filter(|position| wanted[*position].is_some());
        let numbers: Vec<String> =
            given.map(|position| format!("{}={}", labels[position], key(position))).collect();
        numbers.join(", ")
    };
    let distance = |tier: &Tier| -> i128 {
        let difference = |(value, wanted): (&i64, &Option<i64>)| {
            wanted.map_or(0, |wanted| (i128::from(wanted) - i128::from(*value)).abs())
        };
        tier.key.iter().zip(wanted).map(difference).sum()
    };
    let mut by_distance: Vec<&Tier> = tiers.tiers.iter().collect();
    by_distance.sort_by_key(|tier| distance(tier));
    let mut nearest: Vec<String> = Vec::new();
    for tier in by_distance {
        let text = text(&|position| tier.key[position]);
        if nearest.len() < MOST_NEAR && !nearest.contains(&text) {
            nearest.push(text);
        }
    }
    TierError::None { wanted: text(&|position| wanted[position].unwrap_or_default()), nearest }
}

/// Names with what they stand for.
type Names = Vec<(String, What)>;

fn piece_numbers(model: &Model) -> impl Iterator<Item = What> {
    (1..).take(model.pieces.len()).map(|content| What::Content(Content(content)))
}

fn counter_numbers(model: &Model) -> impl Iterator<Item = What> {
    (0..).take(model.counters.len()).map(What::Counter)
}

/// Pieces and counters as messages and results name them.
fn printed_names(model: &Model) -> Names {
    let pieces = model.pieces.iter().map(|piece| piece_name(model, piece));
    let counters = model.counters.iter().map(|counter| counter_name(model, counter));
    pieces.zip(piece_numbers(model)).chain(counters.zip(counter_numbers(model))).collect()
}

/// Pieces by their labels: a kind that several players have goes by its owner.
fn labels(model: &Model) -> Names {
    model.pieces.iter().map(|piece| piece.label.clone()).zip(piece_numbers(model)).collect()
}

/// Counters as the interpreter names them.
fn owners_first(model: &Model) -> Names {
    let owned = model.counters.iter().zip(counter_numbers(model));
    let named = owned.filter_map(|(counter, what)| {
        let owner = &model.players[counter.owner?.index()].name;
        Some((format!("{owner} {}", counter.name), what))
    });
    named.collect()
}

fn counter_names(model: &Model) -> Names {
    model.counters.iter().map(|it| it.name.clone()).zip(counter_numbers(model)).collect()
}

/// The players who have one kind of pieces.
fn player_names(model: &Model) -> Names {
    let owned = |player: u8| {
        let pieces = model.pieces.iter().zip(piece_numbers(model));
        pieces.filter(move |(piece, _)| piece.owner == Some(PlayerId(player)))
    };
    let named = model.players.iter().zip(0..).filter_map(|(player, number)| {
        let mut pieces = owned(number).map(|(_, what)| what);
        let only = pieces.next()?;
        pieces.next().is_none().then(|| (player.name.clone(), only))
    });
    named.collect()
}

fn kind_names(model: &Model) -> Names {
    model.pieces.iter().map(|piece| piece.kind.clone()).zip(piece_numbers(model)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tiers;
    use super::*;
    use crate::analyze::bounds::Bounds;
    use crate::analyze::counts::counts;
    use crate::domain::Domain;
    use crate::{Params, Source, compile};

    /// Nine men's morris without the shape of its board: closing three in a row takes a man.
    const MORRIS: &str = "players white, black board row(8)
        pieces w = man of white, b = man of black counter hand = 4 each shape mill = line(3)
        move place when hand > 0: [empty] -> [mine], hand -= 1
        move slide when hand = 0: [mine | empty] -> [empty | mine]
        after any move if here in mill: [theirs] -> [empty]
        lose when hand = 0 and count(mine) < 3 stuck loses";

    const FOX_AND_GEESE: &str = "players geese, fox board row(6)
        pieces g = goose of geese, F = fox of fox start goose, goose, goose, empty, fox, empty
        move walk by geese: [goose | empty] -> [empty | goose]
        move run by fox: [fox | empty] -> [empty | fox]
        move hunt by fox: [fox | goose | empty] -> [empty | empty | fox]
        draw when no goose stuck loses";

    /// The key of the tier that is meant.
    fn key(text: &str, given: &[(&str, i64)]) -> Result<Vec<i64>, String> {
        let source = Source::new("test.gdl", format!("game \"t\" {text}"));
        let (model, _) = compile(&source, &Params::new()).expect("a game");
        let bounds = Bounds::new(&model);
        let start = &model.starts[0];
        let tiers = tiers(&model, &Domain::start(&model, 0), &bounds, &counts(&model, &bounds));
        let given: Vec<(String, i64)> =
            given.iter().map(|(name, number)| ((*name).to_owned(), *number)).collect();
        let number =
            named_tier(&model, start, &tiers, &given).map_err(|error| error.to_string())?;
        Ok(tiers.tiers[number].key.clone())
    }

    /// Hands first, then men.
    fn morris(given: &[(&str, i64)]) -> Vec<i64> {
        key(MORRIS, given).expect("there is such a tier")
    }

    #[test]
    fn a_number_has_several_names() {
        let all = [0, 0, 3, 3];
        for given in [
            &[("white", 3), ("black", 3)][..],
            &[("white man", 3), ("black man", 3)],
            &[("man", 3)],
            &[("man", 3), ("hand", 0)],
            &[("white", 3), ("black", 3), ("hand of white", 0), ("black hand", 0)],
            &[("man", 4), ("white", 3), ("black man", 3)],
        ] {
            assert_eq!(morris(given), all, "{given:?}");
        }
        let geese = |name| key(FOX_AND_GEESE, &[(name, 2)]);
        assert_eq!([geese("goose"), geese("geese")], [Ok(vec![2]), Ok(vec![2])]);
    }

    #[test]
    fn what_is_not_given_is_as_at_the_start_or_as_late_as_possible() {
        assert_eq!(morris(&[]), [4, 4, 0, 0]);
        assert_eq!(morris(&[("man", 0)]), [4, 4, 0, 0]);
        assert_eq!(morris(&[("hand", 4)]), [4, 4, 0, 0]);
        assert_eq!(morris(&[("hand of white", 3)])[0], 3);
        assert_eq!(morris(&[("white", 4), ("black", 3)]), [0, 0, 4, 3]);
        assert_eq!(key(FOX_AND_GEESE, &[("fox", 1)]), Ok(vec![3]), "it always is");
    }

    #[test]
    fn messages_say_what_there_is() {
        let message = |text, given| key(text, given).expect_err("there is no such tier");
        assert_eq!(
            message(MORRIS, &[("goat", 1)]),
            "no piece or counter called `goat`: a tier is given by white, black, white man, \
             black man, hand of white, hand of black, hand, man"
        );
        assert_eq!(
            message(FOX_AND_GEESE, &[("fox", 2)]),
            "`fox` tells no tiers apart: they differ by goose"
        );
        assert_eq!(
            message(FOX_AND_GEESE, &[("goose", 9)]),
            "no tier has goose=9; the nearest have goose=3 or goose=2 or goose=1"
        );
        assert!(
            message(FOX_AND_GEESE, &[("goose", i64::MIN)]).contains("the nearest have goose=0")
        );
        assert_eq!(
            message(MORRIS, &[("white", 4), ("black", 5)]),
            "no tier has white man=4, black man=5; the nearest have white man=4, black man=4 or \
             white man=3, black man=4 or white man=4, black man=3"
        );
    }
}
