//! The Charge Phase.

mod answer;
mod away;
mod course;
mod declare;
mod fire;
mod message;
mod moves;
mod press;
mod respond;
mod tell;
mod words;

pub use away::{carry_out as go_away, direction, lay, make_way, plan as plan_away, turned as turned_toward};
pub use course::{camp_is_fortified, press, press_from_line, runs_into};
pub use declare::{charged_by, check_one, possible};
pub use message::{Decision, Declared, Event, Order, Request, Response, Toward};
pub use moves::{check_regain, flank_claims, regains};
pub use press::ComeUp;
pub use respond::{candidates as responses, check as check_response, open_to};
pub use tell::{about, tell};
pub use words::{prompt, wording};

use crate::battle::ambush;
use crate::battle::combat::Combats;
use crate::battle::goes::Goes;
use crate::battle::movement::{
    check_discard, check_prompt, discard, discards, holds_cards, plan as movement_plan, spend, take_along,
};
use crate::battle::outcome::{Kab, Outcomes, Test, Tested};
use crate::battle::shooting::Shot;
use crate::battle::system::{Renatio, RollPurpose};
use crate::battle::world::{Approach, Charge, ChargeKind, Deed, Foe, Game, UgId};
use crate::battle::{Action, Asked, Cx, Flow, Input};
use crate::charts::{ActionCode, CombatKind};
use crate::kab::Cause;
use caracole_kernel::{
    Flow as F, Input as I, NotAsked, Play, Refusal, Side,
    dice::{Die, Pool, Reroll, Roll},
};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// Where the Charge Phase has got to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Step {
    /// SP2.1.
    Clear,
    /// SP2.2.
    Declare,
    /// SP2.3.
    Direct,
    /// SP2.4.
    Counter,
    /// SP2.5: choices.
    Respond,
    /// SP2.5: shooting at chargers.
    Volleys,
    /// SP2.5: moves of those who chose to go, with their dice.
    Away,
    /// SP2.6.
    Move,
    /// SP2.6: somebody met on the way responds.
    Late {
        /// Who charges.
        by: UgId,
        /// Who is met.
        met: UgId,
    },
    /// SP2.7.
    Combat,
    /// SP2.8.
    Outcome,
    /// The end.
    Done,
}

/// A unit that goes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Going {
    ug: UgId,
    how: Response,
    toward: Toward,
}

/// A charge under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct UnderWay {
    ug: UgId,
    approach: Approach,
    regained: u8,
    /// It has come up to the enemy, and its files press forward.
    come_up: Option<ComeUp>,
}

/// The Charge Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChargePhase {
    step: Step,
    goes: Goes,
    /// Who goes away, the last first.
    going: Vec<Going>,
    /// The charge that is being moved.
    under_way: Option<UnderWay>,
    /// Chargers with Shoot & Charge who have not said yet what they shoot, the last first.
    salvos: Vec<UgId>,
    /// Sides that have said who shoots at chargers, and what they shoot.
    aimed: Vec<Side>,
    shots: Vec<Shot>,
}

impl ChargePhase {
    /// The Active Player begins.
    pub fn new(active: Side) -> ChargePhase {
        ChargePhase {
            step: Step::Clear,
            goes: Goes::new(active),
            going: Vec::new(),
            under_way: None,
            salvos: Vec::new(),
            aimed: Vec::new(),
            shots: Vec::new(),
        }
    }

    /// The next Sub-Phase.
    fn to(&mut self, active: Side, step: Step) {
        self.step = step;
        self.goes = Goes::new(active);
    }

    /// What follows if the step waits for nothing: a question, or the next step.
    fn next(&mut self, cx: &mut Cx<'_>) -> Flow {
        let game = Game::new(cx.scenario, cx.world);
        let active = game.world.when.active;
        if let Some(salvo) = self.next_salvo(game) {
            return salvo;
        }
        match self.step.clone() {
            Step::Clear => match self.goes.next(|side| holds_cards(game, side)) {
                Some(side) => F::Ask(side, Request::Clear.into()),
                None => self.step_to(active, Step::Declare),
            },
            Step::Declare => match self.goes.next(|side| can_declare(game, side)) {
                Some(side) => F::Ask(side, Request::Declare.into()),
                None => self.step_to(active, Step::Direct),
            },
            Step::Direct => {
                enforces!("RETG-CHARGE-022", "RETG-SEQ-009");
                let left = [active, active.other()]
                    .into_iter()
                    .find_map(|side| declare::forced(game, side).first().map(|ug| (side, *ug)));
                match left {
                    Some((side, ug)) => F::Ask(side, Request::Direct { ug }.into()),
                    None => self.step_to(active, Step::Counter),
                }
            }
            Step::Counter => match self.goes.next(|side| can_counter(game, side)) {
                Some(side) => F::Ask(side, Request::Counter.into()),
                None => {
                    let tests = unused_ways(cx);
                    self.to(active, Step::Respond);
                    call_tests(tests)
                }
            },
            Step::Respond => self.respond(cx, active),
            Step::Volleys => self.volleys(cx, active),
            Step::Away => self.away(cx, active),
            Step::Move => self.move_next(cx),
            Step::Late { by, met } => {
                let side = game.world[met].side;
                let _ = by;
                F::Ask(side, Request::Respond { ug: met }.into())
            }
            Step::Combat => {
                self.to(active, Step::Outcome);
                F::Call(Box::new(Combats::new(CombatKind::Charge, active)).into())
            }
            Step::Outcome => {
                self.to(active, Step::Done);
                F::Call(Outcomes::new(active).into())
            }
            Step::Done => {
                cx.world.charges.clear();
                F::Done(())
            }
        }
    }

    fn step_to(&mut self, active: Side, step: Step) -> Flow {
        self.to(active, step);
        F::Again
    }

    /// Asks the next charged unit that has a choice; the others answer by themselves.
    fn respond(&mut self, cx: &mut Cx<'_>, active: Side) -> Flow {
        enforces!("RETG-SEQ-012");
        loop {
            let game = Game::new(cx.scenario, cx.world);
            let Some(ug) = respond::waiting(game).first().copied() else { break };
            let by = respond::chargers(game, ug);
            match respond::open_to(game, ug, &by).as_slice() {
                [only] => {
                    let how = *only;
                    self.answered(cx, Going { ug, how, toward: Toward::Rear });
                }
                _ => return F::Ask(game.world[ug].side, Request::Respond { ug }.into()),
            }
        }
        self.going.reverse();
        self.step_to(active, Step::Volleys)
    }

    fn answered(&mut self, cx: &mut Cx<'_>, going: Going) {
        cx.world[going.ug].deeds = cx.world[going.ug].deeds.with(Deed::Answered);
        cx.tell(Event::Responded { ug: going.ug, how: going.how }.into());
        if going.how != Response::Stand {
            self.going.push(going);
        }
    }

    /// The dice of the next unit that goes away.
    fn away(&mut self, cx: &mut Cx<'_>, active: Side) -> Flow {
        let game = Game::new(cx.scenario, cx.world);
        while let Some(going) = self.going.last() {
            if game.world.on_table().any(|ug| ug == going.ug) {
                return F::Throw(d6(game.world[going.ug].side, rule!("RETG-CHARGE-058"), RollPurpose::Away));
            }
            self.going.pop();
        }
        match &self.under_way {
            Some(_) => {
                self.step = Step::Move;
                F::Again
            }
            None => self.step_to(active, Step::Move),
        }
    }

    fn goes_away(&mut self, cx: &mut Cx<'_>, d6: u8) -> Flow {
        let Some(going) = self.going.pop() else { return F::Again };
        let game = Game::new(cx.scenario, cx.world);
        let mut by = respond::chargers(game, going.ug);
        by.extend(self.under_way.as_ref().map(|under_way| under_way.ug));
        let charge = away::charge_on(game, going.ug, &by);
        let toward = away::direction(game, going.ug, going.toward, charge);
        let plan = away::plan(game, going.ug, going.how, toward, charge, d6);
        call_tests(away::carry_out(cx, going.ug, going.how, plan))
    }

    /// Goes on with the charge under way, or asks for the next.
    fn move_next(&mut self, cx: &mut Cx<'_>) -> Flow {
        if let Some(under_way) = &mut self.under_way {
            let ug = under_way.ug;
            let next = match &mut under_way.come_up {
                None => moves::advance(cx, ug, &under_way.approach, under_way.regained),
                Some(come_up) => press::go_on(cx, ug, come_up),
            };
            return match next {
                moves::Next::Meets(met) => {
                    self.step = Step::Late { by: ug, met };
                    F::Again
                }
                moves::Next::ComesUp(come_up, tests) => {
                    under_way.come_up = Some(come_up);
                    call_tests(tests)
                }
                moves::Next::Presses => {
                    let side = cx.world[ug].side;
                    F::Ask(side, crate::battle::Request::Combat(crate::battle::fights::Request::Press { ug }))
                }
                moves::Next::Done(tests) => {
                    self.under_way = None;
                    call_tests(tests)
                }
            };
        }
        let game = Game::new(cx.scenario, cx.world);
        match self.goes.next(|side| !moves::pending(game, side).is_empty()) {
            Some(side) => F::Ask(side, Request::Move.into()),
            None => {
                self.to(game.world.when.active, Step::Combat);
                F::Again
            }
        }
    }

    fn order(&mut self, cx: &mut Cx<'_>, order: Order) {
        match order {
            Order::Clear { plan, way_for, paid } => {
                spend(cx, &plan, &paid);
                for moved in &plan.moved {
                    cx.world.place(&moved.placings);
                    cx.tell(crate::battle::Event::Moved {
                        ug: moved.ug,
                        distance: moved.distance.clone(),
                        spent: moved.spent,
                    });
                    cx.world[moved.ug].acted = true;
                }
                cx.world.fray.cleared.push(way_for);
            }
            Order::Declare { charges, paid } => {
                if let Some((plan, paid)) = &paid {
                    spend(cx, plan, paid);
                }
                let game = Game::new(cx.scenario, cx.world);
                self.salvos = Self::may_salvo(game, charges.iter().rev().map(|charge| charge.ug));
                for charge in charges {
                    declared(cx, charge);
                }
            }
            Order::Hold { plan, paid } => {
                spend(cx, &plan, &paid);
                // It has not acted: it may do something else later in the turn.
                enforces!("RETG-MOVE-012");
                for ug in plan.ugs {
                    cx.world[ug].deeds = cx.world[ug].deeds.with(Deed::Held);
                    cx.tell(Event::Held { ug }.into());
                }
            }
            Order::Counter { plan, paid, charged } => counter(cx, &plan, &paid, charged),
            Order::Respond { how, toward } => self.responds(cx, how, toward),
            Order::Move { ug, approach, paid } => {
                let mut regained = 0;
                if let Some((plan, paid, bw)) = &paid {
                    spend(cx, plan, paid);
                    regained = *bw;
                }
                self.under_way = Some(UnderWay { ug, approach, regained, come_up: None });
            }
            Order::Press(files) => {
                if let Some(come_up) =
                    self.under_way.as_mut().and_then(|under_way| under_way.come_up.as_mut())
                {
                    come_up.choose(files);
                }
            }
        }
    }

    fn responds(&mut self, cx: &mut Cx<'_>, how: Response, toward: Toward) {
        if let Step::Late { met, .. } = self.step {
            self.answered(cx, Going { ug: met, how, toward });
            self.step = Step::Away;
            return;
        }
        let game = Game::new(cx.scenario, cx.world);
        if let Some(ug) = respond::waiting(game).first().copied() {
            self.answered(cx, Going { ug, how, toward });
        }
    }

    /// Whether goes alternate in this step.
    const fn alternates(&self) -> bool {
        matches!(self.step, Step::Clear | Step::Declare | Step::Counter | Step::Move)
    }
}

/// One d6.
pub fn d6(side: Side, rule: caracole_ledger::RuleId, purpose: RollPurpose) -> Roll<RollPurpose> {
    Roll { side: Some(side), rule, purpose, pools: smallvec![Pool::sum(1, Die::D6, Reroll::NONE)] }
}

/// Tests at once, if there are any.
fn call_tests(tests: Vec<Test>) -> Flow {
    match tests.is_empty() {
        true => F::Again,
        false => F::Call(Kab::new(tests).into()),
    }
}

/// Whether a side may have something to declare: cards, or a charge that costs none.
fn can_declare(game: Game<'_>, side: Side) -> bool {
    let enemy_near = |ug: UgId| !declare::approaches(game, ug).is_empty();
    let fresh = game.world.of_side(side).filter(|ug| declare::may_charge(game, side, *ug).is_ok());
    let able: Vec<UgId> = fresh.filter(|ug| enemy_near(*ug)).collect();
    // Whoever has an ambush card may turn it over, whether somebody lies there or not.
    if game.world.secrets.ambushes.iter().any(|ambush| ambush.side == side) {
        return true;
    }
    able.iter().any(|ug| {
        declare::possible(game, *ug).iter().any(|c| c.kind != ChargeKind::Prompted || holds_cards(game, side))
    })
}

/// Whether a side may make a counter-charge or an intercept: it holds cards and the enemy charges.
fn can_counter(game: Game<'_>, side: Side) -> bool {
    let charges = game.world.charges.iter().any(|charge| game.world[charge.ug].side != side);
    charges && holds_cards(game, side)
}

fn declared(cx: &mut Cx<'_>, charge: Declared) {
    let Declared { ug, kind, approach, targets } = charge;
    cx.tell(Event::Declared { ug, kind, targets: targets.clone() }.into());
    cx.world.charges.push(Charge { ug, kind, approach, targets, moved: false });
}

/// Units that SuGs made way for and that did not charge are tested.
fn unused_ways(cx: &mut Cx<'_>) -> Vec<Test> {
    enforces!("RETG-KAB-008", "RETG-SEQ-006");
    let cleared = std::mem::take(&mut cx.world.fray.cleared);
    let game = Game::new(cx.scenario, cx.world);
    let idle = cleared.into_iter().filter(|ug| !declare::has_declared(game, *ug));
    idle.map(|ug| Test::of(Tested::Ug(ug), Cause::DidNotCharge)).collect()
}

fn counter(cx: &mut Cx<'_>, plan: &crate::battle::movement::Plan, paid: &crate::battle::Paid, charged: bool) {
    spend(cx, plan, paid);
    let deed = if charged { Deed::CounterCharged } else { Deed::Intercepted };
    for moved in &plan.moved {
        take_along(cx, &[moved.ug], false);
        cx.world.place(&moved.placings);
        cx.world[moved.ug].deeds = cx.world[moved.ug].deeds.with(deed);
        cx.world[moved.ug].acted = true;
        cx.tell(Event::Countered { ug: moved.ug, charged, spent: moved.spent }.into());
        crate::battle::movement::end_slows(cx, moved.ug);
    }
    retarget(cx);
}

/// Whom charges reach has changed.
fn retarget(cx: &mut Cx<'_>) {
    let game = Game::new(cx.scenario, cx.world);
    let all: Vec<UgId> = game.world.charges.iter().map(|charge| charge.ug).collect();
    let targets: Vec<Option<Vec<Foe>>> = game
        .world
        .charges
        .iter()
        .map(|charge| {
            let friends: Vec<UgId> = all.iter().copied().filter(|ug| *ug != charge.ug).collect();
            declare::charged_by(game, charge.ug, &charge.approach, &friends).ok().map(|(found, _)| found)
        })
        .collect();
    for (charge, found) in cx.world.charges.iter_mut().zip(targets) {
        if let Some(found) = found {
            charge.targets = found;
        }
    }
}

impl From<Request> for crate::battle::Request {
    fn from(request: Request) -> Self {
        crate::battle::Request::Charge(request)
    }
}

impl From<Event> for crate::battle::Event {
    fn from(event: Event) -> Self {
        crate::battle::Event::Charge(event)
    }
}

impl Play<Renatio> for ChargePhase {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        use crate::battle::Order as O;
        match input {
            I::Order(O::Charge(order)) => {
                let acts = self.alternates() && !matches!(*order, Order::Press(_));
                self.order(cx, *order);
                if acts {
                    self.goes.act(Game::new(cx.scenario, cx.world));
                }
            }
            I::Order(O::Shooting(crate::battle::shooting::Order::Fire(shots))) => {
                return self.shoot(cx, shots);
            }
            I::Order(O::Reveal(side, card)) => ambush::reveal_own(cx, side, card),
            I::Order(O::Pass) if self.asks_for_fire() => return self.shoot(cx, Vec::new()),
            I::Order(O::Prompt { by, cards, plan, leave }) => {
                let tests = crate::battle::movement::leaving(Game::new(cx.scenario, cx.world), by, &plan);
                crate::battle::movement::carry_out(cx, by, &cards, &plan, leave);
                self.goes.act(Game::new(cx.scenario, cx.world));
                if !tests.is_empty() {
                    return F::Call(Kab::new(tests).into());
                }
            }
            I::Order(O::Discard { of, card }) => {
                discard(cx, of, card);
                self.goes.act(Game::new(cx.scenario, cx.world));
            }
            I::Order(_) => self.goes.pass(cx),
            I::Dice(values) => {
                let shown = values.first().map_or(1, |value| value.number());
                return self.goes_away(cx, u8::try_from(shown).unwrap_or(1));
            }
            _ => {}
        }
        self.next(cx)
    }

    fn check(
        &self,
        asked: Asked<'_>,
        decision: &crate::battle::Decision,
    ) -> Result<crate::battle::Order, Refusal> {
        use crate::battle::Decision as D;
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let request = match (*asked.request, decision) {
            (crate::battle::Request::Charge(request), _) => request,
            (crate::battle::Request::Shooting(_), D::Pass) if self.asks_for_fire() => {
                return Ok(crate::battle::Order::Pass);
            }
            (crate::battle::Request::Shooting(_), D::Shooting(decision)) if self.asks_for_fire() => {
                return self.check_fire(game, asked.side, decision).map(crate::battle::Order::Shooting);
            }
            (crate::battle::Request::Combat(_), D::Charge(Decision::Press { files })) => {
                return self.check_press(game, files);
            }
            _ => return Err(NotAsked.into()),
        };
        let may_pass = matches!(request, Request::Clear | Request::Declare | Request::Counter);
        match decision {
            D::Pass if may_pass => Ok(crate::battle::Order::Pass),
            D::Reveal { card } if request == Request::Declare => {
                ambush::check_reveal(game, asked.side, *card)
            }
            D::Discard { of, card } if may_pass => check_discard(game, asked.side, *of, *card),
            D::Prompt { action: action @ Action::Commander(_), by, cards, leave }
                if request == Request::Clear =>
            {
                check_prompt(game, asked.side, action, *by, cards, *leave)
            }
            D::Charge(decision) => self
                .check_own(game, asked.side, request, decision)
                .map(|order| crate::battle::Order::Charge(Box::new(order))),
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        use crate::battle::Decision as D;
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let side = asked.side;
        let request = match *asked.request {
            crate::battle::Request::Charge(request) => request,
            crate::battle::Request::Shooting(_) => {
                out.extend(self.offer_fire(game, side).into_iter().map(D::Shooting));
                out.push(D::Pass);
                return;
            }
            crate::battle::Request::Combat(_) => {
                out.extend(self.offer_press(game).into_iter().map(D::Charge));
                return;
            }
            _ => return,
        };
        let mut own = Vec::new();
        match request {
            Request::Clear => clear_candidates(game, side, &mut own),
            Request::Declare => {
                out.extend(ambush::reveals(game, side));
                declare::candidates(game, side, &mut own);
            }
            Request::Direct { ug } => {
                for charge in declare::possible(game, ug) {
                    declare::declarations(game, side, &charge, &mut own);
                }
            }
            Request::Counter => answer::candidates(game, side, &mut own),
            Request::Respond { ug } => respond::candidates(game, ug, &self.chargers_of(game, ug), &mut own),
            Request::Move => {
                for ug in moves::pending(game, side) {
                    own.push(Decision::Move { ug, turn: None, paid: None });
                    let all = moves::regains(game, side, ug).into_iter();
                    own.extend(all.map(|paid| Decision::Move { ug, turn: None, paid: Some(paid) }));
                }
            }
        }
        self.offer(asked, own.into_iter().map(D::Charge), out);
        if matches!(request, Request::Clear | Request::Declare | Request::Counter) {
            out.extend(discards(game, side));
            out.push(D::Pass);
        }
    }
}

impl ChargePhase {
    /// Who charges a unit that responds now.
    fn chargers_of(&self, game: Game<'_>, ug: UgId) -> Vec<UgId> {
        match self.step {
            Step::Late { by, .. } => vec![by],
            _ => respond::chargers(game, ug),
        }
    }

    fn check_own(
        &self,
        game: Game<'_>,
        side: Side,
        request: Request,
        decision: &Decision,
    ) -> Result<Order, Refusal> {
        match (request, decision) {
            (Request::Clear, Decision::Clear { action, way_for, paid }) => {
                check_clear(game, side, action, *way_for, paid)
            }
            (Request::Declare, Decision::Declare { ugs, approach, paid }) => {
                declare::check(game, side, ugs, approach, paid.as_ref())
            }
            (Request::Direct { ug }, Decision::Declare { ugs, approach, paid }) if ugs.as_slice() == [ug] => {
                declare::check(game, side, ugs, approach, paid.as_ref())
            }
            (Request::Declare, Decision::Hold { ugs, paid }) => declare::check_hold(game, side, ugs, paid),
            (Request::Counter, Decision::Counter { ug, wheel, forward, paid }) => {
                answer::check(game, side, *ug, *wheel, *forward, paid)
            }
            (Request::Respond { ug }, Decision::Respond { how, toward }) => {
                respond::check(game, ug, &self.chargers_of(game, ug), *how, *toward)
            }
            (Request::Move, Decision::Move { ug, turn, paid }) => {
                moves::check(game, side, *ug, turn.as_ref(), paid.as_ref())
            }
            _ => Err(NotAsked.into()),
        }
    }
}

/// A SuG makes way for a charge: by a move that costs WHITE in its column, after which the charge is possible.
fn check_clear(
    game: Game<'_>,
    side: Side,
    action: &Action,
    way_for: UgId,
    paid: &crate::battle::Paid,
) -> Result<Order, Refusal> {
    enforces!("RETG-SEQ-006");
    let rule = rule!("RETG-SEQ-006");
    let refuse = |problem: &'static str, remedy: &'static str| Err(Refusal::new(rule, problem, remedy));
    if !matches!(action, Action::March(_) | Action::Turn(_)) {
        return refuse("A SuG makes way by a move", "Advance it, wheel it or turn it.");
    }
    let plan = movement_plan(game, side, action, paid.by)?;
    let [sug] = plan.ugs.as_slice() else { return refuse("One SuG makes way at a time", "Name one.") };
    let sug = *sug;
    if !game.world[sug].acts_as_sug() || !plan.pulled.is_empty() || plan.twice.is_some() {
        return refuse("Only a SuG makes way for a charge", "Move a SuG by itself.");
    }
    let action = game.charts().prompted_actions.action(plan.code);
    let white = action.cost(crate::charts::Column::Sug) == Some(crate::cards::Colour::White);
    if !white {
        return refuse("Only a move that costs WHITE makes way", "Advance, wheel once, or turn.");
    }
    declare::may_charge(game, side, way_for)?;
    let opens = |world: &crate::battle::World| declare::possible(Game::new(game.scenario, world), way_for);
    let mut after = game.world.clone();
    for moved in &plan.moved {
        after.place(&moved.placings);
    }
    if opens(&after).len() <= opens(game.world).len() {
        return refuse("The move opens no charge for that unit", "Move so that it can charge.");
    }
    let plan = crate::battle::movement::Plan { code: ActionCode::C1, ..plan };
    crate::battle::movement::check_paid(game, side, &plan, paid)?;
    Ok(Order::Clear { plan, way_for, paid: *paid })
}

/// SuGs that could make way for a friend right behind them.
fn clear_candidates(game: Game<'_>, side: Side, out: &mut Vec<Decision>) {
    use crate::battle::{Leg, March, Turned};
    let sugs: Vec<UgId> = game.world.of_side(side).filter(|ug| game.world[*ug].acts_as_sug()).collect();
    for sug in sugs {
        if game.world[sug].acted {
            continue;
        }
        let behind = game.world.of_side(side).filter(|ug| {
            *ug != sug
                && declare::may_charge(game, side, *ug).is_ok()
                && !game.world[*ug].acts_as_sug()
                && caracole_plane::any_within(game.world.rects(*ug), game.world.rects(sug), game.bw(2))
        });
        let turned = Turned { ug: sug, to: None, forward: None, move_first: false };
        let full = crate::battle::Bw::whole(
            crate::battle::movement::reach(game, sug, crate::charts::Going::Good).total(),
        );
        let march =
            March { ugs: vec![sug], pulled: Vec::new(), legs: vec![Leg::Forward(full)], second: None };
        for way_for in behind.collect::<Vec<_>>() {
            for action in [Action::Turn(turned), Action::March(march.clone())] {
                let plan = crate::battle::movement::Plan::of(ActionCode::C1, &[sug]);
                for paid in crate::battle::movement::payments(game, side, &plan) {
                    out.push(Decision::Clear { action: action.clone(), way_for, paid });
                }
            }
        }
    }
}
