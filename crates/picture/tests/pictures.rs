//! Pictures are the same byte for byte in every run and on every platform: each is compared with a kept file.
//!
//! After a deliberate change, `CARACOLE_BLESS=1 cargo test -p caracole-picture --test pictures` writes the kept
//! files anew; look at them before keeping them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use caracole_picture::chart::{Bar, ChartLook, Series, bar_chart, line_chart};
use caracole_picture::overlay::Layer;
use caracole_picture::{Look, draw, symbol_sheet};
use caracole_position::{DEMO, Position};
use std::path::Path;

fn compare(name: &str, drawn: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(name);
    if std::env::var_os("CARACOLE_BLESS").is_some() {
        std::fs::write(&path, drawn).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    if kept != drawn {
        let line = kept.lines().zip(drawn.lines()).position(|(a, b)| a != b).map_or(0, |i| i + 1);
        panic!(
            "{name} is drawn differently, first at line {line}; \
             if that is meant, run with CARACOLE_BLESS=1 and look at it"
        );
    }
}

fn position(text: &str) -> Position {
    Position::parse(text, &[]).unwrap_or_else(|e| panic!("{e}"))
}

fn drawn(text: &str) -> String {
    draw(&position(text), &Look::default()).svg
}

#[test]
fn demo() {
    compare("demo.svg", &drawn(DEMO));
}

#[test]
fn terrain() {
    compare("terrain.svg", &drawn(include_str!("positions/terrain.toml")));
}

#[test]
fn formations() {
    compare("formations.svg", &drawn(include_str!("positions/formations.toml")));
}

#[test]
fn overlays() {
    compare("overlays.svg", &drawn(include_str!("positions/overlays.toml")));
}

#[test]
fn contact() {
    compare("contact.svg", &drawn(include_str!("positions/contact.toml")));
}

#[test]
fn symbols() {
    compare("symbols.svg", &symbol_sheet(1200));
}

#[test]
fn bars() {
    let bars = [("breaks", 4.2), ("fragmented", 17.5), ("disrupted", 31.0), ("holds", 47.3)];
    let bars: Vec<Bar> = bars
        .into_iter()
        .enumerate()
        .map(|(i, (l, v))| Bar { label: l.into(), value: v, livery: i })
        .collect();
    let look = ChartLook {
        title: "The foot after the impact".into(),
        value_label: "chance".into(),
        unit: "%".into(),
        ..ChartLook::default()
    };
    compare("bars.svg", &bar_chart(&bars, &look));
}

#[test]
fn lines() {
    let series = [("Royalists", 1.5), ("Parliament", 2.25)].map(|(label, rate)| Series {
        label: label.into(),
        points: (0..12).map(|turn| (f64::from(turn), rate * f64::from(turn * turn) / 10.0)).collect(),
    });
    let look = ChartLook { title: "Attrition".into(), value_label: "points".into(), ..ChartLook::default() };
    compare("lines.svg", &line_chart(&series, "turn", &look));
}

#[test]
fn layers_choose_what_is_drawn_over_the_table() {
    let position = position(include_str!("positions/overlays.toml"));
    let with = |layers: Vec<Layer>| draw(&position, &Look { pixels: 800, layers }).svg;
    let bare = with(Vec::new());
    assert!(!bare.contains("id=\"overlays\"") && !bare.contains("id=\"names\""));
    let named = with(vec![Layer::Names]);
    assert!(named.contains(">Cuirassiers</text>") && !named.contains(">9 MU</text>"));
    // Fronts at 8 and 17 MU, one above the other.
    assert!(with(vec![Layer::Distances]).contains(">9 MU</text>"));
}

#[test]
fn every_group_names_itself_for_screen_readers() {
    let svg = drawn(DEMO);
    assert!(svg.contains("<title>Butler's horse: 3 horse, Parliament, broken</title>"));
    assert!(
        svg.contains("<title>Skippon's foot: 2 heavy foot, 3 medium foot, Parliament, fragmented</title>")
    );
}

#[cfg(feature = "png")]
#[test]
fn png_has_the_width_asked_for_and_refuses_absurd_sizes() {
    use caracole_picture::png::{MAX_PIXELS, png};
    let svg = drawn(include_str!("positions/contact.toml"));
    let bytes = png(&svg, 300).unwrap();
    assert_eq!(bytes.get(..8), Some(&b"\x89PNG\r\n\x1a\n"[..]));
    assert_eq!(bytes.get(16..20), Some(&300_u32.to_be_bytes()[..]));
    assert_eq!(bytes, png(&svg, 300).unwrap());
    for width in [0, MAX_PIXELS + 1] {
        let message = png(&svg, width).unwrap_err().to_string();
        assert!(message.contains("both must lie between 1 and 8192"), "{message}");
    }
}

#[cfg(feature = "png")]
#[test]
fn the_bundled_font_draws_letters() {
    use caracole_picture::png::png;
    let page = |word: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"30\">\
             <text x=\"4\" y=\"22\" font-size=\"20\" font-family=\"DejaVu Sans, Verdana, sans-serif\">{word}</text></svg>"
        )
    };
    assert_ne!(png(&page("Ä"), 90).unwrap(), png(&page(""), 90).unwrap());
    assert_ne!(png(&page("Ä"), 90).unwrap(), png(&page("A"), 90).unwrap());
}

#[test]
fn cases_of_the_geometry() {
    compare("geometry.svg", &caracole_picture::case_sheet(&caracole_plane::cases::cases(), 1650));
}
