//! Where troops are put down: camps, ambushes, deployment.

use crate::battle::Scenario;
use crate::battle::customs::Deploying;
use crate::battle::position::{defence, kinds};
use crate::battle::setup::ambush::Ambushers;
use crate::battle::setup::camps::{forward, from_sides, in_impassable};
use crate::battle::setup::deploy::{forward_of, from_sides_of};
use crate::battle::setup::{Player, dismount, rear_edge};
use crate::battle::world::{GroupId, Posture, World};
use crate::field::{Field, Grade};
use crate::formation::Status;
use crate::renaissance::Renaissance;
use crate::troops::{BaseProfile, TroopType};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, Base, BaseRect, CONTACT_TOLERANCE, Edge, Pose, Um};

impl Deploying for Renaissance {
    fn camp_reach(&self) -> i32 {
        10
    }

    fn check_camp_ground(&self, field: &Field, camp: &BaseRect) -> Result<(), Refusal> {
        let (rect, rule) = (camp, rule!("FOGR-SETUP-024"));
        let shut = |edge: Edge| {
            let [a, b] = rect.edge(edge);
            let middle = a.midpoint(b);
            // A strip along the edge, just outside.
            let outwards = rect.centre().direction_to(middle).unwrap_or(Angle::ZERO);
            let strip = Base::new(
                Pose::new(middle.moved(outwards, Um::from_mm(1)), outwards),
                a.distance(b),
                Um::from_mm(1),
            );
            in_impassable(field, &strip.rect())
        };
        if Edge::ALL.into_iter().filter(|e| shut(*e)).count() > 2 {
            return Err(Refusal::new(
                rule,
                "Impassable ground surrounds the camp on more than two sides",
                "Move it into the open.",
            ));
        }
        Ok(())
    }

    fn furthest_deployment(&self) -> i32 {
        15
    }

    fn ambush_reach(&self, field: &Field, player: Player) -> Um {
        enforces!("FOGR-SETUP-038");
        match player {
            Player::Holder => field.table.depth.half(),
            Player::Other => field.mu(18),
        }
    }

    fn check_ambushers(&self, world: &World, who: Ambushers, rect: &BaseRect) -> Result<(), Refusal> {
        if kinds::is_artillery(world, who.group) || kinds::is_all(world, who.group, TroopType::BattleWagons) {
            return Err(Refusal::new(
                rule!("FOGR-SETUP-039"),
                "Battle wagons and artillery cannot ambush",
                "Hide other troops.",
            ));
        }
        if from_sides(&world.field, rect) < world.field.mu(12) && !may_be_near_side(world, who.group) {
            return Err(Refusal::new(
                rule!("FOGR-SETUP-039"),
                "Within 12 MU of a side edge only mounted troops, commanded shot and light troops may ambush",
                "Hide other troops there, or none.",
            ));
        }
        Ok(())
    }

    fn check_revealed_ground(&self, after: &World, group: GroupId) -> Result<(), Refusal> {
        let (rects, rule) = (after.rects(group), rule!("FOGR-SETUP-043"));
        let near = rects.iter().any(|r| from_sides(&after.field, r) < after.field.mu(12));
        if near && !may_be_near_side(after, group) {
            return Err(Refusal::new(
                rule,
                "Within 12 MU of a side edge only mounted troops, commanded shot and light troops may stand",
                "Place it further in.",
            ));
        }
        Ok(())
    }

    fn check_zone(&self, after: &World, group: GroupId) -> Result<(), Refusal> {
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

    fn check_sides(&self, after: &World, group: GroupId) -> Result<(), Refusal> {
        if from_sides_of(after, group) < after.field.mu(12) && !may_be_near_side(after, group) {
            return Err(Refusal::new(
                rule!("FOGR-SETUP-067"),
                "Only mounted troops, commanded shot and light troops may deploy within 12 MU of a side edge",
                "Move the battle group inwards.",
            )
            .length("from the side edge", from_sides_of(after, group).get()));
        }
        Ok(())
    }

    fn check_forlorn_hope(&self, world: &World, after: &World, group: GroupId) -> Result<(), Refusal> {
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
            let near = r.corners().map(|c| after.field.table.inside_of(rear_edge(side), c));
            near.into_iter().fold(Um::MAX, Um::min) >= after.field.mu(10) - CONTACT_TOLERANCE
                && forward(&after.field, side, r) <= after.field.mu(15) + CONTACT_TOLERANCE
        };
        if !rects.iter().all(inside) {
            return bad("A forlorn hope stands 10 to 15 MU from the rear edge", "Move it there.");
        }
        let covered = |r: &caracole_plane::BaseRect| {
            after.field.terrain.pieces.iter().any(|p| p.kind.grade() > Grade::Open && p.has_all_of(r))
        };
        let defends = after.base_ids(group).iter().filter(|b| after[**b].at.rank == 0).all(|b| {
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

    fn check_ground(&self, after: &World, group: GroupId) -> Result<(), Refusal> {
        let rule = rule!("FOGR-SETUP-068");
        let field = &after.field;
        let rects = after.obstruction(group);
        let difficult =
            rects.iter().any(|r| field.terrain.under(r).any(|p| p.kind.grade() == Grade::Difficult));
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

    fn rows(&self, world: &World, group: GroupId) -> Vec<Um> {
        let deep = kinds::is_light(world, group) || kinds::is_artillery(world, group);
        let mut rows = vec![10, 8, 6, 4, 2];
        if deep {
            rows.insert(0, 15);
        }
        rows.into_iter().map(|row| world.field.mu(row)).collect()
    }

    fn commander_reach(&self) -> i32 {
        15
    }

    fn has_limbers(&self) -> bool {
        true
    }

    fn on_foot(&self, world: &World, scenario: &Scenario, group: GroupId) -> Option<Vec<BaseProfile>> {
        enforces!("FOGR-SETUP-072");
        dismount::as_listed(world, scenario, group)
    }

    fn may_note_dismounting(&self, _: &World, _: GroupId) -> bool {
        false
    }
}

/// Whether a battle group may be near a side edge: mounted, commanded shot, light troops.
fn may_be_near_side(world: &World, group: GroupId) -> bool {
    kinds::is_mounted(world, group)
        || kinds::is_light(world, group)
        || world[group].status == Status::CommandedShot
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
