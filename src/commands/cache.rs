//! `gamec cache`: the folder with the compiled code of games.

use crate::args::{CacheAction, CacheArgs};
use crate::failure::Failure;
use crate::output;
use gdl_solver::text::{counted, grouped};
use gdl_solver::{Message, environment};
use serde_json::json;

/// Shows what the cache holds, or clears it and shows what it held.
pub(crate) fn run(args: &CacheArgs) -> Result<(), Failure> {
    let cache = environment::cache().map_err(Failure::Machine)?;
    let failed = |error| Failure::Machine(Message::from(error));
    let clears = args.action == Some(CacheAction::Clear);
    let contents = if clears { cache.clear() } else { cache.contents() }.map_err(failed)?;
    let folder = cache.folder().display().to_string();
    if args.json {
        return output::write_json(&json!({
            "folder": folder,
            "cleared": clears,
            "libraries": contents.libraries,
            "bytes": contents.bytes,
        }));
    }
    let libraries = match contents.libraries {
        1 => "1 library".to_owned(),
        number => format!("{} libraries", grouped(number)),
    };
    let removed = if clears { "removed " } else { "" };
    let bytes = counted(contents.bytes, "byte");
    output::write(&format!("{folder}: {removed}{libraries}, {bytes}\n"))
}
