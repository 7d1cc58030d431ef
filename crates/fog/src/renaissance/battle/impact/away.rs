//! The evade move itself: straight away if nothing is in the way, else past it, through it, along it, or as far as it
//! goes.

use super::evade::{direction_on, turned_formation};
use super::plan::{MEASURE, Standing};
use super::words::{Charge, EvadeWay};
use crate::field::{Grade, TerrainKind, grid_of};
use crate::formation::Formation;
use crate::renaissance::battle::manoeuvre::{Passage, may_pass as permitted};
use crate::renaissance::battle::position::{command, kinds, rates};
use crate::renaissance::battle::world::{CommanderId, GroupId, World};
use crate::troops::TroopType;
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{
    Angle, BaseRect, CONTACT_TOLERANCE, Extent, Group, Hand, Motion, Path, Polygon, TableEdge, Um,
    any_overlap, distance_to_clear, first_contact, first_within,
};
use smallvec::SmallVec;

/// What becomes of evaders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// They are on the table.
    Away,
    /// They could not move at all and stand as they stood.
    Stays,
    /// They left it.
    OffTable,
    /// There was no room beyond the friends they burst through.
    Destroyed,
}

/// An evade move worked out.
#[derive(Clone, Debug)]
pub struct Away {
    /// Its formation afterwards.
    pub formation: Formation,
    /// Where it ends.
    pub body: Group,
    /// Files dropped back: the places of the body are not those of the formation.
    pub dropped: bool,
    /// How far it went.
    pub moved: Um,
    /// Friends it passed through.
    pub passed: Vec<GroupId>,
    /// Friends it burst through.
    pub burst: Vec<GroupId>,
    /// What became of it.
    pub fate: Fate,
    /// Enemy commanders on their own whom it came upon.
    pub upon: SmallVec<[CommanderId; 2]>,
}

/// The evade that a battle group sets out on: turned, with its direction and its distance changed by the die.
#[derive(Clone, Debug)]
pub struct Setout<'w> {
    world: &'w World,
    group: GroupId,
    formation: Formation,
    start: Group,
    toward: Angle,
    /// The way directly away from the chargers.
    from_chargers: Angle,
    change: i32,
}

/// Ground that stops evaders.
#[derive(Clone, Debug)]
enum Barrier<'w> {
    Ground(&'w Polygon),
    Camp(BaseRect),
}

/// What ends a path first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    /// Enemy, the friends that it cannot pass just now, or ground: it goes no further.
    Enemy,
    Friends,
    Ground(usize),
    Edge(TableEdge),
}

type At = (usize, Extent);

/// Everything in the way of an evade.
struct Around<'w> {
    enemies: Vec<BaseRect>,
    /// Friends whom it must burst through.
    solid: Vec<GroupId>,
    /// Friends whom it could pass, but not with this move.
    stops: Vec<GroupId>,
    barriers: Vec<Barrier<'w>>,
    distance: Um,
}

impl<'w> Setout<'w> {
    /// Ready to go.
    #[must_use]
    pub fn new(
        world: &'w World,
        group: GroupId,
        (formation, start): (Formation, Group),
        toward: Angle,
        charges: &[Charge],
        change: i32,
    ) -> Self {
        let from_chargers = direction_on(world, group, charges).unwrap_or(toward);
        Setout { world, group, formation, start, toward, from_chargers, change }
    }

    /// Wheels to the direction and goes straight on.
    fn straight(&self, distance: Um) -> Path {
        let wheeled = Path::from(&self.start).wheel_to_face(self.toward, MEASURE);
        let left = (distance - wheeled.spent()).or_zero();
        wheeled.advance(left)
    }

    /// The distance, and the ground that is closed to it or that it has too little move to enter.
    fn distance_and_barriers(&self) -> (Um, Vec<Barrier<'w>>) {
        let world = self.world;
        let open = rates::move_distance(world, self.group, &[], rates::ColumnUse::None);
        let mut distance = world.field.mu((open.map_or(0, |t| t.total()) + self.change).max(0));
        let mut barriers: Vec<Barrier<'w>> = world
            .sides
            .iter()
            .filter_map(|(_, side)| side.camp.map(|c| Barrier::Camp(c.at.rect())))
            .collect();
        let pieces = &world.field.terrain.pieces;
        let mut closed: Vec<usize> = Vec::new();
        // The slowest ground entered holds for the whole move; a shorter move may not come to other ground.
        for _ in 0..=pieces.len() {
            let path = self.straight(distance);
            let before = (distance, closed.len());
            for (i, piece) in pieces.iter().enumerate() {
                if closed.contains(&i) || matches!(piece.kind, TerrainKind::Road | TerrainKind::Obstacle) {
                    continue;
                }
                let Some(entry) = piece.outline().and_then(|o| path.first_entry(o)) else { continue };
                let reached = path.cut(entry.leg, entry.met.after, MEASURE).spent();
                let slow = rates::move_distance(world, self.group, &[piece.kind], rates::ColumnUse::None);
                let allowed = slow.ok().map(|t| world.field.mu((t.total() + self.change).max(0)));
                let shut = piece.kind.grade() == Grade::Impassable;
                match allowed {
                    Some(most) if !shut && (most > reached || reached == Um::ZERO) => {
                        distance = distance.min(most);
                    }
                    _ => closed.push(i),
                }
            }
            if before == (distance, closed.len()) {
                break;
            }
        }
        let grounds = closed.iter().filter_map(|&i| pieces.get(i)?.outline()).map(Barrier::Ground);
        barriers.extend(grounds);
        (distance, barriers)
    }

    /// Whether it passes through a friend by permission with this move.
    fn passes(&self, friend: GroupId, path: &Path) -> bool {
        enforces!("FOGR-IMPACT-105", "FOGR-MOVE-079", "FOGR-MOVE-082", "FOGR-MOVE-083", "FOGR-MOVE-085");
        let world = self.world;
        let theirs = world.obstruction(friend);
        if path.first_contact(&theirs).is_none() || is_beyond(path, &theirs) {
            return true;
        }
        // Light foot pass if their front reaches the friends; others if their rear does.
        let Some((body, Motion::Slide { distance, .. })) = path.legs().last() else { return false };
        let by_front = kinds::is_all(world, self.group, TroopType::LightFoot);
        let ranks = body.file_numbers().filter_map(|f| match by_front {
            true => body.file(f).next(),
            false => body.file(f).last(),
        });
        let far = Motion::Slide { toward: body.facing(), distance: world.field.mu(200) };
        let reaches = |i: usize| {
            let Some(base) = body.base(i) else { return true };
            let met = first_contact(&[base.rect()], &far, &theirs);
            met.is_none_or(|h| h.after <= Extent::Distance(*distance))
        };
        ranks.into_iter().all(reaches) && self.beyond(path.end()).is_some()
    }

    /// Placed beyond friends on whom the move would end, if there is room.
    fn beyond(&self, end: &Group) -> Option<Group> {
        let world = self.world;
        let rects = end.rects();
        let over: Vec<BaseRect> = world
            .friends_of(self.group)
            .map(|f| world.obstruction(f))
            .filter(|f| any_overlap(&rects, f))
            .flatten()
            .collect();
        let extra = distance_to_clear(&rects, end.facing(), &over);
        let body = end.moved(&Motion::Slide { toward: end.facing(), distance: extra });
        self.has_room(&body).then_some(body)
    }

    fn has_room(&self, body: &Group) -> bool {
        let world = self.world;
        let rects = body.rects();
        let everybody = world.on_table().filter(|&g| g != self.group);
        let closed = |r: &BaseRect| {
            let shut = |p: &crate::field::Piece| p.kind.grade() == Grade::Impassable && p.has_part_of(r);
            world.field.terrain.pieces.iter().any(shut)
        };
        let camps: Vec<BaseRect> =
            world.sides.iter().filter_map(|(_, s)| s.camp.map(|c| c.at.rect())).collect();
        everybody.into_iter().all(|g| !any_overlap(&rects, &world.obstruction(g)))
            && !any_overlap(&rects, &camps)
            && rects.iter().all(|r| world.field.holds(r) && !closed(r))
    }

    fn rects_of(&self, groups: &[GroupId]) -> Vec<BaseRect> {
        groups.iter().flat_map(|&g| self.world.obstruction(g)).collect()
    }

    fn around(&self) -> Around<'w> {
        let world = self.world;
        let (distance, barriers) = self.distance_and_barriers();
        let path = self.straight(distance);
        let (mut solid, mut stops) = (Vec::new(), Vec::new());
        for friend in world.friends_of(self.group) {
            enforces!("FOGR-MOVE-084");
            let back = world[friend].phase.passed_through.contains(&self.group);
            match may_pass(world, self.group, friend, self.toward) {
                false => solid.push(friend),
                true if back || !self.passes(friend, &path) => stops.push(friend),
                true => {}
            }
        }
        let enemies = Standing::of(world, world.enemies_of(self.group)).rects;
        Around { enemies, solid, stops, barriers, distance }
    }

    /// The choices at the table edge, or where two ways along an edge are equally good; one if there is none to make.
    #[must_use]
    pub fn ways(&self) -> Vec<EvadeWay> {
        enforces!("FOGR-IMPACT-111", "FOGR-IMPACT-113");
        let around = self.around();
        let path = self.straight(around.distance);
        if self.is_clear(&path, &around) || self.past(&around).is_some() {
            return vec![EvadeWay::Straight];
        }
        match self.first_block(&path, &around) {
            Some((_, Block::Edge(edge))) if !self.is_home(edge) => {
                let mut ways = vec![EvadeWay::Straight];
                ways.extend(self.hands_along(edge_line(edge), self.from_chargers));
                ways
            }
            Some((at, Block::Ground(i))) => {
                let line = around.barriers.get(i).and_then(|b| self.line_of(b, &path, at));
                line.map_or_else(|| vec![EvadeWay::Straight], |l| self.hands_along(l, self.toward))
            }
            _ => vec![EvadeWay::Straight],
        }
    }

    fn is_home(&self, edge: TableEdge) -> bool {
        match self.world[self.group].side {
            Side::Red => edge == TableEdge::Near,
            Side::Blue => edge == TableEdge::Far,
        }
    }

    /// The ways along a line that are nearest to a direction: one, or both if they are equally near.
    fn hands_along(&self, line: Angle, wanted: Angle) -> Vec<EvadeWay> {
        let off = |way: Angle| way.shortest_turn(wanted).1;
        let (one, other) = (line, line + Angle::HALF);
        let near = Angle::from_millidegrees(50);
        let best = off(one).min(off(other));
        [one, other]
            .into_iter()
            .filter(|w| off(*w) <= best + near)
            .map(|w| match self.toward.shortest_turn(w).0 {
                caracole_plane::Sense::Anticlockwise => EvadeWay::Along(Hand::Left),
                caracole_plane::Sense::Clockwise => EvadeWay::Along(Hand::Right),
            })
            .collect()
    }

    /// The direction of the edge of a barrier at which a path meets it.
    fn line_of(&self, barrier: &Barrier<'_>, path: &Path, at: At) -> Option<Angle> {
        let body = path.cut(at.0, at.1, MEASURE).end().clone();
        let rects = body.rects();
        let reach = CONTACT_TOLERANCE + CONTACT_TOLERANCE;
        let edges: Vec<(caracole_plane::Point, caracole_plane::Point)> = match barrier {
            Barrier::Ground(outline) => outline.edges().collect(),
            Barrier::Camp(rect) => {
                let c = rect.corners();
                (0..4).map(|i| (c[i], c[(i + 1) % 4])).collect()
            }
        };
        edges
            .into_iter()
            .filter_map(|(a, b)| {
                let way = a.direction_to(b)?;
                let middle = caracole_plane::Pose::new(a.midpoint(b), way + Angle::QUARTER);
                let line = caracole_plane::Base::new(middle, a.distance(b), Um::ZERO).rect();
                let gap = rects.iter().map(|r| r.distance(&line)).min()?;
                (gap <= reach).then(|| {
                    let across = way.shortest_turn(self.toward).1;
                    let across = across.min(Angle(Angle::HALF.0 - across.0.min(Angle::HALF.0)));
                    (std::cmp::Reverse(across), way)
                })
            })
            .min_by_key(|(across, _)| *across)
            .map(|(_, way)| way)
    }

    fn is_clear(&self, path: &Path, around: &Around<'_>) -> bool {
        self.first_block(path, around).is_none()
            && around.solid.iter().all(|&f| path.first_contact(&self.world.obstruction(f)).is_none())
    }

    /// What ends a path first, friends to be burst through apart.
    fn first_block(&self, path: &Path, around: &Around<'_>) -> Option<(At, Block)> {
        let mut first: Option<(At, Block)> = None;
        let mut meet = |at: Option<At>, what: Block| {
            if let Some(at) = at
                && first.is_none_or(|(before, _)| at < before)
            {
                first = Some((at, what));
            }
        };
        meet(self.short_of_enemy(path, &around.enemies), Block::Enemy);
        let stops = self.rects_of(&around.stops);
        meet(path.first_contact(&stops).map(|h| (h.leg, h.met.after)), Block::Friends);
        for (i, barrier) in around.barriers.iter().enumerate() {
            let at = match barrier {
                Barrier::Ground(area) => path.first_entry(area).map(|e| (e.leg, e.met.after)),
                Barrier::Camp(rect) => path.first_contact(&[*rect]).map(|h| (h.leg, h.met.after)),
            };
            meet(at, Block::Ground(i));
        }
        if let Some(exit) = path.first_exit(&self.world.field.table) {
            meet(Some((exit.leg, exit.met.after)), Block::Edge(exit.met.edge));
        }
        first
    }

    /// Where a path comes to 1 MU from enemy that stand in it; those beside it do not count.
    fn short_of_enemy(&self, path: &Path, enemies: &[BaseRect]) -> Option<At> {
        enforces!("FOGR-IMPACT-110");
        let ahead: Vec<BaseRect> =
            enemies.iter().copied().filter(|e| path.first_contact(&[*e]).is_some()).collect();
        if ahead.is_empty() {
            return None;
        }
        let limit = self.world.field.mu(1);
        path.legs().enumerate().find_map(|(leg, (body, motion))| {
            first_within(&body.rects(), motion, &ahead, limit).map(|e| (leg, e))
        })
    }

    /// A way past what is in the way: the least shift, then with files dropped back.
    fn past(&self, around: &Around<'_>) -> Option<(Group, Um, bool)> {
        enforces!("FOGR-IMPACT-106", "FOGR-IMPACT-107", "FOGR-IMPACT-108");
        let wheeled = Path::from(&self.start).wheel_to_face(self.toward, MEASURE);
        if wheeled.spent() > around.distance || self.first_block(&wheeled, around).is_some() {
            return None;
        }
        let left = (around.distance - wheeled.spent()).or_zero();
        let most = self.world.field.base_width();
        let body = wheeled.end().clone();
        let files = usize::from(body.files());
        for dropped in 0..files.min(3) {
            for (from_left, from_right) in (0..=dropped).map(|l| (l, dropped - l)) {
                let Some(kept) = front_of(&body, from_left, from_right) else { continue };
                for (hand, by) in self.shifts(&kept, left, around) {
                    let sideways = hand.signed(by);
                    // Those who drop back come behind the nearest file that goes on.
                    let moved = |files: usize, hand: Hand| {
                        hand.other().signed(most * i32::try_from(files).unwrap_or(0)) + sideways
                    };
                    let within = (from_left == 0 || moved(from_left, Hand::Left).abs() <= most)
                        && (from_right == 0 || moved(from_right, Hand::Right).abs() <= most);
                    if !within {
                        continue;
                    }
                    let Some(end) = self.run_past(&kept, left, (hand, by), around) else { continue };
                    let slide = Motion::Slide { toward: end.0, distance: end.1 };
                    let Some(whole) = dropped_back(&body, from_left, from_right) else { continue };
                    let whole = whole.moved(&whole.shift(hand, by)).moved(&slide);
                    let clear = self.beyond(&whole);
                    if let Some(clear) = clear {
                        return Some((clear, wheeled.spent() + left, dropped > 0));
                    }
                }
            }
        }
        None
    }

    /// Whether the files that go on get by with a shift, made before they start or where they would be stopped.
    fn run_past(
        &self,
        kept: &Group,
        left: Um,
        (hand, by): (Hand, Um),
        around: &Around<'_>,
    ) -> Option<(Angle, Um)> {
        let ahead = kept.facing();
        let at_once = Path::from(kept).shift(hand, by).advance(left);
        if self.is_clear(&at_once, around) {
            return Some((ahead, left));
        }
        let straight = Path::from(kept).advance(left);
        let mut stop = self.first_block(&straight, around).map(|(at, _)| at);
        for &f in &around.solid {
            let hit = straight.first_contact(&self.world.obstruction(f)).map(|h| (h.leg, h.met.after));
            stop = [stop, hit].into_iter().flatten().min();
        }
        let (_, Extent::Distance(first)) = stop? else { return None };
        let later = Path::from(kept).advance(first).shift(hand, by).advance((left - first).or_zero());
        self.is_clear(&later, around).then_some((ahead, left))
    }

    /// The shifts, none first, at most a base width, that take a front clear of what it runs into.
    fn shifts(&self, body: &Group, left: Um, around: &Around<'_>) -> Vec<(Hand, Um)> {
        let world = self.world;
        let most = world.field.base_width();
        let rects = body.rects();
        let motion = body.advance(left);
        let mut found = vec![(Hand::Left, Um::ZERO)];
        let (solid, stops) = (self.rects_of(&around.solid), self.rects_of(&around.stops));
        let camps = around.barriers.iter().filter_map(|b| match b {
            Barrier::Camp(r) => Some(*r),
            Barrier::Ground(_) => None,
        });
        let mut spans: Vec<Vec<Um>> = Vec::new();
        for other in around.enemies.iter().chain(&solid).chain(&stops).copied().chain(camps) {
            if first_contact(&rects, &motion, &[other]).is_some() {
                spans.push(other.corners().iter().map(|c| body.anchor.local(*c).0).collect());
            }
        }
        for barrier in &around.barriers {
            if let Barrier::Ground(area) = barrier
                && area.first_entry(&rects, &motion).is_some()
            {
                spans.push(area.corners().iter().map(|c| body.anchor.local(*c).0).collect());
            }
        }
        for across in spans {
            let (Some(&low), Some(&high)) = (across.iter().min(), across.iter().max()) else { continue };
            for (hand, by) in [(Hand::Left, body.frontage - low), (Hand::Right, high)] {
                if by > Um::ZERO && by <= most {
                    found.push((hand, by));
                }
            }
        }
        let end = body.moved(&motion).rects();
        for edge in TableEdge::ALL {
            let over = end.iter().map(|r| -world.field.table.distance_to_edge(edge, r)).max();
            if let Some(over) = over.filter(|o| *o > Um::ZERO && *o <= most) {
                // A shift across the front brings it back by as much as its direction lies along the edge's normal.
                found.extend(Hand::BOTH.into_iter().map(|hand| (hand, over)));
                found.extend(Hand::BOTH.into_iter().map(|hand| (hand, most)));
            }
        }
        found.sort_by_key(|(_, by)| *by);
        found.dedup();
        found
    }

    /// Works the evade out.
    #[must_use]
    pub fn go(&self, way: EvadeWay) -> Away {
        let world = self.world;
        let around = self.around();
        let path = self.straight(around.distance);
        let done = |body: Group, moved: Um, dropped: bool, burst: Vec<GroupId>, fate: Fate| {
            let passed = self.passed(&path, moved, &burst, &around.stops);
            let upon = command::alone_in_the_way(world, self.group, &self.straight(moved));
            Away { formation: self.formation.clone(), body, dropped, moved, passed, burst, fate, upon }
        };
        if self.is_clear(&path, &around)
            && let Some(body) = self.beyond(path.end())
        {
            return done(body, path.spent(), false, Vec::new(), Fate::Away);
        }
        if let Some((body, moved, dropped)) = self.past(&around) {
            return done(body, moved, dropped, Vec::new(), Fate::Away);
        }
        enforces!("FOGR-IMPACT-109", "FOGR-IMPACT-112", "FOGR-IMPACT-114", "FOGR-MOVE-086");
        let block = self.first_block(&path, &around);
        let cut = block.map_or_else(|| path.clone(), |((leg, e), _)| path.cut(leg, e, MEASURE));
        let burst: Vec<GroupId> = around
            .solid
            .iter()
            .copied()
            .filter(|&f| cut.first_contact(&world.obstruction(f)).is_some())
            .collect();
        if let EvadeWay::Along(hand) = way
            && burst.is_empty()
        {
            let line = match block {
                Some((_, Block::Edge(edge))) => Some(edge_line(edge)),
                Some((at, Block::Ground(i))) => {
                    around.barriers.get(i).and_then(|b| self.line_of(b, &path, at))
                }
                _ => None,
            };
            if let Some(along) = line.and_then(|l| self.along(&cut, l, hand, &around)) {
                return along;
            }
        }
        match block {
            Some((_, Block::Edge(_))) => {
                return done(cut.end().clone(), cut.spent(), false, burst, Fate::OffTable);
            }
            // Too close to enemy in the way it does not move at all.
            Some(((0, Extent::Distance(Um::ZERO) | Extent::Angle(Angle::ZERO)), Block::Enemy)) => {
                let stay = done(world.body(self.group), Um::ZERO, false, Vec::new(), Fate::Stays);
                return Away { formation: world.formation(self.group), passed: Vec::new(), ..stay };
            }
            _ => {}
        }
        if burst.is_empty() {
            let end = cut.end();
            let clear = if self.has_room(end) { Some(end.clone()) } else { self.beyond(end) };
            return match clear {
                Some(body) => done(body, cut.spent(), false, burst, Fate::Away),
                None => {
                    let stay = done(world.body(self.group), Um::ZERO, false, burst, Fate::Stays);
                    Away { formation: world.formation(self.group), passed: Vec::new(), ..stay }
                }
            };
        }
        match self.beyond(cut.end()) {
            Some(body) => done(body, cut.spent(), false, burst, Fate::Away),
            None => done(cut.end().clone(), cut.spent(), false, burst, Fate::Destroyed),
        }
    }

    /// Turned by 90 degrees where it was stopped, wheeled along a line, and on with what is left of the move.
    fn along(&self, cut: &Path, line: Angle, hand: Hand, around: &Around<'_>) -> Option<Away> {
        let world = self.world;
        let formation = turned_formation(world, self.group)?;
        let body = cut.end();
        let turned = body.turned_to(hand, &grid_of(world.field.scale, &formation, Um::ZERO));
        let (one, other) = (line, line + Angle::HALF);
        let off = |w: Angle| turned.facing().shortest_turn(w).1;
        let way = if off(one) <= off(other) { one } else { other };
        if !self.has_room(&turned) {
            return None;
        }
        let left = (around.distance - cut.spent()).or_zero();
        let mut path = Path::from(&turned).wheel_to_face(way, MEASURE);
        if path.spent() > left {
            let part = MEASURE.angle(turned.frontage, left);
            path = Path::from(&turned);
            let side = match turned.facing().shortest_turn(way).0 {
                caracole_plane::Sense::Anticlockwise => Hand::Left,
                caracole_plane::Sense::Clockwise => Hand::Right,
            };
            path = path.wheel(side, part, MEASURE);
        }
        let rest = (left - path.spent()).or_zero();
        let path = path.advance(rest);
        // It goes as far as it can.
        let mut stop = self.first_block(&path, around).map(|(at, _)| at);
        for &f in &around.solid {
            let hit = path.first_contact(&world.obstruction(f)).map(|h| (h.leg, h.met.after));
            stop = [stop, hit].into_iter().flatten().min();
        }
        let made = stop.map_or_else(|| path.clone(), |(leg, e)| path.cut(leg, e, MEASURE));
        let body = if self.has_room(made.end()) { Some(made.end().clone()) } else { self.beyond(made.end()) };
        let moved = cut.spent() + made.spent();
        let passed = self.passed(cut, cut.spent(), &[], &around.stops);
        let burst = Vec::new();
        let (body, moved) = body.map_or((turned, cut.spent()), |b| (b, moved));
        let mut upon = command::alone_in_the_way(world, self.group, cut);
        upon.extend(command::alone_in_the_way(world, self.group, &made));
        upon.dedup();
        Some(Away { formation, body, dropped: false, moved, passed, burst, fate: Fate::Away, upon })
    }

    /// The friends passed through by permission.
    fn passed(&self, path: &Path, moved: Um, burst: &[GroupId], stops: &[GroupId]) -> Vec<GroupId> {
        let world = self.world;
        let path = if path.spent() > moved { self.straight(moved) } else { path.clone() };
        let through = |f: &GroupId| {
            !burst.contains(f)
                && !stops.contains(f)
                && may_pass(world, self.group, *f, self.toward)
                && path.first_contact(&world.obstruction(*f)).is_some()
        };
        world.friends_of(self.group).filter(through).collect()
    }
}

/// Whether the end of a path lies wholly beyond some bases that it ran through.
fn is_beyond(path: &Path, through: &[BaseRect]) -> bool {
    let end = path.end();
    let back = Motion::Slide { toward: end.facing() + Angle::HALF, distance: path.spent() };
    !any_overlap(&end.rects(), through) && first_contact(&end.rects(), &back, through).is_some()
}

/// Whether evaders may pass through friends by permission, distances apart.
#[must_use]
pub fn may_pass(world: &World, group: GroupId, friend: GroupId, toward: Angle) -> bool {
    enforces!("FOGR-MOVE-078");
    match permitted(world, group, friend) {
        Some(Passage::AnyWay) => true,
        Some(Passage::Perpendicular) => {
            toward.shortest_turn(world.facing(friend)).1.0.is_multiple_of(Angle::HALF.0)
        }
        None => false,
    }
}

const fn edge_line(edge: TableEdge) -> Angle {
    match edge {
        TableEdge::Near | TableEdge::Far => Angle::QUARTER,
        TableEdge::Left | TableEdge::Right => Angle::ZERO,
    }
}

/// The files that go on when so many at each end drop back.
fn front_of(body: &Group, from_left: usize, from_right: usize) -> Option<Group> {
    let files = usize::from(body.files());
    if from_left + from_right == 0 {
        return Some(body.clone());
    }
    let kept = from_left..files.checked_sub(from_right)?;
    if kept.is_empty() || body.places.iter().any(|p| p.turn != Angle::ZERO) {
        return None;
    }
    let width = body.places.first()?.width;
    let mut front = body.clone();
    front.places.retain(|p| kept.contains(&usize::from(p.file)));
    let off = width * i32::try_from(from_left).ok()?;
    front.anchor = body.anchor.offset(off, Um::ZERO);
    front.frontage = width * i32::try_from(kept.len()).ok()?;
    let first = u8::try_from(from_left).ok()?;
    for place in &mut front.places {
        place.right -= off;
        place.file -= first;
    }
    Some(front)
}

/// The body with so many files at each end fallen back behind the nearest file that goes on.
fn dropped_back(body: &Group, from_left: usize, from_right: usize) -> Option<Group> {
    let files = usize::from(body.files());
    let mut out = body.clone();
    if from_left + from_right == 0 {
        return Some(out);
    }
    let (first, last) = (from_left, files.checked_sub(from_right + 1)?);
    let width = body.places.first()?.width;
    let indices: Vec<usize> = (0..body.places.len()).collect();
    for index in indices {
        let file = usize::from(body.places.get(index)?.file);
        let onto = match file {
            f if f < first => first,
            f if f > last => last,
            _ => continue,
        };
        let onto = u8::try_from(onto).ok()?;
        let behind: Vec<_> = out.places.iter().filter(|p| p.file == onto).copied().collect();
        let rear = behind.iter().map(|p| p.forward - p.depth).min()?;
        let rank = behind.iter().map(|p| p.rank).max()?.checked_add(1)?;
        let right = behind.first()?.right;
        let place = out.places.get_mut(index)?;
        (place.file, place.rank, place.right, place.forward) = (onto, rank, right, rear);
    }
    let off = width * i32::try_from(first).ok()?;
    out.anchor = body.anchor.offset(off, Um::ZERO);
    out.frontage = width * i32::try_from(last + 1 - first).ok()?;
    let first = u8::try_from(first).ok()?;
    for place in &mut out.places {
        place.right -= off;
        place.file -= first;
    }
    Some(out)
}
