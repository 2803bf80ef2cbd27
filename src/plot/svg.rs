//! A histogram as SVG. Bars say what they stand for when the mouse is over them.

use super::chart::{Bar, Chart, Side};

/// What tells that gamec has drawn a picture.
pub(super) const MARK: &str = "<!-- drawn by gamec -->";

/// The colors of kinds.
const COLORS: [&str; 2] = ["#2f6f9f", "#d98c3f"];

/// The text of the file.
pub(super) fn write(chart: &Chart) -> String {
    let Chart { width, height, .. } = chart;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n{MARK}\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for line in &chart.lines {
        text.push_str(&format!(
            "<line x1=\"{}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" stroke=\"#c8c8c8\"/>\n",
            line.left,
            line.right,
            y = line.y
        ));
    }
    for bar in &chart.bars {
        let title = format!("<title>{}</title>", escaped(&bar.text));
        text.push_str(&rectangle(bar, &title));
    }
    for square in &chart.squares {
        text.push_str(&rectangle(square, ""));
    }
    for label in &chart.labels {
        let anchor = match label.side {
            Side::Right => "start",
            Side::Middle => "middle",
            Side::Left => "end",
        };
        text.push_str(&format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" dominant-baseline=\"central\">{}</text>\n",
            label.x,
            label.y,
            escaped(&label.text),
        ));
    }
    text.push_str("</svg>\n");
    text
}

fn rectangle(bar: &Bar, inside: &str) -> String {
    let Bar { left, top, width, height, kind, .. } = bar;
    let color = COLORS[kind % COLORS.len()];
    format!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\">{inside}</rect>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::Histogram;
    use super::*;

    #[test]
    fn titles_cannot_break_the_file() {
        let text = write(&Chart::new(&Histogram::layers("<b> & co", &[1])));
        assert!(text.contains("&lt;b&gt; &amp; co"), "{text}");
    }

    #[test]
    fn every_layer_has_a_bar() {
        let text = write(&Chart::new(&Histogram::layers("Frogs", &[1, 4, 1234])));
        assert_eq!(text.matches("<title>").count(), 3);
        assert!(text.contains("depth 0: 1 position<"), "{text}");
        assert!(text.contains("depth 2: 1,234 positions<"), "{text}");
    }
}
