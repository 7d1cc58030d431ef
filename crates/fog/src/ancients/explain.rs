//! The dice of a fight with the reasons for them.

use super::{
    Ancients, Pair, close_combat_advantage,
    dice::{fighters, file_dice, giver, orb_face, reroll_against},
    shooting_advantage, support_shot, supporter,
};
use crate::combat::{Arithmetic, Arms, Fight, Part, PartExplained, Readings, Volley};
use crate::troops::CombatPhase;
use caracole_kernel::Tally;
use caracole_ledger::rule;

/// Every part of the fight's dice, explained.
pub fn explain(fight: &Fight, readings: Readings) -> Vec<PartExplained> {
    let muster = Ancients::muster(fight, readings);
    muster.parts.iter().map(|part| explain_part(fight, readings, part)).collect()
}

fn explain_part(fight: &Fight, readings: Readings, part: &Part) -> PartExplained {
    let (mut dice, advantage) = match (fight.phase, part.arms) {
        (CombatPhase::Shooting, _) => (shooting_dice(part), shooting(fight, part)),
        (_, Arms::CloseCombat) => close_combat(fight, readings, part),
        _ => support(fight, readings, part),
    };
    let lost = |n: u16| -i32::from(n);
    dice.add(
        rule!("FOGAM-COMBAT-023"),
        "lost by light foot, light horse or bow* in support",
        lost(part.lost_as_light),
    );
    let by_order = match fight.phase {
        CombatPhase::Shooting => rule!("FOGAM-COMBAT-008"),
        CombatPhase::Impact | CombatPhase::Melee => rule!("FOGAM-COMBAT-024"),
    };
    dice.add(by_order, "lost by disrupted or disordered", lost(part.lost_for_order[0]));
    dice.add(by_order, "lost by fragmented or severely disordered", lost(part.lost_for_order[1]));
    let elsewhere = i32::from(part.dice()) - dice.total();
    dice.add(rule!("FOGAM-COMBAT-031"), "die made of fractions of several battle groups", elsewhere);
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
    dice.add(rule!("FOGAM-COMBAT-005"), "shooting dice", i32::from(part.dice_before()));
    dice
}

fn worst_of_several(part: &Part, of: &'static str) -> Tally {
    let mut sum = Tally::new(of);
    sum.set(rule!("FOGAM-COMBAT-031"), "shared die: the worst of its bases", i32::from(part.net));
    sum
}

/// The dice of the files of a part that fight at its advantage.
fn close_combat(fight: &Fight, readings: Readings, part: &Part) -> (Tally, Tally) {
    const NET: &str = "net points of advantage";
    let mut dice = Tally::new("dice");
    let mut advantage: Option<Tally> = None;
    let group = &fight.groups[usize::from(part.by)];
    for &number in &part.from {
        let Some(duel) = fight.duels.get(usize::from(number)) else { continue };
        let (own, enemy) = (&duel.stands[group.side], &duel.stands[group.side.other()]);
        let Some(pair) = Pair::of(fight, own, enemy, readings) else { continue };
        let mut sum = Tally::new(NET);
        close_combat_advantage(fight.phase, &pair, &mut sum);
        if sum.total() != i32::from(part.net) {
            continue;
        }
        let file = &group.files[usize::from(own.file.file)];
        let Some((_, against)) = fighters(fight, own, enemy) else { continue };
        let Some(fought) = fight.front(enemy.file) else { continue };
        let face = orb_face(fight, number, own);
        for given in file_dice(fight.phase, file, pair.enemy.troop_type, face, readings) {
            let Some(base) = giver(file, given) else { continue };
            // Bases of one file can re-roll differently; those that do roll in another part.
            if reroll_against(fight.phase, (group, base), (against, fought), readings) == part.reroll {
                dice.add(given.rule, given.label, i32::from(given.dice));
            }
        }
        // Of several reasons for the same sum those are told that come first in the tables.
        let rules = |t: &Tally| t.lines.iter().map(|l| l.rule).collect::<Vec<_>>();
        if advantage.as_ref().is_none_or(|known| rules(&sum) < rules(known)) {
            advantage = Some(sum);
        }
    }
    (dice, advantage.unwrap_or_else(|| worst_of_several(part, NET)))
}

/// Support dice and the advantage of the first file of the part that gives them.
fn support(fight: &Fight, readings: Readings, part: &Part) -> (Tally, Tally) {
    let mut dice = Tally::new("dice");
    let group = &fight.groups[usize::from(part.by)];
    let mut advantage: Option<Tally> = None;
    for &number in &part.from {
        let Some(duel) = fight.duels.get(usize::from(number)) else { continue };
        let (own, enemy) = (&duel.stands[group.side], &duel.stands[group.side.other()]);
        let Some(supporter) = supporter(fight, own, enemy, readings) else { continue };
        let Some(shot) = support_shot(fight, own, enemy, supporter, readings) else { continue };
        let mut sum = Tally::new("points of advantage");
        shooting_advantage(&shot, &mut sum);
        dice.add(rule!("FOGAM-COMBAT-075"), "1 for a base supporting", 1);
        advantage.get_or_insert(sum);
    }
    (dice, advantage.unwrap_or_else(|| worst_of_several(part, "points of advantage")))
}

/// The points of advantage of the first shot of the volley that has the part's total.
fn shooting(fight: &Fight, part: &Part) -> Tally {
    let of_part = |v: &&Volley| v.by == part.by && v.at == part.against;
    for volley in fight.volleys.iter().filter(of_part) {
        let group = &fight.groups[usize::from(volley.by)];
        let weapons = group.bases().flat_map(|b| super::weapons_of(b.profile).iter());
        for weapon in weapons.filter(|&w| super::arms_of(w) == part.arms) {
            for edge in volley.files.iter().map(|f| f.edge) {
                let Some(shot) = super::shot(fight, volley, weapon, edge) else { continue };
                let mut sum = Tally::new("points of advantage");
                shooting_advantage(&shot, &mut sum);
                if sum.total() == i32::from(part.net) {
                    return sum;
                }
            }
        }
    }
    worst_of_several(part, "points of advantage")
}
