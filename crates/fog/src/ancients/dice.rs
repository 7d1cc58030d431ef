//! Dice in close combat.

use super::{
    Choice, Pair, close_combat_reroll, close_combat_score, effective_quality, net_advantage,
    pool::lose_close_combat_dice, quality::opposing_quality, readings::is, support::add_support,
};
use crate::combat::{Arms, Base, Fight, File, Formation, Group, Order, Part, Readings, Role, Stand, Weight};
use crate::troops::{Cohesion, CombatPhase, TroopType};
use caracole_kernel::{Side, dice::Reroll};
use caracole_ledger::{RuleId, enforces, rule};
use smallvec::SmallVec;

/// Dice given by the base of one rank of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankDice {
    /// Which rank, 0 for the front.
    pub rank: u8,
    /// How many dice.
    pub dice: u16,
    /// The rule that gives them.
    pub rule: RuleId,
    /// In what way.
    pub label: &'static str,
}

/// Whether the second rank of an orb's face has a base to give a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OrbFace {
    /// Not an orb: the file decides.
    NotOrb,
    /// Beyond the width of the face: no dice.
    TooWide,
    /// One rank only: the bases are needed on other faces.
    OneRank,
    /// Two ranks.
    TwoRanks,
}

/// The width with which each side of an orb of this size fights.
pub const fn orb_width(size: u8) -> u8 {
    enforces!("FOGAM-SPECIAL-035");
    if size <= 8 { 1 } else { 2 }
}

/// The dice of one file in one combat, rank by rank, before losses.
pub(super) fn file_dice(
    phase: CombatPhase,
    file: &File,
    enemy: TroopType,
    face: OrbFace,
    readings: Readings,
) -> SmallVec<[RankDice; 2]> {
    enforces!(
        "FOGAM-COMBAT-021",
        "FOGAM-COMBAT-027",
        "FOGAM-SPECIAL-006",
        "FOGAM-SPECIAL-009",
        "FOGAM-MELEE-004"
    );
    let mut ranks = SmallVec::new();
    let Some(front) = file.front() else { return ranks };
    if face == OrbFace::TooWide {
        return ranks;
    }
    let own = front.profile.troop_type;
    if phase == CombatPhase::Impact {
        let (label, dice) = impact_dice(own, enemy, readings);
        ranks.push(RankDice { rank: 0, dice, rule: rule!("FOGAM-COMBAT-020"), label });
        return ranks;
    }
    let mut give = |rank, dice, label| {
        ranks.push(RankDice { rank, dice, rule: rule!("FOGAM-COMBAT-029"), label });
    };
    match own {
        TroopType::BattleWagons => give(0, 2, "2 per front rank base width in melee"),
        own if fights_in_one_rank(own) => give(0, 2, "2 per front rank base in melee"),
        _ => {
            give(0, 1, "1 for the front rank base in melee");
            let second = match face {
                OrbFace::NotOrb => file.bases.len() >= 2,
                OrbFace::TwoRanks => true,
                OrbFace::OneRank | OrbFace::TooWide => false,
            };
            if second {
                give(1, 1, "1 for the second rank base in melee");
            }
        }
    }
    ranks
}

/// The dice of a front rank base at impact against such an enemy, and what gives them.
pub(crate) fn impact_dice(own: TroopType, enemy: TroopType, readings: Readings) -> (&'static str, u16) {
    let elephants = enemy == TroopType::Elephants;
    let unmoved = own == TroopType::Elephants && is(readings, Choice::ElephantsThreeAgainstElephants);
    match (own, elephants) {
        (TroopType::ScythedChariots, false) => ("4 per scythed chariot at impact", 4),
        (TroopType::ScythedChariots, true) => ("3 per scythed chariot at impact against elephants", 3),
        (TroopType::BattleWagons, false) => ("3 per front rank base width at impact", 3),
        (TroopType::BattleWagons, true) => ("2 per front rank base width at impact against elephants", 2),
        (_, true) if !unmoved => ("2 per front rank base at impact against elephants", 2),
        _ => ("3 per front rank base at impact", 3),
    }
}

/// Troops whose front rank gives two dice in melee and whose rear ranks give none.
pub fn fights_in_one_rank(troop_type: TroopType) -> bool {
    use TroopType::{BattleWagons, Elephants, Knights};
    matches!(troop_type, Elephants | Knights | BattleWagons)
        || troop_type.is_chariots()
        || troop_type.is_artillery()
}

/// Whether close combat dice of such troops are halved against such an enemy.
pub fn weight_against(own: TroopType, enemy: TroopType, enemy_cohesion: Cohesion) -> Weight {
    enforces!("FOGAM-COMBAT-023");
    use TroopType::{LightFoot, LightHorse};
    match (own.treated_as(), enemy.treated_as()) {
        _ if enemy_cohesion == Cohesion::Fragmented => Weight::Full,
        (LightFoot, LightFoot) | (LightHorse, LightHorse | LightFoot) => Weight::Full,
        (LightFoot | LightHorse, _) => Weight::Light,
        _ => Weight::Full,
    }
}

/// All dice of the close combat of a fight, after losses.
pub(super) fn muster_close_combat(fight: &Fight, readings: Readings) -> Vec<Part> {
    enforces!("FOGAM-COMBAT-019", "FOGAM-COMBAT-025", "FOGAM-COMBAT-026", "FOGAM-COMBAT-028");
    enforces!("FOGAM-COMBAT-030", "FOGAM-MELEE-001", "FOGAM-MELEE-010", "FOGAM-COMBAT-022");
    let mut parts: Vec<Part> = Vec::with_capacity(8);
    for (number, duel) in fight.duels.iter().enumerate() {
        let [one, other] = Side::BOTH.map(|side| &duel.stands[side]);
        let Some(pair) = Pair::of(fight, one, other, readings) else { continue };
        // What is an advantage for one is as much against the other.
        let net = net_advantage(fight.phase, &pair) as i8;
        add_duel(fight, &pair, net, number as u8, (one, other), &mut parts);
        add_duel(fight, &pair.turned(), -net, number as u8, (other, one), &mut parts);
    }
    lose_close_combat_dice(fight, &mut parts, readings);
    parts.retain(|p| p.dice_before() > 0);
    parts
}

fn add_duel(
    fight: &Fight,
    pair: &Pair,
    net: i8,
    number: u8,
    (own, enemy): (&Stand, &Stand),
    parts: &mut Vec<Part>,
) {
    enforces!("FOGAM-COMBAT-001", "FOGAM-COMBAT-012", "FOGAM-COMBAT-011", "FOGAM-COMBAT-024", "FOGAM-BG-035");
    let readings = pair.readings;
    let Some((group, against)) = fighters(fight, own, enemy) else { return };
    let Some(file) = group.files.get(usize::from(own.file.file)) else { return };
    let Some(fought) = fight.front(enemy.file) else { return };
    if !takes_part(fight.phase, own.role) {
        return;
    }
    let face = orb_face(fight, number, own);
    let score = close_combat_score(i32::from(net));
    for given in file_dice(fight.phase, file, pair.enemy.troop_type, face, readings) {
        let Some(base) = giver(file, given) else { continue };
        let weight = weight_against(base.profile.troop_type, pair.enemy.troop_type, against.cohesion);
        let reroll = reroll_against(fight.phase, (group, base), (against, fought), readings);
        let part = Part::new(own.file.group, enemy.file.group, net, score, reroll, Arms::CloseCombat);
        let place = place_of(part, parts);
        parts[place].comes_from(number);
        parts[place].add(given.dice, 1, weight, Order::of_base(group.cohesion, base));
    }
    if fight.phase == CombatPhase::Impact {
        add_support(fight, readings, number, own, enemy, parts);
    }
}

/// The base that gives dice. In orb the second rank is behind the face, not behind in the file; its bases are alike.
pub(super) fn giver(file: &File, given: RankDice) -> Option<&Base> {
    file.bases.get(usize::from(given.rank)).or(file.front())
}

/// The two battle groups of a duel, unless one of them is broken.
pub(super) fn fighters<'f>(fight: &'f Fight, own: &Stand, enemy: &Stand) -> Option<(&'f Group, &'f Group)> {
    let group = fight.groups.get(usize::from(own.file.group))?;
    let against = fight.groups.get(usize::from(enemy.file.group))?;
    let broken = group.cohesion == Cohesion::Broken || against.cohesion == Cohesion::Broken;
    (!broken).then_some((group, against))
}

/// Whether a file in this role fights: overlaps never do at impact.
fn takes_part(phase: CombatPhase, role: Role) -> bool {
    match role {
        Role::Front => true,
        Role::Overlap => phase == CombatPhase::Melee,
        Role::Idle => false,
    }
}

/// Where a duel of an orb stands in the width of its face.
pub(super) fn orb_face(fight: &Fight, number: u8, own: &Stand) -> OrbFace {
    enforces!("FOGAM-SPECIAL-036", "FOGAM-MELEE-009");
    let Some(group) = fight.groups.get(usize::from(own.file.group)) else { return OrbFace::NotOrb };
    if !group.is_formed(Formation::Orb) {
        return OrbFace::NotOrb;
    }
    if own.role != Role::Front {
        return OrbFace::TooWide;
    }
    let facing = |s: &Stand| group.files.get(usize::from(s.file.file)).map(|f| f.facing);
    let width = usize::from(orb_width(group.size()));
    let fought: SmallVec<[(usize, &Stand); 8]> = fight
        .duels
        .iter()
        .enumerate()
        .map(|(i, duel)| (i, &duel.stands[group.side]))
        .filter(|(_, s)| s.file.group == own.file.group && s.role == Role::Front)
        .collect();
    let place_on_face = |place: usize| {
        fought.iter().take(place).filter(|(_, s)| facing(s) == facing(fought[place].1)).count()
    };
    let fronts: SmallVec<[usize; 8]> =
        (0..fought.len()).filter(|&i| place_on_face(i) < width).map(|i| fought[i].0).collect();
    let spare = usize::from(group.size()).saturating_sub(fronts.len());
    match fronts.iter().position(|&i| i == usize::from(number)) {
        None => OrbFace::TooWide,
        Some(place) if place < spare => OrbFace::TwoRanks,
        Some(_) => OrbFace::OneRank,
    }
}

/// What a base throws again in close combat against an enemy base.
pub(super) fn reroll_against(
    phase: CombatPhase,
    (group, base): (&Group, &Base),
    (against, fought): (&Group, &Base),
    readings: Readings,
) -> Reroll {
    close_combat_reroll(
        effective_quality(phase, group, base.profile, readings),
        opposing_quality(phase, against, fought.profile, readings),
    )
}

/// The place of a part among those it rolls with, added if there is none.
pub(super) fn place_of(part: Part, parts: &mut Vec<Part>) -> usize {
    parts.iter().position(|p| p.rolls_with(&part)).unwrap_or_else(|| {
        parts.push(part);
        parts.len() - 1
    })
}
