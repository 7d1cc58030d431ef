//! Interceptions, standing and evading.

use crate::battle::customs::{Answering, Obstacle};
use crate::battle::impact::evade::{self, is_sheltered, would_disorder};
use crate::battle::impact::plan::Planned;
use crate::battle::impact::{Charge, Interception};
use crate::battle::position::{defence, kinds};
use crate::battle::world::{GroupId, World};
use crate::field::Piece;
use crate::renaissance::Renaissance;
use crate::troops::{Cohesion, TroopType};
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Extent, Path, Um};
use smallvec::SmallVec;

impl Answering for Renaissance {
    fn zone_of_interception(&self, world: &World, group: GroupId) -> Um {
        enforces!("FOGR-IMPACT-084", "FOGR-GLOSSARY-046");
        let mu = if kinds::is_mounted(world, group) || kinds::is_elephants(world, group) { 4 } else { 2 };
        let full = world.field.mu(mu);
        let body = world.body(group);
        let ahead = body.advance(full);
        let front: Vec<_> =
            body.front_rank().filter_map(|i| body.base(i)).map(|b| b.rect().front_edge()).collect();
        // It ends where ground begins that would disorder it.
        let disordering = world.field.terrain.pieces.iter().filter(|p| would_disorder(world, group, p.kind));
        disordering
            .filter_map(Piece::outline)
            .filter_map(|o| o.first_entry(&front, &ahead))
            .filter_map(|e| match e.after {
                Extent::Distance(d) => Some(d),
                Extent::Angle(_) => None,
            })
            .fold(full, Um::min)
    }

    fn intercepts(&self, world: &World, group: GroupId, charger: GroupId) -> bool {
        enforces!("FOGR-IMPACT-067", "FOGR-IMPACT-088");
        let is = |t: TroopType| kinds::is_all(world, group, t);
        let never = is(TroopType::LightFoot)
            || is(TroopType::Dragoons)
            || defence::defends(world, group)
            || !world[group].pursuing.is_empty();
        let battle = kinds::is_battle(world, charger);
        let light_horse = is(TroopType::LightHorse) && battle;
        let foot_on_mounted = kinds::is_foot(world, group)
            && kinds::is_battle(world, group)
            && battle
            && kinds::is_mounted(world, charger);
        !never && !light_horse && !foot_on_mounted
    }

    fn tests_to_intercept(&self, world: &World, group: GroupId, _: GroupId, _: Interception) -> Vec<RuleId> {
        let shaken = world[group].cohesion == Cohesion::Disrupted && !kinds::is_shock(world, group);
        if shaken { vec![rule!("FOGR-IMPACT-087")] } else { Vec::new() }
    }

    fn check_ground_to_intercept(&self, _: &World, _: GroupId, _: &Path) -> Result<(), Refusal> {
        // The zone ends before such ground.
        Ok(())
    }

    fn blocks(&self, group: GroupId, _: &Charge, _: Option<&Planned>, with: &Planned) -> bool {
        enforces!("FOGR-IMPACT-091");
        with.touched.iter().any(|t| t.enemy == group)
    }

    fn interceptors_meet_others(&self) -> bool {
        enforces!("FOGR-IMPACT-093");
        false
    }

    fn cannot_evade(&self) -> Refusal {
        Refusal::new(
            rule!("FOGR-IMPACT-097"),
            "only light troops, and cavalry or camelry in one rank who are no shock troops, evade",
            "Stand to receive the charge.",
        )
    }

    fn test_to_stand(&self, world: &World, group: GroupId, charges: &[Charge]) -> Option<RuleId> {
        enforces!("FOGR-IMPACT-073", "FOGR-IMPACT-099");
        let by_battle_troops = evade::on(charges, group).any(|c| kinds::is_battle(world, c.group));
        if !kinds::is_light(world, group) || !by_battle_troops || !evade::can_evade(world, group) {
            return None;
        }
        let at_home = kinds::is_all(world, group, TroopType::LightFoot)
            || kinds::is_all(world, group, TroopType::Dragoons);
        (!(at_home && is_sheltered(world, group))).then_some(rule!("FOGR-IMPACT-073"))
    }

    fn must_evade(&self, _: &World, _: GroupId, _: &[Charge]) -> Option<RuleId> {
        None
    }

    fn widths_of_evaders_turned(&self, down: usize, up: usize) -> SmallVec<[usize; 2]> {
        enforces!("FOGR-MOVE-056");
        SmallVec::from_slice(&[down, up])
    }

    fn evades_one_by_one(&self) -> bool {
        enforces!("FOGR-IMPACT-003", "FOGR-IMPACT-101");
        false
    }

    fn evades_late(&self) -> bool {
        false
    }

    fn gets_past(&self, _: Obstacle) -> bool {
        enforces!("FOGR-IMPACT-106");
        true
    }

    fn evades_along_table_edge(&self) -> bool {
        enforces!("FOGR-IMPACT-113");
        true
    }

    fn is_destroyed_without_room(&self, _: &World) -> bool {
        enforces!("FOGR-MOVE-086");
        true
    }

    fn light_foot_passes_what_it_reaches(&self) -> bool {
        enforces!("FOGR-MOVE-082");
        false
    }
}
