//! Where a charge goes: one wheel, straight ahead to the first contact, files stepping forward.

use super::level;
use super::{Charge, Steps, Wheel};
use crate::battle::law::law;
use crate::battle::position::{command, defence, kinds, nearness, rates};
use crate::battle::world::{BaseId, CommanderId, GroupId, World};
use crate::field::bases_of;
use crate::formation::Position;
use caracole_kernel::{Refusal, Tally};
use caracole_ledger::{enforces, rule};
use caracole_plane::{
    Angle, BaseRect, CONTACT_TOLERANCE, Contact, Extent, FileStep, Group, Hand, Path, Um, WheelMeasure,
    any_overlap, contacts, first_within, shortest_distance,
};
use smallvec::SmallVec;

/// How wheels are measured: the straight line between start and end of the moving corner.
pub const MEASURE: WheelMeasure = WheelMeasure::Straight;

/// Bases that stand in the way, with whose they are.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The bases.
    pub bases: Vec<(GroupId, BaseId)>,
    /// Their measuring forms.
    pub rects: Vec<BaseRect>,
}

impl Standing {
    /// The bases of these battle groups.
    pub fn of(world: &World, groups: impl Iterator<Item = GroupId>) -> Self {
        let mut all = Standing::default();
        for group in groups {
            for base in world.base_ids(group) {
                all.bases.push((group, base));
                all.rects.push(defence::front_of(world, base));
            }
        }
        all
    }
}

/// A contact made by a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touched {
    /// Index of the charging base, in the order of the formation.
    pub own: usize,
    /// The enemy battle group.
    pub enemy: GroupId,
    /// The enemy base.
    pub base: BaseId,
    /// How they touch, seen from the charger.
    pub contact: Contact,
    /// It was made by stepping forward.
    pub by_step: bool,
}

/// What ended a charge move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Contact with enemy.
    Enemy,
    /// Friends in the way.
    Friends,
    /// A camp of either side.
    Camp,
    /// The edge of the table.
    TableEdge,
    /// Enemy that light troops may not charge.
    ShortOfEnemy,
    /// The end of the move.
    Distance,
}

/// A charge move worked out.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The body where it ends, files stepped.
    pub body: Group,
    /// The distance used, steps apart.
    pub spent: Um,
    /// The distance allowed.
    pub allowed: Tally,
    /// Legal contacts at the end: own front edge, or own front corner on an edge.
    pub touched: Vec<Touched>,
    /// The steps.
    pub steps: Vec<FileStep>,
    /// What ended it.
    pub halt: Halt,
    /// How much of the wheel was made when the first contact came, if it came in the wheel.
    pub met_in_wheel: Option<Angle>,
    /// A file dropped back behind the others to pass friends.
    pub contracted: bool,
    /// The point of a brigade levels with the others only here: where it stood there was no room behind it.
    pub levels_here: bool,
    /// Enemy commanders on their own whom it comes upon.
    pub upon: SmallVec<[CommanderId; 2]>,
}

impl Planned {
    /// The enemy battle groups contacted, each once.
    #[must_use]
    pub fn enemies(&self) -> Vec<GroupId> {
        let mut all: Vec<GroupId> = self.touched.iter().map(|t| t.enemy).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The chargers take up where the move ends; those whom they meet, or whose point base they would walk over, have
    /// levelled their fronts.
    pub fn take_up(&self, world: &mut World, group: GroupId) {
        let rects = self.body.rects();
        let met = self.enemies();
        let in_the_way = |world: &World, e: GroupId| {
            any_overlap(&rects, world.rects(e))
                || world.point_base(e).is_some_and(|p| any_overlap(&rects, &[world[p].base.rect()]))
        };
        let level: Vec<GroupId> =
            world.enemies_of(group).filter(|&e| met.contains(&e) || in_the_way(world, e)).collect();
        for enemy in level.into_iter().chain([group]) {
            level::level(world, enemy);
        }
        let ids = world.base_ids(group);
        if self.contracted || self.levels_here {
            for (&id, place) in ids.iter().zip(&self.body.places) {
                world[id].at = Position { file: place.file, rank: place.rank };
            }
        }
        for (id, base) in ids.into_iter().zip(bases_of(&self.body)) {
            world[id].base = base;
        }
    }

    /// How many of the chargers' bases touch the enemy so that they will fight.
    #[must_use]
    pub fn fighting(&self) -> usize {
        let mut own: Vec<usize> = self.touched.iter().map(|t| t.own).collect();
        own.sort_unstable();
        own.dedup();
        own.len()
    }
}

/// The terms on which a charge is moved.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The change by a variable move.
    pub change: i32,
    /// Light troops halt 1 MU short of these.
    pub halt_before: Vec<GroupId>,
    /// Which files step forward.
    pub steps: Steps,
    /// The end at which a file drops back if friends are in the way; none: where most bases fight.
    pub contract: Option<Hand>,
    /// Friends who are no hindrance: they are burst through.
    pub through: Vec<GroupId>,
}

impl Terms {
    /// The terms of a charge if nothing changes its distance.
    #[must_use]
    pub fn of(world: &World, charge: &Charge) -> Self {
        Terms { through: world.book.charged_through(world, charge), ..Terms::default() }
    }
}

/// Works a charge move out from where everybody stands now, fronts levelled as charges level them. Where friends bar the
/// way a file drops back, if that is enough to pass them.
pub fn charge_move(
    world: &World,
    group: GroupId,
    wheel: Option<Wheel>,
    terms: &Terms,
) -> Result<Planned, Refusal> {
    enforces!(
        "FOGR-IMPACT-014",
        "FOGR-IMPACT-015",
        "FOGR-IMPACT-118",
        "FOGR-MOVE-102",
        "FOGAM-IMPACT-015",
        "FOGAM-IMPACT-016",
        "FOGAM-MOVE-108"
    );
    let seen = level::as_charged(world, group);
    let world = &*seen;
    let found = Obstacles::of(world, group, terms);
    let body = world.body(group);
    let whole = found.attempt(world, group, &Course::whole(body, wheel), terms);
    let keeps_order = |p: &Planned| !world.book.contracts_to_keep_order(world, group, p);
    // Only a player who asks for it drops a file back where the whole would reach the enemy.
    let for_order = terms.contract.is_some() && whole.as_ref().is_ok_and(|p| !keeps_order(p));
    if !for_order && !world.book.contracts(world, group, &whole) {
        return whole;
    }
    enforces!("FOGR-IMPACT-026", "FOGAM-IMPACT-022", "FOGAM-IMPACT-023");
    // Where as many fight either way the file of the preferred hand drops back: the last counts.
    let preferred = world.hand_where_equal();
    let passing = [preferred.other(), preferred]
        .into_iter()
        .filter(|hand| terms.contract.is_none_or(|end| end == *hand))
        .flat_map(|hand| Course::contracted(body, wheel, hand))
        .filter(|course| course.start().is_none_or(|narrow| found.leave_room_for(world, narrow)))
        .filter_map(|course| found.attempt(world, group, &course, terms).ok().map(|p| (course, p)))
        .filter(|(_, p)| !p.touched.is_empty() && (!for_order || keeps_order(p)))
        .filter(|(_, p)| !found.avoids_enemy(body, wheel, p.spent));
    passing.map(|(_, p)| p).max_by_key(Planned::fighting).map_or(whole, Ok)
}

/// The way of a charge that has used so much of its move.
#[must_use]
pub fn way(body: &Group, wheel: Option<Wheel>, spent: Um) -> Path {
    match wheel {
        None => Path::from(body).advance(spent),
        Some(w) => {
            let wheeled = Path::from(body).wheel(w.hand, w.by, MEASURE);
            let left = (spent - wheeled.spent()).or_zero();
            wheeled.advance(left)
        }
    }
}

/// The ends at which a file can drop back so that a charge passes friends in its way.
#[must_use]
pub fn contractions(world: &World, group: GroupId, wheel: Option<Wheel>, terms: &Terms) -> Vec<Hand> {
    let contracts = |end: &Hand| {
        let terms = Terms { contract: Some(*end), ..terms.clone() };
        charge_move(world, group, wheel, &terms).is_ok_and(|p| p.contracted)
    };
    match charge_move(world, group, wheel, terms).is_ok_and(|p| p.contracted) {
        true => Hand::BOTH.into_iter().filter(contracts).collect(),
        false => Vec::new(),
    }
}

/// The ends at which a file can drop back so that chargers keep out of ground that would severely disorder them.
#[must_use]
pub fn contractions_to_keep_order(
    world: &World,
    group: GroupId,
    wheel: Option<Wheel>,
    terms: &Terms,
) -> Vec<Hand> {
    let contracts = |end: &Hand| {
        let terms = Terms { contract: Some(*end), ..terms.clone() };
        charge_move(world, group, wheel, &terms).is_ok_and(|p| p.contracted)
    };
    match charge_move(world, group, wheel, terms) {
        Ok(whole) if !whole.contracted && world.book.contracts_to_keep_order(world, group, &whole) => {
            Hand::BOTH.into_iter().filter(contracts).collect()
        }
        _ => Vec::new(),
    }
}

/// The way of a charge: a wheel, then straight ahead, in the shape in which each part is made.
struct Course {
    wheeling: Option<(Group, Wheel)>,
    /// The body that goes straight ahead if there is no wheel, or the shape it takes up after one.
    then: Shape,
    contracted: bool,
}

enum Shape {
    From(Group),
    AsWheeled,
    WithoutFile(Hand),
}

impl Course {
    fn whole(body: &Group, wheel: Option<Wheel>) -> Self {
        match wheel {
            None => Course { wheeling: None, then: Shape::From(body.clone()), contracted: false },
            Some(w) => {
                Course { wheeling: Some((body.clone(), w)), then: Shape::AsWheeled, contracted: false }
            }
        }
    }

    /// The shape in which it sets out.
    fn start(&self) -> Option<&Group> {
        match (&self.wheeling, &self.then) {
            (Some((body, _)), _) | (None, Shape::From(body)) => Some(body),
            _ => None,
        }
    }

    /// With the file at one end dropped back: before the wheel, or after it.
    fn contracted(body: &Group, wheel: Option<Wheel>, hand: Hand) -> Vec<Self> {
        let Some(narrow) = without_file(body, hand) else { return Vec::new() };
        match wheel {
            None => vec![Course { wheeling: None, then: Shape::From(narrow), contracted: true }],
            Some(w) => vec![
                Course { wheeling: Some((narrow, w)), then: Shape::AsWheeled, contracted: true },
                Course {
                    wheeling: Some((body.clone(), w)),
                    then: Shape::WithoutFile(hand),
                    contracted: true,
                },
            ],
        }
    }
}

/// A body with the file at one end fallen back behind the others, one base behind each in turn.
fn without_file(body: &Group, hand: Hand) -> Option<Group> {
    let last = body.places.iter().map(|p| p.file).max()?;
    if last == 0 || body.places.iter().any(|p| p.turn != Angle::ZERO) {
        return None;
    }
    let end = if hand == Hand::Left { 0 } else { last };
    let mut narrow = body.clone();
    let width = narrow.places.iter().find(|p| p.file == end)?.width;
    let inward: Vec<u8> = match hand {
        Hand::Left => (1..=last).collect(),
        Hand::Right => (0..last).rev().collect(),
    };
    let falling: Vec<usize> = body.file(end).collect();
    for (index, file) in falling.into_iter().zip(inward.into_iter().cycle()) {
        let behind: Vec<_> = narrow.places.iter().filter(|p| p.file == file).copied().collect();
        let rear = behind.iter().map(|p| p.forward - p.depth).min()?;
        let rank = behind.iter().map(|p| p.rank).max()?.checked_add(1)?;
        let right = behind.first()?.right;
        let place = narrow.places.get_mut(index)?;
        (place.file, place.rank, place.right, place.forward) = (file, rank, right, rear);
    }
    narrow.frontage -= width;
    match hand {
        Hand::Left => Some(narrow.beginning_at(1, body.left_end_at(1)?)),
        Hand::Right => Some(narrow),
    }
}

/// The wheel of a charge, within its limits.
fn wheel_of(world: &World, body: &Group, wheel: Wheel, allowed: Um) -> Result<Path, Refusal> {
    if wheel.by > Angle::QUARTER {
        return Err(Refusal::new(
            law!(world.book, "FOGR-IMPACT-015", "FOGAM-IMPACT-016"),
            "a charge may wheel by 90 degrees at most",
            "Wheel less.",
        )
        .angle("angle", wheel.by.millidegrees()));
    }
    let path = Path::from(body).wheel(wheel.hand, wheel.by, MEASURE);
    if allowed - path.spent() < -CONTACT_TOLERANCE {
        return Err(Refusal::new(
            law!(world.book, "FOGR-IMPACT-014", "FOGAM-IMPACT-015"),
            "the wheel alone takes more than the move distance",
            "Wheel less.",
        )
        .length("wheel", path.spent().get())
        .length("allowed", allowed.get()));
    }
    Ok(path)
}

struct Obstacles {
    enemies: Standing,
    friends: Vec<BaseRect>,
    camps: SmallVec<[BaseRect; 2]>,
    unwanted: Vec<BaseRect>,
}

/// A path made as far as something ended it.
struct Made {
    path: Path,
    halt: Halt,
    /// The distance used before this path, by a wheel in another shape.
    before: Um,
    met_in_wheel: Option<Angle>,
}

impl Obstacles {
    fn of(world: &World, group: GroupId, terms: &Terms) -> Self {
        let mut unwanted = Standing::of(world, terms.halt_before.iter().copied()).rects;
        // Defended works may stop those who do not start near them.
        if let Some(near) = world.book.charges_over_works_from() {
            let held: Vec<BaseRect> =
                world.enemies_of(group).flat_map(|e| defence::ground_held(world, e)).collect();
            let apart = shortest_distance(world.rects(group), &held);
            if apart.is_some_and(|d| d > world.field.mu(near)) {
                unwanted.extend(held);
            }
        }
        let in_reach =
            |g: &GroupId| nearness::may_be_within(world, group, *g, world.field.mu(rates::MOST_REACH));
        let friends = world.friends_of(group).filter(in_reach).filter(|f| !terms.through.contains(f));
        Obstacles {
            enemies: Standing::of(world, world.enemies_of(group).filter(in_reach)),
            friends: friends.flat_map(|f| world.obstruction(f)).copied().collect(),
            camps: world.camps().collect(),
            unwanted,
        }
    }

    /// Whether a body stands over nobody and where it may stand.
    fn leave_room_for(&self, world: &World, body: &Group) -> bool {
        let rects = body.rects();
        !any_overlap(&rects, &self.enemies.rects)
            && !any_overlap(&rects, &self.friends)
            && world.body_may_stand(body)
    }

    /// Works a charge out on one course.
    fn attempt(
        &self,
        world: &World,
        group: GroupId,
        course: &Course,
        terms: &Terms,
    ) -> Result<Planned, Refusal> {
        let files: Vec<u8> = world.bases_of(group).iter().map(|b| b.at.file).collect();
        let column =
            if kinds::is_column(world, group) { rates::ColumnUse::Column } else { rates::ColumnUse::None };
        let mut tally = rates::move_distance(world, group, &[], column)?;
        // Slower ground on the way shortens the move; what is then left of it may meet less of that ground.
        for _ in 0..8 {
            let open = tally.total();
            if terms.change != 0 {
                tally.add(
                    law!(world.book, "FOGR-IMPACT-116", "FOGAM-IMPACT-119"),
                    "variable move",
                    terms.change,
                );
            }
            let allowed = world.field.mu(tally.total().max(0));
            let made = self.make(world, course, allowed)?;
            let mut ground = rates::kinds_on_path(world, &made.path, &files);
            if course.contracted {
                // The file that drops back stands in what it leaves, too.
                ground.extend(rates::ground_here(world, group));
            }
            let slower = rates::move_distance(world, group, &ground, column)?;
            if slower.total() >= open {
                let planned = self.arrived(world, group, &made, tally, course.contracted, terms);
                return level::at_the_end(world, group, check_works(world, planned)?);
            }
            tally = slower;
        }
        Err(Refusal::new(
            law!(world.book, "FOGR-IMPACT-014", "FOGAM-IMPACT-015"),
            "the ground on the way leaves no distance for this charge",
            "Charge another way.",
        ))
    }

    /// Follows a course as far as it goes.
    fn make(&self, world: &World, course: &Course, allowed: Um) -> Result<Made, Refusal> {
        let Some((body, wheel)) = &course.wheeling else {
            let Shape::From(body) = &course.then else {
                return Err(Refusal::new(
                    law!(world.book, "FOGR-IMPACT-014", "FOGAM-IMPACT-015"),
                    "there is no way",
                    "Charge another way.",
                ));
            };
            let (path, halt) = self.cut(world, &Path::from(body).advance(allowed));
            return Ok(Made { path, halt, before: Um::ZERO, met_in_wheel: None });
        };
        let wheeled = wheel_of(world, body, *wheel, allowed)?;
        let left = (allowed - wheeled.spent()).or_zero();
        if let Shape::WithoutFile(hand) = course.then {
            let (path, halt) = self.cut(world, &wheeled);
            let fits = |narrow: &Group| halt == Halt::Distance && self.leave_room_for(world, narrow);
            let narrow = without_file(path.end(), hand).filter(fits);
            let Some(narrow) = narrow else {
                return Ok(Made { path, halt, before: Um::ZERO, met_in_wheel: None });
            };
            let (then, halt) = self.cut(world, &Path::from(&narrow).advance(left));
            return Ok(Made { path: then, halt, before: path.spent(), met_in_wheel: None });
        }
        let (path, halt) = self.cut(world, &wheeled.advance(left));
        let in_wheel = halt == Halt::Enemy && path.legs().count() == 1;
        let met_in_wheel = in_wheel.then(|| path.wheeled());
        Ok(Made { path, halt, before: Um::ZERO, met_in_wheel })
    }

    /// Whether the whole body, were no friends in the way, would meet enemy earlier than a contracted one did.
    fn avoids_enemy(&self, body: &Group, wheel: Option<Wheel>, spent: Um) -> bool {
        let path = way(body, wheel, spent);
        let hit = path.first_contact(&self.enemies.rects);
        hit.is_some_and(|h| path.cut(h.leg, h.met.after, MEASURE).spent() + CONTACT_TOLERANCE < spent)
    }

    /// The path as far as the first thing that ends it.
    fn cut(&self, world: &World, path: &Path) -> (Path, Halt) {
        let mut first: Option<((usize, Extent), Halt)> = None;
        let mut meet = |at: Option<(usize, Extent)>, halt: Halt| {
            if let Some(at) = at
                && first.is_none_or(|(before, _)| at < before)
            {
                first = Some((at, halt));
            }
        };
        // Of things met at one moment the enemy counts first.
        meet(path.first_contact(&self.enemies.rects).map(|h| (h.leg, h.met.after)), Halt::Enemy);
        meet(path.first_contact(&self.friends).map(|h| (h.leg, h.met.after)), Halt::Friends);
        enforces!("FOGR-MANOEUVRE-077");
        meet(path.first_contact(&self.camps).map(|h| (h.leg, h.met.after)), Halt::Camp);
        meet(path.first_exit(&world.field.table).map(|e| (e.leg, e.met.after)), Halt::TableEdge);
        if !self.unwanted.is_empty() {
            let limit = world.field.mu(1);
            let short = path.legs().enumerate().find_map(|(leg, (body, motion))| {
                first_within(&body.rects(), motion, &self.unwanted, limit).map(|e| (leg, e))
            });
            meet(short, Halt::ShortOfEnemy);
        }
        match first {
            Some(((leg, after), halt)) => (path.cut_clear(leg, after, MEASURE, &self.enemies.rects), halt),
            None => (path.clone(), Halt::Distance),
        }
    }

    fn arrived(
        &self,
        world: &World,
        group: GroupId,
        made: &Made,
        allowed: Tally,
        contracted: bool,
        terms: &Terms,
    ) -> Planned {
        let line = made.path.end();
        let mut planned = Planned {
            body: line.clone(),
            spent: made.before + made.path.spent(),
            allowed,
            touched: self.touched(line, &[]),
            steps: Vec::new(),
            halt: made.halt,
            met_in_wheel: made.met_in_wheel,
            contracted,
            levels_here: false,
            upon: command::alone_in_the_way(world, group, &made.path),
        };
        if planned.touched.is_empty() {
            return planned;
        }
        enforces!(
            "FOGR-IMPACT-028",
            "FOGR-IMPACT-029",
            "FOGR-IMPACT-030",
            "FOGR-IMPACT-031",
            "FOGAM-IMPACT-024",
            "FOGAM-IMPACT-025",
            "FOGAM-IMPACT-026"
        );
        enforces!(
            "FOGR-IMPACT-032",
            "FOGR-IMPACT-033",
            "FOGR-IMPACT-034",
            "FOGR-IMPACT-035",
            "FOGAM-IMPACT-027",
            "FOGAM-IMPACT-028",
            "FOGAM-IMPACT-029"
        );
        let met = planned.enemies();
        let declined = |g: GroupId| {
            terms.steps == Steps::NotIntoBattleTroops
                && kinds::is_light(world, group)
                && kinds::is_battle(world, g)
                && !met.contains(&g)
        };
        let (mut reached, mut others) = (Vec::new(), self.friends.clone());
        others.extend_from_slice(&self.camps);
        for ((g, _), rect) in self.enemies.bases.iter().zip(&self.enemies.rects) {
            if declined(*g) { others.push(*rect) } else { reached.push(*rect) }
        }
        let (stepped, steps) =
            line.step_forward_to(&reached, &others, world.field.mu(2), |b, f| world.file_may_stand(b, f));
        planned.touched = self.touched(&stepped, &steps);
        planned.body = stepped;
        planned.steps = steps;
        planned
    }

    /// The contacts that make a charge.
    fn touched(&self, body: &Group, steps: &[FileStep]) -> Vec<Touched> {
        enforces!("FOGR-IMPACT-012", "FOGR-IMPACT-013", "FOGAM-IMPACT-013", "FOGAM-IMPACT-014");
        let rects = body.rects();
        contacts(&rects, &self.enemies.rects)
            .filter(|m| m.contact.is_by_own_front())
            .filter_map(|m| {
                let (enemy, base) = *self.enemies.bases.get(m.their)?;
                let file = body.places.get(m.own)?.file;
                let by_step = steps.iter().any(|s| s.file == file);
                Some(Touched { own: m.own, enemy, base, contact: m.contact, by_step })
            })
            .collect()
    }
}

/// How far those who charge defenders of works may move, steps forward included.
fn check_works(world: &World, planned: Planned) -> Result<Planned, Refusal> {
    let Some(most) = world.book.charges_over_works_from() else { return Ok(planned) };
    let stepped = planned.steps.iter().map(|s| s.distance).max().unwrap_or_default();
    let over = planned.touched.iter().any(|t| defence::is_defender(world, t.base));
    if over && planned.spent + stepped > world.field.mu(most) + CONTACT_TOLERANCE {
        return Err(Refusal::new(
            rule!("FOGR-SPECIAL-022"),
            "those who charge defenders of fortifications or an obstacle move 1 MU at most",
            "Come up to 1 MU from them first.",
        )
        .length("move", planned.spent.get())
        .length("step", stepped.get()));
    }
    Ok(planned)
}
