//! What a charge asks of both sides before contact: tests to charge, fragmented targets, contact on flank or rear.

use super::facts::{is_shock, skirmishes};
use crate::battle::customs::Charged;
use crate::combat::{Charge, Formation, Group, Readings};
use crate::troops::{BaseProfile, Book, Capabilities, Capability, Cohesion, TroopType, is_battle_troops};
use caracole_ledger::{RuleId, enforces, rule};

/// What being charged does to a battle group by itself.
pub fn fragmented_and_charged(target: &Group, charger: &Group, charge: Charge) -> Charged {
    enforces!("FOGAM-COHESION-001", "FOGAM-COHESION-002", "FOGAM-IMPACT-075", "FOGAM-IMPACT-076");
    if target.cohesion != Cohesion::Fragmented {
        return Charged::Stands;
    }
    let on_flank = charge == Charge::FlankOrRear && flank_contact(target, charger) != FlankContact::Nothing;
    let light_foot = charger.bases().all(|b| b.profile.troop_type == TroopType::LightFoot);
    match (on_flank, light_foot) {
        (true, _) => Charged::Breaks,
        (false, true) => Charged::Stands,
        (false, false) => Charged::Tests,
    }
}

/// What contact by a flank or rear charge does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlankContact {
    /// It does not count as such, or does no harm.
    Nothing,
    /// One cohesion level is lost, once a turn.
    Drop,
    /// The battle group is destroyed.
    Destroyed,
}

/// What contact by a flank or rear charge does to the target.
pub fn flank_contact(target: &Group, charger: &Group) -> FlankContact {
    enforces!(
        "FOGAM-IMPACT-036",
        "FOGAM-IMPACT-038",
        "FOGAM-IMPACT-039",
        "FOGAM-SPECIAL-014",
        "FOGAM-SPECIAL-034"
    );
    let never = target.any_is(TroopType::BattleWagons) || target.is_formed(Formation::Orb);
    let by_skirmishers = skirmishes(charger);
    let on_skirmishers = skirmishes(target);
    match () {
        () if never => FlankContact::Nothing,
        () if target.any_is(TroopType::ScythedChariots) && !by_skirmishers => FlankContact::Destroyed,
        () if by_skirmishers && !on_skirmishers => FlankContact::Nothing,
        () => FlankContact::Drop,
    }
}

/// The rules by which a battle group must pass a complex move test to charge this target; none if it need not.
/// `charge` is how it would hit the target.
pub fn needs_test_to_charge(
    charger: &Group,
    target: &Group,
    charge: Charge,
    readings: Readings,
) -> Option<RuleId> {
    let on_flank = charge == Charge::FlankOrRear;
    let battle_troops =
        is_battle_troops(Book::Ancients, &target.profiles()) && target.cohesion != Cohesion::Broken;
    let profiles = charger.profiles();
    let all = |test: fn(&BaseProfile) -> bool| profiles.iter().all(test);
    let shock = is_shock(charger, readings);
    if battle_troops && !on_flank {
        if all(|b| b.troop_type == TroopType::LightFoot) {
            return Some(rule!("FOGAM-IMPACT-067"));
        }
        if all(|b| b.troop_type.is_light_horse()) {
            return Some(rule!("FOGAM-IMPACT-068"));
        }
        if !shock && front_rank_of_missile_foot(charger) {
            return Some(rule!("FOGAM-IMPACT-072"));
        }
    }
    (charger.cohesion == Cohesion::Disrupted && !shock).then_some(rule!("FOGAM-IMPACT-074"))
}

fn front_rank_of_missile_foot(group: &Group) -> bool {
    const WEAPONS: Capabilities =
        Capabilities::of(&[Capability::Bow, Capability::Longbow, Capability::Crossbow, Capability::Firearm]);
    let armed = |b: BaseProfile| b.troop_type.is_medium_foot() && b.capabilities.has_any(WEAPONS);
    group.files.iter().filter_map(|f| f.front()).any(|b| armed(b.profile))
}

/// Whether a battle group is of the kind that must test to hold back from enemy of this kind in its reach.
pub fn shock_must_test(group: &Group, enemy: &Group, readings: Readings) -> bool {
    enforces!("FOGAM-IMPACT-050", "FOGAM-IMPACT-051", "FOGAM-IMPACT-052", "FOGAM-IMPACT-062");
    let kind = !group.is_foot() || enemy.is_foot();
    is_shock(group, readings) && group.cohesion != Cohesion::Fragmented && kind
}
