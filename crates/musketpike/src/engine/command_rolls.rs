//! Dice of command: the modifiers of preemption, continuation, Orders change and Interception.

use super::field::Field;
use crate::{
    charts::{
        ContinuationModifier, FormationState, InterceptionModifier, OrdersChangeModifier, PreemptionModifier,
        UnableToRetreatModifier,
    },
    counters::{LeaderId, Orders, UnitArm, UnitId, WingId, WingType},
    hex::Direction,
    messages::Help,
    world::{Fate, MoraleState, Presence},
};
use caracole_kernel::Tally;
use caracole_ledger::{enforces, rule};

impl Field<'_> {
    /// Whether the Army Commander stands with or next to the commander of a Wing.
    pub fn army_commander_near(self, wing: WingId) -> Option<LeaderId> {
        enforces!("MPBS-5.1.2c", "MPBS-5.1.2g");
        let army = self.army_commander(self.wing_side(wing))?;
        let commander = self.wing_commander(wing)?;
        (self.leader(army).hex.distance(self.leader(commander).hex) <= 1).then_some(army)
    }

    /// Rating of a Wing's commander, on the map or about to enter.
    fn commander_rating(self, wing: WingId) -> i32 {
        self.wing(wing).commander.map_or(0, |leader| i32::from(self.leader(leader).rating))
    }

    /// Rating that the Army Commander adds.
    fn help_rating(self, wing: WingId, help: Help) -> i32 {
        match help {
            Help::Alone => 0,
            Help::ArmyCommander => {
                self.army_commander_near(wing).map_or(0, |leader| i32::from(self.leader(leader).rating))
            }
        }
    }

    /// Whether a Wing's commander is adjacent to an enemy unit that is not Morale Broken.
    fn commander_threatened(self, wing: WingId) -> bool {
        let Some(leader) = self.wing_commander(wing) else { return false };
        let leader = self.leader(leader);
        Direction::ALL.into_iter().any(|direction| {
            self.stack(leader.hex.step(direction))
                .units()
                .any(|unit| self.owner(unit) != leader.side && self.unit(unit).morale != MoraleState::Broken)
        })
    }

    /// Whether a Wing is a Cavalry Wing.
    pub fn is_cavalry_wing(self, wing: WingId) -> bool {
        self.table.scenario.wing(wing).wing_type == WingType::Cavalry
    }

    /// Modifiers of a Preemption roll.
    pub fn preemption_tally(self, wing: WingId, help: Help) -> Tally {
        enforces!("MPBS-CHARTX-CONTINUATION-PREEMPTION");
        let chart = &self.table.charts.preemption.modifiers;
        let rule = rule!("MPBS-CHART-PREEMPTION");
        let mut tally = Tally::new("Preemption");
        tally.add(rule!("MPBS-4.4.2a"), "Wing Commander", self.commander_rating(wing));
        tally.add(rule!("MPBS-5.1.2g"), "Army Commander", self.help_rating(wing, help));
        if self.commander_threatened(wing) {
            tally.add(
                rule,
                "enemy adjacent to the commander",
                chart.add(PreemptionModifier::WcAdjacentEnemy),
            );
        }
        if self.is_cavalry_wing(wing) {
            tally.add(rule, "Cavalry Wing", chart.add(PreemptionModifier::CavalryWing));
        }
        if self.wing(wing).no_continue {
            tally.add(rule, "No Continue", chart.add(PreemptionModifier::NoContinueMarker));
        }
        tally
    }

    /// Modifiers of a Continuation roll.
    pub fn continuation_tally(self, wing: WingId, help: Help) -> Tally {
        let chart = &self.table.charts.continuation.modifiers;
        let rule = rule!("MPBS-CHART-CONTINUATION");
        let mut tally = Tally::new("Continuation");
        tally.add(rule!("MPBS-4.3.2a"), "Wing Commander", self.commander_rating(wing));
        tally.add(rule!("MPBS-5.1.2g"), "Army Commander", self.help_rating(wing, help));
        if self.commander_threatened(wing) {
            tally.add(
                rule,
                "enemy adjacent to the commander",
                chart.add(ContinuationModifier::WcAdjacentEnemy),
            );
        }
        if self.is_cavalry_wing(wing) {
            tally.add(rule, "Cavalry Wing", chart.add(ContinuationModifier::CavalryWing));
        }
        if self.wing(wing).continuations > 0 {
            tally.add(rule, "second attempt", chart.add(ContinuationModifier::SecondAttempt));
        }
        if self.table.scenario.special.hard_continuation {
            tally.add(rule, "this battle", chart.add(ContinuationModifier::Landskrona));
        }
        tally
    }

    /// Modifiers of an Orders change roll.
    pub fn orders_change_tally(self, wing: WingId, to: Orders, help: Help) -> Tally {
        enforces!("MPBS-5.5.2a", "MPBS-CHARTX-ORDERS-CHANGE");
        let chart = &self.table.charts.orders_change.modifiers;
        let rule = rule!("MPBS-CHART-ORDERS-CHANGE");
        let mut tally = Tally::new("Orders change");
        tally.add(rule!("MPBS-5.7.2a"), "Wing Commander", self.commander_rating(wing));
        tally.add(rule!("MPBS-5.1.2c"), "Army Commander", self.help_rating(wing, help));
        if self.commander_threatened(wing) {
            let add = chart.add(OrdersChangeModifier::LeaderAdjacentEnemy);
            tally.add(rule, "enemy adjacent to the commander", add);
        }
        if self.is_cavalry_wing(wing) && to == Orders::Charge {
            tally.add(rule, "Cavalry Wing to Charge", chart.add(OrdersChangeModifier::CavWingToCharge));
        }
        if self.is_cavalry_wing(wing) && to == Orders::ReceiveCharge {
            tally.add(
                rule,
                "Cavalry Wing to Receive Charge",
                chart.add(OrdersChangeModifier::CavWingToReceive),
            );
        }
        if to == Orders::Rally && self.half_hurt(wing) {
            let add = chart.add(OrdersChangeModifier::HalfWingHurtToRally);
            tally.add(rule!("MPBS-5.7.3a"), "more than half the Wing hurt", add);
        }
        tally
    }

    /// Whether more than half of a Wing's units are Morale Shaken, Morale Broken, eliminated or gone in pursuit.
    pub fn half_hurt(self, wing: WingId) -> bool {
        enforces!("MPBS-5.7.3b");
        let (mut hurt, mut all) = (0, 0);
        for &unit in &self.table.units_of_wing[usize::from(wing.0)] {
            if matches!(self.kind(unit).arm(), UnitArm::Artillery | UnitArm::Wagon) {
                continue;
            }
            let state = self.unit(unit);
            all += 1;
            hurt += match state.fate {
                Fate::OnMap => i32::from(state.morale != MoraleState::Normal),
                Fate::ToCome => 0,
                _ => 1,
            };
        }
        2 * hurt > all
    }

    /// Modifiers of an Interception roll.
    pub fn interception_tally(self, unit: UnitId) -> Tally {
        let chart = &self.table.charts.interception.modifiers;
        let rule = rule!("MPBS-CHART-INTERCEPTION");
        let mut tally = Tally::new("Interception");
        let printed = self.counter(unit).morale.0;
        if printed == 8 {
            tally.add(rule!("MPBS-9.3.2a"), "printed morale 8", chart.add(InterceptionModifier::Morale8));
        }
        if printed <= 5 {
            tally.add(rule, "printed morale 5 or less", chart.add(InterceptionModifier::Morale5OrLess));
        }
        if let Some(rating) = self.best_rating_with(unit) {
            tally.add(rule, "leader", i32::from(rating));
        }
        if self.state(unit) == FormationState::Shaken {
            tally.add(rule, "Formation Shaken", chart.add(InterceptionModifier::FormationShaken));
        }
        if self.unit(unit).morale == MoraleState::Shaken {
            tally.add(rule, "Morale Shaken", chart.add(InterceptionModifier::MoraleShaken));
        }
        tally
    }

    /// Modifiers of a roll of a unit that is unable to retreat.
    pub fn unable_to_retreat_tally(self, unit: UnitId) -> Tally {
        let chart = &self.table.charts.unable_to_retreat.modifiers;
        let rule = rule!("MPBS-CHART-UNABLE-TO-RETREAT");
        let mut tally = Tally::new("Unable to retreat");
        if let Some(rating) = self.best_rating_with(unit) {
            tally.add(rule, "leader", i32::from(rating));
        }
        let printed = self.counter(unit).morale.0;
        if printed == 8 {
            tally.add(rule, "printed morale 8", chart.add(UnableToRetreatModifier::Morale8));
        }
        if printed <= 5 {
            tally.add(rule, "printed morale 5 or less", chart.add(UnableToRetreatModifier::Morale5OrLess));
        }
        let side = self.side(unit);
        let enemies = self
            .footprint(unit)
            .neighbours()
            .into_iter()
            .filter(|hex| self.holder(*hex).is_some_and(|holder| holder != side))
            .count();
        if enemies >= 3 {
            tally.add(rule, "surrounded", chart.add(UnableToRetreatModifier::Surrounded));
        }
        tally
    }

    /// Whether a leader is on the map or about to enter it.
    pub fn leader_serves(self, leader: LeaderId) -> bool {
        matches!(self.leader(leader).presence, Presence::OnMap | Presence::ToCome)
    }
}
