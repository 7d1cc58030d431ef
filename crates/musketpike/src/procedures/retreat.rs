//! Retreats: orderly ones of Morale Shaken units, and the flight of units that break.

use super::{
    Answer, Asked, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, call, changes,
    changes::MoraleLoss,
    field,
    leaders::PlaceLeaders,
    rolled, throw,
    volley::{check_facing, face_unit, offer_facings},
};
use crate::RollPurpose;
use crate::{
    charts::{UnableToRetreat, row},
    counters::{LeaderId, UnitId},
    engine::{
        bar::{Allowed, Bar},
        field::{Field, Leaders},
        table::{IMPASSABLE, Span},
    },
    hex::{Direction, Hex, Placement, Zone},
    messages::{Company, Decision, Event, HitBy, Request},
    world::{Fate, Formation, MoraleState, Post},
};
use caracole_kernel::Flow;
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// How a unit retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum RetreatKind {
    /// Backing away with its facing.
    Orderly,
    /// Running.
    Broken,
}

/// The retreat of one unit, with the light infantry or cavalry that shares its hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retreat {
    unit: UnitId,
    manner: RetreatKind,
    by: Option<UnitId>,
    /// The hexes of the enemies it retreats from.
    from: SmallVec<[Hex; 4]>,
    left: u8,
    slopes: u8,
    leaders: Leaders,
    /// Army Commanders in its way who have said whether they go along.
    asked: Leaders,
    /// The hexes it has retreated to.
    path: [Option<Hex>; 2],
    /// Casualties for hexes not retreated that are still to be taken.
    open: u8,
    /// They have broken the unit, which runs when all of them are taken.
    broke: bool,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Begin,
    GoAlong,
    /// An Army Commander in the way in this direction says whether to go along.
    Swept(Direction),
    Step,
    Unable,
    /// Which of cavalry and light infantry takes a casualty.
    Casualty,
    Facing,
    LeftMap,
    Again,
}

/// A way to retreat by one hex.
#[derive(Clone, Copy, Debug)]
struct Way {
    direction: Direction,
    rank: (bool, bool, u8, u8),
    joins: bool,
}

impl Retreat {
    /// A unit that has become Morale Broken runs two hexes, away from the unit that broke it.
    pub(super) fn broken(unit: UnitId, by: Option<UnitId>) -> Self {
        enforces!("MPBS-12.4.3d", "MPBS-GLOSSARY-ROUT");
        Self::new(unit, by, RetreatKind::Broken, 2, SmallVec::new())
    }

    /// A unit that lost a Close Combat retreats from these hexes.
    pub(super) fn from_combat(
        unit: UnitId,
        manner: RetreatKind,
        hexes: u8,
        from: SmallVec<[Hex; 4]>,
    ) -> Self {
        enforces!("MPBS-11.4.1c", "MPBS-11.4.1d");
        Self::new(unit, None, manner, hexes, from)
    }

    fn new(
        unit: UnitId,
        by: Option<UnitId>,
        manner: RetreatKind,
        hexes: u8,
        from: SmallVec<[Hex; 4]>,
    ) -> Self {
        Retreat {
            unit,
            manner,
            by,
            from,
            left: hexes,
            slopes: 0,
            leaders: Leaders::new(),
            asked: Leaders::new(),
            path: [None; 2],
            open: 0,
            broke: false,
            stage: Stage::Begin,
        }
    }

    fn begin(&mut self, cx: &mut Cx<'_>) -> Next {
        let f = field(cx);
        if !f.unit(self.unit).in_play() || f.is_train(self.unit) {
            return Flow::Done(Answer::Done);
        }
        if let Some(by) = self.by
            && f.unit(by).in_play()
        {
            self.from.extend(f.footprint(by).iter());
        }
        enforces!("MPBS-5.1.2a", "MPBS-5.2.2a");
        let mut asks = None;
        for leader in f.leaders_with(self.unit) {
            if f.leader(leader).post == Post::Army {
                asks = Some(leader);
            } else {
                self.leaders.push(leader);
            }
        }
        if let Some(leader) = asks {
            self.stage = Stage::GoAlong;
            return Flow::Ask(f.side(self.unit), Request::GoAlong(leader));
        }
        self.stage = Stage::Step;
        self.step(cx)
    }

    fn distance(&self, at: Placement) -> i32 {
        self.from.iter().map(|hex| at.footprint().distance(*hex)).min().unwrap_or(99)
    }

    /// The ways that are open, best first by the retreat priorities; only the best are legal.
    fn ways(&self, f: Field<'_>) -> SmallVec<[Way; 6]> {
        enforces!("MPBS-11.4.2b", "MPBS-11.4.2c", "MPBS-11.4.2e", "MPBS-5.6.5d");
        let at = f.unit(self.unit).at;
        let side = f.side(self.unit);
        let class = f.column(self.unit);
        let now = self.distance(at);
        let mut ways: SmallVec<[Way; 6]> = SmallVec::new();
        for direction in Direction::ALL {
            let to = at.shifted(direction);
            let Some(joins) = self.open(f, at, direction) else { continue };
            let then = self.distance(to);
            if !self.from.is_empty() && (then <= 1 || then < now) {
                continue;
            }
            let edge = to.footprint().iter().map(|hex| f.table.edge_distance(side, hex)).min().unwrap_or(255);
            // Least resistance: the points into this hex and on from there.
            let into = at.footprint().iter().filter_map(|hex| f.crossing(hex, direction));
            let into = into.map(|crossing| crossing.cost[class as usize]).max().unwrap_or(0);
            let on = to.footprint().iter().map(|hex| f.table.edge_cost(side, class, hex)).min();
            let cost = into.saturating_add(on.unwrap_or(u8::MAX));
            let sideways = self.manner == RetreatKind::Orderly
                && at.facing().is_some_and(|facing| facing.zone(direction) != Zone::Rear);
            let stays = !self.from.is_empty() && then == now;
            ways.push(Way { direction, rank: (stays, sideways, edge, cost), joins });
        }
        if ways.iter().any(|way| !way.joins) {
            ways.retain(|way| !way.joins);
        }
        if let Some(best) = ways.iter().map(|way| way.rank).min() {
            ways.retain(|way| way.rank == best);
        }
        ways
    }

    /// Whether the unit may retreat to a place; and whether it would join a cavalry or light infantry unit there.
    fn open(&self, f: Field<'_>, at: Placement, direction: Direction) -> Option<bool> {
        enforces!("MPBS-11.4.3a", "MPBS-11.4.3d");
        let (side, class) = (f.side(self.unit), f.column(self.unit));
        let mut joins = false;
        for from in at.footprint().iter() {
            let hex = from.step(direction);
            let crossing = f.crossing(from, direction)?;
            let cost = if at.footprint().second.is_some() && self.manner == RetreatKind::Orderly {
                crossing.wide_cost
            } else {
                crossing.cost[class as usize]
            };
            if cost == IMPASSABLE {
                return None;
            }
            let stack = f.stack(hex);
            match stack.main() {
                Some(main) if main == self.unit || f.partner(self.unit) == Some(main) => {}
                Some(main) => {
                    joins = self.may_join(f, main);
                    if !joins {
                        return None;
                    }
                }
                None => {
                    if stack.gun().is_some_and(|train| f.owner(train) != side) {
                        return None;
                    }
                }
            }
        }
        Some(joins)
    }

    fn may_join(&self, f: Field<'_>, other: UnitId) -> bool {
        enforces!("MPBS-11.4.3c");
        let unit = self.unit;
        if f.side(other) != f.side(unit) || f.partner(unit).is_some() || f.partner(other).is_some() {
            return false;
        }
        let (cavalry, light) = if f.is_cavalry(unit) { (unit, other) } else { (other, unit) };
        f.is_cavalry(cavalry)
            && f.may_ride(light)
            && f.wing_of(cavalry) == f.wing_of(light)
            && f.stack(f.hex(other)).gun().is_none()
    }

    /// Whether the unit stands on the last hex of its friendly edge.
    fn at_edge(&self, f: Field<'_>) -> bool {
        enforces!("MPBS-11.4.2d");
        f.footprint(self.unit).iter().any(|hex| f.table.on_friendly_edge(f.side(self.unit), hex))
    }

    fn step(&mut self, cx: &mut Cx<'_>) -> Next {
        let f = field(cx);
        if self.left == 0 {
            return self.finish(cx);
        }
        if self.at_edge(f) {
            return self.leave_map(cx);
        }
        let ways = self.ways(f);
        match ways.len() {
            0 => self.unable(cx),
            1 if !ways[0].joins => {
                let direction = ways[0].direction;
                self.go(cx, direction)
            }
            _ => Flow::Ask(f.side(self.unit), Request::Retreat(self.unit)),
        }
    }

    fn go(&mut self, cx: &mut Cx<'_>, direction: Direction) -> Next {
        enforces!("MPBS-11.4.1b", "MPBS-11.4.4", "MPBS-7.3.1g");
        let f = field(cx);
        let at = f.unit(self.unit).at;
        let to = at.shifted(direction);
        if let Some(leader) = self.army_commander_in(f, to) {
            self.stage = Stage::Swept(direction);
            return Flow::Ask(f.side(self.unit), Request::GoAlong(leader));
        }
        let mut hits = 0;
        let mut gentle = 0;
        let line = at.footprint().second.is_some() && self.manner == RetreatKind::Orderly;
        let span = if line { Span::Line } else { Span::Narrow };
        for hex in at.footprint().iter() {
            if let Some(crossing) = f.crossing(hex, direction) {
                hits = hits.max(f.toll(self.unit, f.unit(self.unit).formation, crossing, span).1);
                gentle = gentle.max(u8::from(crossing.gentle));
            }
        }
        if self.slopes < 2 && self.slopes + gentle >= 2 {
            hits += f.second_slope_hits(self.unit, f.unit(self.unit).formation);
        }
        self.slopes += gentle;
        let met = to
            .footprint()
            .iter()
            .find_map(|hex| f.stack(hex).main())
            .filter(|main| *main != self.unit && f.partner(self.unit) != Some(*main));
        disable_guns(cx, at);
        // A Wing Commander in the way is swept along.
        let f = field(cx);
        let side = f.side(self.unit);
        for hex in to.footprint().iter() {
            for leader in f.leaders_at(hex, side) {
                if f.leader(leader).post != Post::Army && !self.leaders.contains(&leader) {
                    self.leaders.push(leader);
                }
            }
        }
        let leaders = self.leaders.clone();
        changes::relocate(cx, self.unit, to, Company::Stack, &leaders);
        disable_guns(cx, to);
        // It goes on although it breaks, and whatever its Orders.
        enforces!("MPBS-11.4.10", "MPBS-7.3.1g", "MPBS-5.6.5d");
        for _ in 0..hits {
            changes::formation_hit(cx, self.unit, HitBy::Terrain);
        }
        let entered = to.footprint().first;
        if self.path[0].is_none() {
            self.path[0] = Some(entered);
        } else {
            self.path[1] = Some(entered);
        }
        self.left -= 1;
        if let Some(other) = met {
            let worse = field(cx).unit(self.unit).morale.max(field(cx).unit(other).morale);
            let formation = field(cx).unit(self.unit).formation;
            if worse == MoraleState::Broken {
                changes::break_morale(cx, self.unit);
            } else {
                changes::set_morale(cx, self.unit, worse);
                changes::set_morale(cx, other, worse);
                changes::set_formation(cx, self.unit, formation);
            }
            let facing = field(cx).unit(other).at;
            cx.world.unit_mut(self.unit).at = facing;
            return if self.left > 0 { self.unable(cx) } else { self.finish(cx) };
        }
        self.step(cx)
    }

    /// An Army Commander in the way who has not been asked yet whether to go along.
    fn army_commander_in(&self, f: Field<'_>, to: Placement) -> Option<LeaderId> {
        enforces!("MPBS-5.1.2a");
        let leader = f.army_commander(f.side(self.unit))?;
        let in_the_way = to.footprint().contains(f.leader(leader).hex);
        (in_the_way && !self.leaders.contains(&leader) && !self.asked.contains(&leader)).then_some(leader)
    }

    /// It runs off the map: eliminated, its Wing Commander saved by another unit.
    fn leave_map(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-5.2.2c", "MPBS-13.4.3");
        disable_guns(cx, field(cx).unit(self.unit).at);
        let units: SmallVec<[UnitId; 2]> = changes::together(cx, self.unit).collect();
        let leaders = self.leaders.clone();
        for unit in units {
            changes::remove(cx, unit, Fate::Eliminated);
            cx.tell(Event::Eliminated { unit });
        }
        self.stage = Stage::LeftMap;
        call(PlaceLeaders::rescued(leaders))
    }

    fn unable(&mut self, cx: &mut Cx<'_>) -> Next {
        let f = field(cx);
        if f.unit(self.unit).morale == MoraleState::Broken {
            enforces!("MPBS-11.4.5a", "MPBS-12.4.3e");
            self.stage = Stage::Unable;
            return throw(f.side(self.unit), rule!("MPBS-11.4.5a"), RollPurpose::UnableToRetreat);
        }
        enforces!("MPBS-11.4.5c");
        let short = self.left;
        self.lose(cx, short)
    }

    /// Casualties for the hexes it could not retreat.
    fn lose(&mut self, cx: &mut Cx<'_>, hits: u8) -> Next {
        self.open = hits;
        self.stage = Stage::Casualty;
        self.lose_on(cx)
    }

    fn lose_on(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-8.2.1f");
        let f = field(cx);
        if !f.unit(self.unit).in_play() {
            return self.finish(cx);
        }
        if self.open == 0 {
            if !self.broke {
                return self.finish(cx);
            }
            self.stage = Stage::Again;
            return call(Retreat::from_combat(self.unit, RetreatKind::Broken, 2, self.from.clone()));
        }
        if f.partner(self.unit).is_some() {
            return Flow::Ask(f.side(self.unit), Request::TakeHit(self.unit));
        }
        let hits = self.open;
        self.hurt(cx, self.unit, hits)
    }

    /// Casualties on the unit or on the other of its stack.
    fn hurt(&mut self, cx: &mut Cx<'_>, unit: UnitId, hits: u8) -> Next {
        let f = field(cx);
        let was_broken = f.unit(unit).morale == MoraleState::Broken;
        let other = f.partner(unit);
        self.open = self.open.saturating_sub(hits);
        let reached = changes::casualties(cx, unit, hits);
        if !field(cx).unit(self.unit).in_play()
            && let Some(other) = other
        {
            // The other unit of the stack takes the rest and retreats.
            self.unit = other;
        }
        if reached {
            self.broke |= changes::lower_morale(cx, self.unit) == MoraleLoss::Broken && !was_broken;
        }
        self.lose_on(cx)
    }

    fn read_unable(&mut self, cx: &mut Cx<'_>, values: &caracole_kernel::dice::Values) -> Next {
        enforces!("MPBS-11.4.5b");
        let f = field(cx);
        let rolled = rolled(values, f.unable_to_retreat_tally(self.unit));
        let result = f.table.charts.unable_to_retreat.results[row(rolled.total())];
        cx.tell(Event::UnableToRetreat { unit: self.unit, rolled, result });
        match result {
            UnableToRetreat::Stand => {
                let units: SmallVec<[UnitId; 2]> = changes::together(cx, self.unit).collect();
                for unit in units {
                    changes::set_morale(cx, unit, MoraleState::Shaken);
                }
                changes::set_formation(cx, self.unit, Formation::Broken);
                self.stage = Stage::Facing;
                Flow::Ask(field(cx).side(self.unit), Request::Face(self.unit))
            }
            UnableToRetreat::Loses => {
                let short = self.left;
                self.lose(cx, short)
            }
            UnableToRetreat::Eliminated => {
                let units: SmallVec<[UnitId; 2]> = changes::together(cx, self.unit).collect();
                for unit in units {
                    changes::eliminate(cx, unit);
                }
                self.finish(cx)
            }
        }
    }

    fn finish(&self, _: &Cx<'_>) -> Next {
        Flow::Done(Answer::Retreated(self.path))
    }
}

/// Guns that a unit retreats from, into or through are disabled.
fn disable_guns(cx: &mut Cx<'_>, at: Placement) {
    enforces!("MPBS-11.4.3b", "MPBS-11.5.2b", "MPBS-10.8.9a");
    for hex in at.footprint().iter() {
        if let Some(gun) = field(cx).stack(hex).gun()
            && field(cx).is_gun(gun)
        {
            changes::disable(cx, gun);
        }
    }
}

impl Play<MusketPike, Bar> for Retreat {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match (self.stage, input) {
            (Stage::Begin, _) => self.begin(cx),
            (Stage::GoAlong, In::Order(order)) => {
                if order.accepts() {
                    let f = field(cx);
                    self.leaders.extend(
                        f.leaders_with(self.unit)
                            .into_iter()
                            .filter(|leader| f.leader(*leader).post == Post::Army),
                    );
                }
                self.asked.extend(field(cx).army_commander(field(cx).side(self.unit)));
                self.stage = Stage::Step;
                self.step(cx)
            }
            (Stage::Swept(direction), In::Order(order)) => {
                if let Some(leader) = field(cx).army_commander(field(cx).side(self.unit)) {
                    self.asked.push(leader);
                    if order.accepts() {
                        self.leaders.push(leader);
                    }
                }
                self.stage = Stage::Step;
                self.go(cx, direction)
            }
            (Stage::Step, In::Order(Order::Plain(Decision::Toward(direction)))) => self.go(cx, direction),
            (Stage::Step, In::Order(_)) => self.unable(cx),
            (Stage::Unable, In::Dice(values)) => self.read_unable(cx, &values),
            (Stage::Casualty, In::Order(Order::Plain(Decision::Unit(unit)))) => self.hurt(cx, unit, 1),
            (Stage::Facing, In::Order(Order::Plain(Decision::Face(facing)))) => {
                enforces!("MPBS-11.7.1c");
                face_unit(cx, self.unit, facing);
                Flow::Done(Answer::Stood)
            }
            (Stage::LeftMap, _) => Flow::Done(Answer::LeftMap(self.path)),
            (Stage::Again, In::Answer(answer)) => Flow::Done(answer),
            _ => self.step(cx),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let f = Field::from(asked);
        match (self.stage, decision) {
            (Stage::GoAlong | Stage::Swept(_), Decision::Accept | Decision::Decline) => Ok(decision.into()),
            (Stage::Facing, _) => check_facing(f, self.unit, decision),
            (Stage::Casualty, Decision::Unit(unit))
                if *unit == self.unit || f.partner(self.unit) == Some(*unit) =>
            {
                Ok(decision.into())
            }
            (Stage::Step, Decision::Toward(direction)) => {
                if self.ways(f).iter().any(|way| way.direction == *direction) {
                    return Ok(decision.into());
                }
                Err(Bar::Rule(
                    rule!("MPBS-11.4.2a"),
                    "A retreat goes away from the enemy, then towards the friendly edge, then by the cheapest way",
                    "Choose one of the best ways.",
                ))
            }
            (Stage::Step, Decision::Decline) if self.ways(f).iter().all(|way| way.joins) => {
                Ok(decision.into())
            }
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let f = Field::from(asked);
        match self.stage {
            Stage::GoAlong | Stage::Swept(_) => out.extend([Decision::Accept, Decision::Decline]),
            Stage::Facing => offer_facings(f, self.unit, out),
            Stage::Casualty => {
                out.push(Decision::Unit(self.unit));
                out.extend(f.partner(self.unit).map(Decision::Unit));
            }
            _ => {
                let ways = self.ways(f);
                out.extend(ways.iter().map(|way| Decision::Toward(way.direction)));
                if ways.iter().all(|way| way.joins) {
                    out.push(Decision::Decline);
                }
            }
        }
    }
}
