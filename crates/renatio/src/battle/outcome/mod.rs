//! The outcome of fights and volleys: KaB tests, routs and pursuits.

mod kab;
mod losses;
mod message;
mod pursuit;
mod replace;
mod rout;
mod sack;
mod tell;
mod words;

pub use kab::{Kab, Test, Tested, check_file, keep_posts, single_choice};
pub use losses::{destroy, files_to_lose, harm, hurt, is_broken_by, lose_base, remove, settle};
pub use message::{Decision, Event, GiveWay, Order, Request, TestResult};
pub use replace::Replace;
pub use sack::Sack;
pub use tell::{about, tell};
pub use words::{prompt, wording};

use crate::battle::charge::{Response, Toward, check_response, d6, direction, go_away, plan_away, responses};
use crate::battle::combat::Combats;
use crate::battle::goes::Goes;
use crate::battle::movement::{Plan, check_paid, payments, spend};
use crate::battle::position::reform::reform;
use crate::battle::system::{Renatio, RollPurpose};
use crate::battle::world::{BrokenBy, Deed, Fall, Game, Phase, UgId};
use crate::battle::{Asked, CommanderId, Cx, Flow, Input};
use crate::charts::{ActionCode, CombatKind};
use crate::kab::{Cause, commander_at_risk};
use crate::troops::{Arm, Characteristic};
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Base, BaseRect, Um, any_within};
use pursuit::Duty;
use serde::{Deserialize, Serialize};

impl From<Request> for crate::battle::Request {
    fn from(request: Request) -> Self {
        crate::battle::Request::Outcome(request)
    }
}

/// Where the outcome has got to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Step {
    /// Tests for what broke.
    Tests,
    /// Rout moves.
    Routs,
    /// The dice of a rout move.
    Routing(UgId),
    /// Pursuits.
    Pursuits,
    /// Impetuous pursuers go on.
    Further {
        /// Who.
        ug: UgId,
        /// Whom.
        after: UgId,
        /// Moves still to come.
        left: u8,
    },
    /// Somebody whom pursuers would meet responds.
    Met {
        /// Who pursues.
        ug: UgId,
        /// Whom.
        after: UgId,
        /// Moves still to come, if this is not the first.
        left: Option<u8>,
        /// Who is met.
        met: UgId,
    },
    /// The dice of who gets away.
    Fleeing {
        /// Who pursues.
        ug: UgId,
        /// Whom.
        after: UgId,
        /// Moves still to come, if this is not the first.
        left: Option<u8>,
        /// Who is met.
        met: UgId,
        /// How they go.
        how: Response,
        /// Where.
        toward: Toward,
    },
    /// Pursuers go on after somebody has responded.
    GoOn {
        /// Who pursues.
        ug: UgId,
        /// Whom.
        after: UgId,
        /// Moves still to come, if this is not the first.
        left: Option<u8>,
    },
    /// Routers are removed.
    Remove,
}

/// The outcome of the fights or volleys of a phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcomes {
    step: Step,
    goes: Goes,
    /// Units that do not pursue.
    stayed: Vec<UgId>,
    /// Pursuers met new enemies.
    met: bool,
}

impl Outcomes {
    /// The Active Player chooses first.
    pub fn new(active: Side) -> Outcomes {
        Outcomes { step: Step::Tests, goes: Goes::new(active), stayed: Vec::new(), met: false }
    }

    fn next(&mut self, cx: &mut Cx<'_>) -> Flow {
        let game = Game::new(cx.scenario, cx.world);
        // A test may have broken who pursues, or who was met.
        match self.step {
            Step::Further { ug, .. } | Step::GoOn { ug, .. } if !stands(game, ug) => {
                self.step = Step::Pursuits
            }
            Step::Met { ug, after, left, met } if !stands(game, met) => {
                self.step = Step::GoOn { ug, after, left };
            }
            _ => {}
        }
        match self.step {
            Step::Tests => {
                let tests = due(cx);
                if tests.is_empty() {
                    self.step = Step::Routs;
                    return F::Again;
                }
                F::Call(Kab::new(tests).into())
            }
            Step::Routs => {
                if game.world.fray.falls.iter().any(|fall| !fall.tested) {
                    self.step = Step::Tests;
                    return F::Again;
                }
                self.next_rout(cx)
            }
            Step::Routing(ug) => F::Throw(d6(game.world[ug].side, rule!("RETG-ROUT-012"), RollPurpose::Rout)),
            Step::Pursuits => self.next_pursuit(cx),
            Step::Further { ug, .. } => F::Ask(game.world[ug].side, Request::Pursue { ug }.into()),
            Step::Met { met, .. } => {
                F::Ask(game.world[met].side, crate::battle::charging::Request::Respond { ug: met }.into())
            }
            Step::Fleeing { met, .. } => {
                F::Throw(d6(game.world[met].side, rule!("RETG-CHARGE-058"), RollPurpose::Away))
            }
            Step::GoOn { ug, after, left } => self.pursues_on(cx, ug, after, left),
            Step::Remove => self.remove(cx),
        }
    }

    fn next_rout(&mut self, cx: &mut Cx<'_>) -> Flow {
        enforces!("RETG-ROUT-010");
        let game = Game::new(cx.scenario, cx.world);
        if let Some(ug) = undirected(game) {
            return F::Ask(game.world[ug].side, Request::RoutFrom { ug }.into());
        }
        let mut all = to_rout(game);
        // Those destroyed where they stand do not move.
        if let Some(ug) =
            all.iter().copied().find(|ug| fall(game, *ug).is_none_or(|fall| fall.away.is_none()))
        {
            for fall in cx.world.fray.falls.iter_mut().filter(|fall| fall.ug == ug) {
                fall.went = Some(0);
            }
            return F::Again;
        }
        if all.len() == 1 {
            self.step = Step::Routing(all.remove(0));
            return F::Again;
        }
        match self.goes.next(|side| all.iter().any(|ug| game.world[*ug].side == side)) {
            Some(side) => F::Ask(side, Request::Rout.into()),
            None => {
                self.step = Step::Pursuits;
                F::Again
            }
        }
    }

    fn routs(&mut self, cx: &mut Cx<'_>, ug: UgId, d6: u8) -> Flow {
        self.step = Step::Routs;
        let Some(fall) = fall(Game::new(cx.scenario, cx.world), ug).cloned() else { return F::Again };
        let tests = rout::rout(cx, &fall, d6);
        match tests.is_empty() {
            true => F::Again,
            false => F::Call(Kab::new(tests).into()),
        }
    }

    fn next_pursuit(&mut self, cx: &mut Cx<'_>) -> Flow {
        let game = Game::new(cx.scenario, cx.world);
        if game.world.fray.falls.iter().any(|fall| !fall.tested) {
            self.step = Step::Tests;
            return F::Again;
        }
        let active = game.world.when.active;
        let mut all = pursuit::pursuers(game);
        all.retain(|(ug, _)| !self.stayed.contains(ug));
        all.sort_by_key(|(ug, _)| (game.world[*ug].side != active, *ug));
        let Some((ug, after)) = all.first().cloned() else {
            self.step = Step::Remove;
            return F::Again;
        };
        let must = after.iter().all(|after| pursuit::duty(game, ug, *after) == Duty::Must);
        match after.as_slice() {
            [only] if must => self.pursues(cx, ug, *only),
            _ => F::Ask(game.world[ug].side, Request::Pursue { ug }.into()),
        }
    }

    fn pursues(&mut self, cx: &mut Cx<'_>, ug: UgId, after: UgId) -> Flow {
        enforces!("RETG-ROUT-024", "RETG-ROUT-027");
        let left = match self.step {
            Step::Further { left, .. } => Some(left),
            _ => None,
        };
        self.pursues_on(cx, ug, after, left)
    }

    fn pursues_on(&mut self, cx: &mut Cx<'_>, ug: UgId, after: UgId, left: Option<u8>) -> Flow {
        let game = Game::new(cx.scenario, cx.world);
        let Some(fall) = fall(game, after).cloned() else {
            self.step = Step::Pursuits;
            return F::Again;
        };
        let further = left.map(|_| full_move(game, ug, after));
        if let Some(met) = pursuit::would_meet(game, ug, &fall, further) {
            self.step = Step::Met { ug, after, left, met };
            return F::Again;
        }
        let left = left.unwrap_or(3);
        let done = pursuit::pursue(cx, ug, &fall, further);
        self.met |= !done.met.is_empty();
        let goes_on = cx.world[ug].profile.is(Characteristic::Impetuous) && !done.stopped && left > 1;
        self.step = match goes_on {
            true => Step::Further { ug, after, left: left - 1 },
            false => Step::Pursuits,
        };
        match done.tests.is_empty() {
            true => F::Again,
            false => F::Call(Kab::new(done.tests).into()),
        }
    }

    fn stays(&mut self, cx: &mut Cx<'_>, ug: UgId) {
        self.stayed.push(ug);
        cx.tell(Event::Stayed { ug }.into());
        self.step = Step::Pursuits;
    }

    /// Removes the routers. Pursuers who met new enemies in the Charge Phase fight them at once.
    fn remove(&mut self, cx: &mut Cx<'_>) -> Flow {
        enforces!("RETG-ROUT-011", "RETG-ROUT-035", "RETG-SEQ-018");
        let falls = std::mem::take(&mut cx.world.fray.falls);
        for fall in falls {
            remove(cx, fall.ug);
        }
        let standing: Vec<UgId> = cx.world.on_table().collect();
        for ug in standing {
            reform(cx, ug);
            keep_posts(cx, ug);
        }
        let active = cx.world.when.active;
        if self.met && cx.world.when.phase == Phase::Charge {
            self.met = false;
            self.step = Step::Tests;
            self.stayed.clear();
            return F::Call(Box::new(Combats::new(CombatKind::Charge, active)).into());
        }
        F::Done(())
    }
}

/// Whether a unit is on the table and not broken.
fn stands(game: Game<'_>, ug: UgId) -> bool {
    game.world.on_table().any(|on| on == ug)
}

fn fall<'a>(game: Game<'a>, ug: UgId) -> Option<&'a Fall> {
    game.world.fray.falls.iter().find(|fall| fall.ug == ug)
}

/// Broken units that have not routed.
fn to_rout(game: Game<'_>) -> Vec<UgId> {
    game.world.fray.falls.iter().filter(|fall| fall.went.is_none()).map(|fall| fall.ug).collect()
}

/// The next unit whose owner must choose from which of several shooters it routs, the Active Player's first.
fn undirected(game: Game<'_>) -> Option<UgId> {
    enforces!("RETG-ROUT-014");
    let open =
        || game.world.fray.falls.iter().filter(|fall| fall.went.is_none() && !fall.shooters.is_empty());
    let active = game.world.when.active;
    open().map(|fall| fall.ug).min_by_key(|ug| game.world[*ug].side != active)
}

/// The owner has chosen from which shooter a unit routs.
fn direct(cx: &mut Cx<'_>, shooter: UgId) {
    let Some(ug) = undirected(Game::new(cx.scenario, cx.world)) else { return };
    for fall in cx.world.fray.falls.iter_mut().filter(|fall| fall.ug == ug) {
        let chosen = fall.shooters.iter().find(|(by, _)| *by == shooter);
        fall.away = chosen.map(|(_, away)| *away).or(fall.away);
        fall.shooters.clear();
    }
}

/// A full move at the speed at which the routers began.
fn full_move(game: Game<'_>, ug: UgId, after: UgId) -> Um {
    let speed = crate::battle::movement::reach(game, after, crate::charts::Going::Good).total();
    let own = crate::battle::movement::reach(game, ug, crate::charts::Going::Good).total();
    let original = !game.readings().has(crate::readings::Reading::PursuitAtOriginalSpeed);
    game.bw(if original { speed } else { own })
}

/// The tests that are due for units that broke: on Commanders with them, and on friends near them.
fn due(cx: &mut Cx<'_>) -> Vec<Test> {
    enforces!(
        "RETG-KAB-003",
        "RETG-KAB-020",
        "RETG-CMD-025",
        "RETG-ROUT-007",
        "RETG-SEQ-022",
        "RETG-SEQ-030"
    );
    let mut tests = Vec::new();
    let falls: Vec<Fall> = cx.world.fray.falls.iter().filter(|fall| !fall.tested).cloned().collect();
    for fall in &mut cx.world.fray.falls {
        fall.tested = true;
    }
    let game = Game::new(cx.scenario, cx.world);
    for fall in falls {
        for id in with(game, fall.ug) {
            if commander_at_risk(fall.by == BrokenBy::Test, true, false, false) {
                tests.push(Test::of(Tested::Commander(id), Cause::CommanderAtRisk));
            }
        }
        let state = &game.world[fall.ug];
        if !state.profile.counts_as_tug() {
            continue;
        }
        let elephants = state.profile.arm == Arm::Elephants;
        let near = game.bw(i32::from(game.charts().kab.within_bw));
        let ground = started_at(game, fall.ug);
        for friend in game.world.of_side(state.side) {
            if any_within(&ground, game.world.rects(friend), near) {
                let test = Test::of(Tested::Ug(friend), Cause::TugBroke);
                tests.push(Test { elephants, ..test });
            }
        }
    }
    tests
}

/// The Commanders with a unit.
pub fn with(game: Game<'_>, ug: UgId) -> Vec<CommanderId> {
    let all = game.world.commanders_of(game.world[ug].side);
    all.filter(|id| game.world.commander(*id).is_some_and(|c| c.post.ug() == Some(ug))).collect()
}

/// The ground on which a unit stood when the phase began.
fn started_at(game: Game<'_>, ug: UgId) -> Vec<BaseRect> {
    let starts = game.world.fray.starts.get(usize::from(ug.0));
    match starts.filter(|bases| !bases.is_empty()) {
        Some(bases) => bases.iter().map(Base::rect).collect(),
        None => game.world.rects(ug).to_vec(),
    }
}

impl Play<Renatio> for Outcomes {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match (input, self.step) {
            (I::Order(crate::battle::Order::Charge(order)), Step::Met { ug, after, left, met }) => {
                if let crate::battle::charging::Order::Respond { how, toward } = *order {
                    cx.world[met].deeds = cx.world[met].deeds.with(Deed::Answered);
                    cx.tell(crate::battle::charging::Event::Responded { ug: met, how }.into());
                    self.step = match how {
                        Response::Stand => Step::GoOn { ug, after, left },
                        _ => Step::Fleeing { ug, after, left, met, how, toward },
                    };
                }
            }
            (I::Dice(values), Step::Fleeing { ug, after, left, met, how, toward }) => {
                self.step = Step::GoOn { ug, after, left };
                let shown = values.first().map_or(1, |value| value.number());
                let game = Game::new(cx.scenario, cx.world);
                let charge = fall(game, after).and_then(|fall| fall.away).unwrap_or(game.world.facing(ug));
                let to = direction(game, met, toward, charge);
                let plan = plan_away(game, met, how, to, charge, u8::try_from(shown).unwrap_or(1));
                let tests = go_away(cx, met, how, plan);
                if !tests.is_empty() {
                    return F::Call(Kab::new(tests).into());
                }
            }
            (I::Dice(values), Step::Routing(ug)) => {
                let shown = values.first().map_or(1, |value| value.number());
                return self.routs(cx, ug, u8::try_from(shown).unwrap_or(1));
            }
            (I::Order(crate::battle::Order::Outcome(order)), step) => match order {
                Order::RoutFrom(shooter) => direct(cx, shooter),
                Order::Rout(ug) => {
                    self.goes.act(Game::new(cx.scenario, cx.world));
                    self.step = Step::Routing(ug);
                }
                Order::Pursue(after) => {
                    let ug = match step {
                        Step::Further { ug, .. } => Some(ug),
                        _ => self.asked_to_pursue(Game::new(cx.scenario, cx.world)),
                    };
                    if let Some(ug) = ug {
                        return self.pursues(cx, ug, after);
                    }
                }
                Order::Stay | Order::Hold(_) => {
                    let ug = match step {
                        Step::Further { ug, .. } => Some(ug),
                        _ => self.asked_to_pursue(Game::new(cx.scenario, cx.world)),
                    };
                    if let Some(ug) = ug {
                        if let Order::Hold(paid) = order {
                            enforces!("RETG-ROUT-036");
                            spend(cx, &Plan::of(ActionCode::F1, &[ug]), &paid);
                        }
                        self.stays(cx, ug);
                    }
                }
                _ => {}
            },
            _ => {}
        }
        self.next(cx)
    }

    fn check(
        &self,
        asked: Asked<'_>,
        decision: &crate::battle::Decision,
    ) -> Result<crate::battle::Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        if let (Step::Met { ug, met, .. }, crate::battle::Decision::Charge(decision)) = (self.step, decision)
        {
            let crate::battle::charging::Decision::Respond { how, toward } = decision else {
                return Err(NotAsked.into());
            };
            return check_response(game, met, &[ug], *how, *toward)
                .map(|order| crate::battle::Order::Charge(Box::new(order)));
        }
        let crate::battle::Decision::Outcome(decision) = decision else { return Err(NotAsked.into()) };
        let order = match (*asked.request, *decision) {
            (crate::battle::Request::Outcome(Request::Rout), Decision::Rout { ug }) => {
                let own = to_rout(game).contains(&ug) && game.world[ug].side == asked.side;
                if !own {
                    let problem = "No such unit of yours routs";
                    return Err(Refusal::new(rule!("RETG-ROUT-010"), problem, "Name one that broke."));
                }
                Order::Rout(ug)
            }
            (crate::battle::Request::Outcome(Request::RoutFrom { ug }), Decision::RoutFrom { shooter }) => {
                let shot = fall(game, ug).is_some_and(|f| f.shooters.iter().any(|(by, _)| *by == shooter));
                if !shot {
                    let problem = "This unit did not shoot at it";
                    return Err(Refusal::new(rule!("RETG-ROUT-014"), problem, "Name one that did."));
                }
                Order::RoutFrom(shooter)
            }
            (crate::battle::Request::Outcome(Request::Pursue { ug }), decision) => {
                self.check_pursuit(game, asked.side, ug, decision)?
            }
            _ => return Err(NotAsked.into()),
        };
        Ok(crate::battle::Order::Outcome(order))
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let wrap = crate::battle::Decision::Outcome;
        if let Step::Met { ug, met, .. } = self.step {
            let mut all = Vec::new();
            responses(game, met, &[ug], &mut all);
            out.extend(all.into_iter().map(crate::battle::Decision::Charge));
            return;
        }
        match *asked.request {
            crate::battle::Request::Outcome(Request::Rout) => {
                let own = to_rout(game).into_iter().filter(|ug| game.world[*ug].side == asked.side);
                out.extend(own.map(|ug| wrap(Decision::Rout { ug })));
            }
            crate::battle::Request::Outcome(Request::RoutFrom { ug }) => {
                let shooters = fall(game, ug).map_or(&[][..], |fall| &fall.shooters);
                out.extend(shooters.iter().map(|(by, _)| wrap(Decision::RoutFrom { shooter: *by })));
            }
            crate::battle::Request::Outcome(Request::Pursue { ug }) => {
                let after = game.world.fray.falls.iter().map(|fall| Decision::Pursue { after: fall.ug });
                let held = payments(game, asked.side, &Plan::of(ActionCode::F1, &[ug]));
                let all = after.chain([Decision::Stay]).chain(held.into_iter().map(Decision::Hold));
                self.offer(asked, all.map(wrap).collect::<Vec<_>>(), out);
            }
            _ => {}
        }
    }
}

impl Outcomes {
    /// The unit that was asked whether it pursues.
    fn asked_to_pursue(&self, game: Game<'_>) -> Option<UgId> {
        let active = game.world.when.active;
        let mut all = pursuit::pursuers(game);
        all.retain(|(ug, _)| !self.stayed.contains(ug));
        all.sort_by_key(|(ug, _)| (game.world[*ug].side != active, *ug));
        all.first().map(|(ug, _)| *ug)
    }

    fn check_pursuit(
        &self,
        game: Game<'_>,
        side: Side,
        ug: UgId,
        decision: Decision,
    ) -> Result<Order, Refusal> {
        let after: Vec<UgId> = match self.step {
            Step::Further { after, .. } => vec![after],
            _ => pursuit::pursuers(game)
                .into_iter()
                .find(|(own, _)| *own == ug)
                .map_or_else(Vec::new, |(_, a)| a),
        };
        let further = matches!(self.step, Step::Further { .. });
        let duties: Vec<Duty> = after.iter().map(|after| pursuit::duty(game, ug, *after)).collect();
        let refuse = |rule, problem: &'static str| Err(Refusal::new(rule, problem, "Choose otherwise."));
        match decision {
            Decision::Pursue { after: whom } if after.contains(&whom) => Ok(Order::Pursue(whom)),
            Decision::Pursue { .. } => refuse(rule!("RETG-ROUT-021"), "The unit did not beat this one"),
            Decision::Stay if !further && duties.iter().all(|duty| *duty == Duty::May) => Ok(Order::Stay),
            Decision::Stay => refuse(rule!("RETG-ROUT-023"), "The unit must pursue unless cards stop it"),
            Decision::Hold(_) if !further && duties.contains(&Duty::Must) => {
                refuse(rule!("RETG-ROUT-023"), "Mounted are not held from their first pursuit")
            }
            Decision::Hold(paid) => {
                check_paid(game, side, &Plan::of(ActionCode::F1, &[ug]), &paid)?;
                Ok(Order::Hold(paid))
            }
            _ => Err(NotAsked.into()),
        }
    }
}
