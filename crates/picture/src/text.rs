//! Widths of text in the bundled font, so that labels can be placed without a font engine.

use crate::svg::{Element, Pt, Svg};

/// Families in the order of preference: the bundled one, its next of kin, anything without serifs.
pub(crate) const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// Weight of the letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// Which end of the text stands at the given point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Width of `text` at letter size `size`.
pub(crate) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let table = match weight {
        Weight::Regular => &REGULAR,
        Weight::Bold => &BOLD,
    };
    let units: u32 = text
        .chars()
        .map(|c| {
            let place = (c as usize).checked_sub(32);
            u32::from(place.and_then(|i| table.get(i)).copied().unwrap_or(OTHER))
        })
        .sum();
    f64::from(units) * size / UNITS_PER_EM
}

/// Breaks `text` at blanks into lines no wider than `limit` where the words allow it, at most `lines` of them.
pub(crate) fn wrap(text: &str, size: f64, weight: Weight, limit: f64, lines: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match out.last_mut() {
            Some(last) if out_of_room(last, word, size, weight, limit) => out.push(word.to_owned()),
            Some(last) => {
                last.push(' ');
                last.push_str(word);
            }
            None => out.push(word.to_owned()),
        }
    }
    if out.len() > lines {
        out.truncate(lines);
        if let Some(last) = out.last_mut() {
            last.push('\u{2026}');
        }
    }
    out
}

fn out_of_room(line: &str, word: &str, size: f64, weight: Weight, limit: f64) -> bool {
    width(line, size, weight) + width(" ", size, weight) + width(word, size, weight) > limit
}

/// How a line of text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Type<'a> {
    pub(crate) size: f64,
    pub(crate) weight: Weight,
    pub(crate) anchor: Anchor,
    pub(crate) colour: &'a str,
    /// Colour of the rim that keeps the letters readable on any ground.
    pub(crate) rim: Option<&'a str>,
}

/// Writes one line of text with its baseline at `at`.
pub(crate) fn write(svg: &mut Svg, at: Pt, text: &str, look: Type<'_>) {
    let e = svg.element("text").at(at).num("font-size", look.size);
    let e = match look.weight {
        Weight::Regular => e,
        Weight::Bold => e.attr("font-weight", "bold"),
    };
    let e = match look.anchor {
        Anchor::Start => e,
        Anchor::Middle => e.attr("text-anchor", "middle"),
        Anchor::End => e.attr("text-anchor", "end"),
    };
    rimmed(e.fill(look.colour), look).text(text);
}

fn rimmed<'a>(e: Element<'a>, look: Type<'_>) -> Element<'a> {
    match look.rim {
        Some(rim) => {
            e.stroke(rim, look.size * 0.24).attr("stroke-linejoin", "round").attr("paint-order", "stroke")
        }
        None => e,
    }
}

const UNITS_PER_EM: f64 = 2048.0;

/// Letters outside the table are taken as wide as the widest common ones.
const OTHER: u16 = 1600;

/// Advance widths of the characters from blank to tilde.
static REGULAR: [u16; 95] = [
    651, 821, 942, 1716, 1303, 1946, 1597, 563, 799, 799, 1024, 1716, 651, 739, 651, 690, 1303, 1303, 1303,
    1303, 1303, 1303, 1303, 1303, 1303, 1303, 690, 690, 1716, 1716, 1716, 1087, 2048, 1401, 1405, 1430, 1577,
    1294, 1178, 1587, 1540, 604, 604, 1343, 1141, 1767, 1532, 1612, 1235, 1612, 1423, 1300, 1251, 1499, 1401,
    2025, 1403, 1251, 1403, 799, 690, 799, 1716, 1024, 1024, 1255, 1300, 1126, 1300, 1260, 721, 1300, 1298,
    569, 569, 1186, 569, 1995, 1298, 1253, 1300, 1300, 842, 1067, 803, 1298, 1212, 1675, 1212, 1212, 1075,
    1303, 690, 1303, 1716,
];

/// Advance widths of the characters from blank to tilde.
static BOLD: [u16; 95] = [
    713, 934, 1067, 1716, 1425, 2052, 1786, 627, 936, 936, 1071, 1716, 778, 850, 778, 748, 1425, 1425, 1425,
    1425, 1425, 1425, 1425, 1425, 1425, 1425, 819, 819, 1716, 1716, 1716, 1188, 2048, 1585, 1561, 1503, 1700,
    1399, 1399, 1681, 1714, 762, 762, 1587, 1305, 2038, 1714, 1741, 1501, 1741, 1577, 1475, 1397, 1663, 1585,
    2259, 1579, 1483, 1485, 936, 748, 936, 1716, 1024, 1024, 1382, 1466, 1214, 1466, 1389, 891, 1466, 1458,
    702, 702, 1362, 702, 2134, 1458, 1407, 1466, 1466, 1010, 1219, 979, 1458, 1335, 1892, 1321, 1335, 1192,
    1458, 748, 1458, 1716,
];
