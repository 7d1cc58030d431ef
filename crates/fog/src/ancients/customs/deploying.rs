//! Where troops are put down: camps, ambushes, deployment, dismounting.

use super::laying_ground::is_village;
use crate::ancients::Ancients;
use crate::ancients::setup::dismounting::dismounted;
use crate::battle::Scenario;
use crate::battle::customs::Deploying;
use crate::battle::position::{defence, kinds, rates};
use crate::battle::setup::ambush::{Ambushers, is_in_view_of_strip, one_type};
use crate::battle::setup::deploy::forward_of;
use crate::battle::setup::{Player, dismount, rear_edge};
use crate::battle::world::{GroupId, Posture, World};
use crate::field::{Field, FortificationKind, Grade, TerrainKind};
use crate::troops::{BaseProfile, TroopType};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{BaseRect, CONTACT_TOLERANCE, Um};

impl Deploying for Ancients {
    fn camp_reach(&self) -> i32 {
        12
    }

    fn check_camp_ground(&self, field: &Field, camp: &BaseRect) -> Result<(), Refusal> {
        let hard = |k: TerrainKind| k.grade() == Grade::Difficult && !is_village(k);
        if !field.terrain.under(camp).any(|p| hard(p.kind)) {
            return Ok(());
        }
        Err(Refusal::new(
            rule!("FOGAM-SETUP-019"),
            "The camp cannot stand in difficult ground other than a village",
            "Move it.",
        ))
    }

    fn furthest_deployment(&self) -> i32 {
        18
    }

    fn ambush_reach(&self, field: &Field, player: Player) -> Um {
        enforces!("FOGAM-SETUP-021", "FOGAM-SETUP-006");
        match player {
            Player::Holder => field.table.depth.half(),
            Player::Other => field.table.depth.half() - field.mu(6),
        }
    }

    fn check_ambushers(&self, world: &World, who: Ambushers, marker: &BaseRect) -> Result<(), Refusal> {
        check_can_move(world, who.group, &[*marker])
    }

    fn check_revealed_ground(&self, after: &World, group: GroupId) -> Result<(), Refusal> {
        let rects = after.rects(group);
        check_can_move(after, group, rects)?;
        let enemy = after[group].side.other();
        let troops = one_type(after, group);
        if rects.iter().any(|r| is_in_view_of_strip(after, enemy, r, troops)) {
            return Err(Refusal::new(
                rule!("FOGAM-SETUP-024"),
                "A base would be in view from where the enemy could deploy skirmishers",
                "Place it out of their view.",
            ));
        }
        Ok(())
    }

    fn check_zone(&self, after: &World, group: GroupId) -> Result<(), Refusal> {
        let field = &after.field;
        let behind = field.mu(15) - field.scale.fortification_depth();
        let most = match kinds::is_light(after, group) {
            true => field.mu(18),
            false if defends_all_along(after, group) => behind,
            false => field.mu(12),
        };
        let out = forward_of(after, group);
        if out > most + CONTACT_TOLERANCE {
            return Err(Refusal::new(
                rule!("FOGAM-SETUP-038"),
                "The battle group stands too far forward",
                "Skirmishers deploy up to 18 MU from the rear edge, others up to 12 MU, or right behind their works.",
            )
            .length("most", most.get())
            .length("from the rear edge", out.get()));
        }
        Ok(())
    }

    fn check_sides(&self, _: &World, _: GroupId) -> Result<(), Refusal> {
        Ok(())
    }

    fn check_forlorn_hope(&self, _: &World, _: &World, _: GroupId) -> Result<(), Refusal> {
        Err(Refusal::new(
            rule!("FOGAM-SETUP-038"),
            "This book knows no forlorn hope",
            "Deploy the battle group as usual.",
        ))
    }

    fn check_ground(&self, after: &World, group: GroupId) -> Result<(), Refusal> {
        let rects = after.obstruction(group);
        let heavy_guns = |t: TroopType| t == TroopType::HeavyArtillery;
        if !after.profiles(group).iter().any(|b| heavy_guns(b.troop_type)) {
            return check_move_at_all(after, group, rects, rule!("FOGAM-SETUP-039"));
        }
        let under = |r: &BaseRect| after.field.terrain.under(r).any(|p| p.kind.grade() == Grade::Difficult);
        if rects.iter().any(under) {
            return Err(Refusal::new(
                rule!("FOGAM-SETUP-039"),
                "Heavy artillery does not deploy in difficult ground",
                "Move it.",
            ));
        }
        Ok(())
    }

    fn rows(&self, world: &World, group: GroupId) -> Vec<Um> {
        let (field, side) = (&world.field, world[group].side);
        let light = kinds::is_light(world, group);
        let mut rows: Vec<Um> = Vec::new();
        for work in own_works(world, side) {
            let row = field.table.inside_of(rear_edge(side), work.front.at) - work.depth;
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        let usual: &[i32] = if light { &[18, 15, 12, 10, 8, 6, 4, 2] } else { &[12, 10, 8, 6, 4, 2] };
        rows.extend(usual.iter().map(|row| field.mu(*row)));
        rows
    }

    fn commander_reach(&self) -> i32 {
        12
    }

    fn has_limbers(&self) -> bool {
        false
    }

    /// What their list says, or what the table says once the enemy has works or battle wagons.
    fn on_foot(&self, world: &World, scenario: &Scenario, group: GroupId) -> Option<Vec<BaseProfile>> {
        enforces!("FOGAM-SETUP-041");
        if let Some(listed) = dismount::as_listed(world, scenario, group) {
            return Some(listed);
        }
        let side = world.get(group)?.side;
        if !has_cause(world, side.other()) {
            return None;
        }
        by_the_table(world, group)
    }

    fn may_note_dismounting(&self, world: &World, group: GroupId) -> bool {
        enforces!("FOGAM-SETUP-042");
        by_the_table(world, group).is_some()
    }
}

fn by_the_table(world: &World, group: GroupId) -> Option<Vec<BaseProfile>> {
    world.get(group)?;
    let start = world.start_of(group);
    start.iter().map(|b| dismounted(*b)).collect()
}

/// Whether a side has placed field fortifications or deployed battle wagons.
fn has_cause(world: &World, side: Side) -> bool {
    let wagons = |g: GroupId| world.profiles(g).iter().any(|b| b.troop_type == TroopType::BattleWagons);
    own_works(world, side).next().is_some() || world.of_side(side).any(wagons)
}

fn own_works(world: &World, side: Side) -> impl Iterator<Item = &caracole_plane::Base> {
    let own = move |f: &&crate::field::Fortification| f.side == side && f.kind == FortificationKind::Field;
    world.field.fortifications.iter().filter(own).map(|f| &f.at)
}

/// Whether every base of the front rank defends field fortifications.
fn defends_all_along(world: &World, group: GroupId) -> bool {
    let ids = world.base_ids(group);
    ids.iter().filter(|b| world[**b].at.rank == 0).all(|b| defence::is_defender(world, *b))
}

/// Troops lie in ambush only where they could move.
fn check_can_move(world: &World, group: GroupId, rects: &[BaseRect]) -> Result<(), Refusal> {
    check_move_at_all(world, group, rects, rule!("FOGAM-SETUP-021"))
}

fn check_move_at_all(
    world: &World,
    group: GroupId,
    rects: &[BaseRect],
    rule: caracole_ledger::RuleId,
) -> Result<(), Refusal> {
    let ground: Vec<TerrainKind> =
        rects.iter().flat_map(|r| world.field.terrain.under(r).map(|p| p.kind)).collect();
    let Some((troops, kind)) = rates::barred(world, group, Posture::Normal, &ground) else { return Ok(()) };
    Err(Refusal::new(
        rule,
        format!("{troops} cannot move in {}", rates::words(kind)),
        "Put them on other ground.",
    ))
}
