//! Whether an army is legal.

use super::{Army, Role, Unit, price};
use crate::charts::Charts;
use crate::troops::{
    Arm, Characteristic as C, Grade, Name, Order, Profile, Shape, ShotWeapon, Training, Weapon,
};
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces, rule};

/// Something that is not legal, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The unit or Commander; empty for the army as a whole.
    pub place: String,
    /// What is wrong.
    pub refusal: Refusal,
}

/// Everything that is not legal in an army of so many points.
pub fn check(charts: &Charts, army: &Army, points: i32) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut note =
        |place: &str, refusal: Refusal| problems.push(Problem { place: place.to_owned(), refusal });
    let total = price(charts, army).total();
    if total > points {
        note(
            "",
            Refusal::new(rule!("RETG-TOURN-002"), "The army costs too much", "Take fewer or cheaper troops.")
                .fact("points", total)
                .fact("limit", points),
        );
    }
    commanders(charts, army, &mut note);
    contingent(army, &mut note);
    for unit in &army.units {
        for refusal in unit_problems(charts, unit) {
            note(&unit.name, refusal);
        }
    }
    problems
}

fn commanders(charts: &Charts, army: &Army, note: &mut impl FnMut(&str, Refusal)) {
    let builder = &charts.army_builder;
    let count = |is: &dyn Fn(&super::Commander) -> bool| army.commanders.iter().filter(|c| is(c)).count();
    let all = army.commanders.len();
    let [fewest, most] = builder.commanders_allowed.map(usize::from);
    if !(fewest..=most).contains(&all) {
        let remedy = format!("Take an Army Commander and others, {fewest} to {most} in all.");
        note(
            "",
            Refusal::new(rule!("RETG-ARMY-009"), "The number of Commanders is not right", remedy)
                .fact("Commanders", all),
        );
    }
    let leading = count(&|c| c.role == Role::Army);
    if leading != 1 {
        let problem = "An army has exactly one Army Commander";
        note(
            "",
            Refusal::new(rule!("RETG-ARMY-009"), problem, "Give one Commander the role army.")
                .fact("Army Commanders", leading),
        );
    }
    for commander in army.commanders.iter().filter(|c| c.role != Role::Army && c.grade == Grade::Legendary) {
        let problem = "Only an Army Commander may be Legendary";
        note(&commander.name, Refusal::new(rule!("RETG-ARMY-010"), problem, "Make him Talented or less."));
    }
    let talented = count(&|c| c.grade >= Grade::Talented);
    if talented > usize::from(builder.most_talented) {
        let problem = "Too many Commanders are Talented or better";
        let remedy = format!("Keep it to {}.", builder.most_talented);
        note("", Refusal::new(rule!("RETG-ARMY-010"), problem, remedy).fact("Talented or better", talented));
    }
    let allies = count(&|c| c.role == Role::Ally);
    if allies > usize::from(builder.most_allies) {
        let remedy = format!("Keep it to {}.", builder.most_allies);
        note(
            "",
            Refusal::new(rule!("RETG-ARMY-009"), "There are too many allied Commanders", remedy)
                .fact("allies", allies),
        );
    }
}

fn contingent(army: &Army, note: &mut impl FnMut(&str, Refusal)) {
    enforces!("RETG-CMD-037");
    let units = army.each_unit().filter(|unit| unit.ally).count();
    let has_ally = army.commanders.iter().any(|c| c.role == Role::Ally);
    if has_ally != (units > 0) || (has_ally && !(2..=4).contains(&units)) {
        let problem = "An allied Commander leads two to four allied units, and nobody else leads them";
        note(
            "",
            Refusal::new(rule!("RETG-CMD-037"), problem, "Mark two to four units with ally = true.")
                .fact("allied units", units),
        );
    }
}

fn unit_problems(charts: &Charts, unit: &Unit) -> Vec<Refusal> {
    let mut found = Vec::new();
    let profile = &unit.troops.profile;
    let formation = charts.formations.of(profile.shape);
    if unit.count == 0 {
        found.push(Refusal::new(
            rule!("RETG-ARMY-006"),
            "There is no such unit",
            "Write a count of 1 or more.",
        ));
    }
    if !formation.bases.contains(&unit.troops.bases) {
        let sizes = formation.bases.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        let problem = format!("A {} does not have this many bases", profile.shape.name());
        let refusal = Refusal::new(rule!("RETG-ARMY-006"), problem, format!("Take one of: {sizes}."));
        found.push(refusal.fact("bases", u32::from(unit.troops.bases)));
    }
    found.extend(profile_problems(profile));
    found
}

/// What does not go together in a profile.
fn profile_problems(profile: &Profile) -> Vec<Refusal> {
    let foot = profile.arm == Arm::Foot;
    let mounted = profile.arm == Arm::Mounted;
    let guns = profile.shooting == Some(ShotWeapon::Artillery);
    let is_gun = matches!(profile.arm, Arm::LightArtillery | Arm::MediumArtillery | Arm::HeavyArtillery);
    let is = |what: C| profile.is(what);
    let lances = [
        Weapon::ChargingLancer,
        Weapon::LightLance,
        Weapon::ChargingPistol,
        Weapon::TrottingPistol,
        Weapon::MeleePistol,
    ];
    let staves = [
        Weapon::Pike,
        Weapon::PikeAndShot,
        Weapon::EarlyPikeAndShot,
        Weapon::PlugBayonet,
        Weapon::SocketBayonet,
    ];
    let rules: [(bool, RuleId, &'static str); 12] = [
        (
            profile.weapons.has_any(&lances) && !mounted,
            rule!("RETG-GLOS-027"),
            "Lances and pistols of the charge are for mounted",
        ),
        (
            profile.weapons.has_any(&staves) && !foot,
            rule!("RETG-GLOS-060"),
            "Pikes and bayonets are for foot",
        ),
        (
            profile.shape.has_pikes() && !profile.has_pike_weapon(),
            rule!("RETG-GLOS-044"),
            "This formation has pikes: add pike, or pike and shot",
        ),
        (profile.shape.has_pikes() && !foot, rule!("RETG-GLOS-044"), "This formation is for foot"),
        (is_gun != guns, rule!("RETG-GLOS-004"), "Guns shoot with guns, and nobody else does"),
        (
            is(C::CommandedShot) != (profile.shape == Shape::CommandedShot),
            rule!("RETG-GLOS-023"),
            "Commanded Shot is both a characteristic and a kind of unit",
        ),
        (
            is(C::CaracoleEarly) && is(C::CaracoleLater),
            rule!("RETG-GLOS-020"),
            "Caracole is either early or later",
        ),
        (
            has_caracole(profile) && !(mounted && shoots_caracole(profile)),
            rule!("RETG-GLOS-020"),
            "Caracole is for mounted with pistols or carbines",
        ),
        (is(C::Manga) && profile.shape != Shape::Tercio, rule!("RETG-GLOS-048"), "Manga is for Tercios"),
        (is(C::Pikes) && !profile.has_bayonets(), rule!("RETG-GLOS-063"), "Some pikes go with bayonets"),
        (
            mounted && matches!(profile.order, Order::CloseLoose | Order::CloseLooseSkirmish),
            rule!("RETG-TROOP-018"),
            "Flexible mounted are Loose or Skirmish",
        ),
        (
            (profile.training == Training::Skirmish) != profile.is_skirmishers(),
            rule!("RETG-TROOP-013"),
            "Skirmishers, and only they, have no training",
        ),
    ];
    let broken = rules.into_iter().filter(|(wrong, ..)| *wrong);
    broken.map(|(_, rule, problem)| Refusal::new(rule, problem, "Change the words of the unit.")).collect()
}

fn has_caracole(profile: &Profile) -> bool {
    profile.characteristics.has_any(&[C::CaracoleEarly, C::CaracoleLater])
}

fn shoots_caracole(profile: &Profile) -> bool {
    matches!(profile.shooting, Some(ShotWeapon::Pistol | ShotWeapon::Carbine))
}
