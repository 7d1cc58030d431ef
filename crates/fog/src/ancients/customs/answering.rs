//! Interceptions, standing and evading.

use super::charging::as_troops;
use crate::ancients::{self, Ancients};
use crate::battle::customs::{Answering, Obstacle};
use crate::battle::impact::evade::{self, is_sheltered, would_disorder};
use crate::battle::impact::plan::Planned;
use crate::battle::impact::{Charge, Interception};
use crate::battle::position::{kinds, rates};
use crate::battle::world::{GroupId, Phase, World};
use crate::combat;
use crate::field::Grade;
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Path, Um};
use smallvec::SmallVec;

impl Answering for Ancients {
    fn zone_of_interception(&self, world: &World, group: GroupId) -> Um {
        enforces!("FOGAM-IMPACT-082");
        world.field.mu(if kinds::is_mounted(world, group) { 4 } else { 2 })
    }

    fn intercepts(&self, world: &World, group: GroupId, charger: GroupId) -> bool {
        enforces!("FOGAM-IMPACT-083", "FOGAM-IMPACT-087", "FOGAM-IMPACT-090");
        let routers = world[group].pursuing.iter().any(|&r| world[r].is_broken());
        let skirmishers = kinds::is_light(world, group) && kinds::is_battle(world, charger);
        let pieces = &world.field.terrain.pieces;
        let on = |p: &crate::field::Piece| world.rects(group).iter().any(|r| p.has_part_of(r));
        let disordered = pieces.iter().any(|p| would_disorder(world, group, p.kind) && on(p));
        !routers && !skirmishers && !disordered
    }

    fn tests_to_intercept(
        &self,
        world: &World,
        group: GroupId,
        charger: GroupId,
        how: Interception,
    ) -> Vec<RuleId> {
        enforces!("FOGAM-IMPACT-086", "FOGAM-IMPACT-088");
        let charge = match how {
            Interception::FlankOrRear => combat::Charge::FlankOrRear,
            Interception::AcrossPath { .. } => combat::Charge::Yes,
        };
        let (own, their) = (as_troops(world, group), as_troops(world, charger));
        ancients::needs_test_to_charge(&own, &their, charge, world.readings)
            .map(|why| match why {
                _ if why == rule!("FOGAM-IMPACT-072") => rule!("FOGAM-IMPACT-088"),
                _ => rule!("FOGAM-IMPACT-086"),
            })
            .into_iter()
            .collect()
    }

    fn check_ground_to_intercept(&self, world: &World, group: GroupId, path: &Path) -> Result<(), Refusal> {
        enforces!("FOGAM-IMPACT-083");
        let files: Vec<u8> = world.bases_of(group).iter().map(|b| b.at.file).collect();
        let touched = rates::kinds_on_path(world, path, &files);
        match touched.into_iter().any(|kind| would_disorder(world, group, kind)) {
            true => Err(Refusal::new(
                rule!("FOGAM-IMPACT-083"),
                "interceptors must stay clear of ground that disorders them",
                "Go less far, or leave it.",
            )),
            false => Ok(()),
        }
    }

    fn blocks(&self, group: GroupId, charge: &Charge, without: Option<&Planned>, with: &Planned) -> bool {
        enforces!("FOGAM-IMPACT-092");
        let touched = |p: &Planned, of_line: bool| {
            let on_target = |t: &&crate::battle::impact::plan::Touched| {
                charge.targets.contains(&t.enemy) && !(of_line && t.by_step)
            };
            p.touched.iter().filter(on_target).map(|t| t.own).collect::<Vec<usize>>()
        };
        // They meet the interceptors before their targets, or a base of theirs does not come to its target.
        let met = with.touched.iter().any(|t| t.enemy == group && !t.by_step);
        let first = met && touched(with, true).is_empty();
        let still = touched(with, false);
        let stopped = without.is_some_and(|p| touched(p, false).iter().any(|own| !still.contains(own)));
        first || stopped
    }

    fn interceptors_meet_others(&self) -> bool {
        enforces!("FOGAM-IMPACT-094");
        true
    }

    fn cannot_evade(&self) -> Refusal {
        Refusal::new(
            rule!("FOGAM-IMPACT-098"),
            "only skirmishers, and cavalry, camelry and light chariots one base deep and without lances, evade",
            "Stand to receive the charge.",
        )
    }

    fn test_to_stand(&self, _: &World, _: GroupId, _: &[Charge]) -> Option<RuleId> {
        None
    }

    fn must_evade(&self, world: &World, group: GroupId, charges: &[Charge]) -> Option<RuleId> {
        // Pursuers count as chargers, with the same exceptions.
        enforces!("FOGAM-IMPACT-070", "FOGAM-IMPACT-103", "FOGAM-IMPACT-071", "FOGAM-JAP-028");
        let by_battle_troops = || evade::on(charges, group).any(|c| kinds::is_battle(world, c.group));
        (kinds::is_light(world, group) && by_battle_troops() && !is_sheltered(world, group))
            .then_some(rule!("FOGAM-IMPACT-070"))
    }

    fn widths_of_evaders_turned(&self, _: usize, up: usize) -> SmallVec<[usize; 2]> {
        SmallVec::from_slice(&[up])
    }

    fn evades_one_by_one(&self) -> bool {
        enforces!("FOGAM-IMPACT-126");
        true
    }

    fn evades_once_a_phase(&self) -> bool {
        enforces!("FOGAM-IMPACT-101", "FOGAM-JAP-027");
        true
    }

    fn evades_late(&self) -> bool {
        enforces!("FOGAM-IMPACT-121");
        true
    }

    fn gets_past(&self, obstacle: Obstacle) -> bool {
        enforces!("FOGAM-IMPACT-111");
        match obstacle {
            Obstacle::Camp { fortified } => fortified,
            Obstacle::Ground(grade) => grade == Grade::Impassable,
        }
    }

    fn evades_along_table_edge(&self) -> bool {
        enforces!("FOGAM-IMPACT-117");
        false
    }

    fn is_destroyed_without_room(&self, world: &World) -> bool {
        enforces!("FOGAM-MOVE-087", "FOGAM-MOVE-088", "FOGAM-MOVE-089");
        world.turn.phase == Phase::JointAction
    }

    fn light_foot_passes_what_it_reaches(&self) -> bool {
        enforces!("FOGAM-MOVE-080");
        true
    }
}
