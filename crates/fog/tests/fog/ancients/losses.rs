//! Hits per bases, death rolls, base removal and autobreak.

use crate::ancients::support::*;
use caracole_fog::ancients::{Choice, Faces, autobreak_loss, autobreaks, bases_counted, is_destroyed};
use caracole_fog::combat::{
    Base, Fight, Formation, Group, LostTo, Range, Readings, Toll, after_phase, reaches_hits_per, take_off,
};
use caracole_fog::troops::{Book, Capability::*, Cohesion, CombatPhase, Quality, TroopType, TroopType::*};
use caracole_kernel::Side;
use caracole_ledger::proves;

fn foot() -> Base {
    plain(HeavyFoot, &[])
}

#[test]
fn hits_per_bases() {
    proves!("FOGAM-RECKONER-005", "FOGAM-GLOSSARY-023", "FOGAM-SPECIAL-038");
    let needed = |bases: u16, each: u16| {
        (1..=12).find(|&hits| reaches_hits_per(hits, each, bases)).expect("some number of hits")
    };
    let per_two: Vec<u16> = (1..=12).map(|b| needed(b, 2)).collect();
    let per_three: Vec<u16> = (1..=12).map(|b| needed(b, 3)).collect();
    assert_eq!(per_two, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
    assert_eq!(per_three, [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]);
    let count = |base: Base, files, depth| bases_counted(&block(Side::Red, base, files, depth), Faces::None);
    assert_eq!(count(plain(Elephants, &[]), 2, 1), 4);
    assert_eq!(count(plain(Elephants, &[]), 1, 2), 2, "front rank only");
    assert_eq!(count(plain(TroopType::LightArtillery, &[]), 2, 1), 4);
    assert_eq!(count(plain(BattleWagons, &[]), 1, 2), 4, "all wagons");
    assert_eq!(count(plain(HeavyFoot, &[Pikemen]), 2, 5), 6, "the first three ranks");
    let mut orb = block(Side::Red, plain(HeavyFoot, &[Pikemen]), 2, 6);
    orb.formation = Formation::Orb;
    assert_eq!(bases_counted(&orb, Faces::One), 9);
    assert_eq!(bases_counted(&orb, Faces::Several), 12);
    assert_eq!(bases_counted(&orb, Faces::None), 6);
    // 2 hits each for two elephants or wagons, 5 for the orb at 1 per 2, 3 and 2 for the pikes.
    assert_eq!((needed(4, 2), needed(4, 3), needed(9, 2), needed(6, 2), needed(6, 3)), (2, 2, 5, 3, 2));
}

/// Blue takes so many hits from twelve shooters.
fn shot_at(blue: Group, hits: usize, further: &[u8]) -> Toll {
    let red = block(Side::Red, plain(MediumFoot, &[Longbow]), 12, 1);
    let fight = red_shoots(red, blue, Range::Short);
    let mut dice = vec![6; hits];
    dice.resize(12, 1);
    dice.extend(further);
    resolve(&fight, &dice)[1]
}

fn twelve() -> Group {
    block(Side::Blue, foot(), 6, 2)
}

#[test]
fn death_rolls_for_shooting() {
    proves!("FOGAM-COHESION-028", "FOGAM-COHESION-029", "FOGAM-COHESION-030", "FOGAM-COHESION-032");
    assert_eq!(shot_at(twelve(), 2, &[]).lost, 0, "no roll");
    assert_eq!(shot_at(twelve(), 3, &[1]).lost, 1);
    assert_eq!(shot_at(twelve(), 3, &[2]).lost, 0);
    assert_eq!(shot_at(twelve(), 4, &[2, 6, 6]).lost, 1);
    // 9 hits: the first base is lost whatever falls (6 + 2 does not exceed 9), then 3 hits are rolled for.
    assert_eq!(shot_at(twelve(), 9, &[1, 6, 6]).lost, 2);
    assert_eq!(shot_at(twelve(), 9, &[2, 6, 6]).lost, 1);
    // 7 hits: a 6 saves the first; on less, 1 hit remains and is no danger.
    assert_eq!(shot_at(twelve(), 7, &[6, 6, 6]).lost, 0);
    assert_eq!(shot_at(twelve(), 7, &[5, 6, 6]).lost, 1);
}

#[test]
fn groups_that_began_with_two_bases() {
    proves!("FOGAM-COHESION-031", "FOGAM-COHESION-028", "FOGAM-COHESION-029");
    let two = |base: Base| block(Side::Blue, base, 2, 1);
    // Elephants of 2 bases: 3 hits need no roll, 4 are lost on a 1; two hits were enough for the test.
    assert_eq!(shot_at(two(plain(Elephants, &[])), 3, &[6, 6]).lost, 0);
    assert_eq!(shot_at(two(plain(Elephants, &[])), 4, &[1]).lost, 1);
    // Three elephants add nothing, unless the struck-out bullet is played.
    let three = || block(Side::Blue, plain(Elephants, &[]), 3, 1);
    assert_eq!(shot_at(three(), 3, &[1, 6, 6]).lost, 1);
    let fight = red_shoots(block(Side::Red, plain(MediumFoot, &[Longbow]), 12, 1), three(), Range::Short);
    let other = Readings::DEFAULT.flip(Choice::BeastsAndGunsPlusOne as usize);
    let dice = [6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 6];
    assert_eq!(resolve_read(&fight, other, &dice)[1].lost, 0);
    // +1 and +2 add up: 2 elephants with 3 hits are safe. By the other reading the +2 alone counts, and a 1 is 3.
    let pair = || block(Side::Blue, plain(Elephants, &[]), 2, 1);
    let fight = red_shoots(block(Side::Red, plain(MediumFoot, &[Longbow]), 12, 1), pair(), Range::Short);
    let alone = Readings::DEFAULT.flip(Choice::DeathModifiersAdd as usize);
    let dice = [6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
    assert_eq!(resolve_read(&fight, alone, &dice)[1].lost, 1);
}

/// Red fights blue in melee, one file each of two ranks, with these hits on blue.
fn melee(red: Base, blue: Base) -> Fight {
    line_up(CombatPhase::Melee, block(Side::Red, red, 2, 2), block(Side::Blue, blue, 2, 2))
}

#[test]
fn death_rolls_in_close_combat() {
    proves!("FOGAM-COHESION-028", "FOGAM-COHESION-032");
    // Losers roll for any hit: 2 hits, a 2 fails and a 3 saves. Then the test.
    assert_eq!(resolve(&melee(foot(), foot()), &[6, 6, 1, 1, 1, 1, 1, 1, 2, 6, 6])[1].lost, 1);
    assert_eq!(resolve(&melee(foot(), foot()), &[6, 6, 1, 1, 1, 1, 1, 1, 3, 6, 6])[1].lost, 0);
    // A draw: 2 hits each are no danger.
    let tolls = resolve(&melee(foot(), foot()), &[6, 6, 1, 1, 6, 6, 1, 1]);
    assert_eq!((tolls[0].lost, tolls[1].lost), (0, 0));
}

#[test]
fn mounted_hit_by_infantry_only() {
    proves!("FOGAM-COHESION-028");
    // 2 hits by foot on losing cavalry: 2 saves; by cavalry it takes 3.
    let horse = plain(Cavalry, &[]);
    assert_eq!(resolve(&melee(foot(), horse), &[6, 6, 1, 1, 1, 1, 1, 1, 2, 6, 6])[1].lost, 0);
    assert_eq!(resolve(&melee(horse, horse), &[6, 6, 1, 1, 1, 1, 1, 1, 2, 6, 6])[1].lost, 1);
    // One hit needs no roll at all with the +1.
    assert_eq!(resolve(&melee(foot(), horse), &[6, 1, 1, 1, 1, 1, 1, 1, 6, 6])[1].lost, 0);
    // Elephants never have it (6 elephants: two files of two are two dice each).
    let elephants = line_up(
        CombatPhase::Melee,
        block(Side::Red, foot(), 3, 2),
        block(Side::Blue, plain(Elephants, &[]), 3, 1),
    );
    let dice = [6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 6, 6];
    assert_eq!(resolve(&elephants, &dice)[1].lost, 1);
    // Foot and mounted opponents: only if no mounted enemy hit.
    let mut both = Fight::new(
        CombatPhase::Melee,
        vec![block(Side::Red, foot(), 1, 2), block(Side::Blue, horse, 2, 2), block(Side::Red, horse, 1, 2)],
    );
    both.duels = vec![duel(at(0, 0), at(1, 0)), duel(at(2, 0), at(1, 1))];
    // Order of rolls: foot, blue against each, red horse.
    assert_eq!(resolve(&both, &[6, 6, 1, 1, 1, 1, 1, 1, 2, 6, 6])[1].lost, 0, "both hits by the foot");
    assert_eq!(resolve(&both, &[6, 1, 1, 1, 1, 1, 6, 1, 2, 6, 6])[1].lost, 1, "one by the horse");
}

#[test]
fn a_base_just_lost_counts_in_the_test() {
    proves!("FOGAM-COHESION-027", "FOGAM-COHESION-013");
    // 4 bases lose one: a full quarter. 2 hits more and 1 per 2 bases: -3. 9 on the dice: 6 fails, 10 passes.
    let fight = melee(foot(), foot());
    assert_eq!(resolve(&fight, &[6, 6, 1, 1, 1, 1, 1, 1, 1, 5, 4])[1].cohesion, Cohesion::Disrupted);
    assert_eq!(resolve(&fight, &[6, 6, 1, 1, 1, 1, 1, 1, 1, 5, 5])[1].cohesion, Cohesion::Steady);
    // Without the loss 9 passes.
    assert_eq!(resolve(&fight, &[6, 6, 1, 1, 1, 1, 1, 1, 6, 5, 4])[1].cohesion, Cohesion::Steady);
}

#[test]
fn autobreak_by_table_and_percentage() {
    proves!("FOGAM-COHESION-039", "FOGAM-COHESION-040", "FOGAM-COHESION-041", "FOGAM-COHESION-010");
    use Quality::*;
    let table: [(u8, [u8; 4]); 8] = [
        (2, [1, 1, 1, 1]),
        (3, [2, 2, 2, 1]),
        (4, [3, 3, 2, 2]),
        (6, [4, 4, 3, 2]),
        (8, [5, 5, 4, 3]),
        (9, [6, 5, 4, 3]),
        (10, [7, 6, 5, 4]),
        (12, [8, 7, 5, 4]),
    ];
    for (size, row) in table {
        for (quality, lost) in [Elite, Superior, Average, Poor].into_iter().zip(row) {
            assert_eq!(autobreak_loss(size, quality, Readings::DEFAULT), lost, "{quality} {size}");
        }
    }
    let by_share = Readings::DEFAULT.flip(Choice::TwoBasesByTable as usize);
    assert_eq!(autobreak_loss(2, Elite, by_share), 2);
    let group = block(Side::Red, foot(), 4, 2);
    assert!(!autobreaks(&group, 5, Readings::DEFAULT));
    assert!(autobreaks(&group, 4, Readings::DEFAULT));
    // A group that loses its last base has broken, whatever it began with.
    for size in 1..=16 {
        let mut whole = block(Side::Red, foot(), size, 1);
        for quality in [Elite, Superior, Average, Poor] {
            whole.files.iter_mut().flat_map(|f| &mut f.bases).for_each(|b| b.profile.quality = quality);
            assert!(autobreaks(&whole, 0, Readings::DEFAULT), "{size} {quality}");
        }
    }
    // Broken by its death roll it takes no test: 4 poor bases have lost 1 and lose another.
    let mut fight = melee(foot(), with_quality(foot(), Quality::Poor));
    fight.groups[1].files[1].bases.pop();
    // Red re-rolls 1s against poor troops. Blue has 3 dice.
    let tolls = resolve(&fight, &[6, 6, 2, 2, 1, 1, 1, 1]);
    assert_eq!((tolls[1].lost, tolls[1].cohesion, tolls[1].autobroken), (1, Cohesion::Broken, true));
}

#[test]
fn taking_bases_off_keeps_the_frontage() {
    proves!("FOGAM-COHESION-038", "FOGAM-COHESION-034");
    let depths = |g: &Group| g.files.iter().map(|f| f.bases.len()).collect::<Vec<_>>();
    let mut group = block(Side::Red, foot(), 3, 2);
    let whole = group.clone();
    let lose = |group: &mut Group, bases: u8, files: &[u8]| {
        take_off(Book::Ancients, group, &whole, bases, LostTo::CloseCombat(files));
        depths(group)
    };
    assert_eq!(lose(&mut group, 1, &[0, 1, 2]), [2, 2, 1]);
    assert_eq!(lose(&mut group, 2, &[0, 1, 2]), [1, 1, 1]);
    // Nobody is left behind the front: the file that fights is filled from the one that does not.
    assert_eq!(lose(&mut group, 1, &[2]), [0, 1, 1]);
    assert_eq!(lose(&mut group, 5, &[2]), [0, 0, 0]);
    // In a mixed group the front rank loses, and what stands behind steps up.
    let (first, second) = (plain(HeavyFoot, &[Swordsmen]), plain(LightFoot, &[Bow]));
    let whole = ranks(Side::Red, &[first, second], 2);
    let mut mixed = whole.clone();
    take_off(Book::Ancients, &mut mixed, &whole, 1, LostTo::CloseCombat(&[0, 1]));
    let heavy = mixed.bases().filter(|b| b.profile.troop_type == HeavyFoot).count();
    assert_eq!((mixed.size(), heavy, mixed.files.iter().filter(|f| f.front().is_some()).count()), (3, 1, 2));
    // Shooting takes the nearest base, which in fogam need keep no proportion.
    let mut shot_at = whole.clone();
    take_off(Book::Ancients, &mut shot_at, &whole, 1, LostTo::Shooting);
    assert_eq!(shot_at.bases().filter(|b| b.profile.troop_type == HeavyFoot).count(), 1);
}

#[test]
fn destroyed_groups() {
    proves!("FOGAM-JAP-031", "FOGAM-COHESION-042");
    let with = |bases: usize, start: u8, cohesion| {
        let mut group = block(Side::Red, foot(), bases, 1);
        (group.bases_at_start, group.cohesion) = (start, cohesion);
        is_destroyed(&group, Readings::DEFAULT)
    };
    assert!(with(1, 4, Cohesion::Steady), "one base left");
    assert!(with(4, 8, Cohesion::Broken), "broken at half");
    assert!(!with(5, 8, Cohesion::Broken));
    assert!(!with(5, 8, Cohesion::Fragmented));
}

#[test]
fn what_the_next_phase_starts_from() {
    let group = block(Side::Red, foot(), 4, 2);
    let mut toll = Toll::none(Cohesion::Disrupted);
    (toll.lost, toll.commander_lost) = (2, true);
    let mut led = group.clone();
    led.commander =
        commander(caracole_fog::combat::Grade::Field, caracole_fog::combat::CommanderPlace::FrontRank);
    let after = after_phase(Book::Ancients, &led, &group, &toll, LostTo::CloseCombat(&[0, 1, 2, 3]));
    assert_eq!((after.size(), after.cohesion, after.commander), (6, Cohesion::Disrupted, None));
    assert_eq!(after.bases_at_start, 8);
}
