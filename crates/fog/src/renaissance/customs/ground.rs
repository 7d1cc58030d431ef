//! Move rates.

use crate::battle::customs::{Ground, Rate};
use crate::battle::world::Posture;
use crate::field::Grade;
use crate::renaissance::Renaissance;
use crate::troops::{Armour, BaseProfile, TroopType};
use caracole_ledger::enforces;

impl Ground for Renaissance {
    fn rate(&self, base: &BaseProfile, posture: Posture, grade: Grade) -> Rate {
        enforces!("FOGR-MOVE-005", "FOGR-MOVE-036", "FOGR-MOVE-037");
        use Rate::{Mu, Never, PivotOnly};
        use TroopType::*;
        let row: [Rate; 4] = match base.troop_type {
            LightFoot | Warriors => [Mu(4), Mu(4), Mu(4), Mu(3)],
            MediumFoot | Mob => [Mu(3), Mu(3), Mu(3), Mu(2)],
            DeterminedFoot => [Mu(4), Mu(4), Mu(3), Mu(2)],
            HeavyFoot => [Mu(3), Mu(2), Mu(2), Mu(1)],
            LightHorse => [Mu(6), Mu(6), Mu(5), Mu(3)],
            Gendarmes if base.armour == Some(Armour::FullyArmoured) => [Mu(4), Mu(3), Mu(2), Mu(1)],
            Gendarmes | Cavaliers | Horse | DeterminedHorse | Cavalry | Camelry => {
                [Mu(5), Mu(4), Mu(3), Mu(1)]
            }
            Elephants => [Mu(4), Mu(4), Mu(3), Mu(1)],
            Dragoons => [Mu(5), Mu(5), Mu(4), Mu(3)],
            BattleWagons => [Mu(3), Mu(2), Mu(1), Never],
            LightArtillery => [Mu(2), Mu(1), Mu(1), PivotOnly],
            MediumArtillery | HeavyArtillery if posture == Posture::Limbered => [Mu(2), Mu(1), Mu(1), Never],
            MediumArtillery => [PivotOnly, PivotOnly, PivotOnly, Never],
            HeavyArtillery => [PivotOnly, Never, Never, Never],
            // Types of the other book never get here.
            Knights | Cataphracts | CataphractCamelry | LightCamelry | HeavyChariots | LightChariots
            | ScythedChariots => [Never; 4],
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
        enforces!("FOGR-MOVE-090");
        match grade {
            Grade::Open | Grade::Uneven => Rate::Mu(6),
            Grade::Rough => Rate::Mu(5),
            Grade::Difficult => Rate::Mu(3),
            Grade::Impassable => Rate::Never,
        }
    }
}
