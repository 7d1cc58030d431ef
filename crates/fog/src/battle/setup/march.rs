//! Outflanking marches: which troops go, when they come, which enemies they drive back.

pub use crate::battle::world::setup::{Entry, March, MarchOrder, Progress};

use super::deploy::{Deployment, check_room, formed};
use super::{Decision, Event, Order, rear_edge};
use crate::RollPurpose;
use crate::army::{CommanderLevel, CommanderRole};
use crate::battle::arrange::widths;
use crate::battle::charge::flight;
use crate::battle::customs::{GunsOverrun, StragglingTest, WithoutRoom};
use crate::battle::impact;
use crate::battle::law::law;
use crate::battle::position::{command, contact, kinds, rates};
use crate::battle::world::{Captor, CommanderPlace, GroupId, Phase, Presence, World};
use crate::battle::{Answer, Cx, Flow, Input, Scenario, manoeuvre};
use crate::combat::Grade;
use crate::field::TerrainKind;
use crate::formation::Formation;
use crate::troops::{Quality, TroopType};
use caracole_kernel::dice::{Roll, Value};
use caracole_kernel::{Refusal, Side, Tally, Viewer};
use caracole_ledger::enforces;
use caracole_plane::{Angle, Base, CONTACT_TOLERANCE, Motion, Path, Point, Pose, TableEdge, Um};
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// Arrivals under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// The arrival rolls at the start of a turn; the number of the march.
    Rolls(u8),
    /// Straggling tests: march and battle group.
    Straggling(u8, u8),
    /// Coming on: march and battle group.
    Coming(u8, u8),
    /// Enemies near the place where a battle group comes on get out of its way.
    Scatter(Scatter),
}

/// Enemies that get out of the way of a battle group that comes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scatter {
    /// The march.
    march: u8,
    /// The battle group of it.
    number: u8,
    /// The enemies that have still to go.
    away: Vec<GroupId>,
    /// The formation in which it comes on.
    formation: Formation,
    /// The middle of its front line.
    front: Pose,
}

fn counts_as(world: &World, group: GroupId) -> usize {
    if world[group].grand { 2 } else { 1 }
}

/// Checks the marches that a side orders.
pub fn check(world: &World, side: Side, marches: &[MarchOrder]) -> Result<(), Refusal> {
    let (number, made_of) = (
        law!(world.book, "FOGR-SETUP-047", "FOGAM-SETUP-026"),
        law!(world.book, "FOGR-SETUP-048", "FOGAM-SETUP-026"),
    );
    let first = marches.first().map(|m| m.edge);
    if marches.len() > 2 || (marches.len() == 2 && marches.last().map(|m| m.edge) == first) {
        return Err(Refusal::new(
            number,
            "There are at most two outflanking marches, one on each flank",
            "Send fewer.",
        ));
    }
    for (i, march) in marches.iter().enumerate() {
        if !matches!(march.edge, TableEdge::Left | TableEdge::Right) {
            return Err(Refusal::new(
                number,
                "An outflanking march comes by a side edge",
                "Name the left or the right one.",
            ));
        }
        check_leader(world, side, march)?;
        check_groups(world, side, march)?;
        let shared = |other: &MarchOrder| {
            other.commander == march.commander || other.groups.iter().any(|g| march.groups.contains(g))
        };
        if marches.iter().skip(i + 1).any(shared) {
            return Err(Refusal::new(
                made_of,
                "The two marches share troops or a commander",
                "Give each its own.",
            ));
        }
    }
    Ok(())
}

fn check_leader(world: &World, side: Side, march: &MarchOrder) -> Result<(), Refusal> {
    let hidden = world.setup.ambushes[side]
        .iter()
        .any(|a| a.hides.is_some_and(|h| h.commander == Some(march.commander)));
    let leader = world.commanders.get(usize::from(march.commander.0));
    let free = leader
        .is_some_and(|c| c.side == side && c.role != CommanderRole::CInC && c.place == CommanderPlace::Away);
    if !free || hidden {
        return Err(Refusal::new(
            law!(world.book, "FOGR-SETUP-048", "FOGAM-SETUP-026"),
            "A march is led by one commander who is free and is not the C-in-C",
            "Name a subordinate or ally commander.",
        ));
    }
    Ok(())
}

fn check_groups(world: &World, side: Side, march: &MarchOrder) -> Result<(), Refusal> {
    let rule = law!(world.book, "FOGR-SETUP-048", "FOGAM-SETUP-026");
    let free = |g: &GroupId| {
        world
            .get(*g)
            .is_some_and(|g| g.side == side && g.presence == Presence::Undeployed && g.base_count > 0)
    };
    let twice = march.groups.iter().enumerate().any(|(i, g)| march.groups.iter().skip(i + 1).any(|h| g == h));
    if !march.groups.iter().all(free) || twice {
        return Err(Refusal::new(rule, "The march names troops that are not free", "Name each once."));
    }
    let places: usize = march.groups.iter().map(|g| counts_as(world, *g)).sum();
    if !(1..=3).contains(&places) {
        return Err(Refusal::new(
            rule,
            "A march has 1 to 3 battle groups, one that counts twice among them as two",
            "Send more or fewer.",
        )
        .fact("battle groups", places));
    }
    world.book.check_marchers(world, &march.groups)?;
    let contingent = world[march.commander].contingent;
    if contingent != 0 {
        let whole: Vec<GroupId> =
            world.ids().filter(|g| world[*g].side == side && world[*g].contingent == contingent).collect();
        let same = whole.len() == march.groups.len() && whole.iter().all(|g| march.groups.contains(g));
        if !same {
            return Err(Refusal::new(
                law!(world.book, "FOGR-SETUP-049", "FOGAM-SETUP-026"),
                "An ally commander marches with the whole allied contingent",
                "Send all of it and no other troops.",
            ));
        }
    }
    Ok(())
}

/// Sensible marches: none, or each battle group with each free commander round either flank.
pub fn candidates(world: &World, side: Side) -> Vec<Decision> {
    let mut found = vec![Decision::Outflank(Vec::new())];
    for commander in world.commander_ids() {
        for group in world.ids() {
            for edge in [TableEdge::Left, TableEdge::Right] {
                let march = vec![MarchOrder { edge, commander, groups: vec![group] }];
                if check(world, side, &march).is_ok() {
                    found.push(Decision::Outflank(march));
                }
                if found.len() >= 24 {
                    return found;
                }
            }
        }
    }
    found
}

/// Sends the marches off.
pub fn send(world: &mut World, side: Side, marches: &[MarchOrder]) {
    for group in marches.iter().flat_map(|m| &m.groups) {
        world[*group].presence = Presence::FlankMarch;
    }
    let under_way = |m: &MarchOrder| March { order: m.clone(), progress: Progress::Marching };
    world.setup.marches[side] = marches.iter().map(under_way).collect();
}

fn grade(level: CommanderLevel) -> Grade {
    match level {
        CommanderLevel::Troop => Grade::Troop,
        CommanderLevel::Field => Grade::Field,
        CommanderLevel::Great | CommanderLevel::Inspired => Grade::Great,
    }
}

/// Goes on with arrivals.
pub fn run(cx: &mut Cx<'_>, procedure: &mut Procedure, input: Input) -> Flow {
    match procedure.clone() {
        Procedure::Rolls(n) => rolls(cx, procedure, n, input),
        Procedure::Straggling(n, i) => straggling(cx, procedure, n, i, input),
        Procedure::Coming(n, i) => coming(cx, procedure, n, i, input),
        Procedure::Scatter(enemies) => scatter(cx, procedure, enemies),
    }
}

/// The dice of marches as a viewer may see them: the dice for arrival and straggling betray which troops march.
#[must_use]
pub fn roll_seen_by(roll: &Roll<RollPurpose>, viewer: Viewer) -> Roll {
    let secret = matches!(roll.purpose, RollPurpose::OutflankingMarch | RollPurpose::Straggling);
    match roll.side {
        Some(side) if secret && !viewer.knows(side) => roll.without_pools(),
        _ => roll.shown(),
    }
}

fn march_of(world: &World, side: Side, n: u8) -> Option<&March> {
    world.setup.marches[side].get(usize::from(n))
}

fn set_progress(world: &mut World, side: Side, n: u8, progress: Progress) {
    if let Some(march) = world.setup.marches[side].get_mut(usize::from(n)) {
        march.progress = progress;
    }
}

fn rolls(cx: &mut Cx<'_>, procedure: &mut Procedure, n: u8, input: Input) -> Flow {
    enforces!("FOGR-SETUP-050", "FOGR-SETUP-051", "FOGAM-SETUP-027", "FOGAM-SETUP-028", "FOGAM-SEQUENCE-002");
    let side = cx.world.turn.active;
    let march = march_of(cx.world, side, n).filter(|_| cx.world.book.rolls_in(cx.world.turn.number)).cloned();
    let Some(march) = march else {
        if cx.world.book.straggling_test() == StragglingTest::AsTheTurnBegins {
            *procedure = Procedure::Straggling(0, 0);
            return Flow::Again;
        }
        return Flow::Done(Answer::Done);
    };
    let rule = law!(cx.world.book, "FOGR-SETUP-050", "FOGAM-SETUP-027");
    if march.progress != Progress::Marching {
        *procedure = Procedure::Rolls(n + 1);
        return Flow::Again;
    }
    let Input::Dice(values) = input else {
        return Flow::Throw(Roll {
            side: Some(side),
            rule,
            purpose: RollPurpose::OutflankingMarch,
            pools: smallvec![cx.world.book.arrival_pool()],
        });
    };
    let mut score = Tally::new("arrival roll");
    score.add(rule, "two dice", values.first().map_or(0, Value::number));
    let leader = grade(cx.world[march.order.commander].level);
    cx.world.book.arrival_modifiers(cx.world, leader, &march.order.groups, &mut score);
    let arrives = score.total() >= cx.world.book.arrives_on();
    if arrives {
        announce(cx.world, side, n, march.order.edge);
    }
    let groups = march.order.groups.iter().map(|g| counts_as(cx.world, *g)).sum::<usize>();
    let edge = march.order.edge;
    let announced = arrives.then_some((edge, u8::try_from(groups).unwrap_or(u8::MAX)));
    cx.tell(super::told(Event::ArrivalRolled { side, score: Some(score), announced }));
    if arrives && march_of(cx.world, side.other(), march_on_edge(cx.world, side.other(), edge)).is_some() {
        let driven_back = Side::BOTH
            .into_iter()
            .filter(|s| {
                let march = march_of(cx.world, *s, march_on_edge(cx.world, *s, edge));
                march.is_some_and(|m| matches!(m.progress, Progress::Due { entry: Entry::DrivenBack, .. }))
            })
            .collect();
        cx.tell(super::told(Event::MarchesMet { edge, driven_back }));
    }
    *procedure = Procedure::Rolls(n + 1);
    Flow::Again
}

/// The march of a side on an edge that has not come yet; an unused number if it has none.
fn march_on_edge(world: &World, side: Side, edge: TableEdge) -> u8 {
    let on =
        |m: &March| m.order.edge == edge && matches!(m.progress, Progress::Marching | Progress::Due { .. });
    let found = world.setup.marches[side].iter().position(on);
    found.and_then(|i| u8::try_from(i).ok()).unwrap_or(u8::MAX)
}

/// Settles when and where the march comes, and which march is driven back.
fn announce(world: &mut World, side: Side, n: u8, edge: TableEdge) {
    enforces!("FOGR-SETUP-052", "FOGR-SETUP-054", "FOGR-SETUP-055", "FOGR-SETUP-056", "FOGR-SETUP-057");
    enforces!("FOGAM-SETUP-030", "FOGAM-SETUP-031", "FOGAM-SETUP-032");
    let now = world.turn.number;
    let enemy = side.other();
    let against = march_on_edge(world, enemy, edge);
    let (Some(own), Some(theirs)) = (march_of(world, side, n), march_of(world, enemy, against)) else {
        set_progress(world, side, n, Progress::Due { turn: now + 2, entry: Entry::Anywhere });
        return;
    };
    let next_turn = |s: Side| if s == side { now + 2 } else { now + 1 };
    let back = |s: Side| Progress::Due { turn: next_turn(s), entry: Entry::DrivenBack };
    let after = |loser: Side| Progress::Due { turn: next_turn(loser) + 1, entry: Entry::AfterDrivingBack };
    let (own, theirs) = match world.book.compare(world, &own.order.groups, &theirs.order.groups) {
        std::cmp::Ordering::Greater => (after(enemy), back(enemy)),
        std::cmp::Ordering::Less => (back(side), after(side)),
        std::cmp::Ordering::Equal => (back(side), back(enemy)),
    };
    set_progress(world, side, n, own);
    set_progress(world, enemy, against, theirs);
}

/// When all have come the manoeuvre phase goes on.
fn manoeuvre() -> Flow {
    Flow::Become(crate::battle::Procedure::Manoeuvre(manoeuvre::Procedure::begin()))
}

/// Tests for straggling come in a turn of their own when the turn begins, or as those march come on.
fn straggling(cx: &mut Cx<'_>, procedure: &mut Procedure, n: u8, i: u8, input: Input) -> Flow {
    enforces!("FOGR-SETUP-053", "FOGAM-SETUP-029");
    let side = cx.world.turn.active;
    let comes_on = cx.world.turn.phase == Phase::Manoeuvre;
    let tests_now = comes_on == (cx.world.book.straggling_test() == StragglingTest::AsTheyArrive);
    let Some(march) = march_of(cx.world, side, n).cloned() else {
        return if comes_on { manoeuvre() } else { Flow::Done(Answer::Done) };
    };
    let entry = match march.progress {
        Progress::Due { turn, entry } if turn <= cx.world.turn.number && tests_now => entry,
        Progress::Arriving { entry, .. } if comes_on => {
            let late = tests_now;
            set_progress(cx.world, side, n, Progress::Arriving { entry, late });
            *procedure = Procedure::Coming(n, 0);
            return Flow::Again;
        }
        _ => {
            *procedure = Procedure::Straggling(n + 1, 0);
            return Flow::Again;
        }
    };
    let Some(&group) = march.order.groups.get(usize::from(i)) else {
        set_progress(cx.world, side, n, Progress::Arriving { entry, late: false });
        settle_leader(cx, n);
        *procedure = if comes_on { Procedure::Coming(n, 0) } else { Procedure::Straggling(n + 1, 0) };
        return Flow::Again;
    };
    let rule = law!(cx.world.book, "FOGR-SETUP-053", "FOGAM-SETUP-029");
    let Input::Dice(values) = input else {
        let quality = cx.world.profiles(group).first().map_or(Quality::Average, |b| b.quality);
        return Flow::Throw(Roll {
            side: Some(side),
            rule,
            purpose: RollPurpose::Straggling,
            pools: smallvec![cx.world.book.straggling_pool(quality)],
        });
    };
    let mut score = Tally::new("straggling test");
    score.add(rule, "two dice", values.first().map_or(0, Value::number));
    cx.world.book.straggling_modifiers(cx.world, group, &mut score);
    let straggles = score.total() < cx.world.book.stays_on();
    if straggles {
        cx.world[group].presence = Presence::Straggling;
    }
    let (group, score) = (Some(group), Some(score));
    cx.tell(super::told(Event::StragglingTested { side, group, score, straggles }));
    *procedure = Procedure::Straggling(n, i + 1);
    Flow::Again
}

/// A march of which nobody is left to come on is over; its commander straggles with troops that all did.
fn settle_leader(cx: &mut Cx<'_>, n: u8) {
    let side = cx.world.turn.active;
    let Some(order) = march_of(cx.world, side, n).map(|m| m.order.clone()) else { return };
    let waits = |g: &GroupId| cx.world[*g].presence == Presence::FlankMarch;
    if order.groups.iter().any(waits) {
        return;
    }
    set_progress(cx.world, side, n, Progress::Over);
    if cx.world[order.commander].place == CommanderPlace::Away {
        cx.world[order.commander].place = CommanderPlace::Gone;
        cx.tell(super::told(Event::CommanderStraggled { side, commander: Some(order.commander) }));
    }
}

fn coming(cx: &mut Cx<'_>, procedure: &mut Procedure, n: u8, i: u8, input: Input) -> Flow {
    let side = cx.world.turn.active;
    let Some(march) = march_of(cx.world, side, n).cloned() else { return manoeuvre() };
    let Some(&group) = march.order.groups.get(usize::from(i)) else {
        settle_leader(cx, n);
        *procedure = Procedure::Straggling(n + 1, 0);
        return Flow::Again;
    };
    if cx.world[group].presence != Presence::FlankMarch {
        *procedure = Procedure::Coming(n, i + 1);
        return Flow::Again;
    }
    let Input::Order(crate::battle::Order::Setup(order)) = input else {
        return super::ask(side, super::Request::Arrive { group, march: n });
    };
    let Order::Arrive { formation, front, .. } = order else {
        without_room(cx, group);
        *procedure = Procedure::Coming(n, i + 1);
        return Flow::Again;
    };
    let entry = entry_of(&corridor(cx.world, march.order.edge, &formation, front));
    let away = if is_late(&march) { Vec::new() } else { driven_away(cx.world, side, &entry) };
    if !is_late(&march) {
        overrun(cx, side, &entry);
    }
    *procedure = Procedure::Scatter(Scatter { march: n, number: i, away, formation, front });
    Flow::Again
}

/// A battle group found no room to come on.
fn without_room(cx: &mut Cx<'_>, group: GroupId) {
    enforces!("FOGAM-SETUP-034");
    let side = cx.world[group].side;
    cx.tell(super::told(Event::NoRoom { side, group: Some(group) }));
    if cx.world.book.without_room() == WithoutRoom::Straggle {
        cx.world[group].presence = Presence::Straggling;
    }
}

/// Marches that came too late to drive enemies away.
const fn is_late(march: &March) -> bool {
    matches!(march.progress, Progress::Arriving { late: true, .. })
}

/// The point of arrival: the stretch of the edge over which they come.
fn entry_of(ground: &Base) -> Base {
    ground.zone_behind(Um::from_mm(1))
}

/// Enemies get out of the way one after the other; then the battle group comes on.
fn scatter(cx: &mut Cx<'_>, procedure: &mut Procedure, mut enemies: Scatter) -> Flow {
    enforces!("FOGR-SETUP-060", "FOGAM-SETUP-033");
    let side = cx.world.turn.active;
    let Some(march) = march_of(cx.world, side, enemies.march).cloned() else { return manoeuvre() };
    let toward = inwards(march.order.edge);
    if !enemies.away.is_empty() {
        let evader = enemies.away.remove(0);
        *procedure = Procedure::Scatter(enemies);
        let flight = flight::Flight::new(evader, flight::From::March { toward });
        let flight = impact::Procedure::Flight(Box::new(flight));
        return Flow::Call(crate::battle::Procedure::Impact(flight));
    }
    let Scatter { march: n, number: i, formation, front, .. } = enemies;
    let Some(&group) = march.order.groups.get(usize::from(i)) else { return manoeuvre() };
    let after = cx.world.supposing(|after| crate::battle::forming::deploy(after, group, &formation, front));
    // Enemies that could not get far enough away leave no room.
    match check_room(&after, group) {
        Ok(()) => bring_on(cx, &march, group, &formation, front),
        Err(_) => without_room(cx, group),
    }
    *procedure = Procedure::Coming(n, i + 1);
    Flow::Again
}

/// The way that leads from a side edge onto the table.
const fn inwards(edge: TableEdge) -> Angle {
    match edge {
        TableEdge::Right => Angle::THREE_QUARTERS,
        TableEdge::Left => Angle::QUARTER,
        TableEdge::Near => Angle::ZERO,
        TableEdge::Far => Angle::HALF,
    }
}

/// The ground that arriving troops come over: from the side edge to their front line.
fn corridor(world: &World, edge: TableEdge, formation: &Formation, front: Pose) -> Base {
    let width = world.field.base_width() * i32::try_from(formation.width()).unwrap_or(0);
    Base::new(front, width, world.field.table.inside_of(edge, front.at).or_zero())
}

fn bring_on(cx: &mut Cx<'_>, march: &March, group: GroupId, formation: &Formation, front: Pose) {
    enforces!("FOGR-SETUP-061", "FOGR-SETUP-062", "FOGAM-SETUP-034");
    let edge = march.order.edge;
    crate::battle::forming::deploy(cx.world, group, formation, front);
    let driven_back = matches!(march.progress, Progress::Arriving { entry: Entry::DrivenBack, .. });
    cx.world[group].phase.moves = if driven_back { 3 } else { 1 };
    cx.tell(super::told(Event::Arrived { group, edge }));
    let commander = march.order.commander;
    if cx.world[commander].place == CommanderPlace::Away {
        cx.world[commander].place = CommanderPlace::With(group);
        cx.world[commander].base = command::place_beside(cx.world, commander, group);
    }
}

/// The enemies of a side within 6 MU of where its flank marchers come on that are not in close combat.
fn near_entry(world: &World, side: Side, entry: &Base) -> Vec<GroupId> {
    let (entry, reach) = (entry.rect(), world.field.mu(6));
    let near = |g: &GroupId| world.rects(*g).iter().any(|r| r.within(&entry, reach));
    let free = |g: &GroupId| !contact::in_close_combat(world, *g);
    world.of_side(side.other()).filter(near).filter(free).collect()
}

fn stays(world: &World, group: GroupId) -> bool {
    kinds::is_all(world, group, TroopType::BattleWagons) || kinds::is_artillery(world, group)
}

/// The enemies that evade from flank marchers, those nearest to the middle of the table first.
fn driven_away(world: &World, side: Side, entry: &Base) -> Vec<GroupId> {
    let at = entry.front.at;
    let mut away: Vec<GroupId> =
        near_entry(world, side, entry).into_iter().filter(|g| !stays(world, *g)).collect();
    away.sort_by_key(|g| std::cmp::Reverse(world.body(*g).front_centre().at.distance(at)));
    away
}

/// What happens to wagons, guns and camps within 6 MU of where flank marchers come on.
fn overrun(cx: &mut Cx<'_>, side: Side, entry: &Base) {
    enforces!("FOGR-SETUP-058", "FOGR-SETUP-059", "FOGAM-SETUP-033");
    let enemy = side.other();
    let near = near_entry(cx.world, side, entry).into_iter().filter(|g| stays(cx.world, *g));
    for group in near.collect::<Vec<_>>() {
        let destroyed = kinds::is_all(cx.world, group, TroopType::BattleWagons)
            || cx.world.book.guns_overrun() == GunsOverrun::Destroyed;
        if destroyed {
            // A commander with them is left alone.
            cx.world.leave(group, Presence::Destroyed);
            cx.tell(super::told(Event::Overrun { group }));
        } else {
            // Neither side controls the guns until foot of the arriving side touch them.
            cx.world[group].captured = Some(Captor { side, controls: false });
            cx.tell(super::told(Event::Overrun { group }));
        }
    }
    let (entry, reach) = (entry.rect(), cx.world.field.mu(6));
    if let Some(camp) = &mut cx.world.sides[enemy].camp
        && !camp.sacked
        && camp.at.rect().within(&entry, reach)
    {
        camp.sacked = true;
        cx.tell(super::told(Event::CampOverrun { side: enemy }));
    }
}

/// Checks where a battle group comes on: where it stands after its first move.
pub fn check_arrival(
    world: &World,
    scenario: &Scenario,
    n: u8,
    group: GroupId,
    deployment: &Deployment,
) -> Result<Order, Refusal> {
    let side = world[group].side;
    let Some(march) = march_of(world, side, n) else { return Err(caracole_kernel::NotAsked.into()) };
    let entry = match march.progress {
        Progress::Arriving { entry, .. } | Progress::Due { entry, .. } => entry,
        _ => Entry::Anywhere,
    };
    let edge = march.order.edge;
    if deployment.dismounted {
        return Err(Refusal::new(
            law!(world.book, "FOGR-SETUP-073", "FOGAM-SETUP-042"),
            "Flank marchers cannot dismount",
            "Let them come on mounted.",
        ));
    }
    if deployment.front.facing != inwards(edge) {
        return Err(Refusal::new(
            law!(world.book, "FOGR-SETUP-061", "FOGAM-SETUP-034"),
            "Arriving troops move straight away from the side edge",
            "Let them face away from it.",
        ));
    }
    let after = formed(world, scenario, group, deployment)?;
    let formation = after.formation(group).clone();
    let ground = corridor(&after, edge, &formation, deployment.front);
    check_distance(&after, group, entry, &ground)?;
    check_stretch(&after, side, entry, &ground)?;
    if after.rects(group).iter().any(|r| !after.field.holds(r)) {
        return Err(Refusal::new(
            law!(world.book, "FOGR-SETUP-062", "FOGAM-SETUP-034"),
            "Part of it is still off the table",
            "Move further in.",
        ));
    }
    let away = if is_late(march) { Vec::new() } else { driven_away(world, side, &entry_of(&ground)) };
    let without = after.supposing(|without| {
        for evader in &away {
            without[*evader].presence = Presence::EvadedOff;
        }
    });
    check_room(&without, group)?;
    let stands = |g: GroupId| without.obstruction(g).iter().any(|r| r.overlaps(&ground.rect()));
    if without.on_table().any(|g| g != group && stands(g)) {
        let rule = law!(world.book, "FOGR-SETUP-062", "FOGAM-SETUP-034");
        return Err(Refusal::new(rule, "Troops stand in the way", "Come on elsewhere."));
    }
    let leader = march.order.commander;
    if entry != Entry::DrivenBack && world[leader].is_on_table() && !command::in_range(&after, leader, group)
    {
        return Err(Refusal::new(
            law!(world.book, "FOGR-SETUP-052", "FOGAM-SETUP-028"),
            "All must be in command range of their commander after their first move",
            "Come on nearer to the commander.",
        ));
    }
    Ok(Order::Arrive { group, formation, front: deployment.front })
}

fn check_distance(after: &World, group: GroupId, entry: Entry, ground: &Base) -> Result<(), Refusal> {
    // A base may stand before the others: the point of a brigade.
    let bases = after.bases_of(group);
    let ways = std::iter::once(ground.rect()).chain(bases.iter().map(|b| b.base.rect()));
    let under: Vec<TerrainKind> =
        ways.flat_map(|way| after.field.terrain.under(&way).map(|p| p.kind).collect::<Vec<_>>()).collect();
    let column = rates::column_here(after, group);
    let usual = rates::move_distance(after, group, &under, column)?.total();
    let to = |distance: Um| from_edge(after, group, ground, distance);
    let longer = |way: &Path| i32::from(rates::goes_further(after, group, way));
    match entry {
        Entry::DrivenBack => {
            // A full move is as far as they may go.
            let full = after.field.mu((usual + longer(&to(after.field.mu((usual + 1) * 2)))) * 2);
            if (ground.depth - full).abs() <= CONTACT_TOLERANCE {
                return Ok(());
            }
            Err(Refusal::new(
                law!(after.book, "FOGR-SETUP-055", "FOGAM-SETUP-031"),
                "Troops driven back come on with a full double move",
                "Put the front line at that distance from the edge.",
            )
            .length("distance", full.get()))
        }
        Entry::Anywhere | Entry::AfterDrivingBack => {
            let most = after.field.mu(usual + longer(&to(ground.depth)));
            if ground.depth <= most + CONTACT_TOLERANCE {
                return Ok(());
            }
            Err(Refusal::new(
                law!(after.book, "FOGR-SETUP-061", "FOGAM-SETUP-034"),
                "The first move is measured from the side edge",
                "Move less far.",
            )
            .length("most", most.get()))
        }
    }
}

/// The way of troops who have come on, from the side edge to this distance from it.
fn from_edge(after: &World, group: GroupId, ground: &Base, distance: Um) -> Path {
    let body = after.body(group);
    let back = Motion::Slide { toward: body.facing() + Angle::HALF, distance: ground.depth };
    Path::from(&body.moved(&back)).advance(distance)
}

fn check_stretch(after: &World, side: Side, entry: Entry, ground: &Base) -> Result<(), Refusal> {
    let (rear, rule) = match entry {
        Entry::Anywhere => return Ok(()),
        Entry::DrivenBack => (rear_edge(side), law!(after.book, "FOGR-SETUP-055", "FOGAM-SETUP-031")),
        Entry::AfterDrivingBack => {
            (rear_edge(side.other()), law!(after.book, "FOGR-SETUP-056", "FOGAM-SETUP-032"))
        }
    };
    let out = |p: Point| after.field.table.inside_of(rear, p) <= after.field.mu(12) + CONTACT_TOLERANCE;
    if !ground.rect().corners().into_iter().all(out) {
        return Err(Refusal::new(
            rule,
            "They come on within 12 MU of the rear edge of the army that was driven back",
            "Come on there.",
        ));
    }
    Ok(())
}

/// Places to come on: along the edge, as far in as the move allows.
pub fn arrival_candidates(world: &World, scenario: &Scenario, n: u8, group: GroupId) -> Vec<Decision> {
    let Some(march) = march_of(world, world[group].side, n) else { return vec![Decision::NoRoom] };
    let rows = arrival_rows(world, scenario, march, group).into_iter();
    let mut found: Vec<Decision> =
        rows.filter_map(|row| arrival_in(world, scenario, (n, march), group, row)).take(12).collect();
    if found.is_empty() {
        found.push(Decision::NoRoom);
    }
    found
}

/// One of the places to come on: they are looked at one by one until one is legal.
pub fn pick_arrival(
    world: &World,
    scenario: &Scenario,
    n: u8,
    group: GroupId,
    below: &mut dyn FnMut(usize) -> usize,
) -> Decision {
    let Some(march) = march_of(world, world[group].side, n) else { return Decision::NoRoom };
    let mut rows = arrival_rows(world, scenario, march, group);
    while !rows.is_empty() {
        let row = rows.swap_remove(below(rows.len()));
        if let Some(place) = arrival_in(world, scenario, (n, march), group, row) {
            return place;
        }
    }
    Decision::NoRoom
}

/// A stretch of the side edge where it could come on.
#[derive(Clone, Copy)]
struct Row {
    files: u8,
    /// Movement units from the bottom of the table.
    up: i32,
    /// No further in, in movement units, whatever the ground.
    most: i32,
}

/// Every width that it could have at every movement unit of the side edge.
fn arrival_rows(world: &World, scenario: &Scenario, march: &March, group: GroupId) -> Vec<Row> {
    let field = &world.field;
    let start = world.start_of(group);
    let rows = i32::try_from(field.table.depth.whole_parts(field.scale.mu)).unwrap_or(0);
    let driven_back = matches!(
        march.progress,
        Progress::Arriving { entry: Entry::DrivenBack, .. } | Progress::Due { entry: Entry::DrivenBack, .. }
    );
    let mut found = Vec::new();
    for files in widths(&world.nature(group, &start), &start) {
        let files = u8::try_from(files).unwrap_or(u8::MAX);
        let anywhere = Deployment::at(Pose::new(Point::ORIGIN, inwards(march.order.edge)), files);
        let Ok(after) = formed(world, scenario, group, &anywhere) else { continue };
        let Ok(distance) = rates::move_distance(&after, group, &[], rates::column_here(&after, group)) else {
            continue;
        };
        // Some may go a movement unit further where no enemy is near.
        let most = (distance.total() + 1) * if driven_back { 2 } else { 1 };
        found.extend((0..=rows).map(|up| Row { files, up, most }));
    }
    found
}

/// As far in as it may come there; none if it may not come on there.
fn arrival_in(
    world: &World,
    scenario: &Scenario,
    (n, march): (u8, &March),
    group: GroupId,
    row: Row,
) -> Option<Decision> {
    let (field, edge) = (&world.field, march.order.edge);
    [14, 12, 10, 8, 7, 6, 5, 4, 3, 2].into_iter().filter(|mu| *mu <= row.most).find_map(|mu| {
        let x = match edge {
            TableEdge::Right => field.table.width - field.mu(mu),
            _ => field.mu(mu),
        };
        let front = Pose::new(Point::new(x, field.mu(row.up)), inwards(edge));
        let deployment = Deployment::at(front, row.files);
        let legal = check_arrival(world, scenario, n, group, &deployment).is_ok();
        legal.then_some(Decision::Deploy(deployment))
    })
}
