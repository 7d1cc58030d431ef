//! Everything that never changes during a battle, with what is worked out from it once.

use crate::{
    charts::{ArtilleryTerrain, Charts, MomentumEffect, MoveClass, MoveCost, MovementAllowances, TecRow},
    counters::{Morale, Strength, UnitArm, UnitId, UnitType},
    hex::{Direction, Hex},
    map::{HexTerrain, HexsideFeature, SlopeKind},
    scenario::{Limbering, Options, Scenario, WagonMovement},
};
use caracole_kernel::{BySide, Side};
use caracole_ledger::enforces;
use std::sync::Arc;

/// How far the Reaction Zones of a unit go at most: a Withdraw two hexes, Interception four, guns as far as they fire.
const fn reaction_reach(unit: UnitType) -> u8 {
    match unit {
        UnitType::Artillery { range, .. } if range > 2 => range,
        UnitType::Artillery { .. } | UnitType::Wagon => 2,
        _ => 4,
    }
}

/// A cost that cannot be paid.
pub const IMPASSABLE: u8 = u8::MAX;

/// How broad a unit crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// In one hex, or one half after the other.
    Narrow,
    /// As a two-hex line.
    Line,
}

/// What lies between a hex and its neighbour, worked out for every kind of traveller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossingCosts {
    /// Movement points by [`MoveClass`]; [`IMPASSABLE`] if prohibited.
    pub cost: [u8; 3],
    /// Formation hits by [`MoveClass`], gentle slopes left out.
    pub hits: [u8; 3],
    /// Movement points of a two-hex line, which gets no help from bridges.
    pub wide_cost: u8,
    /// Formation hits of a two-hex line.
    pub wide_hits: u8,
    /// Movement points of a Column that follows the road.
    pub column_cost: u8,
    /// A road crosses.
    pub road: bool,
    /// A gentle slope.
    pub gentle: bool,
    /// A bridge hexside, or one of the hexes is a bridge.
    pub bridge: bool,
    /// A reciprocal hexside.
    pub reciprocal: bool,
    /// Momentum is kept.
    pub clear_run: bool,
    /// A wall that takes the whole allowance and breaks formation.
    pub climb: bool,
    /// Artillery may not go there.
    pub no_guns: bool,
    /// Artillery may go there by road only.
    pub guns_by_road: bool,
    /// Close combat modifier for a defender attacked from here in this direction.
    pub close_combat: i8,
    /// Best fire modifier of hexside features that are not reciprocal.
    pub fire: i8,
    /// Best fire modifier of reciprocal hexside features: only for the unit that has the benefit.
    pub fire_reciprocal: i8,
}

/// Everything that never changes during a battle.
#[derive(Debug)]
pub struct Table {
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// The charts.
    pub charts: Arc<Charts>,
    /// What the players agreed on.
    pub options: Options,
    /// Units of each side.
    pub units_of: BySide<Vec<UnitId>>,
    /// Units of each Wing.
    pub units_of_wing: Vec<Vec<UnitId>>,
    /// Side of each unit.
    pub sides: Vec<Side>,
    /// Whether the map has a bridge.
    pub has_bridges: bool,
    /// Whether the map has a bridge that fills a hex.
    pub has_bridge_hexes: bool,
    /// Whether there is a steep slope on the map.
    pub has_steep: bool,
    /// Artillery of both sides.
    pub guns: Vec<UnitId>,
    /// How far each unit's Reaction Zones go at most.
    pub reaction_reach: Vec<u8>,
    crossings: Vec<[Option<CrossingCosts>; 6]>,
    edge_distance: BySide<Vec<u8>>,
    edge_cost: BySide<[Vec<u8>; 3]>,
}

impl Table {
    /// Works out what is needed from scenario, charts and options.
    pub fn new(scenario: Arc<Scenario>, charts: Arc<Charts>, options: Options) -> Self {
        let units_of = BySide::new_with(|side| {
            scenario.unit_ids().filter(|id| scenario.unit(*id).side == side).collect::<Vec<_>>()
        });
        let units_of_wing = scenario
            .wing_ids()
            .map(|wing| scenario.unit_ids().filter(|id| scenario.unit(*id).wing == wing).collect())
            .collect();
        let sides = scenario.units.iter().map(|unit| unit.side).collect();
        let mut table = Table {
            has_bridges: false,
            has_bridge_hexes: false,
            has_steep: false,
            guns: scenario
                .unit_ids()
                .filter(|id| scenario.unit(*id).unit_type.arm() == UnitArm::Artillery)
                .collect(),
            reaction_reach: scenario.units.iter().map(|unit| reaction_reach(unit.unit_type)).collect(),
            crossings: crossings(&scenario, &charts),
            edge_distance: BySide::default(),
            edge_cost: BySide::default(),
            scenario,
            charts,
            options,
            units_of,
            units_of_wing,
            sides,
        };
        table.has_bridges = table.crossings.iter().flatten().flatten().any(|crossing| crossing.bridge);
        let map = &table.scenario.map;
        table.has_bridge_hexes = map.hexes().any(|hex| table.is_bridge_hex(hex));
        table.has_steep = map.hexes().any(|hex| {
            Direction::ALL.into_iter().any(|way| map.hexside(hex, way).slope == Some(SlopeKind::Steep))
        });
        table.edge_distance = BySide::new_with(|side| table.flood(side, |_| 1));
        table.edge_cost = BySide::new_with(|side| {
            [MoveClass::Hi, MoveClass::Li, MoveClass::Cav]
                .map(|class| table.flood(side, |crossing| crossing.cost[class as usize]))
        });
        table
    }

    /// Place of a hex in tables by hex; `None` off the map.
    pub fn index(&self, hex: Hex) -> Option<usize> {
        self.scenario.map.index(hex)
    }

    /// What lies between a hex and its neighbour; `None` if either is off the map.
    pub fn crossing(&self, from: Hex, direction: Direction) -> Option<&CrossingCosts> {
        self.crossings[self.index(from)?][direction.index()].as_ref()
    }

    /// Movement allowances and costs of facing.
    pub fn movement(&self) -> &MovementAllowances {
        &self.charts.movement
    }

    /// Hexes to the nearest friendly map edge: 0 on the edge; 255 if the side has none.
    pub fn edge_distance(&self, side: Side, hex: Hex) -> u8 {
        self.index(hex).map_or(u8::MAX, |i| self.edge_distance[side][i])
    }

    /// Movement points to the nearest friendly map edge.
    pub fn edge_cost(&self, side: Side, class: MoveClass, hex: Hex) -> u8 {
        self.index(hex).map_or(u8::MAX, |i| self.edge_cost[side][class as usize][i])
    }

    /// Whether a hex is on an edge to which `side` retreats.
    pub fn on_friendly_edge(&self, side: Side, hex: Hex) -> bool {
        self.edge_distance(side, hex) == 0
    }

    /// Casualty hits that bring a unit to its threshold.
    pub fn threshold(&self, morale: u8, strength: u8) -> Option<u8> {
        self.charts.casualty_threshold.of(Morale(morale), Strength(strength))
    }

    /// Whether Wagons may move in this battle.
    pub fn wagons_move(&self) -> bool {
        self.scenario.special.wagons == WagonMovement::Movable
    }

    /// Whether guns may limber in this battle.
    pub fn limbering(&self) -> bool {
        self.scenario.special.limbering == Limbering::Allowed
    }

    /// Highest printed strength of light infantry that stacks with cavalry.
    pub fn light_with_cavalry(&self) -> u8 {
        self.scenario.special.light_infantry_with_cavalry
    }

    /// Whether a hex is a bridge.
    pub fn is_bridge_hex(&self, hex: Hex) -> bool {
        self.scenario.map.terrain(hex) == HexTerrain::BridgeHex
    }

    /// Whether the terrain of a hex lets a class of traveller in from anywhere.
    pub fn enterable(&self, hex: Hex, class: MoveClass) -> bool {
        self.index(hex).is_some()
            && !matches!(
                self.charts.tec.hex(self.scenario.map.terrain(hex)).cost(class),
                MoveCost::Prohibited
            )
    }

    /// Terrain row of a hex.
    pub fn ground(&self, hex: Hex) -> &TecRow {
        self.charts.tec.hex(self.scenario.map.terrain(hex))
    }

    /// Whether a unit of this kind belongs to the train: guns and Wagons.
    pub const fn is_train(kind: UnitType) -> bool {
        matches!(kind.arm(), UnitArm::Artillery | UnitArm::Wagon)
    }

    /// Cheapest cost from every hex to the friendly edge, where a step out of `hex` costs `cost(crossing)`.
    fn flood(&self, side: Side, cost: impl Fn(&CrossingCosts) -> u8) -> Vec<u8> {
        let map = &self.scenario.map;
        let mut best = vec![u8::MAX; map.len()];
        let mut buckets: Vec<Vec<Hex>> = vec![Vec::new()];
        for hex in map.hexes() {
            if map.is_on_friendly_edge(hex, side)
                && let Some(i) = map.index(hex)
            {
                best[i] = 0;
                buckets[0].push(hex);
            }
        }
        let mut at = 0;
        while at < buckets.len() && at < usize::from(u8::MAX - 1) {
            let mut next = 0;
            while next < buckets[at].len() {
                let hex = buckets[at][next];
                next += 1;
                let Some(here) = map.index(hex) else { continue };
                if usize::from(best[here]) < at {
                    continue;
                }
                for direction in Direction::ALL {
                    let from = hex.step(direction);
                    let (Some(i), Some(crossing)) =
                        (map.index(from), self.crossing(from, direction.opposite()))
                    else {
                        continue;
                    };
                    let step = cost(crossing);
                    let total = at + usize::from(step);
                    if step == IMPASSABLE || total >= usize::from(best[i]) || total >= usize::from(u8::MAX) {
                        continue;
                    }
                    best[i] = total as u8;
                    if buckets.len() <= total {
                        buckets.resize(total + 1, Vec::new());
                    }
                    buckets[total].push(from);
                }
            }
            at += 1;
        }
        best
    }
}

fn crossings(scenario: &Scenario, charts: &Charts) -> Vec<[Option<CrossingCosts>; 6]> {
    let map = &scenario.map;
    let mut all = vec![[None; 6]; map.len()];
    for hex in map.hexes() {
        let Some(i) = map.index(hex) else { continue };
        for direction in Direction::ALL {
            if map.contains(hex.step(direction)) {
                all[i][direction.index()] = Some(cross(scenario, charts, hex, direction));
            }
        }
    }
    all
}

/// Works out what it means to go from `hex` in `direction`.
fn cross(scenario: &Scenario, charts: &Charts, hex: Hex, direction: Direction) -> CrossingCosts {
    let (map, tec) = (&scenario.map, &charts.tec);
    let to = hex.step(direction);
    let side = map.hexside(hex, direction);
    let ground = tec.hex(map.terrain(to));
    let road = map.has_road(hex, direction);
    let mut crossing = CrossingCosts {
        cost: [0; 3],
        hits: [0; 3],
        wide_cost: 0,
        wide_hits: 0,
        column_cost: tec.road.column_cost,
        road,
        gentle: side.slope == Some(SlopeKind::Gentle),
        bridge: side.features.contains(HexsideFeature::Bridge)
            || map.terrain(to) == HexTerrain::BridgeHex
            || map.terrain(hex) == HexTerrain::BridgeHex,
        reciprocal: false,
        clear_run: true,
        climb: false,
        no_guns: false,
        guns_by_road: false,
        close_combat: ground.close_combat,
        fire: 0,
        fire_reciprocal: 0,
    };
    let bridge = side.features.contains(HexsideFeature::Bridge);
    let replaced = tec.hexside(HexsideFeature::Bridge).replaces;
    lay_both(&mut crossing, ground);
    if map.terrain(to) == HexTerrain::BridgeHex || map.terrain(hex) == HexTerrain::BridgeHex {
        crossing.wide_cost = IMPASSABLE;
    }
    if let Some(slope) = map.slope(hex, direction) {
        let row = tec.slope(slope);
        lay_both(&mut crossing, row);
        crossing.close_combat = crossing.close_combat.saturating_add(row.close_combat);
    }
    for feature in side.features.iter() {
        let row = tec.hexside(feature);
        let under_bridge = bridge && replaced.contains(feature);
        // A two-hex line fords what lies under the bridge; every other unit uses the bridge.
        if !under_bridge {
            lay(&mut crossing, row, Span::Narrow);
        }
        if feature != HexsideFeature::Bridge {
            lay(&mut crossing, row, Span::Line);
        }
        if under_bridge {
            continue;
        }
        enforces!("MPBS-BATTLE-WHITEMOUNTAIN-2");
        crossing.close_combat = crossing.close_combat.saturating_add(row.close_combat);
        if row.reciprocal || scenario.special.reciprocal.contains(feature) {
            crossing.reciprocal = true;
            crossing.fire_reciprocal = crossing.fire_reciprocal.min(row.fire);
        } else {
            crossing.fire = crossing.fire.min(row.fire);
        }
        if tec.road.column_pays.contains(feature)
            && let MoveCost::Points(points) = row.cost(MoveClass::Hi)
        {
            crossing.column_cost = crossing.column_cost.saturating_add(points);
        }
    }
    crossing
}

/// Adds a row of the chart to a crossing for every unit.
fn lay_both(crossing: &mut CrossingCosts, row: &TecRow) {
    lay(crossing, row, Span::Narrow);
    lay(crossing, row, Span::Line);
}

/// Adds a row of the chart to a crossing.
fn lay(crossing: &mut CrossingCosts, row: &TecRow, span: Span) {
    let pay = |so_far: u8, cost: MoveCost| match cost {
        MoveCost::Points(points) if so_far != IMPASSABLE => so_far.saturating_add(points),
        MoveCost::All if so_far != IMPASSABLE => so_far,
        _ => IMPASSABLE,
    };
    match span {
        Span::Narrow => {
            for class in [MoveClass::Hi, MoveClass::Li, MoveClass::Cav] {
                let i = class as usize;
                crossing.cost[i] = pay(crossing.cost[i], row.cost(class));
                crossing.hits[i] = crossing.hits[i].saturating_add(row.formation_hits(class));
            }
            crossing.climb |= row.becomes.is_some();
            enforces!("MPBS-11.3.6a-1");
            crossing.clear_run &= matches!(row.momentum, MomentumEffect::Keeps | MomentumEffect::AsHex);
            crossing.no_guns |= row.artillery == ArtilleryTerrain::Prohibited;
            crossing.guns_by_road |= row.artillery == ArtilleryTerrain::RoadOnly;
        }
        Span::Line => {
            crossing.wide_cost = pay(crossing.wide_cost, row.cost(MoveClass::Hi));
            crossing.wide_hits = crossing.wide_hits.saturating_add(row.formation_hits(MoveClass::Hi));
        }
    }
}
