//! Shooting: rates, points of advantage, pooling, what follows.

use crate::renaissance::support::*;
use caracole_fog::combat::{
    Bombardment, Edge, Engaged, Fight, FileShot, Formation, Group, Range, Readings, Volley,
};
use caracole_fog::renaissance::{
    Choice, check, range_of, ranges, shooting_advantage, shot, target_armour, weapon_of,
};
use caracole_fog::troops::{Armour, Capability, Cohesion, CombatPhase, Disorder, Quality, TroopType};
use caracole_kernel::{Side, Tally};
use caracole_ledger::{proves, rule};

use Armour::{Armoured, FullyArmoured, HeavilyArmoured, Unarmoured};
use Capability::{
    Arquebus, Bombs, Bow, BowStar, Carbine, Crossbow, Javelins, Musket, MusketStar, Pike, Salvo,
    ShootingPistol, Sling,
};
use TroopType::*;

fn group(
    side: Side,
    troop_type: TroopType,
    armour: Armour,
    with: &[Capability],
    files: usize,
    ranks: usize,
) -> Group {
    block(side, base(troop_type, armour, Quality::Average, with), files, ranks)
}

fn volley(by: u8, at: u8, files: u8, range: Range) -> Volley {
    Volley {
        by,
        at,
        files: (0..files).map(|f| FileShot::plain(f, range)).collect(),
        regimental_gun: None,
        nearest: 0,
        from_behind: false,
        cover: false,
        enfilade: false,
    }
}

fn shooting(shooters: Group, target: Group, range: Range) -> Fight {
    let files = shooters.files.len() as u8;
    let mut fight = Fight::new(CombatPhase::Shooting, vec![shooters, target]);
    fight.volleys = vec![volley(0, 1, files, range)];
    fight
}

fn dice(fight: &Fight) -> u16 {
    parts(fight).iter().map(|p| p.4).sum()
}

/// Dice of two files of so many ranks at a large target.
fn rate(troop_type: TroopType, with: &[Capability], ranks: usize, range: Range) -> u16 {
    let target = group(Side::Blue, HeavyFoot, Unarmoured, &[], 1, 1);
    dice(&shooting(group(Side::Red, troop_type, Unarmoured, with, 2, ranks), target, range))
}

/// Points of advantage of one shot.
fn net(
    troop_type: TroopType,
    with: &[Capability],
    target: Group,
    range: Range,
    change: impl Fn(&mut Fight),
) -> i32 {
    let mut fight = shooting(group(Side::Red, troop_type, Unarmoured, with, 1, 1), target, range);
    change(&mut fight);
    assert!(check(&fight).is_ok(), "{:?}", check(&fight));
    let weapon = weapon_of(fight.groups[0].files[0].bases[0].profile).expect("a weapon");
    let volley = &fight.volleys[0];
    let shot =
        shot(&fight, volley, weapon, range, volley.files[0].edge, Readings::DEFAULT).expect("a target");
    let mut sum = Tally::new("points of advantage");
    shooting_advantage(&shot, &mut sum);
    sum.total()
}

fn target(troop_type: TroopType, armour: Armour, ranks: usize) -> Group {
    group(Side::Blue, troop_type, armour, &[], 2, ranks)
}

#[test]
fn dice_by_shooter_and_range() {
    proves!("FOGR-COMBAT-005", "FOGR-COMBAT-006", "FOGR-SHOOT-029", "FOGR-SHOOT-030", "FOGR-SHOOT-031");
    proves!("FOGR-SHOOT-032", "FOGR-GLOSSARY-013", "FOGR-SHOOT-001");
    use Range::{Long, Short};
    assert_eq!(rate(HeavyArtillery, &[], 1, Short), 2);
    assert_eq!(rate(HeavyArtillery, &[], 1, Long), 2);
    assert_eq!(rate(Dragoons, &[Musket], 2, Short), 2, "front rank only");
    assert_eq!(rate(Dragoons, &[Musket], 2, Long), 1);
    assert_eq!(rate(MediumFoot, &[MusketStar], 2, Short), 3, "1 per base, then 1 per 2");
    assert_eq!(rate(MediumFoot, &[MusketStar], 2, Long), 2);
    assert_eq!(rate(Cavalry, &[Bow], 2, Short), 3);
    assert_eq!(rate(Horse, &[ShootingPistol], 3, Short), 4, "2, and 1 per 2 of four bases");
    assert_eq!(rate(MediumFoot, &[Salvo], 2, Short), 2);
    assert_eq!(rate(MediumFoot, &[Salvo], 2, Long), 2);
    assert_eq!(rate(MediumFoot, &[Arquebus], 2, Short), 4);
    assert_eq!(rate(MediumFoot, &[Musket], 4, Short), 4, "two ranks shoot");
    assert_eq!(rate(MediumFoot, &[Musket], 2, Long), 2);
    assert_eq!(rate(BattleWagons, &[Arquebus], 1, Short), 4, "each wagon as two bases");
    assert_eq!(rate(LightFoot, &[Musket], 2, Short), 2);
    assert_eq!(rate(LightFoot, &[Musket], 2, Long), 1);
    assert_eq!(rate(MediumFoot, &[BowStar], 2, Short), 2);
    assert_eq!(rate(LightHorse, &[Carbine], 2, Short), 2);
    assert_eq!(rate(HeavyFoot, &[Pike], 2, Short), 0);
}

#[test]
fn ranges_of_weapons() {
    proves!("FOGR-SHOOT-008", "FOGR-GLOSSARY-045");
    assert_eq!(ranges(Musket, true), Some((3, Some(6))));
    assert_eq!(ranges(Bow, true), Some((4, Some(6))));
    assert_eq!(ranges(Bow, false), Some((4, None)));
    assert_eq!(ranges(Sling, true), Some((4, None)));
    assert_eq!(ranges(Arquebus, true), Some((3, None)));
    assert_eq!(ranges(Javelins, true), Some((2, None)));
    assert_eq!(ranges(Capability::HeavyArtillery, true), Some((3, Some(36))));
    assert_eq!(ranges(Capability::MediumArtillery, true), Some((3, Some(24))));
    assert_eq!(ranges(Capability::LightArtillery, true), Some((3, Some(8))));
    assert_eq!(range_of(Musket, true, 300), Some(Range::Short));
    assert_eq!(range_of(Musket, true, 301), Some(Range::Long));
    assert_eq!(range_of(Musket, true, 601), None);
    let far = shooting(
        group(Side::Red, MediumFoot, Unarmoured, &[Arquebus], 1, 1),
        target(Horse, Unarmoured, 2),
        Range::Long,
    );
    assert_eq!(check(&far).expect_err("no long range").rule, rule!("FOGR-SHOOT-008"));
}

#[test]
fn points_of_advantage_by_target() {
    proves!("FOGR-COMBAT-042", "FOGR-COMBAT-044", "FOGR-COMBAT-031", "FOGR-COMBAT-043");
    use Range::{Long, Short};
    let plain = |troop_type, with: &[Capability], aim: Group| net(troop_type, with, aim, Short, |_| ());
    // Mounted.
    assert_eq!(plain(MediumFoot, &[Bow], target(Horse, Unarmoured, 2)), 1);
    assert_eq!(plain(MediumFoot, &[Bow], target(Cavalry, Unarmoured, 1)), 0, "entirely one base deep");
    assert_eq!(plain(MediumFoot, &[Bow], target(Horse, Unarmoured, 1)), 1, "only cavalry can be so");
    assert_eq!(plain(MediumFoot, &[Bow], target(LightHorse, Unarmoured, 2)), 0, "not battle troops");
    assert_eq!(plain(MediumFoot, &[Bow], target(Gendarmes, FullyArmoured, 1)), -1);
    assert_eq!(plain(MediumFoot, &[Musket], target(Horse, Unarmoured, 2)), -1);
    assert_eq!(plain(MediumFoot, &[Crossbow], target(Horse, Armoured, 2)), 0);
    assert_eq!(plain(HeavyArtillery, &[], target(Horse, Armoured, 2)), 0);
    // Others.
    assert_eq!(plain(MediumFoot, &[Musket], target(Elephants, Unarmoured, 1)), 1);
    assert_eq!(plain(MediumFoot, &[Bow], target(Elephants, Unarmoured, 1)), 0);
    assert_eq!(plain(MediumFoot, &[Musket], target(BattleWagons, Unarmoured, 1)), -1);
    assert_eq!(plain(MediumFoot, &[Bombs], target(BattleWagons, Unarmoured, 1)), 0);
    assert_eq!(plain(HeavyArtillery, &[], target(MediumArtillery, Unarmoured, 1)), -2);
    assert_eq!(plain(MediumFoot, &[Musket], target(MediumArtillery, Unarmoured, 1)), 0);
    // Foot by armour.
    assert_eq!(plain(MediumFoot, &[Bow], target(HeavyFoot, FullyArmoured, 2)), -2);
    assert_eq!(plain(MediumFoot, &[Crossbow], target(HeavyFoot, FullyArmoured, 2)), -1);
    assert_eq!(plain(MediumFoot, &[Musket], target(HeavyFoot, FullyArmoured, 2)), 0);
    for armour in [Armoured, HeavilyArmoured] {
        assert_eq!(plain(MediumFoot, &[Bow], target(HeavyFoot, armour, 2)), -1);
        assert_eq!(plain(MediumFoot, &[Arquebus], target(HeavyFoot, armour, 2)), 0);
        assert_eq!(net(MediumFoot, &[Musket], target(HeavyFoot, armour, 2), Long, |_| ()), -1);
    }
    assert_eq!(plain(MediumFoot, &[Bow], target(HeavyFoot, Unarmoured, 2)), 0);
    assert_eq!(plain(HeavyArtillery, &[], target(HeavyFoot, Unarmoured, 2)), -1);
    assert_eq!(net(MediumFoot, &[Musket], target(HeavyFoot, Unarmoured, 2), Long, |_| ()), 0);
    assert_eq!(plain(Horse, &[ShootingPistol], target(HeavyFoot, Armoured, 2)), -1);
}

#[test]
fn one_minus_for_the_situation() {
    proves!("FOGR-COMBAT-045", "FOGR-SHOOT-024");
    let foot = || target(HeavyFoot, Unarmoured, 2);
    let musket = |change: &dyn Fn(&mut Fight)| net(MediumFoot, &[Musket], foot(), Range::Short, change);
    assert_eq!(musket(&|_| ()), 0);
    assert_eq!(musket(&|f| f.groups[1].engaged = Engaged::Yes), -1);
    assert_eq!(musket(&|f| f.groups[1].engaged = Engaged::OverlapOnly), 0);
    assert_eq!(musket(&|f| f.groups[0].engaged = Engaged::Yes), -1);
    assert_eq!(musket(&|f| f.groups[0].threatened_flank = true), -1);
    let all = |f: &mut Fight| {
        f.groups[0].engaged = Engaged::Yes;
        f.groups[1].engaged = Engaged::Yes;
        f.groups[0].threatened_flank = true;
    };
    assert_eq!(musket(&all), -1, "never more than one");
    let threatened = |f: &mut Fight| f.groups[0].threatened_flank = true;
    assert_eq!(
        net(MediumFoot, &[Crossbow], target(Horse, Armoured, 2), Range::Short, threatened),
        0,
        "only at foot"
    );
    assert_eq!(net(LightFoot, &[Sling], foot(), Range::Short, threatened), 0, "only battle troops");
    let rear = |f: &mut Fight| f.volleys[0].files[0].edge = Edge::Rear;
    assert_eq!(net(LightHorse, &[Bow], foot(), Range::Short, rear), -1);
    let captured = |f: &mut Fight| f.groups[0].captured = true;
    assert_eq!(net(HeavyArtillery, &[], foot(), Range::Short, captured), -2);
}

#[test]
fn dense_targets_and_cover() {
    proves!("FOGR-COMBAT-046", "FOGR-COMBAT-047", "FOGR-SPECIAL-047");
    let gun = |aim: Group, change: &dyn Fn(&mut Fight)| net(HeavyArtillery, &[], aim, Range::Long, change);
    assert_eq!(gun(target(Horse, Armoured, 2), &|_| ()), 0);
    assert_eq!(gun(target(Horse, Armoured, 3), &|_| ()), 1, "three ranks deep");
    assert_eq!(gun(target(Mob, Unarmoured, 1), &|_| ()), 0, "- as unarmoured foot, + as mob");
    assert_eq!(gun(target(Horse, Armoured, 2), &|f| f.volleys[0].enfilade = true), 1);
    let square = |f: &mut Fight| f.groups[1].formation = Formation::Square;
    assert_eq!(gun(target(HeavyFoot, Unarmoured, 2), &square), 0);
    assert_eq!(gun(target(LightHorse, Unarmoured, 3), &|_| ()), 0, "only battle troops");
    let cover = |f: &mut Fight| f.volleys[0].cover = true;
    assert_eq!(gun(target(Horse, Armoured, 2), &cover), 0, "heavy guns do not mind cover");
    assert_eq!(net(LightArtillery, &[], target(Horse, Armoured, 2), Range::Short, cover), -1);
    assert_eq!(net(MediumFoot, &[Musket], target(HeavyFoot, Unarmoured, 2), Range::Short, cover), -1);
    // The three deep pike file of a Swedish brigade is not dense.
    let mut swedish = target(HeavyFoot, Unarmoured, 3);
    swedish.files[0]
        .bases
        .iter_mut()
        .for_each(|b| b.profile.capabilities = b.profile.capabilities.with(Pike));
    swedish.files[1].bases.pop();
    assert_eq!(gun(swedish.clone(), &|_| ()), 0);
    assert_eq!(gun(swedish, &|f| f.groups[1].formation = Formation::SwedishBrigade), -1);
}

#[test]
fn armour_of_mixed_targets() {
    proves!("FOGR-COMBAT-039", "FOGR-COMBAT-040", "FOGR-COMBAT-041");
    let shot = base(MediumFoot, Unarmoured, Quality::Average, &[Musket]);
    let pike = base(HeavyFoot, Armoured, Quality::Average, &[Pike]);
    let mut group = Group::new(Side::Blue, [file(shot, 2), file(pike, 2), file(shot, 2)]);
    assert_eq!(target_armour(&group, false), Some(Unarmoured), "two of three");
    group.formation = Formation::SwedishBrigade;
    assert_eq!(target_armour(&group, false), Some(Armoured), "the pike base's");
    let even = Group::new(Side::Blue, [file(shot, 2), file(pike, 2)]);
    assert_eq!(target_armour(&even, false), Some(Unarmoured), "the lower of equals");
    let mut deep = Group::new(Side::Blue, [file(pike, 1), file(pike, 1)]);
    deep.files.iter_mut().for_each(|f| f.bases.push(shot));
    assert_eq!((target_armour(&deep, false), target_armour(&deep, true)), (Some(Armoured), Some(Unarmoured)));
}

#[test]
fn shooters_are_reduced_and_pooled() {
    proves!("FOGR-COMBAT-007", "FOGR-COMBAT-028");
    let shooters = |files, cohesion| {
        let mut group = group(Side::Red, MediumFoot, Unarmoured, &[Musket], files, 1);
        group.cohesion = cohesion;
        dice(&shooting(group, target(HeavyFoot, Unarmoured, 1), Range::Short))
    };
    assert_eq!([5, 7, 9].map(|n| shooters(n, Cohesion::Disrupted)), [4, 5, 6], "lose 1, 2, 3");
    assert_eq!(shooters(4, Cohesion::Fragmented), 2);
    // Three light foot of one group and one of another make two dice, one of them shared: worst quality, worst advantage.
    let light = |quality, files| block(Side::Red, base(LightFoot, Unarmoured, quality, &[Sling]), files, 1);
    let mut fight = Fight::new(
        CombatPhase::Shooting,
        vec![light(Quality::Superior, 3), light(Quality::Poor, 1), target(HeavyFoot, Unarmoured, 1)],
    );
    fight.volleys = vec![volley(0, 2, 3, Range::Short), volley(1, 2, 1, Range::Short)];
    let muster = <caracole_fog::renaissance::Renaissance as caracole_fog::combat::Arithmetic>::muster(
        &fight,
        Readings::DEFAULT.flip(Choice::UselessShootingNotRolled as usize),
    );
    let rerolls: Vec<_> =
        muster.parts.iter().map(|p| (p.dice(), p.reroll.faces.faces().collect::<Vec<_>>())).collect();
    assert_eq!(rerolls, [(1, vec![1]), (1, vec![6])]);
    let mut disordered = group(Side::Red, MediumFoot, Unarmoured, &[Musket], 6, 1);
    for file in 0..3 {
        disordered.files[file].bases[0].disorder = Disorder::Disordered;
    }
    assert_eq!(dice(&shooting(disordered, target(HeavyFoot, Unarmoured, 1), Range::Short)), 5);
}

/// Shooting that cannot matter is not rolled.
#[test]
fn reading_shoot_004() {
    proves!("FOGR-SHOOT-004");
    // One sling die at six bases: a test needs 2 hits, a death roll 3.
    let weak = shooting(
        group(Side::Red, LightFoot, Unarmoured, &[Sling], 2, 1),
        target(HeavyFoot, Unarmoured, 3),
        Range::Short,
    );
    assert_eq!(dice(&weak), 0);
    let all = Readings::DEFAULT.flip(Choice::UselessShootingNotRolled as usize);
    let muster =
        <caracole_fog::renaissance::Renaissance as caracole_fog::combat::Arithmetic>::muster(&weak, all);
    assert_eq!(muster.parts.iter().map(|p| p.dice()).sum::<u16>(), 1);
    // One arquebus die can kill.
    let gun = shooting(
        group(Side::Red, MediumFoot, Unarmoured, &[Arquebus], 1, 1),
        target(HeavyFoot, Unarmoured, 3),
        Range::Short,
    );
    assert_eq!(dice(&gun), 1);
}

#[test]
fn regimental_guns_and_naval_units_shoot() {
    proves!("FOGR-BG-055", "FOGR-SPECIAL-008", "FOGR-COMBAT-044");
    let mut armed = group(Side::Red, MediumFoot, Unarmoured, &[Musket], 2, 1);
    armed.regimental_gun = true;
    let mut fight = shooting(armed, target(Horse, Armoured, 2), Range::Short);
    fight.volleys[0].regimental_gun = Some(Range::Short);
    assert_eq!(parts(&fight), [(0, 1, 0, 4, 1), (0, 1, -1, 5, 2)], "the gun is at 0 against anything");
    let mut sea = Fight::new(CombatPhase::Shooting, vec![target(HeavyFoot, Unarmoured, 3)]);
    sea.bombardments = vec![Bombardment { units: 1, at: 0, cover: true }];
    assert_eq!(parts(&sea), [(u8::MAX, 0, 0, 4, 3)], "3 dice of medium artillery at a deep target in cover");
}

#[test]
fn tests_for_shooting() {
    proves!(
        "FOGR-COMBAT-109",
        "FOGR-COHESION-002",
        "FOGR-COHESION-022",
        "FOGR-COHESION-028",
        "FOGR-COHESION-043"
    );
    // Eight muskets at six bases of horse: 5+; two hits test, three are 1 per 2.
    let fight = shooting(
        group(Side::Red, MediumFoot, Unarmoured, &[Musket], 4, 2),
        target(Horse, Unarmoured, 3),
        Range::Short,
    );
    let (_, state) = after_hits(&fight, &[5, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(state.tolls[1].received, 1, "one hit asks for a death roll only");
    // Two hits, cohesion 4 + 3 = 7 passes; death roll 2 is not above 2: firearms give no +2.
    let tolls = resolve(&fight, &[5, 5, 1, 1, 1, 1, 1, 1, 4, 3, 2]);
    assert_eq!((tolls[1].cohesion, tolls[1].lost), (Cohesion::Steady, 1));
    // Three hits are -1: 4 + 3 fails.
    let tolls = resolve(&fight, &[5, 5, 6, 1, 1, 1, 1, 1, 4, 3, 4]);
    assert_eq!((tolls[1].cohesion, tolls[1].lost), (Cohesion::Disrupted, 0));
    // Cavalry mind firearms: two hits on six bases at -1.
    let shy = shooting(
        group(Side::Red, MediumFoot, Unarmoured, &[Musket], 4, 2),
        target(Cavalry, Unarmoured, 3),
        Range::Short,
    );
    let tolls = resolve(&shy, &[5, 5, 1, 1, 1, 1, 1, 1, 4, 3, 3]);
    assert_eq!(tolls[1].cohesion, Cohesion::Disrupted);
    // A score of 2 or less for shooting costs one level only.
    let tolls = resolve(&shy, &[5, 5, 1, 1, 1, 1, 1, 1, 1, 1, 3]);
    assert_eq!(tolls[1].cohesion, Cohesion::Disrupted);
}

#[test]
fn warriors_fear_two_hits_by_artillery() {
    proves!("FOGR-COHESION-002", "FOGR-COMBAT-109");
    let guns = group(Side::Red, HeavyArtillery, Unarmoured, &[], 3, 1);
    // Eight warriors in two ranks; guns against unarmoured foot at - hit on 5+; 3 hits would be 1 per 3.
    let fight = shooting(guns.clone(), group(Side::Blue, Warriors, Unarmoured, &[], 4, 2), Range::Long);
    let tolls = resolve(&fight, &[5, 6, 1, 2, 3, 6]);
    assert_eq!(tolls[1].cohesion, Cohesion::Disrupted, "5 - 1 for artillery fails");
    let fight = shooting(guns, group(Side::Blue, MediumFoot, Unarmoured, &[], 4, 2), Range::Long);
    let tolls = resolve(&fight, &[5, 6, 1, 6]);
    assert_eq!(tolls[1].cohesion, Cohesion::Steady, "others do not test");
}

#[test]
fn reading_combat_005_long_range_takes_in_both_ranks_and_pistols_add_up() {
    proves!("FOGR-COMBAT-005");
    use Range::{Long, Short};
    assert_eq!(rate(MediumFoot, &[MusketStar], 2, Long), 2, "four bases at long range: 1 per 2 of all");
    // One file of three ranks of horse: 1, and 1 per 2 of the two bases behind together.
    let target = group(Side::Blue, HeavyFoot, Unarmoured, &[], 1, 1);
    let file = group(Side::Red, Horse, Unarmoured, &[ShootingPistol], 1, 3);
    assert_eq!(dice(&shooting(file, target, Short)), 2);
    assert_eq!(
        rate(LightFoot, &[MusketStar], 2, Short),
        2,
        "light foot with musket* shoot as other light foot"
    );
}

#[test]
fn reading_combat_044_only_cavalry_and_camelry_are_one_base_deep() {
    proves!("FOGR-COMBAT-044");
    // + against unarmoured mounted battle troops, but not cavalry in one rank; horse in one rank give it.
    let plus = |troop_type, ranks| {
        net(MediumFoot, &[Bow], target(troop_type, Unarmoured, ranks), Range::Short, |_| ())
    };
    assert_eq!(plus(Cavalry, 2) - plus(Cavalry, 1), 1);
    assert_eq!(plus(Horse, 2) - plus(Horse, 1), 0);
}

#[test]
fn reading_combat_046_ships_find_deep_targets_dense() {
    proves!("FOGR-COMBAT-046");
    let at = |ranks| {
        let mut sea = Fight::new(CombatPhase::Shooting, vec![target(HeavyFoot, Unarmoured, ranks)]);
        sea.bombardments = vec![Bombardment { units: 1, at: 0, cover: false }];
        parts(&sea)[0].2
    };
    assert_eq!(at(3) - at(2), 1);
}

#[test]
fn reading_cohesion_043_half_of_the_dice_are_no_majority() {
    proves!("FOGR-COHESION-043");
    use caracole_fog::combat::{CombatResult, FireTaken};
    use caracole_fog::renaissance::death_modifiers;
    let plus = |firearms, others| {
        let mut sum = Tally::new("death roll");
        death_modifiers(
            6,
            CombatResult::None,
            FireTaken { firearms, others, ..FireTaken::default() },
            &mut sum,
        );
        sum.total()
    };
    assert_eq!((plus(6, 6), plus(7, 6), plus(5, 6)), (2, 0, 2));
}

#[test]
fn reading_cohesion_046_all_hits_of_the_phase_are_one_roll() {
    proves!("FOGR-COHESION-046");
    // Two volleys of four dice each at one target: five hits in all, one death roll which 5 does not pass.
    let shooters = || group(Side::Red, MediumFoot, Unarmoured, &[Musket], 2, 2);
    let mut fight =
        Fight::new(CombatPhase::Shooting, vec![shooters(), shooters(), target(HeavyFoot, Unarmoured, 4)]);
    fight.volleys = vec![volley(0, 2, 2, Range::Short), volley(1, 2, 2, Range::Short)];
    let tolls = resolve(&fight, &[6, 6, 6, 1, 6, 6, 1, 1, 6, 6, 5]);
    // All the dice are used: there was one test and one death roll.
    assert_eq!((tolls[2].lost, tolls[2].cohesion), (1, Cohesion::Steady));
}

#[test]
fn reading_combat_028_left_over_bases_are_pooled_by_their_rate_and_shared_dice_are_not_reduced() {
    proves!("FOGR-COMBAT-028");
    use caracole_fog::combat::Arithmetic;
    let light = |files, cohesion| {
        let mut group = group(Side::Red, LightFoot, Unarmoured, &[Musket], files, 1);
        group.cohesion = cohesion;
        group
    };
    let total = |first: (Group, Range), second: (Group, Range)| {
        let files = |g: &Group| g.files.len() as u8;
        let volleys = vec![volley(0, 2, files(&first.0), first.1), volley(1, 2, files(&second.0), second.1)];
        let aim = target(HeavyFoot, Unarmoured, 1);
        let mut fight = Fight::new(CombatPhase::Shooting, vec![first.0, second.0, aim]);
        fight.volleys = volleys;
        let all = Readings::DEFAULT.flip(Choice::UselessShootingNotRolled as usize);
        let muster = caracole_fog::renaissance::Renaissance::muster(&fight, all);
        muster.parts.iter().map(|p| p.dice()).sum::<u16>()
    };
    use Cohesion::{Fragmented, Steady};
    use Range::{Long, Short};
    // Three at 1 for 2 each: a die of their own and one that they share.
    assert_eq!(total((light(3, Steady), Short), (light(3, Steady), Short)), 3);
    // Fragmented troops lose 1 of 2 dice: neither has two, and the shared one is not reduced.
    assert_eq!(total((light(3, Fragmented), Short), (light(3, Fragmented), Short)), 3);
    // With two dice of their own each loses one; the shared one stays.
    assert_eq!(total((light(5, Fragmented), Short), (light(5, Fragmented), Short)), 3);
    // 1 for 2 and 1 for 3 are not mixed: one base and two are left over.
    assert_eq!(total((light(3, Steady), Short), (light(5, Steady), Long)), 2);
    assert_eq!(total((light(4, Steady), Long), (light(5, Steady), Long)), 3, "1 and 2 left over make 3");
}

#[test]
fn reading_combat_042_the_rows_as_the_playsheet_has_them() {
    proves!("FOGR-COMBAT-042");
    use Range::{Long, Short};
    let musket = |armour, range| net(MediumFoot, &[Musket], target(HeavyFoot, armour, 2), range, |_| ());
    // (1) Muskets at long range: - against full armour and armour, 0 against none.
    assert_eq!(
        [FullyArmoured, HeavilyArmoured, Armoured, Unarmoured].map(|a| musket(a, Long)),
        [-1, -1, -1, 0]
    );
    assert_eq!([FullyArmoured, Armoured, Unarmoured].map(|a| musket(a, Short)), [0, 0, 0]);
    // (2) The 0 is the regimental gun's, the - that of artillery, carbines, pistols and crossbows at unarmoured foot.
    let foot = || target(HeavyFoot, Unarmoured, 2);
    assert_eq!(net(HeavyArtillery, &[], foot(), Short, |_| ()), -1);
    assert_eq!(net(MediumFoot, &[Crossbow], foot(), Short, |_| ()), -1);
    let mut armed = group(Side::Red, MediumFoot, Unarmoured, &[Musket], 2, 1);
    armed.regimental_gun = true;
    let mut fight = shooting(armed, foot(), Short);
    fight.volleys[0].regimental_gun = Some(Short);
    assert!(parts(&fight).iter().all(|p| p.2 == 0) && dice(&fight) == 3, "the gun and two muskets, all at 0");
    // (3) A threatened flank is one of the rows of which one counts. (4) It is that of those who shoot.
    let both = |f: &mut Fight| {
        f.groups[0].threatened_flank = true;
        f.groups[0].engaged = Engaged::Yes;
    };
    assert_eq!(net(MediumFoot, &[Musket], foot(), Short, both), -1);
    let of_target = |f: &mut Fight| f.groups[1].threatened_flank = true;
    assert_eq!(net(MediumFoot, &[Musket], foot(), Short, of_target), 0);
}

#[test]
fn reading_cohesion_028_regimental_guns_are_no_artillery_and_ships_are() {
    proves!("FOGR-COHESION-028");
    use caracole_fog::combat::Cause;
    // Cavalry, who mind firearms, shot at by a regimental gun alone: its die is neither firearm nor artillery.
    let modifier = |fight: &Fight, dice: &[u8], group: u8| {
        let (round, state) = after_hits(fight, dice);
        let tally = modifiers(&round, &state, group, Cause::Shooting);
        tally.lines.iter().filter(|l| l.rule == rule!("FOGR-COHESION-028")).count()
    };
    let mut armed = group(Side::Red, MediumFoot, Unarmoured, &[Musket], 2, 1);
    armed.regimental_gun = true;
    let with = |files: u8, gun: bool| {
        let mut fight = shooting(armed.clone(), target(Cavalry, Unarmoured, 1), Range::Short);
        fight.volleys = vec![volley(0, 1, files, Range::Short)];
        fight.volleys[0].regimental_gun = gun.then_some(Range::Short);
        fight
    };
    assert_eq!(modifier(&with(0, true), &[6], 1), 0);
    assert_eq!(modifier(&with(2, false), &[6, 6], 1), 1, "muskets are");
    let mut sea = Fight::new(CombatPhase::Shooting, vec![target(HeavyFoot, Unarmoured, 3)]);
    sea.bombardments = vec![Bombardment { units: 1, at: 0, cover: false }];
    assert_eq!(modifier(&sea, &[6, 6, 6], 0), 1, "guns of ships are artillery");
}

#[test]
fn trap_modifiers_for_shooting_belong_to_tests_for_shooting_alone() {
    // TRAPS: shooting and combat modifiers belong only to their own test.
    proves!("FOGR-COHESION-022", "FOGR-COHESION-028");
    use caracole_fog::combat::Cause;
    // Four hits of muskets on six bases of cavalry: 1 per 2 bases, and firearms.
    let fight = shooting(
        group(Side::Red, MediumFoot, Unarmoured, &[Musket], 4, 2),
        target(Cavalry, Unarmoured, 3),
        Range::Short,
    );
    let (round, state) = after_hits(&fight, &[5, 5, 5, 5, 1, 1, 1, 1]);
    let total = |cause| modifiers(&round, &state, 1, cause).total();
    assert_eq!(total(Cause::Shooting), -2);
    for other in [Cause::Sight { reasons: 1 }, Cause::Charged, Cause::Bolster] {
        assert_eq!(total(other), 0, "{other:?}");
    }
}
