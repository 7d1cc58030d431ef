//! The flow of the manoeuvre phase.

use super::plan::Plan;
use super::words::{Action, Advance, Event, Request};
use super::{Order, ambushed, commanders, conform, defences, division, feed, moves, reform};
use crate::renaissance::Purpose;
use crate::renaissance::battle::position::{contact, kinds};
use crate::renaissance::battle::world::{
    Approach, CommanderId, CommanderPlace, GroupId, PortableDefences, TestOutcome, World,
};
use crate::renaissance::battle::{Answer, Cx, Flow, Input, outcome, tests};
use crate::troops::TroopType;
use caracole_kernel::Side;
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

type Whole = crate::renaissance::battle::Procedure;
type Ask = crate::renaissance::battle::Request;
type Told = crate::renaissance::battle::Event;
type Given = crate::renaissance::battle::Order;

/// The steps of the manoeuvre phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// A side reforms; the active side first.
    Reform(Side),
    /// The active side conforms.
    Conform,
    /// A side feeds bases into close combats; the active side first.
    Feed(Side),
    /// The active side moves.
    Moves,
}

/// Where the manoeuvre phase has got to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// The phase at the start of one of its steps, or within it.
    Phase(Option<Step>),
    /// A battle group moves; its test may come first.
    Move {
        /// Who.
        group: GroupId,
        /// How.
        action: Action,
    },
    /// It is taking its test.
    Tested {
        /// Who.
        group: GroupId,
        /// How it wants to move.
        action: Action,
    },
    /// It failed and chooses a simple move.
    SimpleInstead {
        /// Who.
        group: GroupId,
    },
    /// Further moves of a battle group or division.
    Further {
        /// Who.
        groups: Vec<GroupId>,
    },
    /// Lone commanders flee, one after the other; then further moves.
    Flee {
        /// Who.
        commanders: Vec<CommanderId>,
    },
    /// An ambush came in sight: the rest of the advance, once it is revealed.
    Resume {
        /// Who.
        groups: Vec<GroupId>,
        /// What is left.
        rest: Advance,
    },
    /// An enemy contacted by a shift or turn responds.
    Respond {
        /// Who.
        group: GroupId,
        /// To whom.
        by: GroupId,
    },
}

impl Procedure {
    /// The phase from its start.
    #[must_use]
    pub const fn begin() -> Self {
        Procedure::Phase(None)
    }
}

/// Goes on with the manoeuvre phase.
pub fn run(cx: &mut Cx<'_>, procedure: &mut Procedure, input: Input) -> Flow {
    let order = match input {
        Input::Order(Given::Manoeuvre(order)) => Some(order),
        Input::Answer(Answer::Test(outcome)) => return after_test(cx, procedure, outcome),
        _ => None,
    };
    match procedure {
        Procedure::Phase(step) => phase(cx, step, order),
        Procedure::Move { group, action } => start_move(cx, *group, &action.clone()),
        Procedure::Tested { group, .. } => {
            Flow::Call(Whole::Test(tests::Procedure::ComplexMove { group: *group, purpose: Purpose::Move }))
        }
        Procedure::SimpleInstead { group } => simple_instead(cx, *group, order),
        Procedure::Further { groups } => further(cx, &groups.clone(), order),
        Procedure::Flee { commanders } => flee(cx, commanders, order),
        Procedure::Resume { groups, rest } => resume(cx, &groups.clone(), &rest.clone()),
        Procedure::Respond { group, by } => respond(cx, *group, *by, order),
    }
}

fn ask(side: Side, request: Request) -> Flow {
    Flow::Ask(side, Ask::Manoeuvre(request))
}

fn tell(cx: &mut Cx<'_>, event: Event) {
    cx.tell(Told::Manoeuvre(event));
}

fn phase(cx: &mut Cx<'_>, step: &mut Option<Step>, order: Option<Order>) -> Flow {
    enforces!("FOGR-MANOEUVRE-001", "FOGR-SEQUENCE-017", "FOGR-SEQUENCE-018", "FOGR-SEQUENCE-019");
    let active = cx.world.turn.active;
    let Some(now) = *step else {
        contact::forget_past_engagements(cx.world);
        *step = Some(Step::Reform(active));
        return Flow::Again;
    };
    let done = matches!(order, Some(Order::Done));
    match now {
        Step::Reform(side) => {
            if let Some(Order::Reform(place)) = &order {
                let before = cx.world.clone();
                place.carry_out(cx.world);
                commanders::bring_along(cx.world, &before, place.group);
                tell(cx, Event::Reformed { group: place.group });
            }
            if !done && reform::any(cx.world, side) {
                return ask(side, Request::Reform);
            }
            *step = Some(if side == active { Step::Reform(side.other()) } else { Step::Conform });
            Flow::Again
        }
        Step::Conform => {
            for event in conform::all(cx.world, active) {
                tell(cx, event);
            }
            *step = Some(Step::Feed(active));
            Flow::Again
        }
        Step::Feed(side) => {
            if let Some(Order::Feed { how, end }) = order {
                let before = cx.world.clone();
                let group = end.group;
                end.carry_out(cx.world);
                cx.world[group].phase.fed = cx.world[group].phase.fed.saturating_add(1);
                commanders::bring_along(cx.world, &before, group);
                tell(cx, Event::Fed { group, how });
            }
            if !done && feed::any(cx.world, side) {
                return ask(side, Request::Feed);
            }
            *step = Some(if side == active { Step::Feed(side.other()) } else { Step::Moves });
            Flow::Again
        }
        Step::Moves => match order {
            None => ask(active, Request::Move),
            Some(Order::Move(plan)) => {
                Flow::Call(Whole::Manoeuvre(Procedure::Move { group: plan.group, action: plan.action }))
            }
            Some(Order::MoveDivision(plan)) => {
                let advance = Action::Advance(plan.advance.clone());
                let over = plan.groups.iter().find_map(|g| ambushed::walked_over(cx.world, *g, &advance));
                if let Some(reveal) = over {
                    // He gives the order again when he has seen where they stand.
                    return Flow::Call(Whole::Setup(reveal));
                }
                let groups = plan.groups.clone();
                if let Some((first, rest)) = ambushed::met_by_division(cx.world, &plan) {
                    move_division(cx, &first);
                    return Flow::Call(Whole::Manoeuvre(Procedure::Resume { groups, rest }));
                }
                let upon = move_division(cx, &plan);
                then_further(cx, groups, upon)
            }
            Some(Order::MoveCommander(plan)) => {
                let c = &mut cx.world[plan.commander];
                c.base = plan.base;
                c.place = plan.place;
                c.moves += 1;
                c.kept_clear = plan.kept_clear;
                tell(cx, Event::CommanderMoved { commander: plan.commander, goes: plan.goes });
                Flow::Again
            }
            Some(_) => {
                contact::forget_past_engagements(cx.world);
                Flow::Done(Answer::Done)
            }
        },
    }
}

/// Calls what follows a move: flights of commanders, then further moves.
fn then_further(cx: &mut Cx<'_>, groups: Vec<GroupId>, upon: Vec<CommanderId>) -> Flow {
    let again = moves::may_move_again(cx.world, &groups);
    match (upon.is_empty(), again) {
        (true, true) => Flow::Call(Whole::Manoeuvre(Procedure::Further { groups })),
        (false, _) => Flow::Call(Whole::Manoeuvre(Procedure::Flee { commanders: upon })),
        (true, false) => Flow::Again,
    }
}

fn start_move(cx: &mut Cx<'_>, group: GroupId, action: &Action) -> Flow {
    let side = cx.world[group].side;
    // It was found legal a moment ago and nothing has changed since.
    let Ok(plan) = moves::plan(cx.world, side, group, action) else { return Flow::Done(Answer::Done) };
    if let Some(reveal) = ambushed::walked_over(cx.world, group, action) {
        return Flow::Call(Whole::Setup(reveal));
    }
    if !plan.needs_test || cx.world[group].phase.test == Some(TestOutcome::Passed) {
        return carry_out(cx, &plan);
    }
    test(group, action)
}

/// The battle group goes on as one that waits for its test.
fn test(group: GroupId, action: &Action) -> Flow {
    Flow::Become(Whole::Manoeuvre(Procedure::Tested { group, action: action.clone() }))
}

fn after_test(cx: &mut Cx<'_>, procedure: &mut Procedure, outcome: TestOutcome) -> Flow {
    enforces!("FOGR-MOVE-030", "FOGR-MOVE-031");
    let Procedure::Tested { group, action } = procedure.clone() else { return Flow::Done(Answer::Done) };
    cx.world[group].phase.test = Some(outcome);
    if outcome == TestOutcome::Passed {
        let side = cx.world[group].side;
        return match moves::plan(cx.world, side, group, &action) {
            Ok(plan) => carry_out(cx, &plan),
            Err(_) => Flow::Done(Answer::Done),
        };
    }
    let stays =
        kinds::is_artillery(cx.world, group) || kinds::is_all(cx.world, group, TroopType::BattleWagons);
    if stays || cx.world[group].phase.moves > 0 {
        cx.world[group].phase.moves = cx.world[group].phase.moves.max(1);
        cx.world[group].phase.kept_clear = false;
        return Flow::Done(Answer::Done);
    }
    Flow::Become(Whole::Manoeuvre(Procedure::SimpleInstead { group }))
}

fn simple_instead(cx: &mut Cx<'_>, group: GroupId, order: Option<Order>) -> Flow {
    match order {
        None => ask(cx.world[group].side, Request::SimpleInstead { group }),
        Some(Order::Move(plan)) => carry_out(cx, &plan),
        Some(_) => {
            cx.world[group].phase.moves = 1;
            cx.world[group].phase.kept_clear = false;
            Flow::Done(Answer::Done)
        }
    }
}

/// Makes a move and goes on to what follows from it.
fn carry_out(cx: &mut Cx<'_>, plan: &Plan) -> Flow {
    let group = plan.group;
    if let Some((first, rest)) = ambushed::met(cx.world, plan) {
        make(cx, &first);
        return Flow::Become(Whole::Manoeuvre(Procedure::Resume { groups: vec![group], rest }));
    }
    make(cx, plan);
    if matches!(plan.action, Action::ShiftIntoMelee { .. } | Action::TurnIntoMelee { .. }) {
        let by = group;
        let enemy = contact::opponents(cx.world, group).first().copied();
        if let Some(enemy) = enemy {
            contact::note(cx.world, by, enemy, Approach::Turned);
            return Flow::Become(Whole::Manoeuvre(Procedure::Respond { group: enemy, by }));
        }
    }
    let groups = vec![group];
    let upon = plan.comes_upon.to_vec();
    if !upon.is_empty() {
        return Flow::Become(Whole::Manoeuvre(Procedure::Flee { commanders: upon }));
    }
    match moves::may_move_again(cx.world, &groups) {
        true => Flow::Become(Whole::Manoeuvre(Procedure::Further { groups })),
        false => Flow::Done(Answer::Done),
    }
}

/// Goes on with an advance after an ambush was revealed, if that is still possible.
fn resume(cx: &mut Cx<'_>, groups: &[GroupId], rest: &Advance) -> Flow {
    let clear: Vec<bool> = groups.iter().map(|&g| cx.world[g].phase.kept_clear).collect();
    let Some(side) = groups.first().map(|&g| cx.world[g].side) else { return Flow::Done(Answer::Done) };
    // The move is not over yet.
    for &group in groups {
        cx.world[group].phase.moves = cx.world[group].phase.moves.saturating_sub(1);
    }
    let stopped = |cx: &mut Cx<'_>| {
        for &group in groups {
            cx.world[group].phase.moves += 1;
            cx.world[group].phase.kept_clear = false;
        }
        Flow::Done(Answer::Done)
    };
    let still_clear = |cx: &mut Cx<'_>| {
        for (&group, clear) in groups.iter().zip(clear) {
            cx.world[group].phase.kept_clear &= clear;
        }
    };
    if let &[group] = groups {
        let Ok(plan) = moves::plan(cx.world, side, group, &Action::Advance(rest.clone())) else {
            return stopped(cx);
        };
        let flow = carry_out(cx, &plan);
        still_clear(cx);
        return flow;
    }
    let Ok(plan) = division::plan(cx.world, side, groups, rest) else { return stopped(cx) };
    let upon = move_division(cx, &plan);
    still_clear(cx);
    match upon.is_empty() {
        true => Flow::Become(Whole::Manoeuvre(Procedure::Further { groups: groups.to_vec() })),
        false => Flow::Become(Whole::Manoeuvre(Procedure::Flee { commanders: upon })),
    }
}

fn make(cx: &mut Cx<'_>, plan: &Plan) {
    let group = plan.group;
    let before = cx.world.clone();
    let had_defences = before[group].portable;
    plan.end.carry_out(cx.world);
    for place in &plan.shifted {
        place.carry_out(cx.world);
        cx.world[place.group].phase.shifted_with_guns = true;
    }
    let clear = moves::keeps_clear(&before, group, &plan.action, cx.world);
    let deeds = &mut cx.world[group].phase;
    deeds.kept_clear = clear && (deeds.moves == 0 || deeds.kept_clear);
    deeds.moves += 1;
    deeds.passed_through.extend(plan.passes_through.iter().copied());
    deeds.reshaped |= matches!(
        plan.action,
        Action::Expand { .. }
            | Action::Contract { .. }
            | Action::TurnToFlank { .. }
            | Action::TurnAbout { .. }
            | Action::ChangeFormation { .. }
            | Action::FormSquare
            | Action::LeaveSquare { .. }
    );
    cx.world[group].turn.may_not_shoot |= plan.may_not_shoot;
    defences::settle(cx.world, group);
    commanders::bring_along(cx.world, &before, group);
    tell(
        cx,
        Event::Moved {
            group,
            action: plan.action.clone(),
            distance: plan.distance.clone(),
            spent: plan.spent,
            passed_through: plan.passes_through.to_vec(),
            anchor: cx.world.anchor(group),
        },
    );
    for place in &plan.shifted {
        commanders::bring_along(cx.world, &before, place.group);
        tell(cx, Event::MadeRoom { group: place.group });
    }
    outcome::arrived(cx, group);
    if had_defences == PortableDefences::Placed && cx.world[group].portable == PortableDefences::LeftBehind {
        tell(cx, Event::DefencesLeftBehind { group });
    }
}

fn move_division(cx: &mut Cx<'_>, plan: &division::DivisionPlan) -> Vec<CommanderId> {
    let before: World = cx.world.clone();
    for place in &plan.ends {
        place.carry_out(cx.world);
    }
    for &group in &plan.groups {
        let action = Action::Advance(plan.advance.clone());
        let clear = moves::keeps_clear(&before, group, &action, cx.world);
        let deeds = &mut cx.world[group].phase;
        deeds.kept_clear = clear && (deeds.moves == 0 || deeds.kept_clear);
        deeds.moves += 1;
        commanders::bring_along(cx.world, &before, group);
        if before[group].portable == PortableDefences::Placed {
            cx.world[group].portable = PortableDefences::LeftBehind;
            defences::settle(cx.world, group);
            tell(cx, Event::DefencesLeftBehind { group });
        }
    }
    tell(
        cx,
        Event::DivisionMoved {
            groups: plan.groups.clone(),
            advance: plan.advance.clone(),
            distance: plan.distance.clone(),
            spent: plan.spent,
        },
    );
    for &group in &plan.groups {
        outcome::arrived(cx, group);
    }
    plan.comes_upon.to_vec()
}

fn further(cx: &mut Cx<'_>, groups: &[GroupId], order: Option<Order>) -> Flow {
    let side = groups.first().map_or(cx.world.turn.active, |&g| cx.world[g].side);
    match order {
        None if moves::may_move_again(cx.world, groups) => {
            ask(side, Request::MoveAgain { groups: groups.to_vec() })
        }
        Some(Order::Move(plan)) if plan.needs_test => {
            cx.world[plan.group].phase.test = None;
            Flow::Become(Whole::Manoeuvre(Procedure::Move { group: plan.group, action: plan.action }))
        }
        Some(Order::Move(plan)) => {
            Flow::Become(Whole::Manoeuvre(Procedure::Move { group: plan.group, action: plan.action }))
        }
        Some(Order::MoveDivision(plan)) => {
            if let Some((first, rest)) = ambushed::met_by_division(cx.world, &plan) {
                move_division(cx, &first);
                let groups = plan.groups.clone();
                return Flow::Become(Whole::Manoeuvre(Procedure::Resume { groups, rest }));
            }
            let upon = move_division(cx, &plan);
            match upon.is_empty() {
                true => Flow::Again,
                false => Flow::Call(Whole::Manoeuvre(Procedure::Flee { commanders: upon })),
            }
        }
        _ => Flow::Done(Answer::Done),
    }
}

fn flee(cx: &mut Cx<'_>, waiting: &mut Vec<CommanderId>, order: Option<Order>) -> Flow {
    if let (Some(Order::Join(group)), Some(&commander)) = (&order, waiting.first()) {
        commanders::flee_to(cx.world, commander, *group);
        let goes = super::words::CommanderGoes::Join(*group);
        tell(cx, Event::CommanderMoved { commander, goes });
        waiting.remove(0);
    }
    while let Some(&commander) = waiting.first() {
        if !commanders::refuges(cx.world, commander).is_empty() {
            return ask(cx.world[commander].side, Request::Flee { commander });
        }
        cx.world[commander].place = CommanderPlace::Lost;
        tell(cx, Event::CommanderLost { commander });
        waiting.remove(0);
    }
    Flow::Done(Answer::Done)
}

fn respond(cx: &mut Cx<'_>, group: GroupId, by: GroupId, order: Option<Order>) -> Flow {
    enforces!("FOGR-MANOEUVRE-074");
    match order {
        None => ask(cx.world[group].side, Request::Respond { group, by }),
        Some(_) => {
            let faced = cx.world.engagements.iter_mut().find(|e| e.attacker == by && e.defender == group);
            if let Some(engagement) = faced {
                engagement.unturned = true;
            }
            tell(cx, Event::Responded { group, turned: false });
            Flow::Done(Answer::Done)
        }
    }
}
