//! The joint action phase: break-offs, tests to stop, commanders, bolstering and rallying, routs and pursuits, removals.

pub mod break_off;

use super::Fogr;
use super::asked::{self, Asked};
use super::customs::{BreaksOff, Stops};
use super::game_tests;
use super::law::law;
use super::outcome::pursuit::Chase;
use super::outcome::rout::{RoutDistance, ways_from};
use super::outcome::{self, Pursuit, Rout, Tests, destroy};
use super::position::contact;
use super::position::note_autobreak;
use super::riding::{CommanderGoes, CommanderPlan, ride};
use super::world::{CommanderId, CommanderPlace, GroupId, TestOutcome, World};
use super::{Answer, Cx, Flow, Input, Scenario, Seen};
use caracole_kernel::{Below, Play};
use caracole_kernel::{Refusal, Sentence, Side};
use caracole_ledger::{enforces, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of the joint action phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// It begins.
    Whole,
    /// Battle groups may break off.
    BreakOffs {
        /// Those not asked yet.
        left: Vec<GroupId>,
    },
    /// Pursuers and looters may try to stop.
    Stops {
        /// Those not asked yet.
        left: Vec<GroupId>,
        /// The one that tests now.
        testing: Option<GroupId>,
    },
    /// Commanders move.
    Commanders {
        /// The side that moves its commanders; none when both have.
        side: Option<Side>,
        /// The active player lets the other go first.
        after_them: bool,
    },
    /// Commanders bolster and rally.
    Bolsters {
        /// Commanders not asked yet.
        left: Vec<CommanderId>,
        /// Battle groups for which an attempt was made.
        tried: Vec<GroupId>,
    },
    /// Routers move.
    Routs(Routs),
    /// Pursuers have moved.
    Pursued {
        /// Routers whose way is barred.
        barred: Vec<GroupId>,
    },
    /// Battle groups are removed.
    Removals {
        /// Those to be removed once their friends have tested.
        doomed: Vec<GroupId>,
    },
}

/// The routs of the phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Routs {
    /// Those that have not moved.
    left: Vec<GroupId>,
    /// The one that has just moved.
    last: Option<GroupId>,
    /// Those whose way is barred.
    barred: Vec<GroupId>,
    /// Who pursues whom, as it stood before any of them moved.
    chases: Vec<Chase>,
    /// Commanders whose player has said whether they go along with the next routers.
    asked: Vec<CommanderId>,
}

/// What a step of the phase comes to.
enum Then {
    /// It goes on after this.
    Wait(Flow),
    /// It is over, and this is the next one.
    Next(Procedure),
    /// It is over once this is done, and this is the next one.
    NextAfter(Flow, Procedure),
}

/// What a player must choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Whether to break off.
    BreakOff {
        /// Who may.
        group: GroupId,
    },
    /// Whether to try to stop pursuing or looting.
    Stop {
        /// Who may.
        group: GroupId,
    },
    /// A commander's move, or none.
    Commander,
    /// Whether to bolster or rally.
    Bolster {
        /// The commander.
        commander: CommanderId,
        /// The battle group he is with.
        group: GroupId,
    },
    /// Whether a commander goes along with routers.
    Accompany {
        /// The commander.
        commander: CommanderId,
        /// The battle group that routs.
        group: GroupId,
    },
    /// Whether to try to go on pursuing; they stop otherwise.
    Continue {
        /// Who may.
        group: GroupId,
    },
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Do it: break off, try to stop, bolster or rally.
    Act,
    /// Do not.
    Pass,
    /// Move a commander.
    Commander {
        /// The commander.
        commander: CommanderId,
        /// Where.
        goes: CommanderGoes,
    },
    /// Let the other side move its commanders first: the active player decides the sequence.
    AfterThem,
}

/// A legal choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Do it.
    Act,
    /// Do not.
    Pass,
    /// Move a commander.
    Commander(CommanderPlan),
    /// Let the other side go first.
    AfterThem,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A battle group broke off.
    BrokeOff {
        /// The battle group.
        group: GroupId,
    },
    /// A battle group stopped pursuing or looting.
    Stopped {
        /// The battle group.
        group: GroupId,
    },
    /// A commander moved.
    CommanderMoved {
        /// The commander.
        commander: CommanderId,
        /// Whom he joined.
        joined: Option<GroupId>,
    },
    /// A sacked camp was removed.
    CampRemoved {
        /// The side that it belongs to.
        side: Side,
    },
    /// A battle group should have broken off and could not: it dropped a level.
    HeldFast {
        /// The battle group.
        group: GroupId,
    },
}

fn say(cx: &mut Cx<'_>, event: Event) {
    cx.tell(super::Event::Joint(event));
}

/// The battle groups of which this holds, the active side's first.
fn in_turn(world: &World, test: impl Fn(GroupId) -> bool) -> Vec<GroupId> {
    enforces!("FOGR-JAP-001");
    let mut found: Vec<GroupId> = world.on_table().filter(|&g| test(g)).collect();
    found.sort_by_key(|&g| world.in_turn(g));
    found
}

impl Play<Fogr> for Procedure {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        enforces!("FOGR-JAP-002", "FOGAM-JAP-002", "FOGAM-SEQUENCE-019");
        let then = match self {
            Procedure::Whole => {
                let book = cx.world.book;
                let mut spent = book.leave_at_start(cx.world);
                if !spent.is_empty() {
                    destroy_all(cx, &mut spent);
                    contact::forget_past_engagements(cx.world);
                }
                let mut left = in_turn(cx.world, |g| break_off::may_break_off(cx.world, g));
                let first = book.acts_first(cx.world.turn.active);
                left.sort_by_key(|&g| cx.world[g].side != first);
                Then::Next(Procedure::BreakOffs { left })
            }
            Procedure::BreakOffs { left } => break_offs(cx, left, input),
            Procedure::Stops { left, testing } => stops(cx, left, testing, input),
            Procedure::Commanders { side, after_them } => commanders(cx, side, after_them, input),
            Procedure::Bolsters { left, tried } => bolsters(cx, left, tried, &input),
            Procedure::Routs(routs) => routs_and_pursuits(cx, routs, input),
            Procedure::Pursued { barred } => removals(cx, barred),
            Procedure::Removals { doomed } => {
                destroy_all(cx, doomed);
                let book = cx.world.book;
                destroy_all(cx, &mut book.lost_at_end(cx.world));
                destroy_all(cx, &mut book.leave_at_end(cx.world));
                contact::forget_past_engagements(cx.world);
                Then::Wait(Flow::Done(Answer::Done))
            }
        };
        match then {
            Then::Wait(flow) => flow,
            Then::Next(step) => {
                *self = step;
                Flow::Again
            }
            Then::NextAfter(flow, step) => {
                *self = step;
                flow
            }
        }
    }

    asked::answers!(Joint);

    fn pick(&self, asked: Asked<'_>, below: Below<'_>) -> Option<super::Decision> {
        match asked.request {
            super::Request::Joint(Request::Commander) => {
                Some(pick_ride(asked.battle.world(), asked.side, below))
            }
            _ => asked::pick_offered(self, asked, below),
        }
    }
}

/// Battle groups break off, one after the other.
fn break_offs(cx: &mut Cx<'_>, left: &mut Vec<GroupId>, input: Input) -> Then {
    enforces!("FOGR-JAP-017", "FOGR-SEQUENCE-028");
    if let (Input::Order(order), false) = (input, left.is_empty()) {
        let group = left.remove(0);
        if matches!(order, super::Order::Joint(Order::Act)) {
            go_back(cx, group);
        }
    }
    while let Some(&group) = left.first() {
        let way = break_off::plan(cx.world, group).is_some();
        match (cx.world.book.breaks_off(cx.world, group), way) {
            (BreaksOff::May, true) => break,
            (BreaksOff::Must, true) => go_back(cx, group),
            (BreaksOff::Must, false) => held_fast(cx, group),
            (BreaksOff::No, _) | (BreaksOff::May, false) => {}
        }
        left.remove(0);
    }
    if let Some(&group) = left.first() {
        return Then::Wait(ask(cx, group, Request::BreakOff { group }));
    }
    let left = in_turn(cx.world, |g| cx.world.book.stops(cx.world, g) != Stops::No);
    Then::Next(Procedure::Stops { left, testing: None })
}

/// Pursuers and looters test to stop, one after the other.
fn stops(cx: &mut Cx<'_>, left: &mut Vec<GroupId>, testing: &mut Option<GroupId>, input: Input) -> Then {
    enforces!("FOGR-SEQUENCE-029");
    match (testing.take(), input) {
        (Some(group), Input::Answer(Answer::Test(outcome))) => {
            let stops_by = match cx.world.book.stops(cx.world, group) {
                Stops::UnlessTest(_) => TestOutcome::Failed,
                Stops::ByTest(_) | Stops::No => TestOutcome::Passed,
            };
            if outcome == stops_by {
                stop(cx, group);
            }
        }
        (None, Input::Order(order)) if !left.is_empty() => {
            let group = left.remove(0);
            let acts = matches!(order, super::Order::Joint(Order::Act));
            match (cx.world.book.stops(cx.world, group), acts) {
                (Stops::ByTest(purpose) | Stops::UnlessTest(purpose), true) => {
                    *testing = Some(group);
                    let test = game_tests::Procedure::ComplexMove { group, purpose };
                    return Then::Wait(Flow::Call(super::Procedure::Test(test)));
                }
                (Stops::UnlessTest(_), false) => stop(cx, group),
                _ => {}
            }
        }
        _ => {}
    }
    if let Some(&group) = left.first() {
        let request = match cx.world.book.stops(cx.world, group) {
            Stops::UnlessTest(_) => Request::Continue { group },
            _ => Request::Stop { group },
        };
        return Then::Wait(ask(cx, group, request));
    }
    clear_camps(cx);
    let first = cx.world.book.acts_first(cx.world.turn.active);
    Then::Next(Procedure::Commanders { side: Some(first), after_them: false })
}

/// The sides move their commanders: the active side first, unless its player lets the other go first.
fn commanders(cx: &mut Cx<'_>, side: &mut Option<Side>, after_them: &mut bool, input: Input) -> Then {
    enforces!("FOGR-SEQUENCE-030", "FOGR-JAP-001");
    let active = cx.world.turn.active;
    let first = cx.world.book.acts_first(active);
    let next = |asked: Side, after_them: bool| ((asked == first) != after_them).then(|| asked.other());
    match (input, *side) {
        (Input::Order(super::Order::Joint(Order::Commander(plan))), _) => move_commander(cx, &plan),
        (Input::Order(super::Order::Joint(Order::AfterThem)), _) => {
            (*side, *after_them) = (Some(active.other()), true);
        }
        (Input::Order(_), Some(asked)) => *side = next(asked, *after_them),
        _ => {}
    }
    if let Some(asked) = *side {
        if cx.world.commander_ids().any(|c| may_ride(cx.world, asked, c).is_ok()) {
            return Then::Wait(Flow::Ask(asked, super::Request::Joint(Request::Commander)));
        }
        *side = next(asked, *after_them);
        return Then::Wait(Flow::Again);
    }
    let left = cx.world.commanders_in_turn().into_vec();
    Then::Next(Procedure::Bolsters { left, tried: Vec::new() })
}

/// Commanders bolster and rally, one after the other.
fn bolsters(cx: &mut Cx<'_>, left: &mut Vec<CommanderId>, tried: &mut Vec<GroupId>, input: &Input) -> Then {
    enforces!("FOGR-SEQUENCE-031");
    if let (Input::Order(order), Some(&commander)) = (input, left.first()) {
        left.remove(0);
        if let (super::Order::Joint(Order::Act), Some(group)) = (order, cx.world[commander].with()) {
            enforces!("FOGR-JAP-047", "FOGR-JAP-051", "FOGR-JAP-052", "FOGR-JAP-055", "FOGAM-JAP-037");
            tried.push(group);
            let attempt = outcome::Procedure::bolster(group);
            return Then::Wait(Flow::Call(super::Procedure::Outcome(attempt)));
        }
    }
    let book = cx.world.book;
    left.retain(|&c| {
        cx.world[c].with().is_some_and(|g| !tried.contains(&g) && book.may_bolster(cx.world, c, g))
    });
    if let Some(&commander) = left.first()
        && let Some(group) = cx.world[commander].with()
    {
        return Then::Wait(ask(cx, group, Request::Bolster { commander, group }));
    }
    Then::Next(Procedure::Routs(Routs {
        left: routers_in_turn(cx.world),
        last: None,
        barred: Vec::new(),
        chases: chases(cx.world),
        asked: Vec::new(),
    }))
}

/// The routers in the order in which they move.
fn routers_in_turn(world: &World) -> Vec<GroupId> {
    let mut routers = in_turn(world, |g| world[g].is_broken());
    if world.book.free_routers_first() {
        let touched = |g: GroupId| world.enemies_of(g).any(|e| contact::touch(world, g, e));
        routers.sort_by_cached_key(|&g| touched(g));
    }
    routers
}

/// Routers move, one battle group after the other; then their pursuers.
fn routs_and_pursuits(cx: &mut Cx<'_>, routs: &mut Routs, input: Input) -> Then {
    match (routs.last.take(), input) {
        (Some(group), Input::Answer(Answer::Test(TestOutcome::Failed))) => routs.barred.push(group),
        (_, Input::Order(super::Order::Joint(order))) => stay_or_go(cx, &routs.asked, &order),
        _ => {}
    }
    if let Some(&group) = routs.left.first() {
        let free = |c: &CommanderId| cx.world[*c].with() == Some(group) && !routs.asked.contains(c);
        if let Some(commander) = cx.world.commander_ids().find(free) {
            routs.asked.push(commander);
            return Then::Wait(ask(cx, group, Request::Accompany { commander, group }));
        }
    }
    outcome::guns::support_gone(cx);
    if !routs.left.is_empty() {
        enforces!("FOGR-JAP-019", "FOGR-JAP-022", "FOGR-SEQUENCE-032", "FOGAM-JAP-012");
        let group = routs.left.remove(0);
        routs.last = Some(group);
        let rout = rout_of(cx.world, group, &routs.chases);
        return Then::Wait(Flow::Call(super::Procedure::Outcome(outcome::Procedure::Rout(rout))));
    }
    let pursuit = Pursuit::going_on(std::mem::take(&mut routs.chases));
    Then::NextAfter(
        Flow::Call(super::Procedure::Outcome(outcome::Procedure::Pursuit(pursuit))),
        Procedure::Pursued { barred: std::mem::take(&mut routs.barred) },
    )
}

/// The rout of a battle group, away from the enemies that it touches.
fn rout_of(world: &World, group: GroupId, chases: &[Chase]) -> Rout {
    let from: Vec<GroupId> = world.enemies_of(group).filter(|&e| contact::touch(world, group, e)).collect();
    let pursued = chases.iter().any(|c| c.routers.contains(&group));
    let varied = if world.book.free_routers_first() { !from.is_empty() } else { pursued };
    let distance = if varied { RoutDistance::Varied } else { RoutDistance::Normal };
    Rout::new(group, ways_from(world, group, &from), distance)
}

/// Battle groups that are lost are removed; those too small to go on, once their friends have tested.
fn removals(cx: &mut Cx<'_>, barred: &mut Vec<GroupId>) -> Then {
    enforces!("FOGR-JAP-044", "FOGR-JAP-045", "FOGR-COHESION-008", "FOGR-SEQUENCE-033");
    destroy_all(cx, barred);
    remove_lost(cx);
    let doomed = in_turn(cx.world, |g| cx.world.size(g) <= 1 && !cx.world[g].is_broken());
    let tests = Tests::at_end_of_phase(cx.world, &doomed);
    Then::NextAfter(
        Flow::Call(super::Procedure::Outcome(outcome::Procedure::Tests(tests))),
        Procedure::Removals { doomed },
    )
}

fn destroy_all(cx: &mut Cx<'_>, groups: &mut Vec<GroupId>) {
    for group in std::mem::take(groups) {
        destroy(cx, group);
    }
}

/// A commander with broken troops goes along with them or keeps his place; his first rout with them was compulsory.
fn stay_or_go(cx: &mut Cx<'_>, asked: &[CommanderId], order: &Order) {
    enforces!("FOGR-JAP-056", "FOGR-JAP-060", "FOGAM-JAP-019");
    if let (Some(&commander), Order::Pass) = (asked.last(), order) {
        cx.world[commander].place = CommanderPlace::Alone;
        say(cx, Event::CommanderMoved { commander, joined: None });
    }
}

fn ask(cx: &Cx<'_>, group: GroupId, request: Request) -> Flow {
    Flow::Ask(cx.world[group].side, super::Request::Joint(request))
}

fn go_back(cx: &mut Cx<'_>, group: GroupId) {
    let Some(body) = break_off::plan(cx.world, group) else { return };
    cx.world.put(group, &body);
    outcome::rout::follow(cx.world, group);
    cx.world[group].turn.broke_off = true;
    outcome::guns::support_gone(cx);
    contact::forget_past_engagements(cx.world);
    say(cx, Event::BrokeOff { group });
}

/// A battle group that should break off has no way back: it drops a level and fights on.
fn held_fast(cx: &mut Cx<'_>, group: GroupId) {
    enforces!("FOGAM-JAP-010");
    let to = cx.world[group].cohesion.dropped(1);
    outcome::drop_to(cx.world, group, to);
    cx.world[group].phase.unseen |= cx.world[group].is_broken();
    say(cx, Event::HeldFast { group });
}

fn stop(cx: &mut Cx<'_>, group: GroupId) {
    enforces!("FOGR-JAP-040");
    let g = &mut cx.world[group];
    g.looting = false;
    g.pursuing.clear();
    g.wild_pursuit = false;
    say(cx, Event::Stopped { group });
}

/// Removes sacked camps that are no longer looted.
fn clear_camps(cx: &mut Cx<'_>) {
    for side in Side::BOTH {
        let sacked = cx.world.sides[side].camp.is_some_and(|c| c.sacked);
        let looted = cx.world.of_side(side.other()).any(|g| cx.world[g].looting);
        if sacked && !looted {
            cx.world.sides[side].camp_lost = true;
            cx.world.sides[side].camp = None;
            say(cx, Event::CampRemoved { side });
        }
    }
}

/// Whether a commander may make his own move.
pub fn may_ride(world: &World, side: Side, commander: CommanderId) -> Result<(), Refusal> {
    enforces!("FOGR-JAP-046", "FOGR-JAP-059", "FOGR-JAP-060");
    let known = world.commanders.get(usize::from(commander.0)).filter(|c| c.side == side && c.is_on_table());
    let Some(c) = known else {
        return Err(Refusal::new(
            rule!("TABLE-009"),
            "You have no such commander on the table",
            "Name one of your own.",
        ));
    };
    if c.moves > 0 {
        return Err(Refusal::new(
            law!(world.book, "FOGR-JAP-046", "FOGAM-JAP-032"),
            "This commander has moved in this phase",
            "Move another.",
        ));
    }
    if let CommanderPlace::With(group) = c.place
        && world.book.keeps_commander(world, group)
    {
        return Err(Refusal::new(
            rule!("FOGAM-JAP-032"),
            "This commander is with troops that pursue, or has moved with them",
            "Move another.",
        ));
    }
    if let CommanderPlace::FrontRank(group) = c.place
        && (contact::in_close_combat(world, group) || world.book.is_after_routers(world, group))
    {
        return Err(Refusal::new(
            law!(world.book, "FOGR-JAP-059", "FOGAM-MOVE-102"),
            "This commander fights in the front rank of troops that are in close combat or pursue",
            "Move another.",
        ));
    }
    Ok(())
}

fn move_commander(cx: &mut Cx<'_>, plan: &CommanderPlan) {
    let state = &mut cx.world[plan.commander];
    state.base = plan.base;
    state.place = plan.place;
    state.moves += 1;
    let joined = state.with();
    say(cx, Event::CommanderMoved { commander: plan.commander, joined });
}

/// Who pursues whom.
fn chases(world: &World) -> Vec<Chase> {
    world
        .on_table()
        .filter(|&g| !world[g].is_broken())
        .filter_map(|g| {
            let routs = |r: &GroupId| world[*r].is_on_table() && world[*r].is_broken();
            let routers: Vec<GroupId> = world[g].pursuing.iter().copied().filter(routs).collect();
            (!routers.is_empty()).then(|| Chase::new(g, routers))
        })
        .collect()
}

/// Removes autobroken battle groups that are not pursued, and broken ones with one base.
fn remove_lost(cx: &mut Cx<'_>) {
    enforces!("FOGR-JAP-044", "FOGAM-COHESION-026");
    for group in cx.world.on_table().collect::<Vec<_>>() {
        let state = &cx.world[group];
        if !state.is_on_table() || !state.is_broken() {
            continue;
        }
        note_autobreak(cx.world, group);
        if cx.world.book.is_removed(cx.world, group) {
            destroy(cx, group);
        }
    }
}

/// Checks a choice.
pub fn check(asked: Asked<'_>, request: &Request, decision: &Decision) -> Result<Order, Refusal> {
    let Asked { battle, side, .. } = asked;
    match (request, decision) {
        (_, Decision::Pass) => Ok(Order::Pass),
        (
            Request::BreakOff { .. }
            | Request::Stop { .. }
            | Request::Continue { .. }
            | Request::Bolster { .. }
            | Request::Accompany { .. },
            Decision::Act,
        ) => Ok(Order::Act),
        (Request::Commander, Decision::AfterThem) => {
            check_after_them(battle, side)?;
            Ok(Order::AfterThem)
        }
        (Request::Commander, Decision::Commander { commander, goes }) => {
            may_ride(battle.world(), side, *commander)?;
            ride(battle.world(), side, *commander, *goes).map(Order::Commander)
        }
        _ => Err(caracole_kernel::NotAsked.into()),
    }
}

/// Only the active player decides the sequence, before moving a commander, and where the other side has one to move.
fn check_after_them(battle: Seen<'_>, side: Side) -> Result<(), Refusal> {
    let world = battle.world();
    let asked_before = battle
        .stack()
        .iter()
        .any(|p| matches!(p, super::Procedure::Joint(Procedure::Commanders { after_them: true, .. })));
    let begun = world.commander_ids().any(|c| world[c].side == side && world[c].moves > 0);
    let other = world.commander_ids().any(|c| may_ride(world, side.other(), c).is_ok());
    let may = world.book.active_lets_others_first();
    if may && side == world.turn.active && !asked_before && !begun && other {
        return Ok(());
    }
    Err(Refusal::new(
        law!(world.book, "FOGR-JAP-001", "FOGAM-JAP-001"),
        "Only the active player, before moving any commander, may let the other side move its commanders first",
        "Move your commanders, or say that you are done.",
    ))
}

/// Sensible choices for a request.
pub fn candidates(asked: Asked<'_>, request: &Request, out: &mut Vec<super::Decision>) {
    let Asked { battle, side, .. } = asked;
    out.push(super::Decision::Joint(Decision::Pass));
    let Request::Commander = request else {
        out.push(super::Decision::Joint(Decision::Act));
        return;
    };
    let world = battle.world();
    if check_after_them(battle, side).is_ok() {
        out.push(super::Decision::Joint(Decision::AfterThem));
    }
    for commander in world.commander_ids().filter(|&c| may_ride(world, side, c).is_ok()) {
        for group in world.of_side(side) {
            let goes = CommanderGoes::Join(group);
            let new = world[commander].with() != Some(group);
            if new && ride(world, side, commander, goes).is_ok() {
                out.push(super::Decision::Joint(Decision::Commander { commander, goes }));
            }
        }
    }
}

/// A random move of one of the commanders, or none.
pub fn pick_ride(world: &World, side: Side, below: &mut dyn FnMut(usize) -> usize) -> super::Decision {
    let riders: Vec<CommanderId> =
        world.commander_ids().filter(|&c| may_ride(world, side, c).is_ok()).collect();
    let mut groups: Vec<GroupId> = world.of_side(side).collect();
    if let Some(&commander) = riders.get(below(riders.len() + 1)) {
        while !groups.is_empty() {
            let group = groups.swap_remove(below(groups.len()));
            let goes = CommanderGoes::Join(group);
            if world[commander].with() != Some(group) && ride(world, side, commander, goes).is_ok() {
                return super::Decision::Joint(Decision::Commander { commander, goes });
            }
        }
    }
    super::Decision::Joint(Decision::Pass)
}

/// The event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::BrokeOff { group } => Sentence::new(
            format!("{} break off.", scenario.title(*group)),
            &[law!(scenario.book(), "FOGR-JAP-009", "FOGAM-JAP-007")],
        ),
        Event::HeldFast { group } => Sentence::new(
            format!("{} cannot break off: they drop a level and fight on.", scenario.title(*group)),
            &[rule!("FOGAM-JAP-010")],
        ),
        Event::Stopped { group } => Sentence::new(
            format!("{} stop and are under control again.", scenario.title(*group)),
            &[law!(scenario.book(), "FOGR-JAP-040", "FOGAM-JAP-020")],
        ),
        Event::CommanderMoved { commander, joined } => {
            let who = scenario.commander_title(*commander);
            let text = match joined {
                Some(group) => format!("{who} joins {}.", scenario.title(*group)),
                None => format!("{who} rides off on his own."),
            };
            Sentence::new(text, &[law!(scenario.book(), "FOGR-JAP-046", "FOGAM-JAP-032")])
        }
        Event::CampRemoved { side } => Sentence::new(
            format!("The camp of {side} is gone."),
            &[law!(scenario.book(), "FOGR-JAP-018", "FOGAM-JAP-011")],
        ),
    }
}
