//! A move: manoeuvre by manoeuvre, interrupted by reactions.

use super::{
    Answer, Asked, Below, Cx, In, Manoeuvring, MusketPike, NOT_ASKED, Next, Order, Play, call, changes,
    course::{Course, Goal, Mover, Purpose, manoeuvres},
    departure::{awaited, holds},
    field, pick_legal,
    reaction::Reactions,
    retreat::Retreat,
    trigger::{Cause, Trigger},
    volley::{Fire, fired_into},
};
use crate::{
    counters::UnitId,
    engine::{
        bar::{Allowed, Bar},
        field::{Field, Leaders},
        motion::{Manoeuvre, Meeting, Motion},
    },
    hex::{Footprint, Hex, Placement},
    messages::{Company, Decision, Event, HitBy, Request, Target},
    scenario::Layer,
    world::{Fate, Formation, Marks, MoraleState, Unit},
};
use caracole_kernel::Flow;
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A unit on the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    pub(super) mover: Mover,
    pub(super) course: Course,
    stack: bool,
    leaders: Leaders,
    /// Hexes in a row entered at a run: two give Momentum.
    pub(super) run: u8,
    shot: bool,
    restacked: bool,
    /// The hexes of every step so far.
    path: SmallVec<[Hex; 8]>,
    /// Of a unit out of command: the manoeuvres that begin a quickest way back, looked for when it is asked.
    ways: SmallVec<[Manoeuvre; 4]>,
    /// Whether the move can still come to an end that its goal allows, as it stands.
    bound: bool,
    /// The count of moves when the chance to react was given; if it has grown since, some unit has moved.
    moves: u16,
    stage: Stage,
}

/// A move as others may look at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving {
    pub(crate) unit: UnitId,
    pub(crate) at: Placement,
    pub(crate) formation: Formation,
    pub(crate) allowance: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Entering,
    Manoeuvring,
    Reacting,
    Firing(Target),
    /// Whether guns lie on top of this unit.
    Stacking(UnitId),
}

impl Move {
    /// A unit about to move with leaders.
    pub(super) fn new(
        f: Field<'_>,
        unit: UnitId,
        purpose: Purpose,
        company: Company,
        leaders: Leaders,
    ) -> Self {
        enforces!("MPBS-9.2.1d");
        let allowance = f.allowance(unit);
        Self::with_allowance(f, unit, purpose, company, leaders, allowance)
    }

    /// The same with an allowance that is not its own: reinforcements that queue.
    pub(super) fn with_allowance(
        f: Field<'_>,
        unit: UnitId,
        purpose: Purpose,
        company: Company,
        leaders: Leaders,
        allowance: u8,
    ) -> Self {
        let mut mover = Mover::new(f, unit, purpose, allowance);
        if purpose == Purpose::Action {
            mover.holds = holds(f, unit, company, &leaders);
            mover.joins = awaited(f, unit);
        }
        let state = f.unit(unit);
        Move {
            course: Course {
                at: state.at,
                formation: state.formation,
                spent: 0,
                hexes: 0,
                slopes: 0,
                met: false,
            },
            mover,
            stack: company == Company::Stack,
            leaders,
            run: 0,
            shot: false,
            restacked: false,
            path: SmallVec::new(),
            ways: SmallVec::new(),
            bound: true,
            moves: f.world.moves,
            stage: Stage::Manoeuvring,
        }
    }

    /// The unit has just come on to the map: reactions before it goes on.
    pub(super) fn reactions_first(&mut self) {
        self.stage = Stage::Entering;
    }

    /// Where the move has got to.
    pub(crate) fn moving(&self) -> Moving {
        let Course { at, formation, .. } = self.course;
        Moving { unit: self.unit(), at, formation, allowance: self.mover.allowance }
    }

    fn unit(&self) -> UnitId {
        self.mover.unit
    }

    const fn company(&self) -> Company {
        if self.stack { Company::Stack } else { Company::Alone }
    }

    fn is_action(&self) -> bool {
        self.mover.purpose == Purpose::Action
    }

    /// Asks for the next manoeuvre, or ends the move if nothing more can be done.
    fn ask(&mut self, cx: &mut Cx<'_>) -> Next {
        let f = field(cx);
        self.look_ahead(f);
        let unit = self.unit();
        let side = f.side(unit);
        let request = match self.mover.purpose {
            Purpose::Intercept(_) => Request::Intercept(unit),
            _ => Request::Manoeuvre(unit),
        };
        Flow::Ask(side, request)
    }

    /// Finds what is still open to a unit that has something to achieve.
    pub(super) fn look_ahead(&mut self, f: Field<'_>) {
        self.ways.clear();
        if matches!(self.mover.goal, Goal::Command) && !self.mover.commanded && self.can_go_on(f) {
            self.ways.extend(self.mover.ways_to_command(f, &self.course));
        }
        // What could not be reached cannot be reached from further on, unless others have moved.
        let aims = match self.mover.goal {
            // It may still have to clear a bridge, or to join its commander.
            Goal::Free => self.mover.may_end(f, &self.course).is_err(),
            Goal::Command => false,
            _ => true,
        };
        if self.bound && aims {
            self.bound = self.mover.can_end(f, &self.course);
        }
    }

    /// Whether any manoeuvre is still open: if not, it need not be known where it should lead.
    fn can_go_on(&self, f: Field<'_>) -> bool {
        manoeuvres(f, self.unit(), self.course.at)
            .into_iter()
            .any(|manoeuvre| self.mover.follow(f, &self.course, manoeuvre).is_ok())
    }

    /// Carries a manoeuvre out.
    fn manoeuvre(&mut self, cx: &mut Cx<'_>, plan: Manoeuvring) -> Next {
        enforces!("MPBS-7.3.1b", "MPBS-7.3.1d", "MPBS-7.3.5a");
        let Manoeuvring { manoeuvre, course, motion } = plan;
        let f = field(cx);
        let unit = self.unit();
        let cavalry = f.is_cavalry(unit);
        if let Some(Meeting::Incorporate(other)) = motion.meeting {
            self.course = course;
            return self.incorporate(cx, other, &motion);
        }
        // As it stood before the hits of the ground, which fall on the whole hex.
        let joins = match motion.meeting {
            Some(Meeting::Join(other)) => Some((other, *f.unit(other))),
            _ => None,
        };
        changes::relocate(cx, unit, motion.to, self.company(), &self.leaders);
        for _ in 0..motion.hits {
            changes::formation_hit(cx, unit, HitBy::Terrain);
        }
        if motion.breaks {
            changes::set_formation(cx, unit, Formation::Broken);
        }
        self.course = Course { formation: field(cx).unit(unit).formation, ..course };
        if !self.mover.commanded {
            self.mover.commanded = field(cx).in_command(unit);
        }
        self.note_run(manoeuvre, &motion, cavalry);
        let stepped = !motion.entered.is_empty() && !matches!(manoeuvre, Manoeuvre::Face(_));
        if stepped {
            self.path.extend(motion.entered.iter().copied());
            if self.is_action() {
                cx.world.unit_mut(unit).marks.set(Marks::MOVED);
                if field(cx).is_gun(unit) {
                    cx.world.unit_mut(unit).marks.set(Marks::TRAVELLED);
                }
            }
        }
        if let Some((other, stood)) = joins
            && self.join(cx, other, stood) == MoraleState::Broken
        {
            changes::break_morale(cx, unit);
            self.stage = Stage::Reacting;
            return call(Retreat::broken(unit, None));
        }
        if self.mover.purpose != Purpose::Action {
            // Reaction Movement triggers nothing by itself.
            enforces!("MPBS-9.2.1a", "MPBS-9.3.2c", "MPBS-9.3.3c");
            return self.resume(cx);
        }
        enforces!("MPBS-6.2.4");
        let cause = if stepped { Cause::Entered } else { Cause::Turned };
        enforces!("MPBS-9.1.3a", "MPBS-9.1.3c", "MPBS-9.2.1a");
        self.reactions(cx, Trigger { by: unit, cause, path: self.path.clone() })
    }

    /// The other side may react before the move goes on.
    fn reactions(&mut self, cx: &Cx<'_>, trigger: Trigger) -> Next {
        self.stage = Stage::Reacting;
        self.moves = cx.world.moves;
        call(Reactions::new(field(cx), trigger))
    }

    /// Keeps count of the run that gives Momentum.
    fn note_run(&mut self, manoeuvre: Manoeuvre, motion: &Motion, cavalry: bool) {
        if !matches!(manoeuvre, Manoeuvre::Step(_)) || !motion.clear_run {
            enforces!("MPBS-11.3.6-2", "MPBS-14.4d");
            self.run = 0;
        } else if cavalry && motion.guns {
            enforces!("MPBS-11.3.6a-8", "MPBS-11.5.1c", "MPBS-9.3.7a");
            self.run = 0;
        } else {
            self.run = (self.run + 1).min(2);
        }
    }

    /// Cavalry absorbs cavalry: the one that stood is removed, the one that moved fills its ranks and stops.
    fn incorporate(&mut self, cx: &mut Cx<'_>, other: UnitId, motion: &Motion) -> Next {
        enforces!("MPBS-8.4a", "MPBS-8.4b", "MPBS-8.4c");
        let unit = self.unit();
        let f = field(cx);
        let (gain, worse) = (f.strength(other), f.unit(unit).morale.max(f.unit(other).morale));
        changes::remove(cx, other, Fate::Eliminated);
        cx.tell(Event::Incorporated { unit: other, into: unit });
        changes::relocate(cx, unit, motion.to, self.company(), &self.leaders);
        for _ in 0..motion.hits {
            changes::formation_hit(cx, unit, HitBy::Terrain);
        }
        let state = cx.world.unit_mut(unit);
        state.casualties = state.casualties.saturating_sub(gain);
        changes::set_morale(cx, unit, worse);
        self.course.formation = field(cx).unit(unit).formation;
        self.path.extend(motion.entered.iter().copied());
        cx.world.unit_mut(unit).marks.set(Marks::MOVED);
        self.run = 0;
        if worse == MoraleState::Broken {
            enforces!("MPBS-12.4.3d");
            changes::break_morale(cx, unit);
            self.stage = Stage::Reacting;
            return call(Retreat::broken(unit, None));
        }
        self.reactions(cx, Trigger { by: unit, cause: Cause::Entered, path: self.path.clone() })
    }

    /// Cavalry and light infantry become a stack: the worse states of the two, and the other loses its move. The morale
    /// that both have then.
    fn join(&mut self, cx: &mut Cx<'_>, other: UnitId, stood: Unit) -> MoraleState {
        enforces!("MPBS-8.2.2c", "MPBS-8.2.2d");
        let unit = self.unit();
        let own = *field(cx).unit(unit);
        let formation = worse(own.formation, stood.formation);
        let morale = own.morale.max(stood.morale);
        changes::set_formation(cx, unit, formation);
        for id in [unit, other] {
            changes::set_morale(cx, id, morale);
        }
        cx.world.unit_mut(other).marks.set(Marks::ACTED);
        self.course.formation = formation;
        morale
    }

    /// Goes on after reactions.
    fn resume(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-9.3.4a");
        let f = field(cx);
        let unit = self.unit();
        let state = *f.unit(unit);
        self.stage = Stage::Manoeuvring;
        if state.at != self.course.at || state.morale == MoraleState::Broken {
            // Driven back by what interrupted it.
            enforces!("MPBS-11.3.6-2", "MPBS-12.4.3c");
            self.course.at = state.at;
            self.run = 0;
        }
        if !state.in_play() || state.morale == MoraleState::Broken {
            return self.finish(cx);
        }
        self.course.formation = state.formation;
        self.leaders
            .retain(|leader| f.leader(*leader).on_map() && f.footprint(unit).contains(f.leader(*leader).hex));
        let halted = self.course.met || matches!(state.formation, Formation::Broken | Formation::Hedgehog);
        if halted && (self.restacked || self.own_gun(f).is_none()) && !self.may_still_fire(f) {
            return self.finish(cx);
        }
        self.ask(cx)
    }

    /// An Interception interrupted the move: Momentum is lost.
    fn intercepted(&mut self) {
        enforces!("MPBS-9.3.4b", "MPBS-11.3.6a-2", "MPBS-11.3.6a-4");
        self.run = 0;
    }

    /// Whether an enemy unit has come to another hex, or is gone, since the chance to react was given. Where the unit
    /// itself or a friend was driven does not count: the target of a charge is fixed when the move begins.
    fn enemies_moved(&self, f: Field<'_>) -> bool {
        let came = |unit: &Unit| unit.since.iter().any(|since| *since > self.moves);
        let gone = matches!(&self.mover.goal, Goal::Close(targets)
            if targets.iter().all(|(enemy, _)| !f.unit(*enemy).in_play()));
        gone || f.units_of(f.side(self.unit()).other()).any(|enemy| came(f.unit(enemy)))
    }

    /// Reactions have moved enemy units: which of them is the closest is found anew.
    fn find_goal_anew(&mut self, f: Field<'_>) {
        enforces!("MPBS-5.6.1c");
        let unit = self.unit();
        if f.unit(unit).in_play() && f.unit(unit).morale != MoraleState::Broken {
            self.mover.goal = self.mover.goal_now(f, f.unit(unit).at);
        }
    }

    /// The move is over.
    fn finish(&mut self, cx: &mut Cx<'_>) -> Next {
        let unit = self.unit();
        let f = field(cx);
        if f.unit(unit).in_play() {
            enforces!("MPBS-11.3.6-1", "MPBS-11.3.6-4", "MPBS-11.3.6a-3");
            // In Open Order as well, and with light infantry in its hex.
            enforces!("MPBS-11.3.6a-6", "MPBS-11.3.6a-7");
            let gains = self.run >= 2 && (f.is_heavy(unit) || f.is_cavalry(unit));
            if gains && !matches!(self.mover.purpose, Purpose::Withdraw(_)) {
                cx.world.unit_mut(unit).marks.set(Marks::MOMENTUM);
                cx.tell(Event::Momentum { unit });
            }
            let f = field(cx);
            let side = f.side(unit);
            // Either a unit has come to guns, or limbered guns to a unit.
            let main = f.unit(unit).at.footprint().iter().find_map(|hex| {
                let stack = f.stack(hex);
                let guns = stack.gun().is_some_and(|gun| f.is_gun(gun));
                let came = guns && !self.mover.start.footprint().contains(hex);
                stack.main().filter(|main| came && (*main == unit || stack.gun() == Some(unit)))
            });
            if let Some(main) = main
                && !matches!(self.stage, Stage::Stacking(_))
            {
                enforces!("MPBS-8.3.1a", "MPBS-8.3.4a");
                self.stage = Stage::Stacking(main);
                return Flow::Ask(side, Request::GunsOnTop(main));
            }
        }
        Flow::Done(Answer::Done)
    }

    /// Whether the moving cavalry may fire its pistol now.
    fn check_pistol(&self, f: Field<'_>, target: Target) -> Allowed {
        enforces!("MPBS-10.2a");
        let unit = self.unit();
        f.may_fire_by_command(unit)?;
        if !self.stack && f.partner(unit).is_some_and(|partner| f.unit(partner).is(Marks::ACTED)) {
            return Err(Bar::Unit(
                rule!("MPBS-8.2.1c"),
                unit,
                "Cavalry and the light infantry with it fire together or only one of them fires",
                "Name both fires together as one Action.",
            ));
        }
        f.may_fire_pistol(unit, target)
    }

    /// Whether the moving cavalry may fire a pistol, which it does once.
    fn check_shot(&self, f: Field<'_>, target: Target) -> Allowed {
        if !self.is_action() || self.shot {
            return Err(Bar::Rule(
                rule!("MPBS-10.2b"),
                "A cavalry unit fires one pistol in a Movement Action",
                "Keep the other for later.",
            ));
        }
        self.check_pistol(f, target)
    }

    /// Whether the moving unit may form Hedgehog.
    fn check_hedgehog(&self, f: Field<'_>) -> Allowed {
        if !self.is_action() {
            return Err(NOT_ASKED);
        }
        if !f.has_pikes(self.unit()) {
            return Err(Bar::Rule(
                rule!("MPBS-6.3.2-1"),
                "Only heavy infantry with pikes forms Hedgehog",
                "Keep its formation.",
            ));
        }
        if !matches!(self.course.formation, Formation::Normal | Formation::OpenOrder | Formation::Column) {
            return Err(Bar::Rule(
                rule!("MPBS-6.3.2b-1"),
                "Hedgehog is formed from Formation Normal, Open Order or Column",
                "Reform first.",
            ));
        }
        let need = f.table.movement().form_hedgehog;
        let left = self.mover.allowance.saturating_sub(self.course.spent);
        if need > left {
            return Err(Bar::TooDear { need, left });
        }
        // It ends the move, so what the move has to achieve must be done, or beyond reach.
        enforces!("MPBS-5.6.1a", "MPBS-5.4.3a");
        self.check_stop(f)
    }

    /// Whether the moving unit may change places with the guns in its hex.
    fn check_restack(&self, f: Field<'_>) -> Allowed {
        if !self.is_action() || self.restacked || self.own_gun(f).is_none() || f.is_train(self.unit()) {
            return Err(Bar::Rule(
                rule!("MPBS-8.3.2a"),
                "There are no guns to change places with, or it has been done in this move",
                "Do something else.",
            ));
        }
        Ok(())
    }

    /// Whether the moving cavalry has a target: a unit that must stop may still fire.
    fn may_still_fire(&self, f: Field<'_>) -> bool {
        let unit = self.unit();
        self.is_action()
            && !self.shot
            && f.has_pistols(unit)
            && f.targets_around(f.footprint(unit), f.side(unit))
                .into_iter()
                .any(|target| self.check_pistol(f, target).is_ok())
    }

    /// What a unit in its Movement Action might do besides moving.
    fn other_actions(&self, f: Field<'_>) -> SmallVec<[Decision; 4]> {
        let (unit, mut others) = (self.unit(), SmallVec::new());
        if !self.is_action() {
            return others;
        }
        if !self.shot && f.has_pistols(unit) && f.unit(unit).shots < 2 {
            others
                .extend(f.targets_around(f.footprint(unit), f.side(unit)).into_iter().map(Decision::Pistol));
        }
        if f.has_pikes(unit) {
            others.push(Decision::FormHedgehog);
        }
        if !self.restacked && self.own_gun(f).is_some() {
            others.push(Decision::Restack);
        }
        others
    }

    fn own_gun(&self, f: Field<'_>) -> Option<UnitId> {
        let unit = self.unit();
        f.footprint(unit).iter().find_map(|hex| f.stack(hex).gun()).filter(|gun| {
            f.is_gun(*gun) && *gun != unit && f.stack(f.hex(*gun)).main().is_some_and(|main| main == unit)
        })
    }

    /// Whether a unit that has something to achieve may not stop here, and one manoeuvre brings it there or, for a unit
    /// out of command, makes the way back easier: then no search is needed to know that it must move.
    pub(super) fn gains_at_once(&self, f: Field<'_>) -> bool {
        let follows = |reached: &dyn Fn(&Course) -> bool| {
            manoeuvres(f, self.unit(), self.course.at).into_iter().any(|manoeuvre| {
                self.mover.follow(f, &self.course, manoeuvre).is_ok_and(|(next, _)| reached(&next))
            })
        };
        if self.mover.may_end(f, &self.course).is_ok() {
            return false;
        }
        match self.mover.goal {
            Goal::Close(_) => follows(&|next| self.mover.may_end_willingly(f, next)),
            Goal::Command => {
                let zone = f.command_zone(self.unit());
                follows(&|next| zone.distance(next.at.footprint()) == 0)
                    || self.check_turned_to_commander(f).is_err()
            }
            _ => false,
        }
    }

    pub(super) fn check_stop(&self, f: Field<'_>) -> Allowed {
        let Err(bar) = self.mover.may_end(f, &self.course) else { return Ok(()) };
        if matches!(self.course.formation, Formation::Broken | Formation::Hedgehog) || self.course.met {
            return Ok(());
        }
        match &self.mover.goal {
            Goal::Command => {
                if self.ways.is_empty() {
                    return self.check_turned_to_commander(f);
                }
                let could = self.ways.iter().any(|way| self.mover.follow(f, &self.course, *way).is_ok());
                if could { Err(bar) } else { Ok(()) }
            }
            _ if self.bound => Err(bar),
            Goal::Close(targets) => self.check_turned(f, targets),
            _ => Ok(()),
        }
    }

    /// Manoeuvres of a unit that has something to achieve; whether it still can is looked for once.
    fn offer_towards_goal(&self, f: Field<'_>, out: &mut Vec<Decision>) {
        let bound = self.bound;
        for manoeuvre in manoeuvres(f, self.unit(), self.course.at) {
            let Ok((next, _)) = self.mover.follow(f, &self.course, manoeuvre) else { continue };
            if !bound || self.mover.may_end(f, &next).is_ok() || self.mover.can_end(f, &next) {
                out.push(Decision::Manoeuvre(manoeuvre));
            }
        }
    }

    /// What a unit out of command may do.
    fn offer_ways_to_command(&self, f: Field<'_>, out: &mut Vec<Decision>) {
        let ways = self.ways.clone();
        let open = |manoeuvre: &Manoeuvre| self.mover.follow(f, &self.course, *manoeuvre).is_ok();
        let may_stay = self.mover.may_stay(&self.course);
        let before = out.len();
        if ways.is_empty() || may_stay {
            let turns = manoeuvres(f, self.unit(), self.course.at).into_iter().filter(|m| !ways.contains(m));
            let kept = |m: &Manoeuvre| ways.is_empty() || keeps_place(*m);
            out.extend(turns.filter(|m| turns_only(*m) && kept(m) && open(m)).map(Decision::Manoeuvre));
        }
        let could = ways.into_iter().filter(open).map(Decision::Manoeuvre);
        let turns = out.len();
        out.extend(could);
        if may_stay || out.len() == before || out.len() == turns && self.check_stop(f).is_ok() {
            out.push(Decision::Decline);
        }
    }

    /// A unit that has no way back into command must at least turn so as to make it easier later.
    fn check_turned_to_commander(&self, f: Field<'_>) -> Allowed {
        let Some(commander) = f.wing_commander(f.wing_of(self.unit())) else { return Ok(()) };
        let goal = Footprint { first: f.leader(commander).hex, second: None };
        if self.turn_would_help(f, |at| f.turns_needed(at, goal)) {
            return Err(Bar::Rule(
                rule!("MPBS-5.4.3f"),
                "A unit that cannot move closer to its commander must turn towards its commander",
                "Turn towards its commander.",
            ));
        }
        Ok(())
    }

    /// Whether a turn, without leaving the place, would lower what is needed.
    fn turn_would_help(&self, f: Field<'_>, need: impl Fn(Placement) -> u8) -> bool {
        let now = need(self.course.at);
        now > 0
            && now >= need(self.mover.start)
            && manoeuvres(f, self.unit(), self.course.at).into_iter().any(|manoeuvre| {
                turns_only(manoeuvre)
                    && self
                        .mover
                        .follow(f, &self.course, manoeuvre)
                        .is_ok_and(|(next, _)| need(next.at) < now)
            })
    }

    /// A unit that cannot come nearer must at least turn so as to make it easier later.
    fn check_turned(&self, f: Field<'_>, targets: &[(UnitId, u8)]) -> Allowed {
        let need = |at: Placement| {
            targets.iter().map(|(enemy, _)| f.turns_needed(at, f.footprint(*enemy))).min().unwrap_or(0)
        };
        if self.turn_would_help(f, need) {
            return Err(Bar::Rule(
                rule!("MPBS-5.6.1f"),
                "A charging unit that cannot move closer must turn towards the enemy",
                "Turn towards the nearest enemy.",
            ));
        }
        Ok(())
    }

    /// A manoeuvre that the ground, the enemy and what the move has to achieve allow.
    pub(super) fn plan(&self, f: Field<'_>, manoeuvre: Manoeuvre) -> Allowed<Manoeuvring> {
        let (course, motion) = self.mover.follow(f, &self.course, manoeuvre)?;
        self.check_towards_goal(f, manoeuvre, &course)?;
        Ok(Manoeuvring { manoeuvre, course, motion })
    }

    /// Whether a manoeuvre that ends so serves what the move has to achieve.
    fn check_towards_goal(&self, f: Field<'_>, manoeuvre: Manoeuvre, next: &Course) -> Allowed {
        match &self.mover.goal {
            Goal::Command => {
                if self.mover.commanded {
                    return Ok(());
                }
                if self.mover.may_stay(&self.course) && keeps_place(manoeuvre) {
                    return Ok(());
                }
                if self.ways.contains(&manoeuvre) || self.ways.is_empty() && turns_only(manoeuvre) {
                    return Ok(());
                }
                Err(Bar::Rule(
                    rule!("MPBS-5.4.3a"),
                    "A unit out of command must take the quickest way back into command",
                    "Move towards its commander.",
                ))
            }
            _ => {
                if !self.bound || self.mover.may_end(f, next).is_ok() || self.mover.can_end(f, next) {
                    return Ok(());
                }
                self.mover.may_end(f, next)
            }
        }
    }
}

/// Whether a manoeuvre is a change of facing, wheeling included.
const fn turns_only(manoeuvre: Manoeuvre) -> bool {
    matches!(manoeuvre, Manoeuvre::Face(_) | Manoeuvre::CounterMarch | Manoeuvre::Wheel(_))
}

/// Whether a manoeuvre enters no hex.
const fn keeps_place(manoeuvre: Manoeuvre) -> bool {
    matches!(manoeuvre, Manoeuvre::Face(_) | Manoeuvre::CounterMarch)
}

/// The worse of two formations when units become one stack.
fn worse(a: Formation, b: Formation) -> Formation {
    let rank = |formation| match formation {
        Formation::Normal => 0,
        Formation::OpenOrder => 1,
        Formation::Column => 2,
        Formation::Shaken => 3,
        Formation::Hedgehog | Formation::Broken => 4,
    };
    if rank(a) >= rank(b) { a } else { b }
}

impl Play<MusketPike, Bar> for Move {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match (self.stage, input) {
            (Stage::Entering, _) => {
                self.path.extend(self.course.at.footprint().iter());
                self.reactions(
                    cx,
                    Trigger { by: self.unit(), cause: Cause::Entered, path: self.path.clone() },
                )
            }
            (Stage::Manoeuvring, In::Order(Order::Manoeuvre(plan))) => self.manoeuvre(cx, *plan),
            (Stage::Manoeuvring, In::Order(Order::Plain(Decision::Pistol(target)))) => {
                enforces!("MPBS-10.2a");
                self.shot = true;
                self.run = 0;
                self.stage = Stage::Firing(target);
                call(Fire::pistol(self.unit(), target))
            }
            (Stage::Manoeuvring, In::Order(Order::Plain(Decision::FormHedgehog))) => {
                enforces!("MPBS-6.3.2b-1");
                let unit = self.unit();
                self.course.spent += cx.scenario.movement().form_hedgehog;
                changes::form_hedgehog(cx, unit);
                self.course.formation = Formation::Hedgehog;
                self.finish(cx)
            }
            (Stage::Manoeuvring, In::Order(Order::Plain(Decision::Restack))) => {
                enforces!("MPBS-8.3.2a", "MPBS-8.3.2c", "MPBS-8.3.2d");
                let unit = self.unit();
                self.restacked = true;
                changes::restack(cx, unit);
                self.reactions(cx, Trigger { by: unit, cause: Cause::Restacked, path: SmallVec::new() })
            }
            (Stage::Stacking(main), In::Order(order)) => {
                let layer = if order.accepts() { Layer::Top } else { Layer::Bottom };
                changes::stack_guns(cx, main, layer);
                Flow::Done(Answer::Done)
            }
            (Stage::Manoeuvring, In::Order(_)) => self.finish(cx),
            (Stage::Firing(target), input) => {
                let mut trigger = Trigger::fired(self.unit(), &[target], fired_into(&input));
                trigger.path.clone_from(&self.path);
                self.reactions(cx, trigger)
            }
            (Stage::Reacting, In::Answer(answer)) => {
                if answer == Answer::Intercepted {
                    self.intercepted();
                }
                if answer == Answer::Intercepted || self.is_action() && cx.world.moves != self.moves {
                    self.bound = true;
                    if self.enemies_moved(field(cx)) {
                        self.find_goal_anew(field(cx));
                    }
                }
                self.resume(cx)
            }
            _ => self.resume(cx),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let f = Field::from(asked);
        match (self.stage, decision) {
            (Stage::Stacking(_), Decision::Accept | Decision::Decline) => {}
            (Stage::Stacking(_), _) => return Err(NOT_ASKED),
            (_, Decision::Manoeuvre(manoeuvre)) => {
                return self.plan(f, *manoeuvre).map(|plan| Order::Manoeuvre(Box::new(plan)));
            }
            (_, Decision::Pistol(target)) => self.check_shot(f, *target)?,
            (_, Decision::FormHedgehog) => self.check_hedgehog(f)?,
            (_, Decision::Restack) => self.check_restack(f)?,
            (_, Decision::Decline) => self.check_stop(f)?,
            _ => return Err(NOT_ASKED),
        }
        Ok(decision.into())
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let f = Field::from(asked);
        if matches!(self.stage, Stage::Stacking(_)) {
            out.extend([Decision::Accept, Decision::Decline]);
            return;
        }
        let unit = self.unit();
        let returning = matches!(self.mover.goal, Goal::Command) && !self.mover.commanded;
        match self.mover.goal {
            _ if returning => self.offer_ways_to_command(f, out),
            Goal::Free | Goal::Command => {
                let all = manoeuvres(f, unit, self.course.at).into_iter().map(Decision::Manoeuvre);
                self.offer(asked, all, out);
            }
            _ => self.offer_towards_goal(f, out),
        }
        self.offer(asked, self.other_actions(f), out);
        if !returning {
            self.offer(asked, [Decision::Decline], out);
        }
    }

    fn pick(&self, asked: Asked<'_>, below: Below<'_>) -> Option<Decision> {
        let f = Field::from(asked);
        let mut tries: SmallVec<[Decision; 16]> = SmallVec::new();
        if matches!(self.stage, Stage::Stacking(_)) {
            tries.extend([Decision::Accept, Decision::Decline]);
            return pick_legal(self, asked, tries, below);
        }
        let unit = self.unit();
        if matches!(self.mover.goal, Goal::Command) && !self.mover.commanded {
            let mut ways = Vec::new();
            self.offer_ways_to_command(f, &mut ways);
            self.offer(asked, self.other_actions(f), &mut ways);
            return if ways.is_empty() { None } else { Some(ways.swap_remove(below(ways.len()))) };
        }
        tries.push(Decision::Decline);
        tries.extend(manoeuvres(f, unit, self.course.at).into_iter().map(Decision::Manoeuvre));
        tries.extend(self.other_actions(f));
        pick_legal(self, asked, tries, below)
    }
}
