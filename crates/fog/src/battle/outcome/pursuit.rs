//! Pursuits: initial ones after a combat, and those that go on in the joint action phase.

use super::catch::Catch;
use super::contract::{contractions, slide_to_stay};
use super::guns::{BeyondGuns, guns_ahead};
use super::run_into::{RunInto, makes_test};
use super::{Aftermath, Event, Faced, Freedom, Meeting, Order, Request, say};
use crate::battle::charge::approach::{Fall, Met};
use crate::battle::charge::contacts::{Contacting, NewContact};
use crate::battle::charge::flight::{self, Flight};
use crate::battle::charge::{Charge, ChargeState, Wheel, evade};
use crate::battle::customs::Pursues;
use crate::battle::impact;
use crate::battle::position::{command, contact, disorder, flank, kinds, rates};
use crate::battle::world::{Approach, CommanderId, GroupId, TestOutcome, World};
use crate::battle::{Answer, Cx, Flow, Input, Procedure, game_tests, manoeuvre};
use crate::combat::TestPurpose;
use crate::troops::Disorder;
use caracole_ledger::enforces;
use caracole_plane::{Angle, BaseRect, Edge, Group, Path, Um, WheelMeasure, any_overlap, distance_to_clear};
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// One battle group after its routers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chase {
    /// Who pursues.
    pub group: GroupId,
    /// Whom.
    pub routers: Vec<GroupId>,
    /// The change of its move.
    change: Option<i32>,
    /// It pursues only if it passes a test.
    optional: bool,
    /// It has decided about the enemy or the ground ahead and goes on.
    resolved: bool,
    /// The fragmented enemy ahead has tested.
    tested: bool,
    /// Those ahead who have said whether they evade.
    answered: Vec<GroupId>,
    /// It has been asked whether it contracts to pass friends.
    asked_to_contract: bool,
    /// It has moved, or does not.
    done: bool,
    /// How far beyond guns to its front the enemy stood whom it has broken.
    beyond_guns: Option<Um>,
}

impl Chase {
    /// A pursuit that must be made.
    #[must_use]
    pub const fn new(group: GroupId, routers: Vec<GroupId>) -> Self {
        Chase {
            group,
            routers,
            change: None,
            optional: false,
            resolved: false,
            tested: false,
            answered: Vec::new(),
            asked_to_contract: false,
            done: false,
            beyond_guns: None,
        }
    }

    /// It has run into fragmented enemy, who have tested or are still to test.
    pub(super) const fn has_met_fragmented(&self) -> bool {
        self.tested
    }

    /// Whether its owner has said whether it slides to stay on the table: it stands among those who have answered.
    fn is_asked_to_slide(&self) -> bool {
        self.answered.contains(&self.group)
    }
}

/// What the pursuits wait for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Wait {
    /// Nothing.
    #[default]
    None,
    /// Whether this one wants to pursue.
    Consent(u8),
    /// Its test to pursue.
    ConsentTest(u8),
    /// Its variable move.
    Dice(u8),
    /// Whether it halts.
    Halt(u8),
    /// Its test to halt.
    HaltTest(u8),
    /// The cohesion test of fragmented enemy ahead of it.
    Fragmented(u8, GroupId),
    /// The rout of that enemy.
    FragmentedRout(u8),
    /// Whether enemy ahead of it evade.
    Evade(u8, GroupId),
    /// Their test to stand.
    StandTest(u8, GroupId),
    /// What follows from contact with fresh enemy.
    Contact(NewContact),
    /// Which of those who are equally fast goes first.
    First,
    /// Whether it contracts to pass friends.
    Contract(u8),
    /// At which end.
    ContractHow(u8),
    /// Whether it slides to stay on the table.
    Slide(u8),
}

/// Pursuits made together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pursuit {
    /// The battle groups that pursue.
    pub chases: Vec<Chase>,
    wait: Wait,
    /// Enemy commanders on their own upon whom pursuers have come.
    upon: Vec<CommanderId>,
    /// Which of several equally fast pursuers goes first, as their owner chose.
    first: Option<GroupId>,
}

impl Pursuit {
    /// Pursuits in the joint action phase.
    #[must_use]
    pub fn going_on(chases: Vec<Chase>) -> Self {
        Pursuit { chases, ..Pursuit::default() }
    }

    /// Those who pursue after a combat phase in which some of their enemies broke.
    #[must_use]
    pub fn initial(world: &World, faced: &[Faced], broken: &[GroupId], guns: &[BeyondGuns]) -> Self {
        enforces!("FOGR-COMBAT-128", "FOGR-COMBAT-129", "FOGR-COMBAT-131");
        let mut chases = Vec::new();
        for group in world.on_table() {
            let routers: Vec<GroupId> = faced
                .iter()
                .filter(|f| f.group == group && f.how != Meeting::OverlappedBy && broken.contains(&f.enemy))
                .filter(|f| !super::aftermath::never_routs(world, f.enemy))
                .map(|f| f.enemy)
                .collect();
            let held = faced.iter().any(|f| {
                f.group == group
                    && f.how == Meeting::Engaged
                    && !world[f.enemy].is_broken()
                    && world[f.enemy].is_on_table()
            });
            let stays = world[group].is_broken()
                || super::aftermath::never_routs(world, group)
                || contact::has_turned_bases(world, group);
            if routers.is_empty() || held || stays {
                continue;
            }
            let optional = match world.book.pursues(world, group, &routers) {
                Pursues::Never => continue,
                Pursues::Must => false,
                Pursues::ByTest | Pursues::UnlessTest => true,
            };
            let beyond_guns = guns.iter().find(|g| g.group == group).map(|g| g.distance);
            chases.push(Chase { optional, beyond_guns, ..Chase::new(group, routers) });
        }
        Pursuit { chases, ..Pursuit::default() }
    }
}

fn at(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// Goes on with the pursuits.
pub fn run(cx: &mut Cx<'_>, pursuit: &mut Pursuit, input: Input) -> Flow {
    let wait = std::mem::take(&mut pursuit.wait);
    answered(cx, pursuit, wait, input).unwrap_or_else(|| next(cx, pursuit))
}

/// Takes in what a pursuit waited for; a flow if that asks for something more.
fn answered(cx: &mut Cx<'_>, pursuit: &mut Pursuit, wait: Wait, input: Input) -> Option<Flow> {
    use crate::battle::Order as Any;
    match (wait, input) {
        (Wait::Consent(n), Input::Order(Any::Outcome(order))) => consented(cx, pursuit, n, &order),
        (Wait::ConsentTest(n), Input::Answer(Answer::Test(outcome))) => {
            let chase = pursuit.chases.get_mut(usize::from(n))?;
            // Who must pursue stays by passing; who need not pursues by passing.
            let stays_by = match cx.world.book.pursues(cx.world, chase.group, &chase.routers) {
                Pursues::UnlessTest => TestOutcome::Passed,
                _ => TestOutcome::Failed,
            };
            if outcome == stays_by {
                stays(cx, chase);
            }
            None
        }
        (Wait::Dice(n), Input::Answer(Answer::VariableMove(change))) => {
            pursuit.chases.get_mut(usize::from(n))?.change = Some(change);
            None
        }
        (Wait::Halt(n), Input::Order(Any::Outcome(order))) => halts(cx, pursuit, n, &order),
        (Wait::HaltTest(n), Input::Answer(Answer::Test(outcome))) => {
            let chase = pursuit.chases.get_mut(usize::from(n))?;
            match outcome {
                TestOutcome::Passed => pursuit.upon.extend(halt(cx, chase)),
                TestOutcome::Failed => chase.resolved = true,
            }
            None
        }
        (Wait::Fragmented(n, enemy), Input::Answer(_)) if cx.world[enemy].is_broken() => {
            pursuit.wait = Wait::FragmentedRout(n);
            let from = pursuit.chases.get(usize::from(n)).map(|c| c.group);
            let routs = Aftermath::of_breaks(cx.world, &[enemy], from.as_slice());
            Some(Flow::Call(Procedure::Outcome(super::Procedure::Aftermath(routs))))
        }
        (Wait::Evade(n, enemy), Input::Order(Any::Outcome(order))) => evades(cx, pursuit, (n, enemy), &order),
        (Wait::StandTest(n, enemy), Input::Answer(Answer::Test(outcome))) => {
            let chase = pursuit.chases.get_mut(usize::from(n))?;
            if outcome == TestOutcome::Failed {
                pursuit.wait = Wait::Evade(n, enemy);
                return Some(ask_evaders(cx, chase, enemy, Standing::Impossible));
            }
            chase.answered.push(enemy);
            None
        }
        (Wait::Contact(contact), _) => after_contact(cx, contact),
        (Wait::First, Input::Order(Any::Outcome(Order::PursueFirst(group)))) => {
            pursuit.first = Some(group);
            None
        }
        (Wait::Contract(n), Input::Order(Any::Outcome(order))) => contracts(cx, pursuit, n, &order),
        (Wait::Slide(n), Input::Order(Any::Outcome(order))) => slides(cx, pursuit, n, &order),
        (Wait::ContractHow(n), Input::Order(Any::Outcome(Order::Contract(narrower)))) => {
            narrower.take_up(cx.world, pursuit.chases.get(usize::from(n))?.group);
            None
        }
        _ => None,
    }
}

/// A battle group that does not pursue.
fn stays(cx: &mut Cx<'_>, chase: &mut Chase) {
    chase.done = true;
    say(cx, Event::Halted { group: chase.group });
}

/// Its owner has said whether it tries to pursue.
fn consented(cx: &mut Cx<'_>, pursuit: &mut Pursuit, n: u8, order: &Order) -> Option<Flow> {
    let chase = pursuit.chases.get_mut(usize::from(n))?;
    chase.optional = false;
    let must = cx.world.book.pursues(cx.world, chase.group, &chase.routers) == Pursues::UnlessTest;
    match (must, *order == Order::GoOn) {
        (true, true) => return None,
        (false, false) => {
            stays(cx, chase);
            return None;
        }
        (true, false) | (false, true) => {}
    }
    pursuit.wait = Wait::ConsentTest(n);
    let purpose = if must { TestPurpose::StopPursuing } else { TestPurpose::Move };
    let test = game_tests::Procedure::ComplexMove { group: chase.group, purpose };
    Some(Flow::Call(Procedure::Test(test)))
}

/// Its owner has said whether it halts before what is ahead.
fn halts(cx: &mut Cx<'_>, pursuit: &mut Pursuit, n: u8, order: &Order) -> Option<Flow> {
    let chase = pursuit.chases.get_mut(usize::from(n))?;
    let ahead = look_ahead(cx.world, chase);
    match (order, freedom(cx.world, chase, &ahead)) {
        (Order::Halt, Some(Freedom::MayHaltByTest)) => {
            pursuit.wait = Wait::HaltTest(n);
            let purpose = TestPurpose::HaltBeforeFreshEnemy;
            let test = game_tests::Procedure::ComplexMove { group: chase.group, purpose };
            return Some(Flow::Call(Procedure::Test(test)));
        }
        (Order::Halt, _) => pursuit.upon.extend(halt(cx, chase)),
        _ => chase.resolved = true,
    }
    None
}

/// The owner of fresh enemy ahead has said whether they evade.
fn evades(cx: &Cx<'_>, pursuit: &mut Pursuit, (n, enemy): (u8, GroupId), order: &Order) -> Option<Flow> {
    let chase = pursuit.chases.get_mut(usize::from(n))?;
    if let Order::Evade(way) = order {
        chase.answered.push(enemy);
        let charges = vec![as_charge(cx.world, chase, enemy)];
        let flight = Flight::new(enemy, flight::From::Charges { to: *way, charges });
        return Some(Flow::Call(Procedure::Impact(impact::Procedure::Flight(Box::new(flight)))));
    }
    if must_test_to_stand(cx.world, chase, enemy) {
        pursuit.wait = Wait::StandTest(n, enemy);
        let test = game_tests::Procedure::ComplexMove { group: enemy, purpose: TestPurpose::Move };
        return Some(Flow::Call(Procedure::Test(test)));
    }
    chase.answered.push(enemy);
    None
}

/// Its owner has said whether it contracts to pass friends.
fn contracts(cx: &mut Cx<'_>, pursuit: &mut Pursuit, n: u8, order: &Order) -> Option<Flow> {
    let chase = pursuit.chases.get_mut(usize::from(n))?;
    chase.asked_to_contract = true;
    let mut ways = if *order == Order::GoOn { contractions(cx.world, chase) } else { Vec::new() };
    if ways.len() > 1 {
        pursuit.wait = Wait::ContractHow(n);
        let request = Request::Contract { group: chase.group, ways };
        return Some(Flow::Ask(cx.world[chase.group].side, crate::battle::Request::Outcome(request)));
    }
    if let Some(only) = ways.pop() {
        only.take_up(cx.world, chase.group);
    }
    None
}

/// Its owner has said whether it slides to stay on the table.
fn slides(cx: &mut Cx<'_>, pursuit: &mut Pursuit, n: u8, order: &Order) -> Option<Flow> {
    let chase = pursuit.chases.get_mut(usize::from(n))?;
    let slide = slide_to_stay(cx.world, chase).filter(|_| *order == Order::GoOn);
    chase.answered.push(chase.group);
    let group = chase.group;
    if let Some(slide) = slide {
        cx.world.displace(group, &slide);
        super::rout::follow(cx.world, group);
    }
    None
}

fn next(cx: &mut Cx<'_>, pursuit: &mut Pursuit) -> Flow {
    if !pursuit.upon.is_empty() {
        let commanders = std::mem::take(&mut pursuit.upon);
        let flee = manoeuvre::Procedure::Flee { commanders, groups: Vec::new() };
        return Flow::Call(Procedure::Manoeuvre(flee));
    }
    if let Some((n, chase)) = pursuit.chases.iter().enumerate().find(|(_, c)| c.optional && !c.done) {
        pursuit.wait = Wait::Consent(at(n));
        let freedom = match cx.world.book.pursues(cx.world, chase.group, &chase.routers) {
            Pursues::UnlessTest => Freedom::MayStayByTest,
            _ => Freedom::MayPursueByTest,
        };
        let request = Request::Pursue { group: chase.group, freedom };
        return Flow::Ask(cx.world[chase.group].side, crate::battle::Request::Outcome(request));
    }
    if let Some((n, chase)) = pursuit.chases.iter().enumerate().find(|(_, c)| c.change.is_none() && !c.done) {
        enforces!("FOGR-COMBAT-132", "FOGR-JAP-022");
        pursuit.wait = Wait::Dice(at(n));
        return Flow::Call(Procedure::Test(game_tests::Procedure::VariableMove { group: chase.group }));
    }
    let fastest = fastest(cx.world, pursuit);
    if let [first, _, ..] = fastest.as_slice()
        && let Some(chase) = pursuit.chases.get(*first)
    {
        let side = cx.world[chase.group].side;
        let groups = fastest.iter().filter_map(|&n| pursuit.chases.get(n)).map(|c| c.group).collect();
        pursuit.wait = Wait::First;
        let request = crate::battle::Request::Outcome(Request::PursueFirst { groups });
        return Flow::Ask(side, request);
    }
    match fastest.first() {
        Some(&n) => chase(cx, pursuit, n),
        None => Flow::Become(Procedure::Outcome(match RunInto::after(cx.world, &pursuit.chases) {
            Some(run_into) => super::Procedure::RunInto(run_into),
            None => super::Procedure::Catch(Catch::after(cx.world, &pursuit.chases)),
        })),
    }
}

/// The pursuer who moves next: the one that its owner chose, or the fastest; several if they are equally fast after the
/// same routers.
fn fastest(world: &World, pursuit: &Pursuit) -> SmallVec<[usize; 4]> {
    enforces!("FOGR-JAP-029", "FOGAM-JAP-022");
    let waiting = || pursuit.chases.iter().enumerate().filter(|(_, c)| !c.done);
    if let Some((n, _)) = waiting().find(|(_, c)| Some(c.group) == pursuit.first) {
        return smallvec![n];
    }
    let speed = |c: &Chase| pace(world, c, world.body(c.group)) + c.change.unwrap_or(0);
    let Some(most) = waiting().map(|(_, c)| speed(c)).max() else { return SmallVec::new() };
    let mut equal: SmallVec<[usize; 4]> =
        waiting().filter(|(_, c)| speed(c) == most).map(|(n, _)| n).collect();
    let routers = equal.first().and_then(|&n| pursuit.chases.get(n)).map(|c| c.routers.as_slice());
    let same = |n: usize| {
        let of = pursuit.chases.get(n).map(|c| c.routers.as_slice()).unwrap_or_default();
        routers.is_some_and(|r| r.iter().any(|router| of.contains(router)))
    };
    equal.retain(|n| same(*n));
    // Those who are in nobody's way may go in any order.
    let ways: SmallVec<[Ahead; 4]> =
        equal.iter().filter_map(|&n| pursuit.chases.get(n)).map(|c| look_ahead(world, c)).collect();
    let ends: SmallVec<[_; 4]> = ways.iter().map(|w| w.path.end().rects()).collect();
    let meet = ends.iter().enumerate().any(|(i, a)| ends.iter().skip(i + 1).any(|b| any_overlap(a, b)));
    if !meet && !ways.iter().any(|w| w.friends) {
        equal.truncate(1);
    }
    equal
}

/// The routers whom pursuers come upon in rear and destroy where they stand.
fn caught_in_rear(world: &World, chase: &Chase) -> Option<GroupId> {
    let may = |r: &&GroupId| {
        world[**r].is_on_table() && world[**r].is_broken() && world.book.rides_down(world, chase.group, **r)
    };
    let mut routers = chase.routers.iter().filter(may).peekable();
    routers.peek()?;
    let (path, _) = path_of(world, chase, world.body(chase.group));
    let end = path.end().rects();
    routers.copied().find(|&r| {
        let in_rear = |t: &BaseRect| {
            let edges = end.iter().filter_map(|e| e.contact(t)).filter_map(|c| c.their_edge());
            edges.into_iter().any(|edge| edge == Edge::Rear)
        };
        world.rects(r).iter().any(in_rear)
    })
}

/// What a pursuer meets.
#[derive(Clone, Debug, PartialEq)]
struct Ahead {
    /// Its move, as far as it goes if it does not halt.
    path: Path,
    /// Fresh enemy that it would run into.
    fresh: Option<GroupId>,
    /// Friends stop it.
    friends: bool,
    /// The move if it halts before bad ground; none if there is none.
    before_ground: Option<Path>,
}

/// What a body of pursuers meets first.
pub(super) struct Obstacle {
    pub fresh: Option<GroupId>,
    pub friends: bool,
}

const MEASURE: WheelMeasure = WheelMeasure::Straight;

/// Commanders on their own whom a move comes upon.
type Upon = SmallVec<[CommanderId; 2]>;

fn look_ahead(world: &World, chase: &Chase) -> Ahead {
    let (path, met) = path_of(world, chase, world.body(chase.group));
    let before_ground = before_ground(world, chase.group, &path);
    Ahead { path, fresh: met.fresh, friends: met.friends, before_ground }
}

/// So far after the routers, with the wheel that this takes.
fn after_routers(world: &World, chase: &Chase, body: &Group, distance: Um) -> Path {
    let facing = chase.routers.first().map_or(body.facing(), |&r| world.facing(r));
    let wheel = Path::from(body).wheel_to_face(facing, MEASURE);
    let path = if wheel.spent() > distance { Path::from(body).advance(distance) } else { wheel };
    let left = (distance - path.spent()).or_zero();
    path.advance(left)
}

/// The move of pursuers before their die in movement units, further where a march as far would be.
fn pace(world: &World, chase: &Chase, body: &Group) -> i32 {
    let normal = rates::distance_from_here(world, chase.group).unwrap_or(0);
    let ahead = after_routers(world, chase, body, world.field.mu(normal + 1));
    normal + i32::from(rates::goes_further(world, chase.group, &ahead))
}

/// The way of pursuers who start so, whatever is on it.
pub(super) fn open_path(world: &World, chase: &Chase, body: &Group) -> Path {
    let group = chase.group;
    let beyond_guns = chase.beyond_guns.unwrap_or(Um::ZERO);
    let pace = pace(world, chase, body);
    let distance = |mu: i32| world.field.mu((mu + chase.change.unwrap_or(0)).max(0)) + beyond_guns;
    let path = after_routers(world, chase, body, distance(pace));
    // The pace of the worst ground on the way counts for all of it; those who have gone further stop at its edge.
    let files: Vec<u8> = body.places.iter().map(|p| p.file).collect();
    let in_the_open = rates::distance_from_here(world, group).unwrap_or(0);
    let slowed_to = |path: &Path| {
        let ground = rates::kinds_on_path(world, path, &files);
        let slow = rates::move_distance(world, group, &ground, rates::column_here(world, group))
            .map_or(0, |t| t.total());
        distance(if slow < in_the_open { slow } else { pace })
    };
    super::rout::slowed(world, group, path, slowed_to)
}

/// The way of pursuers who start so.
pub(super) fn path_of(world: &World, chase: &Chase, body: &Group) -> (Path, Obstacle) {
    enforces!("FOGR-JAP-030", "FOGR-MOVE-102", "FOGR-COMBAT-134");
    let group = chase.group;
    let guns = guns_ahead(world, group);
    let mut path = open_path(world, chase, body);
    if let Some(exit) = path.first_exit(&world.field.table) {
        path = path.cut(exit.leg, exit.met.after, MEASURE);
    }
    // Camps stop them, and so does ground that nobody enters.
    let camps: Vec<BaseRect> = world.camps().collect();
    if let Some(hit) = path.first_contact(&camps) {
        path = path.cut(hit.leg, hit.met.after, MEASURE);
    }
    for closed in world.impassable() {
        if let Some(entry) = path.first_entry(closed) {
            path = path.cut(entry.leg, entry.met.after, MEASURE);
        }
    }
    let mut obstacles: Vec<BaseRect> = Vec::new();
    let mut owners: Vec<GroupId> = Vec::new();
    for other in world.on_table().filter(|g| *g != group && !guns.contains(g)) {
        for rect in world.obstruction(other) {
            obstacles.push(*rect);
            owners.push(other);
        }
    }
    let mut met = Obstacle { fresh: None, friends: false };
    if let Some(hit) = path.first_contact(&obstacles) {
        path = path.cut(hit.leg, hit.met.after, MEASURE);
        if let Some(&owner) = owners.get(hit.met.obstacle) {
            let friend = world[owner].side == world[group].side || world[owner].is_uncontrolled();
            let routs = world[owner].is_broken() || chase.routers.contains(&owner);
            met = Obstacle { fresh: (!friend && !routs).then_some(owner), friends: friend };
        }
    }
    if !guns.is_empty() {
        path = clear_of(world, &guns, path, &obstacles);
    }
    (path, met)
}

/// A move that would end on the guns it passes goes on beyond them, or is not made where there is no room.
fn clear_of(world: &World, guns: &[GroupId], path: Path, others: &[BaseRect]) -> Path {
    let theirs: Vec<BaseRect> = guns.iter().flat_map(|&g| world.rects(g)).copied().collect();
    if !any_overlap(&path.end().rects(), &theirs) {
        return path;
    }
    let further = distance_to_clear(&path.end().rects(), path.end().facing(), &theirs);
    let beyond = path.clone().advance(further);
    let rects = beyond.end().rects();
    match !any_overlap(&rects, others) && world.body_may_stand(beyond.end()) {
        true => beyond,
        false => not_made(path),
    }
}

/// The path of those who stay where it begins.
fn not_made(path: Path) -> Path {
    path.legs().next().map_or(path.clone(), |(start, _)| Path::from(start))
}

/// The move cut at the edge of ground that would severely disorder any base.
fn before_ground(world: &World, group: GroupId, path: &Path) -> Option<Path> {
    enforces!("FOGR-JAP-031");
    let posture = world[group].posture;
    let severe = |p: &crate::field::Piece| {
        world.profiles(group).iter().any(|b| {
            let grade = disorder::grade_for(world, p.kind, b.troop_type);
            disorder::by_terrain(world, b.troop_type, posture, grade) == Disorder::SeverelyDisordered
        })
    };
    let stands_in = |p: &crate::field::Piece| world.rects(group).iter().any(|r| p.has_part_of(r));
    world
        .field
        .terrain
        .pieces
        .iter()
        .filter(|p| severe(p) && !stands_in(p))
        .filter_map(crate::field::Piece::outline)
        .filter_map(|o| path.first_entry(o))
        .map(|entry| path.cut(entry.leg, entry.met.after, MEASURE))
        .min_by_key(Path::spent)
}

/// Whether it may halt, and how.
fn freedom(world: &World, chase: &Chase, ahead: &Ahead) -> Option<Freedom> {
    if chase.resolved {
        return None;
    }
    if ahead.before_ground.is_some() {
        return Some(Freedom::MayHaltAtTerrain);
    }
    let enemy = ahead.fresh?;
    match world.book.halts_freely(world, chase.group, enemy) {
        true => Some(Freedom::MayHalt),
        false => kinds::is_battle(world, enemy).then_some(Freedom::MayHaltByTest),
    }
}

fn chase(cx: &mut Cx<'_>, pursuit: &mut Pursuit, n: usize) -> Flow {
    let Some(chase) = pursuit.chases.get_mut(n) else { return Flow::Again };
    if let Some(caught) = caught_in_rear(cx.world, chase) {
        super::destroy(cx, caught);
        return Flow::Again;
    }
    let ahead = look_ahead(cx.world, chase);
    if ahead.friends && !chase.asked_to_contract && !contractions(cx.world, chase).is_empty() {
        pursuit.wait = Wait::Contract(at(n));
        let request = Request::Pursue { group: chase.group, freedom: Freedom::MayContract };
        return Flow::Ask(cx.world[chase.group].side, crate::battle::Request::Outcome(request));
    }
    if !chase.is_asked_to_slide() && slide_to_stay(cx.world, chase).is_some() {
        pursuit.wait = Wait::Slide(at(n));
        let request = Request::Pursue { group: chase.group, freedom: Freedom::MaySlide };
        return Flow::Ask(cx.world[chase.group].side, crate::battle::Request::Outcome(request));
    }
    if let Some(freedom) = freedom(cx.world, chase, &ahead) {
        pursuit.wait = Wait::Halt(at(n));
        let request = Request::Pursue { group: chase.group, freedom };
        return Flow::Ask(cx.world[chase.group].side, crate::battle::Request::Outcome(request));
    }
    if let Some(enemy) = ahead.fresh {
        enforces!("FOGR-JAP-037", "FOGR-COHESION-001");
        let at_once = !cx.world.book.tests_after_pursuits();
        if at_once && !chase.tested && makes_test(cx.world, chase.group, enemy) {
            chase.tested = true;
            pursuit.wait = Wait::Fragmented(at(n), enemy);
            return Flow::Call(Procedure::Outcome(super::Procedure::charged(enemy)));
        }
        let may_evade =
            evade::can_evade(cx.world, enemy) && cx.world.book.may_evade_pursuers(cx.world, enemy);
        if may_evade && !chase.answered.contains(&enemy) {
            enforces!("FOGR-JAP-038");
            pursuit.wait = Wait::Evade(at(n), enemy);
            let must = evade::must_evade(cx.world, enemy, &[as_charge(cx.world, chase, enemy)]);
            let standing = if must.is_some() { Standing::Impossible } else { Standing::Possible };
            return ask_evaders(cx, chase, enemy, standing);
        }
    }
    chase.done = true;
    if let Some(enemy) = ahead.fresh
        && cx.world.book.tests_after_pursuits()
        && !contact::awaits_impact(cx.world, chase.group, enemy)
    {
        chase.tested |= makes_test(cx.world, chase.group, enemy);
    }
    let (group, routers) = (chase.group, chase.routers.clone());
    let from_flank = ahead.fresh.map(|e| flank::starts_on_flank_or_rear(cx.world, group, e));
    let upon = advance(cx, group, &routers, &ahead.path, ahead.fresh);
    pursuit.upon.extend(upon);
    let there = |e: &GroupId| cx.world[*e].is_on_table() && cx.world[*e].side != cx.world[group].side;
    let Some(target) = ahead.fresh.filter(there) else { return Flow::Again };
    // They count as charging: the drop and the turning bases of a flank charge too.
    let met = meets(cx.world, group, target, from_flank == Some(true));
    let contact = NewContact { charger: group, target, met };
    pursuit.wait = Wait::Contact(contact);
    let contacting = Contacting { contact, pike_placed: Vec::new() };
    Flow::Call(Procedure::Impact(impact::Procedure::Contact(contacting)))
}

/// Fresh enemy have faced the pursuers: the combat is still to come, or they break and run.
fn after_contact(cx: &mut Cx<'_>, made: NewContact) -> Option<Flow> {
    let (group, enemy) = (made.charger, made.target);
    if !cx.world[enemy].is_on_table() {
        return None;
    }
    if !cx.world[enemy].is_broken() {
        contact::note_pursuit(cx.world, group, enemy, made.met.approach);
        return None;
    }
    // Charged in flank or rear while fragmented.
    cx.world[enemy].phase.unseen = true;
    let routs = Aftermath::of_breaks(cx.world, &[enemy], &[group]);
    Some(Flow::Call(Procedure::Outcome(super::Procedure::Aftermath(routs))))
}

/// Whether troops ahead of pursuers may still stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Possible,
    Impossible,
}

/// Asks those ahead of pursuers whether and where to they evade.
fn ask_evaders(cx: &Cx<'_>, chase: &Chase, enemy: GroupId, standing: Standing) -> Flow {
    let ways = evade::ways(cx.world, enemy, &[as_charge(cx.world, chase, enemy)]);
    let may_stand = standing == Standing::Possible || ways.is_empty();
    let request = Request::Evade { group: enemy, by: chase.group, ways, may_stand };
    Flow::Ask(cx.world[enemy].side, crate::battle::Request::Outcome(request))
}

/// Whether troops must pass a test not to evade these pursuers.
fn must_test_to_stand(world: &World, chase: &Chase, enemy: GroupId) -> bool {
    enforces!("FOGR-JAP-039");
    evade::test_to_stand(world, enemy, &[as_charge(world, chase, enemy)]).is_some()
}

/// The pursuit as the charge that it counts as, in the direction in which it comes.
fn as_charge(world: &World, chase: &Chase, enemy: GroupId) -> Charge {
    let comes = look_ahead(world, chase).path.end().facing();
    let (sense, by) = world.facing(chase.group).shortest_turn(comes);
    let hand = sense.hand();
    Charge {
        group: chase.group,
        wheel: (by != Angle::ZERO).then_some(Wheel { hand, by }),
        targets: vec![enemy],
        evaded: Vec::new(),
        tests: Vec::new(),
        passed: false,
        state: ChargeState::Declared,
    }
}

/// Halts 1 MU short of fresh enemy, at the edge of the ground, or where it stands.
fn halt(cx: &mut Cx<'_>, chase: &mut Chase) -> Upon {
    chase.done = true;
    let ahead = look_ahead(cx.world, chase);
    let group = chase.group;
    let path = match (ahead.before_ground, ahead.fresh) {
        (Some(path), _) => path,
        (None, Some(enemy)) => short_of(cx.world, &ahead.path, enemy),
        (None, None) => ahead.path,
    };
    // Nobody halts on the guns that he would pass.
    let on_guns =
        guns_ahead(cx.world, group).iter().any(|&g| any_overlap(&path.end().rects(), cx.world.rects(g)));
    let path = if on_guns { not_made(path) } else { path };
    let routers = chase.routers.clone();
    advance(cx, group, &routers, &path, None)
}

fn short_of(world: &World, path: &Path, enemy: GroupId) -> Path {
    let (limit, theirs) = (world.field.mu(1), world.rects(enemy));
    for (number, (body, motion)) in path.legs().enumerate() {
        if let Some(extent) = caracole_plane::first_within(&body.rects(), motion, theirs, limit) {
            return path.cut(number, extent, MEASURE);
        }
    }
    path.clone()
}

/// Moves a pursuer and notes whom it still chases. Gives the enemy commanders on their own whom it comes upon.
fn advance(
    cx: &mut Cx<'_>,
    group: GroupId,
    routers: &[GroupId],
    path: &Path,
    fresh: Option<GroupId>,
) -> Upon {
    enforces!("FOGR-JAP-024", "FOGR-JAP-025", "FOGR-JAP-026", "FOGR-JAP-036");
    let upon = command::alone_in_the_way(cx.world, group, path);
    cx.world.put(group, path.end());
    super::rout::follow(cx.world, group);
    cx.world[group].turn.pursued = true;
    let there = |w: &World, r: GroupId| w[r].is_on_table() && w[r].is_broken();
    let touching: Vec<GroupId> = routers
        .iter()
        .copied()
        .filter(|&r| there(cx.world, r) && contact::touch(cx.world, group, r))
        .collect();
    let in_contact = !touching.is_empty();
    let wild = !in_contact && is_wild(cx.world, group);
    cx.world[group].pursuing = match (in_contact, wild) {
        (true, _) => touching.into_iter().collect(),
        (false, true) => routers.iter().copied().filter(|&r| there(cx.world, r)).collect(),
        (false, false) => smallvec![],
    };
    cx.world[group].wild_pursuit = wild && !cx.world[group].pursuing.is_empty();
    say(cx, Event::Pursued { group, in_contact, into: fresh });
    super::arrived(cx, group);
    upon
}

/// How pursuers have come upon fresh enemy.
fn meets(world: &World, group: GroupId, enemy: GroupId, from_flank: bool) -> Met {
    let edges = contact::touches(world, group, enemy);
    let edge = edges.iter().find_map(|t| t.contact.their_edge());
    let (flank, rear) = flank::can_be_taken(world, enemy);
    let turns = from_flank && (kinds::is_tercio(world, enemy) || kinds::is_a_keil(world, enemy));
    let fall = match edge {
        Some(Edge::Left | Edge::Right) if (from_flank && flank) || turns => Fall::Flank,
        Some(Edge::Rear) if (from_flank && rear) || turns => Fall::Rear,
        _ => Fall::Front,
    };
    let approach = match edge {
        Some(Edge::Left | Edge::Right) if from_flank && flank => Approach::FlankCharge,
        Some(Edge::Rear) if from_flank && rear => Approach::RearCharge,
        Some(Edge::Left | Edge::Right | Edge::Rear) => Approach::NoFlankCharge,
        _ => Approach::Front,
    };
    Met { approach, fall, side: fall }
}

/// Whether pursuers go on after losing contact.
#[must_use]
pub fn is_wild(world: &World, group: GroupId) -> bool {
    world.book.goes_on_without_contact(world, group)
}
