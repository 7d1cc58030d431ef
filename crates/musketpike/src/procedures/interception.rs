//! Interception: the roll, the move, the fire and the Close Combat.

use super::{
    Answer, Asked, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, call, close_combat::CloseCombat,
    course::Purpose, field, movement::Move, rolled, throw, volley::Fire,
};
use crate::RollPurpose;
use crate::{
    counters::UnitId,
    engine::{
        bar::{Allowed, Bar},
        field::{Field, Leaders},
        fire::FireArc,
    },
    hex::{Half, Hex},
    messages::{Attempt, Company, Decision, Event, Request, Target},
    world::{Marks, MoraleState, Post},
};
use caracole_kernel::Flow;
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An attempt of cavalry to Intercept a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interception {
    unit: UnitId,
    target: UnitId,
    leaders: Leaders,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Roll,
    GoAlong,
    Ride,
    Answer,
    Answered,
    Pistol,
    Shot,
    Engage,
    Combat,
}

impl Interception {
    pub(super) fn new(unit: UnitId, target: UnitId) -> Self {
        Interception { unit, target, leaders: Leaders::new(), stage: Stage::Roll }
    }

    fn can_fight(&self, f: Field<'_>) -> bool {
        f.unit(self.unit).in_play()
            && f.unit(self.unit).morale != MoraleState::Broken
            && f.unit(self.target).in_play()
    }

    fn roll(&mut self, cx: &mut Cx<'_>, values: &caracole_kernel::dice::Values) -> Next {
        let f = field(cx);
        let rolled = rolled(values, f.interception_tally(self.unit));
        let range = f.table.charts.interception.range(f.orders(self.unit));
        let succeeded = range.is_some_and(|range| range.covers(rolled.total()));
        cx.world.unit_mut(self.unit).marks.set(Marks::INTERCEPTED);
        enforces!("MPBS-9.3.5a");
        cx.tell(Event::Interception {
            unit: self.unit,
            target: self.target,
            most: range.map_or(0, |range| range.most),
            rolled,
            result: Attempt::from(succeeded),
        });
        if !succeeded {
            enforces!("MPBS-9.3.2b");
            return Flow::Done(Answer::Failed);
        }
        let f = field(cx);
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
        self.ride(cx)
    }

    fn ride(&mut self, cx: &Cx<'_>) -> Next {
        enforces!("MPBS-8.2.1j");
        self.stage = Stage::Ride;
        let f = field(cx);
        // Light infantry is left behind, but its pace is kept.
        let allowance = f.allowance(self.unit);
        call(Move::with_allowance(
            f,
            self.unit,
            Purpose::Intercept(self.target),
            Company::Alone,
            self.leaders.clone(),
            allowance,
        ))
    }

    /// Intercepted cavalry may fire first.
    fn answer(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-9.1.1-4", "MPBS-9.3.3d", "MPBS-9.1.1a-7", "MPBS-10.2b");
        let f = field(cx);
        self.stage = Stage::Answer;
        let may = self.can_fight(f)
            && f.is_cavalry(self.target)
            && f.may_shoot(self.target).is_ok()
            && f.half_bears(self.target, Half::Left, Target::Unit(self.unit), FireArc::FrontAndFlank).is_ok();
        if may {
            return Flow::Ask(f.side(self.target), Request::PistolFirst(self.target));
        }
        self.pistol(cx)
    }

    fn pistol(&mut self, cx: &mut Cx<'_>) -> Next {
        let f = field(cx);
        self.stage = Stage::Pistol;
        if self.can_fight(f) && f.may_fire_pistol(self.unit, Target::Unit(self.target)).is_ok() {
            return Flow::Ask(f.side(self.unit), Request::PistolFirst(self.unit));
        }
        self.engage(cx)
    }

    fn engage(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-9.3.3e", "MPBS-11.1.1b");
        let f = field(cx);
        self.stage = Stage::Engage;
        if self.can_fight(f) && !self.open_hexes(f).is_empty() {
            return Flow::Ask(f.side(self.unit), Request::Engage(self.unit));
        }
        self.end(cx)
    }

    /// Hexes of the intercepted unit that the cavalry may attack: of a two-hex unit its owner names one.
    fn open_hexes(&self, f: Field<'_>) -> SmallVec<[Hex; 2]> {
        enforces!("MPBS-11.1.2a");
        f.footprint(self.target).iter().filter(|hex| f.may_attack(self.unit, *hex).is_ok()).collect()
    }

    fn fight(&mut self, hex: Hex) -> Next {
        self.stage = Stage::Combat;
        call(CloseCombat::interception(self.unit, self.target, hex))
    }

    /// Momentum that was not used in a combat at once is gone.
    fn end(&self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-11.3.6-4");
        cx.world.unit_mut(self.unit).marks.clear(Marks::MOMENTUM);
        Flow::Done(Answer::Passed)
    }
}

impl Play<MusketPike, Bar> for Interception {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match (self.stage, input) {
            (Stage::Roll, In::Dice(values)) => self.roll(cx, &values),
            (Stage::Roll, _) => {
                throw(field(cx).side(self.unit), rule!("MPBS-9.3.2a"), RollPurpose::Interception)
            }
            (Stage::GoAlong, In::Order(order)) => {
                if order.accepts() {
                    let f = field(cx);
                    self.leaders.extend(
                        f.leaders_with(self.unit)
                            .into_iter()
                            .filter(|leader| f.leader(*leader).post == Post::Army),
                    );
                }
                self.ride(cx)
            }
            (Stage::Ride, _) => self.answer(cx),
            (Stage::Answer, In::Order(Order::Plain(Decision::Accept))) => {
                self.stage = Stage::Answered;
                call(Fire::in_interception(self.target, self.unit))
            }
            (Stage::Answer | Stage::Answered, _) => self.pistol(cx),
            (Stage::Pistol, In::Order(Order::Plain(Decision::Accept))) => {
                self.stage = Stage::Shot;
                cx.world.unit_mut(self.unit).marks.clear(Marks::MOMENTUM);
                call(Fire::in_interception(self.unit, self.target))
            }
            (Stage::Pistol | Stage::Shot, _) => self.engage(cx),
            (Stage::Engage, In::Order(Order::Plain(Decision::Hex(hex)))) => self.fight(hex),
            _ => self.end(cx),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let f = Field::from(asked);
        match (self.stage, decision) {
            (Stage::Engage, Decision::Accept) => match *self.open_hexes(f) {
                [only] => Ok(Order::Plain(Decision::Hex(only))),
                _ => Err(Bar::Rule(
                    rule!("MPBS-11.1.2a"),
                    "Both hexes of the unit can be attacked",
                    "Name the hex that is attacked.",
                )),
            },
            (Stage::Engage, Decision::Hex(hex)) => {
                let open = self.open_hexes(f);
                if open.len() > 1 && open.contains(hex) { Ok(decision.into()) } else { Err(NOT_ASKED) }
            }
            (_, Decision::Accept | Decision::Decline) => Ok(decision.into()),
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let f = Field::from(asked);
        out.push(Decision::Decline);
        match self.stage {
            Stage::Engage if self.open_hexes(f).len() > 1 => {
                out.extend(self.open_hexes(f).into_iter().map(Decision::Hex));
            }
            _ => out.push(Decision::Accept),
        }
    }
}
