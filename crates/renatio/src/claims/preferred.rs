//! Preferred Opponent Claims.

use super::{Claims, Facing, FileFacts};
use crate::charts::{Charts, Claimant as C, Hampered, LostWhen, Opponent as O, PreferredClaim, Works};
use crate::readings::{Reading, Readings};
use crate::troops::{Arm, Characteristic, Form, Training, TroopType, Weapon};
use caracole_document::Word;
use caracole_ledger::{RuleId, enforces, rule};

/// Adds the preferred opponent claims of one file against another. They count to the front only.
pub(super) fn preferred(
    charts: &Charts,
    readings: Readings,
    us: &FileFacts<'_>,
    them: &FileFacts<'_>,
    claims: &mut Claims,
) {
    enforces!("RETG-COMBAT-014", "RETG-QRS-007");
    if us.edge != Facing::Front {
        return;
    }
    let table = &charts.preferred_claims;
    for claimant in C::ALL.iter().copied() {
        if !is_claimant(us, claimant) || is_lost(charts, us, them, claimant) {
            continue;
        }
        let mut base_found = false;
        let lines = table.lines(claims.kind).iter().filter(|line| line.value.weapon == claimant);
        for line in lines {
            let fits = fits(readings, us, them, &line.value);
            if !fits || (!line.value.added && base_found) {
                continue;
            }
            base_found |= !line.value.added;
            let label = if line.value.added {
                format!("{}, {} ranks", label(claimant), line.value.ranks)
            } else {
                label(claimant).to_owned()
            };
            claims.add(rule_of(claimant), label, line.value.add, line.basis);
        }
    }
}

/// Whether a line fits this fight.
fn fits(readings: Readings, us: &FileFacts<'_>, them: &FileFacts<'_>, line: &PreferredClaim) -> bool {
    enforces!("RETG-GLOS-010");
    let is = |opponent: &O| is_opponent(readings, them, *opponent);
    us.ranks >= line.ranks
        && line.against.iter().any(is)
        && !line.except.iter().any(is)
        && (!line.good_going || (us.good_going && them.works_against(us).is_none()))
}

/// Whether the claims of a weapon are lost in this fight.
fn is_lost(charts: &Charts, us: &FileFacts<'_>, them: &FileFacts<'_>, claimant: C) -> bool {
    let table = &charts.preferred_claims;
    table.hampered.contains(&claimant)
        && table.hampered_by.iter().any(|when| match when {
            LostWhen::Affected => us.hampered == Hampered::Affected,
            LostWhen::BadlyAffected => us.hampered == Hampered::Badly,
            LostWhen::AttackingWorks => {
                them.works_against(us).is_some_and(|works: Works| table.works.contains(&works))
            }
        })
}

/// Whether the file has the weapon or the characteristic.
pub fn is_claimant(us: &FileFacts<'_>, claimant: C) -> bool {
    let profile = us.profile;
    let bears = |weapon: Weapon| profile.bears(weapon);
    let is = |what: Characteristic| profile.is(what);
    match claimant {
        C::Pike => profile.has_pikes(),
        C::LongSpear => bears(Weapon::LongSpear),
        C::Polearm => bears(Weapon::Polearm),
        C::Bayonet => profile.has_bayonets(),
        C::PikesCharacteristic => is(Characteristic::Pikes),
        C::ChargingLancer => bears(Weapon::ChargingLancer) && !us.dismounted,
        C::ChargingPistol => bears(Weapon::ChargingPistol) && !us.dismounted,
        C::TrottingPistol => bears(Weapon::TrottingPistol) && !us.dismounted,
        C::LightLance => bears(Weapon::LightLance) && !us.dismounted,
        C::MeleePistol => bears(Weapon::MeleePistol) && !us.dismounted,
        C::Elephants => profile.arm == Arm::Elephants,
        C::Camels => is(Characteristic::Camels) && !us.dismounted,
        C::Aggressive => is(Characteristic::Aggressive),
        C::Elan => is(Characteristic::Elan),
        C::Ferocious => is(Characteristic::Ferocious),
        C::ExpertSwordsmen => bears(Weapon::ExpertSwordsmen),
        C::Swordsmen => bears(Weapon::Swordsmen),
    }
}

/// Whether an opponent answers a word of the table.
fn is_opponent(readings: Readings, them: &FileFacts<'_>, opponent: O) -> bool {
    let faces = them.edge == Facing::Front || readings.has(Reading::PikesBarToFlank);
    let stands = !them.charged;
    let solid = |has: bool, ranks: u8| has && faces && them.ranks >= ranks;
    let profile = them.profile;
    let undrilled = matches!(profile.training, Training::Formed | Training::Tribal);
    match opponent {
        O::Any => true,
        O::Mounted => them.is_type(TroopType::Mounted),
        O::Foot => them.is_type(TroopType::Foot),
        O::UndrilledCloseFoot => them.is_type(TroopType::Foot) && them.form == Form::Close && undrilled,
        O::Elephants => them.is_type(TroopType::Elephants),
        O::Battlewagons => them.is_type(TroopType::Battlewagons),
        O::Pikes => solid(profile.has_pikes(), 2),
        O::PikesStanding => stands && solid(profile.has_pikes(), 2),
        O::Bayonets => solid(profile.has_bayonets(), 1),
        O::LongSpear => solid(profile.bears(Weapon::LongSpear), 1),
        O::LongSpearStanding => stands && solid(profile.bears(Weapon::LongSpear), 1),
        O::Polearm => solid(profile.bears(Weapon::Polearm), 1),
        O::PolearmStanding => stands && solid(profile.bears(Weapon::Polearm), 1),
        O::ChargingLancer => is_claimant(them, C::ChargingLancer),
        O::ChargingPistol => is_claimant(them, C::ChargingPistol),
        O::TrottingPistol => is_claimant(them, C::TrottingPistol),
        O::MeleePistol => is_claimant(them, C::MeleePistol),
        O::Ferocious => is_claimant(them, C::Ferocious),
        O::ExpertSwordsmen => is_claimant(them, C::ExpertSwordsmen),
    }
}

const fn rule_of(claimant: C) -> RuleId {
    match claimant {
        C::Pike | C::LongSpear | C::Polearm => rule!("RETG-QRS-006"),
        C::Bayonet => rule!("RETG-GLOS-011"),
        C::PikesCharacteristic => rule!("RETG-GLOS-063"),
        C::ChargingLancer => rule!("RETG-GLOS-027"),
        C::ChargingPistol => rule!("RETG-GLOS-028"),
        C::TrottingPistol => rule!("RETG-GLOS-052"),
        C::LightLance => rule!("RETG-GLOS-050"),
        C::MeleePistol => rule!("RETG-GLOS-051"),
        C::Elephants => rule!("RETG-QRS-006"),
        C::Camels => rule!("RETG-GLOS-018"),
        C::Aggressive => rule!("RETG-GLOS-001"),
        C::Elan => rule!("RETG-GLOS-031"),
        C::Ferocious => rule!("RETG-GLOS-039"),
        C::ExpertSwordsmen => rule!("RETG-GLOS-035"),
        C::Swordsmen => rule!("RETG-GLOS-087"),
    }
}

const fn label(claimant: C) -> &'static str {
    match claimant {
        C::Pike => "pikes",
        C::LongSpear => "long spears",
        C::Polearm => "polearms",
        C::Bayonet => "bayonets",
        C::PikesCharacteristic => "some pikes",
        C::ChargingLancer => "charging lancers",
        C::ChargingPistol => "charging pistols",
        C::TrottingPistol => "trotting pistols",
        C::LightLance => "light lances",
        C::MeleePistol => "melee pistols",
        C::Elephants => "elephants",
        C::Camels => "camels against mounted",
        C::Aggressive => "Aggressive",
        C::Elan => "Elan",
        C::Ferocious => "Ferocious",
        C::ExpertSwordsmen => "Expert Swordsmen",
        C::Swordsmen => "Swordsmen",
    }
}
