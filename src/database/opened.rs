//! A database whose game is understood.

use super::about::lacking;
use super::failure::foreign;
use super::{About, Holds, Label, Places, failure};
use crate::failure::Failure;
use gdl::Source;
use gdl::facts::{Facts, analyze};
use gdl::model::{Model, Stuck};
use gdl::plan::{Family, Plan, PlanOptions, plan_with_play};
use gdl_runtime::database::Reader;
use gdl_runtime::interp::{Interp, parse_position};
use gdl_runtime::values::Structure;
use std::path::Path;
use std::sync::Arc;

/// A database with its game.
pub(crate) struct Opened {
    pub(crate) about: About,
    pub(crate) reader: Arc<Reader>,
    pub(crate) model: Model,
    pub(crate) facts: Facts,
    pub(crate) plan: Plan,
    pub(crate) places: Places,
}

impl Opened {
    /// Opens a database and sees that its positions are numbered as this gamec numbers them.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let reader = Reader::open(path).map_err(failure)?;
        Opened::new(path, reader)
    }

    fn new(path: &Path, reader: Reader) -> Result<Self, Failure> {
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
        let start = &model.starts[about.label.start];
        let facts = analyze(&model, start);
        let family = Family::ALL.into_iter().find(|family| family.name() == about.label.layout);
        let Some(family) = family else {
            return Err(foreign(path, "this version of gamec does not know its layout"));
        };
        let options = PlanOptions { family: Some(family), ..PlanOptions::default() };
        let plan = plan_with_play(&model, start, &facts, options, &interp)
            .map_err(|_| foreign(path, "its layout does not number the positions of its game"))?;
        if Label::fingerprint(&plan.hash) != about.label.fingerprint {
            let reason =
                "another version of gamec has made it, which numbers positions in another way";
            return Err(foreign(path, reason));
        }
        let structure = Structure::new(&model, &facts, &plan.hash);
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
        Ok(Opened { about, reader: Arc::new(reader), model, facts, plan, places })
    }

    /// The interpreter for the start of the database.
    pub(crate) fn interp(&self) -> Interp<'_> {
        Interp::with_start(&self.model, self.about.label.start).expect("it was found when opened")
    }
}

/// The tiers that what was solved needs, as this gamec sees it; why there can be no such database, if so.
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
        (Some(key), None) => structure.tiers.iter().position(|tier| {
            tier.key.len() == key.len()
                && tier.key.iter().all(|(name, number)| key.get(name) == Some(number))
        }),
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
