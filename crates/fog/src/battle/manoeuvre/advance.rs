//! Advances: straight ahead with at most one wheel, or two; the free shift; columns that kink.

use super::messages::{Action, Advance, Difficulty, Leg, Shift, When};
use super::obstruct::{self, Way};
use super::plan::{Place, Plan};
use crate::battle::customs::Advancing;
use crate::battle::law::law;
use crate::battle::position::rates::{self, ColumnUse};
use crate::battle::position::{kinds, overlap};
use crate::battle::world::{GroupId, World};
use crate::combat::MoveKind;
use crate::formation::Facing;
use caracole_kernel::{Refusal, Tally};
use caracole_ledger::{RuleId, enforces};
use caracole_plane::{
    Angle, Base, CONTACT_TOLERANCE, Column, ColumnBase, Edge, Group, Motion, Path, Pose, Um, WheelMeasure,
    any_overlap,
};
use smallvec::SmallVec;

/// The most parts that an advance may have: columns along a road wheel often.
const MOST_LEGS: usize = 24;

/// Where an advance leads, before it is known whether it may be made.
#[derive(Clone, Debug)]
pub struct Track {
    /// The way of the body (of the head of a kinked column).
    pub path: Path,
    /// The world with the battle group at the end of its way.
    pub after: World,
    /// The ground touched.
    pub distance: Tally,
    /// What stands in the way.
    pub way: Way,
    /// How many wheels.
    pub wheels: usize,
    /// Along a road or not.
    pub route: Route,
}

fn refuse(rule: RuleId, problem: &'static str, remedy: &'static str) -> Refusal {
    Refusal::new(rule, problem, remedy)
}

/// Where an advance leads: along a road a column wheels as often as the road bends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Along a road all the way.
    AlongRoad,
    /// Anywhere else.
    AcrossCountry,
}

/// Checks the shape of an advance by itself: how many wheels, how far they turn.
pub fn wheels(world: &World, group: GroupId, advance: &Advance, route: Route) -> Result<usize, Refusal> {
    enforces!("FOGR-MOVE-046", "FOGAM-MOVE-041");
    if advance.legs.len() > MOST_LEGS {
        let rule = law!(world.book, "FOGR-MOVE-048", "FOGAM-MOVE-042");
        return Err(refuse(rule, "That move has too many parts", "Use fewer."));
    }
    let mut turned: u64 = 0;
    let mut count = 0;
    for leg in &advance.legs {
        match leg {
            Leg::Ahead(distance) if *distance < Um::ZERO => {
                return Err(refuse(
                    law!(world.book, "FOGR-MOVE-022", "FOGAM-MOVE-030"),
                    "An advance does not go backwards",
                    "Go forward.",
                ));
            }
            Leg::Ahead(_) => {}
            Leg::Wheel { by, .. } => {
                turned += u64::from(by.0);
                count += 1;
            }
        }
    }
    if route == Route::AlongRoad {
        return Ok(count);
    }
    if count > 2 {
        let rule = law!(world.book, "FOGR-MOVE-048", "FOGAM-MOVE-042");
        return Err(refuse(rule, "A move has at most two wheels", "Leave wheels out."));
    }
    if turned > u64::from(Angle::QUARTER.0) {
        let degrees = i32::try_from(turned * 360 / (1 << 32)).unwrap_or(i32::MAX);
        return Err(refuse(
            law!(world.book, "FOGR-MOVE-047", "FOGAM-MOVE-043"),
            "The wheels of one move turn at most 90 degrees altogether",
            "Wheel less.",
        )
        .fact("degrees", degrees));
    }
    if count == 2 {
        world.book.difficulty(world, &[group], MoveKind::DoubleWheel)?;
    }
    Ok(count)
}

/// The way of a body along the parts of an advance.
#[must_use]
pub fn path_of(body: &Group, advance: &Advance) -> Path {
    let mut path = Path::from(body);
    if let Some(Shift { hand, by, when: When::Before }) = advance.shift {
        path = path.shift(hand, by);
    }
    for leg in &advance.legs {
        path = match leg {
            Leg::Ahead(distance) => path.advance(*distance),
            Leg::Wheel { hand, by } => path.wheel(*hand, *by, WheelMeasure::Straight),
        };
    }
    if let Some(Shift { hand, by, when: When::After }) = advance.shift {
        path = path.shift(hand, by);
    }
    path
}

/// A base as an element of a column: a limbered gun goes with its limber before it as one.
fn element(world: &World, group: GroupId, base: Base) -> Base {
    match world.lead(group) {
        Um::ZERO => base,
        lead => {
            let ahead = Pose::new(base.front.at, base.facing() + Angle::HALF);
            Base::new(ahead.offset(Um::ZERO, base.depth + lead), base.width, base.depth + lead)
        }
    }
}

/// The base of an element.
fn of_element(world: &World, group: GroupId, element: Base) -> Base {
    match world.lead(group) {
        Um::ZERO => element,
        lead => {
            let rear = element.front.offset(Um::ZERO, -element.depth);
            Base::new(Pose::new(rear.at, rear.facing + Angle::HALF), element.width, element.depth - lead)
        }
    }
}

fn column_of(world: &World, group: GroupId) -> Column {
    let bases = world
        .bases_of(group)
        .iter()
        .map(|b| ColumnBase { base: element(world, group, b.base), passed: u16::from(b.kinks_passed) })
        .collect();
    Column { bases, kinks: world[group].kinks.to_vec() }
}

/// Moves a column: its head along the legs, the rest in its steps. Gives the way of every base behind the head.
fn move_column(world: &mut World, group: GroupId, advance: &Advance) -> Vec<Path> {
    enforces!("FOGR-BG-010", "FOGR-BG-045", "FOGR-GLOSSARY-009");
    let mut column = column_of(world, group);
    let starts = column.bases.iter().filter_map(|b| Group::of_bases(&[b.base]));
    let mut paths: Vec<Path> = starts.map(|g| Path::from(&g)).collect();
    for leg in &advance.legs {
        let ways: Vec<Vec<Motion>>;
        (column, ways) = match leg {
            Leg::Ahead(distance) => column.tracked_advance(*distance),
            Leg::Wheel { hand, by } => column.tracked_wheel(*hand, *by),
        };
        let on = |path: &Path, way: Vec<Motion>| way.into_iter().fold(path.clone(), Path::leg);
        paths = paths.iter().zip(ways).map(|(path, way)| on(path, way)).collect();
    }
    let ids = world.base_ids(group);
    for (id, moved) in ids.into_iter().zip(&column.bases) {
        world[id].base = of_element(world, group, moved.base);
        // Who had turned to an enemy follows like the others; guns are drawn by their rear.
        if world.lead(group) == Um::ZERO {
            world[id].facing = Facing::Front;
        }
        world[id].kinks_passed = u8::try_from(moved.passed).unwrap_or(u8::MAX);
    }
    world[group].kinks =
        if column.is_straight() { SmallVec::new() } else { column.kinks.iter().copied().collect() };
    if column.is_straight() {
        for id in world.base_ids(group) {
            world[id].kinks_passed = 0;
        }
    }
    paths.into_iter().skip(1).collect()
}

/// The head of a column as a body of its own.
fn head_of(world: &World, group: GroupId) -> Option<Group> {
    let first = world.bases_of(group).first().map(|b| element(world, group, b.base))?;
    Group::of_bases(&[first])
}

/// The way of an advance: of the body, or of a column that kinks, base by base.
struct Course {
    /// The way of the body, or of the head of the column.
    path: Path,
    /// What else a column needs that kinks on its way.
    kinked: Option<Kinked>,
}

/// A column whose bases go each their own way.
struct Kinked {
    /// The ways of the bases behind the head.
    behind: Vec<Path>,
    /// The world with the column at the end of its way.
    after: World,
}

impl Course {
    fn of(world: &World, group: GroupId, advance: &Advance) -> Self {
        let kinks = kinds::is_column(world, group)
            && world.size(group) > 1
            && (advance.legs.iter().any(|l| matches!(l, Leg::Wheel { .. })) || !world.stands_in_order(group));
        let body = match (kinks, head_of(world, group)) {
            (true, Some(head)) => head,
            _ => world.body(group).clone(),
        };
        let path = path_of(&body, advance);
        let kinked = kinks.then(|| {
            let mut behind = Vec::new();
            let after = world.supposing(|after| {
                behind = move_column(after, group, advance);
                if let Some(Shift { hand, by, .. }) = advance.shift {
                    for (_, motion) in Path::from(&body).shift(hand, by).legs() {
                        after.displace(group, motion);
                    }
                }
            });
            Kinked { behind, after }
        });
        Course { path, kinked }
    }

    /// The ways of the bases behind the head of a column that kinks.
    fn behind(&self) -> &[Path] {
        self.kinked.as_ref().map_or(&[], |k| &k.behind)
    }

    /// The files that go along its paths.
    fn files(&self, world: &World, group: GroupId) -> Vec<u8> {
        match self.kinked {
            Some(_) => vec![0],
            None => world.bases_of(group).iter().map(|b| b.at.file).collect(),
        }
    }
}

/// What an advance is shorter by, and the rule.
type Shorter = Option<(RuleId, i32)>;

/// Follows an advance: ground, distance, obstructions.
pub fn track(world: &World, group: GroupId, advance: &Advance, with: &[GroupId]) -> Result<Track, Refusal> {
    follow(world, group, advance, with, None)
}

fn follow(
    world: &World,
    group: GroupId,
    advance: &Advance,
    with: &[GroupId],
    shorter: Shorter,
) -> Result<Track, Refusal> {
    let course = Course::of(world, group, advance);
    let Measured { wheels, route, distance } = measured(world, group, advance, &course, shorter)?;
    let way = open_way(world, group, &course, with)?;
    // Where it ends is worked out only for those whose way is open.
    let is_kinked = course.kinked.is_some();
    let Course { path, kinked } = course;
    let mut after = match kinked {
        Some(kinked) => kinked.after,
        None => world.supposing(|after| after.put(group, path.end())),
    };
    if way.further > Um::ZERO {
        go_beyond(world, &mut after, group, path.end().facing(), way.further)?;
    }
    if is_kinked {
        column_has_room(world, &after, group, with)?;
    }
    obstruct::contacts_at_end(world, &after, group)?;
    Ok(Track { path, after, distance, way, wheels, route })
}

/// An advance that is not longer than its distance.
struct Measured {
    wheels: usize,
    route: Route,
    distance: Tally,
}

fn measured(
    world: &World,
    group: GroupId,
    advance: &Advance,
    course: &Course,
    shorter: Shorter,
) -> Result<Measured, Refusal> {
    enforces!("FOGR-MOVE-009", "FOGR-MOVE-012", "FOGAM-MOVE-011", "FOGAM-MOVE-045");
    let is_column = kinds::is_column(world, group);
    let files = course.files(world, group);
    let mut ground = rates::kinds_on_path(world, &course.path, &files);
    for way in course.behind() {
        ground.extend(rates::kinds_on_path(world, way, &files));
    }
    let on_road = |p: &Path| rates::is_along_road(world, p, &files);
    let route = match is_column && on_road(&course.path) && course.behind().iter().all(on_road) {
        true => Route::AlongRoad,
        false => Route::AcrossCountry,
    };
    // A battle group that forms or leaves column in this move has no bonus.
    let column = match (is_column && !world[group].phase.reshaped, route) {
        (true, Route::AlongRoad) => ColumnUse::AlongRoad,
        (true, Route::AcrossCountry) => ColumnUse::Column,
        (false, _) => ColumnUse::None,
    };
    let wheels = wheels(world, group, advance, route)?;
    let ways: SmallVec<[&Path; 8]> = std::iter::once(&course.path).chain(course.behind()).collect();
    let mut distance = rates::march_distance(world, group, &ground, column, &ways)?;
    if let Some((rule, mu)) = shorter {
        distance.add(rule, "changes its shape in the same move", -mu);
    }
    let allowed = world.field.mu(distance.total()).or_zero();
    let spent = course.path.spent();
    if spent > allowed + CONTACT_TOLERANCE {
        return Err(refuse(
            law!(world.book, "FOGR-MOVE-005", "FOGAM-MOVE-006"),
            "The move is longer than its distance",
            "Move less far, or keep out of ground that slows it.",
        )
        .length("needed", spent.get())
        .length("allowed", allowed.get())
        .fact("MU allowed", distance.total()));
    }
    Ok(Measured { wheels, route, distance })
}

/// What stands in the way of the whole battle group.
fn open_way(world: &World, group: GroupId, course: &Course, with: &[GroupId]) -> Result<Way, Refusal> {
    obstruct::river(world, &course.path)?;
    let mut way = obstruct::way(world, group, &course.path, with)?;
    for own in course.behind() {
        obstruct::river(world, own)?;
        obstruct::way_behind(world, group, own, with, &mut way)?;
    }
    Ok(way)
}

/// Goes on beyond the friends that it passes through.
fn go_beyond(
    world: &World,
    after: &mut World,
    group: GroupId,
    toward: Angle,
    distance: Um,
) -> Result<(), Refusal> {
    after.displace(group, &Motion::Slide { toward, distance });
    let clear = |g: GroupId| !any_overlap(after.rects(group), world.obstruction(g));
    let room = world.on_table().filter(|&g| g != group).all(clear) && after.group_may_stand(group);
    if room {
        return Ok(());
    }
    Err(refuse(
        law!(world.book, "FOGR-MOVE-079", "FOGAM-MOVE-078"),
        "There is no room for it beyond the friends it would pass through",
        "Stop before them.",
    ))
}

/// Every base of a column that kinks has room where it ends.
fn column_has_room(world: &World, after: &World, group: GroupId, with: &[GroupId]) -> Result<(), Refusal> {
    let rects = after.obstruction(group);
    let mut others = world.on_table().filter(|g| *g != group && !with.contains(g));
    let blocked = others.any(|g| any_overlap(rects, world.obstruction(g)));
    let folded = rects.iter().enumerate().any(|(i, a)| rects.iter().skip(i + 1).any(|b| a.overlaps(b)));
    if folded {
        return Err(refuse(
            law!(world.book, "FOGR-BG-045", "FOGAM-BG-013"),
            "The column would fold upon itself at its kinks",
            "Wheel less, or march on before it wheels again.",
        ));
    }
    if blocked || !rects.iter().all(|r| world.field.holds(r)) {
        return Err(refuse(
            law!(world.book, "FOGR-MOVE-079", "FOGAM-MOVE-078"),
            "The column would end with some of its bases over other troops or the table edge",
            "Move further, less far, or another way.",
        ));
    }
    Ok(())
}

/// Whether some part of a battle group has come forward of the front edge that it had.
pub fn comes_forward(before: &Group, after: &World, group: GroupId) -> Result<(), Refusal> {
    enforces!("FOGR-GLOSSARY-003");
    let front = before.footprint().rect();
    let forward =
        after.obstruction(group).iter().any(|r| front.side_of_line(Edge::Front, r).is_partly_beyond());
    if forward {
        return Ok(());
    }
    Err(refuse(
        law!(after.book, "FOGR-MOVE-022", "FOGAM-MOVE-030"),
        "An advance leaves some part of the battle group further forward than its front edge was",
        "Go further forward, or do not move.",
    ))
}

/// Whether an advance may include its shift, if it has one.
pub fn shift(world: &World, group: GroupId, advance: &Advance, track: &Track) -> Result<(), Refusal> {
    match advance.shift {
        None => Ok(()),
        Some(_) => world.book.shift(world, group, advance, track),
    }
}

/// Whether a battle group ends an advance as an overlap.
#[must_use]
pub fn ends_in_overlap(world: &World, group: GroupId, track: &Track) -> bool {
    let side = world[group].side;
    track.after.base_ids(group).iter().any(|&b| {
        let rect = track.after[b].base.rect();
        !overlap::overlapped_from(world, side, &rect, Some(group)).is_empty()
    })
}

/// Whether its shift lets an advance go by what it would run into, clip or leave without it, and is no further than that
/// needs: a shift smaller by a hundredth of a base width would not be enough.
#[must_use]
pub fn is_needed_shift(
    world: &World,
    group: GroupId,
    advance: &Advance,
    clips: &dyn Fn(Result<Track, Refusal>) -> bool,
) -> bool {
    let Some(Shift { hand, by, when }) = advance.shift else { return false };
    let with_shift = |by: Um| Advance {
        legs: advance.legs.clone(),
        shift: (by > Um::ZERO).then_some(Shift { hand, by, when }),
    };
    let clips = |by: Um| clips(track(world, group, &with_shift(by), &[]));
    let less = by - world.field.base_width() / 100;
    clips(Um::ZERO) && (less <= Um::ZERO || clips(less))
}

/// Whether it would clip terrain or friends without the shift, and does not with it; a corner moves at least 1 MU.
#[must_use]
pub fn avoids_clipping(world: &World, group: GroupId, advance: &Advance, shifted: &Track) -> bool {
    let clips = |unshifted: Result<Track, Refusal>| match unshifted {
        Err(_) => true,
        Ok(t) => t.distance.total() < shifted.distance.total() || !t.way.through.is_empty(),
    };
    let far_enough = shifted.path.spent() >= world.field.mu(1) - CONTACT_TOLERANCE;
    far_enough && is_needed_shift(world, group, advance, &clips)
}

/// Plans an advance as the whole move of a battle group.
pub fn plan(world: &World, group: GroupId, advance: &Advance) -> Result<Plan, Refusal> {
    plan_as(world, group, advance, None)
}

/// Plans an advance that goes with another kind of move.
pub fn plan_with(world: &World, group: GroupId, advance: &Advance, kind: MoveKind) -> Result<Plan, Refusal> {
    plan_as(world, group, advance, Some(kind))
}

fn plan_as(
    world: &World,
    group: GroupId,
    advance: &Advance,
    kind: Option<MoveKind>,
) -> Result<Plan, Refusal> {
    let shorter = kind.and_then(|k| world.book.shorter_by(k));
    let track = follow(world, group, advance, &[], shorter)?;
    comes_forward(world.body(group), &track.after, group)?;
    shift(world, group, advance, &track)?;
    let difficulty = difficulty(world, group, advance, &track, shorter)?;
    if kind.is_some() {
        world.book.goes_with(track.wheels, difficulty)?;
    }
    Ok(Plan {
        group,
        action: Action::Advance(advance.clone()),
        difficulty,
        needs_test: false,
        distance: Some(track.distance),
        spent: track.path.spent(),
        way: track.path.legs().map(|(g, _)| g.anchor).chain([track.path.end().anchor]).collect(),
        end: Place::of(&track.after, group),
        shifted: Vec::new(),
        gives_way: SmallVec::new(),
        passes_through: track.way.through,
        may_not_shoot: track.way.may_not_shoot,
        comes_upon: track.way.comes_upon,
    })
}

/// Whether an advance is simple or complex.
fn difficulty(
    world: &World,
    group: GroupId,
    advance: &Advance,
    track: &Track,
    shorter: Shorter,
) -> Result<Difficulty, Refusal> {
    match (track.route, track.wheels) {
        (Route::AlongRoad, _) => Ok(Difficulty::Simple),
        (_, 0 | 1) => {
            let keeps_clear = |path: &Path| obstruct::keeps_clear_of_enemy(world, group, path).is_ok();
            let at = |w: &World| keeps_clear(&Path::from(w.body(group)));
            let advancing = Advancing {
                clear: &|| keeps_clear(&track.path) && at(world) && at(&track.after),
                full: &|| longer(advance).is_some_and(|a| follow(world, group, &a, &[], shorter).is_err()),
                joins_melee: &|| super::pinned::overlaps_another(world, &track.after, group),
            };
            world.book.difficulty_of_advance(world, &[group], advancing)
        }
        _ => world.book.difficulty(world, &[group], MoveKind::DoubleWheel),
    }
}

/// How much further an advance would have to go to show that it could.
const A_LITTLE: Um = Um::new(1_000);

/// The same advance a little longer, if it goes straight ahead.
pub(super) fn longer(advance: &Advance) -> Option<Advance> {
    let straight = advance.legs.iter().all(|l| matches!(l, Leg::Ahead(_)));
    let legs = advance.legs.iter().copied().chain([Leg::Ahead(A_LITTLE)]).collect();
    straight.then_some(Advance { legs, shift: advance.shift })
}
