//! Disorder of bases by terrain and by elephants and camels.

use crate::battle::world::{BaseState, GroupId, Posture, World};
use crate::field::{Grade, Piece, TerrainKind};
use crate::troops::{Disorder, TroopType};
use caracole_ledger::enforces;
use caracole_plane::BaseRect;

/// The grade of a piece for a troop type.
#[must_use]
pub fn grade_for(world: &World, kind: TerrainKind, troops: TroopType) -> Grade {
    world.book.grade(kind, troops)
}

/// What a grade of terrain does to a troop type.
#[must_use]
pub fn by_terrain(world: &World, troops: TroopType, posture: Posture, grade: Grade) -> Disorder {
    enforces!("FOGR-TERRAIN-030", "FOGAM-TERRAIN-005");
    world.book.disorder(troops, posture, grade)
}

/// The file that counts as on a road: every base of it at least partly on it, and most of it there. The book says whose
/// files do.
#[must_use]
pub fn road_file(world: &World, bases: &[(u8, BaseRect)]) -> Option<u8> {
    enforces!("FOGR-TERRAIN-019");
    world.field.roads().next()?;
    let mut files: Vec<u8> = bases.iter().map(|(f, _)| *f).collect();
    files.sort_unstable();
    files.dedup();
    if !world.book.road_serves(files.len()) {
        return None;
    }
    let mut best: Option<(i64, u8)> = None;
    for road in world.field.roads() {
        for &file in &files {
            let of_file = || bases.iter().filter(|(f, _)| *f == file).map(|(_, r)| r);
            if !of_file().all(|r| road.has_part_of(r)) {
                continue;
            }
            let ground: i64 = of_file().map(|r| road.ground_of(r)).sum();
            if best.is_none_or(|(most, _)| ground > most) {
                best = Some((ground, file));
            }
        }
    }
    best.map(|(_, file)| file)
}

/// The pieces that matter to a base, roads and obstacles left out.
pub fn ground_under<'a>(world: &'a World, rect: &'a BaseRect) -> impl Iterator<Item = &'a Piece> + 'a {
    world.field.terrain.under(rect).filter(|p| !matches!(p.kind, TerrainKind::Road | TerrainKind::Obstacle))
}

/// The disorder of one base.
#[must_use]
pub fn of_base(world: &World, group: GroupId, base: &BaseState) -> Disorder {
    enforces!("FOGR-TERRAIN-031", "FOGR-TERRAIN-035", "FOGR-BG-068");
    enforces!("FOGAM-TERRAIN-007", "FOGAM-TERRAIN-011", "FOGAM-BG-039");
    let bases: Vec<(u8, BaseRect)> =
        world.bases_of(group).iter().map(|b| (b.at.file, b.base.rect())).collect();
    of_base_on(world, group, base, road_file(world, &bases))
}

fn of_base_on(world: &World, group: GroupId, base: &BaseState, road: Option<u8>) -> Disorder {
    let beasts = match world.book.is_frightened(world, group, base) {
        true => Disorder::Disordered,
        false => Disorder::None,
    };
    if road == Some(base.at.file) || world.field.terrain.pieces.is_empty() {
        return beasts;
    }
    if world.book.works_spare(world, group, base) {
        return beasts;
    }
    let rect = base.base.rect();
    let posture = world[group].posture;
    enforces!("FOGR-BG-061", "FOGR-BG-062", "FOGR-BG-066", "FOGAM-BG-036");
    let troops = base.profile.troop_type;
    let terrain = ground_under(world, &rect)
        .map(|p| by_terrain(world, troops, posture, grade_for(world, p.kind, troops)))
        .max()
        .unwrap_or(Disorder::None);
    terrain.max(beasts)
}

/// Whether beasts of other battle groups that frighten a base are less than a base width from it.
pub fn beasts_near(
    world: &World,
    group: GroupId,
    base: &BaseState,
    frightens: impl Fn(GroupId, TroopType) -> bool,
) -> bool {
    let rect = base.base.rect();
    let width = world.field.base_width();
    let near = |g: GroupId| {
        world.all_base_ids(g).map(|b| &world[b]).any(|b| {
            b.standing && frightens(g, b.profile.troop_type) && rect.distance(&b.base.rect()) < width
        })
    };
    world.on_table().filter(|&g| g != group).any(near)
}

/// The worst disorder of any base, which counts in tests.
#[must_use]
pub fn worst(world: &World, group: GroupId) -> Disorder {
    enforces!("FOGR-TERRAIN-032", "FOGR-BG-064", "FOGAM-TERRAIN-008", "FOGAM-TERRAIN-009");
    let bases = world.bases_of(group);
    let placed: Vec<(u8, BaseRect)> = bases.iter().map(|b| (b.at.file, b.base.rect())).collect();
    let road = road_file(world, &placed);
    bases.iter().map(|b| of_base_on(world, group, b, road)).max().unwrap_or(Disorder::None)
}
