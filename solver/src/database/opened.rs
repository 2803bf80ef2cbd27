//! A database whose game is understood.

use super::about::lacking;
use super::failure::foreign;
use super::{About, Holds, Label, Places, failure};
use crate::error::Error;
use crate::facts;
use crate::problem::Question;
use gdl::Source;
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl::model::{Model, Stuck};
use gdl::plan::{Family, Plan, PlanOptions};
use gdl::word_parallel::Layouts;
use gdl_runtime::database::Reader;
use gdl_runtime::interp::{Interp, parse_position, tier_domain};
use gdl_runtime::values::Structure;
use std::path::Path;
use std::sync::Arc;

/// A database with its game.
#[derive(Debug)]
pub struct Opened {
    /// What it is about.
    pub about: About,
    /// The file.
    pub reader: Arc<Reader>,
    /// The game.
    pub model: Model,
    /// The layout of its tables.
    pub plan: Plan,
    /// Where positions stand in its tables.
    pub places: Places,
}

impl Opened {
    /// Opens a database and sees that its positions are numbered as this gamec numbers them.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let reader = Reader::open(path).map_err(failure)?;
        Opened::new(path, reader)
    }

    fn new(path: &Path, reader: Reader) -> Result<Self, Error> {
        let name = path.display();
        let about = About::read(path, &reader)?;
        let Label { game, params, .. } = &about.label;
        let source = Source::new(format!("the game in {name}"), game.clone());
        let params = params.iter().map(|(name, value)| (name.clone(), *value)).collect();
        let (model, _) = gdl::compile(&source, &params).map_err(|_| {
            foreign(path, "this version of gamec does not understand the game in it")
        })?;
        let Some(interp) = Interp::with_start(&model, about.label.start) else {
            return Err(foreign(path, "its game has no such start"));
        };
        let family = Family::ALL.into_iter().find(|family| family.name() == about.label.layout);
        let Some(family) = family else {
            return Err(foreign(path, "this version of gamec does not know its layout"));
        };
        let plan = plan(&interp, &about.label, family).map_err(|reason| foreign(path, reason))?;
        let structure = Structure::new(&model, &plan);
        let tiers: Vec<usize> = about.tables.iter().map(|table| table.tier).collect();
        let places =
            Places::new(&model, plan.hash.clone(), structure, about.label.exchanged, &tiers);
        let places = places.filter(|places| fits(places, &about, &reader));
        let Some(places) = places else {
            return Err(foreign(path, "its tables are not those of its game"));
        };
        let needed = needed(&about.label, &interp, &places).map_err(|why| foreign(path, why))?;
        // Later versions say themselves what they need.
        if about.tiers.is_none()
            && let Some(missing) = needed.iter().find(|tier| !tiers.contains(tier))
        {
            return Err(foreign(path, &lacking(*missing)));
        }
        Ok(Opened { about, reader: Arc::new(reader), model, plan, places })
    }

    /// The interpreter for the start of the database.
    pub fn interp(&self) -> Interp<'_> {
        Interp::with_start(&self.model, self.about.label.start).expect("it was found when opened")
    }
}

/// The plan whose hash numbers the positions of a database, or why there is none.
fn plan(interp: &Interp<'_>, label: &Label, family: Family) -> Result<Plan, &'static str> {
    let model = interp.model();
    let from = label.from.as_deref().map(|text| parse_position(model, text)).transpose();
    let from = from.map_err(|_| "the position that play begins with is none of its game")?;
    let tier = label.tier.clone().map(|tier| tier.into_iter().collect());
    let question = Question { from, tier, ..Question::default() };
    let of_question = facts::of_question(interp, &question, Some(family))
        .map_err(|_| "its game has no such tier")?;
    // Before facts had domains, all databases were numbered as play from the start is.
    let of_start = || analyze(model, Domain::start(model, label.start));
    let mut reason = "its layout does not number the positions of its game";
    for facts in std::iter::once(of_question).chain(std::iter::once_with(of_start)) {
        let options = PlanOptions { family: Some(family), ..PlanOptions::default() };
        let Ok(Layouts { plan, .. }) = Layouts::new(model, &facts, options, Some(interp)) else {
            continue;
        };
        if Label::fingerprint(&plan.hash) == label.fingerprint {
            return Ok(plan);
        }
        reason = "another version of gamec has made it, which numbers positions in another way";
    }
    Err(reason)
}

/// The tiers that what was solved needs, as this gamec sees it; why there can be no such database,
/// if so.
fn needed(label: &Label, interp: &Interp<'_>, places: &Places) -> Result<Vec<usize>, &'static str> {
    let Places { hash, structure, .. } = places;
    let model = interp.model();
    let is_puzzle = model.players.is_empty();
    let by_score = model.stuck == Some(Stuck::ByScore);
    let is_possible = match label.holds {
        Holds::Distances => is_puzzle && label.tier.is_none() && label.from.is_none(),
        Holds::Margins => by_score,
        Holds::Values | Holds::ValuesWithoutDepth => !by_score,
    };
    if !is_possible || label.exchanged && (is_puzzle || label.tier.is_none()) {
        return Err("its game has no such values");
    }
    if label.holds == Holds::Distances {
        return Ok((0..structure.tiers.len()).collect());
    }
    let solved = match (&label.tier, &label.from) {
        (Some(_), Some(_)) => return Err("it is about a tier and about a position"),
        (Some(numbers), None) => {
            let numbers: Vec<_> = numbers.clone().into_iter().collect();
            let domain = tier_domain(interp, &numbers).map_err(|_| "its game has no such tier")?;
            hash.tier_of(domain.example())
        }
        (None, Some(from)) => {
            parse_position(model, from).ok().and_then(|from| hash.tier_of(&interp.canonical(from)))
        }
        (None, None) => hash.tier_of(&interp.start()),
    };
    let solved = solved.ok_or("what it is about is no position or tier of its game")?;
    Ok(structure.tables(&[solved], label.exchanged))
}

/// Whether the tables of a file are those of its game.
fn fits(places: &Places, about: &About, reader: &Reader) -> bool {
    let mut tables = reader.tables().iter().zip(&about.tables);
    tables.all(|(shape, it)| {
        let key = places.structure.tiers[it.tier].key.iter().cloned().collect();
        shape.entries == places.entries(it.tier) && it.key == key
    })
}
