//! Weapons and ranges.

use crate::ancients::{Ancients, weapons_of};
use crate::battle::customs::{Ranges, Shooting};
use crate::battle::position::kinds;
use crate::battle::world::{GroupId, World};
use crate::combat::Readings;
use crate::troops::{BaseProfile, Capability, TroopType};
use caracole_ledger::enforces;

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

    fn ranks_that_shoot(&self, troop_type: TroopType, weapon: Capability) -> u8 {
        match troop_type.treated_as() {
            t if t.is_artillery() || t.is_chariots() || t == TroopType::Elephants => 1,
            _ if weapon == Capability::BowStar => 3,
            _ => 2,
        }
    }

    fn overhead_to_rear_ranks(&self, _: Readings) -> bool {
        false
    }
}
