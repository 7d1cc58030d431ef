//! SP3.1: the Shooting Phase, and volleys in other phases.
//!
//! `muzzle.rs` says what shoots, `targets.rs` at what, `aim.rs` with which dice. [`Volleys`] throws the dice of any shots
//! and carries them out; the Charge Phase calls it too.

mod aim;
mod at_chargers;
mod casualties;
mod choices;
mod message;
mod muzzle;
mod targets;
mod tell;
mod volleys;

pub use aim::{Circumstances, check, possible};
pub use at_chargers::{Charged, SweptGround, as_it_charges, check_as_it_charges};
pub use choices::{choices, worth};
pub use message::{Aim, Decision, Event, Order, Request, Salvo, Shot};
pub use muzzle::{Muzzle, muzzles};
pub use targets::{Aiming, Target, targets};
pub use tell::{about, command, prompt, sentence, tell};
pub use volleys::Volleys;

use super::goes::Goes;
use super::outcome::Outcomes;
use super::system::Renatio;
use super::world::{Game, UgId};
use super::{Asked, Cx, Flow, Input};
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};

/// The Shooting Phase: both sides name their targets, then all dice fall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shooting {
    goes: Goes,
    shots: Vec<Shot>,
    thrown: bool,
}

impl Shooting {
    /// The Active Player begins.
    pub fn new(active: Side) -> Shooting {
        Shooting { goes: Goes::new(active), shots: Vec::new(), thrown: false }
    }
}

/// Files take aim: they have shot in this turn.
pub fn take_aim(cx: &mut Cx<'_>, shots: &[Shot]) {
    for shot in shots {
        cx.world.fray.shot_at.push((shot.at, shot.by));
        crate::battle::card::note_attack(cx, shot.at);
        let muzzles = muzzles(Game::new(cx.scenario, cx.world), shot.by);
        if let Some(muzzle) = muzzles.get(usize::from(shot.file)) {
            aim::note(cx.world, muzzle, shot);
        }
    }
    cx.tell(super::Event::Shooting(Event::Aimed { shots: shots.to_vec() }));
}

/// Units of a side with something to shoot at.
fn shooters(game: Game<'_>, side: Side) -> Vec<UgId> {
    let able = |ug: &UgId| !possible(game, *ug, Circumstances::default()).is_empty();
    game.world.of_side(side).filter(able).collect()
}

impl Play<Renatio> for Shooting {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        enforces!("RETG-SEQ-021", "RETG-SEQ-022", "RETG-SHOOT-011", "RETG-SHOOT-034");
        if self.thrown {
            return F::Become(Outcomes::new(cx.world.when.active).into());
        }
        match input {
            I::Order(super::Order::Shooting(Order::Fire(shots))) => {
                take_aim(cx, &shots);
                self.shots.extend(shots);
                self.goes.act(Game::new(cx.scenario, cx.world));
            }
            I::Order(super::Order::Reveal(side, card)) => super::ambush::reveal_own(cx, side, card),
            I::Order(_) => self.goes.pass(cx),
            _ => {}
        }
        let game = Game::new(cx.scenario, cx.world);
        let waits = |side: Side| game.world.secrets.ambushes.iter().any(|ambush| ambush.side == side);
        if let Some(side) = self.goes.next(|side| waits(side) || !shooters(game, side).is_empty()) {
            return F::Ask(side, super::Request::Shooting(Request::Fire));
        }
        self.thrown = true;
        match self.shots.is_empty() {
            true => F::Done(()),
            false => F::Call(Volleys::new(game, &self.shots).into()),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &super::Decision) -> Result<super::Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        match decision {
            super::Decision::Pass => Ok(super::Order::Pass),
            super::Decision::Reveal { card } => super::ambush::check_reveal(game, asked.side, *card),
            super::Decision::Shooting(Decision::Fire { ug, aims }) => {
                let shots = check(game, asked.side, *ug, aims, Circumstances::default())?;
                Ok(super::Order::Shooting(Order::Fire(shots)))
            }
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<super::Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        for ug in game.world.of_side(asked.side) {
            let all = choices(game, ug).into_iter();
            out.extend(all.map(|aims| super::Decision::Shooting(Decision::Fire { ug, aims })));
        }
        out.extend(super::ambush::reveals(game, asked.side));
        out.push(super::Decision::Pass);
    }
}
