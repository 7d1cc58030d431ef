//! Where the arrival of flank marchers stands in the turn.

use crate::setup::play::*;
use caracole_fog::battle::impact::Request as Impact;
use caracole_fog::battle::setup::{Decision, MarchOrder, Request};
use caracole_fog::battle::world::Presence;
use caracole_fog::battle::{CommanderId, GroupId, Phase, Request as Asked, turn};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::TableEdge;

/// Arrival is rolled for before any charge is declared; those who arrive do so when their owner next manoeuvres.
#[test]
fn reading_impact_001() {
    proves!("FOGR-IMPACT-001");
    let mut play = at(|r| matches!(r, Request::Outflank), Vec::new());
    let march = MarchOrder { edge: TableEdge::Left, commander: CommanderId(1), groups: vec![GroupId(2)] };
    while let (side, Request::Outflank) = play.asked() {
        play.choose(Decision::Outflank(if side == Side::Red { vec![march.clone()] } else { Vec::new() }));
    }
    play.until_roll("FOGR-SETUP-050");
    let (number, told) = (play.world().turn.number, play.told.len());
    assert_eq!(play.world().turn.active, Side::Red);
    // The turn has begun, and nothing else: the impact phase is still to come.
    let last = play.told.last().unwrap();
    assert!(matches!(last, caracole_fog::battle::Event::Turn(turn::Event::TurnBegan { .. })), "{last:?}");
    play.dice(&[6, 6]);
    let declares = |p: &Play| {
        matches!(
            p.battle.awaiting(),
            Awaiting::Decision { request: Asked::Impact(Impact::DeclareCharges { .. }), .. }
        )
    };
    assert!(play.world().turn.phase > Phase::Setup || declares(&play), "{told}");
    // Two turns later, in red's next turn, they test for straggling and come on in the manoeuvre phase.
    play.until_roll("FOGR-SETUP-053");
    assert_eq!(play.world().turn.number, number + 2);
    assert_eq!(play.world()[GroupId(2)].presence, Presence::FlankMarch);
    play.dice(&[6, 6]);
    assert!(matches!(play.asked(), (Side::Red, Request::Arrive { group: GroupId(2), .. })));
    assert_eq!(play.world().turn.phase, Phase::Manoeuvre);
}
