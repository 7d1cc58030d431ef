//! The flow of the manoeuvre phase.

use super::as_one::{after_test_of_all, carry_out_all_moves, simple_instead_of_all, test_all};
use super::messages::{Action, Advance, Event, Feeding, Request};
use super::plan::{Place, Plan, carry_out_all};
use super::{
    Order, commanders, conform, defences, discovery, division, feed, moves, obstruct, reform, respond,
};
use super::{candidates, check, pick};
use crate::battle::Fogr;
use crate::battle::asked::{self, Asked};
use crate::battle::charge::flight;
use crate::battle::impact;
use crate::battle::position::{ambush, contact, kinds};
use crate::battle::world::{
    Approach, CommanderId, CommanderPlace, GroupId, PortableDefences, TestOutcome, World,
};
use crate::battle::{Answer, Cx, Flow, Input, game_tests, outcome, setup};
use crate::combat::TestPurpose;
use crate::troops::TroopType;
use caracole_kernel::Side;
use caracole_kernel::{Below, Play};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

type Whole = crate::battle::Procedure;
type Ask = crate::battle::Request;
type Told = crate::battle::Event;
type Given = crate::battle::Order;

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

/// The state of the manoeuvre phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// The phase at the start of one of its steps, or within it.
    Phase(Option<Step>),
    /// A battle group moves; its test may come first.
    Move {
        /// The battle group.
        group: GroupId,
        /// How.
        action: Action,
    },
    /// It is taking its test.
    Tested {
        /// The battle group.
        group: GroupId,
        /// How it wants to move.
        action: Action,
    },
    /// It failed and chooses a simple move.
    SimpleInstead {
        /// The battle group.
        group: GroupId,
    },
    /// Further moves of a battle group or division.
    Further {
        /// The battle groups.
        groups: Vec<GroupId>,
    },
    /// Lone commanders flee, one after the other; then further moves.
    Flee {
        /// Who.
        commanders: Vec<CommanderId>,
        /// The enemies that they flee from.
        groups: Vec<GroupId>,
    },
    /// An enemy contacted by a shift or turn responds.
    Respond {
        /// The battle group.
        group: GroupId,
        /// To whom.
        by: GroupId,
    },
    /// Enemies give way to a turn, one after the other; then it is made.
    GiveWay {
        /// The battle group that turns.
        group: GroupId,
        /// How.
        action: Action,
    },
    /// Battle groups saw an ambush on their way: it is revealed, then they go on or halt.
    Discovered {
        /// The battle groups.
        groups: Vec<GroupId>,
        /// What they saw.
        sight: Sight,
        /// What is left of their move.
        rest: Advance,
        /// Lone commanders whom they come upon.
        commanders: Vec<CommanderId>,
    },
    /// Battle groups that move as one take their test, then move.
    AllTested {
        /// The battle groups.
        groups: Vec<GroupId>,
        /// How they want to move.
        advance: Advance,
    },
    /// They failed and choose a simple move.
    SimpleInsteadOfAll {
        /// The battle groups.
        groups: Vec<GroupId>,
    },
    /// Bases are fed into a fight after a test, or after others have made room.
    Feed {
        /// The battle group.
        group: GroupId,
        /// How.
        how: Feeding,
        /// It has passed its test.
        passed: bool,
    },
}

/// An ambush that is being revealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sight {
    /// The side that it belongs to.
    pub side: Side,
    /// Number of the marker.
    pub marker: u8,
    /// Who lies under it.
    pub ambushers: Option<GroupId>,
    /// It has been revealed.
    pub revealed: bool,
}

impl Procedure {
    /// The phase from its start.
    #[must_use]
    pub const fn begin() -> Self {
        Procedure::Phase(None)
    }
}

impl Play<Fogr> for Procedure {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        let order = match input {
            Input::Order(Given::Manoeuvre(order)) => Some(order),
            Input::Answer(Answer::Test(outcome)) => return after_test(cx, self, outcome),
            _ => None,
        };
        match self {
            Procedure::Phase(step) => phase(cx, step, order),
            Procedure::Move { group, action } => start_move(cx, *group, &action.clone()),
            Procedure::Tested { group, .. } => Flow::Call(Whole::Test(game_tests::Procedure::ComplexMove {
                group: *group,
                purpose: TestPurpose::Move,
            })),
            Procedure::SimpleInstead { group } => simple_instead(cx, *group, order),
            Procedure::Further { groups } => further(cx, &groups.clone(), order),
            Procedure::Flee { commanders, groups } => flee(cx, commanders, &groups.clone(), order),
            Procedure::Respond { group, by } => respond(cx, *group, *by, order),
            Procedure::GiveWay { group, action } => give_way(cx, *group, &action.clone(), order),
            Procedure::Discovered { groups, sight, rest, commanders } => {
                discovered(cx, &groups.clone(), sight, rest, commanders)
            }
            Procedure::AllTested { groups, .. } => {
                Flow::Call(Whole::Test(game_tests::Procedure::MoveOfAll { groups: groups.clone() }))
            }
            Procedure::SimpleInsteadOfAll { groups } => simple_instead_of_all(cx, &groups.clone(), order),
            Procedure::Feed { group, how, passed } => feed_after(cx, *group, &how.clone(), *passed, order),
        }
    }

    asked::answers!(Manoeuvre);

    fn pick(&self, asked: Asked<'_>, below: Below<'_>) -> Option<crate::battle::Decision> {
        match asked.request {
            Ask::Manoeuvre(Request::Move) => Some(pick::next_move(asked.battle.world(), asked.side, below)),
            _ => asked::pick_offered(self, asked, below),
        }
    }
}

pub(super) fn ask(side: Side, request: Request) -> Flow {
    Flow::Ask(side, Ask::Manoeuvre(request))
}

pub(super) fn tell(cx: &mut Cx<'_>, event: Event) {
    cx.tell(Told::Manoeuvre(event));
}

fn phase(cx: &mut Cx<'_>, step: &mut Option<Step>, order: Option<Order>) -> Flow {
    enforces!("FOGR-MANOEUVRE-001", "FOGR-SEQUENCE-017", "FOGR-SEQUENCE-018", "FOGR-SEQUENCE-019");
    enforces!("FOGAM-MANOEUVRE-001", "FOGAM-SEQUENCE-014", "FOGAM-SEQUENCE-015", "FOGAM-SEQUENCE-016");
    // Where the order within a step matters and no rule fixes it, the active side goes first.
    enforces!("FOGR-TURN-017", "FOGAM-TURN-018");
    let active = cx.world.turn.active;
    let Some(now) = *step else {
        contact::forget_past_engagements(cx.world);
        *step = Some(Step::Reform(active));
        return Flow::Again;
    };
    let asked = match now {
        Step::Reform(side) => reform_step(cx, side, order),
        Step::Conform => conform_step(cx, active, order),
        Step::Feed(side) => feed_step(cx, side, order),
        Step::Moves => return moves_step(cx, active, order),
    };
    if let Some(flow) = asked {
        return flow;
    }
    *step = Some(match now {
        Step::Reform(side) if side == active => Step::Reform(side.other()),
        Step::Reform(_) => Step::Conform,
        Step::Conform => Step::Feed(active),
        Step::Feed(side) if side == active => Step::Feed(side.other()),
        Step::Feed(_) | Step::Moves => Step::Moves,
    });
    Flow::Again
}

/// A side reforms battle groups; none when it has done so.
fn reform_step(cx: &mut Cx<'_>, side: Side, order: Option<Order>) -> Option<Flow> {
    enforces!("FOGAM-MANOEUVRE-009");
    if let Some(Order::Reform(place)) = &order {
        let before = cx.world.clone();
        place.carry_out(cx.world);
        commanders::bring_along(cx.world, &before, place.group);
        tell(cx, Event::Reformed { group: place.group });
    }
    let done = matches!(order, Some(Order::Done));
    (!done && reform::any(cx.world, side)).then(|| ask(side, Request::Reform))
}

/// The active side conforms; none when it has done so.
fn conform_step(cx: &mut Cx<'_>, active: Side, order: Option<Order>) -> Option<Flow> {
    let (events, open) = conform::conform_all(cx.world, active);
    for event in events {
        tell(cx, event);
    }
    let danger = open?;
    match order {
        None => {
            let conform::InDanger { group, enemy } = danger;
            return Some(ask(active, Request::Conform { group, enemy }));
        }
        Some(Order::Conform) => {
            for event in conform::conform_one(cx.world, danger) {
                tell(cx, event);
            }
        }
        Some(_) => cx.world[danger.group].phase.conformed = true,
    }
    Some(Flow::Again)
}

/// A side feeds bases into its close combats; none when it has done so.
fn feed_step(cx: &mut Cx<'_>, side: Side, order: Option<Order>) -> Option<Flow> {
    let done = matches!(order, Some(Order::Done));
    if let Some(Order::Feed { how, end, needs_test, room }) = order {
        if needs_test || !room.is_empty() {
            let feed = Procedure::Feed { group: end.group, how, passed: false };
            return Some(Flow::Call(Whole::Manoeuvre(feed)));
        }
        feed_in(cx, &end, how);
    }
    (!done && feed::any(cx.world, side)).then(|| ask(side, Request::Feed))
}

/// Bases come into a fight.
fn feed_in(cx: &mut Cx<'_>, end: &Place, how: Feeding) {
    let before = cx.world.clone();
    let group = end.group;
    end.carry_out(cx.world);
    cx.world[group].phase.fed = cx.world[group].phase.fed.saturating_add(feed::cost(&how));
    commanders::bring_along(cx.world, &before, group);
    tell(cx, Event::Fed { group, how });
}

/// What comes before bases are fed into a fight: a test, others who make room; then they are.
fn feed_after(cx: &mut Cx<'_>, group: GroupId, how: &Feeding, passed: bool, order: Option<Order>) -> Flow {
    if let Some(Order::GiveWay(places)) = order {
        makes_room(cx, &places);
    }
    let Ok(fed) = feed::plan(cx.world, cx.world[group].side, group, how) else {
        return Flow::Done(Answer::Done);
    };
    if fed.needs_test && !passed {
        let test = game_tests::Procedure::ComplexMove { group, purpose: TestPurpose::Move };
        return Flow::Call(Whole::Test(test));
    }
    if let Some(&other) = fed.room.first() {
        let request = Request::MakeRoom { group: other, to: group, how: how.clone() };
        return ask(cx.world[other].side, request);
    }
    feed_in(cx, &fed.end, how.clone());
    Flow::Done(Answer::Done)
}

/// Battle groups make room for others.
fn makes_room(cx: &mut Cx<'_>, places: &[Place]) {
    let before = cx.world.clone();
    carry_out_all(places, cx.world);
    for place in places {
        commanders::bring_along(cx.world, &before, place.group);
        tell(cx, Event::MadeRoom { group: place.group });
    }
}

/// The active side moves, one move after the other.
fn moves_step(cx: &mut Cx<'_>, active: Side, order: Option<Order>) -> Flow {
    match order {
        None => ask(active, Request::Move),
        Some(Order::Move(plan)) => {
            Flow::Call(Whole::Manoeuvre(Procedure::Move { group: plan.group, action: plan.action }))
        }
        Some(Order::MoveDivision(plan)) => first_move_of_division(cx, &plan),
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
    }
}

fn first_move_of_division(cx: &mut Cx<'_>, plan: &division::DivisionPlan) -> Flow {
    let advance = Action::Advance(plan.advance.clone());
    if let Some(reveal) = walked_over(cx.world, &plan.groups, &advance) {
        // The player gives the order again after seeing where the ambushers stand.
        return Flow::Call(Whole::Setup(reveal));
    }
    if plan.needs_test {
        return Flow::Call(Whole::Manoeuvre(test_all(plan)));
    }
    if let Some(discovered) = sighted_by_division(cx, plan) {
        return Flow::Call(discovered);
    }
    let upon = move_division(cx, plan);
    then_further(cx, plan.groups.clone(), upon)
}

/// They have had their move.
pub(super) fn stay(cx: &mut Cx<'_>, groups: &[GroupId]) -> Flow {
    for &group in groups {
        let deeds = &mut cx.world[group].phase;
        deeds.moves = deeds.moves.max(1);
        deeds.kept_clear = false;
    }
    Flow::Done(Answer::Done)
}

/// Calls what follows a move: flights of commanders, then further moves.
fn then_further(cx: &mut Cx<'_>, groups: Vec<GroupId>, upon: Vec<CommanderId>) -> Flow {
    let again = moves::may_move_again(cx.world, &groups);
    match (upon.is_empty(), again) {
        (true, true) => Flow::Call(Whole::Manoeuvre(Procedure::Further { groups })),
        (false, _) => Flow::Call(Whole::Manoeuvre(Procedure::Flee { commanders: upon, groups })),
        (true, false) => Flow::Again,
    }
}

/// The ambush of friends that battle groups are about to walk over.
fn walked_over(world: &World, groups: &[GroupId], action: &Action) -> Option<setup::Procedure> {
    let Action::Advance(advance) = action else { return None };
    let side = groups.first().map(|&g| world[g].side)?;
    if world.setup.ambushes[side].is_empty() {
        return None;
    }
    let over = |g: &GroupId| {
        let way = super::advance::path_of(world.body(*g), advance);
        let marker = ambush::walked_over(world, *g, &way)?;
        Some(setup::Procedure::Reveal { side, marker, told: false })
    };
    groups.iter().find_map(over)
}

fn start_move(cx: &mut Cx<'_>, group: GroupId, action: &Action) -> Flow {
    let side = cx.world[group].side;
    // It was legal when it was chosen, and nothing has changed since.
    let Ok(plan) = moves::plan(cx.world, side, group, action) else { return Flow::Done(Answer::Done) };
    if let Some(reveal) = walked_over(cx.world, &[group], action) {
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
    enforces!("FOGR-MOVE-030", "FOGR-MOVE-031", "FOGAM-MOVE-035", "FOGAM-MOVE-036");
    match procedure.clone() {
        Procedure::AllTested { groups, advance } => return after_test_of_all(cx, &groups, &advance, outcome),
        Procedure::Feed { group, how, .. } if outcome == TestOutcome::Passed => {
            *procedure = Procedure::Feed { group, how, passed: true };
            return Flow::Again;
        }
        Procedure::Feed { group, how, .. } => {
            cx.world[group].phase.fed = cx.world[group].phase.fed.saturating_add(feed::cost(&how));
            return Flow::Done(Answer::Done);
        }
        _ => {}
    }
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
        return stay(cx, &[group]);
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
    if !plan.gives_way.is_empty() {
        let action = plan.action.clone();
        return Flow::Become(Whole::Manoeuvre(Procedure::GiveWay { group, action }));
    }
    if let Some(discovered) = sighted(cx, plan) {
        return Flow::Become(discovered);
    }
    let met = match plan.action {
        Action::ShiftIntoMelee { .. } => Some(Approach::Front),
        Action::TurnIntoMelee { .. } => Some(Approach::Turned),
        _ => None,
    };
    let touched = cx.world.enemies_of(group).find(|&e| contact::touch(cx.world, group, e));
    make_move(cx, plan);
    if let (Some(approach), Some(enemy)) = (met, touched) {
        contact::note(cx.world, group, enemy, approach);
        return match respond::has_choice(cx.world, enemy, group) {
            true => Flow::Become(Whole::Manoeuvre(Procedure::Respond { group: enemy, by: group })),
            false => Flow::Done(Answer::Done),
        };
    }
    what_follows(cx, vec![group], plan.comes_upon.to_vec())
}

/// Flights of commanders, then further moves, in place of what is under way.
pub(super) fn what_follows(cx: &mut Cx<'_>, groups: Vec<GroupId>, upon: Vec<CommanderId>) -> Flow {
    if !upon.is_empty() {
        return Flow::Become(Whole::Manoeuvre(Procedure::Flee { commanders: upon, groups }));
    }
    match moves::may_move_again(cx.world, &groups) {
        true => Flow::Become(Whole::Manoeuvre(Procedure::Further { groups })),
        false => Flow::Done(Answer::Done),
    }
}

/// What is under way instead of the rest of a move on which an ambush is seen, the move so far being made.
fn sighted(cx: &mut Cx<'_>, plan: &Plan) -> Option<Whole> {
    let Action::Advance(advance) = &plan.action else { return None };
    let path = discovery::path(cx.world, plan.group, advance)?;
    let seen = discovery::on_way(cx.world, &[path], advance)?;
    let mut end = seen.at.first()?.clone();
    end.portable = plan.end.portable;
    let there = cx.world.supposing(|there| end.carry_out(there));
    // A battle group does not halt among friends that it passes through: it sees the ambush when it is through.
    if !feed::has_room(cx.world, &there, plan.group) {
        return None;
    }
    make_move(cx, &Plan { end, ..plan.clone() });
    Some(reveal(cx, vec![plan.group], &seen, plan.comes_upon.to_vec()))
}

pub(super) fn sighted_by_division(cx: &mut Cx<'_>, plan: &division::DivisionPlan) -> Option<Whole> {
    let paths = division::paths(cx.world, &plan.groups, &plan.advance);
    let seen = discovery::on_way(cx.world, &paths, &plan.advance)?;
    let there = cx.world.supposing(|there| carry_out_all(&seen.at, there));
    if !plan.groups.iter().all(|&g| feed::has_room(&there, &there, g)) {
        return None;
    }
    let upon = move_division(cx, &division::DivisionPlan { ends: seen.at.clone(), ..plan.clone() });
    Some(reveal(cx, plan.groups.clone(), &seen, upon))
}

fn reveal(
    cx: &Cx<'_>,
    groups: Vec<GroupId>,
    seen: &discovery::Sighting,
    commanders: Vec<CommanderId>,
) -> Whole {
    let marker = cx.world.setup.ambushes[seen.side].get(usize::from(seen.marker));
    let ambushers = marker.and_then(|m| m.hides).map(|h| h.group);
    let sight = Sight { side: seen.side, marker: seen.marker, ambushers, revealed: false };
    Whole::Manoeuvre(Procedure::Discovered { groups, sight, rest: seen.rest.clone(), commanders })
}

fn discovered(
    cx: &mut Cx<'_>,
    groups: &[GroupId],
    sight: &mut Sight,
    rest: &Advance,
    commanders: &[CommanderId],
) -> Flow {
    if !sight.revealed {
        // What is seen was revealed before this went on.
        sight.revealed = true;
        return Flow::Again;
    }
    let further = groups.iter().any(|&g| cx.world[g].phase.moves > 1);
    let near = sight.ambushers.is_some_and(|a| discovery::is_near(cx.world, groups, a));
    if further && near {
        for &group in groups {
            tell(cx, Event::Halted { group });
        }
        return what_follows(cx, groups.to_vec(), commanders.to_vec());
    }
    let paths = division::paths(cx.world, groups, rest);
    let after = cx.world.supposing(|after| division::put_at_ends(after, &paths));
    let seen = discovery::on_way(cx.world, &paths, rest);
    // The ambushers themselves may stand in the way now.
    let free = paths.iter().all(|(g, path)| {
        obstruct::way(cx.world, *g, path, groups).is_ok()
            && obstruct::contacts_at_end(cx.world, &after, *g).is_ok()
            && (!further || moves::further_move(cx.world, groups, path).is_ok())
    });
    if !free {
        for &group in groups {
            tell(cx, Event::Halted { group });
        }
        return what_follows(cx, groups.to_vec(), commanders.to_vec());
    }
    let before = cx.world.clone();
    let ends: Vec<Place> = match &seen {
        Some(seen) => seen.at.clone(),
        None => groups.iter().map(|&g| Place::of(&after, g)).collect(),
    };
    carry_out_all(&ends, cx.world);
    for &group in groups {
        commanders::bring_along(cx.world, &before, group);
        let spent = paths.iter().find(|(g, _)| *g == group).map(|(_, p)| p.spent()).unwrap_or_default();
        tell(
            cx,
            Event::Moved {
                group,
                action: Action::Advance(rest.clone()),
                distance: None,
                spent,
                passed_through: Vec::new(),
                anchor: cx.world.anchor(group),
            },
        );
    }
    match seen {
        Some(seen) => Flow::Become(reveal(cx, groups.to_vec(), &seen, commanders.to_vec())),
        None => what_follows(cx, groups.to_vec(), commanders.to_vec()),
    }
}

/// Enemies in the way of a turn give way, as their player chooses; then the turn is made.
fn give_way(cx: &mut Cx<'_>, group: GroupId, action: &Action, order: Option<Order>) -> Flow {
    if let Some(Order::GiveWay(places)) = order {
        makes_room(cx, &places);
        // Friends who gave way make no move of their own.
        let friends = places
            .iter()
            .map(|p| p.group)
            .filter(|&g| cx.world[g].side == cx.world[group].side && !cx.world[g].is_uncontrolled());
        for friend in friends.collect::<Vec<_>>() {
            cx.world[friend].phase.shifted = true;
        }
    }
    let alone = match action.clone() {
        Action::TurnToFlank { hand, files, .. } => Action::TurnToFlank { hand, files, with: None },
        Action::TurnAbout { .. } => Action::TurnAbout { with: None, and_back: false },
        other => other,
    };
    // Where they went they may bar the advance that was to follow the turn.
    let plan =
        moves::plan_begun(cx.world, group, action).or_else(|_| moves::plan_begun(cx.world, group, &alone));
    match plan {
        Ok(plan) => match plan.gives_way.first().copied() {
            Some(enemy) => {
                let owner = cx.world[enemy].side;
                ask(owner, Request::GiveWay { group: enemy, to: group, turns: action.clone() })
            }
            None => carry_out(cx, &plan),
        },
        Err(_) => stay(cx, &[group]),
    }
}

fn make_move(cx: &mut Cx<'_>, plan: &Plan) {
    let group = plan.group;
    let before = cx.world.clone();
    enforces!("FOGAM-MANOEUVRE-003");
    let had_defences = before[group].portable;
    plan.end.carry_out(cx.world);
    for place in &plan.shifted {
        place.carry_out(cx.world);
        cx.world[place.group].phase.shifted = true;
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
    let moves = cx.world[group].phase.moves;
    cx.world[group].turn.may_not_shoot |= plan.may_not_shoot || !cx.world.book.shoots_after_moves(moves);
    make_way(cx, group);
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

/// Commanders on their own make way for friends who have come to stand on them.
fn make_way(cx: &mut Cx<'_>, group: GroupId) {
    let book = cx.world.book;
    book.make_way(cx.world, group);
}

pub(super) fn move_division(cx: &mut Cx<'_>, plan: &division::DivisionPlan) -> Vec<CommanderId> {
    let before: World = cx.world.clone();
    let book = cx.world.book;
    carry_out_all(&plan.ends, cx.world);
    for &group in &plan.groups {
        let action = Action::Advance(plan.advance.clone());
        let clear = moves::keeps_clear(&before, group, &action, cx.world);
        let deeds = &mut cx.world[group].phase;
        deeds.kept_clear = clear && (deeds.moves == 0 || deeds.kept_clear);
        deeds.moves += 1;
        let silenced = !book.shoots_after_moves(deeds.moves);
        cx.world[group].turn.may_not_shoot |= silenced;
        make_way(cx, group);
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
        Some(Order::Move(plan)) => carry_out(cx, &plan),
        Some(Order::MoveDivision(plan)) if plan.needs_test => {
            for &group in groups {
                cx.world[group].phase.test = None;
            }
            Flow::Become(Whole::Manoeuvre(test_all(&plan)))
        }
        Some(Order::MoveDivision(plan)) => carry_out_all_moves(cx, &plan),
        _ => Flow::Done(Answer::Done),
    }
}

fn flee(cx: &mut Cx<'_>, waiting: &mut Vec<CommanderId>, groups: &[GroupId], order: Option<Order>) -> Flow {
    if let (Some(Order::Join(group)), Some(&commander)) = (&order, waiting.first()) {
        flees(cx, commander, *group);
        waiting.remove(0);
    }
    while let Some(&commander) = waiting.first() {
        match commanders::refuges(cx.world, commander).as_slice() {
            [] => {}
            [only] if cx.world.book.flees_unasked() => {
                flees(cx, commander, *only);
                waiting.remove(0);
                continue;
            }
            _ => return ask(cx.world[commander].side, Request::Flee { commander }),
        }
        cx.world[commander].place = CommanderPlace::Lost;
        tell(cx, Event::CommanderLost { commander });
        waiting.remove(0);
    }
    what_follows(cx, groups.to_vec(), Vec::new())
}

fn flees(cx: &mut Cx<'_>, commander: CommanderId, to: GroupId) {
    commanders::flee_to(cx.world, commander, to);
    let goes = super::messages::CommanderGoes::Join(to);
    tell(cx, Event::CommanderMoved { commander, goes });
}

fn respond(cx: &mut Cx<'_>, group: GroupId, by: GroupId, order: Option<Order>) -> Flow {
    match order {
        None => ask(cx.world[group].side, Request::Respond { group, by }),
        Some(Order::TurnToFace(how)) => {
            respond::turns_to_face(cx, group, by, how);
            Flow::Done(Answer::Done)
        }
        Some(Order::Evade(to)) => {
            let flight = flight::Flight::new(group, flight::From::Contact { by, to });
            Flow::Become(Whole::Impact(impact::Procedure::Flight(Box::new(flight))))
        }
        Some(_) => {
            enforces!("FOGR-MANOEUVRE-074", "FOGAM-MANOEUVRE-068");
            let faced = cx.world.engagements.iter_mut().find(|e| e.attacker == by && e.defender == group);
            if let Some(engagement) = faced.filter(|e| e.approach == Approach::Turned) {
                engagement.unturned = true;
            }
            tell(cx, Event::Responded { group, turned: false });
            Flow::Done(Answer::Done)
        }
    }
}
