//! Ambushes: laid in cover on a flank by those who shoot, and sprung when enemies come near.

use caracole_fog::{
    battle::{
        GroupId, World,
        position::kinds,
        setup::{Ambush, Decision, Deployment, ambush::marker, camps::forward},
    },
    troops::TroopType,
};
use caracole_kernel::Side;
use caracole_plane::{Um, any_within};

/// How far before the rear edge an ambush is of use, in movement units: behind the line no enemy meets it.
const FORWARD: i32 = 10;

/// How near enemies come before it is sprung, in movement units: another step, and they are in range.
const SPRUNG: i32 = 8;

/// The most markers (FOGR-SETUP-041).
const MOST: usize = 3;

/// Whether troops do more from an ambush than in the line: those who shoot and dare not be charged in the open.
pub(super) fn lurks(world: &World, group: GroupId) -> bool {
    kinds::is_all(world, group, TroopType::Dragoons) || kinds::is_all(world, group, TroopType::LightFoot)
}

/// The groups in ambush, in the cover furthest forward, and one empty marker more, so that the enemy has to guess.
pub(super) fn lay(world: &World, side: Side, offered: Vec<Decision>) -> Vec<Ambush> {
    let field = &world.field;
    let how_far = |a: &Ambush| forward(field, side, &marker(field, a.at).rect());
    let single = offered.into_iter().filter_map(|d| match d {
        Decision::Ambushes(markers) => <[Ambush; 1]>::try_from(markers).ok().map(|[one]| one),
        _ => None,
    });
    let useful = |a: &Ambush| how_far(a) >= field.mu(FORWARD);
    let waits = |a: &Ambush| a.hides.is_none_or(|who| !who.dismounted && lurks(world, who.group));
    let mut places: Vec<Ambush> = single.filter(|a| useful(a) && waits(a)).collect();
    places.sort_by_key(|a| std::cmp::Reverse(how_far(a)));
    let (manned, dummies): (Vec<Ambush>, Vec<Ambush>) = places.into_iter().partition(|a| a.hides.is_some());
    let mut laid: Vec<Ambush> = Vec::new();
    for place in manned {
        let group = |a: &Ambush| a.hides.map(|who| who.group);
        if !laid.iter().any(|a| a.at == place.at || group(a) == group(&place)) {
            laid.push(place);
        }
    }
    if !laid.is_empty() {
        let is_free = |dummy: &Ambush| laid.iter().all(|a| a.at != dummy.at);
        laid.extend(dummies.into_iter().find(is_free));
    }
    laid.truncate(MOST);
    laid
}

/// The marker whose men come out now: enemies are near.
pub(super) fn spring(world: &World, side: Side) -> Option<u8> {
    let near = |ambush: &Ambush| {
        let square = [marker(&world.field, ambush.at).rect()];
        let mut enemies = world.of_side(side.other()).filter(|&e| !world[e].is_broken());
        ambush.hides.is_some() && enemies.any(|e| any_within(&square, world.rects(e), world.field.mu(SPRUNG)))
    };
    let number = world.setup.ambushes[side].iter().position(near)?;
    u8::try_from(number).ok()
}

/// Facing the nearest enemies, and broad enough that all who can shoot do.
pub(super) fn come_out(world: &World, group: GroupId, offered: Vec<Decision>) -> Option<Decision> {
    let files = world.start_of(group).len().div_ceil(2).max(1) as u8;
    let cost = |place: &Deployment| {
        let ahead = place.front.offset(Um::ZERO, world.field.mu(SPRUNG)).at;
        let enemies = world.enemies_of(group).filter(|&e| !world[e].is_broken());
        let nearest = enemies.map(|e| world.body(e).front_centre().at.distance(ahead)).min();
        (place.files.abs_diff(files), nearest)
    };
    offered.into_iter().min_by_key(|d| match d {
        Decision::Deploy(place) => (false, Some(cost(place))),
        _ => (true, None),
    })
}
