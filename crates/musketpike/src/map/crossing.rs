//! What a step from one hex to the next meets on the Terrain Effects Chart, and the cheapest ways over the map.

use super::{HexsideFeature, Map, Slope};
use crate::charts::{MoveClass, MoveCost, Tec, TecRow};
use crate::hex::{Direction, Hex};
use caracole_ledger::enforces;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How a piece uses roads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoadUse {
    /// Not at all.
    Ignores,
    /// In Column, along the road where there is one.
    ColumnOnRoad,
}

/// Something on a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A feature.
    Feature(HexsideFeature),
    /// A slope, as it is crossed.
    Slope(Slope),
}

/// A step from a hex to an adjacent one: the rows of the chart that count for it.
#[derive(Clone, Debug)]
pub struct Crossing<'a> {
    /// Row of the hex entered.
    pub hex: &'a TecRow,
    /// What is crossed, each with its row. Features that a bridge replaces are not there.
    pub hexsides: SmallVec<[(Obstacle, &'a TecRow); 3]>,
    /// Whether the step follows a road in Column, and what a hex then costs.
    pub road_cost: Option<u8>,
}

impl<'a> Crossing<'a> {
    /// The step from `from` in `direction`.
    pub fn new(map: &Map, tec: &'a Tec, from: Hex, direction: Direction, road: RoadUse) -> Crossing<'a> {
        enforces!("MPBS-7.1.1a");
        let on_road = road == RoadUse::ColumnOnRoad && map.has_road(from, direction);
        let features = map.hexside(from, direction).features;
        let mut hexsides = SmallVec::new();
        for feature in features.iter() {
            let replaced = features.iter().any(|other| tec.hexside(other).replaces.contains(feature));
            if !replaced && (!on_road || tec.road.column_pays.contains(feature)) {
                hexsides.push((Obstacle::Feature(feature), tec.hexside(feature)));
            }
        }
        if let Some(slope) = map.slope(from, direction)
            && !on_road
        {
            hexsides.push((Obstacle::Slope(slope), tec.slope(slope)));
        }
        Crossing {
            hex: tec.hex(map.terrain(from.step(direction))),
            hexsides,
            road_cost: on_road.then_some(tec.road.column_cost),
        }
    }

    /// Movement points of the step.
    pub fn cost(&self, class: MoveClass) -> MoveCost {
        let hex = self.road_cost.map_or_else(|| self.hex.cost(class), MoveCost::Points);
        self.hexsides.iter().fold(hex, |so_far, (_, row)| match (so_far, row.cost(class)) {
            (MoveCost::Prohibited, _) | (_, MoveCost::Prohibited) => MoveCost::Prohibited,
            (MoveCost::All, _) | (_, MoveCost::All) => MoveCost::All,
            (MoveCost::Points(a), MoveCost::Points(b)) => MoveCost::Points(a.saturating_add(b)),
        })
    }

    /// Formation hits of the step, without those of a second gentle slope.
    pub fn formation_hits(&self, class: MoveClass) -> u8 {
        self.hexsides.iter().fold(self.hex.formation_hits(class), |sum, (_, row)| {
            sum.saturating_add(row.formation_hits(class))
        })
    }
}

/// Cheapest costs, in movement points, from every hex of a map to a goal; hexes from which it cannot be reached
/// have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostField(Vec<u16>);

impl CostField {
    const NONE: u16 = u16::MAX;

    /// Costs for pieces that move in this column of the chart, from every hex to the nearest hex that `is_goal`
    /// names, through hexes that are `open`. The goal and the hex one starts from need not be open themselves.
    pub fn new(
        map: &Map,
        tec: &Tec,
        class: MoveClass,
        mut is_goal: impl FnMut(Hex) -> bool,
        mut open: impl FnMut(Hex) -> bool,
    ) -> CostField {
        let mut costs = vec![Self::NONE; map.len()];
        // Costs first, then the hex: the order of the queue, and so the result, is always the same.
        let mut queue: BinaryHeap<Reverse<(u16, Hex)>> = BinaryHeap::new();
        for goal in map.hexes().filter(|hex| is_goal(*hex)) {
            if let Some(cell) = map.index(goal).and_then(|index| costs.get_mut(index)) {
                *cell = 0;
                queue.push(Reverse((0, goal)));
            }
        }
        while let Some(Reverse((cost, hex))) = queue.pop() {
            let known = map.index(hex).and_then(|index| costs.get(index)).copied();
            if known != Some(cost) || (cost > 0 && !open(hex)) {
                continue;
            }
            for direction in Direction::ALL {
                let before = hex.step(direction);
                let Some(cell) = map.index(before).and_then(|index| costs.get_mut(index)) else { continue };
                let step =
                    Crossing::new(map, tec, before, direction.opposite(), RoadUse::Ignores).cost(class);
                let step = match step {
                    MoveCost::Points(points) => u16::from(points),
                    // A whole allowance costs more than any sum of points.
                    MoveCost::All => 30,
                    MoveCost::Prohibited => continue,
                };
                let total = cost.saturating_add(step);
                if total < *cell {
                    *cell = total;
                    queue.push(Reverse((total, before)));
                }
            }
        }
        CostField(costs)
    }

    /// Cost from a hex; `None` if there is no way, or off the map.
    pub fn cost(&self, map: &Map, hex: Hex) -> Option<u16> {
        self.0.get(map.index(hex)?).copied().filter(|cost| *cost != Self::NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::Charts;
    use crate::map::{HexTerrain, SlopeKind};
    use caracole_ledger::proves;

    fn hex(text: &str) -> Hex {
        text.parse().expect("a hex")
    }

    #[test]
    fn hexside_costs_add_to_the_hex_and_a_bridge_replaces_its_stream() {
        proves!("MPBS-7.1.1a", "MPBS-7.3.5a");
        let tec = Charts::standard().expect("sound charts").tec;
        let mut map = Map::clear((1, 10), (1, 10));
        map.set_terrain(hex("0504"), HexTerrain::Woods);
        map.add_feature(hex("0505"), Direction::N, HexsideFeature::Stream);
        let step = |map: &Map, road| Crossing::new(map, &tec, hex("0505"), Direction::N, road);
        let crossing = step(&map, RoadUse::Ignores);
        // Woods 2 and stream 1; each gives heavy infantry a hit, light infantry takes none.
        assert_eq!(crossing.cost(MoveClass::Hi), MoveCost::Points(3));
        assert_eq!((crossing.formation_hits(MoveClass::Hi), crossing.formation_hits(MoveClass::Li)), (2, 0));
        map.add_feature(hex("0505"), Direction::N, HexsideFeature::Bridge);
        assert_eq!(step(&map, RoadUse::Ignores).cost(MoveClass::Hi), MoveCost::Points(2));
        map.add_road(hex("0505"), Direction::N);
        assert_eq!(step(&map, RoadUse::ColumnOnRoad).cost(MoveClass::Hi), MoveCost::Points(1));
        map.add_feature(hex("0506"), Direction::S, HexsideFeature::River);
        let river = Crossing::new(&map, &tec, hex("0507"), Direction::N, RoadUse::Ignores);
        assert_eq!(river.cost(MoveClass::Cav), MoveCost::Prohibited);
    }

    #[test]
    fn a_steep_slope_and_a_stream_cost_heavy_infantry_two_more() {
        proves!("MPBS-10.9.3B-1");
        let tec = Charts::standard().expect("sound charts").tec;
        let mut map = Map::clear((1, 10), (1, 10));
        for h in map.hexes().filter(|h| h.row() <= 4) {
            map.set_elevation(h, 1);
        }
        map.lay_slopes(|_, _| SlopeKind::Steep);
        map.add_feature(hex("0504"), Direction::S, HexsideFeature::Stream);
        let down = Crossing::new(&map, &tec, hex("0504"), Direction::S, RoadUse::Ignores);
        assert_eq!(down.cost(MoveClass::Hi), MoveCost::Points(3));
        assert_eq!(down.formation_hits(MoveClass::Hi), 2);
    }

    #[test]
    fn the_cheapest_way_to_the_edge_goes_round_the_marsh() {
        proves!("MPBS-11.4.2e");
        let tec = Charts::standard().expect("sound charts").tec;
        let mut map = Map::clear((1, 9), (1, 9));
        let north = |h: Hex| h.row() == 1;
        let field = CostField::new(&map, &tec, MoveClass::Hi, north, |_| true);
        assert_eq!(field.cost(&map, hex("0505")), Some(4));
        assert_eq!(field.cost(&map, hex("0501")), Some(0));
        // A wall of ponds in row 3 with one gap in column 8: from 0504 the way is longer.
        for column in 1..=9 {
            map.set_terrain(Hex::at(column, 3).expect("a hex"), HexTerrain::Pond);
        }
        let shut = CostField::new(&map, &tec, MoveClass::Hi, north, |_| true);
        assert_eq!(shut.cost(&map, hex("0504")), None);
        map.set_terrain(hex("0803"), HexTerrain::Marsh);
        let field = CostField::new(&map, &tec, MoveClass::Hi, north, |_| true);
        // 0504 to 0604, 0704, 0804: three hexes of clear ground; the marsh 3; then 0802 and 0801.
        assert_eq!(field.cost(&map, hex("0504")), Some(3 + 3 + 1 + 1));
        let held = CostField::new(&map, &tec, MoveClass::Hi, north, |h| h != hex("0803"));
        assert_eq!(held.cost(&map, hex("0504")), None, "somebody stands in the gap");
    }
}
