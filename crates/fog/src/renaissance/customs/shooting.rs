//! Weapons and ranges.

use crate::battle::customs::{Ranges, Shooting};
use crate::battle::world::{GroupId, World};
use crate::combat::Readings;
use crate::renaissance::{Choice, Renaissance, Weapon, ranges, ranks_that_shoot, weapon_of};
use crate::troops::{BaseProfile, Capability, TroopType};

impl Shooting for Renaissance {
    fn weapon_of(&self, base: BaseProfile) -> Option<Capability> {
        match weapon_of(base)? {
            Weapon::Of(weapon) => Some(weapon),
            Weapon::RegimentalGun => None,
        }
    }

    fn ranges(&self, _: &World, _: GroupId, base: BaseProfile, weapon: Capability) -> Option<Ranges> {
        ranges(weapon, base.is_foot())
    }

    fn ranks_that_shoot(&self, troop_type: TroopType, weapon: Capability) -> u8 {
        ranks_that_shoot(troop_type, weapon)
    }

    fn overhead_to_rear_ranks(&self, readings: Readings) -> bool {
        Choice::OverheadToRearRanks.is_on(readings)
    }
}
