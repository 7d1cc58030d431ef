//! Charges are moved: the die of those whose targets evaded, late evades, a file dropped back, the move itself.

use super::contacts::NewContact;
use super::flight::take_commanders;
use super::messages::{Cancelled, ChargeState, Event, Order, Request, Wheel};
use super::phase::{After, Contacts, Going, ImpactPhase, Stage, to};
use super::plan::{Halt, Planned, Terms, charge_move, contractions, contractions_to_keep_order};
use super::targets::{all_evaded, halt_before};
use super::turning::drop_level;
use super::{approach, evade, told};
use crate::battle::customs::Bursting;
use crate::battle::world::{GroupId, World};
use crate::battle::{Cx, Flow, Input, Procedure, game_tests, outcome};
use caracole_ledger::{RuleId, enforces};
use caracole_plane::{Angle, Motion, Um};

pub(super) fn moving(cx: &mut Cx<'_>, phase: &mut ImpactPhase, input: Input) -> Flow {
    enforces!(
        "FOGR-IMPACT-116",
        "FOGR-IMPACT-094",
        "FOGR-SEQUENCE-011",
        "FOGAM-IMPACT-119",
        "FOGAM-IMPACT-095",
        "FOGAM-SEQUENCE-011"
    );
    if let Input::Order(super::super::Order::Impact(Order::Move { group, wheel, steps })) = input {
        let going = Going { group, wheel, steps };
        let varies = phase.charge_of(group).is_some_and(|c| all_evaded(c));
        if varies {
            phase.stage = Stage::Varying(going);
            return Flow::Call(Procedure::Test(game_tests::Procedure::VariableMove { group }));
        }
        return to(phase, Stage::Contracting(going, 0));
    }
    let waiting = phase.to_move();
    if waiting.is_empty() {
        return to(phase, Stage::Pairing);
    }
    super::ask(cx.world.turn.active, Request::MoveCharge { waiting })
}

pub(super) fn contracting(
    cx: &mut Cx<'_>,
    phase: &mut ImpactPhase,
    going: Going,
    change: i32,
    input: Input,
) -> Flow {
    let group = going.group;
    let mut terms = terms(cx.world, phase, going, change);
    let wheel = going.wheel.filter(|w| w.by != Angle::ZERO);
    match input {
        Input::Order(super::super::Order::Impact(Order::Contract { end })) => terms.contract = Some(end),
        Input::Order(super::super::Order::Impact(Order::GoWhole)) => {}
        _ => {
            let ends = contractions(cx.world, group, wheel, &terms);
            if ends.len() > 1 {
                return super::ask(cx.world[group].side, Request::Contract { group, ends });
            }
            let ends = contractions_to_keep_order(cx.world, group, wheel, &terms);
            if !ends.is_empty() {
                return super::ask(cx.world[group].side, Request::MayContract { group, ends });
            }
        }
    }
    let contacts = do_move(cx, phase, group, wheel, &terms);
    to(phase, Stage::Contacting(contacts, After::Moving))
}

fn do_move(
    cx: &mut Cx<'_>,
    phase: &mut ImpactPhase,
    group: GroupId,
    wheel: Option<Wheel>,
    terms: &Terms,
) -> Contacts {
    let Some(charge) = phase.charge_of(group) else { return Contacts::default() };
    let mut planned = charge_move(cx.world, group, wheel, terms);
    // Each time they ride somebody down there is one enemy less in their way.
    while planned.as_ref().is_ok_and(|p| ride_down(cx, group, p)) {
        planned = charge_move(cx.world, group, wheel, terms);
    }
    charge.state = ChargeState::Moved;
    let Ok(planned) = planned else {
        charge.state = ChargeState::Cancelled;
        cx.tell(told(Event::ChargeCancelled { group, why: Cancelled::NoContact }));
        return Contacts::default();
    };
    // Friends in the way leave a charge without contact no room to be made at all.
    if planned.halt == Halt::Friends && planned.touched.is_empty() && charge.evaded.is_empty() {
        charge.state = ChargeState::Cancelled;
        cx.tell(told(Event::ChargeCancelled { group, why: Cancelled::NoContact }));
        return Contacts::default();
    }
    let met: Vec<(GroupId, approach::Met)> = planned
        .enemies()
        .into_iter()
        .map(|e| (e, approach::meets(cx.world, group, e, wheel, &planned)))
        .collect();
    let upon = planned.upon.to_vec();
    let bursting = cx.world.book.bursting(cx.world, charge, wheel, &planned);
    if let Some(Bursting::NoRoom(why)) = bursting {
        charge.state = ChargeState::Cancelled;
        cx.tell(told(Event::ChargeCancelled { group, why: Cancelled::NoRoom }));
        drop_level(cx, group, why);
        return Contacts::default();
    }
    planned.take_up(cx.world, group);
    if let Some(Bursting::Through { friends, set_back, why }) = bursting {
        burst_through(cx, group, (&friends, &set_back), why);
    }
    if planned.contracted {
        let book = cx.world.book;
        book.has_dropped_back(cx.world, group);
        cx.tell(told(Event::Contracted { group }));
    }
    cx.world[group].turn.charged = true;
    take_commanders(cx.world, group);
    let mut met: Vec<(GroupId, approach::Met)> =
        met.into_iter().map(|(e, m)| (e, approach::caught(cx.world, e, m))).collect();
    cx.tell(told(Event::ChargeMoved {
        group,
        moved: planned.spent,
        steps: planned.steps.iter().map(|s| (s.file, s.distance)).collect(),
        contacted: met.iter().map(|(e, m)| (*e, m.approach)).collect(),
    }));
    outcome::arrived(cx, group);
    // Guns captured, or limbers ridden down, are no enemies any more.
    met.retain(|(e, _)| cx.world[*e].side != cx.world[group].side && cx.world[*e].is_on_table());
    let made = met.into_iter().map(|(target, met)| NewContact { charger: group, target, met }).collect();
    Contacts { made, upon }
}

/// The terms on which a charge is moved.
fn terms(world: &World, phase: &ImpactPhase, going: Going, change: i32) -> Terms {
    let charge = phase.charges.iter().find(|c| c.group == going.group);
    let of_charge = charge.map_or_else(Terms::default, |c| Terms::of(world, c));
    let halt_before = charge.map_or_else(Vec::new, |c| halt_before(world, c));
    Terms { change, steps: going.steps, halt_before, ..of_charge }
}

/// Destroys those whom chargers ride down with this move; gives whether there were any.
fn ride_down(cx: &mut Cx<'_>, group: GroupId, planned: &Planned) -> bool {
    let down = cx.world.book.ridden_down(cx.world, group, planned);
    for &victim in &down {
        // Friends have still to test for it, unless they have seen it break before.
        cx.world[victim].phase.unseen = !cx.world[victim].is_broken();
        cx.tell(told(Event::RiddenDown { group: victim, by: group }));
        outcome::destroy(cx, victim);
    }
    !down.is_empty()
}

/// Chargers have burst through friends: these drop a level and are set back.
fn burst_through(
    cx: &mut Cx<'_>,
    group: GroupId,
    (friends, set_back): (&[GroupId], &[(GroupId, Um)]),
    why: RuleId,
) {
    let back = cx.world.facing(group) + Angle::HALF;
    for &(friend, distance) in set_back {
        cx.world.displace(friend, &Motion::Slide { toward: back, distance });
        take_commanders(cx.world, friend);
        cx.tell(told(Event::SetBack { group: friend, by: group, distance }));
    }
    for &friend in friends {
        if !cx.world[friend].phase.burst_through {
            cx.world[friend].phase.burst_through = true;
            drop_level(cx, friend, why);
        }
    }
}

/// Those whom only the die of this charge brings into its reach may evade before it is moved.
pub(super) fn late_evades(
    cx: &mut Cx<'_>,
    phase: &mut ImpactPhase,
    (going, change): (Going, i32),
    input: Input,
) -> Flow {
    match input {
        Input::Order(super::super::Order::Impact(Order::Evade { group, to })) => {
            return super::phase::evades(cx, phase, group, to);
        }
        Input::Order(super::super::Order::Impact(Order::Stand { group, .. })) => {
            super::phase::stand(cx, phase, group);
        }
        _ => {}
    }
    let late = reached_late(cx.world, phase, going, change);
    if let Some(charge) = phase.charge_of(going.group) {
        charge.wheel = going.wheel;
        charge.targets.extend(late);
    }
    if let Some(flow) = super::phase::answers_without_choice(cx, phase) {
        return flow;
    }
    let waiting = phase.waiting(cx.world);
    match waiting.is_empty() {
        true => to(phase, Stage::Contracting(going, change)),
        false => super::ask(cx.world.turn.active.other(), Request::EvadeOrStand { waiting }),
    }
}

/// Those able to evade whom a charge reaches by its die alone, and on whom it was not.
fn reached_late(world: &World, phase: &ImpactPhase, going: Going, change: i32) -> Vec<GroupId> {
    let Some(charge) = phase.charges.iter().find(|c| c.group == going.group) else { return Vec::new() };
    let wheel = going.wheel.filter(|w| w.by != Angle::ZERO);
    let met = |change: i32| {
        charge_move(world, going.group, wheel, &terms(world, phase, going, change))
            .map_or_else(|_| Vec::new(), |p| p.enemies())
    };
    let (mut late, usual) = (met(change), met(0));
    late.retain(|e| {
        !usual.contains(e)
            && !charge.targets.contains(e)
            && !world[*e].turn.evaded
            && evade::can_evade(world, *e)
    });
    late
}
