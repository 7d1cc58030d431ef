//! Victory points, and the end of the battle.

use super::{Cx, Next, field};
use crate::{
    charts::VictoryPoints,
    counters::{CavalryType, CounterSize, UnitType},
    engine::field::Field,
    messages::Event,
    scenario::{AwardWhen, Level},
    world::{Fate, Origin, Post, Presence},
};
use caracole_kernel::{BySide, Flow, Outcome, Side, Tally};
use caracole_ledger::{enforces, rule};

impl<'a> Field<'a> {
    /// Victory points of a side so far, as if the battle ended now.
    pub fn victory_points(self, side: Side) -> Tally {
        enforces!("MPBS-15.0a");
        let points = self.loss_points();
        let mut tally = Tally::new("Victory points");
        let (mut units, mut losses, mut guns, mut wagons) = (0, 0, 0, 0);
        for &unit in &self.table.units_of[side.other()] {
            let state = self.unit(unit);
            let casualties = i32::from(state.casualties);
            enforces!("MPBS-15.0d", "MPBS-15.0e", "MPBS-15.0g", "MPBS-8.4c", "MPBS-14.3a");
            let (whole, each) = match self.kind(unit) {
                UnitType::Cavalry { kind: CavalryType::Croat, .. }
                    if !self.table.options.croats_as_arquebusiers =>
                {
                    (points.unformed_cavalry, points.casualty_unformed_cavalry)
                }
                UnitType::Cavalry { .. } => (points.formed_cavalry, points.casualty_formed_cavalry),
                UnitType::HeavyInfantry { size: CounterSize::TwoHex, .. } => {
                    (points.heavy_infantry_two_hex, points.casualty_heavy_infantry)
                }
                UnitType::HeavyInfantry { .. } => {
                    (points.heavy_infantry_one_hex, points.casualty_heavy_infantry)
                }
                UnitType::LightInfantry { .. } => (points.light_infantry, points.casualty_light_infantry),
                UnitType::Artillery { class, size, .. } => {
                    guns += match state.fate {
                        Fate::Captured => i32::from(points.captured(class, size)),
                        Fate::Disabled => i32::from(points.disabled(class, size)),
                        _ => 0,
                    };
                    continue;
                }
                UnitType::Wagon => {
                    wagons += if state.fate == Fate::Captured { i32::from(points.wagon) } else { 0 };
                    continue;
                }
            };
            match state.fate {
                Fate::Eliminated => units += i32::from(whole),
                Fate::OnMap => losses += casualties * i32::from(each),
                _ => {}
            }
        }
        tally.add(rule!("MPBS-15.0c"), "eliminated units", units);
        tally.add(rule!("MPBS-15.0d"), "casualties of units on the map", losses);
        tally.add(rule!("MPBS-15.0e"), "guns", guns);
        tally.add(rule!("MPBS-14.1d"), "Wagons", wagons);
        tally.add(rule!("MPBS-15.0f"), "leaders", self.leader_points(side));
        tally.add(rule!("MPBS-15.0i"), "places held", self.location_points(side));
        tally.add(rule!("MPBS-15.0h"), "awards of this battle", self.award_points(side));
        tally
    }

    /// Points for losses: of the battle if it has its own, else of the chart.
    fn loss_points(self) -> &'a VictoryPoints {
        enforces!("MPBS-1.0d", "MPBS-15.0h");
        self.table.scenario.victory.points.as_ref().unwrap_or(&self.table.charts.victory_points)
    }

    /// Awards that the battle adds.
    fn award_points(self, side: Side) -> i32 {
        let fate = |when| match when {
            AwardWhen::Eliminated => Fate::Eliminated,
            AwardWhen::Captured => Fate::Captured,
            AwardWhen::OnMap => Fate::OnMap,
        };
        self.table
            .scenario
            .victory
            .awards
            .iter()
            .filter(|award| award.side == side)
            .filter(|award| award.units.iter().all(|unit| self.unit(*unit).fate == fate(award.when)))
            .map(|award| i32::from(award.points))
            .sum()
    }

    fn leader_points(self, side: Side) -> i32 {
        let points = self.loss_points();
        let mut sum = 0;
        for (_, leader) in self.leaders() {
            if leader.side == side || leader.presence != Presence::Eliminated {
                continue;
            }
            let special =
                leader.named.and_then(|i| self.table.scenario.leaders.get(usize::from(i))?.victory_points);
            sum += match (special, leader.origin, leader.post) {
                (_, Origin::Generic, _) => i32::from(points.replacement),
                (Some(special), ..) => i32::from(special),
                (None, Origin::Original, Post::Army) if self.was_army_commander(leader.named) => {
                    i32::from(points.army_commander)
                }
                _ => i32::from(points.wing_commander_per_rating) * i32::from(leader.rating.unsigned_abs()),
            };
        }
        sum
    }

    /// Whether the leader commanded the army from the start.
    fn was_army_commander(self, named: Option<u8>) -> bool {
        Side::BOTH.into_iter().any(|side| {
            self.table.scenario.armies[side].commander.is_some_and(|leader| Some(leader.0) == named)
        })
    }

    fn location_points(self, side: Side) -> i32 {
        enforces!("MPBS-15.0i");
        let mut i = 0;
        let mut sum = 0;
        for location in &self.table.scenario.victory.locations {
            let held = (i..i + location.hexes.len())
                .all(|place| self.world.holders.get(place).copied().flatten() == Some(side));
            if held {
                sum += i32::from(location.points[side]);
            }
            i += location.hexes.len();
        }
        sum
    }
}

/// The battle is over: points, level, winner.
pub(super) fn end(cx: &mut Cx<'_>) -> Next {
    enforces!("MPBS-15.0b", "MPBS-15.0j", "MPBS-4.6d");
    let f = field(cx);
    let score = BySide::new_with(|side| f.victory_points(side).total());
    let first = f.table.scenario.victory.first;
    let level = f.table.scenario.level(score[first] - score[first.other()]);
    let winner = match level {
        Level::Decisive(side) | Level::Marginal(side) if !f.world.surrendered[side] => Some(side),
        _ => None,
    };
    let how = match (level, winner) {
        (Level::Decisive(_), Some(_)) => "decisive victory",
        (Level::Marginal(_), Some(_)) => "marginal victory",
        _ => "draw",
    };
    let surrendered = f.world.surrendered.red || f.world.surrendered.blue;
    cx.tell(Event::End { red: score.red, blue: score.blue });
    Flow::Over(Outcome {
        winner,
        how: how.into(),
        rule: if surrendered { rule!("MPBS-4.6a") } else { rule!("MPBS-15.0j") },
        score,
    })
}
