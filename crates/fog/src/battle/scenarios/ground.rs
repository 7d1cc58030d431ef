//! Terrain of scenario files.

use super::file::{At, TerrainFile};
use super::read::Wrong;
use crate::field::{Covering, Grade, Ground, Piece, Scale, TerrainKind};
use caracole_plane::{Hill, Point, Polygon, Strip, Um, obstacle};

/// The most corners of a piece.
const MOST_POINTS: usize = 100;

/// A length of a file in micrometres.
pub(super) fn length(scale: Scale, units: f64) -> Result<Um, Wrong> {
    if !units.is_finite() || units.abs() > 500.0 {
        return Err(Wrong::new(
            format!("{units} is not a length on a table"),
            "use MU from 0 to the size of the table",
        ));
    }
    // Rounded once, when the file is read: the battle uses whole micrometres.
    Ok(Um::new((units * f64::from(scale.mu.get())).round() as i64))
}

/// A point of a file.
pub(super) fn point(scale: Scale, at: At) -> Result<Point, Wrong> {
    let [x, y] = at;
    Ok(Point::new(length(scale, x)?, length(scale, y)?))
}

fn points(scale: Scale, list: &[At]) -> Result<Vec<Point>, Wrong> {
    if list.len() > MOST_POINTS {
        return Err(Wrong::new(format!("the piece has {} points", list.len()), "use at most 100"));
    }
    list.iter().map(|&at| point(scale, at)).collect()
}

fn covering(word: Option<&str>) -> Result<Covering, Wrong> {
    Ok(match word.unwrap_or("clear") {
        "clear" => Covering::Clear,
        "broken ground" => Covering::BrokenGround,
        "brush" => Covering::Brush,
        "plantation" => Covering::Plantation,
        "vineyards" => Covering::Vineyards,
        "forest" => Covering::Forest,
        "village" => Covering::Village,
        other => {
            return Err(Wrong::new(
                format!("nothing called \"{other}\" covers a hill"),
                "use broken ground, brush, plantation, vineyards, forest or village, or leave `cover` out",
            ));
        }
    })
}

fn grade(word: Option<&str>) -> Result<Grade, Wrong> {
    Ok(match word.unwrap_or("uneven") {
        "uneven" => Grade::Uneven,
        "rough" => Grade::Rough,
        "difficult" => Grade::Difficult,
        "impassable" => Grade::Impassable,
        other => {
            return Err(Wrong::new(
                format!("there is no grade \"{other}\""),
                "use uneven, rough, difficult or impassable",
            ));
        }
    })
}

fn kind(file: &TerrainFile) -> Result<TerrainKind, Wrong> {
    use TerrainKind as K;
    let word = file.kind.to_lowercase().replace('_', " ");
    let cover = || covering(file.cover.as_deref());
    Ok(match word.as_str() {
        "broken ground" => K::BrokenGround,
        "brush" => K::Brush,
        "enclosed fields" => K::EnclosedFields,
        "plantation" => K::Plantation,
        "gully" => K::Gully,
        "forest" | "wood" => K::Forest,
        "vineyards" => K::Vineyards,
        "marsh" => K::Marsh,
        "soft sand" => K::SoftSand,
        "village" => K::Village,
        "steep hill" => K::SteepHill(cover()?),
        "gentle hill" => K::GentleHill(cover()?),
        "impassable" => K::Impassable,
        "obstacle" | "wall" | "hedge" => K::Obstacle,
        "road" => K::Road,
        "river" => K::River(grade(file.grade.as_deref())?),
        "coastline" => K::Coastline,
        _ => {
            return Err(Wrong::new(
                format!("there is no terrain \"{}\"", file.kind.chars().take(40).collect::<String>()),
                "use broken ground, brush, enclosed fields, plantation, gully, forest, vineyards, marsh, soft sand, \
                 village, steep hill, gentle hill, impassable, obstacle, road, river or coastline",
            ));
        }
    })
}

fn area(scale: Scale, corners: &[At]) -> Result<Polygon, Wrong> {
    if corners.is_empty() {
        return Err(Wrong::new(
            "the piece has no area",
            "give its corners: area = [[10, 10], [18, 10], [14, 16]]",
        ));
    }
    Polygon::new(points(scale, corners)?).map_err(|e| {
        Wrong::new(format!("the area is not valid: {e}"), "give three corners or more, in order around it")
    })
}

/// A piece of terrain.
pub(super) fn piece(scale: Scale, file: &TerrainFile) -> Result<Piece, Wrong> {
    use TerrainKind as K;
    let kind = kind(file)?;
    let ground = match kind {
        K::Road | K::River(_) => {
            let usual = if kind == K::Road { 1.6 } else { 2.0 };
            let width = length(scale, file.width.unwrap_or(usual))?;
            let strip = Strip::new(points(scale, &file.line)?, width);
            Ground::Strip(strip.map_err(|e| {
                Wrong::new(
                    format!("the line is not valid: {e}"),
                    "give two points or more: line = [[0, 20], [72, 24]]",
                )
            })?)
        }
        K::Obstacle => {
            let [from, to] = file.line.as_slice() else {
                return Err(Wrong::new(
                    "an obstacle is a straight line",
                    "give two points: line = [[10, 20], [18, 20]]",
                ));
            };
            let thickness = scale.fortification_depth();
            let base = obstacle(point(scale, *from)?, point(scale, *to)?, thickness);
            Ground::Line(
                base.ok_or_else(|| Wrong::new("the obstacle has no length", "give two different points"))?,
            )
        }
        K::SteepHill(_) | K::GentleHill(_) => {
            Ground::Hill(Hill { outline: area(scale, &file.area)?, crest: points(scale, &file.crest)? })
        }
        _ => Ground::Area(area(scale, &file.area)?),
    };
    Ok(Piece { kind, ground })
}
