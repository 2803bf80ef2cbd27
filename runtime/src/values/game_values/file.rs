//! Values of a game in a database: the file that `gamec solve -o` makes of play from the start.
//!
//! What the file says about itself is in `docs/database.md`. The program that reads it has the
//! game, so only what must be the same is compared.

use super::{Description, GameValues, Tables, ValuedGame};
use crate::SolveError;
use crate::database::{BlockOptions, DatabaseError, Packing, Reader, TableShape, Writer};
use crate::disk::Disk;
use crate::values::tallied::Tallied;
use crate::values::work::ValueCounts;
use crate::values::{KeptTier, Structure, Values};
use serde_json::{Map, Value as Json, json};
use std::path::Path;

/// How many numbers are written at a time.
const AT_ONCE: u64 = 1 << 14;

/// The keys of what must be the same in a file and in a program.
const COMPARED: [&str; 9] =
    ["title", "game", "params", "start", "tier", "from", "layout", "exchanged", "fingerprint"];

/// The tables of a file.
pub(super) struct KeptTables {
    reader: Reader,
    /// The table of each tier that has one, and what is known about it.
    tiers: Vec<Option<(usize, KeptTier)>>,
}

impl KeptTables {
    /// Returns the number of a slot, and how many bits it has; none if its tier has no table.
    pub(super) fn number(
        &self,
        (tier, slot): (usize, u64),
    ) -> Result<Option<(u32, u32)>, SolveError> {
        let Some((table, kept)) = &self.tiers[tier] else { return Ok(None) };
        let number = self.reader.number(*table, slot).map_err(storage)?;
        Ok(Some((number, kept.bits)))
    }

    /// Returns how many positions have which value.
    pub(super) fn counts(&self) -> ValueCounts {
        let kept = self.tiers.iter().flatten();
        let tallied = kept.filter_map(|(_, it)| Tallied::from_numbers(&it.counts, it.bits));
        tallied.fold(ValueCounts::default(), |sum, it| {
            sum.and(it.done.positions[0]).and(it.done.positions[1])
        })
    }
}

impl<'a, G: ValuedGame> GameValues<'a, G> {
    /// Writes the values of play from the start into a new file, which [`GameValues::open`] and
    /// `gamec` can open; returns its bytes.
    ///
    /// LIMIT: they must be in memory. Searches on disk give them to a
    /// [`Keeper`](crate::values::Keeper).
    ///
    /// # Errors
    ///
    /// If these are other values, there is such a file, or it cannot be written.
    pub fn write(&self, path: &Path) -> Result<u64, SolveError> {
        let refused = |why: &str| Err(failed(path, "cannot be written", why));
        let Tables::Solved(values) = &self.tables else {
            return refused("these values are in a file already");
        };
        if !self.is_from_start() {
            return refused("these are not the values of play from the start");
        }
        let tiers = self.structure.tables(&[G::BEGINNING.0], false);
        let mut tables = Vec::new();
        let mut shapes = Vec::new();
        for &tier in &tiers {
            let Some(kept) = values.kept(tier) else {
                return refused("a tier has no table in memory");
            };
            let packing = match kept.bits {
                2 if has_gaps(values, tier, kept.slots) => Packing::Pairs,
                2 => Packing::Trits,
                8 => Packing::Bytes,
                _ => Packing::Words,
            };
            shapes.push(TableShape { entries: kept.slots, packing });
            let key = &self.structure.tiers[tier].key;
            tables.push(
                json!({ "tier": tier, "key": object(key), "bits": kept.bits, "counts": kept.counts }),
            );
        }
        let bits = values.tier(G::BEGINNING.0).map_or(8, |tier| tier.bits);
        let mut about = Map::new();
        about.insert(
            "made_by".to_owned(),
            json!(concat!("gdl-runtime ", env!("CARGO_PKG_VERSION"))),
        );
        about.extend(label::<G>(path)?);
        about.insert("holds".to_owned(), json!(holds(G::SCORES, bits)));
        about.insert("tiers".to_owned(), json!(tiers));
        about.insert("tables".to_owned(), Json::Array(tables));
        let about = Json::Object(about).to_string();
        let writer = Writer::create(&Disk::new(), path, &about, &shapes, BlockOptions::default());
        let mut writer = writer.map_err(storage)?;
        for (&tier, shape) in tiers.iter().zip(&shapes) {
            let mut first = 0;
            while first < shape.entries {
                let end = shape.entries.min(first + AT_ONCE);
                let number = |slot| {
                    let kept = values.kept_number((tier, slot), G::SCORES);
                    kept.map_or(0, |(number, _)| u32::from(number))
                };
                writer.write(&(first..end).map(number).collect::<Vec<u32>>()).map_err(storage)?;
                first = end;
            }
        }
        writer.finish().map_err(storage)
    }

    /// Opens a file with the values of play from the start, which [`GameValues::write`] or
    /// `gamec solve -o` has made.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not about this game in this layout.
    pub fn open(game: &'a G, path: &Path) -> Result<Self, SolveError> {
        let reader = Reader::open(path).map_err(storage)?;
        let structure = G::structure();
        let tiers = tiers::<G>(path, &reader, &structure)?;
        let tables = Tables::Kept(Box::new(KeptTables { reader, tiers }));
        Ok(GameValues::new(game, structure, tables, (true, false)))
    }
}

/// What a file says about the game, in the order of `docs/database.md`, without what it holds.
fn label<G: ValuedGame>(path: &Path) -> Result<Map<String, Json>, SolveError> {
    let Description { title, text, params, start, layout, fingerprint } = G::DESCRIPTION;
    if fingerprint.is_empty() {
        let why = "the game was compiled without the fingerprint of its layout";
        return Err(failed(path, "cannot be used", why));
    }
    let values = [
        json!(title),
        json!(text),
        object(params),
        json!(start),
        Json::Null,
        Json::Null,
        json!(layout),
        json!(false),
        json!(fingerprint),
    ];
    Ok(COMPARED.iter().map(|key| (*key).to_owned()).zip(values).collect())
}

/// Returns the table of each tier, if the file is about this game.
fn tiers<G: ValuedGame>(
    path: &Path,
    reader: &Reader,
    structure: &Structure,
) -> Result<Vec<Option<(usize, KeptTier)>>, SolveError> {
    let foreign = |why: &str| failed(path, "cannot be used", why);
    let about: Json = serde_json::from_str(reader.about())
        .map_err(|_| foreign("it does not say what it is about"))?;
    for (key, expected) in label::<G>(path)? {
        if about[&key] != expected {
            return Err(foreign(&format!("its `{key}` is not that of this game")));
        }
    }
    let told = about["tables"].as_array().filter(|told| told.len() == reader.tables().len());
    let told = told.ok_or_else(|| foreign("it does not say what its tables are"))?;
    let mut tiers = vec![None; structure.tiers.len()];
    for (table, (told, shape)) in told.iter().zip(reader.tables()).enumerate() {
        let tier = told["tier"].as_u64().and_then(|tier| usize::try_from(tier).ok());
        let tier = tier.filter(|tier| tiers.get(*tier).is_some_and(Option::is_none));
        let kept = kept(told, *shape).filter(|kept| {
            let is_held = about["holds"] == holds(G::SCORES, kept.bits);
            is_held && tier.is_some_and(|it| kept.slots == structure.slots(it, false).0)
        });
        let (Some(tier), Some(kept)) = (tier, kept) else {
            return Err(foreign("its tables are not those of this game"));
        };
        tiers[tier] = Some((table, kept));
    }
    let needed = structure.tables(&[G::BEGINNING.0], false);
    match needed.iter().find(|tier| tiers[**tier].is_none()) {
        Some(missing) => Err(foreign(&format!("it lacks the table of tier {missing}"))),
        None => Ok(tiers),
    }
}

/// Returns what is known about a table, if that makes sense.
fn kept(told: &Json, shape: TableShape) -> Option<KeptTier> {
    let bits = told["bits"].as_u64().and_then(|bits| u32::try_from(bits).ok())?;
    let counts = told["counts"].as_array()?.iter().map(Json::as_u64).collect::<Option<_>>()?;
    let kept = KeptTier { slots: shape.entries, bits, counts };
    let fits = match bits {
        2 => matches!(shape.packing, Packing::Trits | Packing::Pairs),
        8 => shape.packing == Packing::Bytes,
        _ => shape.packing == Packing::Words,
    };
    (fits && kept.is_sound()).then_some(kept)
}

/// The word for what tables with entries of `bits` bits hold.
fn holds(scores: bool, bits: u32) -> &'static str {
    match (scores, bits) {
        (true, _) => "margins",
        (false, 2) => "values-without-depth",
        (false, _) => "values",
    }
}

/// Whether some slot of a tier has no position that play reaches.
fn has_gaps(values: &Values, tier: usize, slots: u64) -> bool {
    (0..slots).any(|slot| values.kept_number((tier, slot), false).is_none_or(|(it, _)| it == 0))
}

/// Numbers by name.
fn object<S: AsRef<str>>(numbers: &[(S, i64)]) -> Json {
    let mut sorted: Vec<(&str, i64)> =
        numbers.iter().map(|(name, it)| (name.as_ref(), *it)).collect();
    sorted.sort_unstable();
    Json::Object(sorted.into_iter().map(|(name, it)| (name.to_owned(), json!(it))).collect())
}

fn failed(path: &Path, what: &str, why: &str) -> SolveError {
    SolveError::Storage { message: format!("`{}` {what}: {why}", path.display()) }
}

fn storage(error: DatabaseError) -> SolveError {
    SolveError::Storage { message: error.to_string() }
}
