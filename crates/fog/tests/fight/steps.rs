//! Steps that many scenarios take.

use crate::battle_common::Play;
use caracole_fog::renaissance::battle::impact::{Decision as Impact, Request as ImpactAsked, Steps};
use caracole_fog::renaissance::battle::joint::Decision as Joint;
use caracole_fog::renaissance::battle::manoeuvre::Decision as Manoeuvre;
use caracole_fog::renaissance::battle::melee::{Decision as Melee, Request as MeleeAsked};
use caracole_fog::renaissance::battle::{Decision, Event, Phase, Request, outcome, position};
use caracole_kernel::{Awaiting, Side};

/// Answers with the least that can be done; false if dice, or a choice without a null answer, are awaited.
pub fn pass(play: &mut Play) -> bool {
    let Awaiting::Decision { request, .. } = play.battle.awaiting() else { return false };
    let null = match request {
        Request::Impact(ImpactAsked::DeclareCharges { .. }) => Decision::Impact(Impact::EndDeclarations),
        Request::Impact(ImpactAsked::Intercept { .. }) => Decision::Impact(Impact::EndInterceptions),
        Request::Manoeuvre(_) => Decision::Manoeuvre(Manoeuvre::Done),
        Request::Melee(MeleeAsked::FrontRank { .. }) => Decision::Melee(Melee::StayBehind),
        Request::Joint(_) => Decision::Joint(Joint::Pass),
        _ => return false,
    };
    play.choose(null);
    true
}

/// Passes until dice, or something that cannot be passed, are awaited.
pub fn pass_all(play: &mut Play) {
    for _ in 0..100 {
        if !pass(play) {
            return;
        }
    }
    panic!("nothing but passing");
}

/// Passes until a phase begins.
pub fn pass_to(play: &mut Play, phase: Phase) {
    for _ in 0..100 {
        if play.world().turn.phase == phase {
            return;
        }
        assert!(pass(play), "{:?} is awaited before the phase", play.battle.awaiting());
    }
    panic!("the phase does not come");
}

/// Passes until a turn begins.
pub fn pass_to_turn(play: &mut Play, number: u16) {
    for _ in 0..100 {
        if play.world().turn.number == number {
            return;
        }
        assert!(pass(play), "{:?} is awaited before the turn", play.battle.awaiting());
    }
    panic!("the turn does not come");
}

/// Declares a charge straight ahead and moves it; nobody intercepts.
pub fn charge(play: &mut Play, who: &str, at: &[&str]) {
    let (group, targets) = (play.id(who), at.iter().map(|n| play.id(n)).collect());
    play.choose(Decision::Impact(Impact::Charge { group, wheel: None, targets }));
    pass_all(play);
    play.choose(Decision::Impact(Impact::Move { group, wheel: None, steps: Steps::All }));
}

/// What was told of outcomes.
pub fn told(events: &[Event]) -> Vec<outcome::Event> {
    events.iter().filter_map(|e| if let Event::Outcome(o) = e { Some(o.clone()) } else { None }).collect()
}

/// The attrition that a side has suffered.
pub fn attrition(play: &Play, side: Side) -> i32 {
    position::attrition(play.world(), side).total()
}
