//! Who passes whom, who gives way.

use crate::battle::customs::{Passing, PassingBy, SetBeyond};
use crate::battle::position::passing::Passage;
use crate::battle::position::{contact, kinds};
use crate::battle::world::{GroupId, World};
use crate::renaissance::Renaissance;
use crate::troops::TroopType;
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::Um;

impl PassingBy for Renaissance {
    fn may_pass(&self, world: &World, mover: GroupId, through: GroupId) -> Option<Passage> {
        enforces!("FOGR-MOVE-077", "FOGR-MOVE-078");
        use TroopType::{Camelry, Cavalry, Dragoons, Elephants, LightFoot, LightHorse};
        let all =
            |g: GroupId, types: &[TroopType]| world.profiles(g).iter().all(|b| types.contains(&b.troop_type));
        if all(mover, &[LightFoot]) {
            return Some(Passage::AnyWay);
        }
        if all(through, &[LightFoot]) && all(mover, &[Cavalry, Camelry, Dragoons, LightHorse, Elephants]) {
            return Some(Passage::AnyWay);
        }
        let foot_through_guns = kinds::is_artillery(world, through)
            && kinds::is_foot(world, mover)
            && !kinds::is_artillery(world, mover);
        foot_through_guns.then_some(Passage::Perpendicular)
    }

    fn set_beyond(&self, passing: Passing) -> Option<SetBeyond> {
        enforces!("FOGR-MOVE-080", "FOGR-MOVE-081");
        match passing {
            Passing { starts_in_contact: true, gets_across: true, .. } => Some(SetBeyond::Freely),
            Passing { light_foot: true, perpendicular: true, .. } => Some(SetBeyond::Silenced),
            _ => None,
        }
    }

    fn keeps_shape_to_pass(&self, _: &World, _: GroupId) -> bool {
        true
    }

    fn joins_melee(&self, world: &World, group: GroupId) -> Result<(), Refusal> {
        if kinds::is_artillery(world, group) || kinds::is_all(world, group, TroopType::BattleWagons) {
            return Err(Refusal::new(
                rule!("FOGR-MANOEUVRE-064"),
                "Artillery and battle wagons never move into contact with the enemy, not even as an overlap",
                "Stop short of them.",
            ));
        }
        Ok(())
    }

    fn distance_from_works(&self) -> Option<(RuleId, i32)> {
        Some((rule!("FOGR-SPECIAL-021"), 1))
    }

    fn yields(&self, world: &World, turner: GroupId, other: GroupId) -> bool {
        enforces!("FOGR-MOVE-069", "FOGR-MOVE-070");
        world[other].side != world[turner].side
    }

    /// It touches the turning battle group or any of its friends.
    fn is_held(&self, world: &World, turner: GroupId, other: GroupId) -> bool {
        world.of_side(world[turner].side).any(|g| contact::touch(world, g, other))
    }

    fn most_room(&self, _: &World) -> Option<Um> {
        None
    }

    fn drives_off_at(&self, _: &World, _: GroupId) -> Option<Um> {
        None
    }
}
