//! The impact phase: declarations, responses, charge moves, and who then fights whom.
//!
//! - [`declare`]: who may charge, and who must test first. [`holding`]: charges without orders.
//! - [`intercept`]: the responses besides evading. [`charging`]: charges are moved, [`targets`]: on whom.
//! - [`pairing`]: which bases fight. [`phase`]: the stages in order.
//!
//! Where charges go and what contact does is in [`charge`](super::charge), which other phases use too.

mod charging;
mod combat;
pub mod declare;
mod holding;
pub mod intercept;
mod messages;
pub mod pairing;
pub mod phase;
pub mod sight;
pub mod targets;
mod tell;

pub use super::charge::{approach, away, contacts, evade, flight, level, plan, react, turning};
pub use messages::{
    Cancelled, Charge, ChargeState, Decision, Declared, Evade, EvadeTurn, EvadeWay, Event, FightingPair,
    Interception, Met, Onset, Order, PastBy, Request, Steps, Wheel,
};
pub use phase::ImpactPhase;
pub use tell::tell;

use super::charge::responses;
use super::customs::Rulebook;
use super::law::law;
use super::world::GroupId;
use super::{Cx, Flow, Input, Seen};
use super::{
    Fogr,
    asked::{self, Asked},
};
use caracole_kernel::Play;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::rule;
use caracole_plane::Group;
use serde::{Deserialize, Serialize};

/// Where the impact phase has got to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// All of it is ahead.
    Whole,
    /// It is under way.
    Phase(Box<ImpactPhase>),
    /// Somebody evades, in whatever phase.
    Flight(Box<flight::Flight>),
    /// A contact has its consequences, in whatever phase.
    Contact(contacts::Contacting),
}

fn told(event: Event) -> super::Event {
    super::Event::Impact(event)
}

fn ask(side: Side, request: Request) -> Flow {
    Flow::Ask(side, super::Request::Impact(request))
}

impl Play<Fogr> for Procedure {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match self {
            Procedure::Whole => {
                *self = Procedure::Phase(Box::new(ImpactPhase::begin()));
                Flow::Again
            }
            Procedure::Phase(phase) => phase::run(cx, phase, input),
            Procedure::Flight(flight) => flight::run(cx, flight, input),
            Procedure::Contact(contacting) => contacts::run(cx, contacting, input),
        }
    }

    asked::answers!(Impact);
}

/// The phase that a battle is in.
fn under_way(battle: Seen<'_>) -> Option<&ImpactPhase> {
    battle.stack().iter().rev().find_map(|p| match p {
        super::Procedure::Impact(Procedure::Phase(phase)) => Some(phase.as_ref()),
        _ => None,
    })
}

/// Where evaders come if the die changes nothing, and they go the first way past whatever is before them.
#[must_use]
pub fn evasion(battle: Seen<'_>, group: GroupId, to: Evade) -> Option<Group> {
    let charges = &under_way(battle)?.charges;
    let out = evade::set_out(battle.world(), group, to, charges, 0);
    let mut chosen = Vec::new();
    // Past one thing after the other; nobody gets past more than this in one move.
    for _ in 0..8 {
        match out.course(&chosen) {
            away::Course::Choose(ways) => chosen.push(*ways.first()?),
            away::Course::Ends(away) => return Some(away.body),
        }
    }
    None
}

fn not_asked(book: Rulebook, problem: &'static str, remedy: &'static str) -> Refusal {
    Refusal::new(law!(book, "FOGR-IMPACT-001", "FOGAM-IMPACT-001"), problem, remedy)
}

fn one_of(book: Rulebook, asked: &[GroupId], group: GroupId) -> Result<(), Refusal> {
    match asked.contains(&group) {
        true => Ok(()),
        false => Err(not_asked(book, "this battle group is not asked", "Choose one of those that are.")
            .piece("battle group", group.piece())),
    }
}

/// Looks at a choice.
pub fn check(asked: Asked<'_>, request: &Request, decision: &Decision) -> Result<Order, Refusal> {
    let battle = asked.battle;
    let world = battle.world();
    let goes_on = |way| match battle.stack().last() {
        Some(super::Procedure::Impact(Procedure::Flight(flight))) => flight.allows(world, way),
        _ => false,
    };
    if let Some(answer) = responses::check(world.book, request, decision, goes_on) {
        return answer;
    }
    let Some(phase) = under_way(battle) else {
        return Err(not_asked(world.book, "the impact phase is not under way", "Wait for it."));
    };
    match (request, decision) {
        (Request::DeclareCharges { .. }, Decision::EndDeclarations)
        | (Request::Intercept { .. }, Decision::EndInterceptions) => Ok(Order::End),
        (Request::DeclareCharges { declared, .. }, Decision::Charge { group, wheel, targets }) => {
            if declared.iter().any(|c| c.group == *group) {
                return Err(Refusal::new(
                    law!(world.book, "FOGR-IMPACT-007", "FOGAM-IMPACT-007"),
                    "it has declared its charge",
                    "Charge with another battle group.",
                ));
            }
            one_of(world.book, &world.of_side(world.turn.active).collect::<Vec<_>>(), *group)?;
            let (charge, planned) = declare::check(world, *group, *wheel, targets)?;
            Ok(Order::Charge(Declared { charge, planned: Box::new(planned) }))
        }
        (Request::Intercept { .. }, Decision::Intercept { group, charger, how }) => {
            let charge = phase.charges.iter().find(|c| c.group == *charger);
            let Some(charge) = charge.filter(|c| phase.may_intercept(world, *group, c)) else {
                return Err(Refusal::new(
                    law!(world.book, "FOGR-IMPACT-086", "FOGAM-IMPACT-085"),
                    "it may not intercept this charge",
                    "Choose one of the interceptions that are possible.",
                ));
            };
            let (end, _) = intercept::check(world, *group, charge, *how)?;
            let tests = world.book.tests_to_intercept(world, *group, *charger, *how);
            Ok(Order::Intercept { group: *group, charger: *charger, how: *how, end: Box::new(end), tests })
        }
        (Request::EvadeOrStand { waiting }, Decision::Evade { group, to }) => {
            one_of(world.book, waiting, *group)?;
            evade::check(world, *group, *to, &phase.charges)?;
            Ok(Order::Evade { group: *group, to: *to })
        }
        (Request::EvadeOrStand { waiting }, Decision::Stand { group }) => {
            one_of(world.book, waiting, *group)?;
            if phase.answers.must_evade.contains(group) {
                return Err(Refusal::new(rule!("FOGR-IMPACT-073"), "it failed its test to stand", "Evade."));
            }
            if let Some(why) = evade::must_evade(world, *group, &phase.charges) {
                return Err(Refusal::new(
                    why,
                    "skirmishers do not stand against battle troops, but in terrain or behind defences",
                    "Evade.",
                ));
            }
            Ok(Order::Stand { group: *group, test: evade::test_to_stand(world, *group, &phase.charges) })
        }
        (Request::MoveCharge { waiting }, Decision::Move { group, wheel, steps }) => {
            one_of(world.book, waiting, *group)?;
            check_move(battle, phase, *group, *wheel, *steps)
        }
        (Request::PairBases { contacts }, Decision::Pair { pairs }) => {
            let combat = combat_of(phase, contacts);
            pairing::check(world.book, combat, world.turn.active, pairs)?;
            Ok(Order::Pair { pairs: pairs.clone() })
        }
        _ => Err(not_asked(world.book, "this is not what is asked", "Answer what is asked.")),
    }
}

/// The combat whose bases are being paired.
fn combat_of<'p>(phase: &'p ImpactPhase, contacts: &[Met]) -> &'p [pairing::Eligible] {
    let phase::Stage::PairingBases(pairing) = &phase.stage else { return &[] };
    let same = |c: &&Vec<pairing::Eligible>| c.iter().map(|e| e.bases).eq(contacts.iter().copied());
    pairing.combats.iter().find(same).map_or(&[], Vec::as_slice)
}

fn check_move(
    battle: Seen<'_>,
    phase: &ImpactPhase,
    group: GroupId,
    wheel: Option<Wheel>,
    steps: Steps,
) -> Result<Order, Refusal> {
    let world = battle.world();
    let Some(charge) = phase.charges.iter().find(|c| c.group == group) else {
        return Err(not_asked(world.book, "it has no charge to move", "Choose one that has."));
    };
    if steps == Steps::NotIntoBattleTroops && !super::position::kinds::is_light(world, group) {
        return Err(Refusal::new(
            law!(world.book, "FOGR-IMPACT-028", "FOGAM-IMPACT-024"),
            format!("only {} may decline to step forward", world.book.words().light),
            "Step forward.",
        ));
    }
    let Some(new) = wheel else { return Ok(Order::Move { group, wheel: charge.wheel, steps }) };
    let straight = charge.wheel;
    let of_charge = plan::Terms::of(world, charge);
    let terms = plan::Terms { change: 2, ..of_charge.clone() };
    let still_met = plan::charge_move(world, group, straight, &terms)
        .is_ok_and(|p| p.enemies().iter().any(|e| charge.targets.contains(e)));
    if !targets::all_evaded(charge) || still_met {
        return Err(Refusal::new(
            law!(world.book, "FOGR-IMPACT-117", "FOGAM-IMPACT-120"),
            "a charge changes direction only if all its targets evaded out of its path",
            "Move in the direction declared.",
        ));
    }
    plan::charge_move(world, group, Some(new), &plan::Terms { change: -2, ..of_charge })?;
    Ok(Order::Move { group, wheel: Some(new), steps })
}

/// Sensible choices for a request, all legal.
pub fn candidates(asked: Asked<'_>, request: &Request, out: &mut Vec<super::Decision>) {
    let tried = match under_way(asked.battle) {
        _ if responses::comes_up_in_any_phase(request) => responses::candidates(request),
        Some(phase) => choices_in(asked.battle.world(), phase, request),
        None => Vec::new(),
    };
    let legal = tried.into_iter().filter(|decision| check(asked, request, decision).is_ok());
    out.extend(legal.map(super::Decision::Impact));
}

/// Choices to try in the impact phase.
fn choices_in(world: &super::World, phase: &ImpactPhase, request: &Request) -> Vec<Decision> {
    let charge_of = |charger: GroupId| phase.charges.iter().find(|c| c.group == charger);
    let mut found = Vec::new();
    match request {
        Request::DeclareCharges { able, .. } => {
            let charges = able.iter().flat_map(|&group| declare::sensible(world, group));
            found.extend(charges.map(|c| Decision::Charge {
                group: c.group,
                wheel: c.wheel,
                targets: c.targets,
            }));
            found.push(Decision::EndDeclarations);
        }
        Request::Intercept { able } => {
            for &(group, charger) in able {
                let Some(charge) = charge_of(charger) else { continue };
                let ways = intercept::sensible(world, group, charge).into_iter();
                found.extend(ways.map(|how| Decision::Intercept { group, charger, how }));
            }
            found.push(Decision::EndInterceptions);
        }
        Request::EvadeOrStand { waiting } => {
            for &group in waiting {
                found.push(Decision::Stand { group });
                let ways = evade::ways(world, group, &phase.charges).into_iter();
                found.extend(ways.map(|to| Decision::Evade { group, to }));
            }
        }
        Request::MoveCharge { waiting } => {
            for &group in waiting {
                found.push(Decision::Move { group, wheel: None, steps: Steps::All });
                found.push(Decision::Move { group, wheel: None, steps: Steps::NotIntoBattleTroops });
                let wheels = after_evaders(world, phase, group).into_iter();
                found.extend(wheels.map(|w| Decision::Move { group, wheel: Some(w), steps: Steps::All }));
            }
        }
        Request::PairBases { contacts } => {
            let (_, all) = pairing::choices(combat_of(phase, contacts), world.turn.active);
            found.extend(all.into_iter().take(MOST_PAIRINGS).map(|pairs| Decision::Pair { pairs }));
        }
        _ => {}
    }
    found
}

/// So many pairings of bases are offered at most.
const MOST_PAIRINGS: usize = 32;

/// Wheels by which chargers come upon those who evaded out of their path.
fn after_evaders(world: &super::World, phase: &ImpactPhase, group: GroupId) -> Vec<Wheel> {
    let charge = phase.charges.iter().find(|c| c.group == group && targets::all_evaded(c));
    let Some(charge) = charge else { return Vec::new() };
    let body = world.body(group);
    let gone = charge.evaded.iter().filter(|&&e| world[e].is_on_table());
    let mut wheels = Vec::new();
    for &enemy in gone {
        let footprint = world.body(enemy).footprint().rect();
        for hand in caracole_plane::Hand::BOTH {
            let turns = body.wheels_of_interest(hand, &footprint);
            let halves = turns.windows(2).filter_map(|p| {
                let (a, b) = (p.first()?.0, p.get(1)?.0);
                Some(caracole_plane::Angle(a + (b - a) / 2))
            });
            wheels.extend(halves.map(|by| Wheel { hand, by }).take(4));
        }
    }
    wheels
}
