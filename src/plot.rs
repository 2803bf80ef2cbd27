//! Pictures of counts: how many positions there are at each depth, or with each value.
//!
//! A [`Chart`] says where everything stands; one file writes it as SVG, one as PNG.

use crate::failure::Failure;
use chart::Chart;
use gdl_runtime::disk::Existing;
use gdl_solver::environment;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;

mod chart;
mod font;
mod png;
mod svg;

/// How many bytes of a picture are looked at to see where it comes from.
const BEGINNING: u64 = 1024;

/// How many there are of something, for each of some numbers in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Histogram<'a> {
    /// What it is about.
    pub(crate) title: &'a str,
    /// What the numbers are.
    pub(crate) axis: &'static str,
    /// The first number.
    pub(crate) first: i64,
    /// What is counted: one of them, and several.
    pub(crate) nouns: [&'static str; 2],
    /// The counts, one below the other if there are several kinds.
    pub(crate) kinds: Vec<Kind>,
}

/// Counts of one kind, from the first number on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    /// What it is called where there are others.
    pub(crate) name: &'static str,
    pub(crate) counts: Vec<u64>,
}

impl<'a> Histogram<'a> {
    /// The positions at each depth.
    pub(crate) fn layers(title: &'a str, layers: &[u64]) -> Self {
        let kinds = vec![Kind { name: "", counts: layers.to_vec() }];
        Histogram { title, axis: "depth", first: 0, nouns: ["position", "positions"], kinds }
    }
}

/// A file for a picture, in a format that can be written.
#[derive(Clone, Debug)]
pub(crate) struct PictureFile {
    path: PathBuf,
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
}

impl PictureFile {
    /// Reads the path of a picture; its ending is the format.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let path = PathBuf::from(text);
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        let format = match ending.as_deref().and_then(|ending| ending.to_str()) {
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            _ => return Err("a picture is written as `.svg` or `.png`".to_owned()),
        };
        Ok(PictureFile { path, format })
    }

    /// Sees that the file is not there, or is a picture that gamec has drawn: nothing else is
    /// replaced, unless the user wants it.
    pub(crate) fn see_that_it_is_free(&self, force: bool) -> Result<(), Failure> {
        let is_free = match self.is_own() {
            Ok(is_own) => is_own,
            Err(error) => error.kind() == ErrorKind::NotFound,
        };
        if force || is_free {
            return Ok(());
        }
        Err(Failure::input_with_help(
            format!("`{}` is there already, and gamec has not drawn it", self.path.display()),
            "give another name, or `--force` to replace it",
        ))
    }

    /// Whether the file begins as pictures of gamec do.
    fn is_own(&self) -> io::Result<bool> {
        let mut bytes = Vec::new();
        File::open(&self.path)?.take(BEGINNING).read_to_end(&mut bytes)?;
        let mark = match self.format {
            Format::Svg => svg::MARK.as_bytes(),
            Format::Png => png::MARK,
        };
        Ok(bytes.windows(mark.len()).any(|part| part == mark))
    }

    /// Draws the layers of a game into the file.
    pub(crate) fn write(&self, title: &str, layers: &[u64]) -> Result<(), Failure> {
        self.draw(&Histogram::layers(title, layers))
    }

    /// Draws a histogram into the file. It is complete or not there.
    pub(crate) fn draw(&self, histogram: &Histogram<'_>) -> Result<(), Failure> {
        let chart = Chart::new(histogram);
        let bytes = match self.format {
            Format::Svg => svg::write(&chart).into_bytes(),
            Format::Png => png::write(&chart).map_err(|error| self.failure(&error))?,
        };
        let written = environment::disk().write_file(&self.path, &bytes, Existing::Replace);
        written.map_err(|error| self.failure(&error))
    }

    fn failure(&self, error: &dyn std::error::Error) -> Failure {
        Failure::machine(format!("cannot write {}: {error}", self.path.display()))
    }
}
