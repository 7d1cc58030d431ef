//! SuGs that battle troops meet in the Movement Phase: they run away or are pushed back, and then the move is completed.

use super::pay::complete;
use super::plan::{Moved, Plan, Push};
use crate::battle::charge::{Response, Toward, d6, direction, go_away, make_way, plan_away};
use crate::battle::outcome::{Decision, GiveWay, Kab, Order, Request, Test, Tested, destroy};
use crate::battle::position::room::made;
use crate::battle::system::{Renatio, RollPurpose};
use crate::battle::world::{CommanderId, Game, UgId, World};
use crate::battle::{Asked, Cx, Event, Flow, Input};
use crate::charts::ActionCode;
use crate::kab::Cause;
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Tally};
use caracole_ledger::{enforces, rule};
use caracole_plane::{
    Angle, Base, BaseRect, CONTACT_TOLERANCE, Group, Motion, Pose, Um, any_within, shortest_distance,
};
use caracole_tabletop::{BaseId, Facing, Placing, Position};
use serde::{Deserialize, Serialize};

/// How far a SuG is looked for a place along the advance, in BW.
const FAR: i32 = 12;
/// Steps to a BW in which the least distance is looked for, and halvings in which it is found.
const STEPS: i32 = 8;
const HALVINGS: u8 = 16;

/// Where a unit comes to, as it is kept while others choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Goes {
    ug: UgId,
    distance: Tally,
    spent: Um,
    bases: Vec<(BaseId, Base, Position, Facing, u8)>,
}

impl Goes {
    fn of(moved: &Moved) -> Goes {
        let base =
            |placing: &Placing| (placing.id, placing.base, placing.at, placing.facing, placing.kinks_passed);
        let bases = moved.placings.iter().map(base).collect();
        Goes { ug: moved.ug, distance: moved.distance.clone(), spent: moved.spent, bases }
    }

    fn moved(&self) -> Moved {
        let placing = |(id, base, at, facing, kinks_passed): &(BaseId, Base, Position, Facing, u8)| Placing {
            id: *id,
            base: *base,
            at: *at,
            facing: *facing,
            kinks_passed: *kinks_passed,
        };
        let placings = self.bases.iter().map(placing).collect();
        Moved { ug: self.ug, distance: self.distance.clone(), spent: self.spent, placings }
    }
}

/// A move that enemy SuGs give way to. It was declared as a whole and does not change any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pushing {
    by: CommanderId,
    leave: bool,
    code: ActionCode,
    ugs: Vec<UgId>,
    pulled: Vec<UgId>,
    moved: Vec<Goes>,
    displaced: Vec<Goes>,
    /// SuGs that have not given way yet, the next first.
    pushes: Vec<Push>,
    /// The next runs away in this direction.
    runs: Option<Toward>,
}

impl Pushing {
    /// A move whose cards are played.
    pub fn new(by: CommanderId, plan: &Plan, leave: bool) -> Pushing {
        Pushing {
            by,
            leave,
            code: plan.code,
            ugs: plan.ugs.clone(),
            pulled: plan.pulled.clone(),
            moved: plan.moved.iter().map(Goes::of).collect(),
            displaced: plan.displaced.iter().map(Goes::of).collect(),
            pushes: plan.pushes.clone(),
            runs: None,
        }
    }

    fn plan(&self) -> Plan {
        Plan {
            pulled: self.pulled.clone(),
            moved: self.moved.iter().map(Goes::moved).collect(),
            displaced: self.displaced.iter().map(Goes::moved).collect(),
            away: true,
            ..Plan::of(self.code, &self.ugs)
        }
    }

    /// The world as it will be when the move is made.
    fn after(&self, world: &World) -> World {
        let mut after = world.clone();
        for goes in self.moved.iter().chain(&self.displaced) {
            after.place(&goes.moved().placings);
        }
        after
    }

    fn next(&mut self, cx: &mut Cx<'_>) -> Flow {
        enforces!("RETG-MOVE-057");
        while let Some(push) = self.pushes.first().copied() {
            if !cx.world.on_table().any(|ug| ug == push.sug) {
                self.pushes.remove(0);
                continue;
            }
            let side = cx.world[push.sug].side;
            return match self.runs {
                Some(_) => F::Throw(d6(side, rule!("RETG-CHARGE-058"), RollPurpose::Away)),
                None => F::Ask(side, Request::GiveWay { ug: push.sug }.into()),
            };
        }
        complete(cx, self.by, &self.plan(), self.leave);
        F::Done(())
    }

    fn chosen(&mut self, cx: &mut Cx<'_>, how: GiveWay) -> Flow {
        let Some(push) = self.pushes.first().copied() else { return self.next(cx) };
        self.runs = match how {
            GiveWay::RunToFront => Some(Toward::Front),
            GiveWay::RunToRear => Some(Toward::Rear),
            GiveWay::RunAlong => Some(Toward::Along),
            GiveWay::Opposite | GiveWay::PushedBack => None,
        };
        if self.runs.is_some() {
            return self.next(cx);
        }
        self.pushes.remove(0);
        let tests = self.push(cx, push, how);
        self.tested(cx, tests)
    }

    fn tested(&mut self, cx: &mut Cx<'_>, tests: Vec<Test>) -> Flow {
        if tests.is_empty() { self.next(cx) } else { F::Call(Kab::new(tests).into()) }
    }

    /// The SuG runs away. One that is still in the way is pushed on.
    fn runs_away(&mut self, cx: &mut Cx<'_>, thrown: u8) -> Flow {
        let (Some(push), Some(toward)) = (self.pushes.first().copied(), self.runs.take()) else {
            return self.next(cx);
        };
        self.pushes.remove(0);
        let game = Game::new(cx.scenario, cx.world);
        let to = direction(game, push.sug, toward, push.toward);
        let plan = plan_away(game, push.sug, Response::RunAway, to, push.toward, thrown);
        let mut tests = go_away(cx, push.sug, Response::RunAway, plan);
        let stands = cx.world.on_table().any(|ug| ug == push.sug);
        if stands && self.is_in_the_way(cx.world, push) {
            tests.extend(self.push(cx, push, GiveWay::PushedBack));
        }
        self.tested(cx, tests)
    }

    /// Whether a SuG stands where the move goes: at its end, or on the straight line there.
    fn is_in_the_way(&self, world: &World, push: Push) -> bool {
        let after = self.after(world);
        let (body, end) = (world.body(push.by), after.anchor(push.by).at);
        let rects = world.rects(push.sug);
        let distance = body.anchor.at.distance(end);
        let crosses = body.anchor.at.direction_to(end).is_some_and(|toward| {
            let path = caracole_plane::Path::from(body).leg(Motion::Slide { toward, distance });
            path.comes_within(rects, CONTACT_TOLERANCE)
        });
        crosses || any_within(after.rects(push.by), rects, CONTACT_TOLERANCE)
    }

    /// Pushes a SuG back: it passes through friends, and is lost where it has no room.
    fn push(&self, cx: &mut Cx<'_>, push: Push, how: GiveWay) -> Vec<Test> {
        enforces!("RETG-MOVE-057", "RETG-MOVE-058", "RETG-MOVE-059", "RETG-GLOS-113");
        let after = self.after(cx.world);
        let there = Game::new(cx.scenario, &after);
        let body = match how {
            GiveWay::Opposite => opposite(there, push),
            _ => None,
        };
        let body = body.unwrap_or_else(|| shifted(there, push));
        let Some((end, displaced)) = made(there, push.sug, &body, push.toward) else {
            cx.tell(crate::battle::charging::Event::Lost { ug: push.sug }.into());
            destroy(cx, push.sug);
            return Vec::new();
        };
        let passed = passed_through(there, push, &end);
        make_way(cx, push.sug, &displaced);
        cx.world.put(push.sug, &end);
        cx.tell(Event::PushedBack { ug: push.sug, by: push.by });
        passed.into_iter().map(|friend| Test::of(Tested::Ug(friend), Cause::PassedThrough)).collect()
    }
}

/// Friends whom a mounted SuG passes through as it is pushed back.
fn passed_through(game: Game<'_>, push: Push, end: &Group) -> Vec<UgId> {
    use crate::troops::TroopType;
    let state = &game.world[push.sug];
    if state.troop_type() != TroopType::Mounted {
        return Vec::new();
    }
    let free = |ug: UgId| {
        let other = &game.world[ug];
        other.is_foot_sug() || other.troop_type() == TroopType::Artillery
    };
    let body = game.world.body(push.sug);
    let (from, to) = (body.anchor.at, end.anchor.at);
    let Some(toward) = from.direction_to(to) else { return Vec::new() };
    let path = caracole_plane::Path::from(body).leg(Motion::Slide { toward, distance: from.distance(to) });
    let friends = game.world.of_side(state.side).filter(|own| *own != push.sug && !free(*own));
    friends.filter(|own| crate::battle::charge::runs_into(&path, game.world.rects(*own))).collect()
}

/// The SuG shifted along the advance by the least that leaves 1 BW between.
fn shifted(game: Game<'_>, push: Push) -> Group {
    let body = game.world.body(push.sug);
    let slid = |distance: Um| body.moved(&Motion::Slide { toward: push.toward, distance });
    let clear = |distance: Um| {
        let rects: Vec<BaseRect> = slid(distance).rects().to_vec();
        let gap = shortest_distance(game.world.rects(push.by), &rects).unwrap_or(Um::MAX);
        let past = game.world.rects(push.by).iter().all(|own| !rects.iter().any(|other| own.overlaps(other)));
        past && gap >= game.bw(1)
    };
    // From far ahead back to where it is first too near: what ran past the other is behind it.
    let step = game.bw(1) / STEPS;
    let mut high = game.bw(FAR);
    while high > Um::ZERO && clear(high - step) {
        high -= step;
    }
    let mut low = (high - step).or_zero();
    for _ in 0..HALVINGS {
        let middle = (low + high).half();
        if clear(middle) { high = middle } else { low = middle }
    }
    slid(high)
}

/// The SuG with its contacted base 1 BW before the base that touched it, facing it or turned away as it was.
fn opposite(game: Game<'_>, push: Push) -> Option<Group> {
    let theirs = game.world.body(push.by).base(usize::from(push.bases.1))?;
    let body = game.world.body(push.sug);
    let faces = (body.facing() - theirs.facing()).size() > Angle::QUARTER;
    let facing = if faces { theirs.facing() + Angle::HALF } else { theirs.facing() };
    let turned = body.placed(Pose { facing, ..body.anchor });
    let own = turned.base(usize::from(push.bases.0))?;
    let gap = if faces { game.bw(1) } else { game.bw(1) + own.depth };
    let goal = theirs.front.offset(Um::ZERO, gap).at;
    let toward = own.front.at.direction_to(goal);
    let distance = own.front.at.distance(goal);
    Some(toward.map_or(turned.clone(), |toward| turned.moved(&Motion::Slide { toward, distance })))
}

impl Play<Renatio> for Pushing {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match input {
            I::Order(crate::battle::Order::Outcome(Order::GiveWay(how))) => self.chosen(cx, how),
            I::Dice(values) => {
                let shown = values.first().map_or(1, |value| value.number());
                self.runs_away(cx, u8::try_from(shown).unwrap_or(1))
            }
            _ => self.next(cx),
        }
    }

    fn check(
        &self,
        _: Asked<'_>,
        decision: &crate::battle::Decision,
    ) -> Result<crate::battle::Order, Refusal> {
        match decision {
            crate::battle::Decision::Outcome(Decision::GiveWay(how)) => {
                Ok(crate::battle::Order::Outcome(Order::GiveWay(*how)))
            }
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, _: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        let all = [
            GiveWay::PushedBack,
            GiveWay::Opposite,
            GiveWay::RunToRear,
            GiveWay::RunToFront,
            GiveWay::RunAlong,
        ];
        out.extend(all.map(|how| crate::battle::Decision::Outcome(Decision::GiveWay(how))));
    }
}
