//! What a battle group is, as rules ask: foot, mounted, light troops, shock, keil, tercio.

use crate::formation::{Status, is_entirely_one_base_deep, is_keil};
use crate::renaissance::battle::world::{GroupId, Posture, World};
use crate::troops::{
    BaseProfile, Book, KeilStatus, TroopType, is_battle_troops, is_light_troops, shock_renaissance,
};

fn all(world: &World, group: GroupId, test: impl Fn(&BaseProfile) -> bool) -> bool {
    let mut bases = world.all_base_ids(group).map(|b| world[b]).filter(|b| b.standing).peekable();
    bases.peek().is_some() && bases.all(|b| test(&b.profile))
}

/// Wholly mounted.
#[must_use]
pub fn is_mounted(world: &World, group: GroupId) -> bool {
    all(world, group, |b| b.is_mounted(Book::Renaissance))
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
    is_light_troops(&world.profiles(group))
}

/// Battle troops.
#[must_use]
pub fn is_battle(world: &World, group: GroupId) -> bool {
    is_battle_troops(Book::Renaissance, &world.profiles(group))
}

/// A keil, by its present shape.
#[must_use]
pub fn keil(world: &World, group: GroupId) -> KeilStatus {
    let start = world.start_of(group);
    if world[group].posture == Posture::Square {
        return KeilStatus::NotKeil;
    }
    is_keil(&world.nature(group, &start), &world.formation(group))
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
    shock_renaissance(&world.profiles(group), keil(world, group), world[group].cohesion)
}

/// Cavalry or camelry in a single rank.
#[must_use]
pub fn is_one_base_deep(world: &World, group: GroupId) -> bool {
    is_entirely_one_base_deep(Book::Renaissance, &world.formation(group))
}

/// May evade by its kind: light troops, and cavalry or camelry in one rank that are not shock troops.
#[must_use]
pub fn is_evader(world: &World, group: GroupId) -> bool {
    is_light(world, group) || (is_one_base_deep(world, group) && !is_shock(world, group))
}

/// In a column one base wide.
#[must_use]
pub fn is_column(world: &World, group: GroupId) -> bool {
    world[group].posture != Posture::Square && world.formation(group).width() == 1
}
