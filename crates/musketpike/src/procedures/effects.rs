//! Results of fire on one target: formation, casualties, threshold, leaders, Morale Check.

use super::{
    Answer, Asked, Bar, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, call, changes,
    changes::MoraleLoss,
    face, field,
    morale::MoraleCheck,
    reaction::Reactions,
    retreat::Retreat,
    shift::Shift,
    throw,
    trigger::{Cause, Trigger},
};
use crate::RollPurpose;
use crate::{
    charts::{FormationHit, LeaderCasualty},
    counters::{LeaderId, Morale, UnitId},
    engine::{
        bar::Allowed,
        field::{Field, Leaders},
    },
    hex::{Hex, Placement},
    messages::{Decision, Event, FireEffect, LeaderLoss, Request, Target},
    world::{Formation, Marks, MoraleState},
};
use caracole_kernel::Flow;
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Source {
    /// Muskets of heavy or light infantry.
    Muskets,
    /// Pistols and carbines.
    Pistols,
    /// Artillery.
    Artillery,
}

/// Results of fire on one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effects {
    target: Target,
    hex: Hex,
    by: UnitId,
    effect: FireEffect,
    source: Source,
    salvo: bool,
    past_threshold: bool,
    /// Hexes that Grazing Fire sweeps: no place to displace to.
    swept: SmallVec<[Hex; 16]>,
    /// Morale of the target when it was fired at.
    morale: u8,
    /// Casualties still to be shared out between cavalry and light infantry.
    open: u8,
    suffered: u8,
    checks: u8,
    broke: bool,
    displaced: bool,
    leaders: Leaders,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Formation,
    Displacing,
    Displaced,
    DisplacedReaction,
    Casualties,
    Leaders,
    Check,
    Retreat,
    Done,
}

impl Effects {
    pub(super) fn new(target: Target, hex: Hex, by: UnitId, effect: FireEffect, source: Source) -> Self {
        Effects {
            target,
            hex,
            by,
            effect,
            source,
            salvo: false,
            past_threshold: false,
            swept: SmallVec::new(),
            morale: 0,
            open: 0,
            suffered: 0,
            checks: 0,
            broke: false,
            displaced: false,
            leaders: Leaders::new(),
            stage: Stage::Formation,
        }
    }

    pub(super) const fn salvo(mut self, salvo: bool) -> Self {
        self.salvo = salvo;
        self
    }

    pub(super) const fn past_threshold(mut self, past: bool) -> Self {
        self.past_threshold = past;
        self
    }

    pub(super) fn sweeping(mut self, swept: &[Hex]) -> Self {
        self.swept = SmallVec::from_slice(swept);
        self
    }

    fn unit(&self) -> Option<UnitId> {
        match self.target {
            Target::Unit(unit) => Some(unit),
            Target::Leader(_) => None,
        }
    }

    /// Formation hits, or what they become.
    fn formation(&mut self, cx: &mut Cx<'_>) -> Next {
        let Some(unit) = self.unit() else {
            self.stage = Stage::Leaders;
            self.gather_leaders(cx);
            return Flow::Again;
        };
        let f = field(cx);
        if !f.unit(unit).in_play() {
            return Flow::Done(Answer::Done);
        }
        self.morale = f.morale(unit);
        if self.effect.formation_hits > 0
            && self.source == Source::Artillery
            && !f.displacements(unit, &self.swept).is_empty()
        {
            self.stage = Stage::Displacing;
            return Flow::Ask(f.side(unit), Request::Displace(unit));
        }
        self.take_formation(cx, unit)
    }

    fn take_formation(&mut self, cx: &mut Cx<'_>, unit: UnitId) -> Next {
        enforces!("MPBS-10.6.6a", "MPBS-6.3.2e-2", "MPBS-12.4.3g", "MPBS-10.8.7", "MPBS-6.3.1e");
        let mut casualties = self.effect.casualties;
        for _ in 0..self.effect.formation_hits {
            let f = field(cx);
            if f.is_gun(unit) {
                self.checks += 1;
                continue;
            }
            match f.effect(unit).hit_by_fire {
                FormationHit::Shaken => changes::set_formation(cx, unit, Formation::Shaken),
                FormationHit::Broken | FormationHit::BrokenOnAttack => {
                    changes::set_formation(cx, unit, Formation::Broken);
                }
                FormationHit::Casualty => casualties += 1,
                FormationHit::None => {}
            }
        }
        self.open = casualties;
        self.suffered = casualties;
        if !self.displaced {
            self.gather_leaders(cx);
        }
        self.stage = Stage::Casualties;
        Flow::Again
    }

    /// Leaders who stand where the fire went.
    fn gather_leaders(&mut self, cx: &Cx<'_>) {
        enforces!("MPBS-10.10a");
        if self.effect.is_miss() {
            return;
        }
        let f = field(cx);
        self.leaders = match self.target {
            Target::Unit(unit) => f.leaders_at(self.hex, f.side(unit)),
            Target::Leader(leader) => Leaders::from_slice(&[leader]),
        };
    }

    /// Casualties, one by one where they may be shared.
    fn casualties(&mut self, cx: &mut Cx<'_>) -> Next {
        let Some(unit) = self.unit() else { return Flow::Done(Answer::Done) };
        let f = field(cx);
        if self.open > 0 && f.partner(unit).is_some() {
            return Flow::Ask(f.side(unit), Request::TakeHit(unit));
        }
        let hits = std::mem::take(&mut self.open);
        self.hit(cx, unit, hits);
        self.next_after_casualties(cx)
    }

    /// Hits on one unit, with its threshold and, for guns on top, the unit beneath.
    fn hit(&mut self, cx: &mut Cx<'_>, unit: UnitId, hits: u8) {
        if hits == 0 {
            return;
        }
        let f = field(cx);
        if f.is_gun(unit) {
            enforces!("MPBS-8.3.4b");
            let beneath = f.stack(self.hex).main().filter(|_| f.gun_on_top(unit));
            changes::disable(cx, unit);
            self.checks = 0;
            if let Some(beneath) = beneath
                && hits > 1
            {
                self.target = Target::Unit(beneath);
                self.effect = FireEffect::default();
                self.suffered = hits - 1;
                self.salvo = false;
                self.past_threshold = field(cx).past_threshold(beneath);
                self.morale = field(cx).morale(beneath);
                self.hit(cx, beneath, hits - 1);
            } else {
                self.suffered = 0;
                self.effect.morale_checks = 0;
            }
            return;
        }
        if changes::casualties(cx, unit, hits) {
            enforces!("MPBS-12.5.2a", "MPBS-12.5.2d");
            self.broke |= changes::lower_morale(cx, unit) == MoraleLoss::Broken;
        }
    }

    fn next_after_casualties(&mut self, _: &Cx<'_>) -> Next {
        self.stage = Stage::Leaders;
        Flow::Again
    }

    /// One die for each leader who was exposed.
    fn roll_leaders(&mut self, cx: &mut Cx<'_>) -> Next {
        let f = field(cx);
        self.leaders.retain(|leader| f.leader(*leader).on_map());
        match self.leaders.first() {
            Some(leader) => throw(f.leader(*leader).side, rule!("MPBS-10.10a"), RollPurpose::LeaderCasualty),
            None => {
                self.stage = Stage::Check;
                Flow::Again
            }
        }
    }

    /// Every Morale Check that this fire brought becomes one roll.
    fn check_morale(&mut self, cx: &mut Cx<'_>) -> Next {
        self.stage = Stage::Retreat;
        let Some(unit) = self.unit() else { return Flow::Done(Answer::Done) };
        let f = field(cx);
        if !f.unit(unit).in_play() {
            return self.partner_left(cx, unit);
        }
        let checks = self.checks_due(f, unit);
        if checks == 0 {
            return Flow::Again;
        }
        // The morale is what the hits have left of it.
        enforces!("MPBS-10.6.5a", "MPBS-12.5.2d");
        call(MoraleCheck::new(unit, (checks - 1).min(3), Some(self.by)))
    }

    /// How many Morale Checks this fire brought.
    fn checks_due(&self, f: Field<'_>, unit: UnitId) -> u8 {
        enforces!("MPBS-12.3");
        let needed = f.table.charts.morale_check_from_hits.hits(Morale(self.morale));
        let mut checks = self.checks + self.effect.morale_checks;
        if !f.is_gun(unit) && self.suffered >= needed.max(1) {
            enforces!("MPBS-10.6.2a", "MPBS-10.6.2b", "MPBS-10.6.2c", "MPBS-10.6.2d", "MPBS-10.6.2e");
            checks += 1;
        }
        if self.salvo {
            enforces!("MPBS-10.4d", "MPBS-10.6.3a", "MPBS-10.6.3b");
            checks += 1;
        }
        if self.past_threshold && self.suffered > 0 {
            enforces!("MPBS-10.6.4", "MPBS-12.5.2c");
            checks += 1;
        }
        checks
    }

    /// The unit aimed at is gone, but the other of its stack may have to check.
    fn partner_left(&mut self, cx: &Cx<'_>, gone: UnitId) -> Next {
        let f = field(cx);
        let hex = f.hex(gone);
        let other = f.stack(hex).main().filter(|other| f.side(*other) == f.side(gone) && *other != gone);
        match other {
            Some(other) if self.suffered > 0 && was_stack(f, gone, other) => {
                self.target = Target::Unit(other);
                self.stage = Stage::Check;
                Flow::Again
            }
            _ => Flow::Done(Answer::Done),
        }
    }

    /// A unit that the threshold broke runs now, if the check has not ended it.
    fn retreat(&mut self, cx: &Cx<'_>) -> Next {
        self.stage = Stage::Done;
        let Some(unit) = self.unit() else { return Flow::Done(Answer::Done) };
        let f = field(cx);
        let runs = self.broke
            && f.unit(unit).in_play()
            && f.unit(unit).morale == MoraleState::Broken
            && !f.is_train(unit);
        if runs { call(Retreat::broken(unit, Some(self.by))) } else { self.done() }
    }

    fn done(&self) -> Next {
        Flow::Done(if self.displaced { Answer::Displaced } else { Answer::Done })
    }

    fn displace(&mut self, cx: &mut Cx<'_>, to: Placement) -> Next {
        enforces!("MPBS-10.8.6b", "MPBS-10.8.6d");
        let Some(unit) = self.unit() else { return Flow::Done(Answer::Done) };
        // The fire was at the hex, so every leader who was there is exposed, even one who goes along.
        self.gather_leaders(cx);
        self.effect.formation_hits = 0;
        self.displaced = true;
        self.stage = Stage::Displaced;
        call(Shift::new(field(cx), unit, to, 0))
    }

    /// It stands in its new hex: an Active unit draws reactions, as if it had moved there without using points.
    fn after_displacement(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-9.2.3a");
        let Some(unit) = self.unit() else { return Flow::Done(Answer::Done) };
        cx.world.unit_mut(unit).marks.clear(Marks::MOMENTUM);
        cx.tell(Event::Displaced { unit });
        let f = field(cx);
        self.hex = f.hex(unit);
        if f.active_side() == Some(f.side(unit)) {
            self.stage = Stage::DisplacedReaction;
            let path = SmallVec::from_slice(&[self.hex]);
            return call(Reactions::new(f, Trigger { by: unit, cause: Cause::Displaced, path }));
        }
        self.take_formation(cx, unit)
    }
}

/// Reads the Leader Casualty Table for one leader.
pub(super) fn leader_casualty(cx: &mut Cx<'_>, leader: LeaderId, die: u8, why: LeaderLoss) {
    cx.tell(Event::LeaderCasualty { leader, die });
    let removed = cx.scenario.charts.leader_casualty[usize::from(die.min(9))] == LeaderCasualty::Removed;
    if removed {
        changes::lose_leader(cx, leader, why);
    }
}

impl Play<MusketPike, Bar> for Effects {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match (self.stage, input) {
            (Stage::Formation, _) => self.formation(cx),
            (Stage::Displacing, In::Order(Order::Displace(to))) => self.displace(cx, to),
            (Stage::Displaced, _) => self.after_displacement(cx),
            (Stage::Displacing | Stage::DisplacedReaction, _) => match self.unit() {
                Some(unit) if field(cx).unit(unit).in_play() => self.take_formation(cx, unit),
                _ => Flow::Done(Answer::Done),
            },
            (Stage::Casualties, In::Order(Order::Plain(Decision::Unit(unit)))) => {
                self.open -= 1;
                self.hit(cx, unit, 1);
                if self.open == 0 || !self.unit().is_some_and(|unit| field(cx).unit(unit).in_play()) {
                    if let Some(other) = self.survivor(cx, unit) {
                        let rest = std::mem::take(&mut self.open);
                        self.hit(cx, other, rest);
                    }
                    return self.next_after_casualties(cx);
                }
                self.casualties(cx)
            }
            (Stage::Casualties, _) => self.casualties(cx),
            (Stage::Leaders, In::Dice(values)) => {
                if let Some(leader) = self.leaders.first().copied() {
                    self.leaders.remove(0);
                    leader_casualty(cx, leader, face(&values, 0), LeaderLoss::Fire);
                }
                self.roll_leaders(cx)
            }
            (Stage::Leaders, _) => self.roll_leaders(cx),
            (Stage::Check, _) => self.check_morale(cx),
            (Stage::Retreat, _) => self.retreat(cx),
            (Stage::Done, _) => self.done(),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let f = Field::from(asked);
        let Some(unit) = self.unit() else { return Err(NOT_ASKED) };
        match (self.stage, decision) {
            (Stage::Displacing, Decision::Decline) => Ok(decision.into()),
            (Stage::Displacing, Decision::Aside(turn)) => {
                let mut places = f.displacements(unit, &self.swept).into_iter();
                let place = places.find(|(side, _)| side == turn);
                place.map(|(_, to)| Order::Displace(to)).ok_or(NOT_ASKED)
            }
            (Stage::Casualties, Decision::Unit(taker))
                if *taker == unit || f.partner(unit) == Some(*taker) =>
            {
                Ok(decision.into())
            }
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let f = Field::from(asked);
        let Some(unit) = self.unit() else { return };
        if self.stage == Stage::Displacing {
            out.push(Decision::Decline);
            out.extend(f.displacements(unit, &self.swept).iter().map(|(turn, _)| Decision::Aside(*turn)));
        } else {
            out.push(Decision::Unit(unit));
            out.extend(f.partner(unit).map(Decision::Unit));
        }
    }
}

impl Effects {
    /// The unit of the stack that is left when one has been eliminated.
    fn survivor(&self, cx: &Cx<'_>, hit: UnitId) -> Option<UnitId> {
        let f = field(cx);
        let main = f.stack(f.hex(hit)).main()?;
        (f.side(main) == f.side(hit)).then_some(main)
    }
}

/// Whether two units of a hex were cavalry with its light infantry.
fn was_stack(f: Field<'_>, a: UnitId, b: UnitId) -> bool {
    f.is_light(a) && f.is_cavalry(b) || f.is_cavalry(a) && f.is_light(b)
}
