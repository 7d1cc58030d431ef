//! The steps of the phase in their order, and the end of a battle by time.

use crate::battle_common::{cavalry, group, horse, pike, scene, shot};
use crate::outcome::steps::{pass, pass_all, settle, tale};
use caracole_fog::RollPurpose;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::joint::Request;
use caracole_fog::battle::{Event, Phase, Request as Asked, turn};
use caracole_fog::combat::Victory;
use caracole_fog::troops::Cohesion;
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;

#[test]
fn reading_jap_002_break_offs_stops_commanders_bolsters_routs() {
    proves!(
        "FOGR-JAP-002",
        "FOGR-SEQUENCE-028",
        "FOGR-SEQUENCE-029",
        "FOGR-SEQUENCE-030",
        "FOGR-SEQUENCE-031"
    );
    // H may break off, A pursues B, a commander may ride, another is with disrupted troops.
    let mut play = scene()
        .red(group("A", &[cavalry(4)]).at(500, 300, 0, 2))
        .red(group("H", &[horse(4)]).at(900, 300, 0, 2))
        .red(group("D", &[horse(4)]).at(1300, 300, 0, 2).cohesion(Cohesion::Disrupted))
        .blue(group("B", &[cavalry(6)]).at(500, 300, 180, 2).cohesion(Cohesion::Fragmented))
        .blue(group("P", &[pike(4), shot(4)]).at(900, 300, 180, 4))
        .commander(Side::Red, CommanderLevel::Great, "D")
        .play();
    pass_all(&mut play);
    for _ in 0..10 {
        if play.world().turn.phase == Phase::JointAction {
            break;
        }
        settle(&mut play, |roll| match (roll.side, roll.purpose) {
            // Enough against the cavalry, not against the pikes.
            (Some(Side::Red), RollPurpose::Melee) => 4,
            (_, RollPurpose::DeathRoll) => 6,
            (_, RollPurpose::VariableMove) => 3,
            (Some(Side::Red), RollPurpose::CohesionTest) => 6,
            _ => 1,
        });
    }
    let mut asked = Vec::new();
    while play.world().turn.number == 1 {
        match play.battle.awaiting() {
            Awaiting::Decision { request: Asked::Joint(r), .. } => asked.push(match r {
                Request::BreakOff { .. } => "break off",
                Request::Stop { .. } => "stop",
                Request::Commander => "commander",
                Request::Bolster { .. } => "bolster",
                Request::Accompany { .. } => "accompany",
                Request::Continue { .. } => "continue",
            }),
            Awaiting::Dice(_) => {
                asked.push("dice");
                crate::outcome::steps::each(&mut play, |_| 3);
                continue;
            }
            _ => {}
        }
        if !pass(&mut play) {
            break;
        }
    }
    assert_eq!(asked.first(), Some(&"break off"), "{}", tale(&play));
    let expected = ["break off", "stop", "commander", "bolster", "dice"];
    assert_eq!(asked.iter().copied().filter(|a| *a != "accompany").take(5).collect::<Vec<_>>(), expected);
}

#[test]
fn the_last_turn_ends_before_its_joint_action_phase() {
    proves!("FOGR-JAP-058", "FOGR-VICTORY-007", "FOGR-VICTORY-003", "FOGR-TURN-016");
    // One broken battle group of blue costs it 2: a lead of 2 is a marginal victory... and of 3 to 0 a moderate one.
    let battle = |fragmented: bool| {
        let mut scene = scene()
            .turns(1)
            .red(group("A", &[horse(4)]).at(500, 300, 0, 2))
            .blue(group("B", &[horse(4)]).at(900, 900, 180, 2).cohesion(Cohesion::Broken));
        if fragmented {
            scene = scene.blue(group("C", &[horse(4)]).at(1300, 900, 180, 2).cohesion(Cohesion::Fragmented));
        }
        let mut play = scene.play();
        pass_all(&mut play);
        let phases: Vec<Phase> = play
            .events
            .iter()
            .filter_map(|e| match e {
                Event::Turn(turn::Event::PhaseBegan { phase }) => Some(*phase),
                _ => None,
            })
            .collect();
        assert_eq!(phases, [Phase::Impact, Phase::Manoeuvre, Phase::Shooting, Phase::Melee]);
        let ended = play.events.iter().find_map(|e| match e {
            Event::Turn(turn::Event::BattleEnded { victory, .. }) => Some(*victory),
            _ => None,
        });
        ended.unwrap_or_else(|| panic!("{}", tale(&play)))
    };
    assert_eq!(battle(false), Victory::Marginal(Side::Red));
    assert_eq!(battle(true), Victory::Moderate(Side::Red));
}

#[test]
fn the_active_player_may_see_first_where_the_other_commanders_go() {
    proves!("FOGR-JAP-001");
    use caracole_fog::battle::joint::Decision;
    let mut play = scene()
        .red(group("A", &[horse(4)]).at(500, 300, 0, 2))
        .blue(group("B", &[horse(4)]).at(900, 900, 180, 2))
        .lone_commander(Side::Red, CommanderLevel::Field, 600, 250)
        .lone_commander(Side::Blue, CommanderLevel::Field, 1000, 950)
        .play();
    crate::outcome::steps::pass_to(&mut play, Phase::JointAction);
    let asked = |side: Side| (side, Asked::Joint(Request::Commander));
    assert_eq!(play.asked(), asked(Side::Red));
    play.choose(caracole_fog::battle::Decision::Joint(Decision::AfterThem));
    // Blue now, who has no such choice; then red, who has had it.
    let after = || caracole_fog::battle::Decision::Joint(Decision::AfterThem);
    for side in [Side::Blue, Side::Red] {
        assert_eq!(play.asked(), asked(side));
        assert_eq!(play.refused(after()).rule.id(), "FOGR-JAP-001");
        assert!(pass(&mut play));
    }
    assert_eq!(play.world().turn.number, 2, "{}", tale(&play));
}
