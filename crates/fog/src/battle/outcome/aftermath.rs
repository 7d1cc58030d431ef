//! What a combat phase leaves to be carried out on the table: losses, routs, pursuits.

use super::combat::in_contact;
use super::guns::{BeyondGuns, beyond_guns};
use super::{Event, Faced, Pursuit, Removal, Rout, rout, say};
use crate::battle::position::{contact, kinds};
use crate::battle::world::{GroupId, Presence, TestOutcome, World};
use crate::battle::{Answer, Cx, Flow, Input, Procedure};
use crate::troops::TroopType;
use caracole_ledger::enforces;
use caracole_plane::Angle;
use serde::{Deserialize, Serialize};

/// A battle group that broke in this phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Break {
    /// Who.
    pub group: GroupId,
    /// The ways directly away from the enemies from whom it runs; none if it runs for what it saw.
    pub away: Vec<Angle>,
}

impl Break {
    /// The break of a battle group that runs from these enemies, as they stand at that moment.
    #[must_use]
    pub fn of(world: &World, group: GroupId, enemies: &[GroupId]) -> Self {
        Break { group, away: rout::ways_from(world, group, enemies) }
    }

    /// It runs from one more enemy.
    pub fn run_from(&mut self, world: &World, enemy: GroupId) {
        let ways = rout::ways_from(world, self.group, &[enemy]);
        self.away.extend(ways.into_iter().filter(|way| !self.away.contains(way)).collect::<Vec<_>>());
    }
}

/// Where the aftermath has got to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    /// Bases are being taken off.
    #[default]
    Losses,
    /// Broken battle groups rout, this one next.
    Routs(u8),
    /// This one has just routed.
    Routed(u8),
    /// Their enemies pursue.
    Pursuits,
    /// Those who cannot get away are destroyed.
    End,
}

/// Losses, routs and pursuits after a combat phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aftermath {
    /// Who fought whom hand to hand.
    pub faced: Vec<Faced>,
    /// Bases still to be taken off, the next first.
    pub losses: Vec<Removal>,
    /// Battle groups that broke.
    pub breaks: Vec<Break>,
    /// Battle groups that ships shot at: they run from the coast too.
    pub from_sea: Vec<GroupId>,
    /// Routers whose way unbroken enemy bar.
    barred: Vec<GroupId>,
    /// Those with guns to their front, and how far beyond them the broken enemy stood.
    beyond_guns: Vec<BeyondGuns>,
    stage: Stage,
}

impl Aftermath {
    /// The aftermath of a combat in which these fought.
    #[must_use]
    pub fn after(faced: Vec<Faced>) -> Self {
        Aftermath { faced, ..Aftermath::default() }
    }

    /// The routs of battle groups that have broken outside the dice of a combat, and the pursuits of those who were in
    /// close combat with them. They run from these, and from those who charge them, if any.
    #[must_use]
    pub fn of_breaks(world: &World, broken: &[GroupId], chargers: &[GroupId]) -> Self {
        enforces!("FOGR-COMBAT-122", "FOGR-COMBAT-123", "FOGR-COMBAT-128");
        let faced = in_contact(world, broken);
        let breaks = broken.iter().map(|&group| {
            let mut enemies = chargers.to_vec();
            enemies.extend(faced.iter().filter(|f| f.group == group).map(|f| f.enemy));
            enemies.sort_unstable();
            enemies.dedup();
            Break::of(world, group, &enemies)
        });
        Aftermath { breaks: breaks.collect(), ..Aftermath::after(faced) }
    }
}

/// Goes on with the aftermath.
pub fn run(cx: &mut Cx<'_>, aftermath: &mut Aftermath, input: Input) -> Flow {
    enforces!("FOGR-COMBAT-108", "FOGR-COMBAT-120", "FOGR-COMBAT-126", "FOGAM-COMBAT-086");
    enforces!("FOGR-SEQUENCE-015", "FOGR-SEQUENCE-016", "FOGR-SEQUENCE-022", "FOGR-SEQUENCE-027");
    enforces!("FOGAM-SEQUENCE-013");
    match aftermath.stage {
        Stage::Losses => {
            if aftermath.losses.is_empty() {
                super::guns::support_gone(cx);
                let broken = |g: GroupId| aftermath.breaks.iter().any(|b| b.group == g);
                aftermath.beyond_guns = beyond_guns(cx.world, &aftermath.faced, broken);
                aftermath.stage = Stage::Routs(0);
                return Flow::Again;
            }
            let next = aftermath.losses.remove(0);
            Flow::Call(Procedure::Outcome(super::Procedure::Loss(next)))
        }
        Stage::Routs(number) => {
            let Some(next) = aftermath.breaks.get(usize::from(number)) else {
                aftermath.stage = Stage::Pursuits;
                return Flow::Again;
            };
            aftermath.stage = Stage::Routed(number);
            let from_sea = aftermath.from_sea.contains(&next.group);
            let mut rout = Rout::initial(next.group, next.away.clone());
            rout.from_sea = from_sea;
            Flow::Call(Procedure::Outcome(super::Procedure::Rout(rout)))
        }
        Stage::Routed(number) => {
            if let (Input::Answer(Answer::Test(TestOutcome::Failed)), Some(last)) =
                (input, aftermath.breaks.get(usize::from(number)))
            {
                aftermath.barred.push(last.group);
            }
            super::guns::support_gone(cx);
            super::guns::captors_routed(cx, &aftermath.faced);
            aftermath.stage = Stage::Routs(number + 1);
            Flow::Again
        }
        Stage::Pursuits => {
            aftermath.stage = Stage::End;
            let broken: Vec<GroupId> = aftermath.breaks.iter().map(|b| b.group).collect();
            let pursuit = Pursuit::initial(cx.world, &aftermath.faced, &broken, &aftermath.beyond_guns);
            Flow::Call(Procedure::Outcome(super::Procedure::Pursuit(pursuit)))
        }
        Stage::End => {
            for group in std::mem::take(&mut aftermath.barred) {
                destroy(cx, group);
            }
            contact::forget_past_engagements(cx.world);
            Flow::Done(Answer::Done)
        }
    }
}

/// Troops that never rout: they are destroyed when they break.
#[must_use]
pub fn never_routs(world: &World, group: GroupId) -> bool {
    kinds::is_artillery(world, group) || kinds::is_all(world, group, TroopType::BattleWagons)
}

/// Takes a battle group out of play. A commander with it stays where he is, on his own.
pub fn destroy(cx: &mut Cx<'_>, group: GroupId) {
    cx.world.leave(group, Presence::Destroyed);
    say(cx, Event::Destroyed { group });
}
