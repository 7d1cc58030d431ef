//! Who passes whom, who gives way.

use crate::ancients::Ancients;
use crate::battle::customs::{Passing, PassingBy, SetBeyond};
use crate::battle::manoeuvre::{Passage, candidates::shooting_ranges};
use crate::battle::position::{contact, kinds};
use crate::battle::world::{GroupId, World};
use crate::formation::Status;
use crate::troops::TroopType;
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces};
use caracole_plane::Um;

impl PassingBy for Ancients {
    fn may_pass(&self, world: &World, mover: GroupId, through: GroupId) -> Option<Passage> {
        enforces!("FOGAM-MOVE-073", "FOGAM-MOVE-074", "FOGAM-MOVE-075");
        use TroopType::{Camelry, Cavalry, Elephants, LightCamelry, LightChariots, LightFoot, LightHorse};
        let all =
            |g: GroupId, types: &[TroopType]| world.profiles(g).iter().all(|b| types.contains(&b.troop_type));
        let nimble = [Cavalry, Camelry, LightHorse, LightCamelry, LightChariots, Elephants];
        if all(mover, &[LightFoot]) || (all(through, &[LightFoot]) && all(mover, &nimble)) {
            return Some(Passage::AnyWay);
        }
        enforces!("FOGAM-MOVE-077");
        if [mover, through].iter().all(|&g| world[g].status == Status::Interpenetrates) {
            return Some(Passage::Perpendicular);
        }
        let foot_through_guns = kinds::is_artillery(world, through) && kinds::is_foot(world, mover);
        foot_through_guns.then_some(Passage::Perpendicular)
    }

    fn set_beyond(&self, passing: Passing) -> Option<SetBeyond> {
        enforces!("FOGAM-MOVE-079", "FOGAM-MOVE-080", "FOGAM-SHOOT-012");
        let Passing { perpendicular, starts_in_contact, gets_across, one_deep, light_foot } = passing;
        if starts_in_contact && (gets_across || one_deep) {
            return Some(SetBeyond::Freely);
        }
        (light_foot && perpendicular).then_some(SetBeyond::Silenced)
    }

    fn keeps_shape_to_pass(&self, world: &World, group: GroupId) -> bool {
        enforces!("FOGAM-MOVE-083");
        !kinds::is_all(world, group, TroopType::LightFoot)
    }

    fn joins_melee(&self, _: &World, _: GroupId) -> Result<(), Refusal> {
        enforces!("FOGAM-MANOEUVRE-056");
        Ok(())
    }

    fn distance_from_works(&self) -> Option<(RuleId, i32)> {
        None
    }

    fn yields(&self, _: &World, _: GroupId, _: GroupId) -> bool {
        enforces!("FOGAM-MOVE-053");
        true
    }

    /// It fights, or has moved and is a friend.
    fn is_held(&self, world: &World, turner: GroupId, other: GroupId) -> bool {
        enforces!("FOGAM-MOVE-056", "FOGAM-MOVE-059");
        let g = &world[other];
        let friend = g.side == world[turner].side;
        let moved = g.phase.moves > 0 || g.turn.charged || g.turn.pursued || g.turn.evaded;
        (friend && moved) || contact::in_close_combat(world, other)
    }

    fn most_room(&self, world: &World) -> Option<Um> {
        enforces!("FOGAM-MOVE-053", "FOGAM-MANOEUVRE-016");
        Some(world.field.base_width())
    }

    fn drives_off_at(&self, world: &World, group: GroupId) -> Option<Um> {
        enforces!("FOGAM-MOVE-103");
        shooting_ranges(world, group).into_iter().max()
    }
}
