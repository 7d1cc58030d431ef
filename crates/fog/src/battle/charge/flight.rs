//! A battle group runs away from enemies: the die of its variable move, what its owner chooses where something is in
//! the way, the move itself, and commanders on their own whom it comes upon.

use super::EvadeTo;
use super::away::{Away, Course, Fate, Setout};
use super::turning::drop_level;
use super::{Charge, ChargeState, Evade, EvadeWay};
use super::{evade, told};
use crate::battle::impact::{Event, Order, Request};
use crate::battle::law::law;
use crate::battle::manoeuvre;
use crate::battle::position::{command, contact};
use crate::battle::world::{CommanderPlace, GroupId, Presence, World};
use crate::battle::{Answer, Cx, Flow, Input, Procedure, game_tests};
use crate::formation::Position;
use caracole_ledger::enforces;
use caracole_plane::{Angle, Point};
use serde::{Deserialize, Serialize};

/// From whom a battle group evades.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum From {
    /// Chargers, or pursuers who come like them.
    Charges {
        /// Where to.
        to: Evade,
        /// The charges.
        charges: Vec<Charge>,
    },
    /// An enemy who shifted or turned into contact.
    Contact {
        /// Who.
        by: GroupId,
        /// Where to.
        to: EvadeTo,
    },
    /// Enemies who come on over a side edge: straight inwards.
    March {
        /// The way that leads away from that edge.
        toward: Angle,
    },
}

/// An evade under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flight {
    /// Who evades.
    pub group: GroupId,
    /// From whom.
    pub from: From,
    /// The change of its move.
    change: Option<i32>,
    /// What its owner has chosen so far.
    ways: Vec<EvadeWay>,
    /// It has moved.
    moved: bool,
}

impl Flight {
    /// An evade from charges or pursuers.
    #[must_use]
    pub const fn new(group: GroupId, from: From) -> Self {
        Flight { group, from, change: None, ways: Vec::new(), moved: false }
    }

    /// The evade as an evade from a charge, for the telling.
    fn told_as(&self, world: &World) -> Evade {
        match &self.from {
            From::Charges { to, .. } => *to,
            From::Contact { by, to } => contact_evade(world, self.group, *by, *to),
            From::March { toward } => {
                Evade::WithCharge { turn: evade::turn_toward(world, self.group, *toward) }
            }
        }
    }

    /// Works with the battle group as it sets out.
    fn set_out<T>(&self, world: &World, work: impl FnOnce(&Setout<'_>) -> T) -> T {
        let change = self.change.unwrap_or(0);
        let to = self.told_as(world);
        match &self.from {
            From::Charges { charges, .. } => work(&evade::set_out(world, self.group, to, charges, change)),
            From::Contact { by, .. } => {
                // Nobody is hindered by the enemy he moves away from.
                let mut without = world.clone();
                without[*by].presence = Presence::Undeployed;
                let charge = Charge {
                    group: *by,
                    wheel: None,
                    targets: vec![self.group],
                    evaded: Vec::new(),
                    tests: Vec::new(),
                    passed: false,
                    state: ChargeState::Declared,
                };
                work(&evade::set_out(&without, self.group, to, &[charge], change))
            }
            From::March { toward } => {
                let turn = evade::turn_toward(world, self.group, *toward);
                work(&evade::set_out_toward(world, self.group, turn, *toward, &[], change))
            }
        }
    }

    /// Whether its owner may choose this next.
    #[must_use]
    pub fn allows(&self, world: &World, way: EvadeWay) -> bool {
        self.set_out(world, |out| out.allows(&self.ways, way))
    }
}

fn contact_evade(world: &World, group: GroupId, by: GroupId, to: EvadeTo) -> Evade {
    match to {
        EvadeTo::Rear => Evade::ToRear,
        EvadeTo::Away => Evade::WithCharge { turn: evade::turn_toward(world, group, world.facing(by)) },
    }
}

/// Goes on with an evade.
pub fn run(cx: &mut Cx<'_>, flight: &mut Flight, input: Input) -> Flow {
    if flight.moved {
        return Flow::Done(Answer::Done);
    }
    let group = flight.group;
    match input {
        Input::Answer(Answer::VariableMove(change)) => flight.change = Some(change),
        Input::Order(super::super::Order::Impact(Order::EvadeOn { way })) => flight.ways.push(way),
        _ => {}
    }
    if flight.change.is_none() {
        return Flow::Call(Procedure::Test(game_tests::Procedure::VariableMove { group }));
    }
    match flight.set_out(cx.world, |out| out.course(&flight.ways)) {
        Course::Choose(ways) => super::ask(cx.world[group].side, Request::EvadeOn { group, ways }),
        Course::Ends(away) => {
            flight.moved = true;
            let commanders = away.upon.to_vec();
            carry_away(cx, flight, away);
            contact::forget_past_engagements(cx.world);
            match commanders.is_empty() {
                true => Flow::Done(Answer::Done),
                false => {
                    let flee = manoeuvre::Procedure::Flee { commanders, groups: Vec::new() };
                    Flow::Call(Procedure::Manoeuvre(flee))
                }
            }
        }
    }
}

/// Puts a battle group that has run away where it ends.
pub fn take_up(world: &mut World, group: GroupId, away: &Away) {
    if away.stayed {
        return;
    }
    let from = middle(world, group);
    world.arrange(group, &away.formation, away.body.anchor);
    let ids = world.base_ids(group);
    world.put(group, &away.body);
    if away.dropped {
        for (&id, place) in ids.iter().zip(&away.body.places) {
            world[id].at = Position { file: place.file, rank: place.rank };
        }
    }
    let to = middle(world, group);
    if let Some(toward) = from.direction_to(to) {
        for commander in world.commanders.iter_mut().filter(|c| c.with() == Some(group)) {
            commander.base.front.at = commander.base.front.at.moved(toward, from.distance(to));
        }
    }
    command::keep_front_files(world, group);
    take_commanders(world, group);
}

/// The middle of the ground that a battle group covers.
fn middle(world: &World, group: GroupId) -> Point {
    world.body(group).footprint().rect().centre()
}

/// Commanders with a battle group go along with it.
pub fn take_commanders(world: &mut World, group: GroupId) {
    enforces!("FOGR-MOVE-089", "FOGAM-MOVE-092");
    for c in world.commander_ids() {
        if world[c].with() == Some(group) {
            let place = command::place_beside(world, c, group);
            world[c].base = place;
        }
    }
}

/// Carries an evade out.
fn carry_away(cx: &mut Cx<'_>, flight: &Flight, away: Away) {
    enforces!(
        "FOGR-IMPACT-098",
        "FOGR-MOVE-088",
        "FOGR-MOVE-104",
        "FOGR-MOVE-076",
        "FOGAM-IMPACT-102",
        "FOGAM-MOVE-090",
        "FOGAM-MOVE-110"
    );
    let group = flight.group;
    let to = flight.told_as(cx.world);
    cx.world[group].turn.evaded = true;
    // This is its only move of the phase, as of those whom others shift.
    cx.world[group].phase.shifted |= cx.world.book.evades_once_a_phase();
    let on_table = matches!(away.fate, Fate::Away | Fate::Barred);
    if on_table {
        take_up(cx.world, group, &away);
    } else {
        // Nobody is noted as having seen it: friends do not test for troops who find no room.
        enforces!("FOGR-MOVE-087");
        let (presence, place) = match away.fate {
            Fate::OffTable => (Presence::EvadedOff, CommanderPlace::Gone),
            _ => (Presence::Destroyed, CommanderPlace::Alone),
        };
        for c in cx.world.commander_ids() {
            if cx.world[c].with() == Some(group) {
                cx.world[c].place = place;
            }
        }
        cx.world[group].presence = presence;
    }
    tell(cx, flight, to, &away);
    cx.world[group].phase.passed_through.extend(away.passed);
    for friend in away.burst {
        if !cx.world[friend].phase.burst_through {
            cx.world[friend].phase.burst_through = true;
            drop_level(cx, friend, law!(cx.world.book, "FOGR-IMPACT-109", "FOGAM-IMPACT-114"));
        }
    }
}

fn tell(cx: &mut Cx<'_>, flight: &Flight, to: Evade, away: &Away) {
    let group = flight.group;
    let (moved, passed_through, burst_through) = (away.moved, away.passed.clone(), away.burst.clone());
    let event = match (away.fate, &flight.from) {
        (Fate::Away | Fate::Barred, From::Contact { to, .. }) => {
            let to = *to;
            let event = manoeuvre::Event::Evaded { group, to, moved, passed_through, burst_through };
            super::super::Event::Manoeuvre(event)
        }
        (fate, From::Contact { .. }) => {
            let destroyed = fate == Fate::Destroyed;
            super::super::Event::Manoeuvre(manoeuvre::Event::Gone { group, destroyed })
        }
        (Fate::Away | Fate::Barred, _) => {
            told(Event::Evaded { group, to, moved, passed_through, burst_through })
        }
        (Fate::OffTable, _) => told(Event::EvadedOff { group }),
        (Fate::Destroyed, _) => told(Event::NoRoom { group }),
    };
    cx.tell(event);
}
