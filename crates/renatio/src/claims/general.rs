//! General Combat Claims.

use super::{Claims, Facing, FileFacts};
use crate::charts::{Charts, CombatKind, GeneralClaim as G, Hampered, Works};
use crate::claims::CampFacts;
use crate::effects::{can_shatter, can_shove};
use crate::readings::{Reading, Readings};
use crate::troops::{Armour, Characteristic, Quality, TroopType};
use caracole_document::Word;
use caracole_ledger::{RuleId, enforces, rule};

/// Adds the general claims of one file against another.
pub(super) fn general(
    charts: &Charts,
    readings: Readings,
    us: &FileFacts<'_>,
    them: &FileFacts<'_>,
    claims: &mut Claims,
) {
    enforces!("RETG-COMBAT-013");
    let kind = claims.kind;
    for claim in G::ALL.iter().copied() {
        let times = holds(charts, readings, kind, us, them, claim);
        let size = charts.general_claims.of(claim);
        if times == 0 || !counts_here(readings, us, claim, size.value.to_flank) {
            continue;
        }
        let add = size.value.of(kind).saturating_mul(times);
        claims.add(rule_of(claim), label(claim), add, size.basis);
    }
}

/// Whether a claim counts on the edge by which the file fights.
fn counts_here(readings: Readings, us: &FileFacts<'_>, claim: G, to_flank: bool) -> bool {
    enforces!("RETG-CHARGE-033");
    if us.edge == Facing::Front {
        return true;
    }
    let quality = matches!(claim, G::QualityExceptional | G::QualitySuperior | G::QualityAverage);
    to_flank && (quality || !readings.has(Reading::QualityOnlyToFlank))
}

/// How often a claim holds; more than once only next to several effects.
fn holds(
    charts: &Charts,
    readings: Readings,
    kind: CombatKind,
    us: &FileFacts<'_>,
    them: &FileFacts<'_>,
    claim: G,
) -> u8 {
    let quality = us.profile.quality;
    let of_camps = charts.camps.armour;
    let front = us.edge == Facing::Front;
    let against_mounted = front && them.is_type(TroopType::Mounted);
    let has = |what: Characteristic| them.profile.is(what);
    u8::from(match claim {
        G::QualityExceptional => quality == Quality::Exceptional,
        G::QualitySuperior => quality == Quality::Superior,
        G::QualityAverage => quality == Quality::Average,
        G::QualityPoor => quality == Quality::Poor,
        G::FlankOrRearCharge => charges_flank(kind, us, them),
        G::AttackingFlankOrRear => them.edge != Facing::Front && !them.has_no_flank(them.edge),
        G::Uphill => us.uphill,
        G::Commander => us.commander,
        G::AgainstSkirmishers => them.skirmishes() && !us.skirmishes(),
        G::OpponentCombatShy => has(Characteristic::CombatShy) || them.unreliable,
        G::OpponentNervous => is_nervous(readings, them),
        G::OpponentAffected => them.hampered == Hampered::Affected,
        G::OpponentBadlyAffected => them.hampered == Hampered::Badly,
        G::NeighbourOfShatter => return us.shatters,
        G::NeighbourOfShove => return us.shoves,
        G::DefendingBarricade => defends_works(us),
        G::FortifiedCamp => us.camp == CampFacts::Fortified,
        G::Stakes => us.stakes && against_mounted,
        G::Caltrops => us.caltrops && against_mounted,
        G::Pavise => pavise_helps(charts, readings, kind, us, them),
        G::OpponentUnprotected => {
            them.armour(of_camps) == Armour::Unprotected && us.armour(of_camps) >= Armour::Protected
        }
        G::FullyArmoured => {
            us.armour(of_camps) == Armour::FullyArmoured && !them.is_type(TroopType::Elephants)
        }
        G::OpponentStoodAndShot => them.stood_and_shot && !them.charged && them.is_type(TroopType::Mounted),
    })
}

fn charges_flank(kind: CombatKind, us: &FileFacts<'_>, them: &FileFacts<'_>) -> bool {
    enforces!("RETG-CHARGE-030", "RETG-CHARGE-034", "RETG-GLOS-108");
    kind == CombatKind::Charge && us.flank_charge && !them.has_no_flank(them.edge)
}

fn is_nervous(readings: Readings, them: &FileFacts<'_>) -> bool {
    enforces!("RETG-KAB-014");
    let nervous = them.nervous || them.profile.is(Characteristic::Nervous);
    nervous && !readings.has(Reading::NervousHasNoEffect)
}

fn defends_works(us: &FileFacts<'_>) -> bool {
    enforces!("RETG-GLOS-009", "RETG-GLOS-015");
    let behind = matches!(us.behind, Some(Works::Barricade | Works::Wall | Works::Hedge));
    us.camp == CampFacts::None && (behind || us.is_type(TroopType::Battlewagons))
}

fn pavise_helps(
    charts: &Charts,
    readings: Readings,
    kind: CombatKind,
    us: &FileFacts<'_>,
    them: &FileFacts<'_>,
) -> bool {
    us.profile.is(Characteristic::Pavise)
        && them.is_type(TroopType::Foot)
        && !can_shatter(charts, kind, them, us)
        && !can_shove(charts, readings, them, us)
}

const fn rule_of(claim: G) -> RuleId {
    match claim {
        G::QualityExceptional | G::QualitySuperior | G::QualityAverage | G::QualityPoor => {
            rule!("RETG-QRS-005")
        }
        G::FlankOrRearCharge => rule!("RETG-CHARGE-030"),
        G::AttackingFlankOrRear => rule!("RETG-QRS-005"),
        G::Uphill => rule!("RETG-QRS-005"),
        G::Commander => rule!("RETG-GLOS-057"),
        G::AgainstSkirmishers => rule!("RETG-GLOS-110"),
        G::OpponentCombatShy => rule!("RETG-GLOS-022"),
        G::OpponentNervous => rule!("RETG-KAB-014"),
        G::OpponentAffected | G::OpponentBadlyAffected => rule!("RETG-COMBAT-061"),
        G::NeighbourOfShatter => rule!("RETG-COMBAT-033"),
        G::NeighbourOfShove => rule!("RETG-COMBAT-039"),
        G::DefendingBarricade => rule!("RETG-GLOS-009"),
        G::FortifiedCamp => rule!("RETG-GLOS-046"),
        G::Stakes => rule!("RETG-GLOS-086"),
        G::Caltrops => rule!("RETG-GLOS-019"),
        G::Pavise => rule!("RETG-GLOS-115"),
        G::OpponentUnprotected | G::FullyArmoured => rule!("RETG-TROOP-020"),
        G::OpponentStoodAndShot => rule!("RETG-QRS-005"),
    }
}

const fn label(claim: G) -> &'static str {
    match claim {
        G::QualityExceptional => "Exceptional",
        G::QualitySuperior => "Superior",
        G::QualityAverage => "Average",
        G::QualityPoor => "Poor",
        G::FlankOrRearCharge => "flank or rear charge",
        G::AttackingFlankOrRear => "attacking flank or rear",
        G::Uphill => "uphill",
        G::Commander => "Commander in the front rank",
        G::AgainstSkirmishers => "against skirmishers",
        G::OpponentCombatShy => "opponent is Combat Shy",
        G::OpponentNervous => "opponent is Nervous",
        G::OpponentAffected => "opponent is Affected by terrain",
        G::OpponentBadlyAffected => "opponent is Badly Affected by terrain",
        G::NeighbourOfShatter => "next to a Shatter",
        G::NeighbourOfShove => "next to a Shove",
        G::DefendingBarricade => "defending works",
        G::FortifiedCamp => "Fortified camp",
        G::Stakes => "stakes",
        G::Caltrops => "caltrops",
        G::Pavise => "pavise",
        G::OpponentUnprotected => "opponent is Unprotected",
        G::FullyArmoured => "Fully Armoured",
        G::OpponentStoodAndShot => "opponent stood and shot",
    }
}
