//! Move rates.

use crate::battle::customs::{Ground, Rate};
use crate::battle::position::rates::ColumnUse;
use crate::battle::position::{defence, disorder};
use crate::battle::world::{BaseState, GroupId, Posture, World};
use crate::field::{Grade, TerrainKind};
use crate::renaissance::Renaissance;
use crate::troops::{Armour, BaseProfile, Disorder, TroopType};
use caracole_ledger::{RuleId, enforces, rule};

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

    /// Camelry are at home in soft sand.
    fn grade(&self, kind: TerrainKind, troops: TroopType) -> Grade {
        enforces!("FOGR-SPECIAL-003", "FOGR-TERRAIN-011");
        match (kind, troops) {
            (TerrainKind::SoftSand, TroopType::Camelry) => Grade::Rough,
            _ => kind.grade(),
        }
    }

    /// The shading of the printed table is lost; this is the reconstruction of the ledger.
    fn disorder(&self, troops: TroopType, posture: Posture, grade: Grade) -> Disorder {
        enforces!("FOGR-MOVE-006", "FOGR-SPECIAL-004");
        use Disorder::{Disordered as D, None as N, SeverelyDisordered as S};
        use TroopType::*;
        let row: [Disorder; 3] = match troops {
            LightFoot | Dragoons => [N, N, N],
            Warriors | MediumFoot | Mob | LightArtillery => [N, N, D],
            DeterminedFoot => [N, D, S],
            HeavyFoot => [D, D, S],
            LightHorse | LightCamelry | Elephants => [N, D, S],
            BattleWagons => [D, D, S],
            MediumArtillery | HeavyArtillery => match posture {
                Posture::Limbered => [D, D, S],
                _ => [N, N, N],
            },
            _ => [D, D, S],
        };
        match grade {
            Grade::Open => N,
            Grade::Uneven => row[0],
            Grade::Rough => row[1],
            Grade::Difficult | Grade::Impassable => row[2],
        }
    }

    /// Horses near camels or elephants, camels near elephants.
    fn is_frightened(&self, world: &World, group: GroupId, base: &BaseState) -> bool {
        enforces!("FOGR-SPECIAL-001", "FOGR-SPECIAL-002", "FOGR-SPECIAL-006");
        use TroopType::{
            Camelry, Cavaliers, Cavalry, DeterminedHorse, Elephants, Gendarmes, Horse, LightHorse,
        };
        let fears_camels = match base.profile.troop_type {
            Gendarmes | Cavaliers | Horse | DeterminedHorse | Cavalry | LightHorse => true,
            Camelry => false,
            _ => return false,
        };
        disorder::beasts_near(world, group, base, |_, t| t == Elephants || (fears_camels && t == Camelry))
    }

    fn works_spare(&self, world: &World, group: GroupId, _: &BaseState) -> bool {
        enforces!("FOGR-TERRAIN-034", "FOGR-SPECIAL-016");
        defence::defends(world, group)
    }

    fn road_serves(&self, _: usize) -> bool {
        enforces!("FOGR-MOVE-016");
        true
    }

    fn road_through_village(&self) -> bool {
        false
    }

    fn column_distance(&self, column: ColumnUse, slowed: bool) -> Option<(RuleId, &'static str, i32)> {
        match column {
            ColumnUse::AlongRoad => Some((rule!("FOGR-MOVE-011"), "column along a road", 3)),
            ColumnUse::Column if slowed => Some((rule!("FOGR-MOVE-010"), "column one base wide", 1)),
            _ => None,
        }
    }
}
