//! Feeding bases into a fight, restricted areas.

use crate::battle::customs::{InMelee, Moved, Part};
use crate::battle::manoeuvre::{Feeding, Plan};
use crate::battle::position::{kinds, restricted};
use crate::battle::world::{BaseId, GroupId, Posture, World};
use crate::formation::{Formation, Placed, melee_ranks, pike_ranks};
use crate::renaissance::Renaissance;
use crate::troops::{BaseProfile, Book, Capability, TroopType};
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::BaseRect;
use smallvec::SmallVec;

impl InMelee for Renaissance {
    fn may_stay_out_of_danger(&self, _: &World, _: GroupId) -> bool {
        true
    }

    fn fears(&self, world: &World, _: GroupId, enemy: GroupId) -> bool {
        kinds::is_battle(world, enemy)
    }

    fn feeds(&self, world: &World, group: GroupId, _: &Feeding) -> Result<(), Refusal> {
        if kinds::is_all(world, group, TroopType::BattleWagons) || world[group].posture == Posture::Square {
            return Err(Refusal::new(
                rule!("FOGR-MANOEUVRE-033"),
                "Battle wagons and squares do not expand in close combat",
                "Name another.",
            ));
        }
        Ok(())
    }

    /// Bases that give dice, and ranks of pike that a point of advantage needs: 4, or else 3.
    fn contributing(&self, file: &[Placed], part: Part) -> usize {
        enforces!("FOGR-MANOEUVRE-026", "FOGR-MANOEUVRE-027");
        let Some(front) = file.first().map(|p| p.base) else { return 0 };
        let depth = match (front.has(Capability::Pike), pike_ranks(file.iter())) {
            (true, 4..) => 4,
            (true, 3) => 3,
            _ => 0,
        };
        dice(&front, part).max(depth)
    }

    fn most_contributing(&self, front: &BaseProfile, part: Part) -> usize {
        if front.has(Capability::Pike) { 4 } else { dice(front, part) }
    }

    fn is_fought_as_overlap(&self, _: &World, _: GroupId, _: BaseId) -> bool {
        false
    }

    fn holds_second_rank(&self) -> bool {
        enforces!("FOGR-MANOEUVRE-029");
        true
    }

    fn rearranges(&self, _: &Formation, _: &Formation) -> Result<(), Refusal> {
        Ok(())
    }

    fn is_worth_it(&self, moved: Moved) -> bool {
        moved.contribute == moved.bases
    }

    fn steps_to_match(&self) -> bool {
        false
    }

    fn makes_room_to_match(&self, _: &World, _: GroupId) -> bool {
        false
    }

    fn rule_of_room(&self) -> RuleId {
        rule!("FOGR-MANOEUVRE-020")
    }

    fn must_test_to_widen(&self, _: &World, _: GroupId) -> bool {
        false
    }

    fn restricted_areas(&self, world: &World, group: GroupId) -> SmallVec<[BaseRect; 4]> {
        restricted::area(world, group).into_iter().collect()
    }

    fn may_contract(&self, _: &World, _: &Plan) -> Result<(), Refusal> {
        enforces!("FOGR-MANOEUVRE-044");
        Err(Refusal::new(
            rule!("FOGR-MANOEUVRE-044"),
            "A battle group in a restricted area does not contract",
            "Keep its frontage.",
        ))
    }

    fn goes_straight_out(&self, _: &World, _: &Plan, _: GroupId) -> bool {
        false
    }
}

/// How many bases of a file give dice.
fn dice(front: &BaseProfile, part: Part) -> usize {
    match part {
        Part::Contact => usize::from(melee_ranks(Book::Renaissance, front.troop_type)),
        Part::Overlap => 1,
    }
}
