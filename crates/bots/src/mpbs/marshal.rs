//! `marshal`: weighs every choice by what it is worth, with the engine's own odds.

use super::{
    chances, ground, leaders,
    orders::{self, Posture},
    worth,
};
use crate::{
    Budget, Numbers, Player, Temperament,
    players::captain::{Staff, with_purpose},
};
use caracole_kernel::{Battle, Rules, Side, Step, dice::Roll};
use caracole_musketpike::{
    MusketPike, RollPurpose,
    counters::{UnitId, WingId},
    engine::field::Field,
    hex::{Hex, Zone},
    messages::{Decision, Escort, Manner, Reaction, Reform, Request, Salvoing, Target, Through},
    world::{Formation, Marks, MoraleState},
};

/// What a temperament asks of a fight before it takes it, and other habits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    /// The least that an attack must be worth, in hundredths of a point.
    pub attack: i32,
    /// Own strength against the enemy's near a Wing, in hundredths, that makes it charge.
    pub charge: i32,
    /// The least that a fire must be worth.
    pub fire: i32,
    /// From how many hexes horse and foot begin to charge.
    pub reach: [i32; 2],
    /// How far horse and foot keep from the enemy while they make ready.
    pub stand_off: [i32; 2],
    /// Hundredths of a Wing that may be hurt before it rallies.
    pub hurt: i32,
    /// What a pistol that is kept for the fight is worth: the first and the last.
    pub pistol: [i32; 2],
    /// What a place on an enemy's flank is worth.
    pub flank: i32,
    /// What a friend at one's side is worth.
    pub line: i32,
    /// What it costs to end beyond the reach of one's commander, against hexes to go, of which each counts 100.
    pub command: i32,
    /// What a step at a run towards the enemy is worth.
    pub run: i32,
    /// What going first against an enemy about to act is worth.
    pub preempt: i32,
    /// The least that an Interception must promise: it leaves its place in the line for it.
    pub intercept: i32,
    /// What Momentum is worth to a unit that could shoot instead.
    pub momentum: i32,
    /// What a formation hit of the ground costs, against hexes to go, of which each counts 100.
    pub hit: i32,
    /// What it costs besides to become Formation Broken on the way.
    pub frozen: i32,
    /// What each friend who is at an enemy already is worth when one is chosen.
    pub together: i32,
    /// What a victory point of an enemy is worth against hexes to go, of which each counts 14.
    pub prize: i32,
    /// Hundredths by which it takes worse odds at the end of a battle that it is not winning.
    pub late: i32,
    /// Hundredths that a promising charge adds to own strength, for each hundredth of its worth that it may win.
    pub promise: i32,
    /// What a level of match against an enemy is worth against hexes to go, of which each counts 14.
    pub matching: i32,
    /// What a vertex that a long line has to turn to an enemy is worth against hexes to go, of which each counts 14.
    pub aside: i32,
    /// What it takes from a quarry that a long line of foot would have to run after, against hexes to go, of which each
    /// counts 14.
    pub chase: i32,
    /// What a wheel costs that is made far from the enemy, against hexes to go, of which each counts 100.
    pub wheel: i32,
    /// Hundredths of a Wing that each of it counts who can neither move nor mend.
    pub idle: i32,
    /// Hundredths of a Wing that may be hurt more where it is winning.
    pub hurt_more: i32,
    /// Hundredths of a Wing whose morale may be in a bad way while its ranks are closed first.
    pub sick: i32,
    /// Hundredths of a Wing that may be out of its ranks before it closes them.
    pub ruffled: i32,
    /// Hundredths of a charging Wing that may stand still before it closes its ranks.
    pub halted: i32,
    /// Turns before the end from which a side that is not winning bears more.
    pub last: i32,
    /// Hundredths of a Wing that it then bears more.
    pub bears: i32,
    /// It does not with an enemy as near as this.
    pub breath: i32,
    /// Hundredths that a charge must promise more while the points say victory, and less while they do not.
    pub by_points: [i32; 2],
}

impl Habits {
    const BALANCED: Habits = Habits {
        attack: 20,
        charge: 85,
        fire: 10,
        reach: [6, 4],
        stand_off: [4, 2],
        hurt: 42,
        pistol: [10, 40],
        flank: 70,
        line: 6,
        command: 400,
        run: 6,
        preempt: 30,
        intercept: 200,
        momentum: 160,
        matching: 12,
        hit: 100,
        together: 8,
        prize: 20,
        promise: 2,
        late: 60,
        aside: 14,
        chase: 60,
        wheel: 40,
        idle: 150,
        frozen: 200,
        hurt_more: 25,
        sick: 15,
        ruffled: 60,
        halted: 30,
        breath: 2,
        last: 4,
        bears: 50,
        by_points: [80, 50],
    };

    /// Lets the enemy come, as the cautious marshal does, but attacks what has come, and presses late in a battle: when a
    /// charge pays it finds out by looking ahead.
    const CAPTAIN: Habits =
        Habits { attack: 20, late: 60, by_points: [100, 0], ..Self::of(Temperament::Cautious) };

    pub(super) const fn of(temperament: Temperament) -> Self {
        match temperament {
            // Shoots from its line, lets the enemy come, and rallies early.
            Temperament::Cautious => Habits {
                attack: 70,
                charge: 160,
                reach: [4, 2],
                stand_off: [6, 3],
                hurt: 32,
                line: 12,
                preempt: 15,
                intercept: 300,
                promise: 1,
                late: 30,
                by_points: [80, 0],
                ..Self::BALANCED
            },
            Temperament::Balanced => Self::BALANCED,
            // Closes from afar, takes every fight, and rallies when it must.
            Temperament::Bold => Habits {
                attack: -60,
                charge: 35,
                reach: [9, 7],
                stand_off: [3, 2],
                hurt: 65,
                idle: 60,
                preempt: 45,
                intercept: 40,
                run: 10,
                by_points: [0, 0],
                ..Self::BALANCED
            },
        }
    }
}

/// Playouts go to the end of the next turn, or for so many steps among all pieces: the larger the armies, the less far,
/// so that thought takes about as long.
const FORESIGHT: usize = 3_000;
/// With more pieces than this single Actions are not worth a thought: there are too many.
const MOST_FOR_ACTIONS: usize = 24;

/// The utility player of the Musket & Pike Battle Series.
#[derive(Clone, Debug)]
pub(super) struct Marshal {
    habits: Habits,
    numbers: Numbers,
    choices: Vec<Decision>,
    /// The move under way: whose, in which activation, and what it is for.
    moving: Option<(UnitId, (u8, u8), ground::Plan)>,
    /// Cavalry that intercepts, and whom.
    intercepting: Option<(UnitId, UnitId)>,
    /// The activation for which wishes to move are known, and the wishes.
    wishing: Option<(WingId, u8, u8)>,
    wishes: Vec<(UnitId, i32)>,
    /// What each Wing is to do, where that has been settled.
    postures: Vec<Posture>,
    /// Enemies that the unit about to move may go for, the usual one first.
    quarries: Vec<UnitId>,
}

impl Marshal {
    pub(super) fn new(temperament: Temperament, seed: u64) -> Self {
        Marshal {
            habits: Habits::of(temperament),
            numbers: Numbers::new(seed),
            choices: Vec::new(),
            moving: None,
            intercepting: None,
            wishing: None,
            wishes: Vec::new(),
            postures: Vec::new(),
            quarries: Vec::new(),
        }
    }

    /// The judgement that a captain searches with.
    pub(super) fn of_a_captain(seed: u64) -> Self {
        Marshal { habits: Habits::CAPTAIN, ..Marshal::new(Temperament::Balanced, seed) }
    }

    /// Scores of the choices for a request, in the order of the candidates.
    pub(super) fn scores(
        &mut self,
        battle: &Battle<MusketPike>,
        side: Side,
        request: &Request,
        choices: &[Decision],
        out: &mut Vec<i32>,
    ) {
        let f = Field::new(battle.scenario(), battle.world());
        let habits = self.habits;
        let plan = self.plan(f, request);
        let need = match request {
            Request::ChangeOrders(wing) => Some(orders::need(f, *wing, habits, self.posture(*wing))),
            _ => None,
        };
        if let Request::Act(wing) = request {
            let when = (*wing, f.world.turn, f.wing(*wing).activations);
            if self.wishing != Some(when) {
                self.wishing = Some(when);
                self.wishes.clear();
            }
        }
        let wishes = &mut self.wishes;
        let mut wish_to_move = |unit: UnitId| match wishes.iter().find(|(known, _)| *known == unit) {
            Some((_, value)) => *value,
            None => {
                let value = ground::wish_to_move(f, unit, habits);
                wishes.push((unit, value));
                value
            }
        };
        let mut score = |choice: &Decision| match request {
            Request::Opening => orders::opening(choice),
            Request::Activate(_) => orders::activate(f, choice),
            Request::Preempt(against) => orders::preempt(f, *against, habits, choice),
            Request::ChangeOrders(wing) => orders::change(f, *wing, need, choice),
            Request::Continue(wing) => orders::go_on(f, *wing, choice),
            Request::Act(_) => act(f, habits, &mut wish_to_move, choice),
            Request::Manoeuvre(unit) | Request::Intercept(unit) => plan.manoeuvre(f, *unit, choice),
            Request::React(by) => react(f, *by, habits, choice),
            Request::Designate => designate(f, habits, choice),
            Request::Pistols => match choice {
                Decision::Pistols(units) => units.len() as i32,
                _ => 0,
            },
            Request::PistolFirst(unit) => pistol_first(f, *unit, habits, choice),
            Request::Engage(_) => i32::from(matches!(choice, Decision::Accept | Decision::Hex(_))),
            Request::TakeCover(_) => i32::from(matches!(choice, Decision::Accept)),
            Request::GoAlong(leader) => leaders::go_along(f, *leader, choice),
            Request::PlaceLeader(leader) => match choice {
                Decision::Hex(hex) => leaders::place(f, *leader, *hex),
                _ => i32::MIN,
            },
            _ => self::after(battle, side, choice),
        };
        out.clear();
        out.extend(choices.iter().map(&mut score));
    }

    fn posture(&self, wing: WingId) -> Posture {
        self.postures.get(usize::from(wing.0)).copied().unwrap_or_default()
    }

    /// Whether a unit is on a way of its own already.
    fn is_moving(&self, f: Field<'_>, unit: UnitId) -> bool {
        self.moving.as_ref().is_some_and(|(mover, when, _)| *mover == unit && *when == now(f, unit))
    }

    /// The plan of the unit that the request is about: one for the whole move, unless its quarry is gone.
    fn plan(&mut self, f: Field<'_>, request: &Request) -> ground::Plan {
        let (Request::Manoeuvre(unit) | Request::Intercept(unit)) = request else {
            return ground::Plan::of(f, request, self.habits);
        };
        let when = now(f, *unit);
        match self.moving {
            Some((mover, then, ref mut plan)) if mover == *unit && then == when && plan.holds(f) => {
                plan.find_way(f, *unit);
                plan.clone()
            }
            _ => {
                let mut plan = match (request, self.intercepting) {
                    (Request::Intercept(_), Some((interceptor, quarry))) if interceptor == *unit => {
                        ground::Plan::intercepting(quarry, self.habits)
                    }
                    _ => ground::Plan::of(f, request, self.habits),
                };
                plan.find_way(f, *unit);
                self.moving = Some((*unit, when, plan.clone()));
                plan
            }
        }
    }

    /// The best choice and its score; equal ones by chance.
    fn best(&mut self, scores: &[i32]) -> usize {
        let best = scores.iter().copied().max().unwrap_or(0);
        let equal = scores.iter().filter(|score| **score == best).count();
        let nth = if equal > 1 { self.numbers.below(equal) } else { 0 };
        scores.iter().enumerate().filter(|(_, score)| **score == best).nth(nth).map_or(0, |(i, _)| i)
    }
}

impl Player<MusketPike> for Marshal {
    fn decide(
        &mut self,
        seen: &Battle<MusketPike>,
        side: Side,
        request: &Request,
        _: &Budget,
    ) -> Option<Decision> {
        let mut choices = std::mem::take(&mut self.choices);
        choices.clear();
        MusketPike::candidates(seen, side, request, &mut choices);
        if let Request::Act(_) = request {
            leaders::offer_help(Field::new(seen.scenario(), seen.world()), side, &mut choices);
        }
        if choices.len() < 2 {
            let only = choices.pop();
            self.choices = choices;
            return only;
        }
        let mut scores = Vec::with_capacity(choices.len());
        self.scores(seen, side, request, &choices, &mut scores);
        let best = self.best(&scores);
        let chosen = choices.swap_remove(best);
        self.choices = choices;
        if matches!(chosen, Decision::Move { .. } | Decision::React(_) | Decision::Enter { .. }) {
            self.moving = None;
        }
        if let (Request::React(by), Decision::React(Reaction::Intercept(unit))) = (request, &chosen) {
            self.intercepting = Some((*unit, *by));
        }
        if let (Request::Manoeuvre(unit) | Request::Intercept(unit), Some((mover, _, plan))) =
            (request, &mut self.moving)
            && mover == unit
        {
            plan.note(Field::new(seen.scenario(), seen.world()), *unit, &chosen);
        }
        Some(chosen)
    }
}

impl Staff<MusketPike> for Marshal {
    fn best_few(
        &mut self,
        battle: &Battle<MusketPike>,
        side: Side,
        request: &Request,
        few: usize,
    ) -> Vec<Decision> {
        let mut choices = Vec::new();
        MusketPike::candidates(battle, side, request, &mut choices);
        let mut scores = Vec::with_capacity(choices.len());
        self.scores(battle, side, request, &choices, &mut scores);
        let mut ranked: Vec<(i32, usize)> = scores.iter().copied().zip(0..).collect();
        // What a failed preemption costs, or giving up good order, is beyond what a look ahead of a turn tells.
        match request {
            Request::Preempt(_) => ranked.retain(|(score, _)| *score >= 0),
            Request::Act(_) => ranked.retain(|(score, _)| *score > HARMFUL),
            _ => {}
        }
        ranked.sort_by_key(|(score, index)| (std::cmp::Reverse(*score), *index));
        let mut best: Vec<Decision> = Vec::with_capacity(few);
        for choice in ranked.into_iter().filter_map(|(_, index)| choices.get(index)) {
            // One way for each unit is enough.
            let known = |other: &Decision| actor(other).is_some() && actor(other) == actor(choice);
            if best.len() < few && !best.iter().any(known) {
                best.push(choice.clone());
            }
        }
        best
    }

    fn plans(&mut self, battle: &Battle<MusketPike>, _: Side, request: &Request) -> usize {
        let f = Field::new(battle.scenario(), battle.world());
        match request {
            Request::ChangeOrders(wing) if orders::is_near(f, *wing) => Posture::ALL.len(),
            Request::Manoeuvre(unit) if !self.is_moving(f, *unit) => {
                self.quarries = ground::quarries(f, *unit, self.habits);
                self.quarries.len()
            }
            _ => 0,
        }
    }

    fn adopt(&mut self, battle: &Battle<MusketPike>, request: &Request, plan: usize) {
        match request {
            Request::ChangeOrders(wing) => {
                let Some(posture) = Posture::ALL.get(plan) else { return };
                let wing = usize::from(wing.0);
                if self.postures.len() <= wing {
                    self.postures.resize(wing + 1, Posture::Own);
                }
                if let Some(place) = self.postures.get_mut(wing) {
                    *place = *posture;
                }
            }
            Request::Manoeuvre(unit) => {
                let f = Field::new(battle.scenario(), battle.world());
                let mut plan = ground::Plan::against(f, *unit, self.quarries.get(plan).copied(), self.habits);
                plan.find_way(f, *unit);
                self.moving = Some((*unit, now(f, *unit), plan));
            }
            _ => {}
        }
    }

    fn follow(&mut self, other: &Self) {
        self.habits = other.habits;
        self.postures.clone_from(&other.postures);
        self.quarries.clone_from(&other.quarries);
    }

    fn begin(&mut self) {
        (self.moving, self.wishing) = (None, None);
    }

    fn key(battle: &Battle<MusketPike>, roll: &Roll<RollPurpose>) -> u64 {
        // The same Wing rolls the same dice for the same things in each turn, whatever others have done before.
        let world = battle.world();
        let mut key = u64::from(world.turn) << 16;
        if let Some(activation) = world.activation {
            key |=
                u64::from(activation.wing.0) << 8 | u64::from(world.wing(activation.wing).activations) << 4;
        }
        with_purpose(key, roll)
    }

    fn standing(battle: &Battle<MusketPike>, side: Side) -> i32 {
        let f = Field::new(battle.scenario(), battle.world());
        worth::standing(f, side) + worth::prospects(f, side)
    }

    fn is_worth_a_thought(battle: &Battle<MusketPike>, request: &Request) -> bool {
        match request {
            Request::Designate | Request::Opening => true,
            Request::Activate(_) | Request::Preempt(_) | Request::Act(_) => {
                pieces(battle) <= MOST_FOR_ACTIONS
            }
            _ => false,
        }
    }

    fn is_far_enough(start: &Battle<MusketPike>, now: &Battle<MusketPike>, steps: usize) -> bool {
        let far = FORESIGHT / pieces(start).max(1);
        // A Wing in mid-activation is no place to stop and count.
        let between = now.world().activation.is_none() || steps > 4 * far;
        now.world().turn > start.world().turn + 1 || steps >= far && between
    }
}

/// Pieces of both sides.
fn pieces(battle: &Battle<MusketPike>) -> usize {
    battle.scenario().scenario.units.len()
}

/// The turn, and the activation of a unit's Wing in it.
fn now(f: Field<'_>, unit: UnitId) -> (u8, u8) {
    (f.world.turn, f.wing(f.wing_of(unit)).activations)
}

/// Who acts by a choice, and how.
fn actor(choice: &Decision) -> Option<(std::mem::Discriminant<Decision>, UnitId)> {
    let unit = match choice {
        Decision::Move { unit, .. }
        | Decision::VolleyTogether { unit, .. }
        | Decision::Rally { unit, .. }
        | Decision::Reform { unit, .. }
        | Decision::Enter { unit, .. } => *unit,
        Decision::Volley(volley) => volley.unit,
        Decision::Cannonade { gun, .. } => *gun,
        _ => return None,
    };
    Some((std::mem::discriminant(choice), unit))
}

/// How things stand after a choice: for choices whose consequences are seen at once.
fn after(battle: &Battle<MusketPike>, side: Side, choice: &Decision) -> i32 {
    let mut then = battle.clone();
    let step = Step::Choose { side, decision: choice.clone() };
    match then.apply_into(&step, &mut Vec::new()) {
        Ok(()) => worth::standing(Field::new(then.scenario(), then.world()), side),
        Err(_) => i32::MIN,
    }
}

/// An Action of the Active Wing.
fn act(f: Field<'_>, habits: Habits, wish_to_move: &mut dyn FnMut(UnitId) -> i32, choice: &Decision) -> i32 {
    match choice {
        Decision::Decline => 0,
        Decision::Volley(volley) => {
            let worth = chances::volley(f, volley);
            let back = match volley.manner {
                Manner::Retreating(_) | Manner::RetreatingInPlace => 40,
                // A Salvo is fired once a turn and comes best before an attack.
                Manner::Salvo => 15,
                _ => 0,
            };
            if worth < habits.fire { worth.min(0) - 10 } else { 1000 + worth - back }
        }
        Decision::VolleyTogether { unit, pistols, muskets } => {
            let from = f.hex(*unit);
            let light = f.partner(*unit).unwrap_or(*unit);
            let worth = chances::shot(f, *unit, from, *pistols, Manner::Skirmishing, Zone::Front)
                + chances::shot(f, light, from, *muskets, Manner::Skirmishing, Zone::Front);
            if worth < habits.fire { -1 } else { 900 + worth }
        }
        Decision::Cannonade { gun, target, hex } => 1200 + chances::cannonade(f, *gun, *target, *hex),
        Decision::Rally { unit, through } => {
            let leader = match through {
                Through::ArmyCommander => f.army_commander(f.side(*unit)),
                Through::Wing => f.wing_commander(f.wing_of(*unit)),
            };
            let worth = chances::rally(f, *unit, leader);
            if worth <= 0 { HARMFUL } else { 700 + worth }
        }
        Decision::Reform { unit, what, .. } => reform(f, *unit, *what),
        Decision::Enter { .. } => 800,
        Decision::Move { unit, escort, company } => {
            // The Army Commander goes nowhere by accident.
            let along = match escort {
                Escort::WingCommander if leaders::is_amid_its_wing(f, *unit) => 3,
                Escort::WingCommander => -4,
                Escort::None => 0,
                Escort::Both | Escort::ArmyCommander => -5,
            };
            let whole = i32::from(*company == caracole_musketpike::messages::Company::Stack);
            let wish = wish_to_move(*unit);
            if wish <= 0 { -1 } else { wish + along + whole }
        }
        Decision::MoveLeader { leader, to } => leaders::ride(f, *leader, *to),
        Decision::TurnGun { gun, facing } => ground::turn_gun(f, *gun, *facing),
        Decision::Limber { .. } => -1,
        _ => 0,
    }
}

/// The score of what does harm: a unit may be obliged to act when nothing left does good.
const HARMFUL: i32 = -100;

fn reform(f: Field<'_>, unit: UnitId, what: Reform) -> i32 {
    let near = f.is_engaged(unit);
    match what {
        Reform::Formation => match f.unit(unit).formation {
            Formation::Broken => 620,
            _ if near => 350,
            _ => 520,
        },
        Reform::LeaveColumn(_) => 560,
        Reform::Pistols => {
            if f.unit(unit).shots >= 2 {
                320
            } else {
                120
            }
        }
        Reform::LeaveHedgehog if near => HARMFUL,
        Reform::LeaveHedgehog => 500,
        Reform::CloseOrder if f.is_heavy(unit) => 250,
        Reform::CloseOrder | Reform::OpenOrder => HARMFUL,
    }
}

/// A pistol before the Close Combat of an Interception: a unit that comes at a run keeps its Momentum, and the last shot is
/// worth more in the fight.
fn pistol_first(f: Field<'_>, unit: UnitId, habits: Habits, choice: &Decision) -> i32 {
    let state = f.unit(unit);
    let kept = if state.is(Marks::MOMENTUM) { habits.momentum } else { 0 };
    let fires = SHOT - kept - habits.pistol[usize::from(state.shots > 0)];
    if matches!(choice, Decision::Accept) { fires } else { 0 }
}

/// What a pistol shot at cavalry is worth, about.
const SHOT: i32 = 30;

/// A reaction to what `by` did.
fn react(f: Field<'_>, by: UnitId, habits: Habits, choice: &Decision) -> i32 {
    let Decision::React(reaction) = choice else { return 0 };
    match *reaction {
        Reaction::Fire { unit, salvo } => {
            if f.is_gun(unit) {
                return 40 + chances::cannonade(f, unit, Target::Unit(by), f.hex(by));
            }
            let manner = if salvo == Salvoing::Yes { Manner::Salvo } else { Manner::Skirmishing };
            let worth = chances::reaction_fire(f, unit, by, manner);
            // Pistols may be wanted in the fight itself.
            let kept =
                if f.has_pistols(unit) { habits.pistol[usize::from(f.unit(unit).shots > 0)] } else { 0 };
            worth - kept + 2
        }
        // The other half is kept for another target only where both cannot fire at once.
        Reaction::FireHalf { unit, salvo, .. } => {
            let manner = if salvo == Salvoing::Yes { Manner::Salvo } else { Manner::Skirmishing };
            chances::reaction_fire(f, unit, by, manner) / 2
        }
        Reaction::FireTogether(unit) => chances::reaction_fire(f, unit, by, Manner::Skirmishing) + 10,
        Reaction::Intercept(unit) => {
            let pistols: &[UnitId] = if f.has_shot(unit) { &[unit] } else { &[] };
            (chances::attack(f, &[unit], by, pistols) - habits.intercept) * chances::interception(f, unit)
                / 10
        }
        Reaction::Withdraw(unit) => {
            let threat = chances::attack(f, &[by], unit, &[]);
            if f.is_engaged(unit) || f.distance(by, unit) <= 2 { threat / 2 - 60 } else { -1 }
        }
        Reaction::Hedgehog(unit) => {
            if !f.is_cavalry(by) || f.unit(unit).formation == Formation::Hedgehog {
                return -1;
            }
            chances::attack(f, &[by], unit, &[]) - 40
        }
        Reaction::Face { unit, steps } => {
            let at = f.unit(unit).at;
            at.turned(i32::from(steps)).map_or(-1, |then| turned(f, unit, by, then.zone_of(f, by)))
        }
        Reaction::Pivot { unit, .. } => turned(f, unit, by, Some(Zone::Front)) - 30,
        Reaction::WithdrawLeader { .. } => 200,
        Reaction::Restack(_) => -1,
        Reaction::TurnGun { .. } => -1,
    }
}

/// What a turn is worth that brings `by` into this zone.
fn turned(f: Field<'_>, unit: UnitId, by: UnitId, then: Option<Zone>) -> i32 {
    let now = f.unit(unit).at.zone_of(f, by);
    let bad = |zone: Option<Zone>| match zone {
        Some(Zone::Front) => 0,
        Some(Zone::Flank) => 90,
        Some(Zone::Rear) => 110,
        None => 10,
    };
    // Others in front must not get the flank instead.
    let others = f
        .enemies_around(f.footprint(unit), f.side(unit))
        .into_iter()
        .filter(|enemy| *enemy != by && f.unit(unit).at.zone_of(f, *enemy) == Some(Zone::Front))
        .count() as i32;
    bad(now) - bad(then) - 60 * others - 5
}

/// Where another unit lies as seen from a place.
trait ZoneOf {
    fn zone_of(self, f: Field<'_>, other: UnitId) -> Option<Zone>;
}

impl ZoneOf for caracole_musketpike::hex::Placement {
    fn zone_of(self, f: Field<'_>, other: UnitId) -> Option<Zone> {
        f.footprint(other).iter().filter_map(|hex| self.zone(hex)).min()
    }
}

/// An attack in Close Combat, together with those friends whose help is worth having.
fn designate(f: Field<'_>, habits: Habits, choice: &Decision) -> i32 {
    let Decision::Attack { unit, hex } = choice else { return 0 };
    let stack = f.stack(*hex);
    let Some(defender) = stack.main().or(stack.gun()) else { return 300 };
    let (mut attackers, pistols) = attackers(f, *unit, defender, *hex);
    let mut best = chances::attack(f, &attackers, defender, &pistols);
    // A unit that does more harm than good stays out.
    while attackers.len() > 1 {
        let without = (0..attackers.len()).map(|i| {
            let mut fewer = attackers.clone();
            fewer.remove(i);
            (chances::attack(f, &fewer, defender, &pistols), i)
        });
        match without.max() {
            Some((value, i)) if value > best => {
                best = value;
                attackers.remove(i);
            }
            _ => break,
        }
    }
    if attackers.contains(unit) { best - habits.attack } else { -1 }
}

/// Everybody of the Active Wing who can attack the same unit, and who of them has a pistol left.
fn attackers(f: Field<'_>, unit: UnitId, defender: UnitId, hex: Hex) -> (Vec<UnitId>, Vec<UnitId>) {
    let mut all = vec![unit];
    for friend in f.units_of_wing(f.wing_of(unit)) {
        let fit = friend != unit
            && f.unit(friend).morale == MoraleState::Normal
            && !f.unit(friend).is(Marks::INTERCEPTED);
        if fit
            && f.footprint(friend).is_adjacent(f.footprint(defender))
            && (f.may_attack(friend, hex).is_ok()
                || f.footprint(defender).iter().any(|h| f.may_attack(friend, h).is_ok()))
        {
            all.push(friend);
        }
    }
    let pistols = all.iter().copied().filter(|unit| f.has_shot(*unit)).collect();
    (all, pistols)
}
