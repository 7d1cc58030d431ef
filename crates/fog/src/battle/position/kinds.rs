//! What a battle group is, as rules ask: foot, mounted, light troops, shock, keil, tercio.

use crate::battle::world::{GroupId, Posture, World};
use crate::formation::{Status, check, is_entirely_one_base_deep, is_keil};
use crate::troops::{BaseProfile, KeilStatus, TroopType};
use caracole_ledger::enforces;

fn all(world: &World, group: GroupId, test: impl Fn(&BaseProfile) -> bool) -> bool {
    let bases = world.base_ids_of(group);
    !bases.is_empty() && bases.iter().all(|&b| test(&world[b].profile))
}

/// Wholly mounted.
#[must_use]
pub fn is_mounted(world: &World, group: GroupId) -> bool {
    all(world, group, |b| b.is_mounted(world.book.book()))
}

/// Wholly foot.
#[must_use]
pub fn is_foot(world: &World, group: GroupId) -> bool {
    all(world, group, |b| b.is_foot())
}

/// Elephants.
#[must_use]
pub fn is_elephants(world: &World, group: GroupId) -> bool {
    all(world, group, |b| b.troop_type == TroopType::Elephants)
}

/// Artillery of any weight.
#[must_use]
pub fn is_artillery(world: &World, group: GroupId) -> bool {
    all(world, group, |b| b.troop_type.is_artillery())
}

/// Wholly of one troop type.
#[must_use]
pub fn is_all(world: &World, group: GroupId, troops: TroopType) -> bool {
    all(world, group, |b| b.troop_type == troops)
}

/// Light troops.
#[must_use]
pub fn is_light(world: &World, group: GroupId) -> bool {
    world.is_light(group)
}

/// Battle troops.
#[must_use]
pub fn is_battle(world: &World, group: GroupId) -> bool {
    // Whatever is not light.
    !world.is_light(group)
}

/// A keil, by its present shape.
#[must_use]
pub fn keil(world: &World, group: GroupId) -> KeilStatus {
    if world[group].posture == Posture::Square {
        return KeilStatus::NotKeil;
    }
    let start = world.start_of(group);
    is_keil(&world.nature(group, &start), world.formation(group))
}

/// Whether it is a keil.
#[must_use]
pub fn is_a_keil(world: &World, group: GroupId) -> bool {
    keil(world, group) == KeilStatus::Keil
}

/// A tercio of either kind.
#[must_use]
pub fn is_tercio(world: &World, group: GroupId) -> bool {
    matches!(world[group].status, Status::EarlyTercio | Status::LaterTercio)
}

/// Shock troops.
#[must_use]
pub fn is_shock(world: &World, group: GroupId) -> bool {
    world.book.is_shock(world, group)
}

/// Cavalry or camelry in a single rank.
#[must_use]
pub fn is_one_base_deep(world: &World, group: GroupId) -> bool {
    is_entirely_one_base_deep(world.book.book(), world.formation(group))
}

/// May evade by its kind and formation.
#[must_use]
pub fn is_evader(world: &World, group: GroupId) -> bool {
    world.book.is_evader(world, group)
}

/// In a column one base wide.
#[must_use]
pub fn is_column(world: &World, group: GroupId) -> bool {
    world.book.is_column(world, group)
}

/// Whether a battle group is out of formation, for any reason but square.
#[must_use]
pub fn is_out_of_formation(world: &World, group: GroupId) -> bool {
    enforces!("FOGR-BG-047", "FOGR-BG-048", "FOGAM-BG-018", "FOGAM-BG-019");
    let g = &world[group];
    if g.posture != Posture::Normal || !g.kinks.is_empty() || g.is_broken() {
        return false;
    }
    let start = world.start_of(group);
    !world.stands_in_order(group) || check(&world.nature(group, &start), world.formation(group)).is_err()
}
