//! Move distances by troop type and ground, and the ground that a move touches.

use super::disorder::{grade_for, road_file};
use super::kinds;
use crate::battle::customs::Rate;
use crate::battle::law::law;
use crate::battle::world::{GroupId, Posture, World};
use crate::field::{Grade, Piece, TerrainKind};
use crate::troops::{BaseProfile, TroopType};
use caracole_kernel::{Refusal, Tally};
use caracole_ledger::{RuleId, enforces};
use caracole_plane::{BaseRect, Bounds, Group, Motion, Path, Um, goes_on};
use smallvec::SmallVec;

/// Further than any charge goes, in movement units: light horse go 6, 1 more in column, 2 more by the die of a variable
/// move and 2 more by stepping forward.
pub const MOST_REACH: i32 = 12;

/// Whether a battle group is in column all through a move, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnUse {
    /// It is not one base wide all through the move.
    None,
    /// One base wide from start to end.
    Column,
    /// One base wide, with every base at least partly on a road all the way.
    AlongRoad,
}

/// The kinds of terrain that bases touch anywhere on a move.
#[must_use]
pub fn kinds_on_path(world: &World, path: &Path, files: &[u8]) -> Vec<TerrainKind> {
    enforces!("FOGR-MOVE-009", "FOGR-MOVE-015", "FOGR-MOVE-037", "FOGAM-MOVE-011", "FOGAM-MOVE-014");
    let mut found = Vec::new();
    if world.field.terrain.pieces.is_empty() {
        return found;
    }
    let ground = Bounds::of_path(path);
    let near = |p: &&Piece| p.outline().is_some_and(|o| ground.may_be_within(&Bounds::of_area(o), Um::ZERO));
    let pieces: SmallVec<[&Piece; 4]> = world.field.terrain.pieces.iter().filter(near).collect();
    if pieces.is_empty() {
        return found;
    }
    let rects = |g: &Group| -> Vec<(u8, BaseRect)> { files.iter().copied().zip(g.rects()).collect() };
    let start: Vec<(u8, BaseRect)> = match path.legs().next() {
        Some((group, _)) => rects(group),
        None => rects(path.end()),
    };
    // A file that keeps to a road all the way is on open ground.
    let on_road = road_file(world, &start).filter(|file| {
        let ends_there = road_file(world, &rects(path.end())) == Some(*file);
        ends_there && path.legs().all(|(g, m)| keeps_to_road(world, g, m, files, *file))
    });
    for piece in pieces {
        if matches!(piece.kind, TerrainKind::Road | TerrainKind::Obstacle) || found.contains(&piece.kind) {
            continue;
        }
        let Some(outline) = piece.outline() else { continue };
        let off_road = |all: Vec<(u8, BaseRect)>| -> Vec<BaseRect> {
            all.into_iter().filter(|(f, _)| Some(*f) != on_road).map(|(_, r)| r).collect()
        };
        // Limbers come after the bases. They slow nobody, but they go only where their guns may.
        let bars_limbers = matches!(piece.kind.grade(), Grade::Difficult | Grade::Impassable);
        let limbers = |g: &Group| -> Vec<(u8, BaseRect)> {
            let markers = g.places.iter().zip(g.rects()).skip(files.len());
            let markers = markers.filter(|(place, _)| bars_limbers && place.rank == u8::MAX);
            files.iter().copied().zip(markers.map(|(_, rect)| rect)).collect()
        };
        let rects = |g: &Group| [rects(g), limbers(g)].concat();
        let at_rest = |g: &Group| off_road(rects(g)).iter().any(|r| outline.has_part_of(r));
        let touched = at_rest(path.end())
            || path.legs().any(|(g, m)| {
                let entry = outline.first_entry(&off_road(rects(g)), m);
                at_rest(g) || entry.is_some_and(|e| goes_on(g, m, e.after))
            });
        if touched {
            found.push(piece.kind);
        }
    }
    found
}

fn keeps_to_road(world: &World, group: &Group, motion: &Motion, files: &[u8], file: u8) -> bool {
    let mut of_file = files.iter().zip(group.bases()).filter(|(f, _)| **f == file).map(|(_, b)| b);
    of_file.all(|base| {
        world.field.roads().any(|road| match motion {
            Motion::Slide { toward, distance } => road.keeps_part_of(&base.rect(), *toward, *distance),
            Motion::Turn { .. } => {
                road.has_part_of(&base.rect()) && road.has_part_of(&motion.base_after(&base).rect())
            }
        })
    })
}

/// Whether every base of a column stays at least partly on a road all the way, and no part of the move lies in a
/// village where the road through it is not like any other.
#[must_use]
pub fn is_along_road(world: &World, path: &Path, files: &[u8]) -> bool {
    let all = path.legs().all(|(g, m)| files.iter().all(|f| keeps_to_road(world, g, m, files, *f)));
    let through_village = || world.book.road_through_village() || !is_partly_in_village(world, path);
    all && path.legs().next().is_some() && through_village()
}

/// Whether any part of a move lies inside a village, the road through it among it.
fn is_partly_in_village(world: &World, path: &Path) -> bool {
    use crate::field::Covering;
    let village = |k: TerrainKind| {
        use TerrainKind::{GentleHill, SteepHill, Village};
        matches!(k, Village | GentleHill(Covering::Village) | SteepHill(Covering::Village))
    };
    let pieces = world.field.terrain.pieces.iter().filter(|p| village(p.kind));
    pieces.filter_map(crate::field::Piece::outline).any(|area| {
        let at_rest = |g: &Group| g.rects().iter().any(|r| area.has_part_of(r));
        at_rest(path.end())
            || path.legs().any(|(g, m)| {
                let entry = area.first_entry(&g.rects(), m);
                at_rest(g) || entry.is_some_and(|e| goes_on(g, m, e.after))
            })
    })
}

/// The distance that a battle group may move over such ground, in movement units; refused where it cannot go.
pub fn move_distance(
    world: &World,
    group: GroupId,
    ground: &[TerrainKind],
    column: ColumnUse,
) -> Result<Tally, Refusal> {
    enforces!("FOGR-MOVE-008", "FOGR-MOVE-013", "FOGR-TERRAIN-017", "FOGR-TERRAIN-020");
    enforces!("FOGR-BG-065", "FOGR-BG-067", "FOGAM-BG-037", "FOGAM-TERRAIN-017", "FOGAM-TERRAIN-019");
    let posture = world[group].posture;
    let profiles = world.profiles(group);
    let slowest = |grade_of: &dyn Fn(&BaseProfile) -> Grade| {
        profiles
            .iter()
            .map(|b| (world.book.rate(b, posture, grade_of(b)), b.troop_type))
            .min_by_key(|(r, _)| *r)
    };
    let mut tally = Tally::new("move distance in MU");
    let Some((open, open_type)) = slowest(&|_| Grade::Open) else { return Ok(tally) };
    let mut worst = (open, open_type, TerrainKind::Open);
    for kind in ground {
        let here = slowest(&|b| grade_for(world, *kind, b.troop_type));
        if let Some((r, t)) = here
            && r < worst.0
        {
            worst = (r, t, *kind);
        }
    }
    let refuse =
        |problem: String, remedy: &'static str| Err(Refusal::new(no_entry(world, worst.2), problem, remedy));
    let Rate::Mu(listed) = worst.0 else {
        return match worst.0 {
            Rate::PivotOnly => Err(Refusal::new(
                law!(world.book, "FOGR-MOVE-040", "FOGAM-MOVE-010"),
                format!("{} can only pivot there", worst.1),
                "Pivot up to 1 MU on a front corner.",
            )),
            _ => refuse(format!("{} cannot enter {}", worst.1, words(worst.2)), "Go round it."),
        };
    };
    let Rate::Mu(open) = open else { return refuse("It cannot move".to_owned(), "Leave it.") };
    let table = law!(world.book, "FOGR-MOVE-005", "FOGAM-MOVE-006");
    match column {
        ColumnUse::AlongRoad => tally.set(table, format!("{open_type} in the open"), open),
        _ => tally.set(table, format!("{} in {}", worst.1, words(worst.2)), listed),
    }
    if let Some((rule, what, mu)) = world.book.column_distance(column, listed < open) {
        tally.add(rule, what, mu);
    }
    Ok(tally)
}

/// The distance that a battle group may move over such ground along such ways in the manoeuvre phase.
pub fn march_distance(
    world: &World,
    group: GroupId,
    ground: &[TerrainKind],
    column: ColumnUse,
    ways: &[&Path],
) -> Result<Tally, Refusal> {
    let mut distance = move_distance(world, group, ground, column)?;
    world.book.on_the_march(world, group, ground, ways, &mut distance);
    Ok(distance)
}

/// Whether a battle group may go further along this way than it goes as a rule, as it might on the march.
#[must_use]
pub fn goes_further(world: &World, group: GroupId, way: &Path) -> bool {
    let files: Vec<u8> = world.bases_of(group).iter().map(|b| b.at.file).collect();
    let ground = kinds_on_path(world, way, &files);
    let column = column_here(world, group);
    let usual = move_distance(world, group, &ground, column);
    let marched = march_distance(world, group, &ground, column, &[way]);
    usual.is_ok_and(|u| marched.is_ok_and(|m| m.total() > u.total()))
}

/// The rule that keeps troops out of ground.
#[must_use]
pub fn no_entry(world: &World, kind: TerrainKind) -> RuleId {
    match kind.grade() {
        Grade::Impassable => law!(world.book, "FOGR-MOVE-008", "FOGAM-TERRAIN-017"),
        _ => law!(world.book, "FOGR-MOVE-008", "FOGAM-MOVE-006"),
    }
}

/// The first kind of this ground that some of its troops may not enter in such a posture, and who they are.
#[must_use]
pub fn barred(
    world: &World,
    group: GroupId,
    posture: Posture,
    ground: &[TerrainKind],
) -> Option<(TroopType, TerrainKind)> {
    let profiles = world.profiles(group);
    let never = |b: &&BaseProfile, k: TerrainKind| {
        let grade = grade_for(world, k, b.troop_type);
        grade != Grade::Open && world.book.rate(b, posture, grade) == Rate::Never
    };
    ground.iter().find_map(|&k| profiles.iter().find(|b| never(b, k)).map(|b| (b.troop_type, k)))
}

/// A kind of terrain in a few words.
#[must_use]
pub const fn words(kind: TerrainKind) -> &'static str {
    use TerrainKind::*;
    match kind {
        Open => "the open",
        BrokenGround => "broken ground",
        Brush => "brush",
        EnclosedFields => "enclosed fields",
        Plantation => "a plantation",
        Gully => "a gully",
        Forest => "forest",
        Vineyards => "vineyards",
        Marsh => "marsh",
        SoftSand => "soft sand",
        Village => "a village",
        SteepHill(_) => "a steep hill",
        GentleHill(_) => "a gentle hill",
        Impassable => "impassable ground",
        Obstacle => "an obstacle",
        Road => "a road",
        River(_) => "a river",
        Coastline => "the water",
        OpenFields => "open fields",
    }
}

/// The kinds of ground that a battle group stands on; a file on a road stands in the open.
#[must_use]
pub fn ground_here(world: &World, group: GroupId) -> Vec<TerrainKind> {
    let pieces = world.field.terrain.pieces.iter();
    let by_road = world.file_on_road(group);
    let bases: Vec<&BaseRect> = world.rects(group).iter().filter(|r| !by_road.contains(r)).collect();
    let stands_in = |p: &&Piece| bases.iter().any(|r| p.has_part_of(r));
    pieces.filter(stands_in).map(|p| p.kind).collect()
}

/// Whether a battle group is in column where it stands.
#[must_use]
pub fn column_here(world: &World, group: GroupId) -> ColumnUse {
    if kinds::is_column(world, group) { ColumnUse::Column } else { ColumnUse::None }
}

/// The distance of a battle group over the ground it stands on, none if it cannot move.
#[must_use]
pub fn distance_from_here(world: &World, group: GroupId) -> Option<i32> {
    let ground = ground_here(world, group);
    move_distance(world, group, &ground, column_here(world, group)).ok().map(|t| t.total())
}

/// The same for a move of the manoeuvre phase that meets nothing which changes it.
#[must_use]
pub fn march_from_here(world: &World, group: GroupId) -> Option<i32> {
    let ground = ground_here(world, group);
    let here = Path::from(world.body(group));
    march_distance(world, group, &ground, column_here(world, group), &[&here]).ok().map(|t| t.total())
}
