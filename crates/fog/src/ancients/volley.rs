//! Shooting dice: who gives how many, fractions put together, losses, and shooting that cannot matter.

use super::{
    Choice, Place, Rate, casualties::hits_to_matter, pool::sharing, rate, reaches, readings::is,
    shooting::arms_of, shooting_advantage, shooting_reroll, shooting_score, shot, weapons_of,
};
use crate::combat::{
    Arms, Base, Edge, Fight, FileShot, FireTaken, Group, Order, Part, Range, Readings, Total, Volley, Weight,
    lose_dice, mark_given_up, next_mixed,
};
use crate::troops::{Cohesion, TroopType};
use caracole_ledger::enforces;
use smallvec::SmallVec;

/// A whole die in the units in which every rate is a whole number.
const DIE: u16 = 6;

type Shooters = crate::combat::Shooters<Rate>;

/// All shooting dice of a fight, after losses.
pub(super) fn muster_shooting(fight: &Fight, readings: Readings) -> Vec<Part> {
    enforces!(
        "FOGAM-SHOOT-002",
        "FOGAM-COMBAT-030",
        "FOGAM-COMBAT-031",
        "FOGAM-RECKONER-002",
        "FOGAM-SHOOT-034"
    );
    let mut parts: Vec<Part> = Vec::new();
    let mut leftover: Vec<Shooters> = Vec::new();
    // Volleys that differ in range or cover are one battle group's shooting at another all the same.
    let mut known: SmallVec<[(u8, u8); 8]> = SmallVec::new();
    for volley in &fight.volleys {
        let pair = (volley.by, volley.at);
        if known.contains(&pair) {
            continue;
        }
        known.push(pair);
        let of_pair = fight.volleys.iter().filter(|v| (v.by, v.at) == pair);
        let mut sets: Vec<Shooters> = of_pair.flat_map(|v| shooters_of(fight, v, readings)).collect();
        for set in &mut sets {
            let dice = set.left / DIE;
            set.left %= DIE;
            // Bases whose fraction makes no die count where losses are shared by bases.
            give(set, dice, set.bases, readings, &mut parts);
        }
        put_together(&mut sets, readings, &mut |die| give(die, 1, 0, readings, &mut parts));
        leftover.extend(sets.into_iter().filter(|s| s.left > 0));
    }
    parts.sort_by_key(|p| (p.by, p.against));
    mark_given_up(fight, &mut parts);
    for of_group in parts.chunk_by_mut(|a, b| a.by == b.by) {
        enforces!("FOGAM-COMBAT-008");
        let mut all: SmallVec<[&mut Part; 8]> = of_group.iter_mut().collect();
        lose_dice(&mut all, sharing(readings));
    }
    add_shared_dice(leftover, readings, &mut parts);
    parts.retain(|p| p.dice_before() > 0);
    super::pool::put_in_order(&mut parts);
    parts
}

/// Dice made of bases of several battle groups; the losses of each group are already taken.
fn add_shared_dice(mut leftover: Vec<Shooters>, readings: Readings, parts: &mut Vec<Part>) {
    leftover.sort_by_key(|s| s.at);
    let mut shared: Vec<Part> = Vec::new();
    for at_one in leftover.chunk_by_mut(|a, b| a.at == b.at) {
        put_together(at_one, readings, &mut |die| {
            let whole = Shooters { order: Order::Good, ..*die };
            give(&whole, 1, 1, readings, &mut shared);
        });
    }
    parts.extend(shared);
}

fn give(set: &Shooters, dice: u16, bases: u16, readings: Readings, parts: &mut Vec<Part>) {
    let score = shooting_score(i32::from(set.net));
    let reroll = shooting_reroll(set.quality, readings);
    let part = Part::new(set.by, set.at, set.net, score, reroll, set.arms);
    let place = super::dice::place_of(part, parts);
    if dice > 0 {
        parts[place].comes_from(set.file);
    }
    parts[place].add(dice, bases, Weight::Full, set.order);
}

/// Puts fractions together to whole dice; what does not make a die stays.
fn put_together(sets: &mut [Shooters], readings: Readings, give: &mut dyn FnMut(&Shooters)) {
    enforces!("FOGAM-COMBAT-009", "FOGAM-RECKONER-001");
    if is(readings, Choice::PoolAllRates) {
        while let Some(die) = next_mixed(sets, DIE, |_| true) {
            give(&die);
        }
        return;
    }
    for rate in [Rate::OnePer(2), Rate::OnePer(3)] {
        while let Some(die) = next_mixed(sets, DIE, |r| *r == rate) {
            give(&die);
        }
    }
}

/// The bases of a volley that shoot, in sets that shoot alike.
fn shooters_of(fight: &Fight, volley: &Volley, readings: Readings) -> Vec<Shooters> {
    let mut sets: Vec<Shooters> = Vec::new();
    let (Some(group), Some(target)) =
        (fight.groups.get(usize::from(volley.by)), fight.groups.get(usize::from(volley.at)))
    else {
        return sets;
    };
    if group.cohesion == Cohesion::Broken || target.cohesion == Cohesion::Broken {
        return sets;
    }
    for file in &volley.files {
        for (place, base) in shooting_bases(group, file) {
            let Some(set) = shooter(fight, volley, file, place, base, readings) else { continue };
            set.join(&mut sets);
        }
    }
    sets
}

/// One base as a shooter, with the weapon that serves it best.
fn shooter(
    fight: &Fight,
    volley: &Volley,
    file: &FileShot,
    place: Place,
    base: &Base,
    readings: Readings,
) -> Option<Shooters> {
    let group = fight.groups.get(usize::from(volley.by))?;
    let with = |weapon| {
        if !reaches(base.profile, weapon, file.range) {
            return None;
        }
        let rate = rate(base.profile, weapon, place, file.range, readings)?;
        let mut net = Total(0);
        shooting_advantage(&shot(fight, volley, weapon, file.edge)?, &mut net);
        Some(Shooters {
            by: volley.by,
            at: volley.at,
            rate,
            net: net.0 as i8,
            arms: arms_of(weapon),
            order: Order::of_base(group.cohesion, base),
            quality: base.profile.quality,
            bases: 1,
            file: file.file,
            left: rate.sixths(),
        })
    };
    weapons_of(base.profile).iter().filter_map(with).max_by_key(|s| (s.left, s.net))
}

/// What the files of a volley give, in sixths of a die before losses.
pub fn sixths_of_dice(fight: &Fight, volley: &Volley, readings: Readings) -> SmallVec<[(u8, u32); 8]> {
    let mut found = SmallVec::new();
    let Some(group) = fight.groups.get(usize::from(volley.by)) else { return found };
    for file in &volley.files {
        for (place, base) in shooting_bases(group, file) {
            if let Some(set) = shooter(fight, volley, file, place, base, readings) {
                found.push((file.file, u32::from(set.left)));
            }
        }
    }
    found
}

/// The bases of a file that may shoot, with their places counted from the shooting edge.
pub(super) fn shooting_bases<'g>(
    group: &'g Group,
    shot: &FileShot,
) -> impl Iterator<Item = (Place, &'g Base)> + use<'g> {
    enforces!("FOGAM-SHOOT-025", "FOGAM-SHOOT-026", "FOGAM-SHOOT-029", "FOGAM-TERRAIN-022");
    let FileShot { edge, barred, first_rank_only, range, .. } = *shot;
    let bases = group.files.get(usize::from(shot.file)).map_or(&[][..], |f| &f.bases[..]);
    let count = bases.len();
    let rank_of = move |i: usize, base: &Base| match edge {
        // Wagons shoot from the long edge: the whole file stands in the first rank.
        _ if base.profile.troop_type == TroopType::BattleWagons => 0,
        Edge::Front | Edge::Flank => i,
        Edge::Rear => count - 1 - i,
    };
    let can =
        move |base: &Base| weapons_of(base.profile).iter().any(|weapon| reaches(base.profile, weapon, range));
    let armed = bases.iter().enumerate().filter(move |(_, b)| can(b));
    let first = armed.clone().map(|(i, b)| rank_of(i, b)).min().unwrap_or(0);
    armed.filter(move |(i, _)| *i >= usize::from(barred)).filter_map(move |(i, base)| {
        let rank = rank_of(i, base);
        let place = Place { rank: rank as u8, shooting_rank: (rank - first) as u8 };
        // Behind a front rank that cannot shoot only the second may.
        let in_reach = first == 0 || rank == 1;
        (in_reach && (!first_rank_only || rank == 0)).then_some((place, base))
    })
}

/// What is shot at each battle group.
pub(super) fn fire_taken(fight: &Fight, parts: &[Part]) -> SmallVec<[FireTaken; 4]> {
    let mut fire: SmallVec<[FireTaken; 4]> = SmallVec::from_elem(FireTaken::default(), fight.groups.len());
    for part in parts {
        let Some(taken) = fire.get_mut(usize::from(part.against)) else { continue };
        match part.arms {
            Arms::Artillery => taken.artillery += part.dice(),
            Arms::Firearms => taken.firearms += part.dice(),
            Arms::OtherMissiles => taken.others += part.dice(),
            Arms::CloseCombat | Arms::RegimentalGun => {}
        }
    }
    fire
}

/// Takes away the dice at targets that no result could touch; gives back those targets.
pub(super) fn spare_targets(
    fight: &Fight,
    fire: &[FireTaken],
    readings: Readings,
    parts: &mut Vec<Part>,
) -> SmallVec<[u8; 4]> {
    enforces!("FOGAM-SHOOT-004");
    let mut spared = SmallVec::new();
    for (index, (group, fire)) in fight.groups.iter().zip(fire).enumerate() {
        let dice = fire.artillery + fire.firearms + fire.others;
        if dice > 0 && dice < hits_to_matter(group, *fire, readings) {
            spared.push(index as u8);
        }
    }
    parts.retain(|p| !spared.contains(&p.against));
    spared
}

/// Whether shooting at this range is the shooters' choice.
pub const fn shooting_is_optional(range: Range) -> bool {
    enforces!("FOGAM-SHOOT-003", "FOGAM-TURN-013");
    matches!(range, Range::Long)
}
