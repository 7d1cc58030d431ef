//! Artillery fire with its grazing line.

use super::{
    Answer, Asked, Bar, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, call,
    effects::{Effects, Source},
    field,
    morale::MoraleCheck,
    reaction::Reactions,
    rolled, throw,
    trigger::Trigger,
    volley::{break_column, check_facing, offer_facings},
};
use crate::RollPurpose;
use crate::{
    charts::row,
    counters::UnitId,
    engine::{bar::Allowed, field::Field},
    hex::{Hex, Turn},
    messages::{Decision, Event, FireEffect, FireTable, Manner, Request, Target},
    sight::line_of_fire,
    world::{Formation, Marks, UnitSet},
};
use caracole_kernel::Flow;
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Fire of one battery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cannonade {
    gun: UnitId,
    target: Target,
    hex: Hex,
    reaction: bool,
    /// Hexes of a target in reaction at which the guns may fire.
    aims: SmallVec<[Hex; 2]>,
    /// Hexes that Grazing Fire sweeps.
    swept: SmallVec<[Hex; 16]>,
    /// Attacks still to be rolled for.
    attacks: SmallVec<[(Target, Hex); 8]>,
    fired_at: SmallVec<[UnitId; 4]>,
    /// Hexes that have been fired into.
    into: SmallVec<[Hex; 4]>,
    displaced: UnitSet,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Begin,
    Aiming,
    Spine,
    Aim,
    Facing(UnitId),
    Rolling,
    Applying(Option<UnitId>),
    Answered,
}

impl Cannonade {
    /// As an Action.
    pub(super) fn action(gun: UnitId, target: Target, hex: Hex) -> Self {
        Cannonade {
            gun,
            target,
            hex,
            reaction: false,
            aims: SmallVec::new(),
            swept: SmallVec::new(),
            attacks: SmallVec::new(),
            fired_at: SmallVec::new(),
            into: SmallVec::new(),
            displaced: UnitSet::EMPTY,
            stage: Stage::Begin,
        }
    }

    /// In reaction, at a hex of the triggering unit that bears within this distance.
    pub(super) fn reaction(f: Field<'_>, gun: UnitId, at: UnitId, reach: u8) -> Self {
        let mut fire = Self::action(gun, Target::Unit(at), f.hex(at));
        fire.reaction = true;
        fire.aims = f
            .footprint(at)
            .iter()
            .filter(|hex| {
                f.hex(gun).distance(*hex) <= i32::from(reach)
                    && f.gun_bears(gun, Target::Unit(at), *hex).is_ok()
            })
            .collect();
        if let [only] = fire.aims.as_slice() {
            fire.hex = *only;
        }
        fire
    }

    fn line(&self, f: Field<'_>, spine: Turn) -> SmallVec<[Hex; 16]> {
        enforces!("MPBS-10.8.3b");
        let (grazing, _) = f.gun_ranges(self.gun);
        let own = f.hex(self.gun);
        if own.distance(self.hex) > i32::from(grazing) {
            return SmallVec::new();
        }
        let (map, tec) = (&f.table.scenario.map, &f.table.charts.tec);
        line_of_fire(map, tec, own, self.hex, i32::from(grazing), spine)
    }

    /// Lists the units on the line, nearest first, and always the target.
    fn aim_along(&mut self, f: Field<'_>, swept: SmallVec<[Hex; 16]>) {
        enforces!("MPBS-10.8.3a", "MPBS-10.8.4", "MPBS-10.9.1b");
        let mut attacks: SmallVec<[(Target, Hex); 8]> = SmallVec::new();
        for &hex in &swept {
            for unit in f.stack(hex).units() {
                // Light infantry with cavalry counts as one unit with it; Wagons are no targets.
                if !f.is_wagon(unit) && f.lead(unit) == unit {
                    attacks.push((Target::Unit(unit), hex));
                }
            }
        }
        if !attacks.iter().any(|(target, hex)| *target == self.target && *hex == self.hex) {
            let place = attacks
                .iter()
                .position(|(_, hex)| f.hex(self.gun).distance(*hex) > f.hex(self.gun).distance(self.hex))
                .unwrap_or(attacks.len());
            attacks.insert(place, (self.target, self.hex));
        }
        self.swept = swept;
        self.attacks = attacks;
    }

    fn begin(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-10.8.1a", "MPBS-10.8.5");
        cx.world.unit_mut(self.gun).marks.set(Marks::FIRED);
        let f = field(cx);
        let (left, right) = (self.line(f, Turn::Left), self.line(f, Turn::Right));
        if left != right {
            self.stage = Stage::Spine;
            return Flow::Ask(f.side(self.gun), Request::Spine(self.gun));
        }
        self.aim_along(f, left);
        self.stage = Stage::Aim;
        self.aim(cx)
    }

    fn aim(&mut self, cx: &mut Cx<'_>) -> Next {
        loop {
            let Some(&(target, hex)) = self.attacks.first() else { return self.answer(cx) };
            let f = field(cx);
            let there = match target {
                Target::Unit(unit) => f.unit(unit).in_play() && f.footprint(unit).contains(hex),
                Target::Leader(leader) => f.leader(leader).on_map(),
            };
            if !there {
                self.attacks.remove(0);
                continue;
            }
            if let Target::Unit(unit) = target
                && f.unit(unit).formation == Formation::Column
                && !f.is_train(unit)
            {
                self.stage = Stage::Facing(unit);
                return Flow::Ask(f.side(unit), Request::Face(unit));
            }
            self.stage = Stage::Rolling;
            return throw(f.side(self.gun), rule!("MPBS-10.8.2"), RollPurpose::ArtilleryFire);
        }
    }

    fn roll(&mut self, cx: &mut Cx<'_>, values: &caracole_kernel::dice::Values) -> Next {
        self.stage = Stage::Aim;
        let Some((target, hex)) = self.attacks.first().copied() else { return self.answer(cx) };
        self.attacks.remove(0);
        self.into.push(hex);
        let f = field(cx);
        let rolled = rolled(values, f.cannon_tally(self.gun, target, hex));
        let effect = FireEffect::from(f.table.charts.artillery_fire.results[row(rolled.total())]);
        let past = matches!(target, Target::Unit(unit) if f.stack_past_threshold(unit));
        cx.tell(Event::Fired {
            unit: self.gun,
            target,
            manner: Manner::Skirmishing,
            column: FireTable::Artillery,
            rolled,
            result: effect,
        });
        let unit = match target {
            Target::Unit(unit) => Some(unit),
            Target::Leader(_) => None,
        };
        if let Some(unit) = unit
            && !self.fired_at.contains(&unit)
        {
            self.fired_at.push(unit);
        }
        self.stage = Stage::Applying(unit);
        call(
            Effects::new(target, hex, self.gun, effect, Source::Artillery)
                .sweeping(&self.swept)
                .past_threshold(past),
        )
    }

    /// Units that were fired at may answer an Active battery.
    fn answer(&mut self, cx: &Cx<'_>) -> Next {
        let f = field(cx);
        if self.reaction {
            return Flow::Done(Answer::Done);
        }
        self.stage = Stage::Answered;
        let enemies: SmallVec<[Target; 4]> = self
            .fired_at
            .iter()
            .filter(|unit| f.side(**unit) != f.side(self.gun))
            .map(|unit| Target::Unit(*unit))
            .collect();
        call(
            Reactions::new(f, Trigger::fired(self.gun, &enemies, self.into.iter().copied()))
                .except(self.displaced.iter()),
        )
    }
}

impl Play<MusketPike, Bar> for Cannonade {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match (self.stage, input) {
            (Stage::Begin, _) if self.aims.len() > 1 => {
                enforces!("MPBS-10.9.5c");
                self.stage = Stage::Aiming;
                Flow::Ask(field(cx).side(self.gun), Request::Aim(self.gun))
            }
            (Stage::Begin, _) => self.begin(cx),
            (Stage::Aiming, In::Order(Order::Plain(Decision::Hex(hex)))) => {
                self.hex = hex;
                self.begin(cx)
            }
            (Stage::Spine, In::Order(Order::Plain(Decision::Aside(turn)))) => {
                let swept = self.line(field(cx), turn);
                self.aim_along(field(cx), swept);
                self.aim(cx)
            }
            (Stage::Facing(unit), In::Order(Order::Plain(Decision::Face(facing)))) => {
                break_column(cx, unit, facing);
                self.stage = Stage::Aim;
                call(MoraleCheck::new(unit, 0, Some(self.gun)))
            }
            (Stage::Rolling, In::Dice(values)) => self.roll(cx, &values),
            (Stage::Applying(unit), In::Answer(answer)) => {
                if let (Some(unit), Answer::Displaced) = (unit, answer) {
                    self.displaced.insert(unit);
                }
                self.stage = Stage::Aim;
                self.aim(cx)
            }
            (Stage::Answered, _) => Flow::Done(Answer::Done),
            _ => self.aim(cx),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let f = Field::from(asked);
        match (self.stage, decision) {
            (Stage::Aiming, Decision::Hex(hex)) if self.aims.contains(hex) => Ok(decision.into()),
            (Stage::Spine, Decision::Aside(_)) => Ok(decision.into()),
            (Stage::Facing(unit), _) => check_facing(f, unit, decision),
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let f = Field::from(asked);
        match self.stage {
            Stage::Aiming => out.extend(self.aims.iter().copied().map(Decision::Hex)),
            Stage::Spine => out.extend([Turn::Left, Turn::Right].map(Decision::Aside)),
            Stage::Facing(unit) => offer_facings(f, unit, out),
            _ => {}
        }
    }
}
