//! Terrain of scenario files.

use super::file::TerrainFile;
use crate::field::{Covering, Grade, Ground, Piece, Scale, TerrainKind};
use caracole_tabletop::read::{Unit, Wrong};

/// The unit of scenario files.
pub(super) const fn unit(scale: Scale) -> Unit {
    Unit { length: scale.mu, name: "MU" }
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

/// A piece of terrain.
pub(super) fn piece(scale: Scale, file: &TerrainFile) -> Result<Piece, Wrong> {
    use TerrainKind as K;
    let (kind, unit) = (kind(file)?, unit(scale));
    let ground = match kind {
        K::Road => unit.strip(&file.line, file.width.unwrap_or(1.6))?,
        K::River(_) => unit.strip(&file.line, file.width.unwrap_or(2.0))?,
        K::Obstacle => unit.line(&file.line, scale.fortification_depth())?,
        K::SteepHill(_) | K::GentleHill(_) => unit.hill(&file.area, &file.crest)?,
        _ => Ground::Area(unit.area(&file.area)?),
    };
    Ok(Piece { kind, ground })
}
