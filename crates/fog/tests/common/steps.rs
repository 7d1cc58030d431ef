//! Steps that many scenarios take.

use super::Play;
use caracole_fog::battle::impact::{Decision as Impact, Request as ImpactAsked, Steps};
use caracole_fog::battle::joint::Decision as Joint;
use caracole_fog::battle::manoeuvre::Decision as Manoeuvre;
use caracole_fog::battle::melee::{Decision as Melee, Request as MeleeAsked};
use caracole_fog::battle::{Decision, Event, Fog, Phase, Played, Request, outcome, position};
use caracole_kernel::{Awaiting, Side};

/// Answers with the least that can be done; false if dice, or a choice without a null answer, are awaited.
pub fn pass<B: Played>(play: &mut Play<B>) -> bool {
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
pub fn pass_all<B: Played>(play: &mut Play<B>) {
    for _ in 0..100 {
        if !pass(play) {
            return;
        }
    }
    panic!("nothing but passing");
}

/// Passes until a phase begins.
pub fn pass_to<B: Played>(play: &mut Play<B>, phase: Phase) {
    for _ in 0..100 {
        if play.world().turn.phase == phase {
            return;
        }
        assert!(pass(play), "{:?} is awaited before the phase", play.battle.awaiting());
    }
    panic!("the phase does not come");
}

/// Declares a charge straight ahead and moves it; nobody intercepts.
pub fn charge<B: Played>(play: &mut Play<B>, who: &str, at: &[&str]) {
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
pub fn attrition<B: Played>(play: &Play<B>, side: Side) -> i32 {
    position::attrition(play.world(), side).total()
}

/// Throws one face on every die until no dice are awaited: the face that each roll is given.
pub fn each<B: Played>(
    play: &mut Play<B>,
    face: impl Fn(&caracole_kernel::dice::Roll<caracole_fog::RollPurpose>) -> u8,
) {
    let phase = play.world().turn.phase;
    while let Awaiting::Dice(roll) = play.battle.awaiting() {
        if play.world().turn.phase != phase {
            return;
        }
        let face = face(roll);
        one_roll(play, face);
    }
}

/// Throws one face on every die of the roll that is awaited.
pub fn one_roll<B: Played>(play: &mut Play<B>, face: u8) {
    use caracole_kernel::dice::{DiceSource, Scripted};
    let Awaiting::Dice(roll) = play.battle.awaiting() else { panic!("no dice are awaited") };
    let mut dice = Scripted::new([face; 60]);
    let throw = dice.throw(0, &roll.shown()).unwrap();
    // More than enough were made ready.
    std::mem::forget(dice);
    let events = play.battle.apply(&caracole_kernel::Step::Dice(throw)).unwrap();
    play.events.extend(events);
}

/// Pursuers and losers choose: goes on, or halts.
pub fn outcome<B: Played>(play: &mut Play<B>, decision: outcome::Decision) {
    play.choose(Decision::Outcome(decision));
}

/// Takes the first of the ways to lose a base while that is asked.
pub fn lose_first<B: Played>(play: &mut Play<B>) {
    while let Awaiting::Decision { request: Request::Outcome(outcome::Request::Loss { .. }), .. } =
        play.battle.awaiting()
    {
        outcome(play, outcome::Decision::Loss { choice: 0 });
    }
}

/// Throws as [`each`] does and loses bases as they come, until something else is asked or the phase is over.
pub fn settle<B: Played>(
    play: &mut Play<B>,
    face: impl Fn(&caracole_kernel::dice::Roll<caracole_fog::RollPurpose>) -> u8,
) {
    let phase = play.world().turn.phase;
    for _ in 0..60 {
        if play.world().turn.phase != phase {
            return;
        }
        match play.battle.awaiting() {
            Awaiting::Dice(_) => each(play, &face),
            Awaiting::Decision { request: Request::Outcome(outcome::Request::Loss { .. }), .. } => {
                outcome(play, outcome::Decision::Loss { choice: 0 });
            }
            Awaiting::Decision {
                request: Request::Outcome(outcome::Request::TestOrder { groups }), ..
            } => {
                let group = groups[0];
                outcome(play, outcome::Decision::TestNext { group });
            }
            _ => return,
        }
    }
}

/// What the battle asks about a pursuit, if it does.
pub fn pursuit_asked<B: Played>(play: &Play<B>) -> Option<(caracole_fog::battle::GroupId, outcome::Freedom)> {
    match play.battle.awaiting() {
        Awaiting::Decision {
            request: Request::Outcome(outcome::Request::Pursue { group, freedom }), ..
        } => Some((*group, *freedom)),
        _ => None,
    }
}

/// The battle so far as sentences, for messages of failed assertions.
pub fn tale<B: Played>(play: &Play<B>) -> String {
    use caracole_kernel::Words;
    let tell = |e: &Event| Fog::<B>::tell(play.battle.scenario(), e).text.to_string();
    let lines: Vec<String> = play.events.iter().map(tell).collect();
    format!("{}\nawaiting {:?}", lines.join("\n"), play.battle.awaiting())
}
