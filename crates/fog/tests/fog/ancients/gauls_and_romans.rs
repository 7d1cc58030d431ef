//! The rulebook's combat example, step by step: Gauls charge Roman legionaries.

use crate::ancients::support::*;
use caracole_fog::ancients::{Ancients, Faces, RallyFacts, bases_counted, check_attempt};
use caracole_fog::combat::{
    Arithmetic, Cause, CombatResult, CommanderPlace, Fight, Grade, Group, LostTo, Readings, after_phase,
};
use caracole_fog::troops::{Armour, Book, Capability, Cohesion, CombatPhase, Quality, Training, TroopType};
use caracole_kernel::Side;
use caracole_kernel::dice::{FaceSet, Reroll};
use caracole_ledger::{proves, rule};

const GAULS: u8 = 0;
const ROMANS: u8 = 1;

fn gaul() -> caracole_fog::combat::Base {
    base(
        TroopType::MediumFoot,
        Armour::Protected,
        Quality::Average,
        Training::Undrilled,
        &[Capability::ImpactFoot, Capability::Swordsmen],
    )
}

fn legionary() -> caracole_fog::combat::Base {
    base(
        TroopType::HeavyFoot,
        Armour::Armoured,
        Quality::Superior,
        Training::Drilled,
        &[Capability::ImpactFoot, Capability::SkilledSwordsmen],
    )
}

fn gauls() -> Group {
    block(Side::Red, gaul(), 6, 2)
}

fn romans() -> Group {
    block(Side::Blue, legionary(), 4, 2)
}

/// Four files meet; the Gauls' outer files touch nobody.
fn impact() -> Fight {
    let mut fight = Fight::new(CombatPhase::Impact, vec![gauls(), romans()]);
    fight.duels = (0..4).map(|i| red_charges(at(GAULS, i + 1), at(ROMANS, i))).collect();
    fight
}

const GAULS_AT_IMPACT: [u8; 12] = [6, 5, 3, 4, 1, 3, 2, 3, 5, 5, 1, 2];
/// Twelve dice, then their two 1s thrown again.
const ROMANS_AT_IMPACT: [u8; 14] = [2, 3, 5, 3, 2, 1, 6, 3, 2, 2, 6, 1, 3, 5];

fn impact_dice(further: &[u8]) -> Vec<u8> {
    [&GAULS_AT_IMPACT[..], &ROMANS_AT_IMPACT[..], further].concat()
}

#[test]
fn four_bases_fight_on_each_side_with_three_dice() {
    proves!("FOGAM-COMBAT-015", "FOGAM-COMBAT-016", "FOGAM-COMBAT-019", "FOGAM-COMBAT-020");
    assert_eq!((dice_of(&impact(), GAULS), dice_of(&impact(), ROMANS)), (12, 12));
}

#[test]
fn impact_foot_cancel_one_another() {
    proves!("FOGAM-COMBAT-047", "FOGAM-COMBAT-048", "FOGAM-COMBAT-037", "FOGAM-COMBAT-034");
    assert_eq!(net(&impact()), 0);
    assert_eq!(parts(&impact()), [(GAULS, ROMANS, 0, 4, 12), (ROMANS, GAULS, 0, 4, 12)]);
}

#[test]
fn the_romans_lose_the_impact_by_five_hits_to_four() {
    proves!("FOGAM-COMBAT-041", "FOGAM-COMBAT-065", "FOGAM-COMBAT-064", "FOGAM-GLOSSARY-012", "FOGAM-BG-021");
    let fight = impact();
    let (_, state) = after_hits(&fight, &impact_dice(&[]));
    let (gauls, romans) = (state.tolls[0], state.tolls[1]);
    assert_eq!((gauls.received, gauls.result), (4, CombatResult::Won));
    assert_eq!((romans.received, romans.result), (5, CombatResult::Lost));
}

#[test]
fn death_rolls_come_before_the_cohesion_test() {
    proves!("FOGAM-COHESION-028", "FOGAM-COHESION-027", "FOGAM-COMBAT-002", "FOGAM-COHESION-032");
    // The Gauls roll 4 and pass, the Romans roll 5 and lose a base, then test with 5 and 3.
    let tolls = resolve(&impact(), &impact_dice(&[4, 5, 5, 3]));
    assert_eq!((tolls[0].lost, tolls[0].cohesion), (0, Cohesion::Steady));
    assert_eq!((tolls[1].lost, tolls[1].cohesion), (1, Cohesion::Disrupted));
    // Gauls 3 or more pass, 2 does not; Romans only on 6.
    assert_eq!(resolve(&impact(), &impact_dice(&[3, 5, 5, 3]))[0].lost, 0);
    assert_eq!(resolve(&impact(), &impact_dice(&[2, 6, 5, 3]))[0].lost, 1);
    assert_eq!(resolve(&impact(), &impact_dice(&[4, 6, 5, 3]))[1].lost, 0);
}

#[test]
fn the_romans_test_at_minus_three() {
    proves!("FOGAM-COHESION-011", "FOGAM-COHESION-012", "FOGAM-COHESION-020", "FOGAM-GLOSSARY-023");
    proves!("FOGAM-COHESION-014", "FOGAM-COHESION-005", "FOGAM-COMBAT-067");
    let fight = impact();
    let (round, mut state) = after_hits(&fight, &impact_dice(&[]));
    state.tolls[1].lost = 1;
    let tally = modifiers(&round, &state, ROMANS, Cause::CloseCombat);
    assert_eq!(
        lines(&tally),
        ["1 hit per 2 bases", "lost an impact combat", "foot lost the impact to impact foot"]
    );
    assert_eq!(tally.total(), -3);
}

#[test]
fn a_combat_lost_by_one_hit_never_costs_two_levels() {
    proves!("FOGAM-COHESION-021");
    // 2 on the dice less 3.
    let tolls = resolve(&impact(), &impact_dice(&[4, 5, 2, 1, 1]));
    assert_eq!(tolls[1].cohesion, Cohesion::Disrupted, "superior troops threw their 1 again and got another");
}

#[test]
fn a_commander_and_rear_support_would_have_saved_them() {
    proves!("FOGAM-COHESION-016");
    let mut fight = impact();
    fight.groups[1].commander = commander(Grade::Troop, CommanderPlace::With);
    fight.groups[1].supported = true;
    let tolls = resolve(&fight, &impact_dice(&[4, 5, 5, 3]));
    assert_eq!((tolls[1].lost, tolls[1].cohesion), (1, Cohesion::Steady));
    // 7 on the dice is not enough.
    assert_eq!(resolve(&fight, &impact_dice(&[4, 5, 4, 3]))[1].cohesion, Cohesion::Disrupted);
}

#[test]
fn three_ranks_of_gauls_would_have_fought_as_superior() {
    proves!("FOGAM-BG-028", "FOGAM-BG-030", "FOGAM-BG-031", "FOGAM-GLOSSARY-030");
    let mut fight = Fight::new(CombatPhase::Impact, vec![block(Side::Red, gaul(), 4, 3), romans()]);
    fight.duels = (0..4).map(|i| red_charges(at(GAULS, i), at(ROMANS, i))).collect();
    let muster = Ancients::muster(&fight, Readings::DEFAULT);
    assert!(muster.parts.iter().all(|p| p.reroll == Reroll::NONE), "nobody re-rolls");
    // In two ranks the Romans re-roll 1s.
    let muster = Ancients::muster(&impact(), Readings::DEFAULT);
    assert_eq!(muster.parts[1].reroll.faces, FaceSet::of(&[1]));
    // In the melee the depth gives fewer dice: two ranks of four.
    fight.phase = CombatPhase::Melee;
    assert_eq!(dice_of(&fight, GAULS), 8);
}

/// The melee after the impact: 7 disrupted Romans, overlapped at both ends.
fn melee() -> Fight {
    let tolls = resolve(&impact(), &impact_dice(&[4, 5, 5, 3]));
    let after =
        after_phase(Book::Ancients, &romans(), &romans(), &tolls[1], LostTo::CloseCombat(&[0, 1, 2, 3]));
    assert_eq!((after.size(), after.cohesion), (7, Cohesion::Disrupted));
    melee_of(gauls(), after)
}

fn melee_of(gauls: Group, romans: Group) -> Fight {
    let mut fight = Fight::new(CombatPhase::Melee, vec![gauls, romans]);
    fight.duels = (0..4).map(|i| duel(at(GAULS, i + 1), at(ROMANS, i))).collect();
    fight.duels.push(red_overlaps(at(GAULS, 0), at(ROMANS, 0)));
    fight.duels.push(red_overlaps(at(GAULS, 5), at(ROMANS, 3)));
    fight
}

#[test]
fn twelve_dice_against_five_in_the_melee() {
    proves!(
        "FOGAM-COMBAT-025",
        "FOGAM-COMBAT-027",
        "FOGAM-COMBAT-029",
        "FOGAM-COMBAT-010",
        "FOGAM-COMBAT-024"
    );
    proves!(
        "FOGAM-COMBAT-026",
        "FOGAM-MELEE-001",
        "FOGAM-MELEE-004",
        "FOGAM-MELEE-010",
        "FOGAM-COHESION-023"
    );
    assert_eq!((dice_of(&melee(), GAULS), dice_of(&melee(), ROMANS)), (12, 5));
}

#[test]
fn skilled_swordsmen_but_no_armour_in_the_melee() {
    proves!("FOGAM-COMBAT-058", "FOGAM-COMBAT-059", "FOGAM-COMBAT-062", "FOGAM-COMBAT-034");
    assert_eq!(parts(&melee()), [(GAULS, ROMANS, -1, 5, 12), (ROMANS, GAULS, 1, 4, 5)]);
}

#[test]
fn hits_to_be_expected_in_the_melee() {
    let fight = melee();
    let muster = Ancients::muster(&fight, Readings::DEFAULT);
    let mean = |i: usize| {
        let part = &muster.parts[i];
        let pool = caracole_kernel::dice::Pool::hits(
            part.dice(),
            caracole_kernel::dice::Die::D6,
            part.score,
            part.reroll,
        );
        caracole_odds::numbers(&pool).expect("odds").mean().to_string()
    };
    assert_eq!(mean(0), "4/1");
    // 5 x (1/2 + 1/6 x 1/2) = 35/12.
    assert_eq!(mean(1), "35/12");
}

const GAULS_IN_MELEE: [u8; 12] = [3, 3, 2, 5, 5, 2, 1, 1, 6, 4, 3, 3];
const ROMANS_IN_MELEE: [u8; 6] = [6, 4, 4, 5, 1, 5];

fn melee_dice(further: &[u8]) -> Vec<u8> {
    [&GAULS_IN_MELEE[..], &ROMANS_IN_MELEE[..], further].concat()
}

#[test]
fn the_gauls_lose_the_melee_by_two() {
    proves!("FOGAM-COMBAT-041", "FOGAM-COMBAT-065");
    let fight = melee();
    let (round, state) = after_hits(&fight, &melee_dice(&[]));
    assert_eq!((state.tolls[0].received, state.tolls[0].inflicted), (5, 3));
    assert_eq!(state.tolls[0].result, CombatResult::Lost);
    let tally = modifiers(&round, &state, GAULS, Cause::CloseCombat);
    assert_eq!(
        lines(&tally),
        ["lost a melee by 2 hits or more", "medium foot lost to mounted or heavy foot in the open"]
    );
    assert_eq!(tally.total(), -2);
    assert_eq!(bases_counted(&fight.groups[0], Faces::None), 12);
}

#[test]
fn the_gauls_drop_two_levels_and_the_romans_lose_a_base() {
    proves!("FOGAM-COHESION-012", "FOGAM-COHESION-015", "FOGAM-COHESION-021", "FOGAM-COHESION-028");
    proves!("FOGAM-COHESION-038", "FOGAM-JAP-034");
    // Death rolls: Gauls 6, Romans 1; then the Gauls test with 1 and 3.
    let tolls = resolve(&melee(), &melee_dice(&[6, 1, 1, 3]));
    assert_eq!((tolls[0].lost, tolls[0].cohesion), (0, Cohesion::Fragmented));
    assert_eq!((tolls[1].lost, tolls[1].cohesion), (1, Cohesion::Disrupted));
    let fight = melee();
    let romans = after_phase(
        Book::Ancients,
        &fight.groups[1],
        &fight.groups[1],
        &tolls[1],
        LostTo::CloseCombat(&[0, 1, 2, 3]),
    );
    assert_eq!(romans.size(), 6);
    assert_eq!(romans.files.iter().filter(|f| f.front().is_some()).count(), 4, "the frontage stays");
    // Next turn 6 disrupted Romans have 4 dice, 12 fragmented Gauls 6.
    let gauls = after_phase(
        Book::Ancients,
        &fight.groups[0],
        &fight.groups[0],
        &tolls[0],
        LostTo::CloseCombat(&[0, 1, 2, 3]),
    );
    let next = melee_of(gauls.clone(), romans.clone());
    assert_eq!((dice_of(&next, GAULS), dice_of(&next, ROMANS)), (6, 4));
    proves!("FOGAM-JAP-034");
    no_bolstering_after_a_drop(gauls, romans.clone());
    // 2 of 8 are a full quarter.
    let (round, state) = after_hits(&next, &[1, 1, 1, 1, 1, 1, 6, 6, 6, 6]);
    let tally = modifiers(&round, &state, ROMANS, Cause::Sight { reasons: 1 });
    assert!(tally.cites(rule!("FOGAM-COHESION-013")));
    assert_eq!(tally.total(), -2, "a quarter lost and disrupted");
}

fn no_bolstering_after_a_drop(mut gauls: Group, mut romans: Group) {
    for group in [&mut gauls, &mut romans] {
        group.commander = commander(Grade::Field, CommanderPlace::With);
        let facts = RallyFacts { dropped_this_turn: true, ..RallyFacts::default() };
        let refusal = check_attempt(group, facts, Readings::DEFAULT).expect_err("not this turn");
        assert_eq!(refusal.rule, rule!("FOGAM-JAP-034"));
    }
}
