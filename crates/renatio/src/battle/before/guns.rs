//! Guns are wheeled backwards once everything is down.

use super::message::{Decision, Event, Request};
use super::{ask, before, tell};
use crate::battle::system::Renatio;
use crate::battle::world::{Game, UgId};
use crate::battle::{Asked, Cx, Flow, Input, Order};
use crate::troops::TroopType;
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, BaseRect, Group, Hand, Motion, any_overlap};
use serde::{Deserialize, Serialize};

/// Each side may wheel its guns, the defender first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GunWheels {
    /// Sides that are done.
    passed: u8,
    /// Guns that have wheeled.
    wheeled: Vec<UgId>,
}

impl GunWheels {
    fn guns(&self, game: Game<'_>, side: Side) -> Vec<UgId> {
        let is_gun = |ug: &UgId| game.world[*ug].troop_type() == TroopType::Artillery;
        game.world.of_side(side).filter(|ug| is_gun(ug) && !self.wheeled.contains(ug)).collect()
    }
}

/// Where guns come to by a wheel backwards about a front corner.
fn wheeled(game: Game<'_>, ug: UgId, hand: Hand, degrees: u8) -> Result<Group, Refusal> {
    enforces!("RETG-PBS-037");
    let rule = rule!("RETG-PBS-037");
    if !(1..=90).contains(&degrees) {
        return Err(Refusal::new(rule, "A wheel is of 1 to 90 degrees", "Wheel less."));
    }
    let body = game.world.body(ug);
    let about = body.front_corner(hand);
    let by = Angle::from_degrees(i32::from(degrees));
    let after = body.moved(&Motion::Turn { about, sense: hand.sense().reversed(), by });
    let rects = after.rects();
    let others = game.rects_of(game.world.on_table().filter(|other| *other != ug));
    let on_table = rects.iter().all(|rect: &BaseRect| game.scenario.field.table.holds(rect));
    if !on_table || any_overlap(&rects, &others) || any_overlap(&rects, &game.camps()) {
        let refused = Refusal::new(rule, "There is no room for the wheel", "Wheel less, or not at all.");
        return Err(refused.piece("unit", ug.piece()));
    }
    Ok(after)
}

impl Play<Renatio> for GunWheels {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match input {
            I::Order(Order::Before(Decision::Wheel { ug, hand, degrees })) => {
                let after = wheeled(Game::new(cx.scenario, cx.world), ug, hand, degrees);
                if let Ok(after) = after {
                    cx.world.put(ug, &after);
                }
                self.wheeled.push(ug);
                tell(cx, Event::Wheeled { ug });
            }
            I::Order(_) => self.passed += 1,
            _ => {}
        }
        let Some(defender) = before(cx.world).map(|pre| pre.defender) else { return F::Done(()) };
        let game = Game::new(cx.scenario, cx.world);
        while let Some(side) = [defender, defender.other()].get(usize::from(self.passed)).copied() {
            if !self.guns(game, side).is_empty() {
                return ask(side, Request::Guns);
            }
            self.passed += 1;
        }
        F::Done(())
    }

    fn check(&self, asked: Asked<'_>, decision: &crate::battle::Decision) -> Result<Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        match decision {
            crate::battle::Decision::Pass => Ok(Order::Pass),
            crate::battle::Decision::Before(chosen @ Decision::Wheel { ug, hand, degrees }) => {
                if !self.guns(game, asked.side).contains(ug) {
                    let problem = "These are no guns of yours that may wheel";
                    return Err(Refusal::new(
                        rule!("RETG-PBS-037"),
                        problem,
                        "Name guns that have not wheeled.",
                    ));
                }
                wheeled(game, *ug, *hand, *degrees)?;
                Ok(Order::Before(chosen.clone()))
            }
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        for ug in self.guns(game, asked.side) {
            for hand in [Hand::Left, Hand::Right] {
                if wheeled(game, ug, hand, 20).is_ok() {
                    let degrees = 20;
                    out.push(crate::battle::Decision::Before(Decision::Wheel { ug, hand, degrees }));
                }
            }
        }
        out.push(crate::battle::Decision::Pass);
    }
}
