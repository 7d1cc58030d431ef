//! Support shooting at impact.

use super::{
    Choice, Shot,
    dice::{fighters, place_of, reroll_against},
    quality::support_reroll,
    readings::is,
    shooting::{Situation, arms_of},
    shooting_advantage, shooting_score,
};
use crate::combat::{
    Base, Charge, Edge, Fight, File, Group, Order, Part, Readings, Role, Stand, Total, Weight,
};
use crate::troops::{Book, Capability, Cohesion, CombatPhase, TroopType};
use caracole_ledger::enforces;

/// A base that supports, and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supporter {
    /// Its rank in the file, 1 or 2 counted from 0.
    pub rank: u8,
    /// Its weapon.
    pub weapon: Capability,
    /// Whether its dice are halved.
    pub weight: Weight,
}

/// The base of a file that gives support shooting against this enemy, if any does.
pub fn supporter(fight: &Fight, own: &Stand, enemy: &Stand, readings: Readings) -> Option<Supporter> {
    enforces!(
        "FOGAM-COMBAT-069",
        "FOGAM-COMBAT-071",
        "FOGAM-COMBAT-072",
        "FOGAM-COMBAT-074",
        "FOGAM-SHOOT-011"
    );
    enforces!("FOGAM-SHOOT-026");
    let (group, against) = fighters(fight, own, enemy)?;
    let file = group.files.get(usize::from(own.file.file))?;
    let stationary = fight.stands_of(own.file.group).all(|(stand, _)| stand.charge == Charge::No);
    let charged_in_front = enemy.charge == Charge::Yes;
    if own.role != Role::Front || !stationary || !charged_in_front || own.first_rank_only {
        return None;
    }
    let front = file.front()?.profile.troop_type;
    if front != TroopType::HeavyFoot && !front.is_medium_foot() {
        return None;
    }
    let target = fight.front(enemy.file)?.profile.troop_type;
    let full = |s: &Supporter| s.weight == Weight::Full;
    let second = supports(file, 1, target, against, readings);
    let third = supports(file, 2, target, against, readings);
    // One rank only; the owner takes the one that is not halved.
    match (second, third) {
        (Some(second), Some(third)) if !full(&second) && full(&third) => Some(third),
        (second, third) => second.or(third),
    }
}

fn supports(
    file: &File,
    rank: u8,
    target: TroopType,
    against: &Group,
    readings: Readings,
) -> Option<Supporter> {
    enforces!("FOGAM-COMBAT-070", "FOGAM-COMBAT-073", "FOGAM-COMBAT-075");
    use Capability::{Bow, BowStar, Crossbow, Firearm, Longbow};
    let base: &Base = file.bases.get(usize::from(rank))?;
    let light = base.profile.troop_type == TroopType::LightFoot;
    let medium = base.profile.troop_type.is_medium_foot();
    if !(medium || (light && target.is_mounted(Book::Ancients))) {
        return None;
    }
    let star = is(readings, Choice::BowStarSupports).then_some(BowStar);
    let weapon = match rank {
        1 => [Some(Longbow), Some(Bow), Some(Crossbow), Some(Firearm), star]
            .into_iter()
            .flatten()
            .find(|&w| base.profile.has(w))?,
        _ => Some(Bow).filter(|&w| base.profile.has(w))?,
    };
    let halved = (light || weapon == BowStar) && against.cohesion != Cohesion::Fragmented;
    let weight = if halved { Weight::Light } else { Weight::Full };
    Some(Supporter { rank, weapon, weight })
}

/// The support shot of a file, for its points of advantage.
pub fn support_shot(
    fight: &Fight,
    own: &Stand,
    enemy: &Stand,
    supporter: Supporter,
    readings: Readings,
) -> Option<Shot> {
    enforces!("FOGAM-COMBAT-076", "FOGAM-GLOSSARY-011");
    let (group, against) = fighters(fight, own, enemy)?;
    let base = group.files.get(usize::from(own.file.file))?.bases.get(usize::from(supporter.rank))?;
    let target = fight.front(enemy.file)?.profile;
    let light = base.profile.troop_type == TroopType::LightFoot;
    let situation = match light {
        false => Situation::SupportByBattleTroops,
        true if is(readings, Choice::LightFootSupportMinus) => Situation::TargetEngaged,
        true => Situation::None,
    };
    Some(Shot {
        weapon: supporter.weapon,
        edge: Edge::Front,
        target: target.troop_type,
        armour: target.armour,
        one_deep: against.is_one_deep(),
        situation,
        cover: enemy.cover,
    })
}

/// Adds the support dice of one file.
pub(super) fn add_support(
    fight: &Fight,
    readings: Readings,
    number: u8,
    own: &Stand,
    enemy: &Stand,
    parts: &mut Vec<Part>,
) {
    enforces!("FOGAM-COMBAT-077");
    let Some(supporter) = supporter(fight, own, enemy, readings) else { return };
    let Some((group, against)) = fighters(fight, own, enemy) else { return };
    let Some(shot) = support_shot(fight, own, enemy, supporter, readings) else { return };
    let Some(fought) = fight.front(enemy.file) else { return };
    let file = &group.files[usize::from(own.file.file)];
    let Some(base) = file.bases.get(usize::from(supporter.rank)) else { return };
    let mut net = Total(0);
    shooting_advantage(&shot, &mut net);
    let reroll = match is(readings, Choice::SupportClosecombatRerolls) {
        false => support_reroll(group, base.profile, readings),
        true => reroll_against(CombatPhase::Impact, (group, base), (against, fought), readings),
    };
    let arms = arms_of(supporter.weapon);
    let part = Part::new(own.file.group, enemy.file.group, net.0 as i8, shooting_score(net.0), reroll, arms);
    let place = place_of(part, parts);
    parts[place].comes_from(number);
    parts[place].add(1, 1, supporter.weight, Order::of_base(group.cohesion, base));
}
