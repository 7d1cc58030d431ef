//! The rulebook's combat example, step by step: a later tercio against Dutch pike and shot.

use crate::renaissance::support::*;
use caracole_fog::combat::{
    Cause, CombatResult, Edge, Engaged, Fight, FileShot, Formation, Group, LostTo, Range, Volley,
    bases_counted, take_off,
};
use caracole_fog::troops::{Armour, Book, Capability, Cohesion, CombatPhase, Quality, TroopType};
use caracole_kernel::Side;
use caracole_ledger::proves;
use smallvec::smallvec;

const TERCIO: u8 = 0;
const DUTCH: u8 = 1;

fn pike(quality: Quality) -> caracole_fog::combat::Base {
    base(TroopType::HeavyFoot, Armour::Armoured, quality, &[Capability::Pike])
}

fn arquebus(quality: Quality) -> caracole_fog::combat::Base {
    base(TroopType::MediumFoot, Armour::Unarmoured, quality, &[Capability::Arquebus])
}

/// 14 bases: two files of four pike between two files of three arquebus.
fn tercio() -> Group {
    let (pike, shot) = (pike(Quality::Superior), arquebus(Quality::Superior));
    let mut tercio = Group::new(Side::Red, [file(shot, 3), file(pike, 4), file(pike, 4), file(shot, 3)]);
    tercio.formation = Formation::LaterTercio;
    tercio
}

/// 6 bases: two pike between two files of two arquebus.
fn dutch() -> Group {
    let (pike, shot) = (pike(Quality::Average), arquebus(Quality::Average));
    Group::new(Side::Blue, [file(shot, 2), file(pike, 2), file(shot, 2)])
}

fn impact() -> Fight {
    let mut fight = Fight::new(CombatPhase::Impact, vec![tercio(), dutch()]);
    fight.duels = (0..3).map(|i| red_charges(at(TERCIO, i), at(DUTCH, i))).collect();
    fight
}

#[test]
fn step_1_dice_and_points_of_advantage_at_impact() {
    proves!("FOGR-COMBAT-014", "FOGR-COMBAT-063", "FOGR-COMBAT-036", "FOGR-COMBAT-027");
    assert_eq!(
        parts(&impact()),
        [
            (TERCIO, DUTCH, 1, 4, 4),
            (TERCIO, DUTCH, 0, 4, 2),
            (DUTCH, TERCIO, 0, 4, 2),
            (DUTCH, TERCIO, -1, 5, 4)
        ]
    );
}

#[test]
fn step_2_the_dutch_lose_by_three_hits_to_two() {
    proves!("FOGR-COMBAT-107", "FOGR-COMBAT-106", "FOGR-BG-052");
    let fight = impact();
    // Spanish 6 4 1 1 (again 5 1) at +, 3 2 at 0; Dutch 3 2 at 0, 6 5 3 1 at -.
    let dice = [6, 4, 1, 1, 5, 1, 3, 2, 3, 2, 6, 5, 3, 1];
    // The Spanish 6 and 4 hit, and one of the re-rolled 1s; of the Dutch the 6 and the 5.
    assert_eq!(hits_scored(&fight, &dice), [(TERCIO, DUTCH, 3), (DUTCH, TERCIO, 2)]);
    let (_, state) = after_hits(&fight, &dice);
    let tolls = &state.tolls;
    assert_eq!((tolls[1].received, tolls[1].inflicted, tolls[1].result), (3, 2, CombatResult::Lost));
    assert_eq!(tolls[0].result, CombatResult::Won);
}

#[test]
fn step_3_the_dutch_test_at_minus_one_and_are_disrupted() {
    proves!(
        "FOGR-COHESION-023",
        "FOGR-COHESION-024",
        "FOGR-COHESION-017",
        "FOGR-COHESION-033",
        "FOGR-COHESION-003"
    );
    let fight = impact();
    let (round, state) = after_hits(&fight, &[6, 4, 1, 1, 5, 1, 3, 2, 3, 2, 6, 5, 3, 1]);
    let tally = modifiers(&round, &state, DUTCH, Cause::CloseCombat);
    assert_eq!(tally.total(), -1);
    assert_eq!(tally.lines.len(), 1, "only the hits per bases: {tally:?}");
    assert!(tally.cites(caracole_ledger::rule!("FOGR-COHESION-023")));
    assert_eq!(
        round.terms(&state, DUTCH, Cause::CloseCombat).result(6).applied(Cohesion::Steady),
        Cohesion::Disrupted
    );
}

/// Two hits on the winners: the bar is 2, and with their +2 they cannot fail. Example FOGR-EX-204.
#[test]
fn reading_ex_204_winners_with_two_hits_do_not_roll() {
    proves!("FOGR-COHESION-045");
    use caracole_fog::combat::{CombatResult, FireTaken};
    use caracole_fog::renaissance::death_modifiers;
    let mut sum = caracole_kernel::Tally::new("death roll");
    death_modifiers(16, CombatResult::Won, FireTaken::default(), &mut sum);
    assert_eq!(sum.total(), 2);
    // A 1 scores 3, more than 2; with three hits it would not be enough.
    let lowest = 1 + sum.total();
    assert_eq!([1, 2, 3].map(|hits| lowest > hits), [true, true, false]);
    let dice = [6, 4, 1, 1, 5, 1, 3, 2, 3, 2, 6, 5, 3, 1, 5, 1, 1];
    let fight = impact();
    assert_eq!(hits_scored(&fight, &dice[..14]), [(TERCIO, DUTCH, 3), (DUTCH, TERCIO, 2)]);
    assert_eq!(resolve(&fight, &dice)[0].lost, 0, "all dice were used: the winners threw none");
}

#[test]
fn step_4_death_rolls_after_the_impact() {
    proves!("FOGR-COHESION-041", "FOGR-COHESION-043", "FOGR-COHESION-045", "FOGR-COMBAT-001");
    // Cohesion dice 5 and 1, then the Dutch death roll of 1. The Spanish cannot lose a base and roll nothing.
    let dice = [6, 4, 1, 1, 5, 1, 3, 2, 3, 2, 6, 5, 3, 1, 5, 1, 1];
    let tolls = resolve(&impact(), &dice);
    assert_eq!((tolls[1].cohesion, tolls[1].lost), (Cohesion::Disrupted, 1));
    assert_eq!((tolls[0].cohesion, tolls[0].lost), (Cohesion::Steady, 0));
    // A 4 would have saved the base.
    let saved = resolve(&impact(), &[6, 4, 1, 1, 5, 1, 3, 2, 3, 2, 6, 5, 3, 1, 5, 1, 4]);
    assert_eq!(saved[1].lost, 0);
}

#[test]
fn step_5_shooting_at_a_battle_group_in_melee() {
    proves!("FOGR-SHOOT-003", "FOGR-SHOOT-025", "FOGR-SHOOT-039", "FOGR-COMBAT-045", "FOGR-COMBAT-005");
    proves!("FOGR-COHESION-002", "FOGR-COHESION-043", "FOGR-GLOSSARY-021", "FOGR-COMBAT-035");
    let (mut tercio, mut second) = (tercio(), dutch());
    tercio.engaged = Engaged::Yes;
    second.side = Side::Blue;
    let mut fight = Fight::new(CombatPhase::Shooting, vec![tercio, second]);
    let volley = |by, at, files| Volley {
        by,
        at,
        files,
        regimental_gun: None,
        nearest: 3,
        from_behind: false,
        cover: false,
        enfilade: false,
    };
    let side_edge = FileShot { edge: Edge::Flank, barred: 2, ..FileShot::plain(3, Range::Short) };
    fight.volleys = vec![
        volley(1, 0, smallvec![FileShot::plain(0, Range::Short), FileShot::plain(2, Range::Short)]),
        volley(0, 1, smallvec![side_edge]),
    ];
    assert_eq!(parts(&fight), [(0, 1, -1, 5, 1), (1, 0, -1, 5, 4)]);
    assert_eq!(bases_counted(&fight.groups[0]), 12);
    // Spanish die 1, again 6; Dutch 6 5 2 1; death rolls: Spanish 2, second Dutch 1. Nobody tests.
    let tolls = resolve(&fight, &[1, 6, 6, 5, 2, 1, 2, 1]);
    assert_eq!((tolls[0].lost, tolls[0].cohesion), (1, Cohesion::Steady));
    assert_eq!((tolls[1].lost, tolls[1].cohesion), (1, Cohesion::Steady));
}

/// The tercio has lost the third rank base of its right file, the Dutch one arquebus.
fn melee() -> Fight {
    let (mut tercio, mut dutch) = (tercio(), dutch());
    tercio.files[3].bases.pop();
    dutch.files[2].bases.pop();
    dutch.cohesion = Cohesion::Disrupted;
    let mut fight = Fight::new(CombatPhase::Melee, vec![tercio, dutch]);
    fight.duels = (0..3).map(|i| duel(at(TERCIO, i), at(DUTCH, i))).collect();
    fight.duels.push(red_overlaps(at(TERCIO, 3), at(DUTCH, 2)));
    fight
}

#[test]
fn step_6_melee_dice() {
    proves!("FOGR-COMBAT-022", "FOGR-MELEE-008", "FOGR-COMBAT-024", "FOGR-COMBAT-030", "FOGR-COMBAT-077");
    proves!("FOGR-COMBAT-079", "FOGR-COMBAT-034");
    assert_eq!(
        parts(&melee()),
        [
            (TERCIO, DUTCH, 1, 4, 4),
            (TERCIO, DUTCH, 0, 4, 3),
            (DUTCH, TERCIO, 0, 4, 2),
            (DUTCH, TERCIO, -1, 5, 2)
        ]
    );
}

#[test]
fn step_7_the_dutch_are_fragmented() {
    proves!(
        "FOGR-COMBAT-107",
        "FOGR-COHESION-024",
        "FOGR-COHESION-032",
        "FOGR-COHESION-033",
        "FOGR-COHESION-025"
    );
    let fight = melee();
    // Spanish 6 6 6 4 at +, 3 2 1 (again 5) at 0; Dutch 5 2 at 0, 5 5 at -.
    let dice = [6, 6, 6, 4, 3, 2, 1, 5, 5, 2, 5, 5];
    assert_eq!(hits_scored(&fight, &dice), [(TERCIO, DUTCH, 5), (DUTCH, TERCIO, 3)]);
    let (round, state) = after_hits(&fight, &dice);
    assert_eq!((state.tolls[1].received, state.tolls[1].inflicted), (5, 3));
    let tally = modifiers(&round, &state, DUTCH, Cause::CloseCombat);
    assert_eq!((tally.total(), tally.lines.len()), (-3, 3), "{tally:?}");
    let terms = round.terms(&state, DUTCH, Cause::CloseCombat);
    assert_eq!(terms.result(2 + 4).applied(Cohesion::Disrupted), Cohesion::Fragmented);
    assert_eq!(terms.result(5).applied(Cohesion::Disrupted), Cohesion::Broken, "2 or less drops two levels");
}

#[test]
fn step_8_melee_death_rolls_and_proportional_loss() {
    proves!("FOGR-COHESION-041", "FOGR-COHESION-043", "FOGR-COHESION-056", "FOGR-COHESION-057");
    // Cohesion 2 and 4; death rolls: Spanish 1 (+2 against 3 hits), Dutch 6 against 5.
    let fight = melee();
    let tolls = resolve(&fight, &[6, 6, 6, 4, 3, 2, 1, 5, 5, 2, 5, 5, 2, 4, 1, 6]);
    assert_eq!((tolls[0].lost, tolls[1].lost), (1, 0));
    assert_eq!(tolls[1].cohesion, Cohesion::Fragmented);
    let mut after = fight.groups[0].clone();
    let fought = LostTo::CloseCombat(&[0, 1, 2]);
    take_off(Book::Renaissance, &mut after, &tercio(), tolls[0].lost, fought);
    let pikes = after.bases().filter(|b| b.profile.has(Capability::Pike)).count();
    assert_eq!((after.size(), pikes), (12, 7), "a shot base was lost before, so now a pike base");
    assert!(after.files.iter().all(|f| f.front().is_some()), "the front rank is filled up");
}

#[test]
fn steps_9_and_10_a_tercio_attacked_in_the_side_is_not_torn() {
    proves!("FOGR-MELEE-018", "FOGR-COMBAT-080");
    use caracole_fog::combat::Directions;
    let mut fight = melee();
    fight.groups[0].directions = Directions::Two;
    let unchanged = parts(&fight);
    assert_eq!(unchanged, parts(&melee()));
    fight.groups[0].directions = Directions::TwoWithRear;
    assert_ne!(unchanged, parts(&fight), "its rear is another matter");
}
