//! Weapons and ranges.

use crate::ancients::{Ancients, Place, fights_in_one_rank, rate, shooting_is_optional, weapons_of};
use crate::battle::customs::{Ranges, Shooting};
use crate::battle::position::kinds;
use crate::battle::shooting::sight::{Look, clears};
use crate::battle::world::{GroupId, World};
use crate::combat::{Range, Readings};
use crate::troops::{BaseProfile, Capability, TroopType};
use caracole_ledger::enforces;
use caracole_plane::BaseRect;

impl Shooting for Ancients {
    fn weapon_of(&self, base: BaseProfile) -> Option<Capability> {
        weapons_of(base).iter().next()
    }

    fn ranges(&self, world: &World, group: GroupId, base: BaseProfile, weapon: Capability) -> Option<Ranges> {
        enforces!("FOGAM-SHOOT-007");
        use Capability::{
            Bow, BowStar, Crossbow, Firearm, HeavyArtillery, Javelins, LightArtillery, Longbow, Sling,
        };
        match weapon {
            Bow | BowStar | Longbow | Crossbow => Some(match base.troop_type.treated_as() {
                TroopType::LightFoot => (3, Some(6)),
                TroopType::LightHorse => (3, None),
                TroopType::Cataphracts | TroopType::Cavalry if kinds::is_one_base_deep(world, group) => {
                    (3, None)
                }
                _ if base.is_foot() => (4, Some(6)),
                _ => (4, None),
            }),
            Sling => Some((3, None)),
            Javelins | Firearm => Some((2, None)),
            HeavyArtillery => Some((6, Some(12))),
            LightArtillery => Some((6, None)),
            _ => None,
        }
    }

    /// As many as give dice at all.
    fn ranks_that_shoot(&self, base: BaseProfile, weapon: Capability, readings: Readings) -> u8 {
        let shoots = |rank: u8| rate(base, weapon, Place { rank, shooting_rank: 0 }, Range::Short, readings);
        (0..4).find(|&rank| shoots(rank).is_none()).unwrap_or(2)
    }

    fn overhead_to_rear_ranks(&self, _: Readings) -> bool {
        // Friends keep their distance from the base that is the target.
        true
    }

    fn shoots_to_rear(&self, base: BaseProfile, weapon: Capability) -> bool {
        enforces!("FOGAM-SHOOT-025");
        let light = base.troop_type.is_light_horse() || base.troop_type == TroopType::LightChariots;
        light && matches!(weapon, Capability::Bow | Capability::BowStar)
    }

    fn shoots_after_moves(&self, moves: u8) -> bool {
        enforces!("FOGAM-SHOOT-010", "FOGAM-MANOEUVRE-054");
        moves < 2
    }

    fn may_hold_fire(&self, range: Range) -> bool {
        shooting_is_optional(range)
    }

    fn hides(&self, world: &World, look: &Look<'_>, others: GroupId, base: &BaseRect) -> bool {
        enforces!("FOGAM-SHOOT-022", "FOGAM-SHOOT-027", "FOGAM-SHOOT-028", "FOGAM-TERRAIN-014");
        if world[others].side != world[look.group].side {
            return false;
        }
        let Some(hill) = world.field.terrain.hill_under(look.from) else { return true };
        if hill.has_all_of(base) {
            return true;
        }
        let over_light_foot =
            kinds::is_artillery(world, look.group) && kinds::is_all(world, others, TroopType::LightFoot);
        !over_light_foot && !clears(world, look, base, 1)
    }

    fn sees_through_villages(&self) -> bool {
        enforces!("FOGAM-TERRAIN-013");
        true
    }

    fn second_rank_is_closed(&self, front: TroopType) -> bool {
        enforces!("FOGAM-SHOOT-030");
        !fights_in_one_rank(front)
    }
}
