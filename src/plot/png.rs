//! A histogram as PNG, with letters of our own: a picture should not depend on the fonts of a
//! machine.

use super::chart::{Chart, Label, Side};
use super::font;
use png::{BitDepth, ColorType, Encoder, EncodingError};

/// What tells that gamec has drawn a picture.
pub(super) const MARK: &[u8] = b"tEXtSoftware\0gamec";

/// What the pixels of a picture can be.
const PAPER: u8 = 0;
const LINE: u8 = 1;
const INK: u8 = 2;
const BARS: [u8; 2] = [3, 4];

/// Red, green and blue of these.
const COLORS: [u8; 15] = [
    0xff, 0xff, 0xff, //
    0xc8, 0xc8, 0xc8, //
    0x00, 0x00, 0x00, //
    0x2f, 0x6f, 0x9f, //
    0xd9, 0x8c, 0x3f,
];

/// The side of a dot of a letter.
const DOT: u32 = 2;

/// The bytes of the file.
pub(super) fn write(chart: &Chart) -> Result<Vec<u8>, EncodingError> {
    let pixels = pixels(chart);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, chart.width, chart.height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(&COLORS[..]);
    encoder.add_text_chunk("Software".to_owned(), "gamec".to_owned())?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// The pixels, row by row.
fn pixels(chart: &Chart) -> Vec<u8> {
    let mut canvas = Canvas::new(chart.width, chart.height);
    for line in &chart.lines {
        canvas.fill(line.left, line.y, line.right - line.left, 1, LINE);
    }
    for bar in chart.bars.iter().chain(&chart.squares) {
        canvas.fill(bar.left, bar.top, bar.width, bar.height, BARS[bar.kind % BARS.len()]);
    }
    for label in &chart.labels {
        write_label(&mut canvas, label);
    }
    canvas.pixels
}

fn write_label(canvas: &mut Canvas, label: &Label) {
    let advance = (font::WIDTH + 1) * DOT;
    let letters = u32::try_from(label.text.chars().count()).expect("labels are short");
    let width = letters * advance;
    let left = match label.side {
        Side::Right => label.x,
        Side::Middle => label.x.saturating_sub(width / 2),
        Side::Left => label.x.saturating_sub(width),
    };
    let top = label.y.saturating_sub(font::HEIGHT * DOT / 2);
    for (letter, place) in label.text.chars().zip(0..) {
        for (row, y) in font::letter(letter).iter().zip(0..) {
            for (dot, x) in row.bytes().zip(0..) {
                if dot == b'#' {
                    canvas.fill(left + place * advance + x * DOT, top + y * DOT, DOT, DOT, INK);
                }
            }
        }
    }
}

struct Canvas {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Canvas {
    fn new(width: u32, height: u32) -> Self {
        Canvas { width, height, pixels: vec![PAPER; width as usize * height as usize] }
    }

    /// Fills a rectangle; what lies outside is cut off.
    fn fill(&mut self, left: u32, top: u32, width: u32, height: u32, color: u8) {
        let right = (left + width).min(self.width);
        for y in top..(top + height).min(self.height) {
            let row = y as usize * self.width as usize;
            for x in left..right {
                self.pixels[row + x as usize] = color;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Histogram;
    use super::*;

    #[test]
    fn the_file_can_be_read_back() {
        let chart = Chart::new(&Histogram::layers("Frogs & toads, 3 + 3", &[1, 2, 4, 3]));
        let bytes = write(&chart).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        assert_eq!(reader.info().size(), (chart.width, chart.height));
        let mut read = vec![0; pixels(&chart).len()];
        reader.next_frame(&mut read).unwrap();
        assert_eq!(read, pixels(&chart));
    }

    #[test]
    fn bars_have_as_many_pixels_as_positions() {
        let pixels = pixels(&Chart::new(&Histogram::layers("", &[1, 2, 4])));
        let bar_pixels = pixels.iter().filter(|pixel| **pixel == BARS[0]).count();
        let chart = Chart::new(&Histogram::layers("", &[1, 2, 4]));
        let areas: u32 = chart.bars.iter().map(|bar| bar.width * bar.height).sum();
        assert_eq!(bar_pixels, areas as usize);
    }

    #[test]
    fn long_titles_are_cut_off() {
        let chart = Chart::new(&Histogram::layers(&"a very long title ".repeat(20), &[1]));
        assert_eq!(pixels(&chart).len(), chart.width as usize * chart.height as usize);
    }
}
