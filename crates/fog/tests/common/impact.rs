//! The impact phase in tests of either book.

use super::Play;
use caracole_fog::battle::impact::{Decision as Impact, Event as Told, Request as Asked, Steps, Wheel};
use caracole_fog::battle::world::{Approach, BaseState};
use caracole_fog::battle::{Decision, Event, Fog, GroupId, Played, Request, World};
use caracole_kernel::Awaiting;
use caracole_ledger::RuleId;
use caracole_plane::{Angle, Hand, Um};

/// What the impact phase tells.
pub fn told(events: &[Event]) -> Vec<Told> {
    events.iter().filter_map(|e| if let Event::Impact(t) = e { Some(t.clone()) } else { None }).collect()
}

/// A choice of the impact phase.
pub fn choose<B: Played>(play: &mut Play<B>, decision: Impact) -> Vec<Told> {
    told(&play.choose(Decision::Impact(decision)))
}

/// What the impact phase asks.
pub fn asked<B: Played>(play: &Play<B>) -> Option<Asked> {
    match play.battle.awaiting() {
        Awaiting::Decision { request: Request::Impact(r), .. } => Some(r.clone()),
        _ => None,
    }
}

/// Declares a charge.
pub fn charge<B: Played>(play: &mut Play<B>, who: &str, wheel: Option<Wheel>, at: &[&str]) -> Vec<Told> {
    let targets = at.iter().map(|n| play.id(n)).collect();
    let group = play.id(who);
    choose(play, Impact::Charge { group, wheel, targets })
}

/// The rule for which a charge is refused.
pub fn refused<B: Played>(play: &Play<B>, who: &str, wheel: Option<Wheel>, at: &[&str]) -> RuleId {
    let targets: Vec<GroupId> = at.iter().map(|n| play.id(n)).collect();
    play.refused(Decision::Impact(Impact::Charge { group: play.id(who), wheel, targets })).rule
}

/// No more charges, if more could be declared.
pub fn end<B: Played>(play: &mut Play<B>) -> Vec<Told> {
    match asked(play) {
        Some(Asked::DeclareCharges { .. }) => choose(play, Impact::EndDeclarations),
        _ => Vec::new(),
    }
}

/// No interceptions, if any were possible.
pub fn no_interceptions<B: Played>(play: &mut Play<B>) {
    if let Some(Asked::Intercept { .. }) = asked(play) {
        choose(play, Impact::EndInterceptions);
    }
}

/// Moves a charge as declared.
pub fn advance<B: Played>(play: &mut Play<B>, who: &str) -> Vec<Told> {
    let group = play.id(who);
    choose(play, Impact::Move { group, wheel: None, steps: Steps::All })
}

/// Declares a charge straight ahead and makes it.
pub fn charge_home<B: Played>(play: &mut Play<B>, who: &str, at: &[&str]) -> Vec<Told> {
    charge(play, who, None, at);
    end(play);
    no_interceptions(play);
    advance(play, who)
}

/// A wheel by whole degrees.
pub fn wheel(hand: Hand, degrees: i32) -> Option<Wheel> {
    Some(Wheel { hand, by: Angle::from_degrees(degrees) })
}

/// The targets and tests of the charge just declared.
pub fn declared(told: &[Told]) -> (Vec<GroupId>, Vec<RuleId>) {
    let found = told.iter().find_map(|t| match t {
        Told::ChargeDeclared { charge, .. } => Some((charge.targets.clone(), charge.tests.clone())),
        _ => None,
    });
    found.expect("a charge is declared")
}

/// Whom a charge met, and how.
type Contacted = Vec<(GroupId, Approach)>;

/// How far a charge went, what stepped forward and whom it met.
pub fn moved(told: &[Told]) -> (Um, Vec<(u8, Um)>, Contacted) {
    let found = told.iter().find_map(|t| match t {
        Told::ChargeMoved { moved, steps, contacted, .. } => Some((*moved, steps.clone(), contacted.clone())),
        _ => None,
    });
    found.expect("a charge is moved")
}

/// How far evaders went, whom they passed and whom they burst through.
pub fn evaded(told: &[Told]) -> (Um, Vec<GroupId>, Vec<GroupId>) {
    let found = told.iter().find_map(|t| match t {
        Told::Evaded { moved, passed_through, burst_through, .. } => {
            Some((*moved, passed_through.clone(), burst_through.clone()))
        }
        _ => None,
    });
    found.expect("somebody evaded")
}

/// The bases of a battle group.
pub fn bases(world: &World, group: GroupId) -> Vec<BaseState> {
    world.bases_of(group).to_vec()
}

/// Millimetres.
pub fn mm(n: i32) -> Um {
    Um::from_mm(n)
}

/// Nobody overlaps anybody.
pub fn sound<B: Played>(play: &Play<B>) {
    use caracole_kernel::Rules;
    Fog::<B>::invariants(&play.battle).expect("a sound position");
}

/// The middle of the front edge of a base in millimetres.
pub fn front(base: &BaseState) -> (i32, i32) {
    let at = base.base.front.at;
    let round = |um: Um| (um.get() + if um.get() < 0 { -500 } else { 500 }) / 1000;
    (round(at.x), round(at.y))
}
