//! Cohesion tests: who tests, with what modifiers, and what comes of it; commanders lost and friends broken.

use crate::ancients::support::*;
use caracole_fog::ancients::{Ancients, Choice, quarters_lost};
use caracole_fog::combat::{
    Arithmetic, Base, Cause, CombatResult, CommanderPlace, Directions, Engaged, Fight, Formation, Grade,
    Ground, Group, Range, Readings, Round, TestResult, TestTerms,
};
use caracole_fog::troops::{
    Capability, Capability::*, Cohesion, CombatPhase, Disorder, TroopType, TroopType::*,
};
use caracole_kernel::{Side, Tally};
use caracole_ledger::proves;

fn foot() -> Base {
    plain(HeavyFoot, &[])
}

/// Blue lost this fight by so many hits, having received so many.
fn lost(fight: &Fight, received: u16, margin: u16, cause: Cause) -> (i32, Vec<String>) {
    let tally = tally_of(fight, received, margin, cause, Readings::DEFAULT);
    (tally.total(), lines(&tally))
}

fn tally_of(fight: &Fight, received: u16, margin: u16, cause: Cause, readings: Readings) -> Tally {
    let round: Round<'_, Ancients> = Round::new(fight, readings);
    let mut state = round.start();
    let toll = &mut state.tolls[1];
    (toll.received, toll.inflicted, toll.result) = (received, received - margin, CombatResult::Lost);
    let mut tally = Tally::new("cohesion test");
    Ancients::cohesion_modifiers(&round.case(&state, 1), cause, &mut tally);
    tally
}

fn combat(phase: CombatPhase, red: Base, blue: Base) -> Fight {
    line_up(phase, block(Side::Red, red, 4, 2), block(Side::Blue, blue, 4, 2))
}

use CombatPhase::{Impact, Melee, Shooting};

#[test]
fn hits_and_defeat() {
    proves!("FOGAM-COHESION-012", "FOGAM-GLOSSARY-023");
    let impact = combat(Impact, foot(), foot());
    assert_eq!(lost(&impact, 3, 1, Cause::CloseCombat), (-1, vec!["lost an impact combat".into()]));
    assert_eq!(lost(&impact, 4, 1, Cause::CloseCombat).0, -2, "1 hit per 2 bases");
    let melee = combat(Melee, foot(), foot());
    assert_eq!(lost(&melee, 3, 1, Cause::CloseCombat), (0, vec![]));
    assert_eq!(lost(&melee, 3, 2, Cause::CloseCombat), (-1, vec!["lost a melee by 2 hits or more".into()]));
    // Tests for other reasons do not use these.
    assert_eq!(lost(&melee, 8, 8, Cause::Sight { reasons: 1 }), (0, vec![]));
    assert_eq!(lost(&impact, 8, 8, Cause::Charged), (0, vec![]));
}

#[test]
fn dreaded_enemies() {
    proves!("FOGAM-COHESION-012", "FOGAM-COHESION-014", "FOGAM-SPECIAL-006", "FOGAM-SPECIAL-011");
    let one = |phase, red: Base, blue: Base| {
        let fight = combat(phase, red, blue);
        lost(&fight, 1, 1, Cause::CloseCombat).0 + i32::from(phase == Impact)
    };
    for phase in [Impact, Melee] {
        assert_eq!(one(phase, plain(Elephants, &[]), foot()), -1);
        assert_eq!(one(phase, plain(ScythedChariots, &[]), drilled(foot())), -1);
        assert_eq!(one(phase, plain(ScythedChariots, &[]), foot()), -2, "undrilled");
        // Medium foot against mounted or heavy foot in the open.
        assert_eq!(one(phase, plain(Cavalry, &[]), plain(MediumFoot, &[])), -1);
        assert_eq!(one(phase, foot(), plain(Mob, &[])), -1);
        assert_eq!(one(phase, plain(MediumFoot, &[]), plain(MediumFoot, &[])), 0);
        assert_eq!(one(phase, foot(), foot()), 0);
        assert_eq!(one(phase, foot(), plain(LightFoot, &[])), 0);
        // Only one of the group counts.
        assert_eq!(one(phase, plain(Elephants, &[]), plain(MediumFoot, &[])), -1);
    }
    assert_eq!(one(Impact, plain(Cavalry, &[Lancers]), foot()), -1);
    assert_eq!(one(Melee, plain(Cavalry, &[Lancers]), foot()), 0);
    assert_eq!(one(Impact, plain(HeavyChariots, &[]), foot()), -1);
    assert_eq!(one(Impact, plain(Cavalry, &[Lancers]), plain(Cavalry, &[Lancers])), 0, "shock mounted");
    assert_eq!(one(Impact, plain(Cavalry, &[Lancers]), plain(Cavalry, &[])), -1, "other mounted");
    assert_eq!(
        one(Impact, plain(Cavalry, &[Lancers]), plain(HeavyFoot, &[ImpactFoot])),
        -1,
        "shock, but foot"
    );
    assert_eq!(one(Impact, plain(HeavyFoot, &[ImpactFoot]), foot()), -1);
    assert_eq!(one(Impact, plain(HeavyFoot, &[ImpactFoot]), plain(Cavalry, &[])), 0, "only foot");
    assert_eq!(one(Melee, plain(HeavyFoot, &[ImpactFoot]), foot()), 0);
    // Even partly: one file of elephants is enough, whether it hit or not.
    let mut fight = Fight::new(
        Melee,
        vec![
            block(Side::Red, foot(), 3, 2),
            block(Side::Blue, foot(), 4, 2),
            block(Side::Red, plain(Elephants, &[]), 1, 1),
        ],
    );
    fight.duels = (0..3).map(|i| duel(at(0, i), at(1, i))).collect();
    fight.duels.push(duel(at(2, 0), at(1, 3)));
    assert_eq!(lost(&fight, 1, 1, Cause::CloseCombat).1, ["lost to elephants or scythed chariots"]);
}

#[test]
fn medium_foot_beaten_in_the_open() {
    proves!("FOGAM-COHESION-015", "FOGAM-COHESION-019");
    let mut fight = combat(Melee, foot(), plain(MediumFoot, &[]));
    let total = |fight: &Fight| lost(fight, 1, 1, Cause::CloseCombat).0;
    for duel in &mut fight.duels {
        duel.stands.red.ground = Ground::Rough;
    }
    assert_eq!(total(&fight), 0, "no enemy base wholly in the open");
    fight.duels[2].stands.red.ground = Ground::Open;
    assert_eq!(total(&fight), -1, "one is enough");
    for duel in &mut fight.duels {
        duel.stands.blue.ground = Ground::Rough;
    }
    assert_eq!(total(&fight), -1, "their own ground does not spare them");
    let spared = Readings::DEFAULT.flip(Choice::MediumFootInTerrainToo as usize);
    assert_eq!(tally_of(&fight, 1, 1, Cause::CloseCombat, spared).total(), 0);
    fight.duels[2].stands.blue.defence = caracole_fog::combat::Defence::Fortification;
    assert_eq!(total(&fight), 0, "the enemy attacks fortifications there");
    // Mixed groups test as their heaviest.
    let mixed = |second: TroopType, first: TroopType| {
        let blue = ranks(Side::Blue, &[plain(first, &[]), plain(second, &[])], 4);
        total(&line_up(Melee, block(Side::Red, foot(), 4, 2), blue))
    };
    assert_eq!(mixed(LightFoot, MediumFoot), -1);
    assert_eq!(mixed(LightFoot, HeavyFoot), 0);
    assert_eq!(mixed(MediumFoot, HeavyFoot), 0);
}

#[test]
fn losses_flank_support_and_state() {
    proves!("FOGAM-COHESION-013", "FOGAM-COHESION-012");
    proves!(
        "FOGAM-GLOSSARY-032",
        "FOGAM-SPECIAL-033",
        "FOGAM-SPECIAL-034",
        "FOGAM-COHESION-023",
        "FOGAM-COHESION-024"
    );
    let quarters: Vec<i32> = (1..=3).map(|n| quarters_lost(n, 6)).collect();
    assert_eq!(quarters, [0, 1, 2]);
    assert_eq!((quarters_lost(3, 4), quarters_lost(2, 8), quarters_lost(1, 8)), (3, 1, 0));
    let total = |change: &dyn Fn(&mut Group)| {
        let mut fight = combat(Melee, foot(), foot());
        change(&mut fight.groups[1]);
        lost(&fight, 1, 1, Cause::CloseCombat).0
    };
    assert_eq!(total(&|g| g.bases_at_start = 10), 0, "2 of 10");
    assert_eq!(total(&|g| g.bases_at_start = 12), -1, "4 of 12");
    assert_eq!(total(&|g| g.threatened_flank = true), -1);
    assert_eq!(total(&|g| g.supported = true), 1);
    assert_eq!(
        total(&|g| {
            g.supported = true;
            g.directions = Directions::Two
        }),
        0
    );
    assert_eq!(total(&|g| g.cohesion = Cohesion::Disrupted), -1);
    assert_eq!(total(&|g| g.cohesion = Cohesion::Fragmented), -2);
    assert_eq!(
        total(&|g| g.files[0].bases[1].disorder = Disorder::SeverelyDisordered),
        -1,
        "one base is enough"
    );
    assert_eq!(total(&|g| g.files[0].bases[1].disorder = Disorder::Disordered), 0);
    let both = |g: &mut Group| {
        g.cohesion = Cohesion::Disrupted;
        g.files[0].bases[0].disorder = Disorder::SeverelyDisordered;
    };
    assert_eq!(total(&both), -1, "once");
    // Skirmishers never have a threatened flank, wagons never rear support.
    let skirmish = |t: TroopType, change: &dyn Fn(&mut Group)| {
        let mut fight = combat(Melee, plain(t, &[]), plain(t, &[]));
        change(&mut fight.groups[1]);
        lost(&fight, 1, 1, Cause::CloseCombat).0
    };
    assert_eq!(skirmish(LightHorse, &|g| g.threatened_flank = true), 0);
    assert_eq!(skirmish(BattleWagons, &|g| g.supported = true), 0);
    let orb = |g: &mut Group| (g.formation, g.threatened_flank, g.supported) = (Formation::Orb, true, true);
    let mut fight = combat(Melee, foot(), plain(HeavyFoot, &[Pikemen]));
    orb(&mut fight.groups[1]);
    assert_eq!(lost(&fight, 1, 1, Cause::CloseCombat).0, 0);
}

#[test]
fn commanders_in_tests() {
    proves!("FOGAM-COHESION-016", "FOGAM-COMBAT-085", "FOGAM-COMMAND-008", "FOGAM-JAP-038");
    use CommanderPlace::{FrontRank, InRange, With};
    let total = |grade, place, engaged: bool, cause| {
        let mut fight = if engaged {
            combat(Melee, foot(), foot())
        } else {
            Fight::new(Shooting, vec![block(Side::Red, foot(), 4, 2), block(Side::Blue, foot(), 4, 2)])
        };
        fight.groups[1].commander = commander(grade, place);
        lost(&fight, 1, 1, cause).0
    };
    assert_eq!(total(Grade::Field, InRange, false, Cause::Shooting), 1);
    assert_eq!(total(Grade::Great, InRange, false, Cause::Shooting), 2);
    assert_eq!(
        total(Grade::Great, InRange, true, Cause::CloseCombat),
        0,
        "in close combat he must be with it"
    );
    assert_eq!(total(Grade::Troop, With, true, Cause::CloseCombat), 1);
    assert_eq!(total(Grade::Great, FrontRank, true, Cause::CloseCombat), 2);
    assert_eq!(total(Grade::Great, InRange, false, Cause::Bolster), 0);
    assert_eq!(total(Grade::Great, With, false, Cause::Bolster), 2);
}

#[test]
fn results_of_a_test() {
    proves!(
        "FOGAM-COHESION-020",
        "FOGAM-COHESION-021",
        "FOGAM-BG-032",
        "FOGAM-JAP-033",
        "FOGAM-COHESION-022"
    );
    let result = |score, double_drop, bolster| TestTerms { modifier: 0, double_drop, bolster }.result(score);
    for score in 7..=12 {
        assert_eq!(result(score, true, false), TestResult::NoChange);
        assert_eq!(result(score, false, true), TestResult::Rise);
    }
    for score in 3..7 {
        assert_eq!(result(score, true, false), TestResult::Drop);
        assert_eq!(result(score, false, true), TestResult::NoChange);
    }
    for score in -3..=2 {
        assert_eq!(result(score, true, false), TestResult::DropTwo);
        assert_eq!(result(score, false, false), TestResult::Drop);
        assert_eq!(result(score, false, true), TestResult::NoChange);
    }
    use Cohesion::*;
    assert_eq!(TestResult::DropTwo.applied(Steady), Fragmented);
    assert_eq!(TestResult::DropTwo.applied(Fragmented), Broken);
    assert_eq!(TestResult::Rise.applied(Broken), Fragmented);
    assert_eq!(block(Side::Red, foot(), 1, 1).cohesion, Steady);
}

#[test]
fn tests_for_shooting() {
    proves!("FOGAM-COMBAT-066", "FOGAM-COHESION-004", "FOGAM-COHESION-012", "FOGAM-COHESION-014");
    let bows = block(Side::Red, plain(MediumFoot, &[Bow]), 6, 1);
    let fight = red_shoots(bows, block(Side::Blue, foot(), 3, 2), Range::Short);
    // One hit of six dice is less than 1 per 3 of 6 bases, two are a test; 4 and 3 pass.
    assert_eq!(resolve(&fight, &[6, 1, 1, 1, 1, 1])[1].cohesion, Cohesion::Steady);
    assert_eq!(resolve(&fight, &[6, 6, 1, 1, 1, 1, 4, 3])[1].cohesion, Cohesion::Steady);
    assert_eq!(resolve(&fight, &[6, 6, 1, 1, 1, 1, 4, 2])[1].cohesion, Cohesion::Disrupted);
    // Three are 1 per 2: -1, and a death roll that only a 1 fails; shooting never costs two levels.
    let tolls = resolve(&fight, &[6, 6, 6, 1, 1, 1, 1, 1, 1]);
    assert_eq!((tolls[1].lost, tolls[1].cohesion), (1, Cohesion::Disrupted));
    assert_eq!(resolve(&fight, &[6, 6, 6, 1, 1, 1, 2, 4, 4])[1].cohesion, Cohesion::Steady, "8 - 1 is 7");
    // 12 bases: with artillery among the shooters two hits are enough, whoever scored them, and cost a point.
    let gun = plain(TroopType::HeavyArtillery, &[Capability::HeavyArtillery]);
    let mut both = Fight::new(
        Shooting,
        vec![
            block(Side::Red, plain(MediumFoot, &[Bow]), 6, 1),
            block(Side::Blue, foot(), 6, 2),
            block(Side::Red, gun, 1, 1),
        ],
    );
    both.volleys = vec![volley(&both, 0, 1, Range::Short)];
    assert_eq!(resolve(&both, &[6, 6, 1, 1, 1, 1])[1].cohesion, Cohesion::Steady, "no test");
    both.volleys.push(volley(&both, 2, 1, Range::Short));
    assert_eq!(resolve(&both, &[6, 6, 1, 1, 1, 1, 1, 1, 4, 4])[1].cohesion, Cohesion::Steady);
    assert_eq!(resolve(&both, &[6, 6, 1, 1, 1, 1, 1, 1, 4, 3])[1].cohesion, Cohesion::Disrupted, "7 - 1");
    // Firearms cost a point but need the hits.
    let hand = plain(MediumFoot, &[Firearm]);
    let guns = red_shoots(block(Side::Red, hand, 6, 1), block(Side::Blue, foot(), 3, 2), Range::Short);
    assert_eq!(resolve(&guns, &[5, 5, 1, 1, 1, 1, 4, 3])[1].cohesion, Cohesion::Disrupted);
    assert_eq!(resolve(&guns, &[5, 5, 1, 1, 1, 1, 4, 4])[1].cohesion, Cohesion::Steady);
}

/// One file each; blue's fourth group is a bystander near the others.
fn with_bystander(blue: Base, bystander: Base) -> Fight {
    let mut near = block(Side::Blue, bystander, 2, 2);
    near.near = smallvec::smallvec![1];
    near.near_commander = smallvec::smallvec![1];
    let mut fight =
        Fight::new(Melee, vec![block(Side::Red, foot(), 2, 2), block(Side::Blue, blue, 2, 2), near]);
    fight.duels = vec![duel(at(0, 0), at(1, 0)), duel(at(0, 1), at(1, 1))];
    fight
}

#[test]
fn friends_who_break_are_seen() {
    proves!("FOGAM-COHESION-006", "FOGAM-COHESION-007", "FOGAM-COMBAT-002", "FOGAM-COHESION-018");
    let mut fight = with_bystander(foot(), foot());
    fight.groups[1].cohesion = Cohesion::Fragmented;
    // Red 4 dice hit 4 times, blue 2 dice none. Blue's death roll 6 is saved; it tests at -2 -1 -1, rolls 3 and breaks;
    // the bystander tests and rolls 2: two levels.
    let tolls = resolve(&fight, &[6, 6, 6, 6, 1, 1, 6, 2, 1, 1, 1]);
    assert_eq!(tolls[1].cohesion, Cohesion::Broken);
    assert_eq!(tolls[2].cohesion, Cohesion::Fragmented);
    // Only skirmishers care about skirmishers.
    for (watcher, tests) in [(HeavyFoot, false), (LightFoot, true)] {
        let mut fight = with_bystander(plain(LightFoot, &[]), plain(watcher, &[]));
        fight.groups[1].cohesion = Cohesion::Fragmented;
        // Light foot lose 2 of 4 dice and then one of two.
        let mut dice = vec![6, 6, 6, 6, 1, 6, 2, 1];
        if tests {
            dice.extend([1, 1]);
        }
        let tolls = resolve(&fight, &dice);
        assert_eq!(tolls[1].cohesion, Cohesion::Broken);
        assert_eq!(tolls[2].cohesion == Cohesion::Fragmented, tests, "{watcher}");
    }
}

#[test]
fn a_break_that_comes_of_seeing_a_break_is_seen_too() {
    proves!("FOGAM-COHESION-018");
    // Group 2 sees group 1 break and breaks itself; group 3 sees both, group 1 first and alone.
    let mut fight = with_bystander(foot(), foot());
    fight.groups[1].cohesion = Cohesion::Fragmented;
    fight.groups[2].cohesion = Cohesion::Fragmented;
    let mut third = block(Side::Blue, foot(), 2, 2);
    third.near = smallvec::smallvec![2];
    fight.groups.push(third);
    let tolls = resolve(&fight, &[6, 6, 6, 6, 1, 1, 6, 2, 1, 3, 2, 6, 6]);
    assert_eq!(tolls[2].cohesion, Cohesion::Broken, "5 - 2 drops a level");
    assert_eq!(tolls[3].cohesion, Cohesion::Steady, "it tested for the second break and passed");
}

#[test]
fn several_breaks_are_one_test_at_minus_one() {
    proves!("FOGAM-COHESION-017");
    let fight = combat(Melee, foot(), foot());
    assert_eq!(lost(&fight, 1, 1, Cause::Sight { reasons: 1 }).0, 0);
    assert_eq!(
        lost(&fight, 1, 1, Cause::Sight { reasons: 2 }),
        (-1, vec!["more than one reason to test".into()])
    );
}

#[test]
fn commanders_fall_before_the_tests() {
    proves!(
        "FOGAM-COMBAT-082",
        "FOGAM-COMBAT-002",
        "FOGAM-COMBAT-068",
        "FOGAM-COHESION-008",
        "FOGAM-COHESION-017"
    );
    let mut fight = with_bystander(foot(), foot());
    fight.groups[1].commander = commander(Grade::Field, CommanderPlace::FrontRank);
    if let Some(c) = &mut fight.groups[1].commander {
        c.in_chief = true;
    }
    // Red hits twice, blue (re-rolling its 1s for the commander) once: lost by one. The commander falls on 10; the
    // death roll of 3 saves the base; blue tests at -1 for two reasons and -1 for the C-in-C without his +1, and the
    // bystander at -1 for the C-in-C. 4 - 2 costs two levels though the combat was lost by one hit.
    let dice = [6, 6, 1, 1, 6, 1, 1, 1, 2, 2, 2, 5, 5, 3, 3, 1, 4, 4];
    let tolls = resolve(&fight, &dice);
    assert!(tolls[1].commander_lost);
    assert_eq!((tolls[1].lost, tolls[1].cohesion), (0, Cohesion::Fragmented));
    assert_eq!(tolls[2].cohesion, Cohesion::Steady, "8 - 1 is 7");
    // With 9 he lives, and blue tests with him: 4 + 1 drops one level only, and nobody else tests.
    let lives = [6, 6, 1, 1, 6, 1, 1, 1, 2, 2, 2, 5, 4, 3, 3, 1];
    let tolls = resolve(&fight, &lives);
    assert!(!tolls[1].commander_lost);
    assert_eq!(tolls[1].cohesion, Cohesion::Disrupted);
    // By the other reading he is rolled for last: first the death roll and blue's test, then his roll, then the tests
    // for seeing him lost.
    let last = Readings::DEFAULT.flip(Choice::CommanderLossFirst as usize);
    let dice = [6, 6, 1, 1, 6, 1, 1, 1, 2, 2, 2, 3, 3, 1, 5, 5, 4, 5, 4, 4];
    let tolls = resolve_read(&fight, last, &dice);
    assert!(tolls[1].commander_lost);
    assert_eq!((tolls[1].cohesion, tolls[2].cohesion), (Cohesion::Disrupted, Cohesion::Steady));
}

#[test]
fn a_commander_in_danger() {
    proves!("FOGAM-COMBAT-082", "FOGAM-COMBAT-080");
    use caracole_fog::ancients::falls_on;
    // (a) 1 hit: no roll; then 10, 11 and 12 by how the combat went.
    let mut fight = with_bystander(foot(), foot());
    fight.groups[1].commander = commander(Grade::Field, CommanderPlace::FrontRank);
    // Red one hit, blue none (its four 1s thrown again as 2s): lost, 1 hit, no roll for him; death roll 2, test 7.
    let tolls = resolve(&fight, &[6, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3]);
    assert!(!tolls[1].commander_lost);
    assert_eq!(tolls[1].cohesion, Cohesion::Steady, "6 + 1 is 7");
    assert_eq!(falls_on(CombatResult::Lost), 10);
    assert_eq!(falls_on(CombatResult::Drew), 11);
    assert_eq!(falls_on(CombatResult::Won), 12);
    let ways =
        |least: u8| (1..=6u8).flat_map(|a| (1..=6u8).map(move |b| a + b)).filter(|&s| s >= least).count();
    assert_eq!((ways(10), ways(11), ways(12)), (6, 3, 1));
    // Not in the front rank: no roll, no re-rolls.
    fight.groups[1].commander = commander(Grade::Field, CommanderPlace::With);
    let tolls = resolve(&fight, &[6, 6, 6, 1, 1, 1, 1, 1, 6, 6, 6]);
    assert!(!tolls[1].commander_lost);
}

#[test]
fn bolstering_is_a_test_that_never_harms() {
    proves!("FOGAM-COHESION-009", "FOGAM-COHESION-020");
    let mut fight =
        Fight::new(Shooting, vec![block(Side::Red, foot(), 4, 2), block(Side::Blue, foot(), 4, 2)]);
    fight.groups[1].cohesion = Cohesion::Broken;
    fight.groups[1].commander = commander(Grade::Great, CommanderPlace::With);
    let round: Round<'_, Ancients> = Round::new(&fight, Readings::DEFAULT);
    let terms = round.terms(&round.start(), 1, Cause::Bolster);
    assert_eq!((terms.modifier, terms.double_drop, terms.bolster), (-1, false, true));
    assert_eq!(terms.result(8).applied(Cohesion::Broken), Cohesion::Fragmented);
    assert_eq!(terms.result(2).applied(Cohesion::Broken), Cohesion::Broken);
}

#[test]
fn readings_of_the_tests() {
    let flip = |choice: Choice| Readings::DEFAULT.flip(choice as usize);
    let mut fight = combat(Melee, foot(), foot());
    fight.groups[1].cohesion = Cohesion::Fragmented;
    fight.groups[1].files[0].bases[0].disorder = Disorder::SeverelyDisordered;
    let total = |readings| tally_of(&fight, 1, 1, Cause::CloseCombat, readings).total();
    assert_eq!(total(Readings::DEFAULT), -2);
    assert_eq!(total(flip(Choice::SevereAddsToFragmented)), -3);
    fight.groups[1].cohesion = Cohesion::Steady;
    let total = |readings| tally_of(&fight, 1, 1, Cause::CloseCombat, readings).total();
    assert_eq!(total(flip(Choice::DisorderCountsInTests)), 0);
    let gun = plain(TroopType::HeavyArtillery, &[Capability::HeavyArtillery]);
    let shot = red_shoots(block(Side::Red, gun, 2, 1), block(Side::Blue, foot(), 3, 2), Range::Short);
    let total = |readings| tally_of(&shot, 2, 0, Cause::Shooting, readings).total();
    assert_eq!(total(Readings::DEFAULT), -1);
    assert_eq!(total(flip(Choice::ShootingIsTwoReasons)), -2);
}

#[test]
fn being_engaged_can_be_stated() {
    // A group in close combat elsewhere counts only a commander who is with it.
    let mut fight =
        Fight::new(Shooting, vec![block(Side::Red, foot(), 4, 2), block(Side::Blue, foot(), 4, 2)]);
    fight.groups[1].commander = commander(Grade::Field, CommanderPlace::InRange);
    assert_eq!(lost(&fight, 1, 0, Cause::Shooting).0, 1);
    fight.groups[1].engaged = Engaged::OverlapOnly;
    assert_eq!(lost(&fight, 1, 0, Cause::Shooting).0, 0);
}
