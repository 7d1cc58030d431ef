//! Whatever a file holds, reading it never panics, and what is read can be drawn as well-formed SVG.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use caracole_picture::overlay::Layer;
use caracole_picture::{Look, draw};
use caracole_position::{DEMO, Position};
use proptest::prelude::*;

/// All layers, and a picture that an XML reader accepts.
fn draws(text: &str) -> bool {
    let Ok(position) = Position::parse(text, &[]) else { return false };
    let layers = Layer::ALL.iter().map(|(_, l)| *l).collect();
    let svg = draw(&position, &Look { pixels: 400, layers }).svg;
    assert!(svg.ends_with("</svg>\n"));
    for (name, value) in attributes(&svg).filter(|(name, _)| *name != "aria-label") {
        assert!(!value.contains("NaN") && !value.contains("inf"), "{name}: {value}");
    }
    #[cfg(feature = "png")]
    resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).unwrap();
    true
}

/// The attributes of a picture with their values: what stands in quotes, which words of a file never hold unescaped.
fn attributes(svg: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut parts = svg.split('"');
    std::iter::from_fn(move || {
        let before = parts.next()?;
        let name = before.rsplit(|c: char| c.is_whitespace()).next()?.trim_end_matches('=');
        Some((name, parts.next()?))
    })
}

/// A value that a file might hold where another belongs.
fn value() -> impl Strategy<Value = String> {
    let words = [
        "0",
        "-1",
        "1e300",
        "nan",
        "-inf",
        "4294967295",
        "true",
        "\"\"",
        "\"\\u0001 < & >\"",
        "[]",
        "[[]]",
        "{}",
        "[0, 0]",
        "[72, 48]",
        "[36, 24]",
        "\"Parliament\"",
        "\"Rupert's horse\"",
        "\"P>\"",
        "[\"P\", \"P\"]",
        "[1e-9, 1e-9]",
        "\"broken\"",
        "\"village\"",
        "\"river\"",
        "\"28mm\"",
        "\"wagon\"",
        "64",
        "1",
        "180",
        "\"mm\"",
    ];
    prop_oneof![
        prop::sample::select(words.to_vec()).prop_map(str::to_owned),
        (-100.0..100.0_f64).prop_map(|n| format!("{n:.3}")),
        (0.0..72.0_f64, 0.0..48.0_f64).prop_map(|(x, y)| format!("[{x:.2}, {y:.2}]")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn cut_files_do_no_harm(start in any::<prop::sample::Index>(), length in 0_usize..200, new in value()) {
        let mut text = DEMO.to_owned();
        let start = text.floor_char_boundary(start.index(text.len()));
        let end = text.floor_char_boundary((start + length).min(text.len())).max(start);
        text.replace_range(start..end, &new);
        draws(&text);
    }

    #[test]
    fn exchanged_values_do_no_harm(changes in prop::collection::vec((any::<prop::sample::Index>(), value()), 1..3)) {
        let mut lines: Vec<String> = DEMO.lines().map(str::to_owned).collect();
        let fields: Vec<usize> = (0..lines.len()).filter(|&i| lines[i].contains(" = ")).collect();
        for (place, new) in changes {
            let line = &mut lines[fields[place.index(fields.len())]];
            let key = line.split(" = ").next().unwrap_or_default();
            *line = format!("{key} = {new}");
        }
        draws(&lines.join("\n"));
    }

    #[test]
    fn any_numbers_do_no_harm(
        table in (60.0..4900.0_f64, 60.0..4900.0_f64, 10.0..60.0_f64, any::<bool>()),
        x in -200.0..3000.0_f64, y in -200.0..3000.0_f64, facing in -360.0..360.0_f64,
        files in 1_u32..9, more in 0_u32..20, lost in 0_u32..12,
        step in -50.0..50.0_f64, turn in -90.0..90.0_f64, range in 0.0..5000.0_f64,
        name in "\\PC{0,79}x",
    ) {
        let (width, depth, mu, large) = table;
        let bases = files + more;
        let name = toml::Value::String(name).to_string();
        let scale = if large { "28mm" } else { "15mm" };
        let shape = if files == 1 && bases > 1 {
            format!("kinks = [{{ after = 1, turn = {turn} }}]")
        } else {
            let steps: Vec<String> = (0..files).map(|i| (step * f64::from(i % 3)).to_string()).collect();
            format!("steps = [{}]", steps.join(", "))
        };
        let text = format!(
            "schema = 1\ntitle = {name}\nnote = {name}\n[table]\nwidth = {width}\ndepth = {depth}\nunit = \"mm\"\nmu = {mu}\nscale = \"{scale}\"\n\
             [[side]]\nname = {name}\n[[group]]\nname = {name}\nside = {name}\nat = [{x}, {y}]\nfacing = {facing}\noff_table = true\n\
             files = {files}\nbases = {bases}\nlost = {lost}\ntroop = \"horse\"\nmarks = [{name}]\ncohesion = \"broken\"\n{shape}\n\
             [[commander]]\nname = {name}\nside = {name}\nwith = {name}\nrange = {range}\n\
             [[overlay]]\nkind = \"arc\"\ngroup = {name}\nrange = {range}\nbeyond = 2\nlabel = {name}\n\
             [[overlay]]\nkind = \"distance\"\nfrom = {name}\nto = [1, 1]\n"
        );
        prop_assert!(draws(&text), "{:?}", Position::parse(&text, &[]).err());
    }

    #[test]
    fn any_outline_does_no_harm(
        kind in prop::sample::select(vec![
            "forest", "plantation", "brush", "broken ground", "enclosed fields", "vineyards", "marsh", "soft sand",
            "gully", "steep hill", "gentle hill", "village", "impassable", "coast", "lake",
        ]),
        line in prop::sample::select(vec![
            "river", "road", "hedge", "wall", "ditch", "field fortification", "portable defences",
        ]),
        points in prop::collection::vec((0.0..300.0_f64, 0.0..200.0_f64), 2..7),
        width in 0.0..60.0_f64,
        smooth in any::<bool>(),
    ) {
        let list = points.iter().map(|(x, y)| format!("[{x:.3}, {y:.3}]")).collect::<Vec<_>>().join(", ");
        let head = "schema = 1\n[table]\nwidth = 300\ndepth = 200\nunit = \"mm\"\n";
        draws(&format!("{head}[[terrain]]\nkind = \"{kind}\"\nname = \"n\"\nsmooth = {smooth}\noutline = [{list}]\n"));
        draws(&format!("{head}[[terrain]]\nkind = \"{line}\"\nname = \"n\"\nsmooth = {smooth}\nline = [{list}]\nwidth = {width}\n"));
    }
}

#[test]
fn words_that_look_like_numbers_are_words() {
    // Found by chance: what was cut out of a file left a title that ends in "-inf".
    assert!(draws("schema = 1\ntitle = \"to the x=\\\"NaN\\\" -inf\""));
}

#[test]
fn an_empty_position_draws() {
    assert!(draws("schema = 1"));
}

#[test]
fn the_largest_position_draws_in_bounded_time_and_size() {
    let mut text =
        "schema = 1\n[table]\nwidth = 5000\ndepth = 5000\nunit = \"mm\"\n[[side]]\nname = \"a\"\n".to_owned();
    for i in 0..500 {
        let (x, y) = (90 + i % 25 * 195, 90 + i / 25 * 240);
        text.push_str(&format!(
            "[[group]]\nname = \"group {i}\"\nside = \"a\"\nat = [{x}, {y}]\nfiles = 4\nbases = 8\ntroop = \"horse\"\n"
        ));
    }
    for i in 0..200 {
        text.push_str(&format!(
            "[[terrain]]\nkind = \"forest\"\nname = \"wood {i}\"\noutline = [[{i}, 0], [5000, {i}], [4990, 5000], [0, 4800]]\n"
        ));
    }
    let position = Position::parse(&text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let svg = draw(&position, &Look::default()).svg;
    assert!(svg.len() < 100 << 20, "{}", svg.len());
}
