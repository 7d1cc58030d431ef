//! The full sequence of play: what comes after what.

use crate::battle_common::{Play, cavalry, group, light_horse, pike, scene, shot};
use crate::outcome::steps::{charge, pass, pass_all, pass_to, tale};
use caracole_fog::RollPurpose;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::impact::{Decision as Impact, Evade, Request as ImpactAsked, Steps};
use caracole_fog::battle::{Decision, Phase, Request, melee, outcome};
use caracole_fog::troops::Cohesion;
use caracole_kernel::dice::Purpose as _;
use caracole_kernel::dice::{DiceSource, Roll, Scripted};
use caracole_kernel::{Awaiting, Side, Step};
use caracole_ledger::proves;

/// Throws until the phase is over or something else is asked, and says what for: side and purpose.
fn record(play: &mut Play, face: impl Fn(&Roll<RollPurpose>) -> u8) -> Vec<String> {
    let phase = play.world().turn.phase;
    let mut found = Vec::new();
    for _ in 0..80 {
        if play.world().turn.phase != phase {
            break;
        }
        match play.battle.awaiting() {
            Awaiting::Dice(roll) => {
                let side = roll.side.map_or(String::new(), |s| s.to_string());
                found.push(format!("{side} {}", roll.purpose.label()));
                let mut dice = Scripted::new([face(roll); 60]);
                let throw = dice.throw(0, &roll.shown()).unwrap();
                std::mem::forget(dice);
                let events = play.battle.apply(&Step::Dice(throw)).unwrap();
                play.events.extend(events);
            }
            Awaiting::Decision { request: Request::Outcome(outcome::Request::Loss { .. }), .. } => {
                play.choose(Decision::Outcome(outcome::Decision::Loss { choice: 0 }));
            }
            Awaiting::Decision { request: Request::Melee(melee::Request::FrontRank { .. }), .. } => {
                play.choose(Decision::Melee(melee::Decision::FightInFront));
            }
            _ => break,
        }
    }
    found
}

#[test]
fn an_impact_combat_and_what_follows() {
    proves!("FOGR-SEQUENCE-012", "FOGR-SEQUENCE-013", "FOGR-SEQUENCE-014", "FOGR-SEQUENCE-015");
    proves!("FOGR-SEQUENCE-016", "FOGR-COMBAT-112", "FOGR-COMBAT-001");
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(6)]).at(500, 350, 180, 2).cohesion(Cohesion::Disrupted))
        .blue(group("W", &[pike(4)]).at(600, 380, 180, 2))
        .commander(Side::Blue, CommanderLevel::Field, "B")
        .begin();
    charge(&mut play, "A", &["B"]);
    // He may fight in the front rank at impact as in melee, and is asked before any dice.
    assert!(matches!(play.asked().1, Request::Melee(melee::Request::FrontRank { .. })), "{}", tale(&play));
    let rolls = record(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Impact) => 5,
        (_, RollPurpose::VariableMove) => 3,
        // The pikes stand; the commander lives.
        (_, RollPurpose::CohesionTest) => 1,
        (_, RollPurpose::DeathRoll) => 6,
        _ => 2,
    });
    let expected = [
        "red impact to hit",
        "blue impact to hit",
        "blue cohesion test",
        "blue death roll",
        "red loss of a commander in the front rank",
        "blue cohesion test",
        "blue variable move",
        "red variable move",
        "red loss of a commander with routers",
    ];
    assert_eq!(rolls, expected, "{}", tale(&play));
}

#[test]
fn shooting_and_what_follows() {
    proves!("FOGR-SEQUENCE-020", "FOGR-SEQUENCE-021", "FOGR-SEQUENCE-022");
    let mut play = scene()
        .red(group("A", &[shot(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[shot(6)]).at(500, 370, 180, 3).cohesion(Cohesion::Fragmented))
        .blue(group("W", &[pike(4)]).at(620, 400, 180, 2))
        .play();
    pass_to(&mut play, Phase::Shooting);
    let rolls = record(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Shooting) => 6,
        (_, RollPurpose::DeathRoll) => 6,
        (_, RollPurpose::VariableMove) => 3,
        (_, RollPurpose::CohesionTest) => 1,
        _ => 1,
    });
    let expected = [
        "red shooting to hit",
        "blue shooting to hit",
        "blue cohesion test",
        "blue death roll",
        "blue cohesion test",
        "blue variable move",
    ];
    assert_eq!(rolls, expected, "{}", tale(&play));
}

#[test]
fn a_melee_and_what_follows() {
    proves!(
        "FOGR-SEQUENCE-023",
        "FOGR-SEQUENCE-024",
        "FOGR-SEQUENCE-026",
        "FOGR-SEQUENCE-027",
        "FOGR-MELEE-007"
    );
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[cavalry(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("W", &[pike(4)]).at(600, 330, 180, 2))
        .commander(Side::Blue, CommanderLevel::Field, "B")
        .play();
    while let Awaiting::Decision { request: Request::Manoeuvre(_), .. } = play.battle.awaiting() {
        assert!(pass(&mut play));
    }
    let rolls = record(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Red), RollPurpose::Melee) => 5,
        (_, RollPurpose::DeathRoll) => 6,
        (_, RollPurpose::VariableMove) => 3,
        (_, RollPurpose::CohesionTest) => 1,
        _ => 2,
    });
    let expected = [
        "red melee to hit",
        "blue melee to hit",
        "blue cohesion test",
        "blue death roll",
        "red loss of a commander in the front rank",
        "blue cohesion test",
        "blue variable move",
        "red variable move",
        "red loss of a commander with routers",
    ];
    assert_eq!(rolls, expected, "{}", tale(&play));
}

#[test]
fn declarations_tests_fragmented_targets_and_moves() {
    proves!("FOGR-SEQUENCE-003", "FOGR-SEQUENCE-004", "FOGR-SEQUENCE-005", "FOGR-SEQUENCE-006");
    proves!("FOGR-COHESION-037", "FOGR-COHESION-038", "FOGR-COHESION-001");
    let mut play = scene()
        .red(group("D", &[cavalry(4)]).at(500, 300, 0, 2).cohesion(Cohesion::Disrupted))
        .blue(group("F", &[shot(6)]).at(500, 370, 180, 3).cohesion(Cohesion::Fragmented))
        .blue(group("W", &[pike(4)]).at(640, 390, 180, 2))
        .begin();
    let (d, f) = (play.id("D"), play.id("F"));
    assert!(matches!(play.asked().1, Request::Impact(ImpactAsked::DeclareCharges { .. })));
    play.choose(Decision::Impact(Impact::Charge { group: d, wheel: None, targets: vec![f] }));
    pass_all(&mut play);
    let rolls = record(&mut play, |roll| match roll.purpose {
        // Disrupted, not shock: 10 - 1 to charge.
        RollPurpose::ComplexMoveTest => 5,
        RollPurpose::VariableMove => 3,
        // The fragmented shot break, and the pikes who see it drop.
        _ => 1,
    });
    assert_eq!(
        rolls[..4],
        ["red complex move test", "blue cohesion test", "blue cohesion test", "blue variable move"],
        "{}",
        tale(&play)
    );
    assert!(play.world()[f].is_broken());
    // Only now the charge is moved, with dice if it has nobody left to reach.
    assert!(matches!(play.asked().1, Request::Impact(ImpactAsked::MoveCharge { .. })), "{}", tale(&play));
}

#[test]
fn interceptions_come_before_evades_and_evades_before_the_moves() {
    proves!("FOGR-SEQUENCE-007", "FOGR-SEQUENCE-008", "FOGR-SEQUENCE-009", "FOGR-SEQUENCE-011");
    proves!("FOGR-SEQUENCE-010");
    // Light horse before fragmented pikes; cavalry that could intercept.
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(900, 500, 0, 2))
        .blue(group("L", &[light_horse(4)]).at(900, 560, 180, 2))
        .blue(group("P", &[pike(4)]).at(920, 690, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("Guard", &[cavalry(4)]).at(1000, 470, 270, 1))
        .begin();
    let (a, l) = (play.id("A"), play.id("L"));
    play.choose(Decision::Impact(Impact::Charge { group: a, wheel: None, targets: vec![l] }));
    let mut asked = Vec::new();
    for _ in 0..30 {
        match play.battle.awaiting().clone() {
            Awaiting::Decision { request: Request::Impact(r), .. } => match r {
                ImpactAsked::DeclareCharges { .. } => {
                    play.choose(Decision::Impact(Impact::EndDeclarations));
                }
                ImpactAsked::Intercept { .. } => {
                    asked.push("intercept");
                    play.choose(Decision::Impact(Impact::EndInterceptions));
                }
                ImpactAsked::EvadeOrStand { .. } => {
                    asked.push("answer");
                    let stand = !asked.contains(&"complex move test");
                    play.choose(Decision::Impact(match stand {
                        true => Impact::Stand { group: l },
                        false => Impact::Evade { group: l, to: Evade::ToRear },
                    }));
                }
                ImpactAsked::MoveCharge { .. } => {
                    asked.push("move");
                    play.choose(Decision::Impact(Impact::Move { group: a, wheel: None, steps: Steps::All }));
                    break;
                }
                other => panic!("nobody should be asked this here: {other:?}"),
            },
            Awaiting::Dice(roll) => {
                asked.push(match roll.purpose {
                    RollPurpose::ComplexMoveTest => "complex move test",
                    RollPurpose::VariableMove => "evade",
                    RollPurpose::CohesionTest => "fragmented test",
                    other => panic!("{other:?}"),
                });
                let mut dice = Scripted::new([3; 20]);
                let throw = dice.throw(0, &roll.shown()).unwrap();
                std::mem::forget(dice);
                let events = play.battle.apply(&Step::Dice(throw)).unwrap();
                play.events.extend(events);
            }
            other => panic!("{other:?}"),
        }
    }
    let wanted = ["intercept", "answer", "complex move test", "answer", "evade"];
    assert_eq!(asked[..5], wanted, "{}", tale(&play));
    assert_eq!(asked.last(), Some(&"move"));
}
