//! Re-rolls: by one's own quality for most dice, by the difference of quality in close combat.

use super::{Choice, readings::is};
use crate::combat::{CommanderPlace, Group, Readings, low, quality_reroll};
use crate::troops::{
    BaseProfile, Book, Capabilities, Capability, Cohesion, CombatPhase, Disorder, Quality, TroopType,
};
use caracole_kernel::dice::Reroll;
use caracole_ledger::enforces;

/// A level of quality for dice to hit: poor 0 to elite 3, and 4 for elite with a commander in the front rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EffectiveQuality(pub i8);

impl EffectiveQuality {
    /// The level of a quality by itself.
    pub const fn plain(quality: Quality) -> Self {
        EffectiveQuality(quality.level())
    }
}

/// Close combat re-rolls: 1s for one level of difference, 1s and 2s for more; nothing for equals and worse.
pub const fn close_combat_reroll(own: EffectiveQuality, enemy: EffectiveQuality) -> Reroll {
    enforces!("FOGAM-BG-021", "FOGAM-BG-022", "FOGAM-BG-023", "FOGAM-BG-024", "FOGAM-GLOSSARY-012");
    enforces!("FOGAM-COMBAT-041");
    match own.0 - enemy.0 {
        2.. => low(2),
        1 => low(1),
        _ => low(0),
    }
}

/// Quality re-rolls of shooting dice.
pub fn shooting_reroll(quality: Quality, readings: Readings) -> Reroll {
    enforces!("FOGAM-BG-020", "FOGAM-GLOSSARY-029");
    match quality {
        Quality::Poor if is(readings, Choice::PoorKeepSixesShooting) => Reroll::NONE,
        quality => quality_reroll(quality),
    }
}

/// Quality re-rolls of support shooting, which a commander in the front rank improves by a level.
pub fn support_reroll(group: &Group, base: BaseProfile, readings: Readings) -> Reroll {
    enforces!("FOGAM-COMBAT-078", "FOGAM-BG-025");
    match (base.quality, commander_inspires(group, base)) {
        (quality, false) => shooting_reroll(quality, readings),
        (Quality::Poor, true) => Reroll::NONE,
        (Quality::Average, true) => low(1),
        (Quality::Superior | Quality::Elite, true) => low(2),
    }
}

/// Whether a commander fighting in the front rank improves the dice of such a base.
pub fn commander_inspires(group: &Group, base: BaseProfile) -> bool {
    enforces!("FOGAM-COMBAT-079", "FOGAM-COMBAT-080", "FOGAM-BG-026", "FOGAM-BG-027");
    if group.commander.is_none_or(|c| c.place != CommanderPlace::FrontRank) {
        return false;
    }
    match base.troop_type {
        TroopType::LightFoot | TroopType::ScythedChariots => false,
        t if t.is_artillery() => false,
        TroopType::Elephants => group.commander_on_elephant,
        t if t.is_mounted(Book::Ancients) => !group.commander_on_elephant,
        _ => true,
    }
}

/// The quality with which a base scores hits in close combat.
pub fn effective_quality(
    phase: CombatPhase,
    group: &Group,
    base: BaseProfile,
    readings: Readings,
) -> EffectiveQuality {
    enforces!("FOGAM-BG-025", "FOGAM-BG-030", "FOGAM-BG-031");
    if phase == CombatPhase::Impact && is_upgraded_at_impact(group, readings) {
        // No commander raises it further.
        return EffectiveQuality::plain(Quality::Superior);
    }
    let inspired = i8::from(commander_inspires(group, base));
    EffectiveQuality(base.quality.level() + inspired)
}

/// The enemy's quality as it bears on one's own re-rolls.
pub(super) fn opposing_quality(
    phase: CombatPhase,
    enemy: &Group,
    base: BaseProfile,
    readings: Readings,
) -> EffectiveQuality {
    if is(readings, Choice::CommanderCountsForBoth)
        || (phase == CombatPhase::Impact && is_upgraded_at_impact(enemy, readings))
    {
        return effective_quality(phase, enemy, base, readings);
    }
    EffectiveQuality::plain(base.quality)
}

/// Whether a battle group counts as superior when scoring hits at impact.
pub fn is_upgraded_at_impact(group: &Group, readings: Readings) -> bool {
    let steady = group.cohesion == Cohesion::Steady && group.worst_disorder() == Disorder::None;
    let average = group.bases().all(|b| b.profile.quality == Quality::Average);
    steady && average && group.size() > 0 && (is_deep_impact_foot(group) || is_deep_mounted(group, readings))
}

fn is_deep_impact_foot(group: &Group) -> bool {
    enforces!("FOGAM-BG-028");
    let fierce = |b: BaseProfile| b.is_foot() && !b.is_drilled() && b.has(Capability::ImpactFoot);
    is_ranks_deep(group, 3) && group.bases().all(|b| fierce(b.profile))
}

fn is_deep_mounted(group: &Group, readings: Readings) -> bool {
    enforces!("FOGAM-BG-029");
    const ARMED: Capabilities = Capabilities::of(&[Capability::Lancers, Capability::LightSpear]);
    let eligible = |b: BaseProfile| {
        let light = match b.troop_type {
            TroopType::LightHorse => true,
            TroopType::LightCamelry => !is(readings, Choice::LightCamelryUpgraded),
            _ => false,
        };
        b.is_mounted(Book::Ancients) && !light && !b.capabilities.has_any(Capabilities::MISSILES)
    };
    is_ranks_deep(group, 2)
        && group.bases().all(|b| eligible(b.profile))
        && group.bases().any(|b| b.profile.capabilities.has_any(ARMED))
}

/// All bases face one way and the rank in question has more than half as many bases as the first.
pub fn is_ranks_deep(group: &Group, ranks: usize) -> bool {
    enforces!("FOGAM-GLOSSARY-030");
    let one_way = group.files.iter().all(|f| Some(f.facing) == group.files.first().map(|g| g.facing));
    let in_rank = |rank: usize| group.files.iter().filter(|f| f.bases.len() >= rank).count();
    one_way && 2 * in_rank(ranks) > in_rank(1)
}
