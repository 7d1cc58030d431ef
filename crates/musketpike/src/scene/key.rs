//! The key below the map: a sample of each kind of ground, of each hexside and of each level.

use super::ground::{LEVELS, block, colours_of, disc};
use super::lines::sample;
use super::paper::Paper;
use super::{INK, Type, write};
use crate::map::{HexTerrain, HexsideFeature, SlopeKind};
use caracole_picture::svg::{Path, Pt, Svg, pt};

/// Distance between lines of the key.
const LINE: f64 = 19.0;
/// A sample is so wide and so high.
const SAMPLE: (f64, f64) = (30.0, 14.0);
/// Width of a column of the key.
const COLUMN: f64 = 132.0;

/// What a map has to explain.
#[derive(Clone, Copy)]
enum Sample {
    Ground(HexTerrain),
    Hexside(HexsideFeature),
    Road,
    Steep,
}

fn entries(paper: &Paper<'_>) -> Vec<Sample> {
    let map = paper.map;
    let sides = |wanted: &dyn Fn(&crate::map::Hexside) -> bool| {
        map.hexes().any(|hex| map.ground(hex).is_some_and(|ground| ground.sides.iter().any(wanted)))
    };
    let grounds = HexTerrain::ALL.into_iter().filter(|terrain| {
        *terrain != HexTerrain::Clear && map.hexes().any(|hex| map.terrain(hex) == *terrain)
    });
    let mut all: Vec<Sample> = grounds.map(Sample::Ground).collect();
    if map.hexes().any(|hex| map.ground(hex).is_some_and(|ground| ground.roads.iter().next().is_some())) {
        all.push(Sample::Road);
    }
    let features = HexsideFeature::ALL.into_iter().filter(|f| sides(&|side| side.features.contains(*f)));
    all.extend(features.map(Sample::Hexside));
    if sides(&|side| side.slope == Some(SlopeKind::Steep)) {
        all.push(Sample::Steep);
    }
    all
}

fn highest(paper: &Paper<'_>) -> u8 {
    paper.map.hexes().map(|hex| paper.map.elevation(hex)).max().unwrap_or(0).max(0).unsigned_abs()
}

/// Lines that the key takes, its heading left out.
pub(super) fn lines(paper: &Paper<'_>) -> usize {
    entries(paper).len().div_ceil(2) + usize::from(highest(paper) > 0)
}

pub(super) fn draw(svg: &mut Svg, paper: &Paper<'_>, x: f64, y: f64) {
    write(svg, pt(x, y), "Ground", Type::plain(14.0, INK).bold());
    let all = entries(paper);
    for (n, entry) in all.iter().enumerate() {
        let at = pt(x + COLUMN * (n % 2) as f64, y + LINE * (n / 2 + 1) as f64);
        explain(svg, *entry, at);
    }
    let highest = highest(paper);
    if highest == 0 {
        return;
    }
    let y = y + LINE * (all.len().div_ceil(2) + 1) as f64;
    for level in 0..=highest {
        let at = pt(x + 26.0 * f64::from(level), y - 11.0);
        let fill = LEVELS[usize::from(level).min(LEVELS.len() - 1)];
        svg.element("rect")
            .at(at)
            .num("width", 26.0)
            .num("height", SAMPLE.1)
            .fill(fill)
            .stroke("#a3854c", 0.9)
            .empty();
        write(svg, at.shifted(13.0, 10.5), &level.to_string(), Type::plain(9.5, INK).centred());
    }
    let text = if all.iter().any(|entry| matches!(entry, Sample::Steep)) {
        "levels; slopes are gentle unless marked"
    } else {
        "levels; all slopes are gentle"
    };
    write(svg, pt(x + 26.0 * f64::from(highest + 1) + 8.0, y), text, Type::plain(11.5, INK));
}

/// One sample with its name.
fn explain(svg: &mut Svg, entry: Sample, at: Pt) {
    let corner = at.shifted(0.0, -11.0);
    let (left, right) = (corner.shifted(0.0, SAMPLE.1 / 2.0), corner.shifted(SAMPLE.0, SAMPLE.1 / 2.0));
    let name = match entry {
        Sample::Ground(terrain) => {
            ground(svg, terrain, corner);
            terrain.key()
        }
        Sample::Hexside(feature) => {
            sample(svg, feature, left, right);
            feature.key()
        }
        Sample::Road => {
            for (colour, width) in super::lines::ROAD {
                let line = Path::line(&[left, right]);
                svg.element("path").attr("d", line.as_str()).line(colour, width).round().empty();
            }
            "road"
        }
        Sample::Steep => {
            let mut strokes = Path::new();
            strokes.move_to(left.shifted(0.0, -3.0)).line_to(right.shifted(0.0, -3.0));
            for n in 0..6 {
                let top = left.toward(right, (f64::from(n) + 0.5) / 6.0).shifted(0.0, -3.0);
                strokes.move_to(top).line_to(top.shifted(0.0, if n % 2 == 0 { 9.0 } else { 6.0 }));
            }
            svg.element("path").attr("d", strokes.as_str()).line("#7a5a2c", 1.5).round().empty();
            "steep slope"
        }
    };
    write(svg, at.shifted(SAMPLE.0 + 8.0, 0.0), &name.replace('_', " "), Type::plain(11.5, INK));
}

/// A patch of ground with what grows or stands there.
fn ground(svg: &mut Svg, terrain: HexTerrain, corner: Pt) {
    let (fill, edge) = colours_of(terrain);
    svg.element("rect")
        .at(corner)
        .num("width", SAMPLE.0)
        .num("height", SAMPLE.1)
        .num("rx", 3.0)
        .fill(fill)
        .stroke(edge, 1.1)
        .empty();
    let middle = corner.shifted(SAMPLE.0 / 2.0, SAMPLE.1 / 2.0);
    let spots = [-9.0, 0.0, 9.0].map(|x| middle.shifted(x, 0.0));
    let mut strokes = Path::new();
    match terrain {
        HexTerrain::Woods => spots.into_iter().for_each(|p| {
            disc(svg, p, 5.0, "#6f9150", 1.0);
            disc(svg, p.shifted(-1.4, -1.4), 2.2, "#94b272", 0.8);
        }),
        HexTerrain::Orchard => spots.into_iter().for_each(|p| disc(svg, p, 2.8, "#8aa85a", 1.0)),
        HexTerrain::Village | HexTerrain::Town => {
            spots.into_iter().for_each(|p| block(svg, p, 6.0, 5.0, "#b4674a", Some("#5b3226")));
        }
        HexTerrain::Chateau | HexTerrain::Castle => {
            block(svg, middle, 14.0, 9.0, "#a79a8a", Some("#4a433a"));
        }
        HexTerrain::Marsh => spots.into_iter().for_each(|p| {
            for lean in [-2.0, 0.0, 2.0] {
                strokes.move_to(p.shifted(lean, 3.0)).line_to(p.shifted(lean * 1.8, -4.0));
            }
        }),
        HexTerrain::BrokenGround => spots.into_iter().for_each(|p| {
            strokes.move_to(p.shifted(-4.0, 2.0)).line_to(p.shifted(-1.5, -3.0));
            strokes.line_to(p.shifted(0.5, 2.0)).line_to(p.shifted(2.5, -2.0));
        }),
        HexTerrain::BurialMound => disc(svg, middle, 5.0, "#c7ad74", 1.0),
        HexTerrain::Clear | HexTerrain::Pond | HexTerrain::BridgeHex => {}
    }
    if !strokes.is_empty() {
        let ink = if terrain == HexTerrain::Marsh { "#5f8a7a" } else { "#8c8150" };
        svg.element("path").attr("d", strokes.as_str()).line(ink, 1.1).round().empty();
    }
}
