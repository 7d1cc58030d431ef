//! Volleys: one throw for each unit shot at and each side that shoots, and then everything that they do at once.

use super::casualties::{Casualties, take};
use super::message::{Event, Order, Request, Shot};
use crate::battle::system::{Renatio, RollPurpose};
use crate::battle::world::{Game, UgId};
use crate::battle::{Asked, Cx, Decision, Flow, Input};
use crate::dice::{Counted, ShootingDice, count, shooting_pool};
use crate::effects::{SlowedBy, after_fire, results, slowed_by};
use caracole_kernel::{
    Flow as F, Input as I, NotAsked, Play, Refusal, Side,
    dice::{Pool, Roll, Values},
};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};

/// Shots of one side at one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Volley {
    side: Side,
    at: UgId,
    shots: Vec<Shot>,
}

/// What all fire did to one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Hit {
    at: UgId,
    half_bases: u16,
    slowing: u16,
}

/// Files shoot all at once: first all dice fall, then they have their effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volleys {
    /// Volleys to be thrown, the last first.
    left: Vec<Volley>,
    hits: Vec<Hit>,
    /// Bases to be lost, once all dice have fallen.
    casualties: Option<Casualties>,
}

impl Volleys {
    /// Shots of both sides. Units that break by them are left to the chain of tests and routs.
    pub fn new(game: Game<'_>, shots: &[Shot]) -> Volleys {
        enforces!("RETG-SHOOT-003", "RETG-SHOOT-034", "RETG-UNIV-004");
        let mut left: Vec<Volley> = Vec::new();
        for shot in shots {
            let (side, at) = (game.world[shot.by].side, shot.at);
            match left.iter_mut().find(|volley| (volley.side, volley.at) == (side, at)) {
                Some(volley) => volley.shots.push(shot.clone()),
                None => left.push(Volley { side, at, shots: vec![shot.clone()] }),
            }
        }
        left.reverse();
        Volleys { left, hits: Vec::new(), casualties: None }
    }
}

/// Dice that are thrown and read alike, in the order thrown.
fn kinds(volley: &Volley) -> Vec<(SlowedBy, ShootingDice, u16)> {
    let mut kinds: Vec<(SlowedBy, ShootingDice, u16)> = Vec::new();
    let dice = volley.shots.iter().flat_map(|shot| shot.dice.iter().map(|rung| (shot.slows, *rung)));
    for (slows, rung) in dice {
        match kinds.iter_mut().find(|(s, r, _)| (*s, *r) == (slows, rung)) {
            Some((.., count)) => *count += 1,
            None => kinds.push((slows, rung, 1)),
        }
    }
    kinds.sort_by_key(|(slows, rung, _)| (*rung, *slows));
    kinds
}

fn roll(cx: &Cx<'_>, volley: &Volley) -> Roll<RollPurpose> {
    let dice = &cx.scenario.charts.death_dice;
    let pools =
        kinds(volley).into_iter().map(|(_, rung, count)| -> Pool { shooting_pool(dice, rung, count) });
    Roll {
        side: Some(volley.side),
        rule: rule!("RETG-SHOOT-003"),
        purpose: RollPurpose::Volley,
        pools: pools.collect(),
    }
}

/// What the dice of a volley do.
fn read(cx: &mut Cx<'_>, volley: &Volley, values: &Values) -> Hit {
    enforces!("RETG-SHOOT-033", "RETG-SHOOT-001");
    let mut hit = Hit { at: volley.at, half_bases: 0, slowing: 0 };
    let mut shown = Counted::default();
    for ((slows, rung, _), value) in kinds(volley).into_iter().zip(values) {
        let thrown = count(value);
        shown.skulls += thrown.skulls;
        shown.wounds += thrown.wounds;
        shown.specials += thrown.specials;
        if rung != ShootingDice::BlackSlowing {
            hit.half_bases += thrown.half_bases();
        }
        hit.slowing += results(cx.scenario.readings, slows, &cx.world[volley.at].profile, thrown);
    }
    let Hit { half_bases, slowing, .. } = hit;
    let event = Event::Thrown { side: volley.side, at: volley.at, shown, half_bases, slowing };
    cx.tell(crate::battle::Event::Shooting(event));
    hit
}

/// Wounds, slowing and the bases to be lost.
fn settle(cx: &mut Cx<'_>, hits: &[Hit]) -> Casualties {
    enforces!("RETG-SHOOT-040", "RETG-SHOOT-041", "RETG-OVR-008");
    let mut casualties = Casualties::default();
    for hit in hits {
        let frontage = u8::try_from(cx.world.formation(hit.at).width()).unwrap_or(u8::MAX);
        let left = cx.world.size(hit.at);
        let now = slowed_by(&cx.scenario.charts, hit.slowing, frontage);
        let slow = after_fire(cx.scenario.readings, cx.world[hit.at].slow.fire, now);
        let half_bases = u8::try_from(hit.half_bases).unwrap_or(u8::MAX);
        let before = cx.world[hit.at].harm(left);
        let killed = before.kills(half_bases).min(u8::try_from(left).unwrap_or(u8::MAX));
        let ug = &mut cx.world[hit.at];
        ug.slow.fire = slow;
        ug.wound = before.and(half_bases).has_wound();
        let wound = ug.wound;
        cx.tell(crate::battle::Event::Shooting(Event::Suffered {
            ug: hit.at,
            half_bases,
            wound,
            killed,
            slow,
        }));
        casualties.add(hit.at, killed);
    }
    casualties
}

impl Play<Renatio> for Volleys {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match input {
            I::Dice(values) => {
                if let Some(volley) = self.left.pop() {
                    let hit = read(cx, &volley, &values);
                    match self.hits.iter_mut().find(|other| other.at == hit.at) {
                        Some(other) => {
                            other.half_bases += hit.half_bases;
                            other.slowing += hit.slowing;
                        }
                        None => self.hits.push(hit),
                    }
                }
            }
            I::Order(crate::battle::Order::Shooting(Order::Lose(file))) => {
                if let Some((ug, _)) = self.casualties.as_ref().and_then(|c| c.next(cx.world)) {
                    take(cx, ug, file);
                    if let Some(casualties) = &mut self.casualties {
                        casualties.taken(ug);
                    }
                }
            }
            _ => {}
        }
        if let Some(volley) = self.left.last() {
            return F::Throw(roll(cx, volley));
        }
        if self.casualties.is_none() {
            self.casualties = Some(settle(cx, &self.hits));
        }
        match self.casualties.as_mut().and_then(|casualties| casualties.go_on(cx)) {
            Some((ug, side)) => F::Ask(side, crate::battle::Request::Shooting(Request::Lose { ug })),
            None => F::Done(()),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Result<crate::battle::Order, Refusal> {
        let next = self.casualties.as_ref().and_then(|casualties| casualties.next(asked.battle.world()));
        match (decision, next) {
            (Decision::Shooting(super::Decision::Lose { file }), Some((ug, files))) => {
                if files.contains(file) {
                    return Ok(crate::battle::Order::Shooting(Order::Lose(*file)));
                }
                let problem = "Losses from fire are taken evenly: from the deepest files first";
                Err(Refusal::new(rule!("RETG-SHOOT-039"), problem, "Name one of the deepest files.")
                    .piece("unit", ug.piece()))
            }
            _ => Err(NotAsked.into()),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        if let Some((_, files)) = self.casualties.as_ref().and_then(|c| c.next(asked.battle.world())) {
            out.extend(files.into_iter().map(|file| Decision::Shooting(super::Decision::Lose { file })));
        }
    }
}
