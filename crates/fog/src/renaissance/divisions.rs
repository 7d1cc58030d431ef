//! Divisions: who may move as one body.

use crate::battle::manoeuvre::leads;
use crate::battle::position::{disorder, kinds};
use crate::battle::world::{CommanderId, GroupId, World};
use crate::formation::Status;
use crate::troops::{Cohesion, Disorder, TroopType};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{CONTACT_TOLERANCE, any_within};

/// The commander under whom battle groups are a division.
pub fn leader(world: &World, _: Side, groups: &[GroupId]) -> Result<CommanderId, Refusal> {
    enforces!("FOGR-COMMAND-010", "FOGR-COMMAND-012", "FOGR-COMMAND-013", "FOGR-COMMAND-023");
    for &group in groups {
        member(world, group)?;
    }
    let mounted = groups.iter().any(|&g| kinds::is_mounted(world, g));
    let foot = groups.iter().any(|&g| {
        kinds::is_foot(world, g)
            && world[g].status != Status::CommandedShot
            && !kinds::is_all(world, g, TroopType::Dragoons)
    });
    if mounted && foot {
        return Err(Refusal::new(
            rule!("FOGR-COMMAND-014"),
            "A division has either mounted troops or foot; commanded shot and dragoons go with both",
            "Move them apart.",
        ));
    }
    if groups.iter().any(|&g| Some(world[g].contingent) != groups.first().map(|&f| world[f].contingent)) {
        return Err(Refusal::new(
            rule!("FOGR-COMMAND-017"),
            "Allied battle groups can be in a division only with their own contingent",
            "Move them apart.",
        ));
    }
    for &group in groups {
        if !groups.iter().any(|&o| o != group && are_neighbours(world, group, o)) {
            return Err(Refusal::new(
                rule!("FOGR-COMMAND-010"),
                "A battle group is further than 4 MU from every other one in the division",
                "Leave it out.",
            )
            .piece("battle group", group.piece()));
        }
    }
    world.commander_ids().find(|&c| leads(world, c, groups)).ok_or_else(|| {
        Refusal::new(
            rule!("FOGR-COMMAND-012"),
            "No commander with one of them has all of them in command range and line of command",
            "Bring a commander up, or move fewer.",
        )
    })
}

/// Whether two battle groups stand near enough to each other for a division.
pub fn are_neighbours(world: &World, a: GroupId, b: GroupId) -> bool {
    any_within(world.rects(a), world.rects(b), world.field.mu(4))
}

fn member(world: &World, group: GroupId) -> Result<(), Refusal> {
    enforces!("FOGR-COMMAND-015", "FOGR-COMMAND-016");
    let barred =
        |t: TroopType| matches!(t, TroopType::Warriors | TroopType::BattleWagons) || t.is_artillery();
    if world.profiles(group).iter().any(|b| barred(b.troop_type)) {
        return Err(Refusal::new(
            rule!("FOGR-COMMAND-015"),
            "Warriors, artillery and battle wagons cannot be in a division",
            "Leave them out.",
        )
        .piece("battle group", group.piece()));
    }
    let shaken = world[group].cohesion >= Cohesion::Fragmented
        || disorder::worst(world, group) == Disorder::SeverelyDisordered;
    if shaken {
        return Err(Refusal::new(
            rule!("FOGR-COMMAND-016"),
            "Fragmented or severely disordered troops cannot be in a division",
            "Leave them out.",
        )
        .piece("battle group", group.piece()));
    }
    Ok(())
}

/// The gaps to other friends that a divisional move needs at its start.
pub fn gaps(world: &World, groups: &[GroupId]) -> Result<(), Refusal> {
    enforces!("FOGR-COMMAND-011");
    let width = world.field.base_width();
    let close = |a: GroupId, b: GroupId| {
        let (ours, theirs) = (world.rects(a), world.rects(b));
        ours.iter().any(|r| theirs.iter().any(|o| r.distance(o) + CONTACT_TOLERANCE < width))
    };
    let exempt = |g: GroupId| {
        kinds::is_a_keil(world, g)
            || kinds::is_all(world, g, TroopType::LightFoot)
            || kinds::is_artillery(world, g)
            || (world[g].status == Status::CommandedShot
                && world.friends_of(g).filter(|&f| close(g, f)).all(|f| kinds::is_mounted(world, f)))
    };
    for &group in groups {
        let crowding = world.friends_of(group).find(|&f| close(group, f) && !exempt(group) && !exempt(f));
        if let Some(friend) = crowding {
            return Err(Refusal::new(
                rule!("FOGR-COMMAND-011"),
                "A battle group of the division is less than a base width from other friends",
                "Leave it out, or move it on its own.",
            )
            .piece("battle group", group.piece())
            .piece("friends", friend.piece()));
        }
    }
    Ok(())
}
