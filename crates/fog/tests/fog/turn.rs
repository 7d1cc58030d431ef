//! The frame of a battle: phases in order, the active player, army rout, the time limit.

use crate::battle_common::{group, horse, scene, shot};
use caracole_fog::battle::{Event, Phase, turn};
use caracole_fog::combat::Victory;
use caracole_fog::troops::Cohesion;
use caracole_kernel::Side;
use caracole_ledger::proves;

fn turns(events: &[Event]) -> Vec<turn::Event> {
    events.iter().filter_map(|e| if let Event::Turn(t) = e { Some(t.clone()) } else { None }).collect()
}

#[test]
fn trap_an_army_whose_attrition_reaches_its_break_point_routs_at_the_end_of_a_phase() {
    // TRAPS: army rout is checked at the end of every phase.
    proves!("FOGR-TURN-004", "FOGR-TURN-005", "FOGR-TURN-007", "FOGR-TURN-008", "FOGR-SEQUENCE-034");
    proves!("FOGR-GLOSSARY-004");
    // Four battle groups: break point 4. Two broken ones cost 2 each.
    let play = scene()
        .red(group("A", &[horse(4)]).at(400, 300, 0, 2).cohesion(Cohesion::Broken))
        .red(group("B", &[horse(4)]).at(600, 300, 0, 2).cohesion(Cohesion::Broken))
        .blue(group("C", &[shot(6)]).at(500, 900, 180, 3))
        .play();
    let outcome = match play.battle.awaiting() {
        caracole_kernel::Awaiting::Nothing(outcome) => outcome.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(outcome.winner, Some(Side::Blue));
    let told = turns(&play.events);
    assert!(matches!(
        told.last(),
        Some(turn::Event::BattleEnded { victory: Victory::Decisive(Side::Blue), .. })
    ));
    // The check came at the end of the first phase.
    let phases = told.iter().filter(|e| matches!(e, turn::Event::PhaseBegan { .. })).count();
    assert_eq!(phases, 1);
    assert!(told.contains(&turn::Event::PhaseBegan { phase: Phase::Impact }));
}
