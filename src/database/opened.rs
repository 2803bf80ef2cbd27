//! A database whose game is understood.

use super::{About, Label, Places, failure};
use crate::failure::Failure;
use gdl::Source;
use gdl::facts::{Facts, analyze};
use gdl::model::Model;
use gdl::plan::{Family, Plan, PlanOptions, plan_with_play};
use gdl_runtime::database::Reader;
use gdl_runtime::interp::Interp;
use gdl_runtime::values::Structure;
use std::path::{Path, PathBuf};

/// A database with its game.
pub(crate) struct Opened {
    pub(crate) path: PathBuf,
    pub(crate) about: About,
    pub(crate) reader: Reader,
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
        let about = read_about(path, &reader)?;
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
        Ok(Opened { path: path.to_owned(), about, reader, model, facts, plan, places })
    }

    /// The interpreter for the start of the database.
    pub(crate) fn interp(&self) -> Interp<'_> {
        Interp::with_start(&self.model, self.about.label.start).expect("it was found when opened")
    }
}

/// What a database says about itself.
pub(crate) fn read_about(path: &Path, reader: &Reader) -> Result<About, Failure> {
    serde_json::from_str(reader.about())
        .map_err(|error| foreign(path, &format!("it does not say what it is about ({error})")))
}

/// Whether the tables of a file are as long as those of its game.
fn fits(places: &Places, about: &About, reader: &Reader) -> bool {
    let shapes = reader.tables();
    shapes.len() == about.tables.len()
        && shapes
            .iter()
            .zip(&about.tables)
            .all(|(shape, it)| shape.entries == places.entries(it.tier))
}

fn foreign(path: &Path, reason: &str) -> Failure {
    Failure::input(format!("`{}` cannot be used: {reason}", path.display()))
}
