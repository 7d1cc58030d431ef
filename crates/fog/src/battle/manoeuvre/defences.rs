//! Portable defences: placing them and picking them up.

use super::messages::{Action, Difficulty};
use super::plan::Plan;
use super::reshape::{has_room, not_in_close_combat, refuse, stationary};
use crate::battle::law::law;
use crate::battle::world::{GroupId, PortableDefences, World};
use crate::field::{Fortification, FortificationKind};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use caracole_plane::{Base, Hand, Um, any_within};

/// Plans placing portable defences: they stand where the front was, the battle group behind them.
pub fn place(world: &World, group: GroupId, action: &Action) -> Result<Plan, Refusal> {
    let rule = law!(world.book, "FOGR-SPECIAL-026", "FOGAM-SPECIAL-025");
    not_in_close_combat(world, group, rule)?;
    match world[group].portable {
        PortableDefences::Carried => {}
        PortableDefences::Placed | PortableDefences::LeftBehind => {
            let rule = law!(world.book, "FOGR-SPECIAL-031", "FOGAM-SPECIAL-025");
            return Err(refuse(rule, "It has placed its only set", "Choose another move."));
        }
        PortableDefences::None => {
            return Err(refuse(
                law!(world.book, "FOGR-SPECIAL-025", "FOGAM-SPECIAL-025"),
                "It carries no portable defences",
                "Choose another move.",
            ));
        }
    }
    world.book.may_place_defences(world)?;
    let depth = world.field.scale.fortification_depth();
    let after = world.supposing(|after| {
        shift(after, group, -depth);
        after[group].portable = PortableDefences::Placed;
    });
    has_room(world, &after, group, rule)?;
    Ok(stationary(world, &after, group, action.clone(), Difficulty::Complex))
}

/// Plans picking them up.
pub fn pick_up(world: &World, group: GroupId, action: &Action) -> Result<Plan, Refusal> {
    enforces!("FOGR-SPECIAL-029");
    let rule = rule!("FOGR-SPECIAL-029");
    if world[group].portable != PortableDefences::Placed {
        return Err(refuse(rule, "It has no portable defences standing", "Choose another move."));
    }
    let rects = world.rects(group);
    if world.enemies_of(group).any(|e| any_within(rects, world.rects(e), world.field.mu(6))) {
        return Err(refuse(rule, "Enemy is within 6 MU", "Pick them up when no enemy is near."));
    }
    let after = world.supposing(|after| {
        shift(after, group, world.field.scale.fortification_depth());
        after[group].portable = PortableDefences::Carried;
    });
    has_room(world, &after, group, rule)?;
    Ok(stationary(world, &after, group, action.clone(), Difficulty::Complex))
}

fn shift(world: &mut World, group: GroupId, forward: Um) {
    let facing = world.facing(group);
    let toward =
        if forward < Um::ZERO { caracole_plane::Angle(facing.0.wrapping_add(1 << 31)) } else { facing };
    world.displace(group, &caracole_plane::Motion::Slide { toward, distance: forward.abs() });
}

/// The stretches that a battle group puts up before its front: those that cover it two bases deep, from the
/// hand that is preferred where both are equal.
#[must_use]
pub fn stretches(world: &World, group: GroupId) -> Vec<Fortification> {
    let depth = world.field.scale.fortification_depth();
    let most = usize::from(world[group].base_count).div_ceil(2);
    let bases = world.bases_of(group);
    let mut files = world.formation(group).files().collect::<Vec<_>>();
    if world.hand_where_equal() == Hand::Right {
        files.reverse();
    }
    files.truncate(most);
    let front = |file: u8| bases.iter().find(|b| b.at.file == file).map(|b| b.base);
    files
        .into_iter()
        .filter_map(front)
        .map(|b| Fortification {
            side: world[group].side,
            at: Base::new(b.front.offset(Um::ZERO, depth), b.width, depth),
            kind: FortificationKind::Portable(group.0),
        })
        .collect()
}

/// Puts up, takes down or leaves behind the stretches, as the state of the battle group now says.
pub fn settle(world: &mut World, group: GroupId) {
    enforces!("FOGR-SPECIAL-030", "FOGAM-SPECIAL-028");
    let own = FortificationKind::Portable(group.0);
    world.field.fortifications.retain(|f| f.kind != own);
    if world[group].portable == PortableDefences::Placed {
        let stretches = stretches(world, group);
        world.field.fortifications.extend(stretches);
    }
}
