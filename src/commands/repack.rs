//! `gamec repack`: the same database with blocks of another size, or compressed harder.

use crate::args::RepackArgs;
use crate::failure::Failure;
use crate::output;
use gdl::words::bytes_text;
use gdl_runtime::database::{BlockOptions, Reader, Writer};
use gdl_runtime::disk::Existing;
use gdl_solver::database::failure;
use gdl_solver::environment;
use serde_json::json;
use std::path::Path;

/// How many numbers are compared at a time.
const ROW: usize = 1 << 20;

/// Writes the new file, then sees that it holds the same.
pub(crate) fn run(args: &RepackArgs) -> Result<(), Failure> {
    let from = Reader::open(&args.file).map_err(failure)?;
    if args.output.exists() && !args.force {
        return Err(Failure::input_with_help(
            format!("`{}` is there already", args.output.display()),
            "`--force` replaces it",
        ));
    }
    let before = from.options();
    let options = BlockOptions {
        block_bytes: match args.block_size {
            Some(bytes) => u32::try_from(bytes).unwrap_or(u32::MAX),
            None => before.block_bytes,
        },
        level: args.level.unwrap_or(before.level),
    };
    let disk = environment::disk();
    let writer = Writer::create(&disk, &args.output, from.about(), from.tables(), options);
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    let mut writer = writer.map_err(failure)?.with_existing(existing).with_version_of(&from);
    for table in 0..from.tables().len() {
        writer.copy(&from, table).map_err(failure)?;
    }
    let bytes = writer.finish().map_err(failure)?;
    compare(&from, &args.output)?;
    if args.json {
        return output::write_json(&json!({
            "file": args.output.display().to_string(),
            "bytes": bytes,
            "bytes_before": from.bytes(),
            "block_bytes": options.block_bytes,
            "level": options.level,
        }));
    }
    let percent = u128::from(bytes) * 100 / u128::from(from.bytes().max(1));
    output::write(&format!(
        "{}: {} in blocks of {}, level {}; {percent} % of {}, the same numbers\n",
        args.output.display(),
        bytes_text(bytes),
        bytes_text(u64::from(options.block_bytes)),
        options.level,
        bytes_text(from.bytes()),
    ))
}

/// Reads both files from beginning to end.
fn compare(from: &Reader, path: &Path) -> Result<(), Failure> {
    let to = Reader::open(path).map_err(failure)?;
    let different =
        || Failure::machine(format!("`{}` does not hold what was written into it", path.display()));
    if from.about() != to.about() || from.tables() != to.tables() {
        return Err(different());
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (table, shape) in from.tables().iter().enumerate() {
        let mut first = 0;
        while first < shape.entries {
            let count = usize::try_from(shape.entries - first).map_or(ROW, |rest| rest.min(ROW));
            left.resize(count, 0);
            right.resize(count, 0);
            from.read(table, first, &mut left).map_err(failure)?;
            to.read(table, first, &mut right).map_err(failure)?;
            if left != right {
                return Err(different());
            }
            first += count as u64;
        }
    }
    Ok(())
}
