//! The dice of a fight with the reasons for them.

use super::{DiceOf, Pair, Renaissance, Weapon, close_combat_advantage, dice, file_dice, shooting_advantage};
use crate::combat::{Arithmetic, Arms, Edge, Fight, Part, PartExplained, Range, Readings, Volley};
use crate::troops::CombatPhase;
use caracole_kernel::Tally;
use caracole_ledger::{RuleId, rule};
use smallvec::SmallVec;

/// Every part of the fight's dice, explained.
pub fn explain(fight: &Fight, readings: Readings) -> Vec<PartExplained> {
    let muster = Renaissance::muster(fight, readings);
    muster.parts.iter().map(|part| explain_part(fight, readings, part)).collect()
}

fn explain_part(fight: &Fight, readings: Readings, part: &Part) -> PartExplained {
    let (mut dice, advantage) = match fight.phase {
        CombatPhase::Shooting => (shooting_dice(part), shooting(fight, readings, part)),
        CombatPhase::Impact | CombatPhase::Melee => close_combat(fight, readings, part),
    };
    let loses: RuleId = match fight.phase {
        CombatPhase::Shooting => rule!("FOGR-COMBAT-007"),
        CombatPhase::Impact => rule!("FOGR-COMBAT-016"),
        CombatPhase::Melee => rule!("FOGR-COMBAT-024"),
    };
    dice.add(rule!("FOGR-COMBAT-015"), "lost by light foot or light horse", -i32::from(part.lost_as_light));
    dice.add(loses, "lost by disrupted or disordered", -i32::from(part.lost_for_order[0]));
    dice.add(loses, "lost by fragmented or severely disordered", -i32::from(part.lost_for_order[1]));
    PartExplained {
        by: part.by,
        against: part.against,
        dice,
        advantage,
        score: part.score,
        reroll: part.reroll,
        arms: part.arms,
    }
}

fn shooting_dice(part: &Part) -> Tally {
    let mut dice = Tally::new("dice");
    let (rule, label) = match part.arms {
        Arms::RegimentalGun => (rule!("FOGR-BG-055"), "regimental gun"),
        _ => (rule!("FOGR-COMBAT-005"), "shooting dice"),
    };
    dice.add(rule, label, i32::from(part.dice_before()));
    dice
}

fn close_combat(fight: &Fight, readings: Readings, part: &Part) -> (Tally, Tally) {
    let mut dice = Tally::new("dice");
    let mut advantages: SmallVec<[Tally; 4]> = SmallVec::new();
    let group = &fight.groups[usize::from(part.by)];
    for &number in &part.from {
        let Some(duel) = fight.duels.get(usize::from(number)) else { continue };
        let (own, enemy) = (&duel.stands[group.side], &duel.stands[group.side.other()]);
        let Some(pair) = Pair::of(fight, own, enemy, readings) else { continue };
        let net = |of: DiceOf| {
            let mut sum = Tally::new("net points of advantage");
            close_combat_advantage(fight.phase, &pair, of, &mut sum);
            (sum.total() == i32::from(part.net)).then_some(sum)
        };
        if let Some(sum) = net(DiceOf::Bases) {
            let nth = dice::earlier_duels(fight, number, own, enemy);
            file_dice(fight.phase, group, &group.files[usize::from(own.file.file)], own.role, nth, &mut dice);
            advantages.push(sum);
        }
        let gun = dice::gun_duel(fight, readings, part.by).filter(|(at, ..)| *at == number);
        if let Some(sum) = gun.and_then(|_| net(DiceOf::RegimentalGun)) {
            dice.add(rule!("FOGR-COMBAT-018"), "regimental gun", 1);
            advantages.push(sum);
        }
    }
    // Bases whose points come to the same for other reasons roll together: the shortest list of reasons is told.
    let told = advantages.into_iter().min_by_key(|sum| {
        let reasons: SmallVec<[RuleId; 6]> = sum.lines.iter().map(|l| l.rule).collect();
        (reasons.len(), reasons)
    });
    (dice, told.unwrap_or_else(|| Tally::new("net points of advantage")))
}

/// The points of advantage of the first shot of the volley that has the part's total.
fn shooting(fight: &Fight, readings: Readings, part: &Part) -> Tally {
    let of_part = |v: &&Volley| v.by == part.by && v.at == part.against;
    for volley in fight.volleys.iter().filter(of_part) {
        let group = &fight.groups[usize::from(volley.by)];
        let weapons =
            group.bases().filter_map(|b| super::weapon_of(b.profile)).chain([Weapon::RegimentalGun]);
        for weapon in weapons.filter(|w| w.arms() == part.arms) {
            for (range, edge) in
                volley.files.iter().map(|f| (f.range, f.edge)).chain([(Range::Short, Edge::Front)])
            {
                let Some(shot) = super::shot(fight, volley, weapon, range, edge, readings) else { continue };
                let mut sum = Tally::new("points of advantage");
                shooting_advantage(&shot, &mut sum);
                if sum.total() == i32::from(part.net) {
                    return sum;
                }
            }
        }
    }
    let mut sum = Tally::new("points of advantage");
    sum.set(rule!("FOGR-COMBAT-028"), "shared die: the worst of its bases", i32::from(part.net));
    sum
}
