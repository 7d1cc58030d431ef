//! Disorder of bases by terrain and by elephants and camels.

use super::defence;
use crate::battle::world::{BaseState, GroupId, Posture, World};
use crate::field::{Grade, Piece, TerrainKind};
use crate::troops::{Disorder, TroopType};
use caracole_ledger::enforces;
use caracole_plane::BaseRect;

/// The grade of a piece for a troop type: camelry are at home in soft sand.
#[must_use]
pub const fn grade_for(kind: TerrainKind, troops: TroopType) -> Grade {
    enforces!("FOGR-SPECIAL-003", "FOGR-TERRAIN-011");
    match (kind, troops) {
        (TerrainKind::SoftSand, TroopType::Camelry) => Grade::Rough,
        _ => kind.grade(),
    }
}

/// What a grade of terrain does to a troop type. The shading of the printed table is lost; this is the reconstruction
/// of the ledger.
#[must_use]
pub const fn by_terrain(troops: TroopType, posture: Posture, grade: Grade) -> Disorder {
    enforces!("FOGR-MOVE-006", "FOGR-TERRAIN-030", "FOGR-SPECIAL-004");
    use Disorder::{Disordered as D, None as N, SeverelyDisordered as S};
    use TroopType::*;
    let row: [Disorder; 3] = match troops {
        LightFoot | Dragoons => [N, N, N],
        Warriors | MediumFoot | Mob | LightArtillery => [N, N, D],
        DeterminedFoot => [N, D, S],
        HeavyFoot => [D, D, S],
        LightHorse | LightCamelry | Elephants => [N, D, S],
        BattleWagons => [D, D, S],
        MediumArtillery | HeavyArtillery => match posture {
            Posture::Limbered => [D, D, S],
            _ => [N, N, N],
        },
        _ => [D, D, S],
    };
    match grade {
        Grade::Open => N,
        Grade::Uneven => row[0],
        Grade::Rough => row[1],
        Grade::Difficult | Grade::Impassable => row[2],
    }
}

/// The file that counts as on a road: every base of it at least partly on it, and most of it there.
#[must_use]
pub fn road_file(world: &World, bases: &[(u8, BaseRect)]) -> Option<u8> {
    enforces!("FOGR-MOVE-016", "FOGR-TERRAIN-019");
    world.field.roads().next()?;
    let mut files: Vec<u8> = bases.iter().map(|(f, _)| *f).collect();
    files.sort_unstable();
    files.dedup();
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
    let bases: Vec<(u8, BaseRect)> =
        world.bases_of(group).iter().map(|b| (b.at.file, b.base.rect())).collect();
    of_base_on(world, group, base, road_file(world, &bases))
}

fn of_base_on(world: &World, group: GroupId, base: &BaseState, road: Option<u8>) -> Disorder {
    let beasts = by_beasts(world, group, base);
    if road == Some(base.at.file) || world.field.terrain.pieces.is_empty() {
        return beasts;
    }
    enforces!("FOGR-TERRAIN-034", "FOGR-SPECIAL-016");
    if defence::defends(world, group) {
        return beasts;
    }
    let rect = base.base.rect();
    let posture = world[group].posture;
    enforces!("FOGR-BG-061", "FOGR-BG-062", "FOGR-BG-066");
    let terrain = ground_under(world, &rect)
        .map(|p| by_terrain(base.profile.troop_type, posture, grade_for(p.kind, base.profile.troop_type)))
        .max()
        .unwrap_or(Disorder::None);
    terrain.max(beasts)
}

/// Horses near camels or elephants, camels near elephants: less than a base width.
fn by_beasts(world: &World, group: GroupId, base: &BaseState) -> Disorder {
    enforces!("FOGR-SPECIAL-001", "FOGR-SPECIAL-002", "FOGR-SPECIAL-006");
    use TroopType::{Camelry, Cavaliers, Cavalry, DeterminedHorse, Elephants, Gendarmes, Horse, LightHorse};
    let fears_camels = match base.profile.troop_type {
        Gendarmes | Cavaliers | Horse | DeterminedHorse | Cavalry | LightHorse => true,
        Camelry => false,
        _ => return Disorder::None,
    };
    let frightens = |t: TroopType| t == Elephants || (fears_camels && t == Camelry);
    let rect = base.base.rect();
    let width = world.field.base_width();
    let near = |g: GroupId| {
        world
            .all_base_ids(g)
            .map(|b| &world[b])
            .any(|b| b.standing && frightens(b.profile.troop_type) && rect.distance(&b.base.rect()) < width)
    };
    let frightened = world.on_table().filter(|&g| g != group).any(near);
    if frightened { Disorder::Disordered } else { Disorder::None }
}

/// The worst disorder of any base, which counts in tests.
#[must_use]
pub fn worst(world: &World, group: GroupId) -> Disorder {
    enforces!("FOGR-TERRAIN-032", "FOGR-BG-064");
    let bases = world.bases_of(group);
    let placed: Vec<(u8, BaseRect)> = bases.iter().map(|b| (b.at.file, b.base.rect())).collect();
    let road = road_file(world, &placed);
    bases.iter().map(|b| of_base_on(world, group, b, road)).max().unwrap_or(Disorder::None)
}
