//! What an army costs.

use super::{Army, Camp, Commander, Role, Unit};
use crate::charts::{Basis, Body, Charts};
use crate::troops::{Arm, Name, Order, Profile};
use caracole_kernel::{Effect, Tally};
use caracole_ledger::{enforces, rule};

/// What a unit costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitPrice {
    /// What a base costs, in hundredths of a point before rounding.
    pub base: Tally,
    /// What a base costs in points.
    pub per_base: i32,
    /// What one such unit costs.
    pub unit: Tally,
    /// How many such units there are.
    pub count: u8,
}

impl UnitPrice {
    /// What all of these units cost.
    pub fn total(&self) -> i32 {
        self.unit.total().saturating_mul(i32::from(self.count))
    }
}

/// What an army costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    /// Units, in the order of the army.
    pub units: Vec<UnitPrice>,
    /// Commanders, in the order of the army.
    pub commanders: Vec<Tally>,
    /// The camp.
    pub camp: Tally,
    /// What the points rest on.
    pub basis: Basis,
}

impl Price {
    /// The points of the army.
    pub fn total(&self) -> i32 {
        let units: i32 = self.units.iter().map(UnitPrice::total).sum();
        let commanders: i32 = self.commanders.iter().map(Tally::total).sum();
        units + commanders + self.camp.total()
    }
}

/// The points of an army by the charts.
pub fn price(charts: &Charts, army: &Army) -> Price {
    enforces!("RETG-QRS-015", "RETG-PROV-012");
    let basis =
        charts.source(crate::charts::ChartKey::ArmyBuilder).map_or(Basis::Mixed, |source| source.basis);
    Price {
        units: army.units.iter().map(|unit| unit_price(charts, unit)).collect(),
        commanders: army.commanders.iter().map(|commander| commander_price(charts, commander)).collect(),
        camp: camp_price(charts, army.camp),
        basis,
    }
}

/// What the price of a base begins with.
pub const fn body(profile: &Profile) -> Body {
    match (profile.arm, profile.order) {
        (Arm::Foot, Order::Close) => Body::FootClose,
        (Arm::Foot, Order::Loose) => Body::FootLoose,
        (Arm::Foot, Order::Skirmish) => Body::FootSkirmish,
        (Arm::Foot, Order::CloseLoose | Order::LooseSkirmish) => Body::FootFlexibleTwo,
        (Arm::Foot, Order::CloseLooseSkirmish) => Body::FootFlexibleThree,
        (Arm::Mounted, Order::Close) => Body::MountedClose,
        (Arm::Mounted, Order::Loose) => Body::MountedLoose,
        (Arm::Mounted, Order::Skirmish) => Body::MountedSkirmish,
        (Arm::Mounted, _) => Body::MountedFlexible,
        (Arm::Dragoons, _) => Body::Dragoons,
        (Arm::LightArtillery, _) => Body::LightArtillery,
        (Arm::MediumArtillery, _) => Body::MediumArtillery,
        (Arm::HeavyArtillery, _) => Body::HeavyArtillery,
        (Arm::Elephants, _) => Body::Elephants,
        (Arm::Battlewagon, _) => Body::Battlewagon,
    }
}

fn unit_price(charts: &Charts, unit: &Unit) -> UnitPrice {
    let base = base_price(charts, &unit.troops.profile);
    let per_base = ((base.total() + 50).div_euclid(100)).max(1);
    let mut whole = Tally::new("points of a unit");
    let rule = rule!("RETG-QRS-015");
    let bases = i32::from(unit.troops.bases);
    whole.add(rule, format!("{bases} bases at {per_base}"), bases * per_base);
    for extra in unit.troops.profile.extras.iter() {
        whole.add(rule, extra.name(), i32::from(charts.army_builder.per_ug.get(extra)));
    }
    UnitPrice { base, per_base, unit: whole, count: unit.count }
}

fn base_price(charts: &Charts, profile: &Profile) -> Tally {
    let builder = &charts.army_builder;
    let rule = rule!("RETG-QRS-015");
    let mut tally = Tally::new("hundredths of a point for a base");
    tally.add(rule, profile.arm.name(), i32::from(builder.body.get(body(profile))));
    tally.add(rule, profile.armour.name(), i32::from(builder.armour.get(profile.armour)));
    for weapon in profile.weapons.iter() {
        tally.add(rule, weapon.name(), i32::from(builder.weapons.get(weapon)));
    }
    for characteristic in profile.characteristics.iter() {
        tally.add(rule, characteristic.name(), i32::from(builder.characteristics.get(characteristic)));
    }
    let percent = builder.quality_percent.get(profile.quality);
    tally.push(
        rule,
        format!("{}, times {percent} in a hundred", profile.quality.name()),
        Effect::Times(i32::from(percent)),
    );
    if let Some(weapon) = profile.shooting {
        let shooting = i32::from(builder.shooting.get(weapon))
            * i32::from(builder.firepower_percent.get(profile.firepower));
        tally.add(rule, format!("{}, {}", weapon.name(), profile.firepower.name()), shooting);
    }
    tally.add(rule, profile.training.name(), 100 * i32::from(builder.training.get(profile.training)));
    tally
}

fn commander_price(charts: &Charts, commander: &Commander) -> Tally {
    let builder = &charts.army_builder;
    let rule = rule!("RETG-QRS-015");
    let grade = i32::from(builder.commanders.get(commander.grade));
    let kind = i32::from(builder.commander_kind.get(commander.command_type));
    let mut tally = Tally::new("points of a Commander");
    if commander.role == Role::Ally {
        let part = ((grade + kind) * i32::from(builder.ally_percent) + 50).div_euclid(100);
        tally.add(rule, format!("{} {} ally", commander.grade.name(), commander.command_type.name()), part);
        return tally;
    }
    tally.add(rule, commander.grade.name(), grade);
    tally.add(rule, commander.command_type.name(), kind);
    tally
}

fn camp_price(charts: &Charts, camp: Camp) -> Tally {
    enforces!("RETG-CAMP-004", "RETG-CAMP-011", "RETG-TROOP-008");
    let builder = &charts.army_builder;
    let mut tally = Tally::new("points of the camp");
    tally.add(rule!("RETG-CAMP-003"), "kind", i32::from(builder.camps.get(camp.kind)));
    tally.add(rule!("RETG-CAMP-011"), "quality", i32::from(builder.camp_quality.get(camp.quality)));
    tally
}
