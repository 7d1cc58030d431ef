//! The fire Actions of infantry: Advancing, Skirmishing and Retreating Fire, and the Salvo.

use super::{
    Answer, Asked, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, call, changes,
    course::held_by,
    departure::holds,
    field,
    reaction::Reactions,
    trigger::{Cause, Trigger},
    volley::{Fire, fired_into},
};
use crate::{
    counters::UnitId,
    engine::{
        bar::{Allowed, Bar},
        field::{Field, Leaders},
    },
    hex::{Direction, Footprint, Half, Hex, Placement},
    messages::{Company, Decision, HitBy, Manner, Request, Shot, Target, Volley},
    scenario::Layer,
    world::{Formation, LeaderAction, Marks, MoraleState, Post},
};
use caracole_kernel::Flow;
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A fire Action of infantry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InfantryFire {
    unit: UnitId,
    manner: Manner,
    shots: SmallVec<[Shot; 2]>,
    /// Cavalry that shares the hex with light infantry and fires together with it.
    rider: Option<(UnitId, Target)>,
    /// Leaders who go along with the step.
    along: Leaders,
    /// Leaders in the hex with an Action who have not said yet whether they go along.
    asking: Leaders,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Begin,
    Move,
    Fired,
    Answered,
    StepBack,
    SteppedBack,
}

impl InfantryFire {
    pub(super) fn new(volley: &Volley) -> Self {
        InfantryFire {
            unit: volley.unit,
            manner: volley.manner,
            shots: volley.shots.clone(),
            rider: None,
            along: Leaders::new(),
            asking: Leaders::new(),
            stage: Stage::Begin,
        }
    }

    /// Cavalry and the light infantry with it fire together, each at its target.
    pub(super) fn together(rider: UnitId, pistols: Target, light: UnitId, muskets: Target) -> Self {
        InfantryFire {
            unit: light,
            manner: Manner::Skirmishing,
            shots: SmallVec::from_slice(&[Shot { half: Half::Left, target: muskets }]),
            rider: Some((rider, pistols)),
            along: Leaders::new(),
            asking: Leaders::new(),
            stage: Stage::Begin,
        }
    }

    /// One step that is part of the fire: no movement points, but formation hits.
    fn step(&self, cx: &mut Cx<'_>, direction: Direction) {
        enforces!("MPBS-10.3.2a", "MPBS-10.3.4c", "MPBS-10.3.4d");
        let f = field(cx);
        let state = *f.unit(self.unit);
        let Ok(motion) = f.shift(self.unit, state.at, state.formation, direction) else { return };
        // To go along is their Move.
        for leader in &self.along {
            cx.world.leader_mut(*leader).action = LeaderAction::Used;
        }
        changes::relocate(cx, self.unit, motion.to, Company::Alone, &self.along);
        for _ in 0..motion.hits {
            changes::formation_hit(cx, self.unit, HitBy::Terrain);
        }
        cx.world.unit_mut(self.unit).marks.set(Marks::MOVED);
    }

    /// Leaders who would be left behind by the step and can use their Action to make it as well.
    fn gather_leaders(&mut self, f: Field<'_>, direction: Direction) {
        enforces!("MPBS-5.1.2d", "MPBS-5.2.2d", "MPBS-5.2.2e");
        let to = f.unit(self.unit).at.shifted(direction).footprint();
        self.asking = f
            .leaders_with(self.unit)
            .into_iter()
            .filter(|id| {
                let leader = f.leader(*id);
                let acts =
                    matches!(leader.post, Post::Army) || leader.post == Post::Wing(f.wing_of(self.unit));
                acts && leader.action == LeaderAction::None && !to.contains(leader.hex)
            })
            .collect();
    }

    /// Asks the leaders one by one; `None` when all have answered.
    fn ask_leaders(&mut self, f: Field<'_>, answer: Option<&Order>) -> Option<Next> {
        if let Some(order) = answer
            && !self.asking.is_empty()
        {
            let leader = self.asking.remove(0);
            if order.accepts() {
                self.along.push(leader);
            }
        }
        self.asking.first().map(|leader| Flow::Ask(f.side(self.unit), Request::GoAlong(*leader)))
    }

    fn entered(&self, cx: &Cx<'_>) -> Next {
        let path = field(cx).footprint(self.unit).iter().collect();
        call(Reactions::new(field(cx), Trigger { by: self.unit, cause: Cause::Entered, path }))
    }

    fn after_fire(&mut self, cx: &mut Cx<'_>, hexes: impl Iterator<Item = Hex>) -> Next {
        enforces!("MPBS-10.3.2b", "MPBS-10.3.3a");
        self.stage = Stage::Answered;
        let rider = self.rider.map(|(_, target)| target);
        let targets: SmallVec<[Target; 4]> = self.shots.iter().map(|shot| shot.target).chain(rider).collect();
        match self.manner {
            Manner::Advancing(_) => self.entered(cx),
            // Coming on top of the guns is a change of the stack's order: all who see it may answer.
            Manner::AdvancingInPlace => call(Reactions::new(
                field(cx),
                Trigger { by: self.unit, cause: Cause::Restacked, path: SmallVec::new() },
            )),
            Manner::Skirmishing | Manner::Salvo => {
                let by = self.rider.map_or(self.unit, |(rider, _)| rider);
                call(Reactions::new(field(cx), Trigger::fired(by, &targets, hexes)))
            }
            Manner::Retreating(_) | Manner::RetreatingInPlace => {
                let mut trigger = Trigger::fired(self.unit, &targets, hexes);
                if let Cause::Fired { retreating, .. } = &mut trigger.cause {
                    *retreating = true;
                }
                call(Reactions::new(field(cx), trigger))
            }
        }
    }

    fn step_back(&mut self, cx: &mut Cx<'_>) -> Next {
        let f = field(cx);
        let state = *f.unit(self.unit);
        let able = state.in_play()
            && state.morale != MoraleState::Broken
            && !matches!(state.formation, Formation::Broken | Formation::Hedgehog);
        match self.manner {
            Manner::Retreating(direction) if able => {
                let open = f
                    .shift(self.unit, state.at, state.formation, direction)
                    .is_ok_and(|motion| motion.meeting.is_none());
                if !open {
                    return Flow::Done(Answer::Done);
                }
                self.gather_leaders(f, direction);
                self.stage = Stage::StepBack;
                Flow::Again
            }
            Manner::RetreatingInPlace if state.in_play() && state.morale != MoraleState::Broken => {
                enforces!("MPBS-10.3.5C");
                self.stage = Stage::SteppedBack;
                changes::stack_guns(cx, self.unit, Layer::Top);
                call(Reactions::new(
                    field(cx),
                    Trigger { by: self.unit, cause: Cause::Restacked, path: SmallVec::new() },
                ))
            }
            _ => Flow::Done(Answer::Done),
        }
    }
}

impl Play<MusketPike, Bar> for InfantryFire {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        let answer = match &input {
            In::Order(order) => Some(order),
            _ => None,
        };
        match self.stage {
            Stage::Begin => {
                if let Manner::Advancing(direction) = self.manner {
                    self.gather_leaders(field(cx), direction);
                }
                self.stage = Stage::Move;
                Flow::Again
            }
            Stage::Move | Stage::StepBack if !self.asking.is_empty() => {
                self.ask_leaders(field(cx), answer).unwrap_or(Flow::Again)
            }
            Stage::StepBack => {
                self.stage = Stage::SteppedBack;
                if let Manner::Retreating(direction) = self.manner {
                    self.step(cx, direction);
                }
                self.entered(cx)
            }
            Stage::Move => {
                enforces!("MPBS-10.3.2c", "MPBS-10.3.5B");
                match self.manner {
                    Manner::Advancing(direction) => self.step(cx, direction),
                    Manner::AdvancingInPlace => changes::stack_guns(cx, self.unit, Layer::Bottom),
                    _ => {}
                }
                self.stage = Stage::Fired;
                call(Fire::action(self.unit, self.manner, &self.shots, self.rider))
            }
            Stage::Fired => self.after_fire(cx, fired_into(&input)),
            Stage::Answered => self.step_back(cx),
            Stage::SteppedBack => Flow::Done(Answer::Done),
        }
    }

    fn check(&self, _: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        match decision {
            Decision::Accept | Decision::Decline => Ok(decision.into()),
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, _: Asked<'_>, out: &mut Vec<Decision>) {
        out.extend([Decision::Accept, Decision::Decline]);
    }
}

/// Hexes of a unit with guns in play, and whether the guns lie on top there.
fn guns_with(f: Field<'_>, unit: UnitId) -> impl Iterator<Item = (Hex, bool)> {
    f.footprint(unit).iter().filter_map(move |hex| {
        let gun = f.stack(hex).gun().filter(|gun| f.is_gun(*gun) && *gun != unit)?;
        Some((hex, f.gun_on_top(gun)))
    })
}

/// Whether a hex of the unit has an enemy unit next to it.
fn beside_enemy(f: Field<'_>, unit: UnitId, hex: Hex) -> bool {
    f.enemy_adjacent(Footprint { first: hex, second: None }, f.side(unit))
}

/// Whether an infantry unit may fire so.
pub(super) fn check_volley(f: Field<'_>, volley: &Volley) -> Allowed {
    let unit = volley.unit;
    f.may_fire_by_command(unit)?;
    f.may_fire_so(unit, volley.manner)?;
    if f.is_light(unit) && f.partner(unit).is_some_and(|rider| f.unit(rider).is(Marks::ACTED)) {
        return Err(Bar::Unit(
            rule!("MPBS-8.2.1c"),
            unit,
            "Light infantry fires together with the cavalry in its hex, or only one of the two fires",
            "Name both fires together before either acts.",
        ));
    }
    let from = check_steps(f, unit, volley.manner)?;
    if let (Manner::Advancing(direction) | Manner::Retreating(direction), Some(hex)) =
        (volley.manner, holds(f, unit, Company::Alone, &Leaders::new()))
        && !f.unit(unit).at.shifted(direction).footprint().contains(hex)
    {
        return Err(Bar::Unit(
            rule!("MPBS-5.2.1c"),
            unit,
            "The unit would leave its Wing Commander alone, and the commander has no Action left to follow",
            "Fire without moving.",
        ));
    }
    check_shots(f, volley, from)
}

/// Whether the step of a fire can be made; where the unit fires from.
fn check_steps(f: Field<'_>, unit: UnitId, manner: Manner) -> Allowed<Placement> {
    let state = f.unit(unit);
    match manner {
        Manner::Advancing(direction) => return advanced(f, unit, direction),
        Manner::Retreating(direction) => {
            if !state.at.backward().contains(&direction) {
                return Err(Bar::Rule(
                    rule!("MPBS-10.3.4c"),
                    "Retreating Fire ends with a step into a rear hex",
                    "Choose a rear hex.",
                ));
            }
            let motion = f.shift(unit, state.at, state.formation, direction)?;
            if motion.meeting.is_some() {
                return Err(Bar::Rule(
                    rule!("MPBS-10.3.4e"),
                    "The hex behind is taken",
                    "Choose another hex, or fire without moving.",
                ));
            }
            check_step_back(f, unit, motion.to)?;
        }
        Manner::AdvancingInPlace | Manner::RetreatingInPlace => {
            enforces!("MPBS-10.3.5-1");
            let wanted = manner == Manner::AdvancingInPlace;
            if !guns_with(f, unit).any(|(hex, on_top)| on_top == wanted && beside_enemy(f, unit, hex)) {
                return Err(Bar::Rule(
                    rule!("MPBS-10.3.5A"),
                    "In place, Advancing Fire starts beneath guns and Retreating Fire on top of them, next to an enemy",
                    "Fire in another way.",
                ));
            }
        }
        Manner::Skirmishing | Manner::Salvo => {}
    }
    Ok(state.at)
}

/// Whether each half fires once at most, at an enemy that it bears on.
fn check_shots(f: Field<'_>, volley: &Volley, from: Placement) -> Allowed {
    let unit = volley.unit;
    if volley.shots.is_empty() || volley.shots.len() > 2 {
        return Err(Bar::Rule(
            rule!("MPBS-10.1.4b"),
            "Each half fires once at most",
            "Name one or two shots.",
        ));
    }
    let arc = volley.manner.arc();
    for (i, shot) in volley.shots.iter().enumerate() {
        if volley.shots[..i].iter().any(|other| other.half == shot.half)
            || shot.half == Half::Right && !f.is_two_hex(unit)
        {
            return Err(Bar::Rule(
                rule!("MPBS-10.1.4b"),
                "Each half fires once at most",
                "Name each half once.",
            ));
        }
        f.check_enemy(unit, shot.target)?;
        // In place the infantry comes on top before it fires.
        if volley.manner == Manner::AdvancingInPlace {
            f.bears_on_top(unit, from, shot.half, shot.target, arc)?;
        } else {
            f.bears_from(unit, from, shot.half, shot.target, arc)?;
        }
    }
    Ok(())
}

/// Whether cavalry may fire together with the light infantry in its hex, each at its target; the light infantry.
pub(super) fn check_together(
    f: Field<'_>,
    rider: UnitId,
    pistols: Target,
    muskets: Target,
) -> Allowed<UnitId> {
    enforces!("MPBS-8.2.1c");
    let Some(light) = f.partner(rider).filter(|_| f.is_cavalry(rider)) else {
        return Err(Bar::Rule(
            rule!("MPBS-8.2.1c"),
            "Only cavalry with light infantry in its hex fires so",
            "Name the cavalry of a stack with light infantry.",
        ));
    };
    f.may_fire_by_command(rider)?;
    let shots = SmallVec::from_slice(&[Shot { half: Half::Left, target: muskets }]);
    check_volley(f, &Volley { unit: light, manner: Manner::Skirmishing, shots })?;
    f.may_fire_pistol(rider, pistols)?;
    Ok(light)
}

/// Whether Orders let a unit step back there: next to no other enemy, and under Rally Orders no nearer to any.
fn check_step_back(f: Field<'_>, unit: UnitId, to: Placement) -> Allowed {
    enforces!("MPBS-5.6.1e", "MPBS-5.6.4a");
    let (from, to, side) = (f.footprint(unit), to.footprint(), f.side(unit));
    let neighbours = f.enemies_around(from, side);
    if let Some(enemy) = f.enemies_around(to, side).into_iter().find(|enemy| !neighbours.contains(enemy)) {
        return Err(Bar::Unit(
            rule!("MPBS-5.6.1e"),
            enemy,
            "The step back would come next to an enemy unit, which only Charge Orders allow",
            "Step back another way, or fire without moving.",
        ));
    }
    let free = f.table.charts.orders_restriction.of(f.orders(unit)).may_come_closer;
    let nearer = |enemy: &UnitId| to.distance_to(f.footprint(*enemy)) < from.distance_to(f.footprint(*enemy));
    if let Some(enemy) = f.units_of(side.other()).find(|enemy| !free && nearer(enemy)) {
        return Err(Bar::Unit(
            rule!("MPBS-5.6.4a"),
            enemy,
            "Under Rally Orders a unit may not end nearer to any enemy unit than it started",
            "Step back another way, or fire without moving.",
        ));
    }
    Ok(())
}

/// Where Advancing Fire takes a unit.
fn advanced(f: Field<'_>, unit: UnitId, direction: Direction) -> Allowed<Placement> {
    let state = f.unit(unit);
    if !state.at.forward().contains(&direction) {
        return Err(Bar::Rule(
            rule!("MPBS-10.3.2d"),
            "Advancing Fire begins with a step into a front hex, without turning",
            "Choose a front hex.",
        ));
    }
    if let Some(enemy) = held_by(f, unit, state.at.footprint()) {
        return Err(Bar::Unit(
            rule!("MPBS-5.6.1h"),
            enemy,
            "The unit is held by an adjacent enemy and may not move on",
            "Fire without moving.",
        ));
    }
    let motion = f.shift(unit, state.at, state.formation, direction)?;
    let held = motion.entered.iter().any(|hex| f.holder(*hex).is_some_and(|holder| holder != f.side(unit)));
    if motion.meeting.is_some() || held {
        return Err(Bar::Rule(
            rule!("MPBS-10.3.2d"),
            "The hex ahead is taken",
            "Choose another hex, or fire without moving.",
        ));
    }
    Ok(motion.to)
}

/// Volleys to choose from: every kind, with either half or both, at every target that bears.
pub(super) fn offer_volleys(f: Field<'_>, unit: UnitId, out: &mut Vec<Decision>) {
    if !f.kind(unit).is_infantry() || f.may_shoot(unit).is_err() {
        return;
    }
    let at = f.unit(unit).at;
    let mut manners: SmallVec<[Manner; 8]> = SmallVec::new();
    if !f.targets_around(at.footprint(), f.side(unit)).is_empty() {
        manners.extend([Manner::Skirmishing, Manner::Salvo]);
        manners.extend(at.backward().into_iter().map(Manner::Retreating));
        if guns_with(f, unit).next().is_some() {
            manners.extend([Manner::AdvancingInPlace, Manner::RetreatingInPlace]);
        }
    }
    if f.orders(unit) == crate::counters::Orders::Charge {
        manners.extend(at.forward().into_iter().map(Manner::Advancing));
    }
    for manner in manners {
        let from = match manner {
            Manner::Advancing(direction) => at.shifted(direction),
            _ => at,
        };
        for shots in ways_to_fire(f, unit, manner, from) {
            let volley = Volley { unit, manner, shots };
            if check_volley(f, &volley).is_ok() {
                out.push(Decision::Volley(volley));
            }
        }
    }
}

/// Every way in which the halves of a unit can fire from a place: both, or one of them, each at any enemy that bears.
fn ways_to_fire(
    f: Field<'_>,
    unit: UnitId,
    manner: Manner,
    from: Placement,
) -> SmallVec<[SmallVec<[Shot; 2]>; 8]> {
    enforces!("MPBS-10.1.4b");
    let arc = manner.arc();
    let targets = f.targets_around(from.footprint(), f.side(unit));
    let mut ways: SmallVec<[SmallVec<[Shot; 2]>; 8]> = SmallVec::new();
    if targets.is_empty() {
        return ways;
    }
    ways.push(SmallVec::new());
    for (half, _) in f.halves(unit) {
        for way in ways.clone() {
            for target in targets.iter().copied() {
                let bears = if manner == Manner::AdvancingInPlace {
                    f.bears_on_top(unit, from, half, target, arc)
                } else {
                    f.bears_from(unit, from, half, target, arc)
                };
                if bears.is_ok() {
                    let mut more = way.clone();
                    more.push(Shot { half, target });
                    ways.push(more);
                }
            }
        }
    }
    ways.retain(|way| !way.is_empty());
    ways
}
