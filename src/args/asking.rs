//! Arguments of the commands that ask databases, and of `play`.

use super::{DefineArgs, assignment, memory_size};
use crate::plot::PictureFile;
use std::path::PathBuf;

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// The game, or a database of it
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) defines: DefineArgs,
    /// The start to begin with, by name; the first if left out
    #[arg(long, value_name = "NAME", conflicts_with = "from")]
    pub(crate) start: Option<String>,
    /// Begin with this position, as `show` writes it, instead of the start
    #[arg(long, value_name = "POSITION")]
    pub(crate) from: Option<String>,
    /// Whom you play: a player, `both` or `none`; the player who moves first if left out
    #[arg(long = "as", value_name = "PLAYER")]
    pub(crate) player: Option<String>,
    /// The seed of what is random: shuffled puzzles, and moves where nothing is known
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// Write each turn as an object of JSON on a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `query`.
#[derive(Debug, clap::Args)]
pub(crate) struct QueryArgs {
    /// The database, as `gamec solve -o` writes it
    #[arg(value_name = "DATABASE")]
    pub(crate) file: PathBuf,
    /// The positions, as `show` writes them; where the search began if left out
    #[arg(value_name = "POSITION")]
    pub(crate) positions: Vec<String>,
    /// Read positions from standard input, one to a line, and answer each with a line: position,
    /// value and plies, with tabs between them
    #[arg(long, conflicts_with = "positions")]
    pub(crate) batch: bool,
    /// Write the answers as JSON; with `--batch` an object to a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `line`.
#[derive(Debug, clap::Args)]
pub(crate) struct LineArgs {
    /// The database, as `gamec solve -o` writes it
    #[arg(value_name = "DATABASE")]
    pub(crate) file: PathBuf,
    /// The position, as `show` writes it; where the search began if left out
    pub(crate) position: Option<String>,
    /// Show at most this number of moves
    #[arg(long, value_name = "NUMBER", default_value_t = gdl_solver::answers::line::LONGEST)]
    pub(crate) max: usize,
    /// Write the line as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `find`.
#[derive(Debug, clap::Args)]
pub(crate) struct FindArgs {
    /// The database, as `gamec solve -o` writes it
    #[arg(value_name = "DATABASE")]
    pub(crate) file: PathBuf,
    /// For the player to move: `win`, `loss` or `draw`; a number where the scores decide; of a
    /// puzzle `win` where it can be solved; `none` finds entries without a value
    #[arg(long, value_name = "VALUE", value_parser = wanted_value, allow_hyphen_values = true)]
    pub(crate) value: Option<WantedValue>,
    /// The number of plies to the end, or of moves to the goal
    #[arg(long, value_name = "PLIES")]
    pub(crate) depth: Option<u32>,
    /// Look only in the tiers with these numbers, which `gamec info` lists
    #[arg(long, value_name = "LABEL=NUMBER", value_parser = assignment, value_delimiter = ',')]
    pub(crate) tier: Vec<(String, i64)>,
    /// Show at most this number of positions
    #[arg(long, value_name = "NUMBER", default_value_t = 10)]
    pub(crate) limit: usize,
    /// Write them as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The value of positions that are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WantedValue {
    Win,
    Loss,
    Draw,
    /// There is none.
    None,
    Margin(i64),
}

/// Reads a value.
fn wanted_value(text: &str) -> Result<WantedValue, String> {
    match text {
        "win" => Ok(WantedValue::Win),
        "loss" => Ok(WantedValue::Loss),
        "draw" => Ok(WantedValue::Draw),
        "none" => Ok(WantedValue::None),
        _ => text.parse().map(WantedValue::Margin).map_err(|_| {
            match gdl::words::nearest(text, ["win", "loss", "draw", "none"]) {
                Some(near) => format!("no value is called so; did you mean `{near}`?"),
                None => "values are `win`, `loss`, `draw`, `none` or a number".to_owned(),
            }
        }),
    }
}

/// Arguments of `stats`.
#[derive(Debug, clap::Args)]
pub(crate) struct StatsArgs {
    /// The database, as `gamec solve -o` writes it
    #[arg(value_name = "DATABASE")]
    pub(crate) file: PathBuf,
    /// Count only the tiers with these numbers, which `gamec info` lists
    #[arg(long, value_name = "LABEL=NUMBER", value_parser = assignment, value_delimiter = ',')]
    pub(crate) tier: Vec<(String, i64)>,
    /// Count all positions that an entry stands for, however long that takes
    #[arg(long)]
    pub(crate) positions: bool,
    /// Count entries: of symmetric positions only one
    #[arg(long, conflicts_with = "positions")]
    pub(crate) entries: bool,
    /// Show all tiers, however many there are
    #[arg(long)]
    pub(crate) all_tiers: bool,
    /// Draw how many positions there are with each depth or margin, as `.svg` or `.png`
    #[arg(long, value_name = "FILE", value_parser = PictureFile::parse)]
    pub(crate) plot: Option<PictureFile>,
    /// Replace a file of `--plot` that is there already and that gamec has not drawn
    #[arg(long, requires = "plot")]
    pub(crate) force: bool,
    /// Write the counts as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the counts as CSV
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
}

/// Arguments of `info`.
#[derive(Debug, clap::Args)]
pub(crate) struct InfoArgs {
    /// The database, as `gamec solve -o` writes it
    #[arg(value_name = "DATABASE")]
    pub(crate) file: PathBuf,
    /// Show all tiers, however many there are
    #[arg(long)]
    pub(crate) all_tiers: bool,
    /// Write it as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `repack`.
#[derive(Debug, clap::Args)]
pub(crate) struct RepackArgs {
    /// The database, as `gamec solve -o` writes it
    #[arg(value_name = "DATABASE")]
    pub(crate) file: PathBuf,
    /// The file to write
    #[arg(short = 'o', long, value_name = "NEW")]
    pub(crate) output: PathBuf,
    /// Replace a file that is there already
    #[arg(long)]
    pub(crate) force: bool,
    /// Bytes of a block before it is compressed, such as `64KiB`: a power of two from 1 KiB to 1
    /// MiB; as they are if left out
    #[arg(long, value_name = "SIZE", value_parser = memory_size)]
    pub(crate) block_size: Option<u64>,
    /// How hard to compress, from 1 to 22; as it is if left out
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(i32).range(1..=22))]
    pub(crate) level: Option<i32>,
    /// Write what was done as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
