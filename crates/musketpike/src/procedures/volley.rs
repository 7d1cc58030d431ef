//! Fire of muskets and pistols, shot by shot, and its results.

use super::{
    Answer, Asked, Bar, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, call, changes,
    effects::{Effects, Source},
    field,
    morale::MoraleCheck,
    rolled, throw,
    trigger::{Cause, Trigger},
};
use crate::RollPurpose;
use crate::{
    charts::row,
    counters::UnitId,
    engine::{
        bar::Allowed,
        field::Field,
        fire::{FireArc, ShotKind},
    },
    hex::{Facing, Half, Hex, Placement},
    messages::{Decision, Event, FireEffect, Manner, Request, Salvoing, Shot, Target},
    world::{Formation, Marks},
};
use caracole_kernel::Flow;
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A shot that one half of a unit fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Aimed {
    unit: UnitId,
    half: Half,
    target: Target,
}

/// What has hit a target so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Hit {
    by: UnitId,
    target: Target,
    hex: Hex,
    effect: FireEffect,
    pistols: bool,
    past_threshold: bool,
}

/// Fire of one unit, or of cavalry with its light infantry: all its shots, then their results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fire {
    shots: SmallVec<[Aimed; 4]>,
    manner: Manner,
    reaction: bool,
    at_retreating: bool,
    at_moved_cavalry: bool,
    next: u8,
    hits: SmallVec<[Hit; 4]>,
    /// Salvoes fired, whatever came of them.
    salvoes: SmallVec<[(UnitId, Target); 2]>,
    /// Targets that chose not to take cover from this fire.
    uncovered: SmallVec<[UnitId; 4]>,
    /// The hexes that have been fired into.
    into: [Option<Hex>; 2],
    /// The hex of a two-hex target at which the next shot is aimed, where its owner has chosen.
    at: Option<Hex>,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Aiming,
    Cover(UnitId),
    Facing(UnitId),
    Choosing,
    Rolling,
    Applying,
}

impl Fire {
    /// Moving cavalry fires a pistol.
    pub(super) fn pistol(unit: UnitId, target: Target) -> Self {
        Self::new(&[(unit, Half::Left, target)], Manner::Skirmishing)
    }

    /// Infantry fires as its Action, perhaps together with the cavalry that it shares its hex with.
    pub(super) fn action(
        unit: UnitId,
        manner: Manner,
        shots: &[Shot],
        rider: Option<(UnitId, Target)>,
    ) -> Self {
        enforces!("MPBS-10.1.1a", "MPBS-10.1.4b");
        let pistol = rider.map(|(rider, target)| (rider, Half::Left, target));
        let muskets = shots.iter().map(|shot| (unit, shot.half, shot.target));
        let aimed: SmallVec<[_; 4]> = pistol.into_iter().chain(muskets).collect();
        Self::new(&aimed, manner)
    }

    /// Reaction Fire at a unit, with every half that bears.
    pub(super) fn reaction(
        f: Field<'_>,
        units: &[UnitId],
        at: UnitId,
        salvo: Salvoing,
        trigger: &Trigger,
    ) -> Self {
        enforces!("MPBS-9.4.1-1");
        let manner = salvo.manner();
        let mut aimed: SmallVec<[(UnitId, Half, Target); 4]> = SmallVec::new();
        for unit in units {
            for half in super::reaction::Reactions::bearing(f, *unit, at, salvo) {
                aimed.push((*unit, half, Target::Unit(at)));
            }
        }
        let mut fire = Self::new(&aimed, manner);
        fire.reaction = true;
        fire.at_retreating = matches!(trigger.cause, Cause::Fired { retreating: true, .. });
        fire.at_moved_cavalry = units
            .iter()
            .any(|unit| f.is_heavy(*unit) && f.is_cavalry(at) && trigger.came_from_outside(f, *unit));
        fire
    }

    /// The same with one half only.
    pub(super) fn with_only(mut self, half: Half) -> Self {
        self.shots.retain(|shot| shot.half == half);
        self
    }

    /// Cavalry answers the cavalry that Intercepts it, or the other way round.
    pub(super) fn in_interception(unit: UnitId, at: UnitId) -> Self {
        let mut fire = Self::pistol(unit, Target::Unit(at));
        fire.reaction = true;
        fire
    }

    fn new(shots: &[(UnitId, Half, Target)], manner: Manner) -> Self {
        Fire {
            shots: shots.iter().map(|&(unit, half, target)| Aimed { unit, half, target }).collect(),
            manner,
            reaction: false,
            at_retreating: false,
            at_moved_cavalry: false,
            next: 0,
            hits: SmallVec::new(),
            salvoes: SmallVec::new(),
            uncovered: SmallVec::new(),
            into: [None; 2],
            at: None,
            stage: Stage::Aiming,
        }
    }

    fn current(&self) -> Option<Aimed> {
        self.shots.get(usize::from(self.next)).copied()
    }

    const fn arc(&self) -> FireArc {
        self.manner.arc()
    }

    fn kind(&self, f: Field<'_>, shot: Aimed) -> ShotKind {
        ShotKind {
            manner: self.manner,
            at_retreating: self.at_retreating,
            at_moved_cavalry: self.at_moved_cavalry && f.is_heavy(shot.unit),
        }
    }

    /// Hexes of its target at which the owner of a shot may aim it.
    fn aims(&self, f: Field<'_>, shot: Aimed) -> SmallVec<[Hex; 2]> {
        f.aims(shot.unit, shot.half, shot.target, self.kind(f, shot))
    }

    /// Goes to the next shot.
    fn aim(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-10.1.4c", "MPBS-9.4.1-3");
        loop {
            let Some(shot) = self.current() else {
                self.stage = Stage::Applying;
                self.mark_salvo(cx);
                return Flow::Again;
            };
            let f = field(cx);
            let bears = f.unit(shot.unit).in_play()
                && f.may_shoot(shot.unit).is_ok()
                && f.half_bears(shot.unit, shot.half, shot.target, self.arc()).is_ok();
            if !bears {
                self.next += 1;
                continue;
            }
            if let Target::Unit(target) = shot.target {
                if f.unit(target).is(Marks::COVER) {
                    enforces!("MPBS-9.4.5b");
                    cx.tell(Event::NoEffect { unit: target });
                    self.note_hex(field(cx), shot, None);
                    self.salvoes.push((shot.unit, shot.target));
                    if field(cx).has_pistols(shot.unit) {
                        changes::spend_pistol(cx, shot.unit);
                    }
                    self.next += 1;
                    continue;
                }
                if f.unit(target).formation == Formation::Column && !f.is_train(target) {
                    self.stage = Stage::Facing(target);
                    return Flow::Ask(f.side(target), Request::Face(target));
                }
                let asks = !self.reaction
                    && f.active_side() == Some(f.side(shot.unit))
                    && !self.uncovered.contains(&target)
                    && f.may_take_cover(target, shot.unit);
                if asks {
                    self.stage = Stage::Cover(target);
                    return Flow::Ask(f.side(target), Request::TakeCover(target));
                }
            }
            if self.at.is_none() && self.aims(f, shot).len() > 1 {
                self.stage = Stage::Choosing;
                return Flow::Ask(f.side(shot.unit), Request::Aim(shot.unit));
            }
            self.stage = Stage::Rolling;
            return throw(f.side(shot.unit), purpose_rule(f, shot.unit), purpose(f, shot.unit, self.manner));
        }
    }

    fn roll(&mut self, cx: &mut Cx<'_>, values: &caracole_kernel::dice::Values) -> Next {
        enforces!("MPBS-2.2b");
        self.stage = Stage::Aiming;
        let Some(shot) = self.current() else { return self.aim(cx) };
        self.next += 1;
        let f = field(cx);
        let Ok((zone, hex)) = f.half_bears(shot.unit, shot.half, shot.target, self.arc()) else {
            return self.aim(cx);
        };
        let hex = self.at.take().unwrap_or(hex);
        let kind = self.kind(f, shot);
        let from = f.unit(shot.unit).at.half(shot.half);
        let rolled = rolled(values, f.fire_tally(shot.unit, from, shot.target, hex, kind));
        let column = f.fire_column(shot.unit, self.manner, zone);
        let effect = FireEffect::from(f.fire_results(shot.unit, self.manner, zone)[row(rolled.total())]);
        let pistols = f.has_pistols(shot.unit);
        let past_threshold = match shot.target {
            Target::Unit(target) => f.stack_past_threshold(target),
            Target::Leader(_) => false,
        };
        let exhausts = self.reaction
            && f.table.options.reaction_fire_exhaustion
            && f.is_heavy(shot.unit)
            && !pistols
            && rolled.die >= 5;
        cx.tell(Event::Fired {
            unit: shot.unit,
            target: shot.target,
            manner: self.manner,
            column,
            rolled,
            result: effect,
        });
        if pistols {
            changes::spend_pistol(cx, shot.unit);
        }
        if exhausts {
            enforces!("MPBS-9.4.1a-1", "MPBS-9.4.1a-2");
            cx.world.unit_mut(shot.unit).marks.set(Marks::EXHAUSTED);
        }
        self.note_hex(field(cx), shot, Some(hex));
        self.salvoes.push((shot.unit, shot.target));
        self.hits.push(Hit { by: shot.unit, target: shot.target, hex, effect, pistols, past_threshold });
        self.aim(cx)
    }

    /// Notes the hex that a shot goes into: this one, or the first that bears.
    fn note_hex(&mut self, f: Field<'_>, shot: Aimed, hex: Option<Hex>) {
        let into = hex
            .or_else(|| f.half_bears(shot.unit, shot.half, shot.target, self.arc()).ok().map(|(_, hex)| hex));
        if !self.into.contains(&into)
            && let Some(free) = self.into.iter_mut().find(|hex| hex.is_none())
        {
            *free = into;
        }
    }

    /// The Salvo is marked when all halves have fired, so that neither spoils the other; one that found its target
    /// in cover was fired as well.
    fn mark_salvo(&self, cx: &mut Cx<'_>) {
        enforces!("MPBS-10.4b", "MPBS-10.4f");
        if self.manner != Manner::Salvo {
            return;
        }
        for &(by, target) in &self.salvoes {
            let state = cx.world.unit_mut(by);
            if !state.is(Marks::SALVO_NOW) {
                state.salvo_at = [None; 2];
            }
            state.marks.set(Marks::SALVO);
            state.marks.set(Marks::SALVO_NOW);
            if let Target::Unit(target) = target
                && !state.salvo_at.contains(&Some(target))
            {
                let place = usize::from(state.salvo_at[0].is_some());
                state.salvo_at[place] = Some(target);
            }
        }
    }

    /// Results on the next target that has not had them.
    fn apply(&mut self) -> Next {
        enforces!("MPBS-10.1.4a", "MPBS-10.6");
        let Some(first) = self.hits.first().copied() else { return Flow::Done(Answer::Fired(self.into)) };
        enforces!("MPBS-10.1.4d", "MPBS-10.6.6b");
        let mut sum = FireEffect::default();
        for hit in self.hits.iter().filter(|hit| hit.target == first.target) {
            sum.casualties += hit.effect.casualties;
            sum.formation_hits += hit.effect.formation_hits;
            sum.morale_checks += hit.effect.morale_checks;
        }
        self.hits.retain(|hit| hit.target != first.target);
        let source = if first.pistols { Source::Pistols } else { Source::Muskets };
        call(
            Effects::new(first.target, first.hex, first.by, sum, source)
                .salvo(self.manner == Manner::Salvo)
                .past_threshold(first.past_threshold),
        )
    }
}

fn purpose(f: Field<'_>, unit: UnitId, manner: Manner) -> RollPurpose {
    match (f.has_pistols(unit), manner) {
        (true, _) => RollPurpose::PistolFire,
        (_, Manner::Salvo) => RollPurpose::Salvo,
        _ => RollPurpose::MusketFire,
    }
}

fn purpose_rule(f: Field<'_>, unit: UnitId) -> caracole_ledger::RuleId {
    if f.has_pistols(unit) {
        rule!("MPBS-10.5.3")
    } else if f.is_light(unit) {
        rule!("MPBS-10.5.2")
    } else {
        rule!("MPBS-10.5.1a")
    }
}

impl Play<MusketPike, Bar> for Fire {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match (self.stage, input) {
            (Stage::Cover(unit), In::Order(order)) => {
                if order.accepts() {
                    cx.world.unit_mut(unit).marks.set(Marks::COVER);
                    cx.tell(Event::TookCover { unit });
                } else {
                    self.uncovered.push(unit);
                }
                self.stage = Stage::Aiming;
                self.aim(cx)
            }
            (Stage::Facing(unit), In::Order(Order::Plain(Decision::Face(facing)))) => {
                self.stage = Stage::Aiming;
                break_column(cx, unit, facing);
                let by = self.current().map(|shot| shot.unit);
                call(MoraleCheck::new(unit, 0, by))
            }
            (Stage::Choosing, In::Order(Order::Plain(Decision::Hex(hex)))) => {
                self.at = Some(hex);
                self.aim(cx)
            }
            (Stage::Rolling, In::Dice(values)) => self.roll(cx, &values),
            (Stage::Applying, _) => self.apply(),
            _ => self.aim(cx),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let f = Field::from(asked);
        match self.stage {
            Stage::Cover(_) if matches!(decision, Decision::Accept | Decision::Decline) => {
                Ok(decision.into())
            }
            Stage::Facing(unit) => check_facing(f, unit, decision),
            Stage::Choosing => match (self.current(), decision) {
                (Some(shot), Decision::Hex(hex)) if self.aims(f, shot).contains(hex) => Ok(decision.into()),
                _ => Err(NOT_ASKED),
            },
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let f = Field::from(asked);
        match self.stage {
            Stage::Cover(_) => out.extend([Decision::Accept, Decision::Decline]),
            Stage::Facing(unit) => offer_facings(f, unit, out),
            Stage::Choosing => {
                let hexes = self.current().map(|shot| self.aims(f, shot)).unwrap_or_default();
                out.extend(hexes.into_iter().map(Decision::Hex));
            }
            _ => {}
        }
    }
}

/// Facings that the owner of a unit may choose where it stands.
pub(super) fn facings(f: Field<'_>, unit: UnitId) -> SmallVec<[Facing; 6]> {
    let at = f.unit(unit).at;
    let place = at.footprint();
    match place.second {
        None => SmallVec::from_slice(&Facing::ALL),
        Some(second) => Placement::lines_on(place.first, second)
            .into_iter()
            .flatten()
            .filter_map(Placement::facing)
            .collect(),
    }
}

/// Whether the owner may face the unit so.
pub(super) fn check_facing(f: Field<'_>, unit: UnitId, decision: &Decision) -> Allowed<Order> {
    match decision {
        Decision::Face(facing) if facings(f, unit).contains(facing) => Ok(decision.into()),
        _ => Err(NOT_ASKED),
    }
}

/// The facings to choose from.
pub(super) fn offer_facings(f: Field<'_>, unit: UnitId, out: &mut Vec<Decision>) {
    out.extend(facings(f, unit).into_iter().map(Decision::Face));
}

/// Faces a unit where it stands.
pub(super) fn face_unit(cx: &mut Cx<'_>, unit: UnitId, facing: Facing) {
    let ids: SmallVec<[UnitId; 2]> = changes::together(cx, unit).collect();
    for id in ids {
        let state = cx.world.unit_mut(id);
        let place = state.at.footprint();
        let to = match place.second {
            None => Some(Placement::One { hex: place.first, facing }),
            Some(second) => Placement::line(place.first, second, facing),
        };
        if let Some(to) = to {
            // The halves may change names, but not hexes.
            if to.footprint().first != place.first {
                state.since.swap(0, 1);
            }
            let from = std::mem::replace(&mut state.at, to);
            if from != to {
                cx.tell(Event::Moved { unit: id, from: Some(from), to });
            }
        }
    }
}

/// A Column that is attacked becomes Formation Broken, faced as its owner likes.
pub(super) fn break_column(cx: &mut Cx<'_>, unit: UnitId, facing: Facing) {
    enforces!("MPBS-6.3.4h");
    face_unit(cx, unit, facing);
    changes::set_formation(cx, unit, Formation::Broken);
}

/// The hexes that finished fire went into.
pub(super) fn fired_into(input: &In) -> impl Iterator<Item = Hex> + use<> {
    let hexes = match input {
        In::Answer(Answer::Fired(hexes)) => *hexes,
        _ => [None; 2],
    };
    hexes.into_iter().flatten()
}
