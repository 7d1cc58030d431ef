//! Setups by number for random battles: the book's own armies, and armies of every kind of troops that there is.

use crate::army::by_chance::{self, Chance, Line, line};
use crate::army::{Army, ArmyPermit, BUILT_IN, BattleGroup, Camp, CommanderLevel, GroupPermit, Territory};
use crate::battle::setup::encounters::{self, ENCOUNTERS};
use crate::battle::{ArmyChoice, Setup, StartFrom};
use crate::troops::{Armour, Book, Capability, Quality, TroopType};
use caracole_kernel::BySide;
use std::collections::BTreeMap;

const NONE: Option<Armour> = None;
const BARE: Option<Armour> = Some(Armour::Unarmoured);
const ARMOURED: Option<Armour> = Some(Armour::Armoured);
const HEAVY: Option<Armour> = Some(Armour::HeavilyArmoured);
const ANY: &[Quality] = &[Quality::Elite, Quality::Superior, Quality::Average, Quality::Poor];
const USUAL: &[Quality] = &[Quality::Superior, Quality::Average, Quality::Poor];
const PLAIN: &[Quality] = &[Quality::Average];

/// Mounted troops, foot, and what goes with neither.
#[rustfmt::skip]
const MOUNTED: &[Line] = {
    use {Capability::*, TroopType as T};
    &[
        Line { dismounts_as: Some(&(4, T::HeavyFoot, HEAVY, &[HeavyWeapon])), ..line("Gendarmes",
            &[(4, T::Gendarmes, HEAVY, &[HeavyLancers, Swordsmen])], &[], ANY) },
        line("Cavaliers", &[(4, T::Cavaliers, ARMOURED, &[ImpactPistol, MeleePistol])], &[], ANY),
        line("Horse of the line", &[(4, T::DeterminedHorse, BARE, &[ImpactMounted, Swordsmen])], &[], ANY),
        line("Cuirassiers", &[(6, T::Horse, HEAVY, &[ImpactPistol, MeleePistol])], &[], ANY),
        line("Reiters", &[(4, T::Horse, ARMOURED, &[ShootingPistol, MeleePistol])], &[], ANY),
        line("Harquebusiers", &[(4, T::Horse, BARE, &[Carbine, MeleePistol])], &[], ANY),
        Line { dismounts_as: Some(&(4, T::LightFoot, BARE, &[Arquebus])), ..line("Hussars",
            &[(4, T::Cavalry, BARE, &[LightLancers, Swordsmen])], &[], ANY) },
        line("Sipahis", &[(6, T::Cavalry, ARMOURED, &[Bow, Swordsmen])], &[], ANY),
        line("Stradiots", &[(4, T::LightHorse, BARE, &[LightLancers, Swordsmen])], &[], ANY),
        line("Tatars", &[(6, T::LightHorse, BARE, &[Bow, Swordsmen])], &[], ANY),
        line("Camels", &[(4, T::Camelry, BARE, &[LightLancers, Swordsmen])], &[], ANY),
    ]
};

#[rustfmt::skip]
const FOOT: &[Line] = {
    use {Capability::*, GroupPermit as G, TroopType as T};
    &[
        line("Foot", &[(2, T::HeavyFoot, ARMOURED, &[Pike]), (4, T::MediumFoot, BARE, &[Musket])], &[G::Mixed], ANY),
        line("Foot", &[(3, T::HeavyFoot, BARE, &[Pike]), (3, T::MediumFoot, BARE, &[Musket])], &[G::Mixed], ANY),
        line("Regiment", &[(4, T::HeavyFoot, ARMOURED, &[Pike]), (6, T::MediumFoot, BARE, &[Arquebus])], &[G::Mixed], ANY),
        Line { regimental_guns: true, ..line("Regiment with guns",
            &[(2, T::HeavyFoot, BARE, &[Pike]), (4, T::MediumFoot, BARE, &[Musket])], &[G::Mixed, G::RegimentalGuns], ANY) },
        Line { regimental_guns: true, ..line("Brigade",
            &[(3, T::HeavyFoot, ARMOURED, &[Pike]), (4, T::MediumFoot, BARE, &[Salvo])], &[G::SwedishBrigade, G::RegimentalGuns], USUAL) },
        line("Tercio", &[(8, T::HeavyFoot, HEAVY, &[Pike]), (8, T::MediumFoot, BARE, &[Arquebus])], &[G::EarlyTercio], ANY),
        line("Tercio", &[(4, T::HeavyFoot, HEAVY, &[Pike]), (4, T::MediumFoot, BARE, &[Musket])], &[G::EarlyTercio], ANY),
        line("Later tercio", &[(6, T::HeavyFoot, ARMOURED, &[Pike]), (6, T::MediumFoot, BARE, &[Musket])], &[G::LaterTercio], ANY),
        line("Keil", &[(8, T::HeavyFoot, ARMOURED, &[Pike])], &[], ANY),
        line("Great keil", &[(16, T::HeavyFoot, ARMOURED, &[Pike])], &[], USUAL),
        line("Landsknechts", &[(12, T::HeavyFoot, ARMOURED, &[Pike])], &[], USUAL),
        line("Halberdiers", &[(6, T::HeavyFoot, ARMOURED, &[HeavyWeapon])], &[], ANY),
        line("Sword and buckler", &[(4, T::MediumFoot, ARMOURED, &[ImpactFoot, Swordsmen])], &[], ANY),
        line("Rodeleros", &[(6, T::DeterminedFoot, ARMOURED, &[ImpactFoot, Swordsmen])], &[], ANY),
        line("Clansmen", &[(8, T::Warriors, BARE, &[ImpactFoot, Swordsmen])], &[], ANY),
        line("Fusiliers", &[(6, T::HeavyFoot, BARE, &[Musket, Bayonet])], &[], ANY),
        line("Musketeers", &[(6, T::MediumFoot, BARE, &[Musket])], &[], ANY),
        line("Commanded shot", &[(4, T::MediumFoot, BARE, &[Musket])], &[G::CommandedShot], ANY),
        line("Archers", &[(6, T::MediumFoot, BARE, &[Bow])], &[], ANY),
        Line { portable_defences: true, ..line("Janissaries",
            &[(6, T::MediumFoot, BARE, &[Musket, Swordsmen])], &[G::PortableDefences], ANY) },
        line("Skirmishers", &[(6, T::LightFoot, BARE, &[Arquebus])], &[], ANY),
        line("Crossbows", &[(4, T::LightFoot, BARE, &[Crossbow])], &[], ANY),
        line("Dragoons", &[(3, T::Dragoons, BARE, &[Musket])], &[G::ThreeBases], ANY),
        line("Dragoons", &[(4, T::Dragoons, BARE, &[Arquebus])], &[], ANY),
        line("Spearmen", &[(6, T::HeavyFoot, BARE, &[Spearmen])], &[], ANY),
        line("Peasants", &[(8, T::Mob, BARE, &[])], &[], &[Quality::Poor]),
    ]
};

#[rustfmt::skip]
const OTHERS: &[Line] = {
    use {Capability as C, TroopType as T};
    &[
        line("Field guns", &[(2, T::MediumArtillery, NONE, &[C::MediumArtillery])], &[], USUAL),
        line("Siege guns", &[(2, T::HeavyArtillery, NONE, &[C::HeavyArtillery])], &[], USUAL),
        line("Light guns", &[(2, T::LightArtillery, NONE, &[C::LightArtillery])], &[], USUAL),
        line("Wagons", &[(2, T::BattleWagons, NONE, &[C::Musket])], &[], PLAIN),
        line("Gun wagons", &[(2, T::BattleWagons, NONE, &[C::LightArtillery])], &[], PLAIN),
        line("Elephants", &[(2, T::Elephants, NONE, &[])], &[], PLAIN),
    ]
};

/// A legal army of 6 to 13 battle groups of all kinds.
fn army(chance: &mut Chance, name: &str) -> Army {
    let count = 6 + chance.below(8);
    let mut battle_groups: Vec<BattleGroup> = (1..=count)
        .filter_map(|number| {
            let palette = match chance.below(20) {
                0..=6 => MOUNTED,
                7..=16 => FOOT,
                _ => OTHERS,
            };
            palette.get(chance.below(palette.len())).map(|line| line.group(chance, number))
        })
        .collect();
    let levels = [CommanderLevel::Troop, CommanderLevel::Field, CommanderLevel::Great];
    let mut permits =
        vec![ArmyPermit::FieldFortifications, ArmyPermit::FortifiedCamp, ArmyPermit::NavalUnits];
    let mut commanders = by_chance::commanders(chance, &levels);
    if by_chance::has_allies(chance, &mut commanders, &mut battle_groups) {
        permits.push(ArmyPermit::Allies);
    }
    let order = by_chance::order_of_march(chance, battle_groups.len());
    let territories = [
        Territory::Agricultural,
        Territory::Hilly,
        Territory::Woodlands,
        Territory::Steppes,
        Territory::Mountains,
        Territory::Tropical,
        Territory::Desert,
    ];
    Army {
        book: Book::Renaissance,
        name: name.to_owned(),
        date: None,
        notes: None,
        points: None,
        list: None,
        territories: vec![chance.of(&territories, Territory::Agricultural)],
        permits,
        field_fortifications: if chance.one_in(3) {
            4 + u8::try_from(chance.below(5)).unwrap_or(0)
        } else {
            0
        },
        naval_units: if chance.one_in(3) { 1 + u8::try_from(chance.below(3)).unwrap_or(0) } else { 0 },
        order_of_march: order,
        camp: Camp { fortified: chance.one_in(2) },
        commanders,
        battle_groups,
    }
}

fn choice(chance: &mut Chance, name: &str) -> ArmyChoice {
    let own: Vec<&str> = BUILT_IN.iter().map(|b| b.id).filter(|id| id.starts_with("fogr/")).collect();
    match chance.below(8) {
        0..=1 => ArmyChoice::BuiltIn(chance.of(&own, "fogr/new-model-1645").to_owned()),
        _ => ArmyChoice::List(army(chance, name)),
    }
}

/// A legal setup by number. Some are the encounters that come with the program; the others are armies of chance with
/// the whole set-up before them.
#[must_use]
pub fn random_setup(number: u64) -> Setup {
    let mut chance = Chance::new(number ^ 0x0C0F_FEE0_1618_1648);
    if chance.one_in(12) {
        let own: Vec<&str> = ENCOUNTERS.iter().map(|e| e.id).filter(|id| id.starts_with("fogr/")).collect();
        if let Some(setup) =
            encounters::encounter(own.get(chance.below(own.len())).copied().unwrap_or_default())
        {
            return setup;
        }
    }
    Setup {
        armies: BySide { red: choice(&mut chance, "Red army"), blue: choice(&mut chance, "Blue army") },
        table_mu: chance.of(&[(72, 48), (72, 48), (60, 40)], (72, 48)),
        scale: crate::field::Scale::default(),
        turns: chance.of(&[24, 16, 30], 24),
        options: BTreeMap::new(),
        start: StartFrom::Deployment,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::{ArmyReadings, check};

    #[test]
    fn the_armies_are_legal() {
        for number in 0..500 {
            let army = army(&mut Chance::new(number), "An army");
            let problems = check(&army, &ArmyReadings::default());
            assert!(problems.is_empty(), "{number}: {}", problems[0]);
        }
    }
}
