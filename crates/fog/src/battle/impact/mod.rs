//! The impact phase: declarations, responses, charge moves, and who then fights whom.
//!
//! - [`declare`]: who may charge, and who must test first. [`plan`]: where a charge goes and whom it meets.
//! - [`approach`]: flank and rear charges. [`turning`]: what happens on contact. [`level`] and [`react`]: formation
//!   changes of those who charge and are charged.
//! - [`intercept`], [`evade`] and [`away`]: the responses. [`pairing`]: which bases fight. [`phase`]: the stages in order.

pub mod approach;
pub mod away;
mod combat;
pub mod contacts;
pub mod declare;
pub mod evade;
pub mod flight;
pub mod intercept;
pub mod level;
mod messages;
pub mod pairing;
mod past;
pub mod phase;
pub mod plan;
pub mod react;
pub mod sight;
mod tell;
pub mod turning;

pub use messages::{
    Cancelled, Charge, ChargeState, Decision, Declared, Evade, EvadeTurn, EvadeWay, Event, FightingPair,
    Interception, Met, Onset, Order, PastBy, Request, Steps, Wheel,
};
pub use phase::ImpactPhase;
pub use tell::tell;

use super::world::GroupId;
use super::{Cx, Flow, Input, Seen};
use super::{
    Fogr,
    phases::{self, Asked},
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

    phases::answers!(Impact);
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

fn not_asked(problem: &'static str, remedy: &'static str) -> Refusal {
    Refusal::new(rule!("FOGR-IMPACT-001"), problem, remedy)
}

fn one_of(asked: &[GroupId], group: GroupId) -> Result<(), Refusal> {
    match asked.contains(&group) {
        true => Ok(()),
        false => Err(not_asked("this battle group is not asked", "Choose one of those that are.")
            .piece("battle group", group.piece())),
    }
}

/// Looks at a choice.
pub fn check(asked: Asked<'_>, request: &Request, decision: &Decision) -> Result<Order, Refusal> {
    let battle = asked.battle;
    let world = battle.world();
    if let Some(answer) = check_response(battle, request, decision) {
        return answer;
    }
    let Some(phase) = under_way(battle) else {
        return Err(not_asked("the impact phase is not under way", "Wait for it."));
    };
    match (request, decision) {
        (Request::DeclareCharges { .. }, Decision::EndDeclarations)
        | (Request::Intercept { .. }, Decision::EndInterceptions) => Ok(Order::End),
        (Request::DeclareCharges { declared, .. }, Decision::Charge { group, wheel, targets }) => {
            if declared.iter().any(|c| c.group == *group) {
                return Err(Refusal::new(
                    rule!("FOGR-IMPACT-007"),
                    "it has declared its charge",
                    "Charge with another battle group.",
                ));
            }
            one_of(&world.of_side(world.turn.active).collect::<Vec<_>>(), *group)?;
            let (charge, planned) = declare::check(world, *group, *wheel, targets)?;
            Ok(Order::Charge(Declared { charge, planned: Box::new(planned) }))
        }
        (Request::Intercept { .. }, Decision::Intercept { group, charger, how }) => {
            let charge = phase.charges.iter().find(|c| c.group == *charger);
            let Some(charge) = charge.filter(|c| phase.may_intercept(world, *group, c)) else {
                return Err(Refusal::new(
                    rule!("FOGR-IMPACT-086"),
                    "it may not intercept this charge",
                    "Choose one of the interceptions that are possible.",
                ));
            };
            let (end, _) = intercept::check(world, *group, charge, *how)?;
            let tests = intercept::tests(world, *group);
            Ok(Order::Intercept { group: *group, charger: *charger, how: *how, end: Box::new(end), tests })
        }
        (Request::EvadeOrStand { waiting }, Decision::Evade { group, to }) => {
            one_of(waiting, *group)?;
            evade::check(world, *group, *to, &phase.charges)?;
            Ok(Order::Evade { group: *group, to: *to })
        }
        (Request::EvadeOrStand { waiting }, Decision::Stand { group }) => {
            one_of(waiting, *group)?;
            if phase.answers.must_evade.contains(group) {
                return Err(Refusal::new(rule!("FOGR-IMPACT-073"), "it failed its test to stand", "Evade."));
            }
            Ok(Order::Stand { group: *group, test: evade::test_to_stand(world, *group, &phase.charges) })
        }
        (Request::MoveCharge { waiting }, Decision::Move { group, wheel, steps }) => {
            one_of(waiting, *group)?;
            check_move(battle, phase, *group, *wheel, *steps)
        }
        (Request::PairBases { contacts }, Decision::Pair { pairs }) => {
            let combat = combat_of(phase, contacts);
            pairing::check(world.book, combat, world.turn.active, pairs)?;
            Ok(Order::Pair { pairs: pairs.clone() })
        }
        _ => Err(not_asked("this is not what is asked", "Answer what is asked.")),
    }
}

/// Looks at the choices that come up in other phases too: how runaways go on, how those contacted face it.
fn check_response(
    battle: Seen<'_>,
    request: &Request,
    decision: &Decision,
) -> Option<Result<Order, Refusal>> {
    Some(match (request, decision) {
        (Request::FaceAttack { ranks, .. }, Decision::FaceAttack { ranks: chosen }) => {
            match ranks.contains(chosen) {
                true => Ok(Order::FaceAttack { ranks: *chosen }),
                false => Err(Refusal::new(
                    rule!("FOGR-IMPACT-060"),
                    "not so many ranks of pike can face this attack",
                    "Choose one of the numbers offered.",
                )),
            }
        }
        (Request::EvadeOn { ways, .. }, Decision::EvadeOn { way }) => {
            match ways.contains(way) || may_go_on(battle, *way) {
                true => Ok(Order::EvadeOn { way: *way }),
                false => Err(Refusal::new(
                    rule!("FOGR-IMPACT-106"),
                    "they cannot go on that way",
                    "Choose one of the ways offered, or a shift of up to a base width that takes them past.",
                )),
            }
        }
        (Request::GunFile { group, files }, Decision::GunFile { file }) => match files.contains(file) {
            true => Ok(Order::GunFile { group: *group, file: *file }),
            false => Err(Refusal::new(
                rule!("FOGR-COMBAT-018"),
                "the regimental gun joins the fighting file nearest to the middle",
                "Choose one of the files offered.",
            )),
        },
        (Request::Contract { ends, .. }, Decision::Contract { end }) => match ends.contains(end) {
            true => Ok(Order::Contract { end: *end }),
            false => Err(Refusal::new(
                rule!("FOGR-IMPACT-025"),
                "a file dropped back at that end does not help it past its friends",
                "Choose the other end.",
            )),
        },
        (Request::PikeToFront { .. }, Decision::PikeForward) => Ok(Order::PikeForward),
        (Request::PikeToFront { .. }, Decision::PikeStays) => Ok(Order::PikeStays),
        _ => return None,
    })
}

/// Whether a way that was not offered leads past what is in the way of those who run now.
fn may_go_on(battle: Seen<'_>, way: EvadeWay) -> bool {
    match battle.stack().last() {
        Some(super::Procedure::Impact(Procedure::Flight(flight))) => flight.allows(battle.world(), way),
        Some(super::Procedure::Outcome(super::outcome::Procedure::Rout(rout))) => {
            rout.allows(battle.world(), way)
        }
        _ => false,
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
        return Err(not_asked("it has no charge to move", "Choose one that has."));
    };
    if steps == Steps::NotIntoBattleTroops && !super::position::kinds::is_light(world, group) {
        return Err(Refusal::new(
            rule!("FOGR-IMPACT-028"),
            "only light troops may decline to step forward",
            "Step forward.",
        ));
    }
    let Some(new) = wheel else { return Ok(Order::Move { group, wheel: charge.wheel, steps }) };
    let straight = charge.wheel;
    let terms = plan::Terms { change: 2, ..plan::Terms::default() };
    let still_met = plan::charge_move(world, group, straight, &terms)
        .is_ok_and(|p| p.enemies().iter().any(|e| charge.targets.contains(e)));
    if !phase::all_evaded(charge) || still_met {
        return Err(Refusal::new(
            rule!("FOGR-IMPACT-117"),
            "a charge changes direction only if all its targets evaded out of its path",
            "Move in the direction declared.",
        ));
    }
    plan::charge_move(world, group, Some(new), &plan::Terms { change: -2, ..plan::Terms::default() })?;
    Ok(Order::Move { group, wheel: Some(new), steps })
}

/// Sensible choices for a request.
pub fn candidates(asked: Asked<'_>, request: &Request, out: &mut Vec<super::Decision>) {
    let battle = asked.battle;
    let world = battle.world();
    let mut offer = |decision: Decision| {
        if check(asked, request, &decision).is_ok() {
            out.push(super::Decision::Impact(decision));
        }
    };
    // These come up in other phases too.
    match request {
        Request::FaceAttack { ranks, .. } => {
            for &ranks in ranks {
                offer(Decision::FaceAttack { ranks });
            }
            return;
        }
        Request::EvadeOn { ways, .. } => {
            for &way in ways {
                offer(Decision::EvadeOn { way });
            }
            return;
        }
        Request::PikeToFront { .. } => {
            offer(Decision::PikeForward);
            offer(Decision::PikeStays);
            return;
        }
        Request::GunFile { files, .. } => {
            for &file in files {
                offer(Decision::GunFile { file });
            }
            return;
        }
        Request::Contract { ends, .. } => {
            for &end in ends {
                offer(Decision::Contract { end });
            }
            return;
        }
        _ => {}
    }
    let Some(phase) = under_way(battle) else { return };
    match request {
        Request::DeclareCharges { able, .. } => {
            for &group in able {
                for charge in declare::sensible(world, group) {
                    offer(Decision::Charge { group, wheel: charge.wheel, targets: charge.targets });
                }
            }
            offer(Decision::EndDeclarations);
        }
        Request::Intercept { able } => {
            for &(group, charger) in able {
                let Some(charge) = phase.charges.iter().find(|c| c.group == charger) else { continue };
                for how in intercept::sensible(world, group, charge) {
                    offer(Decision::Intercept { group, charger, how });
                }
            }
            offer(Decision::EndInterceptions);
        }
        Request::EvadeOrStand { waiting } => {
            for &group in waiting {
                offer(Decision::Stand { group });
                for to in evade::ways(world, group, &phase.charges) {
                    offer(Decision::Evade { group, to });
                }
            }
        }
        Request::MoveCharge { waiting } => {
            for &group in waiting {
                offer(Decision::Move { group, wheel: None, steps: Steps::All });
                offer(Decision::Move { group, wheel: None, steps: Steps::NotIntoBattleTroops });
                for wheel in after_evaders(world, phase, group) {
                    offer(Decision::Move { group, wheel: Some(wheel), steps: Steps::All });
                }
            }
        }
        Request::PairBases { contacts } => {
            for pairs in pairing::choices(world.book, combat_of(phase, contacts), world.turn.active)
                .1
                .into_iter()
                .take(32)
            {
                offer(Decision::Pair { pairs });
            }
        }
        Request::FaceAttack { .. }
        | Request::EvadeOn { .. }
        | Request::PikeToFront { .. }
        | Request::GunFile { .. }
        | Request::Contract { .. } => {}
    }
}

/// Wheels by which chargers come upon those who evaded out of their path.
fn after_evaders(world: &super::World, phase: &ImpactPhase, group: GroupId) -> Vec<Wheel> {
    let charge = phase.charges.iter().find(|c| c.group == group && phase::all_evaded(c));
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
