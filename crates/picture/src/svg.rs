//! A small SVG writer whose output is the same, byte for byte, on every platform.
//!
//! Numbers are written with at most two decimals, attributes in the order in which the code names them.

use std::fmt::Write as _;

/// A point of the picture: millimetres of the table, y pointing down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pt {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// Shorthand for a [`Pt`].
pub const fn pt(x: f64, y: f64) -> Pt {
    Pt { x, y }
}

impl Pt {
    /// The point moved by `(dx, dy)`.
    pub fn shifted(self, dx: f64, dy: f64) -> Self {
        pt(self.x + dx, self.y + dy)
    }

    /// The point `part` of the way to `other`.
    pub fn toward(self, other: Self, part: f64) -> Self {
        pt(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }

    /// Distance to `other`.
    pub fn distance(self, other: Self) -> f64 {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        (dx * dx + dy * dy).sqrt()
    }

    /// Unit vector towards `other`; straight up where both are the same point.
    pub fn direction(self, other: Self) -> Self {
        let d = self.distance(other);
        if d > 0.0 { pt((other.x - self.x) / d, (other.y - self.y) / d) } else { pt(0.0, -1.0) }
    }
}

/// Writes `v` with at most two decimals and no trailing zeros; what is not a number becomes 0.
pub(crate) fn write_number(out: &mut String, v: f64) {
    // A cast from float to integer saturates and turns NaN into 0.
    let hundredths = (v * 100.0).round() as i64;
    if hundredths < 0 {
        out.push('-');
    }
    let n = hundredths.unsigned_abs();
    let (whole, rest) = (n / 100, n % 100);
    // Writing to a String cannot fail.
    let _ = match (rest, rest % 10) {
        (0, _) => write!(out, "{whole}"),
        (_, 0) => write!(out, "{whole}.{}", rest / 10),
        _ => write!(out, "{whole}.{rest:02}"),
    };
}

fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            // XML 1.0 has no place for these, escaped or not.
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {}
            c => out.push(c),
        }
    }
}

/// The `d` attribute of a path.
#[derive(Clone, Debug, Default)]
pub struct Path(String);

impl Path {
    /// An empty path.
    pub fn new() -> Self {
        Self::default()
    }

    /// A closed polygon.
    pub fn polygon(points: &[Pt]) -> Self {
        let mut path = Self::line(points);
        path.close();
        path
    }

    /// An open line through the points.
    pub fn line(points: &[Pt]) -> Self {
        let mut path = Self::new();
        for (i, &p) in points.iter().enumerate() {
            if i == 0 {
                path.move_to(p)
            } else {
                path.line_to(p)
            };
        }
        path
    }

    fn push(&mut self, command: char, numbers: &[f64]) -> &mut Self {
        self.0.push(command);
        for (i, &n) in numbers.iter().enumerate() {
            if i > 0 {
                self.0.push(' ');
            }
            write_number(&mut self.0, n);
        }
        self
    }

    /// Starts a new stroke at `p`.
    pub fn move_to(&mut self, p: Pt) -> &mut Self {
        self.push('M', &[p.x, p.y])
    }

    /// A straight line to `p`.
    pub fn line_to(&mut self, p: Pt) -> &mut Self {
        self.push('L', &[p.x, p.y])
    }

    /// A quadratic curve to `p`.
    pub fn quad_to(&mut self, control: Pt, p: Pt) -> &mut Self {
        self.push('Q', &[control.x, control.y, p.x, p.y])
    }

    /// A whole circle.
    pub fn circle(&mut self, centre: Pt, r: f64) -> &mut Self {
        self.push('M', &[centre.x - r, centre.y]);
        self.push('a', &[r, r, 0.0, 1.0, 0.0, 2.0 * r, 0.0]);
        self.push('a', &[r, r, 0.0, 1.0, 0.0, -2.0 * r, 0.0])
    }

    /// Closes the current stroke.
    pub fn close(&mut self) -> &mut Self {
        self.0.push('Z');
        self
    }

    /// Nothing was drawn.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text of the `d` attribute.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An SVG document being written.
#[derive(Debug)]
pub struct Svg {
    out: String,
    open: Vec<&'static str>,
}

/// The part of the plane that a picture shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewBox {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl ViewBox {
    /// Height in pixels of a picture that is so many pixels wide.
    pub fn pixel_height(&self, pixels: u32) -> u32 {
        let height = if self.width > 0.0 { f64::from(pixels) * self.height / self.width } else { 1.0 };
        height.round().max(1.0) as u32
    }
}

impl Svg {
    /// Starts a document that is `pixels` wide and names itself for screen readers.
    pub fn new(view: ViewBox, pixels: u32, title: &str) -> Self {
        let mut svg = Self { out: String::with_capacity(64 * 1024), open: Vec::new() };
        let mut frame = String::new();
        for (i, n) in [view.x, view.y, view.width, view.height].into_iter().enumerate() {
            if i > 0 {
                frame.push(' ');
            }
            write_number(&mut frame, n);
        }
        svg.element("svg")
            .attr("xmlns", "http://www.w3.org/2000/svg")
            .num("width", f64::from(pixels))
            .num("height", f64::from(view.pixel_height(pixels)))
            .attr("viewBox", &frame)
            .attr("role", "img")
            .attr("aria-label", title)
            .open();
        svg.element("title").text(title);
        svg
    }

    /// Starts an element; finish it with [`Element::empty`], [`Element::open`] or [`Element::text`].
    pub fn element(&mut self, name: &'static str) -> Element<'_> {
        for _ in 0..self.open.len() {
            self.out.push(' ');
        }
        self.out.push('<');
        self.out.push_str(name);
        Element { svg: self, name }
    }

    /// Closes the innermost open element.
    pub fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            for _ in 0..self.open.len() {
                self.out.push(' ');
            }
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push_str(">\n");
        }
    }

    /// Inserts markup that this crate wrote itself.
    pub(crate) fn raw(&mut self, markup: &str) {
        self.out.push_str(markup);
        self.out.push('\n');
    }

    /// Closes everything and gives the document.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }
}

/// An element whose attributes are being written.
#[derive(Debug)]
#[must_use = "finish the element with empty, open or text"]
pub struct Element<'a> {
    svg: &'a mut Svg,
    name: &'static str,
}

impl Element<'_> {
    /// A text attribute.
    pub fn attr(self, name: &str, value: &str) -> Self {
        let out = &mut self.svg.out;
        out.push(' ');
        out.push_str(name);
        out.push_str("=\"");
        escape(out, value);
        out.push('"');
        self
    }

    /// A number attribute.
    pub fn num(self, name: &str, value: f64) -> Self {
        let out = &mut self.svg.out;
        out.push(' ');
        out.push_str(name);
        out.push_str("=\"");
        write_number(out, value);
        out.push('"');
        self
    }

    /// `x` and `y`.
    pub fn at(self, p: Pt) -> Self {
        self.num("x", p.x).num("y", p.y)
    }

    /// `fill`.
    pub fn fill(self, colour: &str) -> Self {
        self.attr("fill", colour)
    }

    /// `stroke` and `stroke-width`, without filling.
    pub fn line(self, colour: &str, width: f64) -> Self {
        self.attr("fill", "none").stroke(colour, width)
    }

    /// `stroke` and `stroke-width`.
    pub fn stroke(self, colour: &str, width: f64) -> Self {
        self.attr("stroke", colour).num("stroke-width", width)
    }

    /// Round line ends and joins.
    pub fn round(self) -> Self {
        self.attr("stroke-linecap", "round").attr("stroke-linejoin", "round")
    }

    /// `opacity`.
    pub fn opacity(self, value: f64) -> Self {
        self.num("opacity", value)
    }

    /// Ends the element without content.
    pub fn empty(self) {
        self.svg.out.push_str("/>\n");
    }

    /// Opens the element; [`Svg::close`] ends it.
    pub fn open(self) {
        self.svg.out.push_str(">\n");
        self.svg.open.push(self.name);
    }

    /// Ends the element with text inside.
    pub fn text(self, text: &str) {
        self.svg.out.push('>');
        escape(&mut self.svg.out, text);
        self.svg.out.push_str("</");
        self.svg.out.push_str(self.name);
        self.svg.out.push_str(">\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(v: f64) -> String {
        let mut s = String::new();
        write_number(&mut s, v);
        s
    }

    #[test]
    fn numbers_have_at_most_two_decimals() {
        assert_eq!(number(0.0), "0");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(12.5), "12.5");
        assert_eq!(number(-1.05), "-1.05");
        assert_eq!(number(3.999), "4");
        assert_eq!(number(f64::NAN), "0");
    }

    #[test]
    fn text_is_escaped_and_control_characters_are_dropped() {
        let mut svg =
            Svg::new(ViewBox { x: 0.0, y: 0.0, width: 10.0, height: 5.0 }, 20, "a \"b\" <c> & \u{7}d");
        svg.element("g").attr("id", "x").open();
        let text = svg.finish();
        assert!(text.contains("aria-label=\"a &quot;b&quot; &lt;c&gt; &amp; d\""), "{text}");
        assert!(text.contains("height=\"10\""), "{text}");
        assert!(text.ends_with(" </g>\n</svg>\n"), "{text}");
    }
}
