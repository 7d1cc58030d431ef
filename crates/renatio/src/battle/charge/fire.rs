//! SP2.5: who shoots at chargers, and what troops with Shoot & Charge shoot as they declare.

use super::{ChargePhase, Response, Step, answer, course::path_of_charge, declare};
use crate::battle::shooting::{
    Charged, Circumstances, Decision, Order, Request, Shot, Volleys, as_it_charges, check_as_it_charges,
    take_aim,
};
use crate::battle::world::{Deed, Foe, Game, UgId};
use crate::battle::{Cx, Flow};
use crate::troops::Characteristic;
use caracole_kernel::{Flow as F, NotAsked, Refusal, Side};
use caracole_ledger::enforces;

fn ask(side: Side, request: Request) -> Flow {
    F::Ask(side, crate::battle::Request::Shooting(request))
}

/// Whom a unit charges.
fn targets(game: Game<'_>, ug: UgId) -> Vec<Foe> {
    let charge = game.world.charges.iter().find(|charge| charge.ug == ug);
    charge.map_or_else(Vec::new, |charge| charge.targets.clone())
}

/// Files shoot, if there are any to do so.
pub fn fire(cx: &mut Cx<'_>, shots: &[Shot]) -> Flow {
    if shots.is_empty() {
        return F::Again;
    }
    take_aim(cx, shots);
    for ug in shots.iter().map(|shot| shot.by) {
        if cx.world[ug].deeds.has(Deed::Answered) {
            cx.world[ug].deeds = cx.world[ug].deeds.with(Deed::StoodAndShot);
        }
    }
    F::Call(Volleys::new(Game::new(cx.scenario, cx.world), shots).into())
}

impl ChargePhase {
    /// Troops that may shoot the moment they declare.
    pub(super) fn may_salvo(game: Game<'_>, ugs: impl Iterator<Item = UgId>) -> Vec<UgId> {
        ugs.filter(|ug| game.world[*ug].profile.is(Characteristic::ShootAndCharge)).collect()
    }

    /// Asks the next unit with Shoot & Charge what it shoots.
    pub(super) fn next_salvo(&mut self, game: Game<'_>) -> Option<Flow> {
        while let Some(ug) = self.salvos.last().copied() {
            if !as_it_charges(game, ug, &targets(game, ug)).is_empty() {
                return Some(ask(game.world[ug].side, Request::AsItCharges { ug }));
            }
            self.salvos.pop();
        }
        None
    }

    /// Asks both sides who shoots at chargers, before anybody moves; then all shoot at once.
    pub(super) fn volleys(&mut self, cx: &mut Cx<'_>, active: Side) -> Flow {
        enforces!("RETG-CHARGE-070", "RETG-SHOOT-011", "RETG-CHARGE-073");
        let game = Game::new(cx.scenario, cx.world);
        for side in [active, active.other()] {
            if self.aimed.contains(&side) {
                continue;
            }
            if self.charged(game, |charged| charged.concerns(game, side)) {
                return ask(side, Request::AtChargers);
            }
            self.aimed.push(side);
        }
        self.aimed.clear();
        let shots = std::mem::take(&mut self.shots);
        self.to(active, Step::Away);
        fire(cx, &shots)
    }

    fn charged<T>(&self, game: Game<'_>, ask: impl FnOnce(&Charged<'_>) -> T) -> T {
        let how = |ug: UgId| Circumstances {
            running_away: self.going.iter().any(|going| going.ug == ug && going.how == Response::RunAway),
            charged: answer::is_charged(game, ug),
        };
        let ways = game.world.charges.iter().flat_map(|charge| path_of_charge(game, charge)).collect();
        let able = game.world.on_table().filter(|ug| !declare::has_declared(game, *ug)).collect();
        ask(&Charged { ways, how: &how, able })
    }

    /// Whether it is asked now who shoots.
    pub(super) fn asks_for_fire(&self) -> bool {
        !self.salvos.is_empty() || self.step == Step::Volleys
    }

    /// Who shoots is said.
    pub(super) fn shoot(&mut self, cx: &mut Cx<'_>, shots: Vec<Shot>) -> Flow {
        if self.salvos.pop().is_some() {
            return fire(cx, &shots);
        }
        let active = cx.world.when.active;
        let side = [active, active.other()].into_iter().find(|side| !self.aimed.contains(side));
        self.aimed.extend(side);
        self.shots.extend(shots);
        F::Again
    }

    /// Shots checked.
    pub(super) fn check_fire(
        &self,
        game: Game<'_>,
        side: Side,
        decision: &Decision,
    ) -> Result<Order, Refusal> {
        match (decision, self.salvos.last()) {
            (Decision::Fire { ug, aims }, Some(own)) if ug == own => {
                check_as_it_charges(game, side, *ug, aims, &targets(game, *ug)).map(Order::Fire)
            }
            (Decision::Salvos(salvos), None) => {
                self.charged(game, |charged| charged.check(game, side, salvos)).map(Order::Fire)
            }
            _ => Err(NotAsked.into()),
        }
    }

    /// Shots to offer.
    pub(super) fn offer_fire(&self, game: Game<'_>, side: Side) -> Vec<Decision> {
        match self.salvos.last().copied() {
            Some(ug) => {
                let aims = as_it_charges(game, ug, &targets(game, ug));
                vec![Decision::Fire { ug, aims }]
            }
            None => {
                let all = self.charged(game, |charged| charged.choices(game, side));
                all.into_iter().map(Decision::Salvos).collect()
            }
        }
    }
}
