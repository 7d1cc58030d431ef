//! Move rates.

use crate::ancients::Ancients;
use crate::battle::customs::{Ground, Rate};
use crate::battle::world::Posture;
use crate::field::Grade;
use crate::troops::{Armour, BaseProfile, Capabilities, Capability, TroopType};
use caracole_ledger::enforces;

/// Medium foot with these weapons have the shorter of the two distances of their type.
const BOWS: Capabilities =
    Capabilities::of(&[Capability::Bow, Capability::BowStar, Capability::Longbow, Capability::Crossbow]);

impl Ground for Ancients {
    fn rate(&self, base: &BaseProfile, _: Posture, grade: Grade) -> Rate {
        enforces!("FOGAM-MOVE-006", "FOGAM-MOVE-012");
        use Rate::{Mu, Never, PivotOnly};
        use TroopType::*;
        let row: [Rate; 4] = match base.troop_type.treated_as() {
            LightFoot => [Mu(5), Mu(5), Mu(5), Mu(4)],
            MediumFoot if base.capabilities.has_any(BOWS) => [Mu(3), Mu(3), Mu(3), Mu(2)],
            MediumFoot => [Mu(4), Mu(4), Mu(4), Mu(3)],
            HeavyFoot => [Mu(3), Mu(3), Mu(2), Mu(2)],
            LightHorse => [Mu(7), Mu(7), Mu(5), Mu(3)],
            Knights if base.armour == Some(Armour::HeavilyArmoured) => [Mu(4), Mu(3), Mu(2), Mu(1)],
            Cavalry | Knights => [Mu(5), Mu(4), Mu(3), Mu(1)],
            Cataphracts => [Mu(4), Mu(3), Mu(2), Mu(1)],
            Elephants => [Mu(4), Mu(4), Mu(3), Mu(2)],
            LightChariots => [Mu(5), Mu(4), Mu(2), Mu(1)],
            HeavyChariots | ScythedChariots => [Mu(4), Mu(2), Mu(1), Never],
            BattleWagons => [Mu(3), Mu(2), Mu(1), Never],
            LightArtillery => [Mu(2), Mu(1), Mu(1), Never],
            HeavyArtillery => [PivotOnly, PivotOnly, PivotOnly, Never],
            // Types of the other book never get here, nor do those that are treated as others.
            _ => [Never; 4],
        };
        match grade {
            Grade::Open => row[0],
            Grade::Uneven => row[1],
            Grade::Rough => row[2],
            Grade::Difficult => row[3],
            Grade::Impassable => Never,
        }
    }

    fn commander_rate(&self, grade: Grade) -> Rate {
        enforces!("FOGAM-MOVE-094");
        match grade {
            Grade::Open | Grade::Uneven => Rate::Mu(7),
            Grade::Rough => Rate::Mu(5),
            Grade::Difficult => Rate::Mu(3),
            Grade::Impassable => Rate::Never,
        }
    }
}
