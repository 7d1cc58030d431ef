//! Dice in close combat.

use super::{Choice, DiceOf, Pair, close_combat_advantage, close_combat_score, readings::is};
use crate::combat::{
    Arms, Charge, Commander, CommanderPlace, Facing, Fight, File, Formation, Group, Order, Part, Readings,
    Reckon, Role, Sharing, Stand, Total, Weight, lose_dice, low, mark_given_up, quality_reroll,
};
use crate::formation::square_bases;
use crate::troops::{Cohesion, CombatPhase, Disorder, Quality, TroopType};
use caracole_kernel::{Side, dice::Reroll};
use caracole_ledger::{enforces, rule};
use smallvec::SmallVec;

/// What a battle group throws again on its dice to hit in close combat.
pub fn close_combat_reroll(quality: Quality, commander: Option<Commander>) -> Reroll {
    enforces!(
        "FOGR-BG-051",
        "FOGR-BG-052",
        "FOGR-BG-053",
        "FOGR-BG-054",
        "FOGR-COMBAT-112",
        "FOGR-COMBAT-113"
    );
    let leads = commander.is_some_and(|c| c.place == CommanderPlace::FrontRank);
    match (quality, leads) {
        (quality, false) => quality_reroll(quality),
        (Quality::Poor, true) => Reroll::NONE,
        (Quality::Average, true) => low(1),
        (Quality::Superior, true) => low(2),
        (Quality::Elite, true) => low(3),
    }
}

/// Dice given by the bases of one rank of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankDice {
    /// Which rank, 0 for the front.
    pub rank: u8,
    /// How many dice.
    pub dice: u16,
}

/// The dice of one file in one duel, rank by rank, before losses; with a line for each in `sum`. `nth` is how many
/// duels its battle group has against the same enemy before this one, which only a square asks.
pub fn file_dice<R: Reckon>(
    phase: CombatPhase,
    group: &Group,
    file: &File,
    role: Role,
    nth: u8,
    sum: &mut R,
) -> SmallVec<[RankDice; 2]> {
    let mut dice = SmallVec::new();
    let Some(front) = file.front() else { return dice };
    let front_type = front.profile.troop_type;
    if role == Role::Idle || front_type.is_artillery() {
        enforces!("FOGR-COMBAT-093");
        return dice;
    }
    let mut give = |rank: u8, count: u16, rule, label| {
        sum.add(rule, label, i32::from(count));
        dice.push(RankDice { rank, dice: count });
    };
    let wagons = front_type == TroopType::BattleWagons;
    let square = group.is_formed(Formation::Square).then(|| square_bases(group.size()));
    if square.is_some_and(|(_, front_rank)| nth >= front_rank) {
        return dice;
    }
    match (phase, role) {
        (CombatPhase::Impact, _) if wagons => {
            give(0, 2, rule!("FOGR-COMBAT-014"), "2 per base width at impact")
        }
        (CombatPhase::Impact, _) => give(0, 2, rule!("FOGR-COMBAT-014"), "2 per front rank base at impact"),
        (_, Role::Overlap) => give(0, 1, rule!("FOGR-MELEE-008"), "1 for an overlapping file"),
        _ if wagons => give(0, 2, rule!("FOGR-COMBAT-022"), "2 per base width in melee"),
        _ if fights_in_one_rank(front_type) => {
            give(0, 2, rule!("FOGR-COMBAT-022"), "2 per front rank base in melee")
        }
        _ => {
            give(0, 1, rule!("FOGR-COMBAT-022"), "1 for the front rank base in melee");
            let second = match square {
                Some((fighting, front_rank)) => nth < fighting - front_rank,
                None => file.bases.len() >= 2,
            };
            if second {
                give(1, 1, rule!("FOGR-COMBAT-022"), "1 for the second rank base in melee");
            }
        }
    }
    dice
}

/// Troops whose front rank gives two dice in melee and whose rear ranks give none.
fn fights_in_one_rank(troop_type: TroopType) -> bool {
    use TroopType::{Cavaliers, DeterminedHorse, Elephants, Gendarmes};
    matches!(troop_type, Elephants | Gendarmes | Cavaliers | DeterminedHorse)
}

/// Whether dice of such troops are halved against such an enemy.
pub fn weight_against(own: TroopType, enemy: TroopType, enemy_cohesion: Cohesion) -> Weight {
    enforces!("FOGR-COMBAT-015", "FOGR-RECKONER-003");
    use TroopType::{LightFoot, LightHorse};
    match (own, enemy) {
        _ if enemy_cohesion == Cohesion::Fragmented => Weight::Full,
        (LightFoot, LightFoot) | (LightHorse, LightHorse | LightFoot) => Weight::Full,
        (LightFoot | LightHorse, _) => Weight::Light,
        _ => Weight::Full,
    }
}

/// All dice of the close combat of a fight, after losses.
pub(super) fn muster_close_combat(fight: &Fight, readings: Readings) -> Vec<Part> {
    enforces!("FOGR-COMBAT-019", "FOGR-COMBAT-026", "FOGR-COMBAT-027", "FOGR-COMBAT-016", "FOGR-COMBAT-024");
    enforces!("FOGR-COMBAT-025", "FOGR-COMBAT-029", "FOGR-COMBAT-030", "FOGR-MELEE-006", "FOGR-COMBAT-111");
    enforces!("FOGR-RECKONER-002", "FOGR-GLOSSARY-014", "FOGR-BG-063");
    let mut parts: Vec<Part> = Vec::with_capacity(8);
    for (number, duel) in fight.duels.iter().enumerate() {
        for side in Side::BOTH {
            let (own, enemy) = (&duel.stands[side], &duel.stands[side.other()]);
            add_duel(fight, readings, number as u8, own, enemy, &mut parts);
        }
    }
    if fight.phase == CombatPhase::Impact {
        for index in 0..fight.groups.len() {
            add_regimental_gun(fight, readings, index as u8, &mut parts);
        }
    }
    finish(fight, readings, &mut parts);
    parts
}

/// Orders parts by battle group, enemy and advantage, and takes away the dice that are lost.
pub(super) fn finish(fight: &Fight, readings: Readings, parts: &mut [Part]) {
    let sharing = Sharing {
        by_dice: is(readings, Choice::LossesByDice),
        states_apart: is(readings, Choice::StatesLoseApart),
    };
    parts.sort_by_key(|p| (p.by, p.against, std::cmp::Reverse(p.net)));
    mark_given_up(fight, parts);
    for of_group in parts.chunk_by_mut(|a, b| a.by == b.by) {
        let mut all: SmallVec<[&mut Part; 8]> = of_group.iter_mut().collect();
        lose_dice(&mut all, sharing);
    }
}

fn add_duel(
    fight: &Fight,
    readings: Readings,
    number: u8,
    own: &Stand,
    enemy: &Stand,
    parts: &mut Vec<Part>,
) {
    let group = &fight.groups[usize::from(own.file.group)];
    let against = &fight.groups[usize::from(enemy.file.group)];
    let file = &group.files[usize::from(own.file.file)];
    let Some(pair) = Pair::of(fight, own, enemy, readings) else { return };
    let nth = earlier_duels(fight, number, own, enemy);
    let dice = file_dice(fight.phase, group, file, own.role, nth, &mut Total(0));
    if dice.is_empty() {
        return;
    }
    let part = part_for(fight, group, own, enemy, &pair, DiceOf::Bases, parts);
    part.comes_from(number);
    for given in dice {
        // In square the second rank is behind the face, not behind in the file; all its bases are in one order.
        let base = file.bases.get(usize::from(given.rank)).or(file.front());
        let Some(base) = base else { continue };
        let weight = weight_against(base.profile.troop_type, pair.enemy.troop_type, against.cohesion);
        part.add(given.dice, 1, weight, Order::of_base(group.cohesion, base));
    }
}

/// How many duels its battle group, if it is in square, has against the same enemy with files before that of this one.
pub(super) fn earlier_duels(fight: &Fight, number: u8, own: &Stand, enemy: &Stand) -> u8 {
    let group = &fight.groups[usize::from(own.file.group)];
    if !group.is_formed(Formation::Square) {
        return 0;
    }
    let before = |n: usize, stands: &caracole_kernel::BySide<Stand>| {
        let (this, other) = (stands[group.side], stands[group.side.other()]);
        (this.file.group, other.file.group) == (own.file.group, enemy.file.group)
            && (this.file.file, n) < (own.file.file, usize::from(number))
    };
    fight.duels.iter().enumerate().filter(|(n, d)| before(*n, &d.stands)).count() as u8
}

/// The part that dice of this duel roll with.
fn part_for<'p>(
    fight: &Fight,
    group: &Group,
    own: &Stand,
    enemy: &Stand,
    pair: &Pair,
    dice: DiceOf,
    parts: &'p mut Vec<Part>,
) -> &'p mut Part {
    let mut net = Total(0);
    close_combat_advantage(fight.phase, pair, dice, &mut net);
    let reroll = close_combat_reroll(group.quality(), group.commander);
    let part = Part::new(
        own.file.group,
        enemy.file.group,
        net.0 as i8,
        close_combat_score(net.0),
        reroll,
        Arms::CloseCombat,
    );
    let place = parts.iter().position(|p| p.rolls_with(&part)).unwrap_or(parts.len());
    if place == parts.len() {
        parts.push(part);
    }
    &mut parts[place]
}

/// The duels that a regimental gun's die may go to, with its net advantage in each: those of the fighting files nearest
/// to the middle.
fn gun_duels(fight: &Fight, readings: Readings, index: u8) -> SmallVec<[(u8, Stand, Stand, i32); 2]> {
    // The marker counts as being in its place before the middle, and is nowhere in the way.
    enforces!("FOGR-COMBAT-018", "FOGR-BG-055", "FOGR-BG-056");
    let mut found = SmallVec::new();
    let Some(group) = fight.groups.get(usize::from(index)) else { return found };
    if !group.regimental_gun || fight.phase != CombatPhase::Impact {
        return found;
    }
    let filled: SmallVec<[u8; 16]> =
        (0..group.files.len()).filter(|&i| group.files[i].front().is_some()).map(|i| i as u8).collect();
    let (Some(&first), Some(&last)) = (filled.first(), filled.last()) else { return found };
    let off_centre = |file: u8| (2 * i16::from(file) - i16::from(first) - i16::from(last)).abs();
    let advantage = |own: &Stand, enemy: &Stand| {
        let mut net = Total(0);
        if let Some(pair) = Pair::of(fight, own, enemy, readings) {
            close_combat_advantage(fight.phase, &pair, DiceOf::RegimentalGun, &mut net);
        }
        net.0
    };
    for (number, duel) in fight.duels.iter().enumerate() {
        let (own, enemy) = (duel.stands[group.side], duel.stands[group.side.other()]);
        let Some(file) = group.files.get(usize::from(own.file.file)) else { continue };
        let to_the_front = own.role == Role::Front
            && file.facing == Facing::Front
            && file.front().is_some()
            && enemy.charge != Charge::FlankOrRear;
        if own.file.group == index && to_the_front {
            found.push((number as u8, own, enemy, advantage(&own, &enemy)));
        }
    }
    let nearest = found.iter().map(|(_, own, ..)| off_centre(own.file.file)).min();
    found.retain(|(_, own, ..)| Some(off_centre(own.file.file)) == nearest);
    found
}

/// The files between which the owner of a regimental gun chooses: equally near the middle, and not all the same to him.
#[must_use]
pub fn gun_files(fight: &Fight, readings: Readings, index: u8) -> SmallVec<[u8; 2]> {
    let duels = gun_duels(fight, readings, index);
    let same = duels.windows(2).all(|pair| match pair {
        [(_, _, a, x), (_, _, b, y)] => (a.file.group, x) == (b.file.group, y),
        _ => true,
    });
    let mut files: SmallVec<[u8; 2]> = duels.iter().map(|(_, own, ..)| own.file.file).collect();
    files.sort_unstable();
    files.dedup();
    if same {
        files.truncate(1);
    }
    files
}

/// The fighting file that the regimental gun's die goes to, as the number of its duel: the one that its owner has chosen,
/// else of two equally near the middle the one that helps him more.
pub(super) fn gun_duel(fight: &Fight, readings: Readings, index: u8) -> Option<(u8, Stand, Stand)> {
    let chosen = fight.groups.get(usize::from(index))?.gun_file;
    gun_duels(fight, readings, index)
        .into_iter()
        .min_by_key(|(_, own, _, net)| (chosen != Some(own.file.file), -net))
        .map(|(number, own, enemy, _)| (number, own, enemy))
}

fn add_regimental_gun(fight: &Fight, readings: Readings, index: u8, parts: &mut Vec<Part>) {
    let Some((number, own, enemy)) = gun_duel(fight, readings, index) else { return };
    let Some(pair) = Pair::of(fight, &own, &enemy, readings) else { return };
    let group = &fight.groups[usize::from(index)];
    let part = part_for(fight, group, &own, &enemy, &pair, DiceOf::RegimentalGun, parts);
    part.comes_from(number);
    // It suffers with the base before which it stands, and is no base itself.
    let disorder = group.files[usize::from(own.file.file)].front().map_or(Disorder::None, |b| b.disorder);
    part.add(1, 0, Weight::Full, Order::of(group.cohesion, disorder));
}
