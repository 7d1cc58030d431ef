//! Rally and Reform.

use super::{
    Answer, Asked, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, call, changes, field,
    morale::MoraleCheck,
    reaction::Reactions,
    trigger::{Cause, Trigger},
    volley::{check_facing, face_unit, offer_facings},
};
use crate::{
    charts::RallyReform,
    counters::{LeaderId, UnitArm, UnitId},
    engine::{
        bar::{Allowed, Bar},
        field::Field,
    },
    hex::Facing,
    messages::{Decision, Event, Reform, Request, Through},
    world::{Formation, LeaderAction, MoraleState},
};
use caracole_kernel::Flow;
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A Rally, from the check to the reactions it draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rally {
    unit: UnitId,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    /// Automatic, or by a check with this rating of an adjacent leader.
    Begin(Option<i8>),
    Checked,
    Facing,
    Reactions,
}

impl Rally {
    /// By a leader in the hex.
    pub(super) const fn automatic(unit: UnitId) -> Self {
        Rally { unit, stage: Stage::Begin(None) }
    }

    /// By a Morale Check.
    pub(super) const fn attempt(unit: UnitId, rating: i8) -> Self {
        Rally { unit, stage: Stage::Begin(Some(rating)) }
    }

    fn succeed(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-13.2.5b", "MPBS-13.2.5c", "MPBS-12.4.1a", "MPBS-12.4.3h", "MPBS-8.2.1h");
        let state = *field(cx).unit(self.unit);
        let better = match state.morale {
            MoraleState::Broken => MoraleState::Shaken,
            _ => MoraleState::Normal,
        };
        enforces!("MPBS-8.2.1h");
        let units: SmallVec<[UnitId; 2]> = changes::together(cx, self.unit).collect();
        for unit in units {
            changes::set_morale(cx, unit, better);
        }
        cx.tell(Event::Rallied { unit: self.unit });
        let f = field(cx);
        if state.morale == MoraleState::Broken && !f.is_train(self.unit) {
            changes::set_formation(cx, self.unit, Formation::Broken);
            self.stage = Stage::Facing;
            return Flow::Ask(field(cx).side(self.unit), Request::Face(self.unit));
        }
        self.draw_fire(cx)
    }

    fn draw_fire(&mut self, cx: &Cx<'_>) -> Next {
        self.stage = Stage::Reactions;
        call(reformed(field(cx), self.unit))
    }
}

/// The chance to react to a Reform or Rally.
pub(super) fn reformed(f: Field<'_>, unit: UnitId) -> Reactions {
    enforces!("MPBS-9.1.3f", "MPBS-13.2.2");
    Reactions::new(f, Trigger { by: unit, cause: Cause::Reformed, path: SmallVec::new() })
}

impl Play<MusketPike, Bar> for Rally {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match (self.stage, input) {
            (Stage::Begin(None), _) => self.succeed(cx),
            (Stage::Begin(Some(rating)), _) => {
                self.stage = Stage::Checked;
                call(MoraleCheck::rally(self.unit, rating))
            }
            (Stage::Checked, In::Answer(Answer::Passed)) => self.succeed(cx),
            (Stage::Facing, In::Order(Order::Plain(Decision::Face(facing)))) => {
                face_unit(cx, self.unit, facing);
                self.draw_fire(cx)
            }
            _ => Flow::Done(Answer::Done),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let f = Field::from(asked);
        match self.stage {
            Stage::Facing => check_facing(f, self.unit, decision),
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let f = Field::from(asked);
        if self.stage == Stage::Facing {
            offer_facings(f, self.unit, out);
        }
    }
}

/// How a leader stands to a unit: 0 stacked, 1 adjacent.
pub(super) fn leader_distance(f: Field<'_>, leader: LeaderId, unit: UnitId) -> i32 {
    f.footprint(unit).distance(f.leader(leader).hex)
}

/// What a unit recovers by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Recovery {
    Rally,
    Reform,
}

/// Whether leaders and Orders let a unit recover; the leader who allows it.
fn check_leave(f: Field<'_>, unit: UnitId, through: Through, recovery: Recovery) -> Allowed<LeaderId> {
    match through {
        Through::ArmyCommander => check_army_commander(f, unit, recovery),
        Through::Wing => check_wing(f, unit, recovery),
    }
}

/// Whether the Army Commander can do it. Neither Orders nor command nor the Active Wing are looked at.
fn check_army_commander(f: Field<'_>, unit: UnitId, recovery: Recovery) -> Allowed<LeaderId> {
    enforces!("MPBS-5.1.1d", "MPBS-5.6.5b", "MPBS-13.2.1b");
    let Some(army) = f.army_commander(f.side(unit)) else {
        return Err(Bar::Rule(rule!("MPBS-13.3.1"), "The Army Commander is not on the map", "Use the Wing."));
    };
    if f.leader(army).action != LeaderAction::None {
        return Err(Bar::Rule(
            rule!("MPBS-5.1.2b"),
            "The Army Commander has used their Action in this activation",
            "Wait for the next activation.",
        ));
    }
    if leader_distance(f, army, unit) > 1 {
        match recovery {
            Recovery::Rally => {
                enforces!("MPBS-5.1.2f");
            }
            Recovery::Reform => {
                enforces!("MPBS-13.3.2");
            }
        }
        return Err(Bar::Unit(
            rule!("MPBS-5.1.2e"),
            unit,
            "The Army Commander is neither stacked with nor adjacent to the unit",
            "Move the Army Commander there first, in another activation.",
        ));
    }
    Ok(army)
}

/// Whether the Wing's Orders and its commander allow it.
fn check_wing(f: Field<'_>, unit: UnitId, recovery: Recovery) -> Allowed<LeaderId> {
    let restriction = f.table.charts.orders_restriction.of(f.orders(unit));
    let (permission, rule) = match recovery {
        Recovery::Rally => (restriction.rally, rule!("MPBS-13.2.4b")),
        Recovery::Reform => (restriction.reform, rule!("MPBS-13.2.3a")),
    };
    let barred = Bar::Unit(
        rule,
        unit,
        "The Wing's Orders do not allow it here",
        "Bring the Wing Commander next to the unit, change Orders, or use the Army Commander.",
    );
    let Some(commander) = f.wing_commander(f.wing_of(unit)) else { return Err(barred) };
    if f.leader(commander).action == LeaderAction::Used {
        enforces!("MPBS-5.2.2f");
        return Err(Bar::Rule(
            rule!("MPBS-13.2.1c"),
            "The Wing Commander has moved in this activation and allows no Rally or Reform",
            "Use the Army Commander, or wait.",
        ));
    }
    match permission {
        RallyReform::Yes => {
            enforces!("MPBS-5.6.3c", "MPBS-5.6.4b");
        }
        RallyReform::WithLeader if leader_distance(f, commander, unit) <= 1 => {
            enforces!("MPBS-5.6.2b", "MPBS-5.6.3d");
        }
        RallyReform::WithLeader | RallyReform::No => {
            enforces!("MPBS-5.6.1l", "MPBS-6.4b");
            return Err(barred);
        }
    }
    if !f.in_command(unit) {
        return Err(Bar::Unit(
            rule!("MPBS-5.4.3j"),
            unit,
            "A unit out of command Rallies or Reforms only through the Army Commander",
            "Move it back into command first.",
        ));
    }
    Ok(commander)
}

/// Whether a unit may try to Rally; the leader who allows it.
pub(super) fn check_rally(f: Field<'_>, unit: UnitId, through: Through) -> Allowed<LeaderId> {
    enforces!("MPBS-12.5.2b", "MPBS-12.4.3c");
    let state = f.unit(unit);
    let limited = f.stack_past_threshold(unit);
    match state.morale {
        MoraleState::Normal => {
            return Err(Bar::Unit(
                rule!("MPBS-13.2.4a"),
                unit,
                "Its morale is Normal",
                "Choose another unit.",
            ));
        }
        MoraleState::Shaken if limited => {
            return Err(Bar::Unit(
                rule!("MPBS-12.5.2b"),
                unit,
                "A unit past its Casualty Threshold cannot be rallied better than Morale Shaken",
                "Choose another unit.",
            ));
        }
        _ => {}
    }
    check_leave(f, unit, through, Recovery::Rally)
}

/// Begins a Rally that was found legal.
pub(super) fn begin_rally(f: Field<'_>, unit: UnitId, leader: LeaderId) -> Rally {
    enforces!("MPBS-13.2.5a", "MPBS-13.3.3", "MPBS-5.1.2f");
    match leader_distance(f, leader, unit) {
        0 => Rally::automatic(unit),
        1 => Rally::attempt(unit, f.leader(leader).rating),
        _ => Rally::attempt(unit, 0),
    }
}

/// Whether a unit may make this Reform; the leader who allows it.
pub(super) fn check_reform(f: Field<'_>, unit: UnitId, what: Reform, through: Through) -> Allowed<LeaderId> {
    if !has_to_reform(f, unit, what) {
        return Err(Bar::Unit(
            rule!("MPBS-13.2.3b"),
            unit,
            "There is nothing of that kind to Reform",
            "Choose another Reform or another unit.",
        ));
    }
    check_leave(f, unit, through, Recovery::Reform)
}

/// Whether there is something of this kind to repair. Nothing leads into a Column.
fn has_to_reform(f: Field<'_>, unit: UnitId, what: Reform) -> bool {
    let state = f.unit(unit);
    if f.is_train(unit) || state.morale == MoraleState::Broken {
        enforces!("MPBS-7.3.3d");
        return false;
    }
    match what {
        Reform::Formation => {
            enforces!("MPBS-6.4a");
            matches!(state.formation, Formation::Shaken | Formation::Broken)
        }
        Reform::Pistols => {
            enforces!("MPBS-10.7.4", "MPBS-13.2.3c");
            f.has_pistols(unit) && state.shots > 0
        }
        Reform::LeaveHedgehog => state.formation == Formation::Hedgehog,
        Reform::OpenOrder => {
            enforces!("MPBS-6.3.3b", "MPBS-13.2.3e");
            state.formation == Formation::Normal
        }
        Reform::CloseOrder => state.formation == Formation::OpenOrder,
        Reform::LeaveColumn(facing) => state.formation == Formation::Column && fits_column(f, unit, facing),
    }
}

/// Whether a unit that leaves Column says how it faces: a two-hex unit must, another cannot.
fn fits_column(f: Field<'_>, unit: UnitId, facing: Option<Facing>) -> bool {
    enforces!("MPBS-6.3.4g");
    match (f.unit(unit).at.as_lines(), facing) {
        (Some(lines), Some(facing)) => lines.iter().any(|line| line.facing() == Some(facing)),
        (lines, facing) => lines.is_some() == facing.is_some(),
    }
}

/// Carries a Reform out.
pub(super) fn reform(cx: &mut Cx<'_>, unit: UnitId, what: Reform) {
    enforces!("MPBS-13.1");
    let formation = field(cx).unit(unit).formation;
    match what {
        Reform::Formation if formation == Formation::Broken => {
            changes::set_formation(cx, unit, Formation::Shaken)
        }
        Reform::Formation | Reform::CloseOrder => changes::set_formation(cx, unit, Formation::Normal),
        Reform::Pistols => {
            let state = cx.world.unit_mut(unit);
            state.shots = state.shots.saturating_sub(1);
        }
        Reform::LeaveHedgehog => {
            enforces!("MPBS-6.3.2c", "MPBS-13.2.3d");
            changes::set_formation(cx, unit, Formation::Broken);
        }
        Reform::OpenOrder => changes::set_formation(cx, unit, Formation::OpenOrder),
        Reform::LeaveColumn(facing) => {
            if let Some(facing) = facing {
                face_unit(cx, unit, facing);
            }
            enforces!("MPBS-6.3.4f", "MPBS-13.2.3f");
            let cavalry = field(cx).kind(unit).arm() == UnitArm::Cavalry;
            changes::set_formation(cx, unit, if cavalry { Formation::Shaken } else { Formation::Broken });
        }
    }
    cx.tell(Event::Reformed { unit, what });
}

/// Reforms to choose from.
pub(super) fn offer_reforms(f: Field<'_>, unit: UnitId, through: Through, out: &mut Vec<Decision>) {
    let mut tries: SmallVec<[Reform; 8]> = SmallVec::new();
    match f.unit(unit).formation {
        Formation::Shaken | Formation::Broken => tries.push(Reform::Formation),
        Formation::Normal => tries.push(Reform::OpenOrder),
        Formation::Hedgehog => tries.push(Reform::LeaveHedgehog),
        Formation::OpenOrder => tries.push(Reform::CloseOrder),
        Formation::Column => match f.unit(unit).at.as_lines() {
            Some(lines) => tries.extend(lines.iter().map(|line| Reform::LeaveColumn(line.facing()))),
            None => tries.push(Reform::LeaveColumn(None)),
        },
    }
    if f.unit(unit).shots > 0 {
        tries.push(Reform::Pistols);
    }
    for what in tries {
        if check_reform(f, unit, what, through).is_ok() {
            out.push(Decision::Reform { unit, what, through });
        }
    }
}
