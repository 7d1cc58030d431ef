//! Move rates.

use crate::ancients::Ancients;
use crate::battle::customs::{Ground, Rate};
use crate::battle::manoeuvre::keeps_clear_of_enemy;
use crate::battle::position::rates::ColumnUse;
use crate::battle::position::{defence, disorder, kinds};
use crate::battle::world::{BaseState, GroupId, Posture, World};
use crate::field::{Grade, TerrainKind};
use crate::strength::Beasts;
use crate::troops::{Armour, BaseProfile, Capabilities, Capability, Cohesion, Disorder, TroopType};
use caracole_kernel::Tally;
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{Contact, Path};

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

    /// Camelry and light camelry are at home in soft sand.
    fn grade(&self, kind: TerrainKind, troops: TroopType) -> Grade {
        enforces!("FOGAM-MOVE-015", "FOGAM-SPECIAL-005", "FOGAM-TERRAIN-023");
        match (kind, troops) {
            (TerrainKind::SoftSand, TroopType::Camelry | TroopType::LightCamelry) => Grade::Open,
            _ => kind.grade(),
        }
    }

    /// The shading of the printed table is lost; this is the reconstruction of the ledger.
    fn disorder(&self, troops: TroopType, _: Posture, grade: Grade) -> Disorder {
        enforces!("FOGAM-MOVE-007");
        use Disorder::{Disordered as D, None as N, SeverelyDisordered as S};
        use TroopType::*;
        let row: [Disorder; 3] = match troops.treated_as() {
            LightFoot => [N, N, N],
            MediumFoot => [N, N, D],
            HeavyFoot | LightHorse | Elephants => [N, D, S],
            LightChariots | HeavyChariots | ScythedChariots => [D, S, S],
            // They never enter difficult ground.
            LightArtillery | HeavyArtillery => [N, N, N],
            _ => [D, D, S],
        };
        match grade {
            Grade::Open => N,
            Grade::Uneven => row[0],
            Grade::Rough => row[1],
            Grade::Difficult | Grade::Impassable => row[2],
        }
    }

    fn is_frightened(&self, world: &World, group: GroupId, base: &BaseState) -> bool {
        enforces!("FOGAM-SPECIAL-001", "FOGAM-SPECIAL-004", "FOGAM-SPECIAL-007");
        use TroopType::{Cataphracts, Cavalry, Elephants, Knights, LightCamelry, LightHorse};
        let own = base.profile.troop_type;
        let horses = matches!(own, Knights | Cataphracts | Cavalry | LightHorse) || own.is_chariots();
        if !horses && !own.is_camels() {
            return false;
        }
        let near = |frightens: &dyn Fn(TroopType) -> bool| {
            disorder::beasts_near(world, group, base, |_, t| frightens(t))
        };
        let used_to = |beasts: Beasts| is_used_to(world, group, beasts);
        (near(&|t| t == Elephants) && !used_to(Beasts::Elephants))
            || (horses && near(&|t| t.is_camels() && t != LightCamelry) && !used_to(Beasts::Camels))
            || (horses && is_met_by_light_camelry(world, group, base) && !used_to(Beasts::Camels))
    }

    fn works_spare(&self, world: &World, group: GroupId, base: &BaseState) -> bool {
        enforces!("FOGAM-SPECIAL-019", "FOGAM-TERRAIN-012");
        let of_file = |b: &crate::battle::world::BaseId| world[*b].at.file == base.at.file;
        let front =
            world.base_ids_of(group).iter().copied().filter(of_file).min_by_key(|&b| world[b].at.rank);
        front.is_some_and(|b| defence::is_defender(world, b))
    }

    fn road_serves(&self, files: usize) -> bool {
        enforces!("FOGAM-MOVE-016");
        files == 1
    }

    fn road_through_village(&self) -> bool {
        true
    }

    fn column_distance(&self, _: ColumnUse, _: bool) -> Option<(RuleId, &'static str, i32)> {
        enforces!("FOGAM-MOVE-016");
        None
    }

    fn on_the_march(
        &self,
        world: &World,
        group: GroupId,
        ground: &[TerrainKind],
        ways: &[&Path],
        distance: &mut Tally,
    ) {
        let open = |b: &BaseProfile| ground.iter().all(|&k| self.grade(k, b.troop_type) == Grade::Open);
        let profiles = world.profiles(group);
        let most = profiles.iter().filter_map(|b| match self.rate(b, Posture::Normal, Grade::Open) {
            Rate::Mu(mu) => Some(mu + i32::from(has_fourth_mu(b))),
            _ => None,
        });
        let longer = most.min().is_some_and(|mu| mu > distance.total()) && profiles.iter().all(open);
        if longer && ways.iter().all(|way| keeps_clear_of_enemy(world, group, way).is_ok()) {
            distance.add(rule!("FOGAM-MOVE-009"), "no enemy close all the way", 1);
        }
        if world[group].cohesion == Cohesion::Fragmented {
            distance.add(rule!("FOGAM-MANOEUVRE-070"), "fragmented", -1);
        }
    }
}

/// Heavy foot, and medium foot with bows.
fn has_fourth_mu(base: &BaseProfile) -> bool {
    let medium = base.troop_type.is_medium_foot() && base.capabilities.has_any(BOWS);
    base.troop_type == TroopType::HeavyFoot || medium
}

/// Whether the army of a battle group began with so many of the beasts that its mounted troops are used to them.
fn is_used_to(world: &World, group: GroupId, beasts: Beasts) -> bool {
    enforces!("FOGAM-SPECIAL-003");
    let are = |t: TroopType| match beasts {
        Beasts::Elephants => t == TroopType::Elephants,
        Beasts::Camels => t.is_camels(),
    };
    let owner = world[group].owner;
    let of_army = world.ids().filter(|&g| world[g].owner == owner);
    of_army.filter(|&g| world.start_of(g).iter().all(|b| are(b.troop_type))).count() >= 3
}

/// Whether enemy light camelry touch a base by their front edge or a front corner; corners alone do not count.
fn is_met_by_light_camelry(world: &World, group: GroupId, base: &BaseState) -> bool {
    enforces!("FOGAM-SPECIAL-002");
    let rect = base.base.rect();
    let meets = |r: &caracole_plane::BaseRect| {
        rect.contact(r).map(Contact::reversed).is_some_and(Contact::is_by_own_front)
    };
    let camels = |g: &GroupId| kinds::is_all(world, *g, TroopType::LightCamelry);
    world.enemies_of(group).filter(camels).any(|g| world.rects(g).iter().any(meets))
}
