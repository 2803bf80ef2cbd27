//! Who plays what: people, or the computer.

use gdl::model::{Model, PlayerId};

/// Which players are people; the computer plays the others. A puzzle has one player, who is a
/// person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seats(Vec<bool>);

impl Seats {
    /// A person in one seat.
    pub(super) fn one(model: &Model, player: PlayerId) -> Self {
        Seats((0..model.sides()).map(|seat| seat == player.index()).collect())
    }

    /// People in every seat, or the computer in every seat.
    pub(super) fn all(model: &Model, are_people: bool) -> Self {
        Seats(vec![are_people; model.sides()])
    }

    /// What a word stands for: a player, `both` or `none`.
    pub(super) fn parse(model: &Model, word: &str) -> Result<Self, String> {
        if model.players.is_empty() {
            return Err("a puzzle has only one player".to_owned());
        }
        match word {
            "both" | "all" => return Ok(Self::all(model, true)),
            "none" | "nobody" => return Ok(Self::all(model, false)),
            _ => {}
        }
        let names = || model.players.iter().map(|player| player.name.as_str());
        if let Some(seat) = names().position(|name| name.eq_ignore_ascii_case(word)) {
            return Ok(Seats((0..model.sides()).map(|other| other == seat).collect()));
        }
        let words = || names().chain(["both", "none"]);
        let help = match gdl::words::nearest(word, words()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let words: Vec<String> = words().map(|word| format!("`{word}`")).collect();
                format!("use {}", words.join(", "))
            }
        };
        Err(format!("no player is called `{word}`; {help}"))
    }

    /// Whether a person plays this player.
    pub(super) fn is_person(&self, player: PlayerId) -> bool {
        self.0.get(player.index()).copied().unwrap_or(true)
    }

    /// Whether the computer plays everybody.
    pub(super) fn are_empty(&self) -> bool {
        !self.0.contains(&true)
    }

    /// People and the computer change places; not possible where only one of them plays.
    pub(super) fn exchanged(&self) -> Option<Self> {
        let is_mixed = self.0.contains(&true) && self.0.contains(&false);
        is_mixed.then(|| Seats(self.0.iter().map(|is_person| !is_person).collect()))
    }

    /// Who plays what, as a sentence; nothing for a puzzle.
    pub(super) fn sentence(&self, model: &Model) -> String {
        let named = |are_people: bool| {
            let named = model.players.iter().zip(&self.0).filter(|(_, it)| **it == are_people);
            named.map(|(player, _)| player.name.as_str()).collect::<Vec<_>>().join(" and ")
        };
        match (named(true).as_str(), named(false).as_str()) {
            ("", "") => String::new(),
            (people, "") => format!("You play {people}.\n"),
            ("", others) => format!("The computer plays {others}.\n"),
            (people, others) => format!("You play {people}, the computer plays {others}.\n"),
        }
    }
}
