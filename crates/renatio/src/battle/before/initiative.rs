//! Who invades, in which territory, and where the marker begins.

use super::message::{Decision, Event, Request};
use super::state::PreBattle;
use super::{ask, before, squares, tell, tell_marker};
use crate::army::Role;
use crate::battle::system::{Renatio, RollPurpose};
use crate::battle::{Asked, Cx, Flow, Input, Order};
use crate::charts::Charts;
use crate::dice::{Counted, Face, count, death_pool};
use crate::scouting::{initiative, initiative_dice};
use crate::troops::Grade;
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side, dice::Roll};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// Initiative, posture, territory and first square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Initiative {
    /// Who won the dice, and whether with a Skull.
    winner: Option<(Side, bool)>,
    /// Who places the marker.
    places: Option<Side>,
    asked: Option<Wanted>,
}

/// What is asked now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Wanted {
    Posture,
    Territory,
    Intercept,
    Square,
}

fn grade(cx: &Cx<'_>, side: Side) -> Grade {
    cx.scenario.armies[side]
        .commanders
        .iter()
        .find(|c| c.role == Role::Army)
        .map_or(Grade::Mediocre, |c| c.grade)
}

fn roll(cx: &Cx<'_>) -> Roll<RollPurpose> {
    enforces!("RETG-PBS-005");
    let charts: &Charts = &cx.scenario.charts;
    let pool = |side| death_pool(&charts.death_dice, initiative_dice(charts, grade(cx, side)), 1, true);
    Roll {
        side: None,
        rule: rule!("RETG-PBS-005"),
        purpose: RollPurpose::Initiative,
        pools: smallvec![pool(Side::Red), pool(Side::Blue)],
    }
}

fn face(thrown: Counted) -> Face {
    match thrown {
        Counted { skulls: 1.., .. } => Face::Skull,
        Counted { wounds: 1.., .. } => Face::Wound,
        Counted { specials: 1.., .. } => Face::S,
        _ => Face::Blank,
    }
}

impl Play<Renatio> for Initiative {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        enforces!("RETG-PBS-004", "RETG-PBS-006", "RETG-PBS-008", "RETG-PBS-010", "RETG-PBS-011");
        match input {
            I::Dice(values) => {
                let shown = [0, 1].map(|n| values.get(n).map_or(Face::Blank, |value| face(count(value))));
                let winner = initiative(shown).map(|n| (Side::BOTH[n], shown[n] == Face::Skull));
                self.winner = winner;
                let event = Event::Initiative {
                    winner: winner.map(|(side, _)| side),
                    skull: winner.is_some_and(|(_, skull)| skull),
                };
                tell(cx, event);
            }
            I::Order(order) => self.carry_out(cx, order),
            _ => {}
        }
        let Some((winner, skull)) = self.winner else { return F::Throw(roll(cx)) };
        let Some(pre) = cx.world.before.as_ref() else { return self.ask(winner, Wanted::Posture) };
        let defender = pre.defender;
        if pre.territory.is_none() {
            return self.ask(defender, Wanted::Territory);
        }
        match self.places {
            None if skull && winner != defender => self.ask(winner, Wanted::Intercept),
            None => {
                self.places = Some(defender);
                self.ask(defender, Wanted::Square)
            }
            Some(side) if self.asked != Some(Wanted::Square) => self.ask(side, Wanted::Square),
            Some(_) => F::Done(()),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &crate::battle::Decision) -> Result<Order, Refusal> {
        let world = asked.battle.world();
        let scenario = asked.battle.scenario();
        let crate::battle::Decision::Before(chosen) = decision else {
            let may_pass =
                self.asked == Some(Wanted::Intercept) && *decision == crate::battle::Decision::Pass;
            return if may_pass { Ok(Order::Pass) } else { Err(NotAsked.into()) };
        };
        let pre = before(world);
        match (self.asked, chosen) {
            (Some(Wanted::Posture), Decision::Invade | Decision::Defend)
            | (Some(Wanted::Intercept), Decision::Invade) => Ok(Order::Before(chosen.clone())),
            (Some(Wanted::Territory), Decision::Territory(territory)) => {
                if scenario.armies[asked.side].territories.contains(territory) {
                    return Ok(Order::Before(chosen.clone()));
                }
                let problem = "The territory is not in the defender's list";
                Err(Refusal::new(rule!("RETG-PBS-008"), problem, "Choose one of the army's own territories."))
            }
            (Some(Wanted::Square), Decision::Square(name)) => {
                let known = squares(&scenario.charts, pre.and_then(|pre| pre.territory));
                if known.iter().any(|(_, square)| square.id == *name) {
                    return Ok(Order::Before(chosen.clone()));
                }
                let problem = "The marker cannot be there";
                Err(Refusal::new(rule!("RETG-PBS-010"), problem, "Choose a square of the territory."))
            }
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        let (world, scenario) = (asked.battle.world(), asked.battle.scenario());
        let territory = before(world).and_then(|pre| pre.territory);
        let all: Vec<Decision> = match self.asked {
            Some(Wanted::Posture) => vec![Decision::Invade, Decision::Defend],
            Some(Wanted::Territory) => {
                scenario.armies[asked.side].territories.iter().map(|own| Decision::Territory(*own)).collect()
            }
            Some(Wanted::Intercept) => vec![Decision::Invade],
            Some(Wanted::Square) => squares(&scenario.charts, territory)
                .into_iter()
                .map(|(_, square)| Decision::Square(square.id.clone()))
                .collect(),
            None => Vec::new(),
        };
        out.extend(all.into_iter().map(crate::battle::Decision::Before));
        if self.asked == Some(Wanted::Intercept) {
            out.push(crate::battle::Decision::Pass);
        }
    }
}

impl Initiative {
    fn ask(&mut self, side: Side, wanted: Wanted) -> Flow {
        self.asked = Some(wanted);
        ask(
            side,
            match wanted {
                Wanted::Posture => Request::Posture,
                Wanted::Territory => Request::Territory,
                Wanted::Intercept => Request::Intercept,
                Wanted::Square => Request::Square,
            },
        )
    }

    fn carry_out(&mut self, cx: &mut Cx<'_>, order: Order) {
        let Some((winner, _)) = self.winner else { return };
        match (self.asked, order) {
            (Some(Wanted::Posture), Order::Before(posture)) => {
                let defender = if posture == Decision::Defend { winner } else { winner.other() };
                cx.world.before = Some(Box::new(PreBattle::new(defender)));
                tell(cx, Event::Defends { side: defender });
            }
            (Some(Wanted::Territory), Order::Before(Decision::Territory(territory))) => {
                if let Some(pre) = cx.world.before.as_mut() {
                    pre.territory = Some(territory);
                }
                tell(cx, Event::Territory { territory });
            }
            (Some(Wanted::Intercept), Order::Before(_)) => {
                self.places = Some(winner);
                tell(cx, Event::Intercepts { side: winner });
            }
            (Some(Wanted::Intercept), _) => self.places = Some(winner.other()),
            (Some(Wanted::Square), Order::Before(Decision::Square(name))) => {
                let found = cx.scenario.charts.pbs_map.squares.iter().position(|square| square.id == name);
                if let (Some(pre), Some(square)) = (cx.world.before.as_mut(), found) {
                    pre.square = u8::try_from(square).unwrap_or(0);
                }
                tell_marker(cx);
            }
            _ => {}
        }
    }
}
