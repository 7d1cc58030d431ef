//! Cohesion tests, death rolls, commanders, and the rolls outside combat.

use crate::renaissance::support::*;
use caracole_fog::combat::{
    Cause, Clock, CombatResult, Commander, CommanderPlace, Defence, Engaged, Fight, FireTaken, Formation,
    Grade, Ground, Group, Readings, TestPurpose, TestResult, TestTerms, Toll, Victory, ask::death_odds,
};
use caracole_fog::renaissance::{
    COMPLEX_MOVE_PASS, Choice, ComplexMoveTest, Fate, ROUTED_COMMANDER_FALLS_ON, STRAGGLING_PASS, Standing,
    Strain, arrival_modifiers, arrival_pool, attrition, autobreaks, autobreaks_at, break_point, camp_pool,
    cohesion_modifiers, counts_for_initiative, death_modifiers, double_drop, initiative_modifier, is_routed,
    routed_commander_pool, sacks_on, straggling_modifiers, straggling_pool, tests_as, variable_move,
    variable_move_pool, varied_distance, victory,
};
use caracole_fog::troops::{Arm, Armour, Capability, Cohesion, CombatPhase, Disorder, Quality, TroopType};
use caracole_kernel::{Side, Tally};
use caracole_ledger::proves;
use caracole_odds::{Fraction, numbers};

use Armour::Unarmoured;
use TroopType::*;

fn group(side: Side, troop_type: TroopType, with: &[Capability], files: usize, ranks: usize) -> Group {
    block(side, base(troop_type, Unarmoured, Quality::Average, with), files, ranks)
}

/// The modifiers of a test after a close combat lost to these enemies.
fn lost_to(phase: CombatPhase, own: Group, enemy: Group, change: impl Fn(&mut Fight)) -> Tally {
    let mut fight = Fight::new(phase, vec![own, enemy]);
    let pair = if phase == CombatPhase::Impact { red_charges } else { duel };
    fight.duels = vec![pair(at(0, 0), at(1, 0))];
    change(&mut fight);
    let mut toll = Toll::none(fight.groups[0].cohesion);
    (toll.received, toll.inflicted) = (1, 0);
    modified(&fight, &toll, Cause::CloseCombat)
}

fn modified(fight: &Fight, toll: &Toll, cause: Cause) -> Tally {
    let standing = Standing::of(fight, FireTaken::default(), 0);
    let mut sum = Tally::new("cohesion test");
    cohesion_modifiers(&standing, toll, cause, &mut sum);
    sum
}

/// The total when nothing is special: six bases, one hit received and none given.
fn loss(own: Group, enemy: Group, phase: CombatPhase, change: impl Fn(&mut Fight)) -> i32 {
    lost_to(phase, own, enemy, change).total()
}

fn fraction(text: &str) -> Fraction {
    text.parse().expect("a fraction")
}

#[test]
fn hits_per_bases_and_bad_losses() {
    proves!("FOGR-COHESION-023", "FOGR-COHESION-024", "FOGR-COHESION-013");
    let six = || group(Side::Red, HeavyFoot, &[], 3, 2);
    let enemy = || group(Side::Blue, HeavyFoot, &[], 3, 2);
    let mut fight = Fight::new(CombatPhase::Melee, vec![six(), enemy()]);
    fight.duels = vec![duel(at(0, 0), at(1, 0))];
    let total = |received, inflicted| {
        let toll = Toll { received, inflicted, ..Toll::none(Cohesion::Steady) };
        (modified(&fight, &toll, Cause::CloseCombat).total(), double_drop(&toll, Cause::CloseCombat))
    };
    assert_eq!(total(1, 0), (0, false));
    assert_eq!(total(2, 1), (-1, false), "2 hits on 6 bases are 1 per 3");
    assert_eq!(total(3, 1), (-2, true), "and 2 more received than inflicted");
}

#[test]
fn modifiers_of_every_test() {
    proves!(
        "FOGR-COHESION-025",
        "FOGR-COHESION-026",
        "FOGR-COHESION-030",
        "FOGR-COHESION-031",
        "FOGR-COHESION-032"
    );
    proves!("FOGR-COHESION-015", "FOGR-COMBAT-118", "FOGR-COHESION-021");
    let of = |change: &dyn Fn(&mut Group), cause| {
        let mut own = group(Side::Red, HeavyFoot, &[], 3, 2);
        change(&mut own);
        let toll = Toll::none(own.cohesion);
        modified(&Fight::new(CombatPhase::Melee, vec![own]), &toll, cause).total()
    };
    let seen = Cause::Sight { reasons: 1 };
    assert_eq!(of(&|_| (), seen), 0);
    assert_eq!(of(&|g| g.bases_at_start = 8, seen), -1, "2 of 8 lost");
    assert_eq!(of(&|g| g.bases_at_start = 7, seen), 0);
    assert_eq!(of(&|g| g.threatened_flank = true, seen), -1);
    assert_eq!(of(&|g| g.supported = true, seen), 1);
    assert_eq!(of(&|g| g.cohesion = Cohesion::Disrupted, seen), -1);
    assert_eq!(of(&|g| g.cohesion = Cohesion::Fragmented, Cause::Charged), -2);
    assert_eq!(of(&|g| g.cohesion = Cohesion::Broken, Cause::Bolster), -3);
    let severe = |g: &mut Group| g.files[0].bases[0].disorder = Disorder::SeverelyDisordered;
    assert_eq!(of(&severe, seen), -1, "any one base is enough");
    let both = |g: &mut Group| {
        severe(g);
        g.cohesion = Cohesion::Fragmented;
    };
    assert_eq!(of(&both, seen), -2, "only the worst state");
    let led = |grade, place, engaged| {
        move |g: &mut Group| {
            g.commander = Some(Commander { grade, place, in_chief: false });
            g.engaged = engaged;
        }
    };
    use CommanderPlace::{FrontRank, InRange, With};
    assert_eq!(of(&led(Grade::Troop, InRange, Engaged::No), seen), 1);
    assert_eq!(of(&led(Grade::Great, InRange, Engaged::No), seen), 2);
    assert_eq!(of(&led(Grade::Great, InRange, Engaged::Yes), seen), 0, "in close combat he must be with it");
    assert_eq!(of(&led(Grade::Field, With, Engaged::Yes), seen), 1);
    assert_eq!(of(&led(Grade::Great, FrontRank, Engaged::Yes), seen), 2);
    assert_eq!(of(&|_| (), Cause::Sight { reasons: 2 }), -1, "more than one reason");
    let light = |g: &mut Group| {
        *g = group(Side::Red, LightFoot, &[], 3, 2);
        g.threatened_flank = true;
    };
    assert_eq!(of(&light, seen), 0, "light troops have no flank to fear for");
}

#[test]
fn particular_enemies_count_once() {
    proves!("FOGR-COHESION-028", "FOGR-COHESION-029", "FOGR-SPECIAL-005", "FOGR-COHESION-017");
    use Capability::{HeavyLancers, ImpactFoot, ImpactMounted, Salvo};
    use CombatPhase::{Impact, Melee};
    let solid = || group(Side::Red, HeavyFoot, &[], 3, 2);
    let loose = || group(Side::Red, MediumFoot, &[], 3, 2);
    let enemy = |t, with: &[Capability]| group(Side::Blue, t, with, 3, 2);
    let none = |_: &mut Fight| ();
    assert_eq!(loss(solid(), enemy(Elephants, &[]), Melee, none), -1);
    assert_eq!(loss(solid(), enemy(Horse, &[]), Melee, none), 0);
    assert_eq!(loss(loose(), enemy(Horse, &[]), Melee, none), -1);
    assert_eq!(loss(loose(), enemy(HeavyFoot, &[]), Melee, none), -1);
    assert_eq!(loss(loose(), enemy(MediumFoot, &[]), Melee, none), 0);
    for other in [Warriors, Dragoons, Mob] {
        assert_eq!(loss(group(Side::Red, other, &[], 3, 2), enemy(Horse, &[]), Melee, none), -1, "{other}");
    }
    let rough = |f: &mut Fight| f.duels[0].stands.blue.ground = Ground::Uneven;
    assert_eq!(loss(loose(), enemy(Horse, &[]), Melee, rough), 0, "the enemy base is not in the open");
    let own_rough = |f: &mut Fight| f.duels[0].stands.red.ground = Ground::Rough;
    assert_eq!(
        loss(loose(), enemy(Horse, &[]), Melee, own_rough),
        -1,
        "where the foot stand does not matter"
    );
    let walls = |f: &mut Fight| f.duels[0].stands.red.defence = Defence::Obstacle;
    assert_eq!(loss(loose(), enemy(Horse, &[]), Melee, walls), 0);
    // Whoever attacks works or a riverbank does not fight in the open; but horse hold no works.
    let attacked = |held_by, defence| {
        loss(loose(), enemy(held_by, &[]), Melee, |f: &mut Fight| f.duels[0].stands.blue.defence = defence)
    };
    for works in [Defence::Fortification, Defence::Obstacle] {
        assert_eq!((attacked(HeavyFoot, works), attacked(Horse, works)), (0, -1), "{works:?}");
    }
    assert_eq!((attacked(HeavyFoot, Defence::Riverbank), attacked(Horse, Defence::Riverbank)), (0, 0));
    for with in [HeavyLancers, ImpactMounted] {
        assert_eq!(loss(solid(), enemy(Cavalry, &[with]), Impact, none), -1);
        assert_eq!(loss(solid(), enemy(Cavalry, &[with]), Melee, none), 0, "impact only");
    }
    assert_eq!(loss(solid(), enemy(MediumFoot, &[Salvo]), Impact, none), -1);
    assert_eq!(loss(solid(), enemy(Warriors, &[ImpactFoot]), Impact, none), -1);
    let horse = group(Side::Red, Horse, &[], 3, 2);
    assert_eq!(loss(horse, enemy(Warriors, &[ImpactFoot]), Impact, none), 0, "foot only");
    assert_eq!(loss(loose(), enemy(Cavalry, &[HeavyLancers]), Impact, none), -1, "one of the group, not two");
    // A mixed battle group tests as its heaviest type.
    let mut mixed = loose();
    mixed.files.push(file(base(HeavyFoot, Unarmoured, Quality::Average, &[Capability::Pike]), 2));
    assert_eq!(tests_as(&mixed), Some(HeavyFoot));
    assert_eq!(loss(mixed, enemy(Horse, &[]), Melee, none), 0);
}

#[test]
fn results_of_a_test() {
    proves!("FOGR-COHESION-033", "FOGR-COHESION-034", "FOGR-COHESION-035", "FOGR-JAP-051");
    let terms = |modifier, double_drop, bolster| TestTerms { modifier, double_drop, bolster };
    assert_eq!(terms(0, true, false).result(7), TestResult::NoChange);
    assert_eq!(terms(0, true, false).result(6), TestResult::Drop);
    assert_eq!(terms(0, true, false).result(3), TestResult::Drop);
    assert_eq!(terms(0, true, false).result(2), TestResult::DropTwo);
    assert_eq!(terms(0, false, false).result(2), TestResult::Drop);
    assert_eq!(terms(-3, true, true).result(12), TestResult::Rise);
    assert_eq!(terms(-3, true, true).result(2), TestResult::NoChange, "bolstering never drops");
    assert_eq!(TestResult::DropTwo.applied(Cohesion::Steady), Cohesion::Fragmented);
    assert_eq!(TestResult::DropTwo.applied(Cohesion::Disrupted), Cohesion::Broken);
    assert_eq!(TestResult::Drop.applied(Cohesion::Broken), Cohesion::Broken);
    assert_eq!(TestResult::Rise.applied(Cohesion::Steady), Cohesion::Steady);
    let seen = Cause::Sight { reasons: 1 };
    assert!(double_drop(&Toll::none(Cohesion::Steady), seen));
    assert!(!double_drop(&Toll::none(Cohesion::Steady), Cause::Shooting));
    assert!(!double_drop(&Toll::none(Cohesion::Fragmented), Cause::Charged));
}

#[test]
fn death_rolls() {
    proves!(
        "FOGR-COHESION-041",
        "FOGR-COHESION-042",
        "FOGR-COHESION-043",
        "FOGR-COHESION-044",
        "FOGR-COHESION-046"
    );
    let odds = |hits, began, result, fire| {
        let mut sum = Tally::new("death roll");
        death_modifiers(began, result, fire, &mut sum);
        let odds = death_odds(hits, &sum, began).expect("odds");
        (0..3).map(|n| odds.probability(&n)).collect::<Vec<_>>()
    };
    let f = |list: [&str; 3]| list.map(fraction).to_vec();
    let none = FireTaken::default();
    assert_eq!(odds(3, 6, CombatResult::Lost, none), f(["1/2", "1/2", "0/1"]));
    assert_eq!(odds(3, 6, CombatResult::Won, none), f(["5/6", "1/6", "0/1"]));
    assert_eq!(odds(2, 6, CombatResult::Drew, none), f(["1/1", "0/1", "0/1"]), "the lowest result is 3");
    assert_eq!(odds(3, 2, CombatResult::Lost, none), f(["2/3", "1/3", "0/1"]), "+1 for two bases");
    let soft = FireTaken { firearms: 6, others: 6, ..none };
    assert_eq!(odds(3, 6, CombatResult::None, soft), f(["5/6", "1/6", "0/1"]), "half is no majority");
    // Nine hits of seven arquebus and six bow dice: one base at once, a second on 3 or less.
    let mixed = FireTaken { firearms: 7, others: 6, ..none };
    assert_eq!(odds(9, 6, CombatResult::None, mixed), f(["0/1", "1/2", "1/2"]));
    let guns = FireTaken { regimental_guns: 1, artillery: 1, others: 1, ..none };
    assert_eq!(odds(1, 6, CombatResult::None, guns), f(["5/6", "1/6", "0/1"]));
}

#[test]
fn commanders_in_the_front_rank() {
    proves!("FOGR-COMBAT-116", "FOGR-COHESION-009");
    let mut red = group(Side::Red, HeavyFoot, &[], 2, 2);
    red.commander =
        Some(Commander { grade: Grade::Troop, place: CommanderPlace::FrontRank, in_chief: false });
    let mut fight = Fight::new(CombatPhase::Melee, vec![red, group(Side::Blue, HeavyFoot, &[], 2, 2)]);
    fight.duels = (0..2).map(|i| duel(at(0, i), at(1, i))).collect();
    // Red misses with 1s thrown again (average with a commander), blue hits twice; test 6 + 6 +1; death roll 6;
    // the enemy throws 5 + 6 for the commander: lost, because the combat was. Then red tests for him: 6 + 6.
    let lost = resolve(&fight, &[2, 2, 2, 2, 4, 4, 1, 1, 6, 6, 6, 5, 6, 6, 6]);
    assert!(lost[0].commander_lost);
    // The same with a draw: 11 is not enough.
    let drawn = resolve(&fight, &[4, 4, 2, 2, 4, 4, 1, 1, 5, 6]);
    assert!(!drawn[0].commander_lost);
    let fell = resolve(&fight, &[4, 4, 2, 2, 4, 4, 1, 1, 6, 6, 4, 4]);
    assert!(fell[0].commander_lost, "12 kills in a draw");
    // One hit puts nobody in danger.
    let safe = resolve(&fight, &[2, 2, 2, 2, 4, 1, 1, 1, 6, 6, 6]);
    assert!(!safe[0].commander_lost);
    // By the other reading the battle group he was with does not test.
    let other = Readings::DEFAULT.flip(Choice::BereavedGroupTests as usize);
    let dice = [4, 4, 2, 2, 4, 4, 1, 1, 6, 6];
    let tolls = resolve_with::<caracole_fog::renaissance::Renaissance>(&fight, other, &dice);
    assert!(tolls[0].commander_lost);
    let odds = numbers(&routed_commander_pool()).expect("odds").map(|&n| n >= ROUTED_COMMANDER_FALLS_ON);
    proves!("FOGR-JAP-042");
    assert_eq!(odds.probability(&true), fraction("1/6"));
}

#[test]
fn friends_see_a_battle_group_break() {
    proves!(
        "FOGR-COHESION-004",
        "FOGR-COHESION-005",
        "FOGR-COHESION-007",
        "FOGR-COHESION-018",
        "FOGR-COMBAT-119"
    );
    let mut fleeing = group(Side::Blue, HeavyFoot, &[], 2, 2);
    fleeing.cohesion = Cohesion::Fragmented;
    let mut witness = group(Side::Blue, HeavyFoot, &[], 2, 2);
    witness.near = smallvec::smallvec![1];
    let mut fight =
        Fight::new(CombatPhase::Melee, vec![group(Side::Red, HeavyFoot, &[], 2, 2), fleeing, witness]);
    fight.duels = (0..2).map(|i| duel(at(0, i), at(1, i))).collect();
    // Red hits once, blue (two dice) not at all: blue tests 2 + 2 - 2 and breaks; death roll 6; the witness rolls 1 + 1,
    // which costs two levels when friends break.
    let tolls = resolve(&fight, &[4, 1, 1, 1, 1, 1, 2, 2, 6, 1, 1]);
    assert_eq!((tolls[1].cohesion, tolls[2].cohesion), (Cohesion::Broken, Cohesion::Fragmented));
    // Battle troops ignore broken light troops.
    let mut light = fight.clone();
    light.groups[1] = group(Side::Blue, LightFoot, &[], 2, 2);
    light.groups[1].cohesion = Cohesion::Fragmented;
    let tolls = resolve(&light, &[4, 1, 1, 1, 1, 2, 2, 6]);
    assert_eq!((tolls[1].cohesion, tolls[2].cohesion), (Cohesion::Broken, Cohesion::Steady));
}

#[test]
fn autobreak_table() {
    proves!("FOGR-COHESION-060", "FOGR-COHESION-061", "FOGR-COHESION-062");
    let table = [
        (2, [1, 1, 1, 1]),
        (3, [1, 1, 1, 2]),
        (4, [1, 1, 2, 2]),
        (6, [2, 2, 3, 4]),
        (7, [2, 3, 4, 4]),
        (8, [3, 3, 4, 5]),
        (9, [3, 4, 5, 6]),
        (10, [3, 4, 5, 6]),
        (12, [4, 5, 7, 8]),
        (14, [5, 6, 8, 9]),
        (16, [6, 7, 9, 11]),
    ];
    let qualities = [Quality::Elite, Quality::Superior, Quality::Average, Quality::Poor];
    for (initial, breaks_at) in table {
        let found = qualities.map(|q| autobreaks_at(q, initial, Readings::DEFAULT).expect("a point"));
        assert_eq!(found, breaks_at, "{initial} bases");
    }
    let by_share = Readings::DEFAULT.flip(Choice::TwoBasesByTable as usize);
    assert!(!autobreaks(Quality::Superior, 2, 1, by_share));
    assert!(autobreaks(Quality::Average, 2, 1, by_share));
    // In a fight the break comes at once: six average bases at four, two lost to twelve hits.
    let mut red = group(Side::Red, HeavyFoot, &[], 2, 2);
    red.bases_at_start = 6;
    let mut fight = Fight::new(CombatPhase::Melee, vec![red, group(Side::Blue, HeavyFoot, &[], 2, 2)]);
    fight.duels = (0..2).map(|i| duel(at(0, i), at(1, i))).collect();
    let tolls = resolve(&fight, &[1, 1, 1, 1, 4, 1, 1, 1, 6, 6, 1]);
    assert_eq!((tolls[0].lost, tolls[0].autobroken, tolls[0].cohesion), (1, true, Cohesion::Broken));
}

/// Complex move tests.
#[test]
fn reading_move_028() {
    proves!("FOGR-MOVE-027", "FOGR-MOVE-028", "FOGR-MOVE-035", "FOGR-JAP-025");
    let test = ComplexMoveTest {
        quality: Quality::Average,
        purpose: TestPurpose::Move,
        commander: None,
        cohesion: Cohesion::Steady,
        disorder: Disorder::None,
        warriors: false,
    };
    let odds = |test: ComplexMoveTest| {
        let mut sum = Tally::new("complex move test");
        test.modifiers(Readings::DEFAULT, &mut sum);
        let passes = |n: &i32| n + sum.total() >= COMPLEX_MOVE_PASS;
        (sum.total(), numbers(&test.pool()).expect("odds").map(passes).probability(&true))
    };
    let with = |grade| Some(Commander { grade, place: CommanderPlace::With, in_chief: false });
    assert_eq!(odds(test), (0, fraction("15/36")));
    assert_eq!(odds(ComplexMoveTest { commander: with(Grade::Troop), ..test }), (2, fraction("26/36")));
    let led = ComplexMoveTest {
        quality: Quality::Superior,
        cohesion: Cohesion::Disrupted,
        commander: with(Grade::Great),
        ..test
    };
    assert_eq!(odds(led), (2, fraction("553/648")));
    let wild = ComplexMoveTest { warriors: true, cohesion: Cohesion::Fragmented, ..test };
    assert_eq!(odds(wild), (-2, fraction("6/36")), "not -3");
    assert_eq!(odds(ComplexMoveTest { warriors: true, cohesion: Cohesion::Disrupted, ..test }).0, -1);
    assert_eq!(odds(ComplexMoveTest { disorder: Disorder::SeverelyDisordered, ..test }).0, -2);
    for purpose in [
        TestPurpose::StopPursuing,
        TestPurpose::StopChasing,
        TestPurpose::StopLooting,
        TestPurpose::HaltBeforeFreshEnemy,
    ] {
        assert_eq!(odds(ComplexMoveTest { purpose, cohesion: Cohesion::Disrupted, ..test }).0, -2);
    }
    let chasing = ComplexMoveTest { quality: Quality::Elite, purpose: TestPurpose::StopChasing, ..test };
    assert!(chasing.pool().reroll.is_none());
}

/// Variable moves.
#[test]
fn reading_move_075() {
    proves!("FOGR-MOVE-075", "FOGR-COMBAT-121", "FOGR-COMBAT-132");
    assert_eq!([1, 2, 3, 4, 5, 6].map(variable_move), [-2, -1, 0, 0, 1, 2]);
    assert_eq!(varied_distance(1, 1), 0);
    assert_eq!(varied_distance(6, 3), 6, "light horse that roll a 3 evade 6");
    assert!(variable_move_pool().reroll.is_none());
}

#[test]
fn attrition_and_army_rout() {
    proves!("FOGR-VICTORY-001", "FOGR-VICTORY-002", "FOGR-VICTORY-003", "FOGR-TURN-005", "FOGR-TURN-007");
    proves!("FOGR-TURN-008", "FOGR-TURN-009", "FOGR-TURN-006");
    // Two grand battle groups and nine others.
    let mut groups = vec![(Fate::RoutedOff, 16), (Fate::Fragmented, 14)];
    groups.extend([(Fate::Destroyed, 6), (Fate::Broken, 6), (Fate::Broken, 8), (Fate::EvadedOff, 4)]);
    groups.extend([(Fate::Unbroken, 6); 5]);
    let (mut points, mut bears) = (Tally::new("attrition"), Tally::new("break point"));
    attrition(&groups, false, Readings::DEFAULT, &mut points);
    break_point(&groups.iter().map(|g| g.1).collect::<Vec<_>>(), &mut bears);
    assert_eq!((points.total(), bears.total()), (13, 13));
    assert!(is_routed(13, 13) && !is_routed(12, 13));
    let mut more = Tally::new("attrition");
    attrition(
        &[(Fate::Captured, 2), (Fate::Straggling, 13), (Fate::Straggling, 4)],
        true,
        Readings::DEFAULT,
        &mut more,
    );
    assert_eq!(more.total(), 2 + 2 + 1 + 2);
    let mut evaded = Tally::new("attrition");
    let other = Readings::DEFAULT.flip(Choice::GrandEvadersCostOne as usize);
    attrition(&[(Fate::EvadedOff, 13)], false, other, &mut evaded);
    assert_eq!(evaded.total(), 2);
}

#[test]
fn victory_levels() {
    proves!(
        "FOGR-VICTORY-004",
        "FOGR-VICTORY-005",
        "FOGR-VICTORY-006",
        "FOGR-VICTORY-007",
        "FOGR-VICTORY-008"
    );
    let ends = |red, blue, clock| {
        let strain = |attrition| Strain { attrition, break_point: 10 };
        victory(strain(red), strain(blue), clock, Readings::DEFAULT)
    };
    assert_eq!(ends(10, 3, Clock::Running), Victory::Decisive(Side::Blue));
    assert_eq!(ends(3, 11, Clock::Running), Victory::Decisive(Side::Red));
    assert_eq!(ends(10, 12, Clock::Running), Victory::Draw);
    assert_eq!(ends(9, 0, Clock::Running), Victory::Undecided);
    assert_eq!(ends(2, 6, Clock::Out), Victory::Major(Side::Red), "lead 4 at 3 to 1");
    assert_eq!(ends(3, 7, Clock::Out), Victory::Moderate(Side::Red), "lead 4 but not 3 to 1");
    assert_eq!(ends(3, 6, Clock::Out), Victory::Moderate(Side::Red));
    assert_eq!(ends(4, 7, Clock::Out), Victory::Marginal(Side::Red), "lead 3 but not 2 to 1");
    assert_eq!(ends(9, 7, Clock::Out), Victory::Marginal(Side::Blue));
    assert_eq!(ends(5, 6, Clock::Out), Victory::Draw);
    assert_eq!(ends(0, 4, Clock::Out), Victory::Major(Side::Red));
}

#[test]
fn initiative_arrival_straggling_and_camps() {
    proves!("FOGR-SETUP-005", "FOGR-SETUP-006", "FOGR-SETUP-050", "FOGR-SETUP-053", "FOGR-MELEE-020");
    let initiative = |grade, bases| {
        let mut sum = Tally::new("initiative");
        initiative_modifier(grade, bases, &mut sum);
        sum.total()
    };
    assert_eq!(initiative(Grade::Troop, 9), 0);
    assert_eq!(initiative(Grade::Field, 10), 2);
    assert_eq!(initiative(Grade::Great, 24), 3);
    assert_eq!(initiative(Grade::Great, 25), 4);
    assert!(!counts_for_initiative(Gendarmes) && counts_for_initiative(Dragoons));
    let arrival = |grade, foot| {
        let mut sum = Tally::new("arrival");
        arrival_modifiers(grade, foot, &mut sum);
        sum.total()
    };
    assert_eq!(
        [arrival(Grade::Field, false), arrival(Grade::Great, true), arrival(Grade::Field, true)],
        [1, -1, 0]
    );
    assert!(arrival_pool().reroll.is_none());
    let straggling = |troop_type| {
        let mut sum = Tally::new("straggling");
        straggling_modifiers(&group(Side::Red, troop_type, &[], 2, 1).profiles(), &mut sum);
        sum.total()
    };
    assert_eq!(
        [Horse, LightFoot, Dragoons, HeavyFoot, Elephants, LightArtillery].map(straggling),
        [1, 1, 1, 0, -1, -1]
    );
    let straggles =
        numbers(&straggling_pool(Quality::Average)).expect("odds").map(|&n| n + 1 < STRAGGLING_PASS);
    assert_eq!(straggles.probability(&true), fraction("3/36"));
    assert_eq!([Arm::Mounted, Arm::Foot, Arm::Elephants].map(sacks_on), [6, 5, 5]);
    let sacked = numbers(&camp_pool(Arm::Foot, Quality::Poor)).expect("odds");
    assert_eq!(sacked.probability(&1), fraction("2/9"), "5, or 6 and then 5 or 6");
}

#[test]
fn reading_cohesion_021_only_the_worst_state_counts() {
    proves!("FOGR-COHESION-021");
    let of = |cohesion| {
        let mut own = group(Side::Red, HeavyFoot, &[], 3, 2);
        own.files[0].bases[0].disorder = Disorder::SeverelyDisordered;
        own.cohesion = cohesion;
        let toll = Toll::none(own.cohesion);
        let fight = Fight::new(CombatPhase::Melee, vec![own]);
        modified(&fight, &toll, Cause::Sight { reasons: 1 }).total()
    };
    assert_eq!([Cohesion::Steady, Cohesion::Disrupted, Cohesion::Fragmented].map(of), [-1, -1, -2]);
}

#[test]
fn reading_cohesion_061_the_table_breaks_two_bases_at_one() {
    proves!("FOGR-COHESION-061");
    for quality in [Quality::Elite, Quality::Superior, Quality::Average, Quality::Poor] {
        assert!(autobreaks(quality, 2, 1, Readings::DEFAULT), "{quality:?}");
    }
    let by_share = Readings::DEFAULT.flip(Choice::TwoBasesByTable as usize);
    assert!(!autobreaks(Quality::Elite, 2, 1, by_share) && !autobreaks(Quality::Superior, 2, 1, by_share));
}

#[test]
fn reading_move_075_no_move_is_less_than_nothing() {
    proves!("FOGR-MOVE-075");
    assert_eq!(varied_distance(1, 1), 0);
    assert_eq!(varied_distance(2, 1), 0);
    assert_eq!(varied_distance(3, 1), 1);
}

#[test]
fn reading_victory_003_a_grand_battle_group_that_evades_off_costs_one_or_two() {
    proves!("FOGR-VICTORY-003");
    let cost = |readings| {
        let mut tally = Tally::new("attrition");
        attrition(&[(Fate::EvadedOff, 13)], false, readings, &mut tally);
        tally.total()
    };
    assert_eq!(cost(Readings::DEFAULT), 1);
    assert_eq!(cost(Readings::DEFAULT.flip(Choice::GrandEvadersCostOne as usize)), 2);
}

#[test]
fn reading_victory_005_any_lead_over_nothing_satisfies_every_ratio() {
    proves!("FOGR-VICTORY-005");
    let ends = |red, blue| {
        let strain = |attrition| Strain { attrition, break_point: 10 };
        victory(strain(red), strain(blue), Clock::Out, Readings::DEFAULT)
    };
    assert_eq!(ends(0, 4), Victory::Major(Side::Red));
    assert_eq!(ends(0, 3), Victory::Moderate(Side::Red));
}

#[test]
fn bases_lost_in_the_phase_count_in_tests_at_its_end() {
    proves!("FOGR-COHESION-025", "FOGR-COMBAT-001", "FOGR-COHESION-009");
    let mut red = group(Side::Red, HeavyFoot, &[], 2, 2);
    red.commander =
        Some(Commander { grade: Grade::Troop, place: CommanderPlace::FrontRank, in_chief: false });
    let mut fight = Fight::new(CombatPhase::Melee, vec![red, group(Side::Blue, HeavyFoot, &[], 2, 2)]);
    fight.duels = (0..2).map(|i| duel(at(0, i), at(1, i))).collect();
    // Two hits; red holds for the defeat with 6 + 6, loses a base of four on 1, and its commander on 5 + 6.
    // Its test for him is a 7, less 1 for a quarter of its bases: one level.
    let lost = resolve(&fight, &[2, 2, 2, 2, 4, 4, 2, 2, 6, 6, 1, 5, 6, 3, 4]);
    assert_eq!((lost[0].lost, lost[0].commander_lost, lost[0].cohesion), (1, true, Cohesion::Disrupted));
    // With no base lost the same 7 holds.
    let held = resolve(&fight, &[2, 2, 2, 2, 4, 4, 2, 2, 6, 6, 6, 5, 6, 3, 4]);
    assert_eq!((held[0].lost, held[0].cohesion), (0, Cohesion::Steady));
    // The test for the defeat comes before the death roll and knows nothing of it.
    let mut toll = Toll::none(Cohesion::Steady);
    (toll.received, toll.lost) = (1, 1);
    let total = |toll: &Toll, cause| modified(&fight, toll, cause).total();
    let none_lost = Toll { lost: 0, ..toll };
    for cause in [Cause::CloseCombat, Cause::Shooting] {
        assert_eq!(total(&toll, cause), total(&none_lost, cause));
    }
    let sight = Cause::Sight { reasons: 1 };
    assert_eq!(total(&toll, sight), total(&none_lost, sight) - 1);
}

#[test]
fn wagons_are_never_supported_and_early_tercios_always() {
    proves!("FOGR-GLOSSARY-035", "FOGR-COHESION-031");
    let total = |troop_type, formation, supported| {
        let mut own = group(Side::Red, troop_type, &[], 2, 2);
        (own.formation, own.supported) = (formation, supported);
        let fight = Fight::new(CombatPhase::Melee, vec![own]);
        modified(&fight, &Toll::none(Cohesion::Steady), Cause::Charged).total()
    };
    assert_eq!((total(HeavyFoot, Formation::Plain, false), total(HeavyFoot, Formation::Plain, true)), (0, 1));
    assert_eq!(total(BattleWagons, Formation::Plain, true), 0);
    assert_eq!(total(HeavyFoot, Formation::EarlyTercio, false), 1);
    assert_eq!(total(HeavyFoot, Formation::LaterTercio, false), 0);
}
