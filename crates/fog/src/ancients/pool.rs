//! Lost close combat dice, worked out by battle group or together for groups that fight one and the same enemy.

use super::{Choice, readings::is};
use crate::combat::{
    Arms, Cut, Fight, Order, Part, Readings, Sharing, Weight, dice_lost, lose_dice, mark_given_up, share_out,
};
use caracole_ledger::enforces;
use smallvec::SmallVec;

/// A whole die in the units in which every loss is a whole number.
const DIE: u16 = 12;

/// The kinds of dice that lose some.
const LOSING: [(Weight, Order); 5] = [
    (Weight::Full, Order::Shaken),
    (Weight::Full, Order::Shattered),
    (Weight::Light, Order::Good),
    (Weight::Light, Order::Shaken),
    (Weight::Light, Order::Shattered),
];

/// How losses are shared by these readings.
pub(super) fn sharing(readings: Readings) -> Sharing {
    Sharing {
        by_dice: is(readings, Choice::LossesByDice),
        states_apart: is(readings, Choice::StatesLoseApart),
    }
}

/// Orders parts by battle group, enemy and advantage, and takes away the dice that are lost.
pub(super) fn lose_close_combat_dice(fight: &Fight, parts: &mut Vec<Part>, readings: Readings) {
    enforces!("FOGAM-COMBAT-010", "FOGAM-COMBAT-032", "FOGAM-COMBAT-033", "FOGAM-RECKONER-003");
    put_in_order(parts);
    mark_given_up(fight, parts);
    let pooled = if is(readings, Choice::PoolLostDice) { pool(parts, readings) } else { SmallVec::new() };
    let apart = is(readings, Choice::SupportLosesApart);
    for of_group in parts.chunk_by_mut(|a, b| a.by == b.by) {
        if of_group.first().is_some_and(|p| pooled.contains(&p.by)) {
            continue;
        }
        let (mut fighting, mut shooting): (SmallVec<[&mut Part; 8]>, SmallVec<[&mut Part; 8]>) =
            of_group.iter_mut().partition(|p| !apart || p.arms == Arms::CloseCombat);
        lose_dice(&mut fighting, sharing(readings));
        lose_dice(&mut shooting, sharing(readings));
    }
    put_in_order(parts);
}

/// Orders parts by battle group, enemy and advantage; equal ones so that left and right make no difference.
pub(super) fn put_in_order(parts: &mut [Part]) {
    use std::cmp::Reverse;
    let faces = |p: &Part| p.reroll.faces.faces().count();
    parts.sort_by_key(|p| {
        let support = p.arms != Arms::CloseCombat;
        (p.by, p.against, Reverse(p.net), support, p.score, Reverse((faces(p), p.dice_before())))
    });
}

/// Works out the losses of groups that fight only one enemy, who is fought by others in the same state too; gives back
/// the groups it dealt with. A group that faces several enemies spreads its own loss over them instead.
fn pool(parts: &mut Vec<Part>, readings: Readings) -> SmallVec<[u8; 4]> {
    enforces!("FOGAM-COMBAT-031", "FOGAM-RECKONER-004");
    let mut single: SmallVec<[(u8, u8); 8]> = SmallVec::new();
    for of_group in parts.chunk_by(|a, b| a.by == b.by) {
        let enemy = of_group[0].against;
        if of_group.iter().all(|p| p.against == enemy) {
            single.push((enemy, of_group[0].by));
        }
    }
    single.sort_unstable();
    let mut done = SmallVec::new();
    for against_one in single.chunk_by(|a, b| a.0 == b.0) {
        let groups: SmallVec<[u8; 4]> = against_one.iter().map(|&(_, by)| by).collect();
        let shared = |&(weight, order): &(Weight, Order)| {
            groups.iter().filter(|&&by| held(parts, by, weight, order) > 0).count() >= 2
        };
        if !LOSING.iter().any(shared) {
            continue;
        }
        let mut cuts: SmallVec<[(u8, Cut); 16]> = SmallVec::new();
        for (weight, order) in LOSING {
            reduce_pool(parts, &groups, (weight, order), &mut cuts);
        }
        for &by in &groups {
            let own: SmallVec<[Cut; 8]> = cuts.iter().filter(|(of, _)| *of == by).map(|(_, c)| *c).collect();
            let mut its: SmallVec<[&mut Part; 8]> = parts.iter_mut().filter(|p| p.by == by).collect();
            share_out(&mut its, &own, sharing(readings));
        }
        done.extend(groups);
    }
    done
}

fn held(parts: &[Part], by: u8, weight: Weight, order: Order) -> u16 {
    parts.iter().filter(|p| p.by == by).map(|p| p.given(weight, order)).sum()
}

/// What is left of so many dice, each step rounded by itself.
const fn left_of(dice: u16, weight: Weight, order: Order) -> u16 {
    let dice = match weight {
        Weight::Full => dice,
        Weight::Light => dice - dice / 2,
    };
    match order {
        Order::Good => dice,
        Order::Shaken => dice - dice / 3,
        Order::Shattered => dice - dice / 2,
    }
}

/// What one die is worth, fractions included.
const fn worth(weight: Weight, order: Order) -> u16 {
    let die = match weight {
        Weight::Full => DIE,
        Weight::Light => DIE / 2,
    };
    match order {
        Order::Good => die,
        Order::Shaken => die * 2 / 3,
        Order::Shattered => die / 2,
    }
}

/// What one group brings into the pool.
#[derive(Clone, Debug)]
struct Share {
    by: u8,
    dice: u16,
    kept: u16,
    fraction: u16,
    /// The worst part that its fraction comes from.
    worst: Part,
}

/// Works out what each group loses of one kind of dice, and adds the dice made of fractions of several groups.
fn reduce_pool(
    parts: &mut Vec<Part>,
    groups: &[u8],
    (weight, order): (Weight, Order),
    cuts: &mut SmallVec<[(u8, Cut); 16]>,
) {
    let mut shares: SmallVec<[Share; 4]> = SmallVec::new();
    for &by in groups {
        let dice = held(parts, by, weight, order);
        let its = parts.iter().filter(|p| p.by == by && p.given(weight, order) > 0);
        let Some(worst) = its.max_by_key(|p| (p.score, std::cmp::Reverse(faces(p)))) else { continue };
        let value = dice * worth(weight, order);
        shares.push(Share { by, dice, kept: value / DIE, fraction: value % DIE, worst: worst.clone() });
    }
    let total: u16 = shares.iter().map(|s| s.dice).sum();
    let kept: u16 = shares.iter().map(|s| s.kept).sum();
    // The owner puts the best fractions together first.
    shares.sort_by_key(|s| (s.worst.score, std::cmp::Reverse(faces(&s.worst)), s.by));
    for _ in kept..left_of(total, weight, order) {
        if let Some(mixed) = assemble(&mut shares) {
            parts.push(mixed);
        }
    }
    for share in &shares {
        let dice = share.dice - share.kept;
        let (weights, as_light): (&'static [Weight], u16) = match weight {
            Weight::Full => (&[Weight::Full], 0),
            Weight::Light => (&[Weight::Light], dice_lost(share.dice, 2).min(dice)),
        };
        cuts.push((share.by, Cut { order, weights, dice, as_light }));
    }
}

fn faces(part: &Part) -> usize {
    part.reroll.faces.faces().count()
}

/// Makes one die of the fractions at hand. One of a single group stays among its dice; one of several rolls at the
/// worst advantage and with the worst re-roll of them, for the group with the largest share.
fn assemble(shares: &mut [Share]) -> Option<Part> {
    let mut wanted = DIE;
    let mut givers: SmallVec<[(u16, usize); 4]> = SmallVec::new();
    for (i, share) in shares.iter_mut().enumerate() {
        let taken = share.fraction.min(wanted);
        if taken > 0 {
            share.fraction -= taken;
            wanted -= taken;
            givers.push((taken, i));
        }
    }
    let largest = givers.iter().max_by_key(|(taken, i)| (*taken, std::cmp::Reverse(*i))).map(|g| g.1);
    let Some(largest) = largest else {
        // No fraction is left: the steps rounded more than once in favour of those who hold most.
        let most = shares.iter_mut().filter(|s| s.kept < s.dice).max_by_key(|s| s.dice)?;
        most.kept += 1;
        return None;
    };
    if givers.len() == 1 {
        shares[largest].kept += 1;
        return None;
    }
    let all = givers.iter().map(|&(_, i)| &shares[i].worst);
    let worst = all.clone().max_by_key(|p| p.score)?;
    let reroll = all.min_by_key(|p| faces(p))?.reroll;
    let by = shares[largest].by;
    let mut part = Part::new(by, worst.against, worst.net, worst.score, reroll, worst.arms);
    part.add(1, 1, Weight::Full, Order::Good);
    Some(part)
}
