//! Which units may Withdraw or Intercept.

use super::{
    NOT_ASKED,
    course::{Course, Mover, Purpose},
    reaction::Reactions,
};
use crate::{
    charts::{FormationState, Withdraw},
    counters::{LeaderId, UnitId},
    engine::{
        bar::{Allowed, Bar},
        field::Field,
    },
    hex::Hex,
    sight::Tracing,
    world::Marks,
};
use caracole_ledger::{enforces, rule};

impl Reactions {
    pub(super) fn check_withdraw(&self, f: Field<'_>, unit: UnitId) -> Allowed {
        self.common(f, unit)?;
        enforces!("MPBS-9.2.4a", "MPBS-9.2.4c", "MPBS-9.2.4d", "MPBS-5.6.1m", "MPBS-5.6.4c");
        if !self.trigger.cause.is_movement() || f.distance(unit, self.by()) > 2 {
            return Err(Bar::Unit(
                rule!("MPBS-9.2.4a"),
                unit,
                "A Withdraw answers a movement within two hexes",
                "React in another way.",
            ));
        }
        self.check_slower(f, unit, rule!("MPBS-9.2.4a"))?;
        if f.unit(unit).is(Marks::WITHDREW) {
            return Err(Bar::Unit(
                rule!("MPBS-9.2.4c"),
                unit,
                "A unit withdraws once in an enemy activation",
                "React in another way.",
            ));
        }
        let may = match f.table.charts.orders_restriction.of(f.orders(unit)).withdraw {
            Withdraw::All => true,
            Withdraw::CavalryFromHi => f.is_cavalry(unit) && f.is_heavy(self.by()),
            Withdraw::None => false,
        };
        if !may {
            return Err(Bar::Unit(
                rule!("MPBS-9.2.4d"),
                unit,
                "Only units under Rally Orders, and cavalry not under Charge Orders approached by heavy \
                 infantry, withdraw",
                "React in another way.",
            ));
        }
        self.check_sight(f, unit)?;
        let mover = Mover::new(f, unit, Purpose::Withdraw(self.by()), f.allowance(unit));
        if mover.can_end(f, &start(f, unit)) {
            return Ok(());
        }
        Err(Bar::Unit(
            rule!("MPBS-9.2.4b"),
            unit,
            "The unit cannot get farther away without coming next to an enemy",
            "React in another way.",
        ))
    }

    pub(super) fn check_withdraw_leader(&self, f: Field<'_>, id: LeaderId, to: Hex) -> Allowed {
        if usize::from(id.0) >= f.world.leaders.len() {
            return Err(NOT_ASKED);
        }
        let leader = f.leader(id);
        let by = f.footprint(self.by());
        let may = leader.side == self.side
            && leader.on_map()
            && f.is_alone(id)
            && !leader.withdrew
            && !self.leaders_done.contains(&id)
            && self.trigger.cause.is_movement()
            && by.distance(leader.hex) <= 2
            && f.table.movement().leader >= f.allowance(self.by())
            && by.iter().any(|hex| f.line_of_sight(leader.hex, hex, Tracing::Sight, leader.side).is_ok());
        if !may {
            return Err(Bar::Rule(
                rule!("MPBS-9.2.4d"),
                "Only a leader alone in a hex within two hexes of the movement withdraws, once in an activation",
                "React in another way.",
            ));
        }
        let away = by.distance(to) > by.distance(leader.hex)
            && !f.enemy_adjacent(crate::hex::Footprint { first: to, second: None }, leader.side);
        if !away || !f.leader_can_reach(id, to) {
            return Err(Bar::At(
                rule!("MPBS-9.2.4b"),
                to,
                "A Withdraw ends farther away, within reach, and not next to an enemy unit",
                "Choose another hex.",
            ));
        }
        Ok(())
    }

    pub(super) fn check_intercept(&self, f: Field<'_>, unit: UnitId) -> Allowed {
        enforces!("MPBS-9.3.5b");
        self.common(f, unit)?;
        let by = self.by();
        let bar = |rule, problem| Err(Bar::Unit(rule, unit, problem, "React in another way."));
        if !f.is_cavalry(unit) || !self.trigger.cause.is_movement() || f.distance(unit, by) > 4 {
            return bar(
                rule!("MPBS-9.3.1a"),
                "Cavalry Intercepts a unit that makes a movement within four hexes of it",
            );
        }
        if self.active_reacts(f) {
            return bar(rule!("MPBS-9.1.1-5"), "The Active player's units do not Intercept");
        }
        if !f.footprint(by).iter().any(|hex| f.unit(unit).at.front_and_flank_arc(hex)) {
            return bar(rule!("MPBS-9.3.1b"), "The enemy unit is not in the cavalry's front or flank arcs");
        }
        if matches!(f.state(unit), FormationState::Broken | FormationState::Column) {
            return bar(rule!("MPBS-9.3.1c"), "Cavalry that is Formation Broken does not Intercept");
        }
        if f.unit(unit).is(Marks::INTERCEPTED) {
            return bar(rule!("MPBS-9.3.1f"), "The unit has tried to Intercept in this activation");
        }
        if f.allowance(unit) < f.allowance(by) {
            enforces!("MPBS-8.2.1j");
            return bar(rule!("MPBS-9.3.1g"), "The enemy unit has the greater movement allowance");
        }
        let orders = f.orders(unit);
        if f.table.charts.interception.range(orders).is_none() {
            return bar(rule!("MPBS-9.3.2a"), "The Interception Table has no range for the unit's Orders");
        }
        self.check_sight(f, unit)?;
        let sees = f
            .footprint(by)
            .iter()
            .any(|to| f.line_of_sight(f.hex(unit), to, Tracing::Interception, self.side).is_ok());
        if !sees {
            return bar(rule!("MPBS-9.3.1d"), "There is no clear line of sight for an Interception");
        }
        if f.distance(unit, by) > 1 {
            if !f.in_command(unit) {
                return bar(
                    rule!("MPBS-5.4.3h"),
                    "A unit out of command Intercepts only an enemy it is already next to",
                );
            }
            let mover = Mover::new(f, unit, Purpose::Intercept(by), f.allowance(unit));
            if !mover.can_end(f, &start(f, unit)) {
                return bar(
                    rule!("MPBS-9.3.1e"),
                    "The unit cannot get next to the enemy: it lacks movement points, cannot come closer with every hex, or breaks on the way",
                );
            }
        }
        Ok(())
    }
}

/// Where a unit stands at the start of a reaction move.
fn start(f: Field<'_>, unit: UnitId) -> Course {
    let state = f.unit(unit);
    Course { at: state.at, formation: state.formation, spent: 0, hexes: 0, slopes: 0, met: false }
}
