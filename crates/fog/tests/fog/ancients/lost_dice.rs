//! The dice that a battle group loses and how they are shared out: worked out by hand from the rule.

use crate::ancients::support::*;
use caracole_fog::ancients::{Ancients, Choice};
use caracole_fog::combat::{Arithmetic, Base, Fight, FileShot, Group, Range, Readings};
use caracole_fog::troops::{Capability::*, Cohesion, CombatPhase, Disorder, TroopType, TroopType::*};
use caracole_kernel::Side;
use caracole_ledger::proves;

use Cohesion::{Disrupted, Fragmented, Steady};
use CombatPhase::{Impact, Melee, Shooting};

fn foot() -> Base {
    plain(HeavyFoot, &[])
}

/// Red's files against enemies by number, each uphill of his or not; red's dice by enemy and advantage.
fn meeting(phase: CombatPhase, red: Group, enemies: &[TroopType], files: &[(u8, bool)]) -> Fight {
    let mut groups = vec![red];
    groups.extend(enemies.iter().map(|&t| block(Side::Blue, plain(t, &[]), files.len(), 1)));
    let mut fight = Fight::new(phase, groups);
    for (file, &(enemy, uphill)) in (0u8..).zip(files) {
        let mut pair = if phase == Impact { red_charges } else { duel }(at(0, file), at(enemy, file));
        pair.stands.red.uphill = uphill;
        fight.duels.push(pair);
    }
    fight
}

fn in_state(base: Base, files: usize, ranks: usize, cohesion: Cohesion) -> Group {
    let mut group = block(Side::Red, base, files, ranks);
    group.cohesion = cohesion;
    group
}

fn own(fight: &Fight) -> Vec<(u8, i8, u16)> {
    own_by(fight, Readings::DEFAULT)
}

fn own_by(fight: &Fight, readings: Readings) -> Vec<(u8, i8, u16)> {
    let muster = Ancients::muster(fight, readings);
    muster.parts.iter().filter(|p| p.by == 0).map(|p| (p.against, p.net, p.dice())).collect()
}

const LEVEL: fn(u8) -> (u8, bool) = |enemy| (enemy, false);

#[test]
fn the_whole_loss_comes_first_and_is_shared_out_once() {
    proves!("FOGAM-COMBAT-032", "FOGAM-COMBAT-023", "FOGAM-RECKONER-003");
    let horse = |files, cohesion| in_state(plain(LightHorse, &[]), files, 1, cohesion);
    // 18 dice: 9, then 3 of 9. Twelve lost by 3 to 3.
    let files = [1, 1, 1, 2, 2, 2].map(LEVEL);
    assert_eq!(own(&meeting(Impact, horse(6, Disrupted), &[HeavyFoot; 2], &files)), [(1, 0, 3), (2, 0, 3)]);
    // 9 dice: 4, then 1 of 5. Five lost by 1 to 2: 5/3 and 10/3, so 2 and 3 of 3 and 6.
    let files = [1, 2, 2].map(LEVEL);
    assert_eq!(own(&meeting(Impact, horse(3, Disrupted), &[HeavyFoot; 2], &files)), [(1, 0, 1), (2, 0, 3)]);
    // Fragmented: 9 dice: 4, then 2 of 5. Six lost by 1 to 2: 2 and 4.
    assert_eq!(own(&meeting(Impact, horse(3, Fragmented), &[HeavyFoot; 2], &files)), [(1, 0, 1), (2, 0, 2)]);
    // 3 dice of fragmented light foot in melee: one, then one of two. By 1 to 2: one each.
    let light = in_state(plain(LightFoot, &[]), 3, 1, Fragmented);
    assert_eq!(own(&meeting(Melee, light, &[HeavyFoot; 2], &files)), [(1, 0, 0), (2, 0, 1)]);
}

#[test]
fn a_die_is_left_against_each_enemy_and_each_part_of_one() {
    proves!("FOGAM-COMBAT-032", "FOGAM-COMBAT-033");
    let two = [HeavyFoot; 2];
    let dice = |cohesion, files: &[(u8, bool)]| {
        own(&meeting(Melee, in_state(foot(), files.len(), 1, cohesion), &two, files))
    };
    let (up, level) = (true, false);
    assert_eq!(
        dice(Disrupted, &[(1, up), (1, level), (2, level), (2, level)]),
        [(1, 1, 1), (1, 0, 1), (2, 0, 1)]
    );
    assert_eq!(
        dice(Disrupted, &[(1, level), (1, level), (2, up), (2, level)]),
        [(1, 0, 1), (2, 1, 1), (2, 0, 1)]
    );
    // A single die, and a die against each of two.
    assert_eq!(dice(Fragmented, &[(1, level)]), [(1, 0, 1)]);
    assert_eq!(dice(Disrupted, &[(1, level), (2, level)]), [(1, 0, 1), (2, 0, 1)]);
    assert_eq!(dice(Fragmented, &[(1, level), (2, level)]), [(1, 0, 0), (2, 0, 1)]);
    // Fragmented, two parts of two dice and an enemy of one: 5 lose two: 8/5 and 2/5, so 2 of 4.
    assert_eq!(
        dice(Fragmented, &[(1, up), (1, up), (1, level), (1, level), (2, level)]),
        [(1, 1, 1), (1, 0, 1), (2, 0, 1)]
    );
}

#[test]
fn supporters_share_the_loss_by_bases() {
    proves!("FOGAM-COMBAT-075", "FOGAM-COMBAT-033");
    // 9 impact dice and 3 of support, fragmented: six lost by 3 bases to 3; the last support die stays.
    let blue = ranks(Side::Blue, &[foot(), plain(MediumFoot, &[Bow])], 3);
    let mut fight = line_up(Impact, block(Side::Red, plain(Cavalry, &[]), 3, 1), blue);
    fight.groups[1].cohesion = Fragmented;
    let muster = Ancients::muster(&fight, Readings::DEFAULT);
    let blue: Vec<(i8, u16)> = muster.parts.iter().filter(|p| p.by == 1).map(|p| (p.net, p.dice())).collect();
    assert_eq!(blue.iter().map(|p| p.1).sum::<u16>(), 6);
    assert!(blue.iter().any(|p| p.1 == 1) && blue.iter().any(|p| p.1 == 5), "{blue:?}");
}

/// Red cavalry with bows: X is shot at by three files of two ranks, Y by one file of two and one of one.
fn split_volley(x: u8, y: u8) -> Fight {
    let bow = plain(Cavalry, &[Bow]);
    let mut red = Group::new(Side::Red, [2, 2, 2, 2, 1].map(|ranks| file(bow, ranks)));
    red.cohesion = Disrupted;
    let target = || block(Side::Blue, plain(HeavyFoot, &[]), 3, 1);
    let mut fight = Fight::new(Shooting, vec![red, target(), target()]);
    let files = |at: u8, numbers: &[u8], fight: &Fight| {
        let mut shot = volley(fight, 0, at, Range::Short);
        shot.files = numbers.iter().map(|&f| FileShot::plain(f, Range::Short)).collect();
        shot
    };
    fight.volleys = vec![files(x, &[0, 1, 2], &fight), files(y, &[3, 4], &fight)];
    fight.volleys.sort_by_key(|v| v.at);
    fight
}

#[test]
fn bases_whose_fraction_gives_no_die_count_too() {
    proves!("FOGAM-COMBAT-032");
    // 4 dice and 2, disrupted, lose two by 6 bases to 3: 4/3 and 2/3, one each, in whatever order.
    assert_eq!(own(&split_volley(1, 2)).iter().map(|p| (p.0, p.2)).collect::<Vec<_>>(), [(1, 3), (2, 1)]);
    assert_eq!(own(&split_volley(2, 1)).iter().map(|p| (p.0, p.2)).collect::<Vec<_>>(), [(1, 1), (2, 3)]);
}

#[test]
fn fractions_of_one_group_at_two_ranges_lose_with_the_rest() {
    proves!("FOGAM-COMBAT-031", "FOGAM-COMBAT-008");
    // Three bases at 1 per 2 and five at 1 per 3: 3/2 + 5/3 = 19/6, three dice; disrupted they lose one.
    let bows = in_state(plain(LightFoot, &[Bow]), 8, 1, Disrupted);
    let mut fight = Fight::new(Shooting, vec![bows, block(Side::Blue, plain(HeavyFoot, &[]), 2, 1)]);
    let shot = |numbers: std::ops::Range<u8>, range, fight: &Fight| {
        let mut shot = volley(fight, 0, 1, range);
        shot.files = numbers.map(|f| FileShot::plain(f, range)).collect();
        shot
    };
    fight.volleys = vec![shot(0..3, Range::Short, &fight), shot(3..8, Range::Long, &fight)];
    assert_eq!(own(&fight).iter().map(|p| p.2).sum::<u16>(), 2);
}

#[test]
fn bases_in_different_states_lose_apart() {
    proves!("FOGAM-COMBAT-012");
    let light = plain(LightFoot, &[]);
    let rough = in_disorder(light, Disorder::Disordered);
    let red = Group::new(Side::Red, [rough, rough, rough, light, light, light].map(|b| file(b, 1)));
    let fight = line_up(Melee, red, block(Side::Blue, foot(), 6, 1));
    // Apart: 3 lose 1, and 3 lose 1, then none of 2. Together: 6 lose 3, all of them those in disorder.
    assert_eq!(own(&fight), [(1, 0, 4)]);
    let together = Readings::DEFAULT.flip(Choice::StatesLoseApart as usize);
    assert_eq!(own_by(&fight, together), [(1, 0, 3)]);
}

#[test]
fn losses_are_shared_by_bases_or_by_dice() {
    proves!("FOGAM-COMBAT-032");
    // Two bases with 2 dice each against elephants, three with 3 each against foot: 13 dice lose 4.
    let files = [1, 1, 2, 2, 2].map(LEVEL);
    let fight = meeting(Impact, in_state(foot(), 5, 2, Disrupted), &[Elephants, HeavyFoot], &files);
    let left = |readings| own_by(&fight, readings).iter().map(|p| p.2).collect::<Vec<_>>();
    // By bases 8/5 and 12/5; by dice 16/13 and 36/13.
    assert_eq!(left(Readings::DEFAULT), [2, 7]);
    assert_eq!(left(Readings::DEFAULT.flip(Choice::LossesByDice as usize)), [3, 6]);
}

#[test]
fn pooled_losses_leave_a_die_against_each_part() {
    proves!("FOGAM-RECKONER-004", "FOGAM-COMBAT-033");
    // Two disrupted groups against one enemy: 3 dice each make 6, which lose two, one each. The first fights at two
    // advantages with 1 and 2 dice and keeps a die at each.
    let mut groups = vec![in_state(foot(), 3, 1, Disrupted), in_state(foot(), 3, 1, Disrupted)];
    groups.push(block(Side::Blue, foot(), 6, 1));
    let mut fight = Fight::new(Melee, groups);
    for file in 0..3 {
        let mut pair = duel(at(0, file), at(2, file));
        pair.stands.red.uphill = file == 0;
        fight.duels.push(pair);
        fight.duels.push(duel(at(1, file), at(2, 3 + file)));
    }
    assert_eq!(own(&fight), [(2, 1, 1), (2, 0, 1)]);
    assert_eq!(dice_of(&fight, 1), 2);
    // Steady groups lose nothing.
    fight.groups[0].cohesion = Steady;
    fight.groups[1].cohesion = Steady;
    assert_eq!((dice_of(&fight, 0), dice_of(&fight, 1)), (3, 3));
}
