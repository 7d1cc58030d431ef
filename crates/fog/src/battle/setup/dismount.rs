//! Dismounting: which mounted battle groups may, when, and what they become.

use super::Decision;
use crate::battle::Scenario;
use crate::battle::arrange::arrangements;
use crate::battle::law::law;
use crate::battle::world::{GroupId, World};
use crate::formation::{Formation, check as check_formation};
use crate::troops::BaseProfile;
use caracole_kernel::{Refusal, Side};

/// The bases that a battle group becomes on foot, if it may dismount now.
#[must_use]
pub fn on_foot(world: &World, scenario: &Scenario, group: GroupId) -> Option<Vec<BaseProfile>> {
    world.book.on_foot(world, scenario, group)
}

/// What the list of a battle group that is still mounted lets its bases become on foot; nothing if it says nothing.
#[must_use]
pub fn as_listed(world: &World, scenario: &Scenario, group: GroupId) -> Option<Vec<BaseProfile>> {
    let state = world.get(group).filter(|g| g.detached_from.is_none())?;
    let listed = scenario.armies[state.owner].battle_groups.get(usize::from(state.entry))?;
    let mounted = listed.profiles();
    let still_mounted = world.start_of(group).as_slice() == mounted.as_slice();
    let foot: Vec<BaseProfile> = listed
        .dismounted
        .iter()
        .flat_map(|b| std::iter::repeat_n(listed.profile(b), usize::from(b.count)))
        .collect();
    (still_mounted && foot.len() == mounted.len()).then_some(foot)
}

fn may_not(world: &World) -> Refusal {
    Refusal::new(
        law!(world.book, "FOGR-SETUP-072", "FOGAM-SETUP-041"),
        "These troops may not dismount now",
        "Leave them as they are.",
    )
}

/// Lets a battle group that is not on the table yet dismount: every base becomes what its list says.
pub fn off_table(world: &mut World, scenario: &Scenario, group: GroupId) -> Result<(), Refusal> {
    let foot = on_foot(world, scenario, group).ok_or_else(|| may_not(world))?;
    let scale = world.field.scale;
    let ids: Vec<_> = world.all_base_ids(group).collect();
    for (id, profile) in ids.into_iter().zip(foot) {
        world[id].profile = profile;
        world[id].base.depth = scale.base_depth(profile.troop_type);
    }
    Ok(())
}

/// Lets a battle group dismount where it stands: on its front line, as wide as it was if that is legal.
pub fn on_table(world: &mut World, scenario: &Scenario, group: GroupId) -> Result<(), Refusal> {
    let anchor = world.anchor(group);
    off_table(world, scenario, group)?;
    let start = world.start_of(group);
    let nature = world.nature(group, &start);
    let as_it_stands = world.formation(group);
    let usual = || arrangements(&nature, &start, as_it_stands.width()).into_iter().next();
    let formation: Option<Formation> =
        if check_formation(&nature, as_it_stands).is_ok() { Some(as_it_stands.clone()) } else { usual() };
    let Some(formation) = formation else {
        return Err(Refusal::new(
            law!(world.book, "FOGR-BG-006", "FOGAM-BG-011"),
            "On foot they have no legal formation of that width",
            "Leave them mounted.",
        ));
    };
    // On the grid first, so that every place finds a base of its kind.
    world.arrange(group, &formation, anchor);
    Ok(())
}

/// The battle groups of a side on the table that may still dismount.
#[must_use]
pub fn able(world: &World, scenario: &Scenario, side: Side) -> Vec<GroupId> {
    world
        .of_side(side)
        .filter(|&g| on_foot(world, scenario, g).is_some())
        .filter(|&g| on_table(&mut world.clone(), scenario, g).is_ok())
        .collect()
}

/// Checks which battle groups dismount.
pub fn check(world: &World, scenario: &Scenario, side: Side, who: &[GroupId]) -> Result<(), Refusal> {
    let mut after = world.clone();
    for &group in who {
        let own = world.get(group).is_some_and(|g| g.side == side && g.is_on_table());
        if !own {
            return Err(Refusal::new(
                law!(world.book, "FOGR-SETUP-073", "FOGAM-SETUP-042"),
                "Only battle groups that stand on the table dismount now",
                "Name your own; ambushers dismount as their marker says, flank marchers never.",
            ));
        }
        on_table(&mut after, scenario, group)?;
        super::deploy::check_room(&after, group)?;
    }
    Ok(())
}

/// Sensible choices: none, all that may, and each alone.
pub fn candidates(world: &World, scenario: &Scenario, side: Side) -> Vec<Decision> {
    let able = able(world, scenario, side);
    let mut found = vec![Vec::new()];
    if able.len() > 1 {
        found.push(able.clone());
    }
    found.extend(able.into_iter().map(|g| vec![g]));
    found.retain(|who| check(world, scenario, side, who).is_ok());
    found.into_iter().map(Decision::Dismount).collect()
}
