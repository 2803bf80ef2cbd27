//! What a search is about: enough to tell whether something that was kept belongs to it.

use gdl::model::{Model, State};
use gdl::plan::{Hash, Plan};
use gdl_runtime::interp::{Interp, position_text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is solved, and how positions are numbered. Two searches with the same label find the same
/// numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The game.
    pub title: String,
    /// Its whole text.
    pub game: String,
    /// The values of its parameters.
    pub params: BTreeMap<String, i64>,
    /// Which of its starts.
    pub start: usize,
    /// The tier that was asked for; none if it was play from a position.
    pub tier: Option<BTreeMap<String, i64>>,
    /// The position that play begins with, if that is not the start.
    pub from: Option<String>,
    /// What the tables hold.
    pub holds: Holds,
    /// The layout that numbers positions, by name.
    pub layout: String,
    /// Whether positions stand where their images do when the players change places.
    pub exchanged: bool,
    /// What tells this numbering of positions from others.
    pub fingerprint: String,
}

/// What the numbers of tables are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    /// Who wins, and after how many plies.
    Values,
    /// Who wins.
    ValuesWithoutDepth,
    /// By how many points the player to move gets more than the other.
    Margins,
    /// The distance from the start and one more; 0 for what cannot be reached.
    Distances,
}

impl Label {
    /// Play from a position, or from the start.
    pub fn new(interp: &Interp<'_>, from: Option<&State>, plan: &Plan, holds: Holds) -> Self {
        let model = interp.model();
        let start = interp.start();
        let from = from.filter(|from| **from != start);
        Label {
            title: model.title.clone(),
            game: model.source.text().to_owned(),
            params: Label::params(model),
            start: interp.start_index(),
            tier: None,
            from: from.map(|from| position_text(model, from)),
            holds,
            layout: plan.family.name().to_owned(),
            exchanged: false,
            fingerprint: Label::fingerprint(&plan.hash),
        }
    }

    /// Returns the fingerprint of a numbering, as hexadecimal text.
    pub fn fingerprint(hash: &Hash) -> String {
        let mut hasher = blake3::Hasher::new();
        hash.sample(&mut |bytes| {
            hasher.update(bytes);
        });
        hasher.finalize().to_hex().to_string()
    }

    /// The parameters of a game.
    pub fn params(model: &Model) -> BTreeMap<String, i64> {
        model.params.iter().map(|param| (param.name.clone(), param.value)).collect()
    }

    /// In what another label differs, in words; none if it is the same.
    pub fn difference(&self, other: &Label) -> Option<String> {
        let params = |params: &BTreeMap<String, i64>| {
            let texts: Vec<String> =
                params.iter().map(|(name, it)| format!("{name}={it}")).collect();
            if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
        };
        let tier =
            |tier: &Option<BTreeMap<String, i64>>| tier.as_ref().map_or("none".to_owned(), params);
        if self.title != other.title {
            Some(format!("it is about another game, `{}`", other.title))
        } else if self.game != other.game {
            Some("it is about other rules: the text of the game is not the same".to_owned())
        } else if self.params != other.params {
            Some(format!(
                "its parameters are {}, not {}",
                params(&other.params),
                params(&self.params)
            ))
        } else if self.start != other.start || self.from != other.from {
            Some("it begins with another position".to_owned())
        } else if self.tier != other.tier {
            Some(format!("its tier is {}, not {}", tier(&other.tier), tier(&self.tier)))
        } else if self.holds != other.holds {
            Some("it holds something else, such as values without depth".to_owned())
        } else if self.layout != other.layout || self.exchanged != other.exchanged {
            Some(format!("its layout is `{}`, not `{}`", other.layout, self.layout))
        } else if self != other {
            Some(
                "another version of gamec has made it, which numbers positions in another way"
                    .to_owned(),
            )
        } else {
            None
        }
    }
}
