//! Deploying battle groups and commanders.

use super::camps::{forward, from_sides, in_impassable, in_river, seen_from};
use super::placing::spread;
use super::{Decision, Order, dismount};
use crate::battle::arrange::widths;
use crate::battle::forming::form_up;
use crate::battle::position::{command, defence, kinds};
use crate::battle::world::{CommanderId, CommanderPlace, GroupId, Posture, World};
use crate::battle::{PlacedGroup, Scenario};
use crate::field::Grade;
use crate::formation::{Formation, Status};
use crate::troops::{Cohesion, TroopType};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use caracole_plane::{CONTACT_TOLERANCE, Pose, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

enforces!("FOGR-SETUP-071", "FOGR-SETUP-069");

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

/// Whether a battle group may be near a side edge: mounted, commanded shot, light troops.
#[must_use]
pub fn may_be_near_side(world: &World, group: GroupId) -> bool {
    kinds::is_mounted(world, group)
        || kinds::is_light(world, group)
        || world[group].status == Status::CommandedShot
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
        check_forlorn_hope(world, &after, group)?;
    } else {
        check_zone(&after, group)?;
    }
    if from_sides_of(&after, group) < after.field.mu(12) && !may_be_near_side(&after, group) {
        return Err(Refusal::new(
            rule!("FOGR-SETUP-067"),
            "Only mounted troops, commanded shot and light troops may deploy within 12 MU of a side edge",
            "Move the battle group inwards.",
        )
        .length("from the side edge", from_sides_of(&after, group).get()));
    }
    check_ground(&after, group)?;
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

fn from_sides_of(world: &World, group: GroupId) -> Um {
    world.obstruction(group).iter().map(|r| from_sides(&world.field, r)).fold(Um::MAX, Um::min)
}

fn forward_of(world: &World, group: GroupId) -> Um {
    let side = world[group].side;
    world.obstruction(group).iter().map(|r| forward(&world.field, side, r)).fold(Um::ZERO, Um::max)
}

fn check_zone(after: &World, group: GroupId) -> Result<(), Refusal> {
    let far = kinds::is_light(after, group) || kinds::is_artillery(after, group);
    let most = if far { 15 } else { 10 };
    let out = forward_of(after, group);
    if out > after.field.mu(most) + CONTACT_TOLERANCE {
        return Err(Refusal::new(
            rule!("FOGR-SETUP-066"),
            "The battle group stands too far forward",
            "Light troops and artillery deploy up to 15 MU from the rear edge, others up to 10 MU.",
        )
        .fact("most in MU", most)
        .length("from the rear edge", out.get()));
    }
    Ok(())
}

fn check_forlorn_hope(world: &World, after: &World, group: GroupId) -> Result<(), Refusal> {
    enforces!("FOGR-GLOSSARY-019");
    let rule = rule!("FOGR-SETUP-037");
    let side = world[group].side;
    let bad = |problem: &'static str, remedy: &'static str| Err(Refusal::new(rule, problem, remedy));
    if world.setup.forlorn_hope[side].is_some_and(|g| g != group) {
        return bad("An army has one forlorn hope", "Deploy this battle group as usual.");
    }
    let shot = |b: &crate::troops::BaseProfile| b.troop_type == TroopType::MediumFoot && b.is_shot();
    if after.size(group) > 4 || !after.profiles(group).iter().all(shot) {
        return bad("A forlorn hope is at most 4 bases of medium foot shot", "Deploy it as usual.");
    }
    let rects = after.rects(group);
    let inside = |r: &caracole_plane::BaseRect| {
        let near = r.corners().map(|c| after.field.table.inside_of(super::rear_edge(side), c));
        near.into_iter().fold(Um::MAX, Um::min) >= after.field.mu(10) - CONTACT_TOLERANCE
            && forward(&after.field, side, r) <= after.field.mu(15) + CONTACT_TOLERANCE
    };
    if !rects.iter().all(inside) {
        return bad("A forlorn hope stands 10 to 15 MU from the rear edge", "Move it there.");
    }
    let covered = |r: &caracole_plane::BaseRect| {
        after.field.terrain.pieces.iter().any(|p| p.kind.grade() > Grade::Open && p.has_all_of(r))
    };
    let defends =
        after.base_ids(group).iter().filter(|b| after[**b].at.rank == 0).all(|b| {
            defence::works(after).any(|w| defence::stands_behind(&w.rect(), &after[*b].base.rect()))
        });
    if !rects.iter().all(covered) && !defends {
        return bad(
            "A forlorn hope stands wholly in terrain that is not open, or defends an obstacle",
            "Move it into terrain.",
        );
    }
    Ok(())
}

fn check_ground(after: &World, group: GroupId) -> Result<(), Refusal> {
    let rule = rule!("FOGR-SETUP-068");
    let field = &after.field;
    let rects = after.obstruction(group);
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
    let difficult = rects.iter().any(|r| field.terrain.under(r).any(|p| p.kind.grade() == Grade::Difficult));
    let is = |t| kinds::is_all(after, group, t);
    let medium = is(TroopType::MediumArtillery);
    if difficult && (is(TroopType::BattleWagons) || is(TroopType::HeavyArtillery) || medium) {
        let behind_works =
            medium && after[group].posture != Posture::Limbered && will_be_behind_works(after, group);
        if !behind_works {
            return Err(Refusal::new(
                rule,
                "Battle wagons, heavy and medium artillery do not deploy in difficult ground",
                "Move it; unlimbered medium artillery may stand there behind fortifications.",
            ));
        }
    }
    Ok(())
}

/// Whether fortifications of its side can come to lie before every front base: a marker is near enough.
fn will_be_behind_works(after: &World, group: GroupId) -> bool {
    let side = after[group].side;
    let markers = &after.setup.markers[side];
    let width = after.field.base_width();
    after.rects(group).iter().all(|r| {
        markers.iter().any(|m| {
            let reach = width * i32::from(m.bases).div_euclid(2).max(1);
            r.distance_to_point(m.front.at) <= reach
        })
    })
}

/// Nothing may overlap anything.
pub fn check_room(after: &World, group: GroupId) -> Result<(), Refusal> {
    let rule = rule!("FOGR-BG-027");
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
    let deep = kinds::is_light(world, group) || kinds::is_artillery(world, group);
    let mut rows = vec![10, 8, 6, 4, 2];
    if deep {
        rows.insert(0, 15);
    }
    let mut found = Vec::new();
    for files in wide {
        for row in &rows {
            for column in spread(columns) {
                let front = seen_from(field, side, field.mu(column), field.mu(*row));
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
    let rule = rule!("FOGR-SETUP-074");
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
    if !field.holds(&rect) || forward(field, side, &rect) > field.mu(15) + CONTACT_TOLERANCE {
        return Err(Refusal::new(
            rule,
            "A commander is placed up to 15 MU from the rear edge",
            "Move the commander back.",
        ));
    }
    let troops = world.on_table().any(|g| world.obstruction(g).iter().any(|r| r.overlaps(&rect)));
    if place == CommanderPlace::Alone && (troops || in_impassable(field, &rect)) {
        return Err(Refusal::new(rule, "The commander cannot stand there", "Choose a free place."));
    }
    Ok(Order::Commander { commander, base, place })
}

/// Sensible places for a commander: with each battle group, or alone.
pub fn commander_candidates(world: &World, commander: CommanderId) -> Vec<Decision> {
    let side = world[commander].side;
    let field = &world.field;
    let with = world.of_side(side).map(CommanderPost::With);
    let columns = i32::try_from(field.table.width.whole_parts(field.scale.mu)).unwrap_or(0);
    let alone =
        spread(columns).map(|c| CommanderPost::Alone(seen_from(field, side, field.mu(c), field.mu(14))));
    let legal = |post: &CommanderPost| check_commander(world, commander, *post).is_ok();
    let mut found: Vec<CommanderPost> = with.filter(legal).collect();
    found.extend(alone.filter(legal).take(3));
    found.into_iter().map(Decision::Commander).collect()
}
