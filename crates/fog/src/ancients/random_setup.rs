//! Setups by number for random battles: the book's own armies, and armies of every kind of troops that there is.

use crate::army::by_chance::{self, Chance, Line, line};
use crate::army::{Army, ArmyPermit, BUILT_IN, BattleGroup, Camp, CommanderLevel, GroupPermit, Territory};
use crate::battle::setup::encounters::{self, ENCOUNTERS};
use crate::battle::{ArmyChoice, Setup, StartFrom};
use crate::troops::{Armour, Book, Capability, Quality, Training, TroopType};
use caracole_kernel::BySide;
use std::collections::BTreeMap;

const NONE: Option<Armour> = None;
const BARE: Option<Armour> = Some(Armour::Unprotected);
const SHIELDS: Option<Armour> = Some(Armour::Protected);
const ARMOURED: Option<Armour> = Some(Armour::Armoured);
const HEAVY: Option<Armour> = Some(Armour::HeavilyArmoured);
const ANY: &[Quality] = &[Quality::Elite, Quality::Superior, Quality::Average, Quality::Poor];
const BETTER: &[Quality] = &[Quality::Elite, Quality::Superior, Quality::Average];
const PLAIN: &[Quality] = &[Quality::Average];
const EITHER: &[Training] = &[Training::Drilled, Training::Undrilled];
const RAW: &[Training] = &[Training::Undrilled];

/// Troops that are drilled or not.
const fn troops(
    name: &'static str,
    parts: &'static [by_chance::Part],
    says: &'static [GroupPermit],
    qualities: &'static [Quality],
) -> Line {
    Line { trainings: EITHER, ..line(name, parts, says, qualities) }
}

/// Undrilled troops.
const fn raw(
    name: &'static str,
    parts: &'static [by_chance::Part],
    says: &'static [GroupPermit],
    qualities: &'static [Quality],
) -> Line {
    Line { trainings: RAW, ..line(name, parts, says, qualities) }
}

#[rustfmt::skip]
const MOUNTED: &[Line] = {
    use {Capability::*, GroupPermit as G, TroopType as T};
    &[
        Line { dismounts_as: Some(&(4, T::HeavyFoot, HEAVY, &[HeavyWeapon])), ..troops("Knights",
            &[(4, T::Knights, HEAVY, &[Lancers, Swordsmen])], &[], BETTER) },
        troops("Mounted sergeants", &[(4, T::Knights, ARMOURED, &[Lancers, Swordsmen])], &[], BETTER),
        raw("Bodyguard", &[(3, T::Knights, HEAVY, &[Lancers, Swordsmen])], &[G::ThreeBases], BETTER),
        troops("Cataphracts", &[(4, T::Cataphracts, HEAVY, &[Lancers, Swordsmen])], &[], ANY),
        troops("Cavalry", &[(4, T::Cavalry, ARMOURED, &[LightSpear, Swordsmen])], &[], ANY),
        troops("Lancers", &[(4, T::Cavalry, ARMOURED, &[Lancers, Swordsmen])], &[], ANY),
        troops("Ghilman", &[(6, T::Cavalry, ARMOURED, &[Bow, Swordsmen])], &[], ANY),
        troops("Noble archers", &[(4, T::Cavalry, SHIELDS, &[Lancers, BowStar])], &[], ANY),
        troops("Numidians", &[(4, T::LightHorse, BARE, &[Javelins, LightSpear])], &[], ANY),
        troops("Horse archers", &[(6, T::LightHorse, BARE, &[Bow, Swordsmen])], &[], ANY),
        troops("Camelry", &[(4, T::Camelry, SHIELDS, &[Bow])], &[], ANY),
        troops("Light camelry", &[(4, T::LightCamelry, BARE, &[Bow])], &[], ANY),
        troops("Camel cataphracts", &[(4, T::CataphractCamelry, HEAVY, &[Lancers, Swordsmen])], &[], ANY),
        troops("Heavy chariots", &[(4, T::HeavyChariots, NONE, &[])], &[], BETTER),
        troops("Light chariots", &[(4, T::LightChariots, NONE, &[Bow])], &[], BETTER),
        troops("Fast chariots", &[(6, T::LightChariots, NONE, &[Javelins, LightSpear])], &[], BETTER),
        raw("Scythed chariots", &[(2, T::ScythedChariots, NONE, &[])], &[], PLAIN),
        raw("Elephants", &[(2, T::Elephants, NONE, &[])], &[], &[Quality::Superior, Quality::Average, Quality::Poor]),
    ]
};

#[rustfmt::skip]
const FOOT: &[Line] = {
    use {Capability::*, GroupPermit as G, TroopType as T};
    &[
        troops("Legionaries", &[(4, T::HeavyFoot, ARMOURED, &[ImpactFoot, SkilledSwordsmen])], &[], ANY),
        troops("Cohorts", &[(8, T::HeavyFoot, ARMOURED, &[ImpactFoot, Swordsmen])], &[], ANY),
        troops("Triarii", &[(2, T::HeavyFoot, ARMOURED, &[OffensiveSpearmen])], &[], ANY),
        troops("Hoplites", &[(8, T::HeavyFoot, SHIELDS, &[OffensiveSpearmen])], &[], ANY),
        troops("Shieldwall", &[(6, T::HeavyFoot, SHIELDS, &[DefensiveSpearmen])], &[], ANY),
        troops("Phalanx", &[(8, T::HeavyFoot, SHIELDS, &[Pikemen])], &[], ANY),
        troops("Great phalanx", &[(12, T::HeavyFoot, SHIELDS, &[Pikemen])], &[], ANY),
        raw("Warband", &[(10, T::HeavyFoot, SHIELDS, &[ImpactFoot, Swordsmen])], &[], ANY),
        raw("Hillmen", &[(8, T::MediumFoot, SHIELDS, &[ImpactFoot, Swordsmen])], &[], ANY),
        raw("Levies", &[(8, T::HeavyFoot, BARE, &[HeavyWeapon])], &[], ANY),
        troops("Thureophoroi", &[(6, T::MediumFoot, SHIELDS, &[LightSpear, Swordsmen])], &[], ANY),
        troops("Dismounted men-at-arms", &[(4, T::HeavyFoot, HEAVY, &[HeavyWeapon])], &[], BETTER),
        troops("Halberdiers", &[(6, T::HeavyFoot, ARMOURED, &[PoleArm])], &[], ANY),
        Line { portable_defences: true, ..troops("Longbowmen",
            &[(8, T::MediumFoot, SHIELDS, &[Longbow, Swordsmen])], &[G::PortableDefences], ANY) },
        troops("Crossbowmen", &[(6, T::MediumFoot, SHIELDS, &[Crossbow])], &[], ANY),
        Line { portable_defences: true, ..troops("Pavisiers",
            &[(6, T::MediumFoot, SHIELDS, &[Crossbow])], &[G::PortableDefences], ANY) },
        troops("Archers", &[(6, T::MediumFoot, BARE, &[Bow])], &[], ANY),
        troops("Sparabara", &[(4, T::MediumFoot, SHIELDS, &[DefensiveSpearmen]), (4, T::MediumFoot, SHIELDS, &[Bow])], &[G::Mixed], ANY),
        troops("Spears and archers", &[(6, T::HeavyFoot, SHIELDS, &[DefensiveSpearmen]), (3, T::LightFoot, SHIELDS, &[Bow])], &[G::Mixed, G::NineBases], ANY),
        troops("Velites", &[(4, T::LightFoot, SHIELDS, &[Javelins, LightSpear])], &[], ANY),
        troops("Light archers", &[(6, T::LightFoot, BARE, &[Bow])], &[], ANY),
        troops("Slingers", &[(4, T::LightFoot, BARE, &[Sling])], &[], ANY),
        troops("Handgunners", &[(4, T::LightFoot, BARE, &[Firearm])], &[], ANY),
        raw("Peasants", &[(12, T::Mob, BARE, &[])], &[], &[Quality::Poor]),
    ]
};

#[rustfmt::skip]
const OTHERS: &[Line] = {
    use {Capability as C, TroopType as T};
    &[
        troops("Bolt shooters", &[(2, T::LightArtillery, NONE, &[C::LightArtillery])], &[], PLAIN),
        raw("Bombards", &[(2, T::HeavyArtillery, NONE, &[C::HeavyArtillery])], &[], PLAIN),
        line("Wagons", &[(2, T::BattleWagons, NONE, &[C::Crossbow])], &[], PLAIN),
        line("Gun wagons", &[(2, T::BattleWagons, NONE, &[C::LightArtillery])], &[], PLAIN),
    ]
};

/// A legal army of 6 to 13 battle groups of all kinds.
fn army(chance: &mut Chance, name: &str) -> Army {
    let count = 6 + chance.below(8);
    let mut battle_groups: Vec<BattleGroup> = (1..=count)
        .filter_map(|number| {
            let palette = match chance.below(20) {
                0..=7 => MOUNTED,
                8..=17 => FOOT,
                _ => OTHERS,
            };
            palette.get(chance.below(palette.len())).map(|line| line.group(chance, number))
        })
        .collect();
    let levels = [CommanderLevel::Troop, CommanderLevel::Field, CommanderLevel::Inspired];
    let mut permits = vec![ArmyPermit::FieldFortifications, ArmyPermit::FortifiedCamp];
    let mut commanders = by_chance::commanders(chance, &levels);
    if by_chance::has_allies(chance, &mut commanders, &mut battle_groups) {
        permits.push(ArmyPermit::Allies);
    }
    let works = if chance.one_in(3) { 4 + chance.below(9) } else { 0 };
    Army {
        book: Book::Ancients,
        name: name.to_owned(),
        date: None,
        notes: None,
        points: None,
        list: None,
        territories: vec![chance.of(Territory::ALL, Territory::Agricultural)],
        permits,
        field_fortifications: u8::try_from(works).unwrap_or(0),
        naval_units: 0,
        order_of_march: by_chance::order_of_march(chance, battle_groups.len()),
        camp: Camp { fortified: chance.one_in(2) },
        commanders,
        battle_groups,
    }
}

fn choice(chance: &mut Chance, name: &str) -> ArmyChoice {
    let own: Vec<&str> = BUILT_IN.iter().map(|b| b.id).filter(|id| id.starts_with("fogam/")).collect();
    match chance.below(8) {
        0..=1 => ArmyChoice::BuiltIn(chance.of(&own, "fogam/roman-218bc").to_owned()),
        _ => ArmyChoice::List(army(chance, name)),
    }
}

/// A legal setup by number. Some are the encounters that come with the program; the others are armies of chance with
/// the whole set-up before them.
#[must_use]
pub fn random_setup(number: u64) -> Setup {
    let mut chance = Chance::new(number ^ 0x0A11_C1E2_1812_1346);
    if chance.one_in(12) {
        let own: Vec<&str> = ENCOUNTERS.iter().map(|e| e.id).filter(|id| id.starts_with("fogam/")).collect();
        if let Some(setup) = encounters::encounter(chance.of(&own, "")) {
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
