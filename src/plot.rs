//! Pictures of counts: how many positions there are at each depth, or with each value.
//!
//! A [`Chart`] says where everything stands; one file writes it as SVG, one as PNG.

use crate::failure::Failure;
use chart::Chart;
use std::fs;
use std::path::{Path, PathBuf};

mod chart;
mod font;
mod png;
mod svg;

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
        replace(&self.path, &bytes).map_err(|error| self.failure(&error))
    }

    fn failure(&self, error: &dyn std::error::Error) -> Failure {
        Failure::machine(format!("cannot write {}: {error}", self.path.display()))
    }
}

/// Writes a file under another name first, so that a half-written one never has this name.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // The reason is what matters; the file may not even exist.
        let _ = fs::remove_file(&part);
    }
    written
}
