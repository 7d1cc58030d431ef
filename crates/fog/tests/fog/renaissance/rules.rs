//! Rules of battle groups, combat and cohesion that no other test of this book proves, one scenario each.

use crate::renaissance::support::*;
use caracole_fog::combat::pairing::pairings;
use caracole_fog::combat::{
    Cause, Commander, CommanderPlace, Fight, Grade, Group, Readings, Round, TestPurpose, bases_counted,
    death_pool, quality_reroll, test_roll,
};
use caracole_fog::formation::{TwoBases, autobreaks};
use caracole_fog::renaissance::{
    ComplexMoveTest, Fate, Rallying, Renaissance, arrival_pool, attrition_of, camp_pool, check,
    check_pairing, may_bolster, routed_commander_pool, straggling_pool, variable_move_pool,
};
use caracole_fog::troops::{Arm, Armour, Capability, Cohesion, CombatPhase, Disorder, Quality, TroopType};
use caracole_kernel::Side;
use caracole_kernel::dice::{DiceSource, Roll, Scripted};
use caracole_ledger::{proves, rule};

fn foot(side: Side, files: usize, ranks: usize) -> Group {
    let base = base(TroopType::HeavyFoot, Armour::Unarmoured, Quality::Average, &[Capability::Swordsmen]);
    block(side, base, files, ranks)
}

#[test]
fn quality_re_rolls_apply_where_their_rule_says_so() {
    proves!("FOGR-BG-050");
    for &quality in Quality::ALL {
        let own = quality_reroll(quality);
        let test = |purpose| {
            let (cohesion, disorder) = (Cohesion::Steady, Disorder::None);
            ComplexMoveTest { quality, purpose, commander: None, cohesion, disorder, warriors: false }.pool()
        };
        assert_eq!(test(TestPurpose::Move).reroll, own);
        assert_eq!(test(TestPurpose::StopPursuing).reroll, own);
        assert_eq!(test_roll(quality).reroll, own, "cohesion tests");
        assert_eq!(straggling_pool(quality).reroll, own);
        assert_eq!(camp_pool(Arm::Foot, quality).reroll, own);
        // Gendarmes, cavaliers and warriors with impact foot who have lost contact.
        assert!(test(TestPurpose::StopChasing).reroll.is_none());
    }
    for pool in [variable_move_pool(), arrival_pool(), routed_commander_pool(), death_pool(4)] {
        assert!(pool.reroll.is_none(), "{pool:?}");
    }
}

#[test]
fn a_die_is_thrown_again_once() {
    proves!("FOGR-BG-051");
    // Superior troops throw 1 and 1, again 1 and 4: the 1 stays, the other die is treated by itself.
    let pools = [test_roll(Quality::Superior)].into_iter().collect();
    let roll: Roll = Roll { side: None, rule: rule!("FOGR-COHESION-013"), purpose: "test".into(), pools };
    let mut source = Scripted::new([1, 1, 1, 4]);
    let throw = source.throw(0, &roll).expect("enough dice");
    assert_eq!(source.left(), 0);
    assert_eq!(roll.read(&throw).expect("dice that fit")[0].number(), 5);
}

#[test]
fn a_regimental_gun_is_no_base() {
    proves!("FOGR-BG-057", "FOGR-COHESION-064");
    let mut group = foot(Side::Red, 3, 2);
    let (size, counted) = (group.size(), bases_counted(&group));
    group.regimental_gun = true;
    group.commander = Some(Commander { grade: Grade::Troop, place: CommanderPlace::With, in_chief: false });
    assert_eq!((group.size(), bases_counted(&group)), (size, counted));
    // Average, 6 bases: 3 lost are more than 40 per cent, whatever else stands with the 3 left.
    assert!(autobreaks(group.quality(), group.bases_at_start, 3, TwoBases::ByTable));
    assert!(!autobreaks(group.quality(), group.bases_at_start, 4, TwoBases::ByTable));
}

#[test]
fn one_severely_disordered_base_is_enough_for_tests() {
    proves!("FOGR-BG-064");
    let mut fight = Fight::new(CombatPhase::Melee, vec![foot(Side::Red, 3, 2), foot(Side::Blue, 3, 2)]);
    fight.groups[1].files[2].bases[1].disorder = Disorder::SeverelyDisordered;
    fight.duels = (0..3).map(|i| duel(at(0, i), at(1, i))).collect();
    // Red hits twice, blue never: lost by two, two hits on six bases.
    let (round, state) = after_hits(&fight, &[6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    let tally = modifiers(&round, &state, 1, Cause::CloseCombat);
    assert_eq!(tally.total(), -3, "{tally:?}");
    assert!(tally.cites(rule!("FOGR-COHESION-032")));
    assert_eq!(fight.groups[1].worst_disorder(), Disorder::SeverelyDisordered, "what move tests are told");
}

#[test]
fn impact_numbers_are_equal_over_the_whole_combat() {
    proves!("FOGR-COMBAT-013");
    // Red bases 0 and 1 are one battle group, 2 another; blue 0 and 1. Red 1 and 2 both touch blue 1.
    let contacts = [(0, 0), (1, 1), (2, 1)];
    let (_, all) = pairings(&contacts, Side::Red);
    assert!(all.len() == 2 && all.iter().all(|p| p.len() == 2), "two against two");
    assert!(check_pairing(&contacts, &[(0, 0), (2, 1)]).is_ok(), "not battle group by battle group");
    assert!(check_pairing(&contacts, &[(0, 0), (1, 1)]).is_ok());
    assert!(check_pairing(&contacts, &[(0, 0)]).is_err());
}

#[test]
fn all_contacts_fight_in_melee() {
    proves!("FOGR-COMBAT-019");
    // Two red files touch one wide blue file; blue fights only the one to its front, red with both.
    let mut fight = Fight::new(CombatPhase::Melee, vec![foot(Side::Red, 2, 1), foot(Side::Blue, 1, 1)]);
    fight.duels = vec![duel(at(0, 0), at(1, 0)), duel(at(0, 1), at(1, 0))];
    fight.duels[1].stands.blue.role = caracole_fog::combat::Role::Idle;
    assert!(check(&fight).is_ok());
    let dice = |by: u8| parts(&fight).iter().filter(|p| p.0 == by).map(|p| p.4).sum::<u16>();
    assert_eq!((dice(0), dice(1)), (2, 1));
}

#[test]
fn captured_guns_cost_two_until_they_are_retaken() {
    proves!("FOGR-COMBAT-100");
    let cost = |fate| attrition_of(fate, 2, Readings::DEFAULT);
    assert_eq!(cost(Fate::Captured), 2);
    assert_eq!(cost(Fate::from(Cohesion::Steady)), 0, "recaptured");
}

#[test]
fn bolstering_needs_the_commander_with_it_and_is_a_test() {
    proves!("FOGR-COHESION-012");
    let mut group = foot(Side::Red, 2, 2);
    group.cohesion = Cohesion::Disrupted;
    let free = Rallying::default();
    let led = |place| Some(Commander { grade: Grade::Troop, place, in_chief: false });
    group.commander = led(CommanderPlace::With);
    assert!(may_bolster(&group, free).is_ok());
    group.commander = led(CommanderPlace::InRange);
    assert!(may_bolster(&group, free).is_err(), "he must be with it");
    group.commander = led(CommanderPlace::With);
    let fight = Fight::new(CombatPhase::Melee, vec![group]);
    let round: Round<'_, Renaissance> = Round::new(&fight, Readings::DEFAULT);
    let terms = round.terms(&round.start(), 0, Cause::Bolster);
    // -1 disrupted, +1 commander: 7 rises, 6 changes nothing.
    assert_eq!(terms.result(7).applied(Cohesion::Disrupted), Cohesion::Steady);
    assert_eq!(terms.result(6).applied(Cohesion::Disrupted), Cohesion::Disrupted);
}

/// Red 0 fights blue 1 and breaks by its losses; red 2 and 3 look on, and see each other.
fn watched() -> Fight {
    let groups =
        vec![foot(Side::Red, 1, 3), foot(Side::Blue, 1, 2), foot(Side::Red, 2, 2), foot(Side::Red, 2, 2)];
    let mut fight = Fight::new(CombatPhase::Melee, groups);
    fight.duels = vec![duel(at(0, 0), at(1, 0))];
    fight.groups[0].cohesion = Cohesion::Fragmented;
    fight.groups[2].cohesion = Cohesion::Fragmented;
    for watcher in [2, 3] {
        fight.groups[watcher].near = [0, 2, 3].into_iter().collect();
    }
    fight
}

#[test]
fn the_order_of_the_file_is_the_order_of_tests_and_nobody_tests_twice() {
    proves!("FOGR-COHESION-019", "FOGR-COHESION-020", "FOGR-COHESION-027");
    // Red throws its one die (of two, fragmented) and misses; blue hits once. Red 0 tests at -2 (fragmented) -1 (a hit
    // per three bases): 2 breaks it. Death roll 6. Then red 2 (fragmented) tests for the break and fails with 2; red 3
    // has seen two breaks and tests once, at -1: 3 + 4 - 1 is 6, a level lost.
    let first = resolve(&watched(), &[1, 6, 1, 1, 1, 6, 1, 1, 3, 4]);
    assert_eq!(first[0].cohesion, Cohesion::Broken);
    assert_eq!(first[2].cohesion, Cohesion::Broken);
    assert_eq!(first[3].cohesion, Cohesion::Disrupted, "more than one reason");
    // The owner lists the steady group first: it tests for one break, holds with 3 + 4, and the second break, which its
    // neighbour's test brings, does not make it test again.
    let mut fight = watched();
    fight.groups.swap(2, 3);
    let second = resolve(&fight, &[1, 6, 1, 1, 1, 6, 3, 4, 1, 1]);
    assert_eq!((second[2].cohesion, second[3].cohesion), (Cohesion::Steady, Cohesion::Broken));
}
