//! Reactions: what the other side may do when something happens in its Reaction Zones.

use super::{
    Answer, Asked, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, Response, call,
    cannonade::Cannonade,
    changes, field,
    interception::Interception,
    morale::MoraleCheck,
    reaction_fire::guns_in,
    shift::Shift,
    trigger::{Cause, Trigger},
    volley::Fire,
    withdrawal::Withdrawal,
};
use crate::{
    charts::FormationState,
    counters::UnitId,
    engine::{
        bar::{Allowed, Bar},
        field::{Field, Leaders},
        motion::Manoeuvre,
    },
    hex::{Facing, Half, Placement, Turn, Zone},
    messages::{Company, Decision, Event, Reaction, Request, Salvoing, Target},
    world::{Formation, Marks, MoraleState, UnitSet},
};
use caracole_kernel::{Flow, Side};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The chance to react to one trigger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reactions {
    pub(super) trigger: Trigger,
    /// Where the triggering unit was: once it is elsewhere there is nothing to react to.
    at: Placement,
    /// Who may react.
    pub(super) side: Side,
    /// Units that have had their reaction, or may have none.
    done: UnitSet,
    pub(super) leaders_done: Leaders,
    /// Units that have had their Reaction Fire, or may have none because their stack changed its order in place of it.
    pub(super) fired: UnitSet,
    intercepted: bool,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Compulsory,
    Asking,
    /// A Morale Check to form Hedgehog.
    Hedgehog(UnitId),
    Reacting,
    Intercepting,
}

/// How guns answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GunAnswer {
    Fire,
    Turn,
    Restack,
}

/// How many reactions are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Search {
    /// Whether there is one.
    Any,
    /// Every one.
    All,
}

impl Reactions {
    pub(super) fn new(f: Field<'_>, trigger: Trigger) -> Self {
        enforces!("MPBS-9.1.1-3");
        let side = f.side(trigger.by).other();
        Reactions {
            at: f.unit(trigger.by).at,
            trigger,
            side,
            done: UnitSet::EMPTY,
            leaders_done: Leaders::new(),
            fired: UnitSet::EMPTY,
            intercepted: false,
            stage: Stage::Compulsory,
        }
    }

    /// What gives the chance to react, in the words of a prompt.
    pub(crate) const fn what_happened(&self) -> &'static str {
        self.trigger.cause.words()
    }

    /// Guns turned as their Action.
    pub(super) fn turned(f: Field<'_>, gun: UnitId) -> Self {
        Self::new(f, Trigger { by: gun, cause: Cause::Turned, path: SmallVec::new() })
    }

    /// Units that may not react because they took part in what happened.
    pub(super) fn except(mut self, units: impl IntoIterator<Item = UnitId>) -> Self {
        enforces!("MPBS-11.4.9", "MPBS-11.7.2B-3");
        for unit in units {
            self.done.insert(unit);
        }
        self
    }

    /// Whether the reacting side is the Active one: it may not Intercept, and only in the Close Combat step.
    pub(super) fn active_reacts(&self, f: Field<'_>) -> bool {
        enforces!("MPBS-9.1.1-5", "MPBS-11.2G");
        f.active_side() == Some(self.side)
    }

    pub(super) fn by(&self) -> UnitId {
        self.trigger.by
    }

    /// Whether there is still something to react to.
    fn goes_on(&self, f: Field<'_>) -> bool {
        f.unit(self.by()).in_play()
            && f.unit(self.by()).at == self.at
            && (!self.active_reacts(f)
                || f.world.activation.is_some_and(|activation| activation.close_combat))
    }

    /// Heavy infantry that must try to form Hedgehog.
    fn compulsory(&self, f: Field<'_>) -> Option<UnitId> {
        enforces!("MPBS-9.2.3c", "MPBS-11.7.2B-5");
        let by = self.by();
        if !f.is_cavalry(by) || !self.trigger.cause.enters() {
            return None;
        }
        let pursuit = matches!(self.trigger.cause, Cause::Pursued { interception: false });
        if self.active_reacts(f) && !pursuit {
            return None;
        }
        let place = f.footprint(by);
        f.enemies_around(place, f.side(by)).into_iter().find(|unit| {
            !self.done.has(*unit)
                && f.side(*unit) == self.side
                && self.could_form_hedgehog(f, *unit)
                && (pursuit || place.iter().any(|hex| f.zone(*unit, hex) == Some(Zone::Rear)))
        })
    }

    fn could_form_hedgehog(&self, f: Field<'_>, unit: UnitId) -> bool {
        enforces!("MPBS-6.3.2b-2", "MPBS-9.3.3c");
        f.has_pikes(unit)
            && f.unit(unit).in_play()
            && matches!(
                f.state(unit),
                FormationState::Normal | FormationState::Shaken | FormationState::OpenOrder
            )
    }

    /// What every reaction needs.
    pub(super) fn common(&self, f: Field<'_>, unit: UnitId) -> Allowed {
        if usize::from(unit.0) >= f.world.units.len() || f.side(unit) != self.side || !f.unit(unit).in_play()
        {
            return Err(NOT_ASKED);
        }
        if self.done.has(unit) {
            return Err(Bar::Unit(
                rule!("MPBS-9.1.1a-1"),
                unit,
                "A unit reacts once to a trigger, and not at all to a combat it took part in",
                "Let another unit react.",
            ));
        }
        if f.unit(unit).morale == MoraleState::Broken {
            return Err(Bar::Unit(
                rule!("MPBS-9.1.1a-4"),
                unit,
                "A Morale Broken unit may not react",
                "Let another unit react.",
            ));
        }
        if f.unit(unit).formation == Formation::Column && !f.is_train(unit) {
            return Err(Bar::Unit(
                rule!("MPBS-6.3.4i"),
                unit,
                "A unit in Column may not react",
                "Let another unit react.",
            ));
        }
        if let Cause::Fired { targets, hexes, .. } = &self.trigger.cause
            && !targets.iter().any(|target| *target == unit || f.partner(*target) == Some(unit))
            && !(f.is_gun(unit) && hexes.contains(&f.hex(unit)))
        {
            // Guns answer fire at their hex, even when another unit in it is the target.
            enforces!("MPBS-9.4.3");
            return Err(Bar::Unit(
                rule!("MPBS-9.1.3g"),
                unit,
                "Only the target of fire may react to it",
                "Let the target react.",
            ));
        }
        Ok(())
    }

    /// Every reaction needs a line of sight; checked last because it costs the most.
    pub(super) fn check_sight(&self, f: Field<'_>, unit: UnitId) -> Allowed {
        if f.distance(unit, self.by()) > 1 && !f.sees(unit, self.by()) {
            return Err(Bar::Unit(
                rule!("MPBS-9.1.3h"),
                unit,
                "The unit does not see what happened",
                "Let another unit react.",
            ));
        }
        Ok(())
    }

    /// Shots that a unit's halves may fire at the triggering unit.
    pub(super) fn bearing(f: Field<'_>, unit: UnitId, at: UnitId, salvo: Salvoing) -> SmallVec<[Half; 2]> {
        enforces!("MPBS-9.1.2c", "MPBS-9.1.4", "MPBS-10.1.3a", "MPBS-10.1.3b");
        f.halves(unit)
            .into_iter()
            .filter(|(half, _)| f.half_bears(unit, *half, Target::Unit(at), salvo.arc()).is_ok())
            .map(|(half, _)| half)
            .collect()
    }

    pub(super) fn check_slower(&self, f: Field<'_>, unit: UnitId, rule: caracole_ledger::RuleId) -> Allowed {
        if f.allowance(self.by()) > f.allowance(unit) {
            return Err(Bar::Unit(
                rule,
                unit,
                "The triggering unit has the greater movement allowance",
                "React in another way.",
            ));
        }
        Ok(())
    }

    fn beside_or_behind(&self, f: Field<'_>, unit: UnitId) -> bool {
        f.footprint(self.by()).iter().any(|hex| matches!(f.zone(unit, hex), Some(Zone::Flank | Zone::Rear)))
    }

    fn check_face(&self, f: Field<'_>, unit: UnitId, steps: i8) -> Allowed<Placement> {
        enforces!("MPBS-9.2.2a", "MPBS-9.2.2b");
        self.check_facing_change(f, unit)?;
        let motion = f.motion(unit, f.unit(unit).at, f.unit(unit).formation, Manoeuvre::Face(steps))?;
        let left = f.allowance(unit);
        if motion.cost > left { Err(Bar::TooDear { need: motion.cost, left }) } else { Ok(motion.to) }
    }

    fn check_facing_change(&self, f: Field<'_>, unit: UnitId) -> Allowed {
        enforces!("MPBS-9.2.1c", "MPBS-6.2.4");
        self.common(f, unit)?;
        if f.is_train(unit) || f.unit(unit).formation == Formation::Hedgehog {
            return Err(NOT_ASKED);
        }
        if !self.trigger.cause.enters() || !self.beside_or_behind(f, unit) {
            return Err(Bar::Unit(
                rule!("MPBS-9.2.2a"),
                unit,
                "No enemy unit has moved next to its flank or rear",
                "React in another way.",
            ));
        }
        self.check_slower(f, unit, rule!("MPBS-9.2.2a"))
    }

    /// Where a reaction pivot ends, what it costs in formation hits.
    fn pivot(&self, f: Field<'_>, unit: UnitId, turn: Turn, hexes: u8) -> Allowed<(Placement, u8)> {
        enforces!("MPBS-9.1.1a-5");
        enforces!("MPBS-9.2.2c");
        self.check_facing_change(f, unit)?;
        if !(1..=2).contains(&hexes) {
            return Err(Bar::Rule(rule!("MPBS-9.2.2c"), "A pivot is by one or two hexes", "Choose 1 or 2."));
        }
        let side = f.side(unit);
        let stays = f.unit(unit).at.half(match turn {
            Turn::Right => Half::Right,
            Turn::Left => Half::Left,
        });
        let charge =
            f.table.charts.orders_restriction.of(f.orders(unit)).may_be_adjacent && f.in_command(unit);
        let (mut at, mut formation, mut cost, mut hits) = (f.unit(unit).at, f.unit(unit).formation, 0u8, 0u8);
        for _ in 0..hexes {
            if formation == Formation::Broken {
                return Err(Bar::Rule(rule!("MPBS-7.3.1f"), "The unit breaks on the way", "Pivot less far."));
            }
            let motion = f.motion(unit, at, formation, Manoeuvre::Wheel(turn))?;
            cost = cost.saturating_add(motion.cost);
            hits += motion.hits;
            for _ in 0..motion.hits {
                formation =
                    if formation == Formation::Normal { Formation::Shaken } else { Formation::Broken };
            }
            at = motion.to;
            let new_neighbour = f.enemies_around(at.footprint(), side).into_iter().find(|enemy| {
                let entered = motion.entered.iter().any(|hex| f.footprint(*enemy).distance(*hex) == 1);
                entered && f.footprint(*enemy).distance(stays) != 1
            });
            if let Some(enemy) = new_neighbour
                && !charge
            {
                return Err(Bar::Unit(
                    rule!("MPBS-9.2.2c"),
                    enemy,
                    "Without Charge Orders the moving half may not come next to an enemy unit",
                    "Pivot the other way or less far.",
                ));
            }
        }
        let left = f.allowance(unit);
        if cost > left {
            return Err(Bar::TooDear { need: cost, left });
        }
        Ok((at, hits))
    }

    fn check_hedgehog(&self, f: Field<'_>, unit: UnitId) -> Allowed {
        enforces!("MPBS-9.2.3a", "MPBS-5.4.3i", "MPBS-14.6b");
        self.common(f, unit)?;
        let by = self.by();
        let close = f
            .footprint(by)
            .iter()
            .any(|hex| f.footprint(unit).distance(hex) <= 2 && f.unit(unit).at.front_and_flank_arc(hex));
        let eligible = f.is_cavalry(by)
            && !self.active_reacts(f)
            && self.trigger.cause.spends_points()
            && self.could_form_hedgehog(f, unit)
            && close;
        if eligible {
            return self.check_sight(f, unit);
        }
        Err(Bar::Unit(
            rule!("MPBS-9.2.3a"),
            unit,
            "Hedgehog is formed in reaction by heavy infantry with pikes when Active cavalry spends movement \
             points within two hexes of its front or flank",
            "React in another way.",
        ))
    }

    fn check_reaction(&self, f: Field<'_>, reaction: &Reaction) -> Allowed<Response> {
        // Each kind has its own zone. Neither Orders nor enemies next to the unit are looked at.
        enforces!("MPBS-9.1.2a", "MPBS-9.1.2d", "MPBS-GLOSSARY-REACTION-ZONE");
        enforces!("MPBS-9.1.1a-3", "MPBS-5.5.1b", "MPBS-9.2.1e");
        Ok(match *reaction {
            Reaction::Fire { unit, salvo } => {
                let at = self.check_fire(f, unit, salvo)?;
                match f.is_gun(unit) {
                    true => Response::Cannonade { gun: unit, at },
                    false => Response::Fire { unit, at, half: None, salvo },
                }
            }
            Reaction::FireHalf { unit, half, salvo } => {
                let at = self.check_fire_half(f, unit, half, salvo)?;
                Response::Fire { unit, at, half: Some(half), salvo }
            }
            Reaction::FireTogether(unit) => {
                let at = self.check_fire(f, unit, Salvoing::No)?;
                let light = f.partner(unit).filter(|_| f.is_cavalry(unit)).ok_or(NOT_ASKED)?;
                self.check_fire(f, light, Salvoing::No)?;
                Response::FireTogether { unit, light, at }
            }
            Reaction::Face { unit, steps } => Response::Face { unit, to: self.check_face(f, unit, steps)? },
            Reaction::Pivot { unit, turn, hexes } => {
                let (to, hits) = self.pivot(f, unit, turn, hexes)?;
                Response::Pivot { unit, to, hits }
            }
            Reaction::Hedgehog(unit) => {
                self.check_hedgehog(f, unit)?;
                Response::Hedgehog(unit)
            }
            Reaction::Withdraw(unit) => {
                self.check_withdraw(f, unit)?;
                Response::Withdraw(unit)
            }
            Reaction::WithdrawLeader { leader, to } => {
                self.check_withdraw_leader(f, leader, to)?;
                Response::WithdrawLeader { leader, to }
            }
            Reaction::Intercept(unit) => {
                self.check_intercept(f, unit)?;
                Response::Intercept(unit)
            }
            Reaction::Restack(gun) => {
                self.common(f, gun)?;
                Response::Restack { gun, main: self.check_restack(f, gun)? }
            }
            Reaction::TurnGun { gun, facing } => {
                self.common(f, gun)?;
                if !f.is_gun(gun) || f.unit(gun).at.facing() == Some(facing) {
                    return Err(NOT_ASKED);
                }
                self.check_gun(f, gun, GunAnswer::Turn)?;
                Response::TurnGun { gun, facing }
            }
        })
    }

    /// Hands every reaction that could be made to `take` until it says stop.
    fn visit(&self, f: Field<'_>, search: Search, take: &mut impl FnMut(Reaction) -> bool) {
        if !self.goes_on(f) {
            return;
        }
        let by = self.by();
        let place = f.footprint(by);
        for unit in f.units_of(self.side) {
            let reach = i32::from(f.table.reaction_reach[usize::from(unit.0)]);
            // Most are far away: two-hex units reach a hex farther than the hex they are named by.
            if f.unit(unit).at.anchor().distance(place.first) > reach + 2 {
                continue;
            }
            let distance = f.footprint(unit).distance_to(place);
            if distance > reach || self.done.has(unit) {
                continue;
            }
            if self.visit_unit(f, unit, distance, search, take) {
                return;
            }
        }
        if self.trigger.cause.is_movement() {
            for (id, leader) in f.leaders() {
                if leader.side != self.side
                    || !leader.on_map()
                    || place.distance(leader.hex) > 2
                    || !f.is_alone(id)
                {
                    continue;
                }
                for to in leader.hex.within(3) {
                    let reaction = Reaction::WithdrawLeader { leader: id, to };
                    if self.check_reaction(f, &reaction).is_ok() && take(reaction) {
                        return;
                    }
                }
            }
        }
    }

    fn visit_unit(
        &self,
        f: Field<'_>,
        unit: UnitId,
        distance: i32,
        search: Search,
        take: &mut impl FnMut(Reaction) -> bool,
    ) -> bool {
        let mut tries: SmallVec<[Reaction; 16]> = SmallVec::new();
        if f.is_gun(unit) {
            tries.push(Reaction::Fire { unit, salvo: Salvoing::No });
            if f.stack(f.hex(unit)).main().is_some() {
                tries.push(Reaction::Restack(unit));
            }
            if search == Search::All {
                tries.extend(Facing::ALL.map(|facing| Reaction::TurnGun { gun: unit, facing }));
            }
        } else {
            if distance == 1 {
                tries.push(Reaction::Fire { unit, salvo: Salvoing::No });
                if f.salvo_trained(unit) {
                    tries.push(Reaction::Fire { unit, salvo: Salvoing::Yes });
                }
                if search == Search::All && f.is_two_hex(unit) {
                    for salvo in [Salvoing::No, Salvoing::Yes] {
                        tries.extend(Half::BOTH.map(|half| Reaction::FireHalf { unit, half, salvo }));
                    }
                }
                if f.is_cavalry(unit) && f.partner(unit).is_some() {
                    tries.push(Reaction::FireTogether(unit));
                }
                if self.trigger.cause.enters() && self.beside_or_behind(f, unit) {
                    if f.is_two_hex(unit) {
                        for turn in [Turn::Left, Turn::Right] {
                            tries.extend([1, 2].map(|hexes| Reaction::Pivot { unit, turn, hexes }));
                        }
                    } else {
                        tries.extend([-2, -1, 1, 2].map(|steps| Reaction::Face { unit, steps }));
                    }
                }
            }
            if distance <= 2 && f.has_pikes(unit) && f.is_cavalry(self.by()) {
                tries.push(Reaction::Hedgehog(unit));
            }
            if f.is_cavalry(unit) && self.trigger.cause.is_movement() {
                tries.push(Reaction::Intercept(unit));
            }
        }
        if distance <= 2 && self.trigger.cause.is_movement() {
            // Limbered guns and movable Wagons under Rally Orders may, too.
            tries.push(Reaction::Withdraw(unit));
        }
        tries.into_iter().any(|reaction| self.check_reaction(f, &reaction).is_ok() && take(reaction))
    }

    fn anything(&self, f: Field<'_>) -> bool {
        let mut found = false;
        self.visit(f, Search::Any, &mut |_| {
            found = true;
            true
        });
        found
    }

    fn ask(&mut self, cx: &Cx<'_>) -> Next {
        // Orders are not looked at: they bind a unit in its own activation only.
        enforces!("MPBS-4.2.2b", "MPBS-5.5.1b", "MPBS-9.1.1-1", "MPBS-9.1.1a-2");
        let f = field(cx);
        self.stage = Stage::Asking;
        if self.goes_on(f) && self.anything(f) {
            Flow::Ask(self.side, Request::React(self.by()))
        } else {
            self.done()
        }
    }

    fn done(&self) -> Next {
        Flow::Done(if self.intercepted { Answer::Intercepted } else { Answer::Done })
    }

    /// Carries a reaction out.
    fn react(&mut self, cx: &mut Cx<'_>, response: Response) -> Next {
        self.stage = Stage::Reacting;
        if let Some(unit) = response.unit() {
            self.note_reaction(cx, unit, response);
        }
        let (f, by) = (field(cx), self.by());
        match response {
            Response::Cannonade { gun, at } => call(Cannonade::reaction(f, gun, at, self.gun_reach(f, gun))),
            Response::Fire { unit, at, half, salvo } => {
                let fire = Fire::reaction(f, &[unit], at, salvo, &self.trigger);
                call(match half {
                    Some(half) => fire.with_only(half),
                    None => fire,
                })
            }
            Response::FireTogether { unit, light, at } => {
                enforces!("MPBS-8.2.1c");
                call(Fire::reaction(f, &[unit, light], at, Salvoing::No, &self.trigger))
            }
            Response::Face { unit, to } => {
                changes::relocate(cx, unit, to, Company::Stack, &[]);
                self.ask(cx)
            }
            Response::Pivot { unit, to, hits } => call(Shift::new(f, unit, to, hits)),
            Response::Hedgehog(unit) => self.try_hedgehog(unit),
            Response::Withdraw(unit) => {
                cx.world.unit_mut(unit).marks.set(Marks::WITHDREW);
                cx.tell(Event::Withdrew { unit });
                call(Withdrawal::new(field(cx), unit, by))
            }
            Response::WithdrawLeader { leader, to } => {
                self.leaders_done.push(leader);
                let state = cx.world.leader_mut(leader);
                state.withdrew = true;
                state.hex = to;
                cx.tell(Event::LeaderMoved { leader, to });
                self.ask(cx)
            }
            Response::Intercept(unit) => {
                self.stage = Stage::Intercepting;
                call(Interception::new(unit, by))
            }
            Response::Restack { main, .. } => {
                self.fired.insert(main);
                for other in guns_in(f, main) {
                    self.done.insert(other);
                    cx.world.unit_mut(other).marks.set(Marks::FIRED);
                }
                changes::restack(cx, main);
                self.ask(cx)
            }
            Response::TurnGun { gun, facing } => {
                changes::turn_gun(cx, gun, facing);
                self.ask(cx)
            }
        }
    }

    /// A unit reacts once, and so does the other of its stack: cavalry and light infantry count as one unit.
    fn note_reaction(&mut self, cx: &mut Cx<'_>, unit: UnitId, response: Response) {
        enforces!("MPBS-9.1.1-2", "MPBS-9.1.1a-1", "MPBS-9.2.1b");
        if self.active_reacts(field(cx)) {
            enforces!("MPBS-11.3.6a-9");
            cx.world.unit_mut(unit).marks.clear(Marks::MOMENTUM);
        }
        for id in [Some(unit), field(cx).partner(unit)].into_iter().flatten() {
            self.done.insert(id);
            if response.is_fire() {
                self.fired.insert(id);
            }
        }
    }

    fn try_hedgehog(&mut self, unit: UnitId) -> Next {
        self.stage = Stage::Hedgehog(unit);
        self.done.insert(unit);
        call(MoraleCheck::hedgehog(unit, self.by()))
    }
}

impl Play<MusketPike, Bar> for Reactions {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match (self.stage, input) {
            (Stage::Hedgehog(unit), In::Answer(answer)) => {
                enforces!("MPBS-9.2.3b", "MPBS-9.2.3d");
                if answer == Answer::Passed && field(cx).unit(unit).in_play() {
                    changes::form_hedgehog(cx, unit);
                }
                self.stage = Stage::Compulsory;
                Flow::Again
            }
            (Stage::Compulsory, _) => {
                if self.goes_on(field(cx))
                    && let Some(unit) = self.compulsory(field(cx))
                {
                    return self.try_hedgehog(unit);
                }
                self.ask(cx)
            }
            (Stage::Asking, In::Order(Order::React(response))) => self.react(cx, response),
            (Stage::Asking, _) => self.done(),
            (Stage::Intercepting, In::Answer(answer)) => {
                enforces!("MPBS-9.3.2d");
                self.intercepted |= answer == Answer::Passed;
                self.ask(cx)
            }
            _ => self.ask(cx),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let f = Field::from(asked);
        match decision {
            Decision::Decline => Ok(decision.into()),
            Decision::React(reaction) => self.check_reaction(f, reaction).map(Order::React),
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let f = Field::from(asked);
        out.push(Decision::Decline);
        self.visit(f, Search::All, &mut |reaction| {
            out.push(Decision::React(reaction));
            false
        });
    }
}
