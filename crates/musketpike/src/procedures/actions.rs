//! Step C: each unit of the Active Wing has one Action, in any order.

use super::{
    Answer, Asked, Below, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, call,
    cannonade::Cannonade,
    changes,
    course::{Purpose, charge_targets},
    departure::{awaited, may_begin, may_join, waits},
    entry, field,
    infantry_fire::{InfantryFire, check_together, check_volley, offer_volleys},
    movement::Move,
    rally,
};
use crate::{
    counters::{LeaderId, UnitId, WingId},
    engine::{
        bar::{Allowed, Bar},
        field::{Field, Leaders},
    },
    hex::{Facing, Hex, Placement},
    messages::{Company, Decision, Escort, Event, Request, Target, Through, Volley},
    world::{LeaderAction, Marks, MoraleState, Post, Presence, UnitSet},
};
use caracole_kernel::Flow;
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The Perform Actions step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actions {
    wing: WingId,
}

impl Actions {
    pub(super) const fn new(wing: WingId) -> Self {
        Actions { wing }
    }

    /// Whether a unit of the Active Wing still has its Action.
    fn check_actor(&self, f: Field<'_>, unit: UnitId) -> Allowed {
        if usize::from(unit.0) >= f.world.units.len()
            || f.wing_of(unit) != self.wing
            || !f.unit(unit).in_play()
        {
            return Err(Bar::Rule(
                rule!("MPBS-GLOSSARY-ACTIVE"),
                "Only units of the Active Wing that are on the map act",
                "Choose a unit of the Active Wing.",
            ));
        }
        if f.unit(unit).is(Marks::ACTED) {
            return Err(Bar::Unit(
                rule!("MPBS-3.2C-1"),
                unit,
                "The unit has used its Action in this activation",
                "Choose another unit.",
            ));
        }
        Ok(())
    }

    fn check_leader(&self, f: Field<'_>, leader: LeaderId) -> Allowed {
        enforces!("MPBS-5.1.2b", "MPBS-5.1.2d");
        if usize::from(leader.0) >= f.world.leaders.len() {
            return Err(NOT_ASKED);
        }
        let state = f.leader(leader);
        let mine = match state.post {
            Post::Army => state.side == f.wing_side(self.wing),
            Post::Wing(wing) => wing == self.wing,
            Post::Waiting => false,
        };
        if !mine || !state.on_map() {
            return Err(Bar::Rule(
                rule!("MPBS-GLOSSARY-ACTIVE"),
                "Only the commander of the Active Wing and the Army Commander act",
                "Choose one of them.",
            ));
        }
        if state.action != LeaderAction::None {
            return Err(Bar::Rule(
                rule!("MPBS-5.2.2d"),
                "That leader has used their Action in this activation",
                "Choose another leader.",
            ));
        }
        Ok(())
    }

    fn check_move_leader(&self, f: Field<'_>, leader: LeaderId, to: Hex) -> Allowed {
        self.check_leader(f, leader)?;
        let state = f.leader(leader);
        if to == state.hex || !f.leader_can_reach(leader, to) {
            return Err(Bar::At(
                rule!("MPBS-5.2.2e"),
                to,
                "The leader does not have enough movement points to get there",
                "Choose a nearer hex.",
            ));
        }
        let joined = |wing| f.stack(to).units().any(|unit| f.wing_of(unit) == wing);
        if let Post::Wing(wing) = state.post
            && !joined(wing)
            && !self.can_be_joined(f, leader, to)
        {
            return Err(Bar::At(
                rule!("MPBS-5.2.1b"),
                to,
                "A Wing Commander must end the step with a unit of the Wing, and no unit can get to that hex",
                "Choose the hex of one of its units, or one that a unit which has not acted can reach.",
            ));
        }
        Ok(())
    }

    /// Whether a unit of the Wing could come to its commander if the commander moved to an empty hex.
    fn can_be_joined(&self, f: Field<'_>, leader: LeaderId, to: Hex) -> bool {
        let mut world = f.world.clone();
        let state = world.leader_mut(leader);
        (state.hex, state.action) = (to, LeaderAction::Used);
        let then = Field::new(f.table, &world);
        then.units_of_wing(self.wing).any(|unit| may_join(then, unit, to))
    }

    /// The only unit that can still come to a Wing Commander who waits for one does nothing but that.
    fn check_not_awaited(&self, f: Field<'_>, decision: &Decision) -> Allowed {
        let (Decision::Volley(Volley { unit, .. })
        | Decision::VolleyTogether { unit, .. }
        | Decision::Rally { unit, .. }
        | Decision::Reform { unit, .. }
        | Decision::Limber { gun: unit, .. }) = decision
        else {
            return Ok(());
        };
        let known = usize::from(unit.0) < f.world.units.len();
        if known
            && waits(f, self.wing).is_some()
            && f.wing_of(*unit) == self.wing
            && awaited(f, *unit).is_some()
        {
            return Err(Bar::Unit(
                rule!("MPBS-5.2.1b"),
                *unit,
                "The Wing Commander needs this unit: no other unit of the Wing can reach the commander's hex",
                "Move it into the commander's hex.",
            ));
        }
        Ok(())
    }

    /// A Wing Commander left alone needs the Action to join a unit, unless another unit can still come to him.
    fn check_not_stranded(&self, f: Field<'_>, unit: UnitId, through: Through) -> Allowed {
        enforces!("MPBS-5.2.1c");
        let Some(commander) = f.wing_commander(self.wing).filter(|_| through == Through::Wing) else {
            return Ok(());
        };
        let hex = f.leader(commander).hex;
        let with_him = f.stack(hex).units().any(|other| f.wing_of(other) == self.wing);
        if with_him || f.units_of_wing(self.wing).any(|other| other != unit && may_join(f, other, hex)) {
            return Ok(());
        }
        Err(Bar::Rule(
            rule!("MPBS-5.2.1b"),
            "The Wing Commander is alone and needs the Action to join a unit of the Wing",
            "Move the commander to a unit, or use the Army Commander.",
        ))
    }

    fn check_limber(&self, f: Field<'_>, gun: UnitId, facing: Option<Facing>) -> Allowed {
        self.check_actor(f, gun)?;
        enforces!("MPBS-7.3.3a", "MPBS-7.3.3c");
        if !f.table.limbering() {
            return Err(Bar::Rule(
                rule!("MPBS-7.3.3c"),
                "Artillery does not limber in this battle",
                "Leave the guns where they are.",
            ));
        }
        let state = f.unit(gun);
        let spent = state.is(Marks::FIRED) || state.is(Marks::LIMBERING) || state.is(Marks::TRAVELLED);
        if !f.is_gun(gun) || spent || state.morale == MoraleState::Broken {
            return Err(Bar::Unit(
                rule!("MPBS-7.3.3a"),
                gun,
                "Only guns that have neither fired nor moved this turn limber or unlimber",
                "Wait for the next turn.",
            ));
        }
        if facing.is_some() != f.is_limbered(gun) {
            return Err(Bar::Unit(
                rule!("MPBS-7.3.3a"),
                gun,
                "Guns that unlimber are given a facing; guns that limber have none",
                "Give a facing to unlimber, none to limber.",
            ));
        }
        Ok(())
    }

    /// A unit that may not be left without its move.
    fn must_move_first(&self, f: Field<'_>) -> Option<Bar> {
        enforces!("MPBS-5.4.3e", "MPBS-5.5.4a");
        f.wing_commander(self.wing)?;
        let must_close = f.table.charts.orders_restriction.of(f.wing(self.wing).orders).must_close;
        for unit in f.units_of_wing(self.wing) {
            let state = f.unit(unit);
            let idle = state.is(Marks::ACTED)
                || f.allowance(unit) == 0
                || may_begin(f, unit, Company::Stack, Escort::None).is_err();
            if idle || f.is_light(unit) && f.partner(unit).is_some() {
                continue;
            }
            let in_command = f.in_command(unit);
            if !in_command && !f.is_engaged(unit) && must_move(f, unit) {
                return Some(Bar::Unit(
                    rule!("MPBS-5.4.3a"),
                    unit,
                    "A unit out of command must move back into command",
                    "Move it first.",
                ));
            }
            if must_close && in_command {
                let targets = charge_targets(f, unit, f.footprint(unit));
                let apart = !targets.is_empty() && targets.iter().all(|(_, distance)| *distance > 1);
                if apart && must_move(f, unit) {
                    return Some(Bar::Unit(
                        rule!("MPBS-5.6.1a"),
                        unit,
                        "A unit under Charge Orders must move towards the nearest enemy",
                        "Move it first.",
                    ));
                }
            }
        }
        None
    }

    /// Whether the step may end.
    fn check_end(&self, f: Field<'_>) -> Allowed {
        if let Some(bar) = self.must_move_first(f) {
            return Err(bar);
        }
        if self.commander_left_alone(f) {
            return Err(Bar::Rule(
                rule!("MPBS-5.2.1b"),
                "The Wing Commander must end the step with a unit of the Wing",
                "Move the commander to a unit, or a unit to the commander.",
            ));
        }
        Ok(())
    }

    /// Whether the Wing Commander still has to join a unit.
    fn commander_left_alone(&self, f: Field<'_>) -> bool {
        let Some(commander) = f.wing_commander(self.wing) else { return false };
        let leader = f.leader(commander);
        let with = |hex: Hex| f.stack(hex).units().any(|unit| f.wing_of(unit) == self.wing);
        if with(leader.hex) {
            return false;
        }
        if let Some(hex) = waits(f, self.wing) {
            return f.units_of_wing(self.wing).any(|unit| may_join(f, unit, hex));
        }
        f.units_of_wing(self.wing)
            .any(|unit| f.footprint(unit).iter().any(|hex| f.leader_can_reach(commander, hex)))
    }

    fn act(&self, cx: &mut Cx<'_>, order: Order) -> Next {
        enforces!("MPBS-4.2.2a", "MPBS-GLOSSARY-ACTION", "MPBS-3.2C-2");
        match order {
            Order::Move { unit, company, leaders } => {
                let f = field(cx);
                let partner = f.partner(unit).filter(|_| company == Company::Stack);
                let next = Move::new(f, unit, Purpose::Action, company, leaders.clone());
                for leader in leaders {
                    cx.world.leader_mut(leader).action = LeaderAction::Used;
                }
                act_with(cx, [Some(unit), partner].into_iter().flatten());
                call(next)
            }
            Order::VolleyTogether { rider, pistols, light, muskets } => {
                act_with(cx, [rider, light]);
                call(InfantryFire::together(rider, pistols, light, muskets))
            }
            Order::Rally { unit, through, leader } => {
                self.spend(cx, unit, through, leader);
                call(rally::begin_rally(field(cx), unit, leader))
            }
            Order::Reform { unit, what, through, leader } => {
                self.spend(cx, unit, through, leader);
                rally::reform(cx, unit, what);
                call(rally::reformed(field(cx), unit))
            }
            Order::Plain(decision) => self.act_as_said(cx, decision),
            _ => Flow::Done(Answer::Done),
        }
    }

    fn act_as_said(&self, cx: &mut Cx<'_>, decision: Decision) -> Next {
        match decision {
            Decision::Volley(volley) => {
                act_with(cx, [volley.unit]);
                call(InfantryFire::new(&volley))
            }
            Decision::Cannonade { gun, target, hex } => {
                act_with(cx, [gun]);
                call(Cannonade::action(gun, target, hex))
            }
            Decision::TurnGun { gun, facing } => {
                act_with(cx, [gun]);
                changes::turn_gun(cx, gun, facing);
                call(super::reaction::Reactions::turned(field(cx), gun))
            }
            Decision::Limber { gun, facing } => {
                limber(cx, gun, facing);
                Flow::Again
            }
            Decision::MoveLeader { leader, to } => {
                let state = cx.world.leader_mut(leader);
                state.action = LeaderAction::Used;
                state.hex = to;
                cx.tell(Event::LeaderMoved { leader, to });
                Flow::Again
            }
            Decision::Enter { unit, at, formation, escort } => {
                entry::enter(cx, self.wing, unit, at, formation, escort)
            }
            _ => Flow::Done(Answer::Done),
        }
    }

    /// Uses the Actions of the unit and of the leader who Rallies or Reforms it.
    fn spend(&self, cx: &mut Cx<'_>, unit: UnitId, through: Through, leader: LeaderId) {
        enforces!("MPBS-5.1.1e");
        cx.world.leader_mut(leader).action = match through {
            Through::Wing => LeaderAction::Rallying,
            Through::ArmyCommander => LeaderAction::Used,
        };
        if field(cx).wing_of(unit) == self.wing {
            let units = changes::together(cx, unit);
            act_with(cx, units);
        }
    }

    /// Whether a unit may be Rallied or Reformed: of the Wing with its Action, or any through the Army Commander.
    fn check_recovery(&self, f: Field<'_>, unit: UnitId, through: Through) -> Allowed {
        if usize::from(unit.0) >= f.world.units.len() || f.side(unit) != f.wing_side(self.wing) {
            return Err(NOT_ASKED);
        }
        if through == Through::Wing || f.wing_of(unit) == self.wing {
            enforces!("MPBS-13.2.1a");
            return self.check_actor(f, unit);
        }
        if f.unit(unit).in_play() { Ok(()) } else { Err(NOT_ASKED) }
    }
}

/// Whether a move begun now could not end at once: it still has something to achieve that it can.
fn must_move(f: Field<'_>, unit: UnitId) -> bool {
    enforces!("MPBS-5.6.1p", "MPBS-5.6.1f");
    let mut unmoved = Move::new(f, unit, Purpose::Action, Company::Stack, Leaders::new());
    if unmoved.gains_at_once(f) {
        return true;
    }
    unmoved.look_ahead(f);
    unmoved.check_stop(f).is_err()
}

/// Units use their Action.
fn act_with(cx: &mut Cx<'_>, units: impl IntoIterator<Item = UnitId>) {
    for unit in units {
        cx.world.unit_mut(unit).marks.set(Marks::ACTED);
    }
}

/// Guns limber, or unlimber with a facing.
fn limber(cx: &mut Cx<'_>, gun: UnitId, facing: Option<Facing>) {
    let state = cx.world.unit_mut(gun);
    state.marks.set(Marks::LIMBERING);
    state.marks.set(Marks::ACTED);
    match (facing, state.at) {
        (Some(facing), Placement::One { hex, .. }) => {
            state.at = Placement::One { hex, facing };
            state.marks.clear(Marks::LIMBERED);
            cx.tell(Event::Unlimbered { unit: gun });
        }
        _ => {
            state.marks.set(Marks::LIMBERED);
            cx.tell(Event::Limbered { unit: gun });
        }
    }
}

impl Play<MusketPike, Bar> for Actions {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match input {
            In::Order(order) => self.act(cx, order),
            _ => Flow::Ask(field(cx).wing_side(self.wing), Request::Act(self.wing)),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let f = Field::from(asked);
        self.check_not_awaited(f, decision)?;
        match *decision {
            Decision::Move { unit, company, escort } => {
                self.check_actor(f, unit)?;
                let leaders = may_begin(f, unit, company, escort)?;
                return Ok(Order::Move { unit, company, leaders });
            }
            Decision::Volley(ref volley) => {
                enforces!("MPBS-10.3.1a");
                self.check_actor(f, volley.unit)?;
                check_volley(f, volley)?;
            }
            Decision::VolleyTogether { unit, pistols, muskets } => {
                self.check_actor(f, unit)?;
                if let Some(light) = f.partner(unit) {
                    self.check_actor(f, light)?;
                }
                let light = check_together(f, unit, pistols, muskets)?;
                return Ok(Order::VolleyTogether { rider: unit, pistols, light, muskets });
            }
            Decision::Cannonade { gun, target, hex } => {
                self.check_actor(f, gun)?;
                // In command or not.
                enforces!("MPBS-10.8.1b");
                f.gun_bears(gun, target, hex)?;
            }
            Decision::TurnGun { gun, facing } => {
                self.check_actor(f, gun)?;
                f.may_turn_gun(gun, facing)?;
            }
            Decision::Limber { gun, facing } => self.check_limber(f, gun, facing)?,
            Decision::Rally { unit, through } => {
                self.check_recovery(f, unit, through)?;
                self.check_not_stranded(f, unit, through)?;
                let leader = rally::check_rally(f, unit, through)?;
                return Ok(Order::Rally { unit, through, leader });
            }
            Decision::Reform { unit, what, through } => {
                self.check_recovery(f, unit, through)?;
                self.check_not_stranded(f, unit, through)?;
                let leader = rally::check_reform(f, unit, what, through)?;
                return Ok(Order::Reform { unit, what, through, leader });
            }
            Decision::MoveLeader { leader, to } => self.check_move_leader(f, leader, to)?,
            Decision::Enter { unit, at, formation, escort } => {
                entry::check(f, self.wing, unit, at, formation, escort)?;
            }
            Decision::Decline => self.check_end(f)?,
            _ => return Err(NOT_ASKED),
        }
        Ok(decision.into())
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let f = Field::from(asked);
        for unit in f.units_of_wing(self.wing) {
            if f.unit(unit).is(Marks::ACTED) {
                continue;
            }
            self.offer_unit(f, unit, out);
        }
        self.offer_leaders(f, out);
        entry::offer(f, self.wing, out);
        self.keep_company(f, asked, out);
        self.offer(asked, [Decision::Decline], out);
    }

    /// Chooses a unit or leader first and then its Action, so the Actions of all others are never worked out.
    fn pick(&self, asked: Asked<'_>, below: Below<'_>) -> Option<Decision> {
        let f = Field::from(asked);
        let mut actors: SmallVec<[Actor; 32]> = f
            .units_of_wing(self.wing)
            .filter(|unit| !f.unit(*unit).is(Marks::ACTED))
            .map(Actor::Unit)
            .collect();
        actors.extend([Actor::Leaders, Actor::Reinforcements, Actor::Nobody]);
        let mut choices = Vec::new();
        while !actors.is_empty() {
            match actors.swap_remove(below(actors.len())) {
                Actor::Unit(unit) => self.offer_unit(f, unit, &mut choices),
                Actor::Leaders => self.offer_leaders(f, &mut choices),
                Actor::Reinforcements => entry::offer(f, self.wing, &mut choices),
                Actor::Nobody => self.offer(asked, [Decision::Decline], &mut choices),
            }
            self.keep_company(f, asked, &mut choices);
            if !choices.is_empty() {
                return Some(choices.swap_remove(below(choices.len())));
            }
        }
        None
    }
}

/// A unit begins to move: with its stack or alone, with any of the leaders with it.
fn offer_moves(f: Field<'_>, unit: UnitId, out: &mut Vec<Decision>) {
    let companies: &[Company] =
        if f.partner(unit).is_some() { &[Company::Stack, Company::Alone] } else { &[Company::Stack] };
    let led = !f.leaders_with(unit).is_empty();
    let escorts: &[Escort] = if led { &Escort::ALL } else { &[Escort::None] };
    for &company in companies {
        for &escort in escorts {
            if may_begin(f, unit, company, escort).is_ok() {
                out.push(Decision::Move { unit, company, escort });
            }
        }
    }
}

/// Who may act next.
enum Actor {
    Unit(UnitId),
    Leaders,
    Reinforcements,
    Nobody,
}

impl Actions {
    /// While the Wing Commander is alone some Actions would leave the commander alone: those are no candidates.
    fn keep_company(&self, f: Field<'_>, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let alone = f.wing_commander(self.wing).is_some_and(|commander| {
            !f.stack(f.leader(commander).hex).units().any(|unit| f.wing_of(unit) == self.wing)
        });
        if alone {
            out.retain(|decision| self.check(asked, decision).is_ok());
        }
    }

    fn offer_unit(&self, f: Field<'_>, unit: UnitId, out: &mut Vec<Decision>) {
        if f.is_gun(unit) {
            self.offer_gun(f, unit, out);
        }
        if !f.is_gun(unit) || f.is_limbered(unit) {
            offer_moves(f, unit, out);
            offer_volleys(f, unit, out);
            self.offer_together(f, unit, out);
        }
        rally::offer_reforms(f, unit, Through::Wing, out);
        if f.unit(unit).morale != MoraleState::Normal && rally::check_rally(f, unit, Through::Wing).is_ok() {
            out.push(Decision::Rally { unit, through: Through::Wing });
        }
    }

    /// Cavalry with light infantry fires together: each at any enemy that bears for it.
    fn offer_together(&self, f: Field<'_>, unit: UnitId, out: &mut Vec<Decision>) {
        let Some(light) = f.partner(unit).filter(|_| f.is_cavalry(unit)) else { return };
        if self.check_actor(f, light).is_err() {
            return;
        }
        let targets = f.targets_around(f.footprint(unit), f.side(unit));
        for pistols in targets.iter().copied() {
            for muskets in targets.iter().copied() {
                if check_together(f, unit, pistols, muskets).is_ok() {
                    out.push(Decision::VolleyTogether { unit, pistols, muskets });
                }
            }
        }
    }

    fn offer_gun(&self, f: Field<'_>, gun: UnitId, out: &mut Vec<Decision>) {
        if f.gun_ready(gun).is_ok() {
            let (_, range) = f.gun_ranges(gun);
            let hex = f.hex(gun);
            for enemy in f.units_of(f.side(gun).other()) {
                if f.footprint(enemy).distance(hex) > i32::from(range) {
                    continue;
                }
                let target = Target::Unit(enemy);
                let bears = f.footprint(enemy).iter().filter(|at| f.gun_bears(gun, target, *at).is_ok());
                out.extend(bears.map(|hex| Decision::Cannonade { gun, target, hex }));
            }
            for (leader, state) in f.leaders() {
                let (target, hex) = (Target::Leader(leader), state.hex);
                if state.on_map() && f.is_alone(leader) && f.gun_bears(gun, target, hex).is_ok() {
                    out.push(Decision::Cannonade { gun, target, hex });
                }
            }
            let turns = Facing::ALL.into_iter().filter(|facing| f.may_turn_gun(gun, *facing).is_ok());
            out.extend(turns.map(|facing| Decision::TurnGun { gun, facing }));
        }
        let facings = Facing::ALL.map(Some);
        let facings: &[Option<Facing>] = if f.is_limbered(gun) { &facings } else { &[None] };
        let ways = facings.iter().filter(|facing| self.check_limber(f, gun, **facing).is_ok());
        out.extend(ways.map(|facing| Decision::Limber { gun, facing: *facing }));
    }

    fn offer_leaders(&self, f: Field<'_>, out: &mut Vec<Decision>) {
        let side = f.wing_side(self.wing);
        if let Some(army) = f.army_commander(side)
            && f.leader(army).action == LeaderAction::None
        {
            // A two-hex unit may be met twice.
            let near: UnitSet = f.leader(army).hex.within(1).flat_map(|hex| f.stack(hex).units()).collect();
            for unit in near.iter() {
                if self.check_recovery(f, unit, Through::ArmyCommander).is_err() {
                    continue;
                }
                rally::offer_reforms(f, unit, Through::ArmyCommander, out);
                if rally::check_rally(f, unit, Through::ArmyCommander).is_ok() {
                    out.push(Decision::Rally { unit, through: Through::ArmyCommander });
                }
            }
            self.offer_leader_moves(f, army, f.units_of(side), out);
        }
        if let Some(commander) = f.wing_commander(self.wing)
            && f.leader(commander).action == LeaderAction::None
        {
            self.offer_leader_moves(f, commander, f.units_of_wing(self.wing), out);
        }
    }

    /// Moves of a leader to the nearest units within reach; if there are none, as near to a unit as possible.
    fn offer_leader_moves(
        &self,
        f: Field<'_>,
        leader: LeaderId,
        units: impl Iterator<Item = UnitId>,
        out: &mut Vec<Decision>,
    ) {
        let from = f.leader(leader).hex;
        let hexes: SmallVec<[Hex; 64]> = units.flat_map(|unit| f.footprint(unit).iter()).collect();
        let reach = i32::from(f.table.movement().leader);
        let mut near: SmallVec<[(i32, Hex); 32]> = hexes
            .iter()
            .map(|hex| (hex.distance(from), *hex))
            .filter(|(distance, _)| (1..=reach).contains(distance))
            .collect();
        near.sort_unstable_by_key(|(distance, hex)| (*distance, hex.column(), hex.row()));
        near.dedup();
        // A leader who cannot reach the nearest units may have to go to one farther away. Hexes at the same distance are
        // offered together.
        let (mut offered, mut farthest) = (0, 0);
        for (distance, to) in near.into_iter().filter(|(_, hex)| f.leader_can_reach(leader, *hex)) {
            if offered >= FEWEST_MOVES && distance > farthest {
                break;
            }
            (offered, farthest) = (offered + 1, distance);
            out.push(Decision::MoveLeader { leader, to });
        }
        if offered == 0 {
            self.offer_approaches(f, leader, &hexes, out);
        }
    }

    /// Moves of a leader who reaches no unit: to the legal hexes that are nearest to one.
    fn offer_approaches(&self, f: Field<'_>, leader: LeaderId, units: &[Hex], out: &mut Vec<Decision>) {
        let from = f.leader(leader).hex;
        let gap = |hex: Hex| units.iter().map(|unit| unit.distance(hex)).min().unwrap_or(0);
        let mut open: Vec<(i32, Hex)> = from
            .within(i32::from(f.table.movement().leader))
            .filter(|hex| *hex != from && f.table.index(*hex).is_some())
            .map(|hex| (gap(hex), hex))
            .collect();
        open.sort_unstable_by_key(|(gap, hex)| (*gap, hex.column(), hex.row()));
        let mut nearest = None;
        for (gap, to) in open {
            if nearest.is_some_and(|nearest| gap > nearest) {
                break;
            }
            if self.check_move_leader(f, leader, to).is_ok() {
                nearest = Some(gap);
                out.push(Decision::MoveLeader { leader, to });
            }
        }
    }
}

/// The fewest moves that are offered for a leader, if there are as many.
const FEWEST_MOVES: usize = 4;

/// Whether a leader has still to come on.
pub(super) fn is_to_come(f: Field<'_>, wing: WingId) -> Option<LeaderId> {
    f.wing(wing).commander.filter(|leader| f.leader(*leader).presence == Presence::ToCome)
}
