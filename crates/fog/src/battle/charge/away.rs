//! The move of those who run away, evaders and routers: straight if nothing is in the way, else past it, through it,
//! along it, or as far as it goes.

use super::evade::{direction_on, turned_formation};
use super::plan::{MEASURE, Standing};
use super::{Charge, EvadeWay};
use crate::battle::customs::{Obstacle, Stopped};
use crate::battle::position::passing::{Passage, may_pass as permitted};
use crate::battle::position::{command, contact, kinds, rates};
use crate::battle::world::{CommanderId, GroupId, World};
use crate::field::{Grade, TerrainKind, grid_of};
use crate::formation::Formation;
use crate::troops::TroopType;
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{
    Angle, BaseRect, CONTACT_TOLERANCE, Extent, Group, Hand, Motion, Path, Polygon, TableEdge, Um,
    any_overlap, distance_to_clear, first_contact, first_within,
};
use smallvec::SmallVec;

/// What becomes of those who run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// They are on the table.
    Away,
    /// They left it.
    OffTable,
    /// There was no room beyond the friends they burst through.
    Destroyed,
    /// Routers are stopped so that they are lost when the phase ends.
    Barred,
}

/// A runaway worked out.
#[derive(Clone, Debug)]
pub struct Away {
    /// Its formation afterwards.
    pub formation: Formation,
    /// Where it ends.
    pub body: Group,
    /// Files dropped back: the places of the body are not those of the formation.
    pub dropped: bool,
    /// It has not moved at all, nor turned.
    pub stayed: bool,
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

/// A runaway as far as its owner has chosen.
#[derive(Clone, Debug)]
pub enum Course {
    /// He has to choose one of these.
    Choose(Vec<EvadeWay>),
    /// This is how it ends.
    Ends(Away),
}

/// Who runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// Evaders: they keep away from all enemies and camps, and may do something to stay on the table.
    Evader,
    /// Routers: they run through broken enemies and their own unfortified camp, and off the table.
    Router,
}

/// A battle group that sets out to run: turned, with its direction and its distance changed by the die.
#[derive(Clone, Debug)]
pub struct Setout<'w> {
    pub(super) world: &'w World,
    pub(super) group: GroupId,
    runner: Runner,
    formation: Formation,
    pub(super) start: Group,
    pub(super) toward: Angle,
    /// The way directly away from the chargers.
    from_chargers: Angle,
    /// The direction in which it first ran.
    original: Angle,
    change: i32,
    column: rates::ColumnUse,
    /// What it has done before it turned along an edge.
    before: Before,
}

/// What a battle group that goes along an edge has done before.
#[derive(Clone, Debug, Default)]
struct Before {
    gone: Um,
    /// The distance of the whole move, as slow as the ground made it.
    most: Option<Um>,
    passed: Vec<GroupId>,
    burst: Vec<GroupId>,
    upon: SmallVec<[CommanderId; 2]>,
    turns: u8,
}

/// How often a battle group turns along edges in one move; a table has no more that matter.
const MOST_TURNS: u8 = 3;

/// Ground that stops those who run.
#[derive(Clone, Debug)]
pub(super) enum Barrier<'w> {
    Ground(&'w Polygon, Grade),
    Camp { rect: BaseRect, fortified: bool },
}

/// What ends a path first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// Enemy, the friends that it cannot pass just now, or ground: it goes no further.
    Enemy,
    Friends,
    Ground(usize),
    Edge(TableEdge),
}

type At = (usize, Extent);

/// Everything in the way of a runaway.
pub(super) struct Around<'w> {
    pub enemies: Vec<BaseRect>,
    /// Friends whom it must burst through.
    pub solid: Vec<GroupId>,
    /// Friends whom it could pass, but not with this move.
    pub stops: Vec<GroupId>,
    pub barriers: Vec<Barrier<'w>>,
    /// What is left of the move.
    pub distance: Um,
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
        let narrow = kinds::is_column(world, group) && formation.width() == 1;
        Setout {
            world,
            group,
            runner: Runner::Evader,
            formation,
            start,
            toward,
            from_chargers,
            original: toward,
            change,
            column: if narrow { rates::ColumnUse::Column } else { rates::ColumnUse::None },
            before: Before::default(),
        }
    }

    /// The rout of a body that has turned to run.
    #[must_use]
    pub fn rout(
        world: &'w World,
        group: GroupId,
        turned: (Formation, Group),
        toward: Angle,
        change: i32,
    ) -> Self {
        Setout { runner: Runner::Router, ..Setout::new(world, group, turned, toward, &[], change) }
    }

    /// Whether it may do something to stay on the table.
    pub(super) const fn stays_on_table(&self) -> bool {
        matches!(self.runner, Runner::Evader)
    }

    /// Routers run off the table: their move ends at its edge. Gives whether it does.
    pub(super) fn as_far_as_table(&self, path: &Path) -> (Path, bool) {
        match path.first_exit(&self.world.field.table) {
            Some(exit) if !self.stays_on_table() => (path.cut(exit.leg, exit.met.after, MEASURE), true),
            _ => (path.clone(), false),
        }
    }

    /// Wheels to the direction, as far as its move reaches, and goes straight on.
    fn straight(&self, distance: Um) -> Path {
        let wheeled = Path::from(&self.start).wheel_to_face(self.toward, MEASURE);
        if wheeled.spent() > distance {
            let by = MEASURE.angle(self.start.frontage, distance);
            let hand = self.start.facing().shortest_turn(self.toward).0.hand();
            return Path::from(&self.start).wheel(hand, by, MEASURE);
        }
        let left = (distance - wheeled.spent()).or_zero();
        wheeled.advance(left)
    }

    /// The distance, and the ground that is closed to it or that it has too little move to enter.
    fn distance_and_barriers(&self) -> (Um, Vec<Barrier<'w>>) {
        let world = self.world;
        let pace = |ground: &[TerrainKind]| {
            let mu = rates::move_distance(world, self.group, ground, self.column).ok()?.total();
            Some(world.field.mu((mu + self.change).max(0)))
        };
        let whole = self.before.most.or_else(|| Some(self.as_on_the_march(pace(&[])?))).unwrap_or(Um::ZERO);
        let gone = self.before.gone;
        let mut distance = (whole - gone).or_zero();
        let mut barriers: Vec<Barrier<'w>> = world
            .sides
            .iter()
            .filter_map(|(side, state)| state.camp.filter(|c| !self.runs_through(side, c.fortified)))
            .map(|c| Barrier::Camp { rect: c.at.rect(), fortified: c.fortified })
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
                let stands_in = reached == Um::ZERO && gone == Um::ZERO;
                let shut = piece.kind.grade() == Grade::Impassable;
                match pace(&[piece.kind]) {
                    Some(most) if !shut && (most > gone + reached || stands_in) => {
                        distance = distance.min((most - gone).or_zero());
                    }
                    _ => closed.push(i),
                }
            }
            if before == (distance, closed.len()) {
                break;
            }
        }
        let closed = closed.iter().filter_map(|&i| pieces.get(i));
        let grounds = closed.filter_map(|p| Some(Barrier::Ground(p.outline()?, p.kind.grade())));
        barriers.extend(grounds);
        (distance, barriers)
    }

    /// The move of routers, further where a march as far would be.
    fn as_on_the_march(&self, normal: Um) -> Um {
        let (world, longer) = (self.world, normal + self.world.field.mu(1));
        let distance = |ways: &[&Path]| {
            rates::march_distance(world, self.group, &[], self.column, ways).map_or(0, |t| t.total())
        };
        let usual = rates::move_distance(world, self.group, &[], self.column).map_or(0, |t| t.total());
        let further = || distance(&[&self.straight(longer)]) > usual;
        if self.runner == Runner::Router && further() { longer } else { normal }
    }

    /// Whether it runs through a camp: routers do through their own if it is not fortified.
    fn runs_through(&self, side: Side, fortified: bool) -> bool {
        self.runner == Runner::Router && side == self.world[self.group].side && !fortified
    }

    /// Whether it passes through a friend by permission with this move.
    fn passes(&self, friend: GroupId, path: &Path) -> bool {
        enforces!(
            "FOGR-IMPACT-105",
            "FOGR-MOVE-079",
            "FOGR-MOVE-082",
            "FOGR-MOVE-083",
            "FOGAM-MOVE-081",
            "FOGR-MOVE-085",
            "FOGAM-IMPACT-110",
            "FOGAM-MOVE-091"
        );
        let world = self.world;
        let theirs = world.obstruction(friend);
        if path.first_contact(theirs).is_none() || is_beyond(path, theirs) {
            return true;
        }
        // Light foot pass if their front reaches the friends; others if their rear does.
        let by_front = kinds::is_all(world, self.group, TroopType::LightFoot);
        if by_front && world.book.light_foot_passes_what_it_reaches() {
            return self.beyond(path.end()).is_some();
        }
        let Some((body, Motion::Slide { distance, .. })) = path.legs().last() else { return false };
        let ranks = body.file_numbers().filter_map(|f| match by_front {
            true => body.file(f).next(),
            false => body.file(f).last(),
        });
        let far = Motion::Slide { toward: body.facing(), distance: world.field.mu(200) };
        let reaches = |i: usize| {
            let Some(base) = body.base(i) else { return true };
            let met = first_contact(&[base.rect()], &far, theirs);
            met.is_none_or(|h| h.after <= Extent::Distance(*distance))
        };
        ranks.into_iter().all(reaches) && self.beyond(path.end()).is_some()
    }

    /// Placed beyond friends, or what else it runs through, on whom the move would end, if there is room.
    pub(super) fn beyond(&self, end: &Group) -> Option<Group> {
        let world = self.world;
        let rects = end.rects();
        let broken = world.enemies_of(self.group).filter(|&e| world[e].is_broken());
        let mut over: Vec<BaseRect> = world
            .friends_of(self.group)
            .chain(broken.filter(|_| self.runner == Runner::Router))
            .map(|f| world.obstruction(f))
            .filter(|f| any_overlap(&rects, f))
            .flatten()
            .copied()
            .collect();
        let camps = world.sides.iter().filter_map(|(side, state)| {
            state.camp.filter(|c| self.runs_through(side, c.fortified)).map(|c| c.at.rect())
        });
        over.extend(camps.filter(|c| any_overlap(&rects, &[*c])));
        let extra = distance_to_clear(&rects, end.facing(), &over);
        let body = end.moved(&Motion::Slide { toward: end.facing(), distance: extra });
        self.has_room(&body).then_some(body)
    }

    pub(super) fn has_room(&self, body: &Group) -> bool {
        let world = self.world;
        let rects = body.rects();
        let everybody = world.on_table().filter(|&g| g != self.group);
        everybody.into_iter().all(|g| !any_overlap(&rects, world.obstruction(g)))
            && world.body_may_stand(body)
    }

    pub(super) fn rects_of(&self, groups: &[GroupId]) -> Vec<BaseRect> {
        groups.iter().flat_map(|&g| self.world.obstruction(g)).copied().collect()
    }

    pub(super) fn around(&self) -> Around<'w> {
        let world = self.world;
        let (distance, barriers) = self.distance_and_barriers();
        let path = self.straight(distance);
        let (mut solid, mut stops) = (Vec::new(), Vec::new());
        for friend in world.friends_of(self.group) {
            enforces!("FOGR-MOVE-084");
            let back = world[friend].phase.passed_through.contains(&self.group);
            match may_pass(world, self.group, friend, self.toward) {
                false if self.is_let_through(friend, &path) => {}
                false => solid.push(friend),
                true if back || !self.passes(friend, &path) => stops.push(friend),
                true => {}
            }
        }
        let enemies = Standing::of(world, world.enemies_of(self.group).filter(|&e| self.bars(e))).rects;
        Around { enemies, solid, stops, barriers, distance }
    }

    /// Whether friends let routers through whom they could not pass otherwise.
    fn is_let_through(&self, friend: GroupId, path: &Path) -> bool {
        self.runner == Runner::Router
            && self.world.book.are_let_through(self.world, self.group, friend, path)
            && self.passes(friend, path)
    }

    /// How far it may shift sideways to get past something.
    pub(super) fn most_shift(&self) -> Um {
        let widths = match self.runner {
            Runner::Evader => 1,
            Runner::Router => self.world.book.widths_aside(self.world, self.group),
        };
        self.world.field.base_width() * widths
    }

    /// Whether enemies bar the way: broken ones, and those whom it runs from, do not bar that of routers.
    fn bars(&self, enemy: GroupId) -> bool {
        let world = self.world;
        self.runner == Runner::Evader
            || !(world[enemy].is_broken() || contact::touch(world, self.group, enemy))
    }

    /// Where it ends with these choices of its owner, in their order, or what he has to choose next.
    #[must_use]
    pub fn course(&self, chosen: &[EvadeWay]) -> Course {
        let around = self.around();
        let (path, off) = self.as_far_as_table(&self.straight(around.distance));
        if self.is_clear(&path, &around) {
            let end = if off { Some(path.end().clone()) } else { self.beyond(path.end()) };
            if let Some(body) = end {
                let fate = if off { Fate::OffTable } else { Fate::Away };
                return Course::Ends(self.ended(&path, &around, body, fate, Vec::new()));
            }
        }
        let ways = self.ways(&path, &around);
        let (way, rest) = match (ways.as_slice(), chosen) {
            ([only], _) => (*only, chosen),
            (_, []) => return Course::Choose(ways),
            (_, [first, rest @ ..]) => (*first, rest),
        };
        match way {
            EvadeWay::Past(by) => match self.past_by(by, &around) {
                Some(past) => {
                    let fate = if past.off { Fate::OffTable } else { Fate::Away };
                    let made = self.straight(past.moved);
                    let dropped = by.drop_left + by.drop_right > 0;
                    let away = self.ended(&made, &around, past.body, fate, Vec::new());
                    Course::Ends(Away { moved: self.before.gone + past.moved, dropped, ..away })
                }
                None => Course::Choose(ways),
            },
            EvadeWay::Along(hand) => match self.turned_along(&path, &around, hand) {
                Some(next) => next.course(rest),
                None => Course::Ends(self.as_far_as_it_goes(&path, off, &around)),
            },
            EvadeWay::Straight => Course::Ends(self.as_far_as_it_goes(&path, off, &around)),
        }
    }

    /// Whether a choice that is not among those offered is a way past all the same: any shift that helps.
    #[must_use]
    pub fn allows(&self, chosen: &[EvadeWay], way: EvadeWay) -> bool {
        let Course::Choose(ways) = self.course(chosen) else { return false };
        let mut all = chosen.to_vec();
        all.push(way);
        ways.contains(&way)
            || (matches!(way, EvadeWay::Past(_))
                && ways.iter().any(|w| matches!(w, EvadeWay::Past(_)))
                && !matches!(self.course(&all), Course::Choose(again) if again == ways))
    }

    /// What its owner can choose where its way is obstructed; one if there is nothing to choose.
    fn ways(&self, path: &Path, around: &Around<'_>) -> Vec<EvadeWay> {
        enforces!("FOGR-IMPACT-111", "FOGR-IMPACT-113", "FOGAM-IMPACT-116");
        let block = self.first_block(path, around);
        let mut ways: Vec<EvadeWay> = match block {
            Some((_, Block::Ground(i))) if !self.gets_past(around, i) => Vec::new(),
            _ => self.ways_past(around).into_iter().map(|p| EvadeWay::Past(p.by)).collect(),
        };
        let can_turn = |way: &EvadeWay| match way {
            EvadeWay::Along(hand) => self.turned_along(path, around, *hand).is_some(),
            _ => true,
        };
        match block {
            // At the edge of the table it may go on, and off it.
            Some((_, Block::Edge(edge))) => {
                ways.push(EvadeWay::Straight);
                if !self.is_home(edge) && self.world.book.evades_along_table_edge() {
                    let along = self.hands_along(edge_line(edge), self.from_chargers);
                    ways.extend(along.into_iter().filter(can_turn));
                }
            }
            Some((at, Block::Ground(i))) if ways.is_empty() && !self.halts_before(around, i) => {
                enforces!("FOGAM-COMBAT-094");
                let line = around.barriers.get(i).and_then(|b| self.line_of(b, path, at));
                let along = line.map_or_else(Vec::new, |l| self.hands_along(l, self.original));
                ways.extend(along.into_iter().filter(can_turn));
            }
            _ => {}
        }
        if ways.is_empty() {
            ways.push(EvadeWay::Straight);
        }
        ways
    }

    /// Whether a shift or files dropped back may take it past a barrier.
    fn gets_past(&self, around: &Around<'_>, barrier: usize) -> bool {
        let Some(barrier) = around.barriers.get(barrier) else { return true };
        let obstacle = match barrier {
            Barrier::Camp { fortified, .. } => Obstacle::Camp { fortified: *fortified },
            Barrier::Ground(_, grade) => Obstacle::Ground(*grade),
        };
        self.world.book.gets_past(obstacle)
    }

    /// Whether routers halt 1 MU before a barrier, as they do before enemy.
    fn halts_before(&self, around: &Around<'_>, barrier: usize) -> bool {
        let camp = matches!(around.barriers.get(barrier), Some(Barrier::Camp { fortified: false, .. }));
        camp && self.runner == Runner::Router && self.world.book.halts_before_camps()
    }

    /// What a block is for routers who get no further; none if they live on.
    fn lost_by(&self, around: &Around<'_>, block: Option<Block>) -> bool {
        let stopped = match block {
            Some(Block::Enemy) => Stopped::ByEnemy,
            Some(Block::Friends) => Stopped::ByFriends,
            Some(Block::Ground(i)) if self.halts_before(around, i) => Stopped::ByEnemy,
            Some(Block::Ground(_)) => Stopped::ByGround,
            Some(Block::Edge(_)) | None => return false,
        };
        self.runner == Runner::Router && self.world.book.is_lost_when_stopped(self.world, stopped)
    }

    /// The same of a move that has led nowhere, unless it halts before enemy.
    fn unless_stuck(&self, away: Away, distance: Um) -> Away {
        let stuck = self.runner == Runner::Router
            && away.fate == Fate::Away
            && away.moved == Um::ZERO
            && distance > Um::ZERO
            && self.world.book.is_lost_when_stopped(self.world, Stopped::AtOnce);
        if stuck { Away { fate: Fate::Barred, ..away } } else { away }
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
            .map(|w| EvadeWay::Along(self.toward.shortest_turn(w).0.hand()))
            .collect()
    }

    /// The direction of the edge of a barrier at which a path meets it.
    fn line_of(&self, barrier: &Barrier<'_>, path: &Path, at: At) -> Option<Angle> {
        let body = path.cut(at.0, at.1, MEASURE).end().clone();
        let rects = body.rects();
        let reach = CONTACT_TOLERANCE + CONTACT_TOLERANCE;
        let edges: Vec<(caracole_plane::Point, caracole_plane::Point)> = match barrier {
            Barrier::Ground(outline, _) => outline.edges().collect(),
            Barrier::Camp { rect, .. } => {
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

    pub(super) fn is_clear(&self, path: &Path, around: &Around<'_>) -> bool {
        self.first_block(path, around).is_none()
            && around.solid.iter().all(|&f| path.first_contact(self.world.obstruction(f)).is_none())
    }

    /// What ends a path first, friends to be burst through apart.
    pub(super) fn first_block(&self, path: &Path, around: &Around<'_>) -> Option<(At, Block)> {
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
                Barrier::Ground(area, _) => path.first_entry(area).map(|e| (e.leg, e.met.after)),
                Barrier::Camp { rect, .. } if self.halts_before(around, i) => {
                    self.short_of_enemy(path, &[*rect])
                }
                Barrier::Camp { rect, .. } => path.first_contact(&[*rect]).map(|h| (h.leg, h.met.after)),
            };
            meet(at, Block::Ground(i));
        }
        // Routers do nothing to stay on the table: its edge is not in their way.
        enforces!("FOGR-COMBAT-124", "FOGR-JAP-023");
        if self.stays_on_table()
            && let Some(exit) = path.first_exit(&self.world.field.table)
        {
            meet(Some((exit.leg, exit.met.after)), Block::Edge(exit.met.edge));
        }
        first
    }

    /// Where a path comes to 1 MU from enemy that stand in it; those beside it do not count.
    fn short_of_enemy(&self, path: &Path, enemies: &[BaseRect]) -> Option<At> {
        enforces!("FOGR-IMPACT-110", "FOGAM-IMPACT-115");
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

    /// The end of a move, with everything that happened before.
    fn ended(&self, path: &Path, around: &Around<'_>, body: Group, fate: Fate, burst: Vec<GroupId>) -> Away {
        let mut passed = self.before.passed.clone();
        passed.extend(self.passed(path, &burst, &around.stops));
        let mut upon = self.before.upon.clone();
        upon.extend(command::alone_in_the_way(self.world, self.group, path));
        upon.dedup();
        let mut all_burst = self.before.burst.clone();
        all_burst.extend(burst);
        all_burst.dedup();
        Away {
            formation: self.formation.clone(),
            body,
            dropped: false,
            stayed: false,
            moved: self.before.gone + path.spent(),
            passed,
            burst: all_burst,
            fate,
            upon,
        }
    }

    /// The move as far as something ends it, and the friends burst through by then.
    fn until_stopped(&self, path: &Path, around: &Around<'_>) -> (Path, Option<(At, Block)>, Vec<GroupId>) {
        let block = self.first_block(path, around);
        let cut = block.map_or_else(|| path.clone(), |((leg, e), _)| path.cut(leg, e, MEASURE));
        let through = |f: &GroupId| cut.first_contact(self.world.obstruction(*f)).is_some();
        let burst = around.solid.iter().copied().filter(through).collect();
        (cut, block, burst)
    }

    /// No way past: through friends, to within 1 MU of enemies, off the table, or as far as there is room.
    fn as_far_as_it_goes(&self, path: &Path, off: bool, around: &Around<'_>) -> Away {
        enforces!(
            "FOGR-IMPACT-109",
            "FOGR-IMPACT-112",
            "FOGR-IMPACT-114",
            "FOGR-MOVE-086",
            "FOGAM-IMPACT-114",
            "FOGAM-IMPACT-118",
            "FOGAM-UNUSUAL-003",
            "FOGAM-DIAGRAM-042",
            "FOGAM-MOVE-084"
        );
        let world = self.world;
        let (cut, block, burst) = self.until_stopped(path, around);
        let leaves = matches!(block, Some((_, Block::Edge(_)))) || (block.is_none() && off);
        if leaves {
            return self.ended(&cut, around, cut.end().clone(), Fate::OffTable, burst);
        }
        let by = block.map(|(_, by)| by);
        let fate = if self.lost_by(around, by) { Fate::Barred } else { Fate::Away };
        let before_enemy = match by {
            Some(Block::Ground(i)) => self.halts_before(around, i),
            by => by == Some(Block::Enemy),
        };
        let at_once =
            matches!(block, Some(((0, Extent::Distance(Um::ZERO) | Extent::Angle(Angle::ZERO)), _)));
        let stays = || {
            let body = world.body(self.group);
            let away = self.ended(&Path::from(body), around, body.clone(), fate, Vec::new());
            Away { formation: world.formation(self.group).clone(), stayed: true, moved: Um::ZERO, ..away }
        };
        // Too close to enemy in the way it does not move at all.
        if at_once && before_enemy && self.before.turns == 0 {
            return stays();
        }
        let end = cut.end();
        let clear = if self.has_room(end) { Some(end.clone()) } else { self.beyond(end) };
        let away = match clear {
            Some(body) => self.ended(&cut, around, body, fate, burst),
            None if burst.is_empty() => self.last_room(&cut).map_or_else(stays, |body| {
                self.ended(&Path::from(&body), around, body.clone(), fate, Vec::new())
            }),
            None if world.book.is_destroyed_without_room(world) => {
                self.ended(&cut, around, end.clone(), Fate::Destroyed, burst)
            }
            None => self.halted_by_friends(&cut, around),
        };
        if before_enemy { away } else { self.unless_stuck(away, around.distance) }
    }

    /// It comes as far as the friends whom it cannot get through. Only the first of them suffer.
    fn halted_by_friends(&self, path: &Path, around: &Around<'_>) -> Away {
        let world = self.world;
        let met = |f: &GroupId| path.first_contact(world.obstruction(*f)).map(|h| (h.leg, h.met.after));
        let first = around.solid.iter().filter_map(met).min();
        let burst = around.solid.iter().copied().filter(|f| first.is_some() && met(f) == first).collect();
        let cut = first.map_or_else(|| path.clone(), |(leg, after)| path.cut(leg, after, MEASURE));
        let body = match self.has_room(cut.end()) {
            true => cut.end().clone(),
            false => self.last_room(&cut).unwrap_or_else(|| world.body(self.group).clone()),
        };
        let stayed = body == *world.body(self.group);
        let away = self.ended(&cut, around, body, Fate::Away, burst);
        match stayed {
            true => Away { formation: world.formation(self.group).clone(), stayed, moved: Um::ZERO, ..away },
            false => away,
        }
    }

    /// Where it last had room on its way: where it set out from, if it has turned there.
    fn last_room(&self, path: &Path) -> Option<Group> {
        let start = path.legs().next().map_or_else(|| path.end().clone(), |(start, _)| start.clone());
        self.has_room(&start).then_some(start)
    }

    /// It has turned by 90 degrees where it was stopped, to go on along the line that stopped it.
    fn turned_along(&self, path: &Path, around: &Around<'_>, hand: Hand) -> Option<Setout<'w>> {
        let world = self.world;
        if self.before.turns >= MOST_TURNS {
            return None;
        }
        let (cut, block, burst) = self.until_stopped(path, around);
        let line = match block? {
            (_, Block::Edge(edge)) => edge_line(edge),
            (at, Block::Ground(i)) => self.line_of(around.barriers.get(i)?, path, at)?,
            _ => return None,
        };
        let formation = turned_formation(world, self.group)?;
        let body = cut.end();
        let turned = body.turned_to(hand, &grid_of(world.field.scale, &formation, Um::ZERO));
        let off = |w: Angle| turned.facing().shortest_turn(w).1;
        let toward = if off(line) <= off(line + Angle::HALF) { line } else { line + Angle::HALF };
        if !self.has_room(&turned) {
            return None;
        }
        let so_far = self.ended(&cut, around, turned.clone(), Fate::Away, burst);
        let before = Before {
            gone: so_far.moved,
            most: Some(self.before.gone + around.distance),
            passed: so_far.passed,
            burst: so_far.burst,
            upon: so_far.upon,
            turns: self.before.turns + 1,
        };
        let column = match formation.width() {
            1 => self.column,
            _ => rates::ColumnUse::None,
        };
        Some(Setout { formation, start: turned, toward, before, column, ..self.clone() })
    }

    /// The friends passed through by permission.
    fn passed(&self, path: &Path, burst: &[GroupId], stops: &[GroupId]) -> Vec<GroupId> {
        let world = self.world;
        let through = |f: &GroupId| {
            !burst.contains(f)
                && !stops.contains(f)
                && may_pass(world, self.group, *f, self.toward)
                && path.first_contact(world.obstruction(*f)).is_some()
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
