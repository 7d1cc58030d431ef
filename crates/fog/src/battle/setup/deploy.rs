//! Deploying battle groups and commanders.

use super::camps::{forward, from_sides, in_impassable, in_river, seen_from};
use super::placing::spread;
use super::{Decision, Order, dismount};
use crate::battle::arrange::widths;
use crate::battle::forming::form_up;
use crate::battle::law::law;
use crate::battle::position::command;
use crate::battle::world::{CommanderId, CommanderPlace, GroupId, World};
use crate::battle::{PlacedGroup, Scenario};
use crate::formation::Formation;
use crate::troops::Cohesion;
use caracole_kernel::Refusal;
use caracole_ledger::enforces;
use caracole_plane::{CONTACT_TOLERANCE, Pose, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

enforces!("FOGR-SETUP-071", "FOGR-SETUP-069", "FOGAM-SETUP-040");

/// How a battle group is put on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deployment {
    /// The middle of its front line, and its facing.
    pub front: Pose,
    /// How many files it has, in the most usual formation of that width.
    pub files: u8,
    /// Its formation, if it is not the most usual one.
    #[serde(default)]
    pub formation: Option<Formation>,
    /// Whether artillery is limbered.
    #[serde(default)]
    pub limbered: bool,
    /// Whether it is the army's forlorn hope.
    #[serde(default)]
    pub forlorn_hope: bool,
    /// Whether it dismounts as it is deployed.
    #[serde(default)]
    pub dismounted: bool,
}

impl Deployment {
    /// In the most usual formation of this many files.
    #[must_use]
    pub const fn at(front: Pose, files: u8) -> Self {
        Deployment { front, files, formation: None, limbered: false, forlorn_hope: false, dismounted: false }
    }
}

/// Where a commander is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CommanderPost {
    /// On his own.
    Alone(Pose),
    /// With a battle group.
    With(GroupId),
}

/// The world with the battle group formed up.
pub fn formed(
    world: &World,
    scenario: &Scenario,
    group: GroupId,
    deployment: &Deployment,
) -> Result<World, Refusal> {
    let mut after = world.clone();
    if deployment.dismounted {
        dismount::off_table(&mut after, scenario, group)?;
    }
    let placed = PlacedGroup {
        side: world[group].side,
        number: world[group].entry.saturating_add(1),
        front: deployment.front,
        files: deployment.files,
        formation: deployment.formation.clone(),
        cohesion: Cohesion::Steady,
        limbered: deployment.limbered,
        lost: Vec::new(),
    };
    form_up(&mut after, scenario, group, &placed)?;
    Ok(after)
}

/// Checks the place of a battle group.
pub fn check(
    world: &World,
    scenario: &Scenario,
    group: GroupId,
    deployment: &Deployment,
) -> Result<Order, Refusal> {
    let after = formed(world, scenario, group, deployment)?;
    let side = world[group].side;
    if deployment.forlorn_hope {
        world.book.check_forlorn_hope(world, &after, group)?;
    } else {
        world.book.check_zone(&after, group)?;
    }
    world.book.check_sides(&after, group)?;
    let field = &after.field;
    let rects = after.obstruction(group);
    let rule = law!(world.book, "FOGR-SETUP-068", "FOGAM-SETUP-039");
    if rects.iter().any(|r| !field.holds(r)) {
        return Err(Refusal::new(rule, "The battle group is partly off the table", "Move it."));
    }
    if rects.iter().any(|r| in_impassable(field, r) || in_river(field, r)) {
        return Err(Refusal::new(
            rule,
            "No troops deploy in impassable ground or in a river",
            "Move the battle group.",
        ));
    }
    world.book.check_ground(&after, group)?;
    check_room(&after, group)?;
    Ok(Order::Deploy {
        side,
        group,
        formation: after.formation(group).clone(),
        front: deployment.front,
        posture: after[group].posture,
        forlorn_hope: deployment.forlorn_hope,
        dismounted: deployment.dismounted,
    })
}

/// How far a battle group is from the nearer side edge.
#[must_use]
pub fn from_sides_of(world: &World, group: GroupId) -> Um {
    world.obstruction(group).iter().map(|r| from_sides(&world.field, r)).fold(Um::MAX, Um::min)
}

/// How far from its rear edge a battle group stands, by its furthest part.
#[must_use]
pub fn forward_of(world: &World, group: GroupId) -> Um {
    let side = world[group].side;
    world.obstruction(group).iter().map(|r| forward(&world.field, side, r)).fold(Um::ZERO, Um::max)
}

/// Nothing may overlap anything.
pub fn check_room(after: &World, group: GroupId) -> Result<(), Refusal> {
    let rule = law!(after.book, "FOGR-BG-027", "FOGAM-SETUP-038");
    let rects = after.obstruction(group);
    let hits = |others: &[caracole_plane::BaseRect]| caracole_plane::any_overlap(rects, others);
    let troops = after.on_table().any(|g| g != group && hits(after.obstruction(g)));
    let camps = after.sides.iter().any(|(_, s)| s.camp.is_some_and(|c| hits(&[c.at.rect()])));
    let works = after.field.fortifications.iter().any(|f| hits(&[f.at.rect()]));
    if troops || camps || works {
        return Err(Refusal::new(rule, "There is no room for the battle group", "Move it to a free place."));
    }
    Ok(())
}

/// Sensible places for a battle group: in its zone, in two or three widths.
pub fn candidates(world: &World, scenario: &Scenario, group: GroupId, most: usize) -> Vec<Decision> {
    let start = world.start_of(group);
    let nature = world.nature(group, &start);
    let mut wide = widths(&nature, &start);
    // Usual widths first: about two ranks deep.
    let usual = start.len().div_ceil(2);
    wide.sort_by_key(|w| w.abs_diff(usual));
    let field = &world.field;
    let side = world[group].side;
    let columns = i32::try_from(field.table.width.whole_parts(field.scale.mu)).unwrap_or(0);
    let rows = world.book.rows(world, group);
    let mut found = Vec::new();
    for files in wide {
        for row in &rows {
            for column in spread(columns) {
                let front = seen_from(field, side, field.mu(column), *row);
                let files = u8::try_from(files).unwrap_or(u8::MAX);
                let deployment = Deployment::at(front, files);
                if check(world, scenario, group, &deployment).is_ok() {
                    found.push(Decision::Deploy(deployment));
                }
                if found.len() >= most {
                    return found;
                }
            }
        }
    }
    found
}

/// The decisions for a battle group; that there is no room only if no place was found.
pub fn deploy_candidates(world: &World, scenario: &Scenario, group: GroupId) -> Vec<Decision> {
    let found = candidates(world, scenario, group, 6);
    if found.is_empty() { vec![Decision::NoRoom] } else { found }
}

/// Checks the place of a commander.
pub fn check_commander(world: &World, commander: CommanderId, post: CommanderPost) -> Result<Order, Refusal> {
    let side = world[commander].side;
    let (rule, reach) = (law!(world.book, "FOGR-SETUP-074", "FOGAM-SETUP-044"), world.book.commander_reach());
    let (base, place) = match post {
        CommanderPost::Alone(pose) => {
            let mut base = world[commander].base;
            base.front = pose;
            (base, CommanderPlace::Alone)
        }
        CommanderPost::With(group) => {
            let own = world.get(group).is_some_and(|g| g.side == side && g.is_on_table());
            if !own {
                return Err(Refusal::new(
                    rule,
                    "A commander joins a battle group of the same army that is on the table",
                    "Name another.",
                ));
            }
            (command::place_beside(world, commander, group), CommanderPlace::With(group))
        }
    };
    let rect = base.rect();
    let field = &world.field;
    if !field.holds(&rect) || forward(field, side, &rect) > field.mu(reach) + CONTACT_TOLERANCE {
        return Err(Refusal::new(
            rule,
            format!("A commander is placed up to {reach} MU from the rear edge"),
            "Move the commander back.",
        ));
    }
    let troops = world.on_table().any(|g| world.obstruction(g).iter().any(|r| r.overlaps(&rect)));
    if place == CommanderPlace::Alone && (troops || in_impassable(field, &rect)) {
        return Err(Refusal::new(rule, "The commander cannot stand there", "Choose a free place."));
    }
    if place == CommanderPlace::Alone {
        world.book.may_stand_alone(world, &rect)?;
    }
    Ok(Order::Commander { commander, base, place })
}

/// Sensible places for a commander: with each battle group, or alone.
pub fn commander_candidates(world: &World, commander: CommanderId) -> Vec<Decision> {
    let side = world[commander].side;
    let field = &world.field;
    let with = world.of_side(side).map(CommanderPost::With);
    let columns = i32::try_from(field.table.width.whole_parts(field.scale.mu)).unwrap_or(0);
    let row = field.mu(world.book.commander_reach() - 1);
    let alone = spread(columns).map(|c| CommanderPost::Alone(seen_from(field, side, field.mu(c), row)));
    let legal = |post: &CommanderPost| check_commander(world, commander, *post).is_ok();
    let mut found: Vec<CommanderPost> = with.filter(legal).collect();
    found.extend(alone.filter(legal).take(3));
    found.into_iter().map(Decision::Commander).collect()
}
