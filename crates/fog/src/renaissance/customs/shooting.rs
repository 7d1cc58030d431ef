//! Weapons and ranges.

use crate::battle::customs::{Ranges, Shooting};
use crate::battle::position::kinds;
use crate::battle::shooting::sight::{Look, clears};
use crate::battle::shooting::targets::Possible;
use crate::battle::world::{GroupId, World};
use crate::combat::{Range, Readings};
use crate::renaissance::{Choice, Renaissance, Weapon, ranges, ranks_that_shoot, weapon_of};
use crate::troops::{BaseProfile, Capability, TroopType};
use caracole_ledger::enforces;
use caracole_plane::BaseRect;

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

    fn ranks_that_shoot(&self, base: BaseProfile, weapon: Capability, _: Readings) -> u8 {
        ranks_that_shoot(base.troop_type, weapon)
    }

    fn overhead_to_rear_ranks(&self, readings: Readings) -> bool {
        Choice::OverheadToRearRanks.is_on(readings)
    }

    fn shoots_to_rear(&self, base: BaseProfile, weapon: Capability) -> bool {
        base.troop_type == TroopType::LightHorse && weapon == Capability::Bow
    }

    fn shoots_after_moves(&self, _: u8) -> bool {
        true
    }

    fn may_hold_fire(&self, _: Range) -> bool {
        enforces!("FOGR-SHOOT-002");
        false
    }

    fn leaves_aside(&self, world: &World, group: GroupId, target: &Possible) -> bool {
        enforces!("FOGR-SHOOT-014");
        kinds::is_artillery(world, group)
            && kinds::is_all(world, target.target.0, TroopType::LightFoot)
            && target.rank.1 > world.field.mu(3)
    }

    fn chooses_freely(&self, world: &World, group: GroupId, targets: &[Possible]) -> bool {
        enforces!("FOGR-SHOOT-013");
        kinds::is_artillery(world, group) && targets.iter().all(|p| p.rank.1 > world.field.mu(8))
    }

    fn hides(&self, world: &World, look: &Look<'_>, others: GroupId, base: &BaseRect) -> bool {
        !shoots_over(world, look, others, base)
    }

    fn second_rank_is_closed(&self, _: TroopType) -> bool {
        true
    }
}

/// Whether shooters may shoot over a base.
fn shoots_over(world: &World, look: &Look<'_>, over: GroupId, base: &BaseRect) -> bool {
    enforces!("FOGR-SHOOT-036", "FOGR-SHOOT-037", "FOGR-SHOOT-038", "FOGR-TERRAIN-015");
    let hill = world.field.terrain.hill_under(look.from);
    // A base that is not wholly on the shooters' hill stands below them.
    let below = hill.is_some_and(|h| !h.has_all_of(base));
    if !kinds::is_artillery(world, look.group) {
        return below;
    }
    if kinds::is_all(world, over, TroopType::LightFoot)
        && !caracole_plane::any_within(world.rects(over), world.rects(look.group), world.field.mu(3))
    {
        return true;
    }
    if world[over].side != world[look.group].side {
        let over_guns =
            kinds::is_artillery(world, over) && !kinds::is_all(world, look.group, TroopType::LightArtillery);
        return below || over_guns;
    }
    let higher = hill.is_some_and(|h| !h.has_all_of(look.target));
    higher && clears(world, look, base, 3)
}
