//! The shooting phase: both sides shoot, then everything that follows.

pub mod aim;
pub mod naval;
pub mod sight;
pub mod targets;
pub mod volleys;

use self::aim::Shooting;
use super::outcome::Combat;
use super::world::{BaseId, GroupId, World};
use super::{Answer, Cx, Flow, Input, Scenario};
use super::{
    Fogr,
    asked::{self, Asked},
};
use crate::battle::law::law;
use caracole_kernel::Play;
use caracole_kernel::{Refusal, Sentence, Side};
use caracole_ledger::rule;
use caracole_plane::Hand;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of the shooting phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// It begins.
    Whole,
    /// Targets are being chosen where there is a choice.
    Aim {
        /// The choices made.
        choices: Vec<Choice>,
    },
    /// All is shot.
    Shot,
}

/// A choice of targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// A gun far from the enemy shoots at this battle group.
    Target {
        /// The gun.
        base: BaseId,
        /// The battle group shot at.
        at: GroupId,
    },
    /// Of equal targets a battle group takes those on this hand.
    Side {
        /// The shooters.
        group: GroupId,
        /// Which hand.
        hand: Hand,
    },
    /// Battle wagons shoot with this file.
    WagonFile {
        /// The wagons.
        group: GroupId,
        /// The file, from 0.
        file: u8,
    },
    /// A battle wagon shoots from its long edge on this hand.
    WagonEdge {
        /// The wagon.
        base: BaseId,
        /// Which hand.
        hand: Hand,
    },
    /// The regimental gun shoots as if in this file.
    GunFile {
        /// Its battle group.
        group: GroupId,
        /// The file, from 0.
        file: u8,
    },
    /// A naval unit shoots at this battle group, or holds its fire.
    Naval {
        /// The side that it belongs to.
        side: Side,
        /// Which, from 0.
        unit: u8,
        /// The battle group shot at.
        at: Option<GroupId>,
    },
    /// At long range a battle group shoots at this one, or holds its fire.
    LongRange {
        /// The shooters.
        group: GroupId,
        /// The battle group aimed at.
        at: GroupId,
        /// Whether they shoot.
        shoots: bool,
    },
}

/// What a player must choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// The target of a gun with a free choice.
    Target {
        /// The guns.
        group: GroupId,
        /// The gun.
        base: BaseId,
        /// The battle groups it may shoot at.
        targets: Vec<GroupId>,
    },
    /// Left or right of equal targets, the same for all its bases.
    Side {
        /// The shooters.
        group: GroupId,
    },
    /// The file with which battle wagons shoot.
    WagonFile {
        /// The wagons.
        group: GroupId,
        /// The files that have targets, from 0.
        files: Vec<u8>,
    },
    /// The long edge from which a battle wagon shoots.
    WagonEdge {
        /// The wagons.
        group: GroupId,
        /// Which.
        base: BaseId,
    },
    /// Which of the two central files the regimental gun counts in.
    GunFile {
        /// Its battle group.
        group: GroupId,
        /// The files, from 0.
        files: Vec<u8>,
    },
    /// The target of a naval unit.
    Naval {
        /// The side that it belongs to.
        side: Side,
        /// Which, from 0.
        unit: u8,
        /// The battle groups near enough to the coast.
        targets: Vec<GroupId>,
    },
    /// Whether a battle group shoots at long range, where it need not.
    LongRange {
        /// The shooters.
        group: GroupId,
        /// The battle group aimed at.
        at: GroupId,
    },
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The gun shoots at this battle group.
    Target {
        /// The battle group shot at.
        at: GroupId,
    },
    /// The targets, or the long edge of a wagon, on this hand.
    Side {
        /// Which.
        hand: Hand,
    },
    /// The file of this number.
    File {
        /// From 0.
        file: u8,
    },
    /// The naval unit shoots at this battle group, or holds its fire.
    Naval {
        /// The battle group shot at.
        at: Option<GroupId>,
    },
    /// Shoot at long range.
    Shoot,
    /// Hold the fire at long range.
    HoldFire,
}

/// A legal choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// It is made.
    Chosen(Choice),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A naval unit shoots.
    NavalFire {
        /// The side that it belongs to.
        side: Side,
        /// The battle group shot at.
        at: GroupId,
    },
}

/// A naval unit of a side and the battle group that it shoots at.
type NavalFire = (Side, GroupId);

/// The targets of all who shoot, or the first choice that they depend on.
fn aimed(world: &World, choices: &[Choice]) -> Result<(Vec<Shooting>, Vec<NavalFire>), (Side, Request)> {
    let shooting = aim::aim(world, choices).map_err(|(group, request)| (world[group].side, request))?;
    let fleet = naval::aim(world, choices)?;
    Ok((shooting, fleet))
}

/// Shoots: ambushes betray themselves, ships open fire, and the volleys are fought out.
fn shoot(cx: &mut Cx<'_>, shooting: &[Shooting], fleet: &[NavalFire]) -> Flow {
    for (lurker, eye) in aim::betrayals(cx.world, shooting) {
        if !cx.world[lurker].betrayed_to.contains(&eye) {
            cx.world[lurker].betrayed_to.push(eye);
        }
    }
    for &(side, at) in fleet {
        cx.tell(super::Event::Shooting(Event::NavalFire { side, at }));
    }
    match volleys::volleys(cx.world, shooting, fleet) {
        None => Flow::Again,
        Some((roster, fight)) => {
            let combat = Combat::new(&roster, fight);
            Flow::Call(super::Procedure::Outcome(super::outcome::Procedure::Combat(combat)))
        }
    }
}

impl Play<Fogr> for Procedure {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match self {
            Procedure::Whole => {
                *self = Procedure::Aim { choices: Vec::new() };
                Flow::Again
            }
            Procedure::Aim { choices } => {
                if let Input::Order(super::Order::Shooting(Order::Chosen(choice))) = input {
                    choices.push(choice);
                }
                match aimed(cx.world, choices) {
                    Err((side, request)) => Flow::Ask(side, super::Request::Shooting(request)),
                    Ok((shooting, fleet)) => {
                        *self = Procedure::Shot;
                        shoot(cx, &shooting, &fleet)
                    }
                }
            }
            Procedure::Shot => Flow::Done(Answer::Done),
        }
    }

    asked::answers!(Shooting);
}

/// Checks a choice.
pub fn check(asked: Asked<'_>, request: &Request, decision: &Decision) -> Result<Order, Refusal> {
    match (request, decision) {
        (Request::Target { base, targets, .. }, Decision::Target { at }) => {
            if !targets.contains(at) {
                return Err(Refusal::new(
                    rule!("FOGR-SHOOT-013"),
                    "The gun cannot shoot at that battle group",
                    "Choose one of the targets in its arc of fire, in range and in sight.",
                ));
            }
            Ok(Order::Chosen(Choice::Target { base: *base, at: *at }))
        }
        (Request::Side { group }, Decision::Side { hand }) => {
            Ok(Order::Chosen(Choice::Side { group: *group, hand: *hand }))
        }
        (Request::WagonEdge { base, .. }, Decision::Side { hand }) => {
            Ok(Order::Chosen(Choice::WagonEdge { base: *base, hand: *hand }))
        }
        (
            Request::WagonFile { group, files } | Request::GunFile { group, files },
            Decision::File { file },
        ) => {
            let gun = matches!(request, Request::GunFile { .. });
            let rule = if gun {
                rule!("FOGR-SHOOT-023")
            } else {
                law!(asked.battle.world().book, "FOGR-SHOOT-030", "FOGAM-SHOOT-023")
            };
            if !files.contains(file) {
                return Err(Refusal::new(
                    rule,
                    "That file is not one to choose from",
                    "Choose one of the files offered.",
                ));
            }
            let (group, file) = (*group, *file);
            Ok(Order::Chosen(match gun {
                true => Choice::GunFile { group, file },
                false => Choice::WagonFile { group, file },
            }))
        }
        (Request::Naval { side, unit, targets }, Decision::Naval { at }) => {
            if at.is_some_and(|at| !targets.contains(&at)) {
                return Err(Refusal::new(
                    rule!("FOGR-SPECIAL-008"),
                    "That battle group is not within 6 MU of the coast",
                    "Choose one that is, or hold the fire.",
                ));
            }
            Ok(Order::Chosen(Choice::Naval { side: *side, unit: *unit, at: *at }))
        }
        (Request::LongRange { group, at }, Decision::Shoot | Decision::HoldFire) => {
            let shoots = *decision == Decision::Shoot;
            Ok(Order::Chosen(Choice::LongRange { group: *group, at: *at, shoots }))
        }
        _ => Err(caracole_kernel::NotAsked.into()),
    }
}

/// Sensible choices for a request.
pub fn candidates(_asked: Asked<'_>, request: &Request, out: &mut Vec<super::Decision>) {
    match request {
        Request::Target { targets, .. } => {
            out.extend(targets.iter().map(|&at| super::Decision::Shooting(Decision::Target { at })));
        }
        Request::Naval { targets, .. } => {
            let all = targets.iter().map(|&at| Some(at)).chain([None]);
            out.extend(all.map(|at| super::Decision::Shooting(Decision::Naval { at })));
        }
        Request::WagonFile { files, .. } | Request::GunFile { files, .. } => {
            out.extend(files.iter().map(|&file| super::Decision::Shooting(Decision::File { file })));
        }
        Request::Side { .. } | Request::WagonEdge { .. } => {
            out.extend(Hand::BOTH.map(|hand| super::Decision::Shooting(Decision::Side { hand })));
        }
        Request::LongRange { .. } => {
            out.extend([Decision::Shoot, Decision::HoldFire].map(super::Decision::Shooting));
        }
    }
}

/// The event as a sentence.
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    match event {
        Event::NavalFire { side, at } => Sentence::new(
            format!("The ships of {side} open fire on {}.", scenario.title(*at)),
            &[rule!("FOGR-SPECIAL-008")],
        ),
    }
}
