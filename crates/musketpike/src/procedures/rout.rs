//! Rout Movement Phase: every Morale Broken unit runs for its edge.

use super::{
    Answer, Asked, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, call, changes, field,
    leaders::PlaceLeaders, morale::MoraleCheck,
};
use crate::{
    charts::MoveClass,
    counters::{LeaderId, UnitId},
    engine::{
        bar::{Allowed, Bar},
        field::{Field, Leaders},
        table::IMPASSABLE,
    },
    hex::{Direction, Half, Hex, Placement, Turn},
    messages::{Decision, Event, Request},
    world::{Fate, MoraleState, UnitSet},
};
use caracole_kernel::{Flow, Side};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The Rout Movement Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoutPhase {
    side: Side,
    second: bool,
    done: UnitSet,
}

impl RoutPhase {
    /// The holder of the initiative moves its routers first.
    pub(super) const fn new(initiative: Side) -> Self {
        RoutPhase { side: initiative, second: false, done: UnitSet::EMPTY }
    }

    fn waiting<'a>(&'a self, f: Field<'a>) -> impl Iterator<Item = UnitId> + 'a {
        enforces!("MPBS-12.4.3f", "MPBS-13.4.1a", "MPBS-3.3");
        f.units_of(self.side).filter(move |unit| {
            f.unit(*unit).morale == MoraleState::Broken && !f.is_train(*unit) && !self.done.has(*unit)
        })
    }
}

impl Play<MusketPike, Bar> for RoutPhase {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        if let In::Order(Order::Plain(Decision::Unit(unit))) = input {
            self.done.insert(unit);
            return call(RoutMove::new(field(cx), unit));
        }
        loop {
            let f = field(cx);
            let mut waiting = self.waiting(f);
            match (waiting.next(), waiting.next()) {
                (Some(only), None) => {
                    drop(waiting);
                    self.done.insert(only);
                    return call(RoutMove::new(field(cx), only));
                }
                (Some(_), Some(_)) => return Flow::Ask(self.side, Request::NextRout),
                _ if self.second => return Flow::Done(Answer::Done),
                _ => {
                    drop(waiting);
                    self.second = true;
                    self.side = self.side.other();
                }
            }
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let f = Field::from(asked);
        match decision {
            Decision::Unit(unit) if self.waiting(f).any(|waiting| waiting == *unit) => Ok(decision.into()),
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let f = Field::from(asked);
        out.extend(self.waiting(f).map(Decision::Unit));
    }
}

/// The Rout Movement of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoutMove {
    unit: UnitId,
    allowance: u8,
    /// Points used by each half; a one-hex unit is its own left half.
    spent: [u8; 2],
    leaders: Leaders,
    /// Leaders who have said whether they go along.
    asked: Leaders,
    /// Units run through that have still to check.
    through: SmallVec<[UnitId; 2]>,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Run,
    /// Whether this leader goes along.
    Leader(LeaderId),
    Done,
}

/// A step of a routing unit: where to and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoutStep {
    pub(crate) to: Placement,
    /// Points that each half pays.
    cost: [u8; 2],
}

impl RoutStep {
    fn dearer(&self) -> u8 {
        self.cost[0].max(self.cost[1])
    }
}

impl RoutMove {
    fn new(f: Field<'_>, unit: UnitId) -> Self {
        // Units of a stack run apart, each with its own allowance.
        enforces!("MPBS-8.2.1i", "MPBS-13.4.1b");
        RoutMove {
            unit,
            allowance: f.rout_allowance(unit),
            spent: [0; 2],
            leaders: Leaders::new(),
            asked: Leaders::new(),
            through: SmallVec::new(),
            stage: Stage::Run,
        }
    }

    /// Points still to be used: by one of the halves, the one that has used most.
    fn left(&self) -> u8 {
        enforces!("MPBS-13.4.1c");
        self.allowance.saturating_sub(self.spent[0].max(self.spent[1]))
    }

    fn spent_after(&self, step: &RoutStep) -> [u8; 2] {
        [self.spent[0].saturating_add(step.cost[0]), self.spent[1].saturating_add(step.cost[1])]
    }

    fn affords(&self, step: &RoutStep) -> bool {
        self.spent_after(step).iter().all(|spent| *spent <= self.allowance)
    }

    /// A leader with the unit, or in a hex it runs through, who has not been asked.
    fn unasked(&self, f: Field<'_>) -> Option<LeaderId> {
        enforces!("MPBS-5.1.2a", "MPBS-5.2.2b");
        f.leaders_with(self.unit).into_iter().find(|leader| !self.asked.contains(leader))
    }

    /// The best steps: those on a cheapest way to the edge that ends legally.
    fn steps(&self, f: Field<'_>) -> SmallVec<[RoutStep; 8]> {
        let plan = EdgeCosts::new(f, self.unit);
        let at = f.unit(self.unit).at;
        let mut best: SmallVec<[RoutStep; 8]> = SmallVec::new();
        let mut least = u16::MAX;
        let passing = occupied(f, self.unit, at);
        for step in moves(f, self.unit, at) {
            let affords = self.affords(&step);
            // In a friend's hex it takes what it can pay for, because it may not stay there.
            if !affords && passing || affords && !self.may_stop_beyond(f, &step, &plan) {
                continue;
            }
            let Some(rest) = plan.rest(step.to) else { continue };
            let total = rest + u16::from(step.dearer());
            if total < least {
                least = total;
                best.clear();
            }
            if total == least {
                best.push(step);
            }
        }
        // Too few points for the next hex of the way: it stops there.
        enforces!("MPBS-13.4.1e", "MPBS-13.4.2a");
        best.retain(|step| self.affords(step));
        best
    }

    /// A step into a friend's hex is allowed only if the unit can run on out of it.
    fn may_stop_beyond(&self, f: Field<'_>, step: &RoutStep, plan: &EdgeCosts) -> bool {
        if !occupied(f, self.unit, step.to) {
            return true;
        }
        enforces!("MPBS-13.4.1f");
        let left = self.left().saturating_sub(step.dearer());
        moves(f, self.unit, step.to).into_iter().any(|next| {
            next.dearer() <= left
                && plan.rest(next.to).is_some()
                && (!occupied(f, self.unit, next.to) || {
                    let left = left - next.dearer();
                    moves(f, self.unit, next.to)
                        .into_iter()
                        .any(|last| last.dearer() <= left && !occupied(f, self.unit, last.to))
                })
        }) || left > 0 && at_edge(f, self.unit, step.to)
    }

    fn run_on(&mut self, cx: &mut Cx<'_>) -> Next {
        // Friends run through check when the runner is past them.
        while !self.in_passing(field(cx))
            && let Some(unit) = self.through.pop()
        {
            if field(cx).unit(unit).in_play() {
                return call(MoraleCheck::new(unit, 0, None));
            }
        }
        let f = field(cx);
        if !f.unit(self.unit).in_play() || self.left() == 0 {
            return Flow::Done(Answer::Done);
        }
        if let Some(leader) = self.unasked(f) {
            self.stage = Stage::Leader(leader);
            return Flow::Ask(f.side(self.unit), Request::GoAlong(leader));
        }
        if at_edge(f, self.unit, f.unit(self.unit).at) {
            return self.leave(cx);
        }
        let steps = self.steps(f);
        match steps.as_slice() {
            [] => self.cut_short(cx),
            [one] => {
                let one = *one;
                self.step(cx, one)
            }
            _ => Flow::Ask(f.side(self.unit), Request::Rout(self.unit)),
        }
    }

    /// Whether it is in a friend's hex just now.
    fn in_passing(&self, f: Field<'_>) -> bool {
        f.unit(self.unit).in_play() && occupied(f, self.unit, f.unit(self.unit).at)
    }

    fn step(&mut self, cx: &mut Cx<'_>, step: RoutStep) -> Next {
        let f = field(cx);
        self.spent = self.spent_after(&step);
        for hex in step.to.footprint().iter() {
            let stack = f.stack(hex);
            for other in [stack.main(), stack.gun()].into_iter().flatten() {
                if other != self.unit && !f.is_wagon(other) && !self.through.contains(&other) {
                    self.through.push(other);
                }
            }
        }
        let leaders = self.leaders.clone();
        changes::rout_to(cx, self.unit, step.to, &leaders);
        self.run_on(cx)
    }

    /// It reaches its edge and runs off the map.
    fn leave(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-13.4.3");
        changes::remove(cx, self.unit, Fate::Eliminated);
        cx.tell(Event::LeftMap { unit: self.unit });
        cx.tell(Event::Eliminated { unit: self.unit });
        self.stage = Stage::Done;
        call(PlaceLeaders::rescued(self.leaders.clone()))
    }

    /// It cannot use its whole allowance: a strength point for each movement point left.
    fn cut_short(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-13.4.2a", "MPBS-13.4.2b");
        let hits = self.left();
        self.spent = [self.allowance; 2];
        if changes::casualties(cx, self.unit, hits) {
            changes::lower_morale(cx, self.unit);
        }
        Flow::Done(Answer::Done)
    }
}

/// Whether a unit may not stay in a place: another fighting unit is there, or a bridge under a two-hex unit.
fn occupied(f: Field<'_>, unit: UnitId, at: Placement) -> bool {
    at.footprint().iter().any(|hex| f.stack(hex).main().is_some_and(|main| main != unit)) || on_bridge(f, at)
}

fn on_bridge(f: Field<'_>, at: Placement) -> bool {
    enforces!("MPBS-7.3.5b");
    let Some(second) = at.footprint().second.filter(|_| f.table.has_bridges) else { return false };
    let first = at.footprint().first;
    at.footprint().iter().any(|hex| f.table.is_bridge_hex(hex))
        || first
            .direction_to(second)
            .and_then(|direction| f.crossing(first, direction))
            .is_some_and(|crossing| crossing.bridge)
}

/// Whether a piece stands on its friendly edge.
fn at_edge(f: Field<'_>, unit: UnitId, at: Placement) -> bool {
    at.footprint().iter().any(|hex| f.table.on_friendly_edge(f.side(unit), hex))
}

/// Every step that ground and enemies allow. Two-hex units also pivot.
fn moves(f: Field<'_>, unit: UnitId, at: Placement) -> SmallVec<[RoutStep; 12]> {
    let mut all: SmallVec<[RoutStep; 12]> = SmallVec::new();
    for direction in Direction::ALL {
        let halves = halves_of(at).into_iter().map(|(half, hex)| (half, hex, direction));
        push(f, unit, at.shifted(direction), halves, &mut all);
    }
    if at.footprint().second.is_some() {
        for stays in Half::BOTH {
            for turn in [Turn::Left, Turn::Right] {
                let Some(to) = at.pivoted(stays, turn, 1) else { continue };
                let (from, end) = (at.half(stays.other()), to.half(stays.other()));
                if let Some(direction) = from.direction_to(end) {
                    enforces!("MPBS-13.4.1g");
                    push(f, unit, to, std::iter::once((stays.other(), from, direction)), &mut all);
                }
            }
        }
    }
    all
}

/// The hexes of a place with the half that stands there.
fn halves_of(at: Placement) -> SmallVec<[(Half, Hex); 2]> {
    match at.footprint().second {
        None => SmallVec::from_slice(&[(Half::Left, at.footprint().first)]),
        Some(_) => Half::BOTH.into_iter().map(|half| (half, at.half(half))).collect(),
    }
}

fn push(
    f: Field<'_>,
    unit: UnitId,
    to: Placement,
    crossings: impl Iterator<Item = (Half, Hex, Direction)>,
    all: &mut SmallVec<[RoutStep; 12]>,
) {
    let (side, class) = (f.side(unit), f.rout_class(unit));
    let mut cost = [0; 2];
    for (half, from, direction) in crossings {
        let Some(crossing) = f.crossing(from, direction) else { return };
        let price = crossing.cost[class as usize];
        if price == IMPASSABLE {
            return;
        }
        // Routing units take no formation hits, so only the points count.
        enforces!("MPBS-13.4.1d");
        cost[usize::from(half == Half::Right)] = price;
    }
    if to.footprint().iter().any(|hex| f.holder(hex).is_some_and(|holder| holder != side)) {
        return;
    }
    all.push(RoutStep { to, cost });
}

/// Cheapest cost to the edge, around enemies. Friends are no obstacle to a rout.
struct EdgeCosts<'a> {
    f: Field<'a>,
    side: Side,
    class: MoveClass,
    /// Worked out only when enemies stand in the way of the map's own cheapest path.
    around: std::cell::OnceCell<Vec<u16>>,
}

impl<'a> EdgeCosts<'a> {
    fn new(f: Field<'a>, unit: UnitId) -> Self {
        EdgeCosts { f, side: f.side(unit), class: f.rout_class(unit), around: std::cell::OnceCell::new() }
    }

    /// Movement points from a place to the edge.
    fn rest(&self, at: Placement) -> Option<u16> {
        at.footprint().iter().filter_map(|hex| self.rest_of(hex)).min()
    }

    fn rest_of(&self, hex: Hex) -> Option<u16> {
        if self.is_open(hex) {
            return Some(u16::from(self.f.table.edge_cost(self.side, self.class, hex)));
        }
        let around = self.around.get_or_init(|| self.flood());
        let cost = around[self.f.table.index(hex)?];
        (cost != u16::MAX).then_some(cost)
    }

    fn held(&self, hex: Hex) -> bool {
        self.f.holder(hex).is_some_and(|holder| holder != self.side)
    }

    /// Whether a cheapest path of the map itself is free of enemies.
    fn is_open(&self, mut hex: Hex) -> bool {
        let table = self.f.table;
        loop {
            let here = table.edge_cost(self.side, self.class, hex);
            if here == 0 {
                return true;
            }
            if here == u8::MAX {
                return false;
            }
            let next = Direction::ALL.into_iter().find_map(|direction| {
                let to = hex.step(direction);
                let price = table.crossing(hex, direction)?.cost[self.class as usize];
                let rest = table.edge_cost(self.side, self.class, to);
                let on_path = price != IMPASSABLE
                    && rest != u8::MAX
                    && u16::from(rest) + u16::from(price) == u16::from(here);
                (on_path && !self.held(to)).then_some(to)
            });
            match next {
                Some(to) => hex = to,
                None => return false,
            }
        }
    }

    fn flood(&self) -> Vec<u16> {
        let table = self.f.table;
        let map = &table.scenario.map;
        let mut best = vec![u16::MAX; map.len()];
        let mut rings: Vec<Vec<Hex>> = vec![
            map.hexes().filter(|hex| table.on_friendly_edge(self.side, *hex) && !self.held(*hex)).collect(),
        ];
        for hex in &rings[0] {
            if let Some(i) = table.index(*hex) {
                best[i] = 0;
            }
        }
        let mut at = 0;
        while at < rings.len() {
            for hex in std::mem::take(&mut rings[at]) {
                if table.index(hex).is_none_or(|i| usize::from(best[i]) < at) {
                    continue;
                }
                for direction in Direction::ALL {
                    let from = hex.step(direction);
                    let (Some(i), Some(crossing)) =
                        (table.index(from), table.crossing(from, direction.opposite()))
                    else {
                        continue;
                    };
                    let price = crossing.cost[self.class as usize];
                    let total = at + usize::from(price);
                    if price == IMPASSABLE || total >= usize::from(best[i]) || self.held(from) {
                        continue;
                    }
                    best[i] = total as u16;
                    if rings.len() <= total {
                        rings.resize(total + 1, Vec::new());
                    }
                    rings[total].push(from);
                }
            }
            at += 1;
        }
        best
    }
}

impl Play<MusketPike, Bar> for RoutMove {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match (self.stage, input) {
            (Stage::Leader(leader), In::Order(order)) => {
                self.asked.push(leader);
                if order.accepts() {
                    self.leaders.push(leader);
                }
                self.stage = Stage::Run;
                self.run_on(cx)
            }
            (Stage::Run, In::Order(Order::Rout(step))) => self.step(cx, step),
            (Stage::Run | Stage::Leader(_), _) => self.run_on(cx),
            (Stage::Done, _) => Flow::Done(Answer::Done),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let f = Field::from(asked);
        match (self.stage, decision) {
            (Stage::Leader(_), Decision::Accept | Decision::Decline) => Ok(decision.into()),
            (Stage::Run, Decision::Place(to)) => {
                let step = self.steps(f).into_iter().find(|step| step.to == *to);
                step.map(Order::Rout).ok_or(Bar::Rule(
                    rule!("MPBS-13.4.1e"),
                    "A routing unit follows the line of least resistance to its edge",
                    "Choose one of the best steps.",
                ))
            }
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let f = Field::from(asked);
        match self.stage {
            Stage::Leader(_) => out.extend([Decision::Accept, Decision::Decline]),
            _ => out.extend(self.steps(f).into_iter().map(|step| Decision::Place(step.to))),
        }
    }
}
